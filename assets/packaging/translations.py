"""The texts of the packages in every language, from the game's catalogues.

An underscore marks what is translated in a template: `_Comment=Play Tonk` in a desktop entry,
`<_summary>Play Tonk</_summary>` in XML.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from typing import Final

from assets.packaging.common import ROOT
from game.saves.settings import LANGUAGES
from game.ui.text.language import DOMAIN, plain

_ENTRY: Final = re.compile(r"^_(\w+)=(.*)$", re.MULTILINE)
_ELEMENT: Final = re.compile(r"^( *)<_(\w+)>(.*?)</_\2>", re.MULTILINE | re.DOTALL)


@cache
def catalogues() -> Mapping[str, gettext.NullTranslations]:
    """Return the compiled catalogues by the codes of their languages; English has none."""
    folder = ROOT / "assets" / "locale"
    codes = [code for code in LANGUAGES if code != "en"]
    return {code: gettext.translation(DOMAIN, folder, [code]) for code in codes}


def translations(text: str) -> dict[str, str]:
    """Return the translations of an English text, by the codes of the languages that have one."""
    said = {code: plain(held.gettext(text)) for code, held in catalogues().items()}
    return {code: words for code, words in said.items() if words != text}


def marked_texts(template: str) -> Iterator[tuple[int, str]]:
    """Yield the texts that are marked in a template, each with its line, counted from 1."""
    for pattern, group in ((_ENTRY, 2), (_ELEMENT, 3)):
        for found in pattern.finditer(template):
            yield template.count("\n", 0, found.start()) + 1, _on_one_line(found[group])


def in_all_languages(template: str) -> str:
    """Return a template with each marked text in English and in every language that has it."""
    return _ELEMENT.sub(_elements, _ENTRY.sub(_entries, template))


def _entries(found: re.Match[str]) -> str:
    key, text = found.groups()
    others = translations(text).items()
    lines = [(key, text), *((f"{key}[{code}]", said) for code, said in others)]
    return "\n".join(f"{name}={_value(key, said)}" for name, said in lines)


def _value(key: str, text: str) -> str:
    """Return the value of a key in a desktop entry, where semicolons end the items of a list."""
    return "".join(f"{item};" for item in re.split(", ?|、", text)) if key == "Keywords" else text


def _elements(found: re.Match[str]) -> str:
    indent, tag, text = found.groups()
    lines = [f"{indent}<{tag}>{text}</{tag}>"]
    for code, said in translations(_on_one_line(text)).items():
        lines.append(f'{indent}<{tag} xml:lang="{code}">{escape(said, quote=False)}</{tag}>')
    return "\n".join(lines)


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
