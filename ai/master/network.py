"""The network in plain Python: it scores each legal action from the state's numbers and its own.

Its weights lie beside this file, one net a file: a line of JSON that says what they are, then
half-precision floats, first layer first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import mul
from pathlib import Path
from struct import Struct
from typing import Any, Final, Self, TypeAlias

from ai.master.features import ACTION_FEATURES, STATE_FEATURES
from game.broken import own_data
from game.rules.hashing import sha256
from game.rules.outside import json_of

Vector: TypeAlias = Sequence[float]
Rows: TypeAlias = Sequence[Vector]

FORMAT: Final = "tonk-net/1"


class NetError(ValueError):
    """A file of weights that is not what it should be: one line that says why."""


@dataclass(frozen=True, slots=True)
class Network:
    """Two hidden layers of rectified units. ``state`` and ``action`` hold a row for each
    feature, ``second`` one for each unit of the second layer.
    """

    state: Rows
    action: Rows
    bias: Vector
    second: Rows
    second_bias: Vector
    last: Vector

    @classmethod
    def read(cls, data: bytes) -> Self:
        """From the bytes of a file; ``NetError`` where they are no net of the right shape."""
        line, _, weights = data.partition(b"\n")
        first, second = _sizes(line, weights)
        if len(weights) != 2 * _count(first, second):
            raise NetError(f"{len(weights)} bytes; {2 * _count(first, second)} are expected")
        numbers = Struct(f"<{len(weights) // 2}e").unpack(weights)
        rows = [numbers[at : at + first] for at in range(0, _rows_end(first), first)]
        at = _rows_end(first)
        bias = numbers[at : at + first]
        at += first
        # Stored by the unit that it comes from, used by the unit that it goes to.
        columns = [numbers[at + unit : at + first * second : second] for unit in range(second)]
        at += first * second
        return cls(
            rows[:STATE_FEATURES],
            rows[STATE_FEATURES:],
            bias,
            columns,
            numbers[at : at + second],
            numbers[at + second : at + 2 * second],
        )

    def scores(self, state: Vector, actions: Rows) -> list[float]:
        """How good each action seems, on a scale without a zero."""
        base = _plus(list(self.bias), state, self.state)
        return [self._score(_plus(base, numbers, self.action)) for numbers in actions]

    def _score(self, first: Vector) -> float:
        live = [unit if unit > 0 else 0.0 for unit in first]
        score = 0.0
        for row, bias, weight in zip(self.second, self.second_bias, self.last, strict=True):
            unit = bias + sum(map(mul, live, row))
            if unit > 0:
                score += unit * weight
        return score


def _rows_end(first: int) -> int:
    return (STATE_FEATURES + ACTION_FEATURES) * first


def _count(first: int, second: int) -> int:
    return _rows_end(first) + first + first * second + 2 * second


def _sizes(line: bytes, weights: bytes) -> tuple[int, int]:
    """The units of the two layers, from the first line; it must fit the weights."""
    try:
        head: Any = json_of(line)  # Any: what is no such line raises here
        inputs, (first, second) = head["inputs"], head["units"]
        digest, kind = head["sha256"], head["format"]
    except (ValueError, KeyError, TypeError) as error:
        raise NetError(f"no net: {' '.join(str(error).split())}") from None
    if kind != FORMAT or inputs != [STATE_FEATURES, ACTION_FEATURES]:
        expected = [STATE_FEATURES, ACTION_FEATURES]
        raise NetError(f"{kind} with inputs {inputs}; this game reads {FORMAT} with {expected}")
    if sha256(weights).hexdigest() != digest:
        raise NetError("the weights are not those that the first line tells of")
    return first, second


def _plus(base: list[float], numbers: Vector, rows: Rows) -> list[float]:
    """``base`` and the rows of all numbers that are not 0."""
    total = base
    for number, row in zip(numbers, rows, strict=True):
        if number:
            total = [unit + number * weight for unit, weight in zip(total, row, strict=True)]
    return total


@lru_cache(maxsize=8)
def network(name: str) -> Network:
    """The net of that name, read once."""
    return own_data("ai.master", f"{name}.net", Network.read)


@lru_cache(maxsize=8)
def network_in(path: str) -> Network:
    """The net in a file of one's own, read once; ``NetError`` where there is none."""
    try:
        return Network.read(Path(path).read_bytes())
    except OSError as error:
        raise NetError(f"{path}: {error.strerror or error}") from None
