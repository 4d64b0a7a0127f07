"""The network in plain Python: it scores each legal action from the state's numbers and its own.

A body common to all rules reads these numbers, and a head for each family of rules, which has a few
units of its own beside the body's, makes a score of what they found. The weights lie beside this
file: a line of JSON that says what they are, then half-precision floats, the body first, then one
head after the other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from struct import Struct
from typing import Any, Final, Self, TypeAlias

from ai.master.features import ACTION_FEATURES, STATE_FEATURES
from game.broken import own_data
from game.rules.hashing import sha256
from game.rules.outside import json_of

Vector: TypeAlias = Sequence[float]
Rows: TypeAlias = Sequence[Vector]

FORMAT: Final = "tonk-net/4"
_INPUTS: Final = STATE_FEATURES + ACTION_FEATURES + 1
"""Rows of a first layer: one for each feature, and the bias."""
FAMILIES: Final = ("general", "standard", "unmatched", "going_out", "unmatched_out")
"""Rules for which a net has a head of its own, in the order of the file and of ``Family`` in the
trainer; ``family_of`` in ``ai/master/player.py`` says which rules are of which.
"""
SHIPPED: Final = "master"
"""The name of the file of the master's net, without its ending."""


class NetError(ValueError):
    """A file of weights that is not what it should be: one line that says why."""


@dataclass(frozen=True, slots=True)
class Head:
    """Two layers of rectified units, and the score.

    ``state`` and ``action`` hold a row for each feature, with a weight for each unit of the first
    layer: those of the body, then this head's own. ``second`` holds a row for each unit there.
    """

    state: Rows
    action: Rows
    bias: Vector
    second: Rows
    second_bias: Vector
    last: Vector

    def score(self, first: Vector) -> float:
        """By the units of the first layer."""
        live = [unit if unit > 0 else 0.0 for unit in first]
        second = _plus(list(self.second_bias), live, self.second)
        pairs = zip(second, self.last, strict=True)
        return sum([unit * weight for unit, weight in pairs if unit > 0])


@dataclass(frozen=True, slots=True)
class Network:
    """A head for each family of rules, with the body that they share in each."""

    heads: Sequence[Head]

    @classmethod
    def read(cls, data: bytes) -> Self:
        """From the bytes of a file; ``NetError`` where they are no net of the right shape."""
        line, _, weights = data.partition(b"\n")
        first, second, widths = _sizes(line, weights)
        body, of_body = _INPUTS * first, (first + 2) * second
        expected = 2 * (body + sum(of_body + (_INPUTS + second) * own for own in widths))
        if len(weights) != expected:
            raise NetError(f"{len(weights)} bytes; {expected} are expected")
        numbers = iter(Struct(f"<{len(weights) // 2}e").unpack(weights))
        rows = _rows(numbers, _INPUTS, first)
        return cls([_head(rows, numbers, own, second) for own in widths])

    def scores(self, state: Vector, actions: Rows, head: int) -> list[float]:
        """How good each action seems to one of the heads, on a scale without a zero."""
        asked = self.heads[head]
        base = _plus(list(asked.bias), state, asked.state)
        return [asked.score(_plus(base, numbers, asked.action)) for numbers in actions]


def _head(body: Rows, numbers: Iterator[float], own: int, second: int) -> Head:
    """The next head of the file: what it makes of the body, and units of its own."""
    of_body = _rows(numbers, len(body[0]), second)
    second_bias, last = _rows(numbers, 2, second)
    rows = [(*row, *more) for row, more in zip(body, _rows(numbers, _INPUTS, own), strict=True)]
    second_rows = of_body + _rows(numbers, own, second)
    state, action, bias = rows[:STATE_FEATURES], rows[STATE_FEATURES:-1], rows[-1]
    return Head(state, action, bias, second_rows, second_bias, last)


def _rows(numbers: Iterator[float], count: int, width: int) -> list[tuple[float, ...]]:
    """The next numbers of the file, in rows."""
    return [tuple(islice(numbers, width)) for _ in range(count)]


def _sizes(line: bytes, weights: bytes) -> tuple[int, int, Sequence[int]]:
    """From the first line, which must fit the weights: the units of the body, those of each head in
    the second layer, and those that each has of its own in the first.
    """
    try:
        head: Any = json_of(line)  # Any: what is no such line raises here
        inputs, (first, second), heads = head["inputs"], head["units"], dict(head["heads"])
        widths = [int(own) for own in heads.values()]
        digest, kind = head["sha256"], head["format"]
    except (ValueError, KeyError, TypeError) as error:
        raise NetError(f"no net: {' '.join(str(error).split())}") from None
    if kind != FORMAT or inputs != [STATE_FEATURES, ACTION_FEATURES]:
        expected = [STATE_FEATURES, ACTION_FEATURES]
        raise NetError(f"{kind} with inputs {inputs}; this game reads {FORMAT} with {expected}")
    if list(heads) != list(FAMILIES):
        raise NetError(f"other heads; this game reads nets with {', '.join(FAMILIES)}")
    if sha256(weights).hexdigest() != digest:
        raise NetError("the weights are not those that the first line tells of")
    return first, second, widths


def _plus(base: list[float], numbers: Vector, rows: Rows) -> list[float]:
    """``base`` and the rows of all numbers that are not 0: four at a time, which is faster."""
    live = [(number, row) for number, row in zip(numbers, rows, strict=True) if number]
    total, odd = base, len(live) % 4
    four = iter(live[: len(live) - odd])
    for (a, one), (b, two), (c, three), (d, last) in zip(four, four, four, four, strict=True):
        weights = zip(total, one, two, three, last, strict=True)
        total = [unit + a * e + b * f + c * g + d * h for unit, e, f, g, h in weights]
    for number, row in live[len(live) - odd :]:
        total = [unit + number * weight for unit, weight in zip(total, row, strict=True)]
    return total


@lru_cache(maxsize=1)
def network() -> Network:
    """The master's, read once."""
    return own_data("ai.master", f"{SHIPPED}.net", Network.read)


@lru_cache(maxsize=8)
def network_in(path: str) -> Network:
    """The net in a file of one's own, read once; ``NetError`` where there is none."""
    try:
        return Network.read(Path(path).read_bytes())
    except OSError as error:
        raise NetError(f"{path}: {error.strerror or error}") from None
