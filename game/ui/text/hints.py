"""What the coach advises, in sentences: what to do, what it is worth, and why, by facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from game.rules.actions import (
    Action,
    Declare,
    Discard,
    Done,
    Draw,
    Drop,
    Hit,
    Pass,
    Slap,
    Spread,
    Stop,
    Take,
    cards_played,
)
from game.rules.cards import rank_of
from game.rules.finders import spread_finder
from game.rules.pack import pack_of
from game.rules.spreads import natural_fits
from game.ui.text.language import N_, _, amount_text, decimal_text, ngettext, percent_text
from game.ui.text.moves import card_text, cards_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from game.rules.cards import Card
    from game.rules.view import SeatView


_BARE: Final[Mapping[type[Action], str]] = {
    Drop: N_("Drop"),
    Draw: N_("Draw from the stock"),
    Done: N_("Done"),
    Stop: N_("Stop"),
    Slap: N_("Slap"),
    Declare: N_("Declare"),
    Pass: N_("Pass"),
}


def action_words(view: SeatView, action: Action) -> str:
    """What to do, as a heading."""
    match action:
        case Take() if view.top:
            return _("Take {card}").format(card=card_text(view.top))
        case Spread(cards):
            return _("Lay {cards}").format(cards=cards_text(cards))
        case Hit(card):
            return _("Hit with {card}").format(card=card_text(card))
        case Discard(card):
            return _("Discard {card}").format(card=card_text(card))
        case _:
            return _(_BARE.get(type(action), "Pass"))


def worth_text(value: float, error: float | None) -> str:
    """A value in stakes, and how far off it may be, if that is known."""
    rounded = round(value, 2) + 0.0
    text = ("+" if rounded > 0 else "") + decimal_text(rounded)
    return text if error is None else f"{text} ± {decimal_text(round(error, 2))}"


def reason_sentence(view: SeatView, action: Action, chance: Callable[[str], float]) -> str:
    """Why, by what the seat sees; where nothing speaks for itself, how such hands end."""
    return fact_sentence(view, action) or _(
        "You win {win} of such hands, and are caught in {caught}."
    ).format(win=percent_text(100 * chance("win")), caught=percent_text(100 * chance("caught")))


def fact_sentence(view: SeatView, action: Action) -> str:
    """Why, by what the seat sees; empty where nothing speaks for itself."""
    match action:
        case Discard(card):
            return _why_throw(view, card)
        case Take() if view.top:
            return _why_take(view, view.top)
        case Draw() if view.top and not _spread_with(view, view.top) and not _fits(view, view.top):
            words = _("{card} makes no spread with your cards, and fits none on the table.")
            return words.format(card=card_text(view.top))
        case Spread(cards) if view.rules.count == "all":
            points = sum(map(view.rules.points, cards))
            return _("It takes {points} off your count of {count}.").format(
                points=amount_text(points), count=amount_text(view.count)
            )
        case Hit(card) if view.rules.count == "all":
            return _("It takes {points} off your count of {count}.").format(
                points=amount_text(view.rules.points(card)), count=amount_text(view.count)
            )
        case _:
            return ""


def _why_throw(view: SeatView, card: Card) -> str:
    wait = view.rules.wait_after_spread
    if wait and any(isinstance(each, Spread) for each in view.legal):
        return ngettext(
            "Hold the spread: laid, it makes you wait {n} turn before you may drop.",
            "Hold the spread: laid, it makes you wait {n} turns before you may drop.",
            wait,
        ).format(n=wait)
    if _fits(view, card):
        return _("It fits a spread on the table, but every other card costs you more.")
    gone = _seen_of_rank(view, card)
    if gone:
        return ngettext(
            "{card} is safe: nothing on the table takes it, and you see {n} more of its rank.",
            "{card} is safe: nothing on the table takes it, and you see {n} more of its rank.",
            gone,
        ).format(card=card_text(card), n=gone)
    return _("Nothing on the table takes {card}, and it counts {points}.").format(
        card=card_text(card), points=amount_text(view.rules.points(card))
    )


def _why_take(view: SeatView, card: Card) -> str:
    made = _spread_with(view, card)
    if made:
        return _("With it you hold {cards}.").format(cards=cards_text(made))
    if _fits(view, card):
        return _("{card} can be hit onto a spread on the table.").format(card=card_text(card))
    dearest = max(view.hand, key=view.rules.points, default=card)
    if view.rules.points(card) < view.rules.points(dearest):
        return _("{card} counts less than your {other}.").format(
            card=card_text(card), other=card_text(dearest)
        )
    return ""


def _spread_with(view: SeatView, card: Card) -> Sequence[Card]:
    """The cards of a spread that a card would make with those in hand."""
    pack = pack_of(view.rules)
    found = spread_finder(pack)(pack.weigh((*view.hand, card)))
    return next((spread.cards for spread in found if card in spread.cards), ())


def _fits(view: SeatView, card: Card) -> bool:
    """Whether a card fits a spread on the table."""
    pack = pack_of(view.rules)
    bit = pack.bit[card]
    return any(natural_fits(pack, spread) & bit for spread in view.spreads)


def _seen_of_rank(view: SeatView, card: Card) -> int:
    """How many other cards of its rank the seat holds or has seen."""
    seen = {*view.hand, *([view.upcard] if view.upcard else [])}
    for spread in view.spreads:
        seen.update(spread.cards)
    for move in view.moves:
        seen.update(cards_played(move.action))
        if move.card:
            seen.add(move.card)
    return sum(rank_of(each) == rank_of(card) and each != card for each in seen)
