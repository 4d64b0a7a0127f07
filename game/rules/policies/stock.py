"""What happens as the stock runs low: ``stock_end`` and ``booed`` (RULES.md §4.3, §5.8)."""

from typing import TYPE_CHECKING

from game.rules.policies.hooks import Hooks
from game.rules.ruleset import RuleSet

if TYPE_CHECKING:
    from game.rules.hand import Hand


def hooks(rules: RuleSet) -> Hooks:
    """Watches the stock after every draw."""
    watchers = ((_boo,) if rules.booed else ()) + (
        (_end_at_once,) if rules.stock_end == "at_once" else ()
    )
    return Hooks(card_drawn=watchers)


def _boo(hand: "Hand") -> None:
    if hand.stock_size <= hand.seats:
        hand.is_booed = True


def _end_at_once(hand: "Hand") -> None:
    if not hand.stock_size:
        hand.is_last_turn = True
