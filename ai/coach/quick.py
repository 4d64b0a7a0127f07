"""The quick player: about as strong as Expert, and quick enough to play hands out by the thousand.

It looks at a hand of the engine, but at nothing there that its seat could not know: its own cards,
what lies open, how many cards each seat holds, and which cards were ever seen (``public``). What it
does is a chance for each thing it may do, so that one can also ask how likely it was to do what a
player did.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import erf, exp, sqrt
from random import Random
from typing import Final

from ai.dropping import risk
from ai.drops.solver import NEVER, cell, rows_for
from ai.drops.tables import table_for
from ai.pack import PackFacts, layable, pack_facts
from ai.view_reader import ViewReader
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
from game.rules.bound import bind
from game.rules.pack import CARD_BITS, COUNT_MASK, COUNT_SHIFT, SIZE_SHIFT
from game.rules.phases import LAY, START, Phase
from game.rules.ruleset import RULE_SETS_KEPT, RuleSet
from game.rules.state import HandState, Law
from game.rules.view import SeatView

_CHANCE: Final = Phase.CHANCE

KEEP: Final = 6.0
"""How many chances to come in a pair or a connected two is credited with."""
WILD: Final = 5.0
"""Points that keeping a wild card is worth."""
CAUTION: Final = 3.0
"""Points lost where a discard fits a spread on the table, or is wild."""
MARGIN: Final = 2.0
"""Points by which the top discard must beat an unseen card to be taken."""
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


class Sight:
    """What one seat sees as it decides; sets of cards as in ``game.rules.pack``.

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
        bold = 1 + (BOLDNESS - 1) * risk(rules, seats)
        self._drop_at = {place: bold * count for place, count in self._table.items()}
        self._limit = rules.drop_at_most
        self._is_void = rules.stockout == "void"
        self._gains = self._mean_gains()

    def sight(self, hand: HandState, seat: int, public: int) -> Sight:
        """What ``seat`` sees of ``hand``, of which the cards ``public`` were ever seen."""
        hands, pile, held = hand.hands, hand.pile, hand.hands[seat]
        if self._seats == 2:
            fewest = hands[1 - seat] >> SIZE_SHIFT
        else:
            fewest = min([each >> SIZE_SHIFT for at, each in enumerate(hands) if at != seat])
        return Sight(
            held,
            self._all & ~(public | held),
            hand.hittable,
            self._bit[pile[-1]] if pile else 0,
            fewest,
            hand.turns // self._seats,
            hand.phase,
        )

    def draw(
        self, hand: HandState, seat: int, options: Sequence[Action], public: int, random: Random
    ) -> Action:
        """One of ``options``, by its chances."""
        if len(options) == 1:
            return options[0]
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
            return self._lay(sight, options)
        if sight.phase is START:
            if options[-1].__class__ is Slap or options[-1] is PASS:
                return self._between_turns(sight, options)
            return self._begin(sight, options)
        if options[-1].__class__ is Slap or options[0].__class__ is Slap:
            return self._between_turns(sight, options)
        lay = self._best_lay(sight, options)
        return [(lay or PASS, 1.0)]

    def _between_turns(self, sight: Sight, options: Sequence[Action]) -> list[tuple[Action, float]]:
        """A claim, slaps, a drop out of turn, or none of these."""
        if TAKE in options:
            take = self._take_chance(sight)
            return [(TAKE, take), (PASS, 1 - take)]
        drop = self._drop_chance(sight) if DROP in options else 0.0
        slaps = [each for each in options if isinstance(each, Slap) and each.discard is not None]
        rest: Action = PASS
        if slaps:
            worths = self._after([self._bit[slap.discard] for slap in slaps if slap.discard], sight)
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

    def _drop_chance(self, sight: Sight) -> float:
        held, fewest = sight.held, sight.fewest
        if not fewest:
            return 0.0
        own = held >> SIZE_SHIFT
        at = self._drop_at[cell(sight.round, fewest, own, self._dealt, self._rows)]
        count = self._counted(held)
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
        top, hand = sight.top, sight.held & CARD_BITS
        if not top:
            return 0.0
        if top & (sight.hittable | self._facts.wild):
            return 1.0
        for pair in self._partners[top]:
            if pair & hand == pair:
                return 1.0
        loose = hand if self._worth_of is None else hand & ~layable(self._law, sight.held, 0)
        highest = self._facts.highest(loose)
        lead = highest - self._points[top] - self._gains[highest]
        far = (lead / self._scale - MARGIN) / _SLACK
        if far >= _SURE:
            return 1.0
        return 0.0 if far <= -_SURE else 1 / (1 + exp(-far))

    def _mean_gains(self) -> dict[int, float]:
        """By the highest card of a hand, the mean of the points that an unseen card saves it."""
        points = self._points.values()
        return {
            highest: sum([max(highest - each, 0) for each in points]) / len(points)
            for highest in (0, *set(points))
        }

    def _lay(self, sight: Sight, options: Sequence[Action]) -> list[tuple[Action, float]]:
        first = options[0].__class__
        if first is not Discard:
            lay = self._best_lay(sight, options)
            if lay is not None:
                return [(lay, 1.0)]
            options = [each for each in options if each.__class__ is Discard] or [options[-1]]
        if len(options) == 1:
            return [(options[0], 1.0)]
        bit = self._bit
        worths = self._after([bit[each.card] for each in options], sight)  # type: ignore[union-attr] # discards alone
        return _softmax(options, worths, TEMPERATURE * self._scale)

    def _best_lay(self, sight: Sight, options: Sequence[Action]) -> Spread | Hit | None:
        """The lay that sheds most, spreads first; None where it would rather lay nothing."""
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
        if best is None or not self._holds or sight.phase is _CHANCE:
            return best
        if isinstance(options[-1], Spread | Hit):
            return best  # the turn cannot end yet
        left = sight.held & CARD_BITS & ~layable(self._law, sight.held, sight.hittable)
        return best if not left & (left - 1) else None

    def _after(self, cards: Sequence[int], sight: Sight) -> list[float]:
        """What it is worth to have thrown each of ``cards``, in points, from any zero."""
        risky = sight.hittable | self._facts.wild
        points, wild = self._points, self._facts.wild
        promise = self._promises(sight.held & CARD_BITS, sight.unseen)
        keep = KEEP / (sight.unseen.bit_count() or 1)
        worths: list[float] = []
        for card in cards:
            worth = points[card] - promise[card] * keep
            if card & risky:
                worth -= (CAUTION + WILD if card & wild else CAUTION) * self._scale
            worths.append(worth)
        if self._worth_of is not None:
            weight, count = self._facts.weight, self._worth_of
            for place, card in enumerate(cards):
                worths[place] -= points[card] + count(sight.held - weight[card])
        return worths

    def _promises(self, hand: int, unseen: int) -> dict[int, int]:
        """Of each card in hand the points of all that it may yet become, chance by chance."""
        links, held = self._links, []
        while hand:
            low = hand & -hand
            held.append(low)
            hand ^= low
        promise = dict.fromkeys(held, 0)
        for place, one in enumerate(held):
            for other in held[place + 1 :]:
                link = links.get(one | other)
                if link is not None:
                    worth = link[1] * (link[0] & unseen).bit_count()
                    promise[one] += worth
                    promise[other] += worth
        return promise


