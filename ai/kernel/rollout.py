"""Play-outs of the kernel, as Python objects; ``tonk.h`` says what each number means."""

import ctypes
from collections.abc import Sequence
from ctypes import (
    POINTER,
    byref,
    c_double,
    c_int32,
    c_int64,
    c_uint8,
    c_uint32,
    c_uint64,
    c_void_p,
)
from functools import lru_cache
from typing import Any, Final, NamedTuple

from ai.kernel import hands as play
from ai.kernel.hands import Action, Bets, KernelHand, KernelPosition, Shared, checked

MOST_PARTICLES, MOST_OUTCOMES = 512, 4  # the largest numbers of each, as in ``tonk.h``
_DOUBLES, _ACTIONS = POINTER(c_double), POINTER(Action)


class KernelMove(Shared):
    """A move as a seat saw it."""

    in_c = "TonkSeenMove"
    _fields_ = (("action", Action), ("seat", c_int32), ("card", c_int32))


_SEEN_NUMBERS: Final = (
    *("n_moves", "n_actions", "seats", "dealer", "seat", "is_big_one", "upcard", "phase"),
    *("must_use", "may_claim", "shows_suit", "trust", "weighed_from", "in_time"),
    *("particles", "kept", "stirs", "at_once"),
)


class Seen(Shared):
    """What a seat knows; it keeps alive what it points to, by ``keep``."""

    in_c = "TonkSeen"
    _fields_ = (
        *((name, c_void_p) for name in ("rules", "profile", "table", "player")),
        ("moves", POINTER(KernelMove)),
        ("actions", _ACTIONS),
        ("position", POINTER(KernelPosition)),
        ("bets", Bets),
        *((name, c_int32) for name in _SEEN_NUMBERS),
        ("dealt", c_uint8 * 16),
        ("aside", c_uint8 * 8),
    )

    pointed_to: tuple[object, ...] = ()

    def keep(self, *pointed_to: object) -> None:
        """Keep what this points to as long as this lives."""
        self.pointed_to += pointed_to


class PlayedOut(Shared):
    """A batch of worlds played out."""

    in_c = "TonkPlayed"
    _fields_ = (
        ("weight", c_double),
        ("lowest", c_int64),
        ("highest", c_int64),
        ("worlds", c_int32),
        ("decks", c_int32),
        ("moves", c_int64),
        ("sums", _DOUBLES),
        ("kinds", _DOUBLES),
    )


_SIGNATURES: Final[dict[str, tuple[Any, list[Any]]]] = {
    "tonk_size_of_play_outs": (c_int64, []),
    "tonk_play_outs": (
        c_int32,
        [
            POINTER(Seen),
            c_void_p,
            POINTER(c_uint64),
            c_int32,
            POINTER(c_int32),
            c_int32,
            POINTER(PlayedOut),
            POINTER(c_int32),
            POINTER(c_int64),
        ],
    ),
    "tonk_sum_over_orders": (
        c_int64,
        [c_void_p, POINTER(Seen), _ACTIONS, c_int32, c_uint32, c_int32, POINTER(c_int64)],
    ),
    "tonk_seat_worths": (
        c_int32,
        [POINTER(Seen), c_int64, c_uint64, POINTER(c_int64), _DOUBLES, POINTER(c_int32)],
    ),
    "tonk_weighted_mean": (
        None,
        [_DOUBLES, _DOUBLES, c_int32, c_double, POINTER(c_double), POINTER(c_double)],
    ),
}


@lru_cache(maxsize=1)
def _library() -> ctypes.CDLL:
    loaded = play.library()
    for name, (result, arguments) in _SIGNATURES.items():
        function = getattr(loaded, name)
        function.restype, function.argtypes = result, arguments
    Shared.check(loaded)
    return loaded


class RolloutMemory:
    """The memory that one thread needs to play out hands."""

    def __init__(self) -> None:
        self.bytes = ctypes.create_string_buffer(_library().tonk_size_of_play_outs())


class Batches(NamedTuple):
    """Batches that were played out; ``sums`` and ``kinds`` by batch, then by index."""

    played: Sequence[PlayedOut]
    sums: Sequence[float]
    kinds: Sequence[float]


def play_outs(
    seen: Seen, memory: RolloutMemory, seeds: Sequence[int], indices: Sequence[int]
) -> Batches:
    """The batches of these seeds, with the actions at these indices. No lock is held meanwhile."""
    count, wide = len(seeds), len(indices)
    sums, kinds = (c_double * (count * wide))(), (c_double * (count * wide * MOST_OUTCOMES))()
    played = (PlayedOut * count)()
    step = ctypes.sizeof(c_double) * wide
    for number, each in enumerate(played):
        each.sums = ctypes.cast(ctypes.addressof(sums) + number * step, _DOUBLES)
        each.kinds = ctypes.cast(ctypes.addressof(kinds) + number * step * MOST_OUTCOMES, _DOUBLES)
    checked(
        _library().tonk_play_outs(
            byref(seen),
            memory.bytes,
            (c_uint64 * count)(*seeds),
            count,
            (c_int32 * wide)(*indices),
            wide,
            played,
            None,
            None,
        )
    )
    return Batches(list(played), list(sums), list(kinds))


def sum_over_orders(
    hand: KernelHand, seen: Seen, orders: int, first: tuple[int, Action] | None, passed: int
) -> int:
    """Return the sum of a hand's results over ``orders`` random orders of its stock, with ``first``
    done by a seat.
    """
    found = c_int64()
    actor, action = first or (0, None)
    checked(
        _library().tonk_sum_over_orders(
            hand.memory,
            byref(seen),
            None if action is None else byref(action),
            actor,
            passed,
            orders,
            byref(found),
        )
    )
    return found.value


def seat_worths(seen: Seen, hands: int, seed: int) -> tuple[list[int], float]:
    """Return what so many hands bring each seat, the last dealing, with the bets of ``seen``; the
    sum of all squares.
    """
    sums, squares = (c_int64 * play.SEATS)(), c_double()
    checked(_library().tonk_seat_worths(byref(seen), hands, seed, sums, byref(squares), None))
    return sums[: seen.seats], squares.value


class DoubleArray:
    """Doubles that grow, as the kernel reads them."""

    def __init__(self) -> None:
        self._held, self._size = (c_double * 64)(), 0

    def __len__(self) -> int:
        return self._size

    def extend(self, values: Sequence[float]) -> None:
        """Add some at the end."""
        need = self._size + len(values)
        if need > len(self._held):
            held = (c_double * (2 * need))()
            ctypes.memmove(held, self._held, self._size * ctypes.sizeof(c_double))
            self._held = held
        self._held[self._size : need] = list(values)
        self._size = need

    def sum(self, count: int) -> float:
        """Return the sum of the first ``count`` values, added up in their order."""
        whole = 0.0
        for each in self._held[:count]:
            whole += each
        return whole

    def less(self, other: "DoubleArray") -> "DoubleArray":
        """Return the differences, as far as both reach."""
        count, found = min(len(self), len(other)), DoubleArray()
        pairs = zip(self._held[:count], other._held[:count], strict=True)
        found.extend([one - two for one, two in pairs])
        return found

    def mean(self, weights: "DoubleArray", doubt: float) -> tuple[float, float]:
        """Return the mean of these weighted batches and its variance: a squared error."""
        mean, variance = c_double(), c_double()
        _library().tonk_weighted_mean(
            self._held, weights._held, len(self), doubt, byref(mean), byref(variance)
        )
        return mean.value, variance.value
