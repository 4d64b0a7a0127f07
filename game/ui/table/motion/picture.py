"""The picture of a table: which card lies in which slot, as far as the player may see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import combinations, product
from typing import TYPE_CHECKING, TypeAlias

from game.rules.cards import JOKER_RANK, RANKS, Card, is_joker, order_key, rank_of, suit_of
from game.rules.ruleset import RuleSet
from game.rules.spreads import run_line, spreads_in
from game.ui.table.motion.layout import LaidSpread, Slot, Zone

if TYPE_CHECKING:
    from game.rules.view import SeatView, SetAside

    Piece = tuple[int, tuple[Card, ...]]
    """The combined worth of some cards, and the cards in the order in which they are held."""


Picture: TypeAlias = "Mapping[Slot, Card | None]"
"""The contents of every slot that holds a card of its own; None is a card seen from the back."""

ASIDE, ASIDE_DOWN = -8, 8
"""The offset of a card set aside for the high suit from its place in a fan, in design pixels. In
another's hand it comes first.
"""


def set_aside_by(view: SeatView, seat: int) -> SetAside | None:
    """Return the card that a seat has set aside and still holds."""
    return next((each for each in view.set_aside if each.seat == seat and each.is_held), None)


def has_aside_first(view: SeatView, seat: int) -> bool:
    """Return whether the first card in another seat's hand is the one that it has set aside."""
    is_closed = view.result is None or view.shown[seat] is None
    return seat != view.seat and is_closed and set_aside_by(view, seat) is not None


def played_aside(before: SeatView, after: SeatView, seat: int) -> Card | None:
    """Return the card that a seat had set aside, if it was played between two views."""
    if set_aside_by(before, seat) is None or set_aside_by(after, seat) is not None:
        return None
    return next(each.card for each in after.set_aside if each.seat == seat)


def open_asides(view: SeatView) -> frozenset[Card]:
    """Return others' set-aside cards that are face up while the rest of the hand is closed."""
    lying = (each for each in view.set_aside if each.is_held and each.seat != view.seat)
    return frozenset(each.card for each in lying if each.card is not None)


# -- grouping: spreads first, then the beginnings of spreads, then the rest ------------------------


def grouped(cards: Sequence[Card], rules: RuleSet) -> tuple[Card, ...]:
    """Return the cards grouped into spreads and their beginnings, the longest spreads first."""
    found = _best(_pieces(cards, rules), frozenset(cards))
    pieces = (piece for _, piece in found)
    groups = sorted(pieces, key=lambda piece: (-len(piece), _by_rank(piece[0])))
    held = {card for group in groups for card in group}
    loose = sorted((card for card in cards if card not in held), key=_by_rank)
    return (*(card for group in groups for card in group), *loose)


def _by_rank(card: Card) -> tuple[int, int]:
    return (RANKS + JOKER_RANK).index(rank_of(card)), order_key(card)


def _pieces(cards: Sequence[Card], rules: RuleSet) -> dict[Card, list[Piece]]:
    """Map each card to the possible groups that contain it."""
    spreads = spreads_in(rules, cards)
    found: dict[tuple[Card, ...], int] = {}
    for spread in spreads:
        found.setdefault(tuple(spread.cards), 100 * len(spread.cards))
    for pair in combinations(sorted(cards, key=_by_rank), 2):
        worth = _begun(pair, run_line(rules))
        if worth:
            found[pair] = worth
    by_card: dict[Card, list[Piece]] = {card: [] for card in cards}
    for piece, worth in found.items():
        for card in piece:
            by_card[card].append((worth, piece))
    return by_card


def _begun(pair: tuple[Card, Card], line: str) -> int:
    """Return the worth of two cards as the beginning of a spread, 0 if they are none."""
    low, high = pair
    if any(map(is_joker, pair)):
        return 0
    if rank_of(low) == rank_of(high):
        return 12  # a spread is worth 100 a card
    if suit_of(low) != suit_of(high):
        return 0
    # The positions of each rank in runs: an ace may be low and high.
    places = [[at for at, rank in enumerate(line) if rank == rank_of(card)] for card in pair]
    apart = min(abs(a - b) for a, b in product(*places))
    return {1: 11, 2: 7}.get(apart, 0)  # two apart, there is a gap


def _best(pieces: dict[Card, list[Piece]], cards: frozenset[Card]) -> tuple[Piece, ...]:
    """Return the disjoint groups that are worth most together."""
    known: dict[frozenset[Card], tuple[int, tuple[Piece, ...]]] = {frozenset(): (0, ())}

    def best(left: frozenset[Card]) -> tuple[int, tuple[Piece, ...]]:
        if left not in known:
            first = min(left, key=_by_rank)
            found = best(left - {first})
            for piece in pieces[first]:
                if left.issuperset(piece[1]):
                    worth, rest = best(left.difference(piece[1]))
                    found = max(found, (worth + piece[0], (*rest, piece)), key=lambda it: it[0])
            known[left] = found
        return known[left]

    return best(cards)[1]


# -- the order of the player's hand ----------------------------------------------------------------


class Sorting(StrEnum):
    """The orders that a hand can be sorted into."""

    RANK = "rank"
    SUIT = "suit"
    GROUPS = "groups"
    """Spreads and their beginnings side by side."""
    OWN = "own"
    """The player's own order; a new card comes last."""


