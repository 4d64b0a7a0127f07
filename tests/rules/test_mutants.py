"""`python -m tests.long.mutants` in short: the tests notice what is wrong, and nothing else."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.long.mutants import ROOT, Fate, Mutant, equivalents, read_fates

_WRONG = (
    ("moves.py", "around.pop()", "around.pop(0)"),
    ("moves.py", "if hand.chances:", "if not hand.chances:"),
    (
        "moves.py",
        "if finish.ending is not Ending.STOCKOUT:",
        "if finish.ending is Ending.STOCKOUT:",
    ),
    ("moves.py", 'return rules.last_lay in ("drop", "both")', 'return rules.last_lay in ("no",)'),
    ("moves.py", "hand.hands[seat].remove(card)", "hand.hands[seat].pop()"),
    ("counting.py", "return min(counts)", "return max(counts)"),
    ("spreads.py", "BOOK_MOST: Final = 4", "BOOK_MOST: Final = 3"),
)
_ENDLESS = ("spreads.py", "high += 1", "high += 0")
_HARMLESS = (
    "state.py",
    "return [(seat + step) % self.seats for step in range(self.seats)]",
    "return [(step + seat) % self.seats for step in range(self.seats)]",
)


def _mutant(file: str, before: str, after: str) -> Mutant:
    """That change at its place, indented as the line is."""
    lines = (ROOT / "game" / "rules" / file).read_text("utf-8").splitlines()
    line = next(line for line in lines if line.strip() == before)
    indented = line[: len(line) - len(line.lstrip())]
    return Mutant(file, lines.index(line) + 1, indented + before, indented + after)


def test_known_mistakes_are_noticed_and_a_harmless_change_is_not(tmp_path: Path) -> None:
    keep = tmp_path / "mutants.jsonl"
    drawn = [Fate(_mutant(*each), "drawn") for each in (*_WRONG, _ENDLESS, _HARMLESS)]
    keep.write_text("".join(fate.to_json() + "\n" for fate in drawn), "utf-8")
    few = ["tests/rules/test_last_lay.py", "tests/rules/test_counting.py"]
    words = ["-m", "tests.long.mutants", "--keep", str(keep), "--tests", *few]
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    fates = [fate.fate for fate in read_fates(keep)]
    assert fates == ["killed"] * len(_WRONG) + ["time", "survived"], done.stderr
    assert done.returncode == 1
    assert "8 killed, 1 of them since a test did not end, 1 survived" in done.stdout
    assert "(step + seat)" in done.stdout


@pytest.mark.parametrize("mutant", equivalents(), ids=lambda mutant: f"{mutant.file}")
def test_what_is_called_equivalent_is_a_change_with_a_reason(mutant: Mutant) -> None:
    assert mutant.before.split() != mutant.after.split()
    assert (ROOT / "game" / "rules" / mutant.file).is_file()
    assert len(equivalents()[mutant]) > 20, "why?"
