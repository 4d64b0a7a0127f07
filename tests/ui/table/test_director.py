"""Every move of real hands becomes beats that carry the cards from slot to slot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import pytest

from ai.registry import make_bot
from game.play.session import Session
from game.rules.actions import (
    STOP,
    TAKE,
    Discard,
    Draw,
    Drop,
    Hit,
    Spread,
    Stop,
    Take,
    parse_action,
)
from game.rules.hand import Hand
from game.rules.results import Ending, Payment, PayReason, Result
from game.rules.view import SeatView, SeenMove
from game.rules.view import view as view_of
from game.ui.shell.sound import CALLS
from game.ui.table.motion.director import (
    IN_A_ROW,
    LONGEST_ENDING,
    SLAPPED,
    Beat,
    Coins,
    Count,
    Cue,
    Flip,
    Proclaim,
    Say,
    Script,
    Settle,
    ShowDealer,
    Travel,
    WinnersShown,
    celebration,
    cut,
    deal,
    direct,
    end_of,
    ending,
    weight_of,
)
from game.ui.table.motion.layout import STOCK, Slot, Zone
from game.ui.table.motion.picture import Arrangement, by_rank, carried, picture
from tests.ui.table.house.positions import Guest, after, dealt, rules
from tests.ui.table.staging import a_session

pytestmark = pytest.mark.xdist_group("director")

ENOUGH_HANDS = 24


@dataclass(frozen=True)
class Step:
    """One move of a hand, as seat 0 sees it, and its script."""

    before: SeatView
    move: SeenMove
    after: SeatView
    script: Script


def steps(session: Session, hands: int = ENOUGH_HANDS) -> Iterator[Step]:
    """Whole hands, played by bots."""
    for _ in range(hands):
        session.next_hand()
        arrangement = Arrangement()
        before = session.view(0)
        arrangement.deal(before.hand)
        while session.is_playing:
            yield (step := next_step(session, arrangement, before))
            before = step.after


def next_step(session: Session, arrangement: Arrangement, before: SeatView) -> Step:
    seat = before.turn
    seen = session.view(seat)
    session.act(seat, make_bot("regular").choose(seen, session.decision_seed(seat)))
    after, old = session.view(0), arrangement.order
    arrangement.hold(after.hand)
    script = direct(before, after.moves[-1], after, (old, arrangement.order))
    return Step(before, after.moves[-1], after, script)


@pytest.fixture(params=[2, 4, 6])
def played(request: pytest.FixtureRequest) -> tuple[Step, ...]:
    return _played(request.param)


@cache
def _played(seats: int) -> tuple[Step, ...]:
    return tuple(steps(a_session(seats, f"director {seats}")))


def acts(step: Step, kind: type) -> list[Beat]:
    return [beat for beat in step.script.beats if isinstance(beat.act, kind)]


def travels(step: Step) -> list[Travel]:
    return [beat.act for beat in step.script.beats if isinstance(beat.act, Travel)]


def test_cards_travel_from_a_slot_that_held_one_to_a_slot_that_holds_it_now(
    played: tuple[Step, ...],
) -> None:
    for step in played:
        for travel in travels(step):
            assert travel.source in step.script.before or travel.source == STOCK
            assert step.script.after[travel.target] == travel.face


def test_no_card_is_lost_on_the_way_and_no_two_meet(played: tuple[Step, ...]) -> None:
    for step in played:
        script = step.script
        moved = carried(script.before, script.after, script.moved)
        assert len(set(moved.values())) == len(moved)
        assert set(moved.values()) <= set(script.after)
        lost = {slot for slot in script.before if slot not in moved}
        assert {slot.zone for slot in lost} <= {Zone.PILE}
        fresh = set(script.after) - set(moved.values())
        drawn = {t.target for t in travels(step) if t.source == STOCK}
        assert {slot for slot in fresh if slot.zone is not Zone.PILE} == drawn


def test_known_cards_are_followed_by_name(played: tuple[Step, ...]) -> None:
    for step in played:
        script = step.script
        for source, target in carried(script.before, script.after, script.moved).items():
            faces = script.before[source], script.after[target]
            assert None in faces or faces[0] == faces[1]


@pytest.mark.parametrize(
    ("kind", "source", "target"),
    [
        (Draw, Zone.STOCK, Zone.HAND),
        (Take, Zone.PILE, Zone.HAND),
        (Spread, Zone.HAND, Zone.SPREAD),
        (Hit, Zone.HAND, Zone.SPREAD),
        (Discard, Zone.HAND, Zone.PILE),
    ],
)
def test_each_kind_of_move_goes_its_way(
    played: tuple[Step, ...], kind: type, source: Zone, target: Zone
) -> None:
    found = [step for step in played if isinstance(step.move.action, kind)]
    assert found
    for step in found:
        assert {(t.source.zone, t.target.zone) for t in travels(step)} == {(source, target)}
        hands = [t.source if source is Zone.HAND else t.target for t in travels(step)]
        if Zone.HAND in {source, target}:
            assert {slot.owner for slot in hands} == {step.move.seat}


def test_what_others_draw_is_never_shown(played: tuple[Step, ...]) -> None:
    drawn = [s for s in played if isinstance(s.move.action, Draw) and s.move.seat != 0]
    assert drawn
    assert {t.face for step in drawn for t in travels(step)} == {None}


def test_hands_stay_closed_until_their_beat(played: tuple[Step, ...]) -> None:
    for step in played:
        for lying in (step.script.before, step.script.after):
            others = [s for s in lying if s.zone is Zone.HAND and s.owner != 0]
            assert {lying[slot] for slot in others} <= {None}


def test_lays_are_told_beside_the_seat(played: tuple[Step, ...]) -> None:
    for step in played:
        is_told = isinstance(step.move.action, Spread | Hit | Drop | Stop)
        assert bool(acts(step, Say)) == is_told


def test_an_ending_opens_every_shown_hand_counts_pays_and_settles(played: tuple[Step, ...]) -> None:
    endings = [step for step in played if step.after.result is not None]
    assert len(endings) >= ENOUGH_HANDS // 2
    for step in endings:
        view, result = step.after, step.after.result
        assert result is not None
        flipped = {
            (beat.act.slot, beat.act.face)
            for beat in acts(step, Flip)
            if isinstance(beat.act, Flip) and beat.act.face is not None
        }
        shown = {
            (Slot(Zone.HAND, seat, place), card)
            for seat, cards in enumerate(view.shown)
            if seat != 0 and cards is not None
            for place, card in enumerate(by_rank(cards))
        }
        assert flipped == shown
        assert {b.act.seat for b in acts(step, Count) if isinstance(b.act, Count)} == set(
            range(view.seats)
        )
        paid = tuple(b.act.payment for b in acts(step, Coins) if isinstance(b.act, Coins))
        assert paid == result.transfers
        assert isinstance(max(step.script.beats, key=lambda beat: beat.at).act, Settle)


def test_the_scene_of_an_ending_is_short_and_tells_who_has_won_after_the_cards(
    played: tuple[Step, ...],
) -> None:
    endings = [step for step in played if step.after.result is not None]
    assert {step.after.result.ending for step in endings if step.after.result} >= {Ending.DROP}
    for step in endings:
        beats, result = step.script.beats, step.after.result
        assert result is not None
        (verdict,) = acts(step, WinnersShown)
        assert isinstance(verdict.act, WinnersShown)
        assert verdict.act.winners == result.winners
        assert end_of(beats) <= LONGEST_ENDING
        (settled,) = acts(step, Settle)
        told = [verdict, *acts(step, Proclaim)]
        assert all(beat.at <= settled.at for beat in told)
        if result.ending in {Ending.DROP, Ending.CAUGHT, Ending.STOCKOUT}:
            seen = [*acts(step, Flip), *acts(step, Count)]
            assert max(beat.end for beat in seen) <= min(beat.at for beat in told)


def tied() -> Hand:
    """The stock is out and two count alike, which pays nobody."""
    hand = dealt(rules(naturals=[]), "5H 6H 7H 9C JC", "8H 6S 2C 3C TH", then="2S")
    hand.stock.clear()
    return after(hand, (0, TAKE), (0, Discard("JC")), (1, STOP))


NATURAL = "TS JS QS KS TD"


@pytest.mark.parametrize(
    ("hand", "ends"),
    [
        (dealt(rules(), "2H 6H 7H 9C JC", NATURAL), Ending.NATURAL),
        (dealt(rules(), "JH JC QH KC KD", NATURAL, "2H 6H 7H 9C JD"), Ending.VOID),
        (tied(), Ending.VOID),
    ],
)
def test_the_cards_that_decide_are_seen_before_the_word(hand: Hand, ends: Ending) -> None:
    view = view_of(hand, 0)
    assert view.result is not None
    assert view.result.ending is ends
    arrangement = Arrangement()
    arrangement.deal(view.hand)
    beats = ending(view, picture(view, arrangement.order))
    opened = [beat.end for beat in beats if isinstance(beat.act, Flip) and beat.act.face]
    told = [beat.at for beat in beats if isinstance(beat.act, Proclaim | WinnersShown)]
    assert opened
    assert max(opened) <= min(told)
    assert end_of(beats) <= LONGEST_ENDING


def test_a_natural_opens_first_and_every_other_hand_below_the_word() -> None:
    view = view_of(dealt(rules(), NATURAL, "2H 6H 7H 9C JC", "3H 5H 8H 9D JD", "4C 8S 3C 5C 6D"), 0)
    arrangement = Arrangement()
    arrangement.deal(view.hand)
    beats = ending(view, picture(view, arrangement.order))
    (told,) = [beat.at for beat in beats if isinstance(beat.act, Proclaim)]
    assert told < 0.5
    counted = {beat.act.seat for beat in beats if isinstance(beat.act, Count)}
    assert counted == {0, 1, 2, 3}
    opened = {
        beat.act.slot.owner: beat.at for beat in reversed(beats) if isinstance(beat.act, Flip)
    }
    assert opened.keys() == {1, 2, 3}
    assert end_of(beats) < LONGEST_ENDING


def test_a_hand_that_a_slap_empties_has_a_word_of_its_own() -> None:
    law = rules("slap", naturals=())
    mine, hers = "7C 7D 7H 2C 3D", "KC QC JC 9D 7S"
    deeds = ["0 draw", "0 spread 7C 7D 7H", "0 discard 2C", "1 draw", "1 discard 7S", "0 slap 0 3D"]
    hand = dealt(law, mine, hers, then="9H KS 8D")
    for text in deeds[:5]:
        hand.act(*parse_action(text))
    hand.hands[0] = ["3D"]
    hand.act(*parse_action(deeds[5]))
    view = view_of(hand, 0)
    assert view.result is not None
    words = [beat.act.word for beat in ending(view, {}) if isinstance(beat.act, Proclaim)]
    assert words == [SLAPPED]
    assert _heard(ending(view, {}))[:2] == ["stab", "win"]
    assert _heard(ending(view_of(hand, 1), {}))[0] == "stab"


def _heard(beats: tuple[Beat, ...]) -> list[str]:
    """The sounds of an ending, in order, without those of cards."""
    cues = sorted((beat for beat in beats if isinstance(beat.act, Cue)), key=lambda beat: beat.at)
    return [
        beat.act.sound for beat in cues if isinstance(beat.act, Cue) and beat.act.sound in CALLS
    ]


def _paying(how: Ending, stakes: int, winner: int) -> list[str]:
    """What seat 0 hears of an ending in which each of two others pays the winner so much."""
    hand = dealt(rules(), "2H 6H 7H 9C JC", "3H 5H 8H 9D JD", "4C 8S 3C 5C 6D")
    payers = [seat for seat in range(3) if seat != winner]
    paid = tuple(Payment(seat, winner, stakes, PayReason.DROP) for seat in payers)
    sums = tuple(2 * stakes if seat == winner else -stakes for seat in range(3))
    result = Result(how, (winner,), (3, 9, 12), sums, (0, 0, 0), paid)
    return _heard(ending(replace(view_of(hand, 0), result=result), {}))


def test_small_and_large_moments_sound_different() -> None:
    assert _paying(Ending.DROP, 1, 0) == ["win", "coins", "coins"]
    assert _paying(Ending.DROP, 1, 1) == ["lose", "coins", "coins"]
    assert _paying(Ending.DROP, 4, 0) == ["win", "cascade", "coins"]
    assert _paying(Ending.DROP, 4, 1) == ["groan", "cascade", "coins"]
    assert _paying(Ending.TONK, 2, 0)[0] == "tonk"
    assert _paying(Ending.DOUBLE_DOUBLE, 4, 0)[0] == "double"
    assert _heard(celebration(3)) == ["streak"]


def test_three_five_and_ten_wins_in_a_row_are_told() -> None:
    told = {wins: celebration(wins) for wins in range(12)}
    assert {wins for wins, beats in told.items() if beats} == set(IN_A_ROW)
    words = [beat.act.word for beat in told[3] if isinstance(beat.act, Proclaim)]
    assert words == [IN_A_ROW[3]]


def test_two_stakes_shake_the_table_and_one_does_not() -> None:
    run = ("0 draw", "0 spread AC 2C 3C 4C 5C 6C")
    for deeds, won in ((("0 drop",), 1), (run, 2)):
        law = rules("standard", naturals=())
        it = Guest(dealt(law, "AC 2C 3C 4C 5C", "9S KS QH JC 8D", then="9H 6C"), speed="normal")
        it.wait_until(it.is_to_act)
        shaken = False
        for text in deeds:
            it.table.flow.act(*parse_action(text))
            for _ in range(100):
                it.frame()
                shaken |= it.table.board.effects.shake.is_on
        assert it.table.view.result is not None
        assert it.table.view.result.payments == (won, -won)
        assert shaken == (won > 1)


def test_the_more_there_is_to_win_the_larger_the_scene() -> None:
    def result(stakes: int) -> Result:
        paid = (Payment(1, 0, stakes, PayReason.DROP),)
        return Result(Ending.DROP, (0,), (3, 9), (stakes, -stakes), (0, 0), paid)

    weights = [weight_of(result(stakes), 0) for stakes in (1, 2, 4, 8)]
    assert weights == sorted(set(weights))
    assert weights[-1] == 1.0
    assert weight_of(result(2), 1) == weight_of(result(2), 0), "a loss weighs as much as a win"


def test_a_turn_of_an_opponent_is_short(played: tuple[Step, ...]) -> None:
    turns = [step for step in played if step.after.result is None]
    assert turns
    for step in turns:
        assert end_of(step.script.beats) <= 0.8


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_the_deal_goes_round_from_eldest_one_card_at_a_time(seats: int) -> None:
    session = a_session(seats, "deal")
    session.next_hand()
    view = session.view(0)
    arrangement = Arrangement()
    arrangement.deal(view.hand)
    script = deal(view, arrangement.order)
    dealt = [b for b in script.beats if isinstance(b.act, Travel)]
    assert [b.at for b in dealt] == sorted({b.at for b in dealt})
    order = [b.act.target for b in dealt if isinstance(b.act, Travel)]
    eldest = (view.dealer + 1) % seats
    rounds = [
        Slot(Zone.HAND, (eldest + i) % seats, place) for place in range(5) for i in range(seats)
    ]
    assert order == [*rounds, Slot(Zone.PILE, 0, 0)]
    assert script.after == {
        slot: card if slot.owner == 0 else None
        for slot, card in picture(view, arrangement.order).items()
    }


def test_the_cut_shows_every_card_and_shows_the_dealer() -> None:
    rounds = [[(0, "KC"), (1, "KD"), (2, "3S")], [(0, "2C"), (1, "9D")]]
    script = cut(rounds, 1)
    found = [b.act for b in script.beats if isinstance(b.act, Travel)]
    assert [(t.target, t.face) for t in found] == [
        (Slot(Zone.CUT, seat, number), card)
        for number, drawn in enumerate(rounds)
        for seat, card in drawn
    ]
    assert script.beats[-1].act == ShowDealer(1)
    assert any(isinstance(b.act, Cue) for b in script.beats)
