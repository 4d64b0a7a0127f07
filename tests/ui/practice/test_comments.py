"""The coach at the practice table: a word after each own move, and a bar of chances."""

from __future__ import annotations

from dataclasses import dataclass, field

import pygame
import pytest

from ai.coach.evaluator import Estimate, Value
from game.features.study.practice.table_page import PracticeScene
from game.menus.start import StartScene
from game.rules.actions import DRAW, Action, Discard
from game.rules.view import SeatView
from game.ui.shell.loop import App
from game.ui.table.input.targets import CardTarget
from tests.ui.screens import practised
from tests.ui.stage import press, shown, stage, turns


@dataclass
class Asked:
    """What was asked of the coach, and the answer so far."""

    view: SeatView
    actions: tuple[Action, ...]
    latest: Estimate | None = None
    is_over: bool = False
    error: str | None = None

    def cancel(self) -> None:
        self.is_over = True

    def answer(self, lead: float, error: float = 0.01, *, best: int = 0) -> None:
        """Say that one action is worth so much more than all others."""
        others = [each for at, each in enumerate(self.actions) if at != best]
        values = tuple(
            Value(each, -lead * (at > 0), error, 100, (0.6, 0.1, 0.3, 0.0))
            for at, each in enumerate((self.actions[best], *others))
        )
        self.latest = Estimate("quick", values, 200, lead, error)


@dataclass
class Coach:
    """A coach who answers when told to."""

    asked: list[Asked] = field(default_factory=list)

    def __call__(
        self, view: SeatView, _seed: int, actions: tuple[Action, ...] | None = None
    ) -> Asked:
        self.asked.append(Asked(view, actions or view.legal))
        return self.asked[-1]


def table(app: App, rules: str = "standard", **settings: object) -> PracticeScene:
    """A practice table at which the player has to discard."""
    app.change(**settings)
    shown(app, StartScene(app))
    scene = PracticeScene(app, practised(rules=rules))
    shown(app, scene)
    turns(app)
    return scene


def throw(app: App, scene: PracticeScene, place: int) -> Discard:
    """Discard one of the cards that may be discarded."""
    thrown = [each for each in scene.view.legal if isinstance(each, Discard)][place]
    assert scene.input.toss(thrown.card)
    return thrown


def line(scene: PracticeScene) -> str:
    look = scene.coach_look
    return look.line if look else ""


def test_the_best_move_is_called_so_once_that_is_known() -> None:
    coach = Coach()
    with stage(coach=coach) as app:
        scene = table(app)
        assert len(coach.asked) == 1
        best = coach.asked[0].actions.index(
            next(each for each in scene.view.legal if isinstance(each, Discard))
        )
        coach.asked[0].answer(0.2, 0.1, best=best)
        throw(app, scene, 0)
        scene.update(0.1)
        assert not line(scene)
        coach.asked[0].answer(0.2, 0.01, best=best)
        scene.update(0.1)
        assert line(scene) == "Best."
        assert "Best." in scene.news()
        scene.update(10.0)
        assert not line(scene)


@pytest.mark.parametrize(
    ("lead", "words"), [(0.01, "Fine."), (0.05, "Costs 0.05 stakes."), (0.12, "Costs 0.1 stakes.")]
)
def test_another_move_is_compared_with_the_best_alone(lead: float, words: str) -> None:
    coach = Coach()
    with stage(coach=coach) as app:
        scene = table(app)
        coach.asked[0].answer(0.3, best=coach.asked[0].actions.index(_discards(scene)[1]))
        scene.update(0.1)
        better, made = _discards(scene)[1], throw(app, scene, 0)
        scene.update(0.1)
        assert not line(scene)
        assert coach.asked[1].actions == (better, made)
        coach.asked[1].answer(lead)
        scene.update(0.1)
        look = scene.coach_look
        assert look is not None
        assert look.line.startswith(words)
        glows = {CardTarget(better.card)} if lead >= 0.02 else set()
        assert look.targets == glows


