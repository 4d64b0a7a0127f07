"""Trouble with the player's files is told on the screen, and the game goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game import app as composition
from game.saves.database import FILE_NAME
from game.saves.settings import PlayOptions
from game.ui.shell.loop import App

pytestmark = pytest.mark.usefixtures("home")


class Run:
    """One run of the whole program, which is left as soon as it has started."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *keys: int) -> None:
        self.told: list[str] = []
        self._keys = keys
        self._notify, self._complete = App.notify, composition.complete
        monkeypatch.setattr(App, "notify", self._listening())
        monkeypatch.setattr(composition, "complete", self._complete_and_leave)
        self.status = composition.run(PlayOptions())

    def _listening(self) -> Callable[[App, str], None]:
        def hear(app: App, text: str) -> None:
            self.told.append(text)
            self._notify(app, text)

        return hear

    def _complete_and_leave(
        self, app: App, options: PlayOptions, saves: composition.PlayerSaves
    ) -> None:
        self._complete(app, options, saves)
        for key in self._keys:
            for kind in (pygame.KEYDOWN, pygame.KEYUP):
                pygame.event.post(pygame.Event(kind, {"key": key, "mod": 0}))
        pygame.event.post(pygame.Event(pygame.QUIT))


def test_all_is_well_and_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(monkeypatch)
    assert (run.status, run.told) == (0, [])


def test_a_damaged_save_is_set_aside_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / FILE_NAME).write_bytes(b"no save at all")
    run = Run(monkeypatch)
    kept = folder / "tonk-damaged-1.db"
    assert kept.read_bytes() == b"no save at all"
    assert run.status == 0
    assert len(run.told) == 1
    assert str(kept) in run.told[0]
    assert capsys.readouterr().err.splitlines() == [f"tonk: {run.told[0]}"]


def test_a_folder_that_cannot_be_written_is_told_and_the_game_goes_on_unsaved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").write_text("in the way")
    run = Run(monkeypatch, pygame.K_RETURN, pygame.K_RETURN)
    assert run.status == 4
    assert str(tmp_path / "data") in run.told[0]
    assert (tmp_path / "data").read_text() == "in the way"


def test_nonsense_in_the_settings_is_told_line_by_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "config"
    folder.mkdir()
    (folder / "settings.json").write_text('{"speed": "warp", "volume": 30, "colour": "blue"}')
    run = Run(monkeypatch)
    assert run.status == 0
    assert len(run.told) == 2
    assert "speed" in run.told[0]
    assert "colour" in run.told[1]
    assert (folder / "settings-damaged-1.json").exists()
