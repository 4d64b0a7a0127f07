"""Reviews in words: a decision's subject, its cost, and its position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.rules.actions import Action, Declare, Done, Hit, Pass, Slap, Spread, Stop
from game.saves.reviews import DecisionTheme
from game.ui.table.motion.picture import by_rank
from game.ui.text import hint_reasons as coaching
from game.ui.text.hints import AdviceWords, worth_text
from game.ui.text.language import N_, _, amount_text, in_a_row
from game.ui.text.move_words import card_text, cards_text, numbered_spread_text, spread_text
from game.verdicts import SURE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from game.play.advice import Values
    from game.rules.view import SeatView
    from game.saves.reviews import KeptDecision, KeptReview, KeptValue

SIZES: Final[Mapping[str, str]] = {
    # TRANSLATORS: said of a decision.
    "best": N_("Best"),
    # TRANSLATORS: said of a decision.
    "good": N_("Good"),
    # TRANSLATORS: a small mistake.
    "inaccuracy": N_("Inaccuracy"),
    "mistake": N_("Mistake"),
    "blunder": N_("Blunder"),
}
"""The words for the sizes of mistakes, by their names in ``game.verdicts``."""
THEMES: Final[Mapping[DecisionTheme, str]] = {
    DecisionTheme.TAKE: N_("Take or draw"),
    DecisionTheme.LAY: N_("Lay or hold"),
    DecisionTheme.HIT: N_("Hit or keep"),
    DecisionTheme.DISCARD: N_("Which discard"),
    DecisionTheme.DROP: N_("Drop or not"),
    DecisionTheme.SLAP: N_("Slap or not"),
    DecisionTheme.OTHER: N_("Other decisions"),
}
_SHORT: Final[Mapping[type[Action], str]] = {
    Done: N_("End the turn"),
    Stop: N_("Stop the hand"),
    Declare: N_("Declare a natural"),
    Pass: N_("Let it go by"),
}


def option_words(view: SeatView, action: Action) -> str:
    """Return an action in words that distinguish it from all other possible ones."""
    hits = [each for each in view.legal if isinstance(each, Hit)]
    match action:
        case Hit(card, spread) if [each.card for each in hits].count(card) > 1:
            words = _("Hit {spread} with {card}")
            return words.format(spread=numbered_spread_text(view, spread), card=card_text(card))
        case Slap(_seat, spread, discard):
            words = _("Slap it onto {spread}").format(spread=numbered_spread_text(view, spread))
            if discard is None:
                return words
            return _("{slap}, discard {card}").format(slap=words, card=card_text(discard))
        case Spread(_cards, wild) if wild:
            stands = _(", ").join(f"{card_text(card, rank)}" for card, rank in wild)
            return f"{AdviceWords(view).action(action)} ({stands})"
        case _:
            short = _SHORT.get(type(action))
            return _(short) if short else AdviceWords(view).action(action)


def turn_words(decision: KeptDecision) -> str:
    """Return the turn on which a decision was made."""
    return _("Turn {n}").format(n=amount_text(decision.turn))


def loss_text(decision: KeptDecision) -> str:
    """Return what a decision cost, with its error; empty if it clearly cost nothing."""
    if decision.mistake is None:
        return ""
    return worth_text(-decision.loss, SURE * decision.error)


def value_text(value: KeptValue) -> str:
    """Return the value of an action, with its error."""
    return worth_text(value.value, SURE * value.error)


def reason_words(decision: KeptDecision, reason: tuple[str, Values] | None) -> str:
    """Return why the best action is best; empty if that is not known."""
    if reason is not None and reason[0] in coaching.REASONS:
        kind, values = reason
        if kind != "either" or decision.mistake is None:
            return coaching.reason_sentence(kind, values)
    return ""


def position_lines(view: SeatView) -> tuple[str, ...]:
    """Return what the seat sees: its cards as they lie, their count, the discard, the spreads."""
    held = _("You hold {cards}, count {count}.").format(
        cards=cards_text(by_rank(view.hand)), count=amount_text(view.count)
    )
    found = [held]
    if view.top:
        found.append(_("On the discard pile: {card}.").format(card=card_text(view.top)))
    if view.spreads:
        spreads = "; ".join(map(spread_text, view.spreads))
        found.append(_("On the table: {spreads}.").format(spreads=spreads))
    return tuple(found)


def found_words(kept: KeptReview) -> str:
    """Return how many mistakes there were, and which player the play-outs assume."""
    words = _("Decisions: {all}. Mistakes: {n}.")
    told = words.format(n=amount_text(len(kept.mistakes)), all=amount_text(len(kept.decisions)))
    # The player in the play-outs of the coach in the window.
    if kept.policy == "quick":
        policy = _("Values assume that everybody plays on about as well as Expert.")
    else:
        words = _("Values assume that everybody plays on like “{policy}”.")
        policy = words.format(policy=kept.policy)
    return in_a_row((told, policy))


def ordered(view: SeatView, values: Sequence[KeptValue]) -> list[KeptValue]:
    """Return values of actions in the order of the options, which hints at nothing."""
    place = {action: number for number, action in enumerate(view.legal)}
    return sorted(values, key=lambda value: place.get(value.action, len(place)))
