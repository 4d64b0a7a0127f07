"""Golden decisions: what a sensible player does in positions written by hand."""

from dataclasses import replace

import pytest

from ai.ends import best_end
from ai.plain import Plain, PlainDecision
from ai.profile import LEVELS, SOUND
from ai.registry import make_bot
from ai.sight import Sight, set_of
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
from game.rules.phases import Phase
from game.rules.presets import STANDARD, preset
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView
from game.rules.view import view as view_of
from tests.ai.positions import position, seen


def choice(view: SeatView, seed: int = 1) -> Action:
    return Plain(SOUND).choose(view, seed)


def test_spreads_what_it_draws() -> None:
    view = seen("KC KD 9H 7S 5C", "QC QD 8H 6S 4C", stock="KH", played="0 draw")
    assert choice(view) == Spread(("KC", "KD", "KH"))


def test_of_two_spreads_lays_the_one_that_leaves_less() -> None:
    # The run takes 9 9 with it into hand, the book leaves 7 and 8.
    view = seen("7S 8S 9S 9H AC", "QC QD 8H 6S 4C", stock="9D", played="0 draw")
    assert choice(view) == Spread(("9D", "9H", "9S"))


def test_hits_the_table_with_a_card_that_fits() -> None:
    view = seen(
        "KC KD KH 2S 3C",
        "KS QD 8H 6S 4C",
        stock="9C TC",
        played="0 draw; 0 spread KC KD KH; 0 discard 9C; 1 draw",
        seat=1,
    )
    assert choice(view) == Hit("KS", 0)


def test_keeps_a_pair_of_nines_and_throws_the_lone_eight() -> None:
    view = seen("9C 9D 8H 2S AC", "QC QD 5H 6S 4C", stock="3D", played="0 draw")
    assert choice(view) == Discard("8H")


def test_throws_the_highest_of_cards_that_go_with_nothing() -> None:
    view = seen("2C 4D 6H 8S AC", "QC QD 5H 7S 4C", stock="TD", played="0 draw")
    assert choice(view) == Discard("TD")


def test_a_pair_whose_mates_are_gone_is_not_worth_keeping() -> None:
    played = "0 draw; 0 discard 9H; 1 draw; 1 discard 9S; 0 draw"
    view = seen("9C 9D 9H 2S AC", "QC QD 5H 9S 4C", stock="8H KD 3D", played=played)
    assert choice(view) in {Discard("9C"), Discard("9D")}


@pytest.mark.parametrize("seed", range(20))
def test_of_equal_cards_never_throws_the_one_that_hits_a_spread(seed: int) -> None:
    rules = STANDARD.changed(hits_per_turn=1)
    view = seen(
        "9S TS JS 4C 2D",
        "8S QS KD AC 2H",
        stock="4D 3C",
        played="0 draw; 0 spread 9S TS JS; 0 discard 4C; 1 draw; 1 hit 8S 0",
        seat=1,
        rules=rules,
    )
    assert choice(view, seed) == Discard("KD")


@pytest.mark.parametrize("seed", range(20))
def test_of_equal_cards_never_throws_the_one_that_the_next_seat_collects(seed: int) -> None:
    view = seen(
        "KS KH JC 2S 3D",
        "9C TD 4H AC 2C",
        stock="5H 9D",
        played="0 draw; 0 discard KS; 1 take; 1 discard 2C; 0 draw",
    )
    assert choice(view, seed) == Discard("JC")


def test_takes_a_discard_that_makes_a_spread() -> None:
    assert choice(seen("KC KD 9H 7S 5C", "QC QD 8H 6S 4C", upcard="KH")) == TAKE


def test_takes_a_discard_that_hits_a_spread() -> None:
    view = seen(
        "5H 6H 7H KC KD",
        "4H TC 9D JS 3C",
        stock="8H",
        played="0 draw; 0 spread 5H 6H 7H; 0 discard 8H",
        seat=1,
    )
    assert choice(view) == TAKE


