"""A played hand as a file of its own, to be kept or sent to somebody."""

from pathlib import Path
from typing import Final

from game.rules.record import HandRecord
from game.session.files import write_whole
from game.session.paths import data_folder

FOLDER: Final = "hands"


def export(record: HandRecord, name: str, folder: Path | None = None) -> Path:
    """Write a record into the folder of exported hands; the same hand has the same name again.

    ``StoreError`` where that is impossible.
    """
    path = (folder or data_folder() / FOLDER) / f"{name}.tonk.json"
    write_whole(path, record.to_json() + "\n")
    return path
