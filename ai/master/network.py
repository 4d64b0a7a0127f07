"""The network in plain Python: it scores each legal action from the state's numbers and its own.

A body common to all rules reads these numbers, and a head for each family of rules, which has a few
units of its own beside the body's, makes a score of what they found. The weights lie beside this
file: a line of JSON that says what they are, then half-precision floats, the body first, then one
head after the other.

A row of weights is reckoned with as one large integer, which holds each of them as a fixed-point
number in 64 of its bits, a lane: Python multiplies and adds such integers several times faster than
their numbers one by one, and the sums are the same on every machine.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from math import isfinite
from pathlib import Path
from struct import pack, unpack
from typing import Any, Final, Self, TypeAlias, TypeVar

from ai.master.features import ACTION_FEATURES, STATE_FEATURES
from game.broken import own_data
from game.rules.hashing import sha256
from game.rules.outside import json_of

Vector: TypeAlias = Sequence[float]
Rows: TypeAlias = Sequence[Vector]
Other = TypeVar("Other")
Lanes: TypeAlias = int
"""A row of fixed-point numbers: their sum, each times 2 ** 64 to its place."""

FORMAT: Final = "tonk-net/4"
_INPUTS: Final = STATE_FEATURES + ACTION_FEATURES + 1
"""Rows of a first layer: one for each feature, and the bias."""
FAMILIES: Final = (
    "general",
    "standard",
    "unmatched",
    "going_out",
    "unmatched_out",
    "unmatched_short",
)
"""Rules for which a net has a head of its own, in the order of the file and of ``Family`` in the
trainer; ``family_of`` in ``ai/master/player.py`` says which rules are of which.
"""
SHIPPED: Final = "master"
"""The name of the file of the master's net, without its ending."""


class NetError(ValueError):
    """A file of weights that is not what it should be: one line that says why."""


LANE: Final = 64
"""Bits of a lane."""
_IN_BITS, _WEIGHT_BITS = 16, 24
"""Bits after the point of a number that goes into a layer, and of a weight: as many as the finest
in half precision has. What comes out of a layer has as many as both.
"""
_OUT_BITS: Final = _IN_BITS + _WEIGHT_BITS
_HALFWAY: Final = 1 << (LANE - 1)
"""What is added to each lane before it is read, so that none is negative."""


@dataclass(frozen=True, slots=True)
class Head:
    """Two layers of rectified units, and the score.

    ``state`` and ``action`` hold a row for each feature, with a weight for each unit of the first
    layer: those of the body, then this head's own. ``second`` holds a row for each unit there, and
    ``last`` a weight for each row of that layer.
    """

    state: Sequence[Lanes]
    action: Sequence[Lanes]
    bias: Lanes
    second: Sequence[Lanes]
    second_bias: Lanes
    last: Vector

    def scores(self, state: Vector, actions: Rows) -> list[float]:
        """How good each action seems."""
        base = _plus(self.bias, state, self.state)
        return [self._score(_plus(base, numbers, self.action)) for numbers in actions]

    def _score(self, first: Lanes) -> float:
        """By what the first layer makes."""
        second = self.second_bias
        for unit, row in _live(first, self.second):
            second += (unit >> _WEIGHT_BITS) * row
        return sum([unit * weight for unit, weight in _live(second, self.last)]) / (1 << _OUT_BITS)


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
        numbers = unpack(f"<{len(weights) // 2}e", weights)
        if not all(map(isfinite, numbers)):
            raise NetError("a weight is no number")
        left = iter(numbers)
        rows = _rows(left, _INPUTS, first)
        return cls([_head(rows, first, left, own, second) for own in widths])

    def scores(self, state: Vector, actions: Rows, head: int) -> list[float]:
        """How good each action seems to one of the heads, on a scale without a zero."""
        return self.heads[head].scores(state, actions)


def _head(
    body: Sequence[Lanes], units: int, numbers: Iterator[float], own: int, second: int
) -> Head:
    """The next head of the file: what it makes of the body, and units of its own."""
    of_body = _rows(numbers, units, second)
    second_bias, (*last,) = _rows(numbers, 1, second)[0], islice(numbers, second)
    more = _rows(numbers, _INPUTS, own)
    rows = [row + (others << LANE * units) for row, others in zip(body, more, strict=True)]
    second_rows = of_body + _rows(numbers, own, second)
    state, action, bias = rows[:STATE_FEATURES], rows[STATE_FEATURES:-1], rows[-1]
    return Head(
        state,
        action,
        (bias << _IN_BITS) + _halfway(units + own),
        second_rows,
        (second_bias << _IN_BITS) + _halfway(second),
        last,
    )


def _rows(numbers: Iterator[float], count: int, width: int) -> list[Lanes]:
    """The next numbers of the file, in rows."""
    scale, halfway = 1 << _WEIGHT_BITS, _halfway(width)
    whole = [int(number * scale) + _HALFWAY for number in islice(numbers, count * width)]
    rows = (whole[place * width : (place + 1) * width] for place in range(count))
    return [int.from_bytes(pack(f"<{width}Q", *row), "little") - halfway for row in rows]


def _halfway(width: int) -> Lanes:
    """A row of ``_HALFWAY`` alone."""
    return sum(_HALFWAY << LANE * place for place in range(width))


def _plus(base: Lanes, numbers: Vector, rows: Sequence[Lanes]) -> Lanes:
    """``base`` and each row as often as its number says."""
    pairs = zip(numbers, rows, strict=True)
    return sum([int(number * (1 << _IN_BITS)) * row for number, row in pairs if number], base)


def _live(total: Lanes, others: Sequence[Other]) -> list[tuple[int, Other]]:
    """The numbers above 0 of a row, to each of which ``_HALFWAY`` was added, and beside each what
    ``others`` hold in its place. A number too large for its lane spoils others: such a net plays
    badly, but it plays.
    """
    size = len(others) * LANE // 8
    whole = (total & ((1 << 8 * size) - 1)).to_bytes(size, "little")
    lanes = zip(unpack(f"<{len(others)}Q", whole), others, strict=True)
    return [(lane - _HALFWAY, other) for lane, other in lanes if lane > _HALFWAY]


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


@lru_cache(maxsize=1)
def network() -> Network:
    """The master's, read once."""
    return own_data("ai.master", f"{SHIPPED}.net", Network.read)


@lru_cache(maxsize=8)
def network_in(path: str) -> Network:
    """The net in a file of one's own, read once; ``NetError`` where there is none."""
    try:
        if Path(path).exists() and not Path(path).is_file():  # reading it might never end
            raise NetError(f"{path}: is not a regular file")
        return Network.read(Path(path).read_bytes())
    except OSError as error:
        raise NetError(f"{path}: {error.strerror or error}") from None
