"""The translation catalogues: what stands in the code, and what has been translated.

python -m assets.locale.make            lists what is missing or no longer used
python -m assets.locale.make --write    adds new texts, drops unused ones, compiles all

A translator edits ``assets/locale/LANGUAGE/LC_MESSAGES/tonk.po``, then runs it with ``--write``.
"""

import argparse
import io
import re
import sys
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final

import budoux
from babel.core import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from assets.packaging.translations import marked_texts
from game.saves import settings

ROOT: Final = Path(__file__).resolve().parents[2]
LOCALE: Final = Path(__file__).resolve().parent
LANGUAGES: Final = tuple(code for code in settings.LANGUAGES if code != "en")
"""The target languages; the source language is English."""

BREAK: Final = "\u200b"
"""The mark for a line break between two Japanese phrases; never drawn."""
_WHOLE: Final = re.compile(r"捨て札|付け札|山札|手札|全画面|つかま|すり替え|\{[^}]*\}")
"""Text that is never broken."""
_KEYWORDS: Final = {
    "_": None,
    "N_": None,
    "message": None,
    "RuleRemark": None,
    "ngettext": (1, 2),
    "counted": (1, 2),
    "pgettext": ((1, "c"), 2),
    "Words": None,  # two texts of the rules, each translated for itself
    "cost_sentence": None,  # two sentences, each for one and for more
}
_METHODS: Final = [
    ("**.py", "assets.locale.make:python_texts"),
    ("linux/**", "assets.locale.make:package_texts"),
]
"""What takes the texts out of which files."""


def python_texts(
    file: IO[bytes],
    keywords: Any,  # noqa: ANN401 - what Babel hands over it takes again
    tags: Collection[str],
    options: Any,  # noqa: ANN401 - likewise
) -> Iterator[Any]:
    """Yield what Babel extracts from a Python file, with the texts of ``Words`` and the sentences
    of ``cost_sentence`` as separate messages.
    """
    for line, name, found, comments in extract_python(file, keywords, tags, options):
        if name == "Words":
            label, sentence = found[:2]
            yield line, "N_", label, comments
            yield line, "N_", sentence, []
        elif name == "cost_sentence":
            yield line, "ngettext", tuple(found[:2]), comments
            yield line, "ngettext", tuple(found[2:4]), []
        else:
            yield line, name, found, comments


def package_texts(
    file: IO[bytes], *_wanted: object, **_options: object
) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield the texts that are marked in a template of the packages."""
    for line, text in marked_texts(file.read().decode()):
        yield line, "N_", text, []


def template() -> Catalog:
    """Return every text that a player may read, in the order of the files: those in the code, those
    of the packages, and the titles of drawings to choose.
    """
    catalog = Catalog(project="Tonk", charset="utf-8")
    for folder in ("game", "assets/packaging"):
        found = extract_from_dir(
            ROOT / folder,
            method_map=_METHODS,
            keywords=_KEYWORDS,
            comment_tags=("TRANSLATORS:",),
            strip_comment_tags=True,
            # The pages of `tonk --help` and its complaints are English.
            directory_filter=lambda path: Path(path).name != "cli",
        )
        for name, line, texts, comments, context in sorted(found, key=lambda each: each[:2]):
            if texts:
                place = (f"{folder}/{name}", line)
                catalog.add(texts, locations=[place], auto_comments=comments, context=context)
    for key in ("back", "cloth"):
        for name, title in settings.SETTINGS[key].names.items():
            catalog.add(title, locations=[(f"assets/{key}s/{name}.svg", 1)])
    return catalog


def po_path(language: str) -> Path:
    """Return the path of the translations into ``language``."""
    return LOCALE / language / "LC_MESSAGES" / "tonk.po"


def mo_path(language: str) -> Path:
    """Return the path of the compiled translations, which the game reads."""
    return po_path(language).with_suffix(".mo")


def catalogue(language: str) -> Catalog:
    """Return the translations into ``language``; an empty catalogue if there are none yet."""
    path = po_path(language)
    if not path.is_file():
        name = Locale.parse(language).english_name
        return Catalog(locale=language, project="Tonk", charset="utf-8", language_team=name)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def compiled(catalog: Catalog) -> bytes:
    """What the game reads, the same for the same translations; Japanese with marks for breaks."""
    if str(catalog.locale) == "ja":
        parser = budoux.load_default_japanese_parser()
        for message in catalog:
            if message.id and isinstance(message.string, str):
                message.string = _marked(message.string, parser)
            elif message.id and message.string:
                message.string = tuple(_marked(form, parser) for form in message.string)
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def _marked(text: str, parser: budoux.Parser) -> str:
    """Return a Japanese text with marks where a line may break: between phrases, never in a
    placeholder.
    """
    # A text of 8 characters is long enough to be broken; a call stands on one line up to 16.
    least = 17 if text.endswith("！") else 8
    if len(re.sub(r"\{[^}]*\}", "", text)) < least:
        return text
    whole = {at for each in _WHOLE.finditer(text) for at in range(each.start() + 1, each.end())}
    marked, at = "", 0
    for phrase in parser.parse(text):
        is_blank = phrase[0].isspace() or marked[-1:].isspace()
        # No line may begin with one of these.
        is_bound = at in whole or is_blank or phrase[0] in "、。：；？！）」』】…"
        marked += phrase if is_bound or not at else BREAK + phrase
        at += len(phrase)
    return marked


def keys(catalog: Catalog) -> dict[tuple[object, str | None], Message]:
    """Return every message except the header, by its text and context."""
    return {(message.id, message.context): message for message in catalog if message.id}


def _differences(language: str) -> Iterator[str]:
    wanted, held = keys(template()), keys(catalogue(language))
    for key, message in wanted.items():
        there = held.get(key)
        # What is marked as fuzzy is not compiled.
        if not there or not there.string or there.string == ("", "") or there.fuzzy:
            yield f"{language}: not translated ({message.locations[0][0]}): {key[0]!r}"
    for key in held.keys() - wanted.keys():
        yield f"{language}: no longer used: {key[0]!r}"


def main() -> int:
    """List or write the differences; return 1 if a text is still to be translated."""
    parser = argparse.ArgumentParser(
        description=__doc__,
        prog="python -m assets.locale.make",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--write", action="store_true", help="bring the catalogues up to date")
    if parser.parse_args().write:
        for language in LANGUAGES:
            catalog = catalogue(language)
            catalog.update(template(), no_fuzzy_matching=True)
            catalog.obsolete.clear()
            # A time of its own for every writing would make two writings of the same texts differ.
            catalog.creation_date = catalog.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
            path = po_path(language)
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as file:
                # Without line numbers, which would change with every change of the code.
                write_po(
                    file, catalog, width=100, no_location=True, omit_header=False, sort_output=True
                )
            mo_path(language).write_bytes(compiled(catalogue(language)))
    lines = [line for language in LANGUAGES for line in _differences(language)]
    print(*lines, sep="\n")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
