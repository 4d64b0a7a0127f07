"""The master: asks the network what it thinks of each legal action, and mostly does the best."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp
from random import Random
from typing import Final, TypeAlias

from ai.levels import EXPERT
from ai.master.actionnumbers import action_numbers
from ai.master.network import network
from ai.master.sight import Sight
from ai.master.statenumbers import state_numbers
from ai.opponent import Opponent
from game.rules.actions import DECLARE, PASS, Action, Drop, Hit, Slap, Spread, Take
from game.rules.phases import Phase
from game.rules.presets import STANDARD
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView

Leaning: TypeAlias = Mapping[type[Action], float]

_RARE: Final = 0.5
"""What is so much rarer than the likeliest action is not done at all."""
_LEANINGS: Final[Mapping[str, Leaning]] = {
    "plain": {},
    "cautious": {Drop: -5},
    "hustler": {Drop: 5},
    "hoarder": {Take: 25, Spread: -100, Hit: -60},
    "hitter": {Take: 25, Hit: 60, Drop: -3},
}
"""What each style adds to the score of a kind of action: enough to tip what hangs in the balance,
not to do what is plainly bad. Whether to drop is told in tens, what to lay or take in hundreds.
"""


_NO_MATTER: Final = (
    "naturals",
    "natural_tie",
    "touch_stock",
    "stake",
    "push_up_target",
    "big_one",
    "high_suit_bet",
    "natural_bet",
    "side_ante",
)
"""Keys of a rule set that hardly change how a hand is best played."""


@lru_cache(maxsize=64)
def _net_for(rules: RuleSet, seats: int) -> str:
    """The net that was trained for nothing but the standard game, or that for every game."""
    differs = set(rules.differences(STANDARD)).difference(_NO_MATTER)
    if rules.scoring == "scorepad":
        differs.discard("scoring")
    return "general" if differs or seats > 2 else "standard"


class Master:
    """Mixes between actions that are about as good, so that nobody can lie in wait for it."""

    def __init__(self, style: str = "plain") -> None:
        self._leaning = _LEANINGS[style]
        self._second = Opponent(EXPERT)

    def choose(self, view: SeatView, seed: int) -> Action:
        """Decide from what ``view`` shows; ``seed`` mixes."""
        legal = view.legal
        if any(isinstance(action, Slap) for action in legal) or view.phase is Phase.CHANCE:
            answer = self._second.choose(view, seed)
            if isinstance(answer, Slap) or answer == PASS or view.phase is Phase.CHANCE:
                return answer
            legal = tuple(action for action in legal if not isinstance(action, Slap))
        if DECLARE in legal:
            return DECLARE
        if len(legal) == 1:
            return legal[0]
        return self._weighed(view, legal, Random(seed))

    def _weighed(self, view: SeatView, legal: Sequence[Action], dice: Random) -> Action:
        sight = Sight(view)
        numbers = [action_numbers(sight, action) for action in legal]
        told = network(_net_for(view.rules, view.seats)).scores(state_numbers(sight), numbers)
        scores = [
            score + self._leaning.get(type(action), 0)
            for score, action in zip(told, legal, strict=True)
        ]
        best = max(scores)
        chances = [exp(score - best) for score in scores]
        likely = [chance if chance >= _RARE else 0.0 for chance in chances]
        return dice.choices(legal, likely)[0]
