"""Questions that come up when a gesture could mean more than one action, one thing at a time.

First the spread, where there are several; then what a wild card stands for, or which card goes
after a slap. Each answer leaves fewer actions, until only one is left.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from game.rules.actions import Action, Hit, Slap


class Kind(Enum):
    """What is asked."""

    SPREAD = auto()
    """Which spread on the table a card goes to."""
    DISCARD = auto()
    """Which card of one's own goes after a slap, if any; the first answer is none."""
    WILD = auto()
    """What wild cards stand for."""


@dataclass(frozen=True, slots=True)
class Question:
    """The actions that are left, sorted by the answers that lead to them."""

    kind: Kind
    answers: tuple[tuple[Action, ...], ...]

    def leading_to(self, action: Action) -> int | None:
        """The answer that leads to an action."""
        return next((at for at, left in enumerate(self.answers) if action in left), None)


def question_of(actions: Sequence[Action]) -> Question:
    """What is to be asked first to choose among two actions or more."""
    spreads = {each.spread for each in actions if isinstance(each, Hit | Slap)}
    if len(spreads) > 1:
        return Question(Kind.SPREAD, _sorted_by(actions, _spread_of))
    if all(isinstance(each, Slap) for each in actions):
        return Question(Kind.DISCARD, _sorted_by(actions, _discard_of))
    return Question(Kind.WILD, tuple((each,) for each in actions))


def _sorted_by(
    actions: Sequence[Action], key: Callable[[Action], Hashable]
) -> tuple[tuple[Action, ...], ...]:
    found: dict[Hashable, list[Action]] = {}
    for each in actions:
        found.setdefault(key(each), []).append(each)
    return tuple(tuple(group) for group in found.values())


def _spread_of(action: Action) -> int:
    return action.spread if isinstance(action, Hit | Slap) else -1


def _discard_of(action: Action) -> str:
    return action.discard or "" if isinstance(action, Slap) else ""
