"""A book that is complete leaves the table; books that may not be hit lie in shadow."""

from __future__ import annotations

import pytest

from game.rules.actions import DRAW, Discard, Hit, Spread
from game.rules.hand import Hand
from game.ui.table.input.targets import ButtonTarget, CardTarget, SpreadTarget
from game.ui.table.motion.layout import Zone
from tests.ui.table.house.positions import Guest, after, dealt, rules

BOOK = Spread(("6C", "6D", "6H"))


def almost() -> Hand:
    """A book of three lies there, its fourth card is in hand."""
    law = rules(complete_books="buried", naturals=[])
    hand = dealt(law, "6S 6C 6D 6H JC", "4C 8S JD QD TH", then="9S KC")
    return after(hand, (0, DRAW), (0, BOOK))


def lying(it: Guest) -> int:
    """Cards of spreads that lie on the table."""
    return sum(slot.zone is Zone.SPREAD for slot, _sprite in it.table.board.sprites)


def test_a_buried_book_is_seen_whole_and_then_leaves() -> None:
    it = Guest(almost(), speed="normal")
    it.click(CardTarget("6S"))
    it.click(SpreadTarget(0))
    it.wait(0.5)
    assert lying(it) == 4
    assert 0 in it.table.board.layout.spreads
    it.wait(0.4)
    assert lying(it) == 0
    assert len(it.table.board.sprites.departing) == 4
    it.wait(1.0)
    assert not it.table.board.sprites.departing
    assert 0 not in it.table.board.layout.spreads
    assert SpreadTarget(0) not in it.table.live()
    it.table.draw(it.stage.surface)
    assert it.table.idle_for() != 0


@pytest.mark.parametrize("speed", ["instant", "fast"])
def test_skipping_brings_it_off_the_table_at_once(speed: str) -> None:
    it = Guest(almost(), speed=speed)
    it.click(CardTarget("6S"))
    it.click(SpreadTarget(0))
    it.table.board.skip()
    assert lying(it) == 0
    assert not it.table.board.sprites.departing
    it.table.draw(it.stage.surface)


def test_the_next_spread_keeps_its_own_number() -> None:
    law = rules(complete_books="buried", naturals=[], hand_size=7)
    hand = dealt(law, "6S 6C 6D 6H 2C 3C 4C", "5C 8S JD QD TH 9H 9D", then="9S KC")
    it = Guest(after(hand, (0, DRAW), (0, BOOK), (0, Hit("6S", 0))))
    for card in ("2C", "3C", "4C"):
        it.click(CardTarget(card))
    it.click(ButtonTarget("spread"))
    it.wait(2.0)
    assert set(it.table.board.layout.spreads) == {1}
    it.table.draw(it.stage.surface)


def test_books_closed_to_hits_are_dimmed_and_runs_are_not() -> None:
    hand = dealt(
        rules("black_company", naturals=[]), "5H 6H 7H 9C 6S", "KC KD KH 2S 3S", then="9S TC 4C"
    )
    moves = ((0, DRAW), (0, Spread(("5H", "6H", "7H"))), (0, Discard("6S")), (1, DRAW))
    it = Guest(after(hand, *moves, (1, Spread(("KC", "KD", "KH"))), (1, Discard("3S"))))
    it.wait(0.5)
    it.table.draw(it.stage.surface)
    places = it.table.board.layout.spreads
    run, book = (places[number].box for number in (0, 1))
    light = [it.stage.surface.get_at((box.left + 6, box.bottom - 8))[0] for box in (run, book)]
    assert light[0] > 200 > light[1]
