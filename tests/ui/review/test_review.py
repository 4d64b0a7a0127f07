"""A review in the window: it waits without holding anything up, and asks before it tells."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import pygame
import pytest

from ai.coach.evaluator import Estimate, Value
from game.console.output import ExitStatus
from game.features.study.assessment.page import TeachingScene
from game.features.study.drills.page import DrillScene
from game.features.study.learning.page import LearnScene
from game.features.study.practice.table_page import PracticeScene
from game.features.study.review.page import ReviewScene
from game.menus.start import StartScene
from game.rules.actions import DRAW, DROP, Action
from game.rules.presets import preset
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView
from game.saves.review_queue import Reviewer
from game.saves.reviews import Found
from game.saves.settings import Settings, SettingsStore
from game.saves.store import Store
from game.ui.kit.controls import Label
from game.ui.kit.document import Para
from game.ui.kit.tiles import NumberTiles
from game.ui.pages.dialogs import AskScene
from game.ui.session.hint import Tutor
from game.ui.shell.loop import App
from game.ui.table.flow.shown import Logbook, LogLook
from game.ui.table.motion.layout import Slot, Zone
from game.ui.text.move_words import cards_text
from game.ui.viewer.decision import DecisionScene
from tests.ai.positions import seen as seen_by
from tests.session.test_teaching import dropped, found
from tests.ui.conftest import Program
from tests.ui.screens import Coach, a_review, learning, one_hand, practised, review, risky
from tests.ui.stage import (
    Asked,
    block_texts,
    point,
    press,
    row_list,
    shown,
    stage,
    targets,
    top,
    turns,
    widget,
)


class Slow:
    """A coach who is still at it until it is said that it is not."""

    part, error = 0.97, None
    found: Found | None = None
    is_over = False

    def cancel(self) -> None:
        pass


def spoken_rows(scene: DecisionScene) -> list[str]:
    return [row.spoken for row in scene.list.rows]


def test_the_answer_comes_after_the_question() -> None:
    with stage() as app:
        review(app, "button:look")
        asked = top(app, DecisionScene)
        assert "±" not in " ".join(spoken_rows(asked))
        assert asked.spoken() == asked.list.spoken
        point(app, "options:0")
        assert asked.is_answered
        told = spoken_rows(asked)
        assert all("±" in text for text in told[1:])
        assert sum("best" in text for text in told[1:]) == 1
        point(app, "button:onward")
        other = top(app, DecisionScene)
        assert other is not asked
        assert not other.is_answered
        press(app, pygame.K_ESCAPE)
        page = top(app, ReviewScene)
        lines = [row.lines for row in row_list(page, "decisions").rows if row.tag]
        assert [len(each) > 1 for each in lines].count(True) == 1
        assert page.kept is not None


def test_a_review_that_fails_is_told_of_in_the_players_own_words() -> None:
    with stage() as app:
        review(app, "button:look")
        press(app, pygame.K_ESCAPE)
        job = replace(top(app, ReviewScene).job, kept=None, error="the coach's process ended")
        page = shown(app, ReviewScene(app, job))
        assert isinstance(page, ReviewScene)
        told = [each.text for each in page.form.widgets if isinstance(each, Label)]
        assert "Can't review this hand." in told
        assert not any("process" in text for text in told)


def test_no_reason_is_told_that_an_earlier_version_saved_and_that_does_not_hold(
    program: Program,
) -> None:
    """The review was saved with the reason that 10♦ is dead weight, for each decision."""

    def look(app: App) -> None:
        page = review(app)
        assert page.kept is not None
        for decision in page.kept.decisions:
            shown(app, DecisionScene(app, page.kept, decision, is_answered=True))
            told = spoken_rows(top(app, DecisionScene))[0]
            assert "10♦" not in told

    assert program(look) == ExitStatus.FINE


@pytest.mark.parametrize("focus", ["options", "button:back", "button:show"])
def test_the_keys_on_the_buttons_step_through_the_hand_whatever_has_the_focus(focus: str) -> None:
    with stage() as app:
        review(app, "button:look")
        scene = top(app, DecisionScene)
        scene.form.focus(focus)
        at = scene.step
        press(app, pygame.K_LEFT)
        assert (scene.step, scene.form.focused) == (at - 1, focus)
        press(app, pygame.K_RIGHT)
        assert (scene.step, scene.form.focused) == (at, focus)
        look = scene.look.table(scene.board, LogLook(()), is_playing=False, hovered="")
        assert [button.key for _name, button in look.buttons] == ["S", "←", "K", "→", "E"]
        press(app, pygame.K_e)
        assert scene.step == scene.playback.last
        press(app, pygame.K_s)
        assert scene.step == 0


@pytest.mark.parametrize(("rules", "unit"), [("standard", "stakes"), ("push_up", "points")])
def test_what_an_answer_and_a_move_cost_is_told_in_its_unit(rules: str, unit: str) -> None:
    with stage() as app:
        kept = review(app, rules=rules).kept
        assert kept is not None
        sized = replace(kept.mistakes[0], loss=9.0, mistake="blunder")
        lost = [replace(each, value=-9.0) for each in sized.values[1:]]
        decision = replace(sized, values=(sized.values[0], *lost))
        scene = DecisionScene(app, kept, decision)
        shown(app, scene)
        point(app, f"options:{scene.options.index(lost[0].action)}")
        told = spoken_rows(scene)[0]
        assert re.search(rf"Your answer costs 9[.0-9 ±]+ {unit} on average\.", told), told
        assert re.search(rf"which cost 9[.0-9 ±]+ {unit}\.", told), told


def test_the_hand_is_told_in_the_order_in_which_it_lies_there() -> None:
    with stage() as app:
        kept = review(app).kept
        assert kept is not None
        for decision in kept.decisions:
            scene = DecisionScene(app, kept, decision)
            shown(app, scene)
            assert f"You hold {cards_text(scene.board.arrangement.order)}," in spoken_rows(scene)[0]


def test_a_list_stands_in_the_order_of_its_values_with_the_best_first() -> None:
    with stage() as app:
        page = review(app, "button:look")
        asked = top(app, DecisionScene)
        best, second, *others = asked.decision.values
        values = (best, replace(second, value=best.value + 0.01), *others)
        assert page.kept is not None
        decision = replace(asked.decision, values=values)
        shown(app, DecisionScene(app, page.kept, decision, is_answered=True))
        scene = top(app, DecisionScene)
        worths = [each.value for each in scene.ranked]
        assert worths == sorted(worths, reverse=True)
        assert worths[0] == worths[1], "what seems better than the best is as good at most"
        assert best.error == second.error
        assert worths[0] == pytest.approx(best.value + 0.005), "between the two, equally sure"
        assert scene.ranked[0].action == best.action
        assert [row.tag for row in scene.list.rows].index("best") == 1, "below the verdict"


@dataclass
class Judge:
    """A coach who compares two actions when told to."""

    latest: Estimate | None = None
    is_over: bool = False
    error: str | None = None
    asked: tuple[Action, ...] | None = None
    cancelled: int = 0

    def __call__(
        self, _view: SeatView, _seed: int, actions: tuple[Action, ...] | None = None
    ) -> Judge:
        self.asked = actions
        return self

    def cancel(self) -> None:
        self.cancelled += 1

    def found(self, loss: float, error: float) -> None:
        """Say by how much the second is worth less than the first."""
        assert self.asked is not None
        one, other = self.asked if loss >= 0 else self.asked[::-1]
        values = tuple(
            Value(each, value, error, 100, (0.5, 0.1, 0.0, 0.0))
            for each, value in ((one, abs(loss)), (other, 0.0))
        )
        self.latest = Estimate("quick", values, 200, abs(loss), error)


def asked_closely(app: App, told: list[bool | None]) -> tuple[DecisionScene, int]:
    """A decision whose second action may be as good as the best, and the place of that."""
    page = review(app, "button:look")
    before = top(app, DecisionScene)
    decision = before.decision
    best = next(each for each in decision.values if each.action == decision.best)
    values = tuple(
        replace(each, value=best.value, error=0.1) if each.action != decision.played else each
        for each in decision.values
    )
    assert page.kept is not None
    decision = replace(decision, values=values)
    scene = DecisionScene(app, page.kept, decision, answered=told.append)
    shown(app, scene)
    near = next(
        at for at, each in enumerate(scene.options) if each not in {decision.best, decision.played}
    )
    return scene, near


@pytest.mark.parametrize(
    ("loss", "verdict", "is_right"),
    [
        (-0.01, "Best", True),
        (0.01, "Good", True),
        (0.05, "Inaccuracy", False),
        (0.1, "Mistake", False),
        (0.4, "Blunder", False),
    ],
)
def test_an_answer_is_judged_only_once_the_difference_is_known(
    loss: float, verdict: str, *, is_right: bool
) -> None:
    told: list[bool | None] = []
    judge = Judge()
    with stage(coach=judge) as app:
        scene, near = asked_closely(app, told)
        scene.list.go_to(str(near))
        press(app, pygame.K_RETURN)
        assert judge.asked == (scene.decision.best, scene.options[near])
        assert scene.is_thinking
        assert scene.list.rows[0].title == "Thinking…"
        judge.found(loss, 0.02)
        scene.update(0.1)
        assert not told
        judge.found(loss, 0.015)
        scene.update(0.1)
        assert told == [is_right]
        assert scene.verdict.startswith(verdict)
        assert judge.cancelled == 1
        tags = {row.key: row.tag for row in scene.list.rows}
        answer = [each.action for each in scene.ranked].index(scene.options[near])
        assert tags[str(answer)] == ("best" if verdict == "Best" else "your answer")


@pytest.mark.parametrize("is_mine", [False, True])
def test_only_of_a_hand_of_ones_own_it_is_said_that_you_played_it(*, is_mine: bool) -> None:
    with stage() as app:
        page = review(app)
        assert page.kept is not None
        kept = replace(page.kept, is_mine=is_mine)
        scene = DecisionScene(app, kept, kept.decisions[0])
        shown(app, scene)
        assert scene.playback.you == (kept.seat if is_mine else None)


def test_an_answer_is_judged_only_once_stronger_play_has_checked_it() -> None:
    told: list[bool | None] = []
    judge = Judge()
    with stage(coach=judge) as app:
        scene, near = asked_closely(app, told)
        point(app, f"options:{near}")
        judge.found(0.4, 0.01)
        assert judge.latest is not None
        checked, judge.latest = judge.latest, replace(judge.latest, is_checked=False)
        scene.update(0.1)
        assert scene.is_thinking
        judge.latest = checked
        scene.update(0.1)
        assert told == [False]


def test_a_lead_that_the_values_contradict_is_not_judged_at_once() -> None:
    told: list[bool | None] = []
    judge = Judge()
    with stage(coach=judge) as app:
        scene, near = asked_closely(app, told)
        point(app, f"options:{near}")
        judge.found(0.1, 0.01)
        assert judge.latest is not None
        first, second = judge.latest.values
        values = first, replace(second, value=first.value + 0.1)
        judge.latest = replace(judge.latest, values=values, lead=-0.1)
        scene.update(0.1)
        assert scene.is_thinking


def test_what_is_not_known_after_five_seconds_counts_neither_way() -> None:
    told: list[bool | None] = []
    judge = Judge()
    with stage(coach=judge) as app:
        scene, near = asked_closely(app, told)
        point(app, f"options:{near}")
        judge.found(0.1, 0.05)
        scene.update(4.8)
        assert scene.is_thinking
        scene.update(0.3)
        assert told == [None]
        assert scene.verdict.startswith("Too close to call")


class Hasty(Judge):
    """A coach whose answer and end arrive at the moment that the end is looked for."""

    is_asked_for = False

    def __getattribute__(self, name: str) -> object:
        if name == "is_over" and self.is_asked_for:
            self.is_asked_for = False
            self.found(0.4, 0.03)
            self.is_over = True
        return super().__getattribute__(name)


def test_an_answer_that_comes_with_the_end_is_judged() -> None:
    told: list[bool | None] = []
    judge = Hasty()
    with stage(coach=judge) as app:
        scene, near = asked_closely(app, told)
        point(app, f"options:{near}")
        judge.is_asked_for = True
        scene.update(0.1)
        assert told == [False]
        assert scene.verdict.startswith("Blunder")


def test_a_clear_mistake_is_named_though_its_size_is_not_quite_known() -> None:
    with stage() as app:
        page = review(app, "button:look")
        asked = top(app, DecisionScene)
        assert page.kept is not None
        decision = replace(asked.decision, loss=0.26, error=0.02, mistake="blunder")
        scene = DecisionScene(app, page.kept, decision, is_answered=True)
        shown(app, scene)
        assert scene.verdict.startswith("Blunder")


def test_by_keys_alone_the_best_is_chosen_and_found_right() -> None:
    with stage() as app:
        review(app, "button:look")
        asked = top(app, DecisionScene)
        best = asked.options.index(asked.decision.best)
        press(app, *[pygame.K_DOWN] * best, pygame.K_RETURN)
        assert asked.answer == asked.decision.best
        assert asked.verdict.startswith("Best")


def test_it_can_be_left_while_the_coach_works() -> None:
    with stage() as app:
        shown(app, StartScene(app))
        page = review(app, part=0.4)
        assert " ".join(page.news()).count("40%") == 1
        labels = " ".join(each.text for each in page.form.widgets if isinstance(each, Label))
        assert "40%" not in labels, "it stands below the bar"
        press(app, pygame.K_ESCAPE)
        top(app, StartScene)


@pytest.mark.parametrize("scale", [150, 200])
def test_what_is_shown_while_the_coach_works_fits_the_window(scale: int) -> None:
    wished = Settings(speed="instant", mute=True, window_width=1280, window_height=720, scale=scale)
    with stage((1280, 720), SettingsStore.unsaved(wished)) as app:
        page = review(app, part=0.4)
        assert page.canvas(app.size) == app.size


def test_a_review_that_is_ready_is_shown_without_a_key_or_a_click() -> None:
    work = Slow()
    reviewer = Reviewer(lambda _record, _seat: work, Store.unsaved, lambda: False)
    with stage(reviewer=reviewer) as app:
        job = reviewer.ask(one_hand(), 0, is_mine=True)
        waiting = ReviewScene(app, job)
        app.push(waiting)
        app.turn()
        assert "button:back" in targets(app)
        work.found, work.is_over = a_review(job.record, 0), True
        app.turn()
        assert waiting.kept is not None
        assert "decisions" in {widget.name for widget in waiting.form.widgets}


def test_mistakes_are_tried_again_by_theme() -> None:
    with stage() as app:
        learning(app)
        page = top(app, LearnScene)
        point(app, "button:start")
        spot = top(app, DecisionScene)
        press(app, pygame.K_ESCAPE)
        assert app.top is page
        point(app, "button:start")
        same = top(app, DecisionScene)
        assert same.decision == spot.decision
        point(app, "button:show")
        point(app, "button:onward")
        assert top(app, DecisionScene).decision != spot.decision


def test_what_to_work_on_is_trained_with_one_click_at_a_table_like_that_of_the_mistakes() -> None:
    asked: list[tuple[RuleSet, int]] = []

    def drilled(kind: str, rules: RuleSet, seats: int, level: int, seed: int) -> Asked:
        asked.append((rules, seats))
        return Asked(kind, rules, seats, level, seed)

    with stage(drills=drilled) as app:
        app.change(rules="tunk")
        learning(app)
        page = top(app, LearnScene)
        assert any("Work on this" in text for text in page.news())
        point(app, "button:train")
        top(app, DrillScene)
        record = one_hand()
        assert set(asked) == {(record.rules, len(record.seats))}


@pytest.mark.parametrize(
    ("rules", "unit"),
    [("standard", "result in stakes"), ("push_up", "points vs. the others")],
)
def test_the_result_of_a_review_has_its_unit(rules: str, unit: str) -> None:
    with stage() as app:
        page = review(app, rules=rules)
        point(app, "part:luck")
        figures = widget(page, "figures", NumberTiles)
        assert figures.spoken.startswith(f"{unit}: ")


def test_the_level_is_not_said_to_lack_reviews_where_they_are_of_push_ups() -> None:
    store = Store.unsaved()
    store.reviews().keep(dropped(3, "push_up"), 0, found(9.0), is_mine=True)
    with stage(store=store) as app:
        page = shown(app, TeachingScene(app))
        while page.idle_for() == 0:
            app.turn()
        (words,) = block_texts(page, Para)
        assert words.startswith("1 reviewed push-up hand doesn't count here: ")
        assert "button:latest" not in targets(app)


def test_without_reviews_there_is_nothing_to_learn() -> None:
    with stage(store=Store.unsaved()) as app:
        page = shown(app, LearnScene(app))
        turns(app)
        while page.idle_for() == 0:
            app.turn()
        assert "button:start" not in targets(app)
        assert any("No mistakes yet" in text for text in page.news())


@dataclass
class Sure:
    """A coach who is sure that one action is far better than all others."""

    latest: Estimate
    is_over: bool = True
    error: str | None = None

    def cancel(self) -> None:
        pass


@pytest.mark.parametrize("is_stubborn", [False, True])
def test_the_tutor_warns_of_a_blunder_before_it_is_made(*, is_stubborn: bool) -> None:
    chances = (0.5, 0.1, 0.0, 0.0)

    def coach(seen: SeatView, _seed: int, _actions: tuple[Action, ...] | None = None) -> Sure:
        ranked = sorted(seen.legal, key=lambda action: action == DRAW)
        worth = [1.0, *[-1.0] * (len(ranked) - 1)]
        pairs = zip(ranked, worth, strict=True)
        values = tuple(Value(each, value, 0.02, 100, chances) for each, value in pairs)
        return Sure(Estimate("quick", values, 200, 2.0, 0.02))

    with stage(coach=coach) as app:
        app.change(tutor=True)
        shown(app, StartScene(app))
        scene = PracticeScene(app, practised(moves=9))
        shown(app, scene)
        turns(app)
        before = len(scene.view.moves)
        assert DRAW in scene.view.legal
        press(app, pygame.K_d)
        page = top(app, AskScene)
        assert any("stakes. Better: “" in text for text in page.news())
        point(app, "button:yes" if is_stubborn else "button:no")
        assert (len(scene.view.moves) > before) == is_stubborn


@pytest.mark.parametrize(
    ("rules", "loss", "words"),
    [
        ("standard", 1.234, "costs about 1.2 stakes. Better: “Draw from the stock”"),
        ("standard", 0.28, "costs about 0.3 stakes. Better"),
        ("push_up", 18.17, "costs about 18 points. Better"),
    ],
)
def test_the_tutor_says_what_a_blunder_costs_in_round_numbers(
    rules: str, loss: float, words: str
) -> None:
    error, chances = 0.02 * loss, (0.5, 0.1, 0.0, 0.0)

    def coach(seen: SeatView, _seed: int, _actions: tuple[Action, ...] | None = None) -> Sure:
        ranked = sorted(seen.legal, key=lambda action: action != DRAW)
        values = [
            Value(each, -loss * (at > 0), error, 100, chances) for at, each in enumerate(ranked)
        ]
        return Sure(Estimate("quick", tuple(values), 200, loss, error))

    view = seen_by("2C 5D 9H JS KC", "3D 4S 8C TH QD", rules=preset(rules))
    with stage(coach=coach) as app:
        tutor = Tutor(app, view, 1)
        tutor.update(0.1, is_awaited=True)
        assert words in tutor.warning(next(each for each in view.legal if each != DRAW))


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1920, 1080), (3840, 2160)])
def test_large_letters_beside_a_decision_leave_the_cards_nearly_their_size(
    size: tuple[int, int],
) -> None:
    heights = []
    for scale in (100, 200):
        wished = Settings(speed="instant", mute=True, scale=scale)
        with stage(size, SettingsStore.unsaved(wished)) as app:
            review(app, "button:look")
            scene = top(app, DecisionScene)
            heights.append(scene.board.layout.pose(Slot(Zone.HAND, scene.seat, 0)).height)
    assert heights[1] > 0.86 * heights[0]


def test_to_play_the_hand_of_a_decision_is_not_gold() -> None:
    with stage() as app:
        review(app, "button:look")
        scene, log = top(app, DecisionScene), Logbook().seen(1)
        looks = scene.look.table(scene.board, log, is_playing=False, hovered="")
        assert not any(each.is_primary for _name, each in looks.buttons)


def test_what_is_opened_from_a_decision_takes_the_whole_window() -> None:
    with stage() as app:
        review(app, "button:look")
        scene = top(app, DecisionScene)
        scene.open_menu()
        app.turn()
        assert app.top.stage.size == app.size  # type: ignore[union-attr]  # it has a stage
        point(app, "button:practice")
        assert top(app, PracticeScene).stage.size[0] == app.size[0]


@pytest.mark.parametrize("hints", [False, True])
def test_a_drop_that_the_tutor_warns_of_is_asked_about_once(*, hints: bool) -> None:
    def coach(seen: SeatView, _seed: int, _actions: tuple[Action, ...] | None = None) -> Sure:
        ranked = sorted(seen.legal, key=lambda action: action == DROP)
        worth = [1.0] * (len(ranked) - 1) + [-1.0]
        pairs = zip(ranked, worth, strict=True)
        values = tuple(Value(each, value, 0.02, 100, (0.5, 0.1, 0, 0)) for each, value in pairs)
        return Sure(Estimate("quick", values, 200, 2.0, 0.02))

    with stage(coach=coach) as app:
        app.change(tutor=True, hints=hints, ask_drop=True)
        shown(app, StartScene(app))
        scene = risky(app)
        press(app, pygame.K_k)
        assert any("costs about" in text for text in top(app, AskScene).news())
        point(app, "button:yes")
        assert app.top is scene
        assert scene.view.result is not None


def hint_of(app: App) -> bool:
    return "button:hint" in targets(app)


def test_the_hint_has_a_button_at_the_table() -> None:
    with stage(coach=Coach) as app:
        shown(app, StartScene(app))
        shown(app, PracticeScene(app, practised()))
        turns(app)
        assert hint_of(app)
        app.change(hints=False)
        scene = top(app, PracticeScene)
        scene.on_resume()
        turns(app)
        assert not hint_of(app)
