"""The command line of the laboratory, `tonk-lab`: measure, tune and train bots.

Each command is a module with ``add_arguments`` and ``run``; heavy modules are imported when these
are called.

Exit status: 0 success, 1 the engine failed a check, the kernel is missing, a bot hung or no workers
were left, 2 the request is invalid, 4 a file or standard output cannot be written, 5 a file of the
program is missing or damaged, 130 interrupted, 141 the reader closed the output.
"""

import sys
from collections.abc import Sequence

from game.console.entry import run


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    return run("tonk-lab", argv, _chosen)


def _chosen(words: list[str]) -> int:
    from ai.kernel import KernelError, load
    from ai.lab.cli.parser import parser
    from game.console.output import ExitStatus

    options = parser(words[:1]).parse_args(words)
    try:
        # These also run, or say more, where there is no kernel.
        if words[0] not in ("selftest", "bench", "train", "respond"):
            load()
    except KernelError as error:
        print(f"tonk-lab {words[0]}: there is no kernel: {error}", file=sys.stderr)
        return ExitStatus.WRONG
    return int(options.run(options))
