"""Rule sets, hands and chance of the kernel, as Python objects.

Numbers are those of ``tonk.h``, which says what each means. Nothing here knows the rules:
``ai.bridge`` puts the engine's rule sets, cards and actions into numbers.

>>> from ai.bridge import kernel_rules, numbers_of
>>> from game.rules.cards import shuffled
>>> from game.rules.presets import STANDARD
>>> deck = numbers_of(shuffled(STANDARD.pack(), seed="0" * 64))
>>> hand = KernelHand.deal(kernel_rules(STANDARD), 2, 1, deck)
>>> hand.actor, [action.type for action in hand.legal(0)] == [DROP, DRAW, TAKE]
(0, True)
>>> hand.play(0, hand.legal(0)[0])
>>> result = hand.settle()
>>> ENDINGS[result.ending], result.payments[:2]
('drop', [1, -1])
"""

import ctypes
from collections.abc import Sequence
from ctypes import POINTER, Structure, byref, c_bool, c_int32, c_int64, c_uint8, c_uint32, c_uint64
from functools import lru_cache
from typing import Any, ClassVar, Final, Self

from ai.kernel import NAME, KernelError, load

SEATS, CARDS, SPREADS, ACTIONS, PAYMENTS = 6, 56, 18, 4096, 72  # at most, as in ``tonk.h``
NO_CARD, ITSELF = 255, 99  # marks of ``tonk.h`` in place of a card or a rank
DROP, DRAW, TAKE, STOP, SPREAD, HIT, DISCARD, DONE, DECLARE, PASS, SLAP = range(11)
START, LAY, CHANCE, SLAPS, OVER = range(5)
BOOK, RUN = range(2)
ENDINGS: Final = (
    "",
    "natural",
    "tonk",
    "out",
    "double_double",
    "drop",
    "caught",
    "stockout",
    "void",
)


class Shared(Structure):
    """A structure that the kernel reads or writes, laid out as ``in_c`` of ``tonk.h``."""

    in_c: ClassVar[str]

    @classmethod
    def check(cls, loaded: ctypes.CDLL) -> None:
        """Raise ``KernelError`` if the library's structures are of other sizes than those here."""
        for each in cls.__subclasses__():
            here, there = ctypes.sizeof(each), loaded.tonk_size_of(each.in_c.encode())
            if here != there:
                why = f"has {each.in_c} of {there} bytes, not {here}: install the game again"
                raise KernelError(f"ai/kernel/{NAME} {why}")


class Action(Shared):
    """Cards are places in a set, which ``Rules.bit`` and ``Rules.number`` know."""

    in_c = "TonkAction"
    _fields_ = (
        ("cards", c_uint64),
        *((name, c_uint8) for name in ("type", "card", "spread", "place")),
        *((name, c_uint8) for name in ("kind", "suit", "low", "high")),
    )

    def key(self) -> tuple[int, ...]:
        """A key by which equal actions compare equal."""
        return tuple(getattr(self, name) for name, *_ in self._fields_)


class Bets(Shared):
    """Who joined which side bet."""

    in_c = "TonkBets"
    _fields_ = (
        *((name, c_int32) for name in ("high_suit", "high_joined", "natural_joined")),
        *((name, c_int64) for name in ("high_pot", "natural_pot")),
    )


class KernelPayment(Shared):
    """What a seat pays another."""

    in_c = "TonkPayment"
    _fields_ = (
        ("stakes", c_int64),
        *((name, c_int32) for name in ("payer", "payee", "why", "unused")),
    )


class KernelResult(Shared):
    """How a hand ended, and the payments."""

    in_c = "TonkResult"
    _fields_ = (
        ("ending", c_int32),
        ("winners", c_int32),
        ("counts", c_int32 * SEATS),
        ("payments", c_int64 * SEATS),
        ("side_payments", c_int64 * SEATS),
        ("n_transfers", c_int32),
        ("unused", c_int32),
        ("transfers", KernelPayment * PAYMENTS),
    )


class KernelSpread(Structure):
    """A spread of ``TonkState`` and of ``TonkPosition``, where it has no name."""

    _fields_ = (
        ("cards", c_uint64),
        *((name, c_int32) for name in ("kind", "suit", "low", "high", "owner", "buried")),
    )


