"""The loop and its stack: what reaches which scene, and when time passes."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future

import pygame
import pytest
from pygame import Event, Surface

from game.ui.shell.keys import Repeats
from game.ui.shell.loop import App
from game.ui.shell.scene import BaseScene, Stage
from tests.ui.stage import press, stage, turns


class Witness(BaseScene):
    """A scene that writes down what happens to it."""

    def __init__(self, stage: Stage, name: str = "scene", *, overlay: bool = False) -> None:
        super().__init__(stage)
        self.name, self.is_overlay = name, overlay
        self.seen: list[str] = []
        self.wait: float | None = None

    def resize(self, size: tuple[int, int]) -> None:
        self.seen.append(f"resize {size[0]}")

    def handle(self, event: Event) -> None:
        self.seen.append(pygame.event.event_name(event.type))

    def update(self, _dt: float) -> bool:
        self.seen.append("update")
        return False

    def idle_for(self) -> float | None:
        return self.wait

    def draw(self, _surface: Surface) -> None:
        self.seen.append("draw")

    def on_resume(self) -> None:
        self.seen.append("uncovered")

    def close(self) -> None:
        self.seen.append("close")


class Broken(Witness):
    """A scene with a bug."""

    def update(self, _dt: float) -> bool:
        raise RuntimeError("broken")


@pytest.fixture
def app() -> Iterator[App]:
    with stage() as app:
        yield app


def test_a_scene_is_laid_out_once_and_before_it_is_drawn(app: App) -> None:
    scene = Witness(app)
    app.push(scene)
    turns(app)
    press(app, pygame.K_a)
    assert [step for step in scene.seen if step in {"resize 1280", "draw"}] == [
        "resize 1280",
        "draw",
        "draw",
    ]


def test_time_passes_at_once_after_events(app: App) -> None:
    scene = Witness(app)
    app.push(scene)
    turns(app)
    scene.seen.clear()
    pygame.event.post(Event(pygame.KEYDOWN, {"key": pygame.K_a, "mod": 0}))
    app.turn()
    assert scene.seen == ["update", "KeyDown", "update", "draw"]


def test_only_the_top_scene_hears_and_only_what_is_seen_is_drawn(app: App) -> None:
    below, middle, top = Witness(app), Witness(app), Witness(app, overlay=True)
    for scene in (below, middle, top):
        app.push(scene)
    press(app, pygame.K_a)
    assert "KeyDown" in top.seen
    assert "KeyDown" not in middle.seen
    assert "update" not in middle.seen
    assert "draw" in middle.seen
    assert below.seen == []


def test_a_scene_that_is_uncovered_is_told(app: App) -> None:
    below, top = Witness(app), Witness(app)
    app.push(below)
    app.push(top)
    app.pop()
    assert below.seen == ["uncovered"]
    assert top.seen == ["close"]


def test_going_home_closes_everything_above_the_first_scene(app: App) -> None:
    scenes = [Witness(app, str(number)) for number in range(3)]
    for scene in scenes:
        app.push(scene)
    app.home()
    assert app.scenes == (scenes[0],)
    assert scenes[1].seen == scenes[2].seen == ["close"]


def test_closing_the_last_scene_leaves(app: App) -> None:
    app.push(Witness(app))
    app.pop()
    assert not app.is_running


def test_everything_is_closed_at_the_end_even_after_an_error(app: App) -> None:
    scene = Broken(app)
    app.push(scene)
    app.wake()
    with pytest.raises(RuntimeError, match="broken"):
        app.run()
    assert scene.seen[-1] == "close"


def test_a_result_from_elsewhere_wakes_the_loop(app: App) -> None:
    scene = Witness(app)
    app.push(scene)
    turns(app)
    scene.seen.clear()
    future: Future[int] = Future()
    assert app.watch(future) is future
    assert not pygame.event.peek()
    future.set_result(1)
    app.turn()
    assert "update" in scene.seen


def test_a_scene_that_waits_is_called_when_its_time_has_come(app: App) -> None:
    scene = Witness(app)
    app.push(scene)
    turns(app)
    scene.seen.clear()
    scene.wait = 0.05
    app.turn()
    assert scene.seen == ["update"]


def test_a_key_held_down_means_once_what_must_not_happen_twice() -> None:
    keys = Repeats()

    def down(key: int) -> bool:
        return keys.lets_through(Event(pygame.KEYDOWN, {"key": key}))

    def up(key: int) -> bool:
        return keys.lets_through(Event(pygame.KEYUP, {"key": key}))

    assert [down(pygame.K_RETURN), down(pygame.K_RETURN)] == [True, False]
    assert [up(pygame.K_RETURN), down(pygame.K_RETURN)] == [True, True]
    assert [down(pygame.K_DOWN), down(pygame.K_DOWN)] == [True, True]
    keys.clear()
    assert down(pygame.K_RETURN)


def test_a_held_enter_does_not_go_through_two_pages(app: App) -> None:
    scene = Witness(app)
    app.push(scene)
    for _ in range(3):
        pygame.event.post(Event(pygame.KEYDOWN, {"key": pygame.K_RETURN, "mod": 0}))
    turns(app)
    assert scene.seen.count("KeyDown") == 1


def test_the_pointer_is_known_from_events_alone(app: App) -> None:
    app.push(Witness(app))
    pygame.event.post(Event(pygame.MOUSEMOTION, {"pos": (7, 9), "rel": (0, 0), "buttons": ()}))
    turns(app)
    assert app.pointer == (7, 9)


def test_a_key_struck_again_says_at_once_how_things_are_now(app: App) -> None:
    app.push(Witness(app))
    turns(app)
    app.notify("The game is not whole.")
    seen = []
    for key in (pygame.K_m, pygame.K_m, pygame.K_F4, pygame.K_m):
        press(app, key)
        seen.append(app.toasts.text)
    assert seen == ["Sound on", "Sound off", "Four colors", "Sound on"]
    app.toasts.dismiss()
    assert app.toasts.text == "The game is not whole.", "what was not read yet comes again"
    app.toasts.dismiss()
    assert app.toasts.text == ""
