"""The rows of the saves in two copies: the database, and two text files beside it.

``tonk.db`` holds all rows. ``tonk-hands.jsonl`` grows by a line for each finished hand and review,
and by a few where a table left for later goes on as another session, with its hands as they are;
``tonk-play.jsonl`` has the session in play, up to its last move, and the documents (learning
progress, a season, tables left for later). If one of them is lost, the others have all that it
held.

``tonk-check.json`` holds the state of the files at the last exit: sizes and checksums of the text
files as written, never as read back, and those of the database once every row was verified. If the
files still match, nothing more is read at the start. If a killed program has only added rows since,
the database is verified and compared with the lines added to the text files. Otherwise all three
are read and merged by the identities of hands and sessions, and each is rewritten with its part of
the whole. Only one program has them open at a time (``lock.py``).
"""

import json
import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple, Self

from game.files import (
    DamagedError,
    StoreError,
    open_regular,
    reason_of,
    set_aside,
    set_aside_strangers,
    write_whole_bytes,
)
from game.saves.database import (
    ALTERED,
    COMPANIONS,
    FILE_NAME,
    HEAD,
    LOG,
    VERSION,
    Database,
    FileContents,
    NewerError,
    Proof,
    vacated,
    was_never_used,
)
from game.saves.line_file import LineFile, Sum, read_lines
from game.saves.lock import Lock, ReplacedError, in_use_by
from game.saves.merging import merged
from game.saves.migrations import rows_of_today
from game.saves.rows import (
    DOCUMENT,
    IDENTITY,
    LASTING,
    MADE,
    REVIEW,
    STORE,
    Key,
    Row,
    documents_of,
    last_session,
    needed,
    together,
)

HANDS_NAME: Final = "tonk-hands.jsonl"
PLAY_NAME: Final = "tonk-play.jsonl"
CHECK_NAME: Final = "tonk-check.json"


def _of_hands(rows: Iterable[Row]) -> list[Row]:
    """Return the rows that belong in the file of finished hands."""
    return sorted((row for row in rows if row.kind in LASTING), key=lambda row: row.key)


def _of_play(rows: Iterable[Row]) -> list[Row]:
    """Return the rows that belong in the file of the session in play."""
    rows = list(rows)
    last = last_session(rows)
    found = [
        row
        for row in rows
        if row.session in (0, last) and row.kind not in ("record", "ended", "seated", REVIEW)
    ]
    return sorted(found, key=lambda row: row.key)


_PARTS: Final[Mapping[str, Callable[[Iterable[Row]], list[Row]]]] = {
    FILE_NAME: list,
    HANDS_NAME: _of_hands,
    PLAY_NAME: _of_play,
}
"""For each file, the function that selects its rows."""

_STRANGE: Final = "it is of another store"


class Damage(NamedTuple):
    """Saves that were not as they had been left: why, and where a damaged file is kept, if one is.

    ``records`` is the number of finished hands that are there now. ``is_whole``: nothing was lost;
    else the hand in play was, and ``rescued`` says whether its session goes on all the same.
    """

    kept: Path | None
    why: str
    rescued: bool = False
    records: int = 0
    is_whole: bool = True
    aside: int | None = None
    """How many finished hands the file set aside holds that are not here; None: not counted."""

    @property
    def may_be_brought_in(self) -> bool:
        """Whether something was set aside that may hold hands which are not here."""
        return self.kept is not None and self.aside != 0

    def __str__(self) -> str:
        kept = f"; the old file is kept as {self.kept}" if self.kept else ""
        return f"the saves were damaged ({self.why}) and are mended{kept}"


