"""How strong the opponents are: the measured ladder in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from game.ui.companywords import LEVELS, STYLES, level_title, style_title
from game.ui.kit.document import Block, Heading, Para, Point
from game.ui.numbers import amount_text
from game.ui.scenes.reading import ReadingScene
from game.ui.text import _

if TYPE_CHECKING:
    from game.session.company import Company
    from game.session.ladder import Ladder, Meeting
    from game.ui.scene import Stage

_HANDS: Final = 100
"""Results are told for so many hands: a single hand wins too little to imagine."""


class LadderScene(ReadingScene):
    """A chapter for each level, the strongest first, and one for the styles."""

    def __init__(self, stage: Stage) -> None:
        services = stage.services
        blocks = tuple(ladder_blocks(services.company(), services.ladder()))
        super().__init__(stage, _("How strong are they?"), blocks)


def ladder_blocks(company: Company, ladder: Ladder) -> Iterator[Block]:
    """All chapters, in the player's language."""
    below = {upper: lower for lower, upper in pairwise(company.levels)}
    for level in reversed(company.levels):
        yield Heading(level_title(level))
        if level in LEVELS:
            yield Para(_(LEVELS[level][1]))
        meeting = ladder.between(level, below[level]) if level in below else None
        if meeting:
            yield Para(_won(meeting))
        if level in ladder.caught:
            share = round(100 * ladder.caught[level])
            yield Para(_("Of 100 drops of its own {n} are caught.").format(n=share))
    yield Heading(_("Styles"))
    for style in company.styles:
        if style in STYLES and style != company.plain:
            yield Point(f"{style_title(style)}: {_(STYLES[style][1])}")
    yield Heading(_("How this was measured"))
    yield Para(
        _(
            "Two at a time, by the standard rules, each deal played twice with the seats changed. "
            "Nobody sees cards that a person in that seat would not see."
        )
    )


def _won(meeting: Meeting) -> str:
    words = _(
        "In {hands} hands against {other} it wins about {won} stakes, give or take {give}. "
        "Measured over {measured} hands."
    )
    return words.format(
        hands=_HANDS,
        other=level_title(meeting.other),
        won=round(_HANDS * meeting.mean),
        give=max(1, round(_HANDS * meeting.give)),
        measured=amount_text(meeting.hands),
    )
