"""A hand gone through afterwards: what each decision cost, and how much of the result was luck.

Decisions are judged from the view of the seat that made them, and from that alone. The result is
parted by ``V``, what the seat could expect with all hands known but not the order of the stock:
each step of ``V`` belongs to the deal, to a card drawn, to a decision of the seat, or to one of
another seat. ``V`` is reckoned to a fixed number of binary places, so that the parts add up
exactly.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple, TypeAlias, TypeVar

from ai.bitboard.hand import Hand
from ai.bitboard.view import view
from ai.bitboard.window import Window, may_open
from ai.coach.evaluator import (
    FIRST,
    SURE,
    Estimate,
    NoWorldError,
    Opinion,
    Value,
    evaluate,
    options,
)
from ai.coach.facts import Fact, fact
from ai.coach.rollout import Policy, play_on, quick_policy, shown_by, worth_by
from game.rules.actions import PASS, Action, Draw, Drop, Slap, action_text, parse_action
from game.rules.cards import Card
from game.rules.phases import LAY, SLAP, START
from game.rules.record import HandRecord
from game.rules.ruleset import RULE_SETS_KEPT, RuleSet
from game.rules.view import SeatView

T = TypeVar("T")
Thinking: TypeAlias = Callable[[SeatView], Opinion]

LEAST_LOSS: Final = 0.02
"""Stakes that a decision must have cost to count as a mistake…"""
CLEAR: Final = 2.0
"""…and so many standard errors of that loss."""
SIZES: Final = (("blunder", 0.25), ("mistake", 0.08), ("inaccuracy", LEAST_LOSS))
"""What a mistake is called, by what it cost at least."""
PLAYOUTS, _PLAYOUTS_OF_A_HAND = 1200, 9000
"""Play-outs for choosing the best action of a decision where no precision is asked for, and twice
as many for measuring what it is worth against the one played; fewer where so many decisions were
made in a hand, by all its seats, that it would come to more than those of a hand. What is clear
takes fewer, and no error is trusted that rests on fewer than the first estimate does."""
_PLAYOUTS_OF_A_BOT, _HAND_OF_A_BOT = 300, 3000
"""The same where all play on as a bot does that has to be asked: that takes much longer."""
_LONGER: Final = 2
"""How much fewer they are where only unmatched cards count and some are wild: what a hand counts
takes so long to find then.
"""
_WORLDS: Final = 14
"""Worlds of a batch in which all actions are compared, where more would take too many play-outs."""
PRECISELY: Final = 50
"""How many times as many they are at most where a precision is asked for."""
_ORDERS, _ORDERS_LEAST, _ORDERS_OF_A_HAND = 100, 40, 4000
_ORDERS_OF_A_BOT: Final = 24
"""Orders of the stock by which ``V`` is reckoned: fewer where a hand has many actions."""
_DEALS_LEAST, _DEALS, _TURNS = 500, 3000, 15_000
_DEALS_OF_A_BOT: Final = 60
"""Hands dealt at random by which the worth of a seat is reckoned: so many at least, at most, and
fewer once so many turns were played; and those of them that bots play, who have to be asked."""
_LAST_PART: Final = 0.15
"""What the account is taken to be of the work of a review; decisions are valued before it."""
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

    @property
    def precision(self) -> float:
        """Half the 95 % interval of the least known value of those that may be best."""
        return SURE * max(value.error for value in self.values if value.is_open)

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
    95 % interval that values of actions that may be best shall have, as far as ``PRECISELY`` times
    the usual play-outs suffice. ``thinks`` is what a strong
    player thinks of the actions of a view; it takes part in choosing the best, not in its price.
    """
    hand = Hand.of_record(record)
    seats = range(hand.seats) if judged is None else judged
    decisions = yield from decided(record, seats, policy, precision=precision, thinks=thinks)
    account = _Account(hand, seat, policy, len(record.actions))
    for number, text in enumerate(record.actions):
        yield 1 - _LAST_PART * (1 - number / len(record.actions))
        account.play(*parse_action(text))
    account.close()
    return account.review(decisions)


def decided(
    record: HandRecord,
    seats: Sequence[int],
    policy: Policy,
    *,
    places: range | None = None,
    precision: float | None = None,
    thinks: Thinking = lambda _seen: {},
) -> Generator[float, None, tuple[Decision, ...]]:
    """The decisions of ``seats`` alone, each as ``review`` values it, whichever seats they are.

    Of these only those at ``places``, the first is 0, where that is given. A decision is left out
    where the coach knows nothing of it (``NoWorldError``).
    """
    of_all = [*_all_asked(record, range(len(record.seats)))]
    pricing = _Pricing.of_one(record.rules, policy, len(of_all), precision, thinks)
    asked = [each for each in of_all if each.seat in seats]
    asked = asked if places is None else asked[places.start : places.stop]
    decisions: list[Decision] = []
    for each in asked:
        yield (1 - _LAST_PART) * len(decisions) / len(asked)
        dice = Random(f"{''.join(record.deck)}/{each.number}/{each.seat}")
        with suppress(NoWorldError):
            decisions.append(_judged(each, pricing, dice))
    return tuple(decisions)


