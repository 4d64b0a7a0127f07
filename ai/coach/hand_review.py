"""The review of a hand: what each decision cost, and how much of the result was luck.

Each decision is judged only from the view of the seat that made it. The result is broken down by
``V``, the seat's expected result with all hands known but not the order of the stock: each change
of ``V`` is due to the deal, a drawn card, a decision of the seat, or one of another seat. ``V`` is
a fixed-point number, so that the parts add up exactly.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf, sqrt
from random import Random
from typing import Final, NamedTuple, Self, TypeAlias

from ai import bridge
from ai.coach.evaluator import (
    CoachReason,
    Estimate,
    NoWorldError,
    Opinion,
    Steps,
    T,
    Value,
    evaluate,
    options,
)
from ai.coach.reasons import difference, reason_for
from ai.coach.worlds import at_table
from ai.kernel import hands as kernel
from ai.kernel.rollout import seat_worths as kernel_seat_worths
from ai.kernel.rollout import sum_over_orders
from ai.players import QUICK, SeatPlayer
from game.rules.actions import PASS, Action, Draw, action_text, parse_action
from game.rules.claim_window import ClaimWindow, is_out_of_turn, may_open
from game.rules.hand import Hand
from game.rules.phases import LAY, SLAP, START
from game.rules.record import HandRecord
from game.rules.results import NO_BETS, Result, SideBets
from game.rules.ruleset import RULE_SETS_KEPT, RuleSet
from game.rules.view import SeatView, view
from game.verdicts import SURE, mistake_of, unit_of

Thinking: TypeAlias = Callable[[SeatView], Opinion]

PLAYOUTS: Final = 6_000
"""The most play-outs spent on choosing the best action of a decision."""
PRECISION: Final = 0.028
"""Half the 95 % interval, in stakes, to which the loss of a decision is measured."""
_ROUGHLY: Final = 0.058
"""Half that interval for a loss ten times as large, and for any that takes long to measure."""
PRECISELY: Final = 100
"""The factor by which the limits of play-outs grow where a precision is requested."""
_ORDERS: Final = 100
"""Orders of the stock sampled to compute ``V``."""
_DEALS: Final = 10_000
"""Random hands sampled to compute the expected result of a seat."""
_SWUNG: Final = 1000
"""Random hands sampled to estimate the swing of a hand; few, since a first hint waits for them."""
_PLACES: Final = 1 << 24
"""Units of ``V`` in a stake: ``V`` is a fixed-point number."""


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A decision of a hand, and how much it lost against the best action.

    ``action`` is the number of the action in the record, from 1; where a seat let a chance go by,
    that of the action that followed. ``loss`` is by how much the best action is worth more than the
    one played, ``error`` its standard error: the best is chosen on some play-outs and its lead
    measured on others, so that choosing the luckiest of equals finds no mistakes; a loss may so be
    below 0, which means that either will do. ``mistake`` is what a clear loss is called
    (``game.verdicts``), or None. ``values`` stand in their order, the highest first: those of the
    best and of the action played as measured, all others by what they were worth less than the best
    when that was chosen. ``seen`` is what the seat saw, ``reason`` what makes the best better than
    the action played, or than the next best where that was played.
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
    reason: CoachReason

    @property
    def precision(self) -> float:
        """Half the 95 % interval of the least precise value among the actions that may be best."""
        return SURE * max(value.error for value in self.values if value.is_open)

    def to_mapping(self) -> dict[str, object]:
        """Return the decision as a JSON object."""
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
    decisions: tuple[ReviewedDecision, ...]
    curve: tuple[float, ...]

    def to_mapping(self) -> dict[str, object]:
        """Return the review as a JSON object."""
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


def review(
    record: HandRecord,
    seat: int,
    player: SeatPlayer = QUICK,
    *,
    judged: Sequence[int] | None = None,
    precision: float | None = None,
    thinks: Thinking = lambda _seen: {},
    stronger: SeatPlayer | None = None,
) -> Steps[Review]:
    """Go through a right record, its end or not; yield the share that is done, often enough that a
    caller can put off the rest.

    ``judged`` are the seats whose decisions are valued, all if not given; ``precision`` is half the
    95 % interval that values of actions that may be best shall have, as far as ``PRECISELY`` times
    the usual play-outs suffice. ``thinks`` is what a strong player thinks of the actions of a view;
    it and a ``stronger`` player take part in choosing the best, as in ``evaluate``, not in its
    price.
    """
    hand = record.deal()
    seats = range(hand.seats) if judged is None else judged
    beside = ThreadPoolExecutor(1, thread_name_prefix="account of luck")
    try:
        account = beside.submit(_Account.of, record, seat, player)
        decisions = yield from decided(
            record, seats, player, precision=precision, thinks=thinks, stronger=stronger
        )
        while not account.done():
            yield 1.0
            wait([account], 0.02)  # seconds
        return account.result().review(decisions)
    finally:
        beside.shutdown(wait=False)  # a review that is given up waits for nothing


def _yielding(share: float, steps: Generator[None, None, T]) -> Steps[T]:
    """Run ``steps``, yielding ``share`` at each, and return what they return."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return] # what the generator returns
        yield share


