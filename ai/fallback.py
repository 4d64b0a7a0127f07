"""A decision that is always legal, for when a player has none."""

from game.rules.actions import DONE, DRAW, PASS, STOP, Action, Discard, Slap
from game.rules.cards import points
from game.rules.view import SeatView


def safe_action(view: SeatView) -> Action:
    """Something harmless: draw, throw the highest card, let chances go by."""
    discards = [action for action in view.legal if isinstance(action, Discard)]
    if discards:
        return max(discards, key=lambda action: points(action.card, view.rules.face_values))
    for quiet in (DRAW, DONE, PASS, STOP):
        if quiet in view.legal:
            return quiet
    bold = [action for action in view.legal if not isinstance(action, Slap)]
    return bold[0] if bold else PASS


def is_allowed(view: SeatView, action: Action) -> bool:
    """Whether ``action`` answers ``view``: it is legal, or lets a slap go by."""
    if action in view.legal:
        return True
    return action == PASS and all(isinstance(legal, Slap) for legal in view.legal)
