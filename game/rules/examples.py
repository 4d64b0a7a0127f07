"""Rules by example: small positions at a table of four, played to their end by the engine.

Nothing that an example shows is written down here but its cards and who does what: counts, winners
and payments are those of the hand that is played (RULES.md §3, §4.2, §4.4, §4.5).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, islice
from typing import Final, TypeAlias

from game.rules.actions import (
    Action,
    Declare,
    Discard,
    Draw,
    Drop,
    Hit,
    Pass,
    Reason,
    Spread,
    Stop,
)
from game.rules.cards import FACES, SUITS, Card, is_joker
from game.rules.counting import count_of
from game.rules.hand import Hand
from game.rules.legality import owed_spreads
from game.rules.messages import N_, Message
from game.rules.naturals import Natural
from game.rules.phases import CHANCE, OVER, SLAP
from game.rules.position import Position, PositionError
from game.rules.ruleset import RuleSet
from game.rules.settlement import best_entry
from game.rules.spreads import BOOK_LEAST, spreads_in

YOU: Final = 0
"""The seat that is spoken to. It sits on the dealer's left."""
_STEP: Final = 7
"""Cards so far apart in the pack are neither of a rank nor of a suit, mostly."""

Cards: TypeAlias = tuple[Card, ...]
Deed: TypeAlias = tuple[int, Action]


@dataclass(frozen=True, slots=True)
class ExampleDeal:
    """A deal with which an example begins, you sitting on the dealer's left."""

    rules: RuleSet
    seats: int
    deck: Cards

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards dealt to each seat."""
        dealt = self.deck[: self.seats * self.rules.cards_dealt(self.seats)]
        return tuple(dealt[seat :: self.seats] for seat in range(self.seats))

    def hand(self) -> Hand:
        """The hand as dealt."""
        return Hand.deal(self.rules, self.seats, self.seats - 1, self.deck)


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A position or a deal, what is done in it, and the hand after that.

    ``shown`` are the seats whose cards matter. ``refused`` is why the last thing that somebody
    wants to do is not allowed; else the hand is over.
    """

    title: Message
    start: Position | ExampleDeal
    deeds: tuple[Deed, ...]
    hand: Hand
    shown: tuple[int, ...]
    refused: Reason | None = None


@lru_cache(maxsize=64)
def examples(rules: RuleSet, key: str) -> tuple[Example, ...]:
    """What one key of a rule set does, by examples; none for a key that has none, and where the
    pack has no such cards.
    """
    # An example has four seats at most.
    able = [seats for seats in rules.possible_seats() if seats <= 4]
    if not able or key not in _MAKERS:
        return ()
    seats = max((seats for seats in able if not _is_booed_at_once(rules, seats)), default=max(able))
    return tuple(each for each in _MAKERS[key](_Table(rules, seats)) if each)


def _is_booed_at_once(rules: RuleSet, seats: int) -> bool:
    """Whether no hand is ever played with a deck that is not booed (RULES.md §5.8)."""
    stock = len(rules.pack()) - seats * rules.cards_dealt(seats) - rules.upcard
    return rules.booed and stock <= seats


def has_examples(key: str, rules: RuleSet | None = None) -> bool:
    """Whether there is anything to show for a key at a table with a whole pack, where ``rules`` are
    given for the value that they have.
    """
    if rules is not None and key == "stock_end":
        return rules.stock_end == "at_once"
    return key in _MAKERS


