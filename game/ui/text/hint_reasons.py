"""Sentences about why an action is best, from the coach's reasons (``ai.coach.reasons``)."""

from collections.abc import Callable, Mapping
from typing import Final

from game.play.advice import Values
from game.rules.cards import RANKS
from game.ui.text.language import N_, _, decimal_text, ngettext, percent_text
from game.ui.text.move_words import card_text, cards_text, rank_text

_SENTENCES: Final[Mapping[str, str]] = {
    "either": N_("Too close to call."),
    "out_not_drop": N_("Going out pays {pays}, a drop only 1."),
    "drop_now": N_("You win {win} of the time, against {on} if you play on."),
    "play_on": N_("You win {on} of the time, against {win} with a drop."),
    "drop_caught": N_("A drop would be caught {caught} of the time."),
    "tonk_pays": N_("You tonk {tonk} of the time, and a tonk pays {pays}."),
    "declare": N_("You hold a natural: show it."),
    "wins_pot": N_("It wins the natural pot."),
    "hold_counts": N_("Hold the spread: it counts nothing in your hand, and nobody sees it."),
    "hold": N_("Hold the spread: on the table it could be hit, and it shows how low you are."),
    "keep_wild": N_("Keep {other}: it is wild."),
    "gives_hit": N_("Don't throw {other}: it fits a spread on the table."),
    "gives_known": N_("Don't throw {other}: it goes with {taken}, which an opponent took."),
    "dearer": N_("{card} counts {points}, {other} only {less}."),
    "safer": N_("Fewer cards go with {card} than with {other}."),
    "take_spread": N_("{card} completes {spread}."),
    "take_hit": N_("{card} can be hit at once."),
    "take_wild": N_("{card} is wild."),
    "take_laid": N_("{card} makes a spread with a wild card."),
    "take_cheap": N_("{card} counts {points}, a card from the stock about {average}."),
    "draw_cheap": N_("{card} counts {points}, a card from the stock about {average}."),
    "draw_loose": N_("{card} goes with nothing in your hand."),
    "slap": N_("Slapping gets rid of a card."),
    # TRANSLATORS: {instead} is, for example, “if you discard 9♠”.
    "wins_more": N_("You win {win} of the time, against {other_win} {instead}."),
    # TRANSLATORS: {instead} is, for example, “if you discard 9♠”.
    "caught_less": N_("You get caught {caught} of the time, against {other_caught} {instead}."),
    # TRANSLATORS: {instead} is, for example, “if you discard 9♠”.
    "tonks_more": N_("You tonk {tonk} of the time, against {other_tonk} {instead}."),
    "brings": N_("On average it brings {gain} more."),
    "saves": N_("On average it costs {gain} less."),
    "outcome": N_("You win {win} of hands like this."),
    "took": N_("{card} was taken from the discard pile, and hasn't been played since."),
    "fits_taken": N_("{card} goes with {taken}, which was taken from the discard pile."),
    # Only in reviews saved by version 1.0 and earlier, of what play-outs found.
    "no_drop": N_("A drop wins {win} of the time and gets caught {caught}."),
    "drop": N_("Drop: you win {win} of the time and get caught {caught}."),
}


def _gone(values: Values) -> str:
    if _whole(values, "gone") == 2:
        return _("{card} is safer: two other {ranks} are gone.")
    return _("{card} is safer: the other {ranks} are gone.")


