"""Who and what the game is made of, and under which licences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from game.parts import FONTS, LIBRARIES, Part
from game.ui.kit.controls import HEIGHT, Button
from game.ui.kit.document import Block, Heading, Para, Point
from game.ui.kit.widget import Widget
from game.ui.scenes.reading import ReadingScene
from game.ui.text import _
from game.version import __version__

if TYPE_CHECKING:
    from game.ui.scene import Stage

_GAP = 8.0


class CreditsScene(ReadingScene):
    """Credits, and the way to the licences."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, _("Credits"), credit_blocks())

    def build(self) -> Sequence[Widget]:
        view, *rest = super().build()
        self._licences = Button("button:licences", _("Licences"), self._show, small=True)
        return [view, *rest[:-1], self._licences, rest[-1]]

    def arrange(self, area: Rect) -> None:
        super().arrange(area)
        above = self._back.rect.move(0, -self.skin.px(HEIGHT) - self.skin.px(_GAP))
        self._licences.place(above, self.skin)

    def _show(self) -> None:
        from game.ui.scenes.licences import LicencesScene

        self.stage.push(LicencesScene(self.stage))


def credit_blocks() -> tuple[Block, ...]:
    """All chapters, in the player's language."""
    return (
        Heading(_("Tonk {version}").format(version=__version__)),
        Para(
            _(
                "Program, cards, table and sounds are this project’s own work, free under the MIT "
                "licence. The money is play money: nothing can be bought and nothing is paid out."
            )
        ),
        Heading(_("Fonts")),
        Para(_("Under the SIL Open Font License 1.1, the full text of which comes with the game:")),
        *(Point(f"{part.name}: {part.holders}") for part in FONTS),
        Heading(_("Libraries")),
        *(_told(part) for part in LIBRARIES),
    )


def _told(part: Part) -> Block:
    """Names, holders and identifiers of licences are the same in every language."""
    return Point(f"{part.name}: {part.licence} · {part.holders}")
