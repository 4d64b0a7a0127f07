"""Tooltips: they come when the pointer or the focus rests, say the key, and are in nobody's way."""

from __future__ import annotations

import pygame
import pytest
from pygame import Rect

from game.menus.start import StartScene
from game.rules.actions import DRAW, TAKE, Discard, Hit, Spread
from game.rules.ruleset import RuleSet
from game.ui.autoplay import click
from game.ui.kit.skin import Skin
from game.ui.session.starting import begin_session
from game.ui.session.table_scene import TableScene
from game.ui.settings.pages import OptionsScene
from game.ui.shell.loop import App
from game.ui.shell.scene import BaseScene
from game.ui.shell.tips import Tip
from game.ui.table.input.targets import (
    PILE_TARGET,
    STOCK_TARGET,
    ButtonTarget,
    CardTarget,
    SpreadTarget,
    card_zones,
)
from game.ui.table.painting.overlays import count_box
from game.ui.table.painting.pot_painter import PotRow
from game.ui.text.language import speak
from game.ui.text.level_words import bot_character
from tests.ui.sessions.evening import BETS, evening, next_hand, play_hand
from tests.ui.stage import point, press, shown, stage, targets, top, turns
from tests.ui.table.house.positions import Guest, after, dealt, replying, rules
from tests.ui.table.house.test_reminders import blocked, forced
from tests.ui.table.house.test_slap import slappable


def rest(app: App, at: tuple[int, int], buttons: tuple[int, int, int] = (0, 0, 0)) -> str:
    """What the tip says once the pointer has come to that place, and rests."""
    move = {"pos": at, "rel": (1, 1), "buttons": buttons, "touch": False}
    pygame.event.post(pygame.Event(pygame.MOUSEMOTION, move))
    turns(app)
    while app.tips.idle_for() is not None:
        app.turn()
    return app.tips.shown.text if app.tips.shown else ""


def test_an_arrow_says_what_it_would_choose_and_a_click_takes_the_tip_away() -> None:
    with stage() as app:
        shown(app, OptionsScene(app, "look"))
        assert rest(app, targets(app)["cloth:more"].center) == "Claret"
        press(app, pygame.K_ESCAPE)
        assert app.tips.shown is None


def test_nothing_is_told_while_something_is_dragged() -> None:
    with stage() as app:
        shown(app, OptionsScene(app, "look"))
        assert rest(app, targets(app)["cloth:more"].center, buttons=(1, 0, 0)) == ""


@pytest.mark.share(1)
@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
def test_what_lies_on_the_table_says_what_it_is_and_its_key(size: tuple[int, int]) -> None:
    with evening(RuleSet(), size=size) as app:
        table = top(app, TableScene)
        layout = table.board.layout
        drawn = rest(app, layout.stock.center)
        assert drawn == f"Stock {table.view.stock_size}. Draw a card. (D)"
        assert rest(app, layout.pile.center).endswith("(T)")
        assert rest(app, layout.menu.center) == "Menu (Esc)"
        other = next(seat for seat in range(len(layout.seats)) if seat != table.view.seat)
        told = rest(app, layout.seats[other].plate.center)
        assert told.startswith(f"{table.session.names[other]}: 5 cards.")
        box = app.tips.place(Skin(app.services.theme, app.size))
        assert Rect((0, 0), app.size).inflate(-8, -8).contains(box)
        assert not box.colliderect(layout.seats[other].plate)


@pytest.mark.share(6)
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1280, 960), (3840, 2160)])
def test_the_tip_of_the_padlock_covers_no_card_to_decide_about(
    size: tuple[int, int], seats: int, language: str
) -> None:
    with stage(size, seed=None) as app:
        app.change(language=language)
        shown(app, StartScene(app))
        begin_session(app, seats - 1, 1)
        turns(app)
        table = top(app, TableScene)
        for _deal in range(20):
            if table.view.result is None:
                break
            begin_session(app, seats - 1, 1)  # a natural has ended the hand at once
            turns(app)
            table = top(app, TableScene)
        layout = table.board.layout
        assert rest(app, layout.seal.center)
        box = app.tips.place(Skin(app.services.theme, app.size))
        own = card_zones(table.board).values()
        assert box.collidelist([layout.stock, layout.pile, layout.stock_tag, *own]) == -1
    speak("en")


def test_the_focus_is_told_of_too_and_read_aloud() -> None:
    with evening(RuleSet()) as app:
        table = top(app, TableScene)
        table.input.cursor = STOCK_TARGET
        press(app, pygame.K_LCTRL)
        while app.tips.idle_for() is not None:
            app.turn()
        assert app.tips.shown is not None
        assert app.tips.shown.text.endswith("(D)")


def told(it: Guest, at: tuple[int, int]) -> str:
    """What is told of a place on the table."""
    it.wait_until(lambda: not it.table.board.is_busy)
    tip = it.table.tip(at)
    return tip.text if tip else ""


