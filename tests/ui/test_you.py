"""A name and a face of one's own: cleaned, kept, and seen at the table, in scores and records."""

from __future__ import annotations

import json
from pathlib import Path

import pygame
import pytest

from game.menus.start import StartScene
from game.play.opponents import Opponents
from game.play.plan import Plan, Player
from game.saves.settings import LANGUAGES, LONGEST_NAME, Settings, SettingsStore
from game.saves.store import Store
from game.ui.kit.inputs import Choice
from game.ui.look.faces import EXTRAS, Hair, Person, person_from, person_of
from game.ui.session.score_pages import ScoresScene
from game.ui.session.starting import begin_session
from game.ui.session.table_scene import TableScene
from game.ui.settings.player_page import YouScene
from game.ui.shell.loop import App
from game.ui.text.language import _
from game.ui.text.sessions import shown_names
from game.ui.viewer.replay_scene import person_in
from tests.session.players import careless, play_hands
from tests.ui.stage import point, press, shown, stage, top, turns, widget
from tests.ui.test_everything_fits import spoken

LONG = "x" * 1000


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Zoë ", "Zoë"),
        ("a\u202eb\u200bc", "abc"),
        ("\u200b\u2800", ""),
        ("two\nlines", "two lines"),
        (LONG, "x" * LONGEST_NAME),
        ("花子", "花子"),
    ],
)
def test_a_name_is_cleaned_wherever_it_comes_from(tmp_path: Path, typed: str, kept: str) -> None:
    (tmp_path / "settings.json").write_text(json.dumps({"name": typed}), "utf-8")
    store = SettingsStore.open(tmp_path)
    assert store.settings.name == kept
    assert not store.loaded.complaints
    with stage() as app:
        shown(app, YouScene(app))
        pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=typed[:100].replace("\n", " ")))
        turns(app)
        assert app.services.settings.settings.name == kept


@pytest.mark.parametrize("value", [7, None, ["x"]])
def test_what_is_no_name_is_refused(tmp_path: Path, value: object) -> None:
    (tmp_path / "settings.json").write_text(json.dumps({"name": value}), "utf-8")
    store = SettingsStore.open(tmp_path)
    assert store.settings.name == ""
    assert [each.key for each in store.loaded.complaints] == ["name"]


def test_the_table_scores_and_records_bear_the_name_and_no_opponent_has_it(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    with stage(store=store) as app:
        app.change(name="Ada")
        shown(app, StartScene(app))
        begin_session(app, 3, 1)
        table = top(app, TableScene)
        assert sorted(table.session.names) == ["Ada", "Basil", "Cleo", "Duke"]
        assert shown_names(table.session)[0] == "Ada"
        play_hands(table.session, [careless] * 4, 1)
        record = table.session.history()[-1]
        assert record.seats[0] == "Ada"
        assert person_in(record, "Ada") == 0
        page = ScoresScene(app, table.session)
        shown(app, page)
        assert "Ada: " in page.spoken()
    store.close()


def test_without_a_name_it_is_the_word_for_you() -> None:
    with stage() as app:
        shown(app, StartScene(app))
        begin_session(app, 1, 1)
        assert top(app, TableScene).session.names[0] == "You"


def chosen(app: App) -> Person:
    found = top(app, YouScene).person
    assert found is not None
    return found


def test_a_face_is_put_together_by_keys_and_shows_on_the_own_plate() -> None:
    with stage() as app:
        page = YouScene(app)
        shown(app, page)
        assert page.person is None
        point(app, "face")
        first = chosen(app)
        for part in ("style", "hair", "skin", "cloth", "extras"):
            page.form.focus(part)
            press(app, pygame.K_RIGHT)
        now = chosen(app)
        assert (now.style != first.style, now.hair != first.hair) == (True, True)
        app.home()
        shown(app, StartScene(app))
        begin_session(app, 1, 1)
        table = top(app, TableScene)
        with_face = pygame.image.tobytes(app.window.surface, "RGB")
        app.change(face="")
        table.resize(app.size)
        turns(app)
        assert with_face != pygame.image.tobytes(app.window.surface, "RGB")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_player_without_a_name_is_you_in_the_language_spoken_now(language: str) -> None:
    with spoken(language):
        plan = Plan((Player(_("You")), Player("Basil", "regular")))
    assert shown_names(plan) == ("You", "Basil")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_of_a_face_has_a_name_of_its_own(language: str) -> None:
    with spoken(language), stage() as app:
        app.change(face=person_of("Ada").text)
        page = YouScene(app)
        shown(app, page)
        for part in ("style", "hair", "skin", "cloth", "extras"):
            names = [name for _, name in widget(page, part, Choice).options]
            assert len({*names}) == len(names)
            assert all(name and not any(map(str.isdigit, name)) for name in names)


def test_every_face_can_be_written_and_read_and_nonsense_is_none() -> None:
    for name in ("Ada", "Basil", "Cleo", "Zoë"):
        assert person_from(person_of(name).text) == person_of(name)
    assert len(set(EXTRAS)) == len(EXTRAS)
    for text in ("", "x", "olive black bob", "olive black bob #2c7f79 wings", f"olive {Hair.BOB}"):
        assert person_from(text) is None
    assert Settings().face == ""
    assert Opponents(("regular",)).players((), 2, "Basil")[1].name == "Cleo"
