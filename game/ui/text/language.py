"""The player's language. The code is in English; catalogues translate it.

Every string that a player reads goes through `_` or `ngettext` at the moment it is shown, so that
the language can change while the game runs. Texts in tables built at import time are marked with
`N_` and translated with `_` where they are shown.
"""

from __future__ import annotations

import os
import re
import sys
from math import floor
from typing import TYPE_CHECKING, Final

from game.saves.settings import LANGUAGES
from game.ui.assets import AssetMissing, asset_path

if TYPE_CHECKING:
    from collections.abc import Iterable
    from gettext import NullTranslations
    from pathlib import Path

DOMAIN = "tonk"
_ENGLISH: Final = "en"
_catalogue: NullTranslations | None = None  # English needs none
BREAK: Final = "\u200b"
"""Marks in Japanese catalogues where a line may break between phrases; it is never drawn."""
MINUS: Final = "\u2212"
"""The minus sign."""
SYSTEM: Final = ""
"""The choice of following the system."""
COURTS: Final = ("JQK", "VDR")
"""The choices of letters for jack, queen and king."""
_courts = ""


def set_language(language: str, folder: Path | None = None) -> None:
    """Set the language by its code; untranslated texts stay English."""
    global _catalogue  # noqa: PLW0603  # gettext's own way: one language at a time per program
    _catalogue = None
    if language not in {"", _ENGLISH}:
        import gettext

        _catalogue = gettext.translation(DOMAIN, folder, [language], fallback=True)


def language() -> str:
    """Return the code of the current language; English if there is no catalogue for another."""
    return _catalogue.info().get("language", _ENGLISH) if _catalogue else _ENGLISH


def set_courts(letters: str) -> None:
    """Set the letters for jack, queen and king; "" for those of the language."""
    global _courts  # noqa: PLW0603  # as with the language, one at a time per program
    _courts = letters


def courts() -> str:
    """Return the current letters for jack, queen and king."""
    return _courts or language_courts()


def language_courts() -> str:
    """Return the language's letters for jack, queen and king."""
    # TRANSLATORS: the letters of jack, queen and king on the cards: JQK or VDR.
    return pgettext("court cards", "JQK")


def _(message: str) -> str:
    """Return a message in the player's language."""
    return _catalogue.gettext(message) if _catalogue else message


def for_search(text: str) -> str:
    """Return the form in which a search compares texts: without case, accents, the width of
    characters, the difference between the two Japanese syllabaries, or marks for line breaks.
    """
    if text.isascii():
        return text.casefold()
    from unicodedata import combining, normalize  # few searches need it

    voiced = "\u3099\u309a"  # marks that make another syllable
    hiragana = {number: chr(number + 0x60) for number in range(0x3041, 0x3097)}  # as katakana
    others = str.maketrans({"œ": "oe", "æ": "ae", "’": "'"})
    letters = normalize("NFKD", plain(text)).casefold()
    bare = "".join(each for each in letters if each in voiced or not combining(each))
    return normalize("NFC", bare.translate(hiragana | others))


def ngettext(one: str, many: str, count: int) -> str:
    """Return the form for a count, in the player's language."""
    if not _catalogue:
        return one if count == 1 else many
    found = _catalogue.ngettext(one, many, count)
    # Forms kept in a table were translated separately.
    return _catalogue.gettext(found) if found in {one, many} else found


def pgettext(context: str, message: str) -> str:
    """Return the translation of a message that depends on its context (noun or verb)."""
    return _catalogue.pgettext(context, message) if _catalogue else message


def plain(text: str) -> str:
    """Return a text without break marks: to be drawn, spoken or saved."""
    return text.replace(BREAK, "")


def in_a_row(sentences: Iterable[str]) -> str:
    """Join sentences with spaces; a full-width punctuation mark includes its own."""
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
    """Return a whole number with separators between thousands."""
    return f"{amount:,}".replace(",", _thousands()).replace("-", MINUS)


def _thousands() -> str:
    # TRANSLATORS: what stands between thousands, as in 12,345.
    return pgettext("thousands", ",")


