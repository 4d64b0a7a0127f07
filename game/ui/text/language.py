"""The player's language. English stands in the code; catalogues, where there are any, replace it.

Every string that a player reads goes through `_` or `ngettext` at the moment it is shown, so that
the language can change while the game runs. Text kept in a table at import time is marked with
`N_` there and translated with `_` where it is shown.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from game.ui.assets import AssetMissing, asset_path

if TYPE_CHECKING:
    from collections.abc import Iterable
    from gettext import NullTranslations
    from pathlib import Path

DOMAIN = "tonk"
_ENGLISH: Final = "en"
_catalogue: NullTranslations | None = None  # English needs none
BREAK: Final = "\u200b"
"""Stands in Japanese catalogues where a line may break between two phrases; it is never seen."""
MINUS: Final = "\u2212"
"""The sign before what is less than nothing."""
_MARKS: Final = {"fr": ("\u202f", ",")}  # a narrow blank
_USUAL: Final = (",", ".")
"""What stands between thousands, and before tenths, where a language has none of its own."""
LANGUAGES: Final = {"en": "English", "fr": "Français", "ja": "日本語"}
"""The languages by code, each named in itself."""
SYSTEM: Final = ""
"""The choice to follow the system."""
COURTS: Final = ("JQK", "VDR")
"""The letters to choose from for jack, queen and king."""
_courts = ""


def set_language(language: str, folder: Path | None = None) -> None:
    """Use `language` from now on ("en", "fr", "ja"); what has no translation stays English."""
    global _catalogue  # noqa: PLW0603  # gettext's own way: one language at a time per program
    _catalogue = None
    if language not in {"", _ENGLISH}:
        import gettext

        _catalogue = gettext.translation(DOMAIN, folder, [language], fallback=True)


def language() -> str:
    """Return the code of the language in use; English where there is no catalogue for another."""
    return _catalogue.info().get("language", _ENGLISH) if _catalogue else _ENGLISH


def set_courts(letters: str) -> None:
    """Write jack, queen and king with these letters from now on; "" for those of the language."""
    global _courts  # noqa: PLW0603  # as with the language, one at a time per program
    _courts = letters


def courts() -> str:
    """Return the letters in use for jack, queen and king."""
    return _courts or language_courts()


def language_courts() -> str:
    """Return the letters that the language has for jack, queen and king."""
    return {"fr": "VDR"}.get(language(), COURTS[0])


def _(message: str) -> str:
    """Give the message in the player's language."""
    return _catalogue.gettext(message) if _catalogue else message


def ngettext(one: str, many: str, count: int) -> str:
    """Give the form that fits the count, in the player's language."""
    if not _catalogue:
        return one if count == 1 else many
    found = _catalogue.ngettext(one, many, count)
    # Forms that are kept apart in a table were translated one by one.
    return _catalogue.gettext(found) if found in {one, many} else found


def pgettext(context: str, message: str) -> str:
    """Give a message whose meaning depends on where it stands ("drop" the verb, the noun)."""
    return _catalogue.pgettext(context, message) if _catalogue else message


def plain(text: str) -> str:
    """Return a text without marks for breaks: to be drawn, heard or kept."""
    return text.replace(BREAK, "")


def in_a_row(sentences: Iterable[str]) -> str:
    """Sentences one after the other; a mark as wide as a letter has its blank with it."""
    joined = " ".join(filter(None, sentences))
    for mark in "。！？":
        joined = joined.replace(f"{mark} ", mark + BREAK)
    return joined


def N_(message: str) -> str:  # noqa: N802  # the name that gettext's tools look for
    """Mark a message for translation without translating it yet."""
    return message


# TRANSLATORS: months, short, as they stand in a date.
_MONTHS: Final = (
    N_("Jan"),
    N_("Feb"),
    N_("Mar"),
    N_("Apr"),
    N_("May"),
    N_("Jun"),
    N_("Jul"),
    N_("Aug"),
    N_("Sep"),
    N_("Oct"),
    N_("Nov"),
    N_("Dec"),
)


def amount_text(amount: int) -> str:
    """Return a whole number; thousands are set apart."""
    thousands, _tenths = _MARKS.get(language(), _USUAL)
    return f"{amount:,}".replace(",", thousands).replace("-", MINUS)


def signed_text(amount: int) -> str:
    """Write a whole number with its sign."""
    return f"+{amount_text(amount)}" if amount > 0 else amount_text(amount)


def place_text(place: int) -> str:
    """Return a place in an order, counted from 1: 1st, 2nd, 43rd."""
    if language() == "fr":
        return f"{place}{'er' if place == 1 else 'e'}"
    if language() == "ja":
        return f"{place}番目"
    teens = place // 10 % 10 == 1
    ending = "th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def decimal_text(number: float, places: int | None = None) -> str:
    """A number without superfluous decimals: 2, 2.5; or with so many, where it stands by others."""
    thousands, tenths = _MARKS.get(language(), _USUAL)
    text = _plain(number) if places is None else f"{number:,.{places}f}"
    written = {",": thousands, ".": tenths, "-": MINUS}
    return "".join(written.get(letter, letter) for letter in text)


def _plain(number: float) -> str:
    if abs(number) < 1_000:
        return f"{number:g}"
    return f"{number:,.6f}".rstrip("0").rstrip(".")


def percent_text(percent: float) -> str:
    """Return a percentage without decimals."""
    return _("{percent}%").format(percent=amount_text(round(percent)))


def date_text(written: str) -> str:
    """Return a date such as 2026-11-27, with its time where one follows, as people write it.

    What is no date stays as it is.
    """
    from datetime import date

    length = 10  # characters
    try:
        day = date.fromisoformat(written[:length])
    except ValueError:
        return written
    number = place_text(1) if day.day == 1 and language() == "fr" else f"{day.day}"
    # TRANSLATORS: a date.
    words = _("{month} {day}, {year}").format(
        month=_(_MONTHS[day.month - 1]), day=number, year=day.year
    )
    time = written[length:].strip()
    return _("{date}, {time}").format(date=words, time=time) if time else words


def spoken(choice: str) -> str:
    """Return the code of the language that ``choice`` means on this system."""
    return choice if choice in LANGUAGES else _system_language()


def speak(choice: str) -> str:
    """Use the chosen language from now on; returns a message where there is no catalogue for it."""
    language = spoken(choice)
    if language == _ENGLISH:
        set_language(_ENGLISH)
        return ""
    from struct import error as StructError  # noqa: N812  # it has no better name of its own

    name = f"locale/{language}/LC_MESSAGES/tonk.mo"
    try:
        set_language(language, asset_path(name).parents[2])
    except AssetMissing as error:
        why = str(error)
    except (OSError, ValueError, LookupError, StructError):  # whatever gettext stumbles over
        why = f"assets/{name} is damaged; reinstall the game"
    else:
        return ""
    set_language(_ENGLISH)
    return why


def _system_language() -> str:
    """Return the first language that the system prefers and the game knows, otherwise English."""
    from pygame.system import get_pref_locales  # with the window there is pygame anyway

    # SDL reads LANG and LANGUAGE alone; these two come before them.
    overriding = [os.environ.get(name, "")[:2] for name in ("LC_ALL", "LC_MESSAGES")]
    preferred = [*overriding, *(locale["language"] for locale in get_pref_locales())]
    return next((language for language in preferred if language in LANGUAGES), _ENGLISH)
