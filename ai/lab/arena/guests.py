"""Plugin bots, each in its own process that receives views and nothing else.

Beside the engine a bot could walk up the call stack to the hand and read all cards. Here it cannot:
what goes to its process is the view of one decision, and what comes back is the number of a legal
action, nothing that would be unpacked or run. A process has one chair of one rotation of one match,
so none of them meets the same deal twice, and bots of one name at one table do not share a mind.
That holds off who looks around in Python; it is no prison for a program that goes after files and
other processes of the same user.
"""

import os
import sys
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Final, Self

from ai.baselines import UniformRandom
from ai.bot import Bot
from ai.registry import LeftOutError, UnknownBotError, load_plugin, make_bot
from game.processes import Worker, interrupts_deferred, pipe
from game.rules.actions import PASS, Action, Discard
from game.rules.view import SeatView

_LOADING: Final = 60.0
"""Seconds in which a package has to be loaded."""
_LONGEST: Final = 2000
"""Bytes of an answer, at most."""
_PASS, _NONE = "pass", "none"
_RAISED: Final = "raised "
_NO_ACTION: Final = Discard("")
"""Is never legal."""


def plugins_in(name: str) -> tuple[str, ...]:
    """The opponents of other packages that would sit behind ``name``; none is loaded for that."""
    found: list[str] = []

    def note(own: str) -> Bot:
        found.append(own)
        return UniformRandom()

    try:
        make_bot(name, note)
    except UnknownBotError:
        return ()
    return tuple(found)


class GuestError(Exception):
    """What a guest did instead of deciding, as faults are listed: raised ValueError, crashed."""


class Guest:
    """An opponent of another package; asked for a decision, it asks its process.

    ``is_new`` means that a new opponent is to decide next, one that knows nothing of earlier hands.
    """

    def __init__(self, name: str) -> None:
        self.name, self.is_new = name, True
        self._process: Worker | None = None
        self._connection: Connection | None = None

    def start(self) -> Self:
        """Start its process; it loads while others do."""
        self._connection, theirs = pipe()
        self._process = Worker(
            target=_serve, args=(theirs, self.name), name=f"bot {self.name}", daemon=True
        )
        try:
            self._process.start()
        except AssertionError:
            raise RuntimeError(f"no process for {self.name} may be started here") from None
        theirs.close()
        return self

    def welcome(self, seconds: float = _LOADING) -> None:
        """Wait until it can play; ``LeftOutError`` where it cannot."""
        why = f"it is not loaded after {seconds:g} s"
        try:
            if self._connection is not None and self._connection.poll(seconds):
                why = self._connection.recv_bytes(_LONGEST).decode(errors="replace")
        except (EOFError, OSError):
            why = "its process ended"
        if why:
            self.close()
            raise LeftOutError(self.name, why)

    def try_out(self) -> None:
        """See whether it can be loaded; ``LeftOutError`` where it cannot."""
        with interrupts_deferred():
            self.start()
        self.welcome()
        self.close()

    def choose(self, view: SeatView, seed: int) -> Action:
        """What its process answers; ``GuestError`` where that raised, or is no more."""
        if self._connection is None:
            self.start().welcome()
        assert self._connection is not None
        try:
            self._connection.send((view, seed, self.is_new))
            self.is_new = False
            answer = self._connection.recv_bytes(_LONGEST).decode(errors="replace")
        except (EOFError, OSError):
            self.close()
            raise GuestError("crashed") from None
        return _action(view, answer)

    def stop(self) -> None:
        """End its process, whatever it does; any thread may."""
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """End its process and forget it; the next decision asks a new one."""
        self.stop()
        if self._process is not None:
            self._process.join()
        if self._connection is not None:
            self._connection.close()
        self._process, self._connection, self.is_new = None, None, True


def _action(view: SeatView, answer: str) -> Action:
    """What an answer of a guest stands for; something illegal where it is nonsense."""
    if answer == _PASS:
        return PASS
    if answer.isdecimal() and int(answer) < len(view.legal):
        return view.legal[int(answer)]
    what = answer.removeprefix(_RAISED)
    if what != answer and what.isidentifier():
        raise GuestError(answer)
    return _NO_ACTION


class Guests:
    """Players of a match from other packages, each with its own process in each rotation."""

    def __init__(self, bots: Sequence[str]) -> None:
        self.away = frozenset(place for place, bot in enumerate(bots) if plugins_in(bot))
        """The places of those bots in the match."""
        names = [name for bot in bots for name in plugins_in(bot)]
        self._chairs = [Guest(name) for _rotation in bots for name in names]
        self._asked = 0

    def start(self) -> None:
        """Start all processes."""
        with interrupts_deferred():
            for guest in self._chairs:
                guest.start()
        for guest in self._chairs:
            guest.welcome()

    def make(self, name: str) -> Bot:
        """A new bot for the next hand: bots are seated in their order, rotation after rotation."""
        return make_bot(name, self._next)

    def _next(self, _name: str) -> Bot:
        guest = self._chairs[self._asked % len(self._chairs)]
        self._asked += 1
        guest.is_new = True
        return guest

    def stop(self) -> None:
        """End all processes, whatever they do; any thread may."""
        for guest in self._chairs:
            guest.stop()

    def close(self) -> None:
        """Send all away that are asked nothing now."""
        for guest in self._chairs:
            guest.close()


# In the process of a guest.


def _serve(connection: Connection, name: str) -> None:
    """Load an opponent and let it answer views until nobody asks any more."""
    del sys.argv[1:]  # the seed of the deals may stand there
    os.dup2(2, 1)  # what it prints does not get among the figures
    try:
        bot = load_plugin(name)
    except LeftOutError as error:
        connection.send_bytes(error.why[:_LONGEST].encode(errors="replace")[:_LONGEST])
        return
    connection.send_bytes(b"")
    while True:
        try:
            view, seed, is_new = connection.recv()
        except EOFError:
            return
        try:
            bot = load_plugin(name) if is_new else bot
            answer = _answer(view, bot.choose(view, seed))
        except BaseException as error:  # noqa: BLE001 - foreign code may raise anything
            answer = f"{_RAISED}{type(error).__name__}"
        connection.send_bytes(answer.encode(errors="replace")[:_LONGEST])


def _answer(view: SeatView, action: Action) -> str:
    """An action by its place among the legal ones."""
    places = (place for place, legal in enumerate(view.legal) if legal == action)
    return str(next(places, _PASS if action == PASS else _NONE))
