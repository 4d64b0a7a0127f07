"""The network in plain Python: it scores each legal action from the state's numbers and its own.

A body common to all rules reads these numbers, and a head for each family of rules makes a score of
what it found. The weights lie beside this file: a line of JSON that says what they are, then
half-precision floats, the body first, then one head after the other.
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

FORMAT: Final = "tonk-net/2"
SHIPPED: Final = "master"
"""The name of the file of the master's net, without its ending."""


class NetError(ValueError):
    """A file of weights that is not what it should be: one line that says why."""


@dataclass(frozen=True, slots=True)
class Head:
    """A second layer of rectified units, with a row of ``second`` for each, and the score."""

    second: Rows
    bias: Vector
    last: Vector

    def score(self, first: Vector) -> float:
        """By the units of the first layer."""
        live = [unit if unit > 0 else 0.0 for unit in first]
        score = 0.0
        for row, bias, weight in zip(self.second, self.bias, self.last, strict=True):
            unit = bias + sum(map(mul, live, row))
            if unit > 0:
                score += unit * weight
        return score


@dataclass(frozen=True, slots=True)
class Network:
    """A first layer of rectified units, of which ``state`` and ``action`` hold a row for each
    feature, and the heads.
    """

    state: Rows
    action: Rows
    bias: Vector
    heads: Sequence[Head]

    @classmethod
    def read(cls, data: bytes) -> Self:
        """From the bytes of a file; ``NetError`` where they are no net of the right shape."""
        line, _, weights = data.partition(b"\n")
        first, second, heads = _sizes(line, weights)
        body = (STATE_FEATURES + ACTION_FEATURES + 1) * first
        head = first * second + 2 * second
        if len(weights) != 2 * (body + heads * head):
            raise NetError(f"{len(weights)} bytes; {2 * (body + heads * head)} are expected")
        numbers = Struct(f"<{len(weights) // 2}e").unpack(weights)
        rows = [numbers[at : at + first] for at in range(0, body, first)]
        return cls(
            rows[:STATE_FEATURES],
            rows[STATE_FEATURES:-1],
            rows[-1],
            [_head(numbers[body + n * head :], first, second) for n in range(heads)],
        )

    def scores(self, state: Vector, actions: Rows, head: int) -> list[float]:
        """How good each action seems to one of the heads, on a scale without a zero."""
        base, score = _plus(list(self.bias), state, self.state), self.heads[head].score
        return [score(_plus(base, numbers, self.action)) for numbers in actions]


def _head(numbers: Vector, first: int, second: int) -> Head:
    """The head that ``numbers`` begin with."""
    at = first * second
    # Stored by the unit that it comes from, used by the unit that it goes to.
    columns = [numbers[unit:at:second] for unit in range(second)]
    return Head(columns, numbers[at : at + second], numbers[at + second : at + 2 * second])


def _sizes(line: bytes, weights: bytes) -> tuple[int, int, int]:
    """The units of the two layers and the heads, from the first line; it must fit the weights."""
    try:
        head: Any = json_of(line)  # Any: what is no such line raises here
        inputs, (first, second), heads = head["inputs"], head["units"], len(head["heads"])
        digest, kind = head["sha256"], head["format"]
    except (ValueError, KeyError, TypeError) as error:
        raise NetError(f"no net: {' '.join(str(error).split())}") from None
    if kind != FORMAT or inputs != [STATE_FEATURES, ACTION_FEATURES]:
        expected = [STATE_FEATURES, ACTION_FEATURES]
        raise NetError(f"{kind} with inputs {inputs}; this game reads {FORMAT} with {expected}")
    if sha256(weights).hexdigest() != digest:
        raise NetError("the weights are not those that the first line tells of")
    return first, second, heads


def _plus(base: list[float], numbers: Vector, rows: Rows) -> list[float]:
    """``base`` and the rows of all numbers that are not 0."""
    total = base
    for number, row in zip(numbers, rows, strict=True):
        if number:
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
