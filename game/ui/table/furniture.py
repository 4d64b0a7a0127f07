"""Draws what stands still on the table: name plates, piles' places, tags, buttons and the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect, Surface

from game.ui.kit.paint import disc, ring, rounded
from game.ui.sheets import MARGIN
from game.ui.table.places import Pose
from game.ui.theme import ButtonState

if TYPE_CHECKING:
    from game.ui.kit.skin import Skin
    from game.ui.table.cardsheet import CardSheet
    from game.ui.table.layout import TableLayout
    from game.ui.table.look import ButtonLook, SeatLook, TableLook

Colour = tuple[int, int, int]
BLEND: Final = pygame.BLEND_PREMULTIPLIED
_SEAT_COLOURS: Final[tuple[Colour, ...]] = (
    (196, 148, 58),
    (178, 74, 60),
    (62, 120, 168),
    (124, 88, 158),
    (92, 138, 62),
    (176, 100, 128),
)
NAME, NOTE, LABEL, TAG, LOG = 18.0, 15.0, 18.0, 15.0, 15.5


def small(skin: Skin, units: float) -> float:
    """Units for small words, never below what can be read."""
    return max(units, 12 / skin.unit)


def panel(surface: Surface, skin: Skin, box: Rect, radius: int) -> None:
    """A sheet of the theme with its shadow."""
    sheet = skin.theme.panel(box.size, radius)
    surface.blit(sheet, (box.x - MARGIN, box.y - MARGIN), special_flags=BLEND)


class Furniture:
    """One table's furniture, in one size of window."""

    def __init__(self, skin: Skin, sheet: CardSheet) -> None:
        self._skin = skin
        self._sheet = sheet

    def draw(self, surface: Surface, layout: TableLayout, look: TableLook) -> None:
        """All of it, onto the bare cloth."""
        self._piles(surface, layout, look)
        for seat, place in enumerate(layout.seats):
            self._plate(surface, place.plate, look.seats[seat], seat, is_own=seat == look.me)
        for number, owner in look.owners:
            self._owner_tag(surface, layout.spreads[number].tag, look.seats[owner].name, owner)
        for name, button in look.buttons:
            if name in layout.buttons:
                draw_button(surface, self._skin, layout.buttons[name], button)
        self._corner(surface, layout, look)
        self._log(surface, layout.log, look)

    def _piles(self, surface: Surface, layout: TableLayout, look: TableLook) -> None:
        for box in (layout.stock, layout.pile):
            radius = max(3, round(box.width * 0.06))
            rounded(surface, box, (0, 0, 0, 40), radius)
            ring(surface, box.inflate(-2, -2), (*self._skin.colour("gold"), 70), radius, 1)
        self._stock(surface, layout, look)
        self._tag(surface, layout.stock_tag, look.stock, look.stock_key, look.is_stock_lit)
        self._tag(surface, layout.pile_tag, look.pile, look.pile_key, look.is_pile_lit)

    def _stock(self, surface: Surface, layout: TableLayout, look: TableLook) -> None:
        """The stock as thick as it is; what is left of it can be seen from the side."""
        pose = Pose(*layout.stock.center, layout.pile_height)
        layers = (look.stock_size + 3) // 4
        if look.is_stock_lit and look.stock_size:
            glow, at = self._sheet.glow(pose, self._skin.colour("legal"), 150)
            surface.blit(glow, at, special_flags=BLEND)
        for layer in range(layers):
            rise = -layer * max(1.0, layout.unit * 0.8)
            picture, at = self._sheet.lying(None, pose.moved(rise * 0.5, rise), is_bare=layer > 0)
            surface.blit(picture, at, special_flags=BLEND)

    def _tag(self, surface: Surface, box: Rect, text: str, key: str, is_lit: bool) -> None:
        skin = self._skin
        colour = "accent" if is_lit else "ink_soft"
        words = skin.text(skin.fitted(text, box.width, small(skin, TAG)), colour, small(skin, TAG))
        cap = _key_width(skin, key) if is_lit else 0
        place = words.get_rect(midleft=(box.centerx - (words.width + cap) // 2, box.centery))
        surface.blit(words, place)
        if cap:
            _draw_key(surface, skin, key, (place.right + skin.px(6), box.centery), colour)

    def _plate(
        self, surface: Surface, box: Rect, look: SeatLook, seat: int, *, is_own: bool
    ) -> None:
        skin = self._skin
        radius = skin.px(12)
        panel(surface, skin, box, radius)
        if look.is_on_turn:
            wide = max(2, skin.px(2.5))
            ring(surface, box.inflate(-wide, -wide), skin.colour("accent"), radius, wide)
            self._marker(surface, box, is_own=is_own)
        inner = box.inflate(-skin.px(12), -skin.px(8))
        size = min(inner.height, skin.px(48))
        self._face(surface, Rect(inner.left, inner.centery - size // 2, size, size), look, seat)
        inner.width -= size + skin.px(9)
        inner.left += size + skin.px(9)
        inner.width = box.right - skin.px(8) - inner.left
        right = self._badges(surface, inner, look, is_own=is_own)
        inner.width = right - inner.left
        self._words(surface, inner, look, is_own=is_own)

    def _marker(self, surface: Surface, box: Rect, *, is_own: bool) -> None:
        """A wedge from the plate of the seat on turn towards its cards."""
        size, colour = self._skin.px(9), self._skin.colour("accent")
        if is_own:
            x, y = box.right, box.centery
            points = [(x - 1, y - size), (x + size, y), (x - 1, y + size)]
        else:
            x, y = box.centerx, box.bottom
            points = [(x - size, y - 1), (x + size, y - 1), (x, y + size)]
        pygame.draw.polygon(surface, colour, points)
        pygame.draw.aalines(surface, colour, True, points)

    def _face(self, surface: Surface, box: Rect, look: SeatLook, seat: int) -> None:
        """A medallion with the seat's initial."""
        skin = self._skin
        colour = _SEAT_COLOURS[seat % len(_SEAT_COLOURS)]
        disc(surface, box.center, box.width // 2, skin.colour("gold_deep"))
        disc(surface, box.center, box.width // 2 - max(2, skin.px(2)), colour)
        units = box.height * 0.56 / skin.unit
        initial = skin.text(look.name[:1].upper(), "ink", units, bold=True)
        surface.blit(initial, initial.get_rect(center=box.center))

    def _badges(self, surface: Surface, box: Rect, look: SeatLook, *, is_own: bool) -> int:
        """The dealer's button and the number of cards, from the right; gives where they begin."""
        skin, right = self._skin, box.right
        if look.is_dealer:
            radius = min(skin.px(13), box.height // 2)
            centre = (right - radius, box.top + radius if is_own else box.centery)
            disc(surface, centre, radius, skin.colour("gold_deep"))
            disc(surface, centre, radius - max(1, skin.px(1.5)), skin.colour("paper"))
            letter = skin.text("D", "paper_ink", radius * 1.25 / skin.unit, bold=True)
            surface.blit(letter, letter.get_rect(center=centre))
            right -= 2 * radius + skin.px(7)
        if not is_own:
            right = self._card_count(surface, box, right, look.cards)
        return right

    def _card_count(self, surface: Surface, box: Rect, right: int, cards: int) -> int:
        skin = self._skin
        number = skin.text(str(cards), "ink", NAME, bold=True)
        place = number.get_rect(midright=(right, box.centery))
        surface.blit(number, place)
        icon = self._sheet.plain(None, max(14, skin.px(24)))
        at = icon.get_rect(midright=(place.left - skin.px(4), box.centery))
        surface.blit(icon, at, special_flags=BLEND)
        return at.left - skin.px(6)

    def _words(self, surface: Surface, box: Rect, look: SeatLook, *, is_own: bool) -> None:
        skin = self._skin
        upper, lower = box.copy(), box.copy()
        upper.height = lower.height = box.height // 2
        lower.bottom = box.bottom
        skin.write(surface, look.name, upper, "ink", NAME + 3 * is_own, bold=True)
        radius = max(3, skin.px(5))
        disc(surface, (lower.left + radius, lower.centery), radius, skin.colour("gold"))
        lower.left += 2 * radius + skin.px(5)
        lower.width = box.right - lower.left
        money = skin.write(surface, look.money, lower, "accent", small(skin, NOTE), bold=True)
        if look.note:
            lower.left = money.right + skin.px(9)
            lower.width = box.right - lower.left
            skin.write(surface, look.note, lower, "ink_soft", small(skin, NOTE))

    def _owner_tag(self, surface: Surface, box: Rect, name: str, owner: int) -> None:
        skin = self._skin
        radius = max(3, box.height // 4)
        text = skin.fitted(name, box.width - 3 * radius, small(skin, TAG - 1))
        words = skin.text(text, "ink_soft", small(skin, TAG - 1))
        left = box.centerx - (words.width + 3 * radius) // 2
        disc(surface, (left + radius, box.centery + 1), radius, _SEAT_COLOURS[owner % 6])
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
        lines = (*look.stake, look.prompt)
        high = layout.stake.height // max(len(lines), 1)
        for number, text in enumerate(lines):
            box = Rect(
                layout.stake.left + skin.px(4), 0, layout.stake.width, min(high, skin.px(24))
            )
            box.top = layout.stake.top + number * box.height
            is_prompt = number == len(look.stake)
            colour = "accent" if is_prompt else "ink_soft"
            skin.write(surface, text, box, colour, small(skin, NOTE + 1), bold=is_prompt)

    def _log(self, surface: Surface, box: Rect, look: TableLook) -> None:
        skin = self._skin
        panel(surface, skin, box, skin.px(12))
        units = small(skin, LOG)
        high = skin.line(units)
        inner = box.inflate(-skin.px(20), -skin.px(14))
        top = inner.bottom - high * len(look.log.lines)
        for number, (text, is_strong) in enumerate(look.log.lines):
            line = Rect(inner.left, top + number * high, inner.width - skin.px(6), high)
            last = number == len(look.log.lines) - 1
            colour = "accent" if is_strong else "ink" if last else "ink_soft"
            skin.write(surface, text, line, colour, units)
        if look.log.share < 1.0:
            self._thumb(surface, inner, look.log.share, look.log.above)

    def _thumb(self, surface: Surface, inner: Rect, share: float, above: float) -> None:
        skin = self._skin
        high = max(skin.px(16), round(inner.height * share))
        top = inner.top + round((inner.height - high) * above)
        bar = Rect(inner.right, top, max(3, skin.px(4)), high)
        rounded(surface, bar, skin.colour("panel_edge"), bar.width // 2)


def draw_button(surface: Surface, skin: Skin, box: Rect, look: ButtonLook) -> None:
    """A button: what it says, and its key on a little cap where there is room for it."""
    state = _state(look)
    face = skin.theme.button(box.size, state, skin.px(10))
    surface.blit(face, (box.x - MARGIN, box.y - MARGIN), special_flags=BLEND)
    ink = state.value[1]
    cap = _key_width(skin, look.key)
    room = box.inflate(-skin.px(14), 0)
    words = skin.text(skin.fitted(look.text, room.width, LABEL, bold=True), ink, LABEL, bold=True)
    if words.width + cap > room.width:
        cap = 0
    place = words.get_rect(midleft=(room.centerx - (words.width + cap) // 2, room.centery))
    surface.blit(words, place)
    if cap:
        _draw_key(surface, skin, look.key, (place.right + skin.px(8), room.centery), ink)


def _key_width(skin: Skin, key: str) -> int:
    return skin.width(key, small(skin, 13)) + skin.px(18) if key else 0


def _draw_key(
    surface: Surface, skin: Skin, key: str, midleft: tuple[int, int], colour: str
) -> None:
    """The letter of a shortcut in a little frame, as on a key cap."""
    letter = skin.text(key, colour, small(skin, 13))
    cap = Rect(0, 0, max(letter.width + skin.px(9), letter.height), letter.height)
    cap.midleft = midleft
    ring(surface, cap.inflate(-2, -2), (*skin.colour(colour), 150), skin.px(4), 1)
    surface.blit(letter, letter.get_rect(center=cap.center))


def _state(look: ButtonLook) -> ButtonState:
    if not look.is_lit:
        return ButtonState.OFF
    if look.is_primary:
        return ButtonState.PRIMARY_HOVER if look.is_hovered else ButtonState.PRIMARY
    return ButtonState.HOVER if look.is_hovered else ButtonState.CALM
