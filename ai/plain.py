"""The plain player: a bot that plays by rules of thumb, weighted by a profile.

If it can win for certain, it does so in the way that pays most (``ai.ends``), unless it overlooks
the win. Otherwise it keeps linked cards, drops by a threshold, and avoids dangerous discards.
Before laying, it searches spreads and hits for the best hand that they leave. ``weights`` gives
each action a probability, and ``choose`` draws one by a seed.

All arithmetic is in integers, so that a view and a seed give one action on every machine, here and
in the kernel (``plain.c``). Values are in thousandths of a point of the count, shares in
thousandths; divisions round down.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final, TypeAlias

from ai.bot import safe_action
from ai.chances import WHOLE, SplitMix64, at_least, decayed, leaning
from ai.drops.tables import NEVER, Thresholds, threshold, thresholds_for
from ai.ends import End, best_end, hits_this_turn
from ai.profile import Profile
from ai.sight import BIT, Deck, Lying, Sight, singles
from game.rules.actions import (
    DECLARE,
    DONE,
    DRAW,
    DROP,
    PASS,
    STOP,
    TAKE,
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
from game.rules.phases import Phase
from game.rules.ruleset import RuleSet
from game.rules.settlement import SCHEMES, Catch
from game.rules.view import SeatView

Weights: TypeAlias = dict[Action, int]
"""The relative frequency of each action; an action left out is never played."""

POINT: Final = 1000  # thousandths in a point
GOING_OUT: Final = 1000 * POINT
"""The value of emptying the hand, above any number of points."""
LAST_DISCARD: Final = 990 * POINT
"""The value of emptying the hand by a discard, a little less than by a spread or a hit."""
_WIDEST: Final = 8
"""The most spreads, and the most hits, searched in one position."""

NO_TIME: Final = 1000
"""What promises are multiplied by, in thousandths, where all may drop next."""
_OWN_WAIT, _OTHERS_WAIT = 2333, 1667
"""What promises are multiplied by, in thousandths, while the seat itself, or another, has to wait
before it may drop."""
_LIMIT_WAIT: Final = 750
"""What a limit of 0 to the count of a drop adds to that factor, in thousandths."""

_STANDARD_DEAL, _STANDARD_POINTS, _STANDARD_PACK = 5, 340, 52  # cards, points, cards
_MANY: Final = 5
"""Other discards to choose from at which temperature and slack hold in full; of two cards everybody
sees which is better."""


class Plain:
    """The plain player of one profile, as a bot."""

    answers_windows: Final = True

    def __init__(self, profile: Profile) -> None:
        self.profile = profile

    def choose(self, view: SeatView, seed: int) -> Action:
        """Decide from what ``view`` shows."""
        return choose(view, self.profile, seed)

    def doubt(self, view: SeatView) -> float:
        """Return the weight of the second-best action as a share of the best one's."""
        thresholds = thresholds_for(view.rules, view.seats) if self.profile.uses_tables else ()
        weighed = sorted(weights(view, self.profile, thresholds).values(), reverse=True)
        return weighed[1] / weighed[0] if len(weighed) > 1 else 0.0

    def prepare(self, rules: RuleSet, seats: int) -> None:
        """Work out the drop table, which takes seconds under custom rules."""
        if self.profile.uses_tables:
            thresholds_for(rules, seats)


def choose(view: SeatView, profile: Profile, seed: int) -> Action:
    """Return the action of a player with this profile, drawn from its weights by ``seed``."""
    thresholds = thresholds_for(view.rules, view.seats) if profile.uses_tables else ()
    return drawn(view, weights(view, profile, thresholds), seed)


def drawn(view: SeatView, weighed: Weights, seed: int) -> Action:
    """Draw one action by weight."""
    left = SplitMix64(seed).below(sum(weighed.values()))
    for action in sorted(weighed, key=lambda each: order(view, each)):
        left -= weighed[action]
        if left < 0:
            return action
    raise ValueError("nothing to choose from")


def weights(view: SeatView, profile: Profile, thresholds: Thresholds) -> Weights:
    """Return the weights of the actions of a player with this profile.

    Players that use tables drop by ``thresholds``. The view may be of a turn or of a
    ``ClaimWindow``; where only slaps are legal, ``PASS`` declines them.
    """
    if view.after_pass:
        # A claim: it takes the card if it would begin its turn with it.
        turn = replace(view, legal=view.after_pass, after_pass=())
        begun = PlainDecision(turn, profile, thresholds, is_claim=True).weights()
        take = begun.get(TAKE, 0)
        return _some({TAKE: take, PASS: sum(begun.values()) - take})
    return _some(PlainDecision(view, profile, thresholds).weights())