def decided(
    record: HandRecord,
    seats: Sequence[int],
    player: SeatPlayer = QUICK,
    *,
    places: range | None = None,
    precision: float | None = None,
    thinks: Thinking = lambda _seen: {},
    stronger: SeatPlayer | None = None,
) -> Steps[tuple[ReviewedDecision, ...]]:
    """Yield the decisions of ``seats`` alone, each as ``review`` values it, whichever seats they
    are.

    Of these only those at ``places``, the first is 0, where that is given. A decision is left out
    where the coach knows nothing of it (``NoWorldError``).
    """
    pricing = _Pricing(player, precision, thinks, stronger)
    asked = [*_all_asked(record, seats)]
    asked = asked if places is None else asked[places.start : places.stop]
    decisions: list[ReviewedDecision] = []
    for place, each in enumerate(asked):
        share = place / len(asked)
        yield share
        cards = record.deck or record.deal().stock
        dice = Random(f"{''.join(cards)}/{each.number}/{each.seat}")
        with suppress(NoWorldError):
            decisions.append((yield from _yielding(share, _judged(each, pricing, dice))))
    return tuple(decisions)


def decisions_of(record: HandRecord, seats: Sequence[int]) -> int:
    """Return the number of decisions of ``seats`` in a hand."""
    return sum(1 for _ in _all_asked(record, seats))


class _Asked(NamedTuple):
    """A decision of a seat before the action of a number, and what the seat did."""

    number: int
    seat: int
    played: Action
    seen: SeatView


def _all_asked(record: HandRecord, seats: Sequence[int]) -> Iterator[_Asked]:
    """Yield the decisions of ``seats`` in a hand, in order of play."""
    hand = record.deal()
    for number, text in enumerate(record.actions, start=1):
        mover, action = parse_action(text)
        for found in _asked(hand, mover, action, seats):
            yield _Asked(number, *found)
        hand.act(mover, action)


def _asked(
    hand: Hand, mover: int, action: Action, seats: Sequence[int]
) -> list[tuple[int, Action, SeatView]]:
    """Return the decisions of ``seats`` just before a move, and what each seat did."""
    is_aside = is_out_of_turn(hand, mover, action)
    found: list[tuple[int, Action, SeatView]] = []
    if may_open(hand) and hand.phase in (START, SLAP):
        window = ClaimWindow(hand)
        hand.is_claim_open = False
        for seat in window.order:
            own = mover == seat and is_aside
            if seat not in seats or (seat == hand.turn and not own and not is_aside):
                continue  # what it may do on its turn is asked there
            if is_aside and not own:
                continue  # another was quicker; nobody knows whether it would have acted
            seen = view(hand, seat)
            seen = replace(seen, legal=(*window.options(seat), PASS), may_act=(seat,))
            found.append((seat, action if own else PASS, seen))
    if not is_aside and mover in seats:
        if hand.phase is SLAP:
            hand = hand.copy()
            hand.close_slap()
        seen = view(hand, mover)
        if len(options(seen)) > 1:
            found.append((mover, action, seen))
    return found


class _Pricing(NamedTuple):
    """The settings for valuing a decision; see ``review``."""

    player: SeatPlayer
    precision: float | None
    thinks: Thinking
    stronger: SeatPlayer | None

    def best(self, seen: SeatView, seed: int, played: Action) -> Generator[None, None, Estimate]:
        """Return the estimate of all legal actions, compared until it is known whether any is
        better than the one played, and which; yield after each round of play-outs.
        """
        steps = evaluate(
            seen,
            seed,
            self.player,
            opinion=self.thinks(seen),
            stronger=self.stronger,
            first=4,  # batches: a few thousand play-outs, enough for most decisions
            at_once=3,
        )
        for found in steps:
            if found.is_checked and self._is_over(found, PLAYOUTS):
                return found
            is_known = self.precision is None and _is_known(found, played, unit_of(seen.rules))
            if found.is_checked and is_known:
                return found
            yield
        raise AssertionError("estimates have no end")

    def price(
        self, seen: SeatView, seed: int, best: Action, played: Action
    ) -> Generator[None, None, Estimate]:
        """Compare the best action with the one that was played until the loss is well known; yield
        after each round of play-outs.
        """
        unit = unit_of(seen.rules)
        for found in evaluate(seen, seed, self.player, (best, played)):
            wanted = _wanted(found, seen.rules) * unit
            is_known = self.precision is None and SURE * found.lead_error <= wanted
            if is_known or self._is_over(found, 100_000):
                return found
            yield
        raise AssertionError("estimates have no end")

    def _is_over(self, found: Estimate, playouts: int) -> bool:
        if self.precision is None:
            return found.playouts >= playouts
        return found.precision <= self.precision or found.playouts >= playouts * PRECISELY


