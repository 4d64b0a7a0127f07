"""One writer: who holds the saves, where the system's lock fails, and who takes over."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from game.saves.archive import HANDS_NAME, Archive
from game.saves.database import LOG, Database
from game.saves.history import Wanted
from game.saves.lock import (
    HOLDER_NAME,
    LOCK_NAME,
    RECENT,
    Holder,
    ReplacedError,
    StoreBusyError,
    in_use_by,
)
from game.saves.rows import Row
from game.saves.store import Store
from game.saves.transfer import exports_folder
from tests.conftest import cannot_run
from tests.session.players import careless, play_hands, play_one
from tests.session.test_store import PLAN, left_in_mid_hand, same

ROOT = Path(__file__).resolve().parents[2]
NO_LOCKS = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>

int flock(int descriptor, int operation)
{
    errno = ENOLCK;
    return -1;
}

int fcntl(int descriptor, int command, ...)
{
    va_list rest;
    va_start(rest, command);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    if (command == F_SETLK || command == F_SETLKW) {
        errno = ENOLCK;
        return -1;
    }
    int (*next)(int, int, ...) = dlsym(RTLD_NEXT, "fcntl");
    return next(descriptor, command, argument);
}

int fcntl64(int descriptor, int command, ...) __attribute__((alias("fcntl")));
"""
HOLDER = """
import sys
from pathlib import Path
from game.saves.store import Store
from game.saves.transfer import save_elsewhere
from tests.session.players import careless, play_hands
from tests.session.players import careless, play_hands, play_one
from tests.session.test_store import PLAN
store = Store.open(Path(sys.argv[1]))
session = store.start(PLAN)
print("open", flush=True)
for line in sys.stdin:
    play_hands(session, [careless] * 4, 1)
    print(type(session.trouble).__name__, flush=True)
    if line == "elsewhere\\n":
        print(save_elsewhere(store), flush=True)
store.close()
"""


@pytest.fixture
def without_locks(tmp_path: Path) -> Path:
    """A library that lets the system's lock fail, as on some network folders."""
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        cannot_run("there is no C compiler, or no Linux")
    assert compiler
    source, library = tmp_path / "nolocks.c", tmp_path / "nolocks.so"
    source.write_text(NO_LOCKS)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return library


