"""A cache of pictures of cards at every height and tilt that the table needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import log
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Surface

from game.ui.look.card_art import ROOM, CardArt, DeckStyle
from game.ui.look.drawing import BLEND, native
from game.ui.table.motion.layout import Pose

if TYPE_CHECKING:
    from game.rules.cards import Card

_TILT_STEP: Final = 0.5  # degrees between two tilts that are drawn

Blit = tuple[Surface, tuple[float, float]]
_Key = tuple["Card | None", int, float, bool]
"""Face or shape, height, tilt, and whether without a shadow."""


class _Pictures:
    """Pictures of so many bytes at most; those that were not used for longest are let go."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._kept: dict[_Key, Surface] = {}
        self.bytes = 0

    def __contains__(self, key: _Key) -> bool:
        return key in self._kept

    def found(self, key: _Key) -> Surface | None:
        """Return a picture that is kept, which counts as used last from now on."""
        picture = self._kept.pop(key, None)
        if picture is not None:
            self._kept[key] = picture
        return picture

    def keep(self, key: _Key, picture: Surface) -> Surface:
        """Keep a picture, the last one however large."""
        self._kept[key] = picture
        self.bytes += picture.width * picture.height * 4
        while self.bytes > self._most and len(self._kept) > 1:
            oldest = self._kept.pop(next(iter(self._kept)))
            self.bytes -= oldest.width * oldest.height * 4
        return picture


