"""Which languages there are, which one the player's system speaks, and speaking the chosen one."""

from __future__ import annotations

import os
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
    """Speak the language chosen from now on; gives a line to tell where its texts are missing."""
    language = spoken(choice)
    if language == _USUAL:
        set_language(_USUAL)
        return ""
    try:
        folder = asset_path(f"locale/{language}/LC_MESSAGES/tonk.mo").parents[2]
    except AssetMissing as error:
        set_language(_USUAL)
        return str(error)
    set_language(language, folder)
    return ""


def _system_language() -> str:
    """The first language that the system prefers and the game knows, otherwise English."""
    from pygame.system import get_pref_locales  # with the window there is pygame anyway

    # SDL reads LANG and LANGUAGE alone; these two come before them.
    overriding = [os.environ.get(name, "")[:2] for name in ("LC_ALL", "LC_MESSAGES")]
    preferred = [*overriding, *(locale["language"] for locale in get_pref_locales())]
    return next((language for language in preferred if language in LANGUAGES), _USUAL)
