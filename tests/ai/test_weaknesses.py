"""What makes a level weaker is what makes people weaker."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from ai.opponent import Evaluator, Opponent, remembered
from ai.profile import (
    BEGINNER,
    CASUAL,
    EXPERT,
    LEVELS,
    REGULAR,
    SOUND,
    STYLES,
    Profile,
    error_in_drop,
    softmax_choice,
)
from ai.view_reader import ViewReader
from game.rules.actions import DRAW, TAKE, Discard
from game.rules.view import SeatView
from tests.ai.positions import seen

SOFT = replace(SOUND, temperature=2, slack=5, noise=2)
_TAKEN = "0 draw; 0 discard KS; 1 take; 1 discard 2C; 0 draw"
VIEW = seen("KS KH JC 2S 3D", "9C TD 4H AC 2C", stock="5H 9D", played=_TAKEN)


def reader(view: SeatView, profile: Profile) -> ViewReader:
    """What a player of this profile works out from its view."""
    return ViewReader(view, remembered(view, profile))


def unseen(view: SeatView, profile: Profile) -> set[str]:
    read = reader(view, profile)
    return set(read.facts.pack.cards_in(read.unseen))


def thrown(profile: Profile, *hands: str, drawn: str) -> Counter[str]:
    """What a player throws, over many seeds."""
    view = seen(*hands, stock=drawn, played="0 draw")
    actions = (Opponent(profile).choose(view, seed) for seed in range(200))
    return Counter(action.card for action in actions if isinstance(action, Discard))


def test_better_is_likelier_and_what_costs_too_much_is_never_done() -> None:
    dice = Random(1)
    worths = [0, -1, -4, -6, -6, -6]
    chosen = Counter(softmax_choice("abcdef", worths, SOFT, dice) for _ in range(2000))
    assert chosen["a"] > chosen["b"] > chosen["c"] > 0
    assert not {"d", "e", "f"} & chosen.keys()


def test_where_there_is_little_to_choose_from_everybody_sees_what_is_best() -> None:
    dice = Random(1)
    chosen = Counter(softmax_choice("ab", [0, -1.5], SOFT, dice) for _ in range(500))
    assert chosen.keys() == {"a"}
    of_six = Counter(softmax_choice("abcdef", [0, *[-1.5] * 5], SOFT, dice) for _ in range(500))
    assert len(of_six) == 6


@pytest.mark.parametrize("level", sorted(LEVELS))
def test_nobody_keeps_a_six_for_a_deuce_with_only_those_two(level: str) -> None:
    hands = "5C 6C 7C 8C 2S", "9S TD 4H AC QH"
    last_two = seen(*hands, stock="6S", played="0 draw; 0 spread 5C 6C 7C 8C")
    thrown_cards = {Opponent(LEVELS[level]).choose(last_two, seed) for seed in range(100)}
    assert thrown_cards == {Discard("6S")}


def test_who_is_sure_does_the_best_and_treats_equals_alike() -> None:
    dice = Random(1)
    chosen = Counter(softmax_choice("abc", [3, 1, 3], SOUND, dice) for _ in range(200))
    assert set(chosen) == {"a", "c"}


def test_a_number_is_never_off_by_more_than_twice_the_noise() -> None:
    dice = Random(1)
    off = [error_in_drop(SOFT, dice) for _ in range(1000)]
    assert min(off) == -4
    assert max(off) == 4
    assert sum(-2 < each < 2 for each in off) > 500
    assert error_in_drop(SOUND, dice) == 0


def test_only_the_expert_remembers_an_old_discard() -> None:
    believes_to_come = {
        name: "KS" in unseen(VIEW, replace(profile, watches_others=True))
        for name, profile in LEVELS.items()
    }
    assert believes_to_come["beginner"]
    assert not believes_to_come["expert"]


def test_beginner_and_casual_do_not_see_what_is_taken() -> None:
    king = ViewReader(VIEW).facts.pack.bit["KS"]
    taken = {name: reader(VIEW, profile).known[1] for name, profile in LEVELS.items()}
    assert taken["beginner"] == taken["casual"] == 0
    assert taken["regular"] == taken["expert"] == king


def test_what_lies_on_the_table_is_seen_by_all() -> None:
    played = "0 draw; 0 spread KS KH KD; 0 discard JC; 1 draw; 1 discard 2C"
    view = seen("KS KH JC 2S 3D", "9C TD 4H AC 2C", stock="KD 9D", played=played)
    assert "KD" not in unseen(view, BEGINNER)


def test_the_beginner_breaks_the_pair_that_the_expert_keeps() -> None:
    hands = "9C 9D 8H 2S AC", "QC QD 5H 6S 4C"
    assert set(thrown(EXPERT, *hands, drawn="3D")) == {"8H"}
    beginners = thrown(BEGINNER, *hands, drawn="3D")
    assert beginners["9C"] + beginners["9D"] > beginners["8H"]


def test_of_two_loose_cards_the_expert_seldom_keeps_the_higher() -> None:
    cards = thrown(EXPERT, "KC 9D 7H 4S 2C", "QC QD 5H 6S 4C", drawn="AH")
    assert set(cards) <= {"KC", "9D"}
    assert 0 < cards["9D"] < 60


@pytest.mark.parametrize("profile", [BEGINNER, CASUAL])
def test_no_level_throws_an_ace_with_a_king_in_hand(profile: Profile) -> None:
    cards = thrown(profile, "AC 2D 7H 9S KC", "QC QD 5H 6S 4C", drawn="3D")
    assert not {"AC", "2D", "3D"} & set(cards)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("style", STYLES)
def test_every_level_and_style_takes_the_card_that_makes_a_high_spread(
    level: str, style: str
) -> None:
    view = seen("KC KD 9H 7S 5C", "QC QD 8H 6S 4C", upcard="KH")
    assert Opponent(STYLES[style](LEVELS[level])).choose(view, 3) == TAKE


def test_the_hoarder_values_a_pair_more() -> None:
    read = ViewReader(VIEW)
    pair = read.facts.pack.weigh(("9C", "9D"))
    plain, hoarder = (
        Evaluator(read, STYLES[style](REGULAR)).worth(pair) for style in ("plain", "hoarder")
    )
    assert hoarder > plain


def test_styles_differ_in_how_low_they_want_to_lie() -> None:
    bold = {name: style(EXPERT).boldness for name, style in STYLES.items()}
    assert bold["cautious"] < bold["plain"] < bold["hustler"]


def test_nobody_takes_what_is_no_use() -> None:
    view = seen("QC JD 9H 7S 5C", "KC KD 8H 6S 4C", upcard="TH")
    for style in STYLES.values():
        assert Opponent(style(EXPERT)).choose(view, 1) == DRAW
