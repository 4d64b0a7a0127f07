"""The language changes while a hand is on the table: nothing of the old one stays."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pygame
import pytest

from game.menus.start import StartScene
from game.play.plan import Plan, Player
from game.play.session import Session
from game.rules.presets import STANDARD
from game.saves.settings import LANGUAGES, Settings, SettingsStore
from game.ui.kit.skin import Skin
from game.ui.session.starting import begin_session
from game.ui.session.table_scene import TableScene
from game.ui.settings.pages import OptionsScene
from game.ui.shell.loop import App
from game.ui.text.hint_reasons import reason_sentence
from game.ui.text.language import (
    amount_text,
    date_text,
    decimal_text,
    percent_text,
    set_courts,
    signed_text,
    speak,
)
from game.ui.text.move_words import cards_text, stakes_text
from game.ui.text.sessions import number_text
from tests.ui.stage import shown, stage, top, turns
from tests.ui.table.states import play_until


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    speak("en")
    set_courts("")


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Every text that is made to be seen from now on."""
    texts: set[str] = set()
    render = Skin.text

    def text(
        skin: Skin, words: str, colour: str = "ink", units: float = 22.0, *, bold: bool = False
    ) -> pygame.Surface:
        texts.add(words)
        return render(skin, words, colour, units, bold=bold)

    monkeypatch.setattr(Skin, "text", text)
    return texts


def played(app: App, wanted: int) -> TableScene:
    """A table at the player's first turn after that many moves, the same ones each time."""
    shown(app, StartScene(app))
    begin_session(app, 2, 50)
    turns(app)
    table = top(app, TableScene)
    play_until(
        table,
        lambda scene: (
            len(scene.view.moves) >= wanted
            and (scene.view.turn == scene.view.seat or scene.view.result is not None)
        ),
    )
    for _frame in range(60):
        table.update(1 / 60)
        table.board.skip()
    app.redraw()
    turns(app)
    return table


def in_language(language: str) -> SettingsStore:
    return SettingsStore.unsaved(Settings(speed="instant", mute=True, language=language))


def test_court_cards_have_the_letters_of_the_language_or_those_chosen() -> None:
    with stage(settings=in_language("fr")) as app:
        speak("fr")
        shown(app, OptionsScene(app, "look"))
        for values, letters in (
            ({"courts": "JQK"}, "JQK"),
            ({"courts": ""}, "VDR"),
            ({"language": "en"}, "JQK"),
            ({"courts": "VDR"}, "VDR"),
            ({"language": "ja"}, "VDR"),
            ({"courts": ""}, "JQK"),
        ):
            app.change(**values)
            assert app.services.theme.deck().courts == letters
            assert cards_text(("JS", "QH", "KD", "AC")) == "{}♠ {}♥ {}♦ A♣".format(*letters)
            assert f"{letters[1]}♥" in reason_sentence("took", {"card": "QH"})


@pytest.mark.parametrize("letters", ["JQK", "VDR"])
def test_the_log_takes_other_letters_at_once_and_the_record_keeps_its_own(letters: str) -> None:
    with stage(settings=in_language("fr")) as app:
        speak("fr")
        app.change(courts="VDR" if letters == "JQK" else "JQK")
        table = played(app, 999)
        before = table.session.history()[-1].to_json()
        app.change(courts=letters)
        turns(app)
        told = " ".join(table.log.texts)
        found = set(re.findall("([A-Z])[♣♦♥♠]", told)) - {"A"}
        assert found
        assert found <= {*letters}
        assert table.session.history()[-1].to_json() == before
        assert not re.search("[VR][CDHS]", before)


@pytest.mark.parametrize("moves", [9, 999], ids=["in play", "at the end"])
@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_a_table_looks_as_if_it_had_always_spoken_so(
    language: str, moves: int, written: set[str]
) -> None:
    speak(language)
    with stage(settings=in_language(language)) as app:
        wanted = played(app, moves).log.texts
        written.clear()
        app.redraw()
        turns(app)
        seen = set(written)
    speak("en")
    with stage(settings=in_language("en")) as app:
        table = played(app, moves)
        english = table.log.texts
        app.change(language=language)
        turns(app)
        written.clear()
        app.redraw()
        turns(app)
        assert table.log.texts == wanted
        assert written - seen == set()
        app.change(language="en")
        turns(app)
        assert table.log.texts == english


NUMBERS = {
    "en": ("12,345", "+1,000", "\u22127", "2.5", "50%", "1,000 stakes"),
    "fr": ("12\u202f345", "+1\u202f000", "\u22127", "2,5", "50\u00a0%", "1\u202f000 mises"),
    "ja": ("12,345", "+1,000", "\u22127", "2.5", "50%", "1,000口"),
}
DATES = {
    "en": ("Nov 27, 2026", "Jan 1, 2026, 20:30"),
    "fr": ("27 nov. 2026", "1er janv. 2026, 20:30"),
    "ja": ("2026年11月27日", "2026年1月1日 20:30"),
}
MONTHS = {"en": "Nov 2026", "fr": "nov. 2026", "ja": "2026年11月"}
MARKS = {"en": ",.", "fr": "\u202f,", "ja": ",."}
"""What stands between thousands, and before tenths."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_are_written_as_the_language_writes_them(language: str) -> None:
    speak(language)
    now = (
        amount_text(12345),
        signed_text(1000),
        amount_text(-7),
        decimal_text(2.5),
        percent_text(50),
        stakes_text(1000),
    )
    assert now == NUMBERS[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_dates_are_written_as_the_language_writes_them(language: str) -> None:
    speak(language)
    assert tuple(map(date_text, ("2026-11-27", "2026-01-01 20:30"))) == DATES[language]
    assert date_text("2026-11") == MONTHS[language]
    strange = ("", "2026-02-30", "2026-13", "7 today", "yesterday at noon")
    assert tuple(map(date_text, strange)) == strange


@pytest.mark.parametrize("language", LANGUAGES)
def test_thousands_are_set_apart_before_tenths_too(language: str) -> None:
    speak(language)
    numbers = (12345.5, -1234567.0, 1000.0, 999.5, 1 / 30)
    wanted = ("12,345.5", "\u22121,234,567", "1,000", "999.5", "0.0333333", "1,234.50")
    signs = str.maketrans(",.", MARKS[language])
    texts = (*map(decimal_text, numbers), decimal_text(1234.5, 2))
    assert texts == tuple(text.translate(signs) for text in wanted)


def test_the_number_of_a_hand_is_written_as_any_number() -> None:
    players = (Player("Ann"), Player("Bob", "bot"))
    endless = Session.start(Plan(players, STANDARD, "text"))
    assert number_text(endless, 1234) == "Hand 1,234"
    counted = Session.start(Plan(players, STANDARD, "text", length=2000))
    assert number_text(counted, 1234) == "Hand 1,234 of 2,000"
