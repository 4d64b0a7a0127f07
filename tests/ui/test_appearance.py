"""Scale, look and language: what is in force, what is told of it, and that it is seen at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pygame
import pytest
from pygame import Rect

from game.bundled_data import Drawings
from game.menus.new_game import NewGameScene
from game.menus.start import StartScene
from game.saves import settings
from game.saves.settings import Complaint, Loaded, Settings, SettingsStore
from game.ui.assets import asset_path, leave_out, newly_left_out
from game.ui.autoplay import click
from game.ui.kit.controls import Button
from game.ui.kit.inputs import Choice
from game.ui.look.appearance import Look, largest_scale, scaled, window_for
from game.ui.look.palettes import CLOTHS
from game.ui.look.theme import Theme
from game.ui.pages.page import Page
from game.ui.rulesets.reading import RulesScene
from game.ui.settings.pages import GROUPS, OptionsScene
from game.ui.settings.shortcuts import ShortcutsScene
from game.ui.shell.loop import App
from game.ui.table.motion.layout import Design
from game.ui.table.painting.furniture import table_skin
from game.ui.text.language import speak
from game.ui.text.save_troubles import settings_complaints
from tests.ui.stage import point, press, shown, stage, targets, top, turns, widget
from tests.ui.test_tiny_windows import resized

ASSETS = asset_path("LICENSES.md").parent


@pytest.fixture
def app() -> Iterator[App]:
    with stage((1280, 720)) as app:
        shown(app, StartScene(app))
        yield app
    speak("en")


@pytest.mark.parametrize(
    ("size", "largest"),
    [
        ((960, 540), 150),
        ((1024, 768), 160),
        ((1280, 720), 200),
        ((1440, 810), 200),
        ((1920, 1080), 200),
        ((2560, 1080), 200),
        ((3840, 2160), 200),
        ((640, 360), 100),
    ],
)
def test_the_largest_scale_is_the_one_whose_window_it_is(
    size: tuple[int, int], largest: int
) -> None:
    assert largest_scale(size) == largest
    width, height = window_for(largest)
    assert width <= size[0]
    assert height <= size[1]


def test_twice_the_scale_is_twice_as_large_and_fit_window_is_as_large_as_needs_no_scrolling() -> (
    None
):
    for size in ((1280, 720), (1920, 1080)):
        assert scaled(size, Look(scale=200)) == 2 * scaled(size, Look(scale=100))
    assert scaled((1920, 1080), Look()) == scaled((1920, 1080), Look(scale=200))
    small = [scaled((960, 540), Look(scale=scale)) for scale in (0, 75, 100, 150, 200)]
    assert small == pytest.approx([small[0] * share for share in (1, 0.75, 1, 1.5, 1.5)])


def test_words_at_the_table_grow_beyond_what_fits_and_boxes_a_little_less() -> None:
    size = (1280, 720)
    fits, half_more, twice = (table_skin(Theme(Look(scale=n)), size) for n in (0, 150, 200))
    assert (fits.letters, half_more.letters, twice.letters) == (1.0, 1.125, 1.5)
    assert (fits.unit, half_more.unit, twice.unit) == (1.0, 1.125, Design.LARGEST_FACE)
    words = "Ada lays a book."
    assert twice.width(words) == pytest.approx(1.5 * fits.width(words), rel=0.05)
    assert twice.width(words, twice.fitting(words, fits.width(words))) <= fits.width(words)


def test_a_page_larger_than_its_window_goes_where_the_focus_goes(app: App) -> None:
    app.change(scale=200)
    turns(app)
    assert app.view.canvas[1] > app.size[1]
    for step in range(20):
        press(app, pygame.K_TAB)
        name = top(app, StartScene).form.focused
        assert app.view.seen(targets(app)[name]).size == targets(app)[name].size, (step, name)


def test_a_page_opens_at_its_top_wherever_the_focus_is(app: App) -> None:
    app.change(scale=200)
    shown(app, NewGameScene(app))
    assert app.view.canvas[1] > app.size[1]
    assert top(app, NewGameScene).form.focused == "button:start"
    assert app.view.offset == (0, 0)
    press(app, pygame.K_TAB, pygame.K_TAB)
    name = top(app, NewGameScene).form.focused
    assert app.view.seen(targets(app)[name]).size == targets(app)[name].size


@pytest.mark.parametrize("page", ["play", "practice"])
def test_a_page_opened_by_a_key_shows_its_focus_and_one_opened_by_a_click_its_top(
    app: App, page: str
) -> None:
    app.change(scale=200)
    turns(app)
    point(app, f"button:{page}")
    opened = app.top
    assert isinstance(opened, Page)
    assert app.view.canvas[1] > app.size[1]
    assert app.view.offset == (0, 0)
    press(app, pygame.K_ESCAPE)
    top(app, StartScene).form.focus(f"button:{page}")
    press(app, pygame.K_RETURN)
    assert isinstance(app.top, type(opened))
    focused = targets(app)[app.top.form.focused]
    assert app.view.seen(focused).size == focused.size


def test_the_wheel_scrolls_a_page_and_a_click_lands_where_it_is_seen(app: App) -> None:
    app.change(scale=200)
    turns(app)
    for _ in range(20):
        pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, {"precise_y": -1.0, "y": -1, "x": 0}))
    turns(app)
    assert app.view.offset == (0, app.view.canvas[1] - app.size[1])
    click(app.view.seen(targets(app)["button:settings"]))
    turns(app)
    top(app, OptionsScene)


def test_the_bar_beside_a_page_takes_it_along(app: App) -> None:
    app.change(scale=200)
    turns(app)
    ((track, part),) = app.view.bars().values()
    for kind, pos in (
        (pygame.MOUSEBUTTONDOWN, part.center),
        (pygame.MOUSEMOTION, track.midbottom),
        (pygame.MOUSEBUTTONUP, track.midbottom),
    ):
        pygame.event.post(pygame.Event(kind, {"pos": pos, "button": 1, "rel": (0, 0)}))
        turns(app)
    assert app.view.offset == (0, app.view.canvas[1] - app.size[1])
    assert isinstance(app.top, StartScene)


def test_the_arrow_of_the_size_stays_under_the_pointer(app: App) -> None:
    shown(app, OptionsScene(app, "look"))
    app.change(scale=75)
    turns(app)
    click(app.view.seen(targets(app)["scale:more"]))
    turns(app)
    while app.services.settings.settings.scale < 200:
        assert targets(app)["scale:more"].collidepoint(app.pointer)
        before = app.services.settings.settings.scale
        spot = (app.pointer[0] - app.view.offset[0], app.pointer[1] - app.view.offset[1])
        click(Rect(spot, (1, 1)))
        turns(app)
        assert app.services.settings.settings.scale != before


def on_the_arrow(app: App, name: str) -> tuple[int, int]:
    """The pointer's place in the window, which is to be on an arrow as it was last drawn."""
    app.wake()
    app.turn()  # whatever a frame would still change
    x, y = app.pointer
    spot = x - app.view.offset[0], y - app.view.offset[1]
    assert app.view.seen(targets(app)[name]).collidepoint(spot), (name, app.view.offset, spot)
    return spot


