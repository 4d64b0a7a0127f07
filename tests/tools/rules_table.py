"""The README's table of house rules, made from the descriptions of the options.

python -m tests.tools.rules_table           prints it
python -m tests.tools.rules_table --write   puts it into the README, between its two markers
"""

import argparse
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from game.rules.options import (
    GROUP_LABELS,
    OPTIONS,
    Choice,
    Flag,
    HandSize,
    Letters,
    Naturals,
    Option,
    Whole,
)
from game.rules.presets import STANDARD

ROOT: Final = Path(__file__).resolve().parents[2]

README: Final = ROOT / "README.md"
BEGIN: Final = "<!-- rules-table -->"
END: Final = "<!-- /rules-table -->"


def table() -> str:
    """The whole table, a part for each group, without the markers."""
    return "\n\n".join(_group(group, label) for group, label in GROUP_LABELS.items())


def between_markers(text: str) -> str:
    """What stands between the markers; ``ValueError`` where there are not the two."""
    found = re.findall(f"{BEGIN}\n(.*?)\n{END}", text, flags=re.DOTALL)
    if len(found) != 1:
        raise ValueError(f"{BEGIN} … {END} stands {len(found)} times in the README, not once")
    return str(found[0])


def _group(group: str, label: str) -> str:
    rows = (_row(key, option) for key, option in OPTIONS.items() if option.group == group)
    return "\n".join((f"**{label}**", "", "| key | allowed | meaning |", "|---|---|---|", *rows))


def _row(key: str, option: Option) -> str:
    values = "<br>".join(_allowed(key, option))
    return f"| `{key}` | {values} | *{option.label}.* {option.help} |"


def _allowed(key: str, option: Option) -> Iterator[str]:
    """The values that are allowed, the usual one in bold, named ones with their words."""
    usual = getattr(STANDARD, key)
    match option.values:
        case Choice(values):
            for value in values:
                yield f"{_code(value, is_usual=value == usual)} {option.value_label(value)}"
        case Flag():
            yield ", ".join(_code(value, is_usual=value == usual) for value in (True, False))
        case Whole(least, None):
            yield f"{_code(usual, is_usual=True)}, {least} or more"
        case Whole(least, most):
            yield f"{_code(usual, is_usual=True)}, {least} to {most}"
        case HandSize(least, most):
            yield f"{_code(usual, is_usual=True)}, {least} to {most}"
            yield f"{_code('by_seats', is_usual=False)} {option.value_label('by_seats')}"
        case Letters():
            ten = "; T is the ten" if "T" in str(usual) else ""
            yield f"{_code(usual, is_usual=True)}, or some of these letters{ten}"
        case Naturals():
            names = " and ".join(f"**{natural.value}**" for natural in usual)
            yield f"{names}, or [others](#naturals)"


def _code(value: object, *, is_usual: bool) -> str:
    text = f"`{json.dumps(value)}`"
    return f"**{text}**" if is_usual else text


def main(argv: list[str] | None = None) -> int:
    """Print the table, or write it where it belongs."""
    parser = argparse.ArgumentParser(description="The README's table of house rules.")
    parser.add_argument("--write", action="store_true", help="put it into the README")
    if not parser.parse_args(argv).write:
        print(table())
        return 0
    text = README.read_text(encoding="utf-8")
    old, new = (f"{BEGIN}\n{part}\n{END}" for part in (between_markers(text), table()))
    README.write_text(text.replace(old, new), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
