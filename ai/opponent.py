"""An opponent for people: sensible judgement, weighed by a temper."""

from random import Random

from ai.dropping import drop_at, may_win
from ai.evaluation import Evaluator
from ai.fallback import safe_action
from ai.knowledge import knowledge
from ai.laying import EMPTY_HAND, Layer
from ai.memory import recalled
from ai.pack import pack_facts
from ai.patience import patience
from ai.softly import choose_softly, wavering
from ai.table import hittable_cards
from ai.temper import Temper
from game.rules.actions import (
    DECLARE,
    DRAW,
    DROP,
    PASS,
    STOP,
    TAKE,
    Action,
    Discard,
    Slap,
)
from game.rules.cards import Card
from game.rules.phases import Phase
from game.rules.view import SeatView


class Opponent:
    """Keeps what goes together, drops by a threshold that falls, and watches what it throws."""

    def __init__(self, temper: Temper) -> None:
        self._temper = temper

    def choose(self, view: SeatView, seed: int) -> Action:
        """Decide from what ``view`` shows; ``seed`` settles what is equal."""
        return _Decision(view, self._temper, Random(seed)).action()


class _Decision:
    """One decision of one seat."""

    def __init__(self, view: SeatView, temper: Temper, random: Random) -> None:
        self._view, self._temper, self._random = view, temper, random
        self._legal = view.legal
        self._known = knowledge(recalled(view, temper))
        self._evaluator = Evaluator(
            pack_facts(view.rules), self._known, temper, patience(view, temper)
        )
        self._count = self._evaluator.count(view.hand)
        self._hittable = hittable_cards(view)
        self._wavering = wavering(temper, self._random)

    def action(self) -> Action:
        """What to do, whatever there is to decide."""
        slaps = [action for action in self._legal if isinstance(action, Slap)]
        if slaps:
            slap = self._useful_slap(slaps)
            if slap or len(slaps) == len(self._legal):
                return slap or PASS
        match self._view.phase:
            case Phase.START:
                return self._start()
            case Phase.LAY:
                return self._lay() or self._end_of_turn()
            case Phase.CHANCE:
                return self._lay() or PASS
            case _:
                return safe_action(self._view)

    def _start(self) -> Action:
        if DECLARE in self._legal:
            return DECLARE
        if STOP in self._legal:
            return self._with_no_stock()
        if DROP in self._legal and self._count <= self._drop_at() and self._may_win():
            return DROP
        return TAKE if DRAW not in self._legal or self._is_worth_taking() else DRAW

    def _with_no_stock(self) -> Action:
        """Nothing left to draw: stopping risks less than dropping, where it pays at all."""
        lies_low = self._count <= self._drop_at()
        if self._view.rules.stockout == "void":
            return DROP if lies_low and DROP in self._legal and self._may_win() else STOP
        if lies_low or TAKE not in self._legal:
            return STOP
        return TAKE if self._gain_of_top() > 0 else STOP

    def _may_win(self) -> bool:
        return may_win(self._view, self._count)

    def _drop_at(self) -> float:
        return drop_at(self._view, self._temper) + self._wavering

    def _is_worth_taking(self) -> bool:
        view, evaluator = self._view, self._evaluator
        if TAKE not in self._legal or view.top is None:
            return False
        appeal = evaluator.appeal(view.hand, view.top, self._hittable)
        unseen = evaluator.gain_of_unseen(view.hand, self._hittable)
        return appeal > unseen + self._temper.take_margin

    def _gain_of_top(self) -> float:
        top = self._view.top
        return 0 if top is None else self._evaluator.gain(self._view.hand, top, self._hittable)

    def _lay(self) -> Action | None:
        return Layer(self._view, self._evaluator).best()

    def _end_of_turn(self) -> Action:
        discards = [action for action in self._legal if isinstance(action, Discard)]
        if not discards:
            return safe_action(self._view)
        worths = [self._after(discard.card) for discard in discards]
        return choose_softly(discards, worths, self._temper, self._random)

    def _after(self, card: Card) -> float:
        """How good the world looks when ``card`` lies on the pile and no longer in hand."""
        kept = self._evaluator.worth([held for held in self._view.hand if held != card])
        return kept - self._temper.caution * self._danger(card)

    def _danger(self, card: Card) -> float:
        view = self._view
        after = (view.seat + 1) % view.seats
        return self._evaluator.danger(card, after, view.sizes[after], self._hittable)

    def _useful_slap(self, slaps: list[Slap]) -> Slap | None:
        """The slap whose discard leaves the best hand, if that is better than to sit still."""
        return max(slaps, key=self._worth_of_slap) if any(map(self._helps, slaps)) else None

    def _helps(self, slap: Slap) -> bool:
        return self._worth_of_slap(slap) > self._evaluator.worth(self._view.hand)

    def _worth_of_slap(self, slap: Slap) -> float:
        if slap.discard is None:
            return self._evaluator.worth(self._view.hand)
        if len(self._view.hand) == 1:
            return EMPTY_HAND
        return self._after(slap.discard)
