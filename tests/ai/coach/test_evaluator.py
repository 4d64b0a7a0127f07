"""The coach's values: right, blind to what is hidden, and fit for every rule set."""

from collections.abc import Iterator
from ctypes import byref, c_uint64, sizeof, string_at
from dataclasses import asdict, replace
from itertools import islice
from math import hypot
from random import Random

import pytest

from ai import bridge
from ai.coach.evaluator import (
    OUTCOMES,
    Belief,
    Estimate,
    NoWorldError,
    estimate,
    evaluate,
    options,
    ratio,
)
from ai.coach.worlds import at_table, seen_by
from ai.consulting import Consultant
from ai.kernel.hands import (
    ACTIONS,
    KernelHand,
    KernelRefusedError,
    Rules,
    checked,
    library,
    members,
)
from ai.kernel.plain_player import DropTable, KernelProfile
from ai.kernel.rollout import RolloutMemory, Seen, play_outs
from ai.kernel.table import GREEDY, KernelPlayer
from ai.lab.arena.match import Decider, Match, play_deal
from ai.master.search import MASTERS, opinion
from ai.peeking import positions as hidden_moved
from ai.plain import Plain
from ai.players import QUICK, SeatPlayer, drop_table, player
from ai.random_rules import random_rules
from ai.registry import LEVELS, UnknownBotError, make_bot
from game.rules.actions import DRAW, DROP, Action, Discard, Take
from game.rules.hand import Hand
from game.rules.naturals import Natural
from game.rules.presets import STANDARD, preset
from game.rules.view import SeatView, view
from game.verdicts import SURE
from tests.ai.coach.counting_out import TooManyError, exact_values
from tests.long.coach import (
    Costs,
    Games,
    Luck,
    Order,
    Tally,
    Times,
    deal_played,
    losses_in,
    positions,
    review_hand,
    small_rules,
    time_hand,
    told,
    try_hand,
)
from tests.shares import EVERY


def some_views(seed: int, count: int) -> list[SeatView]:
    """Decisions of all kinds under random rules, at two to six seats."""
    random = Random(seed)
    found: list[SeatView] = []
    while len(found) < count:
        seats = random.randint(2, 6)
        rules = random_rules(random, seats)
        deck = list(rules.pack())
        random.shuffle(deck)
        hand = Hand.deal(rules, seats, random.randrange(seats), deck)
        for _ in range(random.randrange(20)):
            may = hand.legal()
            if hand.is_over or not may:
                break
            action = random.choice([each for each in may if each != DROP] or may)
            hand.act(hand.turn, action)
        if not hand.is_over and hand.legal():
            found.append(view(hand, hand.turn))
    return found


def test_intervals_hold_what_is_counted_out() -> None:
    """The short form of ``python -m tests.long.coach right``, four errors allowed for one value."""
    random, tried, held, values = Random(4), 0, 0, 0
    while tried < (3 if EVERY else 2):
        rules = small_rules(random)
        for seen in islice(positions(rules, random), 1, 3):
            may = options(seen)
            try:
                exact, differ = exact_values(seen, may, QUICK.profile, 0.8, 5000)
            except TooManyError:
                continue
            if not any(differ):
                continue
            found = estimate(seen, random.getrandbits(32), precision=0.03, playouts=40_000)
            tried += 1
            for action, truth in zip(may, exact, strict=True):
                value = found.of(action)
                off = abs(value.value - truth)
                values += 1
                held += off <= SURE * value.error
                assert off <= 4.5 * value.error, (rules, seen, value, truth)
    assert held >= 0.85 * values


def test_stirred_worlds_have_the_values_that_are_counted_out() -> None:
    tried = 0
    for seed in range(40 if EVERY else 8):
        random = Random(seed)
        for seen in islice(positions(small_rules(random), random), 2, 5):
            may = options(seen)
            try:
                exact, differ = exact_values(seen, may, QUICK.profile, 0.8, 5000)
            except TooManyError:
                continue
            if not any(differ):
                continue
            seeds, indices = range(200), range(len(may))
            told = seen_by(seen, QUICK, may, 800)
            told.stirs, told.particles, told.kept = 3, 24, 24
            batches = play_outs(told, RolloutMemory(), seeds, indices)
            weights = [each.weight for each in batches.played]
            tried += 1
            for place, truth in enumerate(exact):
                value, error = ratio(batches.sums[place :: len(may)], weights, 0.1)
                assert abs(value - truth) <= 4.5 * error, (seen, may[place], value, truth, error)
    assert tried >= (15 if EVERY else 4)


