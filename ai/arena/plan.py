"""What has to be measured before one can say how strong the bots are: the matches of the ladder."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import Final

from ai.arena.contest import Contest
from ai.arena.exploit import FRESH_WIDTH, SEARCH_HANDS, Question
from ai.arena.match import Match
from ai.arena.tally import Tally
from ai.registry import LEVELS
from game.rules.presets import PRESETS, STANDARD, preset
from game.rules.ruleset import RuleSet

POOL: Final = ("random", "greedy8", "stayer", "tuned")
PARTS: Final = ("pairs", "tables", "presets", "knowing", "exploits")
"""All against all; Master at a table of Regulars; the levels under every preset; what knowing the
rules is worth; what can be won of a bot.
"""
EXPLOITED: Final = ("master", "expert", "tuned", "greedy8")
_PLAIN: Final = 0.25
"""A half interval under this share of the difference itself is narrow enough: what is plain by far
need not be measured as finely as what is close.
"""
_QUICK_WIDTH: Final = 4
_QUICK_HANDS: Final = 10


@dataclass(frozen=True, slots=True)
class Meeting:
    """One match of the ladder: over at ``until``, when it is ``plain``, or after ``hands``."""

    part: str
    label: str
    """The rules, in words for a table."""
    rules: RuleSet
    bots: tuple[str, ...]
    until: float
    hands: int
    plain: float = _PLAIN
    """The share of the difference that is fine enough."""

    def match(self, seed: str) -> Match:
        """The match as the arena plays it."""
        return Match(self.rules, self.bots, f"ladder/{seed}")

    def contest(self, seed: str, tally: Tally | None) -> Contest:
        """The match where it stands."""
        match = self.match(seed)
        return Contest(match, -(-self.hands // match.seats), self.until, tally, self.plain)

    def quick(self) -> "Meeting":
        """The same, for a first impression."""
        hands = max(self.hands // _QUICK_HANDS, 1)
        return replace(self, until=self.until * _QUICK_WIDTH, hands=hands)


def meetings() -> Iterator[Meeting]:
    """All matches of the ladder, but for the searches of its last part."""
    steps = list(pairwise(LEVELS))
    for bots in combinations((*LEVELS, *POOL), 2):
        plain = 0 if bots in steps else _PLAIN
        yield Meeting("pairs", "standard", STANDARD, bots, 0.02, 20_000, plain)
    if "master" in LEVELS:
        for others in (2, 3):
            seats = ("master", *["regular"] * others)
            yield Meeting("tables", "standard", STANDARD, seats, 0.03, 18_000)
    for name in PRESETS:
        for bots in (("expert", "regular"), ("regular", "casual")):
            yield Meeting("presets", name, preset(name), bots, 0.025, 12_000)
    yield from _knowing()


def _knowing() -> Iterator[Meeting]:
    bots = ("expert", "blind:expert")
    for name in ("waits", "rushville", "chicago"):
        yield Meeting("knowing", name, preset(name), bots, 0.012, 30_000)
    for catch in ("dropper_covers", "five_to_lowest"):
        rules = STANDARD.changed(catch=catch)
        yield Meeting("knowing", f'catch = "{catch}"', rules, bots, 0.012, 30_000)
    yield Meeting("knowing", "army", preset("army"), bots, 0.006, 40_000)
    yield Meeting("knowing", "push_up", preset("push_up"), bots, 0.15, 30_000)


def questions(seed: str, *, quick: bool) -> Sequence[Question]:
    """The searches: what can be won of whom."""
    hands, until = SEARCH_HANDS, FRESH_WIDTH
    if quick:
        hands, until = hands // _QUICK_HANDS, until * _QUICK_WIDTH
    known = {*LEVELS, *POOL}
    return [
        Question(STANDARD, bot, f"ladder/{seed}", hands=hands, until=until)
        for bot in EXPLOITED
        if bot in known
    ]
