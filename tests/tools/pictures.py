"""Draw everything that the window can show: to look at, and to compare two versions of the program.

`python -m tests.tools.pictures draw FOLDER` writes one PNG per screen, window size and language,
then the table in various states, the looks, the cards and the faces. Two runs of one version give
equal pictures: time is simulated, bots decide at once, and the player's own files are not read.
`python -m tests.tools.pictures compare BEFORE AFTER` lists the pictures that differ, with the
number of pixels, the largest difference of a color channel, and where; the exit status is then 1.
`python -m tests.tools.pictures sheets` writes contact sheets to `build/screens`, or to a given
folder: every screen, small, in some window sizes and each language.
`python -m tests.tools.pictures shots` redraws the pictures of pages that software centers show.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Final, Self
from unittest import mock

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
from pygame import Rect, Surface

from game.menus.start import StartScene
from game.rules.actions import DRAW, PASS, Action, Discard, Slap, Spread
from game.rules.view import SeatView
from game.saves.settings import LANGUAGES, SETTINGS, Settings, SettingsStore
from game.saves.store import Store
from game.ui.look.appearance import Look
from game.ui.look.card_art import CODES, CardArt
from game.ui.look.drawing import BLEND
from game.ui.look.faces import Mood, portrait
from game.ui.look.theme import Theme
from game.ui.settings.pages import GROUPS, OptionsScene
from game.ui.table.input.targets import ButtonTarget, CardTarget
from game.ui.text.language import speak
from tests.ui import stage as stages
from tests.ui.positions import POSITIONS
from tests.ui.screens import PICTURES
from tests.ui.stage import shown, stage
from tests.ui.table import states
from tests.ui.table.house.positions import Guest, after, dealt, replying, rules
from tests.ui.table.staging import think_at_once
from tests.ui.table.states import settle
from tests.ui.test_everything_fits import MORE

Size = tuple[int, int]
Shot = tuple[str, Surface]

SIZES: Final = ((960, 540), (1280, 720), (3840, 2160))
LOOKS: Final = {
    **{f"cloth {cloth}": Look(cloth=cloth) for cloth in SETTINGS["cloth"].names},
    **{f"back {back}": Look(back=back) for back in SETTINGS["back"].names},
    "four colours": Look(four_colour=True),
    "large indices": Look(large_index=True),
    "high contrast": Look(high_contrast=True),
    "high contrast, four colours, 200 %": Look(high_contrast=True, four_colour=True, scale=200),
}
_SEATS: Final = (2, 4, 6)
_ROOT: Final = Path(__file__).parents[2]
_SHEETS: Final = _ROOT / "build" / "screens"
_SHOTS: Final = _ROOT / "assets" / "screenshots"
_SHOWN: Final = {"rules": "rules.png", "review": "review.png"}
"""The screens shown by software centres, with the names of their pictures; the table is another."""
_SHEET_SIZES: Final = ((960, 540), (1280, 960), (1920, 1080))
_COLUMNS, _WIDTH, _WORDS, _GAP = 6, 320, 18, 6
_CARD_HEIGHTS: Final = (60, 140, 420)
_FACE_SIZES: Final = (32, 72, 200)
_NAMES: Final = ("Ada", "Basil", "Cleo", "Duke", "Etta", *"ABCDEFGHIJKLMNOPQRST")
_SEAT_COLOUR: Final = (60, 120, 180)
_GROUND: Final = "#406048"


class SimulatedTime:
    """A clock that advances only when somebody sleeps."""

    def __init__(self) -> None:
        self._now = 1000.0

    def monotonic(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> None:
        self._now += max(0.0, seconds)


class _OneDay(datetime):
    """A date that is always the same."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return cls(2026, 1, 2, 20, 30, tzinfo=tz or UTC)


@contextmanager
def repeatable() -> Iterator[None]:
    """Make the same screen look the same each time it is drawn."""
    simulated = SimulatedTime()
    with ExitStack() as stack:
        own = stack.enter_context(tempfile.TemporaryDirectory(prefix="tonk-pictures-"))
        folders = {"TONK_DATA_DIR": own, "TONK_CONFIG_DIR": own}
        stack.enter_context(mock.patch.dict(os.environ, folders))
        stack.enter_context(mock.patch.object(time, "monotonic", simulated.monotonic))
        stack.enter_context(mock.patch.object(time, "sleep", simulated.sleep))
        stack.enter_context(mock.patch.object(stages, "opponents", return_value=think_at_once))
        stack.enter_context(
            mock.patch.object(stages, "this_day", return_value=_OneDay.now().date())
        )
        for name, module in list(sys.modules.items()):
            if name.startswith("game.") and getattr(module, "datetime", None) is datetime:
                stack.enter_context(mock.patch.object(module, "datetime", _OneDay))
        yield


# -- the pictures ----------------------------------------------------------------------------------


def screens(size: Size, language: str) -> Iterator[Shot]:
    """Yield every screen in a window of that size, with its name."""
    speak(language)
    yield from _pages(size, language)
    look = Look()
    for name, position in POSITIONS.items():
        scene = position(size, 4, look)
        settle(scene, 1.0)
        scene.board.skip()
        surface = Surface(size)
        scene.draw(surface)
        yield f"table, {name}", surface


