"""The rows of the saves, kept twice: in the database, and in two text files beside it.

``tonk.db`` holds all rows. ``tonk-hands.jsonl`` grows by a line for each finished hand and review,
and ``tonk-play.jsonl`` has the session in play, up to its last move, and the documents (learning
progress, a season, tables left). Whatever happens to one of them, the others have all that it held.
Each begins with the same row, the mark of the store, so that a file of another store is
distinguished from an earlier version of this one's.

``tonk-check.json`` notes at the end what was written: of text files by whoever wrote them, never by
what lies on the disk, and of the database once every row of it was found right. Where the files
still are like that, nothing more is read at the start; else every row is, and whatever is missing
anywhere is brought back. Only one program has them open at a time (``lock.py``).
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, Self

from game.files import (
    DamagedError,
    StoreError,
    make_private,
    open_regular,
    reason_of,
    set_aside,
    write_whole_bytes,
)
from game.session.database import (
    COMPANIONS,
    FILE_NAME,
    HEAD,
    LOG,
    VERSION,
    VERSION_PLACE,
    Database,
    NewerError,
    has_strange_log,
    proved,
    salvaged,
    was_never_used,
)
from game.session.earlier import brought_up_to_date
from game.session.line_file import LineFile, Sum, read_lines, rows_of
from game.session.lock import Lock, ReplacedError
from game.session.merging import merged, with_identities
from game.session.rows import (
    DOCUMENT,
    IDENTITY,
    LASTING,
    REVIEW,
    Key,
    Row,
    documents_of,
    is_document,
    is_told,
    last_session,
    needed,
    together,
)

HANDS_NAME: Final = "tonk-hands.jsonl"
PLAY_NAME: Final = "tonk-play.jsonl"
CHECK_NAME: Final = "tonk-check.json"
_LONGEST_PLAY: Final = 256 * 1024
"""Bytes from which the file of the session in play is written anew, without its older hands."""
_LAG: Final = 8
"""So many rows a killed program may have written to one place and not yet to the other."""
_PIECE: Final = 1 << 20
_LONGEST_NOTE: Final = 4096


@dataclass(frozen=True, slots=True)
class Mended:
    """What was wrong with the files, and under which name a damaged one is kept, if one is."""

    why: str
    kept: Path | None = None
    is_whole: bool = True
    """Whether nothing can have been lost: only one of the files was damaged, and there are as many
    hands as were noted."""
    aside: int = 0
    """How many finished hands files set aside hold that are not among the whole."""


@dataclass(slots=True)
class _Place:
    """What was found in one of the files, before they are laid together."""

    name: str
    rows: Sequence[Row]
    is_missing: bool = False
    damage: str = ""
    is_unfinished: bool = False
    """Whether its last line breaks off, as a killed program leaves it."""
    is_own: bool = True
    is_earlier: bool = False
    """Whether an earlier version has written it."""
    replaced_mark: str | None = None
    """The mark of the database that has replaced that of this file."""
    is_unused: bool = False
    """Whether nothing was ever kept in it."""
    sum: Sum | None = None
    """That of a file of lines."""

    @property
    def is_left_over(self) -> bool:
        """Whether it is no damage that it is not like the others: an earlier version wrote it, or
        a program was killed before it replaced this file like the database."""
        return self.is_earlier or self.replaced_mark is not None

    @property
    def mark(self) -> str | None:
        """The mark of the store that it is of, and those that this has replaced."""
        if self.replaced_mark is not None:
            return self.replaced_mark
        return next((row.body for row in self.rows if row.kind == "store"), None)


class Archive:
    """The open files. ``mended`` says what had to be brought back when they were opened.

    ``StoreError`` where they cannot be used, ``StoreBusyError`` where another Tonk has them open.
    """

    def __init__(
        self,
        folder: Path,
        makes_sense: Callable[[Sequence[Row]], bool],
        added: Callable[[Sequence[Row]], Iterable[Row]],
        upgrade: Callable[[], object],
        *,
        take_over: bool = False,
    ) -> None:
        """Lock ``folder`` and open the files in it.

        ``makes_sense``: whether the rows of a session can be gone on with. ``added``: what lasts
        and is missing among the rows of the first version, which kept everything once.
        ``upgrade`` is called before files of an earlier version become files of this one; until
        they all are, each start calls it again.
        ``take_over``: see ``Lock.acquire``.
        """
        self._folder: Final = folder
        self._makes_sense: Final = makes_sense
        self._added: Final = added
        self._upgrade: Final = upgrade
        self.mended: Mended | None = None
        self._left: list[Row] | None = None
        self._done: set[tuple[str, Key]] = set()
        self._unwritten: dict[Key, Row] = {}
        self._documents: dict[str, Row] | None = None
        self._records = 0
        """How many finished hands there were, before ``_new`` ones."""
        self._new: set[Key] = set()
        self._is_dirty = False
        """Whether the files are no longer what was noted of them."""
        self.was_renewed = False
        """Whether the database was found removed or damaged under way, and was made again."""
        self._lock: Lock | None = Lock.acquire(folder, take_over=take_over)
        try:
            self._open(can_lock=self._lock.is_of_the_system)
        except BaseException:
            self._release()
            raise

    def _open(self, *, can_lock: bool) -> None:
        strange = _clear_up(self._folder)
        noted = self._noted()
        is_clean = noted is not None and noted.sums == _sums(self._folder)
        path = self._folder / FILE_NAME
        found: _Place | None = None
        if has_strange_log(path):
            set_aside(path.with_name(path.name + LOG))
            strange.append(FILE_NAME + LOG)
        try:
            self.database = Database(path, can_lock=can_lock)
            if self.database.is_earlier or not is_clean:
                rows, is_whole = self.database.all_rows()
                is_earlier = self.database.is_earlier
                found = _Place(FILE_NAME, rows, is_earlier=is_earlier)
                if not is_whole:
                    self.database.close()
                    found.damage, found.is_unused = _ALTERED, was_never_used(path)
                    self.database = Database(None, can_lock=can_lock)
        except (DamagedError, NewerError) as error:
            rows, is_whole = salvaged(path)
            # A later Tonk leaves a sound file; flipped bits may make one look like one of its.
            is_newer = isinstance(error, NewerError) and is_whole
            if is_newer and (noted is None or noted.sums != _sums(self._folder, VERSION)):
                raise
            found = _Place(FILE_NAME, rows, damage=str(error), is_unused=was_never_used(path))
            self.database = Database(None, can_lock=can_lock)
        self.database.find = self._find
        try:
            if found is not None or noted is None:
                self._is_dirty = True
                self._lay_together(found or _Place(FILE_NAME, ()), noted, strange)
            else:
                self._records = noted.hands
                self._hands = LineFile(self._folder / HANDS_NAME, noted.sums[HANDS_NAME])
                self._play = LineFile(self._folder / PLAY_NAME, noted.sums[PLAY_NAME])
        except BaseException:
            self.database.close()
            raise

    @classmethod
    def reading(cls, folder: Path) -> Self:
        """What the text files in a folder hold, read without a lock, to be looked at alone.

        They are read up to where another Tonk that has them open has come. ``StoreError`` where
        they cannot be read, or are not whole: the next start mends them.
        """
        places = [_read(folder, name) for name in (HANDS_NAME, PLAY_NAME)]
        has_played = any((folder / name).exists() for name in _PARTS)
        for place in places:
            why = place.damage or ("is missing" if place.is_missing and has_played else "")
            if why:
                raise StoreError(folder / place.name, f"{why}; Tonk mends it when it starts")
        archive = cls.__new__(cls)
        archive._lock, archive._unwritten, archive._documents = None, {}, None
        archive.mended = None
        archive.database = Database.in_memory(needed(merged([each.rows for each in places])))
        return archive

    # -- every day -------------------------------------------------------------------------------

    def keep(self, row: Row) -> None:
        """Keep a row that belongs to no session; ``StoreError`` where that fails.

        Then it is written with whatever is written next.
        """
        self.note([row])
        self.write(())

    def note(self, rows: Iterable[Row]) -> None:
        """Let rows be written with whatever is written next."""
        self._unwritten.update((row.key, row) for row in rows)

    def note_document(self, name: str, text: str) -> None:
        """Let a version of a document be written, unless it is the latest; ``note`` says when.

        An empty one says that it was deleted.
        """
        last = self.documents().get(name)
        if (last.body if last else "") == text:
            return
        row = Row(0, 0, DOCUMENT + name, last.ordinal + 1 if last else 1, text)
        if last:
            self._unwritten.pop(last.key, None)
        self.documents()[name] = row
        self.note([row])

    def documents(self) -> dict[str, Row]:
        """The latest version of each document by its name, those included that were deleted."""
        if self._documents is None:
            self._documents = documents_of(self._rows_in_play())
        return self._documents

    def write(self, rows: Sequence[Row], forget: tuple[int, int] | None = None) -> None:
        """Keep all ``rows`` in both places; ``StoreError`` where one of them fails.

        The same rows may be written again. ``forget`` is that of ``Database.write``.
        """
        rows = [*self._unwritten.values(), *rows]
        if not rows:
            return
        self._check_lock()
        self._is_dirty = True
        self._new.update(row.key for row in rows if row.kind == "record")
        parts = (partial(self._write_database, forget=forget), self._write_hands, self._write_play)
        trouble: list[StoreError] = []
        for part in parts:
            try:
                part(rows)
            except StoreError as error:
                trouble.append(error)
        if trouble:
            raise trouble[0]
        self._done.clear()
        self._unwritten.clear()

    def close(self) -> None:
        """Write what could not be written, close the files, and note what they are like.

        Nothing is noted where a row of the database is not as it was written, or one is missing:
        then the next start reads everything.
        """
        try:
            with suppress(StoreError):
                self.write(())
            with suppress(StoreError):
                self.database.close()
            with suppress(StoreError, OSError):
                if self._lock is not None and self._is_dirty:
                    self._lock.check()
                    self._note_sums()
        finally:
            self._release()

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _note_sums(self) -> None:
        path = self._folder / CHECK_NAME
        records = self._records + len(self._new)
        if not self._hands.sum or not self._play.sum or proved(self._folder / FILE_NAME) != records:
            path.unlink(missing_ok=True)
            return
        sums = {
            FILE_NAME: _sum(self._folder / FILE_NAME),
            HANDS_NAME: self._hands.sum,
            PLAY_NAME: self._play.sum,
        }
        note = json.dumps({**sums, "hands": records}) + "\n"
        write_whole_bytes(path, note.encode(), survives_power_cut=False)

    def _check_lock(self) -> None:
        """``ReplacedError`` once another Tonk writes here; from then on all is kept in memory."""
        if self._lock is None:
            raise StoreError(self.database.path, "is only read, or has been closed")
        try:
            self._lock.check()
        except ReplacedError:
            self.database.detach()
            raise

    def records(self, session: int) -> tuple[Row, ...]:
        """The records of a session's finished hands, oldest first; a damaged file is mended."""
        try:
            return self.database.records(session)
        except DamagedError:
            self.database.renew(self._folder / FILE_NAME, self._what_is_left())
            return self.database.records(session)

    def everything(self) -> list[Row]:
        """All rows that have to be kept, those not written yet among them."""
        return needed(together(self._unwritten.values(), self.database.all_rows()[0]).values())

    def replace(self, rows: Iterable[Row]) -> None:
        """Hold these rows and the documents, and no others; ``StoreError`` where that fails.

        Sessions may have other numbers now, so the store gets another mark, which names those of
        before: should the program be killed between one file and the next, the database counts.
        A text file that cannot be written is replaced with whatever is written next.
        """
        before = next((row.body for row in self._rows_in_play() if row.kind == "store"), "")
        head = Row(0, 0, "store", VERSION, f"{os.urandom(8).hex()} {' '.join(before.split()[:4])}")
        besides = [*self.documents().values(), *self._unwritten.values()]
        whole = needed([head, *together(besides, filter(is_told, rows)).values()])
        self._check_lock()
        self._is_dirty = True
        self.database.replace(whole)
        self._records, self._documents = _count(whole), None
        self._new.clear()
        self._unwritten.clear()
        for file, part in ((self._hands, _of_hands), (self._play, _of_play)):
            with suppress(StoreError):
                file.write(part(whole))

    def set_aside(self, rows: Sequence[Row]) -> Path | None:
        """Hold these rows and no others, and tell where the database of before is kept."""
        self._is_dirty = True
        kept = self.database.renew(self._folder / FILE_NAME, rows)
        self._records, self._documents = _count(rows), None
        self._new.clear()
        self._hands.write(_of_hands(rows))
        self._play.write(_of_play(rows))
        return kept

    def _write_database(self, rows: Sequence[Row], forget: tuple[int, int] | None = None) -> None:
        """Write to the database; where it was removed or damaged under way it is made again."""
        if self._left is None and self.database.is_in_place:
            try:
                self.database.write(rows, forget)
                return
            except DamagedError:
                pass
        if self._left is None:
            self._left = self._what_is_left()
        self._left = needed(together(rows, self._left).values())
        self.database.renew(self._folder / FILE_NAME, self._left)
        self._left, self.was_renewed = None, True

    def _find(self, key: Key) -> Row | None:
        """A row in the text files, where its last version counts."""
        found = None
        for name in (PLAY_NAME, HANDS_NAME):
            for row in rows_of(self._folder / name, key[2]):
                if row.key == key:
                    found = row
        return found

    def _rows_there(self) -> list[Row]:
        """All rows that the database has; where it is damaged what can be found of them."""
        with suppress(StoreError, DamagedError):
            rows, is_whole = self.database.all_rows()
            if is_whole and self._left is None:
                return rows
        return self._what_is_left()

    def _what_is_left(self) -> list[Row]:
        """What can still be read of the database, and what the text files have."""
        sources: list[Iterable[Row]] = [self._left or ()]
        with suppress(StoreError, DamagedError):
            sources.append(self.database.all_rows()[0])
        for name in (PLAY_NAME, HANDS_NAME):
            with suppress(StoreError):
                sources.append(_read(self._folder, name).rows)
        return needed(together(*sources).values())

    def _write_hands(self, rows: Sequence[Row]) -> None:
        lasting = [row for row in rows if row.kind in LASTING]
        if not self._hands.append(self._not_done(HANDS_NAME, lasting)):
            self._hands.write(_of_hands(together(lasting, self._rows_there()).values()))
        self._done.update((HANDS_NAME, row.key) for row in lasting)

    def _write_play(self, rows: Sequence[Row]) -> None:
        live = [row for row in rows if row.kind not in _OF_HANDS]
        new = self._not_done(PLAY_NAME, live)
        begins = any(row.kind == "plan" for row in new)
        is_long = self._play.size > _LONGEST_PLAY and any(
            row.kind == "deal" or is_document(row) for row in new
        )
        if begins or is_long or not self._play.append(new):
            # Of rows written again the database may have none yet: all of them go in.
            in_play = together(live, self._rows_in_play()).values()
            self._play.write(_of_play(needed(in_play)))
        self._done.update((PLAY_NAME, row.key) for row in live)

    def _not_done(self, name: str, rows: list[Row]) -> list[Row]:
        """Those that the file has not got yet, where they are written again for another's sake."""
        return [row for row in rows if (name, row.key) not in self._done]

    def _rows_in_play(self) -> list[Row]:
        try:
            latest = self.database.latest_session()
            return [*self.database.rows(0), *self.database.rows(latest)]
        except (StoreError, DamagedError):
            return self._what_is_left()

    # -- when something is off -------------------------------------------------------------------

    def _noted(self) -> "_Note | None":
        """What was noted of the files; None where that cannot be read, or a program was killed."""
        if any((self._folder / (FILE_NAME + suffix)).exists() for suffix in COMPANIONS):
            return None
        try:
            with open_regular(self._folder / CHECK_NAME) as file:
                held = json.loads(file.read(_LONGEST_NOTE))
            return _Note({name: Sum(*map(int, held[name])) for name in _PARTS}, int(held["hands"]))
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            return None

    def _lay_together(
        self,
        database: _Place,
        noted: "_Note | None",
        strange: Sequence[str],
    ) -> None:
        """Compare the three files, and bring back what one of them lacks or has wrong.

        ``strange`` are the names of files that were set aside for what they are.
        """
        database.rows = brought_up_to_date_rows(database.rows)
        places = [database, *(_read(self._folder, name) for name in (HANDS_NAME, PLAY_NAME))]
        _find_left_over(places)
        mark = _common_mark(places)
        if mark is None:
            database.rows = [*database.rows, *self._added(database.rows)]
        whole = self._whole(places)
        head = Row(0, 0, "store", VERSION, mark or os.urandom(8).hex())
        whole = needed([head, *filter(is_told, whole)])
        is_new = (database.is_unused or not database.damage) and not any(map(is_told, whole))
        told = [
            *(f"{name}: it did not belong here" for name in strange),
            *(_complaint(each, whole) for each in places if (mark or each.damage) and not is_new),
        ]
        if not any(told):
            told = [_parted(places, whole)]
        heads = [row.ordinal for place in places for row in place.rows if row.kind == "store"]
        if any(place.is_earlier for place in places) and VERSION not in heads:
            self._upgrade()
        kept = [self._bring_back(place, whole) for place in places]
        self._records = _count(whole)
        if any(told):
            why = "; ".join(each for each in told if each)
            damaged = sum(place.is_missing or bool(place.damage) for place in places)
            is_whole = damaged < 2 and (noted is None or self._records >= noted.hands)
            first = next((path for path in kept if path), None)
            aside = sum(_count_others(path, whole) for path in kept if path)
            self.mended = Mended(why, first, is_whole, aside)

    def _whole(self, places: Sequence[_Place]) -> list[Row]:
        """The rows of all files, so that the last session makes sense.

        The database comes first, unless it says something else of a hand than both text files.
        """
        own = [place.rows for place in places if place.is_own]
        others = [place.rows for place in places if not place.is_own]
        orders = [own, [*own[1:], *own[:1]]]
        if _is_contradicted(places):
            orders.reverse()
        wholes = (needed(merged(order, others)) for order in orders)
        first = next(wholes)
        if self._fits(first):
            return first
        second = next(wholes)
        return second if self._fits(second) else first

    def _fits(self, rows: Sequence[Row]) -> bool:
        last = last_session(rows)
        return self._makes_sense(
            sorted((row for row in rows if row.session == last), key=lambda row: row.key)
        )

    def _bring_back(self, place: _Place, whole: Sequence[Row]) -> Path | None:
        """Let a file hold its part of the whole; tells under which name a damaged one is kept."""
        path = self._folder / place.name
        is_spoilt = bool(place.damage) or not place.is_own or _loses(place, whole)
        differs, lacking = _differs(place, whole), _lacking(place, whole)
        if place.name == FILE_NAME:
            if is_spoilt:
                return self.database.renew(path, whole)
            if differs or self.database.is_earlier:
                self.database.replace(whole)
            else:
                self.database.write(lacking)
                self.database.forget_counts()
            return None
        kept = set_aside(path) if is_spoilt and not place.is_missing else None
        is_right = not (lacking or differs or is_spoilt or place.is_unfinished)
        file = LineFile(path, place.sum if is_right else None)
        if not is_right:
            file.write(_PARTS[place.name](whole))
        if place.name == HANDS_NAME:
            self._hands = file
        else:
            self._play = file
        return kept


