"""Slips that people make, found in played hands: a pair held too long, a hit overlooked.

Each kind has a rule that looks only at what the seat saw; what a slip cost is for the coach to say.
A strong player may make any of these once for a good reason, so only the rate matters: how often it
was made out of the times it was possible.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from ai.drops.tables import threshold, thresholds_for
from ai.ends import best_end
from ai.sight import BIT, Sight, singles
from game.rules.actions import DECLARE, DRAW, DROP, TAKE, Action, Discard, Done, Hit, Spread
from game.rules.phases import Phase
from game.rules.record import HandRecord, parse
from game.rules.results import Ending
from game.rules.view import view

Found: TypeAlias = bool | None
"""A test for a slip: whether it was made, None if it was not possible."""

_FEAR, _PRIDE = 0.6, 1.25
"""Parts of the count at which a drop begins to pay: who waits with less than the first is afraid,
who drops with more than the second too sure.
"""


@dataclass(frozen=True, slots=True)
class Slip:
    """A kind of slip: what it is in words, and what finds it."""

    words: str
    find: Callable[[Sight, Action], Found]


@dataclass(slots=True)
class SlipCounts:
    """A tally of slips: how often each was made and how often it was possible."""

    made: Counter[str]
    chances: Counter[str]

    @classmethod
    def empty(cls) -> "SlipCounts":
        """Return a tally that has counted nothing yet."""
        return cls(Counter(), Counter())

    def count(self, sight: Sight, action: Action) -> None:
        """Count one decision."""
        for name, slip in SLIPS.items():
            found = slip.find(sight, action)
            if found is not None:
                self.chances[name] += 1
                self.made[name] += found

    def add(self, other: "SlipCounts") -> None:
        """Add another tally to this one."""
        self.made.update(other.made)
        self.chances.update(other.chances)

    def rate(self, name: str) -> float:
        """Return how often a slip was made as a share of its opportunities; 0 without any."""
        return self.made[name] / self.chances[name] if self.chances[name] else 0


def slips_in(record: HandRecord) -> list[SlipCounts]:
    """Return the slips of each seat in a valid record, finished or not."""
    hand, tallies = record.deal(), [SlipCounts.empty() for _ in record.seats]
    drops = list[SlipCounts]()
    for text in record.actions:
        seat, action = parse(text)
        if seat == hand.turn and hand.phase in (Phase.START, Phase.LAY):
            tallies[seat].count(Sight(view(hand, seat)), action)
        elif action == DROP:  # between the turns of others
            tallies[seat].chances["caught"] += 1
        drops += [tallies[seat]] * (action == DROP)
        hand.act(seat, action)
    if hand.result is not None and hand.result.ending is Ending.CAUGHT:
        for dropper in drops:
            dropper.made["caught"] += 1
    return tallies


def _overlooks(sight: Sight, action: Action) -> Found:
    """Ends a turn with a spread or a hit that could be laid, where nothing speaks for holding."""
    rules = sight.view.rules
    if sight.view.phase is not Phase.LAY or rules.count == "unmatched" or rules.last_lay != "no":
        return None
    if rules.wait_after_spread or rules.wait_after_own_hit or rules.wait_after_hitting:
        return None
    if not any(isinstance(legal, Spread | Hit) for legal in sight.view.legal):
        return None
    return isinstance(action, Discard | Done)


def _throws(sight: Sight, action: Action) -> tuple[int, list[int]] | None:
    """The bit of the card that is thrown, and those that could be; None where it is no throw."""
    if not isinstance(action, Discard):
        return None
    could = [BIT[legal.card] for legal in sight.view.legal if isinstance(legal, Discard)]
    return (BIT[action.card], could) if len(could) > 1 else None


def _live(sight: Sight) -> int:
    """Return the cards of the hand that go with another, so that a third may yet come."""
    pairs = sight.deck.pairs(sight.hand)
    return _union(both for both, thirds, _ in pairs if thirds & (sight.unseen | sight.hand))


def _union(sets: Iterator[int]) -> int:
    whole = 0
    for each in sets:
        whole |= each
    return whole


def _breaks(sight: Sight, action: Action) -> Found:
    thrown = _throws(sight, action)
    if thrown is None:
        return None
    card, could = thrown
    live, points = _live(sight), sight.deck.points
    loose = [points[each] for each in could if not each & (live | sight.deck.wild)]
    paired = [each for each in could if each & live]
    if not loose or not any(points[each] <= max(loose) for each in paired):
        return None
    return bool(card & live) and points[card] <= max(loose)


def _clings(sight: Sight, action: Action) -> Found:
    thrown = _throws(sight, action)
    if thrown is None:
        return None
    card, could = thrown
    live, points = _live(sight), sight.deck.points
    linked = _union(both for both, _, _ in sight.deck.pairs(sight.hand))
    dead = linked & ~live
    stuck = [points[each] for each in could if each & dead]
    loose = [each for each in could if not each & linked]
    if not stuck or not any(points[each] < max(stuck) for each in loose):
        return None
    return not card & linked and points[card] < max(stuck)


def _forgets(sight: Sight, action: Action) -> Found:
    thrown = _throws(sight, action)
    if thrown is None:
        return None
    card, could = thrown
    deck, held = sight.deck, sight.known[(sight.seat + 1) % sight.seats]
    welcome = _union(each for each in could if any(other & held for other, _ in deck.linked[each]))
    safe = [deck.points[each] for each in could if not each & welcome]
    if not welcome or not safe:
        return None
    least = max(safe) + 3  # a safe card that counts so much less is still the better one to throw
    if not any(deck.points[each] <= least for each in singles(welcome)):
        return None
    return bool(card & welcome) and deck.points[card] <= least


def _fears(sight: Sight, action: Action) -> Found:
    pays = _pays_to_drop_at(sight)
    if pays is None or sight.count > _FEAR * pays or not sight.may_win:
        return None
    return action != DROP


def _is_proud(sight: Sight, action: Action) -> Found:
    pays = _pays_to_drop_at(sight)
    if pays is None or sight.count <= _PRIDE * pays:
        return None
    return action == DROP


def _pays_to_drop_at(sight: Sight) -> float | None:
    """Return the count at which a drop begins to pay; None where there is no drop to think of."""
    rules = sight.view.rules
    if DROP not in sight.view.legal:
        return None
    pays = threshold(sight.view, thresholds_for(rules, sight.seats)) / 1000
    return None if 0 < rules.drop_at_most <= pays else pays


def _misses(sight: Sight, action: Action) -> Found:
    end = best_end(sight, sight.view.legal)
    if end is None or DECLARE in sight.view.legal:
        return None
    if sight.view.phase is Phase.START:
        kept = best_end(sight, (action,))
        return kept is None or kept.pays < end.pays
    return isinstance(action, Discard | Done) and action != end.action


def _passes(sight: Sight, action: Action) -> Found:
    rules, top = sight.view.rules, sight.top
    if not {DRAW, TAKE} <= set(sight.view.legal) or rules.count == "unmatched":
        return None
    if rules.wait_after_spread or rules.last_lay != "no" or top & sight.deck.wild:
        return None
    if not any(pair & sight.hand == pair for pair in sight.deck.partners[top]):
        return None
    return action == DRAW


def _grabs(sight: Sight, action: Action) -> Found:
    deck, top = sight.deck, sight.top
    if not {DRAW, TAKE} <= set(sight.view.legal) or top & (deck.wild | sight.hittable):
        return None
    if any(other & sight.hand for other, _ in deck.linked[top]):
        return None
    average = deck.count(sight.unseen) / max(1, sight.n_unseen)
    return None if deck.points[top] <= average else action == TAKE


SLIPS: Final = {
    "overlooks": Slip("leaves a spread or a hit lying in the hand", _overlooks),
    "breaks": Slip("breaks up cards that go together, though a loose card counts as much", _breaks),
    "clings": Slip("keeps a pair that nothing can complete, and throws less", _clings),
    "forgets": Slip("throws what goes with a card that the next player took", _forgets),
    "fears": Slip("does not drop, though its count is far below what is low enough", _fears),
    "pride": Slip("drops with a count far above what is low enough", _is_proud),
    "misses": Slip("lets a win go that was certain", _misses),
    "passes": Slip("does not take a discard that makes a spread", _passes),
    "grabs": Slip("takes a high discard that goes with nothing", _grabs),
    # ``slips_in`` counts the drops that were caught, which show only at the end.
    "caught": Slip("drops and is caught", lambda _sight, action: False if action == DROP else None),
}
"""The kinds of slips that are counted, by a short name."""
