"""On every screen, in every size and scale and language: no text cut off or under another."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, TypeVar

import pytest
from pygame import Rect

from game.saves.settings import LANGUAGES, Settings, SettingsStore
from game.saves.store import Store
from game.ui.kit.grids import SMALLEST_TARGET
from game.ui.kit.skin import Skin
from game.ui.kit.typing import TextField
from game.ui.look.appearance import Look, largest_scale
from game.ui.pages.dialogs import FatalScene
from game.ui.pages.page import Page
from game.ui.pages.typing_page import LettersScene
from game.ui.session.opponents_page import LadderScene, OpponentsScene
from game.ui.settings.pages import GROUPS, OptionsScene, available
from game.ui.settings.shortcuts import AskKeyScene, ShortcutsScene
from game.ui.shell.loop import App
from game.ui.shell.scene import Stage
from game.ui.text.language import speak
from tests.shares import EVERY
from tests.ui.positions import POSITIONS
from tests.ui.rulesets.test_fits import LONG_NAME, PAGES
from tests.ui.screens import PICTURES
from tests.ui.seen import frame_faults, seen, sheet, target_faults, watching
from tests.ui.stage import shown, stage
from tests.ui.table.states import settle

Test = TypeVar("Test", bound=Callable[..., Any])

# What may be shortened: a path can be longer than any window is wide.
SHORTENED = ("/",)


# Those of the rules that speak with the player's own words are long enough in English already.
MORE: dict[str, Callable[[App], Page]] = PAGES | {
    "opponents": lambda app: OpponentsScene(app, (), 5, lambda _chosen: None),
    "ladder": LadderScene,
    "keys": ShortcutsScene,
    "keys, replay": lambda app: ShortcutsScene(app, "replay"),
    "letters": lambda app: letters(app, "abc"),
    "letters, kana": lambda app: letters(app, "あ"),
    "key": lambda app: AskKeyScene(app, "fullscreen"),
    "trouble": lambda app: FatalScene(app, "Tonk can't go on", "The disk is full. " * 6),
}


def letters(app: Stage, sheet: str) -> LettersScene:
    """Letters for a long text."""
    field = TextField("note", "a long way round the table " * 9, lambda _text: None)
    field.label = "Name"
    page = LettersScene(app, field)
    page.open_sheet(sheet)
    return page


@dataclass(frozen=True, slots=True)
class Case:
    """A window, how large the interface is wished in it, and the language."""

    size: tuple[int, int]
    scale: int
    language: str = "en"

    def __str__(self) -> str:
        return f"{self.size[0]}x{self.size[1]}-{self.scale}-{self.language}"


def cases(sizes: tuple[tuple[int, int], ...], scales: tuple[int, ...]) -> Iterator[Case]:
    """Each scale once that differs in a window, in each language.

    Letters grow with the boxes around them, but by whole pixels: what just fits at one scale may
    be cut at another.
    """
    for size in sizes:
        lowered = dict.fromkeys(min(scale, largest_scale(size)) for scale in scales)
        for scale in lowered:
            for language in LANGUAGES:
                if available(language):
                    yield Case(size, scale, language)


TIGHT: Final = (((960, 540), 100), ((1280, 720), 200))
"""Where there is least room: every screen is tried in these, each in another language."""
OTHERS: Final = (
    *cases(((1024, 768), (2560, 1080), (1920, 1080), (3840, 2160)), (100, 200)),
    *cases(((960, 540),), (75,)),
    *cases(((1280, 720),), (100,)),
)
ALL: Final = tuple(
    cases(
        ((960, 540), (1024, 768), (1280, 720), (1920, 1080), (2560, 1080), (3840, 2160)),
        (75, 100, 150, 200),
    )
)
"""They take long: `python -m tests.long.every tests/ui/test_everything_fits.py`."""


SEATS: Final = (6, 4, 2)
"""Most of them where there is least room."""


def in_cases(names: Iterable[str]) -> Callable[[Test], Test]:
    """Parametrize a test with each of the names, in the cases that it is tried in."""
    params = [
        pytest.param(name, case, id=f"{name}-{case}")
        for name in names
        for case in (ALL if EVERY else share(name))
    ]
    return pytest.mark.parametrize(("name", "case"), params)


def share(name: str) -> list[Case]:
    """The tight windows and one of the others, each in a language of its own.

    The name draws them, so that a new screen moves none.
    """
    drawn = zlib.crc32(name.encode())
    spoken_here = [language for language in LANGUAGES if available(language)]
    languages = [spoken_here[(drawn + step) % len(spoken_here)] for step in range(3)]
    tight = [Case(*window, language) for window, language in zip(TIGHT, languages, strict=False)]
    others = [case for case in OTHERS if case.language == languages[2]]
    return [*tight, others[drawn // 3 % len(others)]]


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """Speak a language within."""
    assert speak(language) == ""
    try:
        yield
    finally:
        speak("en")


def settings(case: Case) -> SettingsStore:
    """The player's settings for a case."""
    return SettingsStore.unsaved(
        Settings(
            speed="instant",
            mute=True,
            window_width=case.size[0],
            window_height=case.size[1],
            scale=case.scale,
            language=case.language,
        )
    )


