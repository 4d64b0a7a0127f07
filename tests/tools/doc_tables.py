"""The tables of the documentation that are made from the code: of house rules and of keys.

python -m tests.tools.doc_tables           prints them
python -m tests.tools.doc_tables --write   writes each into its page, between its two markers
"""

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from game.rules.presets import STANDARD
from game.rules.ruleset import OPTIONS
from game.rules.value_types import (
    SECTION_LABELS,
    Flag,
    Letters,
    Naturals,
    OneOf,
    Option,
    Whole,
    WholeOr,
)
from game.ui.settings.shortcuts import GROUPS
from game.ui.shell.keys import ACTIONS

ROOT: Final = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Table:
    """A table, the page that holds it and the word of the markers around it."""

    page: Path
    word: str
    make: Callable[[], str]

    def held(self) -> str:
        """What stands between the markers; ``ValueError`` where there are not the two."""
        text = self.page.read_text(encoding="utf-8")
        found = re.findall(f"{self._begin}\n(.*?){self._end}", text, flags=re.DOTALL)
        if len(found) != 1:
            raise ValueError(f"{self._begin} stands {len(found)} times in {self.page}, not once")
        return str(found[0]).strip("\n")

    def write(self) -> None:
        """Put the table between the markers."""
        head, _, rest = self.page.read_text(encoding="utf-8").partition(f"{self._begin}\n")
        tail = rest.partition(self._end)[2]
        text = f"{head}{self._begin}\n{self.make()}\n{self._end}{tail}"
        self.page.write_text(text, encoding="utf-8")

    @property
    def _begin(self) -> str:
        return f"<!-- {self.word} -->"

    @property
    def _end(self) -> str:
        return f"<!-- /{self.word} -->"


def rules_table() -> str:
    """Every key of a rule set, a part for each section of RULES.md."""
    return "\n\n".join(_section(number, label) for number, label in SECTION_LABELS.items())


def keys_table() -> str:
    """Every action that has a key, a part for each place where it is used."""
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


_IN_THE_DOCUMENT: Final = {"shortcuts": "All keys, and other ones for them"}
"""What is called otherwise than on the page of keys in the game, which speaks of itself."""
RULES: Final = Table(ROOT / "game" / "rules" / "KEYS.md", "rules-table", rules_table)
KEYS: Final = Table(ROOT / "game" / "ui" / "shell" / "KEYBOARD.md", "keys-table", keys_table)
TABLES: Final = (RULES, KEYS)


def _section(number: str, label: str) -> str:
    rows = (_row(key, option) for key, option in OPTIONS.items() if option.section == number)
    head = f"**{label}** ([§{number}]({_anchor(number)}))"
    return "\n".join((head, "", "| key | allowed | meaning |", "|---|---|---|", *rows))


def _anchor(number: str) -> str:
    """Where RULES.md has a section, as a link of the page beside it."""
    page = (ROOT / "game" / "rules" / "RULES.md").read_text(encoding="utf-8")
    titles = re.findall(rf"^### {re.escape(number)} (.+)$", page, flags=re.MULTILINE)
    return f"RULES.md#{number.replace('.', '')}-{titles[0].lower().replace(' ', '-')}"


def _row(key: str, option: Option) -> str:
    values = "<br>".join(_allowed(key, option))
    return f"| `{key}` | {values} | *{option.label}.* {option.help} |"


def _allowed(key: str, option: Option) -> Iterator[str]:
    """The values that are allowed, the usual one in bold, named ones with their words."""
    usual = getattr(STANDARD, key)
    match option.values:
        case OneOf():
            yield from _named(option, usual)
        case Flag():
            yield ", ".join(_code(value, is_usual=value == usual) for value in (True, False))
        case Whole() if option.has_ways:
            yield from _named(option, usual)
        case Whole(least, None):
            yield f"{_code(usual, is_usual=True)}, {least} or more"
        case Whole(least, most):
            yield f"{_code(usual, is_usual=True)}, {least} to {most}"
        case WholeOr(least, most, word):
            number = "" if usual == word else f"{_code(usual, is_usual=True)}, "
            yield f"{number}{least} to {most}"
            yield f"{_code(word, is_usual=word == usual)} {option.value_label(word)}"
        case Letters():
            ten = "; T is the ten" if "T" in str(usual) else ""
            yield f"{_code(usual, is_usual=True)}, or some of these letters{ten}"
        case Naturals():
            names = " and ".join(f"**{natural.value}**" for natural in usual)
            yield f"{names}, or [others](#naturals)"


def _named(option: Option, usual: object) -> Iterator[str]:
    for value in option.words:
        yield f"{_code(value, is_usual=value == usual)} {option.value_label(value)}"


def _code(value: object, *, is_usual: bool) -> str:
    text = f"`{json.dumps(value)}`"
    return f"**{text}**" if is_usual else text


def main(argv: list[str] | None = None) -> int:
    """Print the tables, or write them where they belong."""
    parser = argparse.ArgumentParser(description="The tables of the documentation.")
    parser.add_argument("--write", action="store_true", help="put them into their pages")
    is_writing = parser.parse_args(argv).write
    for table in TABLES:
        if is_writing:
            table.write()
        else:
            print(table.make())
    return 0


if __name__ == "__main__":
    sys.exit(main())
