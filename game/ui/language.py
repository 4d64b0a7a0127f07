"""Which languages there are, which one the player's system speaks, and speaking the chosen one."""

from __future__ import annotations

import os
from struct import error as StructError  # noqa: N812  # it has no better name of its own
from typing import Final

from game.ui.assets import AssetMissing, asset_path
from game.ui.text import set_language

LANGUAGES: Final = {"en": "English", "fr": "Français", "ja": "日本語"}
"""By code, each named as those who read it name it."""
SYSTEM: Final = ""
"""The choice to follow the system."""
_USUAL: Final = "en"


def spoken(choice: str) -> str:
    """The code of the language that ``choice`` means on this system."""
    return choice if choice in LANGUAGES else _system_language()


def speak(choice: str) -> str:
    """Speak the language chosen from now on; gives a line to tell where it cannot be spoken."""
    language = spoken(choice)
    if language == _USUAL:
        set_language(_USUAL)
        return ""
    name = f"locale/{language}/LC_MESSAGES/tonk.mo"
    try:
        set_language(language, asset_path(name).parents[2])
    except AssetMissing as error:
        why = str(error)
    except (OSError, ValueError, LookupError, StructError):  # whatever gettext stumbles over
        why = f"assets/{name} is damaged: the game is not whole, install it again"
    else:
        return ""
    set_language(_USUAL)
    return why


def _system_language() -> str:
    """The first language that the system prefers and the game knows, otherwise English."""
    from pygame.system import get_pref_locales  # with the window there is pygame anyway

    # SDL reads LANG and LANGUAGE alone; these two come before them.
    overriding = [os.environ.get(name, "")[:2] for name in ("LC_ALL", "LC_MESSAGES")]
    preferred = [*overriding, *(locale["language"] for locale in get_pref_locales())]
    return next((language for language in preferred if language in LANGUAGES), _USUAL)
