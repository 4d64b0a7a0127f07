"""The player's saves: the session in play, every finished hand, reviews.

Everything is written as it happens, so a killed program loses nothing.

>>> from tempfile import TemporaryDirectory
>>> plan = Plan((Player("Ada"), Player("Bob")), seed_text="example")
>>> with TemporaryDirectory() as name:
...     store = Store.open(Path(name))
...     hand = store.start(plan).next_hand()
...     store.close()
...     store = Store.open(Path(name))
...     resumed = store.saved_session()
...     store.close()
>>> resumed.hand.cards_of(0) == hand.cards_of(0)
True
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Final, Self

from game.files import (
    DamagedError,
    StoreError,
    data_folder,
    made_folder,
    make_private,
)
from game.play.journal import (
    Acted,
    Closed,
    Dealt,
    Entry,
    Finished,
    Journal,
    MemoryJournal,
    Opened,
    Saved,
    Stood,
    as_json,
    from_json,
)
from game.play.plan import Deal, Plan, Player, Standing
from game.play.session import Session
from game.rules.ruleset import UnknownKeyError
from game.saves.archive import Archive, Damage
from game.saves.database import NewerError
from game.saves.documents import Documents, has_own_file
from game.saves.history import History
from game.saves.merging import merged
from game.saves.migrations import Seasons, brought_up_to_date
from game.saves.own_rules import spell_out_rule_files
from game.saves.reviews import Reviews
from game.saves.rows import (
    DOCUMENT,
    GIVEN,
    IDENTITY,
    KEPT_HANDS,
    LASTING,
    NONSENSE,
    TABLE_LEFT,
    Row,
    last_session,
    let_go,
    needed,
)
from game.saves.statistics import players_of, players_text

_NONSENSE: Final = (*NONSENSE, DamagedError)
"""The errors raised by rows that no session has written."""


_LEFT: Final = TABLE_LEFT + "{kind}.json"
"""The name of the document that holds a table left for one of another kind."""


class Store:
    """The player's saves. ``damage`` says what had to be repaired when they were opened.

    One session is in play. Starting a table of another kind (a daily deal, a match) keeps it as a
    document, to be resumed later; a new table of the same kind replaces it.
    """

    def __init__(self, archive: Archive | None, damage: Damage | None = None) -> None:
        """Use ``open`` or ``unsaved`` instead."""
        self._archive = archive
        self._texts: dict[str, str] = {}
        self._left: dict[str, Session] = {}
        """The tables left in an unsaved store, by kind."""
        self._session: Session | None = None
        self._journal: _SessionJournal | None = None
        self._reviews: Final = Reviews(archive)
        self.damage = damage
        if archive is not None:
            archive.when_replaced(self._lose)

    @classmethod
    def open(cls, folder: Path | None = None, *, take_over: bool = False) -> Self:
        """Open the saves in ``folder``, and repair what is damaged.

        Raises ``StoreError`` if the folder cannot be written or a later version has written it, and
        ``StoreBusyError`` if another Tonk has the saves open. ``take_over`` means that the player
        has said that the other Tonk, which cannot be asked, is gone.
        """
        upgrade = partial(spell_out_rule_files, folder)
        if folder is None:
            make_private(made_folder(data_folder()))
        folder = made_folder(folder or data_folder())
        archive = Archive(folder, _makes_sense, upgrade, take_over=take_over)
        store = cls(archive)
        try:
            store._take_up(archive)
            # Documents that earlier versions kept in the file with the second copy of settings.
            if not archive.documents():
                for name, text in Documents(folder).all().items():
                    if not has_own_file(name):
                        (row,) = brought_up_to_date([Row(0, 0, DOCUMENT + name, 0, text)])
                        archive.note_document(name, row.body)
        except BaseException:
            archive.close()
            raise
        return store

    @classmethod
    def unsaved(cls) -> Self:
        """Return a store for a run that leaves the player's own files alone.

        >>> store = Store.unsaved()
        >>> session = store.start(Plan((Player("Ada"), Player("Bob"))))
        >>> store.saved_session() is session
        True
        """
        return cls(None)

    @classmethod
    def reading(cls, folder: Path | None = None) -> Self:
        """Open the saves in ``folder`` read-only, even if another program has them open.

        The text files are read, without a lock. Raises ``StoreError`` if they cannot be.
        """
        return cls(Archive.reading(data_folder() if folder is None else folder))

    def _take_up(self, archive: Archive) -> None:
        """Find the session to resume; if its rows are inconsistent, whatever of it is usable."""
        self.damage = archive.damage
        try:
            self._resume(archive, self._last_rows(archive))
        except UnknownKeyError as error:
            raise NewerError(archive.database.path) from error
        except _NONSENSE as error:
            kept = archive.replace(self._without_hand_in_play(archive.everything()), anew=True)
            self._resume(archive, self._last_rows(archive))
            damage = self.damage or Damage(None, " ".join(str(error).split()))
            self.damage = damage._replace(kept=damage.kept or kept, is_whole=False)
        if self.damage is not None:
            self.damage = self.damage._replace(
                rescued=self._session is not None,
                records=archive.database.count_records(),
                is_whole=self.damage.is_whole and not self._lacks_hands,
            )

    @property
    def _lacks_hands(self) -> bool:
        """Whether the session to resume has fewer records than it has finished hands."""
        session = self._session
        if session is None:
            return False
        return len(session.journal.records()) < session.played - session.is_playing

    @staticmethod
    def _last_rows(archive: Archive) -> Sequence[Row]:
        return archive.database.rows(archive.database.latest_session())

    def _resume(self, archive: Archive, rows: Sequence[Row]) -> None:
        """Resume the last session from its rows, unless it is over."""
        saved = _saved(rows)
        if saved is not None:
            self._journal = _SessionJournal(archive, last_session(rows), rows)
            self._session = Session.resume(saved, self._journal)

    def saved_session(self) -> Session | None:
        """Return the session to resume, exactly as it was left, or None.

        After a table of another kind is over, this is the ordinary table that was left for it.
        """
        session = self._in_play()
        if session is None and self._is_left(""):
            with suppress(StoreError, DamagedError):
                return self.resume("")
        return session

    @property
    def has_played(self) -> bool:
        """Whether there is a session to resume, or a finished hand."""
        if self.saved_session() is not None:
            return True
        with suppress(StoreError, DamagedError):
            return self._archive is not None and self._archive.database.has_records
        return True

    def can_resume(self, kind: str, occasion: str = "") -> bool:
        """Return whether there is a table of that kind to resume, and for the ``occasion`` if one
        is given.
        """
        session = self._in_play()
        if session is None or session.plan.kind != kind:
            if not self._is_left(kind):
                return False
            session = self._left.get(kind)
        if not occasion:
            return True
        if session is not None:
            return session.plan.occasion == occasion
        with suppress(*_NONSENSE):
            plan, *_table = json.loads(self.document(_LEFT.format(kind=kind)))
            return from_json(Plan, plan).occasion == occasion
        return False

    def resume(self, kind: str) -> Session | None:
        """Resume the table of that kind, leaving one of another kind; return None if there is none.

        Raises ``StoreError`` if it cannot be written, or a later version wrote it; then nothing has
        changed.
        """
        session = self._in_play()
        if session is not None and session.plan.kind == kind:
            return session
        if not self._is_left(kind):
            return None
        self.write_again()
        if self._archive is None:
            self._leave(session)
            self._session = self._left.pop(kind)
            return self._session
        names = [_LEFT.format(kind=each) for each in (kind, session.plan.kind if session else kind)]
        before = {name: self.document(name) for name in names}
        left = before[names[0]]
        found = self._found_again(self._archive, left)
        rows = found[1] if found else self._with_table(self._archive.everything(), left)
        if rows is None and self._is_of_later(left):
            raise NewerError(self._archive.database.path)
        self._forget(kind)
        if rows is None:
            return None
        try:
            self._leave(session)
            if found:
                self._archive.move(*found)
            else:
                self._archive.replace(needed(rows))
        except BaseException:
            for name, text in before.items():
                self._archive.note_document(name, text)
            raise
        number = last_session(rows)
        self._resume(self._archive, [row for row in rows if row.session == number])
        return self._in_play()

    def _lose(self, error: StoreError) -> None:
        """Tell the session in play that nothing of it is saved any more."""
        if self._session is not None:
            self._session.trouble = error

    def _in_play(self) -> Session | None:
        session = self._session
        return None if session is None or session.is_over else session

    def _is_left(self, kind: str) -> bool:
        return kind in self._left or bool(self.document(_LEFT.format(kind=kind)))

    def _leave(self, session: Session | None) -> None:
        """Turn the table in play into a document, written with the next write."""
        if session is None:
            return
        kind = session.plan.kind
        if self._archive is None or self._journal is None:
            self._left[kind] = session
            return
        every = self._archive.rows(self._journal.session)
        live = [(*row.key[1:], row.body) for row in every if row.kind not in LASTING]
        identities = [row.body for row in every if row.kind == IDENTITY and row.hand == 0]
        text = json.dumps([as_json(session.plan), live, *identities[:1]])
        self._archive.note_document(_LEFT.format(kind=kind), text)

    def _forget(self, kind: str) -> None:
        if self._archive is not None and self._is_left(kind):
            self._archive.note_document(_LEFT.format(kind=kind), "")
            self._archive.database.memo.clear()  # its side pots are open no more
        self._left.pop(kind, None)

    def opened(self) -> "Store":
        """Return the store itself, which is already open."""
        return self

    def start(self, plan: Plan) -> Session:
        """Begin a session that replaces the previous one; one of another kind is left for later.

        Raises ``RuleError`` if the pack is too small for the seats.
        """
        plan.rules.check_seats(len(plan.players))
        number = 1 if self._archive is None else self._archive.database.latest_session() + 1
        session = self._in_play()
        if session is not None and session.plan.kind != plan.kind:
            self._leave(session)
        self._forget(plan.kind)
        journal: Journal = MemoryJournal()
        if self._archive is not None:
            if self._journal is not None:
                number = max(number, self._journal.session + 1)
            journal = self._journal = _SessionJournal(self._archive, number)
        self._session = Session.start(plan, journal)
        return self._session

    @property
    def number_in_play(self) -> int:
        """The number of the session in play; 0 without one."""
        return self._journal.session if self._journal and self._in_play() else 0

    def document(self, name: str) -> str:
        """Return the document of that name, a text that a player cannot make again; empty if
        none.
        """
        if self._archive is None:
            return self._texts.get(name, "")
        row = self._archive.documents().get(name)
        return row.body if row else ""

    def keep_document(self, name: str, text: str) -> None:
        """Save a document; an empty text marks it as deleted.

        Raises ``StoreError`` if it cannot be written; it is then written as soon as possible.
        """
        if self._archive is None:
            self._texts[name] = text
        else:
            self._archive.note_document(name, text)
            self._archive.write()

    def place_of(self, session: Session) -> tuple[int, int] | None:
        """Return the numbers of a session and its latest hand in the history; None for a foreign
        session.
        """
        if self._session is not session or self._journal is None:
            return None
        return self._journal.session, session.number

    def history(self) -> History:
        """Return the history of all finished hands."""
        if self._archive is None:
            return History(None)
        database, in_play = self._archive.database, self.number_in_play
        left = cache(self._tables_left)

        def goes_on(session: int) -> bool:
            if session == in_play or not left():
                return session == in_play
            told = {row.body for row in database.names_of(session)}
            return any(told >= table for table in left())

        return History(database, goes_on)

    def _tables_left(self) -> tuple[set[str], ...]:
        """Return for each table left for later the texts by which its session is known."""
        found = []
        for name, row in self._archive.documents().items() if self._archive else ():
            if name.startswith(TABLE_LEFT):
                with suppress(*_NONSENSE):
                    plan, _live, *identity = json.loads(row.body)
                    found.append({plan, *identity})
        return tuple(found)

    def reviews(self) -> Reviews:
        """Return the saved reviews."""
        return self._reviews

    def everything(self) -> list[Row]:
        """Return all rows: every finished hand and review, and the session in play.

        Rows that could not be written are included.
        """
        return [] if self._archive is None else self._archive.everything()

    def take_in(self, rows: Sequence[Row], before: Callable[[], object] = lambda: None) -> int:
        """Add the new finished hands and reviews of other saves; return the number of hands added.

        If no session is in play here, that of the other saves can be resumed. ``before`` is called
        before anything is written; if it raises, nothing has changed. Raises ``StoreError`` if
        nothing is saved or it cannot be written.
        """
        if self._archive is None:
            raise StoreError(data_folder(), "nothing is saved now")
        self.write_again()
        is_running = self.saved_session() is not None  # which may resume one left for later
        own = self.everything()
        rows = Seasons.told_apart([*rows, *self._ending(rows)], own)
        over = [] if is_running else self._closing(own)
        whole = needed(merged([[*own, *over]], [rows], is_running=is_running))
        number = last_session(whole)
        last = [row for row in whole if row.session == number]
        if not is_running and not _makes_sense(last):
            lasting = [row for row in rows if row.kind in LASTING or row.is_document]
            whole = needed(merged([own], [lasting]))
            number = last_session(whole)
            if not _makes_sense([row for row in whole if row.session == number]):
                # Only a table left for later was brought in: none is in play.
                whole = merged([[*whole, Row(number + 1, 0, "closed", 0, "")]])
        before()
        if set(whole) in (set(own), {*own, *over}):
            let_go(own, last, whole)
            return 0
        counts = [sum(row.kind == "record" for row in each) for each in (own, whole)]
        number = last_session(whole)
        last = [row for row in whole if row.session == number]
        self._archive.replace(whole)
        if not is_running:
            self._resume(self._archive, last)
        elif self._journal is not None:
            self._journal.session = number
        let_go(own, last, whole)
        return counts[1] - counts[0]

    @staticmethod
    def _closing(rows: Sequence[Row]) -> list[Row]:
        """Return the row that closes the last session, unless it is closed or there is none."""
        closed = Row(last_session(rows), 0, "closed", 0, "")
        return [] if not closed.session or closed in rows else [closed]

    @classmethod
    def _ending(cls, rows: Sequence[Row]) -> list[Row]:
        """Return the row that closes the last session if no hand will follow, as after the last of
        an agreed number.
        """
        number = last_session(rows)
        with suppress(*_NONSENSE):
            saved = _saved([row for row in rows if row.session == number])
            if saved is not None and Session.resume(saved, MemoryJournal()).is_over:
                return cls._closing(rows)
        return []

    def write_again(self) -> None:
        """Retry failed writes; raise ``StoreError`` if they still fail."""
        if self._session is not None:
            self._session.write_again()
            if self._session.trouble is not None:
                raise self._session.trouble
        if self._archive is not None:
            self._archive.write()

    def close(self) -> None:
        """Retry failed writes if possible, and close the files."""
        if self._session is not None:
            self._session.write_again()
        if self._archive is not None:
            self._archive.close()

    @staticmethod
    def _without_hand_in_play(rows: Sequence[Row]) -> list[Row]:
        """Return the lasting rows, and the latest standing of the last session that can be resumed.

        The hand in play is given up. The standing is treated as the one after all hands with a
        record.
        """
        number = last_session(rows)
        lasting = [row for row in rows if row.kind in LASTING or row.is_document]
        of_last = [row for row in rows if row.session == number]
        last = max((row.hand for row in of_last if row.kind == "record"), default=0)
        for row in sorted(
            (row for row in of_last if row.kind == "standing"),
            key=lambda row: row.key,
            reverse=True,
        ):
            standing = replace(row, hand=max(last, row.hand))
            if _makes_sense([*(each for each in of_last if each.kind == "plan"), standing]):
                return [*lasting, standing]
        return [*lasting, Row(number, 0, "closed", 0, "")] if of_last else lasting

    @classmethod
    def _found_again(cls, archive: Archive, left: str) -> tuple[int, list[Row]] | None:
        """Return the number of the session of a table left for later, and all its rows under the
        next number; None if everything has to be read to find it.
        """
        database = archive.database
        with suppress(*_NONSENSE, StoreError):
            _plan, table, identity = cls._read_table(left)
            number = database.session_named(identity) if identity else 0
            if number == 0:
                return None
            lasting = [row for row in database.whole_session(number) if row.kind in LASTING]
            rows = cls._as_session(database.latest_session() + 1, [*lasting, *table])
            if cls._goes_on(rows):
                return number, rows
        return None

    @classmethod
    def _with_table(cls, rows: Sequence[Row], left: str) -> list[Row] | None:
        """Return the rows with a table left for later as their last session, or None without
        one.
        """
        try:
            plan, table, identity = cls._read_table(left)
        except _NONSENSE:
            return None
        planned = {row.session for row in rows if row.kind == "plan" and row.body == plan}
        # Earlier versions kept no identity; the deal of a day is played by equal plans.
        own = {
            row.session
            for row in rows
            if identity and row.kind == IDENTITY and row.hand == 0 and row.body == identity
        }
        for number in sorted(own or planned, reverse=True):
            of_it = [row for row in rows if row.session == number and row.kind in LASTING]
            of_it = cls._as_session(number, [*of_it, *table])
            if cls._goes_on(of_it):
                break
        else:
            return None
        others = [
            row
            for row in rows
            if row.session != number and (row.kind in LASTING or row.is_document)
        ]
        sessions = [0, *sorted({row.session for row in others} - {0}), number]
        numbers = {old: new for new, old in enumerate(sessions)}
        return [replace(row, session=numbers[row.session]) for row in (*others, *of_it)]

    @staticmethod
    def _read_table(left: str) -> tuple[object, list[Row], str]:
        """Return the plan of a table left for later, its rows, and the identity of its session,
        which is empty if none was kept; raise ``_NONSENSE`` if it is none.
        """
        plan, live, *identity = json.loads(left)
        unchecked = [Row(0, *each) for each in live]
        read = [Row.checked((*row.key, row.body, row.digest)) for row in unchecked]
        table = {row.key: row for row in read if row.kind not in LASTING}
        return plan, list(table.values()), str(identity[0]) if identity else ""

    @classmethod
    def _is_of_later(cls, left: str) -> bool:
        """Return whether a later version wrote the table left, whose rules have another key."""
        try:
            plan, *_table = cls._read_table(left)
            from_json(Plan, str(plan))
        except _NONSENSE as error:
            return isinstance(error, UnknownKeyError)
        return False

    @staticmethod
    def _as_session(number: int, rows: Iterable[Row]) -> list[Row]:
        """Return rows as those of the session of this number, in order."""
        return sorted((replace(row, session=number) for row in rows), key=lambda row: row.key)

    @staticmethod
    def _goes_on(table: Sequence[Row]) -> bool:
        """Return whether the session of a table left goes on where it was left."""
        try:
            after = max(row.hand for row in table if row.kind == "standing")
            played = max((row.hand for row in table if row.kind == "record"), default=0)
            saved = _saved(table)
            given_up = 0 if saved is None else saved.standing.given_up
        except _NONSENSE:
            return False
        return saved is not None and after - given_up <= played <= after and _makes_sense(table)


class _SessionJournal(Journal):
    """The journal of one session among those of the store."""

    def __init__(self, archive: Archive, session: int, rows: Iterable[Row] = ()) -> None:
        """Continue a journal; ``rows`` are those that the session already has."""
        self._archive = archive
        self.session = session
        self._seated: frozenset[Player] = frozenset()
        """The players at the table by the journal's last row about them."""
        self._stood = (-1, 0)
        for row in rows:
            match row.kind:
                case "standing":
                    self._stood = row.hand, row.ordinal
                case "plan":
                    self._seated = frozenset(from_json(Plan, row.body).players)
                case "seated":
                    with suppress(*_NONSENSE):  # else they are written once more
                        self._seated = frozenset(players_of(row.body))
                case _:
                    pass

    def write(self, entries: Sequence[Entry]) -> bool:
        self._archive.note(row for entry in entries for row in self._rows(entry))
        dealt = [entry.deal.number for entry in entries if isinstance(entry, Dealt)]
        self._archive.write((self.session, dealt[-1] - KEPT_HANDS) if dealt else None)
        was_renewed, self._archive.was_renewed = self._archive.was_renewed, False
        return was_renewed

    def records(self) -> Sequence[str]:
        return tuple(row.body for row in self._archive.database.records(self.session))

    def _rows(self, entry: Entry) -> Iterator[Row]:
        session = self.session
        match entry:
            case Opened(plan):
                self._seated = frozenset(plan.players)
                yield Row(session, 0, "plan", 0, as_json(plan))
                yield self._identity(session, 0)
            case Stood(after, standing):
                # Rows are never changed: the present standing is the row with the highest ordinal.
                last, ordinal = self._stood
                self._stood = after, ordinal + 1 if after == last else 0
                yield Row(session, after, "standing", self._stood[1], as_json(standing))
                if self._seated != frozenset(standing.players):
                    self._seated = frozenset(standing.players)
                    seated = players_text(standing.players)
                    yield Row(session, after, "seated", self._stood[1], seated)
            case Dealt(deal):
                yield Row(session, deal.number, "deal", 0, as_json(deal))
                yield self._identity(session, deal.number)
            case Acted(hand, ordinal, text):
                yield Row(session, hand, "move", ordinal, text)
            case Finished(hand, record):
                yield Row(session, hand, "record", 0, record)
                yield Row.ended_now(session, hand)
            case Closed():
                yield Row(session, 0, "closed", 0, "")

    @staticmethod
    def _identity(session: int, hand: int) -> Row:
        """Return a unique identity row for a new hand, or with hand 0 for a new session."""
        return Row(session, hand, IDENTITY, GIVEN, os.urandom(16).hex())


