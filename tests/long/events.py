"""Send random events to every screen: mouse, keys, text, sizes, controllers, focus, settings.

    python -m tests.long.events --minutes 60 --seed 1 --keep events-1.json

An episode opens a screen, or a table with random rules, and sends it 300 events. Exceptions are
printed with their episode; `--episode N` repeats one, except for what depends on the speed of the
opponents' threads. `--keep FILE` saves progress and resumes from there. Exit status: 0 if there was
no exception, else 1. If a turn of the event loop takes longer than a minute, the program ends with
the stacks of all threads.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import os
import tempfile
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from ai.random_rules import random_rules
from game.menus.start import StartScene
from game.saves.settings import FILE_NAME as SETTINGS_FILE
from game.saves.settings import LANGUAGES, SETTINGS, SPEEDS, SettingsStore
from game.saves.store import Store
from game.ui.pages.dialogs import TellScene
from game.ui.pages.page import Page
from game.ui.session.starting import begin_session
from game.ui.session.table_rules import read_rules
from game.ui.settings.shortcuts import ShortcutsScene
from game.ui.shell.keys import ACTIONS, code_of, key_of
from game.ui.shell.loop import App
from tests.ui.rulesets.test_fits import PAGES
from tests.ui.screens import PICTURES
from tests.ui.stage import shown, stage

EVENTS: Final = 300
"""Number of events in one episode."""
HANG: Final = 60.0
"""Seconds after which a turn of the loop counts as hung."""
SLOW: Final = 2.0
"""Seconds after which a turn counts as slow."""
_TABLES: Final = 0.4
"""The fraction of episodes that begin at a table with random rules."""
_KEYS: Final = (
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_TAB, pygame.K_TAB),
    *(pygame.K_SPACE, pygame.K_RETURN, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_ESCAPE),
    *(pygame.K_HOME, pygame.K_END, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_BACKSPACE),
    *(pygame.K_DELETE, pygame.K_F1, pygame.K_F4, pygame.K_F11, pygame.K_LSHIFT, pygame.K_UNKNOWN),
    *range(pygame.K_1, pygame.K_9 + 1),
    *range(pygame.K_a, pygame.K_z + 1),
)
_MODS: Final = (
    *(0, 0, 0, 0, 0, 0),
    *(pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT, pygame.KMOD_META),
)
_LETTERS: Final = (
    "aZ0 -_'\"\\{}%éßÅłİşąж漢字かなﾊﾝ\u0301\u200b\u200f\u202e\ufeff\x00\x07\t\n🂡👩‍👩‍👧"
)
_SIZES: Final = ((960, 540), (1280, 720), (1280, 960), (1600, 700), (1920, 1080))
_WINDOW_EVENTS: Final = (
    pygame.WINDOWFOCUSLOST,
    pygame.WINDOWFOCUSGAINED,
    pygame.WINDOWENTER,
    pygame.WINDOWLEAVE,
    pygame.WINDOWMINIMIZED,
    pygame.WINDOWRESTORED,
    pygame.WINDOWMAXIMIZED,
    pygame.WINDOWEXPOSED,
    pygame.WINDOWSHOWN,
    pygame.WINDOWHIDDEN,
    pygame.WINDOWDISPLAYCHANGED,
    pygame.TEXTEDITING,
    pygame.CLIPBOARDUPDATE,
    pygame.KEYMAPCHANGED,
)


def _page(page: Callable[[App], Page], app: App) -> None:
    shown(app, StartScene(app))
    shown(app, page(app))


def _telling(app: App) -> None:
    shown(app, StartScene(app))
    shown(app, TellScene(app, "Something to know", "Words of it. " * 40))


def _table(app: App, random: Random) -> None:
    seats = random.randint(2, 6)
    shown(app, StartScene(app))
    begin_session(app, seats - 1, random.choice((1, 5, 1_000_000)), random_rules(random, seats))


def _rules_at_a_table(app: App, random: Random) -> None:
    shown(app, StartScene(app))
    read_rules(app, random_rules(random, 2))


def _opened(app: App, random: Random) -> str:
    """Open a random screen; return its name."""
    if random.random() < _TABLES:
        _table(app, random)
        return "table"
    more: dict[str, Callable[[App], object]] = {
        **{f"rules: {name}": partial(_page, page) for name, page in PAGES.items()},
        "shortcuts": lambda app: shown(app, ShortcutsScene(app, "table")),
        "telling": _telling,
        "table-rules": lambda app: _rules_at_a_table(app, random),
    }
    screens = PICTURES | more
    name = random.choice(sorted(screens))
    screens[name](app)
    return name


# -- Events ----------------------------------------------------------------------------------------


def _place(app: App, random: Random) -> tuple[int, int]:
    width, height = app.size
    if random.random() < 0.05:
        return random.randint(-50, width + 50), random.randint(-50, height + 50)
    aims = list(app.top.targets().values()) if app.top else []
    if aims and random.random() < 0.85:
        aim = random.choice(aims)
        x, y = aim.center
        return x + random.randint(-3, 3), y + random.randint(-3, 3)
    return random.randrange(width), random.randrange(height)


def _mouse(kind: int, at: tuple[int, int], button: int = pygame.BUTTON_LEFT) -> None:
    if kind == pygame.MOUSEMOTION:
        _post(kind, pos=at, rel=(1, 1), buttons=(1, 0, 0), touch=False)
    else:
        _post(kind, pos=at, button=button, touch=False)


def _post(kind: int, **values: object) -> None:
    pygame.event.post(pygame.Event(kind, values))


def click(app: App, random: Random) -> None:
    """Click, sometimes twice, sometimes with another button."""
    at = _place(app, random)
    button = random.choice((1, 1, 1, 1, 1, 1, 2, 3, 6))
    for _time in range(random.choice((1, 1, 1, 2))):
        _mouse(pygame.MOUSEMOTION, at)
        _mouse(pygame.MOUSEBUTTONDOWN, at, button)
        _mouse(pygame.MOUSEBUTTONUP, at, button)


def drag(app: App, random: Random) -> None:
    """Drag, perhaps without a beginning or an end."""
    start, end = _place(app, random), _place(app, random)
    if random.random() < 0.9:
        _mouse(pygame.MOUSEBUTTONDOWN, start)
    for step in range(1, 5):
        middle = tuple(round(a + (b - a) * step / 4) for a, b in zip(start, end, strict=True))
        _mouse(pygame.MOUSEMOTION, (middle[0], middle[1]))
    if random.random() < 0.9:
        _mouse(pygame.MOUSEBUTTONUP, end)


def wheel(app: App, random: Random) -> None:
    """Turn the mouse wheel."""
    _mouse(pygame.MOUSEMOTION, _place(app, random))
    way = random.choice((-30, -1, 1, 30))
    _post(pygame.MOUSEWHEEL, x=0, y=way, precise_x=0.0, precise_y=float(way), flipped=False)


def key(_app: App, random: Random) -> None:
    """Press, hold or release a key; some are released that were never pressed."""
    code = random.choice(_KEYS)
    if random.random() < 0.3:
        code = code_of(key_of(random.choice(sorted(ACTIONS)))) or code
    mod = random.choice(_MODS)
    values = {"key": code, "mod": mod, "unicode": "", "scancode": 0}
    if mod & (pygame.KMOD_CTRL | pygame.KMOD_META) and code == pygame.K_q:
        return
    for _time in range(random.choice((1, 1, 1, 5))):
        _post(pygame.KEYDOWN, **values)
    if random.random() < 0.9:
        _post(pygame.KEYUP, **values)


def letters(_app: App, random: Random) -> None:
    """Enter text, typed or composed."""
    text = "".join(random.choices(_LETTERS, k=random.choice((1, 1, 3, 40, 400))))
    if random.random() < 0.2:
        _post(pygame.TEXTEDITING, text=text[:10], start=random.randint(0, 12), length=0)
    else:
        _post(pygame.TEXTINPUT, text=text)


def size(app: App, random: Random) -> None:
    """Resize the window."""
    wanted = random.choice((*_SIZES, (200, 150)))
    if random.random() < 0.3:
        wanted = random.randint(300, 2000), random.randint(200, 1200)
    app.window.native.size = wanted
    _post(pygame.WINDOWSIZECHANGED, x=wanted[0], y=wanted[1])


def controller(_app: App, random: Random) -> None:
    """Use a controller's buttons, sticks and triggers, or plug it in or out."""
    match random.random():
        case chance if chance < 0.6:
            _post(pygame.CONTROLLERBUTTONDOWN, button=random.randint(0, 25), instance_id=0)
        case chance if chance < 0.9:
            axis, value = random.randint(0, 6), random.choice((-32768, -15000, 0, 15000, 32767))
            _post(pygame.CONTROLLERAXISMOTION, axis=axis, value=value, instance_id=0)
        case chance if chance < 0.95:
            _post(pygame.CONTROLLERDEVICEADDED, device_index=random.randint(0, 3))
        case _:
            _post(pygame.CONTROLLERDEVICEREMOVED, instance_id=random.randint(0, 3))