class Passing(BaseScene):
    """A scene in which what a tip is about may go by itself."""

    words, has_moved = "Here", False

    def update(self, _dt: float) -> bool:
        return self.has_moved

    def idle_for(self) -> float | None:
        return 0.0 if self.has_moved else None

    def tip(self, _at: tuple[int, int] | None) -> Tip | None:
        return Tip(self.words, Rect(50, 50, 20, 20)) if self.words else None


@pytest.mark.parametrize(("words", "is_told"), [("", False), ("There", False), ("Here", True)])
def test_a_tip_goes_with_what_it_is_about(words: str, *, is_told: bool) -> None:
    with stage() as app:
        scene = Passing(app)
        app.push(scene)
        assert rest(app, (60, 60)) == "Here"
        scene.words, scene.has_moved = words, True
        app.turn()
        assert (app.tips.shown is not None) is is_told


def test_the_marks_of_a_plate_are_told() -> None:
    it = Guest(blocked(), think=replying({}))
    mine, theirs = (place.plate.center for place in it.table.board.layout.seats)
    assert "Was hit: can't go out next turn." in told(it, mine)
    assert "It's Ada's turn." in told(it, theirs)
    assert "Dealer." in told(it, theirs)
    assert "Balance: " in told(it, theirs)
    assert told(it, theirs).endswith(bot_character(it.table.session.players[1].level))
    assert "breaks up" not in told(it, mine)
    hand = after(
        dealt(rules("waits"), "5H 6H 7H 9C JC", "8H 4C JD QD TH", then="2S KC 4D 9D"),
        (0, DRAW),
        (0, Spread(("5H", "6H", "7H"))),
        (0, Discard("KC")),
        (1, DRAW),
        (1, Hit("8H", 0)),
    )
    assert "No drop for " in told(Guest(hand, think=replying({})), mine)
    points = Guest(dealt(rules("push_up"), "5H 6H 7H 9C JC", "8H 4C JD QD TH", then="2S KC"))
    assert "Points: 0 / " in told(points, theirs)


def test_the_words_below_stock_pile_and_spreads_are_told_with_what_lies_above_them() -> None:
    it = Guest(blocked(), think=replying({}))
    layout = it.table.board.layout
    assert told(it, layout.stock_tag.center).startswith("Stock ")
    assert told(it, layout.pile_tag.center).startswith("Discards: K♣ (")
    assert told(it, layout.spreads[0].tag.center) == "You: 5♥ 6♥ 7♥ 8♥ (H)"


def test_a_book_that_lies_in_the_shade_says_why() -> None:
    hand = dealt(rules(hit_books=False), "6S 6C 6D 6H JC", "4C 8S JD QD TH", then="9S KC")
    it = Guest(after(hand, (0, DRAW), (0, Spread(("6C", "6D", "6H")))))
    at = it.table.board.layout.spreads[0].box.center
    assert told(it, at) == (
        "You: 6♣ 6♦ 6♥. No hitting books at this table. House rule “Books may be hit”: no."
    )


def test_a_button_that_does_nothing_says_why_not_and_by_which_rule() -> None:
    hands = "5H 6H 7H 9C JC", "4C 8S JD QD TH"
    it = Guest(dealt(rules(first_turn_drop=False), *hands, then="2S KC"))
    zones = it.table.zones()
    drop = told(it, zones[ButtonTarget("drop")].center)
    assert "No drops on the first turn here. House rule “Dropping on the first turn”: no." in drop
    discard = told(it, zones[ButtonTarget("discard")].center)
    assert discard.endswith("Draw from the stock or take the discard first.")
    assert "rule" not in discard
    it = Guest(dealt(rules(drop_at_most=5), *hands, then="2S KC"))
    assert "House rule “Highest count for a drop”: 5." in told(
        it, it.table.zones()[ButtonTarget("drop")].center
    )
    it = Guest(dealt(rules(take="use_now"), *hands, then="2S KC"))
    assert "House rule “Taking a discard”: only to use it at once." in told(
        it, it.table.zones()[PILE_TARGET].center
    )


def test_what_a_wait_hangs_on_is_told_by_the_rules_that_make_one_wait_here() -> None:
    hand = dealt(rules(wait_after_spread=2), "5H 6H 7H 9C JC", "4C 8S JD QD TH", then="2S KC 4D")
    run = Spread(("5H", "6H", "7H"))
    hand = after(hand, (0, DRAW), (0, run), (0, Discard("KC")), (1, DRAW), (1, Discard("4D")))
    it = Guest(hand)
    assert (
        "You must wait 2 more turns before you may drop. House rule “Wait after a spread”: 2."
        in told(it, it.table.zones()[ButtonTarget("drop")].center)
    )


def test_a_dead_joker_is_told_to_be_wild_elsewhere() -> None:
    hand = dealt(rules("dead_jokers"), "X1 9H JC KD 7S", "4C 8S JD QD TH", then="9S KC")
    it = Guest(after(hand, (0, DRAW)))
    it.click(CardTarget("X1"))
    why = told(it, it.table.zones()[ButtonTarget("spread")].center)
    assert why.endswith("you can only discard them. A house rule would allow it: “Wild cards”.")


