"""Tests that usually run only a sample, with all of their cases and 2,000 examples each.

    python -m tests.long.every tests/ui/test_everything_fits.py

The arguments go to pytest, whose exit status is returned.
"""

import os
import subprocess
import sys
from typing import Final

TESTS: Final = (sys.executable, "-m", "pytest")


def main(words: list[str]) -> int:
    """Run these tests in full; return the exit status."""
    if not words:
        print(__doc__)
        return 2
    return subprocess.run(
        (*TESTS, *words), env=os.environ | {"TONK_EVERY": "1"}, check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
