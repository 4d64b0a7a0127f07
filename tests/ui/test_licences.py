"""The credits name everything that is shipped, and every licence can be read."""

from __future__ import annotations

import pytest
from pygame import Rect

from game.menus.credits import (
    CreditsScene,
    LicenceScene,
    LicencesScene,
    credit_blocks,
    licence_blocks,
)
from game.third_party import PARTS
from game.ui.kit.document import Para, Point
from game.version import __version__
from tests.ui.stage import SIZES, point, shown, stage, targets, top

LICENCES = sorted({part.licence for part in PARTS})


def test_the_credits_name_every_part_and_the_version() -> None:
    blocks = credit_blocks()
    told = [block.text for block in blocks if isinstance(block, Point)]
    assert [line.partition(":")[0] for line in told] == [part.name for part in PARTS]
    assert __version__ in str(blocks[0])


@pytest.mark.parametrize("licence", LICENCES)
def test_every_licence_is_told_whole_with_its_holders(licence: str) -> None:
    words = [block.text for block in licence_blocks(licence) if isinstance(block, Para)]
    under = [part for part in PARTS if part.licence == licence]
    assert all(f"{part.name}: {part.holders}" in words for part in under)
    assert sum(map(len, words)) > 200
    assert not [line for line in words if line.startswith("assets/")]


@pytest.mark.parametrize("size", SIZES)
def test_the_way_from_the_credits_to_a_licence_and_back(size: tuple[int, int]) -> None:
    with stage(size) as app:
        shown(app, CreditsScene(app))
        _fits(targets(app), app.size)
        point(app, "button:licences")
        top(app, LicencesScene)
        _fits(targets(app), app.size)
        assert {f"licence:{name}" for name in LICENCES} <= set(targets(app))
        point(app, "licence:LGPL-2.1-or-later")
        top(app, LicenceScene)
        point(app, "button:back")
        top(app, LicencesScene)


def _fits(boxes: dict[str, Rect], size: tuple[int, int]) -> None:
    window = Rect((0, 0), size)
    assert not [name for name, box in boxes.items() if not window.contains(box)]
    pairs = [(a, b) for a in boxes for b in boxes if a < b and "text" not in (a, b)]
    assert not [(a, b) for a, b in pairs if boxes[a].colliderect(boxes[b])]
