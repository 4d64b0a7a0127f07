"""Master's network: it scores each legal action from the kernel's features of state and action.

A body common to all rules reads these numbers, and a head for each family of rules, which has a few
units of its own beside the body's, makes a score of what they found. The weights lie beside this
file: a line of JSON that says what they are, then half-precision floats, the body first, then one
head after the other. The kernel reckons with them (`ai/kernel/net.c`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, Final, Self

from ai import bridge
from ai.kernel.net import ACTION_FEATURES, STATE_FEATURES, Net
from game.bundled_data import own_data
from game.rules.actions import Action
from game.rules.hashing import sha256
from game.rules.untrusted_input import json_of
from game.rules.view import SeatView

FORMAT: Final = "tonk-net/4"
_INPUTS: Final = STATE_FEATURES + ACTION_FEATURES + 1
"""Rows of a first layer: one for each input, and the bias."""
_MOST_UNITS, _MOST_SECOND = 160, 32
"""The kernel has room for no more, of a body and a head together, and in the second layer."""
_NO_NUMBER: Final = 0x7C
"""The bits of a half-precision float's second byte that are all set where it is no number."""
FAMILIES: Final = (
    "general",
    "standard",
    "unmatched",
    "going_out",
    "unmatched_out",
    "unmatched_short",
    "waits",
)
"""Rules for which a net has a head of its own, in the order of the file and of ``Family`` in the
trainer; ``family_of`` in ``ai/master/player.py`` says which rules are of which.
"""
SHIPPED: Final = "master"
"""The name of the file of the master's net, without its ending."""


class NetError(ValueError):
    """Raised where a file of weights is not what it should be; the message is one line."""


@dataclass(frozen=True)
class Network:
    """The weights of a file: ``units`` of the body's two layers, and each head's ``own``."""

    weights: bytes
    units: tuple[int, int]
    own: tuple[int, ...]

    @classmethod
    def read(cls, data: bytes) -> Self:
        """Read a network from the bytes of a file; ``NetError`` where they hold no such net."""
        line, _, weights = data.partition(b"\n")
        first, second, own = cls._sizes(line, weights)
        body, of_body = _INPUTS * first, (first + 2) * second
        expected = 2 * (body + sum(of_body + (_INPUTS + second) * each for each in own))
        if len(weights) != expected:
            raise NetError(f"{len(weights)} bytes; {expected} are expected")
        if any(byte & _NO_NUMBER == _NO_NUMBER for byte in weights[1::2]):
            raise NetError("a weight is not a number")
        if min(first, second, *own) < 0 or first + max(own) > _MOST_UNITS or second > _MOST_SECOND:
            allowed = f"{_MOST_UNITS} and {_MOST_SECOND} units"
            raise NetError(f"{first} and {second} units; this game reads nets of at most {allowed}")
        return cls(weights, (first, second), tuple(own))

    @property
    def body(self) -> bytes:
        """The weights that all heads share."""
        return self.weights[: 2 * _INPUTS * self.units[0]]

    @property
    def heads(self) -> list[bytes]:
        """The weights of each head."""
        first, second = self.units
        sizes = [2 * ((first + 2) * second + (_INPUTS + second) * own) for own in self.own]
        ends = [*accumulate(sizes, initial=len(self.body))]
        return [self.weights[start:end] for start, end in pairwise(ends)]

    @cached_property
    def net(self) -> Net:
        """The network in the kernel; ``KernelError`` where there is none."""
        return Net(self.weights, self.units, self.own)

    def scores(self, view: SeatView, actions: Sequence[Action], head: int) -> list[int]:
        """Return how good each action seems to one of the heads, in parts of ``ai.kernel.net.ONE``,
        on a scale without a zero.
        """
        view = replace(view, rules=view.rules.paying_at_most(bridge.LARGEST))
        asked = [bridge.kernel_action(view.rules, action) for action in actions]
        return self.net.scores(bridge.hand_of(view), view.seat, head, asked)

    @classmethod
    @lru_cache(maxsize=1)
    def shipped(cls) -> Self:
        """Return the master's, read once."""
        return own_data("ai.master", f"{SHIPPED}.net", cls.read)

    @classmethod
    @lru_cache(maxsize=8)
    def in_file(cls, path: str) -> Self:
        """Return the net in a file of one's own, read once; ``NetError`` where there is none."""
        try:
            if Path(path).exists() and not Path(path).is_file():  # reading it might never end
                raise NetError(f"{path}: is not a regular file")
            return cls.read(Path(path).read_bytes())
        except OSError as error:
            raise NetError(f"{path}: {error.strerror or error}") from None

    @staticmethod
    def _sizes(line: bytes, weights: bytes) -> tuple[int, int, Sequence[int]]:
        """Read the sizes of the layers from the first line, which must fit the weights: the units
        of the body, those of each head in the second layer, and those that each has of its own in
        the first.
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
            raise NetError("the weights do not match the first line")
        return first, second, widths
