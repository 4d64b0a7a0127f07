"""A program killed at any moment loses nothing that it has said it did."""

import subprocess
import sys
from pathlib import Path
from random import Random

from game.play.session import Session
from game.saves.store import Store
from tests.session.soak import PLAN, point, step
from tests.session.test_store import same
from tests.shares import EVERY

ROOT = Path(__file__).resolve().parents[2]
KILLS = 8 if EVERY else 4


def _killed_after(folder: Path, lines: int) -> tuple[int, int]:
    """Run the soak program, kill it after so many lines, and tell how far it said it had come."""
    command = (sys.executable, "-m", "tests.session.soak", str(folder))
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        heard = [program.stdout.readline() for _ in range(lines)]
        program.kill()
        heard += [line for line in program.stdout if line.endswith("\n")]
    hand, moves = heard[-1].split()
    return int(hand), int(moves)


def test_kills_lose_nothing(tmp_path: Path) -> None:
    reference = Session.start(PLAN)
    dice = Random(20)
    for number in range(KILLS):
        said = _killed_after(tmp_path, dice.randrange(1, 250))
        store = Store.open(tmp_path)
        kept = store.saved_session()
        assert store.damage is None, f"kill {number}"
        assert kept is not None
        assert point(kept) >= said
        while point(reference) < point(kept):
            step(reference)
        assert same(kept, reference), f"kill {number}"
        assert kept.history() == reference.history()
        store.close()
    assert reference.number > KILLS
