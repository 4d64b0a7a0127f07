"""A hand gone through afterwards: what each decision cost, and how much of the result was luck.

Decisions are judged from the view of the seat that made them, and from that alone. The result is
parted by ``V``, what the seat could expect with all hands known but not the order of the stock:
each step of ``V`` belongs to the deal, to a card drawn, to a decision of the seat, or to one of
another seat. ``V`` is reckoned to a fixed number of binary places, so that the parts add up
exactly.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple, TypeAlias, TypeVar

from ai.coach.evaluator import Estimate, Opinion, Value, estimate, options
from ai.coach.facts import Fact, fact
from ai.coach.rollout import Policy, play_on, shown_by, worth_by
from game.rules.actions import PASS, Action, Draw, Drop, Slap, action_text, parse_action
from game.rules.cards import Card
from game.rules.hand import Hand
from game.rules.phases import LAY, SLAP, START
from game.rules.record import HandRecord
from game.rules.ruleset import RULE_SETS_KEPT, RuleSet
from game.rules.view import SeatView, view
from game.rules.window import Window, may_open

T = TypeVar("T")
Thinking: TypeAlias = Callable[[SeatView], Opinion]

LEAST_LOSS: Final = 0.02
"""Stakes that a decision must have cost to count as a mistake…"""
CLEAR: Final = 2.0
"""…and so many standard errors of that loss."""
SIZES: Final = (("blunder", 0.25), ("mistake", 0.08), ("inaccuracy", LEAST_LOSS))
"""What a mistake is called, by what it cost at least."""
PLAYOUTS: Final = 1200
"""Play-outs for choosing the best action of a decision where no precision is asked for, and again
as many for measuring what it is worth against the one played."""
PLAYOUTS_OF_A_BOT: Final = 300
"""The same where all play on as a bot does that has to be asked: that takes much longer."""
_MOST: Final = 60_000
"""Play-outs for one decision at most, however precise it is to be."""
_ORDERS: Final = 100
_ORDERS_OF_A_BOT: Final = 24
"""Orders of the stock by which ``V`` is reckoned."""
_DEALS_LEAST, _DEALS, _TURNS = 500, 3000, 15_000
"""Hands dealt at random by which the worth of a seat is reckoned: so many at least, at most (where
bots have to be asked, no more than the least), and fewer once so many turns were played."""
_PLACES: Final = 1 << 24
"""``V`` is a whole number of this part of a stake."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision that was made.

    ``action`` is the number of the action in the record, from 1; where a seat let a chance go by,
    that of the action that followed. ``loss`` is by how much the best action is worth more than the
    one played, ``error`` its standard error: the best is chosen on some play-outs and its lead
    measured on others, so that choosing the luckiest of equals finds no mistakes; a loss may so be
    below 0, which means that either will do. ``mistake`` is one of ``SIZES``, or None. ``seen`` is
    what the seat saw, ``reason`` why the best is the best.
    """

    action: int
    seat: int
    played: Action
    best: Action
    loss: float
    error: float
    mistake: str | None
    values: tuple[Value, ...]
    seen: SeatView
    reason: Fact

    def to_mapping(self) -> dict[str, object]:
        """As JSON holds it."""
        return {
            "action": self.action,
            "seat": self.seat,
            "played": action_text(self.seat, self.played),
            "best": action_text(self.seat, self.best),
            "loss": self.loss,
            "error": self.error,
            "mistake": self.mistake,
            "values": [
                {
                    "action": action_text(self.seat, value.action),
                    "value": value.value,
                    "error": value.error,
                    "visits": value.visits,
                }
                for value in self.values
            ],
        }


@dataclass(frozen=True, slots=True)
class Review:
    """What was found of one hand for ``seat``; stakes, or under push-up points (see ``Value``).

    ``result`` less ``worth``, what the seat can expect before the deal, is ``luck_deal`` +
    ``luck_draws`` + ``own`` + ``others``, exactly. Of an unfinished hand ``result`` is None, and
    the parts add up to what could be expected at its end less ``worth``. ``curve`` is ``V`` after
    the deal and after each action.
    """

    seat: int
    policy: str
    result: float | None
    worth: float
    luck_deal: float
    luck_draws: float
    own: float
    others: float
    decisions: tuple[Decision, ...]
    curve: tuple[float, ...]

    def to_mapping(self) -> dict[str, object]:
        """As JSON holds it."""
        return {
            "seat": self.seat,
            "policy": self.policy,
            "result": self.result,
            "worth": self.worth,
            "luck_deal": self.luck_deal,
            "luck_draws": self.luck_draws,
            "own": self.own,
            "others": self.others,
            "decisions": [decision.to_mapping() for decision in self.decisions],
        }


def reviewed(steps: Generator[float, None, T]) -> T:
    """The end of a review, gone through without a pause."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return] # what the generator returns


