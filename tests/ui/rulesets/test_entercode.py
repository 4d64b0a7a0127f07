"""Rules from a code: pasted or typed, refused in one line, made one's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assets.locale.make import LANGUAGES
from game.rule_files import NamedRules, OwnRules
from game.rules.presets import preset
from game.rules.sharecode import ShareCodeError, code_of, rules_from_code
from game.ui.kit import clipboard
from game.ui.kit.document import Heading, Para, Point
from game.ui.rulesets.choose import ChooseRulesScene
from game.ui.rulesets.rule_texts import local_words
from game.ui.rulesets.sharing import EnterCodeScene
from game.ui.shell.loop import App
from game.ui.text.move_words import refused_text
from tests.ui.rulesets.hands import ENTER, ESCAPE, choosing, tab_to, window, write
from tests.ui.stage import block_texts, point, press, targets, top
from tests.ui.test_everything_fits import spoken

RULES = preset("new_jersey").changed(jokers=2, slap="race")


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with window(tmp_path) as app:
        choosing(app)
        tab_to(app, "button:code")
        press(app, ENTER)
        yield app


def test_a_code_is_typed_and_made_ones_own_by_keys_alone(app: App, tmp_path: Path) -> None:
    write(app, code_of(RULES).lower().replace("-", " "))
    page = top(app, EnterCodeScene)
    assert page.named is not None
    press(app, ENTER)
    chooser = top(app, ChooseRulesScene)
    (own,) = OwnRules.in_folder(tmp_path).sets
    assert (own.name, own.rules, own.base) == ("Rules from a code", RULES, "new_jersey")
    assert chooser.item is not None
    assert chooser.item.named == own
    assert app.toasts.text == "“Rules from a code” is saved."


def test_a_second_set_from_a_code_has_a_name_of_its_own(app: App, tmp_path: Path) -> None:
    for code in (code_of(RULES, "Friday"), code_of(preset("tunk"), "Friday")):
        write(app, code)
        point(app, "button:keep")
        point(app, "button:code")
    names = {own.name: own.rules for own in OwnRules.in_folder(tmp_path).sets}
    assert names == {"Friday": RULES, "Friday 2": preset("tunk")}


def test_a_long_name_is_kept_whole(app: App, tmp_path: Path) -> None:
    write(app, code_of(RULES, 20 * "Ann"))
    press(app, ENTER)
    assert [own.name for own in OwnRules.in_folder(tmp_path).sets] == [20 * "Ann"]


@pytest.mark.parametrize("changes", [{}, {"wait_when_hit": 3}])
def test_the_page_shows_the_words_that_the_saved_set_will_have(
    app: App, tmp_path: Path, changes: dict[str, int]
) -> None:
    write(app, code_of(preset("rushville").changed(**changes)))
    shown = [each for each in block_texts(top(app, EnterCodeScene), Point) if "here means" in each]
    press(app, ENTER)
    (own,) = OwnRules.in_folder(tmp_path).sets
    saved = [each for each in local_words(own.all_words.items()) if "here means" in each]
    assert shown == saved
    assert bool(shown) is not bool(changes)


def test_where_nothing_can_be_saved_the_code_stays(app: App, tmp_path: Path) -> None:
    (tmp_path / "rules").write_text("in the way")
    write(app, code_of(RULES))
    page = top(app, EnterCodeScene)
    point(app, "button:keep")
    assert app.top is page
    assert app.toasts.text.startswith("Not saved: ")


def test_a_code_is_pasted_by_mouse_alone(app: App, tmp_path: Path) -> None:
    clipboard.copy(f"  {code_of(RULES)}\n")
    point(app, "button:paste")
    point(app, "button:keep")
    assert [own.rules for own in OwnRules.in_folder(tmp_path).sets] == [RULES]


@pytest.mark.parametrize(
    "text", ["Rules: “{code}”.\n", "> Here's my code ({code}), see you!", "Rules 2: **{code}**"]
)
def test_a_code_is_pasted_with_what_stood_around_it(app: App, text: str) -> None:
    clipboard.copy(text.format(code=code_of(RULES)))
    point(app, "button:paste")
    named = top(app, EnterCodeScene).named
    assert named is not None
    assert named.rules == RULES


def test_two_codes_are_not_pasted_at_once(app: App) -> None:
    clipboard.copy(f"{code_of(RULES)} {code_of(preset('tunk'))}")
    point(app, "button:paste")
    page = top(app, EnterCodeScene)
    assert page.named is None
    assert page.why == "there is more than one code in it; use one at a time"


def test_nothing_is_pasted_where_there_is_nothing(app: App) -> None:
    clipboard.copy("")
    point(app, "button:paste")
    assert app.toasts.text == "Nothing to paste."


def test_the_name_that_a_code_carries_is_the_name_of_the_own_set(app: App, tmp_path: Path) -> None:
    write(app, code_of(RULES, "Friday night (late)"))
    page = top(app, EnterCodeScene)
    assert page.named is not None
    assert page.named.rules == RULES
    assert "Friday night (late)" in block_texts(page, Heading)
    press(app, ENTER)
    assert [own.name for own in OwnRules.in_folder(tmp_path).sets] == ["Friday night (late)"]


@pytest.mark.parametrize("name", ["chicago", "TONK1-B702-TR8", "\u200b", ")"])
def test_a_name_that_no_own_set_may_have_is_left_out(app: App, name: str) -> None:
    write(app, f"{code_of(RULES)} ({name})")
    named = top(app, EnterCodeScene).named
    assert named is not None
    assert named.rules == RULES
    assert named.name == (")" if name == ")" else NamedRules.from_rules(RULES).name)


@pytest.mark.parametrize(
    ("name", "why"),
    [("chicago", "a preset already has that name"), ("TONK1-B702", "it reads as a share code")],
)
def test_a_name_that_is_left_out_is_told(app: App, name: str, why: str) -> None:
    write(app, f"{code_of(RULES)} ({name})")
    (told,) = (text for text in block_texts(top(app, EnterCodeScene), Para) if "name after" in text)
    assert f"name = “{name}”: {why}" in told


def slipped(code: str) -> str:
    """The code with one letter wrong."""
    at = len(code) - 8
    return code[:at] + ("2" if code[at] != "2" else "3") + code[at + 1 :]


WRONG = {
    "hello": "it is not a code",
    code_of(RULES)[:9]: "cut off",
    slipped(code_of(RULES)): "mistyped",
    code_of(RULES)[:8] + "!" + code_of(RULES)[8:]: "codes never contain",
    "TONK7" + code_of(RULES)[5:]: "another version",
    code_of(RULES) + " (Friday": "must end with a bracket",
    code_of(RULES) + " (Friday) night": "must end with a bracket",
    code_of(RULES, "n" * 61): "is longer than 60 letters",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_with_a_code_is_told_in_one_line(app: App, text: str) -> None:
    write(app, text)
    page = top(app, EnterCodeScene)
    assert page.named is None
    assert WRONG[text] in page.why
    assert "\n" not in page.why
    assert page.field.is_wrong
    assert "button:keep" not in targets(app)
    press(app, ENTER)
    assert app.top is page


@pytest.mark.parametrize("text", WRONG)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_wrong_with_a_code_is_told_in_every_language(language: str, text: str) -> None:
    with pytest.raises(ShareCodeError) as told:
        rules_from_code(text)
    english = refused_text(told.value.why)
    with spoken(language):
        assert refused_text(told.value.why) != english


def test_leaving_changes_nothing(app: App, tmp_path: Path) -> None:
    write(app, code_of(RULES))
    press(app, ESCAPE)
    top(app, ChooseRulesScene)
    assert OwnRules.in_folder(tmp_path).sets == ()
