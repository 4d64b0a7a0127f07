"""Some deals in a row, played wherever there is a worker: the unit of work of the arena."""

import time
from collections import Counter
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Thread
from typing import Final

from ai.arena.deciding import Decider, Pulse
from ai.arena.match import DealOutcome, Match, play_deal
from ai.registry import make_bot

_GLANCE: Final = 0.2
"""Seconds between two looks at whether a bot hangs."""


class HungError(Exception):
    """A bot took longer over a decision than the arena waits."""

    def __init__(self, bot: str, deal: int, seconds: float) -> None:
        # All of them stay in args, or the error could not travel between processes.
        super().__init__(bot, deal, seconds)
        self.bot, self.deal, self.seconds = bot, deal, seconds

    def __str__(self) -> str:
        return f"{self.bot} hangs: it has no answer after {self.seconds:g} s (deal {self.deal})"


@dataclass(frozen=True, slots=True)
class Batch:
    """Deals ``first`` to ``first + count - 1`` of a match."""

    match: Match
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class BatchOutcome:
    """What the deals of a batch brought; ``seconds`` is how long they took."""

    deals: tuple[DealOutcome, ...]
    times: tuple[Counter[int], ...]
    faults: tuple[Counter[str], ...]
    seconds: float


def play_batch(batch: Batch) -> BatchOutcome:
    """Play all deals of ``batch``; ``HungError`` where a bot does not answer.

    They are played in a thread of their own, which is left to itself where a bot hangs in it.
    """
    pulse, done = Pulse(), Future[BatchOutcome]()
    playing = Thread(target=_play, args=(batch, pulse, done), name="arena", daemon=True)
    playing.start()
    try:
        while playing.is_alive():
            playing.join(_GLANCE)
            if pulse.has_waited(batch.match.patience):
                hung = batch.match.bots[pulse.asked]
                raise HungError(hung, batch.first + pulse.deal, batch.match.patience)
    finally:
        pulse.is_cancelled = True
    return done.result()


def _play(batch: Batch, pulse: Pulse, done: Future[BatchOutcome]) -> None:
    try:
        done.set_result(_outcome(batch, pulse))
    except BaseException as error:  # noqa: BLE001 - whatever it is, the waiting thread raises it
        done.set_exception(error)


def _outcome(batch: Batch, pulse: Pulse) -> BatchOutcome:
    began = time.perf_counter()
    decider = Decider(batch.match.bots, make_bot, pulse)
    deals = []
    for number in range(batch.count):
        pulse.deal = number
        deals.append(play_deal(batch.match, batch.first + number, decider))
    seconds = time.perf_counter() - began
    return BatchOutcome(tuple(deals), tuple(decider.times), tuple(decider.faults), seconds)