def decisions_of(record: HandRecord, seats: Sequence[int]) -> int:
    """How many decisions ``seats`` had in a hand."""
    return sum(1 for _ in _all_asked(record, seats))


class _Asked(NamedTuple):
    """A seat that had something to decide before the action of that number, and what it did."""

    number: int
    seat: int
    played: Action
    seen: SeatView


def _all_asked(record: HandRecord, seats: Sequence[int]) -> Iterator[_Asked]:
    """All decisions of ``seats`` in a hand, in their order."""
    hand = Hand.of_record(record)
    for number, text in enumerate(record.actions, start=1):
        mover, action = parse_action(text)
        for found in _asked(hand, mover, action, seats):
            yield _Asked(number, *found)
        hand.act(mover, action)


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
    """How a decision is valued, within how many play-outs; see ``review``."""

    policy: Policy
    playouts: int
    precision: float | None
    thinks: Thinking

    @classmethod
    def of_one(
        cls,
        rules: RuleSet,
        policy: Policy,
        decisions: int,
        precision: float | None,
        thinks: Thinking,
    ) -> "_Pricing":
        """For one of so many ``decisions`` that were made in a hand."""
        most, of_hand = PLAYOUTS, _PLAYOUTS_OF_A_HAND
        if not policy.tells_chances:
            most, of_hand = _PLAYOUTS_OF_A_BOT, _HAND_OF_A_BOT
        if rules.count == "unmatched" and rules.wild:
            most, of_hand = most // _LONGER, of_hand // _LONGER
        if precision is not None:
            most, of_hand = most * PRECISELY, of_hand * PRECISELY
        return cls(policy, min(most, of_hand // max(decisions, 1)), precision, thinks)

    def of(self, seen: SeatView, dice: Random, actions: Sequence[Action] | None = None) -> Estimate:
        """What actions are worth; what is thought of them takes part where all are compared."""
        thought = worlds = None
        playouts = 2 * self.playouts  # two are compared seldom, and more hangs on it
        if actions is None:
            thought, playouts = self.thinks(seen), self.playouts
            worlds = max(_WORLDS, playouts // (FIRST * len(options(seen))))
        steps = evaluate(
            seen, dice.getrandbits(32), self.policy, actions, opinion=thought, worlds=worlds
        )
        for found in steps:
            if found.is_exact or found.playouts >= playouts or self._is_enough(found):
                return found
        raise AssertionError("estimates have no end")

    def _is_enough(self, found: Estimate) -> bool:
        """Whether all may be left at that: it is as precise as asked, or else clear."""
        if self.precision is not None:
            return found.precision <= self.precision
        return sum(value.is_open for value in found.values) == 1


def _judged(asked: _Asked, pricing: _Pricing, dice: Random) -> Decision:
    """What a decision cost, the best chosen and its lead measured on play-outs of their own."""
    number, seat, played, seen = asked
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

    def __init__(self, hand: Hand, seat: int, policy: Policy, actions: int) -> None:
        self._hand, self._seat, self._policy = hand, seat, policy
        self._public = hand.law.pack.mask(hand.pile)
        self._worth_of = worth_by(hand.rules)
        self._own = self._others = self._draws = 0.0
        orders = max(min(_ORDERS, _ORDERS_OF_A_HAND // max(actions, 1)), _ORDERS_LEAST)
        orders = orders if policy.tells_chances else _ORDERS_OF_A_BOT
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
    """What each seat can expect before the deal, from eldest on; they add up to 0.

    Where bots have to be asked, few hands say by how much more or less it is than with the quick
    player, who plays the same deals as well.
    """
    if not policy.tells_chances:
        quick = quick_policy(rules, seats)
        usual = seat_worths(rules, seats, quick)
        own, its = (_mean_worths(rules, seats, each, _DEALS_OF_A_BOT) for each in (policy, quick))
        return tuple(map(_exact, (a + b - c for a, b, c in zip(usual, own, its, strict=True))))
    return tuple(map(_exact, _mean_worths(rules, seats, policy, _DEALS)))


def _mean_worths(rules: RuleSet, seats: int, policy: Policy, deals: int) -> list[float]:
    whole, worth = [0.0] * seats, worth_by(rules)
    number = turns = 0
    while number < min(deals, _DEALS_LEAST) or (number < deals and turns < _TURNS):
        dice = Random(number)
        pack = list(rules.pack())
        dice.shuffle(pack)
        hand = Hand.deal(rules, seats, seats - 1, pack)
        play_on(hand, hand.law.pack.mask(hand.pile), policy, dice)
        number, turns = number + 1, turns + hand.turns
        if hand.result is not None:
            for seat in range(seats):
                whole[seat] += worth(hand.result, seat)
    return [each / number for each in whole]
