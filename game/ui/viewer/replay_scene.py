"""The replay viewer: a finished hand, move by move, from any seat, with cards hidden or shown.

``stage`` is the ``Stage`` of a window, which every scene is given:

>>> from game.play.plan import Plan, Player
>>> from game.play.session import Session
>>> session = Session.start(Plan((Player("Ada"), Player("Bob")), seed_text="example"))
>>> hand = session.next_hand()
>>> while session.is_playing:
...     move = session.act(hand.turn, hand.legal()[0])
>>> viewer = ReplayScene(stage, [session.record()])
>>> stage.push(viewer)
>>> viewer.heading, viewer.step, viewer.playback.last
('Hand 1', 0, 1)
>>> viewer.to_end()
>>> viewer.view.phase, viewer.is_settling
(<Phase.OVER: 4>, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.files import DamagedError, StoreError
from game.play.playback import Playback
from game.play.practice import Practice, players_of
from game.rules.record import RecordError
from game.ui.kit.controls import Button, focus_ring
from game.ui.kit.form import MODIFIERS, Form
from game.ui.kit.grids import SMALLEST_TARGET
from game.ui.kit.inputs import Choice, Toggle
from game.ui.kit.paint import disc, rounded
from game.ui.kit.widget import CALM, Focusable, Widget, WidgetState, fact
from game.ui.pages.page import Overlay, Sheet, needs_kernel
from game.ui.shell.keys import REPLAY_ACTIONS, action_of, key_text
from game.ui.shell.reduced_motion import is_calm
from game.ui.shell.tips import Tip
from game.ui.table.motion.director import PACES
from game.ui.table.painting.furniture import table_skin
from game.ui.text.language import _, amount_text
from game.ui.text.save_troubles import why_text
from game.ui.text.sessions import REVIEW_HAND, is_unnamed
from game.ui.viewer.hand_painter import (
    BUTTONS,
    TRACK,
    HandDrawing,
    ViewerState,
    again_words,
    button_words,
)
from game.ui.viewer.table_view import TableView

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.rules.record import HandRecord
    from game.rules.view import SeatView
    from game.ui.kit.skin import Skin
    from game.ui.shell.scene import Stage


class Hotspot(Focusable):
    """A clickable area of the table; its contents are drawn with the table."""

    def __init__(self, name: str, action: Callable[[], None], words: Callable[[], str]) -> None:
        """`words` returns its contents, as read aloud."""
        super().__init__(name)
        self._action, self._words = action, words

    @property
    def spoken(self) -> str:
        return self._words()

    def activate(self) -> None:
        self._action()

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        if mood.focused:
            focus_ring(surface, self.rect, skin)


class Track(Focusable):
    """The progress bar of a replay; a click goes to a move."""

    def __init__(self, name: str, last: int, moved: Callable[[int], None]) -> None:
        super().__init__(name)
        self._last, self._moved = last, moved
        self._bar, self._high = Rect(0, 0, 1, 1), 1
        self.at = 0

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        edge = skin.px(12)
        self._bar = Rect(rect.x + edge, 0, max(1, rect.width - 2 * edge), skin.px(7))
        self._high = skin.px(TRACK)
        self._bar.centery = rect.bottom - self._high // 2

    @property
    def shown(self) -> Rect:
        """The bar, with room for the knob."""
        return Rect(self.rect.x, self.rect.bottom - self._high, self.rect.width, self._high)

    @property
    def spoken(self) -> str:
        return _("Move {n} of {all}").format(n=amount_text(self.at), all=amount_text(self._last))

    def activate(self) -> None:
        """Do nothing: Enter has no meaning here; the arrow keys step through the moves."""

    def press(self, pos: tuple[int, int]) -> None:
        self.drag(pos)

    def drag(self, pos: tuple[int, int]) -> None:
        share = (pos[0] - self._bar.x) / self._bar.width
        step = max(0, min(self._last, round(share * self._last)))
        if step != self.at:
            self._moved(step)

    def wheel(self, notches: float) -> bool:
        step = max(0, min(self._last, self.at - (1 if notches > 0 else -1)))
        if step != self.at:
            self._moved(step)
        return True

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        bar, half = self._bar, self._bar.height // 2
        rounded(surface, bar, skin.colour("toggle_off"), half, skin.colour("button_edge"), 1)
        knob = bar.x + bar.width * self.at // max(1, self._last)
        full = Rect(bar.x, bar.y, max(bar.height, knob - bar.x), bar.height)
        rounded(surface, full, skin.colour("toggle_on"), half)
        disc(surface, (knob, bar.centery), skin.px(10), skin.colour("button_edge"))
        disc(surface, (knob, bar.centery), skin.px(8), skin.colour("knob"))
        if mood.focused:
            focus_ring(surface, self.shown, skin)


class ReplayMenu(Overlay):
    """The menu of a replay: the seat to watch from, hidden cards, other hands, and the way back."""

    def __init__(self, stage: Stage, replay: ReplayScene) -> None:
        self._replay = replay
        super().__init__(stage)

    @property
    def heading(self) -> str:
        return _("Replay menu")

    def build(self) -> Sequence[Widget]:
        replay = self._replay
        self._rows: list[Widget] = [
            Button("button:resume", _("Keep watching"), self.back, primary=True),
            Choice(
                "seat",
                _("Seen from"),
                list(enumerate(replay.names)),
                replay.seat,
                lambda seat: replay.look_from(int(str(seat))),
            ),
            Toggle(
                "open",
                _("Hidden cards"),
                replay.is_open,
                lambda _on: replay.show_or_hide(),
                (_("hidden"), _("shown")),
            ),
            Button("button:practice", _("Play on from here"), self._practise),
            *self._others(),
            *self._extras(),
            Button("button:leave", _("Leave this hand"), self._leave),
        ]
        return self._rows

    def _others(self) -> list[Button]:
        """Return buttons for the previous and next hand, if any."""
        at, last = self._replay.at, len(self._replay.records) - 1
        buttons = []
        if at > 0:
            buttons.append(Button("button:previous", _("Previous hand"), self._turning(at - 1)))
        if at < last:
            buttons.append(Button("button:next", _("Next hand"), self._turning(at + 1)))
        return buttons

    def _extras(self) -> list[Button]:
        buttons = {
            text: Button(f"button:{_(text)}", _(text), self._doing(act))
            for text, act in self._replay.extras.items()
        }
        if REVIEW_HAND in buttons:
            needs_kernel(self.stage, buttons[REVIEW_HAND])
        return list(buttons.values())

    def _practise(self) -> None:
        self.stage.pop()
        self._replay.practise()

    def arrange(self, area: Rect) -> None:
        words = _("Keys: ← → step, Space play, {seat} seat, {cards} cards, {all} all keys.")
        note = words.format(
            seat=key_text("replay_seat"),
            cards=key_text("replay_open"),
            all=key_text("shortcuts"),
        )
        self.sheet = Sheet(area, self.skin, self._rows, [], width=560.0, note=note)

    def _turning(self, at: int) -> Callable[[], None]:
        def turn() -> None:
            self.stage.pop()
            self._replay.turn_to(at)

        return turn

    def _doing(self, act: Callable[[int], None]) -> Callable[[], None]:
        def do() -> None:
            self.stage.pop()
            act(self._replay.at)

        return do

    def _leave(self) -> None:
        self.stage.pop()
        self.stage.pop()


def person_in(record: HandRecord, own: str = "") -> int | None:
    """Return the person's seat in a record: of ``own`` name, or any person without one."""
    seats = enumerate(record.seats)
    return next((seat for seat, name in seats if name == own or is_unnamed(name)), None)


