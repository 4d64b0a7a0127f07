"""Turns what happened into beats: the view before, the move, the view after.

Pure, and without words: a beat names slots, seats and moves, never a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from game.rules.actions import Discard, Draw, Drop, Hit, Slap, Spread, Stop, Take
from game.rules.results import Ending
from game.ui.table.apart import lies_first, open_apart, played_apart
from game.ui.table.beats import (
    Beat,
    Bury,
    Coins,
    Count,
    Cue,
    Flip,
    Herald,
    Jolt,
    Say,
    Settle,
    Travel,
    end_of,
    later,
)
from game.ui.table.picture import Picture, buried, picture
from game.ui.table.places import STOCK, Slot, Zone

if TYPE_CHECKING:
    from game.rules.cards import Card
    from game.rules.view import SeatView, SeenMove

FLIGHT = 0.36
SLAP = 0.2
"""A slapped card is snatched away."""
STAGGER = 0.09
TELL = 0.5
DEAL_FLIGHT, DEAL_STAGGER, DEAL_WHOLE = 0.34, 0.11, 2.0
FLIP, FLIP_STAGGER = 0.3, 0.06
COINS, COINS_STAGGER = 0.7, 0.16
CUT_FLIGHT, CUT_STAGGER, CUT_REST = 0.45, 0.3, 1.9
BREATH = 0.35

_SOUNDS: Final = {
    Ending.TONK: "tonk",
    Ending.DOUBLE_DOUBLE: "tonk",
    Ending.CAUGHT: "caught",
}


@dataclass(frozen=True, slots=True)
class Script:
    """How one picture of the table becomes the next."""

    before: Picture
    after: Picture
    moved: dict[Slot, Slot]
    beats: tuple[Beat, ...]


@dataclass(frozen=True, slots=True)
class _Change:
    """The two pictures that a move stands between."""

    before: Picture
    after: Picture
    me: int
    apart: bool = False
    """Whether the first card in the hand of who moves is the one that it has set aside."""
    played: Card | None = None
    """The card that was set aside, if it is played now."""
    is_open: bool = False
    """Whether the hands of others are seen, so that it is known where in them a card lies."""

    def hand(self, lying: Picture, seat: int) -> list[Slot]:
        return sorted(s for s in lying if s.zone is Zone.HAND and s.owner == seat)

    def slot_of(self, lying: Picture, card: Card, zone: Zone) -> Slot:
        return next(s for s, seen in lying.items() if seen == card and s.zone is zone)

    def top(self, lying: Picture) -> Slot:
        return next(s for s in lying if s.zone is Zone.PILE)

    def given(self, seat: int, cards: Sequence[Card]) -> list[Slot]:
        """The slots that cards leave a hand from; which ones in another's hand nobody knows."""
        if seat == self.me or self.is_open:
            return [self.slot_of(self.before, card, Zone.HAND) for card in cards]
        held = self.hand(self.before, seat)
        others = held[1:] if self.apart else held
        unknown = [card for card in cards if card != self.played]
        first = (len(others) - len(unknown)) // 2
        sources = iter(others[first : first + len(unknown)])
        return [held[0] if card == self.played else next(sources) for card in cards]

    def received(self, seat: int, card: Card | None) -> Slot:
        """The slot in which a card arrives in a hand."""
        if (seat == self.me or self.is_open) and card is not None:
            return self.slot_of(self.after, card, Zone.HAND)
        return self.hand(self.after, seat)[-1]


def direct(
    before: SeatView,
    move: SeenMove,
    after: SeatView,
    orders: tuple[Sequence[Card], Sequence[Card]],
    *,
    is_open: bool = False,
) -> Script:
    """The script of one move; ``orders`` are one's own hand as held before and after it.

    Where all is open, the views show every hand, and the move what was drawn.
    """
    gone = buried(before)
    old, new = picture(before, orders[0]), picture(after, orders[1], gone)
    pair = (old, new) if is_open else (_closed(old, before), _closed(new, before))
    change = _Change(
        *pair,
        before.seat,
        lies_first(before, move.seat),
        played_apart(before, after, move.seat),
        is_open,
    )
    beats = tuple(_acted(change, move))
    moved = {b.act.source: b.act.target for b in beats if isinstance(b.act, Travel)}
    moved.pop(STOCK, None)
    beats += tuple(_buried(beats, buried(after) - gone))
    if after.result is not None and before.result is None:
        beats += later(ending(after, new), end_of(beats) + BREATH)
    return Script(old, change.after, moved, beats)


