"""A number to type, with a button on either side that makes it one less or one more."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pygame import Rect

from game.ui.kit.controls import HEIGHT, Button
from game.ui.scenes.rulesets.draft import Typed, typed
from game.ui.scenes.rulesets.textfield import TextField
from game.ui.text import _

if TYPE_CHECKING:
    from game.ui.kit.skin import Skin
    from game.ui.kit.widget import Widget

_MOST_DIGITS = 6
_FIELD = 120.0
_GAP = 8.0


class Stepper:
    """Three widgets that belong together: less, the number, more."""

    def __init__(
        self,
        name: str,
        value: object,
        changed: Callable[[Typed], None],
        least: int | None = None,
        *,
        says: str,
    ) -> None:
        """Nothing below `least` is reached by the buttons; it can be typed.

        `says` is what the number is of, as read aloud.
        """
        self._changed, self._least = changed, least
        text = "" if value is None else str(value)
        self.field = TextField(name, text, lambda new: changed(typed(new)), most=_MOST_DIGITS)
        self.field.is_typed_over, self.field.says = True, says
        less, more = _("{name}: one less"), _("{name}: one more")
        less, more = less.format(name=says), more.format(name=says)
        self._less = Button(f"{name}:less", "−", lambda: self._step(-1), says=less)
        self._more = Button(f"{name}:more", "+", lambda: self._step(1), says=more)

    @property
    def widgets(self) -> tuple[Widget, ...]:
        """In the order in which Tab visits them."""
        return self._less, self.field, self._more

    def show(self, value: object) -> None:
        """The value has changed elsewhere."""
        self.field.replace(str(value))

    def place(self, box: Rect, skin: Skin) -> None:
        """From the left of a box on, as high as it."""
        side, gap = skin.px(HEIGHT), skin.px(_GAP)
        x = box.x
        for widget, width in zip(self.widgets, (side, skin.px(_FIELD), side), strict=True):
            widget.place(Rect(x, box.y, width, box.height), skin)
            x += width + gap

    def _step(self, direction: int) -> None:
        value = typed(self.field.text)
        number = value + direction if isinstance(value, int) else (self._least or 0)
        if self._least is not None:
            number = max(self._least, number)
        self.field.replace(str(number))
        self._changed(number)