_COUNTED: Final[Mapping[str, Callable[[Values], str]]] = {
    "out": lambda values: (
        _("It empties your hand, and each opponent pays {pays}.")
        if _whole(values, "pays") > 1
        else _("It empties your hand: you go out.")
    ),
    "out_soon": lambda values: (
        _("You can go out this turn, and each opponent pays {pays}.")
        if _whole(values, "pays") > 1
        else _("You can go out this turn.")
    ),
    "out_counts": lambda values: {
        1: _("It empties your hand: you go out."),
        2: _("It empties your hand, and the others add twice their counts."),
    }.get(
        _whole(values, "times"),
        _("It empties your hand, and the others add {times} times their counts."),
    ),
    "out_soon_counts": lambda values: {
        1: _("You can go out this turn."),
        2: _("You can go out this turn, and the others add twice their counts."),
    }.get(
        _whole(values, "times"),
        _("You can go out this turn, and the others add {times} times their counts."),
    ),
    "lay": lambda values: ngettext(
        "It takes {points} point out of your hand.",
        "It takes {points} points out of your hand.",
        _whole(values, "points"),
    ),
    "hold_waits": lambda values: ngettext(
        "Hold the spread: laying it makes you wait {turns} turn.",
        "Hold the spread: laying it makes you wait {turns} turns.",
        _whole(values, "turns"),
    ),
    "hold_hit": lambda values: ngettext(
        "Don't hit yet: it makes you wait {turns} turn.",
        "Don't hit yet: it makes you wait {turns} turns.",
        _whole(values, "turns"),
    ),
    "take_waits": lambda values: ngettext(
        "Once taken, {card} has to be laid, and that makes you wait {turns} turn.",
        "Once taken, {card} has to be laid, and that makes you wait {turns} turns.",
        _whole(values, "turns"),
    ),
    "loose": lambda values: ngettext(
        "{card} is dead weight: {points} point, no match.",
        "{card} is dead weight: {points} points, no match.",
        _whole(values, "points"),
    ),
    "gone": _gone,
    "gone_safe": lambda values: (
        _("{card} is safe: two other {ranks} are gone.")
        if _whole(values, "gone") == 2
        else _("{card} is safe: the other {ranks} are gone.")
    ),
    "outs": lambda values: ngettext(
        "{chances} unseen card would still complete a spread, against {fewer} without {other}.",
        "{chances} unseen cards would still complete a spread, against {fewer} without {other}.",
        _whole(values, "chances"),
    ),
    "take_pair": lambda values: ngettext(
        "{card} goes with {pair}: {chances} unseen card would complete a spread.",
        "{card} goes with {pair}: {chances} unseen cards would complete a spread.",
        _whole(values, "chances"),
    ),
    "draw_past": lambda values: (
        ngettext(
            "{card} can't be laid; {useful} of {unseen} unseen cards could.",
            "{card} can't be laid; {useful} of {unseen} unseen cards could.",
            _whole(values, "useful"),
        )
        if _whole(values, "useful")
        else _("{card} can't be laid, and the stock may bring a lower card.")
    ),
}


REASONS: Final = frozenset((*_SENTENCES, *_COUNTED))
"""The kinds of reasons that have sentences."""


def reason_sentence(kind: str, values: Values, card: str = "") -> str:
    """Return the sentence of a reason, from its kind and values; ``KeyError`` for an unknown kind.

    ``card`` is the word for the card in question, if that was just named.
    """
    sentence = _COUNTED[kind](values) if kind in _COUNTED else _(_SENTENCES[kind])
    told = {name: _text(name, value) for name, value in values.items() if name != "instead"}
    told["instead"] = _instead_text(values.get("instead"))
    if kind == "take_spread":
        told["spread"] = _spread_text(str(values["card"]), values["others"])
    if card and "card" in told:
        told["card"] = card
    return sentence.format(**told | {"ranks": _ranks_text(str(values.get("rank", "")))})


def _spread_text(card: str, others: object) -> str:
    """Return the ranks of a spread of natural cards in order, such as 7-8-9."""
    cards = (card, *(others if isinstance(others, tuple) else ()))
    ranks = sorted((each[0] for each in cards), key=RANKS.index)
    if ranks[0] == "A" and ranks[-1] == "K":
        ranks = [*ranks[1:], "A"]
    return "-".join(map(rank_text, ranks))


def _instead_text(action: object) -> str:
    """Return another action as a condition."""
    kind, *cards = action if isinstance(action, tuple) else ("",)
    card = cards_text(cards)
    match kind:
        case "draw":
            return _("if you draw")
        case "take":
            return _("if you take {card}").format(card=card)
        case "discard":
            return _("if you discard {card}").format(card=card)
        case "spread":
            return _("if you lay {cards}").format(cards=card)
        case "hit":
            return _("if you hit with {card}").format(card=card)
        case "drop":
            return _("if you drop")
        case _:
            # TRANSLATORS: ends a sentence: against 33% otherwise.
            return _("otherwise")


def _ranks_text(rank: str) -> str:
    """Return the name of several cards of a rank."""
    named = {"A": N_("aces"), "K": N_("kings"), "Q": N_("queens"), "J": N_("jacks")}
    if rank in named:
        return _(named[rank])
    # TRANSLATORS: several cards of a rank, such as 9s.
    return _("{rank}s").format(rank=rank_text(rank)) if rank else ""


def _whole(values: Values, name: str) -> int:
    value = values.get(name, 0)
    return value if isinstance(value, int) else 0


def _text(name: str, value: "int | float | str | tuple[str, ...]") -> str:
    if isinstance(value, tuple):
        return cards_text(value)
    if isinstance(value, str):
        return rank_text(value) if name == "rank" else card_text(value)
    if isinstance(value, float):
        return decimal_text(value) if name == "gain" else percent_text(100 * value)
    return str(value)
