"""Play random hands in the engine and in the kernel, and compare both at every step.

``python -m tests.kernel.lockstep [HANDS] [FIRST]`` plays HANDS hands from number FIRST on, half of
them at the tables of ``corner_table``. Exit status: 0 if the two agree, else 1.
"""

import sys
from functools import partial
from typing import Final

from ai import bridge
from ai.kernel import hands as kernel
from ai.lab.cli.engine_checks import all_choices, nameable
from game.rules.actions import (
    PASS,
    TAKE,
    Action,
    Discard,
    Draw,
    Drop,
    Slap,
    Spread,
    Take,
    cards_played,
)
from game.rules.cards import in_order
from game.rules.claim_window import ClaimWindow, may_open
from game.rules.hand import Hand
from game.rules.phases import Phase
from game.rules.record import RecordedResult, record_of
from game.rules.results import PayReason
from game.rules.ruleset import RuleSet
from game.rules.view import view
from tests.arguments import numbers_given
from tests.rules.lockstep import Lockstep, first_difference, main, strange_actions

_STEPS_MOST: Final = 5000
_WINDOWS: Final = 0.5
"""Probability of opening a window where one is possible."""
_STRANGE: Final = 0.4
"""Probability of comparing a few actions that may be malformed."""
_FEW_CARDS: Final = 7
_VIEWS: Final = 0.05
"""Probability of converting a seat's view to a hand of the kernel."""
_PHASES: Final = {
    kernel.START: Phase.START,
    kernel.LAY: Phase.LAY,
    kernel.CHANCE: Phase.CHANCE,
    kernel.SLAPS: Phase.SLAP,
    kernel.OVER: Phase.OVER,
}


