"""The first lesson: every move is the player's own, nothing else does harm, and it can be left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pygame
import pytest

from game.console.output import ExitStatus
from game.menus.lesson.page import LessonEnding, LessonScene
from game.menus.lesson.script import ADA, ME, PARTS, said, session_of
from game.menus.new_game import NewGameScene
from game.menus.start import StartScene
from game.play.plan import Plan, Player
from game.rules.actions import Discard, Draw, Drop, Hit, Spread, parse_action
from game.rules.phases import Phase
from game.rules.results import Ending
from game.saves.settings import LANGUAGES, Settings, SettingsStore
from game.saves.store import Store
from game.ui.kit.controls import Button
from game.ui.shell.keys import key_text, set_keys
from game.ui.shell.loop import App
from game.ui.table.input.targets import MENU_BUTTON, ButtonTarget, CardTarget, HandTarget
from game.ui.text.language import speak
from tests.session.players import careless, eager, play_hands, play_one
from tests.ui.conftest import Program
from tests.ui.stage import SIZES, point, press, shown, stage, targets, top, turns

KEYS = {
    "button:spread": pygame.K_s,
    "button:drop": pygame.K_k,
    "button:next": pygame.K_RETURN,
    "stock": pygame.K_d,
    "pile": pygame.K_x,
    "spread:1": pygame.K_h,
}


@pytest.fixture
def app() -> Iterator[App]:
    with stage() as app:
        yield app


def begun(app: App, part: int = 0) -> LessonScene:
    scene = LessonScene(app, part)
    shown(app, scene)
    return scene


def test_nobody_cuts_for_the_deal_of_a_lesson(app: App) -> None:
    """Who deals is part of the script; a cut would say something else."""
    app.change(cut="cut", speed="normal")
    begun(app)
    assert rested(app).log.texts[0] == "Hand 1"


def rested(app: App) -> LessonScene:
    """The lesson once all that moves has come to rest."""
    for _ in range(60):
        lesson(app).update(0.5)
    return lesson(app)


def lesson(app: App) -> LessonScene:
    return top(app, LessonScene)


def do_by_mouse(app: App) -> None:
    """What the coach asks for, one click."""
    scene = rested(app)
    point(app, "button:go_on" if scene.asks else str(scene.meant()[0]))


def do_by_keys(app: App) -> None:
    """The same by a key."""
    scene = rested(app)
    wanted = next(iter(scene.meant()), None)
    if scene.asks:
        press(app, pygame.K_SPACE)
    elif isinstance(wanted, CardTarget):
        press(app, pygame.K_1 + scene.board.arrangement.order.index(wanted.card))
    else:
        press(app, KEYS[str(wanted)])


# -- the script ------------------------------------------------------------------------------------


def test_the_hands_follow_the_rules_to_their_ends() -> None:
    endings = []
    for number, part in enumerate(PARTS):
        session = session_of(number, "You")
        asked = iter(step for step in part.steps if step.does)
        while session.is_playing:
            assert session.hand is not None
            if session.hand.turn == ADA:
                session.act(ADA, part.reply(session.view(ADA)))
            else:
                action = next(asked).action
                assert action is not None
                session.act(ME, action)
        assert next(asked, None) is None
        assert session.hand is not None
        assert session.hand.result is not None
        endings.append((session.hand.result.ending, session.hand.result.winners))
    assert endings == [(Ending.DROP, (ME,)), (Ending.CAUGHT, (ADA,))]


def test_the_player_draws_spreads_hits_discards_drops_and_is_caught() -> None:
    done = {type(step.action) for part in PARTS for step in part.steps if step.does}
    assert done == {Draw, Spread, Hit, Discard, Drop}


def test_money_goes_on_from_the_first_hand_to_the_second() -> None:
    first = session_of(0, "You")
    for seat, text in (
        (ME, "draw"),
        (ME, "spread 5H 6H 7H"),
        (ME, "discard KS"),
        (ADA, "draw"),
        (ADA, "spread 9D 9H 9S"),
        (ADA, "discard QC"),
        (ME, "drop"),
    ):
        first.act(seat, parse_action(f"{seat} {text}")[1])
    assert first.bankrolls == session_of(1, "You").bankrolls


def test_what_the_coach_says_of_counts_is_so() -> None:
    first, second = session_of(0, "You"), session_of(1, "You")
    assert sum(1 for card in first.view(ME).hand if card[1] == "H") == 2
    second.act(ADA, PARTS[1].reply(second.view(ADA)))
    second.act(ADA, PARTS[1].reply(second.view(ADA)))
    second.act(ME, Drop())
    assert second.hand is not None
    assert second.hand.result is not None
    assert second.hand.result.counts == (15, 12)


# -- playing it ------------------------------------------------------------------------------------


@pytest.mark.parametrize("do", [do_by_mouse, do_by_keys])
@pytest.mark.parametrize("speed", ["instant", "normal"])
def test_the_whole_lesson_by_mouse_alone_and_by_keys_alone(do: object, speed: str) -> None:
    settings = SettingsStore.unsaved(Settings(speed=speed, mute=True))
    assert callable(do)
    with stage(settings=settings) as app:
        begun(app)
        for _ in range(40):
            if isinstance(app.top, LessonEnding):
                break
            do(app)
        top(app, LessonEnding)
        assert settings.settings.lesson_done
        assert len(app.scenes) == 1


def test_each_step_points_at_something_that_is_there(app: App) -> None:
    begun(app)
    for _ in range(18):
        scene = rested(app)
        found = {*scene.zones(), HandTarget()}
        assert set(scene.meant()) <= found, scene.coach_text
        assert scene.meant() or scene.asks, scene.coach_text
        do_by_mouse(app)
    top(app, LessonEnding)


def test_something_else_does_nothing_and_is_answered_kindly(app: App) -> None:
    scene = begun(app)
    press(app, pygame.K_SPACE)
    before = scene.view
    press(app, pygame.K_t)
    assert scene.view == before
    assert scene.line == "Maybe next time. For now, draw from the stock."
    press(app, pygame.K_k)
    assert scene.view == before
    point(app, "stock")
    assert scene.view.phase is Phase.LAY
    assert scene.line == ""


def test_what_the_rules_forbid_is_refused_as_at_any_table(app: App) -> None:
    scene = begun(app)
    press(app, pygame.K_SPACE, pygame.K_s)
    assert scene.line == "Draw from the stock or take the discard first."


def test_while_there_is_something_to_read_the_table_waits(app: App) -> None:
    scene = begun(app)
    before = scene.view
    press(app, pygame.K_d, pygame.K_k, pygame.K_1)
    assert (scene.view, scene.board.chosen) == (before, ())
    stock = scene.board.layout.stock
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.Event(kind, {"pos": stock.center, "button": 1}))
    turns(app)
    assert scene.view == before
    assert "Continue" in scene.line


def test_cards_may_be_chosen_in_any_order(app: App) -> None:
    scene = begun(app)
    press(app, pygame.K_SPACE, pygame.K_d)
    for card in ("7H", "5H", "6H"):
        point(app, f"card:{card}")
    assert scene.meant() == (ButtonTarget("spread"),)
    point(app, "button:spread")
    assert scene.view.spreads


def test_no_pile_or_button_of_another_move_is_lit(app: App) -> None:
    begun(app)
    lit = dict[str, set[str]]()
    while not (scene := rested(app)).is_settling:
        parts = {str(target) for target in scene.live() if not isinstance(target, CardTarget)}
        if scene.step is not None and scene.step.does:
            lit.setdefault(scene.step.does, set()).update(parts - {"button:sort", "button:menu"})
        do_by_mouse(app)
    assert lit == {
        "draw": {"stock"},
        "spread 5H 6H 7H": {"button:spread"},
        "discard KS": {"pile", "button:discard"},
        "hit 9C 1": {"spread:1", "button:hit"},
        "discard 3S": {"pile", "button:discard"},
        "drop": {"button:drop"},
    }


# -- leaving it ------------------------------------------------------------------------------------


@pytest.mark.parametrize("steps", range(0, 19, 3))
def test_escape_leaves_at_every_step(app: App, steps: int) -> None:
    shown(app, StartScene(app))
    point(app, "button:lesson")
    for _ in range(steps):
        if isinstance(app.top, LessonScene):
            do_by_mouse(app)
    press(app, pygame.K_ESCAPE)
    if isinstance(app.top, LessonScene):
        press(app, pygame.K_ESCAPE)  # the first one let go of a card that was chosen
    top(app, StartScene)


@pytest.mark.parametrize("button", ["button:leave", "button:menu"])
def test_it_can_be_left_by_mouse(app: App, button: str) -> None:
    shown(app, StartScene(app))
    point(app, "button:lesson")
    point(app, button)
    top(app, StartScene)


@pytest.mark.parametrize("key", [pygame.K_TAB, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_DOWN])
def test_it_can_be_left_by_its_button_with_keys(app: App, key: int) -> None:
    shown(app, StartScene(app))
    point(app, "button:lesson")
    scene = lesson(app)
    press(app, key)
    assert scene.spoken() == "Leave the lesson"
    press(app, key)
    assert scene.spoken() == "Continue"
    press(app, key, pygame.K_RETURN)
    top(app, StartScene)


def test_a_hand_that_was_left_is_still_there_after_the_lesson(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    session = store.start(Plan((Player("You"), Player("Bob", "regular")), seed_text="kept"))
    session.next_hand()
    play_one(session, [eager] * 2)
    before = session.view(0)
    with stage(store=store) as app:
        shown(app, StartScene(app))
        point(app, "button:lesson")
        for _ in range(18):
            do_by_mouse(app)
        top(app, LessonEnding)
        press(app, pygame.K_ESCAPE)
        assert "button:continue" in targets(app)
    store.close()
    again = Store.open(tmp_path)
    kept = again.saved_session()
    assert kept is not None
    assert kept.view(0) == before
    assert again.history().catch_up()
    assert again.history().tally().hands == 0
    again.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_that_the_coach_asks_for_is_told_by_key_too(language: str) -> None:
    speak(language)
    set_keys({"draw": "n"})
    try:
        asked = [step for part in PARTS for step in part.steps if step.does]
        told = {step.does.split()[0]: said(step.says) for step in asked[::-1]}
        assert len(told) == 5
        for action, text in told.items():
            assert re.search(rf"\b{key_text(action)}\b", text, re.ASCII), text
        assert key_text("draw") == "N"
    finally:
        set_keys({})
        speak("en")


def test_after_the_lesson_there_is_a_game_to_play(app: App) -> None:
    shown(app, LessonEnding(app))
    press(app, pygame.K_RETURN)
    top(app, NewGameScene)


@pytest.mark.parametrize(("rules", "named"), [("standard", False), ("tunk", True)])
def test_after_the_lesson_other_rules_of_the_table_are_named(
    app: App, rules: str, named: bool
) -> None:
    app.change(rules=rules)
    ending = shown(app, LessonEnding(app))
    assert any("Your table plays Tunk and" in words for words in ending.news()) == named


def test_the_last_settlement_says_that_the_lesson_ends_there(app: App) -> None:
    words = []
    for part in range(len(PARTS)):
        begun(app, part)
        while not lesson(app).is_settling:
            do_by_keys(app)
            rested(app)
        found = lesson(app).renderer.result()
        assert found is not None
        words.append(dict(found[0].buttons)["next"].text)
        leaves = [name for name in lesson(app).targets() if "leave" in name or "more" in name]
        assert leaves == ["button:leave"], "that of the coach"
        assert "button:seal" not in lesson(app).targets()
    assert words == ["Next hand", "End of the lesson"]


# -- the first start -------------------------------------------------------------------------------


def test_it_comes_first_until_somebody_plays(app: App) -> None:
    app.change(lesson_done=False)
    start = StartScene(app)
    shown(app, start)
    assert start.offers_lesson
    assert start.form.focused == "button:lesson"
    gold = [each.name for each in start.form.widgets if isinstance(each, Button) and each.primary]
    assert gold == ["button:lesson"]
    press(app, pygame.K_DOWN, pygame.K_RETURN)
    top(app, NewGameScene)
    press(app, pygame.K_ESCAPE)
    assert not top(app, StartScene).offers_lesson


def test_one_who_has_saved_hands_is_not_taken_for_new(home: Path, program: Program) -> None:
    """Settings may be lost, or a backup may have come in without them."""
    with closing(Store.open(home / "data")) as store:
        session = store.start(Plan((Player("You"), Player("Ada", "regular"))))
        play_hands(session, [careless] * 2, 1)
        session.close()

    def look(app: App) -> None:
        start = top(app, StartScene)
        assert not start.offers_lesson
        assert start.form.focused == "button:play"

    assert program(look) == ExitStatus.FINE


def test_one_who_has_left_the_lesson_is_not_offered_it_again(app: App) -> None:
    app.change(lesson_done=False)
    shown(app, StartScene(app))
    point(app, "button:lesson")
    press(app, pygame.K_ESCAPE)
    assert not top(app, StartScene).offers_lesson


# -- places ----------------------------------------------------------------------------------------


@pytest.mark.share(4)
@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 200), *((size, 0) for size in SIZES)])
def test_the_coach_never_lies_over_what_it_speaks_of(size: tuple[int, int], scale: int) -> None:
    with stage(size) as app:
        app.change(scale=scale)
        begun(app)
        for _ in range(18):
            scene = rested(app)
            layout = scene.board.layout
            box = scene.coach.box.copy()
            if not layout.is_ample:  # else its letters are as small as other languages need
                box.height += box.height * 2 // 5
            assert app.window.surface.get_rect().contains(box)
            parts = [layout.stock, layout.pile, *(each.plate for each in layout.seats)]
            parts += [place.box for place in layout.spreads.values()]
            parts += [each.fan for each in layout.seats] + [layout.menu]
            if not layout.is_ample:  # else it stands in place of the log
                parts.append(layout.log)
            assert box.collidelist(parts) < 0, scene.coach_text
            for name, rect in targets(app).items():
                assert min(rect.size) >= 24, name
            do_by_mouse(app)
        top(app, LessonEnding)


def test_nothing_on_the_table_is_lit_while_the_coach_explains(app: App) -> None:
    scene = begun(app)
    assert scene.asks
    assert list(scene.live()) == [MENU_BUTTON]
    assert "button:go_on" in scene.targets()


def test_the_prompt_asks_only_for_what_the_coach_waits_for(app: App) -> None:
    scene = begun(app)
    assert scene.asks
    assert scene.renderer.look().prompt == "Continue"
    press(app, pygame.K_RETURN)
    assert rested(app).renderer.look().prompt == "Draw, take or drop"
