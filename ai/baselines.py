"""Plain players to measure others against.

One is uniform, one greedy. Two play as any other bot does that is mistaken about
the rules, all of them or one key: they measure what knowing the rules is worth.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Final

from ai.bitboard.bound import bind
from ai.bitboard.spreads import gaps
from ai.bitboard.state import Law
from ai.bot import Bot, safe_action
from game.rules.actions import (
    DECLARE,
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
)
from game.rules.cards import suit_of
from game.rules.phases import Phase
from game.rules.presets import STANDARD
from game.rules.ruleset import OPTIONS, RuleError, RuleSet
from game.rules.spreads import TableSpread
from game.rules.view import SeatView

_SEEN: Final = frozenset(("ranks", "suits", "jokers"))


class UniformRandom:
    """Any legal action, all equally likely; letting a slap go by is one of them."""

    def choose(self, view: SeatView, seed: int) -> Action:
        """Draw one at random."""
        legal: Sequence[Action] = view.legal
        if all(isinstance(action, Slap) for action in legal):
            legal = (*legal, PASS)
        return Random(seed).choice(legal)


class Greedy:
    """Lays all it can, throws its highest card, never takes, drops at a fixed count."""

    def __init__(self, drop_at: int) -> None:
        self._drop_at = drop_at

    def choose(self, view: SeatView, seed: int) -> Action:  # noqa: ARG002 - leaves nothing to chance
        """Decide by the cards in hand alone."""
        legal = view.legal
        if DECLARE in legal:
            return DECLARE
        if DROP in legal and view.count <= self._drop_at:
            return DROP
        if DRAW in legal:
            return DRAW
        spreads = [action for action in legal if isinstance(action, Spread)]
        if spreads:
            points = view.rules.points
            return max(spreads, key=lambda spread: sum(map(points, spread.cards)))
        hits = [action for action in legal if isinstance(action, Hit)]
        return hits[0] if hits else safe_action(view)


class Blind:
    """Lets ``bot`` see the table as if the rules were standard, and plays what it then wants.

    Where that is illegal it plays the nearest legal thing: what the bot would want if that one
    action were not there, in the end something harmless. What the standard rules do not have,
    slaps and last chances, passes it by.
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def choose(self, view: SeatView, seed: int) -> Action:
        """What the bot does in its belief, as far as the rules in force allow it."""
        if view.turn != view.seat or view.phase not in (Phase.START, Phase.LAY):
            return safe_action(view)
        believed = believe_standard(view)
        while believed.legal:
            wanted = self._bot.choose(believed, seed)
            if wanted in view.legal:
                return wanted
            others = tuple(action for action in believed.legal if action != wanted)
            if others == believed.legal:
                break
            believed = replace(believed, legal=others)
        return safe_action(view)


class Unaware:
    """Lets ``bot`` believe that ``key`` has its usual value; it sees what is legal all the same.

    Where the other keys want that key as it is, the bot knows it. What is in the pack all see.
    """

    def __init__(self, key: str, bot: Bot) -> None:
        if key not in OPTIONS or key in _SEEN:
            raise ValueError(f"{key} is no key that a player could be mistaken about")
        self._key, self._bot = key, bot

    def choose(self, view: SeatView, seed: int) -> Action:
        """What the bot does in its belief."""
        return self._bot.choose(replace(view, rules=self._believed(view.rules)), seed)

    def _believed(self, rules: RuleSet) -> RuleSet:
        try:
            return rules.changed(**{self._key: getattr(STANDARD, self._key)})
        except RuleError:
            return rules


def believe_standard(view: SeatView) -> SeatView:
    """The view of a turn as it would be under the standard rules; jokers are cards of no use."""
    law = _standard_law(view.rules.jokers, view.seats)
    seen = replace(
        view,
        rules=law.rules,
        spreads=tuple(_as_standard(law, spread) for spread in view.spreads),
        waits=(0,) * view.seats,
        blocked=(),
        is_booed=False,
        is_last_turn=False,
        must_use=None,
    )
    return replace(seen, legal=tuple(_legal(law, seen)))


@lru_cache(maxsize=32)
def _standard_law(jokers: int, seats: int) -> Law:
    return bind(STANDARD.changed(jokers=jokers), seats)


def _as_standard(law: Law, spread: TableSpread) -> TableSpread:
    low = law.pack.place[spread.stands_for[0]]
    return spread._replace(low=low, is_open=True, buried=False)


def _legal(law: Law, view: SeatView) -> Iterator[Action]:
    """What the standard rules would allow."""
    if view.phase is Phase.START:
        yield DROP
        yield DRAW if view.stock_size else STOP
        if view.top is not None:
            yield TAKE
        return
    yield from law.spreads_in(law.pack.weigh(view.hand))
    yield from _hits(law, view)
    for card in view.hand:
        if card != view.taken or len(view.hand) == 1:
            yield Discard(card)


def _hits(law: Law, view: SeatView) -> Iterator[Hit]:
    for spread in view.spreads:
        for gap in gaps(law.pack, spread):
            for card in view.hand:
                if card[0] == gap.rank and gap.suit in ("", suit_of(card)):
                    yield Hit(card, spread.number)
