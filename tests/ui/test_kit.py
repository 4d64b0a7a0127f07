"""Widgets: what keys and pointer do to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import pygame
import pytest
from pygame import Event, Rect

from game.ui.kit.controls import SECONDS, Button, Toasts
from game.ui.kit.document import Block, Cards, Fold, Heading, Para, Point, TextView
from game.ui.kit.form import Form
from game.ui.kit.inputs import Choice, OpenRow, Slider, Toggle
from game.ui.kit.lists import ListRow, RowLine, RowList
from game.ui.kit.skin import Skin
from game.ui.kit.typing import TextField
from game.ui.kit.widget import sentences
from game.ui.shell.loop import App
from tests.ui.seen import seen, sheet, watching
from tests.ui.stage import stage


@pytest.fixture
def app() -> Iterator[App]:
    with stage() as app:
        yield app


@pytest.fixture
def skin(app: App) -> Skin:
    return Skin(app.services.theme, app.size)


def key(code: int, mod: int = 0) -> Event:
    return Event(pygame.KEYDOWN, {"key": code, "mod": mod})


def mouse(kind: int, pos: tuple[int, int]) -> Event:
    return Event(kind, {"pos": pos, "button": 1})


def clicks(form: Form, pos: tuple[int, int]) -> None:
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        form.handle(mouse(kind, pos))


def buttons(skin: Skin, *names: str) -> tuple[list[Button], list[str]]:
    """Buttons one below the other, and the list of names pressed."""
    pressed: list[str] = []
    made = [Button(name, name, partial(pressed.append, name)) for name in names]
    for number, button in enumerate(made):
        button.place(Rect(100, 100 + 60 * number, 200, 40), skin)
    return made, pressed


def test_tab_goes_round_and_shift_tab_goes_back(skin: Skin) -> None:
    form = Form(buttons(skin, "a", "b", "c")[0])
    seen = [form.focused]
    for _ in range(3):
        form.handle(key(pygame.K_TAB))
        seen.append(form.focused)
    form.handle(key(pygame.K_TAB, pygame.KMOD_SHIFT))
    assert seen == ["a", "b", "c", "a"]
    assert form.focused == "c"


def test_the_right_arrow_stays_on_a_row_that_opens_a_page(skin: Skin) -> None:
    opened: list[str] = []
    row = OpenRow("row", "Opponents", "Ada", lambda: opened.append("row"))
    row.place(Rect(0, 100, 600, 40), skin)
    deal = Button("deal", "Deal", lambda: opened.append("deal"))
    deal.place(Rect(400, 300, 200, 40), skin)
    form = Form([row, deal])
    form.handle(key(pygame.K_RIGHT))
    assert (opened, form.focused) == ([], "row")
    form.handle(key(pygame.K_RETURN))
    assert opened == ["row"]


def test_arrows_stop_at_the_ends(skin: Skin) -> None:
    form = Form(buttons(skin, "a", "b")[0])
    form.handle(key(pygame.K_UP))
    assert form.focused == "a"
    form.handle(key(pygame.K_DOWN))
    form.handle(key(pygame.K_DOWN))
    assert form.focused == "b"


def test_what_is_switched_off_is_passed_over(skin: Skin) -> None:
    made, pressed = buttons(skin, "a", "b", "c")
    made[1].enabled = False
    form = Form(made)
    form.handle(key(pygame.K_TAB))
    assert form.focused == "c"
    clicks(form, made[1].rect.center)
    assert pressed == []
    assert list(form.targets()) == ["a", "c"]


@pytest.mark.parametrize("code", [pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE])
def test_enter_and_space_press_what_has_the_keyboard(skin: Skin, code: int) -> None:
    made, pressed = buttons(skin, "a", "b")
    form = Form(made, "b")
    form.handle(key(code))
    assert pressed == ["b"]


def test_a_key_with_ctrl_means_something_else(skin: Skin) -> None:
    made, pressed = buttons(skin, "a")
    assert not Form(made).handle(key(pygame.K_RETURN, pygame.KMOD_ALT))
    assert pressed == []


def test_a_click_presses_and_takes_the_keyboard(skin: Skin) -> None:
    made, pressed = buttons(skin, "a", "b")
    form = Form(made)
    clicks(form, made[1].rect.center)
    assert pressed == ["b"]
    assert form.focused == "b"


def test_a_press_that_is_let_go_elsewhere_does_nothing(skin: Skin) -> None:
    made, pressed = buttons(skin, "a", "b")
    form = Form(made)
    form.handle(mouse(pygame.MOUSEBUTTONDOWN, made[0].rect.center))
    form.handle(mouse(pygame.MOUSEBUTTONUP, made[1].rect.center))
    assert pressed == []


def test_no_target_is_smaller_than_a_fingertip(skin: Skin) -> None:
    made, pressed = buttons(skin, "a")
    made[0].place(Rect(100, 100, 10, 10), skin)
    clicks(Form(made), (94, 100))
    assert pressed == ["a"]


def test_a_toggle_turns_by_click_enter_and_arrows(skin: Skin) -> None:
    seen: list[bool] = []
    toggle = Toggle("t", "Sound", False, seen.append, ("Off", "On"))
    toggle.place(Rect(0, 0, 400, 50), skin)
    form = Form([toggle])
    form.handle(key(pygame.K_RETURN))
    form.handle(key(pygame.K_LEFT))
    form.handle(key(pygame.K_LEFT))
    clicks(form, toggle.rect.center)
    assert seen == [True, False, True]


def test_a_slider_moves_by_keys_wheel_and_pointer(skin: Skin) -> None:
    seen: list[int] = []
    slider = Slider("s", "Volume", 50, seen.append)
    slider.place(Rect(0, 0, 800, 50), skin)
    form = Form([slider])
    form.handle(key(pygame.K_RIGHT))
    form.handle(key(pygame.K_HOME))
    form.handle(key(pygame.K_LEFT))
    form.handle(key(pygame.K_END))
    clicks(form, slider.track.center)
    form.handle(Event(pygame.MOUSEWHEEL, {"precise_y": 1.0, "y": 1}))
    assert seen == [55, 0, 100, 50, 55]


def test_a_slider_is_dragged_beyond_its_end(skin: Skin) -> None:
    slider = Slider("s", "Volume", 50, lambda _value: None)
    slider.place(Rect(0, 0, 800, 50), skin)
    form = Form([slider])
    form.handle(mouse(pygame.MOUSEBUTTONDOWN, slider.track.center))
    form.handle(mouse(pygame.MOUSEMOTION, (5000, 300)))
    assert slider.value == 100
    form.handle(mouse(pygame.MOUSEBUTTONUP, (5000, 300)))
    form.handle(mouse(pygame.MOUSEMOTION, (0, 0)))
    assert slider.value == 100


def test_a_choice_steps_by_arrows_and_clicks_and_stops_at_its_ends(skin: Skin) -> None:
    seen: list[object] = []
    choice = Choice("c", "Seats", [(2, "two"), (3, "three"), (4, "four")], 3, seen.append)
    choice.place(Rect(0, 0, 600, 50), skin)
    form = Form([choice])
    form.handle(key(pygame.K_RIGHT))
    form.handle(key(pygame.K_RIGHT))
    clicks(form, choice.less.center)
    clicks(form, choice.less.center)
    clicks(form, choice.less.center)
    form.handle(key(pygame.K_END))
    assert seen == [4, 3, 2, 4]


def test_a_choice_writes_a_long_value_smaller_rather_than_cut(skin: Skin) -> None:
    with watching():
        skin = Skin(skin.theme, skin.size)  # its texts are watched
        choice = Choice("c", "Language", [("", "System default: English")], "", lambda _value: None)
        for width in range(420, 600, 20):
            choice.place(Rect(0, 0, width, 50), skin)
            choice.draw(sheet((700, 50)), skin)
            assert seen().cut == []


def test_a_choice_that_was_remembered_wrongly_starts_at_its_first() -> None:
    assert Choice("c", "Seats", [(2, "two")], "nonsense", lambda _value: None).value == 2


def reader(skin: Skin, paragraphs: int = 60) -> TextView:
    words: list[Block] = [Para("word " * 30)] * paragraphs
    blocks = [Heading("One"), *words, Heading("Two")]
    view = TextView("text", blocks)
    view.place(Rect(0, 0, 600, 400), skin)
    return view


def test_a_text_scrolls_by_keys_from_beginning_to_end(skin: Skin) -> None:
    view = reader(skin)
    form = Form([view])
    form.handle(key(pygame.K_UP))
    assert view.offset == 0
    form.handle(key(pygame.K_SPACE))
    assert view.offset > 0
    form.handle(key(pygame.K_END))
    assert view.at_end
    form.handle(key(pygame.K_HOME))
    assert view.offset == 0


def test_a_text_scrolls_by_wheel_and_bar(skin: Skin) -> None:
    view = reader(skin)
    form = Form([view])
    form.handle(mouse(pygame.MOUSEMOTION, view.rect.center))
    form.handle(Event(pygame.MOUSEWHEEL, {"precise_y": -1.0, "y": -1}))
    assert view.offset > 0
    grip = (view.rect.right - skin.px(14), view.rect.bottom - skin.px(16))
    form.handle(mouse(pygame.MOUSEBUTTONDOWN, grip))
    form.handle(mouse(pygame.MOUSEMOTION, (grip[0], 5000)))
    assert view.at_end


def test_a_text_that_fits_does_not_scroll(skin: Skin) -> None:
    view = reader(skin, paragraphs=1)
    Form([view]).handle(key(pygame.K_END))
    assert view.offset == 0


def test_a_text_that_lacks_a_few_pixels_is_shown_whole(skin: Skin) -> None:
    view = TextView("text", [Para("word " * 30)] * 6)
    whole = view.height_in(600, skin)
    view.place(Rect(0, 0, 600, whole - skin.px(20)), skin)
    assert view.at_end
    view.place(Rect(0, 0, 600, whole // 2), skin)
    assert not view.at_end


def rows_of(height: int, skin: Skin) -> RowList:
    """A list of four rows in a box of that height."""
    rows = RowList("rows")
    rows.show([ListRow(key, key, lines=(RowLine(key),)) for key in "abcd"])
    rows.place(Rect(0, 0, 400, height), skin)
    return rows


def test_rows_that_lack_a_few_pixels_are_shown_whole(skin: Skin) -> None:
    whole = next(height for height in range(100, 700) if not rows_of(height, skin).bar.is_needed)
    usual = rows_of(700, skin).row_box(3).bottom
    assert rows_of(whole, skin).row_box(3).bottom <= usual - skin.px(20)


def test_chapters_are_found_and_a_resize_keeps_the_place(skin: Skin) -> None:
    view = reader(skin)
    assert [text for text, _offset in view.chapters] == ["One", "Two"]
    view.scroll(view.chapters[1][1])
    assert view.at_end
    before = view.offset
    view.place(Rect(0, 0, 1200, 400), skin)
    assert 0 < view.offset < before


def test_the_heading_of_a_chapter_gone_to_does_not_fade(skin: Skin) -> None:
    chapter: list[Block] = [Heading("Same"), *[Para("word " * 30)] * 60]
    view, heads = TextView("text", [*chapter, *chapter]), list[bytes]()
    view.place(Rect(0, 0, 600, 400), skin)
    surface = pygame.Surface((600, 400))
    for number in range(2):
        view.scroll_to_chapter(number)
        surface.fill(skin.colour("panel"))
        view.draw(surface, skin)
        top = view.view.top + view.chapters[number][1] - view.offset
        head = Rect(view.view.left, top, 300, skin.px(32))
        heads.append(pygame.image.tobytes(surface.subsurface(head), "RGB"))
    assert view.offset > 0
    assert heads[0] == heads[1]


def test_card_groups_that_do_not_fit_beside_each_other_go_below(skin: Skin) -> None:
    group = (("AS", "2S", "3S"), "a run")
    for width, rows in ((2000, 1), (300, 3)):
        blocks = [Cards((group, group, group))]
        view = TextView("text", blocks)
        view.place(Rect(0, 0, width, 2000), skin)
        tops = {piece.rect.y for piece in view.pieces if piece.cards}
        assert len(tops) == rows


def test_notices_wait_for_each_other_and_go_away() -> None:
    toasts = Toasts()
    toasts.show("first")
    toasts.show("second")
    toasts.show("second")
    assert toasts.text == "first"
    assert not toasts.update(SECONDS / 2)
    assert toasts.update(SECONDS)
    assert toasts.text == "second"
    assert toasts.update(2 * SECONDS)
    assert toasts.text == ""
    assert toasts.idle_for() is None


@pytest.mark.parametrize("slash", ["/", "\\"])
def test_a_path_in_a_narrow_notice_is_shown_to_its_end(app: App, slash: str) -> None:
    path = slash.join(("", "home", "somebody", "share", "tonk", "hands", "tonk-practice-9.json"))
    toasts = Toasts()
    toasts.show(f"Saved as {path}")

    def narrowest(sizes: Sequence[tuple[int, int]]) -> Rect:
        return Rect((0, 0), sizes[-1])

    with watching():
        skin = Skin(app.services.theme, app.size)
        toasts.draw(sheet(skin.size), skin, narrowest)
    told = seen()
    assert told.faults(toasts.rect(skin, narrowest)) == []
    assert "".join(word.text for word in told.words).endswith(path)


def folding(skin: Skin, made: list[str]) -> tuple[TextView, Form]:
    """A long text with a fold in its middle and one at its end."""

    def shown(name: str) -> list[Para]:
        made.append(name)
        return [Para(f"What {name} shows", bold=True), Para("word " * 60)]

    folds = [Fold(name, "Show", "Hide", f"about {name}", partial(shown, name)) for name in "ab"]
    words: list[Block] = [Para("word " * 30)] * 10
    view = TextView("text", [*words, folds[0], *words, folds[1]])
    view.place(Rect(0, 0, 600, 400), skin)
    return view, Form([view, *view.folds])


def test_the_button_of_a_fold_is_seen_while_the_text_has_the_focus(skin: Skin) -> None:
    with watching():
        skin = Skin(skin.theme, skin.size)  # its texts are watched
        view, form = folding(skin, [])
        form.focus("text")
        place = next(piece.rect for piece in view.pieces if piece.fold == "a")
        view.show(place.top, place.bottom)
        form.draw(sheet((600, 400)), skin)
        words = [word for word in seen().words if word.text == "Show"]
        assert [word.is_covered for word in words] == [False]


def test_a_fold_is_reached_by_tab_and_shows_and_hides_what_it_holds(skin: Skin) -> None:
    made: list[str] = []
    view, form = folding(skin, made)
    assert "fold:a" not in form.targets()
    form.handle(key(pygame.K_TAB))
    assert form.focused == "fold:a"
    assert form.spoken == "Show: about a"
    assert view.rect.contains(form.targets()["fold:a"])
    before = len(view.pieces)
    form.handle(key(pygame.K_RETURN))
    assert made == ["a"]
    assert form.spoken.startswith("What a shows. word")
    assert len(view.pieces) > before
    assert view.rect.contains(form.targets()["fold:a"])
    form.handle(key(pygame.K_RETURN))
    assert form.spoken == "Show: about a"
    assert len(view.pieces) == before


def test_a_text_is_read_aloud_by_paragraphs_wherever_its_lines_break(skin: Skin) -> None:
    blocks: list[Block] = [
        Heading("Your level"),
        Para("Too early to tell. " * 9),
        Para("標準では\u200b五枚、\u200bナチュラルは\u200b四十九と五十。" * 9),
        Point("First\nSecond"),
        Cards(((("5H", "6H", "7H"), "A run"),)),
    ]
    view = TextView("text", blocks)
    view.place(Rect(0, 0, 600, 2000), skin)
    assert len(view.pieces) > len(blocks) + 4
    parts = (
        *("Your level", ("Too early to tell. " * 9).strip()),
        *("標準では五枚、ナチュラルは四十九と五十。" * 9, "First", "Second", "5♥ 6♥ 7♥", "A run"),
    )
    assert view.spoken == sentences(*parts)


@pytest.mark.parametrize(
    ("hint", "said"),
    [("Search: just type", "Search: just type."), ("Just type", "Search: Just type.")],
)
def test_an_empty_field_says_its_name_once(hint: str, said: str) -> None:
    field = TextField("search", "", lambda _text: None, hint=hint)
    field.says = "Search"
    assert field.spoken == said
    field.insert("ace")
    assert field.spoken == "Search: ace."


def test_from_a_fold_the_arrows_read_on(skin: Skin) -> None:
    view, form = folding(skin, [])
    form.handle(key(pygame.K_TAB))
    form.handle(key(pygame.K_RETURN))
    told, offset = form.spoken, view.offset
    form.handle(key(pygame.K_PAGEDOWN))
    assert form.focused == "fold:a"
    assert view.offset > offset
    assert form.spoken not in ("", told)


def test_a_fold_at_the_end_scrolls_into_view_when_it_opens_by_a_click(skin: Skin) -> None:
    made: list[str] = []
    view, form = folding(skin, made)
    view.scroll(100_000)
    place = form.targets()["fold:b"]
    form.handle(mouse(pygame.MOUSEBUTTONDOWN, place.center))
    form.handle(mouse(pygame.MOUSEBUTTONUP, place.center))
    assert made == ["b"]
    assert view.at_end
    assert form.targets()["fold:b"].y < place.y


def test_an_open_fold_stays_open_in_a_window_of_another_size(skin: Skin) -> None:
    made: list[str] = []
    view, form = folding(skin, made)
    form.handle(key(pygame.K_TAB))
    form.handle(key(pygame.K_RETURN))
    view.place(Rect(0, 0, 900, 300), skin)
    assert made == ["a"]
    assert any(piece.text.startswith("What a shows") for piece in view.pieces)
