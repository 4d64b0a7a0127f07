"""Master: the network scores each legal action, and usually the best one is played.

It takes a certain win first, unless playing on often pays more.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from ai.chances import WHOLE, decayed
from ai.ends import best_end
from ai.kernel.net import ONE
from ai.kernel.plain_player import KernelProfile
from ai.kernel.table import KernelPlayer
from ai.master.network import FAMILIES, Network
from ai.plain import ACTION_KINDS, Plain, Weights, drawn
from ai.players import drop_table
from ai.profile import EXPERT, LEANINGS, Leaning
from ai.sight import Sight
from game.rules.actions import DECLARE, DROP, PASS, Action, Drop, Slap
from game.rules.phases import Phase
from game.rules.presets import STANDARD
from game.rules.ruleset import WAITS, RuleSet
from game.rules.view import SeatView

EARLY: Final = "early"
HABITS: Final[Mapping[str, Leaning]] = {EARLY: {Drop: -8}}
"""What the master leans to against a habit of the player. Against one who drops early it waits with
a low count, to catch that drop.
"""
_USUAL_DROPS, _USUALLY_CAUGHT, _OFTEN_CAUGHT = 50, 4, 0.115
"""A player of whom nothing is known is taken for one who dropped and was caught so often; the part
of the drops that were caught from which dropping is early. Of the drops of good players the master
catches 3 to 10 in 100, of those of players who drop early 13 to 30.
"""


def habit_of(drops: int, caught: int) -> str:
    """Return the habit of a player so many of whose latest drops were caught; empty where there is
    none that the master could use, or too little is known.
    """
    # Fewer drops say nothing.
    if drops < 10:
        return ""
    share = (caught + _USUALLY_CAUGHT) / (drops + _USUAL_DROPS)
    return EARLY if share > _OFTEN_CAUGHT else ""


HARDLY: Final = 3
"""The highest limit to the count of a drop at which dropping is hardly possible."""
MUCH: Final = 3
"""Stakes that going out pays at least where it is worth waiting for."""
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


@lru_cache(maxsize=16)
def family_of(rules: RuleSet, seats: int) -> str:
    """Return the family of games, one of ``FAMILIES``, whose head of the network plays these rules.

    Games that are played to go out, because one can hardly drop or going out pays much, and such
    between two in which matched cards count nothing, with a family alone for few cards where one
    can hardly drop; others in which they count nothing; the standard game between two; others
    between two in which a seat may have to wait before it drops; or all others.
    """
    unmatched = rules.count == "unmatched"
    can_hardly_drop = 0 < rules.drop_at_most <= HARDLY
    if can_hardly_drop or rules.out_pays >= MUCH:
        if not unmatched or seats > 2:
            return "going_out"
        # A hand of five cards is short: a spread, and hardly more.
        short = can_hardly_drop and rules.cards_dealt(seats) <= 5
        return "unmatched_short" if short else "unmatched_out"
    if unmatched:
        return "unmatched"
    if seats == 2 and any(getattr(rules, key) for key in WAITS):
        return "waits"
    differs = set(rules.differences(STANDARD)).difference(_NO_MATTER)
    if rules.scoring == "scorepad":
        differs.discard("scoring")
    return "general" if differs or seats > 2 else "standard"


def scores(view: SeatView, actions: Sequence[Action], net: Network | None = None) -> list[int]:
    """How good each of ``actions`` seems to ``net``, or the master's own, in parts of ``ONE``."""
    head = FAMILIES.index(family_of(view.rules, view.seats))
    return (net or Network.shipped()).scores(view, actions, head)


class Master:
    """Mixes between actions that are about as good, so that it cannot be predicted.

    It plays by ``net``, or by its own, and at a table of two against a ``habit`` of the other, one
    of ``HABITS``, if it knows one.
    """

    def __init__(self, style: str = "plain", net: Network | None = None, habit: str = "") -> None:
        self.leaning, self.net = LEANINGS.get(style, {}), net
        self.against = HABITS.get(habit, {})
        self._second = Plain(EXPERT)

    answers_windows = True

    def choose(self, view: SeatView, seed: int) -> Action:
        """Decide from what ``view`` shows; ``seed`` mixes. Between turns the network chooses
        between a drop or a claim and letting it go by, as it has learned to, after slaps.
        """
        legal, is_asked = view.legal, view.phase is Phase.START and PASS in view.legal
        slaps = tuple(action for action in legal if isinstance(action, Slap))
        if slaps or view.phase is Phase.CHANCE:
            asked = replace(view, legal=(*slaps, PASS)) if is_asked else view
            answer = self._second.choose(asked, seed)
            lets_go = answer == PASS and not is_asked
            if isinstance(answer, Slap) or lets_go or view.phase is Phase.CHANCE:
                return answer
            legal = tuple(action for action in legal if not isinstance(action, Slap))
        if DECLARE in legal:
            return DECLARE
        if len(legal) == 1:
            return legal[0]
        return self.certain_win(view, legal) or drawn(view, self._weights(view, legal), seed)

    def in_kernel(self, rules: RuleSet, seats: int) -> KernelPlayer:
        """Return the player, without what it leans to against a habit, as the kernel plays it."""
        net, head = self.net or Network.shipped(), FAMILIES.index(family_of(rules, seats))
        leaning = {ACTION_KINDS.index(kind): score for kind, score in self.leaning.items()}
        profile = KernelProfile.of(EXPERT.numbers)
        return KernelPlayer.master(net.net, head, leaning, profile, drop_table(rules, seats))

    def doubt(self, view: SeatView) -> float:
        """Return how near the second score comes to the best."""
        legal = tuple(action for action in view.legal if not isinstance(action, Slap))
        if DECLARE in legal or len(legal) <= 1 or self.certain_win(view, legal):
            return 0.0
        best, second, *_ = sorted(scores(view, legal, self.net), reverse=True)
        return decayed(best - second, 2 * ONE) / WHOLE

    def certain_win(self, view: SeatView, legal: Sequence[Action]) -> Action | None:
        """Return the certain win that is taken, if any: where all cards count, any with which a
        turn begins, or that is a drop between two; else only one that pays the most. Against a
        habit of dropping a low count waits.
        """
        rules = view.rules
        if view.after_pass:
            return None
        if Drop in self._leaning_against(view):
            legal = tuple(action for action in legal if action != DROP)
        end = best_end(Sight(view), legal)
        takes_any = view.phase is Phase.START and rules.count == "all"
        if end and (takes_any or end.pays >= max(rules.out_pays, rules.tonk_pays)):
            return end.action
        return None

    def _leaning_against(self, view: SeatView) -> Leaning:
        return self.against if view.seats == 2 else {}

    def _weights(self, view: SeatView, legal: Sequence[Action]) -> Weights:
        """Return the frequency of each action relative to the best."""
        against = self._leaning_against(view)
        leant = [
            score + ONE * (self.leaning.get(type(action), 0) + against.get(type(action), 0))
            for score, action in zip(scores(view, legal, self.net), legal, strict=True)
        ]
        best = max(leant)
        chances = [decayed(best - score, ONE) for score in leant]
        # An action that is less than half as likely as the likeliest is not played at all.
        return {
            action: chance
            for action, chance in zip(legal, chances, strict=True)
            if chance >= WHOLE // 2
        }
