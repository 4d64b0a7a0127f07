"""Plays the real table scene as a person would: by posted events of mouse or keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect

from ai.bot import ask
from ai.registry import make_bot
from game.play.session import Session
from game.rules.actions import (
    Action,
    Declare,
    Discard,
    Done,
    Draw,
    Drop,
    Hit,
    Pass,
    Spread,
    Stop,
    Take,
)
from game.ui.kit.controls import Button
from game.ui.pages.page import Page
from game.ui.session.table_scene import TableScene
from game.ui.table.input.targets import (
    PILE_TARGET,
    STOCK_TARGET,
    ButtonTarget,
    CardTarget,
    ChoiceTarget,
    PlayButton,
    SpreadTarget,
    Target,
    group_of,
)
from tests.ui.stage import widget
from tests.ui.table.staging import FakeStage

FRAME = 1 / 60
MOST_FRAMES = 60_000
DRAWN = 24
"""One frame in so many is drawn while something moves, and each in which it comes to rest."""


class Person:
    """Somebody at the table, with eyes for its targets and nothing else."""

    _undrawn = 0

    def __init__(
        self, session: Session, size: tuple[int, int] = (1280, 720), speed: str = "fast"
    ) -> None:
        self.stage = FakeStage(size, speed)
        pygame.event.clear()
        self.table = TableScene(self.stage, session)
        self.table.resize(size)

    @property
    def session(self) -> Session:
        return self.table.session

    def post(self, *events: pygame.Event) -> None:
        """Let events go through the queue to the scene, as the loop does."""
        for event in events:
            pygame.event.post(event)
        for event in pygame.event.get():
            if event.type in {pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP, pygame.MOUSEBUTTONDOWN}:
                self.stage.pointer = event.pos
            self.table.handle(event)

    def wait(self, seconds: float) -> None:
        """Let time pass in frames."""
        for _ in range(round(seconds / FRAME)):
            self.frame()

    def frame(self) -> None:
        """One turn of the loop, drawn now and then."""
        has_changed = self.table.update(FRAME)
        self._undrawn += has_changed
        if self._undrawn >= DRAWN or (self._undrawn and not has_changed):
            self.table.draw(self.stage.surface)
            self._undrawn = 0

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        """Let time pass until something is so."""
        for _ in range(MOST_FRAMES):
            if is_so():
                return
            self.frame()
        raise AssertionError("it never came about")

    def is_to_act(self) -> bool:
        """Whether the table waits for this person, all at rest."""
        table = self.table
        if table.board.view is None or table.idle_for() == 0:
            return False
        return table.is_settling or (
            bool(table.view.legal) and ButtonTarget("menu") in table.live()
        )

    def is_settling(self) -> bool:
        """Whether the settlement is on show."""
        return self.table.is_settling

    def is_busy(self) -> bool:
        """Whether a click would only hurry things."""
        return self.table.board.is_busy

    def is_pulling(self) -> bool:
        """Whether a card of the stock hangs at the pointer, or goes back from it."""
        return self.table.board.ghost is not None

    def choice(self) -> Action:
        """What a sensible player would do now."""
        view = self.table.view
        return ask(make_bot("regular"), view, self.session.decision_seed(view.seat))

    def choose(self, button: str) -> None:
        """Press a button of the page over the table."""
        page = self.stage.pushed[-1]
        assert isinstance(page, Page)
        widget(page, button, Button).activate()

    # -- the mouse -----------------------------------------------------------------------------

    def click(self, target: Target) -> None:
        """Click in the middle of a target that offers itself."""
        self.click_at(self.table.live()[target].center)

    def click_at(self, at: tuple[int, int]) -> None:
        """Press and release at a point."""
        self.post(motion(at), button(pygame.MOUSEBUTTONDOWN, at), button(pygame.MOUSEBUTTONUP, at))

    def drag(self, start: tuple[int, int], end: tuple[int, int], steps: int = 8) -> None:
        """Press, move in steps and release, a frame after each."""
        self.post(motion(start), button(pygame.MOUSEBUTTONDOWN, start))
        for step in range(1, steps + 1):
            x = start[0] + (end[0] - start[0]) * step // steps
            y = start[1] + (end[1] - start[1]) * step // steps
            self.post(motion((x, y)))
            self.frame()
        self.post(button(pygame.MOUSEBUTTONUP, end))

    def do_by_mouse(self, action: Action, *, drags: bool = False) -> None:
        """One action, by clicks or by dragging."""
        match action:
            case Spread(cards=cards):
                for card in cards:
                    self.click(CardTarget(card))
                self.click(ButtonTarget("spread"))
            case Hit(card=card, spread=number) if drags:
                self.drag_card(card, self.table.board.layout.spreads[number].box)
            case Hit(card=card, spread=number):
                self.click(CardTarget(card))
                self.click(SpreadTarget(number))
            case Discard(card=card) if drags:
                self.drag_card(card, self.table.board.layout.pile)
            case Discard(card=card):
                self.click(CardTarget(card))
                self.click(PILE_TARGET)
            case Draw() | Take() if drags:
                box = self.table.live()[STOCK_TARGET if action == Draw() else PILE_TARGET]
                self.drag(box.center, self.table.board.layout.seats[0].fan.center)
            case _:
                self.click(_TARGETS[type(action)])

    def drag_card(self, card: str, onto: Rect) -> None:
        """Drag a card of one's own somewhere."""
        self.drag(self.table.live()[CardTarget(card)].center, onto.center)

    def answer(self, action: Action) -> None:
        """If the table asks which one is meant: this one."""
        if action in self.table.input.question:
            self.click(ChoiceTarget(self.table.input.question.index(action)))

    def answer_by_keys(self, action: Action) -> None:
        """The same by a number, question after question."""
        while action in self.table.input.question and self.table.input.asked is not None:
            self.press(pygame.K_1 + (self.table.input.asked.leading_to(action) or 0))

    # -- the keyboard --------------------------------------------------------------------------

    def press(self, key: int, mod: int = 0) -> None:
        """Press and release a key."""
        self.post(
            pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0),
            pygame.Event(pygame.KEYUP, key=key, mod=mod, unicode="", scancode=0),
        )

    def go_to(self, target: Target) -> None:
        """Bring the cursor to a target with Tab and arrows."""
        for _ in range(12):
            cursor = self.table.input.cursor
            if cursor is not None and group_of(cursor) is group_of(target):
                break
            self.press(pygame.K_TAB)
        for _ in range(20):
            cursor = self.table.input.cursor
            if cursor == target:
                return
            assert cursor is not None
            here, there = self.box_of(cursor), self.box_of(target)
            if abs(there.centery - here.centery) > here.height // 2 + there.height // 2:
                self.press(pygame.K_DOWN if there.centery > here.centery else pygame.K_UP)
            else:
                self.press(pygame.K_RIGHT if there.centerx > here.centerx else pygame.K_LEFT)
        raise AssertionError(f"{target} cannot be reached from {self.table.input.cursor}")

    def box_of(self, target: Target) -> Rect:
        """Where it lies in the window."""
        return self.table.zones()[target]

    def do_by_keys(self, action: Action, *, letters: bool = False) -> None:
        """One action, by cursor and space, or by letters where there are any."""
        match action:
            case Spread(cards=cards):
                for card in cards:
                    self.go_to(CardTarget(card))
                    self.press(pygame.K_SPACE)
                self._button("spread", pygame.K_s, letters=letters)
            case Hit(card=card, spread=number):
                self.go_to(CardTarget(card))
                self.press(pygame.K_SPACE)
                self.go_to(SpreadTarget(number))
                self.press(pygame.K_RETURN)
            case Discard(card=card):
                self.go_to(CardTarget(card))
                if not letters:
                    self.press(pygame.K_SPACE)
                self._button("discard", pygame.K_x, letters=letters)
            case _ if letters:
                self.press(_LETTERS[type(action)])
            case _:
                self.go_to(_TARGETS[type(action)])
                self.press(pygame.K_SPACE)

    def _button(self, name: PlayButton, key: int, *, letters: bool) -> None:
        if letters:
            self.press(key)
            return
        self.go_to(ButtonTarget(name))
        self.press(pygame.K_RETURN)


_TARGETS: dict[type[Action], Target] = {
    Draw: STOCK_TARGET,
    Take: PILE_TARGET,
    Drop: ButtonTarget("drop"),
    Stop: ButtonTarget("stop"),
    Declare: ButtonTarget("declare"),
    Done: ButtonTarget("done"),
    Pass: ButtonTarget("pass"),
}
_LETTERS: dict[type[Action], int] = {
    Draw: pygame.K_d,
    Take: pygame.K_t,
    Drop: pygame.K_k,
    Stop: pygame.K_o,
    Declare: pygame.K_c,
    Done: pygame.K_e,
    Pass: pygame.K_p,
}


def motion(at: tuple[int, int]) -> pygame.Event:
    """The pointer comes to a point."""
    return pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0), touch=False)


def button(kind: int, at: tuple[int, int]) -> pygame.Event:
    """The left button is pressed or let go there."""
    return pygame.Event(kind, pos=at, button=pygame.BUTTON_LEFT, touch=False)