class Pair(Lockstep):
    """One hand in the engine and in the kernel.

    ``names_all`` is the probability of comparing every nameable action of a small hand.
    """

    def __init__(self, number: int, rules: RuleSet, seats: int, names_all: float = 0.0) -> None:
        super().__init__("kernel", number, rules, seats)
        hand = self.hand
        self.kernel = bridge.deal(
            rules, seats, hand.dealer, hand.deck, big_one=hand.is_big_one, bets=hand.bets
        )
        self.made: dict[Action, bytes] = {}
        self.names_all = names_all

    def play(self) -> str:
        for _ in range(_STEPS_MOST):
            self._compare()
            if self.hand.result is not None:
                return self.hand.result.ending.value
            if may_open(self.hand) and self.dice.random() < _WINDOWS:
                self._play_window()
            elif self.hand.phase is Phase.SLAP and self.dice.random() < 0.3:
                self.hand.close_slap()
                self.kernel.close_slaps()
            else:
                self._act(*self.habits.choose(all_choices(self.hand)))
        raise AssertionError(self.story("no end"))

    def _act(self, seat: int, action: Action) -> None:
        self.hand.act(seat, action)
        self.kernel.play(seat, bridge.kernel_action(self.rules, action))

    def _play_window(self) -> None:
        """Open a window in both, with the same order and the same answers."""
        times = [self.dice.randint(-1, 4) for _ in range(self.seats)]
        is_race = self.dice.random() < 0.7
        reaction = (lambda seat: times[seat] / 4 if times[seat] >= 0 else 2.0) if is_race else None
        window = ClaimWindow(self.hand, reaction)
        self.seen["windows"] += 1
        asked = self.kernel.open_window(times if is_race else None)
        while window.asked and not window.outcome:
            seat = window.asked[0]
            assert self.kernel.actor == seat, self.story(f"{seat} is asked")
            seen = window.view(seat)
            self._same_actions(seat, seen.legal, self.kernel)
            self._compare_twin(seat, seen.legal, bridge.hand_of(seen))
            answer = self.dice.choice(seen.legal) if self.dice.random() < 0.5 else PASS
            window.answer(seat, answer)
            self.seen["claims"] += answer == TAKE
            if answer == PASS:
                self.kernel.play(seat, bridge.kernel_action(self.rules, answer))
        if window.outcome:
            self._act(*window.outcome)
            return
        if not window.is_closed:
            window.close()
        self.hand.close_slap()
        state = self.kernel.state
        assert not state.n_asked, self.story(f"nobody is asked any more, of {asked}")
        self._compare()
        if self.hand.result is None:
            seen = window.view(self.hand.turn)
            self._same_actions(self.hand.turn, seen.legal, self.kernel)
            self._compare_twin(self.hand.turn, seen.legal, bridge.hand_of(seen))
            self._act(self.hand.turn, self.dice.choice(seen.legal))

    def _compare(self) -> None:
        ours, theirs = engine_state(self.hand), kernel_state(self.rules, self.kernel)
        assert ours == theirs, self.story(first_difference(ours, theirs))
        self.seen["states"] += 1
        if self.hand.result is not None:
            self._compare_results()
            return
        told, choices = self.kernel.state, all_choices(self.hand)
        self._compare_history(told)
        for seat in range(self.seats) if not (told.n_asked or told.is_closed) else ():
            listed = tuple(action for actor, action in choices if actor == seat)
            self._same_actions(seat, listed, self.kernel)
        seat = self.dice.randrange(self.seats)
        is_strange = self.dice.random() < _STRANGE
        for action in strange_actions(self.hand, seat, self.dice) if is_strange else ():
            if not (told.n_asked or (told.is_closed and isinstance(action, Slap | Drop))):
                self._compare_one(seat, action)
        if self.dice.random() < self.names_all and self.hand.size(self.hand.turn) <= _FEW_CARDS:
            self.compare_nameable()
        if self.dice.random() < _VIEWS:
            seen = view(self.hand, seat)
            self._compare_twin(seat, seen.legal, bridge.hand_of(seen))

    def _compare_history(self, told: kernel.State) -> None:
        """Compare public information with the engine's moves."""
        hand, seats = self.hand, range(self.seats)
        is_due = hand.phase is Phase.SLAP and not hand.chances
        if not (told.n_asked or told.is_claim):
            assert self.kernel.actor == (-1 if is_due else hand.turn), self.story("another acts")
        ours = History(hand)
        for name, sets in ours.sets.items():
            theirs = [set(bridge.cards_of(kernel.members(getattr(told, name)[s]))) for s in seats]
            assert theirs == sets, self.story(f"{name}: engine {sets}, kernel {theirs}")
        for name, numbers in ours.numbers.items():
            found = getattr(told, name)[: self.seats]
            assert found == numbers, self.story(f"{name}: engine {numbers}, kernel {found}")

    def compare_nameable(self) -> None:
        """Compare every action that the seat on turn could name, legal or not."""
        for action in nameable(self.hand, self.hand.turn):
            self._compare_one(self.hand.turn, action)
            self.seen["nameable"] += 1

    def _same_actions(self, seat: int, listed: tuple[Action, ...], twin: kernel.KernelHand) -> None:
        theirs = [bytes(action) for action in twin.legal(seat)]
        ours = {self._bytes_of(action) for action in listed}
        if ours != set(theirs) or len(theirs) != len(listed):
            alone = [sorted(ours.difference(theirs)), sorted(set(theirs).difference(ours))]
            told = [[kernel.Action.from_buffer_copy(each).key() for each in some] for some in alone]
            raise AssertionError(self.story(f"seat {seat}: engine alone, kernel alone: {told}"))
        self.seen["actions"] += len(ours)

    def _bytes_of(self, action: Action) -> bytes:
        """Convert an action to the kernel's, with a cache; check that it converts back."""
        made = self.made.get(action)
        if made is None:
            ours = bridge.kernel_action(self.rules, action)
            made = self.made[action] = bytes(ours)
            seat = action.seat if isinstance(action, Slap) else 0
            back = bridge.engine_action(self.rules, seat, ours)
            again = bytes(bridge.kernel_action(self.rules, back))
            assert again == made, self.story(f"{action} comes back as {back}")
        return made

    def _compare_one(self, seat: int, action: Action) -> None:
        if isinstance(action, Slap) and action.seat != seat:
            return
        reason = self.hand.why_illegal(seat, action)
        try:
            is_legal = self.kernel.is_legal(seat, bridge.kernel_action(self.rules, action))
        except ValueError:
            is_legal = False
        if (reason is None) != is_legal:
            raise AssertionError(self.story(f"seat {seat} {action}: engine {reason!r}"))

    def _compare_twin(self, seat: int, legal: tuple[Action, ...], twin: kernel.KernelHand) -> None:
        """Check that a hand made from a view shows the seat what it saw, whatever is hidden."""
        if self.hand.result is not None:
            return
        self.seen["views"] += 1
        ours, theirs = engine_state(self.hand), kernel_state(self.rules, twin)
        for hidden in ("stock", "hands", "counts"):
            ours[hidden], theirs[hidden] = shown(hidden, ours, seat), shown(hidden, theirs, seat)
        if self.rules.natural_bet == "dealt":  # who has won it hangs on what was dealt
            ours["natural pot"] = theirs["natural pot"]
        assert ours == theirs, self.story(f"view of {seat}: {first_difference(ours, theirs)}")
        self._same_actions(seat, legal, twin)

    def _compare_results(self) -> None:
        result, told = self.hand.result, self.kernel.settle()
        assert result is not None
        seats = range(self.seats)
        transfers = [
            (each.payer, each.payee, each.stakes, [*PayReason][each.why])
            for each in told.transfers[: told.n_transfers]
        ]
        theirs = (
            kernel.ENDINGS[told.ending],
            tuple(kernel.members(told.winners)),
            told.counts[: self.seats],
            tuple(told.payments[seat] for seat in seats),
            tuple(told.side_payments[seat] for seat in seats),
            transfers,
        )
        ours = (
            result.ending.value,
            result.winners,
            list(result.counts),
            result.payments,
            result.side_payments,
            [(each.payer, each.payee, each.stakes, each.why.value) for each in result.transfers],
        )
        assert ours == theirs, self.story(f"engine {ours}, kernel {theirs}")
        record = record_of(self.hand, [f"seat {seat}" for seat in seats])
        assert bridge.replayed(record) == RecordedResult.of(result), self.story(
            "its record differs"
        )


