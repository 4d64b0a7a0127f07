"""A hint at the table: on request, never in the way, in words that the position bears out."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pygame
import pytest

from ai.coach.evaluator import Estimate, Value, estimate
from game.rules.actions import Action, Discard, Spread
from game.rules.hand import Hand
from game.rules.presets import preset
from game.rules.record import parse
from game.rules.view import SeatView, view
from game.ui.scenes.hint import HintScene
from game.ui.scenes.practice.table import PracticeScene
from game.ui.scenes.start import StartScene
from game.ui.shell.loop import App
from game.ui.text.hints import reason_sentence
from tests.scenarios.scenario import deck_of
from tests.ui.screens import Coach, practised
from tests.ui.stage import point, press, shown, stage, targets, top, turns


@dataclass
class Slow:
    """A coach who answers when told to."""

    latest: Estimate | None = None
    is_over: bool = False
    error: str | None = None
    cancelled: int = 0

    def cancel(self) -> None:
        self.cancelled += 1


def table(app: App, coach: object) -> PracticeScene:
    app.services = replace(app.services, coach=coach)  # type: ignore[arg-type]  # any coach
    shown(app, StartScene(app))
    scene = PracticeScene(app, practised())
    shown(app, scene)
    turns(app)
    return scene


def texts(page: HintScene) -> list[str]:
    return list(page.news())


def test_a_key_asks_and_the_best_comes_with_its_worth_and_why() -> None:
    with stage() as app:
        scene = table(app, Coach)
        press(app, pygame.K_F2)
        page = top(app, HintScene)
        found = estimate(scene.flow.asked(), 0, playouts=200)
        assert page.found is not None
        assert {each.action for each in page.found.values} == {each.action for each in found.values}
        heard = texts(page)
        assert len(heard) == 4
        assert "±" in heard[1]
        press(app, pygame.K_ESCAPE)
        top(app, PracticeScene)
        press(app, pygame.K_ESCAPE)
        point(app, "button:hint")
        top(app, HintScene)


def test_nothing_waits_for_the_coach_and_leaving_stops_it() -> None:
    slow = Slow()
    with stage() as app:
        scene = table(app, lambda _view, _seed: slow)
        press(app, pygame.K_F2)
        page = top(app, HintScene)
        for _frame in range(100):
            page.update(0.1)
        assert page.found is None
        assert slow.cancelled == 0
        press(app, pygame.K_ESCAPE)
        assert app.top is scene
        assert slow.cancelled == 1


def test_asking_again_refines() -> None:
    asked: list[Slow] = []

    def coach(seen: SeatView, seed: int) -> Slow:
        asked.append(Slow(estimate(seen, seed, playouts=64)))
        return asked[-1]

    better = replace(estimate(practised().session().view(0), 1, playouts=64), playouts=9_999)

    with stage() as app:
        table(app, coach)
        press(app, pygame.K_F2)
        page = top(app, HintScene)
        page.update(1.0)
        assert page.found is asked[0].latest
        press(app, pygame.K_F2)
        assert len(asked) == 2
        page.update(1.0)
        asked[1].latest = better
        page.update(5.0)
        assert page.found is better


def test_what_went_wrong_is_said_in_a_line() -> None:
    with stage() as app:
        table(app, lambda _view, _seed: Slow(is_over=True, error="the coach's process ended"))
        press(app, pygame.K_F2)
        heard = texts(top(app, HintScene))
        assert heard[:2] == ["The coach has no answer.", "the coach's process ended"]


def test_two_that_are_as_good_are_named_together() -> None:
    chances = (0.5, 0.1, 0.0, 0.0)

    def close(seen: SeatView, _seed: int) -> Slow:
        pair = [each for each in seen.legal if isinstance(each, Discard)][:2]
        values = tuple(Value(each, 0.1, 0.05, 100, chances) for each in pair)
        return Slow(Estimate("quick", values, 200, 0.0, 0.05))

    with stage() as app:
        table(app, close)
        press(app, pygame.K_F2)
        page = top(app, HintScene)
        page.update(1.0)
        assert "either will do" in texts(page)[0]


def test_the_setting_turns_it_off() -> None:
    with stage() as app:
        scene = table(app, Coach)
        app.change(hints=False)
        press(app, pygame.K_F2)
        assert app.top is scene
        press(app, pygame.K_ESCAPE)
        assert "button:hint" not in targets(app)


def at(*actions: str, rules: str = "standard") -> SeatView:
    told = {"hands": ["4H 5H KC 9D 2S", "3C 3D 7S QD TH"], "upcard": "6H", "stock": "8C JD 9S"}
    law = preset(rules)
    hand = Hand.deal(law, 2, 1, deck_of(told, law, 1))
    for text in actions:
        hand.act(*parse(text))
    return view(hand, 0)


def why(seen: SeatView, action: Action) -> str:
    return reason_sentence(seen, action, {"win": 0.71, "caught": 0.22}.__getitem__)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("0 take", "With it you hold 4♥ 5♥ 6♥."),
        ("0 drop", "You win 71% of such hands, and are caught in 22%."),
    ],
)
def test_reasons_at_the_start_of_a_turn(action: str, words: str) -> None:
    assert why(at(), parse(action)[1]) == words


def test_reasons_for_laying_and_throwing() -> None:
    taken = at("0 take")
    spread = next(each for each in taken.legal if isinstance(each, Spread))
    assert why(taken, spread) == "It takes 15 off your count of 36."
    laid = at("0 take", "0 spread 4H 5H 6H")
    assert why(laid, Discard("KC")) == "Nothing on the table takes K♣, and it counts 10."
    thrown = at("0 draw", "0 discard KC", "1 draw", "1 discard 3C", "0 draw")
    assert "you see 1 more of its rank" in why(thrown, Discard("9S"))