_STATE_NUMBERS: Final = (
    *("seats", "dealer", "turn", "phase", "turns", "stock_size", "pile_size", "n_spreads"),
    *("idle_turns", "taken", "must_use", "is_booed", "is_last_turn", "is_slappable", "is_blocked"),
    *("has_hit", "discarder", "ending", "ender", "pays", "n_asked", "is_claim", "is_closed"),
    *("n_chances", "natural_pot_winner", "blocks", "n_moves"),
)


class State(Shared):
    """A hand, hidden cards included."""

    in_c = "TonkState"
    _fields_ = (
        *((name, c_int32) for name in _STATE_NUMBERS),
        *((name, c_int32 * SEATS) for name in ("asked", "chances", "waits", "counts")),
        *((name, c_int32 * SEATS) for name in ("sizes", "laid", "takes")),
        *((name, c_int32 * SEATS) for name in ("n_discards", "took_last", "last_declined")),
        *((name, c_uint64 * SEATS) for name in ("hands", "dealt", "known", "thrown", "declined")),
        ("seen", c_uint64),
        ("hittable", c_uint64),
        ("pile", c_uint8 * (CARDS + 8)),
        ("stock", c_uint8 * (CARDS + 8)),
        ("spreads", KernelSpread * SPREADS),
    )


_POSITION_NUMBERS: Final = (
    *("pile_size", "stock_size", "n_spreads", "idle_turns", "is_idle", "taken", "must_use"),
    *("has_hit", "is_blocked", "discarder", "was_hit", "hit_own", "hit_others", "hitters"),
    *("other_hitters", "last_spread", "ending", "ender", "pays", "n_chances"),
)


class KernelPosition(Shared):
    """The position of a hand in its middle."""

    in_c = "TonkPosition"
    _fields_ = (
        *((name, c_int32) for name in ("seats", "dealer", "turns", "phase", "is_big_one")),
        *((name, c_int32 * SEATS) for name in ("sizes", "waits")),
        *((name, c_uint64 * SEATS) for name in ("hands", "known", "dealt")),
        *((name, c_int32) for name in _POSITION_NUMBERS),
        ("chances", c_int32 * SEATS),
        ("natural_pot_winner", c_int32),
        ("bets", Bets),
        ("pile", c_uint8 * CARDS),
        ("stock", c_uint8 * CARDS),
        ("spreads", KernelSpread * SPREADS),
    )


class Random(Shared):
    """SplitMix64."""

    in_c = "TonkRandom"
    _fields_ = (("state", c_uint64),)


_HAND, _RULES, _DECK, _ACTION = ctypes.c_void_p, ctypes.c_void_p, POINTER(c_uint8), POINTER(Action)
_DEAL: Final = (c_int32, [_HAND, _RULES, c_int32, c_int32, _DECK, c_int32])
_PLAY: Final = (c_int32, [_HAND, c_int32, _ACTION])
_SIGNATURES: Final[dict[str, tuple[Any, list[Any]]]] = {
    "tonk_error_name": (ctypes.c_char_p, [c_int32]),
    "tonk_next": (c_uint64, [POINTER(Random)]),
    "tonk_below": (c_uint32, [POINTER(Random), c_uint32]),
    "tonk_shuffle": (None, [_DECK, c_int32, POINTER(Random)]),
    "tonk_rules": (c_int32, [_RULES, POINTER(c_int32), c_int32]),
    "tonk_pack": (c_int32, [_RULES, _DECK]),
    "tonk_hand_size": (c_int32, [_RULES, c_int32]),
    "tonk_can_seat": (c_bool, [_RULES, c_int32]),
    "tonk_numbers": (c_uint64, [_RULES, c_uint64]),
    "tonk_cards": (c_uint64, [_RULES, c_uint64]),
    "tonk_count": (c_int32, [_RULES, c_uint64]),
    "tonk_wrong": (c_int32, [_RULES]),
    "tonk_deal": _DEAL,
    "tonk_deal_trusted": _DEAL,
    "tonk_set_up": (c_int32, [_HAND, _RULES, POINTER(KernelPosition), POINTER(Random)]),
    "tonk_big_one": (None, [_HAND]),
    "tonk_bets": (c_int32, [_HAND, POINTER(Bets)]),
    "tonk_copy": (None, [_HAND, _HAND]),
    "tonk_actor": (c_int32, [_HAND]),
    "tonk_legal": (c_int32, [_HAND, c_int32, _ACTION, c_int32]),
    "tonk_is_legal": (c_bool, [_HAND, c_int32, _ACTION]),
    "tonk_play": _PLAY,
    "tonk_play_trusted": _PLAY,
    "tonk_close_slaps": (c_int32, [_HAND]),
    "tonk_open_window": (c_int32, [_HAND, POINTER(c_int32)]),
    "tonk_open_random_window": (c_int32, [_HAND, POINTER(Random)]),
    "tonk_ask": (c_int32, [_HAND, _DECK, c_int32, c_bool]),
    "tonk_claimed": (c_int32, [_HAND]),
    "tonk_random_action": (c_int32, [_HAND, c_int32, POINTER(Random), _ACTION]),
    "tonk_random_hands": (c_int64, [_RULES, c_int32, c_int64, POINTER(Random), POINTER(c_int32)]),
    "tonk_replay": (c_int32, [_HAND, ctypes.c_char_p, c_int32, POINTER(c_int32)]),
    "tonk_settle": (c_int32, [_HAND, POINTER(KernelResult)]),
    "tonk_state": (None, [_HAND, POINTER(State)]),
    "tonk_size_of_rules": (c_int64, []),
    "tonk_size_of_hand": (c_int64, []),
    "tonk_size_of": (c_int64, [ctypes.c_char_p]),
}


