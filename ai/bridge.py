"""Translate between the engine and the kernel: rule sets, cards, actions, hands.

The kernel does not depend on ``game``; all conversions between the two are here.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from ai.kernel import KernelError
from ai.kernel import hands as kernel
from game.rules.actions import (
    DECLARE,
    DONE,
    DRAW,
    DROP,
    PASS,
    STOP,
    TAKE,
    Action,
    Discard,
    Draw,
    Hit,
    Slap,
    Spread,
    Take,
    cards_played,
)
from game.rules.cards import JOKERS, STANDARD_PACK, SUITS, Card
from game.rules.hand import Hand
from game.rules.naturals import TIES
from game.rules.phases import Phase
from game.rules.record import HandRecord, RecordedResult
from game.rules.results import SideBets
from game.rules.ruleset import OPTIONS, RULE_SETS_KEPT, SHARE_CODE_KEYS, RuleError, RuleSet
from game.rules.spreads import SELVES_LEAST, TableSpread
from game.rules.value_types import Letters, OneOf, WholeOr, allowed_is
from game.rules.view import SeatView

CARDS: Final[tuple[Card, ...]] = (*STANDARD_PACK, *JOKERS)
"""All cards, indexed by their number in the kernel."""
NUMBERS: Final = {card: number for number, card in enumerate(CARDS)}
LARGEST: Final = 1_000_000_000
"""``TONK_MOST_STAKES``: the kernel cannot play rule sets that pay more."""

_BARE: Final[dict[Action, int]] = {
    DROP: kernel.DROP,
    DRAW: kernel.DRAW,
    TAKE: kernel.TAKE,
    STOP: kernel.STOP,
    DONE: kernel.DONE,
    DECLARE: kernel.DECLARE,
    PASS: kernel.PASS,
}
_BARE_BACK: Final = {number: action for action, number in _BARE.items()}

# Rule sets.


def rule_numbers(rules: RuleSet) -> list[int]:
    """Return the keys of a rule set as ``tonk_rules`` wants them, then its naturals."""
    keys = [_key_number(key, getattr(rules, key)) for key in SHARE_CODE_KEYS if key != "naturals"]
    naturals = [number for entry in _naturals(rules) for number in entry]
    return [*keys, len(rules.naturals), *naturals]


def _key_number(key: str, value: Any) -> int:  # noqa: ANN401 - a rule set has checked it
    match OPTIONS[key].values:
        case Letters(of):
            return sum(1 << of.index(letter) for letter in value)
        case OneOf(words):
            return words.index(value)
        case WholeOr(least, _, word) if value == word:
            return min(0, least - 1)
        case _:
            # The kernel, which plays hands alone, does not use these: they may be any number.
            is_of_session = key in ("stake", "push_up_target", "big_one")
            return min(value, LARGEST) if is_of_session else int(value)


def _naturals(rules: RuleSet) -> Iterator[tuple[int, ...]]:
    # Only the order of ranks matters, and no hand counts as much as the largest numbers.
    order = sorted({entry.rank for entry in rules.naturals})
    return (
        (
            1 + ("count", "at_most", "all_faces").index(entry.match),
            min(entry.value, LARGEST),
            entry.pays,
            order.index(entry.rank),
            int(entry.low_wins),
            int(entry.when == "turn"),
            int(entry.open),
            0 if entry.tie is None else 1 + TIES.index(entry.tie),
        )
        for entry in rules.naturals
    )


@lru_cache(maxsize=RULE_SETS_KEPT * 2)
def kernel_rules(rules: RuleSet) -> kernel.Rules:
    """Return a rule set in the kernel; raise ``KernelError``, with a line for players, where it
    cannot play by these rules: more than ``LARGEST`` is paid, or there are too many naturals.
    """
    for key, value in rules.differences(rules.paying_at_most(LARGEST)).items():
        paid, place = value, ""
        if key == "naturals":
            entries = enumerate(rules.naturals, start=1)
            number, paid = next((at, each.pays) for at, each in entries if each.pays > LARGEST)
            place = f"entry {number}, pays"
        raise KernelError(str(RuleError(key, paid, allowed_is(f"at most {LARGEST}"), place)))
    try:
        return kernel.Rules(rule_numbers(rules))
    except kernel.KernelRefusedError as error:
        if error.name != "TONK_TOO_MANY_NATURALS":
            raise
        many = len(rules.naturals)
        raise KernelError(f"naturals: {many} entries; expected fewer that may win") from None


# Cards and actions.


def numbers_of(cards: Iterable[Card]) -> list[int]:
    """Return the kernel's numbers of some cards."""
    return [NUMBERS[card] for card in cards]


