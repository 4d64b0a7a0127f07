"""Starting sessions from the menus, and showing how their rules differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from game.files import StoreError
from game.play.opponents import level_of
from game.play.plan import NO_LABEL, Plan, Player, RulesLabel, agreed_length
from game.rules.presets import preset
from game.rules.ruleset import SEATS_LEAST, SEATS_MOST
from game.ui.kit.controls import HEIGHT, Button
from game.ui.kit.document import Para, Point, TextView
from game.ui.kit.skin import BODY, TITLE
from game.ui.kit.widget import Widget, fact, place_row
from game.ui.pages.page import GAP, MARGIN, Overlay, TitledPanel
from game.ui.pages.saves_in_use import tell_trouble
from game.ui.rulesets.reading import ReadingScene
from game.ui.rulesets.rule_texts import (
    Known,
    differs,
    in_force,
    local_words,
    noted,
    title_of,
)
from game.ui.rulesets.shelf import STANDARD_NAME, Shelf, chosen
from game.ui.text.language import _, pgettext
from game.ui.text.level_words import level_title, no_kernel_sentence
from game.ui.text.sessions import rules_title

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.play.practice import Practice
    from game.play.session import Session
    from game.rule_files import NamedRules
    from game.rules.ruleset import RuleSet
    from game.ui.kit.document import Block
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
    now = services.settings.settings
    others = services.opponents().players(now.opponents_chosen, opponents, own_name(stage))
    length = agreed_length(now.hands, rules)
    plan = Plan((Player(own_name(stage)), *others), rules, services.seed, length, label=label)
    take_seat(stage, services.store.start(plan))


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

    store = stage.services.store
    kept = store.saved_session()
    is_left = store.waits(kind) if kept is None or kept.plan.kind != kind else False
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
    session = stage.services.store.start(plan)
    stage.home()
    with_stand_ins(stage, session, lambda: open_new_table(stage, session))


def resume(stage: Stage, kind: str) -> None:
    """Resume the saved table of that kind."""
    try:
        session = stage.services.store.resume(kind)
    except StoreError as error:
        tell_trouble(stage, error)
        return
    if session is None:
        stage.notify(_("This table can't go on. Its finished hands are saved."))
    else:
        take_seat(stage, session)


def go_on(stage: Stage) -> None:
    """Resume the saved table; its different rules have been shown before."""
    session = stage.services.store.saved_session()
    if session is not None:
        take_seat(stage, session)


def take_seat(stage: Stage, session: Session) -> None:
    """Open the table of a session in place of every other page."""
    stage.home()
    with_stand_ins(stage, session, lambda: stage.push(stage.services.table(stage, session, False)))


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
        stage.push(stage.services.practice(stage, replace(practice, plan=plan)))

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
    services = stage.services
    now = services.settings.settings
    others = services.opponents().players(now.opponents_chosen, opponents, own_name(stage))
    rules = replace(named.rules, stake=stake)
    length = agreed_length(now.hands, rules)
    plan = Plan(
        (Player(own_name(stage)), *others),
        rules,
        None if deal else services.seed,
        length,
        label=RulesLabel.of(named),
        first_deal=deal or None,
        occasion=services.hooks.occasion(stage, rules),
    )
    sit_down_to(stage, plan)


def open_new_table(stage: Stage, session: Session) -> None:
    """Open the table of a new session. How its rules differ, if they do, is shown over it before
    the first hand is dealt (RULES.md §5.15).
    """
    rules = session.plan.rules
    known = known_as(stage, rules, session.plan.label)
    is_told = bool(differs(rules) or known.note or known.words)
    stage.push(stage.services.table(stage, session, is_told))
    if is_told:
        stage.push(DifferencesScene(stage, rules, known))


def read_rules(stage: Stage, rules: RuleSet, label: RulesLabel = NO_LABEL) -> None:
    """Open the rules in force at a table, for reading."""

    stage.push(TableRulesScene(stage, rules, known_as(stage, rules, label)))


def known_as(stage: Stage, rules: RuleSet, label: RulesLabel = NO_LABEL) -> Known:
    """Return the title of rules in force, and the words of their table.

    A session remembers the name by which its rules were chosen; otherwise a set with the same rules
    gives the title.
    """
    if label.name:
        return Known(rules_title(rules, label.name), label.words, label.note)
    settings = stage.services.settings
    named = Shelf(settings).like(rules, settings.settings.rules)
    if named is None:
        return Known(_("House rules"))
    return Known(title_of(named), tuple(named.all_words.items()), named.note)


class DifferencesScene(Overlay):
    """The page over a table before its first hand, which is dealt once the page is closed."""

    def __init__(self, stage: Stage, rules: RuleSet, known: Known) -> None:
        self._rules, self._known = rules, known
        super().__init__(stage)
        self.form.focus("button:go_on")

    @property
    def heading(self) -> str:
        return _("House rules here")

    def build(self) -> Sequence[Widget]:
        self._view = TextView("text", self._blocks())
        self._buttons = [
            Button("button:rules", _("Rules at this table"), self._all_rules),
            Button("button:go_on", pgettext("onward", "Continue"), self.back, primary=True),
        ]
        return [self._view, *self._buttons]

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        pad, gap, high = skin.px(28.0), skin.px(GAP), skin.px(HEIGHT)
        width = min(skin.px(860.0), area.width - 2 * skin.px(MARGIN))
        head = skin.line(TITLE) + skin.line(BODY) + gap
        around = 2 * pad + head + gap + high
        most = area.height - 2 * skin.px(MARGIN) - around
        inner = width - 2 * pad
        size = width, around + min(most, self._text_height(inner))
        self.sheet = TitledPanel(area, size, pad, skin)
        inside = self.sheet.inside
        self._below = Rect(inside.x, self.sheet.title.bottom, inside.width, skin.line(BODY))
        foot = Rect(inside.x, inside.bottom - high, inside.width, high)
        top = inside.y + head
        self._view.place(Rect(inside.x, top, inside.width, foot.y - gap - top), skin)
        place_row(self._buttons, foot, 2 * gap, skin)

    def paint(self, surface: Surface) -> None:
        super().paint(surface)
        name = self._known.title
        self.skin.write(surface, name, self._below, "ink_soft", BODY, bold=True, align="middle")

    def aside(self) -> Sequence[str]:
        return self._known.title, self._view.spoken

    def handle(self, event: Event) -> None:
        scrolling = (pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END)
        if event.type == pygame.KEYDOWN and event.key in scrolling:
            self._view.travel(event.key)
        else:
            super().handle(event)

    def _blocks(self) -> tuple[Block, ...]:
        words = local_words(self._known.words)
        blocks: list[Block] = [*noted(self._known.note), *map(Point, differs(self._rules))]
        if words:
            blocks += [Para(_("Words at this table:")), *map(Point, words)]
        return tuple(blocks) or (Para(_("This is the standard game.")),)

    def _text_height(self, width: int) -> int:
        """Return the height of a box that shows all of the text, in pixels."""
        return self._view.height_in(width, self.skin)

    def _all_rules(self) -> None:
        self.stage.push(TableRulesScene(self.stage, self._rules, self._known))


class TableRulesScene(ReadingScene):
    """The page of the rules in force at a table, in sentences, differences first."""

    def __init__(self, stage: Stage, rules: RuleSet, known: Known) -> None:
        title = fact(_("Rules at this table"), known.title)
        super().__init__(stage, title, in_force(rules, known))
