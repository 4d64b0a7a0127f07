"""House rules that make little sense together are warned of, by name, and never refused."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product, starmap
from random import Random
from typing import Final

import pytest
from hypothesis import given

from ai.lab.cli.engine_checks import all_choices
from ai.lab.cli.selftest import Habits, deal
from game.rules.actions import DRAW, DROP, Discard, Reason
from game.rules.hand import Hand
from game.rules.natural_sentences import natural_name
from game.rules.naturals import Natural
from game.rules.phases import Phase
from game.rules.presets import PRESETS, STANDARD, preset
from game.rules.ruleset import OPTIONS, RuleSet
from game.rules.sentences import at_this_table
from game.rules.settlement import NEEDS, Laid, best_entry, tonk_worth
from game.rules.spreads import TableSpread
from game.rules.warnings import natural_odds, warnings
from tests.rulesets.strategies import rule_sets

_HIGH_CARDS: Final = RuleSet(ranks="6789TJQK", naturals=(), drop_at_most=5)
_SHORT: Final = RuleSet(ranks="A23456789TJQ", hand_size=7, upcard=False, naturals=())
_TURN = (Natural.of_count(49, when="turn"),)


@pytest.mark.parametrize("name", PRESETS)
def test_the_presets_make_sense(name: str) -> None:
    assert warnings(preset(name)) == ()


@pytest.mark.parametrize(
    ("rules", "keys", "says"),
    [
        (RuleSet(hand_size=7), "naturals", "One dealt hand in 21 is a natural of 49"),
        (RuleSet(hand_size=4), "naturals", "A natural of 50 can never be dealt."),
        (RuleSet(ranks="A234567JQK"), "naturals", "A natural of 49 can never be dealt."),
        (RuleSet(naturals=(Natural.at_most(30),)), "naturals", "a natural of 30 or less"),
        (RuleSet(naturals=(Natural.at_most(18),)), "naturals", "One dealt hand in 50 is"),
        (RuleSet(naturals=(Natural.of_count(50),) * 2), "naturals", "is in the list twice"),
        (RuleSet(naturals=(Natural.at_most(50),)), "naturals", "none would ever be played"),
        (
            RuleSet(naturals=(Natural.at_most(50),), hand_size="by_seats"),
            "naturals hand_size",
            "With 4 players every hand dealt is a natural",
        ),
        (
            RuleSet(naturals=(Natural.at_most(40),)),
            "naturals",
            "Most hands dealt are a natural of 40",
        ),
        (
            RuleSet(naturals=(Natural.at_most(9), Natural.at_most(15, rank=1))),
            "naturals",
            "A natural of 9 or less never counts",
        ),
        (
            RuleSet(naturals=(Natural("count", 50, 2, when="turn"), Natural.at_most(50, rank=-1))),
            "naturals",
            "none would ever be played",
        ),
        (
            RuleSet(double_double=True, two_spreads_pays=5),
            "double_double two_spreads_pays",
            "less than two spreads at once",
        ),
        (_HIGH_CARDS, "drop_at_most ranks", "No hand counts 5 or less, so nobody can ever drop."),
        (_SHORT, "hand_size", "With 6 players the stock is empty after one draw each."),
        (RuleSet(suits="CDH", hit_books=False), "hit_books", "no book can have a fourth card"),
        (RuleSet(hits_stack=True), "hits_stack", "“Every hit adds its wait” has no effect"),
        (RuleSet(two_spreads_pays=1), "two_spreads_pays tonk_pays", "pay less than a full tonk"),
        (RuleSet(out_pays=3), "out_pays tonk_pays", "pays more than a tonk"),
        (RuleSet(double_double=True, tonk_pays=5), "double_double", "less than the tonk"),
        (RuleSet(hand_size=4, naturals=(), two_spreads_pays=4), "two_spreads_pays", "Too few"),
        (RuleSet(hand_size=3, naturals=(), tonk_needs="second_spread"), "tonk_needs", "Too few"),
        (RuleSet(spread_out=False, tonk_needs="spreads_only"), "spread_out", "ever paid in full"),
        (RuleSet(spread_out=False, tonk_needs="second_spread"), "spread_out", "ever paid in full"),
        (RuleSet(spread_out=False, hit_voids_tonk=True), "hit_voids_tonk", "only a hit makes one"),
        (RuleSet(slap="race", hit_books=False, ranks="A2"), "slap", "ever be slapped"),
        (RuleSet(slap="next_first", hit_books=False, ranks="A2"), "slap", "ever be slapped"),
        (RuleSet(hit_books=False, ranks="A2"), "hit_books", "Nothing can ever be hit"),
        (RuleSet(ranks="A2", suits="CD"), "ranks suits", "Nothing can ever be laid"),
        (RuleSet(suits="CD", natural_bet="dealt"), "natural_bet", "books are impossible"),
        (RuleSet(ranks="K"), "ranks", "too small even for two players"),
        (RuleSet(wait_after_spread=6), "wait_after_spread", "A wait this long"),
        (RuleSet(booed=True, jokers=4, hand_size=3), "booed", "hardly ever booed"),
        (RuleSet(booed=True, hand_size=9), "booed", "With 5 players the deck is booed in"),
        (
            RuleSet(booed=True, hand_size=6, ranks="A23456789TJQ", jokers=1, naturals=()),
            "booed hand_size",
            "With 6 players the deck is booed in",
        ),
        (
            RuleSet(booed=True, ranks="A23456789", upcard=False, naturals=()),
            "booed hand_size",
            "With 6 players the deck is booed from the start",
        ),
        (RuleSet(scoring="push_up", big_one=3), "big_one", "push-up session has no set length"),
        (RuleSet(high_suit_bet="spades", suits="CDH"), "high_suit_bet", "there are no spades"),
        (RuleSet(push_up_target=50), "push_up_target", "the scoring is not push-up"),
        (RuleSet(drop_at_most=60), "drop_at_most hand_size", "counts more than 60, so everybody"),
        (RuleSet(last_lay="stockout", stockout="void"), "last_lay", "no stock-out is paid"),
        (RuleSet(last_lay="both", stockout="void"), "last_lay stockout", "nobody lays cards"),
        (RuleSet(wild="2", wild_points=2), "wild_points wild", "count that much anyway"),
        (RuleSet(wild="X", jokers=2, wild_points=0), "wild_points wild", "count that much anyway"),
        (RuleSet(count="unmatched", ranks="A2", suits="CD"), "count", "none ever makes a spread"),
        (
            RuleSet(naturals=(Natural("count", 49, 2, when="turn", tie="split"),)),
            "naturals",
            "A natural of 49 is declared in turn and never ties, so its tie rule has no effect.",
        ),
        (
            RuleSet(naturals=(Natural("count", 50, 2, tie="void"),)),
            "naturals natural_tie",
            "The tie rule of a natural of 50 is the general one: it changes nothing.",
        ),
        (
            RuleSet(natural_tie="split", naturals=_TURN),
            "natural_tie",
            "no tie of naturals depends on it",
        ),
        (RuleSet(scoring="push_up", stake=5), "stake", "in push-up hands pay no stakes"),
        (RuleSet(side_ante=5), "side_ante", "there is no side pot"),
        (RuleSet(stockout="void", stockout_tie="all_paid"), "stockout_tie", "no stock-out is paid"),
        (
            RuleSet(natural_tie="eldest", naturals=_TURN),
            "natural_tie",
            "no tie of naturals depends on it",
        ),
        (RuleSet(take="use_now", return_taken=True), "return_taken", "must be used at once"),
        (RuleSet(hit_books=False, complete_books="buried"), "complete_books", "no book can be hit"),
        (RuleSet(tonk_needs="never", tonk_pays=3), "tonk_pays", "no tonk is paid in full"),
        (RuleSet(tonk_pays=1, tonk_needs="spreads_only"), "tonk_needs", "pays 1 stake anyway"),
        (RuleSet(tonk_pays=1, hit_voids_tonk=True), "hit_voids_tonk", "pays 1 stake anyway"),
        (RuleSet(ranks="23456789TJQK", ace="low_or_high"), "ace", "no ace can stand at the top"),
        (
            RuleSet(ranks="A23456789T", face_values="rising"),
            "face_values",
            "there are no face cards",
        ),
    ],
)
def test_what_makes_little_sense(rules: RuleSet, keys: str, says: str) -> None:
    found = [
        warning
        for warning in warnings(rules)
        if set(keys.split()) <= set(warning.keys) and says in str(warning.sentence)
    ]
    assert found


@pytest.mark.parametrize(
    "rules",
    [
        STANDARD.changed(hits_stack=True, wait_when_hit=1),
        STANDARD.changed(two_spreads_pays=3),
        STANDARD.changed(tonk_needs="spreads_only", two_spreads_pays=2),
        STANDARD.changed(tonk_needs="second_spread", two_spreads_pays=2),
        STANDARD.changed(tonk_needs="spreads_only", hit_voids_tonk=True, two_spreads_pays=3),
        STANDARD.changed(tonk_needs="second_spread", hit_voids_tonk=True),
        STANDARD.changed(
            face_values="rising", naturals=(Natural("all_faces", 0, 2, low_wins=True),)
        ),
        STANDARD.changed(
            naturals=(Natural.of_count(50, when="turn", rank=1), Natural.of_count(49, when="turn"))
        ),
        STANDARD.changed(tonk_needs="never", two_spreads_pays=2),
        STANDARD.changed(tonk_needs="never", double_double=True),
        STANDARD.changed(slap="race", hit_books=False),
        STANDARD.changed(slap="race", ranks="A2JQK", hit_books=False, naturals=()),
        STANDARD.changed(suits="CD", wild="2", naturals=(), natural_bet="dealt"),
        STANDARD.changed(tonk_pays=1, hit_voids_tonk=True, two_spreads_pays=4),
        STANDARD.changed(scoring="push_up", stake=5, natural_bet="dealt"),
        STANDARD.changed(hand_size="by_seats", naturals=(Natural("all_faces", 0, 2),)),
        STANDARD.changed(booed=True, hand_size=6, naturals=()),
        STANDARD.changed(booed=True, hand_size=6, naturals=(), ranks="A23456789TJQ", jokers=2),
        STANDARD.changed(side_ante=5, high_suit_bet="called"),
        STANDARD.changed(side_ante=5, high_suit_bet="spades"),
        STANDARD.changed(side_ante=5, natural_bet="first_spread"),
    ],
)
def test_what_makes_sense_is_left_alone(rules: RuleSet) -> None:
    assert [str(warning.sentence) for warning in warnings(rules)] == []


@given(rule_sets())
def test_a_warning_names_keys_and_is_a_sentence(rules: RuleSet) -> None:
    for warning in warnings(rules):
        assert set(warning.keys) <= set(OPTIONS)
        assert warning.keys
        assert str(warning.sentence).endswith(".")
        assert not set("{}") & set(str(warning.sentence))


@pytest.mark.parametrize(
    ("natural", "hands"),
    [(Natural.of_count(50), 4_368), (Natural.of_count(49), 7_280), (Natural.at_most(15), 15_320)],
)
def test_how_often_the_usual_naturals_are_dealt(natural: Natural, hands: int) -> None:
    assert natural_odds(STANDARD, natural, 5) == Fraction(hands, 2_598_960)


def test_how_often_a_hand_is_of_faces_alone() -> None:
    faces = Natural("all_faces", 0, 2)
    assert natural_odds(STANDARD, faces, 5) == Fraction(792, 2_598_960)
    assert natural_odds(RuleSet(ranks="A2"), faces, 3) == 0


def test_a_limit_or_a_price_that_matters_is_not_warned_of() -> None:
    nothing_to_lay = warnings(RuleSet(ranks="A2", suits="CD"))
    assert nothing_to_lay
    assert not any("count" in warning.keys for warning in nothing_to_lay)
    runs_alone = warnings(RuleSet(ranks="A23", suits="CD"))
    assert not any("ever be laid" in str(warning.sentence) for warning in runs_alone)
    for rules in (
        RuleSet(drop_at_most=59),
        RuleSet(wild="2", wild_points=25),
        RuleSet(wild="2X", jokers=2, wild_points=2),
        RuleSet(last_lay="both"),
        RuleSet(naturals=(Natural("count", 50, 2, tie="split"), Natural.of_count(49))),
    ):
        assert warnings(rules) == ()


# What a warning says, tried.


def _hands_played(rules: RuleSet, number: int) -> Iterator[Hand]:
    """Each state of some hands, played at random."""
    for place in range(number):
        seats = rules.possible_seats()[place % len(rules.possible_seats())]
        hand, habits = deal(place, rules, seats), Habits(Random(place))
        while hand.result is None:
            yield hand
            hand.act(*habits.choose(all_choices(hand)))


def test_where_nobody_can_ever_drop_nobody_does() -> None:
    reasons = Counter(
        hand.why_illegal(hand.turn, DROP)
        for hand in _hands_played(_HIGH_CARDS, 30)
        if hand.phase is Phase.START
    )
    assert set(reasons) == {Reason.COUNT_TOO_HIGH}


def test_with_a_limit_one_higher_somebody_can_drop() -> None:
    rules = _HIGH_CARDS.changed(drop_at_most=6)
    assert warnings(rules) == ()
    hand = deal(1, rules, 2)
    hand.hands[hand.turn] = ["6C"]
    assert hand.why_illegal(hand.turn, DROP) is None
    for free in ({"booed": True}, {"count": "unmatched"}):
        assert not any(
            "ever drop" in str(each.sentence) for each in warnings(_HIGH_CARDS.changed(**free))
        )


def test_where_no_hand_would_ever_be_played_none_is() -> None:
    rules = RuleSet(naturals=(Natural.at_most(30), Natural("at_most", 50, 2)))
    assert "none would ever be played" in str(warnings(rules)[0].sentence)
    assert all(deal(number, rules, 2).is_over for number in range(200))


_FEW: Final = STANDARD.changed(ranks="A23JQ", suits="CDH", hand_size=3, naturals=())


@pytest.mark.parametrize(
    "naturals",
    [
        (Natural.at_most(6), Natural.at_most(12)),
        (Natural.at_most(12), Natural.at_most(6)),
        (Natural.at_most(12, 1), Natural.at_most(6, 2)),
        (Natural.at_most(12, rank=1), Natural.at_most(6)),
        (Natural("all_faces", 0, 2), Natural.of_count(30)),
        (Natural("all_faces", 0, 1), Natural.of_count(30, 2)),
        (Natural.of_count(21), Natural("all_faces", 0, 2, rank=1)),
        (Natural.of_count(12, when="turn"), Natural.at_most(12)),
        (Natural.of_count(12, when="turn"), Natural.at_most(12, 3), Natural.of_count(12, 3)),
        (Natural("count", 12, 2, when="turn"), Natural("at_most", 12, 3, when="turn")),
        (Natural("count", 12, 2, when="turn", open=False), Natural("at_most", 12, 3, when="turn")),
    ],
)
def test_a_natural_never_counts_where_no_hand_is_paid_for_it(naturals: tuple[Natural, ...]) -> None:
    rules, seen = _FEW.changed(naturals=naturals), set()
    for held in combinations(rules.pack(), 3):
        rest = [card for card in rules.pack() if card not in held]
        mixed = [card for pair in zip(held, rest[:3], strict=True) for card in pair]
        hand = Hand.deal(rules, 2, 1, (*mixed, *rest[3:]))
        dealt = best_entry(hand, 0, "deal")
        seen.add(dealt or best_entry(hand, 0, "turn"))
        hand.spreads.append(TableSpread(0, 0, "book", ("AC", "AD", "AH"), ("A",) * 3, "", 0))
        seen.add(dealt or best_entry(hand, 0, "turn"))
    idle = {
        str(each.sentence).partition(" never counts")[0].removeprefix("A natural of ")
        for each in warnings(rules)
        if "never counts" in str(each.sentence)
    }
    assert idle == {str(natural_name(each)) for each in naturals if each not in seen}


def test_where_the_stock_lasts_for_one_draw_each_nobody_draws_twice() -> None:
    hand = deal(1, _SHORT, 6)
    drawn: Counter[int] = Counter()
    while hand.stock:
        drawn[hand.turn] += 1
        hand.act(hand.turn, DRAW)
        hand.act(hand.turn, next(each for each in hand.legal() if isinstance(each, Discard)))
    assert drawn == dict.fromkeys(range(6), 1)
    assert warnings(_SHORT.changed(hand_size=6)) == ()


def test_how_often_a_natural_is_dealt_is_told_for_the_seats_at_which_it_is() -> None:
    rules = RuleSet(hand_size="by_seats", naturals=(Natural("at_most", 20, 2),))
    found = [str(each.sentence) for each in warnings(rules)]
    assert "With 4 players one dealt hand in 25 is a natural of 20 or less." in found
    rules = RuleSet(hand_size="by_seats", naturals=(Natural("at_most", 40, 2),))
    found = [str(each.sentence) for each in warnings(rules)]
    assert "With 4 players most hands dealt are a natural of 40 or less." in found


@pytest.mark.parametrize(
    "rules",
    [
        RuleSet(two_spreads_pays=2),
        RuleSet(tonk_pays=1, two_spreads_pays=1),
        RuleSet(tonk_needs="never", two_spreads_pays=1),
        RuleSet(tonk_needs="first_turn_two_spreads", tonk_pays=3, two_spreads_pays=3),
        RuleSet(tonk_needs="spreads_only", hit_voids_tonk=True, two_spreads_pays=2),
        RuleSet(tonk_needs="second_spread", hit_voids_tonk=True, two_spreads_pays=2),
        RuleSet(
            tonk_needs="first_turn_two_spreads",
            tonk_pays=3,
            two_spreads_pays=3,
            hit_voids_tonk=True,
        ),
        RuleSet(spread_out=False, hit_voids_tonk=True, two_spreads_pays=4),
    ],
)
def test_two_spreads_that_pay_what_such_a_tonk_pays_anyway_have_no_effect(rules: RuleSet) -> None:
    found = [str(each.sentence) for each in warnings(rules)]
    says = "“Two spreads at once pay” has no effect: such a tonk pays the same without it."
    assert says in found
    assert not any(
        "every card in two or more spreads" in str(each) for each in at_this_table(rules)
    )
    without = rules.changed(two_spreads_pays=0)
    assert {*at_this_table(without)} <= {*at_this_table(rules)}
    if not without.why_idle("hit_voids_tonk"):
        assert at_this_table(without) == at_this_table(rules)


@pytest.mark.parametrize("two_spreads_pays", [0, 1])
def test_hits_that_spoil_what_they_spoil_anyway_have_no_effect(two_spreads_pays: int) -> None:
    rules = RuleSet(
        tonk_needs="spreads_only", hit_voids_tonk=True, two_spreads_pays=two_spreads_pays
    )
    found = [str(each.sentence) for each in warnings(rules)]
    assert "“Hits spoil a tonk” has no effect: a tonk with a hit pays 1 stake anyway." in found
    assert not any("If you have hit any spread" in str(each) for each in at_this_table(rules))


@pytest.mark.parametrize(
    ("natural", "says"),
    [
        (
            Natural("count", 50, 2, low_wins=True),
            "All hands with a natural of 50 count the same, so “the lowest wins” has no effect.",
        ),
        (
            Natural("all_faces", 0, 2, low_wins=True),
            (
                "All hands with a natural of face cards only count the same, so “the lowest wins” "
                "has no effect."
            ),
        ),
        (
            Natural("at_most", 12, 2, low_wins=True, when="turn"),
            (
                "A natural of 12 or less is declared in turn and never ties, so “the lowest wins” "
                "has no effect."
            ),
        ),
        (
            Natural("count", 50, 2, open=False),
            (
                "A natural of 50 is shown at the deal and never lapses, so it makes no difference "
                "that a spread leaves it alone."
            ),
        ),
        (
            Natural("count", 50, 2, rank=1),
            (
                "The rank of a natural of 50 changes nothing: there is no other rank to compare it "
                "with."
            ),
        ),
    ],
)
def test_parts_of_a_natural_without_effect_are_told(natural: Natural, says: str) -> None:
    assert [says] == [str(each.sentence) for each in warnings(RuleSet(naturals=(natural,)))]


def test_a_rank_that_all_naturals_of_their_time_share_changes_nothing() -> None:
    shared = (Natural.of_count(50, rank=1), Natural.of_count(49, rank=1))
    turn = Natural.of_count(48, when="turn")
    higher = Natural.of_count(45, rank=2)
    for naturals, number in (((*shared, turn), 2), ((*shared, higher), 0)):
        found = [str(each.sentence) for each in warnings(RuleSet(naturals=naturals))]
        assert sum("rank" in each for each in found) == number


def _ways_to_tonk(rules: RuleSet) -> Iterator[Laid]:
    """Whatever a seat can have laid when it empties its hand without a discard."""
    spreads, hits, hits_others, last_was_spread, is_first_turn = (
        range(4),
        range(3),
        (False, True),
        (False, True),
        (False, True),
    )
    for laid in starmap(Laid, product(spreads, hits, hits_others, last_was_spread, is_first_turn)):
        has_last = laid.spreads if laid.last_was_spread else laid.hits
        is_allowed = rules.spread_out or not laid.last_was_spread
        if has_last and is_allowed and (laid.hits or not laid.hits_others):
            yield laid


_TONKS: Final = tuple(
    RuleSet(
        tonk_pays=tonk_pays,
        tonk_needs=needs,
        hit_voids_tonk=hit_voids,
        two_spreads_pays=two_spreads,
        spread_out=spread_out,
    )
    for tonk_pays, needs, hit_voids, two_spreads, spread_out in product(
        (1, 2, 3), NEEDS, (False, True), (0, 1, 2, 3), (False, True)
    )
)


@pytest.mark.parametrize(
    ("key", "off"), [("two_spreads_pays", 0), ("hit_voids_tonk", False), ("tonk_needs", "any")]
)
def test_what_is_said_to_change_no_tonk_changes_none(key: str, off: object) -> None:
    assert any(rules.why_idle(key) for rules in _TONKS)
    for rules in _TONKS:
        without = rules.changed(**{key: off})
        alike = all(
            tonk_worth(rules, laid) == tonk_worth(without, laid) for laid in _ways_to_tonk(rules)
        )
        if rules.why_idle(key):
            assert alike, rules.differences(STANDARD)
        elif key == "two_spreads_pays" and rules.two_spreads_pays:
            assert not alike, rules.differences(STANDARD)
