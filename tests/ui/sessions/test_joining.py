"""Side bets before the deal: asked, remembered, seen on the table, told and settled."""

from __future__ import annotations

import pygame
import pytest

from game.menus.start import StartScene
from game.rules.results import HighSuitBet
from game.rules.ruleset import RuleSet
from game.ui.kit.controls import Label
from game.ui.session.between_hands import JoiningScene
from game.ui.session.pause import PauseScene
from game.ui.session.score_pages import SummaryScene
from game.ui.session.table_scene import TableScene
from game.ui.shell.loop import App
from tests.ui.sessions.evening import (
    BETS,
    evening,
    next_hand,
    play_hand,
    play_hands,
    session_of,
    table_of,
)
from tests.ui.stage import point, press, targets, top, turns

ENTER, TAB, SPACE, ESCAPE = pygame.K_RETURN, pygame.K_TAB, pygame.K_SPACE, pygame.K_ESCAPE


def dealt_to(app: App) -> tuple[bool, bool]:
    """Whether the player is in the high suit and in the natural pot of the hand dealt."""
    hand = session_of(app).hand
    assert hand is not None
    bets = hand.bets
    return (
        bets.high_suit is not None and 0 in bets.high_suit.joined,
        bets.natural is not None and 0 in bets.natural.joined,
    )


def test_enter_deals_at_once_with_the_usual_answer() -> None:
    with evening(BETS) as app:
        scene = top(app, JoiningScene)
        assert session_of(app).hand is None
        others = table_of(app).flow.driver.bots_join()
        press(app, ENTER)
        assert dealt_to(app) == (True, True)
        assert scene.joining.natural == (0, *others.natural)


def test_what_enter_would_answer_is_heard_with_each_pot() -> None:
    with evening(BETS) as app:
        scene = top(app, JoiningScene)
        said = list(scene.news())
        high_suit, natural = (
            next(place for place, text in enumerate(said) if text.startswith(f"{pot}: In, for 1"))
            for pot in ("High suit", "Natural pot")
        )
        assert "highest" in said[high_suit + 1]
        assert "first book" in said[natural + 1]
        assert list(scene.news()) == []


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_one_may_stay_out_and_the_answer_is_ready_the_next_time(way: str) -> None:
    with evening(BETS) as app:
        if way == "mouse":
            point(app, "natural")
            point(app, "button:next")
        else:
            while top(app, JoiningScene).form.focused != "natural":
                press(app, TAB)
            press(app, SPACE)
            while top(app, JoiningScene).form.focused != "button:next":
                press(app, TAB)
            press(app, ENTER)
        assert dealt_to(app) == (True, False)
        play_hand(app)
        next_hand(app)
        press(app, ENTER)
        assert dealt_to(app) == (True, False)
        now = app.services.settings.settings
        assert (now.join_high_suit, now.join_natural) == (True, False)


def test_the_player_calls_the_suit_when_it_deals_and_else_does_not() -> None:
    with evening(BETS) as app:
        own = "S"
        for _ in range(4):
            session = session_of(app)
            is_own = session.standing.dealer == 0
            assert ("suit:less" in targets(app)) == is_own
            called = table_of(app).flow.driver.bots_join().suit
            if is_own:
                point(app, "suit:less")
                called = own = "CDHS"["CDHS".index(own) - 1]
            point(app, "button:next")
            assert session.hand is not None
            bet = session.hand.bets.high_suit
            assert isinstance(bet, HighSuitBet)
            assert bet.suit == called
            assert any("call" in text for text in table_of(app).log.texts)
            play_hand(app)
            next_hand(app)
        assert app.services.settings.settings.high_suit == own != "S"


def test_escape_opens_the_menu_and_the_question_is_still_there() -> None:
    with evening(BETS) as app:
        press(app, ESCAPE)
        top(app, PauseScene)
        press(app, ESCAPE)
        top(app, JoiningScene)
        press(app, ESCAPE)
        point(app, "button:leave")
        top(app, StartScene)


def test_after_a_hand_the_menu_over_the_question_shows_how_it_stands() -> None:
    with evening(BETS) as app:
        play_hand(app)
        next_hand(app)
        press(app, ESCAPE)
        point(app, "button:leave")
        top(app, SummaryScene)
        press(app, ESCAPE)
        top(app, JoiningScene)


