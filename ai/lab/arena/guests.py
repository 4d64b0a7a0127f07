"""Plugin bots, each in its own process that receives views and nothing else.

In the engine's process a bot could walk up the call stack to the hand and read all cards. Here its
process gets the view of one decision, and returns the number of a legal action, never an object to
unpickle or run. Each process plays one seat of one rotation of one match, so none meets a deal
twice, and bots of one name at a table share no memory. This stops snooping within Python; it is not
a sandbox against a program that reads files or other processes of the same user.
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
"""Time limit in seconds for loading a package."""
_LONGEST: Final = 2000
"""Maximum length of an answer, in bytes."""
_PASS, _NONE = "pass", "none"
_RAISED: Final = "raised "
_NO_ACTION: Final = Discard("")
"""An action that is never legal."""


def plugins_in(name: str) -> tuple[str, ...]:
    """Return the bots from other packages that ``name`` involves, without loading them."""
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
    """Raised if a guest fails; the text names the fault, as "raised ValueError" or "crashed"."""


class Guest:
    """A bot from another package, which decides in its own process.

    If ``is_new``, the process makes a new bot before the next decision, which remembers no hand.
    """

    def __init__(self, name: str) -> None:
        self.name, self.is_new = name, True
        self._process: Worker | None = None
        self._connection: Connection | None = None

    def start(self) -> Self:
        """Start its process, without waiting until the package is loaded."""
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

    def welcome(self) -> None:
        """Wait until it can play; raise ``LeftOutError`` if it cannot."""
        why = f"it is not loaded after {_LOADING:g} s"
        try:
            if self._connection is not None and self._connection.poll(_LOADING):
                why = self._connection.recv_bytes(_LONGEST).decode(errors="replace")
        except (EOFError, OSError):
            why = "its process ended"
        if why:
            self.close()
            raise LeftOutError(self.name, why)

    def try_out(self) -> None:
        """Check that it can be loaded; raise ``LeftOutError`` if it cannot."""
        with interrupts_deferred():
            self.start()
        self.welcome()
        self.close()

    def choose(self, view: SeatView, seed: int) -> Action:
        """Ask its process for a decision; raise ``GuestError`` if the bot raised or crashed."""
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
        """Kill its process; callable from any thread."""
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """End its process; the next decision starts a new one."""
        self.stop()
        if self._process is not None:
            self._process.join()
        if self._connection is not None:
            self._connection.close()
        self._process, self._connection, self.is_new = None, None, True


def _action(view: SeatView, answer: str) -> Action:
    """Decode a guest's answer; nonsense becomes an illegal action."""
    if answer == _PASS:
        return PASS
    if answer.isdecimal() and int(answer) < len(view.legal):
        return view.legal[int(answer)]
    what = answer.removeprefix(_RAISED)
    if what != answer and what.isidentifier():
        raise GuestError(answer)
    return _NO_ACTION


class Guests:
    """The guests of a match, each with its own process in each rotation."""

    def __init__(self, bots: Sequence[str]) -> None:
        self.away = frozenset(place for place, bot in enumerate(bots) if plugins_in(bot))
        """The indices, in the match, of bots that involve guests."""
        names = [name for bot in bots for name in plugins_in(bot)]
        self._chairs = [Guest(name) for _rotation in bots for name in names]
        self._asked = 0

    def start(self) -> None:
        """Start all processes, and wait until they can play."""
        with interrupts_deferred():
            for guest in self._chairs:
                guest.start()
        for guest in self._chairs:
            guest.welcome()

    def make(self, name: str) -> Bot:
        """Make a bot for the next hand; expects bots in match order, one rotation after another."""
        return make_bot(name, self._next)

    def _next(self, _name: str) -> Bot:
        guest = self._chairs[self._asked % len(self._chairs)]
        self._asked += 1
        guest.is_new = True
        return guest

    def stop(self) -> None:
        """Kill all processes; callable from any thread."""
        for guest in self._chairs:
            guest.stop()

    def close(self) -> None:
        """End all processes; none may be deciding."""
        for guest in self._chairs:
            guest.close()


# Code that runs in a guest's process.


def _serve(connection: Connection, name: str) -> None:
    """Load a bot and answer views until the connection is closed."""
    del sys.argv[1:]  # the seed of the deals may stand there
    os.dup2(2, 1)  # what it prints must not mix with the results
    sys.stdout = sys.stderr  # which keeps no line back: the process may be killed
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
    """Encode an action by its index among the legal ones."""
    places = (place for place, legal in enumerate(view.legal) if legal == action)
    return str(next(places, _PASS if action == PASS else _NONE))
