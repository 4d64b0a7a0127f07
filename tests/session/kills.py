"""A program killed, or refused a write, at any moment loses nothing that it has said it did.

    python -m tests.session.kills table [TIMES]   killed at random moments of play at the table
    python -m tests.session.kills calls [STEP]    killed at each system call that writes
    python -m tests.session.kills failures [STEP] each call that writes failing, once and longer
    python -m tests.session.kills upgrade [STEP]  killed at each call while saves of version 0.x are
                                                  brought up to date, or the disk full from there on
    python -m tests.session.kills import [TIMES]  killed at random moments of an import
    python -m tests.session.kills import-calls [STEP]   killed at each call of an import, or the
                                                        disk full from there on

All but the first and ``import`` need ``strace``; with a step only every so many calls are tried.
Exit status 1 where anything was lost or doubled, an import was half done, or a start failed.
"""

import gzip
import json
import mmap
import os
import re
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from threading import Lock
from typing import Any, Final

from game.files import StoreError
from game.play.plan import Plan, Player
from game.play.session import Session
from game.rule_files import NamedRules, OwnRules
from game.rules.record import RecordError, read_json, replay
from game.rules.ruleset import RuleSet
from game.rules.verifying import verify_record
from game.saves.history import Wanted
from game.saves.own_rules import look_after_rules, save_rules
from game.saves.rows import LASTING, Row
from game.saves.settings import SettingsStore
from game.saves.store import Store
from game.saves.transfer import import_everything
from tests.session.damages import REVIEWED, alike
from tests.session.many_hands import make
from tests.session.soak import PLAN, point, step

ROOT: Final = Path(__file__).resolve().parents[2]
MODULE: Final = "tests.session.kills"
CALLS: Final = (
    "pwrite64",
    "write",
    "ftruncate",
    "fsync",
    "fdatasync",
    "rename",
    "renameat",
    "renameat2",
    "unlink",
    "mkdir",
    "openat",
)
ERRORS: Final = ("ENOSPC", "EROFS", "EIO", "EACCES")
UNUSABLE: Final = 4
PLAN_AT_TABLE: Final = Plan(
    (Player("Ann"), Player("Bob", "regular"), Player("Cyd", "beginner")), seed_text="kills"
)
MATCH: Final = Plan(PLAN_AT_TABLE.players[:2], seed_text="match", occasion="match 1")
_SAID: Final = struct.Struct("qqq")
_MOVES: Final = 40
_BETWEEN: Final = 5
"""After so many moves something else is kept."""
_WHILE: Final = 15
"""So many calls in a row fail where they fail for a while."""


class Said:
    """How far a program has come, in memory that outlives it and takes no system call to write."""

    def __init__(self, path: Path) -> None:
        self.path: Final = path
        if not path.exists():
            path.write_bytes(bytes(_SAID.size))
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), _SAID.size)

    def say(self, at: tuple[int, int]) -> None:
        """Hand, and moves of it."""
        self._memory[:] = _SAID.pack(*at, self.besides)

    def say_kept(self) -> None:
        """One more thing is kept besides hands."""
        self._memory[:] = _SAID.pack(*self.heard, self.besides + 1)

    @property
    def heard(self) -> tuple[int, int]:
        """How far the hands were said to be."""
        hand, moves, _besides = _SAID.unpack(self._memory[:])
        return hand, moves

    @property
    def besides(self) -> int:
        """How many things were said to be kept besides hands."""
        return int(_SAID.unpack(self._memory[:])[2])


def play(folder: Path, said: Said, moves: int) -> int:
    """Go on with what is kept in ``folder`` for so many moves and deals; the exit status."""
    try:
        store = Store.open(folder)
    except StoreError as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    session = at_own_table(store) or store.start(PLAN)
    for number in range(1, moves + 1):
        at = step(session)
        if session.trouble is None:
            said.say(at)
        if number % _BETWEEN == 0:
            with suppress(StoreError):
                keep_besides(folder, store, session, said.besides)
                said.say_kept()
            again = at_own_table(store)
            if again is None:
                break  # nothing can be written: the table waits for the next start
            session = again
    store.close()
    if session.trouble is None:
        said.say(point(session))
    return 0


def at_own_table(store: Store) -> Session | None:
    """The session to go on with, wherever the program was stopped on its way to another table."""
    session = store.saved_session()
    if session is not None and session.plan.kind:
        with suppress(StoreError):
            return store.resume("")
        return None
    return session


