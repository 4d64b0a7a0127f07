"""Thinking beside the window: every decision of an opponent is made in a process of its own.

    opponents = Thinker()
    opponents.get_ready(rules, bots)             # starts the process; what takes long comes first
    answer = opponents(view, "expert", seed)     # a future; nobody waits

One process thinks for all opponents, one question after the other, as long as each takes: nobody
else ever decides for them. What comes back is the number of a legal action, and how hard the bot
found the choice; nothing that would be unpacked or run. Where a bot raises, gives no legal action,
or its process dies, it is asked once more in a new process, with the same view and seed; where that
fails too the future raises ``FailedError``. Whoever does not want an answer any more cancels the
future; if the bot is still at it a second later, its process is ended, and another goes on with
what else was asked.
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
_LONGEST_WHY: Final = 4_000  # characters of a failure that are passed on

USUAL_DOUBT: Final = 0.3
"""The doubt of a bot that does not know its own."""

Find: TypeAlias = Callable[[str], Bot]
"""Makes the bot of a name; the process of the bots calls it."""


class FailedError(Exception):
    """A bot did not decide, and did not when it was started again: one line that says why."""


class _FaultError(Exception):
    """What a bot did instead of deciding: a line, and the traceback where it raised."""

    def __init__(self, why: str, trace: str = "") -> None:
        self.trace = trace
        super().__init__(why)


@runtime_checkable
class Preparing(Protocol):
    """A bot with something to work out before it plays by new rules, so that no decision waits."""

    def prepare(self, rules: RuleSet, seats: int) -> None:
        """Work it out, and keep it."""


@dataclass(frozen=True, slots=True)
class _Table:
    """The rules that are played by next, and the bots that do."""

    rules: RuleSet
    bots: tuple[str, ...]
    seats: int


@dataclass(frozen=True, slots=True)
class _Question:
    """What a bot is to decide."""

    view: SeatView
    bot: str
    seed: int

    def who(self) -> str:
        """The bot that is asked, and its seat."""
        return f"{printable(self.bot)} in seat {self.view.seat}"


class Thought(Future[Action]):
    """A decision to come; ``doubt`` says then how hard it was, from 0, all clear, to 1."""

    doubt: float = USUAL_DOUBT


class _Answer(NamedTuple):
    """What the process of the bots says: the number of an action, and the doubt about it."""

    number: object
    doubt: float = USUAL_DOUBT


@dataclass(slots=True, eq=False)
class _Asked:
    """A question, and the answer to come."""

    question: _Question
    future: Thought = field(default_factory=Thought)


def _bot_of(name: str) -> Bot:
    from ai.registry import make_bot  # in the process of the bots alone: they take megabytes

    return make_bot(name)


class Thinker:
    """Answers views with decisions, each as a future; no call waits, and any thread may call."""

    def __init__(self, find: Find = _bot_of) -> None:
        """``find`` is a function of a module: the process of the bots looks it up there."""
        self._find = find
        self._asked: SimpleQueue[_Asked | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._mind = _Mind(find)
        self._table: _Table | None = None
        self._at: _Asked | _Table | None = None
        """What the process works on now."""

    def __call__(self, view: SeatView, bot: str, seed: int) -> Thought:
        """Ask the bot of that name for its decision."""
        asked = _Asked(_Question(view, bot, seed))
        asked.future.add_done_callback(lambda future: self._let_go(asked, future))
        self._hand_on(asked)
        return asked.future

    def get_ready(self, rules: RuleSet, bots: Sequence[str], seats: int) -> None:
        """Start the process, and let these bots work out what takes long under these rules.

        It is done before anything else is answered, and once as long as they stay the same.
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
        """End the process; what is asked later starts another."""
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
        """Do not let a bot think for ever about what nobody wants to know any more."""
        if future.cancelled() and self._at is asked:
            # The bot may think on for a second about what nobody wants to know any more.
            timer = Timer(1.0, self._stop, [asked, self._mind])
            timer.daemon = True
            timer.start()

    def _stop(self, asked: _Asked, mind: "_Mind") -> None:
        if self._at is asked:
            mind.kill()

    # -- in the thread that talks with the process -----------------------------------------------

    def _work(self, queue: SimpleQueue[_Asked | None], mind: "_Mind") -> None:
        while not mind.is_over:
            asked = queue.get()
            if asked is None:
                self._get_ready(mind)
            else:
                self._decide(mind, asked)
            self._at = None

    def _get_ready(self, mind: "_Mind") -> None:
        """Have the bots prepare for the table, whatever has become of their process since."""
        tries = 0
        mind.forget_if_dead()
        while mind.ready_for != (table := self._table) and table and not mind.is_over:
            self._at, tries = table, tries + 1
            try:
                mind.ask(table)
            except (_FaultError, BrokenGameError) as error:
                if table != self._table or mind is not self._mind:
                    continue  # stopped, because nobody waits for it any more
                _LOG.warning("not ready for the table: %s", error)
                if tries < 3:  # those that do not prepare even then may still decide
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
        """Answer, unless the future was cancelled."""
        # Only now does the future count as running: until here it could be cancelled.
        with suppress(InvalidStateError):
            if future.set_running_or_notify_cancel():
                if isinstance(found, Exception):
                    future.set_exception(found)
                else:
                    future.set_result(found)

    @staticmethod
    def _action(view: SeatView, answer: object) -> Action:
        """Return what an answer stands for."""
        if answer == _PASS:
            return PASS
        if isinstance(answer, int) and 0 <= answer < len(view.legal):
            return view.legal[answer]
        raise _FaultError(f"answered {answer}, which is illegal")


