"""Pages lead: one gold button each, one name for one thing, few clicks, no dead end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

import pytest

from game.features.study.drills.page import DrillScene
from game.features.study.practice.table_page import PracticeScene
from game.menus.lesson.page import LessonScene
from game.menus.start import StartScene
from game.saves.store import Store
from game.ui.kit.controls import Button
from game.ui.kit.inputs import OpenRow
from game.ui.pages.dialogs import AskScene
from game.ui.pages.page import Page
from game.ui.rulesets.editor import EditorScene
from game.ui.session.sitting import DifferencesScene
from game.ui.session.table_scene import TableScene
from game.ui.shell.loop import App
from game.ui.viewer.decision import DecisionScene
from game.ui.viewer.replay_scene import ReplayScene
from tests.ui.sessions.test_pages import PAGES as SESSION_PAGES
from tests.ui.stage import stage, turns
from tests.ui.test_aloud import SCREENS

LEAVING: Final = {"Back", "Leave the table", "Leave this hand", "Cancel"}
SHOWN: Final = (
    DecisionScene,
    DrillScene,
    EditorScene,
    LessonScene,
    PracticeScene,
    ReplayScene,
    TableScene,
)
"""Tables and the like: they are called after what lies on them, not after the way there."""
BETWEEN: Final = (AskScene, DifferencesScene)
"""What comes between a button and what it does."""
MENUS: Final = {"Menu"}
"""What opens a menu of its own on several screens."""


@dataclass
class Visit:
    """What a screen is called, its gold buttons, and what its buttons open, by their names."""

    kind: str
    heading: str
    gold: list[str]
    opened: dict[str, tuple[str, str]] = field(default_factory=dict)


def visited(app: App) -> Visit:
    """Press every button of the page on top that leads to another."""
    page = app.top
    assert isinstance(page, Page)
    buttons = [each for each in page.form.widgets if isinstance(each, Button)]
    found = Visit(
        type(page).__name__, page.heading, [each.text for each in buttons if each.primary]
    )
    below = app.scenes
    for name, text in _ways(page):
        _activate(page, name)
        there = app.top
        if there is page:
            continue
        if there is None or app.scenes[: len(below)] != below:
            break  # it led back, or away
        if isinstance(there, Page) and not isinstance(there, SHOWN + BETWEEN):
            found.opened[text] = type(there).__name__, there.heading
        while app.top is not page:
            app.pop()
    return found


def _activate(page: Page, name: str) -> None:
    """Press what has that name, if it is still there."""
    for each in page.form.widgets:
        if each.name == name:
            each.activate()
            return


def _ways(page: Page) -> list[tuple[str, str]]:
    """The names and texts of what may lead to other pages."""
    ways = []
    for each in page.form.widgets:
        if each.can_focus and each.name not in {"button:quit", "button:back"}:
            if isinstance(each, Button):
                ways.append((each.name, each.text))
            elif isinstance(each, OpenRow):
                ways.append((each.name, each.label))
    return ways


@contextmanager
def screen(name: str) -> Iterator[App]:
    """A screen in a window."""
    if name in SESSION_PAGES:
        with SESSION_PAGES[name]((1280, 720)) as app:
            yield app
        return
    with stage(store=Store.unsaved()) as app:
        app.push(StartScene(app))
        SCREENS[name](app)
        turns(app)
        yield app


@pytest.fixture(scope="module")
def visits() -> dict[str, Visit]:
    """Every page, and what its buttons lead to."""
    found = {}
    for name in (*SCREENS, *SESSION_PAGES):
        with screen(name) as app:
            if isinstance(app.top, Page):
                found[name] = visited(app)
    return found


def test_every_page_has_one_gold_button_at_most_and_none_leads_back(
    visits: dict[str, Visit],
) -> None:
    wrong = {name: each.gold for name, each in visits.items() if len(each.gold) > 1}
    back = {name: each.gold for name, each in visits.items() if LEAVING & {*each.gold}}
    assert len(visits) > 100
    assert (wrong, back) == ({}, {})


def test_no_two_pages_are_called_the_same(visits: dict[str, Visit]) -> None:
    kinds = defaultdict(set)
    for each in visits.values():
        kinds[each.heading].add(each.kind)
        for kind, heading in each.opened.values():
            kinds[heading].add(kind)
    same = {heading: names for heading, names in kinds.items() if len(names) > 1}
    assert same == {}


def test_a_button_is_called_as_the_page_that_it_opens(visits: dict[str, Visit]) -> None:
    wrong = {
        (name, text, heading)
        for name, each in visits.items()
        for text, (_kind, heading) in each.opened.items()
        if text not in MENUS
        and heading != text
        and not heading.startswith((f"{text}: ", f"{text} "))
    }
    assert wrong == set()
