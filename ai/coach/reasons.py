"""Reasons why an action is best, which the interface puts into words.

A reason is what makes the difference between two actions: it holds for the better one and not, or
less, for the other. It is a kind and what belongs to it: cards as they are named, numbers, chances
between 0 and 1. ``REASONS`` says what each kind holds.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import product
from math import nan
from typing import Final

from ai import bridge
from ai.coach.evaluator import CoachReason, Estimate, Value
from ai.kernel import hands as kernel
from ai.sight import BIT, Sight, cards_in, set_of
from game.rules.actions import (
    DRAW,
    Action,
    Declare,
    Discard,
    Done,
    Draw,
    Drop,
    Hit,
    Pass,
    Slap,
    Spread,
    Take,
    cards_played,
)
from game.rules.cards import Card
from game.rules.settlement import Laid, tonk_worth
from game.rules.view import SeatView
from game.verdicts import SURE

_CHEAPER: Final = 2
"""Points by which the top discard and an average stock card must differ for one to be called
cheaper.
"""
_APART: Final = 0.03
"""The smallest difference of probabilities that is a reason: 20 % against 18 % convinces nobody."""
_MUCH: Final = 0.05
"""The chance of a tonk from which it is worth more than a drop for what it pays, or of being
caught."""

REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "either": (),
    "out": ("pays",),
    "out_soon": ("pays",),
    "out_counts": ("times",),
    "out_soon_counts": ("times",),
    "out_not_drop": ("pays",),
    "drop_now": ("win", "on"),
    "play_on": ("win", "on"),
    "drop_caught": ("caught",),
    "tonk_pays": ("tonk", "pays"),
    "declare": (),
    "lay": ("points",),
    "wins_pot": (),
    "hold_waits": ("turns",),
    "hold_counts": (),
    "hold": (),
    "hold_hit": ("turns",),
    "keep_wild": ("other",),
    "gives_hit": ("other",),
    "gives_known": ("other", "taken"),
    "outs": ("chances", "other", "fewer"),
    "gone": ("card", "rank", "gone"),
    "gone_safe": ("card", "rank", "gone"),
    "loose": ("card", "points"),
    "dearer": ("card", "points", "other", "less"),
    "safer": ("card", "other", "ways", "more"),
    "take_spread": ("card", "others"),
    "take_hit": ("card",),
    "take_wild": ("card",),
    "take_laid": ("card",),
    "take_pair": ("card", "pair", "chances"),
    "take_cheap": ("card", "points", "average"),
    "take_waits": ("card", "turns"),
    "draw_past": ("card", "useful", "unseen"),
    "draw_cheap": ("card", "points", "average"),
    "draw_loose": ("card",),
    "slap": (),
    "wins_more": ("win", "other_win", "instead"),
    "caught_less": ("caught", "other_caught", "instead"),
    "tonks_more": ("tonk", "other_tonk", "instead"),
    "brings": ("gain",),
    "saves": ("gain",),
    "outcome": ("win",),
    "took": ("card",),
    "fits_taken": ("card", "taken"),
}
"""The kinds of reasons, with the names of their values.

"It" is the better action, and "the other" the one it is compared with.

- ``either``: the other is worth as much, within the error, and not for certain.
- ``out``: it empties the hand, for which each opponent ``pays``; ``out_soon``: the hand can be
  emptied in this turn; ``out_not_drop``: the same, and it pays more than a drop. ``out_counts`` and
  ``out_soon_counts`` are their like in push-up: each opponent adds ``times`` its count.
- ``drop_now``, ``play_on``: the chances to win with a drop (``win``) and without (``on``).
- ``drop_caught``: the chance that a drop is caught.
- ``tonk_pays``: the chance of a tonk, which pays more than 1, however it is made.
- ``declare``: it shows a natural.
- ``lay``: it lays this many points; ``wins_pot``: it wins the natural pot.

Reasons not to lay:

- ``hold_waits``: laying the spread would make the seat wait for this many turns; ``hold_counts``:
  its cards count nothing in hand; ``hold``: on the table it could be hit.
- ``hold_hit``: the hit would make the seat wait for this many turns.

For discards, where ``other`` is the card that the other action discards:

- ``keep_wild``: ``other`` is wild; ``gives_hit``: it fits a spread; ``gives_known``: it goes with a
  card that somebody took.
- ``outs``: without the discard this many unseen cards would make a spread in hand, without
  ``other`` only ``fewer``.
- ``gone``: this many cards of the discard's rank are out of play; ``gone_safe``: and nobody can lay
  it.
- ``loose``: the discard goes with nothing in hand, while ``other`` does.
- ``dearer``: the discard has more points; ``safer``: fewer cards that others may hold go with it,
  in fewer pairs: ``ways``, against ``more``.

For taking the top discard:

- ``take_spread``: it makes a spread with these cards; ``take_hit``: it fits a spread on the table;
  ``take_wild``: it is wild; ``take_laid``: it makes a spread with a wild card.
- ``take_pair``: with each card of ``pair``, one or more, it goes together, and ``chances``
  unseen cards complete a spread with it.
- ``take_cheap``: it has fewer points than a card of the stock on average.

For drawing instead:

- ``take_waits``: the top discard would have to be laid, which makes the seat wait.
- ``draw_past``: it cannot be laid, while this many of the unseen cards could be.
- ``draw_cheap``: it has more points than a card of the stock on average.
- ``draw_loose``: it goes with nothing in hand.

For a slap, ``slap``: it gets rid of a card.

If nothing else explains the difference:

- ``wins_more``, ``caught_less``, ``tonks_more``: how likely that is after each of the two actions;
  ``instead`` is the other: its kind, such as "discard", and its cards.
- ``brings``: how much more the better action is worth, in stakes; under push-up ``saves``, in
  points.
- ``outcome``: the chance to win, if there is no other action.

