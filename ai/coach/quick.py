"""The quick player: about as strong as Expert, and quick enough to play hands out by the thousand.

It looks at a hand of the engine, but at nothing there that its seat could not know: its own cards,
what lies open, how many cards each seat holds, and which cards were ever seen (``public``). What it
does is a chance for each thing it may do, so that one can also ask how likely it was to do what a
player did.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import erf, exp, sqrt
from random import Random
from typing import Final

from ai.bitboard.bound import bind
from ai.bitboard.pack import CARD_BITS, COUNT_MASK, COUNT_SHIFT, SIZE_SHIFT
from ai.bitboard.state import HandState, Law
from ai.drops.solver import NEVER, ROUNDS, cell, rows_for
from ai.drops.tables import table_for
from ai.pack import PackFacts, layable, pack_facts, singles
from ai.plain import risk
from game.rules.actions import (
    DECLARE,
    DRAW,
    DROP,
    PASS,
    STOP,
    TAKE,
    Action,
    Discard,
    Hit,
    Slap,
    Spread,
)
from game.rules.phases import LAY, START, Phase
from game.rules.ruleset import RULE_SETS_KEPT, RuleSet

KEEP: Final = 6.0
"""How many chances to come in a pair or a connected two is credited with."""
WILD: Final = 5.0
"""Points that keeping a wild card is worth."""
CAUTION: Final = 3.0
"""Points lost where a discard fits a spread on the table, or is wild."""
MARGIN: Final = 2.0
"""Points by which the top discard must beat an unseen card to be taken."""
SHYNESS: Final = 8.0
"""The same where spreads are held: low cards are not what is wanted there, and a take tells much.
"""
BOLDNESS: Final = 0.85
"""What the worked-out count to drop at is multiplied by, where a catch costs as much as usual."""
NOISE: Final = 2.0
"""The standard deviation of its error about that count, in points."""
TEMPERATURE: Final = 0.6
"""Of its choice among discards, in points."""
_SURE: Final = 8.0
"""What lies so many temperatures behind the best is never done."""
_SPREADS_FIRST: Final = 1000
_SLACK: Final = 0.6
"""Points between taking hardly ever and mostly."""
_HANDS_KEPT: Final = 1 << 14
_CERTAIN: Final = [1.0]


class Sight:
    """What one seat sees as it decides; sets of cards as in ``ai.bitboard.pack``.

    ``held`` is its weighed hand, ``unseen`` the cards that it never saw, ``top`` the bit of the top
    discard or 0, ``fewest`` the cards of the other seat that has fewest.
    """

    __slots__ = ("fewest", "held", "hittable", "phase", "round", "top", "unseen")

    def __init__(
        self,
        held: int,
        unseen: int,
        hittable: int,
        top: int,
        fewest: int,
        round_: int,
        phase: Phase,
    ) -> None:
        self.held, self.unseen, self.hittable, self.top = held, unseen, hittable, top
        self.fewest, self.round, self.phase = fewest, round_, phase


class Quick:
    """The quick player under one rule set, for a number of seats."""

    name: Final = "quick"

    def __init__(self, rules: RuleSet, seats: int) -> None:
        self._law: Law = bind(rules, seats)
        self._facts: PackFacts = pack_facts(rules)
        self._bit, self._points = self._facts.pack.bit, self._facts.points
        self._links, self._seats, self._all = self._facts.links, seats, self._facts.all
        self._partners, self._counted = self._facts.partners, self._facts.counted
        self._holds = rules.count == "unmatched" or rules.last_lay in ("drop", "both")
        self._worth_of = self._facts.unmatched if self._holds else None
        self._scale = self._facts.scale
        self._dealt, self._rows = rules.cards_dealt(seats), rows_for(rules, seats)
        self._table = table_for(rules, seats)
        bold = 1 + (BOLDNESS - 1) * risk(rules, seats) / 1000
        self._drop_at = {place: bold * count for place, count in self._table.items()}
        self._limit = rules.drop_at_most
        self._is_void = rules.stockout == "void"
        self._gains = self._mean_gains()
        self._takes = {card: self._take_chances(points) for card, points in self._points.items()}
        self._near = {card: _union(pairs) for card, pairs in self._partners.items()}
        self._begins = {id(each) for each in self._law.starts if DRAW in each}
        self._drops: dict[int, float] = {}
        self._pairs = _Pairs(self._links, self._near)
        self._heat = TEMPERATURE * self._scale

    def sight(self, hand: HandState, seat: int, public: int) -> Sight:
        """What ``seat`` sees of ``hand``, of which the cards ``public`` were ever seen."""
        pile, held = hand.pile, hand.hands[seat]
        return Sight(
            held,
            self._all & ~(public | held),
            hand.hittable,
            self._bit[pile[-1]] if pile else 0,
            self._fewest(hand.hands, seat),
            hand.turns // self._seats,
            hand.phase,
        )

    def draw(
        self, hand: HandState, seat: int, options: Sequence[Action], public: int, random: Random
    ) -> Action:
        """One of ``options``, by its chances."""
        if len(options) == 1:
            return options[0]
        # What nearly every turn is made of is decided without a list of all chances.
        if hand.phase is LAY:
            held = hand.hands[seat]
            chances = self._lay(options, held, self._all & ~(public | held), hand.hittable)
        elif hand.phase is START and id(options) in self._begins:
            return self._start(hand, seat, options, random.random())
        else:
            chances = self.chances(self.sight(hand, seat, public), options)
        left = random.random()
        for action, chance in chances:
            left -= chance
            if left < 0:
                return action
        return chances[0][0]

    def chances(self, sight: Sight, options: Sequence[Action]) -> list[tuple[Action, float]]:
        """What it may do here and how likely, likeliest first where that is known; what it never
        does is left out. The chances add up to 1.
        """
        if sight.phase is LAY:
            return self._lay(options, sight.held, sight.unseen, sight.hittable)
        if sight.phase is START:
            if options[-1].__class__ is Slap or options[-1] is PASS:
                return self._between_turns(sight, options)
            return self._begin(sight, options)
        if options[-1].__class__ is Slap or options[0].__class__ is Slap:
            return self._between_turns(sight, options)
        return [(self._best_lay(options) or PASS, 1.0)]

    def _between_turns(self, sight: Sight, options: Sequence[Action]) -> list[tuple[Action, float]]:
        """A claim, slaps, a drop out of turn, or none of these."""
        if TAKE in options:
            take = self._take_chance(sight)
            return [(TAKE, take), (PASS, 1 - take)]
        drop = self._drop_chance(sight) if DROP in options else 0.0
        slaps = [each for each in options if isinstance(each, Slap) and each.discard is not None]
        rest: Action = PASS
        if slaps:
            cards = [self._bit[slap.discard] for slap in slaps if slap.discard]
            worths = self._worths(cards, sight.held, sight.unseen, sight.hittable)
            rest = slaps[max(range(len(slaps)), key=worths.__getitem__)]
        return [(rest, 1 - drop), (DROP, drop)] if drop else [(rest, 1.0)]

    def _begin(self, sight: Sight, options: Sequence[Action]) -> list[tuple[Action, float]]:
        if DECLARE in options:
            return [(DECLARE, 1.0)]
        drop = self._drop_chance(sight) if DROP in options else 0.0
        other: Action = DRAW if DRAW in options else STOP
        if other is STOP and drop:
            # To stop risks less than to drop, where it pays at all.
            return [(DROP, drop), (STOP, 1 - drop)] if self._is_void else [(STOP, 1.0)]
        if TAKE not in options:
            take = 0.0
        elif other is DRAW or STOP in options:
            take = self._take_chance(sight)
        else:
            take = 1.0
        found: list[tuple[Action, float]] = []
        if drop:
            found.append((DROP, drop))
        if take:
            found.append((TAKE, (1 - drop) * take))
        if take < 1 and drop < 1:
            found.append((other, (1 - drop) * (1 - take)))
        return found

    def chance(
        self, hand: HandState, seat: int, options: Sequence[Action], public: int, action: Action
    ) -> float:
        """How likely it does ``action``, one of several ``options``."""
        if hand.phase is LAY:
            held = hand.hands[seat]
            chances = self._lay(options, held, self._all & ~(public | held), hand.hittable)
            return sum([chance for each, chance in chances if each is action or each == action])
        if hand.phase is START and id(options) in self._begins:
            drop, take = self._starts(hand, seat, options)
            if action == DROP:
                return drop
            if action == DECLARE or options[0] is DECLARE:
                return float(action == DECLARE)
            return (1 - drop) * (take if action == TAKE else 1 - take)
        chances = self.chances(self.sight(hand, seat, public), options)
        return sum([chance for each, chance in chances if each is action or each == action])

    def _start(self, hand: HandState, seat: int, options: Sequence[Action], left: float) -> Action:
        """What ``_begin`` has where there is a stock, drawn by dice that show ``left``."""
        if options[0] is DECLARE:
            return DECLARE
        drop, take = self._starts(hand, seat, options)
        left -= drop
        if left < 0:
            return DROP
        return TAKE if left < (1 - drop) * take else DRAW

    def _starts(self, hand: HandState, seat: int, options: Sequence[Action]) -> tuple[float, float]:
        """How likely it drops as its turn begins, and if not, how likely it takes."""
        held, drop, take = hand.hands[seat], 0.0, 0.0
        if options[0] is DROP:
            drop = self._drops_now(held, self._fewest(hand.hands, seat), hand.turns // self._seats)
        if options[-1] is TAKE:
            take = self._takes_now(held, self._bit[hand.pile[-1]], hand.hittable)
        return drop, take

    def _throws(
        self, discards: Sequence[Action], held: int, unseen: int, hittable: int
    ) -> tuple[list[int], list[float]]:
        """The places of what it may throw among several discards, and how likely each is."""
        bit = self._bit
        cards = [bit[each.card] for each in discards]  # type: ignore[union-attr] # discards alone
        worths, heat = self._worths(cards, held, unseen, hittable), self._heat
        best = max(worths)
        least = best - _SURE * heat
        likely = [place for place, worth in enumerate(worths) if worth >= least]
        if len(likely) == 1:
            return likely, _CERTAIN
        chances = [exp((worths[place] - best) / heat) for place in likely]
        whole = sum(chances)
        return likely, [chance / whole for chance in chances]

    def _worths(self, cards: Sequence[int], held: int, unseen: int, hittable: int) -> list[float]:
        """What it is worth to have thrown each of ``cards``, in points, from any zero."""
        points, own, promise = self._points, held & CARD_BITS, dict[int, int]()
        for one, other, thirds, both in self._pairs[own]:
            many = (thirds & unseen).bit_count()
            if many:
                many *= both
                promise[one] = promise.get(one, 0) + many
                promise[other] = promise.get(other, 0) + many
        keep = KEEP / (unseen.bit_count() or 1)
        worths: list[float] = [
            points[card] - promise[card] * keep if card in promise else points[card]
            for card in cards
        ]
        risky = (hittable | self._facts.wild) & own
        if risky:
            for place, card in enumerate(cards):
                if card & risky:
                    worths[place] -= self._caution(card)
        if self._worth_of is not None:
            self._take_unmatched_off(worths, cards, held)
        return worths

    def _caution(self, card: int) -> float:
        """What it costs to throw a card that fits a spread on the table, or is wild."""
        return (CAUTION + WILD if card & self._facts.wild else CAUTION) * self._scale

    def _fewest(self, hands: Sequence[int], seat: int) -> int:
        """The cards of the other seat that has fewest."""
        if self._seats == 2:
            return hands[1 - seat] >> SIZE_SHIFT
        return min([each >> SIZE_SHIFT for at, each in enumerate(hands) if at != seat])

    def _drop_chance(self, sight: Sight) -> float:
        return self._drops_now(sight.held, sight.fewest, sight.round)

    def _drops_now(self, held: int, fewest: int, round_: int) -> float:
        """How likely it drops. All that tells is how many cards there are and what they count."""
        size, count = held >> SIZE_SHIFT, self._counted(held)
        place = (size << 10 | count) << 16 | fewest << 8 | min(round_, ROUNDS)
        chance = self._drops.get(place)
        if chance is None:
            chance = self._drops[place] = self._drop_reckoned(size, count, fewest, round_)
        return chance

    def _drop_reckoned(self, own: int, count: int, fewest: int, round_: int) -> float:
        if not fewest:
            return 0.0
        at = self._drop_at[cell(round_, fewest, own, self._dealt, self._rows)]
        if at == NEVER or count >= fewest * self._facts.dearest:
            return 0.0
        if 0 < self._limit <= at:
            return 1.0
        far = (at - count) / (NOISE * self._scale)
        if far >= 2:
            return 1.0
        return 0.0 if far <= -2 else (1 + erf(far / sqrt(2))) / 2

    def _take_chance(self, sight: Sight) -> float:
        """How likely it is to take the top discard rather than to draw."""
        return self._takes_now(sight.held, sight.top, sight.hittable) if sight.top else 0.0

    def _takes_now(self, held: int, top: int, hittable: int) -> float:
        if top & (hittable | self._facts.wild):
            return 1.0
        near = held & self._near[top]
        if near & (near - 1):
            for pair in self._partners[top]:
                if pair & near == pair:
                    return 1.0
        loose = held if self._worth_of is None else held & ~layable(self._law, held, 0)
        for highest, cards in self._facts.worths:
            if cards & loose:
                return self._takes[top][highest]
        return self._takes[top][0]

    def _take_chances(self, points: int) -> dict[int, float]:
        """How likely a discard of so many points is taken by the highest card in hand."""
        found: dict[int, float] = {}
        for highest in self._gains:
            lead = highest - points - self._gains[highest]
            far = (lead / self._scale - (SHYNESS if self._holds else MARGIN)) / _SLACK
            found[highest] = 1 / (1 + exp(-far)) if abs(far) < _SURE else float(far > 0)
        return found

    def _mean_gains(self) -> dict[int, float]:
        """By the highest card of a hand, the mean of the points that an unseen card saves it."""
        points = self._points.values()
        return {
            highest: sum([max(highest - each, 0) for each in points]) / len(points)
            for highest in (0, *set(points))
        }

    def _lay(
        self, options: Sequence[Action], held: int, unseen: int, hittable: int
    ) -> list[tuple[Action, float]]:
        lay, rest = self._parted(options, held, hittable)
        if lay is not None or len(rest) == 1:
            return [(lay or rest[0], 1.0)]
        likely, chances = self._throws(rest, held, unseen, hittable)
        return [(rest[place], chance) for place, chance in zip(likely, chances, strict=True)]

    def _parted(
        self, options: Sequence[Action], held: int, hittable: int
    ) -> tuple[Spread | Hit | None, Sequence[Action]]:
        """What it lays, if anything; if nothing, its discards, or its one other action."""
        if options[0].__class__ is Discard:
            return None, options
        if self._holds and not isinstance(options[-1], Spread | Hit):
            left = held & CARD_BITS & ~layable(self._law, held, hittable)
            if left & (left - 1):
                return None, _discards(options)
        lay = self._best_lay(options)
        return lay, () if lay else _discards(options)

    def _best_lay(self, options: Sequence[Action]) -> Spread | Hit | None:
        """The lay that sheds most, spreads first; None where there is none."""
        weigh, weight = self._law.pack.weigh, self._law.weight
        best: Spread | Hit | None = None
        most = -1
        for each in options:
            if isinstance(each, Spread):
                worth = _SPREADS_FIRST + (weigh(each.cards) >> COUNT_SHIFT & COUNT_MASK)
            elif isinstance(each, Hit):
                worth = weight[each.card] >> COUNT_SHIFT & COUNT_MASK
            else:
                continue
            if worth > most:
                best, most = each, worth
        return best

    def _take_unmatched_off(self, worths: list[float], cards: Sequence[int], held: int) -> None:
        """Instead of what ``cards`` count, have ``worths`` tell what throwing each takes off the
        count of a weighed set, of which only what is unmatched counts.
        """
        taken_off, points = self._facts.unmatched.taken_off(held, cards), self._points
        if taken_off is not None:
            for place, card in enumerate(cards):
                worths[place] += taken_off[place] - points[card]


class _Pairs(dict[int, tuple[tuple[int, int, int, int], ...]]):
    """By the cards of a hand every two of them that go together, their thirds and points.

    Play-outs of one position come to the same hands over and over, so some are remembered.
    """

    def __init__(self, links: Mapping[int, tuple[int, int]], near: Mapping[int, int]) -> None:
        self._links, self._near = links, near

    def __missing__(self, hand: int) -> tuple[tuple[int, int, int, int], ...]:
        if len(self) >= _HANDS_KEPT:
            self.clear()
        links, near = self._links, self._near
        self[hand] = made = tuple(
            (one, other, *links[one | other])
            for one in singles(hand)
            for other in singles(hand & near[one] & -one)
        )
        return made


def _discards(options: Sequence[Action]) -> Sequence[Action]:
    return [each for each in options if each.__class__ is Discard] or options[-1:]


def _union(sets: Iterable[int]) -> int:
    whole = 0
    for each in sets:
        whole |= each
    return whole


@lru_cache(maxsize=RULE_SETS_KEPT)
def quick_player(rules: RuleSet, seats: int) -> Quick:
    """The quick player of these rules, made once."""
    return Quick(rules, seats)
