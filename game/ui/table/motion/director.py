"""Animation scripts for everything that happens at the table, and the timeline that plays them.

A script is a list of timed beats. A move's script is the difference between two pictures of the
table, before and after it; the cut, the deal, a slap and endings are scripted by hand. Beats refer
to slots, seats and moves, not to texts; nothing here draws or reads a clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Final, TypeAlias

from game.rules.actions import Action, Discard, Draw, Drop, Hit, Slap, Spread, Stop, Take
from game.rules.results import Ending
from game.ui.table.motion.layout import STOCK, Slot, Zone
from game.ui.table.motion.picture import (
    Picture,
    buried,
    has_aside_first,
    open_asides,
    picture,
    played_aside,
    slots_of,
)

if TYPE_CHECKING:
    from game.rules.cards import Card
    from game.rules.results import Payment, Result
    from game.rules.view import SeatView, SeenMove


@dataclass(frozen=True, slots=True)
class Travel:
    """The act of a card flying from slot to slot; ``face`` on arrival is None for a back."""

    source: Slot
    target: Slot
    face: Card | None


@dataclass(frozen=True, slots=True)
class Flip:
    """The act of turning a card over in place."""

    slot: Slot
    face: Card | None


@dataclass(frozen=True, slots=True)
class Say:
    """The act of showing a seat's last action in a bubble."""

    move: SeenMove


@dataclass(frozen=True, slots=True)
class Cue:
    """The act of playing a sound, panned to a seat; None is the middle.

    ``size``, 0 to 1, is how much is at stake.
    """

    sound: str
    seat: int | None = None
    size: float = 1.0


@dataclass(frozen=True, slots=True)
class Count:
    """The act of showing a hand's count beside it."""

    seat: int


@dataclass(frozen=True, slots=True)
class Coins:
    """The act of sending money from one seat to another."""

    payment: Payment


@dataclass(frozen=True, slots=True)
class Settle:
    """The act of showing the settlement."""


@dataclass(frozen=True, slots=True)
class Bury:
    """The act of removing a complete book from the table (RULES.md §5.6)."""

    number: int


@dataclass(frozen=True, slots=True)
class Jolt:
    """The act of making a spread jump under a slapped card."""

    number: int


@dataclass(frozen=True, slots=True)
class ShowDealer:
    """The act of showing who deals after the cut."""

    seat: int


@dataclass(frozen=True, slots=True)
class WinnersShown:
    """The act of revealing who has won, if anybody: the winners' cards glow."""

    winners: tuple[int, ...]
    weight: float
    """The importance of the ending, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Proclaim:
    """The act of showing a large word over the table: the kind of an ending, or a booed deck."""

    word: str
    weight: float


@dataclass(frozen=True, slots=True)
class Knock:
    """The act of a seat knocking on the table: its cards jump."""

    seat: int


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The act of shuffling: the pack is riffled and cut in its place."""


Act: TypeAlias = (
    Travel
    | Flip
    | Say
    | Cue
    | Count
    | Coins
    | Settle
    | ShowDealer
    | Bury
    | Jolt
    | WinnersShown
    | Proclaim
    | Knock
    | Shuffle
)


@dataclass(frozen=True, slots=True)
class Beat:
    """An act with its start and length, in seconds at normal speed."""

    at: float
    span: float
    act: Act

    @property
    def end(self) -> float:
        return self.at + self.span


def later(beats: tuple[Beat, ...], delay: float) -> tuple[Beat, ...]:
    """Return the beats delayed by ``delay`` seconds."""
    return tuple(Beat(beat.at + delay, beat.span, beat.act) for beat in beats)


def end_of(beats: tuple[Beat, ...]) -> float:
    """Return when the last of the beats ends, in seconds."""
    return max((beat.end for beat in beats), default=0.0)


# In seconds at normal speed. A stagger is the time from one card or coin to the next.
_FLIGHT, _SLAP_FLIGHT, _SAY = 0.3, 0.2, 0.36
_FLIP, _FLIP_STAGGER = 0.3, 0.06  # seconds
_PAUSE: Final = 0.35  # seconds

