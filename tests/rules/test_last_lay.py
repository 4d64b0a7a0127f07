"""The last lay before counts are compared: who is asked, in what order, and its effects (§5.18)."""

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.lab.cli.engine_checks import all_choices
from ai.lab.cli.selftest import Habits, deal, table_for
from game.rules.actions import DROP, PASS, Hit, Reason, Slap, Spread, parse_action
from game.rules.claim_window import ClaimWindow
from game.rules.hand import Hand
from game.rules.moves import has_last_lay
from game.rules.phases import CHANCE, SLAP, START
from game.rules.presets import preset
from game.rules.record import HandRecord, RecordError, read_record, record_of, replay
from game.rules.results import NO_BETS, Ending, NaturalBet, SideBets
from game.rules.ruleset import RuleError, RuleSet
from game.rules.state import Finish
from game.rules.view import view
from tests.rules.placing import placed

HANDS = ("2C 2D 3H 4S 9C", "5C 5D 5H TC JD", "6C 7C 8C QD KH")
STOCK = "QC KC 9H"
"""Seat 0 counts 20, seat 1 holds a book, seat 2 a run; stock: a queen, a king, a nine."""


def dealt(stock: str = STOCK, bets: SideBets = NO_BETS, /, **changed: object) -> Hand:
    """Three seats, dealer 2, so that seat 0 begins; the upcard is an eight."""
    rules = preset("standard").changed(naturals=(), **{"last_lay": "both", **changed})
    hands = [each.split() for each in HANDS]
    first = [card for turn in zip(*hands, strict=True) for card in turn]
    first += ["8H", *stock.split()]
    deck = first + [card for card in rules.pack() if card not in first]
    return Hand.deal(rules, 3, 2, deck, bets=bets)


def play(hand: Hand, actions: str) -> None:
    for text in actions.split(" / "):
        hand.act(*parse_action(text))