def cards_of(numbers: Iterable[int]) -> tuple[Card, ...]:
    """Return the cards with these numbers."""
    return tuple(CARDS[number] for number in numbers)


def kernel_action(rules: RuleSet, action: Action) -> kernel.Action:
    """Return an action as the kernel takes it; raise ``ValueError`` if its cards do not fit it."""
    bit = kernel_rules(rules).bit
    match action:
        case Spread():
            return _spread(rules, action)
        case Hit(card, spread, stands_for):
            place = rules.ranks.find(stands_for) if stands_for else kernel.ITSELF
            if place < 0 or spread < 0:
                raise ValueError(action)
            return kernel.Action(
                type=kernel.HIT, card=_bit(bit, card), spread=min(spread, 255), place=place
            )
        case Discard(card):
            return kernel.Action(type=kernel.DISCARD, card=_bit(bit, card))
        case Slap(_, spread, discard):
            card_after = kernel.NO_CARD if discard is None else _bit(bit, discard)
            if spread < 0:
                raise ValueError(action)
            return kernel.Action(type=kernel.SLAP, card=card_after, spread=min(spread, 255))
        case _:
            return kernel.Action(type=_BARE[action])


def _bit(bits: dict[int, int], card: Card) -> int:
    number = NUMBERS.get(card, -1)
    if number not in bits:
        raise ValueError(card)
    return bits[number]


def _spread(rules: RuleSet, spread: Spread) -> kernel.Action:
    named, made = dict(spread.wild), kernel_rules(rules)
    ranks = [named.get(card, card[0]) for card in spread.cards]
    if len(set(spread.cards)) < len(spread.cards) or not set(ranks) <= set(rules.ranks):
        raise ValueError(spread)
    if any(not rules.is_wild(card) or card not in spread.cards for card in named):
        raise ValueError(spread)
    if len(spread.cards) - len(named) < SELVES_LEAST:
        raise ValueError(spread)
    cards = sum(1 << _bit(made.bit, card) for card in spread.cards)
    places = sorted(rules.ranks.index(rank) for rank in ranks)
    if len(set(places)) == 1:
        if any(card[0] == rank for card, rank in spread.wild):
            raise ValueError(spread)
        low = high = places[0]
        return kernel.Action(type=kernel.SPREAD, cards=cards, kind=kernel.BOOK, low=low, high=high)
    suits = {card[1] for card in spread.cards if card not in named}
    if len(suits) != 1 or len(set(places)) < len(places):
        raise ValueError(spread)
    if any(card == rank + min(suits) for card, rank in spread.wild):
        raise ValueError(spread)
    low, high = places[0], places[-1]
    if high - low >= len(places):
        low, high = places[1], len(rules.ranks)  # up to an ace above the others
    suit = rules.suits.index(suits.pop())
    return kernel.Action(
        type=kernel.SPREAD, cards=cards, kind=kernel.RUN, suit=suit, low=low, high=high
    )


def engine_action(rules: RuleSet, seat: int, action: kernel.Action) -> Action:
    """Return an action of the kernel as the engine's. Wild cards of a spread, twos first, stand for
    the ranks its other cards leave open.
    """
    made = kernel_rules(rules)
    match action.type:
        case kernel.SPREAD:
            return _laid(rules, action)
        case kernel.HIT:
            stands_for = "" if action.place == kernel.ITSELF else _rank(rules, action.place)
            return Hit(CARDS[made.number[action.card]], action.spread, stands_for)
        case kernel.DISCARD:
            return Discard(CARDS[made.number[action.card]])
        case kernel.SLAP:
            no_card = action.card == kernel.NO_CARD
            discard = None if no_card else CARDS[made.number[action.card]]
            return Slap(seat, action.spread, discard)
        case bare:
            return _BARE_BACK[bare]


