"""The few SVG shapes that the card art is made of, as text.

The renderer knows no <use>, <text>, clip paths, masks or filters, and gradients only with
percentages, so the art is plain paths in groups.
"""

from __future__ import annotations

from collections.abc import Iterable

from game.ui.cardart.style import SHEET_HEIGHT


def path(
    d: str,
    fill: str = "none",
    stroke: str = "none",
    width: float = 0.0,
    *,
    cap: str = "butt",
    opacity: float = 1.0,
    even_odd: bool = False,
) -> str:
    """A path; a stroke joins with a mitre if its ends are butt, else round."""
    parts = [f'<path d="{d}" fill="{fill}"']
    if stroke != "none":
        join = "miter" if cap == "butt" else "round"
        parts.append(f' stroke="{stroke}" stroke-width="{width:g}"')
        parts.append(f' stroke-linecap="{cap}" stroke-linejoin="{join}"')
    if opacity < 1.0:
        parts.append(f' opacity="{opacity:g}"')
    if even_odd:
        parts.append(' fill-rule="evenodd"')
    parts.append("/>")
    return "".join(parts)


def line(d: str, stroke: str, width: float, *, cap: str = "round", opacity: float = 1.0) -> str:
    """An unfilled stroke."""
    return path(d, "none", stroke, width, cap=cap, opacity=opacity)


def circle(x: float, y: float, r: float, fill: str, stroke: str = "", width: float = 0.0) -> str:
    """A disc, with a rim if a stroke is given."""
    rim = f' stroke="{stroke}" stroke-width="{width:g}"' if stroke else ""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}"{rim}/>'


def group(transform: str, content: Iterable[str]) -> str:
    """Shapes moved together."""
    return f'<g transform="{transform}">{"".join(content)}</g>'


def card_outline(width: int, height: int, corner: float, fill: str, edge: str) -> str:
    """The whole card in pixels, with one pixel of edge (more on a large card)."""
    scale = height / SHEET_HEIGHT
    thick = max(1.0, round(1.4 * scale))
    return (
        f'<rect x="{thick / 2:g}" y="{thick / 2:g}" width="{width - thick:g}" '
        f'height="{height - thick:g}" rx="{corner * scale:.2f}" fill="{fill}" '
        f'stroke="{edge}" stroke-width="{thick:g}"/>'
    )


def document(width: int, height: int, content: Iterable[str]) -> str:
    """A whole picture of that many pixels."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">{"".join(content)}</svg>'
    )
