"""Small endings counted out: each way in which the cards can lie, each chance, each line of play.

Where few cards are hidden and the hand is soon over, nothing has to be sampled: what each action is
worth is then known exactly.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from ai.bitboard.hand import Hand
from ai.bitboard.window import Window, may_open
from ai.coach.rollout import IN_TIME, KINDS, Policy, answers, kinds, shown_by, worth_by
from ai.coach.worlds import Replay, World, Worlds, begun, is_first
from game.rules.actions import PASS, TAKE, Action, Draw
from game.rules.phases import OVER, SLAP, START

POSITIONS: Final = 4000
"""How many positions may be looked at over all actions before it is given up."""
_WAYS: Final = 400
"""In how many ways the cards may lie at most."""
_NOTHING: Final = 1e-12
"""A chance that is nothing but rounding."""


class _TooManyError(Exception):
    """There is more to count than may be."""


class Counted:
    """One action counted out: what it is worth, the ``chances`` of ``KINDS``, how many ``ends``."""

    __slots__ = ("action", "chances", "ends", "value")

    def __init__(self, action: Action) -> None:
        self.action, self.value, self.ends = action, 0.0, 0
        self.chances = [0.0] * len(KINDS)


def counted_out(
    worlds: Worlds, policy: Policy, actions: Sequence[Action], positions: int = POSITIONS
) -> list[Counted]:
    """What each action is worth, exactly; none where that takes more than so many ``positions``, or
    where the policy does not tell how likely it does what.
    """
    if not policy.tells_chances or not worlds.may_be_few(_WAYS):
        return []
    try:
        return _Count(worlds, policy, positions).of(actions)
    except _TooManyError:
        return []


class _Count:
    """A count that goes on until it is done or too long."""

    def __init__(self, worlds: Worlds, policy: Policy, positions: int) -> None:
        self._worlds, self._policy, self._left = worlds, policy, positions
        self._worth = worth_by(worlds.view.rules)

    def of(self, actions: Sequence[Action]) -> list[Counted]:
        """Every action in every world."""
        found = [Counted(action) for action in actions]
        ways = self._ways()
        whole = sum([weight for weight, _ in ways])
        for weight, world in ways:
            for counted in found:
                self._try(counted, world, weight / whole)
        return found if whole else []

    def _ways(self) -> list[tuple[float, World]]:
        """All that may lie hidden but the order of the stock, and what each way weighs."""
        decks = [*islice(self._worlds.decks(), _WAYS + 1)]
        self._spend(len(decks))
        if len(decks) > _WAYS:
            raise _TooManyError
        replays = [Replay(self._worlds, deck) for deck in decks]
        for replay in replays:
            replay.finish()
        return [(replay.weight, replay.world) for replay in replays if replay.weight]

    def _spend(self, positions: int) -> None:
        self._left -= positions
        if self._left < 0:
            raise _TooManyError

    def _try(self, counted: Counted, world: World, weight: float) -> None:
        view = self._worlds.view
        for before, hand in _before(world.hand, counted.action):
            twin = World(hand, world.public)
            begins = begun(view, twin, counted.action, self._policy)
            for chance, end in self._ends(*begins[:2], before, begins[2]):
                assert end.result is not None
                part = weight * chance
                counted.value += part * self._worth(end.result, view.seat)
                counted.ends += 1
                for place, is_so in enumerate(kinds(end, view.seat)):
                    counted.chances[place] += part * is_so

    def _ends(
        self, hand: Hand, public: int, chance: float, passed: frozenset[int] = frozenset()
    ) -> Iterator[tuple[float, Hand]]:
        """How ``hand`` may end, and how likely each end is, where ``hand`` is it by ``chance``."""
        self._spend(1)
        if hand.phase is OVER:
            yield chance, hand
            return
        if may_open(hand) and hand.phase in (START, SLAP):
            left = 1.0
            for seat, action, likely in self._out_of_turn(hand, public, passed):
                left -= likely
                twin = hand.copy()
                twin.is_claim_open = action == TAKE
                shown = public | shown_by(twin, action)
                twin.play_by(seat, action)
                yield from self._ends(twin, shown, chance * likely)
            if left <= _NOTHING:
                return
            chance *= left
            hand.is_claim_open = False
            if hand.phase is SLAP:
                hand.close_slap()
                yield from self._ends(hand, public, chance)
                return
        may = hand.legal()
        if not may:
            hand.close_slap()
            yield from self._ends(hand, public, chance)
            return
        for action, likely in self._on_turn(hand, may, public):
            shown = public | shown_by(hand, action)
            for part, twin in _before(hand, action):
                twin.play(action)
                yield from self._ends(twin, shown, chance * likely * part)

    def _on_turn(
        self, hand: Hand, may: Sequence[Action], public: int
    ) -> Sequence[tuple[Action, float]]:
        if len(may) == 1:
            return [(may[0], 1.0)]
        return self._policy.chances(hand, hand.turn, may, public)

    def _out_of_turn(
        self, hand: Hand, public: int, passed: frozenset[int]
    ) -> Iterator[tuple[int, Action, float]]:
        """Who may be the first to claim, slap or drop, how, and how likely that is."""
        window = Window(hand, lambda _seat: 0.0)
        claimer, chances, none = window.claimer, self._policy.chances, 1.0
        if claimer is not None and claimer not in passed:
            claim = dict(chances(hand, claimer, answers(window, claimer), public)).get(TAKE, 0.0)
            if claim:
                yield claimer, TAKE, claim
            none -= claim
        window.claimer = None
        hand.is_claim_open = False
        asked = [seat for seat in window.order if seat not in passed]
        does = [dict(chances(hand, seat, answers(window, seat), public)) for seat in asked]
        acts = [IN_TIME * (1 - each.get(PASS, 0.0)) for each in does]
        for place, seat in enumerate(asked):
            first = none * IN_TIME * is_first([*acts[:place], *acts[place + 1 :]])
            for action, chance in does[place].items():
                if action != PASS and chance and first:
                    yield seat, action, first * chance


def _before(hand: Hand, action: Action) -> Iterator[tuple[float, Hand]]:
    """Copies of ``hand`` before ``action``, with each card that may be drawn by it on top."""
    ahead = hand.deck_size - hand.next_card if isinstance(action, Draw) else 1
    for place in range(hand.next_card, hand.next_card + ahead):
        twin = hand.copy()
        if place > hand.next_card:
            deck = [*hand.deck]
            deck[hand.next_card], deck[place] = deck[place], deck[hand.next_card]
            twin.deck = tuple(deck)
        yield 1 / ahead, twin
