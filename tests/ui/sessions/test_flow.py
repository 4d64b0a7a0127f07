"""A session from the first page to the last: its length, the big one, points, later players."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.menus.new_game import NewGameScene
from game.menus.start import StartScene
from game.rule_files import NamedRules
from game.rules.presets import preset
from game.rules.ruleset import RuleSet
from game.saves.own_rules import delete_rules, save_rules
from game.saves.settings import SettingsStore
from game.saves.store import Store
from game.ui.pages.dialogs import AskScene
from game.ui.session.pause import PauseScene
from game.ui.session.score_pages import ScoresScene, SummaryScene
from game.ui.session.table_rules import DifferencesScene
from game.ui.session.table_scene import TableScene
from game.ui.shell.loop import App
from game.ui.table.flow.scoring import SessionScores
from game.ui.table.flow.shown import LogLook
from game.ui.table.painting.status import TableLooks
from tests.ui.sessions.evening import (
    BETS,
    evening,
    next_hand,
    play_hand,
    play_hands,
    play_on,
    session_of,
    sit_down,
    table_of,
)
from tests.ui.stage import point, press, shown, stage, targets, top, turns

ENTER, ESCAPE = pygame.K_RETURN, pygame.K_ESCAPE


def plates(app: App) -> tuple[str, ...]:
    """What stands on the plates."""
    flow, board = table_of(app).flow, table_of(app).board
    return SessionScores(flow.session).on_plates(flow.driver.opening, board, flow.pots)


def until_player_deals(app: App) -> None:
    """Play until the settlement after which the player deals."""
    play_hand(app)
    while session_of(app).standing.dealer != 0:
        next_hand(app)
        play_hand(app)


# -- a known length ----------------------------------------------------------------------------


def test_the_number_of_hands_is_agreed_on_and_remembered() -> None:
    with stage() as app:
        shown(app, StartScene(app))
        point(app, "button:play")
        top(app, NewGameScene)
        point(app, "hands:more")
        point(app, "button:start")
        turns(app)
        session = app.services.saves.saved_session()
        assert session is not None
        assert session.plan.length == 5
        assert app.services.settings.settings.hands == 5


def test_without_a_choice_the_end_is_open() -> None:
    with stage() as app:
        shown(app, StartScene(app))
        press(app, ENTER, ENTER)
        session = app.services.saves.saved_session()
        assert session is not None
        assert session.plan.length is None


def test_a_session_of_known_length_ends_with_its_standing() -> None:
    with evening(RuleSet(), length=3) as app:
        play_hands(app, 3)
        next_hand(app)
        top(app, SummaryScene)
        assert session_of(app).is_closed
        assert app.services.saves.saved_session() is None


@pytest.mark.parametrize(("length", "words"), [(3, "Hand 2 of 3"), (None, "Hand 2")])
def test_it_is_seen_how_many_hands_are_to_come(length: int | None, words: str) -> None:
    with evening(RuleSet(), length=length) as app:
        play_hand(app)
        next_hand(app)
        table = table_of(app)
        scores, log = plates(app), LogLook(())
        look = TableLooks(table.session, table.board).table(None, frozenset(), log, scores)
        assert look.stake[0].startswith(f"{words} · ")
        assert words in table.log.texts


# -- the big one -------------------------------------------------------------------------------


def test_the_last_hands_are_announced_marked_and_doubled() -> None:
    with evening(RuleSet(big_one=1), length=2) as app:
        play_hand(app)
        table = table_of(app)
        look = table.renderer.settlement()
        assert look is not None
        assert any("next hand is the big one" in text for text in look.payments)
        next_hand(app)
        assert app.toasts.text.startswith("The big one")
        assert any("this hand pays double" in text for text in table.log.texts)
        play_hand(app)
        look = table.renderer.settlement()
        assert look is not None
        assert any("doubled" in text for text in look.payments)


@pytest.mark.parametrize("way", ["mouse", "letter", "cursor"])
def test_the_player_who_deals_may_call_the_big_one(way: str) -> None:
    with evening(RuleSet()) as app:
        until_player_deals(app)
        if way == "mouse":
            point(app, "button:more")
            point(app, "button:big_one")
        elif way == "letter":
            press(app, pygame.K_b)
        else:
            press(app, pygame.K_TAB, *[pygame.K_RIGHT] * 3, ENTER)
            press(app, *[pygame.K_DOWN] * 3, ENTER)
        top(app, AskScene)
        point(app, "button:yes")
        assert session_of(app).comes_big
        point(app, "button:more")
        assert "button:big_one" not in targets(app)
        press(app, pygame.K_ESCAPE)
        next_hand(app)
        for _ in range(3):
            play_hand(app)
            hand = session_of(app).hand
            assert hand is not None
            assert hand.is_big_one
            next_hand(app)


def test_enter_does_not_call_the_big_one_by_accident() -> None:
    with evening(RuleSet()) as app:
        until_player_deals(app)
        press(app, pygame.K_b)
        press(app, ENTER)
        assert not session_of(app).comes_big
        top(app, TableScene)


def test_nobody_else_is_asked_to_call_it() -> None:
    with evening(RuleSet(), seats=4) as app:
        for _ in range(5):
            play_hand(app)
            may = session_of(app).standing.dealer == 0
            point(app, "button:more")
            assert ("button:big_one" in targets(app)) == may
            press(app, pygame.K_ESCAPE)
            if not may:
                press(app, pygame.K_b)
                top(app, TableScene)
            next_hand(app)


# -- points ------------------------------------------------------------------------------------


def test_a_push_up_shows_points_ends_at_its_target_and_the_fewest_win() -> None:
    with evening(preset("push_up"), seats=4) as app:
        assert plates(app) == ("0 / 100",) * 4
        for _ in range(60):
            play_hand(app)
            points = session_of(app).standing.ledger.points
            assert plates(app) == tuple(f"{each} / 100" for each in points)
            next_hand(app)
            if isinstance(app.top, SummaryScene):
                break
        points = session_of(app).standing.ledger.points
        assert max(points) >= 100
        best = session_of(app).winners()
        assert {points[seat] for seat in best} == {min(points)}


def test_a_score_pad_keeps_points_and_is_paid_in_the_end() -> None:
    rules = preset("washington_state").changed(stake=3)
    with evening(rules, length=4) as app:
        play_hands(app, 4)
        points = session_of(app).standing.ledger.points
        assert any(points)
        assert session_of(app).bankrolls == (300,) * 3
        shown_points = [text.replace("\u2212", "-") for text in plates(app)]
        assert [int(text) for text in shown_points] == list(points)
        next_hand(app)
        assert session_of(app).bankrolls == tuple(300 + 3 * each for each in points)


@pytest.mark.parametrize("way", ["button", "letter", "menu"])
def test_the_score_of_every_hand_can_be_read(way: str) -> None:
    with evening(RuleSet()) as app:
        play_hands(app, 2)
        match way:
            case "button":
                point(app, "button:more")
                point(app, "button:scores")
            case "letter":
                press(app, pygame.K_v)
            case _:
                point(app, "button:menu")
                point(app, "button:scores")
        top(app, ScoresScene)
        press(app, pygame.K_HOME, pygame.K_DOWN, pygame.K_END, ENTER)
        assert not isinstance(app.top, ScoresScene)


# -- players that come later -------------------------------------------------------------------


def test_another_player_sits_down_between_hands_and_is_dealt_to() -> None:
    with evening(preset("push_up"), seats=3) as app:
        play_hand(app)
        before = session_of(app).standing
        point(app, "button:menu")
        point(app, "button:seat")
        turns(app)
        session = session_of(app)
        assert session.hand is not None
        assert session.hand.seats == 4
        dealer = session.dealer
        assert before.players[before.dealer] == session.players[dealer]
        new = (dealer - 1) % 4
        assert session.names[new] not in [player.name for player in before.players]
        play_hand(app)
        table = table_of(app)
        assert len(table.board.layout.seats) == 4
        assert any("sits down" in text for text in table.log.texts)
        points = max(before.ledger.points)
        assert points
        words = f"{session.names[new]} starts with {points} points, tied with the highest."
        assert words in table.log.texts


def test_nobody_is_seated_while_a_hand_is_played() -> None:
    with evening(RuleSet()) as app:
        point(app, "button:menu")
        assert "button:seat" not in targets(app)


@pytest.mark.parametrize(
    ("rules", "seats", "may"),
    [
        (RuleSet(), 5, True),
        (RuleSet(), 6, False),
        (preset("vietnam"), 3, True),
        (preset("vietnam"), 4, False),
    ],
)
def test_as_many_sit_down_as_rules_and_pack_can_serve(
    rules: RuleSet, seats: int, may: bool
) -> None:
    with evening(rules, seats=seats) as app:
        play_hand(app)
        point(app, "button:menu")
        assert ("button:seat" in targets(app)) == may


# -- the end -----------------------------------------------------------------------------------


def test_play_again_has_the_same_players_rules_and_length_but_other_hands() -> None:
    with evening(BETS.changed(big_one=1), length=2) as app:
        play_hands(app, 2)
        old = session_of(app)
        next_hand(app)
        press(app, ENTER)
        turns(app)
        new = session_of(app)
        assert new is not old
        assert set(new.players) == set(old.players)
        assert new.players[0].is_human
        assert (new.rules, new.plan.length) == (old.rules, 2)
        play_hand(app)
        assert new.history()[0].deck != old.history()[0].deck


def test_play_again_leaves_out_a_length_that_a_push_up_no_longer_has() -> None:
    with evening(preset("push_up"), length=1) as app:  # as an earlier version agreed on
        play_hand(app)
        next_hand(app)
        press(app, ENTER)
        turns(app)
        assert session_of(app).plan.length is None


def test_the_start_screen_is_one_click_from_the_end() -> None:
    with evening(RuleSet(), length=1) as app:
        play_hand(app)
        next_hand(app)
        point(app, "button:home")
        assert "button:continue" not in targets(app)
        top(app, StartScene)


def test_pots_that_stand_are_shared_and_told() -> None:
    for seed in map(str, range(30)):
        with evening(BETS, length=2, seed=seed) as app:
            play_hands(app, 2)
            stands = session_of(app).standing.ledger.natural.stakes
            next_hand(app)
            told = [text for text in top(app, SummaryScene).details() if "Natural pot" in text]
            assert bool(told) == bool(stands)
            assert sum(session_of(app).bankrolls) == 1500
            if stands:
                return
    raise AssertionError("no pot was left to share")


def test_leaving_an_open_session_shows_how_it_stands_and_keeps_it() -> None:
    with evening(RuleSet()) as app:
        play_hand(app)
        press(app, ESCAPE)
        point(app, "button:leave")
        top(app, SummaryScene)
        press(app, ENTER)
        top(app, StartScene)
        session = app.services.saves.saved_session()
        assert session is not None
        assert not session.is_closed
        point(app, "button:continue")
        assert session_of(app) is session


def test_leaving_can_be_taken_back_or_end_the_session() -> None:
    with evening(BETS) as app:
        play_hand(app)
        next_hand(app)
        point(app, "button:next")
        play_on(table_of(app), 1)
        for way in ("button:back", "button:end"):
            press(app, ESCAPE)
            point(app, "button:leave")
            top(app, SummaryScene)
            point(app, way)
        assert session_of(app).is_closed
        assert sum(session_of(app).bankrolls) == 1500
        assert targets(app).keys() >= {"button:next", "button:home"}
        press(app, ESCAPE)
        top(app, StartScene)
        assert app.services.saves.saved_session() is None


@pytest.mark.parametrize(("length", "hands"), [(None, 0), (5, 1)])
def test_leaving_is_no_nag(length: int | None, hands: int) -> None:
    with evening(RuleSet(), length=length) as app:
        play_hands(app, hands)
        press(app, ESCAPE)
        top(app, PauseScene)
        point(app, "button:leave")
        top(app, StartScene)


# -- going on ----------------------------------------------------------------------------------


def test_a_hand_with_bets_and_big_one_goes_on_exactly_where_it_was(tmp_path: Path) -> None:
    rules = BETS.changed(big_one=3)
    store = Store.open(tmp_path)
    with evening(rules, length=4, store=store) as app:
        play_hands(app, 2)
        next_hand(app)
        point(app, "button:next")
        session = session_of(app)
        play_on(table_of(app), 4)
        while session.hand and session.hand.turn != 0:
            play_on(table_of(app), 1)
        assert session.is_playing
        hand, pots = session.hand, table_of(app).flow.pots
        assert hand is not None
        left = (session.view(0), plates(app), pots.lying["natural"], pots.lying["high_suit"])
        seed = session.decision_seed(hand.turn)
    store.close()
    again = Store.open(tmp_path)
    with stage(store=again) as app:
        shown(app, StartScene(app))
        press(app, ENTER)
        if isinstance(app.top, DifferencesScene):
            press(app, ENTER)
        turns(app)
        session = session_of(app)
        pots = table_of(app).flow.pots
        assert session.hand is not None
        assert session.hand.is_big_one
        assert session.decision_seed(session.hand.turn) == seed
        now = (session.view(0), plates(app), pots.lying["natural"], pots.lying["high_suit"])
        assert now == left
        assert any("this hand pays double" in text for text in table_of(app).log.texts)
    again.close()


def test_between_two_hands_it_goes_on_with_the_same_bots_joining(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    with evening(BETS, store=store) as app:
        play_hand(app)
        next_hand(app)
        before = targets(app).keys()
        joining = app.top.joining if app.top else None  # type: ignore[attr-defined]  # side bets
    store.close()
    again = Store.open(tmp_path)
    kept = again.saved_session()
    assert kept is not None
    with stage(store=again) as app:
        shown(app, StartScene(app))
        sit_down(app, kept)
        next_hand(app)
        assert targets(app).keys() == before
        assert app.top.joining == joining  # type: ignore[union-attr]  # side bets again
    again.close()


def test_a_session_goes_on_when_the_rules_it_is_played_by_are_deleted(tmp_path: Path) -> None:
    rules = RuleSet(high_suit_bet="spades", natural_bet="dealt", big_one=1, stake=3)
    save_rules(NamedRules("Our table", rules), tmp_path)
    settings = SettingsStore.open(tmp_path)
    settings.change(rules="Our table", hands=2, stake=3, speed="instant", mute=True)
    store = Store.open(tmp_path)
    with stage(settings=settings, store=store) as app:
        shown(app, NewGameScene(app))
        point(app, "button:start")
        point(app, "button:go_on")
        turns(app)
        play_hand(app)
        next_hand(app)
        point(app, "button:next")
        assert session_of(app).is_playing
    store.close()
    delete_rules("Our table", tmp_path)
    again = Store.open(tmp_path)
    with stage(settings=settings, store=again) as app:
        shown(app, StartScene(app))
        point(app, "button:continue")
        if isinstance(app.top, DifferencesScene):
            press(app, ENTER)
        turns(app)
        assert session_of(app).rules == rules
        play_hand(app)
        next_hand(app)
        top(app, SummaryScene)
        point(app, "button:next")
        turns(app)
        assert session_of(app).rules == rules
        assert session_of(app).plan.length == 2
    again.close()
