"""The practice table by keys, clicks and cursor; nothing of it comes into the player's saves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.features.study.practice.beliefs_page import BeliefsScene
from game.features.study.practice.page import PracticeMenuScene
from game.features.study.practice.setup_page import PositionScene
from game.features.study.practice.table_page import PracticeMenu, PracticeScene
from game.menus.start import StartScene
from game.play.plan import Player
from game.play.practice import Practice
from game.rules.record import read_json
from game.rules.verifying import verify_record
from game.saves.settings import SettingsStore
from game.ui.kit.typing import TextField
from game.ui.session.seal_pages import DealScene
from game.ui.shell.loop import App
from game.ui.table.input.targets import PRACTICE_BUTTONS, ButtonTarget
from game.ui.table.motion.layout import Zone
from game.ui.text.language import amount_text
from game.ui.viewer.replay_scene import ReplayScene
from tests.ui.screens import Coach, practised, replay
from tests.ui.stage import point, press, shown, stage, targets, top, turns, widget

KEYS = {"undo": "u", "redo": "y", "again": "z", "swap": "g", "open": "f", "beliefs": "q"}


@pytest.fixture
def app(home: Path) -> Iterator[App]:
    settings = SettingsStore.open()
    settings.change(speed="instant", mute=True, window_width=1280, window_height=720)
    with stage(settings=settings, coach=Coach) as app:
        shown(app, StartScene(app))
        yield app


def table(app: App, **wanted: object) -> PracticeScene:
    shown(app, PracticeScene(app, practised(**wanted)))  # type: ignore[arg-type]  # as there
    turns(app)
    return top(app, PracticeScene)


def now(app: App) -> PracticeScene:
    return top(app, PracticeScene)


def settle(app: App) -> None:
    """Let the opponents play until it is the player's turn, or the hand is over."""
    for _turn in range(2_000):
        scene = now(app)
        if scene.view.result is not None or (
            scene.view.legal and scene.view.turn == scene.view.seat
        ):
            return
        app.wake()
        app.turn()
    raise AssertionError("the opponents do not play")


@pytest.mark.parametrize("by_key", [True, False])
def test_a_move_is_taken_back_and_done_again(app: App, by_key: bool) -> None:
    scene = table(app)
    before = scene.view

    def use(name: str) -> None:
        if by_key:
            press(app, pygame.key.key_code(KEYS[name]))
        else:
            point(app, f"button:{name}")

    press(app, pygame.K_1, pygame.K_x)
    settle(app)
    assert len(now(app).view.moves) > len(before.moves)
    use("undo")
    assert now(app).view == before
    assert now(app).heading.endswith("Taken back.")
    use("redo")
    assert len(now(app).view.moves) > len(before.moves)
    use("again")
    assert now(app).view.moves == before.moves[: now(app).practice.at]
    assert not any(move.seat == before.seat for move in now(app).view.moves)


def test_the_next_seat_has_other_cards_of_the_same_hand(app: App) -> None:
    scene = table(app)
    seats = scene.view.seats
    held = [scene.session.view(seat).hand for seat in range(seats)]
    press(app, pygame.K_g)
    after = now(app)
    assert after.practice.me == (scene.practice.me + 1) % seats
    assert after.session.human == after.practice.me
    assert after.practice.deal == scene.practice.deal
    assert set(after.session.view(after.practice.me).dealt) == set(
        scene.session.view(after.practice.me).dealt
    )
    assert held[after.practice.me] != held[scene.practice.me]


def test_cards_are_shown_and_hidden_and_bots_see_none(app: App) -> None:
    scene = table(app)
    hidden = scene.view
    assert not any(hidden.shown)
    press(app, pygame.K_f)
    assert scene.view.shown == tuple(scene.session.view(seat).hand for seat in range(3))
    assert scene.flow.decision_view() == hidden, "what a bot would be asked shows no more"
    point(app, "button:open")
    assert scene.view == hidden


def test_cards_that_lie_open_lie_open_in_the_next_deal(app: App) -> None:
    app.change(speed="normal")
    table(app)
    press(app, pygame.K_f)
    now(app).another_deal()
    turns(app)
    scene = now(app)
    assert scene.is_open
    faces = [each.face for slot, each in scene.board.sprites if slot.zone is Zone.HAND]
    assert len(faces) > len(scene.view.hand)
    assert None not in faces


