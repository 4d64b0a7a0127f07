"""Starting and resuming sessions and practice from the menus."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from game.files import StoreError
from game.play.opponents import level_of
from game.play.plan import NO_LABEL, Plan, Player, RulesLabel, agreed_length, seed_of_another
from game.rules.presets import preset
from game.rules.ruleset import SEATS_LEAST, SEATS_MOST
from game.ui.pages.saves_in_use import tell_trouble
from game.ui.rulesets.rule_texts import differs
from game.ui.rulesets.shelf import STANDARD_NAME, chosen
from game.ui.session.table_rules import DifferencesScene, known_as
from game.ui.text.language import _
from game.ui.text.level_words import level_title, no_kernel_sentence

if TYPE_CHECKING:
    from game.play.practice import Practice
    from game.play.session import Session
    from game.rule_files import NamedRules
    from game.rules.ruleset import RuleSet
    from game.ui.shell.scene import Stage


def begin_session(
    stage: Stage,
    opponents: int,
    stake: int,
    rules: RuleSet | None = None,
    label: RulesLabel = NO_LABEL,
) -> None:
    """Start a session in place of every other page; a saved session is dropped.

    Nothing is asked or shown before the first deal. ``rules``, if given, include their stake.
    """
    services = stage.services
    rules = rules or replace(preset(services.settings.settings.rules), stake=stake)
    plan = plan_from_settings(stage, rules, opponents, label)
    take_seat(stage, services.saves.start(plan))


def plan_from_settings(
    stage: Stage, rules: RuleSet, opponents: int, label: RulesLabel = NO_LABEL, deal: int = 0
) -> Plan:
    """Return the plan of a session by these rules, with the opponents and the length last chosen.

    ``rules`` include their stake. ``deal`` is the number of the first deal, 0 for a random one.
    """
    services, name = stage.services, own_name(stage)
    now = services.settings.settings
    return Plan(
        (Player(name), *services.opponents().players(now.opponents_chosen, opponents, name)),
        rules,
        None if deal else services.seed,
        agreed_length(now.hands, rules),
        label=label,
        first_deal=deal or None,
    )


def begin_by(stage: Stage, named: NamedRules) -> None:
    """Start a session by rules given at the program's start; ask first if one is saved."""

    def sit_down() -> None:
        now, most = stage.services.settings.settings, most_opponents(named.rules)
        stake = named.rules.stake if named.rules.stake > 1 else now.stake
        begin_with_rules(stage, named, min(now.opponents, most), stake)

    in_place_of_kept(stage, sit_down)


def own_name(stage: Stage) -> str:
    """Return the player's name at a table."""
    return stage.services.settings.settings.name or _("You")


def in_place_of_kept(
    stage: Stage,
    sit_down: Callable[[], None],
    kind: str = "",
    words: tuple[str, str, str] | None = None,
) -> None:
    """Start a session of a kind; if one of that kind is saved, ask first.

    ``words``, for a kind of which more is lost than a table, are the heading, the question and the
    answer that replaces it.
    """
    from game.ui.pages.dialogs import AskScene

    store = stage.services.saves
    kept = store.saved_session()
    is_left = store.can_resume(kind) if kept is None or kept.plan.kind != kind else False
    is_empty = kept is None or kept.plan.kind != kind or not (kept.is_playing or kept.number)
    if is_empty and not is_left:
        sit_down()
        return
    answer = _("New game")
    if words is not None:
        heading, question, answer = words
    elif kept is not None and kept.is_playing and not is_left:
        heading = _("Abandon your hand?")
        question = _("You're in the middle of a hand. A new game replaces it.")
    else:
        heading = _("Abandon your table?")
        question = _("Your table is still waiting. A new game replaces it.")
    stage.push(AskScene(stage, heading, question, (_("Keep it"), answer), sit_down))


def sit_down_to(stage: Stage, plan: Plan) -> None:
    """Start the session of a plan in place of every other page; different rules are shown first."""
    session = stage.services.saves.start(plan)
    stage.home()
    with_stand_ins(stage, session, lambda: open_new_table(stage, session))


def resume(stage: Stage, kind: str) -> None:
    """Resume the saved table of that kind."""
    try:
        session = stage.services.saves.resume(kind)
    except StoreError as error:
        tell_trouble(stage, error)
        return
    if session is None:
        stage.notify(_("This table can't go on. Its finished hands are saved."))
    else:
        take_seat(stage, session)