def shown(what: str, state: dict[str, object], seat: int) -> object:
    """Return what a seat may know of a partly hidden part of the state."""
    part = state[what]
    assert isinstance(part, list)
    return len(part) if what == "stock" else part[seat]


class History:
    """Public information about a hand, by seat, with the names of ``TonkState``."""

    def __init__(self, hand: Hand) -> None:
        rules, seats = hand.rules, range(hand.seats)
        dealt = hand.seats * rules.cards_dealt(hand.seats)
        self._pile = list(hand.deck[dealt : dealt + 1]) if rules.upcard else []
        self.sets: dict[str, list[set[str]]] = {
            name: [set() for _ in seats] for name in ("known", "thrown", "declined")
        }
        names = ("takes", "took_last", "n_discards", "laid", "last_declined")
        self.numbers = {name: [0 for _ in seats] for name in names}
        self.numbers["last_declined"] = [-1 for _ in seats]
        for move in hand.log:
            self._see(move.seat, move.action)

    def _see(self, seat: int, action: Action) -> None:
        numbers = self.numbers
        match action:
            case Take():
                self.sets["known"][seat].add(self._pile.pop())
                numbers["takes"][seat] += 1
                numbers["took_last"][seat] = 1
            case Draw():
                numbers["took_last"][seat] = 0
                for top in self._pile[-1:]:
                    self.sets["declined"][seat].add(top)
                    numbers["last_declined"][seat] = bridge.NUMBERS[top]
            case Slap():
                self._pile.pop()
            case Spread():
                numbers["laid"][seat] += 1
            case _:
                pass
        self._see_cards(seat, action)

    def _see_cards(self, seat: int, action: Action) -> None:
        cards = cards_played(action)
        self.sets["known"][seat].difference_update(cards)
        if isinstance(action, Discard | Slap):
            self._pile.extend(cards)
            self.sets["thrown"][seat].update(cards)
            self.numbers["n_discards"][seat] += len(cards)


