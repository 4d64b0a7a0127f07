"""The rows that make up the saves, each with a checksum.

A row is written once and never changed. Finished hands and the rows that say who played them are
kept for ever; the rest belongs to the session in play, of which only the last hands are needed.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, ClassVar, Final, Self, TypeAlias

from game.files import DamagedError
from game.rules.hashing import sha256

Key: TypeAlias = tuple[int, int, str, int]

STORE: Final = "store"
"""The kind of the row that names the store in each of its files; its ordinal is the format
version.
"""
REVIEW: Final = "review"
"""The kind of a row with a review, which belongs to no session; its hand number is the review's
number (``reviews.py``).
"""
IDENTITY: Final = "identity"
"""The kind of a row with the permanent identity of a hand or, with hand 0, a session
(``merging.py``).
"""
GIVEN, MADE = 0, 1
"""Ordinals of an identity: assigned at the deal, or derived from the record later."""
LASTING: Final = frozenset((STORE, "plan", "seated", IDENTITY, "record", "ended", "closed", REVIEW))
"""The kinds of rows that are kept for ever."""
DOCUMENT: Final = "document:"
"""The prefix of the kind of a row with a document; the document's name follows. The ordinal is the
version, of which the latest counts; an empty text marks the document as deleted.
"""
TABLE_LEFT: Final = "table-"
"""The prefix of the name of a document that holds a table left for one of another kind: its plan,
its rows that are not permanent, and the identity of its session (``store.py``).
"""
NONSENSE: Final = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    ArithmeticError,
    RecursionError,
)
"""The errors raised by a text that no version has written."""
WHEN: Final = "%Y-%m-%d %H:%M"
"""The format of times, which are in local time. Where it matters, the moment is kept besides (see
``Row.ended_now``).
"""
KEPT_HANDS: Final = 2
"""The number of hands before the one in play that are kept in full, in case its own standing is
damaged.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """An entry of the journal: its session, hand and kind, and its text.

    Sessions and hands are numbered from 1; 0 is the store or the session as a whole.
    """

    session: int
    hand: int
    kind: str
    ordinal: int
    body: str
    digest: str = field(init=False, repr=False, compare=False)
    """A checksum that reveals a row altered by accident or by hand."""
    MOVED: ClassVar = "moved"
    """The kind of a row in a text file alone: its session goes on with its ordinal as number, and
    so do the rows written before under the earlier number.
    """

    def __post_init__(self) -> None:
        parts = (self.session, self.hand, self.kind, self.ordinal, self.body)
        object.__setattr__(self, "digest", digest_of(parts))

    @classmethod
    def ended_now(cls, session: int, hand: int) -> Self:
        """Return the row that says when a hand ended.

        Its ordinal is the moment in seconds since 1970 (UTC), by which hands of several computers
        are put in order; 0 if an earlier version wrote it.
        """
        now = datetime.now().astimezone()
        return cls(session, hand, "ended", max(0, int(now.timestamp())), now.strftime(WHEN))

    @property
    def key(self) -> Key:
        """The key of the row, unique within a save."""
        return self.session, self.hand, self.kind, self.ordinal

    @classmethod
    def checked(cls, values: Sequence[object]) -> Self:
        """Return the row of six values, the last its digest; raise ``DamagedError`` if they do not
        match.
        """
        match values:
            case (int(session), int(hand), str(kind), int(ordinal), str(body), str(digest)):
                row = cls(session, hand, kind, ordinal, body)
                # SQLite cannot hold larger numbers.
                if row.digest == digest and all(
                    0 <= each < 2**63 for each in (session, hand, ordinal)
                ):
                    return row
            case _:
                pass
        raise DamagedError("a line of its journal was altered")

    @classmethod
    def renumbered(cls, rows: Sequence[Self]) -> Sequence[Self]:
        """Return the rows of a file, each under the last number of its session.

        A session that was gone on with under another number has a row that says so, and the same
        identity twice; one of them is enough. Nothing gets lost: where rows under two numbers
        contradict each other, each keeps its own.
        """
        new: dict[int, int] = {}
        known: dict[str, int] = {}
        for row in rows:
            if row.kind == cls.MOVED and row.ordinal > row.session:
                new[row.session] = max(row.ordinal, new.get(row.session, 0))
            elif row.kind == IDENTITY and (row.hand, row.ordinal) == (0, GIVEN):
                old, last = sorted((row.session, known.get(row.body, row.session)))
                if old != last:
                    new[old] = max(last, new.get(old, 0))
                known[row.body] = last
        found: list[Self] = []
        before: defaultdict[int, list[Self]] = defaultdict(list)
        for row in rows:
            if row.kind != cls.MOVED:
                (before[row.session] if row.session in new else found).append(row)
        there: defaultdict[int, dict[Key, Self]] = defaultdict(dict)
        for row in found if new else ():
            there[row.session][row.key] = row
        for old in sorted(new, reverse=True):
            last = new[old] = new.get(new[old], new[old])
            moved = {(last, *row.key[1:]): replace(row, session=last) for row in before[old]}
            if any(there[last].get(key, row) != row for key, row in moved.items()):
                new[old] = last = old
                moved = {row.key: row for row in before[old]}
            found += [row for key, row in moved.items() if key not in there[last]]
            there[last] = moved | there[last]
        return found if new or len(found) != len(rows) else rows

    def line(self) -> bytes:
        """Return the row as a line of a text file: a JSON list with the digest at its end."""
        values = (*self.key, self.body, self.digest)
        return json.dumps(values, separators=(",", ":")).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> Self:
        """Read the row that ``line`` wrote; raise ``DamagedError`` if it is not one."""
        try:
            values = json.loads(line)
        except (ValueError, RecursionError):
            raise DamagedError("a line of its journal is not JSON") from None
        return cls.checked(values if isinstance(values, list) else ())

    @property
    def is_told(self) -> bool:
        """Whether the row holds content, rather than naming its store."""
        return self.session > 0 or self.kind == REVIEW or self.is_document

    @property
    def is_document(self) -> bool:
        """Whether the row holds a version of a document."""
        return self.kind.startswith(DOCUMENT)

    @property
    def is_head(self) -> bool:
        """Whether the row names its store."""
        return self.kind == STORE

    @property
    def store_name(self) -> str:
        """The random name of a store in the row that names it."""
        return self.body.partition(".")[0]

    @property
    def generation(self) -> int:
        """The number in a store's name that grows with each new file of it."""
        number = self.body.partition(".")[2]
        return int(number[:9]) if number.isdecimal() else 0  # digits: a damaged one may have more


