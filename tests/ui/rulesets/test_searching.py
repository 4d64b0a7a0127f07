"""Searching rules and rule sets: whatever accents, widths and words a player types."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pygame
import pytest

from game.rules.ruleset import OPTIONS
from game.saves.settings import LANGUAGES
from game.ui.rulesets.draft import Draft
from game.ui.rulesets.other_names import OTHER_NAMES
from game.ui.rulesets.values import DraftState, keys_found
from game.ui.text.language import BREAK, for_search, plain
from tests.ui.rulesets.hands import (
    CTRL,
    DOWN,
    ENTER,
    a_set,
    choosing,
    editing,
    own_draft,
    tab_to,
    window,
    write,
)
from tests.ui.stage import press, row_list
from tests.ui.test_aloud import Listener
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


def look(draft: Draft | None = None) -> DraftState:
    """What the editor shows of a draft, by default one like the standard game."""
    draft = draft or own_draft()
    return DraftState(draft, draft.as_far_as_right(), {}, ())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_search_field_says_its_name_once(tmp_path: Path, language: str) -> None:
    with spoken(language), window(tmp_path) as app:
        app.change(language=language)
        for page in (choosing(app), editing(app, own_draft())):
            search = page.search
            assert search is not None
            assert plain(search.spoken).startswith(plain(search.hint)), "not after another name"


def test_rules_named_as_searched_for_come_before_those_that_only_speak_of_it() -> None:
    found = keys_found("drop", look())
    named = [("drop" in OPTIONS[key].label.lower()) for key in found]
    assert named == sorted(named, reverse=True)
    assert {True, False} <= set(named)


@pytest.mark.parametrize(
    ("language", "held", "typed"),
    [(language, *pair) for language, pairs in ALIKE.items() for pair in pairs],
)
def test_rules_are_found_without_accents_and_in_any_width(
    language: str, held: str, typed: str
) -> None:
    with spoken(language):
        assert keys_found(typed, look()) == keys_found(held, look()) != ()


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


MEANT = {
    "en": {
        "knock": ["first_turn_drop", "drop_at_most", "drop_when", "catch", "wait_when_hit"],
        "knock any time": ["drop_when"],
        "anytime": ["drop_when", "slap"],
        "out of turn": ["drop_when", "slap"],
        "go down": ["first_turn_drop", "drop_at_most"],
        "5 or less": ["drop_at_most"],
        "meld": ["must_spread", "spread_out", "hit_books", "last_lay"],
        "sequence": ["ace", "must_spread", "hit_books"],
        "layoff": ["hit_books", "hits_per_turn", "last_lay"],
        "lay-off": ["hit_books", "hits_per_turn", "last_lay"],
        "four of a kind": ["hit_books", "complete_books"],
        "deadwood": ["count"],
        "unmatched": ["count"],
        "deuce": ["wild", "wild_points"],
        "deuces": ["wild", "wild_points"],
        "pick up": ["take", "return_taken"],
        "pickup": ["take", "return_taken"],
        "picture cards": ["face_values", "naturals"],
        "reshuffle": ["stock_end", "stockout"],
        "49": ["naturals"],
        "50": ["naturals"],
        "15": ["naturals"],
        "100": ["push_up_target"],
        "out at 100": ["push_up_target"],
        "freeze": ["wait_after_spread", "wait_when_hit", "hits_stack", "hit_blocks_out"],
        "penalty": ["catch", "wait_when_hit"],
        "undercut": ["catch"],
        "bump": ["catch"],
        "double": ["catch", "tonk_pays", "big_one"],
        "triple": ["tonk_pays", "two_spreads_pays"],
        "tunk": ["tonk_pays", "naturals"],
        "stripped deck": ["ranks", "suits"],
        "round the corner": ["ace"],
        "winner deals": ["next_dealer"],
        "seven cards": ["hand_size"],
        "kitty": ["side_ante", "high_suit_bet", "natural_bet"],
        "buy in": ["stake", "side_ante"],
        "money": ["stake"],
    },
    "fr": {
        "toquer": ["first_turn_drop", "drop_at_most", "drop_when", "catch"],
        "knock": ["first_turn_drop", "drop_at_most", "drop_when", "catch"],
        "à tout moment": ["drop_when"],
        "hors tour": ["drop_when", "slap"],
        "brelan": ["must_spread", "hit_books"],
        "carré": ["hit_books", "complete_books"],
        "sequence": ["ace", "must_spread", "hit_books"],
        "tierce": ["must_spread", "hit_books"],
        "compléter": ["hit_books", "hits_per_turn"],
        "poids mort": ["count"],
        "joker": ["jokers", "wild"],
        "atouts": ["wild"],
        "ramasser": ["take", "return_taken"],
        "figures": ["face_values"],
        "habillés": ["face_values", "naturals"],
        "talon": ["stock_end", "stockout", "touch_stock"],
        "remélanger": ["stock_end", "stockout"],
        "49": ["naturals"],
        "100": ["push_up_target"],
        "gel": ["wait_after_spread", "wait_when_hit", "hits_stack"],
        "bloqué": ["wait_when_hit", "hit_blocks_out"],
        "pénalité": ["catch"],
        "triple": ["tonk_pays", "two_spreads_pays"],
        "tunk": ["tonk_pays", "naturals"],
        "jetons": ["stake"],
        "cagnotte": ["side_ante", "natural_bet"],
        "gagnant donne": ["next_dealer"],
        "sept cartes": ["hand_size"],
        "32 cartes": ["ranks"],
    },
    "ja": {
        "ドロップ": ["first_turn_drop", "drop_at_most", "drop_when", "catch"],
        "いつでも": ["drop_when"],
        "組": ["must_spread", "spread_out", "hit_books"],
        "階段": ["ace", "must_spread", "hit_books"],
        "スリーカード": ["must_spread", "hit_books"],
        "フォーカード": ["hit_books", "complete_books"],
        "レイオフ": ["hit_books", "hits_per_turn", "last_lay"],
        "デッドウッド": ["count"],
        "ばば": ["jokers"],
        "オールマイティ": ["wild"],
        "拾う": ["take", "return_taken"],
        "絵札": ["face_values", "naturals"],
        "シャッフル": ["stock_end", "stockout"],
        "４９": ["naturals"],
        "100": ["push_up_target"],
        "休み": ["wait_after_spread", "wait_when_hit"],
        "凍結": ["wait_after_spread", "hit_blocks_out"],
        "罰": ["catch"],
        "3倍": ["tonk_pays", "two_spreads_pays"],
        "タンク": ["tonk_pays", "naturals"],
        "お金": ["stake"],
        "チップ": ["stake"],
        "参加料": ["side_ante"],
        "ディーラー": ["next_dealer"],
        "枚数": ["hand_size"],
        "引き分け": ["natural_tie", "stockout_tie"],
    },
}
"""What players of a language type, and the rules that they mean."""


@pytest.mark.parametrize(
    ("language", "typed"),
    [(language, typed) for language in LANGUAGES for typed in MEANT[language]],
)
def test_the_words_that_players_use_lead_to_the_rules_they_mean(language: str, typed: str) -> None:
    with spoken(language):
        found = keys_found(typed, look())
    assert {*MEANT[language][typed]} <= {*found}
    assert len(found) <= len(OPTIONS) // 2


def test_every_rule_has_other_names() -> None:
    assert OTHER_NAMES.keys() == OPTIONS.keys()


def test_a_rule_is_found_by_its_value() -> None:
    draft = own_draft()
    draft.put("push_up_target", 350)
    draft.put("stake", 777)
    assert keys_found("350", look(draft)) == ("push_up_target",)
    assert keys_found("777", look(draft)) == ("stake",)


def test_a_rule_found_by_its_value_stays_in_the_list_while_the_value_changes(
    tmp_path: Path,
) -> None:
    draft = own_draft()
    draft.put("stake", 777)
    with window(tmp_path) as app:
        editor = editing(app, draft)
        write(app, "777")
        editor.change("stake", 778)
        assert [row.key for row in row_list(editor, "rules").rows] == ["stake"]


def test_what_a_search_looks_in_is_gathered_once_for_a_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Typing on gathers nothing anew; a change of the draft, or another language, does."""
    asked = Counter[str]()

    def counted(text: str) -> str:
        asked[text] += 1
        return for_search(text)

    with window(tmp_path) as app:
        editor = editing(app, own_draft())
        monkeypatch.setattr("game.ui.rulesets.values.for_search", counted)
        typed = "nothing of the kind"
        write(app, typed)
        assert asked[typed] == 1
        assert sum(asked.values()) == 2 * len(OPTIONS) + len(typed)  # names and all texts
        press(app, *len(typed) * [pygame.K_BACKSPACE])
        editor.change("stake", 777)
        write(app, "777")
        assert [row.key for row in row_list(editor, "rules").rows] == ["stake"]
    monkeypatch.undo()
    state = look()
    assert keys_found("knock", state) != ()
    with spoken("fr"):
        assert keys_found("toquer", state) != ()
    assert keys_found("toquer", state) == ()


