"""One Tonk at a time: a second start asks the first to come to the front."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from queue import Queue

import pytest

from game.app import run
from game.files import data_folder
from game.saves.settings import PlayOptions
from game.saves.single_instance import InstanceListener, ask_running_instance

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="a named pipe is no file")


@pytest.fixture
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for sockets whose name is short, whatever the test's is."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    return tmp_path


@pytest.fixture
def asked(runtime: Path) -> Iterator[Queue[Path | None]]:
    """What the instance with the saves in `saves` is asked."""
    calls: Queue[Path | None] = Queue()
    listener = InstanceListener(Path("saves"), calls.put)
    yield calls
    listener.close()


def test_without_a_running_instance_nobody_answers(runtime: Path) -> None:
    assert not ask_running_instance(Path("saves"))


def test_the_running_instance_is_asked_to_come_to_the_front(asked: Queue[Path | None]) -> None:
    assert ask_running_instance(Path("saves"))
    assert asked.get(timeout=5) is None


def test_a_file_arrives_with_its_whole_path(asked: Queue[Path | None]) -> None:
    assert ask_running_instance(Path("saves"), Path("Spiele für Zoë/手.tonk.json"))
    assert asked.get(timeout=5) == Path("Spiele für Zoë/手.tonk.json").absolute()


def test_other_saves_have_an_instance_of_their_own(asked: Queue[Path | None]) -> None:
    assert not ask_running_instance(Path("other saves"))
    assert asked.empty()


def test_a_socket_that_a_crash_left_is_replaced(runtime: Path) -> None:
    listener = InstanceListener(Path("saves"), lambda _: None)
    (place,) = runtime.iterdir()
    listener.close()
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(place))
    assert not ask_running_instance(Path("saves"))
    calls: Queue[Path | None] = Queue()
    again = InstanceListener(Path("saves"), calls.put)
    assert ask_running_instance(Path("saves"))
    again.close()
    assert not list(runtime.iterdir())


def test_a_caller_that_says_nothing_does_no_harm(asked: Queue[Path | None], runtime: Path) -> None:
    (place,) = runtime.iterdir()
    with socket.socket(socket.AF_UNIX) as silent:
        silent.connect(str(place))
    assert ask_running_instance(Path("saves"))
    assert asked.get(timeout=5) is None


def test_a_program_that_is_stopped_is_not_waited_for_without_end(runtime: Path) -> None:
    listener = InstanceListener(Path("saves"), lambda _: None)
    (place,) = runtime.iterdir()
    listener.close()
    with socket.socket(socket.AF_UNIX) as stopped, ExitStack() as waiting:
        stopped.bind(str(place))
        stopped.listen(0)
        for _caller in range(2):  # more than it keeps for later: the next has to wait
            caller = waiting.enter_context(socket.socket(socket.AF_UNIX))
            caller.setblocking(False)
            with suppress(BlockingIOError):
                caller.connect(str(place))
        assert ask_running_instance(Path("saves")) is False


def test_a_folder_too_deep_for_a_socket_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    deep = tmp_path / ("deep" * 30)
    assert not ask_running_instance(deep)
    with pytest.raises(OSError, match="no place"):
        InstanceListener(deep, lambda _: None)


def test_options_that_an_open_window_cannot_follow_are_named(
    runtime: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calls: Queue[Path | None] = Queue()
    listener = InstanceListener(data_folder(), calls.put)
    statuses = [run(PlayOptions()), run(PlayOptions(seats=4, records=Path("r.jsonl")))]
    listener.close()
    said = capsys.readouterr()
    assert statuses == [0, 7]
    assert said.out == "Tonk is already open; its window comes to the front.\n"
    assert said.err == (
        "tonk play: --seats, --records: Tonk is already open; its window comes to the front; "
        "quit it first\n"
    )
