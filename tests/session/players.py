"""Choosers for tests: what they do depends on what they see and on their seed alone."""

from random import Random

from game.play.plan import Player
from game.rules.actions import Action, Discard, Drop, Hit, Slap, Spread, Take
from game.rules.view import SeatView

NAMES = ("Ada", "Basil", "Cleo", "Duke", "Etta")
FOUR = (Player("Ann"), Player("Bob", "b"), Player("Cyd", "c"), Player("Dee", "d"))


def careless(view: SeatView, seed: int) -> Action:
    """Anything that is legal, slaps left out."""
    return Random(seed).choice([action for action in view.legal if not isinstance(action, Slap)])


def patient(view: SeatView, seed: int) -> Action:
    """Anything but a drop or a take where there is something else, so that hands grow long."""
    quick = (Drop, Take, Slap)
    slow = [action for action in view.legal if not isinstance(action, quick)]
    discards = [action for action in slow if isinstance(action, Discard)]
    return Random(seed).choice(discards or slow or list(view.legal))


def eager(view: SeatView, seed: int) -> Action:
    """A spread or a hit where there is one, and never a drop where there is something else."""
    lays = [action for action in view.legal if isinstance(action, Spread | Hit)]
    rest = [action for action in view.legal if not isinstance(action, Drop | Slap)]
    return Random(seed).choice(lays or rest or list(view.legal))


def table_of(human: str, opponents: int, level: str) -> tuple[Player, ...]:
    """A person and so many bots of one level, in the order in which they cut."""
    return (Player(human), *(Player(name, level) for name in NAMES[:opponents]))
