"""What a player keeps from start to start: the session in play and every finished hand.

Everything is written as it happens, so a program that is killed has lost nothing.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from operator import attrgetter
from pathlib import Path
from typing import Final, Self

from game.session.database import COMPANIONS, FILE_NAME, Database, Row, salvaged
from game.session.files import Damage, DamagedError, StoreError, data_folder, made_folder, set_aside
from game.session.history import History
from game.session.journal import (
    Acted,
    Closed,
    Dealt,
    Entry,
    Finished,
    Journal,
    Memory,
    Opened,
    Saved,
    Stood,
    as_json,
    from_json,
)
from game.session.plan import Deal, Plan, Standing
from game.session.session import Session

_KEPT: Final = 2
"""How many hands before the one in play are kept whole, in case its own standing is damaged."""


class Store:
    """The player's saves. ``damage`` says what was set aside when they were opened."""

    def __init__(self, database: Database | None, damage: Damage | None = None) -> None:
        """Use ``open`` or ``unsaved``."""
        self._database = database
        self._session: Session | None = None
        self.damage = damage

    @classmethod
    def open(cls, folder: Path | None = None) -> Self:
        """Open the saves in ``folder``, setting aside what is damaged.

        ``StoreError`` where the folder cannot be written, ``StoreBusyError`` where another Tonk
        has the saves open.
        """
        path = made_folder(data_folder() if folder is None else folder) / FILE_NAME
        try:
            return cls._opened(Database(path))
        except DamagedError as error:
            return cls._renewed(path, str(error))

    @classmethod
    def unsaved(cls) -> Self:
        """A store for a run that leaves the player's own files alone."""
        return cls(None)

    @classmethod
    def _opened(cls, database: Database) -> Self:
        store = cls(database)
        try:
            store._session = _last_session(database)
        except BaseException:
            database.close()
            raise
        return store

    @classmethod
    def _renewed(cls, path: Path, why: str) -> Self:
        """Set the damaged file aside and take over what can be used of it."""
        kept = set_aside(path, COMPANIONS)
        rows = salvaged(kept)
        records = [row for row in rows if row.kind == "record"]
        database = Database(path)
        database.write([*records, *_around_records(rows), *_rescued(rows)])
        store = cls._opened(database)
        store.damage = Damage(kept, why, store._session is not None, len(records))
        return store

    def kept(self) -> Session | None:
        """The session to go on with, just as it was left, or None."""
        session = self._session
        return None if session is None or session.is_over else session

    def start(self, plan: Plan) -> Session:
        """Begin a session that is kept in place of the one before.

        ``RuleError`` where the pack is too small for so many seats.
        """
        journal: Journal = Memory()
        if self._database is not None:
            journal = _SessionJournal(self._database, self._database.latest_session() + 1)
        self._session = Session.start(plan, journal)
        return self._session

    def history(self) -> History:
        """All hands that were ever finished."""
        return History(self._database)

    def close(self) -> None:
        """Close the file."""
        if self._database is not None:
            self._database.close()


class _SessionJournal(Journal):
    """The journal of one session among those of the store."""

    def __init__(self, database: Database, session: int) -> None:
        self._database = database
        self._session = session

    def write(self, entries: Sequence[Entry]) -> None:
        rows = [self._row(entry) for entry in entries]
        rows += [self._ended(entry.hand) for entry in entries if isinstance(entry, Finished)]
        dealt = [entry.deal.number for entry in entries if isinstance(entry, Dealt)]
        try:
            self._database.write(rows, (self._session, dealt[-1] - _KEPT) if dealt else None)
        except DamagedError as error:
            raise StoreError(self._database.path, str(error)) from None

    def records(self) -> Sequence[str]:
        return tuple(row.body for row in self._database.records(self._session))

    def _ended(self, hand: int) -> Row:
        """When a hand ended, by the player's clock."""
        now = datetime.now().astimezone().strftime("%Y-%m-%d %H:%M")
        return Row(self._session, hand, "ended", 0, now)

    def _row(self, entry: Entry) -> Row:
        session = self._session
        match entry:
            case Opened(plan):
                return Row(session, 0, "plan", 0, as_json(plan))
            case Stood(after, standing):
                return Row(session, after, "standing", 0, as_json(standing))
            case Dealt(deal):
                return Row(session, deal.number, "deal", 0, as_json(deal))
            case Acted(hand, ordinal, text):
                return Row(session, hand, "move", ordinal, text)
            case Finished(hand, record):
                return Row(session, hand, "record", 0, record)
            case Closed():
                return Row(session, 0, "closed", 0, "")


def _last_session(database: Database) -> Session | None:
    number = database.latest_session()
    rows = database.rows(number)
    if not rows or any(row.kind == "closed" for row in rows):
        return None
    try:
        return Session.resume(_saved(rows), _SessionJournal(database, number))
    except (ValueError, LookupError) as error:
        raise DamagedError(" ".join(str(error).split())) from None


def _rescued(rows: Sequence[Row]) -> list[Row]:
    """What can be used of the last session: its plan, and the latest standing that fits.

    The hand in play is given up. The standing is taken for that after all hands with a record.
    """
    number = max((row.session for row in rows), default=0)
    of_last = [row for row in rows if row.session == number]
    plan = [row for row in of_last if row.kind in ("plan", "closed")]
    last = max((row.hand for row in of_last if row.kind == "record"), default=0)
    standings = [row for row in of_last if row.kind == "standing"]
    for row in sorted(standings, key=attrgetter("hand"), reverse=True):
        standing = replace(row, hand=max(last, row.hand))
        with suppress(ValueError, LookupError):
            Session.resume(_saved([*plan, standing]), Memory())
            return [*plan, standing]
    return []


def _around_records(rows: Sequence[Row]) -> list[Row]:
    """The rows that say when hands were played and, except for the last session, by whom."""
    last = max((row.session for row in rows), default=0)
    return [
        row for row in rows if row.kind == "ended" or (row.kind == "plan" and row.session < last)
    ]


def _saved(rows: Sequence[Row]) -> Saved:
    """The save in the rows of a session: its latest standing, and what came after that."""
    of_kind = {
        kind: [row for row in rows if row.kind == kind] for kind in ("plan", "standing", "deal")
    }
    (plan,), standing = of_kind["plan"], of_kind["standing"][-1]
    deal = of_kind["deal"][-1] if of_kind["deal"] else None
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
