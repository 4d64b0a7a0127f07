"""Drawing the coach's hint at the table: a glow, a line by the hand, figures at the side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Final

from pygame import Rect

from game.rules.actions import (
    DECLARE,
    DONE,
    DRAW,
    DROP,
    PASS,
    STOP,
    TAKE,
    Action,
    Discard,
    Hit,
    Slap,
    Spread,
)
from game.ui.kit.controls import draw_panel
from game.ui.kit.paint import ring, rounded
from game.ui.table.flow.shown import ButtonLook
from game.ui.table.input.targets import (
    PILE_TARGET,
    STOCK_TARGET,
    ButtonTarget,
    CardTarget,
    SpreadTarget,
    Target,
    frame_of,
    zones,
)
from game.ui.table.motion.layout import Design
from game.ui.table.painting.furniture import draw_button

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pygame import Surface

    from game.ui.kit.skin import Skin
    from game.ui.table.motion.board import Board
    from game.ui.table.motion.layout import TableLayout

WHY_BUTTON: Final = ButtonTarget("why")


_BARE: Final[Mapping[Action, Target]] = {
    TAKE: PILE_TARGET,
    DRAW: STOCK_TARGET,
    DROP: ButtonTarget("drop"),
    DECLARE: ButtonTarget("declare"),
    DONE: ButtonTarget("done"),
    STOP: ButtonTarget("stop"),
    PASS: ButtonTarget("pass"),
}


@dataclass(frozen=True, slots=True)
class HintFigures:
    """The figures of a hint: the reason, the value of each action, and their basis."""

    why: str
    rows: tuple[tuple[str, str], ...]
    note: str


@dataclass(frozen=True, slots=True)
class HintLook:
    """The contents of a hint: a line, what glows, a button for the figures, the figures if
    requested, and a short form of the line for want of room.
    """

    line: str
    targets: frozenset[Target] = frozenset()
    why: ButtonLook | None = None
    figures: HintFigures | None = None
    brief: str = ""


@dataclass(frozen=True, slots=True)
class ChancesLook:
    """The endings' chances shown by bars: name, text, share and colour of each."""

    bars: tuple[tuple[str, str, float, str], ...]


def targets_of(action: Action) -> frozenset[Target]:
    """Return what glows for an action: the targets that one would click or choose."""
    match action:
        case Discard(card):
            return frozenset({CardTarget(card)})
        case Hit(card, spread):
            return frozenset({CardTarget(card), SpreadTarget(spread)})
        case Spread(cards):
            return frozenset(map(CardTarget, cards))
        case Slap(_, spread):
            return frozenset({PILE_TARGET, SpreadTarget(spread)})
        case _:
            return frozenset({_BARE[action]})


