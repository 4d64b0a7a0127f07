"""The board: the table on screen, with its layout, cards, animation and effects.

`Board` is told every move. Its view and layout are final at once; cards and coins catch up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Final

from game.rules.actions import Discard, Draw, Pass, Take
from game.rules.results import Ending
from game.ui.kit.flourish import Banner
from game.ui.table.motion.director import (
    Begun,
    Bury,
    Coins,
    Count,
    Cue,
    Flip,
    Jolt,
    Knock,
    Proclaim,
    Say,
    Script,
    Settle,
    ShowDealer,
    Shuffle,
    Timeline,
    Travel,
    WinnersShown,
    celebration,
    deal,
    direct,
    ending,
)
from game.ui.table.motion.effects import CLEARING, Effects
from game.ui.table.motion.layout import (
    STOCK,
    USUAL,
    Design,
    Measures,
    Pose,
    Shape,
    Slot,
    Stack,
    TableLayout,
    Zone,
    arrange,
)
from game.ui.table.motion.picture import (
    ASIDE,
    ASIDE_DOWN,
    Arrangement,
    buried,
    carried,
    groups,
    has_aside_first,
    picture,
)
from game.ui.table.motion.sprites import SWEEP, Riffle, Sprite, Sprites, strewn

if TYPE_CHECKING:
    from game.rules.cards import Card
    from game.rules.view import SeatView, SeenMove


HOVER_LIFT, HOVER_TILT = 7.0, 1.5
"""How far a hovered card rises, in design pixels, and how many degrees it tilts."""


@dataclass(frozen=True, slots=True)
class Chrome:
    """What the layout depends on besides the cards."""

    size: tuple[int, int]
    buttons: tuple[str, ...] = ()
    measures: Measures = USUAL


class Board:
    """Layout, cards, beats and effects of one table."""

    _PARTICLE_SPEED: Final = 620.0  # units a second
    _KINDS: Final = 4  # pictures of particles

    def __init__(self, chrome: Chrome, seats: int, me: int, hear: Callable[[Cue], None]) -> None:
        self.chrome = chrome
        self.arrangement = Arrangement()
        self.sprites = Sprites()
        self.timeline = Timeline()
        self.effects = Effects()
        self.view: SeatView | None = None
        self.is_open = False
        """Whether views show every hand, as in a replay."""
        self._hear = hear
        self._held: tuple[Card, ...] = ()
        self._words: dict[SeenMove, str] = {}
        self._shape = Shape(seats, me, (0,) * seats)
        self.effects.others = tuple(seat for seat in range(seats) if seat != me)
        self.layout: TableLayout = self._arranged()
        self.chosen: tuple[Card, ...] = ()
        self.hovered: Card | None = None
        self.ghost: Sprite | None = None
        """The top card of the stock while the pointer drags it."""
        self._gone: frozenset[int] = frozenset()
        """The numbers of buried books that have visibly left the table."""
        self._blocks = False
        self._is_scene = False
        self.is_calm = False
        """Whether cards and coins jump to their places (reduced motion)."""

    @property
    def is_busy(self) -> bool:
        """Whether beats run that are not of the player's own move; a click skips them.

        The last card of a move no longer counts once it is about to land.
        """
        if self._is_scene:
            return self.timeline.is_busy
        return self._blocks and self.timeline.is_busy and not self.timeline.is_landing

    @property
    def is_scene(self) -> bool:
        """Whether a cut, a deal or an ending is running, during which nothing can be chosen."""
        return self._is_scene and self.timeline.is_busy

    @property
    def is_settling(self) -> bool:
        """Whether the settlement is shown."""
        return self.view is not None and self.view.result is not None and self.effects.is_settled

    def place(self, slot: Slot) -> Pose:
        """Return a slot's current pose: a chosen card is raised, a hovered one slightly."""
        pose, unit = self.layout.pose(slot), self.layout.unit
        view = self.view
        if view is not None and slot.zone is Zone.STOCK:
            return pose.moved(*Stack(view.stock_size, unit).topmost())
        if self.effects.shown_off:
            pose = self._shown_off(slot, pose)
        if view is None or slot.zone is not Zone.HAND:
            return strewn(pose, slot, unit)
        if slot.owner != view.seat:
            if slot.place == 0 and has_aside_first(view, slot.owner):
                pose = pose.moved(ASIDE * unit, ASIDE_DOWN * unit)
            return strewn(pose, slot, unit)
        card = self.arrangement.order[slot.place]
        if card in self.chosen:
            return pose.moved(0, -Design.LIFT * unit)
        if card == self.hovered and not self.is_calm:
            tilt = HOVER_TILT if slot.place % 2 else -HOVER_TILT
            return replace(pose.moved(0, -HOVER_LIFT * unit), angle=pose.angle + tilt)
        return pose.moved(0, -HOVER_LIFT * unit) if card == self.hovered else pose

    def _shown_off(self, slot: Slot, pose: Pose) -> Pose:
        """Return the pose of a card during the word of an ending: a tonk's spreads are fanned out,
        and the hand that caught a drop comes forward.
        """
        layout, (_x, y) = self.layout, self.layout.lay.center
        winners, word = self.effects.winners or (), self.effects.shown_off
        if word == Ending.CAUGHT and slot.zone is Zone.HAND and slot.owner in winners:
            return pose.moved(0, 22.0 * layout.unit * (-1 if pose.y > y else 1))  # design pixels
        if word in CLEARING and slot.zone is Zone.SPREAD and self._owner_of(slot.owner) in winners:
            box = layout.spreads[slot.owner].box
            aside = (pose.x - box.centerx) / box.width
            # It is fanned out, and its middle rises by 7 design pixels.
            return pose.moved(aside * 0.22 * box.width, 7.0 * layout.unit * (4 * aside**2 - 1))
        return pose

    def _owner_of(self, number: int) -> int | None:
        spreads = self.view.spreads if self.view else ()
        return next((each.owner for each in spreads if each.number == number), None)

    def touch(self, chosen: tuple[Card, ...], hovered: Card | None) -> None:
        """Update which cards are chosen and which is hovered."""
        if (chosen, hovered) == (self.chosen, self.hovered):
            return
        self.chosen, self.hovered = chosen, hovered
        self.sprites.lift(self.sprite_of(hovered) if hovered else None)
        self.sprites.aim(self.place)

    def make_room(self, seats: int) -> None:
        """Clear the table, perhaps for a different number of seats."""
        me = self._shape.me
        self.view = None
        self.timeline = Timeline()
        self.effects.clear()
        self.sprites.set_up({}, self.place)
        self._shape = Shape(seats, me, (0,) * seats, buttons=self.chrome.buttons)
        self.effects.others = tuple(seat for seat in range(seats) if seat != me)
        self.layout = self._arranged()

    def resize(self, chrome: Chrome) -> None:
        """Lay out again: the window or the buttons have changed."""
        before = self.chrome
        is_same_size = (chrome.size, chrome.measures) == (before.size, before.measures)
        self.chrome = chrome
        self._shape = replace(self._shape, buttons=chrome.buttons)
        self.layout = self._arranged()
        self.sprites.aim(self.place, at_once=not is_same_size)

    def put(self, view: SeatView) -> None:
        """Show a view at once, without animation."""
        self._take_up(view, buried(view))
        self.timeline = Timeline()
        self.sprites.set_up(picture(view, self.arrangement.order), self.place)
        if view.result is not None:
            self.effects.counted = set(range(view.seats))
            self.effects.is_settled = True
            self.effects.winners = frozenset(view.result.winners)

    def deal(self, view: SeatView) -> None:
        """Start a hand: the cards on the table are gathered and riffled, then all are dealt.

        With reduced motion the cards are simply back in the stock.
        """
        lying = [each for _, each in self.sprites if not (self.is_calm or each.is_hidden)]
        played = any(slot.zone is Zone.HAND for slot in self.sprites.by_slot)
        self._take_up(view, frozenset())
        gathering = SWEEP if lying else 0.0
        riffles = played and not self.is_calm  # the pack was already shuffled for the cut
        order = self.arrangement.order
        self.cut(deal(view, order, gathering=gathering, riffles=riffles))
        self.sprites.sweep(lying, self.layout.pose(STOCK))

    def _take_up(self, view: SeatView, gone: frozenset[int]) -> None:
        self.view, self._gone = view, gone
        self.arrangement.deal(view.hand, view.rules)
        self._held = self.arrangement.order
        self.effects.clear()
        self._reshape()

    def cut(self, script: Script) -> None:
        """Show the cut for the deal; every card comes from the stock."""
        self.sprites.gather(script.after, self.place)
        self._blocks = self._is_scene = True
        self.timeline.play(script.beats)

    def show(self, view: SeatView, move: SeenMove, words: str) -> None:
        """Animate a move; ``view`` is the table after it, ``words`` its bubble."""
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
        if not self.is_calm:
            is_struck = not isinstance(move.action, Draw | Take | Discard | Pass)
            self.effects.gazes.turn(move.seat, self.effects.others, is_struck=is_struck)
        self._is_scene = view.result is not None
        self._blocks = self._is_scene or move.seat != view.seat
        if self._is_scene:
            self.effects.hush()

    def look(self, view: SeatView) -> None:
        """Take a view in which no card has moved but the legal actions differ."""
        if view != self.view:  # the table follows every new view, even one that is equal
            self.view = view

    def rearrange(self) -> None:
        """Update the order of the player's cards."""
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
        """End a drag: every card returns to its place, the ghost to the stock."""
        self.sprites.aim(self.place)
        if self.ghost is not None:
            self.ghost.goal = self.place(STOCK)

    def cards_seen(self) -> Counter[int]:
        """Return how many cards have reached each seat's hand or are on their way to it."""
        return Counter(
            slot.owner
            for slot, sprite in self.sprites
            if slot.zone is Zone.HAND and not sprite.is_waiting
        )

    def sprite_of(self, card: Card) -> Sprite | None:
        """Return the sprite of a card in the player's hand."""
        if self.view is None or card not in self._held:
            return None
        return self.sprites.by_slot.get(Slot(Zone.HAND, self.view.seat, self._held.index(card)))

    def way_left(self, card: Card) -> tuple[int, int]:
        """Return the offset of a sliding card of the player from its place, in pixels."""
        sprite = self.sprite_of(card)
        if sprite is None:
            return 0, 0
        return round(sprite.pose.x - sprite.goal.x), round(sprite.pose.y - sprite.goal.y)

    def update(self, dt: float, pace: float) -> bool:
        """Advance by ``dt`` seconds at a pace; True if a frame is needed."""
        before = self._at_rest
        self.sprites.is_calm = self.is_calm
        begun = self.timeline.advance(dt, pace)
        for each in begun:
            self._begin(each)
        if pace == inf:
            self.sprites.finish()
            self.effects.finish()
            changes = self.effects.update(dt, fades=False) | self._move_ghost(inf)
        else:
            speed = max(pace, 1.0)
            changes = self.sprites.update(dt * speed) | self._move_ghost(dt * speed)
            changes |= self.effects.update(dt)
        return bool(begun) or changes or self._at_rest != before

    @property
    def _at_rest(self) -> tuple[bool, bool, bool]:
        """Whether beats, what the player waits for, and all that moves have ended.

        Each end needs a frame, even if nothing moves then: the table offers more afterwards.
        """
        return not self.timeline.is_busy, not self.is_busy, not self.is_moving

    @property
    def is_moving(self) -> bool:
        """Whether the next frame may look different."""
        return (
            self.timeline.is_busy
            or self.ghost is not None
            or self.effects.is_moving()
            or self.sprites.are_moving
        )

    def pan(self, seat: int) -> float:
        """Return the stereo position of a seat: -1 left to 1 right."""
        middle = self.chrome.size[0] / 2
        width = 0.75  # of the outermost seat; 1 would be one channel alone
        return width * (self.layout.seats[seat].fan.centerx - middle) / middle

    def end(self, view: SeatView) -> None:
        """Show the ending of a hand that ended without a move."""
        self.view = view
        self._reshape()
        self.sprites.aim(self.place)
        self._blocks = self._is_scene = True
        self.effects.hush()
        self.timeline.play(ending(view, picture(view, self.arrangement.order)))

    def celebrate(self, wins: int) -> None:
        """Celebrate the third, fifth or tenth win in a row after an ending."""
        if beats := celebration(wins):
            self._blocks = self._is_scene = True
            self.timeline.play(beats)

    def _move_ghost(self, dt: float) -> bool:
        if self.ghost is None:
            return False
        if not (self.ghost.jump() if self.is_calm or dt == inf else self.ghost.update(dt)):
            self.ghost = None
        return True

    def skip(self) -> None:
        """Finish all animation at once."""
        for each in self.timeline.finish():
            self._begin(each)
        self.sprites.finish()
        self.effects.finish()
        self._blocks = self._is_scene = False

    def _start_all(self) -> None:
        """Start every waiting beat, since another move has come."""
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
        """Make a card dragged off the stock fly from where it was dropped."""
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
                self._show_off("")
                self.effects.is_settled = True
                self.effects.counting = 1.0 if self.is_calm or not begun.span else 0.0
            case Jolt(number=number):
                self._jolt(number)
            case Bury(number=number):
                self._bury(number, begun.span)
            case ShowDealer(seat=seat):
                self.effects.dealer_shown = seat
            case _:
                self._begin_moment(begun)

    def _begin_moment(self, begun: Begun) -> None:
        """Start the effects of an ending; if it is skipped, only the lasting ones."""
        match begun.act:
            case WinnersShown(winners=winners, weight=weight):
                self._crown(winners, weight, is_skipped=not begun.span)
            case Proclaim(word=word, weight=weight) if begun.span:
                self.effects.banner = Banner(word, weight, begun.span, self.is_calm)
                self._show_off("" if self.is_calm else word)
            case Knock(seat=seat):
                self._knock(seat)
            case Shuffle() if begun.span and not self.is_calm:
                self.effects.riffle = Riffle(begun.span)
            case _:
                pass

    def _show_off(self, word: str) -> None:
        """Move the cards that an ending is about; an empty word returns them."""
        if word != self.effects.shown_off:
            self.effects.shown_off = word
            self.sprites.aim(self.place)

    def _crown(self, winners: tuple[int, ...], weight: float, *, is_skipped: bool) -> None:
        """Show who has won: with light, shake and particles in proportion to the stakes."""
        effects, layout = self.effects, self.layout
        effects.winners = frozenset(winners)
        effects.hush()
        if is_skipped:
            effects.bubbles.clear()
        if self.is_calm or is_skipped or not winners:
            return
        me = self._shape.me
        if weight >= 0.4:  # two stakes and more
            effects.shake.start(6.0 * weight)  # units
            if me in winners:
                effects.flashes.flash()
        if weight >= 0.7:  # four stakes and more
            wide, high = (each / layout.unit for each in layout.size)
            for share in (0.25, 0.75):
                effects.particles.burst(
                    (wide * share, high * 0.3), 16, self._PARTICLE_SPEED, self._KINDS
                )
        for seat in winners:
            most = 80 if seat == me else 26  # particles
            at = layout.seats[seat].fan.center
            count = round(most * (0.25 + 0.75 * weight) / len(winners))
            effects.particles.burst(
                (at[0] / layout.unit, at[1] / layout.unit), count, self._PARTICLE_SPEED, self._KINDS
            )

    def _knock(self, seat: int) -> None:
        """Make the cards of a hand jump, as when somebody knocks on the table."""
        if not self.is_calm:
            slots = [
                slot
                for slot, sprite in self.sprites
                if slot.zone is Zone.HAND and slot.owner == seat and not sprite.is_flying
            ]
            self.sprites.push(slots, -160 * self.layout.unit)  # design pixels a second, upwards

    def _jolt(self, number: int) -> None:
        """Make the cards of a spread jump; their springs bring them back."""
        if not self.is_calm:
            self.sprites.push(
                self._cards_of(number), -230 * self.layout.unit
            )  # design pixels a second, upwards

    def _bury(self, number: int, span: float) -> None:
        """Turn a complete book over and move it off the nearer edge of the window."""
        box = self.layout.spreads[number].box
        width = self.layout.size[0]
        edge = -box.width if box.centerx < width / 2 else width + box.width
        away = Pose(edge, box.centery, box.height)
        self.sprites.depart(self._cards_of(number), away, span)
        self._gone |= {number}
        self._reshape()
        self.sprites.aim(self.place)

    def _reshape(self) -> None:
        """Lay out for the cards of the view."""
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

    def _cards_of(self, number: int) -> list[Slot]:
        """Return the slots of the cards of a spread."""
        slots = self.sprites.by_slot
        return [slot for slot in slots if slot.zone is Zone.SPREAD and slot.owner == number]
