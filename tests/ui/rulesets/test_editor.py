"""The editor for a rule set of one's own: everything by keys alone, everything by mouse alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.rule_files import NamedRules
from game.rules.naturals import Natural
from game.rules.presets import STANDARD
from game.rules.ruleset import OPTIONS
from game.rules.value_types import Letters, Naturals
from game.ui.kit.skin import Skin
from game.ui.kit.typing import TextField
from game.ui.rulesets.draft import Entry
from game.ui.rulesets.natural import NaturalScene
from game.ui.rulesets.shelf import Shelf
from game.ui.shell.loop import App
from game.ui.text.language import set_courts
from tests.shares import share
from tests.ui.rulesets.hands import (
    CTRL,
    DOWN,
    ENTER,
    ESCAPE,
    LEFT,
    RIGHT,
    chapter,
    editing,
    held,
    number,
    own_draft,
    tab_to,
    to_rule,
    walk_to,
    wheel_to,
    window,
    write,
)
from tests.ui.stage import point, press, row_list, shown, targets, top, turns

SPACE = pygame.K_SPACE


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with window(tmp_path) as app:
        yield app


@pytest.mark.share(8)
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
    assert editor.draft.rules() is not None or key in ("wild", "wild_points")


@pytest.mark.share(8)
@pytest.mark.parametrize("key", OPTIONS)
def test_every_rule_is_changed_by_mouse_alone(app: App, key: str) -> None:
    editor = editing(app, own_draft())
    point(app, f"groups:{chapter(key)}")
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
    key
    for key, option in OPTIONS.items()
    if option.words and not isinstance(option.values, Letters)
]


@pytest.mark.share(7)
@pytest.mark.parametrize("key", IN_WORDS)
def test_every_value_in_words_can_be_chosen_and_tells_what_it_means(app: App, key: str) -> None:
    editor = editing(app, own_draft())
    to_rule(app, editor, key)
    tab_to(app, "values")
    for value, told in OPTIONS[key].words.items():
        walk_to(app, lambda: row_list(editor, "values").current, str(value))
        press(app, ENTER)
        assert editor.draft.values[key] == value
        row = next(row for row in row_list(editor, "values").rows if row.key == str(value))
        assert row.mark
        assert [line.text for line in row.lines] == [told.sentence]


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
    tab_to(app, "tie")
    press(app, RIGHT, RIGHT)  # the one nearest the dealer's left
    tab_to(app, "button:earlier")
    press(app, ENTER)
    press(app, ESCAPE)
    assert app.top is editor
    rules = editor.draft.rules()
    assert rules is not None
    low = Natural("at_most", 13, 3, 2, low_wins=True, tie="eldest")
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


_ROWS = {"rank:more", "low_wins", "tie:more", "open"}


@pytest.mark.parametrize(
    ("entry", "others", "face_values", "shown_rows"),
    [
        (Entry(), (), "ten", {"tie:more"}),
        (Entry(), (Entry(value=49),), "ten", {"rank:more", "tie:more"}),
        (Entry("at_most", 12), (), "ten", {"low_wins", "tie:more"}),
        (Entry("all_faces"), (), "ten", {"tie:more"}),
        (Entry("all_faces"), (), "rising", {"low_wins", "tie:more"}),
        (Entry(when="turn"), (Entry(),), "ten", {"open"}),
        (Entry("at_most", 12, when="turn"), (Entry(when="turn"),), "ten", {"rank:more", "open"}),
        # What is set can be put back, effect or not.
        (Entry(low_wins=True, rank=1, open=False), (), "ten", _ROWS),
        (Entry(low_wins=True, rank=1, tie="split", when="turn"), (), "ten", _ROWS),
    ],
)
def test_a_natural_offers_what_has_an_effect(
    app: App, entry: Entry, others: tuple[Entry, ...], face_values: str, shown_rows: set[str]
) -> None:
    draft = own_draft()
    draft.put("face_values", face_values)
    draft.put("naturals", (entry, *others))
    shown(app, NaturalScene(app, draft, 0, app.wake))
    assert targets(app).keys() & _ROWS == shown_rows


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
    assert [row.key for row in row_list(editor, "rules").rows] == ["booed"]
    assert editor.current == "booed"
    press(app, ESCAPE)
    assert len(row_list(editor, "rules").rows) == len(OPTIONS)
    press(app, pygame.K_f, mod=CTRL)
    write(app, "dealer left")
    assert "natural_tie" in [row.key for row in row_list(editor, "rules").rows]
    write(app, "zzz")
    assert row_list(editor, "rules").rows == ()
    assert app.top is editor


def test_another_chapter_begins_with_its_first_rule(app: App) -> None:
    editor = editing(app, own_draft())
    to_rule(app, editor, "wild")
    point(app, "groups:4.3")
    assert editor.current == "take"
    to_rule(app, editor, "must_spread")
    point(app, "groups:all")
    assert editor.current == "must_spread"


def test_the_value_that_holds_is_the_current_one_however_it_was_chosen(app: App) -> None:
    editor = editing(app, own_draft())
    to_rule(app, editor, "must_spread")
    press(app, RIGHT)
    assert row_list(editor, "values").current == "yes"
    editor.undo()
    assert row_list(editor, "values").current == "no"


def test_all_of_a_name_is_marked_by_keys_and_typed_over(app: App) -> None:
    editor = editing(app, own_draft(name="My Standard"))
    tab_to(app, "name")
    press(app, pygame.K_a, mod=CTRL)
    write(app, "Bayou")
    assert editor.draft.name == "Bayou"
    press(app, pygame.K_a, mod=CTRL)
    press(app, pygame.K_BACKSPACE)
    assert editor.draft.name == ""


def test_what_is_changed_and_what_is_to_mind_have_chapters_of_their_own(app: App) -> None:
    draft = own_draft("chicago")
    draft.put("complete_books", "buried")
    draft.put("hit_books", False)
    editor = editing(app, draft)
    point(app, "groups:changed")
    assert {row.key for row in row_list(editor, "rules").rows} == set(draft.changed_keys())
    point(app, "groups:mind")
    assert "complete_books" in [row.key for row in row_list(editor, "rules").rows]


def test_numbers_are_typed_over(app: App) -> None:
    editor = editing(app, own_draft())
    to_rule(app, editor, "tonk_pays")
    press(app, ENTER)
    write(app, "12")
    assert held(editor, "tonk_pays") == 12
    press(app, pygame.K_BACKSPACE)
    assert held(editor, "tonk_pays") == 1


def test_a_number_that_is_not_listed_marks_no_other_number(app: App) -> None:
    editor = editing(app, own_draft())
    to_rule(app, editor, "tonk_pays")
    assert row_list(editor, "values").marks_at_rest
    press(app, ENTER)
    write(app, "12")
    assert not row_list(editor, "values").marks_at_rest
    write(app, "x")  # refused
    assert not row_list(editor, "values").marks_at_rest
    press(app, *[pygame.K_BACKSPACE] * 2)
    assert held(editor, "tonk_pays") == 1
    assert row_list(editor, "values").marks_at_rest


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
    from game.rule_files import RulesError
    from game.saves.settings import SettingsStore

    shelf = Shelf(SettingsStore.unsaved())
    assert len(shelf.sets()) == 28
    with pytest.raises(RulesError, match="saving is turned off"):
        shelf.keep(NamedRules("Mine", STANDARD), "")


def test_the_arrows_go_on_from_one_line_of_ranks_to_the_next(app: App) -> None:
    editor = editing(app, own_draft())
    to_rule(app, editor, "ranks")
    press(app, ENTER)
    seen = [editor.form.focused]
    for _ in range(14):
        press(app, RIGHT)
        seen.append(editor.form.focused)
    assert seen[:13] == [f"letter:{letter}" for letter in "A23456789TJQK"]
    editor.form.focus("letter:K")
    for _ in range(12):
        press(app, LEFT)
    assert editor.form.focused == "letter:A"


def test_court_cards_have_the_chosen_letters_on_the_whole_page(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_text, written = Skin.text, set[str]()

    def text(
        skin: Skin, words: str, colour: str = "ink", units: float = 22.0, *, bold: bool = False
    ) -> pygame.Surface:
        written.add(words)
        return write_text(skin, words, colour, units, bold=bold)

    monkeypatch.setattr(Skin, "text", text)
    set_courts("VDR")
    try:
        editor = editing(app, own_draft())
        for key in share(list(OPTIONS), 24):
            to_rule(app, editor, key)
        assert [letter for letter in "VDR" if letter in written] == [*"VDR"]
        assert [each for each in written if re.search(r"\b[JQK]\b", each)] == []
        write(app, "d-r-a")
        assert [row.key for row in row_list(editor, "rules").rows] == ["ace"]
    finally:
        set_courts("")
