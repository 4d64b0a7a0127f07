"""What makes a moment of the game felt: easing, particles, banners, a shake, flashes.

All of it is numbers that change with time; nothing here draws, and whoever wants less motion simply
starts none of it. Flashes keep to WCAG 2.3.1: never more than three in any second.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, exp, pi, sin
from random import Random
from typing import Final

# -- easing: from 0 to 1 ---------------------------------------------------------------------------


def eased(t: float) -> float:
    """Ease a share of time from 0 to 1: a quick start, a little too far, and back."""
    overshoot = 0.9  # of ``eased``, the factor of a cubic
    if t >= 1.0:
        return 1.0
    back = t - 1
    return _s_curve(t) * (1 - t) + t * (1 + (overshoot + 1) * back**3 + overshoot * back**2)


def smooth(t: float) -> float:
    """Ease a share of time from 0 to 1 with a gentle start and end."""
    return _s_curve(min(max(t, 0.0), 1.0))


def _s_curve(t: float) -> float:
    return t * t * (3 - 2 * t)


def arch(t: float) -> float:
    """Ease a share of time from 0 up to 1 in the middle and down to 0."""
    return sin(pi * min(max(t, 0.0), 1.0))


def mix(start: float, end: float, t: float) -> float:
    """Return the value at ``t`` on the way from start to end."""
    return start + (end - start) * t


def fading(value: float, goal: float, rate: float, dt: float) -> float:
    """``value`` after ``dt`` seconds of exponential approach to ``goal``."""
    return goal + (value - goal) * exp(-rate * dt)


# -- particles -------------------------------------------------------------------------------------


BUDGET: Final = 90
"""The most particles at once: so many blits fit into a frame beside a whole table."""


@dataclass(slots=True)
class Particle:
    """A particle that is thrown up and falls; lengths in units, times in seconds."""

    x: float
    y: float
    across: float
    down: float
    kind: int
    """The number of the picture that the particle is drawn with."""
    life: float
    age: float = 0.0

    @property
    def left(self) -> float:
        """The share of the particle's life that is left, 1 to 0."""
        return max(0.0, 1.0 - self.age / self.life)


class Particles:
    """The particles in the air, at most ``budget`` of them; what does not fit is left out."""

    def __init__(self, budget: int = BUDGET) -> None:
        self._budget = budget
        self._flying: list[Particle] = []

    def __len__(self) -> int:
        return len(self._flying)

    @property
    def all(self) -> Sequence[Particle]:
        """The particles that fly now."""
        return self._flying

    def burst(self, at: tuple[float, float], count: int, speed: float, kinds: int) -> None:
        """Throw up so many from a point, up to ``speed`` units a second, of so many kinds.

        Equal bursts look alike: the dice are those of the place and the number.
        """
        dice = Random(f"{at} {count}")
        for _ in range(min(count, self._budget - len(self._flying))):
            angle, swift = dice.uniform(-0.95, -0.05) * pi, speed * dice.uniform(0.35, 1.0)
            self._flying.append(
                Particle(
                    at[0],
                    at[1],
                    swift * cos(angle),
                    swift * sin(angle),
                    dice.randrange(kinds),
                    dice.uniform(0.8, 1.5),
                )
            )

    def update(self, dt: float) -> bool:
        """Let time pass; True if any fly, or flew before."""
        was_any = bool(self._flying)
        slowed = exp(-1.1 * dt)  # per second
        for each in self._flying:
            each.age += dt
            each.across *= slowed
            each.down = each.down * slowed + 900.0 * dt  # units a second, each second
            each.x += each.across * dt
            each.y += each.down * dt
        self._flying = [each for each in self._flying if each.age < each.life]
        return was_any

    def clear(self) -> None:
        """Take all of them away."""
        self._flying.clear()


# -- banners, shakes and flashes -------------------------------------------------------------------


@dataclass(slots=True)
class Banner:
    """A word that comes large, stays for ``span`` seconds in all, and goes."""

    POP = 0.26
    """Seconds in which a banner comes."""
    _GONE = 0.25
    """Seconds in which it goes."""

    word: str
    """The name of the word, which is not a text."""
    weight: float
    """How much the ending is about, 0 to 1."""
    span: float
    is_calm: bool = False
    """Whether the word is simply there and then gone, without growing."""
    age: float = 0.0

    @property
    def scale(self) -> float:
        """The scale of the banner: 1 once it has come."""
        if self.is_calm or self.age >= self.POP:
            return 1.0
        return mix(0.55, 1.0, eased(self.age / self.POP))  # the scale at which it comes

    @property
    def strength(self) -> float:
        """The opacity of the banner, 0 to 1."""
        if self.is_calm:
            return 1.0
        return min(smooth(self.age / (self.POP / 2)), smooth((self.span - self.age) / self._GONE))

    @property
    def is_still(self) -> bool:
        """Whether the banner stands, neither coming nor going."""
        return self.is_calm or self.POP <= self.age < self.span - self._GONE

    @property
    def still_for(self) -> float:
        """Seconds until it begins to go, if it stands."""
        return self.span - self.age - (0.0 if self.is_calm else self._GONE)

    @property
    def is_over(self) -> bool:
        return self.age >= self.span


@dataclass(slots=True)
class Shake:
    """A shake of the table that dies away."""

    _SHAKE = 0.32  # seconds
    _SWINGS = 26.0  # radians per second

    units: float = 0.0
    """The width of the first shake, in units."""
    age: float = _SHAKE

    def start(self, units: float) -> None:
        """Begin anew."""
        self.units, self.age = units, 0.0

    def update(self, dt: float) -> bool:
        """Let time pass; True while it shakes, and when it has just come to rest."""
        was_on, self.age = self.is_on, self.age + dt
        return was_on

    @property
    def is_on(self) -> bool:
        return self.age < self._SHAKE

    @property
    def offset(self) -> tuple[float, float]:
        """How far everything lies from its place now, in units, across and down."""
        if not self.is_on:
            return 0.0, 0.0
        far = self.units * (1 - self.age / self._SHAKE) ** 2
        return far * sin(self._SWINGS * self.age), far * 0.6 * cos(1.3 * self._SWINGS * self.age)


MOST_FLASHES: Final = 3
"""The most flashes in any one second (WCAG 2.3.1)."""


class Flashes:
    """A light that comes at once and fades; one too many within a second is left out."""

    def __init__(self) -> None:
        self._now = 0.0
        self._began: deque[float] = deque(maxlen=MOST_FLASHES)

    def flash(self) -> bool:
        """Begin one; False where it would be one too many."""
        if len(self._began) == MOST_FLASHES and self._now - self._began[0] <= 1.0:
            return False
        self._began.append(self._now)
        return True

    def update(self, dt: float) -> bool:
        """Let time pass; True if there is any light, or was before."""
        was_lit = self.strength > 0
        self._now += dt
        return was_lit

    @property
    def strength(self) -> float:
        """1 at once, then less, 0 when there is none."""
        if not self._began:
            return 0.0
        return max(0.0, 1.0 - (self._now - self._began[-1]) / 0.34) ** 2  # seconds
