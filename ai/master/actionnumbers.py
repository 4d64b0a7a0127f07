"""What an action would do, in numbers: the hand that it leaves, and the help that it gives."""

from typing import Final

from ai.master.cards import count_of, singles
from ai.master.handnumbers import HAND_NUMBERS, hand_numbers
from ai.master.sight import Sight
from game.rules.actions import Action, Discard, Done, Draw, Drop, Hit, Spread, Stop, Take
from game.rules.pack import CARD_BITS, SIZE_SHIFT
from game.rules.spreads import gap_for, natural_fits, with_hit

_KINDS: Final = (Drop, Draw, Take, Stop, Spread, Hit, Discard, Done)
_CARD_NUMBERS: Final = 12
_LAY_NUMBERS: Final = 8
ACTION_NUMBERS: Final = len(_KINDS) + HAND_NUMBERS + _CARD_NUMBERS + _LAY_NUMBERS + 2
_NO_HAND: Final = [0.0] * HAND_NUMBERS
_NO_CARD: Final = [0.0] * _CARD_NUMBERS
_NO_LAY: Final = [0.0] * _LAY_NUMBERS


def action_numbers(sight: Sight, action: Action) -> list[float]:
    """All that the network is told about an action, in the order in which it was trained."""
    kind = [float(isinstance(action, each)) for each in _KINDS]
    match action:
        case Discard(card):
            bit = sight.facts.pack.bit[card]
            rest = sight.held - sight.facts.weight[bit]
            return _told(sight, kind, rest, sight.hittable, _card(sight, bit), _NO_LAY)
        case Spread(cards):
            rest = sight.held - sight.facts.pack.weigh(cards)
            spread, fits = sight.facts.law.lays[action]
            is_run = spread.kind == "run"
            hittable = sight.hittable | fits
            lay = _lay(sight, sight.held - rest, is_run, hittable, rest, None)
            return _told(sight, kind, rest, hittable, _NO_CARD, lay)
        case Hit(card):
            rest = sight.held - sight.facts.pack.weight[card]
            target = sight.view.spreads[action.spread]
            hittable = _after_hit(sight, action)
            is_run = target.kind == "run"
            lay = _lay(sight, sight.held - rest, is_run, hittable, rest, target.owner)
            return _told(sight, kind, rest, hittable, _NO_CARD, lay)
        case Take():
            return _take(sight, kind)
        case Done():
            return _told(sight, kind, sight.held, sight.hittable, _NO_CARD, _NO_LAY)
        case _:
            return [*kind, *_NO_HAND, *_NO_CARD, *_NO_LAY, 0, 0]


def _told(
    sight: Sight, kind: list[float], rest: int, hittable: int, card: list[float], lay: list[float]
) -> list[float]:
    hand = hand_numbers(sight, rest, hittable)
    shed = (sight.count - count_of(rest)) * sight.facts.unit / 20
    return [*kind, *hand, *card, *lay, not rest, shed]


def _take(sight: Sight, kind: list[float]) -> list[float]:
    if sight.view.top is None:
        raise ValueError("nothing to take")
    top = sight.facts.pack.bit[sight.view.top]
    card = [
        sight.points(top) / 10,
        bool(sight.hittable & top),
        sight.completes(top),
        *[0.0] * (_CARD_NUMBERS - 3),
    ]
    return _told(sight, kind, _after_take(sight, top), sight.hittable, card, _NO_LAY)


def _after_take(sight: Sight, top: int) -> int:
    """The hand once what goes is laid and the highest card but the taken one is thrown."""
    facts = sight.facts
    held = sight.held + facts.weight[top]
    held -= facts.weigh(facts.layable(held, sight.hittable))
    cards = [card for card in singles(held & CARD_BITS) if card != top or held >> SIZE_SHIFT == 1]
    # Of several the lowest bit, as in training.
    worst = max(cards, key=lambda card: (facts.points[card], -card), default=0)
    return held - facts.weight[worst] if worst else held


def _after_hit(sight: Sight, hit: Hit) -> int:
    """What will fit the spreads on the table."""
    pack, target = sight.facts.pack, sight.view.spreads[hit.spread]
    gap = gap_for(pack, target, hit)
    if gap is None:
        return sight.hittable
    buries = sight.view.rules.complete_books == "buried"
    grown = with_hit(target, hit, gap.at_low_end, buries=buries)
    hittable = natural_fits(pack, grown)
    for number, fits in enumerate(sight.fits):
        if number != hit.spread:
            hittable |= fits
    return hittable


def _lay(
    sight: Sight, laid: int, is_run: bool, hittable: int, rest: int, owner: int | None
) -> list[float]:
    opened = hittable & ~sight.hittable
    size = laid >> SIZE_SHIFT
    return [
        count_of(laid) * sight.facts.unit / 20,
        is_run,
        (opened & sight.unseen).bit_count() / 3,
        (opened & rest & CARD_BITS).bit_count() / 2,
        owner == sight.seat,
        (laid & sight.trails[sight.seat].known).bit_count() / 2,
        size / 4,
        owner == (sight.seat + 1) % sight.seats,
    ]


def _card(sight: Sight, card: int) -> list[float]:
    """How likely the next seat has a use for a discard, and why."""
    facts = sight.facts
    after = sight.trails[(sight.seat + 1) % sight.seats]
    same, near = facts.same[card], facts.near[card]
    danger, unknown, half, sure = _uses(sight, card, after.known)
    return [
        sight.points(card) / 10,
        bool(sight.hittable & card),
        min(danger, 1),
        unknown / 6,
        half / 3,
        sure,
        (after.thrown & same).bit_count() / 2,
        (after.declined & same).bit_count() / 2,
        ((after.thrown | after.declined) & near).bit_count() / 2,
        (same & sight.unseen).bit_count() / 3,
        bool(sight.trails[sight.seat].thrown & same),
        (same & sight.held & ~card).bit_count() / 2,
    ]


def _uses(sight: Sight, card: int, known: int) -> tuple[float, int, int, int]:
    """The pairs that the next seat may hold and would make a spread of with ``card``.

    How many it holds on average, and their number by how many of the two are known to be there:
    none, one, both.
    """
    hidden = sight.unseen & ~known
    size = sight.view.sizes[(sight.seat + 1) % sight.seats]
    chance = max(size - known.bit_count(), 0) / (sight.n_unseen or 1)
    danger, found = 0.0, [0, 0, 0]
    for one, thirds in sight.facts.partners[card]:
        if not one & (known | hidden):
            continue
        for other in singles(thirds & (known | hidden)):
            if other > one:
                held = bool(one & known) + bool(other & known)
                danger += chance ** (2 - held)
                found[held] += 1
    return danger, found[0], found[1], found[2]
