"""A table is drawn again whenever it looks, offers or says something else, at any speed.

The loop draws only after events, and where `update` says that something has changed.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TypeAlias

import pygame
import pytest
from pygame import Surface

from ai.bot import ask
from ai.registry import make_bot
from game.rules.actions import DRAW
from game.rules.view import SeatView
from game.ui.session.table_scene import TableScene
from game.ui.viewer.replay_scene import ReplayScene
from tests.ui.stage import picture
from tests.ui.table.hands_on import FRAME, Person
from tests.ui.table.staging import FakeStage, a_session

SIZE = (960, 540)
WAYS = {
    "full": ("normal", "off"),
    "full and fast": ("fast", "off"),
    "reduced": ("normal", "on"),
    "reduced and fast": ("fast", "on"),
    "off": ("instant", "off"),
    "reduced and off": ("instant", "on"),
}
TABLES: dict[str, tuple[str, int, dict[str, object]]] = {
    "standard": ("standard", 2, {}),
    "slaps": ("slap", 3, {"drop_when": "any_time"}),
    "last lay": ("standard", 4, {"last_lay": "both", "stock_end": "at_once"}),
}
SEEDS = range(1, 21)

Scene: TypeAlias = TableScene | ReplayScene


class Watch:
    """Draws a scene as the loop does, and fails where that leaves anything out."""

    def __init__(self, scene: Scene, surface: Surface) -> None:
        self._scene, self._surface, self._again = scene, surface, Surface(SIZE)
        self._still = 0
        self.draw()

    def _state(self) -> Hashable:
        """What the scene offers and says."""
        scene = self._scene
        boxes = tuple((name, tuple(box)) for name, box in scene.targets().items())
        if isinstance(scene, ReplayScene):
            return boxes, scene.spoken()
        look = scene.renderer.look(frozenset(scene.live()))
        moods = tuple(seat.mood for seat in look.seats)
        return boxes, scene.spoken(), scene.line, look, moods, scene.coach_look

    def draw(self) -> None:
        """Draw, as after an event."""
        self._scene.draw(self._surface)
        self._known = self._state()

    def turn(self) -> None:
        """One turn of the loop as soon as it is due, but never later than a blink."""
        idle = self._scene.idle_for()
        if self._scene.update(min(0.1, idle or FRAME)):
            self._still = 0
            self.draw()
            return
        self._still += 1
        assert self._state() == self._known
        if self._still in {1, 10, 30}:
            self._scene.draw(self._again)
            assert picture(self._again) == picture(self._surface)


class Onlooker(Person):
    """A person whose window is drawn as the loop does."""

    def __init__(self, table: str, seed: int, way: str) -> None:
        rules, seats, changes = TABLES[table]
        speed, motion = WAYS[way]
        super().__init__(a_session(seats, str(seed), rules=rules, changes=changes), SIZE, speed)
        self.stage.change(reduced_motion=motion)
        self.watch = Watch(self.table, self.stage.surface)

    def post(self, *events: pygame.Event) -> None:
        super().post(*events)
        self.table.update(0.0)
        self.watch.draw()

    def frame(self) -> None:
        self.watch.turn()

    def play(self) -> None:
        """A hand up to its result, by letters, and a while to look at that."""
        for _ in range(10_000):
            if self.table.hands_played and self.is_settling():
                break
            if self.is_to_act():
                action = self.choice()
                self.do_by_keys(action, letters=True)
                self.answer_by_keys(action)
            self.frame()
        assert self.is_settling()
        self.wait(2.0)


@pytest.mark.share(3)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("way", WAYS)
def test_what_is_seen_is_how_things_are(way: str, table: str, seed: int) -> None:
    Onlooker(table, seed, way).play()


@dataclass
class Undecided:
    """A coach who knows nothing, and takes a few looks to say so."""

    looks: int = 4
    latest: None = None
    error: None = None

    @property
    def is_over(self) -> bool:
        self.looks -= 1
        return self.looks <= 0

    def cancel(self) -> None:
        self.looks = 0


def undecided(_seen: SeatView, _seed: int, _actions: object = None) -> Undecided:
    return Undecided()


@pytest.mark.parametrize("way", WAYS)
def test_a_move_is_seen_that_the_tutor_was_asked_about_first(way: str) -> None:
    person = Onlooker("standard", 1, way)
    person.wait_until(person.is_to_act)
    person.stage.services = person.stage.services._replace(coach=undecided)
    person.stage.change(tutor=True)
    person.table.follow()
    person.press(pygame.K_d)
    held = len(person.table.view.hand)
    assert DRAW in person.table.view.legal, "the tutor has yet to look at it"
    person.wait_until(lambda: len(person.table.view.hand) > held)
    person.wait(1.0)


@pytest.mark.share(3)
@pytest.mark.parametrize("way", WAYS)
def test_a_replay_is_seen_as_far_as_it_is(way: str) -> None:
    speed, motion = WAYS[way]
    stage = FakeStage(SIZE, speed)
    stage.change(reduced_motion=motion)
    session = a_session(2, "5")
    session.next_hand()
    while session.is_playing:
        hand = session.hand
        assert hand is not None
        bot = make_bot("regular")
        session.act(hand.turn, ask(bot, session.view(hand.turn), session.decision_seed(hand.turn)))
    replay = ReplayScene(stage, [session.record()])
    replay.resize(SIZE)
    watch = Watch(replay, stage.surface)
    replay.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "))
    watch.draw()
    for _ in range(10_000):
        watch.turn()
        if replay.step == replay.playback.last and not replay.board.is_moving:
            break
    assert replay.step == replay.playback.last
    for _ in range(40):
        watch.turn()
