"""One Tonk at a time: whoever starts a second one rings at the first."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from game.session.doorbell import Doorbell, ring

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="there a bell is no file")


@pytest.fixture
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for sockets whose name is short, whatever the test's is."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    return tmp_path


@pytest.fixture
def heard(runtime: Path) -> Iterator[Queue[Path | None]]:
    """What is heard at the door of the saves in `saves`."""
    calls: Queue[Path | None] = Queue()
    bell = Doorbell(Path("saves"), calls.put)
    yield calls
    bell.close()


def test_nobody_is_at_home_where_no_bell_hangs(runtime: Path) -> None:
    assert not ring(Path("saves"))


def test_the_first_hears_that_somebody_looks_for_it(heard: Queue[Path | None]) -> None:
    assert ring(Path("saves"))
    assert heard.get(timeout=5) is None


def test_a_file_arrives_with_its_whole_path(heard: Queue[Path | None]) -> None:
    assert ring(Path("saves"), Path("Spiele für Zoë/手.tonk.json"))
    assert heard.get(timeout=5) == Path("Spiele für Zoë/手.tonk.json").absolute()


def test_other_saves_have_a_bell_of_their_own(heard: Queue[Path | None]) -> None:
    assert not ring(Path("other saves"))
    assert heard.empty()


def test_a_bell_that_was_left_hanging_is_replaced(runtime: Path) -> None:
    bell = Doorbell(Path("saves"), lambda _: None)
    (place,) = runtime.iterdir()
    bell.close()
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(place))
    assert not ring(Path("saves"))
    calls: Queue[Path | None] = Queue()
    again = Doorbell(Path("saves"), calls.put)
    assert ring(Path("saves"))
    again.close()
    assert not list(runtime.iterdir())


def test_a_caller_that_says_nothing_leaves_the_bell_in_order(
    heard: Queue[Path | None], runtime: Path
) -> None:
    (place,) = runtime.iterdir()
    with socket.socket(socket.AF_UNIX) as silent:
        silent.connect(str(place))
    assert ring(Path("saves"))
    assert heard.get(timeout=5) is None


def test_a_folder_too_deep_for_a_bell_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    deep = tmp_path / ("deep" * 30)
    assert not ring(deep)
    with pytest.raises(OSError, match="no place"):
        Doorbell(deep, lambda _: None)
