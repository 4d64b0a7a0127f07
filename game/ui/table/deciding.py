"""What a gesture means: the situation and the gesture in, an action, a choice or a refusal out.

Pure. Mouse and keyboard make the same gestures, so everything can be done with either.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from game.rules.actions import (
    DECLARE,
    DONE,
    DRAW,
    DROP,
    PASS,
    STOP,
    TAKE,
    Action,
    Discard,
    Hit,
    Slap,
    Spread,
)
from game.rules.cards import is_joker
from game.rules.phases import Phase
from game.rules.reasons import Reason
from game.rules.spreads import BOOK_LEAST
from game.ui.text import N_

if TYPE_CHECKING:
    from game.rules.cards import Card
    from game.rules.view import SeatView


class Hint(StrEnum):
    """What is missing before the rules can be asked at all."""

    CHOOSE_ONE = N_("Choose one card first.")
    CHOOSE_SPREAD = N_("Choose the cards of a book or a run first.")
    TOO_FEW = N_("A spread needs three cards or more.")
    ONLY_ONE = N_("Only one card at a time.")
    NO_SPREADS = N_("There is no spread on the table to hit.")
    NO_SLAP = N_("There is nothing to slap.")
    SLAP_FIRST = N_("Decide on the last discard first, or pass.")
    DEAD_JOKER = N_("Jokers are dead at this table: they can only be discarded.")


@dataclass(frozen=True, slots=True)
class Play:
    """Do it. ``rest`` are further cards that are to go the same way, as far as they fit."""

    action: Action
    rest: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Choose:
    """These cards are chosen from now on."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """More than one action would do: the player says which."""

    options: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Refuse:
    """It cannot be done, and this is why."""

    why: Reason | Hint


Answer: TypeAlias = Play | Choose | Ask | Refuse


@dataclass(frozen=True, slots=True)
class Situation:
    """What the player sees, which of its cards are chosen, and how the rules explain themselves."""

    view: SeatView
    chosen: tuple[Card, ...]
    why: Callable[[Action], Reason | None]

    def is_legal(self, action: Action) -> bool:
        return action in self.view.legal


PLAIN: dict[str, Action] = {
    "drop": DROP,
    "draw": DRAW,
    "take": TAKE,
    "stop": STOP,
    "done": DONE,
    "pass": PASS,
    "declare": DECLARE,
}
"""Buttons that mean one action, whatever is chosen."""


def tap_card(now: Situation, card: Card) -> Answer:
    """Choose a card of one's own, or let it go again."""
    if card in now.chosen:
        return Choose(tuple(held for held in now.chosen if held != card))
    return Choose((*now.chosen, card))


def tap_pile(now: Situation) -> Answer:
    """Take at the start of a turn; afterwards, discard what is chosen."""
    slaps = slaps_of(now)
    if slaps and not now.is_legal(TAKE):
        return one_of(slaps)
    if now.view.phase is Phase.START or now.view.seat not in now.view.may_act:
        return plain(now, TAKE)
    return discard(now) if now.chosen else plain(now, TAKE)


def plain(now: Situation, action: Action) -> Answer:
    """An action that needs no cards."""
    if now.is_legal(action):
        return Play(action)
    return Refuse(now.why(action) or _unexplained(now))


def discard(now: Situation) -> Answer:
    """Lay the chosen card on the discard pile."""
    if not now.chosen:
        return _too_early(now) or Refuse(Hint.CHOOSE_ONE)
    if len(now.chosen) > 1:
        return Refuse(Hint.ONLY_ONE)
    return plain(now, Discard(now.chosen[0]))


def spread(now: Situation) -> Answer:
    """Lay the chosen cards as a spread of one's own."""
    if not now.chosen:
        return _too_early(now) or Refuse(Hint.CHOOSE_SPREAD)
    options = spreads_of(now)
    if options:
        return one_of(options)
    found = _why_not_laid(now, now.why(Spread(now.chosen)) or Reason.NOT_A_SPREAD)
    is_short = found.why is Reason.NOT_A_SPREAD and len(now.chosen) < BOOK_LEAST
    return Refuse(Hint.TOO_FEW) if is_short else found


def spreads_of(now: Situation) -> tuple[Action, ...]:
    """Every way to lay exactly the chosen cards."""
    chosen = set(now.chosen)
    return tuple(
        action
        for action in now.view.legal
        if isinstance(action, Spread) and set(action.cards) == chosen
    )


