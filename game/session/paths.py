"""Where the player's files live, and the one error that every trouble with them becomes."""

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

from platformdirs import user_config_path, user_data_path

DATA_VARIABLE: Final = "TONK_DATA_DIR"
CONFIG_VARIABLE: Final = "TONK_CONFIG_DIR"
_APP: Final = "tonk"


class StoreError(Exception):
    """A file or folder of the player's that cannot be used: which one, and why, in one line."""

    def __init__(self, path: Path, why: str) -> None:
        self.path, self.why = path, " ".join(why.split())
        super().__init__(f"{path}: {self.why}")


def data_folder() -> Path:
    """Where saves and records live, unless the environment says otherwise."""
    chosen = os.environ.get(DATA_VARIABLE)
    return Path(chosen) if chosen else user_data_path(_APP, appauthor=False)


def config_folder() -> Path:
    """Where settings live, unless the environment says otherwise."""
    chosen = os.environ.get(CONFIG_VARIABLE)
    return Path(chosen) if chosen else user_config_path(_APP, appauthor=False)


def made_folder(folder: Path) -> Path:
    """``folder``, made if need be; ``StoreError`` where that is impossible."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(folder, reason_of(error)) from None
    return folder


def set_aside(path: Path, companions: tuple[str, ...] = ()) -> Path:
    """Rename a damaged file, ``tonk.db`` to ``tonk-damaged-1.db``, and tell its new name.

    ``companions`` are suffixes of files that belong to it and go with it.
    """
    new = next(name for name in _free_names(path) if not name.exists())
    try:
        path.rename(new)
        for suffix in companions:
            beside = path.with_name(path.name + suffix)
            if beside.exists():
                beside.rename(new.with_name(new.name + suffix))
    except OSError as error:
        raise StoreError(path, reason_of(error)) from None
    return new


def reason_of(error: OSError) -> str:
    """The system's word for what went wrong, without the numbers."""
    return error.strerror or str(error)


def _free_names(path: Path) -> Iterator[Path]:
    for number in count(1):
        yield path.with_name(f"{path.stem}-damaged-{number}{path.suffix}")
