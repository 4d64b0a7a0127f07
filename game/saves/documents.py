"""Second copies of the player's files that cannot be made again.

Settings, rule sets and drafts of them are such documents. All copies are in one file that grows by
a line with a checksum for each version; the document's own file is still the one that is read, and
that a player may edit. Documents without a file are rows of the saves (``Store.keep_document``).
"""

from collections import defaultdict
from pathlib import Path
from typing import Final

from game.files import (
    StoreError,
    config_folder,
    data_folder,
    made_folder,
    set_aside,
    write_whole,
)
from game.saves.line_file import LineFile, Read, read_lines
from game.saves.rows import Row

COPIES_NAME: Final = "tonk-kept.jsonl"


def has_own_file(name: str) -> bool:
    """Return whether a document of this name is a file beside the settings."""
    return name == "settings.json" or name.startswith("rules")


class Documents:
    """The file with the second copies of documents, beside the saves.

    Names are paths relative to the settings folder, such as ``rules/friday.toml``. If the settings
    are in another ``folder`` than usual, so are the copies.
    """

    def __init__(self, folder: Path | None = None) -> None:
        if folder is None or folder == config_folder():
            folder = data_folder()
        self._path: Final = folder / COPIES_NAME

    def all(self) -> dict[str, str]:
        """Return the latest version of each document that was not deleted. Never raises."""
        try:
            versions = self._versions(read_lines(self._path))
        except StoreError:
            return {}
        return {name: rows[-1].body for name, rows in versions.items() if rows[-1].body}

    def latest(self, name: str) -> str | None:
        """Return the latest version of a document, or None."""
        return self.all().get(name)

    def keep(self, name: str, text: str) -> None:
        """Save a version of a document; an empty text marks it as deleted.

        Raises ``StoreError`` if that is impossible, and changes nothing if the file is there but
        cannot be read.
        """
        read = read_lines(self._path)
        versions = self._versions(read)
        of_it = versions[name]
        if (of_it[-1].body if of_it else "") == text:
            return
        row = Row(0, 0, name, of_it[-1].ordinal + 1 if of_it else 0, text)
        of_it.append(row)
        is_whole = read is not None and not read.wrong and not read.is_torn
        made_folder(self._path.parent)
        file = LineFile(self._path, read.sum if read and is_whole else None)
        if file.size > 256 * 1024 or not file.append([row]):  # bytes
            # Only the last three versions of each document are kept.
            file.write([row for rows in versions.values() for row in rows[-3:]])

    def brought_back(self, name: str, path: Path, *, is_damaged: bool) -> Path | None:
        """Restore a document that is gone or ``is_damaged`` from its latest version.

        Returns the new name of the damaged file, if there was one. Raises ``StoreError`` if it is
        impossible, or if there is no version.
        """
        text = self.latest(name)
        if text is None:
            raise StoreError(path, "no copy of it is kept")
        kept = set_aside(path) if is_damaged and path.exists() else None
        write_whole(path, text)
        return kept

    @staticmethod
    def _versions(read: Read | None) -> defaultdict[str, list[Row]]:
        """Return all intact versions of each document, oldest first."""
        found: defaultdict[str, list[Row]] = defaultdict(list)
        for row in sorted(read.rows if read else (), key=lambda row: row.key):
            found[row.kind].append(row)
        return found
