"""Layout arithmetic: rectangles in, rectangles out. Needs no display.

A *unit* is a pixel in a window of 1280x720; `appearance.unit` returns its pixels elsewhere.
"""

from collections.abc import Sequence

from pygame import Rect

# WCAG 2.5.8: no target is smaller than this, in pixels, in a window of any size.
SMALLEST_TARGET = 24


def px(units: float, scale: float) -> int:
    """Return a length in units as whole pixels; at least one for any length above 0."""
    return max(1, round(units * scale)) if units > 0 else 0


def centred(size: tuple[int, int], inside: Rect) -> Rect:
    """Return a rectangle of this size centred in another, no larger than that."""
    box = Rect(0, 0, min(size[0], inside.width), min(size[1], inside.height))
    box.center = inside.center
    return box


def column(area: Rect, heights: Sequence[int], gap: int, *, middle: bool = False) -> list[Rect]:
    """Return boxes of the area's width below each other, at its top or in its middle."""
    total = sum(heights) + gap * max(0, len(heights) - 1)
    y = area.y + (max(0, area.height - total) // 2 if middle else 0)
    boxes = []
    for height in heights:
        boxes.append(Rect(area.x, y, area.width, height))
        y += height + gap
    return boxes


def row(area: Rect, widths: Sequence[int], gap: int, *, align: str = "left") -> list[Rect]:
    """Return boxes of the area's height side by side, aligned `left`, `middle` or `right`."""
    total = sum(widths) + gap * max(0, len(widths) - 1)
    free = max(0, area.width - total)
    x = area.x + {"left": 0, "middle": free // 2, "right": free}[align]
    boxes = []
    for width in widths:
        boxes.append(Rect(x, area.y, width, area.height))
        x += width + gap
    return boxes


def equal_row(area: Rect, count: int, gap: int) -> list[Rect]:
    """Return boxes that share the area's width equally; leftover pixels go to the first ones."""
    free = area.width - gap * (count - 1)
    widths = [free // count + (1 if i < free % count else 0) for i in range(count)]
    return row(area, widths, gap)


def grid(area: Rect, count: int, columns: int, height: int, gap: int) -> list[Rect]:
    """Return ``count`` boxes of one height, row by row from the top of the area."""
    rows = column(area, [height] * -(-count // columns), gap)
    return [box for each in rows for box in equal_row(each, columns, gap)][:count]


def nearest(boxes: Sequence[Rect], start: int, step: tuple[int, int]) -> int | None:
    """Return the index of the box that an arrow key leads to from box `start`, or None.

    Boxes straight ahead come before boxes to the side.
    """
    here = boxes[start]
    best: tuple[bool, int, int] | None = None
    for index, box in enumerate(boxes):
        if index == start:
            continue
        ahead = (box.centerx - here.centerx) * step[0] + (box.centery - here.centery) * step[1]
        if step[0]:  # the distance to the side of that direction
            aside = max(0, box.top - here.bottom, here.top - box.bottom)
        else:
            aside = max(0, box.left - here.right, here.left - box.right)
        found = aside > 0, ahead + 3 * aside, index
        if ahead > 0 and (best is None or found < best):
            best = found
    return None if best is None else best[-1]


def scroll_to(offset: int, view: int, content: int) -> int:
    """Return the offset, clamped so that the view stays within the content."""
    return max(0, min(offset, content - view))


def thumb(track: Rect, offset: int, view: int, content: int, least: int) -> Rect:
    """Return the thumb of a scroll bar, for the visible part of the content."""
    if content <= max(view, 0):
        return track.copy()
    height = max(least, track.height * max(view, 0) // content)
    y = track.y + (track.height - height) * offset // (content - view)
    return Rect(track.x, y, track.width, height)
