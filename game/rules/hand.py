"""One deal of Tonk, played out: the state and its moves.

A ``Hand`` knows the cards and the rule set and nothing else. ``play`` is for search and simulation:
it trusts its caller and keeps no log. ``act`` is for everybody else: it checks, and logs the move.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Self

from game.rules import legality
from game.rules.actions import (
    DONE,
    Action,
    Declare,
    Discard,
    Done,
    Draw,
    Drop,
    Hit,
    Pass,
    Slap,
    Spread,
    Stop,
    Take,
)
from game.rules.bets import NO_BETS, SideBets
from game.rules.bound import BoundRules, bind
from game.rules.cards import Card
from game.rules.pack import COUNT_MASK, COUNT_SHIFT, SIZE_SHIFT
from game.rules.phases import Phase
from game.rules.policies.naturals import best_entry, naturals_at_deal
from game.rules.policies.payouts import drop_result, everyone_pays, make_result, stockout_result
from game.rules.policies.tonks import tonk_pays
from game.rules.reasons import IllegalActionError
from game.rules.results import Ending, PayReason, Result
from game.rules.ruleset import RuleSet
from game.rules.spreads import (
    TableSpread,
    gap_for,
    gaps,
    natural_fits,
    slapped,
    with_hit,
)

_START, _LAY = Phase.START, Phase.LAY
_DOUBLE_DOUBLE_PAYS: Final = 4


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
    keep between moments lies at the end; their policies alone write it.
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
        "hands",
        "hits_this_turn",
        "hittable",
        "hitters",
        "is_big_one",
        "is_blocked",
        "is_booed",
        "is_last_turn",
        "is_slappable",
        "is_strict",
        "kept",
        "last_laid_spread",
        "law",
        "log",
        "moved",
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
        "waits",
    )

    def __init__(
        self, law: BoundRules, dealer: int, deck: Sequence[Card], is_big_one: bool, bets: SideBets
    ) -> None:
        self.law: Final = law
        self.seats: Final = law.seats
        self.dealer, self.is_big_one, self.bets = dealer, is_big_one, bets
        self.deck: Sequence[Card] = tuple(deck)
        self.deck_size = len(self.deck)
        self.next_card = 0
        self.hands = [0] * law.seats
        self.pile: list[Card] = []
        self.turn = (dealer + 1) % law.seats
        self.phase = Phase.START
        self.turns = 0
        self.moved = False
        self.still = 0
        self.taken: Card | None = None
        self.kept = 0
        self.spreads: list[TableSpread] = []
        self.fits: list[int] = []
        self.hittable = 0
        self.result: Result | None = None
        self.log: list[Move] = []
        self.hitters = self.other_hitters = self.last_laid_spread = 0
        self.discarder = -1
        self.is_slappable = self.is_booed = self.is_last_turn = False
        self.is_strict = self.is_blocked = False
        self.must_use: Card | None = None
        self.hits_this_turn = 0
        self.waits = (0,) * law.seats
        self.waited_for = self.waited_for_own = self.blocks = 0
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
        self._watch_stock()
        self._settle_naturals()

    def _settle_naturals(self) -> None:
        deal = naturals_at_deal(self) if self._may_hold_naturals() else None
        if deal:
            ending = Ending.NATURAL if deal.winners else Ending.VOID
            winners = tuple(sorted(deal.winners))
            self._finish(make_result(self, ending, winners, deal.payments, deal.pays))

    def _may_hold_naturals(self) -> bool:
        likely = self.law.natural_counts
        return any(count in likely for count in self.counts())

    # What is asked of a hand.

    legal = legality.legal_actions
    legal_spreads = legality.legal_spreads
    legal_hits = legality.legal_hits
    legal_slaps = legality.legal_slaps
    why_illegal = legality.why_illegal
    may_act = legality.may_act
    slappers = legality.slappers
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
        return self.phase is Phase.OVER

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
        return self.is_first_turn and seat == self.turn and self.phase == Phase.LAY

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

    def set_wait(self, seat: int, turns: int) -> None:
        """Make ``seat`` wait this many turns before it may drop."""
        self.waits = (*self.waits[:seat], turns, *self.waits[seat + 1 :])

    # Moves.

    def act(self, seat: int, action: Action) -> Move:
        """Play ``action`` and log it; ``IllegalActionError`` where the rules refuse it."""
        reason = self.why_illegal(seat, action)
        if reason:
            raise IllegalActionError(reason)
        card = self._card_to_come(action)
        self.play(action)
        move = Move(seat, action, card)
        self.log.append(move)
        return move

    def _card_to_come(self, action: Action) -> Card | None:
        match action:
            case Draw():
                return self.deck[self.next_card]
            case Take():
                return self.pile[-1]
            case _:
                return None

    def play(self, action: Action) -> None:
        """Play a legal action, unchecked and unlogged."""
        _PLAYS[action.__class__](self, action)

    def close_slap(self) -> None:
        """Nobody slapped in time: the hand that waited for it ends as a stock-out."""
        if self.phase == Phase.SLAP:
            self._finish(stockout_result(self))

    def copy(self) -> Self:
        """The same position, to be played on independently; its log starts empty."""
        twin = self.__class__.__new__(self.__class__)
        for slot in _SHARED_SLOTS:
            setattr(twin, slot, getattr(self, slot))
        twin.hands = self.hands[:]
        twin.pile = self.pile[:]
        twin.spreads = self.spreads[:]
        twin.fits = self.fits[:]
        twin.log = []
        return twin

    def _draw(self, _: Action) -> None:
        law = self.law
        if law.turn_starts:
            self._start_turn()
        self.hands[self.turn] += law.weight[self.deck[self.next_card]]
        self.next_card += 1
        self.moved = True
        self.phase = _LAY
        if law.card_drawn:
            self._watch_stock()

    def _take(self, _: Action) -> None:
        law = self.law
        if law.turn_starts:
            self._start_turn()
        card = self.pile.pop()
        self.hands[self.turn] += law.weight[card]
        self.taken = card
        self.kept = law.pack.bit[card] & law.kept_mask
        self.moved = False
        self.phase = _LAY
        for watch in law.card_taken:
            watch(self)

    def _start_turn(self) -> None:
        for begin in self.law.turn_starts:
            begin(self)

    def _watch_stock(self) -> None:
        for watch in self.law.card_drawn:
            watch(self)

    def _spread(self, action: Spread) -> None:
        seat, pack = self.turn, self.law.pack
        laid, fits = self.law.lays[action]
        spread = laid._replace(number=len(self.spreads), owner=seat)
        self.hands[seat] -= pack.weigh(action.cards)
        self.spreads.append(spread)
        self.fits.append(fits)
        self.last_laid_spread |= 1 << seat
        self._after_lay()
        for watch in self.law.hooks.spread_laid:
            watch(self, seat, spread)
        if not self.hands[seat]:
            self._emptied_by_lay(seat)

    def _hit(self, action: Hit) -> None:
        seat = self.turn
        self.hands[seat] -= self.law.pack.weight[action.card]
        self._put_onto(seat, action)
        if not self.hands[seat]:
            self._emptied_by_lay(seat)

    def _put_onto(self, seat: int, hit: Hit) -> None:
        pack, spread = self.law.pack, self.spreads[hit.spread]
        gap = gap_for(pack, spread, hit)
        if gap is None:
            raise ValueError(hit)
        spread = with_hit(spread, hit, gap, buries=self.law.buries)
        self.spreads[hit.spread] = spread
        self.fits[hit.spread] = natural_fits(pack, spread)
        self.hitters |= 1 << seat
        self.other_hitters |= (seat != spread.owner) << seat
        self.last_laid_spread &= ~(1 << seat)
        self._after_lay()
        for watch in self.law.hooks.hit_made:
            watch(self, seat, spread)

    def _after_lay(self) -> None:
        pack = self.law.pack
        self.moved, self.must_use = True, None
        self.hittable = 0
        for fits in self.fits:
            self.hittable |= fits
        if pack.wild_mask and any(gaps(pack, spread) for spread in self.spreads):
            self.hittable |= pack.wild_mask

    def _discard(self, action: Discard) -> None:
        seat, law = self.turn, self.law
        self.hands[seat] = held = self.hands[seat] - law.weight[action.card]
        self.pile.append(action.card)
        if not (held or self.is_booed):
            self._finish_out(seat)
            return
        if law.has_slaps:
            self.is_slappable, self.discarder = True, seat
        self._end_turn()

    def _done(self, _: Action) -> None:
        self.is_slappable = False
        self._end_turn()

    def _end_turn(self) -> None:
        self.still = 0 if self.moved else self.still + 1
        self.turn = (self.turn + 1) % self.seats
        self.turns += 1
        self.taken = None
        self.kept = 0
        self.phase = _START
        if self.is_last_turn or self.still >= self.law.still_limit:
            self._end_by_itself()

    def _end_by_itself(self) -> None:
        """A stock-out that is due waits until its last discard can no longer be slapped (RULES.md
        §7).
        """
        if not self.is_last_turn and (self.still < self.law.still_limit or self.stock_size):
            self.phase = Phase.START
            return
        self.phase = Phase.SLAP
        if not self.slappers():
            self.close_slap()

    def _drop(self, _: Action) -> None:
        self._finish(drop_result(self, self.turn))

    def _stop(self, _: Action) -> None:
        self._finish(stockout_result(self))

    def _declare(self, _: Action) -> None:
        seat = self.turn
        entry = best_entry(self, seat, "turn")
        if entry is None:
            raise ValueError(seat)
        payments = everyone_pays(self, seat, entry.pays, PayReason.NATURAL)
        self._finish(make_result(self, Ending.NATURAL, (seat,), payments, entry.pays))

    def _slap(self, slap: Slap) -> None:
        pack, seat, card = self.law.pack, slap.seat, self.pile.pop()
        landing = slapped(pack, self.spreads[slap.spread], card)
        if landing is None:
            raise ValueError(slap)
        self._put_onto(seat, landing)
        self.still = 0
        self.is_slappable = slap.discard is not None
        if slap.discard is not None:
            self.hands[seat] -= pack.weight[slap.discard]
            self.pile.append(slap.discard)
            self.discarder = seat
            if not self.hands[seat] and not self.is_booed:
                self._finish_out(seat)
                return
        if self.phase == Phase.SLAP:
            self._end_by_itself()

    def _emptied_by_lay(self, seat: int) -> None:
        if self.phase == Phase.CHANCE:
            stakes, why = _DOUBLE_DOUBLE_PAYS, PayReason.DOUBLE_DOUBLE
            payments = everyone_pays(self, seat, stakes, why)
            self._finish(make_result(self, Ending.DOUBLE_DOUBLE, (seat,), payments, stakes))
        elif self.is_booed:
            self._done(DONE)
        else:
            self._tonked(seat)

    def _tonked(self, seat: int) -> None:
        self.tonk = (seat, tonk_pays(self, seat))
        if not self.rules.double_double:
            self._pay_tonk()
            return
        self.phase = Phase.CHANCE
        self.chances = self.seats - 1
        self.turn = (seat + 1) % self.seats

    def _pass(self, _: Action) -> None:
        self.chances -= 1
        self.turn = (self.turn + 1) % self.seats
        if not self.chances:
            self._pay_tonk()

    def _pay_tonk(self) -> None:
        seat, stakes = self.tonk
        payments = everyone_pays(self, seat, stakes, PayReason.TONK)
        self._finish(make_result(self, Ending.TONK, (seat,), payments, stakes))

    def _finish_out(self, seat: int) -> None:
        stakes = self.rules.out_pays
        payments = everyone_pays(self, seat, stakes, PayReason.OUT)
        self._finish(make_result(self, Ending.OUT, (seat,), payments, stakes))

    def _finish(self, result: Result) -> None:
        self.result = result
        self.phase = Phase.OVER


_PLAYS: Final[dict[type[Action], Callable[..., None]]] = {
    Drop: Hand._drop,
    Declare: Hand._declare,
    Draw: Hand._draw,
    Take: Hand._take,
    Stop: Hand._stop,
    Spread: Hand._spread,
    Hit: Hand._hit,
    Discard: Hand._discard,
    Done: Hand._done,
    Slap: Hand._slap,
    Pass: Hand._pass,
}

_OWN_LISTS: Final = {"hands", "pile", "spreads", "fits", "log"}
_SHARED_SLOTS: Final = tuple(slot for slot in Hand.__slots__ if slot not in _OWN_LISTS)
