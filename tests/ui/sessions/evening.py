"""Whole sessions in a real window: bots play the hands, the tests what lies between them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ai import betting
from ai.registry import make_bot
from game.menus.start import StartScene
from game.play.driver import Decision
from game.play.plan import OPPONENT_NAMES, Plan, Player
from game.play.session import Session
from game.rules.ruleset import RuleSet
from game.saves.settings import Settings, SettingsStore
from game.saves.store import Store
from game.ui.session.between_hands import JoiningScene
from game.ui.session.table_scene import TableScene
from game.ui.shell.loop import App
from tests.session import players
from tests.ui.stage import point, shown, stage, top, turns

BETS = RuleSet(high_suit_bet="called", natural_bet="first_spread", stake=5)
MOST_MOVES = 500


@contextmanager
def evening(
    rules: RuleSet,
    seats: int = 3,
    length: int | None = None,
    seed: str = "evening",
    size: tuple[int, int] = (1280, 720),
    store: Store | None = None,
    *,
    speed: str = "instant",
    played: int = 0,
) -> Iterator[App]:
    """A window with somebody who has just sat down, perhaps to the settlement of a later hand."""
    settings = SettingsStore.unsaved(
        Settings(mute=True, window_width=size[0], window_height=size[1])
    )
    settings.change(speed=speed)
    kept = store or Store.unsaved()
    with stage(size, settings, kept) as app:
        shown(app, StartScene(app))
        session = kept.start(plan_for(rules, seats, length, seed))
        players.play_hands(session, [players.eager] * seats, played, betting)
        sit_down(app, session)
        yield app


def plan_for(rules: RuleSet, seats: int, length: int | None, seed: str) -> Plan:
    """A person and bots, in the order in which they cut."""
    players = (Player("You"), *(Player(name, "regular") for name in OPPONENT_NAMES[: seats - 1]))
    return Plan(players, rules, seed, length)


def sit_down(app: App, session: Session) -> TableScene:
    """The table on top of the start screen, as far as it gets by itself."""
    table = TableScene(app, session)
    app.push(table)
    turns(app)
    return table


def table_of(app: App) -> TableScene:
    """The table, which may lie below other pages."""
    return next(scene for scene in app.scenes if isinstance(scene, TableScene))


def session_of(app: App) -> Session:
    """What is played."""
    return table_of(app).session


def play_hand(app: App) -> None:
    """Deal, if that has to be confirmed, and play the hand to its settlement."""
    if isinstance(app.top, JoiningScene):
        point(app, "button:next")
    play_on(top(app, TableScene))
    turns(app)
    assert top(app, TableScene).is_settling


def play_on(table: TableScene, most: int = MOST_MOVES) -> None:
    """Let bots make so many moves, fewer where the hand ends before."""
    bot = make_bot("regular")
    for _ in range(most):
        wait = table.flow.driver.waits_for
        if not isinstance(wait, Decision):
            break
        table.board.skip()
        table.flow.act(wait.seat, bot.choose(wait.view, wait.seed))
        table.follow()
    table.board.skip()
    table.update(0.0)


def next_hand(app: App) -> None:
    """Leave the settlement."""
    point(app, "button:next")
    turns(app)


def play_hands(app: App, hands: int) -> None:
    """So many hands, the last one's settlement still on show."""
    for number in range(hands):
        play_hand(app)
        if number + 1 < hands:
            next_hand(app)
