"""The editor for a rule set of one's own: everything by keys alone, everything by mouse alone."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.rules.naturals import Natural
from game.rules.options import OPTIONS, Letters, Naturals
from game.rules.presets import STANDARD, preset
from game.session.rulefiles import own_rules
from game.session.ruletext import NamedRules
from game.ui.loop import App
from game.ui.scenes.rulesets.choose import ChooseRulesScene
from game.ui.scenes.rulesets.draft import Draft, Entry
from game.ui.scenes.rulesets.editor import EditorScene
from game.ui.scenes.rulesets.leaving import LeavingScene
from game.ui.scenes.rulesets.natural import NaturalScene
from game.ui.scenes.rulesets.shelf import Shelf
from game.ui.scenes.rulesets.textfield import TextField
from game.ui.scenes.start import StartScene
from tests.ui.rulesets.hands import (
    CTRL,
    DOWN,
    ENTER,
    ESCAPE,
    LEFT,
    RIGHT,
    a_set,
    choosing,
    editing,
    names,
    own_draft,
    tab_to,
    walk_to,
    wheel_to,
    window,
    write,
)
from tests.ui.stage import point, press, targets, top, turns

SPACE = pygame.K_SPACE


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with window(tmp_path) as app:
        yield app


def to_rule(app: App, editor: EditorScene, key: str) -> None:
    """Go to a rule with the arrow keys: to its chapter, then down."""
    tab_to(app, "groups")
    walk_to(app, lambda: editor._groups.current, OPTIONS[key].group)
    tab_to(app, "rules")
    walk_to(app, lambda: editor.current, key)


def held(editor: EditorScene, key: str = "naturals") -> object:
    """The value that a rule has by now."""
    return editor.draft.values[key]


def number(app: App, editor: EditorScene, key: str, text: str) -> None:
    """Type a number for a rule."""
    to_rule(app, editor, key)
    press(app, ENTER)
    assert editor.form.focused == "number"
    press(app, pygame.K_BACKSPACE)
    write(app, text)


@pytest.mark.parametrize("key", OPTIONS)
def test_every_rule_is_changed_by_keys_alone(app: App, key: str) -> None:
    editor = editing(app, own_draft())
    to_rule(app, editor, key)
    match OPTIONS[key].values:
        case Letters():
            press(app, ENTER, SPACE)
        case Naturals():
            press(app, ENTER, ENTER)
            top(app, NaturalScene)
            press(app, RIGHT, ESCAPE)
        case _:
            press(app, RIGHT)
            if editor.draft.is_default(key):
                press(app, LEFT)
    assert editor.draft.changed_keys() == (key,)
    assert editor.draft.rules() is not None or key == "wild"


@pytest.mark.parametrize("key", OPTIONS)
def test_every_rule_is_changed_by_mouse_alone(app: App, key: str) -> None:
    editor = editing(app, own_draft())
    point(app, f"groups:{OPTIONS[key].group}")
    wheel_to(app, "rules", f"rules:{key}")
    point(app, f"rules:{key}")
    assert editor.current == key
    match OPTIONS[key].values:
        case Letters(of):
            point(app, f"letter:{of[1]}")
        case Naturals():
            point(app, "button:add")
            point(app, "button:done")
        case _:
            held = str(editor.draft.values[key])
            rows = [name for name in targets(app) if name.startswith("values:")]
            point(app, next(name for name in rows if name != f"values:{held}"))
    assert editor.draft.changed_keys() == (key,)
    point(app, "button:reset")
    assert editor.draft.changed_keys() == ()


IN_WORDS = [
    key for key, option in OPTIONS.items() if option.told and not isinstance(option.values, Letters)
]


@pytest.mark.parametrize("key", IN_WORDS)
def test_every_value_in_words_can_be_chosen_and_tells_what_it_means(app: App, key: str) -> None:
    editor = editing(app, own_draft())
    to_rule(app, editor, key)
    tab_to(app, "values")
    for value, told in OPTIONS[key].told.items():
        walk_to(app, lambda: editor._pane._list.current, str(value))
        press(app, ENTER)
        assert editor.draft.values[key] == value
        row = next(row for row in editor._pane._list.rows if row.key == str(value))
        assert row.mark
        assert [line.text for line in row.lines] == [told.sentence]


REFUSED = {
    "jokers": ("5", "“5” is not allowed: 0 to 4."),
    "hand_size": ("2", "“2” is not allowed: 3 to 9, or by the number of players."),
    "hits_per_turn": ("2", "“2” is not allowed: 0 to 1."),
    "wait_after_spread": ("10", "“10” is not allowed: 0 to 9."),
    "wait_when_hit": ("-1", "“-1” is not allowed: 0 to 9."),
    "wait_after_own_hit": ("99", "“99” is not allowed: 0 to 9."),
    "tonk_pays": ("0", "“0” is not allowed: 1 or more."),
    "out_pays": ("0", "“0” is not allowed: 1 or more."),
    "stake": ("0", "“0” is not allowed: 1 or more."),
    "side_ante": ("-3", "“-3” is not allowed: 1 or more."),
    "push_up_target": ("many", "“many” is not allowed: 1 or more."),
    "two_spreads_pays": ("-1", "“-1” is not allowed: 0 or more."),
    "big_one": ("", "“” is not allowed: 0 or more."),
}


@pytest.mark.parametrize("key", REFUSED)
def test_a_number_out_of_range_is_refused_where_it_stands_until_it_is_mended(
    app: App, tmp_path: Path, key: str
) -> None:
    text, why = REFUSED[key]
    editor = editing(app, own_draft())
    number(app, editor, key, text)
    check_refused(app, editor, tmp_path, key, why)
    number(app, editor, key, "3" if key != "hits_per_turn" else "1")
    assert editor.look.refusals == {}
    press(app, pygame.K_s, mod=CTRL)
    assert names(tmp_path) == ["Mine"]


def check_refused(app: App, editor: EditorScene, folder: Path, key: str, why: str) -> None:
    """The rule says why, and the set can be neither saved nor shared."""
    assert editor.look.refusals == {key: why}
    row = next(row for row in editor._rules.rows if row.key == key)
    assert [line.text for line in row.lines] == [why]
    assert why in [text for _box, text, *_rest in editor._pane._texts]
    assert "button:share" not in targets(app)
    press(app, pygame.K_s, mod=CTRL)
    assert app.top is editor
    assert app.toasts.text == why
    assert names(folder) == []


@pytest.mark.parametrize("key", ["ranks", "suits"])
def test_a_pack_without_ranks_or_suits_is_refused(app: App, tmp_path: Path, key: str) -> None:
    editor = editing(app, own_draft())
    to_rule(app, editor, key)
    values = OPTIONS[key].values
    assert isinstance(values, Letters)
    for letter in values.of:
        point(app, f"letter:{letter}")
    assert editor.draft.values[key] == ""
    check_refused(app, editor, tmp_path, key, "A pack needs at least one of these.")
    point(app, f"letter:{values.of[2]}")
    assert editor.draft.values[key] == values.of[2]
    assert editor.look.refusals == {}


def test_letters_stay_in_the_order_of_the_pack(app: App) -> None:
    editor = editing(app, own_draft("army"))
    to_rule(app, editor, "ranks")
    for letter in "T89":
        point(app, f"letter:{letter}")
    assert editor.draft.values["ranks"] == "A23456789TJQK"


@pytest.mark.parametrize("wild", ["2", "X"])
def test_wild_cards_that_are_not_in_the_pack_are_refused(
    app: App, tmp_path: Path, wild: str
) -> None:
    draft = own_draft()
    draft.put("ranks", "A3456789TJQK")
    editor = editing(app, draft)
    to_rule(app, editor, "wild")
    tab_to(app, "values")
    walk_to(app, lambda: editor._pane._list.current, wild)
    press(app, ENTER)
    check_refused(app, editor, tmp_path, "wild", "Only cards that are in the pack can be wild.")


def test_push_up_with_another_catch_is_refused(app: App, tmp_path: Path) -> None:
    draft = own_draft("texas")
    draft.put("scoring", "push_up")
    editor = editing(app, draft)
    to_rule(app, editor, "catch")
    why = "In push-up only the first of these ways is allowed."
    check_refused(app, editor, tmp_path, "catch", why)
    to_rule(app, editor, "scoring")
    press(app, LEFT)
    assert editor.look.refusals == {}


@pytest.mark.parametrize(
    ("field", "text", "why"),
    [
        ("pays", "0", "Natural 1: the pay “0” is not allowed: 1 or more."),
        ("value", "-1", "Natural 1: the count “-1” is not allowed: 0 or more."),
        ("rank", "x", "Natural 1: the rank “x” is not allowed: a whole number."),
    ],
)
def test_a_natural_out_of_range_is_refused(
    app: App, tmp_path: Path, field: str, text: str, why: str
) -> None:
    editor = editing(app, own_draft())
    to_rule(app, editor, "naturals")
    press(app, ENTER, ENTER)
    tab_to(app, field)
    press(app, pygame.K_BACKSPACE)
    write(app, text)
    press(app, ESCAPE)
    check_refused(app, editor, tmp_path, "naturals", why)


def test_two_refusals_are_both_told(app: App) -> None:
    draft = own_draft()
    draft.put("wild", "X")
    draft.put("scoring", "push_up")
    draft.put("catch", "lowest_only")
    draft.put("jokers", 7)
    editor = editing(app, draft)
    assert set(editor.look.refusals) == {"jokers", "wild", "catch"}


def test_a_set_that_no_number_of_players_can_play_is_warned_of_not_refused(
    app: App, tmp_path: Path
) -> None:
    draft = own_draft()
    draft.put("suits", "C")
    draft.put("ranks", "A23")
    editor = editing(app, draft)
    assert editor.look.refusals == {}
    to_rule(app, editor, "suits")
    assert "The pack is too small even for two players." in editor.look.warnings_of("suits")
    press(app, pygame.K_s, mod=CTRL)
    assert names(tmp_path) == ["Mine"]


def test_warnings_come_and_go_with_what_is_changed(app: App) -> None:
    editor = editing(app, own_draft())
    to_rule(app, editor, "return_taken")
    press(app, RIGHT)
    assert editor.look.warnings_of("return_taken") == ()
    to_rule(app, editor, "take")
    press(app, RIGHT)
    (warning,) = editor.look.warnings_of("return_taken")
    assert "has no effect" in warning
    row = next(row for row in editor._rules.rows if row.key == "return_taken")
    assert any(warning in line.text for line in row.lines)
    press(app, LEFT)
    assert editor.look.warnings_of("return_taken") == ()


def test_naturals_are_added_changed_moved_and_removed_by_keys(app: App) -> None:
    editor = editing(app, own_draft())
    to_rule(app, editor, "naturals")
    tab_to(app, "button:add")
    press(app, ENTER)
    press(app, RIGHT)  # this count or less
    tab_to(app, "value")
    write(app, "13")
    tab_to(app, "pays:more")
    press(app, ENTER)
    tab_to(app, "rank")
    write(app, "2")
    tab_to(app, "low_wins")
    press(app, SPACE)
    tab_to(app, "button:earlier")
    press(app, ENTER)
    press(app, ESCAPE)
    assert app.top is editor
    rules = editor.draft.rules()
    assert rules is not None
    low = Natural("at_most", 13, 3, 2, low_wins=True)
    assert rules.naturals == (Natural("count", 49, 2), low, Natural("count", 50, 2))
    tab_to(app, "values")
    press(app, pygame.K_HOME, ENTER)
    tab_to(app, "button:remove")
    press(app, ENTER)
    assert [entry.value for entry in editor.draft.entries] == [13, 50]


def test_naturals_are_changed_by_mouse(app: App) -> None:
    editor = editing(app, own_draft("rushville"))
    to_rule(app, editor, "naturals")
    point(app, "values:0")
    point(app, "match:less")
    point(app, "match:less")
    point(app, "value:more")
    point(app, "pays:less")
    point(app, "when:more")
    point(app, "open")
    assert held(editor) == (Entry("count", 1, 1, 0, False, "turn", False),)
    point(app, "button:remove")
    assert held(editor) == ()
    assert app.top is editor


def test_undo_takes_back_one_change_after_the_other_and_redo_makes_them_again(app: App) -> None:
    editor = editing(app, own_draft())
    to_rule(app, editor, "upcard")
    press(app, LEFT)
    to_rule(app, editor, "jokers")
    press(app, RIGHT, RIGHT)
    changed = dict(editor.draft.values)
    press(app, pygame.K_z, mod=CTRL)
    assert editor.draft.values["jokers"] == 1
    press(app, pygame.K_z, pygame.K_z, mod=CTRL)
    assert editor.draft.changed_keys() == ()
    press(app, pygame.K_z, mod=CTRL)
    press(app, pygame.K_y, pygame.K_y, mod=CTRL)
    press(app, pygame.K_z, mod=CTRL | pygame.KMOD_SHIFT)
    assert editor.draft.values == changed
    point(app, "button:undo")
    assert editor.draft.values["jokers"] == 1


def test_undo_shows_the_number_that_holds_again(app: App) -> None:
    editor = editing(app, own_draft())
    number(app, editor, "jokers", "x")
    press(app, pygame.K_z, pygame.K_z, mod=CTRL)
    field = next(w for w in editor.form.widgets if w.name == "number")
    assert isinstance(field, TextField)
    assert field.text == "0"


def test_typing_finds_rules_by_any_of_their_words(app: App) -> None:
    editor = editing(app, own_draft())
    write(app, "booed")
    assert [row.key for row in editor._rules.rows] == ["booed"]
    assert editor.current == "booed"
    press(app, ESCAPE)
    assert len(editor._rules.rows) == len(OPTIONS)
    press(app, pygame.K_f, mod=CTRL)
    write(app, "dealer left")
    assert "natural_tie" in [row.key for row in editor._rules.rows]
    write(app, "zzz")
    assert editor._rules.rows == ()
    assert app.top is editor


def test_what_is_changed_and_what_is_to_mind_have_chapters_of_their_own(app: App) -> None:
    draft = own_draft("chicago")
    draft.put("complete_books", "buried")
    draft.put("hit_books", False)
    editor = editing(app, draft)
    point(app, "groups:changed")
    assert {row.key for row in editor._rules.rows} == set(draft.changed_keys())
    point(app, "groups:mind")
    assert "complete_books" in [row.key for row in editor._rules.rows]


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
    assert own_rules(tmp_path).sets[0].rules == kept.rules


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "The rule set needs a name."),
        ("Chicago", "A preset is called “Chicago” already."),
        ("chi cago ", "“chi cago ” cannot be a name"),
        ("FRIDAY-NIGHT", "Another rule set of yours is called “FRIDAY-NIGHT” already."),
        ("random", "“random” cannot be a name"),
        ("TONK1-B702-TR8", "“TONK1-B702-TR8” cannot be a name"),
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
        walk_to(app, lambda: choose._sets.current, "draft:0")
        press(app, ENTER)
        editor = top(app, EditorScene)
        assert (editor.draft.name, editor.draft.base) == ("Half", "texas")
        assert editor.draft.values == values
        press(app, ESCAPE)
        point(app, "button:lose")
        choose = top(app, ChooseRulesScene)
        assert "draft:0" not in [row.key for row in choose._sets.rows]


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
        assert [row.title for row in choose._sets.rows[:2]] == ["One", "Two"]


def left(base: str, values: str) -> str:
    """What a draft's file may hold."""
    head = f'"name": "x", "replaces": "", "base": "{base}", "note": "", "words": {{}}'
    return f'{{{head}, "values": {values}}}'


