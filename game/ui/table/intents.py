"""What a player does with mouse or keys, freed of both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Tap:
    """A target is clicked, or acted on under the cursor."""

    target: str


@dataclass(frozen=True, slots=True)
class Press:
    """A button, by mouse or by its letter."""

    button: str


@dataclass(frozen=True, slots=True)
class Grab:
    """A card, or the top of a pile, is picked up by the pointer."""

    target: str
    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Carry:
    """What was picked up goes with the pointer."""

    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class LetGo:
    """What was picked up is let go."""

    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PutBack:
    """What was picked up goes back to where it was."""


@dataclass(frozen=True, slots=True)
class Hover:
    """The pointer rests over a target, or over nothing."""

    target: str | None


@dataclass(frozen=True, slots=True)
class Step:
    """The cursor moves to what lies that way."""

    dx: int
    dy: int


@dataclass(frozen=True, slots=True)
class Cycle:
    """The cursor moves to the next group of things, or the one before."""

    by: int


@dataclass(frozen=True, slots=True)
class Act:
    """The target under the cursor is acted on."""


@dataclass(frozen=True, slots=True)
class Nudge:
    """The card under the cursor changes places with its neighbour."""

    by: int


@dataclass(frozen=True, slots=True)
class Pick:
    """A card of one's own is chosen by its place from the left."""

    place: int


@dataclass(frozen=True, slots=True)
class Back:
    """One step back: a question, a choice of cards, then the menu."""


@dataclass(frozen=True, slots=True)
class Scroll:
    """The log moves by so many lines; negative is towards what was long ago."""

    lines: int


Intent: TypeAlias = (
    Tap
    | Press
    | Grab
    | Carry
    | LetGo
    | PutBack
    | Hover
    | Step
    | Cycle
    | Act
    | Nudge
    | Pick
    | Back
    | Scroll
)