@pytest.mark.share(4)
@pytest.mark.parametrize("corner", ["topleft", "center", "bottomright"])
@pytest.mark.parametrize("scrolled", [0, 40])
@pytest.mark.parametrize(
    "size", [(640, 360), (960, 476), (960, 540), (1024, 768), (1280, 720), (1280, 960)]
)
def test_clicks_on_an_unmoved_pointer_step_through_all_sizes(
    size: tuple[int, int], scrolled: int, corner: str
) -> None:
    """From wherever a page is scrolled to, and wherever on the arrow the pointer is."""
    with stage(size) as app:
        app.change(scale=200)
        shown(app, StartScene(app))
        resized(app, size)
        page = OptionsScene(app, "look")
        shown(app, page)
        at = [each for each, _words in widget(page, "scale", Choice).options]
        for name, values in (("scale:less", at[-2::-1]), ("scale:more", at[1:])):
            point(app, name)
            for value in values:
                assert app.services.settings.settings.scale == value
                app.view.move((0, min(scrolled, targets(app)[name].top)))
                spot = getattr(app.view.seen(targets(app)[name]).inflate(-4, -4), corner)
                pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=spot, rel=(0, 0)))
                turns(app)
                click(Rect(on_the_arrow(app, name), (1, 1)))
                turns(app)
                on_the_arrow(app, name)


@pytest.mark.share(3)
@pytest.mark.parametrize(
    "opened",
    [
        *(partial(OptionsScene, group=each.key) for each in GROUPS),
        StartScene,
        NewGameScene,
        ShortcutsScene,
        RulesScene,
    ],
)
def test_a_page_needs_no_more_for_having_been_larger(opened: Callable[[App], Page]) -> None:
    with stage() as app:
        shown(app, StartScene(app))
        resized(app, (960, 476))
        for scale in (125, 100, 75, 0):
            app.change(scale=scale)
            fresh = opened(app)
            shown(app, fresh)
            wanted = app.view.canvas
            app.pop()
            app.change(scale=200)
            shown(app, opened(app))
            app.change(scale=scale)
            app.turn()
            assert app.view.canvas == wanted, scale
            app.pop()


