"""A hand gone through: the parts add up, mistakes are those that cost something clear."""

from collections.abc import Iterator, Mapping
from random import Random

import pytest

from ai.coach.evaluator import Estimate, Value, finished
from ai.coach.hand_review import (
    Review,
    ReviewedDecision,
    decided,
    decisions_of,
    review,
    seat_worths,
)
from ai.master.search import MASTERS, opinion
from ai.random_rules import random_rules
from game.rules.actions import DRAW, DROP, PASS, Action, Discard, Spread, parse_action
from game.rules.claim_window import ClaimWindow, may_open
from game.rules.hand import Hand
from game.rules.phases import SLAP
from game.rules.presets import STANDARD, preset
from game.rules.record import HandRecord, record_of
from game.rules.results import HighSuitBet, NaturalBet, SideBets
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView
from game.verdicts import GOOD
from tests.ai.positions import position
from tests.rules.test_window import slappable


def played(rules: RuleSet, seats: int, random: Random, moves: int = 10_000) -> HandRecord:
    """A hand played at random, mostly without drops, as far as so many moves go."""
    deck = list(rules.pack())
    random.shuffle(deck)
    hand = Hand.deal(rules, seats, random.randrange(seats), deck)
    while not hand.is_over and len(hand.log) < moves:
        if may_open(hand) and hand.phase.name in ("START", "SLAP"):
            window = ClaimWindow(hand)
            hand.is_claim_open = False
            ways = [(seat, each) for seat in window.order for each in window.options(seat)]
            if ways and random.random() < 0.3:
                hand.act(*random.choice(ways))
                continue
            if hand.phase is SLAP:
                hand.close_slap()
                continue
        may = hand.legal()
        quiet = [each for each in may if each != DROP] or may
        hand.act(hand.turn, random.choice(may if random.random() < 0.2 else quiet))
    return record_of(hand, [f"#{seat}" for seat in range(seats)])


def parts_of(found: Review) -> float:
    return found.luck_deal + found.luck_draws + found.own + found.others


@pytest.mark.parametrize("number", range(6))
def test_the_parts_add_up_exactly(number: int) -> None:
    random = Random(f"parts {number}")
    seats = random.randint(2, 4)
    named = preset(("slap", "slap_polite", "double_double", "push_up", "chicago", "waits")[number])
    rules = named.changed(drop_when="any_time") if number == 0 else named
    record = played(rules, seats, random)
    found = finished(review(record, random.randrange(seats), judged=()))
    assert found.result is not None
    assert found.result - found.worth == parts_of(found)
    assert found.curve[-1] == found.result
    assert found.decisions == ()


@pytest.mark.share(2)
@pytest.mark.parametrize("big_one", [False, True])
@pytest.mark.parametrize("seat", range(3))
def test_side_pots_count_in_the_result_and_in_what_decisions_are_worth(
    seat: int, *, big_one: bool
) -> None:
    rules = RuleSet(natural_bet="first_spread", high_suit_bet="called")
    deck = "2C 4H 6D 2D 9S KH 2H TD QS JC 5S 3C 8D 8H KD AS 9C"
    rest = [card for card in rules.pack() if card not in deck.split()]
    bets = SideBets(HighSuitBet("H", (0, 2), 3), NaturalBet((0, 1, 2), 20))
    hand = Hand.deal(rules, 3, 2, [*deck.split(), *rest], bets=bets, big_one=big_one)
    for text in ("0 draw", "0 spread 2C 2D 2H", "0 discard JC", "1 drop"):
        hand.act(*parse_action(text))
    assert hand.result is not None
    assert hand.result.side_payments == (21, -1, 3)
    found = finished(review(record_of(hand, "abc"), seat, judged=(0,)))
    assert found.result == hand.result.payments[seat] + hand.result.side_payments[seat]
    assert found.result - found.worth == parts_of(found)
    lay = next(each for each in found.decisions if isinstance(each.played, Spread))
    assert lay.best == lay.played
    assert (lay.mistake, lay.reason.kind) == (None, "wins_pot")


