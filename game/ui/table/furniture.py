"""Draws what stands still on the table: piles' places, tags, buttons, the corner and the log."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from game.ui.kit.paint import disc, ring, rounded
from game.ui.sheets import MARGIN
from game.ui.table.heap import layers, shift
from game.ui.table.pieces import BLEND, draw_button, draw_key, key_width, panel, small
from game.ui.table.places import Pose
from game.ui.table.plates import NOTE, Plates, seat_colour
from game.ui.theme import ButtonState

if TYPE_CHECKING:
    from game.ui.kit.skin import Skin
    from game.ui.table.cardsheet import CardSheet
    from game.ui.table.layout import TableLayout
    from game.ui.table.look import LogLook, TableLook

TAG, LOG = 15.0, 15.5


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the still picture: it is drawn anew when its state or its box has changed."""

    name: str
    box: Rect
    """Everything that it may touch, its shadow with it."""
    state: object
    draw: Callable[[Surface], None]


def part(name: str, box: Rect, state: object, draw: Callable[[Surface], None]) -> Part:
    """A part with the margin that shadows need."""
    return Part(name, box.inflate(2 * MARGIN + 6, 2 * MARGIN + 6), state, draw)


class Furniture:
    """One table's furniture, in one size of window."""

    def __init__(self, skin: Skin, sheet: CardSheet) -> None:
        self._skin = skin
        self._sheet = sheet
        self._plates = Plates(skin, sheet)

    def parts(self, layout: TableLayout, look: TableLook) -> Iterator[Part]:
        """All of it, for the bare cloth."""
        yield from self._pile_parts(layout, look)
        yield from self._seat_parts(layout, look)
        for name, button in look.buttons:
            if name in layout.buttons:
                box = layout.buttons[name]
                draw = partial(draw_button, skin=self._skin, box=box, look=button)
                yield part(f"button:{name}", box, button, draw)
        corner = layout.menu.unionall([layout.sort, layout.stake])
        said = (look.stake, look.prompt, look.reminder, look.sort)
        yield part("corner", corner, said, partial(self._corner, layout=layout, look=look))
        yield part("log", layout.log, look.log, partial(self._log, box=layout.log, look=look.log))

    def _pile_parts(self, layout: TableLayout, look: TableLook) -> Iterator[Part]:
        for box in (layout.stock, layout.pile):
            yield part(f"place:{box.x}", box, None, partial(self._place, box=box))
        stock = layout.stock.inflate(layout.stock.width // 3, layout.stock.height // 3)
        state = (layers(look.stock_size), look.is_stock_lit)
        yield part("stock", stock, state, partial(self._stock, layout=layout, look=look))
        for box, text, key, is_lit in (
            (layout.stock_tag, look.stock, look.stock_key, look.is_stock_lit),
            (layout.pile_tag, look.pile, look.pile_key, look.is_pile_lit),
        ):
            draw = partial(self._tag, box=box, text=text, key=key, is_lit=is_lit)
            yield Part(f"tag:{box.x}", box, (text, key, is_lit), draw)

    def _seat_parts(self, layout: TableLayout, look: TableLook) -> Iterator[Part]:
        for seat, place in enumerate(layout.seats):
            plate, state = place.plate, look.seats[seat]
            is_own = seat == look.me
            draw = partial(self._plates.draw, box=plate, look=state, seat=seat, is_own=is_own)
            yield part(f"plate:{seat}", plate, state, draw)
        for number, owner in look.owners:
            tag, name = layout.spreads[number].tag, look.seats[owner].name
            draw = partial(self._owner_tag, box=tag, name=name, owner=owner)
            yield Part(f"owner:{number}", tag, (name, owner), draw)

    def _place(self, surface: Surface, box: Rect) -> None:
        """The place of a pile, seen when nothing lies there."""
        radius = max(3, round(box.width * 0.06))
        rounded(surface, box, (0, 0, 0, 40), radius)
        ring(surface, box.inflate(-2, -2), (*self._skin.colour("gold"), 70), radius, 1)

    def _stock(self, surface: Surface, layout: TableLayout, look: TableLook) -> None:
        """The stock as thick as it is; what is left of it can be seen from the side."""
        pose, count = Pose(*layout.stock.center, layout.pile_height), layers(look.stock_size)
        if look.is_stock_lit and count:
            for layer in (0, count - 1):
                lit = pose.moved(*shift(layer, layout.unit))
                glow, at = self._sheet.glow(lit, self._skin.colour("legal"), 150)
                surface.blit(glow, at, special_flags=BLEND)
        for layer in range(count):
            lies = pose.moved(*shift(layer, layout.unit))
            picture, at = self._sheet.lying(None, lies, is_bare=layer > 0)
            surface.blit(picture, at, special_flags=BLEND)

    def _tag(self, surface: Surface, box: Rect, text: str, key: str, is_lit: bool) -> None:
        skin = self._skin
        colour = "accent" if is_lit else "ink_soft"
        words = skin.text(skin.fitted(text, box.width, small(skin, TAG)), colour, small(skin, TAG))
        cap = key_width(skin, key) if is_lit else 0
        place = words.get_rect(midleft=(box.centerx - (words.width + cap) // 2, box.centery))
        surface.blit(words, place)
        if cap:
            draw_key(surface, skin, key, (place.right + skin.px(6), box.centery), colour)

    def _owner_tag(self, surface: Surface, box: Rect, name: str, owner: int) -> None:
        skin = self._skin
        radius = max(3, box.height // 4)
        text = skin.fitted(name, box.width - 3 * radius, small(skin, TAG - 1))
        words = skin.text(text, "ink_soft", small(skin, TAG - 1))
        left = box.centerx - (words.width + 3 * radius) // 2
        disc(surface, (left + radius, box.centery + 1), radius, seat_colour(owner))
        surface.blit(words, words.get_rect(midleft=(left + 3 * radius, box.centery + 1)))

    def _corner(self, surface: Surface, layout: TableLayout, look: TableLook) -> None:
        skin = self._skin
        menu = layout.menu
        face = skin.theme.button(menu.size, ButtonState.CALM, skin.px(10))
        surface.blit(face, (menu.x - MARGIN, menu.y - MARGIN), special_flags=BLEND)
        for line in (-1, 0, 1):
            bar = Rect(0, 0, menu.width * 2 // 5, max(2, skin.px(2.5)))
            bar.center = (menu.centerx, menu.centery + line * skin.px(8))
            rounded(surface, bar, skin.colour("ink"), bar.height // 2)
        draw_button(surface, skin, layout.sort, look.sort)
        self._stake_lines(surface, layout.stake, look)

    def _stake_lines(self, surface: Surface, place: Rect, look: TableLook) -> None:
        """The hand, the count, what can be done now, and the rule that matters now."""
        skin = self._skin
        units, width = small(skin, NOTE + 1), place.width - skin.px(6)
        said = [(text, "ink_soft", False) for text in look.stake]
        said += [(look.prompt, "accent", True), (look.reminder, "warning", False)]
        told = [
            (line, colour, is_bold)
            for text, colour, is_bold in said
            if text
            for line in skin.lines(text, width, units, bold=is_bold)
        ]
        high = min(place.height // max(len(told), 4), skin.px(24))
        for number, (text, colour, is_bold) in enumerate(told):
            box = Rect(place.left + skin.px(4), place.top + number * high, width, high)
            skin.write(surface, text, box, colour, units, bold=is_bold)

    def _log(self, surface: Surface, box: Rect, look: LogLook) -> None:
        skin = self._skin
        panel(surface, skin, box, skin.px(12))
        units = small(skin, LOG)
        high = skin.line(units)
        inner = box.inflate(-skin.px(20), -skin.px(14))
        top = inner.bottom - high * len(look.lines)
        for number, (text, is_strong) in enumerate(look.lines):
            line = Rect(inner.left, top + number * high, inner.width - skin.px(6), high)
            last = number == len(look.lines) - 1
            colour = "accent" if is_strong else "ink" if last else "ink_soft"
            skin.write(surface, text, line, colour, units)
        if look.share < 1.0:
            self._thumb(surface, inner, look.share, look.above)

    def _thumb(self, surface: Surface, inner: Rect, share: float, above: float) -> None:
        skin = self._skin
        high = max(skin.px(16), round(inner.height * share))
        top = inner.top + round((inner.height - high) * above)
        bar = Rect(inner.right, top, max(3, skin.px(4)), high)
        rounded(surface, bar, skin.colour("panel_edge"), bar.width // 2)