def test_the_long_form_counts_what_it_tries() -> None:
    tally = Tally()
    while tally.positions < 1:
        try_hand(tally, "short", 1)
    assert tally.values >= 1
    assert "1 positions of 1 rule sets" in told(tally)


def test_reviewed_hands_are_counted_with_their_luck() -> None:
    luck = Luck()
    for _ in range(2):
        review_hand(luck, "short")
    assert (luck.number, luck.wrong) == (2, 0)
    assert "2 hands; the parts of 0 do not add up" in str(luck)


def test_measures_of_the_hints_count_what_they_play() -> None:
    games = Games("standard")
    games.add(deal_played(Match(STANDARD, ("hint:5/brief", "master"), "short"), 0))
    assert (games.deals, games.faults) == (1, 0)
    assert "standard: 2 hands" in str(games)
    times = Times()
    consultant = Consultant()
    time_hand(times, consultant, patience=0.01)
    consultant.close()
    assert f"{len(times.seconds)} positions" in str(times)


def test_a_decision_that_is_the_best_costs_nothing() -> None:
    order = Order.of({})
    found = [losses_in(STANDARD, number) for number in range(2)]
    for losses in found:
        order.add("standard", losses)
    order = Order.of(asdict(order))
    costs = {each.player: each for each in order.row("standard")}
    for level in LEVELS:
        assert costs[level].hands == 2
        assert costs[level].lost == pytest.approx(sum(sum(losses[level]) for losses in found))
    for lead, weaker in zip(order.row_of_leads("standard"), [*reversed(LEVELS)][1:], strict=True):
        assert lead.lost == pytest.approx(costs[weaker].lost - costs[lead.player].lost)
    nobody = Costs("nobody", "standard")
    for lost in ([0.0, 0.2], [0.1], [0.0, 0.0]):
        nobody.add(lost)
    assert nobody.mean == pytest.approx(0.06)
    assert nobody.error == pytest.approx(0.0299, abs=0.0001)


def test_permuting_hidden_cards_changes_no_value() -> None:
    for place in hidden_moved(12, "coach"):
        if len(options(place.seen)) > 1:
            one, other = (next(evaluate(each, 7)) for each in (place.seen, place.other))
            assert one == other


def test_the_same_seed_and_playouts_give_the_same_estimate() -> None:
    seen = some_views(3, 1)[0]
    one, other = ([*islice(evaluate(seen, 5), 3)] for _ in range(2))
    assert one == other
    assert one[-1] != [*islice(evaluate(seen, 6), 3)][-1]


def test_threads_change_nothing() -> None:
    for seen in some_views(3, 3):
        one, two = ([*islice(evaluate(seen, 5, threads=each), 3)] for each in (1, 2))
        assert one == two


def a_world(seen: Seen, rules: Rules, memory: RolloutMemory, seed: int) -> KernelHand | None:
    """A hand as it may stand for all that was seen; None where none was found."""
    hand = KernelHand(rules)
    told = (byref(seen), memory.bytes, c_uint64(seed), hand.memory)
    return hand if checked(library().tonk_a_world(*told)) else None


def test_what_is_drawn_agrees_with_all_that_was_seen() -> None:
    """A world has the seat's own cards, the sizes, the table and the pile as they are seen."""
    memory, tried = RolloutMemory(), 0
    for seen in some_views(7, 30 if EVERY else 12):
        known, rules = seen_by(seen, QUICK, options(seen)), bridge.kernel_rules(seen.rules)
        for seed in range(3):
            world = a_world(known, rules, memory, seed)
            if world is None:
                continue
            tried += 1
            told = world.state
            own = {*members(told.hands[seen.seat])}
            assert own == {*bridge.numbers_of(seen.hand)}
            assert tuple(told.sizes[: seen.seats]) == seen.sizes
            assert tuple(told.waits[: seen.seats]) == seen.waits
            assert (told.stock_size, told.pile_size) == (seen.stock_size, seen.pile_size)
            assert told.phase == seen.phase
            taken = [{*members(cards)} for cards in told.known[: seen.seats]]
            held = [{*members(cards)} for cards in told.hands[: seen.seats]]
            assert all(one <= other for one, other in zip(taken, held, strict=True))
    assert tried > (60 if EVERY else 24)


