"""The base of all pages: the cloth, a titled panel, a form of widgets, and Esc to go back.

``stage`` is the ``Stage`` of a window, which every scene is given:

>>> class Greeting(Page):
...     heading = "Hello"
...
...     def build(self):
...         self.label = Label("Nice to meet you.")
...         self.close_button = Button("close", "Close", self.back, primary=True)
...         return [self.close_button]
...
...     def arrange(self, area):
...         self.sheet = Sheet(area, self.skin, [self.label], [self.close_button])
>>> page = Greeting(stage)
>>> stage.push(page)
>>> page.spoken(), list(page.targets())
('Close', ['close'])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.ui.kit.controls import HEIGHT, PADDING, Button, GroupTab, Label, draw_panel
from game.ui.kit.form import ENTER, Form
from game.ui.kit.grids import centred, column, grid
from game.ui.kit.paint import darken
from game.ui.kit.skin import SMALL, TITLE, Skin
from game.ui.kit.widget import Widget, place_column, place_row
from game.ui.look.appearance import NARROW, unit
from game.ui.shell.scene import BaseScene
from game.ui.shell.tips import Tip
from game.ui.text.language import _

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.ui.shell.scene import Stage

MARGIN = 44.0  # units between the window's edge and the page's content
CLOSE_MARGIN = 32.0  # units, on pages that need more room
GAP = 12.0  # units between the parts of a page


def needs_kernel(stage: Stage, button: Button) -> Button:
    """Return the button, disabled with an explanation if the kernel is not installed."""
    if stage.services.lacks_kernel:
        from game.ui.text.level_words import no_kernel_sentence

        button.enabled, button.says = False, no_kernel_sentence()
    return button


def play_button(stage: Stage) -> Button:
    """Return the gold button of a page that is empty because nothing has been played yet."""
    return Button(
        "button:play",
        _("Play"),
        lambda: stage.push(stage.services.pages.new_game(stage)),
        primary=True,
    )


class Page(BaseScene):
    """A scene made of widgets. Inherit, build the widgets, and place them.

    `sheet`, if `arrange` makes one, is drawn below the widgets.
    """

    _NOTCHES: Final = {pygame.K_PAGEUP: 5.0, pygame.K_PAGEDOWN: -5.0}  # of the wheel

    sheet: TitledPanel | None = None
    least = NARROW
    """Units that the page needs, across and down; if they do not fit, the page scrolls."""
    needed = 0
    """Pixels of height that the page needs, as computed by `arrange`; a sheet has its own."""
    _LEAST_EASE: Final = 0.92
    """The least share of their size that letters keep where that saves scrolling."""
    _ease = 1.0
    headed: Rect | None = None
    """Where the heading was drawn."""
    part = ""
    """The open part, on a page with tabs."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.skin = Skin(stage.services.theme, self.canvas(stage.size), window=stage.size)
        self.form = Form(self.build())

    def build(self) -> Sequence[Widget]:
        """Return the widgets in Tab order."""
        raise NotImplementedError

    def arrange(self, area: Rect) -> None:
        """Place the widgets in the window."""
        raise NotImplementedError

    def paint(self, surface: Surface) -> None:
        """Draw everything that is not a widget, below the widgets."""
        if self.sheet:
            self.sheet.draw(surface, self.heading)
            title = self.sheet.title
            self.headed = self._heading_in(title, title.centerx)

    @property
    def is_narrow(self) -> bool:
        """Whether text is so large that little fits side by side."""
        return self.skin.is_narrow

    def top_title(self, gap: float) -> Rect:
        """Return the box of a title at the top of the window, ``gap`` units above the margin."""
        margin = self.skin.px(MARGIN)
        width, height = self.skin.size[0] - 2 * margin, self.skin.line(TITLE)
        return Rect(margin, margin - self.skin.px(gap), width, height)

    def part_tab(self, part: str, words: str) -> GroupTab:
        """Return the tab that opens a part of the page."""

        def go() -> None:
            self.part = part
            self.rebuild()
            self.form.focus(f"part:{part}")

        return GroupTab(f"part:{part}", words, go, part == self.part)

    def place_parts(self, area: Rect, tabs: Sequence[GroupTab], buttons: Sequence[Widget]) -> Rect:
        """Place tabs and buttons; return the box left for the open part.

        Tabs are at the left, buttons below them from the foot of the page up. On a narrow page tabs
        are above the part, buttons below it.
        """
        skin = self.skin
        margin, gap, high = skin.px(MARGIN), skin.px(GAP), skin.px(HEIGHT)
        top = area.y + margin + skin.line(TITLE)
        inner = Rect(area.x + margin, top, area.width - 2 * margin, area.bottom - margin - top)
        for tab in tabs:
            tab.is_above = self.is_narrow
        if not self.is_narrow:
            side = Rect(inner.x, top, skin.px(250.0), inner.height)
            place_column(tabs, side, high, gap, skin)
            for number, button in enumerate(buttons, start=1):
                y = side.bottom - number * high - (number - 1) * gap
                button.place(Rect(side.x, y, side.width, high), skin)
            left = side.right + margin // 2
            return Rect(left, top, inner.right - left, inner.height)
        columns = len(tabs) if len(tabs) <= 4 else 3
        for tab, box in zip(tabs, grid(inner, len(tabs), max(1, columns), high, gap), strict=True):
            tab.place(box, skin)
            top = box.bottom + gap
        foot = Rect(inner.x, inner.bottom - high, inner.width, high)
        half = len(buttons) // 2 if len(buttons) > 3 else 0  # for two rows of buttons
        place_row(buttons[: len(buttons) - half], foot, gap, skin)
        if half:
            foot = foot.move(0, -high - gap)
            place_row(buttons[-half:], foot, gap, skin)
        return Rect(inner.x, top, inner.width, foot.y - gap - top)

    def draw_title(self, surface: Surface, box: Rect) -> None:
        """Draw the heading of the page in a box."""
        self.headed = self._heading_in(box)
        self.skin.write(surface, self.heading, box, "accent", TITLE, bold=True)

    def _heading_in(self, box: Rect, middle: int | None = None) -> Rect:
        """Return the part of a box that the heading fills, at its left or centred."""
        width = min(box.width, self.skin.width(self.heading, TITLE, bold=True))
        left = box.x if middle is None else middle - width // 2
        return Rect(left, box.y, width, box.height)

    def aside(self) -> Sequence[str]:
        """Return texts beside the widgets, which are read aloud when they are new."""
        return ()

    def back(self) -> None:
        """Close the page, as Esc does."""
        self.stage.pop()

    def rebuild(self) -> None:
        """Make the widgets again; the focus is kept."""
        self.form = Form(self.build(), self.form.focused)
        self.resize(self.skin.size)

    def on_language_changed(self) -> None:
        self.rebuild()
        if self._noted:
            self.news()  # a text in another language is not a new one

    def canvas(self, size: tuple[int, int]) -> tuple[int, int]:
        skin = Skin(self.stage.services.theme, size, ease=self._ease)
        if skin.letters <= unit(size):
            return size
        wide, high = (skin.px(units) for units in self.least)
        return max(size[0], wide), max(size[1], high, self.needed)

    def in_view(self) -> Rect | None:
        """Return the focused widget's box, up to the page's edge if it is the first or last."""
        box, (first, last) = self.form.in_view(), self.form.ends
        if box is None:
            return None
        window = self.stage.size[1]
        whole = Rect((0, 0), self.skin.size)
        if first and box.bottom <= window:
            box = box.union(Rect(box.x, 0, 1, 1))
        elif last and whole.bottom - box.top <= window:
            box = box.union(Rect(box.x, whole.bottom - 1, 1, 1))
        return box

    def tip(self, at: tuple[int, int] | None) -> Tip | None:
        found = self.form.tip(at)
        return Tip(*found) if found else None

    def room(self, sizes: Sequence[tuple[int, int]]) -> Rect | None:
        """Return the highest place that covers no widget, or at least not the heading."""
        from game.ui.table.painting.bubbles import find_room

        if self.headed is None:
            return None
        edge = 2 * self.skin.px(14.0)  # margin between the window's edge and a notice
        window = Rect((0, 0), self.stage.size).inflate(-edge, -edge)
        above = Rect(window.centerx, window.top, 0, 0)
        taken = [self.headed, *(widget.rect for widget in self.form.widgets)]
        return find_room(sizes, above, taken, window) or find_room(
            sizes, above, [self.headed], window
        )

    def resize(self, size: tuple[int, int]) -> None:
        self._ease = 1.0
        self._lay_out(size)
        window = self.stage.size
        while 1.0 < self.canvas(window)[1] / window[1] < self._ease / self._LEAST_EASE:
            # Letters a little smaller rather than a bar for a few pixels.
            self._ease *= min(0.995, window[1] / self.canvas(window)[1])
            self._lay_out((self.canvas(window)[0], window[1]))
        if self._ease < 1.0 and self.canvas(window)[1] > window[1]:
            self._ease = 1.0
            self._lay_out(size)

    def _lay_out(self, size: tuple[int, int]) -> None:
        window = self.stage.size
        window = min(size[0], window[0]), min(size[1], window[1])
        self.skin = Skin(self.stage.services.theme, size, window=window, ease=self._ease)
        self.arrange(Rect((0, 0), size))
        if self.sheet:
            self.needed = self.sheet.needed

    def handle(self, event: Event) -> None:
        is_click = event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_LEFT
        if is_click and (why := self.form.why_not(event.pos)):
            self.stage.answer(why)
        if self.form.handle(event):
            if self._is_decision(event):
                self.stage.services.sound.play("tick")
            return
        if event.type == pygame.MOUSEWHEEL:
            self.stage.scroll(event.precise_y)
        elif event.type == pygame.KEYDOWN:
            if event.key in (pygame.K_ESCAPE, pygame.K_AC_BACK):
                self.back()
            elif event.key in self._NOTCHES:
                self.stage.scroll(self._NOTCHES[event.key])

    def draw(self, surface: Surface) -> None:
        self._draw_ground(surface)
        self.paint(surface)
        self.form.draw(surface, self.skin)

    def targets(self) -> dict[str, Rect]:
        return self.form.targets()

    def spoken(self) -> str:
        return self.form.spoken

    def news(self) -> Sequence[str]:
        """Return texts on the page that were not there at the last call; those of labels below the
        focus are footnotes.
        """
        before, widgets = self._noted, self.form.widgets
        names = [widget.name for widget in widgets]
        focus = names.index(self.form.focused) if self.form.focused else len(names)
        above, below = (
            [widget.text for widget in part if isinstance(widget, Label)]
            for part in (widgets[:focus], widgets[focus:])
        )
        above += self.aside()
        self._noted = (*filter(None, above), *filter(None, below))
        self._footnotes = [text for text in below if text and text not in (*before, *above)]
        return [text for text in above if text and text not in before]

    def footnotes(self) -> Sequence[str]:
        return self._footnotes

    _noted: Sequence[str] = ()
    _footnotes: Sequence[str] = ()

    def _draw_ground(self, surface: Surface) -> None:
        self.stage.services.theme.lay_cloth(surface)

    @staticmethod
    def _is_decision(event: Event) -> bool:
        if event.type == pygame.KEYDOWN:
            return event.key in ENTER
        return bool(event.type == pygame.MOUSEBUTTONUP)


