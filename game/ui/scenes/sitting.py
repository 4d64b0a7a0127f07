"""From the menus to the table and back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.rules.presets import preset
from game.session.plan import OPPONENT_NAMES, Plan, Player
from game.ui.text import _

if TYPE_CHECKING:
    from game.session.session import Session
    from game.ui.scene import Stage


def begin(stage: Stage, opponents: int, stake: int) -> None:
    """Sit down at a new table, in place of every other page; a session kept so far is let go."""
    services = stage.services
    rules = replace(preset(services.settings.settings.rules), stake=stake)
    level = services.levels[0]
    others = tuple(Player(name, level) for name in OPPONENT_NAMES[:opponents])
    plan = Plan((Player(_("You")), *others), rules, services.seed)
    _sit_down(stage, services.store.start(plan))


def go_on(stage: Stage) -> None:
    """Sit down again at the table that was left."""
    session = stage.services.store.kept()
    if session is not None:
        _sit_down(stage, session)


def _sit_down(stage: Stage, session: Session) -> None:
    from game.ui.scenes.table import TableScene

    stage.home()
    stage.push(TableScene(stage, session))
