"""Sealed decks, words of one's own, numbered deals in the window, and the page on fairness."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.features.records.fairness.page import FairnessScene
from game.menus.new_game import NewGameScene
from game.menus.start import StartScene
from game.play.plan import Plan, Player
from game.rules.presets import STANDARD
from game.rules.verifying import Order, verify
from game.saves.settings import Settings, SettingsStore
from game.saves.store import Store
from game.ui.kit.controls import Label
from game.ui.kit.document import Heading, Para, Point
from game.ui.kit.typing import TextField
from game.ui.pages.dialogs import TellScene
from game.ui.session.seal_pages import DealScene, SealScene
from game.ui.session.table_scene import TableScene
from game.ui.shell.loop import App
from game.ui.viewer.saved_hands import tell_verified
from tests.session.players import careless, play_hands
from tests.ui.screens import played, sealed_table
from tests.ui.sessions.evening import play_on, sit_down
from tests.ui.stage import block_texts, point, press, shown, stage, targets, top, turns, widget


def begun(app: App) -> TableScene:
    """A table that is chosen on the page of a new game."""
    shown(app, StartScene(app))
    shown(app, NewGameScene(app))
    point(app, "button:start")
    return top(app, TableScene)


def play_hand(table: TableScene) -> None:
    """Play the hand on the table to its end."""
    session = table.session
    while session.is_playing:
        seat = session.view(0).turn
        view = session.view(seat)
        session.act(seat, careless(view, 1)) if view.legal else session.close_slap()


def test_a_padlock_on_the_stock_leads_to_the_fingerprint_and_the_word_is_mixed_in() -> None:
    settings = SettingsStore.unsaved(Settings(speed="instant", mute=True, word="jade"))
    with stage(settings=settings, seed=None) as app:
        table = begun(app)
        deal = table.session.deal
        assert deal
        assert deal.word == "jade"
        assert deal.seal
        assert not any("fingerprint" in line or "sealed" in line for line in table.log.texts)
        padlock = table.tip(table.targets()["button:seal"].center)
        assert padlock
        assert padlock.text == "Sealed before the deal: nobody can swap a card unnoticed"
        point(app, "button:seal")
        assert top(app, SealScene).fingerprint == deal.seal.fingerprint
        press(app, pygame.K_ESCAPE)
        play_hand(table)
        turns(app)
        assert verify(json.loads(table.session.journal.records()[0])).order is Order.SEALED
        point(app, "button:seal")
        sealed = table.session.sealed
        assert sealed
        assert top(app, SealScene).fingerprint == sealed.fingerprint


def test_no_padlock_lies_on_a_stock_that_was_not_sealed() -> None:
    with stage(settings=SettingsStore.unsaved(Settings(speed="instant", mute=True))) as app:
        players = (Player("You"), Player("Ada", "regular"))
        store = app.services.saves.opened()
        shown(app, StartScene(app))
        table = sit_down(app, store.start(Plan(players, STANDARD, first_deal=77)))
        play_on(table, 0)
        assert "button:seal" not in table.targets()


@pytest.mark.share(6)
@pytest.mark.parametrize("moves", [0, 3, 500])
@pytest.mark.parametrize("hands", [1, 2])
@pytest.mark.parametrize("is_numbered", [False, True])
def test_the_log_of_a_hand_taken_up_again_is_that_of_before(
    moves: int, hands: int, is_numbered: bool
) -> None:
    """Cut, seal or number, dealer, moves and ending, wherever the hand was left."""
    settings = SettingsStore.unsaved(Settings(speed="rapid", mute=True, cut="cut"))
    with stage(settings=settings, seed=None) as app:
        shown(app, StartScene(app))
        players = (Player("You"), Player("Ada", "regular"))
        store = app.services.saves.opened()
        session = store.start(Plan(players, STANDARD, first_deal=77 if is_numbered else None))
        table = sit_down(app, session)
        for number in range(1, hands + 1):
            while session.number < number:
                table.board.skip()
                table.update(0.0)
                if table.is_settling:
                    point(app, "button:next")
            play_on(table, moves if number == hands else 500)
        before = table.log.texts
        begin = "Cut for the deal" if hands == 1 else "Hand 2"
        start = before.index(begin)
        app.home()
        point(app, "button:continue")
        again = top(app, TableScene)
        play_on(again, 0)
        told = before[start:]
        assert again.log.texts[: len(told)] == told  # an opponent may have gone on since
        assert any("deal" in line and "Deal" not in line for line in again.log.texts)


def test_the_page_shows_all_digits_and_keeps_the_word() -> None:
    with stage() as app:
        session = sealed_table(app)
        page = shown(app, SealScene(app, session))
        assert isinstance(page, SealScene)
        assert session.sealed
        shown_digits = "".join(
            each.text.replace(" ", "") for each in page.form.widgets if isinstance(each, Label)
        )
        assert session.sealed.fingerprint in shown_digits
        page.form.focus("word")
        for letter in "jade":
            pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=letter))
        press(app, pygame.K_LSHIFT)
        assert app.services.settings.settings.word == "jade"
        session.next_hand(word=app.services.settings.settings.word)
        assert session.deal
        assert session.deal.word == "jade"


def test_a_number_is_typed_and_the_same_cards_come() -> None:
    decks = []
    for _ in range(2):
        with stage() as app:
            shown(app, StartScene(app))
            shown(app, NewGameScene(app))
            point(app, "deal")
            page = top(app, DealScene)
            press(app, pygame.K_RIGHT)
            field = widget(page, "number", TextField)
            assert field.text
            field.insert("Tonk deal 1234, rules TONK1-B702-TR8")
            assert page.deal == 1234
            point(app, "button:back")
            point(app, "button:start")
            table = top(app, TableScene)
            assert table.session.deal_number == 1234
            assert not any("1,234" in line or "sealed" in line for line in table.log.texts)
            deal = table.session.deal
            assert deal
            decks.append((deal.deck, deal.dealer))
            play_hand(table)
            assert verify(json.loads(table.session.journal.records()[0])).deal == 1234
    assert decks[0] == decks[1]


def test_no_number_is_no_deal() -> None:
    chosen: list[int] = []
    with stage() as app:
        page = shown(app, DealScene(app, 5, chosen.append))
        assert isinstance(page, DealScene)
        field = widget(page, "number", TextField)
        field.clear()
        assert field.is_wrong
        press(app, pygame.K_ESCAPE)
    assert chosen == [0]


def test_a_saved_hand_says_what_is_found() -> None:
    history = played().history()
    history.catch_up(1_000_000)
    record = history.record(1, 1)
    with stage() as app:
        shown(app, StartScene(app))
        tell_verified(app, record)
        page = top(app, TellScene)
        assert "the seed gives exactly" in widget_text(page)
        press(app, pygame.K_ESCAPE)
        deck = (record.deck[1], record.deck[0], *record.deck[2:])
        tell_verified(app, replace(record, deck=deck))
        assert "This hand doesn't add up: deck: card 1" in widget_text(top(app, TellScene))


def widget_text(page: TellScene) -> str:
    return " ".join(each.text for each in page.form.widgets if isinstance(each, Label))


def test_the_page_about_fairness_tests_counts_and_repeats() -> None:
    with stage(store=played()) as app:
        page = shown(app, FairnessScene(app))
        assert isinstance(page, FairnessScene)
        while page.idle_for() == 0:
            app.turn()
        points = block_texts(page, Point)
        assert len([text for text in points if text.startswith(("chi-square: ", "poker: "))]) == 2
        assert "tonk fairness --deals 1000 --seed test" in points
        assert any(text.startswith("You, ") and "naturals" in text for text in points)
        paras = block_texts(page, Para)
        assert paras[0] == "The shuffle is fair: ten tests found no pattern in 1,000 test deals."
        *_chapters, last = block_texts(page, Heading)
        assert last == "The ten tests in figures"
        assert points[-1].split(": ")[0] not in {"tonk fairness", "tonk verify FILE"}
        assert "CFR" in paras[-1], "figures come last"
        words = " ".join(paras)
        assert "every answer was the same" in words
        assert " of 100." in words
        assert "button:copy" in targets(app)


def test_a_single_hand_shows_no_luck(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store:
        session = store.start(Plan((Player("You"), Player("Ada", "regular")), seed_text="one"))
        play_hands(session, [careless] * 2, 1)
        with stage(store=store) as app:
            page = shown(app, FairnessScene(app))
            while page.idle_for() == 0:
                app.turn()
            words = " ".join(block_texts(page, Para))
            assert "Too early to tell: " in words
            assert " of 100 so far." in words
            assert any(text.startswith("You, 1 hand: ") for text in block_texts(page, Point))
