"""`tonk open FILE`: look at saved hands in the game's window; a bare `tonk FILE` does the same."""

import argparse
import sys
from pathlib import Path
from typing import Final

ENDINGS: Final = (".tonk.json", ".tonk.jsonl", ".json", ".jsonl")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `tonk open` understands."""
    parser.add_argument(
        "file",
        nargs="?",
        type=Path,
        metavar="FILE",
        help="a hand record (.tonk.json), or many, one a line (.tonk.jsonl); without one, play",
    )


def run(options: argparse.Namespace) -> int:
    """Open the window with the replay in it; a file that is no hand is told of there, too."""
    from game.cli.play import open_window
    from game.session.opening import open_hands
    from game.session.options import PlayOptions

    if options.file is None:
        return open_window(PlayOptions())
    opened = open_hands(options.file)
    if opened.trouble:
        print(f"{options.file}: {opened.trouble}", file=sys.stderr)
    status = open_window(PlayOptions(opens=options.file))
    return opened.status or status


def is_file(word: str) -> bool:
    """Whether a word that stands where a command might is a file to be opened."""
    return word.lower().endswith(ENDINGS) or Path(word).is_file()