def _rank(rules: RuleSet, place: int) -> str:
    return (rules.ranks + "A")[place]


def _laid(rules: RuleSet, action: kernel.Action) -> Spread:
    cards = cards_of(kernel_rules(rules).numbers(action.cards))
    rank, wild = _rank(rules, action.low), tuple[tuple[Card, str], ...]()
    if action.kind == kernel.BOOK:
        selves = [card for card in cards if card[0] == rank]
        others = [card for card in cards if card[0] != rank]
        wild = tuple((card, rank) for card in others)
        return Spread((*selves, *others), wild)
    suit = rules.suits[action.suit]
    line = [_rank(rules, place) for place in range(action.low, action.high + 1)]
    spare = iter([card for card in cards if card[1] != suit or card[0] not in line])
    laid = []
    for rank in line:
        card = rank + suit
        if card not in cards:
            card = next(spare)
            wild = (*wild, (card, rank))
        laid.append(card)
    return Spread(tuple(laid), wild)


# Hands.


def kernel_bets(bets: SideBets) -> kernel.Bets:
    """Return who joined which side bet."""
    high, natural = bets.high_suit, bets.natural
    most = 10**15  # stakes in a pot: the kernel adds them up in 64 bits
    return kernel.Bets(
        high_suit=SUITS.index(high.suit) if high else -1,
        high_joined=sum(1 << seat for seat in high.joined) if high else 0,
        natural_joined=sum(1 << seat for seat in natural.joined) if natural else 0,
        high_pot=min(high.pot, most) if high else -1,
        natural_pot=min(natural.pot, most) if natural else -1,
    )


def deal(
    rules: RuleSet,
    seats: int,
    dealer: int,
    deck: Sequence[Card],
    *,
    big_one: bool = False,
    bets: SideBets | None = None,
    trusted: bool = False,
) -> kernel.KernelHand:
    """Deal a hand in the kernel, as ``Hand.deal``; ``trusted`` skips the check for naturals."""
    hand = kernel.KernelHand.deal(
        kernel_rules(rules), seats, dealer, numbers_of(deck), trusted=trusted
    )
    if big_one:
        hand.make_big_one()
    if bets is not None:
        hand.bet(kernel_bets(bets))
    return hand


def position_of(hand: Hand) -> kernel.KernelPosition:
    """Return the position of an engine's hand, with all its cards."""
    position = _position(hand, hand.spreads, hand.is_big_one, hand.waits)
    for seat in range(hand.seats):
        position.hands[seat] = _set(hand.hands[seat])
        position.sizes[seat] = len(hand.hands[seat])
        position.dealt[seat] = _set(hand.dealt[seat])
    position.pile_size, position.stock_size = len(hand.pile), len(hand.stock)
    position.pile[: len(hand.pile)] = numbers_of(hand.pile)
    position.stock[: len(hand.stock)] = numbers_of(hand.stock)
    position.idle_turns, position.is_idle = hand.idle_turns, hand.is_idle
    position.has_hit, position.is_blocked = hand.has_hit, hand.is_blocked
    position.discarder = hand.discarder if hand.is_slappable else -1
    position.natural_pot_winner = -1 if hand.natural_pot_winner is None else hand.natural_pot_winner
    for seat, standing in enumerate(hand.standings):
        position.was_hit |= standing.was_hit << seat
        position.hit_own |= standing.has_hit_own << seat
        position.hit_others |= standing.has_hit_others << seat
    for lay in hand.lays:
        bit = 1 << lay.seat
        position.hitters |= bit * lay.is_hit
        position.other_hitters |= bit * (lay.owner != lay.seat)
        position.last_spread = position.last_spread & ~bit | bit * (not lay.is_hit)
    return position


