"""Master with search: the network proposes actions, and the coach tries them on sampled worlds.

The network judges at once and play-outs judge by what comes of it, each with an error of its own;
``opinion`` tells the coach the first, so that it needs strong evidence to name what the network
thinks poor. Where the two differ over what is best, ``MASTERS`` play out both actions, which takes
longer and says more. ``Searching`` is the master where one action alone is to be thought of, and
asks the coach where several are; ``Follower`` asks it about everything, or about all but the
hopeless.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Self

from ai.bridge import LARGEST
from ai.coach.evaluator import Belief, NoWorldError, Opinion, estimate, evaluate, options
from ai.coach.hand_review import swing_of
from ai.kernel.net import ONE
from ai.master.player import Master, scores
from ai.plain import Plain
from ai.players import SeatPlayer
from ai.profile import QUICK
from game.rules.actions import Action, Declare, Discard, Pass, Slap, Spread
from game.rules.phases import Phase
from game.rules.presets import preset_like
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView

_MOST: Final = 1_000_000  # play-outs, at most
_LOSS: Final = 0.04
"""What an action costs for each point by which the network scores it lower than the best: in stakes
of the standard game, and under other rules in what a hand there is worth beside one of that.
"""
_HOPELESS: Final = 12.0
"""The score below the best, in points of the network, from which a follower of brief hints does not
try an action.

It is wide: under rules that are far from usual the network may be off by much."""
_BRIEF: Final = "brief"
_SECOND_LOOK: Final = 4000
"""Play-outs before the master at the table ends a turn with a spread in its hand."""


def opinion(view: SeatView) -> Opinion:
    """Return the network's beliefs about the legal actions, except slaps, passes and declaring."""
    known = [each for each in view.legal if not isinstance(each, Slap | Pass | Declare)]
    if view.phase is Phase.CHANCE or len(known) < 2 or is_asked_out_of_turn(view):
        return {}
    found = scores(view, known)
    best, unit = max(found), _unit(view)
    # No action is thought to cost more than half a stake.
    losses = [min(_LOSS * (best - score) / ONE, 0.5) for score in found]
    # The standard error of a loss, in stakes, and what each stake of it adds.
    return {
        action: Belief(loss * unit, (0.03 + 0.3 * loss) * unit)
        for action, loss in zip(known, losses, strict=True)
    }


def _unit(view: SeatView) -> float:
    """Return what a hand is worth under these rules beside one of the standard game."""
    # 1.15 is what a hand mostly wins or loses by the rules for which these numbers were found.
    return swing_of(view.rules, view.seats) / 1.15


def _not_below(view: SeatView, thought: Opinion, points: float) -> list[Action]:
    """What the network scores lower than the best by so many points at most; the best first."""
    most = _LOSS * points * _unit(view)
    near = [each for each, belief in thought.items() if belief.loss <= most]
    return sorted(near, key=lambda each: thought[each].loss)


def is_asked_out_of_turn(view: SeatView) -> bool:
    """Whether the seat is asked for a drop as if it were its turn."""
    eldest = (view.dealer + 1) % view.seats
    return view.phase is Phase.START and view.turn != (eldest + view.turns) % view.seats


MASTERS: Final = SeatPlayer("master", QUICK, Master().in_kernel)
"""Masters, who play on at every seat in play-outs from where all have played as ``quick`` does."""


