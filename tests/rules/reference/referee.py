"""The course of a hand: the effect of each action, and how hands end (§1, §2, §5)."""

from collections.abc import Sequence

from game.rules.actions import Action, Declare, Discard, Done, Draw, Drop, Hit, Slap, Spread, Stop
from game.rules.results import NO_BETS, SideBets
from game.rules.ruleset import RuleSet
from tests.rules.reference import melds
from tests.rules.reference.judge import Judge, Lay, Outcome
from tests.rules.reference.melds import Laid
from tests.rules.reference.money import CATCHES, Catch, Purse, deal_naturals, high_suit


class Referee(Judge):
    """The referee of one hand."""

    def __init__(
        self,
        rules: RuleSet,
        seats: int,
        dealer: int,
        deck: Sequence[str],
        big_one: bool = False,
        bets: SideBets = NO_BETS,
    ) -> None:
        super().__init__(rules, seats, dealer, deck, big_one, bets)
        self._look_at_stock()
        purse = Purse(self.n, self.dealer)
        paid = deal_naturals(self.rules, purse, self.hands)
        if paid is not None:
            winners, most = paid
            ending = "natural" if winners else "void"
            self._finish(ending, winners, purse, most, self.full_counts())

    def play(self, seat: int, action: Action) -> None:
        assert self.allows(seat, action), (seat, action)
        if isinstance(action, Slap):
            self._slap(action)
        elif isinstance(action, Drop):
            self._drop(seat)
        elif self.phase == "start":
            self._start_turn(action)
        else:
            self.close_slap()  # the first action of a last lay closes it
            self._play_on(action)

    def _start_turn(self, action: Action) -> None:
        natural = self.declarable()
        self._begin_turn()
        match action:
            case Declare() if natural is not None:
                self._win("natural", self.turn, natural.pays)
            case Stop():
                self._stock_out((self.turn + 1) % self.n)
            case Draw():
                self._draw()
            case _:
                self._take()

    def _play_on(self, action: Action) -> None:
        match action:
            case Spread():
                self._spread(action)
            case Hit():
                self._hit_in_turn(action)
            case Discard(card):
                self._discard(card)
            case Done():
                self._turn_over(discarded=False)
            case _:
                self._next_chance()

    def _draw(self) -> None:
        self.drew = True
        self.drawn = self.stock.pop(0)
        self.hands[self.turn].append(self.drawn)
        self._look_at_stock()
        if self.rules.stock_end == "at_once" and not self.stock:
            self.last_turn = True
        self.phase = "lay"

    def _take(self) -> None:
        self.taken = self.pile.pop()
        if self.rules.take == "use_now":
            self.must_use = self.taken
        self.hands[self.turn].append(self.taken)
        self.phase = "lay"

    def _look_at_stock(self) -> None:
        if self.rules.booed and len(self.stock) <= self.n:
            self.booed = True

    def _begin_turn(self) -> None:
        me = self.seats[self.turn]
        self.slap_open = False
        self.forget_turn()
        me.turns_begun += 1
        me.wait = max(0, me.wait - 1)
        me.hit_since_turn_began = me.own_hit_since_turn_began = False
        me.hit_another_since_turn_began = False
        self.blocked = self.blocks_out(me.hit_since_last_turn)
        me.hit_since_last_turn = False

    def _give(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.seats[seat].played.add(card)

    def _spread(self, action: Spread) -> None:
        me = self.turn
        laid = melds.read(self.rules, action, me)
        assert laid is not None
        for card in action.cards:
            self._give(me, card)
        self.table.append(laid)
        self.lays.append(Lay(me, "spread", len(self.table) - 1, self._turn_number(me)))
        self.laid, self.must_use = True, ""
        self.seats[me].wait += self.rules.wait_after_spread
        self._look_at_book(laid)
        if not self.hands[me]:
            self._emptied_by_lay()

    def _turn_number(self, seat: int) -> int:
        """Return the number of the turn in which a seat lays; 0 in a last chance, which is none."""
        return 0 if self.phase == "chance" else self.seats[seat].turns_begun

    def _look_at_book(self, laid: Laid) -> None:
        bet = self.bets.natural
        if bet is None or self.book_winner is not None or laid.owner not in bet.joined:
            return
        if laid.kind != "book" or any(melds.is_wild(self.rules, card) for card in laid.cards):
            return
        if self.rules.natural_bet == "dealt":
            dealt = [card for card in laid.cards if card in self.dealt[laid.owner]]
            if self._turn_number(laid.owner) != 1 or len(dealt) < 3:
                return
        self.book_winner = laid.owner

    def _hit_in_turn(self, hit: Hit) -> None:
        self._give(self.turn, hit.card)
        self.laid, self.must_use = True, ""
        self.hits_made += 1
        self._put(self.turn, hit)
        if not self.hands[self.turn]:
            self._emptied_by_lay()

    def _put(self, seat: int, hit: Hit) -> None:
        laid = self.table[hit.spread]
        melds.put(laid, hit, melds.place_for(self.rules, laid, hit))
        if laid.kind == "book" and len(laid.cards) == 4 and self.rules.complete_books == "buried":
            laid.buried = True
        self.lays.append(Lay(seat, "hit", hit.spread, self._turn_number(seat)))
        owner = self.seats[laid.owner]
        if laid.owner == seat:
            if self.rules.hits_stack or not owner.own_hit_since_turn_began:
                owner.wait += self.rules.wait_after_own_hit
            owner.own_hit_since_turn_began = True
        else:
            if self.rules.hits_stack or not owner.hit_since_turn_began:
                owner.wait += self.rules.wait_when_hit
            owner.hit_since_turn_began = owner.hit_since_last_turn = True
            hitter = self.seats[seat]
            if self.rules.hits_stack or not hitter.hit_another_since_turn_began:
                hitter.wait += self.rules.wait_after_hitting
            hitter.hit_another_since_turn_began = True

    def _emptied_by_lay(self) -> None:
        if self.phase == "chance" and self.tonker < 0:
            self._next_chance()
        elif self.phase == "chance":
            self._win("double_double", self.turn, 4)
        elif self.booed:
            self._turn_over(discarded=False)
        else:
            self.tonker, self.tonk_pay = self.turn, self._tonk_pay()
            others = self.with_cards(self.turn + 1, self.n - 1)
            self._give_chances(others if self.rules.double_double else [])

    def _give_chances(self, seats: list[int]) -> None:
        """Ask these seats in order, after a tonk, a drop or a stock-out, and then settle it."""
        self.phase, self.still_to_ask = "chance", seats
        self.slap_open = False
        self._next_chance()

    def _next_chance(self) -> None:
        if self.still_to_ask:
            self.turn = self.still_to_ask.pop(0)
        elif self.tonker >= 0:
            self._win("tonk", self.tonker, self.tonk_pay)
        elif self.dropper >= 0:
            self._compare_after_drop()
        else:
            self._compare_after_stockout()

    def _tonk_pay(self) -> int:
        me, rules = self.turn, self.rules
        mine = [lay for lay in self.lays if lay.seat == me]
        spreads = [lay for lay in mine if lay.what == "spread"]
        hits = [lay for lay in mine if lay.what == "hit"]
        first_turn = self.seats[me].turns_begun == 1
        all_on_own = all(self.table[lay.spread].owner == me for lay in mine)
        if rules.hit_voids_tonk and hits:
            return 1
        if rules.two_spreads_pays and first_turn and len(spreads) >= 2 and all_on_own:
            return rules.two_spreads_pays
        met = {
            "any": True,
            "second_spread": len(spreads) >= 2 and mine[-1].what == "spread",
            "spreads_only": not hits,
            "first_turn_two_spreads": first_turn and len(spreads) >= 2,
            "never": False,
        }
        return rules.tonk_pays if met[rules.tonk_needs] else 1

    def _discard(self, card: str) -> None:
        self._give(self.turn, card)
        self.pile.append(card)
        if not self.hands[self.turn] and not self.booed:
            self._win("out", self.turn, self.rules.out_pays)
            return
        self.discarder = self.turn
        self._turn_over(discarded=True)

    def _turn_over(self, *, discarded: bool) -> None:
        still = not self.drew and not self.laid
        self.stills = self.stills + 1 if still else 0
        self.forget_turn()
        self.turn = (self.turn + 1) % self.n
        self.phase = "start"
        self.slap_open = discarded and self.rules.slap != "off"
        self._maybe_end_by_itself()

    def _maybe_end_by_itself(self) -> None:
        """A stock-out that comes by itself waits for the last discard's slap (§5.9)."""
        worn_out = not self.stock and self.stills >= 3 * self.n
        if not (self.last_turn or worn_out):
            self.phase = "start"
        elif self.slappers():
            self.phase = "slap"
        else:
            self._stock_out(self.turn)

    def close_slap(self) -> None:
        if self.phase == "slap":
            self._stock_out(self.turn)

    def _slap(self, slap: Slap) -> None:
        hit = self.slap_hit(slap.spread)
        assert hit is not None
        self.pile.pop()
        self._put(slap.seat, hit)
        self.stills = 0
        self.slap_open = False
        if slap.discard is not None:
            self._give(slap.seat, slap.discard)
            self.pile.append(slap.discard)
            if not self.hands[slap.seat] and not self.booed:
                self._win("out", slap.seat, self.rules.out_pays)
                return
            self.discarder = slap.seat
            self.slap_open = True
        self._maybe_end_by_itself()

    # Endings.

    def _drop(self, seat: int) -> None:
        if seat == self.turn:
            self._begin_turn()
        self.dropper = seat
        lays = self.rules.last_lay in ("drop", "both")
        self._give_chances(self.with_cards(seat + 1, self.n - 1) if lays else [])

    def _compare_after_drop(self) -> None:
        counts, dropper = self.counts(), self.dropper
        purse = Purse(self.n, self.dealer)
        others = [seat for seat in range(self.n) if seat != dropper]
        if all(counts[dropper] < counts[seat] for seat in others):
            self._win("drop", dropper, 1)
            return
        catch = Catch(purse, dropper, counts)
        CATCHES[self.rules.catch](catch)
        self._finish("caught", catch.lowest, purse, 1, counts)

    def _win(self, ending: str, winner: int, pays: int) -> None:
        purse = Purse(self.n, self.dealer)
        for seat in range(self.n):
            if seat != winner:
                purse.pay(seat, winner, pays)
        counts = self.full_counts() if ending == "natural" else self.counts()
        self._finish(ending, [winner], purse, pays, counts)

    def _stock_out(self, first: int) -> None:
        """End the hand by a stock-out, after a last lay from ``first`` on if there is one."""
        self._give_chances(self.asked_after_stockout(first))

    def _compare_after_stockout(self) -> None:
        counts = self.counts()
        lowest = [seat for seat in range(self.n) if counts[seat] == min(counts)]
        purse = Purse(self.n, self.dealer)
        tie_unpaid = len(lowest) > 1 and self.rules.stockout_tie == "void"
        if self.rules.stockout == "void" or tie_unpaid or len(lowest) == self.n:
            self._finish("void", [], purse, 0, counts)
            return
        for payee in lowest:
            for payer in range(self.n):
                if payer not in lowest:
                    purse.pay(payer, payee, 1)
        self._finish("stockout", lowest, purse, 1, counts)

    def _finish(
        self, ending: str, winners: list[int], purse: Purse, each: int, counts: list[int]
    ) -> None:
        """End the hand; ``each`` is what each loser would pay, which is push-up's m (§5.10)."""
        factor = 2 if self.big_one else 1
        payments = [factor * paid for paid in purse.paid]
        if self.rules.scoring == "push_up":
            payments = [
                0 if ending == "void" or seat in winners else counts[seat] * each * factor
                for seat in range(self.n)
            ]
        self.phase = "over"
        self.slap_open = False
        self.outcome = Outcome(ending, sorted(winners), counts, payments, self._side())

    def _side(self) -> list[int]:
        side = [0] * self.n
        high_suit(self.rules, self.bets, self.dealt, side)
        bet = self.bets.natural
        if bet is not None:
            for seat in bet.joined:
                side[seat] -= self.rules.side_ante
            if self.book_winner is not None:
                side[self.book_winner] += bet.pot + self.rules.side_ante * len(bet.joined)
        return side
