"""A virtual display with a window manager, for tests that open the real window."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path
from struct import unpack

from game.processes import ended_with_this

NEEDED = ("Xvfb", "openbox", "xdotool", "xprop", "xwininfo")
PATIENCE = 30.0  # seconds, for a machine that is busy
# The header of an xwd file: its number of words, and the indexes of some; then colours of a fixed
# size in bytes.
_WORDS_OF_HEAD, _HEAD_SIZE, _LINE_SIZE, _COLOURS, _COLOUR_SIZE = 25, 0, 12, 19, 12


@dataclass(frozen=True, slots=True)
class VirtualDisplay:
    """A running X server; `env` is what a process needs to draw there instead of on the dummy."""

    name: str
    env: dict[str, str]
    picture: Path
    """The xwd file in which the server keeps its screen."""

    def pixels(self, spots: Sequence[tuple[int, int]]) -> list[tuple[int, int, int]]:
        """Return the red, green and blue values at some points of the screen."""
        with self.picture.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as picture:
            head = unpack(f">{_WORDS_OF_HEAD}I", picture[: 4 * _WORDS_OF_HEAD])
            first, line = head[_HEAD_SIZE] + _COLOUR_SIZE * head[_COLOURS], head[_LINE_SIZE]
            places = [first + y * line + 4 * x for x, y in spots]
            return [(picture[at + 2], picture[at + 1], picture[at]) for at in places]


def missing_programs() -> list[str]:
    """Return the programs that a virtual display needs and this machine lacks."""
    return [name for name in NEEDED if shutil.which(name) is None]


@contextmanager
def virtual_display(size: str = "1920x1080") -> Iterator[VirtualDisplay]:
    """Start an X server with a free display number and a window manager; end both afterwards."""
    with (
        tempfile.TemporaryDirectory(prefix="tonk-display-") as folder,
        _server(size, folder) as number,
    ):
        name = f":{number}"
        display = VirtualDisplay(name, _environment(name), Path(folder, "Xvfb_screen0"))
        with _manager(display):
            yield display


@contextmanager
def _server(size: str, folder: str) -> Iterator[str]:
    """Run an X server that keeps its screen in the folder; yield its display number."""
    read_end, write_end = os.pipe()
    # -noreset: otherwise it resets, dropping new clients, whenever its last client leaves.
    command = ["Xvfb", "-noreset", "-displayfd", str(write_end), "-fbdir", folder]
    server = subprocess.Popen(
        ended_with_this([*command, "-screen", "0", f"{size}x24"]),
        pass_fds=[write_end],
        stderr=subprocess.DEVNULL,
    )
    os.close(write_end)
    with os.fdopen(read_end) as answer:
        number = answer.readline().strip()
    if not number:
        server.wait()
        raise RuntimeError(f"Xvfb ended with status {server.returncode} before it had a display")
    try:
        yield number
    finally:
        server.terminate()
        server.wait(10)


@contextmanager
def _manager(display: VirtualDisplay) -> Iterator[None]:
    """Run a window manager on that display."""
    quiet = subprocess.DEVNULL
    manager = subprocess.Popen(["openbox"], env=display.env, stdout=quiet, stderr=quiet)
    try:
        _wait_for_manager(manager, display)
        yield
    finally:
        manager.terminate()
        manager.wait(10)


def _wait_for_manager(manager: subprocess.Popen[bytes], display: VirtualDisplay) -> None:
    """Return once windows are managed: one that opens earlier may never be shown."""
    until = time.monotonic() + PATIENCE
    while not _is_managed(display):
        if manager.poll() is not None or time.monotonic() > until:
            raise RuntimeError("openbox does not manage the virtual display")
        time.sleep(0.05)


def _is_managed(display: VirtualDisplay) -> bool:
    """Return whether a window manager answers which desktop is current."""
    asked = subprocess.run(
        ["xdotool", "get_desktop"], env=display.env, capture_output=True, check=False
    )
    return asked.returncode == 0


def _environment(name: str) -> dict[str, str]:
    """Return the environment of a process on that display: real video, silent sound."""
    env = {key: value for key, value in os.environ.items() if key != "SDL_VIDEODRIVER"}
    return env | {"DISPLAY": name, "SDL_AUDIODRIVER": "dummy"}
