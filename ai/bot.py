"""What a computer opponent is: one method, from what a seat may see to what it does."""

from dataclasses import replace
from typing import Protocol

from game.rules.actions import DONE, DRAW, PASS, STOP, TAKE, Action, Discard, Slap
from game.rules.cards import points
from game.rules.view import SeatView


class Bot(Protocol):
    """A player that decides from a seat's view and a seed, and from nothing else.

    The same view and seed give the same decision, always: no clock, no memory between calls, no
    random numbers but the seed's.
    """

    def choose(self, view: SeatView, seed: int) -> Action:
        """One of ``view.legal``; where that holds only slaps, also ``PASS``: let it go by."""
        ...


def ask(bot: Bot, view: SeatView, seed: int) -> Action:
    """What ``bot`` answers to ``view``, which may be that of a ``game.rules.window.Window``.

    Bots know two kinds of question: a turn, and slaps alone. Asked for a claim (RULES.md §5.9) a
    bot claims the card if it would begin its turn with it.
    """
    if view.after_pass:
        answer = bot.choose(replace(view, legal=view.after_pass, after_pass=()), seed)
        return TAKE if answer == TAKE else PASS
    slaps = tuple(action for action in view.legal if isinstance(action, Slap))
    if slaps and (*slaps, PASS) == view.legal:
        view = replace(view, legal=slaps)
    return bot.choose(view, seed)


def is_allowed(view: SeatView, action: Action) -> bool:
    """Whether ``action`` answers ``view``: it is legal, or lets a slap go by."""
    if action in view.legal:
        return True
    return action == PASS and all(isinstance(legal, Slap) for legal in view.legal)


def safe_action(view: SeatView) -> Action:
    """An answer for a player that has none: draw, throw the highest card, let chances go by."""
    discards = [action for action in view.legal if isinstance(action, Discard)]
    if discards:
        return max(discards, key=lambda action: points(action.card, view.rules.face_values))
    for quiet in (DRAW, DONE, PASS, STOP):
        if quiet in view.legal:
            return quiet
    others = [action for action in view.legal if not isinstance(action, Slap)]
    return others[0] if others else PASS
