"""RULES.md: every cited section exists, and every key of a rule set has its row."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.rules.naturals import DEFAULT_NATURALS
from game.rules.presets import EARLIER_PRESETS, PRESETS, STANDARD
from game.rules.ruleset import OPTIONS
from game.rules.settlement import SCHEMES
from tests.scenarios.coverage import rows

ROOT = Path(__file__).resolve().parents[2]
_PAGE = ROOT / "game" / "rules" / "RULES.md"
_LAW, _, _EARLIER = _PAGE.read_text(encoding="utf-8").partition("## Earlier section numbers")
_SECTION = re.compile(r"^##+ (\d+(?:\.\d+)?)\.? (.+)$", re.MULTILINE)
_CITED = re.compile(r"§ ?(\d+(?:\.\d+)?)")
_HOLDS_TEXT = {".py", ".md", ".c", ".h", ".toml", ".txt"}
_OWN_CITES = {_PAGE, Path(__file__).resolve()}


def sections() -> dict[str, str]:
    """The text of each section by its number; the rules of the base game are ``1.1`` and so on."""
    heads = list(_SECTION.finditer(_LAW))
    ends = [head.start() for head in heads[1:]] + [len(_LAW)]
    found = {head[1]: _LAW[head.end() : end] for head, end in zip(heads, ends, strict=True)}
    numbered = re.split(r"^(\d+)\. ", found["1"], flags=re.MULTILINE)[1:]
    return found | {f"1.{n}": text for n, text in zip(numbered[::2], numbered[1::2], strict=True)}


_SECTIONS = sections()


def _texts() -> Iterator[tuple[Path, str]]:
    """Every text of the tree that may cite a section."""
    folders = [ROOT / name for name in ("game", "ai", "assets", "tests")]
    for path in (*ROOT.glob("*.md"), *(path for each in folders for path in each.rglob("*"))):
        if path.suffix in _HOLDS_TEXT and path not in _OWN_CITES:
            yield path, path.read_text(encoding="utf-8")


def test_every_section_that_is_cited_anywhere_is_there() -> None:
    cited = {
        f"{path.relative_to(ROOT)}: §{number}"
        for path, text in _texts()
        for number in _CITED.findall(text)
        if number not in _SECTIONS
    }
    assert cited == set()
    assert set(_CITED.findall(_LAW)) <= set(_SECTIONS)
    now = [line.rpartition("| ")[2] for line in _EARLIER.splitlines() if line.startswith("| §")]
    assert {each for line in now for each in _CITED.findall(line)} <= set(_SECTIONS)


def test_every_row_of_the_scenarios_is_of_a_section() -> None:
    assert {row.split()[0] for row, _ in rows()} <= set(_SECTIONS)


def test_sections_follow_each_other() -> None:
    numbers = [tuple(map(int, head[1].split("."))) for head in _SECTION.finditer(_LAW)]
    assert numbers == sorted(numbers)
    for number in numbers:
        before = (*number[:-1], number[-1] - 1)
        assert number[-1] == 1 or before in numbers


def test_every_link_within_the_page_leads_to_a_heading() -> None:
    headings = re.findall(r"^##+ (.+)$", _LAW, flags=re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", _LAW)) <= anchors


def _rows_of(section: str) -> dict[str, list[str]]:
    """The cells of each row of a section's table, by what its first cell names."""
    lines = [line for line in _SECTIONS[section].splitlines() if line.startswith("| `")]
    cells = [re.split(r"(?<!\\)\|", line.strip("| ")) for line in lines]
    return {row[0].split("`")[1]: [cell.strip() for cell in row] for row in cells}


@pytest.mark.parametrize("key", OPTIONS)
def test_a_key_stands_in_its_section_with_its_default(key: str) -> None:
    default = _rows_of(OPTIONS[key].section)[key][1]
    if key == "naturals":
        assert default == "49 and 50, each pays 2"
        assert [(each.value, each.pays) for each in DEFAULT_NATURALS] == [(49, 2), (50, 2)]
    else:
        assert default == f"`{json.dumps(getattr(STANDARD, key))}`"


def test_no_section_has_a_key_that_is_none() -> None:
    named = [key for number in range(1, 7) for key in _rows_of(f"4.{number}")]
    assert sorted(named) == sorted(OPTIONS)


def test_every_scheme_and_every_preset_has_its_row_in_order() -> None:
    assert list(_rows_of("3")) == list(SCHEMES)
    assert list(_rows_of("6")) == list(PRESETS)
    assert list(_rows_of("6.1")) == list(EARLIER_PRESETS)