def test_leaves_a_discard_that_is_no_use() -> None:
    assert choice(seen("QC JD 9H 7S 5C", "KC KD 8H 6S 4C", upcard="TH")) == DRAW


def test_drops_with_a_low_count_and_not_with_a_high_one() -> None:
    assert choice(seen("AC AD 2H 3S 4C", "QC QD 8H 6S 5C")) == DROP
    assert choice(seen("KC JD 9H 7S 5C", "QC QD 8H 6S 4C")) != DROP


def test_the_count_at_which_it_drops_falls_as_the_hand_goes_on() -> None:
    """With the same 20 points it drops at its first turn and no longer at its sixth."""
    cards, other = "7C 6D 4H 2S AC", "QC QD 8H 6S 5C"
    assert choice(seen(cards, other)) == DROP
    rounds, drawn = [], []
    for mine, theirs in zip("JTKJT", "JTKJT", strict=True):
        suits = "HS" if mine + "H" not in drawn else "DC"
        drawn += [mine + suits[0], theirs + suits[1]]
        rounds += [f"0 draw; 0 discard {drawn[-2]}; 1 draw; 1 discard {drawn[-1]}"]
    late = seen(cards, other, upcard="KC", stock=" ".join(drawn), played="; ".join(rounds))
    assert late.hand == ("AC", "7C", "6D", "4H", "2S")
    assert choice(late) != DROP


def test_an_opponent_nearly_out_makes_it_cautious() -> None:
    mine, theirs = "7D 6D 4H 2S AC", "KC KD KH 3S 2C"
    quiet = seen(mine, theirs, stock="9C TC", played="0 draw; 0 discard 9C; 1 draw; 1 discard TC")
    nearly_out = seen(
        mine,
        theirs,
        stock="9C TC",
        played="0 draw; 0 discard 9C; 1 draw; 1 spread KC KD KH; 1 discard TC",
    )
    assert quiet.hand == nearly_out.hand
    assert choice(quiet) == DROP
    assert choice(nearly_out) != DROP


def test_never_drops_against_an_empty_hand() -> None:
    view = seen("KC KD 9H 7S 5C", "QC QD 8H 6S 4C")
    emptied = replace(view, hand=("AC",), sizes=(1, 0), is_booed=True)
    assert choice(emptied) != DROP


@pytest.mark.parametrize("level", LEVELS)
def test_never_drops_with_a_king_against_one_card(level: str) -> None:
    """The other's card can count no more than the king, and who drops loses a tie."""
    rules = STANDARD.changed(stockout="void")
    for view in (
        seen("KC KD 9H 7S 5C", "QC QD 8H 6S 4C", rules=rules),
        without_stock("KC KD 9H 7S 5C", "QC QD 8H 6S 4C", upcard="KH", rules=rules),
    ):
        assert DROP in view.legal
        lone = replace(view, hand=("KC",), sizes=(1, 1))
        chosen = {Plain(LEVELS[level]).choose(lone, seed) for seed in range(100)}
        assert DROP not in chosen


def test_stops_with_a_low_count_when_the_stock_is_empty() -> None:
    assert choice(without_stock("AC 2D 2H 3S AD", "QC QD 8H 6S 4C", upcard="KH")) == STOP


def test_with_a_high_count_and_no_stock_takes_what_helps() -> None:
    assert choice(without_stock("KC KD 9H 8S 7D", "QC QD 8H 6S 4C", upcard="AH")) == TAKE


def test_where_a_stock_out_is_void_a_high_count_stops() -> None:
    rules = STANDARD.changed(stockout="void")
    high = without_stock("KC KD 9H 8S 7D", "QC QD 8H 6S 4C", upcard="AH", rules=rules)
    low = without_stock("AC 2D 2H 3S AD", "QC QD 8H 6S 4C", upcard="KH", rules=rules)
    assert choice(high) == STOP
    assert choice(low) == DROP


def without_stock(*hands: str, upcard: str, rules: RuleSet = STANDARD) -> SeatView:
    hand = position(*hands, upcard=upcard, rules=rules)
    hand.stock.clear()
    return view_of(hand, 0)


