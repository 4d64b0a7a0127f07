"""A small sample of what ``python -m tests.kernel.machines`` compares."""

from pathlib import Path

import pytest

from ai.kernel import build, is_available
from tests.conftest import cannot_run
from tests.kernel import machines

pytestmark = pytest.mark.skipif(not is_available(), reason="there is no kernel here")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("told") / "told"
    file.write_bytes(machines.written(machines.SHARE[1]))
    return file


def found(machine: str, folder: Path, told: Path) -> list[str]:
    try:
        return machines.MACHINES[machine](folder, told, machines.SHARE[0]).split()
    except machines.CannotRunError as error:
        cannot_run(str(error))
        raise


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory, told: Path) -> list[str]:
    if build.own_tag() is None:
        pytest.skip("zig makes nothing for this system")
    hashes = found("zig", tmp_path_factory.mktemp("zig"), told)
    assert len(set(hashes)) == len(hashes) == 3
    return hashes


def test_the_systems_compiler(tmp_path: Path, told: Path, expected: list[str]) -> None:
    assert found("system", tmp_path, told) == expected


@pytest.mark.parametrize(
    "machine",
    [pytest.param("windows", marks=pytest.mark.wine), pytest.param("arm64", marks=pytest.mark.arm)],
)
def test_other_machines(machine: str, tmp_path: Path, told: Path, expected: list[str]) -> None:
    assert found(machine, tmp_path, told) == expected
