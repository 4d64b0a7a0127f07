"""Effects: easing, particles, banners, shakes and flashes.

They are numbers that change with time, and draw nothing; for reduced motion simply start none.
Flashes keep to WCAG 2.3.1: never more than three in any second.
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
    """Ease a share of time from 0 to 1: a quick start, a slight overshoot, and back."""
    overshoot = 0.9  # the cubic's factor
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
    """Return 0 to 1 and back to 0 over a share of time, with the peak in the middle."""
    return sin(pi * min(max(t, 0.0), 1.0))


def mix(start: float, end: float, t: float) -> float:
    """Interpolate from start to end, at ``t`` from 0 to 1."""
    return start + (end - start) * t


def fading(value: float, goal: float, rate: float, dt: float) -> float:
    """Return ``value`` after ``dt`` seconds of exponential approach to ``goal``."""
    return goal + (value - goal) * exp(-rate * dt)


# -- particles -------------------------------------------------------------------------------------


BUDGET: Final = 90
"""The most particles at once: that many blits fit into a frame beside a whole table."""


@dataclass(slots=True)
class Particle:
    """A particle thrown up and falling; lengths in units, times in seconds."""

    x: float
    y: float
    across: float
    down: float
    kind: int
    """The index of the particle's picture."""
    life: float
    age: float = 0.0

    @property
    def left(self) -> float:
        """The remaining share of the particle's life, 1 to 0."""
        return max(0.0, 1.0 - self.age / self.life)


class Particles:
    """The particles in the air, at most ``budget`` of them; the rest are dropped."""

    def __init__(self, budget: int = BUDGET) -> None:
        self._budget = budget
        self._flying: list[Particle] = []

    def __len__(self) -> int:
        return len(self._flying)

    @property
    def all(self) -> Sequence[Particle]:
        """The particles that are flying."""
        return self._flying

    def burst(self, at: tuple[float, float], count: int, speed: float, kinds: int) -> None:
        """Throw up ``count`` particles from a point, up to ``speed`` units a second, of random
        kinds.

        Equal bursts look alike: the random seed comes from the place and the count.
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
        """Advance by ``dt`` seconds; True if any particle is flying or was before."""
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
        """Remove all particles."""
        self._flying.clear()


# -- banners, shakes and flashes -------------------------------------------------------------------


@dataclass(slots=True)
class Banner:
    """A large word that pops in, stays for ``span`` seconds in all, and fades."""

    POP = 0.26
    """Seconds to pop in."""
    _GONE = 0.25
    """Seconds to fade out."""

    word: str
    """The name of the word, not its translated text."""
    weight: float
    """How much is at stake, 0 to 1."""
    span: float
    is_calm: bool = False
    """Whether the word appears and disappears without animation."""
    age: float = 0.0

    @property
    def scale(self) -> float:
        """The scale of the banner: 1 once it has popped in."""
        if self.is_calm or self.age >= self.POP:
            return 1.0
        return mix(0.55, 1.0, eased(self.age / self.POP))  # the initial scale

    @property
    def strength(self) -> float:
        """The opacity of the banner, 0 to 1."""
        if self.is_calm:
            return 1.0
        return min(smooth(self.age / (self.POP / 2)), smooth((self.span - self.age) / self._GONE))

    @property
    def is_still(self) -> bool:
        """Whether the banner is fully shown, neither popping in nor fading out."""
        return self.is_calm or self.POP <= self.age < self.span - self._GONE

    @property
    def still_for(self) -> float:
        """Seconds until the banner begins to fade, while it is fully shown."""
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
    """The amplitude of the first swing, in units."""
    age: float = _SHAKE

    def start(self, units: float) -> None:
        """Start shaking."""
        self.units, self.age = units, 0.0

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds; True while it shakes, and once when it has come to rest."""
        was_on, self.age = self.is_on, self.age + dt
        return was_on

    @property
    def is_on(self) -> bool:
        return self.age < self._SHAKE

    @property
    def offset(self) -> tuple[float, float]:
        """The current displacement of the table, in units, across and down."""
        if not self.is_on:
            return 0.0, 0.0
        far = self.units * (1 - self.age / self._SHAKE) ** 2
        return far * sin(self._SWINGS * self.age), far * 0.6 * cos(1.3 * self._SWINGS * self.age)


MOST_FLASHES: Final = 3
"""The most flashes in any one second (WCAG 2.3.1)."""


class Flashes:
    """A light that flashes and fades; one too many within a second is dropped."""

    def __init__(self) -> None:
        self._now = 0.0
        self._began: deque[float] = deque(maxlen=MOST_FLASHES)

    def flash(self) -> bool:
        """Start a flash; False if it would be one too many."""
        if len(self._began) == MOST_FLASHES and self._now - self._began[0] <= 1.0:
            return False
        self._began.append(self._now)
        return True

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds; True if there is any light or was before."""
        was_lit = self.strength > 0
        self._now += dt
        return was_lit

    @property
    def strength(self) -> float:
        """The brightness of the flash: 1 at its start, 0 when there is none."""
        if not self._began:
            return 0.0
        return max(0.0, 1.0 - (self._now - self._began[-1]) / 0.34) ** 2  # seconds to fade
