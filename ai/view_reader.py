"""What one seat can work out from its view: which cards are where, and what each seat has done.

All bots read views through ``ViewReader``; sets of cards are ints, as in ``ai.bitboard.pack``.
"""

from collections.abc import Sequence
from functools import cached_property

from ai.bitboard.bound import bind
from ai.bitboard.pack import CARD_BITS
from ai.bitboard.spreads import natural_fits
from ai.bitboard.state import Law
from ai.pack import PackFacts, layable, pack_facts
from game.rules.actions import Action, Discard, Done, Draw, Hit, Slap, Spread, Take
from game.rules.phases import Phase
from game.rules.view import SeatView, SeenMove


class SeatHistory:
    """What everybody saw of one seat: its discards in order, and sets of cards.

    ``declined`` lay open when the seat drew instead. ``spreads`` are those that it owns on the
    table, ``takes`` how often it took the top discard. ``hits_others`` and ``hits_own`` tell whose
    spreads it has hit or slapped, ``spread_last`` that the last it laid was a spread.
    """

    def __init__(self) -> None:
        self.discards: list[int] = []
        self.thrown = self.declined = self.last_declined = 0
        self.takes = self.spreads = 0
        self.took_last = self.spread_last = self.hits_own = self.hits_others = False


class ViewReader:
    """One seat's knowledge at one decision; each part is worked out when it is first asked for.

    ``moves`` are those of the hand that it takes into account: all of the view's, or those that a
    forgetful player remembers. What lies on the table it sees in any case.
    """

    def __init__(self, view: SeatView, moves: Sequence[SeenMove] | None = None) -> None:
        self.view = view
        self.moves = view.moves if moves is None else moves
        self.facts: PackFacts = pack_facts(view.rules)
        self.seat, self.seats = view.seat, view.seats
        self.held: int = self.facts.pack.weigh(view.hand)
        self.hand = self.held & CARD_BITS
        self.count = self.facts.counted(self.held)
        self.top = 0 if view.top is None else self.facts.pack.bit[view.top]

    @cached_property
    def law(self) -> Law:
        """The rules as the engine binds them."""
        return bind(self.view.rules, self.seats)

    @cached_property
    def fits(self) -> list[int]:
        """For each spread on the table the cards that fit it as themselves, in any hand."""
        return [natural_fits(self.facts.pack, spread) for spread in self.view.spreads]

    @cached_property
    def hittable(self) -> int:
        """The cards that fit any spread on the table as themselves."""
        hittable = 0
        for fits in self.fits:
            hittable |= fits
        return hittable

    @cached_property
    def unseen(self) -> int:
        """The cards in the stock or in others' hands, place unknown."""
        return self._places[0]

    @cached_property
    def n_unseen(self) -> int:
        """How many cards are unseen."""
        return self.unseen.bit_count()

    @cached_property
    def known(self) -> list[int]:
        """By seat the cards that it took from the pile and still holds; everybody knows these."""
        return self._places[1]

    @cached_property
    def _places(self) -> tuple[int, list[int]]:
        view, pack = self.view, self.facts.pack
        bit, mask = pack.bit, pack.mask
        seen, known = self.hand | self.top, [0] * self.seats
        for spread in view.spreads:
            seen |= mask(spread.cards)
        if view.upcard is not None:
            seen |= bit[view.upcard]
        for move in self.moves:
            action = move.action
            kind = action.__class__
            if kind is Discard or kind is Hit:
                gone = bit[action.card]  # type: ignore[union-attr] # of these two classes alone
            elif kind is Take and move.card is not None:
                known[move.seat] |= bit[move.card]
                continue
            elif isinstance(action, Spread):
                gone = mask(action.cards)
            elif isinstance(action, Slap) and action.discard is not None:
                gone = bit[action.discard]
            else:
                continue
            seen |= gone
            known[move.seat] &= ~gone
        for cards in known:
            seen |= cards
        return self.facts.all & ~seen, known

    @cached_property
    def unseen_worths(self) -> list[tuple[int, int]]:
        """The unseen cards by points."""
        return [(worth, cards & self.unseen) for worth, cards in self.facts.worths]

    @cached_property
    def mean_unseen(self) -> float:
        """What an unseen card counts on average, as points of the standard pack."""
        points = sum([worth * cards.bit_count() for worth, cards in self.unseen_worths])
        return points * self.facts.unit / self.n_unseen if self.n_unseen else 0.0

    @cached_property
    def histories(self) -> list[SeatHistory]:
        """What was seen of each seat."""
        return self._timeline.histories

    @property
    def still_turns(self) -> int:
        """For how many turns in a row nothing was drawn or laid: cards only went round."""
        return self._timeline.still_turns

    @cached_property
    def _timeline(self) -> "_Timeline":
        return _Timeline(self)

    def points(self, card: int) -> float:
        """The points of a card, as those of the standard pack."""
        return self.facts.points[card] * self.facts.unit

    def guess(self, seat: int) -> float:
        """What a seat is thought to hold, in points: its known cards, and others of the mean."""
        known = self.known[seat]
        hidden = self.view.sizes[seat] - known.bit_count()
        return self.facts.count(known) * self.facts.unit + hidden * self.mean_unseen

    def layable(self, held: int, hittable: int) -> int:
        """The cards of ``held`` that could be laid at once: the dearest spreads, what then hits."""
        return layable(self.law, held, hittable)

    @cached_property
    def matched(self) -> int:
        """The cards of the hand that count nothing, for spreads take them up (RULES.md §8.1)."""
        return 0 if self.view.rules.count == "all" else self.layable(self.held, 0)


