"""Styles: what a player likes, at any level; each bends a temper without making it much weaker."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from ai.temper import Temper

Style: TypeAlias = Callable[[Temper], Temper]


def plain(temper: Temper) -> Temper:
    """Just the level."""
    return temper


def cautious(temper: Temper) -> Temper:
    """Wants to be surer before it drops, and throws nothing that somebody may want."""
    return replace(temper, boldness=0.85 * temper.boldness, caution=temper.caution + 4)


def hustler(temper: Temper) -> Temper:
    """Drops before others have sorted their hands, and does not mind being caught now and then."""
    return replace(temper, boldness=1.15 * temper.boldness)


def hoarder(temper: Temper) -> Temper:
    """Hardly ever parts with what may yet become a spread, and takes for it."""
    return replace(temper, keep=1.6 * temper.keep + 1, take_margin=temper.take_margin - 1)


def hitter(temper: Temper) -> Temper:
    """Likes to lay and to hit: keeps what fits the table in mind, and would rather go out."""
    return replace(
        temper,
        boldness=0.92 * temper.boldness,
        keep=1.2 * temper.keep,
        take_margin=temper.take_margin - 3,
    )


STYLES: Final[Mapping[str, Style]] = {
    each.__name__: each for each in (plain, cautious, hustler, hoarder, hitter)
}
