"""Another Tonk has the saves, or takes them over: nothing is played that is not saved."""

from __future__ import annotations

import os
import shutil
import signal
import socket
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from threading import Event, Timer
from typing import Any

import pygame
import pytest

from game.console.output import ExitStatus
from game.files import StoreError
from game.menus.start import StartScene
from game.play.plan import Plan, Player
from game.saves import lock, transfer
from game.saves.archive import Archive
from game.saves.lock import ReplacedError, StoreBusyError
from game.saves.review_queue import Reviewer, ReviewHandle
from game.saves.store import Store
from game.ui.kit.controls import Label
from game.ui.pages.saves_in_use import BusyScene, OpeningScene, ReplacedScene, tell_trouble
from game.ui.session.starting import begin_session
from game.ui.session.table_scene import TableScene
from game.ui.shell.app_window import Window
from game.ui.shell.loop import App
from tests.session.players import careless, play_hands
from tests.ui.conftest import Program
from tests.ui.screens import HOLDER
from tests.ui.stage import point, press, shown, stage, targets, top, turns


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def held_elsewhere(folder: Path) -> None:
    """Let a Tonk on another computer have the saves of a folder: only a player knows if it runs."""
    folder.mkdir(exist_ok=True)
    (folder / lock.HOLDER_NAME).write_text(HOLDER.line)


def label_texts(app: App) -> str:
    """What a page has to say."""
    page = app.top
    assert isinstance(page, BusyScene | ReplacedScene)
    return " ".join(each.text for each in page.form.widgets if isinstance(each, Label))


def killed_after(folder: Path, hands: int) -> None:
    """Leave the saves with so many hands as a killed program does."""
    with closing(Store.open(folder.with_name("open"))) as store:
        play_hands(store.start(Plan((Player("You"), Player("Ada", "x")))), [careless] * 2, hands)
        shutil.copytree(folder.with_name("open"), folder)


def read(app: App) -> None:
    """Wait until the saves are read."""
    while isinstance(app.top, OpeningScene):
        app.wake()
        app.turn()
    turns(app)