def window_event(_app: App, random: Random) -> None:
    """Send a focus event or another event of the window."""
    kind = random.choice(_WINDOW_EVENTS)
    values = {"text": "", "start": 0, "length": 0} if kind == pygame.TEXTEDITING else {}
    _post(kind, **values)


def setting(app: App, random: Random) -> None:
    """Change a setting, as another page would."""
    choices: Mapping[str, tuple[object, ...]] = {
        "language": ("", *LANGUAGES),
        "scale": (0, 75, 100, 133, 200),
        "cloth": (*SETTINGS["cloth"].names,),
        "back": (*SETTINGS["back"].names,),
        "sort": ("rank", "suit", "groups", "own"),
        "speed": (*SPEEDS, "instant", "instant"),
        "reduced_motion": ("system", "on", "off"),
        **dict.fromkeys(
            (
                *("suggestions", "remarks", "four_colour", "large_index", "high_contrast"),
                *("speech", "slap_untimed", "mute"),
            ),
            (False, True),
        ),
    }
    name = random.choice((*sorted(choices), "language", "language", "scale", "scale"))
    app.change(**{name: random.choice(choices[name])})


def pause(_app: App, random: Random) -> None:
    """Do nothing for a moment."""
    time.sleep(random.choice((0.0, 0.005, 0.05)))


