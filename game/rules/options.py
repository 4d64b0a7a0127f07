"""Every key of a rule set, in the order of RULES.md §4: its group, its words, its values.

The one place from which refusals, the rule editor, a rule set told in sentences and the tables of
the documentation are made.
"""

from collections.abc import Mapping
from typing import Final

from game.rules.keys.deal import DEAL
from game.rules.keys.deck import DECK
from game.rules.keys.dropping import DROPPING
from game.rules.keys.laying import LAYING
from game.rules.keys.payments import PAYMENTS
from game.rules.keys.session import SESSION
from game.rules.option import GROUP_LABELS, Group, Option
from game.rules.values import (
    Choice,
    Flag,
    HandSize,
    Letters,
    Naturals,
    Values,
    Whole,
    allowed_for,
    culprit,
    nearest,
)

GROUPS: Final[tuple[Group, ...]] = tuple(GROUP_LABELS)

OPTIONS: Final[Mapping[str, Option]] = {
    **DECK,
    **DEAL,
    **LAYING,
    **DROPPING,
    **PAYMENTS,
    **SESSION,
}

__all__ = [
    "GROUPS",
    "GROUP_LABELS",
    "OPTIONS",
    "Choice",
    "Flag",
    "Group",
    "HandSize",
    "Letters",
    "Naturals",
    "Option",
    "Values",
    "Whole",
    "allowed_for",
    "culprit",
    "nearest",
]