def keep_besides(folder: Path, store: Store, session: Session, number: int) -> None:
    """Keep something else that a player cannot make again, of another kind each time."""
    match number % 5:
        case 0:
            store.keep_document("season.json", str(number))
        case 1:
            SettingsStore.open(folder).change(volume=number % 100)
        case 2:
            save_rules(NamedRules(f"Rules {number}", RuleSet(stake=1 + number)), folder)
        case 3:
            store.reviews().keep(session.record(), number, REVIEWED, is_mine=True)
        case _:
            store.start(MATCH)
            store.resume("")


def lost_besides(folder: Path, store: Store, said: int) -> str:
    """What is missing of so many things that were kept; the one after them may be there, too."""
    look_after_rules(folder)
    last = [max((n for n in range(said) if n % 5 == kind), default=-1) for kind in range(3)]
    rules = {named.name for named in OwnRules.in_folder(folder).sets}
    reviews = sum(1 for _ in store.reviews().over_time())
    volume = SettingsStore.open(folder).settings.volume
    wrong = {
        "documents": not last[0] <= int(store.document("season.json") or -1) <= said,
        "settings": last[1] > 0 and not last[1] <= volume <= said,
        "rules": not rules >= {f"Rules {n}" for n in range(said) if n % 5 == 2},
        "reviews": reviews < sum(n % 5 == 3 for n in range(said)),
        "table left": said > 4 and not (store.can_resume("match") and store.can_resume("")),
    }
    return ", ".join(name for name, is_wrong in wrong.items() if is_wrong)


class Reference:
    """The session as it goes where nothing fails."""

    def __init__(self) -> None:
        self._session = Session.start(PLAN)
        self._earlier: list[tuple[tuple[int, int], Session]] = []

    def trouble(self, folder: Path, said: tuple[int, int], besides: int) -> str:
        """What is wrong with the saves in a folder, of a program that has come so far."""
        try:
            store = Store.open(folder)
        except StoreError as error:
            return f"the start fails: {error}"
        try:
            lost = lost_besides(folder, store, besides)
            if lost:
                return f"after {besides} things besides hands: {lost}"
            kept = at_own_table(store)
            if kept is None:
                return "" if said == (0, 0) else "there is no session"
            if point(kept) < said:
                return f"{said} was said, {point(kept)} is there"
            while point(self._session) < point(kept):
                step(self._session)
            if point(self._session) > point(kept):
                self._session = Session.start(PLAN)
                while point(self._session) < point(kept):
                    step(self._session)
            if not alike(kept, self._session) or kept.history() != self._session.history():
                return f"another session is there, {point(kept)}"
            return f"told: {store.damage}" if store.damage else ""
        finally:
            store.close()


# -- At the table ----------------------------------------------------------------------------------


def at_the_table(folder: Path, said: Said) -> None:
    """Play at the table on the dummy driver, without an end."""
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    from game.menus.start import StartScene
    from game.ui.autoplay import Autoplay
    from game.ui.session.table_scene import TableScene
    from tests.ui.stage import shown, stage

    store = Store.open(folder)
    session = store.saved_session() or store.start(PLAN_AT_TABLE)
    with stage(store=store) as app:
        shown(app, StartScene(app))
        app.driver = Autoplay(app.services, sys.maxsize, None)
        app.push(TableScene(app, session))
        while True:
            app.turn()
            if session.trouble is None:
                said.say(point(session))
            if session.is_over or app.top is None:
                return


def killed_at_the_table(folder: Path, said: Said, dice: Random) -> str:
    """Play at the table in another process, killed at a random moment after its first move; what is
    wrong if it made none.

    It is not forked from this one: where a window or sound has begun here, a fork waits for ever
    for their threads.
    """
    before = said.heard
    command = [sys.executable, "-B", "-m", MODULE, "at-table", str(folder), str(said.path)]
    with subprocess.Popen(command, cwd=ROOT) as child:
        while said.heard == before and child.poll() is None:
            time.sleep(0.001)
        time.sleep(dice.uniform(0, 0.25))
        child.kill()
    return "" if said.heard != before else f"no move, status {child.returncode}"


