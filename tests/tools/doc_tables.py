"""Generate the tables of documents that repeat the code: keys of the keyboard, presets.

python -m tests.tools.doc_tables           prints them
python -m tests.tools.doc_tables --write   writes each into its page, between two markers
"""

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from game.rules.naturals import Natural
from game.rules.presets import PRESET_TEXTS
from game.ui.settings.shortcuts import GROUPS
from game.ui.shell.keys import ACTIONS

_ROOT: Final = Path(__file__).resolve().parents[2]
_IN_THE_DOCUMENT: Final = {"shortcuts": "All keys, and other ones for them"}
"""Headings that differ from the keys page in the game, which refers to itself."""


@dataclass(frozen=True, slots=True)
class DocTable:
    """A table in a page, between the markers `<!-- NAME -->` and `<!-- /NAME -->`."""

    name: str
    page: Path
    made: Callable[[], str]

    @property
    def _between(self) -> re.Pattern[str]:
        start, end = f"<!-- {self.name} -->\n", f"\n<!-- /{self.name} -->"
        return re.compile(f"(?<={re.escape(start)}).*?(?={re.escape(end)})", re.DOTALL)

    def held(self) -> str:
        """Return the table as the page has it."""
        (table,) = self._between.findall(self.page.read_text("utf-8"))
        return str(table)

    def write(self) -> None:
        """Write the table into its page."""
        text = self.page.read_text("utf-8")
        self.page.write_text(self._between.sub(lambda _: self.made(), text), "utf-8")


def _keys() -> str:
    """Return a table of every action that has a key, with a part for each place of use."""
    return "\n\n".join(
        "\n".join(
            (
                f"**{group.title}**",
                "",
                "| key | what it does |",
                "|---|---|",
                *(
                    f"| {key.upper()} | {_IN_THE_DOCUMENT.get(name, title)} |"
                    for name, (title, key) in ACTIONS.items()
                    if name in group.actions
                ),
            )
        )
        for group in GROUPS.values()
    )


def _presets() -> str:
    """Return a table of the presets with the keys that differ from their defaults."""
    rows = (
        f"| `{name}` | {'; '.join(_key_text(*each) for each in preset.changes.items()) or '–'} |"
        for name, preset in PRESET_TEXTS.items()
    )
    return "\n".join(("| preset | keys |", "|---|---|", *rows))


def _key_text(key: str, value: object) -> str:
    if key != "naturals":
        return f"`{key}={json.dumps(value)}`"
    assert isinstance(value, tuple)
    return f"naturals: {', '.join(map(_natural_text, value))}" if value else "no naturals"


def _natural_text(natural: Natural) -> str:
    hands = {"count": f"{natural.value}", "at_most": f"≤{natural.value}", "all_faces": "all faces"}
    return " ".join((f"{hands[natural.match]}→{natural.pays}", *_settings_of(natural)))


def _settings_of(natural: Natural) -> Iterator[str]:
    """Yield what an entry says besides its hands and what it pays."""
    for key, value in natural.to_mapping().items():
        if key not in {"match", "pays"}:
            yield f"`{key}={json.dumps(value)}`"


TABLES: Final = (
    DocTable("keys-table", _ROOT / "game" / "ui" / "shell" / "KEYBOARD.md", _keys),
    DocTable("presets-table", _ROOT / "game" / "rules" / "RULES.md", _presets),
)


def main(argv: list[str] | None = None) -> int:
    """Print the tables, or write them into their pages."""
    parser = argparse.ArgumentParser(description="Tables of documents that repeat the code.")
    parser.add_argument("--write", action="store_true", help="put them into their pages")
    is_to_write = parser.parse_args(argv).write
    for table in TABLES:
        if is_to_write:
            table.write()
        else:
            print(table.made(), end="\n\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
