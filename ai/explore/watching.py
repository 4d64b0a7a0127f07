"""Views of a hand that the kernel plays and the engine follows."""

from collections.abc import Callable, Iterator, Sequence

from ai import bridge
from ai.kernel import hands as kernel
from ai.kernel import table
from game.rules.actions import PASS, TAKE, Action, Slap
from game.rules.claim_window import ClaimWindow
from game.rules.hand import Hand
from game.rules.phases import CHANCE, SLAP
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView


class Watched:
    """The hand of a seed among players of the kernel, as ``table.KernelCounts`` deals it."""

    def __init__(self, rules: RuleSet, players: Sequence[table.KernelPlayer], seed: int) -> None:
        seats, made = len(players), bridge.kernel_rules(rules)
        deck, dice = table.shuffled(made, seed)
        self._rules, self._twin = rules, kernel.KernelHand.deal(made, seats, seats - 1, deck)
        self._hand = Hand.deal(rules, seats, seats - 1, bridge.cards_of(deck))
        self._course = table.Course(self._twin, players, dice)

    def views(self, *wanted: Callable[[SeatView], bool]) -> list[list[SeatView]]:
        """What seats saw as they decided on their own turn: a list for each kind that is wanted."""
        found: list[list[SeatView]] = [[] for _ in wanted]
        for seat, action in self.decisions():
            if seat == self._hand.turn and not isinstance(action, Slap) and action != PASS:
                seen = self.view(seat)
                for kind, views in zip(wanted, found, strict=True):
                    if kind(seen):
                        views.append(seen)
        return found

    def decisions(self) -> Iterator[tuple[int, Action]]:
        """Yield each seat that decides and what it does next; ``view`` is what it saw before."""
        while (done := self._course.step()) is not None:
            seat, action = done[0], bridge.engine_action(self._rules, *done)
            yield seat, action
            self._follow(seat, action)

    def view(self, seat: int) -> SeatView:
        """Return what a seat sees now of a turn of its own."""
        window = ClaimWindow(self._hand)
        window.close()
        return window.view(seat)

    def _follow(self, seat: int, action: Action) -> None:
        hand = self._hand
        if action == PASS and hand.phase is not CHANCE:
            return
        if hand.phase is SLAP and not isinstance(action, Slap):
            hand.close_slap()
        if action == TAKE and self._rules.slap == "next_first":
            hand.is_claim_open = self._twin.state.must_use >= 0
        hand.act(seat, action)