def _softmax(
    options: Sequence[Action], worths: Sequence[float], temperature: float
) -> list[tuple[Action, float]]:
    """The better its worth, the likelier."""
    best = max(worths)
    least = best - _SURE * temperature
    found = [
        (each, exp((worth - best) / temperature))
        for each, worth in zip(options, worths, strict=True)
        if worth >= least
    ]
    if len(found) == 1:
        return [(found[0][0], 1.0)]
    whole = sum([chance for _, chance in found])
    return [(each, chance / whole) for each, chance in found]


@lru_cache(maxsize=RULE_SETS_KEPT)
def quick_player(rules: RuleSet, seats: int) -> Quick:
    """The quick player of these rules, made once."""
    return Quick(rules, seats)


class QuickBot:
    """The quick player as an opponent like any, for measuring it."""

    def choose(self, view: SeatView, seed: int) -> Action:
        """Decide from what ``view`` shows; ``seed`` settles by chance."""
        player, reader = quick_player(view.rules, view.seats), ViewReader(view)
        sight = Sight(
            reader.held,
            reader.unseen,
            _hittable(reader),
            reader.top,
            min(size for seat, size in enumerate(view.sizes) if seat != view.seat),
            view.turns // view.seats,
            view.phase,
        )
        chances = player.chances(sight, view.legal)
        actions = [action for action, _ in chances]
        return Random(seed).choices(actions, [chance for _, chance in chances])[0]


def _hittable(reader: ViewReader) -> int:
    wild = reader.facts.wild
    return reader.hittable | wild if reader.view.spreads else reader.hittable