def now_text() -> str:
    """Return the local time."""
    return datetime.now().astimezone().strftime(WHEN)


def minutes_of(time: str) -> int:
    """Return the minutes from 1970 to a time in the format of ``WHEN``, 0 for an earlier one; raise
    ``ValueError`` for another text.
    """
    return max(0, int(datetime.strptime(time, WHEN).replace(tzinfo=UTC).timestamp()) // 60)


def digest_of(parts: tuple[object, ...]) -> str:
    """Return the digest of a row with these values."""
    return sha256(repr(parts).encode("utf-8", "backslashreplace")).hexdigest()[:32]


def last_session(rows: Iterable[Row]) -> int:
    """Return the number of the newest session, 0 if there is none."""
    return max((row.session for row in rows), default=0)


def documents_of(rows: Iterable[Row]) -> dict[str, Row]:
    """Return the latest version of each document, by its name."""
    found: dict[str, Row] = {}
    for row in (row for row in rows if row.is_document):
        name = row.kind.removeprefix(DOCUMENT)
        if name not in found or found[name].ordinal < row.ordinal:
            found[name] = row
    return found


def needed(rows: Iterable[Row]) -> list[Row]:
    """Return the rows to keep: permanent ones, the last hands of the last session, and the latest
    documents.
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
    """Join the rows of several files of one store.

    If two rows have the same key, the one from the first source counts.
    """
    found: dict[Key, Row] = {}
    for source in sources:
        for row in source:
            found.setdefault(row.key, row)
    return found


def let_go(*held: list[Any] | dict[Any, Any]) -> None:
    """Empty long lists and mappings in pieces: all at once would hold up every other thread."""
    for each in held:
        if isinstance(each, dict):
            while each:
                each.popitem()
        else:
            while each:
                del each[-500:]  # items let go at once
