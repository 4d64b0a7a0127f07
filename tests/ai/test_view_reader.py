"""What a seat can work out about cards that it does not hold, from what it has seen."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from ai.view_reader import ViewReader
from game.rules.actions import Take, cards_played
from game.rules.cards import Card
from game.rules.view import SeatView, view
from tests.ai.positions import seen
from tests.ai.walks import somewhere

FIRST, SECOND = "KS KH JC 2S 3D", "9C TD 4H AC 2C"
PLAYED = "0 draw; 0 discard KS; 1 take; 1 discard 2C; 0 draw"


def unseen(seen_: SeatView) -> set[Card]:
    reader = ViewReader(seen_)
    return set(reader.facts.pack.cards_in(reader.unseen))


def known(seen_: SeatView) -> tuple[set[Card], ...]:
    """By seat the cards that it is known to hold."""
    reader = ViewReader(seen_)
    return tuple(set(reader.facts.pack.cards_in(each)) for each in reader.known)


def test_a_taken_card_is_known_to_be_held() -> None:
    held = known(seen(FIRST, SECOND, stock="5H 9D", played=PLAYED))
    assert held == (set(), {"KS"})


def test_a_taken_card_that_is_thrown_again_is_held_no_more() -> None:
    played = PLAYED + "; 0 discard 9D; 1 draw; 1 discard KS"
    seen_ = seen(FIRST, SECOND, stock="5H 9D 8D", played=played)
    assert known(seen_) == (set(), set())
    assert "KS" not in unseen(seen_)


def test_of_its_own_cards_it_knows_which_the_others_know() -> None:
    seen_ = seen(FIRST, SECOND, stock="5H 9D", played=PLAYED, seat=1)
    assert known(seen_) == (set(), {"KS"})
    assert "KS" not in unseen(seen_)


def test_unseen_is_all_that_nobody_showed() -> None:
    view_ = seen(FIRST, SECOND, upcard="7H", stock="5H 9D", played=PLAYED)
    hidden_hand = set(SECOND.split()) - {"2C"}
    shown = {*FIRST.split(), "5H", "9D", "KS", "2C"}
    assert hidden_hand <= unseen(view_)
    assert not shown & unseen(view_)


def test_cards_on_the_table_are_seen() -> None:
    played = "0 draw; 0 spread KS KH KD; 0 discard JC; 1 take"
    seen_ = seen(FIRST, SECOND, stock="KD", played=played, seat=1)
    assert not {"KS", "KH", "KD"} & unseen(seen_)


def test_the_upcard_stays_seen_when_others_lie_on_it() -> None:
    view_ = seen(FIRST, SECOND, upcard="7H", stock="5H 9D", played="0 draw; 0 discard KS")
    assert view_.upcard == "7H"
    assert "7H" not in unseen(view_)


@settings(max_examples=100)
@given(seed=st.integers(0, 2**32))
def test_its_reckoning_with_bits_agrees_with_a_plain_one(seed: int) -> None:
    hand = somewhere(Random(seed))
    for seat in range(hand.seats):
        seen_ = view(hand, seat)
        hidden, held = _plainly(seen_)
        assert unseen(seen_) == hidden
        assert known(seen_) == held


def _plainly(seen_: SeatView) -> tuple[set[Card], tuple[set[Card], ...]]:
    """The unseen cards, and by seat those that it took and holds, by sets of names."""
    taken: list[set[Card]] = [set() for _ in range(seen_.seats)]
    thrown: set[Card] = set()
    for move in seen_.moves:
        gone = cards_played(move.action)
        thrown.update(gone)
        taken[move.seat].difference_update(gone)
        if isinstance(move.action, Take) and move.card is not None:
            taken[move.seat].add(move.card)
    shown = thrown.union(seen_.hand, *(spread.cards for spread in seen_.spreads), *taken)
    shown.update(card for card in (seen_.upcard, seen_.top) if card is not None)
    return set(seen_.rules.pack()) - shown, tuple(taken)
