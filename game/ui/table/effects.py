"""What is shown beside the cards for a while: what a seat has done, what it counts, coins.

Pure: seats, words and time; the pictures come later.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.rules.results import Payment

BUBBLE_SECONDS = 2.2
FADE_SECONDS = 0.25
NOTICE_SECONDS = 3.5
GLANCE_SECONDS = 0.6
SAYING_SECONDS, SECONDS_PER_LETTER = 2.8, 0.05


@dataclass(slots=True)
class Bubble:
    """What a seat has just done, told beside it."""

    text: str
    left: float = BUBBLE_SECONDS


@dataclass(slots=True)
class Saying:
    """What a seat says to the table; not yet in the player's language."""

    seat: int
    name: str
    text: str
    left: float


@dataclass(slots=True)
class Notice:
    """One line, shown until it has been read."""

    text: str = ""
    _left: float = 0.0

    def show(self, text: str) -> None:
        """Say something, in place of what was said before."""
        self.text, self._left = text, NOTICE_SECONDS

    def clear(self) -> None:
        """It no longer holds."""
        self.text = ""

    def update(self, dt: float) -> bool:
        """Let time pass; True if the line goes."""
        self._left -= dt
        is_over = bool(self.text) and self._left <= 0
        if is_over:
            self.clear()
        return is_over

    def idle_for(self) -> float | None:
        """Seconds until the line goes."""
        return max(self._left, 0.01) if self.text else None


@dataclass(slots=True)
class Coin:
    """Money on its way."""

    payment: Payment
    span: float
    passed: float = 0.0

    @property
    def part(self) -> float:
        return min(self.passed / self.span, 1.0) if self.span > 0 else 1.0


@dataclass(slots=True)
class Glances:
    """How often the eyes of who thinks have wandered, while they are to."""

    count: int = 0
    left: float | None = None
    """Seconds until they do so again."""

    def keep(self, is_on: bool) -> None:
        """Begin or stop; a new thought begins like every other."""
        if not is_on:
            self.count, self.left = 0, None
        elif self.left is None:
            self.left = GLANCE_SECONDS

    def update(self, dt: float) -> bool:
        """Let time pass; True if the eyes have moved."""
        if self.left is None:
            return False
        self.left -= dt
        if self.left > 0:
            return False
        self.count, self.left = self.count + 1, GLANCE_SECONDS
        return True


@dataclass(slots=True)
class Effects:
    """Everything that comes up and goes away again."""

    bubbles: dict[int, Bubble] = field(default_factory=dict)
    coins: list[Coin] = field(default_factory=list)
    landed: list[Payment] = field(default_factory=list)
    counted: set[int] = field(default_factory=set)
    glances: Glances = field(default_factory=Glances)
    saying: Saying | None = None
    is_settled: bool = False
    herald: int | None = None

    def clear(self) -> None:
        """A new hand begins."""
        self.bubbles.clear()
        self.coins.clear()
        self.landed.clear()
        self.counted.clear()
        self.is_settled, self.herald = False, None
        self.saying = None

    def say(self, seat: int, text: str) -> None:
        """Tell what a seat has done; only its latest is told."""
        self.bubbles[seat] = Bubble(text)

    def speak(self, seat: int, name: str, text: str) -> None:
        """Let a seat say something, for as long as it takes to read."""
        self.saying = Saying(seat, name, text, SAYING_SECONDS + SECONDS_PER_LETTER * len(text))

    def pay(self, payment: Payment, span: float) -> None:
        """Send money from seat to seat."""
        if span <= 0:
            self.landed.append(payment)
        else:
            self.coins.append(Coin(payment, span))

    def is_moving(self) -> bool:
        """Whether something changes with every frame."""
        return bool(self.coins) or any(b.left < FADE_SECONDS for b in self.bubbles.values())

    def idle_for(self) -> float | None:
        """Seconds until something changes by itself."""
        if self.is_moving():
            return 0.0
        rest = [bubble.left - FADE_SECONDS for bubble in self.bubbles.values()]
        if self.glances.left is not None:
            rest.append(self.glances.left)
        if self.saying is not None:
            rest.append(self.saying.left)
        return max(min(rest), 0.01) if rest else None

    def update(self, dt: float, *, fades: bool = True) -> bool:
        """Let time pass; True if anything looks different now."""
        was_moving = self.is_moving()
        has_changed = self.glances.update(dt) | self._fall_silent(dt)
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
        return was_moving or has_changed or self.is_moving()

    def _fall_silent(self, dt: float) -> bool:
        """Whether somebody has been heard long enough."""
        if self.saying is None:
            return False
        self.saying.left -= dt
        if self.saying.left > 0:
            return False
        self.saying = None
        return True

    def finish(self) -> None:
        """Bring all money home; what is told stays to be read."""
        self.landed += [coin.payment for coin in self.coins]
        self.coins.clear()

    def received(self, seat: int) -> int:
        """The stakes that have reached a seat so far, less those that have left it."""
        gone = [coin.payment for coin in self.coins]
        return sum(p.stakes for p in self.landed if p.payee == seat) - sum(
            p.stakes for p in (*self.landed, *gone) if p.payer == seat
        )
