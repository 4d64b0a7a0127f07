"""Drawing an ending's effects: the large word, its light, and particles."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect, Surface

from game.rules.results import Ending
from game.ui.kit.flourish import mix
from game.ui.look.drawing import BLEND, native
from game.ui.table.motion.director import SLAPPED, weight_of
from game.ui.table.motion.effects import CLEARING
from game.ui.table.painting.bubbles import find_room
from game.ui.text.language import N_, _
from game.ui.text.sessions import SUIT_SIGNS

if TYPE_CHECKING:
    from game.ui.kit.flourish import Banner, Particles
    from game.ui.kit.paint import Colour
    from game.ui.kit.skin import Skin
    from game.ui.table.motion.board import Board
    from game.ui.table.motion.layout import TableLayout


_WORDS: Final[Mapping[str, str]] = {
    Ending.TONK: N_("TONK!"),
    Ending.OUT: N_("Out!"),
    Ending.NATURAL: N_("Natural!"),
    Ending.DOUBLE_DOUBLE: N_("Double-double!"),
    Ending.DROP: N_("The drop wins!"),
    Ending.CAUGHT: N_("Caught!"),
    Ending.STOCKOUT: N_("Stock out!"),
    Ending.VOID: N_("Nobody pays"),
    SLAPPED: N_("Out with a slap!"),
    "booed": N_("Booed!"),
    "three": N_("Three in a row!"),
    "five": N_("Five in a row!"),
    "ten": N_("Ten in a row!"),
}


def banner_text(word: str) -> str:
    """Return the text of a banner's word."""
    return _(_WORDS[word])


