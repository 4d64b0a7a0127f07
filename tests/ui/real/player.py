"""Eyes and hands on a real window: they wait for what is to be seen, never for a time to pass."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Final

import pygame
import pytest
from pygame import Rect

from game.saves.settings import Settings
from tests.tools.display import VirtualDisplay
from tests.tools.wine import Windows, named, python
from tests.ui.real.inside import spots

ROOT: Final = Path(__file__).parents[3]
PATIENCE: Final = 60.0
"""Seconds for what takes a moment; only a broken game ever uses them up."""
_BLINK: Final = 0.02
_DOUBT: Final = 10.0
"""Seconds until a click is taken as lost: a busy X server has been seen to swallow one."""
_FIRST_ANSWER: Final = "choice:0"
_STRANGE: Final = 0.01
"""Share of the samples that may differ from what was drawn: the pointer lies over the picture."""
_FEWEST_COLOURS: Final = 12
_MOST_PRESSES: Final = 60


@dataclass(frozen=True, slots=True)
class Sight:
    """What the game told of itself: see `tests/ui/real/inside.py`."""

    scene: str
    targets: dict[str, Rect]
    places: dict[str, Rect]
    """What can be pointed at on the table, whether or not a click there does anything now."""
    ways: list[list[str]]
    came: dict[str, int]
    size: tuple[int, int]
    at: str = ""
    """Where keys and controllers act."""
    words: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    samples: list[list[int]] = field(default_factory=list)

    @classmethod
    def of(cls, line: str) -> Sight:
        """Read a report."""
        told = json.loads(line)
        for key in ("targets", "places"):
            told[key] = {name: Rect(box) for name, box in told[key].items()}
        told["size"] = tuple(told["size"])
        return cls(**told)


Wanted = Callable[[Sight], bool]


class Player:
    """Somebody at a game in a real window, who does nothing but move the mouse and press keys."""

    def __init__(
        self,
        process: subprocess.Popen[str],
        display: VirtualDisplay,
        folder: Path,
    ) -> None:
        self._process, self._display = process, display
        self._folder, self.env = folder, display.env
        self._told: Queue[str] = Queue()
        self._complaints: list[str] = []
        self._ears = [Thread(target=ear, daemon=True) for ear in (self._listen, self._overhear)]
        for ear in self._ears:
            ear.start()
        self.window = self._found()

    def _listen(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            if line.startswith("{"):  # else it is the program's own word to its terminal
                self._told.put(line)
        self._told.put("")

    def _overhear(self) -> None:
        assert self._process.stderr
        self._complaints.extend(self._process.stderr)

    def _found(self) -> str:
        """The window, once it is there; xdotool finds it by process: its name is in UTF-8."""
        command = ("search", "--sync", "--onlyvisible", "--pid", str(self._process.pid))
        try:
            return self.do(*command).split()[-1]
        except subprocess.TimeoutExpired:
            self._process.kill()
            pytest.fail(f"no window came up: {self.left()}")

    def do(self, *words: str) -> str:
        """One command of xdotool."""
        return subprocess.check_output(
            ["xdotool", *words], env=self.env, text=True, timeout=PATIENCE
        )

    # -- eyes ----------------------------------------------------------------------------------

    def look(self, question: str = "look") -> Sight:
        """What is in the window as soon as nothing moves."""
        self._say(question)
        try:
            line = self._told.get(timeout=PATIENCE)
        except Empty:
            pytest.fail("the game does not come to rest")
        if not line:
            pytest.fail(f"the game ended: {self.left()}")
        return Sight.of(line)

    def until(self, wanted: Wanted, what: str) -> Sight:
        """Look until it is as wanted."""
        if (sight := self._within(PATIENCE, wanted)) is None:
            pytest.fail(f"waited in vain for {what}: {self.look()}")
        return sight

    def _within(self, seconds: float, wanted: Wanted) -> Sight | None:
        end = time.monotonic() + seconds
        while not wanted(sight := self.look()):
            if time.monotonic() > end:
                return None
            time.sleep(_BLINK)
        return sight

    def sees(self, scene: str) -> Sight:
        """The screen of that kind, once it is the top one."""
        return self.until(lambda sight: sight.scene == scene, scene)

    def judged(self) -> Sight:
        """What is in the window with all its words; it is on the screen, and no empty sheet."""
        end = time.monotonic() + PATIENCE
        while not self._is_on_screen(sight := self.look("judge")):
            if time.monotonic() > end:
                pytest.fail(f"what was drawn is not on the screen: {sight.scene}")
            time.sleep(_BLINK)
        assert len({tuple(sample) for sample in sight.samples}) >= _FEWEST_COLOURS, sight.scene
        return sight

    def _is_on_screen(self, sight: Sight) -> bool:
        x, y = self.place
        shown = self._display.pixels([(x + a, y + b) for a, b in spots(sight.size)])
        strange = sum(
            tuple(drawn) != seen for drawn, seen in zip(sight.samples, shown, strict=True)
        )
        return strange <= _STRANGE * len(shown)

    @property
    def place(self) -> tuple[int, int]:
        """Where the window's upper left corner is on the screen, its frame left out."""
        found = re.findall(r"Absolute upper-left [XY]: +(-?\d+)", self.asked("xwininfo"))
        return int(found[0]), int(found[1])

    def asked(self, *command: str) -> str:
        """What a program of the X server's tells of the window."""
        words = [*command[:1], "-id", self.window, *command[1:]]
        return subprocess.check_output(words, env=self.env, text=True, timeout=PATIENCE)

    # -- hands ---------------------------------------------------------------------------------

    def point_at(self, x: int, y: int) -> None:
        """Bring the pointer there."""
        self.do("mousemove", "--window", self.window, str(x), str(y))

    def click(self, name: str, share: float = 0.5) -> Sight:
        """Click on something, ``share`` of its width from the left, once it can be clicked on."""
        before = self.until(lambda sight: name in sight.targets, name)
        box = before.targets[name]
        x, y = box.x + round(box.width * share), box.centery
        click = ("mousemove", "--window", self.window, str(x), str(y), "click", "1")
        self.do(*click)
        return self._after(before, "clicks", again=click)

    def drag(self, name: str, to: tuple[int, int]) -> Sight:
        """Take something and let go of it there."""
        before = self.until(lambda sight: name in sight.targets, name)
        x, y = before.targets[name].center
        halfway = (x + to[0]) // 2, (y + to[1]) // 2
        words = ["mousemove", "--window", self.window, str(x), str(y), "mousedown", "1"]
        for spot in (halfway, to):
            words += ["mousemove", "--window", self.window, str(spot[0]), str(spot[1])]
        words += ["mouseup", "1"]
        self.do(*words)
        return self._after(before, "clicks", again=words)

    def press(self, name: str) -> Sight:
        """Press a key and let go of it."""
        before = self.look()
        self.do("key", name)
        return self._after(before, "keys")

    def plug_in(self) -> Sight:
        """Plug in a controller."""
        before = self.look()
        self._say("pad")
        return self._after(before, "controllers")

    def push(self, button: int) -> Sight:
        """Press a button of the controller and let go of it."""
        before = self.look()
        self._say(f"pad {button}")
        return self._after(before, "buttons")

    def push_at(self, name: str) -> Sight:
        """Go to something with the controller and choose it."""
        self.until(lambda sight: name in sight.targets, name)
        visits = Counter[str]()
        for _press in range(_MOST_PRESSES):
            sight = self.look()
            if sight.at == name:
                return self.push(pygame.CONTROLLER_BUTTON_A)
            buttons = _towards(sight, name)
            self.push(buttons[visits[sight.at] % len(buttons)])
            visits[sight.at] += 1
        pytest.fail(f"{name} cannot be reached by the controller: {self.look()}")

    def _say(self, line: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def _after(self, before: Sight, kind: str, again: Sequence[str] = ()) -> Sight:
        """What is seen once it has reached the game."""

        def arrived(sight: Sight) -> bool:
            return sight.came.get(kind, 0) > before.came.get(kind, 0)

        return self.reached_by(arrived, f"{kind} to arrive", again)

    def reached_by(self, arrived: Wanted, what: str, again: Sequence[str]) -> Sight:
        """What is seen once ``what`` has reached the game; done again if it got lost on its way."""
        if again and not self._within(_DOUBT, arrived):
            self.do(*again)
        return self.until(arrived, what)

    def play_hand(self, *, drags: bool = False) -> None:
        """Play on until the hand is settled, laying what can be laid; discard by click or drag."""
        while "button:next" not in (sight := self.until(asks, "one's turn")).targets:
            way = best_way(sight)
            if drags and way[-1] == "button:discard":
                self.drag(way[0], sight.places["pile"].center)
            else:
                self.take(way)

    def take(self, way: list[str]) -> None:
        """Click on one thing after the other."""
        for name in way:
            self.click(name)

    def quit(self) -> tuple[int, str]:
        """Leave by Ctrl+Q, pressed again if it got lost on its way; what `left` returns."""
        self.do("key", "ctrl+q")
        try:
            self._process.wait(_DOUBT)
        except subprocess.TimeoutExpired:
            with suppress(subprocess.CalledProcessError):  # it has just ended
                self.do("windowfocus", self.window)
                self.do("key", "ctrl+q")
        return self.left()

    def left(self) -> tuple[int, str]:
        """The exit status and whatever was complained of, once the game has ended."""
        status = self._process.wait(PATIENCE)
        for ear in self._ears:  # services of Wine that outlive the game keep its pipes open
            ear.join(_DOUBT)
        return status, "".join(self._complaints)

    def settings(self) -> dict[str, object]:
        """What the game remembers."""
        kept: dict[str, object] = json.loads((self._folder / "settings.json").read_text("utf-8"))
        return kept


def _towards(sight: Sight, name: str) -> list[int]:
    """The buttons that may lead there, in the order in which they are tried at a place: on a page
    the shoulder, at the table the pad within a group, and before it the shoulder from another.
    """
    shoulder = [pygame.CONTROLLER_BUTTON_RIGHTSHOULDER]
    boxes = sight.targets | sight.places
    if sight.scene != "TableScene" or sight.at not in boxes or name not in boxes:
        return shoulder
    here, there = boxes[sight.at], boxes[name]
    is_below, is_right = there.centery > here.centery, there.centerx > here.centerx
    pad = [
        pygame.CONTROLLER_BUTTON_DPAD_DOWN if is_below else pygame.CONTROLLER_BUTTON_DPAD_UP,
        pygame.CONTROLLER_BUTTON_DPAD_RIGHT if is_right else pygame.CONTROLLER_BUTTON_DPAD_LEFT,
    ]
    if abs(there.centery - here.centery) <= (here.height + there.height) // 2:
        pad.reverse()
    return [*pad, *shoulder] if _group(sight.at) == _group(name) else [*shoulder, *pad]


def _group(name: str) -> str:
    """What the arrows lead through: the hand, the buttons, stock and pile, the spreads."""
    return "piles" if name in {"stock", "pile"} else name.partition(":")[0]


def asks(sight: Sight) -> bool:
    """Whether the table waits for its player."""
    offers = ("button:next", _FIRST_ANSWER, *(way[0] for way in sight.ways))
    return any(name in sight.targets for name in offers)


def best_way(sight: Sight) -> list[str]:
    """Answer what is asked; else spread or hit where one can, else draw; drop last of all."""
    if _FIRST_ANSWER in sight.targets:
        return [_FIRST_ANSWER]
    wished = (
        lambda way: "button:spread" in way,
        lambda way: way[-1].startswith("spread:"),
        lambda way: way == ["stock"],
        lambda way: way != ["button:drop"],
    )
    return next(way for is_wished in wished for way in sight.ways if is_wished(way))


@contextmanager
def told_game(
    display: VirtualDisplay,
    folder: Path,
    settings: Settings,
    *words: str,
    windows: Windows | None = None,
) -> Iterator[Player]:
    """A running game with files of its own, which tells; ended the hard way if it still runs.

    It runs on Python for Windows where a Windows is given.
    """
    command: list[str | Path] = ["wine", python()] if windows else [sys.executable]
    name = named(folder) if windows else str(folder)
    env = windows.env if windows else display.env
    (folder / "settings.json").write_text(settings.text(), "utf-8")
    with subprocess.Popen(
        [*command, "-m", "tests.ui.real.inside", *words],
        cwd=ROOT,
        env=env | {"TONK_DATA_DIR": name, "TONK_CONFIG_DIR": name},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        try:
            yield Player(process, display, folder)
        finally:
            process.kill()
            if windows:
                windows.end()
