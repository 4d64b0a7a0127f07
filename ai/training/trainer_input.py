"""What the C trainer reads: rule sets as words, and at which counts the expert drops.

``python -m ai.training.trainer_input FILE`` writes a line for each preset that the trainer knows,
each number of seats, and each number of cards of the seat with fewest: the thresholds, round by
round.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ai.drops.tables import rows_of, table_for
from game.rules.cards import RANKS, SUITS
from game.rules.presets import preset
from game.rules.ruleset import RuleSet

PLACES: Final = (
    "standard",
    "no_upcard",
    "waits",
    "forced_spreads",
    "forced_spreads_aces",
    "low_naturals",
    "baton_rouge",
    "rushville",
    "chicago",
    "washington_state",
    "push_up",
    "dead_jokers",
    "rising_faces",
    "seattle",
    "vietnam",
    "texas",
    "black_company",
    "five_seven_nine",
    "forty_nine_turn",
    "double_double",
    "unmatched",
    "tunk",
    "slap",
    "slap_polite",
)

_CATCHES: Final = (
    "standard",
    "lowest_only",
    "dropper_covers",
    "single_each",
    "single_worse_pay",
    "double_to_all",
    "five_to_lowest",
    "double_to_beaters",
    "quad_to_beaters",
    "whole_table",
    "single_to_lower",
)
_NEEDS: Final = ("any", "second_spread", "spreads_only", "first_turn_two_spreads", "never")
_LAST_LAYS: Final = ("no", "drop", "stockout", "both")
_MATCHES: Final = ("", "count", "at_most", "all_faces")


def words(rules: RuleSet, seats: int) -> tuple[str, ...]:
    """A rule set as ``key=value`` words of the trainer's command line, for the keys it knows."""
    return (f"seats={seats}", *(f"{key}={int(value)}" for key, value in _keys(rules, seats)))


def _keys(rules: RuleSet, seats: int) -> Iterator[tuple[str, int]]:
    yield "rank_set", sum(1 << RANKS.index(rank) for rank in rules.ranks)
    yield "suit_set", sum(1 << SUITS.index(suit) for suit in rules.suits)
    yield "jokers", rules.jokers
    yield "wild", ("2" in rules.wild) + 2 * ("X" in rules.wild)
    yield "wild_points", -1 if rules.wild_points == "own" else rules.wild_points
    yield "slap", ("off", "race", "next_first").index(rules.slap)
    yield "any_time", rules.drop_when == "any_time"
    yield "rising", rules.face_values == "rising"
    yield "ace_high", rules.ace == "low_or_high"
    yield "upcard", rules.upcard
    yield "hand_size", rules.cards_dealt(seats)
    yield "catch", _CATCHES.index(rules.catch)
    yield "wait_spread", rules.wait_after_spread
    yield "wait_hit", rules.wait_when_hit
    yield "wait_own", rules.wait_after_own_hit
    yield "hits_stack", rules.hits_stack
    yield "no_first_drop", not rules.first_turn_drop
    yield "must_spread", ("no", "yes", "except_aces").index(rules.must_spread)
    yield "no_hit_books", not rules.hit_books
    yield "one_hit", rules.hits_per_turn
    yield "no_discard_after_hit", not rules.discard_after_hit
    yield "buried", rules.complete_books == "buried"
    yield "use_now", rules.take == "use_now"
    yield "return_taken", rules.return_taken
    yield "at_once", rules.stock_end == "at_once"
    yield "stockout_void", rules.stockout == "void"
    yield "tie_all_paid", rules.stockout_tie == "all_paid"
    yield "no_spread_out", not rules.spread_out
    yield "booed", rules.booed
    yield "hit_voids", rules.hit_voids_tonk
    yield "push_up", rules.scoring == "push_up"
    yield "tonk_pays", rules.tonk_pays
    yield "needs", _NEEDS.index(rules.tonk_needs)
    yield "two_spreads", rules.two_spreads_pays
    yield "out_pays", rules.out_pays
    yield "blocks_out", rules.hit_blocks_out
    yield "double_double", rules.double_double
    yield "unmatched", rules.count == "unmatched"
    yield "drop_at_most", rules.drop_at_most
    yield "last_lay", _LAST_LAYS.index(rules.last_lay)
    yield from _naturals(rules)


def _naturals(rules: RuleSet) -> Iterator[tuple[str, int]]:
    at_deal = [entry for entry in rules.naturals if entry.when == "deal"]
    counts = [entry.value for entry in at_deal if entry.match == "count"]
    yield from zip(("natural1", "natural2", "natural3"), [*counts, 0, 0, 0], strict=False)
    lows = [entry.value for entry in at_deal if entry.match == "at_most"]
    yield "natural_low", max(lows, default=0)
    yield "natural_faces", any(entry.match == "all_faces" for entry in at_deal)
    in_turn = [entry for entry in rules.naturals if entry.when == "turn"]
    for place, entry in enumerate(in_turn, start=1):
        yield f"turn{place}_match", _MATCHES.index(entry.match)
        yield f"turn{place}_value", entry.value
        yield f"turn{place}_pays", entry.pays
        yield f"turn{place}_rank", entry.rank
        yield f"turn{place}_open", entry.open


def main(path: str) -> None:
    """Write the file."""
    lines = []
    for place, name in enumerate(PLACES):
        rules = preset(name)
        for seats in filter(rules.can_seat, (2, 3, 4)):
            for fewest, row in enumerate(rows_of(table_for(rules, seats)), start=1):
                lines.append(" ".join(map(str, (place, seats, fewest, *row))))
    Path(path).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
