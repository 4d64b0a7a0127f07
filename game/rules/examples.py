"""Rules by example: small positions at a table of four, played to the end by the engine.

Only the cards and actions of an example are written here; counts, winners and payments come from
the hand as played (RULES.md §3, §4.2, §4.4, §4.5).
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
from game.rules.naturals import TIES, Natural, Tie
from game.rules.phases import CHANCE, OVER, SLAP
from game.rules.position import Position, PositionError
from game.rules.results import Ending
from game.rules.ruleset import RuleSet
from game.rules.settlement import best_entry
from game.rules.spreads import BOOK_LEAST, read_spread, spreads_in

_SEATS: Final = 4  # maximum at the table of an example
YOU: Final = 0
"""The seat of the reader, on the dealer's left."""
_COUNTS: Final = (3, 5, 6, 20)
"""The counts of the hands, ascending, if the pack allows them, as in the example of RULES.md §3."""
_MOST_TRIES: Final = 2000  # sets of counts tried before an example is given up
_DEALS: Final = 60  # tried before an example is given up because the other hands do not fit
_PAIRS: Final = 8  # of dealt naturals tried before an example of two is given up
_STEP: Final = 7
"""Distance in the pack at which two cards mostly share neither rank nor suit."""

Cards: TypeAlias = tuple[Card, ...]
Deed: TypeAlias = tuple[int, Action]


@dataclass(frozen=True, slots=True)
class ExampleDeal:
    """A deal that begins an example; you sit on the dealer's left."""

    rules: RuleSet
    seats: int
    deck: Cards

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards dealt to each seat."""
        dealt = self.deck[: self.seats * self.rules.cards_dealt(self.seats)]
        return tuple(dealt[seat :: self.seats] for seat in range(self.seats))

    def hand(self) -> Hand:
        """Return the hand as dealt."""
        return Hand.deal(self.rules, self.seats, self.seats - 1, self.deck)


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A position or a deal, the actions played from it, and the hand afterwards.

    ``shown`` are the seats whose cards matter. ``refused`` is why the last action is not allowed;
    without it the hand is over.
    """

    title: Message
    start: Position | ExampleDeal
    deeds: tuple[Deed, ...]
    hand: Hand
    shown: tuple[int, ...]
    refused: Reason | None = None


_Maker: TypeAlias = Callable[["_Table"], Iterable[Example | None]]


@lru_cache(maxsize=64)
def examples(rules: RuleSet, key: str) -> tuple[Example, ...]:
    """Return examples of what one key of a rule set does; empty if it has none or the pack lacks
    the cards.
    """
    able = [seats for seats in rules.possible_seats() if seats <= _SEATS]
    if not able or key not in _MAKERS:
        return ()
    seats = max((seats for seats in able if not _is_booed_at_once(rules, seats)), default=max(able))
    return tuple(each for each in _MAKERS[key](_Table(rules, seats)) if each)


def _is_booed_at_once(rules: RuleSet, seats: int) -> bool:
    """Return whether the deck is already booed at the deal (RULES.md §5.8)."""
    stock = len(rules.pack()) - seats * rules.cards_dealt(seats) - rules.upcard
    return rules.booed and stock <= seats


def has_examples(key: str, rules: RuleSet | None = None) -> bool:
    """Return whether a key has examples with a whole pack; given ``rules``, for its value there."""
    if rules is not None and key == "stock_end":
        return rules.stock_end == "at_once"
    return key in _MAKERS