def hit(now: Situation) -> Answer:
    """Hit with the chosen card, wherever it fits."""
    if not now.chosen:
        return _too_early(now) or Refuse(Hint.CHOOSE_ONE)
    options = hits_of(now, now.chosen[0]) if len(now.chosen) == 1 else ()
    if options:
        return one_of(options)
    if len(now.chosen) > 1:
        return Refuse(Hint.ONLY_ONE)
    if not now.view.spreads:
        return _too_early(now) or Refuse(Hint.NO_SPREADS)
    reasons = [now.why(Hit(now.chosen[0], each.number)) for each in now.view.spreads]
    special = [why for why in reasons if why not in {None, Reason.DOES_NOT_FIT}]
    return _why_not_laid(now, special[0] or Reason.DOES_NOT_FIT if special else Reason.DOES_NOT_FIT)


def hit_spread(now: Situation, number: int) -> Answer:
    """Hit one spread with the chosen cards, one after the other as far as they fit.

    Where the top discard may be slapped, it is what goes there.
    """
    slaps = slaps_of(now, f"spread:{number}")
    if slaps:
        return one_of(slaps)
    if not now.chosen:
        return _too_early(now) or Refuse(Hint.CHOOSE_ONE)
    for card in now.chosen:
        options = hits_of(now, card, number)
        rest = tuple(other for other in now.chosen if other != card)
        if len(options) == 1:
            return Play(options[0], rest)
        if options:
            return Ask(options)
    return _why_not_laid(now, now.why(Hit(now.chosen[0], number)) or Reason.DOES_NOT_FIT)


def hits_of(now: Situation, card: Card, number: int | None = None) -> tuple[Action, ...]:
    """Every hit with a card, on one spread or on any."""
    return tuple(
        action
        for action in now.view.legal
        if isinstance(action, Hit) and action.card == card and number in {None, action.spread}
    )


def slaps_of(now: Situation, onto: str = "") -> tuple[Action, ...]:
    """Every slap that is open to the player, onto one spread or onto any."""
    return tuple(
        action
        for action in now.view.legal
        if isinstance(action, Slap) and onto in {"", f"spread:{action.spread}"}
    )


def press(now: Situation, name: str) -> Answer:
    """A button, by its name."""
    match name:
        case "spread":
            return spread(now)
        case "hit":
            return hit(now)
        case "discard":
            return discard(now)
        case "slap":
            options = slaps_of(now)
            return one_of(options) if options else Refuse(Hint.NO_SLAP)
        case _:
            return plain(now, PLAIN[name])


def carry(now: Situation, onto: str) -> Answer | None:
    """Cards were dragged and let go: the chosen ones are those carried. None: nothing was meant."""
    kind, _, number = onto.partition(":")
    match kind:
        case "pile":
            return discard(now)
        case "spread":
            return hit_spread(now, int(number))
        case "lay" if len(now.chosen) > 1:
            return spread(now)
        case _:
            return None


def lit_buttons(now: Situation, names: Sequence[str]) -> frozenset[str]:
    """The buttons that would do something now."""
    return frozenset(name for name in names if isinstance(press(now, name), Play | Ask))


def lit_spreads(now: Situation) -> frozenset[int]:
    """The spreads that a chosen card fits, or the top discard where it may be slapped."""
    return frozenset(
        action.spread
        for action in now.view.legal
        if isinstance(action, Slap) or (isinstance(action, Hit) and action.card in now.chosen)
    )


def one_of(options: tuple[Action, ...]) -> Answer:
    return Play(options[0]) if len(options) == 1 else Ask(options)


def _unexplained(now: Situation) -> Reason | Hint:
    """The rules allow it, but a slap or a polite claim stands before it."""
    if now.view.must_use is not None:
        return Reason.MUST_USE_TAKEN
    return Hint.SLAP_FIRST if PASS in now.view.legal else Reason.NOT_YOUR_TURN


def _why_not_laid(now: Situation, why: Reason) -> Refuse:
    """A joker that nothing can be done with is the better reason."""
    general = {Reason.NOT_A_SPREAD, Reason.DOES_NOT_FIT, Reason.BAD_WILD}
    is_dead = "X" not in now.view.rules.wild and any(map(is_joker, now.chosen))
    return Refuse(Hint.DEAD_JOKER if is_dead and why in general else why)


def _too_early(now: Situation) -> Refuse | None:
    """Why no cards can be laid at all, where that is so; else the choice of cards is missing."""
    if now.view.phase is Phase.OVER:
        return Refuse(Reason.HAND_OVER)
    if now.view.seat not in now.view.may_act:
        return Refuse(Reason.NOT_YOUR_TURN)
    if now.view.phase is Phase.START:
        return Refuse(Reason.DRAW_FIRST)
    return None