@dataclass(frozen=True)
class _Note:
    """What was noted at the end: size and checksum of each file, and how many hands there were."""

    sums: Mapping[str, Sum]
    hands: int


_ALTERED: Final = "its pages do not fit together or a line was altered"
_PARTED: Final = "it was of another history of these saves"
_FIXED: Final = ("plan", "record", IDENTITY)
_OF_HANDS: Final = ("record", "ended", "seated", REVIEW)


def _of_hands(rows: Iterable[Row]) -> list[Row]:
    """What belongs into the file of finished hands."""
    return sorted((row for row in rows if row.kind in LASTING), key=lambda row: row.key)


def _of_play(rows: Iterable[Row]) -> list[Row]:
    """What belongs into the file of the session in play."""
    rows = list(rows)
    last = last_session(rows)
    found = [row for row in rows if row.session in (0, last) and row.kind not in _OF_HANDS]
    return sorted(found, key=lambda row: row.key)


_PARTS: Final[Mapping[str, Callable[[Iterable[Row]], list[Row]]]] = {
    FILE_NAME: list,
    HANDS_NAME: _of_hands,
    PLAY_NAME: _of_play,
}
"""Which of the rows belong into which file."""


def _lacking(place: _Place, whole: Iterable[Row]) -> list[Row]:
    there = {row.key for row in place.rows}
    return [row for row in _PARTS[place.name](whole) if row.key not in there]


