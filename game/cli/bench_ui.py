"""`tonk bench ui`: the cost of frames, an idle table, the first frame, and memory.

Frames of the default size are measured again while the coach reviews hands, as it does during play.
On a single core they may take longer by the clock, but their own work should not change.

Each part is measured in its own process, so that none bears the cost of another; memory is that of
the hand at the default size. CPU time counts the work of the frames, wall time also other load on
the machine. Everything ends within `MOST_SECONDS`: what a slow machine has not measured by then is
given up and reported on standard error; its figures are null, and the exit status is 1.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import Future, wait
from contextlib import closing
from dataclasses import asdict, astuple, dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from game.cli.window import UNTIL_SEEN
from game.console.output import ExitStatus
from game.processes import ended_with_this

if TYPE_CHECKING:
    from ai.worker import Thinker
    from game.rules.actions import Action
    from game.rules.view import SeatView

SIZES: Final = ((1920, 1080), (3840, 2160))
STARTS: Final = 7
"""Number of starts measured, of which the median counts."""
IDLE_SECONDS: Final = 4.0  # seconds for which the idle table is watched
MOST_SECONDS: Final = 38.0  # seconds for all of it
_REVIEWED_SHARE: Final = 0.3
_SHARES: Final = (0.5, 0.85)
"""The fractions of ``MOST_SECONDS`` by which the frames during a review, and those of each size,
must be done; the idle table runs with the last.
"""

_USUAL: Final = SIZES[0]
_LEVEL: Final = "stayer"
"""The level that plays the measured hand: it never drops, so that hands last, and never changes
between versions.
"""
_SEED: Final = "33"
"""The seed of a hand that ends with a tonk."""
_SEATS, _PACK = 2, "33" * 32
"""The number of players of the hand to review, and its seed."""
_GIVEN_UP: Final = "given up"

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
    """Milliseconds per frame: the median, the slow end and the maximum."""

    p50_ms: float
    p99_ms: float
    most_ms: float
    wall_p99_ms: float

    def __str__(self) -> str:
        return (
            f"p50 {self.p50_ms:6.2f} ms, p99 {self.p99_ms:6.2f} ms, most {self.most_ms:6.2f} ms "
            f"(by the clock {self.wall_p99_ms:.2f} ms)"
        )


@dataclass(frozen=True, slots=True)
class FrameTimes:
    """The results of the benchmark; the fields are the keys of its JSON, None for parts given
    up.
    """

    frames: dict[str, Frames | None]
    frames_in_review: Frames | None
    idle_cpu_percent: float | None
    first_frame_ms: float | None
    bare_first_frame_ms: float | None
    rss_mb: float | None

    @property
    def is_whole(self) -> bool:
        """Whether no part was given up."""
        return None not in (*self.frames.values(), *astuple(self))

    def __str__(self) -> str:
        first = _shown(self.first_frame_ms, ".0f", "ms")
        bare = _shown(self.bare_first_frame_ms, ".0f", "ms")
        return "\n".join(
            (
                *(f"frames {size:<10} {each or _GIVEN_UP}" for size, each in self.frames.items()),
                f"during a review   {self.frames_in_review or _GIVEN_UP}",
                f"idle table        {_shown(self.idle_cpu_percent, '.2f', '% of a core')}",
                f"first frame       {first} (a bare window {bare})",
                f"memory            {_shown(self.rss_mb, '.0f', 'MB')}",
            )
        )


def _shown(figure: float | None, form: str, unit: str) -> str:
    return _GIVEN_UP if figure is None else f"{figure:{form}} {unit}"


class PartFailedError(Exception):
    """A measuring process ended without a result; the message is one line."""


def run(options: argparse.Namespace) -> int:
    """Measure in child processes, with progress on standard error, and print the results."""
    if options.part:
        print(json.dumps(_part(options.part)))
        return 0
    try:
        figures = measure(options.driver)
    except PartFailedError as error:
        print(f"tonk bench ui: {error}", file=sys.stderr)
        return ExitStatus.WRONG
    print(json.dumps(asdict(figures)) if options.json else figures)
    return 0 if figures.is_whole else ExitStatus.WRONG


def measure(driver: str) -> FrameTimes:
    """Return all results with that video driver, without reading the player's files."""
    with TemporaryDirectory() as folder:
        bench = _Bench(_environment(driver, Path(folder)))
        try:
            return bench.measured()
        finally:
            bench.end()


