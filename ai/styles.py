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
    """Drops only where it is sure, and throws nothing that somebody may want."""
    return replace(
        temper,
        drop_start=0.85 * temper.drop_start,
        near_start=0.85 * temper.near_start,
        caution=temper.caution + 3,
    )


def hustler(temper: Temper) -> Temper:
    """Drops early, before anybody has sorted a hand."""
    return replace(temper, drop_start=1.15 * temper.drop_start, drop_fall=1.3 * temper.drop_fall)


def hoarder(temper: Temper) -> Temper:
    """Hardly ever parts with what may yet become a spread."""
    return replace(temper, keep=1.8 * temper.keep, take_margin=temper.take_margin - 2)


def hitter(temper: Temper) -> Temper:
    """Rather goes out than drops: it takes what it can lay and lets the count wait."""
    return replace(temper, drop_start=0.8 * temper.drop_start, take_margin=temper.take_margin - 3)


STYLES: Final[Mapping[str, Style]] = {
    each.__name__: each for each in (plain, cautious, hustler, hoarder, hitter)
}
