"""Remarks: seldom, fitting, the same for the same seed, and over nothing on the table."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import Future
from dataclasses import replace
from functools import cache

import pytest
from pygame import Rect

from ai.registry import make_bot
from game.menus.lesson.page import LessonScene
from game.play.plan import HOUSE, Player
from game.play.session import Session
from game.rules.actions import Action, Discard, Drop
from game.rules.hand import Hand
from game.rules.naturals import Natural
from game.rules.presets import STANDARD
from game.rules.record import record_of
from game.rules.results import Ending
from game.rules.view import SeatView
from game.rules.view import view as view_of
from game.saves.settings import Settings
from game.ui.look.faces import Mood
from game.ui.session.table_scene import TableScene
from game.ui.table.flow.shown import LogLook
from game.ui.table.input.targets import ButtonTarget
from game.ui.table.motion.layout import Zone
from game.ui.table.painting.bubbles import keeps_words, tail
from game.ui.table.painting.status import TableLooks
from game.ui.table.talk.regrets import overlooked_win
from game.ui.table.talk.remarks import (
    LINES,
    Remark,
    TableTalk,
    Talk,
    TalkTable,
    Tone,
    Trigger,
    after_move,
    at_end,
    at_start,
    lines_for,
    tone_of,
)
from tests.ai.positions import position
from tests.ui.table.staging import FakeStage, a_session
from tests.ui.table.states import at_table, play_until

HANDS = 30
SIZES = ((960, 540), (1280, 720), (1024, 768), (2560, 1080), (3840, 2160))
WON = {Trigger.CATCHER, Trigger.CLOSE_CATCHER, Trigger.WENT_OUT, Trigger.NATURAL}
LONGEST = max((text for lines in LINES.values() for _, text in lines), key=len)


def played(session: Session, talk: Talk) -> tuple[list[tuple[int, Remark]], list[SeatView]]:
    """Let bots play; gives what was said, by the number of the hand, and how each hand ended."""
    said: list[tuple[int, Remark]] = []
    ends: list[SeatView] = []
    bot = make_bot("beginner")
    for number in range(1, HANDS + 1):
        hand = session.next_hand()
        assert session.deal is not None
        table = TalkTable(session.players, number, session.deal.seed)
        heard = [talk.at_start(session.view(0), table)]
        while not hand.is_over:
            seat = hand.turn
            session.act(seat, bot.choose(session.view(seat), session.decision_seed(seat)))
            heard.append(talk.after_move(session.view(0), table))
        heard.append(talk.at_end(session.view(0), table))
        ends.append(session.view(0))
        said += [(number, remark) for remark in heard if remark is not None]
    return said, ends


@cache
def evening(rules: str) -> tuple[list[tuple[int, Remark]], list[SeatView]]:
    return played(a_session(4, "talk", rules=rules, level="beginner"), Talk())


def test_the_same_session_is_talked_about_in_the_same_way() -> None:
    again = played(a_session(4, "talk", level="beginner"), Talk())[0]
    assert evening("standard")[0] == again
    other = played(a_session(4, "other", level="beginner"), Talk())[0]
    assert other != again


def test_there_is_a_word_every_other_hand_or_so_and_never_two_in_one() -> None:
    hands = [number for number, _remark in evening("standard")[0]]
    assert len(set(hands)) == len(hands)
    assert HANDS // 6 <= len(hands) <= HANDS * 2 // 3


def test_nobody_says_what_was_said_lately_and_people_say_nothing() -> None:
    said = [remark for _, remark in evening("standard")[0]]
    texts = [remark.text for remark in said]
    for place, text in enumerate(texts):
        assert text not in texts[max(0, place - 12) : place]
    session = a_session(4, "talk", level="beginner")
    assert all(not session.players[remark.seat].is_human for remark in said)


def test_nobody_speaks_of_its_own_luck_twice_in_four_hands() -> None:
    players = tuple(Player(name, "regular") for name in ("Ada", "Basil"))
    view = next(end for end in evening("standard")[1] if end.result and end.result.winners)
    caught = {Trigger.CATCHER, Trigger.CLOSE_CATCHER}
    proud = {Trigger.DROPPED_WELL, Trigger.WENT_OUT, *caught}
    words = {text for each in proud for _, text in LINES[each]}
    talk, seats = Talk(), (*players, *players)
    last: dict[str, int] = {}
    for number in range(200):
        remark = talk.at_end(view, TalkTable(seats, number, str(number)))
        if remark is not None and remark.text in words:
            name = seats[remark.seat].name
            assert number - last.get(name, -9) >= 4
            last[name] = number
    assert last


def test_what_is_said_fits_what_has_happened() -> None:
    for end in evening("standard")[1]:
        result = end.result
        assert result is not None
        for seat, trigger in at_end(end):
            dropped = isinstance(end.moves[-1].action, Drop) and end.moves[-1].seat == seat
            match trigger:
                case Trigger.CAUGHT:
                    assert dropped
                    assert result.ending is Ending.CAUGHT
                case Trigger.DROPPED_WELL:
                    assert dropped
                    assert result.ending is Ending.DROP
                case trigger if trigger in WON:
                    assert seat in result.winners
                case Trigger.NEARLY:
                    assert 0 < result.counts[seat] - min(result.counts) <= 3
                case Trigger.SURPRISED:
                    assert sum(isinstance(move.action, Discard) for move in end.moves) < end.seats
                case Trigger.OTHER_DROPPED:
                    assert result.counts[seat] - min(result.counts) > 3
                case Trigger.BIG_LOSS:
                    assert result.payments[seat] <= -4
                case _:
                    assert seat not in result.winners or trigger is Trigger.LONG_HAND


@pytest.mark.parametrize(
    ("more", "wanted"),
    [(0, Trigger.CLOSE_CATCHER), (3, Trigger.CLOSE_CATCHER), (4, Trigger.CATCHER)],
)
def test_a_catch_is_only_called_close_where_it_was(more: int, wanted: Trigger) -> None:
    caught = 0
    for end in evening("standard")[1]:
        result, dropper = end.result, end.moves[-1].seat
        if result is None or result.ending is not Ending.CAUGHT:
            continue
        caught += 1
        counts = [min(result.counts)] * end.seats
        counts[dropper] += more
        then = replace(end, result=result._replace(counts=tuple(counts)))
        assert {why for seat, why in at_end(then) if seat in result.winners} == {wanted}
    assert caught


def test_being_beaten_by_a_drop_is_told_in_more_than_one_way() -> None:
    found = {trigger for end in evening("standard")[1] for _seat, trigger in at_end(end)}
    assert {Trigger.NEARLY, Trigger.SURPRISED, Trigger.OTHER_DROPPED} <= found
    for each in (Trigger.NEARLY, Trigger.SURPRISED, Trigger.OTHER_DROPPED):
        for tone in Tone:
            assert len(lines_for(each, tone)) >= 2


@pytest.mark.parametrize(
    ("rules", "wanted"), [("standard", Trigger.HIT), ("waits", Trigger.HELD_UP)]
)
def test_a_hit_is_remarked_on_by_who_was_hit(rules: str, wanted: Trigger) -> None:
    found = set()

    def look(each: TableScene) -> bool:
        for seat, trigger in after_move(each.view):
            found.add(trigger)
            assert (trigger is Trigger.HELD_UP) == (each.view.waits[seat] > 0)
            assert each.view.moves[-1].seat != seat
        return wanted in found

    for seed in range(1, 12):
        scene = TableScene(FakeStage((960, 540)), a_session(4, str(seed), rules=rules))
        while scene.board.view is None:
            scene.update(0.1)
        if play_until(scene, look):
            break
    assert wanted in found


def test_who_could_have_gone_out_says_so() -> None:
    hands, stock = ("KC KD KH 6D 7D", "QC QS 8D 6S 4C"), "9C 3H JH 2C 5C 5D"
    left = (
        "0 draw; 0 spread KC KD KH; 0 discard 9C; 1 draw; 1 discard 8D; 0 draw; 0 discard JH; "
        "1 drop"
    )
    hand = position(*hands, stock=stock, played=left)
    assert hand.result is not None
    record = record_of(hand, ("a", "b"))
    assert overlooked_win(record, 0)
    assert not overlooked_win(record, 1)
    assert (0, Trigger.OVERLOOKED) not in list(at_end(view_of(hand, 0)))


WENT_LOW = (
    "0 draw; 0 discard JH; 1 draw; 1 discard TH; 0 draw; 0 discard 9S; "
    "1 draw; 1 spread QC QD QH; 1 discard 9C"
)
GOES_OUT = "0 draw; 0 spread 6D 7D 8D; 0 spread KC KD KH"
IS_HIT = "0 draw; 0 hit QS 0; 0 discard 6D; 1 draw; 1 discard 5C"


@pytest.mark.parametrize(
    ("stock", "rest", "changes", "is_shy"),
    [
        ("8D", GOES_OUT, {}, False),
        (
            "4C 5C 8D",
            f"0 draw; 0 discard 4C; 1 draw; 1 discard 5C; {GOES_OUT}",
            {},
            True,
        ),
        (
            "4C AH 8D",
            f"0 draw; 0 discard 4C; 1 draw; 1 discard 2S; {GOES_OUT}",
            {"drop_at_most": 2},
            False,
        ),
        ("QS 5C KS", f"{IS_HIT}; 0 draw; 0 spread KC KD KH KS; 0 discard 7D", {}, False),
        ("8D", GOES_OUT, {"drop_when": "any_time"}, True),
    ],
    ids=["no turn", "left it", "too much to drop", "had to wait", "between turns"],
)
def test_only_who_let_a_drop_pass_was_shy(
    stock: str, rest: str, changes: dict[str, object], *, is_shy: bool
) -> None:
    """Seat 1 holds 3 points at the end of its second turn."""
    rules = STANDARD.changed(wait_when_hit=1, **changes)
    hand = position(
        "KC KD KH 6D 7D",
        "QC QD QH 2S 9C",
        stock=f"JH TH 9S AS {stock}",
        played=f"{WENT_LOW}; {rest}",
        rules=rules,
    )
    assert ((1, Trigger.SHY) in regretted(hand)) == is_shy


def regretted(hand: Hand) -> list[tuple[int, Trigger]]:
    """What is said of a finished hand, whose record is known."""
    assert hand.result is not None
    record = record_of(hand, [str(seat) for seat in range(hand.seats)])
    return list(at_end(view_of(hand, 0), record))


def test_what_everybody_has_seen_is_regretted() -> None:
    rest = "0 draw; 0 discard 2H; 1 draw; 1 discard KH; 0 draw; 0 discard 2S; 1 draw; 1 discard KS"
    hands, stock = ("KC KD 2C 2S 9C", "KH KS AC AD 3H"), "2H 4C JD 5C QS"
    end = position(*hands, stock=stock, played=f"{rest}; 0 draw; 0 discard 2C; 1 drop")
    found = {why for seat, why in regretted(end) if seat == 0}
    assert {Trigger.CLUNG, Trigger.BROKE} <= found
    assert {why for seat, why in regretted(end) if seat == 1} == {Trigger.DROPPED_WELL}
    # The last king went, and then there was no turn in which to discard one.
    end = position(*hands, stock=stock, played=f"{rest}; 0 drop")
    assert {why for seat, why in regretted(end) if seat == 0} == {Trigger.CAUGHT}


def test_a_spread_that_was_held_is_regretted_where_it_counts() -> None:
    hands = "KC KD KH 2S 9C", "2H 3S AC AD 3H"
    played = "0 draw; 0 discard 9C; 1 drop"
    assert (0, Trigger.HELD) in regretted(position(*hands, stock="4C", played=played))
    free = STANDARD.changed(count="unmatched")
    other = position(*hands, stock="4C", played=played, rules=free)
    assert (0, Trigger.HELD) not in regretted(other)


def test_a_spread_is_not_regretted_before_its_first_turn() -> None:
    low, high = "2H 3S AC AD 3H", "KC KD KH 2S 9C"
    assert (1, Trigger.HELD) not in regretted(position(low, high, played="0 drop"))


@pytest.mark.parametrize("spread_out", [True, False])
def test_a_spread_is_regretted_only_where_it_could_be_laid(*, spread_out: bool) -> None:
    rules = STANDARD.changed(spread_out=spread_out, discard_after_hit=False)
    to_three_kings = "0 draw; 0 hit 8C 0; 0 hit 9C 0; 0 hit TC 0; 0 done"
    hand = position(
        "KC KD 8C 9C TC",
        "5C 6C 7C AC AD",
        stock="2H 3H KH",
        played=f"0 draw; 0 discard 2H; 1 draw; 1 spread 5C 6C 7C; 1 discard 3H; {to_three_kings}; "
        "1 drop",
        rules=rules,
    )
    assert ((0, Trigger.HELD) in regretted(hand)) == spread_out


def test_a_big_one_is_greeted_and_another_hand_is_not() -> None:
    session = a_session(3, "1")
    session.next_hand()
    assert not list(at_start(session.view(0)))
    big = a_session(3, "1")
    big.call_big_one()
    big.next_hand()
    assert {trigger for _, trigger in at_start(big.view(0))} == {Trigger.BIG_ONE}


def test_an_opponent_who_knows_a_habit_says_so_at_the_first_hand() -> None:
    def greeted(level: str) -> str:
        scene = TableScene(FakeStage(SIZES[1], "normal"), a_session(2, "talk", level=level))
        scene.resize(SIZES[1])
        while not scene.board.effects.speech and not (scene.board.view and scene.board.view.moves):
            scene.update(0.1)
            scene.board.skip()
        return scene.board.effects.speech.text if scene.board.effects.speech else ""

    assert greeted("adaptive:early") == "I know you: you drop early."
    assert greeted("master") != "I know you: you drop early."


def test_who_knows_a_habit_says_so_even_where_a_natural_ends_the_first_hand_at_once() -> None:
    any_hand = Natural("at_most", 60, 2, low_wins=True)
    session = a_session(2, "talk", level="adaptive:early", changes={"naturals": (any_hand,)})
    scene = TableScene(FakeStage(SIZES[1], "normal"), session)
    scene.resize(SIZES[1])
    for _ in range(200):
        scene.update(0.1)
        scene.board.skip()
        if scene.board.effects.speech:
            break
    assert scene.view.result is not None
    assert scene.board.effects.speech
    assert scene.board.effects.speech.text == "I know you: you drop early."


def test_only_the_first_of_several_big_ones_is_news() -> None:
    session = a_session(3, "1")
    session.call_big_one()
    session.next_hand()
    view, tables = (
        session.view(0),
        [TalkTable(session.players, n, f"seed {n}") for n in range(1, 40)],
    )
    assert any(Talk().at_start(view, table) for table in tables)
    talk = Talk()
    talk.at_start(view, tables[0])
    assert not any(talk.at_start(view, table) for table in tables[1:])


def test_everybody_has_something_to_say_on_every_occasion() -> None:
    texts = [text for lines in LINES.values() for _, text in lines]
    assert len(set(texts)) == len(texts)
    assert all(len(text) <= 40 for text in texts)
    for trigger in Trigger:
        for tone in Tone:
            assert lines_for(trigger, tone)


def test_style_decides_how_somebody_talks_and_else_the_name() -> None:
    assert tone_of("Basil", "regular/hustler") is Tone.BOLD
    assert tone_of("Basil", "expert/cautious") is Tone.DRY
    assert tone_of("Basil", "expert") is Tone.WARM
    assert {name: tone_of(name, "expert") for name in HOUSE} == {
        name: Tone(tone) for name, (_face, tone) in HOUSE.items()
    }
    assert tone_of("Mia", "expert") is tone_of("Mia", "beginner")


def test_remarks_are_chosen_without_a_display() -> None:
    code = "import sys, game.ui.table.talk.remarks; sys.exit('pygame' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


# -- the bubble ------------------------------------------------------------------------------------


def in_the_way(scene: TableScene) -> list[Rect]:
    """Cards where they come to lie, plates, buttons, and what is written."""
    layout = scene.board.layout
    cards = [
        sprite.goal.bounds()
        for slot, sprite in scene.board.sprites
        if slot.zone is not Zone.CUT and not sprite.is_hidden
    ]
    rest = [layout.stock, layout.stock_tag, layout.pile, layout.pile_tag, layout.stake, layout.log]
    plates = [place.plate for place in layout.seats]
    tags = [place.tag for place in layout.spreads.values()]
    found = scene.zones()
    buttons = [box for target, box in found.items() if isinstance(target, ButtonTarget)]
    if scene.is_settling:  # the settlement lies over what is in the middle
        rest, cards, tags = rest[-2:], [box for box in cards if box.bottom < layout.lay.top], []
    return [*cards, *rest, *plates, *tags, *buttons]


def spoken_over(scene: TableScene) -> int:
    """Lets every opponent speak; nothing may be covered. How many found room."""
    found = 0
    window = Rect((0, 0), scene.stage.size)
    for seat in range(1, len(scene.session.names)):
        scene.board.effects.speak(seat, scene.session.names[seat], LONGEST)
        taken = scene.renderer.taken()
        box = scene.renderer.speech_bubbles.place(taken)
        if box is not None:
            found += 1
            assert window.contains(box)
            assert box.collidelist(in_the_way(scene)) < 0
    scene.board.effects.speech = None
    return found


@pytest.mark.share(7)
@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("size", SIZES)
def test_a_bubble_covers_nothing(size: tuple[int, int], seats: int) -> None:
    scene = at_table(size, seats, "3")
    assert spoken_over(scene) == seats - 1
    play_until(scene, lambda each: len(each.view.spreads) >= seats)
    scene.board.skip()
    spoken_over(scene)
    play_until(scene, lambda each: each.view.result is not None)
    scene.board.skip()
    assert scene.is_settling
    assert spoken_over(scene) == seats - 1


@pytest.mark.parametrize(
    ("box", "tip"),
    [
        (Rect(110, 160, 80, 30), (150, 155)),  # below its plate
        (Rect(110, 50, 80, 30), (150, 85)),  # above
        (Rect(220, 100, 80, 40), (215, 120)),  # at the right
        (Rect(10, 100, 80, 40), (95, 120)),  # at the left
    ],
)
def test_a_bubble_beside_a_plate_points_at_it(box: Rect, tip: tuple[int, int]) -> None:
    assert tail(box, Rect(100, 100, 100, 40), 5)[-1] == tip


@pytest.mark.parametrize(
    ("lines", "text", "kept"),
    [
        (("No point", "in waiting!"), "No point in waiting!", True),
        (("No point in wai", "ting!"), "No point in waiting!", False),
        (("待つまでもない！",), "待つまでもない！", True),
        (("待つまで", "もない！"), "待つまでもない！", False),
        (("次は\u200bもう少し", "待ちましょう。"), "次は\u200bもう少し\u200b待ちましょう。", True),
        (("次はも", "う少し待ちましょう。"), "次は\u200bもう少し\u200b待ちましょう。", False),
    ],
)
def test_lines_end_between_words_or_phrases(lines: tuple[str, ...], text: str, kept: bool) -> None:
    assert keeps_words(lines, text) == kept


def test_a_bubble_stays_where_it_is_until_something_comes_there() -> None:
    scene = at_table((1280, 720), 4, "3")
    scene.board.effects.speak(1, scene.session.names[1], LONGEST)
    speech_bubbles = scene.renderer.speech_bubbles
    first = speech_bubbles.place([])
    assert first is not None
    assert speech_bubbles.place([Rect(0, 600, 10, 10)]) == first
    moved = speech_bubbles.place([first])
    assert moved is not None
    assert not moved.colliderect(first)
    assert speech_bubbles.place([Rect(0, 0, 1280, 720)]) is None


def test_remarks_can_be_turned_off_and_go_by_themselves() -> None:
    stage = FakeStage((960, 540), "normal", thinker=lambda _view, _level, _seed: Future())
    scene = TableScene(stage, a_session(4, "1"))
    while scene.board.view is None:
        scene.board.skip()
        scene.update(0.1)
    scene.board.skip()
    scene.board.effects.speak(1, "Ada", LONGEST)
    assert scene.idle_for() is not None
    for _ in range(60):
        scene.update(0.1)
    assert scene.board.effects.speech is None
    scene.board.effects.speak(1, "Ada", LONGEST)
    stage.change(remarks=False)
    scene.update(0.0)
    assert scene.board.effects.speech is None


def test_opponents_leave_the_word_to_the_coach_of_the_lesson() -> None:
    session, board = a_session(4, "1"), at_table((960, 540), 4, "1").board
    settings = Settings(speed="normal")
    silent = TableTalk(session, board, may_talk=False)
    board.effects.speak(1, "Ada", LONGEST)
    silent.keep_up(settings)
    assert board.effects.speech is None
    assert not LessonScene.is_chatty


# -- thinking --------------------------------------------------------------------------------------


def others_begin(stage: FakeStage) -> TableScene:
    for seed in range(1, 20):
        scene = TableScene(stage, a_session(4, str(seed)))
        while scene.board.view is None or scene.board.is_busy:
            scene.board.skip()
            scene.update(0.05)
        if scene.view.turn != 0 and scene.view.result is None:
            return scene
    raise AssertionError("the player begins every time")


def seen_to_think(**settings: object) -> set[Mood | None]:
    """The moods of who is on turn, while it thinks for some seconds."""

    def forever(_view: SeatView, _level: str, _seed: int) -> Future[Action]:
        return Future()

    stage = FakeStage((960, 540), "normal", thinker=forever)
    stage.change(**settings)
    scene = others_begin(stage)
    moods = set()
    for _ in range(40):
        scene.update(0.1)
        scores = [""] * 4
        look = TableLooks(scene.session, scene.board).table(None, frozenset(), LogLook(()), scores)
        moods.add(look.seats[scene.view.turn].mood)
    return moods


def test_who_thinks_looks_about_and_keeps_still_where_less_motion_is_wished() -> None:
    assert seen_to_think(reduced_motion="off") == {Mood.THINKING, Mood.PONDERING, Mood.DOWN}
    assert seen_to_think(reduced_motion="on") == {Mood.THINKING}


def test_one_has_no_face_of_ones_own() -> None:
    scene = at_table((960, 540), 3, "1")
    scores = [""] * 3
    look = TableLooks(scene.session, scene.board).table(None, frozenset(), LogLook(()), scores)
    assert [each.mood is None for each in look.seats] == [True, False, False]
