"""Checks of the engine's invariants, valid at any point of a hand under any rules.

A failed check raises ``CheckFailedError``, with what it found.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice, product
from random import Random
from typing import TYPE_CHECKING, Final

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
)
from game.rules.cards import JOKERS, STANDARD_PACK, Card, in_order
from game.rules.phases import Phase
from game.rules.results import Ending
from game.rules.settlement import height, high_suit_card
from game.rules.spreads import read_spread

if TYPE_CHECKING:
    from game.rules.hand import Hand
    from game.rules.results import HighSuitBet, Result


# -- Every action that can be named, to compare with the list of legal ones -----------------------
# Spreads with wild cards can be named in too many ways: at most two wild cards are named here,
# among at most four cards. Everything else is complete.

_BARE: Final[tuple[Action, ...]] = (DROP, DECLARE, DRAW, TAKE, STOP, DONE, PASS)
_NAMED_MOST: Final = 2
_WITH_NAMES_MOST: Final = 4
_NOT_HELD: Final = 3
_SPREADS_NAMED: Final = 3


def nameable(hand: "Hand", seat: int) -> Iterator[Action]:
    """Yield every action that ``seat`` could name, legal or not."""
    held = hand.cards_of(seat)
    yield from _BARE
    others = (card for card in hand.rules.pack() if card not in held)
    yield from (Discard(card) for card in (*held, *islice(others, _NOT_HELD)))
    yield from _hits(hand, held)
    yield from _spreads(hand, held)
    for number in range(len(hand.spreads) + 1):
        yield from (Slap(seat, number, card) for card in (None, *held))


def _hits(hand: "Hand", held: tuple[Card, ...]) -> Iterator[Hit]:
    names = ("", *hand.rules.ranks)
    for card, number in product(held, range(len(hand.spreads) + 1)):
        yield from (Hit(card, number, name) for name in names)


def _spreads(hand: "Hand", held: tuple[Card, ...]) -> Iterator[Spread]:
    wilds = {card for card in held if hand.rules.is_wild(card)}
    for size in range(1, len(held) + 1):
        for cards in combinations(held, size):
            yield Spread(cards)
            if size <= _WITH_NAMES_MOST:
                mine = tuple(card for card in cards if card in wilds)
                yield from (Spread(cards, names) for names in _names(hand.rules.ranks, mine))


def _names(ranks: str, wilds: tuple[Card, ...]) -> Iterator[tuple[tuple[Card, str], ...]]:
    for count in range(1, min(_NAMED_MOST, len(wilds)) + 1):
        for named in combinations(wilds, count):
            for given in product(ranks, repeat=count):
                yield tuple(zip(named, given, strict=True))


def is_in_space(action: Action) -> bool:
    """Return whether ``nameable`` yields this action or an equivalent one."""
    if not isinstance(action, Spread) or not action.wild:
        return True
    return len(action.cards) <= _WITH_NAMES_MOST and len(action.wild) <= _NAMED_MOST


def essence(hand: "Hand", action: Action) -> object:
    """Return a value that is equal for equivalent actions.

    Spreads are equivalent if they differ only in which wild card fills which place.
    """
    match action:
        case Spread():
            laid = read_spread(hand.rules, action)
            if laid is None:
                return action
            return laid.kind, laid.suit, laid.low, laid.stands_for, frozenset(action.cards)
        case _:
            return action


def impossible(hand: "Hand") -> Iterator[tuple[int, Action]]:
    """Yield actions that are never legal: of seats, spreads and cards that do not exist.

    A record can hold all of them except those with negative numbers.
    """
    here, held = hand.turn, hand.cards_of(hand.turn)
    some, spreads = held[:1], len(hand.spreads)
    numbers = (*range(min(spreads, _SPREADS_NAMED)), *_beyond(spreads))
    for seat in _beyond(hand.seats):
        yield from ((seat, action) for action in _BARE)
        yield from ((seat, Discard(card)) for card in some)
        yield from ((seat, Hit(card, number)) for card in some for number in numbers)
        yield from (
            (seat, Slap(seat, number, card)) for number in numbers for card in (None, *some)
        )
    for number in _beyond(spreads):
        yield from ((here, Slap(here, number, card)) for card in (None, *some))
        yield from ((here, Hit(card, number)) for card in some)
    for card in _cards_of_no_pack(hand):
        yield here, Discard(card)
        yield here, Spread((*held, card))
        yield from ((here, Hit(card, number)) for number in numbers)
        yield from ((here, Slap(here, number, card)) for number in numbers)


def _beyond(count: int) -> tuple[int, ...]:
    """Return numbers outside ``range(count)``."""
    return count, 9999, -1


def _cards_of_no_pack(hand: "Hand") -> list[Card]:
    """Return a few cards that the pack of this hand lacks."""
    pack = hand.rules.pack()
    return [card for card in (*reversed(JOKERS), *STANDARD_PACK) if card not in pack][:_NOT_HELD]


# -- Deals that look to a seat like the real one --------------------------------------------------


def other_deal(hand: "Hand", other: int, dice: Random) -> Sequence["Card"]:
    """Draw cards that ``other`` might have been dealt, as far as the other seats know."""
    bet = hand.bets.high_suit
    if bet is None or other not in bet.joined:
        return dice.sample(hand.rules.pack(), len(hand.dealt[0]))
    lies, played = high_suit_card(hand, other, bet.suit), _played(hand, other)
    if lies is None:
        return dice.sample(_below(hand, bet, -1), len(hand.dealt[0]))
    if hand.rules.high_suit_bet == "spades" or lies in played:
        return _with_highest(hand, bet, lies, dice)
    tries = [card for card in hand.rules.pack() if card[1] == bet.suit and card not in played]
    enough = len(hand.dealt[0]) - 1
    tries = [card for card in tries if len(_below(hand, bet, height(hand, card))) >= enough]
    return _with_highest(hand, bet, dice.choice(tries), dice)


def _with_highest(hand: "Hand", bet: "HighSuitBet", card: "Card", dice: Random) -> Sequence["Card"]:
    lower = _below(hand, bet, height(hand, card))
    return [card, *dice.sample(lower, len(hand.dealt[0]) - 1)]


def _below(hand: "Hand", bet: "HighSuitBet", most: int) -> list["Card"]:
    """Return the pack without cards of the bet's suit whose height is ``most`` or more."""
    cards = hand.rules.pack()
    return [card for card in cards if card[1] != bet.suit or height(hand, card) < most]


