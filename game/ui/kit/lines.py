"""Breaking text into lines that fit a width. Needs no display: it is told how wide a text is."""

from collections.abc import Callable, Iterator

Measure = Callable[[str], int]

ELLIPSIS = "…"
# Japanese may break between any two characters but not before these, nor after the opening ones.
_NEVER_FIRST = "、。，．・：；？！）」』】〕〉》ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々…"
_NEVER_LAST = "（「『【〔〈《"
_WIDE_FROM = "\u2e80"  # from here on scripts are written without blanks


def broken(text: str, width: int, measure: Measure) -> list[str]:
    """The text in lines no wider than `width`; a word wider than that stands alone."""
    return [
        line for paragraph in text.split("\n") for line in _paragraph(paragraph, width, measure)
    ]


def shortened(text: str, width: int, measure: Measure) -> str:
    """The text, or as much of it as fits before an ellipsis."""
    if measure(text) <= width:
        return text
    keep = len(text)
    while keep and measure(text[:keep].rstrip() + ELLIPSIS) > width:
        keep -= 1
    return text[:keep].rstrip() + ELLIPSIS


def _paragraph(text: str, width: int, measure: Measure) -> list[str]:
    lines: list[str] = []
    line = ""
    for piece in _pieces(text):
        if line and measure((line + piece).rstrip(" ")) > width:
            lines.append(line.rstrip(" "))
            line = piece.lstrip(" ")
        else:
            line += piece
    lines.append(line.rstrip(" "))
    return lines


def _pieces(text: str) -> Iterator[str]:
    """The smallest parts between which a line may break; a blank belongs to what precedes it."""
    start = 0
    for at in range(1, len(text)):
        if _may_break(text[at - 1], text[at]):
            yield text[start:at]
            start = at
    if text:
        yield text[start:]


def _may_break(before: str, after: str) -> bool:
    if before == " ":
        return after != " "
    if after == " " or after in _NEVER_FIRST or before in _NEVER_LAST:
        return False
    return before >= _WIDE_FROM or after >= _WIDE_FROM
