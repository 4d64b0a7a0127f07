"""A hint at the table: on request, never in the way, in words that the position bears out."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pygame
import pytest

from ai import bridge
from ai.coach.evaluator import CoachReason, Estimate, Value, estimate
from game.features.study.practice.table_page import PracticeMenu, PracticeScene
from game.menus.start import StartScene
from game.play.advice import Values
from game.play.plan import Player
from game.play.practice import Practice
from game.rules.actions import DRAW, DROP, TAKE, Action, Discard
from game.rules.hand import Hand
from game.rules.presets import STANDARD, preset
from game.rules.view import SeatView, view
from game.saves.settings import Settings, SettingsStore
from game.ui.look.appearance import Look
from game.ui.session.hint import TableHint, Tutor
from game.ui.session.starting import begin_session
from game.ui.shell.loop import App
from game.ui.table.flow.shown import ButtonLook
from game.ui.table.input.targets import CardTarget
from game.ui.table.painting.coach_overlay import WHY_BUTTON, HintLook, HintPlaces, targets_of
from game.ui.text.hints import AdviceWords, basis_words, by_value, reason_words, worth_text
from game.ui.text.language import amount_text
from game.ui.text.move_words import card_text
from tests.ai.positions import position
from tests.scenarios.scenario import deck_of
from tests.ui.positions import found, is_full
from tests.ui.screens import Coach, practised, risky
from tests.ui.stage import SIZES, point, press, shown, stage, targets, top, turns


@dataclass
class Slow:
    """A coach who answers when told to."""

    latest: Estimate | None = None
    is_over: bool = False
    error: str | None = None
    cancelled: int = 0

    def cancel(self) -> None:
        self.cancelled += 1


def table(app: App) -> PracticeScene:
    shown(app, StartScene(app))
    scene = PracticeScene(app, practised())
    shown(app, scene)
    turns(app)
    return scene


def shown_hint(scene: PracticeScene) -> TableHint:
    assert scene.hint is not None
    return scene.hint


def test_a_key_asks_and_the_best_glows_with_a_line_by_the_hand() -> None:
    with stage(coach=Coach) as app:
        scene = table(app)
        press(app, pygame.K_F2)
        assert app.top is scene
        hint = shown_hint(scene)
        assert hint.found is not None
        look = scene.coach_look
        assert look is not None
        assert look.line == AdviceWords(hint.view).line(hint.found)
        best = hint.found.values[0].action
        assert targets_of(best) <= look.targets <= set(scene.zones())
        assert hint.line in scene.news()
        assert look.figures is None
        press(app, pygame.K_F2)
        assert "button:why" not in targets(app)
        press(app, pygame.K_ESCAPE)
        point(app, "button:hint")
        assert "button:why" in targets(app)
        press(app, pygame.K_ESCAPE)
        assert app.top is scene
        assert "button:why" not in targets(app)
        press(app, pygame.K_ESCAPE)
        top(app, PracticeMenu)


@pytest.mark.parametrize("way", ["key", "mouse", "cursor"])
def test_the_figures_come_at_the_side_when_asked_why(way: str) -> None:
    with stage(coach=Coach) as app:
        scene = table(app)
        press(app, pygame.K_F2)
        scene.news()
        if way == "key":
            press(app, pygame.K_F3)
        elif way == "mouse":
            point(app, "button:why")
        else:
            for key in (pygame.K_TAB, *[pygame.K_RIGHT] * 5, pygame.K_UP):
                press(app, key)
            assert scene.input.cursor == WHY_BUTTON
            assert "Why" in scene.spoken()
            press(app, pygame.K_RETURN)
        look = scene.coach_look
        assert look is not None
        assert look.figures is not None
        values = [each.value for each in by_value(shown_hint(scene).found)]  # type: ignore[arg-type]  # it has been found
        assert values == sorted(values, reverse=True)
        assert len(look.figures.rows) == min(6, len(values))
        told = scene.news()
        assert set(look.figures.note.split()) <= set(" ".join(told).split())
        assert all(f"{move}: {worth}" in told for move, worth in look.figures.rows)


@pytest.mark.parametrize("is_named", [False, True])
def test_a_drop_that_the_hint_names_is_not_asked_about(*, is_named: bool) -> None:
    def coach(seen: SeatView, _seed: int, _actions: tuple[Action, ...] | None = None) -> Slow:
        first, *rest = sorted(seen.legal, key=lambda action: (action == DROP) != is_named)
        actions = ((first, 0.5), *((action, -0.5) for action in rest))
        values = tuple(Value(each, worth, 0.01, 100, (0.5, 0, 0, 0)) for each, worth in actions)
        return Slow(Estimate("quick", values, 200, 1.0, 0.01), is_over=True)

    with stage(coach=coach) as app:
        app.change(ask_drop=True)
        shown(app, StartScene(app))
        scene = risky(app)
        press(app, pygame.K_F2)
        hint = scene.hint
        assert hint is not None
        assert (DROP in hint.named) is is_named
        press(app, pygame.K_k)
        assert (app.top is scene) is is_named


def test_a_move_takes_the_hint_away() -> None:
    with stage(coach=Coach) as app:
        scene = table(app)
        press(app, pygame.K_F2)
        assert scene.hint is not None
        card = scene.view.hand[0]
        assert scene.input.toss(card)
        app.wake()
        turns(app)
        assert scene.hint is None


def test_an_action_is_named_once_it_is_clear_and_its_figures_improve() -> None:
    slow = Slow()
    with stage(coach=lambda _view, _seed, *_actions: slow) as app:
        scene = table(app)
        app.change(coach_line=False)
        press(app, pygame.K_F2)
        hint = shown_hint(scene)
        other, best = close_pair(hint.view).values

        def look(lead: float, error: float, *, is_checked: bool = True) -> tuple[str, str]:
            shown = (replace(best, value=other.value + lead), other)
            slow.latest = Estimate("quick", shown, 500, lead, error, is_checked=is_checked)
            scene.update(0.1)
            return hint.line, hint.figures.rows[0][1] if hint.found else ""

        assert look(0.3, 0.2) == ("The coach is thinking…", "")  # within 3 standard errors
        assert look(0.3, 0.05, is_checked=False) == ("The coach is thinking…", "")
        named, rough = look(0.3, 0.05)
        assert named == AdviceWords(hint.view).line(hint.found)  # type: ignore[arg-type] # found
        before = slow.cancelled
        press(app, pygame.K_F3)
        assert look(0.32, 0.04)[0] == named
        assert look(0.32, 0.04)[1] != rough
        assert hint.spoken == (named,)
        assert slow.cancelled == before
        assert look(0.31, 0.015)[0] == named
        assert slow.cancelled == before + 1  # known well enough
        assert hint.spoken[0] == named
        assert len(hint.spoken) == 5  # the reason, a row for each action, and what they are


def test_the_reason_is_that_of_the_figures_beside_it_once_they_are_final() -> None:
    slow = Slow()
    with stage(coach=lambda _view, _seed, *_actions: slow) as app:
        scene = table(app)
        app.change(coach_line=False)
        press(app, pygame.K_F2)
        hint = shown_hint(scene)
        other, best = close_pair(hint.view).values
        assert isinstance(best.action, Discard)
        card = best.action.card
        early = CoachReason("dearer", {"card": card, "points": 10, "other": "2C", "less": 2})
        late = CoachReason("loose", {"card": card, "points": 10})
        told = Estimate("quick", (best, other), 500, 0.3, 0.05, reason=early)
        said = []
        for reason, error in ((early, 0.05), (late, 0.04)):
            slow.latest = replace(told, lead_error=error, reason=reason)
            scene.update(0.1)
            said.append(hint.line)
            assert hint.figures.why == f"{card_text(card)} counts 10, 2♣ only 2."
        assert said[0] == said[1]
        slow.latest = replace(told, lead_error=0.01, reason=late)
        scene.update(0.1)
        assert hint.idle_for() is None, "the thought has ended"
        assert hint.figures.why == f"{card_text(card)} is dead weight: 10 points, no match."
        assert "dead weight" in hint.line
        press(app, pygame.K_F3)
        assert hint.spoken[0] == hint.line
        assert " ".join(hint.spoken).count("dead weight") == 1, "heard once, with the figures"


def test_nothing_waits_for_the_coach_and_leaving_stops_it() -> None:
    slow = Slow()
    with stage(coach=lambda _view, _seed, *_actions: slow) as app:
        scene = table(app)
        app.change(coach_line=False)
        press(app, pygame.K_F2)
        before = slow.cancelled
        hint = shown_hint(scene)
        for _frame in range(100):
            scene.update(0.1)
        assert hint.found is None
        assert hint.line == "The coach is thinking…"
        assert slow.cancelled == before
        press(app, pygame.K_ESCAPE)
        assert app.top is scene
        assert slow.cancelled == before + 1


def test_a_hint_is_given_once_its_lead_is_known() -> None:
    slow = Slow()
    with stage(coach=lambda _view, _seed, *_actions: slow) as app:
        scene = table(app)
        press(app, pygame.K_F2)
        hint = shown_hint(scene)
        found = estimate(hint.view, 1, playouts=64)
        slow.latest = replace(found, lead=0.2, lead_error=0.1)
        scene.update(0.1)
        assert hint.found is None
        slow.latest = replace(found, lead=0.2, lead_error=0.014)
        scene.update(0.1)
        assert hint.found is slow.latest


@pytest.mark.parametrize("error", ["the coach's process ended", "ValueError: no world"])
def test_a_coach_that_fails_is_asked_again(error: str) -> None:
    broken = Slow(is_over=True, error=error)
    with stage(coach=lambda _view, _seed, *_actions: broken) as app:
        scene = table(app)
        press(app, pygame.K_F2)
        assert shown_hint(scene).line == "The coach stopped. Ask again."


@pytest.mark.parametrize(("over", "line"), [(0, "The coach stopped. Ask again."), (1, "")])
def test_a_payment_larger_than_the_coach_counts_with_is_named(over: int, line: str) -> None:
    rules = STANDARD.changed(tonk_pays=bridge.LARGEST + over)
    players = (Player("You"), Player("Ada", "expert"))
    broken = Slow(is_over=True, error="tonk_pays")
    with stage(coach=lambda _view, _seed, *_actions: broken) as app:
        shown(app, StartScene(app))
        scene = PracticeScene(app, Practice.numbered(rules, players, 1))
        shown(app, scene)
        while not scene.view.legal or scene.view.turn != scene.view.seat:
            app.wake()
            app.turn()
        press(app, pygame.K_F2)
        most = amount_text(bridge.LARGEST)
        named = f"The coach can't help where a payment is more than {most} stakes."
        assert shown_hint(scene).line == (line or named)


def close_pair(seen: SeatView) -> Estimate:
    """The first two discards, the second of the higher value, neither clearly better."""
    pair = [each for each in seen.legal if isinstance(each, Discard)][:2]
    values = tuple(
        Value(each, worth, 0.05, 100, (0.5, 0.1, 0.0, 0.0))
        for each, worth in zip(pair, (0.1, 0.12), strict=True)
    )
    return Estimate("quick", values, 200, -0.02, 0.05)


def test_two_that_may_be_as_good_are_named_together_in_the_order_of_their_values() -> None:
    with stage(coach=lambda seen, _seed, *_: Slow(close_pair(seen), is_over=True)) as app:
        scene = table(app)
        press(app, pygame.K_F2)
        look = scene.coach_look
        assert look is not None
        first, second = (each.action for each in close_pair(shown_hint(scene).view).values)
        assert isinstance(first, Discard)
        assert isinstance(second, Discard)
        one, other = card_text(second.card), card_text(first.card)
        assert look.line == f"Too close to call: discard {one} or {other}."
        assert look.targets == {CardTarget(first.card), CardTarget(second.card)}


def test_the_line_says_what_to_do_and_why() -> None:
    seen = seen_at_start()
    values = tuple(Value(each, 0.5, 0.0, 60, (0.7, 0.2, 0.0, 0.0)) for each in (TAKE, DRAW))
    told: Values = {"card": "6H", "others": ("4H", "5H")}
    found = Estimate("quick", values, 120, 0.3, 0.01, reason=CoachReason("take_spread", told))
    assert AdviceWords(seen).line(found) == "Take the 6♥: it completes 4-5-6."


def test_what_is_drawn_past_is_named_again() -> None:
    seen = seen_at_start()
    values = tuple(Value(each, 0.5, 0.0, 60, (0.7, 0.2, 0.0, 0.0)) for each in (DRAW, TAKE))
    told: Values = {"card": "6H", "points": 6, "average": 5}
    found = Estimate("quick", values, 120, 0.3, 0.01, reason=CoachReason("draw_cheap", told))
    words = "Draw from the stock: 6♥ counts 6, a card from the stock about 5."
    assert AdviceWords(seen).line(found) == words
    told = {"win": 0.8, "on": 0.5}
    dropped = replace(found, values=(replace(values[0], action=DROP), values[1]))
    line = AdviceWords(seen).line(replace(dropped, reason=CoachReason("drop_now", told)))
    assert line == "Drop: you win 80% of the time, against 50% if you play on."


def test_the_second_of_two_is_named_within_the_sentence() -> None:
    words = AdviceWords(seen_at_start()).either(DRAW, TAKE)
    assert words == "Too close to call: draw from the stock or take 6♥."


@pytest.mark.share(6)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [0, 200])
def test_a_hint_leaves_the_piles_and_the_players_own_cards_in_sight(
    size: tuple[int, int], scale: int
) -> None:
    wished = Settings(
        speed="instant", mute=True, window_width=size[0], window_height=size[1], scale=scale
    )
    with stage(size, SettingsStore.unsaved(wished), coach=Coach) as app:
        scene = table(app)
        press(app, pygame.K_F2)
        look = scene.coach_look
        assert look is not None
        places = HintPlaces(scene.renderer.skin, scene.board.layout, look)
        layout = scene.board.layout
        assert places.box.bottom <= layout.seats[scene.view.seat].fan.top
        assert places.box.contains(places.why)
        others = [layout.log, layout.seats[scene.view.seat].plate]
        if scale == 0:
            others += [layout.stock, layout.pile]
        assert places.box.collidelist(others) < 0
        long = HintPlaces(scene.renderer.skin, layout, replace(look, line=f"{look.line} " * 2))
        assert long.box.right < layout.log.left, "the figures grow up there"


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize(("size", "scale"), [((960, 540), 150), ((1280, 720), 200)])
def test_a_long_hint_says_less_rather_than_in_small_letters(
    size: tuple[int, int], scale: int, seats: int
) -> None:
    scene = found(is_full, size, seats, Look(scale=scale))
    layout, skin = scene.board.layout, scene.renderer.skin
    why = ButtonLook("Pourquoi ?", "F3", is_lit=True)
    told = "9♠ ne peut pas être posé ; 3 des 30 cartes jamais vues pourraient l’être aussitôt"
    looks = [
        HintLook(f"{text}.", why=why, brief="Piochez.") for text in ("Piochez", told, 3 * told)
    ]
    for places in (HintPlaces(skin, layout, look) for look in looks):
        assert places.units >= 0.85 * 18
        assert places.box.collidelist([layout.stock, layout.pile, layout.log]) < 0
        assert places.lines[0].startswith(("Piochez", "9♠"))
        assert len(places.lines) <= 3


def test_the_setting_turns_it_off() -> None:
    with stage(coach=Coach) as app:
        scene = table(app)
        app.change(hints=False)
        press(app, pygame.K_F2)
        assert app.top is scene
        press(app, pygame.K_ESCAPE)
        assert "button:hint" not in targets(app)


@pytest.mark.parametrize("is_practice", [False, True])
def test_the_menu_offers_hints_as_the_settings_opened_from_it_say(*, is_practice: bool) -> None:
    with stage(coach=Coach) as app:
        table(app)
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
    why = CoachReason("draw_past", {"card": "6H", "useful": 8, "unseen": 41})
    sampled = Estimate("quick", values, 120, 0.3, 0.0, reason=why)
    assert "120" in basis_words(sampled, seen.rules)
    in_points = basis_words(sampled, preset("push_up"))
    assert in_points.startswith("Average result in points against the others, over 120 hands")
    assert worth_text(values[0].value, values[0].error) == "+0.5"
    assert worth_text(0.5, 0.1) == "+0.50 ± 0.10"
    assert reason_words(sampled) == "6♥ can't be laid; 8 of 41 unseen cards could."
    bare = replace(sampled, reason=None)
    assert reason_words(bare) == "You win 70% of hands like this, and get caught in 20%."


def seen_at_start() -> SeatView:
    told = {"hands": ["4H 5H KC 9D 2S", "3C 3D 7S QD TH"], "upcard": "6H", "stock": "8C JD 9S"}
    law = preset("standard")
    return view(Hand.deal(law, 2, 1, deck_of(told, law, 1)), 0)


@pytest.mark.parametrize(
    ("rules", "error", "is_enough"),
    [("standard", 0.02, True), ("standard", 0.3, False), ("push_up", 0.3, True)],
)
def test_the_tutor_stops_once_it_knows_enough_in_the_unit_of_the_rules(
    rules: str, error: float, *, is_enough: bool
) -> None:
    seen = view(position("KC JD 9H 7S 5C", "QC QD 8H 6S 4C", rules=preset(rules)), 0)
    values = (Value(DRAW, 0.1, error, 100, (0.5, 0.1, 0.0, 0.0)),)
    slow = Slow(Estimate("quick", values, 200, 1.0, error))
    with stage(coach=lambda *_: slow) as app:
        tutor = Tutor(app, seen, 1)
        tutor.update(0.1, is_awaited=True)
        assert tutor.is_ready is is_enough


@pytest.mark.parametrize(
    ("rules", "loss", "error", "told"),
    [
        (
            "standard",
            0.3,
            0.05,
            "“Drop” costs about 0.3 stakes. Better: “Draw from the stock”.",
        ),
        (
            "standard",
            1.03,
            0.05,
            "“Drop” costs about 1 stake. Better: “Draw from the stock”.",
        ),
        ("standard", 0.3, 0.12, ""),  # half the interval is 0.33
        ("standard", 0.24, 0.01, ""),  # a mistake, but no blunder
        (
            "push_up",
            3.8,
            0.1,
            "“Drop” costs about 4 points. Better: “Draw from the stock”.",
        ),
        ("push_up", 3.7, 0.1, ""),  # 3.75 points are a quarter of a stake
    ],
)
def test_the_tutor_warns_only_of_what_is_clearly_a_blunder(
    rules: str, loss: float, error: float, told: str
) -> None:
    seen = view(position("KC JD 9H 7S 5C", "QC QD 8H 6S 4C", rules=preset(rules)), 0)
    values = tuple(
        Value(action, worth, error, 100, (0.5, 0.1, 0.0, 0.0))
        for action, worth in ((DRAW, 0.1), (DROP, 0.1 - loss))
    )
    slow = Slow(Estimate("quick", values, 200, loss, error), is_over=True)
    with stage(coach=lambda *_: slow) as app:
        tutor = Tutor(app, seen, 1)
        tutor.update(0.1, is_awaited=True)
        assert tutor.has_judged(DROP)
        assert tutor.warning(DROP) == told
        assert tutor.warning(DRAW) == ""


@pytest.mark.parametrize("ahead", [0.01, 0.05])
def test_a_lead_that_the_values_contradict_is_not_known(ahead: float) -> None:
    slow = Slow()
    with stage(coach=lambda _view, _seed, *_actions: slow) as app:
        scene = table(app)
        press(app, pygame.K_F2)
        hint = shown_hint(scene)
        first, second = close_pair(hint.view).values
        values = first, replace(second, value=first.value + ahead)
        slow.latest = Estimate("quick", values, 200, -ahead, 0.001)
        scene.update(0.1)
        assert (hint.found is slow.latest) == (ahead < 0.02)


@dataclass
class Hasty(Slow):
    """A coach whose answer and end arrive at the moment that the end is looked for."""

    answer: Estimate | None = None

    def __getattribute__(self, name: str) -> object:
        if name == "is_over" and self.answer is not None:
            self.latest, self.answer, self.is_over = self.answer, None, True
        return super().__getattribute__(name)


def test_an_answer_that_comes_with_the_end_is_shown() -> None:
    hasty = Hasty()
    with stage(coach=lambda *_: hasty) as app:
        scene = table(app)
        press(app, pygame.K_F2)
        hint = shown_hint(scene)
        hasty.answer = close_pair(hint.view)
        scene.update(0.1)
        assert hint.found is hasty.latest is not None


def test_the_tutor_heeds_an_answer_that_comes_with_the_end() -> None:
    seen = view(position("KC JD 9H 7S 5C", "QC QD 8H 6S 4C", rules=preset("standard")), 0)
    values = (Value(DRAW, 0.1, 0.3, 100, (0.5, 0.1, 0.0, 0.0)),)
    hasty = Hasty(answer=Estimate("quick", values, 200, 1.0, 0.3))
    with stage(coach=lambda *_: hasty) as app:
        tutor = Tutor(app, seen, 1)
        tutor.update(0.1, is_awaited=True)
        assert tutor.is_ready
        assert tutor.has_judged(DRAW)