def test_a_card_that_may_not_be_discarded_says_which_rule_would_allow_it() -> None:
    hand = dealt(rules(), "5H 6H 7H 9C JC", "4C 8S JD QD TH", then="2S KC")
    it = Guest(after(hand, (0, TAKE)))
    assert told(it, it.table.zones()[CardTarget("2S")].center).endswith(
        "You may not discard the card you have just taken. "
        "A house rule would allow it: “A taken card may be discarded”."
    )
    assert told(it, it.table.zones()[CardTarget("9C")].center) == ""


def test_the_clock_of_a_slap_is_told() -> None:
    it = Guest(slappable(), think=replying({}))
    it.wait_until(lambda: it.table.flow.slaps.clock is not None)
    hurry = "Slap it before the line around it runs out."
    assert hurry in told(it, it.table.zones()[PILE_TARGET].center)


@pytest.mark.parametrize(
    ("law", "card", "meaning"),
    [
        ("chicago", "2S", "Wild: it may stand for another card in a spread."),
        ("dead_jokers", "X1", "Dead: it can only be discarded."),
    ],
)
def test_a_badge_on_a_card_is_told_to_pointer_cursor_and_ear(
    law: str, card: str, meaning: str
) -> None:
    hand = dealt(rules(law, naturals=[]), f"{card} 9H JC KD 7S", "4C 8S JD QD TH", then="9S KC")
    it = Guest(hand, suggestions=False)
    at = it.table.zones()[CardTarget(card)].center
    assert meaning in told(it, at)
    assert told(it, it.table.zones()[CardTarget("9H")].center) == ""
    it.go_to(CardTarget(card))
    tip = it.table.tip(None)
    assert tip is not None
    assert meaning in tip.text
    assert meaning in it.table.spoken()


def test_what_a_wild_card_stands_for_is_told() -> None:
    run = Spread(("5H", "2S", "7H"), (("2S", "6"),))
    hand = dealt(rules("chicago", naturals=[]), "5H 7H 2S 9C JC", "4C 8S JD QD TH", then="KC")
    it = Guest(after(hand, (0, DRAW), (0, run)))
    box = it.table.zones()[SpreadTarget(0)]
    found = {told(it, (x, y)) for x in range(box.left, box.right) for y in (box.bottom - 6,)}
    assert "Stands for 6♥." in found


def test_frames_lights_and_shades_on_ones_own_cards_are_told_and_heard() -> None:
    held = dealt(rules(), "5H 6H 7H 9C JC", "4C 8S JD QD TH", then="2S KC")
    matched = dealt(rules(count="unmatched"), "5H 6H 7H 9C JC", "4C 8S JD QD TH")
    for it, words in (
        (forced(), "It has to be laid first."),
        (Guest(after(held, (0, DRAW)), suggestions=True), "It can be laid."),
        (Guest(after(matched)), "It makes a spread in your hand and doesn't count."),
    ):
        assert words in told(it, it.table.zones()[CardTarget("6H")].center)
        it.go_to(CardTarget("6H"))
        assert words in it.table.spoken()


def test_pots_say_what_is_in_them_for_whom_and_how_they_are_won() -> None:
    with evening(BETS, length=2, seed="pots") as app:
        play_hand(app)
        table = top(app, TableScene)
        skin = table.renderer.skin
        found = {
            pill.name: rest(app, box.center)
            for box, pill in PotRow(skin, table.board.layout).placed(table.flow.pots)
        }
    assert set(found) == {"high_suit", "natural"}
    assert "Before the deal the dealer calls a suit" in found["high_suit"]
    assert "The natural pot grows each hand" in found["natural"]
    assert all("stake" in text for text in found.values())


def test_the_mark_of_the_big_one_is_told() -> None:
    with evening(RuleSet(big_one=1), length=1) as app:
        table = top(app, TableScene)
        ((box, _pill),) = PotRow(table.renderer.skin, table.board.layout).placed(table.flow.pots)
        assert rest(app, box.center) == "The big one: this hand pays double."


def test_the_counts_at_the_end_and_who_has_won_are_told() -> None:
    with evening(RuleSet()) as app:
        play_hand(app)
        table = top(app, TableScene)
        view, layout = table.view, table.board.layout
        assert view.result is not None
        for seat, count in enumerate(view.result.counts):
            place = layout.seats[seat]
            if seat in table.board.effects.counted:
                said = rest(app, count_box(table.renderer.skin, place).center)
                assert said == f"{table.session.names[seat]}: Count in hand: {count}"
            assert ("Winner." in rest(app, place.plate.center)) == (seat in view.result.winners)
        next_hand(app)


def test_the_quicker_ways_are_told_once() -> None:
    with evening(RuleSet()) as app:
        for _ in range(2):
            point(app, "button:sort")
            assert app.toasts.text == ""
        for told in (True, False):
            click(top(app, TableScene).board.layout.buttons["discard"])
            turns(app)
            assert app.toasts.text.startswith("Quicker:") == told
            app.toasts.dismiss()
        assert app.services.settings.settings.gestures_told
