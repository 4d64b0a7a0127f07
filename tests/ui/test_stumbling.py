"""An unexpected error: a page says what to do, a report is kept, and the hand goes on."""

from __future__ import annotations

import logging
from pathlib import Path

import pygame
import pytest

from game import app as composition
from game.files import StoreError
from game.saves.archive import Archive
from game.saves.reports import Log, keep_report, report_text, reports_folder
from game.saves.settings import PlayOptions
from game.saves.store import Store
from game.ui.pages.dialogs import FatalScene
from game.ui.session.sitting import begin_session
from game.ui.session.table_scene import TableScene
from game.ui.shell.loop import App
from game.ui.shell.scene import Scene
from tests.ui.stage import top

pytestmark = pytest.mark.usefixtures("home")


def test_a_mistake_in_the_middle_of_a_hand_is_told_and_the_hand_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    complete = composition.complete
    seen: list[str] = []

    def stumble() -> None:
        held = app_of[0].scenes
        raise RuntimeError(f"the king of hearts, {held}, {tmp_path}")

    app_of: list[App] = []

    def begin(app: App, options: PlayOptions, saves: composition.PlayerSaves) -> None:
        complete(app, options, saves)
        app_of.append(app)
        begin_session(app, 1, 1)
        while not top(app, TableScene).session.is_playing:
            app.turn()
        app.call(stumble)

    push = App.push

    def notice(app: App, scene: Scene) -> None:
        push(app, scene)
        if isinstance(scene, FatalScene):
            seen.append(scene.heading)
            pygame.event.post(pygame.Event(pygame.QUIT))

    monkeypatch.setattr(composition, "complete", begin)
    monkeypatch.setattr(App, "push", notice)
    assert composition.run(PlayOptions()) == 6
    (report,) = reports_folder(tmp_path / "data").glob("error-*.txt")
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("tonk: Tonk hit an error and must close. Your hand is kept")
    assert str(report) in line
    assert seen == ["Tonk can't go on"]
    text = report.read_text("utf-8")
    assert "game/ui/shell/loop.py:" in text
    assert "RuntimeError" in text
    assert "king" not in text
    assert str(tmp_path) not in text
    store = Store.open(tmp_path / "data")
    kept = store.saved_session()
    assert kept is not None
    assert kept.is_playing
    store.close()


@pytest.mark.parametrize("is_playing", [True, False])
def test_a_hand_is_said_to_be_kept_only_where_it_is(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    is_playing: bool,
) -> None:
    complete = composition.complete

    def stumble() -> None:
        raise RuntimeError

    def full(_self: object, _forget: object = None) -> None:
        raise StoreError(tmp_path, "No space left on device")

    def begin(app: App, options: PlayOptions, saves: composition.PlayerSaves) -> None:
        complete(app, options, saves)
        if is_playing:
            monkeypatch.setattr(Archive, "write", full)
            begin_session(app, 1, 1)
        app.call(stumble)

    push = App.push

    def leave(app: App, scene: Scene) -> None:
        push(app, scene)
        if isinstance(scene, FatalScene):
            pygame.event.post(pygame.Event(pygame.QUIT))

    monkeypatch.setattr(composition, "complete", begin)
    monkeypatch.setattr(App, "push", leave)
    assert composition.run(PlayOptions()) == 6
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("tonk: Tonk hit an error and must close. ")
    assert "Your hand is kept" not in line
    assert ("No space left on device" in line) is is_playing


def test_a_report_names_no_values_of_any_error_on_the_way(tmp_path: Path) -> None:
    error = ValueError("Ann holds 5H")
    error.__cause__ = KeyError("5H")
    text = report_text(error)
    assert "5H" not in text
    assert "Ann" not in text
    assert text.index("KeyError") < text.index("which led to") < text.index("ValueError")


def test_only_the_last_reports_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(25):
        monkeypatch.setattr("time.strftime", lambda _form, n=number: f"20260101-{n:06}")
        assert keep_report(ValueError(), tmp_path) is not None
    kept = sorted(path.name for path in reports_folder(tmp_path).iterdir())
    assert len(kept) == 20
    assert kept[-1] == "error-20260101-000024.txt"


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
