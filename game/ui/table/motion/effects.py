"""What moves at the table beside the cards: bubbles, coins, faces, counts, the end of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import pi, sin
from typing import TYPE_CHECKING, Final

from game.rules.results import Ending
from game.ui.kit.flourish import Banner, Flashes, Particles, Shake

if TYPE_CHECKING:
    from game.rules.results import Payment
    from game.ui.table.motion.sprites import Riffle

BUBBLE_SECONDS = 2.2
FADE_SECONDS = 0.25
CLEARING: Final = frozenset({Ending.TONK, Ending.DOUBLE_DOUBLE})
"""The endings whose word is on clear felt: stock and discards give way to it."""


@dataclass(slots=True)
class Bubble:
    """A bubble beside a seat about its last action."""

    text: str
    left: float = BUBBLE_SECONDS


@dataclass(slots=True)
class Speech:
    """A seat's remark, not yet translated."""

    seat: int
    name: str
    text: str
    left: float


@dataclass(slots=True)
class Notice:
    """A line of text shown for a few seconds."""

    text: str = ""
    _left: float = 0.0

    def show(self, text: str) -> None:
        """Show a line in place of the previous one."""
        self.text, self._left = text, 3.5  # seconds

    def clear(self) -> None:
        """Hide the line."""
        self.text = ""

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds; True if the line disappears."""
        self._left -= dt
        is_over = bool(self.text) and self._left <= 0
        if is_over:
            self.clear()
        return is_over

    def idle_for(self) -> float | None:
        """Return the seconds until the line disappears."""
        return max(self._left, 0.01) if self.text else None


@dataclass(slots=True)
class Coin:
    """Money moving between seats."""

    payment: Payment
    span: float
    passed: float = 0.0

    @property
    def part(self) -> float:
        return min(self.passed / self.span, 1.0) if self.span > 0 else 1.0


@dataclass(slots=True)
class Ticking:
    """An animation that moves in discrete steps."""

    pause: float
    """Seconds between steps."""
    count: int = 0
    left: float | None = None
    """Seconds until the next step; None while stopped."""

    def keep(self, is_on: bool) -> None:
        """Run or stop the animation."""
        if not is_on:
            self.left = None
        elif self.left is None:
            self.left = self.pause

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds; True if it has moved."""
        if self.left is None:
            return False
        self.left -= dt
        if self.left > 0:
            return False
        self.count, self.left = self.count + 1, self.pause
        return True


@dataclass(slots=True)
class Glances(Ticking):
    """The eyes of a thinking opponent: how often they have moved."""

    pause: float = 0.6

    def keep(self, is_on: bool) -> None:
        """Start or stop; each thought starts from 0."""
        Ticking.keep(self, is_on)
        if not is_on:
            self.count = 0


@dataclass(slots=True)
class Blinks:
    """The opponents' blinks and looks at their cards: in turn, in no steady rhythm."""

    BLINK_PAUSES = (2.3, 3.7, 1.9, 4.1, 2.9)
    """Seconds between blinks at the table."""
    _BENDS = 3
    """One in this many blinks is a glance down at the cards."""

    seat: int | None = None
    count: int = 0
    left: float | None = None
    """Seconds until a blink begins or ends; None while stopped."""

    @property
    def is_bent(self) -> bool:
        """Whether the seat looks down at its cards instead of blinking."""
        return self.count % self._BENDS == self._BENDS - 1

    def keep(self, is_on: bool) -> None:
        """Start or stop."""
        if not is_on:
            self.seat, self.left = None, None
        elif self.left is None:
            self.left = self.BLINK_PAUSES[self.count % len(self.BLINK_PAUSES)]

    def update(self, dt: float, others: Sequence[int]) -> bool:
        """Advance by ``dt`` seconds; True if somebody's eyes have closed or opened."""
        if self.left is None or not others:
            return False
        self.left -= dt
        if self.left > 0:
            return False
        if self.seat is None:
            self.seat = others[self.count % len(others)]
            self.left = 0.9 if self.is_bent else 0.14  # seconds
        else:
            self.count += 1
            self.seat, self.left = None, self.BLINK_PAUSES[self.count % len(self.BLINK_PAUSES)]
        return True


