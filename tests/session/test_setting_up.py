"""Positions set up by hand: what was named lies where it was put; what cannot be is refused."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from ai.lab.cli.selftest import table_for
from game.features.study.practice.setup import (
    SetUp,
    SetUpError,
    Wrong,
    cards_in,
    is_typed,
    spreads_of,
    text_of,
)
from game.play.practice import all_bets
from game.rules.cards import Card, shuffled
from game.rules.phases import LAY, START
from game.rules.position import Position
from game.rules.presets import PRESETS, STANDARD, preset
from tests.session.played import in_play

SEED = "0" * 64


def set_up(
    *seats: str, pile: str = "", stock: str = "", turn: int = 0, rules: str = "standard"
) -> SetUp:
    """Each seat as ``5H 6H KC + 9D 9H 9S > 4C``: held, then laid, then hit."""
    hits = tuple(cards_in(text.partition(">")[2]) for text in seats)
    parts = [text.partition(">")[0].partition("+") for text in seats]
    return SetUp(
        preset(rules),
        tuple(cards_in(held) for held, _plus, _laid in parts),
        tuple(cards_in(laid) for _held, _plus, laid in parts),
        cards_in(pile),
        cards_in(stock),
        turn,
        hits,
    )


def made(wanted: SetUp) -> Position:
    """The position, with all that was named where it was put, and right by its own checks."""
    found = wanted.position(SEED, all_bets(wanted.rules, wanted.seats))
    found.check()
    assert found.turn == wanted.turn
    for seat in range(wanted.seats):
        assert set(wanted.hands[seat]) <= set(found.hands[seat])
        laid = [card for each in found.spreads if each.owner == seat for card in each.cards]
        assert set(wanted.laid[seat]) <= set(laid)
    lying = {card for each in found.spreads for card in each.cards}
    assert lying == {card for cards in (*wanted.laid, *wanted.hits) for card in cards}
    assert found.pile[: len(wanted.pile)] == wanted.pile
    assert found.stock[: len(wanted.stock)] == wanted.stock
    return found


def test_a_deal_by_hand() -> None:
    wanted = set_up("4H 5H KC 9D 2S", "3C 3D 7S QD TH", pile="6H", stock="8C JD")
    found = made(wanted)
    assert (found.turns, found.phase, found.pile) == (0, START, ("6H",))


def test_a_position_with_spreads_pile_and_stock() -> None:
    wanted = set_up(
        "KC 2S + 9D 9H 9S", "4C 7D JH QS AD", "8S + 4D 5D 6D 3D",
        pile="KD 8H", stock="8C JD", turn=1,
    )  # fmt: skip
    found = made(wanted)
    assert found.turns == len(found.pile) - 1
    assert all(found.has_begun(seat) for seat in (0, 2))
    assert [len(cards) for cards in found.hands] == [2, 5, 1]


def test_cards_that_nobody_named_are_the_same_for_a_seed_and_others_for_another() -> None:
    wanted = set_up("4H 5H", "")
    assert wanted.position(SEED) == wanted.position(SEED)
    assert wanted.position(SEED).stock != wanted.position("1" * 64).stock


@pytest.mark.parametrize("name", PRESETS)
def test_a_spread_may_lie_on_the_table_under_every_preset(name: str) -> None:
    rules = preset(name)
    book = tuple(rules.ranks[-1] + suit for suit in rules.suits[:3])
    found = made(SetUp(rules, ((), ()), ((), book)))
    assert found.hand().legal()


def test_random_positions_under_random_rules() -> None:
    tables = 60
    assert sum(map(is_made_at_random, range(tables))) >= tables // 2


def is_made_at_random(number: int) -> bool:
    """Try a random position of this number, and return whether the rules allow it."""
    rules, seats = table_for(number, None)
    dice, size = Random(number), rules.cards_dealt(seats)
    cards = list(shuffled(rules.pack(), f"{number:064x}"))
    hands = tuple(tuple(cards.pop() for _ in range(dice.randrange(size + 1))) for _ in range(seats))
    room = max(0, len(cards) - seats * (size + 2))
    pile = tuple(cards.pop() for _ in range(min(room, dice.randrange(seats + 2))))
    wanted = SetUp(rules, hands, ((),) * seats, pile, tuple(cards[-2:]), dice.randrange(seats))
    try:
        made(wanted)
    except SetUpError:
        return False
    return True


def spread_cards(position: Position) -> list[str]:
    return sorted(" ".join(sorted(each.cards)) for each in position.spreads)


def test_cards_hit_on_the_spreads_of_others_and_on_ones_own() -> None:
    wanted = set_up(
        "KC + 9D 9H 9S > 7D", "4C 8H JH QS > 9C", "8S 2C + 4D 5D 6D", pile="KD 8C", turn=0
    )
    assert spread_cards(made(wanted)) == ["4D 5D 6D 7D", "9C 9D 9H 9S"]
    own = made(set_up("KC > 8C", "4C 8H JH QS + > 9C", "8S 2C + 5C 6C 7C"))
    assert spread_cards(own) == ["5C 6C 7C 8C 9C"]
    assert spread_cards(made(set_up("KC 2D + 5C 6C 7C > 8C", ""))) == ["5C 6C 7C 8C"]


def test_one_card_is_hit_upon_another_that_a_later_seat_hit() -> None:
    wanted = set_up("KC 2S > 7D", "4C 8H > 8D 3D", "8S + 4D 5D 6D > 2D")
    assert spread_cards(made(wanted)) == ["2D 3D 4D 5D 6D 7D 8D"]


def test_hits_follow_the_rules_for_them() -> None:
    laid = ("KC 2S > 7D 8D", "4C 8H + 4D 5D 6D")
    ends = replace(set_up(*laid), rules=STANDARD.changed(discard_after_hit=False))
    assert len(made(ends).hands[0]) == 4
    closed = replace(set_up("2C > 9C", "+ 9D 9H 9S"), rules=STANDARD.changed(hit_books=False))
    assert wrong(closed).wrong is Wrong.NO_HIT
    buried = replace(
        set_up("2C > 9C", "+ 9D 9H 9S"), rules=STANDARD.changed(complete_books="buried")
    )
    assert made(buried).spreads[0].buried


def test_one_card_more_has_been_drawn() -> None:
    assert made(set_up("KC 2S 7D + 9D 9H 9S", "4C 7C JH QS AD", pile="KD")).phase is LAY


@pytest.mark.parametrize("rules", ["standard", "forced_spreads", "vietnam", "slap", "army"])
def test_a_hand_in_play_is_set_up_again(rules: str) -> None:
    for seats in (2, 3):
        for hand in in_play(preset(rules), seats):
            position = Position.of(hand)
            again = made(SetUp.of(position))
            assert (again.turn, again.phase) == (position.turn, position.phase)
            assert [set(cards) for cards in again.hands] == [set(e) for e in position.hands]
            assert spread_cards(again) == spread_cards(position)
            assert again.pile == position.pile


def wrong(wanted: SetUp) -> SetUpError:
    with pytest.raises(SetUpError) as refusal:
        wanted.position(SEED)
    assert "\n" not in str(refusal.value)
    return refusal.value


def test_what_cannot_be_is_refused() -> None:
    twice = wrong(set_up("4H 5H", "4H"))
    assert (twice.wrong, twice.what) == (Wrong.TWICE, "4H")
    many = wrong(set_up("4H 5H 6H 7H 8H 9H", "", turn=1))
    assert (many.wrong, many.seat, many.most) == (Wrong.TOO_MANY, 0, 5)
    many = wrong(set_up("4H 5H 6H 7H 8H 9H TH", ""))
    assert (many.wrong, many.seat, many.most) == (Wrong.TOO_MANY, 0, 6)
    many = wrong(set_up("", "4H 5H 6H 7H > 3D 2D", "+ 4D 5D 6D"))
    assert (many.wrong, many.seat, many.most) == (Wrong.TOO_MANY, 1, 5)
    lone = wrong(set_up("", "> 3D 8D", "+ 4D 5D 6D"))
    assert (lone.wrong, lone.seat, lone.what) == (Wrong.NO_HIT, 1, "8D")
    assert wrong(set_up("> 9C", "")).wrong is Wrong.NO_HIT
    out = wrong(set_up("", "+ AS AH AC > 3D 7D", "+ 4D 5D 6D"))
    assert (out.wrong, out.seat) == (Wrong.NONE_LEFT, 1)
    many = wrong(set_up("", "4H 5H 6H + 9D 9H 9S"))
    assert (many.wrong, many.seat) == (Wrong.TOO_MANY, 1)
    assert wrong(set_up("", "+ 9D 9H 8S")).wrong is Wrong.NO_SPREADS
    assert wrong(set_up("", "+ 9D 9H 9S 8C")).wrong is Wrong.NO_SPREADS
    assert wrong(set_up("", "+ 4D 5D 6D 7D 8D")).wrong is Wrong.NONE_LEFT
    assert wrong(set_up("X1", "")).wrong is Wrong.NOT_IN_PACK
    assert wrong(set_up(*[""] * 7)).wrong is Wrong.SEATS
    pack = preset("standard").pack()
    assert wrong(set_up("", "", stock=" ".join(pack[:45]))).wrong is Wrong.TOO_FEW_CARDS


@pytest.mark.parametrize("word", ["5", "1H", "HH", "5H6H", "ZZ", "TDD", "é", "10", "5" * 30])
def test_what_is_no_card_is_quoted(word: str) -> None:
    with pytest.raises(SetUpError) as refusal:
        cards_in(f"4H {word}")
    assert (refusal.value.wrong, refusal.value.what) == (Wrong.NOT_A_CARD, word[:20])


def test_letters_that_may_name_cards_are_told_from_others() -> None:
    typed = "5h, 10D tXvR♠♡1"
    assert [char for char in typed + "éZ?+." if is_typed(char)] == list(typed)


def test_cards_are_read_as_players_write_them() -> None:
    assert cards_in("5h, 10D th Q♠  x1") == ("5H", "TD", "TH", "QS", "X1")


def test_french_court_cards_are_read_and_written() -> None:
    held = ("JD", "QD", "KC", "AD", "TH")
    assert cards_in("VD dd r♣ AD 10H") == held
    assert text_of(held, "VDR") == "VD DD RC AD TH"
    assert cards_in(text_of(held, "VDR")) == cards_in(text_of(held)) == held


def test_spreads_follow_one_another() -> None:
    def split(text: str) -> tuple[tuple[Card, ...], ...] | None:
        return spreads_of(preset("standard"), cards_in(text))

    assert split("9D 9H 9S 3C 4C 5C") == (("9D", "9H", "9S"), ("3C", "4C", "5C"))
    assert split("4C 3C 5C 6C") == (("4C", "3C", "5C", "6C"),)
    assert split("9D 9H 3C") is None
    assert split("") == ()


def test_what_would_be_over_at_once_is_refused_and_chance_avoids_it() -> None:
    assert wrong(set_up("TC JC QC KC TH", "")).wrong is Wrong.REFUSED
    for number in range(40):
        found = set_up("KC KD KH QD", "2C").position(f"{number:064x}")
        assert found.hand().result is None