def _differs(place: _Place, whole: Iterable[Row]) -> bool:
    """Whether the file says something else of what it holds."""
    of_key = {row.key: row for row in whole}
    return any(of_key.get(row.key, row) != row for row in place.rows if row.kind != "store")


def _loses(place: _Place, whole: Iterable[Row]) -> bool:
    """Whether a hand or a review that the file holds is not among the whole."""
    kinds = ("record", REVIEW)
    there = {(row.kind, row.body) for row in whole if row.kind in kinds}
    return any((row.kind, row.body) not in there for row in place.rows if row.kind in kinds)


def _complaint(place: _Place, whole: Sequence[Row]) -> str:
    """What was wrong with a file; empty if nothing was but the traces of a program killed."""
    if place.damage:
        return f"{place.name}: {' '.join(place.damage.split())}"
    if not place.is_own:
        return f"{place.name}: it is of another store"
    lacking = _lacking(place, whole)
    if place.is_missing or (place.name == FILE_NAME and not place.rows and lacking):
        return f"{place.name}: it was missing"
    if place.is_left_over:
        return ""
    if _differs(place, whole):
        return f"{place.name}: {_ALTERED}" if _loses(place, whole) else ""
    return f"{place.name}: it was an earlier one" if len(lacking) > _LAG else ""


