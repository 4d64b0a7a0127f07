"""The parser of a program with commands, whose modules are loaded only when needed."""

import argparse
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final, NoReturn

from game.version import __version__

VERSION_WORDS: Final = ("-V", "--version")
_LIST: Final = "commands"


class _Parser(argparse.ArgumentParser):
    """A parser that reports a mistake in one line."""

    def error(self, message: str) -> NoReturn:
        from game.rules.untrusted_input import printable

        line = printable(" ".join(message.split()))
        self.exit(2, f"{self.prog}: {line} (try {self.prog} --help)\n")


class _Program(_Parser):
    """A parser that lists its commands in groups, which argparse cannot."""

    groups: Mapping[str, Mapping[str, str]]

    def format_help(self) -> str:
        """Return the help with groups instead of argparse's single list."""
        before, _, rest = super().format_help().partition(f"\n{_LIST}:\n")
        after = rest.partition("\n\n")[2]
        return "\n".join((before, *self._groups(), after))

    def _groups(self) -> Iterator[str]:
        width = max(len(name) for commands in self.groups.values() for name in commands)
        for title, commands in self.groups.items():
            if title:
                yield f"{title}:"
                yield from (f"  {name:<{width}}  {what}" for name, what in commands.items())
                yield ""


def parser_of(
    program: str,
    about: str,
    groups: Mapping[str, Mapping[str, str]],
    wanted: Collection[str],
    add: Callable[[str, argparse.ArgumentParser], None],
) -> argparse.ArgumentParser:
    """Return a parser of ``groups`` of commands by name, each command with its help.

    ``add`` adds to a command's parser its arguments and the function that runs it. It is called for
    the ``wanted`` commands only: the others are just named, so that their modules are not loaded. A
    group without a title is not shown.
    """
    top = _Program(
        prog=program,
        usage=f"{program} [COMMAND] [OPTION ...]",
        description=about,
        epilog=f"Run `{program} COMMAND --help` for the options of a command.",
        allow_abbrev=False,
    )
    top.groups = groups
    top.add_argument(*VERSION_WORDS, action="version", version=f"Tonk {__version__}")
    subparsers = top.add_subparsers(
        title=_LIST, prog=program, parser_class=_Parser, metavar="COMMAND", required=True
    )
    for commands in groups.values():
        for name, what in commands.items():
            own = subparsers.add_parser(
                name, help=what, description=what[0].upper() + what[1:] + ".", allow_abbrev=False
            )
            if name in wanted:
                add(name, own)
    return top