def _played(hand: "Hand", seat: int) -> set["Card"]:
    """Return the cards that a seat has laid or discarded so far."""
    found: set[Card] = set()
    for action in (move.action for move in hand.log if move.seat == seat):
        match action:
            case Spread(cards=cards):
                found.update(cards)
            case Hit(card=card) | Discard(card=card) | Slap(discard=str(card)):
                found.add(card)
            case _:
                pass
    return found


# -- The checks -----------------------------------------------------------------------------------

_NAMES: Final = ("Ann", "Bob", "Cyd", "Dee", "Eve", "Fay")


class CheckFailedError(AssertionError):
    """Raised if an invariant of the engine is violated."""


def check_cards(hand: "Hand") -> None:
    """Check that hands, pile, spreads and stock make up the pack, each card once."""
    laid = [card for spread in hand.spreads for card in spread.cards]
    held = [card for cards in hand.hands for card in cards]
    if sorted([*held, *laid, *hand.pile, *hand.stock]) != sorted(hand.rules.pack()):
        raise CheckFailedError("a card is lost or doubled")


def check_actors(hand: "Hand", choices: list[tuple[int, Action]]) -> None:
    """Check that exactly the seats that may act have legal actions, and that none of them is
    refused.
    """
    able = {seat for seat, _ in choices}
    if set(hand.may_act()) != able:
        raise CheckFailedError(f"may act {hand.may_act()}, have legal actions {sorted(able)}")
    if not able:
        raise CheckFailedError("nobody can act, yet the hand is not over")
    for seat, action in choices:
        reason = hand.why_illegal(seat, action)
        if reason:
            raise CheckFailedError(f"{seat} {action} is listed as legal, yet: {reason}")


