"""Views: which seats are shown as blocked, and which hands are open at the end."""

import pytest

from game.rules.actions import parse_action
from game.rules.hand import Hand
from game.rules.presets import STANDARD
from game.rules.results import HighSuitBet, SideBets
from game.rules.ruleset import RuleSet
from game.rules.settlement import naturals_at_deal, tie_at_deal, tied_seats
from game.rules.state import Lay
from game.rules.view import SetAside, view


def _deck(rules: RuleSet, first: str) -> list[str]:
    """A deck that begins with these cards."""
    cards = first.split()
    return cards + [card for card in rules.pack() if card not in cards]


def _play(hand: Hand, actions: str) -> None:
    for text in actions.split(" / "):
        hand.act(*parse_action(text))


def test_before_the_deal_all_cards_are_stock() -> None:
    stock = [*STANDARD.pack()]
    seen = view(Hand(STANDARD, 2, [[], [], []], stock, pile=[], turn=0), 0)
    assert (seen.sizes, seen.hand, seen.stock_size) == ((0, 0, 0), (), 52)


def test_only_who_was_hit_is_blocked_until_its_turn_is_over() -> None:
    rules = STANDARD.changed(hit_blocks_out=True, hand_size=4, naturals=())
    hand = Hand.deal(rules, 3, 2, _deck(rules, "4H 7H 2C 5H 8S 2D 6H QC 9C AD QD 9D KS TC TD JC"))
    _play(hand, "0 draw / 0 spread 4H 5H 6H / 0 discard TC / 1 draw / 1 hit 7H 0")
    assert view(hand, 2).blocked == (0,)
    _play(hand, "1 discard TD / 2 draw / 2 discard JC")
    assert view(hand, 2).blocked == (0,)
    _play(hand, "0 draw")
    assert view(hand, 2).blocked == (0,)
    _play(hand, "0 discard AD")
    assert view(hand, 2).blocked == ()


def test_who_has_laid_what_is_known() -> None:
    first = "7H 4H 2D 8S 5H 9C QC 3H KS AD QD 9D 2S TD JH KD TC 6H JC 5C"
    hand = Hand.deal(STANDARD, 3, 2, _deck(STANDARD, first))
    _play(hand, "0 draw / 0 discard TC / 1 draw / 1 spread 4H 5H 6H / 1 hit 3H 0 / 1 discard QD")
    _play(hand, "2 draw / 2 discard JC / 0 draw / 0 hit 7H 0")
    assert hand.lays == [Lay(1, 1, False), Lay(1, 1, True), Lay(0, 1, True)]


_FIFTIES = "JC KH AC QC KS 2D KC QH 3D JD JH 4C QD TC 6S 7S"


@pytest.mark.parametrize("tie", ["void", "eldest", "all_paid"])
def test_every_hand_is_shown_after_naturals(tie: str) -> None:
    rules = STANDARD.changed(natural_tie=tie)
    hand = Hand.deal(rules, 3, 2, _deck(rules, _FIFTIES))
    assert view(hand, 2).shown == tuple(map(hand.cards_of, range(3)))
    settled = naturals_at_deal(hand)
    assert settled
    assert settled.pays == (0 if tie == "void" else 2)


@pytest.mark.parametrize(
    ("deck", "moves"),
    [
        ("AC 9D 2C 9H 4C TD 4D QD 5D 3S KS", "0 drop"),
        ("AC 9D 2C 9H 3C TD 4C QD 5C 3S KS", "0 take / 0 spread AC 2C 3C 4C 5C / 0 discard KS"),
        ("AC 9D 2C 9H 3C TD 4C QD 5C 3S 6C", "0 take / 0 spread AC 2C 3C 4C 5C 6C"),
    ],
)
def test_every_hand_is_shown_however_a_hand_ends_and_none_before(deck: str, moves: str) -> None:
    hand = Hand.deal(STANDARD, 2, 1, _deck(STANDARD, deck))
    assert view(hand, 1).shown == (None, None)
    _play(hand, moves)
    assert view(hand, 1).shown == (hand.cards_of(0), hand.cards_of(1))