def ended(hand: Hand) -> tuple[Ending, tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Return the ending, the winners, the counts and the payments of a hand."""
    assert hand.result is not None
    return hand.result.ending, hand.result.winners, hand.result.counts, hand.result.payments


# -- after a drop --------------------------------------------------------------------------------


def test_after_a_drop_the_others_lay_from_the_droppers_left_and_the_counts_after_decide() -> None:
    hand = dealt()
    play(hand, "0 drop")
    assert hand.phase is CHANCE
    assert (hand.turn, hand.chances, hand.finish) == (1, (1, 2), Finish(Ending.DROP, 0))
    assert hand.result is None
    play(hand, "1 spread 5C 5D 5H")
    assert hand.turn == 1, "a chance lasts until it is passed on"
    play(hand, "1 pass / 2 spread 6C 7C 8C")
    assert hand.may_act() == (2,)
    play(hand, "2 pass")
    assert ended(hand) == (Ending.CAUGHT, (1, 2), (20, 20, 20), (-4, 2, 2))


def test_without_the_last_lay_the_drop_would_have_won() -> None:
    hand = dealt(last_lay="no")
    play(hand, "0 drop")
    assert ended(hand) == (Ending.DROP, (0,), (20, 35, 41), (2, -1, -1))


def test_all_that_only_pass_leave_the_drop_as_it_was() -> None:
    hand = dealt()
    play(hand, "0 drop / 1 pass / 2 pass")
    assert ended(hand) == (Ending.DROP, (0,), (20, 35, 41), (2, -1, -1))


@pytest.mark.parametrize("last_lay", ["no", "stockout"])
def test_a_rule_that_does_not_speak_of_drops_gives_no_chance_after_one(last_lay: str) -> None:
    hand = dealt(last_lay=last_lay)
    play(hand, "0 drop")
    assert hand.is_over


def test_the_dropper_out_of_turn_is_not_asked_and_all_others_are_from_its_left() -> None:
    hand = dealt(drop_when="any_time")
    play(hand, "1 drop")
    assert hand.chances == (2, 0)
    assert hand.waits == (0, 0, 0)
    play(hand, "2 pass / 0 pass")
    assert ended(hand)[:2] == (Ending.CAUGHT, (0,))


def test_only_the_seat_whose_chance_it_is_may_lay_and_only_lay() -> None:
    hand = dealt(drop_when="any_time")
    play(hand, "0 drop")
    assert hand.why_illegal(2, PASS) is Reason.ANOTHERS_CHANCE
    assert hand.why_illegal(2, Spread(("6C", "7C", "8C"))) is Reason.ANOTHERS_CHANCE
    assert hand.why_illegal(2, DROP) is Reason.ANOTHERS_CHANCE
    assert hand.why_illegal(1, DROP) is Reason.CHANCE_ONLY
    assert hand.why_illegal(0, PASS) is Reason.ANOTHERS_CHANCE
    assert set(hand.legal()) == {Spread(("5C", "5D", "5H")), PASS}
    assert ClaimWindow(hand).order == ()


def test_rules_about_laying_in_a_turn_do_not_bind_a_last_lay() -> None:
    hand = dealt(
        "AH AS AD",
        hits_per_turn=1,
        spread_out=False,
        hit_blocks_out=True,
        must_spread="yes",
        take="use_now",
    )
    play(hand, "0 drop / 1 spread 5C 5D 5H")
    assert PASS in hand.legal()
    hand.hands[2] = ["6C", "7C", "8C"]
    hand.standings[2].is_blocked = True
    play(hand, "1 pass")
    assert hand.why_illegal(2, PASS) is None, "a spread in hand need not be laid"
    assert hand.legal() == (Spread(("6C", "7C", "8C")), PASS)
    play(hand, "2 spread 6C 7C 8C")
    assert ended(hand)[:3] == (Ending.CAUGHT, (2,), (20, 20, 0))


def test_an_empty_hand_ends_a_chance_and_wins_nothing_of_itself() -> None:
    hand = placed(dealt(double_double=True), {1: "5C 5D 5H"})
    play(hand, "0 drop / 1 spread 5C 5D 5H")
    assert (hand.phase, hand.turn, hand.chances) == (CHANCE, 2, (2,))
    play(hand, "2 pass")
    assert ended(hand) == (Ending.CAUGHT, (1,), (20, 0, 41), (-2, 3, -1))


def test_a_seat_without_cards_is_not_asked_and_with_none_to_ask_it_is_over_at_once() -> None:
    hand = placed(dealt(booed=True), {1: ""}, STOCK, turns=3)
    twin = placed(hand, {1: "", 2: ""}, STOCK)
    play(hand, "0 drop")
    assert hand.chances == (2,)
    twin.act(0, DROP)
    assert ended(twin)[:2] == (Ending.CAUGHT, (1, 2))


def test_books_that_may_not_be_hit_stay_closed_and_full_ones_are_buried() -> None:
    closed, buried = (
        placed(dealt(**rules), {2: "5S QD KH"})
        for rules in ({"hit_books": False}, {"complete_books": "buried"})
    )
    for hand in (closed, buried):
        play(hand, "0 drop / 1 spread 5C 5D 5H / 1 pass")
    assert closed.why_illegal(2, Hit("5S", 0)) is Reason.BOOKS_CLOSED
    play(buried, "2 hit 5S 0")
    assert buried.spreads[0].buried


def test_a_book_laid_so_wins_the_natural_pot_for_a_first_spread_but_not_for_a_dealt_one() -> None:
    bets = SideBets(natural=NaturalBet((0, 1), 3))
    for natural_bet, side in (("first_spread", (-1, 4, 0)), ("dealt", (-1, -1, 0))):
        hand = dealt(STOCK, bets, natural_bet=natural_bet)
        play(hand, "0 drop / 1 spread 5C 5D 5H / 1 pass / 2 pass")
        assert hand.result is not None
        assert hand.result.side_payments == side


def test_points_of_a_push_up_are_those_held_afterwards() -> None:
    hand = dealt(scoring="push_up")
    play(hand, "0 drop / 1 pass / 2 spread 6C 7C 8C / 2 pass")
    assert ended(hand) == (Ending.CAUGHT, (2,), (20, 35, 20), (20, 35, 0))


def test_wild_cards_stand_for_what_is_named() -> None:
    hand = dealt(wild="2")
    play(hand, "0 drop / 1 pass / 2 spread 6C 7C 8C / 2 pass")
    assert hand.is_over
    other = dealt(wild="2", drop_when="any_time")
    play(other, "2 drop / 0 pass / 1 spread 5C 5D 5H / 1 pass")
    assert ended(other)[:2] == (Ending.CAUGHT, (0, 1))


def test_hands_stay_hidden_until_the_last_lay_is_over() -> None:
    hand = dealt()
    play(hand, "0 drop / 1 spread 5C 5D 5H / 1 pass")
    for seat in range(3):
        seen = view(hand, seat)
        assert seen.shown == (None, None, None)
        assert (seen.finish, seen.chances) == (Finish(Ending.DROP, 0), (2,))
        assert seen.may_act == (2,)
        assert bool(seen.legal) == (seat == 2)
        assert seen.result is None
    play(hand, "2 pass")
    assert all(cards is not None for cards in view(hand, 0).shown)


def test_waits_that_were_earned_are_still_told_and_a_turn_that_has_not_begun_counts_none() -> None:
    hand = dealt(wait_after_spread=2, drop_when="any_time")
    play(hand, "0 draw / 0 discard QC / 1 draw / 1 spread 5C 5D 5H / 1 discard JD")
    assert hand.waits == (0, 2, 0)
    play(hand, "0 drop")
    assert hand.waits == (0, 2, 0), "seat 2 is next, and nobody's turn has begun"
    play(hand, "1 pass / 2 spread 6C 7C 8C")
    assert hand.waits == (0, 2, 2)


# -- after a stock-out ---------------------------------------------------------------------------


def at_the_end(stock: str = STOCK, /, **changed: object) -> Hand:
    """Seat 0 is to play, and the stock is empty."""
    hand = dealt(stock, **changed)
    hand.stock.clear()
    return hand


def test_after_a_stop_all_lay_the_seat_that_stopped_last() -> None:
    hand = at_the_end()
    play(hand, "0 stop")
    assert (hand.chances, hand.finish) == ((1, 2, 0), Finish(Ending.STOCKOUT, 0))
    play(hand, "1 spread 5C 5D 5H / 1 pass / 2 pass / 0 pass")
    assert ended(hand)[:3] == (Ending.VOID, (), (20, 20, 41))


def test_where_a_stock_out_is_void_there_is_no_last_lay_but_there_is_after_a_drop() -> None:
    hand = at_the_end(stockout="void")
    twin = hand.copy()
    play(hand, "0 stop")
    assert ended(hand) == (Ending.VOID, (), (20, 35, 41), (0, 0, 0))
    play(twin, "0 drop")
    assert twin.chances == (1, 2)


@pytest.mark.parametrize("last_lay", ["no", "drop"])
def test_a_rule_that_does_not_speak_of_stock_outs_gives_no_chance_after_one(last_lay: str) -> None:
    hand = at_the_end(last_lay=last_lay)
    play(hand, "0 stop")
    assert hand.is_over


def test_a_stock_out_that_comes_by_itself_begins_with_the_seat_whose_turn_would_be_next() -> None:
    hand = at_the_end("QC", stock_end="at_once")
    hand.stock.append("AC")
    play(hand, "0 draw / 0 discard 9C")
    assert hand.phase is CHANCE
    assert (hand.chances, hand.finish) == ((1, 2, 0), Finish(Ending.STOCKOUT, None))
    play(hand, "1 pass / 2 pass / 0 pass")
    assert hand.is_over


# -- with slaps ----------------------------------------------------------------------------------


def waiting(slap: str = "race", **changed: object) -> Hand:
    """Seat 1 has laid its fives and discarded the fourth with the last card of the stock drawn:
    a stock-out comes by itself unless the five is slapped. Seat 2 would be next.
    """
    hand = dealt("QC 5S", slap=slap, stock_end="at_once", **changed)
    play(hand, "0 draw / 0 discard QC / 1 draw / 1 spread 5C 5D 5H")
    hand = placed(hand, stock="")
    play(hand, "1 discard 5S")
    assert hand.phase is SLAP
    return hand


def test_while_the_last_discard_can_be_slapped_the_last_lay_may_begin() -> None:
    hand = waiting()
    assert hand.may_act() == (0, 1, 2)
    assert set(hand.legal()) == {Spread(("6C", "7C", "8C")), PASS}
    assert hand.why_illegal(0, Slap(0, 0)) is None
    assert hand.why_illegal(0, PASS) is Reason.ANOTHERS_CHANCE
    play(hand, "2 pass")
    assert (hand.phase, hand.chances) == (CHANCE, (0, 1))
    assert hand.why_illegal(0, Slap(0, 0)) is Reason.NOT_SLAPPABLE


@pytest.mark.parametrize("first", ["2 pass", "2 spread 6C 7C 8C"])
def test_the_first_action_of_the_last_lay_closes_the_slap(first: str) -> None:
    by_window, by_action = waiting(), waiting()
    by_window.close_slap()
    assert (by_window.phase, by_window.chances) == (CHANCE, (2, 0, 1))
    for hand in (by_window, by_action):
        play(hand, first)
    assert by_window.chances == by_action.chances
    assert not by_action.legal_slaps(0)


def test_the_window_shows_slaps_first_and_then_the_last_lay() -> None:
    hand = waiting()
    window = ClaimWindow(hand, lambda _seat: 0.5)
    assert window.order == (2, 0, 1)
    assert window.view(2, may_begin=True).legal == (*hand.legal_slaps(2), PASS), "slaps alone"
    for seat in window.order:
        window.answer(seat, PASS)
    assert window.ends_hand
    hand.close_slap()
    after = ClaimWindow(hand)
    assert not after.is_open
    assert set(after.view(2).legal) == {Spread(("6C", "7C", "8C")), PASS}
    assert after.view(2).may_act == (2,)


def test_a_slap_that_undoes_a_stock_out_undoes_its_last_lay() -> None:
    hand = dealt("QC 5S", slap="race")
    play(hand, "0 draw / 0 discard QC / 1 draw / 1 spread 5C 5D 5H")
    hand.stock, hand.idle_turns, hand.is_idle = [], hand.idle_limit, True
    play(hand, "1 discard 5S")
    assert (hand.phase, hand.chances) == (SLAP, (2, 0, 1))
    play(hand, "0 slap 0")
    assert (hand.phase, hand.turn, hand.chances, hand.finish) == (START, 2, (), None)


def test_a_last_lay_that_waits_for_a_slap_passes_over_a_next_seat_without_cards() -> None:
    hand = dealt("QC 5S", slap="next_first", stock_end="at_once", booed=True)
    play(hand, "0 draw / 0 discard QC / 1 draw / 1 spread 5C 5D 5H")
    hand = placed(hand, {2: ""}, "")
    play(hand, "1 discard 5S")
    assert (hand.turn, hand.next_seat, hand.chances) == (0, 2, (0, 1))
    assert hand.slappers() == (0, 1), "the next seat never slaps, whoever lays first"
    play(hand, "1 slap 0")
    assert (hand.phase, hand.turn) == (CHANCE, 0)


def test_nothing_is_slapped_once_a_drop_or_a_stop_has_been_made() -> None:
    hand = dealt("QC 5S", slap="race", drop_when="any_time")
    play(hand, "0 draw / 0 discard QC / 1 draw / 1 spread 5C 5D 5H / 1 discard 5S")
    assert hand.legal_slaps(0)
    play(hand, "2 drop")
    assert not hand.legal_slaps(0)
    assert ClaimWindow(hand).order == ()


# -- records -------------------------------------------------------------------------------------


def record(hand: Hand) -> HandRecord:
    """As it is written and read."""
    return read_record(json.loads(record_of(hand, ["A", "B", "C"]).to_json()))


def test_a_record_keeps_every_pass() -> None:
    hand = dealt()
    play(hand, "0 drop / 1 spread 5C 5D 5H / 1 pass / 2 pass")
    written = record(hand)
    assert written.actions == ("0 drop", "1 spread 5C 5D 5H", "1 pass", "2 pass")
    assert replay(written).result == hand.result


def test_a_record_without_a_pass_is_refused_in_one_line() -> None:
    hand = dealt()
    play(hand, "0 drop / 1 pass / 2 pass")
    whole = record(hand)
    missing = replace(whole, actions=("0 drop", "2 pass"))
    with pytest.raises(RecordError, match=r'^action 2 "2 pass": another seat has its last chance'):
        replay(missing)
    short = replace(whole, actions=("0 drop", "1 pass"), result=None)
    with pytest.raises(RecordError, match=r"action 2 with a lay or a pass of seat 2$"):
        short.check_ending(replay(short))


def test_a_record_that_stops_where_the_last_lay_could_begin_is_unfinished() -> None:
    rules = preset("slap").changed(
        naturals=(), ranks="23456", stock_end="at_once", last_lay="stockout"
    )
    hands = ("2C 2D 3H 4S 6H", "5C 5D 5H 3C 4D", "6C 4C 3D 6D 2S")
    cards = [card for turn in zip(*map(str.split, hands), strict=True) for card in turn]
    hand = Hand.deal(rules, 3, 2, [*cards, "2H", "3S", "4H", "6S", "5S"])
    play(hand, "0 draw / 0 discard 6H / 1 draw / 1 spread 5C 5D 5H / 1 discard 3C")
    play(hand, "2 draw / 2 discard 2S / 0 draw / 0 discard 5S")
    assert (hand.phase, hand.turn) == (SLAP, 1)
    written = record(hand)
    again = replay(written)
    assert again.phase is CHANCE
    with pytest.raises(RecordError, match=r"action 9 with a lay or a pass of seat 1$"):
        written.check_ending(again)
    play(hand, "1 pass / 2 pass / 0 pass")
    whole = record(hand)
    whole.check_ending(replay(whole))
    without = replace(written, rules=rules.changed(last_lay="no"))
    without.check_ending(replay(without))


# -- random hands --------------------------------------------------------------------------------


def random_table(dice: Random) -> tuple[RuleSet, int]:
    """A rule set at random with a last lay."""
    while True:
        rules, seats = table_for(dice.randrange(10**6), None)
        try:
            changed = rules.changed(
                last_lay=dice.choice(["drop", "stockout", "both"]),
                drop_when=dice.choice(["own_turn", "any_time"]),
                slap=dice.choice(["off", "race", "next_first"]),
            )
        except RuleError:
            continue
        return changed, seats


@given(seed=st.integers(0, 10**9))
def test_each_seat_with_cards_has_one_chance_and_nothing_else_follows(seed: int) -> None:
    dice = Random(seed)
    rules, seats = random_table(dice)
    hand, habits = deal(seed, rules, seats), Habits(dice)
    asked: list[int] = []
    due: tuple[int, ...] = ()
    while not hand.is_over:
        before = hand.copy()
        seat, action = habits.choose(all_choices(hand))
        hand.act(seat, action)
        if before.phase is CHANCE or (before.phase is SLAP and not isinstance(action, Slap)):
            asked = asked or []
            due = due or before.chances
            assert isinstance(action, Spread | Hit | type(PASS))
            assert seat == before.chances[0]
            if action == PASS or not hand.hands[seat]:
                asked.append(seat)
        elif hand.finish and hand.finish.ending is not Ending.TONK and hand.phase is CHANCE:
            assert has_last_lay(hand.rules, hand.finish.ending)
    if hand.finish and hand.result and hand.result.ending is not Ending.DOUBLE_DOUBLE:
        assert tuple(asked) == due
        if hand.finish.ending is Ending.DROP:
            assert hand.result.ending in (Ending.DROP, Ending.CAUGHT)
            assert hand.finish.seat not in asked
        counts = hand.result.counts
        if hand.result.ending is Ending.DROP:
            assert counts.count(min(counts)) == 1
            assert counts[hand.result.winners[0]] == min(counts)
