"""Test the tests of `game/rules` with cosmic-ray: do the quick ones notice a wrong line?

    python -m tests.long.mutants FOLDER --number 1500 --seed 1

A mutant, made by cosmic-ray (the extra `mutants`), changes one place: a number, comparison or
operator, `not`, `and` or `or`, a loop without iterations, a missing decorator. Places are drawn
evenly from all files, one change for each. The tests of `QUICK` run on a copy of the project in
FOLDER until one fails or does not end, which kills the mutant. Results are saved in
`FOLDER/mutants.sqlite`, from where an interrupted run resumes; `cr-report` and `cr-html` show them.
Exit status: 0 if all survivors are listed as equivalent in `mutants.txt`, beside this file, so that
no test could notice them; else 1.

Some mutants are not drawn, since nothing that a player could notice depends on them: `is` for `==`
and back; annotations; imports; caches; the keywords of `dataclass`.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from cosmic_ray.work_db import WorkDB
    from cosmic_ray.work_item import WorkItem

ROOT: Final = Path(__file__).resolve().parents[2]
RULES: Final = Path("game", "rules")
EQUIVALENT: Final = Path(__file__).with_name("mutants.txt")
QUICK: Final = (
    *("tests/scenarios/test_scenarios.py", "tests/rules", "tests/rulesets"),
    *("tests/ai/lab/test_selftest.py", "tests/session/test_hand_files.py"),
    *("tests/cli/test_verify.py", "tests/cli/test_replay.py", "tests/cli/test_rules.py"),
)
_LONGEST: Final = 60
"""Seconds after which a test counts as endless."""
_PATIENCE: Final = 1800.0
"""Time limit in seconds for all mutants."""
_MEMORY: Final = 4 * 1024**3
_NOT_COPIED: Final = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "screenshots")
_WITHOUT_EFFECT: Final = re.compile(
    r"BinaryOperator_BitOr_|_(Eq_Is|Is_Eq|NotEq_IsNot|IsNot_NotEq)$"
)
"""Mutation operators that are not used; `|` is mostly part of a type."""
_BESIDE_THE_POINT: Final = re.compile(r"\s*(@.*(cache|dataclass)|from |import )|.*\bTypeAlias\b")
"""Lines that are not mutated."""

Essence: TypeAlias = tuple[str, str, str]
"""A file's name, and the lines of a change before and after it, without their indentation."""


def draw(db: WorkDB, number: int, seed: str) -> None:
    """Put ``number`` mutants into an empty session, determined by the seed and the files."""
    from cosmic_ray.commands import init

    init(sorted(RULES.glob("*.py")), db, {})
    places: defaultdict[tuple[object, ...], list[WorkItem]] = defaultdict(list)
    for item in db.work_items:
        (change,) = item.mutations
        line = change.module_path.read_text("utf-8").splitlines()[change.start_pos[0] - 1]
        if not _WITHOUT_EFFECT.search(change.operator_name) and not _BESIDE_THE_POINT.match(line):
            places[str(change.module_path), *change.start_pos, *change.end_pos].append(item)
    dice = Random(f"mutants {seed}")
    drawn = dice.sample(sorted(places), min(number, len(places)))
    db.clear()
    db.add_work_items(
        dice.choice(sorted(places[place], key=lambda item: str(item.mutations))) for place in drawn
    )


def essence_of(lines: Iterable[str]) -> Essence:
    """Return the essence of a change, from the lines of a unified diff."""
    name, sides = "", {"-": "", "+": ""}
    for line in lines:
        if line.startswith("+++"):
            name = Path(line.split()[-1]).name
        elif line[:1] in sides and not line.startswith("---"):
            sides[line[0]] += " ".join(["", *line[1:].split()])
    return name, sides["-"].strip(), sides["+"].strip()


def equivalents(file: Path = EQUIVALENT) -> Mapping[Essence, str]:
    """Return the reasons why the mutants in a list make no difference, by essence.

    Entries are separated by a blank line; each has its file, its lines before (``-``) and after
    (``+``), and the reason.
    """
    found = {}
    for block in file.read_text("utf-8").split("\n\n")[1:]:
        name, *lines = block.strip().splitlines()
        why = [line for line in lines if line[:2] not in ("- ", "+ ")]
        found[essence_of([f"+++ {name}", *lines])] = " ".join(why)
    return found


def survivors(db: WorkDB) -> Iterator[str]:
    """Yield the changes that no test has noticed, as diffs."""
    return (result.diff for _, result in db.completed_work_items if not result.is_killed)


def main() -> int:
    """Draw mutants or continue; return 1 if one survives that is not listed as equivalent."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.mutants")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--number", type=int, default=1500)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--tests", nargs="+", default=QUICK, metavar="FILE", help="try by these")
    options = parser.parse_args()
    from cosmic_ray.commands import execute
    from cosmic_ray.config import ConfigDict
    from cosmic_ray.testing import run_tests
    from cosmic_ray.work_db import use_db
    from cosmic_ray.work_item import TestOutcome

    copy = options.folder.resolve() / "project"
    if not copy.exists():
        shutil.copytree(ROOT, copy, ignore=_NOT_COPIED)
    os.chdir(copy)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    pytest = f"{sys.executable} -m pytest -x -q -n0 -p no:cacheprovider --timeout {_LONGEST}"
    command = f"{pytest} {' '.join(options.tests)}"
    outcome, output = run_tests(command, _PATIENCE)
    if outcome is not TestOutcome.SURVIVED:
        print(f"the tests fail without any change:\n{output}", file=sys.stderr)
        return 2
    with use_db(copy.parent / "mutants.sqlite") as db:
        if not db.num_work_items:
            draw(db, options.number, options.seed)
        distributor = ConfigDict(name="local")
        words = {"test-command": command, "timeout": _PATIENCE, "distributor": distributor}
        execute(db, ConfigDict(words))
        left = list(survivors(db))
        unknown = [diff for diff in left if essence_of(diff.splitlines()) not in equivalents()]
        print(*unknown, sep="\n")
        named = len(left) - len(unknown)
        print(f"{db.num_results} mutants: {len(left)} survived, {named} of them are named")
    return 1 if unknown else 0


if __name__ == "__main__":
    raise SystemExit(main())
