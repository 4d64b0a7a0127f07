"""Thinking off the frame thread.

Every decision runs in a thread of its own. Threads share one interpreter, so a thinking bot slows
the frame thread; the opponents here take well under a millisecond, which no frame can notice, while
a process of their own would cost more to start and to talk to than they ever use. A bot that
searches for long belongs in a process, behind this same call.
"""

import logging
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread

from ai.bot import Bot
from ai.fallback import is_allowed, safe_action
from ai.registry import make_bot
from game.rules.actions import Action
from game.rules.view import SeatView

_LOG = logging.getLogger(__name__)


class Thinker:
    """Answers views with decisions, each as a future.

    Nobody has to wait: a future that is cancelled is cancelled at once, and what its thread finds
    later is thrown away. Threads are daemons, so a bot that hangs holds up neither game nor exit.
    """

    def __init__(self, find: Callable[[str], Bot] = make_bot) -> None:
        self._find = find

    def __call__(self, view: SeatView, bot: str, seed: int) -> Future[Action]:
        """Start thinking as the bot of that name; ``UnknownBotError`` where there is none."""
        player = self._find(bot)
        future: Future[Action] = Future()
        Thread(
            target=_answer,
            args=(future, player, bot, view, seed),
            name=f"thinking-{bot}",
            daemon=True,
        ).start()
        return future


def decide(player: Bot, name: str, view: SeatView, seed: int) -> Action:
    """What ``player`` decides; where it fails to, a safe action and a line in the log."""
    try:
        action = player.choose(view, seed)
    except Exception:  # noqa: BLE001 - any bot may raise anything, and the hand must go on
        _LOG.exception("%s failed to decide in seat %d; a safe action stands in", name, view.seat)
        return safe_action(view)
    if not is_allowed(view, action):
        _LOG.error("%s answered %r in seat %d, which is illegal", name, action, view.seat)
        return safe_action(view)
    return action


def _answer(future: Future[Action], player: Bot, name: str, view: SeatView, seed: int) -> None:
    action = decide(player, name, view, seed)
    # Only now does the future count as running: until here it could be cancelled.
    if future.set_running_or_notify_cancel():
        future.set_result(action)
