"""Drills by keys and clicks: every kind is asked, answered and told; ten make a drill."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from pygame import Rect, Surface

from ai.coach.drills import Kind, Question
from ai.coach.reasons import REASONS as FACTS
from game.features.study.drills.card_row import CardRow
from game.features.study.drills.model import DRILLS, LENGTH, DrillProgress, Skill, Wish
from game.features.study.drills.page import DrillEndScene, DrillScene, DrillsScene
from game.features.study.drills.words import (
    IN_SHORT,
    in_question,
    move_texts,
    option_text,
    why_texts,
)
from game.play.advice import DrillQuestion
from game.rule_files import NamedRules
from game.rules.actions import DONE, DRAW, DROP, TAKE, Action, Discard, Hit, Slap, Spread
from game.rules.presets import STANDARD, preset
from game.rules.ruleset import RuleSet
from game.rules.view import view
from game.saves.settings import Settings, SettingsStore
from game.ui.kit.controls import Button
from game.ui.kit.document import Cards, TextView
from game.ui.kit.skin import Skin
from game.ui.look.theme import Theme
from game.ui.rulesets.explore_page import ExploreScene
from game.ui.session.starting import rules_in_use
from game.ui.shell.loop import App
from game.ui.text.hint_reasons import REASONS
from game.ui.text.move_words import card_text
from tests.ai.positions import position
from tests.ui.stage import point, press, shown, stage, top, turns, widget

# One worker looks for the questions, each once.
pytestmark = pytest.mark.xdist_group("drills")

QUICK = ("spreads", "count", "held")
SEEDS = {"drop": "21", "take": "9", "lay": "14", "discard": "4", "change": "1"}
"""Seeds from which two questions of these kinds are found soon."""
CHICAGO = NamedRules("chicago", preset("chicago"), kind="preset")


def asked(app: App, kind: str, level: float = 2.0, *, clock: bool = False) -> DrillScene:
    progress = DrillProgress({kind: Skill(level)})
    app.services = app.services._replace(seed=SEEDS.get(kind, app.services.seed))
    named = rules_in_use(app) if kind != "change" else CHICAGO
    scene = DrillScene(app, named, Wish(kind, 2, has_clock=clock), progress)
    shown(app, scene)
    return scene


def answer(app: App, scene: DrillScene, *, rightly: bool) -> None:
    """Answer by keys, rightly or not."""
    question = scene.asked
    assert question is not None
    if "button:read" in scene.targets():
        press(app, pygame.K_RETURN)
    if question.kind != "spreads":
        number = question.right if rightly else (question.right + 1) % len(question.options)
        press(app, pygame.K_1 + number)
        return
    for cards in question.sets if rightly else ():
        for card in cards:
            at = question.cards.index(card)
            press(app, pygame.K_0 if at == 9 else pygame.K_1 + at)
        point(app, "button:spread")
    if not rightly:
        press(app, pygame.K_1)
        point(app, "button:spread")
    point(app, "button:all")


@pytest.mark.parametrize("kind", DRILLS)
def test_an_answer_is_judged_and_explained(kind: str) -> None:
    for rightly in (True, False):  # to the same question, which takes long to find
        with stage() as app:
            scene = asked(app, kind)
            answer(app, scene, rightly=rightly)
            assert "button:next" in scene.targets()
            assert (scene.right, scene.done) == (int(rightly), 1)
            texts = scene.aside()
            assert any(text.startswith("Right.") for text in texts) if rightly else "No." in texts
            assert len(scene.aside()) > 2  # position, verdict and why
            press(app, pygame.K_RETURN)
            assert scene.asked is not None
            assert "button:next" not in scene.targets()


@pytest.mark.parametrize("kind", ["count", "drop", "take"])
def test_an_answer_says_itself_alone_beside_its_key(kind: str) -> None:
    """The number of an answer and a count would read as one figure, such as 1·9."""
    with stage() as app:
        scene = asked(app, kind)
        question = scene.asked
        assert question is not None
        for number, option in enumerate(question.options):
            button = widget(scene, f"option:{number}", Button)
            words = option_text(question, option)
            assert (button.text, button.key) == (words, str(number + 1))
            assert button.spoken == f"{number + 1}: {words}"


@pytest.mark.parametrize(("kind", "row"), [("discard", "cards"), ("held", "options")])
@pytest.mark.parametrize("by_key", [False, True])
def test_a_card_is_the_answer_itself(kind: str, row: str, *, by_key: bool) -> None:
    with stage() as app:
        scene = asked(app, kind)
        question = scene.asked
        assert question is not None
        names = [name for name in scene.targets() if name.startswith(f"{row}:")]
        assert len(names) == len(question.options) > 1
        assert not any(name.startswith("option:") for name in scene.targets())
        right = option_text(question, question.options[question.right])
        if by_key:
            assert scene.form.focused == row
            for _step in question.cards:
                if card_text(widget(scene, row, CardRow).current) == right:
                    break
                press(app, pygame.K_RIGHT)
            press(app, pygame.K_RETURN)
        else:
            point(app, next(name for name in names if card_text(name.partition(":")[2]) == right))
        assert (scene.right, scene.done) == (1, 1)
        assert scene.targets().keys() & {*names} == set()


def meant(question: DrillQuestion, *numbers: int) -> tuple[frozenset[str], frozenset[int]]:
    """The cards of one's own and the spreads that answers name."""
    cards, spreads = set[str](), set[int]()
    for number in numbers:
        option = question.options[number]
        cards |= set(option.cards) if isinstance(option, Spread) else set()
        cards |= {option.card} if isinstance(option, Hit) else set()
        spreads |= {option.spread} if isinstance(option, Hit | Slap) else set()
    return frozenset(cards), frozenset(spreads)


