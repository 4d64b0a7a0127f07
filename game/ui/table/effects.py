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


@dataclass(slots=True)
class Bubble:
    """What a seat has just done, told beside it."""

    text: str
    left: float = BUBBLE_SECONDS


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
class Effects:
    """Everything that comes up and goes away again."""

    bubbles: dict[int, Bubble] = field(default_factory=dict)
    coins: list[Coin] = field(default_factory=list)
    landed: list[Payment] = field(default_factory=list)
    counted: set[int] = field(default_factory=set)
    is_settled: bool = False
    herald: int | None = None

    def clear(self) -> None:
        """A new hand begins."""
        self.bubbles.clear()
        self.coins.clear()
        self.landed.clear()
        self.counted.clear()
        self.is_settled, self.herald = False, None

    def say(self, seat: int, text: str) -> None:
        """Tell what a seat has done; only its latest is told."""
        self.bubbles[seat] = Bubble(text)

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
        return max(min(rest), 0.01) if rest else None

    def update(self, dt: float) -> bool:
        """Let time pass; True if anything looks different now."""
        was_moving = self.is_moving()
        for seat, bubble in list(self.bubbles.items()):
            bubble.left -= dt
            if bubble.left <= 0:
                del self.bubbles[seat]
        for coin in list(self.coins):
            coin.passed += dt
            if coin.part >= 1.0:
                self.coins.remove(coin)
                self.landed.append(coin.payment)
        return was_moving or self.is_moving()

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
