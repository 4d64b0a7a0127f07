"""Every sentence there is, in the third person and spoken to a player."""

import pytest

from game.play.ledger import PotInPlay
from game.play.plan import Plan
from game.play.session import Session
from game.rules.actions import DROP, Reason, parse_action
from game.rules.hand import Hand
from game.rules.naturals import Natural
from game.rules.position import Position
from game.rules.presets import PRESETS, preset
from game.rules.record import read_record
from game.rules.results import Payment, PayReason
from game.rules.ruleset import RuleSet
from game.rules.view import view
from game.ui.text.move_words import (
    card_text,
    cards_text,
    move_sentence,
    reason_sentence,
)
from game.ui.text.result_words import added_sentence, ending_sentence, payment_sentences
from game.ui.text.sessions import outcome_sentence
from tests.session.players import FOUR, careless, eager, play_one

NAMES = ("Ann", "Bob", "{Cyd}", "Dee")


@pytest.mark.parametrize("reason", Reason)
def test_every_refusal_has_a_sentence(reason: Reason) -> None:
    sentence = reason_sentence(reason)
    assert sentence.endswith(".")
    assert sentence[0].isupper()


@pytest.mark.parametrize("why", PayReason)
def test_every_payment_has_a_sentence(why: PayReason) -> None:
    payments = [Payment(1, 3, 2, why)]
    for you, start in ((None, "Bob pays Dee 2"), (1, "You pay Dee 2"), (3, "Bob pays you 2")):
        (sentence,) = payment_sentences(payments, NAMES, you)
        assert sentence.startswith(f"{start} stakes for ")
    assert "1 stake for" in payment_sentences([Payment(0, 1, 1, why)], NAMES)[0]


def test_who_pays_the_same_for_the_same_is_told_in_one_sentence() -> None:
    payments = [Payment(payer, 3, 2, PayReason.TONK) for payer in (0, 1, 2)]
    ada, bob, cy, _dee = NAMES
    why = payment_sentences(payments[:1], NAMES)[0].partition(" stakes ")[2]
    assert payment_sentences(payments, NAMES) == (
        f"{ada}, {bob} and {cy} each pay Dee 2 stakes {why}",
    )
    assert payment_sentences(payments, NAMES, you=3) == (
        f"{ada}, {bob} and {cy} each pay you 2 stakes {why}",
    )
    assert payment_sentences(payments, NAMES, you=1) == (
        f"{ada} and {cy} each pay Dee 2 stakes {why}",
        f"You pay Dee 2 stakes {why}",
    )
    more = [*payments, *(each._replace(payee=payee) for payee in (4, 5) for each in payments)]
    six = (*NAMES, "Eve", "Fay")
    assert payment_sentences(more, six) == (
        f"{ada}, {bob} and {cy} each pay Dee, Eve and Fay 2 stakes each {why}",
    )
    assert payment_sentences(more, six, you=1) == (
        f"{ada} and {cy} each pay Dee, Eve and Fay 2 stakes each {why}",
        f"You pay Dee, Eve and Fay 2 stakes each {why}",
    )
    assert payment_sentences(more, six, you=4) == (
        f"{ada}, {bob} and {cy} each pay Dee and Fay 2 stakes each {why}",
        f"{ada}, {bob} and {cy} each pay you 2 stakes {why}",
    )
    assert payment_sentences(more[::3], six) == (
        f"{ada} pays Dee, Eve and Fay 2 stakes each {why}",
    )
    dearer = payments[1]._replace(stakes=4)
    assert len(payment_sentences([payments[0], dearer], NAMES)) == 2


def test_a_natural_declared_after_a_slap_is_told_with_what_was_dealt() -> None:
    rules = RuleSet(slap="race", naturals=(Natural.of_count(49, when="turn", is_open=False),))
    mine, hers = ["4H", "5H", "6H", "7H", "2C"], ["KC", "QC", "JC", "9D", "KD"]
    dealt = [card for pair in zip(mine, hers, strict=True) for card in pair]
    rest = [card for card in rules.pack() if card not in dealt]
    hand = Hand.deal(rules, 2, 1, (*dealt, *rest))
    for text in ("0 draw", "0 spread 4H 5H 6H", "0 discard 7H", "1 slap 0 KD", "1 declare"):
        hand.act(*parse_action(text))
    assert hand.result is not None
    assert hand.result.counts[1] == 39
    assert ending_sentence(hand, NAMES[:2]) == "Natural! Bob declares 49, as dealt, and wins."
    assert ending_sentence(hand, NAMES[:2], you=0).endswith(" You had 5.")


def test_what_is_added_in_a_push_up_names_whose_count() -> None:
    assert added_sentence(12, 12, 1, NAMES) == ("Bob adds their own count: 12 points.")
    assert added_sentence(24, 12, 1, NAMES, you=1) == ("You add twice your count of 12: 24 points.")


@pytest.mark.share(5)
@pytest.mark.parametrize("name", PRESETS)
def test_every_move_of_every_preset_has_a_sentence(name: str) -> None:
    rules = preset(name).changed(push_up_target=10_000)
    session = Session.start(Plan(FOUR, rules, "words"))
    while session.number < 12:
        session.next_hand()
        while session.is_playing:
            moves = len(session.record().actions)
            play_one(session, [eager, careless, eager, eager])
            hand = session.hand
            if hand is None or len(hand.log) == moves:
                continue
            for seat in range(4):
                seen = view(hand, seat)
                for you in (None, seat):
                    sentence = move_sentence(seen, seen.moves[-1], NAMES, you)
                    is_mine = seen.moves[-1].seat == you
                    assert sentence.startswith("You ") == is_mine
                    assert sentence.endswith(".")


