"""The log: everything that has happened at the table, in words, to be read back at leisure."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from game.ui.table.look import LogLook

Breaker = Callable[[str], "list[str]"]
Words = Callable[[], str]
"""Gives a text in the language that is spoken when it is asked."""
_ANEW: Final = 400
"""So many entries can be told anew in another language; what is older stays as it was told."""


class Logbook:
    """Lines, the last one in sight unless somebody has scrolled back."""

    def __init__(self) -> None:
        self._entries: list[tuple[str, bool]] = []
        self._words: deque[tuple[int, Words]] = deque(maxlen=_ANEW)
        self._lines: list[tuple[str, bool]] = []
        self._break: Breaker = lambda text: [text]
        self._back = 0

    @property
    def size(self) -> int:
        """How many entries there are."""
        return len(self._entries)

    @property
    def texts(self) -> tuple[str, ...]:
        """Every entry, whole."""
        return tuple(text for text, _ in self._entries)

    def add(self, words: str | Words, *, is_head: bool = False) -> None:
        """Write an entry, and show it; one who reads farther back is left in peace."""
        if not isinstance(words, str):
            self._words.append((len(self._entries), words))
        text = words if isinstance(words, str) else words()
        self._entries.append((text, is_head))
        broken = [(line, is_head) for line in self._break(text)]
        self._lines += broken
        if self._back:
            self._back += len(broken)

    def relabel(self) -> None:
        """The language has changed: tell all anew."""
        for place, words in self._words:
            self._entries[place] = (words(), self._entries[place][1])
        self.rebreak(self._break)

    def rebreak(self, breaker: Breaker) -> None:
        """The window has another size: break all entries into lines anew."""
        self._break = breaker
        self._lines = [(line, head) for text, head in self._entries for line in breaker(text)]
        self._back = 0

    def scroll(self, lines: int, room: int) -> None:
        """Go back, with a negative number, or on."""
        self._back = min(max(self._back - lines, 0), max(len(self._lines) - room, 0))

    def seen(self, room: int) -> LogLook:
        """The lines that fit into so much room."""
        total = len(self._lines)
        end = total - self._back
        start = max(end - room, 0)
        share = min(1.0, room / total) if total else 1.0
        hidden = total - (end - start)
        return LogLook(tuple(self._lines[start:end]), share, start / hidden if hidden else 0.0)
