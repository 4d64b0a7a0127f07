"""Hands set up in the middle are equal in kernel and engine, and go on alike."""

from random import Random

import pytest

from ai import bridge
from ai.coach.evaluator import estimate, options
from ai.kernel import hands as kernel
from ai.lab.cli.engine_checks import all_choices
from ai.lab.cli.selftest import Habits, deal, table_for
from ai.plain import Plain
from ai.profile import STAYER
from game.rules.hand import Hand
from game.rules.phases import CHANCE, SLAP
from game.rules.position import Position
from game.rules.presets import STANDARD
from game.rules.view import view
from tests.rules.lockstep import corner_table


def set_up(hand: Hand) -> kernel.KernelHand:
    return kernel.KernelHand.set_up(bridge.kernel_rules(hand.rules), bridge.position_of(hand))


def check(hand: Hand, twin: kernel.KernelHand) -> None:
    told = twin.state
    if hand.result is not None:
        found = twin.settle()
        assert tuple(found.payments[: hand.seats]) == hand.result.payments
        assert tuple(found.side_payments[: hand.seats]) == hand.result.side_payments
        return
    assert told.phase == hand.phase
    assert (told.stock_size, told.pile_size) == (hand.stock_size, len(hand.pile))
    assert tuple(told.waits[: hand.seats]) == hand.waits
    listed = [
        (seat, bridge.kernel_action(hand.rules, act).key()) for seat, act in all_choices(hand)
    ]
    theirs = [(seat, each.key()) for seat in range(hand.seats) for each in twin.legal(seat)]
    assert sorted(listed) == sorted(theirs)


@pytest.mark.share(2)
@pytest.mark.parametrize("start", range(0, 120, 20))
def test_a_hand_set_up_goes_on_as_in_the_engine(start: int) -> None:
    for number in range(start, start + 20):
        rules, seats = corner_table(number) if number % 2 else table_for(number, None)
        hand, habits, twins = (
            deal(number, rules, seats),
            Habits(Random(number)),
            list[kernel.KernelHand](),
        )
        while choices := all_choices(hand):
            if (
                len(twins) < 2
                or hand.phase in (CHANCE, SLAP)
                or Random(len(hand.log)).random() < 0.1
            ):
                twins = [*twins[-3:], set_up(hand)]
            move = habits.choose(choices)
            hand.act(*move)
            for twin in twins:
                twin.play(move[0], bridge.kernel_action(rules, move[1]))
                if twin.state.phase == kernel.SLAPS and hand.phase is not SLAP:
                    twin.close_slaps()
                check(hand, twin)


def test_what_cannot_stand_so_is_refused() -> None:
    hand = Hand.deal(STANDARD, 2, 0, STANDARD.pack())
    rules = bridge.kernel_rules(STANDARD)
    for change in (
        {"seats": 7},
        {"dealer": 2},
        {"phase": kernel.OVER},
        {"stock_size": 60},
        {"stock_size": 3},
        {"pile_size": -1},
        {"n_spreads": 40},
        {"taken": 99},
        {"discarder": 5},
        {"n_chances": 9},
    ):
        position = bridge.position_of(hand)
        for name, value in change.items():
            setattr(position, name, value)
        with pytest.raises(kernel.KernelRefusedError):
            kernel.KernelHand.set_up(rules, position)
    twice = bridge.position_of(hand)
    twice.hands[0] = twice.hands[1]
    with pytest.raises(kernel.KernelRefusedError, match="TONK_BAD_INPUT"):
        kernel.KernelHand.set_up(rules, twice)


def in_the_middle(seats: int, moves: int) -> Hand:
    """A hand that began from a position, some moves later."""
    bot, dice = Plain(STAYER), Random(seats)
    pack = list(STANDARD.pack())
    dice.shuffle(pack)
    hand = Hand.deal(STANDARD, seats, 0, pack)
    for step in range(2 * moves):
        if step == moves:
            hand = Position.of(hand).hand()
        hand.act(hand.turn, bot.choose(view(hand, hand.turn), step))
    return hand


@pytest.mark.parametrize("seats", [2, 4])
def test_the_coach_knows_hands_that_were_set_up(seats: int) -> None:
    hand = in_the_middle(seats, 4)
    seen = view(hand, hand.turn)
    assert seen.is_set_up
    found = estimate(seen, 1, playouts=2000)
    assert {value.action for value in found.values} == set(options(seen))
    assert found.precision < 0.5
