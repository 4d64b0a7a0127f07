"""`tonk bench ui`: what frames, an idle table, the first frame and memory cost.

Every figure comes from processes of its own, so that none has paid for another. CPU time counts the
work of the frames, wall time also what the machine did meanwhile.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from game.rules.actions import Action
    from game.rules.view import SeatView

SIZES: Final = ((1920, 1080), (3840, 2160))
STARTS: Final = 7
"""First frames measured, of which the median counts."""
IDLE_SECONDS: Final = 4.0

_USUAL: Final = SIZES[0]
_LEVEL: Final = "stayer"
"""Who plays the measured hand: one that never drops, so that hands last, and that never changes."""
_SEED: Final = "33"
"""A hand that these players end with a tonk."""
_FAILED: Final = 1

_BARE: Final = """
import time
import pygame
pygame.display.init()
pygame.display.set_mode({size})
pygame.display.flip()
print(time.monotonic())
"""


@dataclass(frozen=True, slots=True)
class Frames:
    """Milliseconds for a frame, in the middle and at the slow end."""

    p50_ms: float
    p99_ms: float
    wall_p99_ms: float


@dataclass(frozen=True, slots=True)
class Figures:
    """What the bench found; the fields are the keys of its JSON."""

    frames: dict[str, Frames]
    idle_cpu_percent: float
    first_frame_ms: float
    bare_first_frame_ms: float
    rss_mb: float

    def __str__(self) -> str:
        lines = [
            f"frames {size:<10} p50 {frames.p50_ms:6.2f} ms, p99 {frames.p99_ms:6.2f} ms "
            f"(by the clock {frames.wall_p99_ms:.2f} ms)"
            for size, frames in self.frames.items()
        ]
        first = f"{self.first_frame_ms:.0f} ms (a bare window {self.bare_first_frame_ms:.0f} ms)"
        return "\n".join(
            (
                *lines,
                f"idle table        {self.idle_cpu_percent:.2f} % of a core",
                f"first frame       {first}",
                f"memory            {self.rss_mb:.0f} MB",
            )
        )


class PartFailedError(Exception):
    """A process that was to measure something ended without a figure: one line."""


def run(options: argparse.Namespace) -> int:
    """Measure in child processes, with progress on standard error, and print the figures."""
    if options.part:
        print(json.dumps(_part(options.part)))
        return 0
    try:
        figures = measure(options.driver)
    except PartFailedError as error:
        print(f"tonk bench ui: {error}", file=sys.stderr)
        return _FAILED
    print(json.dumps(asdict(figures)) if options.json else figures)
    return 0


def measure(driver: str) -> Figures:
    """All figures, with the video driver of that name; nothing of the player's is read."""
    with TemporaryDirectory() as folder:
        return _measured(_environment(driver, Path(folder)))


def _environment(driver: str, folder: Path) -> dict[str, str]:
    """Settings of their own for the processes that measure, with a window of the usual size."""
    from game.session.paths import CONFIG_VARIABLE, DATA_VARIABLE
    from game.session.settings import FILE_NAME

    width, height = _USUAL
    settings = {"window_width": width, "window_height": height}
    (folder / FILE_NAME).write_text(json.dumps(settings), "utf-8")
    drivers = {"SDL_VIDEODRIVER": driver, "SDL_AUDIODRIVER": "dummy"}
    return {**os.environ, **drivers, CONFIG_VARIABLE: str(folder), DATA_VARIABLE: str(folder)}


def _measured(environment: dict[str, str]) -> Figures:
    def part(name: str) -> list[float]:
        print(f"bench ui: {name}", file=sys.stderr, flush=True)
        return _figures([*_own_command(), "bench", "ui", "--part", name], environment)

    frames = {size: Frames(*part(f"frames:{size}")) for size in map(_named, SIZES)}
    (idle,) = part("idle")
    (memory,) = part("memory")
    starts, bare = _starts(environment)
    return Figures(frames, round(idle, 2), round(starts, 1), round(bare, 1), round(memory, 1))


def _starts(environment: dict[str, str]) -> tuple[float, float]:
    """The median first frame, ours and a bare window's, taken in turn, in milliseconds."""
    ours = [*_own_command(), "play", "--until-seen"]
    bare = [sys.executable, "-c", _BARE.format(size=_USUAL)]
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(1, STARTS + 1):
        print(f"bench ui: first frame {number} of {STARTS}", file=sys.stderr, flush=True)
        for command, spent in zip((ours, bare), times, strict=True):
            began = time.monotonic()
            (shown,) = _figures(command, environment)
            spent.append((shown - began) * 1000)
    return statistics.median(times[0]), statistics.median(times[1])


def _own_command() -> list[str]:
    return [sys.executable, "-m", "game"]


def _figures(command: Sequence[str], environment: dict[str, str]) -> list[float]:
    """The numbers that a process prints as its last line."""
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    lines = done.stdout.split("\n")
    try:
        found = json.loads(lines[-2] if len(lines) > 1 else "")
    except ValueError:
        why = done.stderr.strip().split("\n")[-1]
        raise PartFailedError(f"{command[-1]} gave no figure: {why}") from None
    return found if isinstance(found, list) else [found]


def _part(name: str) -> list[float]:
    """What one process measures."""
    what, _, size = name.partition(":")
    parts: dict[str, Callable[[], list[float]]] = {
        "frames": lambda: _frames(size),
        "idle": _idle,
        "memory": _memory,
    }
    return parts[what]()


def _frames(size: str) -> list[float]:
    from game.ui.measuring import frames

    width, height = size.split("x")
    taken = frames((int(width), int(height)), _think_now, _LEVEL, _SEED)
    cpu = sorted(frame.cpu for frame in taken)
    wall = sorted(frame.wall for frame in taken)
    return [
        round(1000 * seconds, 3)
        for seconds in (cpu[len(cpu) // 2], cpu[len(cpu) * 99 // 100], wall[len(wall) * 99 // 100])
    ]


def _idle() -> list[float]:
    from game.ui.measuring import idle

    return [100 * idle(_USUAL, _think_now, _LEVEL, _SEED, IDLE_SECONDS)]


def _memory() -> list[float]:
    """The most memory that this process has held while it played a hand, in megabytes."""
    import resource

    _frames(_named(_USUAL))
    return [resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1.024 / 1000]


def _think_now(view: "SeatView", level: str, seed: int) -> "Future[Action]":
    """Decides at once: thinking is no part of a frame."""
    from ai.registry import make_bot

    done: Future[Action] = Future()
    done.set_result(make_bot(level).choose(view, seed))
    return done


def _named(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"
