"""What is believed about hidden cards fills every place, and follows what was seen."""

from __future__ import annotations

from random import Random

import pytest

from ai.belief import believed
from ai.lab.cli.engine_checks import all_choices
from ai.lab.cli.selftest import Habits, deal, table_for
from game.rules.hand import Hand
from game.rules.presets import preset
from game.rules.record import parse
from game.rules.view import view
from tests.scenarios.scenario import deck_of


@pytest.mark.share(12)
@pytest.mark.parametrize("number", range(40))
def test_the_chances_fill_every_place_under_any_rules(number: int) -> None:
    dice = Random(number)
    rules, seats = table_for(number, None)
    hand, habits = deal(number, rules, seats), Habits(dice)
    while choices := all_choices(hand):
        seat = dice.randrange(seats)
        seen = view(hand, seat)
        chances = believed(seen)
        held = {card: at for at in range(seats) for card in hand.cards_of(at) if at != seat}
        for card in (*held, *hand.stock):
            assert sum(chances[card]) == pytest.approx(1, abs=1e-6)
            assert min(chances[card]) >= 0
            assert chances[card][held.get(card, seats)] > 0, "what is so was thought impossible"
        for place in range(seats):
            total = sum(each[place] for each in chances.values())
            there = 0 if place == seat else hand.size(place)
            assert total == pytest.approx(there, abs=1e-4)
        hand.act(*habits.choose(choices))


def chances_after(*actions: str) -> dict[str, tuple[float, ...]]:
    told = {"hands": ["4H 5H KC 9D 2S", "3C 3D 7S QD TH"], "upcard": "6H", "stock": "8C JD 9S"}
    rules = preset("standard")
    hand = Hand.deal(rules, 2, 1, deck_of(told, rules, 1))
    for text in actions:
        hand.act(*parse(text))
    return dict(believed(view(hand, 0)))


def test_before_a_move_every_hidden_card_is_as_likely_as_any_other() -> None:
    chances = chances_after()
    assert len(chances) == 46
    assert {round(each[1], 9) for each in chances.values()} == {round(5 / 46, 9)}


def test_a_card_taken_and_held_is_known_and_draws_others_to_it() -> None:
    chances = chances_after("0 draw", "0 discard KC", "1 take", "1 discard TH")
    assert chances["KC"] == (0.0, 1.0, 0.0)
    assert chances["KD"][1] > 2 * chances["7D"][1]


def test_what_was_thrown_makes_its_neighbours_unlikely() -> None:
    chances = chances_after("0 draw", "0 discard KC", "1 draw", "1 discard TH")
    assert chances["TD"][1] < chances["8D"][1]
    assert chances["JH"][1] < chances["8D"][1]
