"""Build the Linux packages: a `.deb` for Debian and its derivatives, a `.tar.xz` for others."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import shutil
import subprocess
import tarfile
from email.utils import formatdate
from pathlib import Path
from typing import Final

from assets.packaging.common import (
    BUILD,
    DIST,
    MACHINE,
    ROOT,
    VERSION,
    PackagingError,
    built_program,
    epoch,
    filled,
    run,
)
from assets.packaging.completion import completions
from assets.packaging.desktop import SOURCES, place, place_desktop
from assets.packaging.identity import IDENTITY
from assets.packaging.manpage import page
from assets.packaging.program import notices

_PLAIN, _RUNS = 0o644, 0o755
_COMPLETIONS: Final = {
    "tonk.bash": "bash-completion/completions/tonk",
    "_tonk": "zsh/vendor-completions/_tonk",
}
"""The completion folder of each shell on Debian."""
_COMMON: Final = """\
On Debian systems the texts of these also stand in /usr/share/common-licenses/LGPL-2.1,
/usr/share/common-licenses/GPL-2, /usr/share/common-licenses/GPL-3 and
/usr/share/common-licenses/Apache-2.0.
"""


def make_deb() -> None:
    """Make `dist/tonk_VERSION_ARCHITECTURE.deb`."""
    architecture = _asked("dpkg", "--print-architecture")
    root = BUILD / "deb"
    shutil.rmtree(root, ignore_errors=True)
    _copy_program(root / "usr/lib/tonk")
    start = root / "usr/games/tonk"
    start.parent.mkdir(parents=True)
    start.symlink_to("../lib/tonk/tonk")
    place_desktop(root / "usr/share", "/usr/games/tonk")
    _place_documents(root)
    _place_control(root, architecture)
    _same_time(root)
    package = DIST / f"tonk_{VERSION}_{architecture}.deb"
    env = os.environ | {"SOURCE_DATE_EPOCH": str(epoch())}
    run(("dpkg-deb", "-Zxz", "--root-owner-group", "--build", root, package), env)
    print(package)


def make_tar() -> None:
    """Make `dist/tonk-VERSION-linux-MACHINE.tar.xz`."""
    name = f"tonk-{VERSION}"
    root = BUILD / "tar" / name
    shutil.rmtree(root, ignore_errors=True)
    _copy_program(root)
    place(root / "tonk.6", page())
    for script, text in completions().items():
        place(root / "completion" / script, text)
    _same_time(root)
    archive = DIST / f"{name}-linux-{MACHINE}.tar.xz"
    with tarfile.open(archive, "w:xz") as tar:
        for path in (root, *sorted(root.rglob("*"))):
            tar.add(path, path.relative_to(root.parent), recursive=False, filter=_nobodys)
    print(archive)


def _nobodys(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Return an archive entry without its owner and time."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mtime = epoch()
    return entry


def _copy_program(target: Path) -> None:
    """Copy the program's folder, with libraries not executable."""
    shutil.copytree(built_program(), target, symlinks=True)
    for path in sorted(target.rglob("*")):
        if not path.is_symlink():
            path.chmod(_RUNS if path.is_dir() or path == target / "tonk" else _PLAIN)


def _place_documents(root: Path) -> None:
    share = root / "usr/share"
    _write_packed(share / "man/man6/tonk.6.gz", page())
    # The changelog of the package alone; the game's own is a separate file.
    day = formatdate(epoch())
    history = (
        f"tonk ({VERSION}) stable; urgency=medium\n\n"
        f"  * What is new in Tonk {VERSION} stands in NEWS.md.gz.\n\n"
        f" -- {IDENTITY.maintainer}  {day}\n"
    )
    _write_packed(share / "doc/tonk/changelog.gz", history)
    _write_packed(share / "doc/tonk/NEWS.md.gz", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    own = (ROOT / "LICENSE").read_text(encoding="utf-8")
    parts = notices().replace("(assets/", "(/usr/lib/tonk/_internal/assets/")
    place(share / "doc/tonk/copyright", f"{own}\n\n{parts}\n{_COMMON}")
    overrides = (SOURCES / "lintian-overrides").read_text("utf-8")
    place(share / "lintian/overrides/tonk", overrides)
    for name, text in completions().items():
        place(share / _COMPLETIONS[name], text)


def _place_control(root: Path, architecture: str) -> None:
    inside = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    size = sum(path.stat().st_size for path in inside)
    values = {
        "VERSION": VERSION,
        "MAINTAINER": IDENTITY.maintainer,
        "HOMEPAGE": IDENTITY.homepage,
        "ARCHITECTURE": architecture,
        "SIZE": str(size // 1024),
        "GLIBC": _glibc(root / "usr/lib/tonk"),
    }
    sums = [
        f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n"
        for path in inside
    ]
    place(root / "DEBIAN/control", filled(SOURCES / "control", values))
    place(root / "DEBIAN/md5sums", "".join(sums))
    place(root / "DEBIAN/postrm", (SOURCES / "postrm").read_text("utf-8"))
    (root / "DEBIAN/postrm").chmod(_RUNS)


def _glibc(folder: Path) -> str:
    """Return the oldest glibc version that has every symbol the program needs."""
    files = [path for path in folder.rglob("*") if path.name == "tonk" or ".so" in path.suffixes]
    found = {
        tuple(int(part) for part in version.split("."))
        for path in files
        if path.is_file()
        for version in re.findall(r"GLIBC_([\d.]+)", _asked("objdump", "-T", str(path)))
    }
    return ".".join(map(str, max(found)))


def _asked(*command: str) -> str:
    try:
        return subprocess.check_output(command, text=True, stderr=subprocess.DEVNULL).strip()
    except FileNotFoundError:
        raise PackagingError(f"{command[0]} is not installed") from None


def _same_time(root: Path) -> None:
    for path in (*sorted(root.rglob("*"), reverse=True), root):  # from below
        os.utime(path, (epoch(), epoch()), follow_symlinks=False)


def _write_packed(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    path.chmod(_PLAIN)
