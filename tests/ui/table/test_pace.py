"""How long a player waits between two decisions of its own, by the clock of the animation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from game.rules.actions import DRAW, Discard, Draw, Hit, Spread, Take
from game.ui.table.input.targets import STOCK_TARGET
from tests.shares import EVERY
from tests.ui.table.hands_on import FRAME, Person
from tests.ui.table.staging import a_session

if TYPE_CHECKING:
    from game.rules.view import SeenMove

MOST = 2.5
"""Seconds, at normal speed and against one opponent."""


@dataclass(frozen=True, slots=True)
class Wait:
    """The time between two decisions, and what the opponent did in it."""

    seconds: float
    kinds: tuple[type, ...]


class Watched(Person):
    """Plays on, and writes down how long it waits for its turn."""

    def waits(self, hands: int) -> Iterator[Wait]:
        while self.table.hands_played < hands:
            moves, number = len(self._moves()), self.session.number
            frames = self._frames_to_decision()
            if self.table.is_settling:
                self.table.press_settlement("next")
                continue
            if number == self.session.number and 0 < moves < len(self._moves()):
                kinds = tuple(type(move.action) for move in self._moves()[moves:])
                yield Wait(frames * FRAME, kinds)
            self.table.flow.play(self.choice())
            self.table.follow()

    def _moves(self) -> tuple[SeenMove, ...]:
        view = self.table.board.view
        return () if view is None else view.moves

    def _frames_to_decision(self) -> int:
        frames = 0
        while not self.may_decide():
            self.table.update(FRAME)
            frames += 1
        return frames

    def may_decide(self) -> bool:
        table = self.table
        if table.board.view is None or table.board.is_busy:
            return False
        return table.is_settling or bool(table.board.view.legal)


def waited(rules: str, speed: str, seeds: Iterable[int]) -> list[Wait]:
    found: list[Wait] = []
    for seed in seeds:
        found += Watched(a_session(2, str(seed), rules=rules), speed=speed).waits(hands=5)
    return [wait for wait in found if wait.kinds]


def test_one_opponent_is_never_waited_for_longer_than_two_and_a_half_seconds() -> None:
    found = waited("standard", "normal", [*range(7), 13] if EVERY else [1, 13])
    longest = max(found, key=lambda wait: wait.seconds)
    assert longest.seconds <= MOST, longest
    kinds = {kind for wait in found for kind in wait.kinds}
    assert {Draw, Take, Spread, Hit, Discard} <= kinds
    assert max(len(wait.kinds) for wait in found) >= 4, "long turns are among them"


@pytest.mark.parametrize("speed", ["fast", "rapid", "instant"])
def test_nor_at_any_higher_speed(speed: str) -> None:
    assert max(wait.seconds for wait in waited("standard", speed, range(3 if EVERY else 1))) <= MOST


def test_a_click_counts_while_the_opponents_last_card_is_about_to_land() -> None:
    it = Watched(a_session(2, "0", rules="standard"), speed="normal")
    me = it.table.flow.me
    while True:
        it.wait_until(it.may_decide)
        moves, legal = it.table.view.moves, it.table.view.legal
        if DRAW in legal and moves and moves[-1].seat != me:
            break
        it.table.flow.play(it.choice())
        it.table.follow()
    assert it.table.board.timeline.is_busy, "the card still flies"
    it.click(STOCK_TARGET)
    assert it.table.view.moves[-1].action == DRAW


def test_an_opponent_still_seems_to_think() -> None:
    plain = [
        wait.seconds
        for wait in waited("standard", "normal", range(3))
        if wait.kinds == (Draw, Discard)
    ]
    assert min(plain) > 0.65
    assert len(set(plain)) > 5, "it is no clockwork"
