"""A command that is killed takes the processes that work for it with it."""

import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from game.processes import Workers, interrupts_deferred
from tests.ai.plugging import install
from tests.cli.hands import long_record, written
from tests.conftest import cannot_run

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
"""Seconds against a hang; all of it takes one or two on a machine that is not busy."""

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="processes are listed by /proc"
)

COACH = """
import time
from ai.consulting import Consultant
from game.rules.cards import shuffled
from game.rules.hand import Hand
from game.rules.presets import STANDARD
from game.rules.view import view

hand = Hand.deal(STANDARD, 2, 1, shuffled(STANDARD.pack(), "c0" * 32))
seen = view(hand, hand.turn)
hints = [Consultant().hint(seen, seed) for seed in range(2)]
time.sleep(1000)
"""
BUSY = """
class Bot:
    def choose(self, view, seed):
        while True:
            pass
"""
PROGRAM = """
import subprocess
from game.processes import ended_with_this

subprocess.run(ended_with_this(["sleep", "1000"]))
"""
TONK = (sys.executable, "-m", "game")
LAB = (sys.executable, "-m", "ai.lab")


def review(folder: Path) -> list[str]:
    file = written(folder / "hand.tonk.jsonl", [long_record()])
    return [*TONK, "review", "--precision", "0.01", str(file)]


def guest(folder: Path) -> list[str]:
    install(folder / "site", "tonk-busy", {"busy": "busy_bot:Bot"}, busy_bot=BUSY)
    return [*LAB, "arena", "--seats", "busy,random", "--hands", "2"]


def lab(command: str) -> Callable[[Path], list[str]]:
    return lambda _folder: [*LAB, *command.split()]


def coach(_folder: Path) -> list[str]:
    return [sys.executable, "-c", COACH]


def program(_folder: Path) -> list[str]:
    if shutil.which("setpriv") is None:
        cannot_run("no setpriv here")
    return [sys.executable, "-c", PROGRAM]


CORES = os.cpu_count() or 1
KINDS = {
    "review": (review, 3 if CORES > 1 else 0),
    "arena": (lab("arena --seats expert,regular --hands 200000 --jobs 2"), 3),
    "guest": (guest, 3),
    "ladder": (lab("ladder ladder.json --parts pairs --jobs 2"), 3),
    "tune": (lab("tune --hands 2000 --jobs 2"), 3),
    "selftest": (lab("selftest --hands 100000"), 2),
    "coach": (coach, 3),
    "program": (program, 1),
}
"""What starts processes, and how many at the least; one of them is the tracker of semaphores."""


def family(pid: int) -> set[int]:
    """The processes that a process has started to work for it, and those that these have."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            parents[int(folder.name)] = int(fields(int(folder.name))[1])
    found, new = set[int](), {pid}
    while new:
        new = {child for child, parent in parents.items() if parent in new}
        found |= new
    return found


def fields(pid: int) -> list[str]:
    """State, parent and so on of a process."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def alive(pid: int) -> bool:
    try:
        return fields(pid)[0] != "Z"
    except OSError:
        return False


def until(is_so: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


@pytest.fixture
def started(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[subprocess.Popen[bytes]]:
    command, _ = KINDS[request.param]
    paths = os.pathsep.join((str(ROOT), str(tmp_path / "site")))
    nowhere = subprocess.DEVNULL
    with subprocess.Popen(
        command(tmp_path),
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": paths},
        stdout=nowhere,
        stderr=nowhere,
    ) as process:
        yield process
        process.kill()


@pytest.mark.share(len(KINDS))
@pytest.mark.parametrize(
    ("started", "least", "by"),
    [
        pytest.param(name, least, by, id=f"{name}-{by.name}")
        for name, (_, least) in KINDS.items()
        for by in (signal.SIGKILL, signal.SIGTERM)
    ],
    indirect=["started"],
)
def test_no_worker_outlives_its_command(
    started: subprocess.Popen[bytes], least: int, by: signal.Signals
) -> None:
    workers = set[int]()
    try:
        assert until(lambda: len(family(started.pid)) >= least or started.poll() is not None)
        workers = family(started.pid)
        assert len(workers) >= least
        started.send_signal(by)
        assert started.wait(PATIENCE) == -by
        assert until(lambda: not any(map(alive, workers)))
    finally:
        for worker in filter(alive, workers):
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)


@pytest.mark.skipif(CORES < 2, reason="on one core it works alone")
@pytest.mark.parametrize("started", ["review"], indirect=True)
def test_a_review_that_is_interrupted_ends_what_is_being_valued(
    started: subprocess.Popen[bytes],
) -> None:
    assert until(lambda: len(family(started.pid)) >= KINDS["review"][1])
    workers = family(started.pid)
    started.send_signal(signal.SIGINT)
    assert started.wait(PATIENCE) == 130
    assert until(lambda: not any(map(alive, workers)))


def test_ctrl_c_is_not_lost_while_a_process_starts() -> None:
    done = []

    def interrupted() -> None:
        with interrupts_deferred():
            os.kill(os.getpid(), signal.SIGINT)
            done.append("whole")

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert done == ["whole"]
    assert signal.SIGINT not in signal.sigpending()


def test_ctrl_c_reaches_no_process_of_a_pool() -> None:
    with Workers(1) as pool:
        starting = pool.submit(os.getpid)
        for child in multiprocessing.active_children():
            assert child.pid
            os.kill(child.pid, signal.SIGINT)  # before it has begun, as a rule
        worker = starting.result(PATIENCE)
        os.kill(worker, signal.SIGINT)
        assert pool.submit(os.getpid).result(PATIENCE) == worker


def test_what_lies_in_the_current_folder_is_not_imported(tmp_path: Path) -> None:
    started = tmp_path / "bin" / "tonk.py"
    started.parent.mkdir()
    program = (
        "from tonk_start import tonk\n\nif __name__ == '__main__':\n    raise SystemExit(tonk())\n"
    )
    started.write_text(program, "utf-8")
    for name in ("socket", "signal", "pickle"):
        Path(tmp_path, f"{name}.py").write_text(f"print('{name} of this folder')\n", "utf-8")
    path = os.pathsep.join(map(str, (ROOT, ROOT / "assets" / "packaging")))
    done = subprocess.run(
        [sys.executable, started, "play", "--autoplay", "1"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "of this folder" not in done.stdout
