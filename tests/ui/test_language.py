"""The language that the game speaks follows the choice, and without one the system."""

import sys
from pathlib import Path

import pytest

from game.ui.assets import asset_path
from game.ui.text.language import _, speak, spoken

CATALOGUE = "locale/fr/LC_MESSAGES/tonk.mo"
WHOLE = asset_path(CATALOGUE).read_bytes()


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A system other than Windows and macOS that prefers nothing yet."""
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


@pytest.mark.parametrize("name", ["LC_ALL", "LC_MESSAGES", "LANG"])
def test_the_system_s_language_is_spoken_where_none_is_chosen(
    system: pytest.MonkeyPatch, name: str
) -> None:
    system.setenv(name, "ja_JP.UTF-8")
    assert spoken("") == "ja"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ({}, "en"),
        ({"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "POSIX", "LC_MESSAGES": "fr_FR", "LANG": "fr_FR"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANG": "fr_FR.UTF-8", "LANGUAGE": "fr"}, "en"),
        ({"LC_MESSAGES": "C", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "fr"}, "en"),
        ({"LANGUAGE": "fr"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LC_ALL": "en_US.UTF-8", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "xx_YY.UTF-8", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "fr_CA.UTF-8@euro", "LC_MESSAGES": "C", "LANG": "C"}, "fr"),
        ({"LC_MESSAGES": "fr", "LANG": "ja_JP.UTF-8"}, "fr"),
        ({"LC_CTYPE": "fr_FR.UTF-8", "LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "fr_CA:ja"}, "fr"),
        ({"LANG": "ja_JP.UTF-8", "LANGUAGE": "xx:yy"}, "ja"),
        ({"LC_ALL": "fr_FR", "LANG": "C", "LANGUAGE": "xx:ja:fr"}, "ja"),
        ({"LANG": "fra"}, "en"),
        ({"LANG": "Cx"}, "en"),
    ],
    ids=str,
)
def test_the_first_variable_that_is_set_decides(
    system: pytest.MonkeyPatch, language: dict[str, str], said: str
) -> None:
    for name, value in language.items():
        system.setenv(name, value)
    assert spoken("") == said


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_where_the_system_has_settings_they_are_asked(
    system: pytest.MonkeyPatch, platform: str
) -> None:
    preferred = [{"language": "xx", "country": "YY"}, {"language": "ja", "country": None}]
    system.setattr(sys, "platform", platform)
    system.setattr("pygame.system.get_pref_locales", lambda: preferred)
    system.setenv("LANG", "fr_FR.UTF-8")
    assert spoken("") == "ja"
    system.setenv("LC_ALL", "fr_FR.UTF-8")
    assert spoken("") == "fr"
    system.setattr("pygame.system.get_pref_locales", list)
    system.delenv("LC_ALL")
    assert spoken("") == "en"


def test_a_choice_comes_before_the_system(system: pytest.MonkeyPatch) -> None:
    system.setenv("LANG", "ja_JP.UTF-8")
    assert spoken("fr") == "fr"


@pytest.mark.parametrize("language", ["C", "xx_YY.UTF-8", ""])
def test_a_language_that_the_game_does_not_know_is_english(
    system: pytest.MonkeyPatch, language: str
) -> None:
    system.setenv("LC_ALL", language)
    assert spoken("") == "en"


def test_english_needs_no_catalogue() -> None:
    assert speak("en") == ""
    assert _("You drop.") == "You drop."


@pytest.mark.parametrize(
    "held", [b"", b"\xde\x12\x04\x95", b"nonsense" * 40, WHOLE[: len(WHOLE) // 2]]
)
def test_a_catalogue_that_cannot_be_read_is_told_and_english_goes_on(
    bare_assets: Path, held: bytes
) -> None:
    file = bare_assets / CATALOGUE
    file.parent.mkdir(parents=True)
    file.write_bytes(held)
    assert "assets/locale/fr/LC_MESSAGES/tonk.mo is damaged" in speak("fr")
    assert _("You drop.") == "You drop."