def position_seen(view: SeatView) -> kernel.KernelPosition:
    """Return the position of a hand that was set up, as far as the seat sees it.

    Facts that the view lacks are taken as false: who has hit before, and since whose last turn.
    """
    position = _position(view, view.spreads, view.is_big_one, view.waits)
    taken = _taken(view)
    for seat in range(view.seats):
        own = view.hand if seat == view.seat else tuple(taken[seat])
        position.hands[seat], position.sizes[seat] = _set(own), view.sizes[seat]
        position.known[seat] = _set(taken[seat])
    position.dealt[view.seat] = _set(view.dealt)
    position.pile_size, position.stock_size = view.pile_size, view.stock_size
    for row in (position.pile, position.stock):
        for at in range(len(row)):
            row[at] = kernel.NO_CARD
    if view.top is not None:
        position.pile[view.pile_size - 1] = NUMBERS[view.top]
    laid = [isinstance(move.action, Spread | Hit) for move in view.moves[-1:]]
    position.is_idle = view.taken is not None and not any(laid)
    position.is_blocked = view.seat in view.blocked and view.phase is Phase.LAY
    may_slap = any(isinstance(action, Slap) for action in view.legal)
    last = (view.seat + 1) % view.seats if not view.moves else view.moves[-1].seat
    position.discarder = last if may_slap else -1
    position.natural_pot_winner = -1
    return position


def _position(
    shown: Hand | SeatView, spreads: Sequence[TableSpread], big_one: bool, waits: Sequence[int]
) -> kernel.KernelPosition:
    """Return the public part of a position."""
    rules = shown.rules
    position = kernel.KernelPosition(
        seats=shown.seats,
        dealer=shown.dealer,
        turns=shown.turns,
        phase=shown.phase,
        is_big_one=big_one,
        taken=-1 if shown.taken is None else NUMBERS[shown.taken],
        must_use=shown.must_use is not None,
        bets=kernel_bets(shown.bets),
        n_spreads=len(spreads),
        ender=-1,
    )
    for seat, wait in enumerate(waits):
        position.waits[seat] = wait
    for at, spread in enumerate(spreads):
        position.spreads[at] = kernel.KernelSpread(
            cards=_set(spread.cards),
            kind=kernel.RUN if spread.kind == "run" else kernel.BOOK,
            suit=rules.suits.index(spread.suit) if spread.suit else 0,
            low=spread.low,
            high=spread.high if spread.kind == "run" else spread.low,
            owner=spread.owner,
            buried=spread.buried,
        )
    if shown.finish is not None:
        position.ending = kernel.ENDINGS.index(shown.finish.ending.value)
        position.ender = -1 if shown.finish.seat is None else shown.finish.seat
        position.pays = shown.finish.stakes
    position.n_chances = len(shown.chances)
    for at, seat in enumerate(shown.chances):
        position.chances[at] = seat
    return position


def _set(cards: Iterable[Card]) -> int:
    return sum(1 << NUMBERS[card] for card in cards)


def hand_of(view: SeatView) -> kernel.KernelHand:
    """Return a hand in the kernel that shows ``view.seat`` what it sees; hidden cards lie anywhere.

    Who is asked out of turn is as the view says: with a pass among what is legal the seat itself,
    then the others that may act.
    """
    if view.is_set_up:
        hand = kernel.KernelHand.set_up(kernel_rules(view.rules), position_seen(view))
        if view.phase in (Phase.START, Phase.SLAP):
            _open_window(hand, view)
        return hand
    hand = deal(
        view.rules,
        view.seats,
        view.dealer,
        deck_of(view),
        big_one=view.is_big_one,
        bets=view.bets,
        trusted=True,
    )
    for move in view.moves:
        hand.play(move.seat, kernel_action(view.rules, move.action), trusted=True)
    if view.phase is not Phase.SLAP and hand.state.phase == kernel.SLAPS:
        hand.close_slaps()
    if view.must_use and hand.state.must_use < 0:
        hand.claimed()
    if view.phase in (Phase.START, Phase.SLAP):
        _open_window(hand, view)
    return hand


def _open_window(hand: kernel.KernelHand, view: SeatView) -> None:
    may_slap = any(isinstance(action, Slap) for action in view.legal)
    # A last chance to lay ends by a pass too; then slaps come after it.
    is_asked = view.legal[-1:] == (PASS,) and (may_slap or not view.chances)
    if is_asked and view.after_pass:
        hand.open_window()
    elif is_asked:
        hand.ask([view.seat, *(seat for seat in view.may_act if seat != view.seat)])
    elif view.seat == view.turn and view.phase is Phase.START and not may_slap:
        hand.ask([])  # nobody has acted out of turn, or nobody may