_MOVE_SOUNDS: Final[Mapping[type[Action], str]] = {
    Draw: "draw",
    Take: "take",
    Spread: "lay",
    Hit: "hit",
    Discard: "discard",
    Drop: "drop",
    Stop: "drop",
}
_ENDING_SOUNDS: Final = {
    Ending.TONK: "tonk",
    Ending.DOUBLE_DOUBLE: "double",
    Ending.CAUGHT: "caught",
}
_BIG: Final = 0.75
"""The weight from which an ending is a big moment: about four of six stakes."""


@dataclass(frozen=True, slots=True)
class Script:
    """The script of the change from one picture of the table to the next."""

    before: Picture
    after: Picture
    moved: dict[Slot, Slot]
    beats: tuple[Beat, ...]


def direct(
    before: SeatView,
    move: SeenMove,
    after: SeatView,
    orders: tuple[Sequence[Card], Sequence[Card]],
    *,
    is_open: bool = False,
) -> Script:
    """Return the script of one move; ``orders`` are the player's hand as held before and after it.

    With ``is_open`` the views show every hand, and the move includes what was drawn.
    """
    gone = buried(before)
    final = picture(after, orders[1], gone)
    pair: tuple[Picture, Picture] = picture(before, orders[0]), final
    old, new = pair if is_open else (_closed(pair[0], before), _closed(final, before))
    flights = _flights(old, new, move, before, after)
    beats = tuple(
        _slapped(move, flights) if isinstance(move.action, Slap) else _moved(move, flights)
    )
    moved = {flight.source: flight.target for flight in flights if flight.source != STOCK}
    rested = end_of(beats) + _PAUSE  # books that the move completes rest for a moment
    beats += tuple(Beat(rested, _FLIGHT, Bury(each)) for each in sorted(buried(after) - gone))
    if after.result is not None and before.result is None:
        beats += later(ending(after, final), end_of(beats))
    elif after.is_booed and not before.is_booed:
        beats += (Beat(end_of(beats), 1.5, Proclaim("booed", 0.0)),)
    return Script(old, new, moved, beats)


