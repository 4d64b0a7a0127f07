"""Finds room for every spread on the table, up to seventeen, beside stock and pile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect

from game.ui.table.places import INDEX_SHARE, Pose, card_width

WIDE = 0.36
"""The share of a card that its right neighbour in a spread leaves open, where there is room."""
NARROW = 0.25
SLACK = 0.03
"""More of a card than its index needs stays open, at the least."""
SHRINK = 0.97
LEAST_HEIGHT = 30.0


@dataclass(frozen=True, slots=True)
class Group:
    """A spread to be placed: its number, whose it is, and how many cards it has."""

    number: int
    owner: int
    cards: int


@dataclass(frozen=True, slots=True)
class SpreadPlace:
    """Where a spread lies: its cards, and the tag below that says whose it is."""

    box: Rect
    tag: Rect
    poses: tuple[Pose, ...]


@dataclass(frozen=True, slots=True)
class Lengths:
    """Pixels: the height of a card where there is room, the gaps, the height of a tag; and the
    share of a card's width that its index needs.
    """

    height: float
    gap: int
    tag: int
    index: float = INDEX_SHARE


@dataclass(frozen=True, slots=True)
class _Trial:
    """One size to try: the height of a card, the share left open, the gaps and the tag's height."""

    height: float
    share: float
    gap: int
    tag: int

    def width(self, group: Group) -> int:
        return round(card_width(self.height) * (1 + self.share * (group.cards - 1))) + 1

    @property
    def line(self) -> int:
        return round(self.height) + self.tag + self.gap


_Row = list[Group]


def place_spreads(
    sides: tuple[Sequence[Group], Sequence[Group]],
    regions: tuple[Rect, Rect],
    lengths: Lengths,
) -> dict[int, SpreadPlace]:
    """Place each spread on the side of its owner; where that gets tight, wherever there is room.

    Cards are drawn as large as fits, the height wished at the most.
    """
    height = lengths.height
    narrow = max(NARROW, lengths.index + SLACK)
    while height > LEAST_HEIGHT:
        for share in (max(WIDE, narrow), narrow):
            trial = _Trial(height, share, lengths.gap, lengths.tag)
            rows = _fit(sides, regions, trial)
            if rows is not None:
                left = _lay(rows[0], regions[0], trial, from_right=True)
                return left | _lay(rows[1], regions[1], trial, from_right=False)
        height *= SHRINK
    return _crammed(sides, regions, _Trial(LEAST_HEIGHT, narrow, 2, lengths.tag))


def _fit(
    sides: tuple[Sequence[Group], Sequence[Group]], regions: tuple[Rect, Rect], trial: _Trial
) -> tuple[list[_Row], list[_Row]] | None:
    """Rows for both sides: each spread on its own side, or the first ones left, the rest right."""
    left, right = (_rows(side, region, trial) for side, region in zip(sides, regions, strict=True))
    if left is not None and right is not None:
        return left, right
    return _overflow([*sides[0], *sides[1]], regions, trial)


def _overflow(
    groups: Sequence[Group], regions: tuple[Rect, Rect], trial: _Trial
) -> tuple[list[_Row], list[_Row]] | None:
    for cut in sorted(range(len(groups) + 1), key=lambda place: abs(2 * place - len(groups))):
        left = _rows(groups[:cut], regions[0], trial)
        right = _rows(groups[cut:], regions[1], trial)
        if left is not None and right is not None:
            return left, right
    return None


def _crammed(
    sides: tuple[Sequence[Group], Sequence[Group]], regions: tuple[Rect, Rect], trial: _Trial
) -> dict[int, SpreadPlace]:
    """In a window far too small for so many, they may stand over its edge."""
    left, right = ([[group] for group in side] for side in sides)
    lying = _lay(left, regions[0], trial, from_right=True)
    return lying | _lay(right, regions[1], trial, from_right=False)


def _rows(groups: Sequence[Group], region: Rect, trial: _Trial) -> list[_Row] | None:
    """Break the spreads into rows, or None if the region cannot hold them."""
    rows: list[_Row] = []
    used = region.width + 1
    for group in groups:
        width = trial.width(group)
        if width > region.width:
            return None
        if used + trial.gap + width > region.width:
            rows.append([])
            used = -trial.gap
        rows[-1].append(group)
        used += trial.gap + width
    return rows if len(rows) * trial.line - trial.gap <= region.height else None


def _lay(
    rows: list[_Row], region: Rect, trial: _Trial, *, from_right: bool
) -> dict[int, SpreadPlace]:
    """Lay the rows out from the piles outwards, so that a new spread moves none that lies there."""
    places: dict[int, SpreadPlace] = {}
    top = region.centery - (len(rows) * trial.line - trial.gap) // 2
    for line, groups in enumerate(rows):
        edge = region.right if from_right else region.left
        for group in groups:
            box = Rect(edge, top + line * trial.line, trial.width(group), round(trial.height))
            if from_right:
                box.right = edge
            tag = Rect(box.left, box.bottom, box.width, trial.tag)
            places[group.number] = SpreadPlace(box, tag, _poses(box, group, trial))
            edge = box.left - trial.gap if from_right else box.right + trial.gap
    return places


def _poses(box: Rect, group: Group, trial: _Trial) -> tuple[Pose, ...]:
    width = card_width(trial.height)
    step = width * trial.share
    first = box.left + width / 2
    return tuple(
        Pose(first + step * place, box.centery, trial.height) for place in range(group.cards)
    )
