"""Text direction, and grapheme clusters: letters with their marks.

The game's own texts run from left to right. A name in Hebrew or Arabic runs the other way within
them without turning anything around it, as if it stood between FSI and PDI of Unicode's
bidirectional algorithm (UAX #9); with those characters in it, everything between them is one such
text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

ISOLATED: Final = "\u2068{}\u2069"
"""A text isolated by FSI and PDI: it starts in the direction of its first letter."""

_RIGHT: Final = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_DIGITS: Final = "0-9\u0660-\u0669\u06f0-\u06f9\u07c0-\u07c9"
_IS_RIGHT: Final = re.compile(f"(?![{_DIGITS}])[{_RIGHT}]")
_JOINS: Final = f"[{_RIGHT}{_DIGITS} '’-]|(?<![{_RIGHT}]{{2}})\\."
_PHRASE: Final = re.compile(f"{_IS_RIGHT.pattern}(?:(?:{_JOINS})*{_IS_RIGHT.pattern})?")
"""Right-to-left words within a text in Latin or Japanese letters, and initials before them."""
_LEFT: Final = rf"(?!{_IS_RIGHT.pattern})[^\W_]"
_UNTURNED: Final = re.compile(f"{_LEFT}(?:(?:(?!{_IS_RIGHT.pattern}).)*{_LEFT})?", re.DOTALL)
"""Left-to-right words within a right-to-left text, and numbers in any digits."""
_TURNS: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Directional control characters. They end the previous run; none of them is drawn."""
_JOINER: Final = "\u200d"
JOINED_PICTURE: Final = (
    "[\u2190-\u2bff\U0001f000-\U0003ffff][\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]*\u200d"
)
"""A pattern of an emoji joined to the next one: a woman and a rocket make an astronaut."""
_JOINED_PICTURE: Final = re.compile(JOINED_PICTURE)
_SCRIPTS: Final = {
    "ARABIC": "Arab",
    "BENGALI": "Beng",
    "DEVANAGARI": "Deva",
    "GUJARATI": "Gujr",
    "GURMUKHI": "Guru",
    "HANGUL": "Hang",
    "HEBREW": "Hebr",
    "KANNADA": "Knda",
    "KHMER": "Khmr",
    "LAO": "Laoo",
    "MALAYALAM": "Mlym",
    "MONGOLIAN": "Mong",
    "MYANMAR": "Mymr",
    "NKO": "Nkoo",
    "ORIYA": "Orya",
    "SINHALA": "Sinh",
    "SYRIAC": "Syrc",
    "TAMIL": "Taml",
    "TELUGU": "Telu",
    "THAANA": "Thaa",
    "THAI": "Thai",
    "TIBETAN": "Tibt",
}
"""Scripts with contextual letter forms, by the first word of their letters' Unicode names: their
ISO 15924 codes.
"""


class Stretch(NamedTuple):
    """A run of text in one direction; a turned one runs from right to left."""

    start: int
    end: int
    is_turned: bool


def runs_both_ways(text: str) -> bool:
    """Return whether any of a text runs from right to left."""
    return not text.isascii() and _IS_RIGHT.search(text) is not None


def is_unseen(letter: str) -> bool:
    """Return whether a character only affects others: a joiner, a direction, a colour."""
    is_sign = unicodedata.category(letter) == "Cf" or "\ufe00" <= letter <= "\ufe0f"
    return is_sign or is_skin_tone(letter)


def is_skin_tone(letter: str) -> bool:
    """Return whether a character is a skin tone, which colours the emoji before it."""
    return ord(letter) in range(0x1F3FB, 0x1F400)


def isolated(text: str) -> str:
    """Return a text that is drawn by itself, whatever the direction around it."""
    return ISOLATED.format(text) if runs_both_ways(text) else text


@dataclass(frozen=True, slots=True)
class Directions:
    """The direction of each part of a text."""

    text: str

    def stretches(self) -> list[Stretch]:
        """Return the visible runs of a text in visual order."""
        text = self.text
        found: list[Stretch] = []
        start = 0
        while start < len(text):
            turn = _TURNS.search(text, start)
            end = turn.start() if turn else len(text)
            is_by_itself = start > 0 and text[start - 1] == ISOLATED[0]
            found += self._alone(start, end) if is_by_itself else self._within(start, end)
            start = end + 1
        return [each for each in found if each.start < each.end]

    def _alone(self, start: int, end: int) -> list[Stretch]:
        """Return the runs of a text that starts in the direction of its first letter."""
        first = next((each for each in self.text[start:end] if each.isalpha()), "")
        if _IS_RIGHT.match(first):
            return self._turned(start, end)
        return self._within(start, end)

    def _within(self, start: int, end: int) -> list[Stretch]:
        """Return the runs of a left-to-right text; phrases in the other direction are turned."""
        found: list[Stretch] = []
        for phrase in self._phrases(start, end):
            found.append(Stretch(start, phrase[0], False))
            found += self._turned(*phrase)
            start = phrase[1]
        found.append(Stretch(start, end, False))
        return found

    def _phrases(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        for each in _PHRASE.finditer(self.text, start, end):
            last = each.end()
            while last < end and unicodedata.category(self.text[last]) == "Mn":
                last += 1
            yield each.start(), last

    def _turned(self, start: int, end: int) -> list[Stretch]:
        """Return the runs of a right-to-left text; numbers and other scripts are not turned."""
        found: list[Stretch] = []
        for words in _UNTURNED.finditer(self.text, start, end):
            found += [Stretch(start, words.start(), True), Stretch(*words.span(), False)]
            start = words.end()
        found.append(Stretch(start, end, True))
        return found[::-1]


def clusters(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each letter with its marks, joiners and colours."""
    first = start
    for at in range(start + 1, end):
        if not is_continued(text, at):
            yield first, at
            first = at
    if first < end:
        yield first, end


def is_continued(text: str, at: int) -> bool:
    """Return whether the character at an index belongs to the letter before it."""
    if not 0 < at < len(text) or text[at] < "\u0300":  # the first combining mark
        return False
    letter = text[at]
    is_mark = unicodedata.category(letter)[0] == "M" or is_skin_tone(letter)
    return is_mark or letter == _JOINER or text[at - 1] == _JOINER


def joined_pictures(text: str) -> list[str]:
    """Return the parts of a text that is one joined emoji, each with its joiner; else nothing."""
    ends = [each.end() for each in _JOINED_PICTURE.finditer(text)]
    cuts = [0, *ends, len(text)] if ends else []
    return [text[start:end] for start, end in pairwise(cuts) if start < end]


def script_of(text: str) -> str:
    """Return the script for shaping a text; empty if its letters have no contextual forms."""
    for letter in text:
        if letter.isalpha():
            return _SCRIPTS.get(unicodedata.name(letter, "").partition(" ")[0], "")
    return ""