def engine_state(hand: Hand) -> dict[str, object]:
    state: dict[str, object] = {
        "hands": [hand.cards_of(seat) for seat in range(hand.seats)],
        "sizes": [hand.size(seat) for seat in range(hand.seats)],
        "pile": hand.pile,
        "stock": list(hand.stock),
        "spreads": [
            (
                spread.owner,
                spread.kind,
                in_order(spread.cards),
                spread.suit,
                spread.low,
                spread.buried,
            )
            for spread in hand.spreads
        ],
        "phase": hand.phase,
        "slappable": hand.is_slappable and hand.phase in (Phase.START, Phase.SLAP),
        "idle turns": hand.idle_turns if hand.phase in (Phase.START, Phase.SLAP) else 0,
        "natural pot": -1 if hand.natural_pot_winner is None else hand.natural_pot_winner,
        "counts": list(hand.counts()),
    }
    if hand.result is None:
        state |= {
            "turn": hand.turn,
            "turns": hand.turns,
            "waits": list(hand.waits),
            "booed": hand.is_booed,
            "last turn": hand.is_last_turn,
            "taken": hand.taken,
            "must use": hand.must_use,
            "chances": hand.chances,
            "finish": hand.finish and (hand.finish.ending.value, hand.finish.seat),
        }
        if hand.rules.hit_blocks_out and hand.phase in (Phase.START, Phase.LAY):
            state["blocked"] = view(hand, hand.turn).blocked
    return state


def kernel_state(rules: RuleSet, hand: kernel.KernelHand) -> dict[str, object]:
    told = hand.state
    seats = told.seats
    is_between = told.phase in (kernel.START, kernel.SLAPS)
    state: dict[str, object] = {
        "hands": [bridge.cards_of(kernel.members(told.hands[seat])) for seat in range(seats)],
        "sizes": told.sizes[:seats],
        "pile": list(bridge.cards_of(told.pile[: told.pile_size])),
        "stock": list(bridge.cards_of(told.stock[: told.stock_size])),
        "spreads": [
            (
                spread.owner,
                ("book", "run")[spread.kind],
                bridge.cards_of(kernel.members(spread.cards)),
                "" if spread.kind == kernel.BOOK else rules.suits[spread.suit],
                spread.low,
                bool(spread.buried),
            )
            for spread in told.spreads[: told.n_spreads]
        ],
        "phase": _PHASES[told.phase],
        "slappable": bool(told.is_slappable) and is_between,
        "idle turns": told.idle_turns if is_between else 0,
        "natural pot": told.natural_pot_winner,
        "counts": told.counts[:seats],
    }
    if told.phase != kernel.OVER:
        state |= {
            "turn": told.turn,
            "turns": told.turns,
            "waits": told.waits[:seats],
            "booed": bool(told.is_booed),
            "last turn": bool(told.is_last_turn),
            "taken": None if told.taken < 0 else bridge.CARDS[told.taken],
            "must use": None if told.must_use < 0 else bridge.CARDS[told.must_use],
            "chances": tuple(told.chances[: told.n_chances]),
            "finish": (kernel.ENDINGS[told.ending], None if told.ender < 0 else told.ender)
            if told.ending
            else None,
        }
        if rules.hit_blocks_out and told.phase in (kernel.START, kernel.LAY):
            state["blocked"] = tuple(kernel.members(told.blocks))
    return state


if __name__ == "__main__":
    sys.exit(main(Pair, *numbers_given(partial(main, Pair), __doc__)))
