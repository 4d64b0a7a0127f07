"""Files for Linux desktops: desktop entry, icons, MIME types, metainfo.

All are named by the application's id, or a Flatpak would not export them.
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Final

from assets.packaging.common import HERE, ICONS, ROOT, VERSION, PackagingError, epoch, filled
from assets.packaging.identity import IDENTITY
from assets.packaging.links import absolute
from assets.packaging.translations import in_all_languages

SOURCES: Final = HERE / "linux"
_PLAIN: Final = 0o644


def place_desktop(share: Path, program: str) -> None:
    """Write the desktop files into a folder `share`, for a ``program`` with this name."""
    name = IDENTITY.app_id
    values = {"ID": name, "PROGRAM": program}
    place(share / f"applications/{name}.desktop", _translated("desktop", values))
    place(share / f"mime/packages/{name}.xml", _translated("mime.xml", values))
    place(share / f"metainfo/{name}.metainfo.xml", _metainfo())
    icons = share / "icons/hicolor"
    _copy(ICONS / "tonk.svg", icons / f"scalable/apps/{name}.svg")
    for picture in sorted(ICONS.glob("tonk-*.png")):
        size = picture.stem.removeprefix("tonk-")
        _copy(picture, icons / f"{size}x{size}/apps/{name}.png")


def _metainfo() -> str:
    items = [f"          <li>{escape(item)}</li>" for item in news()[:10]]
    values = {
        "ID": IDENTITY.app_id,
        "DEVELOPER": IDENTITY.developer_id,
        "NAME": escape(IDENTITY.name),
        "HOMEPAGE": escape(IDENTITY.homepage),
        "ISSUES": escape(IDENTITY.issues),
        "PICTURES": escape(IDENTITY.pictures),
        "VERSION": VERSION,
        "DATE": time.strftime("%Y-%m-%d", time.gmtime(epoch())),
        "NEWS": "\n".join(("        <ul>", *items, "        </ul>")),
    }
    return _translated("metainfo.xml", values)


def _translated(name: str, values: Mapping[str, str]) -> str:
    return in_all_languages(filled(SOURCES / name, values))


def notes(version: str = VERSION) -> str:
    """Return a version's section of the changelog."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    section = re.search(
        rf"^## {re.escape(version)}\b.*?\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL
    )
    if section is None:
        raise PackagingError(f"CHANGELOG.md has no section for {version}")
    return section[1].strip()


def news(version: str = VERSION) -> list[str]:
    """Return a version's changes as plain items, without markup."""
    items = re.findall(r"^- (.*(?:\n  .*)*)", notes(version), re.MULTILINE)
    lines = [" ".join(item.split()) for item in items]
    return [re.sub(r"[*`]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", line)) for line in lines]


def place(path: Path, text: str) -> None:
    """Write a world-readable text file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(_PLAIN)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(_PLAIN)


if __name__ == "__main__":
    print(absolute(notes(), IDENTITY.homepage, VERSION))  # for the page of a release
