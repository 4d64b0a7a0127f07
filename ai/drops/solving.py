"""The counts at which to drop: those at which nobody gains by dropping sooner or later.

Over hands played out without drops, dropping is a game of stopping: all seats play by the same
table of thresholds, each entry is set to where it would have paid best against the others, and that
is done again and again, ever more gently, until the table is its own best answer.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Final, TypeAlias

from ai.drops.hands import DEALER, PlayedOut, played_out
from ai.drops.payments import DropPays, Payoffs, drop_pays
from ai.pack import pack_facts
from game.rules.ruleset import RuleSet

Cell: TypeAlias = tuple[int, int]
"""A round, and the cards of the other seat that has fewest."""
Table: TypeAlias = Mapping[Cell, float]
Sample: TypeAlias = tuple[int, float]

NEVER: Final = -1.0
ROUNDS: Final = 12
_TURNS: Final = 16
"""How often the table answers itself."""
_GENTLER: Final = 4
_FEW: Final = 10
"""Fewer samples than this say nothing."""
_ENOUGH: Final = 400
_WIDEST: Final = 3
"""Of a round with few samples, so many rounds before and after it have a say."""
_BOLD: Final = 0.6
"""The part of an average hand at which to drop, to begin with."""


def cell(round_: int, fewest: int, own: int, dealt: int, rows: int) -> Cell:
    """Where in the table to look; late rounds, and all who have not laid anything, are alike.

    Where there is one ``rows`` more than cards are dealt, it is for who lay long ago, all others
    nothing.
    """
    alone = rows > dealt and own < dealt - 1 <= fewest
    return min(round_, ROUNDS - 1), rows if alone else min(max(fewest, 1), dealt)


def rows_for(rules: RuleSet, seats: int) -> int:
    """A row for each number of cards; one more where a spread keeps from dropping: whoever has
    waited may drop with a few cards against players who have had those turns.
    """
    return rules.cards_dealt(seats) + bool(rules.wait_after_spread)


@dataclass(frozen=True, slots=True)
class _Line:
    """A hand played out, turn by turn: where in the table, whose turn, with what own count, and
    what a drop would pay, None where none is allowed; at last what the hand paid without drops.
    """

    cells: tuple[Cell, ...]
    seats: tuple[int, ...]
    counts: tuple[int, ...]
    pays: tuple[Payoffs | None, ...]
    end: Payoffs


@lru_cache(maxsize=256)
def solved(rules: RuleSet, seats: int, hands: int) -> Table:
    """The table for these rules, from so many hands played out."""
    dealt, mean = rules.cards_dealt(seats), pack_facts(rules).mean
    paid, rows = drop_pays(rules, DEALER + 1), rows_for(rules, seats)
    lines = [_line(hand, paid, dealt, rows) for hand in played_out(rules, seats, hands)]
    table = {
        (round_, row): _BOLD * mean * min(row, dealt)
        for round_ in range(ROUNDS)
        for row in range(1, rows + 1)
    }
    for turn in range(_TURNS):
        share = 1 / (1 + turn / _GENTLER)
        answer = _best_answer(lines, table)
        table = {key: old + share * (answer.get(key, old) - old) for key, old in table.items()}
    return table


def _line(hand: PlayedOut, paid: DropPays, dealt: int, rows: int) -> _Line:
    moments = hand.moments
    return _Line(
        cells=tuple(
            cell(moment.round, moment.fewest, moment.own, dealt, rows) for moment in moments
        ),
        seats=tuple(moment.seat for moment in moments),
        counts=tuple(moment.counts[moment.seat] for moment in moments),
        pays=tuple(
            paid(moment.seat, moment.counts) if moment.may_drop else None for moment in moments
        ),
        end=hand.pays,
    )


def _best_answer(lines: Sequence[_Line], table: Table) -> Table:
    """For each entry the threshold that would have paid most if all others kept to ``table``."""
    samples: defaultdict[Cell, list[Sample]] = defaultdict(list)
    for line in lines:
        for key, sample in _samples(line, table):
            samples[key].append(sample)
    answer = {}
    for key in table:
        pool = _pool(samples, key)
        if len(pool) >= _FEW:
            answer[key] = _best_threshold(sorted(pool))
    return answer


def _pool(samples: Mapping[Cell, list[Sample]], key: Cell) -> list[Sample]:
    """The samples of an entry and of the rounds around it, as many rounds as make enough."""
    round_, fewest = key
    pool = list(samples.get(key, ()))
    for step in range(1, _WIDEST + 1):
        if step > 1 and len(pool) >= _ENOUGH:
            break
        for near in (round_ - step, round_ + step):
            pool += samples.get((near, fewest), ())
    return pool


def _samples(line: _Line, table: Table) -> Iterator[tuple[Cell, Sample]]:
    """For each turn that the others let come: the count, and what a drop gains over playing on."""
    stops = [
        pays is not None and count <= table[key]
        for key, count, pays in zip(line.cells, line.counts, line.pays, strict=True)
    ]
    first_stop = {}
    for turn, seat in enumerate(line.seats):
        if stops[turn] and seat not in first_stop:
            first_stop[seat] = turn
    later = line.end
    for turn in range(len(stops) - 1, -1, -1):
        seat, pays = line.seats[turn], line.pays[turn]
        if pays is None:
            continue
        if all(turn < stop for other, stop in first_stop.items() if other != seat):
            yield line.cells[turn], (line.counts[turn], pays[seat] - later[seat])
        if stops[turn]:
            later = pays


def _best_threshold(pool: Sequence[Sample]) -> float:
    """Up to which count dropping paid, all in all; between two counts, so that none is on edge."""
    total, most, best = 0.0, 0.0, NEVER
    for count, same in groupby(pool, key=itemgetter(0)):
        total += sum(gain for _, gain in same)
        if total > most:
            most, best = total, count + 0.5
    return best