def _some(weighed: Weights) -> Weights:
    return {action: weight for action, weight in weighed.items() if weight}


ACTION_KINDS: Final[tuple[type[Action], ...]] = (
    Drop,
    Draw,
    Take,
    Stop,
    Spread,
    Hit,
    Discard,
    Done,
    Declare,
    Pass,
    Slap,
)


def order(view: SeatView, action: Action) -> tuple[int, ...]:
    """Return a sort key for a seat's actions: kind, cards, where they go, and how they lie."""
    kind, deck = ACTION_KINDS.index(type(action)), Deck.of(view.rules)
    match action:
        case Spread():
            lying = deck.read(action)
            return (kind, lying.cards, lying.suit, lying.low)
        case Hit(card, spread, stands_for):
            place = deck.end_for(deck.lying(view.spreads[spread]), stands_for or card[0])
            return (kind, BIT[card], spread, place)
        case Discard(card):
            return (kind, BIT[card])
        case Slap(_, spread, discard):
            return (kind, BIT[discard] if discard else 0, spread)
        case _:
            return (kind,)


# What everybody may know of the rules.


def catch_cost(catch: str, seats: int) -> int:
    """Return the stakes that a dropper pays when one other seat lies lower."""
    counts = (1, 0, *(2,) * (seats - 2))
    payments = SCHEMES[catch](Catch(dropper=0, counts=counts, eldest=1))
    return sum(payment.stakes for payment in payments if payment.payer == 0)


def holds_spreads(rules: RuleSet, profile: Profile) -> bool:
    """Whether a spread is worth as much in hand as on the table, so that it stays hidden until the
    hand can be emptied: where matched cards count nothing, or can still be laid after another's
    drop (RULES.md §5.16, §5.18). Only who uses tables thinks of the latter.
    """
    return rules.count == "unmatched" or (
        profile.uses_tables and rules.last_lay in ("drop", "both")
    )


def time_factor(view: SeatView, profile: Profile) -> int:
    """Return the factor by which more is to be expected of cards while somebody has to wait before
    dropping.

    Only waits for spreads, and a limit to the count of a drop far below that of a dealt hand, are
    long enough to matter, and only who uses tables thinks of them. Where matched cards count
    nothing, counts fall to any limit soon.
    """
    rules = view.rules
    if not profile.uses_tables:
        return NO_TIME
    if rules.wait_after_spread and any(view.waits):
        return _OWN_WAIT if view.waits[view.seat] else _OTHERS_WAIT
    if not rules.drop_at_most or rules.count == "unmatched":
        return NO_TIME
    deck, dealt = Deck.of(rules), rules.cards_dealt(view.seats)
    low = 2 * _LIMIT_WAIT * rules.drop_at_most * deck.size // (dealt * max(deck.total, 1))
    return NO_TIME + max(_LIMIT_WAIT - low, 0)


def risk(rules: RuleSet, seats: int) -> int:
    """Return how much there is to fear or to dare: all where being caught costs what it usually
    does, less where it costs less. In a push-up a player who is caught keeps only its own low
    count.
    """
    if rules.is_push_up:
        return 400  # thousandths of the usual risk
    return min(500 * catch_cost(rules.catch, seats), 1000)