def test_what_is_believed_is_shown_for_every_place(app: App) -> None:
    table(app)
    press(app, pygame.K_q)
    page = top(app, BeliefsScene)
    page.form.focus("pack")
    heard = {page.spoken()}
    for _card in range(12):
        press(app, pygame.K_RIGHT)
        heard.add(page.spoken())
    assert len(heard) == 13
    assert any("%" in words for words in heard)
    press(app, pygame.K_ESCAPE)
    now(app)


def test_the_bar_is_reached_by_the_cursor(app: App) -> None:
    scene = table(app)
    for _press in range(30):
        on_button = isinstance(scene.input.cursor, ButtonTarget)
        press(app, pygame.K_DOWN if on_button else pygame.K_TAB)
        if scene.input.cursor in scene.extras():
            press(app, pygame.K_RIGHT)
        if scene.input.cursor == ButtonTarget("swap"):
            break
    assert scene.spoken() == PRACTICE_BUTTONS["swap"]
    press(app, pygame.K_RETURN)
    assert now(app).practice.me != scene.practice.me


def test_a_hand_of_practice_is_kept_and_nothing_else_is_touched(app: App, home: Path) -> None:
    scene = table(app)
    press(app, pygame.K_1, pygame.K_x)
    assert Practice.kept(home / "data") == now(app).practice
    press(app, pygame.K_ESCAPE)
    top(app, PracticeMenu)
    point(app, "button:leave")
    shown(app, PracticeMenuScene(app))
    point(app, "button:continue")
    assert now(app).practice.deal == scene.practice.deal
    assert app.services.saves.saved_session() is None


def test_a_hand_is_played_out_saved_and_another_dealt(app: App, home: Path) -> None:
    scene = table(app)
    for _move in range(200):
        settle(app)
        if now(app).view.result is not None:
            break
        scene = now(app)
        legal = scene.view.legal
        scene.flow.play(legal[-1])
        scene.follow()
    before = now(app)
    press(app, pygame.K_u, pygame.K_y)
    assert now(app).practice == before.practice
    point(app, "button:watch")
    top(app, ReplayScene)
    press(app, pygame.K_ESCAPE)
    press(app, pygame.K_ESCAPE)
    point(app, "button:save")
    saved = next((home / "data" / "hands").iterdir())
    record = verify_record(read_json(saved.read_bytes())).record
    assert record.practice
    number = now(app).practice.number
    press(app, pygame.K_n)
    assert now(app).practice.number == number + 1
    assert now(app).practice.me in range(3)


def test_the_number_of_the_deal_stands_in_the_menu_alone(app: App) -> None:
    scene = table(app)
    number = amount_text(scene.practice.number)
    assert number not in scene.heading
    press(app, pygame.K_ESCAPE)
    assert f"Deal {number}." in top(app, PracticeMenu).aside()[0]


def test_a_saved_hand_is_played_on_from_any_point() -> None:
    with stage() as app:
        scene = replay(app, share=0.4, is_open=False)
        seat, step = scene.seat, scene.step
        press(app, pygame.K_p)
        table = now(app)
        assert table.practice.at == step
        assert table.practice.me == seat
        assert table.view.hand == scene.playback.view(step, seat).hand
        press(app, pygame.K_ESCAPE)
        point(app, "button:leave")
        assert app.top is scene
        scene.open_menu()
        app.turn()
        point(app, "button:practice")
        now(app)
        top(app, PracticeScene)
        assert isinstance(scene, ReplayScene)


def test_pages_over_the_table_and_its_bar_take_the_whole_window(app: App) -> None:
    table(app, moves=9)
    press(app, pygame.K_k)
    settle(app)
    point(app, "button:more")
    assert app.top.stage.size == app.size  # type: ignore[union-attr]  # it has a stage
    point(app, "button:scores")
    assert app.top.stage.size == app.size  # type: ignore[union-attr]  # it has a stage
    press(app, pygame.K_ESCAPE)
    point(app, "button:watch")
    scene = top(app, ReplayScene)
    before = scene.board.layout.seats
    scene.on_language_changed()
    assert scene.board.layout.seats == before
    scene.open_menu()
    assert app.top.stage.size == app.size  # type: ignore[union-attr]  # it has a stage