def review(
    record: HandRecord,
    seat: int,
    policy: Policy,
    *,
    judged: Sequence[int] | None = None,
    precision: float | None = None,
    thinks: Thinking = lambda _seen: {},
) -> Generator[float, None, Review]:
    """Go through a right record, its end or not; gives the part that is done, now and then.

    ``judged`` are the seats whose decisions are valued, all if not given; ``precision`` is half the
    95 % interval that values of actions that may be best shall have. ``thinks`` is what a strong
    player thinks of the actions of a view; it takes part in choosing the best, not in its price.
    """
    hand = record.deal()
    seats = range(hand.seats) if judged is None else judged
    account, pricing = _Account(hand, seat, policy), _Pricing(policy, precision, thinks)
    decisions: list[Decision] = []
    for number, text in enumerate(record.actions, start=1):
        yield (number - 1) / len(record.actions)
        mover, action = parse_action(text)
        for asked, played, seen in _asked(hand, mover, action, seats):
            dice = Random(f"{''.join(record.deck)}/{number}/{asked}")
            decisions.append(_judged(number, asked, played, seen, pricing, dice))
            yield (number - 0.5) / len(record.actions)
        account.play(mover, action)
    account.close()
    return account.review(tuple(decisions))


def _asked(
    hand: Hand, mover: int, action: Action, seats: Sequence[int]
) -> list[tuple[int, Action, SeatView]]:
    """Who of ``seats`` had something to decide just before a move, and what each did."""
    is_out_of_turn = isinstance(action, Slap) or (isinstance(action, Drop) and mover != hand.turn)
    found: list[tuple[int, Action, SeatView]] = []
    if may_open(hand) and hand.phase in (START, SLAP):
        window = Window(hand)
        hand.is_claim_open = False
        for seat in window.order:
            own = mover == seat and is_out_of_turn
            if seat not in seats or (seat == hand.turn and not own and not is_out_of_turn):
                continue  # what it may do on its turn is asked there
            if is_out_of_turn and not own:
                continue  # another was quicker; nobody knows whether it would have acted
            seen = view(hand, seat)
            seen = replace(seen, legal=(*window.options(seat), PASS), may_act=(seat,))
            found.append((seat, action if own else PASS, seen))
    if not is_out_of_turn and mover in seats:
        if hand.phase is SLAP:
            hand = hand.copy()
            hand.close_slap()
        seen = view(hand, mover)
        if len(options(seen)) > 1:
            found.append((mover, action, seen))
    return found


class _Pricing(NamedTuple):
    """How decisions are valued; see ``review``."""

    policy: Policy
    precision: float | None
    thinks: Thinking

    def of(self, seen: SeatView, dice: Random, actions: Sequence[Action] | None = None) -> Estimate:
        """What actions are worth; what is thought of them takes part where all are compared."""
        limit = _MOST
        if self.precision is None:
            limit = PLAYOUTS if self.policy.tells_chances else PLAYOUTS_OF_A_BOT
        return estimate(
            seen,
            dice.getrandbits(32),
            self.policy,
            precision=self.precision or 0.0,
            playouts=limit,
            actions=actions,
            opinion=self.thinks(seen) if actions is None else None,
        )


def _judged(
    number: int, seat: int, played: Action, seen: SeatView, pricing: _Pricing, dice: Random
) -> Decision:
    """What a decision cost, the best chosen and its lead measured on play-outs of their own."""
    first = pricing.of(seen, dice)
    best = first.best.action
    values = {value.action: value for value in first.values}
    loss = error = 0.0
    second = first
    if best != played:
        second = pricing.of(seen, dice, (best, played))
        values.update({value.action: value for value in second.values})
        error = round(second.lead_error, 6)
    values = {action: _rounded(value) for action, value in values.items()}
    if best != played:
        loss = round(values[best].value - values[played].value, 6)
    is_clear = loss > CLEAR * error
    size = next((name for name, least in SIZES if loss >= least), None) if is_clear else None
    ranked = sorted(values.values(), key=lambda value: (value.action != best, -value.value))
    why = fact(
        seen, second if size else first
    )  # a mistake is explained by the best action, not by others
    return Decision(number, seat, played, best, loss, error, size, tuple(ranked), seen, why)


def _rounded(value: Value) -> Value:
    return replace(value, value=round(value.value, 6), error=round(value.error, 6))


