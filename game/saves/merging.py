"""Merging of histories: everything that any of them holds, once.

    rows = merged([of_the_database, of_the_text_file])
    rows = merged([own], [of_a_backup], is_running=True)

Sessions and hands have identities, rows of the kind ``IDENTITY``: 128 random bits assigned when
they begin, so that equal deals played alike on two computers are two hands. Those of earlier
versions get one derived from their text and their number among equals.

Two histories of one session may diverge if a folder was copied and both copies were played on. From
the first hand that differs, the second history becomes a separate session, which is over.
"""

import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeAlias

from game.play.journal import from_json
from game.play.plan import Plan
from game.rules.hashing import sha256
from game.saves.rows import (
    GIVEN,
    IDENTITY,
    LASTING,
    MADE,
    NONSENSE,
    REVIEW,
    TABLE_LEFT,
    Row,
    documents_of,
    let_go,
)

_Place: TypeAlias = tuple[int, str, int]
"""The hand, kind and ordinal of a row in its session."""


def merged(
    own: Sequence[Iterable[Row]], others: Sequence[Iterable[Row]] = (), *, is_running: bool = False
) -> list[Row]:
    """Return the rows of a store, with everything that other histories hold and it does not.

    ``own`` are the files of one store; if they disagree, the first counts. Where one of them has
    hands after the one with which a table goes on, as that of another copy may, these become a
    separate session: they would be overwritten.

    From ``others`` come finished hands, reviews and documents, and the table in play if ``own`` has
    none. While the last session of ``own`` ``is_running``, nothing is added to it, and to that of a
    table left for later nothing after the hand at which it was left: what was played further
    elsewhere becomes a separate session. Sessions are numbered in the order of play, the one in
    play last; those of ``own`` keep their numbers where that is so.
    """
    books = _Books()
    for rows in own:
        books.add(rows, is_own=True)
    books.hold(is_running=is_running)
    for rows in others:
        books.add(rows, is_own=False)
    whole = list(books.rows())
    books.let_go()
    return whole