def test_nobody_waits_once_the_hand_is_over() -> None:
    rules = STANDARD.changed(wait_after_spread=3)
    hand = Hand.deal(rules, 2, 1, _deck(rules, "AC 9D 2C 9H 3C TD 4C QD 5C 3S KS"))
    _play(hand, "0 take / 0 spread AC 2C 3C 4C 5C")
    assert view(hand, 1).waits == (3, 0)
    _play(hand, "0 discard KS")
    assert view(hand, 1).waits == (0, 0)


@pytest.mark.parametrize(("most", "able"), [(0, (0, 1)), (50, (0,))])
def test_who_may_drop_out_of_turn_is_seen_unless_its_count_decides(
    most: int, able: tuple[int, ...]
) -> None:
    rules = STANDARD.changed(drop_when="any_time", drop_at_most=most)
    hand = Hand.deal(rules, 2, 1, _deck(rules, "AC 9D 2C 9H 4C TD 4D QD 5D 3S KS"))
    assert view(hand, 0).may_act == able
    assert view(hand, 1).may_act == (0, 1)


def test_another_hand_and_the_stock_stay_hidden() -> None:
    hand = Hand.deal(STANDARD, 2, 1, _deck(STANDARD, "AC 9D 2C 9H 4C TD 4D QD 5D 3S KS JD"))
    _play(hand, "0 draw / 0 discard AC / 1 draw")
    seen = repr(view(hand, 0))
    for card in (*hand.cards_of(1), *hand.stock):
        assert f"'{card}'" not in seen
    assert "'JD'" in seen


def _high_suit_hand(bet: str, suit: str, *joined: int) -> Hand:
    """Seat 0 holds 9S, 7S, 3S beside others, seat 1 spades and a king of clubs, seat 2 neither."""
    rules = STANDARD.changed(high_suit_bet=bet, naturals=())
    first = "9S 5S AD 7S KC 2D 3S 2H 6D JC 4H 6H QD 8C TD 4D 9D"
    bets = SideBets(HighSuitBet(suit, joined or (0, 1, 2)))
    return Hand.deal(rules, 3, 2, _deck(rules, first), bets=bets)


def test_highest_spades_lie_open_from_eldest_on() -> None:
    hand = _high_suit_hand("spades", "S")
    lying = (SetAside(0, "9S", True), SetAside(1, "5S", True))
    assert [view(hand, seat).set_aside for seat in range(3)] == [lying] * 3
    _play(hand, "0 draw / 0 discard 9S")
    assert view(hand, 2).set_aside == (SetAside(0, "9S", False), SetAside(1, "5S", True))


def test_a_called_suit_lies_face_down_until_played() -> None:
    hand = _high_suit_hand("called", "C")
    assert view(hand, 0).set_aside == (SetAside(0, "JC", True), SetAside(1, None, True))
    assert view(hand, 2).set_aside == (SetAside(0, None, True), SetAside(1, None, True))
    _play(hand, "0 draw / 0 discard JC")
    assert view(hand, 2).set_aside == (SetAside(0, "JC", False), SetAside(1, None, True))
    _play(hand, "1 drop")
    assert view(hand, 2).set_aside == (SetAside(0, "JC", False), SetAside(1, "KC", True))


def test_nothing_is_set_aside_by_who_has_not_joined() -> None:
    hand = _high_suit_hand("spades", "S", 1)
    assert view(hand, 0).set_aside == (SetAside(1, "5S", True),)
    assert view(Hand.deal(hand.rules, 3, 2, hand.deck), 0).set_aside == ()


def test_how_naturals_that_tie_are_settled_is_told_where_any_tie() -> None:
    fifty, both = "KC 2C KD 3D KH 5H KS 7S QS 8C", "KC JC KD JD KH JH KS JS QS 9C"
    rules = STANDARD.changed(natural_tie="eldest")
    assert tie_at_deal(Hand.deal(rules, 2, 1, _deck(rules, fifty))) is None
    assert tie_at_deal(Hand.deal(rules, 2, 1, _deck(rules, both))) == "eldest"
    assert tied_seats(Hand.deal(rules, 2, 1, _deck(rules, both))) == (0, 1)
