"""The small pure parts: arrangement, log, pace of the opponents, effects."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from ai.bot import Doubting, ask
from ai.registry import LEVELS, make_bot
from ai.worker import Thought
from game.rules.actions import DRAW, DROP
from game.rules.cards import shuffled
from game.rules.hand import Hand
from game.rules.phases import LAY, START, Phase
from game.rules.presets import PRESETS, STANDARD, preset
from game.rules.results import Payment, PayReason
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView
from game.rules.view import view as view_of
from game.ui.table.flow.pacing import TurnPace, pause_for
from game.ui.table.flow.shown import Logbook
from game.ui.table.motion.effects import BUBBLE_SECONDS, Effects, Notice
from game.ui.table.motion.picture import Arrangement, Sorting, grouped
from tests.ui.table.staging import a_session

# -- arrangement -----------------------------------------------------------------------------------


def test_a_hand_is_dealt_in_order_and_new_cards_come_last() -> None:
    held = Arrangement()
    held.deal(("KC", "2C", "AD", "2S"))
    assert held.order == ("AD", "2C", "2S", "KC")
    held.hold(("2C", "3H", "AD", "2S"))
    assert held.order == ("AD", "2C", "2S", "3H")


def test_sorting_by_suit_then_by_rank() -> None:
    held = Arrangement()
    held.deal(("KC", "X1", "2C", "AD", "2S"))
    held.sort(Sorting.SUIT)
    assert held.order == ("2C", "KC", "AD", "2S", "X1")
    held.sort(Sorting.RANK)
    assert held.order == ("AD", "2C", "2S", "KC", "X1")


def test_an_order_of_ones_own_is_kept_and_ends_with_the_hand() -> None:
    held = Arrangement()
    held.deal(("AC", "2C", "3C"))
    held.move("3C", 0)
    assert (held.order, held.sorting) == (("3C", "AC", "2C"), Sorting.OWN)
    held.move("3C", -5)
    held.move("KH", 1)
    assert held.order == ("3C", "AC", "2C")
    held.deal(("9C", "8C", "7C"))
    assert held.order == ("7C", "8C", "9C")


def test_what_goes_together_is_held_together() -> None:
    held = Arrangement(Sorting.GROUPS)
    held.deal(("AS", "QC", "5H", "KC", "AD", "7H", "JC"))
    assert held.order == ("JC", "QC", "KC", "AD", "AS", "5H", "7H")
    held.hold(("AS", "QC", "5H", "KC", "AD", "7H", "6H"))
    assert held.order == ("QC", "KC", "AD", "AS", "5H", "7H", "6H")
    held.sort(Sorting.GROUPS)
    assert held.order == ("5H", "6H", "7H", "AD", "AS", "QC", "KC")


def test_cards_go_to_the_groups_that_hold_most_of_them() -> None:
    cards = ("3C", "3D", "3H", "4H", "5H", "6H")
    assert grouped(cards, RuleSet()) == ("3C", "3D", "3H", "4H", "5H", "6H")
    assert grouped(cards[1:], RuleSet()) == ("3H", "4H", "5H", "6H", "3D")
    assert grouped((*cards[:-1], "3S"), RuleSet()) == ("3C", "3D", "3S", "3H", "4H", "5H")


@pytest.mark.parametrize("name", PRESETS)
def test_grouping_keeps_every_card_of_every_pack(name: str) -> None:
    rules = preset(name)
    for seed in range(8):
        cards = shuffled(rules.pack(), f"{seed:064}")[:10]
        assert sorted(grouped(cards, rules)) == sorted(cards)


# -- log -------------------------------------------------------------------------------------------


def test_the_log_shows_its_end_and_can_be_read_back() -> None:
    log = Logbook()
    for number in range(10):
        log.add(str(number))
    assert [text for text, _ in log.seen(3).lines] == ["7", "8", "9"]
    log.scroll(-4, 3)
    assert [text for text, _ in log.seen(3).lines] == ["3", "4", "5"]
    log.add("10")
    assert [text for text, _ in log.seen(3).lines] == ["3", "4", "5"]
    log.scroll(-99, 3)
    assert log.seen(3).above == 0.0
    log.scroll(99, 3)
    assert [text for text, _ in log.seen(3).lines] == ["8", "9", "10"]
    assert log.seen(3).above == 1.0


def test_long_entries_are_broken_anew_for_another_window() -> None:
    log = Logbook()
    log.add("a b c", is_head=True)
    log.rebreak(lambda text: text.split())
    assert log.seen(9).lines == (("a", True), ("b", True), ("c", True))
    assert log.texts == ("a b c",)


# -- opponents' pace -------------------------------------------------------------------------------


def a_pace() -> tuple[TurnPace, list[Thought]]:
    asked: list[Thought] = []

    def think(_view: object, _level: str, _seed: int) -> Thought:
        asked.append(Thought())
        return asked[-1]

    return TurnPace(think), asked


def test_an_opponent_answers_when_it_has_thought_and_when_it_is_time() -> None:
    session = a_session()
    session.next_hand()
    pace, asked = a_pace()
    pace.begin(1, session.view(1), "regular", 500, "normal")
    asked[0].set_result(DRAW)
    assert pace.answer() is None
    assert pace.idle_for() == pytest.approx(pause_for(session.view(1), 500, "normal"))
    pace.update(5.0)
    assert pace.answer() == DRAW
    assert not pace.is_thinking


def test_nobody_drops_without_counting_once_more() -> None:
    session = a_session()
    session.next_hand()
    pace, asked = a_pace()
    pace.begin(1, session.view(1), "regular", 500, "normal")
    asked[0].set_result(DROP)
    pace.update(5.0)
    assert pace.answer() is None
    assert 0.3 < (pace.idle_for() or 0) < 1.0
    pace.update(5.0)
    assert pace.answer() == DROP


def test_at_instant_speed_only_the_answer_is_waited_for() -> None:
    session = a_session()
    session.next_hand()
    pace, asked = a_pace()
    pace.begin(1, session.view(1), "regular", 1, "instant")
    assert (pace.answer(), pace.idle_for()) == (None, None)
    asked[0].set_result(DROP)
    assert pace.answer() == DROP


def test_a_hard_decision_takes_longer_than_a_clear_one() -> None:
    session = a_session()
    session.next_hand()
    view = session.view(1)
    waits = []
    for doubt in (0.0, 0.5, 1.0):
        pace, asked = a_pace()
        pace.begin(1, view, "regular", 500, "normal")
        asked[0].doubt = doubt
        asked[0].set_result(DRAW)
        assert pace.answer() is None
        waits.append(pace.idle_for() or 0)
    assert waits[0] < waits[1] < waits[2]
    assert waits == pytest.approx(
        [pause_for(view, 500, "normal", x) for x in (0, 0.5, 1)], rel=0.01
    )


def test_what_an_opponent_has_thought_about_counts_for_its_pause() -> None:
    session = a_session()
    session.next_hand()
    pace, asked = a_pace()
    pace.begin(1, session.view(1), "regular", 500, "normal")
    pace.update(5.0)
    assert pace.answer() is None
    asked[0].doubt = 1.0
    asked[0].set_result(DRAW)
    assert pace.answer() == DRAW


def in_mid_turn() -> SeatView:
    """What a seat sees that has just drawn."""
    hand = Hand.deal(STANDARD, 3, 0, STANDARD.pack())
    hand.act(1, DRAW)
    return view_of(hand, 1)


def spent(pace: TurnPace, asked: list[Thought]) -> None:
    """Let seat 1 spend the whole time of a turn on its first decision."""
    session = a_session()
    session.next_hand()
    pace.begin(1, session.view(1), "regular", 500, "normal")
    asked[-1].set_result(DRAW)
    pace.update(1.2)
    assert pace.answer() == DRAW


def test_a_long_turn_gets_faster_and_waits_for_nothing_in_the_end() -> None:
    pace, asked = a_pace()
    spent(pace, asked)
    pace.begin(1, in_mid_turn(), "regular", 500, "normal")
    asked[-1].doubt = 1.0
    asked[-1].set_result(DRAW)
    late = [pace.is_late]
    assert pace.answer() is None
    assert 0.0 < (pace.idle_for() or 0) < 0.06
    pace.update(0.11)
    assert pace.answer() == DRAW
    pace.begin(1, in_mid_turn(), "regular", 500, "normal")
    late.append(pace.is_late)
    asked[-1].set_result(DRAW)
    assert pace.answer() == DRAW
    assert late == [False, True]


@pytest.mark.parametrize("seat", [1, 2])
def test_a_turn_that_begins_with_a_claim_has_a_time_of_its_own(seat: int) -> None:
    pace, asked = a_pace()
    spent(pace, asked)
    pace.update(1.0)
    if seat == 1:  # whose next turn it is: the player has acted meanwhile
        pace.turn_over()
    pace.begin(seat, in_mid_turn(), "regular", 500, "normal")
    assert not pace.is_late
    assert (pace.idle_for() or 0) > 0.1


def test_a_question_that_is_withdrawn_is_not_thought_about_any_more() -> None:
    pace, asked = a_pace()
    pace.begin(1, in_mid_turn(), "regular", 500, "normal")
    pace.forget()
    assert asked[0].cancelled()
    assert (pace.answer(), pace.idle_for()) == (None, None)


def test_the_pace_varies_within_bounds_and_by_the_setting() -> None:
    session = a_session()
    session.next_hand()
    view = session.view(1)
    pauses = [pause_for(view, seed, "normal", seed % 101 / 100) for seed in range(2000)]
    assert 0.19 < min(pauses) < 0.21
    assert 0.65 < max(pauses) < 0.72
    assert len(set(pauses)) > 500
    speeds = [pause_for(view, 7, speed) for speed in ("slow", "normal", "fast", "rapid", "instant")]
    assert speeds == sorted(speeds, reverse=True)
    assert speeds[-1] == 0.0


_PAUSES_AT_RANDOM: Final = {START: 0.375, LAY: 0.28}  # seconds, on average, when chance made them


@pytest.mark.parametrize("level", LEVELS)
def test_who_ponders_makes_the_game_no_slower(level: str) -> None:
    bot, dice = make_bot(level), Random(level)
    assert isinstance(bot, Doubting)
    pauses: dict[Phase, list[float]] = {START: [], LAY: []}
    for _ in range(8):
        deck = list(STANDARD.pack())
        dice.shuffle(deck)
        hand = Hand.deal(STANDARD, 3, 0, deck)
        while not hand.is_over:
            seen, seed = view_of(hand, hand.turn), dice.getrandbits(32)
            doubt = bot.doubt(seen) if len(seen.legal) > 1 else 0.0
            pauses[hand.phase].append(pause_for(seen, seed, "normal", doubt))
            hand.act(hand.turn, ask(bot, seen, seed))
    for phase, taken in pauses.items():
        assert sum(taken) / len(taken) <= _PAUSES_AT_RANDOM[phase]
        assert max(taken) > 1.3 * min(taken)


# -- effects ---------------------------------------------------------------------------------------


def test_coins_leave_at_once_and_arrive_later() -> None:
    effects = Effects()
    effects.pay(Payment(1, 0, 2, PayReason.DROP), 0.5)
    assert (effects.received(1), effects.received(0)) == (-2, 0)
    effects.update(0.3)
    assert effects.received(0) == 0
    effects.update(0.3)
    assert (effects.received(1), effects.received(0)) == (-2, 2)
    effects.pay(Payment(2, 0, 1, PayReason.DROP), 9.0)
    effects.finish()
    assert effects.received(0) == 3


def test_what_is_told_stays_long_enough_then_fades() -> None:
    effects = Effects()
    effects.say(1, "Ada drops.")
    effects.say(1, "Ada pays.")
    assert effects.idle_for() == pytest.approx(BUBBLE_SECONDS - 0.25)
    effects.update(BUBBLE_SECONDS - 0.1)
    assert (effects.bubbles[1].text, effects.idle_for()) == ("Ada pays.", 0.0)
    assert effects.update(0.2)
    assert effects.bubbles == {}
    assert effects.idle_for() is None


def test_a_notice_goes_by_itself() -> None:
    notice = Notice()
    notice.show("No.")
    assert not notice.update(1.0)
    assert notice.update(3.0)
    assert (notice.text, notice.idle_for()) == ("", None)
