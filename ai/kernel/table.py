"""Players at a table of the kernel: their actions, deals played in every seating, and counts."""

import ctypes
from collections.abc import Mapping, Sequence
from ctypes import (
    POINTER,
    byref,
    c_double,
    c_int32,
    c_int64,
    c_uint8,
    c_uint64,
    c_void_p,
)
from functools import lru_cache
from typing import Any, Final

from ai.kernel.hands import (
    ENDINGS,
    SEATS,
    Action,
    KernelHand,
    KernelRefusedError,
    Random,
    Rules,
    Shared,
    checked,
    library,
)
from ai.kernel.net import Net
from ai.kernel.plain_player import DropTable, KernelProfile

PLAIN, MASTER, GREEDY, UNIFORM, BLIND = range(5)
HABITS: Final = 8  # of a player, at most
COUNTED: Final = (
    *("pay", "squares", "winner", "turns", "actions", "drop_caught"),
    *("take", "hold", "hit", "drop", "first_drop", "slap", "count"),
)
"""The statistics of hands, in the order of ``TonkCounted``."""
HEAT_TURNS, HEAT_BANDS = 7, 10  # turns, and bands of counts, of the heat map of drops
_MASK: Final = (1 << 64) - 1  # 64 bits


class KernelHabit(Shared):
    """A habit: its kind, and its number."""

    in_c = "TonkHabit"
    _fields_ = (("kind", c_int32), ("number", c_int32))


class KernelPlayer(Shared):
    """A player of any kind; it keeps alive what it points to."""

    in_c = "TonkPlayer"
    _fields_ = (
        *((name, c_int32) for name in ("kind", "drop_at", "head")),
        ("leaning", c_int32 * 11),  # by the type of an action
        ("n_habits", c_int32),
        ("habits", KernelHabit * HABITS),
        ("profile", POINTER(KernelProfile)),
        ("table", POINTER(DropTable)),
        ("believed", c_void_p),
        ("net", c_void_p),
    )

    @classmethod
    def plain(
        cls, profile: KernelProfile, table: DropTable | None, believed: Rules | None
    ) -> "KernelPlayer":
        """Make a player that plays by a profile, perhaps by rules that are not in force."""
        made = cls(kind=PLAIN, profile=ctypes.pointer(profile))
        if table is not None:
            made.table = ctypes.pointer(table)
        if believed is not None:
            made.believed = ctypes.addressof(believed.memory)
        made.kept = profile, table, believed
        return made

    @classmethod
    def master(
        cls,
        net: Net,
        head: int,
        leaning: Mapping[int, int],
        profile: KernelProfile,
        table: DropTable,
    ) -> "KernelPlayer":
        """Make a player that plays by a head of a net; it slaps and lays last as a plain player."""
        made = cls.plain(profile, table, None)
        made.kind, made.head, made.net = MASTER, head, ctypes.addressof(net.memory)
        for kind, score in leaning.items():
            made.leaning[kind] = score
        made.kept = net, profile, table
        return made

    def narrow(self, habits: Sequence[tuple[int, int]]) -> None:
        """Give the player habits, by kind and number; each narrows what the one before allows."""
        self.n_habits = len(habits)
        for place, habit in enumerate(habits):
            self.habits[place] = KernelHabit(*habit)


class _Course(Shared):
    in_c = "TonkCourse"
    _fields_ = (
        ("random", Random),
        ("seeds", c_uint64 * SEATS),
        ("is_begun", c_int32),
        ("unused", c_int32),
    )


class KernelDealOutcome(Shared):
    """The outcome of a deal for each player over all seatings."""

    in_c = "TonkDealOutcome"
    _fields_ = (
        ("points", c_int64 * SEATS),
        *((name, c_int32 * SEATS) for name in ("drops", "caught", "endings")),
    )


FAULTS: Final = (
    *("wins", "left", "sure_drops", "missed", "laid", "held", "broken", "drops", "caught"),
)
"""The counters of faults, in the order of ``TonkFaults``."""
LEFT, HELD, BROKEN = range(3)


class _Faults(Shared):
    in_c = "TonkFaults"
    _fields_ = tuple((name, c_int64) for name in FAULTS)


class KernelFault(Shared):
    """A single fault: where it happened, and what a win would have paid."""

    in_c = "TonkFault"
    _fields_ = (
        ("seed", c_uint64),
        *((name, c_int32) for name in ("decision", "seat", "kind", "pays")),
    )


class _Ratio(Shared):
    in_c = "TonkRatio"
    _fields_ = tuple((name, c_double) for name in ("x", "y", "xx", "xy", "yy"))

    def sums(self) -> tuple[int, ...]:
        return int(self.x), int(self.y), int(self.xx), int(self.xy), int(self.yy)


class _Counts(Shared):
    in_c = "TonkCounts"
    _fields_ = (
        ("of", _Ratio * len(COUNTED)),
        ("endings", _Ratio * len(ENDINGS)),
        ("seats", _Ratio * SEATS),
        ("heat", c_int64 * 2 * HEAT_BANDS * HEAT_TURNS),
    )


_PLAYERS: Final = POINTER(POINTER(KernelPlayer))


