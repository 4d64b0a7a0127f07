"""Certain wins: the kernel and ``ai.ends`` find those that trying all legal actions finds."""

from collections.abc import Iterator
from ctypes import byref
from random import Random

import pytest

from ai.bridge import cards_of, kernel_action, kernel_rules
from ai.ends import best_end
from ai.kernel import hands as kernel
from ai.kernel.hands import KernelHand
from ai.kernel.table import shuffled
from ai.random_rules import random_rules
from ai.sight import Sight
from game.rules.actions import DECLARE
from game.rules.hand import Hand
from game.rules.presets import PRESETS, preset
from game.rules.ruleset import RuleSet
from game.rules.view import view

_HANDS = 60  # of each kind of rules
_MOST_TRIED = 20_000  # positions of one turn


class _Tries:
    """A search for what can be won in a turn that tries all legal actions."""

    def __init__(self, hand: KernelHand, seat: int) -> None:
        self.seat, self.left = seat, _MOST_TRIED
        self.most = self._most(hand)

    def _most(self, hand: KernelHand) -> int:
        state = hand.state
        if state.ender == self.seat and kernel.ENDINGS[state.ending] in ("tonk", "out"):
            return int(state.pays)
        if state.turn != self.seat or state.phase != kernel.LAY or self.left <= 0:
            return 0
        best = 0
        for action in hand.legal(self.seat):
            self.left -= 1
            after = hand.copy()
            after.play(self.seat, action)
            best = max(best, self._most(after))
        return best


def _sure_win(hand: KernelHand, seat: int) -> tuple[int, kernel.Action | None]:
    """What each other seat would pay for the best win that is certain, and the action that leads to
    it; 0 and None where none is.
    """
    first = kernel.Action()
    found = kernel.library().tonk_sure_win(hand.memory, seat, byref(first))
    pays = kernel.checked(found)
    return pays, first if pays else None


def _positions(rules: RuleSet, seats: int, dice: Random) -> Iterator[tuple[Hand, KernelHand]]:
    """Yield positions of a hand played at random, with lays preferred."""
    made = kernel_rules(rules)
    deck, _ = shuffled(made, dice.getrandbits(64))
    hand = Hand.deal(rules, seats, 0, cards_of(deck))
    twin = KernelHand.deal(made, seats, 0, deck)
    while not hand.is_over:
        if hand.turn < 0 or not hand.legal():
            hand.close_slap()
            twin.close_slaps()
            continue
        yield hand, twin
        legal = [each for each in hand.legal() if str(each) not in ("Drop()", "Stop()")]
        lays = [each for each in legal if type(each).__name__ in ("Spread", "Hit")]
        wanted = lays if lays and dice.random() < 0.6 else legal or list(hand.legal())
        action = dice.choice(wanted)
        seat = hand.turn
        twin.play(seat, kernel_action(rules, action))
        hand.act(seat, action)


def _rules(number: int) -> tuple[RuleSet, int]:
    dice, seats = Random(f"ends {number}"), 2 + number % 3
    if number % 2:
        return random_rules(dice, seats).changed(slap="off"), seats
    able = [name for name in PRESETS if preset(name).can_seat(seats)]
    return preset(able[number // 2 % len(able)]).changed(slap="off"), seats


@pytest.mark.share(24)
@pytest.mark.parametrize("number", range(_HANDS))
def test_of_a_turn_the_best_end_is_found(number: int) -> None:
    rules, seats = _rules(number)
    for hand, twin in _positions(rules, seats, Random(number)):
        seat = hand.turn
        seen = view(hand, seat)
        if seen.phase.name not in ("LAY", "START"):
            continue
        told, first = _sure_win(twin, seat)
        own = best_end(Sight(seen), seen.legal)
        if DECLARE not in seen.legal:
            assert told == (own.pays if own else 0)
            if own and first is not None:
                assert first.key() == kernel_action(rules, own.action).key()
        if seen.phase.name == "LAY":
            tries = _Tries(twin, seat)
            assert tries.left <= 0 or told == tries.most, (rules, seen.hand, seen.spreads)
