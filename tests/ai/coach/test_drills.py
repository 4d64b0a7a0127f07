"""Questions to practise by: for every rule set, the same for a seed, rightly answered."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from random import Random

import pytest

from ai.belief import believed
from ai.coach.drills import (
    CLEAR,
    HARDEST,
    Kind,
    NoQuestionError,
    Question,
    drill,
    hands_played,
    longest_spreads,
)
from ai.coach.evaluator import Estimate, Value, estimate, finished
from ai.random_rules import random_rules
from ai.sight import BIT, Deck, Sight, cards_in, set_of
from game.rules.actions import DROP, PASS, Action, Discard, Hit, Spread, Take, cards_played
from game.rules.counting import count_of
from game.rules.hand import Hand
from game.rules.phases import OVER
from game.rules.presets import STANDARD, preset
from game.rules.ruleset import RuleSet
from game.rules.spreads import spreads_in
from game.rules.view import SeatView
from tests.shares import EVERY

QUICK: tuple[Kind, ...] = ("spreads", "count", "held")


def asked(kind: Kind, rules: RuleSet, seats: int, level: int, seed: int) -> Question | None:
    """The question, None where the rules bring up none."""
    try:
        return finished(drill(kind, rules, seats, level, seed))
    except NoQuestionError:
        return None


def some_rules(number: int) -> tuple[RuleSet, int]:
    """Random rules for a number of seats."""
    seats = 2 + number % 5
    return random_rules(Random(f"drills {number}"), seats), seats


@pytest.mark.share(6)
@pytest.mark.parametrize("number", range(12))
def test_every_rule_set_has_spreads_to_find(number: int) -> None:
    rules, seats = some_rules(number)
    for seed in range(4):
        found = asked("spreads", rules, seats, 1 + number % HARDEST, seed)
        assert found is not None
        sets = [frozenset(each) for each in found.sets]
        # Whatever can be laid is part of a set, and no set is part of another.
        for spread in spreads_in(rules, found.cards):
            assert any(each.issuperset(spread.cards) for each in sets)
        assert not any(one < other for one in sets for other in sets)
        for each in sets:
            laid = spreads_in(rules, each)
            assert any(len(spread.cards) == len(each) for spread in laid)


@pytest.mark.parametrize("number", range(12))
def test_every_rule_set_has_hands_to_count(number: int) -> None:
    rules, seats = some_rules(number)
    for seed in range(8):
        found = asked("count", rules, seats, 1 + seed, seed)
        assert found is not None
        assert found.options[found.right] == count_of(rules, found.cards)
        assert len(set(found.options)) == len(found.options) >= 3
        assert all(isinstance(each, int) and each >= 0 for each in found.options)


@pytest.mark.share(4)
@pytest.mark.parametrize("number", [0, 1, 2, 6, 9, 10, 11])  # hardly anybody takes under others
def test_what_another_holds_follows_from_what_was_seen(number: int) -> None:
    rules, seats = some_rules(number)
    for seed in range(3):
        found = asked("held", rules, seats, 1 + number % HARDEST, seed)
        assert found is not None
        assert found.view is not None
        right = found.options[found.right]
        assert isinstance(right, str)
        known = Sight(found.view).known[found.about]
        held = cards_in(known)
        if found.is_certain:
            assert [each for each in found.options if each in held] == [right]
        else:
            chances = believed(found.view)
            others = [each for each in found.options if each != right]
            assert all(isinstance(each, str) for each in others)
            assert all(
                chances[right][found.about] > 1.4 * chances[str(each)][found.about]
                for each in others
            )


@pytest.mark.parametrize("seed", range(3))
def test_a_likely_card_is_the_likeliest_of_all_and_by_far_of_the_answers(seed: int) -> None:
    """At level 1 nearly two and a half times as likely as any other answer."""
    found = finished(drill("held", STANDARD, 6, 1, seed))
    assert found.view is not None
    assert not found.is_certain, "another seed is needed"
    chances = {
        card: each[found.about] for card, each in believed(found.view).items() if max(each) < 1
    }
    right, *others = sorted((chances[str(each)] for each in found.options), reverse=True)
    assert chances[str(found.options[found.right])] == right >= 0.95 * max(chances.values())
    assert right >= 2.48 * max(others)


@pytest.mark.parametrize("seed", range(3))
def test_a_card_held_for_certain_is_asked_for_among_others_that_were_seen(seed: int) -> None:
    found = finished(drill("held", STANDARD, 3, 4, seed))
    assert found.is_certain, "another seed is needed"
    assert len(found.options) >= 3


@pytest.mark.parametrize("kind", ["drop", "discard"])
def test_the_best_answer_is_ahead_by_less_at_a_harder_level(kind: Kind) -> None:
    easy, hard = (finished(drill(kind, STANDARD, 2, level, 1)).losses for level in (1, HARDEST))
    lead, narrow = (min(loss for loss in losses if loss) for losses in (easy, hard))
    assert lead >= 0.5 > narrow >= 0.1


def test_a_question_follows_from_its_seed() -> None:
    for kind in QUICK:
        one, other = (asked(kind, STANDARD, 3, 4, 7) for _ in range(2))
        assert one == other
        assert asked(kind, STANDARD, 3, 4, 8) != one


def test_it_grows_harder_with_the_level() -> None:
    for kind in ("spreads", "count"):
        easy, hard = (asked(kind, STANDARD, 2, level, 1) for level in (1, HARDEST))
        assert easy is not None
        assert hard is not None
        assert len(easy.cards) < len(hard.cards)
    easy, hard = (asked("held", STANDARD, 2, level, 1) for level in (1, HARDEST))
    assert easy is not None
    assert hard is not None
    assert (easy.is_hidden, hard.is_hidden) == (False, True)


def test_spreads_of_a_hand_by_hand() -> None:
    cards = ("4H", "5H", "6H", "7H", "7C", "7S", "KD")
    assert longest_spreads(STANDARD, cards) == (("4H", "5H", "6H", "7H"), ("7C", "7H", "7S"))
    assert longest_spreads(preset("baton_rouge"), ("6C", "7C", "JC")) == (("6C", "7C", "JC"),)
    assert longest_spreads(STANDARD, ("6C", "7C", "JC")) == ()


def test_a_wild_card_goes_with_each_pair() -> None:
    sets = longest_spreads(preset("chicago"), ("X1", "KC", "KD", "9S"))
    assert [set(each) for each in sets] == [{"X1", "KC", "KD"}]


@pytest.mark.parametrize("seats", [2, 3])
def test_a_drop_is_asked_about_where_it_is_clear(seats: int) -> None:
    found = finished(drill("drop", STANDARD, seats, 2, 3))
    assert found.view is not None
    assert DROP in found.view.legal
    assert found.options[0] == DROP
    lead = max(found.losses)
    again = estimate(found.view, 99, actions=found.options, playouts=3000)  # type: ignore[arg-type] # both are actions
    assert again.best.action == found.options[found.right]
    assert abs(again.lead - lead) < 3 * again.lead_error + lead / CLEAR


@pytest.mark.parametrize(("kind", "first"), [("take", Take), ("lay", Spread | Hit)])
def test_each_of_two_ways_is_asked_about_where_it_is_clear(kind: Kind, first: type) -> None:
    found = finished(drill(kind, STANDARD, 2, 2, 5))
    assert found.view is not None
    assert set(found.options) <= set(found.view.legal)
    assert [isinstance(each, first) for each in found.options] == [True, False]
    assert found.losses[found.right] == 0 < max(found.losses)
    again = estimate(found.view, 96, actions=found.options, playouts=3000)  # type: ignore[arg-type] # both are actions
    assert again.best.action == found.options[found.right]
    assert found.reason is not None


def test_a_discard_is_asked_about_where_it_is_clear() -> None:
    found = finished(drill("discard", STANDARD, 2, 3, 5))
    assert found.view is not None
    assert all(isinstance(each, Discard) and each in found.view.legal for each in found.options)
    assert found.losses[found.right] == 0
    for number, other in enumerate(found.options):
        if number != found.right:
            pair = (found.options[found.right], other)
            again = estimate(found.view, 98, actions=pair, playouts=2000)  # type: ignore[arg-type] # both are actions
            assert again.best.action == pair[0]
            assert found.losses[number] > 0


@pytest.mark.share(1)
@pytest.mark.parametrize(("seats", "level", "seed"), [(3, 8, 1043), (2, 8, 1034)])
def test_why_a_discard_is_best_fits_no_card_better_that_is_not_among_the_answers(
    seats: int, level: int, seed: int
) -> None:
    found = finished(drill("discard", STANDARD, seats, level, seed))
    assert found.reason is not None
    deck, answers = Deck.of(STANDARD), [cards_played(each)[0] for each in found.options]  # type: ignore[arg-type] # actions
    for card in set(found.cards) - set(answers):
        linked = sum(other for other, _ in deck.linked[BIT[card]])
        is_loose = not linked & set_of(found.cards)
        fits = {"loose": is_loose, "dearer": True}.get(found.reason.kind, False)
        best = STANDARD.points(answers[found.right])
        assert not (fits and STANDARD.points(card) > best)


@pytest.mark.parametrize(("name", "seed"), [("chicago", 1), ("rushville", 1), ("seattle", 2)])
def test_what_a_rule_changes_is_asked_where_the_usual_play_is_wrong(name: str, seed: int) -> None:
    found = finished(drill("change", preset(name), 2, 2, seed))
    assert found.view is not None
    assert found.usual != found.right
    assert found.losses[found.usual] > 0
    pair = (found.options[found.right], found.options[found.usual])
    again = estimate(found.view, 97, actions=pair, playouts=2000)  # type: ignore[arg-type] # both are actions
    assert again.best.action == pair[0]
    assert found.key in ("", *preset(name).differences(STANDARD))


@pytest.mark.parametrize(("errors", "is_asked"), [(2.5, False), (3.0, True)])
def test_an_answer_must_be_clear_on_both_samples_together(
    errors: float, monkeypatch: pytest.MonkeyPatch, *, is_asked: bool
) -> None:
    """A lead of 2.83 standard errors on each of two samples is one of 4 on both."""

    def evaluate(_seen: SeatView, _seed: int, *, actions: Sequence[Action]) -> Iterator[Estimate]:
        values = tuple(
            Value(action, worth, 0.1, 1200, (0.5, 0.1, 0.1, 0.0))
            for action, worth in zip(actions, (0.6, 0.0), strict=True)
        )
        yield Estimate("quick", values, 2400, 0.6, 0.6 / errors)

    monkeypatch.setattr("ai.coach.drills.evaluate", evaluate)
    tried = [*islice(drill("drop", STANDARD, 2, 1, 3), 8)]
    assert (len(tried) < 8) is is_asked


def test_nothing_is_asked_where_a_closer_look_shows_the_usual_play_to_be_the_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of the usual play and the one that knows the rules the latter seemed better."""
    compared: list[Sequence[Action]] = []

    def estimate(
        _seen: SeatView, _seed: int, *, actions: Sequence[Action], playouts: int
    ) -> Estimate:
        is_of_two = len(compared) % 2 == 0  # the knowing and the usual; then all
        best = actions[0] if is_of_two else compared[-1][1]
        compared.append(actions)
        ranked = [best, *(each for each in actions if each != best)]
        values = tuple(
            Value(action, -0.4 * place, 0.01, playouts, (0.5, 0.1, 0.1, 0.0))
            for place, action in enumerate(ranked)
        )
        return Estimate("quick", values, playouts, 0.4, 0.01)

    monkeypatch.setattr("ai.coach.drills.estimate", estimate)
    tried = [*islice(drill("change", preset("chicago"), 2, 2, 1), 40)]
    assert len(tried) == 40
    assert compared


