"""Two programs on one folder of saves: the second writes nothing, and no hand is lost.

    python -m tests.session.writers starts                  each second writer, after each start
    python -m tests.session.writers between [TIMES] [SEED]  random steps of two processes
    python -m tests.session.writers hold FOLDER             do what standard input says

``starts`` holds the saves by a process that plays, and by the window; a second writer has to leave
every file as it is, and a command that would write ends with status 7 and one line that names the
holder. ``between`` lets two processes open, play, import, close and be killed in any order, often
at the same time: every hand that one of them said was finished has to be there once. Exit status 1
where anything was otherwise.
"""

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final, TextIO

from game.files import StoreError
from game.play.plan import Plan
from game.play.session import Session
from game.saves.database import FILE_NAME, LOG
from game.saves.lock import holder_of
from game.saves.store import Store
from game.saves.transfer import import_everything
from tests.compat.test_earlier_versions import unpacked
from tests.session.many_hands import Line, lines_of, make, sittings, write_backup
from tests.session.players import FOUR, careless, eager, play_hands, play_one
from tests.session.while_open import finished

ROOT: Final = Path(__file__).resolve().parents[2]
BUSY: Final = 7
NOBODY: Final = 65_534
_CHOOSERS: Final = (careless, eager, eager, careless)
_OF_THE_LOCK: Final = ("tonk.lock", "tonk-holder.json", "tonk.sock")
"""Files that say who is there; and the log says what happened."""
_LIMIT: Final = 60.0
_SEEN: Final = 5.0
"""Seconds that a second window is left open."""
_QUIET: Final = 3.0
"""Seconds without a write after which a window has done all that it does at its start."""


# -- A process that holds the saves ----------------------------------------------------------------


class Holding:
    """Saves that are open, and what is asked of them; each answer is a dictionary."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store: Store | None = None
        self.session: Session | None = None

    def do(self, what: str, word: str = "") -> dict[str, Any]:
        """Do one thing; ``told`` are the records of hands that are said to be kept by it."""
        before = set(self._finished())
        try:
            match what:
                case "open" if self.store is None:
                    self.store = Store.open(self.folder)
                    before = set(self._finished())
                case "import" if self.store is not None:
                    import_everything(self.store, Path(word), self.folder / "config")
                    return {"told": records_of(Path(word))}
                case "close" if self.store is not None:
                    self.store.close()
                    return {"told": self._kept(before, is_over=True)}
                case "moves" if self.store is not None:
                    self._moves(int(word))
                case "hands" if self.store is not None:
                    play_hands(self._at_table(), _CHOOSERS, int(word))
                case _:
                    return {"told": [], "error": "closed"}
        except StoreError as error:
            return {"told": [], "error": str(error)}
        return {"told": self._kept(before)}

    def _kept(self, before: set[str], *, is_over: bool = False) -> list[str]:
        """The hands that are new, where nothing was in the way of keeping them."""
        session = self.session
        new = [record for record in self._finished() if record not in before]
        trouble = session.trouble if session else None
        if is_over:
            self.store = self.session = None
        return [] if trouble else new

    def _finished(self) -> list[str]:
        with suppress(StoreError):
            return [each.to_json() for each in self.session.history()] if self.session else []
        return []

    def _at_table(self) -> Session:
        assert self.store is not None
        if self.session is None or self.session.is_over:
            kept = self.store.saved_session()
            fits = kept is not None and len(kept.players) == len(FOUR)
            self.session = kept if kept is not None and fits else self.store.start(Plan(FOUR))
        return self.session

    def _moves(self, number: int) -> None:
        session = self._at_table()
        for _ in range(number):
            if session.is_playing:
                play_one(session, _CHOOSERS)
            elif not session.is_over:
                session.next_hand()


def records_of(backup: Path) -> list[str]:
    """The records in a backup."""
    rows = map(json.loads, backup.read_text("utf-8").splitlines())
    return [row[4] for row in rows if row[2] == "record"]


def hold(folder: Path, lines: TextIO, out: TextIO) -> None:
    """Do what the lines ask for, until they end; each answer is a line of JSON."""
    holding = Holding(folder)
    for line in lines:
        what, _blank, word = line.strip().partition(" ")
        print(json.dumps(holding.do(what, word)), file=out, flush=True)


class Process:
    """A process of its own, forked from this one, that holds saves or waits to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._begin()

    def _begin(self) -> None:
        asked, answered = os.pipe(), os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                random.seed()
                for unused in (asked[1], answered[0]):
                    os.close(unused)
                hold(self.folder, os.fdopen(asked[0]), os.fdopen(answered[1], "w"))
            except BaseException:  # noqa: BLE001  # the parent is told by the silence
                traceback.print_exc()
            finally:
                os.kill(os.getpid(), signal.SIGKILL)
        os.close(asked[0])
        os.close(answered[1])
        self._to, self._from = os.fdopen(asked[1], "w"), os.fdopen(answered[0])

    def ask(self, what: str) -> None:
        """Let it begin with something."""
        self._to.write(what + "\n")
        self._to.flush()

    def answer(self) -> dict[str, Any]:
        """What has come of it; empty where the process is gone."""
        line = self._from.readline()
        return json.loads(line) if line else {}

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        if not self.pid:
            return
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        self.pid = 0
        for end in (self._to, self._from):
            with suppress(OSError):
                end.close()

    def begin_again(self) -> None:
        """Another one in its place."""
        self.kill()
        self._begin()