# Wins that are certain.

_SEEN_BY = sorted(set(LEVELS) - {"beginner"})
_LAID = "0 draw; 0 spread KC KD KH; 0 discard 9C; 1 draw; 1 discard 8D"


def chosen(view: SeatView, level: str, times: int = 40) -> set[Action]:
    return {Plain(LEVELS[level]).choose(view, seed) for seed in range(times)}


@pytest.mark.parametrize("level", _SEEN_BY)
def test_takes_the_discard_with_which_it_goes_out(level: str) -> None:
    """It lays all with the eight: two stakes, where a drop with 13 might pay one."""
    hands = "KC KD KH 6D 7D", "QC QS 8D 6S 4C"
    view = seen(*hands, stock="9C 3H", played=_LAID)
    assert view.hand == ("6D", "7D")
    assert chosen(view, level) == {TAKE}
    taken = seen(*hands, stock="9C 3H", played=f"{_LAID}; 0 take")
    assert chosen(taken, level) == {Spread(("6D", "7D", "8D"))}


@pytest.mark.parametrize("level", _SEEN_BY)
def test_a_tonk_for_two_comes_before_a_drop_for_one(level: str) -> None:
    hands = "KC KD KH AS AD", "AH QS 8H 6S 4C"
    ace = "0 draw; 0 spread KC KD KH; 0 discard 9C; 1 draw; 1 discard AH"
    view = seen(*hands, stock="9C 3H", played=ace)
    assert DROP in view.legal
    assert chosen(view, level) == {TAKE}
    single = seen(*hands, stock="9C 3H", played=ace, rules=STANDARD.changed(tonk_pays=1))
    assert chosen(single, level) <= {TAKE, DROP}


@pytest.mark.parametrize("level", _SEEN_BY)
def test_drops_where_nobody_can_hold_less(level: str) -> None:
    view = seen("KC KD KH AS 2D", "QC QS 8D 6S 4C", stock="9C 3H", played=_LAID)
    assert view.count == 3
    assert chosen(view, level) == {DROP}


def test_is_not_sure_to_lie_lowest_where_others_may_lay_once_more() -> None:
    hands = "KC KD KH AS 2D", "QC QS 8D 6S 4C"
    for rules in (STANDARD, STANDARD.changed(last_lay="drop"), STANDARD.changed(count="unmatched")):
        view = seen(*hands, stock="9C 3H", played=_LAID, rules=rules)
        assert (best_end(Sight(view), view.legal) is not None) == (rules == STANDARD)


@pytest.mark.parametrize("level", _SEEN_BY)
def test_draws_where_any_card_lets_it_go_out(level: str) -> None:
    """All that it holds can be laid, and what it draws be thrown: here that pays two."""
    rules = STANDARD.changed(out_pays=2, count="unmatched")
    view = seen("7C 2D 3H 9S TS", "QC QS 8H 6S 4C", stock="JS 9C", played="0 draw", rules=rules)
    held = replace(view, hand=("9S", "TS", "JS"), phase=Phase.START, legal=(DROP, DRAW), drawn=None)
    assert chosen(replace(held, sizes=(3, 5)), level) == {DRAW}


def test_a_beginner_overlooks_some_wins() -> None:
    view = seen("KC KD KH AS 2D", "QC QS 8D 6S 4C", stock="9C 3H", played=_LAID)
    actions = [Plain(LEVELS["beginner"]).choose(view, seed) for seed in range(400)]
    assert 40 < sum(action != DROP for action in actions) < 120


# What is held.


@pytest.mark.parametrize("level", LEVELS)
def test_lays_a_finished_run_however_little_stock_is_left(level: str) -> None:
    view = seen("7S 8S 9S KC 2D", "QC QD 5H 6D 4C", stock="3D", played="0 draw")
    for left in (41, 20, 6, 1, 0):
        late = replace(view, stock_size=left, turns=41 - left)
        assert chosen(late, level) == {Spread(("7S", "8S", "9S"))}


