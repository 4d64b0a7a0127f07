"""Layout and line breaking need no display."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from game.ui.kit.grids import (
    centred,
    column,
    equal_row,
    nearest,
    row,
    scroll_to,
    thumb,
)
from game.ui.kit.skin import ELLIPSIS, broken, shortened
from game.ui.look.appearance import unit
from game.ui.text.language import BREAK, plain

AREA = Rect(100, 50, 600, 400)


@pytest.mark.parametrize(
    ("size", "expected"),
    [((1280, 720), 1.0), ((960, 540), 0.75), ((3840, 2160), 3.0), ((2560, 720), 1.0)],
)
def test_a_unit_grows_with_the_narrower_side(size: tuple[int, int], expected: float) -> None:
    assert unit(size) == expected


def test_a_unit_never_vanishes() -> None:
    assert unit((10, 10)) == 0.4


def test_a_column_stands_at_the_top_or_in_the_middle() -> None:
    assert [box.y for box in column(AREA, [30, 50], 10)] == [50, 90]
    assert [box.y for box in column(AREA, [30, 50], 10, middle=True)] == [205, 245]


@pytest.mark.parametrize(("align", "first"), [("left", 100), ("middle", 345), ("right", 590)])
def test_a_row_is_aligned(align: str, first: int) -> None:
    assert [box.x for box in row(AREA, [40, 60], 10, align=align)] == [first, first + 50]


@given(st.integers(1, 9), st.integers(0, 30), st.integers(300, 2000))
def test_an_equal_row_fills_its_area_to_the_last_pixel(count: int, gap: int, width: int) -> None:
    boxes = equal_row(Rect(7, 0, width, 10), count, gap)
    assert boxes[0].left == 7
    assert boxes[-1].right == 7 + width
    assert max(box.width for box in boxes) - min(box.width for box in boxes) <= 1
    assert all(b.left - a.right == gap for a, b in pairwise(boxes))


def test_what_is_centred_is_no_larger_than_what_is_around_it() -> None:
    assert centred((200, 100), AREA).center == AREA.center
    assert centred((9000, 100), AREA).width == AREA.width


def test_arrows_go_to_what_lies_straight_ahead() -> None:
    left, right = Rect(0, 0, 50, 20), Rect(100, 0, 50, 20)
    below, aside = Rect(0, 60, 50, 20), Rect(300, 30, 50, 20)
    boxes = [left, right, below, aside]
    assert nearest(boxes, 0, (1, 0)) == 1
    assert nearest(boxes, 0, (0, 1)) == 2
    assert nearest(boxes, 0, (-1, 0)) is None
    assert nearest(boxes, 2, (0, -1)) == 0


def test_an_arrow_stays_in_its_row_where_something_wide_lies_close_above() -> None:
    chart, saved, again = Rect(300, 0, 400, 200), Rect(0, 210, 200, 40), Rect(500, 210, 200, 40)
    assert nearest([chart, saved, again], 2, (-1, 0)) == 1
    assert nearest([chart, saved, again], 2, (0, -1)) == 0


@given(st.integers(-500, 5000), st.integers(10, 900), st.integers(0, 4000))
def test_scrolling_keeps_to_the_text(offset: int, view: int, content: int) -> None:
    kept = scroll_to(offset, view, content)
    assert 0 <= kept <= max(0, content - view)


@given(st.integers(0, 1000))
def test_the_thumb_stays_on_its_track(offset: int) -> None:
    track = Rect(0, 20, 10, 300)
    assert track.contains(thumb(track, offset, 500, 1500, 24))


def test_the_thumb_reaches_both_ends() -> None:
    track = Rect(0, 20, 10, 300)
    assert thumb(track, 0, 500, 1500, 24).top == track.top
    assert thumb(track, 1000, 500, 1500, 24).bottom == track.bottom
    assert thumb(track, 0, 500, 400, 24) == track


def test_lines_break_between_words() -> None:
    assert broken("draw or take a card", 9, len) == ["draw or", "take a", "card"]


def test_a_value_and_its_error_stay_in_one_line() -> None:
    assert broken("worth 0.25 ± 0.03 stakes", 14, len) == ["worth", "0.25 ± 0.03", "stakes"]


def test_the_sign_of_an_error_after_a_word_begins_a_line() -> None:
    assert broken("played by bots. ± shows", 15, len) == ["played by bots.", "± shows"]


def test_a_number_at_the_end_is_never_alone_on_a_line() -> None:
    assert broken("The closest: Ada, with 26.", 22, len) == ["The closest: Ada,", "with 26."]
    assert broken("You pay 2 stakes", 8, len) == ["You pay", "2 stakes"]


def test_a_word_too_long_for_its_line_stands_alone() -> None:
    assert broken("an unbelievable hand", 6, len) == ["an", "unbelievable", "hand"]


def test_line_ends_in_the_text_are_kept() -> None:
    assert broken("one\n\ntwo", 20, len) == ["one", "", "two"]


def test_japanese_without_marks_breaks_anywhere_but_before_a_full_stop() -> None:
    assert broken("手を見せて上がる。", 4, len) == ["手を見せ", "て上が", "る。"]


def test_no_line_begins_with_the_ending_of_a_japanese_word() -> None:
    assert broken("山札から引く", 5, len) == ["山札から", "引く"]


def test_a_number_is_not_parted_from_what_it_counts() -> None:
    assert broken("Adaに12口、Basilに2口。", 6, len) == ["Adaに", "12口、", "Basilに", "2口。"]


def marked(text: str) -> str:
    """A text in which marks for breaks are written as strokes."""
    return text.replace("|", BREAK)


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        (
            "大文字と|小文字と|ハイフンは|区別しません。",
            12,
            ["大文字と小文字と", "ハイフンは区別しません。"],
        ),
        (
            "大文字と|小文字と|ハイフンは|区別しません。",
            10,
            ["大文字と小文字と", "ハイフンは", "区別しません。"],
        ),
        ("Aで|決定、|Left Shiftで|戻る", 8, ["Aで決定、", "Left", "Shiftで戻る"]),
    ],
)
def test_japanese_breaks_at_its_marks(text: str, width: int, lines: list[str]) -> None:
    assert broken(marked(text), width, len) == lines


def test_a_phrase_wider_than_a_line_is_broken_within() -> None:
    assert broken(marked("短い|とても長い名前のデッキ|です。"), 6, len) == [
        "短いとても",
        "長い名前の",
        "デッキです。",
    ]


@given(st.text(alphabet="手か\u200b", max_size=60), st.integers(2, 20))
def test_no_mark_is_left_in_a_line(text: str, width: int) -> None:
    lines = broken(text, width, len)
    assert "".join(lines) == plain(text)
    assert all(len(line) <= width for line in lines)


@given(st.text(alphabet="手かカ", max_size=60), st.integers(4, 20))
def test_no_line_of_japanese_is_too_wide(text: str, width: int) -> None:
    assert all(len(line) <= width for line in broken(text, width, len))


@given(st.text(alphabet="ab c、手", max_size=60), st.integers(1, 20))
def test_breaking_loses_nothing_but_blanks(text: str, width: int) -> None:
    assert "".join(broken(text, width, len)).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize(("width", "expected"), [(10, "settlement"), (7, f"settle{ELLIPSIS}")])
def test_what_is_too_wide_is_shortened(width: int, expected: str) -> None:
    assert shortened("settlement", width, len) == expected


def test_a_word_of_ten_thousand_letters_is_shortened_without_measuring_each() -> None:
    """It took 2.7 s a frame, for every length was measured down from the whole."""
    measured: list[str] = []

    def width(text: str) -> int:
        measured.append(text)
        return len(text)

    assert shortened("w" * 10_000, 80, width) == "w" * 79 + ELLIPSIS
    assert len(measured) < 20