def _settings(size: Size, language: str) -> Settings:
    return Settings(
        speed="instant", mute=True, window_width=size[0], window_height=size[1], language=language
    )


def _pictures(size: Size, language: str, names: Collection[str]) -> Iterator[Shot]:
    settings = _settings(size, language)
    for name in names:
        with stage(size, SettingsStore.unsaved(settings), Store.unsaved()) as app:
            PICTURES[name](app)
            while app.is_dirty:
                app.turn()
            yield name, app.window.surface.copy()


def _pages(size: Size, language: str) -> Iterator[Shot]:
    yield from _pictures(size, language, PICTURES)
    settings = _settings(size, language)
    groups = {f"settings, {group.key}": group.key for group in GROUPS}
    for name in (*MORE, *groups):
        with stage(size, SettingsStore.unsaved(settings)) as app:
            key = groups.get(name)
            scene = OptionsScene(app, key) if key else MORE[name](app)
            if scene.is_overlay:
                shown(app, StartScene(app))
            shown(app, scene)
            yield name, app.window.surface.copy()


def looks(size: Size) -> Iterator[Shot]:
    """Yield two tables and the start screen in every look."""
    for name, look in LOOKS.items():
        for state in ("chosen", "settled"):
            scene = POSITIONS[state](size, 4, look)
            settle(scene, 1.0)
            scene.board.skip()
            surface = Surface(size)
            scene.draw(surface)
            yield f"{name}, {state}", surface


def house_rules(size: Size) -> Iterator[Shot]:
    """Yield pictures that need house rules: slaps by the clock and by seat, and a wild card's
    place.
    """

    def passing(view: SeatView) -> Action | None:
        return PASS if any(isinstance(action, Slap) for action in view.legal) else None

    for law, is_untimed in (("slap", False), ("slap", True), ("slap_polite", False)):
        others = ("6C 6D 6H 6S 9C", "2S 4D 8S JD QD")
        hand = dealt(rules(law), "3C 5H 7S TC KH", *others, then="9D KD", dealer=0)
        after(hand, (1, DRAW), (1, Spread(("6C", "6D", "6H"))), (1, Discard("6S")))
        think = replying({1: passing, 2: passing})
        guest = Guest(hand, think=think, size=size, slap_untimed=is_untimed)
        guest.wait(0.4)
        name = law + (" untimed" if is_untimed else "")
        yield name, _drawn(guest)
        guest.press(pygame.K_w)
        guest.wait(0.4)
        yield f"{name}, key pressed", _drawn(guest)
    chicago = rules("chicago", naturals=[])
    hand = dealt(chicago, "5H 6H 2S 9C JC", "4C 8S JD QD TH", then="KC")
    guest = Guest(after(hand, (0, DRAW)), size=size)
    guest.wait(0.4)
    for card in ("5H", "6H", "2S"):
        guest.click(CardTarget(card))
    guest.wait(0.4)
    yield "wild, cards chosen", _drawn(guest)
    guest.click(ButtonTarget("spread"))
    guest.wait(0.4)
    yield "wild, places", _drawn(guest)


def _drawn(guest: Guest) -> Surface:
    surface = Surface(guest.stage.size)
    guest.table.draw(surface)
    return surface


def cards() -> Iterator[Shot]:
    """Yield every card and back in some heights, in every look."""
    for name, look in LOOKS.items():
        for height in _CARD_HEIGHTS:
            art = CardArt(height, Theme(look).deck())
            every = [*(art.face(code) for code in CODES), art.back(), art.shadow()]
            yield f"{name}, {height}", _laid_out(every, 14)


def faces() -> Iterator[Shot]:
    """Yield every mood of many people in some sizes."""
    for size in _FACE_SIZES:
        for bold in (False, True):
            every = [
                portrait(name, mood, _SEAT_COLOUR, size, bold=bold)
                for name in _NAMES
                for mood in Mood
            ]
            yield f"{size}{', bold' if bold else ''}", _laid_out(every, 2 * len(Mood))


