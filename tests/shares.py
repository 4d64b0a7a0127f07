"""Shares of cases that tests try in their usual run."""

import os
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final, TypeVar
from zlib import crc32

Case = TypeVar("Case")

EVERY: Final = bool(os.environ.get("TONK_EVERY"))
"""Whether tests try all of their cases, by `python -m tests.long.every`, or a share of them."""
DRAWN_BY: Final = os.environ.get("TONK_SHARE", "")
"""Another word draws other shares."""


def share(
    cases: Sequence[Case],
    count: int,
    *,
    name: Callable[[Case], str] = str,
    drawn_by: str = DRAWN_BY,
) -> list[Case]:
    """Return ``count`` of these, one from each of as many even stretches, drawn by its name and a
    word.

    All of them by `python -m tests.long.every`, and where there are no more than ``count``.
    """
    if EVERY or len(cases) <= count:
        return list(cases)
    ends = [len(cases) * number // count for number in range(count + 1)]
    stretches = [cases[start:end] for start, end in pairwise(ends)]
    return [
        min(each, key=lambda case: crc32(f"{drawn_by}{name(case)}".encode())) for each in stretches
    ]