class HintPlaces:
    """The placement of a hint in one layout of the table."""

    _AROUND: Final = 16.0  # units

    def __init__(self, skin: Skin, layout: TableLayout, look: HintLook) -> None:
        self._skin, self._layout, self.look = skin, layout, look
        own = max(layout.seats, key=lambda seat: seat.fan.top)
        gap = skin.px(10.0)
        high = max(24, skin.px(34.0))
        wide = self._why_width(high) if look.why else 0
        bottom = own.fan.top - round(Design.LIFT * layout.unit) - skin.px(6)
        free = bottom - max(layout.stock_tag.bottom, layout.pile_tag.bottom)
        beside = layout.log.left - own.plate.right - 3 * gap if layout.is_ample else skin.size[0]
        most = min(beside, skin.size[0] * 3 // 4) - wide - gap - 2 * skin.px(self._AROUND)
        tall = 0
        # If even smaller text would reach the piles, use the short form; the reason is then only
        # with the figures.
        for words, units in product(filter(None, (look.line, look.brief)), (18.0, 15.5)):
            self.units = skin.small(units)
            self.lines = skin.lines(words, most, self.units)
            text = skin.line(self.units) * len(self.lines)
            tall = max(text, high if wide else 0) + skin.px(12)
            if tall <= free and len(self.lines) <= 3:
                break
        across = max(skin.width(line, self.units) for line in self.lines)
        across += 2 * skin.px(self._AROUND) + (wide + gap if wide else 0)
        self.box = Rect(0, 0, across, tall)
        self.box.midbottom = (own.fan.centerx, bottom)
        self.box.right = min(self.box.right, layout.log.left - gap)  # the figures expand there
        self.why = Rect(0, 0, 0, 0)
        if wide:
            self.why = Rect(0, 0, wide, high)
            self.why.midright = (self.box.right - skin.px(6), self.box.centery)

    def _why_width(self, high: int) -> int:
        why, skin = self.look.why, self._skin
        words = "" if why is None else why.text + (f"  {why.key} " if why.key else "")
        return max(2 * high, skin.width(words, 17, bold=True) + skin.px(2 * self._AROUND + 8))

    def targets(self) -> Mapping[Target, Rect]:
        """Return the click targets of the hint."""
        return {WHY_BUTTON: self.why} if self.look.why else {}

    def draw(self, surface: Surface, board: Board) -> None:
        """Draw the glow, the line, and the figures if requested."""
        self._draw_glow(surface, board, self.look.targets)
        skin, box = self._skin, self.box
        radius = min(box.height, skin.px(44)) // 2
        rounded(surface, box, skin.colour("toast"), radius, skin.colour("gold"), skin.px(1.5))
        high = skin.line(self.units)
        top = box.centery - high * len(self.lines) // 2
        for number, line in enumerate(self.lines):
            words = skin.text(line, "accent", self.units)
            surface.blit(words, (box.left + skin.px(self._AROUND), top + number * high))
        if self.look.why is not None:
            draw_button(surface, skin, self.why, self.look.why)
        if self.look.figures is not None:
            self._draw_figures(surface, self.look.figures)

    def _draw_figures(self, surface: Surface, figures: HintFigures) -> None:
        """Draw the figures over the log, as high as they need."""
        skin, log = self._skin, self._layout.log
        pad, text, note = skin.px(14), skin.small(15.5), skin.small(13.5)
        inner = log.width - 2 * pad
        lines: list[tuple[str, str, str, float]] = [
            (line, "", "accent", text) for line in skin.lines(figures.why, inner, text)
        ]
        for name, worth in figures.rows:
            if skin.width(name, text) + skin.px(12) + skin.width(worth, text) <= inner:
                lines.append((name, worth, "ink", text))
            else:
                lines += [(line, "", "ink", text) for line in skin.lines(name, inner, text)]
                lines.append(("", worth, "ink", text))
        lines += [(line, "", "ink_soft", note) for line in skin.lines(figures.note, inner, note)]
        tall = sum(skin.line(units) for *_words, units in lines) + 2 * pad
        box = Rect(log.x, 0, log.width, max(tall, log.height))
        box.bottom = log.bottom
        draw_panel(surface, box, skin, 12.0)
        top = box.top + pad
        for name, worth, colour, units in lines:
            if name:
                surface.blit(skin.text(name, colour, units), (box.left + pad, top))
            if worth:
                words = skin.text(worth, colour, units, bold=True)
                surface.blit(words, words.get_rect(topright=(box.right - pad, top)))
            top += skin.line(units)

    def _draw_glow(self, surface: Surface, board: Board, targets: Iterable[Target]) -> None:
        """Draw a gold glow around targets of the table."""
        skin = self._skin
        found = zones(board)
        for target in targets:
            box = frame_of(target, found, 2)
            if box is None:
                continue
            radius = skin.px(8)
            # From outside in: distance in units, and alpha.
            for out, strength in ((9, 28), (6, 60), (3, 110)):
                wide = skin.px(out)
                around = box.inflate(2 * wide, 2 * wide)
                ring(surface, around, (*skin.colour("gold"), strength), radius + wide, max(2, wide))
            ring(surface, box.inflate(4, 4), skin.colour("gold"), radius, max(2, skin.px(3)))


def draw_chances(surface: Surface, skin: Skin, layout: TableLayout, look: ChancesLook) -> None:
    """Draw the chance of each ending as a bar, above the log or, without room there, at its top."""
    thick = 12.0  # units
    units = skin.small(14.0)
    high, pad = skin.line(units) + skin.px(thick), skin.px(10)
    log = layout.log
    box = Rect(log.x, 0, log.width, high * len(look.bars) + 2 * pad)
    box.bottom = log.top - skin.px(6.0)
    taken = [each for seat in layout.seats for each in (seat.plate, seat.fan)]
    taken += [place.box.union(place.tag) for place in layout.spreads.values()]
    if box.collidelist(taken) >= 0:
        box.top = log.top
    draw_panel(surface, box, skin, 12.0)
    track = Rect(box.left + pad, box.top + pad, box.width - 2 * pad, skin.px(thick) * 2 // 3)
    for name, percent, share, colour in look.bars:
        words, figure = skin.text(name, "ink_soft", units), skin.text(percent, "ink", units)
        surface.blit(words, track.topleft)
        surface.blit(figure, figure.get_rect(topright=track.topright))
        bar = track.move(0, skin.line(units))
        half = bar.height // 2
        rounded(surface, bar, skin.colour("rim_dark"), half, skin.colour("panel_edge"), 1)
        full = Rect(bar.topleft, (round(bar.width * min(1.0, share)), bar.height))
        if full.width:
            rounded(surface, full, skin.colour(colour), min(half, full.width // 2))
        track.y += high
