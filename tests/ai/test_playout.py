"""Hands played out on the engine: they end, keep every card, and leave the original alone."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.bitboard.hand import Hand
from ai.playout import greedy_to_end, playout, random_to_end, redeal
from game.rules.cards import Card
from game.rules.presets import STANDARD
from tests.ai.positions import bits_of, position
from tests.ai.walks import somewhere

SEEDS = st.integers(0, 2**32)


def everything(hand: Hand) -> Counter[Card]:
    """Every card, wherever it lies."""
    cards = [*hand.deck[hand.next_card :], *hand.pile]
    for seat in range(hand.seats):
        cards += hand.cards_of(seat)
    for spread in hand.spreads:
        cards += spread.cards
    return Counter(cards)


@settings(max_examples=150)
@given(seed=SEEDS)
def test_under_any_rules_play_ends_with_every_card_there_once(seed: int) -> None:
    dice = Random(seed)
    hand = bits_of(somewhere(dice))
    for twin in (playout(hand, hand.turn, dice), hand.copy()):
        random_to_end(twin, dice)
        assert twin.is_over
        assert everything(twin) == Counter(hand.rules.pack())


@settings(max_examples=150)
@given(seed=SEEDS)
def test_dealing_anew_keeps_sizes_and_what_is_known(seed: int) -> None:
    dice = Random(seed)
    hand = bits_of(somewhere(dice))
    seat = hand.turn
    known = [hand.cards_of(each)[:2] if each != seat else () for each in range(hand.seats)]
    twin = hand.copy()
    redeal(twin, seat, dice, known)
    assert everything(twin) == everything(hand)
    assert [twin.size(each) for each in range(hand.seats)] == [
        hand.size(each) for each in range(hand.seats)
    ]
    assert twin.cards_of(seat) == hand.cards_of(seat)
    for each in range(hand.seats):
        assert set(known[each]) <= set(twin.cards_of(each))


def test_dealing_anew_spreads_cards_evenly() -> None:
    """A card that may be in one of 5 places out of 46 is there about that often."""
    hand = bits_of(position("KC JD 9H 7S 5C", "QC QD 8H 6S 4C"))
    dice = Random(1)
    times = Counter[Card]()
    for _ in range(4600):
        twin = hand.copy()
        redeal(twin, 0, dice)
        times.update(twin.cards_of(1))
    assert len(times) == 46
    assert 400 < min(times.values()) <= max(times.values()) < 600


def test_a_playout_leaves_the_hand_as_it_was() -> None:
    hand = bits_of(position("KC JD 9H 7S 5C", "QC QD 8H 6S 4C"))
    before = (hand.hands[:], hand.deck, hand.pile[:], hand.phase, hand.turn)
    ended = playout(hand, 0, Random(1))
    assert ended.is_over
    assert (hand.hands, hand.deck, hand.pile, hand.phase, hand.turn) == before


def test_greedy_lays_all_then_throws_its_highest_card() -> None:
    hand = bits_of(position("9C 9D 9H 4S 2D", "QC QD 8H 6S 4C", stock="9S 3C"))
    assert greedy_to_end(hand, changes=4) == 4
    assert [spread.cards for spread in hand.spreads] == [("9C", "9D", "9H", "9S")]
    assert hand.pile[-1] == "4S"
    assert hand.cards_of(0) == ("2D",)


def test_greedy_keeps_a_card_that_was_just_taken() -> None:
    hand = bits_of(position("9C 8D 6H 4S 2D", "QC QD 8H 6S 4C", upcard="KH", played="0 take"))
    greedy_to_end(hand, changes=1)
    assert hand.pile == ["9C"]


@pytest.mark.parametrize(("low", "ending"), [("AC 2C AD 2H 2S", "drop"), ("AC 2C AD 2H 3S", None)])
def test_greedy_drops_at_eight_and_not_at_nine(low: str, ending: str | None) -> None:
    hand = bits_of(position(low, "QC QD 8H 6S 4C", stock="KS"))
    greedy_to_end(hand, changes=1)
    assert (hand.result and hand.result.ending) == ending


def test_uniform_play_takes_and_draws_alike_and_never_drops() -> None:
    dice, firsts, endings = Random(1), Counter[str](), Counter[str]()
    for _ in range(300):
        hand = bits_of(position("KC JD 9H 7S 5C", "QC QD 8H 6S 4C"))
        random_to_end(hand, dice)
        assert hand.result is not None
        endings[hand.result.ending] += 1
        firsts["took" if hand.deck[10] not in hand.pile[:1] else "drew"] += 1
    assert not {"drop", "caught"} & endings.keys()
    assert 100 < firsts["took"] < 200


@pytest.mark.parametrize(("drop_when", "dropper"), [("own_turn", None), ("any_time", 1)])
def test_greedy_drops_between_turns_where_the_rules_let_it(
    drop_when: str, dropper: int | None
) -> None:
    rules = STANDARD.changed(drop_when=drop_when)
    hand = bits_of(position("KC QD JH TS 3C", "AC AD 2H AS 2C", rules=rules))
    assert greedy_to_end(hand, changes=1) == 1
    assert (hand.finish.seat if hand.finish else None) == dropper


@pytest.mark.parametrize("drop_when", ["own_turn", "any_time"])
@pytest.mark.parametrize(("count", "ending"), [("all", None), ("unmatched", "drop")])
def test_greedy_drops_by_the_count_of_the_rules(
    drop_when: str, count: str, ending: str | None
) -> None:
    """Three kings match: the hand counts 8 where they do not count, else 38."""
    rules = STANDARD.changed(count=count, drop_when=drop_when)
    hand = bits_of(position("KC KD KH 5S 3C", "QC QD JH TS 8C", rules=rules))
    assert greedy_to_end(hand, changes=1) == 1
    assert (hand.result and hand.result.ending) == ending


@pytest.mark.parametrize(("points", "ending"), [("own", "drop"), (25, None)])
def test_greedy_counts_wild_cards_as_the_rules_do(points: object, ending: str | None) -> None:
    rules = STANDARD.changed(wild="2", wild_points=points)
    hand = bits_of(position("AC 2C AD AH 3S", "QC QD 8H 6S 4C", stock="KS", rules=rules))
    greedy_to_end(hand, changes=1)
    assert (hand.result and hand.result.ending) == ending
