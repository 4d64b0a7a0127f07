"""Drop tables: stored for the presets, computed by the kernel for all other rules.

``ai/kernel/drops.c`` describes the method. Without the kernel, players use a rule of thumb under
rules without a stored table.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, TypeAlias

from ai import bridge
from ai.kernel import KernelError
from ai.kernel import plain_player as players
from ai.profile import SOUND
from ai.sight import Deck
from game.bundled_data import own_json
from game.rules.presets import PRESETS, preset
from game.rules.ruleset import RULE_SETS_KEPT, RuleSet
from game.rules.view import SeatView

Thresholds: TypeAlias = tuple[tuple[int, ...], ...]
"""The highest counts with which to drop, in thousandths of a point, or ``NEVER``.

A row for each number of cards, from one up, of the seat that has fewest of the others; in a row a
column for each round, of which the last holds for all that follow. Where a spread keeps a seat from
dropping, one more row is for who laid long ago, all others nothing.
"""
NEVER: Final = -1000  # thousandths of a point, below any count
ROUNDS: Final = players.ROUNDS
SEATS_KEPT: Final = (2, 3, 4, 5, 6)  # numbers of seats that tables are kept for
HANDS: Final = 800
"""Hands played to work out a table at the table; it takes less than a tenth of a second."""
_NEVER_DROPS: Final = replace(
    SOUND, drop_start=NEVER, drop_fall=0, near_start=NEVER, near_fall=0, least=NEVER
)
"""The player of the hands from which a table is computed."""


def threshold(view: SeatView, thresholds: Thresholds) -> int:
    """Return the highest count with which to drop now."""
    fewest = min(size for seat, size in enumerate(view.sizes) if seat != view.seat)
    if not fewest:
        return NEVER
    dealt, round_ = view.rules.cards_dealt(view.seats), view.turns // view.seats
    alone = len(thresholds) > dealt and view.sizes[view.seat] < dealt - 1 <= fewest
    return thresholds[-1 if alone else min(fewest, dealt) - 1][min(round_, ROUNDS - 1)]


@lru_cache(maxsize=RULE_SETS_KEPT * 4)
def thresholds_for(rules: RuleSet, seats: int) -> Thresholds:
    """Return the table of these rules; a table that is not stored is computed on first use."""
    if kept := kept_for(rules, seats):
        return kept
    try:
        return solved(rules, seats)
    except KernelError:
        dealt, deck = rules.cards_dealt(seats), Deck.of(rules)
        rows = dealt + bool(rules.wait_after_spread)
        # By a rule of thumb one drops with 600 thousandths of what as many average cards count.
        each = 600 * deck.total // deck.size
        return tuple((each * min(row, dealt),) * ROUNDS for row in range(1, rows + 1))


def kept_for(rules: RuleSet, seats: int) -> Thresholds:
    """Return the stored table of these rules, empty if there is none."""
    return kept_tables().get((presets_by_race().get(bared(rules), ""), seats), ())


def solved(rules: RuleSet, seats: int, hands: int = HANDS, seed: int = 1) -> Thresholds:
    """Work out the table of these rules from so many hands, dealt by ``seed``.

    ``KernelError`` where there is no kernel, or where it cannot play by these rules.
    """
    found = solved_with_cases(rules, seats, hands, seed)
    return tuple(tuple(at for at, _cases in row) for row in found)


def solved_with_cases(
    rules: RuleSet, seats: int, hands: int, seed: int
) -> list[list[tuple[int, int]]]:
    """Work out the table, each entry with the number of chances to drop that it rests on.

    Where these are too few, as on turns that no hand reaches, the entry is a rule of thumb.
    """
    table = bridge.kernel_rules(bared(rules))
    profile = _NEVER_DROPS
    if rules.count == "all" and rules.last_lay in ("drop", "both"):
        # Who uses tables holds spreads for the last lay; the trap keeps it from dropping.
        profile = replace(profile, uses_tables=True, trap=1_000_000, trap_until=1000)
    player = players.KernelProfile.of(profile.numbers)
    return players.solved_drops(table, seats, player, hands, seed)


def bared(rules: RuleSet) -> RuleSet:
    """Return the rules without the keys that do not affect when to drop."""
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
    """Map each preset's rule set, bared of what does not matter for drops, to its first preset."""
    return {bared(preset(name)): name for name in reversed(PRESETS)}


@lru_cache(maxsize=1)
def kept_tables() -> Mapping[tuple[str, int], Thresholds]:
    """Return the stored tables, by preset and seats."""
    return own_json("ai.drops", "tables.json", _tables)


def _tables(held: Any) -> Mapping[tuple[str, int], Thresholds]:  # noqa: ANN401  # no table raises
    """Return what their file holds; ``ValueError`` and the like where it holds anything else."""
    return {
        (name, int(seats)): _table(rows, preset(name), int(seats))
        for name, by_seats in held["tables"].items()
        for seats, rows in by_seats.items()
    }


def _table(rows: list[list[int]], rules: RuleSet, seats: int) -> Thresholds:
    count = rules.cards_dealt(seats) + bool(rules.wait_after_spread)
    if len(rows) != count or any(len(row) != ROUNDS for row in rows):
        raise ValueError(rows)
    if any(type(each) is not int for row in rows for each in row):
        raise TypeError(rows)
    return tuple(map(tuple, rows))
