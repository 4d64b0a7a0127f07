"""Another Tonk has the saves, or takes them over: nothing is played that is not saved."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game import app as composition
from game.console.output import ExitStatus
from game.files import StoreError
from game.menus.start import StartScene
from game.play.session import Session
from game.saves import lock, transfer
from game.saves.lock import Holder, ReplacedError, StoreBusyError
from game.saves.settings import PlayOptions
from game.saves.store import Store
from game.ui.kit.controls import Label
from game.ui.pages.holding import BusyScene, ReplacedScene, tell_trouble
from game.ui.session.sitting import begin_session
from game.ui.session.table_scene import TableScene
from game.ui.shell.loop import App
from tests.ui.screens import HOLDER
from tests.ui.stage import point, press, shown, stage, targets, top, turns

pytestmark = pytest.mark.usefixtures("home")


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def run(monkeypatch: pytest.MonkeyPatch, act: Callable[[App], object]) -> int:
    """The whole program, in which this happens once it has started; then its window is closed."""
    complete = composition.complete
    failures: list[BaseException] = []

    def begin(app: App, options: PlayOptions, saves: composition.PlayerSaves) -> None:
        complete(app, options, saves)
        try:
            act(app)
        except BaseException as error:  # noqa: BLE001 - the game would show a page of it, and wait
            failures.append(error)
        app.quit()

    monkeypatch.setattr(composition, "complete", begin)
    status = composition.run(PlayOptions())
    if failures:
        raise failures[0]
    return status


def held(monkeypatch: pytest.MonkeyPatch, *, may_take_over: bool = False) -> None:
    """Let another Tonk have the saves."""
    open_ = Store.open

    def refuse(folder: Path | None = None, *, take_over: bool = False) -> Store:
        if take_over and may_take_over:
            return open_(folder)
        raise StoreBusyError(Path("there"), HOLDER, may_take_over=may_take_over)

    monkeypatch.setattr(Store, "open", refuse)


def label_texts(app: App) -> str:
    """What a page has to say."""
    page = app.top
    assert isinstance(page, BusyScene | ReplacedScene)
    return " ".join(each.text for each in page.form.widgets if isinstance(each, Label))


def test_a_second_window_names_who_has_the_saves_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "config"
    config.mkdir()
    (config / "settings.json").write_text('{"speed": "warp", "volume": 30}')  # to be mended
    before = contents(tmp_path)
    held(monkeypatch)
    seen: list[str] = []

    def look(app: App) -> None:
        top(app, BusyScene)
        assert set(targets(app)) == {"button:quit"}
        seen.append(label_texts(app))
        app.set_fullscreen(True)
        app.change(volume=80, mute=True)

    assert run(monkeypatch, look) == ExitStatus.BUSY
    assert "process 4711 on living-room" in seen[0]
    assert "Jan 2, 2026, 18:05" in seen[0]
    assert "living-room" in capsys.readouterr().err
    assert contents(tmp_path) == before


def test_a_real_second_window_is_kept_out_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Store.open(tmp_path / "data")
    seen: list[str] = []
    try:
        before = contents(tmp_path)
        assert run(monkeypatch, lambda app: seen.append(label_texts(app))) == ExitStatus.BUSY
        assert contents(tmp_path) == before
    finally:
        first.close()
    assert f"process {os.getpid()} on" in seen[0]


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_ESCAPE])
def test_there_is_one_way_out_of_it(key: int) -> None:
    with stage() as app:
        error = StoreBusyError(Path("there"))
        shown(app, BusyScene(app, error, lambda: error))
        press(app, key)
        assert not app.is_running


def test_who_takes_over_plays_on_with_the_own_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held(monkeypatch, may_take_over=True)

    def take_over(app: App) -> None:
        top(app, BusyScene)
        turns(app)
        point(app, "button:take-over")
        top(app, StartScene)
        app.change(volume=33)
        begin_session(app, 1, 1)

    assert run(monkeypatch, take_over) == ExitStatus.FINE
    assert '"volume": 33' in (tmp_path / "config" / "settings.json").read_text()
    monkeypatch.undo()
    store = Store.open(tmp_path / "data")
    assert store.saved_session() is not None
    store.close()


def test_where_the_other_turns_out_to_run_it_is_named() -> None:
    with stage() as app:
        unsure = StoreBusyError(Path("there"), may_take_over=True)
        sure = StoreBusyError(Path("there"), replace(HOLDER, host="attic"))
        shown(app, BusyScene(app, unsure, lambda: sure))
        point(app, "button:take-over")
        assert set(targets(app)) == {"button:quit"}
        assert "attic" in label_texts(app)


class Place:
    """Where the game saves what it cannot save at its place; perhaps it cannot there, either."""

    def __init__(self, path: Path, *, is_full: bool = False) -> None:
        self.path, self.is_full, self.times = path, is_full, 0

    def __call__(self) -> Path:
        if self.is_full:
            raise StoreError(self.path, "No space left on device")
        self.times += 1
        return self.path


def lose(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let another Tonk take over in the middle of a session."""

    def refuse(_entries: object) -> bool:
        raise ReplacedError(Path("there"), HOLDER)

    monkeypatch.setattr(session.journal, "write", refuse)
    session.trouble = ReplacedError(Path("there"), HOLDER)


def test_a_table_whose_saves_were_taken_over_saves_elsewhere_and_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place(tmp_path / "backup.jsonl")
    with stage() as app:
        app.services = app.services._replace(save_elsewhere=place, seed="replaced")
        shown(app, StartScene(app))
        begin_session(app, 1, 1)
        table = top(app, TableScene)
        lose(table.session, monkeypatch)
        app.turn()
        top(app, ReplacedScene)
        words = label_texts(app)
        assert str(place.path) in words
        assert "living-room" in words
        press(app, pygame.K_ESCAPE)
        top(app, ReplacedScene)
        assert place.times == 1
        press(app, pygame.K_RETURN)
        assert not app.is_running


def test_where_nothing_can_be_saved_elsewhere_it_can_be_tried_again(tmp_path: Path) -> None:
    place = Place(tmp_path / "backup.jsonl", is_full=True)
    with stage() as app:
        app.services = app.services._replace(save_elsewhere=place)
        shown(app, StartScene(app))
        tell_trouble(app, ReplacedError(Path("there"), HOLDER))
        turns(app)
        assert "No space left on device" in label_texts(app)
        place.is_full = False
        point(app, "button:again")
        assert str(place.path) in label_texts(app)
        assert set(targets(app)) == {"button:quit"}


def test_other_trouble_is_a_notice_as_ever() -> None:
    with stage() as app:
        shown(app, StartScene(app))
        tell_trouble(app, StoreError(Path("there"), "No space left on device"))
        top(app, StartScene)
        assert "No space left on device" in app.toasts.text


def test_a_holder_that_was_replaced_keeps_its_hands_in_a_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the store itself: the other has signed as the holder, as on a disk without locks."""
    seen: list[str] = []

    def lose_it(app: App) -> None:
        begin_session(app, 1, 1)
        table = top(app, TableScene)
        while not table.session.is_playing:
            app.turn()
        other = Holder("attic", 12, "2026-01-02 19:00", "f" * 32)
        (tmp_path / "data" / lock.HOLDER_NAME).write_text(other.line)
        table.session.close()
        app.turn()
        seen.append(label_texts(app))

    assert run(monkeypatch, lose_it) == ExitStatus.BUSY
    (path,) = transfer.exports(transfer.exports_folder())
    assert str(path) in seen[0]
    assert str(path) in capsys.readouterr().err
    assert "attic" in seen[0]
