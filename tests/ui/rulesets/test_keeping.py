"""Saving, leaving, and coming back to what was left."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pygame
import pytest

from game.menus.start import StartScene
from game.rule_files import NamedRules, OwnRules
from game.rules.presets import preset
from game.ui.rulesets.choose import ChooseRulesScene
from game.ui.rulesets.draft import Draft, left_drafts
from game.ui.rulesets.editor import EditorScene, LeavingScene
from game.ui.shell.loop import App
from tests.session.damages import KINDS
from tests.ui.rulesets.hands import (
    CTRL,
    ENTER,
    ESCAPE,
    LEFT,
    RIGHT,
    a_set,
    choosing,
    editing,
    names,
    number,
    own_draft,
    tab_to,
    to_rule,
    walk_to,
    window,
    write,
)
from tests.ui.stage import point, press, row_list, top


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with window(tmp_path) as app:
        yield app


def test_save_goes_to_the_players_folder_and_can_be_changed_again(app: App, tmp_path: Path) -> None:
    saved: list[tuple[NamedRules, str]] = []
    editor = editing(app, own_draft("texas", "Station"), lambda *told: saved.append(told))
    to_rule(app, editor, "jokers")
    press(app, RIGHT)
    tab_to(app, "button:save")
    press(app, ENTER)
    top(app, StartScene)
    ((kept, before),) = saved
    assert (kept.name, kept.rules.jokers, before) == ("Station", 1, "")
    assert kept.path is not None
    text = tomllib.loads(kept.path.read_text())
    assert text == {"name": "Station", "extends": "texas", "jokers": 1}
    again = editing(app, Draft(kept, replaces="Station"))
    tab_to(app, "name")
    write(app, " 2")
    press(app, pygame.K_s, mod=CTRL)
    assert not again.draft.is_changed
    assert names(tmp_path) == ["Station 2"]
    assert OwnRules.in_folder(tmp_path).sets[0].rules == kept.rules


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "Give the rule set a name."),
        ("Chicago", "There's already a preset called “Chicago”."),
        ("chi cago ", "“chi cago ” can't be a name"),
        ("FRIDAY-NIGHT", "You already have a rule set called “FRIDAY-NIGHT”."),
        ("random", "“random” stands for rules made up at random."),
        ("TONK1-B702-TR8", "“TONK1-B702-TR8” reads as a share code."),
    ],
)
def test_a_name_that_cannot_be_is_told_and_nothing_is_saved(
    app: App, tmp_path: Path, name: str, why: str
) -> None:
    a_set(tmp_path)
    draft = own_draft()
    draft.name = name
    editor = editing(app, draft)
    press(app, pygame.K_s, mod=CTRL)
    assert app.top is editor
    assert app.toasts.text.startswith(why)
    assert names(tmp_path) == ["Friday night"]


def test_a_folder_that_cannot_be_written_is_told_and_the_draft_stays(
    app: App, tmp_path: Path
) -> None:
    (tmp_path / "rules").write_text("in the way")
    editor = editing(app, own_draft())
    press(app, pygame.K_s, mod=CTRL)
    assert app.top is editor
    assert app.toasts.text.startswith("Not saved: ")
    assert "\n" not in app.toasts.text


def test_leaving_asks_and_esc_goes_on_editing(app: App, tmp_path: Path) -> None:
    editor = editing(app, own_draft())
    to_rule(app, editor, "jokers")
    press(app, RIGHT, ESCAPE)
    top(app, LeavingScene)
    press(app, ESCAPE)
    assert app.top is editor
    assert editor.draft.values["jokers"] == 1
    press(app, ESCAPE)
    point(app, "button:lose")
    top(app, StartScene)
    assert names(tmp_path) == []
    assert list(tmp_path.glob("rules-draft*")) == []


def test_leaving_may_save(app: App, tmp_path: Path) -> None:
    editor = editing(app, own_draft())
    to_rule(app, editor, "jokers")
    press(app, RIGHT, ESCAPE, ENTER)
    top(app, StartScene)
    assert names(tmp_path) == ["Mine"]


def test_leaving_without_changes_asks_nothing(app: App) -> None:
    editing(app, own_draft())
    press(app, ESCAPE)
    top(app, StartScene)


def test_a_copy_is_asked_about_only_if_anything_was_changed_in_it(app: App, tmp_path: Path) -> None:
    page = choosing(app)
    point(app, "button:copy")
    assert top(app, EditorScene).aside()[0].endswith("Not saved yet.")
    press(app, ESCAPE)
    assert app.top is page
    point(app, "button:copy")
    tab_to(app, "name")
    write(app, "x")
    press(app, ESCAPE)
    top(app, LeavingScene)
    point(app, "button:lose")
    assert names(tmp_path) == []
    assert list(tmp_path.glob("rules-draft*")) == []


def test_a_change_that_was_taken_back_is_no_change(app: App) -> None:
    editor = editing(app, own_draft())
    to_rule(app, editor, "jokers")
    press(app, RIGHT, LEFT, ESCAPE)
    top(app, StartScene)


def test_the_window_may_close_in_the_middle_and_the_draft_is_there_again(tmp_path: Path) -> None:
    with window(tmp_path) as app:
        editor = editing(app, own_draft("texas", "Half"))
        number(app, editor, "jokers", "7")
        to_rule(app, editor, "naturals")
        press(app, ENTER, ENTER)
        tab_to(app, "pays")
        write(app, "0")
        press(app, ESCAPE)
        values = dict(editor.draft.values)
        app.quit()
        app.run()
    with window(tmp_path) as app:
        choose = choosing(app)
        walk_to(app, lambda: row_list(choose, "sets").current, "draft:0")
        press(app, ENTER)
        editor = top(app, EditorScene)
        assert (editor.draft.name, editor.draft.base) == ("Half", "texas")
        assert editor.draft.values == values
        press(app, ESCAPE)
        point(app, "button:lose")
        choose = top(app, ChooseRulesScene)
        assert "draft:0" not in [row.key for row in row_list(choose, "sets").rows]


@pytest.mark.parametrize("kind", ["cut", "zeroed page", "overwritten", "deleted"])
def test_a_draft_that_is_damaged_or_gone_is_there_again(tmp_path: Path, kind: str) -> None:
    draft = own_draft("texas", "Half")
    draft.put("jokers", "two")
    assert draft.keep(tmp_path)
    (path,) = tmp_path.glob("rules-draft-1.json")
    whole, dice = path.read_bytes(), Random(6)
    for _ in range(10):
        spoilt = KINDS[kind](whole, dice, [])
        if spoilt is None:
            path.unlink()
        else:
            path.write_bytes(spoilt)
        (found,) = left_drafts(tmp_path)
        assert (found.name, found.base, found.values) == ("Half", "texas", draft.values)
        assert path.read_bytes().strip() == whole.strip()
    left_drafts(tmp_path)[0].drop()
    assert left_drafts(tmp_path) == ()


def test_drafts_do_not_take_each_others_place(tmp_path: Path) -> None:
    for name in ("One", "Two"):
        with window(tmp_path) as app:
            editor = editing(app, own_draft(name=name))
            to_rule(app, editor, "upcard")
            press(app, LEFT)
            app.quit()
            app.run()
    with window(tmp_path) as app:
        choose = choosing(app)
        assert [row.title for row in row_list(choose, "sets").rows[:2]] == ["One", "Two"]


def left(base: str, values: str) -> str:
    """What a draft's file may hold."""
    head = f'"name": "x", "replaces": "", "base": "{base}", "note": "", "words": []'
    return f'{{{head}, "values": {values}}}'