class Follower:
    """Does what is worth most after so many play-outs; where it may choose from one, that.

    It does nothing but follow the coach's hints, to measure how good they are.
    """

    def __init__(self, playouts: int, is_brief: bool = False) -> None:
        self._playouts, self._is_brief, self._second = playouts, is_brief, Plain(QUICK)

    @classmethod
    def read(cls, text: str) -> Self:
        """Read the number of play-outs and perhaps ``/brief``: a brief follower asks about what the
        network does not think hopeless, and no longer than until the best is clear. ``ValueError``
        says what is allowed.
        """
        playouts, slash, manner = text.partition("/")
        is_number = playouts.isascii() and playouts.isdigit() and 0 < int(playouts) <= _MOST
        if not is_number or (slash and manner != _BRIEF):
            raise ValueError(
                f"{text}: expected 1 to {_MOST} play-outs, and after them perhaps /{_BRIEF}"
            )
        return cls(int(playouts), bool(slash))

    def choose(self, view: SeatView, seed: int) -> Action:
        """Decide from what ``view`` shows; ``seed`` is that of the play-outs."""
        if len(options(view)) == 1:
            return view.legal[0]
        if is_asked_out_of_turn(view):
            return self._second.choose(view, seed)
        thought = opinion(view)
        hopeful = None
        if self._is_brief and len(thought) == len(options(view)):
            hopeful = _not_below(view, thought, _HOPELESS)[:12]
            if len(hopeful) == 1:
                return hopeful[0]
        return self._best(view, seed, thought, hopeful)

    def _best(
        self, view: SeatView, seed: int, thought: Opinion, actions: Sequence[Action] | None = None
    ) -> Action:
        """Return the best action after the set number of play-outs; a brief follower stops as soon
        as nothing else may be best. Where nothing can be played out, return what the network thinks
        best.
        """
        brief = self._is_brief
        steps = evaluate(
            view,
            seed,
            actions=actions,
            opinion=thought,
            stronger=None if brief else MASTERS,
            is_brief=brief,
        )
        try:
            for found in steps:
                is_clear = brief and not any(value.is_open for value in found.values[1:])
                is_enough = found.playouts >= self._playouts and found.is_checked
                if is_enough or is_clear:
                    return found.best.action
        except NoWorldError:
            if thought:
                return min(thought, key=lambda each: thought[each].loss)
        return self._second.choose(view, seed)


class Searching(Follower):
    """The master, which asks the coach where the network finds several actions about as good.

    With ``at_table`` it does so only under custom rules, those of no preset: the network has rarely
    seen them, and searching gains most there. Under any rules it then takes a second look before
    it keeps a spread that it could lay.
    """

    answers_windows = True

    def __init__(self, playouts: int, is_brief: bool = False, *, at_table: bool = False) -> None:
        super().__init__(playouts, is_brief)
        self._master, self._at_table = Master(), at_table

    def prepare(self, rules: RuleSet, seats: int) -> None:
        """Measure in advance what a hand is worth under these rules, if it searches there."""
        if self._searches(rules):
            swing_of(rules.paying_at_most(LARGEST), seats)

    def doubt(self, view: SeatView) -> float:
        """Return how near the second score comes to the best."""
        return self._master.doubt(view)

    def choose(self, view: SeatView, seed: int) -> Action:
        """Choose by play-outs, like ``Follower``, among what is near the best; else as a master.
        Where more is paid than play-outs can count, choose as if they paid ``LARGEST``.
        """
        view = replace(view, rules=view.rules.paying_at_most(LARGEST))
        chosen = self._choose(view, seed)
        return self.second_look(view, chosen, seed) if self._at_table else chosen

    def second_look(self, view: SeatView, chosen: Action, seed: int) -> Action:
        """Return ``chosen``, or the spread that is better laid than kept by a discard, if play-outs
        say so. Where matched cards count nothing, spreads are kept as a rule.
        """
        lays = [action for action in view.legal if isinstance(action, Spread)]
        if not lays or not isinstance(chosen, Discard) or view.rules.count != "all":
            return chosen
        try:
            found = estimate(view, seed, playouts=_SECOND_LOOK, actions=(chosen, *lays))
        except NoWorldError:
            return chosen
        return found.best.action

    def _choose(self, view: SeatView, seed: int) -> Action:
        if not self._searches(view.rules):
            return self._master.choose(view, seed)
        if self._master.certain_win(view, view.legal):
            return self._master.choose(view, seed)
        thought = opinion(view)
        # What the network scores lower by more than this is not tried in a search.
        near = _not_below(view, thought, 4.0)
        if len(near) < 2 or len(thought) < len(view.legal):
            return self._master.choose(view, seed)
        return self._best(view, seed, thought, near)

    def _searches(self, rules: RuleSet) -> bool:
        return not (self._at_table and preset_like(rules))
