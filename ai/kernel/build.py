"""Compile the kernel: hatchling's build hook, and ``python -m ai.kernel.build`` in a clone.

The compiler is the system's ``cc`` if that works, else zig from the package ``ziglang``, which is
required only then. If neither can compile it, the game is installed without the kernel, and one
line says so.
The environment variable ``TONK_KERNEL`` changes this:

``require``
    fail without a kernel;
``none``
    do not compile one, and do not require zig;
a tag of ``TARGETS``, such as ``manylinux_2_17_x86_64``
    compile a release for that system, with zig only, on any machine, or fail. Two such builds are
    equal to the byte.

``python -m ai.kernel.build [TAG]`` puts the library, for this system or that of the tag, beside
this file, where a clone looks for it, unless it is up to date. Exit status: 0 success, 1 failure.
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple
from zlib import crc32

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parents[1]
FOLDER: Final = ROOT / "build" / "kernel"
"""The folder of intermediate files: zig's cache, libraries for wheels and programs."""
ZIG: Final = "ziglang==0.17.1"
"""The zig requirement; `requirements-build.txt` locks the same version."""
FLAGS: Final = ("-std=c11", "-O2", "-ffp-contract=off", "-fvisibility=hidden", "-g0")
"""The flags of every compiler. None of them may make a result depend on the machine."""


class BuildError(RuntimeError):
    """Raised where the kernel cannot be compiled; the message says why in one line."""


_NO_LIBC: Final = ("-nostdlib", "-isystem", "freestanding")
_ELF: Final = ("-shared", "-fPIC", "-s", "-Wl,--build-id=none")


class Target(NamedTuple):
    """A system for which zig can compile the library.

    On Linux the functions of `freestanding/string.h` are those of the C library that Python uses.
    """

    zig: str
    cpu: str
    library: str = "libtonk.so"
    linking: tuple[str, ...] = (*_ELF, *_NO_LIBC)


_DLL: Final = ("tonk.dll", ("-shared", "-s", *_NO_LIBC, "-lcompiler_rt", "-Wl,--no-entry"))
_DYLIB: Final = ("libtonk.dylib", ("-shared", "-fPIC", "-Wl,-install_name,@rpath/libtonk.dylib"))
TARGETS: Final[Mapping[str, Target]] = {
    "manylinux_2_17_x86_64": Target("x86_64-linux-gnu.2.17", "x86_64_v2"),
    "manylinux_2_17_aarch64": Target("aarch64-linux-gnu.2.17", "generic"),
    "musllinux_1_1_x86_64": Target("x86_64-linux-musl", "x86_64_v2"),
    "musllinux_1_1_aarch64": Target("aarch64-linux-musl", "generic"),
    "win_amd64": Target("x86_64-windows-gnu", "x86_64_v2", *_DLL),
    "win_arm64": Target("aarch64-windows-gnu", "generic", *_DLL),
    "macosx_11_0_x86_64": Target("x86_64-macos.11.0", "x86_64_v2", *_DYLIB),
    "macosx_11_0_arm64": Target("aarch64-macos.11.0", "generic", *_DYLIB),
}
"""The targets of the build, by the tag of their wheels."""


class Compiler(NamedTuple):
    """A command that compiles C, its arguments for making a library, and its name."""

    command: tuple[str, ...]
    linking: tuple[str, ...]
    name: str


def own_tag() -> str | None:
    """Return the tag of ``TARGETS`` that this Python can use; None if zig has no target for it."""
    machine = {"AMD64": "x86_64", "arm64": "aarch64", "ARM64": "aarch64"}
    cpu = machine.get(platform.machine(), platform.machine())
    if cpu not in ("x86_64", "aarch64") or sys.maxsize < 1 << 32:
        return None
    if sys.platform == "win32":
        return {"x86_64": "win_amd64", "aarch64": "win_arm64"}[cpu]
    if sys.platform == "darwin":
        return {"x86_64": "macosx_11_0_x86_64", "aarch64": "macosx_11_0_arm64"}[cpu]
    if not sys.platform.startswith("linux"):
        return None
    has_musl = "musl" in str(sysconfig.get_config_var("HOST_GNU_TYPE"))
    return f"{'musllinux_1_1' if has_musl else 'manylinux_2_17'}_{cpu}"


