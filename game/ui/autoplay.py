"""Autoplay of the human seat: a bot's decisions become clicks on the real table."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import pygame
from pygame import Rect

from game.files import StoreError, open_to_write, reason_of
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
from game.ui.table.input.targets import (
    PILE_TARGET,
    STOCK_TARGET,
    ButtonTarget,
    CardTarget,
    SpreadTarget,
    Target,
)

if TYPE_CHECKING:
    from game.play.session import Session
    from game.ui.session.table_scene import TableScene
    from game.ui.shell.loop import App
    from game.ui.shell.scene import Services


NEXT: Final = ButtonTarget("next")
_PLAIN: Final[Mapping[type[Action], Target]] = {
    Drop: ButtonTarget("drop"),
    Declare: ButtonTarget("declare"),
    Stop: ButtonTarget("stop"),
    Done: ButtonTarget("done"),
    Pass: ButtonTarget("pass"),
    Draw: STOCK_TARGET,
    Take: PILE_TARGET,
}


class StuckError(Exception):
    """Raised when the table never offers the target that the bot wants to click."""


def clicks_for(action: Action) -> tuple[Target, ...]:
    """Return the targets that a person would click, in order, to take an action."""
    match action:
        case Spread(cards):
            return (*map(CardTarget, cards), ButtonTarget("spread"))
        case Hit(card, spread):
            return (CardTarget(card), SpreadTarget(spread))
        case Discard(card):
            return (CardTarget(card), ButtonTarget("discard"))
        case Slap():
            return (ButtonTarget("slap"),)
        case _:
            return (_PLAIN[type(action)],)


class Autoplay:
    """A driver of the loop that plays the human seat: one step after each frame."""

    def __init__(self, services: Services, hands: int, records: RecordFile | None) -> None:
        self._services = services
        self._hands = hands
        self._records = records
        self._clicks: deque[Target] = deque()
        self._wanted: Action | None = None
        self._thought: Future[Action] | None = None
        self._since = time.monotonic()
        self._session: Session | None = None
        self._earlier = 0
        """Hands of finished sessions."""

    def step(self, app: App) -> None:
        """Click once, or start thinking, if the table is ready."""
        from game.ui.session.table_scene import TableScene

        table = app.top
        if not isinstance(table, TableScene):
            self._pass_page(app)
            return
        if table.idle_for() == 0 or table.board.view is None:
            return
        targets = table.live()
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
        """Pass side bets, questions and the end of a session with the button that continues."""
        from game.ui.session.between_hands import UnfinishedScene

        if isinstance(app.top, UnfinishedScene):
            raise StuckError(app.top.words)
        targets = app.top.targets() if app.top else {}
        button = targets.get(str(NEXT)) or targets.get("button:yes")
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

    def _click_next(self, targets: dict[Target, Rect]) -> None:
        if self._clicks[0] in targets:
            click(targets[self._clicks.popleft()])
            self._progress()
        elif time.monotonic() - self._since > 60.0:  # seconds
            raise StuckError(f"{self._clicks[0]} cannot be clicked on")

    def _decide(self, app: App, table: TableScene) -> None:
        if self._thought is None:
            self._think(app, table)
        elif self._thought.done():
            # Let a slap prompt pass if the bot wants another action.
            legal, wanted = table.view.legal, self._thought.result()
            self._wanted = PASS if PASS in legal and wanted not in legal else wanted
            self._clicks.extend(clicks_for(self._wanted))
            self._thought = None
            self._progress()
            app.wake()

    def _think(self, app: App, table: TableScene) -> None:
        if table.view.legal and table.view.seat in table.view.may_act:
            view = table.flow.decision_view()
            seed = table.session.decision_seed(view.seat)
            self._thought = self._services.thinker(view, self._services.opponents().usual, seed)
            app.watch(self._thought)

    def _progress(self) -> None:
        self._since = time.monotonic()


def click(rect: Rect) -> None:
    """Post the events of a click in the middle of a box."""
    left = {"pos": rect.center, "button": pygame.BUTTON_LEFT, "touch": False}
    motion = {"pos": rect.center, "rel": (0, 0), "buttons": (0, 0, 0), "touch": False}
    pygame.event.post(pygame.Event(pygame.MOUSEMOTION, motion))
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, left))
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONUP, left))


class Recorder:
    """A driver of the loop that saves the records of the hands a person plays."""

    def __init__(self, records: RecordFile) -> None:
        self._records = records

    def step(self, app: App) -> None:
        """Write the hands that ended."""
        from game.ui.session.table_scene import TableScene

        for scene in app.scenes:
            if isinstance(scene, TableScene):
                self._records.keep(scene.session)


# -- A file of every finished hand, written as each hand ends.


class RecordFile:
    """A file of hand records, one a line; an old one is overwritten."""

    def __init__(self, path: Path) -> None:
        """``StoreError`` if it cannot be written, now or later."""
        self._path = path
        self._session: Session | None = None
        self._written = 0
        _write(path, (), "w")

    def keep(self, session: Session) -> None:
        """Write the hands of this session that ended since the last call."""
        if session is not self._session:
            self._session, self._written = session, 0
        finished = session.played - session.is_playing
        if finished > self._written:
            _write(self._path, session.journal.records()[self._written :], "a")
            self._written = finished


def _write(path: Path, lines: Sequence[str], mode: Literal["a", "w"]) -> None:
    try:
        with open_to_write(path, mode) as file:
            file.writelines(f"{line}\n" for line in lines)
    except OSError as error:
        raise StoreError(path, reason_of(error)) from None