@pytest.mark.parametrize("level", LEVELS)
def test_the_hope_for_a_card_never_grows_as_the_stock_runs_down(level: str) -> None:
    view = seen("7S 8S KC KD 2D", "QC QD 5H 6D 4C", stock="3D", played="0 draw")
    pair = set_of(("KC", "KD"))
    hopes = [
        PlainDecision(replace(view, stock_size=left), LEVELS[level], ()).worth(pair)
        for left in range(42)
    ]
    assert hopes == sorted(hopes)


@pytest.mark.parametrize("level", LEVELS)
def test_breaks_no_spread_that_it_holds(level: str) -> None:
    """Where matched cards count nothing it holds the aces, and throws none of them, though it would
    then count hardly more: a beginner throws another card for so little.
    """
    hands = "AC AD AH 2S 2D", "QC QD 5H 6D 4C"
    view = seen(*hands, stock="3H", played="0 draw", rules=preset("unmatched"))
    assert not chosen(view, level, 200) & {Discard("AC"), Discard("AD"), Discard("AH")}


# House rules.


def test_declares_a_natural() -> None:
    view = seen("KC KD KH TS 9C", "QC QD 8H 6S 4C", rules=preset("forty_nine_turn"))
    assert choice(view) == DECLARE


def test_fills_a_spread_with_a_wild_card() -> None:
    view = seen(
        "KC KD X1 7S 5C", "QC QD 8H 6S 4C", stock="9D", played="0 draw", rules=preset("chicago")
    )
    assert choice(view) == Spread(("KC", "KD", "X1"), (("X1", "K"),))


def test_keeps_a_wild_card_rather_than_a_small_one() -> None:
    view = seen(
        "KC 9D 2H 7S 5C", "QC QD 8H 6S 4C", stock="3D", played="0 draw", rules=preset("chicago")
    )
    assert choice(view) == Discard("KC")


def test_a_joker_that_is_not_wild_counts_nothing_and_stays() -> None:
    view = seen(
        "X1 AD 2H 7S 5C", "QC QD 8H 6S 4C", stock="9D", played="0 draw", rules=preset("dead_jokers")
    )
    assert choice(view) == Discard("9D")


def test_knows_that_a_jack_follows_a_seven_in_the_short_pack() -> None:
    view = seen("6H 7H QC JS KD", "QH QD 2D 6S 4C", upcard="JH", rules=preset("army"))
    assert choice(view) == TAKE


def test_may_not_drop_while_it_waits() -> None:
    view = seen(
        "KC KD KH AS 2C",
        "QC QD 8H 6S 4C",
        stock="9C TC",
        played="0 draw; 0 spread KC KD KH; 0 discard 9C; 1 draw; 1 discard TC",
        rules=preset("waits"),
    )
    assert DROP not in view.legal
    assert choice(view) == DRAW


def test_uses_the_card_that_it_had_to_take_for_use() -> None:
    rules = STANDARD.changed(take="use_now")
    view = seen("KC KD 9H 7S 5C", "QC QD 8H 6S 4C", upcard="KH", played="0 take", rules=rules)
    assert choice(view) == Spread(("KC", "KD", "KH"))


def test_lays_what_must_be_laid_before_it_discards() -> None:
    rules = preset("forced_spreads")
    view = seen("AC AD AH 7S 5C", "QC QD 8H 6S 4C", stock="9D", played="0 draw", rules=rules)
    assert choice(view) == Spread(("AC", "AD", "AH"))


_TONKED = "0 draw; 0 spread KC KD KH; 0 spread 9C 9D 9H"


def test_in_a_double_double_it_passes_where_it_cannot_go_out() -> None:
    view = seen(
        "KC KD KH 9C 9D",
        "KS QD 8H 6S 4C",
        seat=1,
        stock="9H",
        played=_TONKED,
        rules=preset("double_double"),
    )
    assert choice(view) == PASS