def with_identities(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with an identity for every session and finished hand."""
    of: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        if row.session:
            of[row.session].append(row)
    sessions = [_Session.of(number, of[number]) for number in sorted(of)]
    made = []
    for session, hand, identity in _make_identities(sessions):
        made.append(Row(session.number, hand, IDENTITY, MADE, identity))
    return [*rows, *made]


@dataclass(slots=True)
class _Hand:
    """A hand that was dealt; without a record it is unfinished, or only its identity is known."""

    identity: str = ""
    is_given: bool = False
    record: str = ""
    ended: str | None = None
    moment: int = 0
    """When it ended (``Row.ended_now``); 0 if unknown."""

    def is_other_than(self, other: "_Hand") -> bool:
        """Return whether this hand and the other, of equal number in two histories, are different
        hands.
        """
        if self.record and other.record and self.record != other.record:
            return True
        if self.record and other.record and None in (self.ended, other.ended):
            return False  # one of them has lost a row
        return self.is_given and other.is_given and self.identity != other.identity

    def complete(self, other: "_Hand") -> None:
        """Add what another history knows about this hand."""
        self.record = self.record or other.record
        self.complete_end(other)
        if not self.is_given and other.identity:
            self.identity, self.is_given = other.identity, other.is_given

    def complete_end(self, other: "_Hand") -> None:
        """Add when this hand ended, as far as another history knows it."""
        if self.ended is None:
            self.ended = other.ended
        if self.ended == other.ended:
            self.moment = self.moment or other.moment

    def rows(self, number: int) -> Iterator[tuple[_Place, str]]:
        if self.identity:
            yield (number, IDENTITY, GIVEN if self.is_given else MADE), self.identity
        if self.record:
            yield (number, "record", 0), self.record
        if self.ended is not None:
            yield (number, "ended", self.moment), self.ended


@dataclass(slots=True, eq=False)
class _Session:
    """A session: its hands by number, its other permanent rows, and those that only its table
    needs.
    """

    number: int = 0
    """The number of the session in the store itself; 0 if it is from elsewhere."""
    history: int = 0
    """The number of the first history that has the session, from 1."""
    identity: str = ""
    is_given: bool = False
    hands: dict[int, _Hand] = field(default_factory=dict)
    head: dict[_Place, str] = field(default_factory=dict)
    table: dict[_Place, str] = field(default_factory=dict)
    room: float = math.inf
    """The number of the last hand that may be added."""
    since: float = math.inf
    """What ``began`` has found out."""

    @classmethod
    def of(cls, number: int, rows: Iterable[Row]) -> "_Session":
        session = cls(number)
        for row in rows:
            if row.kind == IDENTITY and row.hand == 0:
                if not session.is_given:
                    session.identity, session.is_given = row.body, row.ordinal == GIVEN
            elif row.kind in ("record", "ended", IDENTITY):
                hand = session.hands.setdefault(row.hand, _Hand())
                match row.kind:
                    case "record":
                        hand.record = row.body
                    case "ended":
                        hand.ended, hand.moment = row.body, row.ordinal
                    case _:
                        hand.complete(_Hand(row.body, row.ordinal == GIVEN))
            else:
                part = session.head if row.kind in LASTING else session.table
                part.setdefault((row.hand, row.kind, row.ordinal), row.body)
        return session

    @property
    def plan(self) -> str:
        return self.head.get((0, "plan", 0), "")

    @property
    def is_closed(self) -> bool:
        return (0, "closed", 0) in self.head

    @property
    def is_open(self) -> bool:
        """Whether the session has a table that can be gone on with."""
        return bool(self.table) and not self.is_closed

    @property
    def began(self) -> float:
        """When the session's first hand ended, in seconds since 1970; infinite if unknown.

        What earlier versions wrote is taken for the local time of this computer.
        """
        if self.since == math.inf:
            known = [float(hand.moment) for hand in self.hands.values() if hand.moment]
            local = [hand.ended for hand in self.hands.values() if hand.ended and not hand.moment]
            if local:
                with suppress(ValueError, OverflowError, OSError):
                    known.append(datetime.fromisoformat(min(local)).timestamp())
            self.since = min(known, default=math.inf)
        return self.since

    @property
    def finished(self) -> list[int]:
        return sorted(number for number, hand in self.hands.items() if hand.record)

    def end(self) -> None:
        """Mark the session as over."""
        self.table.clear()
        self.head[0, "closed", 0] = ""

    def rows(self, number: int) -> Iterator[Row]:
        of = {**self.head, **self.table}
        of[0, IDENTITY, GIVEN if self.is_given else MADE] = self.identity
        for place, hand in self.hands.items():
            of.update(hand.rows(place))
        return (Row(number, *place, of[place]) for place in sorted(of))


class _Books:
    """The merged sessions of several histories."""

    _HIGHEST = 2**31
    """The highest number that a session keeps."""

    def __init__(self) -> None:
        self.live = ""
        """The identity of the store's own last session."""
        self._live_number = 0
        self._sessions: dict[str, _Session] = {}
        self._order: list[_Session] = []
        """The sessions in the order in which they were played."""
        self._finished: dict[str, list[tuple[_Session, int]]] = defaultdict(list)
        """The session and number of each finished hand, by its record."""
        self._of_plan: dict[str, list[_Session]] = defaultdict(list)
        self._of_hand: dict[str, _Session] = {}
        self._history = 0
        self._alone: dict[tuple[int, str, int], Row] = {}
        """The rows outside sessions."""

    def add(self, rows: Iterable[Row], *, is_own: bool) -> None:
        """Add a history."""
        self._history += 1
        of: dict[int, list[Row]] = defaultdict(list)
        for row in rows:
            of[row.session].append(row)
        waiting = self._add_alone(of.pop(0, []), is_own=is_own)
        sessions = [_Session.of(number, of[number]) for number in sorted(of)]
        _make_identities(sessions)
        for session in sessions:
            is_last = session is sessions[-1]
            if is_own:
                identity = self._join(session)
                # A file of hands alone has no table that can be gone on with.
                can_go_on = session.is_open or session.is_closed
                if is_last and identity and can_go_on and session.number > self._live_number:
                    self.live, self._live_number = identity, session.number
                continue
            session.number = 0
            goes_on = is_last and session.is_open and not self._is_in_play
            goes_on = goes_on and not self._is_settled(session.plan)
            known = self._known(session)
            goes_on = goes_on and (known is None or known.room == math.inf)
            if goes_on and not any(map(self._has, session.hands.values())):
                self.live = self._join(session, goes_on=True)
            else:
                session.table.clear()
                is_left = not waiting.isdisjoint((session.identity, session.plan))
                if not is_left:
                    session.end()
                if session.finished or is_left:
                    self._join(session)

    def hold(self, *, is_running: bool) -> None:
        """Let nothing be added any more where the tables of the store itself go on, and keep apart
        what is there already after the hand with which one goes on.
        """
        live = self._sessions.get(self.live)
        if live is not None and live.is_open:
            self._split(live, max(hand for hand, *_ in live.table))
        if live is not None and is_running:
            live.room = 0
        for name, row in documents_of(self._alone.values()).items():
            if name.startswith(TABLE_LEFT):
                with suppress(*NONSENSE):
                    plan, live, *identity = json.loads(row.body)
                    after = max(int(hand) for hand, kind, *_ in live if kind == "standing")
                    own = [self._sessions[each] for each in identity if each in self._sessions]
                    for session in own:
                        self._split(session, after)
                    for session in own or self._of_plan.get(plan, []):
                        session.room = min(session.room, after)

    def rows(self) -> Iterator[Row]:
        """Yield all rows, session after session, the one in play last."""
        yield from self._alone.values()
        last = self._sessions.get(self.live) if self._is_in_play else None
        order = [session for session in self._order if session is not last]
        number = 0
        for session in [*order, last] if last else order:
            is_free = number < session.number <= self._HIGHEST
            number = session.number if is_free else number + 1
            yield from session.rows(number)

    def let_go(self) -> None:
        """Free its memory."""
        let_go(self._order, self._sessions, self._finished, self._of_plan, self._of_hand)

    @property
    def _is_in_play(self) -> bool:
        session = self._sessions.get(self.live)
        return session is not None and not session.is_closed

    # -- sessions ----------------------------------------------------------------------------------

    def _join(self, new: _Session, *, goes_on: bool = False) -> str:
        """Add a session; return the identity under which it is kept, or an empty string if nothing
        is new.

        If one from elsewhere ``goes_on`` here, so does its table.
        """
        target = self._known(new)
        if target is None:
            return self._insert(new)
        parted = next(
            (number for number in sorted(new.hands) if self._part(target, new, number)), 0
        )
        for number, hand in new.hands.items():
            is_here = number in target.hands or number <= target.room
            if is_here and (not parted or number < parted):
                self._complete(target, number, hand)
        is_same = not parted and target.room == math.inf and (new.number > 0 or goes_on)
        end = min(parted or math.inf, target.room + 1)
        for place, body in new.head.items():
            is_of_fork = place[1] == "seated" and place[0] + 1 >= end
            if not is_of_fork and (place[1] != "closed" or is_same):
                target.head.setdefault(place, body)
        if is_same and all(target.table.get(*each) == each[1] for each in new.table.items()):
            target.table.update(new.table)
        if not target.is_given and new.is_given:
            self._sessions[new.identity] = self._sessions.pop(target.identity)
            target.identity, target.is_given = new.identity, True
        if parted:
            self._fork(target, new, parted)
        return target.identity

    def _part(self, target: _Session, new: _Session, number: int) -> bool:
        """Return whether two histories of a session diverge at a hand."""
        there, hand = target.hands.get(number), new.hands[number]
        if number > target.room and hand.record and (there is None or not there.record):
            return True
        return there is not None and there.is_other_than(hand)

    def _complete(self, target: _Session, number: int, hand: _Hand) -> None:
        there = target.hands.get(number)
        if (there is None or not there.record) and self._has(hand):
            return
        if there is None:
            there = target.hands[number] = _Hand()
        was_finished = bool(there.record)
        there.complete(hand)
        self._of_hand.setdefault(there.identity, target)
        if there.record and not was_finished:
            self._finished[there.record].append((target, number))

    def _fork(self, target: _Session, new: _Session, parted: int) -> None:
        """Turn the hands of another history from ``parted`` on into a separate session that is
        over.
        """
        fork = _Session(head=dict(new.head))
        for number in new.finished:
            if number >= parted:
                hand, there = new.hands[number], target.hands.get(number)
                if there is not None and there.identity == hand.identity:
                    hand = replace(hand, identity=self._child(hand.identity, hand.record))
                fork.hands[number] = replace(hand, is_given=True)
        if fork.hands:
            first = fork.hands[min(fork.hands)].identity
            fork.identity, fork.is_given = self._child(target.identity, first), True
            fork.end()
            self._join(fork)

    def _split(self, session: _Session, after: int) -> None:
        """Turn the hands of a session after this one into a separate session that is over."""
        beyond = {number: session.hands[number] for number in session.finished if number > after}
        for number, hand in beyond.items():
            del session.hands[number]
            self._of_hand.pop(hand.identity, None)
            self._finished[hand.record].remove((session, number))
        if beyond:
            self._fork(session, replace(session, hands=beyond), after + 1)

    def _insert(self, new: _Session) -> str:
        """Add an unknown session, without those of its hands that are here already."""
        known = [number for number in new.finished if self._has(new.hands[number])]
        if known and len(known) == len(new.finished):
            return ""
        if known:
            new.hands = {n: hand for n, hand in new.hands.items() if n not in known and hand.record}
            new.end()
        self._sessions[new.identity] = new
        self._of_plan[new.plan].append(new)
        new.history = self._history
        for number, hand in new.hands.items():
            self._of_hand.setdefault(hand.identity, new)
            if hand.record:
                self._finished[hand.record].append((new, number))
        place, began = len(self._order), new.began
        while place and self._is_later(self._order[place - 1], new, began):
            place -= 1
        self._order.insert(place, new)
        return new.identity

    def _is_later(self, there: _Session, new: _Session, began: float) -> bool:
        if there.number and new.number:
            return there.number > new.number
        return began < there.began < math.inf

    def _known(self, new: _Session) -> _Session | None:
        """Return the session here of which ``new`` is another history, or None.

        If one of the two has lost its identity, they are matched by their plan, or by a hand.
        """
        if new.identity in self._sessions:
            return self._sessions[new.identity]
        by_plan = self._of_plan.get(new.plan, ()) if new.plan else ()
        by_hand = [self._of_hand.get(hand.identity) for hand in new.hands.values()]
        by_record = [
            session
            for number, hand in new.hands.items()
            for session, there in self._finished.get(hand.record, ())
            if there == number and not session.hands[there].is_other_than(hand)
        ]
        is_bare = not new.plan and not new.hands and new.number > 0
        like = [each for each in (self._order if is_bare else by_plan) if each.number == new.number]
        for each in (*like, *by_hand, *by_record):
            if each and each.history != self._history and not (each.is_given and new.is_given):
                return each
        return None

    def _where(self, hand: _Hand) -> _Hand | None:
        """Return a finished hand found here in any session, or None."""
        if hand.record:
            for session, number in self._finished.get(hand.record, ()):
                there = session.hands[number]
                if (
                    hand.identity in (there.identity, self._child(there.identity, hand.record))
                    or self._child(hand.identity, hand.record) == there.identity
                ):
                    return there
        return None

    def _has(self, hand: _Hand) -> bool:
        """Return whether a finished hand is here, and complete it from this copy."""
        there = self._where(hand)
        if there is not None:
            there.complete_end(hand)
        return there is not None

    # -- what belongs to no session ----------------------------------------------------------------

    def _add_alone(self, rows: Sequence[Row], *, is_own: bool) -> set[str]:
        """Add reviews and documents; return the identities of tables that may be resumed, or the
        plans of those without.
        """
        if is_own:
            for row in rows:
                self._alone.setdefault(row.key[1:], row)
            return set()
        reviewed = {row.hand for row in self._alone.values() if row.kind == REVIEW}
        kept = documents_of(self._alone.values())
        new = {
            name: replace(row, ordinal=kept[name].ordinal + 1) if name in kept else row
            for name, row in documents_of(rows).items()
            if row.body and not (name in kept and kept[name].body)
            if not self._is_begun(name.removesuffix(".json"))
            if not (name.startswith(TABLE_LEFT) and self._is_settled(*self._left(row.body)))
        }
        for row in (*rows, *new.values()):
            is_new_review = row.kind == REVIEW and row.hand not in reviewed
            if is_new_review or (row.is_document and row in new.values()):
                self._alone.setdefault(row.key[1:], row)
        left = [self._left(row.body) for name, row in new.items() if name.startswith(TABLE_LEFT)]
        return {texts[-1] for texts in left} - {""}

    def _is_begun(self, kind: str) -> bool:
        """Return whether the store itself has sessions for an occasion of this kind, such as a
        season.
        """
        occasion = f'"occasion":{json.dumps(kind)[:-1]} '
        return any(session.number > 0 and occasion in session.plan for session in self._order)

    def _is_settled(self, text: str, identity: str = "") -> bool:
        """Return whether a table from elsewhere is of no use here.

        That is so if its session is in play or over here, or if one of the store itself was played
        to its agreed end for the occasion of its plan, such as the deal of a day.
        """
        there = self._sessions.get(identity)
        if there is not None and (there.is_closed or identity == self.live):
            return True
        try:
            plan = from_json(Plan, text)
        except NONSENSE:
            return False
        occasion = f'"occasion":{json.dumps(plan.occasion)}'
        return bool(plan.kind and plan.length) and any(
            session.number > 0
            and occasion in session.plan
            and len(session.finished) >= (plan.length or 0)
            for session in self._order
        )

    @staticmethod
    def _child(identity: str, text: str) -> str:
        """Return the derived identity of what something became in another history."""
        return _made(text, 0) if not identity else _made(f"{identity} {text}", 0)

    @staticmethod
    def _left(text: str) -> list[str]:
        """Return the plan of a table left for later as its session has it, and its identity if one
        is kept; an empty text if it is none.
        """
        with suppress(*NONSENSE):
            plan, _live, *identity = json.loads(text)
            if all(isinstance(each, str) for each in (plan, *identity)):
                return [plan, *identity[:1]]
        return [""]


def _make_identities(sessions: Sequence[_Session]) -> list[tuple[_Session, int, str]]:
    """Assign derived identities where they are missing, and return them.

    Each comes with its session and the number of its hand, 0 for the session.
    """
    equals: Counter[str] = Counter()
    made = []
    for session in sessions:
        for number in session.finished:
            hand = session.hands[number]
            if not hand.identity:
                equals[hand.record] += 1
                hand.identity = _made(hand.record, equals[hand.record])
                made.append((session, number, hand.identity))
        if not session.identity:
            text = f"session {session.plan or [hand.record for hand in session.hands.values()]}"
            equals[text] += 1
            session.identity = _made(text, equals[text])
            made.append((session, 0, session.identity))
    return made


def _made(text: str, number: int) -> str:
    return sha256(f"{number} {text}".encode("utf-8", "backslashreplace")).hexdigest()[:32]
