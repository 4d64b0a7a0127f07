"""The rule that matters now, told in one line; what it lights up and what it refuses."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pygame
import pytest

from ai.lab.cli.engine_checks import all_choices
from ai.lab.cli.selftest import Habits, deal, table_for
from game.rules.actions import (
    DONE,
    DRAW,
    PASS,
    TAKE,
    Declare,
    Discard,
    Done,
    Draw,
    Drop,
    Hit,
    Pass,
    Slap,
    Spread,
    Stop,
    Take,
)
from game.rules.hand import Hand
from game.rules.naturals import Natural
from game.rules.phases import Phase
from game.rules.view import view
from game.ui.kit.skin import Skin
from game.ui.table.input.targets import PILE_TARGET, STOCK_TARGET, ButtonTarget, CardTarget
from game.ui.table.painting.marks import Marks
from game.ui.table.painting.status import Guide, pass_text
from tests.ui.table.house.positions import Guest, after, dealt, first_of, replying, rules

MINE, OTHER = "5H 6H 7H 9C JC", "4C 8S JD QD TH"
RUN = Spread(("5H", "6H", "7H"))


def told(hand: Hand, seat: int = 0) -> str:
    """What a seat is reminded of."""
    return Guide(view(hand, seat)).reminder()


def turns(hand: Hand, *seats: int) -> Hand:
    """Turns in which nothing happens but a draw and a discard of what was drawn."""
    for seat in seats:
        move = hand.act(seat, DRAW)
        hand.act(seat, Discard(move.card or ""))
    return hand


def test_nothing_is_said_where_no_house_rule_matters() -> None:
    assert told(dealt(rules(), MINE, OTHER, then="9S")) == ""


def test_a_wait_is_counted_down() -> None:
    hand = dealt(rules("waits"), MINE, OTHER, then="9S KC")
    after(hand, (0, DRAW), (0, RUN), (0, Discard("KC")))
    assert told(hand) == "No drop for 3 more turns."
    turns(hand, 1)
    assert told(hand) == "No drop for 3 turns, counting this one."
    hand.act(0, DRAW)
    assert told(hand) == "No drop for 2 more turns."
    hand.act(0, Discard("JC"))
    turns(hand, 1, 0, 1)
    assert told(hand) == "You cannot drop this turn."


def test_the_first_turn_without_a_drop() -> None:
    hand = dealt(rules(first_turn_drop=False), MINE, OTHER)
    assert told(hand) == "Nobody may drop on the first turn."
    turns(hand, 0, 1)
    assert told(hand) == ""


def test_a_booed_deck() -> None:
    hand = dealt(rules("rushville", naturals=[]), MINE, OTHER)
    hand.is_booed = True
    assert told(hand) == "Booed: an empty hand plays on."


def test_a_natural_in_turn() -> None:
    hand = dealt(rules("forty_nine_turn"), "TC TD TH TS 9C", "4C 8S JD QD 2H", dealer=0)
    assert told(hand) == "You hold a natural to declare."
    turns(hand, 1)
    assert told(hand) == "You hold a natural: declare it now."
    hand.act(0, DRAW)
    assert told(hand) == ""


def test_an_open_natural_lapses() -> None:
    law = rules("chicago", wild="", jokers=0)
    hand = dealt(law, "TC TD TH TS 9C", "4C 5C 6C QD 2H", dealer=0)
    assert told(hand) == "You hold a natural to declare."
    after(hand, (1, DRAW), (1, Spread(("4C", "5C", "6C"))))
    assert told(hand) == ""


def test_what_a_taken_card_must_do() -> None:
    law = rules(take="use_now")
    hand = after(dealt(law, "5H 6H 9C JC KD", OTHER, then="7H"), (0, TAKE))
    seen = view(hand, 0)
    assert told(hand) == "Lay 7♥ in a spread or a hit first."
    assert Guide(seen).wanted_cards() == {"7H"}
    assert Guide(seen).prompt() == "Use the card you took"


def test_why_a_discard_cannot_be_taken() -> None:
    hand = dealt(rules(take="use_now"), "5H 6H 9C JC KD", OTHER, then="2S")
    assert told(hand) == "You cannot use 2♠ right away."


def test_the_one_hit_of_a_turn() -> None:
    hand = dealt(rules(hits_per_turn=1), "5H 6H 7H 8H JC", OTHER, then="2S KC")
    after(hand, (0, DRAW), (0, RUN), (0, Hit("8H", 0)))
    assert told(hand) == "You have made your one hit this turn."


def test_the_last_turn() -> None:
    hand = dealt(rules("five_seven_nine", hand_size=5), MINE, OTHER)
    del hand.stock[1:]
    hand.act(0, DRAW)
    assert told(hand) == "The stock is out: this is the last turn."


def blocked() -> Hand:
    """Seat 0 has been hit, and may not empty its hand in its next turn."""
    law = rules(hit_blocks_out=True, naturals=[])
    hand = dealt(law, "5H 6H 7H 9C JC", "8H 8S JD QD TH", then="2S KC 4D 9D")
    return after(hand, (0, DRAW), (0, RUN), (0, Discard("KC")), (1, DRAW), (1, Hit("8H", 0)))


def test_a_hit_that_blocks_is_told_to_both_sides() -> None:
    hand = blocked()
    assert told(hand) == "You were hit: you cannot go out next turn."
    hand.act(1, Discard("QD"))
    assert told(hand) == "You were hit: you cannot go out this turn."


def test_the_last_card_is_kept_and_the_turn_ended() -> None:
    hand = after(blocked(), (1, Discard("8S")), (0, DRAW))
    hand.hands[0] = ["JC"]
    it = Guest(hand)
    assert it.table.view.legal == (DONE,)
    assert Guide(it.table.view).reminder() == "You were hit: keep your last card."
    it.press(pygame.K_e)
    assert it.table.view.moves[-1].action == DONE


def test_who_was_not_hit_is_not_said_to_have_been() -> None:
    law = rules(discard_after_hit=False, naturals=[])
    hand = after(dealt(law, "5H 6H 7H 8H JC", OTHER, then="2S KC"), (0, DRAW), (0, RUN))
    hand.hands[0] = ["8H", "JC"]
    assert told(after(hand, (0, Hit("8H", 0)))) == "After a hit you discard nothing."


def test_while_booed_a_hit_blocks_nobody() -> None:
    hand = blocked()
    hand.is_booed = True
    assert told(hand) == "Booed: an empty hand plays on."
    hand.act(1, Discard("QD"))
    it = Guest(hand)
    assert Guide(it.now).reminder() == "Booed: an empty hand plays on."
    assert not it.table.renderer.look().seats[0].is_blocked


# -- a spread that must be laid ------------------------------------------------------------------


def forced() -> Guest:
    """Somebody with a run in hand who may not discard before it lies."""
    return Guest(after(dealt(rules("forced_spreads"), MINE, OTHER, then="9S KC"), (0, DRAW)))


def test_a_spread_that_must_be_laid_is_lit_and_discards_are_refused() -> None:
    it = forced()
    assert Guide(it.now).must_spread
    assert Guide(it.now).wanted_cards() == {"5H", "6H", "7H"}
    assert Guide(it.now).reminder() == "Lay your spread before you discard."
    it.click(CardTarget("KC"))
    assert ButtonTarget("discard") not in it.table.live()
    assert PILE_TARGET not in it.table.live()
    it.press(pygame.K_x)
    assert it.table.line == "You must lay the spread in your hand first."
    it.press(pygame.K_ESCAPE)
    for card in ("5H", "6H", "7H"):
        it.click(CardTarget(card))
    it.click(ButtonTarget("spread"))
    assert not Guide(it.now).must_spread
    it.click(CardTarget("KC"))
    assert PILE_TARGET in it.table.live()


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_after_a_hit_the_turn_is_ended_without_a_discard(way: str) -> None:
    law = rules(discard_after_hit=False)
    hand = dealt(law, "5H 6H 7H 8H JC", OTHER, then="2S KC")
    it = Guest(after(hand, (0, DRAW), (0, RUN), (0, Hit("8H", 0))))
    assert Guide(it.now).reminder() == "After a hit you discard nothing."
    assert Guide(it.now).prompt() == "End your turn"
    it.click(CardTarget("KC"))
    it.press(pygame.K_x)
    assert it.table.line == "After a hit the turn ends without a discard."
    if way == "mouse":
        it.click(ButtonTarget("done"))
    else:
        it.press(pygame.K_e)
    assert it.table.view.moves[-1].action == DONE


# -- a natural in turn ---------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_a_natural_is_declared_and_shown(way: str) -> None:
    it = Guest(dealt(rules("forty_nine_turn"), "TC TD TH TS 9C", "4C 8S JD QD 2H"))
    if way == "mouse":
        it.click(ButtonTarget("declare"))
    else:
        it.press(pygame.K_c)
    it.wait_until(it.is_settling)
    assert it.now.result is not None
    assert it.now.result.winners == (0,)


def test_another_seats_natural_is_turned_up() -> None:
    hand = dealt(rules("forty_nine_turn"), "4C 8S JD QD 2H", "TC TD TH TS 9C", dealer=0)
    it = Guest(hand, think=replying({1: first_of(Declare)}))
    it.wait_until(it.is_settling)
    faces = [sprite.face for slot, sprite in it.table.board.sprites if slot.owner == 1]
    assert {"TC", "TD", "TH", "TS", "9C"} <= set(faces)


# -- a last chance -------------------------------------------------------------------------------


def tonked(seats: int = 2) -> Hand:
    """Seat 1 has laid its last card; seat 0 may still lay everything."""
    more = ("4C 8S JD QD TH",) if seats == 3 else ()
    hand = dealt(
        rules("double_double", naturals=[]),
        "2C 2D 2H 8H JS",
        "5H 6H 7H KC KD",
        *more,
        then="9S KH",
        dealer=0,
    )
    return after(hand, (1, DRAW), (1, RUN), (1, Spread(("KC", "KD", "KH"))))


def test_who_has_nothing_to_lay_is_told_to_pass() -> None:
    hand = dealt(
        rules("double_double", naturals=[]),
        "2C 3D 9H 8S JS",
        "5H 6H 7H KC KD",
        then="9S KH",
        dealer=0,
    )
    it = Guest(after(hand, (1, DRAW), (1, RUN), (1, Spread(("KC", "KD", "KH")))))
    assert it.now.legal == (PASS,)
    assert Guide(it.now).banner(("You", "Ada")) == "Ada tonks. You have nothing to lay: pass."


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_a_last_chance_is_told_used_and_passed(way: str) -> None:
    it = Guest(tonked())
    assert Guide(it.now).banner(("You", "Ada")) == (
        "Ada tonks. Empty your hand too and you win instead!"
    )
    assert Guide(it.now).prompt() == "Spread, hit or pass"
    assert pass_text(it.now) == "Pass"
    assert STOCK_TARGET not in it.table.live()
    for card in ("2C", "2D", "2H"):
        it.click(CardTarget(card))
    it.press(pygame.K_s)
    it.click(CardTarget("8H"))
    it.press(pygame.K_h)
    it.click(CardTarget("JS"))
    it.press(pygame.K_x)
    assert it.table.line == "Your last chance: spread, hit or pass."
    if way == "mouse":
        it.click(ButtonTarget("pass"))
    else:
        it.press(pygame.K_p)
    it.wait_until(it.is_settling)
    assert it.now.result is not None
    assert it.now.result.winners == (1,)


def test_the_others_have_their_chances_seat_by_seat() -> None:
    it = Guest(tonked(3))
    names = ("You", "Ada", "Basil")
    assert it.now.turn == 2
    assert Guide(it.now).banner(names) == "Ada tonks: one last chance for the others."
    it.wait_until(lambda: it.now.turn == 0)
    assert Guide(it.now).banner(names).startswith("Ada tonks. Empty your hand")


def test_the_button_that_lets_a_chance_go_by_says_what_it_means() -> None:
    hand = dealt(rules("slap_polite"), MINE, OTHER, then="9S")
    seen = replace(view(hand, 0), legal=(TAKE, PASS))
    assert pass_text(seen) == "Leave it"
    assert Guide(seen).prompt() == "Take it to use it, or leave it?"
    assert pass_text(None) == "Pass"


def test_the_frame_of_a_card_to_be_laid_leaves_out_what_the_next_card_covers() -> None:
    hand = dealt(rules("forced_spreads"), MINE, OTHER, then="9S 2C")
    guest = Guest(after(hand, (0, DRAW)))
    guest.wait_until(guest.is_to_act)
    board, sheet = guest.table.board, pygame.Surface((1280, 720))
    assert board.view is not None
    wanted = Guide(board.view).wanted_cards()
    assert wanted
    Marks(Skin(guest.stage.services.theme, (1280, 720)), board).draw_signals(sheet, None)
    sprites = {card: board.sprite_of(card) for card in board.view.hand}
    boxes = {card: sprite.pose.bounds() for card, sprite in sprites.items() if sprite}
    framed = [card for card in boxes if any_colour(sheet, boxes[card])]
    assert set(wanted) <= set(framed)
    assert not [card for card in framed if card not in wanted]


def any_colour(sheet: pygame.Surface, box: pygame.Rect) -> bool:
    """Whether anything is drawn in the left third of a box, at half its height."""
    across = range(box.x, box.x + box.width // 3)
    return any(sheet.get_at((x, box.centery))[:3] != (0, 0, 0) for x in across)


_VERBS = {
    "spread": Spread,
    "hit": Hit,
    "discard": Discard,
    "end your turn": Done,
    "pass": Pass,
    "draw": Draw,
    "take": Take,
    "drop": Drop,
    "stop": Stop,
    "declare": Declare,
}


def _named(text: str) -> set[type]:
    words = text.lower().replace("hit a spread", "hit")
    return {kind for verb, kind in _VERBS.items() if verb in words}


def test_what_can_be_done_is_named_and_nothing_else() -> None:
    seen = set()
    for number in range(150):
        law, seats = table_for(number, None)
        if number % 5 == 0:
            law = law.changed(naturals=(Natural("at_most", 30, 2, when="turn"),))
        hand = deal(number, law, seats)
        habits, limit = Habits(Random(number)), 200
        while hand.result is None and len(hand.log) < limit:
            if hand.phase is Phase.SLAP:
                hand.close_slap()
                continue
            now = view(hand, hand.turn)
            if now.must_use is None and not any(isinstance(each, Slap) for each in now.legal):
                text = Guide(now).prompt()
                assert _named(text) == {*map(type, now.legal)}, (text, now.legal)
                seen.add(text)
            hand.act(*habits.choose(all_choices(hand)))
    assert len(seen) > 12


def test_what_the_log_says_is_drawn_at_once() -> None:
    """The ending is written when it has been seen: then a frame is needed once more."""
    hand = dealt(rules("forty_nine_turn"), "KC QC JC TC 9D", "2C 3D 5H 7S 8C", then="9S")
    it = Guest(hand, speed="normal")
    it.click(ButtonTarget("declare"))
    written = len(it.table.log.texts)
    for _ in range(1200):
        was_drawn = it.table.update(1 / 60)
        now = len(it.table.log.texts)
        assert was_drawn or now == written, it.table.log.texts[written:]
        written = now
    assert it.table.is_settling
    assert any("pays you" in text for text in it.table.log.texts)