class _Table:
    """The cards of one rule set to lay out: which are free, and what they count."""

    def __init__(self, rules: RuleSet, seats: int) -> None:
        self.rules, self.seats = rules, seats
        self.others = tuple(range(1, seats))
        self.hand_size = rules.cards_dealt(seats)
        pack = rules.pack()
        self.plain = [card for card in pack if not is_joker(card) and not rules.is_wild(card)]
        self.wilds = [card for card in pack if rules.is_wild(card)]
        self._points = {card: rules.points(card) for card in pack}
        can_lay = rules.has_books or rules.has_runs
        self.can_shrink = can_lay and self.hand_size > BOOK_LEAST
        """Whether hands can shrink in play: after a spread of three cards and the discard, at least
        one card is left.
        """

    def position(
        self,
        hands: Sequence[Cards],
        *,
        turns: int,
        top: Cards = (),
        stock: Cards | None = None,
        laid: Sequence[Cards] = (),
    ) -> Position:
        """Return the position after ``turns`` turns, with ``laid`` as your runs on the table.

        All unnamed cards are in the stock or, if ``stock`` is given, at the bottom of the pile.
        """
        used = [card for cards in (*hands, *laid) for card in cards]
        rest = self.rest([*top, *(stock or ()), *used])
        spreads = (
            read_spread(self.rules, Spread(cards), number, YOU) for number, cards in enumerate(laid)
        )
        found = Position(
            rules=self.rules,
            dealer=self.seats - 1,
            hands=tuple(hands),
            stock=rest if stock is None else stock,
            pile=top if stock is None else (*top, *rest),
            spreads=tuple(spread for spread in spreads if spread),
            turns=turns,
            last_spread=(YOU,) if laid and self.rules.tonk_needs == "second_spread" else (),
        )
        return replace(found, dealt=found.hands) if found.asks_for_dealt else found

    def count(self, cards: Sequence[Card]) -> int:
        """Return the count of these cards."""
        if self.rules.count == "all" or len(cards) < BOOK_LEAST:
            return self._full(cards)
        return count_of(self.rules, cards)

    def _full(self, cards: Sequence[Card]) -> int:
        return sum(map(self._points.__getitem__, cards))

    def can_come_about(self, position: Position) -> bool:
        """Return whether these hands can be held at the start of a turn.

        Seats hold all dealt cards before their first turn, and after it no spread that they had to
        lay.
        """
        for seat, cards in enumerate(position.hands):
            has_begun = position.has_begun(seat)
            if len(cards) < self.hand_size and not (has_begun and self.can_shrink):
                return False
            if has_begun and owed_spreads(self.rules, spreads_in(self.rules, cards)):
                return False
        return True

    def by_levels(self, levels: Sequence[int], taken: Sequence[Card] = ()) -> list[Cards] | None:
        """Return a hand for each seat, too small for a spread and without suits in ``taken``, or
        None.

        Seats of one level count the same, those of a higher level more. The first may drop with its
        hand.
        """
        suits = {card[1] for card in taken} if len(self.rules.suits) > 1 else set()
        free = [card for card in self.plain if card not in taken and card[1] not in suits]
        known = sorted(set(map(self.count, self._few(free))))
        depth = max(levels) + 1
        usual = tuple(count for count in _COUNTS[:depth] if count in known)
        tries = islice(combinations(known, depth), _MOST_TRIES)
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
        few = self._few(free)
        return next((cards for cards in few if self._full(cards) == count), None)

    def _few(self, free: Sequence[Card]) -> Iterator[Cards]:
        """Yield the smallest hands that a player may be left with, none containing a spread."""
        if self.can_shrink:
            yield from ((card,) for card in free)
            yield from combinations(free, 2)
        elif self.hand_size == BOOK_LEAST:
            for cards in combinations(free, BOOK_LEAST):
                ranks, suits = {card[0] for card in cards}, {card[1] for card in cards}
                if len(ranks) == len(cards) and len(suits) > 1:
                    yield cards

    def run(self, length: int, taken: Sequence[Card] = ()) -> Cards | None:
        """Return ``length`` cards of one suit in order, none wild, if possible from the middle, or
        None.
        """
        ranks = self.rules.ranks
        firsts = range(len(ranks) - length + 1)
        used = [card[1] for card in taken]
        for suit in sorted(self.rules.suits, key=used.count):
            for first in sorted(firsts, key=lambda place: abs(place - len(ranks) // 4)):
                cards = tuple(rank + suit for rank in ranks[first : first + length])
                if all(card in self.plain and card not in taken for card in cards):
                    return cards
        return None

    def runs(self, cards: int, taken: Sequence[Card]) -> tuple[Cards, ...] | None:
        """Return runs of ``cards`` cards in total, each as short as possible, or None."""
        found: list[Cards] = []
        for place in range(most := cards // BOOK_LEAST):
            used = [*taken, *(card for run in found for card in run)]
            run = self.run(cards // most + (place < cards % most), used)
            if run is None:
                return None
            found.append(run)
        return tuple(found) or None

    def rest(self, used: Sequence[Card]) -> Cards:
        """Return all other cards, neighbours sharing neither rank nor suit if possible."""
        left = [card for card in self.rules.pack() if card not in used]
        return tuple(card for start in range(_STEP) for card in left[start::_STEP])

    def spare(self, used: Sequence[Card]) -> Iterator[Card]:
        """Yield unused cards that play no part, the highest first."""
        free = [card for card in self.plain if card not in used]
        yield from sorted(free, key=lambda card: -self.count((card,)))

    def played(
        self,
        title: str,
        start: Position | ExampleDeal,
        deeds: Sequence[Deed],
        shown: Sequence[int] = (),
    ) -> Example | None:
        """Return the example if the position is possible, all actions are legal and the hand ends,
        else None.

        All hands are shown if ``shown`` is empty, and if counts are added as in push-up.
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
        is_counted = not shown or self.rules.is_push_up
        seats = tuple(range(self.seats)) if is_counted else tuple(shown)
        return Example(Message(title), start, tuple(last), hand, seats)


def _last_chances(hand: Hand) -> Iterator[Deed]:
    """Play the rest of a hand whose end is due, and yield the actions: lay what can be laid, else
    pass.
    """
    if hand.phase is SLAP:
        hand.close_slap()
    while hand.phase is CHANCE:
        seat = hand.turn
        lays = [action for action in hand.legal() if isinstance(action, Hit | Spread)]
        action: Action = lays[0] if lays else Pass()
        hand.act(seat, action)
        yield seat, action


# Drops.


_WON: Final = N_("You are lowest:")
_CAUGHT: Final = N_("Somebody is lower, somebody else lowest:")
_LOWEST_TIE: Final = N_("Two of the others tie for lowest:")
_A_TIE: Final = N_("Somebody ties with you:")


def _drop_from(table: _Table, title: str, levels: Sequence[int]) -> Example | None:
    hands = table.by_levels(levels[: table.seats])
    return _dropped(table, title, hands) if hands else None


def _dropped(table: _Table, title: str, hands: Sequence[Cards]) -> Example | None:
    used = [card for held in hands for card in held]
    (top,) = islice(table.spare(used), 1)
    start = table.position(hands, turns=table.seats, top=(top,))
    return table.played(title, start, [(YOU, Drop())])


def _catches(table: _Table) -> Iterator[Example | None]:
    yield _drop_from(table, _WON, (0, 1, 1, 2))
    if table.seats > 2:
        yield _drop_from(table, _CAUGHT, (2, 1, 0, 3))
    if table.seats > 3:
        yield _drop_from(table, _LOWEST_TIE, (1, 0, 0, 2))
    yield _drop_from(table, _A_TIE, (0, 0, 1, 1))


def _most(table: _Table) -> Iterator[Example | None]:
    yield _drop_from(table, N_("Low enough:"), (0, 1, 1, 2))
    most = table.rules.drop_at_most
    hands = next(
        (
            hands
            for count in range(most + 1, most + 21)
            if (hands := table.with_counts([count] * table.seats, table.plain))
        ),
        None,
    )
    if not most or hands is None:
        return
    start = table.position(hands, turns=table.seats)
    hand = start.hand()
    refused = hand.why_illegal(YOU, Drop())
    if refused is not None and table.can_come_about(start):
        yield Example(Message(N_("Too high:")), start, ((YOU, Drop()),), hand, (YOU,), refused)


_RUN_HELD: Final = N_("A run is still in a hand:")


def _unmatched(table: _Table) -> Example | None:
    """Return an example in which you drop with a run in hand, on your first turn if it had to be
    laid later.
    """
    run = table.run(3)
    if run is None:
        return None
    if table.rules.must_spread != "no":
        return _dropped_at_once(table, run)
    hands = table.by_levels((0, 1, 1, 2)[: table.seats], run)
    return _dropped(table, _RUN_HELD, [(*run, *hands[0]), *hands[1:]]) if hands else None


def _dropped_at_once(table: _Table, run: Cards) -> Example | None:
    """Return an example in which you drop with the cards as dealt: a run and low cards, with no
    other spread dealt.
    """
    mine = run
    for card in sorted(table.plain, key=lambda card: table.count((card,))):
        with_it = (*mine, card)
        is_other = card not in mine and len(spreads_in(table.rules, with_it)) == 1
        mine = with_it if is_other and len(mine) < table.hand_size else mine
    left = list(table.rest(mine))
    for _try in left:
        left = [*left[1:], left[0]]
        cards = iter(left)
        others = [tuple(islice(cards, table.hand_size)) for _ in table.others]
        if any(spreads_in(table.rules, held) for held in others):
            continue
        top = (*islice(cards, 1),) if table.rules.upcard else ()
        start = table.position([mine, *others], turns=0, top=top)
        found = table.played(_RUN_HELD, start, [(YOU, Drop())])
        if found:
            return found
    return None


def _wild(table: _Table) -> Example | None:
    hands = table.by_levels((0, 1, 2)[: table.seats - 1])
    if not (table.wilds and hands):
        return None
    hands.insert(1, tuple(table.wilds[:1]))
    return _dropped(table, N_("Somebody still holds a wild card:"), hands)


# Stock-outs.


def _stocked_out(table: _Table, title: str, hands: Sequence[Cards]) -> Example | None:
    """Return an example in which the seat before yours draws the last card and discards it.

    Then the hand ends, or you stop it.
    """
    used = [card for held in hands for card in held]
    drawer = table.seats - 1
    for last in table.spare(used):
        if spreads_in(table.rules, (*hands[drawer], last)):
            continue
        top = tuple(islice(table.spare([*used, last]), 1))
        start = table.position(hands, turns=2 * table.seats - 1, top=top, stock=(last,))
        deeds: list[Deed] = [(drawer, Draw()), (drawer, Discard(last))]
        found = table.played(title, start, [*deeds, *_stop(table)])
        if found:
            return found
    return None


def _stop(table: _Table) -> list[Deed]:
    """Return your stop, if the hand does not end by itself when the stock is empty."""
    return [] if table.rules.stock_end == "at_once" else [(YOU, Stop())]


def _lowest(table: _Table) -> Example | None:
    hands = table.by_levels((1, 0, 2, 3)[: table.seats])
    return _stocked_out(table, N_("One is lowest:"), hands) if hands else None


def _lowest_tie(table: _Table) -> Example | None:
    hands = table.by_levels((1, 0, 0, 2)[: table.seats]) if table.seats > 2 else None
    return _stocked_out(table, N_("Two are lowest:"), hands) if hands else None


def _last_lay(table: _Table) -> Iterator[Example | None]:
    four = table.run(4)
    if four is None or table.seats < 3:
        return
    run, fourth = four[:3], four[3]
    hands = table.by_levels((1, 0, 2, 2)[: table.seats], four)
    if hands is None:
        return
    hands[1], hands[-1] = (fourth, *hands[1]), (*run[:2], *hands[-1])
    if table.rules.last_lay in ("drop", "both"):
        title = N_("Somebody can lay a card after your drop:")
        yield _laid_before(table, title, hands, run[2], run, [(YOU, Drop())])
    if table.rules.last_lay in ("stockout", "both") and table.rules.pays_stockouts:
        title = N_("Somebody can lay a card after a stock-out:")
        yield _laid_before(table, title, hands, run[2], run, _stop(table), is_last=True)


def _laid_before(
    table: _Table,
    title: str,
    hands: Sequence[Cards],
    drawn: Card,
    run: Cards,
    deeds: Sequence[Deed],
    *,
    is_last: bool = False,
) -> Example | None:
    """Return an example in which the seat before yours draws a card, lays a run with it and
    discards.

    The card is the last one if it ``is_last``; then the hand ends.
    """
    used = [drawn, *(card for held in hands for card in held)]
    last = table.seats - 1
    for spare in table.spare(used):
        held = [*hands[:-1], (*hands[-1], spare)]
        top = tuple(islice(table.spare([*used, spare]), 1))
        stock = () if is_last else table.rest([*used, spare, *top])
        start = table.position(held, turns=2 * table.seats - 1, top=top, stock=(drawn, *stock))
        laid: list[Deed] = [(last, Draw()), (last, Spread(run)), (last, Discard(spare))]
        found = table.played(title, start, [*laid, *deeds])
        if found:
            return found
    return None


def _last_turn(table: _Table) -> Iterator[Example | None]:
    """Yield an example in which you draw the last card of the stock and lay all your cards."""
    run = table.run(3)
    if table.rules.stock_end == "at_once" and run:
        hands = table.by_levels((0, 0, 1, 2)[: table.seats], run)
        title = N_("You lay your last cards on the last turn:")
        yield _laid_all(table, title, run, hands[1:], ()) if hands else None


def _booed(table: _Table) -> Iterator[Example | None]:
    """Yield an example of a booed deck: you lay all your cards, the others draw and discard, and
    you drop.
    """
    run = table.run(3)
    hands = table.by_levels((0, 0, 1, 2)[: table.seats], run) if run and table.rules.booed else None
    if run is None or hands is None:
        return
    held = [card for cards in hands for card in cards]
    drawn = tuple(islice(table.spare([*run, *held]), table.seats))
    if len(drawn) == table.seats:
        rounds = zip(table.others, drawn, strict=False)
        deeds = [deed for seat, card in rounds for deed in ((seat, Draw()), (seat, Discard(card)))]
        title = N_("The deck is booed when you lay your last cards:")
        yield _laid_all(table, title, run, hands[1:], drawn, [*deeds, (YOU, Drop())])


def _laid_all(
    table: _Table,
    title: str,
    run: Cards,
    others: Sequence[Cards],
    stock: Cards,
    deeds: Sequence[Deed] = (),
) -> Example | None:
    """Return an example in which you hold two cards of a run, draw the third and lay them;
    ``stock`` lies below it.
    """
    used = [*run, *stock, *(card for cards in others for card in cards)]
    (top,) = islice(table.spare(used), 1)
    start = table.position(
        (run[:2], *others), turns=2 * table.seats, top=(top,), stock=(run[2], *stock)
    )
    return table.played(title, start, [(YOU, Draw()), (YOU, Spread(run)), *deeds])


# Emptied hands.


@dataclass(frozen=True, slots=True)
class _Held:
    """Your cards at the start of a turn and the card drawn in it; ``laid`` are your earlier
    spreads.

    ``first`` means that it is your first turn. ``theirs`` is the next player's hand.
    """

    mine: Cards
    drawn: Card
    first: bool = False
    theirs: Cards = ()
    laid: tuple[Cards, ...] = ()

    @property
    def used(self) -> Cards:
        laid = (card for run in self.laid for card in run)
        return (*self.mine, self.drawn, *self.theirs, *laid)


def _emptied(table: _Table, title: str, held: _Held, deeds: Sequence[Action]) -> Example | None:
    """Return an example in which you draw a card and lay or discard your whole hand, or None.

    The next player goes out, too, if ``held`` names their cards. The other hands leave as little to
    lay as possible.
    """
    moves = [(YOU, Draw()), *((YOU, deed) for deed in deeds)]
    shown = (YOU, 1) if held.theirs else (YOU,)
    found: list[Example] = []
    for start in islice(_starts(table, held), _DEALS):
        each = table.played(title, start, moves, shown)
        result = each and each.hand.result
        if each and result and (result.ending is Ending.DOUBLE_DOUBLE) == bool(held.theirs):
            found.append(each)
            if all(isinstance(deed, Pass) for _, deed in each.deeds[len(moves) :]):
                break
    return min(found, key=lambda each: len(each.deeds), default=None)


def _starts(table: _Table, held: _Held) -> Iterator[Position]:
    """Yield positions at the start of that turn, with various other hands."""
    each = 1 if table.can_shrink and not held.first else table.hand_size
    rest = [card for card in table.rest(held.used) if card in table.plain]
    others = len(table.others)
    if len(rest) < 1 + each * others:
        return
    is_turned = table.rules.upcard or not held.first
    for _place in rest:
        top, *dealt = rest[: 1 + each * others]
        hands = [held.mine, *(tuple(dealt[place::others]) for place in range(others))]
        if held.theirs:
            hands[1] = held.theirs
        left = table.rest([*held.used, top, *dealt])
        yield table.position(
            hands,
            turns=0 if held.first else table.seats,
            top=(top,) if is_turned else (),
            stock=(held.drawn, *left, *(() if is_turned else (top,))),
            laid=held.laid,
        )
        rest = [*rest[1:], rest[0]]


def _one_spread(table: _Table) -> Example | None:
    run = table.run(3 if table.can_shrink else table.hand_size + 1)
    title = N_("Your last cards are one spread:")
    if run is None:
        return None
    drawn = run[2]
    mine = tuple(card for card in run if card != drawn)
    return _emptied(table, title, _Held(mine, drawn), [Spread(run)])


def _with_hit(table: _Table) -> Example | None:
    four = table.run(4)
    if four is None:
        return None
    run, last = four[:3], four[3]
    title = N_("Your last card is a hit:")
    return _emptied(table, title, _Held((*run[:2], last), run[2]), [Spread(run), Hit(last, 0)])


def _two_spreads(table: _Table, *, first: bool, hit: bool = False) -> Example | None:
    size = table.hand_size + 1 if first else 6
    less, more = size // 2, size - size // 2
    lengths = (more, less) if hit else (less, more)
    is_enough = lengths[0] >= BOOK_LEAST + hit and lengths[1] >= BOOK_LEAST
    one = table.run(lengths[0]) if is_enough else None
    other = table.run(lengths[1], one) if one else None
    if one is None or other is None:
        return None
    title = N_("Two spreads, on your first turn:") if first else N_("Two spreads, on a later turn:")
    deeds: list[Action] = [Spread(one), Spread(other)]
    if hit:
        title = N_("Two spreads and a hit, on your first turn:")
        deeds = [Spread(one[:-1]), Hit(one[-1], 0), Spread(other)]
    return _emptied(table, title, _Held((*one, *other[:-1]), other[-1], first), deeds)


def _second_spread(table: _Table, *, hit: bool = False) -> Example | None:
    """Return an example in which you lay a run after other runs, ``hit`` after a hit on one of
    them.
    """
    run = table.run(3)
    laid = table.runs(table.hand_size - 2, run) if run else None
    if run is None or laid is None:
        return None
    if not hit:
        title = N_("Your second spread, or a later one, ends the hand:")
        return _emptied(table, title, _Held(run[:2], run[2], laid=laid), [Spread(run)])
    longest, *others = laid
    if len(longest) == BOOK_LEAST:
        return None
    title = N_("You hit a spread before your last one:")
    deeds: list[Action] = [Hit(longest[-1], 0), Spread(run)]
    held = _Held((*run[:2], longest[-1]), run[2], laid=(longest[:-1], *others))
    return _emptied(table, title, held, deeds)


def _full_tonk(table: _Table, *, hit: bool = False) -> Example | None:
    """Return an example of a tonk that is paid in full; ``hit`` adds a hit to it."""
    match table.rules.tonk_needs:
        case "first_turn_two_spreads":
            return _two_spreads(table, first=True, hit=hit)
        case "second_spread":
            return _second_spread(table, hit=hit)
        case _:
            is_hit = hit or not table.rules.spread_out
            return _with_hit(table) if is_hit else _one_spread(table)


def _tonk_pays(table: _Table) -> Iterator[Example | None]:
    """Yield a tonk that is paid in full, then one with a hit that may not be; nothing without the
    first.
    """
    is_double = table.rules.tonk_needs == "first_turn_two_spreads" and table.rules.two_spreads_pays
    full = None if is_double else _full_tonk(table)
    yield full
    if full and table.rules.spread_out:
        yield _with_hit(table)


def _hit_voids_tonk(table: _Table) -> Iterator[Example | None]:
    if table.rules.spread_out:
        yield _full_tonk(table)
    yield _full_tonk(table, hit=True)


def _tonk_needs(table: _Table) -> Iterator[Example | None]:
    full = _full_tonk(table)
    yield full
    yield _two_spreads(table, first=False)
    if table.rules.spread_out or full is None:
        yield _with_hit(table)


def _out(table: _Table) -> Example | None:
    run = table.run(3)
    if run is None:
        return None
    (last,) = islice(table.spare(run), 1)
    title = N_("Your last card is a discard:")
    return _emptied(table, title, _Held((*run[:2], last), run[2]), [Spread(run), Discard(last)])


def _double_double(table: _Table) -> Example | None:
    cards = table.run(4 if table.rules.spread_out else 5)
    if cards is None:
        return None
    run, hits, last = cards[:3], cards[3:-1], cards[-1]
    title = N_("The next player can lay the last card too:")
    deeds: list[Action] = [Spread(run), *(Hit(card, 0) for card in hits)]
    return _emptied(table, title, _Held((*run[:2], *hits), run[2], theirs=(last,)), deeds)


# Naturals.


def _naturals(table: _Table) -> Iterator[Example | None]:
    entries = table.rules.naturals
    for entry in entries:
        yield _dealt(table, N_("One player is dealt a natural:"), [entry])
    dealt = [entry for entry in entries if entry.when == "deal"]
    for one, other in combinations(dealt, 2):
        if one.rank != other.rank:
            yield _dealt(table, N_("One natural goes before the other:"), [one, other])
            break
    for entry in dealt:
        if entry.low_wins and entry.match != "count":
            yield _dealt(table, N_("Two players are dealt such a hand:"), [entry, entry], low=True)
    yield from _ties(table, TIES)


def _natural_tie(table: _Table) -> Iterator[Example | None]:
    yield from _ties(table, [None])


def _ties(table: _Table, rules: Sequence[Tie | None]) -> Iterator[Example | None]:
    """Yield for each of ``rules``, None being the table's, a tie of two naturals that it settles.

    Naturals that pay differently are preferred.
    """
    dealt = [entry for entry in table.rules.naturals if entry.when == "deal"]
    pairs = [
        (one, other)
        for one, other in (*combinations(dealt, 2), *((entry, entry) for entry in dealt))
        if one.rank == other.rank
    ]
    pairs.sort(key=lambda pair: (-pair[0].rank, pair[0].pays == pair[1].pays))
    for rule in rules:
        settled = [pair for pair in pairs if (pair[0].tie if _is_own(*pair) else None) == rule]
        tied = (_dealt(table, N_("Two players tie:"), pair) for pair in settled)
        yield next((found for found in tied if found), None)


def _is_own(one: Natural, other: Natural) -> bool:
    """Return whether a tie of two naturals is settled by their own tie rule (RULES.md §5.2)."""
    return one.tie is not None and one.tie == other.tie


def _dealt(
    table: _Table, title: str, entries: Sequence[Natural], low: bool = False
) -> Example | None:
    """Return a deal in which you and further seats hold naturals of ``entries`` and nobody else has
    any.

    With ``low`` one hand counts less than the other; otherwise two hands of one ``low_wins`` entry
    have equal counts.
    """
    holders = (YOU, min(2, table.seats - 1))[: len(entries)]
    for held in islice(_hands_of(table, entries, low), _PAIRS):
        left = list(table.rest([card for cards in held for card in cards]))
        hands = dict(zip(holders, held, strict=True))
        kinds = dict(zip(holders, entries, strict=True))
        for _try in left:
            left = [*left[1:], left[0]]
            found = _with_naturals(table, title, kinds, hands, left)
            if found:
                return found
    return None


def _hands_of(table: _Table, entries: Sequence[Natural], low: bool) -> Iterator[tuple[Cards, ...]]:
    one, *others = entries
    for count, cards in _natural_hands(table, one, ()):
        if not others:
            yield (cards,)
        for its_count, theirs in (
            each for other in others for each in _natural_hands(table, other, cards)
        ):
            is_equal = not (one is others[0] and one.low_wins)
            if its_count < count if low else is_equal or its_count == count:
                yield cards, theirs
                break


def _with_naturals(
    table: _Table,
    title: str,
    entries: Mapping[int, Natural],
    hands: Mapping[int, Cards],
    left: Sequence[Card],
) -> Example | None:
    size = table.hand_size
    rest = iter(left)
    held = tuple(hands.get(seat) or tuple(islice(rest, size)) for seat in range(table.seats))
    around = (card for cards in zip(*held, strict=True) for card in cards)
    start = ExampleDeal(table.rules, table.seats, (*around, *rest))
    hand = start.hand()
    for seat in range(table.seats):
        best = best_entry(hand, seat, "deal") or best_entry(hand, seat, "turn")
        if best != entries.get(seat):
            return None
    if hand.phase is OVER:
        shown = tuple(range(table.seats)) if table.rules.is_push_up else (*hands,)
        return Example(Message(title), start, (), hand, shown)
    return table.played(title, start, [(YOU, Declare())], (*hands,))


def _natural_hands(
    table: _Table, entry: Natural, taken: Sequence[Card]
) -> Iterator[tuple[int, Cards]]:
    """Yield hands to deal that are this natural and no better one, with their counts."""
    free = [card for card in table.rest(taken) if not table.rules.is_wild(card)]
    faces = [card for card in free if card[0] in FACES]
    others = [card for card in free if card not in faces]
    for cards in (faces,) if entry.match == "all_faces" else (free, others):
        found = _by_count(table, cards, table.hand_size)
        for count in sorted(found, reverse=True):
            hand = count, all(card in faces for card in found[count])
            matched = (each for each in table.rules.naturals if each.matches(*hand))
            if entry.matches(*hand) and _best(matched, entry):
                yield count, found[count]


def _best(entries: Iterator[Natural], entry: Natural) -> bool:
    same = (each for each in entries if each.when == entry.when)
    return max(same, key=lambda each: (each.rank, each.pays), default=entry) == entry


def _by_count(table: _Table, cards: Sequence[Card], size: int) -> dict[int, Cards]:
    """Return some ``size`` of these cards for each count that they can have."""
    found: dict[tuple[int, int], Cards] = {(0, 0): ()}
    for card in cards:
        worth = table.count((card,))
        for (held, count), those in list(found.items()):
            if held < size:
                found.setdefault((held + 1, count + worth), (*those, card))
    return {count: those for (held, count), those in found.items() if held == size}


_MAKERS: Final[Mapping[str, _Maker]] = {
    "wild_points": lambda table: [_wild(table)],
    "naturals": _naturals,
    "natural_tie": _natural_tie,
    "drop_at_most": _most,
    "count": lambda table: [_unmatched(table)],
    "last_lay": _last_lay,
    "catch": _catches,
    "tonk_pays": _tonk_pays,
    "tonk_needs": _tonk_needs,
    "hit_voids_tonk": _hit_voids_tonk,
    "two_spreads_pays": lambda table: [_two_spreads(table, first=each) for each in (True, False)],
    "out_pays": lambda table: [_out(table)],
    "double_double": lambda table: [_double_double(table)],
    "stock_end": _last_turn,
    "booed": _booed,
    "stockout": lambda table: [_lowest(table)],
    "stockout_tie": lambda table: [_lowest_tie(table)],
}
