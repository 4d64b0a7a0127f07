"""Keys added later: counts, drops, ties of naturals, catches."""

import pytest

from game.rules.actions import DROP, Reason, parse_action
from game.rules.claim_window import ClaimWindow
from game.rules.hand import Hand
from game.rules.naturals import Natural, Tie
from game.rules.presets import preset
from game.rules.results import Result
from game.rules.ruleset import RuleSet
from game.rules.view import view

_NO_NATURALS = RuleSet(naturals=())


def deal(rules: RuleSet, hands: list[str], then: str = "", *, big_one: bool = False) -> Hand:
    """``hands`` from seat 0, who plays first; ``then`` the upcard, if any, and the stock."""
    dealt = [hand.split() for hand in hands]
    first = [card for turn in zip(*dealt, strict=True) for card in turn] + then.split()
    deck = first + [card for card in rules.pack() if card not in first]
    return Hand.deal(rules, len(hands), len(hands) - 1, deck, big_one=big_one)


def play(hand: Hand, actions: str) -> Result | None:
    for text in actions.split(" / "):
        hand.act(*parse_action(text))
    return hand.result


def _why_not(hand: Hand, text: str) -> Reason | None:
    return hand.why_illegal(*parse_action(text))


# Counts.


def test_unmatched_cards_decide_a_drop() -> None:
    hands = ["KC KD KH 3C AS", "AC 2D 3H 4S 6D"]
    played = play(deal(_NO_NATURALS, hands), "0 drop")
    assert played
    assert (played.ending, played.counts) == ("caught", (34, 16))
    unmatched = play(deal(_NO_NATURALS.changed(count="unmatched"), hands), "0 drop")
    assert unmatched
    assert (unmatched.ending, unmatched.counts) == ("drop", (4, 16))


def test_a_hand_that_is_all_spreads_counts_nothing_and_goes_on() -> None:
    rules = _NO_NATURALS.changed(count="unmatched", hand_size=3)
    hand = deal(rules, ["KC KD KH", "AC 5D 9H"], "QD 8S")
    assert (view(hand, 0).count, view(hand, 1).count) == (0, 15)
    assert play(hand, "0 draw / 0 discard 8S") is None
    assert hand.counts() == (0, 15)


def test_unmatched_cards_are_pushed_up() -> None:
    rules = _NO_NATURALS.changed(count="unmatched", scoring="push_up", hand_size=4)
    result = play(deal(rules, ["AC 2D 3H 4S", "KC KD KH 9S"]), "0 drop")
    assert result
    assert (result.ending, result.payments) == ("caught", (10, 0))


def test_a_natural_shows_and_pushes_up_full_counts() -> None:
    rules = RuleSet(count="unmatched", scoring="push_up")
    result = deal(rules, ["KC KD KH QC QD", "JC JD JH AS AD"]).result
    assert result
    assert result.ending == "natural"
    assert (result.counts, result.payments) == ((50, 32), (0, 64))


def test_naturals_thrown_in_show_full_counts() -> None:
    result = deal(RuleSet(count="unmatched"), ["KC KD KH QC QD", "JC JD JH KS QS"]).result
    assert result
    assert (result.ending, result.counts) == ("void", (50, 50))


def test_a_natural_in_turn_shows_full_counts() -> None:
    rules = RuleSet(count="unmatched", naturals=(Natural.of_count(50, 3, when="turn"),))
    result = play(deal(rules, ["KC KD KH QC QD", "JC JD JH AS AD"]), "0 declare")
    assert result
    assert (result.ending, result.counts) == ("natural", (50, 32))


def test_points_of_wild_cards_make_naturals() -> None:
    rules = RuleSet(wild="2", wild_points=25)
    result = deal(rules, ["2C 7D 8H 9S AC", "2D AD 3H 4S 5D"]).result
    assert result
    assert (result.ending, result.winners) == ("natural", (0,))
    assert result.counts == (50, 38)


# Dropping.


