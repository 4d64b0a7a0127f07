"""The tool that compares pictures of two versions of the program."""

from pathlib import Path

import pygame
import pytest
from pygame import Rect, Surface

from tests.tools.pictures import compare, difference, repeatable, screens


def test_a_difference_is_counted_measured_and_located() -> None:
    before, after = Surface((20, 10), depth=24), Surface((20, 10), depth=24)
    assert difference(before, after, 0) is None
    after.fill((0, 3, 9), (4, 5, 2, 3))
    assert difference(before, after, 0) == (6, 9, Rect(4, 5, 2, 3))
    assert difference(after, before, 8) == (6, 9, Rect(4, 5, 2, 3))
    assert difference(before, after, 9) is None


def test_a_screen_is_drawn_the_same_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = tmp_path / "before", tmp_path / "after"
    for folder in folders:
        with repeatable():
            _name, surface = next(screens((960, 540), "en"))
        (folder / "screens").mkdir(parents=True)
        pygame.image.save(surface, folder / "screens" / "one.png")
    assert compare(*folders) == 0
    assert "1 pictures, 0 differ" in capsys.readouterr().out
    pygame.image.save(Surface((960, 540)), folders[1] / "screens" / "one.png")
    assert compare(*folders) == 1