@pytest.mark.parametrize("is_natural", [False, True])
@pytest.mark.parametrize("seat", range(3))
def test_a_side_pot_is_worth_something_to_who_joined_and_no_more_in_a_big_one(
    seat: int, *, is_natural: bool
) -> None:
    joined = (0, 2)  # the last and the second from the eldest hand, which is seat 1
    pot = NaturalBet(joined, 3) if is_natural else None
    bets = SideBets(None if is_natural else HighSuitBet("H", joined, 3), pot)
    rules = RuleSet(natural_bet="first_spread", high_suit_bet="called")
    pack = list(rules.pack())
    Random(3).shuffle(pack)
    plain, big = (
        Hand.deal(rules, 3, 0, pack, bets=bets, big_one=is_big) for is_big in (False, True)
    )
    base = seat_worths(rules, 3)[plain.from_eldest(seat)]
    once, twice = (
        finished(review(record_of(hand, "abc"), seat, judged=())).worth for hand in (plain, big)
    )
    assert (once == base) is (seat not in joined)
    assert twice == once + base


@pytest.mark.parametrize(("drawn", "luck"), [("2S", 1), ("KS", 0)])
def test_what_a_choice_costs_and_what_the_card_then_brings_are_told_apart(
    drawn: str, luck: int
) -> None:
    """To take 2H is to go out for 2; without it one can still drop for 1, or draw 2S."""
    hand = position("2C 2D 5S 6S 7S", "9D 8C KH JD TC", upcard="2H", stock=drawn, played="0 draw")
    mine, theirs = (finished(review(record_of(hand, "ab"), seat, judged=())) for seat in (0, 1))
    assert mine.curve[0] == pytest.approx(2, abs=0.03)
    assert mine.luck_deal == mine.curve[0] - mine.worth
    assert mine.own == pytest.approx(-1, abs=0.03)
    assert mine.luck_draws == pytest.approx(luck, abs=0.03)
    assert mine.others == 0
    assert (theirs.own, theirs.others, theirs.luck_draws) == (0, -mine.own, -mine.luck_draws)


def test_a_decision_is_worth_the_same_whoever_else_is_judged() -> None:
    record = played(STANDARD, 2, Random(3), moves=6)
    together = finished(decided(record, (0, 1)))
    apart = [each for seat in (0, 1) for each in finished(decided(record, (seat,)))]
    assert {each.seat for each in together} == {0, 1}
    assert sorted(apart, key=lambda each: each.action) == [*together]


def test_how_far_a_review_is_grows_decision_by_decision() -> None:
    record = played(STANDARD, 2, Random("progress"), moves=6)
    number = decisions_of(record, (0, 1))
    shares = [*decided(record, (0, 1))]
    assert shares == sorted(shares)
    assert set(shares) == {place / number for place in range(number)}


def test_a_hand_ended_by_the_deal_is_all_luck() -> None:
    own, others = ["KC", "KD", "QC", "QD", "TS"], ["2C", "3D", "5H", "7S", "9C"]
    dealt = [card for pair in zip(own, others, strict=True) for card in pair]
    rest = [card for card in STANDARD.pack() if card not in dealt]
    record = record_of(Hand.deal(STANDARD, 2, 1, [*dealt, *rest]), ["a", "b"])
    found = finished(review(record, 0))
    assert (found.result, found.luck_draws, found.own, found.others) == (2.0, 0.0, 0.0, 0.0)
    assert found.luck_deal == 2.0 - found.worth


def test_an_unfinished_hand_is_reviewed_as_far_as_it_goes() -> None:
    record = played(STANDARD, 2, Random(5), moves=4)
    steps = review(record, 1)
    found = finished(steps)
    assert found.result is None
    assert len(found.curve) == 5
    assert found.curve[-1] - found.worth == parts_of(found)
    assert {decision.action for decision in found.decisions} <= {1, 2, 3, 4}
    for each in found.decisions:
        is_clear = each.loss >= GOOD and each.loss > 2 * each.error
        assert (each.mistake is not None) == is_clear