# -- Steps of two processes ------------------------------------------------------------------------


def interleaved(folder: Path, dice: Random) -> str:
    """Two processes on one folder, step by step; what is wrong at the end, empty if nothing is."""
    folder.mkdir()
    backups = [_backup(folder / f"backup-{number}.jsonl", dice) for number in range(2)]
    saves = folder / "saves"
    two = [Process(saves), Process(saves)]
    told: Counter[str] = Counter()
    done: list[str] = []
    try:
        for _ in range(dice.randrange(6, 16)):
            at_once = two if dice.random() < 0.4 else [dice.choice(two)]
            asked = [(each, _step(dice, backups)) for each in at_once]
            for each, what in asked:
                each.ask(what)
            killed = dice.choice(at_once) if dice.random() < 0.15 else None
            if killed is not None:
                time.sleep(dice.uniform(0, 0.02))
                killed.kill()
            for each, what in asked:
                if each is killed:
                    done.append(f"{two.index(each)} killed in {what.split()[0]}")
                    continue
                answer = each.answer()
                if not answer:
                    return f"{done}: {what}: no answer"
                told.update(set(answer["told"]))
                refused = " refused" if "error" in answer else ""
                done.append(f"{two.index(each)} {what.partition('/')[0].strip()}{refused}")
            if killed is not None:
                killed.begin_again()
        for each in dice.sample(two, 2):
            each.ask("close")
            told.update(set(each.answer().get("told", ())))
    finally:
        for each in two:
            each.kill()
    problem = _wrong_at_the_end(saves, set(told))
    return f"{'; '.join(done)}: {problem}" if problem else ""


def _step(dice: Random, backups: Sequence[Path]) -> str:
    weights = {"open": 5, "hands": 4, "moves": 3, "import": 2, "close": 2}
    (what,) = dice.choices(list(weights), list(weights.values()))
    match what:
        case "hands":
            return f"hands {dice.randrange(1, 4)}"
        case "moves":
            return f"moves {dice.randrange(1, 25)}"
        case "import":
            return f"import {dice.choice(backups)}"
        case _:
            return what


def _backup(file: Path, dice: Random) -> Path:
    """A few hands that no other backup of this trial has."""
    first = dice.randrange(1, 2_000)
    some = sittings(100)
    sessions = [each for number, each in enumerate(some) if number == first % 4]
    cut = dice.randrange(1, 12)
    lines: list[Line] = [line for line in lines_of(sessions) if line.hand <= cut]
    return write_backup(lines, file)


def _wrong_at_the_end(saves: Path, told: set[str]) -> str:
    store = Store.open(saves)
    try:
        found = Counter(finished(store))
    finally:
        store.close()
    lost = [record for record in told if record not in found]
    twice = [record for record, times in found.items() if times > 1]
    if lost or twice:
        return f"{len(lost)} of {len(told)} hands that were told are lost, {len(twice)} are doubled"
    return ""


