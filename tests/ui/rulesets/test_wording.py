"""Note and words of an own set are changed on screen, kept in its file, and told at the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.rule_files import OwnRules
from game.ui.kit.document import Para, Point, TextView
from game.ui.kit.typing import TextArea, TextField, broken_at
from game.ui.rulesets.draft import Draft
from game.ui.rulesets.editor import EditorScene
from game.ui.rulesets.rule_texts import detail
from game.ui.rulesets.wording import WordingScene
from game.ui.session.starting import begin_with_rules
from game.ui.session.table_rules import DifferencesScene
from game.ui.shell.loop import App
from tests.ui.rulesets.hands import (
    CTRL,
    DOWN,
    ENTER,
    ESCAPE,
    UP,
    a_set,
    choosing,
    editing,
    own_draft,
    tab_to,
    walk_to,
    window,
    write,
)
from tests.ui.stage import point, press, row_list, targets, top, turns, widget


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with window(tmp_path) as app:
        yield app


def wording(app: App, draft: Draft) -> tuple[EditorScene, WordingScene]:
    editor = editing(app, draft)
    tab_to(app, "button:words")
    press(app, ENTER)
    return editor, top(app, WordingScene)


def test_note_and_words_are_typed_kept_and_told_before_the_first_deal(
    app: App, tmp_path: Path
) -> None:
    editor, scene = wording(app, own_draft("texas", name="Harbour"))
    assert scene.form.focused == "note"
    write(app, "Played on the quay.")
    press(app, ENTER)
    write(app, "Bring coins.")
    tab_to(app, "button:add")
    press(app, ENTER)
    write(app, "anchor")
    press(app, ENTER)
    write(app, "drop")
    press(app, ENTER)  # another word
    write(app, "gale")
    press(app, ENTER)
    write(app, "tonk")
    press(app, ESCAPE)
    assert top(app, EditorScene) is editor
    press(app, pygame.K_s, mod=CTRL)
    (kept,) = OwnRules.in_folder(tmp_path).sets
    assert kept.note == "Played on the quay.\nBring coins."
    assert kept.words == (("anchor", "drop"), ("gale", "tonk"))
    begin_with_rules(app, kept, 1, 1)
    turns(app)
    blocks = widget(top(app, DifferencesScene), "text", TextView).blocks
    paras = [block.text for block in blocks if isinstance(block, Para)]
    points = [block.text for block in blocks if isinstance(block, Point)]
    assert paras[:2] == ["Played on the quay.", "Bring coins."]
    assert "“anchor” here means: drop." in points
    assert "“gale” here means: tonk." in points
    assert "“come in” here means: drop." in points


def test_it_all_goes_by_mouse(app: App, tmp_path: Path) -> None:
    kept = a_set(tmp_path)
    editor = editing(app, Draft(kept, replaces=kept.name))
    point(app, "button:words")
    scene = top(app, WordingScene)
    assert scene.note.text == "As we play it."
    point(app, "button:add")
    write(app, "rum")
    point(app, "means")
    write(app, "an empty hand")
    point(app, "button:add")
    write(app, "nothing")
    point(app, "words:own:0")
    assert widget(scene, "means", TextField).text == "an empty hand"
    point(app, "words:own:1")
    point(app, "button:remove")
    point(app, "button:done")
    assert editor.draft.words == (("rum", "an empty hand"),)
    point(app, "button:save")
    assert OwnRules.in_folder(tmp_path).sets[0].words == (("rum", "an empty hand"),)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((("rum", ""),), "Give the word “rum” a meaning."),
        ((("", "out"),), "Give the meaning “out” a word."),
        ((("rum", "out"), (" rum ", "drop")), "“rum” is in the list twice."),
    ],
)
def test_words_that_mean_nothing_are_not_saved(
    app: App, tmp_path: Path, words: tuple[tuple[str, str], ...], why: str
) -> None:
    editor = editing(app, own_draft())
    editor.draft.words = words
    press(app, pygame.K_s, mod=CTRL)
    assert top(app, EditorScene) is editor
    assert app.toasts.text == why
    assert OwnRules.in_folder(tmp_path).sets == ()


def test_what_was_left_empty_is_left_out(app: App, tmp_path: Path) -> None:
    editor, _scene = wording(app, own_draft())
    point(app, "button:add")
    point(app, "button:done")
    assert editor.draft.words == (("", ""),)
    press(app, pygame.K_s, mod=CTRL)
    assert OwnRules.in_folder(tmp_path).sets[0].words == ()


def test_the_words_of_the_preset_are_shown_and_not_changed(app: App) -> None:
    _editor, scene = wording(app, own_draft("rushville"))
    rows = {row.title: row for row in row_list(scene, "words").rows}
    assert rows["bumped head"].tag == "Rushville"
    assert not rows["bumped head"].enabled
    tab_to(app, "words")
    walk_to(app, lambda: row_list(scene, "words").current, "base:bumped head")
    assert "word" not in targets(app)
    assert "button:remove" not in targets(app)


def test_a_change_of_words_alone_is_not_thrown_away(app: App, tmp_path: Path) -> None:
    kept = a_set(tmp_path)
    editor, _scene = wording(app, Draft(kept, replaces=kept.name))
    write(app, " Always.")
    press(app, ESCAPE)
    assert editor.draft.is_changed
    app.quit()
    app.run()
    with window(tmp_path) as again:
        choose = choosing(again)
        walk_to(again, lambda: row_list(choose, "sets").current, "draft:0")
        press(again, ENTER)
        assert top(again, EditorScene).draft.note == "As we play it. Always."


def test_the_note_is_read_where_rules_are_chosen(tmp_path: Path) -> None:
    told = [block.text for block in detail(a_set(tmp_path)) if isinstance(block, Para)]
    assert "As we play it." in told


def test_long_lines_are_broken_at_blanks_and_nothing_is_lost() -> None:
    text = "one two three\n\nfour" + "x" * 20
    lines = [text[start:end] for start, end in broken_at(text, 8, len)]
    assert lines == ["one two ", "three", "", "fourxxxx", "xxxxxxxx", "xxxxxxxx"]
    for room in range(1, 30):
        ends = broken_at(text, room, len)
        assert "".join(text[a:b] for a, b in ends) == text.replace("\n", "")


def test_the_caret_goes_through_lines(app: App) -> None:
    _editor, scene = wording(app, own_draft())
    area: TextArea = scene.note
    write(app, "abc")
    press(app, ENTER)
    write(app, "defghi")
    press(app, UP)
    assert area.caret == 3
    press(app, DOWN)
    assert area.caret == 10
    press(app, pygame.K_HOME)
    assert area.caret == 4
    press(app, UP, UP)
    assert scene.form.focused == "note"
    press(app, pygame.K_END, pygame.K_BACKSPACE)
    assert area.text == "ab\ndefghi"


def test_a_word_of_other_tables_is_taken_over_from_the_list(app: App) -> None:
    editor, scene = wording(app, own_draft("standard"))
    words = row_list(scene, "words")
    assert [row.title for row in words.rows] == [
        "Tunk",
        "knock",
        "go low",
        "go down",
        "go in",
        "pluck",
    ]
    tab_to(app, "words")
    press(app, DOWN, ENTER)
    assert editor.draft.words == (("knock", "drop"),)
    assert words.current == "own:0"
    press(app, pygame.K_END)
    point(app, "button:use")
    assert dict(editor.draft.words) == {"knock": "drop", "pluck": "draw from the stock"}
    assert "knock" not in [row.title for row in words.rows if row.key.startswith("known:")]
