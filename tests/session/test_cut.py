"""The cut for deal and seating, RULES.md §1.2."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from game.play.dealer import Cut, Drawn, derived_seed
from game.rules.cards import RANKS, rank_of

seeds = st.text(max_size=8).map(derived_seed)


def _heights(cut: Cut, player: int) -> list[int]:
    return [
        RANKS.index(rank_of(drawn.card))
        for cards in cut.rounds
        for drawn in cards
        if drawn.player == player
    ]


@given(st.integers(2, 6), seeds)
def test_the_ranking_goes_from_the_king_down_and_leaves_no_tie(players: int, seed: str) -> None:
    cut = Cut.for_deal(players, seed)
    assert sorted(cut.ranking) == list(range(players))
    heights = [_heights(cut, player) for player in cut.ranking]
    assert all(higher > lower for higher, lower in pairwise(heights))


@given(st.integers(2, 6), seeds)
def test_only_the_tied_cut_again_and_no_card_is_cut_twice_in_a_round(
    players: int, seed: str
) -> None:
    cut = Cut.for_deal(players, seed)
    assert [drawn.player for drawn in cut.rounds[0]] == list(range(players))
    for cards in cut.rounds:
        assert len({drawn.card for drawn in cards}) == len(cards)
    for number, cards in enumerate(cut.rounds[1:], start=1):
        for drawn in cards:
            mine = _heights(cut, drawn.player)[:number]
            twins = [each.player for each in cards if _heights(cut, each.player)[:number] == mine]
            assert len(twins) > 1


def test_later_rounds_are_cut_from_the_cards_not_yet_cut() -> None:
    cuts = [Cut.for_deal(6, derived_seed("again", number)) for number in range(400)]
    assert max(len(cut.rounds) for cut in cuts) > 2
    for cut in cuts:
        cards = [drawn.card for cards in cut.rounds for drawn in cards]
        assert len(set(cards)) == len(cards)


def test_a_tie_for_the_deal_is_cut_again() -> None:
    cuts = (Cut.for_deal(2, derived_seed(number)) for number in range(1000))
    tied = next(cut for cut in cuts if len(cut.rounds) > 1)
    first, second = tied.rounds[0]
    assert rank_of(first.card) == rank_of(second.card)


def test_the_next_highest_sits_on_the_dealers_left_whoever_is_at_the_bottom() -> None:
    rounds = (tuple(Drawn(player, card) for player, card in enumerate(["4C", "KD", "9S", "AH"])),)
    cut = Cut(rounds, ranking=(1, 2, 0, 3))
    assert cut.seating() == (0, 3, 1, 2)
    assert cut.dealer_seat() == 2
    assert cut.seating(anchor=2) == (2, 0, 3, 1)
    assert cut.dealer_seat(anchor=2) == 3
