"""Finding the files of the `assets` package: in a checkout, in a wheel, in a frozen program."""

from __future__ import annotations

from pathlib import Path

from game.bundled_data import BrokenGameError


class AssetMissing(BrokenGameError):  # noqa: N818 - named for what happened, as it is caught
    """Raised where a file of `assets/` is missing."""

    def __init__(self, name: str) -> None:
        super().__init__(f"assets/{name}", "is missing")


def asset_path(name: str) -> Path:
    """Return the path of a file of `assets/`, such as "fonts/TonkSans-Regular.ttf"."""
    try:
        # Imported by name so that PyInstaller bundles it.
        import assets
    except ModuleNotFoundError as error:
        raise AssetMissing(name) from error
    # importlib.resources would take milliseconds to import.
    for folder in assets.__path__:
        path = Path(folder, *name.split("/"))
        if path.is_file():
            return path
    raise AssetMissing(name)


def asset_bytes(name: str) -> bytes:
    """Return the contents of a file of `assets/`."""
    return asset_path(name).read_bytes()


left_out: dict[str, bool] = {}
"""Asset files that cannot be used, and whether the player has been notified of each."""


def leave_out(name: str) -> None:
    """Continue without a file; the window notifies the player of each once."""
    left_out.setdefault(name, False)


def newly_left_out() -> list[str]:
    """Return the files left out since the last call."""
    names = [name for name, was_reported in left_out.items() if not was_reported]
    left_out.update(dict.fromkeys(names, True))
    return names
