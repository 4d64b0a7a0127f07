"""A worker process in which opponents make their decisions, so that the window never waits.

    opponents = Thinker()
    opponents.get_ready(rules, bots)             # starts the process; what takes long comes first
    answer = opponents(view, "expert", seed)     # a future; nobody waits

One process serves all opponents, one question at a time and without a time limit. An answer is the
number of a legal action and how hard the bot found the choice; nothing is unpickled or executed. If
a bot raises, returns an illegal action, or its process dies, it is asked once more in a new
process, with the same view and seed; if that fails too, the future raises ``FailedError``. To drop
a question, cancel its future; if the bot is still busy a second later, its process is killed and a
new one takes the remaining questions.
"""

import json
import logging
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread, Timer
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, runtime_checkable

from ai.bot import Bot, Doubting, ask, own_action
from game.bundled_data import BrokenGameError
from game.processes import Worker, pipe
from game.rules.actions import PASS, Action
from game.rules.ruleset import RuleSet
from game.rules.untrusted_input import printable
from game.rules.view import SeatView

_LOG = logging.getLogger(__name__)
_LONGEST_WHY: Final = 4_000  # most characters of a failure message

USUAL_DOUBT: Final = 0.3
"""The doubt assumed for a bot that reports none."""

Find: TypeAlias = Callable[[str], Bot]
"""A function that makes a bot by name; the worker process calls it."""


class FailedError(Exception):
    """Raised when a bot fails twice to decide; the message says why in one line."""


class _FaultError(Exception):
    """A failure of a bot: one line, and the traceback if it raised."""

    def __init__(self, why: str, trace: str = "") -> None:
        self.trace = trace
        super().__init__(why)


@runtime_checkable
class Preparing(Protocol):
    """A bot that prepares for new rules in advance, so that no decision waits."""

    def prepare(self, rules: RuleSet, seats: int) -> None:
        """Compute what the rules require, and cache it."""


@dataclass(frozen=True, slots=True)
class _Table:
    """The rules and bots of the next table."""

    rules: RuleSet
    bots: tuple[str, ...]
    seats: int


@dataclass(frozen=True, slots=True)
class _Question:
    """A question to a bot."""

    view: SeatView
    bot: str
    seed: int

    def who(self) -> str:
        """The name of the bot and its seat."""
        return f"{printable(self.bot)} in seat {self.view.seat}"


class Thought(Future[Action]):
    """A future decision; once done, ``doubt`` says how hard it was, from 0 (clear) to 1."""

    doubt: float = USUAL_DOUBT


class _Answer(NamedTuple):
    """An answer of the worker process: the number of an action, and the bot's doubt."""

    number: object
    doubt: float = USUAL_DOUBT


@dataclass(slots=True, eq=False)
class _Asked:
    """A question and the future of its answer."""

    question: _Question
    future: Thought = field(default_factory=Thought)


def _bot_of(name: str) -> Bot:
    from ai.registry import opponent  # only in the worker process: they take megabytes

    return opponent(name)


