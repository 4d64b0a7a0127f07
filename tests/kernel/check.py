"""Run the kernel under sanitizers: random hands, with checks at every step, and damaged input.

``python -m tests.kernel.check [HANDS] [DAMAGED] [SEED]`` compiles ``ai/kernel/check/check.c`` with
the address and undefined-behavior sanitizers, then with the thread sanitizer, and runs both. Exit
status: 0 if neither finds anything, else 1.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from ai.bridge import rule_numbers
from game.rules.ruleset import RuleSet
from tests.arguments import numbers_given

KERNEL: Final = Path(__file__).parents[2] / "ai" / "kernel"
SANITIZERS: Final = {"address,undefined": 1, "thread": 4}
"""The sanitizers to use together, and the number of threads to run with each."""


def compiler() -> str | None:
    """Return a C compiler that has the sanitizers, or None."""
    return shutil.which("gcc") or shutil.which("clang")


def compiled(sanitizers: str, folder: Path, optimized: str = "-O1") -> Path:
    """Compile the harness; raise ``CalledProcessError`` for any warning."""
    sources = [str(KERNEL / "check" / "check.c"), *map(str, sorted(KERNEL.glob("*.c")))]
    made = folder / f"check-{sanitizers.replace(',', '-')}"
    watched = ["-g", f"-fsanitize={sanitizers}", "-fno-sanitize-recover=all"]
    *keys, _no_naturals = rule_numbers(RuleSet(naturals=()))
    standard = f"-DSTANDARD_KEYS={','.join(map(str, keys))}"
    words = ["-std=gnu11", optimized, *watched, "-Wall", "-Wextra", "-Werror", "-pthread", standard]
    subprocess.run([compiler() or "cc", *words, "-o", str(made), *sources], check=True)
    return made


def run(program: Path, hands: int, damaged: int, threads: int, seed: int = 1) -> str:
    """Run the harness and return its output; fail if it or a sanitizer finds something."""
    words = [str(program), *map(str, (seed, hands, damaged, threads))]
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout.strip()


def main(hands: int = 200_000, damaged: int = 1_000_000, seed: int = 1) -> int:
    """Run the harness under all sanitizers, and print its output; return the exit status."""
    found = 0
    with TemporaryDirectory() as folder:
        for sanitizers, threads in SANITIZERS.items():
            program = compiled(sanitizers, Path(folder))
            try:
                said = run(program, hands // threads, damaged // threads, threads, seed)
            except AssertionError as error:
                said, found = str(error), 1
            print(f"{sanitizers}, {threads} threads: {said}", flush=True)
    return found


if __name__ == "__main__":
    sys.exit(main(*numbers_given(main, __doc__)))
