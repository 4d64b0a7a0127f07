"""A hand as it stands at one moment, and the rule set in force as play needs it.

Nothing here plays or judges: ``HandState`` holds what is so, ``Law`` the tables and functions that
``ai.bitboard.bound`` makes of a rule set, ``Hooks`` the moments at which a house rule has a say.
Everything that decides or changes something takes a ``HandState`` and lies in a module above.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Self, TypeAlias

from ai.bitboard.counting import Counter, full_counts
from ai.bitboard.finders import Discards, DiscardTable, HitFinder, RunlessTable, SpreadFinder
from ai.bitboard.pack import SIZE_SHIFT, Pack
from game.rules.actions import Action, Reason, Spread
from game.rules.cards import Card
from game.rules.phases import LAY, OVER, START
from game.rules.results import Ending, Result, SideBets
from game.rules.ruleset import RuleSet
from game.rules.spreads import TableSpread
from game.rules.state import Finish, Move

CAN_DRAW, CAN_TAKE, CAN_DROP, CAN_DECLARE = 1, 2, 4, 8
"""How a turn may begin, as bits that add up to a place in ``Law.starts``."""


class HandState:
    """The state of one hand.

    Sets of cards are ints (see ``pack``). ``deck`` from ``next_card`` on is the stock; ``fits[i]``
    are the bits of the cards that fit spread ``i`` as themselves, ``hittable`` those that fit
    anywhere or are wild. ``still`` counts still turns in a row (RULES.md §1.10).
    ``chances`` are the seats that have a last chance to lay, the first of them on turn, before the
    hand ends by ``finish``, the tonk, drop or stock-out that led to its end. ``is_claim_open``
    makes a take a claim (RULES.md §5.9); ``window`` alone sets it. What house rules keep between
    moments lies at the end; their hooks alone write it. While it may matter to a turn that begins,
    ``is_marked`` is set; from turn number ``guarded_until`` on, nothing bars a turn's beginning.
    """

    __slots__ = (
        "bets",
        "blocks",
        "chances",
        "dealer",
        "dealt",
        "deck",
        "deck_size",
        "discarder",
        "finish",
        "fits",
        "guarded_until",
        "hands",
        "has_hit_this_turn",
        "hittable",
        "hitters",
        "is_big_one",
        "is_blocked",
        "is_booed",
        "is_claim_open",
        "is_last_turn",
        "is_marked",
        "is_slappable",
        "is_strict",
        "last_laid_spread",
        "law",
        "log",
        "must_use",
        "natural_pot_winner",
        "next_card",
        "other_hitters",
        "phase",
        "pile",
        "result",
        "seats",
        "spreads",
        "still",
        "taken",
        "turn",
        "turns",
        "waited_for",
        "waited_for_hitting",
        "waited_for_own",
        "waits_until",
    )

    def __init__(
        self, law: "Law", dealer: int, deck: Sequence[Card], is_big_one: bool, bets: SideBets
    ) -> None:
        """Before the deal: the whole deck is the stock, every hand is empty."""
        self.law = law
        self.seats = law.seats
        self.dealer, self.is_big_one, self.bets = dealer, is_big_one, bets
        self.deck: Sequence[Card] = tuple(deck)
        self.deck_size = len(self.deck)
        self.next_card = 0
        self.hands = [0] * law.seats
        self.dealt = tuple(self.hands)
        self.pile: list[Card] = []
        self.turn = (dealer + 1) % law.seats
        self.phase = START
        self.turns = 0
        self.still = 0
        self.taken: Card | None = None
        self.spreads: list[TableSpread] = []
        self.fits: list[int] = []
        self.hittable = 0
        self.result: Result | None = None
        self.log: list[Move] = []
        self.hitters = self.other_hitters = self.last_laid_spread = 0
        self.discarder = -1
        self.is_slappable = self.is_booed = self.is_last_turn = self.is_claim_open = False
        self.is_marked = self.is_strict = self.is_blocked = False
        self.must_use: Card | None = None
        self.has_hit_this_turn = False
        self.guarded_until = law.guarded_turns
        self.waits_until = (0,) * law.seats
        self.waited_for = self.waited_for_own = self.waited_for_hitting = (-1,) * law.seats
        self.blocks = 0
        self.finish: Finish | None = None
        self.chances: tuple[int, ...] = ()
        self.natural_pot_winner: int | None = None

    @property
    def rules(self) -> RuleSet:
        """The rule set in force."""
        return self.law.rules

    @property
    def eldest(self) -> int:
        """The seat to the dealer's left."""
        return (self.dealer + 1) % self.seats

    @property
    def next_seat(self) -> int:
        """The seat whose turn would be next, while none is being played."""
        return (self.eldest + self.turns) % self.seats

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
        """Cards left to draw."""
        return self.deck_size - self.next_card

    def is_own_first_turn(self, seat: int) -> bool:
        """Whether ``seat`` is playing its first turn."""
        return self.is_first_turn and seat == self.turn and self.phase is LAY

    def from_eldest(self, seat: int) -> int:
        """How many seats ``seat`` is from eldest, clockwise."""
        return (seat - self.eldest) % self.seats

    def counts(self) -> tuple[int, ...]:
        """What each hand counts for a drop, a stock-out or push-up."""
        return self.law.counts(self.hands)

    def full_counts(self) -> tuple[int, ...]:
        """The points of all cards in each hand, as naturals count them."""
        return full_counts(self.hands)

    def size(self, seat: int) -> int:
        """How many cards ``seat`` holds."""
        return self.hands[seat] >> SIZE_SHIFT

    def cards_of(self, seat: int) -> tuple[Card, ...]:
        """The cards of ``seat``, by suit, then rank."""
        return self.law.pack.cards_in(self.hands[seat])

    def spreads_of(self, seat: int) -> int:
        """How many spreads ``seat`` has laid."""
        return sum(spread.owner == seat for spread in self.spreads)

    def has_hit(self, seat: int) -> bool:
        """Whether ``seat`` has hit or slapped onto any spread."""
        return bool(self.hitters >> seat & 1)

    def has_hit_others(self, seat: int) -> bool:
        """Whether ``seat`` has hit or slapped onto another's spread."""
        return bool(self.other_hitters >> seat & 1)

    def last_lay_was_spread(self, seat: int) -> bool:
        """Whether the last cards that ``seat`` laid were a spread of its own."""
        return bool(self.last_laid_spread >> seat & 1)

    def copy(self) -> Self:
        """The same position, to be played on independently; its log starts empty."""
        # Slot by slot: search copies all the time, and a loop over the slots is four times slower.
        twin = self.__class__.__new__(self.__class__)
        twin.law = self.law
        twin.seats = self.seats
        twin.dealer = self.dealer
        twin.is_big_one = self.is_big_one
        twin.bets = self.bets
        twin.deck = self.deck
        twin.deck_size = self.deck_size
        twin.dealt = self.dealt
        twin.next_card = self.next_card
        twin.turn = self.turn
        twin.phase = self.phase
        twin.turns = self.turns
        twin.still = self.still
        twin.taken = self.taken
        twin.hittable = self.hittable
        twin.result = self.result
        twin.hitters = self.hitters
        twin.other_hitters = self.other_hitters
        twin.last_laid_spread = self.last_laid_spread
        twin.discarder = self.discarder
        twin.is_slappable = self.is_slappable
        twin.is_booed = self.is_booed
        twin.is_claim_open = self.is_claim_open
        twin.is_last_turn = self.is_last_turn
        twin.is_marked = self.is_marked
        twin.is_strict = self.is_strict
        twin.is_blocked = self.is_blocked
        twin.must_use = self.must_use
        twin.has_hit_this_turn = self.has_hit_this_turn
        twin.guarded_until = self.guarded_until
        twin.waits_until = self.waits_until
        twin.waited_for = self.waited_for
        twin.waited_for_own = self.waited_for_own
        twin.waited_for_hitting = self.waited_for_hitting
        twin.blocks = self.blocks
        twin.finish = self.finish
        twin.chances = self.chances
        twin.natural_pot_winner = self.natural_pot_winner
        twin.hands = self.hands[:]
        twin.pile = self.pile[:]
        twin.spreads = self.spreads[:]
        twin.fits = self.fits[:]
        twin.log = []
        return twin


