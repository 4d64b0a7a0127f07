"""The commands of `tonk`, and the parser of their arguments."""

import argparse
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Final

from game.console.arguments import VERSION_WORDS, parser_of

_ABOUT: Final = (
    "Tonk, the knock-rummy card game, against computer opponents. Without a command: play."
)
GROUPS: Final = {
    "play": {
        "play": "play at the table (this is what a bare `tonk` does)",
        "open": "replay saved hands at the table (`tonk FILE` does the same)",
    },
    "hands": {
        "replay": "check hand records and tell them move by move",
        "verify": "check that hands were sealed before the deal and not changed since",
        "review": "tell what each decision of saved hands cost, and how much was luck",
        "slips": "count the slips that people make in saved hands",
    },
    "rules": {
        "rules": "list, tell, compare, check and share rule sets",
        "explore": "tell what a rule set does, and what good play does differently under it",
        "fairness": "test whether the dealer deals by chance alone, and whether any opponent peeks",
    },
    "upkeep": {
        "export": "back everything up in one file",
        "import": "add what such a backup holds to what you have",
        "doctor": "tell what is installed where, and whether all of it is whole",
    },
}
"""What players use, as `tonk --help` lists it."""
COMMANDS: Final = {name: what for group in GROUPS.values() for name, what in group.items()}
INSTRUMENTS: Final = {"bench": "measure what the window costs, and how soon it is there"}
"""What developers of the window use: left out of the list of commands."""
_MOVED: Final = ("arena", "ladder", "tune", "selftest", "bench engine")
"""What `tonk-lab` does now."""
_REFUSED: Final = 2  # exit status


def moved(words: Sequence[str]) -> int:
    """Say in one line where a command is now that was one of `tonk`; its status, 0 for others."""
    for name in _MOVED:
        if " ".join(words[: len(name.split())]) == name:
            print(f"now: tonk-lab {name} …", file=sys.stderr)
            return _REFUSED
    return 0


def parsed(words: Sequence[str]) -> argparse.Namespace:
    """The command asked for, as ``run``, and its options; ``SystemExit`` where they are wrong."""
    words = _with_command(words)
    return parser(words[:1]).parse_args(words)


def _with_command(words: Sequence[str]) -> list[str]:
    """`tonk`, and `tonk` with nothing but options, mean `tonk play`; `tonk FILE` opens it."""
    asks = {"-h", "--help", *VERSION_WORDS}
    if not words or (words[0].startswith("-") and words[0] not in asks):
        return ["play", *words]
    if words[0] in asks or words[0] in COMMANDS or words[0] in INSTRUMENTS:
        return list(words)
    from game.cli.play import is_record_file

    return ["open", *words] if is_record_file(words[0]) else list(words)


def parser(commands: Iterable[str] = ()) -> argparse.ArgumentParser:
    """Return the parser of the command line; the manual page is made from it, too.

    It knows the options of ``commands``, or of all that players use where none is given.
    """
    wanted = frozenset(commands) or frozenset(COMMANDS)
    instruments = {name: what for name, what in INSTRUMENTS.items() if name in wanted}
    return parser_of("tonk", _ABOUT, GROUPS | {"": instruments}, wanted, _add_command)


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