def _buried(beats: tuple[Beat, ...], numbers: frozenset[int]) -> Iterator[Beat]:
    """Books that have just been completed are seen whole before they leave."""
    for number in sorted(numbers):
        yield Beat(end_of(beats) + BREATH, FLIGHT, Bury(number))


def _closed(lying: Picture, view: SeatView) -> Picture:
    """The picture with the hands of others still closed; an ending opens them, one by one.

    What lay open in them in ``view`` still does.
    """
    seen = open_apart(view)
    return {
        slot: card
        if slot.zone is not Zone.HAND or slot.owner == view.seat or card in seen
        else None
        for slot, card in lying.items()
    }


def _acted(change: _Change, move: SeenMove) -> Iterator[Beat]:
    seat = move.seat
    match move.action:
        case Draw():
            yield Beat(0.0, 0.0, Cue("draw", seat))
            target = change.received(seat, move.card)
            yield Beat(0.0, FLIGHT, Travel(STOCK, target, change.after[target]))
        case Take():
            yield from _taken(change, move)
        case Spread(cards=cards):
            yield from _laid(change, seat, cards, "lay")
            yield Beat(0.0, TELL, Say(move))
        case Hit(card=card):
            yield from _laid(change, seat, (card,), "hit")
            yield Beat(0.0, TELL, Say(move))
        case Discard(card=card):
            yield from _discarded(change, seat, card)
        case Slap(seat=slapper, discard=discard):
            yield from _slapped(change, slapper, discard)
            yield Beat(0.0, TELL, Say(move))
        case Drop() | Stop():
            yield Beat(0.0, 0.0, Cue("drop", seat))
            yield Beat(0.0, TELL, Say(move))
        case _:
            yield Beat(0.0, TELL, Say(move))


def _taken(change: _Change, move: SeenMove) -> Iterator[Beat]:
    target = change.received(move.seat, move.card)
    yield Beat(0.0, 0.0, Cue("take", move.seat))
    yield Beat(0.0, FLIGHT, Travel(change.top(change.before), target, change.after[target]))


def _laid(change: _Change, seat: int, cards: Sequence[Card], sound: str) -> Iterator[Beat]:
    sources = change.given(seat, cards)
    for place, (source, card) in enumerate(zip(sources, cards, strict=True)):
        at = place * STAGGER
        target = change.slot_of(change.after, card, Zone.SPREAD)
        yield Beat(at, FLIGHT, Travel(source, target, card))
        yield Beat(at, 0.0, Cue(sound, seat))


def _discarded(change: _Change, seat: int, card: Card, at: float = 0.0) -> Iterator[Beat]:
    (source,) = change.given(seat, (card,))
    yield Beat(at, 0.0, Cue("discard", seat))
    yield Beat(at, FLIGHT, Travel(source, change.top(change.after), card))


def _slapped(change: _Change, seat: int, discard: Card | None) -> Iterator[Beat]:
    source = change.top(change.before)
    card = change.before[source]
    if card is not None:
        target = change.slot_of(change.after, card, Zone.SPREAD)
        yield Beat(0.0, 0.0, Cue("slap", seat))
        yield Beat(0.0, SLAP, Travel(source, target, card))
        yield Beat(SLAP, 0.0, Jolt(target.owner))
    if discard is not None:
        yield from _discarded(change, seat, discard, FLIGHT)


