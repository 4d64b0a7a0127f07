"""A position set up by hand, and the deal and legal moves that lead to it.

What is played from a position is a hand like any other: it has a record that can be replayed and
checked. So a position is reached from a deal: turn after turn a seat draws and discards, lays what
lies before it, and hits with what it has hit. Cards that nobody named are put where they are needed
as a seed says.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain
from typing import Final

from game.rules.actions import (
    DONE,
    DRAW,
    Action,
    Discard,
    Hit,
    IllegalActionError,
    Reason,
    Spread,
    action_text,
)
from game.rules.cards import RANKS, SUITS, Card, is_card, shuffled
from game.rules.hand import Hand
from game.rules.results import NO_BETS, SideBets
from game.rules.ruleset import RuleSet
from game.rules.spreads import spreads_in

_SIGNS: Final = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S"}
_LEAST: Final = 3
_TRIES: Final = 16
"""So many ways to put the cards that nobody named are tried."""
_LEFT_TO_CHANCE: Final = 2
"""So many cards for each seat at the bottom of a stock are not named."""
_LOOKED_AT: Final = 4
"""Of the turns of a seat so many of the last are tried for what it laid and hit."""
_THROWN: Final = ""
"""In place of a card: the one that is thrown in the same turn."""
_MOST_TRIED: Final = 120
"""So many ways to a position are tried at most."""
_BY_CHANCE: Final = (Reason.HAND_OVER, Reason.MUST_SPREAD)
"""Refusals that other cards, where nobody named any, may do away with."""


class Wrong(StrEnum):
    """Why a position cannot be."""

    NOT_A_CARD = "not a card: {what}; a card is a rank and a suit, like 5H or TD"
    NOT_IN_PACK = "{what} is not in the rules' pack"
    TWICE = "{what} comes twice"
    TOO_MANY = "seat {seat} has too many cards; allowed are {most}, laid and hit ones counted"
    NONE_LEFT = "seat {seat} has laid every card; the hand would be over"
    NO_SPREADS = "what seat {seat} has laid makes no books and runs: {what}"
    NO_HIT = "seat {seat} has hit with {what}, which goes with no spread on the table"
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
    """Who holds what where; the seat ``turn`` begins its turn, or has drawn if it has a card more.

    By seat, ``hands`` are cards held, ``laid`` cards that it laid, spread after spread, ``hits``
    cards that it hit, each on the first spread that takes it; where nobody hit it may be empty.
    ``pile`` and ``stock`` begin with the top card. A hand that lacks cards, the pile below those
    named, and the stock are made up of the other cards.
    """

    rules: RuleSet
    hands: tuple[tuple[Card, ...], ...]
    laid: tuple[tuple[Card, ...], ...]
    pile: tuple[Card, ...] = ()
    stock: tuple[Card, ...] = ()
    turn: int = 0
    hits: tuple[tuple[Card, ...], ...] = ()

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def named(self) -> tuple[Card, ...]:
        """Every card that was named, as often as it was."""
        zones = (*self.hands, *self.laid, *self.hits, self.pile, self.stock)
        return tuple(card for zone in zones for card in zone)

    def hit_by(self, seat: int) -> tuple[Card, ...]:
        """The cards that a seat has hit."""
        return self.hits[seat] if self.hits else ()

    def named_by(self, seat: int) -> int:
        """How many cards of a seat were named."""
        return len(self.hands[seat]) + len(self.laid[seat]) + len(self.hit_by(seat))

    def room(self, seat: int) -> int:
        """How many cards a seat holds, has laid and has hit when no turn of its own is going on."""
        return self.rules.cards_dealt(self.seats) + self.turns_without_discard(seat)

    def turns_without_discard(self, seat: int) -> int:
        """In how many turns a seat has kept what it would have thrown, for it had hit."""
        hits = len(self.hit_by(seat))
        if self.rules.discard_after_hit or not hits:
            return 0
        return hits if self.rules.hits_per_turn else 1

    @property
    def has_drawn(self) -> bool:
        """Whether the seat on turn has drawn."""
        return self.named_by(self.turn) > self.room(self.turn)


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
    budget = iter(range(_MOST_TRIED))
    for turns in _numbers_of_turns(position):
        for turned in range(_TRIES):
            if next(budget, None) is None:
                raise refusal
            at = turned * len(rest) // _TRIES
            try:
                filled = _filled(position, rest[at:] + rest[:at], turns)
                found = _Made(filled, bets, turns).lead_up(budget)
            except PositionError as error:
                if error.wrong is Wrong.TOO_FEW_CARDS:
                    break
                refusal = error
                if error.reason not in _BY_CHANCE:
                    break
            if found and not found.is_over:
                return found
        if found:
            return found
    raise refusal


def position_in(hand: Hand) -> Position:
    """The position of a hand, as far as one that is set up can be like it.

    Cards at the bottom of the stock are left to chance: the pile may have to be made longer, if
    discards were taken from it.
    """
    seats = range(hand.seats)
    laid: list[list[Card]] = [[] for _ in seats]
    hits: list[list[Card]] = [[] for _ in seats]
    for move in hand.log:
        match move.action:
            case Spread(cards):
                laid[move.seat] += cards
            case Hit(card):
                hits[move.seat].append(card)
            case _:
                pass
    held = tuple(map(hand.cards_of, seats))
    pile, stock = tuple(hand.pile), tuple(hand.stock)
    for spread in hand.spreads:
        # A slapped card was nobody's: whose hand is short of one is taken to have hit it.
        for card in spread.cards:
            if card not in chain(*laid, *hits):
                sizes = [len(held[seat]) + len(laid[seat]) + len(hits[seat]) for seat in seats]
                hits[sizes.index(min(sizes))].append(card)
    return Position(
        hand.rules,
        held,
        tuple(map(tuple, laid)),
        pile[::-1],
        stock[: max(0, len(stock) - _LEFT_TO_CHANCE * hand.seats)],
        hand.turn,
        tuple(map(tuple, hits)) if any(hits) else (),
    )


def spreads_of(rules: RuleSet, cards: Sequence[Card]) -> tuple[tuple[Card, ...], ...] | None:
    """``cards`` as spreads that follow one another, the longest first; None where they are none."""
    if not cards:
        return ()
    for cut in range(len(cards), _LEAST - 1, -1):
        first = tuple(cards[:cut])
        is_spread = any(len(found.cards) == cut for found in spreads_in(rules, first))
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
    for seat, (held, laid) in enumerate(zip(position.hands, position.laid, strict=True)):
        most = position.room(seat) + (seat == position.turn)
        if position.named_by(seat) > most:
            raise PositionError(Wrong.TOO_MANY, seat=seat, most=most)
        if not held and position.named_by(seat) >= position.room(seat):
            raise PositionError(Wrong.NONE_LEFT, seat=seat)
        if spreads_of(rules, laid) is None:
            raise PositionError(Wrong.NO_SPREADS, seat=seat, what=" ".join(laid))
    _check_hits(position)


def _check_hits(position: Position) -> None:
    """Whether there is a spread for each card that was hit, together with others that were."""
    rules = position.rules
    laid = [spreads_of(position.rules, cards) or () for cards in position.laid]
    spreads = list(chain.from_iterable(laid))
    left = [(seat, card) for seat in range(position.seats) for card in position.hit_by(seat)]
    while left:
        found = next(
            (
                (hit, at)
                for hit in left
                for at, cards in enumerate(spreads)
                if any(len(each.cards) > len(cards) for each in spreads_in(rules, (*cards, hit[1])))
            ),
            None,
        )
        if found is None:
            raise PositionError(Wrong.NO_HIT, seat=left[0][0], what=left[0][1])
        hit, at = found
        spreads[at] = (*spreads[at], hit[1])
        left.remove(hit)


def _numbers_of_turns(position: Position) -> Sequence[int]:
    """How many turns may have led to the position, the likeliest first.

    There is one for each discard that was named, or else so many more that everybody who laid or
    hit has had as many as that takes.
    """
    thrown = max(0, len(position.pile) - bool(position.rules.upcard))
    least = thrown + sum(map(position.turns_without_discard, range(position.seats)))
    if not any(position.laid):
        return (least,)
    hits = max(len(position.hit_by(seat)) for seat in range(position.seats))
    return range(least, least + (2 + hits) * position.seats + 1)


def _filled(position: Position, rest: Sequence[Card], turns: int) -> Position:
    """The position with every hand and the whole pile named, and all else in the stock."""
    left, seats = list(rest), range(position.seats)
    hands = []
    for seat in seats:
        lacking = max(0, position.room(seat) - position.named_by(seat))
        hands.append((*position.hands[seat], *left[:lacking]))
        del left[:lacking]
    lying = bool(position.rules.upcard) + turns - sum(map(position.turns_without_discard, seats))
    lacking = lying - len(position.pile)
    pile = (*position.pile, *left[:lacking])
    del left[:lacking]
    if len(pile) < lying or any(
        position.named_by(seat) + len(hands[seat]) - len(position.hands[seat]) < position.room(seat)
        for seat in seats
    ):
        raise PositionError(Wrong.TOO_FEW_CARDS)
    return replace(position, hands=tuple(hands), pile=pile, stock=(*position.stock, *left))


class _RefusedError(Exception):
    """A way to a position that the rules refuse, for what one of ``seats`` does."""

    def __init__(self, seats: Sequence[int], reason: Reason | None = None) -> None:
        self.seats, self.reason = tuple(seats), reason


@dataclass(frozen=True, slots=True)
class _Way:
    """How a seat came by its cards.

    In the turn of number ``lays`` it laid, and drew ``card``, in others what it threw. In the turns
    ``hits`` it hit all it could.
    """

    lays: int
    card: Card
    hits: Sequence[int]


class _Made:
    """Looks for moves to a position in which every card is named.

    In each turn a seat draws what it throws. In the turn in which it lays it may draw another of
    its cards instead, so that it was dealt neither a natural nor a spread that it had to lay.
    """

    def __init__(self, position: Position, bets: SideBets, turns: int) -> None:
        self._position, self._bets, self._turns = position, bets, turns
        self._seats = position.seats
        self._around = [(position.turn - turns + at) % self._seats for at in range(turns)]
        self._own = [
            [at for at, each in enumerate(self._around) if each == seat]
            for seat in range(self._seats)
        ]
        if position.has_drawn:
            self._around.append(position.turn)
        upwards = position.pile[::-1]
        self._upcard = upwards[:1] if position.rules.upcard else ()
        self._thrown = upwards[len(self._upcard) :]
        self._laid = [spreads_of(position.rules, cards) or () for cards in position.laid]
        self._drawable = self._may_be_drawn() if position.has_drawn else ()

    def lead_up(self, budget: Iterator[int]) -> LeadUp:
        """The first way that the rules allow, tried one for each number of a ``budget``;
        ``PositionError`` where there is none.
        """
        ways = [self._ways(seat) for seat in range(self._seats)]
        now = []
        for seat, each in enumerate(ways):
            way = next(each, None)
            if way is None:
                raise PositionError(Wrong.REFUSED, seat=seat, reason=Reason.NOT_YOUR_TURN)
            now.append(way)
        while True:
            try:
                return self._tried(now)
            except _RefusedError as refused:
                spent = next(budget, None) is None
                if spent or not self._puts_another(ways, now, refused.seats):
                    raise PositionError(
                        Wrong.REFUSED, seat=refused.seats[0], reason=refused.reason
                    ) from None

    @staticmethod
    def _puts_another(
        ways: Sequence[Iterator[_Way]], now: list[_Way], seats: Sequence[int]
    ) -> bool:
        """Whether one of some seats has another way; it is put in place of that before."""
        for seat in seats:
            way = next(ways[seat], None)
            if way is not None:
                now[seat] = way
                return True
        return False

    def _ways(self, seat: int) -> Iterator[_Way]:
        """How a seat may have come by its cards: it hit as late as possible, and laid as early as
        possible where somebody hit, else as late as possible.
        """
        position, own = self._position, self._own[seat][-_LOOKED_AT:]
        is_early = any(map(position.hit_by, range(self._seats)))
        turns = own if is_early else own[::-1]
        if self._is_open(seat):
            turns = [*turns, self._turns] if position.laid[seat] else turns or [self._turns]
        for hits in self._hits(seat):
            for lays in turns:
                is_open = lays == self._turns
                throws = not is_open and (lays not in hits or position.rules.discard_after_hit)
                thrown = (_THROWN,) if throws else ()
                cards = *position.laid[seat], *thrown, *position.hit_by(seat), *position.hands[seat]
                for card in cards:
                    yield _Way(lays, card, hits)
            if not (turns or position.laid[seat]):
                yield _Way(-1, _THROWN, hits)

    def _is_open(self, seat: int) -> bool:
        """Whether a seat has begun its turn."""
        return self._position.has_drawn and seat == self._position.turn

    def _hits(self, seat: int) -> Iterator[Sequence[int]]:
        """In which turns a seat may have hit; where a hit ends a turn, the latest first."""
        position, own = self._position, self._own[seat]
        if position.rules.discard_after_hit:
            yield [*own, self._turns] if self._is_open(seat) else own
            return
        number = position.turns_without_discard(seat)
        for end in range(len(own), max(number, len(own) - _LOOKED_AT) - 1, -1):
            yield own[end - number : end]

    def _tried(self, ways: Sequence[_Way]) -> LeadUp:
        position, seats = self._position, self._seats
        thrown = self._discards(ways)
        drawn = [
            self._drawn(at, ways[seat], thrown.get(at)) for at, seat in enumerate(self._around)
        ]
        gone = [
            {card for card, by in zip(drawn, self._around, strict=True) if by == seat}
            for seat in range(seats)
        ]
        dealer = (position.turn - self._turns - 1) % seats
        dealt = []
        for place in range(seats):
            seat = (dealer + 1 + place) % seats
            had = *position.hands[seat], *position.laid[seat], *position.hit_by(seat)
            threw = [card for at, card in thrown.items() if self._around[at] == seat]
            dealt.append([card for card in (*had, *threw) if card not in gone[seat]])
        deck = (
            *(card for cards in zip(*dealt, strict=True) for card in cards),
            *self._upcard,
            *drawn,
            *position.stock,
        )
        hand = Hand.deal(position.rules, seats, dealer, deck, bets=self._bets)
        for at, seat in enumerate(self._around):
            self._check_goes_on(hand, seat)
            self._play_turn(hand, at, ways[seat], thrown.get(at))
        if self._turns:
            self._check_goes_on(hand, position.turn)
        self._check_hits(hand)
        actions = tuple(action_text(move.seat, move.action) for move in hand.log)
        return LeadUp(dealer, deck, actions, hand.result is not None)

    def _discards(self, ways: Sequence[_Way]) -> dict[int, Card]:
        """What is thrown in which turn."""
        throws = [
            at
            for at, seat in enumerate(self._around[: self._turns])
            if self._position.rules.discard_after_hit or at not in ways[seat].hits
        ]
        return dict(zip(throws, self._thrown, strict=True))

    def _drawn(self, at: int, way: _Way, thrown: Card | None) -> Card:
        if at == way.lays and way.card is not _THROWN:
            return way.card
        if thrown is not None:
            return thrown
        seat = self._around[at]
        others = self._drawable if at == self._turns else self._position.hit_by(seat)
        drawn = next((card for card in others if card != way.card), None)
        if drawn is None:
            raise _RefusedError([seat], Reason.CARD_NOT_HELD)
        return drawn

    def _may_be_drawn(self) -> Sequence[Card]:
        """The cards of the seat that has begun its turn, those first without which it had no spread
        in hand that it should have laid before.
        """
        rules, held = self._position.rules, self._position.hands[self._position.turn]
        return sorted(
            held,
            key=lambda card: bool(spreads_in(rules, [each for each in held if each != card])),
        )

    def _check_goes_on(self, hand: Hand, seat: int) -> None:
        if hand.result is not None:
            raise _RefusedError(hand.result.winners or range(self._seats), Reason.HAND_OVER)
        if hand.turn != seat:
            raise _RefusedError([seat], Reason.NOT_YOUR_TURN)

    def _play_turn(self, hand: Hand, at: int, way: _Way, thrown: Card | None) -> None:
        seat = self._around[at]
        self._act(hand, seat, DRAW)
        for cards in self._laid[seat] if at == way.lays else ():
            self._act(hand, seat, self._lay(hand, seat, cards))
        has_hit = at in way.hits and self._hit(hand, seat)
        if at < self._turns:
            if thrown is None and not has_hit:
                raise _RefusedError([seat], Reason.DOES_NOT_FIT)
            self._act(hand, seat, DONE if thrown is None else Discard(thrown))

    def _hit(self, hand: Hand, seat: int) -> bool:
        """Hit all that is possible of what a seat has hit, each on the first spread that takes it;
        whether there was any.
        """
        has_hit = False
        while True:
            own = set(self._position.hit_by(seat))
            hit = next((each for each in hand.legal_hits() if each.card in own), None)
            if hit is None:
                return has_hit
            self._act(hand, seat, hit)
            has_hit = True

    def _check_hits(self, hand: Hand) -> None:
        """Everybody has hit what it should have."""
        for seat in range(self._seats):
            left = set(self._position.hit_by(seat)).intersection(hand.cards_of(seat))
            if left:
                raise _RefusedError([seat], _why_not_hit(hand, left))

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


def _why_not_hit(hand: Hand, cards: Iterable[Card]) -> Reason:
    """Why cards that go with a spread on the table were not hit on it."""
    for spread in hand.spreads:
        if not spread.is_open and {card[0] for card in cards} & set(spread.stands_for):
            return Reason.SPREAD_BURIED if spread.buried else Reason.BOOKS_CLOSED
    return Reason.HITS_USED_UP if hand.rules.hits_per_turn else Reason.DOES_NOT_FIT


def text_of(cards: Sequence[Card]) -> str:
    """Cards as they are typed."""
    return " ".join(cards)


def is_typed(char: str) -> bool:
    """Whether a letter may be part of what names cards."""
    return char in " ,10" or char.upper() in (*RANKS, *SUITS, "X") or char in _SIGNS
