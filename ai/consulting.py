"""A client of the coach, which runs in its own process so that no frame waits for it.

    consultant = Consultant()                        # starts nothing yet
    hint = consultant.hint(view, seed)               # starts the process, the first time
    while not enough(hint.latest):                   # once a frame: an Estimate, or None so far
        ...
    hint.cancel()

    going = consultant.review(record.to_json(), seat)
    going.part, going.latest                         # the part that is done; at its end the Review

    made = consultant.drill("count", rules, seats=2, level=3, seed=1)
    made.latest                                      # at its end the Question

    going = consultant.explore(rules, 2, kept)       # what they do: at its end the Findings
    going.part, going.latest, going.kept             # the text from which to go on another time

The caller sets the time limit: a hint improves until it is canceled. One process does all the work
in time slices: the newest hint first, then older hints, then drill questions, then reviews, the
last two in order of arrival. Play-outs use a second core if there is one. ``close`` ends the
process; it also ends with the program.
"""

import os
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from typing import Any, Generic, TypeVar, cast

from ai.coach.drills import Kind, Question, drill
from ai.coach.evaluator import Estimate, evaluate
from ai.coach.hand_review import Review, review
from ai.coach.reasons import reason_for
from ai.explore.exploring import HANDS, ExploredHands, KeptError, Subject, explore
from ai.explore.facts import Findings
from ai.explore.preset_findings import standard
from ai.kernel import KernelError
from ai.master.search import MASTERS, opinion
from game.processes import Worker, pipe
from game.rules.actions import Action
from game.rules.record import read_played
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView

Found = TypeVar("Found", Estimate, Review, Question, Findings)

_TOLD_EVERY, _KEPT_EVERY = 10, 250
"""Hands between two progress reports of an exploration, and between two saved states: all of them
fit into the pipe, so the work goes on while nobody reads it.
"""


@dataclass(frozen=True, slots=True)
class _HintWanted:
    view: SeatView
    seed: int
    actions: tuple[Action, ...] | None

    def steps(self) -> Iterator[Estimate]:
        """Yield ever better estimates, checked by masters."""
        view, thought = self.view, opinion(self.view)
        for found in evaluate(
            view, self.seed, actions=self.actions, opinion=thought, stronger=MASTERS
        ):
            yield replace(found, reason=reason_for(view, found))


@dataclass(frozen=True, slots=True)
class _ReviewWanted:
    record: str
    seat: int
    judged: tuple[int, ...] | None
    precision: float | None

    def steps(self) -> Generator["float | Review", None, None]:
        """Yield the share done at intervals, and finally the review."""
        record = read_played(self.record)
        yield (
            yield from review(
                record,
                self.seat,
                judged=self.judged,
                precision=self.precision,
                thinks=opinion,
                stronger=MASTERS,
            )
        )


@dataclass(frozen=True, slots=True)
class _DrillWanted:
    kind: Kind
    rules: RuleSet
    seats: int
    level: int
    seed: int

    def steps(self) -> Generator["float | Question", None, None]:
        """Yield the share done at intervals, and finally the question."""
        yield (yield from drill(self.kind, self.rules, self.seats, self.level, self.seed))


@dataclass(frozen=True, slots=True)
class _Kept:
    """A stored exploration, from which it can be continued."""

    text: str


@dataclass(frozen=True, slots=True)
class _ExploreWanted:
    rules: RuleSet
    seats: int
    kept: str

    def steps(self) -> Iterator["float | _Kept | Findings"]:
        """Yield the share done and the state to save at intervals, and finally the findings."""
        begun = None
        with suppress(KeptError):
            begun = ExploredHands.of_text(self.kept)
        tally = begun
        for tally in explore(Subject(self.rules, self.seats), HANDS, begun):
            if tally.hands % _TOLD_EVERY == 0:
                yield tally.hands / HANDS
            if tally.hands % _KEPT_EVERY == 0 and tally.hands < HANDS:
                yield _Kept(tally.to_text())
        if tally is not None:
            yield Findings.of(tally, standard(self.seats))


@dataclass(slots=True, eq=False)
class Consultation(Generic[Found]):
    """A question to the coach, and its answer so far.

    ``error`` says in one line why there will be no answer; None if nothing is wrong. ``kept`` is
    the saved state of an exploration, from which it can be continued.
    """

    _consultant: "Consultant"
    _number: int
    error: str | None = None
    kept: str = ""
    _is_over: bool = False
    _part: float = 0.0
    _latest: Found | None = None

    @property
    def latest(self) -> Found | None:
        """The best answer so far, None if there is none yet; never blocks."""
        self._consultant.listen()
        return self._latest

    @property
    def part(self) -> float:
        """The share of a review or an exploration that is done, 0 to 1."""
        self._consultant.listen()
        return self._part

    @property
    def is_over(self) -> bool:
        """Whether the consultation has ended."""
        self._consultant.listen()
        return self._is_over

    def cancel(self) -> None:
        """Cancel the question."""
        self._is_over = True
        self._consultant.forget(self._number)

    def hear(self, said: object) -> None:
        """Record a message of the coach: an answer, a share done, an error; None at the end."""
        if said is None:
            self._is_over = True
        elif isinstance(said, str):
            self.error, self._is_over = said, True
        elif isinstance(said, float):
            self._part = said
        elif isinstance(said, _Kept):
            self.kept = said.text
        else:
            self._latest = cast("Found", said)


