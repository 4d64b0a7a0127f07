"""A played hand, move by move, with what the moves have earned each seat."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from game.rules.actions import Action, Hit, Slap, Spread
from game.rules.hand import Hand
from game.rules.phases import Phase
from game.rules.results import Ending, Result
from game.rules.ruleset import RuleSet
from game.rules.spreads import TableSpread
from game.rules.state import Move


class Moment(NamedTuple):
    """A move with the hand before and after it, and what earlier moves have earned each seat
    according to the sentences.
    """

    hand: Hand
    seat: int
    move: Move
    after: Hand
    begun: tuple[int, ...]
    """The number of turns that each seat has begun."""
    waits: tuple[int, ...]
    kept: frozenset[int]
    """The seats hit by another since their last turn, and the one on turn if it had been."""

    @property
    def action(self) -> Action:
        return self.move.action

    @property
    def starts(self) -> bool:
        """Whether a turn is about to begin, or this move begins it."""
        return self.hand.phase is Phase.START

    @property
    def lays(self) -> bool:
        return self.hand.phase is Phase.LAY

    @property
    def spread(self) -> TableSpread | None:
        """The spread that the move laid or added to, after the move."""
        match self.action:
            case Spread():
                return self.after.spreads[-1]
            case Hit(_, number) | Slap(_, number):
                return self.after.spreads[number]
            case _:
                return None


@dataclass(slots=False, eq=False)
class Played:
    """A hand from the deal to its end."""

    hand: Hand
    dealt: Hand
    moves: list[tuple[Hand, Move]] = field(default_factory=list)

    @property
    def rules(self) -> RuleSet:
        return self.hand.rules

    @property
    def seats(self) -> range:
        return range(self.hand.seats)

    @property
    def result(self) -> Result:
        assert self.hand.result is not None
        return self.hand.result

    @property
    def ending(self) -> Ending:
        return self.result.ending

    @cached_property
    def moments(self) -> list[Moment]:
        """The moves, with what each seat has earned before them."""
        return self.watched(hits_stack=self.rules.hits_stack)

    def watched(self, *, hits_stack: bool) -> list[Moment]:
        """Return the moves, with what each seat would have earned if hits stacked or did not."""
        afters = [*(before for before, _ in self.moves), self.hand][1:]
        earned, found = _Earned(self.rules, self.hand.seats, hits_stack), []
        for (before, move), after in zip(self.moves, afters, strict=True):
            found.append(
                Moment(
                    before,
                    move.seat,
                    move,
                    after,
                    tuple(earned.begun),
                    tuple(earned.waits),
                    frozenset(earned.kept),
                )
            )
            earned.see(before, move)
        return found

    @cached_property
    def starts(self) -> list[Moment]:
        """The moments between turns, the first after the deal."""
        return [each for each in self.moments if each.starts]

    @cached_property
    def lays(self) -> list[Moment]:
        """The moments of a turn after its draw."""
        return [each for each in self.moments if each.lays]

    @property
    def last(self) -> Moment | None:
        """The last move; None if the deal decided the hand."""
        return self.moments[-1] if self.moments else None

    def winner_is_paid(self, stakes: int) -> bool:
        """Return whether each other seat pays the one winner ``stakes``, or, under push-up, adds
        its own count that many times.
        """
        (winner,) = self.result.winners
        times = stakes * (2 if self.hand.is_big_one else 1)
        if self.rules.scoring == "push_up":
            due = [times * count for count in self.result.counts]
            due[winner] = 0
        else:
            due = [-times for _ in self.seats]
            due[winner] = times * (len(due) - 1)
        return list(self.result.payments) == due

    def laid_by(self, seat: int) -> list[Moment]:
        """Return what a seat has laid in its turns and between turns."""
        return [
            each
            for each in self.moments
            if each.seat == seat and each.spread and each.hand.phase is not Phase.CHANCE
        ]


class _Earned:
    """Waits and blocked seats according to the sentences, computed from the moves alone."""

    def __init__(self, rules: RuleSet, seats: int, hits_stack: bool) -> None:
        self._rules, self._hits_stack = rules, hits_stack
        self.begun, self.waits, self.kept = [0] * seats, [0] * seats, set[int]()
        self._on_turn: int | None = None
        self._once = set[tuple[str, int]]()

    def see(self, before: Hand, move: Move) -> None:
        seat = move.seat
        if (
            before.phase is Phase.START
            and seat == before.turn
            and not isinstance(move.action, Slap)
        ):
            self._begin(seat)
        match move.action:
            case Spread():
                self.waits[seat] += self._rules.wait_after_spread
            case Hit(_, number) | Slap(_, number):
                self._hit(seat, before.spreads[number].owner)
            case _:
                pass

    def _begin(self, seat: int) -> None:
        if self._on_turn is not None:
            self.kept.discard(self._on_turn)
        if seat in self.kept:
            self._on_turn = seat
        else:
            self._on_turn = None
        self.begun[seat] += 1
        self.waits[seat] = max(0, self.waits[seat] - 1)
        self._once = {each for each in self._once if each[1] != seat}

    def _hit(self, seat: int, owner: int) -> None:
        if seat == owner:
            self._earn("wait_after_own_hit", seat)
            return
        self._earn("wait_when_hit", owner)
        self._earn("wait_after_hitting", seat)
        self.kept.add(owner)
        if self._on_turn == owner:
            self._on_turn = None

    def _earn(self, key: str, seat: int) -> None:
        if self._hits_stack or (key, seat) not in self._once:
            self.waits[seat] += getattr(self._rules, key)
        self._once.add((key, seat))
