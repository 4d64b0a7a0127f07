"""The base classes of widgets, their placement in rows and columns, and joining spoken text."""

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
    """Whether a widget has the focus or the pointer over it in this frame."""

    focused: bool = False
    hovered: bool = False
    pressed: bool = False


CALM = WidgetState()


class Widget:
    """A part of a page. Inherit and override what differs.

    `name` is its name among the page's click targets; `takes_focus` is whether Tab stops at it,
    which only a `Focusable` does.
    """

    takes_focus: ClassVar[bool] = False
    why_not = ""
    """Why the widget cannot be used, shown while it is disabled; empty if that is plain."""
    within: Sequence[Widget] = ()
    """Widgets that lie on this one and are drawn after it."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.rect = Rect(0, 0, 0, 0)
        self.enabled = True

    @property
    def can_focus(self) -> bool:
        """Whether Tab stops here now."""
        return self.takes_focus and self.enabled

    def natural_size(self, _skin: Skin) -> tuple[int, int]:
        """Return the width and height at which nothing is cut off."""
        return 0, 0

    def place(self, rect: Rect, _skin: Skin) -> None:
        """Move the widget to a rectangle."""
        self.rect = rect

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        """Draw the widget in its rectangle."""

    def targets(self) -> dict[str, Rect]:
        """Return the click targets by name; a click acts at the middle of each rectangle."""
        return {self.name: self.rect} if self.name and self.can_focus else {}

    def tip(self, _at: tuple[int, int] | None) -> tuple[str, Rect] | None:
        """Return the tooltip for a position, or for the whole widget, and its box; None if the
        widget shows its own text.
        """
        return None

    def in_view(self) -> Rect:
        """Return the part of the widget that must be visible while it has the focus."""
        return self.rect

    def focus_came(self) -> None:
        """Note that the keyboard has moved the focus here."""

    def activate(self) -> None:
        """Act on Enter, Space or a click."""

    def step(self, _direction: int) -> bool:
        """Act on the left (-1) or right (1) arrow; False if it means nothing here."""
        return False

    def travel(self, _key: int) -> bool:
        """Act on any other key; False if it means nothing here."""
        return False

    def press(self, pos: tuple[int, int]) -> None:
        """Act on a pointer press."""

    def drag(self, pos: tuple[int, int]) -> None:
        """Follow the pointer while it drags from this widget."""

    def release(self, _pos: tuple[int, int]) -> None:
        """Act on a click: the pointer was released on the widget where it was pressed."""
        self.activate()

    def wheel(self, _notches: float) -> bool:
        """Act on the wheel, up positive; False if it means nothing here."""
        return False


class Focusable(Widget, ABC):
    """A widget at which Tab stops, with words for a screen reader."""

    takes_focus: ClassVar[bool] = True

    @property
    @abstractmethod
    def spoken(self) -> str:
        """What the widget is and its value, as read aloud; it changes with every step within it."""


def fact(name: str, value: str) -> str:
    """Join a name and its value; if either is empty, return the other."""
    if not name or not value:
        return name or value
    return _("{name}: {value}").format(name=name, value=value)


def sentences(*parts: str) -> str:
    """Join parts into sentences, each ending in a full stop."""
    texts = [part.strip() for part in parts if part.strip()]
    # TRANSLATORS: the sign that ends a sentence.
    stop = _(".")
    blank = " " if stop.isascii() else ""
    ends = (".", "!", "?", "…", ":", "。", "！", "？", "：")
    return blank.join(part if part.endswith(ends) else f"{part}{stop}" for part in texts)


def place_row(widgets: Sequence[Widget], area: Rect, gap: int, skin: Skin) -> None:
    """Place widgets side by side in equal shares of the area's width."""
    for widget, box in zip(widgets, equal_row(area, len(widgets), gap), strict=True):
        widget.place(box, skin)


def place_column(widgets: Sequence[Widget], area: Rect, height: int, gap: int, skin: Skin) -> None:
    """Place widgets of one height below each other, from the top of the area."""
    for widget, box in zip(widgets, column(area, [height] * len(widgets), gap), strict=True):
        widget.place(box, skin)
