"""The history of all finished hands of a player: counting, listing and reading them.

Queries run on an index table with a row of a few numbers for each hand. It is built from the
records, a few at a time, and can be rebuilt: it holds nothing of its own.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import chain, islice
from typing import Any, Final, NamedTuple

from game.files import DamagedError
from game.play.journal import from_json
from game.play.ledger import Ledger
from game.play.plan import Plan, Player
from game.rules.record import HandRecord, RecordError, read_json, replay
from game.saves.database import Database
from game.saves.rows import DOCUMENT, NONSENSE, Row
from game.saves.statistics import (
    FEATS,
    MUCH,
    NOBODY,
    CountedHand,
    Drops,
    Extreme,
    HandCounts,
    HandFilter,
    HandGroup,
    PlayedHand,
    PlayedRules,
    Summary,
    as_mask,
    from_mask,
    players_of,
    rules_of_keys,
    seat_of_person,
)

_NUMBERED: Final = {"rules": "rules", "players": "company"}
"""The texts of a summary that are stored by number, with the names of their columns."""
_NUMBER, _TEXT = "INTEGER", "TEXT"
_SUMMARY: Final = {
    _NUMBERED.get(each.name, each.name): (
        _TEXT if each.type is str and each.name not in _NUMBERED else _NUMBER
    )
    for each in fields(Summary)
}
"""The columns that a summary fills, and what each holds."""
_COLUMNS: Final = {
    "session": _NUMBER,
    "hand": _NUMBER,
    **_SUMMARY,
    "dropped": _NUMBER,
    "ended": _TEXT,
}
# The number in the first line is raised when a column changes its meaning: then everything is
# rebuilt, as it is after a change of columns or feats.
_TABLES: Final = {
    "played": f"""CREATE TABLE played ( -- 5.{len(FEATS)}
    {", ".join(f"{name} {kind} NOT NULL" for name, kind in _COLUMNS.items())},
    PRIMARY KEY (session, hand)
) WITHOUT ROWID""",
    "played_texts": "CREATE TABLE played_texts (id INTEGER PRIMARY KEY, body TEXT NOT NULL UNIQUE)",
    "played_records": (
        "CREATE INDEX played_records ON journal (session, hand) WHERE kind = 'record'"
    ),
    "played_plans": "CREATE INDEX played_plans ON journal (session) WHERE kind = 'plan'",
    **{
        f"played_{column}": f"CREATE INDEX played_{column} ON played ({column}) WHERE ending != ''"
        for column in ("ended", "company", "rules", "ending")
    },
}
_UNCOUNTED: Final = """SELECT session, hand FROM journal WHERE kind = 'record'
    AND (session, hand) > (?, ?) AND NOT EXISTS (
    SELECT 1 FROM played WHERE played.session = journal.session AND played.hand = journal.hand)
    ORDER BY session, hand LIMIT ?"""
_LEFT: Final = """SELECT (SELECT count(*) FROM journal WHERE kind = 'record')
    - (SELECT count(*) FROM played)"""
_BODIES: Final = """SELECT session, hand, kind, ordinal, body, digest FROM journal
    WHERE session = ? AND hand = ? AND kind IN ('record', 'ended')"""
_GONE: Final = "this hand is no longer there"
_TEXTS_KEPT: Final = 128
"""Size of the cache of texts of rule sets and companies of players, in entries."""
STEP: Final = 1_000
"""Maximum number of hands added up in one step."""
_LISTABLE: Final = "ending != ''"
_COUNTED: Final = f"{_LISTABLE} AND practice = 0"
"""The SQL condition of hands that count."""
_WHERE: Final = {
    HandFilter.ALL: _LISTABLE,
    HandFilter.WON: f"{_LISTABLE} AND mine = 1",
    HandFilter.LOST: f"{_LISTABLE} AND mine = 0 AND (won < 0 OR points > 0)",
    HandFilter.WON_MUCH: f"{_LISTABLE} AND won >= {MUCH}",
    HandFilter.LOST_MUCH: f"{_LISTABLE} AND won <= -{MUCH}",
    HandFilter.DROPPED: f"{_LISTABLE} AND dropped = 1",
    HandFilter.CAUGHT: f"{_LISTABLE} AND dropped = 1 AND ending = 'caught'",
}
_FIELDS: Final = tuple(field.name for field in fields(PlayedHand) if field.name != "me")
_LISTED: Final = f"{', '.join(_NUMBERED.get(each, each) for each in _FIELDS)} FROM played"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A selection of hands by kind and, if given, by rule set, day, opponent and ending.

    The rule set is given by number, the day as ``YYYY-MM-DD``, the opponent by name.
    """

    choice: HandFilter = HandFilter.ALL
    rules: int = 0
    day: str = ""
    opponent: str = ""
    ending: str = ""


