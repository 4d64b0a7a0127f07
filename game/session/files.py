"""Writing a small file so that a crash leaves either the old one or the new one, never half."""

import contextlib
import os
from pathlib import Path

from game.session.paths import StoreError, made_folder, reason_of


def write_whole(path: Path, text: str) -> None:
    """Replace ``path`` by ``text`` in one step; ``StoreError`` where that is impossible."""
    made_folder(path.parent)
    try:
        _write_and_rename(path, text)
    except OSError as error:
        raise StoreError(path, reason_of(error)) from None


def _write_and_rename(path: Path, text: str) -> None:
    import tempfile  # it brings in much, and a first frame writes nothing

    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".new", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