def ending(view: SeatView, lying: Picture) -> tuple[Beat, ...]:
    """All hands are opened and counted, clockwise from the seat that ended it; then it is paid."""
    result = view.result
    if result is None:
        return ()
    beats: list[Beat] = []
    at = 0.0
    for step in range(view.seats):
        seat = (view.turn + step) % view.seats
        beats += _opened(lying, seat, view.seat, at)
        at += FLIP_STAGGER * max(view.sizes[seat], 1) + BREATH
    beats += [Beat(at, 0.0, Cue(sound)) for sound in _ending_sounds(view)]
    for payment in result.transfers:
        beats.append(Beat(at, COINS, Coins(payment)))
        beats.append(Beat(at, 0.0, Cue("coins", payment.payee)))
        at += COINS_STAGGER
    beats.append(Beat(at + 0.4, 0.0, Settle()))
    return tuple(beats)


def _opened(lying: Picture, seat: int, me: int, at: float) -> Iterator[Beat]:
    held = sorted(s for s in lying if s.zone is Zone.HAND and s.owner == seat)
    if seat != me:
        for place, slot in enumerate(held):
            yield Beat(at + place * FLIP_STAGGER, FLIP, Flip(slot, lying[slot]))
        yield Beat(at, 0.0, Cue("flip", seat))
    yield Beat(at + len(held) * FLIP_STAGGER, TELL, Count(seat))


def _ending_sounds(view: SeatView) -> tuple[str, ...]:
    if view.result is None or not view.result.winners:
        return ("void",)
    first = _SOUNDS.get(view.result.ending)
    last = "win" if view.seat in view.result.winners else "lose"
    return (last,) if first is None else (first, last)


def deal(view: SeatView, order: Sequence[Card]) -> Script:
    """The deal, one card at a time, from eldest on; then the upcard."""
    final = _closed(picture(view, order), replace(view, set_aside=()))
    dealt = list(_dealing_order(view, final))
    stagger = min(DEAL_STAGGER, DEAL_WHOLE / max(len(dealt), 1))
    beats: list[Beat] = [Beat(0.0, 0.0, Cue("shuffle"))]
    at = 0.45
    for slot in dealt:
        beats.append(Beat(at, DEAL_FLIGHT, Travel(STOCK, slot, final[slot])))
        beats.append(Beat(at, 0.0, Cue("deal", None if slot.zone is Zone.PILE else slot.owner)))
        at += stagger
    if view.result is None:
        beats += later(tuple(_set_aside(view)), end_of(tuple(beats)) + BREATH)
    else:
        closing = end_of(tuple(beats)) + BREATH
        beats += later(ending(view, picture(view, order)), closing)
    return Script({}, final, {}, tuple(beats))


def _set_aside(view: SeatView) -> Iterator[Beat]:
    """The cards for the high suit that lie open are turned over, one after the other."""
    others = [each for each in view.set_aside if each.seat != view.seat and each.card is not None]
    for place, each in enumerate(others):
        at = place * 2 * FLIP_STAGGER
        yield Beat(at, FLIP, Flip(Slot(Zone.HAND, each.seat, 0), each.card))
        yield Beat(at, 0.0, Cue("flip", each.seat))


def _dealing_order(view: SeatView, lying: Picture) -> Iterator[Slot]:
    for place in range(max(view.sizes)):
        for step in range(1, view.seats + 1):
            slot = Slot(Zone.HAND, (view.dealer + step) % view.seats, place)
            if slot in lying:
                yield slot
    yield from (slot for slot in lying if slot.zone is Zone.PILE)


def cut(rounds: Sequence[Sequence[tuple[int, Card]]], dealer: int) -> Script:
    """The cut for the deal: seats and their cards, round by round; the highest card deals."""
    final: dict[Slot, Card | None] = {}
    beats: list[Beat] = [Beat(0.0, 0.0, Cue("shuffle"))]
    at = 0.4
    for number, drawn in enumerate(rounds):
        for seat, card in drawn:
            slot = Slot(Zone.CUT, seat, number)
            final[slot] = card
            beats.append(Beat(at, CUT_FLIGHT, Travel(STOCK, slot, card)))
            beats.append(Beat(at, 0.0, Cue("deal", seat)))
            at += CUT_STAGGER
        at += CUT_FLIGHT
    beats.append(Beat(at, CUT_REST, Herald(dealer)))
    return Script({}, final, {}, tuple(beats))
