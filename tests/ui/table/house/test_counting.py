"""What counts at the table: unmatched cards, wild points, tied naturals, who deals next."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest
from pygame import Rect

from game.rules.actions import DROP
from game.rules.cards import rank_of
from game.rules.naturals import Natural
from game.ui.table.motion.layout import Zone
from game.ui.table.painting import marks
from game.ui.table.painting.settlement_panel import SettlementLook, settlement_look
from game.ui.table.painting.status import Guide, TableLooks
from game.ui.table.talk.narration import settled_words
from tests.ui.table.hands_on import Person
from tests.ui.table.house.positions import Guest, dealt, replying, rules
from tests.ui.table.staging import a_session

MINE, ADA = "5C 5D 5H 2S 8C", "9S TS JS KD 7H"


def guest(**changes: object) -> Guest:
    """The player holds three fives and 10 besides, Ada a run of spades and 17."""
    law = rules("standard", **{"count": "unmatched", **changes})
    return Guest(dealt(law, MINE, ADA, then="9D KC 3C"), think=replying({}))


def bracketed(it: Guest) -> frozenset[str]:
    """The cards that a bracket holds."""
    log = it.table.log.seen(5)
    return TableLooks(it.session, it.table.board).table(None, frozenset(), log, ("", "")).matched


def settled(it: Person) -> SettlementLook:
    """The settlement."""
    it.wait_until(it.is_settling)
    look = settlement_look(it.session, it.table.view)
    assert look is not None
    return look


def test_ones_own_count_is_that_of_the_cards_in_no_spread_and_a_bracket_holds_the_others() -> None:
    it = guest()
    assert Guide(it.now).own_count() == "Your count: 10 unmatched"
    assert bracketed(it) == {"5C", "5D", "5H"}
    assert "Your count: 10 unmatched" in it.table.news()
    it = guest(count="all")
    assert Guide(it.now).own_count() == "Your count: 25"
    assert bracketed(it) == frozenset()


def test_a_bracket_ends_where_the_next_card_covers_the_last_one() -> None:
    it = guest()
    it.wait(3.0)
    held = [sprite for slot, sprite in it.table.board.sprites if slot.zone is Zone.HAND]
    own = [sprite for sprite in held if sprite.face in it.now.hand]
    groups = list(marks.bracketed(own, frozenset(("5C", "5D", "5H"))))
    ((poses, share),) = groups
    over = next(sprite for sprite in own if sprite.pose.x > poses[-1].x)
    assert poses[-1].x + (share - 0.5) * poses[-1].width <= over.pose.x - over.pose.width / 2 + 1


def test_a_bracket_and_no_shade_is_to_be_seen_on_the_table() -> None:
    brightness, edges = [], []
    for it in (guest(), guest(count="all")):
        it.wait(3.0)
        it.table.draw(it.stage.surface)
        slots = [slot for slot, sprite in it.table.board.sprites if sprite.face == "5D"]
        place = it.table.board.place(slots[0])
        assert slots[0].zone is Zone.HAND
        spot = round(place.x - place.width * 0.4), round(place.y)
        brightness.append(sum(it.stage.surface.get_at(spot)[:3]))
        low = Rect(0, 0, round(place.width * 0.4), 10)
        low.midbottom = round(place.x - place.width * 0.2), round(place.y + place.height / 2)
        edges.append(pygame.transform.average_color(it.stage.surface, low))
    assert brightness[0] == brightness[1]
    assert edges[0] != edges[1]


def test_the_settlement_shows_what_counted_and_what_did_not() -> None:
    it = guest()
    it.table.flow.act(0, DROP)
    look = settled(it)
    assert "Cards in brackets form spreads and don't count." in look.payments
    assert [row.count for row in look.rows] == ["10", "17"]
    assert [row.matched for row in look.rows] == [{"5C", "5D", "5H"}, {"9S", "TS", "JS"}]
    assert bracketed(it) == {"5C", "5D", "5H", "9S", "TS", "JS"}
    said = settled_words(it.session, it.now)
    assert "5♣ 5♦ 5♥" in said[0]
    assert "Count in hand: 10" in said[0]


def test_nothing_is_said_of_brackets_where_there_is_none() -> None:
    law = rules("standard", count="unmatched")
    it = Guest(dealt(law, "AC 2D 3H 5S 6C", "9S 3D JS KD 7H", then="9D"), think=replying({}))
    it.table.flow.act(0, DROP)
    assert not any("bracket" in line for line in settled(it).payments)


def test_a_natural_counts_every_card() -> None:
    law = rules("standard", count="unmatched")
    it = Guest(dealt(law, "KC KD KH TS 9C", ADA, then="9D"), think=replying({}))
    look = settled(it)
    assert "Cards in brackets form spreads and don't count." not in look.payments
    assert look.rows[0].count == "49"
    assert look.rows[0].matched == frozenset()
    assert bracketed(it) == frozenset()


def test_wild_cards_count_what_the_table_says() -> None:
    law = rules("standard", wild="2", wild_points=25)
    it = Guest(dealt(law, "2C 5D 7H 9S KC", ADA, then="9D"), think=replying({}))
    assert Guide(it.now).own_count() == "Your count: 56"


TIES = {
    "eldest": "You sit nearest the dealer's left, so you win.",
    "all_paid": "Everyone else pays each in full.",
    "split": "Everyone else pays once, and the sum is shared.",
}


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("is_own", [True, False])
def test_how_tied_naturals_are_paid_is_said(tie: str, is_own: bool) -> None:
    own = {"tie": tie} if is_own else {}
    entry = {"match": {"count": 49}, "pays": 3, **own}
    law = rules("standard", naturals=[entry], natural_tie="void" if is_own else tie)
    hand = dealt(law, "KC KD KH TS 9C", "QC QD QH TC 9D", ADA, then="9H")
    assert isinstance(law.naturals[0], Natural)
    look = settled(Guest(hand, think=replying({})))
    assert look.title == f"Naturals: you with 49 and Basil with 49. {TIES[tie]}"


def test_the_winner_deals_and_it_is_said() -> None:
    law = rules("standard", next_dealer="winner")
    it = Guest(dealt(law, "AC 2C 2D AH 3S", "KD KH QS JD 8C", ADA, then="9D"), think=replying({}))
    it.table.flow.act(0, DROP)
    look = settled(it)
    assert "You won, so you deal next." in look.payments
    it.wait(0.1)
    assert "You won, so you deal next." in it.table.log.texts
    it.table.press_settlement("next")
    assert it.now.dealer == 0


def test_no_card_lies_twice_when_seats_cut_again() -> None:
    for number in range(400):
        rounds = a_session(6, str(number)).cut.rounds
        cards = [each.card for drawn in rounds for each in drawn]
        assert len(set(cards)) == len(cards)
        for before, drawn in pairwise(rounds):
            ranks = [rank_of(each.card) for each in before]
            tied = {each.player for each in before if ranks.count(rank_of(each.card)) > 1}
            assert {each.player for each in drawn} <= tied
