"""A player who believes that the standard rules are in force, whatever the table plays.

It is there to measure what knowing the rules is worth: the same judgement, with and without it.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from ai.bot import Bot
from ai.fallback import safe_action
from game.rules.actions import (
    DRAW,
    DROP,
    STOP,
    TAKE,
    Action,
    Discard,
    Hit,
)
from game.rules.bound import BoundRules, bind
from game.rules.cards import suit_of
from game.rules.phases import Phase
from game.rules.presets import STANDARD
from game.rules.spreads import TableSpread, gaps
from game.rules.view import SeatView


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
def _standard_law(jokers: int, seats: int) -> BoundRules:
    return bind(STANDARD.changed(jokers=jokers), seats)


def _as_standard(law: BoundRules, spread: TableSpread) -> TableSpread:
    low = law.pack.place[spread.stands_for[0]]
    return spread._replace(low=low, is_open=True, buried=False)


def _legal(law: BoundRules, view: SeatView) -> Iterator[Action]:
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


def _hits(law: BoundRules, view: SeatView) -> Iterator[Hit]:
    for spread in view.spreads:
        for gap in gaps(law.pack, spread):
            for card in view.hand:
                if card[0] == gap.rank and gap.suit in ("", suit_of(card)):
                    yield Hit(card, spread.number)