def test_a_hit_tells_whose_spread_it_is() -> None:
    missing = {
        "Bob hits your book",
        "Bob hits {Cyd}'s run",
        "Bob hits their own run",
        "You hit your own run",
        "You hit Dee's run",
    }
    session = Session.start(Plan(FOUR, RuleSet(), "h2"))
    while missing and session.number < 100:
        session.next_hand()
        while session.is_playing:
            play_one(session, [eager] * 4)
            hand = session.hand
            if hand is not None and hand.log:
                sentence = move_sentence(view(hand, 1), hand.log[-1], NAMES, you=0)
                missing.discard(sentence.split(" with ")[0])
    assert missing == set()


@pytest.mark.parametrize("changes", [{}, {"last_lay": "drop"}])
@pytest.mark.parametrize("turns", range(4))
def test_a_drop_in_a_position_set_up_is_out_of_turn_only_where_another_is_next(
    turns: int, changes: dict[str, object]
) -> None:
    hands = tuple(tuple(cards.split()) for cards in ("AC 2S 3D", "4C 7D JH", "QC 9D KH"))
    held = {card for cards in hands for card in cards}
    for drop_when in ("own_turn", "any_time"):
        rules = RuleSet(drop_when=drop_when, naturals=()).changed(**changes)
        stock = tuple(card for card in rules.pack() if card not in {*held, "KD"})
        for dropper in range(3) if drop_when == "any_time" else ((turns + 1) % 3,):
            position = Position(
                rules=rules, dealer=0, hands=hands, stock=stock, pile=("KD",), turns=turns
            )
            hand = position.hand()
            hand.act(dropper, DROP)
            seen = view(hand, 0)
            said = move_sentence(seen, seen.moves[-1], NAMES)
            is_next = dropper == (turns + 1) % 3
            has_just_played = "last_lay" in changes and dropper == turns % 3
            if not has_just_played:  # the view does not tell whose turn has ended
                assert ("out of turn" not in said) == is_next, (dropper, drop_when)


def test_a_natural_pot_is_said_to_go_to_the_first_book_among_those_who_are_in_it() -> None:
    rules = RuleSet(natural_bet="first_spread")
    all_in = PotInPlay("natural", (0, 1, 2, 3), 0, 1, winner=1, is_decided=True)
    said = outcome_sentence(all_in, rules, NAMES, None)
    assert said == "Bob lays the first book and takes the natural pot of 4 stakes."
    some = PotInPlay("natural", (0, 1), 0, 1, winner=1, is_decided=True)
    said = outcome_sentence(some, rules, NAMES, None)
    assert said == "Bob is the first in the natural pot to lay a book, and takes its 2 stakes."
    said = outcome_sentence(some, rules, NAMES, 1)
    assert said == "You are the first in the natural pot to lay a book, and take its 2 stakes."


def test_another_seats_draw_is_not_told() -> None:
    session = Session.start(Plan(FOUR, RuleSet(), "draw"))
    session.next_hand()
    while not session.record().actions or not session.record().actions[-1].endswith("draw"):
        play_one(session, [eager] * 4)
    seat = int(session.record().actions[-1][0])
    other = (seat + 1) % 4
    assert move_sentence(session.view(other), session.view(other).moves[-1], NAMES) == (
        f"{NAMES[seat]} draws a card."
    )
    drawn = session.view(seat).drawn
    assert drawn is not None
    own = session.view(seat)
    assert move_sentence(own, own.moves[-1], NAMES, seat) == f"You draw {card_text(drawn)}."


SLAPPED = {
    "format": "tonk-hand/1",
    "rules": {"preset": "slap"},
    "seats": ["Ann", "Bob"],
    "dealer": 0,
}


def _slap_hand() -> Hand:
    """Bob, to play first, holds three sevens; Ann has the fourth."""
    deal = ["7C", "7S", "7D", "2C", "7H", "4D", "9S", "6H", "KC", "8H"]
    stock = ["QC", "3D"]
    rest = [card for card in RuleSet().pack() if card not in {*deal, *stock, "TC"}]
    record = read_record(SLAPPED | {"deck": [*deal, "TC", *stock, *rest], "actions": []})
    return record.deal()


def test_a_slap_tells_the_card_and_what_is_discarded_after_it() -> None:
    hand = _slap_hand()
    for text in ("1 draw", "1 spread 7C 7D 7H", "1 discard KC", "0 draw", "0 discard 7S"):
        hand.act(*parse_action(text))
    hand.act(*parse_action("1 slap 0 9S"))
    sentence = move_sentence(view(hand, 0), hand.log[-1], NAMES)
    assert sentence == "Bob slaps 7♠ onto a book: 7♣ 7♦ 7♥ 7♠. Bob discards 9♠."


def test_cards_are_written_as_players_write_them() -> None:
    assert cards_text(("TD", "AS", "X2", "2C")) == "10♦ A♠ joker 2♣"
    assert card_text("2S", "6") == "2♠ (as 6)"
    assert card_text("X1", "T") == "joker (as 10)"
    assert card_text("2S", "2") == "2♠"