class Moments:
    """Draws the effects at one window size."""

    _COLOURS: Final = {"S": "paper", "H": "loss", "D": "gold", "C": "gold_deep"}
    _SHADES: Final = 2  # steps from clear to dark
    _FADES: Final = 4
    """Steps in which particles fade."""

    def __init__(self, skin: Skin) -> None:
        self._skin = skin
        self._word = lru_cache(maxsize=4)(self._written)
        self._most = round(skin.size[0] * 0.8)
        self._place: tuple[Banner, Rect, int] | None = None
        """The current banner, its box, and the width that it may have."""
        self._ground = lru_cache(maxsize=self._SHADES)(self._drawn_ground)
        self._flash = lru_cache(maxsize=1)(self._drawn_flash)
        self._to_make: deque[Callable[[], object]] = deque()
        """Pictures for the coming ending, prepared one a frame while cards are being shown."""
        self._made_for: object = None
        self._speck = lru_cache(maxsize=4 * self._FADES)(self._drawn_speck)

    def draw(self, surface: Surface, board: Board) -> None:
        """Draw all current effects."""
        effects = board.effects
        middle = board.layout.lay.center
        self._make_ready(board)
        if effects.flashes.strength > 0:
            self._draw_light(surface, middle, effects.flashes.strength)
        self.draw_particles(surface, effects.particles, board.layout.unit)
        if effects.banner is not None:
            self._draw_word(surface, effects.banner, board.layout)

    def draw_particles(self, surface: Surface, particles: Particles, unit: float) -> None:
        """Draw particles; ``unit`` is in pixels."""
        specks = []
        for each in particles.all:
            picture = self._speck(each.kind, int(each.left * (self._FADES - 0.01)))
            at = each.x * unit - picture.width / 2, each.y * unit - picture.height / 2
            specks.append((picture, at))
        surface.fblits(specks, BLEND)

    def _make_ready(self, board: Board) -> None:
        """Prepare one picture that the ending will need."""
        view = board.view
        if view is None or view.result is None or board.effects.winners is not None:
            return
        if self._made_for is not view:
            self._made_for = view
            text, weight = banner_text(view.result.ending), weight_of(view.result, view.seat)
            word = partial(self._word, text, self._units(view.result.ending, weight), self._most)
            # The first frames are busy, with hands that turn over: what is quick goes first.
            self._to_make = deque(
                partial(self._speck, kind, fade)
                for fade in range(self._FADES)
                for kind in range(len(self._COLOURS))
            )
            self._to_make.append(word)
            if view.result.ending not in CLEARING:
                self._to_make += [
                    partial(self._ground_of, word, 1 + shade) for shade in range(self._SHADES)
                ]
            if view.seat in view.result.winners:
                self._to_make.append(self._flash)
        if self._to_make:
            self._to_make.popleft()()

    def place_of(self, banner: Banner, layout: TableLayout) -> tuple[Rect, int]:
        """Return the final box of the word, and how many pixels wide it may be at most.

        It is in the middle, or on bare felt where the piles give way, if there is room.
        """
        if self._place is None or self._place[0] is not banner:
            self._place = banner, *self._placed(banner, layout)
        return self._place[1:]

    def _placed(self, banner: Banner, layout: TableLayout) -> tuple[Rect, int]:
        text, units = banner_text(banner.word), self._units(banner.word, banner.weight)
        usual = self._word(text, units, self._most).get_rect(center=layout.lay.center)
        if banner.word not in CLEARING:
            return usual, self._most
        lying = [box for spread in layout.spreads.values() for box in (spread.box, spread.tag)]
        for seat in layout.seats:
            lying += [seat.plate, *(card.bounds() for card in seat.cards)]
        window = Rect((0, 0), self._skin.size)
        middle = Rect(layout.lay.center, (0, 0))
        for share in (1.0, 0.85, 0.7, 0.55):  # smaller if it would cover cards
            size = (round(usual.width * share), round(usual.height * share))
            if found := find_room([size], middle, [*lying, layout.log], window):
                return found, self._most if share == 1.0 else found.width
        return usual, self._most

    def _units(self, word: str, weight: float) -> float:
        """Return the size of a word, in units, by what is at stake."""
        # In units; twice as large if the piles give way to the word.
        return mix(48.0, 120.0, weight) * (2.0 if word in CLEARING else 1.0)

    def _draw_word(self, surface: Surface, banner: Banner, layout: TableLayout) -> None:
        box, most = self.place_of(banner, layout)
        units, middle = self._units(banner.word, banner.weight), box.center
        picture = self._word(banner_text(banner.word), units, most)
        shade = round(self._SHADES * banner.strength)
        if shade and banner.word not in CLEARING:
            ground = self._ground(picture.size, shade)
            surface.blit(ground, ground.get_rect(center=middle), special_flags=BLEND)
        if banner.scale != 1.0:
            picture = pygame.transform.smoothscale_by(picture, banner.scale)
        picture.set_alpha(round(255 * banner.strength))
        surface.blit(picture, picture.get_rect(center=middle))

    def _written(self, text: str, units: float, most: int) -> Surface:
        """Return the word in the game's own typeface, or in bold letters if that lacks some."""
        picture = self._lettered(text, units)
        if picture.width > most:
            picture = self._lettered(text, units * most / picture.width)
        return picture

    def _lettered(self, text: str, units: float) -> Surface:
        skin = self._skin
        if max(text) <= "\u024f":  # the last Latin letter
            return skin.name(text, units)
        font, drop = skin.font(units * 0.8, bold=True), skin.px(units / 28)
        shade = font.render(text, True, skin.colour("shade"))
        whole = Surface((shade.width + drop, shade.height + drop), pygame.SRCALPHA)
        whole.blit(shade, (drop, drop))
        whole.blit(font.render(text, True, skin.colour("gold")), (0, 0))
        return whole

    def _ground_of(self, word: Callable[[], Surface], shade: int) -> Surface:
        return self._ground(word().size, shade)

    def _drawn_ground(self, size: tuple[int, int], shade: int) -> Surface:
        """Return the background that sets a word of that size off from the cards below."""
        spot = self._spot(self._skin.colour("rim_dark"), 225 * shade // self._SHADES).premul_alpha()
        return pygame.transform.smoothscale(spot, (size[0] * 5 // 4, size[1] * 7 // 4))

    def _drawn_speck(self, kind: int, fade: int) -> Surface:
        suit, colour = list(self._COLOURS.items())[kind % len(self._COLOURS)]
        font = self._skin.font(22.0)
        picture = font.render(SUIT_SIGNS[suit], True, self._skin.colour(colour)).convert_alpha()
        picture.fill((255, 255, 255, 255 * (fade + 1) // self._FADES), None, pygame.BLEND_RGBA_MULT)
        return picture.premul_alpha()

    def _draw_light(self, surface: Surface, middle: tuple[int, int], strength: float) -> None:
        """Draw a soft light behind the word: on far less than a quarter of the screen."""
        light = self._flash()
        light.set_alpha(round(130 * strength))
        surface.blit(light, light.get_rect(center=middle))

    def _drawn_flash(self) -> Surface:
        size = round(self._skin.size[0] * 0.42), round(self._skin.size[1] * 0.34)
        return pygame.transform.smoothscale(self._spot(self._skin.colour("gold"), 255), size)

    @staticmethod
    def _spot(colour: Colour, strength: int) -> Surface:
        """Return a small spot of light that fades towards its edge, to be scaled up."""
        spot = native(Surface((64, 64), pygame.SRCALPHA))
        for radius in range(31, 0, -1):
            share = min(1.0, 1.6 * (1 - radius / 31))
            pygame.draw.circle(spot, (*colour[:3], round(strength * share)), (32, 32), radius)
        return spot
