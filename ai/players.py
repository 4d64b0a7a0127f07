"""The plain players that the kernel plays, by name."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from ai import profile
from ai.drops.tables import thresholds_for
from ai.kernel.plain_player import DropTable
from ai.kernel.plain_player import KernelProfile as Numbers
from ai.kernel.table import KernelPlayer
from game.rules.ruleset import RULE_SETS_KEPT, RuleSet


class InKernel(NamedTuple):
    """A plain player prepared for the kernel under one rule set."""

    profile: Numbers
    table: DropTable
    then: KernelPlayer | None


@dataclass(frozen=True, slots=True)
class SeatPlayer:
    """A plain player that plays every seat in play-outs.

    ``then``, if given, makes the player under some rules for some seats who plays on in its place;
    the profile then tells only how all have played so far.
    """

    name: str
    profile: profile.Profile
    then: Callable[[RuleSet, int], KernelPlayer] | None = None

    def in_kernel(self, rules: RuleSet, seats: int) -> InKernel:
        """Return the player under these rules."""
        then = self.then(rules, seats) if self.then else None
        return InKernel(Numbers.of(self.profile.numbers), drop_table(rules, seats), then)


@lru_cache(maxsize=RULE_SETS_KEPT)
def drop_table(rules: RuleSet, seats: int) -> DropTable:
    """Return the counts at which players that use tables drop."""
    return DropTable.of(thresholds_for(rules, seats))


QUICK: Final = SeatPlayer("quick", profile.QUICK)
"""The default policy of play-outs."""


def player(name: str) -> SeatPlayer:
    """Return the plain player of a level, with a style if named (``expert/hitter``); raise
    ``ValueError``.
    """
    level, slash, style = name.lower().partition("/")
    if level == QUICK.name and not slash:
        return QUICK
    styles = tuple(profile.STYLES)
    if level not in profile.LEVELS or (slash and style not in styles):
        allowed = ", ".join((QUICK.name, *profile.LEVELS))
        raise ValueError(f"{name}: expected {allowed}, each level perhaps with /STYLE")
    return SeatPlayer(name.lower(), profile.STYLES[style or styles[0]](profile.LEVELS[level]))
