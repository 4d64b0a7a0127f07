"""What is read aloud: the thing that has the keyboard, and every event of the table, once each."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.menus.start import StartScene
from game.ui.kit.widget import sentences
from game.ui.session.starting import begin_session
from game.ui.session.table_scene import TableScene
from game.ui.settings.pages import OptionsScene
from game.ui.shell.loop import App
from game.ui.shell.scene import BaseScene, Stage
from game.ui.shell.speech import Narrator, in_words
from game.ui.shell.tips import Tip
from game.ui.shell.voice import Saying, command_of, is_systems_own, system_voice
from game.ui.text.language import speak
from game.ui.text.move_words import card_text
from tests.ui.stage import press, shown, stage, top, turns


def listening(app: App) -> list[Saying]:
    """Everything that is said from now on."""
    heard: list[Saying] = []
    app.narrator = Narrator(app.notify, heard.append)
    app.change(speech=True)
    return heard


def test_what_has_the_keyboard_is_said_once() -> None:
    with stage() as app:
        heard = listening(app)
        shown(app, StartScene(app))
        press(app, pygame.K_DOWN)
        app.notify("")  # another frame in which nothing changes
        turns(app)
    assert [saying.text for saying in heard][:1] == ["Tonk. Play."]
    assert len(heard) == len({saying.text for saying in heard}) == 2
    assert all(saying.interrupts for saying in heard)


def test_a_value_is_said_when_it_changes() -> None:
    with stage() as app:
        heard = listening(app)
        page = OptionsScene(app)
        shown(app, page)
        page.form.focus("speed")
        press(app, pygame.K_LSHIFT)
        before = len(heard)
        press(app, pygame.K_LEFT, pygame.K_RIGHT)
    told = [saying.text for saying in heard[before:]]
    assert len(told) == len({*told}) == 2


def test_the_words_of_the_focus_come_before_what_stands_below_it() -> None:
    with stage() as app:
        page = OptionsScene(app, "general")
        shown(app, page)
        page.form.focus("speech")
        heard = listening(app)
        app.redraw()
        turns(app)
        begin = sentences(page.heading, page.spoken())
        assert heard[0].text.startswith(begin)
        assert "Backup" in heard[0].text.removeprefix(begin)


def test_another_language_is_the_only_news_that_it_brings() -> None:
    try:
        with stage() as app:
            page = OptionsScene(app, "general")
            shown(app, page)
            page.form.focus("language")
            heard = listening(app)
            app.redraw()
            turns(app)
            for language in ("fr", "ja"):
                app.change(language=language)
                turns(app)
                said = in_words(sentences(page.spoken()))
                assert heard[-1] == Saying(said, language, interrupts=True)
    finally:
        speak("en")


def test_a_screen_named_like_its_focus_is_said_once() -> None:
    with stage() as app:
        heard = listening(app)
        shown(app, Named(app, "Name: Mine. before “M”.", ""))
        assert [saying.text for saying in heard] == ["Name: Mine. before “M”."]


def test_the_table_tells_its_log_and_the_card_under_the_cursor() -> None:
    with stage() as app:
        shown(app, StartScene(app))
        heard = listening(app)
        begin_session(app, 1, 1)
        turns(app)
        table = top(app, TableScene)
        said = " ".join(saying.text for saying in heard)
        assert all(in_words(text) in said for text in table.log.texts)
        before = len(heard)
        press(app, pygame.K_TAB)
        assert len(heard) == before + 1


class Explained(BaseScene):
    """A scene whose focus has a tip."""

    def __init__(self, stage: Stage, focus: str, words: str) -> None:
        super().__init__(stage)
        self.focus, self.words = focus, words

    def spoken(self) -> str:
        return self.focus

    def tip(self, _at: tuple[int, int] | None) -> Tip:
        return Tip(self.words, pygame.Rect(50, 50, 20, 20))


class Named(Explained):
    """A scene that is named by its first field."""

    heading = "Name: Mine"


@pytest.mark.parametrize(
    ("focus", "tip", "heard"),
    [
        ("Discards: 2♥", "Discards: 2♥ (T)", "Key T."),
        ("捨て札：2♥", "捨て札：2♥（T）。", "Key T."),
        ("Stock 34.", "Stock 34. Draw a card. (D)", "Draw a card. Key D."),
        ("Menu.", "Menu (Esc)", "Key Esc."),
        ("In the pack.", "In the pack: A", "A."),
        ("Lay", "Lay the cards (S). You hold none.", "Lay the cards (S). You hold none."),
        ("In the pack: A", "In the pack: A", ""),
        ("Name: Ж. Some letters can't be shown here.", "Some letters can't be shown here", ""),
    ],
)
def test_of_a_tip_is_heard_what_the_focus_lacks_and_once(focus: str, tip: str, heard: str) -> None:
    with stage() as app:
        said = listening(app)
        shown(app, Explained(app, focus, tip))
        for _key in range(2):
            press(app, pygame.K_F9)
            while app.tips.idle_for() is not None:
                app.turn()
            assert app.tips.shown is not None
    told = [saying.text for saying in said]
    assert told == [in_words(sentences(focus)), *([heard] if heard else [])]
    assert not any(saying.interrupts for saying in said[1:])


def test_nothing_is_said_unless_it_is_wanted() -> None:
    with stage() as app:
        heard = listening(app)
        app.change(speech=False)
        shown(app, StartScene(app))
        press(app, pygame.K_DOWN)
    assert heard == []


def test_suits_are_heard_by_name() -> None:
    assert in_words("You draw 7♠.") == "You draw 7 of spades."
    assert in_words("K♥, 10♦") == "king of hearts, 10 of diamonds"
    assert in_words("V♣, D♦, R♠") == "jack of clubs, queen of diamonds, king of spades"
    assert in_words("High suit ♣") == "High suit clubs"
    assert in_words("Ada calls ♥ hearts.") == "Ada calls hearts."
    assert in_words("+78 → 90") == "+78, now 90"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "ace of hearts, 10 of clubs, joker (as 7), joker, 3 of spades."),
        ("fr", "as de cœur, 10 de trèfle, joker (comme 7), joker, 3 de pique."),
        ("ja", "ハートのエース、クラブの10、ジョーカー（7の代わり）、ジョーカー、スペードの3。"),
    ],
)
def test_between_cards_the_voice_pauses(language: str, said: str) -> None:
    speak(language)
    try:
        cards = ("AH", ""), ("TC", ""), ("X1", "7"), ("X1", ""), ("3S", "")
        assert in_words(sentences(" ".join(card_text(*card) for card in cards))) == said
    finally:
        speak("en")


def test_where_the_language_has_no_blanks_the_name_of_a_suit_has_none_around_it() -> None:
    speak("ja")
    try:
        assert in_words("高いスート：♠と♥。") == "高いスート：スペードとハート。"
    finally:
        speak("en")


@pytest.mark.skipif(sys.platform != "linux", reason="the program is called otherwise elsewhere")
def test_the_system_s_program_gets_text_and_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "told"
    program = tmp_path / "spd-say"
    program.write_text(f'#!/bin/sh\n{{ echo "$@"; [ "$1" = --cancel ] || cat; }} >> {told}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    say = system_voice()
    assert say
    say(Saying("Zoë drops.", "fr", interrupts=True))
    for _ in range(500):
        if told.exists() and "Zoë" in told.read_text("utf-8"):
            break
        time.sleep(0.02)
    assert told.read_text("utf-8") == "--cancel\n--pipe-mode --language fr\nZoë drops."


def test_a_system_without_a_voice_is_told_of_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    lines: list[str] = []
    with stage() as app:
        scene = StartScene(app)
        shown(app, scene)
        narrator = Narrator(lines.append)
        narrator.follow(scene, "en", wanted=True)
        press(app, pygame.K_DOWN)
        narrator.follow(scene, "en", wanted=True)
    assert lines == ["This system has no voice for reading aloud."]


@pytest.fixture
def _english_system(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A system that speaks English."""
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    is_systems_own.cache_clear()
    yield
    is_systems_own.cache_clear()


