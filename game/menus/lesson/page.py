"""The lesson: the player makes every move at the real table, and the coach explains it."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.menus.lesson.script import COUNTING, ME, PARTS, LessonHand, LessonStep, said, session_of
from game.rules.actions import Discard, Hit, Spread
from game.rules.phases import Phase
from game.rules.sentences import at_this_table
from game.ui.kit.controls import Button, Label, draw_panel
from game.ui.kit.form import ENTER
from game.ui.kit.grids import SMALLEST_TARGET
from game.ui.kit.paint import polygon, ring
from game.ui.kit.skin import SMALL
from game.ui.kit.widget import Widget, WidgetState
from game.ui.pages.page import Page, Sheet
from game.ui.session.between_hands import BetweenHandsPages
from game.ui.session.table_scene import TableScene
from game.ui.table.input.targets import (
    ALWAYS_LIVE,
    MENU_BUTTON,
    PILE_TARGET,
    USUAL_BUTTONS,
    ButtonTarget,
    CardTarget,
    ChoiceTarget,
    HandTarget,
    SpreadTarget,
    Target,
    card_zones,
    frame_of,
    hit_test,
)
from game.ui.table.painting.furniture import table_skin
from game.ui.text.language import _, pgettext

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.rules.actions import Action
    from game.rules.view import SeatView
    from game.ui.kit.skin import Skin
    from game.ui.shell.scene import Services, Stage


_WIDTH, _PAD, _GAP, _HIGH = 424.0, 16.0, 10.0, 38.0  # units
_POINTER = 17.0  # units: the height of a wedge


@dataclass(frozen=True, slots=True)
class Said:
    """The coach's present text, the lesson's progress, and whether it waits for the player."""

    text: str
    done: int
    all: int
    asks: bool


class CoachPanel:
    """The coach's panel for one window size; its two buttons are named like targets."""

    def __init__(self, skin: Skin, room: Rect, said: Said, *, is_column: bool = False) -> None:
        """Place the panel in a room's upper right corner, or as a full column if ``is_column``."""
        self._skin, self._said, self._units = skin, said, 19.0
        pad, gap, high = skin.px(_PAD), skin.px(_GAP), max(SMALLEST_TARGET, skin.px(_HIGH))
        width = room.width if is_column else skin.px(_WIDTH)
        inner = width - 2 * pad
        feet = 2 * high + gap if is_column else high
        self.box = self._written(inner, pad + gap + feet + pad)
        while is_column and self.box.height > room.height and self._units > skin.small(0):
            self._units -= 1 / skin.letters
            self.box = self._written(inner, pad + gap + feet + pad)
        self.box.height = room.height if is_column else self.box.height
        self.box.width, self.box.topright = width, room.topright
        foot = Rect(self.box.x + pad, self.box.bottom - pad - high, inner, high)
        half = foot.copy()
        half.width = inner if is_column else (inner - gap) // 2
        self._go_on = Button(
            "button:go_on", pgettext("onward", "Continue"), _nothing, primary=True, small=True
        )
        self._leave = Button("button:leave", _("Leave the lesson"), _nothing, small=True)
        self._leave.place(half, skin)
        self._dots = half.move(0, -high - gap) if is_column else half.move(inner - half.width, 0)
        self._go_on.place(self._dots, skin)

    def _written(self, width: int, beside: int) -> Rect:
        """Break the text into lines; return a box of their height plus some padding."""
        self._lines = self._skin.lines(self._said.text, width, self._units)
        return Rect(0, 0, width, len(self._lines) * self._skin.line(self._units) + beside)

    def buttons(self) -> dict[str, Rect]:
        """Return the buttons of the panel."""
        found = {"button:leave": self._leave.rect}
        return found | ({"button:go_on": self._go_on.rect} if self._said.asks else {})

    def draw(self, surface: Surface, hovered: str, focused: str) -> None:
        """Draw the panel."""
        skin, pad = self._skin, self._skin.px(_PAD)
        draw_panel(surface, self.box, skin)
        for number, line in enumerate(self._lines):
            row = Rect(self.box.x + pad, self.box.y + pad, self.box.width - 2 * pad, 0)
            row.height = skin.line(self._units)
            row.y += number * row.height
            skin.write(surface, line, row, "ink", self._units)
        drawn = [self._leave, self._go_on] if self._said.asks else [self._leave]
        for button in drawn:
            mood = WidgetState(focused=button.name == focused, hovered=button.name == hovered)
            button.draw(surface, skin, mood)
        if not self._said.asks:
            words = _("{n} of {all}").format(n=self._said.done, all=self._said.all)
            skin.write(surface, words, self._dots, "ink_soft", SMALL, align="right")


