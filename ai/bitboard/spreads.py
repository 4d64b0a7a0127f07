"""Spreads on the table: reading one that is laid, and what may be hit onto it (RULES.md §1.6,
§5.1).
"""

from ai.bitboard.pack import Pack, is_run_place
from game.rules.actions import Hit, Spread
from game.rules.cards import Card, suit_of
from game.rules.spreads import BOOK_LEAST, BOOK_MOST, SELVES_LEAST, Gap, TableSpread


def read_spread(pack: Pack, action: Spread, number: int = 0, owner: int = 0) -> TableSpread | None:
    """The spread that these cards make on the table, or None where they make none.

    Cards may come in any order; wild cards stand for what ``action.wild`` names, all others for
    themselves.
    """
    cards, named = action.cards, dict(action.wild)
    if not _are_cards(pack, cards) or not _names_are_wild(pack, cards, named):
        return None
    selves = [card for card in cards if card not in named]
    ranks = {named.get(card, card[0]) for card in cards}
    if len(selves) < SELVES_LEAST or not ranks <= pack.place.keys():
        return None
    if len(ranks) == 1:
        return _read_book(pack, action, named, number, owner)
    return _read_run(pack, action, named, selves, number, owner)


def lay_in_order(pack: Pack, action: Spread) -> TableSpread | None:
    """The same for a spread that is known to be legal, in a third of the time; None where it is
    a run whose cards do not come in table order.
    """
    cards, named = action.cards, dict(action.wild)
    ranks = tuple([named.get(card, card[0]) for card in cards])
    low = pack.place[ranks[0]]
    if ranks[0] == ranks[1]:
        key = (lambda card: (card in named, pack.bit[card])) if named else pack.bit.__getitem__
        return TableSpread(0, 0, "book", tuple(sorted(cards, key=key)), ranks, "", low)
    if not (pack.ranks + "A").startswith("".join(ranks), low):
        return None
    suit = next(card[1] for card in cards if card not in named)
    return TableSpread(0, 0, "run", cards, ranks, suit, low)


def _are_cards(pack: Pack, cards: tuple[Card, ...]) -> bool:
    return pack.bit.keys() >= set(cards) and len(set(cards)) == len(cards)


def _names_are_wild(pack: Pack, cards: tuple[Card, ...], named: dict[Card, str]) -> bool:
    return all(card in cards and pack.is_wild(card) for card in named)


def _read_book(
    pack: Pack, action: Spread, named: dict[Card, str], number: int, owner: int
) -> TableSpread | None:
    rank = next(named.get(card, card[0]) for card in action.cards)
    if not BOOK_LEAST <= len(action.cards) <= BOOK_MOST or any(card[0] == rank for card in named):
        return None
    cards = tuple(sorted(action.cards, key=lambda card: (card in named, pack.bit[card])))
    return TableSpread(number, owner, "book", cards, (rank,) * len(cards), "", pack.place[rank])


def _read_run(
    pack: Pack, action: Spread, named: dict[Card, str], selves: list[Card], number: int, owner: int
) -> TableSpread | None:
    suit, size = selves[0][1], len(action.cards)
    if size < BOOK_LEAST or {card[1] for card in selves} != {suit}:
        return None
    if any(card == rank + suit for card, rank in action.wild):
        return None
    line = {pack.place[named.get(card, card[0])]: card for card in action.cards}
    if len(line) < size:
        return None
    low = min(line)
    if max(line) - low >= size:
        line, low = _with_high_ace(pack, line)
    if not line:
        return None
    places = range(low, low + size)
    cards, ranks = tuple([line[place] for place in places]), pack.ranks + "A"
    return TableSpread(number, owner, "run", cards, tuple(ranks[low : low + size]), suit, low)


def _with_high_ace(pack: Pack, line: dict[int, Card]) -> tuple[dict[int, Card], int]:
    """The line with its ace above the highest rank, and its start; empty where that is no run."""
    top, ace = len(pack.ranks), pack.place.get("A", -1)
    low = top - len(line) + 1
    raised = {top if place == ace else place: card for place, card in line.items()}
    is_run = pack.ace_high and min(raised) == low and top in raised and is_run_place(low, top, top)
    return (raised, low) if is_run else ({}, 0)


