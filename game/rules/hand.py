"""One deal of Tonk, played out: the state and its moves.

A ``Hand`` knows the cards and the rule set and nothing else. ``play`` is for search and simulation:
it trusts its caller and keeps no log. ``act`` is for everybody else: it checks, and logs the move.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from game.rules import legality, moves, slaps
from game.rules.actions import (
    Action,
    Draw,
    Take,
)
from game.rules.bets import NO_BETS, SideBets
from game.rules.bound import BoundRules, bind
from game.rules.cards import Card
from game.rules.pack import COUNT_MASK, COUNT_SHIFT, SIZE_SHIFT
from game.rules.phases import LAY, OVER, START
from game.rules.policies import waits
from game.rules.reasons import IllegalActionError
from game.rules.results import Result
from game.rules.rewind import deck_behind
from game.rules.ruleset import RuleSet
from game.rules.spreads import (
    TableSpread,
)

if TYPE_CHECKING:
    from game.rules.view import SeatView


@dataclass(frozen=True, slots=True)
class Move:
    """An action that was played, by whom, and the card that it drew or took."""

    seat: int
    action: Action
    card: Card | None = None


class Hand:
    """The state of one hand.

    Sets of cards are ints (see ``pack``). ``deck`` from ``next_card`` on is the stock; ``fits[i]``
    are the bits of the cards that fit spread ``i`` as themselves, ``hittable`` those that fit
    anywhere or are wild. ``still`` counts still turns in a row (RULES.md §1.10). What house rules
    keep between moments lies at the end; their policies alone write it. While it may matter to a
    turn that begins, ``is_marked`` is set; from turn number ``guarded_until`` on, nothing bars a
    turn's beginning.
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
        "fits",
        "guarded_until",
        "hands",
        "has_hit_this_turn",
        "hittable",
        "hitters",
        "is_big_one",
        "is_blocked",
        "is_booed",
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
        "tonk",
        "turn",
        "turns",
        "waited_for",
        "waited_for_own",
        "waits_until",
    )

    def __init__(
        self, law: BoundRules, dealer: int, deck: Sequence[Card], is_big_one: bool, bets: SideBets
    ) -> None:
        self.law = law
        self.seats = law.seats
        self.dealer, self.is_big_one, self.bets = dealer, is_big_one, bets
        self.deck: Sequence[Card] = tuple(deck)
        self.deck_size = len(self.deck)
        self.next_card = 0
        self.hands = [0] * law.seats
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
        self.is_slappable = self.is_booed = self.is_last_turn = False
        self.is_marked = self.is_strict = self.is_blocked = False
        self.must_use: Card | None = None
        self.has_hit_this_turn = False
        self.guarded_until = law.guarded_turns
        self.waits_until = (0,) * law.seats
        self.waited_for = self.waited_for_own = (-1,) * law.seats
        self.blocks = 0
        self.tonk = (-1, 0)
        self.chances = 0
        self.natural_pot_winner: int | None = None
        self._deal()

    @classmethod
    def deal(
        cls,
        rules: RuleSet,
        seats: int,
        dealer: int,
        deck: Sequence[Card],
        *,
        big_one: bool = False,
        bets: SideBets = NO_BETS,
    ) -> Self:
        """Deal ``deck``, the whole pack in dealing order; naturals may end the hand at once.

        Raises ``RuleError`` where the pack cannot serve ``seats``.
        """
        return cls(bind(rules, seats), dealer, deck, big_one, bets)

    @classmethod
    def from_view(
        cls, view: "SeatView", hands: Sequence[Sequence[Card]], stock: Sequence[Card]
    ) -> Self:
        """What a seat sees, with a guess at what it does not, as a hand to be played on: for bots.

        ``hands[seat]`` is what each other seat is thought to hold (the looker's own entry counts
        for nothing), ``stock`` what is left to draw, the next card first. All that was played is
        played again, so waits, blocks, chances and every other mark are as they should be; which of
        its cards another seat drew, and when, is part of the guess. Raises ``ValueError`` where the
        hand is over, where guess and moves do not make up the pack (the moves of a copy are not
        whole), and where a seat lacks a card that it was seen to take.
        """
        law = bind(view.rules, view.seats)
        deck = deck_behind(view, hands, stock)
        hand = cls(law, view.dealer, deck, view.is_big_one, view.bets)
        hand.phase, hand.result = START, None  # the guess may deal a natural that nobody held
        for move in view.moves:
            hand._play_logged(move.seat, move.action)
        return hand

    def _play_logged(self, seat: int, action: Action) -> None:
        self.log.append(Move(seat, action, self._card_to_come(action)))
        self.play(action)

    def _deal(self) -> None:
        law, eldest = self.law, self.eldest
        dealt = law.seats * law.hand_size
        for place in range(law.seats):
            cards = self.deck[place : dealt : law.seats]
            self.hands[(eldest + place) % law.seats] = law.pack.weigh(cards)
        self.next_card = dealt
        self.dealt = tuple(self.hands)
        if law.rules.upcard:
            self.pile.append(self.deck[dealt])
            self.next_card += 1
        moves.watch_stock(self)
        moves.settle_naturals(self)

    # What is asked of a hand.

    legal = legality.legal_actions
    legal_lays = legality.legal_lays
    legal_spreads = legality.legal_spreads
    legal_hits = legality.legal_hits
    legal_slaps = slaps.legal_slaps
    why_illegal = legality.why_illegal
    may_act = legality.may_act
    slappers = slaps.slappers
    can_use_top = legality.can_use_top

    @property
    def rules(self) -> RuleSet:
        """The rule set in force."""
        return self.law.rules

    @property
    def eldest(self) -> int:
        """The seat to the dealer's left."""
        return (self.dealer + 1) % self.seats

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

    @property
    def waits(self) -> tuple[int, ...]:
        """Per seat, in how many of its turns to come it may not drop (RULES.md §5.7)."""
        return waits.waits(self)

    def is_own_first_turn(self, seat: int) -> bool:
        """Whether ``seat`` is playing its first turn."""
        return self.is_first_turn and seat == self.turn and self.phase is LAY

    def from_eldest(self, seat: int) -> int:
        """How many seats ``seat`` is from eldest, clockwise."""
        return (seat - self.eldest) % self.seats

    def counts(self) -> tuple[int, ...]:
        """The points in each hand."""
        return tuple([held >> COUNT_SHIFT & COUNT_MASK for held in self.hands])

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

    # Moves.

    def act(self, seat: int, action: Action) -> Move:
        """Play ``action`` and log it; ``IllegalActionError`` where the rules refuse it."""
        reason = self.why_illegal(seat, action)
        if reason:
            raise IllegalActionError(reason)
        self._play_logged(seat, action)
        return self.log[-1]

    def _card_to_come(self, action: Action) -> Card | None:
        match action:
            case Draw():
                return self.deck[self.next_card]
            case Take():
                return self.pile[-1]
            case _:
                return None

    play = moves.play
    close_slap = moves.close_slap

    def copy(self) -> Self:
        """The same position, to be played on independently; its log starts empty."""
        twin = self.__class__.__new__(self.__class__)
        self._copy_table(twin)
        self._copy_marks(twin)
        twin.hands = self.hands[:]
        twin.pile = self.pile[:]
        twin.spreads = self.spreads[:]
        twin.fits = self.fits[:]
        twin.log = []
        return twin

    # Slot by slot: search copies all the time, and a loop over the slots is four times slower.

    def _copy_table(self, twin: Self) -> None:
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

    def _copy_marks(self, twin: Self) -> None:
        twin.hitters = self.hitters
        twin.other_hitters = self.other_hitters
        twin.last_laid_spread = self.last_laid_spread
        twin.discarder = self.discarder
        twin.is_slappable = self.is_slappable
        twin.is_booed = self.is_booed
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
        twin.blocks = self.blocks
        twin.tonk = self.tonk
        twin.chances = self.chances
        twin.natural_pot_winner = self.natural_pot_winner