@pytest.mark.parametrize("kind", ["lay", "change"])
def test_a_bracket_marks_what_would_be_laid_and_the_spread_that_it_fits(kind: str) -> None:
    with stage() as app:
        scene = asked(app, kind)
        seen = set[str]()
        for _question in range(2):
            question = scene.asked
            assert question is not None
            assert question.view is not None
            every = meant(question, *range(len(question.options)))
            assert in_question(question, is_told=False) == every
            assert widget(scene, "cards", CardRow).in_question == every[0]
            assert brackets(scene) == [question.view.spreads[at].cards for at in sorted(every[1])]
            seen |= every[0]
            answer(app, scene, rightly=True)
            right = meant(question, question.right)
            assert widget(scene, "cards", CardRow).in_question == right[0]
            assert len(brackets(scene)) == len(right[1])
            press(app, pygame.K_RETURN)
        assert seen


def brackets(scene: DrillScene) -> list[tuple[str, ...]]:
    """The spreads on the table that a bracket marks."""
    blocks = widget(scene, "table", TextView).blocks
    groups = [block for block in blocks if isinstance(block, Cards)]
    return [group.groups[at][0] for group in groups for at in sorted(group.marked)]


def test_a_hit_is_marked_on_both_sides_and_a_count_once_it_is_told() -> None:
    rules = preset("standard").changed(count="unmatched")
    hit = Question("lay", rules, 2, ("5H",), (Hit("5H", 2), DONE), 0)
    assert in_question(hit, is_told=False) == (frozenset({"5H"}), frozenset({2}))
    held = replace(hit, right=1)
    assert in_question(held, is_told=True) == (frozenset(), frozenset())
    count = Question("count", rules, 2, ("5H", "6H", "7H", "KS"), (10, 28), 0)
    assert in_question(count, is_told=False) == (frozenset(), frozenset())
    assert in_question(count, is_told=True) == (frozenset({"5H", "6H", "7H"}), frozenset())


@pytest.mark.parametrize("kind", sorted(set(IN_SHORT)))
def test_why_is_said_in_three_words(kind: str) -> None:
    assert 1 < len(IN_SHORT[kind].split()) <= 3
    assert kind in REASONS


def test_whatever_the_coach_finds_is_said_in_short() -> None:
    told_in_full = {"outcome"}  # where there is nothing to choose
    assert set(IN_SHORT) == set(FACTS) - told_in_full


@pytest.mark.parametrize(
    ("kind", "options", "best"),
    [
        ("drop", (DROP, DRAW), "Best: drop."),
        ("drop", (DRAW, DROP), "Best: draw from the stock."),
        ("drop", (Spread(("5C", "5D", "5H")), DROP), "Best: play on."),
        ("take", (TAKE, DRAW), "Best: take 9♥."),
        ("discard", (Discard("5C"), Discard("9S")), "Best: discard 5♣."),
        ("lay", (Discard("5C"), Spread(("5C", "5D", "5H"))), "Best: hold it."),
        ("held", ("5C", "9S"), "It's 5♣."),
        ("count", (12, 10), "It's 12."),
    ],
)
def test_the_right_answer_is_told_in_a_sentence(
    kind: Kind, options: tuple[Action | str | int, ...], best: str
) -> None:
    seen = view(position("5C 5D 5H 9S 9C", "KC QD JH 8S 2C", upcard="9H"), 0)
    question = Question(kind, STANDARD, 1, seen.hand, options, 0, seen)
    assert why_texts(question, 1)[0] == best


