"""What makes a level weaker is what makes people weaker."""

from collections import Counter
from dataclasses import replace
from math import exp
from statistics import NormalDist

import pytest

from ai.chances import WHOLE, SplitMix64, at_least, decayed, leaning
from ai.plain import Plain, PlainDecision, weights
from ai.profile import EXPERT, LEVELS, SOUND, STYLES, Profile
from ai.sight import BIT, Sight, cards_in, set_of
from game.rules.actions import DRAW, TAKE, Discard
from game.rules.view import SeatView
from tests.ai.positions import seen

_TAKEN = "0 draw; 0 discard KS; 1 take; 1 discard 2C; 0 draw"
VIEW = seen("KS KH JC 2S 3D", "9C TD 4H AC 2C", stock="5H 9D", played=_TAKEN)


def sight(view: SeatView, profile: Profile) -> Sight:
    """What a player of this profile works out from its view."""
    return PlainDecision(view, profile, ()).sight


def unseen(view: SeatView, profile: Profile) -> set[str]:
    return set(cards_in(sight(view, profile).unseen))


def thrown(profile: Profile, *hands: str, drawn: str) -> Counter[str]:
    """What a player throws, over many seeds."""
    view = seen(*hands, stock=drawn, played="0 draw")
    actions = (Plain(profile).choose(view, seed) for seed in range(200))
    return Counter(action.card for action in actions if isinstance(action, Discard))


def test_better_is_likelier_and_what_costs_too_much_is_never_done() -> None:
    view = seen("KC 9D 7H 4S 2C", "QC QD 5H 6S 4C", stock="AH", played="0 draw")
    weighed = weights(view, replace(SOUND, temperature=2000, slack=5000), ())
    assert weighed[Discard("KC")] == WHOLE > weighed[Discard("9D")] > weighed[Discard("7H")] > 0
    assert Discard("2C") not in weighed
    sure = weights(view, SOUND, ())
    assert sure == {Discard("KC"): WHOLE}


def test_weights_are_those_of_an_exponential() -> None:
    for distance in range(0, 40_000, 37):
        exact = WHOLE * exp(-distance / 2000)
        assert decayed(distance, 2000) == pytest.approx(exact, rel=0.012, abs=1)


def test_an_error_is_normal_and_never_more_than_twice_the_deviation() -> None:
    assert at_least(0, 0) == WHOLE
    assert at_least(-1, 0) == 0
    assert at_least(6000, 3000) == WHOLE
    assert at_least(-6001, 3000) == 0
    for lead in range(-5900, 5900, 100):
        exact = NormalDist(0, 3000).cdf(lead)
        assert at_least(lead, 3000) / WHOLE == pytest.approx(exact, abs=0.017)


def test_of_two_the_better_is_likelier() -> None:
    assert leaning(1, 0) == WHOLE
    assert leaning(0, 0) == 0
    assert leaning(0, 600) == WHOLE // 2
    assert leaning(600, 600) / WHOLE == pytest.approx(1 / (1 + exp(-1)), abs=0.01)
    assert leaning(600, 600) + leaning(-600, 600) == WHOLE


def test_random_numbers_are_those_of_the_paper() -> None:
    """The first numbers of the seed 1234567, as Java's SplittableRandom and others have them."""
    dice = SplitMix64(1234567)
    assert [dice.next() for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]
    assert {SplitMix64(seed).below(6) for seed in range(100)} == set(range(6))
    assert SplitMix64(-1).next() == SplitMix64(2**64 - 1).next()


@pytest.mark.parametrize("level", sorted(LEVELS))
def test_nobody_keeps_a_six_for_a_deuce_with_only_those_two(level: str) -> None:
    hands = "5C 6C 7C 8C 2S", "9S TD 4H AC QH"
    last_two = seen(*hands, stock="6S", played="0 draw; 0 spread 5C 6C 7C 8C")
    thrown_cards = {Plain(LEVELS[level]).choose(last_two, seed) for seed in range(100)}
    assert thrown_cards == {Discard("6S")}


