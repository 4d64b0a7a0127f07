"""Watches what is drawn: every word, where it stands, and what is drawn over it later."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, cast

import pytest
from pygame import Rect, Surface

from game.ui.kit.grids import SMALLEST_TARGET
from game.ui.kit.skin import BODY, Skin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pygame.typing import ColorLike, Point, RectLike

    from game.ui.shell.loop import App

_TOUCH = 1  # pixels by which two words may overlap: the soft edges of letters


@dataclass(slots=True)
class Word:
    """Something written: the words, and the box that its ink fills."""

    text: str
    ink: Rect
    is_covered: bool = False


@dataclass(slots=True)
class Seen:
    """All that was written in one frame, and what was wrong with it."""

    words: list[Word] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    low: list[str] = field(default_factory=list)

    def faults(self, window: Rect) -> list[str]:
        """What a player could not read, in words."""
        open_words = [word for word in self.words if not word.is_covered]
        found = [f"cut off: {text!r}" for text in self.cut]
        found += [f"higher than its box: {text!r}" for text in self.low]
        found += [
            f"outside: {word.text!r} {word.ink}"
            for word in open_words
            if not window.contains(word.ink)
        ]
        found += [
            f"one over the other: {one.text!r} {one.ink}, {other.text!r} {other.ink}"
            for one, other in combinations(open_words, 2)
            if _clash(one.ink, other.ink)
        ]
        return found


def _clash(one: Rect, other: Rect) -> bool:
    shared = one.clip(other)
    return shared.width > _TOUCH and shared.height > _TOUCH


class _Watch:
    """What the surfaces below report to while a frame is drawn."""

    def __init__(self) -> None:
        self.seen = Seen()
        self.texts: dict[int, tuple[Surface, str]] = {}

    def blit(
        self, onto: Surface, source: Surface, at: Point | RectLike, area: RectLike | None
    ) -> None:
        """Take note of a word, or of what lies over words now."""
        corner = _corner(at)
        size = source.size if area is None else Rect(area).size
        place, view = Rect(corner, size), onto.get_clip()
        if view != onto.get_rect():  # a list that scrolls may cut its first and last line
            place = place.clip(view)
        if id(source) in self.texts:
            self._write(source, corner, place)
        elif not isinstance(source, Watched):
            self.cover(place)

    def _write(self, source: Surface, corner: tuple[int, int], place: Rect) -> None:
        ink = source.get_bounding_rect(min_alpha=90).move(corner)
        if ink.width and place.colliderect(ink):
            self.seen.words.append(Word(self.texts[id(source)][1], ink.clip(place)))

    def cover(self, place: Rect) -> None:
        for word in self.seen.words:
            if not word.is_covered:
                word.is_covered = place.contains(word.ink) or _clash(place, word.ink)


_watch = _Watch()


class Watched(Surface):
    """A surface that tells of everything that is put on it."""

    def blit(
        self,
        source: Surface,
        dest: Point | RectLike = (0, 0),
        area: RectLike | None = None,
        special_flags: int = 0,
    ) -> Rect:
        _watch.blit(self, source, dest, area)
        return super().blit(source, dest, area, special_flags)

    def fill(self, color: ColorLike, rect: RectLike | None = None, special_flags: int = 0) -> Rect:
        filled = super().fill(color, rect, special_flags)
        if rect is not None:
            _watch.cover(filled)
        return filled

    def fblits(
        self,
        blit_sequence: Iterable[tuple[Surface, Point | RectLike]],
        special_flags: int = 0,
    ) -> None:
        for source, dest in blit_sequence:
            self.blit(source, dest, special_flags=special_flags)


def _corner(at: Point | RectLike) -> tuple[int, int]:
    x, y = at.topleft if isinstance(at, Rect) else cast("Sequence[float]", at)[:2]
    return round(x), round(y)


@contextmanager
def watching(allowed: Sequence[str] = ()) -> Iterator[None]:
    """Know every text that is made within. Texts with one of ``allowed`` in them may be cut."""
    with pytest.MonkeyPatch.context() as patch:
        rendered, fitted, write = Skin.rendered, Skin.fitted, Skin.write

        def made(self: Skin, text: str, colour: str, units: float, bold: bool) -> Surface:
            picture = rendered(self, text, colour, units, bold)
            _watch.texts[id(picture)] = picture, text
            return picture

        def cut(
            self: Skin, text: str, width: int, units: float = BODY, *, bold: bool = False
        ) -> str:
            done = fitted(self, text, width, units, bold=bold)
            if done != text and not any(part in text for part in allowed):
                _watch.seen.cut.append(text)
            return done

        def low(
            self: Skin,
            surface: Surface,
            text: str,
            box: Rect,
            colour: str = "ink",
            units: float = BODY,
            *,
            bold: bool = False,
            align: str = "left",
        ) -> Rect:
            ink = self.text(text, colour, units, bold=bold).get_bounding_rect(min_alpha=90)
            if text and ink.height > box.height + 1:
                _watch.seen.low.append(text)
            return write(self, surface, text, box, colour, units, bold=bold, align=align)

        patch.setattr(Skin, "rendered", made)
        patch.setattr(Skin, "fitted", cut)
        patch.setattr(Skin, "write", low)
        patch.setattr("game.ui.table.painting.painter.Surface", Watched)
        _watch.texts.clear()
        forget()
        yield


def forget() -> None:
    """Let go of what was seen before."""
    _watch.seen = Seen()


def sheet(size: tuple[int, int]) -> Watched:
    """A clean sheet to draw one frame on; what was seen before is forgotten."""
    forget()
    return Watched(size, 0, 32)


def seen() -> Seen:
    """What was written since the last clean sheet."""
    return _watch.seen


def frame_faults(app: App) -> list[str]:
    """What is wrong with what is in the window now: its words, and where it can be hit.

    Of a screen that is larger than the window all is looked at, seen now or not.
    """
    assert app.top is not None
    window = Rect((0, 0), app.view.canvas)
    surface = sheet(window.size)
    if app.view.is_whole:
        app.draw_on(surface)
    else:
        app.top.draw(surface)
    targets = app.top.targets()
    return [*seen().faults(window), *target_faults(targets, window, SMALLEST_TARGET)]


def target_faults(targets: dict[str, Rect], window: Rect, least: int) -> list[str]:
    """Places that cannot be hit well: outside, too small, one over the other."""
    found = [f"outside: {name} {box}" for name, box in targets.items() if not window.contains(box)]
    found += [f"too small: {name} {box}" for name, box in targets.items() if min(box.size) < least]
    return found + [
        f"one over the other: {one}, {other}"
        for one, other in combinations(targets, 2)
        if _clash(targets[one], targets[other])
    ]
