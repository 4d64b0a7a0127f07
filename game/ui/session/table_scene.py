"""The scene of the table: hand after hand of one session, from the cut to the settlement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from game.play.driver import HandEnded
from game.rules.actions import Slap
from game.saves.lock import ReplacedError
from game.ui.kit.widget import fact, sentences
from game.ui.pages.saves_in_use import tell_trouble
from game.ui.session.between_hands import BetweenHandsPages
from game.ui.session.controller import TableController
from game.ui.shell.tips import Tip
from game.ui.table.flow.hand_flow import HandFlow
from game.ui.table.flow.shown import Logbook
from game.ui.table.input.targets import (
    MENU_BUTTON,
    SEAL_BUTTON,
    ButtonName,
    ButtonTarget,
    CardTarget,
    ChoiceTarget,
    Target,
    answer_zones,
    zones,
)
from game.ui.table.motion.director import Cue
from game.ui.table.motion.effects import Notice
from game.ui.table.motion.picture import Sorting
from game.ui.table.painting.coach_overlay import WHY_BUTTON
from game.ui.table.painting.furniture import table_skin
from game.ui.table.painting.painter import Renderer
from game.ui.table.painting.status import Guide, button_names
from game.ui.table.talk.narration import at_cursor, how_it_stands, settled_words
from game.ui.table.talk.remarks import TableTalk
from game.ui.table.talk.table_tips import TableTips
from game.ui.text.language import _
from game.ui.text.level_words import no_kernel_sentence
from game.ui.text.move_words import card_text, cards_text
from game.ui.viewer.table_view import TableView

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.play.session import Session
    from game.rules.actions import Action
    from game.rules.view import SeatView
    from game.ui.session.hint import TableHint
    from game.ui.shell.scene import Stage
    from game.ui.table.input.selection import Selection
    from game.ui.table.painting.coach_overlay import ChancesLook, HintLook


class TableScene(TableView):
    """The table of one session: input, flow, motion, painting and talk put together."""

    is_chatty = True
    """Whether opponents may talk."""
    is_coached = True
    """Whether the coach may be asked and may warn."""

    def __init__(self, stage: Stage, session: Session, is_waiting: bool = False) -> None:
        """``is_waiting``: nothing is dealt until the pages over the table are closed."""
        super().__init__(stage)
        self.session = session
        self.board = self.new_board(len(session.names), session.human or 0, button_names(None))
        self.log = Logbook()
        self.between_hands = self._made_pages()
        self.flow = HandFlow(self.stage, session, self.board, self.log, self.between_hands)
        self.seconds = 0.0
        self.notice = Notice()
        self.controller = TableController(self)
        self.renderer = self._made_renderer(self.stage.size)
        self.hint: TableHint | None = None
        """The hint on screen or in preparation."""
        self._followed: SeatView | None = None
        self._is_racing = False
        self._apply_sorting()
        self._heard = 0
        self._size_at_key = -1
        """The number of log lines when a key was last pressed."""
        self._line_heard, self._settling_heard = "", False
        self._hand_heard = -1
        """The number of the last hand of which the player's cards have been read aloud."""
        self._asked_heard: tuple[int, int] | None = None
        self._stands_heard: Sequence[str] = ()
        self._hint_heard: tuple[str, ...] = ()
        self._asked_for: Sequence[str] = ()
        """What a key has asked for, to be read aloud once."""
        self._talk = TableTalk(
            session, self.board, self.between_hands.greeting, may_talk=self.is_chatty
        )
        self._is_waiting = is_waiting
        if not is_waiting:
            self.flow.begin()
        self.follow()

    def _made_pages(self) -> BetweenHandsPages:
        return BetweenHandsPages(self.window, self.session)

    # -- the readable model, for tests, autoplay and screen readers ----------------------------

    @property
    def input(self) -> Selection:
        """The chosen, dragged and hovered cards, the cursor, and the open question."""
        return self.controller.input

    @property
    def view(self) -> SeatView:
        """The player's view; final before the animation ends."""
        if self.board.view is None:
            raise RuntimeError("no hand has been dealt yet")
        return self.board.view

    @property
    def hands_played(self) -> int:
        """The number of hands finished in this sitting."""
        return self.flow.hands_played

    @property
    def line(self) -> str:
        """The line that says why an action is refused, or what is in the player's hand; empty if
        there is none.
        """
        return self.notice.text

    def deal_visibly(self) -> None:
        """Deal the hand that lies on the table card by card, from an empty table."""
        view = self.view
        self.board.make_room(view.seats)
        self.board.deal(view)

    def answer_towards(self, action: Action) -> Target | None:
        """Return the answer to the open question that leads to an action; None without one."""
        place = self.input.asked.leading_to(action) if self.input.asked else None
        return None if place is None else ChoiceTarget(place)

    def targets(self) -> dict[str, Rect]:
        """Return the enabled targets by name, with their boxes."""
        return {str(target): box for target, box in self.live().items()}

    def extras(self) -> dict[Target, Rect]:
        """Return the enabled additional buttons of this table, with their boxes."""
        return {}

    def press_extra(self, button: str) -> bool:
        """Handle an additional button or one for hints; False for any other."""
        if button == "hint":
            self.ask_hint()
        elif button == "why" and self.hint is not None:
            self.hint.is_explained = not self.hint.is_explained
        elif button == "hand":
            self._show_hand()
        return button in {"hint", "why", "hand"}

    def _show_hand(self) -> None:
        """Show the player's hand, its count and the top discard in one line, which is read aloud
        each time, with the pots and balances that the table shows.
        """
        view = self.board.view
        if view is None or view.result is not None:
            return
        top = fact(_("Discards"), card_text(view.top)) if view.top else ""
        self._line_heard = ""
        self.notice.show(sentences(self._hand_words(), Guide(view).own_count(), top))
        self._asked_for = TableTips(self.renderer.look(), self.board).of_money(self.flow)

    def _hand_words(self) -> str:
        return fact(_("Your hand"), cards_text(self.board.arrangement.order))

    @property
    def gives_hints(self) -> bool:
        """Whether hints are offered at this table; without the kernel they are disabled."""
        services = self.stage.services
        has_coach = services.coach is not None or services.lacks_kernel
        return self.is_coached and has_coach and services.settings.settings.hints

    def ask_hint(self) -> None:
        """Ask the coach for a hint, if there is a decision to make, or hide the one shown."""
        from game.ui.session.hint import TableHint

        if self.take_hint_away():
            return
        coach, view = self.stage.services.coach, self.flow.driver.waits_for
        if not self.gives_hints or isinstance(view, HandEnded):
            return
        if coach is None:
            self.notice.show(no_kernel_sentence())
            return
        seen = self.flow.decision_view()
        if not seen.legal:
            self.notice.show(_("Nothing for you to decide right now."))
            return
        self.controller.cancel()
        self.notice.clear()
        self.hint = TableHint(self.stage, seen, self.session.decision_seed(self.flow.me))

    def take_hint_away(self) -> bool:
        """Hide the hint; False if there was none."""
        hint, self.hint = self.hint, None
        if hint is not None:
            hint.close()
        return hint is not None

    @property
    def coach_look(self) -> HintLook | None:
        """The coach's current hint or comment."""
        if self.hint is None or self.board.is_busy:
            return None
        return self.hint.look(is_hovered=self.input.hovered == WHY_BUTTON)

    @property
    def chances_look(self) -> ChancesLook | None:
        """The endings' chances shown as bars at the side."""
        return None

    def _of_coach(self) -> dict[Target, Rect]:
        """Return the click targets of the coach's hint."""
        return self.renderer.hint_targets(self.coach_look)

    def live(self) -> dict[Target, Rect]:
        """Return the enabled targets with their boxes."""
        return self._live_on_table() | self.extras() | self._of_coach()

    def _live_on_table(self) -> dict[Target, Rect]:
        if self.board.is_busy:
            return {}
        found = self.zones()
        now = self.input.situation
        if self.is_settling or now is None or self.input.question:
            return found
        own = self.extras() | self._of_coach()
        others = {each: box for each, box in found.items() if each not in own}
        if self.stage.services.coach is None:
            others.pop(ButtonTarget("hint"), None)
        return now.live(others)

    def spoken(self) -> str:
        """Return what a screen reader says of the cursor; empty while cards move, and while others
        play until the player presses a key.
        """
        if self.board.view is None or self.board.is_busy:
            return ""
        is_watching = not (self.view.legal or self.is_settling)
        if is_watching and self._size_at_key != self.log.size:
            return ""
        if self.input.cursor == WHY_BUTTON and WHY_BUTTON in self._of_coach():
            return _("Why?")
        found = self.renderer.result()
        buttons = () if found is None else found[0].buttons
        onward: dict[ButtonName, str] = {name: look.text for name, look in buttons}
        words = at_cursor(self.session, self.board, self.input, self.live(), onward)
        match self.input.cursor:
            case CardTarget(card) if not (self.is_settling or self.input.question):
                signs = TableTips(self.renderer.look(), self.board).signs_of(card, self.view)
                return sentences(words, *signs)
            case _:
                return words

    def news(self) -> Sequence[str]:
        """Return what a screen reader says once: new log lines, the player's hand when it is dealt,
        what the player is to decide, and a new line.
        """
        heard, self._heard = self._heard, self.log.size
        line, self._line_heard = self._line_heard, self.line
        was_settled, self._settling_heard = self._settling_heard, self.is_settling
        hands = settled_words(self.session, self.view) if self.is_settling > was_settled else ()
        told, self._hint_heard = self._hint_heard, self._hint_words()
        said = [each for each in self._hint_heard if each not in told]
        refused = [self.line] if self.line != line else []
        stands = [*self._new_hand(), *self._new_situation()]
        asked_for, self._asked_for = self._asked_for, ()
        return [*self.log.since(heard), *stands, *hands, *refused, *asked_for, *said]

    def situation(self) -> Sequence[str]:
        """Return what the player is to decide now, and how it stands; may be empty."""
        return how_it_stands(self.session, self.view)

    def _new_hand(self) -> Sequence[str]:
        """Return the player's cards once they are dealt."""
        view = self.board.view
        if view is None or view.result is not None or self.board.is_busy:
            return ()
        heard, self._hand_heard = self._hand_heard, self.session.played
        return (self._hand_words(),) if heard != self.session.played else ()

    def _new_situation(self) -> Sequence[str]:
        """Return the situation whenever the player is asked; after own moves, what is new in it."""
        if self.board.view is None or self.board.is_busy:
            return ()
        stands = self.situation()
        others = sum(move.seat != self.view.seat for move in self.view.moves)
        asked = (self.session.played, others) if stands else None
        known = self._stands_heard if asked == self._asked_heard else ()
        self._asked_heard, self._stands_heard = asked, stands
        return [words for words in stands if words not in known]

    def _hint_words(self) -> tuple[str, ...]:
        """Return the coach's hint, as read aloud."""
        return () if self.hint is None else self.hint.spoken

    # -- time ----------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        """Advance the table by ``dt`` seconds."""
        self.seconds += dt
        before = self.board.view, self.log.size, self.line
        changed = self.board.update(dt, self.pace)
        self.controller.update(dt)  # may play what the tutor has looked at
        is_asked = any(isinstance(each, Slap) for each in self.input.question)
        self.flow.slaps.is_held = is_asked or self.hint is not None
        if self.hint is not None:
            changed |= self.hint.update(dt)
        self.flow.advance(dt)
        self._watch_saves()
        if self.board.view is not self._followed:
            self.follow()
            changed = True
        changed |= (self.board.view, self.log.size, self.line) != before
        changed |= self._talk.keep_up(self.stage.services.settings.settings)
        changed |= self._watch_race()
        changed |= self.flow.pots.update(dt, self.pace)
        return self.notice.update(dt) or changed

    def _watch_saves(self) -> None:
        """Stop playing if another Tonk has taken over the saves."""
        trouble = self.session.trouble
        if isinstance(trouble, ReplacedError):
            tell_trouble(self.window, trouble)

    def _watch_race(self) -> bool:
        """Return whether a slap's clock runs or has just stopped; play a sound at its start."""
        was_racing, runs = self._is_racing, self.flow.slaps.clock is not None
        self._is_racing = runs and not self.board.timeline.is_busy
        if self._is_racing and not was_racing:
            self.hear(Cue("tick"))
        return self._is_racing or was_racing

    def idle_for(self) -> float | None:
        """Return the seconds until anything changes by itself: 0 if moving, None if never."""
        if self.board.is_moving or self.flow.pots.is_moving:
            return 0.0
        waits = (
            self.flow.idle_for(),
            self.board.effects.idle_for(),
            self.notice.idle_for(),
            self.controller.idle_for(),
            None if self.hint is None else self.hint.idle_for(),
        )
        return min((wait for wait in waits if wait is not None), default=None)

    def on_resume(self) -> None:
        """Apply settings that may have changed."""
        if self._is_waiting:
            self._is_waiting = False
            self.flow.begin()
        self._asked_heard = None  # so that it is said again
        self._apply_sorting()
        self.follow()

    def on_language_changed(self) -> None:
        """Rewrite everything in the new language; speech bubbles and notices disappear."""
        self.log.on_language_changed()
        self.notice.clear()
        self.board.effects.bubbles.clear()

    def close(self) -> None:
        """Cancel opponents' decisions; every move has been saved already."""
        self.controller.close()
        self.take_hint_away()
        self.flow.stop()

    def lay_out(self, size: tuple[int, int]) -> None:
        self.controller.cancel()
        super().lay_out(size)
        self.renderer = self._made_renderer(size)  # the log's lines depend on the new layout

    def _made_renderer(self, size: tuple[int, int]) -> Renderer:
        skin = table_skin(self.stage.services.theme, size)
        deck = self.stage.services.theme.deck()
        return Renderer(skin, deck, self.board, self.input, self.flow, self.log)

    # -- events --------------------------------------------------------------------------------

    def handle(self, event: Event) -> None:
        """Handle a mouse or keyboard event."""
        if event.type == pygame.KEYDOWN:
            self._size_at_key = self.log.size
        self.controller.handle(event)
        if self.pace == inf:
            self.board.skip()

    def zones(self) -> dict[Target, Rect]:
        """Return all current targets with their boxes, enabled or not."""
        menu: dict[Target, Rect] = {MENU_BUTTON: self.board.layout.menu, **self._of_coach()}
        if self.flow.is_sealed:
            menu[SEAL_BUTTON] = self.board.layout.seal
        if self.is_settling:
            return self.renderer.result_buttons() | menu | self.extras()
        if self.input.question:
            return {**self.renderer.choices(), **answer_zones(self.board, self.input.question)}
        if self.board.view is None or self.board.view.result is not None:
            return menu | self.extras()
        return zones(self.board) | menu | self.extras()

    # -- the player's actions ------------------------------------------------------------------

    def may_play(self, _action: Action) -> bool:
        """Return whether this table allows an action."""
        return True

    def has_played(self, _action: Action) -> None:
        """Note that the player has played an action."""

    def press_settlement(self, button: str) -> None:
        """Handle a button of the result, by name."""
        between_hands = self.between_hands
        match button:
            case "next":
                self.notice.clear()
                self.flow.next_hand()
                self.follow()
            case "scores":
                between_hands.show_scores()
            case "watch":
                from game.ui.viewer.saved_hands import look_again

                look_again(self.window, self.session, self.session.played - 1)
            case "review":
                from game.ui.viewer.saved_hands import review_last

                review_last(self.window, self.session)
            case "same_deal":
                from game.ui.viewer.saved_hands import play_again

                play_again(self.window, self.session, self.session.played - 1)
            case "more" if not self.close_details():
                between_hands.show_more(self.press_settlement)
            case "details":
                self.board.effects.is_detailed = not self.board.effects.is_detailed
            case "leave":
                between_hands.leave()
            case "big_one" if between_hands.may_call_big_one:
                between_hands.ask_big_one(lambda: None)
            case _:
                pass

    def show_deal(self) -> None:
        """Open the page about the deal: the fingerprint of its seal, or its number."""
        self.controller.cancel()
        self.between_hands.show_deal()

    def close_details(self) -> bool:
        """Close the details of the result; False if they are not shown."""
        was_detailed, self.board.effects.is_detailed = self.board.effects.is_detailed, False
        return was_detailed

    def open_menu(self) -> None:
        """Open the menu over the table, which pauses."""
        from game.ui.session.pause import Offers, PauseScene

        self.controller.cancel()
        between_hands = self.between_hands
        seat_another = self.flow.seat_another if between_hands.may_seat_another else None
        change = self.flow.change_opponents if between_hands.may_change_opponents else None
        plan = self.session.plan
        offers = Offers(
            between_hands.leave,
            between_hands.show_scores,
            plan.rules,
            change,
            seat_another,
            between_hands.show_deal,
            plan.label,
            self._hint_from_menu if self.session.is_playing else None,
            lambda: self.gives_hints,
        )
        self.window.push(PauseScene(self.window, offers))

    def _hint_from_menu(self) -> None:
        self.stage.pop()
        self.ask_hint()

    def _apply_sorting(self) -> None:
        """Sort the player's cards as in the settings, if that has changed."""
        wished = Sorting(self.stage.services.settings.settings.sort)
        if wished is not self.board.arrangement.wished:
            self.board.arrangement.wish(wished)
            self.board.rearrange()

    def _save_sorting(self) -> None:
        """Save the player's sorting to the settings."""
        wished = self.board.arrangement.wished
        if wished != self.stage.services.settings.settings.sort:
            self.stage.change(sort=wished.value)

    def follow(self) -> None:
        """Update chosen cards, sorting and buttons after a change of the table."""
        before, self._followed = self._followed, self.board.view
        if before is not None and not before.legal and self._followed and self._followed.legal:
            self.notice.clear()  # it said that others were to play first
        if self.hint is not None and self.flow.decision_view() != self.hint.view:
            self.take_hint_away()
        self.input.keep_up()
        self._save_sorting()
        names = button_names(self.board.view, gives_hints=self.gives_hints)
        if names != self.board.chrome.buttons:
            self.board.resize(replace(self.board.chrome, buttons=names))
        self.controller.watch()
        if self.pace == inf:
            self.board.skip()

    def scroll(self, lines: int) -> None:
        """Scroll the log."""
        self.log.scroll(lines, self.renderer.log_room())

    def tip(self, at: tuple[int, int] | None) -> Tip | None:
        """Return the tooltip for a position on the table or the cursor; None while cards move."""
        view, board = self.board.view, self.board
        if view is None or board.is_busy or self.input.question:
            return None
        found, look, skin = self.zones(), self.renderer.look(), self.renderer.skin
        cursor = self.input.cursor
        if at is None:
            if cursor is None or cursor not in found:
                return None
            tips = TableTips(look, board)
            text = tips.target_text(cursor, self.flow)
            return Tip(text, found[cursor], tips.kept_by(cursor)) if text else None
        explained = TableTips(look, board).of_play(found, self.flow, skin)
        return next((tip for tip in explained if tip.box.collidepoint(at)), None)

    def room(self, sizes: Sequence[tuple[int, int]]) -> Rect | None:
        return self.renderer.room(sizes)

    def draw_table(self, surface: Surface) -> None:
        look = self.coach_look
        self.renderer.draw(
            surface, frozenset(self.live()), self.line, look, chances=self.chances_look
        )