class Thinker:
    """A client of the worker process; decisions are futures. Calls never block, from any thread."""

    def __init__(self, find: Find = _bot_of) -> None:
        """``find`` must be a module-level function: the worker process imports it by name."""
        self._find = find
        self._asked: SimpleQueue[_Asked | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._mind = _Mind(find)
        self._table: _Table | None = None
        self._at: _Asked | _Table | None = None
        """The question in progress."""

    def __call__(self, view: SeatView, bot: str, seed: int) -> Thought:
        """Ask the bot of that name for its decision."""
        asked = _Asked(_Question(view, bot, seed))
        asked.future.add_done_callback(lambda future: self._let_go(asked, future))
        self._hand_on(asked)
        return asked.future

    def get_ready(self, rules: RuleSet, bots: Sequence[str], seats: int) -> None:
        """Start the process, and let these bots prepare for these rules.

        Preparation precedes all answers, and is not repeated while rules and bots stay unchanged.
        """
        table = _Table(rules, tuple(dict.fromkeys(bots)), seats)
        if table == self._table:
            return
        self._table = table
        if isinstance(self._at, _Table):  # for the table before, which nobody waits for any more
            self._mind.kill()
        self._hand_on(None)

    @property
    def pid(self) -> int | None:
        """The process id of the worker; None where none runs."""
        return self._mind.pid

    def close(self) -> None:
        """End the process; a later question starts another."""
        thread, self._thread = self._thread, None
        if thread is not None:
            asked, self._asked = self._asked, SimpleQueue()
            mind, self._mind = self._mind, _Mind(self._find)
            mind.close_for_good()
            asked.put(None)

    def _hand_on(self, asked: _Asked | None) -> None:
        self._asked.put(asked)
        if self._thread is None:
            self._thread = Thread(
                target=self._work, args=(self._asked, self._mind), name="opponents", daemon=True
            )
            self._thread.start()

    def _let_go(self, asked: _Asked, future: Future[Action]) -> None:
        """Stop a bot that is still busy with a canceled question."""
        if future.cancelled() and self._at is asked:
            # The bot gets one more second to finish a canceled question.
            timer = Timer(1.0, self._stop, [asked, self._mind])
            timer.daemon = True
            timer.start()

    def _stop(self, asked: _Asked, mind: "_Mind") -> None:
        if self._at is asked:
            mind.kill()

    # -- in the thread that talks to the process -------------------------------------------------

    def _work(self, queue: SimpleQueue[_Asked | None], mind: "_Mind") -> None:
        while not mind.is_over:
            asked = queue.get()
            if asked is None:
                self._get_ready(mind)
            else:
                self._decide(mind, asked)
            self._at = None

    def _get_ready(self, mind: "_Mind") -> None:
        """Have the bots prepare for the table, even if their process has died since."""
        tries = 0
        mind.forget_if_dead()
        while mind.ready_for != (table := self._table) and table and not mind.is_over:
            self._at, tries = table, tries + 1
            try:
                mind.ask(table)
            except (_FaultError, BrokenGameError) as error:
                if table != self._table or mind is not self._mind:
                    continue  # killed after its question was canceled
                _LOG.warning("not ready for the table: %s", error)
                if tries < 3:  # bots that fail to prepare again may still decide
                    continue
            mind.ready_for = table

    def _decide(self, mind: "_Mind", asked: _Asked) -> None:
        why = ""
        for is_last in (False, True):
            self._get_ready(mind)
            self._at = asked
            if asked.future.cancelled() or mind.is_over:
                return
            try:
                answer = mind.ask(asked.question)
                action = self._action(asked.question.view, answer.number)
            except BrokenGameError as error:
                self._settle(asked.future, error)
                return
            except _FaultError as error:
                if asked.future.cancelled() or mind.is_over:
                    return
                why = printable(str(error))
                again = "fails again" if is_last else "is started again"
                _LOG.error("%s %s: %s", asked.question.who(), again, error.trace or error)
                mind.close()
            else:
                asked.future.doubt = answer.doubt
                self._settle(asked.future, action)
                return
        self._settle(asked.future, FailedError(f"{asked.question.who()}: {why}"))

    @staticmethod
    def _settle(future: Future[Action], found: Action | Exception) -> None:
        """Set the result, unless the future was canceled."""
        # Only now does the future count as running: until here it could be cancelled.
        with suppress(InvalidStateError):
            if future.set_running_or_notify_cancel():
                if isinstance(found, Exception):
                    future.set_exception(found)
                else:
                    future.set_result(found)

    @staticmethod
    def _action(view: SeatView, answer: object) -> Action:
        """Return the action that an answer stands for."""
        if answer == _PASS:
            return PASS
        if isinstance(answer, int) and 0 <= answer < len(view.legal):
            return view.legal[answer]
        raise _FaultError(f"answered {answer}, which is illegal")


class _Mind:
    """The parent's handle on the worker process, which starts when first needed."""

    def __init__(self, find: Find) -> None:
        self._find = find
        self._process: Worker | None = None
        self._connection: Connection | None = None
        self.ready_for: _Table | None = None
        self.is_over = False
        """Whether the handle is closed for good."""

    @property
    def pid(self) -> int | None:
        """The process id of the worker; None where none runs."""
        return None if self._process is None else self._process.pid

    def ask(self, what: _Question | _Table) -> _Answer:
        """Wait for the answer and return it; raise ``_FaultError`` if there is none.

        ``BrokenGameError`` where a file of the game is missing or damaged.
        """
        connection = self._connection or self._start()
        try:
            connection.send(what)
            answer = connection.recv_bytes(64 * 1024)  # bytes at most
            heard: Any = json.loads(answer)  # Any: matched right below
        except (EOFError, OSError, ValueError):
            self.close()
            raise _FaultError("its process ended") from None
        match heard:
            case {"answer": number, "doubt": float(doubt)} if 0 <= doubt <= 1:
                return _Answer(number, doubt)
            case {"answer": number}:
                return _Answer(number)
            case {"broken": [str(name), str(why)]}:
                raise BrokenGameError(name, why)
            case {"failed": str(why)}:
                raise _FaultError(why.rstrip().rpartition("\n")[2], why)
            case _:
                raise _FaultError("its process answers nonsense")

    def forget_if_dead(self) -> None:
        """Forget a process that died while idle, and what it had prepared."""
        if self._process is not None and not self._process.is_alive():
            self.close()

    def kill(self) -> None:
        """Kill the process at once, from any thread. The next question starts another."""
        if self._process is not None:
            with suppress(AttributeError):  # a process that is still starting cannot be killed yet
                self._process.kill()

    def close(self) -> None:
        """Kill the process and forget it."""
        process, connection = self._process, self._connection
        self._process = self._connection = self.ready_for = None
        if process is not None:
            process.kill()
            process.join()
        if connection is not None:
            connection.close()

    def close_for_good(self) -> None:
        """Kill the process, and start no other."""
        self.is_over = True
        self.kill()

    def _start(self) -> Connection:
        connection, theirs = pipe()
        process = Worker(target=_serve, args=(theirs, self._find), name="opponents", daemon=True)
        process.start()
        theirs.close()
        self._process, self._connection = process, connection
        if self.is_over:
            process.kill()
        return connection


# -- in the worker process -------------------------------------------------------------------------

_PASS: Final = "pass"


def _serve(connection: Connection, find: Find) -> None:
    """Answer questions until the connection closes."""
    while True:
        try:
            asked = connection.recv()
        except (EOFError, OSError):
            return
        said = json.dumps(_said(find, asked)).encode()
        try:
            connection.send_bytes(said)
        except OSError:
            return


def _said(find: Find, asked: _Question | _Table) -> dict[str, object]:
    """Return an answer, or the reason why there is none."""
    try:
        if isinstance(asked, _Table):
            for name in asked.bots:
                bot = find(name)
                if isinstance(bot, Preparing):
                    bot.prepare(asked.rules, asked.seats)
            return {"answer": None}
        bot = find(asked.bot)
        answer = ask(bot, asked.view, asked.seed)
        action = own_action(asked.view, answer)
    except BrokenGameError as error:
        return {"broken": [error.name, error.why]}
    except BaseException:  # noqa: BLE001 - any bot may raise anything, and the next question comes
        return {"failed": traceback.format_exc()[-_LONGEST_WHY:]}
    if action is None:
        return {"answer": _words(answer)}
    if action in asked.view.legal:
        return {"answer": asked.view.legal.index(action), "doubt": _doubt(bot, asked.view)}
    return {"answer": _PASS}


def _doubt(bot: Bot, view: SeatView) -> float | None:
    """Return how hard the bot finds a decision on its turn; None if it cannot say."""
    if not isinstance(bot, Doubting) or view.seat != view.turn or len(view.legal) == 1:
        return None
    try:
        return float(bot.doubt(view))
    except Exception:  # noqa: BLE001 - foreign code may raise anything, and its decision stands
        return None


def _words(answer: object) -> str:
    """Describe an invalid answer for the log; it may be any object, and its repr may raise."""
    try:
        return printable(repr(answer))[:_LONGEST_WHY]
    except BaseException:  # noqa: BLE001 - foreign code may raise anything
        return f"a {type(answer).__name__}"
