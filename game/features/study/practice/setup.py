"""A position set up by hand: some cards are named, the others dealt at random."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from game.rules.actions import Spread
from game.rules.cards import FACES, RANKS, SUITS, Card, is_card, shuffled
from game.rules.phases import LAY, START
from game.rules.position import Position, PositionError
from game.rules.results import NO_BETS, SideBets
from game.rules.ruleset import RuleSet
from game.rules.spreads import TableSpread, gap_for, read_spread, slapped, spreads_in

_SIGNS: Final = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S"}
_FRENCH: Final = dict(zip("VDR", FACES, strict=True))
_LEAST: Final = 3  # minimum cards of a spread
_TRIES: Final = 16
"""Maximum number of random placements of the unnamed cards that are tried."""


class Wrong(StrEnum):
    """Why a setup is impossible."""

    NOT_A_CARD = "not a card: {what}; a card is a rank and a suit, like 5H or TD"
    NOT_IN_PACK = "{what} is not in the rules' pack"
    TWICE = "{what} appears twice"
    TOO_MANY = "seat {seat} has too many cards; expected {most}, laid and hit ones counted"
    NONE_LEFT = "seat {seat} has laid every card; the hand would be over"
    NO_SPREADS = "what seat {seat} has laid makes no books and runs: {what}"
    NO_HIT = "seat {seat} has hit with {what}, which goes with no spread on the table"
    TOO_FEW_CARDS = "the pack has too few cards for this position"
    SEATS = "these rules do not seat {most} players"
    REFUSED = "the rules never lead to this: {why}"


class SetUpError(ValueError):
    """A setup is impossible: one line, whose parts can be worded in any language."""

    def __init__(
        self, wrong: Wrong, *, what: str = "", seat: int = 0, most: int = 0, why: str = ""
    ) -> None:
        self.wrong, self.what, self.seat, self.most, self.why = wrong, what, seat, most, why
        super().__init__(wrong.value.format(what=what, seat=seat, most=most, why=why))


# -- Cards as players type them --------------------------------------------------------------------


def cards_in(text: str) -> tuple[Card, ...]:
    """Return the cards in typed text such as ``5H th 10d Q♠``; raise ``SetUpError`` for anything
    else.

    French court cards are accepted too: ``VH``, ``DH`` and ``RH``.
    """
    return tuple(map(_card, text.replace(",", " ").split()))


def _card(word: str) -> Card:
    plain = "".join(_SIGNS.get(char, char) for char in word.upper())
    card = f"T{plain[2:]}" if plain.startswith("10") else plain
    card = _FRENCH.get(card[:1], card[:1]) + card[1:]
    if not is_card(card):
        raise SetUpError(Wrong.NOT_A_CARD, what=word[:20])
    return card


def text_of(cards: Sequence[Card], courts: str = FACES) -> str:
    """Return cards as players type them, with these letters for jack, queen and king."""
    letters = dict(zip(FACES, courts, strict=True))
    return " ".join(letters.get(card[0], card[0]) + card[1:] for card in cards)


def is_typed(char: str) -> bool:
    """Return whether a character may be part of the name of a card."""
    letters = (*RANKS, *_FRENCH, *SUITS, "X")
    return char in " ,10" or char.upper() in letters or char in _SIGNS


# -- What is set up --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SetUp:
    """A position being set up: the cards of each seat, the pile and the stock.

    Seat ``turn`` is at the start of its turn, or has drawn if it has a card more.

    By seat, ``hands`` are cards held, ``laid`` cards laid, spread after spread, and ``hits`` cards
    hit, each on the first spread that it fits; ``hits`` may be empty if nobody hit. ``pile`` and
    ``stock`` begin with the top card. Missing cards of a hand, the rest of the pile, and the stock
    are filled with the other cards.
    """

    rules: RuleSet
    hands: tuple[tuple[Card, ...], ...]
    laid: tuple[tuple[Card, ...], ...]
    pile: tuple[Card, ...] = ()
    stock: tuple[Card, ...] = ()
    turn: int = 0
    hits: tuple[tuple[Card, ...], ...] = ()

    @classmethod
    def of(cls, position: Position) -> "SetUp":
        """Return the setup of a position.

        A position does not say who hit which card: it is attributed to a seat whose hand is short
        of one.
        """
        seats = range(position.seats)
        laid: list[list[Card]] = [[] for _ in seats]
        hits: list[list[Card]] = [[] for _ in seats]
        rules, added = position.rules, list[Card]()
        for spread in position.spreads:
            first, others = cls._as_laid(rules, spread)
            laid[spread.owner] += first
            added += others
        had = [len(position.hands[seat]) + len(laid[seat]) for seat in seats]
        had[position.turn] -= position.phase is LAY
        for card in added:
            seat = had.index(min(had))
            hits[seat].append(card)
            had[seat] += 1
        return cls(
            position.rules,
            position.hands,
            tuple(map(tuple, laid)),
            position.pile,
            position.stock,
            position.turn,
            tuple(map(tuple, hits)) if any(hits) else (),
        )

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.hands)

    @property
    def named(self) -> tuple[Card, ...]:
        """The named cards, including duplicates."""
        zones = (*self.hands, *self.laid, *self.hits, self.pile, self.stock)
        return tuple(card for zone in zones for card in zone)

    def hit_by(self, seat: int) -> tuple[Card, ...]:
        """Return the cards that a seat has hit."""
        return self.hits[seat] if self.hits else ()

    def position(self, seed: str, bets: SideBets = NO_BETS) -> Position:
        """Return the position, with unnamed cards placed by ``seed``; raise ``SetUpError`` if
        impossible.

        The number of turns played follows from the named pile, and nobody has to wait. If naturals
        would end the hand at the deal, the unnamed cards are placed differently if possible.
        """
        self._check()
        spreads = self._spreads()
        rest = [card for card in shuffled(self.rules.pack(), seed) if card not in self.named]
        refused = SetUpError(Wrong.TOO_FEW_CARDS)
        for turned in range(_TRIES):
            at = turned * len(rest) // _TRIES
            position = self._filled(spreads, rest[at:] + rest[:at], bets)
            try:
                position.check()
            except PositionError as error:
                refused = SetUpError(Wrong.REFUSED, why=str(error))
            else:
                return position
        raise refused

    def _filled(
        self, spreads: tuple[TableSpread, ...], rest: Sequence[Card], bets: SideBets
    ) -> Position:
        left, hands = list(rest), []
        turns = self._turns()
        for seat in range(self.seats):
            lacking = max(0, self._room(seat) - self._named_by(seat))
            hands.append((*self.hands[seat], *left[:lacking]))
            del left[:lacking]
        kept = sum(map(self._turns_without_discard, range(self.seats)))
        below = max(0, bool(self.rules.upcard) + turns - kept - len(self.pile))
        pile = (*self.pile, *left[:below])
        del left[:below]
        is_short = any(
            len(hands[seat]) + self._named_by(seat) - len(self.hands[seat]) < self._room(seat)
            for seat in range(self.seats)
        )
        if rest and is_short:
            raise SetUpError(Wrong.TOO_FEW_CARDS)
        has_drawn = self._named_by(self.turn) > self._room(self.turn)
        found = Position(
            rules=self.rules,
            dealer=(self.turn - 1 - turns) % self.seats,
            hands=tuple(hands),
            stock=(*self.stock, *left),
            pile=pile,
            spreads=spreads,
            turns=turns,
            phase=LAY if has_drawn else START,
            idle_turns=None if has_drawn else 0,
            bets=bets,
        )
        return replace(found, dealt=self._dealt(found)) if found.asks_for_dealt else found

    def _dealt(self, position: Position) -> tuple[tuple[Card, ...], ...]:
        """Return the cards that each seat may have been dealt: those it holds, has laid and has
        hit.
        """
        size = self.rules.cards_dealt(self.seats)
        away = [(*self.laid[seat], *self.hit_by(seat)) for seat in range(self.seats)]
        return tuple((*held, *gone)[:size] for held, gone in zip(position.hands, away, strict=True))

    def _turns(self) -> int:
        """Return the number of turns played.

        It is one for each named discard, and enough for everybody who laid or hit.
        """
        seats = range(self.seats)
        kept = sum(map(self._turns_without_discard, seats))
        least = max(0, len(self.pile) - bool(self.rules.upcard)) + kept
        have_laid = [seat for seat in seats if self.laid[seat] or self.hit_by(seat)]
        has_drawn = self._named_by(self.turn) > self._room(self.turn)
        return next(
            turns
            for turns in range(least, least + self.seats + 1)
            if all(
                (seat - self.turn + turns) % self.seats < turns + has_drawn for seat in have_laid
            )
        )

    def _named_by(self, seat: int) -> int:
        return len(self.hands[seat]) + len(self.laid[seat]) + len(self.hit_by(seat))

    def _room(self, seat: int) -> int:
        """Return the number of cards that a seat holds, has laid and has hit outside its own
        turn.
        """
        return self.rules.cards_dealt(self.seats) + self._turns_without_discard(seat)

    def _turns_without_discard(self, seat: int) -> int:
        """Return the number of turns that a seat ended without a discard after a hit."""
        hits = len(self.hit_by(seat))
        if self.rules.discard_after_hit or not hits:
            return 0
        return hits if self.rules.hits_per_turn else 1

    def _check(self) -> None:
        rules, pack = self.rules, set(self.rules.pack())
        if not rules.can_seat(self.seats):
            raise SetUpError(Wrong.SEATS, most=self.seats)
        seen: set[Card] = set()
        for card in self.named:
            if card not in pack:
                raise SetUpError(Wrong.NOT_IN_PACK, what=card)
            if card in seen:
                raise SetUpError(Wrong.TWICE, what=card)
            seen.add(card)
        for seat, held in enumerate(self.hands):
            most = self._room(seat) + (seat == self.turn)
            if self._named_by(seat) > most:
                raise SetUpError(Wrong.TOO_MANY, seat=seat, most=most)
            if not held and self._named_by(seat) >= self._room(seat):
                raise SetUpError(Wrong.NONE_LEFT, seat=seat)

    def _spreads(self) -> tuple[TableSpread, ...]:
        """Return the spreads that were laid, with what was hit on them."""
        spreads = list[TableSpread]()
        for seat, cards in enumerate(self.laid):
            found = spreads_of(self.rules, cards)
            if found is None:
                raise SetUpError(Wrong.NO_SPREADS, seat=seat, what=" ".join(cards))
            for each in found:
                spreads.append(self._laid(self.rules, each, len(spreads), seat))
        left = [(seat, card) for seat in range(self.seats) for card in self.hit_by(seat)]
        while left:
            hit = next((hit for hit in left if self._hit(spreads, hit[1])), None)
            if hit is None:
                raise SetUpError(Wrong.NO_HIT, seat=left[0][0], what=left[0][1])
            left.remove(hit)
        return tuple(spreads)

    def _hit(self, spreads: list[TableSpread], card: Card) -> bool:
        """Put a card on the first spread that it fits; return whether there is one."""
        for number, spread in enumerate(spreads):
            landing = slapped(self.rules, spread, card)
            gap = gap_for(self.rules, spread, landing) if landing else None
            if landing and gap:
                buries = self.rules.complete_books == "buried"
                spreads[number] = spread.with_hit(landing, gap.at_low_end, buries=buries)
                return True
        return False

    @staticmethod
    def _as_laid(rules: RuleSet, spread: TableSpread) -> tuple[list[Card], list[Card]]:
        """Split a spread into the cards that its owner may have laid, and those hit on it later."""
        cards = list(spread.cards)
        for size in range(_LEAST, len(cards) + 1):
            for start in range(len(cards) - size + 1):
                first = cards[start : start + size]
                if _spread_action(rules, first):
                    return first, [*reversed(cards[:start]), *cards[start + size :]]
        return cards, []

    @staticmethod
    def _laid(rules: RuleSet, cards: Sequence[Card], number: int, owner: int) -> TableSpread:
        action = _spread_action(rules, cards)
        spread = read_spread(rules, action, number, owner) if action else None
        if spread is None:
            raise AssertionError("these cards were found to be a spread")
        return spread


def spreads_of(rules: RuleSet, cards: Sequence[Card]) -> tuple[tuple[Card, ...], ...] | None:
    """Return ``cards`` as consecutive spreads, the longest first, or None if they are not
    spreads.
    """
    if not cards:
        return ()
    for cut in range(len(cards), _LEAST - 1, -1):
        first = tuple(cards[:cut])
        others = spreads_of(rules, cards[cut:]) if _spread_action(rules, first) else None
        if others is not None:
            return (first, *others)
    return None


def _spread_action(rules: RuleSet, cards: Iterable[Card]) -> Spread | None:
    """Return a spread of exactly these cards."""
    wanted = {*cards}
    found = spreads_in(rules, wanted)
    return next((spread for spread in found if {*spread.cards} == wanted), None)
