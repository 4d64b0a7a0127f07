"""Rules by example: the reference referee agrees with the engine, under any rules."""

from random import Random
from typing import Any

import pytest

from ai.random_rules import random_rules
from game.rules.actions import Discard, Draw, Drop, Spread, Stop
from game.rules.examples import Example, ExampleDeal, examples, has_examples
from game.rules.naturals import Natural
from game.rules.position import Position
from game.rules.presets import PRESETS, STANDARD, preset
from game.rules.results import Ending
from game.rules.ruleset import OPTIONS, RuleSet
from game.rules.spreads import spreads_in
from tests.rules.reference import melds
from tests.rules.reference.judge import Lay
from tests.rules.reference.referee import Referee

_FACES = (Natural("all_faces", 0, 2),)
_TWO_SUITS: dict[str, Any] = {"suits": "CD", "jokers": 2, "upcard": False, "hand_size": 5}
KEYS = [key for key in OPTIONS if has_examples(key)]
CATCHES = [value for value in OPTIONS["catch"].words if isinstance(value, str)]


def refereed(example: Example) -> Referee:
    """Return the referee after all actions of an example."""
    start = example.start
    deck = start.deck if isinstance(start, ExampleDeal) else start.rules.pack()
    referee = Referee(start.rules, start.seats, start.seats - 1, deck)
    if isinstance(start, Position):
        referee.hands = [list(cards) for cards in start.hands]
        referee.dealt = [list(cards) for cards in start.hands]
        referee.pile, referee.stock = list(start.pile[::-1]), list(start.stock)
        referee.turn, referee.phase, referee.outcome = start.turn, "start", None
        referee.booed = start.rules.booed and len(start.stock) <= start.seats
        for number, spread in enumerate(start.spreads):
            laid = melds.read(start.rules, Spread(spread.cards), spread.owner)
            assert laid is not None
            referee.table.append(laid)
            referee.lays.append(Lay(spread.owner, "spread", number, turn_of_seat=1))
        for place, seat in enumerate(referee.seats):
            seat.turns_begun = start.turns // start.seats
            seat.turns_begun += (place - start.turn) % start.seats >= start.seats - (
                start.turns % start.seats
            )
    for seat_number, action in example.deeds if example.refused is None else ():
        if referee.phase == "slap":
            referee.close_slap()
        referee.play(seat_number, action)
    if referee.phase == "slap":
        referee.close_slap()
    return referee


def check(example: Example) -> None:
    referee, result = refereed(example), example.hand.result
    if example.refused is not None:
        ((seat, action),) = example.deeds
        assert not referee.allows(seat, action)
        return
    outcome = referee.outcome
    assert result is not None
    assert outcome is not None
    assert (result.ending.value, list(result.winners)) == (outcome.ending, outcome.winners)
    assert list(result.counts) == outcome.counts
    assert list(result.payments) == outcome.payments


def can_come_about(example: Example) -> bool:
    """Return whether play can lead to the initial hands of an example."""
    start, rules = example.start, example.start.rules
    dealt = rules.cards_dealt(start.seats)
    if isinstance(start, ExampleDeal):
        return all(len(cards) == dealt for cards in start.hands)
    # Of four cards one draws a fifth, lays three, discards one, and keeps one.
    can_shrink = dealt >= 4 and (len(rules.suits) + bool(rules.wild) >= 3 or len(rules.ranks) >= 3)
    for seat, cards in enumerate(start.hands):
        begun = start.turns > (seat - start.dealer - 1) % start.seats
        sizes = range(1, dealt + 1) if begun and can_shrink else (dealt,)
        kept = [
            spread
            for spread in spreads_in(rules, cards)
            if rules.must_spread == "yes" or {card[0] for card in spread.cards} - {"A", *rules.wild}
        ]
        laid = [spread.cards for spread in start.spreads if spread.owner == seat]
        if laid and (not begun or sum(map(len, laid)) != dealt - len(cards)):
            return False
        if len(cards) not in sizes or (begun and kept and rules.must_spread != "no"):
            return False
    return True


def ends(rules: RuleSet, key: str) -> list[str]:
    """Return the endings of the examples of a key."""
    return [each.hand.result.ending for each in examples(rules, key) if each.hand.result]


@pytest.mark.share(1)
@pytest.mark.parametrize("part", range(8))
def test_the_plain_referee_agrees_with_every_example_of_random_rules(part: int) -> None:
    shown = set()
    for number in range(part, 240, 8):
        rules = random_rules(Random(f"examples {number}"), 4)
        for key in KEYS:
            for example in examples(rules, key):
                assert can_come_about(example), (number, key)
                check(example)
                shown.add(key)
    assert shown >= set(KEYS)