About another seat's hand: ``took``: it has taken the card and not played it since; ``fits_taken``:
the card goes with one that it took.
"""


def reason_for(view: SeatView, found: Estimate) -> CoachReason:
    """Return what makes the best action of an estimate better than the next best; ``either`` where
    it need not be better, unless all that may be as good go out this turn for the same.
    """
    best = found.best
    others = [each for each in found.values if each.action != best.action]
    if not others:
        return CoachReason("outcome", {"win": best.chance("win")})
    other = max(others, key=lambda each: each.value)
    is_next = other.action == found.values[1].action
    if other.value >= best.value or found.is_close:
        near = [each for each in others if best.value - each.value <= SURE * each.behind_error]
        paid = {most_paid(view, each.action)[0] for each in (best, other, *near)}
        going_out = _Pair(view, best, other).going_out() if len(paid) == 1 else None
        return going_out or CoachReason("either")
    lead = found.lead if is_next else best.value - other.value
    return difference(view, best, other, lead)


def difference(
    view: SeatView, best: Value, other: Value, lead: float, kind: str = ""
) -> CoachReason:
    """Return what makes ``best``, by so much, better than ``other``: the reason of a kind if there
    is one, else the most telling.
    """
    if round(lead, 2) <= 0:
        return CoachReason("either")
    reasons = _Pair(view, best, other).reasons()
    if kind:
        reasons = iter(sorted(reasons, key=lambda each: each.kind != kind))
    more = "saves" if view.rules.is_push_up else "brings"
    return next(reasons, None) or CoachReason(more, {"gain": round(lead, 2)})


def renewed(
    view: SeatView, best: Action, others: Sequence[Action], lead: float, kept: CoachReason
) -> CoachReason:
    """Return the reason that a review was saved with if it holds against one of the other actions,
    else what makes ``best``, by so much, better than the first of them.

    What play-outs found stays as it was saved, since nothing else of them is.
    """
    if kept.kind == "either" or not {"win", "caught", "tonk", "gain"}.isdisjoint(kept.values):
        return kept
    # No comparison with an unknown chance holds, so no reason rests on one.
    one, *against = [Value(each, 0, 0, 0, (nan, nan, nan, nan)) for each in (best, *others)]
    for other in against:
        pair = _Pair(view, one, other)
        if kept in (pair.going_out(), *pair.reasons()):
            return kept
    return difference(view, one, against[0], lead, kept.kind)


@lru_cache(maxsize=1 << 7)  # a hint asks again with every round of play-outs
def most_paid(view: SeatView, action: Action) -> tuple[int, bool]:
    """Return what each other player pays at most if the hand is emptied in this turn, beginning
    with ``action``, 0 where it cannot be, and whether the action alone empties it.
    """
    if isinstance(action, Draw | Drop | Pass | Slap | Declare) or view.seat != view.turn:
        return 0, False
    hand, first = bridge.hand_of(view), bridge.kernel_action(view.rules, action)
    if not hand.is_legal(view.seat, first):
        return 0, False
    hand.play(view.seat, first)
    paid = _paid(hand, view.seat)
    if paid:
        return paid, True
    return _most_paid(hand, view.seat), False


def _paid(hand: kernel.KernelHand, seat: int) -> int:
    """Return what each other player pays a seat that has gone out, 0 if it has not."""
    state = hand.state
    has_ended = state.ender == seat
    is_out = has_ended and kernel.ENDINGS[state.ending] in {"tonk", "out", "double_double"}
    return max(1, state.pays) if is_out else 0


def _most_paid(hand: kernel.KernelHand, seat: int) -> int:
    """Return the highest payment for emptying the hand within this turn."""
    best, tried, seen = 0, 0, set[tuple[object, ...]]()
    waiting = [hand]
    # Actions that are tried, at most, to find whether a turn can empty the hand.
    while waiting and tried < 2000:
        now = waiting.pop()
        for action in now.legal(seat):
            tried += 1
            after = now.copy()
            after.play(seat, action)
            best = max(best, _paid(after, seat))
            state = after.state
            if state.phase != kernel.LAY or state.turn != seat:
                continue
            lying = ((each.cards, each.low, each.high) for each in state.spreads[: state.n_spreads])
            key = (state.hands[seat], *lying)
            if key not in seen:
                seen.add(key)
                waiting.append(after)
    return best


class _Pair:
    """A comparison of two actions, by what holds for the better one alone."""

    def __init__(self, view: SeatView, best: Value, other: Value) -> None:
        self._view, self._best, self._other = view, best, other

    @cached_property
    def _sight(self) -> Sight:
        return Sight(self._view)

    def reasons(self) -> Iterator[CoachReason]:
        """Yield the reasons, the most telling first."""
        best, other = self._best.action, self._other.action
        yield from self._told_going_out()
        if isinstance(best, Declare):
            yield CoachReason("declare")
        if isinstance(best, Drop) or isinstance(other, Drop):
            yield from self._about_drop()
        if isinstance(best, Discard) and isinstance(other, Discard):
            yield from self._thrown(best.card, other.card)
        if isinstance(best, Discard | Done) and isinstance(other, Spread | Hit):
            yield from self._held_back(other)
        if isinstance(best, Spread | Hit):
            yield from self._laid(best, other)
        if isinstance(best, Take) and isinstance(other, Draw):
            yield from self._taken()
        if isinstance(best, Draw) and isinstance(other, Take):
            yield from self._drawn()
        if isinstance(best, Slap) and best.discard and not isinstance(other, Slap):
            yield CoachReason("slap")
        yield from self._chances()

    # -- going out, and dropping -----------------------------------------------------------------

    def going_out(self) -> CoachReason | None:
        """Return that the better action goes out, at once or this turn, and for what; None if it
        does not.
        """
        view = self._view
        pays, at_once = most_paid(view, self._best.action)
        kind, paid = "out" if at_once else "out_soon", pays * (1 + view.is_big_one)
        if not pays:
            return None
        if view.rules.is_push_up:
            return CoachReason(f"{kind}_counts", {"times": paid})
        return CoachReason(kind, {"pays": paid})

    def _told_going_out(self) -> Iterator[CoachReason]:
        view, other = self._view, self._other.action
        pays, at_once = most_paid(view, self._best.action)
        against, other_at_once = most_paid(view, other)
        reason = self.going_out()
        if reason is None or (pays, at_once) <= (against, other_at_once):
            return
        is_usual = not view.rules.is_push_up and not view.is_big_one
        if is_usual and isinstance(other, Drop) and pays > 1:
            reason = CoachReason("out_not_drop", {"pays": pays})
        yield reason

    def _about_drop(self) -> Iterator[CoachReason]:
        best, other = self._best, self._other
        if isinstance(best.action, Drop):
            # Who plays on need not take the discard: against a take the take is named.
            is_only_way = not (isinstance(other.action, Take) and DRAW in self._view.legal)
            if is_only_way and best.chance("win") >= other.chance("win") + _APART:
                on = other.chance("win")
                yield CoachReason("drop_now", {"win": best.chance("win"), "on": on})
            return
        if best.chance("win") >= other.chance("win") + _APART:
            on = best.chance("win")
            yield CoachReason("play_on", {"win": other.chance("win"), "on": on})
        rules, tonk = self._view.rules, best.chance("tonk")
        pays = 1 if rules.is_push_up else min(self._tonks)
        is_worth_it = (pays - 1) * tonk > other.chance("caught") - best.chance("caught")
        if pays > 1 and tonk >= _MUCH and is_worth_it and best.chance("win") < other.chance("win"):
            paid = pays * (1 + self._view.is_big_one)
            yield CoachReason("tonk_pays", {"tonk": tonk, "pays": paid})
        is_likelier = other.chance("caught") >= max(_MUCH, best.chance("caught") + _APART)
        if is_likelier and best.chance("win") >= other.chance("win"):
            yield CoachReason("drop_caught", {"caught": other.chance("caught")})
        elif is_likelier:  # it wins more
            chances = {"caught": best.chance("caught"), "other_caught": other.chance("caught")}
            yield CoachReason("caught_less", {**chances, "instead": ("drop",)})

    @cached_property
    def _tonks(self) -> set[int]:
        """What each other seat may pay for a tonk of this one, with all that it has laid so far."""
        view, rules, seat = self._view, self._view.rules, self._view.seat
        own = [move.action for move in view.moves if move.seat == seat]
        hits = [each.spread for each in own if isinstance(each, Hit | Slap)]
        others = sum(view.spreads[spread].owner != seat for spread in hits)
        spreads = sum(isinstance(each, Spread) for each in own)
        ways = product(
            range(3), range(2), range(2), (False, True), {False, view.turns < view.seats}
        )
        return {
            tonk_worth(rules, Laid(spreads + more, len(hits) + hit, others + away, last, first))
            for more, hit, away, last, first in ways
            # The last lay is one of those to come, and no spread where none may empty the hand.
            if away <= hit and (more and rules.spread_out if last else hit)
        }

    # -- what is thrown --------------------------------------------------------------------------

    def _thrown(self, card: Card, other: Card) -> Iterator[CoachReason]:
        sight, deck = self._sight, self._sight.deck
        one, two = BIT[card], BIT[other]
        points, less = deck.points[one], deck.points[two]
        dearer = CoachReason(
            "dearer", {"card": card, "points": points, "other": other, "less": less}
        )
        if two & deck.wild and not one & deck.wild:
            yield CoachReason("keep_wild", {"other": other})
        is_loose = not self._touches(one) and self._is_linked(two)
        loose = CoachReason("loose", {"card": card, "points": points})
        if is_loose and points >= less:
            yield loose
        yield from self._kept(one, two)
        if two & sight.hittable and not one & sight.hittable:
            yield CoachReason("gives_hit", {"other": other})
        # Three points more come before what is safe.
        if points >= less + 3:
            yield dearer
        taken = self._known_with(two)
        if taken and not self._known_with(one):
            yield CoachReason("gives_known", {"other": other, "taken": taken})
        is_safe = not one & sight.hittable
        ways, more = self._ways(one), self._ways(two)
        gone = self._gone(one)
        # At least two cards of a rank have to be gone for another of it to be called safe.
        if is_safe and gone >= max(2, self._gone(two) + 1) and ways < more:
            kind = "gone" if self._may_be_laid(one) else "gone_safe"
            yield CoachReason(kind, {"card": card, "rank": card[0], "gone": gone})
        if is_loose:
            yield loose
        if points > less:
            yield dearer
        if is_safe and ways < more and self._going_with(one) < self._going_with(two):
            yield CoachReason("safer", {"card": card, "other": other, "ways": ways, "more": more})

    def _kept(self, one: int, two: int) -> Iterator[CoachReason]:
        """How many cards there are to wait for, if throwing the other card leaves fewer."""
        chances, fewer = self._outs(one), self._outs(two)
        # A single card to wait for convinces nobody, nor does less than a quarter more of them.
        if chances >= max(2, 1.25 * fewer):
            other = cards_in(two)[0]
            yield CoachReason("outs", {"chances": chances, "other": other, "fewer": fewer})

    def _outs(self, thrown: int) -> int:
        """Return how many unseen cards would make a spread with what stays."""
        sight = self._sight
        return sight.deck.completing(sight.hand & ~thrown, sight.unseen).bit_count()

    def _is_linked(self, card: int) -> bool:
        """Whether a card goes with another in hand and a third that may still come."""
        sight = self._sight
        left = sight.hand & ~card
        may_come = sight.unseen | sight.hand | sight.top
        return any(
            other & left and thirds & may_come & ~card
            for other, thirds in sight.deck.linked.get(card, [])
        ) or bool(card & sight.deck.wild)

    def _touches(self, card: int) -> bool:
        """Whether a card would go with another in hand, even if every third has gone: with a wild
        card any would.
        """
        sight = self._sight
        left = sight.hand & ~card
        return bool((card | left) & sight.deck.wild) or any(
            other & left for other, _ in sight.deck.linked.get(card, [])
        )

    def _known_with(self, card: int) -> Card:
        """Return a card that another seat took and that goes with this one; empty without any."""
        sight = self._sight
        for seat, known in enumerate(sight.known):
            if seat == sight.seat:
                continue
            for other, thirds in sight.deck.linked.get(card, []):
                if other & known and thirds & (sight.unseen | known):
                    return cards_in(other)[0]
        return ""

    def _ways(self, card: int) -> int:
        """Return how many pairs that others may hold make a spread with a card."""
        may_hold, partners = self._with_others, self._sight.deck.partners
        return sum(1 for pair in partners.get(card, ()) if pair & may_hold == pair)

    def _going_with(self, card: int) -> int:
        """Return how many cards there are in such pairs."""
        may_hold, going = self._with_others, 0
        for pair in self._sight.deck.partners.get(card, ()):
            going |= pair if pair & may_hold == pair else 0
        return going.bit_count()

    def _may_be_laid(self, card: int) -> bool:
        """Whether others may hold what it takes to lay a card: a pair, a wild card, or a hit that
        reaches towards it.
        """
        deck, may_hold = self._sight.deck, self._with_others
        hits = self._sight.hittable & may_hold & ~deck.same(card)
        reaches = any(other & hits for other, _thirds in deck.linked.get(card, ()))
        return reaches or bool(may_hold & deck.wild) or self._ways(card) > 0

    @cached_property
    def _with_others(self) -> int:
        """The cards that others may hold."""
        sight = self._sight
        may_hold = sight.unseen
        for seat, known in enumerate(sight.known):
            may_hold |= known if seat != sight.seat else 0
        return may_hold

    def _gone(self, card: int) -> int:
        """Return how many cards of a card's rank are out of play."""
        sight, held = self._sight, 0
        for known in sight.known:
            held |= known
        return (sight.deck.same(card) & ~sight.unseen & ~sight.hand & ~held).bit_count()

    # -- what is laid or held --------------------------------------------------------------------

    def _laid(self, best: Spread | Hit, other: Action) -> Iterator[CoachReason]:
        sight, deck = self._sight, self._sight.deck
        if self._wins_pot(best) and not self._wins_pot(other):
            yield CoachReason("wins_pot")
        if self._view.rules.count == "unmatched" and isinstance(best, Spread):
            return  # it counted nothing in hand either
        points = deck.count(set_of(cards_played(best)))
        less = deck.count(set_of(cards_played(other))) if isinstance(other, Spread | Hit) else 0
        if points > less and sight.hand:
            yield CoachReason("lay", {"points": points})

    def _wins_pot(self, action: Action) -> bool:
        """Return whether a spread wins the natural pot (RULES.md §5.12)."""
        view, bet = self._view, self._view.bets.natural
        if bet is None or view.seat not in bet.joined or not isinstance(action, Spread):
            return False
        laid = [each.cards for each in view.spreads if each.owner in bet.joined]
        moves = [move.action for move in view.moves if move.seat in bet.joined]
        laid += [each.cards for each in moves if isinstance(each, Spread)]
        if any(map(self._is_natural_book, laid)) or not self._is_natural_book(action.cards):
            return False
        dealt = set(action.cards).intersection(view.dealt)
        is_dealt = view.turns < view.seats and len(dealt) >= 3
        return view.rules.natural_bet == "first_spread" or is_dealt

    def _is_natural_book(self, cards: tuple[Card, ...]) -> bool:
        is_wild = any(map(self._view.rules.is_wild, cards))
        return not is_wild and len({card[0] for card in cards}) == 1

    def _held_back(self, other: Spread | Hit) -> Iterator[CoachReason]:
        rules = self._view.rules
        if most_paid(self._view, other)[0]:
            return  # it could end the hand, which tells more
        if isinstance(other, Hit):
            is_own = self._view.spreads[other.spread].owner == self._view.seat
            turns = rules.wait_after_own_hit if is_own else rules.wait_after_hitting
            if turns:
                yield CoachReason("hold_hit", {"turns": turns})
            return
        if rules.wait_after_spread:
            yield CoachReason("hold_waits", {"turns": rules.wait_after_spread})
        elif rules.count == "unmatched" or rules.last_lay in ("drop", "both"):
            yield CoachReason("hold_counts")
        elif rules.hit_books or self._sight.deck.read(other).is_run:
            yield CoachReason("hold")

    # -- how a turn begins -----------------------------------------------------------------------

    def _taken(self) -> Iterator[CoachReason]:
        sight, deck, top = self._sight, self._sight.deck, self._sight.top
        card = cards_in(top)[0]
        pairs = [pair for pair in deck.partners[top] if pair & sight.hand == pair]
        is_spread = bool(deck.completing(sight.hand, top, most=self._most_laid))
        if pairs and is_spread:
            yield CoachReason("take_spread", {"card": card, "others": cards_in(pairs[0])})
        if top & sight.hittable:
            yield CoachReason("take_hit", {"card": card})
        if top & deck.wild:
            yield CoachReason("take_wild", {"card": card})
        elif is_spread and not pairs:
            yield CoachReason("take_laid", {"card": card})
        points, average = deck.points[top], self._average()
        if points <= average - _CHEAPER:
            yield CoachReason("take_cheap", {"card": card, "points": points, "average": average})
        outs = deck.completing(sight.hand | top, sight.unseen, needed=top)
        # A single card to wait for convinces nobody.
        if outs.bit_count() >= 2 and not top & deck.wild:
            pair = tuple(
                each
                for each in cards_in(sight.hand)
                if deck.completing(top | BIT[each], sight.unseen, needed=top)
            )
            chances = outs.bit_count()
            yield CoachReason("take_pair", {"card": card, "pair": pair, "chances": chances})

    def _drawn(self) -> Iterator[CoachReason]:
        sight, deck, top = self._sight, self._sight.deck, self._sight.top
        rules, card = self._view.rules, cards_in(top)[0]
        if top & deck.wild:
            return
        if self._layable(top):
            turns = rules.wait_after_spread
            if rules.take == "use_now" and turns and not top & sight.hittable:
                yield CoachReason("take_waits", {"card": card, "turns": turns})
            return
        points, average = deck.points[top], self._average()
        if points >= average + _CHEAPER:
            yield CoachReason("draw_cheap", {"card": card, "points": points, "average": average})
        if not self._touches(top):
            yield CoachReason("draw_loose", {"card": card})
        useful = self._layable(sight.unseen).bit_count()
        # Where a tenth of the unseen cards, and more than one, could be laid at once, one hopes for
        # them.
        if useful >= max(2, 0.1 * sight.n_unseen):
            unseen = sight.n_unseen
            yield CoachReason("draw_past", {"card": card, "useful": useful, "unseen": unseen})

    def _layable(self, cards: int) -> int:
        """Return which of these cards could be laid if they were drawn or taken now."""
        sight, deck = self._sight, self._sight.deck
        hits = sight.hittable | (deck.wild if any(map(deck.ends, sight.table)) else 0)
        return deck.completing(sight.hand, cards, most=self._most_laid) | hits & cards

    @property
    def _most_laid(self) -> int:
        """The most cards that may be laid at once with a card more in hand: not all, where a spread
        may not empty the hand (RULES.md §4.3, §4.4).
        """
        view = self._view
        is_kept_in = view.seat in view.blocked or not view.rules.spread_out
        return len(view.hand) + (view.is_booed or not is_kept_in)

    def _average(self) -> int:
        """Return what an unseen card counts on average, rounded."""
        sight = self._sight
        return round(sight.deck.count(sight.unseen) / max(1, sight.n_unseen))

    # -- what else differs -----------------------------------------------------------------------

    def _chances(self) -> Iterator[CoachReason]:
        """Yield the endings whose probabilities differ, the one worth most in stakes first."""
        best, other, seats = self._best, self._other, self._view.seats
        cards = cards_played(other.action)
        if isinstance(other.action, Take):
            cards = cards_in(self._sight.top)
        instead = (type(other.action).__name__.lower(), *cards)
        found: list[tuple[float, CoachReason]] = []
        win, other_win = best.chance("win"), other.chance("win")
        if win >= other_win + _APART:
            why = CoachReason("wins_more", {"win": win, "other_win": other_win, "instead": instead})
            found.append((seats * (win - other_win), why))
        tonk, other_tonk = best.chance("tonk"), other.chance("tonk")
        paid_more = (max(self._tonks) - 1) * (seats - 1)
        if paid_more and tonk >= other_tonk + _APART:
            why = CoachReason(
                "tonks_more", {"tonk": tonk, "other_tonk": other_tonk, "instead": instead}
            )
            found.append((paid_more * (tonk - other_tonk), why))
        caught, other_caught = best.chance("caught"), other.chance("caught")
        if caught <= other_caught - _MUCH:
            why = CoachReason(
                "caught_less",
                {"caught": caught, "other_caught": other_caught, "instead": instead},
            )
            found.append((other_caught - caught, why))
        for _worth, reason in sorted(found, key=lambda each: -each[0]):
            yield reason
