"""A hand in words tells what the log at the table tells: last lays, ties, void hands, catches."""

from collections.abc import Sequence

import pytest

from game.cli.transcript import lines_of
from game.rules.actions import parse_action
from game.rules.hand import Hand
from game.rules.presets import earlier_preset, preset
from game.rules.record import HandRecord, record_of
from game.rules.ruleset import RuleSet
from tests.scenarios.scenario import Table, all_scenarios, deck_of

NAMES = ("Ann", "Bob", "Cyd", "Dee")
THREE = ("2C 2D 3H 4S 9C", "5C 5D 5H TC JD", "6C 7C 8C QD KH")
"""They count 20, 35 and 41; the second holds a book, the third a run."""


def told(
    rules: RuleSet, hands: Sequence[str], actions: str = "", seat: int | None = None
) -> list[str]:
    """What is told of a hand after its deal; the last seat deals, an eight lies on the pile."""
    table = {"hands": hands, "upcard": "8H"}
    hand = Hand.deal(rules, len(hands), len(hands) - 1, deck_of(table, rules, len(hands) - 1))
    for text in filter(None, actions.split(" / ")):
        hand.act(*parse_action(text))
    lines = [*lines_of(record_of(hand, NAMES[: len(hands)]), seat)]
    return lines[lines.index("The upcard is 8♥.") + 1 :]


def no_naturals(**changes: object) -> RuleSet:
    return preset("standard").changed(naturals=(), **changes)


def test_a_drop_that_ends_the_hand_is_told_before_its_ending() -> None:
    assert told(no_naturals(), THREE, "0 drop")[:2] == [
        "Ann drops.",
        "Ann wins with 20. Closest was Bob with 35.",
    ]


def test_a_drop_out_of_turn_is_told_as_such() -> None:
    lines = told(no_naturals(drop_when="any_time"), THREE, "1 drop")
    assert lines[0] == "Bob drops out of turn."
    assert lines[1] == "Caught! Bob dropped with 35, but Ann had 20."


def test_the_beginning_of_a_last_lay_is_told_after_the_drop() -> None:
    actions = "0 drop / 1 spread 5C 5D 5H / 1 pass / 2 spread 6C 7C 8C / 2 pass"
    assert told(no_naturals(last_lay="both"), THREE, actions)[:6] == [
        "Ann drops.",
        "Ann dropped: the others may lay spreads and hits once more before the count.",
        "Bob lays a book: 5♣ 5♦ 5♥.",
        "Bob passes.",
        "Cyd lays a run: 6♣ 7♣ 8♣.",
        "Cyd passes.",
    ]


def test_a_last_lay_that_closes_a_slap_is_told_before_what_is_done_in_it() -> None:
    table = Table(next(each for each in all_scenarios() if " and closes the slap" in each.name))
    table.play()
    lines = [*lines_of(record_of(table.hand, NAMES[:2]), None)]
    begins = "The stock is out: everyone may lay spreads and hits once more before the count."
    assert lines[lines.index(begins) - 1] == "Bob discards 5♣."
    assert lines[lines.index(begins) + 1] == "Ann passes."


def test_a_record_that_stops_before_the_last_lay_tells_that_it_has_begun() -> None:
    lines = told(no_naturals(last_lay="both"), THREE, "0 drop", seat=1)
    assert lines[-2:] == [
        "Ann dropped: the others may lay spreads and hits once more before the count.",
        "The record stops here; the hand is not over.",
    ]


TIED = ("JC QC KC JD QD", "KD JH QH KH JS", "AC 2D 3H 4S 6C")


def test_how_tied_naturals_are_paid_is_told() -> None:
    rules = preset("standard").changed(natural_tie="split")
    assert told(rules, TIED)[:1] == [
        "Naturals: Ann with 50 and Bob with 50. Everyone else pays once, and the sum is shared.",
    ]


def test_why_a_hand_is_void_is_told() -> None:
    assert told(preset("standard"), TIED)[:1] == [
        "Naturals: Ann with 50 and Bob with 50. Neither beats the other, so nobody pays."
    ]


def test_whom_a_caught_drop_pays_is_told_where_two_sorts_are_paid() -> None:
    rules = no_naturals(catch="single_to_lower")
    lines = told(rules, THREE, "0 draw / 0 discard AC / 1 draw / 1 discard 3C / 2 drop")
    assert lines[5:8] == [
        "Caught! Cyd dropped with 41, but Ann had 20 and Bob had 35.",
        "Cyd pays everyone who held less: Ann and Bob.",
        "Then everyone else, the dropper too, pays the lowest: Ann.",
    ]
    lines = told(rules, ("2C 2D 3H 4S 9C", "2H 2S 3C 4D 9D"), "0 drop")
    assert lines[1:4] == [
        "Caught! Ann tied at 20 with Bob, and ties beat the dropper.",
        "Ann pays everyone who tied: Bob.",
        "Then everyone else, the dropper too, pays the lowest: Bob.",
    ]


@pytest.mark.parametrize(
    ("rules", "name", "says"),
    [
        (preset("army"), "army", "army"),
        (preset("army"), "", "baton_rouge"),
        (preset("chicago"), "Chicago", "chicago"),
        (preset("chicago").changed(stake=5), "chicago", "chicago, stake = 5"),
        (earlier_preset("tunk"), "tunk", 'tunk (changed), stockout = "lowest"'),
        (earlier_preset("tunk"), "", 'tunk, stockout = "lowest"'),
        (preset("standard"), "dead_jokers", "dead_jokers (changed), jokers = 0"),
        (preset("chicago"), "Friday\x1b night", "Friday� night: chicago"),
        (preset("waits").changed(jokers=2), "Ours", "Ours: waits, jokers = 2"),
    ],
)
def test_rules_are_called_by_a_name_alone_only_where_they_are_its(
    rules: RuleSet, name: str, says: str
) -> None:
    hand = Hand.deal(rules, 2, 1, rules.pack())
    record = HandRecord(rules, NAMES[:2], 1, tuple(hand.deck), (), rules_name=name)
    assert next(iter(lines_of(record, None))).startswith(f"Rules: {says}; 2 seats;")