def system_compiler(env: Mapping[str, str] = os.environ) -> Compiler | None:
    """Return the system's ``cc``, or what ``CC`` names, if it makes a library."""
    words = env.get("CC", "cc").split()
    found = shutil.which(words[0], path=env.get("PATH")) if words else None
    if found is None or sys.platform == "win32":
        return None
    if sys.platform == "darwin" and not _succeeds("xcode-select", "-p"):
        return None  # there cc would only ask to be installed
    is_pc = platform.machine() in ("x86_64", "AMD64")
    linking = _DYLIB[1] if sys.platform == "darwin" else _ELF
    for march in (("-march=x86-64-v2",), ()) if is_pc else ((),):
        with TemporaryDirectory() as folder:
            source = Path(folder, "trial.c")
            source.write_text(
                "#include <stdint.h>\n#include <string.h>\nint trial(void) { return 0; }\n", "utf-8"
            )
            command = (found, *words[1:], *march)
            if _succeeds(*command, *FLAGS, *linking, "-o", f"{folder}/trial", str(source)):
                return Compiler(command, linking, f"{words[0]} for {platform.machine()}")
    return None


def zig(tag: str) -> Compiler | None:
    """Return zig as the compiler for one of ``TARGETS``, if it is installed."""
    if find_spec("ziglang") is None:
        return None
    target = TARGETS[tag]
    words = ["-target", target.zig, f"-mcpu={target.cpu}", "-fno-sanitize=undefined"]
    if target.library != _DYLIB[0]:  # zig's linker for macOS cannot optimize
        words.append("-flto")  # between files: reviews take 4 to 9 % less time
    name = f"zig {metadata.version('ziglang')} for {target.zig}, {target.cpu}"
    return Compiler((sys.executable, "-m", "ziglang", "cc", *words), target.linking, name)


def _succeeds(*command: str) -> bool:
    ended = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, env=_env(), check=False
    )
    return ended.returncode == 0