@dataclass(slots=True, eq=False)
class Consultant:
    """The window's client of the coach's process; not thread-safe."""

    _process: Worker | None = None
    _connection: Connection | None = None
    _asked: int = 0
    _open: dict[int, Consultation[Any]] = field(default_factory=dict)  # Any: what was asked

    def hint(
        self, view: SeatView, seed: int, actions: tuple[Action, ...] | None = None
    ) -> Consultation[Estimate]:
        """Ask for the value of each legal action, or of ``actions``, to the seat that sees
        ``view``.
        """
        found: Consultation[Estimate] = Consultation(self, self._asked)
        self._ask(found, _HintWanted(view, seed, actions))
        return found

    def review(
        self,
        record: str,
        seat: int,
        *,
        judged: tuple[int, ...] | None = None,
        precision: float | None = None,
    ) -> Consultation[Review]:
        """Ask for the review of a hand, given as the JSON of its record."""
        found: Consultation[Review] = Consultation(self, self._asked)
        self._ask(found, _ReviewWanted(record, seat, judged, precision))
        return found

    def drill(
        self, kind: Kind, rules: RuleSet, seats: int, level: int, seed: int
    ) -> Consultation[Question]:
        """Ask for a drill question; ``error`` says if there is none under these rules."""
        found: Consultation[Question] = Consultation(self, self._asked)
        self._ask(found, _DrillWanted(kind, rules, seats, level, seed))
        return found

    def explore(self, rules: RuleSet, seats: int, kept: str = "") -> Consultation[Findings]:
        """Ask how a rule set plays with this number of seats, continuing from ``kept`` if the bots
        and the engine have not changed.
        """
        found: Consultation[Findings] = Consultation(self, self._asked, kept=kept)
        self._ask(found, _ExploreWanted(rules, seats, kept))
        return found

    @property
    def pid(self) -> int | None:
        """The process id of the coach; None where none runs."""
        return None if self._process is None else self._process.pid

    def listen(self) -> None:
        """Read all pending answers; never blocks."""
        connection = self._connection
        try:
            while connection is not None and connection.poll():
                number, said = connection.recv()
                asked = self._open.get(number)
                if asked is not None:
                    asked.hear(said)
                    if said is None or isinstance(said, str):
                        del self._open[number]
        except (EOFError, OSError):
            self._lose("the coach's process ended")

    def forget(self, number: int) -> None:
        """Let the coach stop working on a question."""
        if self._open.pop(number, None) is not None and self._connection is not None:
            with suppress(OSError):
                self._connection.send((number, None))

    def close(self) -> None:
        """End the process; a later question starts another."""
        self._lose("the coach was sent away")

    def _ask(
        self,
        asked: Consultation[Any],
        wanted: _HintWanted | _ReviewWanted | _DrillWanted | _ExploreWanted,
    ) -> None:
        connection = self._connection or self._start()
        self._open[self._asked] = asked
        try:
            connection.send((self._asked, wanted))
        except OSError:
            self._lose("the coach's process ended")
        self._asked += 1

    def _start(self) -> Connection:
        self._connection, theirs = pipe()
        self._process = Worker(target=_serve, args=(theirs,), name="coach", daemon=True)
        self._process.start()
        theirs.close()
        return self._connection

    def _lose(self, why: str) -> None:
        for asked in self._open.values():
            asked.hear(why)
        self._open.clear()
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._connection = self._process = None


def _serve(connection: Connection) -> None:
    """Run the coach's process until the connection closes."""
    hints: dict[int, Iterator[object]] = {}
    drills: dict[int, Iterator[object]] = {}
    reviews: dict[int, Iterator[object]] = {}
    shares: dict[int, float] = {}  # the last share of each that was sent
    with suppress(AttributeError, OSError):  # there is no such thing on every system
        os.nice(10)  # frames come first
    with suppress(EOFError, OSError):
        while True:
            while not (hints or drills or reviews) or connection.poll():
                number, wanted = connection.recv()
                if wanted is None:
                    for kind in (hints, drills, reviews, shares):
                        kind.pop(number, None)
                elif isinstance(wanted, _HintWanted):
                    hints[number] = wanted.steps()
                else:
                    kind = drills if isinstance(wanted, _DrillWanted) else reviews
                    kind[number] = wanted.steps()
            works = hints or drills or reviews
            number = max(works) if works is hints else min(works)
            said = _said(works[number])
            if isinstance(said, float):
                if shares.get(number) == said:
                    continue  # many unread messages would fill the pipe
                shares[number] = said
            connection.send((number, said))
            if said is None or isinstance(said, str):
                del works[number]
                shares.pop(number, None)


def _said(steps: Iterator[object]) -> object:
    """Return the next message of a job: None at its end, a line if it fails."""
    try:
        return next(steps, None)
    except KernelError as error:
        return str(error)
    except Exception as error:  # noqa: BLE001 - whatever it is, the asking process reports it
        return " ".join(f"{type(error).__name__}: {error}".split())
