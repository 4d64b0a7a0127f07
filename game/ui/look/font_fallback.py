"""Text rendering with system fonts, for characters that the game's font lacks and right-to-left
text.

A name may be in any script. A word that the game's font lacks is drawn in the first system font
that has it, on the same line, shaped and in its direction. A character that no font has is drawn as
the box of the game's font. Joined emoji are drawn side by side if the font lacks the joined one.
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
"""Texts and words whose fonts are cached."""
_TRIED: Final = 20
"""Pixels of height at which a font is tried."""
_WORDS: Final = re.compile(
    rf"(?:(?!{scripts.JOINED_PICTURE})[^\s\u2e80-\ud7ff\U0001f000-\U0003ffff])+"
    r"|.(?:[\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]|\u200d.)*",
    re.DOTALL,
)
"""Words, which are drawn in one font; Chinese and Japanese characters, and emoji, stand alone."""
_JOINER: Final = "\u200d"

_fonts = SystemFonts(installed)


def use_fonts(fonts: SystemFonts) -> None:
    """Use these fonts as fallbacks."""
    global _fonts  # noqa: PLW0603  # one system at a time, like the language
    _fonts = fonts
    for kept in (_parts, _file_for, _joins, _opened, letters_of):
        kept.cache_clear()


def lacking(text: str) -> str:
    """Return the characters of a text that no font has, and joiners without joined emoji."""
    missing = [letter for letter in text if not _owns(letter) and _file_for(letter) is None]
    words = (word[0] for word in _WORDS.finditer(text) if scripts.joined_pictures(word[0]))
    return "".join(missing) + "".join(
        _JOINER for word in words if not _joins(_file_for(word), word)
    )


class FallbackFont:
    """The game's font at one size, with system fonts of the same size as fallbacks."""

    def __init__(self, own: Font, px: int, *, bold: bool) -> None:
        self._own, self._px, self._bold = own, px, bold

    def width(self, text: str) -> int:
        """Return the width of a line, in pixels."""
        return sum(self._width(part, part.text) for part in _parts(text))

    def reach(self, text: str, at: int) -> int:
        """Return the caret's distance from the left before the letter at an index, in pixels.

        The caret follows the previous letter, on its far side if that runs leftwards.
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
        """Return a line as a picture; it is taller where letters need that."""
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
        """Return the picture of a part, and its offset below the top of the line."""
        with self._set(part) as font:
            top = self._own.get_ascent() - font.get_ascent()
            if font.size(part.text)[0] == 0:  # nothing visible, which SDL_ttf refuses to draw
                return Surface((0, font.get_height()), SRCALPHA, 32), top
            return font.render(part.text, True, colour), top

    def _width(self, part: _Part, text: str) -> int:
        with self._set(part) as font:
            return font.size(text)[0]

    @contextmanager
    def _set(self, part: _Part) -> Iterator[Font]:
        """Set the part's font to the shaping that the part needs."""
        font = self._own
        if part.file is not None:
            font = _opened(part.file, self._px, self._bold and part.text[:1].isalpha())
        with suppress(pygame.error):  # an SDL_ttf without shaping
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
    """A part of a text drawn in one go; ``file`` is None for the game's own font."""

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
    """Return the parts of a text, from the left."""
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
    """Yield words, each in one font; a word that no font has whole is split into letters."""
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
    """Return whether a font draws joined emoji as one, which is as wide as one of them."""
    if file is None:
        return False
    font = _opened(file, _TRIED, False)
    apart = sum(font.size(each.replace(_JOINER, ""))[0] for each in scripts.joined_pictures(text))
    # One joined emoji is at most three quarters as wide as its parts side by side.
    return font.size(text)[0] <= 0.75 * apart


def _toned(text: str, file: Path | None) -> str:
    """Return a text without the skin tones that its font lacks and without a trailing joiner."""
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
    """Return the system font that has all characters of a text; None for the game's own."""
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
    """Return whether a character is visible: some fonts have it only in colour, or damaged."""
    try:
        picture = _opened(path, _TRIED, False).render(letter, True, (0, 0, 0))
    except (pygame.error, OSError, ValueError):
        return False
    is_seen = letter.isspace() or bool(picture.get_bounding_rect())
    # A font drawn so much taller than requested holds bitmaps of one size.
    return is_seen and picture.get_height() <= 4 * _TRIED


@lru_cache(maxsize=16)
def _opened(path: Path, px: int, bold: bool) -> Font:
    font = pygame.font.Font(path, px)
    font.bold = bold
    return font


def _owns(letter: str) -> bool:
    """Return whether the game's font has a character, or the character needs no font."""
    return owns(letter) or scripts.is_unseen(letter)