def _parted(places: Sequence[_Place], whole: Iterable[Row]) -> str:
    """Which file holds something else than the whole has in its place, where that is no damage."""
    whole = list(whole)
    parted = (each for each in places if not each.is_left_over and _differs(each, whole))
    return next((f"{place.name}: {_PARTED}" for place in parted), "")


def _find_left_over(places: Sequence[_Place]) -> None:
    """Find the text files that were not yet replaced when the database was, and those of an earlier
    version: that they are not like the others is no damage.
    """
    database, *others = places
    before = [] if database.damage else (database.mark or "").split()[1:]
    for place in others:
        head = next((row for row in place.rows if row.kind == "store"), None)
        if head is not None:
            if head.body.split()[:1] in [[mark] for mark in before]:
                place.replaced_mark = database.mark
            place.is_earlier = head.ordinal < VERSION


def _is_contradicted(places: Sequence[_Place]) -> bool:
    """Whether the database says something else of a hand than both text files, which are whole."""
    database, *others = places
    if any(place.damage or place.is_missing or not place.is_own for place in places):
        return False
    if any(place.replaced_mark for place in others):
        return False
    of_texts = together(*(place.rows for place in others))
    return any(of_texts.get(row.key, row) != row for row in database.rows if row.kind in _FIXED)


