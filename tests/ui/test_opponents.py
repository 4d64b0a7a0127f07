"""Choosing whom one plays against: before a game, between two hands, by keys and by clicks."""

import pygame
import pytest

from game.menus.new_game import NewGameScene
from game.menus.start import StartScene
from game.play.chosen_opponents import ChosenOpponent
from game.play.opponents import Duel, Ladder, Opponents
from game.saves.settings import PlayOptions
from game.ui.kit.controls import Label
from game.ui.kit.document import Block, Heading, Para, Point
from game.ui.kit.typing import TextField
from game.ui.look.faces import Mood, portrait
from game.ui.look.palettes import Colour
from game.ui.session import opponents_page as opponents
from game.ui.session.opponents_page import OpponentsScene, ladder_blocks
from game.ui.session.pause import PauseScene
from game.ui.session.table_scene import TableScene
from game.ui.shell.loop import App
from game.ui.text.level_words import LEVELS, character
from tests.session.players import careless, play_out
from tests.ui.conftest import Program
from tests.ui.stage import point, press, shown, stage, targets, top, turns

COMPANY = Opponents(("beginner", "regular", "master"), ("plain", "hitter"))
FULL = Opponents(("beginner", "regular", "master"), ("plain", "cautious", "hitter"))


def choosing(app: App, count: int) -> list[tuple[ChosenOpponent, ...]]:
    """The page for so many opponents, nothing chosen; what it gives when it is left."""
    given: list[tuple[ChosenOpponent, ...]] = []
    shown(app, StartScene(app))
    shown(app, OpponentsScene(app, (), count, given.append))
    return given


def test_left_as_it_is_everybody_is_the_usual_one() -> None:
    with stage() as app:
        given = choosing(app, 2)
        press(app, pygame.K_ESCAPE)
    assert given == [(ChosenOpponent("regular", "plain"), ChosenOpponent("regular", "plain"))]


def test_level_style_and_name_are_chosen_by_clicks_and_typing() -> None:
    with stage() as app:
        given = choosing(app, 2)
        point(app, "level:1:more")
        point(app, "style:1:more")
        point(app, "name:0")
        pygame.event.post(pygame.Event(pygame.TEXTINPUT, text="Zoë", window=None))
        turns(app)
        point(app, "button:back")
    assert given == [
        (ChosenOpponent("regular", "plain", "Zoë"), ChosenOpponent("master", "hitter"))
    ]


@pytest.mark.parametrize("size", [(1280, 740), (1024, 640)])
def test_nothing_moves_under_the_pointer_while_levels_are_changed(size: tuple[int, int]) -> None:
    with stage(size, opponents=lambda: Opponents(tuple(LEVELS), ("plain", "hitter"))) as app:
        choosing(app, 2)
        places = set()
        for _level in range(2):
            point(app, "level:0:less")
            for style in ("less", "more"):
                places.add(tuple(targets(app)["level:0:less"]))
                point(app, f"style:0:{style}")
        assert len(places) == 1