def test_in_a_double_double_it_lays_all_where_that_empties_its_hand() -> None:
    view = seen(
        "KC KD KH 9C 9D",
        "KS 9S 8H 8S 8C",
        seat=1,
        stock="9H",
        played=_TONKED,
        rules=preset("double_double"),
    )
    assert isinstance(choice(view), Spread | Hit)


def test_in_a_double_double_it_sheds_points_where_points_are_kept() -> None:
    rules = preset("double_double").changed(scoring="push_up")
    view = seen("KC KD KH 9C 9D", "KS QD 8H 6S 4C", seat=1, stock="9H", played=_TONKED, rules=rules)
    assert choice(view) == Hit("KS", 0)


_SLAPPABLE = "0 draw; 0 spread 5H 6H 7H; 0 discard 8H"


def test_slaps_to_be_rid_of_a_card() -> None:
    view = seen(
        "5H 6H 7H KC KD",
        "9C QD 3S AC 2S",
        seat=1,
        stock="8H",
        played=_SLAPPABLE,
        rules=preset("slap"),
    )
    assert choice(view) == Slap(1, 0, "QD")


def test_does_not_slap_its_own_discard_for_nothing() -> None:
    view = seen(
        "5H 6H 7H KC KD", "9C QD 3S AC 2S", stock="8H", played=_SLAPPABLE, rules=preset("slap")
    )
    assert view.legal == (Slap(0, 0),)
    assert choice(view) == PASS


def test_goes_out_by_a_slap() -> None:
    view = seen(
        "5H 6H 7H KC KD",
        "9C QD 3S AC 2S",
        seat=1,
        stock="8H",
        played=_SLAPPABLE,
        rules=preset("slap"),
    )
    last = replace(view, hand=("9C",), sizes=(2, 1), legal=(Slap(1, 0), Slap(1, 0, "9C")))
    assert choice(last) == Slap(1, 0, "9C")


_UNMATCHED = preset("unmatched")


def test_where_matched_cards_count_nothing_it_holds_a_spread_and_throws_what_counts() -> None:
    view = seen("5H 6H 7H KC 2D", "QC QD 8S 6S 4C", stock="9S", played="0 draw", rules=_UNMATCHED)
    assert choice(view) == Discard("KC")


def test_where_matched_cards_count_nothing_it_lays_to_go_out() -> None:
    view = seen("5H 6H 7H 9C 9D", "QC QD 8S 6S 4C", stock="9S", played="0 draw", rules=_UNMATCHED)
    assert isinstance(choice(view), Spread)


def test_where_matched_cards_count_nothing_it_drops_by_the_rest() -> None:
    hands = "TH JH QH AC 2D", "KC KD 8S 6S 4C"
    assert choice(seen(*hands, rules=_UNMATCHED)) == DROP
    assert choice(seen(*hands)) != DROP


def test_where_matched_cards_count_nothing_it_takes_the_fourth_of_a_run() -> None:
    hands = "5H 6H 7H JC TD", "QC QD 9S 6S 4C"
    rules = _UNMATCHED.changed(first_turn_drop=False)
    view = seen(*hands, upcard="8H", rules=rules)
    assert choice(view) == TAKE


def test_throws_a_wild_card_that_counts_more_than_it_promises() -> None:
    hands = "2S KC 9D 7H 5C", "QC QD 8S 6S 4C"
    rules = STANDARD.changed(wild="2", wild_points=25)
    view = seen(*hands, stock="JS", played="0 draw", rules=rules)
    assert choice(view) == Discard("2S")
    assert make_bot("unaware:wild_points:expert").choose(view, 1) != Discard("2S")


def test_in_a_last_lay_it_sheds_all_it_can() -> None:
    rules = STANDARD.changed(last_lay="drop")
    hands = "KC KD KH 9S 4D", "AC AD 2S 3S 8C"
    view = seen(*hands, stock="QS", played="0 draw; 0 discard QS; 1 drop", rules=rules)
    assert choice(view) == Spread(("KC", "KD", "KH"))
    assert make_bot("unaware:last_lay:expert").choose(view, 1) == PASS