@pytest.fixture
def holder(tmp_path: Path, without_locks: Path) -> Iterator["subprocess.Popen[str]"]:
    """Another program that has the saves open where nothing can be locked."""
    command = [sys.executable, "-c", HOLDER, str(tmp_path / "saves")]
    exports = {"TONK_DATA_DIR": str(tmp_path / "data")}
    (tmp_path / "data").mkdir()
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | exports | {"LD_PRELOAD": str(without_locks)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdout
        assert program.stdout.readline() == "open\n"
        yield program
        program.kill()


def told(holder: "subprocess.Popen[str]", word: str) -> str:
    assert holder.stdin
    assert holder.stdout
    holder.stdin.write(f"{word}\n")
    holder.stdin.flush()
    return holder.stdout.readline().strip()


def test_where_nothing_can_be_locked_the_player_is_asked(
    tmp_path: Path, holder: "subprocess.Popen[str]"
) -> None:
    assert told(holder, "play") == "NoneType"
    with pytest.raises(StoreBusyError) as refusal:
        _open_without_locks(tmp_path / "saves")
    assert refusal.value.may_take_over
    assert refusal.value.holder is not None
    assert refusal.value.holder.process == holder.pid
    assert "\n" not in str(refusal.value)


def test_a_holder_that_was_replaced_writes_no_more_and_saves_elsewhere(
    home: Path, holder: "subprocess.Popen[str]"
) -> None:
    assert told(holder, "play") == "NoneType"
    with closing(_open_without_locks(home / "saves", take_over=True)) as store:
        assert told(holder, "elsewhere") == "ReplacedError"
        assert holder.stdout
        elsewhere = Path(holder.stdout.readline().strip())
        assert _hands(store) == 1
    assert elsewhere.parent == exports_folder()
    records = [
        line for line in elsewhere.read_text("utf-8").splitlines() if '"record"' in line[:30]
    ]
    assert len(records) == 2


def _play_and_leave(folder: Path) -> None:
    with closing(_open_without_locks(folder)) as store:
        session = store.saved_session()
        assert session is not None
        play_hands(session, [careless] * len(session.players), 3)


def _play_half_a_hand_and_leave(folder: Path) -> None:
    with closing(_open_without_locks(folder)) as store:
        session = store.saved_session()
        assert session is not None
        play_one(session, [careless] * len(session.players))


def _count_and_leave(folder: Path) -> None:
    with closing(_open_without_locks(folder)) as store:
        assert _hands(store) == 1


@pytest.mark.share(3)
@pytest.mark.parametrize("is_named", [True, False], ids=["named", "gone"])
@pytest.mark.parametrize(
    ("do", "hands"),
    [(_play_and_leave, 4), (_play_half_a_hand_and_leave, 1), (_count_and_leave, 1)],
    ids=["hands", "moves", "counts"],
)
def test_one_that_slept_while_another_came_and_left_writes_no_more(
    tmp_path: Path,
    holder: "subprocess.Popen[str]",
    do: Callable[[Path], None],
    hands: int,
    is_named: bool,
) -> None:
    folder = tmp_path / "saves"
    assert told(holder, "play") == "NoneType"
    holder.send_signal(signal.SIGSTOP)
    then = time.time() - 2 * RECENT
    os.utime(folder / HOLDER_NAME, (then, then))
    do(folder)
    if not is_named:  # an earlier Tonk, or a service that keeps folders alike
        (folder / HOLDER_NAME).unlink()
    with closing(_open_without_locks(folder)) as store:
        left = sorted(row.line() for row in store.everything())
    if not is_named:
        (folder / HOLDER_NAME).unlink(missing_ok=True)
    holder.send_signal(signal.SIGCONT)
    assert told(holder, "play") == "ReplacedError"
    with closing(_open_without_locks(folder)) as store:
        assert store.damage is None
        assert _hands(store) == hands
        assert sorted(row.line() for row in store.everything()) == left


@pytest.mark.parametrize("is_cut", [False, True], ids=["whole", "cut"])
def test_a_database_taken_over_is_left_as_it_is(tmp_path: Path, is_cut: bool) -> None:
    path = tmp_path / "tonk.db"
    rows = [Row(1, 1, "move", number, "a" * 5000) for number in range(1, 400)]  # beyond its cache
    log = path.with_name(path.name + LOG)
    with closing(Database(path, can_lock=False)) as database:
        database.write(rows)
        assert log.stat().st_size > 1 << 20
        if is_cut:  # as the next Tonk does when it starts
            os.truncate(log, 0)
        before = path.read_bytes(), log.read_bytes()
        database.detach()
        assert (path.read_bytes(), log.read_bytes()) == before
        found, is_whole = database.all_rows()
        new = Row(1, 1, "move", 400, "b")
        database.write([new])
        assert database.row(new.key) == new
    assert set(found) <= set(rows)
    assert is_cut or (found, is_whole) == (rows, True)


def test_saves_taken_over_in_the_middle_of_a_hand_are_all_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("filelock.lock_descriptor", _fail)
    hands = [Row(1, number, "record", 0, f"{number} " * 200) for number in range(1, 1200)]
    moves = [Row(1, 1200, "move", number, "0 draw") for number in range(1, 5)]
    with closing(Archive(tmp_path, lambda _rows: True, lambda: None)) as archive:
        archive.note([*hands, Row(1, 0, "standing", 0, "{}")])
        archive.write()
        archive.note(moves)
        archive.write()
        assert {*hands, *moves} <= set(archive.everything())
        os.truncate(tmp_path / f"tonk.db{LOG}", 0)  # as the next Tonk does when it starts
        _held_by(tmp_path, "another", 0)
        archive.note([Row(1, 1200, "move", 5, "0 drop")])
        with pytest.raises(ReplacedError):
            archive.write()
        assert {*hands, *moves} <= set(archive.everything())


def test_one_that_left_is_not_asked_about(tmp_path: Path) -> None:
    left_in_mid_hand(tmp_path)
    _open_without_locks(tmp_path).close()
    assert in_use_by(tmp_path) is None
    _open_without_locks(tmp_path).close()
    Store.open(tmp_path).close()
    assert in_use_by(tmp_path) is None


def test_hands_that_another_program_appended_stay(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store:
        session = store.start(PLAN)
        play_hands(session, [careless] * 4, 1)
        new = Row(1, 2, "record", 0, "of another").line()
        with (tmp_path / HANDS_NAME).open("ab") as file:
            file.write(new)
        play_hands(session, [careless] * 4, 1)
        assert isinstance(session.trouble, ReplacedError)
    assert (tmp_path / HANDS_NAME).read_bytes().endswith(new)


def _open_without_locks(folder: Path, *, take_over: bool = False) -> Store:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("filelock.lock_descriptor", _fail)
        return Store.open(folder, take_over=take_over)


def _fail(*_about: object, **_more: object) -> bool:
    raise OSError("No locks available")


def _hands(store: Store) -> int:
    history = store.history()
    history.catch_up(1000)
    return history.count(Wanted())


def _held_by(folder: Path, host: str, seconds_ago: float) -> None:
    holder = Holder(host, 1, "2026-01-01 12:00", "0" * 32)
    (folder / HOLDER_NAME).write_text(holder.line)
    then = time.time() - seconds_ago
    os.utime(folder / HOLDER_NAME, (then, then))


def test_a_folder_that_another_computer_held_just_now_is_asked_about(tmp_path: Path) -> None:
    left_in_mid_hand(tmp_path)
    _held_by(tmp_path, "another", 5)
    with pytest.raises(StoreBusyError, match="process 1 on another") as refusal:
        Store.open(tmp_path)
    assert refusal.value.may_take_over
    Store.open(tmp_path, take_over=True).close()
    assert in_use_by(tmp_path) is None
    Store.open(tmp_path).close()


def test_a_damaged_name_of_another_computer_is_not_asked_about(tmp_path: Path) -> None:
    left_in_mid_hand(tmp_path)
    _held_by(tmp_path, "another", 5)
    whole = (tmp_path / HOLDER_NAME).read_text()
    (tmp_path / HOLDER_NAME).write_text(whole.replace("another", "anothor"))
    Store.open(tmp_path).close()


def test_a_holder_that_is_gone_for_long_is_not_asked_about(tmp_path: Path) -> None:
    left_in_mid_hand(tmp_path)
    _held_by(tmp_path, "another", RECENT + 5)
    Store.open(tmp_path).close()


def test_a_holder_whose_clock_is_far_ahead_is_not_asked_about(tmp_path: Path) -> None:
    left_in_mid_hand(tmp_path)
    _held_by(tmp_path, "another", -RECENT - 5)
    assert in_use_by(tmp_path) is None
    Store.open(tmp_path).close()


@pytest.mark.parametrize("text", ["", "[]", "{", '{"host": 1}', "[" * 5000])
def test_whatever_names_the_holder_a_lock_that_is_free_is_taken(tmp_path: Path, text: str) -> None:
    left_in_mid_hand(tmp_path)
    (tmp_path / HOLDER_NAME).write_text(text)
    with closing(Store.open(tmp_path)):
        assert in_use_by(tmp_path) is not None
        assert (tmp_path / LOCK_NAME).exists()
    assert in_use_by(tmp_path) is None


def test_a_holder_that_is_idle_learns_that_it_was_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.saves.lock.HEARTBEAT", 0.02)
    with closing(Store.open(tmp_path)) as store:
        session = store.start(PLAN)
        _held_by(tmp_path, "another", 0)
        until = time.monotonic() + 20
        while session.trouble is None and time.monotonic() < until:
            time.sleep(0.01)
        trouble = session.trouble
        assert isinstance(trouble, ReplacedError)
        assert trouble.holder is not None
        assert trouble.holder.host == "another"


def test_whether_saves_are_in_use_is_asked_of_the_lock(tmp_path: Path) -> None:
    """Not of a number that another process may have by now, nor of a clock."""
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout
        assert program.stdout.readline() == "open\n"
        then = time.time() - 10 * RECENT
        os.utime(tmp_path / HOLDER_NAME, (then, then))
        holder = in_use_by(tmp_path)
        assert holder is not None
        assert holder.process == program.pid
        program.kill()
    (tmp_path / HOLDER_NAME).write_text(replace(holder, process=os.getpid()).line)
    assert in_use_by(tmp_path) is None
    with closing(Store.open(tmp_path)) as store:
        assert store.damage is None


def test_saves_made_where_there_are_locks_open_where_there_are_none(tmp_path: Path) -> None:
    left = left_in_mid_hand(tmp_path)
    with closing(_open_without_locks(tmp_path)) as store:
        assert same(store.saved_session(), left)
        assert store.damage is None
    with closing(Store.open(tmp_path)) as store:
        assert same(store.saved_session(), left)
        assert store.damage is None


def test_saves_are_for_nobody_else_to_read(tmp_path: Path) -> None:
    if os.name == "nt":
        pytest.skip("Windows has no such modes")
    folder = tmp_path / "new"
    left_in_mid_hand(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    with closing(Store.open(folder)) as store:
        session = store.saved_session()
        assert session is not None
        modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
    assert set(modes.values()) == {0o600}
