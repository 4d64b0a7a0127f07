"""The languages of the game: whole, their blanks kept, French and Japanese spaced as printed there.

A text that is new or changed in the code is taken up by `python -m assets.locale.make --write`,
and then wants its translations in `assets/locale`.
"""

import ast
import io
import re
from collections.abc import Iterator

import pytest
from babel.messages.mofile import read_mo

from assets.locale.make import BREAK, LANGUAGES, ROOT, catalogue, compiled, keys, mo_path, template
from game.rules.messages import Message
from game.rules.presets import PRESETS, preset
from game.rules.ruleset import RuleSet
from game.rules.sentences import at_this_table, describe
from game.ui.rulesets.rule_texts import said
from game.ui.text.language import speak

_FILL = re.compile(r"\{\w*\}")
_BARE_FRENCH = re.compile(r"[^\u00a0\s(×][;!?»]|\S : ?| [;:!?»%]|«[^\u00a0]|'")
_ASCII_STOPS = re.compile(r"[ぁ-んァ-ヶ一-龠][,.!?:;]")


def _texts(language: str) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The forms in the code and the forms in ``language``, of every text."""
    for message in keys(catalogue(language)).values():
        said = message.string
        yield (
            (message.id,) if isinstance(message.id, str) else tuple(message.id),
            (said,) if isinstance(said, str) else tuple(said or ()),
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_fills_the_same_blanks(language: str) -> None:
    """The first form may be for one alone, as in English: "my last hand"."""
    wrong = [
        (texts, form)
        for texts, forms in _texts(language)
        for number, form in enumerate(forms)
        if form
        and set(_FILL.findall(form))
        not in [set(_FILL.findall(text)) for text in (texts[-1], *texts[: not number])]
    ]
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_counted_has_every_form_of_the_language(language: str) -> None:
    forms = catalogue(language).num_plurals
    counted = {texts: said for texts, said in _texts(language) if len(texts) > 1}
    assert counted
    assert {texts for texts, said in counted.items() if len(said) != forms} == set()


def test_a_japanese_line_never_ends_within_a_word() -> None:
    told = [str(each.string) for each in read_mo(io.BytesIO(compiled(catalogue("ja"))))]
    assert not [text for text in told if f"すり{BREAK}替え" in text]


def test_french_sets_its_signs_apart_with_blanks_that_do_not_break() -> None:
    wrong = [form for _, forms in _texts("fr") for form in forms if _BARE_FRENCH.search(form)]
    assert not wrong


def test_french_says_one_stake_only_where_there_may_be_one() -> None:
    """Elsewhere "fois la mise" agrees with every number."""
    wrong = [
        form
        for texts, forms in _texts("fr")
        for form in forms
        if re.search(r"\} mise\b", form) and not re.search(r"\bstake\b", " ".join(texts))
    ]
    assert not wrong


def test_japanese_uses_its_own_stops() -> None:
    wrong = [form for _, forms in _texts("ja") for form in forms if _ASCII_STOPS.search(form)]
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_game_reads_is_what_was_translated_last(language: str) -> None:
    assert _held(mo_path(language).read_bytes()) == _held(compiled(catalogue(language)))


def _held(data: bytes) -> dict[str, str]:
    """The messages of a compiled catalogue, but for its head, which names the version of Babel."""
    catalog = read_mo(io.BytesIO(data))
    return {repr((each.id, each.context)): repr(each.string) for each in catalog if each.id}


def test_every_text_of_the_code_is_translated_and_nothing_else() -> None:
    wanted = keys(template())
    for language in LANGUAGES:
        held = keys(catalogue(language))
        assert wanted.keys() - held.keys() == set(), language
        assert held.keys() - wanted.keys() == set(), language
        empty = [key for key, message in held.items() if not all(message.string or [""])]
        assert empty == [], language


def test_no_text_is_hidden_from_the_catalogues_in_another_string() -> None:
    hidden = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in (ROOT / "game" / "ui").rglob("*.py")
        for whole in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(whole, ast.JoinedStr)
        for call in ast.walk(whole)
        if isinstance(call, ast.Call) and _is_text(call)
    ]
    assert hidden == []


def _is_text(call: ast.Call) -> bool:
    """Whether a text is translated there, word for word."""
    is_translated = isinstance(call.func, ast.Name) and call.func.id in {"_", "ngettext"}
    return is_translated and isinstance(call.args[0], ast.Constant)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_every_preset_are_told_in_the_language(language: str) -> None:
    assert speak(language) == ""
    try:
        sentences = [
            (str(message), said(message))
            for name in PRESETS
            for message in (*at_this_table(preset(name)), *_all(preset(name)))
        ]
    finally:
        speak("en")
    assert len(sentences) > len(PRESETS)
    assert [english for english, told in sentences if english == told] == []


def _all(rules: RuleSet) -> Iterator[Message]:
    for section in describe(rules):
        yield from section.sentences
