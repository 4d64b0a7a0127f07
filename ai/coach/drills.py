"""A generator of drill questions for any rule set, each with a clear answer.

    going = drill("drop", rules, seats, level=3, seed=1)     # a generator: pauses now and then
    question = finished(going)                               # or its end, without a pause
    question.options, question.right, question.losses, question.reason

A question follows from kind, rules, seats, level and seed. Positions come from hands that the quick
player plays in every seat. Where an answer is a decision it is asked only if the best is ahead of
each other answer by more than ``CLEAR`` standard errors of that lead, on two samples together.
Levels go from 1 to ``HARDEST``: more cards, narrower leads, more moves to remember.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from math import hypot
from random import Random
from typing import Final, Literal, NamedTuple, TypeAlias

from ai import bridge
from ai.baselines import Blind, Unaware
from ai.belief import believed
from ai.coach.evaluator import CoachReason, Estimate, Steps, estimate, evaluate
from ai.coach.reasons import difference
from ai.coach.worlds import IN_TIME
from ai.kernel import hands as kernel
from ai.kernel.plain_player import plain_choice
from ai.plain import Plain
from ai.players import QUICK
from ai.sight import CARD, Sight, cards_in, singles
from game.rules.actions import (
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
    Stop,
    Take,
    cards_played,
)
from game.rules.cards import Card, in_order
from game.rules.counting import count_of
from game.rules.hand import Hand
from game.rules.phases import CHANCE, LAY, OVER, SLAP, START
from game.rules.presets import STANDARD
from game.rules.ruleset import RuleSet
from game.rules.spreads import spreads_in
from game.rules.view import SeatView, SeenMove, view
from game.verdicts import unit_of

Kind: TypeAlias = Literal["spreads", "count", "held", "discard", "drop", "change", "take", "lay"]
Option: TypeAlias = Action | Card | int

HARDEST: Final = 9  # the hardest level; 1 is the easiest
CLEAR: Final = 4.0
"""Standard errors by which the best answer must be ahead."""
_EASY_LEAD, _NARROWER, _WIDEST = 0.5, 0.86, 3.0
"""The least lead of the best answer at level 1, in stakes; its factor for each further level; the
largest lead as a multiple of the least.
"""
_SCREENED, _HOPEFUL, _MOST_PLAYED = 30, 300, 2400
"""Play-outs for each action to find out whether to look closer; of two actions, after which a lead
must be near what is asked for; and for each of two samples at most."""
_TRIES: Final = 80
"""Positions tried before giving up on a question."""
_CHOOSY: Final = 20
"""Positions tried before any clear answer is accepted."""
_MOST_TRIED, _MOST_LOOKED = 400, 8000
"""Positions tried in which a newcomer plays differently, and positions in all, before giving up on
one in which that is clearly wrong.
"""
_FROM_MEMORY: Final = 4
"""The level from which moves are hidden before the question is asked."""
_NEAR: Final = 1.5
"""A lead that misses the band by at most this factor is measured more closely."""


class NoQuestionError(ValueError):
    """Raised if no question of a kind comes up under the rules; the message is one line."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a drill.

    ``options[right]`` is the answer; of ``spreads`` the answer is ``sets``.

    ``cards`` are those to look at: a seat's hand, or cards by themselves. ``view`` is what the seat
    sees that is asked, None where only cards count. ``options`` are actions for ``drop``, ``take``,
    ``lay``, ``discard`` and ``change``, cards for ``held``, numbers for ``count``. ``losses`` are
    the stakes (points under push-up) that each costs, empty where nothing is at stake. ``about`` is
    the seat that ``held`` asks about, ``is_certain`` whether it is asked what that seat holds for
    certain. ``is_hidden`` says that the moves shall be read, then answered from memory. ``usual``
    is the option of ``change`` that a player chooses who takes the rules for the standard ones, and
    ``key`` the rule that alone makes the difference, empty where it is more than one.
    """

    kind: Kind
    rules: RuleSet
    level: int
    cards: tuple[Card, ...]
    options: tuple[Option, ...] = ()
    right: int = 0
    view: SeatView | None = None
    losses: tuple[float, ...] = ()
    sets: tuple[tuple[Card, ...], ...] = ()
    reason: CoachReason | None = None
    about: int = -1
    is_certain: bool = False
    is_hidden: bool = False
    usual: int = -1
    key: str = ""


def drill(kind: Kind, rules: RuleSet, seats: int, level: int, seed: int) -> Steps[Question]:
    """A question of a kind; pauses now and then.

    ``NoQuestionError`` where none can be found, ``RuleError`` where the pack is too small.
    """
    dice = Random(f"{kind}/{level}/{seed}")
    level = min(max(level, 1), HARDEST)
    makers: Mapping[Kind, Callable[[RuleSet, int, int, Random], Steps[Question]]] = {
        **{each: partial(_fork, each) for each in _FORKS},
        "spreads": _spreads,
        "count": _count,
        "held": _held,
        "discard": _discard,
        "change": _change,
    }
    return (yield from makers[kind](rules, seats, level, dice))


# -- cards by themselves ---------------------------------------------------------------------------


def _some_cards(rules: RuleSet, number: int, dice: Random) -> tuple[Card, ...]:
    pack = rules.pack()
    return in_order(dice.sample(pack, min(number, len(pack))))


def _spreads(rules: RuleSet, _seats: int, level: int, dice: Random) -> Steps[Question]:
    """Make a question that asks for the spreads in some cards; sometimes there are none."""
    wanted = dice.choice((0, 1, 1, 2, 2, 3)) if level > 2 else dice.choice((0, 1, 1, 2))
    best: tuple[int, tuple[Card, ...], tuple[tuple[Card, ...], ...]] | None = None
    for number in range(_TRIES):
        cards = _some_cards(rules, min(4 + level, 11), dice)
        sets = longest_spreads(rules, cards)
        off = abs(len(sets) - wanted)
        if best is None or off < best[0]:
            best = off, cards, sets
        if not off:
            break
        yield number / _TRIES
    assert best is not None
    return Question("spreads", rules, level, best[1], sets=best[2])


def longest_spreads(rules: RuleSet, cards: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """Return the maximal sets of these cards that can be laid as one spread."""
    if not spreads_in(rules, cards):
        return ()
    found: list[frozenset[Card]] = []
    for size in range(len(cards), 2, -1):
        for chosen in combinations(cards, size):
            if any(found_set.issuperset(chosen) for found_set in found):
                continue
            if any(len(spread.cards) == size for spread in spreads_in(rules, chosen)):
                found.append(frozenset(chosen))
    return tuple(sorted(in_order(each) for each in found))


def _count(rules: RuleSet, _seats: int, level: int, dice: Random) -> Steps[Question]:
    """Make a question what a hand counts, among numbers that a slip would give."""
    yield 0.0
    cards = _some_cards(rules, 3 + (level + 1) // 2 + (level == HARDEST), dice)
    right = count_of(rules, cards)
    other = "all" if rules.count == "unmatched" else "unmatched"
    points = [rules.points(card) for card in cards]
    slips = [count_of(rules.changed(count=other), cards)]
    slips += [right + step for step in (1, -1, 2, -2, 10, -10)]
    slips += [right - each for each in points] + [right + each for each in points]
    near = list(dict.fromkeys(each for each in slips if each >= 0 and each != right))
    tempting = near[:1] if slips[0] != right else []
    rest = [each for each in near if each not in tempting]
    options = sorted([right, *tempting, *dice.sample(rest, 3 - len(tempting))])
    return Question("count", rules, level, cards, tuple(options), options.index(right))


# -- positions -------------------------------------------------------------------------------------


def hands_played(rules: RuleSet, seats: int, dice: Random) -> Iterator[Hand | None]:
    """Hands without end, played by the quick player, each time somebody is on turn; the same hand
    again after more moves. None between two hands.
    """
    plays = QUICK.in_kernel(rules, seats)
    while True:
        pack = list(rules.pack())
        dice.shuffle(pack)
        dealer = dice.randrange(seats)
        hand = Hand.deal(rules, seats, dealer, pack)
        twin = bridge.deal(rules, seats, dealer, pack)
        is_open = True
        while hand.phase is not OVER:
            if is_open:
                # How soon each seat reacts, in an order of chance; below 0 it is too late.
                twin.open_window(
                    [
                        (-1 if dice.random() * 1000 >= IN_TIME else dice.getrandbits(30))
                        for _ in range(seats)
                    ]
                )
            seat, told = twin.actor, twin.state
            if hand.phase is SLAP and told.phase != kernel.SLAPS:
                hand.close_slap()
                continue
            if seat < 0:
                twin.close_slaps()
                continue
            if not (told.n_asked or told.is_claim):
                yield hand
            seed = dice.getrandbits(64)
            chosen = plain_choice(twin, seat, plays.profile, plays.table, seed)
            is_open = chosen.type != kernel.PASS or hand.phase is CHANCE
            if is_open:
                hand.is_claim_open = bool(told.is_claim)
                hand.act(seat, bridge.engine_action(rules, seat, chosen))
            twin.play(seat, chosen)
        yield None


def _views(
    rules: RuleSet, seats: int, dice: Random, fits: Callable[[SeatView], bool]
) -> Iterator[SeatView]:
    """What seats on turn see, where it ``fits``; it ends where hand after hand brings none."""
    idle = 0
    for hand in hands_played(rules, seats, dice):
        if hand is None:
            idle += 1
            # After so many hands in a row that bring no position, there is taken to be none.
            if idle > 60:
                return
            continue
        seen = view(hand, hand.turn)
        if hand.phase in (START, LAY) and fits(seen):
            idle = 0
            yield seen


def _held(rules: RuleSet, seats: int, level: int, dice: Random) -> Steps[Question]:
    """Make a question what another seat took and still holds, or which card it most likely has."""
    least, most = 2 * seats, (3 + level) * max(seats, 3)
    looked = 0
    made = None
    for seen in _views(rules, seats, dice, lambda seen: seen.phase is START):
        looked += 1
        if looked > 12 * _TRIES:
            break
        yield looked / (12 * _TRIES)
        if not least <= len(seen.moves) <= most or dice.random() < 0.3:
            continue
        sight = Sight(seen)
        others = [seat for seat in range(seats) if seat != seen.seat and sight.known[seat]]
        if not others:
            continue
        about = dice.choice(others)
        made = (_sure_card if dice.random() < 0.5 else _likely_card)(sight, about, level, dice)
        if made:
            return made
    raise NoQuestionError("under these rules hardly anybody takes a card and keeps it")


def _sure_card(sight: Sight, about: int, level: int, dice: Random) -> Question | None:
    seen, known = sight.view, list(cards_in(sight.known[about]))
    shown = list(dict.fromkeys(card for move in seen.moves for card in _cards_seen(move)))
    others = [card for card in shown if card not in known and card not in seen.hand]
    if len(others) < 2:
        return None
    right = dice.choice(known)
    wrong = dice.sample(others, min(len(others), 2 + level // 3))
    options = in_order([right, *wrong])
    return Question(
        "held", seen.rules, level, seen.hand, options, options.index(right), seen,
        reason=CoachReason("took", {"card": right}), about=about, is_certain=True,
        is_hidden=level >= _FROM_MEMORY,
    )  # fmt: skip


def _cards_seen(move: SeenMove) -> tuple[Card, ...]:
    """Return the cards that a move showed to all."""
    if isinstance(move.action, Take) and move.card is not None:
        return (move.card,)
    return cards_played(move.action)


def _likely_card(sight: Sight, about: int, level: int, dice: Random) -> Question | None:
    seen = sight.view
    chances = {card: each[about] for card, each in believed(seen).items() if max(each) < 1}
    goes_with = _going_with(sight, about)
    likely = [card for card in chances if card in goes_with]
    if not likely:
        return None
    top = max(chances.values())
    right = dice.choice(likely)
    # How much likelier the right card is than any other answer, at least.
    ratio = max(1.5, 2.6 - 0.12 * level)
    if chances[right] < 0.95 * top:
        return None
    wrong = [card for card in chances if chances[card] * ratio < chances[right]]
    # Not the only one of its kind among the answers: else its looks would tell.
    near = [card for card in wrong if card[0] == right[0] or card[-1:] == right[-1:]]
    if len(wrong) < 3:
        return None
    chosen = dice.sample(near, min(len(near), 1)) or []
    rest = [card for card in wrong if card not in chosen]
    chosen += dice.sample(rest, 2 + (level > 4) - len(chosen))
    options = in_order([right, *chosen])
    taken = goes_with[right]
    return Question(
        "held", seen.rules, level, seen.hand, options, options.index(right), seen,
        reason=CoachReason("fits_taken", {"card": right, "taken": taken}), about=about,
        is_hidden=level >= _FROM_MEMORY,
    )  # fmt: skip


def _going_with(sight: Sight, about: int) -> Mapping[Card, Card]:
    """Return the unseen cards that pair up for a spread with a card the seat took, and that
    card.
    """
    found = {}
    for taken in singles(sight.known[about]):
        for pair in sight.deck.partners[taken]:
            for bit in singles(pair & sight.unseen):
                found[CARD[bit]] = CARD[taken]
    return found


# -- decisions -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Band:
    """The range of leads, in stakes or points, required of the best answer at a level."""

    least: float
    most: float

    @classmethod
    def of(cls, rules: RuleSet, level: int) -> "_Band":
        unit = unit_of(rules)
        least = unit * _EASY_LEAD * _NARROWER ** (level - 1)
        return cls(least, _WIDEST * least)

    def off(self, lead: float) -> float:
        """Return the factor by which a lead lies outside the band, 1 if inside."""
        return max(self.least / max(lead, 1e-9), lead / self.most, 1.0)


def _lead(
    seen: SeatView, dice: Random, best: Action, other: Action, least: float
) -> Steps[tuple[float, Estimate | None]]:
    """The lead of ``best`` over ``other``, at ``least`` or about it, and the last estimate of the
    two; 0 where the lead is not clear.
    """
    leads: list[float] = []
    errors: list[float] = []
    last: Estimate | None = None
    for _sample in range(2):
        lead = error = 0.0
        for found in evaluate(seen, dice.getrandbits(32), actions=(best, other)):
            last = found
            lead = found.lead if found.best.action == best else -found.lead
            error = found.lead_error
            is_beaten = not all(value.is_open for value in found.values)
            if is_beaten or found.playouts >= _MOST_PLAYED:
                break
            if found.playouts >= _HOPEFUL and lead < least / 2:
                return 0.0, None
            yield 0.0
        leads.append(lead)
        errors.append(error)
        if lead <= CLEAR / 2 * error:
            return 0.0, None
    lead, error = sum(leads) / 2, hypot(*errors) / 2
    return (lead, last) if lead > CLEAR * error else (0.0, None)


class _Choice:
    """A search for the question closest to a band of leads."""

    def __init__(self, band: _Band) -> None:
        self.band, self.best = band, None
        self._off = 0.0

    best: Question | None

    @staticmethod
    def tells_more(one: CoachReason, other: CoachReason) -> bool:
        """Whether a reason is of the same kind as another, and a stronger one."""
        measures = ("points", "chances", "gone")
        pairs = [(one.values.get(each, 0), other.values.get(each, 0)) for each in measures]
        is_more = any(
            isinstance(more, int) and isinstance(less, int) and more > less for more, less in pairs
        )
        return one.kind == other.kind and is_more

    def is_enough(self, asked: Question) -> bool:
        """Whether a question's loss lies within the band; it is remembered in any case."""
        off = max(self.band.off(loss) for loss in asked.losses if loss)
        if self.best is None or off < self._off:
            self.best, self._off = asked, off
        return off <= 1