def trouble_at_the_table(folder: Path, said: tuple[int, int], known: dict[int, str]) -> str:
    """What is wrong after a kill; ``known`` are the records of earlier hands, and gets new ones."""
    try:
        store = Store.open(folder)
    except StoreError as error:
        return f"the start fails: {error}"
    try:
        kept = store.saved_session()
        if kept is None:
            return "there is no session"
        if point(kept) < said:
            return f"{said} was said, {point(kept)} is there"
        records = dict(enumerate((each.to_json() for each in kept.history()), 1))
        finished = kept.number - kept.is_playing
        if list(records) != list(range(1, finished + 1)):
            return f"{len(records)} of {finished} hands"
        if any(records[number] != record for number, record in known.items()):
            return "an earlier hand is another"
        known |= records
        return f"told: {store.damage}" if store.damage else ""
    finally:
        store.close()


def table(times: int, folder: Path) -> Iterable[str]:
    """Kill the game so many times; what went wrong."""
    said, dice = Said(folder / "said"), Random(times)
    known: dict[int, str] = {}
    for number in range(times):
        trouble = killed_at_the_table(folder / "saves", said, dice)
        trouble = trouble or trouble_at_the_table(folder / "saves", said.heard, known)
        if trouble:
            yield f"kill {number}: {trouble}"
    print(f"{len(known)} hands finished, the last at {said.heard}")


# -- At each system call ---------------------------------------------------------------------------


_OF_ALL_FILES: Final = ("openat",)
"""Calls that Python makes for files of its own, too."""


_COUNTED: Final = (",".join(call for call in CALLS if call not in _OF_ALL_FILES), *_OF_ALL_FILES)
"""Calls that are counted in one run."""


