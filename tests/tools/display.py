"""A virtual display with a window manager, for tests that open the real window."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

NEEDED = ("Xvfb", "openbox", "xdotool")


@dataclass(frozen=True, slots=True)
class VirtualDisplay:
    """A running X server; `env` is what a process needs to draw there instead of on the dummy."""

    name: str
    env: dict[str, str]


def missing_programs() -> list[str]:
    """Name what a virtual display needs and this machine has not."""
    return [name for name in NEEDED if shutil.which(name) is None]


@contextmanager
def virtual_display(size: str = "1920x1080") -> Iterator[VirtualDisplay]:
    """Start an X server on a number that is free, and a window manager in it; end both after."""
    read_end, write_end = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write_end), "-screen", "0", f"{size}x24", "-nolisten", "tcp"],
        pass_fds=[write_end],
        stderr=subprocess.DEVNULL,
    )
    os.close(write_end)
    with os.fdopen(read_end) as answer:
        number = answer.readline().strip()
    if not number:
        server.wait()
        message = f"Xvfb ended with status {server.returncode} before it had a display"
        raise RuntimeError(message)
    display = VirtualDisplay(f":{number}", _environment(f":{number}"))
    manager = subprocess.Popen(["openbox"], env=display.env, stderr=subprocess.DEVNULL)
    try:
        yield display
    finally:
        for process in (manager, server):
            process.terminate()
            process.wait(10)


def _environment(name: str) -> dict[str, str]:
    """Give the environment of a process on that display: real video, silent sound."""
    env = {key: value for key, value in os.environ.items() if key != "SDL_VIDEODRIVER"}
    return env | {"DISPLAY": name, "SDL_AUDIODRIVER": "dummy"}
