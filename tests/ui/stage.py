"""A whole window on SDL's dummy driver, with hands that press keys and click."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import Any, TypeVar, cast
from zlib import crc32

import pygame
from pygame import Rect, Surface

from ai import betting
from ai.belief import believed
from ai.coach.drills import Kind, NoQuestionError, Question, drill
from ai.coach.evaluator import finished
from ai.explore import preset_findings as presets
from ai.explore.facts import Findings
from ai.worker import Thinker
from game.app.lazy_pages import LazyPages
from game.features.hooks import table_hooks
from game.play.advice import BotTrial
from game.play.opponents import Opponents, Study
from game.rules.ruleset import RuleSet
from game.saves.settings import Settings, SettingsStore
from game.saves.store import Store
from game.ui.autoplay import click
from game.ui.kit.document import Heading, Para, Point, TextView
from game.ui.kit.lists import RowList
from game.ui.look.theme import Theme
from game.ui.pages.page import Page
from game.ui.shell.app_window import Window
from game.ui.shell.loop import App
from game.ui.shell.scene import Scene, Services
from game.ui.shell.sound import Sound

S = TypeVar("S")

SIZES = ((960, 540), (1280, 720), (1280, 960), (2560, 1080), (1920, 1080), (3840, 2160))


@cache
def opponents() -> Thinker:
    """The opponents of all windows under test, in one process."""
    return Thinker()


@cache
def made(kind: Kind, rules: RuleSet, seats: int, level: int, seed: int) -> Question | str:
    """That question of a drill, or why there is none; each is searched for once."""
    try:
        return finished(drill(kind, rules, seats, level, seed))
    except NoQuestionError as error:
        return str(error)


class Asked:
    """A question of a drill that is there as soon as it is looked for, or will never be."""

    is_over = True

    def __init__(self, kind: str, rules: RuleSet, seats: int, level: int, seed: int) -> None:
        self._wanted = cast("Kind", kind), rules, seats, level, seed

    @property
    def latest(self) -> Question | None:
        """The question."""
        found = made(*self._wanted)
        return found if isinstance(found, Question) else None

    @property
    def error(self) -> str | None:
        """Why there is none."""
        found = made(*self._wanted)
        return found if isinstance(found, str) else None

    def cancel(self) -> None:
        """It is made only where it is looked for."""


@dataclass
class Exploring:
    """An exploration that has come so far."""

    part: float
    latest: Findings | None = None
    error: str | None = None


def explored(rules: RuleSet, seats: int) -> Findings:
    """What is kept of a preset; for other rules or seats what is kept of the standard game."""
    usual = presets.standard(seats)
    return Findings.of(presets.kept(rules, seats) or usual, usual)


def this_day() -> date:
    """The day by the clock of the machine."""
    return datetime.now().astimezone().date()


@contextmanager
def stage(
    size: tuple[int, int] = (1280, 720),
    settings: SettingsStore | None = None,
    store: Store | None = None,
    kind: type[App] = App,
    **parts: Any,  # noqa: ANN401 - whatever a service is
) -> Iterator[App]:
    """An app without scenes, in a window of this size; nothing is read or written.

    ``parts`` take the place of the usual services (``Services``) of those names.
    """
    store_of_settings = settings or SettingsStore.unsaved(
        Settings(
            speed="instant",
            mute=True,
            window_width=size[0],
            window_height=size[1],
            lesson_done=True,
        )
    )
    window = Window(store_of_settings.settings)
    services = Services(
        settings=store_of_settings,
        saves=store or Store.unsaved(),
        theme=Theme(),
        sound=Sound(muted=True),
        thinker=opponents(),
        opponents=lambda: Opponents(
            ("beginner", "regular", "master"),
            ("plain", "hitter"),
            "regular",
            betting,
            study=lambda: Study("early", 57, 24),
        ),
        seed="test",
        clock=time.monotonic,
        today=this_day,
        pages=LazyPages(),
        hooks=table_hooks(),
        beliefs=believed,
        explore=lambda rules, seats: Exploring(1.0, explored(rules, seats)),
        drills=Asked,
        bot_trial=lambda _positions, _seed: iter((BotTrial(25, 250, 8_402, 0),)),
    )
    pygame.event.clear()
    try:
        yield kind(window, services._replace(**parts))
    finally:
        window.close()


def shown(app: App, scene: Scene) -> Scene:
    """The scene, on top and drawn once."""
    app.push(scene)
    app.turn()
    return scene


def top(app: App, kind: type[S]) -> S:
    """The top scene, which is to be of this kind."""
    assert isinstance(app.top, kind)
    return app.top


def widget(page: Scene, name: str, kind: type[S]) -> S:
    """The widget with that name on a page."""
    assert isinstance(page, Page)
    found = next(each for each in page.form.widgets if each.name == name)
    assert isinstance(found, kind)
    return found


def row_list(page: Scene, name: str) -> RowList:
    """The list with that name on a page."""
    return widget(page, name, RowList)


def block_texts(page: Scene, *kinds: type[Heading | Para | Point]) -> list[str]:
    """The texts of some kinds of blocks in what a page has to read."""
    return [each.text for each in widget(page, "text", TextView).blocks if isinstance(each, kinds)]


def press(app: App, *keys: int, mod: int = 0) -> None:
    """Press and let go of each key in turn."""
    for key in keys:
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.Event(kind, {"key": key, "mod": mod, "unicode": ""}))
        turns(app)  # one frame for both


def tap(app: App, key: int) -> None:
    """Press and let go of a key on a long way of which nobody looks at every step: no frame."""
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        app.dispatch(pygame.Event(kind, {"key": key, "mod": 0, "unicode": ""}))


def picture(surface: Surface) -> str:
    """A short digest of what is seen on a surface: a failure that compares two can be read."""
    pixels = pygame.image.tobytes(surface, "RGBA")
    return f"{surface.width}x{surface.height} {crc32(pixels):08x}"


def point(app: App, name: str) -> None:
    """Click in the middle of what has that name on the top scene, once it is in view."""
    box = targets(app)[name]
    app.view.follow(box)
    click(app.view.seen(box))
    turns(app)


def targets(app: App) -> dict[str, Rect]:
    """What the top scene offers to click on."""
    assert app.top is not None
    return app.top.targets()


def turns(app: App) -> None:
    """Go round until nothing is waiting to be handled, at the pace of what moves by itself."""
    app.wake()
    while app.is_running and (pygame.event.peek() or app.is_dirty):
        if app.idle_for() == 0:
            app.turn()
        else:
            app.frame(pygame.event.get())