def test_what_play_outs_remember_of_other_hands_and_rules_changes_nothing() -> None:
    memory, wild = RolloutMemory(), 0
    for seen in some_views(21, 30 if EVERY else 12):
        wild += bool(seen.rules.wild and seen.rules.count == "unmatched")
        told, indices = seen_by(seen, QUICK, options(seen)), range(len(options(seen)))
        one, other = (play_outs(told, each, [1, 2], indices) for each in (memory, RolloutMemory()))
        assert (one.sums, one.kinds) == (other.sums, other.kinds)
    assert wild >= 2


def test_what_the_kernel_is_told_lives_as_long_as_it_is_told() -> None:
    """Two threads that ask at once get numbers of their own, and a cache keeps those of one."""
    told, plays = at_table(STANDARD, 2, QUICK), QUICK.in_kernel(STANDARD, 2)
    wanted = bytes(plays.profile), bytes(plays.table)
    del plays
    KernelProfile.of.cache_clear()
    drop_table.cache_clear()
    others = [(KernelProfile(), DropTable()) for _ in range(1000)]  # where those would have been
    found = string_at(told.profile, sizeof(KernelProfile)), string_at(told.table, sizeof(DropTable))
    assert found == wanted
    assert others


def test_what_a_seat_says_of_itself_that_cannot_be_is_refused() -> None:
    seen = some_views(3, 1)[0]
    told = seen_by(seen, QUICK, options(seen))
    told.particles = 10_000
    with pytest.raises(KernelRefusedError, match="TONK_BAD_INPUT"):
        play_outs(told, RolloutMemory(), [1], [0])
    told.particles = told.kept
    with pytest.raises(KernelRefusedError, match="TONK_BAD_INPUT"):
        play_outs(told, RolloutMemory(), [1], [len(options(seen))])
    told.seat = 9
    with pytest.raises(KernelRefusedError, match="TONK_NO_SUCH_SEAT"):
        play_outs(told, RolloutMemory(), [1], [0])


def test_players_go_by_their_names() -> None:
    assert player("quick") == QUICK
    assert player("Expert/hitter").name == "expert/hitter"
    for wrong in ("nobody", "quick/hitter", "expert/nobody", "master"):
        with pytest.raises(ValueError, match="expected quick, beginner"):
            player(wrong)


def test_a_brief_estimate_leaves_out_early_what_falls_behind() -> None:
    late = [each for each in some_views(3, 20) if len(each.moves) > 6]
    left = {
        is_brief: sum(
            value.is_open
            for seen in late
            for value in next(
                found for found in evaluate(seen, 5, is_brief=is_brief) if found.playouts >= 3000
            ).values
        )
        for is_brief in (False, True)
    }
    assert left[True] < 0.8 * left[False]


@pytest.mark.parametrize(
    ("is_brief", "part", "is_overruled"),
    [(True, 0.3, True), (True, 0.7, False), (False, 0.25, True), (False, 0.45, False)],
)
def test_an_opinion_is_overruled_by_more_than_twice_or_three_times_what_is_thought(
    part: float, *, is_brief: bool, is_overruled: bool
) -> None:
    seen = next(each for each in some_views(3, 20) if len(each.moves) > 6)

    def found(actions: tuple[Action, ...], thought: dict[Action, Belief]) -> Estimate:
        steps = evaluate(seen, 5, actions=actions, opinion=thought, is_brief=is_brief)
        return next(found for found in steps if found.playouts > 15_000)

    shown = found(options(seen), {})
    best, other = (value.action for value in shown.values[:2])
    lead = found((best, other), dict.fromkeys((best, other), Belief(0.0, 0.3))).lead
    thought = {best: Belief(part * lead, 0.3), other: Belief(0.0, 0.3)}
    assert (found((best, other), thought).best.action == best) is is_overruled


@pytest.mark.parametrize(("error", "is_overruled"), [(0.3, True), (0.002, False)])
def test_what_a_stronger_player_finds_and_an_opinion_count_by_their_errors(
    error: float, *, is_overruled: bool
) -> None:
    seen = next(each for each in some_views(3, 20) if len(each.moves) > 6)
    shown = next(each for each in evaluate(seen, 5) if each.playouts > 15_000)
    two = tuple(value.action for value in shown.values[:2])
    by_masters = estimate(seen, 7, MASTERS, playouts=8000, actions=two)
    lead = by_masters.of(two[0]).value - by_masters.of(two[1]).value
    thought = {two[0]: Belief(0.7 * lead, error), two[1]: Belief(0.0, error)}
    steps = evaluate(seen, 5, actions=two, opinion=thought, stronger=MASTERS)
    assert next(steps).is_checked is not is_overruled  # a sure opinion needs no more
    checked = next(each for each in steps if each.playouts > 15_000)
    assert checked.is_checked
    apart = checked.of(two[0]).value - checked.of(two[1]).value
    assert abs(apart - lead) < 4 * hypot(by_masters.lead_error, checked.lead_error)
    assert (checked.best.action == two[0]) is is_overruled


