"""Every key of a rule set: its group, its name for people, and the values it allows (RULES.md §4).

The one place from which refusals, the rule editor and the documentation are made.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final, TypeAlias

from game.rules.cards import RANKS, SUITS
from game.rules.naturals import NATURAL_ALLOWED, natural_from_mapping


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def read(self, value: object) -> object:
        if type(value) is not bool:
            raise ValueError(value)
        return value

    def allowed(self) -> str:
        return "true or false"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    values: tuple[str, ...]

    def read(self, value: object) -> object:
        if type(value) is not str or value not in self.values:
            raise ValueError(value)
        return value

    def allowed(self) -> str:
        return "one of " + ", ".join(f'"{value}"' for value in self.values)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from ``least`` on, to ``most`` where there is one; true is not a number."""

    least: int
    most: int | None = None

    def read(self, value: object) -> object:
        if (
            type(value) is not int
            or value < self.least
            or (self.most is not None and value > self.most)
        ):
            raise ValueError(value)
        return value

    def allowed(self) -> str:
        return f"{self.least} or more" if self.most is None else f"{self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class Letters:
    """Some of the letters of ``of``, in its order, none twice, at least one."""

    of: str

    def read(self, value: object) -> object:
        if type(value) is not str or not value or not _is_subsequence(value, self.of):
            raise ValueError(value)
        return value

    def allowed(self) -> str:
        return f'letters of "{self.of}" in that order, none twice, at least one'


@dataclass(frozen=True, slots=True)
class HandSize:
    """A whole number of cards, or ``by_seats``."""

    least: int = 3
    most: int = 9

    def read(self, value: object) -> object:
        if value != "by_seats" and (type(value) is not int or not self.least <= value <= self.most):
            raise ValueError(value)
        return value

    def allowed(self) -> str:
        return f'{self.least} to {self.most}, or "by_seats"'


@dataclass(frozen=True, slots=True)
class Naturals:
    """A list of entries, each a ``Natural`` or its mapping."""

    def read(self, value: object) -> object:
        if type(value) not in (list, tuple):
            raise ValueError(value)
        entries: Sequence[object] = value  # type: ignore[assignment]  # just seen to be one
        return tuple(natural_from_mapping(entry) for entry in entries)

    def allowed(self) -> str:
        return NATURAL_ALLOWED


Values: TypeAlias = Flag | Choice | Whole | Letters | HandSize | Naturals


@dataclass(frozen=True, slots=True)
class Option:
    """One key: where the editor shows it, and what it may hold."""

    group: str
    values: Values


GROUPS: Final = ("deck", "deal", "laying", "dropping", "payments", "session")

CATCHES: Final = (
    "standard",
    "lowest_only",
    "dropper_covers",
    "single_each",
    "single_worse_pay",
    "double_to_all",
    "five_to_lowest",
    "double_to_beaters",
    "quad_to_beaters",
    "whole_table",
)

OPTIONS: Final[dict[str, Option]] = {
    "ranks": Option("deck", Letters(RANKS)),
    "suits": Option("deck", Letters(SUITS)),
    "jokers": Option("deck", Whole(0, 4)),
    "wild": Option("deck", Choice(("", "2", "X", "2X"))),
    "ace": Option("deck", Choice(("low", "low_or_high"))),
    "face_values": Option("deck", Choice(("ten", "rising"))),
    "hand_size": Option("deal", HandSize()),
    "upcard": Option("deal", Flag()),
    "naturals": Option("deal", Naturals()),
    "natural_tie": Option("deal", Choice(("void", "eldest", "all_paid"))),
    "take": Option("laying", Choice(("hand", "use_now"))),
    "return_taken": Option("laying", Flag()),
    "touch_stock": Option("laying", Flag()),
    "must_spread": Option("laying", Choice(("no", "yes", "except_aces"))),
    "hit_books": Option("laying", Flag()),
    "hits_per_turn": Option("laying", Whole(0, 1)),
    "discard_after_hit": Option("laying", Flag()),
    "complete_books": Option("laying", Choice(("stay", "buried"))),
    "stock_end": Option("laying", Choice(("willing", "at_once"))),
    "spread_out": Option("laying", Flag()),
    "first_turn_drop": Option("dropping", Flag()),
    "wait_after_spread": Option("dropping", Whole(0, 9)),
    "wait_when_hit": Option("dropping", Whole(0, 9)),
    "wait_after_own_hit": Option("dropping", Whole(0, 9)),
    "hits_stack": Option("dropping", Flag()),
    "hit_blocks_out": Option("dropping", Flag()),
    "catch": Option("dropping", Choice(CATCHES)),
    "tonk_pays": Option("payments", Whole(1)),
    "tonk_needs": Option(
        "payments",
        Choice(("any", "second_spread", "spreads_only", "first_turn_two_spreads", "never")),
    ),
    "hit_voids_tonk": Option("payments", Flag()),
    "two_spreads_pays": Option("payments", Whole(0)),
    "out_pays": Option("payments", Whole(1)),
    "stockout": Option("payments", Choice(("lowest", "void"))),
    "stockout_tie": Option("payments", Choice(("void", "all_paid"))),
    "booed": Option("payments", Flag()),
    "double_double": Option("payments", Flag()),
    "slap": Option("payments", Choice(("off", "race", "next_first"))),
    "stake": Option("session", Whole(1)),
    "scoring": Option("session", Choice(("stakes", "scorepad", "push_up"))),
    "push_up_target": Option("session", Whole(1)),
    "big_one": Option("session", Whole(0)),
    "high_suit_bet": Option("session", Choice(("off", "called", "spades"))),
    "natural_bet": Option("session", Choice(("off", "dealt", "first_spread"))),
    "side_ante": Option("session", Whole(1)),
}


def nearest(name: str, names: Sequence[str]) -> str:
    """The name that a mistyped one was probably meant to be, or an empty string."""
    return next(iter(get_close_matches(name, names, n=1, cutoff=0.5)), "")


def _is_subsequence(letters: str, of: str) -> bool:
    rest = iter(of)
    return all(letter in rest for letter in letters)
