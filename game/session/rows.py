"""The rows of which saves are made, each with a checksum, and how saves are laid together.

A row is written once and never changed. What holds for ever are the finished hands and what tells
who played them; the rest is of the session in play, and only its last hands are needed.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from game.rules.hashing import sha256
from game.session.files import DamagedError

Key: TypeAlias = tuple[int, int, str, int]

REVIEW: Final = "review"
"""The kind of a row with a review; it belongs to no session, and its hand is a number of its own
(``reviews.py``)."""
LASTING: Final = frozenset(("store", "plan", "seated", "record", "ended", "closed", REVIEW))
"""The kinds of rows that hold for ever."""
DOCUMENT: Final = "document:"
"""How the kind of a row with a document begins; its name follows, and its ordinal is the version,
of which the latest counts. An empty one says that it was deleted."""
TABLE_LEFT: Final = "table-"
"""How the name of a document begins that holds a table left for one of another kind: its plan, and
the rows of it that do not last (``store.py``)."""
KEPT_HANDS: Final = 2
"""How many hands before the one in play are kept whole, in case its own standing is damaged."""


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of the journal: its session, hand and kind, and its text.

    Sessions and hands are numbered from 1; 0 is the store or the session as a whole.
    """

    session: int
    hand: int
    kind: str
    ordinal: int
    body: str

    @property
    def key(self) -> Key:
        """What names it: no save has two rows of one key."""
        return self.session, self.hand, self.kind, self.ordinal

    @property
    def digest(self) -> str:
        """A checksum that shows a row altered by accident or by hand."""
        parts = (self.session, self.hand, self.kind, self.ordinal, self.body)
        return sha256(repr(parts).encode("utf-8", "backslashreplace")).hexdigest()[:32]


def checked(values: Sequence[object]) -> Row:
    """The row of six values, the last its digest; ``DamagedError`` where that does not fit."""
    match values:
        case (int(session), int(hand), str(kind), int(ordinal), str(body), str(digest)):
            row = Row(session, hand, kind, ordinal, body)
            if row.digest == digest:
                return row
        case _:
            pass
    raise DamagedError("a line of its journal was altered")


def line_of(row: Row) -> bytes:
    """A row as a line of a text file: a JSON list with the digest at its end."""
    values = (*row.key, row.body, row.digest)
    return json.dumps(values, separators=(",", ":")).encode() + b"\n"


def row_of(line: bytes) -> Row:
    """The row that ``line_of`` wrote; ``DamagedError`` where it is none."""
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        raise DamagedError("a line of its journal is not JSON") from None
    return checked(values if isinstance(values, list) else ())


def last_session(rows: Iterable[Row]) -> int:
    """The number of the newest session, 0 where there is none."""
    return max((row.session for row in rows), default=0)


def is_told(row: Row) -> bool:
    """Whether a row tells something, and is not the mark of its store."""
    return row.session > 0 or row.kind == REVIEW or is_document(row)


def is_document(row: Row) -> bool:
    """Whether a row holds a version of a document."""
    return row.kind.startswith(DOCUMENT)


def documents_of(rows: Iterable[Row]) -> dict[str, Row]:
    """The latest version of each document, by its name."""
    found: dict[str, Row] = {}
    for row in filter(is_document, rows):
        name = row.kind.removeprefix(DOCUMENT)
        if name not in found or found[name].ordinal < row.ordinal:
            found[name] = row
    return found


def needed(rows: Iterable[Row]) -> list[Row]:
    """What has to be kept: all that lasts, the last hands of the last session, and the latest
    version of each document.
    """
    rows = list(rows)
    last = last_session(rows)
    dealt = max((row.hand for row in rows if row.session == last and row.kind == "deal"), default=0)
    latest = {row.key for row in documents_of(rows).values()}
    return [
        row
        for row in rows
        if row.kind in LASTING
        or row.key in latest
        or (row.session == last > 0 and row.hand >= dealt - KEPT_HANDS)
    ]


def together(*sources: Iterable[Row]) -> dict[Key, Row]:
    """All rows of files of one store. Where two differ under one key, the first source counts."""
    found: dict[Key, Row] = {}
    for source in sources:
        for row in source:
            found.setdefault(row.key, row)
    return found


# -- Laying two stores together --------------------------------------------------------------------

_Hand: TypeAlias = tuple[int, str, str]
"""A finished hand wherever it is kept: its number in its session, its record, and when."""


