"""Killed or refused a write at any moment, the game has all that it has said it did.

A short form of ``tests.session.kills``.
"""

import shutil
from pathlib import Path

import pytest

from tests.conftest import cannot_run
from tests.session.kills import Faults, Imports, Upgrades, killed_imports, table
from tests.shares import share


@pytest.fixture
def _strace() -> None:
    if not shutil.which("strace"):
        cannot_run("strace is not installed")


def test_killed_at_the_table_at_random_moments(tmp_path: Path) -> None:
    assert list(table(3, tmp_path)) == []


@pytest.mark.usefixtures("_strace")
def test_killed_at_calls_that_write(tmp_path: Path) -> None:
    faults = Faults(tmp_path)
    assert list(faults.all_spoilt(share(faults.kills(350), 6))) == []


@pytest.mark.usefixtures("_strace")
def test_calls_that_write_failing(tmp_path: Path) -> None:
    faults = Faults(tmp_path)
    assert list(faults.all_spoilt(share(faults.failures(800, ["ENOSPC"]), 3))) == []


def test_an_import_that_is_killed_is_done_or_not_begun(tmp_path: Path) -> None:
    assert list(killed_imports(tmp_path, 4, 40)) == []


@pytest.mark.usefixtures("_strace")
def test_an_import_on_a_full_disk_is_done_or_not_begun(tmp_path: Path) -> None:
    imports = Imports(tmp_path, 20)
    assert list(imports.all_spoilt(share(imports.faults(20), 4))) == []


def test_saves_of_an_earlier_version_say_what_they_said(tmp_path: Path) -> None:
    assert len(Upgrades(tmp_path).before) > 50


@pytest.mark.usefixtures("_strace")
def test_an_upgrade_that_is_killed_goes_on_at_the_next_start(tmp_path: Path) -> None:
    upgrades = Upgrades(tmp_path)
    assert list(upgrades.all_spoilt(share(upgrades.faults(200), 4))) == []
