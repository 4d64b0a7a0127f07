"""Certain wins: the ways a seat can end the hand now, whatever the hidden cards are.

The search covers the whole turn: its start, the lays and hits, the discard. So a take from the
discard pile that empties the hand is found, and a tonk for two stakes is preferred to a drop for
one.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from ai.sight import BIT, Lying, Sight, singles
from game.rules.actions import (
    DRAW,
    DROP,
    STOP,
    TAKE,
    Action,
    Discard,
    Draw,
    Drop,
    Hit,
    Slap,
    Spread,
    Stop,
    Take,
)
from game.rules.phases import Phase
from game.rules.results import DOUBLE_DOUBLE_PAYS, Ending
from game.rules.settlement import Laid, tonk_worth
from game.rules.view import SeatView

_LOWEST_PAYS: Final = 1
"""The stakes each other seat pays a seat that drops, or stops, with the lowest count."""


class End(NamedTuple):
    """A certain win: what each other seat pays, and the action that leads to it."""

    pays: int
    action: Action


def best_end(sight: Sight, legal: Sequence[Action], *, is_claim: bool = False) -> End | None:
    """Return the highest-paying end that one of these actions leads to; None where no win is
    certain. With ``is_claim``, a taken card must be used at once.
    """
    if sight.view.phase in (Phase.LAY, Phase.CHANCE):
        return _end_of_turn(sight, legal)
    best = None
    begins: tuple[Action, ...] = (DRAW, TAKE, DROP, STOP)
    for action in (*begins, *_slaps_out(sight, legal)):
        pays = _pays_to_begin(sight, action, is_claim=is_claim) if action in legal else 0
        if pays > (best.pays if best else 0):
            best = End(pays, action)
    return best


def _pays_to_begin(sight: Sight, action: Action, *, is_claim: bool) -> int:
    """Return what an action pays that begins a turn, or is done between two; 0 where no win is
    certain.
    """
    rules, hand = sight.view.rules, sight.hand
    match action:
        case Draw():
            is_booed = rules.booed and sight.view.stock_size - 1 <= sight.seats
            return 0 if is_booed else _Turn(sight, hand, is_drawn=True).best()[0]
        case Take():
            must_use = sight.top if is_claim or rules.take == "use_now" else 0
            return _Turn(sight, hand | sight.top, must_use=must_use).best()[0]
        case Drop():
            return _LOWEST_PAYS if _is_lowest(sight, "drop") else 0
        case Stop():
            is_paid = rules.stockout == "lowest" and _is_lowest(sight, "stockout")
            return _LOWEST_PAYS if is_paid else 0
        case _:
            return rules.out_pays


def _is_lowest(sight: Sight, ending: str) -> bool:
    """Whether the seat lies lowest for certain; who may still lay cards may come to any count."""
    is_last = sight.view.rules.last_lay not in (ending, "both")
    return is_last and sight.count < sight.lowest_of_others


def _slaps_out(sight: Sight, legal: Sequence[Action]) -> list[Slap]:
    """Return the slaps that play the seat's last card."""
    if sight.hand.bit_count() != 1 or sight.view.is_booed:
        return []
    slaps = [action for action in legal if isinstance(action, Slap) and action.discard is not None]
    return sorted(slaps, key=lambda slap: slap.spread)


def _end_of_turn(sight: Sight, legal: Sequence[Action]) -> End | None:
    view, deck = sight.view, sight.deck
    must_use = BIT[view.must_use] if view.must_use else 0
    pays, step = _Turn(sight, sight.hand, must_use=must_use).best()
    for action in legal if pays else ():
        match action:
            case Spread():
                is_step = deck.read(action) == step
            case Hit(card, spread, stands_for):
                place = deck.end_for(sight.table[spread], stands_for or card[0])
                is_step = _Onto(BIT[card], spread, place) == step
            case Discard():
                is_step = step is None
            case _:
                is_step = False
        if is_step:
            return End(pays, action)
    return None


class _Onto(NamedTuple):
    """A hit: the card, the number of the spread, and the place of the rank the card stands for."""

    card: int
    spread: int
    place: int


_Step: TypeAlias = Lying | _Onto
"""The next lay of a turn."""


class _Node(NamedTuple):
    """A node of the search: how a turn stands. Of the cards held those ``passed`` go into no spread
    that is laid now; ``hits`` are those of this turn, ``must_use`` is the card that has to be laid
    next.
    """

    held: int
    table: tuple[Lying, ...]
    laid: Laid
    hits: int
    must_use: int
    passed: int = 0