class _Book:
    """The rows of one session, by kind."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.rows = sorted(rows, key=lambda row: row.key)
        self.plan = self._one("plan")
        self.records = {row.hand: row.body for row in self.rows if row.kind == "record"}
        self.ended = {row.hand: row.body for row in self.rows if row.kind == "ended"}
        self.is_closed = any(row.kind == "closed" for row in self.rows)

    @property
    def began(self) -> str:
        """When its first hand ended, as far as that is known."""
        return min(self.ended.values(), default="")

    def hand(self, number: int) -> _Hand:
        return number, self.records[number], self.ended.get(number, "")

    def only(self, hands: Iterable[int]) -> "_Book":
        """What lasts of some of its hands, and of the session as a whole, which is over."""
        wanted = set(hands)
        whole = ("plan", "seated")
        kept = [row for row in self.rows if row.kind in whole or _is_of(row, wanted)]
        return _Book([*kept, Row(0, 0, "closed", 0, "")])

    def lasting(self) -> "_Book":
        """What lasts of it."""
        return _Book([row for row in self.rows if row.kind in LASTING])

    def _one(self, kind: str) -> str:
        return next((row.body for row in self.rows if row.kind == kind), "")


def _is_of(row: Row, hands: set[int]) -> bool:
    return row.kind in ("record", "ended") and row.hand in hands


class _There:
    """The hands that a store holds, each of which is found once.

    The same hand may have been played twice, from one seed text, at another time; where the time is
    not known it is taken for the one that is there.
    """

    def __init__(self, books: Iterable[_Book]) -> None:
        hands = [book.hand(number) for book in books for number in book.records]
        self._left = Counter(hands)
        self._all = {hand[:2] for hand in hands}
        self._untimed = {hand[:2] for hand in hands if not hand[2]}

    def has(self, hand: _Hand) -> bool:
        is_untimed = not hand[2] and hand[:2] in self._all
        return self._left[hand] > 0 or is_untimed or hand[:2] in self._untimed

    def takes(self, hand: _Hand) -> bool:
        """Whether the hand is there; then it counts as found."""
        is_there = self.has(hand)
        if self._left[hand]:
            self._left[hand] -= 1
        return is_there


def merged(own: Iterable[Row], other: Iterable[Row], *, goes_on: bool) -> list[Row]:
    """The rows of a store and all that another holds of what it does not hold yet: finished hands,
    reviews, documents.

    Hands stand in the order in which they were played, as far as that is known; sessions are
    numbered anew. The session in play of ``own`` stays the last one; where it has none,
    ``goes_on`` lets that of ``other`` become it. A table that ``other`` has left can be gone on
    with as well, unless ``own`` has left one of the same kind.
    """
    own, other = list(own), list(other)
    books, others = _books(own), _books(other)
    there = _There(books)
    live = books.pop() if books and not books[-1].is_closed else None
    left = others[-1] if others and not others[-1].is_closed else None
    is_free = live is None and left is not None and goes_on
    if is_free and left and not any(there.has(left.hand(number)) for number in left.records):
        live = others.pop()
    head = [row for row in own if row.session == 0]
    kept = documents_of(head)
    new_documents = {
        name: replace(row, ordinal=kept[name].ordinal + 1) if name in kept else row
        for name, row in documents_of(other).items()
        if row.body and not (name in kept and kept[name].body)
    }
    waiting = _plans_left(new_documents)
    of_plan: dict[str, _Book] = {book.plan: book for book in books if book.plan}
    for book in others:
        new = [number for number in book.records if not there.takes(book.hand(number))]
        is_whole = book.plan in waiting and len(new) == len(book.records)
        if new or (is_whole and book.plan not in of_plan):
            _bring_in(books, of_plan, book.lasting() if is_whole else book.only(new))
    if live is not None:
        books.append(live)
    reviewed = {row.hand for row in head if row.kind == REVIEW}
    return [
        *head,
        *(row for row in other if row.kind == REVIEW and row.hand not in reviewed),
        *new_documents.values(),
        *(row for number, book in enumerate(books, 1) for row in _numbered(book, number)),
    ]


def _plans_left(documents: Mapping[str, Row]) -> set[str]:
    """The plans of the tables that were left, as their rows have them."""
    plans = set()
    for name, row in documents.items():
        if name.startswith(TABLE_LEFT):
            with suppress(ValueError, RecursionError):
                left = json.loads(row.body)
                plans.add(left[0] if isinstance(left, list) and left else "")
    return {plan for plan in plans if isinstance(plan, str) and plan}


def _bring_in(books: list[_Book], of_plan: dict[str, _Book], new: _Book) -> None:
    """Add hands to the session that they are of, or else as a session of their own."""
    same = of_plan.get(new.plan)
    if same is not None and not same.records.keys() & new.records.keys():
        known = {row.key[1:] for row in same.rows}
        rows = [*same.rows, *(row for row in new.rows if row.key[1:] not in known)]
        books[books.index(same)] = of_plan[new.plan] = _Book(rows)
        return
    place = next((n for n, book in enumerate(books) if book.began > new.began), len(books))
    books.insert(place, new)
    of_plan.setdefault(new.plan, new)


def _books(rows: Iterable[Row]) -> list[_Book]:
    """The sessions of a store, oldest first."""
    of: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        if row.session > 0:
            of[row.session].append(row)
    return [_Book(of[number]) for number in sorted(of)]


def _numbered(book: _Book, number: int) -> Iterator[Row]:
    return (replace(row, session=number) for row in book.rows)