@pytest.mark.parametrize(
    ("rules", "loss", "told"),
    [
        (STANDARD, 1.004, "Your answer costs 1 stake on average."),
        (STANDARD, 0.31, "Your answer costs 0.31 stakes on average."),
        (preset("push_up"), 1.0, "Your answer costs 1 point on average."),
        (preset("push_up"), 12.0, "Your answer costs 12 points on average."),
    ],
)
def test_what_an_answer_costs_is_told_in_one_unit_or_many(
    rules: RuleSet, loss: float, told: str
) -> None:
    seen = view(position("5C 5D 5H 9S 9C", "KC QD JH 8S 2C", upcard="9H", rules=rules), 0)
    question = Question("drop", rules, 1, seen.hand, (DROP, DRAW), 0, seen, (0.0, loss))
    assert why_texts(question, 1)[-1] == told


@pytest.mark.parametrize("level", [2.0, 10.0])
@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1280, 960)])
def test_cards_to_be_marked_lie_apart_and_each_is_hit(level: float, size: tuple[int, int]) -> None:
    with stage(size) as app:
        scene = asked(app, "spreads", level)
        row = widget(scene, "cards", CardRow)
        boxes = row.targets()
        high = next(iter(boxes.values())).height
        for name, box in boxes.items():
            assert box.width == pytest.approx(high * 5 / 7, abs=2), "a whole card"
            assert row.rect.contains(box.move(0, -int(high * 0.14)))
            assert box.collidelist([other for each, other in boxes.items() if each != name]) < 0
            point(app, name)
            assert row.marked == {name.removeprefix("cards:")}
            point(app, name)


@pytest.mark.parametrize("height", [110, 195, 400])
def test_the_keys_of_cards_hide_nothing_of_them(height: int) -> None:
    skin = Skin(Theme(), (960, 540))
    cards, pictures = ("7C", "TH", "9S", "KD"), []
    keyed = CardRow("cards", cards, set(), keys={"7C": "1", "TH": "2", "9S": "3", "KD": "4"})
    bare = CardRow("cards", cards, set(), is_toggled=True)
    for row in (keyed, bare):
        row.place(Rect(10, 10, 430, height), skin)
        pictures.append(Surface((450, height + 20)))
        row.draw(pictures[-1], skin)
    for name, box in bare.targets().items():
        shown_there = [pygame.image.tobytes(each.subsurface(box), "RGB") for each in pictures]
        assert shown_there[0] == shown_there[1]
        assert keyed.targets()[name].top <= box.top - skin.px(20), "its key can be clicked"
        assert keyed.rect.contains(keyed.targets()[name])


def test_ten_make_a_drill_and_it_is_kept(tmp_path: Path) -> None:
    settings = SettingsStore(SettingsStore.unsaved(Settings(speed="instant", mute=True)).loaded,
                             tmp_path / "settings.json")  # fmt: skip
    with stage(settings=settings) as app:
        shown(app, DrillsScene(app))
        for _step in range(list(DRILLS).index("count") + 1):
            point(app, "kind:more")
        point(app, "button:start")
        scene = top(app, DrillScene)
        for number in range(LENGTH):
            answer(app, scene, rightly=number > 2)
            press(app, pygame.K_RETURN)
        end = top(app, DrillEndScene)
        assert end.heading == "7 of 10 right"
        assert any("first drill" in text for text in end.aside())
        kept = DrillProgress.load(app.services.saves.opened())
        assert [each.right for each in kept.rounds] == [7]
        assert kept.skill("count").asked == LENGTH
        point(app, "button:again")
        scene = top(app, DrillScene)
        for _number in range(LENGTH):
            answer(app, scene, rightly=True)
            press(app, pygame.K_RETURN)
        assert any("Better than before" in text for text in top(app, DrillEndScene).aside())
        press(app, pygame.K_ESCAPE)
        page = top(app, DrillsScene)
        assert page.progress.skill("count").right == 2 * LENGTH - 3


def test_all_kinds_come_in_turn_and_the_first_at_once() -> None:
    with stage() as app:
        scene = asked(app, "")
        kinds = []
        for _number in range(LENGTH):
            assert scene.asked is not None
            kinds.append(scene.asked.kind)
            answer(app, scene, rightly=True)
            press(app, pygame.K_RETURN)
        assert kinds[0] in QUICK
        assert set(kinds) == set(DRILLS) - {"change"}  # these are the standard rules