@pytest.mark.share(4)
@pytest.mark.parametrize(
    ("group", "setting"),
    [("general", "language"), ("look", "courts"), ("look", "large_index"), ("look", "cloth")],
)
@pytest.mark.parametrize("scale", [0, 100, 200])
def test_the_pointer_stays_on_whatever_lays_the_page_out_anew(
    scale: int, group: str, setting: str
) -> None:
    with stage() as app:
        app.change(scale=scale)
        shown(app, StartScene(app))
        resized(app, (960, 476))
        shown(app, OptionsScene(app, group))
        name = next(each for each in targets(app) if each in {setting, f"{setting}:more"})
        point(app, name)
        for _step in range(3):
            click(Rect(on_the_arrow(app, name), (1, 1)))
            turns(app)
    speak("en")


def test_a_dense_screen_shows_everything_as_large_as_another_in_more_pixels() -> None:
    plain = scaled((1280, 720), Look(scale=100))
    dense = scaled((2560, 1440), Look(scale=100, density=2.0))
    assert dense == 2 * plain
    assert largest_scale((2560, 1440), 2.0) == largest_scale((1280, 720))


def test_the_settings_say_what_becomes_of_a_scale_that_does_not_fit(app: App) -> None:
    shown(app, OptionsScene(app, "look"))
    app.window.native.size = (960, 540)
    pygame.event.post(pygame.Event(pygame.WINDOWSIZECHANGED, {"x": 960, "y": 540}))
    app.change(scale=200)
    turns(app)
    note = top(app, OptionsScene).group.note(top(app, OptionsScene))
    assert note.startswith("200% needs a window of 1280 × 720.")
    assert "150%" in note
    app.change(scale=100)
    turns(app)
    assert "150%" in top(app, OptionsScene).group.note(top(app, OptionsScene))


@pytest.mark.parametrize(
    ("size", "words"),
    [
        ((960, 540), "The largest size for this window is 150%. Above 100%, some pages scroll."),
        ((1280, 720), "The largest size for this window is 200%. Above 133%, some pages scroll."),
        ((3840, 2160), "The largest size for this window is 200%."),
    ],
)
def test_the_settings_say_from_which_scale_on_pages_scroll(
    size: tuple[int, int], words: str
) -> None:
    with stage(size) as app:
        shown(app, StartScene(app))
        page = OptionsScene(app, "look")
        shown(app, page)
        assert page.group.note(page) == words
        whole = largest_scale(size, scrolls=False)
        app.change(scale=whole)
        turns(app)
        assert app.view.is_whole
        app.change(scale=largest_scale(size))
        turns(app)
        assert app.view.is_whole == (whole == 200)


@pytest.mark.share(4)
@pytest.mark.parametrize("size", [(640, 360), (960, 540), (1280, 720), (1920, 1080), (3840, 2160)])
@pytest.mark.parametrize("steps", [1, -1])
def test_no_arrow_of_the_size_does_the_opposite_of_what_it_says(
    size: tuple[int, int], steps: int
) -> None:
    with stage(size) as app:
        shown(app, StartScene(app))
        resized(app, size)
        shown(app, OptionsScene(app, "look"))
        theme = app.services.theme
        letters = [scaled(size, theme.look)]
        for _step in range(8):
            point(app, "scale:more" if steps > 0 else "scale:less")
            letters.append(scaled(size, theme.look))
        assert letters == sorted(letters, reverse=steps < 0)
        ends = [scaled(size, Look(scale=scale)) for scale in (0, 75, 200)]
        assert letters[-1] == (max(ends) if steps > 0 else min(ends))


def test_a_scale_chosen_takes_effect_on_every_screen_at_once(app: App) -> None:
    before = targets(app)["button:play"].width
    shown(app, OptionsScene(app, "look"))
    row = targets(app)["group:look"].height
    for _ in range(2):
        point(app, "scale:less")
    assert app.services.settings.settings.scale == 100
    assert targets(app)["group:look"].height == round(row * 0.75)
    press(app, pygame.K_ESCAPE)
    assert targets(app)["button:play"].width == pytest.approx(before * 0.75, abs=1)