@dataclass(slots=True)
class Gaze:
    """A player's look at the seat that has just moved."""

    at: int
    """The seat that is looked at."""
    is_struck: bool
    """Whether cards were laid, which raises eyebrows."""
    wait: float
    left: float = 1.1  # seconds


class Gazes:
    """Where the opponents look, by seat: only ever at a move that everybody saw."""

    def __init__(self) -> None:
        self._by_seat: dict[int, Gaze] = {}

    def turn(self, at: int, others: Sequence[int], *, is_struck: bool) -> None:
        """Turn all others to a seat, one slightly after the other."""
        lookers = [seat for seat in others if seat != at]
        self._by_seat = {
            seat: Gaze(at, is_struck, wait=0.09 * (place + 1))  # seconds between faces
            for place, seat in enumerate(lookers)
        }

    def of(self, seat: int) -> Gaze | None:
        """Return the gaze of a seat, if it has one."""
        gaze = self._by_seat.get(seat)
        return gaze if gaze is not None and gaze.wait <= 0 else None

    def clear(self) -> None:
        """End all gazes."""
        self._by_seat.clear()

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds; True if a face turns."""
        before = [seat for seat in self._by_seat if self.of(seat)]
        for seat, gaze in list(self._by_seat.items()):
            gaze.left -= max(0.0, dt - max(0.0, gaze.wait))
            gaze.wait -= dt
            if gaze.left <= 0:
                del self._by_seat[seat]
        return before != [seat for seat in self._by_seat if self.of(seat)]

    def idle_for(self) -> float | None:
        """Return the seconds until a face turns."""
        each = [gaze.wait if gaze.wait > 0 else gaze.left for gaze in self._by_seat.values()]
        return max(min(each), 0.01) if each else None


@dataclass(slots=True)
class Lamp(Ticking):
    """The light on the felt, which slowly wanders."""

    pause: float = 0.4

    @property
    def offset(self) -> tuple[float, float]:
        """The light's offset from the middle of its path, -1 to 1 across and down."""
        turn = 2 * pi * (self.count % 60) / 60  # steps of one lap
        return sin(turn), 0.5 * sin(2 * turn)


