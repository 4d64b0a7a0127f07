"""What documents and docstrings refer to exists: pages, headings, files, modules and commands."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from ai.lab.cli.parser import COMMANDS as OF_THE_LAB
from game.cli.parser import COMMANDS, INSTRUMENTS

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDERS: Final = ("game", "ai", "assets", "tests", ".github")
LINK: Final = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)")
PATH: Final = re.compile(r"`((?:game|ai|assets|tests)/[\w/.-]+)`")
MODULE: Final = re.compile(r"`((?:game|ai|assets|tests)(?:\.\w+)+)`")
COMMAND: Final = re.compile(r"`(tonk|tonk-lab) ([a-z][a-z-]+)")
MADE: Final = {"game/build.json", "assets/locale/LANGUAGE/LC_MESSAGES/tonk.po"}
"""Paths of a file that only builds have, and of one for each language."""
HASHED: Final = {("tonk", "deal"), ("tonk", "daily")}
"""Texts that are hashed, whose first words look like a command."""


def _found(pattern: str) -> list[Path]:
    inside = (path for folder in FOLDERS for path in (ROOT / folder).rglob(pattern))
    return sorted([*ROOT.glob(pattern), *inside])


PAGES: Final = [path.relative_to(ROOT).as_posix() for path in _found("*.md")]
CODE: Final = [path.relative_to(ROOT).as_posix() for path in _found("*.py")]


def _read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def _prose(page: Path) -> str:
    """A page without its blocks of code, whose comments are no headings."""
    text = page.read_text(encoding="utf-8")
    return re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)


def _anchors(page: Path) -> Iterator[str]:
    """Every heading as GitHub names it in links; one that comes again has a number."""
    seen: Counter[str] = Counter()
    for heading in re.findall(r"^#+ +(.+?)\s*$", _prose(page), flags=re.MULTILINE):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        anchor = re.sub(r"[^\w -]", "", words).replace(" ", "-")
        yield f"{anchor}-{seen[anchor]}" if seen[anchor] else anchor
        seen[anchor] += 1


def test_there_are_pages_and_code() -> None:
    assert {"README.md", "CONTRIBUTING.md", "assets/packaging/PACKAGES.md"} <= set(PAGES)
    assert len(CODE) > 500


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_a_page_and_a_heading_of_it(page: str) -> None:
    here, wrong = ROOT / page, []
    for name, anchor in LINK.findall(_prose(here)):
        target = here.parent / name if name else here
        if not target.exists() or (anchor and anchor not in _anchors(target)):
            wrong.append(f"{name}#{anchor}")
    assert not wrong


@pytest.mark.parametrize("page", PAGES)
def test_every_path_that_a_page_names_exists(page: str) -> None:
    assert not [name for name in PATH.findall(_read(page)) if not (ROOT / name).exists()]


def test_every_path_that_code_names_exists() -> None:
    named = {(page, name) for page in CODE for name in PATH.findall(_read(page))}
    assert not [each for each in named if each[1] not in MADE and not (ROOT / each[1]).exists()]


def test_every_module_and_name_that_code_names_exists() -> None:
    named = {(page, name) for page in CODE for name in MODULE.findall(_read(page))}
    assert len(named) > 20
    assert not [(page, name) for page, name in named if not _is_there(name)]


def _is_there(name: str) -> bool:
    """Whether there is such a module, or a module in which the next name stands."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        place = ROOT.joinpath(*parts[:count])
        files = [
            path for path in (place.with_suffix(".py"), place / "__init__.py") if path.exists()
        ]
        if files and count < len(parts):
            return bool(re.search(rf"\b{parts[count]}\b", files[0].read_text(encoding="utf-8")))
        if files or place.is_dir():
            return count == len(parts)
    return False


def test_every_command_that_pages_and_code_name_exists() -> None:
    offered = {"tonk": {*COMMANDS, *INSTRUMENTS}, "tonk-lab": {*OF_THE_LAB}}
    named = {
        (page, *command)
        for page in (*PAGES, *CODE)
        if page != "CHANGELOG.md"
        for command in set(COMMAND.findall(_read(page))) - HASHED
    }
    assert len(named) > 50
    assert not [each for each in named if each[2] not in offered[each[1]]]
