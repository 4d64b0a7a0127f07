"""Texts with letters that the game's font lacks, or that run from right to left.

A name may be in any script. A word that the game's font lacks is written in the first font of the
system that has it, on the same line, shaped and in its direction; a letter that none has is the box
that the game's font draws for it. Pictures that are joined to one stand side by side where the font
does not have that one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final

import pygame
from pygame import SRCALPHA, Surface

from game.ui.look import scripts
from game.ui.look.font_files import letters_of
from game.ui.look.scripts import Stretch
from game.ui.look.system_fonts import SystemFonts, installed
from game.ui.look.theme import owns

if TYPE_CHECKING:
    from pathlib import Path

    from pygame.font import Font

    from game.ui.look.palettes import Colour

_KEPT: Final = 256
"""Texts and words whose fonts are kept."""
_TRIED: Final = 20
"""Pixels at which a font is tried."""
_WORDS: Final = re.compile(
    rf"(?:(?!{scripts.JOINED_PICTURE})[^\s\u2e80-\ud7ff\U0001f000-\U0003ffff])+"
    r"|.(?:[\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]|\u200d.)*",
    re.DOTALL,
)
"""Words, which are written in one font; Chinese and Japanese signs, and pictures, stand alone."""
_JOINER: Final = "\u200d"

_fonts = SystemFonts(installed)


def use_fonts(fonts: SystemFonts) -> None:
    """Borrow letters from these fonts from now on."""
    global _fonts  # noqa: PLW0603  # one system at a time, like the language
    _fonts = fonts
    for kept in (_parts, _file_for, _joins, _opened):
        kept.cache_clear()


def lacking(text: str) -> str:
    """Return the letters of a text that no font has, and a joiner that joins no pictures."""
    missing = [letter for letter in text if not _owns(letter) and _file_for(letter) is None]
    words = (word[0] for word in _WORDS.finditer(text) if scripts.joined_pictures(word[0]))
    return "".join(missing) + "".join(
        _JOINER for word in words if not _joins(_file_for(word), word)
    )


class Borrowing:
    """The game's font at one size, and fonts of the system at the same."""

    def __init__(self, own: Font, px: int, *, bold: bool) -> None:
        self._own, self._px, self._bold = own, px, bold

    def width(self, text: str) -> int:
        """Return how wide a line is, in pixels."""
        return sum(self._width(part, part.text) for part in _parts(text))

    def reach(self, text: str, at: int) -> int:
        """Return how far from the left the caret stands before the letter at a place, in pixels.

        It stands after the letter before it, at the far end of that where it runs leftwards.
        """
        parts = _parts(text)
        first = min((part.start for part in parts), default=0)
        at = max(at, first)
        x = 0
        for part in parts:
            width = self._width(part, part.text)
            if part.start < at <= part.end or at == part.start == first:
                before = min(width, self._width(part, part.text[: at - part.start]))
                return x + (width - before if part.is_turned else before)
            x += width
        return x

    def render(self, text: str, colour: Colour) -> Surface:
        """Return a line as a picture; it is higher, at both ends, where letters need that."""
        drawn = [self._drawn(part, colour) for part in _parts(text)]
        high = self._own.get_height()
        inks = [(top, each.get_bounding_rect()) for each, top in drawn]
        out = max((max(-top - ink.top, top + ink.bottom - high) for top, ink in inks), default=0)
        out = max(0, out)
        width = sum(each.get_width() for each, _top in drawn)
        whole = Surface((width, high + 2 * out), SRCALPHA, 32)
        whole.fill((*colour[:3], 0))
        x = 0
        for each, top in drawn:
            whole.blit(each, (x, top + out), special_flags=pygame.BLEND_RGBA_MAX)
            x += each.get_width()
        return whole

    def _drawn(self, part: _Part, colour: Colour) -> tuple[Surface, int]:
        """Return the picture of a part, and how far below the top of the line it begins."""
        with self._set(part) as font:
            top = self._own.get_ascent() - font.get_ascent()
            if font.size(part.text)[0] == 0:  # nothing to see, which SDL_ttf refuses to draw
                return Surface((0, font.get_height()), SRCALPHA, 32), top
            return font.render(part.text, True, colour), top

    def _width(self, part: _Part, text: str) -> int:
        with self._set(part) as font:
            return font.size(text)[0]

    @contextmanager
    def _set(self, part: _Part) -> Iterator[Font]:
        """Have the font of a part shape letters as the part needs it."""
        font = self._own
        if part.file is not None:
            font = _opened(part.file, self._px, self._bold and part.text[:1].isalpha())
        with suppress(pygame.error):  # an SDL_ttf that shapes nothing
            if part.file is not None:
                font.set_script(part.script or "Latn")
            if part.is_turned:
                font.set_direction(pygame.DIRECTION_RTL)
        yield font
        with suppress(pygame.error):
            if part.is_turned:
                font.set_direction(pygame.DIRECTION_LTR)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a text that is drawn in one go; ``file`` is None for the game's own font."""

    start: int
    text: str
    file: Path | None
    is_turned: bool
    script: str = ""

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@lru_cache(maxsize=_KEPT)
def _parts(text: str) -> Sequence[_Part]:
    """Return what a text is drawn of, from the left."""
    return [
        part
        for stretch in scripts.Directions(text).stretches()
        for part in _of_stretch(text, stretch)
    ]