@lru_cache(maxsize=1)
def library() -> ctypes.CDLL:
    """Return the library with the types of its functions; raise ``KernelError`` without one, or
    with one of another layout.
    """
    loaded = load()
    for name, (result, arguments) in _SIGNATURES.items():
        function = getattr(loaded, name)
        function.restype, function.argtypes = result, arguments
    Shared.check(loaded)
    return loaded


class KernelRefusedError(KernelError):
    """Raised for an error of the kernel; ``name`` is the error's in ``tonk.h``."""

    def __init__(self, code: int, about: str = "") -> None:
        self._made_of = code, about
        self.name = library().tonk_error_name(code).decode()
        super().__init__(f"{self.name}{about and ': '}{about}")

    def __reduce__(self) -> tuple[type[Self], tuple[int, str]]:
        """Return what it is made of, which is not its message, for another process."""
        return type(self), self._made_of


def checked(code: int, about: str = "") -> int:
    """Return a function's result; raise ``KernelRefusedError`` if it is an error."""
    if code < 0:
        raise KernelRefusedError(code, about)
    return code


class Rules:
    """A rule set in the kernel, from the numbers of its keys and naturals."""

    def __init__(self, numbers: Sequence[int]) -> None:
        made = library()
        self.memory = ctypes.create_string_buffer(made.tonk_size_of_rules())
        keys = (c_int32 * len(numbers))(*numbers)
        code = made.tonk_rules(self.memory, keys, len(numbers))
        checked(code, f"number {made.tonk_wrong(self.memory)}")
        self.pack = bytes(self._pack())
        self.bit = {number: self._bit(number) for number in self.pack}
        self.number = {bit: number for number, bit in self.bit.items()}

    def _pack(self) -> list[int]:
        deck = (c_uint8 * CARDS)()
        return deck[: library().tonk_pack(self.memory, deck)]

    def _bit(self, number: int) -> int:
        cards: int = library().tonk_cards(self.memory, 1 << number)
        return cards.bit_length() - 1

    def cards(self, numbers: Sequence[int]) -> int:
        """Return the set of these cards as a ``TonkCards``."""
        return sum(1 << self.bit[number] for number in numbers)

    def numbers(self, cards: int) -> list[int]:
        """Return the cards of a ``TonkCards``."""
        return members(library().tonk_numbers(self.memory, cards))

    def count(self, numbers: Sequence[int]) -> int:
        """Return what these cards count for a drop."""
        return checked(library().tonk_count(self.memory, self.cards(numbers)))

    def can_seat(self, seats: int) -> bool:
        """Whether the pack is large enough for ``seats`` seats."""
        return bool(library().tonk_can_seat(self.memory, seats))