@contextmanager
def notify_if_unreadable(stage: Stage) -> Iterator[None]:
    """Show a message about why a hand cannot be opened, if the block cannot read it."""
    try:
        yield
    except (RecordError, StoreError, DamagedError) as error:
        stage.notify(_("Can't show this hand: {why}").format(why=why_text(error)))


class ReplayScene(TableView):
    """The replay viewer: it shows one of ``records``, and can switch to the others.

    ``you_of`` returns the seat of "you". ``title_of`` returns the title of a hand; by default its
    number in the list. ``extras`` are additional buttons of the menu; each is called with the index
    of the current hand in ``records``.
    """

    keys = "replay"
    REST: Final = 0.8
    """Seconds at normal speed between a move and the next one, while the hand plays by itself."""
    _USUAL_KEYS: Final[Mapping[int, str]] = {
        pygame.K_HOME: "replay_first",
        pygame.K_LEFT: "replay_before",
        pygame.K_SPACE: "replay_play",
        pygame.K_RIGHT: "replay_after",
        pygame.K_END: "replay_last",
        pygame.K_PAGEUP: "replay_previous",
        pygame.K_PAGEDOWN: "replay_next",
    }
    """Fixed keys, besides the shortcuts that can be changed."""

    def __init__(
        self,
        stage: Stage,
        records: Sequence[HandRecord],
        at: int = 0,
        *,
        you_of: Callable[[int], int | None] | None = None,
        title_of: Callable[[int], str] | None = None,
        extras: Mapping[str, Callable[[int], None]] | None = None,
    ) -> None:
        """``RecordError`` if the rules refuse the first record shown."""
        super().__init__(stage)
        self.records, self.extras = records, dict(extras or {})
        self._title_of = title_of or self._place_words
        own = stage.services.settings.settings.name
        self._you_of = you_of or (lambda place: person_in(records[place], own))
        self.at = at
        self.is_open = False
        self.is_playing = False
        self.step = 0
        self._wait = 0.0
        self.form = Form(())
        self._set_up(self._played(at))

    # -- state ---------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return self.look.names

    @property
    def view(self) -> SeatView:
        """The view at the current move."""
        return self.look.view

    @property
    def look(self) -> ViewerState:
        """The viewer's state: the hand, the current move, and the seat watched from."""
        title = self._title_of(self.at)
        face = self.stage.services.settings.settings.face
        return ViewerState(self.playback, self.step, self.seat, self.is_open, title, face)

    def _place_words(self, at: int) -> str:
        """Return the title of a hand of the list."""
        if len(self.records) > 1:
            return _("Hand {n} of {all}").format(
                n=amount_text(at + 1), all=amount_text(len(self.records))
            )
        return _("Hand {number}").format(number=amount_text(at + 1))

    def _played(self, at: int) -> Playback:
        return Playback(self.records[at], self._you_of(at))

    def _set_up(self, playback: Playback) -> None:
        self.playback = playback
        self.seat = playback.you or 0
        self.step, self.is_playing = 0, False
        self._build(focus="button:play")

    def _build(self, focus: str = "") -> None:
        """Build the board and all buttons for the seat watched from."""
        focus = focus or self.form.focused
        self.board = self.new_board(len(self.names), self.seat, BUTTONS)
        self._drawing = self._made_drawing(self.stage.size)
        self._track = Track("track", self.playback.last, self.go_to)
        self._again = Hotspot("button:again", self.to_start, again_words)
        self._again.enabled = False
        acts = {
            "before": self.back_one,
            "after": self.on_one,
            "first": self.to_start,
            "last": self.to_end,
            "play": self.play_or_pause,
            "open": self.show_or_hide,
            "menu": self.open_menu,
        }
        self._spots = {
            name: Hotspot(f"button:{name}", act, partial(self._words, name))
            for name, act in acts.items()
        }
        self._seats = [
            Hotspot(f"seat:{seat}", self._looking_from(seat), partial(fact, _("Seen from"), name))
            for seat, name in enumerate(self.names)
        ]
        order = [self._spots[name] for name in (*BUTTONS, "open", "menu")]
        self.on_table: tuple[Widget, ...] = (self._again, *order, self._track, *self._seats)
        self.form = Form(self.on_table, focus)
        self._show_still()

    def button_texts(self) -> Mapping[str, str]:
        both = (
            [button_words(name, is_playing=playing) for playing in (False, True)]
            for name in BUTTONS
        )
        return {name: max(words, key=len) for name, words in zip(BUTTONS, both, strict=True)}

    def _words(self, name: str) -> str:
        """Return the label of a button."""
        if name == "menu":
            return _("Menu")
        if name == "open":
            return self.look.open_words()
        return button_words(name, is_playing=self.is_playing)

    # -- moving through the hand ---------------------------------------------------------------

    def on_one(self) -> None:
        """Play the next move, with animation."""
        self.is_playing = False
        self._step_on()

    def _step_on(self) -> None:
        if self.step >= self.playback.last:
            self.is_playing = False
            return
        self.board.skip()
        self.step += 1
        self._wait = self.REST
        move = self.playback.seen_move(self.step, self.seat, is_open=self.is_open)
        if move is None:
            self.board.end(self.view)
        else:
            self.board.show(self.view, move, "")
        if self.pace == inf:
            self.board.skip()
        self._follow()

    def back_one(self) -> None:
        """Go one move back, without animation."""
        self.go_to(max(0, self.step - 1))

    def go_to(self, step: int) -> None:
        """Go to any move, without animation."""
        self.is_playing = False
        self.step = step
        self._show_still()

    def to_start(self) -> None:
        """Go back to the deal."""
        self.go_to(0)

    def to_end(self) -> None:
        """Go to the settlement."""
        self.go_to(self.playback.last)

    def play_or_pause(self) -> None:
        """Start or stop playing the moves by itself; at the end, start from the deal again."""
        if not self.is_playing and self.step == self.playback.last:
            self.to_start()
        self.is_playing = not self.is_playing
        self._wait = 0.0 if self.step else self.REST

    def _show_still(self) -> None:
        self.board.is_open = self.is_open
        self.board.put(self.view)
        self._follow()

    def _follow(self) -> None:
        self._track.at = self.step
        self._drawing.tell(self.look)
        self._place()

    # -- the seat, hidden cards and other hands ------------------------------------------------

    def look_from(self, seat: int) -> None:
        """Watch from another seat."""
        if seat != self.seat:
            self.seat = seat
            self._build()

    def _looking_from(self, seat: int) -> Callable[[], None]:
        return lambda: self.look_from(seat)

    def show_or_hide(self) -> None:
        """Show or hide the cards that the seat could not see."""
        self.is_open = not self.is_open
        self._show_still()

    def turn_to(self, at: int) -> None:
        """Switch to another hand, at its deal."""
        if not 0 <= at < len(self.records):
            return
        with notify_if_unreadable(self.stage):
            playback = self._played(at)
            self.at = at
            self._set_up(playback)

    def practise(self) -> None:
        """Open a practice table at the current move and seat; the saved hand is unchanged."""
        self.is_playing = False
        record = self.playback.record
        services = self.stage.services
        others = services.settings.settings.opponents_chosen
        bots = services.opponents().players(others, len(record.seats) - 1)
        levels = [bot.level for bot in bots]
        players = players_of(record.seats, self.seat, _("You"), levels)
        practice = Practice.of_record(record, players, self.step)
        services.pages.practise(self.window, practice)

    def open_menu(self) -> None:
        """Open the menu over the table."""
        self.is_playing = False
        self.window.push(ReplayMenu(self.window, self))

    # -- read aloud ----------------------------------------------------------------------------

    @property
    def heading(self) -> str:
        return self.look.title

    def spoken(self) -> str:
        return self.form.spoken

    def news(self) -> Sequence[str]:
        """Return the last move, unless it has been read aloud already."""
        look = self.look
        seen = self.at, self.step, self.seat, self.is_open
        if seen == self._announced:
            return ()
        self._announced = seen
        return (look.caption(),)

    _announced: tuple[int, int, int, bool] | None = None

    # -- the window ----------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        self.board.is_calm = is_calm(self.stage.services)
        changed = self.board.update(dt, self.pace)
        if self.is_playing and not self.board.timeline.is_busy:
            self._wait -= dt * min(self.pace, PACES["fast"])
            if self._wait <= 0:
                self._step_on()
                changed = True
        if self._again.enabled != self.is_settling:
            self._place()
            changed = True
        return changed

    def idle_for(self) -> float | None:
        if self.board.is_moving:
            return 0.0
        if self.is_playing:
            return max(0.01, self._wait / min(self.pace, PACES["fast"]))
        return self.board.effects.idle_for()

    def on_resume(self) -> None:
        self._drawing = self._made_drawing(self.stage.size)
        self._follow()

    def lay_out(self, size: tuple[int, int]) -> None:
        super().lay_out(size)
        self._drawing = self._made_drawing(size)
        self._follow()

    def _made_drawing(self, size: tuple[int, int]) -> HandDrawing:
        return HandDrawing(table_skin(self.stage.services.theme, size), self.board)

    def _place(self) -> None:
        """Move all clickable areas to where the table draws them."""
        layout, skin = self.board.layout, self._drawing.skin
        for name in BUTTONS:
            self._spots[name].place(layout.buttons[name], skin)
        self._spots["open"].place(layout.sort, skin)
        self._spots["menu"].place(layout.menu, skin)
        for spot, seat in zip(self._seats, layout.seats, strict=True):
            plate = seat.plate
            spot.place(plate.inflate(0, max(0, SMALLEST_TARGET - plate.height)), skin)
        high = max(SMALLEST_TARGET, skin.px(30))
        stake = layout.stake
        self._track.place(Rect(stake.x, stake.bottom - high, stake.width, high), skin)
        self._again.enabled = self.is_settling
        self._again.place(self._drawing.button(self.look) or Rect(0, 0, 0, 0), skin)

    def handle(self, event: Event) -> None:
        if event.type == pygame.KEYDOWN and not event.mod & MODIFIERS and self._key(event):
            return
        if event.type == pygame.MOUSEWHEEL and self._over_log():
            self._drawing.scroll(-event.y * 2)
            return
        self.form.handle(event)

    def _over_log(self) -> bool:
        return self.board.layout.log.collidepoint(self.stage.pointer)

    def _key(self, event: Event) -> bool:
        always: dict[int, Callable[[], None]] = {
            pygame.K_ESCAPE: self.stage.pop,
            pygame.K_AC_BACK: self.stage.pop,
            pygame.K_UP: lambda: self._drawing.scroll(-2),
            pygame.K_DOWN: lambda: self._drawing.scroll(2),
        }
        action = self._USUAL_KEYS.get(event.key) or action_of(event, REPLAY_ACTIONS) or ""
        back = -1 if event.mod & pygame.KMOD_SHIFT else 1
        act = always.get(event.key) or self._acts(back).get(action)
        if act:
            act()
        return act is not None

    def _acts(self, way: int) -> dict[str, Callable[[], None]]:
        """Return the actions of a replay's keys; ``way`` is 1 or -1, the next or previous seat."""
        return {
            "replay_first": self.to_start,
            "replay_before": self.back_one,
            "replay_play": self.play_or_pause,
            "replay_after": self.on_one,
            "replay_last": self.to_end,
            "replay_seat": lambda: self.look_from((self.seat + way) % len(self.names)),
            "replay_open": self.show_or_hide,
            "replay_previous": lambda: self.turn_to(self.at - 1),
            "replay_next": lambda: self.turn_to(self.at + 1),
            "replay_practice": self.practise,
        }

    def targets(self) -> dict[str, Rect]:
        return self.form.targets()

    def tip(self, at: tuple[int, int] | None) -> Tip | None:
        """Return the tooltip for a position on the table; None while cards move."""
        if at is None or self.board.is_busy:
            return None
        if self._track.rect.collidepoint(at):
            return Tip(self._track.spoken, self._track.rect)
        found = self._drawing.tips(self.look)
        return next((tip for tip in found if tip.box.collidepoint(at)), None)

    def draw_table(self, surface: Surface) -> None:
        hovered = self._hovered()
        self._drawing.draw(surface, self.look, hovered, is_playing=self.is_playing)
        self.form.draw(surface, self._drawing.skin, self.on_table)

    def _hovered(self) -> str:
        spots = {**self._spots, "again": self._again}
        at = self.stage.pointer
        return next((name for name, spot in spots.items() if spot.rect.collidepoint(at)), "")