class _Account:
    """The result of a hand as it is parted, step by step."""

    def __init__(self, hand: Hand, seat: int, policy: Policy) -> None:
        self._hand, self._seat, self._policy = hand, seat, policy
        self._public = hand.law.pack.mask(hand.pile)
        self._worth_of = worth_by(hand.rules)
        self._own = self._others = self._draws = 0.0
        orders = _ORDERS if policy.tells_chances else _ORDERS_OF_A_BOT
        self._orders = _orders(hand.rules)[:orders]
        self._worth = seat_worths(hand.rules, hand.seats, policy)[hand.from_eldest(seat)]
        self._worth *= 1 + hand.is_big_one
        self._at = self._expected()
        self._deal = self._at - self._worth
        self._curve = [self._at]

    def play(self, mover: int, action: Action) -> None:
        """Play the next action of the record, and book what it changes."""
        hand = self._hand
        is_out_of_turn = isinstance(action, Slap) or (
            isinstance(action, Drop) and mover != hand.turn
        )
        if not is_out_of_turn:
            self._let_go()
        if isinstance(action, Draw):
            if len(hand.legal()) > 1:
                self._book(mover, self._expected(first=(mover, action)))
            self._act(mover, action)
            before, self._at = self._at, self._expected()
            self._draws += self._at - before
        else:
            self._act(mover, action)
            self._book(mover, self._expected())
        self._curve.append(self._at)

    def _act(self, mover: int, action: Action) -> None:
        self._public |= shown_by(self._hand, action)
        self._hand.act(mover, action)

    def _let_go(self) -> None:
        """Book that nobody has claimed, slapped or dropped out of turn."""
        hand = self._hand
        if not may_open(hand) or hand.phase is LAY:
            return
        window = Window(hand)
        hand.is_claim_open = False
        able = {*window.order, *(() if window.claimer is None else (window.claimer,))}
        if able and hand.phase in (START, SLAP):
            everybody = frozenset(range(hand.seats))
            only = next(iter(able)) if len(able) == 1 else None
            self._book(only, self._expected(passed=everybody))

    def _book(self, who: int | None, now: float) -> None:
        """``who`` is the seat whose decision led there, None where several did."""
        if who == self._seat:
            self._own += now - self._at
        else:
            self._others += now - self._at
        self._at = now

    def close(self) -> None:
        """Book the end of the record."""
        if self._hand.phase is SLAP:
            self._let_go()
            self._hand.close_slap()
            if self._hand.result is not None:
                self._book(None, self._expected())

    def review(self, decisions: tuple[Decision, ...]) -> Review:
        """All that was booked."""
        result = self._hand.result
        return Review(
            seat=self._seat,
            policy=self._policy.name,
            result=None if result is None else _exact(self._worth_of(result, self._seat)),
            worth=self._worth,
            luck_deal=self._deal,
            luck_draws=self._draws,
            own=self._own,
            others=self._others,
            decisions=decisions,
            curve=tuple(self._curve),
        )

    def _expected(
        self, first: tuple[int, Action] | None = None, passed: frozenset[int] = frozenset()
    ) -> float:
        """``V`` where the hand stands, or with ``first`` played before a card is seen."""
        hand = self._hand
        if hand.result is not None:
            return _exact(self._worth_of(hand.result, self._seat))
        played, stock = hand.deck[: hand.next_card], hand.deck[hand.next_card :]
        whole = 0.0
        for number, order in enumerate(self._orders):
            twin = hand.copy()
            twin.log = list(hand.log)
            twin.deck = (*played, *sorted(stock, key=order.__getitem__))
            if first is not None:
                twin.act(*first)
            play_on(twin, self._public, self._policy, Random(number), passed)
            if twin.result is not None:
                whole += self._worth_of(twin.result, self._seat)
        return _exact(whole / len(self._orders))


def _exact(value: float) -> float:
    return round(value * _PLACES) / _PLACES


@lru_cache(maxsize=RULE_SETS_KEPT)
def _orders(rules: RuleSet) -> tuple[dict[Card, int], ...]:
    """Orders of the pack. The stock keeps its order from one step of ``V`` to the next, so that the
    steps differ by what happened, not by how it was shuffled.
    """
    found = []
    for number in range(_ORDERS):
        pack = list(rules.pack())
        Random(f"order {number}").shuffle(pack)
        found.append({card: place for place, card in enumerate(pack)})
    return tuple(found)


@lru_cache(maxsize=RULE_SETS_KEPT)
def seat_worths(rules: RuleSet, seats: int, policy: Policy) -> tuple[float, ...]:
    """What each seat can expect before the deal, from eldest on; they add up to 0."""
    whole, worth = [0.0] * seats, worth_by(rules)
    number = turns = 0
    most = _DEALS if policy.tells_chances else _DEALS_LEAST
    while number < _DEALS_LEAST or (number < most and turns < _TURNS):
        dice = Random(number)
        pack = list(rules.pack())
        dice.shuffle(pack)
        hand = Hand.deal(rules, seats, seats - 1, pack)
        play_on(hand, hand.law.pack.mask(hand.pile), policy, dice)
        number, turns = number + 1, turns + hand.turns
        if hand.result is not None:
            for seat in range(seats):
                whole[seat] += worth(hand.result, seat)
    return tuple(_exact(each / number) for each in whole)
