"""Whether display, sound and the game's own files can be used here: for `tonk doctor`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, suppress
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import pygame

from game.ui.assets import AssetMissing, asset_path
from game.ui.look.drawing import drawing
from game.ui.look.theme import Face
from game.ui.shell.display import NoDisplayError, prepare, shows_nothing
from game.ui.shell.sound import PIECE, TAKES, lacks_device
from game.ui.text.language import LANGUAGES, set_language

_ERRORS: Final = 2
"""The descriptor of standard error."""


@contextmanager
def _libraries_silent() -> Iterator[None]:
    """Keep what libraries print about devices, on descriptor 2, off the page; only that.

    Errors are raised as ever, and what this program prints meanwhile comes through.
    """
    try:
        kept = os.dup(_ERRORS)
    except OSError:  # it is closed: nothing is heard anyway
        yield
        return
    with (
        os.fdopen(kept, "w", encoding="utf-8", errors="backslashreplace") as heard,
        Path(os.devnull).open("wb") as nowhere,
    ):
        sys.stderr and sys.stderr.flush()
        os.dup2(nowhere.fileno(), _ERRORS)
        try:
            with redirect_stderr(heard):
                yield
        finally:
            heard.flush()
            os.dup2(kept, _ERRORS)


def library() -> str:
    """Return which pygame and SDL are in use."""
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
    """Return the driver of the sound, or why there is none."""
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
    """Yield each font, sound, drawing, catalogue and icon, and whether it can be used."""
    pygame.font.init()
    if not lacks_device():
        with suppress(pygame.error), _libraries_silent():
            pygame.mixer.init()
    for name in _names():
        yield f"assets/{name}", _is_whole(name)
    pygame.mixer.quit()


def _names() -> Iterator[str]:
    """Yield the names of all that the game asks for, and of all drawings that are there."""
    yield from (f"fonts/{face.value}" for face in Face)
    yield from (f"sounds/{name}{take}.wav" for name in TAKES for take in range(1, TAKES[name] + 1))
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
            case ".wav":
                _hear(path)
            case ".ogg":
                _hear_music(path)
            case ".mo":
                set_language(name.split("/")[1], path.parents[2])
                set_language("en")
            case ".svg":
                drawing(name)
                ET.parse(path)
            case _:
                pygame.image.load(path)
    except Exception:  # noqa: BLE001 - whatever a damaged file brings about
        return False
    return True


def _hear_music(path: Path) -> None:
    """Open a file that is streamed when it is played, not read as a whole."""
    if pygame.mixer.get_init():
        pygame.mixer.music.load(path)
        pygame.mixer.music.unload()
    elif path.read_bytes()[:4] != b"OggS":
        raise ValueError(path)


def _hear(path: Path) -> None:
    if pygame.mixer.get_init():
        pygame.mixer.Sound(path)
    elif path.read_bytes()[:4] != b"RIFF":
        raise ValueError(path)
