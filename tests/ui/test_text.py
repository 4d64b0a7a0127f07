"""The player's language."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from assets.locale.make import ROOT
from game.session.files import StoreError
from game.ui.text.language import DOMAIN, N_, _, in_a_row, ngettext, set_language, speak
from game.ui.text.moves import listed
from game.ui.text.sessions import TROUBLES, why_text


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


def test_names_and_sentences_in_a_row_have_the_signs_of_the_language() -> None:
    assert listed(("Ada", "Basil", "Cleo")) == "Ada, Basil and Cleo"
    assert in_a_row(("One.", "Two.")) == "One. Two."
    assert speak("ja") == ""
    assert listed(("Ada", "Basil", "Cleo")) == "Ada、BasilとCleo"
    assert in_a_row(("一。", "二。")) == "一。二。"


def test_why_a_file_cannot_be_used_is_told_in_the_language() -> None:
    error = StoreError(Path("hands"), "is not a Tonk backup")
    assert why_text(error) == "hands: is not a Tonk backup"
    assert speak("fr") == ""
    assert why_text(error) == "hands\u00a0: n’est pas une sauvegarde de Tonk"
    assert why_text(StoreError(Path("hands"), "no idea")) == "hands\u00a0: no idea"


def test_every_reason_why_saves_cannot_be_used_can_be_translated() -> None:
    told = {
        call.args[1].value
        for path in (ROOT / "game" / "session").rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in {"StoreError", "StoreBusyError"}
        and isinstance(call.args[1], ast.Constant)
    }
    assert len(told) > 5
    assert told - set(TROUBLES) == set()