Moment: TypeAlias = Callable[[HandState], None]
TurnStart: TypeAlias = Callable[[HandState], bool]
LayMoment: TypeAlias = Callable[[HandState, int, TableSpread], None]
"""Called with the seat that laid, and the spread as it now lies."""
Bar: TypeAlias = Callable[[HandState], Reason | None]
"""Why an action is refused, or None."""
DropBar: TypeAlias = Callable[[HandState, int], Reason | None]
"""Why a seat may not drop between two turns, on its own turn or out of turn, or None."""


@dataclass(frozen=True, slots=True)
class Hooks:
    """What house rules add: functions called at their moment, and bars that may refuse an action.

    The sum of two has the functions of both.
    """

    turn_starts: tuple[TurnStart, ...] = ()
    """The first action of a turn, before the card is drawn or taken, while ``is_marked`` is set;
    True if a mark still stands, so that the next turn has to be asked as well."""
    card_taken: tuple[Moment, ...] = ()
    card_drawn: tuple[Moment, ...] = ()
    """Once the stock is down to a card for each seat."""
    spread_laid: tuple[LayMoment, ...] = ()
    hit_made: tuple[LayMoment, ...] = ()
    """A hit or a slap by anyone."""
    drop_bars: tuple[DropBar, ...] = ()
    """Asked in turns before ``guarded_until``."""
    take_bars: tuple[Bar, ...] = ()
    hit_bars: tuple[Bar, ...] = ()
    spread_out_bars: tuple[Bar, ...] = ()
    """Why a spread may not empty the hand."""
    hit_out_bars: tuple[Bar, ...] = ()
    """Why a hit may not empty the hand."""
    end_bars: tuple[Bar, ...] = ()
    """Why a turn may not end yet."""
    done_bars: tuple[Bar, ...] = ()
    """Why the turn may not end with a discard, and so ends by done."""

    def __add__(self, other: "Hooks") -> "Hooks":
        return Hooks(
            **{
                field.name: getattr(self, field.name) + getattr(other, field.name)
                for field in fields(self)
            }
        )


