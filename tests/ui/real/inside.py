"""The game as it is, in a process of its own, which tells what it shows whenever it is asked.

`python -m tests.ui.real.inside WORDS…` is `python -m game WORDS…`. Each line on standard input
asks for a report, a line of JSON on standard output as soon as nothing moves: `look` for what can
be clicked on, `judge` also for what can be read and what is wrong with it. `pad` plugs in a virtual
controller, `pad N` presses its button N; neither is answered. Whatever else happens in the game
comes through its window, as from a person.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, deque
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.cli import main
from game.menus.lesson.page import LessonScene
from game.ui.autoplay import clicks_for
from game.ui.pages.page import Page
from game.ui.session.table_scene import TableScene
from game.ui.shell import loop
from tests.ui.real.pad import VirtualPad
from tests.ui.seen import forget, frame_faults, seen, watching

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pygame import Event

    from game.ui.shell.app_window import Window
    from game.ui.shell.scene import Scene, Services
    from game.ui.table.input.targets import Target

GRID: Final = (64, 36)
"""So many pixels, across and down, stand for what was drawn."""
SHORTENED: Final = ("/",)
"""What may be cut off: a path can be longer than any window is wide."""
_COUNTED: Final = {
    pygame.MOUSEBUTTONUP: "clicks",
    pygame.KEYUP: "keys",
    pygame.MOUSEMOTION: "moves",
    pygame.CONTROLLERBUTTONUP: "buttons",
    pygame.CONTROLLERDEVICEADDED: "controllers",
}


class ToldApp(loop.App):
    """The game's own loop, with an ear for questions."""

    def __init__(self, window: Window, services: Services) -> None:
        super().__init__(window, services)
        self._questions = deque[str]()
        self._came = Counter[str]()
        self._pad: VirtualPad | None = None
        Thread(target=self._listen, daemon=True).start()

    def turn(self) -> None:
        super().turn()
        forget()
        if self._questions and not self.is_dirty and self.idle_for() != 0:
            print(json.dumps(self._report(self._questions.popleft())), flush=True)

    def _listen(self) -> None:
        for line in sys.stdin:
            question, _blank, button = line.strip().partition(" ")
            if question == "pad":
                self.call(partial(self._press, int(button)) if button else self._plug_in)
            else:
                self.call(partial(self._questions.append, question))

    def _plug_in(self) -> None:
        self._pad = VirtualPad()

    def _press(self, button: int) -> None:
        assert self._pad
        self._pad.press(button)

    def dispatch(self, event: Event) -> None:
        super().dispatch(event)
        if event.type in _COUNTED and not event.dict.get("by_controller"):
            self._came[_COUNTED[event.type]] += 1

    def _report(self, question: str) -> dict[str, object]:
        top = self.top
        report: dict[str, object] = {
            "scene": type(top).__name__,
            "targets": _told(top.targets() if top else {}),
            "places": _told(top.zones() if isinstance(top, TableScene) else {}),
            "ways": _ways(top),
            "at": _place(top),
            "came": self._came,
            "size": self.size,
        }
        if question == "judge":
            report["samples"] = self._samples()
            self.lay_out_anew()  # a table draws again only what has changed
            self.fit()
            report["faults"] = frame_faults(self)
            report["words"] = [word.text for word in seen().words]
        return report

    def _samples(self) -> list[list[int]]:
        """Some pixels of what is in the window, to be compared with those on the screen."""
        surface = self.window.surface
        return [list(surface.get_at(spot))[:3] for spot in spots(surface.get_size())]


def spots(size: tuple[int, int]) -> list[tuple[int, int]]:
    """Where samples are taken in a window of that size."""
    across, down = GRID
    return [
        (size[0] * (2 * x + 1) // (2 * across), size[1] * (2 * y + 1) // (2 * down))
        for y in range(down)
        for x in range(across)
    ]


def _told(boxes: Mapping[Target, Rect] | Mapping[str, Rect]) -> dict[str, tuple[int, ...]]:
    return {str(target): tuple(box) for target, box in boxes.items()}


def _place(top: Scene | None) -> str:
    """Where keys and controllers act now."""
    if isinstance(top, Page):
        return top.form.focused
    return str(top.input.cursor or "") if isinstance(top, TableScene) else ""


def _ways(top: Scene | None) -> list[list[str]]:
    """What may be done at the table now, each as what is to be clicked on for it.

    In the lesson that is one thing, namely what it points at.
    """
    if isinstance(top, LessonScene):
        return [["button:go_on"] if top.asks else [str(each) for each in top.meant()[:1]]]
    if not isinstance(top, TableScene) or top.board.is_busy or top.board.view is None:
        return []
    view = top.view
    if view.seat not in view.may_act:
        return []
    return [list(map(str, clicks_for(action))) for action in view.legal]


def run() -> int:
    """Play, and tell."""
    loop.App = ToldApp  # type: ignore[misc]  # the name by which the game takes its loop
    with watching(SHORTENED):
        return main()


if __name__ == "__main__":
    sys.exit(run())
