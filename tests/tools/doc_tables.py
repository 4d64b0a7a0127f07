"""Generate the table of keys in KEYBOARD.md from the code.

python -m tests.tools.doc_tables           prints it
python -m tests.tools.doc_tables --write   writes it into its page, between two markers
"""

import argparse
import re
import sys
from pathlib import Path
from typing import Final

from game.ui.settings.shortcuts import GROUPS
from game.ui.shell.keys import ACTIONS

PAGE: Final = Path(__file__).resolve().parents[2] / "game" / "ui" / "shell" / "KEYBOARD.md"
_HELD: Final = re.compile("(?<=<!-- keys-table -->\n).*?(?=\n<!-- /keys-table -->)", re.DOTALL)
_IN_THE_DOCUMENT: Final = {"shortcuts": "All keys, and other ones for them"}
"""Headings that differ from the keys page in the game, which refers to itself."""


def keys_table() -> str:
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


def held(page: str) -> str:
    """Return the text of a page between the markers."""
    (table,) = _HELD.findall(page)
    return str(table)


def main(argv: list[str] | None = None) -> int:
    """Print the table, or write it into its page."""
    parser = argparse.ArgumentParser(description="The table of keys in KEYBOARD.md.")
    parser.add_argument("--write", action="store_true", help="put it into the page")
    if parser.parse_args(argv).write:
        PAGE.write_text(_HELD.sub(lambda _: keys_table(), PAGE.read_text("utf-8")), "utf-8")
    else:
        print(keys_table())
    return 0


if __name__ == "__main__":
    sys.exit(main())