class Archive:
    """The open files. ``damage`` says what had to be restored when they were opened.

    Raises ``StoreError`` if they are unusable, ``StoreBusyError`` if another Tonk has them open.
    """

    def __init__(
        self,
        folder: Path,
        makes_sense: Callable[[Sequence[Row]], bool],
        upgrade: Callable[[], object],
        *,
        take_over: bool = False,
    ) -> None:
        """Lock ``folder`` and open the files in it.

        ``makes_sense`` tells whether a session can be resumed from its rows. ``upgrade`` is called
        before files of an earlier version are converted, at each start until all are. For
        ``take_over`` see ``Lock.acquire``.
        """
        self._folder: Final = folder
        self.damage: Damage | None = None
        self._left: list[Row] | None = None
        self._unwritten: dict[Key, Row] = {}
        self._documents: dict[str, Row] | None = None
        self._texts: Final = {name: LineFile(folder / name) for name in (HANDS_NAME, PLAY_NAME)}
        self._records = 0
        """The number of finished hands before the ``_new`` ones."""
        self._new: set[Key] = set()
        self._is_dirty = False
        """Whether the files may differ from their noted state."""
        self.was_renewed = False
        """Whether the database was removed or damaged while open, and was rebuilt."""
        self._lock: Lock | None = Lock.acquire(folder, take_over=take_over)
        self._found: Final = self._noted(folder)
        """The state noted at the last exit before this start."""
        try:
            self._open(makes_sense, upgrade)
        except BaseException:
            self._release()
            raise
        self._lock.is_written_by_another = self._is_written_by_another

    @classmethod
    def reading(cls, folder: Path) -> Self:
        """Return the contents of the text files in a folder, read-only and without a lock.

        They are read as far as another Tonk that has them open has written; if it is writing all of
        them anew, that is waited for. What a killed one had written to the database alone is
        included. Raises ``StoreError`` if they are unreadable, incomplete, or older than another of
        the files, which the next start repairs.
        """
        until = time.monotonic() + cls._PATIENCE
        while True:
            places = [_Place.of_text(folder, name) for name in (HANDS_NAME, PLAY_NAME)]
            wrong = cls._wrong_of(folder, places)
            if not wrong:
                break
            name, why = wrong
            if not in_use_by(folder):
                raise StoreError(folder / name, f"{why}; Tonk repairs it at the next start")
            if time.monotonic() > until:
                raise StoreError(folder / name, f"{why}, while another Tonk is open")
            time.sleep(0.1)
        sources = [place.rows for place in places]
        if not (in_use_by(folder) or cls._is_as_noted(folder, cls._noted(folder))):
            rows = rows_of_today(FileContents.of_file(folder / FILE_NAME).rows)
            if places[0].head in rows:
                sources.append(rows)
        archive = cls.__new__(cls)
        archive._lock, archive._unwritten, archive._documents = None, {}, None
        archive.damage = archive._left = None
        archive.database = Database.in_memory(needed(merged(sources)))
        return archive

    _PATIENCE: ClassVar = 10.0
    """Seconds to wait for another Tonk that writes the files anew."""

    MUCH: ClassVar = 1 << 24
    """Bytes of files, of some 2,000 hands, that take a noticeable time to read."""

    @classmethod
    def takes_long(cls, folder: Path) -> bool:
        """Return whether opening a folder has to read everything, and that is much.

        It is so after a kill, or where the files were changed since they were closed.
        """
        noted, size, is_left = cls._noted(folder), 0, not cls._has_log(folder)
        for name in _PARTS:
            with suppress(OSError):
                found = (folder / name).stat().st_size
                size += found
                is_left = is_left and name in noted and noted[name].size == found
        return size > cls.MUCH and not is_left

    @staticmethod
    def _wrong_of(folder: Path, places: Sequence["_Place"]) -> tuple[str, str] | None:
        """Return the first text file that is not as it should be, and what is wrong with it."""
        has_played = any((folder / name).exists() for name in _PARTS)
        heads = [FileContents.head_of_file(folder / FILE_NAME), *(place.head for place in places)]
        for place in places:
            if place.damage:
                return place.name, place.damage
            if not place.is_there and has_played:
                return place.name, "is missing"
            if any(place.is_older_than(head) for head in heads if head):
                return place.name, "is older than the other files"
        return None

    # -- every day -------------------------------------------------------------------------------

    def keep(self, row: Row) -> None:
        """Save a row outside any session; raise ``StoreError`` if that fails.

        Then it is written with whatever is written next.
        """
        self.note([row])
        self.write()

    def note(self, rows: Iterable[Row]) -> None:
        """Queue rows for the next write."""
        self._unwritten.update((row.key, row) for row in rows)

    def note_document(self, name: str, text: str) -> None:
        """Queue a version of a document unless it is the latest already; see ``note``.

        An empty text marks it as deleted.
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
        """Return the latest version of each document by name, including deleted ones."""
        if self._documents is None:
            self._documents = documents_of(self._rows_there(in_play=True))
        return self._documents

    def write(self, forget: tuple[int, int] | None = None) -> None:
        """Write queued rows to both copies; raise ``StoreError`` if one of them fails.

        The rest is then written with the next write. For ``forget`` see ``Database.write``.
        """
        self._check_lock()
        rows = list(self._unwritten.values())
        if not rows:
            return
        self._is_dirty = True
        self._new.update(row.key for row in rows if row.kind == "record")
        trouble: list[StoreError] = []
        for write in (
            partial(self._write_database, forget=forget),
            partial(self._write_text, HANDS_NAME),
            partial(self._write_text, PLAY_NAME),
        ):
            try:
                write(rows)
            except StoreError as error:
                trouble.append(error)
        if trouble:
            raise trouble[0]
        self._unwritten.clear()

    def close(self) -> None:
        """Retry failed writes, close the files, and note their state.

        The state is not noted if a row of the database is altered or missing, so that the next
        start reads everything.
        """
        try:
            with suppress(StoreError):
                self.write()
            with suppress(StoreError):
                self.database.close()
            with suppress(StoreError, OSError):
                if self._lock is not None and (self._is_dirty or self.database.is_changed):
                    self._lock.check()
                    self._note_sums()
        finally:
            self._release()

    def when_replaced(self, tell: Callable[[ReplacedError], object]) -> None:
        """Set the callback, called on another thread, for when another Tonk has taken over."""
        if self._lock is not None:
            self._lock.on_replaced = tell

    def _is_written_by_another(self, closely: bool) -> bool:
        """Return whether another program has appended rows to the text files or, if asked closely,
        changed them or noted at its exit another state than was found here.
        """
        if closely and self._noted(self._folder) not in ({}, self._found):
            return True
        return any(text.is_written_by_another(closely=closely) for text in self._texts.values())

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _note_sums(self) -> None:
        path = self._folder / CHECK_NAME
        records = self._records + len(self._new)
        sums = {name: text.sum for name, text in self._texts.items()}
        found = Proof.of_file(self._folder / FILE_NAME) if all(sums.values()) else None
        if found is None or found.records != records:
            path.unlink(missing_ok=True)
            return
        sums[FILE_NAME] = _sum(self._folder / FILE_NAME)
        held = {**sums, "hands": records, "rows": found.checksum, "version": VERSION}
        note = json.dumps(held) + "\n"
        write_whole_bytes(path, note.encode(), survives_power_cut=False)

    def _check_lock(self) -> None:
        """Raise ``ReplacedError`` once another Tonk writes here; from then on keep everything in
        memory.
        """
        if self._lock is None:
            raise StoreError(self.database.path, "is read-only or closed")
        try:
            self._lock.check()
        except ReplacedError:
            if not self.database.detach():
                own = [row for text in self._texts.values() for row in text.own_rows()]
                rows = together(self.database.all_rows()[0], Row.renumbered(own))
                self.database.write(list(rows.values()))
            raise

    def rows(self, session: int) -> list[Row]:
        """Return the rows of a session as ``Database.rows`` does, with those not written yet."""
        unwritten = [row for row in self._unwritten.values() if row.session == session]
        return list(together(unwritten, self.database.rows(session)).values())

    def everything(self) -> list[Row]:
        """Return all rows to be kept, including those not written yet."""
        there = self._rows_there(in_play=False)
        return needed(together(self._unwritten.values(), there).values())

    def replace(self, rows: Iterable[Row], *, anew: bool = False) -> Path | None:
        """Hold exactly these rows and the documents; raise ``StoreError`` if that fails.

        Sessions may get new numbers, so this begins a new generation: if the program is killed
        between one file and the next, the newer generation counts. A text file that cannot be
        written is replaced at the next write. ``anew`` creates a new database; the new name of the
        old one is returned.
        """
        head = next((row for row in self._rows_there(in_play=True) if row.is_head), None)
        besides = [*self.documents().values(), *self._unwritten.values()]
        told = together(besides, (row for row in rows if row.is_told)).values()
        whole = needed([self._head_after(head), *told])
        self._check_lock()
        self._is_dirty = True
        kept = None
        if anew:
            kept = self.database.renew(whole)
        else:
            try:
                self.database.replace(whole)
            except DamagedError:
                self._renew(())
                self.database.replace(whole)
        self._records, self._documents = _count(whole), None
        self._new.clear()
        self._unwritten.clear()
        for name, text in self._texts.items():
            with suppress(StoreError):
                text.write(_PARTS[name](whole))
        return kept

    def move(self, session: int, rows: Sequence[Row]) -> None:
        """Go on with a session under another number, the highest, with these rows; raise
        ``StoreError`` if that fails.

        The database changes first and at once. The file of hands keeps those of the session where
        they are and gets rows that say how to read them (``Row.renumbered``); if the program is
        killed before that, the session is known by its identity. A text file that cannot be written
        is replaced at the next write.
        """
        self._check_lock()
        self._is_dirty = True
        besides = list(self._unwritten.values())
        if self._left is not None or not self.database.is_in_place:
            self._renew(())
        try:
            self.database.move(session, [*rows, *besides])
        except DamagedError:
            self._renew(())
            there = (row for row in self.database.whole_session(session) if row.kind in LASTING)
            number = last_session(rows)
            rows = list(together(rows, (replace(row, session=number) for row in there)).values())
            self.database.move(session, [*rows, *besides])
        self._unwritten.clear()
        self._documents = None
        told = [row for row in rows if row.hand == 0 and row.kind in ("plan", IDENTITY)]
        told.append(Row(session, 0, Row.MOVED, last_session(rows), ""))
        hands = self._texts[HANDS_NAME]
        try:
            if not hands.append([*told, *_of_hands(besides)]):
                hands.write(_of_hands(self._rows_there(in_play=False)))
        except StoreError:
            hands.sum = None
        try:
            self._write_text(PLAY_NAME, [*rows, *besides])
        except StoreError:
            self._texts[PLAY_NAME].sum = None

    def _write_database(self, rows: Sequence[Row], forget: tuple[int, int] | None = None) -> None:
        """Write to the database; rebuild it if it was removed or damaged while open."""
        if self._left is None and self.database.is_in_place:
            try:
                self.database.write(rows, forget)
                return
            except DamagedError:
                pass
        self._renew(rows)

    def _mend(self) -> None:
        """Restore rows that the database lacks from the text files."""
        rows = self.database.all_rows()[0]
        there = {row.key for row in rows}
        for name in self._texts:
            rows += _Place.of_text(self._folder, name).rows
        try:
            # A file that could not be written may have a session under an earlier number.
            self.database.write([row for row in Row.renumbered(rows) if row.key not in there])
        except DamagedError:
            self._renew(())

    def _renew(self, rows: Iterable[Row]) -> None:
        """Rebuild the database from these rows and all that is readable in it and the text
        files.
        """
        self._left = needed(together(rows, self._left or self._what_is_left()).values())
        self.database.renew(self._left)
        self._left, self.was_renewed = None, True

    def _write_text(self, name: str, rows: Sequence[Row]) -> None:
        text, part = self._texts[name], _PARTS[name]
        new = part(rows)
        is_play = name == PLAY_NAME
        begins = is_play and any(row.kind == "plan" for row in new)
        # From this size in bytes on it is rewritten without its older hands.
        is_long = is_play and text.size > 256 * 1024
        if (
            begins
            or (is_long and any(row.kind == "deal" or row.is_document for row in new))
            or not text.append(new)
        ):
            # The database may lack any of the rows written again, so all of them go in.
            there = together(new, self._rows_there(in_play=is_play))
            text.write(part(needed(there.values())))

    def _rows_there(self, *, in_play: bool) -> Sequence[Row]:
        """Return the rows in the database, or only those of the last session and of none.

        If it is damaged, return all that can be found.
        """
        with suppress(StoreError, DamagedError):
            if in_play:
                return [
                    *self.database.rows(0),
                    *self.database.rows(self.database.latest_session()),
                ]
            rows, is_whole = self.database.all_rows()
            if is_whole and self._left is None:
                return rows
        return self._what_is_left()

    def _what_is_left(self) -> list[Row]:
        """Return the readable rows of the database, and those of the text files."""
        sources: list[Iterable[Row]] = [self._left or ()]
        with suppress(StoreError, DamagedError):
            sources.append(self.database.all_rows()[0])
        for name in reversed(self._texts):
            with suppress(StoreError):
                sources.append(_Place.of_text(self._folder, name).rows)
        return needed(Row.renumbered(list(together(*sources).values())))

    # -- when something is off -------------------------------------------------------------------

    def _open(
        self, makes_sense: Callable[[Sequence[Row]], bool], upgrade: Callable[[], object]
    ) -> None:
        with suppress(OSError):
            for left in list(self._folder.glob(".tonk*.new")):  # by a program killed while writing
                left.unlink()
        names = (*_PARTS, CHECK_NAME, *(FILE_NAME + suffix for suffix in COMPANIONS))
        strange = set_aside_strangers(self._folder / name for name in names)
        noted = self._found
        if self._is_as_noted(self._folder, noted):
            self._records = noted["hands"]
            for name, text in self._texts.items():
                text.sum = noted[name]
            self._open_database()
            return
        if self._is_whole_since(noted):
            self._is_dirty = True
            self._open_database()
            return
        self._is_dirty = True
        # A killed program leaves a log. Without one it was not Tonk that changed the database, of
        # whose statistics there is no second copy.
        are_counts_right = self._has_log(self._folder) or self._is_as_noted(
            self._folder, noted, (FILE_NAME,)
        )
        places = _places(self._folder)
        whole = self._joined(places, makes_sense)
        self._records = _count(whole)
        hands = _Place.hands_in(whole)
        told = self._complaints(places, hands)
        told[:0] = [f"{name}: it did not belong here" for name in strange]
        if whole and all(place.version != VERSION for place in places):
            upgrade()
        kept = self._bring_back(places, whole, are_counts_right=are_counts_right)
        if told and (any(row.is_told for row in whole) or places[0].damage):
            damaged = sum(not place.is_there or bool(place.damage) for place in places)
            is_whole = damaged < 2 and self._records >= noted.get("hands", 0)
            aside = len(set().union(*(place.hands for place in places)) - hands)
            first = next(iter(kept), None)
            self.damage = Damage(first, "; ".join(told), is_whole=is_whole, aside=aside)

    def _open_database(self) -> None:
        can_lock = self._lock is not None and self._lock.is_of_the_system
        self.database = Database(self._folder / FILE_NAME, can_lock=can_lock)
        self.database.mend = self._mend

    def _bring_back(
        self, places: Sequence["_Place"], whole: Sequence[Row], *, are_counts_right: bool
    ) -> list[Path]:
        """Rewrite each file with its part of the whole; return the names of those set aside.

        A damaged database is replaced last: it may hold the only copy of a row. Its statistics are
        dropped unless they are right.
        """
        database, *texts = places
        heads = [place.head for place in places if place.is_own and place.head]
        head = max(heads, key=lambda head: head.generation, default=None)
        is_right = database.holds(whole) and database.head == head and database.version == VERSION
        is_right = is_right and not database.is_doubled
        if not is_right or head is None:
            head = self._head_after(head)
        whole = [head, *whole]
        kept = [self._bring_back_text(place, whole) for place in texts if database.is_spoilt]
        if database.is_spoilt or not database.is_there:
            kept.insert(0, vacated(self._folder / FILE_NAME))
        self._open_database()
        try:
            if not is_right:
                self.database.replace(whole)
            elif not are_counts_right:
                self.database.forget_counts()
            if not database.is_spoilt:
                kept += [self._bring_back_text(place, whole) for place in texts]
        except BaseException:
            self.database.close()
            raise
        return [path for path in kept if path]

    def _bring_back_text(self, place: "_Place", whole: Sequence[Row]) -> Path | None:
        text = self._texts[place.name]
        kept = set_aside(text.path) if place.is_spoilt else None
        if place.holds(whole):
            text.sum = place.sum
        if text.sum is None:
            text.write(_PARTS[place.name](whole))
        return kept

    @staticmethod
    def _head_after(head: Row | None) -> Row:
        """Return the row that names a store in all its files: version, random name and
        generation.
        """
        if head is None:
            return Row(0, 0, STORE, VERSION, f"{os.urandom(8).hex()}.1")
        name = head.store_name
        return Row(0, 0, STORE, VERSION, f"{name}.{head.generation + 1}")

    @staticmethod
    def _complaints(places: Sequence["_Place"], hands: set[str]) -> list[str]:
        """Return the faults of the files, except the traces of a killed program."""
        lacks = {place.name: len(hands - place.hands) for place in places[:2]}
        generation = max((place.head.generation for place in places if place.head), default=0)
        is_kept_twice = any(place.version > 1 for place in places)
        told = []
        for place in places:
            why = place.damage
            if not why and is_kept_twice:
                is_earlier = place.head is None or place.head.generation == generation
                if not place.is_own:
                    why = _STRANGE
                elif not place.is_there:
                    why = "it was missing"
                elif place.name in lacks and all(lacks.values()):
                    why = "it was of another history of these saves"
                elif is_earlier and lacks.get(place.name, 0) > 1:
                    why = "it was an earlier one"
            if why:
                told.append(f"{place.name}: {' '.join(why.split())}")
        return told

    @staticmethod
    def _joined(
        places: Sequence["_Place"], makes_sense: Callable[[Sequence[Row]], bool]
    ) -> list[Row]:
        """Join the rows of all files so that the last session is consistent.

        The latest version counts; between equals, the text files, unless they are inconsistent.
        """
        wholes = []
        for database_first in (False, True):
            order = sorted(
                (place for place in places if place.is_own),
                key=lambda place: (
                    -place.head.generation if place.head else 0,
                    (place.name == FILE_NAME) is not database_first,
                ),
            )
            others = [place.rows for place in places if not place.is_own]
            rows = merged([place.rows for place in order], others)
            whole = needed(row for row in rows if row.is_told)
            last = last_session(whole)
            of_last = sorted((row for row in whole if row.session == last), key=lambda row: row.key)
            if makes_sense(of_last):
                return whole
            wholes.append(whole)
        return wholes[0]

    @staticmethod
    def _noted(folder: Path) -> dict[str, Any]:
        """Return the state noted at the last exit, or nothing if it is unreadable or of another
        version.

        It has the size and checksum of each file by name, the number of hands, and a checksum of
        the lasting rows in the database.
        """
        with suppress(OSError, ValueError, LookupError, TypeError, RecursionError):
            with open_regular(folder / CHECK_NAME) as file:
                held = json.loads(file.read(4096))  # bytes: more than the file ever has
            if held["version"] == VERSION:
                sums = {name: Sum(*map(int, held[name])) for name in _PARTS}
                # Any: sums, a number and a text
                return {**sums, "hands": int(held["hands"]), "rows": str(held.get("rows"))}
        return {}

    @classmethod
    def _is_as_noted(
        cls, folder: Path, noted: Mapping[str, object], names: Iterable[str] = _PARTS
    ) -> bool:
        """Return whether each file is as noted, and a killed program left no other beside them."""
        if cls._has_log(folder):
            return False
        try:
            return all(noted.get(name) == _sum(folder / name) for name in names)
        except OSError:
            return False

    def _is_whole_since(self, noted: Mapping[str, Any]) -> bool:
        """Return whether a killed program left two equal copies: the text files as noted, but for
        rows written since, and the same rows in the database and its log.

        Then the number of hands and the sums of the text files are known.
        """
        names = [suffix for suffix in COMPANIONS if (self._folder / (FILE_NAME + suffix)).exists()]
        if names != [LOG] or not noted:
            return False
        try:
            hands = read_lines(self._folder / HANDS_NAME, since=noted[HANDS_NAME])
            play = read_lines(self._folder / PLAY_NAME)
        except StoreError:
            return False
        if not hands or not play or hands.wrong or hands.is_torn or play.wrong or play.is_torn:
            return False
        new, live = hands.rows, play.rows
        last = last_session((*new, *live))
        found = Proof.of_file(self._folder / FILE_NAME, {row.key for row in new}, last)
        if (
            found is None
            or found.checksum != noted["rows"]
            or not {*new} <= {*found.rows}
            or {*_of_play(needed(live))} != {*_of_play(needed(found.rows))}
        ):
            return False
        self._records = found.records
        self._texts[HANDS_NAME].sum, self._texts[PLAY_NAME].sum = hands.sum, play.sum
        return True

    @staticmethod
    def _has_log(folder: Path) -> bool:
        """Return whether a killed program left a file beside the database."""
        return any((folder / (FILE_NAME + suffix)).exists() for suffix in COMPANIONS)


# -- What lies in a folder -------------------------------------------------------------------------


@dataclass(slots=True)
class _Place:
    """The contents of one of the files."""

    name: str
    rows: Sequence[Row] = ()
    damage: str = ""
    is_there: bool = True
    version: int = 0
    """The version in which the file was written, as far as known."""
    sum: Sum | None = None
    """The size and checksum of a text file that does not break off."""
    is_own: bool = True
    """Whether the file belongs to the same store as most files."""
    is_doubled: bool = False
    """Whether the database has a session under two numbers."""

    @property
    def is_spoilt(self) -> bool:
        return bool(self.damage) or not self.is_own

    @property
    def head(self) -> Row | None:
        return next((row for row in self.rows if row.is_head), None)

    def is_older_than(self, head: Row) -> bool:
        """Return whether another file of the same store, which begins with this row, is newer."""
        own = self.head
        if own is None:
            return self.is_there
        is_same = own.store_name == head.store_name
        return is_same and own.generation < head.generation

    @property
    def names(self) -> set[str]:
        """The identities of the store, its sessions and hands, derived if necessary."""
        made = {row.session for row in self.rows if row.kind == IDENTITY and row.ordinal == MADE}
        names = {
            row.body
            for row in self.rows
            if row.kind == IDENTITY or (row.kind == "plan" and row.session in made)
        }
        return names | ({self.head.store_name} if self.head else set())

    def holds(self, whole: Iterable[Row]) -> bool:
        """Return whether the file has all of its part of the whole, without faults."""
        return not self.is_spoilt and set(_PARTS[self.name](whole)) <= set(self.rows)

    @property
    def hands(self) -> set[str]:
        """The records of the finished hands in the file."""
        return self.hands_in(self.rows)

    @staticmethod
    def hands_in(rows: Iterable[Row]) -> set[str]:
        """Return the records of the finished hands among rows."""
        return {row.body for row in rows if row.kind == "record"}

    @classmethod
    def of_text(cls, folder: Path, name: str) -> Self:
        read = read_lines(folder / name)
        if read is None:
            return cls(name, is_there=False)
        place = cls(name, rows_of_today(read.rows), sum=None if read.is_torn else read.sum)
        place.damage = f"{read.wrong} of its lines were altered" if read.wrong else ""
        place.version = place.head.ordinal if place.head else 0
        if place.version > VERSION:
            raise NewerError(folder / name)
        return place


def _places(folder: Path) -> list[_Place]:
    """Return the contents of the three files.

    Raises ``NewerError`` if a later version has written one of them.
    """
    path = folder / FILE_NAME
    found = FileContents.of_file(path)
    database = _Place(FILE_NAME, rows_of_today(found.rows), found.damage)
    database.is_there = path.is_file() and (bool(found.rows) or not was_never_used(path))
    database.is_doubled = Row.renumbered(found.rows) is not found.rows
    database.version = database.head.ordinal if database.head else found.version
    if not database.is_there:
        database.damage = ""
    elif found.version > VERSION and not found.damage:
        if database.version > VERSION:
            raise NewerError(path)
        database.damage = ALTERED  # a flipped bit may make it look like that of a later Tonk
    places = [database, *(_Place.of_text(folder, name) for name in (HANDS_NAME, PLAY_NAME))]
    _find_strangers(places)
    return places


def _find_strangers(places: Iterable[_Place]) -> None:
    """Mark the files of another store: they share no identity with the others.

    The majority counts, or the database if it is a draw.
    """
    groups: list[tuple[set[str], list[_Place]]] = []
    for place in places:
        group = place.names, [place]
        for other in [other for other in groups if other[0] & group[0]]:
            groups.remove(other)
            group = group[0] | other[0], [*other[1], *group[1]]
        groups.append(group)
    named = [held for names, held in groups if names]
    own = max(named, key=lambda held: (len(held), held[0].name == FILE_NAME), default=[])
    for held in named:
        for place in held:
            place.is_own = held is own


@dataclass(frozen=True, slots=True)
class Survey:
    """A survey of a folder of saves.

    It has the number of finished hands, in total and in each of the two copies, and the faults of
    the files. ``is_earlier`` means that a version which wrote only the database saved them.
    """

    hands: int
    in_database: int
    in_text: int
    wrong: tuple[str, ...]
    is_earlier: bool = False

    @classmethod
    def of_folder(cls, folder: Path) -> Self:
        """Return the survey of a folder, without changing or locking anything.

        Raises ``StoreError`` if a file cannot be read.
        """
        places = _places(folder)
        database, *texts = places
        is_earlier = database.version == 1 and not any(text.is_there for text in texts)
        wrong = []
        for place in places:
            if why := place.damage or ("" if place.is_own else _STRANGE):
                wrong.append(f"{place.name}: {why}")
            elif not (place.is_there or is_earlier or not database.rows):
                wrong.append(f"{place.name}: it is missing")
        rows = [place.rows for place in places]
        hands = _count(merged(rows))
        return cls(hands, _count(rows[0]), _count(merged(rows[1:])), tuple(wrong), is_earlier)


def rows_anywhere(path: Path) -> tuple[list[Row], int]:
    """Return the rows of a file of saves of any kind and version, even damaged, and the number of
    bad lines.

    Raises ``StoreError`` if it cannot be read.
    """
    try:
        with open_regular(path) as file:
            is_database = file.read(len(HEAD)) == HEAD
    except OSError as error:
        raise StoreError(path, reason_of(error)) from None
    if is_database:
        found = FileContents.of_file(path)
        return rows_of_today(found.rows), int(bool(found.damage))
    lines = read_lines(path)
    return rows_of_today(lines.rows if lines else ()), lines.wrong if lines else 0


def _count(rows: Iterable[Row]) -> int:
    """Count the finished hands among rows."""
    return sum(row.kind == "record" for row in rows)


def _sum(path: Path) -> Sum:
    total = Sum()
    with open_regular(path) as file:
        while piece := file.read(1 << 20):
            total = total.grown(piece)
    return total
