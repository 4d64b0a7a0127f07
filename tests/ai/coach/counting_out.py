"""What an action is truly worth, counted out: every deck, every chance, every line of play.

Nothing here knows how the kernel samples. A deck is tried by dealing it and making the moves that
were seen, refused where one is illegal or shows another card; what the others did weighs it by the
chances of the plain player, as ``ai.plain`` says them. Only packs of few cards can be counted out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from math import factorial

from ai.coach.hand_review import worth
from ai.coach.worlds import IN_TIME as IN_TIME_OF_1000
from ai.drops.tables import thresholds_for
from ai.plain import weights
from ai.profile import Profile
from game.rules.actions import PASS, TAKE, Action, Draw, Slap, Take
from game.rules.cards import Card
from game.rules.claim_window import ClaimWindow, may_open
from game.rules.hand import Hand
from game.rules.phases import CHANCE, LAY, OVER, SLAP, START
from game.rules.view import SeatView, view

Outcome = tuple[float, tuple[int, Action] | None]
IN_TIME = IN_TIME_OF_1000 / 1000


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
    seen: SeatView, actions: Sequence[Action], player: Profile, trust: float, budget: int
) -> tuple[list[float], list[bool]]:
    """The expected stakes of each action, and whether its results differ at all.

    ``TooManyError`` where that takes more than ``budget`` positions.
    """
    left = Budget(budget)
    whole, totals = 0.0, [0.0] * len(actions)
    results: list[set[float]] = [set() for _ in actions]
    for deck in _decks(seen):
        left.spend()
        found = _replayed(seen, deck, player, trust)
        if found is None:
            continue
        hand, weight = found
        whole += weight
        for place, action in enumerate(actions):
            for chance, end in _after(hand, seen, action, player, left):
                assert end.result is not None
                brings = worth(seen.rules, end.result, seen.seat)
                totals[place] += weight * chance * brings
                results[place].add(brings)
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
    seen: SeatView, deck: Sequence[Card], player: Profile, trust: float
) -> tuple[Hand, float] | None:
    """The hand as it stands on this deck, and how likely the moves were."""
    hand = Hand.deal(seen.rules, seen.seats, seen.dealer, deck, bets=seen.bets)
    if hand.result is not None:
        return None
    weight = 1.0
    for move in seen.moves:
        weight *= _chance_of(hand, move.seat, move.action, seen.seat, player, trust)
        if not weight or (hand.phase is not SLAP and hand.why_illegal(move.seat, move.action)):
            return None
        hand.act(move.seat, move.action)
        if hand.log[-1].card != move.card and move.card is not None:
            return None
    if seen.phase is not hand.phase:
        hand.close_slap()
    if seen.must_use and not hand.must_use:
        hand.must_use = hand.taken
    asked = view(hand, seen.seat)
    assert (asked.hand, asked.sizes, asked.top) == (seen.hand, seen.sizes, seen.top)
    return hand, weight


def chances(hand: Hand, seat: int, may: Sequence[Action], player: Profile) -> dict[Action, float]:
    """How likely the plain player does what."""
    if len(may) == 1:
        return {may[0]: 1.0}
    seen = replace(view(hand, seat), legal=tuple(may), may_act=(seat,))
    if seat == hand.turn and tuple(may) == (TAKE, PASS):
        seen = replace(seen, after_pass=tuple(hand.legal()))
    weighed = weights(seen, player, thresholds_for(hand.rules, hand.seats))
    return {action: weight / sum(weighed.values()) for action, weight in weighed.items()}


def _chance(
    hand: Hand, seat: int, may: Sequence[Action], player: Profile, trust: float
) -> dict[Action, float]:
    if len(may) == 1:
        return {may[0]: 1.0}
    found = dict.fromkeys(may, (1 - trust) / len(may))
    for action, chance in chances(hand, seat, may, player).items():
        found[action] += trust * chance
    return found


def _chance_of(
    hand: Hand, seat: int, action: Action, own: int, player: Profile, trust: float
) -> float:
    """How likely the move was; what the seat itself did says nothing."""
    found = 0.0
    for before, outcome in _windows(hand, player, trust, {own: (seat, action)}):
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
                found += before * _chance(twin, seat, may, player, trust)[action]
    return found


def _windows(
    hand: Hand,
    player: Profile,
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
    window = ClaimWindow(hand)
    hand.is_claim_open = False
    claimed = 0.0
    if window.claimer is not None and window.claimer not in fixed:
        may: tuple[Action, ...] = (TAKE, PASS)
        claimed = _chance(hand, window.claimer, may, player, trust)[TAKE]
        yield claimed, (window.claimer, TAKE)
    each = []
    for seat in window.order:
        may = (*window.options(seat), PASS)
        if seat not in fixed:
            each.append((seat, _chance(hand, seat, may, player, trust)))
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
    hand: Hand, seen: SeatView, action: Action, player: Profile, left: Budget
) -> Iterator[tuple[float, Hand]]:
    """How the hand may end once the seat does ``action``."""
    twin = hand.copy()
    if action == PASS and twin.phase is not CHANCE:
        yield from _ends(twin, player, left, 1.0, {seen.seat: (seen.seat, PASS)})
        return
    if twin.phase is SLAP and not isinstance(action, Slap):
        twin.close_slap()
    if isinstance(action, Take) and seen.after_pass:
        twin.is_claim_open = True
    twin.act(seen.seat, action)
    yield from _ends(twin, player, left, 1.0)


def _ends(
    hand: Hand,
    player: Profile,
    left: Budget,
    chance: float,
    fixed: dict[int, tuple[int, Action]] | None = None,
) -> Iterator[tuple[float, Hand]]:
    left.spend()
    if hand.phase is OVER:
        yield chance, hand
        return
    for before, outcome in _windows(hand, player, fixed=fixed):
        if not before:
            continue
        if outcome is not None:
            twin = hand.copy()
            twin.is_claim_open = outcome[1] == TAKE
            twin.act(*outcome)
            yield from _ends(twin, player, left, chance * before)
            continue
        if hand.phase is SLAP:
            twin = hand.copy()
            twin.close_slap()
            yield from _ends(twin, player, left, chance * before)
            continue
        may = hand.legal()
        for action, likely in chances(hand, hand.turn, may, player).items():
            twin = hand.copy()
            twin.act(hand.turn, action)
            yield from _ends(twin, player, left, chance * before * likely)
