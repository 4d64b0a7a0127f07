"""Build the disk image for macOS: the program and a link to the Applications folder."""

from __future__ import annotations

import shutil

from assets.packaging.common import BUILD, DIST, MACHINE, VERSION, PackagingError, run


def make_image() -> None:
    """Make `dist/Tonk-VERSION-MACHINE.dmg` of `dist/Tonk.app`."""
    app = DIST / "Tonk.app"
    if not app.is_dir():
        raise PackagingError(f"there is no {app}: make `program` first, on macOS")
    folder = BUILD / "image"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(app, folder / app.name, symlinks=True)
    (folder / "Applications").symlink_to("/Applications")
    image = DIST / f"Tonk-{VERSION}-{MACHINE}.dmg"
    volume = ("-volname", f"Tonk {VERSION}", "-srcfolder", folder)
    run(("hdiutil", "create", *volume, "-format", "UDZO", "-ov", image))
    print(image)
