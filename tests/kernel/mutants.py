"""Test the tests of the kernel's rules: do they notice a wrong line of the C?

    python -m tests.kernel.mutants --number 200 --seed 1 --keep kernel-mutants.jsonl

A mutant changes one place of one file: another comparison, another number, `and` for `or`, plus for
minus, a missing `!`, true for false, or a line left out. Places are drawn evenly from all files. A
mutant is compiled and tried with the scenarios, `test_kernel.py`, damaged records, and hands played
in step by engine and kernel, for `BUDGET` seconds of CPU time. `--keep FILE` saves each mutant with
its result and resumes from there. Exit status: 0 if all survivors are listed as equivalent in
`mutants.txt`, beside this file, so that no test could notice them; else 1.

Not mutated: comments, sizes of arrays, names of errors, `tonk_state`, and random play.
"""

import argparse
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final
from zlib import crc32

from ai.kernel import NAME
from tests.kernel.check import compiler
from tests.long.mutants import Essence, equivalents

ROOT: Final = Path(__file__).parents[2]
KERNEL: Final = ROOT / "ai" / "kernel"
EQUIVALENT: Final = Path(__file__).with_name("mutants.txt")
FILES: Final = (
    "rules.c",
    "random.c",
    "spreads.c",
    "internal.h",
    "legal.c",
    "turn.h",
    "hand.c",
    "settle.c",
    "replay.c",
)
BUDGET: Final = 12.0
"""CPU seconds for playing hands step by step."""
_LONGEST: Final = 90
"""CPU seconds after which a trial is ended: a mutant that does not end counts as killed."""
_PATIENCE: Final = 1800.0
"""Elapsed seconds after which a trial is ended."""
_COMPILED: Final = ("-std=c11", "-O1", "-w", "-ffp-contract=off", "-shared", "-fPIC")
_SWAPPED: Final = {
    "<": ("<=", ">"),
    "<=": ("<", "=="),
    ">": (">=", "<"),
    ">=": (">", "=="),
    "==": ("!=",),
    "!=": ("==",),
    "&&": ("||",),
    "||": ("&&",),
    "+": ("-",),
    "-": ("+",),
}
_TOKEN: Final = re.compile(
    r"(?<= )(<=|>=|==|!=|&&|\|\||<|>|\+|-)(?= )|\b\d+\b|!(?=[\w(])|\b(?:true|false)\b"
)
_LEFT_OUT: Final = re.compile(r"^\s*(?:h->|out->|s->|note\(|return TONK_\w+;)[^{}]*;\s*$")
_SKIPPED: Final = re.compile(
    r"^\s*(?:#|/\*|\*|enum|typedef|static const char|\"|tell_|out->)"
    r"|TONK_API|\"TONK_|_error_name|tonk_in_\w+\(.*\);$"
)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A line of a kernel source file, and its replacement."""

    file: str
    line: int
    before: str
    after: str

    @property
    def essence(self) -> Essence:
        """What identifies the change, wherever in the file the line is."""
        return self.file, " ".join(self.before.split()), " ".join(self.after.split())

    def source(self) -> str:
        """Return the text of its file with the change; raise ``ValueError`` if the line is gone."""
        lines = (KERNEL / self.file).read_text("utf-8").splitlines()
        places = [at for at, line in enumerate(lines) if line.strip() == self.before.strip()]
        if not places:
            raise ValueError(f"{self.file}:{self.line}: {self.before.strip()} is gone")
        lines[min(places, key=lambda at: abs(at + 1 - self.line))] = self.after
        return "\n".join(lines) + "\n"

    def __str__(self) -> str:
        return f"{self.file}:{self.line}\n- {self.before.strip()}\n+ {self.after.strip()}"


def draw(seed: str) -> Iterator[Mutant]:
    """Yield endless mutants, determined by the seed and the files."""
    dice = Random(f"kernel mutants {seed}")
    lines = {file: list(_lines(file)) for file in FILES}
    while True:
        file = dice.choice(FILES)
        number, line = dice.choice(lines[file])
        changes = [*_changes(line)]
        if changes:
            yield Mutant(file, number, line, dice.choice(changes))


def _lines(file: str) -> Iterator[tuple[int, str]]:
    is_comment = False
    for number, line in enumerate((KERNEL / file).read_text("utf-8").splitlines(), start=1):
        opens, closes = line.rfind("/*"), line.rfind("*/")
        if not is_comment and not _SKIPPED.search(line) and line.strip():
            yield number, line
        is_comment = opens > closes or (is_comment and closes < 0)


def _changes(line: str) -> Iterator[str]:
    code = line.partition("/*")[0]
    for token in _TOKEN.finditer(code):
        for other in _others(token[0]):
            yield line[: token.start()] + other + line[token.end() :]
    if _LEFT_OUT.match(line):
        yield line[: len(line) - len(line.lstrip())] + ";"


def _others(token: str) -> tuple[str, ...]:
    if token.isdecimal():
        return (str(int(token) + 1),)
    return {"!": ("",), "true": ("false",), "false": ("true",)}.get(token) or _SWAPPED[token]


# A trial, in a copy of the project made of links, with its own kernel.


def tried(mutant: Mutant, budget: float = BUDGET) -> str:
    """Return ``killed``, ``survived``, or ``gone`` if it does not compile or its line is gone."""
    with TemporaryDirectory(prefix="tonk-kernel-") as folder:
        try:
            source = mutant.source()
        except ValueError:
            return "gone"
        _link_project(Path(folder))
        if not _compile(Path(folder) / "ai" / "kernel", mutant.file, source):
            return "gone"
        words = [sys.executable, "-m", "tests.kernel.mutants", "--trial", str(budget)]
        try:
            ended = subprocess.run(
                words, cwd=folder, capture_output=True, check=False, timeout=_PATIENCE
            )
        except subprocess.TimeoutExpired:
            return "killed"
        return "killed" if ended.returncode else "survived"


def _link_project(folder: Path) -> None:
    for name in ("game", "tests", "assets"):
        (folder / name).symlink_to(ROOT / name)
    kernel = folder / "ai" / "kernel"
    kernel.mkdir(parents=True)
    for path in (ROOT / "ai").iterdir():
        if path.name not in ("kernel", "__pycache__"):
            (folder / "ai" / path.name).symlink_to(path)
    for path in KERNEL.glob("*.py"):
        (kernel / path.name).symlink_to(path)


def _compile(kernel: Path, file: str, source: str) -> bool:
    for path in KERNEL.glob("*.[ch]"):
        (kernel / path.name).write_text(
            source if path.name == file else path.read_text("utf-8"), "utf-8"
        )
    sources = sorted(str(path) for path in kernel.glob("*.c"))
    header = crc32((KERNEL / "tonk.h").read_bytes())  # else the library would be refused
    about = f"-DTONK_HEADER={header}u"
    words = [compiler() or "cc", *_COMPILED, about, "-o", str(kernel / NAME), *sources]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


def trial(budget: float) -> None:
    """Run the tests of one mutant in a project with its kernel; an error kills it."""
    import resource

    from tests.kernel import lockstep, test_kernel, test_lockstep, test_replay
    from tests.rules.lockstep import table

    resource.setrlimit(resource.RLIMIT_CPU, (_LONGEST, _LONGEST))
    for name, test in vars(test_kernel).items():
        if name.startswith("test_"):
            marks = [each for each in getattr(test, "pytestmark", ()) if each.name == "parametrize"]
            cases: list[tuple[object, ...]] = [(each,) for mark in marks for each in mark.args[1]]
            for values in cases or [()]:
                test(*values)
    for scenario in test_replay.SCENARIOS:
        check = (
            test_replay.test_wrong_scenarios
            if "wrong" in scenario.told
            else test_replay.test_scenarios
        )
        check(scenario)
    test_replay.test_damaged_actions()
    test_lockstep.test_every_action_that_can_be_named()
    began, place = time.process_time(), 0
    while time.process_time() - began < budget:
        lockstep.Pair(*table(place, 500)).play()
        place += 1


def main() -> int:
    """Try mutants until ``--number`` have a result; return 1 if an unlisted one survives."""
    parser = argparse.ArgumentParser(description="Would the tests notice?")
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--keep", type=Path, metavar="FILE")
    parser.add_argument("--trial", type=float, metavar="SECONDS", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.trial is not None:
        trial(options.trial)
        return 0
    if options.keep is None:
        parser.error("--keep is missing")
    return _try_many(options.number, options.seed, options.keep)


def _try_many(number: int, seed: str, keep: Path) -> int:
    kept = (
        [json.loads(line) for line in keep.read_text("utf-8").splitlines()] if keep.exists() else []
    )
    known, fates = (
        equivalents(EQUIVALENT),
        {Mutant(**each["mutant"]): each["fate"] for each in kept},
    )
    for mutant in draw(seed):
        if sum(fate != "gone" for fate in fates.values()) >= number:
            break
        if mutant in fates:
            continue
        fates[mutant] = "survived" if mutant.essence in known else tried(mutant)
        with keep.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"mutant": asdict(mutant), "fate": fates[mutant]}) + "\n")
    survivors = [each for each, fate in fates.items() if fate == "survived"]
    unnamed = [each for each in survivors if each.essence not in known]
    for each in unnamed:
        print(each)
    killed = sum(fate == "killed" for fate in fates.values())
    print(f"{killed} killed, {len(survivors)} survived, of which {len(unnamed)} are not named")
    return 1 if unnamed else 0


if __name__ == "__main__":
    sys.exit(main())
