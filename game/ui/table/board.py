"""The table as it is shown: the picture that is final, and the pixels on their way to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Final

from game.rules.actions import Discard
from game.ui.table.apart import ASIDE, ASIDE_DOWN, lies_first
from game.ui.table.arrangement import Arrangement
from game.ui.table.beats import Bury, Coins, Count, Cue, Flip, Herald, Jolt, Say, Settle, Travel
from game.ui.table.director import Script, deal, direct, ending
from game.ui.table.effects import Effects
from game.ui.table.heap import topmost
from game.ui.table.layout import LIFT, USUAL, Measures, Shape, TableLayout, arrange
from game.ui.table.picture import buried, carried, groups, picture
from game.ui.table.places import STOCK, Pose, Slot, Zone
from game.ui.table.sprites import Sprite, Sprites
from game.ui.table.timeline import Begun, Timeline

if TYPE_CHECKING:
    from game.rules.cards import Card
    from game.rules.view import SeatView, SeenMove

Hear = Callable[[Cue], None]
_WIDTH: Final = 0.75
"""How far to a side the outermost seat is heard: the other ear must not miss it."""
_JUMP: Final = -230
"""How fast the cards of a slapped spread start upwards, in units a second."""


@dataclass(frozen=True, slots=True)
class Chrome:
    """What the layout needs to know beside the cards."""

    size: tuple[int, int]
    buttons: tuple[str, ...] = ()
    measures: Measures = USUAL


class Board:
    """Layout, cards, beats and effects of one table; told of every move, it shows them in time."""

    def __init__(self, chrome: Chrome, seats: int, me: int, hear: Hear) -> None:
        self.chrome = chrome
        self.arrangement = Arrangement()
        self.sprites = Sprites()
        self.timeline = Timeline()
        self.effects = Effects()
        self.view: SeatView | None = None
        self.is_open = False
        """Whether the views show every hand, as when a hand is looked at afterwards."""
        self._hear = hear
        self._held: tuple[Card, ...] = ()
        self._words: dict[SeenMove, str] = {}
        self._shape = Shape(seats, me, (0,) * seats)
        self.layout: TableLayout = self._arranged()
        self.chosen: tuple[Card, ...] = ()
        self.hovered: Card | None = None
        self.ghost: Sprite | None = None
        """The top of the stock while the pointer pulls at it."""
        self._gone: frozenset[int] = frozenset()
        """The buried books that have been seen to leave."""
        self._blocks = False
        self._is_scene = False
        self.is_calm = False
        """Whether cards and coins go straight to their places, each when its time has come."""

    @property
    def is_busy(self) -> bool:
        """Whether beats are under way that are not the player's own doing: a click skips them."""
        return self._blocks and self.timeline.is_busy

    @property
    def is_scene(self) -> bool:
        """Whether a cut, a deal or an ending is under way, in which nothing can be chosen."""
        return self._is_scene and self.timeline.is_busy

    def place(self, slot: Slot) -> Pose:
        """Where a slot is now: a chosen card of one's own stands out, a hovered one a little."""
        pose = self.layout.pose(slot)
        view = self.view
        if view is not None and slot.zone is Zone.STOCK:
            return pose.moved(*topmost(view.stock_size, self.layout.unit))
        if view is None or slot.zone is not Zone.HAND:
            return pose
        if slot.owner != view.seat:
            is_apart = slot.place == 0 and lies_first(view, slot.owner)
            unit = self.layout.unit
            return pose.moved(ASIDE * unit, ASIDE_DOWN * unit) if is_apart else pose
        card = self.arrangement.order[slot.place]
        if card in self.chosen:
            return pose.moved(0, -LIFT * self.layout.unit)
        return pose.moved(0, -5 * self.layout.unit) if card == self.hovered else pose

    def touch(self, chosen: tuple[Card, ...], hovered: Card | None) -> None:
        """Show which cards are chosen, and which one the pointer is over."""
        if (chosen, hovered) == (self.chosen, self.hovered):
            return
        self.chosen, self.hovered = chosen, hovered
        self.sprites.lift(self.sprite_of(hovered) if hovered else None)
        self.sprites.aim(self.place)

    def make_room(self, seats: int) -> None:
        """Clear the table for so many seats: somebody has sat down since the last hand."""
        me = self._shape.me
        self.view = None
        self.timeline = Timeline()
        self.effects.clear()
        self.sprites.set_up({}, self.place)
        self._shape = Shape(seats, me, (0,) * seats, buttons=self.chrome.buttons)
        self.layout = self._arranged()

    def resize(self, chrome: Chrome) -> None:
        """The window or the buttons have changed."""
        before = self.chrome
        is_same_size = (chrome.size, chrome.measures) == (before.size, before.measures)
        self.chrome = chrome
        self._lay_out(at_once=not is_same_size)

    def put(self, view: SeatView) -> None:
        """Show a view as it is, with nothing on its way."""
        self.view = view
        self._gone = buried(view)
        self.arrangement.deal(view.hand, view.rules)
        self._held = self.arrangement.order
        self.timeline = Timeline()
        self.effects.clear()
        self._reshape()
        self.sprites.set_up(picture(view, self.arrangement.order), self.place)
        if view.result is not None:
            self.effects.counted = set(range(view.seats))
            self.effects.is_settled = True

    def deal(self, view: SeatView) -> None:
        """Begin a hand: every card comes from the stock."""
        self.view = view
        self._gone = frozenset()
        self.arrangement.deal(view.hand, view.rules)
        self._held = self.arrangement.order
        self.effects.clear()
        script = deal(view, self.arrangement.order)
        self._reshape()
        self.sprites.gather(script.after, self.place)
        self._blocks = self._is_scene = True
        self.timeline.play(script.beats)

    def cut(self, script: Script) -> None:
        """Show the cut for the deal."""
        self.sprites.gather(script.after, self.place)
        self._blocks = self._is_scene = True
        self.timeline.play(script.beats)

    def show(self, view: SeatView, move: SeenMove, words: str) -> None:
        """Show a move; ``view`` is how things stand after it, ``words`` tell it."""
        before = self.view
        if before is None:
            raise ValueError("a move before any hand")
        self._start_all()
        self._words[move] = words
        old_order = self.arrangement.order
        self.view = view
        self.arrangement.hold(view.hand)
        if move.seat == view.seat and isinstance(move.action, Discard):
            self.arrangement.sort(self.arrangement.sorting)
        self._held = self.arrangement.order
        orders = (old_order, self.arrangement.order)
        script = direct(before, move, view, orders, is_open=self.is_open)
        self._perform(script)
        self._is_scene = view.result is not None
        self._blocks = self._is_scene or move.seat != view.seat

    def look(self, view: SeatView) -> None:
        """Nothing has moved, but the player may do other things now than before."""
        if view != self.view:
            self.view = view

    def rearrange(self) -> None:
        """The player holds its cards in another order now."""
        if self.view is None:
            return
        me, held = self.view.seat, self._held
        if len(held) == len(self.arrangement.order):
            slots = [Slot(Zone.HAND, me, place) for place in range(len(held))]
            by_card = {
                card: self.sprites.by_slot[slot] for card, slot in zip(held, slots, strict=True)
            }
            for card, slot in zip(self.arrangement.order, slots, strict=True):
                self.sprites.by_slot[slot] = by_card[card]
        self._held = self.arrangement.order
        self.sprites.aim(self.place)

    def settle(self) -> None:
        """Nothing is held any more: every card goes to its place, the ghost to the stock."""
        self.sprites.aim(self.place)
        if self.ghost is not None:
            self.ghost.goal = self.place(STOCK)

    def cards_seen(self, seat: int) -> int:
        """How many cards have reached a hand, or are on their way to it."""
        return sum(
            slot.zone is Zone.HAND and slot.owner == seat and not sprite.is_waiting
            for slot, sprite in self.sprites
        )

    def sprite_of(self, card: Card) -> Sprite | None:
        """The sprite of a card of one's own."""
        if self.view is None or card not in self._held:
            return None
        return self.sprites.by_slot.get(Slot(Zone.HAND, self.view.seat, self._held.index(card)))

    def update(self, dt: float, pace: float) -> bool:
        """Let time pass; True if a frame is needed."""
        self.sprites.is_calm = self.is_calm
        begun = self.timeline.advance(dt, pace)
        for each in begun:
            self._begin(each)
        if pace == inf:
            self.sprites.finish()
            self.effects.finish()
            changes = self.effects.update(dt, fades=False) | self._move_ghost(inf)
            return bool(begun) or changes
        speed = max(pace, 1.0)
        moves = self.sprites.update(dt * speed) | self._move_ghost(dt * speed)
        changes = self.effects.update(dt)
        return bool(begun) or moves or changes

    @property
    def is_moving(self) -> bool:
        """Whether a frame from now things may look different."""
        return (
            self.timeline.is_busy
            or self.ghost is not None
            or self.effects.is_moving()
            or self.sprites.are_moving
        )

    def pan(self, seat: int) -> float:
        """Where a seat is heard from: -1 left to 1 right."""
        middle = self.chrome.size[0] / 2
        return _WIDTH * (self.layout.seats[seat].fan.centerx - middle) / middle

    def end(self, view: SeatView) -> None:
        """The hand ends with no move to be seen."""
        self.view = view
        self._reshape()
        self.sprites.aim(self.place)
        self._blocks = self._is_scene = True
        self.timeline.play(ending(view, picture(view, self.arrangement.order)))

    def _move_ghost(self, dt: float) -> bool:
        if self.ghost is None:
            return False
        if not (self.ghost.jump() if self.is_calm or dt == inf else self.ghost.update(dt)):
            self.ghost = None
        return True

    def skip(self) -> None:
        """Be where everything is going, at once."""
        for each in self.timeline.finish():
            self._begin(each)
        self.sprites.finish()
        self.effects.finish()
        self._blocks = self._is_scene = False

    def _start_all(self) -> None:
        """Let every beat that still waits begin now: another move has come."""
        for each in self.timeline.finish():
            self._begin(replace(each, span=0.2) if isinstance(each.act, Travel) else each)

    def _perform(self, script: Script) -> None:
        travels = {b.act.target for b in script.beats if isinstance(b.act, Travel)}
        self._reshape()
        self.sprites.change(
            script.after, carried(script.before, script.after, script.moved), travels
        )
        self.sprites.aim(self.place)
        self._pull_from_ghost(script)
        self.timeline.play(script.beats)

    def _pull_from_ghost(self, script: Script) -> None:
        """A card that was pulled off the stock comes from where the pointer let it go."""
        ghost, self.ghost = self.ghost, None
        for beat in script.beats:
            if ghost and isinstance(beat.act, Travel) and beat.act.source == STOCK:
                self.sprites.by_slot[beat.act.target].put(ghost.pose)

    def _begin(self, begun: Begun) -> None:
        match begun.act:
            case Travel(target=target, face=face) | Flip(slot=target, face=face):
                self.sprites.fly(target, face, begun.span)
            case Say(move=move):
                self.effects.say(move.seat, self._words.pop(move, ""))
            case Cue():
                self._hear(begun.act)
            case Count(seat=seat):
                self.effects.counted.add(seat)
            case Coins(payment=payment):
                self.effects.pay(payment, 0.0 if self.is_calm else begun.span)
            case Settle():
                self.effects.is_settled = True
            case Jolt(number=number):
                self._jolt(number)
            case Bury(number=number):
                self._bury(number, begun.span)
            case Herald(seat=seat):
                self.effects.herald = seat

    def _jolt(self, number: int) -> None:
        """The cards of a spread jump; their springs bring them back."""
        if not self.is_calm:
            slots = [slot for slot in self.sprites.by_slot if _is_of(slot, number)]
            self.sprites.push(slots, _JUMP * self.layout.unit)

    def _bury(self, number: int, span: float) -> None:
        """A complete book turns over and leaves over the nearer edge of the table."""
        box = self.layout.spreads[number].box
        width = self.layout.size[0]
        edge = -box.width if box.centerx < width / 2 else width + box.width
        away = Pose(edge, box.centery, box.height)
        self.sprites.depart([s for s in self.sprites.by_slot if _is_of(s, number)], away, span)
        self._gone |= {number}
        self._reshape()
        self.sprites.aim(self.place)

    def _reshape(self) -> None:
        """Lay out anew for the cards that lie there now."""
        view = self.view
        if view is None:
            return
        self._shape = Shape(
            seats=view.seats,
            me=view.seat,
            hands=view.sizes,
            spreads=groups(view, self._gone),
            buttons=self.chrome.buttons,
            shown=frozenset(seat for seat, hand in enumerate(view.shown) if hand is not None),
        )
        self.layout = self._arranged()

    def _arranged(self) -> TableLayout:
        return arrange(self.chrome.size, self._shape, self.chrome.measures)

    def _lay_out(self, *, at_once: bool) -> None:
        self._shape = replace(self._shape, buttons=self.chrome.buttons)
        self.layout = self._arranged()
        self.sprites.aim(self.place, at_once=at_once)


def _is_of(slot: Slot, number: int) -> bool:
    return slot.zone is Zone.SPREAD and slot.owner == number
