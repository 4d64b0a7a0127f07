"""What a decision is called by what it cost: one table for coach, reviews, drills and table.

>>> verdict(0.01), verdict(0.1)
('good', 'mistake')
"""

from typing import Final

from game.rules.ruleset import RuleSet

GOOD: Final = 0.02
"""Stakes below which a decision that is not the best is good, too."""
MISTAKES: Final = (("blunder", 0.25), ("mistake", 0.08), ("inaccuracy", GOOD))
"""The names of mistakes, each with the least that such a mistake costs, in stakes."""
KNOWN: Final = 0.03
"""Half the 95 % interval, in stakes, to which a loss has to be known before it is judged."""
SURE: Final = 1.96
"""Standard errors on either side of a value that hold the true one 95 times of 100."""
POINTS: Final = 15.0
"""Points of a push-up that count as a stake."""
BEST, GOOD_ENOUGH, BLUNDER = "best", "good", "blunder"


def unit_of(rules: RuleSet) -> float:
    """Return what counts as a stake in the unit in which values are given under these rules."""
    return POINTS if rules.scoring == "push_up" else 1.0


def mistake_of(loss: float) -> str | None:
    """Return what a loss in stakes makes of a decision; None where it is best or good."""
    return next((name for name, least in MISTAKES if loss >= least), None)


def verdict(loss: float, error: float = 0.0) -> str | None:
    """Return what a decision is that cost so many stakes: ``best``, ``good`` or a mistake; None
    where the standard error is too large to tell.

    That is so unless the loss is known to ``KNOWN`` or, however it is, it is called the same.
    """
    half = SURE * error
    ends = {_called(loss - half), _called(loss + half)}
    return _called(loss) if half <= KNOWN or len(ends) == 1 else None


def _called(loss: float) -> str:
    return mistake_of(loss) or (BEST if loss <= 0 else GOOD_ENOUGH)