def check_others_refused(hand: "Hand", choices: list[tuple[int, Action]]) -> None:
    """Check that a seat that may not act is refused every action that another may take."""
    able = {seat for seat, _ in choices}
    for seat in set(range(hand.seats)) - able:
        if not all(hand.why_illegal(seat, action) for _, action in choices):
            raise CheckFailedError(f"seat {seat} may not act, yet is not refused")
    if any(not hand.why_illegal(seat - 1, Slap(seat, 0)) for seat in range(hand.seats)):
        raise CheckFailedError("a seat may slap in another's name")


def check_impossible(hand: "Hand") -> None:
    """Check that impossible actions are refused without an exception."""
    for seat, action in impossible(hand):
        if not hand.why_illegal(seat, action):
            raise CheckFailedError(f"there is no such thing, yet {seat} {action} is allowed")


def check_space(hand: "Hand", seat: int, choices: list[tuple[int, Action]]) -> None:
    """Check that ``legal`` and ``why_illegal`` agree on every action that ``seat`` could name."""
    mine = [action for actor, action in choices if actor == seat and is_in_space(action)]
    allowed = [action for action in nameable(hand, seat) if not hand.why_illegal(seat, action)]
    listed = {essence(hand, action) for action in mine}
    not_listed = [action for action in allowed if essence(hand, action) not in listed]
    if not_listed:
        raise CheckFailedError(f"seat {seat}: {not_listed[0]} is not refused, yet not listed")
    unknown = listed - {essence(hand, action) for action in allowed}
    if unknown:
        raise CheckFailedError(f"seat {seat}: {unknown} is listed, yet nothing of the kind allowed")


def check_hidden(hand: "Hand", seat: int, dice: Random) -> None:
    """Check that permuting all cards hidden from ``seat`` does not change its view."""
    from game.rules.view import view

    seen = view(hand, seat)
    if seen.hand != hand.cards_of(seat) or any(seen.shown):
        raise CheckFailedError(f"seat {seat} does not see its own hand alone")
    if view(_with_other_secrets(hand, seat, dice), seat) != seen:
        raise CheckFailedError(f"seat {seat} sees what it may not")


def _with_other_secrets(hand: "Hand", seat: int, dice: Random) -> "Hand":
    from game.rules.state import Move

    others = [other for other in range(hand.seats) if other != seat]
    hidden = list(hand.stock)
    hidden += [card for other in others for card in hand.cards_of(other)]
    dice.shuffle(hidden)
    twin = hand.copy()
    twin.deck = tuple(dice.sample(hand.deck, len(hand.deck)))
    twin.stock, rest = hidden[: hand.stock_size], hidden[hand.stock_size :]
    dealt = list(hand.dealt)
    for other in others:
        size = hand.size(other)
        twin.hands[other], rest = rest[:size], rest[size:]
        dealt[other] = in_order(other_deal(hand, other, dice))
    twin.dealt = tuple(dealt)
    twin.log = [
        Move(move.seat, move.action, "hidden")
        if isinstance(move.action, Draw) and move.seat != seat
        else move
        for move in hand.log
    ]
    return twin


def _whole(hand: "Hand") -> list[object]:
    """Return copies of everything that a move may change."""
    cards = [*(held[:] for held in hand.hands), hand.stock[:], hand.pile[:]]
    table = hand.spreads[:], hand.lays[:], hand.log[:]
    standings = [replace(standing) for standing in hand.standings]
    return [cards, table, standings, hand.phase, hand.turn, hand.turns, hand.idle_turns]


