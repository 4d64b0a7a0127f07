"""Why an action is best, as a sentence: the facts come from the coach (``ai.coach.reasons``)."""

from collections.abc import Callable, Mapping
from typing import Final

from game.play.advice import Values
from game.ui.text.language import N_, _, ngettext, percent_text
from game.ui.text.move_words import card_text, cards_text, rank_text

_SENTENCES: Final[Mapping[str, str]] = {
    "either": N_("Either will do: the difference is within the error."),
    "drop": N_("Drop: you win {win} of the time and are caught {caught}."),
    "no_drop": N_("A drop would win {win} of the time and be caught {caught}."),
    "out": N_("It empties your hand."),
    "hold_counts": N_("Hold the spread: in hand it counts nothing either, and nobody sees it."),
    "hold": N_("Hold the spread: on the table it could be hit, and it shows how low you are."),
    "safe_table": N_("{card} is safe: nothing on the table takes it."),
    "loose": N_("{card} goes with nothing in your hand and counts {points}."),
    "take_spread": N_("{card} makes a spread with {others}."),
    "take_hit": N_("{card} can be hit at once."),
    "take_low": N_("{card} counts {points} and can take the place of {highest}."),
    "slap": N_("The slap rids you of a card."),
    "outcome": N_("You win {win} of such hands."),
    "took": N_("{card} was taken from the discard pile, and has not been played since."),
    "fits_taken": N_("{card} goes with {taken}, which was taken from the discard pile."),
}


def _lay(values: Values) -> str:
    points = _whole(values, "points")
    return ngettext(
        "It takes {points} point out of your hand.",
        "It takes {points} points out of your hand.",
        points,
    )


def _hold_waits(values: Values) -> str:
    return ngettext(
        "Hold the spread: laid, it makes you wait {turns} turn.",
        "Hold the spread: laid, it makes you wait {turns} turns.",
        _whole(values, "turns"),
    )


def _hold_hit(values: Values) -> str:
    return ngettext(
        "Do not hit yet: it makes you wait {turns} turn.",
        "Do not hit yet: it makes you wait {turns} turns.",
        _whole(values, "turns"),
    )


def _safe(values: Values) -> str:
    return ngettext(
        "{card} is safe: nothing on the table takes it, and {gone} more {rank} is gone.",
        "{card} is safe: nothing on the table takes it, and {gone} more {rank}s are gone.",
        _whole(values, "gone"),
    )


def _keeps(values: Values) -> str:
    return ngettext(
        "Keep {kept}: {chances} unseen card would make a spread of them.",
        "Keep {kept}: {chances} unseen cards would make a spread of them.",
        _whole(values, "chances"),
    )


def _draw(values: Values) -> str:
    return ngettext(
        "Draw: {useful} of {unseen} unseen cards could be laid at once.",
        "Draw: {useful} of {unseen} unseen cards could be laid at once.",
        _whole(values, "useful"),
    )


def _draw_past(values: Values) -> str:
    if not _whole(values, "useful"):
        return _("{card} cannot be laid, and the stock may bring a lower card.")
    return ngettext(
        "{card} cannot be laid; {useful} of {unseen} unseen cards could.",
        "{card} cannot be laid; {useful} of {unseen} unseen cards could.",
        _whole(values, "useful"),
    )


_COUNTED: Final[Mapping[str, Callable[[Values], str]]] = {
    "lay": _lay,
    "hold_waits": _hold_waits,
    "hold_hit": _hold_hit,
    "safe": _safe,
    "keeps": _keeps,
    "draw": _draw,
    "draw_past": _draw_past,
}


KINDS: Final = frozenset((*_SENTENCES, *_COUNTED))
"""The kinds of facts that there are sentences for."""


def reason_sentence(kind: str, values: Values) -> str:
    """A fact of the coach, by its kind and what belongs to it; ``KeyError`` for no such kind."""
    sentence = _COUNTED[kind](values) if kind in _COUNTED else _(_SENTENCES[kind])
    return sentence.format(**{name: _text(name, value) for name, value in values.items()})


def _whole(values: Values, name: str) -> int:
    value = values[name]
    return value if isinstance(value, int) else 0


def _text(name: str, value: "int | float | str | tuple[str, ...]") -> str:
    if isinstance(value, tuple):
        return cards_text(value)
    if isinstance(value, str):
        return rank_text(value) if name == "rank" else card_text(value)
    if isinstance(value, float):
        return percent_text(100 * value)
    return str(value)