def test_a_stronger_player_moves_the_values_only_of_what_it_has_to_compare() -> None:
    seen = after_draw("2C 9H 5D JS KD 7C")
    two = Discard("JS"), Discard("2C")
    moved = {}
    for first in two:
        thought: dict[Action, Belief] = {each: Belief(0.1 * (each != first), 0.3) for each in two}
        alone, checked = (
            next(islice(evaluate(seen, 5, actions=two, opinion=thought, stronger=by), 3, None))
            for by in (None, MASTERS)
        )
        assert alone.playouts == checked.playouts
        moved[first] = {value.value for value in alone.values} != {
            value.value for value in checked.values
        }
    assert moved == {two[0]: False, two[1]: True}


def test_a_check_leaves_the_chances_of_a_drop_as_they_are() -> None:
    """Whoever plays on, a drop ends the hand: it wins or is caught."""
    seen = next(
        each
        for each in some_views_of(QUICK, 100)
        if DROP in each.legal and 0.05 < estimate(each, 5).of(DROP).chance("caught") < 0.3
    )
    other = DRAW
    thought: dict[Action, Belief] = {DROP: Belief(0.5, 0.3), other: Belief(0.0, 0.3)}
    steps = evaluate(seen, 5, actions=(DROP, other), opinion=thought, stronger=MASTERS)
    checked = next(each for each in steps if each.playouts > 8_000)
    drop, alone = checked.of(DROP), estimate(seen, 7, playouts=8_000, actions=(DROP,)).of(DROP)
    assert drop.chance("win") + drop.chance("caught") == pytest.approx(1.0)
    assert drop.value == pytest.approx(alone.value, abs=4 * hypot(drop.error, alone.error))
    assert drop.value - checked.of(other).value == pytest.approx(checked.lead)


def test_a_check_ends_though_the_stronger_player_explains_nothing_that_was_seen() -> None:
    """A seat has taken a discard, and the stronger player would never take one."""
    seen = next(
        each
        for each in some_views_of(QUICK, 100)
        if any(move.seat != each.seat and isinstance(move.action, Take) for move in each.moves)
    )
    shown = next(each for each in evaluate(seen, 5, trust=1000) if each.playouts > 8000)
    best, other = (value.action for value in shown.values[:2])
    thought = {best: Belief(shown.lead, 0.3), other: Belief(0.0, 0.3)}
    profile = replace(QUICK.profile, take_margin=900_000, take_heat=0)
    never = replace(MASTERS, profile=profile)
    steps = evaluate(seen, 5, actions=(best, other), opinion=thought, stronger=never, trust=1000)
    found = list(islice(steps, 20))
    assert not found[0].is_checked
    assert found[-1].is_checked


def some_views_of(player: SeatPlayer, hands: int) -> Iterator[SeatView]:
    """Views of decisions in hands of a plain player."""
    bot = Plain(player.profile)
    for random in map(Random, range(hands)):
        deck = list(STANDARD.pack())
        random.shuffle(deck)
        hand = Hand.deal(STANDARD, 2, 0, deck)
        while not hand.is_over:
            seen = view(hand, hand.turn)
            if len(options(seen)) > 2:
                yield seen
            hand.act(hand.turn, bot.choose(seen, random.getrandbits(32)))


def test_another_player_can_play_on_than_the_one_who_has_played_so_far() -> None:
    seen = after_draw("2C 9H 5D JS KD 7C")
    greedy = KernelPlayer(kind=GREEDY, drop_at=99)  # drops whatever it holds
    dropping = next(evaluate(seen, 3, replace(QUICK, then=lambda _rules, _seats: greedy)))
    assert dropping.moves == 2 * dropping.playouts  # the discard, then the drop
    assert next(evaluate(seen, 3)).moves > 4 * dropping.playouts


