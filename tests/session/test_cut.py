"""The cut for deal and seating, RULES.md §1.2."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.play.dealer import Cut, Drawn, derived_seed
from game.play.plan import Plan, Player
from game.play.session import Session
from game.rules.cards import JOKERS, RANKS, STANDARD_PACK, make_pack, rank_of
from game.rules.presets import preset
from game.rules.ruleset import RuleSet

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


PACKS = {
    "army": preset("army"),
    "jokers": RuleSet(jokers=4, wild="2X"),
    "high cards": RuleSet(ranks="9TJQK", jokers=4, hand_size=3, naturals=()),
    "two ranks": RuleSet(ranks="A2", hand_size=3, upcard=False),
    "one rank": RuleSet(ranks="K", jokers=4, hand_size=3, upcard=False),
}


@pytest.mark.parametrize("name", PACKS)
@given(number=st.integers(0, 10**6))
def test_cards_of_the_tables_own_pack_are_cut_and_no_jokers(name: str, number: int) -> None:
    rules = PACKS[name]
    seats = rules.possible_seats()[-1]
    players = tuple(Player(f"Player {place}") for place in range(seats))
    session = Session.start(Plan(players, rules, f"cut {number}"))
    cards = {drawn.card for cards in session.cut.rounds for drawn in cards}
    if len(rules.ranks) > 1:  # else nobody would ever cut the highest card
        assert cards <= {*rules.pack()} - {*JOKERS}
    assert cards <= {*STANDARD_PACK}
    assert sorted(session.cut.ranking) == list(range(seats))
    names = [session.plan.players[player].name for player in session.cut.seating()]
    assert [player.name for player in session.players] == names
    assert session.standing.dealer == session.cut.dealer_seat()
    for cards_cut in session.cut.rounds:
        assert len({drawn.card for drawn in cards_cut}) == len(cards_cut)


def test_cards_that_are_left_decide_or_all_are_cut_again() -> None:
    pack = make_pack("A2", "CDHS")
    rounds = [len(Cut.for_deal(2, derived_seed(number), pack).rounds) for number in range(3000)]
    assert max(rounds) > 4  # of two cards each, from a pack of eight


def test_a_session_begun_by_an_earlier_version_stays_cut_as_it_was() -> None:
    players, seed = tuple(Player(name) for name in "ABCD"), derived_seed("earlier")
    session = Session.start(Plan(players, preset("army"), cut_seed=seed))
    assert session.plan.cut_seed == seed
    assert session.cut == Cut.for_deal(4, seed)


def test_a_pack_of_every_rank_and_suit_is_cut_as_ever() -> None:
    plan = Plan((Player("A"), Player("B")), RuleSet(jokers=2), "text")
    assert Session.start(plan).cut == Cut.for_deal(2, plan.seeds.for_hand(0))
