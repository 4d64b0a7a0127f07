"""What a seat can work out about cards that it does not hold, from what it has seen."""

from dataclasses import dataclass

from ai.pack import pack_facts
from game.rules.actions import Take, cards_played
from game.rules.cards import Card
from game.rules.view import SeatView


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Where the cards are, as far as one seat knows.

    ``unseen`` lie in the stock or in others' hands, nobody knows where. ``held[seat]`` are cards
    that the seat took from the pile and has not played since; the knower's own entry is empty.
    """

    unseen: frozenset[Card]
    held: tuple[frozenset[Card], ...]


def knowledge(view: SeatView) -> Knowledge:
    """Read the moves of a hand as this seat saw them."""
    taken: list[set[Card]] = [set() for _ in range(view.seats)]
    thrown: set[Card] = set()
    for move in view.moves:
        gone = cards_played(move.action)
        thrown.update(gone)
        taken[move.seat].difference_update(gone)
        if isinstance(move.action, Take) and move.card is not None:
            taken[move.seat].add(move.card)
    taken[view.seat].clear()
    seen = thrown.union(view.hand, *(spread.cards for spread in view.spreads), *taken)
    seen.update(card for card in (view.upcard, view.top) if card is not None)
    unseen = pack_facts(view.rules).cards - seen
    return Knowledge(unseen, tuple(map(frozenset, taken)))