ACTS: Final = (
    *(click,) * 14,
    *(key,) * 10,
    *(drag,) * 3,
    *(controller,) * 4,
    *(letters,) * 2,
    *(wheel, size, window_event, setting, setting, pause, pause),
)


# -- Episodes --------------------------------------------------------------------------------------


@dataclass
class Tally:
    """The progress of a run, which `--keep` saves."""

    episodes: int = 0
    events: int = 0
    seconds: float = 0.0
    slow: int = 0
    slowest: float = 0.0
    errors: list[str] = field(default_factory=list)
    screens: dict[str, int] = field(default_factory=dict)

    def line(self) -> str:
        """Return the figures on one line."""
        return (
            f"{self.episodes} episodes, {self.events} events, {len(self.screens)} screens, "
            f"{self.seconds / 60:.1f} min, {len(self.errors)} errors, {self.slow} turns over "
            f"{SLOW:g} s, the slowest {self.slowest:.2f} s"
        )


def episode(seed: str, store: Store, folder: Path, tally: Tally, events: int = EVENTS) -> None:
    """Play one episode; note exceptions in the tally."""
    random = Random(seed)
    (folder / SETTINGS_FILE).unlink(missing_ok=True)
    settings = SettingsStore.open(folder)
    settings.change(speed="instant", mute=True, scale=random.choice((0, 75, 100, 200)))
    last: deque[str] = deque(maxlen=12)
    name = "nothing yet"
    with stage(random.choice(_SIZES), settings, store) as app:
        try:
            name = _opened(app, random)
            app.controllers.start()
            speed = random.choice(("instant", "instant", "rapid", "normal"))
            app.change(speed=speed, language=random.choice([*LANGUAGES]))
            for _number in range(events):
                act = random.choice(ACTS)
                last.append(act.__name__)
                act(app, random)
                tally.events += 1
                _turns(app, tally)
                if not app.is_running or app.top is None:
                    break
        except Exception:  # noqa: BLE001  # whatever it is, it is what this looks for
            tally.errors.append(f"episode {seed}, {name}, {', '.join(last)}:\n{_trace()}")
            print(tally.errors[-1], flush=True)
        finally:
            while app.top is not None:
                _leave(app)
    tally.episodes += 1
    tally.screens[name] = tally.screens.get(name, 0) + 1