def deck_of(view: SeatView) -> tuple[Card, ...]:
    """Return a whole deck that leads to what the view shows, worked out backwards; cards that the
    seat has not seen are in the order of the pack wherever they fit.
    """
    if view.result is not None:
        raise ValueError("the hand is over")
    held, stock = _held_now(view)
    drawn: list[Card] = []
    taken = [*_taken_through(view)][: len(view.moves)]  # before each move
    for move, by_seat in zip(reversed(view.moves), reversed(taken), strict=True):
        had = by_seat[move.seat]
        own = held[move.seat]
        match move.action:
            case Draw():
                unseen = (card for card in reversed(own) if card not in had)
                drawn.append(move.card or next(unseen, own[-1]))
                own.remove(drawn[-1])
            case Take():
                own.remove(move.card or "")
            case action:
                own += cards_played(action)
    around = [held[(view.dealer + place) % view.seats] for place in range(1, view.seats + 1)]
    dealt = [card for turn in zip(*around, strict=True) for card in turn]
    upcard = () if view.upcard is None else (view.upcard,)
    return (*dealt, *upcard, *reversed(drawn), *stock)


def _held_now(view: SeatView) -> tuple[list[list[Card]], list[Card]]:
    """Return each seat's known cards, filled up with other cards, and the stock."""
    held = [sorted(cards, key=NUMBERS.__getitem__) for cards in _taken(view)]
    held[view.seat] = list(view.hand)
    gone = {card for move in view.moves for card in cards_played(move.action)}
    gone |= {move.card for move in view.moves if isinstance(move.action, Take) and move.card}
    seen = gone.union(*held) | ({view.upcard} if view.upcard else set())
    unseen = [card for card in view.rules.pack() if card not in seen]
    for size, own in zip(view.sizes, held, strict=True):
        lacking = size - len(own)
        own.extend(unseen[:lacking])
        del unseen[:lacking]
    return held, unseen


def _taken(view: SeatView) -> tuple[frozenset[Card], ...]:
    """Return what each seat was seen to take and still holds."""
    return list(_taken_through(view))[-1]


def _taken_through(view: SeatView) -> Iterator[tuple[frozenset[Card], ...]]:
    """Return the cards each seat was seen to take and still holds, before each move and after the
    last.
    """
    taken: list[frozenset[Card]] = [frozenset()] * view.seats
    yield tuple(taken)
    for move in view.moves:
        taken[move.seat] = taken[move.seat].difference(cards_played(move.action))
        if isinstance(move.action, Take) and move.card is not None:
            taken[move.seat] |= {move.card}
        yield tuple(taken)


def factor_of_results(rules: RuleSet, seats: int) -> int:
    """Return by how much the kernel multiplies results, so that those of a push-up, means of the
    other seats, are whole numbers.
    """
    return seats - 1 if rules.is_push_up else 1


# Records.


def replayed(record: HandRecord) -> RecordedResult | None:
    """Return the result of a record's hand, None if it does not end; much faster than
    ``game.rules.record.replay``, which says what is wrong. Raise ``ValueError`` for a wrong action.
    """
    rules, seats = record.rules, len(record.seats)
    hand = deal(rules, seats, record.dealer, record.deck, big_one=record.big_one, bets=record.bets)
    lines = "\n".join(action.replace("\n", "?") or "?" for action in record.actions)
    played, error = hand.replay(lines.encode("utf-8", "replace"))
    if error:
        raise ValueError(f'action {played + 1} "{record.actions[played]}"')
    return outcome(hand, seats)


def outcome(hand: kernel.KernelHand, seats: int) -> RecordedResult | None:
    """Return the result of a hand in the form of a record, None if the hand is unfinished."""
    if hand.actor >= 0 or hand.state.phase != kernel.OVER:
        return None
    told = hand.settle()
    return RecordedResult(
        kernel.ENDINGS[told.ending],
        tuple(kernel.members(told.winners)),
        tuple(told.counts[:seats]),
        tuple(told.payments[:seats]),
        tuple(told.side_payments[:seats]),
    )
