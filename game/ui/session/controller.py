"""The table's controller: turns mouse and keyboard events into actions.

It connects the selection (what is chosen, dragged, asked) and the flow of hands: a legal action is
played at once, unless the tutor warns of it or a risky drop needs confirmation.

While others play, a click or a key only skips the animation.
"""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

import pygame

from game.rules.actions import DRAW, DROP, Reason, Slap
from game.ui.table.input.decisions import Begin, InputRefusal, Play, is_risky_drop
from game.ui.table.input.intents import (
    SLACK,
    Act,
    Back,
    Carry,
    Clear,
    Cycle,
    Grab,
    Hover,
    KeyIntent,
    LetGo,
    Nudge,
    Pick,
    Pointer,
    PointerIntent,
    Press,
    PutBack,
    Scroll,
    StockTouch,
    Tap,
    intent_of,
)
from game.ui.table.input.selection import Selection
from game.ui.table.input.targets import (
    ALWAYS_LIVE,
    PRACTICE_BUTTONS,
    SEAL_BUTTON,
    SETTLEMENT_BUTTONS,
    STOCK_TARGET,
    ButtonTarget,
    CardTarget,
    ChoiceTarget,
    ClothTarget,
    DropTarget,
    Step,
    Target,
    drop_zones,
    hit_test,
)
from game.ui.text.language import _, amount_text
from game.ui.text.move_words import refusal

if TYPE_CHECKING:
    from pygame import Event, Rect

    from game.play.session import Session
    from game.rules.actions import Action
    from game.rules.view import SeatView
    from game.ui.session.hint import TableHint, Tutor
    from game.ui.shell.scene import Stage
    from game.ui.table.flow.hand_flow import HandFlow
    from game.ui.table.motion.board import Board
    from game.ui.table.motion.effects import Notice

DOUBLE_CLICK: Final = 0.35
"""The most seconds between the clicks of a double click."""


class ControlledTable(Protocol):
    """What the controller needs of the scene of the table."""

    stage: Stage
    session: Session
    board: Board
    flow: HandFlow
    notice: Notice
    seconds: float
    """The time that has passed at the table, in seconds."""
    is_chatty: bool
    is_coached: bool
    hint: TableHint | None

    @property
    def window(self) -> Stage:
        """The stage for pages over the table."""

    @property
    def view(self) -> SeatView:
        """The player's view."""

    def may_play(self, action: Action) -> bool:
        """Return whether this table allows an action."""

    def has_played(self, action: Action) -> None:
        """Note that the player has played an action."""

    def scroll(self, lines: int) -> None:
        """Scroll the log."""

    def zones(self) -> dict[Target, Rect]:
        """Return all current targets with their boxes."""

    def press_settlement(self, button: str) -> None:
        """Handle a button of the settlement, or its key."""

    def press_extra(self, button: str) -> bool:
        """Handle an additional button of this table, or its key; False if it has no such button."""

    def take_hint_away(self) -> bool:
        """Hide the hint; False if there was none."""

    def close_details(self) -> bool:
        """Close the details of the result; False if they are not shown."""

    def show_deal(self) -> None:
        """Open the page about the deal."""

    def open_menu(self) -> None:
        """Open the menu over the table."""

    def follow(self) -> None:
        """Update everything after a change of the table."""