def gaps(pack: Pack, spread: TableSpread) -> tuple[Gap, ...]:
    """Where ``spread`` may be hit, high end first; none where it is full or closed."""
    if not spread.is_open:
        return ()
    if spread.kind == "book":
        full = len(spread.cards) >= BOOK_MOST
        return () if full else (Gap(spread.stands_for[0], ""),)
    return _high_gap(pack, spread) + _low_gap(pack, spread)


def _high_gap(pack: Pack, spread: TableSpread) -> tuple[Gap, ...]:
    top, place = len(pack.ranks), spread.high + 1
    if place < top:
        return (Gap(pack.ranks[place], spread.suit),)
    fits_high = pack.ace_high and place == top and is_run_place(spread.low, place, top)
    return (Gap("A", spread.suit),) if fits_high else ()


def _low_gap(pack: Pack, spread: TableSpread) -> tuple[Gap, ...]:
    place = spread.low - 1
    if place < 0 or (place == 0 and spread.high == len(pack.ranks)):
        return ()
    return (Gap(pack.ranks[place], spread.suit, at_low_end=True),)


def has_gap(pack: Pack, spread: TableSpread) -> bool:
    """Whether any card may be hit onto ``spread``, wild cards included."""
    if spread.kind == "run":
        return spread.is_open and pack.run_ends(spread.suit, spread.low, len(spread.cards)) != 0
    return spread.is_open and len(spread.cards) < BOOK_MOST


def natural_fits(pack: Pack, spread: TableSpread) -> int:
    """The bits of the cards that may be hit onto ``spread`` as themselves."""
    if not spread.is_open:
        return 0
    if spread.kind == "run":
        bits = pack.run_ends(spread.suit, spread.low, len(spread.cards))
        if not bits & pack.wild_mask:
            return bits  # only a wild card can already lie in the run elsewhere
    elif len(spread.cards) < BOOK_MOST:
        bits = pack.rank_masks[spread.low]
    else:
        return 0
    return bits & ~pack.mask(spread.cards)


def gap_for(pack: Pack, spread: TableSpread, hit: Hit) -> Gap | None:
    """The gap that ``hit`` would fill, or None where it does not fit or is named wrongly."""
    card, stands_for = hit.card, hit.stands_for
    if stands_for and not pack.is_wild(card):
        return None
    rank = stands_for or card[0]
    for gap in gaps(pack, spread):
        if gap.rank == rank and is_itself(card, gap) != bool(stands_for):
            return gap
    return None


def is_itself(card: Card, gap: Gap) -> bool:
    """Whether ``card`` fills ``gap`` without standing for another."""
    return card[0] == gap.rank and gap.suit in ("", suit_of(card))


def wild_hits(pack: Pack, spread: TableSpread, card: Card) -> tuple[Hit, ...]:
    """Every hit of a wild ``card`` onto ``spread`` in which it does not stand for itself."""
    return tuple(
        Hit(card, spread.number, gap.rank) for gap in gaps(pack, spread) if not is_itself(card, gap)
    )


def slapped(pack: Pack, spread: TableSpread, card: Card) -> Hit | None:
    """How ``card`` lands when it is slapped onto ``spread``: as itself, else high, else low
    (RULES.md §5.9).
    """
    bit = pack.bit[card]
    if bit & natural_fits(pack, spread):
        return Hit(card, spread.number)
    if not bit & pack.wild_mask:
        return None
    return next(iter(wild_hits(pack, spread, card)), None)


def goes_low(pack: Pack, spread: TableSpread, hit: Hit) -> bool:
    """Whether a hit that is known to fit goes onto the low end of a run."""
    rank = hit.stands_for or hit.card[0]
    return spread.kind == "run" and pack.place[rank] == spread.low - 1


def with_hit(spread: TableSpread, hit: Hit, low_end: bool, *, buries: bool) -> TableSpread:
    """``spread`` with the card of ``hit`` at its low end or its high one; a book that reaches four
    may be buried.
    """
    rank = hit.stands_for or hit.card[0]
    cards = (hit.card, *spread.cards) if low_end else (*spread.cards, hit.card)
    stands_for = (rank, *spread.stands_for) if low_end else (*spread.stands_for, rank)
    complete = spread.kind == "book" and len(cards) == BOOK_MOST
    is_buried = buries and complete
    return TableSpread(
        spread.number,
        spread.owner,
        spread.kind,
        cards,
        stands_for,
        spread.suit,
        spread.low - low_end,
        not is_buried,
        is_buried,
    )
