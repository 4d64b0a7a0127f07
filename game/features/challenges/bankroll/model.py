"""A bankroll that lasts from session to session, computed from the saved hands alone.

It begins with ``START``. The winnings of each hand of its sessions are added, in money; side pots
left at the end of a session are shared as at the table. The player may start a new bankroll: each
has a number, by which hands refer to it.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

from game.play.plan import BANKROLL
from game.saves.history import COUNTED, STEP, History
from game.saves.store import Store

START: Final = 1_000  # money at the start of a bankroll
DOCUMENT: Final = "bankroll.json"
_MEMO: Final = "bankroll"


@dataclass(frozen=True, slots=True)
class Bankroll:
    """The player's bankrolls, one after the other: the money before the first hand and after each.

    ``begun`` are the indexes at which a bankroll begins, and ``number`` is the number of the
    latest.
    """

    values: tuple[int, ...] = (START,)
    begun: tuple[int, ...] = (0,)
    number: int = 1

    @property
    def money(self) -> int:
        """The present money."""
        return self.values[-1]

    @property
    def is_spent(self) -> bool:
        """Whether the bankroll covers no stake at all."""
        return not self.covers(1)

    def covers(self, stake: int) -> bool:
        """Return whether a table of this stake can be joined."""
        return self.money >= 10 * stake

    def run_at(self, place: int) -> tuple[int, int]:
        """Return the number of the bankroll at an index, from 1, and how many of its hands were
        played.
        """
        run = max(at for at, begun in enumerate(self.begun) if begun <= place)
        return run + 1, place - self.begun[run]

    def occasion(self, stake: int) -> str:
        """Return the occasion of a session with this stake."""
        return f"{BANKROLL} {self.number} {stake}"

    @classmethod
    def of_changes(cls, changes: Iterable["_Change"], begun_anew: int) -> Self:
        """Add up the changes, beginning a new bankroll where the player did."""
        values, begun, last = [START], [0], 1
        for change in changes:
            run = change.run
            if run > last and len(values) > begun[-1] + 1:
                begun.append(len(values))
                values.append(START)
            last = max(run, last)
            values.append(values[-1] + change.won * change.stake)
        number = max(last, begun_anew)
        if number > last and len(values) > begun[-1] + 1:
            begun.append(len(values))
            values.append(START)
        return cls(tuple(values), tuple(begun), number)

    def begin_anew(self, store: Store) -> None:
        """Begin a new bankroll; raise ``StoreError`` if that cannot be saved."""
        store.keep_document(DOCUMENT, json.dumps({"number": self.number + 1}))

    @classmethod
    def of(cls, store: Store, history: History) -> "Bankroll":
        """Return all bankrolls so far; all hands must be counted."""
        *_steps, found = adding_up(store, history)
        return found


class _Change(NamedTuple):
    """The winnings of a hand in stakes, and the bankroll that they belong to."""

    session: int
    run: int
    stake: int
    won: int

    def with_share(self, history: History, last: tuple[int, int, int]) -> Self:
        """Return what the last hand of a session has brought, with what its side pots held then;
        ``last`` are the numbers of session, hand and rules.
        """
        return self._replace(won=self.won + history.share_of_pots(*last))


@dataclass(frozen=True, slots=True)
class _Over:
    """The changes of all sessions up to one to which no hand will be added."""

    last: int = 0
    changes: tuple[_Change, ...] = ()


def adding_up(store: Store, history: History) -> Iterator[Bankroll]:
    """Add up the bankrolls in steps of at most ``STEP`` hands; the last result is complete.

    Sessions that were already over at an earlier call are not examined again.
    """
    kept = history.memo.get(_MEMO)
    over = kept if isinstance(kept, _Over) else _Over()
    sessions = _sessions(history)
    changes = list(over.changes)
    latest, last = over.last, (0, 0, 0)
    for rows in _pieces(history, over.last):
        for session, hand, rules, won in rows:
            latest = session
            if session not in sessions:
                continue
            if last[0] and last[0] != session:
                yield Bankroll()
                changes[-1] = changes[-1].with_share(history, last)
            run, stake = sessions[session]
            changes.append(_Change(session, run, stake, won))
            last = session, hand, rules
        yield Bankroll()
    history.memo[_MEMO] = _Over(
        latest - 1 if latest > over.last else over.last,
        tuple(each for each in changes if each.session < max(latest, over.last + 1)),
    )
    if last[0]:
        changes[-1] = changes[-1].with_share(history, last)
    yield Bankroll.of_changes(changes, _begun_anew(store))


def _begun_anew(store: Store) -> int:
    """Return the number of the latest bankroll begun, as far as saved; hands imply the rest."""
    with suppress(ValueError, TypeError, KeyError, RecursionError):
        number = json.loads(store.document(DOCUMENT))["number"]
        return number if type(number) is int else 1
    return 1


def _sessions(history: History) -> dict[int, tuple[int, int]]:
    """Return the sessions played for a bankroll, with its number and the stake."""
    sessions: dict[int, tuple[int, int]] = {}
    for session, words, _opponents in history.occasions(BANKROLL):
        with suppress(ValueError):
            _word, number, unit = words.split()
            sessions[session] = int(number), int(unit)
    return sessions


def _pieces(history: History, after: int) -> Iterator[list[tuple[int, int, int, int]]]:
    """Yield what hands of sessions after ``after`` have brought, some hands at a time."""
    last = after + 1, -1
    while rows := history.select(
        f"SELECT session, hand, rules, won FROM played WHERE {COUNTED}"
        f" AND (session, hand) > (?, ?) ORDER BY session, hand LIMIT {STEP}",
        last,
    ):
        yield [(session, hand, rules, won) for session, hand, rules, won in rows]
        last = rows[-1][:2]
