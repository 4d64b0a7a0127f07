"""What all widgets have in common, how they are placed beside each other, and words read aloud."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from pygame import Rect

from game.ui.kit.grids import column, equal_row
from game.ui.text.language import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin


class WidgetState(NamedTuple):
    """Whether a widget has the focus or the pointer in this frame."""

    focused: bool = False
    hovered: bool = False
    pressed: bool = False


CALM = WidgetState()


class Widget:
    """A part of a page. Inherit and override what differs.

    `name` is its name among the page's click targets; `takes_focus` whether Tab stops at it: that
    is so for a `Focusable` alone.
    """

    takes_focus: ClassVar[bool] = False
    within: Sequence[Widget] = ()
    """Widgets that lie on this one: they are drawn after it."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.rect = Rect(0, 0, 0, 0)
        self.enabled = True

    @property
    def can_focus(self) -> bool:
        """Whether Tab stops here now."""
        return self.takes_focus and self.enabled

    def natural_size(self, _skin: Skin) -> tuple[int, int]:
        """Width and height in which nothing is cut off."""
        return 0, 0

    def place(self, rect: Rect, _skin: Skin) -> None:
        """Take this place from now on."""
        self.rect = rect

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        """Draw in the place taken."""

    def targets(self) -> dict[str, Rect]:
        """Return what a click does something to: the middle of each rectangle."""
        return {self.name: self.rect} if self.name and self.can_focus else {}

    def tip(self, _at: tuple[int, int] | None) -> tuple[str, Rect] | None:
        """Return what is at a place of it, or all of it, and where, if there is no word on it."""
        return None

    def in_view(self) -> Rect:
        """Return the part of the widget to be seen while it has the focus."""
        return self.rect

    def focus_came(self) -> None:
        """Take note that the focus has come here by the keyboard."""

    def activate(self) -> None:
        """Enter or Space was pressed here, or a click ended."""

    def step(self, _direction: int) -> bool:
        """Left (-1) or right (1) was pressed here; False if that means nothing to it."""
        return False

    def travel(self, _key: int) -> bool:
        """Any other key was pressed here; False if that means nothing to it."""
        return False

    def press(self, pos: tuple[int, int]) -> None:
        """Act on a press of the pointer here."""

    def drag(self, pos: tuple[int, int]) -> None:
        """Follow the pointer, which moved, still pressed since it was pressed on this widget."""

    def release(self, _pos: tuple[int, int]) -> None:
        """Act on a click: the pointer was released over the widget on which it was pressed."""
        self.activate()

    def wheel(self, _notches: float) -> bool:
        """The wheel was turned over it, up positive; False if that means nothing to it."""
        return False


class Focusable(Widget, ABC):
    """A widget at which Tab stops. It has words for players who cannot see it."""

    takes_focus: ClassVar[bool] = True

    @property
    @abstractmethod
    def spoken(self) -> str:
        """What it is and what it holds, as read aloud; another text wherever one moves in it."""


def fact(name: str, value: str) -> str:
    """Join a name and what it holds; return one of them where the other is empty."""
    if not name or not value:
        return name or value
    return _("{name}: {value}").format(name=name, value=value)


def sentences(*parts: str) -> str:
    """Join parts, each ended by a full stop."""
    texts = [part.strip() for part in parts if part.strip()]
    # TRANSLATORS: the sign that ends a sentence.
    stop = _(".")
    blank = " " if stop.isascii() else ""
    ends = (".", "!", "?", "…", ":", "。", "！", "？", "：")
    return blank.join(part if part.endswith(ends) else f"{part}{stop}" for part in texts)


def place_row(widgets: Sequence[Widget], area: Rect, gap: int, skin: Skin) -> None:
    """Place widgets beside each other: the area's width is shared out evenly."""
    for widget, box in zip(widgets, equal_row(area, len(widgets), gap), strict=True):
        widget.place(box, skin)


def place_column(widgets: Sequence[Widget], area: Rect, height: int, gap: int, skin: Skin) -> None:
    """Place widgets of one height below each other, from the top of the area."""
    for widget, box in zip(widgets, column(area, [height] * len(widgets), gap), strict=True):
        widget.place(box, skin)
