"""The player's language. English stands in the code; catalogues, where there are any, replace it.

Every string that a player reads goes through `_` or `ngettext` at the moment it is shown, so that
the language can change while the game runs. Text kept in a table at import time is marked with
`N_` there and translated with `_` where it is shown.
"""

import gettext
from pathlib import Path

DOMAIN = "tonk"
_catalogue: gettext.NullTranslations = gettext.NullTranslations()


def set_language(language: str, folder: Path | None = None) -> None:
    """Speak `language` from now on ("en", "fr", "ja"); what has no translation stays English."""
    global _catalogue  # noqa: PLW0603  # gettext's own way: one language at a time per program
    languages = [language] if language else []
    _catalogue = gettext.translation(DOMAIN, folder, languages, fallback=True)


def language() -> str:
    """The code of the language that is spoken; English where there is no catalogue for another."""
    return _catalogue.info().get("language", "en")


def _(message: str) -> str:
    """Give the message in the player's language."""
    return _catalogue.gettext(message)


def ngettext(one: str, many: str, count: int) -> str:
    """Give the form that fits the count, in the player's language."""
    found = _catalogue.ngettext(one, many, count)
    # Forms that are kept apart in a table were translated one by one.
    return _catalogue.gettext(found) if found in {one, many} else found


def pgettext(context: str, message: str) -> str:
    """Give a message whose meaning depends on where it stands ("drop" the verb, the noun)."""
    return _catalogue.pgettext(context, message)


def N_(message: str) -> str:  # noqa: N802  # the name that gettext's tools look for
    """Mark a message for translation without translating it yet."""
    return message