def between(folder: Path, dice: Random, times: int) -> Iterator[str]:
    """Try so many interleavings; what is wrong with each, empty if nothing is."""
    for number in range(times):
        yield interleaved(folder / f"between-{number}", dice)
        shutil.rmtree(folder / f"between-{number}", ignore_errors=True)


# -- Each second writer after each kind of start ---------------------------------------------------


def _fresh(_folder: Path) -> None:
    """Nothing was ever kept."""


def _used(folder: Path) -> None:
    store = Store.open(folder)
    play_hands(store.start(Plan(FOUR)), _CHOOSERS, 3)
    store.close()


def _damaged(folder: Path) -> None:
    _used(folder)
    path = folder / "tonk.db"
    path.write_bytes(path.read_bytes()[:5_000])


def _earlier(folder: Path) -> None:
    unpacked("evening", folder)


def _imported(folder: Path) -> None:
    store = Store.open(folder)
    backup = make(30, folder.with_name("backup.jsonl"))
    import_everything(store, backup, folder.with_name("config"))
    store.close()


STARTS: Final[Mapping[str, Callable[[Path], None]]] = {
    "first": _fresh,
    "second": _used,
    "after damage": _damaged,
    "after migration": _earlier,
    "after import": _imported,
}
SECONDS: Final = ("import", "window", "other runtime folder", "autoplay", "other user")
HOLDERS: Final = ("table", "window")


