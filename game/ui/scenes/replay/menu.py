"""The menu over a hand that is looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from game.ui.keymap import key_text
from game.ui.kit.controls import Button
from game.ui.kit.inputs import Choice, Toggle
from game.ui.kit.widget import Widget
from game.ui.scenes.page import Overlay, Sheet
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.scene import Stage
    from game.ui.scenes.replay.scene import ReplayScene

_WIDTH = 560.0


class ReplayMenu(Overlay):
    """Where to look from, what to see, which hand; and the way back."""

    def __init__(self, stage: Stage, replay: ReplayScene) -> None:
        self._replay = replay
        super().__init__(stage)

    @property
    def heading(self) -> str:
        return _("Looking at a hand")

    def build(self) -> Sequence[Widget]:
        replay = self._replay
        self._rows: list[Widget] = [
            Button("button:resume", _("Go on looking"), self.back, primary=True),
            Choice(
                "seat",
                _("Seen from"),
                list(enumerate(replay.names)),
                replay.seat,
                lambda seat: replay.look_from(int(str(seat))),
            ),
            Toggle(
                "open",
                _("Hidden cards"),
                replay.is_open,
                lambda _on: replay.show_or_hide(),
                (_("hidden"), _("shown")),
            ),
            *self._others(),
            *(Button(f"button:{words}", words, self._doing(act)) for words, act in self._extras()),
            Button("button:leave", _("Leave this hand"), self._leave),
        ]
        return self._rows

    def _others(self) -> list[Button]:
        """The hands beside this one, where there are any."""
        at, last = self._replay.at, len(self._replay.records) - 1
        buttons = []
        if at > 0:
            buttons.append(Button("button:previous", _("Hand before this"), self._turning(at - 1)))
        if at < last:
            buttons.append(Button("button:next", _("Next hand"), self._turning(at + 1)))
        return buttons

    def _extras(self) -> list[tuple[str, Callable[[int], None]]]:
        return [(_(words), act) for words, act in self._replay.extras.items()]

    def arrange(self, area: Rect) -> None:
        words = _("Keys: ← → step, Space play, {seat} seat, {cards} cards, {all} all keys.")
        note = words.format(
            seat=key_text("replay_seat"),
            cards=key_text("replay_open"),
            all=key_text("shortcuts"),
        )
        self._sheet = Sheet(area, self.skin, self._rows, [], width=_WIDTH, note=note)

    def paint(self, surface: Surface) -> None:
        self._sheet.draw(surface, self.heading)

    def _turning(self, at: int) -> Callable[[], None]:
        def turn() -> None:
            self.stage.pop()
            self._replay.turn_to(at)

        return turn

    def _doing(self, act: Callable[[int], None]) -> Callable[[], None]:
        def do() -> None:
            self.stage.pop()
            act(self._replay.at)

        return do

    def _leave(self) -> None:
        self.stage.pop()
        self.stage.pop()
