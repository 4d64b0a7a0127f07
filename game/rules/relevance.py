"""Which keys have no effect because of what the others say."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from game.rules.cards import FACES
from game.rules.ruleset import RuleSet
from game.rules.texts import N_

_Idle: TypeAlias = tuple[Callable[[RuleSet], bool], str]

_IDLE: Final[Mapping[str, _Idle]] = {
    "ace": (lambda rules: "A" not in rules.ranks, N_("there are no aces in the pack")),
    "face_values": (
        lambda rules: not set(rules.ranks) & set(FACES),
        N_("there are no faces in the pack"),
    ),
    "natural_tie": (
        lambda rules: all(natural.when == "turn" for natural in rules.naturals),
        N_("no natural is shown at the deal"),
    ),
    "return_taken": (
        lambda rules: rules.take == "use_now",
        N_("a taken card must be used at once"),
    ),
    "complete_books": (lambda rules: not rules.hit_books, N_("books cannot be hit")),
    "hits_stack": (
        lambda rules: not (rules.wait_when_hit or rules.wait_after_own_hit),
        N_("no hit makes anybody wait"),
    ),
    "catch": (lambda rules: rules.scoring == "push_up", N_("no stakes are paid in push-up")),
    "tonk_pays": (lambda rules: rules.tonk_needs == "never", N_("no tonk is paid in full")),
    "tonk_needs": (
        lambda rules: rules.tonk_pays == 1 and rules.tonk_needs != "never",
        N_("a tonk pays 1 stake anyway"),
    ),
    "hit_voids_tonk": (
        lambda rules: not _has_better_tonk(rules),
        N_("a tonk pays 1 stake anyway"),
    ),
    "stockout_tie": (lambda rules: rules.stockout == "void", N_("no stock-out is paid")),
    "stake": (
        lambda rules: rules.scoring == "push_up" and not _has_bets(rules),
        N_("no stakes are paid in push-up"),
    ),
    "push_up_target": (
        lambda rules: rules.scoring != "push_up",
        N_("the scoring is not push-up"),
    ),
    "side_ante": (lambda rules: not _has_bets(rules), N_("there is no side pot")),
}


def why_idle(key: str, rules: RuleSet) -> str:
    """Why ``key`` has no effect under ``rules``, to be translated; empty where it has one."""
    is_idle, why = _IDLE.get(key, (_never, ""))
    return why if is_idle(rules) else ""


def _never(_rules: RuleSet) -> bool:
    return False


def _has_better_tonk(rules: RuleSet) -> bool:
    in_full = rules.tonk_pays > 1 and rules.tonk_needs != "never"
    return in_full or rules.two_spreads_pays > 1


def _has_bets(rules: RuleSet) -> bool:
    return rules.high_suit_bet != "off" or rules.natural_bet != "off"