def test_a_draft_that_can_be_read_is_one(tmp_path: Path) -> None:
    (tmp_path / "rules-draft-1.json").write_text(left("texas", '{"jokers": 9}'))
    with window(tmp_path) as app:
        assert row_list(choosing(app), "sets").rows[0].key == "draft:0"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"name": 1}',
        left("nowhere", "{}"),
        left("texas", '{"catch": "nonsense"}'),
        left("texas", '{"ranks": "AZ"}'),
        left("texas", '{"naturals": [{"match": "sometimes"}]}'),
        left("texas", '{"naturals": [{"pays": []}]}'),
        left("texas", '{"naturals": 7}'),
    ],
)
def test_a_draft_that_cannot_be_read_is_no_draft(tmp_path: Path, text: str) -> None:
    (tmp_path / "rules-draft-1.json").write_text(text)
    with window(tmp_path) as app:
        choose = choosing(app)
        assert row_list(choose, "sets").rows[0].key == "standard"


def test_an_own_set_deleted_elsewhere_is_saved_anew(app: App, tmp_path: Path) -> None:
    kept = a_set(tmp_path)
    editor = editing(app, Draft(kept, replaces=kept.name))
    assert kept.path is not None
    kept.path.unlink()
    to_rule(app, editor, "jokers")
    press(app, RIGHT)
    press(app, pygame.K_s, mod=CTRL)
    assert names(tmp_path) == ["Friday night"]


def test_a_name_taken_elsewhere_meanwhile_is_told(app: App, tmp_path: Path) -> None:
    editor = editing(app, own_draft(name="Friday night"))
    a_set(tmp_path)
    press(app, pygame.K_s, mod=CTRL)
    assert app.top is editor
    assert "has that name already" in app.toasts.text
    assert OwnRules.in_folder(tmp_path).sets[0].rules == preset("rushville")
