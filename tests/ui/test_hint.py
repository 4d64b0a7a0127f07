"""A hint at the table: on request, never in the way, in words that the position bears out."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pygame
import pytest

from ai.coach.evaluator import Estimate, Value, estimate
from game.features.study.practice.table_page import PracticeScene
from game.menus.start import StartScene
from game.rules.actions import DRAW, TAKE, Discard
from game.rules.hand import Hand
from game.rules.presets import preset
from game.rules.view import SeatView, view
from game.ui.session.hint import HintScene
from game.ui.session.sitting import begin_session
from game.ui.shell.loop import App
from game.ui.text.hints import basis_words, either_words, reason_words, worth_text
from game.ui.text.move_words import card_text
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
        lead = worth_text(page.found.lead, 1.96 * page.found.lead_error).lstrip("+")
        assert page.found.is_close or lead in heard[1]
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
        said = texts(page)[0]
        assert said.endswith("either will do.")
        assert said.count("Discard") == 1


def test_the_second_of_two_is_named_within_the_sentence() -> None:
    words = either_words(seen_at_start(), DRAW, TAKE)
    assert words.startswith("Draw from the stock or take 6♥")


def test_of_two_that_may_be_as_good_the_one_of_the_higher_figure_comes_first() -> None:
    chances = (0.5, 0.1, 0.0, 0.0)
    pair: list[Discard] = []

    def close(seen: SeatView, _seed: int) -> Slow:
        pair[:] = [each for each in seen.legal if isinstance(each, Discard)][:2]
        values = tuple(
            Value(action, worth, 0.05, 100, chances)
            for action, worth in zip(pair, (0.1, 0.12), strict=True)
        )
        return Slow(Estimate("quick", values, 200, 0.0, 0.05))

    with stage() as app:
        table(app, close)
        press(app, pygame.K_F2)
        page = top(app, HintScene)
        page.update(1.0)
        either, worth = texts(page)[:2]
        first, second = (either.find(card_text(each.card)) for each in pair)
        assert 0 <= second < first
        assert worth.index("+0.12") < worth.index("+0.1 " if "+0.1 " in worth else "+0.10")


def test_a_hint_leaves_the_players_own_cards_in_sight() -> None:
    with stage() as app:
        scene = table(app, Coach)
        press(app, pygame.K_F2)
        page = top(app, HintScene)
        page.update(1.0)
        turns(app)
        fan = scene.board.layout.seats[scene.view.seat].fan
        assert page.sheet is not None
        assert page.sheet.rect.bottom <= fan.top


def test_the_setting_turns_it_off() -> None:
    with stage() as app:
        scene = table(app, Coach)
        app.change(hints=False)
        press(app, pygame.K_F2)
        assert app.top is scene
        press(app, pygame.K_ESCAPE)
        assert "button:hint" not in targets(app)


@pytest.mark.parametrize("is_practice", [False, True])
def test_the_menu_offers_hints_as_the_settings_opened_from_it_say(*, is_practice: bool) -> None:
    with stage() as app:
        table(app, Coach)
        if not is_practice:
            app.home()
            begin_session(app, 1, 1)
            turns(app)
        for hints in (False, True):
            press(app, pygame.K_ESCAPE)
            assert ("button:hint" in targets(app)) != hints
            point(app, "button:settings")
            app.change(hints=hints)
            press(app, pygame.K_ESCAPE)
            assert ("button:hint" in targets(app)) == hints
            press(app, pygame.K_ESCAPE)


def test_what_is_said_of_figures_is_what_they_are_worth() -> None:
    seen = seen_at_start()
    values = tuple(Value(each, 0.5, 0.0, 60, (0.7, 0.2, 0.0, 0.0)) for each in seen.legal[:2])
    why = ("draw", {"useful": 8, "unseen": 41})
    sampled = Estimate("quick", values, 120, 0.3, 0.0, reason=why)
    assert "120" in basis_words(sampled, seen.rules)
    assert worth_text(values[0].value, values[0].error) == "+0.5"
    assert worth_text(0.5, 0.1) == "+0.50 ± 0.10"
    assert reason_words(sampled) == "Draw: 8 of 41 unseen cards could be laid at once."
    bare = replace(sampled, reason=None)
    assert reason_words(bare) == "You win 70% of such hands, and are caught in 20%."


def seen_at_start() -> SeatView:
    told = {"hands": ["4H 5H KC 9D 2S", "3C 3D 7S QD TH"], "upcard": "6H", "stock": "8C JD 9S"}
    law = preset("standard")
    return view(Hand.deal(law, 2, 1, deck_of(told, law, 1)), 0)
