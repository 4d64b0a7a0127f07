"""Eyes, brows and mouths in every mood, and what is worn or grown, on a sheet of 100 by 100."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.ui.cardart.svg import circle, line, path
from game.ui.faces.people import Extra, Mood

INK: Final = "#2a1d1c"
_OPEN: Final = "#4a1518"
_EYES: Final = (40.5, 59.5)
_EYE_Y: Final = 47.0
_BEARD: Final = (
    "M27,48 C27,74 38,81 50,81 C62,81 73,74 73,48 C71,58 66,57 60,57 L40,57 C34,57 29,58 27,48 Z"
)
_LIFTED: Final = (Mood.PLEASED, Mood.SURPRISED)


@dataclass(frozen=True, slots=True)
class _Gaze:
    """Where the pupils are, how far the eyes are open, and the brows: their height, and how much
    higher they are at their inner ends.
    """

    x: float = 0.0
    y: float = 0.0
    opened: float = 1.0
    brows: float = 0.0
    tilt: float = 0.0


_GAZES: Final = {
    Mood.CALM: _Gaze(),
    Mood.THINKING: _Gaze(x=2.6, y=-2.2, brows=-1.5, tilt=-1.0),
    Mood.PONDERING: _Gaze(x=-2.6, y=-2.2, brows=-1.5, tilt=-1.0),
    Mood.PLEASED: _Gaze(brows=-2.0),
    Mood.SORRY: _Gaze(y=2.2, opened=0.75, brows=-1.0, tilt=-4.4),
    Mood.SURPRISED: _Gaze(opened=1.3, brows=-6.0),
}


def eyes(mood: Mood, brow: str) -> list[str]:
    """Both eyes with their brows."""
    gaze = _GAZES[mood]
    shapes: list[str] = []
    for x in _EYES:
        shapes += _smiling_eye(x) if mood is Mood.PLEASED else _open_eye(x, gaze)
        inner = 1 if x < 50 else -1
        y = _EYE_Y - 10.5 + gaze.brows
        ends = (x - 6 * inner, y - gaze.tilt / 2 + 1, x + 6 * inner, y + gaze.tilt / 2 + 1)
        d = f"M{ends[0]:g},{ends[1]:g} Q{x:g},{y - 2:g} {ends[2]:g},{ends[3]:g}"
        shapes.append(line(d, brow, 3.2))
    return shapes


def _open_eye(x: float, gaze: _Gaze) -> list[str]:
    high = 6.2 * gaze.opened
    pupil = (x + gaze.x, _EYE_Y + gaze.y)
    return [
        path(oval(x, _EYE_Y, 6, high), "#ffffff"),
        circle(*pupil, 3.7, INK),
        circle(pupil[0] + 1.2, pupil[1] - 1.3, 1.2, "#ffffff"),
    ]


def _smiling_eye(x: float) -> list[str]:
    d = f"M{x - 5.5:g},{_EYE_Y + 2:g} Q{x:g},{_EYE_Y - 6:g} {x + 5.5:g},{_EYE_Y + 2:g}"
    return [line(d, INK, 3.4)]


def mouth(mood: Mood, lips: str) -> list[str]:
    """The mouth, which says most."""
    match mood:
        case Mood.PLEASED:
            return [
                path("M38,60 Q50,63 62,60 Q60,73 50,73 Q40,73 38,60 Z", lips),
                path("M40.5,61.4 Q50,63.6 59.5,61.4 L58.6,64.4 Q50,66 41.4,64.4 Z", "#ffffff"),
            ]
        case Mood.SORRY:
            return [line("M41,69 Q50,61 59,69", lips, 3.8)]
        case Mood.SURPRISED:
            return [path(oval(50, 67, 6, 7), _OPEN)]
        case Mood.THINKING:
            return [line("M46,65.5 Q52,63.5 57,64.5", lips, 3.4)]
        case Mood.PONDERING:
            return [line("M43,64.5 Q48,63.5 54,65.5", lips, 3.4)]
        case _:
            return [line("M41.5,63 Q50,69 58.5,63", lips, 3.4)]


def _moustache(rise: float) -> str:
    """Higher where the mouth is open."""
    y = 60 - rise
    left = f"C45,{y - 5:g} 39,{y - 1:g} 37,{y + 2:g} C42,{y + 2.5:g} 47,{y + 2.5:g} 50,{y + 0.5:g}"
    right = f"C53,{y + 2.5:g} 58,{y + 2.5:g} 63,{y + 2:g} C61,{y - 1:g} 55,{y - 5:g} 50,{y - 2:g}"
    return f"M50,{y - 2:g} {left} {right} Z"


def oval(x: float, y: float, wide: float, high: float) -> str:
    """The path of an ellipse."""
    return (
        f"M{x - wide:g},{y:g} A{wide:g},{high:g} 0 1 1 {x + wide:g},{y:g} "
        f"A{wide:g},{high:g} 0 1 1 {x - wide:g},{y:g} Z"
    )


def beard(extras: frozenset[Extra], tone: str) -> list[str]:
    """A beard, which lies behind the mouth."""
    if Extra.BEARD not in extras:
        return []
    return [path(_BEARD, tone)]


def worn(extras: frozenset[Extra], tone: str, deep: str, mood: Mood) -> list[str]:
    """What lies over the face."""
    shapes: list[str] = []
    if Extra.FRECKLES in extras:
        spots = ((34, 55), (38, 57.5), (42, 55), (58, 55), (62, 57.5), (66, 55))
        shapes += [circle(x, y, 1.1, deep) for x, y in spots]
    if Extra.MOUSTACHE in extras:
        shapes.append(path(_moustache(1.5 if mood in _LIFTED else 0.0), tone))
    if Extra.GLASSES in extras:
        shapes += [circle(x, _EYE_Y, 9.2, "none", "#3a2f3c", 2.4) for x in _EYES]
        shapes.append(line("M48.8,45.5 Q50,44.5 51.2,45.5", "#3a2f3c", 2.4))
    if Extra.EARRINGS in extras:
        shapes += [circle(x, 61, 4, "none", "#f2c14e", 2.4) for x in (26, 74)]
    return shapes
