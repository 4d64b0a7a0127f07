"""The commands, and the parser of their arguments."""

import argparse
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Final, NoReturn

from game.version import __version__

_ABOUT: Final = (
    "Tonk, the knock-rummy card game, against computer opponents. Without a command: play."
)
_COMMANDS: Final = {
    "play": "play at the table (this is what a bare `tonk` does)",
    "open": "replay saved hands at the table (`tonk FILE` does the same)",
    "replay": "check hand records and tell them move by move",
    "review": "tell what each decision of saved hands cost, and how much was luck",
    "slips": "count the slips that people make in saved hands",
    "verify": "check that hands were sealed before the deal and not changed since",
    "fairness": "test whether the dealer deals by chance alone, and whether any opponent peeks",
    "doctor": "tell what is installed where, and whether all of it is whole",
    "export": "back everything up in one file",
    "import": "add what such a backup holds to what you have",
    "selftest": "try the engine on random hands over random rules",
    "rules": "list, tell, compare, check and share rule sets",
    "explore": "tell what a rule set does, and what good play does differently under it",
    "arena": "let bots play each other and measure who is stronger",
    "ladder": "measure all bots against each other, and go on where that was interrupted",
    "tune": "find the numbers of a plain player that do best under some rules",
    "bench": "measure how fast the engine is, and how soon the window is there",
}


class _Parser(argparse.ArgumentParser):
    """Reports a mistake in one line."""

    def error(self, message: str) -> NoReturn:
        from game.rules.outside import printable

        line = printable(" ".join(message.split()))
        self.exit(2, f"{self.prog}: {line} (try {self.prog} --help)\n")


def parsed(words: Sequence[str]) -> argparse.Namespace:
    """The command asked for, as ``run``, and its options; ``SystemExit`` where they are wrong."""
    words = _with_command(words)
    return parser(words[:1]).parse_args(words)


def _with_command(words: Sequence[str]) -> list[str]:
    """`tonk`, and `tonk` with nothing but options, mean `tonk play`; `tonk FILE` opens it."""
    asks = {"-h", "--help", "--version"}
    if not words or (words[0].startswith("-") and words[0] not in asks):
        return ["play", *words]
    if words[0] in asks or words[0] in _COMMANDS:
        return list(words)
    from game.cli.play import is_record_file

    return ["open", *words] if is_record_file(words[0]) else list(words)


def parser(commands: Iterable[str] = ()) -> argparse.ArgumentParser:
    """The parser of the command line; the manual page is made from it, too.

    It knows the options of ``commands``, or of all commands where none is given; the others are
    only named, so that their modules are not imported.
    """
    wanted = frozenset(commands) or frozenset(_COMMANDS)
    top = _Parser(prog="tonk", description=_ABOUT, allow_abbrev=False)
    top.add_argument("--version", action="version", version=f"Tonk {__version__}")
    subparsers = top.add_subparsers(metavar="COMMAND", required=True)
    for name, about in _COMMANDS.items():
        own = subparsers.add_parser(
            name, help=about, description=about[0].upper() + about[1:] + ".", allow_abbrev=False
        )
        if name in wanted:
            _add_command(name, own)
    return top


def _add_command(name: str, parser: argparse.ArgumentParser) -> None:
    """Give the parser of a command its arguments, and the function that runs it."""
    if name == "open":
        from game.cli.play import add_open_arguments, run_open

        add_open_arguments(parser)
        parser.set_defaults(run=run_open)
        return
    if name in ("export", "import"):
        from game.cli import transfer

        transfer.add_arguments(parser, name)
        return
    module = import_module(f"game.cli.{name}")
    module.add_arguments(parser)
    parser.set_defaults(run=module.run)