class KernelHand:
    """A hand in the kernel. It keeps its rules alive."""

    __slots__ = ("memory", "rules")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.memory = ctypes.create_string_buffer(library().tonk_size_of_hand())

    @classmethod
    def deal(
        cls, rules: Rules, seats: int, dealer: int, deck: Sequence[int], *, trusted: bool = False
    ) -> "KernelHand":
        """Deal a deck of card numbers in dealing order; ``trusted`` ignores naturals."""
        hand = cls(rules)
        numbers = (c_uint8 * len(deck))(*deck)
        deal = library().tonk_deal_trusted if trusted else library().tonk_deal
        checked(deal(hand.memory, rules.memory, seats, dealer, numbers, len(deck)))
        return hand

    @classmethod
    def set_up(cls, rules: Rules, position: KernelPosition) -> "KernelHand":
        """Set up a hand in its middle; raise ``KernelRefusedError`` if it is impossible."""
        hand = cls(rules)
        checked(library().tonk_set_up(hand.memory, rules.memory, byref(position), byref(Random(1))))
        return hand

    def copy(self) -> "KernelHand":
        """Return a copy of the hand that is played on independently."""
        twin = KernelHand(self.rules)
        library().tonk_copy(twin.memory, self.memory)
        return twin

    def make_big_one(self) -> None:
        """Make the hand pay double."""
        library().tonk_big_one(self.memory)

    def bet(self, bets: Bets) -> None:
        """Set who joined which side bet, right after the deal."""
        checked(library().tonk_bets(self.memory, byref(bets)))

    @property
    def actor(self) -> int:
        """The seat that decides now, -1 for none."""
        return int(library().tonk_actor(self.memory))

    @property
    def state(self) -> State:
        """The whole state of the hand, hidden cards included."""
        found = State()
        library().tonk_state(self.memory, byref(found))
        return found

    def legal(self, seat: int) -> list[Action]:
        """Return the legal actions of a seat."""
        room = (Action * ACTIONS)()
        number = checked(library().tonk_legal(self.memory, seat, room, ACTIONS))
        return [Action.from_buffer_copy(room[index]) for index in range(number)]

    def is_legal(self, seat: int, action: Action) -> bool:
        """Whether a seat may do this now."""
        return bool(library().tonk_is_legal(self.memory, seat, byref(action)))

    def play(self, seat: int, action: Action, *, trusted: bool = False) -> None:
        """Play an action; raise ``KernelRefusedError`` if it is illegal or, for ``trusted``,
        impossible.
        """
        play = library().tonk_play_trusted if trusted else library().tonk_play
        checked(play(self.memory, seat, byref(action)))

    def close_slaps(self) -> None:
        """Close the window for slaps."""
        checked(library().tonk_close_slaps(self.memory))

    def open_window(self, reactions: Sequence[int] | None = None) -> int:
        """Ask all seats that may act out of turn, by their reactions; return their number."""
        times = None if reactions is None else (c_int32 * len(reactions))(*reactions)
        return checked(library().tonk_open_window(self.memory, times))

    def ask(self, seats: Sequence[int]) -> None:
        """Ask just these seats, in this order."""
        numbers = (c_uint8 * len(seats))(*seats)
        checked(library().tonk_ask(self.memory, numbers, len(seats), False))

    def claimed(self) -> None:
        """Note that the take just played was a claim."""
        checked(library().tonk_claimed(self.memory))

    def replay(self, actions: bytes) -> tuple[int, int]:
        """Play the actions of a record, a line each; return how many were played, and 0 or the
        error.
        """
        played = c_int32()
        code = library().tonk_replay(self.memory, actions, len(actions), byref(played))
        return played.value, int(code)

    def settle(self) -> KernelResult:
        """Return how the hand has ended, and the payments."""
        found = KernelResult()
        checked(library().tonk_settle(self.memory, byref(found)))
        return found


def random_hands(rules: Rules, seats: int, hands: int, random: Random) -> int:
    """Play ``hands`` random hands without drops; return the number of moves."""
    played = library().tonk_random_hands(rules.memory, seats, hands, byref(random), None)
    return checked(int(played))


def members(numbers: int) -> list[int]:
    """Return the numbers in a set of bits, ascending."""
    found = []
    while numbers:
        low = numbers & -numbers
        found.append(low.bit_length() - 1)
        numbers ^= low
    return found
