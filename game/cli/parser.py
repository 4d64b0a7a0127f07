"""The commands of `tonk`, and the parser of their arguments."""

import argparse
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Final

from game.console.arguments import VERSION_WORDS, parser_of
from game.console.output import ExitStatus

GROUPS: Final = {
    "play": {
        "play": "open the game (as plain `tonk` does)",
        "open": "show saved hands at the table (as `tonk FILE` does)",
    },
    "hands": {
        "replay": "check hand records and describe each move",
        "verify": "check that hands were sealed before the deal and are unchanged",
        "review": "show what each decision in saved hands cost, and how much was luck",
        "slips": "count human slips in saved hands",
    },
    "rules": {
        "rules": "list, describe, compare, check and share rule sets",
        "explore": "show what a rule set does, and how it changes good play",
        "fairness": "test that deals are random and that no opponent peeks",
    },
    "upkeep": {
        "export": "back up everything to one file",
        "import": "add the contents of a backup to your own",
        "doctor": "print a one-page diagnosis of the installation",
    },
}
"""The commands for players, as `tonk --help` lists them."""
COMMANDS: Final = {name: what for group in GROUPS.values() for name, what in group.items()}
INSTRUMENTS: Final = {"bench": "measure the window's speed, start-up time and memory"}
"""The commands for developers of the window, left out of the list."""


def moved(words: Sequence[str]) -> int:
    """Report that a command has moved to `tonk-lab`; return the exit status, 0 if it has not."""
    for name in ("arena", "ladder", "tune", "selftest", "bench engine"):
        if " ".join(words[: len(name.split())]) == name:
            print(f"now: tonk-lab {name} …", file=sys.stderr)
            return ExitStatus.UNREADABLE
    return 0


def parsed(words: Sequence[str]) -> argparse.Namespace:
    """Return the options, including the command's ``run``; raise ``SystemExit`` if they are
    wrong.
    """
    words = _with_command(words)
    return parser(words[:1]).parse_args(words)


def _with_command(words: Sequence[str]) -> list[str]:
    """Return the words with a command: `tonk play` without one, `tonk open` for a bare file."""
    asks = {"-h", "--help", *VERSION_WORDS}
    if not words or (words[0].startswith("-") and words[0] not in asks):
        return ["play", *words]
    if words[0] in asks or words[0] in COMMANDS or words[0] in INSTRUMENTS:
        return list(words)
    from game.cli.play import is_record_file

    return ["open", *words] if is_record_file(words[0]) else list(words)


def parser(commands: Iterable[str] = ()) -> argparse.ArgumentParser:
    """Return the parser of the command line, from which the manual page is also made.

    It knows the options of ``commands``, by default of all commands for players.
    """
    wanted = frozenset(commands) or frozenset(COMMANDS)
    instruments = {name: what for name, what in INSTRUMENTS.items() if name in wanted}
    return parser_of(
        "tonk",
        "Tonk, the knock-rummy card game, against computer opponents. Without a command: opens the "
        "game.",
        GROUPS | {"": instruments},
        wanted,
        _add_command,
    )


def _add_command(name: str, parser: argparse.ArgumentParser) -> None:
    """Add to the parser of a command its arguments and the function that runs it."""
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
