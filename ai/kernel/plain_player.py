"""The kernel's plain player: profiles and drop tables, single decisions, and whole hands."""

import ctypes
from collections.abc import Sequence
from ctypes import POINTER, byref, c_double, c_int32, c_int64, c_uint64
from functools import lru_cache
from typing import Any, Final

from ai.kernel.hands import (
    Action,
    KernelHand,
    KernelRefusedError,
    Random,
    Rules,
    Shared,
    checked,
    library,
)

_NUMBERS: Final = 26  # numbers of a profile
ROUNDS, _ROWS = 12, 10  # columns and rows of a table of drops


class KernelProfile(Shared):
    """The numbers of a profile, in order."""

    in_c = "TonkProfile"
    _fields_ = (("numbers", c_int32 * _NUMBERS),)

    @classmethod
    @lru_cache(maxsize=1024)
    def of(cls, numbers: tuple[int, ...]) -> "KernelProfile":
        """Make a profile from all of its numbers."""
        if len(numbers) != _NUMBERS:
            raise ValueError(f"{len(numbers)} numbers of a profile, not {_NUMBERS}")
        return cls((c_int32 * _NUMBERS)(*numbers))


class DropTable(Shared):
    """The highest counts with which to drop, in thousandths of a point."""

    in_c = "TonkDropTable"
    _fields_ = (("rows", c_int32), ("at", c_int32 * ROUNDS * _ROWS))

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]]) -> "DropTable":
        """Make a table from one row for each number of cards, with one column for each round."""
        table = cls(len(rows))
        for place, row in enumerate(rows):
            table.at[place][:] = row
        return table


_TABLE, _PROFILE = POINTER(DropTable), POINTER(KernelProfile)


@lru_cache(maxsize=1)
def _library() -> ctypes.CDLL:
    made = library()
    Shared.check(made)
    decision: list[Any] = [ctypes.c_void_p, c_int32, _PROFILE, _TABLE]
    made.tonk_plain_choose.argtypes = [*decision, POINTER(Random), POINTER(Action)]
    each: list[Any] = [POINTER(_PROFILE), POINTER(_TABLE), POINTER(Random)]
    made.tonk_plain_hand.argtypes = [ctypes.c_void_p, *each]
    made.tonk_plain_hand.restype = c_int64
    made.tonk_plain_hands.argtypes = [
        *(ctypes.c_void_p, c_int32, c_int64),
        *each,
        *(POINTER(c_int64), POINTER(c_double), POINTER(c_int64), POINTER(c_int32)),
    ]
    made.tonk_plain_hands.restype = c_int64
    solving: list[Any] = [ctypes.c_void_p, c_int32, c_int32, c_uint64, _PROFILE]
    made.tonk_solve_drops.argtypes = [*solving, ctypes.c_void_p, c_int64, _TABLE, _TABLE]
    return made


def plain_choice(
    hand: KernelHand, seat: int, profile: KernelProfile, table: DropTable | None, seed: int
) -> Action:
    """Return the plain player's action, which is determined by the seed."""
    chosen = Action()
    told = (hand.memory, seat, byref(profile), table and byref(table))
    checked(_library().tonk_plain_choose(*told, byref(Random(seed & (1 << 64) - 1)), byref(chosen)))
    return chosen


def solved_drops(
    rules: Rules, seats: int, profile: KernelProfile, hands: int, seed: int
) -> list[list[tuple[int, int]]]:
    """Compute the rows of a drop table from ``hands`` hands of a player that never drops: each
    entry, and the number of chances to drop that it rests on.
    """
    # Bytes of working memory per hand; doubled if that is too little.
    size = hands * 32768
    while True:
        work, table, cases = ctypes.create_string_buffer(size), DropTable(), DropTable()
        out = (byref(table), byref(cases))
        told = (rules.memory, seats, hands, seed, byref(profile), work, size, *out)
        try:
            checked(_library().tonk_solve_drops(*told))
        except KernelRefusedError as error:
            if error.name != "TONK_NO_ROOM":
                raise
            size *= 2
        else:
            rows = range(table.rows)
            return [list(zip(table.at[row], cases.at[row], strict=True)) for row in rows]


class PlainHands:
    """The results by seat of hands among plain players."""

    def __init__(
        self,
        rules: Rules,
        profiles: Sequence[KernelProfile],
        tables: Sequence[DropTable | None],
        seed: int,
    ) -> None:
        self._rules, self._seats, self._random = rules, len(profiles), Random(seed)
        self._profiles = (_PROFILE * self._seats)(*map(ctypes.pointer, profiles))
        self._tables = (_TABLE * self._seats)(
            *(ctypes.pointer(table) if table else _TABLE() for table in tables)
        )
        self._paid, self._squares = (c_int64 * self._seats)(), (c_double * self._seats)()
        self.done, self.cancel = c_int64(), c_int32()
        self.hands = self.moves = 0

    def play(self, hands: int) -> None:
        """Play ``hands`` more hands without the interpreter's lock; ``cancel`` set to 1 ends it."""
        sums = (self._paid, self._squares, byref(self.done), byref(self.cancel))
        players = (self._profiles, self._tables, byref(self._random))
        rules = (self._rules.memory, self._seats, hands)
        self.moves += checked(_library().tonk_plain_hands(*rules, *players, *sums))
        self.hands += hands

    @property
    def paid(self) -> list[int]:
        """The stakes won by each seat."""
        return list(self._paid)

    @property
    def squares(self) -> list[float]:
        """The sums of squared results of the hands, by seat."""
        return list(self._squares)
