"""What every test stands on: no real screen, no real sound, and never the player's own files."""

import gc
import os
import shutil
import signal
import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, Final, Literal

import pytest
from hypothesis import settings

from ai.kernel import build
from game.files import CONFIG_VARIABLE, DATA_VARIABLE
from tests.shares import DRAWN_BY, EVERY, share
from tests.tools.display import VirtualDisplay, missing_programs, virtual_display

# Before anything imports pygame, and inherited by every program that a test starts.
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
# Workers and the programs that they start a hundred times find compiled what another compiled.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

_HOMES = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")

_CONNECT: Final = sqlite3.connect
WORLDS: Final = {"xvfb", "wine", "pythons", "packages", "arm", "flatpak", "pyodide"}
"""Markers of tests that need more than one Python: `-m "not wine"` leaves out those of one."""
_NEEDED: Final = {"wine": ("wine",), "arm": ("qemu-aarch64",), "pyodide": ("node", "npm")}
_MADE_AFTER: Final = 60  # percent of the tests
_LONG_BYTES: Final = 1_000
_LONG_NAME: Final = 80
_LONG: Final = {"test_gates"}


# The machine's load must not decide a test; a failing example can be pasted from the report.
settings.register_profile(
    "house", max_examples=2_000 if EVERY else 30, deadline=None, print_blob=True
)
settings.load_profile("house")


def in_ci() -> bool:
    """Tell whether what cannot run here is a failure, not a skip."""
    return os.environ.get("CI", "").lower() not in {"", "0", "false"}


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the kernel anew where its sources have changed; without a compiler, go on.

    A shell lets what it runs in the background ignore Ctrl+C, and all that is started there; tests
    are to get it.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if not hasattr(session.config, "workerinput"):
        with suppress(build.BuildError):
            build.make_in_place()


def pytest_report_header() -> list[str]:
    """Say what draws the shares of cases, so that they can be drawn again."""
    return [f"shares of cases: TONK_SHARE={DRAWN_BY}"] if DRAWN_BY else []


def pytest_collection_finish() -> None:
    """Spare the collector of garbage the tests themselves, which are never garbage."""
    gc.collect()
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    lacking = _lacking(item)
    if lacking:
        cannot_run(f"not installed: {', '.join(lacking)}")


def _lacking(item: pytest.Item) -> list[str]:
    """The programs that a test needs by its markers and that are not here."""
    needed = [name for mark in item.iter_markers() for name in _NEEDED.get(mark.name, ())]
    lacking = [name for name in needed if shutil.which(name) is None]
    return [*lacking, *(missing_programs() if item.get_closest_marker("xvfb") else ())]


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Say of long bytes that differ where they do, instead of printing all of them."""
    if not (isinstance(left, bytes) and isinstance(right, bytes)):
        return None
    if max(len(left), len(right)) < _LONG_BYTES:
        return None
    differing = (
        at for at, (one, other) in enumerate(zip(left, right, strict=False)) if one != other
    )
    alike = next(differing, min(len(left), len(right)))
    return [f"{len(left)} bytes {op} {len(right)} bytes, the first {alike} of them alike"]


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name no test by a megabyte of brackets: every worker tells the names of all tests."""
    if isinstance(val, str) and len(val) > _LONG_NAME:
        return f"{val[:_LONG_NAME]}... {len(val)}".encode("unicode_escape").decode()
    return None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long tests first, and those of the packages last but one, when the packages are made.

    The rest after them keeps every worker busy until the last of the long ones has ended.
    """
    if not EVERY:
        leave_out(items)
    placed: dict[str, list[pytest.Item]] = {"early": [], "late": [], "anywhere": []}
    for item in items:
        placed[_place(item)].append(item)
    rest = placed["anywhere"]
    cut = len(rest) * _MADE_AFTER // 100
    items[:] = [*placed["early"], *rest[:cut], *placed["late"], *rest[cut:]]


def leave_out(items: list[pytest.Item]) -> None:
    """Keep of each test marked `share(count)` that many cases, drawn from all over their list.

    What a case is called draws it, so that a new one moves few of the others. One that is asked for
    by its name is always tried.
    """
    marked: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("share"):
            marked[item.nodeid.partition("[")[0]].append(item)
    left_out: list[pytest.Item] = []
    for cases in marked.values():
        mark = cases[0].get_closest_marker("share")
        assert mark is not None
        kept = share(cases, mark.args[0], name=lambda each: each.nodeid)
        left_out += set(cases).difference(kept)
    if left_out:
        gone = set(left_out)
        left_out[0].config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in gone]


def _place(item: pytest.Item) -> Literal["early", "late", "anywhere"]:
    marks = {mark.name for mark in item.iter_markers()}
    if "packages" in marks:
        return "late"
    is_long = marks & {*WORLDS, "xdist_group"} or item.path.stem in _LONG
    return "early" if is_long else "anywhere"


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than cores: a test of a real window waits for half of its time."""
    return (os.cpu_count() or 1) + 1


def cannot_run(why: str) -> None:
    """Skip with a plain word, or fail where CI is set: there, everything must have run."""
    if in_ci():
        pytest.fail(why, pytrace=False)
    pytest.skip(why)


@pytest.fixture(scope="session", autouse=True)
def _home_of_its_own() -> Iterator[None]:
    """Keep settings, saves and statistics of the player out of reach of every test."""
    before = {name: os.environ.get(name) for name in _HOMES}
    with tempfile.TemporaryDirectory(prefix="tonk-tests-") as home:
        for name in _HOMES:
            folder = Path(home, name.removeprefix("XDG_").lower())
            folder.mkdir()
            os.environ[name] = str(folder)
        yield
    for name, value in before.items():
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value


@pytest.fixture(autouse=True)
def _shuffles_are_repeatable(request: pytest.FixtureRequest) -> Iterator[None]:
    """Shuffle by the name of the test where the game would by chance, so that what fails once fails
    again: a hand may be over as soon as it is dealt.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "urandom", Random(request.node.nodeid).randbytes)
        yield


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of which `data` and `config` are where the game keeps what is a player's."""
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path / "data"))
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path / "config"))
    return tmp_path


@contextmanager
def open_beyond_tests() -> Iterator[None]:
    """Let databases that are opened here stay open when the test ends."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", _CONNECT)
        yield


@pytest.fixture(autouse=True)
def _databases_are_closed() -> Iterator[None]:
    """Fail where a test leaves a database open.

    Python itself warns of it only from 3.13 on, and not before the memory is freed, in some later
    test; and on Windows nobody can rename or remove a file that is open.
    """
    opened: list[sqlite3.Connection] = []

    def watched(*args: Any, **named: Any) -> sqlite3.Connection:  # noqa: ANN401 - as connect
        opened.append(_CONNECT(*args, **named))
        return opened[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", watched)
        yield
    left = [connection for connection in opened if _is_open(connection)]
    for connection in left:
        with suppress(sqlite3.ProgrammingError):  # of another thread
            connection.close()
    if left:
        pytest.fail(f"databases left open: {len(left)}", pytrace=False)


def _is_open(connection: sqlite3.Connection) -> bool:
    try:
        return connection.total_changes >= 0
    except sqlite3.ProgrammingError:
        return False


@pytest.fixture(scope="session")
def display() -> Iterator[VirtualDisplay]:
    """A virtual display of 1920x1080 with a window manager, for tests marked `xvfb`."""
    with virtual_display() as running:
        yield running
