"""The four aces: one large pip in a sunburst of thin gold."""

from __future__ import annotations

import math

from game.ui.cardart import svg
from game.ui.cardart.pips import PIP_PATHS
from game.ui.cardart.style import DeckStyle

_CX, _CY = 125.0, 175.0
_RAYS = 32


def ace(suit: str, style: DeckStyle) -> list[str]:
    """The middle of an ace; the ace of spades is the grand one."""
    grand = suit == "S"
    if style.large_index:  # which needs some of its room
        return [svg.group(_at(0.92), [svg.path(PIP_PATHS[suit], style.ink(suit))])]
    size = 1.30 if grand else 1.06
    ink = style.ink(suit)
    shapes = [_sunburst(style.gold, 74.0 if grand else 64.0)]
    shapes.append(svg.group(_at(size + 0.10), [svg.path(PIP_PATHS[suit], style.paper)]))
    shapes.append(svg.group(_at(size), [svg.path(PIP_PATHS[suit], ink)]))
    if grand:
        shapes.extend(_inlay(style))
    return shapes


def _at(scale: float) -> str:
    return f"translate({_CX:g} {_CY:g}) scale({scale:g})"


def _sunburst(colour: str, inner: float) -> str:
    """Rays of three lengths round the middle, longest to the four winds."""
    strokes = []
    for step in range(_RAYS):
        angle = 2 * math.pi * step / _RAYS
        outer = inner + (26.0 if step % 8 == 0 else 16.0 if step % 2 == 0 else 9.0)
        # An upright oval, as the card is.
        x0, y0 = _CX + inner * 0.86 * math.sin(angle), _CY - inner * 1.12 * math.cos(angle)
        x1, y1 = _CX + outer * 0.86 * math.sin(angle), _CY - outer * 1.12 * math.cos(angle)
        strokes.append(f"M{x0:.1f},{y0:.1f} L{x1:.1f},{y1:.1f}")
    return svg.line(" ".join(strokes), colour, 3.2, cap="butt")


def _inlay(style: DeckStyle) -> list[str]:
    """A fan of gold inside the large spade."""
    fan = "M0,34 L-26,6 M0,34 L-14,-10 M0,34 L0,-22 M0,34 L14,-10 M0,34 L26,6"
    arc = "M-32,13 Q-27,-8 0,-34 Q27,-8 32,13"
    return [
        svg.group(
            _at(1.15),
            [svg.line(fan, style.gold_light, 2.6), svg.line(arc, style.gold_light, 2.6)],
        )
    ]
