"""Whole hands in the real window on a virtual display, by mouse alone and by keyboard alone.

Every event goes to two tables that play the same cards: one here, which knows where things lie, and
the real one. What the real one has kept in the end must be what was played here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pygame
import pytest

from game.rules.actions import Action, Draw, Take
from game.rules.presets import preset
from game.session.plan import Plan, Player
from game.session.session import Session
from game.session.settings import Settings
from game.session.store import Store
from game.ui.table.input.targets import ButtonTarget
from tests.tools.display import VirtualDisplay
from tests.ui.real.player import Player as Window
from tests.ui.real.player import Sight, asks, told_game
from tests.ui.table.hands_on import Person

pytestmark = pytest.mark.xvfb

SIZE = (1280, 720)
PLAN = Plan((Player("You"), Player("Ada", "regular")), preset("standard"), "5")
NAMES = {
    pygame.K_SPACE: "space",
    pygame.K_RETURN: "Return",
    pygame.K_TAB: "Tab",
    pygame.K_LEFT: "Left",
    pygame.K_RIGHT: "Right",
    pygame.K_UP: "Up",
    pygame.K_DOWN: "Down",
}
COUNTED = {pygame.MOUSEBUTTONUP: "clicks", pygame.KEYUP: "keys"}
WAYS: dict[str, Callable[[Person, Action], None]] = {
    "clicks": lambda person, action: person.do_by_mouse(action),
    "drags": lambda person, action: person.do_by_mouse(action, drags=True),
    "cursor": lambda person, action: person.do_by_keys(action),
    "letters": lambda person, action: person.do_by_keys(action, letters=True),
}


class Twin(Person):
    """A person whose hands move on the real window as well."""

    def __init__(self, session: Session, window: Window) -> None:
        super().__init__(session, SIZE, speed="instant")
        self.window = window
        self.sent = Counter[str](window.look().came)

    def wait_for_both(self) -> None:
        """Return once all that was done has reached the real table, and both tables ask again."""

        def has_come(sight: Sight) -> bool:
            return all(sight.came.get(kind, 0) >= self.sent[kind] for kind in COUNTED.values())

        self.wait_until(self.is_to_act)
        self.window.until(lambda sight: has_come(sight) and asks(sight), "the real table")

    def post(self, *events: pygame.Event) -> None:
        self.sent.update(COUNTED[each.type] for each in events if each.type in COUNTED)
        self.window.do(*(word for event in events for word in self._words(event)))
        super().post(*events)

    def _words(self, event: pygame.Event) -> tuple[str, ...]:
        """The event as xdotool makes it."""
        match event.type:
            case pygame.MOUSEMOTION:
                x, y = event.pos
                return ("mousemove", "--window", self.window.window, str(x), str(y))
            case pygame.MOUSEBUTTONDOWN:
                return ("mousedown", "1")
            case pygame.MOUSEBUTTONUP:
                return ("mouseup", "1")
            case pygame.KEYDOWN:
                return ("key", NAMES.get(event.key) or chr(event.key))
            case _:
                return ()


def a_hand_kept_in(folder: Path) -> None:
    """A hand just dealt, as if the game had been closed then."""
    store = Store.open(folder)
    store.start(PLAN).next_hand()
    store.close()


def the_same_hand() -> Session:
    session = Session.start(PLAN)
    session.next_hand()
    return session


@pytest.mark.parametrize("way", WAYS)
def test_hands_are_played_in_the_real_window(
    display: VirtualDisplay, tmp_path: Path, way: str
) -> None:
    a_hand_kept_in(tmp_path)
    played: set[type] = set()
    with told_game(display, tmp_path, Settings(speed="instant")) as window:
        window.press("Return")
        twin = Twin(the_same_hand(), window)
        for _ in range(3):
            _play_hand(twin, WAYS[way], played)
            if way in {"clicks", "drags"}:
                twin.click(ButtonTarget("next"))
            else:
                twin.press(pygame.K_RETURN)
        twin.wait_for_both()
        window.do("key", "ctrl+q")
        assert window.left() == (0, "")
    assert played & {Draw, Take}
    assert _kept(tmp_path) == twin.session.journal.records()


def _play_hand(twin: Twin, do: Callable[[Person, Action], None], played: set[type]) -> None:
    for _ in range(100):
        twin.wait_for_both()
        if twin.is_settling():
            return
        action = twin.choice()
        do(twin, action)
        played.add(type(action))
    raise AssertionError("the hand never ends")


def _kept(folder: Path) -> Sequence[str]:
    store = Store.open(folder)
    session = store.kept()
    assert session is not None
    records = session.journal.records()
    store.close()
    return records