class _Fork(NamedTuple):
    """Two ways between which a question is: the actions that go the first, and all that go one or
    the other; and why there may be no such question.
    """

    first: tuple[type[Action], ...]
    both: tuple[type[Action], ...]
    none: str

    def ways(self, seen: SeatView) -> list[Action]:
        return [each for each in _own_actions(seen) if isinstance(each, self.both)]


_ANY: Final = (Drop, Declare, Draw, Take, Stop, Spread, Hit, Discard, Done, Pass)
_FORKS: Final[Mapping[Kind, _Fork]] = {
    "drop": _Fork((Drop,), _ANY, "no drop comes up about which there is no doubt"),
    "take": _Fork((Take,), (Take, Draw), "no take comes up about which there is no doubt"),
    "lay": _Fork((Spread, Hit), _ANY, "no spread comes up about which there is any doubt"),
}


def _fork(kind: Kind, rules: RuleSet, seats: int, level: int, dice: Random) -> Steps[Question]:
    """Make a question between two kinds of action, one of which is clearly better."""
    fork = _FORKS[kind]
    choice, wants_first = _Choice(_Band.of(rules, level)), dice.random() < 0.5
    may = lambda seen: len({isinstance(each, fork.first) for each in fork.ways(seen)}) > 1  # noqa: E731  # one line
    for tried, seen in enumerate(_views(rules, seats, dice, may)):
        if tried >= (_CHOOSY if choice.best else _TRIES):
            break
        yield tried / _TRIES
        actions = _own_actions(seen)
        playouts = _SCREENED * len(actions)
        looked = estimate(seen, dice.getrandbits(32), actions=actions, playouts=playouts)
        if not isinstance(looked.best.action, fork.both):
            continue
        ways = [value for value in looked.values if isinstance(value.action, fork.both)]
        one = next(value for value in ways if isinstance(value.action, fork.first))
        other = next(value for value in ways if not isinstance(value.action, fork.first))
        ahead = one.value - other.value
        is_other = (ahead > 0) != wants_first and tried < _CHOOSY
        near = _NEAR * (1 + tried // _CHOOSY)
        if is_other or choice.band.off(abs(ahead)) > near:
            continue
        options = (one.action, other.action)
        best, worse = options if ahead > 0 else options[::-1]
        lead, found = yield from _lead(seen, dice, best, worse, choice.band.least)
        if found is None:
            continue
        losses = (0.0, lead) if best == one.action else (lead, 0.0)
        why = difference(seen, found.of(best), found.of(worse), lead)
        asked = Question(
            kind, rules, level, seen.hand, options, options.index(best), seen, losses, reason=why
        )
        if choice.is_enough(asked):
            return asked
    if choice.best is None:
        raise NoQuestionError(f"under these rules {fork.none}")
    return choice.best


def _own_actions(seen: SeatView) -> tuple[Action, ...]:
    """Return what the seat may do on its turn; the slap of a discard is a question of its own."""
    return tuple(each for each in seen.legal if not isinstance(each, Slap))


def _discard(rules: RuleSet, seats: int, level: int, dice: Random) -> Steps[Question]:
    """Make a question about which card to discard, where all others are clearly worse."""
    choice, wants_trap = _Choice(_Band.of(rules, level)), dice.random() < level / (HARDEST + 3)
    for tried, seen in enumerate(_views(rules, seats, dice, _only_throws)):
        if tried >= (_CHOOSY if choice.best else _TRIES):
            break
        yield tried / _TRIES
        playouts = _SCREENED * len(seen.legal)
        first = estimate(seen, dice.getrandbits(32), playouts=playouts)
        best, off = first.best, choice.band.off
        worse = [value for value in first.values[1:] if off(best.value - value.value) <= _NEAR]
        if not worse and tried >= _CHOOSY:
            worse = list(first.values[-2:])
        is_tempting = wants_trap and tried < _CHOOSY // 2
        if not worse or (is_tempting and not _is_trap(seen, best.action)):
            continue
        dice.shuffle(worse)
        others = [value.action for value in worse[: 1 + (level > 2) + (level > 5)]]
        losses = yield from _losses(seen, dice, best.action, others, choice.band.least)
        if len(losses) > 1:
            near = min((each for each in others if each in losses), key=losses.__getitem__)
            against, lead = first.of(near), losses[near]
            why = difference(seen, best, against, lead)
            left = [
                value
                for value in first.values
                if value.action not in losses
                and not any(map(rules.is_wild, cards_played(value.action)))
            ]
            more = [difference(seen, value, against, lead, why.kind) for value in left]
            if any(choice.tells_more(each, why) for each in more):
                continue  # one would miss that card among the answers
            asked = _asked(seen, "discard", level, losses, why, best.action)
            if choice.is_enough(asked):
                return asked
    if choice.best is None:
        raise NoQuestionError("under these rules no discard comes up about which there is no doubt")
    return choice.best


def _change(rules: RuleSet, seats: int, level: int, dice: Random) -> Steps[Question]:
    """Make a question in which a player used to the standard game goes wrong."""
    keys = tuple(rules.differences(STANDARD))
    choice, newcomer = _Choice(_Band.of(rules, level)), Blind(Plain(QUICK.profile))
    tried = 0
    has_choice = lambda seen: len(_own_actions(seen)) > 1  # noqa: E731  # one line
    for looked, seen in enumerate(_views(rules, seats, dice, has_choice) if keys else ()):
        if tried >= (_CHOOSY if choice.best else _MOST_TRIED) or looked > _MOST_LOOKED:
            break
        yield tried / _MOST_TRIED
        seed = dice.getrandbits(32)
        usual, aware = newcomer.choose(seen, seed), Plain(QUICK.profile).choose(seen, seed)
        if usual == aware:
            continue
        tried += 1
        two = estimate(seen, seed, actions=(aware, usual), playouts=2 * _SCREENED)
        if two.best.action == usual or choice.band.off(two.lead) > _NEAR * (1 + tried // _CHOOSY):
            continue
        actions = _own_actions(seen)
        first = estimate(seen, seed, actions=actions, playouts=_SCREENED * len(actions))
        best = first.best
        if best.action == usual:
            continue
        others = [usual, *(each.action for each in first.values[-1:] if each.action != usual)]
        losses = yield from _losses(seen, dice, best.action, others, choice.band.least)
        if usual in losses:
            why = difference(seen, best, first.of(usual), losses[usual])
            asked = _asked(seen, "change", level, losses, why, best.action)
            asked = replace(
                asked,
                usual=asked.options.index(usual),
                key=_key_behind(seen, keys, seed, usual),
            )
            if choice.is_enough(asked):
                return asked
    if choice.best is None:
        raise NoQuestionError("nothing in these rules changes what is clearly best")
    return choice.best


def _key_behind(seen: SeatView, keys: Sequence[str], seed: int, usual: Action) -> str:
    """Return the one rule with whose standard value the quick player would do the usual thing."""
    found = []
    for key in keys:
        try:
            if Unaware(key, Plain(QUICK.profile)).choose(seen, seed) == usual:
                found.append(key)
        except ValueError:  # a key about which nobody can be mistaken
            continue
    return found[0] if len(found) == 1 else ""


def _only_throws(seen: SeatView) -> bool:
    """Whether the only decision left is which card to discard."""
    return len(seen.legal) > 2 and all(isinstance(each, Discard) for each in seen.legal)


def _losses(
    seen: SeatView, dice: Random, best: Action, others: Sequence[Action], least: float
) -> Steps[Mapping[Action, float]]:
    """Return ``best`` at a cost of 0, and the cost of each action that is clearly worse."""
    losses = {best: 0.0}
    for other in others:
        lead, _found = yield from _lead(seen, dice, best, other, least)
        if lead:
            losses[other] = lead
        elif len(losses) == 1:
            break  # which is best is not clear
    return losses


def _is_trap(seen: SeatView, best: Action) -> bool:
    """Whether the highest card is not the one to discard."""
    dearest = max(map(seen.rules.points, seen.hand))
    return isinstance(best, Discard) and seen.rules.points(best.card) < dearest


def _asked(
    seen: SeatView,
    kind: Kind,
    level: int,
    losses: Mapping[Action, float],
    reason: CoachReason,
    best: Action,
) -> Question:
    order = [each for each in seen.legal if each in losses]
    return Question(
        kind, seen.rules, level, seen.hand, tuple(order), order.index(best), seen,
        tuple(losses[each] for each in order), reason=reason,
    )  # fmt: skip