def test_what_the_search_of_the_editor_finds_is_heard(tmp_path: Path) -> None:
    with window(tmp_path) as app:
        editor = editing(app, own_draft())
        press(app, pygame.K_f, mod=CTRL)
        ears = Listener(app)
        write(app, "knock")
        found = row_list(editor, "rules")
        assert found.count > 1
        assert found.rows[0].spoken in ears.heard[-1].text
        assert ears.heard[-1].text.count(f"1 of {found.count}.") == 1
        write(app, "qq")
        assert ears.heard[-1].text.count("No rule matches.") == 1


def test_a_rule_that_does_not_match_is_neither_explained_nor_reached(tmp_path: Path) -> None:
    with window(tmp_path) as app:
        editor = editing(app, own_draft())
        press(app, pygame.K_f, mod=CTRL)
        write(app, "qqq")
        assert editor.current == ""
        assert not {*editor.pane.widgets} & {*editor.form.widgets}
        press(app, *3 * [pygame.K_BACKSPACE])
        assert editor.current == row_list(editor, "rules").current != ""
        assert {*editor.pane.widgets} <= {*editor.form.widgets}


def test_a_search_begun_anew_replaces_the_last_one(tmp_path: Path) -> None:
    with window(tmp_path) as app:
        search = editing(app, own_draft()).search
        assert search
        for text in ("knock", "wild"):
            press(app, pygame.K_f, mod=CTRL)
            write(app, text)
            assert search.text == text
        press(app, pygame.K_f, mod=CTRL)
        press(app, DOWN)
        write(app, "s")
        assert search.text == "wilds", "typed on the list, it continues"


@pytest.mark.parametrize("key", [ENTER, DOWN])
def test_enter_and_down_lead_from_a_search_to_what_it_found(tmp_path: Path, key: int) -> None:
    with window(tmp_path) as app:
        page = choosing(app)
        tab_to(app, "search")
        write(app, "tunk")
        press(app, key)
        assert page.form.focused == "sets"
        editor = editing(app, own_draft())
        press(app, pygame.K_f, mod=CTRL)
        write(app, "knock")
        press(app, key)
        assert editor.form.focused == "rules"
        assert editor.current == row_list(editor, "rules").current


@pytest.mark.parametrize(
    ("name", "typed"), [("Règles d’été", "regles d'ete"), ("トンク12枚", "ﾄﾝｸ１２枚")]
)
def test_rule_sets_are_found_the_same_way(tmp_path: Path, name: str, typed: str) -> None:
    a_set(tmp_path, name)
    with window(tmp_path) as app:
        page = choosing(app)
        write(app, typed)
        assert [row.key for row in row_list(page, "sets").rows] == [name]