def by_rank(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return cards sorted by rank, as others' hands are shown."""
    return tuple(sorted(cards, key=_by_rank))


class Arrangement:
    """The order of the player's hand, which follows the cards that it is given.

    ``wished`` is the sorting of newly dealt hands, ``sorting`` the current one.
    """

    def __init__(self, sorting: Sorting = Sorting.RANK) -> None:
        self.wished = self.sorting = sorting
        self.order: tuple[Card, ...] = ()
        self._rules = RuleSet()

    def deal(self, cards: Sequence[Card], rules: RuleSet | None = None) -> None:
        """Start a new hand; the player's own order begins sorted by rank."""
        self.order = tuple(cards)
        self._rules = rules or self._rules
        self.sort(Sorting.RANK)
        self.sort(self.wished)

    def hold(self, cards: Sequence[Card]) -> None:
        """Follow the cards in the hand: new ones come on the right."""
        held = set(cards)
        kept = tuple(card for card in self.order if card in held)
        self.order = kept + tuple(card for card in cards if card not in kept)

    def wish(self, sorting: Sorting) -> None:
        """Sort this hand and all later ones."""
        self.wished = sorting
        self.sort(sorting)

    def sort(self, sorting: Sorting) -> None:
        """Sort this hand."""
        self.sorting = sorting
        match sorting:
            case Sorting.OWN:
                pass
            case Sorting.GROUPS:
                self.order = grouped(self.order, self._rules)
            case Sorting.RANK:
                self.order = by_rank(self.order)
            case Sorting.SUIT:
                self.order = tuple(sorted(self.order, key=order_key))

    def move(self, card: Card, place: int) -> None:
        """Move a card to an index."""
        if card not in self.order:
            return
        rest = [held for held in self.order if held != card]
        place = min(max(place, 0), len(rest))
        order = (*rest[:place], card, *rest[place:])
        if order != self.order:
            self.order, self.sorting = order, Sorting.OWN


def buried(view: SeatView) -> frozenset[int]:
    """Return the numbers of the buried spreads, which have left the table."""
    return frozenset(spread.number for spread in view.spreads if spread.buried)


def picture(
    view: SeatView, order: Sequence[Card], gone: frozenset[int] | None = None
) -> dict[Slot, Card | None]:
    """Return the table as ``view`` shows it, with the player's hand in ``order``.

    ``gone`` are the numbers of spreads that have left the table; by default all that are buried.
    """
    gone = buried(view) if gone is None else gone
    lying: dict[Slot, Card | None] = {}
    if view.top is not None:
        lying[Slot(Zone.PILE, 0, view.pile_size - 1)] = view.top
    for spread in (each for each in view.spreads if each.number not in gone):
        for place, card in enumerate(spread.cards):
            lying[Slot(Zone.SPREAD, spread.number, place)] = card
    for seat in range(view.seats):
        for place, held in enumerate(hand_of(view, seat, order)):
            lying[Slot(Zone.HAND, seat, place)] = held
    return lying


def hand_of(view: SeatView, seat: int, order: Sequence[Card]) -> Sequence[Card | None]:
    """Return a seat's cards as shown: faces, or backs after the card set aside."""
    if seat == view.seat:
        return tuple(order)
    if view.shown and (shown := view.shown[seat]) is not None:
        return by_rank(shown)
    backs = (None,) * view.sizes[seat]
    aside = set_aside_by(view, seat)
    return (aside.card, *backs[1:]) if aside else backs


def groups(view: SeatView, gone: frozenset[int]) -> tuple[LaidSpread, ...]:
    """Return the spreads on the table in the form that the layout takes."""
    return tuple(
        LaidSpread(each.number, each.owner, len(each.cards))
        for each in view.spreads
        if each.number not in gone
    )


def carried(before: Picture, after: Picture, moved: Mapping[Slot, Slot]) -> dict[Slot, Slot]:
    """Map slots of ``before`` to slots of ``after`` for cards that ``moved`` or shift.

    Within a hand or spread, known cards are matched by name, and unknown ones keep their order.
    """
    result = dict(moved)
    taken = set(moved.values())
    for zone, owner in sorted({(slot.zone, slot.owner) for slot in before}):
        stay = [slot for slot in slots_of(before, zone, owner) if slot not in moved]
        free = [slot for slot in slots_of(after, zone, owner) if slot not in taken]
        result |= _matched(stay, free, before, after)
    return result


def slots_of(lying: Picture, zone: Zone, owner: int) -> list[Slot]:
    """Return the slots of one hand, one spread or the pile, in order."""
    return sorted(slot for slot in lying if slot.zone == zone and slot.owner == owner)


def _matched(
    stay: list[Slot], free: list[Slot], before: Picture, after: Picture
) -> dict[Slot, Slot]:
    by_card = {after[slot]: slot for slot in free if after[slot] is not None}
    known = {slot: by_card[before[slot]] for slot in stay if before[slot] in by_card}
    if stay and stay[0].zone is Zone.PILE:
        return known
    rest = [slot for slot in stay if slot not in known]
    left = [slot for slot in free if slot not in known.values()]
    return known | dict(zip(rest, left, strict=False))
