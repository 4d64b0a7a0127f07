"""Run every check: `python tests/tools/check.py`, with `--fix` to fix what can be fixed first.

The gates run before the tests, since they are quick. Exit status: 0 if all pass, else 1.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PYTHON = sys.executable
LINT_IMPORTS = "from importlinter.cli import lint_imports_command as run; run()"

GATES: dict[str, tuple[str, ...]] = {
    "format": (PYTHON, "-m", "ruff", "format", "--check", "."),
    "lint": (PYTHON, "-m", "ruff", "check", "."),
    "types": (PYTHON, "-m", "mypy"),
    "imports": (PYTHON, "-c", LINT_IMPORTS, "--no-logo"),
}
FIXES: tuple[tuple[str, ...], ...] = (
    (PYTHON, "-m", "ruff", "check", "--fix", "--quiet", "."),
    (PYTHON, "-m", "ruff", "format", "--quiet", "."),
)
# The gates have just run, so leave out the tests that run them again.
TESTS = (PYTHON, "-m", "pytest", "--deselect=tests/repo/test_gates.py")


def run_gate(name: str) -> subprocess.CompletedProcess[str]:
    """Run one gate at the root of the project and capture its output."""
    return subprocess.run(
        GATES[name],
        check=False,
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def gate_holds(name: str) -> bool:
    """Run one gate, print its result in a line, and its output if it failed."""
    began = time.monotonic()
    outcome = run_gate(name)
    word = "failed" if outcome.returncode else "ok"
    print(f"{name:<8} {word:<6} {time.monotonic() - began:5.1f} s", flush=True)
    if outcome.returncode:
        print(outcome.stdout, flush=True)
    return outcome.returncode == 0


def main() -> int:
    """Fix if asked, then run every check; return 0 if all pass."""
    parser = argparse.ArgumentParser(description="Run every check; unknown words go to pytest.")
    parser.add_argument("--fix", action="store_true", help="format and mend what ruff can first")
    options, words = parser.parse_known_args()
    if options.fix:
        for command in FIXES:
            subprocess.run(command, cwd=ROOT, check=False)
    gates = [gate_holds(name) for name in GATES]
    tests = subprocess.run((*TESTS, *words), cwd=ROOT, check=False)
    return 0 if all(gates) and tests.returncode == 0 else 1


if __name__ == "__main__":
    raise SystemExit(main())
