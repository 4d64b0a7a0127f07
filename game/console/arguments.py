"""The parser of a program that has commands, each of which may bring in much code."""

import argparse
from collections.abc import Callable, Collection, Mapping
from typing import NoReturn

from game.version import __version__


class _Parser(argparse.ArgumentParser):
    """Reports a mistake in one line."""

    def error(self, message: str) -> NoReturn:
        from game.rules.untrusted_input import printable

        line = printable(" ".join(message.split()))
        self.exit(2, f"{self.prog}: {line} (try {self.prog} --help)\n")


def parser_of(
    program: str,
    about: str,
    commands: Mapping[str, str],
    wanted: Collection[str],
    add: Callable[[str, argparse.ArgumentParser], None],
) -> argparse.ArgumentParser:
    """Return a parser of these ``commands`` by name, each with what it does.

    ``add`` gives the parser of a command its arguments, and the function that runs it. That is
    asked of the ``wanted`` alone: the others are only named, so that their modules are not loaded.
    """
    top = _Parser(prog=program, description=about, allow_abbrev=False)
    top.add_argument("--version", action="version", version=f"Tonk {__version__}")
    subparsers = top.add_subparsers(metavar="COMMAND", required=True)
    for name, what in commands.items():
        own = subparsers.add_parser(
            name, help=what, description=what[0].upper() + what[1:] + ".", allow_abbrev=False
        )
        if name in wanted:
            add(name, own)
    return top
