"""Why an action is the best one: facts of the position, for others to put into words.

A fact is a kind and what belongs to it: cards as they are named, numbers, chances between 0 and 1.
``KINDS`` says what each kind holds.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from ai.coach.evaluator import Estimate
from ai.sight import BIT, Sight, cards_in, set_of, singles
from game.rules.actions import DRAW, DROP, TAKE, Discard, Draw, Drop, Hit, Slap, Spread, Take
from game.rules.cards import Card
from game.rules.view import SeatView

_MANY: Final = 2
"""Cards of a rank that have to be gone for another of it to be safe, whatever lies on the table."""
_HOPELESS: Final = 0.05
"""The chance to win below which nobody thinks of a drop."""

Value: TypeAlias = int | float | Card | tuple[Card, ...]

KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "either": (),
    "drop": ("win", "caught"),
    "no_drop": ("win", "caught"),
    "out": (),
    "lay": ("points",),
    "hold_waits": ("turns",),
    "hold_counts": (),
    "hold": (),
    "hold_hit": ("turns",),
    "safe": ("card", "rank", "gone"),
    "safe_table": ("card",),
    "loose": ("card", "points"),
    "keeps": ("card", "kept", "chances"),
    "take_spread": ("card", "others"),
    "take_hit": ("card",),
    "take_low": ("card", "points", "highest"),
    "draw": ("useful", "unseen"),
    "draw_past": ("card", "useful", "unseen"),
    "slap": (),
    "outcome": ("win",),
    "took": ("card",),
    "fits_taken": ("card", "taken"),
}
"""The kinds of facts, and for each the names of the values that it holds.