def test_a_draft_that_can_be_read_is_one(tmp_path: Path) -> None:
    (tmp_path / "rules-draft-1.json").write_text(left("texas", '{"jokers": 9}'))
    with window(tmp_path) as app:
        assert choosing(app)._sets.rows[0].key == "draft:0"


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
        assert choose._sets.rows[0].key == "standard"


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
    assert own_rules(tmp_path).sets[0].rules == preset("rushville")


def test_numbers_are_typed_over(app: App) -> None:
    editor = editing(app, own_draft())
    to_rule(app, editor, "tonk_pays")
    press(app, ENTER)
    write(app, "12")
    assert held(editor, "tonk_pays") == 12
    press(app, pygame.K_BACKSPACE)
    assert held(editor, "tonk_pays") == 1


def test_the_hand_size_goes_from_a_number_to_by_seats_and_back(app: App) -> None:
    editor = editing(app, own_draft())
    to_rule(app, editor, "hand_size")
    press(app, *[RIGHT] * 6)
    assert held(editor, "hand_size") == "by_seats"
    press(app, ENTER)
    write(app, "7")
    assert held(editor, "hand_size") == 7


def test_the_keyboard_is_always_somewhere_to_be_seen(app: App) -> None:
    editor = editing(app, own_draft("chicago"))
    point(app, "groups:changed")
    tab_to(app, "button:reset")
    while editor.draft.changed_keys():
        point(app, "button:reset")
        assert editor.form.focused in [widget.name for widget in editor.form.widgets]
    assert editor.draft.rules() == STANDARD
    press(app, DOWN)
    turns(app)


def test_the_shelf_of_a_run_that_keeps_nothing_keeps_nothing() -> None:
    from game.session.ruletext import RulesError
    from game.session.settings import SettingsStore

    shelf = Shelf(SettingsStore.unsaved())
    assert len(shelf.sets()) == 26
    with pytest.raises(RulesError, match="nothing is kept"):
        shelf.keep(NamedRules("Mine", STANDARD), "")
