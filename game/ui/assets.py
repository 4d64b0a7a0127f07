"""Finding the files of the `assets` package: in a checkout, in a wheel, in a frozen program."""

from __future__ import annotations

from pathlib import Path


class AssetMissing(Exception):  # noqa: N818 - named for what happened, as it is caught
    """A file that belongs to the game is not there."""

    def __init__(self, name: str) -> None:
        super().__init__(f"assets/{name} is missing: the game is not whole, install it again")
        self.name = name


def asset_path(name: str) -> Path:
    """Where a file of `assets/` lies, such as "fonts/TonkSans-Regular.ttf"."""
    try:
        # Imported by name, so that whoever freezes the game sees that it is needed.
        import assets
    except ModuleNotFoundError as error:
        raise AssetMissing(name) from error
    # Its own word for where it lies costs nothing; the library for that costs milliseconds.
    for folder in assets.__path__:
        path = Path(folder, *name.split("/"))
        if path.is_file():
            return path
    raise AssetMissing(name)


def asset_bytes(name: str) -> bytes:
    """What the file holds."""
    return asset_path(name).read_bytes()


_left_out: dict[str, bool] = {}
"""What the game had to do without, and whether the player has been told."""


def leave_out(name: str) -> None:
    """Go on without a file; the player is told of each once."""
    _left_out.setdefault(name, False)


def untold() -> list[str]:
    """What has been left out since this was last asked."""
    names = [name for name, told in _left_out.items() if not told]
    _left_out.update(dict.fromkeys(names, True))
    return names
