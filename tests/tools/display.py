"""A virtual display with a window manager, for tests that open the real window."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

NEEDED = ("Xvfb", "openbox", "xdotool")
PATIENCE = 30.0  # seconds, for a machine that is busy


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
        # -noreset: else it begins anew, throwing out newcomers, whenever its last client goes.
        ["Xvfb", "-noreset", "-displayfd", str(write_end), "-screen", "0", f"{size}x24"],
        pass_fds=[write_end],
        stderr=subprocess.DEVNULL,
    )
    os.close(write_end)
    with os.fdopen(read_end) as answer:
        number = answer.readline().strip()
    if not number:
        server.wait()
        raise RuntimeError(f"Xvfb ended with status {server.returncode} before it had a display")
    display = VirtualDisplay(f":{number}", _environment(f":{number}"))
    manager = subprocess.Popen(
        ["openbox"],
        env=display.env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for_manager(manager, display)
        yield display
    finally:
        for process in (manager, server):
            process.terminate()
            process.wait(10)


def _wait_for_manager(manager: subprocess.Popen[bytes], display: VirtualDisplay) -> None:
    """Return once windows are managed: one that opens earlier may never be shown."""
    until = time.monotonic() + PATIENCE
    while not _is_managed(display):
        if manager.poll() is not None or time.monotonic() > until:
            raise RuntimeError("openbox does not manage the virtual display")
        time.sleep(0.05)


def _is_managed(display: VirtualDisplay) -> bool:
    """Only a window manager answers which desktop is the current one."""
    asked = subprocess.run(
        ["xdotool", "get_desktop"], env=display.env, capture_output=True, check=False
    )
    return asked.returncode == 0


def _environment(name: str) -> dict[str, str]:
    """Give the environment of a process on that display: real video, silent sound."""
    env = {key: value for key, value in os.environ.items() if key != "SDL_VIDEODRIVER"}
    return env | {"DISPLAY": name, "SDL_AUDIODRIVER": "dummy"}