class _Table:
    """Cards to lay out for one rule set: what is free, how much it counts, and examples of it."""

    def __init__(self, rules: RuleSet, seats: int) -> None:
        self.rules, self.seats = rules, seats
        self.others = tuple(range(1, seats))
        self.hand_size = rules.cards_dealt(seats)
        pack = rules.pack()
        self.plain = [card for card in pack if not is_joker(card) and not rules.is_wild(card)]
        self.wilds = [card for card in pack if rules.is_wild(card)]
        can_lay = rules.has_books or rules.has_runs
        self.can_shrink = can_lay and self.hand_size > BOOK_LEAST
        """Whether hands grow smaller while play goes on: after a spread of three cards and the
        discard, one at least is left.
        """

    def position(
        self, hands: Sequence[Cards], *, turns: int, top: Cards = (), stock: Cards | None = None
    ) -> Position:
        """The position after so many turns. All cards that are not named are in the stock or, where
        that is named, at the bottom of the pile.
        """
        rest = self.rest([*top, *(stock or ()), *(card for held in hands for card in held)])
        found = Position(
            rules=self.rules,
            dealer=self.seats - 1,
            hands=tuple(hands),
            stock=rest if stock is None else stock,
            pile=top if stock is None else (*top, *rest),
            turns=turns,
        )
        return replace(found, dealt=found.hands) if found.asks_for_dealt else found

    def count(self, cards: Sequence[Card]) -> int:
        """What these cards count, each by itself."""
        return count_of(self.rules, cards)

    def can_come_about(self, position: Position) -> bool:
        """Whether hands like these can be held at the start of a turn: as many cards as were dealt
        before the first, and no spread after it that had to be laid in it.
        """
        for seat, cards in enumerate(position.hands):
            has_begun = position.has_begun(seat)
            if len(cards) < self.hand_size and not (has_begun and self.can_shrink):
                return False
            if has_begun and owed_spreads(self.rules, spreads_in(self.rules, cards)):
                return False
        return True

    def by_levels(self, levels: Sequence[int], taken: Sequence[Card] = ()) -> list[Cards] | None:
        """A hand for each seat, of so few cards that they make no spread, none of a suit that is
        ``taken``; seats of one level count the same, those of a higher one more. Who drops, the
        first, may drop with what it holds.
        """
        suits = {card[1] for card in taken} if len(self.rules.suits) > 1 else set()
        free = [card for card in self.plain if card not in taken and card[1] not in suits]
        known = sorted(set(map(self.count, self._few(free))))
        depth = max(levels) + 1
        # Held where the pack allows it, from the lowest on, as in the example of RULES.md §3.
        usual = tuple(count for count in (3, 5, 6, 20)[:depth] if count in known)
        tries = islice(combinations(known, depth), 2000)  # then there is no such example
        for counts in ((usual,) if len(usual) == depth else ()) + tuple(tries):
            most = self.rules.drop_at_most
            if most and counts[levels[0]] > most:
                continue
            hands = self.with_counts([counts[level] for level in levels], free)
            if hands:
                return hands
        return None

    def with_counts(self, counts: Sequence[int], free: Sequence[Card]) -> list[Cards] | None:
        hands: list[Cards] = []
        left = list(free)
        for seat, count in enumerate(counts):
            left.sort(key=lambda card: (SUITS.index(card[1]) - seat) % len(SUITS))
            found = self._with_count(count, left)
            if found is None:
                return None
            hands.append(found)
            left = [card for card in left if card not in found]
        return hands

    def _with_count(self, count: int, free: Sequence[Card]) -> Cards | None:
        return next((cards for cards in self._few(free) if self.count(cards) == count), None)

    def _few(self, free: Sequence[Card]) -> Iterator[Cards]:
        """The smallest hands that somebody may be left with, none with a spread in it."""
        if self.can_shrink:
            yield from ((card,) for card in free)
            yield from combinations(free, 2)
        elif self.hand_size == BOOK_LEAST:
            for cards in combinations(free, BOOK_LEAST):
                ranks, suits = {card[0] for card in cards}, {card[1] for card in cards}
                if len(ranks) == len(cards) and len(suits) > 1:
                    yield cards

    def run(self, length: int, taken: Sequence[Card] = ()) -> Cards | None:
        """``length`` cards of one suit in order, none wild, from the middle if it can."""
        ranks = self.rules.ranks
        firsts = range(len(ranks) - length + 1)
        used = [card[1] for card in taken]
        for suit in sorted(self.rules.suits, key=used.count):
            for first in sorted(firsts, key=lambda place: abs(place - len(ranks) // 4)):
                cards = tuple(rank + suit for rank in ranks[first : first + length])
                if all(card in self.plain and card not in taken for card in cards):
                    return cards
        return None

    def rest(self, used: Sequence[Card]) -> Cards:
        """All other cards, no two of a rank or a suit beside each other where that can be."""
        left = [card for card in self.rules.pack() if card not in used]
        return tuple(card for start in range(_STEP) for card in left[start::_STEP])

    def spare(self, used: Sequence[Card]) -> Iterator[Card]:
        """Cards that may lie about unused, the highest first."""
        free = [card for card in self.plain if card not in used]
        yield from sorted(free, key=lambda card: -self.count((card,)))

    def played(
        self,
        title: str,
        start: Position | ExampleDeal,
        deeds: Sequence[Deed],
        shown: Sequence[int] = (),
    ) -> Example | None:
        """The example, if it can come about, the rules let everybody do as they are to, and that
        ends the hand.

        All cards are shown where none are named, and where everybody's count is added.
        """
        if isinstance(start, Position) and not self.can_come_about(start):
            return None
        try:
            hand = start.hand()
        except PositionError:
            return None
        for seat, action in deeds:
            if hand.result is not None or hand.why_illegal(seat, action):
                return None
            hand.act(seat, action)
        last = [*deeds, *_last_chances(hand)]
        if hand.result is None:
            return None
        is_counted = not shown or self.rules.scoring == "push_up"
        seats = tuple(range(self.seats)) if is_counted else tuple(shown)
        return Example(Message(title), start, tuple(last), hand, seats)

    # Drops.

    def _drop_from(self, title: str, levels: Sequence[int]) -> Example | None:
        hands = self.by_levels(levels[: self.seats])
        return self._dropped(title, hands) if hands else None

    def _dropped(self, title: str, hands: Sequence[Cards]) -> Example | None:
        used = [card for held in hands for card in held]
        (top,) = islice(self.spare(used), 1)
        start = self.position(hands, turns=self.seats, top=(top,))
        return self.played(title, start, [(YOU, Drop())])

    def catches(self) -> Iterator[Example | None]:
        yield self._drop_from(N_("You are lowest:"), (0, 1, 1, 2))
        if self.seats > 2:
            yield self._drop_from(N_("Somebody is lower, somebody else lowest:"), (2, 1, 0, 3))
        if self.seats > 3:
            yield self._drop_from(N_("Two of the others tie for lowest:"), (1, 0, 0, 2))
        yield self._drop_from(N_("Somebody ties with you:"), (0, 0, 1, 1))

    def most(self) -> Iterator[Example | None]:
        yield self._drop_from(N_("Low enough:"), (0, 1, 1, 2))
        most = self.rules.drop_at_most
        hands = next(
            (
                hands
                for count in range(most + 1, most + 21)
                if (hands := self.with_counts([count] * self.seats, self.plain))
            ),
            None,
        )
        if not most or hands is None:
            return
        start = self.position(hands, turns=self.seats)
        hand = start.hand()
        refused = hand.why_illegal(YOU, Drop())
        if refused is not None and self.can_come_about(start):
            yield Example(Message(N_("Too high:")), start, ((YOU, Drop()),), hand, (YOU,), refused)

    def unmatched(self) -> Example | None:
        """You drop with a run in hand: on your first turn where you had to lay it later."""
        run = self.run(3)
        if run is None:
            return None
        if self.rules.must_spread != "no":
            return self._dropped_at_once(run)
        hands = self.by_levels((0, 1, 1, 2)[: self.seats], run)
        return self._dropped(_RUN_HELD, [(*run, *hands[0]), *hands[1:]]) if hands else None

    def _dropped_at_once(self, run: Cards) -> Example | None:
        """You drop with the cards as dealt: a run, low cards, and no other spread at the table."""
        mine = run
        for card in sorted(self.plain, key=lambda card: self.count((card,))):
            with_it = (*mine, card)
            is_other = card not in mine and len(spreads_in(self.rules, with_it)) == 1
            mine = with_it if is_other and len(mine) < self.hand_size else mine
        left = list(self.rest(mine))
        for _try in left:
            left = [*left[1:], left[0]]
            cards = iter(left)
            others = [tuple(islice(cards, self.hand_size)) for _ in self.others]
            if any(spreads_in(self.rules, held) for held in others):
                continue
            top = (*islice(cards, 1),) if self.rules.upcard else ()
            start = self.position([mine, *others], turns=0, top=top)
            found = self.played(_RUN_HELD, start, [(YOU, Drop())])
            if found:
                return found
        return None

    def wild(self) -> Example | None:
        hands = self.by_levels((0, 1, 2)[: self.seats - 1])
        if not (self.wilds and hands):
            return None
        hands.insert(1, tuple(self.wilds[:1]))
        return self._dropped(N_("Somebody still holds a wild card:"), hands)

    # Stock-outs.

    def _stocked_out(self, title: str, hands: Sequence[Cards]) -> Example | None:
        """The seat before yours draws the last card and discards it; then the hand ends, or you
        stop it.
        """
        used = [card for held in hands for card in held]
        drawer = self.seats - 1
        for last in self.spare(used):
            top = tuple(islice(self.spare([*used, last]), 1))
            start = self.position(hands, turns=2 * self.seats - 1, top=top, stock=(last,))
            deeds: list[Deed] = [(drawer, Draw()), (drawer, Discard(last))]
            found = self.played(title, start, [*deeds, *self._stop()])
            if found:
                return found
        return None

    def _stop(self) -> list[Deed]:
        """You stop the hand, where it does not end by itself when the stock is empty."""
        return [] if self.rules.stock_end == "at_once" else [(YOU, Stop())]

    def lowest(self) -> Example | None:
        hands = self.by_levels((1, 0, 2, 3)[: self.seats])
        return self._stocked_out(N_("One is lowest:"), hands) if hands else None

    def lowest_tie(self) -> Example | None:
        hands = self.by_levels((1, 0, 0, 2)[: self.seats]) if self.seats > 2 else None
        return self._stocked_out(N_("Two are lowest:"), hands) if hands else None

    def last_lay(self) -> Iterator[Example | None]:
        four = self.run(4)
        if four is None or self.seats < 3:
            return
        run, fourth = four[:3], four[3]
        hands = self.by_levels((1, 0, 2, 2)[: self.seats], four)
        if hands is None:
            return
        hands[1], hands[-1] = (fourth, *hands[1]), (*run[:2], *hands[-1])
        if self.rules.last_lay in ("drop", "both"):
            title = N_("Somebody can lay a card after your drop:")
            yield self._laid_before(title, hands, run[2], run, [(YOU, Drop())])
        if self.rules.last_lay in ("stockout", "both") and self.rules.stockout != "void":
            title = N_("Somebody can lay a card after a stock-out:")
            yield self._laid_before(title, hands, run[2], run, self._stop(), is_last=True)

    def _laid_before(
        self,
        title: str,
        hands: Sequence[Cards],
        drawn: Card,
        run: Cards,
        deeds: Sequence[Deed],
        *,
        is_last: bool = False,
    ) -> Example | None:
        """The seat before yours draws a card, the last one if it ``is_last``, lays a run with it
        and discards another; then the hand ends.
        """
        used = [drawn, *(card for held in hands for card in held)]
        last = self.seats - 1
        for spare in self.spare(used):
            held = [*hands[:-1], (*hands[-1], spare)]
            top = tuple(islice(self.spare([*used, spare]), 1))
            stock = () if is_last else self.rest([*used, spare, *top])
            start = self.position(held, turns=2 * self.seats - 1, top=top, stock=(drawn, *stock))
            laid: list[Deed] = [(last, Draw()), (last, Spread(run)), (last, Discard(spare))]
            found = self.played(title, start, [*laid, *deeds])
            if found:
                return found
        return None

    def last_turn(self) -> Iterator[Example | None]:
        """You draw the last card of the stock, and lay all that you hold."""
        run = self.run(3)
        if self.rules.stock_end == "at_once" and run:
            hands = self.by_levels((0, 0, 1, 2)[: self.seats], run)
            title = N_("You lay your last cards on the last turn:")
            yield self._laid_all(title, run, hands[1:], ()) if hands else None

    def booed(self) -> Iterator[Example | None]:
        """The deck is booed when you draw; you lay all that you hold, the others draw and discard,
        and you drop.
        """
        run = self.run(3)
        hands = (
            self.by_levels((0, 0, 1, 2)[: self.seats], run) if run and self.rules.booed else None
        )
        if run is None or hands is None:
            return
        held = [card for cards in hands for card in cards]
        drawn = tuple(islice(self.spare([*run, *held]), self.seats))
        if len(drawn) == self.seats:
            rounds = zip(self.others, drawn, strict=False)
            deeds = [
                deed for seat, card in rounds for deed in ((seat, Draw()), (seat, Discard(card)))
            ]
            title = N_("The deck is booed when you lay your last cards:")
            yield self._laid_all(title, run, hands[1:], drawn, [*deeds, (YOU, Drop())])

    def _laid_all(
        self,
        title: str,
        run: Cards,
        others: Sequence[Cards],
        stock: Cards,
        deeds: Sequence[Deed] = (),
    ) -> Example | None:
        """You hold two cards of a run, draw the third and lay them; ``stock`` lies below it."""
        used = [*run, *stock, *(card for cards in others for card in cards)]
        (top,) = islice(self.spare(used), 1)
        start = self.position(
            (run[:2], *others), turns=2 * self.seats, top=(top,), stock=(run[2], *stock)
        )
        return self.played(title, start, [(YOU, Draw()), (YOU, Spread(run)), *deeds])

    # Emptied hands.

    def _emptied(
        self,
        title: str,
        mine: Cards,
        drawn: Card,
        deeds: Sequence[Action],
        first: bool = False,
        theirs: Cards = (),
    ) -> Example | None:
        """You draw a card, and lay or discard all that you hold; ``theirs`` is held by the next."""
        used = [*mine, drawn, *theirs]
        each = 1 if self.can_shrink and not first else self.hand_size
        rest = [card for card in self.rest(used) if card in self.plain]
        if len(rest) < 1 + each * len(self.others):
            return None
        is_turned = self.rules.upcard or not first
        shown = (YOU, 1) if theirs else (YOU,)
        moves = [(YOU, Draw()), *((YOU, deed) for deed in deeds)]
        # After ten deals, an example is given up whose other hands cannot be.
        for _try in range(10):
            top, *held = rest[: 1 + each * len(self.others)]
            hands = [
                mine,
                *(tuple(held[place :: len(self.others)]) for place in range(len(self.others))),
            ]
            if theirs:
                hands[1] = theirs
            stock = (drawn, *self.rest([*used, top, *held]), *(() if is_turned else (top,)))
            start = self.position(
                hands,
                turns=0 if first else self.seats,
                top=(top,) if is_turned else (),
                stock=stock,
            )
            found = self.played(title, start, moves, shown)
            if found:
                return found
            rest = [*rest[1:], rest[0]]
        return None

    def one_spread(self) -> Example | None:
        run = self.run(3 if self.can_shrink else self.hand_size + 1)
        title = N_("Your last cards are one spread:")
        if run is None:
            return None
        drawn = run[2]
        mine = tuple(card for card in run if card != drawn)
        return self._emptied(title, mine, drawn, [Spread(run)])

    def with_hit(self) -> Example | None:
        four = self.run(4)
        if four is None:
            return None
        run, last = four[:3], four[3]
        title = N_("Your last card is a hit:")
        return self._emptied(title, (*run[:2], last), run[2], [Spread(run), Hit(last, 0)])

    def two_spreads(self, *, first: bool) -> Example | None:
        size = self.hand_size + 1 if first else 6
        lengths = size // 2, size - size // 2
        one = self.run(lengths[0]) if min(lengths) >= 3 else None
        other = self.run(lengths[1], one) if one else None
        if one is None or other is None:
            return None
        title = (
            N_("Two spreads, on your first turn:") if first else N_("Two spreads, on a later turn:")
        )
        mine = (*one, *other[:-1])
        return self._emptied(title, mine, other[-1], [Spread(one), Spread(other)], first)

    def tonk_needs(self) -> Iterator[Example | None]:
        needs_first_turn = self.rules.tonk_needs == "first_turn_two_spreads"
        yield self.two_spreads(first=True) if needs_first_turn else self.one_spread()
        yield self.two_spreads(first=False)
        yield self.with_hit()

    def out(self) -> Example | None:
        run = self.run(3)
        if run is None:
            return None
        (last,) = islice(self.spare(run), 1)
        title = N_("Your last card is a discard:")
        return self._emptied(title, (*run[:2], last), run[2], [Spread(run), Discard(last)])

    def double_double(self) -> Example | None:
        cards = self.run(4 if self.rules.spread_out else 5)
        if cards is None:
            return None
        run, hits, last = cards[:3], cards[3:-1], cards[-1]
        title = N_("The next player can lay the last card too:")
        deeds: list[Action] = [Spread(run), *(Hit(card, 0) for card in hits)]
        return self._emptied(title, (*run[:2], *hits), run[2], deeds, theirs=(last,))

    # Naturals.

    def naturals(self) -> Iterator[Example | None]:
        entries = self.rules.naturals
        for entry in entries:
            yield self._dealt(N_("One player is dealt a natural:"), [entry])
        dealt = [entry for entry in entries if entry.when == "deal"]
        for one, other in combinations(dealt, 2):
            if one.rank != other.rank:
                yield self._dealt(N_("One natural goes before the other:"), [one, other])
                break
        for entry in dealt:
            if entry.low_wins and entry.match == "at_most":
                yield self._dealt(
                    N_("Two players are dealt such a hand:"), [entry, entry], low=True
                )
            if entry.tie:
                yield self._dealt(N_("Two players tie:"), [entry, entry])

    def natural_tie(self) -> Iterator[Example | None]:
        dealt = [entry for entry in self.rules.naturals if entry.when == "deal" and not entry.tie]
        top = max((entry.rank for entry in dealt), default=0)
        best = [entry for entry in dealt if entry.rank == top]
        for pair in (*combinations(best, 2), *((entry, entry) for entry in best)):
            found = self._dealt(N_("Two players tie:"), pair)
            if found:
                yield found
                return

    def _dealt(self, title: str, entries: Sequence[Natural], low: bool = False) -> Example | None:
        """A deal in which you, and another for each further entry, hold such naturals and nobody
        else any; with ``low`` one hand counts less than the other.
        """
        holders = (YOU, min(2, self.seats - 1))[: len(entries)]
        hands: dict[int, Cards] = {}
        for seat, entry in zip(holders, entries, strict=True):
            above = self.count(hands[YOU]) if low and hands else None
            held = self._natural_hand(
                entry, [card for each in hands.values() for card in each], above
            )
            if held is None:
                return None
            hands[seat] = held
        used = [card for held in hands.values() for card in held]
        left = list(self.rest(used))
        for _try in left:
            left = [*left[1:], left[0]]
            found = self._with_naturals(
                title, dict(zip(holders, entries, strict=True)), hands, left
            )
            if found:
                return found
        return None

    def _with_naturals(
        self,
        title: str,
        entries: Mapping[int, Natural],
        hands: Mapping[int, Cards],
        left: Sequence[Card],
    ) -> Example | None:
        size = self.hand_size
        rest = iter(left)
        held = tuple(hands.get(seat) or tuple(islice(rest, size)) for seat in range(self.seats))
        around = (card for cards in zip(*held, strict=True) for card in cards)
        start = ExampleDeal(self.rules, self.seats, (*around, *rest))
        hand = start.hand()
        for seat in range(self.seats):
            best = best_entry(hand, seat, "deal") or best_entry(hand, seat, "turn")
            if best != entries.get(seat):
                return None
        if hand.phase is OVER:
            shown = tuple(range(self.seats)) if self.rules.scoring == "push_up" else (*hands,)
            return Example(Message(title), start, (), hand, shown)
        return self.played(title, start, [(YOU, Declare())], (*hands,))

    def _natural_hand(
        self, entry: Natural, taken: Sequence[Card], below: int | None
    ) -> Cards | None:
        """A hand to be dealt that is this natural and no better one."""
        size = self.hand_size
        free = [card for card in self.rest(taken) if not self.rules.is_wild(card)]
        faces = [card for card in free if card[0] in FACES]
        if entry.match == "all_faces":
            return tuple(faces[:size]) if len(faces) >= size else None
        for cards in (free, [card for card in free if card not in faces]):
            found = self._by_count(cards, size)
            for count in sorted(found, reverse=True):
                hand = count, all(card in faces for card in found[count])
                if not entry.matches(*hand) or (below is not None and count >= below):
                    continue
                alike = [each for each in self.rules.naturals if each.matches(*hand)]
                same = (each for each in alike if each.when == entry.when)
                best = max(same, key=lambda each: (each.rank, each.pays), default=entry)
                if best == entry:
                    return found[count]
        return None

    def _by_count(self, cards: Sequence[Card], size: int) -> dict[int, Cards]:
        """For each count that so many of these cards can have, some that have it."""
        found: dict[tuple[int, int], Cards] = {(0, 0): ()}
        for card in cards:
            worth = self.count((card,))
            for (held, count), those in list(found.items()):
                if held < size:
                    found.setdefault((held + 1, count + worth), (*those, card))
        return {count: those for (held, count), those in found.items() if held == size}


def _last_chances(hand: Hand) -> Iterator[Deed]:
    """What is left to do once an ending is in sight: lay what can be laid, else pass."""
    if hand.phase is SLAP:
        hand.close_slap()
    while hand.phase is CHANCE:
        seat = hand.turn
        lays = [action for action in hand.legal() if isinstance(action, Hit | Spread)]
        action: Action = lays[0] if lays else Pass()
        hand.act(seat, action)
        yield seat, action


_RUN_HELD: Final = N_("A run is still in a hand:")


_MAKERS: Final[Mapping[str, Callable[["_Table"], Iterable[Example | None]]]] = {
    "wild_points": lambda table: [table.wild()],
    "naturals": _Table.naturals,
    "natural_tie": _Table.natural_tie,
    "drop_at_most": _Table.most,
    "count": lambda table: [table.unmatched()],
    "last_lay": _Table.last_lay,
    "catch": _Table.catches,
    "tonk_pays": lambda table: [table.one_spread(), table.with_hit()],
    "tonk_needs": _Table.tonk_needs,
    "hit_voids_tonk": lambda table: [table.one_spread(), table.with_hit()],
    "two_spreads_pays": lambda table: [table.two_spreads(first=each) for each in (True, False)],
    "out_pays": lambda table: [table.out()],
    "double_double": lambda table: [table.double_double()],
    "stock_end": _Table.last_turn,
    "booed": _Table.booed,
    "stockout": lambda table: [table.lowest()],
    "stockout_tie": lambda table: [table.lowest_tie()],
}
