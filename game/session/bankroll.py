"""A bankroll that lasts from session to session, computed from the saved hands alone.

It begins with ``START``. What a hand of a session that is played for it brings is added, in money;
what a side pot still holds when the session is over is shared out as at the table. A bankroll may
be begun anew: each has a number, and hands name that of theirs.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from game.rules.record import RecordError, replay
from game.session.history import COUNTED, History
from game.session.ledger import has_bets, opening_ledger, shares_of, with_pots_after
from game.session.plan import BANKROLL
from game.session.store import Store

START: Final = 1_000
LEAST_STAKES: Final = 10
"""A stake can be chosen that the bankroll covers so many times."""
DOCUMENT: Final = "bankroll.json"


@dataclass(frozen=True, slots=True)
class Bankroll:
    """All bankrolls hand by hand, one after the other: the money before the first and after each.

    ``begun`` are the places in it where one begins, and ``number`` that of the latest.
    """

    values: tuple[int, ...] = (START,)
    begun: tuple[int, ...] = (0,)
    number: int = 1

    @property
    def money(self) -> int:
        """What there is now."""
        return self.values[-1]

    @property
    def is_spent(self) -> bool:
        """Whether it covers no stake at all."""
        return not self.covers(1)

    def covers(self, stake: int) -> bool:
        """Whether a table of this stake can be joined."""
        return self.money >= LEAST_STAKES * stake

    def run_at(self, place: int) -> tuple[int, int]:
        """Which bankroll a place belongs to, from 1, and how many of its hands had been played."""
        run = max(at for at, begun in enumerate(self.begun) if begun <= place)
        return run + 1, place - self.begun[run]


def occasion(bankroll: Bankroll, stake: int) -> str:
    """What a session with this stake is played for."""
    return f"{BANKROLL} {bankroll.number} {stake}"


def bankroll(store: Store, history: History) -> Bankroll:
    """How it has gone so far; all hands must be counted."""
    values, begun, last = [START], [0], 1
    for run, money in _changes(store, history):
        if run > last and len(values) > begun[-1] + 1:
            begun.append(len(values))
            values.append(START)
        last = max(run, last)
        values.append(values[-1] + money)
    number = max(last, _begun_anew(store))
    if number > last and len(values) > begun[-1] + 1:
        begun.append(len(values))
        values.append(START)
    return Bankroll(tuple(values), tuple(begun), number)


def begin_anew(store: Store, now: Bankroll) -> None:
    """Begin a new one; ``StoreError`` where that cannot be kept."""
    store.keep_document(DOCUMENT, json.dumps({"number": now.number + 1}))


def _begun_anew(store: Store) -> int:
    """The number that was begun last, as far as that is written; hands tell the rest."""
    with suppress(ValueError, TypeError, KeyError, RecursionError):
        number = json.loads(store.document(DOCUMENT))["number"]
        return number if type(number) is int else 1
    return 1


def _changes(store: Store, history: History) -> list[tuple[int, int]]:
    """Each hand's bankroll, and the money that it has brought."""
    sessions: dict[int, tuple[int, int]] = {}
    for session, words in history.occasions(BANKROLL):
        with suppress(ValueError):
            _word, number, unit = words.split()
            sessions[session] = int(number), int(unit)
    numbers = ", ".join(map(str, sessions)) or "-1"
    rows = history.select(
        f"SELECT session, hand, rules, won FROM played WHERE {COUNTED}"
        f" AND session IN ({numbers}) ORDER BY session, hand"
    )
    found: list[tuple[int, int]] = []
    for at, (session, hand, rules, won) in enumerate(rows):
        (run, stake), stakes = sessions[session], won
        is_last = at + 1 == len(rows) or rows[at + 1][0] != session
        if is_last and session != store.number_in_play and has_bets(history.rules(rules).rules):
            stakes += _shared(history, session, hand)
        found.append((run, stakes * stake))
    return found


def _shared(history: History, session: int, hand: int) -> int:
    """What the person gets of the side pots that stood after the last hand, in stakes."""
    try:
        record = history.record(session, hand)
        me = history.one(session, hand).me
        played = replay(record)
    except (RecordError, ValueError):
        return 0
    if me < 0:
        return 0
    seats = len(record.seats)
    ledger = with_pots_after(opening_ledger(seats, record.rules), played)
    pots = (ledger.high_suit, ledger.natural)
    return sum(_share(shares_of(pot, seats, record.dealer), me) for pot in pots)


def _share(shares: Sequence[int], me: int) -> int:
    return shares[me]
