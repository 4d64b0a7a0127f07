"""The real table scene, played through by mouse alone and by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import pygame
import pytest

from game.files import StoreError
from game.play.session import Session
from game.rules.actions import DRAW, Action, Discard, Hit, Reason, Spread, Take
from game.rules.ruleset import RuleSet
from game.ui.session.pause import PauseScene
from game.ui.session.table_scene import TableScene
from game.ui.shell.scene import Stage, TableHooks
from game.ui.table.flow.shown import LogLook
from game.ui.table.input.targets import PILE_TARGET, STOCK_TARGET, ButtonTarget, CardTarget
from game.ui.table.motion.layout import Slot, Zone
from game.ui.table.motion.picture import Sorting, grouped
from game.ui.table.painting.status import TableLooks, cut_sentence
from game.ui.text.move_words import reason_sentence
from tests.ui.table.hands_on import Person
from tests.ui.table.staging import FakeStage, a_session

Hand = Callable[[Person, Action], None]
WAYS: dict[str, Hand] = {
    "clicks": lambda person, action: person.do_by_mouse(action),
    "drags": lambda person, action: person.do_by_mouse(action, drags=True),
    "cursor": lambda person, action: person.do_by_keys(action),
    "letters": lambda person, action: person.do_by_keys(action, letters=True),
}
SEED = "9"
GESTURES = {Discard, Take, Spread, Hit}
MANY_STEPS = 10_000
"""More than a hand has frames."""
MANY_HANDS = 30
"""Long before, there has been a reason for every gesture."""


def own_moves(person: Person) -> list[Action]:
    return [move.action for move in person.table.view.moves if move.seat == 0]


def at_turn(seats: int = 2, seed: str = "1", speed: str = "fast") -> Person:
    """Somebody whose turn it is, everything at rest."""
    person = Person(a_session(seats, seed), speed=speed)
    person.wait_until(person.is_to_act)
    assert not person.is_settling()
    return person


@pytest.mark.parametrize("way", WAYS)
def test_whole_hands_are_played_by_one_way_alone(way: str) -> None:
    person = Person(a_session(2, "5"))
    done: set[type] = set()
    while GESTURES - done:
        number = person.table.hands_played
        assert number < MANY_HANDS
        for _ in range(100):
            person.wait_until(person.is_to_act)
            if person.is_settling():
                break
            action = person.choice()
            WAYS[way](person, action)
            assert own_moves(person)[-1] == action
            done.add(type(action))
        assert person.table.hands_played == number + 1
        if way in {"clicks", "drags"}:
            person.click(ButtonTarget("next"))
        else:
            person.press(pygame.K_RETURN)
        assert not person.is_settling()
    assert len(person.session.history()) == person.table.hands_played


def test_a_click_that_skips_does_nothing_else() -> None:
    person = Person(a_session(2, "1"), speed="normal")
    person.wait_until(lambda: person.table.board.view is not None)
    person.wait(0.3)
    assert person.is_busy()
    assert person.table.live() == {}
    person.click_at(person.table.board.layout.stock.center)
    assert not person.is_busy()
    assert person.table.view.moves == ()
    at_rest = {slot: sprite.pose for slot, sprite in person.table.board.sprites}
    assert at_rest == {slot: person.table.board.place(slot) for slot in at_rest}


def test_a_key_that_skips_does_nothing_else() -> None:
    person = Person(a_session(2, "3"), speed="normal")
    person.wait_until(lambda: person.table.board.view is not None)
    person.press(pygame.K_d)
    assert person.table.view.moves == ()
    assert not person.is_busy()


def test_the_cut_is_seen_and_can_be_skipped() -> None:
    session = a_session(4, "3")
    person = Person(session, speed="normal")
    person.wait(1.0)
    zones = {slot.zone for slot, _ in person.table.board.sprites}
    assert (person.table.board.view, zones) == (None, {Zone.CUT})
    person.press(pygame.K_SPACE)
    person.frame()
    assert person.table.view.dealer == session.cut.dealer_seat()


@pytest.mark.parametrize(
    ("before", "key", "why"),
    [
        ((), pygame.K_x, Reason.DRAW_FIRST),
        ((), pygame.K_s, Reason.DRAW_FIRST),
        ((), pygame.K_h, Reason.DRAW_FIRST),
        ((), pygame.K_o, Reason.STOCK_NOT_EMPTY),
        ((pygame.K_d,), pygame.K_d, Reason.ALREADY_DREW),
        ((pygame.K_d,), pygame.K_t, Reason.ALREADY_DREW),
        ((pygame.K_d,), pygame.K_k, Reason.ALREADY_DREW),
    ],
)
def test_what_is_not_allowed_says_why_and_changes_nothing(
    before: tuple[int, ...], key: int, why: Reason
) -> None:
    person = at_turn()
    for each in before:
        person.press(each)
        person.wait(0.6)
    moves = person.table.view.moves
    person.press(key)
    assert person.table.line == reason_sentence(why)
    assert person.table.view.moves == moves
    person.wait(4.0)
    assert person.table.line == ""


def test_the_card_just_taken_may_not_be_discarded_and_the_drag_comes_back() -> None:
    person = at_turn(seed="2")
    person.click(PILE_TARGET)
    person.wait(1.0)
    taken = person.table.view.taken
    assert taken is not None
    person.drag_card(taken, person.table.board.layout.pile)
    assert person.table.line == reason_sentence(Reason.JUST_TAKEN)
    person.wait(1.5)
    sprite = person.table.board.sprite_of(taken)
    assert sprite is not None
    assert sprite.pose == sprite.goal
    assert taken in person.table.view.hand


def test_a_drag_let_go_over_nothing_changes_nothing() -> None:
    person = at_turn()
    moves = person.table.view.moves
    stock = person.table.live()[STOCK_TARGET].center
    person.drag(stock, (stock[0] - 200, stock[1]))
    assert person.is_pulling()
    person.wait(1.0)
    assert not person.is_pulling()
    assert person.table.view.moves == moves


def test_what_is_lit_is_what_is_legal() -> None:
    person = at_turn()
    targets = person.table.live()
    assert {STOCK_TARGET, PILE_TARGET, ButtonTarget("drop")} <= set(targets)
    assert ButtonTarget("discard") not in targets
    person.click(STOCK_TARGET)
    person.wait(1.0)
    targets = person.table.live()
    assert not {STOCK_TARGET, PILE_TARGET, ButtonTarget("drop"), ButtonTarget("discard")} & set(
        targets
    )
    person.click(CardTarget(person.table.view.hand[0]))
    assert {PILE_TARGET, ButtonTarget("discard")} <= set(person.table.live())


def test_chosen_cards_stand_out_and_are_let_go_by_a_second_click() -> None:
    person = at_turn()
    card = person.table.view.hand[0]
    sprite = person.table.board.sprite_of(card)
    assert sprite is not None
    low = sprite.goal.y
    person.click(CardTarget(card))
    assert sprite.goal.y < low - 10
    person.wait(0.6)
    person.click(CardTarget(card))
    assert person.table.board.chosen == ()


def test_the_hand_is_rearranged_by_dragging_past_a_neighbour() -> None:
    person = at_turn()
    order = person.table.board.arrangement.order
    cards = person.table.live()
    person.drag(cards[CardTarget(order[0])].center, cards[CardTarget(order[3])].center)
    moved = person.table.board.arrangement.order
    assert moved == (*order[1:4], order[0], order[4])
    person.wait(1.0)
    for place, card in enumerate(moved):
        sprite = person.table.board.sprites.by_slot[Slot(Zone.HAND, 0, place)]
        assert (sprite.face, sprite.pose) == (card, sprite.goal)


def test_a_card_dragged_to_the_pile_past_its_neighbours_disturbs_no_order() -> None:
    person = at_turn()
    person.click(STOCK_TARGET)
    person.wait(1.0)
    board = person.table.board
    first, *rest = board.arrangement.order
    person.drag_card(first, board.layout.pile)
    assert person.table.view.top == first
    assert board.arrangement.sorting is Sorting.RANK
    assert sorted(rest) == sorted(board.arrangement.order)


def test_the_hand_is_rearranged_and_sorted_by_keys() -> None:
    person = at_turn()
    order = person.table.board.arrangement.order
    person.go_to(CardTarget(order[0]))
    person.press(pygame.K_RIGHT, pygame.KMOD_LSHIFT)
    assert person.table.board.arrangement.order == (order[1], order[0], *order[2:])
    assert person.table.input.cursor == CardTarget(order[0])
    person.press(pygame.K_r)
    assert person.table.board.arrangement.order == order
    person.press(pygame.K_r)
    assert person.table.board.arrangement.order == person.table.view.hand


def test_the_hand_is_sorted_in_three_ways_and_the_last_is_remembered() -> None:
    person = at_turn()
    board, store = person.table.board, person.stage.services.settings
    seen = []
    for _ in range(3):
        person.press(pygame.K_r)
        seen.append(board.arrangement.sorting)
        assert store.settings.sort == board.arrangement.sorting
    assert seen == [Sorting.SUIT, Sorting.GROUPS, Sorting.RANK]
    person.press(pygame.K_r)
    person.press(pygame.K_r)
    assert board.arrangement.order == grouped(person.table.view.hand, RuleSet())


def test_the_hand_is_held_as_the_settings_say() -> None:
    stage = FakeStage((1280, 720), "instant")
    stage.change(sort="suit")
    table = TableScene(stage, a_session(2, "1"))
    while table.board.view is None:
        table.update(0.1)
    assert table.board.arrangement.order == table.view.hand
    stage.change(sort="own")
    table.on_resume()
    assert table.board.arrangement.sorting is Sorting.OWN
    table.input.press("sort")
    table.follow()
    assert stage.services.settings.settings.sort == "rank"


def test_cards_can_be_chosen_while_others_play_and_nothing_is_hurried() -> None:
    person = at_turn(seats=4, seed="8", speed="normal")
    person.do_by_mouse(DRAW)
    person.wait(1.0)
    person.do_by_mouse(Discard(person.table.view.hand[-1]))
    person.wait_until(lambda: _others_move(person))
    card = person.table.board.arrangement.order[1]
    box = person.table.board.layout.seats[0].cards[1]
    person.click_at((round(box.x - box.width / 4), round(box.y)))
    assert person.table.board.chosen == (card,)
    assert person.is_busy()


def _others_move(person: Person) -> bool:
    return person.is_busy() and person.table.view.moves[-1].seat != 0


def test_escape_takes_back_the_choice_and_then_opens_the_menu() -> None:
    person = at_turn()
    person.press(pygame.K_1)
    assert person.table.board.chosen
    person.press(pygame.K_ESCAPE)
    assert person.table.board.chosen == ()
    assert person.stage.pushed == []
    person.press(pygame.K_ESCAPE)
    assert isinstance(person.stage.pushed[0], PauseScene)


def test_an_idle_table_wants_no_frames() -> None:
    person = at_turn()
    person.wait(6.0)
    person.stage.change(reduced_motion="on")
    person.wait(0.1)
    assert person.table.idle_for() is None
    assert not person.table.update(0.1)


def test_a_hand_left_in_the_middle_goes_on_where_it_was() -> None:
    session = a_session(3, "5")
    first = Person(session, speed="instant")
    first.wait_until(first.is_to_act)
    first.do_by_mouse(DRAW)
    view = first.table.view
    first.table.close()
    second = Person(session, speed="normal")
    assert second.table.view == view
    assert second.table.board.arrangement.order != ()
    assert not second.table.board.is_busy


def test_a_resize_in_the_middle_of_a_flight_puts_everything_where_it_belongs() -> None:
    person = Person(a_session(6, "2"), speed="normal")
    person.wait_until(lambda: person.table.board.view is not None)
    person.wait(0.8)
    for size in ((960, 540), (1920, 1080), (1280, 960)):
        person.table.resize(size)
        person.stage.surface = pygame.display.set_mode(size)
        person.wait(0.1)
    person.wait_until(person.is_to_act)
    board = person.table.board
    assert {slot: sprite.pose for slot, sprite in board.sprites} == {
        slot: board.place(slot) for slot, _ in board.sprites
    }


def test_others_cards_have_no_face_on_the_screen() -> None:
    person = at_turn(seats=4)
    seen = {
        sprite.face
        for slot, sprite in person.table.board.sprites
        if slot.zone is Zone.HAND and slot.owner != 0
    }
    assert seen == {None}


def test_the_log_tells_every_move_in_words() -> None:
    person = at_turn(seats=4)
    count = len(person.table.log.texts)
    person.do_by_mouse(DRAW)
    assert person.table.log.texts[count].startswith("You draw ")
    heads = len([text for text in person.table.log.texts if text.startswith("Hand 1")])
    assert heads == 1


@pytest.mark.parametrize("size", [(1, 1), (320, 200), (640, 1200), (2000, 300)])
def test_a_window_of_any_shape_is_drawn(size: tuple[int, int]) -> None:
    person = at_turn(seats=6, seed="2")
    person.table.resize(size)
    person.table.draw(pygame.Surface(size))
    assert person.table.live()


def test_between_two_decisions_pass_at_most_two_and_a_half_seconds() -> None:
    person = Person(a_session(2, "1"), speed="normal")
    waits: list[float] = []
    for _ in range(30):
        person.wait_until(person.is_to_act)
        if person.is_settling():
            person.click(ButtonTarget("next"))
            continue
        person.do_by_mouse(person.choice())
        frames, turn = 0, len(person.table.view.moves)
        while not person.is_to_act():
            person.frame()
            frames += 1
        if person.table.view.result is None and len(person.table.view.moves) == turn + 2:
            waits.append(frames / 60)
    assert len(waits) >= 5
    assert max(waits) <= 2.5
    assert min(waits) >= 0.7


def test_going_on_tells_again_what_was_done() -> None:
    person = at_turn()
    for _ in range(3):
        person.wait_until(person.is_to_act)
        person.do_by_keys(person.choice())
    person.wait_until(person.is_to_act)
    moves = len(person.table.view.moves)
    told = person.table.log.texts[-moves:]
    again = Person(person.session)
    again.wait_until(again.is_to_act)
    assert moves > 3
    assert again.table.log.texts[-moves:] == told


def test_that_it_is_not_your_turn_is_said_no_longer_once_it_is() -> None:
    person = at_turn()
    person.press(pygame.K_d)
    person.wait(0.6)
    person.press(pygame.K_1)
    person.press(pygame.K_x)
    person.wait_until(lambda: not person.table.view.legal)
    person.press(pygame.K_d)
    if person.table.line == "":  # the first press only hurried the animation
        person.press(pygame.K_d)
    assert person.table.line == reason_sentence(Reason.NOT_YOUR_TURN)
    person.wait_until(lambda: bool(person.table.view.legal))
    assert person.table.line == ""


def test_no_frame_of_a_card_stands_where_the_next_hand_is_still_being_dealt() -> None:
    person = at_turn()
    person.press(pygame.K_1)
    cursor = person.table.input.cursor
    assert isinstance(cursor, CardTarget)
    person.table.board.deal(person.table.view)  # the same cards are dealt once more
    person.wait(0.2)
    assert person.table.board.is_scene
    with_cursor = digest(person)
    person.table.input.cursor = None
    assert with_cursor == digest(person)


def digest(person: Person) -> str:
    """The picture of the table, in short."""
    surface = pygame.Surface(person.stage.size, 0, person.stage.surface)
    person.table.draw(surface)
    return sha256(pygame.image.tobytes(surface, "RGB")).hexdigest()


def test_the_stock_is_counted_down_as_the_cards_leave_it() -> None:
    person = Person(a_session(2, "3"), speed="normal")
    said = [stock_words(person)]
    while not person.is_to_act():
        person.frame()
        if stock_words(person) != said[-1]:
            said.append(stock_words(person))
    counts = [int(words.split()[1]) for words in said]
    assert counts[0] == 52
    assert min(counts) == counts[-1] == person.table.view.stock_size
    assert len(set(counts)) > 10


def stock_words(person: Person) -> str:
    """What stands below the stock."""
    table = person.table
    log = LogLook(())
    return TableLooks(table.session, table.board).table(None, frozenset(), log, ("", "")).stock


def test_a_cut_says_that_equal_cards_were_cut_again_only_where_they_were() -> None:
    said = {}
    for seed in ("c0", "c1"):
        session = a_session(6, seed)
        said[len(session.cut.rounds) > 1] = cut_sentence(session, session.dealer)
    assert said[True].endswith("Ties were cut again.")
    assert "again" not in said[False]


def test_that_nothing_can_be_saved_is_told_once_and_so_is_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    person = at_turn()
    written: list[bool] = []
    is_full = True

    def write(_journal: object, _entries: object) -> bool:
        written.append(not is_full)
        if is_full:
            raise StoreError(Path("data"), "no space left")
        return False

    monkeypatch.setattr(type(person.session.journal), "write", write)

    def told(words: str) -> int:
        return sum(words in text for text in person.table.log.texts)

    person.do_by_mouse(DRAW)
    person.wait(0.5)
    assert (told("no space left"), len(written)) == (1, 1)
    person.wait_until(person.is_to_act)
    waits = person.table.flow.idle_for()
    assert waits is not None, "the window wakes up to try again"
    assert 1.0 < waits <= 2.0
    person.wait(2.5)
    assert (told("no space left"), written) == (1, [False, False])
    is_full = False
    person.wait(2.5)
    assert (told("Saving works again."), person.session.trouble) == (1, None)
    is_full = True
    person.table.flow.play(Discard(person.table.view.hand[0]))
    person.wait(0.5)
    assert (told("no space left"), told("Saving works again.")) == (2, 1)


def test_what_a_hand_has_brought_is_told_though_nobody_waits_for_it() -> None:
    def after_hand(_stage: Stage, _session: Session) -> Iterator[Sequence[Callable[[], str]]]:
        for _step in range(MANY_STEPS):
            yield ()
        yield [lambda: "It was your longest run."]

    person = Person(a_session(2, "5"))
    hooks = TableHooks(after_hand=after_hand)
    person.stage.services = person.stage.services._replace(hooks=hooks)
    while not person.is_settling():
        person.wait_until(lambda: person.is_settling() or person.is_to_act())
        if not person.is_settling():
            person.table.flow.play(person.choice())
    table = person.table
    assert "It was your longest run." not in table.log.texts
    table.press_settlement("next")
    texts = table.log.texts
    assert texts.count("It was your longest run.") == 1
    assert texts.index("It was your longest run.") < texts.index("Hand 2")
    assert table.flow.news == (), "it was news of the hand before"


def test_that_lost_saves_were_written_again_is_told_once() -> None:
    person = Person(a_session(2, "1"))
    person.wait_until(person.is_to_act)
    person.session.was_renewed = True
    person.wait(0.5)
    assert not person.session.was_renewed
    assert sum("been rebuilt" in text for text in person.table.log.texts) == 1
