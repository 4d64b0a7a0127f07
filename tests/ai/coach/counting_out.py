"""What an action is truly worth, counted out: every deck, every chance, every line of play.

Nothing here knows how the evaluator samples. A deck is tried by dealing it and making the moves
that were seen, refused where one is illegal or shows another card; what the others did weighs it by
the policy's own chances. Only packs of few cards can be counted out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import factorial

from ai.bitboard.hand import Hand
from ai.bitboard.laying import must_use_taken
from ai.bitboard.view import view
from ai.bitboard.window import Window, may_open
from ai.coach.rollout import IN_TIME, Policy, answers, shown_by, worth_by
from game.rules.actions import PASS, TAKE, Action, Draw, Slap, Take
from game.rules.cards import Card
from game.rules.phases import CHANCE, LAY, OVER, SLAP, START
from game.rules.view import SeatView

Outcome = tuple[float, tuple[int, Action] | None]


class TooManyError(Exception):
    """There is too much to count."""


@dataclass
class Budget:
    """How many positions may still be looked at."""

    left: int

    def spend(self) -> None:
        """One more."""
        self.left -= 1
        if self.left < 0:
            raise TooManyError


def exact_values(
    seen: SeatView, actions: Sequence[Action], policy: Policy, trust: float, budget: int
) -> tuple[list[float], list[bool]]:
    """The expected stakes of each action, and whether its results differ at all.

    ``TooManyError`` where that takes more than ``budget`` positions.
    """
    left, worth = Budget(budget), worth_by(seen.rules)
    whole, totals = 0.0, [0.0] * len(actions)
    results: list[set[float]] = [set() for _ in actions]
    for deck in _decks(seen):
        left.spend()
        found = _replayed(seen, deck, policy, trust)
        if found is None:
            continue
        hand, public, weight = found
        whole += weight
        for place, action in enumerate(actions):
            for chance, end in _after(hand, public, seen, action, policy, left):
                assert end.result is not None
                totals[place] += weight * chance * worth(end.result, seen.seat)
                results[place].add(worth(end.result, seen.seat))
    return [total / whole for total in totals], [len(each) > 1 for each in results]


def _decks(seen: SeatView) -> Iterator[tuple[Card, ...]]:
    """Every deck with the seat's own cards, the upcard and its draws in their places."""
    pack, size = seen.rules.pack(), seen.rules.cards_dealt(seen.seats)
    deck: dict[int, Card] = {}
    dealt = seen.seats * size
    for turn, card in enumerate(seen.dealt):
        deck[turn * seen.seats + (seen.seat - seen.dealer - 1) % seen.seats] = card
    following = dealt
    if seen.upcard is not None:
        deck[following] = seen.upcard
        following += 1
    for move in seen.moves:
        if isinstance(move.action, Draw):
            if move.card is not None:
                deck[following] = move.card
            following += 1
    places = [place for place in range(len(pack)) if place not in deck]
    cards = [card for card in pack if card not in deck.values()]
    if factorial(len(cards)) > 6000:
        raise TooManyError
    for order in permutations(cards):
        full = deck | dict(zip(places, order, strict=True))
        yield tuple(full[place] for place in range(len(pack)))


def _replayed(
    seen: SeatView, deck: Sequence[Card], policy: Policy, trust: float
) -> tuple[Hand, int, float] | None:
    """The hand as it stands on this deck, what all have seen, how likely the moves were."""
    hand = Hand.deal(seen.rules, seen.seats, seen.dealer, deck, bets=seen.bets)
    if hand.result is not None:
        return None
    public, weight = hand.law.pack.mask(hand.pile), 1.0
    for move in seen.moves:
        weight *= _chance_of(hand, public, move.seat, move.action, seen.seat, policy, trust)
        if not weight or (hand.phase is not SLAP and hand.why_illegal(move.seat, move.action)):
            return None
        hand.act(move.seat, move.action)
        if hand.log[-1].card != move.card and move.card is not None:
            return None
        public |= shown_by(hand, move.action)
    if seen.phase is not hand.phase:
        hand.close_slap()
    if seen.must_use and not hand.must_use:
        must_use_taken(hand)
    asked = view(hand, seen.seat)
    assert (asked.hand, asked.sizes, asked.top) == (seen.hand, seen.sizes, seen.top)
    return hand, public, weight


def _chance(
    hand: Hand, public: int, seat: int, may: Sequence[Action], policy: Policy, trust: float
) -> dict[Action, float]:
    chances = dict.fromkeys(may, (1 - trust) / len(may))
    for action, chance in policy.chances(hand, seat, may, public):
        chances[action] += trust * chance
    return chances


