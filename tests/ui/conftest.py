"""What tests of the window stand on: a clean slate, fonts to find, and the whole program."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import pygame
import pytest

import assets
from game import app as composition
from game.app.player_saves import PlayerSaves
from game.app.startup import complete
from game.saves.settings import PlayOptions
from game.ui.look.font_fallback import use_fonts
from game.ui.look.system_fonts import SystemFonts, installed
from game.ui.shell.loop import App

Given = Callable[..., list[Path]]
Program = Callable[..., int]


@pytest.fixture(scope="session", autouse=True)
def _drawings_are_rendered_once() -> Iterator[None]:
    """Let a worker render each drawing once, not for each window: a tenth of the time of these."""
    load = pygame.image.load

    @lru_cache(maxsize=5000)
    def loaded(svg: bytes) -> pygame.Surface:
        return load(BytesIO(svg), "drawing.svg")

    def load_once(file: BytesIO | Path, name: str = "") -> pygame.Surface:
        if isinstance(file, BytesIO) and name == "drawing.svg":
            return loaded(file.getvalue()).copy()
        return load(file, name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pygame.image, "load", load_once)
        yield


@pytest.fixture(autouse=True)
def _nothing_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the files that one test had to do without from being told of in the next."""
    monkeypatch.setattr("game.ui.assets.left_out", {})


@pytest.fixture
def bare_assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in place of that of the assets, in which none of them is."""
    monkeypatch.setattr(assets, "__path__", [str(tmp_path)])
    return tmp_path


@pytest.fixture
def given(tmp_path: Path) -> Iterator[Given]:
    """Fonts that the system has now, by their bytes; gives which of them were asked for."""
    pygame.font.init()

    def have(*files: bytes) -> list[Path]:
        paths = [tmp_path / f"{number}.ttf" for number in range(len(files))]
        for path, data in zip(paths, files, strict=True):
            path.write_bytes(data)
        asked: list[Path] = []

        def each() -> Iterator[Path]:
            for path in paths:
                asked.append(path)
                yield path

        use_fonts(SystemFonts(each))
        return asked

    yield have
    use_fonts(SystemFonts(installed))


@pytest.fixture
def program(home: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """The whole program with its files in ``home``.

    It does something as soon as it has started, and closes its window; gives the exit status.
    """

    def run(act: Callable[[App], object], given: PlayOptions | None = None) -> int:
        failures: list[BaseException] = []

        def begin(app: App, options: PlayOptions, saves: PlayerSaves) -> None:
            complete(app, options, saves)
            try:
                act(app)
            except BaseException as error:  # noqa: BLE001 - the game would show a page of it, and wait
                failures.append(error)
            pygame.event.post(pygame.Event(pygame.QUIT))

        monkeypatch.setattr(composition, "complete", begin)
        status = composition.run(given or PlayOptions())
        if failures:
            raise failures[0]
        return status

    return run