class Overlay(Page):
    """A page in a panel over the scene below, which is darkened and does not move."""

    is_overlay = True

    def _draw_ground(self, surface: Surface) -> None:
        darken(surface, 0.4)  # of its light remains


class TitledPanel:
    """A titled panel in the middle of the window; its content goes below the title, `inside`."""

    def __init__(self, area: Rect, size: tuple[int, int], pad: int, skin: Skin) -> None:
        self._skin = skin
        self.needed = size[1] + pad
        """Pixels of height that the whole panel needs."""
        self.rect = centred(size, area)
        self.inside = self.rect.inflate(-2 * pad, -2 * pad)
        self.title = Rect(self.inside.topleft, (self.inside.width, skin.line(TITLE)))

    def draw(self, surface: Surface, title: str) -> None:
        """Draw the panel and its title; the form draws the rest."""
        draw_panel(surface, self.rect, self._skin)
        self._skin.write(surface, title, self.title, "accent", TITLE, bold=True, align="middle")


class Sheet(TitledPanel):
    """A panel with rows below each other, buttons at its foot, and a note below them.

    It is wider than `width` if its buttons or the title need that, but never wider than the page's
    content.
    """

    def __init__(
        self,
        area: Rect,
        skin: Skin,
        rows: Sequence[Widget],
        buttons: Sequence[Widget],
        *,
        width: float = 780.0,  # units
        title: str = "",
        note: str = "",
    ) -> None:
        self._skin, self._note = skin, note
        pad, gap = skin.px(PADDING), skin.px(GAP)
        longest = max(self._width_for(buttons), skin.width(title, TITLE, bold=True))
        needed = max(skin.px(width), longest + 2 * pad)
        inner = min(needed, area.width - 2 * skin.px(MARGIN)) - 2 * pad
        heights = [self._height(row, inner) for row in rows]
        if buttons:
            heights.append(skin.px(HEIGHT) + gap)
        if note:
            heights.append(self._note_height(inner))
        head = skin.line(TITLE) + gap
        total = head + sum(heights) + gap * (len(heights) - 1) + 2 * pad
        super().__init__(area, (inner + 2 * pad, total), pad, skin)
        inside = self.inside
        below = Rect(inside.x, inside.y + head, inside.width, inside.height - head)
        boxes = column(below, heights, gap)
        for row, box in zip(rows, boxes, strict=False):
            row.place(box.inflate(-2 * pad, 0) if isinstance(row, Label) else box, skin)
        self._foot = boxes[-1] if note else None
        if buttons:
            self._place_buttons(buttons, boxes[len(rows)])

    def draw(self, surface: Surface, title: str) -> None:
        super().draw(surface, title)
        if self._foot:
            words = Label(self._note, units=SMALL, colour="ink_soft", align="middle", wraps=True)
            words.place(self._foot, self._skin)
            words.draw(surface, self._skin)

    def _height(self, row: Widget, width: int) -> int:
        if isinstance(row, Label):
            inner = width - 2 * self._skin.px(PADDING)
            return row.height_in(inner, self._skin) + self._skin.px(GAP)
        return row.natural_size(self._skin)[1]

    def _note_height(self, width: int) -> int:
        return Label(self._note, units=SMALL, wraps=True).height_in(width, self._skin)

    def _width_for(self, buttons: Sequence[Widget]) -> int:
        """Return the width of a row of equal buttons in which the longest words fit."""
        longest = max((button.natural_size(self._skin)[0] for button in buttons), default=0)
        return len(buttons) * (longest + 2 * self._skin.px(GAP))

    def _place_buttons(self, buttons: Sequence[Widget], box: Rect) -> None:
        gap = self._skin.px(GAP)
        row = Rect(box.x, box.bottom - self._skin.px(HEIGHT), box.width, self._skin.px(HEIGHT))
        place_row(buttons, row, 2 * gap, self._skin)