@lru_cache(maxsize=1)
def _library() -> ctypes.CDLL:
    made = library()
    Shared.check(made)
    made.tonk_choose.argtypes = [
        c_void_p,
        c_int32,
        POINTER(KernelPlayer),
        c_uint64,
        POINTER(Action),
    ]
    made.tonk_step.argtypes = [c_void_p, _PLAYERS, POINTER(_Course), POINTER(Action)]
    told: list[Any] = [POINTER(c_int64), POINTER(c_int32)]
    table: list[Any] = [c_void_p, c_int32, _PLAYERS, c_int64]
    deals: list[Any] = [POINTER(c_uint8), POINTER(c_uint64), POINTER(KernelDealOutcome)]
    made.tonk_play_deals.argtypes = [*table, *deals, *told]
    made.tonk_play_deals.restype = c_int64
    hands: list[Any] = [POINTER(c_uint64), c_int32, POINTER(_Counts), POINTER(c_int64)]
    made.tonk_count_hands.argtypes = [*table, *hands, *told]
    made.tonk_count_hands.restype = c_int64
    faults: list[Any] = [POINTER(_Faults), POINTER(KernelFault), c_int32, POINTER(c_int32)]
    made.tonk_find_faults.argtypes = [*table, POINTER(c_uint64), *faults, POINTER(c_int32)]
    made.tonk_find_faults.restype = c_int64
    return made


def choice(hand: KernelHand, seat: int, player: KernelPlayer, seed: int) -> Action:
    """Return a player's action, which is determined by the seed."""
    chosen = Action()
    asked = (hand.memory, seat, byref(player), seed & _MASK, byref(chosen))
    checked(_library().tonk_choose(*asked))
    return chosen


def _seated(players: Sequence[KernelPlayer]) -> Any:  # noqa: ANN401  # an array of ctypes
    return (POINTER(KernelPlayer) * len(players))(*map(ctypes.pointer, players))


class Course:
    """A hand between players, one for each seat, played step by step."""

    def __init__(self, hand: KernelHand, players: Sequence[KernelPlayer], random: Random) -> None:
        self.hand, self._players, self._seated = hand, players, _seated(players)
        self._course = _Course(random)

    def step(self) -> tuple[int, Action] | None:
        """Play the next decision; return the seat and its action, or None if the hand is over."""
        done = Action()
        seat = _library().tonk_step(
            self.hand.memory, self._seated, byref(self._course), byref(done)
        )
        if seat < 0:
            if KernelRefusedError(seat).name == "TONK_IS_OVER":
                return None
            checked(seat)
        return seat, done


def shuffled(rules: Rules, seed: int) -> tuple[list[int], Random]:
    """Return the deck that ``KernelCounts`` deals for a seed, and the generator after that."""
    random, deck = Random(seed & _MASK), (c_uint8 * len(rules.pack))(*rules.pack)
    library().tonk_shuffle(deck, len(deck), byref(random))
    return list(deck), random


def play_deals(
    rules: Rules, players: Sequence[KernelPlayer], decks: Sequence[bytes], seeds: Sequence[int]
) -> list[KernelDealOutcome]:
    """Play deals of these decks, each with the players in every seating."""
    number, out = len(decks), (KernelDealOutcome * len(decks))()
    cards = (c_uint8 * (number * len(rules.pack))).from_buffer_copy(b"".join(decks))
    table = (rules.memory, len(players), _seated(players), number)
    checked(_library().tonk_play_deals(*table, cards, (c_uint64 * number)(*seeds), out, None, None))
    return list(out)


class KernelCounts:
    """Statistics of hands, as sums of x, y, x², xy and y²."""

    def __init__(self, seats: int) -> None:
        self._seats, self._counts = seats, _Counts()

    def play(
        self, rules: Rules, players: Sequence[KernelPlayer], seeds: Sequence[int], width: int
    ) -> list[list[int]]:
        """Play a hand for each seed and count it; return what each hand brought each seat."""
        number, seats = len(seeds), self._seats
        worths = (c_int64 * (number * seats))()
        table = (rules.memory, seats, _seated(players), number)
        told = ((c_uint64 * number)(*(seed & _MASK for seed in seeds)), width)
        sums = (byref(self._counts), worths)
        checked(_library().tonk_count_hands(*table, *told, *sums, None, None))
        return [worths[at : at + seats] for at in range(0, number * seats, seats)]

    @property
    def sums(self) -> dict[str, tuple[int, ...]]:
        """The sums by the names of ``COUNTED``, of endings, and of seats from the eldest on."""
        held = self._counts
        return {
            **{name: held.of[at].sums() for at, name in enumerate(COUNTED)},
            **{f"end_{name}": held.endings[at].sums() for at, name in enumerate(ENDINGS) if name},
            **{f"seat_{place}": held.seats[place].sums() for place in range(self._seats)},
        }

    @property
    def heat(self) -> list[list[list[int]]]:
        """Return the drops and the opportunities to drop, by turn and band of counts."""
        return [[list(each) for each in row] for row in self._counts.heat]


def find_faults(
    rules: Rules, players: Sequence[KernelPlayer], seeds: Sequence[int], room: int
) -> tuple[list[dict[str, int]], list[KernelFault]]:
    """Play a hand for each seed; return the counts of each seat, and the first faults."""
    number, seats = len(seeds), len(players)
    counts, found, n_found = (_Faults * seats)(), (KernelFault * max(room, 1))(), c_int32()
    table = (rules.memory, seats, _seated(players), number)
    dealt = (c_uint64 * number)(*(seed & _MASK for seed in seeds))
    told = (counts, found, room, byref(n_found))
    checked(_library().tonk_find_faults(*table, dealt, *told, None))
    by_seat = [{name: getattr(each, name) for name in FAULTS} for each in counts]
    return by_seat, list(found)[: min(n_found.value, room)]
