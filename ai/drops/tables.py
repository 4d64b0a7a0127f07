"""The table of thresholds for the rules in force: kept for the presets, worked out for the rest."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, TypeAlias, cast

from ai.drops.solver import ROUNDS, Cell, Table, cell, rows_for, solved
from game.broken import own_json
from game.rules.presets import PRESETS, preset
from game.rules.ruleset import RULE_SETS_KEPT, RuleSet
from game.rules.view import SeatView

SEATS_KEPT: Final = (2, 3, 4, 5, 6)
HANDS = 400
"""Hands played out where a table has to be worked out at the table; it takes a moment, once."""
_DATA: Final = "tables.json"


Thresholds: TypeAlias = Mapping[Cell, int]
"""The highest counts with which to drop, in thousandths of a point; or ``NEVER``."""
NEVER: Final = -1000


def threshold(view: SeatView, thresholds: Thresholds) -> int:
    """The highest count with which to drop now."""
    fewest = min(size for seat, size in enumerate(view.sizes) if seat != view.seat)
    if not fewest:
        return NEVER
    dealt = view.rules.cards_dealt(view.seats)
    own, rows = view.sizes[view.seat], rows_for(view.rules, view.seats)
    return thresholds[cell(view.turns // view.seats, fewest, own, dealt, rows)]


@lru_cache(maxsize=RULE_SETS_KEPT * 4)
def thresholds_for(rules: RuleSet, seats: int) -> Thresholds:
    """The table of these rules as players use it."""
    return _in_thousandths(table_for(rules, seats))


def kept_for(rules: RuleSet, seats: int) -> Thresholds:
    """The same where it was worked out beforehand; else empty."""
    return _in_thousandths(_kept(rules, seats))


def _in_thousandths(table: Table) -> Thresholds:
    return {place: round(1000 * count) for place, count in table.items()}


def _kept(rules: RuleSet, seats: int) -> Table:
    return kept_tables().get((presets_by_race().get(bared(rules), ""), seats), {})


def drop_table(thresholds: Thresholds) -> list[list[int]]:
    """The same as the kernel takes it: a row for each number of cards, a column for each round."""
    most = max(fewest for _, fewest in thresholds)
    return [[thresholds[each, row] for each in range(ROUNDS)] for row in range(1, most + 1)]


@lru_cache(maxsize=RULE_SETS_KEPT * 4)
def table_for(rules: RuleSet, seats: int) -> Table:
    """The table of these rules."""
    return _kept(rules, seats) or solved(bared(rules), seats, HANDS)


def bared(rules: RuleSet) -> RuleSet:
    """The rules without what has no say in when to drop."""
    return rules.changed(
        naturals=(),
        natural_tie="void",
        touch_stock=False,
        stake=1,
        scoring="stakes" if rules.scoring == "scorepad" else rules.scoring,
        push_up_target=100,
        big_one=0,
        high_suit_bet="off",
        natural_bet="off",
        side_ante=1,
        next_dealer="left",
    )


@lru_cache(maxsize=1)
def presets_by_race() -> Mapping[RuleSet, str]:
    """For each bared rule set of a preset the first preset that has it."""
    return {bared(preset(name)): name for name in reversed(PRESETS)}


@lru_cache(maxsize=1)
def kept_tables() -> Mapping[tuple[str, int], Table]:
    """The tables worked out beforehand, by preset and seats."""
    return own_json("ai.drops", _DATA, _tables)


def _tables(held: Any) -> Mapping[tuple[str, int], Table]:  # noqa: ANN401  # no table raises
    """What their file holds; ``ValueError`` and the like where it holds anything else."""
    return {
        (name, int(seats)): _table(rows, rows_for(preset(name), int(seats)))
        for name, by_seats in held["tables"].items()
        for seats, rows in by_seats.items()
    }


def _table(rows: list[list[float]], count: int) -> Table:
    if len(rows) != count or any(len(row) != ROUNDS for row in rows):
        raise ValueError(rows)
    return {
        (round_, fewest): _number(count)
        for fewest, row in enumerate(rows, start=1)
        for round_, count in enumerate(row)
    }


def _number(value: object) -> float:
    if type(value) not in (int, float):
        raise TypeError(value)
    return cast(float, value)


def rows_of(table: Table) -> list[list[float]]:
    """A table as it is kept: a row for each number of cards, from one up; a column a round."""
    most = max(fewest for _, fewest in table)
    return [
        [round(table[round_, fewest], 1) for round_ in range(ROUNDS)]
        for fewest in range(1, most + 1)
    ]
