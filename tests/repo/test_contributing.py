"""CONTRIBUTING.md: its map is the import contract, and what is read through stays short."""

import re
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MOST_WORDS: Final = 900
"""Of what is read from top to bottom; in tables and drawings a reader looks up a line."""


def test_the_map_is_the_import_contract() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]
    (drawn,) = re.findall(r"<!-- layers -->\n```text\n(.*?)```\n<!-- /layers -->", PAGE, re.DOTALL)
    paths = [re.split(r" {2,}", line)[0].strip() for line in drawn.splitlines()]
    assert [re.sub(r"/(?= |$)|\.py", "", path).replace("/", ".") for path in paths] == layers


def test_the_page_is_short() -> None:
    text = re.sub(r"^```.*?^```$", "", PAGE, flags=re.DOTALL | re.MULTILINE)
    lines = [line for line in text.splitlines() if not line.startswith("|")]
    assert 500 < len(" ".join(lines).split()) < MOST_WORDS


def test_the_glossary_is_in_order() -> None:
    _, glossary = PAGE.split("## Glossary\n")
    terms = re.findall(r"^\| ([\w -]+) \| (?!meaning)", glossary, re.MULTILINE)
    assert len(terms) >= 30
    assert terms == sorted(terms)
