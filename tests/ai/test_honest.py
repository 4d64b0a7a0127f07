"""No bot knows what its seat may not know, and every bot plays by the rules."""

from collections.abc import Iterator
from itertools import islice, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.bot import ask, is_allowed, safe_action
from ai.peeking import redeal
from ai.registry import LEVELS, STYLES, bot_names, make_bot
from game.rules.actions import DROP, PASS
from game.rules.claim_window import ClaimWindow
from game.rules.hand import Hand
from game.rules.presets import PRESETS, preset
from game.rules.view import view
from tests.ai.walks import somewhere

SEEDS = st.integers(0, 2**32)


def in_some_style(dice: Random) -> list[str]:
    """Every level, each in a style at random."""
    return [f"{level}/{dice.choice(STYLES)}" for level in LEVELS]


def with_hidden_permuted(hand: Hand, seat: int, dice: Random) -> Hand:
    """The same hand, as far as ``seat`` can tell: others' cards and the stock are dealt anew."""
    twin = hand.copy()
    redeal(twin, seat, dice)
    twin.log = list(hand.log)
    return twin


@pytest.mark.parametrize("standard", [True, False])
@given(seed=SEEDS)
def test_what_is_hidden_changes_neither_view_nor_decision(standard: bool, seed: int) -> None:
    """And every decision is legal. More of them: `tonk fairness --bots`."""
    dice = Random(seed)
    hand = somewhere(dice, standard=standard)
    for seat in hand.may_act():
        seen = view(hand, seat)
        other = view(with_hidden_permuted(hand, seat, dice), seat)
        assert other == seen
        assert is_allowed(seen, safe_action(seen))
        for name in (*bot_names(), *in_some_style(dice)):
            action = ask(make_bot(name), seen, seed)
            assert is_allowed(seen, action), (name, action, seen)
            assert action == ask(make_bot(name), other, seed), name


@pytest.mark.share(14)
@pytest.mark.parametrize("name", PRESETS)
def test_no_level_and_style_knows_what_is_hidden_under_any_preset(name: str) -> None:
    dice = Random(name)
    for _ in range(4):
        hand = somewhere(dice, rules=preset(name))
        for seat in hand.may_act():
            seen = view(hand, seat)
            other = view(with_hidden_permuted(hand, seat, dice), seat)
            for level, style in product(LEVELS, STYLES):
                bots = make_bot(f"{level}/{style}"), make_bot(f"{level}/{style}")
                first, second = ask(bots[0], seen, 5), ask(bots[1], other, 5)
                assert first == second, (level, style)
                assert is_allowed(seen, first), (level, style)


def _windows(dice: Random, name: str) -> Iterator[ClaimWindow]:
    """Windows in which somebody is asked, in hands played at random under a preset."""
    rules = preset(name)
    while True:
        hand = Hand.deal(rules, 3, 0, tuple(dice.sample(rules.pack(), len(rules.pack()))))
        while not hand.is_over:
            if hand.is_slappable and (window := ClaimWindow(hand)).asked:
                yield window
                window.close()
            legal = [action for action in hand.legal() if action != DROP]
            if legal:
                hand.act(hand.turn, dice.choice(legal))
            else:
                hand.close_slap()


@pytest.mark.parametrize("name", ["slap", "slap_polite"])
def test_every_bot_answers_a_window_for_slaps_and_claims(name: str) -> None:
    dice, claims = Random(name), 0
    for window in islice(_windows(dice, name), 20):
        (seat, *_) = window.asked
        claims += window.claimer == seat
        seen = window.view(seat)
        assert PASS in seen.legal
        other = ClaimWindow(with_hidden_permuted(window.hand, seat, dice)).view(seat)
        assert other == seen
        for bot in (*bot_names(), *in_some_style(dice)):
            action = ask(make_bot(bot), seen, 5)
            assert is_allowed(seen, action), (bot, action)
            assert action == ask(make_bot(bot), other, 5), bot
    assert (claims > 0) == (name == "slap_polite")


def test_the_permutation_moves_cards() -> None:
    """Otherwise the test above would prove nothing."""
    dice = Random(5)
    hand = somewhere(dice, standard=True)
    twin = with_hidden_permuted(hand, hand.turn, dice)
    other = (hand.turn + 1) % hand.seats
    assert twin.cards_of(other) != hand.cards_of(other)
    assert twin.stock != hand.stock
    assert twin.cards_of(hand.turn) == hand.cards_of(hand.turn)