def _of_stretch(text: str, stretch: Stretch) -> list[_Part]:
    found: list[_Part] = []
    for part in _pieces(text, stretch):
        last = found[-1] if found else part
        one_script = {last.script, part.script} - ({""} if part.file else set())
        if found and last.file == part.file and len(one_script) < 2:
            script = last.script or part.script
            found[-1] = replace(last, text=last.text + part.text, script=script)
        else:
            found.append(part)
    return found[::-1] if stretch.is_turned else found


def _pieces(text: str, stretch: Stretch) -> Iterator[_Part]:
    """Yield words, each in one font, or where none has all of it letter by letter."""
    for word in _WORDS.finditer(text, stretch.start, stretch.end):
        spans: Sequence[tuple[int, int]] = [word.span()]
        file = _file_for(word[0])
        if pictures := scripts.joined_pictures(word[0]):
            if not _joins(file, word[0]):
                ends = accumulate(map(len, pictures), initial=word.start())
                spans = list(pairwise(ends))
        elif file is None and not all(map(_owns, word[0])):
            spans = list(scripts.clusters(text, *word.span()))
        for start, end in spans:
            piece = text[start:end]
            file, script = _file_for(piece), scripts.script_of(piece)
            yield _Part(start, _toned(piece, file), file, stretch.is_turned, script)


@lru_cache(maxsize=_KEPT)
def _joins(file: Path | None, text: str) -> bool:
    """Whether a font draws joined pictures as one, which is as wide as one of them."""
    if file is None:
        return False
    font = _opened(file, _TRIED, False)
    apart = sum(font.size(each.replace(_JOINER, ""))[0] for each in scripts.joined_pictures(text))
    # Pictures joined into one take at most three quarters of their width side by side.
    return font.size(text)[0] <= 0.75 * apart


def _toned(text: str, file: Path | None) -> str:
    """Return a text with nothing to be seen in place of each skin tone that its font lacks, and of
    a joiner after the last picture.
    """
    nothing = "\ufe0f"
    letters = letters_of(file) if file else None
    if len(scripts.joined_pictures(text)) == 1:
        text = text.replace(_JOINER, nothing)
    return "".join(
        nothing if scripts.is_skin_tone(each) and (not letters or each not in letters) else each
        for each in text
    )


@lru_cache(maxsize=_KEPT)
def _file_for(text: str) -> Path | None:
    """Return the font of the system that has all letters of a text; None for the game's own."""
    letters = frozenset(letter for letter in text if not scripts.is_unseen(letter))
    if all(map(_owns, text)):
        return None
    refused: frozenset[Path] = frozenset()
    while len(refused) < 8 and (path := _fonts.having(letters, refused)):
        if all(_draws(path, letter) for letter in letters):
            return path
        refused |= {path}
    return None


def _draws(path: Path, letter: str) -> bool:
    """Whether something is seen of a letter: some fonts have it in colour alone, or damaged."""
    try:
        picture = _opened(path, _TRIED, False).render(letter, True, (0, 0, 0))
    except (pygame.error, OSError, ValueError):
        return False
    is_seen = letter.isspace() or bool(picture.get_bounding_rect())
    # A font that draws so much higher than asked holds pictures of one size.
    return is_seen and picture.get_height() <= 4 * _TRIED


@lru_cache(maxsize=16)
def _opened(path: Path, px: int, bold: bool) -> Font:
    font = pygame.font.Font(path, px)
    font.bold = bold
    return font


def _owns(letter: str) -> bool:
    """Whether the game's font has a letter, or none is needed for it."""
    return owns(letter) or scripts.is_unseen(letter)
