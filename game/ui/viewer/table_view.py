"""The base of all scenes with a table: a position on a board, and a panel beside it.

``stage`` is the ``Stage`` of a window, which every scene is given:

>>> class WithNotes(TableView):
...     def table_size(self, window):
...         return window[0] - 300, window[1]
>>> scene = WithNotes(stage)
>>> scene.window.size, scene.stage.size
((1280, 720), (980, 720))
>>> scene.panel_box(scene.window.size)
Rect(980, 0, 300, 720)
>>> scene.board = scene.new_board(seats=3, me=0, buttons=())
>>> scene.board.layout.size, scene.is_settling
((980, 720), False)
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from pygame import Rect

from game.ui.kit.controls import draw_panel
from game.ui.kit.skin import Skin
from game.ui.shell.scene import BaseScene, StageWithin, whole
from game.ui.table.motion.board import Board, Chrome
from game.ui.table.motion.director import PACES
from game.ui.table.painting.furniture import table_measures

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pygame import Surface

    from game.ui.shell.scene import Services, Stage
    from game.ui.table.motion.director import Cue

Size = tuple[int, int]


class TableView(BaseScene):
    """The scene of every table: a position on a ``board``, and a panel beside it or below it.

    Subclasses provide the position. ``TableScene`` shows the current one of the flow of hands; so
    do the lesson, whose panel is the coach, and the practice table, whose panel undoes moves.
    ``ReplayScene`` shows the one at a cursor over a record; so does ``DecisionScene``, whose panel
    lists the possible actions.

    ``stage`` is the table's part of the window, ``window`` all of it, for pages over the table.
    """

    board: Board

    def __init__(self, stage: Stage) -> None:
        self.window: Final = whole(stage)
        super().__init__(StageWithin(stage, self.table_size, self.table_services))

    def new_board(self, seats: int, me: int, buttons: tuple[str, ...]) -> Board:
        """Return a board without a position, whose sounds are heard."""
        return Board(self._chrome(self.stage.size, buttons), seats, me, self.hear)

    def table_services(self, services: Services) -> Services:
        """Return the services of the table: by default those of the window."""
        return services

    @property
    def is_settling(self) -> bool:
        """Whether the settlement is shown."""
        return self.board.is_settling

    @property
    def pace(self) -> float:
        """The speed of animations, 1 at normal speed; infinite without animation."""
        return PACES[self.stage.services.settings.settings.speed]

    def hear(self, cue: Cue) -> None:
        """Play a sound, panned to its place at the table."""
        if self.pace != inf:
            place = 0.0 if cue.seat is None else self.board.pan(cue.seat)
            self.stage.services.sound.play(cue.sound, place, cue.size)

    # -- the window ----------------------------------------------------------------------------

    def table_size(self, window: Size) -> Size:
        """Return the part of a window's size left for the table: all of it without a panel."""
        return window

    def panel_box(self, window: Size) -> Rect:
        """Return the box of the panel: right of the table or below it; empty without one."""
        wide, high = self.table_size(window)
        if wide < window[0]:
            return Rect(wide, 0, window[0] - wide, window[1])
        return Rect(0, high, window[0], window[1] - high)

    def panel_skin(self, window: Size) -> Skin:
        """Return the skin of the panel."""
        return Skin(self.stage.services.theme, window)

    def resize(self, size: Size) -> None:
        self.lay_out(self.table_size(size))
        self.place_panel(size)

    def lay_out(self, size: Size) -> None:
        """Lay the table out again, everything in its place at once."""
        self.board.resize(self._chrome(size, self.board.chrome.buttons))

    def _chrome(self, size: Size, buttons: tuple[str, ...]) -> Chrome:
        measures = table_measures(self.stage.services.theme, size, self.button_texts())
        return Chrome(size, buttons, measures)

    def button_texts(self) -> Mapping[str, str] | None:
        """Return the labels of the buttons by name; None for those of play."""
        return None

    def place_panel(self, window: Size) -> None:
        """Place the contents of the panel."""

    def draw(self, surface: Surface) -> None:
        window = surface.get_size()
        table, panel = Rect((0, 0), self.table_size(window)), self.panel_box(window)
        if table.size == window:
            self.draw_table(surface)
        else:
            self.draw_table(surface.subsurface(table))
            self.stage.services.theme.lay_cloth(surface, panel)
            draw_panel(surface, panel, self.panel_skin(window))
        self.draw_beside(surface)

    def draw_table(self, surface: Surface) -> None:
        """Draw the table in its part of the window."""

    def draw_beside(self, surface: Surface) -> None:
        """Draw the panel and what lies over the table, on the whole window."""