@dataclass(slots=True)
class Effects:
    """The effects beside the cards."""

    bubbles: dict[int, Bubble] = field(default_factory=dict)
    coins: list[Coin] = field(default_factory=list)
    landed: list[Payment] = field(default_factory=list)
    counted: set[int] = field(default_factory=set)
    glances: Glances = field(default_factory=Glances)
    blinks: Blinks = field(default_factory=Blinks)
    gazes: Gazes = field(default_factory=Gazes)
    lamp: Lamp = field(default_factory=Lamp)
    others: Sequence[int] = ()
    """The seats of the opponents."""
    speech: Speech | None = None
    is_settled: bool = False
    dealer_shown: int | None = None
    winners: frozenset[int] | None = None
    """The winners, once everybody sees them; None before."""
    banner: Banner | None = None
    shown_off: str = ""
    """The word of the ending whose cards are on display."""
    particles: Particles = field(default_factory=Particles)
    shake: Shake = field(default_factory=Shake)
    flashes: Flashes = field(default_factory=Flashes)
    counting: float = 1.0
    """The share of the player's win or loss that has been counted up, 0 to 1."""
    is_detailed: bool = False
    """Whether the whole settlement replaces the result."""
    riffle: Riffle | None = None
    """The shuffle animation before a deal, while it runs."""

    @property
    def is_cleared(self) -> bool:
        """Whether stock and discards give way to a large word over the table."""
        return self.banner is not None and self.banner.word in CLEARING

    def clear(self) -> None:
        """Clear the effects for a new hand."""
        self.bubbles.clear()
        self.coins.clear()
        self.landed.clear()
        self.counted.clear()
        self.is_settled, self.dealer_shown = False, None
        self.winners, self.banner, self.counting = None, None, 1.0
        self.is_detailed, self.shown_off = False, ""
        self.particles.clear()
        self.gazes.clear()
        self.speech = self.riffle = None

    def say(self, seat: int, text: str) -> None:
        """Show a seat's action, replacing its previous one."""
        self.bubbles[seat] = Bubble(text)

    def hush(self) -> None:
        """Let all action bubbles fade: another scene begins."""
        for bubble in self.bubbles.values():
            bubble.left = min(bubble.left, FADE_SECONDS)

    def speak(self, seat: int, name: str, text: str) -> None:
        """Show a seat's remark for as long as reading it takes."""
        self.speech = Speech(seat, name, text, 2.8 + 0.05 * len(text))

    def pay(self, payment: Payment, span: float) -> None:
        """Send money from seat to seat within ``span`` seconds."""
        if span <= 0:
            self.landed.append(payment)
        else:
            self.coins.append(Coin(payment, span))

    def is_moving(self) -> bool:
        """Return whether anything changes in every frame."""
        return (
            bool(self.coins or self.particles or self.riffle)
            or self.shake.is_on
            or self.counting < 1.0
            or self.flashes.strength > 0
            or (self.banner is not None and not self.banner.is_still)
            or any(b.left < FADE_SECONDS for b in self.bubbles.values())
        )

    def idle_for(self) -> float | None:
        """Return the seconds until anything changes by itself."""
        if self.is_moving():
            return 0.0
        rest = [bubble.left - FADE_SECONDS for bubble in self.bubbles.values()]
        if self.glances.left is not None:
            rest.append(self.glances.left)
        waits = (self.blinks.left, self.lamp.left, self.gazes.idle_for())
        rest += [wait for wait in waits if wait is not None]
        if self.speech is not None:
            rest.append(self.speech.left)
        if self.banner is not None:
            rest.append(self.banner.still_for)
        return max(min(rest), 0.01) if rest else None

    def update(self, dt: float, *, fades: bool = True) -> bool:
        """Advance by ``dt`` seconds; True if anything looks different."""
        was_moving = self.is_moving()
        has_changed = self.glances.update(dt) | self._end_speech(dt)
        has_changed |= self.blinks.update(dt, self.others)
        has_changed |= self.gazes.update(dt) | self.lamp.update(dt)
        for seat, bubble in list(self.bubbles.items()):
            bubble.left -= dt
            if bubble.left <= (0 if fades else FADE_SECONDS):
                del self.bubbles[seat]
                has_changed = True
        for coin in list(self.coins):
            coin.passed += dt
            if coin.part >= 1.0:
                self.coins.remove(coin)
                self.landed.append(coin.payment)
        has_changed |= self._update_moment(dt)
        return was_moving or has_changed or self.is_moving()

    def _update_moment(self, dt: float) -> bool:
        """Advance the effects of an ending."""
        changed = self.particles.update(dt) | self.shake.update(dt) | self.flashes.update(dt)
        self.counting = min(1.0, self.counting + dt / 0.7)  # seconds
        if self.riffle is not None:
            self.riffle.age += dt
            if self.riffle.is_over:
                self.riffle = None
        if self.banner is None:
            return changed
        was_still = self.banner.is_still
        self.banner.age += dt
        is_still = self.banner.is_still
        if self.banner.is_over:
            self.banner = None
        return changed or self.banner is None or not (was_still and is_still)

    def _end_speech(self, dt: float) -> bool:
        """Advance the speech bubble; True if it disappears."""
        if self.speech is None:
            return False
        self.speech.left -= dt
        if self.speech.left > 0:
            return False
        self.speech = None
        return True

    def finish(self) -> None:
        """Land all coins; bubbles stay to be read."""
        self.landed += [coin.payment for coin in self.coins]
        self.coins.clear()
        self.particles.clear()
        self.banner, self.riffle, self.counting = None, None, 1.0

    def received(self, seat: int) -> int:
        """Return the stakes that a seat has received so far, less those that have left it."""
        gained = sum(paid.stakes for paid in self.landed if paid.payee == seat)
        sent = (*self.landed, *(coin.payment for coin in self.coins))
        return gained - sum(paid.stakes for paid in sent if paid.payer == seat)
