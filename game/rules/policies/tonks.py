"""What each other seat pays for a tonk (RULES.md §4.5, order of §7)."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from game.rules.hand import Hand

Qualifies: TypeAlias = Callable[["Hand", int], bool]

_PLAIN: Final = 1
"""A tonk that does not qualify pays this, not ``out_pays``."""


def tonk_pays(hand: "Hand", seat: int) -> int:
    """Stakes from each other seat for the tonk that ``seat`` has just made."""
    rules = hand.rules
    if rules.hit_voids_tonk and hand.has_hit(seat):
        return _PLAIN
    if rules.two_spreads_pays and _two_spreads_at_once(hand, seat):
        return rules.two_spreads_pays
    return rules.tonk_pays if NEEDS[rules.tonk_needs](hand, seat) else _PLAIN


def _two_spreads_at_once(hand: "Hand", seat: int) -> bool:
    return _first_turn_two_spreads(hand, seat) and not hand.has_hit_others(seat)


def _any(_hand: "Hand", _seat: int) -> bool:
    return True


def _second_spread(hand: "Hand", seat: int) -> bool:
    return hand.spreads_of(seat) >= 2 and hand.last_lay_was_spread(seat)


def _spreads_only(hand: "Hand", seat: int) -> bool:
    return not hand.has_hit(seat)


def _first_turn_two_spreads(hand: "Hand", seat: int) -> bool:
    return hand.is_first_turn and hand.spreads_of(seat) >= 2


def _never(_hand: "Hand", _seat: int) -> bool:
    return False


NEEDS: Final[dict[str, Qualifies]] = {
    "any": _any,
    "second_spread": _second_spread,
    "spreads_only": _spreads_only,
    "first_turn_two_spreads": _first_turn_two_spreads,
    "never": _never,
}
