"""The state of a hand, and who may do what in it (§1, §4, §5), computed anew each time."""

from collections.abc import Sequence
from dataclasses import dataclass

from game.rules.actions import (
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
from game.rules.naturals import Natural
from game.rules.results import NO_BETS, SideBets
from game.rules.ruleset import RuleSet
from tests.rules.reference import melds
from tests.rules.reference.melds import Laid
from tests.rules.reference.money import entries_of


@dataclass
class Outcome:
    """How the hand ended, in the words of a record's ``result``."""

    ending: str
    winners: list[int]
    counts: list[int]
    payments: list[int]
    side_payments: list[int]


@dataclass
class Lay:
    """A spread, hit or slap: later rules are decided from the list of these."""

    seat: int
    what: str
    spread: int
    turn_of_seat: int


class Seat:
    """The state of one seat."""

    def __init__(self) -> None:
        self.turns_begun = 0
        self.wait = 0
        self.hit_since_turn_began = False
        self.own_hit_since_turn_began = False
        self.hit_another_since_turn_began = False
        self.hit_since_last_turn = False
        self.played: set[str] = set()


class Judge:
    """The state of a hand, and what the rules allow in it."""

    def __init__(
        self,
        rules: RuleSet,
        seats: int,
        dealer: int,
        deck: Sequence[str],
        big_one: bool = False,
        bets: SideBets = NO_BETS,
    ) -> None:
        self.rules, self.n, self.dealer = rules, seats, dealer
        self.big_one, self.bets = big_one, bets
        self.outcome: Outcome | None = None
        self.table: list[Laid] = []
        self.lays: list[Lay] = []
        self.seats = [Seat() for _ in range(seats)]
        self.turn = (dealer + 1) % seats
        self.phase = "start"
        self.stills = 0
        self.slap_open = False
        self.discarder = -1
        self.booed = False
        self.last_turn = False
        self.book_winner: int | None = None
        self.tonker, self.tonk_pay = -1, 0
        self.dropper = -1
        self.still_to_ask: list[int] = []
        self.forget_turn()
        self._deal(list(deck))

    def _deal(self, deck: list[str]) -> None:
        size = self.rules.cards_dealt(self.n)
        self.hands: list[list[str]] = [[] for _ in range(self.n)]
        for _ in range(size):
            for step in range(self.n):
                self.hands[(self.dealer + 1 + step) % self.n].append(deck.pop(0))
        self.pile = [deck.pop(0)] if self.rules.upcard else []
        self.stock = deck
        self.dealt = [list(hand) for hand in self.hands]

    def forget_turn(self) -> None:
        self.drew = False
        self.drawn = ""
        self.laid = False
        self.hits_made = 0
        self.taken = ""
        self.must_use = ""
        self.blocked = False

    # Questions.

    def counts(self) -> list[int]:
        return [melds.count_in_hand(self.rules, hand) for hand in self.hands]

    def full_counts(self) -> list[int]:
        return [melds.count_of(self.rules, hand) for hand in self.hands]

    def may_act(self) -> set[int]:
        if self.phase == "over":
            return set()
        if self.phase == "slap":
            return self.slappers() | set(self.first_to_lay())
        droppers = {seat for seat in range(self.n) if self._may_drop_now(seat)}
        return {self.turn} | self.slappers() | droppers

    def _may_drop_now(self, seat: int) -> bool:
        """Return whether a seat may drop: at the start of its turn, or, with ``any_time``, also at
        the start of another's.
        """
        if self.phase != "start" or (seat != self.turn and self.rules.drop_when == "own_turn"):
            return False
        me = self.seats[seat]
        if me.wait or (me.turns_begun == 0 and not self.rules.first_turn_drop):
            return False
        return not self.rules.drop_at_most or self.counts()[seat] <= self.rules.drop_at_most

    def first_to_lay(self) -> list[int]:
        """Return who begins the last lay of a stock-out that a slap can still prevent (§5.18)."""
        return self.asked_after_stockout(self.turn)[:1] if self.phase == "slap" else []

    def asked_after_stockout(self, first: int) -> list[int]:
        if self.rules.last_lay not in ("stockout", "both") or self.rules.stockout == "void":
            return []
        return self.with_cards(first, self.n)

    def with_cards(self, first: int, how_many: int) -> list[int]:
        """Return those of ``how_many`` seats, clockwise from ``first``, that hold cards."""
        seats = [(first + step) % self.n for step in range(how_many)]
        return [seat for seat in seats if self.hands[seat]]

    def slappers(self) -> set[int]:
        """Return the seats that can slap the top discard now."""
        if not self.slap_open or self.phase not in ("start", "slap"):
            return set()
        if not any(self.slap_hit(number) for number in range(len(self.table))):
            return set()
        seats = set(range(self.n))
        if self.rules.slap == "next_first":
            seats.discard(self.turn)
        return seats

    def slap_hit(self, number: int) -> Hit | None:
        return melds.slapped(self.rules, self.table[number], self.pile[-1], number)

    def allows(self, seat: int, action: Action) -> bool:
        if self.phase == "over" or not 0 <= seat < self.n:
            return False
        if isinstance(action, Slap):
            return action.seat == seat and self._allows_slap(action)
        if isinstance(action, Drop):
            return self._may_drop_now(seat)
        if self.phase == "slap":
            return seat in self.first_to_lay() and self._allows_chance(seat, action)
        if seat != self.turn:
            return False
        match self.phase:
            case "start":
                return self._allows_start(action)
            case "lay":
                return self._allows_in_turn(action)
            case _:
                return self._allows_chance(seat, action)

    def _allows_chance(self, seat: int, action: Action) -> bool:
        if isinstance(action, Pass):
            return True
        return isinstance(action, Spread | Hit) and self._is_playable(seat, action)

    def _allows_slap(self, slap: Slap) -> bool:
        if slap.seat not in self.slappers():
            return False
        if not 0 <= slap.spread < len(self.table) or self.slap_hit(slap.spread) is None:
            return False
        if slap.discard is None:
            return True
        if slap.seat == self.discarder or slap.discard not in self.hands[slap.seat]:
            return False
        empties = len(self.hands[slap.seat]) == 1
        return not (empties and self.blocks_out(self.seats[slap.seat].hit_since_last_turn))

    def blocks_out(self, was_hit: bool) -> bool:
        return self.rules.hit_blocks_out and was_hit and not self.booed

    def _allows_start(self, action: Action) -> bool:
        match action:
            case Declare():
                return self.declarable() is not None
            case Draw():
                return bool(self.stock)
            case Take():
                return self._allows_take()
            case Stop():
                return not self.stock
            case _:
                return False

    def declarable(self) -> Natural | None:
        if self.seats[self.turn].turns_begun:
            return None
        spread_laid = any(lay.what == "spread" for lay in self.lays)

        def stands(entry: Natural) -> bool:
            return not (entry.open and spread_laid)

        found = entries_of(self.rules, "turn", self.dealt[self.turn], stands)
        return found[0][1] if found else None

    def _allows_take(self) -> bool:
        if not self.pile or self.stills >= 3 * self.n:
            return False
        if self.rules.take == "hand":
            return True
        return self._could_use(self.pile[-1])

    def _could_use(self, card: str) -> bool:
        """Return whether the card, if taken, could be laid at once."""
        hand = [*self.hands[self.turn], card]
        blocked = self.blocks_out(self.seats[self.turn].hit_since_last_turn)
        if not (blocked and len(hand) == 1) and melds.all_hits(self.rules, self.table, [card]):
            return True
        for spread in melds.all_spreads(self.rules, hand):
            if card in spread.cards:
                empties = len(spread.cards) == len(hand)
                if empties and (blocked or not (self.rules.spread_out or self.booed)):
                    continue
                return True
        return False

    def _allows_in_turn(self, action: Action) -> bool:
        match action:
            case Spread(cards):
                if self.must_use and self.must_use not in cards:
                    return False
                return self._is_playable(self.turn, action) and self._may_lay(len(cards), True)
            case Hit(card):
                if self.must_use and self.must_use != card:
                    return False
                if self.rules.hits_per_turn and self.hits_made >= self.rules.hits_per_turn:
                    return False
                return self._is_playable(self.turn, action) and self._may_lay(1, False)
            case Discard(card):
                return self._allows_discard(card)
            case Done():
                return self._allows_done()
            case _:
                return False

    def _is_playable(self, seat: int, action: Spread | Hit) -> bool:
        hand = self.hands[seat]
        if isinstance(action, Hit):
            if action.card not in hand or not 0 <= action.spread < len(self.table):
                return False
            return bool(melds.place_for(self.rules, self.table[action.spread], action))
        if any(card not in hand for card in action.cards):
            return False
        return melds.read(self.rules, action) is not None

    def _may_lay(self, cards: int, is_spread: bool) -> bool:
        if cards < len(self.hands[self.turn]) or self.booed:
            return True
        return not self.blocked and (self.rules.spread_out or not is_spread)

    def _owes_spread(self) -> bool:
        """Return whether a spread in hand forbids ending the turn (§5.14)."""
        if self.rules.must_spread == "no":
            return False
        for spread in melds.all_spreads(self.rules, self.hands[self.turn]):
            laid = melds.read(self.rules, spread)
            assert laid is not None
            is_aces = laid.kind == "book" and laid.ranks[0] == "A"
            if is_aces and self.rules.must_spread == "except_aces":
                continue
            if self._may_lay(len(spread.cards), True):
                return True
        return False

    def _ends_by_done(self) -> bool:
        if self.hits_made and not self.rules.discard_after_hit:
            return True
        return self.blocked and not self.booed and len(self.hands[self.turn]) == 1

    def _allows_done(self) -> bool:
        return self._ends_by_done() and not self.must_use and not self._owes_spread()

    def _allows_discard(self, card: str) -> bool:
        hand = self.hands[self.turn]
        if card not in hand or self.must_use or self._ends_by_done() or self._owes_spread():
            return False
        return card != self.taken or self.rules.return_taken or len(hand) == 1

    def options(self, seat: int) -> list[Action]:
        """Return all legal actions of ``seat``, naming wild cards as ``melds.all_spreads`` does."""
        found: list[Action] = []
        bare: list[Action] = [Drop(), Declare(), Draw(), Take(), Stop(), Done(), Pass()]
        hand = self.hands[seat]
        found += [action for action in bare if self.allows(seat, action)]
        if seat in self.first_to_lay() or (seat == self.turn and self.phase in ("lay", "chance")):
            found += [s for s in melds.all_spreads(self.rules, hand) if self.allows(seat, s)]
            hits = melds.all_hits(self.rules, self.table, hand)
            found += [hit for hit in hits if self.allows(seat, hit)]
            found += [Discard(card) for card in hand if self.allows(seat, Discard(card))]
        for number in range(len(self.table)):
            slaps = [Slap(seat, number, card) for card in (None, *hand)]
            found += [slap for slap in slaps if self.allows(seat, slap)]
        return found