def test_the_deal_of_practice_is_not_said_to_be_sealed(app: App) -> None:
    shown(app, PracticeMenuScene(app))
    point(app, "deal")
    page = top(app, DealScene)
    assert not any("seal" in text or "fingerprint" in text for text in page.news())
    assert "word" not in targets(app)
    press(app, pygame.K_RIGHT)
    assert "number" in targets(app)


def test_a_press_for_practice_means_nothing_at_other_tables() -> None:
    from game.ui.session.starting import begin_session
    from game.ui.session.table_scene import TableScene

    with stage() as app:
        shown(app, StartScene(app))
        begin_session(app, 1, 1)
        scene = top(app, TableScene)
        while not scene.view.legal:
            app.turn()
        before = scene.view
        for key in KEYS.values():
            press(app, pygame.key.key_code(key))
        assert app.top is scene
        assert scene.view == before
        assert not any(f"button:{name}" in targets(app) for name in PRACTICE_BUTTONS)


# -- positions -------------------------------------------------------------------------------------


def setting_up(app: App, seats: int = 3) -> PositionScene:
    shown(app, PracticeMenuScene(app))
    app.change(opponents=seats - 1)
    point(app, "button:position")
    return top(app, PositionScene)


def write(app: App, field: str, text: str) -> None:
    page = top(app, PositionScene)
    page.form.focus(field)
    pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=text))
    turns(app)


def test_a_position_is_typed_and_played(app: App) -> None:
    page = setting_up(app)
    write(app, "hand:0", "kc 2S + 9D 9H 9S")
    write(app, "pile", "KD")
    write(app, "stock", "8c")
    point(app, "button:start")
    scene = now(app)
    assert scene.view.hand == ("KC", "2S")
    assert [each.cards for each in scene.view.spreads] == [("9D", "9H", "9S")]
    assert scene.view.top == "KD"
    assert not page.line.startswith("You")
    press(app, pygame.K_d)
    assert "8C" in scene.view.hand


def test_what_was_set_up_is_there_the_next_time_unless_it_was_cleared(app: App) -> None:
    setting_up(app)
    write(app, "hand:0", "kc 2S + 9D 9H 9S")
    write(app, "pile", "KD")
    press(app, pygame.K_ESCAPE)
    page = setting_up(app)
    assert page.set_up.laid[0] == ("9D", "9H", "9S")
    assert page.set_up.pile == ("KD",)
    press(app, pygame.K_ESCAPE)
    assert setting_up(app, seats=4).set_up.named == ()
    press(app, pygame.K_ESCAPE)
    setting_up(app)
    point(app, "button:clear")
    press(app, pygame.K_ESCAPE)
    assert setting_up(app).set_up.named == ()


def test_what_was_changed_of_a_hand_is_there_as_long_as_it_stands_so(app: App) -> None:
    scene = table(app)

    def opened() -> PositionScene:
        press(app, pygame.K_ESCAPE)
        point(app, "button:position")
        return top(app, PositionScene)

    page = opened()
    card = page.set_up.hands[0][0]
    point(app, f"pack:{card}")
    assert card not in page.set_up.hands[0]
    press(app, pygame.K_ESCAPE)
    assert card not in opened().set_up.hands[0]
    press(app, pygame.K_ESCAPE, pygame.K_1, pygame.K_x)
    settle(app)
    assert {*opened().set_up.hands[0]} == {*scene.view.hand}


def test_who_has_no_name_is_called_so_in_the_language_of_now(app: App) -> None:
    scene = table(app)
    players = [Player("Vous") if each.is_human else each for each in scene.practice.plan.players]
    plan = replace(scene.practice.plan, players=tuple(players))
    page = shown(app, PositionScene(app, plan, lambda _practice: None))
    assert isinstance(page, PositionScene)
    assert widget(page, "hand:0", TextField).label == "You"


def test_what_is_no_card_is_said_once_another_field_is_typed_in(app: App) -> None:
    page = setting_up(app)
    write(app, "hand:0", "5H 9")
    assert page.line.startswith("Type cards")
    press(app, pygame.K_TAB)
    assert page.line.startswith("“9” isn't a card")