def _flights(
    old: Picture, new: Picture, move: SeenMove, before: SeatView, after: SeatView
) -> list[Travel]:
    """Return the flights of a move: the differences between two pictures."""
    seat, action = move.seat, move.action
    cards = action.cards if isinstance(action, Spread) else ()
    targets = [slot for slot in new if _has_arrived(slot, old, new)]
    targets.sort(key=lambda slot: (-slot.zone, cards.index(new[slot]) if cards else 0))
    held, holds = slots_of(old, Zone.HAND, seat), slots_of(new, Zone.HAND, seat)
    if len(holds) > len(held) and not targets:
        targets = [holds[-1]]  # unknown cards are last
    top = next((slot for slot in old if slot.zone is Zone.PILE), STOCK)
    lying = {card: slot for slot, card in old.items() if card is not None}
    aside = played_aside(before, after, seat)
    if aside is not None:
        lying.setdefault(aside, held[0])
    # The slots of another's hidden cards are unknown: they leave from the middle.
    hidden = held[1:] if has_aside_first(before, seat) else held
    unseen = sum(slot.zone is not Zone.HAND and new[slot] not in lying for slot in targets)
    middle = iter(hidden[(len(hidden) - unseen) // 2 :])
    flights = []
    for slot in targets:
        card = new[slot]
        if slot.zone is Zone.HAND:
            source = top if isinstance(action, Take) else STOCK
        else:
            source = lying[card] if card in lying else next(middle)
        flights.append(Travel(source, slot, card))
    return flights


def _has_arrived(slot: Slot, old: Picture, new: Picture) -> bool:
    """Return whether a slot holds a card that was not in its pile, spread or hand before."""
    card = new[slot]
    group = slot.zone, slot.owner
    here = {each: seen for each, seen in old.items() if (each.zone, each.owner) == group}
    if slot.zone is Zone.PILE:  # a shrinking pile only uncovers cards
        return card not in here.values() and all(slot.place >= each.place for each in here)
    return card is not None and card not in here.values()


def _closed(lying: Picture, view: SeatView) -> Picture:
    """Return the picture with other hands closed, except for cards face up in ``view``."""
    seen = open_asides(view)
    return {
        slot: card
        if slot.zone is not Zone.HAND or slot.owner == view.seat or card in seen
        else None
        for slot, card in lying.items()
    }


def _moved(move: SeenMove, flights: Sequence[Travel]) -> Iterator[Beat]:
    sound = _MOVE_SOUNDS.get(type(move.action), "")
    if sound and not flights:
        yield Beat(0.0, 0.0, Cue(sound, move.seat))
    for place, flight in enumerate(flights):
        at = place * 0.08
        yield Beat(at, 0.0, Cue(sound, move.seat))
        yield Beat(at, _FLIGHT, flight)
    if isinstance(move.action, Drop | Stop):
        yield Beat(0.0, 0.0, Knock(move.seat))
    if not isinstance(move.action, Draw | Take | Discard):
        yield Beat(0.0, _SAY, Say(move))


def _slapped(move: SeenMove, flights: Sequence[Travel]) -> Iterator[Beat]:
    """Yield the beats of a slap: the discard is snatched away, the spread jumps, a card follows."""
    slapped, *discarded = flights
    yield Beat(0.0, 0.0, Cue("slap", move.seat))
    yield Beat(0.0, _SLAP_FLIGHT, slapped)
    yield Beat(_SLAP_FLIGHT, 0.0, Jolt(slapped.target.owner))
    for flight in discarded:
        yield Beat(_FLIGHT, 0.0, Cue("discard", move.seat))
        yield Beat(_FLIGHT, _FLIGHT, flight)
    yield Beat(0.0, _SAY, Say(move))


def ending(view: SeatView, lying: Picture) -> tuple[Beat, ...]:
    """Return the scene of an ending: never longer than `LONGEST_ENDING`.

    If hands are compared, they are opened and counted first, clockwise from the seat that ended the
    hand, and the word comes last. If a natural is paid, only that hand is opened before the word.
    If a hand was emptied, everybody has seen the cards: the others turn over below the word.
    """
    a_moment, coins = 0.02, 0.5  # seconds
    result = view.result
    if result is None:
        return ()
    weight = weight_of(result, view.seat)
    beats, counted = _all_counted(view, result, lying)
    told, at = (counted + _HUSH,) * 2
    if result.ending in {Ending.TONK, Ending.OUT, Ending.DOUBLE_DOUBLE}:
        beats = list(later(tuple(beats), 2 * _HUSH))
        for spread in view.spreads:
            if spread.owner in result.winners and not spread.buried:
                beats.append(Beat(_HUSH, 0.0, Jolt(spread.number)))
        told, at = _HUSH, 4 * _HUSH
    beats.append(Beat(told, _HUSH, WinnersShown(result.winners, weight)))
    is_slapped = isinstance(view.moves[-1].action, Slap) if view.moves else False
    word = SLAPPED if is_slapped and result.ending is Ending.OUT else result.ending
    for place, sound in enumerate(_ending_sounds(view, word, weight)):
        # First the sound of the ending, then that of the player's result.
        beats.append(Beat(told + place * 0.35, 0.0, Cue(sound, size=weight)))
    for place, payment in enumerate(result.transfers):
        start = at + _HUSH + 0.25 * place / len(result.transfers)
        beats.append(Beat(start, coins, Coins(payment)))
        pile = "cascade" if place == 0 and weight >= _BIG else "coins"
        beats.append(Beat(start, 0.0, Cue(pile, payment.payee, weight)))
    settled = max(end_of(tuple(beats)) + a_moment, at + coins)
    beats.append(Beat(told, settled - told, Proclaim(word, weight)))
    beats.append(Beat(settled, a_moment, Settle()))
    return tuple(beats)


SLAPPED: Final = "slapped"
"""The word for a hand emptied by a slap."""
IN_A_ROW: Final[Mapping[int, str]] = {3: "three", 5: "five", 10: "ten"}
"""The words for numbers of consecutive wins."""


def celebration(wins: int) -> tuple[Beat, ...]:
    """Return the extra beats of an ending that is the third, fifth or tenth win in a row."""
    if wins not in IN_A_ROW:
        return ()
    weight = min(1.0, 0.5 + wins / 20)
    return (
        Beat(_HUSH, 1.3, Proclaim(IN_A_ROW[wins], weight)),
        Beat(_HUSH, 0.0, Cue("streak", size=weight)),
    )


LONGEST_ENDING: Final = 2.5
"""Seconds at normal speed from the last move to the result."""
_HUSH: Final = 0.12
"""Seconds of silence before a word appears."""


def weight_of(result: Result, me: int) -> float:
    """Return how much is at stake in an ending, 0 to 1, above all for the player."""
    most = max(map(abs, result.payments), default=0)
    # Payments between others count less than the player's.
    counts = max(abs(result.payments[me]), 0.6 * most)
    share = min(1.0, counts / (6 if result.transfers else 40))  # stakes, or points of a push-up
    # The second stake is felt more than the sixth.
    return float(share**0.7)


def _all_counted(view: SeatView, result: Result, lying: Picture) -> tuple[list[Beat], float]:
    """Return the beats that open and count all hands in turn, and the time when the deciding ones
    are counted: of naturals the paid ones, which come first, otherwise all.
    """
    ender = view.finish.seat if view.finish else None
    first = view.turn if ender is None else ender
    order = [(first + place) % view.seats for place in range(view.seats)]
    deciding = len(order)
    if result.ending is Ending.NATURAL:
        order.sort(key=lambda seat: seat not in result.winners)
        deciding = len(result.winners)
    beats: list[Beat] = []
    step = min(0.36, 0.9 / view.seats)  # seconds for one hand, and for all
    for place, seat in enumerate(order):
        beats += _opened(lying, seat, view.seat, place * step, step)
    return beats, deciding * step


def _opened(lying: Picture, seat: int, me: int, at: float, span: float) -> Iterator[Beat]:
    """Yield the beats that open one hand and then count it, within ``span`` seconds."""
    held = slots_of(lying, Zone.HAND, seat)
    stagger = min(_FLIP_STAGGER, span / 3 / max(len(held), 1))
    if seat != me:
        for place, slot in enumerate(held):
            yield Beat(at + place * stagger, min(_FLIP, span), Flip(slot, lying[slot]))
        yield Beat(at, 0.0, Cue("flip", seat))
    yield Beat(at + span * 0.8, 0.0, Count(seat))


def _ending_sounds(view: SeatView, word: str, weight: float) -> tuple[str, ...]:
    """Return the sounds of an ending: that of its kind, if any, and that of the player's result."""
    if view.result is None or not view.result.winners:
        return ("void",)
    first = "stab" if word == SLAPPED else _ENDING_SOUNDS.get(view.result.ending)
    is_won = view.seat in view.result.winners
    last = "win" if is_won else "groan" if weight >= _BIG else "lose"
    return (last,) if first is None else (first, last)


def deal(
    view: SeatView, order: Sequence[Card], *, gathering: float = 0.0, riffles: bool = False
) -> Script:
    """Return the script of the deal, one card at a time from eldest on; then the upcard.

    First, cards are gathered for ``gathering`` seconds and, with ``riffles``, the pack is riffled.
    """
    riffle = 0.42  # seconds
    final = _closed(picture(view, order), replace(view, set_aside=()))
    dealt = list(_dealing_order(view, final))
    stagger = min(0.05, 1.4 / max(len(dealt), 1))
    beats: list[Beat] = [Beat(gathering, 0.0, Cue("shuffle"))]
    at = gathering + 0.2
    if riffles:
        beats.append(Beat(gathering, riffle, Shuffle()))
        at = gathering + riffle
    for slot in dealt:
        beats.append(Beat(at, 0.26, Travel(STOCK, slot, final[slot])))
        beats.append(Beat(at, 0.0, Cue("deal", None if slot.zone is Zone.PILE else slot.owner)))
        at += stagger
    dealt_at = end_of(tuple(beats)) + _PAUSE
    if view.result is not None:
        beats += later(ending(view, picture(view, order)), dealt_at)
        return Script({}, final, {}, tuple(beats))
    # The face-up cards for the high suit are turned over, one after another.
    asides = [each for each in view.set_aside if each.seat != view.seat and each.card is not None]
    for place, each in enumerate(asides):
        at = dealt_at + place * 2 * _FLIP_STAGGER
        beats.append(Beat(at, _FLIP, Flip(Slot(Zone.HAND, each.seat, 0), each.card)))
        beats.append(Beat(at, 0.0, Cue("flip", each.seat)))
    return Script({}, final, {}, tuple(beats))


def _dealing_order(view: SeatView, lying: Picture) -> Iterator[Slot]:
    for place in range(max(view.sizes)):
        for step in range(1, view.seats + 1):
            slot = Slot(Zone.HAND, (view.dealer + step) % view.seats, place)
            if slot in lying:
                yield slot
    yield from (slot for slot in lying if slot.zone is Zone.PILE)


def cut(rounds: Sequence[Sequence[tuple[int, Card]]], dealer: int) -> Script:
    """Return the script of the cut, round by round, as pairs of seat and card."""
    cut_flight = 0.36  # seconds
    final: dict[Slot, Card | None] = {}
    beats: list[Beat] = [Beat(0.0, 0.0, Cue("shuffle"))]
    at = 0.4
    for number, drawn in enumerate(rounds):
        for seat, card in drawn:
            slot = Slot(Zone.CUT, seat, number)
            final[slot] = card
            beats.append(Beat(at, cut_flight, Travel(STOCK, slot, card)))
            beats.append(Beat(at, 0.0, Cue("deal", seat)))
            at += 0.2
        at += cut_flight
    beats.append(Beat(at, 0.9, ShowDealer(dealer)))
    return Script({}, final, {}, tuple(beats))


# -- the timeline ----------------------------------------------------------------------------------


PACES: Final[Mapping[str, float]] = {
    "slow": 0.6,
    "normal": 1.0,
    "fast": 1.9,
    "rapid": 3.5,
    "instant": inf,
}
"""The playback speed of beats, by the speed setting."""


@dataclass(frozen=True, slots=True)
class Begun:
    """An act that begins, and its length in seconds."""

    act: Act
    span: float


class Timeline:
    """A timeline that plays beats one after another, at any pace, or all at once."""

    LANDING: Final = 0.12
    """Seconds at normal speed before a card lands: its target is plain, so play continues."""

    def __init__(self) -> None:
        self._now = 0.0
        self._end = 0.0
        self._waiting: list[Beat] = []

    @property
    def is_busy(self) -> bool:
        """Whether any beat has yet to begin or end."""
        return bool(self._waiting) or self._now < self._end

    @property
    def is_landing(self) -> bool:
        """Whether every beat has begun, and the last one ends in `LANDING` seconds or less."""
        return not self._waiting and self._end - self._now <= self.LANDING

    @property
    def is_all_begun(self) -> bool:
        """Whether every beat has begun, though the last may not have ended."""
        return not self._waiting

    def play(self, beats: Sequence[Beat]) -> None:
        """Add beats after all those still under way."""
        start = max(self._now, self._end)
        self._waiting += sorted(
            (Beat(beat.at + start, beat.span, beat.act) for beat in beats), key=lambda b: b.at
        )
        self._end = max([self._end, *(beat.at + beat.span for beat in self._waiting)])

    def advance(self, dt: float, pace: float = 1.0) -> tuple[Begun, ...]:
        """Advance by ``dt`` seconds at a pace; return the acts that begin, in order."""
        if pace == inf:
            return self.finish()
        self._now += dt * pace
        count = sum(beat.at <= self._now for beat in self._waiting)
        begun, self._waiting = self._waiting[:count], self._waiting[count:]
        return tuple(Begun(beat.act, beat.span / pace) for beat in begun)

    def finish(self) -> tuple[Begun, ...]:
        """Jump to the end; return the acts that have not begun yet, with a length of 0."""
        rest, self._waiting = self._waiting, []
        self._now = self._end
        return tuple(Begun(beat.act, 0.0) for beat in rest)
