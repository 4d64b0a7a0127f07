"""Choosing rules: found by typing, chosen by keys or mouse, remembered, copied, shared, deleted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.files import StoreError
from game.menus.new_game import NewGameScene
from game.menus.start import StartScene
from game.rules.presets import PRESET_TEXTS, PRESETS, preset
from game.rules.sentences import describe
from game.rules.sharecode import code_of
from game.saves.settings import SettingsStore
from game.ui.autoplay import click
from game.ui.kit import clipboard
from game.ui.kit.controls import Button
from game.ui.kit.document import Heading, Para, Point, TextView
from game.ui.kit.inputs import Choice, OpenRow
from game.ui.pages.dialogs import AskScene
from game.ui.rulesets.choose import ChooseRulesScene
from game.ui.rulesets.editor import EditorScene
from game.ui.rulesets.sharing import EnterCodeScene, ShareScene
from game.ui.rulesets.shelf import Shelf
from game.ui.session.table_scene import TableScene
from game.ui.shell.loop import App
from tests.shares import share
from tests.ui.rulesets.hands import (
    ENTER,
    ESCAPE,
    a_set,
    choosing,
    names,
    tab_to,
    walk_to,
    wheel_to,
    window,
    write,
)
from tests.ui.stage import point, press, row_list, shown, stage, targets, top, turns, widget
from tests.ui.test_tips import rest


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with window(tmp_path) as app:
        yield app


def rules_chosen(app: App) -> str:
    """The name that is remembered."""
    return app.services.settings.settings.rules


def told(page: ChooseRulesScene) -> list[str]:
    """What is said about the current set."""
    return [
        block.text
        for block in widget(page, "text", TextView).blocks
        if isinstance(block, Heading | Para | Point)
    ]


def test_every_preset_is_there_with_its_sentence_and_own_sets_come_first(tmp_path: Path) -> None:
    a_set(tmp_path)
    with window(tmp_path) as app:
        rows = row_list(choosing(app), "sets").rows
    assert [row.key for row in rows] == ["Friday night", *PRESETS]
    assert [row.title for row in rows[1:]] == [PRESET_TEXTS[name].title for name in PRESETS]
    for row in rows[1:]:
        assert [line.text for line in row.lines] == [PRESET_TEXTS[row.key].line]


def test_what_differs_from_the_standard_game_stands_beside(app: App) -> None:
    page = choosing(app)
    assert "This is the standard game." in told(page)
    for section in describe(preset("standard")):
        assert set(map(str, section.sentences)) <= set(told(page)), "all of its rules"
    write(app, "texas")
    assert told(page)[:2] == ["Texas", PRESET_TEXTS["texas"].line]
    assert (
        "A dealt hand that counts 49 is shown at once and wins: every other player pays 1 stake."
        in (told(page))
    )
    assert "“come in” here means: drop." in told(page)


def test_every_preset_is_found_by_its_title_and_chosen_by_enter(app: App) -> None:
    for name in share([*PRESETS], 4):
        choosing(app)
        write(app, PRESET_TEXTS[name].title)
        press(app, ENTER)
        top(app, NewGameScene)
        assert rules_chosen(app) == name
        app.home()


def test_typing_finds_what_only_the_sentences_say(app: App) -> None:
    page = choosing(app)
    write(app, "booed")
    assert [row.key for row in row_list(page, "sets").rows] == ["rushville"]
    press(app, ESCAPE)
    assert len(row_list(page, "sets").rows) == len(PRESETS)
    write(app, "xyzzy")
    assert row_list(page, "sets").rows == ()
    press(app, ENTER)
    assert app.top is page
    press(app, ESCAPE, ESCAPE)
    top(app, NewGameScene)
    assert rules_chosen(app) == "standard"


def test_the_last_choice_is_current_and_marked(app: App) -> None:
    choosing(app)
    write(app, "vietnam")
    press(app, ENTER)
    page = choosing(app)
    assert row_list(page, "sets").current == "vietnam"
    assert [row.key for row in row_list(page, "sets").rows if row.mark] == ["vietnam"]


def test_rules_are_chosen_by_mouse_alone(app: App) -> None:
    point(app, "button:play")
    point(app, "rules")
    wheel_to(app, "sets", "sets:chicago")
    point(app, "sets:chicago")
    point(app, "button:choose")
    new_game = top(app, NewGameScene)
    assert rules_chosen(app) == "chicago"
    assert widget(new_game, "rules", OpenRow).value == "Chicago"
    point(app, "button:start")
    point(app, "button:go_on")
    assert top(app, TableScene).session.rules == preset("chicago")


def test_more_players_than_the_pack_serves_cannot_be_chosen_and_it_says_why(app: App) -> None:
    app.change(opponents=5, rules="vietnam")
    shown(app, NewGameScene(app))
    page = top(app, NewGameScene)
    assert widget(page, "opponents", Choice).value == 3
    point(app, "opponents:more")
    assert widget(page, "opponents", Choice).value == 3
    assert "5 players would need 41 cards, the pack has 40." in page.note.text
    point(app, "button:start")
    point(app, "button:go_on")
    assert len(top(app, TableScene).session.players) == 4
    assert app.services.settings.settings.opponents == 5


def test_a_stock_that_is_soon_empty_is_warned_of_before_the_deal(app: App) -> None:
    app.change(opponents=4, rules="tunk")
    page = shown(app, NewGameScene(app))
    assert isinstance(page, NewGameScene)
    assert "fewer than two draws" not in page.note.text
    point(app, "opponents:more")
    assert "With 6 players the stock has only 9 cards" in page.note.text
    point(app, "opponents:less")
    assert "fewer than two draws" not in page.note.text


def test_a_pack_too_small_for_two_cannot_be_dealt(tmp_path: Path) -> None:
    a_set(tmp_path, "Tiny", ranks="A23", suits="C")
    with window(tmp_path) as app:
        app.change(rules="Tiny")
        shown(app, NewGameScene(app))
        assert "button:start" not in targets(app)
        assert "2 players would need" in top(app, NewGameScene).note.text
        press(app, ENTER)
        assert not isinstance(app.top, TableScene)


def test_rules_with_a_stake_of_their_own_bring_it_along(tmp_path: Path) -> None:
    a_set(tmp_path, stake=25)
    with window(tmp_path) as app:
        choosing(app)
        write(app, "friday")
        press(app, ENTER)
        assert app.services.settings.settings.stake == 25
        assert widget(top(app, NewGameScene), "stake", Choice).value == 25


def test_a_copy_of_a_preset_becomes_a_set_of_ones_own(app: App, tmp_path: Path) -> None:
    page = choosing(app)
    write(app, "seattle")
    tab_to(app, "button:copy")
    press(app, ENTER)
    editor = top(app, EditorScene)
    assert editor.draft.name == "My Seattle"
    tab_to(app, "button:save")
    press(app, ENTER)
    assert app.top is page
    assert row_list(page, "sets").current == "My Seattle"
    assert names(tmp_path) == ["My Seattle"]
    press(app, ENTER)
    assert rules_chosen(app) == "My Seattle"


def test_copies_never_take_a_name_that_is_taken(app: App, tmp_path: Path) -> None:
    choosing(app)
    for _ in range(3):
        walk_to(app, lambda: row_list(top(app, ChooseRulesScene), "sets").current, "texas")
        point(app, "button:copy")
        point(app, "button:save")
    assert names(tmp_path) == ["My Texas", "My Texas 2", "My Texas 3"]


def test_a_long_name_leaves_room_for_the_number_of_its_copy(tmp_path: Path) -> None:
    long = "Friday night at the old fire station in Rushville, Indiana.."
    a_set(tmp_path, long)
    with window(tmp_path) as app:
        for _ in range(2):
            choosing(app)
            walk_to(app, lambda: row_list(top(app, ChooseRulesScene), "sets").current, long)
            point(app, "button:copy")
            point(app, "button:save")
    assert set(names(tmp_path)) == {long, long[:54], f"{long[:54]} 2"}


def test_presets_are_neither_changed_nor_deleted(app: App) -> None:
    choosing(app)
    assert "button:edit" not in targets(app)
    assert "button:delete" not in targets(app)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("button:edit", "These rules come with the game. Make a copy to change them."),
        ("button:delete", "These rules come with the game and can't be deleted."),
    ],
)
def test_a_click_on_what_presets_do_not_allow_says_why(app: App, name: str, why: str) -> None:
    page = choosing(app)
    box = widget(page, name, Button).rect
    click(box)
    turns(app)
    assert app.toasts.text == why
    tip = page.tip(box.center)
    assert tip
    assert (tip.text, tip.box) == (app.toasts.text, box)


def test_a_greyed_button_answers_once_and_the_answer_goes_with_its_page(app: App) -> None:
    page = choosing(app)
    edit, delete = (widget(page, name, Button) for name in ("button:edit", "button:delete"))
    click(edit.rect)
    turns(app)
    assert app.toasts.text == edit.why_not
    assert rest(app, edit.rect.center) == "", "it is told already"
    assert rest(app, delete.rect.center) == delete.why_not
    assert delete.why_not == "These rules come with the game and can't be deleted."
    assert app.toasts.text == "", "another answer takes its place"
    click(delete.rect)
    turns(app)
    assert app.toasts.text == delete.why_not
    point(app, "button:code")
    assert app.toasts.text == ""
    press(app, ESCAPE)
    click(edit.rect)
    press(app, ESCAPE)
    assert app.toasts.text == ""


@pytest.mark.parametrize("name", ["button:copy", "button:share", "button:explore", "text"])
def test_letters_search_wherever_the_focus_is(app: App, name: str) -> None:
    page = choosing(app)
    assert page.form.focus(name)
    turns(app)
    write(app, "tunk")
    assert page.search
    assert page.search.text == "tunk"
    assert [row.key for row in row_list(page, "sets").rows][:1] == ["tunk"]
    assert page.form.focused == "sets", "Enter chooses what is found"
    press(app, ENTER)
    assert rules_chosen(app) == "tunk"


def test_keys_of_a_button_stay_its_own_while_something_is_searched_for(app: App) -> None:
    page = choosing(app)
    write(app, "tunk")
    tab_to(app, "button:code")
    press(app, pygame.K_BACKSPACE)
    write(app, " ")
    assert page.search
    assert (page.search.text, page.form.focused) == ("tunk", "button:code")
    press(app, pygame.K_SPACE)
    top(app, EnterCodeScene)


def test_what_is_told_of_the_whole_game_stays_with_the_next_page(app: App) -> None:
    choosing(app)
    app.notify("Saved.")
    point(app, "button:code")
    assert app.toasts.text == "Saved."


def test_changing_the_name_of_the_set_in_use_keeps_it_in_use(tmp_path: Path) -> None:
    a_set(tmp_path)
    with window(tmp_path) as app:
        app.change(rules="Friday night")
        page = choosing(app)
        point(app, "button:edit")
        tab_to(app, "name")
        write(app, "s")
        point(app, "button:save")
        assert rules_chosen(app) == "Friday nights"
        assert [row.key for row in row_list(page, "sets").rows if row.mark] == ["Friday nights"]


def test_deleting_asks_first(tmp_path: Path) -> None:
    a_set(tmp_path)
    with window(tmp_path) as app:
        app.change(rules="Friday night")
        page = choosing(app)
        tab_to(app, "button:delete")
        press(app, ENTER)
        top(app, AskScene)
        press(app, ENTER)
        assert names(tmp_path) == ["Friday night"]
        point(app, "button:delete")
        point(app, "button:yes")
        assert app.top is page
        assert names(tmp_path) == []
        assert "Friday night" not in [row.key for row in row_list(page, "sets").rows]
        assert rules_chosen(app) == "standard"


def test_what_cannot_be_deleted_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_set(tmp_path)

    def refuse(_shelf: Shelf, _name: str) -> None:
        raise StoreError(tmp_path / "rules", "Permission denied")

    monkeypatch.setattr(Shelf, "delete", refuse)
    with window(tmp_path) as app:
        app.change(rules="Friday night")
        choosing(app)
        point(app, "button:delete")
        point(app, "button:yes")
        assert app.toasts.text == f"Not deleted: {tmp_path / 'rules'}: Permission denied."
        assert rules_chosen(app) == "Friday night"


def test_a_set_deleted_while_a_game_is_played_by_it_loses_nothing(tmp_path: Path) -> None:
    named = a_set(tmp_path)
    with window(tmp_path) as app:
        app.change(rules="Friday night")
        shown(app, NewGameScene(app))
        point(app, "button:start")
        point(app, "button:go_on")
        session = top(app, TableScene).session
        app.home()
        shown(app, NewGameScene(app))
        choosing(app)
        point(app, "button:delete")
        point(app, "button:yes")
        assert names(tmp_path) == []
        app.home()
        point(app, "button:continue")
        assert session.rules == named.rules
        assert app.services.saves.saved_session() is session


def test_a_chosen_set_that_is_gone_is_told_and_the_standard_game_is_ready(tmp_path: Path) -> None:
    named = a_set(tmp_path)
    assert named.path is not None
    with window(tmp_path) as app:
        app.change(rules="Friday night")
        named.path.unlink()
        shown(app, NewGameScene(app))
        assert app.toasts.text.startswith("The rules “Friday night” are gone")
        point(app, "button:start")
        assert top(app, TableScene).session.rules == preset("standard")


def test_of_two_sets_of_one_name_the_second_is_told_of_and_kept(tmp_path: Path) -> None:
    first = a_set(tmp_path)
    assert first.path is not None
    second = first.path.with_name("zz.toml")
    second.write_text('name = "FRIDAY NIGHT"\nextends = "texas"\n')
    with window(tmp_path) as app:
        page = choosing(app)
        rows = {row.key: row for row in row_list(page, "sets").rows}
        assert not rows["wrong:0"].enabled
        assert rows["wrong:0"].title == "zz.toml"
        assert "has that name already" in rows["wrong:0"].lines[0].text
        walk_to(app, lambda: row_list(page, "sets").current, "wrong:0")
        press(app, ENTER)
        assert app.top is page
        assert "button:choose" not in targets(app)
    assert second.exists()


def test_a_file_with_a_mistake_is_told_of_in_a_line_and_the_rest_is_there(tmp_path: Path) -> None:
    a_set(tmp_path)
    (tmp_path / "rules" / "bad.toml").write_text('name = "Bad"\njokers = 9\n')
    with window(tmp_path) as app:
        page = choosing(app)
        write(app, "bad.toml")
        (row,) = row_list(page, "sets").rows
        assert [line.text for line in row.lines] == ["jokers = 9: expected 0 to 4"]
        press(app, ESCAPE)
        assert len(row_list(page, "sets").rows) == len(PRESETS) + 2


def test_the_code_is_shown_and_copied(app: App) -> None:
    choosing(app)
    write(app, "new jersey")
    tab_to(app, "button:share")
    press(app, ENTER)
    scene = top(app, ShareScene)
    assert scene.code == code_of(preset("new_jersey"))
    press(app, ENTER)
    assert clipboard.pasted() == scene.code
    assert app.toasts.text == "Code copied."
    press(app, ESCAPE)
    top(app, ChooseRulesScene)


def test_without_a_clipboard_the_code_is_to_be_written_down(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clipboard, "copy", lambda _text: False)
    choosing(app)
    point(app, "button:share")
    point(app, "button:copy")
    assert "No clipboard" in app.toasts.text


def test_a_rule_set_too_large_for_a_code_is_told(tmp_path: Path) -> None:
    many = [{"match": {"count": n % 50}, "pays": 10**50 + n} for n in range(150)]
    a_set(tmp_path, naturals=many)
    with window(tmp_path) as app:
        page = choosing(app)
        walk_to(app, lambda: row_list(page, "sets").current, "Friday night")
        point(app, "button:share")
        assert app.top is page
        assert "too large for a share code" in app.toasts.text


def test_a_run_that_keeps_nothing_has_the_presets() -> None:
    with stage(settings=SettingsStore.unsaved()) as app:
        shown(app, StartScene(app))
        assert [row.key for row in row_list(choosing(app), "sets").rows] == list(PRESETS)
