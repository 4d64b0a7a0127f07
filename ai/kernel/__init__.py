"""The kernel: what must run a million times, in C; and the library that it is made into, loaded."""

import ctypes
import sys
from functools import lru_cache
from pathlib import Path
from typing import Final
from zlib import crc32

VERSION: Final = 1
"""``TONK_VERSION`` of the library that this code can use; another is refused."""
NAME: Final = {"win32": "tonk.dll", "darwin": "libtonk.dylib"}.get(sys.platform, "libtonk.so")


class KernelError(RuntimeError):
    """Raised where no kernel can be used; the message says why in one line."""


class MissingKernelError(KernelError):
    """Raised where the game was installed without the kernel."""


def load() -> ctypes.CDLL:
    """Return the library, loaded once; ``KernelError`` where there is none that can be used."""
    found = _loaded()
    if isinstance(found, KernelError):
        raise found
    return found


def is_available() -> bool:
    """Whether there is a kernel that can be used."""
    return not isinstance(_loaded(), KernelError)


def about() -> str:
    """Say in a few words which kernel this is; ``KernelError`` where there is none."""
    compiler = load().tonk_compiler
    compiler.restype = ctypes.c_char_p
    return f"version {VERSION}, by {compiler().decode()}"


@lru_cache(maxsize=1)
def _loaded() -> ctypes.CDLL | KernelError:
    """Load the library, or return the error that says why there is none."""
    path = Path(__file__).with_name(NAME)
    if not path.is_file():
        return MissingKernelError("no C compiler was found when the game was installed")
    header = path.with_name("tonk.h")
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