def test_a_lesson_shows_where_the_usual_play_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "game.features.study.drills.model.LESSON", 2
    )  # each question takes seconds to find
    with stage() as app:
        page = shown(app, ExploreScene(app, CHICAGO))
        assert isinstance(page, ExploreScene)
        point(app, "button:try")
        scene = top(app, DrillScene)
        assert scene.asked is not None
        thrown = option_text(scene.asked, scene.asked.options[scene.asked.usual])
        usual = f"In the standard game you'd choose: {thrown}."
        press(app, pygame.K_1 + scene.asked.usual)
        assert any(text.startswith(usual) for text in scene.aside())
        assert any("costs" in text for text in scene.aside())
        press(app, pygame.K_RETURN)
        answer(app, scene, rightly=True)
        press(app, pygame.K_RETURN)
        assert top(app, DrillEndScene).heading == "1 of 2 right"
        point(app, "button:again")
        assert top(app, DrillScene).done == 0


def test_the_standard_game_has_no_lesson_on_what_changes() -> None:
    with stage() as app:
        page = shown(app, ExploreScene(app, NamedRules("standard", preset("standard"))))
        assert isinstance(page, ExploreScene)
        assert "button:try" not in page.targets()


def test_moves_are_hidden_while_it_is_asked_from_memory() -> None:
    with stage() as app:
        scene = asked(app, "held", 8.0)
        assert scene.asked is not None
        assert scene.asked.view is not None
        moves = move_texts(scene.asked.view)
        assert set(moves) <= set(scene.aside())
        assert not any(name.startswith("option:") for name in scene.targets())
        press(app, pygame.K_1)  # nothing to answer yet
        assert scene.done == 0
        point(app, "button:read")
        assert not set(moves) & set(scene.aside())
        press(app, pygame.K_1)
        assert scene.done == 1


def test_the_clock_ends_a_question() -> None:
    with stage() as app:
        scene = asked(app, "count", clock=True)
        left = scene.time
        assert left is not None
        scene.update(left / 2)
        assert scene.done == 0
        scene.update(left)
        assert (scene.done, scene.right) == (1, 0)
        assert "Time is up." in scene.aside()
        assert scene.idle_for() is None


def test_marks_are_spoken_and_judged_one_by_one() -> None:
    with stage() as app:
        scene = asked(app, "spreads", 7.0)
        while scene.asked and not (scene.asked.sets and len(scene.asked.sets[0]) > 3):
            point(app, "button:all")
            if isinstance(app.top, DrillEndScene):
                point(app, "button:again")
                scene = top(app, DrillScene)
                continue
            press(app, pygame.K_RETURN)
            if isinstance(app.top, DrillEndScene):
                point(app, "button:again")
                scene = top(app, DrillScene)
        assert scene.asked is not None
        cards = scene.asked.sets[0]
        for card in cards[:3]:
            point(app, f"cards:{card}")
        assert scene.spoken().endswith(": marked")
        point(app, "button:spread")
        assert any("part of a longer" in text for text in scene.aside())
        point(app, f"cards:{cards[3]}")
        if len(cards) == 4:
            point(app, "button:spread")
            assert any(text.endswith(": yes.") for text in scene.aside())


class Never:
    """A question that will never be."""

    is_over = True
    latest = None
    error = "never"

    def __init__(self, *_asked: object) -> None:
        """Whatever is asked for."""

    def cancel(self) -> None:
        """Nothing is left to be stopped."""


def test_rules_that_bring_up_no_question_are_told() -> None:
    with stage(drills=Never) as app:
        scene = asked(app, "drop")
        turns(app)
        assert scene.asked is None
        assert any("never raise this question" in text for text in scene.aside())
        assert scene.idle_for() is None
        press(app, pygame.K_ESCAPE)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("slap", "Only slaps are new."),
        ("forty_nine_turn", "Only naturals are new."),
        ("dead_jokers", "Only jokers are new."),
        ("waits", ""),
    ],
)
def test_rules_that_have_no_lesson_say_why(name: str, why: str) -> None:
    with stage(drills=Never) as app:
        named = NamedRules(name, preset(name), kind="preset")
        shown(app, DrillScene(app, named, Wish("change", 2), DrillProgress()))
        turns(app)
        told = top(app, DrillScene).aside()
        assert told[0].startswith("The coach found no position")
        assert [text[: len(why)] for text in told[1:]] == [why] * bool(why)