def test_rules_without_bets_ask_nothing() -> None:
    with evening(RuleSet()) as app:
        top(app, TableScene)
        play_hands(app, 3)
        top(app, TableScene)


def test_leaving_the_natural_pot_says_what_is_lost() -> None:
    with evening(BETS, seed="2") as app:
        for _ in range(20):
            play_hand(app)
            next_hand(app)
            if session_of(app).standing.ledger.natural.stakes:
                break
        texts = _words(top(app, JoiningScene))
        assert "stand in the pot" in texts
        assert "you lose" not in texts
        point(app, "natural")
        assert "you lose" in _words(top(app, JoiningScene))


def _words(scene: JoiningScene) -> str:
    return " ".join(getattr(widget, "text", "") for widget in scene.form.widgets)


def test_antes_lie_on_the_table_and_on_no_plate_any_more() -> None:
    with evening(BETS) as app:
        session, table = session_of(app), table_of(app)
        point(app, "button:next")
        turns(app)
        assert session.hand is not None
        bets = session.hand.bets
        assert bets.natural is not None
        assert bets.high_suit is not None
        assert table.flow.pots.lying["natural"] == len(bets.natural.joined)
        assert table.flow.pots.lying["high_suit"] == len(bets.high_suit.joined)
        for seat in range(3):
            paid = (seat in bets.natural.joined) + (seat in bets.high_suit.joined)
            assert table.flow.pots.received(seat) == -paid


def test_what_lies_in_the_pots_after_a_hand_is_what_stands_in_the_ledger() -> None:
    with evening(BETS, seed="pots") as app:
        won = 0
        for _ in range(12):
            play_hand(app)
            session, pots = session_of(app), table_of(app).flow.pots
            ledger = session.standing.ledger
            assert pots.lying["high_suit"] == ledger.high_suit.stakes
            assert pots.lying["natural"] == ledger.natural.stakes
            assert session.hand is not None
            assert session.hand.result is not None
            side = session.hand.result.side_payments
            assert tuple(map(pots.received, range(3))) == side
            won += any(stakes > 0 for stakes in side)
            next_hand(app)
        assert won


def test_each_pot_is_told_once_and_explained_in_the_settlement() -> None:
    with evening(BETS, seed="told") as app:
        for number in range(1, 7):
            play_hand(app)
            table = table_of(app)
            texts = table.log.texts
            outcomes = [text for text in texts if "the pot of" in text or "stay" in text]
            natural = [text for text in texts if "natural pot" in text and "take" in text]
            assert len({*outcomes, *natural}) <= 2 * number
            look = table.renderer.settlement()  # what the player reads
            assert look is not None
            told = [text for text in look.payments if "pot" in text or "♦" in text]
            assert len(told) >= 2
            for sentence in told[:2]:
                assert sentence in texts
            next_hand(app)


def test_spades_are_settled_right_after_the_deal() -> None:
    rules = RuleSet(high_suit_bet="spades")
    with evening(rules, seats=4, seed="spades", speed="normal") as app:
        table = table_of(app)
        while not isinstance(app.top, JoiningScene):
            table.board.skip()
            table.update(0.1)
        press(app, ENTER)
        assert not [text for text in table.log.texts if "high card in ♠" in text]
        table.board.skip()
        table.update(0.0)
        assert [text for text in table.log.texts if "high card in ♠" in text]
        assert session_of(app).is_playing
        assert table.flow.pots.is_moving
        for _ in range(120):
            table.update(1 / 60)
        assert table.flow.pots.lying["high_suit"] == 0


@pytest.mark.parametrize(
    ("natural_bet", "wild", "says"),
    [
        ("first_spread", "", "The first book wins."),
        ("first_spread", "2", "The first book without a wild card wins."),
        ("dealt", "", "A book laid on the first turn wins: three of its cards dealt."),
        ("dealt", "2", "A book laid on the first turn wins: three of its cards dealt, none wild."),
    ],
)
def test_wild_cards_are_mentioned_only_where_there_are_any(
    natural_bet: str, wild: str, says: str
) -> None:
    with evening(BETS.changed(natural_bet=natural_bet, wild=wild)) as app:
        scene = top(app, JoiningScene)
        notes = [each.text for each in scene.form.widgets if isinstance(each, Label)]
        assert any(note.startswith((f"{says} In:", f"{says} Nobody")) for note in notes)
