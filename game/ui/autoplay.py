"""Plays the human seat without a human: what a bot decides becomes clicks on the real table."""

from __future__ import annotations

import time
from collections import deque
from concurrent.futures import Future
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from game.rules.actions import (
    PASS,
    Action,
    Declare,
    Discard,
    Done,
    Draw,
    Drop,
    Hit,
    Pass,
    Slap,
    Spread,
    Stop,
    Take,
)

if TYPE_CHECKING:
    from game.rules.view import SeatView
    from game.session.session import Session
    from game.ui.loop import App
    from game.ui.recording import RecordFile
    from game.ui.scene import Services
    from game.ui.scenes.table import TableScene

# A click that finds nothing to click on for this long will never find it.
_PATIENCE = 60.0
NEXT = "button:next"
_BUTTONS: dict[type[Action], str] = {
    Drop: "button:drop",
    Declare: "button:declare",
    Stop: "button:stop",
    Done: "button:done",
    Pass: "button:pass",
    Draw: "stock",
    Take: "pile",
}


class StuckError(Exception):
    """The table never offered what the bot wanted to click on."""


def clicks_for(action: Action) -> tuple[str, ...]:
    """What a person would click on, one after the other, to do this."""
    match action:
        case Spread(cards):
            return (*(f"card:{card}" for card in cards), "button:spread")
        case Hit(card, spread):
            return (f"card:{card}", f"spread:{spread}")
        case Discard(card):
            return (f"card:{card}", "button:discard")
        case Slap():
            return ("button:slap",)
        case _:
            return (_BUTTONS[type(action)],)


class Autoplay:
    """The driver of the loop: it takes one step after each frame."""

    def __init__(self, services: Services, hands: int, records: RecordFile | None) -> None:
        self._services = services
        self._hands = hands
        self._records = records
        self._clicks: deque[str] = deque()
        self._wanted: Action | None = None
        self._thought: Future[Action] | None = None
        self._since = time.monotonic()
        self._session: Session | None = None
        self._earlier = 0
        """Hands of the sessions that are over."""

    def step(self, app: App) -> None:
        """Click once, or start thinking, if the table is ready for it."""
        from game.ui.scenes.table import TableScene

        table = app.top
        if not isinstance(table, TableScene):
            self._pass_page(app)
            return
        if table.idle_for() == 0 or table.board.view is None:
            return
        targets = table.targets()
        if NEXT in targets:
            self._between_hands(app, table.session, targets[NEXT])
        elif self._clicks:
            self._click_next(targets)
        elif self._wanted and (answer := table.answer_towards(self._wanted)):
            self._clicks.append(answer)
            app.wake()
        else:
            self._decide(app, table)

    def _pass_page(self, app: App) -> None:
        """Side bets before a deal, and the end of a session, are passed by their usual button."""
        button = app.top.targets().get(NEXT) if app.top else None
        if button is not None:
            self._progress()
            click(button)

    def _between_hands(self, app: App, session: Session, button: Rect) -> None:
        if self._records:
            self._records.keep(session)
        self._progress()
        if session is not self._session:
            self._earlier += self._session.number if self._session else 0
            self._session = session
        if self._earlier + session.number >= self._hands and not session.is_playing:
            app.quit()
        else:
            click(button)

    def _click_next(self, targets: dict[str, Rect]) -> None:
        if self._clicks[0] in targets:
            click(targets[self._clicks.popleft()])
            self._progress()
        elif time.monotonic() - self._since > _PATIENCE:
            raise StuckError(f"{self._clicks[0]} cannot be clicked on")

    def _decide(self, app: App, table: TableScene) -> None:
        if self._thought is None:
            self._think(app, table)
        elif self._thought.done():
            self._wanted = _possible(table.view, self._thought.result())
            self._clicks.extend(clicks_for(self._wanted))
            self._thought = None
            self._progress()
            app.wake()

    def _think(self, app: App, table: TableScene) -> None:
        if table.view.legal and table.view.seat in table.view.may_act:
            view = table.asked
            seed = table.session.decision_seed(view.seat)
            self._thought = self._services.thinker(view, self._services.company().usual, seed)
            app.watch(self._thought)

    def _progress(self) -> None:
        self._since = time.monotonic()


def _possible(view: SeatView, action: Action) -> Action:
    """A bot that wants something else than a slap, where one is asked for, lets it pass."""
    return PASS if PASS in view.legal and action not in view.legal else action


def click(rect: Rect) -> None:
    """Post what a person does to click in the middle of it."""
    left = {"pos": rect.center, "button": pygame.BUTTON_LEFT, "touch": False}
    motion = {"pos": rect.center, "rel": (0, 0), "buttons": (0, 0, 0), "touch": False}
    pygame.event.post(pygame.Event(pygame.MOUSEMOTION, motion))
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, left))
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONUP, left))


class Recorder:
    """Keeps the records while a person plays."""

    def __init__(self, records: RecordFile) -> None:
        self._records = records

    def step(self, app: App) -> None:
        """Write what ended."""
        from game.ui.scenes.table import TableScene

        for scene in app.scenes:
            if isinstance(scene, TableScene):
                self._records.keep(scene.session)
