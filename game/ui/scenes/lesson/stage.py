"""The window as the lesson's table sees it: all as ever, but for who thinks for the opponent."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from game.ui.scenes.lesson.script import reply

if TYPE_CHECKING:
    from game.rules.actions import Action
    from game.rules.view import SeatView
    from game.ui.scene import Scene, Services, Stage, T
    from game.ui.scenes.lesson.script import Part


class LessonStage:
    """A stage whose thinker reads the next move from the script."""

    def __init__(self, stage: Stage, part: Part) -> None:
        self.real: Final = stage
        self._part = part

    @property
    def services(self) -> Services:
        return replace(self.real.services, thinker=self._think)

    @property
    def size(self) -> tuple[int, int]:
        return self.real.size

    @property
    def pointer(self) -> tuple[int, int]:
        return self.real.pointer

    def _think(self, view: SeatView, _level: str, _seed: int) -> Future[Action]:
        future: Future[Action] = Future()
        future.set_result(reply(self._part, view))
        return future

    def push(self, scene: Scene) -> None:
        self.real.push(scene)

    def pop(self) -> None:
        self.real.pop()

    def replace(self, scene: Scene) -> None:
        self.real.replace(scene)

    def home(self) -> None:
        self.real.home()

    def quit(self) -> None:
        self.real.quit()

    def notify(self, text: str) -> None:
        self.real.notify(text)

    def change(self, **values: object) -> None:
        self.real.change(**values)

    def set_fullscreen(self, wanted: bool) -> None:
        self.real.set_fullscreen(wanted)

    def wake(self) -> None:
        self.real.wake()

    def watch(self, future: Future[T]) -> Future[T]:
        return self.real.watch(future)
