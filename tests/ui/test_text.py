"""The player's language."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.ui.text.language import DOMAIN, N_, _, ngettext, set_language


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    set_language("en")


def write_catalogue(folder: Path, language: str, entries: dict[str, str]) -> None:
    """The smallest catalogue that gettext reads."""
    ids = sorted({"", *entries})
    head = f"Content-Type: text/plain; charset=UTF-8\nLanguage: {language}\n"
    texts = [(head if each == "" else entries[each]).encode() for each in ids]
    keys = [each.encode() for each in ids]
    start = 28 + 16 * len(ids)
    tables, body = [b"", b""], b""
    for table, items in enumerate((keys, texts)):
        for item in items:
            at = start + len(body)
            tables[table] += len(item).to_bytes(4, "little") + at.to_bytes(4, "little")
            body += item + b"\0"
    numbers = (0x950412DE, 0, len(ids), 28, 28 + 8 * len(ids), 0, 0)
    path = folder / language / "LC_MESSAGES" / "tonk.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"".join(n.to_bytes(4, "little") for n in numbers) + b"".join(tables) + body)


def test_without_a_catalogue_it_is_english(tmp_path: Path) -> None:
    set_language("fr", tmp_path)
    assert _("Play") == "Play"
    assert [ngettext("{n} stake", "{n} stakes", n) for n in (1, 2)] == ["{n} stake", "{n} stakes"]


def test_a_catalogue_speaks_from_the_moment_it_is_chosen(tmp_path: Path) -> None:
    write_catalogue(tmp_path, "fr", {"Play": "Jouer"})
    marked = N_("Play")
    set_language("fr", tmp_path)
    assert _(marked) == "Jouer"
    assert _("Quit") == "Quit"
    set_language("en", tmp_path)
    assert _(marked) == "Play"
    assert DOMAIN == "tonk"