def test_a_drop_needs_a_low_count() -> None:
    rules = _NO_NATURALS.changed(drop_at_most=5, hand_size=3)
    hand = deal(rules, ["AC 2D 3H", "AD 2S 2H"], "KC 9D 4C")
    assert _why_not(hand, "0 drop") is Reason.COUNT_TOO_HIGH
    assert DROP not in hand.legal()
    play(hand, "0 draw / 0 discard 9D")
    assert _why_not(hand, "1 drop") is None
    assert DROP in hand.legal()


def test_unmatched_cards_decide_whether_a_drop_is_low_enough() -> None:
    rules = _NO_NATURALS.changed(drop_at_most=5, count="unmatched")
    assert _why_not(deal(rules, ["KC KD KH 3C 2S", "AC 2D 3H 4S 6D"]), "0 drop") is None
    hand = deal(rules, ["KC KD KH 3C 3S", "AC 2D 3H 4S 6D"])
    assert _why_not(hand, "0 drop") is Reason.COUNT_TOO_HIGH


def test_nobody_sees_who_holds_little_enough_to_drop_out_of_turn() -> None:
    rules = _NO_NATURALS.changed(drop_at_most=5, drop_when="any_time", hand_size=3)
    low = deal(rules, ["KC 9D 8H", "AC AD 2H", "KD 9C 8S"], "4C 5C 6C")
    high = deal(rules, ["KC 9D 8H", "QC QD 2S", "KD 9C 8S"], "4C 5C 6C")
    assert (low.droppers(), high.droppers()) == ((1,), ())
    assert (view(low, 1).may_act, view(low, 2).may_act) == ((0, 1), (0,))
    assert view(high, 2).may_act == (0,)
    window = ClaimWindow(low)
    assert window.asked == (1,)
    assert window.view(1).may_act == (1,)
    assert window.view(2).may_act == window.view(0).may_act == ()


def test_the_limit_binds_for_the_whole_hand() -> None:
    hand = deal(_NO_NATURALS.changed(drop_at_most=5), ["KC KD 9H 3C 2S", "QC QD 9D 8H 7S"])
    for _ in range(12):
        assert DROP not in hand.legal()
        hand.act(hand.turn, hand.legal()[0])
        hand.act(hand.turn, hand.legal()[-1])


def test_caught_one_to_every_lower_seat() -> None:
    rules = _NO_NATURALS.changed(catch="single_to_lower", hand_size=3, jokers=1)
    hands = ["AC 2C 3C", "AD 2D 2S", "X1 AH 2H", "3D 2H 4C"]
    hands[3] = "KC 9C AS"
    result = play(deal(rules, hands, "KH"), "0 drop")
    assert result
    assert (result.counts, result.payments) == ((6, 5, 3, 20), (-3, 0, 4, -1))


def test_caught_by_an_equal_count_alone() -> None:
    """The equal seat is lowest: it is paid 1 as such, and 1 by who is not lowest, dropper too."""
    rules = _NO_NATURALS.changed(catch="single_to_lower", hand_size=3)
    result = play(deal(rules, ["AC 2C 3C", "AD 2D 3D", "KC 9C AS"], "KH"), "0 drop")
    assert result
    assert result.payments == (-2, 3, -1)


# Ties of naturals.

_FIFTIES = ["KC KD QH QC JD", "KH KS QD QS JC", "JH JS TC TD TH"]
_FOURTH = "AC 2D 3H 4S 6D"
_FIFTH = "AD 2H 3S 4C 6H"


def _tied(rules: RuleSet, *others: str, big_one: bool = False) -> Result:
    result = deal(rules, [*_FIFTIES, *others], big_one=big_one).result
    assert result
    return result


def test_tied_naturals_share() -> None:
    """Two seats pay 2 each: four stakes among three, the odd one to the first from the left."""
    result = _tied(RuleSet(natural_tie="split"), _FOURTH, _FIFTH)
    assert (result.ending, result.winners) == ("natural", (0, 1, 2))
    assert result.payments == (2, 1, 1, -2, -2)