def _common_mark(places: Sequence[_Place]) -> str | None:
    """The mark of the store; notes which files are not of it.

    Where files are at odds the majority counts, and if there is none the database. A file without a
    mark is of before there were marks; it is of the store if it says nothing else of any hand.
    """
    marks = Counter(place.mark for place in places if place.mark)
    mark = marks.most_common(1)[0][0] if marks else None
    of_mark = together(*(place.rows for place in places if place.mark == mark))
    for place in places:
        if place.mark is None:
            place.is_own = not any(
                of_mark.get(row.key, row) != row for row in place.rows if row.kind in _FIXED
            )
        else:
            place.is_own = place.mark == mark
    return mark


def _read(folder: Path, name: str) -> _Place:
    """What is in a text file; ``NewerError`` where a later version has written it."""
    read = read_lines(folder / name)
    if read is None:
        return _Place(name, (), is_missing=True)
    if any(row.kind == "store" and row.ordinal > VERSION for row in read.rows):
        raise NewerError(folder / name)
    wrong = "" if not read.wrong else f"{read.wrong} of its lines were altered"
    rows = brought_up_to_date_rows(read.rows)
    return _Place(name, rows, damage=wrong, is_unfinished=read.is_torn, sum=read.sum)


def brought_up_to_date_rows(rows: Sequence[Row]) -> Sequence[Row]:
    """Rows of any version as this one writes them: hands have identities, rules are spelled out."""
    return brought_up_to_date(with_identities(rows))