def _makes_sense(rows: Sequence[Row]) -> bool:
    """Return whether a session can be resumed from its rows, or is over."""
    try:
        saved = _saved(rows)
        if saved is not None:
            Session.resume(saved, MemoryJournal())
    except _NONSENSE:
        return False
    return True


def _saved(rows: Sequence[Row]) -> Saved | None:
    """Return the save in the rows of a session: its latest standing, and what came after it.

    None if there are no rows, or the session is over. Inconsistent rows raise ``_NONSENSE``.
    """
    if not any(row.session for row in rows) or any(row.kind == "closed" for row in rows):
        return None
    of_kind = {
        kind: [row for row in rows if row.kind == kind] for kind in ("plan", "standing", "deal")
    }
    plan, standing = of_kind["plan"][0], max(of_kind["standing"], key=lambda row: row.key)
    deal = max(of_kind["deal"], key=lambda row: row.key, default=None)
    moves = [row for row in rows if deal and row.kind == "move" and row.hand == deal.hand]
    if [row.ordinal for row in moves] != list(range(1, len(moves) + 1)):
        raise DamagedError("a move is missing from its journal")
    return Saved(
        from_json(Plan, plan.body),
        standing.hand,
        from_json(Standing, standing.body),
        from_json(Deal, deal.body) if deal else None,
        tuple(row.body for row in moves),
    )
