"""Files are opened where they are files: never waited for, and refused in one line."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from game.files import StoreError, open_regular, reason_of, write_whole


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as opened:
        opened.bind(str(path))


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def test_a_regular_file_and_a_link_to_one_are_read(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_bytes(b"one\r\ntwo")
    if hasattr(os, "mkfifo"):  # on Windows it takes a right that few have
        link.symlink_to(file)
    for path in filter(Path.exists, (file, link)):
        with open_regular(path) as opened:
            assert opened.read() == b"one\r\ntwo"
            opened.seek(3)
            assert opened.readline() == b"\r\n"


@pytest.mark.timeout(20)
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files here")
@pytest.mark.parametrize("make", [_pipe, _socket, _device])
def test_what_is_no_regular_file_is_refused_at_once(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    path = tmp_path / "it"
    make(path)
    with pytest.raises(OSError, match="not a regular file") as refused:
        open_regular(path)
    assert reason_of(refused.value) == "is not a regular file"


@pytest.mark.timeout(20)
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files here")
def test_a_pipe_put_in_the_place_of_a_file_at_the_last_moment_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "it"
    path.write_bytes(b"")
    real = os.open

    def swapped(name: Path, flags: int) -> int:
        path.unlink()
        os.mkfifo(path)
        return real(name, flags)

    monkeypatch.setattr(os, "open", swapped)
    with pytest.raises(OSError, match="not a regular file"):
        open_regular(path)


def test_a_folder_a_missing_file_and_an_impossible_name_are_refused(tmp_path: Path) -> None:
    for path, why in (
        (tmp_path, "Is a directory"),
        (tmp_path / "missing", "No such file or directory"),
        (tmp_path / "a\0b", "is not a valid file name"),
    ):
        with pytest.raises(OSError, match=why) as refused:
            open_regular(path)
        assert reason_of(refused.value) == why


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_a_link_stays_and_the_file_behind_it_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    file, link = tmp_path / "dotfiles" / "settings.json", tmp_path / "settings.json"
    file.write_text("old", encoding="utf-8")
    link.symlink_to(file)
    write_whole(link, "new")
    assert link.is_symlink()
    assert file.read_text(encoding="utf-8") == "new"


@pytest.mark.skipif(os.name == "nt", reason="there are no such files")
def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path):
        with pytest.raises(StoreError):
            write_whole(path, "text")
    assert pipe.is_fifo()
