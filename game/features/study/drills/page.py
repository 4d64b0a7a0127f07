"""Drills: ten questions in a row, made ahead in the coach's process, and their results."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.features.study.drills import model as drilling
from game.features.study.drills.card_row import CardRow
from game.features.study.drills.model import DrillProgress, DrillRound, Wish
from game.features.study.drills.words import (
    in_question,
    kind_title,
    move_texts,
    none_texts,
    option_text,
    position_words,
    question_text,
    spread_owners,
    table_texts,
    verdict_text,
    why_texts,
)
from game.files import StoreError
from game.rules.actions import Discard
from game.rules.ruleset import SEATS_LEAST, SEATS_MOST
from game.ui.kit.controls import (
    HEIGHT,
    Button,
    Label,
    draw_panel,
)
from game.ui.kit.document import Cards, Para, Point, TextView
from game.ui.kit.grids import SMALLEST_TARGET, grid
from game.ui.kit.inputs import Choice, OpenRow, Toggle
from game.ui.kit.skin import BODY, SMALL
from game.ui.kit.widget import Widget, sentences
from game.ui.pages.page import GAP, Page, Sheet
from game.ui.pages.saves_in_use import tell_trouble
from game.ui.rulesets.rule_texts import title_of
from game.ui.session.starting import rules_in_use
from game.ui.text.language import _, amount_text, ngettext, percent_text
from game.ui.text.level_words import no_kernel_sentence
from game.ui.text.move_words import cards_text

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.play.advice import DrillQuestion, Pending
    from game.rule_files import NamedRules
    from game.rules.cards import Card
    from game.ui.kit.document import Block
    from game.ui.shell.scene import Stage

_IN_HAND: Final = ("discard", "change")
"""The kinds answered by clicking cards in the hand; for ``held`` there are other cards to choose
from.
"""
_TEN: Final = 10  # answers that digits choose, with 0 the last


class DrillsScene(Page):
    """The page that chooses a drill: its kind, rules and number of players, and the clock."""

    def __init__(self, stage: Stage) -> None:
        self.progress = DrillProgress.load(stage.services.saves.opened())
        super().__init__(stage)
        self.form.focus("button:start")

    @property
    def heading(self) -> str:
        return _("Drills")

    def on_resume(self) -> None:
        self.progress = DrillProgress.load(self.stage.services.saves.opened())
        self.rebuild()

    def build(self) -> Sequence[Widget]:
        self._named = rules_in_use(self.stage)
        wish, rules = self.progress.wish, self._named.rules
        able = rules.possible_seats()
        self._seats = min(wish.seats, max(able, default=SEATS_LEAST))
        self._rows: list[Widget] = [
            OpenRow("rules", _("Rules"), title_of(self._named), self._choose_rules),
            Choice(
                "kind",
                _("Drill"),
                [(kind, kind_title(kind)) for kind in ("", *drilling.DRILLS)],
                wish.kind,
                lambda kind: self._wish(kind=kind),
            ),
            Choice(
                "seats",
                _("Players"),
                [(seats, str(seats)) for seats in able] or [(SEATS_LEAST, str(SEATS_LEAST))],
                self._seats,
                lambda seats: self._wish(seats=seats),
            ),
            Toggle(
                "clock",
                _("Against the clock"),
                wish.has_clock,
                lambda is_on: self._wish(has_clock=is_on),
                (_("Off"), _("On")),
            ),
        ]
        self._note = Label(self._words(), units=SMALL, colour="ink_soft", wraps=True)
        start = Button("button:start", _("Begin"), self._begin, primary=True)
        start.enabled = bool(able) and self.stage.services.drills is not None
        self._buttons: list[Widget] = [Button("button:back", _("Back"), self.back), start]
        return [*self._rows, self._note, *self._buttons]

    def arrange(self, area: Rect) -> None:
        self.sheet = Sheet(area, self.skin, [*self._rows, self._note], self._buttons)

    def _words(self) -> str:
        """Return the difficulty of the drill, and the earlier results."""
        if self.stage.services.lacks_kernel:
            return no_kernel_sentence()
        wish = self.progress.wish
        skills = [self.progress.skill(kind) for kind in wish.kinds]
        if not any(skill.asked for skill in skills):
            return _("Ten questions from hands by these rules. They get harder as you improve.")
        level = round(sum(skill.level for skill in skills) / len(skills))
        asked, right = sum(each.asked for each in skills), sum(each.right for each in skills)
        words = _("You're at level {level} of {most}. Right so far: {right} of {asked}.")
        return words.format(
            level=level, most=drilling.HARDEST, right=amount_text(right), asked=amount_text(asked)
        )

    def _wish(self, **changed: object) -> None:
        wish = replace(self.progress.wish, **changed)  # type: ignore[arg-type] # of its own fields
        self.progress = replace(self.progress, wish=wish)
        _keep(self.stage, self.progress)
        self._note.text = self._words()
        self.resize(self.skin.size)

    def _choose_rules(self) -> None:
        from game.ui.rulesets.choose import ChooseRulesScene

        self.stage.push(ChooseRulesScene(self.stage, lambda: self.form.focus("button:start")))

    def _begin(self) -> None:
        wish = replace(self.progress.wish, seats=self._seats)
        self.stage.push(DrillScene(self.stage, self._named, wish, self.progress))


def lesson(stage: Stage, named: NamedRules) -> DrillScene:
    """Return a few positions that a player used to the standard game gets wrong."""
    # With two seats, some rules about catches have no effect.
    seats = next(filter(named.rules.can_seat, (3, *range(SEATS_LEAST, SEATS_MOST + 1))))
    progress = DrillProgress.load(stage.services.saves.opened())
    return DrillScene(stage, named, Wish("change", seats), progress, drilling.LESSON)


def drill_of(
    stage: Stage, kind: str, table: tuple[NamedRules, int] | None
) -> DrillScene | DrillsScene:
    """Return a drill of one kind, by the rules and with the seats of ``table``, else those last
    chosen.

    Without a kind, return the page that chooses one.
    """
    if not kind:
        return DrillsScene(stage)
    progress = DrillProgress.load(stage.services.saves.opened())
    named, wished = table or (rules_in_use(stage), progress.wish.seats)
    seats = min(wished, max(named.rules.possible_seats(), default=SEATS_LEAST))
    return DrillScene(stage, named, Wish(kind, seats, progress.wish.has_clock), progress)


def _keep(stage: Stage, progress: DrillProgress) -> None:
    try:
        progress.keep(stage.services.saves.opened())
    except StoreError as error:
        tell_trouble(stage, error)


class _Maker:
    """A maker of questions ahead of time, kind after kind, without kinds that the rules never
    ask.
    """

    def __init__(
        self, stage: Stage, named: NamedRules, wish: Wish, level: Callable[[str], int]
    ) -> None:
        self._make, self._rules, self._wish = stage.services.drills, named.rules, wish
        self._level = level
        self._dice = random.Random(stage.services.seed)
        self.kinds = list(wish.kinds)
        self._turn = 0
        self._coming: deque[tuple[str, Pending[DrillQuestion]]] = deque()

    def fill(self) -> None:
        """Request as many questions as are made ahead."""
        # Two questions are made while one is being answered.
        while self._make and self.kinds and len(self._coming) < 2:
            kind = self.kinds[self._turn % len(self.kinds)]
            self._turn += 1
            self._ask(kind)

    def _ask(self, kind: str) -> None:
        assert self._make is not None
        seed = self._dice.getrandbits(32)
        asked = self._make(kind, self._rules, self._wish.seats, self._level(kind), seed)
        self._coming.append((kind, asked))

    def next(self) -> DrillQuestion | None:
        """Return a question that is ready, or None.

        With several kinds, one that is made at once may come before an unfinished one.
        """
        for kind, asked in [*self._coming]:
            if asked.error is not None:
                self._coming.remove((kind, asked))
                self.kinds = [each for each in self.kinds if each != kind]
            elif (found := asked.latest) is not None:
                self._coming.remove((kind, asked))
                return found
        self.fill()
        quick = [kind for kind in self.kinds if drilling.DRILLS[kind].is_unaided]
        if quick and not any(kind in quick for kind, _asked in self._coming):
            self._ask(self._dice.choice(quick))
        return None

    def close(self) -> None:
        """Stop making questions."""
        for _kind, asked in self._coming:
            asked.cancel()
        self._coming.clear()


class DrillScene(Page):
    """The page of a drill, question by question: the cards, below them the table and the answers.

    Where the answers are cards, the cards themselves are clicked.
    """

    least = (853, 620)

    def __init__(
        self,
        stage: Stage,
        named: NamedRules,
        wish: Wish,
        progress: DrillProgress,
        length: int = drilling.LENGTH,
    ) -> None:
        self._named, self._wish, self.progress, self._length = named, wish, progress, length
        self._results: dict[str, tuple[int, int]] = {}
        self._slips = 0
        self._found: list[frozenset[Card]] = []
        self._marks: set[Card] = set()
        self.asked: DrillQuestion | None = None
        """The current question; None while it is being made."""
        self._is_read = True
        self._chosen: int | None = None
        self._is_told = self._is_late = self._is_right = False
        self._said = ""
        self._passed = 0.0
        self._began = stage.services.clock()
        level = lambda kind: self.progress.skill(kind).asks  # noqa: E731  # one line
        self._maker = _Maker(stage, named, wish, level)
        self._maker.fill()
        super().__init__(stage)
        self._go_on()

    # -- where it is -----------------------------------------------------------------------------

    @property
    def heading(self) -> str:
        kind = self.asked.kind if self.asked else self._wish.kind
        return kind_title(kind)

    @property
    def done(self) -> int:
        """The number of questions answered."""
        return sum(asked for _right, asked in self._results.values())

    @property
    def right(self) -> int:
        """The number of right answers so far."""
        return sum(right for right, _asked in self._results.values())

    @property
    def time(self) -> float | None:
        """The seconds left on the clock; None if no clock runs now."""
        if self.asked is None or self._is_told or not self._wish.has_clock or not self._is_read:
            return None
        whole = drilling.time_for(self.asked.kind, self.asked.level)
        return max(0.0, whole - self._passed)

    def update(self, dt: float) -> bool:
        if self.asked is None:
            return self._take_next()
        left = self.time
        if left is None:
            return False
        before, self._passed = int(left), self._passed + dt
        if self._passed >= drilling.time_for(self.asked.kind, self.asked.level):
            self._is_late = True
            self._answer(None, is_right=False)
            return True
        return int(self.time or 0) != before

    def idle_for(self) -> float | None:
        if self.asked is None:
            return 0.05 if self._maker.kinds else None
        left = self.time
        return None if left is None else max(0.02, left - int(left))

    def close(self) -> None:
        self._maker.close()

    def _take_next(self) -> bool:
        """Show the next question, or that none will come; return False while it is being made."""
        if not self._maker.kinds:
            return False
        asked = self._maker.next()
        if asked is None and self._maker.kinds:
            return False
        self.asked = asked
        self._is_read = asked is None or not asked.is_hidden
        self._passed, self._began = 0.0, self.stage.services.clock()
        self._maker.fill()
        self._fresh()
        return True

    def _go_on(self) -> None:
        """Go on to the next question, or to the end."""
        if self.done >= self._length:
            self._finish()
            return
        self.asked, self._chosen, self._said = None, None, ""
        self._is_told = self._is_late = self._is_right = False
        self._found, self._slips = [], 0
        self._marks.clear()
        if not self._take_next():
            self._fresh()

    def _fresh(self) -> None:
        """Rebuild the page, with the focus where it is needed first."""
        self.rebuild()
        names = [widget.name for widget in self.form.widgets]
        wanted = (
            *("button:next", "button:read", "options", "cards", "option:0"),
            *("button:other", "button:stop"),
        )
        self.form.focus(next((name for name in wanted if name in names and self._may(name)), ""))

    def _may(self, name: str) -> bool:
        return any(each.name == name and each.can_focus for each in self.form.widgets)

    # -- answers -----------------------------------------------------------------------------------

    def _answer(self, chosen: int | None, *, is_right: bool) -> None:
        asked = self.asked
        if asked is None or self._is_told:
            return
        self._chosen, self._is_right, self._is_told = chosen, is_right, True
        seconds = self.stage.services.clock() - self._began
        right, count = self._results.get(asked.kind, (0, 0))
        self._results[asked.kind] = right + is_right, count + 1
        self.progress = self.progress.answered(asked.kind, is_right, seconds)
        _keep(self.stage, self.progress)
        self._fresh()

    def _choose(self, number: int) -> None:
        if self.asked is not None:
            self._answer(number, is_right=number == self.asked.right)

    def _is_spread(self) -> None:
        """Answer that the marked cards are a spread."""
        asked, marked = self.asked, frozenset(self._marks)
        if asked is None or not marked:
            return
        words = cards_text([card for card in asked.cards if card in marked])
        sets = [frozenset(each) for each in asked.sets]
        if marked in self._found:
            self._said = _("{cards}: you already have that one.").format(cards=words)
        elif marked in sets:
            self._found.append(marked)
            self._said = _("{cards}: yes.").format(cards=words)
        elif any(marked < each for each in sets):
            self._said = _("{cards}: part of a longer one.").format(cards=words)
            self.rebuild()
            return
        else:
            self._slips += 1
            self._said = _("{cards}: no spread.").format(cards=words)
        self._marks.clear()
        self.rebuild()

    def _that_is_all(self) -> None:
        if self.asked is not None:
            is_right = not self._slips and len(self._found) == len(self.asked.sets)
            self._answer(None, is_right=is_right)

    def _has_read(self) -> None:
        self._is_read, self._passed = True, 0.0
        self._began = self.stage.services.clock()
        self._fresh()

    def _finish(self) -> None:
        day = self.stage.services.today().isoformat()
        drill = DrillRound(day, self._named.name, dict(self._results), self._wish.kind)
        before = self.progress.before(drill.kind)
        self.progress = self.progress.finished(drill)
        _keep(self.stage, self.progress)
        again = lambda stage: DrillScene(  # noqa: E731  # a page like this one
            stage, self._named, self._wish, self.progress, self._length
        )
        self.stage.replace(DrillEndScene(self.stage, drill, before, self.progress, again))

    def handle(self, event: Event) -> None:
        if event.type == pygame.KEYDOWN and self._digit(event):
            return
        super().handle(event)

    def _digit(self, event: Event) -> bool:
        """Handle a digit, which chooses an answer or marks a card; return whether it did."""
        number = event.key - pygame.K_1
        if event.key == pygame.K_0:
            number = _TEN - 1
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        if self.asked is None or self._is_told or not 0 <= number < _TEN or not self._is_read:
            return False
        if self.asked.kind == "spreads":
            self._row.toggle(number)
        elif number < len(self.asked.options):
            self._choose(number)
        return True

    # -- the page --------------------------------------------------------------------------------

    def build(self) -> Sequence[Widget]:
        asked = self.asked
        is_marking = asked is not None and asked.kind == "spreads" and not self._is_told
        self._row = CardRow(
            "cards",
            asked.cards if asked else (),
            self._marks if asked is None or asked.kind == "spreads" else self._told_card(),
            is_toggled=is_marking,
            is_apart=asked is not None and asked.kind == "spreads",
            keys=self._keys() if asked and asked.kind in _IN_HAND else {},
            chosen=self._choose_card,
        )
        self._row.in_question = self._in_question()[0]
        self._options: list[CardRow] = []
        if asked and asked.kind == "held" and self._is_read:
            options = [card for card in asked.options if isinstance(card, str)]
            told = self._told_card()
            row = CardRow("options", options, told, keys=self._keys(), chosen=self._choose_card)
            self._options = [row]
        self._table = TextView("table", self._table_blocks())
        self._words = TextView("words", self._word_blocks())
        self._stop = Button("button:stop", _("Stop"), self.back, small=True)
        self._status = Label(self._status_text(), units=SMALL, colour="ink_soft", align="right")
        self._answers: list[Widget] = self._answer_buttons()
        left: list[Widget] = [self._row] if asked else []
        if self._table.blocks:
            left.append(self._table)
        return [*left, self._words, *self._options, *self._answers, self._stop, self._status]

    def _cards_to_choose(self) -> dict[Card, int]:
        """Return the cards that are answers, with the number of the answer."""
        found: dict[Card, int] = {}
        for number, option in enumerate(self.asked.options if self.asked else ()):
            match option:
                case str():
                    found[option] = number
                case Discard(card):
                    found[card] = number
                case _:
                    pass
        return found

    def _keys(self) -> dict[Card, str]:
        """Return the cards that can be clicked to answer, each with its key."""
        if self._is_told or not self._is_read:
            return {}
        return {card: str(number + 1) for card, number in self._cards_to_choose().items()}

    def _choose_card(self, card: Card) -> None:
        self._choose(self._cards_to_choose()[card])

    def _in_question(self) -> tuple[frozenset[Card], frozenset[int]]:
        """Return the cards in the hand and the spreads on the table that brackets mark."""
        if self.asked is None or not self._is_read:
            return frozenset(), frozenset()
        return in_question(self.asked, is_told=self._is_told)

    def _told_card(self) -> set[Card]:
        """Return the right card, once the question has been answered."""
        if self.asked is None or not self._is_told:
            return set()
        right = self.asked.right
        return {card for card, number in self._cards_to_choose().items() if number == right}

    def _answer_buttons(self) -> list[Widget]:
        asked = self.asked
        if asked is None:
            if self._maker.kinds or self._length != drilling.LENGTH:
                return []
            return [Button("button:other", _("Another drill"), self.back, primary=True)]
        if self._is_told:
            more = _("Next") if self.done < self._length else _("Result")
            return [Button("button:next", more, self._go_on, primary=True)]
        if not self._is_read:
            words = _("Got it")
            return [Button("button:read", words, self._has_read, primary=True)]
        if asked.kind == "spreads":
            return [
                Button("button:spread", _("This is a spread"), self._is_spread, primary=True),
                Button("button:all", _("No more spreads"), self._that_is_all),
            ]
        in_cards = self._cards_to_choose().values() if asked.kind in (*_IN_HAND, "held") else ()
        return [
            Button(
                f"option:{number}",
                option_text(asked, option),
                partial(self._choose, number),
                key=str(number + 1),
            )
            for number, option in enumerate(asked.options)
            if number not in in_cards
        ]

    def _status_text(self) -> str:
        number = min(self.done + (not self._is_told), self._length)
        told = _("{n} of {all}").format(n=amount_text(number), all=amount_text(self._length))
        right = _("right: {n}").format(n=amount_text(self.right))
        return f"{told} · {right}"

    def _word_blocks(self) -> list[Block]:
        """Return the question, or what is right and why."""
        asked = self.asked
        if asked is None:
            if self._maker.kinds:
                return [Para(_("The coach is looking for a position…"))]
            return [*map(Para, none_texts(self._wish.kind, self._named.rules))]
        if not self._is_read:
            return [Para(_("Read how the hand went, then answer from memory."))]
        if not self._is_told:
            blocks: list[Block] = [Para(question_text(asked), bold=True)]
            return [*blocks, Para(self._said)] if self._said else blocks
        verdict = verdict_text(asked, is_right=self._is_right, is_late=self._is_late)
        return [Para(verdict, bold=True), *map(Para, why_texts(asked, self._chosen))]

    def _table_blocks(self) -> list[Block]:
        """Return the table of a position, and all moves so far; what must be remembered is
        hidden.
        """
        asked = self.asked
        view = asked.view if asked else None
        if asked is None or view is None:
            return []
        moves = [Point(text) for text in move_texts(view)]
        if not self._is_read:
            return [Para(_("The hand so far:"), bold=True), *moves]
        top = (((view.top,), _("Top discard")),) if view.top else ()
        spreads, meant = spread_owners(view), self._in_question()[1]
        groups = (*top, *spreads.values())
        marked = frozenset(at for at, number in enumerate(spreads, len(top)) if number in meant)
        blocks: list[Block] = [Cards(groups, marked)] if groups else []
        blocks.append(Para(" · ".join(table_texts(view))))
        if moves and (self._is_told or not asked.is_hidden):
            blocks += [Para(_("The hand so far:"), bold=True), *moves]
        return blocks

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        edge, gap = skin.px(14.0), skin.px(GAP)
        inside = area.inflate(-4 * edge, -4 * edge)
        top = max(skin.line(BODY), skin.px(HEIGHT * 0.8), SMALLEST_TARGET)
        wide = min(self._stop.natural_size(skin)[0] + 2 * edge, inside.width // 4)
        self._stop.place(Rect(inside.right - wide, inside.y, wide, top), skin)
        title = Rect(inside.x, inside.y, inside.width - wide - edge, top)
        half = title.width // 2
        self._title = Rect(title.x, title.y, half, top)
        self._status.place(Rect(title.x + half, title.y, title.width - half - edge, top), skin)
        body = Rect(inside.x, inside.y + top + gap, inside.width, inside.height - top - gap)
        kind = self.asked.kind if self.asked else ""
        share = {"spreads": 0.62, "count": 0.5}.get(kind, 0.42)
        high = round(body.height * share) if self.asked else 0
        self._row.place(Rect(body.x, body.y, body.width, high), skin)
        top = body.y + (high + gap if high else 0)
        below = Rect(body.x, top, body.width, body.bottom - top)
        left = below.copy()
        left.width = round(below.width * 0.5) - gap
        right = Rect(left.right + 2 * gap, top, below.right - left.right - 2 * gap, below.height)
        self._panel = area.inflate(-2 * edge, -2 * edge)
        if self._table.blocks:
            self._table.place(left, skin)
            self._arrange_answers(right, self._arrange_words(right, gap), gap)
        elif self.asked:
            self._words.place(left, skin)
            self._arrange_answers(right, right.y, gap)
        else:
            self._arrange_answers(below, self._arrange_words(below, gap), gap)

    def _arrange_words(self, area: Rect, gap: int) -> int:
        """Place the words above the answers; return their lower edge."""
        answers = sum(self._answer_heights(area, gap))
        high = max(0, area.height - answers - (gap if answers else 0))
        self._words.place(Rect(area.x, area.y, area.width, high), self.skin)
        return area.y + high + gap

    def _answer_heights(self, area: Rect, gap: int) -> tuple[int, int]:
        """Return the heights of the cards to choose from and of the buttons."""
        skin, count = self.skin, len(self._answers)
        share = area.height // (3 if self._is_told else 2)
        cards = min(skin.px(150.0), share) if self._options else 0
        rows = -(-count // self._columns)
        most = ((area.height - cards) * 3 // 5 - gap * max(0, rows - 1)) // max(1, rows)
        high = max(SMALLEST_TARGET, min(skin.px(HEIGHT), most))
        return cards + (gap if cards and rows else 0), rows * high + gap * max(0, rows - 1)

    @property
    def _columns(self) -> int:
        return 2 if len(self._answers) > 3 else 1

    def _arrange_answers(self, area: Rect, top: int, gap: int) -> None:
        skin = self.skin
        cards, buttons = self._answer_heights(area, gap)
        for row in self._options:
            row.place(Rect(area.x, top, area.width, cards - (gap if buttons else 0)), skin)
        rows = -(-len(self._answers) // self._columns)
        high = (buttons - gap * (rows - 1)) // max(1, rows)
        places = Rect(area.x, top + cards, area.width, buttons)
        boxes = grid(places, len(self._answers), self._columns, high, gap)
        for widget, box in zip(self._answers, boxes, strict=True):
            widget.place(box, skin)

    def paint(self, surface: Surface) -> None:
        draw_panel(surface, self._panel, self.skin)
        self.skin.write(surface, self.heading, self._title, "accent", BODY, bold=True)
        left = self.time
        if left is not None:
            self._status.text = f"{self._status_text()} · {self._seconds(left)}"
        else:
            self._status.text = self._status_text()

    def _seconds(self, left: float) -> str:
        seconds = int(left) + 1
        return ngettext("{n} second", "{n} seconds", seconds).format(n=seconds)

    def aside(self) -> Sequence[str]:
        asked = self.asked
        words = [block.text for block in self._word_blocks() if isinstance(block, Para)]
        if asked is None:
            return words
        if not self._is_read:
            return [*words, *(move_texts(asked.view) if asked.view else ())]
        return [position_words(asked), *words]


class DrillEndScene(Page):
    """The results of a drill by kind, compared with earlier ones."""

    def __init__(
        self,
        stage: Stage,
        drill: DrillRound,
        before: float | None,
        progress: DrillProgress,
        again: Callable[[Stage], DrillScene],
    ) -> None:
        self._drill, self._before, self._progress = drill, before, progress
        self._again = again
        super().__init__(stage)
        self.form.focus("button:again")

    @property
    def heading(self) -> str:
        drill = self._drill
        return _("{right} of {asked} right").format(
            right=amount_text(drill.right), asked=amount_text(drill.asked)
        )

    def build(self) -> Sequence[Widget]:
        self._rows: list[Widget] = [
            Label(text, bold=number == 0, wraps=True) for number, text in enumerate(self._texts())
        ]
        self._buttons: list[Widget] = [
            Button("button:back", _("Back"), self.back),
            Button("button:again", self._more, self._once_more, primary=True),
        ]
        return [*self._rows, *self._buttons]

    @property
    def _more(self) -> str:
        return _("Another ten") if self._drill.asked == drilling.LENGTH else _("Once more")

    def _texts(self) -> list[str]:
        drill, told = self._drill, [self._compared()]
        for kind, (right, asked) in drill.results.items():
            level = self._progress.skill(kind).asks
            words = _("{drill}: {right} of {asked}, now at level {level}")
            title = kind_title(kind).rstrip("?？ \u202f")
            told.append(words.format(drill=title, right=right, asked=asked, level=level))
        return told

    def _compared(self) -> str:
        if self._before is None:
            return _("Your first drill of this kind.")
        drill = self._drill
        now, before = drill.right / max(1, drill.asked), self._before
        share = percent_text(100 * before)
        if now > before:
            return _("Better than before: it was {share}.").format(share=share)
        if now < before:
            return _("Worse than before: it was {share}.").format(share=share)
        return _("Same as before: {share}.").format(share=share)

    def arrange(self, area: Rect) -> None:
        self.sheet = Sheet(area, self.skin, self._rows, self._buttons)

    def aside(self) -> Sequence[str]:
        return (sentences(*self._texts()),)

    def _once_more(self) -> None:
        self.stage.replace(self._again(self.stage))
