"""Entry point of `python -m game` and of the standalone program.

A frozen child process runs this file again from the top, so it imports nothing heavy.
"""

import sys

if __name__ == "__main__":
    if getattr(sys, "frozen", False):
        import multiprocessing

        multiprocessing.freeze_support()

    from game.cli import main

    raise SystemExit(main())