def test_who_is_sure_treats_equals_alike() -> None:
    view = seen("9C 9D 8H 2S AC", "QC QD 5H 6S 4C", stock="8D", played="0 draw")
    weighed = weights(view, replace(SOUND, keep=0, caution=0), ())
    assert weighed == {Discard("9C"): WHOLE, Discard("9D"): WHOLE}


def test_who_forgets_sees_only_the_top_of_the_pile() -> None:
    played = "0 draw; 0 discard KS; 1 draw; 1 discard 2C; 0 draw; 0 discard JC; 1 draw"
    view = seen("KS KH JC 2S 3D", "9C TD 4H AC 2C", stock="5H 9D 5D 8D", seat=1, played=played)
    forgotten = {name: {"KS", "2C"} & unseen(view, each) for name, each in LEVELS.items()}
    assert forgotten == {
        "beginner": {"KS", "2C"},
        "casual": {"KS"},
        "regular": set(),
        "expert": set(),
    }
    assert "JC" not in unseen(view, LEVELS["beginner"])


def test_beginner_and_casual_do_not_see_what_is_taken() -> None:
    king = BIT["KS"]
    taken = {name: sight(VIEW, profile).known[1] for name, profile in LEVELS.items()}
    assert taken["beginner"] == taken["casual"] == 0
    assert taken["regular"] == taken["expert"] == king


def test_what_lies_on_the_table_is_seen_by_all() -> None:
    played = "0 draw; 0 spread KS KH KD; 0 discard JC; 1 draw; 1 discard 2C"
    view = seen("KS KH JC 2S 3D", "9C TD 4H AC 2C", stock="KD 9D", played=played)
    assert "KD" not in unseen(view, LEVELS["beginner"])


def test_the_beginner_breaks_the_pair_that_the_expert_keeps() -> None:
    hands = "9C 9D 8H 2S AC", "QC QD 5H 6S 4C"
    assert set(thrown(EXPERT, *hands, drawn="3D")) == {"8H"}
    beginners = thrown(LEVELS["beginner"], *hands, drawn="3D")
    assert beginners["9C"] + beginners["9D"] > beginners["8H"]


def test_of_two_loose_cards_the_expert_seldom_keeps_the_higher() -> None:
    cards = thrown(EXPERT, "KC 9D 7H 4S 2C", "QC QD 5H 6S 4C", drawn="AH")
    assert set(cards) <= {"KC", "9D"}
    assert 0 < cards["9D"] < 60


@pytest.mark.parametrize("profile", [LEVELS["beginner"], LEVELS["casual"]])
def test_no_level_throws_an_ace_with_a_king_in_hand(profile: Profile) -> None:
    cards = thrown(profile, "AC 2D 7H 9S KC", "QC QD 5H 6S 4C", drawn="3D")
    assert not {"AC", "2D", "3D"} & set(cards)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("style", STYLES)
def test_every_level_and_style_takes_the_card_that_makes_a_high_spread(
    level: str, style: str
) -> None:
    view = seen("KC KD 9H 7S 5C", "QC QD 8H 6S 4C", upcard="KH")
    assert Plain(STYLES[style](LEVELS[level])).choose(view, 3) == TAKE


def test_the_hoarder_values_a_pair_more() -> None:
    pair = set_of(("9C", "9D"))
    plain, hoarder = (
        PlainDecision(VIEW, STYLES[style](LEVELS["regular"]), ()).worth(pair)
        for style in ("plain", "hoarder")
    )
    assert hoarder > plain


def test_styles_differ_in_how_low_they_want_to_lie() -> None:
    bold = {name: style(EXPERT).boldness for name, style in STYLES.items()}
    assert bold["cautious"] < bold["plain"] < bold["hustler"]


def test_nobody_takes_what_is_no_use() -> None:
    view = seen("QC JD 9H 7S 5C", "KC KD 8H 6S 4C", upcard="TH")
    for style in STYLES.values():
        assert Plain(style(EXPERT)).choose(view, 1) == DRAW
