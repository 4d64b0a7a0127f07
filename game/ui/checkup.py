"""Checks of display, sound and the game's own files, for `tonk doctor`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, suppress
from pathlib import Path
from xml.etree import ElementTree as ET

import pygame

from game.saves.settings import LANGUAGES
from game.ui.assets import AssetMissing, asset_path
from game.ui.look.drawing import drawing
from game.ui.look.theme import Face
from game.ui.shell.display import NoDisplayError, prepare, shows_nothing
from game.ui.shell.sound import PIECE, TAKES, lacks_device
from game.ui.text.language import set_language


@contextmanager
def _libraries_silent() -> Iterator[None]:
    """Hide what libraries print about devices to descriptor 2, and nothing else.

    Errors are raised as usual, and the program's own output still appears.
    """
    # The file descriptor of standard error.
    errors = 2
    try:
        kept = os.dup(errors)
    except OSError:  # it is closed, so nothing appears anyway
        yield
        return
    with (
        os.fdopen(kept, "w", encoding="utf-8", errors="backslashreplace") as heard,
        Path(os.devnull).open("wb") as nowhere,
    ):
        sys.stderr and sys.stderr.flush()
        os.dup2(nowhere.fileno(), errors)
        try:
            with redirect_stderr(heard):
                yield
        finally:
            heard.flush()
            os.dup2(kept, errors)


def library() -> str:
    """Return the versions of pygame and SDL in use."""
    return f"pygame-ce {pygame.version.ver}, SDL {'.'.join(map(str, pygame.get_sdl_version()))}"


def display() -> str:
    """Return the display's driver and screens; ``NoDisplayError`` where no window can be opened."""
    prepare()
    try:
        with _libraries_silent():
            pygame.display.init()
    except pygame.error as error:
        raise NoDisplayError(str(error)) from None
    driver = pygame.display.get_driver()
    sizes = ", ".join(f"{width}×{height}" for width, height in pygame.display.get_desktop_sizes())
    pygame.display.quit()
    if shows_nothing(driver):
        raise NoDisplayError("no screen was found")
    return f"{driver}, {sizes}"


def sound() -> str:
    """Return the sound driver, or why there is none."""
    if lacks_device():
        return "none (Windows has no sound device); the game is silent"
    try:
        with _libraries_silent():
            pygame.mixer.init()
    except pygame.error as error:
        return f"none ({error}); the game is silent"
    driver = pygame.mixer.get_sdl_mixer_version()
    pygame.mixer.quit()
    return f"there is a device; SDL_mixer {'.'.join(map(str, driver))}"


def own_files() -> Iterator[tuple[str, bool]]:
    """Yield each font, sound, drawing, catalogue and icon, and whether it is usable."""
    pygame.font.init()
    if not lacks_device():
        with suppress(pygame.error), _libraries_silent():
            pygame.mixer.init()
    for name in _names():
        yield f"assets/{name}", _is_whole(name)
    pygame.mixer.quit()


def _names() -> Iterator[str]:
    """Yield the names of all assets that the game needs, and of all drawings present."""
    yield from (f"fonts/{face.value}" for face in Face)
    yield from (f"sounds/{name}{take}.ogg" for name in TAKES for take in range(1, TAKES[name] + 1))
    yield PIECE
    yield from (f"locale/{code}/LC_MESSAGES/tonk.mo" for code in LANGUAGES if code != "en")
    yield "icons/tonk-128.png"
    with suppress(AssetMissing):
        home = asset_path("icons/tonk-128.png").parents[1]
        for folder in ("backs", "cards", "cloths", "faces"):
            yield from sorted(f"{folder}/{path.name}" for path in (home / folder).glob("*.svg"))


def _is_whole(name: str) -> bool:
    try:
        path = asset_path(name)
        match Path(name).suffix:
            case ".ttf" | ".otf":
                pygame.font.Font(path, 20).size("0")
            case ".ogg":
                _hear(path, is_streamed=name == PIECE)
            case ".mo":
                set_language(name.split("/")[1], path.parents[2])
                set_language("en")
            case ".svg":
                drawing(name)
                ET.parse(path)
            case _:
                pygame.image.load(path)
    except Exception:  # noqa: BLE001 - a damaged file may raise anything
        return False
    return True


def _hear(path: Path, *, is_streamed: bool) -> None:
    """Open a sound as the game does: music streamed, everything else read whole."""
    if not pygame.mixer.get_init():
        if path.read_bytes()[:4] != b"OggS":
            raise ValueError(path)
    elif is_streamed:
        pygame.mixer.music.load(path)
        pygame.mixer.music.unload()
    else:
        pygame.mixer.Sound(path)