def _laid_out(pictures: list[Surface], columns: int) -> Surface:
    wide, high = (max(each.get_size()[axis] for each in pictures) + 4 for axis in (0, 1))
    whole = Surface((columns * wide, -(-len(pictures) // columns) * high))
    whole.fill(_GROUND)
    for place, picture in enumerate(pictures):
        row, column = divmod(place, columns)
        whole.blit(picture, (column * wide, row * high), special_flags=BLEND)
    return whole


def draw(folder: Path, sizes: list[Size], languages: list[str]) -> None:
    """Write all pictures, in a folder for each kind."""
    pygame.init()
    with repeatable():
        for language in languages:
            for size in sizes:
                _write(folder / f"screens-{language}-{_text(size)}", screens(size, language))
        speak("en")
        for size in sizes:
            tables = folder / f"table-{_text(size)}"
            for seats in _SEATS:
                _write(tables, states.shots(size, seats))
            _write(tables, house_rules(size))
            _write(folder / f"looks-{_text(size)}", looks(size))
        _write(folder / "cards", cards())
        _write(folder / "faces", faces())


def _write(folder: Path, shots: Iterator[Shot]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, surface in shots:
        pygame.image.save(surface, folder / f"{name.replace('/', '-')}.png")
    print(folder, flush=True)


# -- sheets of small pictures ----------------------------------------------------------------------


def sheet(size: Size, language: str) -> Surface:
    """Return all screens as small, named pictures in rows."""
    found = list(screens(size, language))
    high = round(_WIDTH * size[1] / size[0])
    rows = -(-len(found) // _COLUMNS)
    whole = Surface((_COLUMNS * (_WIDTH + _GAP), rows * (high + _WORDS + _GAP)))
    whole.fill("#202020")
    font = Theme().font(13)
    for place, (name, surface) in enumerate(found):
        row, column = divmod(place, _COLUMNS)
        x, y = column * (_WIDTH + _GAP), row * (high + _WORDS + _GAP)
        whole.blit(font.render(name, True, "#d0d0d0"), (x + 2, y))
        whole.blit(pygame.transform.smoothscale(surface, (_WIDTH, high)), (x, y + _WORDS))
    return whole


def sheets(folder: Path) -> None:
    """Make every sheet."""
    pygame.init()
    folder.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        for size in _SHEET_SIZES:
            file = folder / f"screens-{language}-{_text(size)}.jpg"
            pygame.image.save(sheet(size, language), file)
            print(file, flush=True)


def shots() -> None:
    """Make the pictures for software centres."""
    pygame.init()
    with repeatable():
        speak("en")
        for name, surface in _pictures((1280, 720), "en", _SHOWN):
            pygame.image.save(surface, _SHOTS / _SHOWN[name])
            print(_SHOTS / _SHOWN[name], flush=True)


# -- how two versions differ -----------------------------------------------------------------------


def difference(before: Surface, after: Surface, above: int) -> tuple[int, int, Rect] | None:
    """Return the number of differing pixels, the largest channel difference, and their box; None if
    equal.

    A pixel differs if a channel differs by more than ``above``.
    """
    if before.get_size() != after.get_size():
        return before.get_width() * before.get_height(), 255, before.get_rect()
    if pygame.image.tobytes(before, "RGB") == pygame.image.tobytes(after, "RGB"):
        return None
    more, less = Surface(before.get_size(), depth=24), Surface(before.get_size(), depth=24)
    for surface, one, other in ((more, before, after), (less, after, before)):
        surface.blit(one, (0, 0))
        surface.blit(other, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    more.blit(less, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    found = pygame.mask.from_threshold(more, (0, 0, 0), (above + 1,) * 3 + (255,))
    found.invert()
    if not found.count():
        return None
    where = found.get_bounding_rects()
    return found.count(), max(pygame.image.tobytes(more, "RGB")), where[0].unionall(where[1:])


def compare(before: Path, after: Path, above: int = 0) -> int:
    """List the pictures of two folders that differ, or that only one of them has.

    Kinds of pictures that only one of the folders has are skipped.
    """
    kinds = {path.name for path in before.iterdir()} & {path.name for path in after.iterdir()}
    names = [
        {path.relative_to(each) for kind in kinds for path in (each / kind).glob("*.png")}
        for each in (before, after)
    ]
    found = 0
    for name in sorted(names[0] | names[1]):
        if name not in names[0] & names[1]:
            found += 1
            print(f"{name}: only in {before if name in names[0] else after}")
            continue
        if (before / name).read_bytes() == (after / name).read_bytes():
            continue
        loaded = [pygame.image.load(each / name) for each in (before, after)]
        if unlike := difference(loaded[0], loaded[1], above):
            found += 1
            pixels, most, where = unlike
            print(f"{name}: {pixels} pixels, by up to {most}, within {tuple(where)}", flush=True)
    print(f"{len(names[0] | names[1])} pictures, {found} differ")
    return 1 if found else 0


# -- the command -----------------------------------------------------------------------------------


def _size(text: str) -> Size:
    width, _, height = text.partition("x")
    return int(width), int(height)


def _text(size: Size) -> str:
    return f"{size[0]}x{size[1]}"


def main() -> int:
    """Draw, compare, or make sheets or shots."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw")
    drawing.add_argument("folder", type=Path)
    drawing.add_argument("--sizes", type=_size, nargs="+", default=list(SIZES))
    drawing.add_argument("--languages", nargs="+", default=list(LANGUAGES))
    comparing = commands.add_parser("compare")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    comparing.add_argument("--above", type=int, default=0, help="of 255: less is no difference")
    sheeting = commands.add_parser("sheets")
    sheeting.add_argument("folder", type=Path, nargs="?", default=_SHEETS)
    commands.add_parser("shots")
    options = parser.parse_args()
    if options.command == "compare":
        return compare(options.before, options.after, options.above)
    if options.command == "sheets":
        sheets(options.folder)
        return 0
    if options.command == "shots":
        shots()
        return 0
    draw(options.folder, options.sizes, options.languages)
    return 0


if __name__ == "__main__":
    sys.exit(main())