def test_the_window_goes_before_the_saves_are_closed(
    home: Path, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = []
    for kind in (Window, Store):
        close = kind.close

        def noted(it: Window | Store, close: Callable[[Any], object] = close) -> None:
            order.append(type(it))
            close(it)

        monkeypatch.setattr(kind, "close", noted)
    assert program(lambda app: top(app, StartScene)) == ExitStatus.FINE
    assert order == [Window, Store]


def test_a_start_waits_for_a_tonk_that_is_just_leaving(home: Path, program: Program) -> None:
    leaving = Store.open(home / "data")
    later = Timer(0.3, leaving.close)
    later.start()
    assert program(lambda app: top(app, StartScene)) == ExitStatus.FINE
    later.join()


@pytest.mark.parametrize("much", [0, 1 << 30])
def test_many_saves_are_read_beside_the_window(
    home: Path, program: Program, monkeypatch: pytest.MonkeyPatch, much: int
) -> None:
    monkeypatch.setattr(Archive, "MUCH", much)
    killed_after(home / "data", 3)
    seen = []

    def look(app: App) -> None:
        seen.append(type(app.top))
        read(app)
        top(app, StartScene)
        assert app.services.saves.history().saved == 3
        assert app.services.saves.saved_session() is not None

    assert program(look) == ExitStatus.FINE
    assert program(look) == ExitStatus.FINE
    assert seen == [StartScene if much else OpeningScene, StartScene]


def test_who_quits_while_they_are_read_loses_nothing(
    home: Path, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Archive, "MUCH", 0)
    killed_after(home / "data", 3)
    assert program(lambda app: top(app, OpeningScene)) == ExitStatus.FINE
    with closing(Store.open(home / "data")) as store:
        assert store.damage is None
        assert store.history().saved == 3


def test_who_presses_ctrl_c_again_and_again_while_they_are_read_loses_nothing(
    home: Path,
    program: Program,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(Archive, "MUCH", 0)
    killed_after(home / "data", 3)
    is_closed = Event()
    close, read_all = Window.close, Store.open

    def closed(window: Window) -> None:
        close(window)
        is_closed.set()

    def read_slowly(*, take_over: bool = False) -> Store:
        is_closed.wait()
        for _ in range(2):
            os.kill(os.getpid(), signal.SIGINT)
        return read_all(take_over=take_over)

    monkeypatch.setattr(Window, "close", closed)
    monkeypatch.setattr(Store, "open", read_slowly)
    with pytest.raises(KeyboardInterrupt):
        program(lambda app: app.call(lambda: signal.raise_signal(signal.SIGINT)))
    monkeypatch.undo()
    assert capsys.readouterr().err == "tonk: ends as soon as your saves are read\n"
    with closing(Store.open(home / "data")) as store:
        assert store.damage is None
        assert store.history().saved == 3


def test_many_saves_that_another_has_are_named(
    home: Path, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Archive, "MUCH", 0)

    def look(app: App) -> None:
        top(app, OpeningScene)
        read(app)
        top(app, BusyScene)

    with closing(Store.open(home / "data")):
        assert program(look) == ExitStatus.BUSY


def test_a_second_window_names_who_has_the_saves_and_writes_nothing(
    home: Path, program: Program, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "config").mkdir()
    (home / "config" / "settings.json").write_text(
        '{"speed": "warp", "volume": 30}'
    )  # to be mended
    seen: list[str] = []

    def look(app: App) -> None:
        top(app, BusyScene)
        assert set(targets(app)) == {"button:quit"}
        seen.append(label_texts(app))
        app.set_fullscreen(True)
        app.change(volume=80, mute=True)

    with closing(Store.open(home / "data")):
        before = contents(home)
        assert program(look) == ExitStatus.BUSY
        assert contents(home) == before
    holder = f"process {os.getpid()} on {socket.gethostname()}"
    assert holder in seen[0]
    assert holder in capsys.readouterr().err


def test_a_second_window_goes_on_once_the_saves_are_free(home: Path, program: Program) -> None:
    other = Store.open(home / "data")
    play_hands(other.start(Plan((Player("You"), Player("Ada", "x")))), [careless] * 2, 1)

    def wait(app: App) -> None:
        top(app, BusyScene)
        other.close()
        while isinstance(app.top, BusyScene):
            app.wake()
            app.turn()
        top(app, StartScene)
        assert app.services.saves.has_played

    assert program(wait) == ExitStatus.FINE


def test_what_could_not_be_saved_apart_from_a_session_is_named_at_the_end(
    home: Path,
    program: Program,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def full(_archive: Archive) -> None:
        raise StoreError(home / "data", "No space left on device")

    def note(app: App) -> None:
        monkeypatch.setattr(Archive, "write", full)
        with suppress(StoreError):
            app.services.saves.opened().keep_document("learning.json", "{}")

    assert program(note) == ExitStatus.UNWRITABLE
    assert "No space left on device" in capsys.readouterr().err


def test_a_review_that_cannot_be_saved_is_a_notice_once() -> None:
    class FullDisk(Reviewer):
        def update(self, quiet: float = 0.0) -> bool:  # noqa: ARG002  # as the reviewer has it
            self.trouble = StoreError(Path("there"), "No space left on device")
            return True

    def no_coach(_record: str, _seat: int) -> ReviewHandle:
        raise AssertionError

    reviewer = FullDisk(no_coach, Store.unsaved, lambda: False)
    with stage(reviewer=reviewer) as app:
        shown(app, StartScene(app))
        turns(app)
        assert "No space left on device" in app.toasts.text
        app.toasts.dismiss()
        turns(app)
        assert app.toasts.text == ""


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_ESCAPE])
def test_there_is_one_way_out_of_it(key: int) -> None:
    with stage() as app:
        shown(app, BusyScene(app, StoreBusyError(Path("there")), lambda: None))
        press(app, key)
        assert not app.is_running


def test_who_takes_over_plays_on_with_the_own_settings(home: Path, program: Program) -> None:
    held_elsewhere(home / "data")

    def take_over(app: App) -> None:
        top(app, BusyScene)
        assert "process 4711 on living-room" in label_texts(app)
        assert "Jan 2, 2026, 18:05" in label_texts(app)
        turns(app)
        point(app, "button:take-over")
        top(app, StartScene)
        app.change(volume=33)
        begin_session(app, 1, 1)

    assert program(take_over) == ExitStatus.FINE
    assert '"volume": 33' in (home / "config" / "settings.json").read_text()
    with closing(Store.open(home / "data")) as store:
        assert store.saved_session() is not None


@pytest.mark.parametrize("much", [0, 1 << 30])
def test_where_the_other_turns_out_to_run_it_is_named(
    home: Path, program: Program, monkeypatch: pytest.MonkeyPatch, much: int
) -> None:
    monkeypatch.setattr(Archive, "MUCH", much)
    killed_after(home / "data", 1)
    held_elsewhere(home / "data")

    def take_over(app: App) -> None:
        read(app)
        (home / "data" / lock.HOLDER_NAME).unlink()
        with closing(Store.open(home / "data")):
            point(app, "button:take-over")
            read(app)
            top(app, BusyScene)
            assert set(targets(app)) == {"button:quit"}
            assert socket.gethostname() in label_texts(app)

    assert program(take_over) == ExitStatus.BUSY


def test_many_saves_are_taken_over_beside_the_window(
    home: Path, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Archive, "MUCH", 0)
    killed_after(home / "data", 3)
    held_elsewhere(home / "data")

    open_store, may_read = Store.open, Event()

    def read_later(*, take_over: bool = False) -> Store:
        assert may_read.wait(60)
        return open_store(take_over=take_over)

    def take_over(app: App) -> None:
        read(app)
        monkeypatch.setattr(Store, "open", read_later)
        point(app, "button:take-over")
        top(app, OpeningScene)
        may_read.set()
        read(app)
        top(app, StartScene)
        assert app.services.saves.history().saved == 3

    assert program(take_over) == ExitStatus.FINE


class Place:
    """Where the game saves what it cannot save at its place; perhaps it cannot there, either."""

    def __init__(self, path: Path, *, is_full: bool = False) -> None:
        self.path, self.is_full, self.times = path, is_full, 0

    def __call__(self) -> Path:
        if self.is_full:
            raise StoreError(self.path, "No space left on device")
        self.times += 1
        return self.path


def test_a_table_whose_saves_were_taken_over_saves_elsewhere_and_ends(tmp_path: Path) -> None:
    place, saves = Place(tmp_path / "backup.jsonl"), tmp_path / "saves"
    with closing(Store.open(saves)) as store, stage(store=store, save_elsewhere=place) as app:
        shown(app, StartScene(app))
        begin_session(app, 1, 1)
        table = top(app, TableScene)
        turns(app)
        held_elsewhere(saves)
        table.session.close()
        app.wake()
        turns(app)
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
    with stage(save_elsewhere=place) as app:
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
    home: Path, program: Program, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the store itself: the other has signed as the holder, as on a disk without locks."""
    seen: list[str] = []

    def lose_it(app: App) -> None:
        begin_session(app, 1, 1)
        table = top(app, TableScene)
        while not table.session.is_playing:
            app.turn()
        held_elsewhere(home / "data")
        table.session.close()
        app.turn()
        seen.append(label_texts(app))

    assert program(lose_it) == ExitStatus.BUSY
    (path,) = transfer.exports(transfer.exports_folder())
    assert str(path) in seen[0]
    assert str(path) in capsys.readouterr().err
    assert "living-room" in seen[0]