def _chance_of(
    hand: Hand, public: int, seat: int, action: Action, own: int, policy: Policy, trust: float
) -> float:
    """How likely the move was; what the seat itself did says nothing."""
    found = 0.0
    for before, outcome in _windows(hand, public, policy, trust, {own: (seat, action)}):
        if outcome is not None:
            found += before * (outcome == (seat, action))
        elif isinstance(action, Slap) or (hand.phase is START and seat != hand.turn):
            continue
        elif seat == own:
            found += before
        else:
            twin = hand.copy()
            if twin.phase is SLAP:
                twin.close_slap()
            may = twin.legal()
            if action in may:
                found += before * _chance(twin, public, seat, may, policy, trust)[action]
    return found


def _windows(
    hand: Hand,
    public: int,
    policy: Policy,
    trust: float = 1.0,
    fixed: dict[int, tuple[int, Action]] | None = None,
) -> Iterator[Outcome]:
    """What may come out of the window before the next turn, and how likely.

    A seat of ``fixed`` makes that move if it is its own and one for a window, else it passes.
    """
    fixed = fixed or {}
    if not may_open(hand) or hand.phase in (LAY, CHANCE, OVER):
        yield 1.0, None
        return
    window = Window(hand)
    hand.is_claim_open = False
    claimed = 0.0
    if window.claimer is not None and window.claimer not in fixed:
        may: tuple[Action, ...] = (TAKE, PASS)
        claimed = _chance(hand, public, window.claimer, may, policy, trust)[TAKE]
        yield claimed, (window.claimer, TAKE)
    each = []
    for seat in window.order:
        may = answers(window, seat)
        if seat not in fixed:
            each.append((seat, _chance(hand, public, seat, may, policy, trust)))
            continue
        mover, action = fixed[seat]
        acts = mover == seat and action in window.options(seat)
        each.append((seat, {action if acts else PASS: 1.0}))
    late = [(True, False) if seat not in fixed else (False,) for seat, _ in each]
    for are_late in product(*late):
        chance = 1.0 - claimed
        racing = []
        for (seat, answer), is_late in zip(each, are_late, strict=True):
            if seat not in fixed:
                chance *= 1 - IN_TIME if is_late else IN_TIME
            if not is_late:
                racing.append((seat, answer))
        orders = list(permutations(racing))
        for order in orders:
            yield from _in_order(order, chance / len(orders))


def _in_order(order: Sequence[tuple[int, dict[Action, float]]], chance: float) -> Iterator[Outcome]:
    for seat, answer in order:
        for action, likely in answer.items():
            if action != PASS and likely:
                yield chance * likely, (seat, action)
        chance *= answer.get(PASS, 0.0)
    yield chance, None


def _after(
    hand: Hand, public: int, seen: SeatView, action: Action, policy: Policy, left: Budget
) -> Iterator[tuple[float, Hand]]:
    """How the hand may end once the seat does ``action``."""
    twin = hand.copy()
    if action == PASS and twin.phase is not CHANCE:
        yield from _ends(twin, public, policy, left, 1.0, {seen.seat: (seen.seat, PASS)})
        return
    if twin.phase is SLAP and not isinstance(action, Slap):
        twin.close_slap()
    if isinstance(action, Take) and seen.after_pass:
        twin.is_claim_open = True
    twin.play_by(seen.seat, action)
    yield from _ends(twin, public | shown_by(twin, action), policy, left, 1.0)


def _ends(
    hand: Hand,
    public: int,
    policy: Policy,
    left: Budget,
    chance: float,
    fixed: dict[int, tuple[int, Action]] | None = None,
) -> Iterator[tuple[float, Hand]]:
    left.spend()
    if hand.phase is OVER:
        yield chance, hand
        return
    for before, outcome in _windows(hand, public, policy, fixed=fixed):
        if not before:
            continue
        if outcome is not None:
            twin = hand.copy()
            twin.is_claim_open = outcome[1] == TAKE
            twin.play_by(*outcome)
            shown = public | shown_by(twin, outcome[1])
            yield from _ends(twin, shown, policy, left, chance * before)
            continue
        if hand.phase is SLAP:
            twin = hand.copy()
            twin.close_slap()
            yield from _ends(twin, public, policy, left, chance * before)
            continue
        may = hand.legal()
        options = policy.chances(hand, hand.turn, may, public) if len(may) > 1 else [(may[0], 1.0)]
        for action, likely in options:
            twin = hand.copy()
            twin.play(action)
            shown = public | shown_by(twin, action)
            yield from _ends(twin, shown, policy, left, chance * before * likely)