def _trace() -> str:
    return traceback.format_exc(limit=-12)


def _leave(app: App) -> None:
    try:
        app.pop()
    except Exception:  # noqa: BLE001  # the error before it is the one to be read
        return


def _turns(app: App, tally: Tally) -> None:
    """Run the loop until the events are handled, for a few frames at most."""
    app.wake()
    for _turn in range(3):
        if not app.is_running or app.top is None:
            return
        faulthandler.dump_traceback_later(HANG, exit=True)
        began = time.monotonic()
        app.turn()
        took = time.monotonic() - began
        faulthandler.cancel_dump_traceback_later()
        tally.slow += took > SLOW
        tally.slowest = max(tally.slowest, took)
        if not pygame.event.peek():
            return


@contextmanager
def _home() -> Iterator[tuple[Path, Store]]:
    """Provide a separate home folder for the program, with a store in it."""
    with tempfile.TemporaryDirectory(prefix="tonk-events-") as folder:
        os.environ["TONK_DATA_DIR"] = os.environ["TONK_CONFIG_DIR"] = folder
        store = Store.open(Path(folder))
        try:
            yield Path(folder), store
        finally:
            store.close()


def run(seed: int, minutes: float, keep: Path | None, home: Path, store: Store) -> Tally:
    """Play episodes for ``minutes`` minutes, continuing from the saved progress."""
    tally = _kept(keep)
    before, began, told = tally.seconds, time.monotonic(), 0.0
    while tally.seconds < 60 * minutes:
        episode(f"{seed}-{tally.episodes + 1}", store, home, tally)
        tally.seconds = before + time.monotonic() - began
        if tally.seconds - told > 60:
            told = tally.seconds
            print(tally.line(), flush=True)
            _keep(keep, tally)
    _keep(keep, tally)
    return tally


def _kept(keep: Path | None) -> Tally:
    if keep is None or not keep.exists():
        return Tally()
    return replace(Tally(), **json.loads(keep.read_text("utf-8")))


def _keep(keep: Path | None, tally: Tally) -> None:
    if keep is not None:
        keep.write_text(json.dumps(vars(tally)) + "\n", "utf-8")


def main() -> int:
    """Parse the command line and run; return 1 if the program raised anything."""
    parser = argparse.ArgumentParser(description="Random events on every screen.")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="goes on from here, if it exists")
    parser.add_argument("--episode", metavar="SEED-N", help="play only this one")
    options = parser.parse_args()
    with _home() as (home, store):
        if options.episode:
            tally = Tally()
            episode(options.episode, store, home, tally)
        else:
            tally = run(options.seed, options.minutes, options.keep, home, store)
    print(tally.line())
    return 1 if tally.errors else 0


if __name__ == "__main__":
    raise SystemExit(main())