def _environment(driver: str, folder: Path) -> dict[str, str]:
    """Return the environment of the measuring processes: their own settings, with a window of the
    default size.

    They write bytecode and find it at the next start, as an installed game does, even if the
    environment disables it: otherwise the compiler would be measured.
    """
    from game.files import CONFIG_VARIABLE, DATA_VARIABLE
    from game.saves.settings import FILE_NAME

    width, height = _USUAL
    settings = {"window_width": width, "window_height": height}
    (folder / FILE_NAME).write_text(json.dumps(settings), "utf-8")
    drivers = {"SDL_VIDEODRIVER": driver, "SDL_AUDIODRIVER": "dummy"}
    folders = {CONFIG_VARIABLE: str(folder), DATA_VARIABLE: str(folder)}
    bytecode = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
    return {**os.environ, **drivers, **folders, **bytecode}


class _Bench:
    """A runner of measuring processes that waits for their results within the time limit."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment
        self._began = time.monotonic()
        self._processes: list[subprocess.Popen[str]] = []

    def end(self) -> None:
        """Kill all remaining processes."""
        for process in self._processes:
            with process:
                process.kill()

    def begin(self, command: Sequence[str]) -> subprocess.Popen[str]:
        """Start a process that prints its results as its last line."""
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            ended_with_this(command), env=self._environment, stdout=pipe, stderr=pipe, text=True
        )
        self._processes.append(process)
        return process

    def part(self, name: str) -> subprocess.Popen[str]:
        """Start a part of this benchmark."""
        _progress(name)
        return self.begin([*_own_command(), "bench", "ui", "--part", name])

    def figures(
        self, process: subprocess.Popen[str], what: str, share: float = 1.0
    ) -> list[float] | None:
        """Return the results of a process, or None if it has none by that fraction of the time."""
        left = self._began + share * MOST_SECONDS - time.monotonic()
        try:
            out, err = process.communicate(timeout=max(left, 0.0))
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            _progress(f"{what} given up: this machine is too slow or too busy")
            return None
        lines = out.split("\n")
        try:
            found = json.loads(lines[-2] if len(lines) > 1 else "")
        except ValueError:
            why = err.strip().split("\n")[-1]
            raise PartFailedError(f"{what} gave no figure: {why}") from None
        return found if isinstance(found, list) else [found]

    def measured(self) -> FrameTimes:
        sizes = [f"{size[0]}x{size[1]}" for size in SIZES]
        # The first part, whose memory is not reported, leaves bytecode for the others.
        part = f"reviewed:{sizes[0]}"
        reviewed = self.figures(self.part(part), part, _REVIEWED_SHARE)
        frames: dict[str, Frames | None] = {}
        memory = idle = None
        for size, share in zip(sizes, _SHARES, strict=False):
            drawing = self.part(f"frames:{size}")
            resting = self.part("idle") if size == sizes[-1] else None
            found = self.figures(drawing, f"frames:{size}", share)
            frames[size] = Frames(*found[:-1]) if found else None
            if found and size == sizes[0]:
                memory = found[-1]
            if resting:
                idle = self.figures(resting, "idle", share)
        first, bare = self._starts()
        resting_cpu = round(idle[0], 2) if idle else None
        in_review = Frames(*reviewed[:-1]) if reviewed else None
        return FrameTimes(frames, in_review, resting_cpu, first, bare, memory)

    def _starts(self) -> tuple[float | None, float | None]:
        """Return the median times to the first frame, ours and a bare window's, in milliseconds.

        The starts alternate.

        The first start of each does not count, since it compiles bytecode.
        """
        ours = [*_own_command(), UNTIL_SEEN]
        bare = [sys.executable, "-c", _BARE.format(size=_USUAL)]
        times: tuple[list[float], list[float]] = ([], [])
        for number in range(STARTS + 1):
            what = f"first frame {number} of {STARTS}"
            _progress(what)
            for command, spent in zip((ours, bare), times, strict=True):
                began = time.monotonic()
                shown = self.figures(self.begin(command), what)
                if shown is None:
                    return _median(times[0]), _median(times[1])
                if number:
                    spent.append((shown[0] - began) * 1000)
        return _median(times[0]), _median(times[1])


def _progress(words: str) -> None:
    print(f"bench ui: {words}", file=sys.stderr, flush=True)


def _median(times: Sequence[float]) -> float | None:
    import statistics  # imported late, so as not to add to the measured memory

    return round(statistics.median(times), 1) if times else None


def _own_command() -> list[str]:
    return [sys.executable, "-m", "game"]


def _part(name: str) -> list[float]:
    """Return the measurements of one process."""
    what, _, size = name.partition(":")
    if what == "idle":
        from ai.worker import Thinker
        from game.cli.frames import idle

        with closing(Thinker()) as bots:
            return [100 * idle(_USUAL, partial(_answered, bots), _LEVEL, _SEED, IDLE_SECONDS)]
    return _frames_in_review(size) if what == "reviewed" else _frames(size)


def _frames(size: str, most: int | None = None) -> list[float]:
    """Return the milliseconds of each frame, and the peak memory of this process in megabytes."""
    import resource

    from ai.worker import Thinker
    from game.cli.frames import frames

    width, height = size.split("x")
    with closing(Thinker()) as bots:
        think = partial(_answered, bots)
        taken = frames((int(width), int(height)), think, _LEVEL, _SEED, most)
    cpu = sorted(frame.cpu for frame in taken)
    wall = sorted(frame.wall for frame in taken)
    late = len(cpu) * 99 // 100
    seconds = (cpu[len(cpu) // 2], cpu[late], cpu[-1], wall[late])
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return [*(round(1000 * each, 3) for each in seconds), round(held * 1.024 / 1000, 1)]


def _frames_in_review(size: str) -> list[float]:
    """Time frames as ``_frames`` does, while the coach reviews hands in its own process.

    The reviews last from before the first frame to after the last.
    """
    from ai.consulting import Consultant

    consultant = Consultant()
    record = _some_hand()
    # More reviews are requested than can be finished by then.
    going = [consultant.review(record, seat % _SEATS) for seat in range(50)]
    try:
        while not going[0].part:
            if going[0].error:
                raise RuntimeError(going[0].error)
            time.sleep(0.02)
        found = _frames(size, 600)  # frames: ten seconds at the table
        if going[-1].latest:
            raise RuntimeError("all reviews were done before the last frame")
    finally:
        consultant.close()
    return found


def _some_hand() -> str:
    """Return a finished hand as JSON."""
    from ai.bot import ask
    from ai.registry import make_bot
    from game.rules.cards import shuffled
    from game.rules.hand import Hand
    from game.rules.presets import STANDARD
    from game.rules.record import record_of
    from game.rules.view import view

    bot = make_bot(_LEVEL)
    hand = Hand.deal(STANDARD, _SEATS, 0, shuffled(STANDARD.pack(), _PACK))
    while hand.result is None:
        hand.act(hand.turn, ask(bot, view(hand, hand.turn), len(hand.log)))
    names = [f"#{seat}" for seat in range(_SEATS)]
    return record_of(hand, names, rules_name="standard").to_json()


def _answered(bots: "Thinker", view: "SeatView", level: str, seed: int) -> "Future[Action]":
    """Wait for a decision, so that every run has the same frames.

    Bots run in their own process, as at any table: neither their work nor their memory counts.
    """
    decided = bots(view, level, seed)
    wait([decided])
    return decided
