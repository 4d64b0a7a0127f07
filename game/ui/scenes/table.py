"""The table: hand after hand of one session, from the cut to the settlement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from game.rules.actions import Slap
from game.rules.reasons import Reason
from game.ui.scene import BaseScene
from game.ui.scenes.interlude import Interlude
from game.ui.table.arrangement import Sorting
from game.ui.table.beats import Cue
from game.ui.table.board import Board, Chrome
from game.ui.table.commands import Commands
from game.ui.table.course import Course
from game.ui.table.deciding import Hint
from game.ui.table.describe import button_names
from game.ui.table.desk import Desk
from game.ui.table.effects import Notice
from game.ui.table.intents import (
    Cycle,
    Nudge,
    Pick,
    Scroll,
    Step,
)
from game.ui.table.logbook import Logbook
from game.ui.table.manners import Manners
from game.ui.table.narration import at_cursor, settled_words
from game.ui.table.render import Renderer
from game.ui.table.sizes import table_measures, table_skin
from game.ui.table.timeline import PACES
from game.ui.table.zones import answer_zones, live, zones
from game.ui.text import _
from game.ui.words import reason_sentence

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.rules.actions import Action
    from game.rules.view import SeatView
    from game.session.session import Session
    from game.ui.scene import Stage

_SKIPPING = frozenset((pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN))
_QUIET = (Step, Cycle, Nudge, Pick, Scroll)
"""What a player may do while others play, without hurrying them."""


class TableScene(BaseScene):
    """Shows the session to its human player, and plays what the player decides."""

    is_chatty = True
    """Whether opponents may say something."""

    def __init__(self, stage: Stage, session: Session) -> None:
        super().__init__(stage)
        self.session = session
        self.board = Board(
            Chrome(
                stage.size, button_names(None), table_measures(stage.services.theme, stage.size)
            ),
            len(session.names),
            session.human or 0,
            self._hear,
        )
        self.log = Logbook()
        self.interlude = self._made_interlude()
        self.course = Course(stage, session, self.board, self.log, self.interlude)
        self.desk = Desk(self.board, self.course.why, self._play, self._refuse)
        self._commands = Commands(self, self._scroll)
        self._notice = Notice()
        self._renderer = self._made_renderer(stage.size)
        self._followed: SeatView | None = None
        self._is_racing = False
        self._order_as_wished()
        self._heard = 0
        self._manners = Manners(session, self.board, may_talk=self.is_chatty)
        self.course.begin()
        self.follow()

    def _made_interlude(self) -> Interlude:
        return Interlude(self.stage, self.session)

    # -- what tests and the bot that plays by hand look at -------------------------------------

    @property
    def view(self) -> SeatView:
        """What the human seat sees, final at once."""
        if self.board.view is None:
            raise RuntimeError("no hand has been dealt yet")
        return self.board.view

    @property
    def asked(self) -> SeatView:
        """What a bot on the human seat would be shown, to decide on a slap or on its turn."""
        return self.course.asked()

    @property
    def is_settling(self) -> bool:
        """Whether the settlement is on show."""
        return self.course.is_settling

    @property
    def hands_played(self) -> int:
        """Hands that have come to their end in this sitting."""
        return self.course.hands_played

    @property
    def line(self) -> str:
        """The one line that tells why something cannot be done, empty if there is none."""
        return self._notice.text

    def answer_towards(self, action: Action) -> str | None:
        """The answer to the question asked now that leads to an action; None if none is asked."""
        place = self.desk.asked.leading_to(action) if self.desk.asked else None
        return None if place is None else f"choice:{place}"

    def targets(self) -> dict[str, Rect]:
        """Where a click would do something now."""
        if self.board.is_busy:
            return {}
        found = self.zones()
        now = self.desk.situation
        if self.is_settling or now is None or self.desk.question:
            return found
        return live(now, found)

    def spoken(self) -> str:
        """What the cursor is on, or what is to be done, once nothing moves."""
        if self.board.view is None or self.board.is_busy:
            return ""
        live = self.targets()
        return at_cursor(self.session, self.board, self.desk, live, is_settling=self.is_settling)

    def news(self) -> Sequence[str]:
        """What was written into the log since this was asked last, and why something cannot be."""
        told, self._heard = self._heard, self.log.size
        line, self._line_heard = self._line_heard, self.line
        was_settled, self._settling_heard = self._settling_heard, self.is_settling
        hands = settled_words(self.session, self.view) if self.is_settling > was_settled else ()
        return [*self.log.texts[told:], *hands, *([self.line] if self.line != line else ())]

    _line_heard, _settling_heard = "", False

    # -- time ----------------------------------------------------------------------------------

    @property
    def _pace(self) -> float:
        return PACES[self.course.speed]

    def update(self, dt: float) -> bool:
        """Let time pass on the table."""
        changed = self.board.update(dt, self._pace)
        self.course.slaps.is_held = any(isinstance(each, Slap) for each in self.desk.question)
        written = self.log.size
        self.course.advance(dt)
        changed |= self.log.size != written
        if self.board.view is not self._followed:
            self.follow()
            changed = True
        changed |= self._manners.keep_up(self.stage.services.settings.settings)
        changed |= self._watch_race()
        changed |= self.course.pots.update(dt, self._pace)
        return self._notice.update(dt) or changed

    def _watch_race(self) -> bool:
        """Whether a clock runs, or has just stopped; its start is heard."""
        was_racing, runs = self._is_racing, self.course.slaps.clock is not None
        self._is_racing = runs and not self.board.timeline.is_busy
        if self._is_racing and not was_racing:
            self._hear(Cue("tick"))
        return self._is_racing or was_racing

    def idle_for(self) -> float | None:
        """0 while anything moves, else until the next thing that happens by itself."""
        if self.board.is_moving or self.course.pots.is_moving:
            return 0.0
        waits = (self.course.idle_for(), self.board.effects.idle_for(), self._notice.idle_for())
        return min((wait for wait in waits if wait is not None), default=None)

    def uncovered(self) -> None:
        """Settings may have changed."""
        self._order_as_wished()
        self.follow()

    def relabel(self) -> None:
        """What stands written is told anew; what was said aside is over."""
        self.log.relabel()
        self._notice.clear()
        self.board.effects.bubbles.clear()

    def close(self) -> None:
        """The session has kept every move already; nobody has to think any more."""
        self.course.stop()

    def resize(self, size: tuple[int, int]) -> None:
        """Lay everything out anew, all at its place at once."""
        self._commands.cancel()
        names = button_names(self.board.view)
        self.board.resize(Chrome(size, names, table_measures(self.stage.services.theme, size)))
        self._renderer = self._made_renderer(size)  # the log breaks its lines by the new layout

    def _made_renderer(self, size: tuple[int, int]) -> Renderer:
        skin = table_skin(self.stage.services.theme, size)
        deck = self.stage.services.theme.deck()
        return Renderer(skin, deck, self.board, self.desk, self.course, self.log)

    # -- events --------------------------------------------------------------------------------

    def handle(self, event: Event) -> None:
        """Mouse and keys."""
        self._commands.handle(event)
        if self._pace == inf:
            self.board.skip()

    def zones(self) -> dict[str, Rect]:
        """Everything that can be pointed at as things stand."""
        menu = {"button:menu": self.board.layout.menu}
        if self.is_settling:
            return self._renderer.settlement_buttons() | menu
        if self.desk.question:
            return self._renderer.choices() | answer_zones(self.board, self.desk.question)
        if self.board.view is None or self.board.view.result is not None:
            return menu
        return zones(self.board)

    # -- what comes of it ----------------------------------------------------------------------

    def _play(self, action: Action) -> None:
        self._notice.clear()
        self.course.play(action)
        self.follow()

    def _refuse(self, why: Reason | Hint) -> None:
        self._notice.show(reason_sentence(why) if isinstance(why, Reason) else _(why))

    def press_settlement(self, button: str) -> None:
        """The settlement has been seen, or something is asked for before the next deal."""
        interlude = self.interlude
        match button:
            case "next":
                self._notice.clear()
                self.course.next_hand()
                self.follow()
            case "scores":
                interlude.show_scores()
            case "big_one" if interlude.may_call_big_one:
                interlude.ask_big_one(lambda: None)
            case _:
                pass

    def open_menu(self) -> None:
        """The menu over the table, which stands still meanwhile."""
        from game.ui.scenes.pause import Offers, PauseScene

        self._commands.cancel()
        interlude = self.interlude
        seat_another = self.course.seat_another if interlude.may_seat_another else None
        change = self.course.change_opponents if interlude.may_change_opponents else None
        plan = self.session.plan
        offers = Offers(
            interlude.leave, interlude.show_scores, plan.rules, change, seat_another, plan.label
        )
        self.stage.push(PauseScene(self.stage, offers))

    def _order_as_wished(self) -> None:
        """Hold one's own cards as the settings say, if that is news."""
        wished = Sorting(self.stage.services.settings.settings.sort)
        if wished is not self.board.arrangement.wished:
            self.board.arrangement.wish(wished)
            self.board.rearrange()

    def _keep_order(self) -> None:
        """How the player sorts its cards is how it wants the next ones too."""
        wished = self.board.arrangement.wished
        if wished != self.stage.services.settings.settings.sort:
            self.stage.change(sort=wished.value)

    def follow(self) -> None:
        """The table may have changed: keep choice and buttons with it."""
        self._followed = self.board.view
        self.desk.keep_up()
        self._keep_order()
        names = button_names(self.board.view)
        if names != self.board.chrome.buttons:
            self.board.resize(replace(self.board.chrome, buttons=names))
        if self._pace == inf:
            self.board.skip()

    def _scroll(self, lines: int) -> None:
        self.log.scroll(lines, self._renderer.log_room())

    def _hear(self, cue: Cue) -> None:
        if self._pace == inf:
            return
        place = 0.0 if cue.seat is None else self.board.pan(cue.seat)
        self.stage.services.sound.play(cue.sound, place)

    def draw(self, surface: Surface) -> None:
        """Draw the whole table."""
        live_names = frozenset(self.targets())
        self._renderer.draw(surface, live_names, self.line, is_settling=self.is_settling)
