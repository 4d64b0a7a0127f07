"""The bit boards on which bots play and the rules in plain words, played side by side."""

import gc
from itertools import combinations
from random import Random
from weakref import WeakSet

import pytest

from ai.bitboard.bound import bind
from ai.bitboard.counting import unmatched_of
from ai.bitboard.finders import Discards
from ai.bitboard.hand import Hand as BitHand
from ai.bitboard.pack import pack_of
from ai.bitboard.view import view as bit_view
from ai.bitboard.window import Window as BitWindow
from ai.lab.cli.engine_checks import all_choices, impossible, nameable
from ai.lab.cli.selftest import Habits, deal, table_for
from ai.random_rules import random_rules
from game.rules.cards import RANKS
from game.rules.counting import count_of
from game.rules.hand import Hand
from game.rules.phases import CHANCE, SLAP
from game.rules.presets import STANDARD
from game.rules.ruleset import RULE_SETS_KEPT, RuleSet
from game.rules.view import SeatView, view
from game.rules.window import Window
from tests.rules.lockstep import corner_table


def told(seen: SeatView) -> dict[str, object]:
    """All that a view says; a block means nothing any more once the last chances have begun."""
    skipped = ("blocked",) if seen.phase is CHANCE or seen.result else ()
    return {key: getattr(seen, key) for key in seen.__slots__ if key not in skipped}


def same_everywhere(hand: Hand, bits: BitHand) -> None:
    assert [*hand.legal()] == [*bits.legal()]
    for seat in range(hand.seats):
        assert told(view(hand, seat)) == told(bit_view(bits, seat))
        assert hand.legal_out_of_turn(seat) == bits.legal_out_of_turn(seat)
    ours, theirs = Window(hand), BitWindow(bits)
    assert (ours.asked, ours.claimer, ours.order) == (theirs.asked, theirs.claimer, theirs.order)
    for seat in ours.asked:
        assert told(ours.view(seat)) == told(theirs.view(seat))
    hand.is_claim_open = bits.is_claim_open = ours.claimer is not None and hand.turns % 2 == 0


def refused_alike(hand: Hand, bits: BitHand, dice: Random) -> None:
    """For the same reason, whatever a seat may say."""
    seat = dice.randrange(hand.seats)
    said = [*((seat, action) for action in nameable(hand, seat)), *impossible(hand)]
    for by, action in dice.sample(said, min(len(said), 200)):
        assert hand.why_illegal(by, action) == bits.why_illegal(by, action), (by, action)


@pytest.mark.parametrize("number", range(120))
def test_both_play_every_hand_alike(number: int) -> None:
    """What is legal comes in the same order too: bots choose from it by number."""
    dice = Random(number)
    rules, seats = corner_table(number) if number % 2 else table_for(number, None)
    hand, habits = deal(number, rules, seats), Habits(dice)
    bits = BitHand.deal(
        rules, seats, hand.dealer, hand.deck, big_one=hand.is_big_one, bets=hand.bets
    )
    same_everywhere(hand, bits)
    while hand.result is None:
        if hand.phase is SLAP and dice.random() < 0.3:
            hand.close_slap()
            bits.close_slap()
        else:
            seat, action = habits.choose(all_choices(hand))
            assert bits.why_illegal(seat, action) is None
            hand.act(seat, action)
            bits.act(seat, action)
        same_everywhere(hand, bits)
        if dice.random() < 0.2:
            refused_alike(hand, bits, dice)
    assert hand.result == bits.result


def test_what_may_be_thrown_is_forgotten_with_the_rules_that_need_it() -> None:
    """A table takes a quarter of a megabyte, and rule sets of many ranks may follow each other."""
    alive: WeakSet[Discards] = WeakSet()
    for left_out in combinations("3456789", 2):
        ranks = "".join(rank for rank in RANKS if rank not in left_out)
        alive.add(bind(RuleSet(ranks=ranks, count="unmatched"), 2).discards)
    for stake in range(1, 2 * RULE_SETS_KEPT + 1):
        bind(RuleSet(stake=stake), 2)
    gc.collect()
    assert len(alive) <= RULE_SETS_KEPT


def test_what_throwing_each_card_takes_off_the_count() -> None:
    """Found at once for all cards, it is how much less each smaller hand counts."""
    random, compared = Random("thrown"), 0
    for number in range(60):
        rules = random_rules(random, 2).changed(count="unmatched")
        pack, unmatched = pack_of(rules), unmatched_of(rules)
        for _ in range(20):
            hand = random.sample(pack.cards, random.randint(1, 9))
            found = unmatched.taken_off(pack.weigh(hand), [pack.bit[card] for card in hand])
            whole = count_of(rules, hand)
            for place, card in enumerate(hand):
                rest = [each for each in hand if each != card]
                taken_off = rules.points(card) if found is None else found[place]
                assert taken_off == whole - count_of(rules, rest), (number, hand, card)
                compared += 1
    assert compared > 5000


def test_dealt_hands_that_hold_a_spread() -> None:
    law = bind(STANDARD, 2)
    weights = list(law.pack.weight.values())
    holding = sum(bool(law.spreads_in(sum(five))) for five in combinations(weights, 5))
    assert holding == 108_708
