"""The drop threshold: falls as the hand goes on, with the table's size, and with the price."""

from dataclasses import replace

import pytest

from ai.drops.tables import NEVER, thresholds_for
from ai.plain import PlainDecision, catch_cost
from ai.profile import LEVELS, SOUND, Profile
from ai.sight import Deck, Sight
from game.rules.presets import STANDARD, preset
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView
from tests.ai.positions import seen

FIRST, SECOND, THIRD = "KC JD 9H 7S 5C", "QC QD 8H 6S 4C", "KH JS TC 8C 3S"
VIEW = seen(FIRST, SECOND)


def drop_at(view: SeatView, profile: Profile) -> float:
    """In points."""
    return PlainDecision(view, profile, thresholds_for(view.rules, view.seats)).drop_at / 1000


def threshold(view: SeatView) -> float:
    return drop_at(view, SOUND)


def may_win(view: SeatView, cards: str) -> bool:
    return Sight(replace(view, hand=tuple(cards.split()))).may_win


def test_falls_with_every_turn() -> None:
    counts = [threshold(replace(VIEW, turns=turns)) for turns in range(20)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1] + 10


def test_falls_when_somebody_is_nearly_out() -> None:
    assert threshold(replace(VIEW, sizes=(5, 2))) < threshold(VIEW) - 5


def test_falls_no_further_than_what_hardly_anybody_beats() -> None:
    assert threshold(replace(VIEW, turns=200)) == SOUND.least / 1000 > 0


def test_one_never_drops_against_no_cards() -> None:
    assert threshold(replace(VIEW, sizes=(5, 0))) == NEVER / 1000


def test_nobody_can_win_against_one_card_with_a_king() -> None:
    one_card = replace(VIEW, sizes=(1, 1))
    assert not may_win(one_card, "KC")
    assert may_win(one_card, "9C")
    assert may_win(replace(VIEW, sizes=(1, 2)), "KC")
    rising = seen(FIRST, SECOND, rules=STANDARD.changed(face_values="rising"))
    assert may_win(replace(rising, sizes=(1, 1)), "QC")


def test_falls_by_rounds_however_many_seats_there_are() -> None:
    two, three = VIEW, seen(FIRST, SECOND, THIRD)
    assert threshold(replace(two, turns=5)) == threshold(replace(three, turns=8))
    assert threshold(replace(two, turns=5)) < threshold(replace(three, turns=5))


@pytest.mark.parametrize("name", ["rushville", "washington_state"])
def test_is_lower_where_being_caught_costs_more(name: str) -> None:
    rules = preset(name).changed(naturals=())
    three = seen(FIRST, SECOND, THIRD)
    assert threshold(replace(three, rules=rules)) < threshold(three)


def test_is_higher_with_more_cards_dealt() -> None:
    rules = STANDARD.changed(hand_size=7)
    seven = replace(VIEW, rules=rules, sizes=(7, 7))
    assert threshold(seven) > threshold(VIEW)


@pytest.mark.parametrize(
    ("catch", "stakes"),
    [
        ("standard", 2),
        ("dropper_covers", 3),
        ("five_to_lowest", 5),
        ("quad_to_beaters", 4),
        ("whole_table", 6),
    ],
)
def test_what_being_caught_costs_at_four_seats(catch: str, stakes: int) -> None:
    assert catch_cost(catch, 4) == stakes


def test_drops_only_where_it_is_sure_against_few_cards_that_have_to_wait() -> None:
    doubtful = replace(SOUND, uses_tables=True, noise=6000)

    def held_back(rules: RuleSet, others: int) -> float:
        view = replace(VIEW, rules=rules, sizes=(5, others), turns=8)
        return drop_at(view, replace(doubtful, noise=0)) - drop_at(view, doubtful)

    assert held_back(preset("waits"), 2) == held_back(preset("waits"), 3) == 3
    assert held_back(preset("waits"), 5) == 0
    assert held_back(preset("washington_state"), 2) == held_back(STANDARD, 2) == 0


def test_who_does_not_dare_fears_less_where_a_catch_costs_less() -> None:
    timid, sure = (replace(SOUND, uses_tables=True, boldness=boldness) for boldness in (500, 1000))

    def part(rules: RuleSet) -> float:
        """How much lower the timid one wants to lie, in parts of what it may be."""
        view = replace(VIEW, rules=rules)
        two_cards = 2 * Deck.of(rules).total / Deck.of(rules).size
        fear = drop_at(view, sure) - drop_at(view, timid)
        return fear / min(drop_at(view, sure), two_cards)

    assert part(STANDARD) == pytest.approx(0.5, abs=0.001)
    assert part(preset("rushville")) == pytest.approx(0.5, abs=0.001)
    assert part(preset("push_up")) == pytest.approx(0.2, abs=0.001)
    assert part(STANDARD.changed(catch="dropper_covers")) == pytest.approx(0.25, abs=0.001)


def test_of_a_high_count_the_timid_do_not_want_to_be_surer() -> None:
    timid, sure = (replace(SOUND, uses_tables=True, boldness=boldness) for boldness in (500, 1000))
    rules = preset("five_seven_nine")
    nine = seen("KC JD 9H 7S 5C TC 8D 6H 4S", "QC QD 8H 6S 4C TD 9C 7H 5S", rules=rules)
    assert drop_at(nine, sure) > 30
    assert drop_at(nine, sure) - drop_at(nine, timid) == pytest.approx(6.538, abs=0.001)


@pytest.mark.parametrize("profile", [LEVELS["beginner"], LEVELS["casual"]])
def test_who_uses_no_tables_goes_by_how_many_cards_the_others_hold(profile: Profile) -> None:
    five, two = (drop_at(replace(VIEW, sizes=(5, others)), profile) for others in (5, 2))
    assert two == pytest.approx(five * 2 / 5, abs=0.001)
