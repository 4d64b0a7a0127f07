"""Why a share code cannot be used, in the player's language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from game.rules.shown import shown
from game.ui.text import N_, _

if TYPE_CHECKING:
    from game.rules.sharecode import ShareCodeError

_WHYS: Final = (
    N_("it is cut off"),
    N_("it is far too long"),
    N_("it is mistyped: its letters do not fit together"),
    N_("it is none; this game reads codes that begin with {part}"),
    N_("it is not written as this game writes it"),
    N_("it is of another version, or mistyped; this game reads codes that begin with {part}"),
    N_("{part} is in no code"),
)
"""What the rules say of a code; whatever else they say is of codes that nobody typed."""


def why_not(error: ShareCodeError, text: str) -> str:
    """What is wrong with a code, as part of a sentence."""
    why = str(error).removeprefix(f"share code {shown(text)}: ")
    for known in _WHYS:
        found = re.fullmatch(re.escape(known).replace(r"\{part\}", "(?P<part>.+)"), why)
        if found:
            return _(known).format(**found.groupdict())
    return why
