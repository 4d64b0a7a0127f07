"""The chart of a click in CONTRIBUTING.md: each of its arrows is a call that a click makes."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import FrameType
from typing import Final

import pygame
import pytest

from game.rules.phases import LAY
from game.ui.autoplay import click
from game.ui.session.table_scene import TableScene
from game.ui.table.input.targets import STOCK_TARGET
from tests.ui.stage import shown, stage, top, turns
from tests.ui.table.staging import a_session

ROOT: Final = Path(__file__).resolve().parents[3]
GAME: Final = ROOT / "game"
MOST_TURNS: Final = 2_000
NODE: Final = r'(\w+)(?:\[".*?<br>([\w/]+\.py)"\])?'


def _arrows() -> list[tuple[str, str]]:
    """The files at both ends of each arrow of the chart."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    chart = page.split("```mermaid\n")[1].split("```")[0]
    files: dict[str, str] = {}
    arrows = []
    for start, start_file, end, end_file in re.findall(rf"{NODE} -->\|[^|]+\| {NODE}", chart):
        files |= {key: file for key, file in ((start, start_file), (end, end_file)) if file}
        arrows.append((files[start], files[end]))
    return arrows


@pytest.fixture(scope="module")
def calls() -> set[tuple[str, str]]:
    """What calls what, by file, from a click on the stock to the frame that shows its effect."""
    found: set[tuple[str, str]] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_back:
            ends = (frame.f_back.f_code.co_filename, frame.f_code.co_filename)
            if all(end.startswith(str(GAME)) for end in ends):
                start, end = (Path(end).relative_to(GAME).as_posix() for end in ends)
                found.add((start.removeprefix("ui/"), end.removeprefix("ui/")))

    with stage() as app:
        shown(app, TableScene(app, a_session()))
        table = top(app, TableScene)
        for _ in range(MOST_TURNS):
            app.wake()
            app.turn()
            if table.session.is_playing and STOCK_TARGET in table.live():
                break
        pygame.event.clear()
        sys.setprofile(note)
        try:
            click(table.live()[STOCK_TARGET])
            turns(app)
        finally:
            sys.setprofile(None)
        assert table.session.view(0).phase == LAY
    return found


def test_the_chart_has_arrows() -> None:
    assert len(_arrows()) >= 12


@pytest.mark.parametrize("arrow", _arrows(), ids=" to ".join)
def test_an_arrow_of_the_chart_is_a_call(
    arrow: tuple[str, str], calls: set[tuple[str, str]]
) -> None:
    assert arrow in calls