class CardSheet:
    """Hands out pictures with premultiplied alpha; blit them with ``BLEND``."""

    _REST_DROP: Final = 0.016
    """How far below a card its shadow falls when it lies on the table, by its height."""
    _COARSE: Final = 250
    """Pixels: cards higher than that fly with edges that are not smoothed. Nobody sees it where
    pixels are so fine; smooth ones take longer than a frame has.
    """

    def __init__(self, style: DeckStyle, window: tuple[int, int]) -> None:
        self._style = style
        self._middle = window[0] / 2
        pixels = window[0] * window[1]
        self._is_large = pixels > 4_000_000
        self._arts: dict[int, CardArt] = {}
        # In bytes for each pixel of the window, which itself takes 4. In a large window making a
        # picture anew takes longer than a frame has: more is kept.
        bare, others = (3.0, 6.0) if self._is_large else (1.0, 2.75)
        self._bare = _Pictures(round(pixels * bare))
        """Cards as they are composed, which takes longest: what flies does not push them out."""
        self._others = _Pictures(round(pixels * others))
        """Cards with their shadows, tilted and flying."""
        self._heights: frozenset[int] = frozenset()
        self._to_make: list[Callable[[], object]] = []
        self._is_late = False
        """Whether this frame has turned a large card already: that is as much as it has time for.
        """
        self._smooth = 0
        """Pixels of moving pictures that this frame has turned smoothly."""

    @property
    def bytes_kept(self) -> int:
        """How much memory the pictures that are kept take."""
        return self._bare.bytes + self._others.bytes

    def rest_at(self, heights: Iterable[float]) -> None:
        """Begin a frame, with cards at rest at these heights."""
        self._is_late, self._smooth = False, 0
        now = frozenset(round(height) for height in heights)
        if now != self._heights:
            self._to_make = [step for height in now - self._heights for step in self._steps(height)]
            self._heights = now

    def _steps(self, height: int) -> list[Callable[[], object]]:
        """Return the steps in which the back is drawn at one height, the last one first."""
        return [
            lambda: self._picture(None, height, 0.0, is_bare=False),
            lambda: self.plain(None, height),
            lambda: self.art(height).back(),
        ]

    def prepare(self) -> bool:
        """Go on with the backs for the heights to come; False if there is nothing left to draw."""
        if self._to_make:
            self._to_make.pop()()
            return True
        return False

    def art(self, height: float) -> CardArt:
        """Return the pack at one height; of the heights used lately all are kept."""
        key = max(8, round(height))
        art = self._arts.pop(key, None) or CardArt(key, self._style)
        self._arts[key] = art
        while len(self._arts) > 10:  # heights of cards whose pictures are kept
            del self._arts[next(iter(self._arts))]
        return art

    def plain(self, face: Card | None, height: float) -> Surface:
        """Return a card without shadow or tilt."""
        art = self.art(height)
        bare = self._picture(face, art.height, 0.0, is_bare=True)
        return bare.subsurface((ROOM, ROOM), art.size)

    def lying(self, face: Card | None, pose: Pose, *, is_bare: bool = False) -> Blit:
        """Return a card at rest with its small shadow, or bare of it, and where to put it."""
        picture = self._picture(face, round(pose.height), _step(pose.angle), is_bare)
        return self._centred(picture, pose.x, pose.y)

    def sliding(self, face: Card | None, pose: Pose, goal: Pose) -> Blit:
        """Return a card that slides and turns on the table. The edges of large ones are smooth only
        once they rest; in a frame one of them is drawn as it will lie then.
        """
        height, angle = round(pose.height), _step(pose.angle)
        if height <= self._COARSE or not angle or (face, height, angle, False) in self._others:
            return self.lying(face, pose)
        if not self._is_late:
            self.lying(face, goal)
        flat = self._picture(face, height, 0.0, is_bare=False)
        return self._centred(pygame.transform.rotate(flat, angle), pose.x, pose.y)

    def _picture(self, face: Card | None, height: int, angle: float, is_bare: bool) -> Surface:
        key = (face, height, angle, is_bare)
        kept = self._bare if is_bare else self._others
        picture = kept.found(key)
        if picture is None:
            picture = self._composed(face, height, is_bare)
            if angle:
                picture = pygame.transform.rotozoom(picture, angle, 1.0)
                self._is_late = True
            kept.keep(key, picture)
        return picture

    def _composed(self, face: Card | None, height: int, is_bare: bool) -> Surface:
        """The card with its shadow, or bare of it; an empty margin keeps its edges smooth when
        tilted.
        """
        art = self.art(height)
        if is_bare:
            return art.with_room(face)
        margin = art.shadow_margin
        both = Surface((art.width + 2 * margin, art.height + 2 * margin), pygame.SRCALPHA, 32)
        both = native(both)
        drop = max(1, round(height * self._REST_DROP))
        both.blit(art.shadow(), (0, drop), special_flags=BLEND)
        both.blit(self.plain(face, height), (margin, margin), special_flags=BLEND)
        return both

    def moving(
        self,
        face: Card | None,
        pose: Pose,
        lift: float,
        turn: float,
        *,
        is_fast: bool = False,
    ) -> list[Blit]:
        """Return a card above the table: its shadow farther off, itself tilted, sized and turning.

        On its way from one size to another it is scaled from the size that is already drawn. What
        ``is_fast`` may be drawn a little coarser.
        """
        height = self._drawn_height(pose.height)
        is_coarse = is_fast and height > self._COARSE
        # Shares of a card's height; to the side, at the window's edge.
        aside = (pose.x - self._middle) / self._middle * 0.10 * lift * pose.height
        drop = (self._REST_DROP + 0.13 * lift) * pose.height
        shadow = self._shadow(height, pose, turn)
        card = self._shaped_card(face, height, pose, turn, is_coarse=is_coarse)
        return [
            self._centred(shadow, pose.x + aside, pose.y + drop),
            self._centred(card, pose.x, pose.y),
        ]

    def _shadow(self, height: int, pose: Pose, turn: float) -> Surface:
        """Return a shadow; it is soft, so coarse steps of size and tilt do, and can be kept."""
        size = 1.12
        scale = size ** round(log(pose.height / height) / log(size))
        shape = (scale, pose.angle, 6.0, turn)
        return self._kept_shape(self.art(height).shadow(), "", height, shape, is_moving=True)

    def _shaped_card(
        self, face: Card | None, height: int, pose: Pose, turn: float, *, is_coarse: bool
    ) -> Surface:
        """Backs fly in dozens and look alike: they are kept in fine steps of size and tilt."""
        bare = self._picture(face, height, 0.0, is_bare=True)
        scale = pose.height / height
        if is_coarse:
            return _shaped_fast(bare, scale, pose.angle, turn)
        if face is not None or turn < 1.0:
            shaped = _shaped if self._turns_smoothly(bare) else _shaped_fast
            return shaped(bare, scale, _step(pose.angle), turn)
        scale = 1.02 ** round(log(scale) / log(1.02))
        shape = (scale, pose.angle, 1.0, 1.0)
        return self._kept_shape(bare, "back", height, shape, is_moving=True)

    def _turns_smoothly(self, picture: Surface) -> bool:
        """Whether this frame has time to turn one more picture smoothly, which it then does."""
        # Pixels of moving cards and shadows that a frame of a large window has time to turn with
        # smooth edges; where all hands turn over at once, the edges of the rest are not smoothed.
        if self._is_large and self._smooth > 400_000:
            return False
        self._smooth += picture.width * picture.height
        return True

    def _kept_shape(
        self,
        picture: Surface,
        kind: str,
        height: int,
        shape: tuple[float, float, float, float],
        *,
        is_moving: bool = False,
    ) -> Surface:
        scale, angle, step, turn = shape
        angle = round(angle / step) * step
        turn = 1.0 if turn >= 1.0 else max(round(turn * 8), 1) / 8
        key = (f"{kind}*{scale:.3f}*{turn:.3f}", height, angle, True)
        if found := self._others.found(key):
            return found
        if is_moving and not self._turns_smoothly(picture):
            return _shaped_fast(picture, scale, angle, turn)
        return self._others.keep(key, _shaped(picture, scale, angle, turn))

    def _drawn_height(self, height: float) -> int:
        """Return the smallest of the heights at rest that is not below this one, or the largest."""
        wanted = round(height)
        return min(
            (each for each in self._heights if each >= wanted),
            default=max(self._heights, default=wanted),
        )

    def glow(self, pose: Pose, colour: tuple[int, int, int], strength: int = 255) -> Blit:
        """Return a soft light round a card."""
        height = self._drawn_height(pose.height)
        halo = self.art(height).halo(colour, strength)
        kind, scale = f"halo {colour} {strength}", pose.height / height
        halo = self._kept_shape(halo, kind, height, (scale, pose.angle, _TILT_STEP, 1.0))
        return self._centred(halo, pose.x, pose.y)

    @staticmethod
    def _centred(picture: Surface, x: float, y: float) -> Blit:
        return picture, (x - picture.width / 2, y - picture.height / 2)


def _step(angle: float) -> float:
    return round(angle / _TILT_STEP) * _TILT_STEP


def _shaped_fast(picture: Surface, scale: float, angle: float, turn: float) -> Surface:
    """Return a card's picture scaled and turned as `_shaped` does, quicker, with rougher edges."""
    size = (max(2, round(picture.width * scale * turn)), max(2, round(picture.height * scale)))
    if size != picture.size:
        picture = pygame.transform.smoothscale(picture, size)
    return pygame.transform.rotate(picture, angle) if angle else picture


def _shaped(picture: Surface, scale: float, angle: float, turn: float) -> Surface:
    """Return a picture narrowed by a turn, tilted and scaled."""
    if turn < 1.0:
        size = (max(2, round(picture.width * turn)), picture.height)
        picture = pygame.transform.smoothscale(picture, size)
    if angle or abs(scale - 1) > 0.004:
        picture = pygame.transform.rotozoom(picture, angle, scale)
    return picture