@pytest.mark.parametrize("name", PRESETS)
def test_every_rule_of_a_preset_that_can_be_shown_is_shown(name: str) -> None:
    rules = preset(name)
    for key in KEYS:
        found = examples(rules, key)
        for example in found:
            check(example)
        is_on = getattr(rules, key) != getattr(STANDARD, key)
        assert found or not is_on or not rules.naturals, key


def test_examples_are_of_keys_that_the_rules_speak_of() -> None:
    assert set(KEYS) <= set(OPTIONS)
    assert examples(STANDARD, "slap") == ()
    assert examples(RuleSet(ranks="K", suits="S"), "catch") == ()
    assert has_examples("stock_end", RuleSet(stock_end="at_once"))
    assert not has_examples("stock_end", STANDARD)
    assert has_examples("stockout", STANDARD)


@pytest.mark.parametrize(
    ("key", "number", "rules"),
    [
        # On a first turn 10 cards are left for two hands of five, 4 for one, and one lies open.
        ("two_spreads_pays", 1, RuleSet(ranks="23456789", **_TWO_SUITS)),
        ("two_spreads_pays", 1, RuleSet(ranks="34567", **_TWO_SUITS)),
        # No hands without a card of the run's suit count what they should.
        ("count", 0, RuleSet(ranks="89TJQK", suits="CD", hand_size=3, drop_at_most=2)),
        ("naturals", 1, RuleSet(ranks="A23456789TJ", hand_size=4, naturals=_FACES)),
        ("naturals", 0, RuleSet(ranks="A23456789TJ", hand_size=5, naturals=_FACES)),
    ],
)
def test_what_a_small_pack_cannot_show_is_left_out(key: str, number: int, rules: RuleSet) -> None:
    assert len(examples(rules, key)) == number


def test_somebody_who_holds_a_wild_card_holds_nothing_else() -> None:
    (wild,) = examples(preset("tunk"), "wild_points")
    assert wild.start.hands == (("3C",), ("2C",), ("5D",), ("6H",))


@pytest.mark.parametrize("catch", CATCHES)
def test_each_way_of_paying_for_a_catch_is_shown_won_beaten_and_tied(catch: str) -> None:
    won, beaten, shared, tied = examples(RuleSet(catch=catch), "catch")
    for example in (won, beaten, shared, tied):
        check(example)
    assert beaten.hand.counts() == (6, 5, 3, 20)
    assert won.hand.result is not None
    assert won.hand.result.ending is Ending.DROP
    assert ends(RuleSet(catch=catch), "catch")[1:] == ["caught"] * 3
    assert shared.hand.result is not None
    assert shared.hand.result.winners == (1, 2)


def test_the_payments_of_the_rules_own_example() -> None:
    paid = {}
    for catch in ("standard", "single_each", "whole_table"):
        result = examples(RuleSet(catch=catch), "catch")[1].hand.result
        assert result is not None
        paid[catch] = result.payments
    assert paid == {
        "standard": (-4, 1, 4, -1),
        "single_each": (-3, 0, 4, -1),
        "whole_table": (-6, 0, 6, 0),
    }


def test_forty_nine_beside_fifty_is_a_tie_that_pays_nobody() -> None:
    (tie,) = examples(STANDARD, "natural_tie")
    assert sorted(tie.hand.counts())[-2:] == [49, 50]
    assert ends(STANDARD, "natural_tie") == ["void"]
    assert ends(RuleSet(natural_tie="eldest"), "natural_tie") == ["natural"]


def test_naturals_that_go_before_others_and_low_ones_are_shown_together() -> None:
    low = Natural.at_most(11, rank=1, low_wins=True)
    rules = RuleSet(naturals=(low, Natural.of_count(50), Natural.of_count(49, when="turn")))
    for example in examples(rules, "naturals"):
        check(example)
    first, fifty, turn, both, lower = examples(rules, "naturals")
    counts = [each.hand.counts() for each in (first, fifty, turn, both, lower)]
    assert counts[1][0] == 50
    assert counts[2][0] == 49
    assert turn.deeds
    assert counts[3][0] <= 11
    assert counts[3][2] == 50
    assert counts[4][2] < counts[4][0] <= 11
    assert lower.hand.result is not None
    assert lower.hand.result.winners == (2,)


def test_a_natural_with_a_tie_of_its_own_is_shown_twice() -> None:
    rules = RuleSet(naturals=(Natural("count", 50, 2, tie="all_paid"), Natural.of_count(49)))
    *_, tie = examples(rules, "naturals")
    check(tie)
    assert tie.hand.counts()[0] == tie.hand.counts()[2] == 50


