"""The same hands by every compiler, for every kind of machine: a hash of what happens in them."""

import ctypes
import subprocess
from pathlib import Path
from typing import Final

import pytest

from ai.kernel import build
from tests.conftest import EVERY, cannot_run

ROOT = Path(__file__).resolve().parents[2]
HANDS: Final = 10_000 if EVERY else 2_000
"""Of 10,000: `python -m tests.long.every tests/kernel/test_machines.py`."""
FILES: Final = ("-Icheck", "check/hash.c")
_IN_WINDOWS: Final = """
import ctypes, sys
hash = ctypes.c_uint64()
hash_hands = ctypes.CDLL(sys.argv[1]).tonk_hash_hands
error = hash_hands(ctypes.c_int64(int(sys.argv[2])), ctypes.c_uint64(1), ctypes.byref(hash))
print(f"{hash.value:016x}" if error >= 0 else error)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kernels")


def _zig(tag: str) -> build.Compiler:
    found = build.zig(tag)
    if found is None:
        cannot_run("ziglang is not installed")
    assert found is not None
    return found


def _hash_here(made: Path, compiler: build.Compiler) -> str:
    build.compile_files(made, compiler, compiler.linking, FILES)
    found = ctypes.c_uint64()
    hash_hands = ctypes.CDLL(str(made)).tonk_hash_hands
    error = hash_hands(ctypes.c_int64(HANDS), ctypes.c_uint64(1), ctypes.byref(found))
    assert error >= 0
    return f"{found.value:016x}"


@pytest.fixture(scope="module")
def expected(folder: Path) -> str:
    tag = build.own_tag()
    if tag is None:
        pytest.skip("zig makes nothing for this system")
    return _hash_here(folder / "own", _zig(tag))


def test_the_systems_compiler(folder: Path, expected: str) -> None:
    compiler = build.system_compiler()
    if compiler is None:
        cannot_run("there is no C compiler here")
    assert compiler is not None
    assert _hash_here(folder / "system", compiler) == expected


@pytest.mark.wine
def test_windows(folder: Path, expected: str) -> None:
    compiler = _zig("win_amd64")
    build.compile_files(folder / "hash.dll", compiler, compiler.linking, FILES)
    path = "Z:" + str(folder / "hash.dll")
    said = subprocess.check_output(
        (ROOT / "tests/tools/windows.sh", "-c", _IN_WINDOWS, path, str(HANDS)),
        text=True,
        stderr=subprocess.DEVNULL,
    )
    assert said.split() == [expected]


@pytest.mark.arm
def test_64_bit_arm(folder: Path, expected: str) -> None:
    compiler = _zig("musllinux_1_1_aarch64")
    build.compile_files(folder / "arm", compiler, ("-static",), (*FILES, "check/hash_main.c"))
    said = subprocess.check_output(("qemu-aarch64", folder / "arm", str(HANDS)), text=True)
    assert said.split() == [expected]