def _wanted(found: Estimate, rules: RuleSet) -> float:
    """Return half the 95 % interval, in stakes, to which a loss is to be known by now."""
    # Where wild cards count in spreads that are held, a move takes four times as long.
    effort = found.moves * (4 if rules.wild and rules.count == "unmatched" else 1)
    if effort >= 850_000:
        return inf
    if effort >= 450_000:  # by then half of all losses are known to ``PRECISION``
        return _ROUGHLY
    return min(max(PRECISION, abs(found.lead) / unit_of(rules) / 20), _ROUGHLY)


def _is_known(found: Estimate, played: Action, unit: float) -> bool:
    """Whether the best is clearly better than what was played, or that itself, and nothing is much
    better.
    """
    best, own = found.best, found.of(played)
    near = 0.04 * unit  # half the 95 % interval to which a lead counts as known
    if best.action != played:
        # Two standard errors decide whether it is asked how much better another is. Where what was
        # played seems better, and a strong player thinks otherwise, nothing is asked.
        lead = best.value - own.value
        is_ahead = lead < 0 and SURE * own.behind_error <= near
        return not own.is_open or abs(lead) > 2.0 * own.behind_error or is_ahead
    return found.is_decided or SURE * found.lead_error <= near


def _judged(
    asked: _Asked, pricing: _Pricing, dice: Random
) -> Generator[None, None, ReviewedDecision]:
    """Return what a decision cost, the best chosen and its lead measured on play-outs of their
    own; yield between rounds of these.
    """
    number, seat, played, seen = asked
    first = yield from pricing.best(seen, dice.getrandbits(64), played)
    best = first.best.action
    own = first.of(played)
    if own.is_open and own.value >= first.best.value:
        best = played
    values = {value.action: value for value in first.values}
    loss = error = 0.0
    if best != played:
        second = yield from pricing.price(seen, dice.getrandbits(64), best, played)
        off = second.of(best).value - first.best.value
        values = {each: replace(value, value=value.value + off) for each, value in values.items()}
        values.update({value.action: value for value in second.values})
        error = round(second.lead_error, 6)
        loss = round(second.of(best).value - second.of(played).value, 6)
    unit = unit_of(seen.rules)
    mistake = mistake_of(loss / unit, error / unit)
    if mistake is None:
        why = reason_for(seen, first)
    else:  # a mistake is explained by what makes the best better than it
        why = difference(seen, values[best], values[played], loss)
    rounded = (
        replace(value, value=round(value.value, 6), error=round(value.error, 6))
        for value in values.values()
    )
    ranked = sorted(rounded, key=lambda value: -value.value)
    return ReviewedDecision(
        number, seat, played, best, loss, error, mistake, tuple(ranked), seen, why
    )