def traced(
    folder: Path, calls: str, *about: str, words: Sequence[str]
) -> subprocess.CompletedProcess[str]:
    """Run this module under ``strace``, which watches and spoils the calls for files there."""
    files = [folder, *(folder / name for name in _NAMES)] if calls in _OF_ALL_FILES else []
    watched = [word for file in files for word in ("-P", str(file))]
    is_killing = any("signal=" in word for word in about)  # strace kills nobody with the next word
    quicker = [] if watched or is_killing else ["--seccomp-bpf"]
    command = [sys.executable, "-B", "-m", MODULE, *words]
    return subprocess.run(
        ["strace", "-f", "-qq", *quicker, *watched, *about, *command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


_NAMES: Final = (
    "tonk.db",
    "tonk.db-wal",
    "tonk.db-journal",
    "tonk-hands.jsonl",
    "tonk-play.jsonl",
    "tonk-check.json",
)


def calls_in(log: Path) -> Counter[str]:
    """How often each call stands in what ``strace`` wrote."""
    text = log.read_text("utf-8", "replace")
    return Counter(re.findall(r"^(?:\d+ +)?(\w+)\(", text, re.MULTILINE))


@dataclass(frozen=True)
class Fault:
    """What happens at a call, as ``strace`` puts it."""

    call: str
    what: str
    may_tell: bool
    """Whether the next start may say that it mended something."""

    @property
    def about(self) -> tuple[str, ...]:
        """What ``strace`` is told."""
        trace, inject = f"trace={self.call}", f"inject={self.call}:{self.what}"
        return "-o", "/dev/null", "-e", trace, "-e", inject


def every(step: int, times: int) -> range:
    """One in so many calls of these, as many before the first as after the last."""
    return range(1 + times % step // 2, times + 1, step)


class Faults:
    """Saves in the middle of a hand, and runs that go on with them under some fault."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._start, self._said = folder / "start", folder / "said"
        self._reference, self._one_by_one = Reference(), Lock()
        play(self._start, Said(self._said), 100)
        self._begun = self._said.read_bytes()

    def calls(self) -> dict[str, int]:
        """How often a run without a fault makes each call that writes."""
        found: Counter[str] = Counter()
        for calls in _COUNTED:
            with tempfile.TemporaryDirectory(prefix="tonk-", dir=self._folder) as trial:
                folder, said, log = self._copy(Path(trial))
                words = ("play", str(folder), str(said))
                traced(folder, calls, "-o", str(log), "-e", f"trace={calls}", words=words)
                found += calls_in(log)
        return {call: found[call] for call in CALLS}

    def run(self, fault: Fault) -> tuple[int, str]:
        """The exit status of a run with this fault, and what is wrong with what it left."""
        with tempfile.TemporaryDirectory(prefix="tonk-", dir=self._folder) as trial:
            folder, said, _ = self._copy(Path(trial))
            words = ("play", str(folder), str(said))
            done = traced(folder, fault.call, *fault.about, words=words)
            with self._one_by_one:
                heard = Said(said)
                trouble = self._reference.trouble(folder, heard.heard, heard.besides)
            if fault.may_tell and trouble.startswith("told:"):
                trouble = ""
            if "Traceback" in done.stderr or len(done.stderr.splitlines()) > 1:
                trouble = f"{done.stderr[-500:]} {trouble}"
            return done.returncode, trouble

    def kills(self, step: int = 1) -> list[Fault]:
        """A kill at each call that writes."""
        return [
            Fault(call, f"signal=KILL:when={number}", may_tell=False)
            for call, times in self.calls().items()
            for number in every(step, times)
        ]

    def failures(self, step: int = 1, errors: Iterable[str] = ERRORS) -> list[Fault]:
        """Each call failing, once and for a while, in each way.

        Where it fails up to the end, the next start says what it mends.
        """
        found: list[Fault] = []
        for call, times in self.calls().items():
            for error in errors:
                found += [
                    Fault(call, f"error={error}:when={number}", may_tell=number > times - _WHILE)
                    for number in every(step, times)
                ]
                found += [
                    Fault(
                        call,
                        f"error={error}:when={number}..{number + _WHILE}",
                        may_tell=number > times - 6 * _WHILE,
                    )
                    for number in every(7 * step, times)
                ]
        return found

    def all_spoilt(self, faults: Sequence[Fault]) -> Iterator[str]:
        """Run with each of these faults; what went wrong."""
        tried, ended = Counter(fault.call for fault in faults), Counter[str]()
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            runs = pool.map(self.run, faults)
            for fault, (status, trouble) in zip(faults, runs, strict=True):
                ended[fault.call] += status != 0
                if trouble:
                    yield f"{fault.call} {fault.what}: {trouble}"
        for call, times in tried.items():
            print(f"{call}: {times} faults, {ended[call]} ends", flush=True)

    def _copy(self, trial: Path) -> tuple[Path, Path, Path]:
        shutil.copytree(self._start, trial / "saves")
        (trial / "said").write_bytes(self._begun)
        return trial / "saves", trial / "said", trial / "log"


# -- An import -------------------------------------------------------------------------------------


def bring_in(folder: Path, backup: Path) -> int:
    """Import a backup; the exit status."""
    try:
        store = Store.open(folder)
        try:
            import_everything(store, backup, folder / "config")
        finally:
            store.close()
    except StoreError as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    return 0


class Trials:
    """Copies of some saves, on which a run of this module meets a fault at one of its calls."""

    def __init__(self, folder: Path, start: Path, run: str, *words: str) -> None:
        self._folder, self._start = folder, start
        self._run, self._words = run, words

    def trouble(self, folder: Path, *, is_done: bool) -> str:
        """What is wrong with saves after a fault; ``is_done``: the run said that all is well."""
        raise NotImplementedError

    @contextmanager
    def trial(self) -> Iterator[Path]:
        """A copy of the saves."""
        with tempfile.TemporaryDirectory(prefix="tonk-", dir=self._folder) as trial:
            yield shutil.copytree(self._start, Path(trial, "saves"))

    def calls(self) -> dict[str, int]:
        """How often a run makes each call that writes."""
        found: Counter[str] = Counter()
        for calls in _COUNTED:
            with self.trial() as folder:
                log = folder.with_name("log")
                self._traced(folder, calls, "-o", str(log), "-e", f"trace={calls}")
                found += calls_in(log)
        return {call: found[call] for call in CALLS}

    def faults(self, step: int = 1) -> list[Fault]:
        """Each call that writes, and what happens at it: a kill, or a disk that is full from there
        on.
        """
        return [
            Fault(call, what, may_tell=True)
            for call, times in self.calls().items()
            for number in every(step, times)
            for what in (f"signal=KILL:when={number}", f"error=ENOSPC:when={number}+")
        ]

    def spoilt(self, fault: Fault) -> str:
        """Run with a fault; what is wrong then."""
        with self.trial() as folder:
            done = self._traced(folder, fault.call, *fault.about)
            trouble = self.trouble(folder, is_done=done.returncode == 0)
            if "Traceback" in done.stderr or len(done.stderr.splitlines()) > 1:
                trouble = f"{done.stderr[-500:]} {trouble}"
            return trouble

    def _traced(self, folder: Path, call: str, *about: str) -> subprocess.CompletedProcess[str]:
        return traced(folder, call, *about, words=(self._run, str(folder), *self._words))

    def all_spoilt(self, faults: Sequence[Fault]) -> Iterator[str]:
        """Run with each of these faults; what went wrong."""
        for fault in faults:
            trouble = self.spoilt(fault)
            if trouble:
                yield f"{fault.call} {fault.what}: {trouble}"
        print(f"{len(faults)} runs spoilt", flush=True)


class Imports(Trials):
    """Saves in the middle of a hand, and a backup: what it holds comes in whole, or not at all."""

    def __init__(self, folder: Path, hands: int) -> None:
        start = folder / "start"
        play(start, Said(folder / "said"), 100)
        self.backup = make(hands, folder / "backup.jsonl")
        super().__init__(folder, start, "bring-in", str(self.backup))
        self._before = self._records(shutil.copytree(start, folder / "before"))
        whole = shutil.copytree(start, folder / "whole")
        began = time.monotonic()
        bring_in(whole, self.backup)
        self.seconds = time.monotonic() - began
        self._after = self._records(whole)
        if len(self._after) != len(self._before) + hands:
            raise ValueError("the backup does not come in")

    def killed(self, dice: Random) -> str:
        """Import in a process of its own, killed at a random moment; what is wrong then."""
        with self.trial() as folder:
            child = os.fork()
            if child == 0:
                with suppress(BaseException):
                    bring_in(folder, self.backup)
                os.kill(os.getpid(), signal.SIGKILL)
            time.sleep(dice.uniform(0, 1.2 * self.seconds))
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return self.trouble(folder, is_done=False)

    def trouble(self, folder: Path, *, is_done: bool) -> str:
        try:
            found = self._records(folder)
        except StoreError as error:
            return f"the start fails: {error}"
        if found == self._after or (found == self._before and not is_done):
            return ""
        return f"{len(found)} hands; {len(self._before)} before, {len(self._after)} with all"

    def _records(self, folder: Path) -> list[str]:
        store = Store.open(folder)
        try:
            history = store.history()
            history.catch_up(1_000_000)
            page = history.page(Wanted(), 0, 1_000_000)
            kept = at_own_table(store)
            hands = sorted(history.record(each.session, each.hand).to_json() for each in page)
            return [*hands, *([str(point(kept))] if kept else [])]
        finally:
            store.close()


def killed_imports(folder: Path, times: int, hands: int = 300) -> Iterable[str]:
    """Kill an import so many times; what went wrong."""
    imports, dice = Imports(folder, hands), Random(times)
    for number in range(times):
        trouble = imports.killed(dice)
        if trouble:
            yield f"import {number}: {trouble}"


# -- Saves of an earlier version -------------------------------------------------------------------


EARLIER_SCHEMA: Final = """CREATE TABLE journal (
    session INTEGER NOT NULL, hand INTEGER NOT NULL, kind TEXT NOT NULL, ordinal INTEGER NOT NULL,
    body TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (session, hand, kind, ordinal)
) WITHOUT ROWID"""
EARLIER_RULES: Final = """name = "Friday night"
extends = "tunk" # as at Ann's
drop_at_most = 7
"""


def earlier_saves(folder: Path) -> Path:
    """What version 0.x left in a folder: hands under all presets that changed, and a rule set."""
    rows = [Row(*each) for each in _held("rows")]
    last = max(row.session for row in rows)
    (folder / "rules").mkdir(parents=True)
    (folder / "rules" / "friday_night.toml").write_text(EARLIER_RULES, "utf-8")
    with closing(sqlite3.connect(folder / "tonk.db")) as save:
        save.execute(EARLIER_SCHEMA)
        values = [(*row.key, row.body, row.digest) for row in rows]
        save.executemany("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)", values)
        save.execute("PRAGMA user_version = 2")
        save.commit()
    lasting = [row for row in rows if row.kind in LASTING]
    in_play = [
        row
        for row in rows
        if row.session in (0, last) and row.kind not in ("record", "ended", "seated", "review")
    ]
    for name, part in (("tonk-hands.jsonl", lasting), ("tonk-play.jsonl", in_play)):
        (folder / name).write_bytes(b"".join(map(Row.line, part)))
    return folder


def _held(name: str) -> Any:  # noqa: ANN401  # JSON, written by version 0.x
    packed = ROOT / "tests/compat/files" / f"presets-{name}.json.gz"
    return json.loads(gzip.decompress(packed.read_bytes()))


def upgrade(folder: Path) -> int:
    """Start with saves of an earlier version; the exit status."""
    try:
        Store.open(folder).close()
    except StoreError as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    return 0


class Upgrades(Trials):
    """Saves of an earlier version: what is said of them is the same however often one is killed."""

    def __init__(self, folder: Path) -> None:
        start = earlier_saves(folder / "start")
        super().__init__(folder, start, "up")
        said = _held("said")["verdicts"]
        self.before = sorted((*map(int, at.split()), *said[at]) for at in said)
        self._after = self._found(shutil.copytree(start, folder / "whole"))
        if [each[:4] for each in self._after[0]] != self.before:
            raise ValueError("the saves of before say something else when they are brought up")

    def trouble(self, folder: Path, *, is_done: bool) -> str:  # noqa: ARG002 - of every start
        found = self._found(folder)
        if found != self._after:
            return f"{len(found[0])} of {len(self._after[0])} hands, or others: {found[1]}"
        return ""

    def _found(self, folder: Path) -> tuple[list[tuple[Any, ...]], str, str]:
        store = Store.open(folder)
        try:
            rows = store.everything()
            names = {(row.session, row.hand): row.body for row in rows if row.kind == "identity"}
            hands: list[tuple[Any, ...]] = sorted(
                (row.session, row.hand, *_said_of(row.body), row.body, names[row.key[:2]])
                for row in rows
                if row.kind == "record"
            )
            sets = sorted((each.name, str(each.rules)) for each in OwnRules.in_folder(folder).sets)
            return hands, f"{store.damage or ''}", str(sets)
        finally:
            store.close()


@cache
def _said_of(text: str) -> tuple[str, str]:
    """What ``tonk verify`` and ``tonk replay`` say of a record."""
    return _judged(lambda: verify_record(read_json(text))), _judged(lambda: _replayed(text))


def _judged(judge: Callable[[], object]) -> str:
    try:
        return str(judge())
    except RecordError as error:
        return f"wrong: {error}"


def _replayed(text: str) -> str:
    record = read_json(text)
    record.check_ending(replay(record))
    return "right"


def spoilt_runs(folder: Path, kind: str, step: int = 1) -> Iterator[str]:
    """Let every so many calls meet faults of this kind; what went wrong."""
    if kind in ("calls", "failures"):
        faults = Faults(folder)
        return faults.all_spoilt(faults.kills(step) if kind == "calls" else faults.failures(step))
    trials = Upgrades(folder) if kind == "upgrade" else Imports(folder, 60)
    return trials.all_spoilt(trials.faults(step))


def main(words: list[str]) -> int:
    """Run what is asked for; the exit status."""
    match words:
        case ["play", folder, said]:
            return play(Path(folder), Said(Path(said)), _MOVES)
        case ["at-table", folder, said]:
            at_the_table(Path(folder), Said(Path(said)))
            return 1
        case ["table", *times]:
            run: Callable[[Path], Iterable[str]] = lambda folder: table(  # noqa: E731  # one line
                int(times[0]) if times else 1000, folder
            )
        case ["up", folder]:
            return upgrade(Path(folder))
        case ["bring-in", folder, backup]:
            return bring_in(Path(folder), Path(backup))
        case ["import", *times]:
            run = lambda folder: killed_imports(folder, int(times[0]) if times else 300)  # noqa: E731  # one line
        case ["calls" | "failures" | "upgrade" | "import-calls" as kind, *step]:
            run = lambda folder: spoilt_runs(folder, kind, *map(int, step))  # noqa: E731  # one line
        case _:
            print(__doc__)
            return 0 if words in (["-h"], ["--help"]) else 2
    with tempfile.TemporaryDirectory(prefix="tonk-") as folder:
        troubles = 0
        for trouble in run(Path(folder)):
            troubles += 1
            print(re.sub(r"/tmp/\S*", "…", trouble), flush=True)
    print("nothing was lost" if not troubles else f"{troubles} times something was lost")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
