"""The hooks with which features extend a session at the table; each is imported when needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from game.features.challenges import other_counts
from game.ui.shell.scene import TableHooks

if TYPE_CHECKING:
    from game.play.session import Session
    from game.rules.ruleset import RuleSet
    from game.ui.shell.scene import Stage


def _occasion(stage: Stage, rules: RuleSet) -> str:
    from game.features.challenges.bankroll.at_table import occasion_for

    return occasion_for(stage, rules)


def _greeting(stage: Stage, session: Session) -> str:
    if not session.plan.occasion:
        return ""
    from game.features.challenges.season.page import greeting

    return greeting(stage, session)


def _after_hand(stage: Stage, session: Session) -> Iterator[Sequence[Callable[[], str]]]:
    from game.features.challenges.bankroll.at_table import after_hand
    from game.features.challenges.goals.page import reached_lines, reaching_now
    from game.features.challenges.season import page as season

    if season.after_hand(session):
        yield [partial(season.after_hand, session)]
    for found in reaching_now(stage, session, other_counts()):
        yield reached_lines(found)
    if money := after_hand(stage, session):
        yield [lambda: money]


def _to_daily(stage: Stage, occasion: str) -> None:
    from datetime import date

    from game.features.challenges.daily.page import DailyScene

    stage.push(DailyScene(stage, date.fromisoformat(occasion.partition(" ")[2])))


def _to_season(stage: Stage, _occasion: str) -> None:
    from game.features.challenges.season.page import SeasonScene

    stage.push(SeasonScene(stage))


def table_hooks() -> TableHooks:
    """Return the hooks of all features at the table."""
    return TableHooks(_occasion, _greeting, _after_hand, {"daily": _to_daily, "season": _to_season})