def signed_text(amount: int) -> str:
    """Return a whole number with its sign."""
    return f"+{amount_text(amount)}" if amount > 0 else amount_text(amount)


def place_text(place: int) -> str:
    """Return a rank in an order, counted from 1: 1st, 2nd, 43rd."""
    if _catalogue:
        # TRANSLATORS: a rank in an order, the first and others.
        return ngettext("{place}st", "{place}th", place).format(place=place)
    teens = place // 10 % 10 == 1
    ending = "th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def decimal_text(number: float, places: int | None = None) -> str:
    """Return a number without superfluous decimals: 2, 2.5; or with ``places`` of them."""
    text = _plain(number) if places is None else f"{number:,.{places}f}"
    # TRANSLATORS: what stands before decimals, as in 2.5.
    written = {",": _thousands(), ".": pgettext("decimals", "."), "-": MINUS}
    return "".join(written.get(letter, letter) for letter in text)


def _plain(number: float) -> str:
    if abs(number) < 1_000:
        return f"{number:g}"
    return f"{number:,.6f}".rstrip("0").rstrip(".")


def percent_text(percent: float) -> str:
    """Return a percentage without decimals, halves rounded up."""
    return _("{percent}%").format(percent=amount_text(floor(percent + 0.5)))


def date_text(written: str) -> str:
    """Return a date such as 2026-11-27, with its time if any, or a month such as 2026-11, as people
    write it.

    A text that is not a date is returned unchanged.
    """
    from datetime import date

    length = 10  # characters
    try:
        if len(written) == len("2026-11"):
            first = date.fromisoformat(f"{written}-01")
            # TRANSLATORS: a month of a year.
            words = _("{month} {year}")
            return words.format(month=_(_MONTHS[first.month - 1]), year=first.year)
        day = date.fromisoformat(written[:length])
    except ValueError:
        return written
    # TRANSLATORS: a date.
    words = _("{month} {day}, {year}")
    if day.day == 1:
        # TRANSLATORS: the first of a month.
        words = _("{month} 1, {year}")
    words = words.format(month=_(_MONTHS[day.month - 1]), day=day.day, year=day.year)
    time = written[length:].strip()
    return _("{date}, {time}").format(date=words, time=time) if time else words


def spoken(choice: str) -> str:
    """Return the code of the language that ``choice`` stands for on this system."""
    return choice if choice in LANGUAGES else _system_language()


def speak(choice: str) -> str:
    """Set the chosen language; return a message if there is no catalogue for it."""
    language = spoken(choice)
    if language == _ENGLISH:
        set_language(_ENGLISH)
        return ""
    from struct import error as StructError  # noqa: N812  # its own name is just "error"

    name = f"locale/{language}/LC_MESSAGES/tonk.mo"
    try:
        set_language(language, asset_path(name).parents[2])
    except AssetMissing as error:
        why = str(error)
    except (OSError, ValueError, LookupError, StructError):  # any error of a damaged catalogue
        why = f"assets/{name} is damaged; reinstall the game"
    else:
        return ""
    set_language(_ENGLISH)
    return why


def _system_language() -> str:
    """Return the first of the system's preferred languages that the game has, otherwise English.

    Windows and macOS have settings for it, others the variables of POSIX, of which the first that
    is set decides. Before it comes ``LANGUAGE``, a list, but not where it says C or POSIX.
    """
    asked = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES")]
    if sys.platform in ("win32", "darwin"):
        from pygame.system import get_pref_locales  # with a window there is pygame anyway

        asked += [locale["language"] for locale in get_pref_locales()]
    else:
        locale = next(filter(None, [*asked, os.environ.get("LANG")]), "C")
        is_english = re.match(r"(C|POSIX)\b", locale)
        asked = [] if is_english else [*os.environ.get("LANGUAGE", "").split(":"), locale]
    preferred = (re.split("[-_.@]", each)[0] for each in asked)
    return next((language for language in preferred if language in LANGUAGES), _ENGLISH)
