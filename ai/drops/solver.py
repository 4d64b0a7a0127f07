"""The counts at which to drop, worked out for the rules in force.

Hands are played out under those rules without a drop, by quick and sensible players: they lay what
they can, take what they can lay, slap when they can, and throw the highest card that goes with
nothing. Where matched cards count nothing they hold their spreads until they can go out. What
matters is how fast counts fall. Over these hands dropping is a game of stopping: all
seats play by the same table of thresholds, each entry is set to where it would have paid best
against the others, and that is done again and again, ever more gently, until the table is its own
best answer.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import groupby
from operator import itemgetter
from random import Random
from typing import Final, NamedTuple, TypeAlias, cast

from ai.bitboard.hand import Hand
from ai.bitboard.pack import CARD_BITS
from ai.bitboard.window import Window, may_open, settle
from ai.pack import layable, pack_facts
from game.rules.actions import (
    DRAW,
    DROP,
    PASS,
    STOP,
    TAKE,
    Action,
    Discard,
    Hit,
    Slap,
    Spread,
    cards_played,
)
from game.rules.cards import Card
from game.rules.phases import OVER, SLAP, START
from game.rules.results import Ending
from game.rules.ruleset import RULE_SETS_KEPT, RuleSet
from game.rules.settlement import SCHEMES, Catch

Payoffs: TypeAlias = tuple[float, ...]
Counts: TypeAlias = tuple[int, ...]
DropPays: TypeAlias = Callable[[int, Counts], Payoffs]
Thrower: TypeAlias = Callable[[int, Sequence[Discard]], Discard]
Cell: TypeAlias = tuple[int, int]
"""A round, and the cards of the other seat that has fewest."""
Table: TypeAlias = Mapping[Cell, float]
Sample: TypeAlias = tuple[int, float]

NEVER: Final = -1.0
ROUNDS: Final = 12
_TURNS: Final = 16
"""How often the table answers itself."""
_GENTLER: Final = 4
_FEW: Final = 10
"""Fewer samples than this say nothing."""
_ENOUGH: Final = 400
_WIDEST: Final = 3
"""Of a round with few samples, so many rounds before and after it have a say."""
_BOLD: Final = 0.6
"""The part of an average hand at which to drop, to begin with."""
DEALER: Final = 0
_KEPT: Final = 6 / 45
"""By how much of its points a pair is better than it looks: chances to come, by cards unseen."""
_WILD: Final = 5
"""Points that keeping a wild card is worth."""


def cell(round_: int, fewest: int, own: int, dealt: int, rows: int) -> Cell:
    """Where in the table to look; late rounds, and all who have not laid anything, are alike.

    Where there is one ``rows`` more than cards are dealt, it is for who lay long ago, all others
    nothing.
    """
    alone = rows > dealt and own < dealt - 1 <= fewest
    return min(round_, ROUNDS - 1), rows if alone else min(max(fewest, 1), dealt)


def rows_for(rules: RuleSet, seats: int) -> int:
    """A row for each number of cards; one more where a spread keeps from dropping: a seat that has
    waited may drop with a few cards against players who have had those turns.
    """
    return rules.cards_dealt(seats) + bool(rules.wait_after_spread)


class Moment(NamedTuple):
    """The start of a turn, or a chance to drop between two: who, in which round, and how all stand.

    ``fewest`` are the cards of the other seat that has fewest, ``own`` those of the seat; where
    the others' are none, or the rules forbid it, ``may_drop`` is False. ``counts`` are what a drop
    would be settled by: those of the others after a last lay, where the rules have one.
    """

    seat: int
    round: int
    fewest: int
    own: int
    counts: Counts
    may_drop: bool


class PlayedOut(NamedTuple):
    """A hand without drops, and what each seat was paid in the end."""

    moments: tuple[Moment, ...]
    pays: Payoffs


@dataclass(frozen=True, slots=True)
class _Line:
    """A hand played out, turn by turn: where in the table, whose turn, with what own count, and
    what a drop would pay, None where none is allowed; at last what the hand paid without drops.
    """

    cells: tuple[Cell, ...]
    seats: tuple[int, ...]
    counts: tuple[int, ...]
    pays: tuple[Payoffs | None, ...]
    end: Payoffs


@lru_cache(maxsize=RULE_SETS_KEPT * 4)
def solved(rules: RuleSet, seats: int, hands: int, sample: int = 0) -> Table:
    """The table for these rules, from so many hands played out; other ones in each ``sample``."""
    dealt, mean = rules.cards_dealt(seats), pack_facts(rules).mean
    paid, rows = drop_pays(rules, DEALER + 1), rows_for(rules, seats)
    lines = [_line(hand, paid, dealt, rows) for hand in played_out(rules, seats, hands, sample)]
    table = {
        (round_, row): _BOLD * mean * min(row, dealt)
        for round_ in range(ROUNDS)
        for row in range(1, rows + 1)
    }
    for turn in range(_TURNS):
        share = 1 / (1 + turn / _GENTLER)
        answer = _best_answer(lines, table)
        table = {key: old + share * (answer.get(key, old) - old) for key, old in table.items()}
    return table


def _line(hand: PlayedOut, paid: DropPays, dealt: int, rows: int) -> _Line:
    moments = hand.moments
    return _Line(
        cells=tuple(
            cell(moment.round, moment.fewest, moment.own, dealt, rows) for moment in moments
        ),
        seats=tuple(moment.seat for moment in moments),
        counts=tuple(moment.counts[moment.seat] for moment in moments),
        pays=tuple(
            paid(moment.seat, moment.counts) if moment.may_drop else None for moment in moments
        ),
        end=hand.pays,
    )


def _best_answer(lines: Sequence[_Line], table: Table) -> Table:
    """For each entry the threshold that would have paid most if all others kept to ``table``."""
    samples: defaultdict[Cell, list[Sample]] = defaultdict(list)
    for line in lines:
        for key, sample in _samples(line, table):
            samples[key].append(sample)
    answer = {}
    for key in table:
        pool = _pool(samples, key)
        if len(pool) >= _FEW:
            answer[key] = _best_threshold(sorted(pool))
    return answer


def _pool(samples: Mapping[Cell, list[Sample]], key: Cell) -> list[Sample]:
    """The samples of an entry and of the rounds around it, as many rounds as make enough."""
    round_, fewest = key
    pool = list(samples.get(key, ()))
    for step in range(1, _WIDEST + 1):
        if step > 1 and len(pool) >= _ENOUGH:
            break
        for near in (round_ - step, round_ + step):
            pool += samples.get((near, fewest), ())
    return pool


def _samples(line: _Line, table: Table) -> Iterator[tuple[Cell, Sample]]:
    """For each turn that the others let come: the count, and what a drop gains over playing on."""
    stops = [
        pays is not None and count <= table[key]
        for key, count, pays in zip(line.cells, line.counts, line.pays, strict=True)
    ]
    first_stop = {}
    for turn, seat in enumerate(line.seats):
        if stops[turn] and seat not in first_stop:
            first_stop[seat] = turn
    later = line.end
    for turn in range(len(stops) - 1, -1, -1):
        seat, pays = line.seats[turn], line.pays[turn]
        if pays is None:
            continue
        if all(turn < stop for other, stop in first_stop.items() if other != seat):
            yield line.cells[turn], (line.counts[turn], pays[seat] - later[seat])
        if stops[turn]:
            later = pays


def _best_threshold(pool: Sequence[Sample]) -> float:
    """Up to which count dropping paid, all in all; between two counts, so that none is on edge."""
    total, most, best = 0.0, 0.0, NEVER
    for count, same in groupby(pool, key=itemgetter(0)):
        total += sum(gain for _, gain in same)
        if total > most:
            most, best = total, count + 0.5
    return best


# Hands played out without a drop.


def played_out(rules: RuleSet, seats: int, number: int, sample: int = 0) -> Iterator[PlayedOut]:
    """So many hands; those that the deal decides are left out."""
    dice = Random(f"{seats} seats, sample {sample}" if sample else f"{seats} seats")
    pack = list(rules.pack())
    while number:
        dice.shuffle(pack)
        hand = Hand.deal(rules, seats, DEALER, pack)
        if hand.phase is not OVER:
            yield _play(hand, dice)
        number -= 1


def _play(hand: Hand, dice: Random) -> PlayedOut:
    throw = _thrower(hand.rules)
    moments: list[Moment] = []
    while hand.phase is not OVER:
        if may_open(hand):
            # All are equally quick on average, and in time.
            move = settle(hand, partial(_answer, throw, moments), lambda _seat: dice.random())
            if move:
                hand.play_by(*move)
                continue
        if hand.phase is START:
            legal = hand.legal()
            moments.append(_moment(hand, hand.turn, DROP in legal))
            hand.play(_start(hand, legal))
        elif hand.phase is SLAP:
            hand.close_slap()
        else:
            hand.play(_lay_or_throw(hand, throw))
    payments = hand.result.payments if hand.result else ()
    return PlayedOut(tuple(moments), worth_of(payments, hand.rules))


def _moment(hand: Hand, seat: int, may_drop: bool) -> Moment:
    fewest = min(hand.size(other) for other in range(hand.seats) if other != seat)
    return Moment(
        seat=seat,
        round=hand.turns // hand.seats,
        fewest=fewest,
        own=hand.size(seat),
        counts=_counts_at_drop(hand, seat) if may_drop else hand.counts(),
        may_drop=may_drop and fewest > 0,
    )


def _counts_at_drop(hand: Hand, dropper: int) -> Counts:
    law, counts = hand.law, hand.counts()
    if Ending.DROP not in law.last_lays:
        return counts
    return tuple(
        count if seat == dropper else law.count(held - _laid_at_last(hand, held))
        for seat, (count, held) in enumerate(zip(counts, hand.hands, strict=True))
    )


def _laid_at_last(hand: Hand, held: int) -> int:
    """What a seat lays in its last lay, weighed."""
    facts = pack_facts(hand.rules)
    return facts.weigh(layable(hand.law, held, hand.hittable))


def _lay_or_throw(hand: Hand, throw: Thrower) -> Action:
    """The lay that sheds most; without one, what to throw."""
    legal = hand.legal()
    if isinstance(legal[0], Discard):
        return throw(hand.hands[hand.turn], cast("Sequence[Discard]", legal))
    lays = [action for action in legal if isinstance(action, Spread | Hit)]
    if hand.rules.count != "all" and isinstance(legal[-1], Discard) and not _goes_out(hand):
        lays = [lay for lay in lays if isinstance(lay, Hit) and _counts(hand, lay.card)]
        if not lays:
            return throw(
                hand.hands[hand.turn], [each for each in legal if isinstance(each, Discard)]
            )
    elif len(lays) < 2:
        return legal[0]
    weigh, count = hand.law.pack.weigh, hand.law.count
    return max(lays, key=lambda lay: count(weigh(cards_played(lay))))


def _goes_out(hand: Hand) -> bool:
    """Whether laying all that can be laid leaves one card at most."""
    held = hand.hands[hand.turn]
    return (held & CARD_BITS & ~layable(hand.law, held, hand.hittable)).bit_count() <= 1


def _counts(hand: Hand, card: Card) -> bool:
    """Whether the count is lower without a card: no spread in hand takes it up."""
    law, held = hand.law, hand.hands[hand.turn]
    return law.count(held - law.pack.weight[card]) < law.count(held)


def _start(hand: Hand, legal: Sequence[Action]) -> Action:
    if TAKE in legal and _is_of_use(hand, hand.pile[-1]):
        return TAKE
    return DRAW if DRAW in legal else STOP


def _is_of_use(hand: Hand, card: Card) -> bool:
    law, held = hand.law, hand.hands[hand.turn]
    if law.pack.bit[card] & hand.hittable:
        return True
    return len(law.spreads_in(held + law.weight[card])) > len(law.spreads_in(held))


def _answer(throw: Thrower, moments: list[Moment], window: Window, seat: int) -> Action:
    """Whether a seat claims or slaps the discard: it does if that is of use.

    That it might drop between turns is one more of the ``moments``.
    """
    hand = window.hand
    if seat == window.claimer:
        return TAKE if _is_of_use(hand, hand.pile[-1]) else PASS
    options = window.options(seat)
    if DROP in options and seat != hand.turn:
        moments.append(_moment(hand, seat, may_drop=True))
    slaps = {each.discard: each for each in options if isinstance(each, Slap) and each.discard}
    if not slaps:
        return PASS
    return slaps[throw(hand.hands[seat], [Discard(card) for card in slaps if card]).card]


@lru_cache(maxsize=RULE_SETS_KEPT)
def _thrower(rules: RuleSet) -> Thrower:
    """Which card to throw: the highest, less what keeping it promises."""
    facts = pack_facts(rules)
    points, bits = facts.points, facts.pack.bit
    value = {card: points[bit] - _WILD * bool(bit & facts.wild) for card, bit in bits.items()}
    promises = {
        card: tuple(
            (other, _KEPT * thirds.bit_count() * (points[bit] + points[other]))
            for other, thirds in facts.linked[bit]
        )
        for card, bit in bits.items()
    }

    def loss(held: int, card: Card) -> float:
        return value[card] - sum([worth for other, worth in promises[card] if held & other])

    def throw(held: int, discards: Sequence[Discard]) -> Discard:
        return max(discards, key=lambda discard: loss(held, discard.card))

    def throw_unmatched(held: int, discards: Sequence[Discard]) -> Discard:
        count, weight = facts.counted, facts.pack.weight
        return min(
            discards,
            key=lambda discard: (
                count(held - weight[discard.card])
                + sum([worth for other, worth in promises[discard.card] if held & other])
            ),
        )

    return throw if rules.count == "all" else throw_unmatched


# What a result, and above all a drop, is worth to each seat.


def worth_of(payments: Sequence[int], rules: RuleSet) -> Payoffs:
    """Stakes as they are; points of a push-up count against those who get them."""
    if rules.scoring != "push_up":
        return tuple(payments)
    total, others = sum(payments), len(payments) - 1
    return tuple((total - own) / others - own for own in payments)


def drop_pays(rules: RuleSet, eldest: int) -> DropPays:
    """A function from a dropper and the counts of all to what the drop is worth to each."""
    known: dict[tuple[int, Counts], Payoffs] = {}

    def pays(dropper: int, counts: Counts) -> Payoffs:
        found = known.get((dropper, counts))
        if found is None:
            known[dropper, counts] = found = worth_of(
                _payments(rules, dropper, counts, eldest), rules
            )
        return found

    return pays


def _payments(rules: RuleSet, dropper: int, counts: Counts, eldest: int) -> Sequence[int]:
    seats = range(len(counts))
    is_lowest = all(counts[dropper] < counts[seat] for seat in seats if seat != dropper)
    catch = Catch(dropper, counts, eldest)
    if rules.scoring == "push_up":
        winners = (dropper,) if is_lowest else catch.lowest
        return [0 if seat in winners else counts[seat] for seat in seats]
    if is_lowest:
        return [len(counts) - 1 if seat == dropper else -1 for seat in seats]
    moved = [0 for _ in seats]
    for payment in SCHEMES[rules.catch](catch):
        moved[payment.payer] -= payment.stakes
        moved[payment.payee] += payment.stakes
    return moved
