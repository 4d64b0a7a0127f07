"""Thinking off the frame thread.

Every decision runs in a thread of its own. Threads share one interpreter, so a thinking bot slows
the frame thread; the opponents here take a few milliseconds at most, which hardly a frame can
notice, while a process of their own would cost more to start and to talk to than they ever use. A
bot that searches for long belongs in a process, behind this same call.
"""

import ctypes
import logging
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from threading import Thread, Timer
from typing import Final

from ai.bot import Bot, ask, is_allowed, own_action, safe_action
from ai.registry import make_bot
from game.broken import BrokenGameError
from game.rules.actions import Action
from game.rules.outside import printable
from game.rules.view import SeatView

_LOG = logging.getLogger(__name__)

STAND_IN: Final = "casual"
"""Who decides in place of a bot that fails to, or that takes too long."""


class OverrunError(Exception):
    """Raised inside a bot that has thought for too long, to end its thinking."""


class Thinker:
    """Answers views with decisions, each as a future.

    No caller has to wait: a future is cancelled at once, and what its thread finds later is
    thrown away. Threads are daemons, so a bot that hangs holds up neither game nor exit.
    With ``patience``, in seconds, a bot that has not decided by then is stopped, and somebody else
    decides; only a game has such a clock, since with one a decision is no longer a matter of view
    and seed alone.
    """

    def __init__(
        self, find: Callable[[str], Bot] = make_bot, patience: float | None = None
    ) -> None:
        self._find = find
        self._patience = patience

    def __call__(self, view: SeatView, bot: str, seed: int) -> Future[Action]:
        """Start thinking as the bot of that name; ``UnknownBotError`` where there is none."""
        player = self._find(bot)
        future: Future[Action] = Future()
        thread = Thread(
            target=_answer,
            args=(future, player, bot, view, seed),
            name=f"thinking-{bot}",
            daemon=True,
        )
        thread.start()
        if self._patience is not None:
            self._watch(self._patience, thread, future, lambda: _instead(view, bot, seed))
        return future

    def _watch(
        self, patience: float, thread: Thread, future: Future[Action], instead: Callable[[], Action]
    ) -> None:
        def overrun() -> None:
            if not future.done():
                _settle(future, instead())
                _stop(thread)

        timer = Timer(patience, overrun)
        timer.daemon = True
        future.add_done_callback(lambda _done: timer.cancel())
        timer.start()


def decide(player: Bot, name: str, view: SeatView, seed: int) -> Action:
    """What ``player`` decides; where it fails to, another's decision and a line in the log.

    For a thread of its own: Ctrl+C never reaches that, so whatever is raised is the player's.

    ``BrokenGameError`` where a file of the game is missing or damaged.
    """
    try:
        answer = ask(player, view, seed)
        action = own_action(view, answer)
    except (OverrunError, BrokenGameError):
        raise
    except BaseException:  # noqa: BLE001 - any bot may raise anything, and the hand must go on
        _LOG.exception("%s failed to decide in seat %d; another stands in", name, view.seat)
        return stand_in(view, seed)
    if action is None:
        words = _words(answer)
        _LOG.error("%s answered %s in seat %d, which is illegal", name, words, view.seat)
        return stand_in(view, seed)
    return action


def _words(answer: object) -> str:
    """An answer as the log shows it; it may be anything, and raise when shown."""
    try:
        return printable(repr(answer))
    except BaseException:  # noqa: BLE001 - foreign code may raise anything
        return f"a {type(answer).__name__}"


def stand_in(view: SeatView, seed: int) -> Action:
    """What Casual would do here; something harmless should even that one fail."""
    try:
        action = ask(make_bot(STAND_IN), view, seed)
    except BrokenGameError:
        return safe_action(view)
    except Exception:  # noqa: BLE001 - nothing may stop the hand
        _LOG.exception("%s failed to stand in", STAND_IN)
        return safe_action(view)
    return action if is_allowed(view, action) else safe_action(view)


def _instead(view: SeatView, name: str, seed: int) -> Action:
    _LOG.error("%s thinks for too long in seat %d; another stands in", name, view.seat)
    return stand_in(view, seed)


def _answer(future: Future[Action], player: Bot, name: str, view: SeatView, seed: int) -> None:
    try:
        _settle(future, decide(player, name, view, seed))
    except OverrunError:
        return
    except BrokenGameError as error:
        _settle_error(future, error)


def _settle(future: Future[Action], action: Action) -> None:
    """Answer, unless there is an answer already or the future was cancelled."""
    if future.done():
        return
    try:
        # Only now does the future count as running: until here it could be cancelled.
        if future.set_running_or_notify_cancel():
            future.set_result(action)
    except InvalidStateError:
        return


def _settle_error(future: Future[Action], error: BrokenGameError) -> None:
    """Hand on that the game cannot go on, for its window to say so."""
    if future.set_running_or_notify_cancel():
        future.set_exception(error)


def _stop(thread: Thread) -> None:
    """End a thread's thinking at its next step; one that waits outside of Python goes on."""
    if thread.ident is not None and thread.is_alive():
        number = ctypes.c_ulong(thread.ident)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(number, ctypes.py_object(OverrunError))
