"""Less motion, as the settings say or as the system does, wherever that keeps its wish."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from game.processes import output_of
from game.ui.shell.reduced_motion import SystemMotion, is_calm
from game.ui.shell.system_motion import System
from tests.ui.table.staging import FakeStage


def silent(_command: Sequence[str]) -> str:
    """No such program."""
    return ""


def answering(program: str, answer: str) -> Callable[[Sequence[str]], str]:
    """One program of the system, and what it says."""
    return lambda command: answer if command[0] == program else ""


def linux(home: Path, desktop: str = "GNOME", ask: Callable[..., str] = silent) -> System:
    return System("linux", {"XDG_CURRENT_DESKTOP": desktop}, home, ask)


def written(home: Path, name: str, text: str) -> None:
    path = home / ".config" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


@pytest.mark.parametrize(("answer", "calm"), [("false", True), ("true", False), ("", False)])
def test_gnome_is_asked_by_its_program(tmp_path: Path, answer: str, calm: bool) -> None:
    assert linux(tmp_path, ask=answering("gsettings", answer)).wishes_calm() is calm


@pytest.mark.parametrize("folder", ["gtk-3.0", "gtk-4.0"])
@pytest.mark.parametrize(
    ("value", "calm"), [("0", True), ("false", True), ("FALSE", True), ("1", False), ("", False)]
)
def test_without_it_the_file_of_gtk_counts(
    tmp_path: Path, folder: str, value: str, calm: bool
) -> None:
    text = f"[Other]\ngtk-enable-animations=0\n[Settings]\ngtk-enable-animations = {value}\n"
    written(tmp_path, f"{folder}/settings.ini", text if value else "[Settings]\n")
    assert linux(tmp_path, "XFCE").wishes_calm() is calm


def test_the_desktops_own_answer_goes_before_the_file(tmp_path: Path) -> None:
    written(tmp_path, "gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=0\n")
    assert not linux(tmp_path, ask=answering("gsettings", "true")).wishes_calm()


@pytest.mark.parametrize(
    ("value", "calm"),
    [("0", True), ("0.0", True), ("0.5", False), ("1", False), ("none", False), ("", False)],
)
def test_kde_keeps_it_in_its_own_file(tmp_path: Path, value: str, calm: bool) -> None:
    text = f"[KDE][$i]\nAnimationDurationFactor=0\n[KDE]\nAnimationDurationFactor={value}\n"
    written(tmp_path, "kdeglobals", text)
    assert linux(tmp_path, "KDE").wishes_calm() is calm


def test_a_desktop_that_does_not_run_is_not_heard(tmp_path: Path) -> None:
    written(tmp_path, "kdeglobals", "[KDE]\nAnimationDurationFactor=0\n")
    assert not linux(tmp_path, "GNOME").wishes_calm()
    assert not linux(tmp_path / "new", "KDE", answering("gsettings", "false")).wishes_calm()


def test_the_settings_may_lie_elsewhere(tmp_path: Path) -> None:
    written(tmp_path, "kdeglobals", "[KDE]\nAnimationDurationFactor=0\n")
    system = linux(tmp_path / "home", "KDE")
    moved = {**system.environ, "XDG_CONFIG_HOME": str(tmp_path / ".config")}
    assert replace(system, environ=moved).wishes_calm()


@pytest.mark.parametrize(("answer", "calm"), [("1", True), ("0", False), ("", False)])
def test_macos_is_asked_by_its_program(tmp_path: Path, answer: str, calm: bool) -> None:
    system = System("darwin", {}, tmp_path, answering("defaults", answer))
    assert system.wishes_calm() is calm


class Windows:
    """The one call of Windows that is used."""

    def __init__(self, animates: int, *, tells: bool = True) -> None:
        self.user32 = self
        self._animates, self._tells = animates, tells

    def SystemParametersInfoW(  # noqa: N802 - so it is called
        self, action: int, _number: int, value: ctypes._Pointer[ctypes.c_int], _changes: int
    ) -> int:
        assert action == 0x1042
        if self._tells:
            value.contents.value = self._animates
        return int(self._tells)


@pytest.mark.parametrize(
    ("windows", "calm"),
    [(Windows(0), True), (Windows(1), False), (Windows(0, tells=False), False)],
)
def test_windows_is_asked_by_a_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, windows: Windows, calm: bool
) -> None:
    monkeypatch.setattr(ctypes, "windll", windows, raising=False)
    assert System("win32", {}, tmp_path, silent).wishes_calm() is calm


def test_programs_that_fail_or_are_not_there_say_nothing() -> None:
    said = (sys.executable, "-c", "print(' false ')")
    assert output_of(said) == "false"
    assert output_of((sys.executable, "-c", "print('false'); raise SystemExit(1)")) == ""
    assert output_of(("no-such-program-anywhere",)) == ""


def test_nobody_waits_for_the_answer() -> None:
    may_answer, asked = Event(), []

    def slow() -> bool:
        asked.append(1)
        return may_answer.wait(10)

    motion = SystemMotion(slow)
    assert not asked, "nothing is asked before it is needed"
    assert not motion()
    assert not motion()
    may_answer.set()
    assert motion.asking is not None
    motion.asking.join(10)
    assert motion()
    assert len(asked) == 1


@pytest.mark.parametrize("system", [True, False])
def test_the_players_own_setting_goes_before_the_systems(system: bool) -> None:
    stage = FakeStage()
    services = stage.services._replace(system_is_calm=lambda: system)
    assert is_calm(services) is system
    stage.change(reduced_motion="on")
    assert is_calm(services)
    stage.change(reduced_motion="off")
    assert not is_calm(services)


def test_the_first_frame_brings_in_nothing_that_starts_programs() -> None:
    program = (
        "import sys, game.ui.shell.reduced_motion;"
        " print('game.ui.shell.system_motion' in sys.modules)"
    )
    assert output_of((sys.executable, "-c", program)) == "False"
