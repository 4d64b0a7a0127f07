"""The coach's advice in sentences: what to do, what it is worth, and the basis of that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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
)
from game.ui.text.hint_reasons import reason_sentence
from game.ui.text.language import N_, _, amount_text, decimal_text, ngettext, percent_text, pgettext
from game.ui.text.move_words import card_text, cards_text
from game.verdicts import unit_of

if TYPE_CHECKING:
    from game.play.advice import ActionValue, Advised
    from game.rules.ruleset import RuleSet
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


@dataclass(frozen=True, slots=True)
class AdviceWords:
    """Advice in words, for a player with this view of a hand."""

    view: SeatView

    def action(self, action: Action) -> str:
        """Return the action to take, as a heading."""
        match action:
            case Take() if self.view.top:
                return _("Take {card}").format(card=card_text(self.view.top))
            case Spread(cards):
                return _("Lay {cards}").format(cards=cards_text(cards))
            case Hit(card):
                return _("Hit with {card}").format(card=card_text(card))
            case Discard(card):
                return _("Discard {card}").format(card=card_text(card))
            case _:
                return _(_BARE[type(action)])

    def either(self, one: Action, other: Action) -> str:
        """Say that two actions are equally good."""
        words = _("Too close to call: {one} or {other}.")
        texts = within(self.action(one)), self.action(other)
        if isinstance(one, Discard) and isinstance(other, Discard):
            words = _("Too close to call: discard {one} or {other}.")
            texts = card_text(one.card), card_text(other.card)
        return words.format(one=texts[0], other=within(texts[1]))

    def line(self, found: Advised) -> str:
        """Return in one line what to do and why."""
        if is_too_close(found) or found.reason is None:
            return self.in_brief(found)
        best = found.values[0].action
        # TRANSLATORS: the card that has just been named.
        it = pgettext("card", "it") if isinstance(best, Take | Discard) else ""
        why = within(reason_sentence(found.reason.kind, found.reason.values, it))
        words = _("{action} – {why}") if ":" in why or "：" in why else _("{action}: {why}")
        return words.format(action=self._does(best), why=why)

    def in_brief(self, found: Advised) -> str:
        """Return what to do, for where there is no room for the reason."""
        if is_too_close(found):
            one, other = rivals(found)
            return self.either(one.action, other.action)
        return _("{action}.").format(action=self._does(found.values[0].action))

    def cost(self, loss: float) -> str:
        """Return what an action costs against the best, as said at the table: in stakes, or in
        points under push-up, with as few decimals as tell a small cost from none.
        """
        is_points = self.view.rules.is_push_up
        is_small = loss < 0.1 * unit_of(self.view.rules)
        return decimal_text(round(loss, 1 + is_small - is_points))

    @staticmethod
    def cost_sentence(
        stake: str, stakes: str, point: str, points: str, rules: RuleSet, cost: str, **fills: str
    ) -> str:
        """Return the sentence about a cost that fits its unit, the stake or the point, and number.

        ``cost`` is the number as written, which ``{loss}`` stands for; the other fills are as
        given. This call also marks the four texts for translation, so write them in place.
        """
        one, many = (point, points) if rules.is_push_up else (stake, stakes)
        return ngettext(one, many, 1 if cost == "1" else 2).format(loss=cost, **fills)

    @classmethod
    def answer(cls, rules: RuleSet, cost: str) -> str:
        """Say what an answer costs; ``cost`` is the number as written, in stakes or points."""
        return cls.cost_sentence(
            "Your answer costs {loss} stake on average.",
            "Your answer costs {loss} stakes on average.",
            "Your answer costs {loss} point on average.",
            "Your answer costs {loss} points on average.",
            rules,
            cost,
        )

    def _does(self, action: Action) -> str:
        match action:
            case Take() if self.view.top:
                return _("Take the {card}").format(card=card_text(self.view.top))
            case Discard(card):
                return _("Discard the {card}").format(card=card_text(card))
            case _:
                return self.action(action)


def is_too_close(found: Advised) -> bool:
    """Return whether no single action can be named as the best: as the reason says, if there is
    one.
    """
    if found.reason is not None:
        return found.reason.kind == "either"
    return len(found.values) > 1 and (found.is_close or round(found.lead, 2) <= 0)


def by_value(found: Advised) -> list[ActionValue]:
    """Return the actions by the values shown, highest first."""
    return sorted(found.values, key=lambda each: -each.value)


def rivals(found: Advised) -> list[ActionValue]:
    """Return the recommended action and its closest rival, the higher value first."""
    first, *others = found.values
    return sorted((first, max(others, key=lambda each: each.value)), key=lambda each: -each.value)


def within(heading: str) -> str:
    """Return a heading or sentence in the form that it takes within a sentence."""
    is_word = heading[1:2].islower() or heading[1:2] in {" ", "’", "'"}
    return heading[:1].lower() + heading[1:] if is_word else heading


def worth_text(value: float, error: float | None) -> str:
    """Return a value in stakes with its error, if that is known and large enough to show."""
    rounded = round(value, 2) + 0.0
    sign = "+" if rounded > 0 else ""
    if error is None or not round(error, 2):
        return sign + decimal_text(rounded)
    return f"{sign}{decimal_text(rounded, 2)} ± {decimal_text(error, 2)}"


def reason_words(found: Advised) -> str:
    """Return the reason for the best action, or, without one, how such hands end."""
    if found.reason is not None:
        return reason_sentence(found.reason.kind, found.reason.values)
    chance = found.values[0].chance
    win, caught = (percent_text(100 * chance(kind)) for kind in ("win", "caught"))
    words = _("You win {win} of hands like this, and get caught in {caught}.")
    return words.format(win=win, caught=caught)


def basis_words(found: Advised, rules: RuleSet) -> str:
    """Return what the figures of a hint are, and what they are based on."""
    if rules.is_push_up:
        words = _(
            "Average result in points against the others, over {n} hands that bots played out. "
            "± shows how sure it is."
        )
    else:
        words = _(
            "Average result in stakes, over {n} hands that bots played out. ± shows how sure it is."
        )
    return words.format(n=amount_text(found.playouts))
