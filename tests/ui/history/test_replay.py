"""A played hand at the table: on, back, from any seat, open and closed, by mouse and by keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from game.rules.presets import preset
from game.rules.record import HandRecord
from game.session.driver import play_out
from game.session.ledger import Joining
from game.session.plan import Plan, Player
from game.session.session import Session
from game.session.settings import Settings, SettingsStore
from game.ui.scenes.history.replay import ReplayMenu, ReplayScene, person_in
from game.ui.shell.loop import App
from game.ui.table.motion.layout import Zone
from game.ui.table.painting import pots
from game.ui.text.language import signed_text, speak
from tests.session.players import eager
from tests.ui.history.hands import some_hands
from tests.ui.seen import seen, watching
from tests.ui.stage import SIZES, point, press, shown, stage, targets, top, turns

HANDS = some_hands()


@pytest.fixture
def app() -> Iterator[App]:
    with stage() as app:
        yield app


def opened(app: App, records: tuple[HandRecord, ...] = HANDS, at: int = 0) -> ReplayScene:
    scene = ReplayScene(app, records, at)
    shown(app, scene)
    return scene


def plays(scene: ReplayScene) -> bool:
    """Whether the moves follow each other by themselves."""
    return scene.is_playing


def moves(scene: ReplayScene) -> bool:
    """Whether something is on its way."""
    return scene.board.is_moving


def faces(scene: ReplayScene, seat: int) -> list[str | None]:
    """What is seen of a hand on the table."""
    return [
        sprite.face
        for slot, sprite in sorted(scene.board.sprites.by_slot.items())
        if slot.zone is Zone.HAND and slot.owner == seat
    ]


def test_a_hand_opens_at_its_deal_from_the_players_seat(app: App) -> None:
    scene = opened(app)
    assert (scene.step, scene.seat) == (0, HANDS[0].seats.index("You"))
    assert set(faces(scene, 1 - scene.seat)) == {None}
    assert sorted(map(str, faces(scene, scene.seat))) == sorted(scene.view.hand)


def test_keys_go_on_and_back_to_the_end_and_to_the_deal(app: App) -> None:
    scene = opened(app)
    press(app, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT)
    assert scene.step == 2
    press(app, pygame.K_END)
    assert scene.is_settled
    press(app, pygame.K_HOME)
    assert (scene.step, scene.is_settled) == (0, False)
    press(app, pygame.K_LEFT)
    assert scene.step == 0


def test_nobody_is_said_to_own_what_no_record_tells(app: App) -> None:
    with watching():
        opened(app)
        words = [word.text for word in seen().words]
        assert "0" not in words
        press(app, pygame.K_END)
        result = HANDS[0].result
        assert result is not None
        brought = {signed_text(HANDS[0].rules.stake * paid) for paid in result.payments}
        assert brought <= {word.text for word in seen().words}


def test_the_mouse_does_the_same(app: App) -> None:
    scene = opened(app)
    point(app, "button:after")
    point(app, "button:after")
    point(app, "button:before")
    assert scene.step == 1
    point(app, "button:last")
    assert scene.is_settled
    point(app, "button:again")
    assert scene.step == 0
    point(app, "track")
    assert abs(scene.step - scene.playback.last / 2) <= 1
    point(app, "button:first")
    assert scene.step == 0


def test_every_step_shows_what_lay_there(app: App) -> None:
    scene = opened(app)
    for step in range(1, scene.playback.last + 1):
        press(app, pygame.K_RIGHT)
        view = scene.playback.view(step, scene.seat)
        assert sorted(map(str, faces(scene, scene.seat))) == sorted(view.hand)
        other = 1 - scene.seat
        assert len(faces(scene, other)) == view.sizes[other]


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("rules", ["standard", "slap", "five_seven_nine", "chicago"])
def test_open_hands_are_right_after_every_step_for_every_seat(
    app: App, seats: int, rules: str
) -> None:
    scene = opened(app, some_hands(seats, rules, hands=1, seed="open"))
    press(app, pygame.K_h)
    for step in range(1, scene.playback.last + 1):
        press(app, pygame.K_RIGHT)
        for seat in range(seats):
            expected = scene.playback.view(step, seat).hand
            assert sorted(map(str, faces(scene, seat))) == sorted(expected), (step, seat)


def test_hidden_cards_are_shown_and_hidden_again_where_one_is(app: App) -> None:
    scene = opened(app)
    press(app, pygame.K_RIGHT)
    point(app, "button:open")
    assert (scene.step, None in faces(scene, 1 - scene.seat)) == (1, False)
    press(app, pygame.K_h)
    assert set(faces(scene, 1 - scene.seat)) == {None}


def test_the_hand_is_seen_from_any_seat(app: App) -> None:
    scene = opened(app, some_hands(4, hands=1))
    press(app, pygame.K_RIGHT)
    for seat in (2, 3):
        point(app, f"seat:{seat}")
        assert (scene.seat, scene.step) == (seat, 1)
        assert None not in faces(scene, seat)
        assert None in faces(scene, 0)
    press(app, pygame.K_v)
    assert scene.seat == 0
    press(app, pygame.K_v, mod=pygame.KMOD_LSHIFT)
    assert scene.seat == 3


def test_it_plays_by_itself_to_the_end_and_stops_there(app: App) -> None:
    scene = opened(app)
    press(app, pygame.K_SPACE)
    assert plays(scene)
    assert scene.idle_for() is not None
    for _ in range(2 * scene.playback.last + 2):
        scene.update(1.0)
    assert scene.step == scene.playback.last
    assert not plays(scene)
    point(app, "button:play")
    assert (scene.step, plays(scene)) == (0, True)
    point(app, "button:play")
    assert not plays(scene)


def test_at_a_speed_that_can_be_followed_a_step_is_seen_to_move() -> None:
    with stage(settings=SettingsStore.unsaved(Settings(speed="normal", mute=True))) as app:
        scene = ReplayScene(app, HANDS)
        scene.resize(app.size)
        scene.on_one()
        assert moves(scene)
        for _ in range(300):
            scene.update(1 / 30)
        assert not moves(scene)
        scene.to_end()
        scene.update(0.0)
        assert scene.is_settled


def test_page_keys_go_to_the_other_hands(app: App) -> None:
    scene = opened(app)
    press(app, pygame.K_PAGEUP)
    assert scene.at == 0
    press(app, pygame.K_PAGEDOWN, pygame.K_PAGEDOWN, pygame.K_PAGEDOWN)
    assert scene.at == len(HANDS) - 1
    assert scene.playback.record == HANDS[-1]


def test_the_menu_does_it_all_too_and_escape_closes_only_the_menu(app: App) -> None:
    scene = opened(app, at=1)
    point(app, "button:menu")
    top(app, ReplayMenu)
    point(app, "seat:more" if scene.seat == 0 else "seat:less")
    press(app, pygame.K_ESCAPE)
    assert app.top is scene
    assert scene.seat == 1 - HANDS[1].seats.index("You")
    point(app, "button:menu")
    point(app, "open")
    point(app, "button:next")
    assert app.top is scene
    assert (scene.at, scene.is_open) == (2, True)


def test_a_hand_that_cannot_be_shown_is_told_of_and_the_one_on_show_stays(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(app, "notify", told.append)
    broken = replace(HANDS[1], actions=("0 nonsense",))
    scene = opened(app, (HANDS[0], broken))
    press(app, pygame.K_PAGEDOWN)
    assert scene.at == 0
    assert len(told) == 1
    assert "action 1" in told[0]


def test_escape_leaves_the_hand(app: App) -> None:
    below = opened(app)
    opened(app, at=1)
    press(app, pygame.K_ESCAPE)
    assert app.top is below


def test_everything_can_be_reached_by_tab(app: App) -> None:
    scene = opened(app, some_hands(3, hands=1))
    press(app, pygame.K_RIGHT, pygame.K_RIGHT)
    seen = set()
    for _ in range(20):
        press(app, pygame.K_TAB)
        seen.add(scene.form.focused)
    assert seen == set(targets(app))


def test_the_log_tells_the_hand_so_far_and_speaks_to_who_played_it(app: App) -> None:
    scene = opened(app)
    scene.go_to(4)
    told = [text for text, _ in scene.look.log()]
    assert told[:2] == ["Hand 1 of 3", scene.look.dealt()]
    assert len(told) == 6
    assert any(text.startswith("You ") for text in told[2:])
    scene.look_from(1 - scene.seat)
    assert [text.split()[0] for text, _ in scene.look.log()] == [text.split()[0] for text in told]


def test_where_nobody_is_you_it_is_who_looks_on(app: App) -> None:
    (record,) = some_hands(you="Ann", hands=1)
    assert person_in(record) is None
    scene = opened(app, (record,))
    assert scene.look.you == 0
    scene.look_from(1)
    assert scene.look.you == 1


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 6])
def test_nothing_that_can_be_pressed_lies_over_another(size: tuple[int, int], seats: int) -> None:
    with stage(size) as app:
        scene = opened(app, some_hands(seats, hands=1))
        for step in (0, scene.playback.last):
            scene.go_to(step)
            turns(app)
            found = list(targets(app).items())
            for number, (name, box) in enumerate(found):
                assert min(box.size) >= 24, name
                assert app.window.surface.get_rect().contains(box), name
                for other, place in found[number + 1 :]:
                    assert not box.colliderect(place), (name, other)


def test_side_pots_lie_on_the_table_and_go_to_who_wins_them(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(pots, "draw_pill", lambda *args: drawn.append(args[-1].text))
    rules = preset("standard").changed(natural_bet="dealt", high_suit_bet="spades", side_ante=2)
    players = (Player("You"), Player("Ada", "regular"), Player("Basil", "regular"))
    session = Session.start(Plan(players, rules, "pots"))
    session.next_hand(Joining((0, 1), "S", (0, 1, 2)))
    play_out(session, [eager] * 3)
    scene = opened(app, session.history())
    assert drawn == ["♠ 0", "Natural 6"]  # who has the highest spade shows it at once
    assert scene.playback.session.plan.label.base == "standard"
    log = [text for text, _is_head in replace(scene.look, step=scene.playback.last).log()]
    assert sum("pot of 4 stakes" in text for text in log) == 1


def test_the_person_is_called_by_the_language_of_now(app: App) -> None:
    speak("fr")
    try:
        scene = ReplayScene(app, HANDS, you_of=lambda _place: HANDS[0].seats.index("You"))
        shown(app, scene)
        assert set(scene.names) == {"Vous", "Ada"}
    finally:
        speak("en")


def test_the_bar_of_a_hand_without_a_move_leads_nowhere(app: App) -> None:
    hands = (each for seed in range(1, 500) for each in some_hands(hands=1, seed=str(seed)))
    record = next(each for each in hands if not each.actions)
    scene = ReplayScene(app, (record,))
    shown(app, scene)
    bar = targets(app)["track"]
    for x in (bar.left + 1, bar.centerx, bar.right - 1):
        pygame.event.post(
            pygame.Event(pygame.MOUSEBUTTONDOWN, {"pos": (x, bar.centery), "button": 1})
        )
        turns(app)
    assert scene.playback.last == 0