def test_throwing_one_of_three_twos_away_is_named_a_blunder() -> None:
    """With 2-2-2 and 4-5-6 all could be laid: a tonk."""
    own, others = ["2C", "2D", "2H", "4S", "5S"], ["9D", "8C", "KH", "JD", "TC"]
    dealt = [card for pair in zip(own, others, strict=True) for card in pair]
    rest = [card for card in STANDARD.pack() if card not in {*dealt, "6S"}]
    hand = Hand.deal(STANDARD, 2, 1, [*dealt, rest[0], "6S", *rest[1:]])
    hand.act(0, DRAW)
    hand.act(0, Discard("2C"))
    found = finished(review(record_of(hand, ["a", "b"]), 0, judged=(0,)))
    thrown = found.decisions[-1]
    assert thrown.mistake == "blunder"
    assert thrown.loss > 1
    values = {value.action: value.value for value in thrown.values}
    assert thrown.loss == pytest.approx(values[thrown.best] - values[thrown.played], abs=2e-6)


def test_a_mistake_is_one_though_two_others_are_as_good() -> None:
    own, others = ["2C", "2D", "3S", "KH", "8D"], ["9D", "8C", "5H", "JD", "TC"]
    dealt = [card for pair in zip(own, others, strict=True) for card in pair]
    rest = [card for card in STANDARD.pack() if card not in {*dealt, "KC"}]
    hand = Hand.deal(STANDARD, 2, 1, [*dealt, rest[0], "KC", *rest[1:]])
    hand.act(0, DRAW)
    hand.act(0, Discard("2C"))
    found = finished(review(record_of(hand, ["a", "b"]), 0, judged=(0,)))
    thrown = found.decisions[-1]
    assert thrown.best in {Discard("KH"), Discard("KC"), Discard("8D")}  # within 0.03
    assert thrown.mistake
    assert thrown.reason.kind != "either"


ONLY_PLAIN_GAIN = (
    (
        "8H 6H KH 8D 9H 2S AS 4S 5H QC 4C QD 3C KD 7C JC KS 3S JS 2C JH 9C 9D 2D 8S TH TS KC 4D 5S "
        "4H AD QH 7D QS JD 9S 8C 5C 3H TD TC 6S 6C 3D 2H 7H AC 7S 5D AH 6D"
    ),
    "KH 8D KD QC JC KS QD JS 8H 6H 9C JH",
)
POOR_TO_THE_NETWORK = (
    (
        "TC 3D AH 8C TS 8H 2S 9S 7C JC 3C 7H 4D KD 2H TD QC AC KH 2C 3S 6S JD 9H 8D QH 5C 5D KS AS "
        "4H 6D 4S 6C 5S JS 8S 4C KC AD 7S JH 9D QS 2D QD 6H 5H 7D TH 3H 9C"
    ),
    "TS 9S KD JC TC QC TD KH 7H 3S 7C JD",
)
"""A deck, and the card that each seat in turn discards after drawing."""


@pytest.mark.parametrize(
    ("dealt", "place", "by_network", "by_masters"),
    [(ONLY_PLAIN_GAIN, 2, DROP, DRAW), (POOR_TO_THE_NETWORK, 11, None, "2H")],
)
def test_masters_decide_where_the_network_and_play_outs_differ(
    dealt: tuple[str, str], place: int, by_network: Action | None, by_masters: Action | str
) -> None:
    """A drop that only plain players gain by is not missed, a better discard that the network
    thinks poor is.
    """
    deck, discards = dealt
    hand = Hand.deal(preset("unmatched"), 2, 1, deck.split())
    for at, card in enumerate(discards.split()):
        hand.act(at % 2, DRAW)
        hand.act(at % 2, Discard(card))
    record, places = record_of(hand, ["a", "b"]), range(place, place + 1)
    (alone,) = finished(decided(record, [1], places=places, thinks=opinion))
    (found,) = finished(decided(record, [1], places=places, thinks=opinion, stronger=MASTERS))
    assert alone.best == (by_network or alone.played)
    assert found.best == (Discard(by_masters) if isinstance(by_masters, str) else by_masters)
    assert (found.mistake is None) is (found.best == found.played)


