"""Tonk without its kernel: what is greyed says why, and nobody takes Master's seat unasked."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest

from game.menus.start import StartScene
from game.play.chosen import ChosenOpponent
from game.play.opponents import Opponents
from game.play.plan import Plan, Player
from game.ui.kit.controls import Button, Label
from game.ui.pages.messages import AskScene
from game.ui.rulesets.choose import ChooseRulesScene
from game.ui.session.opponents_page import OpponentsScene
from game.ui.session.sitting import go_on
from game.ui.session.table_scene import TableScene
from game.ui.shell.loop import App
from game.ui.text.sessions import no_kernel_sentence
from tests.ui.stage import point, shown, stage, top, turns, widget

AWAY: Final = Opponents(("beginner", "regular", "expert"), ("plain", "hitter"), away=("master",))


@pytest.fixture
def app() -> Iterator[App]:
    with stage() as made:
        bare = replace(made.services, coach=None, drills=None, explore=None, lacks_kernel=True)
        made.services = replace(bare, opponents=lambda: AWAY)
        yield made


def _left(app: App) -> None:
    """A table with Master is waiting."""
    shown(app, StartScene(app))
    session = app.services.store.start(Plan((Player("You"), Player("Zoë", "master/hitter"))))
    session.next_hand()


def test_a_table_with_master_opens_once_the_player_agrees_to_expert(app: App) -> None:
    _left(app)
    go_on(app)
    turns(app)
    page = top(app, AskScene)
    assert page.heading == "Master cannot play here"
    said = " ".join(part.text for part in page.form.widgets if isinstance(part, Label))
    assert said.startswith(no_kernel_sentence())
    point(app, "button:yes")
    session = top(app, TableScene).session
    assert {each.level for each in session.players} == {"", "expert/hitter"}
    assert "Zoë (Expert)" in session.names
    assert session.is_playing


def test_a_table_with_master_waits_where_the_player_does_not_agree(app: App) -> None:
    _left(app)
    go_on(app)
    turns(app)
    point(app, "button:no")
    assert isinstance(app.top, StartScene)
    kept = app.services.store.saved_session()
    assert kept is not None
    assert {each.level for each in kept.players} == {"", "master/hitter"}


def test_what_cannot_be_had_is_greyed_and_says_why(app: App) -> None:
    page = shown(app, ChooseRulesScene(app, lambda _named: None))
    button = widget(page, "button:explore", Button)
    assert (button.enabled, button.spoken) == (False, no_kernel_sentence())


def test_master_is_not_offered_and_one_sentence_says_why(app: App) -> None:
    chosen = (ChosenOpponent("master", "hitter", "Zoë"),)
    found: list[tuple[ChosenOpponent, ...]] = []
    shown(app, OpponentsScene(app, chosen, 1, found.append))
    page = top(app, OpponentsScene)
    said = " ".join(part.text for part in page.form.widgets if isinstance(part, Label))
    assert no_kernel_sentence() in said
    point(app, "button:back")
    assert found == [(ChosenOpponent("expert", "hitter", "Zoë"),)]
