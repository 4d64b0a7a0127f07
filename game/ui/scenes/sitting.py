"""From the menus to the table and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from game.rules.presets import preset
from game.session.plan import NO_LABEL, Plan, Player, agreed_length
from game.ui.text import _

if TYPE_CHECKING:
    from game.rules.ruleset import RuleSet
    from game.session.plan import RulesLabel
    from game.session.ruletext import NamedRules
    from game.session.session import Session
    from game.ui.scene import Stage


def begin(
    stage: Stage,
    opponents: int,
    stake: int,
    rules: RuleSet | None = None,
    label: RulesLabel = NO_LABEL,
) -> None:
    """Sit down at a new table, in place of every other page; a session kept so far is let go.

    Nothing is asked or told before the first deal. Rules that are given name their own stake.
    """
    services = stage.services
    rules = rules or replace(preset(services.settings.settings.rules), stake=stake)
    now = services.settings.settings
    others = services.company().seated(now.opponents_chosen, opponents)
    length = agreed_length(now.hands, rules)
    plan = Plan((Player(_("You")), *others), rules, services.seed, length, label=label)
    _sit_down(stage, services.store.start(plan))


def begin_by(stage: Stage, named: NamedRules) -> None:
    """Sit down by rules named when the game was started; a table that was left is asked about."""
    from game.ui.scenes.rulesets import seating

    def sit_down() -> None:
        now, most = stage.services.settings.settings, seating.most_opponents(named.rules)
        stake = named.rules.stake if named.rules.stake > 1 else now.stake
        seating.begin(stage, named, min(now.opponents, most), stake)

    in_place_of_kept(stage, sit_down)


def in_place_of_kept(stage: Stage, sit_down: Callable[[], None]) -> None:
    """Sit down anew; where a table was left to be gone on with, only if that is meant."""
    from game.ui.scenes.ask import AskScene

    kept = stage.services.store.kept()
    if kept is None or not (kept.is_playing or kept.number):
        sit_down()
        return
    if kept.is_playing:
        heading = _("Give up the old hand?")
        question = _("You left a hand that is not played out. A new game takes its place.")
    else:
        heading = _("Give up the old table?")
        question = _("You left a table to go on with it later. A new game takes its place.")
    answers = (_("Keep it"), _("New game"))
    stage.push(AskScene(stage, heading, question, answers, sit_down))


def go_on(stage: Stage) -> None:
    """Sit down again at the table that was left; what is different there has been told."""
    session = stage.services.store.kept()
    if session is not None:
        _sit_down(stage, session)


def _sit_down(stage: Stage, session: Session) -> None:
    stage.home()
    stage.push(stage.services.table(stage, session))