def first_reason(bars: tuple[Bar, ...], hand: HandState) -> Reason | None:
    """The first bar's refusal, or None."""
    for bar in bars:
        reason = bar(hand)
        if reason is not None:
            return reason
    return None


@dataclass(slots=True, eq=False, repr=False)
class Law:
    """A rule set for a number of seats, as tables and functions; all its hands share it.

    ``spreads_in`` and ``hits_in`` find what may be laid, ``lays`` maps a spread to how it lies on
    the table and the bits that fit it, ``starts`` the sum of ``CAN_...`` bits to the actions.
    ``runless`` are the discard tables by suit of hands without a run, ``lane_of`` maps a card just
    taken to its table, where its suit's bits begin, and all bits but its own. ``threes`` and
    ``tops`` are the test for a book; ``count`` is what a set of cards left in hand counts,
    ``counts`` the same of several, ``natural_counts`` are the counts that may be naturals.
    ``last_lays`` are the endings before which others may still lay; ``hides_droppers``: who may
    drop out of turn depends on what it holds. From stock card ``watched_from`` on, draws call
    ``hooks.card_drawn``.
    """

    rules: RuleSet
    seats: int
    pack: Pack
    hand_size: int
    still_limit: int
    after: tuple[int, ...]
    starts: tuple[tuple[Action, ...], ...]
    weight: Mapping[Card, int]
    wilds: int
    threes: int
    tops: int
    discards: Discards
    spreads_in: SpreadFinder
    hits_in: HitFinder
    runless: Sequence[RunlessTable]
    keeps_taken: bool
    lane_of: Mapping[Card, tuple[DiscardTable, int, int]]
    lays: Mapping[Spread, tuple[TableSpread, int]]
    natural_counts: frozenset[int]
    has_turn_naturals: bool
    has_slaps: bool
    has_drops_out_of_turn: bool
    hides_droppers: bool
    last_lays: frozenset[Ending]
    buries: bool
    hooks: Hooks
    turn_starts: tuple[TurnStart, ...]
    card_taken: tuple[Moment, ...]
    drop_bars: tuple[DropBar, ...]
    take_bars: tuple[Bar, ...]
    card_drawn: tuple[Moment, ...]
    watched_from: int
    guarded_turns: int
    must_spread: bool
    bars_spread_out: bool
    has_lay_bars: bool
    count: Counter
    counts: Callable[[Sequence[int]], tuple[int, ...]]