def _discards(scene: PracticeScene) -> list[Discard]:
    return [each for each in scene.view.legal if isinstance(each, Discard)]


@pytest.mark.parametrize(
    ("lead", "words"),
    [(18.17, "Costs 18 points. "), (1.6, "Costs 2 points. "), (0.9, "Costs 0.9 points. ")],
)
def test_points_are_round_unless_they_are_few(lead: float, words: str) -> None:
    coach = Coach()
    with stage(coach=coach) as app:
        scene = table(app, "push_up")
        coach.asked[0].answer(lead, best=coach.asked[0].actions.index(_discards(scene)[1]))
        throw(app, scene, 0)
        scene.update(0.1)
        coach.asked[1].answer(lead)
        scene.update(0.1)
        assert line(scene).startswith(words)


def test_a_better_card_stops_glowing_once_there_is_something_new_to_choose() -> None:
    coach = Coach()
    with stage(coach=coach) as app:
        scene = table(app)
        better, made = _discards(scene)[1], _discards(scene)[0]
        coach.asked[0].answer(0.3, best=coach.asked[0].actions.index(better))
        scene.update(0.1)
        assert scene.input.toss(made.card)
        scene.update(0.1)
        coach.asked[1].answer(0.3)
        scene.update(0.1)
        for is_asked in (False, True):
            look = scene.coach_look
            assert look is not None
            assert look.line.startswith("Costs 0.3 stakes. ")
            assert (DRAW in scene.view.legal) == is_asked
            assert better.card in scene.view.hand
            assert look.targets == (set() if is_asked else {CardTarget(better.card)})
            while DRAW not in scene.view.legal:
                assert scene.view.result is None
                app.wake()
                app.turn()


def heard(scene: PracticeScene, seconds: int = 12) -> list[str]:
    """What the coach says while so many seconds pass, each text once."""
    said = []
    for _half in range(2 * seconds):
        scene.update(0.5)
        said.append(line(scene))
    return list(dict.fromkeys(said))


def compared(app: App, coach: Coach, rules: str = "standard") -> PracticeScene:
    """A table at which the coach is comparing the move made with the best."""
    scene = table(app, rules)
    best, made = _discards(scene)[1], _discards(scene)[0]
    coach.asked[0].answer(0.3, 0.2, best=coach.asked[0].actions.index(best))
    scene.update(0.1)
    assert scene.input.toss(made.card)
    scene.update(0.1)
    assert coach.asked[-1].actions == (best, made)
    return scene


@pytest.mark.parametrize(
    ("rules", "lead", "error", "words"),
    [
        ("standard", 1.0, 0.05, "Costs 1 stake. "),
        ("standard", 0.12, 0.03, "Costs 0.1 stakes. "),
        ("push_up", 12.0, 1.0, "Costs 12 points. "),
    ],
)
def test_a_clear_mistake_is_told_before_its_size_is_quite_known(
    rules: str, lead: float, error: float, words: str
) -> None:
    coach = Coach()
    with stage(coach=coach) as app:
        scene = compared(app, coach, rules)
        coach.asked[-1].answer(lead, error)
        scene.update(0.1)
        assert line(scene).startswith(words)


@pytest.mark.parametrize(
    ("lead", "error", "words"),
    [
        (0.3, 0.12, "Costs 0.3 stakes. "),
        (0.1, 0.06, "Too close to call."),
        (0.01, 0.02, "Too close"),
    ],
)
@pytest.mark.parametrize("is_ended", [False, True])
def test_what_is_found_by_the_end_is_judged(
    lead: float, error: float, words: str, *, is_ended: bool
) -> None:
    """What may be chance while the coach goes on is told once nothing more is to come."""
    coach = Coach()
    with stage(coach=coach) as app:
        scene = compared(app, coach)
        coach.asked[-1].answer(lead, error)
        scene.update(0.1)
        assert not line(scene)
        coach.asked[-1].is_over = is_ended
        said = heard(scene, 1 if is_ended else 5)
        assert said[-1].startswith(words)
        assert said[-1] in scene.news()
        scene.update(10.0)
        assert not line(scene)