class PlainDecision:
    """A decision of the plain player, from one seat's view; ``is_claim``: what it takes now it has
    to use at once.
    """

    def __init__(
        self, view: SeatView, profile: Profile, thresholds: Thresholds, *, is_claim: bool = False
    ) -> None:
        self._view, self._rules, self._profile = view, view.rules, profile
        self._thresholds, self._is_claim = thresholds, is_claim
        self.sight = Sight(view, memory=profile.memory, watches_others=profile.watches_others)
        self._deck, self._hand = self.sight.deck, self.sight.hand
        self._round = 2000 * (view.turns + 1) // view.seats
        factor = time_factor(view, profile)
        self._keep, self._has_time = factor * profile.keep // 1000, factor > NO_TIME
        self._holds = holds_spreads(view.rules, profile) or self._round < profile.hold_until

    def weights(self) -> Weights:
        """Return the weights of the legal actions."""
        end, overlooks = self._end(), self._profile.overlooks
        if not end:
            return self._by_habit()
        if not overlooks:
            return {end.action: WHOLE}
        weighed = self._without(end.action)._by_habit()
        seen = sum(weighed.values()) * (1000 - overlooks) // overlooks
        weighed[end.action] = weighed.get(end.action, 0) + seen
        return weighed

    def _without(self, action: Action) -> "PlainDecision":
        """Return the decision of who overlooks a win that its turn would begin with; what can be
        laid, and slapped, lies before everybody.
        """
        view = self._view
        if view.phase is not Phase.START or any(isinstance(each, Slap) for each in view.legal):
            return self
        view = replace(view, legal=tuple(each for each in view.legal if each != action))
        return PlainDecision(view, self._profile, self._thresholds, is_claim=self._is_claim)

    def _end(self) -> End | None:
        """Return the highest-paying certain win that the player wants."""
        legal = self._view.legal
        if DECLARE in legal or len(legal) == 1:
            return None
        if DROP in legal and not self._drops_if_sure:
            legal = tuple(action for action in legal if action != DROP)
        return best_end(self.sight, legal, is_claim=self._is_claim)

    def _by_habit(self) -> Weights:
        """Return the weights of the legal actions where no win is seen, by kind of decision."""
        legal, view = self._view.legal, self._view
        slaps = [action for action in legal if isinstance(action, Slap)]
        if len(slaps) == len(legal) or (PASS in legal and view.phase is not Phase.CHANCE):
            return self._between_turns(slaps)
        if slaps and (useful := self._useful(slaps)):
            return useful
        match view.phase:
            case Phase.START:
                return self._start()
            case Phase.LAY:
                return self._lays() or self._end_of_turn()
            case Phase.CHANCE:
                return self._lays() or {PASS: WHOLE}
            case _:
                return {safe_action(view): WHOLE}

    # How a turn begins, and what is done between two.

    def _start(self) -> Weights:
        legal = self._view.legal
        if DECLARE in legal:
            return {DECLARE: WHOLE}
        if STOP in legal:
            return self._with_no_stock()
        drop = self._drop_chance()
        left = WHOLE - drop
        if TAKE not in legal or DRAW not in legal:
            other = next((each for each in (DRAW, TAKE) if each in legal), safe_action(self._view))
            return {DROP: drop, other: left} if other != DROP else {DROP: WHOLE}
        take = left * self._take_chance() // WHOLE
        return {DROP: drop, TAKE: take, DRAW: left - take}

    def _with_no_stock(self) -> Weights:
        """Choose with nothing left to draw: stopping risks less than dropping, where it pays."""
        if not self._rules.pays_stockouts:
            drop = self._drop_chance()
            return {DROP: drop, STOP: WHOLE - drop}
        if TAKE not in self._view.legal or self.gain(self.sight.top) <= 0:
            return {STOP: WHOLE}
        low = self._lies_low()
        return {STOP: low, TAKE: WHOLE - low}

    def _between_turns(self, slaps: Sequence[Slap]) -> Weights:
        """Return a drop out of turn, else a slap, else neither."""
        drop = self._drop_chance()
        rest = self._useful(slaps) or {PASS: WHOLE}
        left = (WHOLE - drop) // len(rest)
        return {DROP: drop, **dict.fromkeys(rest, left)}

    def _useful(self, slaps: Sequence[Slap]) -> Weights:
        """Return the slaps that leave the best hand, if that is better than declining."""
        cards = {slap: BIT[slap.discard] for slap in slaps if slap.discard is not None}
        if not cards:
            return {}
        worths = {card: self._worth_thrown(card) for card in cards.values()}
        best = max(worths.values())
        if best <= self.worth(self._hand) and self._hand.bit_count() > 1:
            return {}
        return {slap: WHOLE for slap, card in cards.items() if worths[card] == best}

    # When to drop.

    @property
    def _lies_in_wait(self) -> bool:
        count, profile = self.sight.count * POINT, self._profile
        return count <= profile.trap and self._round < profile.trap_until

    @property
    def _drops_if_sure(self) -> bool:
        """Whether the player drops where it lies lowest for certain: not who never drops."""
        return not self._lies_in_wait and (self._profile.uses_tables or self.drop_at >= 0)

    def _drop_chance(self) -> int:
        """Return the probability that the player drops where it may."""
        if DROP not in self._view.legal or not self.sight.may_win or self._lies_in_wait:
            return 0
        return self._lies_low()

    def _lies_low(self) -> int:
        """Return the probability that the player considers its count low enough."""
        count, limit = self.sight.count * POINT, self._rules.drop_at_most * POINT
        if self._profile.uses_tables and 0 < limit <= self._worked_out:
            return WHOLE if count <= limit else 0  # there is nothing to be shy about
        at = self.drop_at
        return 0 if at == NEVER else at_least(at - count, self._profile.noise * self._share // 1000)

    @cached_property
    def _share(self) -> int:
        """How many cards the other seat that has fewest holds of those dealt, in thousandths."""
        dealt = self._rules.cards_dealt(self._view.seats)
        return 1000 * min(self.sight.fewest, dealt) // dealt

    @cached_property
    def drop_at(self) -> int:
        """Return the drop threshold now, before the player's error."""
        view, profile, fewest = self._view, self._profile, self.sight.fewest
        dealt, deck = self._rules.cards_dealt(view.seats), self._deck
        if not fewest:
            return NEVER
        if profile.uses_tables:
            shy = (1000 - profile.boldness) * risk(self._rules, view.seats) // 1000
            at, two_cards = self._worked_out, 2 * POINT * deck.total // deck.size
            return NEVER if at == NEVER else at - shy * min(at, two_cards) // 1000 - self._reserve
        if profile.watches_others and fewest < dealt:
            step = profile.near_step * fewest * _STANDARD_DEAL // dealt
            calm = profile.near_start + step - profile.near_fall * self._round // 1000
        else:
            calm = profile.drop_start - profile.drop_fall * self._round // 1000
            if not profile.watches_others:
                calm = calm * self._share // 1000
        scaled = calm * dealt * deck.total * _STANDARD_PACK
        scaled //= deck.size * _STANDARD_DEAL * _STANDARD_POINTS
        dearer = catch_cost(self._rules.catch, view.seats) - 2
        bold = profile.boldness * max(1000 - profile.dread * dearer // 2, 0) // 1000
        return max(scaled * bold // 1000, profile.least)

    @cached_property
    def _worked_out(self) -> int:
        """Return the count at which dropping begins to pay, from the table."""
        return threshold(self._view, self._thresholds)

    @property
    def _reserve(self) -> int:
        """How much lower the threshold of a drop lies, to be sure, where nothing presses.

        Where a spread keeps from dropping, others who hold few cards have laid and are seldom free.
        """
        dealt = self._rules.cards_dealt(self._view.seats)
        presses = not self._rules.wait_after_spread or self.sight.fewest >= dealt - 1
        return 0 if presses else self._profile.noise // 2

    # What the top discard is worth beside an unseen card.

    def _take_chance(self) -> int:
        profile = self._profile
        margin = profile.take_margin + (profile.holding_margin if self._holds else 0)
        lead = self.appeal(self.sight.top) - self.gain_of_unseen() - margin
        return leaning(lead, profile.take_heat)

    def appeal(self, card: int) -> int:
        """Return what an available card adds; with more time, its links count for more."""
        if not self._has_time or self._sheds(card):
            return self.gain(card)
        linked, unseen = self._deck.linked[card], self.sight.unseen
        chances = sum((thirds & unseen).bit_count() for one, thirds in linked if one & self._hand)
        return self.gain(card) // 2 + 2 * POINT * chances

    def gain(self, card: int) -> int:
        """Return roughly how much a card improves the hand: by being laid, or by replacing a higher
        card.
        """
        return self._sheds(card) or max(self._highest - self._deck.points[card], 0) * POINT

    def gain_of_unseen(self) -> int:
        """Return the mean gain of an unseen card."""
        deck, sight, highest = self._deck, self.sight, self._highest
        if not sight.unseen:
            return 0
        hittable, wild = sight.unseen & sight.hittable, sight.unseen & ~sight.hittable & deck.wild
        gained = POINT * highest * hittable.bit_count()
        gained += (POINT * highest + self._profile.wild) * wild.bit_count()
        rest = sight.unseen & ~hittable & ~wild
        for thirds, shed in self._completions:
            gained += POINT * shed * (rest & thirds).bit_count()
            rest &= ~thirds
        for points, cards in deck.by_points:
            gained += POINT * max(highest - points, 0) * (rest & cards).bit_count()
        return gained // sight.n_unseen

    def _sheds(self, card: int) -> int:
        """Return the points that a card sheds where it can be laid, 0 where it cannot."""
        if card & self.sight.hittable:
            return POINT * self._highest
        if card & self._deck.wild:
            return POINT * self._highest + self._profile.wild
        return POINT * next((shed for thirds, shed in self._completions if thirds & card), 0)

    @cached_property
    def _matched(self) -> int:
        """Return the cards of the hand that count nothing because spreads use them (RULES.md
        §5.16).
        """
        return 0 if self._rules.count == "all" else self._deck.layable(self._hand, 0)

    @cached_property
    def _highest(self) -> int:
        return self._deck.highest(self._hand & ~self._matched)

    @cached_property
    def _completions(self) -> list[tuple[int, int]]:
        """Return the cards that would complete a spread and the points shed, highest first."""
        deck, loose, found = self._deck, self._hand & ~self._matched, []
        for both, thirds, points in deck.pairs(self._hand):
            shed = deck.count(both & loose) if both & self._matched else points
            if self._profile.sees_discard or not shed:
                shed += deck.highest(loose & ~both)
            found.append((thirds, shed))
        return sorted(found, key=lambda each: -each[1])

    # What a hand is worth, and what to throw.

    def worth(self, held: int) -> int:
        """Return the value of a hand: minus its count, plus what its cards may yet become."""
        deck, unseen, holds = self._deck, self.sight.unseen, self._holds
        promise = 0
        for _, thirds, points in deck.pairs(held):
            if not (holds and thirds & held):
                promise += points * (thirds & unseen).bit_count()
        promise = promise * self._keep * self._ahead // (1000 * max(self.sight.n_unseen, 1))
        wild = (held & deck.wild).bit_count() * self._profile.wild * self._share // 1000
        return promise + wild - POINT * (deck.unmatched(held) if holds else deck.count(held))

    @cached_property
    def _ahead(self) -> int:
        """How much of the hand is still to come, in thousandths: the part of the stock that is left
        to draw, less where another holds few cards. With it falls the hope for a card.
        """
        view, dealt = self._view, self._rules.cards_dealt(self._view.seats)
        whole = self._deck.size - dealt * view.seats - self._rules.upcard
        return self._share * min(view.stock_size, whole) // max(whole, 1)

    def _worth_thrown(self, card: int) -> int:
        """Return the value of the hand after discarding a card that others see."""
        return self.worth(self._hand ^ card) - self._profile.caution * self.danger(card) // 1000

    def danger(self, card: int) -> int:
        """Return how useful a discard is to the next seat, in thousandths: 1000 if surely."""
        sight, deck = self.sight, self._deck
        if card & (sight.hittable | deck.wild):
            return 1000
        after = (sight.seat + 1) % sight.seats
        known = sight.known[after]
        hidden = max(self._view.sizes[after] - known.bit_count(), 0)
        chance = 1000 * hidden // max(sight.n_unseen, 1)
        found = 0
        for both in deck.partners[card]:
            sure = (both & known).bit_count()
            if sure + (both & sight.unseen).bit_count() == 2:
                found += (chance * chance // 1000, chance, 1000)[sure]
        return min(found, 1000)

    def _end_of_turn(self) -> Weights:
        discards = [action for action in self._view.legal if isinstance(action, Discard)]
        if len(discards) < 2:
            return {discards[0] if discards else safe_action(self._view): WHOLE}
        whole = [discard for discard in discards if not self._breaks(BIT[discard.card])]
        discards = whole or discards
        worths = {discard: self._worth_thrown(BIT[discard.card]) for discard in discards}
        best = max(worths.values())
        others = min(len(discards) - 1, _MANY)
        slack, heat = self._profile.slack * others, self._profile.temperature * others
        return {
            discard: decayed(loss, heat) if heat else WHOLE
            for discard, worth in worths.items()
            if (loss := _MANY * (best - worth)) <= (slack if heat else 0)
        }

    def _breaks(self, card: int) -> bool:
        """Whether a spread is broken by a discard, so that others of its cards count again."""
        deck = self._deck
        return deck.unmatched(self._hand ^ card) > deck.unmatched(self._hand)

    # What to lay.

    def _lays(self) -> Weights:
        """Return the next lays that lead to the best hand; empty where none improves it."""
        lays = [action for action in self._view.legal if isinstance(action, Spread | Hit)]
        if not lays:
            return {}
        may_end = any(isinstance(action, Discard | Done | Pass) for action in self._view.legal)
        table, hits = self.sight.table, hits_this_turn(self._view)
        most = self._left(self._hand, hits) if may_end else -GOING_OUT
        values = {}
        for lay in self._widest(lays):
            value = self._value_after(lay, table, hits)
            if not (may_end and isinstance(lay, Hit) and self._is_too_cheap(lay, value)):
                values[lay] = value
        best = max(values.values(), default=most)
        return {lay: WHOLE for lay, value in values.items() if value == best} if best > most else {}

    def _is_too_cheap(self, hit: Hit, value: int) -> bool:
        if value >= LAST_DISCARD or self._view.phase is Phase.CHANCE:
            return False
        return POINT * self._deck.points[BIT[hit.card]] < self._profile.hit_least

    def _widest(self, lays: Iterable[Spread | Hit]) -> list[Spread | Hit]:
        """Return the spreads and hits that shed most, up to the search's limit."""
        ordered = sorted(lays, key=lambda each: order(self._view, each))
        spreads = [lay for lay in ordered if isinstance(lay, Spread)]
        hits = [lay for lay in ordered if isinstance(lay, Hit)]
        points = self._deck.points
        spreads.sort(key=lambda spread: -sum(points[BIT[card]] for card in spread.cards))
        hits.sort(key=lambda hit: -points[BIT[hit.card]])
        return [*spreads[:_WIDEST], *hits[:_WIDEST]]

    def _value_after(self, lay: Spread | Hit, table: Sequence[Lying], hits: int) -> int:
        deck = self._deck
        if isinstance(lay, Spread):
            laid = deck.laid(deck.read(lay))
            return self._value(self._hand & ~laid.cards, (*table, laid), hits)
        card, target = BIT[lay.card], table[lay.spread]
        hit = deck.hit(target, card, deck.end_for(target, lay.stands_for or lay.card[0]))
        after = (*table[: lay.spread], hit, *table[lay.spread + 1 :])
        return self._value(self._hand & ~card, after, hits + 1)

    def _value(self, held: int, table: tuple[Lying, ...], hits: int) -> int:
        """Return the best value still within reach this turn. The search ignores some house rules;
        only its first step is played, and that is always legal.
        """
        value = self._left(held, hits)
        spreads = self._deck.spreads_in(held)
        spreads.sort(key=lambda each: (-self._deck.count(each.cards), each))
        for spread in spreads[:_WIDEST]:
            after = (*table, self._deck.laid(spread))
            value = max(value, self._value(held & ~spread.cards, after, hits))
        may_hit = self._rules.may_hit_more(hits, self._view.phase)
        if may_hit and (hit := self._next_hit(held, table)):
            card, after = hit
            value = max(value, self._value(held & ~card, after, hits + 1))
        return value

    def _next_hit(
        self, held: int, table: tuple[Lying, ...]
    ) -> tuple[int, tuple[Lying, ...]] | None:
        """Return the hit that is looked at further on: the lowest card that fits as itself, onto
        the first spread that it fits; else the lowest wild card, onto the first spread that may be
        hit.
        """
        deck = self._deck
        wild = held & deck.wild
        fits = [(held & deck.fits(spread), number) for number, spread in enumerate(table)]
        found = min(((cards & -cards, number) for cards, number in fits if cards), default=None)
        if found:
            card, number = found
            place = deck.place_of(table[number], card)
        else:
            ends = [(deck.ends(spread), number) for number, spread in enumerate(table)]
            is_open = [(places[0], number) for places, number in ends if places]
            if not wild or not is_open:
                return None
            card, (place, number) = wild & -wild, is_open[0]
        hit = deck.hit(table[number], card, place)
        return card, (*table[:number], hit, *table[number + 1 :])

    def _left(self, held: int, hits: int) -> int:
        """Return the value of the remaining hand when nothing more is laid."""
        if not held:
            return GOING_OUT
        if self._view.phase is Phase.CHANCE:
            # Losing a double-double costs the same with any count, unless points are counted; in a
            # last lay counts decide.
            counts = self._rules.last_lay != "no" or self._rules.is_push_up
            is_full = self._rules.count == "all"
            count = self._deck.count(held) if is_full else self._deck.unmatched(held)
            return -POINT * count if counts else 0
        if (hits and not self._rules.discard_after_hit) or DONE in self._view.legal:
            return self.worth(held)
        if held.bit_count() == 1:
            return LAST_DISCARD
        return max(self.worth(held ^ card) for card in singles(held))
