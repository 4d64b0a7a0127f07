"""Searching rules and rule sets: whatever accents, widths and words a player types."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.ui.rulesets.values import keys_found
from game.ui.text.language import BREAK, for_search
from tests.ui.rulesets.hands import a_set, choosing, window, write
from tests.ui.stage import row_list
from tests.ui.test_everything_fits import spoken

ALIKE = {
    "fr": [
        ("égalité", "egalite"),
        ("dernière", "derniere"),
        ("défausse", "DEFAUSSE"),
        ("épuisée", "e\N{COMBINING ACUTE ACCENT}puisee"),
        ("première", "premiere"),
        ("d’abord", "d'abord"),
    ],
    "ja": [("2倍", "２倍"), ("7枚", "７枚"), ("ノック", "ﾉｯｸ"), ("ノック", "のっく")],
}
"""What a language's words hold, and what a player types for it."""


@pytest.mark.parametrize(
    ("language", "held", "typed"),
    [(language, *pair) for language, pairs in ALIKE.items() for pair in pairs],
)
def test_rules_are_found_without_accents_and_in_any_width(
    language: str, held: str, typed: str
) -> None:
    with spoken(language):
        assert keys_found(typed) == keys_found(held) != ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Œil", "oeil"),
        ("ＡＢＣ１２", "abc12"),
        ("グループ", "ｸﾞﾙｰﾌﾟ"),
        ("ぐるーぷ", "グループ"),
        (f"出し{BREAK}札", "出し札"),
        ("Straße", "STRASSE"),
        ("한글", "한글"),
    ],
)
def test_texts_that_a_search_takes_for_the_same(one: str, other: str) -> None:
    assert for_search(one) == for_search(other)


@pytest.mark.parametrize(("one", "other"), [("ハート", "バート"), ("パス", "ハス"), ("ou", "u")])
def test_texts_that_a_search_tells_apart(one: str, other: str) -> None:
    assert for_search(one) != for_search(other)


@pytest.mark.parametrize(
    ("name", "typed"), [("Règles d’été", "regles d'ete"), ("トンク12枚", "ﾄﾝｸ１２枚")]
)
def test_rule_sets_are_found_the_same_way(tmp_path: Path, name: str, typed: str) -> None:
    a_set(tmp_path, name)
    with window(tmp_path) as app:
        page = choosing(app)
        write(app, typed)
        assert [row.key for row in row_list(page, "sets").rows] == [name]
