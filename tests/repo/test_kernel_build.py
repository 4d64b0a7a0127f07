"""The kernel is compiled when the game is installed, by what is there, or done without."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ai import kernel
from ai.kernel import build
from tests.shares import EVERY

ROOT = Path(__file__).resolve().parents[2]
SOURCE = """
unsigned tonk_header(void) { return 1; }
int tonk_version(void) { return %d; }
const char *tonk_compiler(void) { return "a test"; }
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package alone, without a library: a folder for the path of a Python."""
    package = tmp_path_factory.mktemp("copy") / "ai" / "kernel"
    package.mkdir(parents=True)
    for module in (ROOT / "ai" / "kernel").glob("*.py"):
        shutil.copy(module, package)
    (package.parent / "__init__.py").touch()
    return package


def _about(copy: Path) -> str:
    code = (
        "from ai import kernel\n"
        "try: print(kernel.about(), kernel.is_available())\n"
        "except kernel.KernelError as error: print(error, kernel.is_available())\n"
    )
    return subprocess.check_output(
        (sys.executable, "-c", code),
        env=os.environ | {"PYTHONPATH": str(copy.parents[1])},
        cwd=copy,
        text=True,
    )


def _compiled(copy: Path, version: int) -> None:
    compiler = build.system_compiler()
    if compiler is None:
        pytest.skip("no C compiler here")
    source = copy / "other.c"
    source.write_text(SOURCE % version, "utf-8")
    made = copy / kernel.NAME
    made.unlink(missing_ok=True)
    subprocess.run((*compiler.command, *compiler.linking, "-o", str(made), str(source)), check=True)


def test_header_and_binding_tell_the_same_version() -> None:
    header = (ROOT / "ai" / "kernel" / "tonk.h").read_text("utf-8")
    assert re.findall(r"^#define TONK_VERSION (\d+)$", header, re.MULTILINE) == [
        str(kernel.VERSION)
    ]


def test_without_a_library_there_is_no_kernel_and_one_line_says_so(copy: Path) -> None:
    (copy / kernel.NAME).unlink(missing_ok=True)
    said = _about(copy)
    assert said == (
        "not installed, so no Master, hints, reviews or drills: "
        "install Tonk again, online or with a C compiler False\n"
    )


def test_a_library_of_this_version_is_used(copy: Path) -> None:
    _compiled(copy, kernel.VERSION)
    assert _about(copy) == f"version {kernel.VERSION}, by a test True\n"


def test_a_library_of_another_version_is_refused_in_one_line(copy: Path) -> None:
    _compiled(copy, 99)
    said = _about(copy)
    assert said.startswith(f"ai/kernel/{kernel.NAME} is version 99, not {kernel.VERSION}: ")
    assert said.endswith(" False\n")
    assert said.count("\n") == 1


def test_in_a_clone_a_library_of_another_header_is_refused_in_one_line(copy: Path) -> None:
    _compiled(copy, kernel.VERSION)
    header = copy / "tonk.h"
    header.write_text("another", "utf-8")
    said = _about(copy)
    header.unlink()
    assert said == (
        f"ai/kernel/{kernel.NAME} is of another tonk.h: python -m ai.kernel.build False\n"
    )


def test_a_damaged_library_is_refused_in_one_line(copy: Path) -> None:
    made = copy / kernel.NAME
    made.unlink(missing_ok=True)
    made.write_bytes(b"\0" * 64)
    said = _about(copy)
    assert said.startswith(f"ai/kernel/{kernel.NAME} cannot be used: ")
    assert said.endswith(" False\n")
    assert said.count("\n") == 1


@pytest.mark.skipif(build.own_tag() is None, reason="zig makes nothing for this system")
def test_zig_is_asked_for_only_where_there_is_no_compiler(tmp_path: Path) -> None:
    assert build.needed({"PATH": str(tmp_path)}) == [build.ZIG]
    assert build.needed() == ([] if build.system_compiler() else [build.ZIG])


def test_a_release_is_made_by_zig_and_nothing_asks_for_it_where_there_shall_be_no_kernel() -> None:
    assert build.needed({"TONK_KERNEL": "none"}) == []
    for tag in build.TARGETS:
        assert build.needed({"TONK_KERNEL": tag}) == [build.ZIG]


def test_a_wish_that_is_not_known_is_refused_in_one_line() -> None:
    with pytest.raises(build.BuildError, match=r"^TONK_KERNEL=perhaps: expected require, none,"):
        build.needed({"TONK_KERNEL": "perhaps"})


def test_what_compiles_nothing_is_no_compiler(tmp_path: Path) -> None:
    for words in (str(tmp_path / "none"), "false"):
        assert build.system_compiler(os.environ | {"CC": words}) is None


@pytest.mark.skipif(build.own_tag() is None, reason="zig makes nothing for this system")
def test_two_releases_are_equal_to_the_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not EVERY:
        # Paths and times would come from the sources and the linker, not from the optimizer.
        quick = ["-O0" if flag == "-O2" else flag for flag in build.FLAGS]
        monkeypatch.setattr(build, "FLAGS", quick)
    made = []
    for name in ("one", "another"):
        monkeypatch.setattr(build, "FOLDER", tmp_path / name)
        build.compile_library(tmp_path / name / "library", build.own_tag())
        made.append((tmp_path / name / "library").read_bytes())
    assert made[0] == made[1]
    assert str(ROOT).encode() not in made[0]