def test_a_lesson_names_no_rule_where_each_of_two_explains_it() -> None:
    """Two rules of this preset lead the quick player to the usual play, one by one."""
    found = finished(drill("change", preset("black_company"), 2, 1, 0))
    assert (found.usual != found.right, found.key) == (True, "")


def test_a_lesson_names_the_rule_behind_it() -> None:
    found = finished(drill("change", preset("rushville"), 2, 2, 1))
    assert found.options[found.usual] == DROP
    assert found.key == "catch"


def test_nothing_changes_under_the_standard_rules() -> None:
    with pytest.raises(NoQuestionError, match="changes what is clearly best"):
        finished(drill("change", STANDARD, 2, 2, 1))


def test_where_nothing_can_be_asked_it_says_so() -> None:
    with pytest.raises(NoQuestionError, match="hardly anybody takes a card and keeps it"):
        finished(drill("held", STANDARD.changed(take="use_now"), 2, 9, 1))


def test_no_two_sets_of_cards_are_the_same() -> None:
    for seed in range(20 if EVERY else 8):
        found = finished(drill("spreads", STANDARD, 2, 7, seed))
        assert all(set(one) != set(other) for one, other in combinations(found.sets, 2))


def test_hands_with_a_last_chance_to_lay_come_to_their_ends() -> None:
    rules = preset("double_double")
    ended = had_chance = 0
    last: Hand | None = None
    for hand in islice(hands_played(rules, 3, Random(1)), 400):
        if hand is None and last is not None:
            assert last.phase is OVER
            ended += 1
            had_chance += any(move.action == PASS for move in last.log)
        last = hand
    assert ended > 10
    assert had_chance
