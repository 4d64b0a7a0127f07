"""What a rule set may not hold is refused where it stands; what is merely odd is warned of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.rules.ruleset import OPTIONS
from game.rules.value_types import Letters, Whole
from game.saves.settings import LANGUAGES
from game.ui.kit.controls import Button
from game.ui.rulesets.draft import Entry
from game.ui.rulesets.editor import EditorScene, LeavingScene
from game.ui.rulesets.rule_texts import refusals
from game.ui.shell.loop import App
from tests.ui.rulesets.hands import (
    CTRL,
    ENTER,
    ESCAPE,
    LEFT,
    RIGHT,
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
from tests.ui.seen import frame_faults, watching
from tests.ui.stage import point, press, row_list, targets, top, widget
from tests.ui.test_everything_fits import spoken

SPACE = pygame.K_SPACE


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with window(tmp_path) as app:
        yield app


REFUSED = {
    "jokers": ("5", "“5” is not allowed: 0 to 4."),
    "hand_size": ("2", "“2” is not allowed: 3 to 9, or by the number of players."),
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


@pytest.mark.share(6)
@pytest.mark.parametrize("key", REFUSED)
def test_a_number_out_of_range_is_refused_where_it_stands_until_it_is_mended(
    app: App, tmp_path: Path, key: str
) -> None:
    text, why = REFUSED[key]
    editor = editing(app, own_draft())
    number(app, editor, key, text)
    check_refused(app, editor, tmp_path, key, why)
    number(app, editor, key, "3")
    assert editor.look.refusals == {}
    press(app, pygame.K_s, mod=CTRL)
    assert names(tmp_path) == ["Mine"]


_HUGE = 10**100
_TOO_LONG = "That number is too long: at most 100 digits."


@pytest.mark.parametrize(
    "key", [key for key in OPTIONS if OPTIONS[key].values in (Whole(0), Whole(1))]
)
def test_a_number_that_no_rule_set_may_hold_is_refused(key: str) -> None:
    draft = own_draft()
    draft.put(key, _HUGE)
    assert refusals(draft) == {key: _TOO_LONG}
    draft.put(key, _HUGE - 1)
    assert refusals(draft) == {}


@pytest.mark.parametrize(
    "entry",
    [Entry(value=_HUGE), Entry(pays=_HUGE), Entry(rank=_HUGE), Entry(rank=-_HUGE)],
)
def test_a_natural_with_a_number_that_is_too_long_is_refused(entry: Entry) -> None:
    draft = own_draft()
    draft.put("naturals", (Entry(), entry))
    assert entry.natural() is None
    assert refusals(draft) == {"naturals": f"Natural 2: {_TOO_LONG}"}


def check_refused(app: App, editor: EditorScene, folder: Path, key: str, why: str) -> None:
    """The rule says why in one place, and the set can be neither saved nor shared."""
    assert editor.look.refusals == {key: why}
    row = next(row for row in row_list(editor, "rules").rows if row.key == key)
    assert [line.text for line in row.lines] == ["Not allowed."]
    assert why in " ".join(text for _box, text, *_rest in editor.pane.texts)  # it may be wrapped
    if any(each.name == "values" for each in editor.form.widgets):
        values = row_list(editor, "values").rows
        assert not any(why in line.text for each in values if each.mark for line in each.lines)
    assert "button:share" not in targets(app)
    status, read_aloud = editor.aside()
    assert read_aloud == why
    assert status == "Can't save yet. 1 rule needs attention."
    press(app, pygame.K_s, mod=CTRL)
    assert app.top is editor
    assert (editor.current, editor.form.focused) == (key, "rules")
    assert app.toasts.text in {"", "1 rule needs attention."}, "the rule says why, beside it"
    app.toasts.dismiss()
    assert names(folder) == []


def test_saving_goes_to_a_refused_rule_and_answers_even_if_it_is_current(app: App) -> None:
    draft = own_draft()
    draft.put("jokers", 7)
    editor = editing(app, draft)
    point(app, "button:save")
    assert (editor.current, editor.form.focused) == ("jokers", "rules")
    assert app.toasts.text == ""
    press(app, pygame.K_s, mod=CTRL)
    assert app.toasts.text == "1 rule needs attention."


def test_what_cannot_be_saved_is_not_offered_on_leaving(app: App) -> None:
    draft = own_draft()
    editor = editing(app, draft)
    number(app, editor, "jokers", "7")
    press(app, ESCAPE)
    page = top(app, LeavingScene)
    assert page.form.focused == "button:stay"
    assert "button:save" not in targets(app)
    assert widget(page, "button:save", Button).why_not == "1 rule needs attention."
    press(app, ENTER)
    assert app.top is editor


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_a_set_cannot_be_saved_is_never_cut_off(tmp_path: Path, language: str) -> None:
    draft = own_draft("tunk")
    draft.put("scoring", "push_up")
    draft.put("catch", "lowest_only")
    with spoken(language), watching(), window(tmp_path, (960, 540)) as app:
        app.change(language=language)
        editing(app, draft)
        assert frame_faults(app) == []


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
    walk_to(app, lambda: row_list(editor, "values").current, wild)
    press(app, ENTER)
    check_refused(app, editor, tmp_path, "wild", "Only cards that are in the pack can be wild.")


def test_push_up_with_another_catch_is_refused(app: App, tmp_path: Path) -> None:
    draft = own_draft("texas")
    draft.put("scoring", "push_up")
    editor = editing(app, draft)
    to_rule(app, editor, "catch")
    first = OPTIONS["catch"].value_label("standard")
    why = f"In push-up, “When a drop is caught” must be “{first}”."
    check_refused(app, editor, tmp_path, "catch", why)
    to_rule(app, editor, "scoring")
    press(app, LEFT)
    assert editor.look.refusals == {}


@pytest.mark.parametrize(
    ("key", "says"),
    [
        ("catch", "If you are caught, the lowest count has won the hand"),
        ("stockout", "When the hand ends because the stock is empty, the lowest count wins."),
        ("stockout_tie", "nobody adds points"),
    ],
)
def test_push_up_speaks_of_points(app: App, key: str, says: str) -> None:
    editor = editing(app, own_draft("push_up"))
    to_rule(app, editor, key)
    row = next(row for row in row_list(editor, "rules").rows if row.key == key)
    values = row_list(editor, "values").rows
    chosen = next(each for each in values if each.mark)
    for each in (row, chosen):
        assert says in each.lines[0].text
    assert not any("stake" in each.lines[0].text for each in values)


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
    row = next(row for row in row_list(editor, "rules").rows if row.key == "return_taken")
    assert any(warning in line.text for line in row.lines)
    press(app, LEFT)
    assert editor.look.warnings_of("return_taken") == ()