def _nothing() -> None:
    """Do nothing: the scene acts on the buttons itself."""


def pointer_width(skin: Skin) -> int:
    """Return the line width of the frame around a target."""
    return max(3, skin.px(4))


def draw_pointers(
    surface: Surface, skin: Skin, boxes: Sequence[Rect], at_cursor: Rect | None = None
) -> None:
    """Draw the corners of a frame around each place, and a wedge above that points down at it.

    Around the place ``at_cursor`` is the cursor's frame, a closed one, so that it has only a wedge.
    """
    colour, dark, wide = skin.colour("legal"), skin.colour("rim_dark"), pointer_width(skin)
    before = surface.get_clip()
    for box in boxes:
        edge = box.inflate(2 * wide, 2 * wide)
        arm = max(3 * wide, min(edge.size) // 4)
        for x in (edge.left, edge.right - arm) if box != at_cursor else ():
            for y in (edge.top, edge.bottom - arm):
                surface.set_clip(Rect(x, y, arm, arm).clip(before))
                ring(surface, edge, dark, 2 * wide, wide + 2)
                ring(surface, edge.inflate(-2, -2), colour, 2 * wide, wide)
        surface.set_clip(before)
        wedge = _wedge((box.centerx, box.y - 2 * wide), skin.px(_POINTER))
        outer = _wedge((box.centerx, box.y - wide), skin.px(_POINTER) + 2 * wide)
        if outer[1][1] > 0:
            for points, tone in ((outer, dark), (wedge, colour)):
                polygon(surface, tone, points)


def _wedge(tip: tuple[int, int], size: int) -> list[tuple[int, int]]:
    return [tip, (tip[0] - size, tip[1] - size), (tip[0] + size, tip[1] - size)]


class LessonEnding(Page):
    """The page after the lesson: what was not taught, and where to go next."""

    @property
    def heading(self) -> str:
        return _("Well played!")

    def build(self) -> Sequence[Widget]:
        words = _(
            "That's Tonk: draw, lay what you can, ditch your high cards, and drop at the right "
            "moment. The rules cover the rest: naturals, the end of the stock, house rules."
        )
        self._words = Label(words, wraps=True)
        self._rows: list[Widget] = [
            self._words,
            *self._other_rules(),
            Button("button:play", _("Play"), self._play, primary=True),
            Button("button:rules", _("Basic rules"), self._rules),
            Button("button:again", _("Repeat the lesson"), self._again),
            Button("button:back", _("Back"), self.back),
        ]
        return self._rows

    def arrange(self, area: Rect) -> None:
        self.sheet = Sheet(area, self.skin, self._rows, [], width=680.0)

    def _other_rules(self) -> list[Label]:
        """Return a note if the table's rules differ from those of the lesson."""
        from game.ui.rulesets.rule_texts import title_of
        from game.ui.session.starting import rules_in_use

        named = rules_in_use(self.stage)
        if not at_this_table(named.rules):
            return []
        words = _(
            "That was the standard game. Your table plays {rules} and shows you what's different "
            "before the first deal."
        )
        return [Label(words.format(rules=title_of(named)), wraps=True, colour="ink_soft")]

    def _play(self) -> None:
        from game.menus.new_game import NewGameScene

        self.stage.replace(NewGameScene(self.stage))

    def _rules(self) -> None:
        from game.ui.rulesets.reading import RulesScene

        self.stage.push(RulesScene(self.stage))

    def _again(self) -> None:
        self.stage.replace(LessonScene(self.stage))


class _LessonPages(BetweenHandsPages):
    """The pages between hands; a beginner is not asked about a big one."""

    is_last = False
    """Whether the lesson ends with this hand."""

    @property
    def may_call_big_one(self) -> bool:
        return False

    @property
    def has_more(self) -> bool:
        return False

    @property
    def shows_deal(self) -> bool:
        return False

    @property
    def onward(self) -> str:
        return _("End of the lesson") if self.is_last else ""


class LessonScene(TableScene):
    """The table of a hand of the lesson; the next hand's takes its place."""

    _MOVES: Final = frozenset(
        (pygame.K_TAB, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN)
    )
    is_chatty = False
    """Whether opponents make remarks; in the lesson the coach speaks instead."""
    is_coached = False

    def __init__(self, stage: Stage, part: int = 0) -> None:
        self.part: LessonHand = PARTS[part]
        self.number, self.at = part, 0
        session = session_of(part, _("You"))
        super().__init__(stage, session)
        self._speak()
        if self.pace != inf:
            self.deal_visibly()

    def table_services(self, services: Services) -> Services:
        return services._replace(
            thinker=self._think, get_ready=lambda _rules, _levels, _seats: None
        )

    def _think(self, view: SeatView, _level: str, _seed: int) -> Future[Action]:
        """Read the opponent's next move from the script."""
        future: Future[Action] = Future()
        future.set_result(self.part.reply(view))
        return future

    def _made_pages(self) -> BetweenHandsPages:
        between_hands = _LessonPages(self.stage, self.session)
        between_hands.is_last = self.number + 1 == len(PARTS)
        return between_hands

    # -- where the lesson is ---------------------------------------------------------------------

    @property
    def step(self) -> LessonStep | None:
        """The present step; None once the hand is over."""
        return self.part.steps[self.at] if self.at < len(self.part.steps) else None

    @property
    def coach_text(self) -> str:
        """The coach's present text."""
        if self.step is not None:
            return said(self.step.says)
        return said(self.part.ends) if self.is_settling else said(COUNTING)

    @property
    def asks(self) -> bool:
        """Whether the coach waits for the player to continue."""
        step = self.step
        return step is not None and not step.does and not step.waits

    def go_on(self) -> None:
        """Continue after the coach's text has been read."""
        self.notice.clear()
        self.at += 1
        self._speak()

    def leave(self) -> None:
        """Close the lesson; nothing is saved."""
        self.stage.change(lesson_done=True)
        self.stage.pop()

    def _speak(self) -> None:
        self._is_on_leave = False
        self.place_panel(self.stage.size)

    @property
    def focused(self) -> str:
        """The button of the panel that Enter presses; empty while the table has the keys."""
        if not self.asks:
            return ""
        return "button:leave" if self._is_on_leave else "button:go_on"

    _is_on_leave = False

    def place_panel(self, window: tuple[int, int]) -> None:
        skin = table_skin(self.stage.services.theme, window)
        before = sum(len(part.steps) + 1 for part in PARTS[: self.number])
        total = sum(len(part.steps) + 1 for part in PARTS)
        self._shown_text = self.coach_text
        words = Said(self._shown_text, before + self.at + 1, total, self.asks)
        # The upper right corner, the coach's place, has no opponent's plate or spread.
        edge, layout = skin.px(12.0), self.board.layout
        if layout.is_ample:  # the panel replaces the log, extended to the top edge
            room = Rect(layout.log.left, edge, layout.log.width, layout.log.bottom - edge)
            self.coach = CoachPanel(skin, room, words, is_column=True)
        else:
            self.coach = CoachPanel(skin, Rect(0, edge, window[0] - edge, window[1]), words)

    # -- what is meant ---------------------------------------------------------------------------

    def meant(self) -> tuple[Target | HandTarget, ...]:
        """Return the targets that the coach points at now; cards to select are shown one after the
        other.
        """
        step = self.step
        if step is None:
            return (ButtonTarget("next"),) if self.is_settling else ()
        if step.waits or self.board.is_busy:
            return ()
        chosen = (*self.board.chosen, *self.input.carrier.cards)
        match step.action:
            case Spread(cards=cards):
                left = tuple(card for card in cards if card not in chosen)
                return tuple(map(CardTarget, left)) or (ButtonTarget("spread"),)
            case Hit(card=card, spread=number):
                return (CardTarget(card) if card not in chosen else SpreadTarget(number),)
            case Discard(card=card):
                return (CardTarget(card) if card not in chosen else PILE_TARGET,)
            case _:
                return step.points

    def _boxes(self, skin: Skin) -> dict[Target | HandTarget, Rect]:
        """Return the boxes of the targets that the coach points at."""
        found: dict[Target | HandTarget, Rect] = dict(self.zones().items())
        wide = pointer_width(skin)
        cards = list(card_zones(self.board).values())
        if cards:
            slant = 4 * wide  # the outer cards of the fan are tilted
            found[HandTarget()] = cards[0].unionall(cards[1:]).inflate(slant, slant)
        boxes = {target: frame_of(target, found, wide) for target in self.meant()}
        return {target: box for target, box in boxes.items() if box is not None}

    # -- the table, with the coach beside it -----------------------------------------------------

    def update(self, dt: float) -> bool:
        changed = super().update(dt)
        step = self.step
        if step is not None and step.waits and self._is_my_turn():
            self.go_on()
            return True
        if self._shown_text != self.coach_text:
            self._speak()
            return True
        return changed

    def _is_my_turn(self) -> bool:
        view = self.view
        return view.turn == ME and view.phase is Phase.START and not self.board.is_busy

    def may_play(self, action: Action) -> bool:
        is_meant = self.step is not None and self.step.is_met_by(action)
        if not is_meant:
            self._nudge()
        return is_meant

    def has_played(self, _action: Action) -> None:
        self.go_on()

    def _nudge(self) -> None:
        """Point out the move that the step asks for, after the player has tried another."""
        step = self.step
        words = step.instead if step is not None else ""
        self.notice.show(said(words) if words else _("Read this first, then press Continue."))

    def press_settlement(self, button: str) -> None:
        if button == "leave":
            self.leave()
        elif button != "next":
            super().press_settlement(button)
        elif self.number + 1 < len(PARTS):
            self.stage.replace(LessonScene(self.window, self.number + 1))
        else:
            self.stage.change(lesson_done=True)
            self.stage.replace(LessonEnding(self.window))

    def open_menu(self) -> None:
        self.leave()

    def handle(self, event: Event) -> None:
        is_click = event.type in {pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP}
        button = hit_test(self.coach.buttons(), event.pos) if is_click else None
        if button and event.type == pygame.MOUSEBUTTONUP:
            act = {"button:leave": self.leave, "button:go_on": self.go_on}[button]
            act()
        elif not button and not (self.asks and self._answers(event)):
            super().handle(event)

    def _answers(self, event: Event) -> bool:
        """Handle an event while the coach waits: nothing else can be done at the table."""
        if event.type == pygame.KEYDOWN and event.key in ENTER:
            if self._is_on_leave:
                self.leave()
            else:
                self.board.skip()
                self.go_on()
            return True
        if event.type == pygame.KEYDOWN:
            if event.key in self._MOVES:
                self._is_on_leave = not self._is_on_leave
            return bool(event.key != pygame.K_ESCAPE)
        if event.type == pygame.MOUSEBUTTONDOWN and not self.coach.box.collidepoint(event.pos):
            is_menu = hit_test(self.zones(), event.pos) == MENU_BUTTON
            if not is_menu and not self.board.is_busy:
                self._nudge()
            return not is_menu and not self.board.is_busy
        return False

    def live(self) -> dict[Target, Rect]:
        """Return the active targets; while the coach explains, only the menu is active.

        While it asks for a move, piles, spreads and buttons of other moves are inactive.
        """
        if self.asks:
            return {MENU_BUTTON: self.board.layout.menu}
        found, step = super().live(), self.step
        if step is None or not step.does:
            return found
        buttons = (ButtonTarget(name) for name in USUAL_BUTTONS if step.does.startswith(name))
        fit = {*self.meant(), *buttons, *ALWAYS_LIVE}
        return {
            target: box
            for target, box in found.items()
            if target in fit or isinstance(target, CardTarget | ChoiceTarget)
        }

    def targets(self) -> dict[str, Rect]:
        return super().targets() | self.coach.buttons()

    def spoken(self) -> str:
        if self.asks:
            return _("Leave the lesson") if self._is_on_leave else pgettext("onward", "Continue")
        return super().spoken()

    def situation(self) -> Sequence[str]:
        return () if self.asks else super().situation()

    def news(self) -> Sequence[str]:
        """Return the news to be read aloud, with the coach last, since it names the next action."""
        coach_text, self._coach_heard = self._coach_heard, self.coach_text
        return [*super().news(), *([self.coach_text] if self.coach_text != coach_text else ())]

    _coach_heard = ""

    def draw_table(self, surface: Surface) -> None:
        """Draw the table, its bubbles beside the coach and the pointers."""
        skin = table_skin(self.stage.services.theme, self.stage.size)
        pointer = 3 * pointer_width(skin) + skin.px(_POINTER)
        boxes = self._boxes(skin)
        above = (Rect(box.x, box.y - pointer, box.width, pointer) for box in boxes.values())
        self.renderer.covered = (self.coach.box, *above)
        self.renderer.prompt = pgettext("onward", "Continue") if self.asks else ""
        super().draw_table(surface)

    def draw_beside(self, surface: Surface) -> None:
        skin = table_skin(self.stage.services.theme, self.stage.size)
        if not self.is_settling:
            boxes, cursor = self._boxes(skin), self.input.cursor
            draw_pointers(surface, skin, [*boxes.values()], boxes.get(cursor) if cursor else None)
        hovered = hit_test(self.coach.buttons(), self.stage.pointer) or ""
        self.coach.draw(surface, hovered, self.focused)