def test_a_drop_with_too_much_is_refused() -> None:
    fine, refused = examples(RuleSet(drop_at_most=5), "drop_at_most")
    assert fine.hand.counts()[0] <= 5
    assert refused.hand.counts()[0] > 5
    assert refused.refused is not None


def test_a_stock_out_comes_by_a_stop_or_by_itself() -> None:
    (stopped,) = examples(STANDARD, "stockout")
    (by_itself,) = examples(RuleSet(stock_end="at_once"), "stockout")
    assert [type(action) for _seat, action in stopped.deeds] == [Draw, Discard, Stop]
    assert [type(action) for _seat, action in by_itself.deeds] == [Draw, Discard]
    assert ends(STANDARD, "stockout") == ends(RuleSet(stock_end="at_once"), "stockout")


def test_cards_laid_before_counting_are_shown_after_a_drop_and_a_stock_out() -> None:
    drop, stockout = examples(RuleSet(last_lay="both"), "last_lay")
    assert Drop in [type(action) for _seat, action in drop.deeds]
    for example in (drop, stockout):
        check(example)
        before = example.start.hand().counts()[1]
        assert example.hand.counts()[1] < before
        assert Spread in [type(action) for _seat, action in example.deeds]
    assert len(examples(RuleSet(last_lay="both", stockout="void"), "last_lay")) == 1


@pytest.mark.parametrize("must_spread", ["yes", "except_aces"])
@pytest.mark.parametrize("hand_size", [3, 4, 5, 7, "by_seats"])
def test_nobody_holds_back_a_spread_that_had_to_be_laid(
    must_spread: str, hand_size: int | str
) -> None:
    keys = {"must_spread": must_spread, "hand_size": hand_size}
    rules = RuleSet(last_lay="both", two_spreads_pays=4).changed(**keys)
    for key in KEYS:
        for example in examples(rules, key):
            check(example)
            assert can_come_about(example), key
    (count,) = examples(rules, "count")
    assert {len(cards) for cards in count.start.hands} == {rules.cards_dealt(4)}
    titles = [str(each.title) for each in examples(rules, "two_spreads_pays")]
    assert "Two spreads, on a later turn:" not in titles
    assert len(examples(rules, "last_lay")) == (2 if rules.cards_dealt(4) > 3 else 0)


def test_of_three_cards_dealt_nobody_is_left_with_fewer() -> None:
    rules = RuleSet(hand_size=3, naturals=(), drop_at_most=8)
    shown = {key: examples(rules, key) for key in KEYS}
    held = [each.start.hands for found in shown.values() for each in found]
    assert {len(cards) for hands in held for cards in hands} == {3}
    assert len(shown["catch"]) == 4
    for key in ("tonk_pays", "out_pays", "drop_at_most", "stockout", "stockout_tie"):
        assert shown[key], key
    # Of a small pack, some ways to deal the other hands give somebody a spread.
    small = rules.changed(ranks="A2345", jokers=2, must_spread="yes")
    assert len(examples(small, "tonk_pays")) == 2


def test_where_no_spread_may_end_it_a_double_double_is_of_hits() -> None:
    for is_free in (True, False):
        rules = RuleSet(double_double=True, spread_out=is_free)
        (after,) = examples(rules, "double_double")
        check(after)
        assert after.hand.result is not None
        assert after.hand.result.ending is Ending.DOUBLE_DOUBLE


def test_a_tonk_is_shown_at_a_table_where_not_every_hand_is_booed() -> None:
    rules = RuleSet(ranks="A23JQK", booed=True, naturals=())
    assert ends(rules, "tonk_pays") == ["tonk", "tonk"]
    assert {each.start.seats for each in examples(rules, "tonk_pays")} == {3}


def test_a_hand_emptied_while_the_deck_is_booed_wins_by_its_count_of_nothing() -> None:
    (booed,) = examples(RuleSet(booed=True), "booed")
    check(booed)
    assert (booed.hand.result and booed.hand.result.ending, booed.hand.counts()[0]) == ("drop", 0)
    assert examples(STANDARD, "booed") == ()


def test_a_hand_emptied_on_the_last_turn_is_a_tonk_but_not_while_booed() -> None:
    assert ends(RuleSet(stock_end="at_once"), "stock_end") == ["tonk"]
    assert ends(RuleSet(stock_end="at_once", booed=True), "stock_end") == ["stockout"]
    assert examples(STANDARD, "stock_end") == ()