def test_every_rule_set_and_table_is_evaluated() -> None:
    for seen in some_views(11, 12 if EVERY else 6):
        found = next(evaluate(seen, 1))
        assert {value.action for value in found.values} == set(options(seen))
        assert found.best.value == max(value.value for value in found.values if value.is_open)
        for value in found.values:
            assert all(0 <= chance <= 1 + 1e-9 for chance in value.chances)
            assert len(value.chances) == len(OUTCOMES)


def after_draw(hand_of_eldest: str) -> SeatView:
    """The eldest of two seats under ``standard``, dealt these cards and having drawn the last."""
    own = hand_of_eldest.split()
    rest = [card for card in STANDARD.pack() if card not in own]
    Random(1).shuffle(rest)
    others, rest = rest[:5], rest[5:]
    dealt = [card for pair in zip(own[:5], others, strict=True) for card in pair]
    hand = Hand.deal(STANDARD, 2, 1, [*dealt, rest[0], own[5], *rest[1:]])
    hand.act(0, hand.legal()[1])
    return view(hand, 0)


def test_the_lead_over_the_next_best_becomes_known_whichever_that_is() -> None:
    # Q♠ falls behind 9♦ at first and is left out; later 9♦ falls behind it.
    own, drawn = ["4C", "TC", "9D", "KH", "QS"], ["JD", "9C", "KC", "JC"]
    rest = [card for card in STANDARD.pack() if card not in (*own, *drawn)]
    dealt = [card for pair in zip(own, rest[:5], strict=True) for card in pair]
    hand = Hand.deal(STANDARD, 2, 0, [*dealt, *drawn, *rest[5:]])
    for action in (DRAW, Discard("KH"), DRAW, Discard("KC"), DRAW):
        hand.act(hand.turn, action)
    seen = view(hand, 1)
    steps = evaluate(seen, 3984114006, opinion=opinion(seen))
    found = next(each for each in steps if each.playouts > 60_000)
    assert SURE * found.lead_error <= 0.021


@pytest.mark.parametrize(("scoring", "needed"), [("stakes", 0.02), ("push_up", 0.3)])
def test_a_lead_becomes_known_to_a_fiftieth_of_a_stake_however_it_is_paid(
    scoring: str, needed: float
) -> None:
    """In a push-up, 15 points count as a stake."""
    seen = after_draw("2C 9H 5D JS KD 7C")
    seen = replace(seen, rules=seen.rules.changed(scoring=scoring))
    steps = evaluate(seen, 5, actions=(Discard("KD"), Discard("2C")))
    found = next(each for each in steps if not each.values[1].is_open)
    assert needed / 2 < SURE * found.lead_error <= needed


def test_a_small_lead_in_points_is_checked_too() -> None:
    """Of few play-outs a lead of less than a fiftieth of a stake says little."""
    seen = replace(after_draw("2C 2D 3S KH 8D KC"), rules=preset("push_up"))
    ahead, first = two = Discard("KC"), Discard("KH")
    shown = next(evaluate(seen, 5, actions=two))
    assert 0.02 < shown.of(ahead).value - shown.of(first).value < 0.3  # points
    thought: dict[Action, Belief] = {ahead: Belief(0.001, 0.3), first: Belief(0.0, 0.3)}
    assert not next(evaluate(seen, 5, actions=two, opinion=thought, stronger=MASTERS)).is_checked


def best(seen: SeatView) -> Estimate:
    return estimate(seen, 3, precision=0.03, playouts=30_000)


def test_a_lone_king_goes_before_a_pair() -> None:
    found = best(after_draw("2C 2D 3S KH 8D KC"))
    assert found.best.action != Discard("2C")
    assert found.of(Discard("2C")).value < found.best.value - 0.1


def test_a_drop_with_aces_and_twos_is_safe() -> None:
    own = ["AC", "AD", "2C", "2D", "3H"]
    rest = [card for card in STANDARD.pack() if card not in own]
    others = rest[10::8]
    dealt = [card for pair in zip(own, others, strict=True) for card in pair]
    hand = Hand.deal(STANDARD, 2, 1, [*dealt, *(card for card in rest if card not in others)])
    found = best(view(hand, 0))
    assert found.of(DROP).chance("win") > 0.97
    assert found.of(DROP).value > 0.9


def liking(seen: SeatView, liked: Action, loss: float, error: float) -> Estimate:
    """What is found by who thinks that all but one action cost so much."""
    thought = {each: Belief(loss * (each != liked), error) for each in options(seen)}
    return estimate(seen, 3, playouts=300, opinion=thought)


