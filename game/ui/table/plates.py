"""Draws the name plates: who sits there, what they own, how many cards, whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect, Surface

from game.ui.faces.portrait import portrait
from game.ui.kit.paint import disc, ring, rounded
from game.ui.sheets import mixed
from game.ui.table.pieces import BLEND, panel, small
from game.ui.text import pgettext

if TYPE_CHECKING:
    from game.ui.faces.people import Mood
    from game.ui.kit.skin import Skin
    from game.ui.table.cardsheet import CardSheet
    from game.ui.table.look import SeatLook

_SEAT_COLOURS: Final = (
    (196, 148, 58),
    (178, 74, 60),
    (62, 120, 168),
    (124, 88, 158),
    (92, 138, 62),
    (176, 100, 128),
)
_DARKER: Final = 0.5
NAME, NOTE = 18.0, 15.0


def seat_colour(seat: int) -> tuple[int, int, int]:
    """The colour of a seat's medallion and of the mark on its spreads."""
    return _SEAT_COLOURS[seat % len(_SEAT_COLOURS)]


def medallion_colour(seat: int) -> tuple[int, int, int]:
    """The ground of a seat's initial: its colour, dark enough to be read on."""
    return mixed(seat_colour(seat), (0, 0, 0), _DARKER)


class Plates:
    """Draws plates in one size of window."""

    def __init__(self, skin: Skin, sheet: CardSheet) -> None:
        self._skin = skin
        self._sheet = sheet

    def draw(self, surface: Surface, box: Rect, look: SeatLook, seat: int, *, is_own: bool) -> None:
        skin = self._skin
        radius = skin.px(12)
        panel(surface, skin, box, radius)
        if look.is_on_turn:
            wide = max(2, skin.px(2.5))
            ring(surface, box.inflate(-wide, -wide), skin.colour("accent"), radius, wide)
            self._marker(surface, box, is_own=is_own)
        inner = box.inflate(-skin.px(12), -skin.px(8))
        size = min(inner.height, skin.px(48))
        medallion = Rect(inner.left, inner.centery - size // 2, size, size)
        if look.mood is None:
            self._initial(surface, medallion, look, seat)
        else:
            self._face(surface, medallion, look.name, look.mood, seat)
        inner.width -= size + skin.px(9)
        inner.left += size + skin.px(9)
        inner.width = box.right - skin.px(8) - inner.left
        right = self._badges(surface, inner, look, is_own=is_own)
        self._words(surface, inner, look, right, is_own=is_own)

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

    def _face(self, surface: Surface, box: Rect, name: str, mood: Mood, seat: int) -> None:
        """Who sits there, and in what mood; a little larger than an initial needs to be."""
        grown = box.inflate(self._skin.px(5), self._skin.px(5))
        bold = self._skin.theme.look.high_contrast
        face = portrait(name, mood, seat_colour(seat), grown.width, bold=bold)
        surface.blit(face, grown, special_flags=BLEND)

    def _initial(self, surface: Surface, box: Rect, look: SeatLook, seat: int) -> None:
        """A medallion with the seat's initial."""
        skin = self._skin
        disc(surface, box.center, box.width // 2, seat_colour(seat))
        disc(surface, box.center, box.width // 2 - max(2, skin.px(3)), medallion_colour(seat))
        units = box.height * 0.56 / skin.letters
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
            letter = skin.text("D", "paper_ink", radius * 1.25 / skin.letters, bold=True)
            surface.blit(letter, letter.get_rect(center=centre))
            right -= 2 * radius + skin.px(7)
        if not is_own:
            right = self._card_count(surface, box, right, look.cards)
        if look.wait:
            text = pgettext("plate", "wait {count}").format(count=look.wait)
            right = self._pill(surface, box, right, text, is_own=is_own)
        if look.is_blocked:
            right = self._pill(surface, box, right, pgettext("plate", "hit"), is_own=is_own)
        return right

    def _pill(self, surface: Surface, box: Rect, right: int, text: str, *, is_own: bool) -> int:
        """What a seat may not do for a while: drop, or go out."""
        skin = self._skin
        words = skin.text(text, "warning", small(skin, NOTE - 1), bold=True)
        pill = Rect(0, 0, words.width + skin.px(12), words.height + skin.px(2))
        pill.midright = (right, box.top + pill.height // 2 if is_own else box.centery)
        edge = skin.colour("warning")
        rounded(surface, pill, skin.colour("rim_dark"), pill.height // 2, edge, 1)
        surface.blit(words, words.get_rect(center=pill.center))
        return pill.left - skin.px(6)

    def _card_count(self, surface: Surface, box: Rect, right: int, cards: int) -> int:
        skin = self._skin
        number = skin.text(str(cards), "ink", NAME, bold=True)
        place = number.get_rect(midright=(right, box.centery))
        surface.blit(number, place)
        icon = self._sheet.plain(None, max(14, skin.px(24)))
        at = icon.get_rect(midright=(place.left - skin.px(4), box.centery))
        surface.blit(icon, at, special_flags=BLEND)
        return at.left - skin.px(6)

    def _words(
        self, surface: Surface, box: Rect, look: SeatLook, right: int, *, is_own: bool
    ) -> None:
        """The name and what is owned, as far as the badges from ``right`` on leave room.

        On one's own plate they stand in the upper half alone.
        """
        skin = self._skin
        upper, lower = box.copy(), box.copy()
        upper.height = lower.height = box.height // 2
        lower.bottom = box.bottom
        upper.width = right - box.left
        end = box.right if is_own else right
        skin.write(surface, look.name, upper, "ink", NAME + 3 * is_own, bold=True)
        lower.width = end - lower.left
        if look.money:
            lower.left = self._money(surface, lower, look) + skin.px(9)
            lower.width = end - lower.left
        # Where there is no room for the note the ring says it.
        if look.note and skin.width(look.note, small(skin, NOTE)) <= lower.width:
            skin.write(surface, look.note, lower, "ink_soft", small(skin, NOTE))

    def _money(self, surface: Surface, box: Rect, look: SeatLook) -> int:
        """What is owned, behind its mark; gives where it ends."""
        skin = self._skin
        radius = max(3, skin.px(5))
        self._mark(surface, look.mark, (box.left + radius, box.centery), radius)
        place = box.copy()
        place.left += 2 * radius + skin.px(5)
        place.width = box.right - place.left
        return skin.write(surface, look.money, place, "accent", small(skin, NOTE), bold=True).right

    def _mark(self, surface: Surface, mark: str, centre: tuple[int, int], radius: int) -> None:
        """A coin before money, a leaf of the pad or a rising wedge before points."""
        gold, (x, y) = self._skin.colour("gold"), centre
        match mark:
            case "pad":
                leaf = Rect(0, 0, 2 * radius - 2, 2 * radius)
                leaf.center = centre
                pygame.draw.rect(surface, gold, leaf, border_radius=2)
            case "rise":
                wedge = [(x - radius, y + radius), (x + radius, y + radius), (x, y - radius)]
                pygame.draw.polygon(surface, gold, wedge)
            case _:
                disc(surface, centre, radius, gold)
