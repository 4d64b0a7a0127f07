"""One rule explained, with everything that it may be set to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from pygame import Rect

from game.rules.option import SUIT_NAMES
from game.rules.options import OPTIONS, HandSize, Letters, Whole
from game.ui.kit.controls import HEIGHT, Button, draw_panel
from game.ui.kit.skin import SMALL
from game.ui.scenes.rulesets.chips import Chip
from game.ui.scenes.rulesets.draft import default_of
from game.ui.scenes.rulesets.optionrows import Look, meaning, value_rows, values_of
from game.ui.scenes.rulesets.rowlist import RowList
from game.ui.scenes.rulesets.stepper import Stepper
from game.ui.text import _, ngettext

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin
    from game.ui.kit.widget import Widget

_EDGE, _GAP = 20.0, 8.0
_LABEL = 26.0
_WARNINGS = 2
"""So many warnings leave room for the values below them."""


class ValuePane:
    """Made anew for each rule that is looked at; `changed` is told of every new value."""

    def __init__(
        self,
        key: str,
        look: Look,
        changed: Callable[[str, object], None],
        open_natural: Callable[[int], None],
        focus: Callable[[str], bool],
    ) -> None:
        """`open_natural` is told the place of the natural to change, one past the end for a new.

        `focus` takes the keyboard to a widget.
        """
        self.key, self.look = key, look
        self._changed, self._open_natural, self._focus = changed, open_natural, focus
        self._texts: list[tuple[Rect, str, str, float, bool]] = []
        self._rect = Rect(0, 0, 0, 0)
        self._stepper = self._make_stepper()
        self._chips = self._make_chips()
        self._list = RowList(
            "values",
            chosen=self._choose,
            click_chooses=True,
            empty=_("No dealt hand wins at once."),
        )
        self._add = Button("button:add", _("Another natural"), self._open_new, small=True)
        self._reset = Button("button:reset", _("Back to the default"), self._to_default, small=True)
        self.refresh(look)

    @property
    def widgets(self) -> list[Widget]:
        """In the order in which Tab visits them."""
        found: list[Widget] = list(self._stepper.widgets) if self._stepper else []
        found += self._chips
        if self._has_list:
            found.append(self._list)
        if self.key == "naturals":
            found.append(self._add)
        return [*found, self._reset]

    @property
    def first(self) -> str:
        """Where the keyboard goes first."""
        if self._stepper:
            return self._stepper.field.name
        return self.widgets[0].name

    def refresh(self, look: Look) -> None:
        """Values, refusals or warnings have changed."""
        self.look = look
        value = look.draft.values[self.key]
        self._list.show(value_rows(self.key, look))
        self._list.go_to(str(value))
        if self._stepper:
            self._stepper.show("" if value == "by_seats" else value)
            self._stepper.field.is_wrong = self.key in look.refusals
        for chip in self._chips:
            chip.is_in = chip.name.removeprefix("letter:") in str(value)
        self._reset.enabled = not look.draft.is_default(self.key)

    def place(self, rect: Rect, skin: Skin) -> None:
        """Explain from the top, the values below, the way back to the default at the foot."""
        self._rect = rect
        inside = rect.inflate(-2 * skin.px(_EDGE), -2 * skin.px(_EDGE))
        gap = skin.px(_GAP)
        foot = self._place_foot(inside, skin)
        y = self._place_texts(inside, skin)
        if self._stepper:
            row = Rect(inside.x, y, inside.width, skin.px(HEIGHT * 0.85))
            self._stepper.place(row, skin)
            y = row.bottom + gap
        y = self._place_chips(Rect(inside.x, y, inside.width, 0), skin)
        if self._has_list:
            wide = inside.inflate(2 * skin.px(_EDGE) - skin.px(16), 0)
            self._list.place(Rect(wide.x, y, wide.width, foot - gap - y), skin)

    def draw(self, surface: Surface, skin: Skin) -> None:
        """Draw what is no widget."""
        draw_panel(surface, self._rect, skin)
        for box, text, colour, units, bold in self._texts:
            skin.write(surface, text, box, colour, units, bold=bold)

    @property
    def _has_list(self) -> bool:
        return self.key == "naturals" or bool(values_of(self.key))

    def _make_stepper(self) -> Stepper | None:
        values, value = OPTIONS[self.key].values, self.look.draft.values[self.key]
        if not isinstance(values, Whole | HandSize):
            return None
        shown = None if value == "by_seats" else value
        says = _(OPTIONS[self.key].label)
        return Stepper("number", shown, self._type, values.least, says=says)

    def _make_chips(self) -> list[Chip]:
        values = OPTIONS[self.key].values
        if not isinstance(values, Letters):
            return []
        return [
            Chip(
                f"letter:{letter}",
                self._letter_words(letter),
                True,
                self._toggler(letter),
                partial(self._step_from, place),
            )
            for place, letter in enumerate(values.of)
        ]

    def _step_from(self, place: int, direction: int) -> bool:
        """To the chip before or after, on whichever line it stands."""
        to = place + direction
        return 0 <= to < len(self._chips) and self._focus(self._chips[to].name)

    def _letter_words(self, letter: str) -> str:
        if self.key == "suits":
            return _(SUIT_NAMES[letter])
        return letter.replace("T", "10")

    def _toggler(self, letter: str) -> Callable[[], None]:
        return lambda: self._toggle(letter)

    def _toggle(self, letter: str) -> None:
        values = OPTIONS[self.key].values
        if isinstance(values, Letters):
            held = set(str(self.look.draft.values[self.key])) ^ {letter}
            self._changed(self.key, "".join(each for each in values.of if each in held))

    def _type(self, value: object) -> None:
        if value != "" or self.look.draft.values[self.key] != "by_seats":
            self._changed(self.key, value)

    def _choose(self, row: str) -> None:
        if self.key == "naturals":
            self._open_natural(int(row))
            return
        value = next(value for value in values_of(self.key) if str(value) == row)
        self._changed(self.key, value)

    def _open_new(self) -> None:
        self._open_natural(len(self.look.draft.entries))

    def _to_default(self) -> None:
        self._changed(self.key, default_of(self.key))

    def _place_foot(self, inside: Rect, skin: Skin) -> int:
        """The buttons at the foot; gives where they begin."""
        high, gap = skin.px(HEIGHT * 0.8), skin.px(_GAP)
        buttons: Sequence[Button] = (
            (self._add, self._reset) if self.key == "naturals" else (self._reset,)
        )
        x = inside.x
        for button in buttons:
            width = button.natural_size(skin)[0] + 2 * gap
            button.place(Rect(x, inside.bottom - high, width, high), skin)
            x += width + 2 * gap
        return inside.bottom - high

    def _place_texts(self, inside: Rect, skin: Skin) -> int:
        """Label, help and whatever is wrong or odd; gives where that ends."""
        self._texts, y = [], inside.y
        for text, colour, units, bold in self._parts():
            for line in skin.lines(text, inside.width, units, bold=bold):
                box = Rect(inside.x, y, inside.width, skin.line(units))
                self._texts.append((box, line, colour, units, bold))
                y = box.bottom
            y += skin.px(_GAP)
        return y

    def _parts(self) -> list[tuple[str, str, float, bool]]:
        """What is said above the values: each text with its colour, size and weight."""
        option, look = OPTIONS[self.key], self.look
        parts = [(_(option.label), "accent", _LABEL, True), (_(option.help), "ink", SMALL, False)]
        if self.key in look.refusals:
            parts.append((look.refusals[self.key], "warning", SMALL, True))
        elif isinstance(option.values, Whole | HandSize | Letters):
            parts.append((meaning(look.draft, self.key), "ink_soft", SMALL, False))
        return [*parts, *((warning, "warning", SMALL, False) for warning in self._warnings())]

    def _warnings(self) -> list[str]:
        """The first few, and how many more there are."""
        line = _("To mind: {what}")
        told = [line.format(what=each) for each in self.look.warnings_of(self.key)]
        rest = len(told) - _WARNINGS
        if rest <= 0:
            return told
        more = ngettext(
            "And {n} more, under “{chapter}”.", "And {n} more, under “{chapter}”.", rest
        )
        return [*told[:_WARNINGS], more.format(n=rest, chapter=_("To mind"))]

    def _place_chips(self, area: Rect, skin: Skin) -> int:
        """As many beside each other as fit; gives where they end."""
        gap, x, y = skin.px(_GAP), area.x, area.y
        if not self._chips:
            return y
        width = max(chip.natural_size(skin)[0] for chip in self._chips)
        high = self._chips[0].natural_size(skin)[1]
        for chip in self._chips:
            if x + width > area.right:
                x, y = area.x, y + high + gap
            chip.place(Rect(x, y, width, high), skin)
            x += width + gap
        return y + high + gap