def _env() -> Mapping[str, str]:
    cache = str(FOLDER / "zig")
    return os.environ | {"ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache}


def library_name() -> str:
    """Return the library's file name on this system."""
    return {"win32": "tonk.dll", "darwin": "libtonk.dylib"}.get(sys.platform, "libtonk.so")


def compiler_for(tag: str | None) -> Compiler:
    """Return the compiler for a release named by its tag, or the first that this system has.

    Raises ``BuildError`` if there is none.
    """
    if tag is not None:
        made = zig(tag)
        if made is None:
            raise BuildError(f"{ZIG} is not installed")
        return made
    found, own = system_compiler(), own_tag()
    if found is None and own is not None:
        found = zig(own)
    if found is None:
        raise BuildError("there is no working C compiler")
    return found


def compile_library(into: Path, tag: str | None = None) -> None:
    """Compile the library into the file ``into``; raise ``BuildError`` on failure."""
    compiler = compiler_for(tag)
    compile_files(into, compiler, compiler.linking)


def compile_files(
    into: Path, compiler: Compiler, words: Sequence[str], more: Sequence[str] = ()
) -> None:
    """Compile the kernel and ``more`` files of its folder into ``into``, with extra arguments."""
    header = crc32((HERE / "tonk.h").read_bytes())  # the library repeats this checksum
    about = (f'-DTONK_COMPILER="{compiler.name}"', f"-DTONK_HEADER={header}u")
    sources = [*(path.name for path in sorted(HERE.glob("*.c"))), *more]
    try:
        FOLDER.mkdir(parents=True, exist_ok=True)
        into.parent.mkdir(parents=True, exist_ok=True)
        # Another process may be using the old library or compiling a new one.
        with TemporaryDirectory(dir=into.parent) as folder:
            made = Path(folder, into.name)
            command = (*compiler.command, *FLAGS, *about, *words, "-I.", "-o", str(made), *sources)
            ended = subprocess.run(
                command, cwd=HERE, env=_env(), text=True, capture_output=True, check=False
            )
            if ended.returncode != 0:
                said = next((line for line in ended.stderr.splitlines() if "error" in line), "")
                raise BuildError(f"{compiler.name} failed: {said or ended.returncode}")
            made.replace(into)
    except OSError as error:
        raise BuildError(f"{compiler.name} failed: {error}") from None


def make_in_place(tag: str | None = None) -> bool:
    """Compile the library of this clone if its sources have changed; return whether it was
    compiled.
    """
    name = TARGETS[tag].library if tag else library_name()
    library, stamp = HERE / name, FOLDER / f"{name}.made-of"
    digest = sha256(name.encode())
    for path in sorted([*HERE.glob("*.[ch]"), Path(__file__)]):
        digest.update(path.name.encode() + path.read_bytes())
    made_of = digest.hexdigest()
    if library.exists() and stamp.exists() and stamp.read_text("utf-8") == made_of:
        return False
    compile_library(library, tag)
    stamp.write_text(made_of, "utf-8")
    return True


def _wish(env: Mapping[str, str] = os.environ) -> str:
    """Return the value of ``TONK_KERNEL``; raise ``BuildError`` if it is not allowed."""
    wish = env.get("TONK_KERNEL", "")
    allowed = ("", "require", "none", *TARGETS)
    if wish not in allowed:
        raise BuildError(f"TONK_KERNEL={wish}: expected {', '.join(allowed[1:])}")
    return wish


def needed(env: Mapping[str, str] = os.environ) -> list[str]:
    """Return the packages the hook needs before it runs."""
    wish = _wish(env)
    if wish in TARGETS:
        return [ZIG]
    needs_none = wish == "none" or own_tag() is None or system_compiler(env) is not None
    return [] if needs_none else [ZIG]


def get_build_hook() -> type[Any]:
    """Return the build hook to hatchling."""
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    class KernelHook(BuildHookInterface):  # type: ignore[misc, unused-ignore]  # has no types here
        """A build hook that puts the library into a wheel, or into the sources if editable."""

        def dependencies(self) -> list[str]:
            try:
                return needed()
            except BuildError as error:
                self.app.abort(str(error))
                raise

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            wish = ""
            try:
                wish = _wish()
                if wish != "none":
                    self._compile(wish if wish in TARGETS else None, version, build_data)
            except BuildError as error:
                if wish:
                    self.app.abort(f"there is no kernel: {error}")
                self.app.display_warning(f"Tonk is installed without its kernel: {error}")

        def _compile(self, tag: str | None, version: str, build_data: dict[str, Any]) -> None:
            if version == "editable":
                make_in_place()
                inside = {}
            else:
                name = TARGETS[tag].library if tag else library_name()
                made = FOLDER / (tag or "own") / name
                compile_library(made, tag)
                inside = {str(made): f"ai/kernel/{name}"}
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{tag or _own_platform()}"
            build_data["force_include"].update(inside)

    return KernelHook


def _own_platform() -> str:
    """Return the tag that pip gives wheels made on and for this system."""
    from packaging.tags import platform_tags

    return next(tag for tag in platform_tags() if "linux_" not in tag or tag.startswith("linux_"))


def main() -> int:
    """Compile the library of this clone; return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__,
        prog="python -m ai.kernel.build",
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("tag", nargs="?", metavar="TAG")
    try:
        made = make_in_place(parser.parse_args().tag)
    except (BuildError, KeyError) as error:
        print(f"there is no kernel: {error}", file=sys.stderr)
        return 1
    print("made" if made else "up to date")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
