"""The page of all screens: `python -m tests.tools.screens` makes it anew.

For three sizes of window and each language one sheet of small pictures, in `assets/screenshots`,
and `SCREENS.md` beside them. It is for looking: what makes one wince is to be mended.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
from pygame import Surface

from game.session.settings import Settings, SettingsStore
from game.session.store import Store
from game.ui.appearance import Look
from game.ui.language import LANGUAGES, speak
from game.ui.scenes.optiongroups import GROUPS
from game.ui.scenes.options import OptionsScene
from game.ui.scenes.start import StartScene
from game.ui.theme import Theme
from tests.tools.screenshots import PICTURES
from tests.tools.table_shots import settle
from tests.ui.positions import POSITIONS
from tests.ui.stage import shown, stage
from tests.ui.test_everything_fits import MORE

FOLDER: Final = Path(__file__).parents[2] / "assets" / "screenshots"
SIZES: Final = ((960, 540), (1280, 960), (1920, 1080))
_COLUMNS: Final = 6
_WIDTH: Final = 320
_WORDS: Final = 18
_GAP: Final = 6
_SEATS: Final = 4

Shot = tuple[str, Surface]
Size = tuple[int, int]


def shots(size: Size, language: str) -> Iterator[Shot]:
    """Every screen in a window of that size, with its name."""
    speak(language)
    yield from _pages(size, language)
    look = Look()
    for name, position in POSITIONS.items():
        scene = position(size, _SEATS, look)
        settle(scene, 1.0)
        scene.board.skip()
        surface = Surface(size)
        scene.draw(surface)
        yield f"table, {name}", surface


def _pages(size: Size, language: str) -> Iterator[Shot]:
    settings = Settings(
        "instant", mute=True, window_width=size[0], window_height=size[1], language=language
    )
    for name, prepare in PICTURES.items():
        with stage(size, SettingsStore.unsaved(settings), Store.unsaved()) as app:
            prepare(app)
            while app.is_dirty:
                app.turn()
            yield name, app.window.surface.copy()
    groups = {f"settings, {group.key}": group.key for group in GROUPS}
    for name in (*MORE, *groups):
        with stage(size, SettingsStore.unsaved(settings)) as app:
            key = groups.get(name)
            scene = OptionsScene(app, key) if key else MORE[name](app)
            if scene.is_overlay:
                shown(app, StartScene(app))
            shown(app, scene)
            yield name, app.window.surface.copy()


def sheet(size: Size, language: str) -> Surface:
    """All of them, small, beside and below each other, each with its name."""
    found = list(shots(size, language))
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


def main() -> int:
    """Make every sheet, and the page that shows them."""
    pygame.init()
    lines = ["# Every screen", "", "Made by `python -m tests.tools.screens`.", ""]
    for language, title in LANGUAGES.items():
        for width, height in SIZES:
            name = f"screens-{language}-{width}x{height}.jpg"
            pygame.image.save(sheet((width, height), language), FOLDER / name)
            words = f"{title}, {width} × {height}"
            lines += [f"## {words}", "", f"![{words}]({name})", ""]
            print(name, flush=True)
    (FOLDER / "SCREENS.md").write_text("\n".join(lines), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
