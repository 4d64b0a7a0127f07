"""Portraits at any size: made once for every size and mood, and kept."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from game.ui.cardart.raster import render
from game.ui.cardart.svg import circle, line, path
from game.ui.faces.features import INK, beard, eyes, mouth, oval, worn
from game.ui.faces.hair import before, behind
from game.ui.faces.people import HAIRS, SKINS, Extra, Hair, Mood, Person, person_of

if TYPE_CHECKING:
    from pygame import Surface

Colour = tuple[int, int, int]

_KEPT: Final = 96
_HEAD: Final = (
    "M27,44 C27,26 37,19 50,19 C63,19 73,26 73,44 C73,62 63,76 50,76 C37,76 27,62 27,44 Z"
)
_SHOULDERS: Final = "M17.6,82.4 C22,77 34,74 50,74 C66,74 78,77 82.4,82.4 A46,46 0 0 1 17.6,82.4 Z"
_NECK: Final = "M41,66 L59,66 L60,80 Q50,86 40,80 Z"
_OUTLINE: Final = 6.0
"""How strong the dark line round a head is where contrast is to be high."""


@lru_cache(maxsize=_KEPT)
def portrait(name: str, mood: Mood, colour: Colour, size: int, *, bold: bool = False) -> Surface:
    """Somebody's face in a round frame, so many pixels wide, its alpha multiplied in.

    ``colour`` is that of the seat; ``bold`` sets the head off with a dark line.
    """
    return render(_document(size, _drawn(person_of(name), mood, colour, bold=bold)))


def _document(size: int, content: list[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" '
        f'viewBox="0 0 100 100">{"".join(content)}</svg>'
    )


def _drawn(person: Person, mood: Mood, colour: Colour, *, bold: bool) -> list[str]:
    head = _head(person, mood)
    frame = "#ffffff" if bold else "#96702c"
    return [
        circle(50, 50, 47, _mixed(colour, (255, 255, 255), 0.5 if bold else 0.28)),
        *([_outlined(person)] if bold else []),
        *head,
        circle(50, 50, 47.5, "none", frame, 5),
    ]


def _head(person: Person, mood: Mood) -> list[str]:
    (skin, deep), (tone, light) = SKINS[person.skin], HAIRS[person.hair]
    grown = tone if person.style is not Hair.SCARF else person.cloth
    return [
        *behind(person.style, grown, light),
        path(_SHOULDERS, person.cloth),
        path(_NECK, deep),
        *_collar(person),
        circle(26.5, 49, 5.5, skin),
        circle(73.5, 49, 5.5, skin),
        path(_HEAD, skin),
        *beard(person.extras, tone),
        *_cheeks(mood),
        line("M50,50 Q53,56 49,57", deep, 2.6),
        *mouth(mood, _lips(person)),
        *eyes(mood, _brow(person)),
        *before(person.style, grown, light),
        *worn(person.extras, tone, deep, mood),
    ]


def _brow(person: Person) -> str:
    """Brows are never so light that they could not be read."""
    return {"white": "#b9b2a6", "blond": "#a97a28"}.get(person.hair, HAIRS[person.hair][0])


def _lips(person: Person) -> str:
    """Lips stand out from dark skin and from beards."""
    is_dark = person.skin in {"brown", "dark"} or Extra.BEARD in person.extras
    return "#d4675c" if is_dark and person.hair != "white" else "#8e2f33"


def _cheeks(mood: Mood) -> list[str]:
    if mood is not Mood.PLEASED:
        return []
    return [path(oval(x, 58, 4.5, 3), "#e0604a", opacity=0.35) for x in (33.5, 66.5)]


def _collar(person: Person) -> list[str]:
    if Extra.TIE not in person.extras:
        return []
    return [
        path("M40,76 L50,86 L60,76 L57,90 L43,90 Z", "#f3efe6"),
        path("M47.5,84 L52.5,84 L54,96 L46,96 Z", "#a62c34"),
    ]


def _outlined(person: Person) -> str:
    """All that is seen of head and hair, wider by a dark line."""
    shapes = "".join((*behind(person.style, INK, INK), path(_HEAD, INK)))
    return f'<g stroke="{INK}" stroke-width="{_OUTLINE:g}" stroke-linejoin="round">{shapes}</g>'


def _mixed(colour: Colour, other: Colour, share: float) -> str:
    parts = (round(a + (b - a) * share) for a, b in zip(colour, other, strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)