class _Timeline:
    """The moves of a hand gone through in order, turn by turn."""

    def __init__(self, reader: ViewReader) -> None:
        view, self._bit = reader.view, reader.facts.pack.bit
        self._owners = [spread.owner for spread in view.spreads]
        self.histories = [SeatHistory() for _ in range(reader.seats)]
        self.still_turns = 0
        self._has_changed = self._is_in_turn = False
        self._pile = [] if view.upcard is None else [self._bit[view.upcard]]
        for move in reader.moves:
            self._follow(move.seat, self.histories[move.seat], move.action)
        if view.phase is Phase.START:
            self._end_turn()
        for spread in view.spreads:
            self.histories[spread.owner].spreads += 1

    def _follow(self, seat: int, history: SeatHistory, action: Action) -> None:
        match action:
            case Draw():
                self._begin_turn(changes=True)
                history.took_last = False
                if self._pile:
                    history.last_declined = self._pile[-1]
                    history.declined |= history.last_declined
            case Take():
                self._begin_turn(changes=False)
                history.took_last = True
                history.takes += 1
                self._pile.pop()
            case Spread():
                self._has_changed = history.spread_last = True
            case Hit():
                self._has_changed = True
                self._hit(seat, history, action.spread)
            case Discard(card):
                self._throw(history, self._bit[card])
                self._end_turn()
            case Done():
                self._end_turn()
            case Slap():
                self._slap(history, action)
            case _:
                pass

    def _slap(self, history: SeatHistory, slap: Slap) -> None:
        self.still_turns = 0
        self._hit(slap.seat, history, slap.spread)
        if self._pile:
            self._pile.pop()
        if slap.discard is not None:
            self._throw(history, self._bit[slap.discard])

    def _hit(self, seat: int, history: SeatHistory, number: int) -> None:
        history.spread_last = False
        if self._owners[number] == seat:
            history.hits_own = True
        else:
            history.hits_others = True

    def _throw(self, history: SeatHistory, card: int) -> None:
        history.discards.append(card)
        history.thrown |= card
        self._pile.append(card)

    def _begin_turn(self, *, changes: bool) -> None:
        # A booed hand that a lay empties ends the turn without a move that says so.
        self._end_turn()
        self._is_in_turn, self._has_changed = True, changes

    def _end_turn(self) -> None:
        if self._is_in_turn:
            self.still_turns = 0 if self._has_changed else self.still_turns + 1
        self._is_in_turn = False
