"""What every test of the window stands on: no complaint of an earlier one is still to be told."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.ui.look.borrowing import use_fonts
from game.ui.look.system_fonts import SystemFonts, installed

Given = Callable[..., list[Path]]


@pytest.fixture(autouse=True)
def _nothing_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the files that one test had to do without from being told of in the next."""
    monkeypatch.setattr("game.ui.assets.left_out", {})


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