def contents(folder: Path) -> dict[str, bytes]:
    """What lies in the files of a folder, but for those of the lock and the log."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if path.name not in _OF_THE_LOCK and name.parts[0] != "log" and path.is_file():
            with suppress(FileNotFoundError):  # a window that opens its saves removes some
                found[str(name)] = path.read_bytes()
    return found


class Program:
    """A program with the saves in a folder, of which the window is on no screen."""

    def __init__(
        self,
        folder: Path,
        words: Sequence[str],
        *,
        before: Sequence[str] = (),
        runtime: str = "run",
        config: str = "config",
    ) -> None:
        home = folder.parent
        run = home / runtime
        run.mkdir(exist_ok=True)
        run.chmod(0o777)
        self._env = {
            **os.environ,
            "TONK_DATA_DIR": str(folder),
            "TONK_CONFIG_DIR": str(home / config),
            "XDG_RUNTIME_DIR": str(run),
            "SDL_VIDEODRIVER": "dummy",
            "SDL_AUDIODRIVER": "dummy",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        self.child = subprocess.Popen(
            [*before, sys.executable, "-m", *words],
            cwd=ROOT,
            env=self._env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def ask(self, what: str) -> dict[str, Any]:
        """Ask one that holds the saves for something."""
        assert self.child.stdin is not None
        assert self.child.stdout is not None
        self.child.stdin.write(what + "\n")
        self.child.stdin.flush()
        answer: dict[str, Any] = json.loads(self.child.stdout.readline())
        return answer

    def ended(self, seconds: float = _LIMIT) -> tuple[int | None, str, str]:
        """Its status and what it wrote; after so many seconds it is asked to end: None."""
        try:
            out, error = self.child.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            self.child.terminate()
            out, error = self.child.communicate(timeout=_LIMIT)
            return None, out, error
        return self.child.returncode, out, error


def _settled(folder: Path, process: int) -> None:
    """Wait until a window has opened its saves and writes no more."""
    limit, since = time.monotonic() + _LIMIT, time.monotonic()
    last: dict[str, bytes] = {}
    while time.monotonic() < limit:
        holder, now = holder_of(folder), contents(folder)
        is_open = holder is not None and holder.process == process and FILE_NAME + LOG in now
        if now != last or not is_open:
            last, since = now, time.monotonic()
        elif time.monotonic() - since > _QUIET:
            return
        time.sleep(0.1)


def refused(home: Path, start: str, holder: str, second: str) -> str:
    """One program after another on the same saves; what is wrong, empty if nothing is."""
    home.mkdir()
    home.chmod(0o755)
    folder, backup = home / "saves", make(12, home / "new.jsonl")
    folder.mkdir()
    STARTS[start](folder)
    if holder == "table":
        first = Program(folder, ["tests.session.writers", "hold", str(folder)])
        if "error" in first.ask("open"):
            return f"the first does not open: {first.ended()}"
        told = first.ask("hands 1")["told"] + first.ask("moves 3")["told"]
    else:
        first = Program(folder, ["game", "play"])
        _settled(folder, first.child.pid)
        told = []
    try:
        problem = _second(folder, second, backup, first.child.pid)
        if not problem and first.child.poll() is not None:
            problem = "the first has ended"
        if holder == "table":
            told += first.ask("hands 1")["told"] + first.ask("close")["told"]
            if not told:
                problem = problem or "the first cannot keep what it plays"
    finally:
        if holder == "window":
            first.child.terminate()
        assert first.child.stdin is not None
        first.child.stdin.close()
        first.child.stdin = None
        first.ended()
    return problem or _wrong_at_the_end(folder, set(told))


def _second(folder: Path, second: str, backup: Path, holder: int) -> str:
    """Begin a second writer; what is wrong with what it does."""
    before: list[str] = []
    if second == "other user":
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o777)
        before = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    was = contents(folder)
    words = {
        "autoplay": ["play", "--autoplay", "1", "--seed", "x"],
        "window": ["play"],
        "other runtime folder": ["play"],
    }.get(second, ["import", str(backup)])
    runtime = "run" if second in ("window", "import") else "run-2"
    is_window = words == ["play"]
    program = Program(
        folder, ["game", *words], before=before, runtime=runtime, config=f"config-{runtime}"
    )
    status, out, error = program.ended(_SEEN if is_window else _LIMIT)
    now = contents(folder)
    if now != was:
        names = sorted(name for name in {*was, *now} if was.get(name) != now.get(name))
        return f"the second has written {names}: {status} {out!r} {error!r}"
    if "Traceback" in error:
        return f"a traceback: {error[-300:]!r}"
    if second in ("import", "other user"):
        names_it = str(holder) in error and socket.gethostname() in error
        if status != BUSY or len(error.splitlines()) != 1 or not names_it:
            return f"status {status}: {out!r} {error!r}"
    elif second == "autoplay" and status != 0:
        return f"status {status}: {out!r} {error!r}"
    return ""


def can_be_nobody() -> bool:
    """Whether a program can be started as another user."""
    return os.geteuid() == 0 and shutil.which("setpriv") is not None


def starts(folder: Path) -> Iterator[tuple[str, str]]:
    """Every case, and what is wrong with it."""
    for start in STARTS:
        for holder in HOLDERS:
            for second in SECONDS:
                if second == "other user" and not can_be_nobody():
                    continue
                name = f"{start}, {holder}, {second}"
                yield name, refused(folder / name.replace(" ", "-"), start, holder, second)


def main(words: list[str]) -> int:
    """Do what is asked for; the exit status."""
    troubles = number = 0
    match words:
        case ["hold", folder]:
            hold(Path(folder), sys.stdin, sys.stdout)
            return 0
        case ["starts"]:
            run: Callable[[Path], Iterator[tuple[str, str]]] = starts
        case ["between", *numbers]:
            times, seed = ([int(each) for each in numbers] + [200, 1][len(numbers) :])[:2]
            run = lambda folder: (  # noqa: E731  # one line
                (f"interleaving {number}", problem)
                for number, problem in enumerate(between(folder, Random(f"between {seed}"), times))
            )
        case _:
            print(__doc__)
            return 0 if words in (["-h"], ["--help"]) else 2
    with tempfile.TemporaryDirectory(prefix="tonk-") as home:
        Path(home).chmod(0o755)
        for name, problem in run(Path(home)):
            number += 1
            if problem:
                troubles += 1
                print(f"{name}: {problem}", flush=True)
    print(f"{number - troubles} of {number} right, nothing lost" if number else "nothing was tried")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