def go_on(stage: Stage) -> None:
    """Resume the saved table; its different rules have been shown before."""
    session = stage.services.saves.saved_session()
    if session is not None:
        take_seat(stage, session)


def take_seat(stage: Stage, session: Session) -> None:
    """Open the table of a session in place of every other page."""
    stage.home()
    pages = stage.services.pages
    with_stand_ins(stage, session, lambda: stage.push(pages.table(stage, session, False)))


def with_stand_ins(stage: Stage, session: Session, sit_down: Callable[[], None]) -> None:
    """Sit down; if an opponent cannot play here, only once the player agrees to a replacement."""

    def with_players(players: tuple[Player, ...]) -> None:
        if players != session.players:
            session.seat_others(players)
        sit_down()

    _with_stand_ins(stage, session.players, with_players)


def practise(stage: Stage, practice: Practice) -> None:
    """Open the practice table; if an opponent cannot play here, ask about a replacement first."""

    def with_players(players: tuple[Player, ...]) -> None:
        plan = replace(practice.plan, players=players)
        stage.push(stage.services.pages.practice_table(stage, replace(practice, plan=plan)))

    _with_stand_ins(stage, practice.plan.players, with_players)


def _with_stand_ins(
    stage: Stage, players: tuple[Player, ...], with_players: Callable[[tuple[Player, ...]], None]
) -> None:
    from game.ui.pages.dialogs import AskScene, GoldAnswer

    opponents = stage.services.opponents()
    absent = [each for each in players if opponents.is_away(each)]
    if not absent:
        with_players(players)
        return
    who = level_title(level_of(absent[0].level))
    instead = level_title(opponents.strongest)

    def agree() -> None:
        with_players(opponents.sitting_in(players, instead))

    heading = _("{level} can't play here").format(level=who)
    question = _("{instead} can sit in. Hands then count as played against {instead}.")
    words = f"{no_kernel_sentence()} {question.format(instead=instead)}"
    answers = (_("Not now"), _("Let {instead} sit in").format(instead=instead))
    stage.push(AskScene(stage, heading, words, answers, agree, GoldAnswer.YES))


def rules_in_use(stage: Stage) -> NamedRules:
    """Return the rules last chosen; if they are gone, say so and return to the standard game."""
    settings = stage.services.settings
    named, is_there = chosen(settings)
    if not is_there:
        line = _("The rules “{name}” are gone, so the standard rules are set instead.")
        stage.notify(line.format(name=settings.settings.rules))
        stage.change(rules=STANDARD_NAME)
    return named


def most_opponents(rules: RuleSet) -> int:
    """Return how many opponents the pack is large enough for; perhaps none."""
    able = [seats for seats in range(SEATS_LEAST, SEATS_MOST + 1) if rules.can_seat(seats)]
    return max(able, default=1) - 1


def opponent_count(stage: Stage, rules: RuleSet) -> int:
    """Return the number of opponents under these rules, as last chosen."""
    return min(stage.services.settings.settings.opponents, max(1, most_opponents(rules)))


def begin_with_rules(
    stage: Stage, named: NamedRules, opponents: int, stake: int, deal: int = 0
) -> None:
    """Start a session in place of every other page; a saved session is dropped.

    ``deal`` is the number of the first deal, 0 for a random one.
    """
    rules = replace(named.rules, stake=stake)
    plan = plan_from_settings(stage, rules, opponents, RulesLabel.of(named), deal)
    sit_down_to(stage, replace(plan, occasion=stage.services.hooks.occasion(stage, rules)))


def begin_again(stage: Stage, old: Session) -> None:
    """Start a session with the same players, rules and length as another, and a new cut."""
    plan = Plan(
        old.players,
        old.rules,
        seed_of_another(old.plan.seed_text),
        agreed_length(old.plan.length or 0, old.rules),
        label=old.plan.label,
        first_deal=old.plan.seeds.deal_of(old.number + 1) or None,
        occasion=stage.services.hooks.occasion(stage, old.rules) if old.plan.occasion else "",
    )
    take_seat(stage, stage.services.saves.start(plan))


def open_new_table(stage: Stage, session: Session) -> None:
    """Open the table of a new session. How its rules differ, if they do, is shown over it before
    the first hand is dealt (RULES.md §5.15).
    """
    rules = session.plan.rules
    known = known_as(stage, rules, session.plan.label)
    is_told = bool(differs(rules) or known.note or known.words)
    stage.push(stage.services.pages.table(stage, session, is_told))
    if is_told:
        stage.push(DifferencesScene(stage, rules, known))
