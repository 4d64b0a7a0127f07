"""What the table shows beside its cards, as comparable values: equal values need no redrawing."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.rules.cards import Card
    from game.ui.look.faces import Mood, Person


@dataclass(frozen=True, slots=True)
class SeatLook:
    """The contents of a seat's name plate."""

    name: str
    money: str
    """The seat's money or points; empty if unknown."""
    cards: int
    is_dealer: bool = False
    is_on_turn: bool = False
    mark: str = "coin"
    """The mark before the money: a coin, a pad, or a wedge where points rise to a target."""
    note: str = ""
    """A few words beside the money: whose turn it is."""
    wait: int = 0
    """The number of turns for which the seat may not drop."""
    mood: Mood | None = field(default=None, compare=False)
    """The expression of the face; None on the player's plate if no face was chosen.

    Faces change often, and are drawn apart: the rest of a plate stays equal.
    """
    person: Person | None = None
    """The face that the player has chosen; opponents' faces follow from their names."""
    change: str = ""
    """What the seat has won or lost in the finished hand."""
    way: int = 0
    """1 if the change is good for the seat, -1 if it is bad."""
    has_won: bool = False
    is_blocked: bool = False
    """Whether the seat has been hit and may not go out on its next turn."""


@dataclass(frozen=True, slots=True)
class ButtonLook:
    """The contents of a button: label, key, and whether it is enabled."""

    text: str
    key: str
    is_lit: bool
    is_primary: bool = False
    is_hovered: bool = False


@dataclass(frozen=True, slots=True)
class LogLook:
    """The visible lines of the log, and their position within it."""

    lines: tuple[tuple[str, bool], ...]
    """The visible lines, each with whether a new hand or the player's turn begins there."""
    newest: int = 0
    """The number of lines, from the last, that the newest entry fills."""
    share: float = 1.0
    """The visible share of the log."""
    above: float = 0.0
    """The share of the log above the visible lines."""


@dataclass(frozen=True, slots=True)
class TableLook:
    """Everything on the table except cards and passing effects."""

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
    """The spreads by number, each with the seat that owns it."""
    lit_spreads: frozenset[int]
    stake: tuple[str, ...]
    """The lines below the player's plate."""
    prompt: str
    """What the player can do now, in a few words; empty on others' turns."""
    reminder: str
    """The rule that matters most at this moment."""
    sort: ButtonLook
    log: LogLook
    me: int
    suggested: frozenset[Card] = frozenset()
    """The player's cards that glow because they could be laid."""
    winners: frozenset[int] = frozenset()
    """The seats whose cards glow because they have won."""
    is_cleared: bool = False
    """Whether stock and discard pile are hidden behind the word of an ending."""
    matched: frozenset[Card] = frozenset()
    """Cards of exposed hands that make spreads, marked with a bracket: they do not count."""
    foot: float = 0.0
    """Units left free below the lines."""


# -- The log: everything that has happened at the table, in words, to scroll back through.


Breaker = Callable[[str], "list[str]"]
Words = Callable[[], str]
"""Returns a text in the current language."""


class Logbook:
    """The log. The last line is in view unless the player has scrolled back."""

    def __init__(self) -> None:
        self._entries: list[tuple[str, bool]] = []
        # Old entries keep the language in which they were written.
        self._words: deque[tuple[int, Words]] = deque(maxlen=400)
        self._lines: list[tuple[str, bool]] = []
        self._newest = 0
        """The number of lines of the newest entry."""
        self._break: Breaker = lambda text: [text]
        self._back = 0

    @property
    def size(self) -> int:
        """The number of entries."""
        return len(self._entries)

    @property
    def texts(self) -> tuple[str, ...]:
        """Every entry, unbroken."""
        return tuple(text for text, _ in self._entries)

    def since(self, entry: int) -> Sequence[str]:
        """Return the entries from that number on; of more than two headings, from the last."""
        heads = [at for at in range(entry, self.size) if self._entries[at][1]]
        return self.texts[heads[-1] if len(heads) > 2 else entry :]

    def add(self, words: str | Words, *, is_head: bool = False) -> None:
        """Add an entry and scroll to it, unless the player has scrolled back."""
        if not isinstance(words, str):
            self._words.append((len(self._entries), words))
        text = words if isinstance(words, str) else words()
        self._entries.append((text, is_head))
        broken = [(line, is_head) for line in self._break(text)]
        self._lines += broken
        self._newest = len(broken)
        if self._back:
            self._back += len(broken)

    def on_language_changed(self) -> None:
        """Rewrite the entries in the current language."""
        for place, words in self._words:
            self._entries[place] = (words(), self._entries[place][1])
        self.rebreak(self._break)

    def rebreak(self, breaker: Breaker) -> None:
        """Break all entries into lines again, for another window size."""
        self._break = breaker
        broken = [[(line, head) for line in breaker(text)] for text, head in self._entries]
        self._lines = [line for lines in broken for line in lines]
        self._newest = len(broken[-1]) if broken else 0
        self._back = 0

    def scroll(self, lines: int, room: int) -> None:
        """Scroll by lines; negative is back."""
        self._back = min(max(self._back - lines, 0), max(len(self._lines) - room, 0))

    def seen(self, room: int) -> LogLook:
        """Return the lines that fit into ``room`` lines."""
        total = len(self._lines)
        end = total - self._back
        start = max(end - room, 0)
        share = min(1.0, room / total) if total else 1.0
        hidden = total - (end - start)
        above = start / hidden if hidden else 0.0
        newest = max(0, self._newest - self._back)
        return LogLook(tuple(self._lines[start:end]), newest, share, above)
