"""`python -m assets.packaging WHAT…` makes packages, one after the other, in `dist/`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Final

from assets.packaging.common import PackagingError

_WHAT: Final = {
    "program": ("program", "make_program", "the standalone program, dist/tonk"),
    "bare": ("program", "make_bare", "an empty window, dist/bare, for `tonk bench start`"),
    "deb": ("deb", "make_deb", "a package for Debian and its relatives, from dist/tonk"),
    "tar": ("deb", "make_tar", "an archive for any other Linux, from dist/tonk"),
    "installer": ("windows", "make_installer", "an installer for Windows, from dist/tonk"),
    "image": ("macos", "make_image", "a disk image for macOS, from dist/Tonk.app"),
    "man": ("manpage", "print_page", "the manual page, on standard output"),
}


def main() -> int:
    """Make what was asked for; 0 when all of it was made."""
    about = [f"{word:<10} {help_text}" for word, (_, _, help_text) in _WHAT.items()]
    parser = argparse.ArgumentParser(
        prog="python -m assets.packaging",
        description="Make packages of Tonk in dist/:\n  " + "\n  ".join(about),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", nargs="+", choices=_WHAT, metavar="WHAT", help="what to make")
    for word in parser.parse_args().what:
        module, name, _shown_text = _WHAT[word]
        make: Callable[[], None] = getattr(import_module(f"assets.packaging.{module}"), name)
        try:
            make()
        except PackagingError as error:
            print(f"{word}: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
