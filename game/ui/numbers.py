"""Numbers as they are written in the player's language: the one place that knows."""

from __future__ import annotations

from typing import Final

from game.ui.text import _, language

_MINUS: Final = "\u2212"
_NARROW_BLANK: Final = "\u202f"
_MARKS: Final = {"fr": (_NARROW_BLANK, ",")}
_USUAL: Final = (",", ".")
"""What stands between thousands, and before tenths, where a language has none of its own."""


def amount_text(amount: int) -> str:
    """A whole number; thousands are set apart."""
    thousands, _tenths = _MARKS.get(language(), _USUAL)
    return f"{amount:,}".replace(",", thousands).replace("-", _MINUS)


def signed_text(amount: int) -> str:
    """A whole number with its sign."""
    return f"+{amount_text(amount)}" if amount > 0 else amount_text(amount)


def decimal_text(number: float) -> str:
    """A number with no more behind its decimal mark than it has: 2, 2.5."""
    _thousands, tenths = _MARKS.get(language(), _USUAL)
    return f"{number:g}".replace(".", tenths).replace("-", _MINUS)


def percent_text(percent: float) -> str:
    """So many percent, none of them in parts."""
    return _("{percent}%").format(percent=amount_text(round(percent)))
