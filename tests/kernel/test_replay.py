"""The kernel replays records and scenarios: it accepts, refuses and pays like the engine."""

from collections.abc import Sequence
from random import Random

import pytest

from ai import bridge
from ai.kernel import is_available
from ai.lab.cli.selftest import deal, play, table_for
from game.rules.actions import action_text
from game.rules.hand import Hand
from game.rules.record import HandRecord, RecordedResult, RecordError, record_of, replay
from tests.golden.playthrough import read
from tests.kernel.lockstep import engine_state, kernel_state
from tests.kernel.plain_twin import kernel_hand
from tests.scenarios.scenario import Scenario, Table, all_scenarios
from tests.shares import EVERY

pytestmark = pytest.mark.skipif(not is_available(), reason="there is no kernel here")

SCENARIOS = [each for each in all_scenarios() if "refused" not in each.told]
_DAMAGES = 4000
_WORDS = (
    *(
        "drop",
        "declare",
        "draw",
        "take",
        "stop",
        "done",
        "pass",
        "discard",
        "spread",
        "hit",
        "slap",
    ),
    *("0", "1", "2", "3", "00", "255", "256", "9999", "10000", "-1", "", "=", "x", "1 draw", "é"),
    *(
        "AC",
        "2D",
        "TH",
        "KS",
        "X1",
        "X4",
        "X5",
        "2S=6",
        "2S=2",
        "X1=A",
        "X1=X",
        "4D=4",
        "AC=",
        "1C",
    ),
)


@pytest.mark.parametrize(
    "scenario", [each for each in SCENARIOS if "wrong" not in each.told], ids=str
)
def test_scenarios(scenario: Scenario) -> None:
    table = Table(scenario)
    table.play()
    hand = table.hand
    twin = kernel_hand(hand)
    assert engine_state(hand) == kernel_state(hand.rules, twin)
    if hand.result is not None:
        assert bridge.outcome(twin, hand.seats) == RecordedResult.of(hand.result)


@pytest.mark.parametrize("scenario", [each for each in SCENARIOS if "wrong" in each.told], ids=str)
def test_wrong_scenarios(scenario: Scenario) -> None:
    table = Table(scenario)
    lines = [line.partition("#")[0].strip() for line in table.told["play"].splitlines()]
    assert _ends(table.hand, [line for line in lines if line]) != "over"


@pytest.mark.parametrize("name", ["chicago", "slap_polite", "tunk", "five_seven_nine"])
def test_golden_hands(name: str) -> None:
    for each in read(name):
        hand = each.played(len(each.actions))
        assert hand.result is not None
        assert bridge.replayed(record_of(hand, ["a"] * hand.seats)) == RecordedResult.of(
            hand.result
        )


def test_damaged_actions() -> None:
    dice = Random(5)
    for number in range(60):
        hand = deal(number, *table_for(number, None))
        play(hand, number)
        actions = [action_text(move.seat, move.action) for move in hand.log]
        for _ in range(_DAMAGES // (60 if EVERY else 150) if actions else 0):
            damaged = _damaged(actions, dice)
            assert _ends(hand, damaged) == _engine_ends(hand, damaged), damaged


def _damaged(actions: Sequence[str], dice: Random) -> list[str]:
    """The actions with one of them changed."""
    place = dice.randrange(len(actions))
    words = actions[place].split(" ")
    match dice.randrange(5):
        case 0:
            words[dice.randrange(len(words))] = dice.choice(_WORDS)
        case 1:
            words.insert(dice.randrange(len(words) + 1), dice.choice(_WORDS))
        case 2:
            del words[dice.randrange(len(words))]
        case 3:
            return [*actions[:place], *actions[place + 1 :]]
        case _:
            text = " ".join(words)
            at = dice.randrange(len(text) + 1)
            mark = dice.choice(" \n=\tA9é")
            return [*actions[:place], text[:at] + mark + text[at + 1 :], *actions[place + 1 :]]
    return [*actions[:place], " ".join(words), *actions[place + 1 :]]


def _record(hand: Hand, actions: Sequence[str]) -> HandRecord:
    names = tuple(f"seat {seat}" for seat in range(hand.seats))
    return HandRecord(
        hand.rules,
        names,
        hand.dealer,
        tuple(hand.deck),
        tuple(actions),
        big_one=hand.is_big_one,
        bets=hand.bets,
    )


def _ends(hand: Hand, actions: Sequence[str]) -> object:
    """The first action that the kernel refuses, or whether the hand is over."""
    try:
        found = bridge.replayed(_record(hand, actions))
    except ValueError as error:
        return int(str(error).split()[1])
    return found or "unfinished"


def _engine_ends(hand: Hand, actions: Sequence[str]) -> object:
    try:
        found = replay(_record(hand, actions))
    except RecordError as error:
        return int(str(error).split()[1])
    return "unfinished" if found.result is None else RecordedResult.of(found.result)
