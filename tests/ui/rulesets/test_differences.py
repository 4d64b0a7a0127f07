"""What is different at a table is told before anybody is dealt to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.menus.start import StartScene
from game.play.plan import Plan, Player, RulesLabel
from game.rule_files import NamedRules
from game.rules.presets import PRESETS, local_words, preset
from game.rules.sentences import at_this_table, describe
from game.saves.own_rules import save_rules
from game.ui.kit.document import Heading, Para, Point, TextView
from game.ui.rulesets.rule_texts import Known, in_force
from game.ui.rulesets.shelf import Shelf
from game.ui.session.starting import begin_with_rules, open_new_table, rules_in_use
from game.ui.session.table_rules import DifferencesScene, TableRulesScene, known_as, read_rules
from game.ui.session.table_scene import TableScene
from game.ui.shell.loop import App
from tests.ui.rulesets.hands import ENTER, ESCAPE, a_set, window
from tests.ui.stage import point, press, shown, top, turns, widget


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with window(tmp_path) as app:
        yield app


def sit_down(app: App, name: str, stake: int = 1) -> None:
    """Begin a game by rules of that name."""
    app.change(rules=name)
    begin_with_rules(app, rules_in_use(app), 1, stake)
    turns(app)


def told(scene: DifferencesScene) -> list[str]:
    """The points of the page."""
    return [
        block.text for block in widget(scene, "text", TextView).blocks if isinstance(block, Point)
    ]


def paras(scene: DifferencesScene) -> list[str]:
    """What stands between the points."""
    return [
        block.text for block in widget(scene, "text", TextView).blocks if isinstance(block, Para)
    ]


@pytest.mark.share(9)
@pytest.mark.parametrize("name", [name for name in PRESETS if name != "standard"])
def test_every_preset_tells_how_it_differs_before_a_card_is_dealt(app: App, name: str) -> None:
    sit_down(app, name)
    scene = top(app, DifferencesScene)
    session = app.services.saves.saved_session()
    assert session is not None
    assert session.hand is None
    sentences = [str(message) for message in at_this_table(preset(name))]
    assert told(scene)[: len(sentences)] == sentences
    words = [f"“{word}” here means: {meaning}." for word, meaning in local_words(name).items()]
    if name == "rushville":
        words.insert(1, "In the sentences of the rules “tonk” keeps its usual meaning.")
    assert told(scene)[len(sentences) :] == words
    press(app, ENTER)
    assert top(app, TableScene).session is session


def test_the_standard_game_is_dealt_at_once_whatever_its_stake(app: App) -> None:
    sit_down(app, "standard", stake=25)
    assert top(app, TableScene).session.rules.stake == 25


def test_the_stake_is_no_difference(app: App) -> None:
    sit_down(app, "no_upcard", stake=10)
    assert told(top(app, DifferencesScene)) == [
        str(each) for each in at_this_table(preset("no_upcard"))
    ]


@pytest.mark.parametrize("way", ["enter", "escape", "click"])
def test_reading_on_sits_down(app: App, way: str) -> None:
    sit_down(app, "texas")
    match way:
        case "enter":
            press(app, ENTER)
        case "escape":
            press(app, ESCAPE)
        case _:
            point(app, "button:go_on")
    top(app, TableScene)
    assert app.scenes[0].__class__ is StartScene
    assert len(app.scenes) == 2


def test_the_table_waits_below_and_deals_once_the_differences_are_closed(app: App) -> None:
    sit_down(app, "texas")
    table = app.scenes[-2]
    assert isinstance(table, TableScene)
    assert top(app, DifferencesScene).is_overlay
    turns(app)
    assert table.session.hand is None
    press(app, ENTER)
    assert top(app, TableScene) is table
    assert table.session.played == 1


def test_all_the_rules_can_be_read_from_there(app: App) -> None:
    sit_down(app, "chicago")
    point(app, "button:rules")
    top(app, TableRulesScene)
    press(app, ESCAPE)
    top(app, DifferencesScene)


def test_long_lists_are_scrolled_by_keys_and_wheel(app: App) -> None:
    sit_down(app, "five_seven_nine")
    scene = top(app, DifferencesScene)
    press(app, pygame.K_END)
    assert widget(scene, "text", TextView).at_end
    press(app, pygame.K_HOME)
    assert widget(scene, "text", TextView).offset == 0


def test_a_session_that_was_left_is_told_of_again(app: App) -> None:
    sit_down(app, "rushville")
    session = app.services.saves.saved_session()
    assert session is not None
    app.home()
    open_new_table(app, session)
    turns(app)
    top(app, DifferencesScene)
    press(app, ENTER)
    assert top(app, TableScene).session is session


def test_words_of_a_table_are_told_though_it_plays_the_standard_game(app: App) -> None:
    begin_with_rules(
        app, NamedRules("Ferry", preset("standard"), words=(("boiler", "drop"),)), 1, 1
    )
    turns(app)
    scene = top(app, DifferencesScene)
    assert told(scene) == ["“boiler” here means: drop."]
    press(app, ENTER, ESCAPE)
    point(app, "button:rules")
    assert top(app, TableRulesScene).heading == "Rules at this table: Ferry"


def test_rules_in_force_are_known_by_their_set_even_with_another_stake(
    app: App, tmp_path: Path
) -> None:
    named = a_set(tmp_path, wait_when_hit=2)
    assert known_as(app, named.rules.changed(stake=50)).title == "Friday night"
    assert known_as(app, preset("texas")) == Known("Texas", (("come in", "drop"),))
    assert known_as(app, preset("texas").changed(jokers=4)) == Known("House rules")


def test_a_session_keeps_what_its_rules_were_called_when_their_set_is_gone(
    app: App, tmp_path: Path
) -> None:
    named = replace(a_set(tmp_path, wait_when_hit=2), words=(("bump", "caught"),))
    shelf = Shelf(app.services.settings)
    save_rules(named, tmp_path, replaces=named.name)
    begin_with_rules(app, named, 1, 1)
    turns(app)
    before = told(top(app, DifferencesScene))
    assert "As we play it." in paras(top(app, DifferencesScene))
    assert "“bump” here means: caught." in before
    shelf.delete("Friday night")
    session = app.services.saves.saved_session()
    assert session is not None
    app.home()
    open_new_table(app, session)
    turns(app)
    assert told(top(app, DifferencesScene)) == before
    assert top(app, DifferencesScene).aside()[0] == "Friday night"


def test_the_rules_in_force_are_opened_under_their_name(app: App) -> None:
    read_rules(app, preset("washington_state").changed(stake=5))
    turns(app)
    scene = top(app, TableRulesScene)
    assert scene.heading == "Rules at this table: Washington State"
    points = [
        block.text for block in widget(scene, "text", TextView).blocks if isinstance(block, Point)
    ]
    assert "“double tonk” here means: natural." in points
    assert "A stake is worth 5 in play money." in points


def test_presets_that_play_alike_are_known_by_the_one_that_was_chosen(app: App) -> None:
    assert preset("army") == preset("baton_rouge")
    app.change(rules="army")
    assert known_as(app, preset("army")).title == "Army"
    label = RulesLabel.of(NamedRules.of_preset("army"))
    app.change(rules="standard")
    assert known_as(app, preset("army"), label).title == "Army"


@pytest.mark.parametrize("name", PRESETS)
def test_the_rules_in_force_are_told_whole(name: str) -> None:
    blocks = in_force(preset(name), Known(name))
    headings = [block.text for block in blocks if isinstance(block, Heading)]
    points = [block.text for block in blocks if isinstance(block, Point)]
    sections = describe(preset(name))
    assert headings[-len(sections) :] == [str(section.title) for section in sections]
    every = [str(sentence) for section in sections for sentence in section.sentences]
    assert points[-len(every) :] == every
    assert (headings[0] == "House rules here") == (name != "standard")


def test_a_session_made_elsewhere_tells_its_own_rules(app: App) -> None:
    rules = preset("standard").changed(booed=True)
    session = app.services.saves.start(Plan((Player("A"), Player("B", "regular")), rules))
    open_new_table(app, session)
    turns(app)
    assert len(told(top(app, DifferencesScene))) == 1


def test_each_rule_that_is_paid_for_has_an_example_to_be_shown(app: App) -> None:
    scene = TableRulesScene(app, preset("texas"), Known("Texas"))
    shown(app, scene)
    view = widget(scene, "text", TextView)
    names = [button.fold.name for button in view.folds]
    assert names == [
        "naturals",
        "natural_tie",
        "count",
        "catch",
        "tonk_pays",
        "out_pays",
        "stockout",
        "stockout_tie",
    ]
    place = names.index("catch")
    before = view.blocks[view.blocks.index(view.folds[place].fold) - 1]
    assert before == Point("If several tie for lowest, each of them is paid in full.")
    titles = [para.text for para in view.folds[place].fold.paragraphs() if para.bold]
    assert titles[1] == "Somebody is lower, somebody else lowest:"
