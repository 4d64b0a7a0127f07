"""Slips that people make, found in played hands: a pair held too long, a hit overlooked.

Each is told by a rule of its own from what the seat saw when it decided; what it cost is the
coach's to say. A strong player, too, may do any of these once for a good reason, so it is the rate
that tells: how often it was done of the times when it could be.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from ai.dropping import SURELY, drop_at, may_win
from ai.pack import singles
from ai.profile import SOUND
from ai.view_reader import ViewReader
from game.rules.actions import DROP, Action, Discard, Done, Hit, Spread
from game.rules.phases import Phase
from game.rules.record import HandRecord, parse
from game.rules.view import view

Found: TypeAlias = bool | None
"""Whether a slip was made; None where it could not be."""

_BOLD: Final = replace(SOUND, uses_tables=True)
_FEAR, _PRIDE = 0.6, 1.25
"""Parts of the count at which a drop begins to pay: who waits with less than the first is afraid,
who drops with more than the second too sure.
"""
_LITTLE: Final = 3
"""Points by which a safe card may count less and still be the better one to throw."""


@dataclass(frozen=True, slots=True)
class Slip:
    """One kind: what it is in words, and what finds it."""

    words: str
    find: Callable[[ViewReader, Action], Found]


@dataclass(slots=True)
class Tally:
    """How often each kind of slip was made, and how often it could have been."""

    made: Counter[str]
    chances: Counter[str]

    @classmethod
    def empty(cls) -> "Tally":
        """Nothing yet."""
        return cls(Counter(), Counter())

    def count(self, reader: ViewReader, action: Action) -> None:
        """Count one decision."""
        for name, slip in SLIPS.items():
            found = slip.find(reader, action)
            if found is not None:
                self.chances[name] += 1
                self.made[name] += found

    def add(self, other: "Tally") -> None:
        """Count another's too."""
        self.made.update(other.made)
        self.chances.update(other.chances)

    def rate(self, name: str) -> float:
        """The part of its chances in which a slip was made; 0 where there was none."""
        return self.made[name] / self.chances[name] if self.chances[name] else 0


def slips_in(record: HandRecord) -> list[Tally]:
    """The slips of each seat in a right record, finished or not."""
    hand, tallies = record.deal(), [Tally.empty() for _ in record.seats]
    for text in record.actions:
        seat, action = parse(text)
        if seat == hand.turn and hand.phase in (Phase.START, Phase.LAY):
            tallies[seat].count(ViewReader(view(hand, seat)), action)
        hand.act(seat, action)
    return tallies


def _overlooks(reader: ViewReader, action: Action) -> Found:
    """Ends a turn with a spread or a hit that could be laid, where nothing speaks for holding."""
    rules = reader.view.rules
    if reader.view.phase is not Phase.LAY or rules.count == "unmatched" or rules.last_lay != "no":
        return None
    if not any(isinstance(legal, Spread | Hit) for legal in reader.view.legal):
        return None
    return isinstance(action, Discard | Done)


def _throws(reader: ViewReader, action: Action) -> tuple[int, list[int]] | None:
    """The bit of the card that is thrown, and those that could be; None where it is no throw."""
    if not isinstance(action, Discard):
        return None
    bit = reader.facts.pack.bit
    could = [bit[legal.card] for legal in reader.view.legal if isinstance(legal, Discard)]
    return (bit[action.card], could) if len(could) > 1 else None


def _live(reader: ViewReader) -> int:
    """The cards of the hand that go with another, so that a third may yet come."""
    pairs = reader.facts.pairs(reader.hand)
    return _union(both for both, thirds, _ in pairs if thirds & (reader.unseen | reader.hand))


def _union(sets: Iterator[int]) -> int:
    whole = 0
    for each in sets:
        whole |= each
    return whole


def _breaks(reader: ViewReader, action: Action) -> Found:
    thrown = _throws(reader, action)
    if thrown is None:
        return None
    card, could = thrown
    live, points = _live(reader), reader.facts.points
    loose = [points[each] for each in could if not each & (live | reader.facts.wild)]
    paired = [each for each in could if each & live]
    if not loose or not any(points[each] <= max(loose) for each in paired):
        return None
    return bool(card & live) and points[card] <= max(loose)


def _clings(reader: ViewReader, action: Action) -> Found:
    thrown = _throws(reader, action)
    if thrown is None:
        return None
    card, could = thrown
    live, points = _live(reader), reader.facts.points
    linked = _union(both for both, _, _ in reader.facts.pairs(reader.hand))
    dead = linked & ~live
    stuck = [points[each] for each in could if each & dead]
    loose = [each for each in could if not each & linked]
    if not stuck or not any(points[each] < max(stuck) for each in loose):
        return None
    return not card & linked and points[card] < max(stuck)


def _forgets(reader: ViewReader, action: Action) -> Found:
    thrown = _throws(reader, action)
    if thrown is None:
        return None
    card, could = thrown
    facts, held = reader.facts, reader.known[(reader.seat + 1) % reader.seats]
    welcome = _union(each for each in could if any(other & held for other, _ in facts.linked[each]))
    safe = [facts.points[each] for each in could if not each & welcome]
    if not welcome or not safe:
        return None
    least = max(safe) + _LITTLE
    if not any(facts.points[each] <= least for each in singles(welcome)):
        return None
    return bool(card & welcome) and facts.points[card] <= least


def _fears(reader: ViewReader, action: Action) -> Found:
    pays = _pays_to_drop_at(reader)
    if pays is None or reader.count > _FEAR * pays or not may_win(reader.view, reader.count):
        return None
    return action != DROP


def _is_proud(reader: ViewReader, action: Action) -> Found:
    pays = _pays_to_drop_at(reader)
    if pays is None or reader.count <= _PRIDE * pays:
        return None
    return action == DROP


def _pays_to_drop_at(reader: ViewReader) -> float | None:
    """The count at which a drop begins to pay; None where there is no drop to think of."""
    if DROP not in reader.view.legal:
        return None
    pays = drop_at(reader.view, _BOLD)
    return None if pays == SURELY else pays


SLIPS: Final = {
    "overlooks": Slip("leaves a spread or a hit lying in the hand", _overlooks),
    "breaks": Slip("breaks up what goes together, with a loose card as high", _breaks),
    "clings": Slip("keeps a pair that nothing can complete, and throws less", _clings),
    "forgets": Slip("throws what goes with a card that the next player took", _forgets),
    "fears": Slip("does not drop with three fifths of what is low enough", _fears),
    "pride": Slip("drops with a quarter more than is low enough", _is_proud),
}
"""By a short name."""
