"""Whole hands in the real window on a virtual display, by mouse alone and by keyboard alone.

Every event goes to two tables that play the same cards: one here, which knows where things lie, and
the real one. What the real one has kept in the end must be what was played here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pygame
import pytest

from game.play.plan import OPPONENT_NAMES, Plan, Player
from game.play.session import Session
from game.rules.actions import DROP, PASS, Action, Draw, Take
from game.rules.phases import Phase
from game.rules.presets import preset
from game.rules.results import Ending
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView
from game.saves.review_queue import Reviewer, ReviewHandle
from game.saves.settings import Settings
from game.saves.store import Store
from game.ui.table.input.targets import ButtonTarget
from tests.shares import EVERY
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


def _never_asked(_record: str, _seat: int) -> ReviewHandle:
    """A coach like the real table's, for which the result's row of buttons has one more."""
    raise AssertionError("nobody wants a review here")


class Twin(Person):
    """A person whose hands move on the real window as well."""

    def __init__(self, session: Session, window: Window) -> None:
        super().__init__(session, SIZE, speed="instant")
        reviewer = Reviewer(_never_asked, Store.unsaved, lambda: False)
        self.stage.services = self.stage.services._replace(reviewer=reviewer)
        self.window = window
        self.sent = Counter[str](window.look().came)

    def wait_for_both(self) -> None:
        """Return once both tables ask again."""

        def is_as_far(sight: Sight) -> bool:
            """Once the hand is settled here, the way on lies there where it does here."""
            if not self.is_settling():
                return asks(sight)
            found = sight.targets.get("button:next")
            return found is not None and found.collidepoint(
                self.box_of(ButtonTarget("next")).center
            )

        self.wait_until(self.is_to_act)
        self.window.until(is_as_far, "the real table")

    def _has_come(self, sight: Sight) -> bool:
        return all(sight.came.get(kind, 0) >= self.sent[kind] for kind in COUNTED.values())

    def post(self, *events: pygame.Event) -> None:
        """Do it here once it has reached the real table: a busy X server swallows a click or so."""
        words = [word for event in events for word in self._words(event)]
        counted = [COUNTED[each.type] for each in events if each.type in COUNTED]
        self.sent.update(counted)
        self.window.do(*words)
        if counted:
            self.window.reached_by(self._has_come, "a click or key to arrive", words)
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


def a_hand_kept_in(folder: Path, plan: Plan = PLAN) -> None:
    """A hand just dealt, as if the game had been closed then."""
    store = Store.open(folder)
    store.start(plan).next_hand()
    store.close()


def the_same_hand(plan: Plan = PLAN) -> Session:
    session = Session.start(plan)
    session.next_hand()
    return session


@pytest.mark.parametrize("way", WAYS)
def test_hands_are_played_in_the_real_window(
    display: VirtualDisplay, tmp_path: Path, way: str
) -> None:
    a_hand_kept_in(tmp_path)
    played: set[type] = set()
    with told_game(
        display, tmp_path, Settings(speed="instant", hints=False, ask_drop=False)
    ) as window:
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


Saw = Callable[[SeatView, Action], None]


def _play_hand(
    twin: Twin,
    do: Callable[[Person, Action], None],
    played: set[type],
    saw: Saw | None = None,
) -> None:
    for _ in range(100):
        twin.wait_for_both()
        if twin.is_settling():
            return
        action, view = twin.choice(), twin.table.view
        do(twin, action)
        if do is WAYS["letters"]:
            twin.answer_by_keys(action)
        else:
            twin.answer(action)
        played.add(type(action))
        if saw is not None:
            saw(view, action)
    raise AssertionError("the hand never ends")


# -- ten tables by the further readings of the rules (RULES.md §4) -------------------------------


NATURALS = [{"match": {"at_most": 25}, "pays": 3, "tie": "split"}]
LAWS: dict[str, tuple[RuleSet, int, str]] = {
    "unmatched": (preset("unmatched"), 2, "1"),
    "tunk": (preset("tunk"), 3, "1"),
    "any time": (preset("standard").changed(drop_when="any_time"), 3, "1"),
    "any time and slaps": (preset("slap").changed(drop_when="any_time"), 3, "1"),
    "any time and claims": (
        preset("slap_polite").changed(drop_when="any_time", first_turn_drop=False),
        3,
        "1",
    ),
    "last lay": (preset("standard").changed(last_lay="both", stock_end="at_once"), 3, "1"),
    "low drops": (
        preset("waits").changed(drop_at_most=10, catch="single_to_lower", drop_when="any_time"),
        3,
        "1",
    ),
    "wild points": (
        preset("standard").changed(
            jokers=2, wild="2X", wild_points=25, count="unmatched", last_lay="drop"
        ),
        2,
        "1",
    ),
    "winners deal": (
        preset("standard").changed(next_dealer="winner", naturals=NATURALS, last_lay="stockout"),
        4,
        "6",
    ),
    "all at once": (
        preset("rushville").changed(
            wild="2",
            wild_points=15,
            count="unmatched",
            drop_at_most=30,
            drop_when="any_time",
            last_lay="both",
            next_dealer="winner",
            catch="standard",
            scoring="push_up",
            slap="race",
            double_double=True,
        ),
        3,
        "1",
    ),
}
SHARE = ("tunk", "all at once")
"""All of them: `python -m tests.long.every tests/ui/table/test_in_window.py`."""
BY_HANDS = ("clicks", "letters", "cursor")


@pytest.mark.parametrize("law", LAWS if EVERY else SHARE)
def test_further_rules_are_played_in_the_real_window(
    display: VirtualDisplay, tmp_path: Path, law: str
) -> None:
    rules, seats, seed = LAWS[law]
    bots = [Player(name, "regular") for name in OPPONENT_NAMES[: seats - 1]]
    plan = Plan((Player("You"), *bots), rules, seed)
    a_hand_kept_in(tmp_path, plan)
    met: set[str] = set()
    with told_game(
        display, tmp_path, Settings(speed="instant", hints=False, ask_drop=False)
    ) as window:
        window.press("Return")
        twin = Twin(the_same_hand(plan), window)
        for way in BY_HANDS:
            _play_hand(twin, WAYS[way], set(), lambda view, _action: met.update(_meets(view)))
            twin.press(pygame.K_RETURN)
        twin.wait_for_both()
        window.do("key", "ctrl+q")
        assert window.left() == (0, "")
    assert _kept(tmp_path) == twin.session.journal.records()
    assert ("drop out of turn" in met) == (rules.drop_when == "any_time")
    assert ("last lay" in met) == (rules.last_lay != "no")


def _meets(view: SeatView) -> Iterator[str]:
    """What a player is asked that only further readings of the rules ask."""
    if {DROP, PASS} <= set(view.legal):
        yield "drop out of turn"
    if view.phase is Phase.CHANCE and view.finish and view.finish.ending is not Ending.TONK:
        yield "last lay"


def _kept(folder: Path) -> Sequence[str]:
    store = Store.open(folder)
    session = store.saved_session()
    assert session is not None
    records = session.journal.records()
    store.close()
    return records
