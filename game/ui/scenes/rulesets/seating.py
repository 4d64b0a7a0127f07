"""Sitting down to play by the rules that were chosen, and being told what is different there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from game.rules.ruleset import SEATS_LEAST, SEATS_MOST
from game.session.plan import NO_LABEL, Plan, Player, agreed_length
from game.ui.scenes.rulesets.said import Known, differs, named_title, title_of
from game.ui.scenes.rulesets.shelf import STANDARD_NAME, Shelf, chosen
from game.ui.text import _

if TYPE_CHECKING:
    from game.rules.ruleset import RuleSet
    from game.session.plan import RulesLabel
    from game.session.ruletext import NamedRules
    from game.session.session import Session
    from game.ui.scene import Stage

_LARGEST_STAKE: Final = 1_000_000
"""The largest that settings remember."""


def rules_in_use(stage: Stage) -> NamedRules:
    """The rules last chosen; where they are gone it says so, and goes back to the standard game."""
    settings = stage.services.settings
    named, is_there = chosen(settings)
    if not is_there:
        line = _("The rules “{name}” are no longer there. The standard game is ready instead.")
        stage.notify(line.format(name=settings.settings.rules))
        stage.change(rules=STANDARD_NAME)
    return named


def most_opponents(rules: RuleSet) -> int:
    """How many can sit down with the player before the pack is too small; perhaps nobody."""
    able = [seats for seats in range(SEATS_LEAST, SEATS_MOST + 1) if rules.can_seat(seats)]
    return max(able, default=1) - 1


def take_stake(stage: Stage, rules: RuleSet) -> None:
    """Rules that name a stake of their own are played for it, unless another is chosen then."""
    if 1 < rules.stake <= _LARGEST_STAKE:
        stage.change(stake=rules.stake)


def begin(stage: Stage, named: NamedRules, opponents: int, stake: int) -> None:
    """Sit down at a new table, in place of every other page; a session kept so far is let go."""
    services = stage.services
    now = services.settings.settings
    others = services.company().seated(now.opponents_chosen, opponents)
    rules = replace(named.rules, stake=stake)
    length = agreed_length(now.hands, rules)
    plan = Plan((Player(_("You")), *others), rules, services.seed, length, label=named.label)
    session = services.store.start(plan)
    stage.home()
    tell_what_differs(stage, session, lambda: stage.push(stage.services.table(stage, session)))


def tell_what_differs(stage: Stage, session: Session, sit_down: Callable[[], None]) -> None:
    """Show what is different at this table, if anything is, and only then sit down and be dealt to.

    RULES.md §5.15.
    """
    from game.ui.scenes.rulesets.differences import DifferencesScene

    rules = session.plan.rules
    known = known_as(stage, rules, session.plan.label)
    if not (differs(rules) or known.note or known.words):
        sit_down()
        return
    stage.push(DifferencesScene(stage, rules, known, sit_down))


def read_rules(stage: Stage, rules: RuleSet, label: RulesLabel = NO_LABEL) -> None:
    """Open the rules in force at a table, to read."""
    from game.ui.scenes.rulesets.differences import TableRulesScene

    stage.push(TableRulesScene(stage, rules, known_as(stage, rules, label)))


def known_as(stage: Stage, rules: RuleSet, label: RulesLabel = NO_LABEL) -> Known:
    """What rules in force are called on screen, and the words of their table.

    A session remembers what they were called; one that does not is known by a set that plays so.
    """
    if label.name:
        return Known(named_title(label.name), label.words, label.note)
    settings = stage.services.settings
    named = Shelf(settings).like(rules, settings.settings.rules)
    if named is None:
        return Known(_("House rules"))
    return Known(title_of(named), tuple(named.all_words.items()), named.note)