def test_cards_are_put_by_clicks_and_come_back(app: App) -> None:
    page = setting_up(app)
    point(app, "pack:5H")
    point(app, "to:more")
    point(app, "pack:9D")
    point(app, "pack:9H")
    point(app, "pack:9S")
    assert page.set_up.hands[0] == ("5H",)
    assert page.set_up.laid[0] == ("9D", "9H", "9S")
    point(app, "pack:9H")
    assert "9H" not in page.set_up.named
    assert page.line.startswith("You: only whole books")


def test_cards_are_hit_on_spreads_typed_and_by_clicks(app: App) -> None:
    page = setting_up(app)
    write(app, "hand:1", "kc + 9d 9h 9s")
    write(app, "hand:2", "2S > 7D")
    write(app, "hand:0", "AS + 4D 5D 6D")
    point(app, "to:more")
    point(app, "to:more")
    point(app, "pack:9C")
    assert page.set_up.hits == (("9C",), (), ("7D",))
    point(app, "button:start")
    scene = now(app)
    assert scene.view.hand == ("AS",)
    lying = sorted(" ".join(sorted(each.cards)) for each in scene.view.spreads)
    assert lying == ["4D 5D 6D 7D", "9C 9D 9H 9S"]


def test_cards_are_dragged_to_where_they_belong(app: App) -> None:
    page = setting_up(app)
    for card, field in (("5H", "hand:1"), ("QS", "stock"), ("5H", "pile")):
        start, end = targets(app)[f"pack:{card}"].center, targets(app)[field].center
        for kind, at in (
            (pygame.MOUSEBUTTONDOWN, start),
            (pygame.MOUSEMOTION, end),
            (pygame.MOUSEBUTTONUP, end),
        ):
            buttons = {"rel": (0, 0), "buttons": (1, 0, 0)}
            more = buttons if kind == pygame.MOUSEMOTION else {"button": 1}
            pygame.event.post(pygame.Event(kind, pos=at, touch=False, **more))
            turns(app)
    assert page.set_up.hands[1] == ()
    assert page.set_up.stock == ("QS",)
    assert page.set_up.pile == ("5H",)


def test_cards_are_put_by_keys(app: App) -> None:
    page = setting_up(app)
    page.form.focus("pack")
    press(app, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_RETURN)
    assert page.set_up.hands[0] == ("2D",)
    assert "You" in page.spoken()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("4H 4H", "4♥ appears twice."),
        ("4H 5H 6H 7H 8H 9H TH", "You: too many cards. 6 at most, with those on the table."),
        ("2C + 4D 5D 6D > 9C", "You: 9♣ doesn't fit any spread on the table."),
        ("X1", "joker isn't in the pack of these rules."),
        ("+ 9D 9H 8S", "You: only whole books and runs can lie on the table, one after another."),
        ("+ 4D 5D 6D 7D 8D", "You: keep at least one card in hand."),
    ],
)
def test_what_cannot_be_is_said_in_one_line(app: App, text: str, line: str) -> None:
    page = setting_up(app)
    write(app, "hand:0", text)
    assert page.line == line
    press(app, pygame.K_RETURN)
    assert app.top is page


def test_a_card_half_typed_is_wrong_only_when_played(app: App) -> None:
    page = setting_up(app)
    write(app, "hand:0", "5")
    assert page.line.startswith("Type cards")
    point(app, "button:start")
    assert page.line.startswith("“5” isn't a card")


def test_the_hand_on_the_table_is_the_beginning_of_a_position(app: App) -> None:
    scene = table(app, moves=1)
    press(app, pygame.K_ESCAPE)
    point(app, "button:position")
    page = top(app, PositionScene)
    assert page.set_up.hands[scene.practice.me] == scene.view.hand
    assert page.line.startswith("Type cards")
    point(app, "button:clear")
    assert not page.set_up.named
    write(app, f"hand:{scene.practice.me}", "5H 6H")
    point(app, "button:start")
    assert {"5H", "6H"} <= set(now(app).view.hand)


def test_nobody_cuts_for_the_deal_of_a_practice_hand(app: App) -> None:
    app.change(cut="cut", speed="normal")
    assert table(app).session.number == 1
    assert not any("Cut" in text for text in now(app).log.texts)