@pytest.mark.parametrize(
    ("lead", "error", "words"),
    [(0.2, 0.08, "Best."), (0.094, 0.04, "Best."), (0.05, 0.04, "Too close to call.")],
)
def test_the_best_move_is_called_so_in_the_end_if_that_is_clear(
    lead: float, error: float, words: str
) -> None:
    coach = Coach()
    with stage(coach=coach) as app:
        scene = table(app)
        best = coach.asked[0].actions.index(_discards(scene)[0])
        coach.asked[0].answer(lead, error, best=best)
        throw(app, scene, 0)
        assert heard(scene, 5)[-2:] == ["The coach is thinking…", words]


@pytest.mark.parametrize("is_compared", [False, True])
@pytest.mark.parametrize("error", [None, "The coach stopped."])
def test_a_coach_who_finds_nothing_says_so(error: str | None, *, is_compared: bool) -> None:
    coach = Coach()
    with stage(coach=coach) as app:
        scene = compared(app, coach) if is_compared else table(app)
        if not is_compared:
            throw(app, scene, 1)
        if error:
            coach.asked[-1].is_over, coach.asked[-1].error = True, error
        said = heard(scene, 6)
        assert "The coach has no answer." in said
        assert not any("close" in each for each in said)


def test_slow_frames_make_nobody_wait_longer() -> None:
    """The clock counts, and not only the time by which what moves is moved on."""
    coach, now = Coach(), [100.0]
    with stage(coach=coach, clock=lambda: now[0]) as app:
        scene = table(app)
        throw(app, scene, 1)
        for _frame in range(9):
            now[0] += 0.6
            scene.update(0.01)
        assert line(scene) == "The coach has no answer."


def test_the_comparison_has_the_whole_time() -> None:
    coach = Coach()
    with stage(coach=coach) as app:
        scene = table(app)
        best = coach.asked[0].actions.index(_discards(scene)[1])
        throw(app, scene, 0)
        scene.update(4.5)
        coach.asked[0].answer(0.3, 0.2, best=best)
        for seconds in (0.1, 0.1, 4.5):
            scene.update(seconds)
            assert line(scene) == "The coach is thinking…"
        coach.asked[1].answer(0.3)
        scene.update(0.1)
        assert line(scene).startswith("Costs 0.3 stakes. ")


@pytest.mark.parametrize("is_compared", [False, True])
def test_what_is_known_when_the_player_comes_back_is_told(*, is_compared: bool) -> None:
    """A menu over the table, or a machine that sleeps: hours pass without a look."""
    coach, now = Coach(), [100.0]
    with stage(coach=coach, clock=lambda: now[0]) as app:
        if is_compared:
            scene = compared(app, coach)
        else:
            scene = table(app)
            best = coach.asked[0].actions.index(_discards(scene)[1])
            throw(app, scene, 0)
            scene.update(0.1)
            coach.asked[0].answer(1.0, best=best)
            now[0] += 6000.0
            scene.update(0.1)
            assert line(scene) == "The coach is thinking…"
        now[0] += 6000.0
        scene.update(0.1)  # the coach slept too
        assert line(scene) == "The coach is thinking…"
        coach.asked[1].answer(1.0)
        now[0] += 6000.0
        scene.update(0.1)
        assert line(scene).startswith("Costs 1 stake. ")


class Hasty(Asked):
    """A question whose answer and end arrive at the moment that the end is looked for."""

    is_asked_for = False

    def __getattribute__(self, name: str) -> object:
        if name == "is_over" and Hasty.is_asked_for:
            Hasty.is_asked_for = False
            self.answer(1.0)
            self.is_over = True
        return super().__getattribute__(name)