class _Mind:
    """The process of the bots, as it is seen from here; it is started when it is first needed."""

    def __init__(self, find: Find) -> None:
        self._find = find
        self._process: Worker | None = None
        self._connection: Connection | None = None
        self.ready_for: _Table | None = None
        self.is_over = False
        """Whether nothing will be asked any more."""

    @property
    def pid(self) -> int | None:
        """The process id of the worker; None where none runs."""
        return None if self._process is None else self._process.pid

    def ask(self, what: _Question | _Table) -> _Answer:
        """Return the answer, however long it takes; ``_FaultError`` where there is none.

        ``BrokenGameError`` where a file of the game is missing or damaged.
        """
        connection = self._connection or self._start()
        try:
            connection.send(what)
            answer = connection.recv_bytes(64 * 1024)  # bytes at most
            heard: Any = json.loads(answer)  # Any: looked at at once
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
        """Forget a process that died while it had nothing to do, and what it was ready for."""
        if self._process is not None and not self._process.is_alive():
            self.close()

    def kill(self) -> None:
        """End it at once; any thread may. The next question starts another."""
        if self._process is not None:
            with suppress(AttributeError):  # while it is being started it cannot be killed yet
                self._process.kill()

    def close(self) -> None:
        """End it and forget it."""
        process, connection = self._process, self._connection
        self._process = self._connection = self.ready_for = None
        if process is not None:
            process.kill()
            process.join()
        if connection is not None:
            connection.close()

    def close_for_good(self) -> None:
        """End it, and start no other."""
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


# -- in the process of the bots --------------------------------------------------------------------

_PASS: Final = "pass"


def _serve(connection: Connection, find: Find) -> None:
    """Answer until nobody asks any more."""
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
    """Return an answer, or why there is none."""
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
    """Return how hard the bot finds a decision of its turn; None where it does not know."""
    if not isinstance(bot, Doubting) or view.seat != view.turn or len(view.legal) == 1:
        return None
    try:
        return float(bot.doubt(view))
    except Exception:  # noqa: BLE001 - foreign code may raise anything, and its decision stands
        return None


def _words(answer: object) -> str:
    """An answer that is none, as the log shows it; it may be anything, and raise when shown."""
    try:
        return printable(repr(answer))[:_LONGEST_WHY]
    except BaseException:  # noqa: BLE001 - foreign code may raise anything
        return f"a {type(answer).__name__}"