class Occasion(NamedTuple):
    """What a session was played for, in its plan's words, and the number of its opponents."""

    session: int
    words: str
    opponents: int


class SessionResult(NamedTuple):
    """The number of hands of a session that count, and the stakes won in them."""

    hands: int = 0
    won: int = 0


class HandWinnings(NamedTuple):
    """The stakes won in a hand; ``rules`` is the number of its rule set."""

    session: int
    hand: int
    rules: int
    won: int


class History:
    """The finished hands in a database, or none without one.

    ``goes_on`` tells of the number of a session whether hands may follow in it.
    """

    def __init__(
        self, database: Database | None, goes_on: Callable[[int], bool] = lambda _session: False
    ) -> None:
        self._database, self._goes_on = database, goes_on
        self._counted_to: tuple[int, int] | None = None
        """The hand up to which all are counted, while that holds; earlier hands are not checked
        again.
        """
        self._left = 0
        self._number = lru_cache(_TEXTS_KEPT)(self._number_of)
        self._text = lru_cache(_TEXTS_KEPT)(self._text_of)
        self._tables: dict[int, tuple[Plan | None, Sequence[tuple[int, Sequence[Player]]]]] = {}
        """The plan of a session, and who sat at the table after some of its hands."""
        self._played_with: dict[str, tuple[int, ...]] = {}
        self._done = 0

    @property
    def progress(self) -> float:
        """The share of the hands that has been counted, 0 to 1."""
        return self._done / (self._done + self._left) if self._left else 1.0

    def catch_up(self, most: int = 200) -> bool:
        """Count up to ``most`` uncounted hands; return True once all are counted."""
        database = self._database
        if database is None:
            return True
        if self._counted_to is None:
            self._tables.clear()  # others may have sat down since
            while not self.get_ready():
                pass
            self._counted_to = (0, 0)
            self._left = int(database.query(_LEFT)[0][0])
        piece = database.query(_UNCOUNTED, (*self._counted_to, most)) if self._left else []
        if piece:
            self._count(database, piece)
            self._counted_to = piece[-1]
            self._done += len(piece)
            self._left = max(0, self._left - len(piece))
        if len(piece) == most and self._left:
            return False
        self._counted_to, self._done, self._left = None, 0, 0
        return True

    # -- queries ---------------------------------------------------------------------------

    def rule_sets(self) -> tuple[int, ...]:
        """Return the numbers of all rule sets in use, most played first."""
        rows = self._query(
            f"SELECT rules, count(*) AS times FROM played WHERE {_LISTABLE}"
            " GROUP BY rules ORDER BY times DESC, rules"
        )
        return tuple(number for number, _times in rows)

    @property
    def saved(self) -> int:
        """The number of finished hands in the database, counted or not."""
        return 0 if self._database is None else self._database.count_records()

    def count(self, wanted: Wanted) -> int:
        """Count the selected hands."""
        condition, values = self._condition(wanted)
        rows = self._query(f"SELECT count(*) FROM played WHERE {condition}", values)
        return rows[0][0] if rows else 0

    def days(self) -> tuple[tuple[str, int], ...]:
        """Return the days on which hands ended, latest first, with the number of hands."""
        rows = self._query(
            f"SELECT substr(ended, 1, 10) AS day, count(*) FROM played WHERE {_LISTABLE}"
            " AND ended != '' GROUP BY day ORDER BY day DESC"
        )
        return tuple(rows)

    def kinds(self) -> Mapping[HandFilter, int]:
        """Return the number of hands of each kind."""
        sums = ", ".join(f"total({condition})" for condition in _WHERE.values())
        rows = self._query(f"SELECT {sums} FROM played")
        return {
            kind: int(hands) for kind, hands in zip(_WHERE, rows[0] if rows else (), strict=False)
        }

    def endings(self) -> Mapping[str, int]:
        """Return the number of hands by ending, for endings that have occurred."""
        rows = self._query(f"SELECT ending, count(*) FROM played WHERE {_LISTABLE} GROUP BY ending")
        return dict(rows)

    def opponents(self) -> Mapping[str, int]:
        """Return the names of all opponents, with the number of hands each was in."""
        found: Counter[str] = Counter()
        for company, hands in self._companies():
            names = {each.name for each in players_of(self._text(company)) if not each.is_human}
            found.update(dict.fromkeys(names, hands))
        return found

    def _companies_with(self, name: str) -> tuple[int, ...]:
        """Return the numbers of the companies in which an opponent of this name has played."""
        if name not in self._played_with:
            self._played_with[name] = tuple(
                company
                for company, _hands in self._companies()
                if any(
                    each.name == name and not each.is_human
                    for each in players_of(self._text(company))
                )
            )
        return self._played_with[name]

    def _companies(self) -> list[tuple[int, int]]:
        """Return the numbers of all companies of players, with the hands each has played."""
        return self._query(
            f"SELECT company, count(*) FROM played WHERE {_LISTABLE} GROUP BY company"
        )

    def page(self, wanted: Wanted, first: int, size: int) -> tuple[PlayedHand, ...]:
        """Return ``size`` of the selected hands from place ``first`` on; the newest has place 0."""
        # The unary plus keeps SQLite from using the index, with which it would sort all hands of an
        # opponent.
        condition, values = self._condition(wanted, company="+company")
        rows = self._query(
            f"SELECT {_LISTED} WHERE {condition} ORDER BY session DESC, hand DESC LIMIT ? OFFSET ?",
            (*values, size, first),
        )
        return tuple(self._listed(row) for row in rows)

    def one(self, session: int, hand: int) -> PlayedHand:
        """Return the list entry of a hand; raise ``RecordError`` if it is not there."""
        rows = self._query(f"SELECT {_LISTED} WHERE session = ? AND hand = ?", (session, hand))
        if not rows:
            raise RecordError(_GONE)
        return self._listed(rows[0])

    def _has(self, session: int, hand: int) -> bool:
        """Return whether a hand is counted; the number of a session may have changed since."""
        query = "SELECT 1 FROM played WHERE session = ? AND hand = ?"
        return bool(self._query(query, (session, hand)))

    def record(self, session: int, hand: int) -> HandRecord:
        """Return the record of a hand; raise ``RecordError`` if it is damaged or gone."""
        try:
            bodies = {row.kind: row.body for row in self._rows(session, hand)}
        except DamagedError as error:
            raise RecordError(str(error)) from None
        if "record" not in bodies and self._database is not None and self._has(session, hand):
            found = self._database.row((session, hand, "record", 0))
            bodies |= {found.kind: found.body} if found else {}
        if "record" not in bodies:
            raise RecordError(_GONE)
        return read_json(bodies["record"])

    def summary(self, session: int, hand: int) -> Summary | None:
        """Return the summary of a finished hand, counted or not, or None if it is unreadable."""
        return self._summary(session, hand)[0]

    def tally(self) -> HandCounts:
        """Return all statistics."""
        *_before, found = self.tallying()
        return found

    def tallying(self) -> Iterator[HandCounts]:
        """Count all hands in steps of at most ``STEP``, yielding the counts so far, and finally
        all.

        Side pots that a session leaves count with its last hand, for the person's share. Only the
        last result has the curve.
        """
        cells: dict[tuple[Any, ...], list[int]] = defaultdict(lambda: [0, 0, 0])
        curve = [0]
        best = worst = None
        last: tuple[int, int, tuple[Any, ...]] = (0, 0, ())

        def share_out() -> None:
            session, hand, key = last
            share = self.share_of_pots(session, hand, key[0])
            cells[key][1] += share
            curve[-1] += share

        for rows in self._pieces():
            for session, hand, *key, won, points in rows:
                if last[0] not in (0, session):
                    share_out()
                last = session, hand, tuple(key)
                sums = cells[tuple(key)]
                sums[0] += 1
                sums[1] += won
                sums[2] += points
                curve.append(curve[-1] + won)
                if best is None or won > best.won:
                    best = Extreme(session, hand, won)
                if worst is None or won < worst.won:
                    worst = Extreme(session, hand, won)
            yield HandCounts(best=best, worst=worst)
        if last[0]:
            share_out()
        yield HandCounts(
            tuple(self._cell((*key, *cells[key])) for key in sorted(cells)),
            tuple(curve),
            best,
            worst,
        )

    def share_of_pots(self, session: int, hand: int, rules: int) -> int:
        """Return the person's share, in stakes, of the side pots left after the last hand of a
        session, which has rules of this number; 0 while the session goes on (RULES.md §5.12).
        """
        if not self.rules(rules).rules.has_bets or self._goes_on(session):
            return 0
        try:
            record, me = self.record(session, hand), self.one(session, hand).me
            played = replay(record)
        except (RecordError, ValueError):
            return 0
        if me < 0:
            return 0
        seats = len(record.seats)
        ledger = Ledger.opening(seats, record.rules).with_pots_after(played)
        pots = (ledger.high_suit, ledger.natural)
        return sum(pot.shares(seats, record.dealer)[me] for pot in pots)

    def _pieces(self) -> Iterator[list[tuple[Any, ...]]]:
        """Yield the columns that statistics count, for a few hands at a time."""
        last: tuple[int, int] = (-1, -1)
        while rows := self._query(
            "SELECT session, hand, rules, company, ending, winners, dropper, won, points"
            f" FROM played WHERE {_COUNTED} AND (session, hand) > (?, ?)"
            f" ORDER BY session, hand LIMIT {STEP}",
            last,
        ):
            yield rows
            last = rows[-1][:2]

    def counted_hands(
        self, after: tuple[int, int], step: int = STEP
    ) -> Iterator[Sequence[CountedHand]]:
        """Yield all hands that count after the hand ``after``, a session and a number, in order,
        at most ``step`` at a time.
        """
        last = after
        while rows := self._query(
            f"SELECT {', '.join(CountedHand._fields)} FROM played"
            f" WHERE {_COUNTED} AND (session, hand) > (?, ?) ORDER BY session, hand LIMIT ?",
            (*last, step),
        ):
            yield [CountedHand(*row) for row in rows]
            last = rows[-1][:2]

    def count_up_to(self, last: tuple[int, int]) -> int:
        """Return how many hands count up to the hand ``last``, a session and a number."""
        rows = self._query(
            f"SELECT count(*) FROM played WHERE {_COUNTED} AND (session, hand) <= (?, ?)", last
        )
        return rows[0][0] if rows else 0

    def latest_drops(self, most: int, seats: int) -> Drops:
        """Return the outcomes of the person's latest drops, ``most`` at most, at tables of
        ``seats`` seats.
        """
        drops = self._query(
            f"SELECT ending, company FROM played WHERE {_COUNTED} AND dropped = 1"
            " ORDER BY session DESC, hand DESC"
        )
        there = (end for end, company in drops if len(players_of(self._text(company))) == seats)
        ends = Counter(islice(there, most))
        return Drops(won=ends["drop"], caught=ends["caught"])

    def occasions(self, kind: str) -> tuple[Occasion, ...]:
        """Return the sessions that were played for an occasion of that kind, oldest first."""
        query = (
            "SELECT session, body FROM journal WHERE kind = 'plan' AND body LIKE ? ORDER BY session"
        )
        found = []
        for session, body in self._query(query, (f'%"occasion":"{kind} %',)):
            plan = json.loads(body)
            words, opponents = str(plan.get("occasion", "")), plan.get("opponents", 1)
            if words.startswith(f"{kind} "):
                found.append(Occasion(session, words, opponents))
        return tuple(found)

    def hands_of(self, session: int) -> tuple[PlayedHand, ...]:
        """Return the list entries of a session's finished hands, in order."""
        rows = self._query(
            f"SELECT {_LISTED} WHERE session = ? AND {_LISTABLE} ORDER BY hand", (session,)
        )
        return tuple(self._listed(row) for row in rows)

    def last_session_with(self, name: str, before: int) -> int | None:
        """Return the latest session before session ``before`` in which a hand against an opponent
        of this name counts; None without one.
        """
        theirs = ", ".join(map(str, self._companies_with(name)))
        rows = self._query(
            f"SELECT max(session) FROM played WHERE {_COUNTED} AND session < ?"
            f" AND company IN ({theirs})",
            (before,),
        )
        return rows[0][0] if rows else None

    def results_of(self, sessions: Iterable[int]) -> Mapping[int, SessionResult]:
        """Return the results of those of the sessions in which a hand counts."""
        wanted = ", ".join(map(str, sessions))
        rows = self._query(
            f"SELECT session, count(*), sum(won) FROM played WHERE {_COUNTED}"
            f" AND session IN ({wanted}) GROUP BY session"
        )
        return {session: SessionResult(hands, won) for session, hands, won in rows}

    def winnings(self, after: int) -> Iterator[Sequence[HandWinnings]]:
        """Yield what each hand that counts has brought, in sessions after session ``after``, in
        order, at most ``STEP`` at a time.
        """
        last = after + 1, -1
        while rows := self._query(
            f"SELECT {', '.join(HandWinnings._fields)} FROM played WHERE {_COUNTED}"
            f" AND (session, hand) > (?, ?) ORDER BY session, hand LIMIT {STEP}",
            last,
        ):
            yield list(map(HandWinnings._make, rows))
            last = rows[-1][:2]

    def plan_text(self, session: int) -> str:
        """Return the plan of a session as saved; empty if there is none."""
        rows = self._query(
            "SELECT body FROM journal WHERE kind = 'plan' AND session = ?", (session,)
        )
        return str(rows[-1][0]) if rows else ""

    def documents(self, beginning: str) -> tuple[str, ...]:
        """Return the documents whose names begin so: all saved versions, earlier ones first."""
        rows = self._query(
            "SELECT body FROM journal WHERE session = 0 AND hand = 0 AND kind LIKE ?"
            " ORDER BY ordinal",
            (f"{DOCUMENT}{beginning}%",),
        )
        return tuple(body for (body,) in rows)

    def has_document(self, name: str) -> bool:
        """Return whether a document of this name was ever saved."""
        query = "SELECT 1 FROM journal WHERE session = 0 AND hand = 0 AND kind = ?"
        return bool(self._query(query, (DOCUMENT + name,)))

    def named(self, number: int) -> str:
        """Return the text of a rule set, or of the players of a table, by its number."""
        return self._text(number)

    def rules(self, number: int) -> PlayedRules:
        """Return a rule set by its number, with the name under which it was last played."""
        rows = self._query(
            "SELECT called FROM played WHERE rules = ? AND called != ''"
            " ORDER BY session DESC, hand DESC LIMIT 1",
            (number,),
        )
        called = str(rows[0][0]) if rows else ""
        return PlayedRules(called, rules_of_keys(self._text(number)))

    @property
    def memo(self) -> dict[str, object]:
        """A cache of other modules' sums over the counted hands, kept as long as the counts."""
        return {} if self._database is None else self._database.memo

    def _condition(
        self, wanted: Wanted, company: str = "company"
    ) -> tuple[str, tuple[object, ...]]:
        """Return the SQL condition that selects those hands, and its values."""
        terms, values = [_WHERE[wanted.choice]], list[object]()
        if wanted.rules:
            terms.append("rules = ?")
            values.append(wanted.rules)
        if wanted.day:
            terms.append("ended BETWEEN ? AND ?")
            values += [wanted.day, f"{wanted.day}~"]
        if wanted.ending:
            terms.append("ending = ?")
            values.append(wanted.ending)
        if wanted.opponent:
            theirs = ", ".join(map(str, self._companies_with(wanted.opponent)))
            terms.append(f"{company} IN ({theirs})")
        return " AND ".join(terms), tuple(values)

    # -- how it is kept --------------------------------------------------------------------------

    def get_ready(self) -> bool:
        """Create missing or outdated tables and indexes; return whether all were there.

        An index needs the whole journal, so one is enough for a frame.
        """
        database = self._database
        if database is None:
            return True
        there: dict[str, object] = dict(database.query("SELECT name, sql FROM sqlite_master"))
        lacking = [name for name in _TABLES if there.get(name) != _TABLES[name]]
        if not lacking:
            return True
        made = lacking[:1]
        if self._kind(made[0]) == "TABLE":  # the tables share their numbers
            made = [name for name in _TABLES if self._kind(name) == "TABLE"]
        gone = [f"DROP {self._kind(name)} {name}" for name in made if name in there]
        database.execute(
            [(statement, ()) for statement in (*gone, *map(_TABLES.__getitem__, made))]
        )
        self._number.cache_clear()
        self._text.cache_clear()
        return False

    def _count(self, database: Database, piece: Sequence[tuple[int, int]]) -> None:
        statements: list[tuple[str, Sequence[object]]] = []
        self._played_with.clear()
        marks = ", ".join("?" * len(_COLUMNS))
        for session, hand in piece:
            statements.append(
                (f"INSERT OR REPLACE INTO played VALUES ({marks})", self._values(session, hand))
            )
        database.execute(statements)

    def _values(self, session: int, hand: int) -> tuple[object, ...]:
        """Return the row of a hand; with an unreadable record it has no ending and is never
        listed.
        """
        found, ended = self._summary(session, hand)
        if found is None:
            blank = ["" if kind == _TEXT else 0 for kind in _SUMMARY.values()]
            return (session, hand, *blank, 0, "")
        held = {field.name: getattr(found, field.name) for field in fields(found)}
        held |= {name: self._number(held[name]) for name in _NUMBERED}
        held["winners"] = as_mask(found.winners)
        has_dropped = NOBODY != found.dropper == seat_of_person(players_of(found.players))
        return (session, hand, *held.values(), has_dropped, ended)

    def _summary(self, session: int, hand: int) -> tuple[Summary | None, str]:
        """Return the summary of a hand, and when it ended."""
        try:
            bodies = {row.kind: row.body for row in self._rows(session, hand)}
            players, called = self._table_of(session, hand)
            return Summary.of_record(bodies["record"], players, called), bodies.get("ended", "")
        except (*NONSENSE, DamagedError):
            return None, ""

    def _rows(self, session: int, hand: int) -> Iterator[Row]:
        if self._database is not None:
            yield from self._database.query_rows(_BODIES, (session, hand))

    def _table_of(self, session: int, hand: int) -> tuple[Sequence[Player], str]:
        """Return the players of a session, and the name of its rules.

        The last player of a name is the one who played this hand.
        """
        if session not in self._tables and self._database is not None:
            rows = self._database.rows(session)
            plans = [from_json(Plan, row.body) for row in rows if row.kind == "plan"]
            seated = list[tuple[int, Sequence[Player]]]()
            for row in rows:
                if row.kind == "seated":
                    with suppress(*NONSENSE):  # a text that no version has written
                        seated.append((row.hand, players_of(row.body)))
            self._tables = {session: (plans[0] if plans else None, seated)}
        plan, later = self._tables[session]
        planned, called = (plan.players, plan.label.name) if plan else ((), "")
        # An earlier version may have written players down only after hands that they had played.
        since = [players for after, players in reversed(later) if after >= hand]
        before = [players for after, players in later if after < hand]
        return tuple(chain(*since, planned, *before)), called

    def _number_of(self, text: str) -> int:
        """Return the number of a text, which is stored if it is new."""
        assert self._database is not None  # without one there are no hands to count
        self._database.execute([("INSERT OR IGNORE INTO played_texts (body) VALUES (?)", (text,))])
        found = self._database.query("SELECT id FROM played_texts WHERE body = ?", (text,))
        return int(found[0][0])

    def _text_of(self, number: int) -> str:
        found = self._query("SELECT body FROM played_texts WHERE id = ?", (number,))
        return str(found[0][0])

    def _query(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        return [] if self._database is None else self._database.query(query, values)

    def _listed(self, row: tuple[Any, ...]) -> PlayedHand:
        held = dict(zip(_FIELDS, row, strict=True))
        held["players"] = players = players_of(self._text(held["players"]))
        held["winners"] = from_mask(held["winners"])
        return PlayedHand(**held, me=seat_of_person(players))

    def _cell(self, row: tuple[Any, ...]) -> HandGroup:
        rules, company, ending, winners, dropper, hands, won, points = row
        players = players_of(self._text(company))
        return HandGroup(rules, players, ending, from_mask(winners), dropper, hands, won, points)

    @staticmethod
    def _kind(name: str) -> str:
        return _TABLES[name].split()[1]