def test_an_answer_that_comes_with_the_end_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    coach = Coach()
    with stage(coach=coach) as app:
        scene = compared(app, coach)
        coach.asked[-1].__class__ = Hasty
        monkeypatch.setattr(Hasty, "is_asked_for", True)
        scene.update(0.1)
        assert line(scene).startswith("Costs 1 stake. ")


def test_a_move_made_while_the_last_one_is_judged_gets_its_word() -> None:
    coach = Coach()
    with stage(coach=coach) as app:
        scene = table(app)
        throw(app, scene, 1)
        while DRAW not in scene.view.legal:
            assert scene.view.result is None
            scene.update(0.01)
        press(app, pygame.K_d)
        scene.update(0.01)
        thrown = throw(app, scene, 0)
        scene.update(0.01)
        assert coach.asked[-1].view.hand.count(thrown.card)
        coach.asked[-1].answer(0.3, best=coach.asked[-1].actions.index(thrown))
        scene.update(0.1)
        assert line(scene) == "Best."


@pytest.mark.parametrize("is_answered", [False, True])
def test_a_move_after_a_long_thought_is_judged_as_well(*, is_answered: bool) -> None:
    """No answer, or one too rough to say anything, within the time the coach has."""
    coach = Coach()
    with stage(coach=coach) as app:
        scene = table(app)
        first, second = _discards(scene)[:2]
        if is_answered:
            coach.asked[0].answer(0.1, 0.05, best=coach.asked[0].actions.index(first))
        for _second in range(12):
            scene.update(1.0)
        assert coach.asked[0].is_over
        throw(app, scene, 0)
        scene.update(0.1)
        again = coach.asked[1]
        assert again.view == coach.asked[0].view
        assert first in again.actions
        assert is_answered == (len(again.actions) == 2)
        scene.update(4.0)  # the time is counted from the move
        again.answer(0.1, best=again.actions.index(first))
        scene.update(0.1)
        assert line(scene) == "Best."
        assert second in again.actions or is_answered


@pytest.mark.parametrize("is_answered", [False, True])
def test_what_cannot_be_judged_does_not_silence_the_coach(*, is_answered: bool) -> None:
    coach = Coach()
    with stage(coach=coach) as app:
        scene = table(app, coach_bar=True)
        for _second in range(12):
            scene.update(1.0)
        if is_answered:
            coach.asked[0].answer(0.1, 0.2)
        scene.update(0.1)
        throw(app, scene, 0)
        if is_answered:
            coach.asked[-1].answer(0.1, 0.2)
        words = "Too close to call." if is_answered else "The coach has no answer."
        assert words in heard(scene)
        while DRAW not in scene.view.legal:
            assert scene.view.result is None
            app.wake()
            app.turn()
        scene.update(0.1)
        assert coach.asked[-1].view.moves == scene.view.moves
        for _view in range(3):  # the same position may be shown, and asked about, once more
            coach.asked[-1].answer(0.2)
            scene.update(0.1)
        assert chances(scene)


def test_the_setting_turns_it_off() -> None:
    coach = Coach()
    with stage(coach=coach) as app:
        table(app, coach_line=False)
        assert not coach.asked


def chances(scene: PracticeScene) -> list[str]:
    look = scene.chances_look
    return [] if look is None else [f"{name} {percent}" for name, percent, *_ in look.bars]


def test_the_bar_of_chances_is_off_until_wished_for_and_shows_what_is_known() -> None:
    coach = Coach()
    with stage(coach=coach) as app:
        scene = table(app, coach_bar=True)
        assert chances(scene) == []
        coach.asked[0].answer(0.2, 0.01)
        scene.update(0.1)
        assert chances(scene) == ["Win 60%", "Caught 10%", "Tonk 30%"]
        app.change(coach_bar=False)
        assert chances(scene) == []
