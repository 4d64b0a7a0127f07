"""The command line: `tonk` plays, `tonk replay` checks hand records, `tonk rules` tells rule sets.

Each command is a module with ``add_arguments`` and ``run``, which import heavy modules only when
called.

Their exit statuses are in `game/cli/COMMANDS.md`.
"""

from collections.abc import Sequence

from game.cli.window import UNTIL_SEEN, open_window, print_first_frame
from game.console.entry import run
from game.version import __version__


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    return run("tonk", argv, _chosen)


def _chosen(words: list[str]) -> int:
    """Run the command in the words; a bare `tonk` needs no parser."""
    if not words:
        return open_window()
    if words == [UNTIL_SEEN]:
        return print_first_frame()
    if words in (["--version"], ["-V"]):  # scripts ask this often
        print(f"Tonk {__version__}")
        raise SystemExit(0)
    from game.cli.parser import moved, parsed

    if line := moved(words):
        return line
    options = parsed(words)
    return int(options.run(options))
