"""Positions set up by hand: what leads to them is legal; what cannot be is refused in a line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from ai.lab.cli.selftest import table_for
from game.rules.actions import DONE, Declare, Drop, Hit, Reason, Slap, Spread
from game.rules.cards import Card, shuffled
from game.rules.hand import Hand
from game.rules.naturals import count_natural
from game.rules.phases import LAY, START
from game.rules.position import (
    Position,
    PositionError,
    Wrong,
    cards_in,
    is_typed,
    lead_up,
    position_in,
    spreads_of,
)
from game.rules.presets import PRESETS, STANDARD, preset
from game.rules.record import HandRecord, record_of, replay
from game.rules.ruleset import RuleSet
from game.rules.verifying import verify_record

SEED = "0" * 64


def position(
    *seats: str, pile: str = "", stock: str = "", turn: int = 0, rules: str = "standard"
) -> Position:
    """Each seat as ``5H 6H KC + 9D 9H 9S > 4C``: held, then laid, then hit."""
    hits = tuple(cards_in(text.partition(">")[2]) for text in seats)
    parts = [text.partition(">")[0].partition("+") for text in seats]
    return Position(
        preset(rules),
        tuple(cards_in(held) for held, _plus, _laid in parts),
        tuple(cards_in(laid) for _held, _plus, laid in parts),
        cards_in(pile),
        cards_in(stock),
        turn,
        hits,
    )


def reached(wanted: Position) -> Hand:
    """The hand at the position, by a record that is read and replayed."""
    way = lead_up(wanted, SEED)
    names = tuple(f"#{seat}" for seat in range(wanted.seats))
    return replay(HandRecord(wanted.rules, names, way.dealer, way.deck, way.actions))


def reached_or_refused(wanted: Position) -> Hand | PositionError:
    """The same, or why it cannot be."""
    try:
        return reached(wanted)
    except PositionError as refusal:
        return refusal


def check(hand: Hand, wanted: Position) -> None:
    assert hand.turn == wanted.turn
    for seat in range(wanted.seats):
        held = hand.cards_of(seat)
        assert set(wanted.hands[seat]) <= set(held)
        laid = [card for each in hand.spreads if each.owner == seat for card in each.cards]
        assert set(wanted.laid[seat]) <= set(laid)
        away = {*wanted.laid[seat], *wanted.hit_by(seat)}
        has_drawn = wanted.has_drawn and seat == wanted.turn
        assert len(held) == wanted.room(seat) - len(away) + has_drawn
    lying = {card for each in hand.spreads for card in each.cards}
    assert lying == {card for cards in (*wanted.laid, *wanted.hits) for card in cards}
    assert (hand.phase is LAY) == wanted.has_drawn
    assert tuple(hand.pile[::-1][: len(wanted.pile)]) == wanted.pile
    upcoming = hand.stock[: len(wanted.stock)]
    assert tuple(upcoming) == wanted.stock


def test_a_deal_by_hand() -> None:
    wanted = position("4H 5H KC 9D 2S", "3C 3D 7S QD TH", pile="6H", stock="8C JD")
    hand = reached(wanted)
    check(hand, wanted)
    assert not hand.log


def test_a_position_with_spreads_pile_and_stock() -> None:
    wanted = position(
        "KC 2S + 9D 9H 9S", "4C 7D JH QS AD", "8S + 4D 5D 6D 3D",
        pile="KD 8H", stock="8C JD", turn=1,
    )  # fmt: skip
    hand = reached(wanted)
    check(hand, wanted)
    assert hand.result is None
    assert len(hand.pile) == 3


def test_cards_that_nobody_named_are_the_same_for_a_seed_and_others_for_another() -> None:
    wanted = position("4H 5H", "")
    assert lead_up(wanted, SEED) == lead_up(wanted, SEED)
    assert lead_up(wanted, SEED).deck != lead_up(wanted, "1" * 64).deck


def test_a_long_pile_takes_as_many_rounds_as_it_needs() -> None:
    pile = "KD KH QD QC JS TC 2D"
    wanted = position("4H 5H KC 9D 2S", "3C 3D 7S 8D TH", pile=pile)
    hand = reached(wanted)
    check(hand, wanted)
    assert hand.turns == 6


@pytest.mark.parametrize("name", PRESETS)
def test_presets_lead_to_a_spread_on_the_table_or_say_why_not(name: str) -> None:
    rules = preset(name)
    ranks, suits = rules.ranks, rules.suits
    book = tuple(ranks[-1] + suit for suit in suits[:3])
    wanted = Position(rules, ((), ()), ((), book))
    hand = reached_or_refused(wanted)
    if isinstance(hand, PositionError):
        assert hand.wrong is Wrong.REFUSED, hand
        assert hand.reason, "no rule stands in the way"
    else:
        check(hand, wanted)


@pytest.mark.parametrize("number", range(60))
def test_random_positions_under_random_rules(number: int) -> None:
    rules, seats = table_for(number, None)
    dice, size = Random(number), rules.cards_dealt(seats)
    cards = list(shuffled(rules.pack(), f"{number:064x}"))
    hands = tuple(tuple(cards.pop() for _ in range(dice.randrange(size + 1))) for _ in range(seats))
    room = max(0, len(cards) - seats * (size + 2))
    pile = tuple(cards.pop() for _ in range(min(room, dice.randrange(seats + 2))))
    wanted = Position(rules, hands, ((),) * seats, pile, tuple(cards[-2:]), dice.randrange(seats))
    hand = reached_or_refused(wanted)
    if isinstance(hand, PositionError):
        assert hand.wrong in (Wrong.REFUSED, Wrong.TOO_FEW_CARDS), hand
    elif hand.result is None:
        check(hand, wanted)


def spread_cards(hand: Hand) -> list[str]:
    return sorted(" ".join(sorted(each.cards)) for each in hand.spreads)


def test_cards_hit_on_the_spreads_of_others_and_on_ones_own() -> None:
    wanted = position(
        "KC + 9D 9H 9S > 7D", "4C 8H JH QS > 9C", "8S 2C + 4D 5D 6D", pile="KD 8C", turn=0
    )
    hand = reached(wanted)
    check(hand, wanted)
    assert spread_cards(hand) == ["4D 5D 6D 7D", "9C 9D 9H 9S"]
    own = reached(position("KC > 8C", "4C 8H JH QS + > 9C", "8S 2C + 5C 6C 7C"))
    assert spread_cards(own) == ["5C 6C 7C 8C 9C"]
    assert spread_cards(reached(position("KC 2D + 5C 6C 7C > 8C", ""))) == ["5C 6C 7C 8C"]


def test_one_card_is_hit_upon_another_that_a_later_seat_hit() -> None:
    wanted = position("KC 2S > 7D", "4C 8H > 8D 3D", "8S + 4D 5D 6D > 2D")
    assert spread_cards(reached(wanted)) == ["2D 3D 4D 5D 6D 7D 8D"]


def test_hits_follow_the_rules_for_them() -> None:
    laid = ("KC 2S > 7D 8D", "4C 8H + 4D 5D 6D")
    one = replace(position(*laid), rules=STANDARD.changed(hits_per_turn=1))
    hand = reached(one)
    check(hand, one)
    hits = [at for at, move in enumerate(hand.log) if isinstance(move.action, Hit)]
    assert hits[1] - hits[0] > 3
    ends = replace(position(*laid), rules=STANDARD.changed(discard_after_hit=False))
    hand = reached(ends)
    check(hand, ends)
    assert [move.action for move in hand.log].count(DONE) == 1
    assert len(hand.cards_of(0)) == 4
    closed = replace(position("2C > 9C", "+ 9D 9H 9S"), rules=STANDARD.changed(hit_books=False))
    refused = wrong(closed)
    assert (refused.wrong, refused.seat) == (Wrong.REFUSED, 0)
    assert refused.reason is Reason.BOOKS_CLOSED
    buried = replace(
        position("2C > 9C", "+ 9D 9H 9S"), rules=STANDARD.changed(complete_books="buried")
    )
    assert reached(buried).spreads[0].buried


def test_one_card_more_has_been_drawn() -> None:
    wanted = position("KC 2S 7D + 9D 9H 9S", "4C 7C JH QS AD", pile="KD")
    hand = reached(wanted)
    check(hand, wanted)
    assert hand.phase is LAY


@pytest.mark.parametrize("rules", ["standard", "forced_spreads", "vietnam", "slap", "army"])
def test_a_hand_in_play_is_a_position_that_can_be_reached(rules: str) -> None:
    for seats in (2, 3):
        for hand in in_play(preset(rules), seats):
            wanted = position_in(hand)
            copy = reached(wanted)
            assert copy.turn == hand.turn
            assert (copy.phase is LAY) == (hand.phase is LAY)
            for seat in range(seats):
                assert set(copy.cards_of(seat)) == set(hand.cards_of(seat))
            assert spread_cards(copy) == spread_cards(hand)
            assert copy.pile[len(copy.pile) - len(hand.pile) :] == hand.pile


def in_play(rules: RuleSet, seats: int) -> Iterator[Hand]:
    """Hands before some of their decisions."""
    dice = Random(f"{rules.suits} {seats}")
    for _number in range(3):
        pack = list(rules.pack())
        dice.shuffle(pack)
        hand = Hand.deal(rules, seats, 0, pack)
        while hand.result is None and hand.turns < 4 * seats:
            lays = [each for each in hand.legal() if isinstance(each, Spread | Hit)]
            others = [each for each in hand.legal() if not isinstance(each, Drop | Declare | Slap)]
            action = dice.choice(lays or others)
            hand.act(hand.turn, action)
            if hand.phase in (START, LAY) and dice.random() < 0.5:
                yield hand


def test_what_is_played_on_is_a_record_that_holds() -> None:
    wanted = position("KC 2S + 9D 9H 9S", "4C 7D JH QS AD", pile="KD")
    hand = reached(wanted)
    while hand.result is None:
        hand.act(hand.turn, hand.legal()[-1])
    record = record_of(hand, ("You", "Ada"), practice=True)
    assert verify_record(record).record.practice


def wrong(wanted: Position) -> PositionError:
    with pytest.raises(PositionError) as refusal:
        lead_up(wanted, SEED)
    assert "\n" not in str(refusal.value)
    return refusal.value


def test_what_cannot_be_is_refused() -> None:
    twice = wrong(position("4H 5H", "4H"))
    assert (twice.wrong, twice.what) == (Wrong.TWICE, "4H")
    many = wrong(position("4H 5H 6H 7H 8H 9H", "", turn=1))
    assert (many.wrong, many.seat, many.most) == (Wrong.TOO_MANY, 0, 5)
    many = wrong(position("4H 5H 6H 7H 8H 9H TH", ""))
    assert (many.wrong, many.seat, many.most) == (Wrong.TOO_MANY, 0, 6)
    many = wrong(position("", "4H 5H 6H 7H > 3D 2D", "+ 4D 5D 6D"))
    assert (many.wrong, many.seat, many.most) == (Wrong.TOO_MANY, 1, 5)
    lone = wrong(position("", "> 3D 8D", "+ 4D 5D 6D"))
    assert (lone.wrong, lone.seat, lone.what) == (Wrong.NO_HIT, 1, "8D")
    assert wrong(position("> 9C", "")).wrong is Wrong.NO_HIT
    out = wrong(position("", "+ AS AH AC > 3D 7D", "+ 4D 5D 6D"))
    assert (out.wrong, out.seat) == (Wrong.NONE_LEFT, 1)
    many = wrong(position("", "4H 5H 6H + 9D 9H 9S"))
    assert (many.wrong, many.seat) == (Wrong.TOO_MANY, 1)
    assert wrong(position("", "+ 9D 9H 8S")).wrong is Wrong.NO_SPREADS
    assert wrong(position("", "+ 9D 9H 9S 8C")).wrong is Wrong.NO_SPREADS
    assert wrong(position("", "+ 4D 5D 6D 7D 8D")).wrong is Wrong.NONE_LEFT
    assert wrong(position("X1", "")).wrong is Wrong.NOT_IN_PACK
    assert wrong(position(*[""] * 7)).wrong is Wrong.SEATS
    pack = preset("standard").pack()
    assert wrong(position("", "", stock=" ".join(pack[:45]))).wrong is Wrong.TOO_FEW_CARDS


@pytest.mark.parametrize("word", ["5", "1H", "HH", "5H6H", "ZZ", "TDD", "é", "10", "5" * 30])
def test_what_is_no_card_is_quoted(word: str) -> None:
    with pytest.raises(PositionError) as refusal:
        cards_in(f"4H {word}")
    assert (refusal.value.wrong, refusal.value.what) == (Wrong.NOT_A_CARD, word[:20])


def test_letters_that_may_name_cards_are_told_from_others() -> None:
    typed = "5h, 10D tX♠♡1"
    assert [char for char in typed + "éZ?+." if is_typed(char)] == list(typed)


def test_a_card_that_nobody_named_is_the_first_of_sixteen_that_deals_no_natural() -> None:
    for held, naturals in (("4H 5H KC QD", ""), ("KC KD KH QD", "9TJQK")):
        named = (*cards_in(held), "2C")
        rest = [card for card in shuffled(STANDARD.pack(), SEED) if card not in named]
        assert rest[0][0] == "9"
        tried = [rest[turned * len(rest) // 16] for turned in range(16)]
        dealt = next(card for card in tried if card[0] not in naturals)
        assert set(lead_up(position(held, "2C"), SEED).deck[:10:2]) == {*cards_in(held), dealt}


@pytest.mark.parametrize(
    ("counts", "drawn"), [((14, 15, 16), "AC"), ((20, 15, 16), "7S"), ((20, 14), "5C")]
)
def test_of_the_cards_laid_thrown_and_held_one_was_drawn_that_deals_no_natural(
    counts: tuple[int, ...], drawn: str
) -> None:
    # With all but an ace 20 are dealt; with all but the seven 14; but the five 16, but the six 15.
    wanted = replace(
        position("5C 6D + AC AD AH", "9C 9D KS QH TS", pile="KD 7S"),
        rules=preset("standard").changed(naturals=[*map(count_natural, counts)]),
    )
    hand = reached(wanted)
    check(hand, wanted)
    assert hand.log[0].card == drawn


def test_cards_are_read_as_players_write_them() -> None:
    assert cards_in("5h, 10D th Q♠  x1") == ("5H", "TD", "TH", "QS", "X1")


def test_spreads_follow_one_another() -> None:
    def split(text: str) -> tuple[tuple[Card, ...], ...] | None:
        return spreads_of(preset("standard"), cards_in(text))

    assert split("9D 9H 9S 3C 4C 5C") == (("9D", "9H", "9S"), ("3C", "4C", "5C"))
    assert split("4C 3C 5C 6C") == (("4C", "3C", "5C", "6C"),)
    assert split("9D 9H 3C") is None
    assert split("") == ()
