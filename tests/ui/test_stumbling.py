"""An unexpected error: a page says what to do, a report is kept, and the hand goes on."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pygame
import pytest
from pygame import Surface

from game.console.output import ExitStatus
from game.files import StoreError
from game.saves.archive import Archive
from game.saves.reports import Log, keep_report, report_text, reports_folder
from game.saves.store import Store
from game.ui.pages.dialogs import FatalScene
from game.ui.session.starting import begin_session
from game.ui.session.table_scene import TableScene
from game.ui.shell.loop import App
from tests.ui.conftest import Program
from tests.ui.stage import picture, shown, stage, top


def stumble(app: App, about: str = "", look: Callable[[], object] = lambda: None) -> None:
    """Let a mistake happen soon; look at the page that then comes, and close it."""

    def fail() -> None:
        app.call(look)
        pygame.event.post(pygame.Event(pygame.QUIT))
        raise RuntimeError(about)

    app.call(fail)


def test_a_mistake_in_the_middle_of_a_hand_is_told_and_the_hand_goes_on(
    home: Path, program: Program, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[Surface] = []

    def play(app: App) -> None:
        begin_session(app, 1, 1)
        while not top(app, TableScene).session.is_playing:
            app.turn()
        about = f"the king of hearts, {app.scenes}, {home}"
        stumble(app, about, lambda: seen.append(app.window.surface.copy()))

    assert program(play) == ExitStatus.FAILED
    (report,) = reports_folder(home / "data").glob("error-*.txt")
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("tonk: Tonk hit an error and must close. Your hand is kept")
    assert str(report) in line
    with stage(seen[0].size) as app:
        shown(app, FatalScene(app, "Tonk can't go on", line.removeprefix("tonk: ")))
        assert picture(seen[0]) == picture(app.window.surface)
    text = report.read_text("utf-8")
    assert "game/ui/shell/loop.py:" in text
    assert "RuntimeError" in text
    assert "king" not in text
    assert str(home) not in text
    with closing(Store.open(home / "data")) as store:
        kept = store.saved_session()
        assert kept is not None
        assert kept.is_playing


@pytest.mark.parametrize("is_playing", [True, False])
def test_a_hand_is_said_to_be_kept_only_where_it_is(
    program: Program,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    is_playing: bool,
) -> None:
    def full(_self: object, _forget: object = None) -> None:
        raise StoreError(Path("there"), "No space left on device")

    def play(app: App) -> None:
        if is_playing:
            monkeypatch.setattr(Archive, "write", full)
            begin_session(app, 1, 1)
        stumble(app)

    assert program(play) == ExitStatus.FAILED
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("tonk: Tonk hit an error and must close. ")
    assert "Your hand is kept" not in line
    assert ("No space left on device" in line) is is_playing


def test_a_report_names_no_values_of_any_error_on_the_way() -> None:
    error = ValueError("Ann holds 5H")
    error.__cause__ = KeyError("5H")
    text = report_text(error)
    assert "5H" not in text
    assert "Ann" not in text
    assert text.index("KeyError") < text.index("which led to") < text.index("ValueError")


def test_only_the_last_reports_are_kept(tmp_path: Path) -> None:
    reports_folder(tmp_path).mkdir()
    earlier = [f"error-20260101-{number:06}.txt" for number in range(24)]
    for name in earlier:
        (reports_folder(tmp_path) / name).touch()
    latest = keep_report(ValueError(), tmp_path)
    assert latest is not None
    kept = sorted(path.name for path in reports_folder(tmp_path).iterdir())
    assert kept == [*earlier[-19:], latest.name]


def test_where_nothing_can_be_written_there_is_no_report(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("a file in place of the folder")
    assert keep_report(ValueError(), tmp_path) is None
    Log(tmp_path).close()


def test_the_log_turns_and_does_not_grow_for_ever(tmp_path: Path) -> None:
    log = Log(tmp_path)
    for number in range(12_000):
        logging.getLogger("tonk").warning(
            "line %d of many that are written here for the test", number
        )
    log.close()
    files = sorted(reports_folder(tmp_path).iterdir())
    assert [file.name for file in files] == ["tonk.log", "tonk.log.1", "tonk.log.2", "tonk.log.3"]
    assert all(file.stat().st_size <= 200_000 for file in files)
    assert "Tonk ends" in files[0].read_text("utf-8").splitlines()[-1]
