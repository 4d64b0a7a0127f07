"""Challenges, all computed from the saved hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.features.challenges.goals.model import OtherCounts


def other_counts() -> OtherCounts:
    """Return the counts of other challenges that goals need."""
    from game.features.challenges.daily.model import days_played
    from game.features.challenges.goals.model import OtherCounts
    from game.features.challenges.season.model import Season, matches_won

    return OtherCounts(days_played, matches_won, Season.won_in)