def test_the_cloth_changes_under_the_settings(app: App) -> None:
    shown(app, OptionsScene(app, "look"))
    point(app, "cloth:more")
    assert app.services.settings.settings.cloth == "claret"
    red, green, blue, _ = app.window.surface.get_at((640, 20))
    assert red > 2 * max(green, blue)
    app.change(high_contrast=True)
    turns(app)
    assert max(app.window.surface.get_at((640, 30))[:3]) <= sum(CLOTHS["jade"]["shade"])


def test_one_key_changes_between_two_and_four_colours_on_every_screen(app: App) -> None:
    press(app, pygame.K_F4)
    assert app.services.settings.settings.four_colour
    assert app.toasts.text == "Four colors"
    press(app, pygame.K_F4, mod=pygame.KMOD_ALT)
    assert app.services.settings.settings.four_colour
    shown(app, OptionsScene(app, "look"))
    press(app, pygame.K_F4)
    assert not app.services.settings.settings.four_colour


def test_page_keys_turn_from_group_to_group_and_round(app: App) -> None:
    shown(app, OptionsScene(app, "table"))
    press(app, pygame.K_PAGEDOWN)
    assert top(app, OptionsScene).group.key == "coach"
    press(app, pygame.K_PAGEUP, pygame.K_PAGEUP)
    assert top(app, OptionsScene).group.key == "general"
    assert top(app, OptionsScene).form.focused == "group:general"


def test_another_language_is_spoken_at_once_on_every_screen(app: App) -> None:
    shown(app, OptionsScene(app, "general"))
    app.change(language="fr")
    turns(app)
    assert widget(top(app, OptionsScene), "button:back", Button).text == "Retour"
    press(app, pygame.K_ESCAPE)
    assert "Réglages" in [getattr(each, "text", "") for each in top(app, StartScene).form.widgets]


def test_a_file_that_is_missing_is_told_of_once(app: App) -> None:
    leave_out("sounds/deal1.ogg")
    leave_out("sounds/deal2.ogg")
    app.change(scale=100)
    turns(app)
    assert "assets/sounds/deal1.ogg, assets/sounds/deal2.ogg" in app.toasts.text
    app.toasts.dismiss()
    leave_out("sounds/deal1.ogg")
    app.change(scale=75)
    turns(app)
    assert app.toasts.text == ""
    assert newly_left_out() == []


def test_the_pointer_is_told_in_pixels_on_a_dense_screen(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(app.window), "density", property(lambda _self: 2.0))
    event = pygame.Event(pygame.MOUSEMOTION, {"pos": (100, 51), "rel": (3, -1), "buttons": ()})
    told = app.window.in_pixels(event)
    assert (told.pos, told.rel, told.buttons) == ((200, 102), (6, -2), ())


def test_few_senseless_settings_are_told_one_by_one_and_many_together() -> None:
    few = tuple(Complaint(f"k{number}", "1", "2") for number in range(3))
    assert len(settings_complaints(Loaded(Settings(), few))) == 3
    many = tuple(Complaint(f"k{number}", "1", "2") for number in range(9))
    (line,) = settings_complaints(Loaded(Settings(), many, Path("kept.json")))
    assert "9 settings" in line
    assert "kept.json" in line


def test_what_was_chosen_is_there_at_the_next_start(tmp_path: Path) -> None:
    SettingsStore.open(tmp_path).change(cloth="slate", scale=150, large_index=True, back="waves")
    with stage(settings=SettingsStore.open(tmp_path)) as app:
        look = app.services.theme.look
        assert (look.cloth, look.scale, look.large_index, look.back) == (
            "slate",
            150,
            True,
            "waves",
        )


def test_every_row_of_a_setting_is_in_a_group_of_the_page() -> None:
    named = {each.group for each in settings.SETTINGS.values() if each.group}
    assert named == {group.key for group in GROUPS}


def test_what_settings_may_name_is_what_there_is() -> None:
    catalogues = {file.parts[-3] for file in ASSETS.glob("locale/*/LC_MESSAGES/tonk.mo")}
    assert {"en", *catalogues} == set(settings.LANGUAGES)
    for key, folder in {"back": "backs", "cloth": "cloths"}.items():
        drawn = {file.stem for file in ASSETS.glob(f"{folder}/*.svg")}
        titles = settings.SETTINGS[key].names
        assert set(titles) == drawn
        assert len({*titles.values()} - {""}) == len(drawn)
        assert not settings.SETTINGS[key].accepts("nothing")
        assert next(iter(titles)) == getattr(settings.Settings(), key)


def test_without_drawings_the_usual_one_can_still_be_named() -> None:
    drawings = Drawings("nowhere", "jade")
    assert dict(drawings) == {"jade": "jade"}
    assert "jade" in drawings
    assert "slate" not in drawings
