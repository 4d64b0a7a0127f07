"""A position set up by hand, and the deal and legal moves that lead to it.

What is played from a position is a hand like any other: it has a record that can be replayed and
checked. So a position is reached from a deal: in whole rounds every seat draws and discards, and
lays what lies before it. Cards that nobody named are put where they are needed as a seed says.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from game.rules.actions import (
    DRAW,
    Action,
    Discard,
    IllegalActionError,
    Reason,
    Spread,
    action_text,
)
from game.rules.cards import RANKS, SUITS, Card, is_card, shuffled
from game.rules.finders import spread_finder
from game.rules.hand import Hand
from game.rules.pack import pack_of
from game.rules.results import NO_BETS, SideBets
from game.rules.ruleset import RuleSet

_SIGNS: Final = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S"}
_LEAST: Final = 3
_TRIES: Final = 16
"""So many ways to put the cards that nobody named are tried."""


class Wrong(StrEnum):
    """Why a position cannot be."""

    NOT_A_CARD = "not a card: {what}; a card is a rank and a suit, like 5H or TD"
    NOT_IN_PACK = "{what} is not in the rules' pack"
    TWICE = "{what} comes twice"
    TOO_MANY = "seat {seat} has too many cards; allowed are {most}, laid ones counted"
    NONE_LEFT = "seat {seat} has laid every card; the hand would be over"
    NO_SPREADS = "what seat {seat} has laid makes no books and runs: {what}"
    TOO_FEW_CARDS = "the pack has too few cards for this position"
    SEATS = "these rules do not seat {most} players"
    REFUSED = "seat {seat} cannot have come to this by the rules: {why}"


class PositionError(ValueError):
    """A position that cannot be: one line; its parts tell the same in any language."""

    def __init__(
        self,
        wrong: Wrong,
        *,
        what: str = "",
        seat: int = 0,
        most: int = 0,
        reason: Reason | None = None,
    ) -> None:
        self.wrong, self.what, self.seat, self.most = wrong, what, seat, most
        self.reason = reason
        super().__init__(wrong.value.format(what=what, seat=seat, most=most, why=reason))


def cards_in(text: str) -> tuple[Card, ...]:
    """The cards that somebody typed, ``5H th 10d Q♠``; ``PositionError`` for anything else."""
    return tuple(map(_card, text.replace(",", " ").split()))


def _card(word: str) -> Card:
    plain = "".join(_SIGNS.get(char, char) for char in word.upper())
    card = f"T{plain[2:]}" if plain.startswith("10") else plain
    if not is_card(card):
        raise PositionError(Wrong.NOT_A_CARD, what=word[:20])
    return card


@dataclass(frozen=True, slots=True)
class Position:
    """Who holds what where; the seat ``turn`` begins its turn.

    By seat, ``hands`` are cards held and ``laid`` cards on the table, spread after spread. ``pile``
    and ``stock`` begin with the top card. A hand that lacks cards, the pile below those named, and
    the stock are made up of the other cards.
    """

    rules: RuleSet
    hands: tuple[tuple[Card, ...], ...]
    laid: tuple[tuple[Card, ...], ...]
    pile: tuple[Card, ...] = ()
    stock: tuple[Card, ...] = ()
    turn: int = 0

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def named(self) -> tuple[Card, ...]:
        """Every card that was named, as often as it was."""
        zones = (*self.hands, *self.laid, self.pile, self.stock)
        return tuple(card for zone in zones for card in zone)


@dataclass(frozen=True, slots=True)
class LeadUp:
    """A deal, and the moves from there to a position."""

    dealer: int
    deck: tuple[Card, ...]
    actions: tuple[str, ...]
    is_over: bool
    """Whether naturals end the hand at the deal."""


def lead_up(position: Position, seed: str, bets: SideBets = NO_BETS) -> LeadUp:
    """The deal and the moves that lead to ``position``; ``seed`` places what nobody named.

    ``PositionError`` where there is none. A natural that was named ends the hand at the deal; other
    cards are placed so that there is none, if that is possible.
    """
    _check(position)
    rest = [card for card in shuffled(position.rules.pack(), seed) if card not in position.named]
    found: LeadUp | None = None
    refusal = PositionError(Wrong.TOO_FEW_CARDS)
    for turned in range(_TRIES):
        at = turned * len(rest) // _TRIES
        try:
            found = _Made(_filled(position, rest[at:] + rest[:at]), bets).lead_up()
        except PositionError as error:
            refusal = error
        if found and not found.is_over:
            break
    if found is None:
        raise refusal
    return found


def spreads_of(rules: RuleSet, cards: Sequence[Card]) -> tuple[tuple[Card, ...], ...] | None:
    """``cards`` as spreads that follow one another, the longest first; None where they are none."""
    pack = pack_of(rules)
    find = spread_finder(pack)
    if not cards:
        return ()
    for cut in range(len(cards), _LEAST - 1, -1):
        first = tuple(cards[:cut])
        is_spread = any(len(found.cards) == cut for found in find(pack.weigh(first)))
        others = spreads_of(rules, cards[cut:]) if is_spread else None
        if others is not None:
            return (first, *others)
    return None


def _check(position: Position) -> None:
    rules, pack = position.rules, set(position.rules.pack())
    if not rules.can_seat(position.seats):
        raise PositionError(Wrong.SEATS, most=position.seats)
    seen: set[Card] = set()
    for card in position.named:
        if card not in pack:
            raise PositionError(Wrong.NOT_IN_PACK, what=card)
        if card in seen:
            raise PositionError(Wrong.TWICE, what=card)
        seen.add(card)
    size = rules.cards_dealt(position.seats)
    for seat, (held, laid) in enumerate(zip(position.hands, position.laid, strict=True)):
        if len(held) + len(laid) > size:
            raise PositionError(Wrong.TOO_MANY, seat=seat, most=size)
        if len(laid) == size:
            raise PositionError(Wrong.NONE_LEFT, seat=seat)
        if spreads_of(rules, laid) is None:
            raise PositionError(Wrong.NO_SPREADS, seat=seat, what=" ".join(laid))


def _rounds(position: Position) -> int:
    """How many rounds have been played: as few as explain the spreads and the pile."""
    above = len(position.pile) - bool(position.rules.upcard)
    return max(-(-above // position.seats), int(any(position.laid)))


def _filled(position: Position, rest: Sequence[Card]) -> Position:
    """The position with every hand and the whole pile named, and all else in the stock."""
    rules, seats = position.rules, position.seats
    size, left = rules.cards_dealt(seats), list(rest)
    hands = []
    for held, laid in zip(position.hands, position.laid, strict=True):
        lacking = size - len(laid) - len(held)
        hands.append((*held, *left[:lacking]))
        del left[:lacking]
    lying = bool(rules.upcard) + _rounds(position) * seats
    lacking = lying - len(position.pile)
    pile = (*position.pile, *left[:lacking])
    del left[:lacking]
    if len(pile) < lying or any(not held for held in hands):
        raise PositionError(Wrong.TOO_FEW_CARDS)
    return replace(position, hands=tuple(hands), pile=pile, stock=(*position.stock, *left))


class _RefusedError(Exception):
    """A way to a position that the rules refuse, for what one of ``seats`` does."""

    def __init__(self, seats: Sequence[int], reason: Reason | None = None) -> None:
        self.seats, self.reason = tuple(seats), reason


class _Made:
    """Looks for moves to a position in which every card is named.

    In each turn a seat draws what it throws. In the round in which it lays it may draw another of
    its cards instead, so that it was dealt neither a natural nor a spread that it had to lay.
    """

    def __init__(self, position: Position, bets: SideBets) -> None:
        self._position, self._bets, self._rounds = position, bets, _rounds(position)
        self._seats = position.seats
        upwards = position.pile[::-1]
        self._upcard = upwards[:1] if position.rules.upcard else ()
        thrown = upwards[len(self._upcard) :]
        self._thrown = [thrown[self._place(seat) :: self._seats] for seat in range(self._seats)]

    def lead_up(self) -> LeadUp:
        """The first way that the rules allow; ``PositionError`` where there is none."""
        ways = [self._ways(seat) for seat in range(self._seats)]
        now = [next(each) for each in ways]
        while True:
            try:
                return self._tried(now)
            except _RefusedError as refused:
                another = ((seat, next(ways[seat], None)) for seat in refused.seats)
                seat, way = next(
                    ((seat, way) for seat, way in another if way is not None), (None, None)
                )
                if seat is None or way is None:
                    raise PositionError(
                        Wrong.REFUSED, seat=refused.seats[0], reason=refused.reason
                    ) from None
                now[seat] = way

    def _place(self, seat: int) -> int:
        return (seat - self._position.turn) % self._seats

    def _ways(self, seat: int) -> Iterator[tuple[int, Card]]:
        """The rounds in which a seat may have laid, each with what it may have drawn then."""
        if not self._rounds:
            yield 0, ""
        for lays in reversed(range(self._rounds)):
            cards = self._position.laid[seat], self._position.hands[seat]
            for card in (*cards[0], self._thrown[seat][lays], *cards[1]):
                yield lays, card

    def _tried(self, ways: Sequence[tuple[int, Card]]) -> LeadUp:
        position, seats = self._position, self._seats
        drawn = [
            [card if lays == number else thrown for number, thrown in enumerate(self._thrown[seat])]
            for seat, (lays, card) in enumerate(ways)
        ]
        around = [(position.turn + place) % seats for place in range(seats)]
        dealt = [self._dealt(seat, drawn[seat]) for seat in around]
        deck = (
            *(card for cards in zip(*dealt, strict=True) for card in cards),
            *self._upcard,
            *(drawn[seat][number] for number in range(self._rounds) for seat in around),
            *position.stock,
        )
        dealer = (position.turn - 1) % seats
        hand = Hand.deal(position.rules, seats, dealer, deck, bets=self._bets)
        for number in range(self._rounds):
            for seat in around:
                self._check_goes_on(hand, seat)
                self._play_turn(hand, seat, lays=ways[seat][0] == number)
        if self._rounds:
            self._check_goes_on(hand, position.turn)
        actions = tuple(action_text(move.seat, move.action) for move in hand.log)
        return LeadUp(dealer, deck, actions, hand.result is not None)

    def _dealt(self, seat: int, drawn: Sequence[Card]) -> list[Card]:
        position, gone = self._position, set(drawn)
        had = (*position.hands[seat], *position.laid[seat], *self._thrown[seat])
        return [card for card in had if card not in gone]

    def _check_goes_on(self, hand: Hand, seat: int) -> None:
        if hand.result is not None:
            raise _RefusedError(hand.result.winners or range(self._seats), Reason.HAND_OVER)
        if hand.turn != seat:
            raise _RefusedError([seat], Reason.NOT_YOUR_TURN)

    def _play_turn(self, hand: Hand, seat: int, *, lays: bool) -> None:
        number = sum(isinstance(move.action, Discard) and move.seat == seat for move in hand.log)
        self._act(hand, seat, DRAW)
        spreads = spreads_of(hand.rules, self._position.laid[seat]) if lays else ()
        for cards in spreads or ():
            self._act(hand, seat, self._lay(hand, seat, cards))
        self._act(hand, seat, Discard(self._thrown[seat][number]))

    def _lay(self, hand: Hand, seat: int, cards: tuple[Card, ...]) -> Spread:
        found = (each for each in hand.legal_spreads() if set(each.cards) == set(cards))
        spread = next(found, None)
        if spread is None:
            why = hand.why_illegal(seat, Spread(cards))
            raise _RefusedError([seat], why or Reason.NOT_A_SPREAD)
        return spread

    def _act(self, hand: Hand, seat: int, action: Action) -> None:
        try:
            hand.act(seat, action)
        except IllegalActionError as refusal:
            raise _RefusedError([seat], refusal.reason) from None


def text_of(cards: Sequence[Card]) -> str:
    """Cards as they are typed."""
    return " ".join(cards)


def is_typed(char: str) -> bool:
    """Whether a letter may be part of what names cards."""
    return char in " ,10" or char.upper() in (*RANKS, *SUITS, "X") or char in _SIGNS
