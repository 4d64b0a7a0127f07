"""The page of what a rule set does: for how many players, found out or still being found out."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from pygame import Rect

from ai.explore.figures import MeasuredFigure
from game.rule_files import NamedRules
from game.rules.presets import STANDARD, preset
from game.rules.ruleset import RuleSet
from game.ui.autoplay import click
from game.ui.kit.controls import Button, Label
from game.ui.kit.document import Heading, Para, Point, TextView
from game.ui.kit.inputs import Choice
from game.ui.rulesets.explore_page import ExploreScene, Thresholds
from game.ui.rulesets.exploring_words import value_text
from game.ui.shell.loop import App
from tests.ui.seen import seen, sheet, watching
from tests.ui.stage import (
    Exploring,
    block_texts,
    explored,
    point,
    press,
    shown,
    stage,
    turns,
    widget,
)


def explore_page(app: App, rules: RuleSet) -> ExploreScene:
    page = shown(app, ExploreScene(app, NamedRules("mine", rules)))
    assert isinstance(page, ExploreScene)
    return page


def test_figures_are_told_for_as_many_players_as_are_chosen() -> None:
    with stage() as app:
        page = explore_page(app, preset("waits"))
        assert any("at 2 seats" in text for text in block_texts(page, Para))
        point(app, "seats:more")
        assert page.seats == 3
        assert any("at 3 seats" in text for text in block_texts(page, Para))
        assert page.form.focused == "seats"
        press(app, pygame.K_END)
        assert page.seats == 6
        assert any("at 6 seats" in text for text in block_texts(page, Para))
        press(app, pygame.K_HOME)
        assert page.seats == 2


def test_the_standard_game_is_not_compared_with_itself() -> None:
    def told(rules: RuleSet) -> str:
        with stage() as app:
            page = explore_page(app, rules)
            parts = [name for name in page.targets() if name.startswith("part:")]
            texts = []
            for part in parts:
                point(app, part)
                if part in {"part:advice", "part:figures"}:
                    texts += [*block_texts(page, Para), *block_texts(page, Point)]
                texts += [getattr(each, "spoken", "") for each in page.form.widgets]
            assert ("part:advice" in parts) == bool(rules.differences(STANDARD))
            return " ".join(texts).lower().replace("standard deviation", "")

    assert "(standard: " in told(preset("waits"))
    alone = told(STANDARD)
    assert "standard" not in alone
    assert "at 2 seats" in alone


def test_every_figure_of_drops_is_told_under_dropping() -> None:
    with stage() as app:
        page = explore_page(app, STANDARD)
        point(app, "part:figures")
        told = widget(page, "text", TextView).blocks
        under: dict[str, list[str]] = {}
        for block in told:
            if isinstance(block, Heading):
                under[block.text] = []
            elif isinstance(block, Point):
                under[list(under)[-1]].append(block.text)
        assert any(text.startswith("Coach drops on its first turn") for text in under["Dropping"])
        assert not any("drops" in text for text in under["Cards"])


@pytest.mark.parametrize("name", ["waits", "standard"])
def test_it_opens_on_words_and_figures_come_after(name: str) -> None:
    with stage() as app:
        page = explore_page(app, preset(name))
        blocks = widget(page, "text", TextView).blocks
        heads = [at for at, block in enumerate(blocks) if isinstance(block, Heading)]
        words = [block.text for block in blocks[: heads[1]] if isinstance(block, Point)]
        assert len(words) >= 3
        assert not any("±" in text for text in words)
        rest = [block.text for block in blocks[heads[1] :] if isinstance(block, Point)]
        assert all("±" in text for text in rest)


def test_what_to_expect_of_a_hand_is_said_in_short() -> None:
    with stage() as app:
        page = explore_page(app, STANDARD)
        assert block_texts(page, Point)[:3] == [
            "Hands end most often like this: Drop won.",
            "A hand lasts about 6 turns.",
            "On your first turn, a count of 24 or less is low enough to drop.",
        ]


def test_where_hardly_anybody_may_drop_no_empty_chart_is_shown() -> None:
    found = replace(explored(STANDARD, 2), figures={})
    with stage(explore=lambda _rules, _seats: Exploring(1.0, found)) as app:
        page = explore_page(app, STANDARD.changed(drop_at_most=1))
        point(app, "part:counts")
        assert block_texts(page, Para) == ["Hardly anybody gets to drop here."]


@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
def test_the_caption_of_a_chart_stands_under_its_point(size: tuple[int, int]) -> None:
    with watching(), stage(size) as app:
        page = explore_page(app, STANDARD)
        point(app, "part:counts")
        chart = widget(page, "thresholds", Thresholds)
        for at in range(chart.last + 1):
            chart.at = at
            page.draw(sheet(size))
            assert seen().faults(Rect((0, 0), size)) == []
            words = chart.place_words()
            caption = next(word.ink for word in seen().words if word.text == words)
            beside = abs(caption.centerx - chart.x_of(chart.at))
            assert beside <= caption.width // 2 + 4


def test_why_the_standard_rules_cannot_be_tried_is_said_on_a_click() -> None:
    with stage() as app:
        page = explore_page(app, STANDARD)
        click(widget(page, "button:try", Button).rect)
        turns(app)
        assert app.toasts.text.startswith("These are the standard rules.")


def test_only_as_many_players_are_offered_as_the_rules_seat() -> None:
    with stage() as app:
        page = explore_page(app, STANDARD.changed(hand_size=9))
        assert offered(page) == [seats for seats in range(2, 7) if 9 * seats < 52]
        page = explore_page(app, STANDARD.changed(ranks="A2345", hand_size=6))
        assert offered(page) == [2]


def test_while_bots_play_for_other_seats_the_bar_goes_on_and_the_focus_stays() -> None:
    going = {2: Exploring(1.0, explored(STANDARD, 2)), 3: Exploring(0.37)}
    with stage(explore=lambda _rules, seats: going[seats]) as app:
        page = explore_page(app, preset("waits"))
        point(app, "seats:more")
        before = page.found
        assert before is None
        assert any("37" in each.text for each in page.form.widgets if isinstance(each, Label))
        going[3].latest = explored(STANDARD, 3)
        page.update(1.0)
        turns(app)
        assert page.found is going[3].latest
        assert page.form.focused == "seats"
        point(app, "seats:less")
        assert page.found is going[2].latest


def test_the_page_comes_back_with_the_seats_that_were_asked_for_last() -> None:
    asked: list[int] = []

    def explore(_rules: RuleSet, seats: int) -> Exploring:
        asked.append(seats)
        return Exploring(0.37)

    with stage(explore=explore, explored_last=lambda _rules: 4) as app:
        page = explore_page(app, STANDARD.changed(hand_size=9))
        assert (page.seats, asked) == (4, [4])


def test_what_fails_is_said_in_the_players_own_words() -> None:
    going = Exploring(0.37, error="ValueError: no world")
    with stage(explore=lambda _rules, _seats: going) as app:
        page = explore_page(app, STANDARD.changed(hand_size=9))
        page.update(1.0)
        told = [each.text for each in page.form.widgets if isinstance(each, Label)]
        assert "Can't work this out here." in told
        assert not any("world" in text for text in told)
        page = explore_page(app, STANDARD.changed(out_pays=2_000_000_000))
        page.update(1.0)
        told = [each.text for each in page.form.widgets if isinstance(each, Label)]
        assert "The coach can't help where a payment is more than 1,000,000,000 stakes." in told


def test_a_figure_has_as_many_decimals_as_its_interval() -> None:
    assert value_text("seat_0", MeasuredFigure(1.1, 0.005, 100)) == "1.10 ± 0.01"
    assert value_text("end_tonk", MeasuredFigure(0.07, 0.005, 100)) == "7.0% ± 1.0"
    assert value_text("turns", MeasuredFigure(12.0, 0.21, 100)) == "12.0 ± 0.4"


@pytest.mark.parametrize(
    ("value", "error", "told"),
    [
        (-1.0, 0.3, "never"),
        (-0.05, 1.34, "0.0 ± 2.6"),
        (-0.6, 0.3, "never"),
        (3.7, 1.2, "3.7 ± 2.4"),
    ],
)
def test_only_what_is_known_to_be_none_is_never_dropped_with(
    value: float, error: float, told: str
) -> None:
    assert value_text("threshold_3", MeasuredFigure(value, error, 100)) == told


def offered(page: ExploreScene) -> list[object]:
    return [value for value, _text in widget(page, "seats", Choice).options]
