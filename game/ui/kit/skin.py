"""The skin: theme, fonts, units and line breaking for a window of one size."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from pygame import SRCALPHA, Rect, Surface

from game.ui.kit.grids import px
from game.ui.look.appearance import BASE, scaled, unit
from game.ui.look.theme import is_plain
from game.ui.text.language import BREAK, plain

if TYPE_CHECKING:
    from pygame.font import Font

    from game.ui.look.font_fallback import FallbackFont
    from game.ui.look.theme import Theme


Measure = Callable[[str], int]

ELLIPSIS = "…"
_WIDE_FROM = "\u2e80"  # first character of the scripts written without spaces
BODY = 22.0  # units: the size of ordinary text
SMALL = 17.0  # units: the size of small letters
TITLE = 40.0  # units: the text size of a title
LEAST_TEXT = 12
"""The smallest text size, in pixels."""


def broken(text: str, width: int, measure: Measure) -> list[str]:
    """Return the text in lines no wider than `width`; a wider word is on a line of its own."""
    return [
        line for paragraph in text.split("\n") for line in _paragraph(paragraph, width, measure)
    ]


def shortened(text: str, width: int, measure: Measure) -> str:
    """Return the text, cut with an ellipsis where it does not fit."""
    if measure(text) <= width:
        return text
    keep = bisect_right(
        range(1, len(text)), width, key=lambda keep: measure(text[:keep].rstrip() + ELLIPSIS)
    )
    return text[:keep].rstrip() + ELLIPSIS


def _paragraph(text: str, width: int, measure: Measure) -> list[str]:
    """Fill lines with a paragraph as full as possible; a phrase too wide for a line is split."""
    lines = [""]
    for part in _phrases(text):
        pieces = [part] if measure(part.rstrip(" ")) <= width else _pieces(part)
        for piece in pieces:
            if lines[-1] and measure((lines[-1] + piece).rstrip(" ")) > width:
                lines.append(piece.lstrip(" "))
            else:
                lines[-1] += piece
    return [line.rstrip(" ") for line in lines]


def _phrases(text: str) -> Iterator[str]:
    """Yield the phrases between the marks of Japanese catalogues, which a line should not split;
    without marks, the smallest pieces.
    """
    for part in text.split(BREAK):
        is_phrase = BREAK in text and any(letter >= _WIDE_FROM for letter in part)
        yield from [part] if is_phrase else _pieces(part)


def _pieces(text: str) -> Iterator[str]:
    """Yield the smallest pieces between which a line may break; a space belongs to the piece before
    it.

    A value and its error (±) stay together, and a number at the end stays with the word before it.
    """
    last_number = len(text.rstrip("0123456789.,!?"))
    start = 0
    for at in range(1, len(text)):
        is_error = text[at - 2 : at] == "± " or (
            text[at] == "±" and text[:at].rstrip(" %\xa0\u202f")[-1:].isdigit()
        )
        is_bound = is_error or (at == last_number and text[at].isdigit())
        if not is_bound and _may_break(text[at - 1], text[at]):
            yield text[start:at]
            start = at
    if text:
        yield text[start:]


def _may_break(before: str, after: str) -> bool:
    if before == " ":
        return after != " "
    # Japanese may break between any two characters, except before closing ones and after opening
    # ones.
    never_first = "、。，．・：；？！）」』】〕〉》ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々…"
    never_last = "（「『【〔〈《"
    if after == " " or after in never_first or before in never_last:
        return False
    if before.isdigit() and after >= _WIDE_FROM:
        return False  # a number and what it counts
    if "㐀" <= before <= "鿿" and "ぁ" <= after <= "ん":
        return False  # an ideograph and the ending or particle after it
    return before >= _WIDE_FROM or after >= _WIDE_FROM


class Skin:
    """The theme at one size of window: rebuilt at every resize and for every look.

    ``letters`` is the pixels of a unit of text. The unit of boxes does not go below ``least``:
    small letters need more room than their size suggests, and targets stay large enough.
    """

    _KEPT_TEXTS = 600  # texts whose lines are cached
    _KEPT_PICTURES = 200
    """Rendered texts that are cached; the fullest page shows some 110."""

    def __init__(
        self,
        theme: Theme,
        size: tuple[int, int],
        least: float = 0.6,  # pixels per unit of boxes, if the window has room for it
        window: tuple[int, int] | None = None,
        *,
        most: float | None = None,
        ease: float = 1.0,
    ) -> None:
        """Compute the units for ``size``, which scrolls if it is larger than its ``window``.

        ``most``, for a scene that does not scroll, caps the unit of its boxes at that multiple of
        the unit at which everything fits. ``ease`` scales letters that were wished larger than
        what fits.
        """
        self.theme = theme
        self.size = size
        whole, self.letters = unit(window or size), scaled(window or size, theme.look)
        self.letters = max(min(whole, self.letters), ease * self.letters)
        if most is not None and self.letters < 1.1 * whole:  # a scale hardly larger than fits
            self.letters = min(self.letters, whole)
        self.unit = max(self.letters, min(least, whole))
        if most is not None:
            self.unit = min(self.unit, most * whole)
        self._text = lru_cache(maxsize=self._KEPT_PICTURES)(self.rendered)
        self._lines = lru_cache(maxsize=self._KEPT_TEXTS)(self._broken)
        self._width = lru_cache(maxsize=4 * self._KEPT_TEXTS)(self._measured)

    @property
    def is_narrow(self) -> bool:
        """Whether text is so large that little fits side by side."""
        return self.size[0] < self.px(BASE[0] - 1)

    def px(self, units: float) -> int:
        """Return a length in units as whole pixels."""
        return px(units, self.unit)

    def font(self, units: float = BODY, *, bold: bool = False) -> Font:
        """Return the theme's font at this size; ordinary text never gets too small to read."""
        return self.theme.font(self._letters_px(units), bold=bold)

    def _fallback(self, units: float, bold: bool) -> FallbackFont:
        """Return the renderer of texts with letters that the theme's font lacks."""
        from game.ui.look.font_fallback import FallbackFont  # rarely needed

        return FallbackFont(self.font(units, bold=bold), self._letters_px(units), bold=bold)

    def _letters_px(self, units: float) -> int:
        return max(LEAST_TEXT if units >= SMALL else 1, px(units, self.letters))

    def small(self, units: float) -> float:
        """Return a size in units for small text, never too small to read."""
        return max(units, LEAST_TEXT / self.letters)

    def text(
        self, text: str, colour: str = "ink", units: float = BODY, *, bold: bool = False
    ) -> Surface:
        """Return a line of text as a picture, cached for the next frames."""
        return self._text(text, colour, units, bold)

    def name(self, text: str, units: float) -> Surface:
        """Return the game's name as a picture, in its own typeface with a slight shadow."""
        font = self.theme.title_font(px(units, self.letters))
        drop = self.px(units / 28)
        shadow = font.render(text, True, self.colour("shade"))
        whole = Surface((shadow.get_width() + drop, shadow.get_height() + drop), SRCALPHA)
        whole.blit(shadow, (drop, drop))
        whole.blit(font.render(text, True, self.colour("gold")), (0, 0))
        return whole

    def width(self, text: str, units: float = BODY, *, bold: bool = False) -> int:
        """Return the width of a line, in pixels."""
        return self._width(text, units, bold)

    def _measured(self, text: str, units: float, bold: bool) -> int:
        text = plain(text)
        if is_plain(text):
            return self.font(units, bold=bold).size(text)[0]
        return self._fallback(units, bold).width(text)

    def alone(self, text: str) -> str:
        """Return a text as drawn by itself: its direction is that of its first letter."""
        if is_plain(text):
            return text
        from game.ui.look.scripts import isolated

        return isolated(text)

    def reach(self, text: str, at: int, units: float = BODY) -> int:
        """Return how far the caret before a letter is from the left edge of a text, in pixels."""
        if is_plain(text):
            return self.width(text[:at], units)
        drawn = self.alone(text)
        return self._fallback(units, bold=False).reach(drawn, drawn.index(text) + at)

    def line(self, units: float = BODY) -> int:
        """Return the height of a line, in pixels."""
        return self.font(units).get_linesize()

    def lines(self, text: str, width: int, units: float = BODY, *, bold: bool = False) -> list[str]:
        """Return the text, broken into lines that fit the width."""
        return list(self._lines(text, width, units, bold))

    def _broken(self, text: str, width: int, units: float, bold: bool) -> tuple[str, ...]:
        return tuple(broken(text, width, lambda part: self.width(part, units, bold=bold)))

    def fitted(self, text: str, width: int, units: float = BODY, *, bold: bool = False) -> str:
        """Return the text, shortened where it is too wide."""
        return shortened(text, width, lambda part: self.width(part, units, bold=bold))

    def fitting(self, text: str, width: int, units: float = BODY, *, bold: bool = False) -> float:
        """Return the size at which a line fits: as given, or smaller while still readable."""
        while px(units, self.letters) > LEAST_TEXT and self.width(text, units, bold=bold) > width:
            units -= 1 / self.letters
        return units

    def colour(self, name: str) -> tuple[int, int, int]:
        """Return a colour of the theme by name."""
        return self.theme.colour(name)

    def write(
        self,
        surface: Surface,
        text: str,
        box: Rect,
        colour: str = "ink",
        units: float = BODY,
        *,
        bold: bool = False,
        align: str = "left",
    ) -> Rect:
        """Draw one line in a box, vertically centred; return the rectangle it takes."""
        picture = self.text(
            self.fitted(text, box.width, units, bold=bold), colour, units, bold=bold
        )
        place = picture.get_rect(centery=box.centery)
        match align:
            case "middle":
                place.centerx = box.centerx
            case "right":
                place.right = box.right
            case _:
                place.left = box.left
        surface.blit(picture, place)
        return place

    def write_lines(
        self,
        surface: Surface,
        lines: Sequence[str],
        box: Rect,
        colour: str = "ink",
        units: float = BODY,
        *,
        bold: bool = False,
        align: str = "left",
    ) -> None:
        """Draw lines below each other, from the top of a box."""
        high = self.line(units)
        for number, text in enumerate(lines):
            line = Rect(box.x, box.y + number * high, box.width, high)
            self.write(surface, text, line, colour, units, bold=bold, align=align)

    def rendered(self, text: str, colour: str, units: float, bold: bool) -> Surface:
        text = plain(text)
        if is_plain(text):
            return self.font(units, bold=bold).render(text, True, self.colour(colour))
        return self._fallback(units, bold).render(text, self.colour(colour))
