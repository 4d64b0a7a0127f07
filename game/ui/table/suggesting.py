"""Which cards of one's own hand would make a spread or fit one on the table, softly hinted at.

Pure. It tells no more than the player's own cards and the table do, and never what is wise.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from game.rules.actions import Hit, Spread
from game.rules.finders import hit_finder, spread_finder
from game.rules.pack import pack_of
from game.rules.phases import Phase
from game.rules.spreads import natural_fits

if TYPE_CHECKING:
    from game.rules.cards import Card
    from game.rules.ruleset import RuleSet
    from game.rules.spreads import TableSpread
    from game.rules.view import SeatView


def suggested(view: SeatView) -> frozenset[Card]:
    """The cards that could be laid in one's turn: what is legal now or, before the draw, what
    will be as far as the rules of spreads go.
    """
    if view.result is not None or view.seat not in view.may_act:
        return frozenset()
    if view.phase is Phase.START:
        return _to_come(view.rules, view.hand, view.spreads)
    cards: set[Card] = set()
    for action in view.legal:
        match action:
            case Spread(cards=laid):
                cards.update(laid)
            case Hit(card=card):
                cards.add(card)
            case _:
                pass
    return frozenset(cards)


@lru_cache(maxsize=8)
def _to_come(
    rules: RuleSet, hand: tuple[Card, ...], spreads: tuple[TableSpread, ...]
) -> frozenset[Card]:
    pack = pack_of(rules)
    held = pack.weigh(hand)
    cards = {card for spread in spread_finder(pack)(held) for card in spread.cards}
    fits = [natural_fits(pack, spread) for spread in spreads]
    cards.update(hit.card for hit in hit_finder(pack)(held, fits, list(spreads)))
    return frozenset(cards)