def test_each_line_shows_the_face_that_the_name_will_have(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def watched(name: str, mood: Mood, colour: Colour, size: int, *, bold: bool) -> pygame.Surface:
        seen.append(name)
        return portrait(name, mood, colour, size, bold=bold)

    monkeypatch.setattr(opponents, "portrait", watched)
    with stage() as app:
        choosing(app, 2)
        assert seen[-2:] == ["Ada", "Basil"]
        point(app, "name:0")
        pygame.event.post(pygame.Event(pygame.TEXTINPUT, text="Zoë", window=None))
        turns(app)
        assert seen[-2:] == ["Zoë", "Basil"]


def test_who_has_no_name_yet_gives_way_to_who_was_given_it() -> None:
    with stage() as app:
        choosing(app, 3)
        page = top(app, OpponentsScene)
        point(app, "name:2")
        pygame.event.post(pygame.Event(pygame.TEXTINPUT, text="Ada", window=None))
        turns(app)
        hints = [part.hint for part in page.form.widgets if isinstance(part, TextField)]
        assert hints[:2] == ["Basil", "Cleo"]


def test_all_are_changed_at_once_or_mixed() -> None:
    with stage() as app:
        given = choosing(app, 5)
        page = top(app, OpponentsScene)
        page.form.focus("all")
        press(app, pygame.K_LEFT)
        assert {level for level, _ in levels(page)} == {"beginner"}
        press(app, pygame.K_END)
        assert {level for level, _ in levels(page)} == set(COMPANY.levels)
        press(app, pygame.K_ESCAPE)
    assert len(given[0]) == 5


def levels(page: OpponentsScene) -> list[tuple[object, str]]:
    """What the level of each line says."""
    found = [widget for widget in page.form.widgets if widget.name.startswith("level:")]
    return [(widget.value, widget.name) for widget in found]  # type: ignore[attr-defined]  # choices


def test_a_new_game_seats_who_was_chosen() -> None:
    with stage() as app:
        shown(app, StartScene(app))
        shown(app, NewGameScene(app))
        point(app, "company")
        point(app, "level:0:more")
        press(app, pygame.K_ESCAPE)
        top(app, NewGameScene)
        press(app, pygame.K_RETURN)
        turns(app)
        session = top(app, TableScene).session
    assert [player.level for player in session.players if not player.is_human] == ["master"]


def test_between_two_hands_others_take_over_from_the_menu() -> None:
    with stage() as app:
        shown(app, StartScene(app))
        shown(app, NewGameScene(app))
        press(app, pygame.K_RETURN)
        table = top(app, TableScene)
        turns(app)
        table.open_menu()
        assert "button:opponents" not in top(app, PauseScene).targets()
        press(app, pygame.K_ESCAPE)
        play_out(table.session, [careless, careless])
        table.open_menu()
        turns(app)
        point(app, "button:opponents")
        point(app, "level:0:less")
        press(app, pygame.K_ESCAPE)
        assert [each.level for each in table.session.players if each.level] == ["beginner"]
        assert "(Beginner)" in " ".join(table.log.texts)


def test_the_ladder_tells_results_in_whole_stakes() -> None:
    ladder = Ladder((Duel("beginner", "regular", -0.253, 0.012, 4000),), {"regular": 0.2})
    told = [words(block) for block in ladder_blocks(COMPANY, ladder)]
    assert (
        "In 100 hands against Beginner it wins about 25 stakes, give or take 1. "
        "Measured over 4,000 hands." in told
    )
    assert "Out of 100 drops, 20 get caught." in told
    assert told.index("Master") < told.index("Regular") < told.index("Beginner")


def words(block: Block) -> str:
    assert isinstance(block, Heading | Para | Point)
    return block.text


def test_a_character_never_says_two_things_of_one_habit() -> None:
    plain = character(COMPANY, ChosenOpponent("beginner"))
    assert plain.startswith("New to the rules: breaks up pairs")
    cautious = character(FULL, ChosenOpponent("beginner", "cautious"))
    assert cautious == ("New to the rules. Drops only when sure, and discards nothing others want.")
    hitter = character(FULL, ChosenOpponent("master", "hitter"))
    assert hitter.startswith("Weighs what everyone might hold")
    assert hitter.endswith("prefers going out to dropping.")


def test_the_adaptive_opponent_says_what_it_knows_and_has_no_style() -> None:
    with stage() as app:
        given = choosing(app, 1)
        point(app, "style:0:more")
        point(app, "level:0:more")
        point(app, "level:0:more")
        page = top(app, OpponentsScene)
        said = " ".join(part.text for part in page.form.widgets if isinstance(part, Label))
        point(app, "button:back")
    assert given == [(ChosenOpponent("adaptive", "plain"),)]
    assert "24 of your last 57 drops were caught" in said


@pytest.mark.parametrize(("given", "opponents"), [(4, 3), (2, 1), (None, 4)])
def test_seats_given_at_the_start_are_chosen_and_otherwise_left(
    program: Program, given: int | None, opponents: int
) -> None:
    found: list[int] = []
    program(lambda app: app.change(opponents=4))
    program(
        lambda app: found.append(app.services.settings.settings.opponents), PlayOptions(seats=given)
    )
    assert found == [opponents]