def rows_anywhere(path: Path) -> tuple[list[Row], int]:
    """The rows of a file of saves of any kind and version, a damaged one too, and how many of its
    lines are wrong. ``StoreError`` where it cannot be read.
    """
    try:
        with open_regular(path) as file:
            is_database = file.read(len(HEAD)) == HEAD
    except OSError as error:
        raise StoreError(path, reason_of(error)) from None
    if is_database:
        rows, is_whole = salvaged(path)
        return list(brought_up_to_date_rows(rows)), int(not is_whole)
    read = read_lines(path)
    return list(brought_up_to_date_rows(read.rows if read else ())), read.wrong if read else 0


def _count_others(path: Path, whole: Iterable[Row]) -> int:
    """How many finished hands a file holds that are not among the whole."""
    there = {row.body for row in whole if row.kind == "record"}
    with suppress(StoreError):
        rows, _wrong = rows_anywhere(path)
        return len({row.body for row in rows if row.kind == "record"} - there)
    return 0


@dataclass(frozen=True, slots=True)
class Survey:
    """What lies in a folder of saves: finished hands, together and in each of the two places, and
    what is wrong with any of the files.
    """

    hands: int
    in_database: int
    in_text: int
    wrong: tuple[str, ...]


def surveyed(folder: Path) -> Survey:
    """What lies in a folder, of which nothing is changed, locked or opened as the game does.

    ``StoreError`` where a file cannot be read.
    """
    wrong = []
    database: Sequence[Row] = ()
    if (folder / FILE_NAME).exists():
        found, is_whole = salvaged(folder / FILE_NAME)
        database = brought_up_to_date_rows(found)
        if not is_whole:
            wrong.append(f"{FILE_NAME}: {_ALTERED}")
    texts = [_read(folder, name) for name in (HANDS_NAME, PLAY_NAME)]
    wrong += [
        f"{place.name}: {place.damage or 'it is missing'}"
        for place in texts
        if place.damage or (place.is_missing and database)
    ]
    rows = [place.rows for place in texts]
    hands = _count(merged([database, *rows]))
    return Survey(hands, _count(database), _count(merged(rows)), tuple(wrong))


