"""A seat view read once: who threw, took, left and laid what, as sets of bits."""

from ai.master.cards import CardFacts, card_facts, count_of, singles
from game.rules.actions import Action, Discard, Done, Draw, Hit, Slap, Spread, Take
from game.rules.cards import Card
from game.rules.pack import CARD_BITS
from game.rules.phases import Phase
from game.rules.spreads import natural_fits
from game.rules.view import SeatView


class Trail:
    """What everybody saw of one seat: its discards in order, and sets of bits.

    ``known`` was taken and is still held, ``declined`` lay open when the seat drew instead.
    """

    def __init__(self) -> None:
        self.discards: list[int] = []
        self.known = self.thrown = self.declined = self.last_declined = 0
        self.takes = self.laid = 0
        self.took_last = False

    def play(self, bits: int) -> None:
        """Cards leave the hand."""
        self.known &= ~bits


class Sight:
    """What one seat knows, for one decision.

    ``held`` is its hand as a weighed set, ``unseen`` the bits of what may be anywhere, ``hittable``
    of what fits a spread on the table.
    """

    def __init__(self, view: SeatView) -> None:
        self.view = view
        self.facts: CardFacts = card_facts(view.rules, view.seats)
        self._bit = self.facts.pack.bit
        self.seat, self.seats = view.seat, view.seats
        self.held = self.facts.pack.weigh(view.hand)
        self.count = count_of(self.held)
        self.trails = [Trail() for _ in range(view.seats)]
        self.still = 0
        self._moved = self._is_open = False
        self._pile = [] if view.upcard is None else [self._bit[view.upcard]]
        self._seen = self._mask_of(view.upcard) | self._mask_of(view.top)
        for move in view.moves:
            self._follow(self.trails[move.seat], move.action)
        if view.phase is Phase.START:
            self._end_turn()
        for spread in view.spreads:
            self.trails[spread.owner].laid += 1
        self.unseen = self.facts.all & ~self._seen & ~self.held
        self.n_unseen = self.unseen.bit_count()
        self.groups = [(worth, mask & self.unseen) for worth, mask in self.facts.groups]
        points = sum([worth * mask.bit_count() for worth, mask in self.groups])
        self.mean_unseen = points * self.facts.unit / self.n_unseen if self.n_unseen else 0.0
        self.fits = [natural_fits(self.facts.pack, spread) for spread in view.spreads]
        self.hittable = 0
        for fits in self.fits:
            self.hittable |= fits

    def _mask_of(self, card: Card | None) -> int:
        return 0 if card is None else self._bit[card]

    def _follow(self, trail: Trail, action: Action) -> None:
        match action:
            case Draw():
                self._drew(trail)
            case Take():
                self._took(trail)
            case Spread(cards):
                self._laid(trail, self.facts.pack.mask(cards))
            case Hit(card):
                self._laid(trail, self._bit[card])
            case Discard(card):
                self._threw(trail, self._bit[card])
                self._end_turn()
            case Done():
                self._end_turn()
            case Slap(_, _, card):
                self.still = 0
                if self._pile:
                    self._pile.pop()
                if card is not None:
                    self._threw(trail, self._bit[card])
            case _:
                pass

    def _drew(self, trail: Trail) -> None:
        self._begin_turn()
        self._moved, trail.took_last = True, False
        if self._pile:
            trail.last_declined = self._pile[-1]
            trail.declined |= trail.last_declined

    def _took(self, trail: Trail) -> None:
        self._begin_turn()
        self._moved, trail.took_last = False, True
        trail.takes += 1
        card = self._pile.pop()
        trail.known |= card
        self._seen |= card

    def _laid(self, trail: Trail, bits: int) -> None:
        self._moved = True
        self._seen |= bits
        trail.play(bits)

    def _threw(self, trail: Trail, card: int) -> None:
        trail.discards.append(card)
        trail.thrown |= card
        trail.play(card)
        self._seen |= card
        self._pile.append(card)

    def _begin_turn(self) -> None:
        # A booed hand that a lay empties ends the turn without a word.
        self._end_turn()
        self._is_open = True

    def _end_turn(self) -> None:
        if self._is_open:
            self.still = 0 if self._moved else self.still + 1
        self._is_open = False

    def points(self, card: int) -> float:
        """The points of a card, as those of the standard pack."""
        return self.facts.points[card] * self.facts.unit

    def guess(self, seat: int) -> float:
        """What a seat is thought to hold, in points: its known cards, and others of the mean."""
        known = self.trails[seat].known
        hidden = self.view.sizes[seat] - known.bit_count()
        return self.facts.count(known) * self.facts.unit + hidden * self.mean_unseen

    def completes(self, card: int) -> bool:
        """Whether ``card`` makes a spread with two cards of this hand."""
        held = self.held & CARD_BITS
        return any(
            held & one and held & thirds & ~card for one, thirds in self.facts.partners[card]
        )

    def holds(self) -> list[int]:
        """The bits of this hand, one by one."""
        return list(singles(self.held & CARD_BITS))
