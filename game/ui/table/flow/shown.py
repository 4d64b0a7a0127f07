"""What the table shows beside its cards, as one value: equal looks need no new drawing."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.rules.cards import Card
    from game.ui.look.faces import Mood, Person


@dataclass(frozen=True, slots=True)
class SeatLook:
    """A seat's name plate."""

    name: str
    money: str
    """The seat's money, or its points; empty where it is not known."""
    cards: int
    is_dealer: bool = False
    is_on_turn: bool = False
    mark: str = "coin"
    """What stands before that: a coin, a pad, or a wedge where points rise to a target."""
    note: str = ""
    """A few words beside the money: whose turn it is."""
    wait: int = 0
    """The turns for which the seat may not drop."""
    mood: Mood | None = None
    """What the face shows; one's own plate has an initial where no face was chosen."""
    person: Person | None = None
    """The face that the player has chosen; opponents have that of their name."""
    change: str = ""
    """The change that the hand that is over has brought the seat."""
    way: int = 0
    """1 where that is good for the seat, -1 where it is bad."""
    has_won: bool = False
    is_blocked: bool = False
    """Whether the seat has been hit and may not go out on its next turn."""


@dataclass(frozen=True, slots=True)
class ButtonLook:
    """A button: what it says, its key, and whether it would do something now."""

    text: str
    key: str
    is_lit: bool
    is_primary: bool = False
    is_hovered: bool = False


@dataclass(frozen=True, slots=True)
class LogLook:
    """The lines of the log that are seen, and where they stand among all of them."""

    lines: tuple[tuple[str, bool], ...]
    """The lines in view, each with whether a new hand or turn of one's own begins there."""
    share: float = 1.0
    """How much of the log is seen."""
    above: float = 0.0
    """How much of the log lies above what is seen."""


@dataclass(frozen=True, slots=True)
class TableLook:
    """Everything on the table but cards and what comes and goes."""

    seats: tuple[SeatLook, ...]
    buttons: tuple[tuple[str, ButtonLook], ...]
    stock: str
    stock_key: str
    pile: str
    pile_key: str
    is_stock_lit: bool
    is_pile_lit: bool
    stock_size: int
    owners: tuple[tuple[int, int], ...]
    """Spread numbers and whose they are."""
    lit_spreads: frozenset[int]
    stake: tuple[str, ...]
    """Lines below the player's plate."""
    prompt: str
    """What the player can do now, in a few words; empty while others play."""
    reminder: str
    """The rule that matters most at this moment."""
    sort: ButtonLook
    log: LogLook
    me: int
    suggested: frozenset[Card] = frozenset()
    """Cards of one's own that glow, since they could be laid."""
    winners: frozenset[int] = frozenset()
    """The seats whose cards glow, since they have won."""
    is_cleared: bool = False
    """Whether stock and discards give way to the word of an ending."""
    matched: frozenset[Card] = frozenset()
    """Cards in hands that lie that a bracket holds: they make spreads there and do not count."""
    foot: float = 0.0
    """Units that stay free below the lines."""


# -- The log: everything that has happened at the table, in words, to be read back at leisure.


Breaker = Callable[[str], "list[str]"]
Words = Callable[[], str]
"""Gives a text in the language that is spoken when it is asked."""


class Logbook:
    """Lines, the last one in sight unless somebody has scrolled back."""

    def __init__(self) -> None:
        self._entries: list[tuple[str, bool]] = []
        # Older entries of the log stay in the language in which they were written.
        self._words: deque[tuple[int, Words]] = deque(maxlen=400)
        self._lines: list[tuple[str, bool]] = []
        self._break: Breaker = lambda text: [text]
        self._back = 0

    @property
    def size(self) -> int:
        """The number of entries."""
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

    def on_language_changed(self) -> None:
        """Write the entries again, in the language of now."""
        for place, words in self._words:
            self._entries[place] = (words(), self._entries[place][1])
        self.rebreak(self._break)

    def rebreak(self, breaker: Breaker) -> None:
        """Break all entries into lines again, for another size of window."""
        self._break = breaker
        self._lines = [(line, head) for text, head in self._entries for line in breaker(text)]
        self._back = 0

    def scroll(self, lines: int, room: int) -> None:
        """Go back, with a negative number, or on."""
        self._back = min(max(self._back - lines, 0), max(len(self._lines) - room, 0))

    def seen(self, room: int) -> LogLook:
        """Return the lines that fit into so much room."""
        total = len(self._lines)
        end = total - self._back
        start = max(end - room, 0)
        share = min(1.0, room / total) if total else 1.0
        hidden = total - (end - start)
        return LogLook(tuple(self._lines[start:end]), share, start / hidden if hidden else 0.0)