def test_the_odd_stakes_go_from_the_dealers_left_on() -> None:
    hands = [_FOURTH, *_FIFTIES]
    hand = deal(RuleSet(natural_tie="split", naturals=(Natural.of_count(50, 5),)), hands)
    assert hand.result
    assert hand.result.payments == (-5, 2, 2, 1)


def test_the_highest_pay_of_the_tied_is_shared() -> None:
    naturals = (Natural.of_count(50, 7), Natural.of_count(49, 1))
    hands = ["KC KD QH QC JD", "KH KS QD QS 9C", _FOURTH]
    hand = deal(RuleSet(natural_tie="split", naturals=naturals), hands)
    assert hand.result
    assert hand.result.payments == (4, 3, -7)


def test_the_big_one_doubles_what_was_shared() -> None:
    rules = RuleSet(natural_tie="split", naturals=(Natural.of_count(50, 2),))
    assert _tied(rules, _FOURTH).payments == (1, 1, 0, -2)
    assert _tied(rules, _FOURTH, big_one=True).payments == (2, 2, 0, -4)


def test_a_share_of_nothing_wins_too() -> None:
    result = _tied(RuleSet(natural_tie="split"), _FOURTH)
    assert (result.winners, result.payments) == ((0, 1, 2), (1, 1, 0, -2))


def test_push_up_adds_by_the_highest_pay_of_the_tied() -> None:
    rules = RuleSet(natural_tie="split", scoring="push_up", naturals=(Natural.of_count(50, 3),))
    assert _tied(rules, _FOURTH).payments == (0, 0, 0, 48)


def test_nobody_left_to_pay() -> None:
    result = _tied(RuleSet(natural_tie="split"))
    assert (result.ending, result.winners, result.payments) == ("void", (), (0, 0, 0))


@pytest.mark.parametrize(
    ("tie", "payments"),
    [
        ("void", (0, 0, 0, 0)),
        ("eldest", (6, -2, -2, -2)),
        ("all_paid", (2, 2, 2, -6)),
        ("split", (1, 1, 0, -2)),
    ],
)
@pytest.mark.parametrize("table", ["void", "all_paid"])
def test_a_natural_settles_its_own_ties(tie: Tie, payments: tuple[int, ...], table: Tie) -> None:
    naturals = [{"match": {"count": 50}, "pays": 2, "tie": tie}]
    rules = RuleSet().changed(naturals=naturals, natural_tie=table)
    assert _tied(rules, _FOURTH).payments == payments


def test_naturals_that_say_different_things_are_settled_by_the_table() -> None:
    hands = ["KC KD QH QC JD", "KH KS QD QS 9C", _FOURTH]
    for other in ({"tie": "eldest"}, {}):
        naturals = [
            {"match": {"count": 50}, "pays": 2, "tie": "split"},
            {"match": {"count": 49}, "pays": 2, **other},
        ]
        rules = RuleSet().changed(naturals=naturals, natural_tie="all_paid")
        hand = deal(rules, hands)
        assert hand.result
        assert hand.result.payments == (2, 2, -4)


def test_a_tie_of_a_natural_in_turn_has_no_effect() -> None:
    natural = {"match": {"count": 50}, "pays": 2, "tie": "split", "when": "turn"}
    hand = deal(RuleSet().changed(naturals=[natural]), [*_FIFTIES, _FOURTH])
    result = play(hand, "0 declare")
    assert result
    assert result.payments == (6, -2, -2, -2)


def test_a_natural_of_no_points() -> None:
    rules = RuleSet(jokers=4, hand_size=3, naturals=(Natural.of_count(0, 3),))
    result = deal(rules, ["X1 X2 X3", "AC 2C 3D"]).result
    assert result
    assert result.payments == (3, -3)


def test_the_presets_play() -> None:
    hand = deal(preset("tunk"), ["2C KC KD 3H 4H 5H AS", "2D 2H QC QD 9H 8S 7C"])
    assert view(hand, 0).count == 1
    assert view(hand, 1).count == 24
    assert _why_not(hand, "0 drop") is None
