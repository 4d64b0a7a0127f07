"""Build packages in `dist/`, one after the other: `python -m assets.packaging WHAT…`.

`--release` builds them for publication, or refuses and says why; otherwise they are local builds,
and `tonk doctor` says so.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final

from assets.packaging.common import PackagingError
from assets.packaging.publishing import reasons_against

_WHAT: Final = {
    "program": ("program", "make_program", "the standalone program, dist/tonk"),
    "bare": ("program", "make_bare", "an empty window, dist/bare, for `tonk bench start`"),
    "deb": ("deb", "make_deb", "a package for Debian and its relatives, from dist/tonk"),
    "tar": ("deb", "make_tar", "an archive for any other Linux, from dist/tonk"),
    "flatpak": ("flatpak", "make_flatpak", "a Flatpak, from wheels; needs flatpak-builder"),
    "installer": ("windows", "make_installer", "an installer for Windows, from dist/tonk"),
    "image": ("macos", "make_image", "a disk image for macOS, from dist/Tonk.app"),
    "man": ("manpage", "print_page", "the manual page, on standard output"),
}


def main(words: Sequence[str] | None = None) -> int:
    """Build the packages that ``words``, or the command line, request; return 0 if all were
    built.
    """
    about = [f"{word:<10} {help_text}" for word, (_, _, help_text) in _WHAT.items()]
    parser = argparse.ArgumentParser(
        prog="python -m assets.packaging",
        description="Make packages of Tonk in dist/:\n  " + "\n  ".join(about),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", nargs="+", choices=_WHAT, metavar="WHAT", help="what to make")
    parser.add_argument(
        "--release", action="store_true", help="refuse whatever may not be published"
    )
    options = parser.parse_args(words)
    against = list(reasons_against())
    if against and options.release:
        print("\n".join(f"no release: {reason}" for reason in against), file=sys.stderr)
        return 1
    if against:
        print(f"a local build: {'; '.join(against)}", file=sys.stderr)
    for word in options.what:
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
