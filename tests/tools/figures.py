"""Record the results of checks that are too long for every test run.

python -m tests.tools.figures                          prints the saved results
python -m tests.tools.figures "COMMAND"                runs it, shows its output, saves its end
python -m tests.tools.figures --note "COMMAND" TEXT    saves a result obtained elsewhere

Results are in ``tests/long/figures.json``, the latest of each command, with the commit that was
checked out (``-dirty`` if files had changed) and the date. A command that fails changes nothing.
"""

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from game.console.entry import run

ROOT: Final = Path(__file__).resolve().parents[2]
FILE: Final = ROOT / "tests" / "long" / "figures.json"
_COLUMNS: Final = 100


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a command, and its final figure."""

    command: str
    shows: str
    """The purpose of the command."""
    figure: str
    commit: str
    day: str

    def __str__(self) -> str:
        parts = (self.shows, f"-> {self.figure}", f"   {self.day}, {self.commit}")
        wrapped = (
            textwrap.fill(part, _COLUMNS, initial_indent="  ", subsequent_indent="     ")
            for part in parts
            if part
        )
        return "\n".join((self.command, *wrapped))


def read_runs(file: Path = FILE) -> Mapping[str, Run]:
    """Return the latest run of each command, by command."""
    if not file.exists():
        return {}
    return {value["command"]: Run(**value) for value in json.loads(file.read_text("utf-8"))}


def keep(command: str, figure: str, shows: str = "", file: Path = FILE) -> Run:
    """Save a figure in place of an earlier one of that command."""
    runs = dict(read_runs(file))
    known = runs[command].shows if command in runs else ""
    run = Run(command, shows or known, figure, _commit(), f"{datetime.now(UTC):%Y-%m-%d}")
    runs[command] = run
    values = [asdict(each) for each in runs.values()]
    file.write_text(json.dumps(values, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return run


def _commit() -> str:
    """Return the checked-out commit; changed figures alone do not make it dirty."""
    words = ("git", "rev-parse", "--short", "HEAD")
    commit = subprocess.check_output(words, cwd=ROOT, text=True).strip()
    others = (".", f":!{FILE.relative_to(ROOT).as_posix()}")
    is_same = subprocess.run(
        ("git", "diff", "--quiet", "HEAD", "--", *others), cwd=ROOT, check=False
    )
    return commit if is_same.returncode == 0 else f"{commit}-dirty"


def run_command(command: str, lines: int) -> tuple[int, str]:
    """Run a command at the root, show its output, and return its status and last lines."""
    folders = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    name, *words = shlex.split(command)
    program = shutil.which(name, path=folders) or name
    printed: list[str] = []
    with subprocess.Popen(
        (program, *words), cwd=ROOT, text=True, encoding="utf-8", stdout=subprocess.PIPE
    ) as process:
        for line in process.stdout or ():
            print(line, end="", flush=True)
            printed.append(line.strip())
    return process.returncode, "; ".join([line for line in printed if line][-lines:])


def main(argv: Sequence[str] | None = None, file: Path = FILE) -> int:
    """Print the figures, or add one; return the status of the command that was run."""
    parser = argparse.ArgumentParser(description="Figures of past runs.")
    parser.add_argument("command", nargs="?", help="run this, and keep the end of its output")
    parser.add_argument("text", nargs="?", help="with --note: the figure")
    parser.add_argument("--note", action="store_true", help="keep TEXT without running anything")
    parser.add_argument("--shows", default="", help="what the command tries or measures")
    parser.add_argument("--lines", type=int, default=1, help="keep so many lines (default: 1)")
    options = parser.parse_args(argv)
    if bool(options.text) != options.note or (options.note and not options.command):
        parser.error('give --note "COMMAND" TEXT, or "COMMAND" alone')
    if not options.command:
        print(*read_runs(file).values(), sep="\n\n")
        return 0
    status, figure = 0, options.text
    if not options.note:
        status, figure = run_command(options.command, options.lines)
    if status == 0:
        print(keep(options.command, figure, options.shows, file))
    return status


if __name__ == "__main__":
    sys.exit(run("figures", None, main))
