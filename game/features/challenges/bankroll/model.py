"""A bankroll that lasts from session to session, computed from the saved hands alone.

It begins with ``START``. The winnings of each hand of its sessions are added, in money; side pots
left at the end of a session are shared as at the table. The player may start a new bankroll: each
has a number, by which hands refer to it.

Two computers may have bankrolls of the same number. Those brought in from elsewhere have an
identity besides, with which the occasions of their sessions end (``Seasons`` in ``migrations.py``);
those begun here have none.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple, Self

from game.play.plan import BANKROLL, Plan
from game.rules.untrusted_input import json_of
from game.saves.history import History
from game.saves.store import Store

START: Final = 1_000  # money at the start of a bankroll
DOCUMENT: Final = "bankroll.json"
_MEMO: Final = "bankroll"


@dataclass(frozen=True, slots=True)
class Bankroll:
    """The player's bankrolls, one after the other: the money before the first hand and after each.

    The present one is the last. ``begun`` are the indexes at which a bankroll begins; ``number``
    and ``identity`` are those of the present one. It has no identity if it was begun here.
    """

    MOST: ClassVar = 999_999_999
    """The highest number of a bankroll."""

    values: tuple[int, ...] = (START,)
    begun: tuple[int, ...] = (0,)
    number: int = 1
    identity: str = ""

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
        return f"{BANKROLL} {self.number} {stake} {self.identity}".strip()

    def holds(self, plan: Plan) -> bool:
        """Return whether a session with this plan is played for the present bankroll."""
        return plan.occasion == self.occasion(plan.rules.stake)

    @classmethod
    def of_changes(cls, changes: Iterable["_Change"], kept: "_Name") -> Self:
        """Add up the changes, beginning a new bankroll where the player did.

        The present one is the one ``kept``. Without an identity it may be a later one begun here;
        if there is none begun here, it is the latest brought in.
        """
        lines: dict[_Name, list[_Change]] = {}
        number = 0
        for change in changes:
            name = change.name
            if not name.identity:
                number = max(number, name.number)
                name = _Name(number)
            lines.setdefault(name, []).append(change)
        if kept == _Name() and not number and lines:
            kept = max(lines, key=lambda name: lines[name][-1].session)
        present = kept if kept.identity else _Name(max(number, kept.number))
        last = lines.pop(present, [])
        values: list[int] = []
        begun: list[int] = []
        for line in (*lines.values(), last):
            begun.append(len(values))
            values.append(START)
            for change in line:
                values.append(values[-1] + change.won * change.stake)
        return cls(tuple(values), tuple(begun), *present)

    def begin_anew(self, store: Store) -> None:
        """Begin a new bankroll; raise ``StoreError`` if that cannot be saved."""
        held: dict[str, object] = {"number": min(self.number + 1, self.MOST)}
        if self.number >= self.MOST:
            held["identity"] = os.urandom(8).hex()
        store.keep_document(DOCUMENT, json.dumps(held))

    @classmethod
    def of(cls, store: Store, history: History) -> "Bankroll":
        """Return all bankrolls so far; all hands must be counted."""
        *_steps, found = adding_up(store, history)
        return found


class _Name(NamedTuple):
    """The number of a bankroll, and its identity if it was brought in from elsewhere."""

    number: int = 1
    identity: str = ""

    @classmethod
    def kept(cls, store: Store) -> Self:
        """Return that of the latest bankroll begun, as far as saved; hands imply the rest."""
        with suppress(ValueError, TypeError, KeyError, AttributeError):
            held: Any = json_of(store.document(DOCUMENT))  # Any: what is none raises below
            number, identity = held["number"], held.get("identity", "")
            if type(number) is int and isinstance(identity, str):
                return cls.read(f"{number} 1 {identity}".strip())[0]
        return cls()

    @classmethod
    def read(cls, words: str) -> tuple[Self, int]:
        """Return the bankroll and the stake in an occasion without its first word.

        Raises ``ValueError`` if it is not as ``Bankroll.occasion`` writes it.
        """
        found = re.fullmatch(r"([1-9][0-9]{0,8}) ([1-9][0-9]{0,8})(?: ([0-9A-Za-z]{1,32}))?", words)
        if found is None:
            raise ValueError(words)
        return cls(int(found[1]), found[3] or ""), int(found[2])


class _Change(NamedTuple):
    """The winnings of a hand in stakes, and the bankroll that they belong to."""

    session: int
    name: _Name
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
    """Add up the bankrolls in steps; the last result is complete.

    Sessions that were already over at an earlier call are not examined again.
    """
    kept = history.memo.get(_MEMO)
    over = kept if isinstance(kept, _Over) else _Over()
    sessions = _sessions(history)
    changes = list(over.changes)
    latest, last = over.last, (0, 0, 0)
    for hands in history.winnings(over.last):
        for session, hand, rules, won in hands:
            latest = session
            if session not in sessions:
                continue
            if last[0] and last[0] != session:
                yield Bankroll()
                changes[-1] = changes[-1].with_share(history, last)
            changes.append(_Change(session, *sessions[session], won))
            last = session, hand, rules
        yield Bankroll()
    history.memo[_MEMO] = _Over(
        latest - 1 if latest > over.last else over.last,
        tuple(each for each in changes if each.session < max(latest, over.last + 1)),
    )
    if last[0]:
        changes[-1] = changes[-1].with_share(history, last)
    yield Bankroll.of_changes(changes, _Name.kept(store))


def _sessions(history: History) -> dict[int, tuple[_Name, int]]:
    """Return the sessions played for a bankroll, with its name and the stake."""
    sessions: dict[int, tuple[_Name, int]] = {}
    for session, words, _opponents in history.occasions(BANKROLL):
        with suppress(ValueError):
            sessions[session] = _Name.read(words.removeprefix(f"{BANKROLL} "))
    return sessions
