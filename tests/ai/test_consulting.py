"""The coach in a process of its own: answers, reviews, is interrupted, and stays small."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep

import pytest

from ai.coach.evaluator import Estimate, evaluate
from ai.consulting import Consultant, Consultation
from ai.master.search import MASTERS, opinion
from game.rules.actions import DRAW, DROP, Action
from game.rules.hand import Hand
from game.rules.presets import STANDARD
from game.rules.record import record_of
from game.rules.view import view

MEGABYTE = 1_000_000
PATIENCE = 20.0  # seconds


@pytest.fixture
def consultant() -> Iterator[Consultant]:
    asking = Consultant()
    yield asking
    asking.close()


def answered(hint: Consultation[Estimate]) -> Consultation[Estimate]:
    """Wait for the first answer."""
    until = monotonic() + PATIENCE
    while hint.latest is None and monotonic() < until:
        sleep(0.01)
    assert hint.latest is not None
    return hint


def a_hand() -> Hand:
    return Hand.deal(
        STANDARD,
        2,
        1,
        ["2C", "9H", "5D", *(card for card in STANDARD.pack() if card not in ("2C", "9H", "5D"))],
    )


@pytest.mark.parametrize("actions", [None, (DRAW, DROP)])
def test_it_answers_as_the_evaluator_does_and_stays_small(
    consultant: Consultant, actions: tuple[Action, ...] | None
) -> None:
    seen = view(a_hand(), 0)
    assert consultant.pid is None
    hint = answered(consultant.hint(seen, 7, actions=actions))
    hint.cancel()
    assert hint.latest is not None
    playouts = hint.latest.playouts
    assert hint.latest.reason is not None
    assert replace(hint.latest, reason=None) == next(
        each
        for each in evaluate(seen, 7, actions=actions, opinion=opinion(seen), stronger=MASTERS)
        if each.playouts == playouts
    )
    status = Path(f"/proc/{consultant.pid}/status")
    if status.exists():
        peak = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        assert int(peak.split()[1]) * 1000 <= 80 * MEGABYTE


def test_a_review_comes_to_its_end_though_a_hint_is_asked_meanwhile(consultant: Consultant) -> None:
    hand = a_hand()
    hand.act(0, hand.legal()[-1])
    going = consultant.review(record_of(hand, ["a", "b"]).to_json(), 0, precision=0.5)
    answered(consultant.hint(view(a_hand(), 0), 1)).cancel()
    while not going.is_over:
        sleep(0.01)
    assert going.error is None
    assert going.latest is not None
    assert going.latest.seat == 0


def test_a_hint_does_not_wait_for_a_decision_under_review(consultant: Consultant) -> None:
    """Nothing makes the first decision known so well: its review would go on for minutes."""
    hand = a_hand()
    hand.act(0, hand.legal()[-1])
    going = consultant.review(record_of(hand, ["a", "b"]).to_json(), 0, precision=1e-6)
    answered(consultant.hint(view(a_hand(), 0), 1)).cancel()
    sleep(0.2)  # the coach is at the review
    answered(consultant.hint(view(a_hand(), 0), 2))
    assert not going.is_over


def test_what_cannot_be_answered_is_told_in_a_line(consultant: Consultant) -> None:
    no_choice = consultant.hint(view(a_hand(), 1), 1)
    noise = consultant.review("[]", 0)
    dear = Hand.deal(STANDARD.changed(tonk_pays=10**12), 2, 1, STANDARD.pack())
    too_dear = consultant.hint(view(dear, 0), 1)
    for asked in (no_choice, noise, too_dear):
        while not asked.is_over:
            sleep(0.01)
        assert asked.latest is None
        assert asked.error
    allowed = "expected at most 1000000000"
    assert too_dear.error == f"tonk_pays = 1000000000000: {allowed}"
    assert consultant.hint(view(a_hand(), 0), 1).error is None


def test_a_process_that_is_killed_is_replaced(consultant: Consultant) -> None:
    lost = consultant.hint(view(a_hand(), 0), 1)
    consultant.close()
    assert lost.is_over
    assert lost.error
    answered(consultant.hint(view(a_hand(), 0), 1))
