"""The command line of the laboratory, `tonk-lab`: bots measured, tuned and trained.

Each command is a module with ``add_arguments`` and ``run``, which import what is heavy when called.

Exit status: 0 all went well, 1 the engine broke a promise, a bot hung or workers were lost, 2 what
was asked cannot be done, 4 a file or standard output cannot be written, 5 the program itself lacks
a file, 130 interrupted, 141 nobody reads the output.
"""

from collections.abc import Sequence

from game.console.entry import run


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status."""
    return run("tonk-lab", argv, _chosen)


def _chosen(words: list[str]) -> int:
    from ai.lab.cli.parser import parser

    options = parser(words[:1]).parse_args(words)
    return int(options.run(options))