_LISTED = """Alex                en_US    # Most people recognize me by my voice.
Thomas              fr_FR    # Bonjour, je m'appelle Thomas.
Eddy (Japanese (Japan)) ja_JP    # こんにちは！私の名前はEddyです。
"""


@pytest.mark.parametrize(
    ("language", "voice"),
    [("fr", ("-v", "Thomas")), ("ja", ("-v", "Eddy (Japanese (Japan))")), ("en", ())],
)
@pytest.mark.usefixtures("_english_system")
def test_a_mac_is_asked_for_a_voice_of_another_language(
    language: str, voice: tuple[str, ...], tmp_path: Path
) -> None:
    program = tmp_path / "say"
    program.write_text(f"#!/bin/sh\ncat <<'END'\n{_LISTED}END\n")
    program.chmod(0o755)
    command = command_of("darwin", str(program), language)
    assert command == (str(program), *voice, "-f", "-")


@pytest.mark.usefixtures("_english_system")
def test_windows_reads_all_letters_and_is_asked_for_a_voice() -> None:
    own, other = (command_of("win32", "powershell", language)[-1] for language in ("en", "ja"))
    assert "UTF8" in own
    assert "SelectVoiceByHints" not in own
    assert "[Globalization.CultureInfo]'ja') } catch { };" in other
