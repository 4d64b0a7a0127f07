"""The mathematics of movement: easing for cards in flight, springs for cards that follow a slot."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, pi, sin

STIFFNESS = 19.0
"""How eagerly a card follows its slot, per second."""
DAMPING = 0.72
"""Below 1 it swings a little past its place before it settles."""
_STEP = 1 / 120
OVERSHOOT = 0.9


def eased(t: float) -> float:
    """From 0 to 1, quick off the mark, a little too far, and back."""
    if t >= 1.0:
        return 1.0
    smooth = t * t * (3 - 2 * t)
    back = t - 1
    return smooth * (1 - t) + t * (1 + (OVERSHOOT + 1) * back**3 + OVERSHOOT * back**2)


def smooth(t: float) -> float:
    """From 0 to 1, starting and ending gently."""
    t = min(max(t, 0.0), 1.0)
    return t * t * (3 - 2 * t)


def arch(t: float) -> float:
    """From 0 up to 1 in the middle and down to 0."""
    return sin(pi * min(max(t, 0.0), 1.0))


def mix(start: float, end: float, t: float) -> float:
    """The value at ``t`` on the way from start to end."""
    return start + (end - start) * t


def fading(value: float, goal: float, rate: float, dt: float) -> float:
    """``value`` on its way to ``goal``, as much nearer as ``dt`` seconds bring it."""
    return goal + (value - goal) * exp(-rate * dt)


@dataclass(slots=True)
class Spring:
    """One number that follows another with weight."""

    value: float
    speed: float = 0.0

    def follow(self, goal: float, dt: float) -> bool:
        """Let ``dt`` seconds pass; False once it has come to rest on the goal."""
        while dt > 1e-9:
            step = min(dt, _STEP)
            pull = STIFFNESS**2 * (goal - self.value) - 2 * DAMPING * STIFFNESS * self.speed
            self.speed += pull * step
            self.value += self.speed * step
            dt -= step
        if abs(self.value - goal) < 0.25 and abs(self.speed) < 6.0:
            self.rest(goal)
            return False
        return True

    def rest(self, goal: float) -> None:
        """Be there, at once."""
        self.value, self.speed = goal, 0.0
