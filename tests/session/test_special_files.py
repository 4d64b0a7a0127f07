"""What is no file, in place of a file of the saves, is set aside in a line, and all is kept."""

import json
import os
import select
import shutil
import signal
import socket
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from game.play.plan import Plan
from game.saves.store import Store
from tests.session.players import FOUR, careless, eager, play_hands
from tests.session.while_open import files_of, finished

resource = pytest.importorskip("resource")  # and with it FIFOs, devices and ``fork``

SECONDS = 20
MEMORY = 2 << 30
CHOOSERS = (careless, eager, eager, careless)


def _folder(path: Path) -> None:
    path.mkdir()
    (path / "inside").write_text("something", "utf-8")


def _socket(path: Path) -> None:
    before = Path.cwd()
    os.chdir(path.parent)  # the name of a socket has to be short
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(path.name)
    os.chdir(before)


KINDS: dict[str, Callable[[Path], None]] = {
    "fifo": os.mkfifo,
    "folder": _folder,
    "endless": lambda path: path.symlink_to("/dev/zero"),
    "empty": lambda path: path.symlink_to("/dev/null"),
    "nowhere": lambda path: path.symlink_to("not there"),
    "socket": _socket,
}


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """Saves with hands, and the names of all files that were there while they were open."""
    folder = tmp_path_factory.mktemp("used") / "saves"
    store = Store.open(folder)
    play_hands(store.start(Plan(FOUR)), CHOOSERS, 4)
    names = files_of(folder)
    store.close()
    return folder, sorted({*names, *files_of(folder)})


def answer(ask: Callable[[], object]) -> object:
    """What a function gives in a process of its own, which has to come to its end."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            found = ask()
        except BaseException as error:  # noqa: BLE001  # whatever it is, it is told
            found = f"{type(error).__name__}: {error}"
        os.write(write, json.dumps(found).encode())
        os.kill(os.getpid(), signal.SIGKILL)
    os.close(write)
    try:
        if not select.select([read], [], [], SECONDS)[0]:
            return "no answer"
        with os.fdopen(os.dup(read)) as file:
            return json.loads(file.read() or "null")
    finally:
        os.close(read)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def played(folder: Path) -> object:
    """Start, play a hand and leave; what was told, and how many hands the next start finds."""
    store = Store.open(folder)
    told = str(store.damage) if store.damage else ""
    session = store.saved_session() or store.start(Plan(FOUR))
    play_hands(session, CHOOSERS, 1)
    trouble = str(session.trouble) if session.trouble else ""
    store.close()
    again = Store.open(folder)
    try:
        return [told, trouble, len(finished(again)), again.damage is None]
    finally:
        again.close()


def problems(folder: Path, names: list[str], kind: str, home: Path) -> Iterator[str]:
    for name in names:
        trial = shutil.copytree(folder, home / f"{kind}-{name}")
        (trial / name).unlink(missing_ok=True)
        KINDS[kind](trial / name)
        match answer(partial(played, trial)):
            case [str(told), "", 5, True] if "\n" not in told:
                pass
            case found:
                yield f"{name}: {found}"


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_file_costs_no_hand(
    used: tuple[Path, list[str]], tmp_path: Path, kind: str
) -> None:
    folder, names = used
    assert list(problems(folder, names, kind, tmp_path)) == []