class _Account:
    """The breakdown of a hand's result into luck and decisions, step by step."""

    def __init__(self, hand: Hand, seat: int, player: SeatPlayer) -> None:
        self._hand, self._twin, self._seat, self._player = hand, _in_kernel(hand), seat, player
        self._seen = at_table(hand.rules, hand.seats, player)
        self._seen.seat = seat
        self._own = self._others = self._draws = 0.0
        place, bets = hand.from_eldest(seat), self._bets_from_eldest(hand)
        self._worth = seat_worths(hand.rules, hand.seats, player, bets)[place]
        if hand.is_big_one:  # which doubles no side pot
            self._worth += seat_worths(hand.rules, hand.seats, player)[place]
        self._at = self._expected()
        self._deal = self._at - self._worth
        self._curve = [self._at]

    @classmethod
    def of(cls, record: HandRecord, seat: int, player: SeatPlayer) -> Self:
        """Return the whole account of a hand."""
        account = cls(record.deal(), seat, player)
        for text in record.actions:
            account.play(*parse_action(text))
        account.close()
        return account

    @staticmethod
    def _bets_from_eldest(hand: Hand) -> SideBets:
        high, natural = hand.bets.high_suit, hand.bets.natural
        return SideBets(
            high and replace(high, joined=tuple(map(hand.from_eldest, high.joined))),
            natural and replace(natural, joined=tuple(map(hand.from_eldest, natural.joined))),
        )

    def play(self, mover: int, action: Action) -> None:
        """Play the next action of the record, and book the change of ``V``."""
        hand = self._hand
        if not is_out_of_turn(hand, mover, action):
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
        self._hand.act(mover, action)
        self._twin.play(mover, bridge.kernel_action(self._hand.rules, action))

    def _let_go(self) -> None:
        """Book that nobody has claimed, slapped or dropped out of turn."""
        hand = self._hand
        if not may_open(hand) or hand.phase is LAY:
            return
        window = ClaimWindow(hand)
        hand.is_claim_open = False
        able = {*window.order, *(() if window.claimer is None else (window.claimer,))}
        if able and hand.phase in (START, SLAP):
            only = next(iter(able)) if len(able) == 1 else None
            self._book(only, self._expected(passed=(1 << hand.seats) - 1))

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
            self._twin.close_slaps()
            if self._hand.result is not None:
                self._book(None, self._expected())

    def review(self, decisions: tuple[ReviewedDecision, ...]) -> Review:
        """Return the review of the hand from all entries booked."""
        result = self._hand.result
        return Review(
            seat=self._seat,
            policy=self._player.name,
            result=None if result is None else self._result(result),
            worth=self._worth,
            luck_deal=self._deal,
            luck_draws=self._draws,
            own=self._own,
            others=self._others,
            decisions=decisions,
            curve=tuple(self._curve),
        )

    def _result(self, result: Result) -> float:
        return _exact(worth(self._hand.rules, result, self._seat))

    def _expected(self, first: tuple[int, Action] | None = None, passed: int = 0) -> float:
        """``V`` where the hand stands, or with ``first`` played before a card is seen."""
        hand = self._hand
        if hand.result is not None:
            return self._result(hand.result)
        begun = first and (first[0], bridge.kernel_action(hand.rules, first[1]))
        whole = sum_over_orders(self._twin, self._seen, _ORDERS, begun, passed)
        return _exact(whole / _ORDERS / bridge.factor_of_results(hand.rules, hand.seats))


def _in_kernel(hand: Hand) -> kernel.KernelHand:
    """Return the hand in the kernel, as it stands before its first action."""
    if hand.is_set_up:
        return kernel.KernelHand.set_up(bridge.kernel_rules(hand.rules), bridge.position_of(hand))
    return bridge.deal(
        hand.rules,
        hand.seats,
        hand.dealer,
        hand.deck,
        big_one=hand.is_big_one,
        bets=hand.bets,
    )


def _exact(value: float) -> float:
    return round(value * _PLACES) / _PLACES


def worth(rules: RuleSet, result: Result, seat: int) -> float:
    """Return a seat's result of a finished hand in stakes, side pots included, or under push-up the
    points by which the mean gain of the others exceeds its own. Without side pots, the results of
    all seats add up to 0.
    """
    if not rules.is_push_up:
        return result.payments[seat] + result.side_payments[seat]
    points = result.payments
    return (sum(points) - points[seat]) / (len(points) - 1) - points[seat]


@lru_cache(maxsize=RULE_SETS_KEPT)
def seat_worths(
    rules: RuleSet, seats: int, player: SeatPlayer = QUICK, bets: SideBets = NO_BETS
) -> tuple[float, ...]:
    """Return each seat's expected result before the deal, the eldest hand first, where ``bets``
    counts the seats in this order, too. Without side pots they add up to 0.
    """
    seen = at_table(rules, seats, player)
    seen.bets = bridge.kernel_bets(bets)
    sums, _ = kernel_seat_worths(seen, _DEALS, 1)
    factor = bridge.factor_of_results(rules, seats)
    return tuple(_exact(each / _DEALS / factor) for each in sums)


@lru_cache(maxsize=RULE_SETS_KEPT)
def swing_of(rules: RuleSet, seats: int) -> float:
    """Return the swing of a hand: the root mean square of what it wins or loses."""
    _, squares = kernel_seat_worths(at_table(rules, seats, QUICK), _SWUNG, 1)
    # A hand is taken to be worth a fifth of a stake at least.
    swing = sqrt(squares / _SWUNG / seats) / bridge.factor_of_results(rules, seats)
    return max(swing, 0.2)
