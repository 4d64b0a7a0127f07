"""The state of a hand at one moment, without any of the rules."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self

from game.rules.actions import Action
from game.rules.cards import Card, in_order
from game.rules.counting import count_of, full_count
from game.rules.phases import LAY, OVER, START, Phase
from game.rules.results import NO_BETS, Ending, Result, SideBets
from game.rules.ruleset import RuleSet
from game.rules.spreads import TableSpread


class Move(NamedTuple):
    """An action that was played: its seat, and the card that it drew or took."""

    seat: int
    action: Action
    card: Card | None = None


class Finish(NamedTuple):
    """What ends a hand, at once or after the last chances to lay (RULES.md §5.13, §5.18).

    ``ending`` is ``TONK``, ``DROP`` (which the counts may turn into a catch) or ``STOCKOUT``;
    ``seat`` is who tonked, dropped or stopped, None for a stock-out that comes by itself;
    ``stakes`` is what each other seat pays for a tonk.
    """

    ending: Ending
    seat: int | None
    stakes: int = 1


class Lay(NamedTuple):
    """A spread that ``seat`` laid, or its hit or slap onto a spread of ``owner``."""

    seat: int
    owner: int
    is_hit: bool


@dataclass(slots=True)
class SeatState:
    """What the rules remember about one seat from turn to turn (RULES.md §5.7).

    ``wait`` is the number of coming turns on which it may not drop. ``was_hit`` (by another seat),
    ``has_hit_own`` and ``has_hit_others`` count since its last turn began. ``is_blocked`` means
    that another seat has hit it since its last turn, so that it may not empty its hand on the next
    (``hit_blocks_out``).
    """

    wait: int = 0
    was_hit: bool = False
    has_hit_own: bool = False
    has_hit_others: bool = False
    is_blocked: bool = False


@dataclass(slots=True, eq=False)
class HandState:
    """The state of one hand. Build a position in mid-hand from these fields; ``Hand.deal`` deals.

    ``stock`` has the next card first, ``pile`` the top card last; ``deck`` is the whole pack in
    dealing order, empty if the hand ``is_set_up`` from a position. ``turns`` counts the turns that
    are over; the last ``idle_turns`` of them were idle (RULES.md §1.10). Of the turn in play,
    ``is_idle`` says whether it has been idle so far, ``drawn`` or ``taken`` is the card that came
    to hand, ``must_use`` the card that has to be laid at once; ``has_hit`` means that a card was
    hit, ``is_blocked`` that its seat may not empty its hand.

    ``is_slappable`` means that the last discard fits a spread and nobody has slapped it;
    ``discarder`` discarded it. ``is_claim_open`` makes a take a claim (RULES.md §5.9); only
    ``game.rules.claim_window`` sets it. ``is_last_turn`` means that the hand ends with this turn
    (``stock_end``).

    ``chances`` are the seats that have a last chance to lay, the first of them on turn, before
    ``finish``, a tonk, drop or stock-out, ends the hand.
    """

    rules: RuleSet
    dealer: int
    hands: list[list[Card]]
    stock: list[Card]
    pile: list[Card]
    turn: int

    deck: Sequence[Card] = ()
    upcard: Card | None = None
    dealt: tuple[tuple[Card, ...], ...] = ()
    is_big_one: bool = False
    bets: SideBets = NO_BETS
    is_set_up: bool = False

    phase: Phase = START
    turns: int = 0
    idle_turns: int = 0
    is_idle: bool = True
    drawn: Card | None = None
    taken: Card | None = None
    must_use: Card | None = None
    has_hit: bool = False
    is_blocked: bool = False

    standings: list[SeatState] = field(default_factory=list)
    spreads: list[TableSpread] = field(default_factory=list)
    lays: list[Lay] = field(default_factory=list)

    discarder: int = -1
    is_slappable: bool = False
    is_claim_open: bool = False
    is_booed: bool = False
    is_last_turn: bool = False

    finish: Finish | None = None
    chances: tuple[int, ...] = ()
    natural_pot_winner: int | None = None
    result: Result | None = None
    log: list[Move] = field(default_factory=list)
    seats: int = field(init=False)

    def __post_init__(self) -> None:
        self.seats = len(self.hands)
        self.dealt = self.dealt or tuple(map(in_order, self.hands))
        self.standings = self.standings or [SeatState() for _ in self.hands]

    @property
    def eldest(self) -> int:
        """The seat to the dealer's left."""
        return (self.dealer + 1) % self.seats

    @property
    def next_seat(self) -> int:
        """The seat that takes the next turn, while no turn is in progress."""
        return (self.dealer + 1 + self.turns) % self.seats

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended."""
        return self.phase is OVER

    @property
    def is_first_turn(self) -> bool:
        """Whether the turn in play is its seat's first."""
        return self.turns < self.seats

    @property
    def stock_size(self) -> int:
        """The number of cards left to draw."""
        return len(self.stock)

    @property
    def idle_limit(self) -> int:
        """The number of idle turns in a row after which nobody may take (RULES.md §1.10)."""
        return 3 * self.seats

    @property
    def waits(self) -> tuple[int, ...]:
        """The number of coming turns on which each seat may not drop (RULES.md §5.7)."""
        if self.phase is OVER:
            return (0,) * self.seats
        return tuple(standing.wait for standing in self.standings)

    def is_own_first_turn(self, seat: int) -> bool:
        """Return whether ``seat`` is playing its first turn."""
        return self.is_first_turn and seat == self.turn and self.phase is LAY

    def from_eldest(self, seat: int) -> int:
        """Return how many places ``seat`` is from eldest, clockwise."""
        return (seat - self.dealer - 1) % self.seats

    def around_from(self, seat: int) -> list[int]:
        """Return all seats, clockwise from ``seat``."""
        return [(seat + step) % self.seats for step in range(self.seats)]

    def count(self, seat: int) -> int:
        """Return the count of ``seat`` for a drop, a stock-out or push-up."""
        return count_of(self.rules, self.hands[seat])

    def counts(self) -> tuple[int, ...]:
        """Return the count of each seat for a drop, a stock-out or push-up."""
        return tuple([count_of(self.rules, cards) for cards in self.hands])

    def full_counts(self) -> tuple[int, ...]:
        """Return the points of all cards in each hand, as counted for naturals."""
        return tuple([full_count(self.rules, cards) for cards in self.hands])

    def size(self, seat: int) -> int:
        """Return how many cards ``seat`` holds."""
        return len(self.hands[seat])

    def cards_of(self, seat: int) -> tuple[Card, ...]:
        """Return the cards of ``seat``, sorted by suit, then rank."""
        return in_order(self.hands[seat])

    def copy(self) -> Self:
        """Return an independent copy of this hand."""
        twin = copy(self)
        twin.hands = [cards[:] for cards in self.hands]
        twin.standings = [replace(standing) for standing in self.standings]
        twin.stock, twin.pile = self.stock[:], self.pile[:]
        twin.spreads, twin.lays, twin.log = self.spreads[:], self.lays[:], self.log[:]
        return twin
