"""Which way a text runs, and what in it belongs together: a letter and its marks.

The game's own texts run from left to right. A name in Hebrew or Arabic runs the other way within
them and turns nothing around it, as if it stood between the signs FSI and PDI of Unicode's
bidirectional algorithm (UAX #9); where it has those, all between them is one such text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

ISOLATED: Final = "\u2068{}\u2069"
"""A text that begins on the side where its first letter says; the two signs are not seen."""

_RIGHT: Final = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_DIGITS: Final = "0-9\u0660-\u0669\u06f0-\u06f9\u07c0-\u07c9"
_IS_RIGHT: Final = re.compile(f"(?![{_DIGITS}])[{_RIGHT}]")
_JOINS: Final = f"[{_RIGHT}{_DIGITS} '’-]|(?<![{_RIGHT}]{{2}})\\."
_PHRASE: Final = re.compile(f"{_IS_RIGHT.pattern}(?:(?:{_JOINS})*{_IS_RIGHT.pattern})?")
"""Words from right to left within a text in Latin or Japanese letters, and initials before them."""
_LEFT: Final = rf"(?!{_IS_RIGHT.pattern})[^\W_]"
_UNTURNED: Final = re.compile(f"{_LEFT}(?:(?:(?!{_IS_RIGHT.pattern}).)*{_LEFT})?", re.DOTALL)
"""Words from left to right within one from right to left, and numbers in any digits."""
_TURNS: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Signs that say which way a text runs. They end what ran before; none of them is drawn."""
_JOINER: Final = "\u200d"
JOINED_PICTURE: Final = (
    "[\u2190-\u2bff\U0001f000-\U0003ffff][\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]*\u200d"
)
"""A pattern of a picture that is joined to what follows, as in a woman and a rocket, which are an
astronaut together.
"""
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
"""Scripts whose letters change with what stands beside them, by the first word of their names in
Unicode: their codes in ISO 15924."""


class Stretch(NamedTuple):
    """A part of a text that runs one way; a turned one from right to left."""

    start: int
    end: int
    is_turned: bool


def runs_both_ways(text: str) -> bool:
    """Whether some of a text runs from right to left."""
    return not text.isascii() and _IS_RIGHT.search(text) is not None


def is_unseen(letter: str) -> bool:
    """Whether a letter only has an effect on others: a joiner, a sign of direction, a colour."""
    is_sign = unicodedata.category(letter) == "Cf" or "\ufe00" <= letter <= "\ufe0f"
    return is_sign or is_skin_tone(letter)


def is_skin_tone(letter: str) -> bool:
    """Whether a letter gives the picture before it a colour, in fonts that have that."""
    return ord(letter) in range(0x1F3FB, 0x1F400)


def isolated(text: str) -> str:
    """Return a text so that it is drawn by itself, whichever way what is around it runs."""
    return ISOLATED.format(text) if runs_both_ways(text) else text


@dataclass(frozen=True, slots=True)
class Directions:
    """Which way each part of a text runs."""

    text: str

    def stretches(self) -> list[Stretch]:
        """Return what there is to draw of a text, from the left to the right."""
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
        """Return a text that begins on the side where its first letter says."""
        first = next((each for each in self.text[start:end] if each.isalpha()), "")
        if _IS_RIGHT.match(first):
            return self._turned(start, end)
        return self._within(start, end)

    def _within(self, start: int, end: int) -> list[Stretch]:
        """Return a text from left to right; phrases that run the other way are turned alone."""
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
        """Return a text from right to left; numbers, and words in other letters, are not turned."""
        found: list[Stretch] = []
        for words in _UNTURNED.finditer(self.text, start, end):
            found += [Stretch(start, words.start(), True), Stretch(*words.span(), False)]
            start = words.end()
        found.append(Stretch(start, end, True))
        return found[::-1]


def clusters(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield each letter with the marks, joiners and colours that belong to it."""
    first = start
    for at in range(start + 1, end):
        if not is_continued(text, at):
            yield first, at
            first = at
    if first < end:
        yield first, end


def is_continued(text: str, at: int) -> bool:
    """Whether what stands at a place belongs to the letter before it."""
    if not 0 < at < len(text) or text[at] < "\u0300":  # the first combining mark
        return False
    letter = text[at]
    is_mark = unicodedata.category(letter)[0] == "M" or is_skin_tone(letter)
    return is_mark or letter == _JOINER or text[at - 1] == _JOINER


def joined_pictures(text: str) -> list[str]:
    """Return the pictures of a text that are joined to one, each with its joiner; else nothing."""
    ends = [each.end() for each in _JOINED_PICTURE.finditer(text)]
    cuts = [0, *ends, len(text)] if ends else []
    return [text[start:end] for start, end in pairwise(cuts) if start < end]


def script_of(text: str) -> str:
    """Return the script by which a text has to be shaped; empty where each letter stands alone."""
    for letter in text:
        if letter.isalpha():
            return _SCRIPTS.get(unicodedata.name(letter, "").partition(" ")[0], "")
    return ""
