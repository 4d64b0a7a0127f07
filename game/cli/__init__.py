"""The command line: `tonk` plays, `tonk replay` checks hand records, `tonk bench` measures.

Each subcommand is a module with ``add_arguments`` and ``run``; what is heavy they import when run.

Exit status: 0 all went well, 1 a record is wrong or a bot hung, 2 a file cannot be read or an
option is unknown, 3 there is no display, 4 a folder cannot be written, 5 the program itself lacks
a file, 130 interrupted, 141 nobody reads the output.
"""

import argparse
import io
import os
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Final, NoReturn

from game.version import __version__

INTERRUPTED: Final = 130
UNHEARD: Final = 141

_ABOUT: Final = "Tonk, the knock-rummy card game, against computer opponents. Without a word: play."

_VERSION: Final = f"Tonk {__version__}"
_COMMANDS: Final = {
    "play": "play at the table (this is what a bare `tonk` does)",
    "open": "look at saved hands at the table (`tonk FILE` does the same)",
    "replay": "play hand records back, check them and tell them",
    "selftest": "try the engine on random hands over random rules",
    "rules": "list, tell, compare, check and share rule sets",
    "arena": "let bots play each other and measure who is stronger",
    "ladder": "measure all bots against each other, and go on where that was interrupted",
    "tune": "find the numbers of a plain player that do best under some rules",
    "bench": "measure how fast the engine is, and how soon the window is there",
}


_MODULES: Final = {"open": "opening"}
"""Where a command's module is not called like the command."""


class _Parser(argparse.ArgumentParser):
    """Tells a mistake in one line."""

    def error(self, message: str) -> NoReturn:
        line = " ".join(message.split())
        self.exit(2, f"{self.prog}: {line} (try {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status."""
    _print_anything()
    given = sys.argv[1:] if argv is None else argv
    if list(given) == ["--version"]:  # scripts ask this often: no need to know all commands
        print(_VERSION)
        raise SystemExit(0)
    words = _with_command(given)
    options = parser(words[:1]).parse_args(words)
    try:
        status: int = options.run(options)
        sys.stdout and sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _stop_printing()
        return UNHEARD
    return status


def _with_command(words: Sequence[str]) -> list[str]:
    """`tonk`, and `tonk` with nothing but options, mean `tonk play`; `tonk FILE` opens it."""
    asks = {"-h", "--help", "--version"}
    if not words or (words[0].startswith("-") and words[0] not in asks):
        return ["play", *words]
    if words[0] in asks or words[0] in _COMMANDS:
        return list(words)
    from game.cli.opening import is_file

    return ["open", *words] if is_file(words[0]) else list(words)


def parser(commands: Iterable[str] = ()) -> argparse.ArgumentParser:
    """What the command line understands; the manual page is made of it, too.

    Of ``commands`` alone the options are known, or of all of them: others are only named, so that
    none has to be brought in that is not asked for.
    """
    wanted = frozenset(commands) or frozenset(_COMMANDS)
    top = _Parser(prog="tonk", description=_ABOUT, allow_abbrev=False)
    top.add_argument("--version", action="version", version=_VERSION)
    subparsers = top.add_subparsers(metavar="COMMAND", required=True)
    for name, about in _COMMANDS.items():
        own = subparsers.add_parser(
            name, help=about, description=about[0].upper() + about[1:] + ".", allow_abbrev=False
        )
        if name in wanted:
            module = import_module(f"game.cli.{_MODULES.get(name, name)}")
            module.add_arguments(own)
            own.set_defaults(run=module.run)
    return top


def _print_anything() -> None:
    """A terminal that lacks a sign, a name that is no text and no terminal are nothing to fail of.

    A windowed program on Windows has no streams at all.
    """
    sys.stdout = sys.stdout or io.StringIO()
    sys.stderr = sys.stderr or sys.stdout
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _stop_printing() -> None:
    """Nobody reads any more: let what is still in the buffers go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