def _count(rows: Iterable[Row]) -> int:
    """How many finished hands there are."""
    return sum(row.kind == "record" for row in rows)


def _sums(folder: Path, version: int | None = None) -> dict[str, Sum] | None:
    """Size and checksum of each file; with ``version`` as if the database had that one. None where
    one of them cannot be read.
    """
    try:
        return {
            name: _sum(folder / name, version if name == FILE_NAME else None) for name in _PARTS
        }
    except OSError:
        return None


def _sum(path: Path, version: int | None = None) -> Sum:
    total = Sum()
    with open_regular(path) as file:
        while piece := bytearray(file.read(_PIECE)):
            if version is not None and total.size == 0:
                piece[VERSION_PLACE] = version.to_bytes(4, "big")
            total = total.grown(piece)
    return total


def _clear_up(folder: Path) -> list[str]:
    """Remove what a program left that was killed while it wrote, and set aside what stands in the
    place of a file and is none; gives the names of those.
    """
    strange = []
    with suppress(OSError):
        for left in list(folder.glob(".tonk*.new")):
            left.unlink()
    for name in (*_PARTS, CHECK_NAME, *(FILE_NAME + suffix for suffix in COMPANIONS)):
        path = folder / name
        if path.is_file():
            make_private(path)
        elif os.path.lexists(path):
            set_aside(path)
            strange.append(name)
    return strange
