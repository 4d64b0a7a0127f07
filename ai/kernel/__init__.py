"""The kernel, the game's performance-critical code in C: find and load its shared library."""

import ctypes
import sys
from functools import lru_cache
from pathlib import Path
from typing import Final
from zlib import crc32

VERSION: Final = 2
"""The ``TONK_VERSION`` this code requires; a library with another is rejected."""
NAME: Final = {"win32": "tonk.dll", "darwin": "libtonk.dylib"}.get(sys.platform, "libtonk.so")


class KernelError(RuntimeError):
    """Raised if no kernel can be used; the message says why in one line."""


class MissingKernelError(KernelError):
    """Raised where the game was installed without the kernel."""


def load() -> ctypes.CDLL:
    """Return the library, loaded once; raise ``KernelError`` if none can be used."""
    found = _loaded()
    if isinstance(found, KernelError):
        raise found
    return found


def is_available() -> bool:
    """Whether a usable kernel exists."""
    return not isinstance(_loaded(), KernelError)


def about() -> str:
    """Describe the kernel in a few words; raise ``KernelError`` if there is none."""
    compiler = load().tonk_compiler
    compiler.restype = ctypes.c_char_p
    return f"version {VERSION}, by {compiler().decode()}"


@lru_cache(maxsize=1)
def _loaded() -> ctypes.CDLL | KernelError:
    """Load the library, or return the error that says why there is none."""
    path = Path(__file__).with_name(NAME)
    header = path.with_name("tonk.h")
    if not path.is_file():
        how = (
            "python -m ai.kernel.build"
            if header.is_file()
            else "install Tonk again, online or with a C compiler"
        )
        why = "not installed, so no Master, hints, reviews or drills"
        return MissingKernelError(f"{why}: {how}")
    try:
        library = ctypes.CDLL(str(path))
        version, made_of = int(library.tonk_version()), library.tonk_header() & 0xFFFFFFFF
    except (OSError, AttributeError) as error:
        return KernelError(f"ai/kernel/{NAME} cannot be used: {' '.join(str(error).split())}")
    if version != VERSION:
        why = f"is version {version}, not {VERSION}: install the game again"
        return KernelError(f"ai/kernel/{NAME} {why}")
    if header.is_file() and made_of != crc32(header.read_bytes()):  # in a clone
        return KernelError(f"ai/kernel/{NAME} is of another tonk.h: python -m ai.kernel.build")
    return library
