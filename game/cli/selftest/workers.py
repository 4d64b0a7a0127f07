"""All cores at it: stretches of hands go to worker processes and come back in order."""

import os
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final

from game.cli.selftest.hands import HANDS_A_TABLE, Tally, play_stretch
from game.rules.ruleset import RuleSet

_STRETCH: Final = 15 * HANDS_A_TABLE
"""Hands at a time: long enough to outweigh the message, short enough for a lively bar."""
_AHEAD: Final = 3

Work = tuple[int, int, RuleSet | None, bool]


def stretches(first: int, hands: int) -> list[tuple[int, int]]:
    """The hands from number ``first`` on in stretches, cut where tables change."""
    found = []
    end = first + hands
    while first < end:
        stop = min(end, (first // _STRETCH + 1) * _STRETCH)
        found.append((first, stop - first))
        first = stop
    return found


def in_parallel(work: Sequence[Work]) -> Iterator[Tally]:
    """What ``play_stretch`` gives for each piece of work, in their order."""
    workers = os.cpu_count() or 1
    # Spawned everywhere alike: it is what a frozen program on any system can do.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        waiting: deque[Future[Tally]] = deque()
        try:
            for piece in work:
                waiting.append(pool.submit(play_stretch, *piece))
                if len(waiting) > workers * _AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()