def test_a_slap_let_go_by_is_a_decision_of_the_seat_that_could() -> None:
    hand = slappable()
    slapper = next(seat for seat in hand.slappers() if seat != hand.turn)
    could = set(hand.legal_slaps(slapper))
    hand.act(hand.turn, DRAW)
    found = finished(
        review(
            record_of(hand, list("abcd")),
            slapper,
            judged=(slapper,),
        )
    )
    last = found.decisions[-1]
    assert (last.action, last.played) == (len(hand.log), PASS)
    assert {value.action for value in last.values} == {*could, PASS}


def test_a_slap_that_several_let_go_by_is_nobodys_own() -> None:
    hand = slappable()
    able = set(ClaimWindow(hand).order)
    hand.act(hand.turn, DRAW)
    for seat in able - {1, 2}:  # who have not moved before or since
        found = finished(review(record_of(hand, "abcd"), seat, judged=()))
        assert found.own == 0
        assert found.others != 0


def test_who_was_slower_to_slap_has_decided_nothing() -> None:
    hand = slappable()
    slower = [seat for seat in ClaimWindow(hand).order if seat != 0]
    before = record_of(hand, "abcd")
    hand.act(0, hand.legal_slaps(0)[0])
    after = record_of(hand, "abcd")
    assert len(slower) == 3
    assert decisions_of(after, slower) == decisions_of(before, slower)
    assert decisions_of(after, [0]) == decisions_of(before, [0]) + 1


def judged(first: Estimate, second: Estimate, monkeypatch: pytest.MonkeyPatch) -> ReviewedDecision:
    """The review of a first discard, the best of which is chosen and priced by these estimates."""
    hand = position("2C 2D 3S KH 8D", "9D 8C 5H JD TC", stock="KC", played="0 draw; 0 discard 2C")

    def evaluate(
        _seen: SeatView, _seed: int, _player: object, actions: object = None, **_more: object
    ) -> Iterator[Estimate]:
        yield first if actions is None else second

    monkeypatch.setattr("ai.coach.hand_review.evaluate", evaluate)
    (found,) = finished(decided(record_of(hand, "ab"), [0], places=range(1, 2)))
    return found


def estimate_of(worths: Mapping[str, float]) -> Estimate:
    """An estimate of discards, the first of which is taken to be the best."""
    values = tuple(
        Value(Discard(card), worth, 0.001, 5000, (0.5, 0.1, 0.1, 0.0))
        for card, worth in worths.items()
    )
    lead = values[0].value - values[1].value
    return Estimate("quick", values, 10_000, lead, 0.001, is_decided=True)


def test_other_actions_stay_as_far_behind_the_best_as_when_it_was_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever the best was worth when it was measured."""
    first, second = (
        estimate_of({"KH": 0.5, "KC": 0.4, "2C": 0.1}),
        estimate_of({"KH": 0.7, "2C": 0.2}),
    )
    found = judged(first, second, monkeypatch)
    assert (found.best, found.loss, found.mistake) == (Discard("KH"), 0.5, "blunder")
    told = {value.action: value.value for value in found.values}
    assert told == {Discard("KH"): 0.7, Discard("KC"): 0.6, Discard("2C"): 0.2}


@pytest.mark.parametrize("ahead", [0.0, 0.01])
def test_what_was_played_is_best_where_it_did_no_worse_than_what_is_thought_best(
    ahead: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = estimate_of({"KH": 0.5, "KC": 0.4, "2C": 0.5 + ahead})
    found = judged(first, estimate_of({"KH": 0.7, "2C": 0.2}), monkeypatch)
    assert (found.best, found.loss, found.mistake) == (Discard("2C"), 0.0, None)


@pytest.mark.parametrize("number", range(3))
def test_any_rule_set_is_reviewed(number: int) -> None:
    random = Random(f"any {number}")
    seats = random.randint(2, 6)
    rules = random_rules(random, seats)
    record = played(rules, seats, random, moves=8)
    found = finished(review(record, 0, judged=(0,)))
    end = found.curve[-1] if found.result is None else found.result
    assert end - found.worth == parts_of(found)
