"""The language that the game speaks follows the choice, and without one the system."""

from pathlib import Path

import pytest

from game.ui.assets import asset_path
from game.ui.text.language import _, speak, spoken

CATALOGUE = "locale/fr/LC_MESSAGES/tonk.mo"
WHOLE = asset_path(CATALOGUE).read_bytes()


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A system that prefers nothing yet."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


@pytest.mark.parametrize("name", ["LC_ALL", "LC_MESSAGES", "LANG"])
def test_the_system_s_language_is_spoken_where_none_is_chosen(
    system: pytest.MonkeyPatch, name: str
) -> None:
    system.setenv(name, "ja_JP.UTF-8")
    assert spoken("") == "ja"


def test_a_choice_comes_before_the_system(system: pytest.MonkeyPatch) -> None:
    system.setenv("LANG", "ja_JP.UTF-8")
    assert spoken("fr") == "fr"


@pytest.mark.parametrize("language", ["C", "xx_YY.UTF-8", "de_DE.UTF-8", ""])
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