def check_copy(hand: "Hand", choices: list[tuple[int, Action]]) -> None:
    """Check that playing on a copy does not change the original."""
    before = _whole(hand)
    for seat, action in choices:
        hand.copy().act(seat, action)
    if before != _whole(hand) or choices != all_choices(hand):
        raise CheckFailedError("playing on a copy changed the original")


def all_choices(hand: "Hand") -> list[tuple[int, Action]]:
    """Return the legal actions of each seat, the seat on turn first."""
    choices = [(hand.turn, action) for action in hand.legal()]
    if hand.phase in (Phase.START, Phase.SLAP):
        for seat in range(hand.seats):
            choices += [(seat, action) for action in hand.legal_out_of_turn(seat)]
    return choices


def check_result(hand: "Hand") -> None:
    """Check winners, counts and payments against the kind of ending."""
    result = hand.result
    if result is None or hand.phase is not Phase.OVER or hand.may_act():
        raise CheckFailedError("the hand is over and is not")
    is_thrown_in = result.ending is Ending.VOID and not hand.turns
    by_naturals = result.ending is Ending.NATURAL or is_thrown_in
    counts = hand.full_counts() if by_naturals else hand.counts()
    if result.counts != counts:
        raise CheckFailedError(f"counts {result.counts}, the hands count {counts}")
    if bool(result.winners) == (result.ending is Ending.VOID):
        raise CheckFailedError(f"{result.ending} with winners {result.winners}")
    _check_payments(hand, result)
    _check_side_payments(hand, result)


def _check_payments(hand: "Hand", result: "Result") -> None:
    payments = result.payments
    if result.ending is Ending.VOID and any(payments):
        raise CheckFailedError(f"void, yet payments are {payments}")
    if hand.rules.is_push_up:
        if min(payments) < 0 or any(payments[seat] for seat in result.winners):
            raise CheckFailedError(f"push-up points {payments}, winners {result.winners}")
        return
    if sum(payments):
        raise CheckFailedError(f"payments {payments} sum to {sum(payments)}")
    paid = [0] * hand.seats
    for transfer in result.transfers:
        paid[transfer.payer] -= transfer.stakes
        paid[transfer.payee] += transfer.stakes
    if tuple(paid) != payments:
        raise CheckFailedError(f"payments {payments}, told as {paid}")


def _check_side_payments(hand: "Hand", result: "Result") -> None:
    """Check that each pot is either paid in full or left in full."""
    possible = {0}
    for bet in (hand.bets.high_suit, hand.bets.natural):
        if bet:
            antes = len(bet.joined) * hand.rules.side_ante
            possible = {total + moved for total in possible for moved in (bet.pot, -antes)}
    if sum(result.side_payments) not in possible:
        raise CheckFailedError(f"side payments {result.side_payments}, pots {hand.bets}")


def check_shown(hand: "Hand", seat: int) -> None:
    """Check that ``seat`` sees every hand at the end, and none before."""
    from game.rules.view import view

    for other, shown in enumerate(view(hand, seat).shown):
        if shown != (hand.cards_of(other) if hand.result else None):
            raise CheckFailedError(f"seat {seat} is shown {shown} as the hand of {other}")


def check_record(hand: "Hand", seed: str | None = None, rules_name: str = "") -> str:
    """Check that the hand's record reads back and replays the same; return the record's line.

    ``seed`` is the seed of the deck and ``rules_name`` the name of the rules in the record.
    """
    from game.rules.record import read_record, record_of, replay

    record = record_of(hand, _NAMES[: hand.seats], seed=seed, rules_name=rules_name)
    line = record.to_json()
    again = read_record(json.loads(line))
    if again != record:
        raise CheckFailedError("a record changes when it is written and read")
    replayed = replay(again)
    again.check_ending(replayed)
    if (replayed.result, replayed.hands, replayed.log) != (hand.result, hand.hands, hand.log):
        raise CheckFailedError("a record replays to another end")
    return line
