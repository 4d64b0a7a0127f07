"""Endings and side bets as values."""

from game.rules.results import NO_BETS, HighSuitBet, NaturalBet, SideBets


def test_a_pot_is_empty_unless_something_stood_in_it() -> None:
    assert (HighSuitBet("S", (0,)).pot, NaturalBet((0,)).pot) == (0, 0)
    assert SideBets() == NO_BETS
    assert SideBets(natural=NaturalBet((0,))) != NO_BETS