def test_an_opinion_settles_what_is_close_and_no_more() -> None:
    seen = after_draw("2C 2D 3S KH 8D KC")
    for king in (Discard("KH"), Discard("KC")):
        assert liking(seen, king, 0.3, 0.02).best.action == king
    assert liking(seen, Discard("2C"), 0.02, 0.2).best.action != Discard("2C")


def test_the_network_thinks_most_of_what_the_master_does() -> None:
    bot = make_bot("master")
    for seen in some_views(8, 10):
        thought = opinion(seen)
        assert set(thought) <= set(options(seen))
        chosen = thought.get(bot.choose(seen, 1))
        assert chosen is None or chosen.loss < 0.1
        assert not thought or min(each.loss for each in thought.values()) == 0


def test_what_the_network_thinks_is_told_in_what_a_hand_is_worth() -> None:
    """A king kept costs parts of a stake, and in a push-up points."""
    seen = after_draw("2C 2D 3S KH 8D KC")
    push_up = replace(seen, rules=preset("push_up"))
    stakes, points = (max(cost.loss for cost in opinion(each).values()) for each in (seen, push_up))
    assert 0.1 < stakes < 1
    assert 3 < points < 30


def test_nothing_to_decide_is_refused() -> None:
    hand = Hand.deal(STANDARD, 2, 1, STANDARD.pack())
    with pytest.raises(ValueError, match="nothing to decide"):
        evaluate(view(hand, 1), 1)


def test_all_of_more_than_a_thousand_choices_are_compared() -> None:
    """Eight wild cards make so many spreads; no number is refused that the rules allow."""
    rules = STANDARD.changed(jokers=4, wild="2X", ace="low_or_high", hand_size=9, naturals=())
    own = [*(card for card in rules.pack() if rules.is_wild(card)), "6H", "8H"]
    others = [card for card in rules.pack() if card not in own]
    dealt = [card for both in zip(own, others[:9], strict=False) for card in both]
    hand = Hand.deal(rules, 2, 0, [*dealt, others[9], own[9], *others[10:]])
    hand.act(1, DRAW)
    seen = view(hand, 1)
    choices = options(seen)
    assert 1_000 < len(choices) < ACTIONS
    found = next(evaluate(seen, 1, is_brief=True, first=1, threads=1))
    assert {each.action for each in found.values} == {*choices}
    many = seen_by(seen, QUICK, choices)
    many.n_actions = ACTIONS + 1
    with pytest.raises(KernelRefusedError, match="TONK_BAD_INPUT"):
        play_outs(many, RolloutMemory(), [1], [0])


@pytest.mark.share(2)
@pytest.mark.parametrize("name", ["waits", "slap_polite", "double_double"])
def test_who_follows_the_hints_plays_legally(name: str) -> None:
    rules = preset(name).changed(drop_when="any_time")
    match = Match(rules, ("hint:10", "greedy8"), "hints")
    decider = Decider(match.bots, make_bot)
    for number in range(2 if EVERY else 1):
        play_deal(match, number, decider)
    assert not any(decider.faults)


@pytest.mark.share(2)
@pytest.mark.parametrize("name", ["waits", "slap_polite", "double_double", "push_up"])
def test_the_master_that_searches_plays_legally(name: str) -> None:
    match = Match(preset(name), ("search:10", "greedy8"), "searches")
    decider = Decider(match.bots, make_bot)
    play_deal(match, 0, decider)
    assert not any(decider.faults)


@pytest.mark.parametrize("wrong", ["", "0", "x", "5/3", "5/", "9999999"])
def test_a_number_of_playouts_that_is_none_is_refused(wrong: str) -> None:
    for family in ("hint", "search"):
        with pytest.raises(UnknownBotError, match=f"{wrong}: expected 1 to 1000000 play-outs"):
            make_bot(f"{family}:{wrong}")


def test_a_hand_that_was_hardly_ever_dealt_is_not_thought_about_without_end() -> None:
    rules = STANDARD.changed(naturals=(Natural("at_most", 49, 1),))
    pack = rules.pack()
    tens = [card for card in pack if card[0] in "TJQK"]
    deck = [*tens, *(card for card in pack if card not in tens)]
    hand = Hand.deal(rules, 3, 0, deck)
    seen = view(hand, hand.turn)
    with pytest.raises(NoWorldError, match="no deck was found"):
        next(evaluate(seen, 1, is_brief=True))
    for name in ("hint:20", "hint:20/brief", "search:20"):
        assert make_bot(name).choose(seen, 1) in seen.legal