``either``: the next best is worth as much, within the error. ``drop``, ``no_drop``: how likely a
drop wins, is caught. ``out``: the hand is empty after it. ``lay``: it takes so many points out of
the hand. ``hold_…``: a spread stays in hand, since laid it would make the seat wait so many turns;
since its cards count nothing as they are; since shown it could be hit. ``hold_hit``: a hit would
make the seat wait so many turns. ``safe``: no spread takes
the card, and so many of its rank were seen. ``loose``: it goes with nothing in hand. ``keeps``:
what stays goes together, and so many unseen cards would make a spread of it. ``take_…``: what the
top discard does. ``draw``: so many of the unseen cards could be laid at once; ``…_past``: and the
top discard makes no spread. ``outcome``: how
likely the hand is won after it. Of another's hand, ``took``: it has taken the card and not played
it since; ``fits_taken``: the card goes with one that it took."""


@dataclass(frozen=True, slots=True)
class CoachReason:
    """A fact about a position: its kind, and what belongs to it."""

    kind: str
    values: Mapping[str, Value] = field(default_factory=dict)


def fact(view: SeatView, found: Estimate) -> CoachReason:
    """Return the fact that says most about why the best action of an estimate is the best."""
    if len(found.values) > 1 and found.is_close:
        return CoachReason("either")
    return fact_of_best(view, found)


def fact_of_best(view: SeatView, found: Estimate) -> CoachReason:
    """Return the fact that speaks for the best action, though others may be as good."""
    best, sight = found.best.action, Sight(view)
    if isinstance(best, Drop):
        return _of_drop(found, "no_drop" if found.is_close else "drop")
    if isinstance(best, Discard):
        if any(isinstance(action, Spread) for action in view.legal):
            return _of_holding(view)
        if turns := _wait_for_hits(view):
            return CoachReason("hold_hit", {"turns": turns})
        return _of_discard(sight, best.card, found.best.chance("win"))
    if isinstance(best, Spread | Hit):
        return _of_lay(view, sight, best, found.best.chance("win"))
    if isinstance(best, Draw | Take):
        return _of_beginning(sight, found)
    return CoachReason("slap") if isinstance(best, Slap) else CoachReason("outcome", _win(found))


def _win(found: Estimate) -> dict[str, Value]:
    return {"win": found.best.chance("win")}


def _of_beginning(sight: Sight, found: Estimate) -> CoachReason:
    """Return why to take or to draw."""
    if _drop_is_next(found):
        return _of_drop(found, "no_drop")
    if found.best.action != DRAW:
        return _of_take(sight)
    useful = [card for card in singles(sight.unseen) if _is_laid(sight, card)]
    if not useful:
        return CoachReason("outcome", _win(found))
    told: dict[str, Value] = {"useful": len(useful), "unseen": sight.n_unseen}
    may_take = any(value.action == TAKE for value in found.values)
    if may_take and not _is_laid(sight, sight.top):
        return CoachReason("draw_past", {"card": cards_in(sight.top)[0], **told})
    return CoachReason("draw", told)


def _drop_is_next(found: Estimate) -> bool:
    """Whether to drop is what else could be thought of: the top discard is no question."""
    may = {value.action for value in found.values}
    if DROP not in may or found.of(DROP).chance("win") < _HOPELESS:
        return False
    return TAKE not in may or found.values[1].action == DROP


def _of_drop(found: Estimate, kind: str) -> CoachReason:
    drop = found.of(DROP)
    return CoachReason(kind, {"win": drop.chance("win"), "caught": drop.chance("caught")})


def _of_holding(view: SeatView) -> CoachReason:
    rules = view.rules
    if rules.wait_after_spread:
        return CoachReason("hold_waits", {"turns": rules.wait_after_spread})
    if rules.count == "unmatched" or rules.last_lay in ("drop", "both"):
        return CoachReason("hold_counts")
    return CoachReason("hold")


def _wait_for_hits(view: SeatView) -> int:
    """Return the most turns that the seat would wait for a hit that it may make."""
    rules = view.rules
    owners = {view.spreads[each.spread].owner for each in view.legal if isinstance(each, Hit)}
    waits = [
        rules.wait_after_own_hit if owner == view.seat else rules.wait_after_hitting
        for owner in owners
    ]
    return max(waits, default=0)


def _of_lay(view: SeatView, sight: Sight, best: Spread | Hit, win: float) -> CoachReason:
    cards = best.cards if isinstance(best, Spread) else (best.card,)
    if len(cards) == len(view.hand):
        return CoachReason("out")
    if view.rules.count == "unmatched" and isinstance(best, Spread):
        return CoachReason("outcome", {"win": win})  # it counted nothing in hand either
    points = sight.deck.count(set_of(cards))
    return CoachReason("lay", {"points": points})


def _of_discard(sight: Sight, card: Card, win: float) -> CoachReason:
    deck, bit = sight.deck, BIT[card]
    if bit & sight.hittable:
        return CoachReason("outcome", {"win": win})
    elsewhere = 0
    for known in sight.known:
        elsewhere |= known
    gone = (deck.same(bit) & ~sight.unseen & ~sight.hand & ~elsewhere).bit_count()
    if gone >= _MANY:
        return CoachReason("safe", {"card": card, "rank": card[0], "gone": gone})
    kept = sight.hand & ~bit
    others = [other for other, _ in deck.linked[bit] if other & kept]
    if not others:
        return CoachReason("loose", {"card": card, "points": deck.points[bit]})
    pair = _best_pair(sight, kept)
    if pair:
        both, chances = pair
        return CoachReason("keeps", {"card": card, "kept": cards_in(both), "chances": chances})
    return CoachReason("safe_table", {"card": card})


def _best_pair(sight: Sight, hand: int) -> tuple[int, int] | None:
    """Return the two cards of a hand that most unseen cards make a spread with, and how many do."""
    pairs = [
        ((thirds & sight.unseen).bit_count(), both) for both, thirds, _ in sight.deck.pairs(hand)
    ]
    chances, both = max(pairs, default=(0, 0))
    return (both, chances) if chances else None


def _of_take(sight: Sight) -> CoachReason:
    deck, top = sight.deck, sight.top
    card = cards_in(top)[0]
    if top & sight.hittable:
        return CoachReason("take_hit", {"card": card})
    for pair in deck.partners[top]:
        if pair & sight.hand == pair:
            return CoachReason("take_spread", {"card": card, "others": cards_in(pair)})
    highest = max(singles(sight.hand), key=deck.points.__getitem__)
    return CoachReason(
        "take_low",
        {"card": card, "points": deck.points[top], "highest": cards_in(highest)[0]},
    )


def _is_laid(sight: Sight, card: int) -> bool:
    """Whether a card drawn now could be laid."""
    if card & sight.hittable:
        return True
    return bool(sight.deck.layable(sight.hand | card, 0) & card)