@pytest.mark.share(36)
@in_cases(PICTURES)
def test_every_page_can_be_read_and_hit(name: str, case: Case) -> None:
    with (
        spoken(case.language),
        watching(SHORTENED),
        stage(case.size, settings(case), Store.unsaved()) as app,
    ):
        PICTURES[name](app)
        while app.is_dirty:
            app.turn()
        assert app.size == case.size
        assert frame_faults(app) == []


@pytest.mark.share(24)
@in_cases(MORE)
def test_what_lies_further_in_can_be_read_and_hit(name: str, case: Case) -> None:
    own_words = (*SHORTENED, LONG_NAME)
    with spoken(case.language), watching(own_words), stage(case.size, settings(case)) as app:
        shown(app, MORE[name](app))
        assert frame_faults(app) == []


@in_cases(group.key for group in GROUPS)
def test_every_group_of_settings_can_be_read_and_hit(name: str, case: Case) -> None:
    with spoken(case.language), watching(), stage(case.size, settings(case)) as app:
        shown(app, OptionsScene(app, name))
        assert frame_faults(app) == []


@pytest.mark.share(6)
@pytest.mark.parametrize(
    ("name", "case", "seats"),
    [
        pytest.param(name, case, seats, id=f"{name}-{case}-{seats}")
        for name in POSITIONS
        for case, seats in (product(ALL, SEATS) if EVERY else zip(share(name), SEATS, strict=True))
    ],
)
def test_every_position_at_the_table_can_be_read_and_hit(name: str, case: Case, seats: int) -> None:
    look = Look(scale=case.scale, large_index=seats == 4)
    with spoken(case.language), watching():
        scene = POSITIONS[name](case.size, seats, look)
        settle(scene, 1.0)
        scene.resize(case.size)
        scene.board.skip()
        surface = sheet(case.size)
        scene.draw(surface)
        window = Rect((0, 0), case.size)
        found = seen().faults(window)
        assert [*found, *target_faults(scene.targets(), window, SMALLEST_TARGET)] == []


@pytest.mark.share(12)
@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["summary", "pause", "start", "practice-menu", "settings"])
def test_no_page_scrolls_for_a_few_pixels(name: str, language: str, size: tuple[int, int]) -> None:
    store = settings(Case(size, 150, language))
    with spoken(language), stage(size, store, Store.unsaved()) as app:
        PICTURES[name](app)
        while app.is_dirty:
            app.turn()
        over = app.view.canvas[1] - app.view.window[1]
        line = Skin(app.services.theme, size).line()
        assert not 0 < over < line