class TableController:
    """Handles mouse and keyboard; either alone suffices for everything."""

    def __init__(self, table: ControlledTable) -> None:
        self._table = table
        self.input: Final = Selection(
            table.board, table.flow.why, self._play, self._begin, self._refuse
        )
        self._tutor: Tutor | None = None
        self._held: Action | None = None
        """The action to play unless the tutor warns of it."""
        self._pointer = Pointer(self._target_at, self.input.can_grab)
        self._touch = StockTouch(lambda: table.board.view, self._may_draw)
        self._tapped: tuple[Target | None, float] = (None, 0.0)
        """The target of the last click, and its time."""
        self._trail: deque[tuple[float, tuple[int, int]]] = deque(maxlen=24)
        """Recent positions of a drag, with their times."""

    def cancel(self) -> None:
        """Cancel a press or drag."""
        self._pointer.cancel()
        self.input.carrier.put_back()

    def handle(self, event: Event) -> None:
        """Handle one event."""
        if event.type == pygame.KEYDOWN:
            intent = intent_of(event)
            if isinstance(intent, Press) and self._press_extra(intent.button):
                return
            if intent is not None and not self._skipped_by_key(intent) and not self._waits(event):
                self._do_by_key(intent)
        elif self._touch.released(event, self.input.cursor):
            self._tap(STOCK_TARGET)
        elif event.type == pygame.MOUSEBUTTONDOWN and self._skipped_by_mouse(event):
            self._pointer.cancel()
        elif event.type == pygame.MOUSEBUTTONDOWN and self._draws_at_once(event):
            self._pointer.cancel()
            self._tap(STOCK_TARGET)
        else:
            slack = SLACK * max(self._table.board.layout.unit, 0.7)
            for each in self._pointer.read(event, slack):
                self._do_by_pointer(each)

    def _press_extra(self, button: str) -> bool:
        """Press a button for hints or of a practice table; return whether it is one. The latter
        mean nothing elsewhere.
        """
        return self._table.press_extra(button) or button in PRACTICE_BUTTONS

    def _waits(self, event: Event) -> bool:
        """Return whether a key on the stock draws only on release."""
        inputs = self.input
        return self._touch.holds(event, None if inputs.question else inputs.cursor)

    def _may_draw(self) -> bool:
        now = self.input.situation
        return now is not None and isinstance(now.plain(DRAW), Play | Begin)

    def _draws_at_once(self, event: Event) -> bool:
        """Return whether a press on the stock draws at once."""
        return self._touch.pressed(event, self._target_at(event.pos))

    def _skipped_by_key(self, intent: KeyIntent) -> bool:
        """Return whether a key only skipped the animation.

        On the player's turn, a button's key counts once every beat has begun.
        """
        board = self._table.board
        is_quiet = isinstance(intent, Step | Cycle | Nudge | Pick | Scroll)
        if not board.is_busy or (is_quiet and not board.is_scene):
            return False
        has_seen_all = board.timeline.is_all_begun and not board.is_scene
        is_on_turn = board.view is not None and bool(board.view.legal)
        board.skip()
        return not (isinstance(intent, Press) and has_seen_all and is_on_turn)

    def _skipped_by_mouse(self, event: Event) -> bool:
        """Return whether a click only skipped the animation; cards can be sorted meanwhile."""
        board = self._table.board
        if not board.is_busy or event.button != pygame.BUTTON_LEFT:
            return False
        target = self._target_at(event.pos)
        is_extra = isinstance(target, ButtonTarget) and target.name in PRACTICE_BUTTONS
        is_quiet = isinstance(target, CardTarget) or target in ALWAYS_LIVE or is_extra
        if is_quiet and not board.is_scene:
            return False
        board.skip()
        return True

    def _do_by_key(self, intent: KeyIntent) -> None:
        inputs = self.input
        self._tapped = (None, 0.0)  # clicks with a key between them are not a double click
        if self._pointer.is_dragging and isinstance(intent, Press | Act | Pick | Nudge):
            self.cancel()
        match intent:
            case Press(button=button):
                self._press(button)
            case Act():
                self._act_at_cursor()
            case Back():
                table = self._table
                if not (table.take_hint_away() or inputs.back() or table.close_details()):
                    self._table.open_menu()
            case Step() | Cycle():
                inputs.step(self._table.zones(), intent)
            case Nudge():
                inputs.nudge(intent)
            case Pick(place=place):
                self._pick(place)
            case Scroll(lines=lines):
                self._table.scroll(lines)

    def _do_by_pointer(self, intent: PointerIntent) -> None:
        inputs = self.input
        match intent:
            case Tap(target=target):
                self._click(target)
            case Clear():
                inputs.clear()
            case Hover(target=target):
                inputs.hover(target)
            case Grab():
                inputs.cursor = None
                inputs.carrier.grab(intent)
                self._trail.clear()
                self._trail.append((self._table.seconds, intent.at))
            case Carry(at=at):
                inputs.carrier.carry(intent)
                self._trail.append((self._table.seconds, at))
            case LetGo(at=at):
                self._trail.append((self._table.seconds, at))
                self._let_go(hit_test(drop_zones(self._table.board), at))
                self._table.follow()
            case PutBack():
                inputs.carrier.put_back()
            case Scroll(lines=lines):
                self._table.scroll(lines)

    def _click(self, target: Target) -> None:
        """Handle a click; a double click on a card discards it."""
        (last, when), now = self._tapped, self._table.seconds
        self._tapped = (target, now)
        is_double = target == last and now - when <= DOUBLE_CLICK
        if isinstance(target, ButtonTarget) and target.name in {"discard", "spread", "hit"}:
            self._tell_gestures()  # gestures are faster
        if isinstance(target, CardTarget) and is_double and self.input.toss(target.card):
            self._tapped = (None, now)
            self._table.follow()
            return
        self._tap(target)

    def _let_go(self, onto: DropTarget | None) -> None:
        """Drop what is dragged; a single card that is flicked upwards is discarded."""
        inputs = self.input
        cards = inputs.carrier.cards
        if len(cards) == 1 and isinstance(onto, ClothTarget) and self._is_flicked():
            inputs.carrier.put_back()
            if inputs.toss(cards[0]):
                return
        inputs.let_go(onto)

    def _is_flicked(self) -> bool:
        """Return whether the drag has just been moving up fast."""
        lately = [each for each in self._trail if self._table.seconds - each[0] <= 0.12]  # seconds
        if len(lately) < 2:
            return False
        (began, start), (ended, end) = lately[0], lately[-1]
        up, aside = start[1] - end[1], abs(end[0] - start[0])
        unit = self._table.board.layout.unit
        flick = 1300.0  # the speed from which a card is flicked, in design pixels a second
        return up > aside and up >= flick * unit * max(ended - began, 1 / 60)

    def _tap(self, target: Target) -> None:
        """Handle a click on a target, or the key that acts at the cursor."""
        match target:
            case ButtonTarget("menu"):
                self._table.open_menu()
            case ButtonTarget("seal"):
                self._table.show_deal()
            case ButtonTarget(button) if self._press_extra(button):
                pass
            case ButtonTarget(button) if button == "pass" or button in SETTLEMENT_BUTTONS:
                self._press(button)
            case _:
                self.input.tap(target)
                self._table.follow()

    def _press(self, button: str) -> None:
        """Handle a button or its key."""
        if self._table.board.is_settling:
            self._table.press_settlement(button)
        elif button not in SETTLEMENT_BUTTONS:
            self.input.press(button)
            self._table.follow()

    def _act_at_cursor(self) -> None:
        found, inputs = self._table.zones(), self.input
        cursor = inputs.cursor if inputs.cursor in found else None
        if self._table.board.is_settling:
            self._tap(cursor if isinstance(cursor, ButtonTarget) else ButtonTarget("next"))
        elif cursor is not None:
            self._tap(cursor)
        elif self._table.flow.slaps.clock is not None and not inputs.question:
            self._press(self._quick_answer())
        else:
            inputs.step(found, Cycle(1))

    def _quick_answer(self) -> str:
        """Return the meaning of the space bar in a race: a slap; a drop needs its own key."""
        view = self._table.board.view
        can_slap = view is not None and any(isinstance(each, Slap) for each in view.legal)
        return "slap" if can_slap else "pass"

    def _pick(self, place: int) -> None:
        """Choose a card by its number, or answer a question."""
        inputs = self.input
        if inputs.question:
            self._tap(ChoiceTarget(inputs.answer_at(place)))
        elif not self._table.board.is_settling:
            inputs.pick(place)

    def _target_at(self, at: tuple[int, int]) -> Target | None:
        zones = self._table.zones()
        first = {target: box for target, box in zones.items() if target == SEAL_BUTTON}
        return hit_test({**first, **zones}, at)

    # -- playing -------------------------------------------------------------------------------

    def _play(self, action: Action) -> None:
        if not self._table.may_play(action):
            return
        if self._tutor is not None and self._table.flow.slaps.clock is None:
            self._held = action
            self._let_tutor_look(self._tutor)
        else:
            self._do(action)

    def _do(self, action: Action, *, is_sure: bool = False) -> None:
        if action == DROP and not is_sure and self._asks_first():
            return
        self._table.notice.clear()
        self._table.flow.play(action)
        self._table.follow()
        self._table.has_played(action)

    # -- the tutor -----------------------------------------------------------------------------

    def watch(self) -> None:
        """Let the tutor think about the player's decision, if the player wants warnings."""
        if not (self._table.is_coached and self._table.stage.services.settings.settings.tutor):
            self._dismiss_tutor()
            return
        view = self._table.flow.decision_view() if self._table.session.is_playing else None
        if view is None or not view.legal:
            self._dismiss_tutor()
        elif self._tutor is None or self._tutor.view != view:
            from game.ui.session.hint import Tutor

            self._dismiss_tutor()
            seed = self._table.session.decision_seed(self._table.flow.me)
            self._tutor = Tutor(self._table.stage, view, seed)

    def _dismiss_tutor(self) -> None:
        if self._tutor is not None:
            self._tutor.close()
        self._tutor = self._held = None

    def _let_tutor_look(self, tutor: Tutor) -> None:
        """Play the waiting action once the tutor is ready, or ask first if it warns of it."""
        action = self._held
        if action is None or not tutor.is_ready:
            return
        self._held = None
        warning = tutor.warning(action)
        if not warning:
            self._do(action, is_sure=tutor.has_judged(action))
            return
        answers = (_("Take it back"), _("Play it"))
        self.ask(_("Are you sure?"), warning, answers, action)

    def ask(self, title: str, words: str, answers: tuple[str, str], action: Action) -> None:
        """Ask for confirmation of an action, in place of the log."""
        from game.ui.pages.dialogs import MoveQuestion

        table, act = self._table, partial(self._do, action, is_sure=True)
        table.window.push(
            MoveQuestion(table.window, title, words, answers, act, self._question_room)
        )

    def _question_room(self) -> tuple[Rect, int]:
        """Return the area that a question covers, and how far up from there no plate is."""
        layout = self._table.board.layout
        above = layout.log.copy()
        above.top, above.height = 0, layout.log.top
        plates = [each.plate for each in layout.seats if each.plate.colliderect(above)]
        return layout.log, max((plate.bottom for plate in plates), default=0)

    def _asks_first(self) -> bool:
        """Ask if the player means a drop with a high count, unless the hint on screen names it;
        return whether it is asked.
        """
        settings = self._table.stage.services.settings.settings
        if not (settings.ask_drop and self._table.is_chatty):
            return False
        hint = self._table.hint
        if hint is not None and DROP in hint.named:
            return False
        if not is_risky_drop(self._table.view):
            return False
        title = _("Drop with {count}?").format(count=amount_text(self._table.view.count))
        words = _("You'd probably get caught.")
        self.ask(title, words, (_("Don't drop"), _("Drop")), DROP)
        return True

    def _tell_gestures(self) -> None:
        """Explain once, after a click on a button, how to play cards without buttons."""
        if self._table.is_chatty and not self._table.stage.services.settings.settings.gestures_told:
            self._table.stage.change(gestures_told=True)
            self._table.stage.notify(
                _(
                    "Quicker: click the stock to draw, double-click a card or flick it up to "
                    "discard, drag cards to spread or hit."
                )
            )

    def _begin(self, action: Action) -> None:
        self._table.notice.clear()
        self._table.flow.begin_turn(action)
        self._table.follow()

    def _refuse(self, why: Reason | InputRefusal) -> None:
        self._table.notice.show(
            refusal(self._table.view, why) if isinstance(why, Reason) else _(why)
        )

    # -- time ----------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Advance the tutor by ``dt`` seconds."""
        if self._tutor is not None:
            self._tutor.update(dt, is_awaited=self._held is not None)
            self._let_tutor_look(self._tutor)

    def idle_for(self) -> float | None:
        """Return the seconds until the tutor has anything to do; None if never."""
        return self._tutor.idle_for() if self._tutor is not None else None

    def close(self) -> None:
        """Stop the tutor."""
        self._dismiss_tutor()
