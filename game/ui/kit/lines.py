"""Breaking text into lines that fit a width. Needs no display: it is told how wide a text is."""

from collections.abc import Callable, Iterator, Sequence

Measure = Callable[[str], int]

ELLIPSIS = "…"
# Japanese may break between any two characters but not before these, nor after the opening ones.
_NEVER_FIRST = "、。，．・：；？！）」』】〕〉》ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々…"
_NEVER_LAST = "（「『【〔〈《"
_HIRAGANA = frozenset(map(chr, range(0x3041, 0x3097))) | set("、。")
_LEAST_LAST, _MOST_MOVED, _MOST_LEFT_OVER = 4, 8, 4
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
    pieces = list(_pieces(text))
    lines = _filled(pieces, width, measure)
    if len(lines) > 1:
        at_words = _filled(pieces, width, measure, back=_MOST_LEFT_OVER)
        lines = at_words if len(at_words) == len(lines) else lines
        _give_company(lines[-2], lines[-1])
    return ["".join(line).rstrip(" ") for line in lines]


def _filled(pieces: Sequence[str], width: int, measure: Measure, back: int = 0) -> list[list[str]]:
    """Each line as full as may be, or up to ``back`` pieces less where Japanese words begin so."""
    lines: list[list[str]] = [[]]
    for piece in pieces:
        line = lines[-1]
        if line and measure("".join([*line, piece]).rstrip(" ")) > width:
            kept = len(line) - _left_over(line, piece, min(back, len(line) // 3))
            lines.append([*line[kept:], piece.lstrip(" ")])
            del line[kept:]
        else:
            line.append(piece)
    return lines


def _left_over(line: Sequence[str], piece: str, most: int) -> int:
    """How many pieces to take down from a full line so that the next begins with a word."""
    if piece < _WIDE_FROM:
        return 0
    following = [*line, piece]
    begins = (
        count for count in range(most + 1) if _begins_word(line[-count - 1], following[-count - 1])
    )
    return next(begins, 0)


def _give_company(before: list[str], last: list[str]) -> None:
    """Move so much to a last line of two or three Japanese characters that it begins with a word.

    Words begin, as far as can be told without a dictionary, where other signs follow hiragana.
    """
    if len(last) >= _LEAST_LAST or not all(piece >= _WIDE_FROM for piece in last):
        return
    most = min(_MOST_MOVED, (len(before) - len(last)) // 2)  # it stays the shorter one
    enough = range(_LEAST_LAST - len(last), most + 1)
    at_words = (count for count in enough if _begins_word(before[-count - 1], before[-count]))
    moved = next(at_words, None) or next(iter(enough), 0)
    if moved:
        last[:0] = before[-moved:]
        del before[-moved:]


def _begins_word(before: str, after: str) -> bool:
    return before[-1] in _HIRAGANA and after[0] not in _HIRAGANA


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