class _Turn:
    """The search over the rest of a turn, once the seat holds ``held``.

    ``is_drawn``: there is one more card, any, which can only be thrown.

    Spreads come first, card by card: each card goes into a spread or is passed. Passed cards are
    then hit, except one to discard. Hits come before spreads only where a tonk pays for a spread
    laid last.
    """

    def __init__(
        self, sight: Sight, held: int, *, must_use: int = 0, is_drawn: bool = False
    ) -> None:
        view, rules = sight.view, sight.view.rules
        self._sight, self._rules, self._deck = sight, rules, sight.deck
        self._is_drawn, self._is_chance = is_drawn, view.phase is Phase.CHANCE
        self._is_own = [spread.owner == view.seat for spread in view.spreads]
        laid = self._laid(sight, self._is_own)
        self._begin = _Node(held, sight.table, laid, hits_this_turn(view), must_use)
        full = max(rules.tonk_pays, rules.two_spreads_pays if laid.is_first_turn else 0)
        self._most = rules.out_pays if is_drawn else max(rules.out_pays, full)
        # The most nodes searched in a turn; only many wild cards reach it.
        self._left = 200

    def best(self) -> tuple[int, _Step | None]:
        """Return what the best end pays, and the first lay on the way to it, None if it needs none.

        Emptying the hand does not end a booed deck or a last lay, and some rules forbid it to a
        seat that was hit.
        """
        view = self._sight.view
        if self._is_chance:
            is_double = view.finish is not None and view.finish.ending is Ending.TONK
            return self._best(self._begin) if is_double else (0, None)
        if view.is_booed or view.seat in view.blocked:
            return 0, None
        return self._best(self._begin)

    def _best(self, node: _Node) -> tuple[int, _Step | None]:
        self._left -= 1
        spreads = self._deck.spreads_in(node.held & ~node.passed)
        if self._left < 0 or self._is_hopeless(node, spreads):
            return 0, None
        most, first = self._pays_to_throw(node), None
        for step, after in self._steps(node, spreads):
            if most >= self._most:
                break
            pays, later = self._best(after) if after.held else (self._pays_when_empty(after), None)
            if pays > most:
                most, first = pays, step or later
        return most, first

    def _is_hopeless(self, node: _Node, spreads: Sequence[Lying]) -> bool:
        """Whether more cards are unplayable than can be discarded."""
        held, deck = node.held, self._deck
        if node.passed and not self._rules.spread_out:
            spreads = deck.spreads_in(held)  # what is passed may be hit onto one that comes
        lone = held & ~deck.wild
        for spread in spreads:
            lone &= ~spread.cards
        for spread in node.table:
            if deck.ends(spread):
                lone &= ~deck.kin(spread)
        return lone.bit_count() > (not self._is_drawn and not self._is_chance)

    def _may_throw(self, node: _Node) -> bool:
        return not self._is_chance and (not node.hits or self._rules.discard_after_hit)

    def _pays_to_throw(self, node: _Node) -> int:
        is_last = node.held.bit_count() == 1 and not node.must_use and not self._is_drawn
        return self._rules.out_pays if is_last and self._may_throw(node) else 0

    def _pays_when_empty(self, node: _Node) -> int:
        if self._is_chance:
            return DOUBLE_DOUBLE_PAYS
        if self._is_drawn:
            return self._rules.out_pays if self._may_throw(node) else 0
        if node.laid.last_was_spread and not self._rules.spread_out:
            return 0
        return tonk_worth(self._rules, node.laid)

    def _steps(self, node: _Node, spreads: Sequence[Lying]) -> Iterator[tuple[_Step | None, _Node]]:
        has_begun = node.passed or node.laid.spreads > self._begin.laid.spreads
        if self._rules.tonk_needs == "second_spread" and not has_begun:
            yield from self._hits(node)
        if not spreads:
            yield from self._hits(node)
            return
        undecided = node.held & ~node.passed
        card = (
            node.must_use or self._lowest(undecided & ~self._deck.wild) or self._lowest(undecided)
        )
        yield from self._spreads(node, [each for each in spreads if each.cards & card])
        if node.must_use:
            yield from self._hits(node)
        else:
            yield None, node._replace(passed=node.passed | card)

    def _spreads(
        self, node: _Node, spreads: Sequence[Lying]
    ) -> Iterator[tuple[_Step | None, _Node]]:
        deck, laid = self._deck, node.laid
        more = laid._replace(spreads=laid.spreads + 1, last_was_spread=True)
        # At most 24 spreads are searched in one node, the highest first.
        for spread in sorted(spreads, key=lambda each: (-deck.count(each.cards), each))[:24]:
            held, table = node.held & ~spread.cards, (*node.table, deck.laid(spread))
            yield spread, _Node(held, table, more, node.hits, 0, node.passed)

    def _hits(self, node: _Node) -> Iterator[tuple[_Step | None, _Node]]:
        held, table, laid, hits, must_use, passed = node
        deck, usable = self._deck, must_use or held
        if not self._rules.may_hit_more(hits, self._sight.view.phase):
            return
        for number, target in enumerate(table):
            is_own = number >= len(self._is_own) or self._is_own[number]
            more = laid._replace(
                hits=laid.hits + 1,
                hits_others=laid.hits_others + (not is_own),
                last_was_spread=False,
            )
            for end in deck.ends(target):
                fits = deck.fits_at(target, end)
                for card in (*singles(usable & fits), self._lowest(usable & deck.wild & ~fits)):
                    if card:
                        hit = deck.hit(target, card, end)
                        lying = (*table[:number], hit, *table[number + 1 :])
                        after = _Node(held ^ card, lying, more, hits + 1, 0, passed & ~card)
                        yield _Onto(card, number, end), after

    @staticmethod
    def _lowest(cards: int) -> int:
        return cards & -cards

    @staticmethod
    def _laid(sight: Sight, is_own: Sequence[bool]) -> Laid:
        view = sight.view
        moves = [move.action for move in view.moves if move.seat == view.seat]
        lays = [action for action in moves if isinstance(action, Spread | Hit | Slap)]
        hits = [action for action in lays if not isinstance(action, Spread)]
        return Laid(
            spreads=sum(is_own),
            hits=len(hits),
            hits_others=sum(not is_own[hit.spread] for hit in hits),
            last_was_spread=bool(lays) and isinstance(lays[-1], Spread),
            is_first_turn=view.turns < view.seats,
        )


def hits_this_turn(view: SeatView) -> int:
    """Return how many cards the seat has hit since its turn began; none before it does."""
    hits = 0
    for move in reversed(view.moves) if view.phase is not Phase.START else ():
        if move.seat != view.seat or isinstance(move.action, Draw | Take):
            break
        hits += isinstance(move.action, Hit)
    return hits
