"""A hand made from what a seat sees and a guess at what it does not."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import pytest

from ai.lab.cli.engine_checks import all_choices
from ai.lab.cli.selftest import Habits, deal, table_for
from game.rules.actions import parse_action
from game.rules.cards import Card
from game.rules.hand import Hand
from game.rules.phases import CHANCE, OVER, SLAP
from game.rules.presets import STANDARD
from game.rules.state import HandState
from game.rules.view import SeatView, view
from tests.rules.lockstep import corner_table

OPEN_TO_GUESS = {"law", "deck", "dealt", "log", "natural_pot_winner"}
"""Which cards others drew stays a guess even where all hands are known."""


def hidden_of(hand: Hand) -> tuple[list[tuple[Card, ...]], tuple[Card, ...]]:
    """What everybody holds, and the stock."""
    hands = [hand.cards_of(seat) for seat in range(hand.seats)]
    return hands, tuple(hand.deck[hand.next_card :])


def positions() -> Iterator[tuple[int, Hand]]:
    """Positions of every kind under random rules, with a seat that looks; rare ones more often."""
    for number in range(200):
        dice = Random(number)
        rules, seats = corner_table(number) if number % 2 else table_for(number, None)
        if number % 5 == 0:
            rules = rules.changed(double_double=True, hand_size=3)
        hand, habits = deal(number, rules, seats), Habits(dice)
        while choices := all_choices(hand):
            is_rare = hand.chances or hand.is_slappable or hand.must_use
            if dice.random() < 0.5 / (1 + (0 if is_rare else hand.stock_size)):
                yield dice.randrange(seats), copy_with_log(hand)
            hand.act(*habits.choose(choices))


def copy_with_log(hand: Hand) -> Hand:
    """A copy that knows how it came about."""
    twin = hand.copy()
    twin.log = hand.log[:]
    return twin


@pytest.fixture(scope="module")
def tried() -> list[tuple[int, Hand]]:
    """All of them."""
    return list(positions())


HARD: dict[str, Callable[[Hand], object]] = {
    "a wait": lambda hand: any(hand.waits),
    "a hit that counts no more": lambda hand: (
        max(hand.waited_for + hand.waited_for_own) >= hand.turns
    ),
    "a hit on another's spread that counts no more for the hitter": lambda hand: (
        hand.rules.wait_after_hitting and max(hand.waited_for_hitting) >= hand.turns
    ),
    "a block to come": lambda hand: hand.blocks,
    "a blocked seat": lambda hand: hand.is_blocked,
    "a booed deck": lambda hand: hand.is_booed,
    "a last turn": lambda hand: hand.is_last_turn,
    "a slap": lambda hand: hand.is_slappable,
    "a card to be used": lambda hand: hand.must_use,
    "a hit this turn": lambda hand: hand.has_hit_this_turn,
    "a last chance": lambda hand: hand.chances,
    "still turns": lambda hand: hand.still,
    "a natural in turn": lambda hand: hand.law.has_turn_naturals and hand.is_first_turn,
    "a buried book": lambda hand: any(spread.buried for spread in hand.spreads),
    "the big one": lambda hand: hand.is_big_one,
}


def seen_by(hand: Hand, seat: int) -> SeatView:
    """What the looker sees, but for cards set aside: those of others may be a guess."""
    return replace(view(hand, seat), set_aside=())


def test_the_positions_hold_what_is_hard_to_rebuild(tried: list[tuple[int, Hand]]) -> None:
    hands = [hand for _, hand in tried]
    for name, is_there in HARD.items():
        assert any(is_there(hand) for hand in hands), name


def test_with_the_true_hidden_cards_it_is_the_same_position(tried: list[tuple[int, Hand]]) -> None:
    for seat, hand in tried:
        again = Hand.from_view(view(hand, seat), *hidden_of(hand))
        for slot in set(HandState.__slots__) - OPEN_TO_GUESS:
            assert getattr(again, slot) == getattr(hand, slot), slot
        assert again.stock_size == hand.stock_size
        assert seen_by(again, seat) == seen_by(hand, seat)


def test_with_the_true_hidden_cards_it_plays_on_alike(tried: list[tuple[int, Hand]]) -> None:
    for number, (seat, hand) in enumerate(tried):
        again, twin = Hand.from_view(view(hand, seat), *hidden_of(hand)), hand.copy()
        habits = Habits(Random(number))
        while twin.phase is not OVER:
            choices = all_choices(twin)
            assert all_choices(again) == choices
            if twin.phase is SLAP:
                twin.close_slap()
                again.close_slap()
                continue
            by, action = habits.choose(choices)
            twin.play_by(by, action)
            again.play_by(by, action)
        assert again.result is not None
        assert twin.result is not None
        assert again.result._replace(side_payments=()) == twin.result._replace(side_payments=())


def test_any_guess_gives_what_the_looker_sees(tried: list[tuple[int, Hand]]) -> None:
    dice = Random(3)
    for seat, hand in tried:
        seen = view(hand, seat)
        hands, stock = hidden_of(hand)
        taken = _known_to_hold(seen)
        hidden = [*stock]
        for other in set(range(hand.seats)) - {seat}:
            hidden += [card for card in hands[other] if card not in taken[other]]
        dice.shuffle(hidden)
        guess: list[list[Card]] = []
        for other, cards in enumerate(hands):
            unknown = len(cards) - len(taken[other])
            guess.append([] if other == seat else [*taken[other], *hidden[:unknown]])
            del hidden[: 0 if other == seat else unknown]
        again = Hand.from_view(seen, guess, hidden)
        assert seen_by(again, seat) == seen_by(hand, seat)
        assert [sorted(again.cards_of(other)) for other in range(hand.seats) if other != seat] == [
            sorted(cards) for other, cards in enumerate(guess) if other != seat
        ]


def _known_to_hold(seen: SeatView) -> list[list[Card]]:
    """By a plain reading of the moves: who took what and shows no sign of having given it away."""
    taken: list[list[Card]] = [[] for _ in range(seen.seats)]
    for move in seen.moves:
        text = repr(move.action)
        taken[move.seat] = [card for card in taken[move.seat] if f"'{card}'" not in text]
        if text == "Take()" and move.card:
            taken[move.seat].append(move.card)
    return taken


def _hand(played: str) -> Hand:
    text = "AC 9D 2C 9H 4C TD 4D QD 5D 3S KS JD"
    first = text.split()
    deck = first + [card for card in STANDARD.pack() if card not in first]
    hand = Hand.deal(STANDARD, 2, 1, deck)
    for text in filter(None, played.split(" / ")):
        hand.act(*parse_action(text))
    return hand


def test_a_last_discard_that_may_be_slapped_waits_until_nobody_has() -> None:
    rules = STANDARD.changed(
        ranks="3456", hand_size=4, naturals=(), slap="race", stock_end="at_once", last_lay="both"
    )
    deck = "3C 3D 4C 4H 5C 5S 6C 6D 3H 4D 6H 5H 6S 4S 3S 5D"
    hand = Hand.deal(rules, 2, 1, deck.split())
    played = "0 draw / 0 spread 3C 4C 5C / 0 discard 4D / 1 draw / 1 discard 6H"
    played += " / 0 draw / 0 discard 5H / 1 draw / 1 discard 6S / 0 draw / 0 discard 4S"
    for text in f"{played} / 1 draw / 1 discard 3S / 0 draw / 0 discard 6C".split(" / "):
        hand.act(*parse_action(text))
    for phase in (SLAP, CHANCE):
        again = Hand.from_view(view(hand, 1), *hidden_of(hand))
        assert (again.phase, again.chances) == (hand.phase, hand.chances) == (phase, (1, 0))
        hand.close_slap()


def test_a_natural_in_the_guess_does_not_end_the_hand() -> None:
    hand = _hand("")
    fifty = ("TC", "JC", "QC", "KC", "TH")
    stock = [card for card in STANDARD.pack() if card not in {*fifty, *hand.cards_of(0), "KS"}]
    guess = Hand.from_view(view(hand, 0), ((), fifty), stock)
    assert not guess.is_over
    assert guess.legal() == hand.legal()
    assert guess.counts()[1] == 50


def test_a_guess_that_cannot_be_is_refused() -> None:
    hand = _hand("0 draw / 0 discard AC / 1 take")
    hands, stock = hidden_of(hand)
    seen = view(hand, 0)
    other = list(hands[1])
    with pytest.raises(ValueError, match="a stock of 39; seen are"):
        Hand.from_view(seen, hands, stock[1:])
    with pytest.raises(ValueError, match="make up the pack"):
        Hand.from_view(seen, hands, (stock[0], *stock[:-1]))
    other[other.index("AC")] = stock[0]
    with pytest.raises(ValueError, match="lacks AC, which seat 1 took"):
        Hand.from_view(seen, (hands[0], other), ("AC", *stock[1:]))


def test_a_hand_that_is_over_or_without_its_moves_is_refused() -> None:
    hand = _hand("0 draw / 0 discard AC / 1 take")
    hands, stock = hidden_of(hand)
    with pytest.raises(ValueError, match="make up the pack"):
        Hand.from_view(view(hand.copy(), 0), hands, stock)
    ended = _hand("0 drop")
    with pytest.raises(ValueError, match="over"):
        Hand.from_view(view(ended, 0), *hidden_of(ended))
