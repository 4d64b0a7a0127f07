"""The words of every licence under which something travels with the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from game.parts import PARTS, Part
from game.ui.assets import AssetMissing, asset_bytes
from game.ui.kit.controls import HEIGHT, Button
from game.ui.kit.document import Block, Heading, Para
from game.ui.kit.layout import SMALLEST_TARGET
from game.ui.kit.skin import TITLE
from game.ui.kit.widget import Widget
from game.ui.scenes.page import MARGIN, Page
from game.ui.scenes.reading import ReadingScene
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.scene import Stage

_COLUMNS = 3
_GAP = 8.0
_ROW = 40.0


class LicencesScene(Page):
    """A button for each licence."""

    @property
    def heading(self) -> str:
        return _("Licences")

    def build(self) -> Sequence[Widget]:
        names = dict.fromkeys(part.licence for part in PARTS)
        self._texts = [
            Button(f"licence:{name}", name.replace("-or-later", "+"), self._to(name), small=True)
            for name in names
        ]
        self._back = Button("button:back", _("Back"), self.back)
        return [*self._texts, self._back]

    def arrange(self, area: Rect) -> None:
        margin, gap = self.skin.px(MARGIN), self.skin.px(_GAP)
        inside = area.inflate(-2 * margin, -2 * margin)
        top = inside.y + self.skin.line(TITLE) + gap
        wide = (inside.width - (_COLUMNS - 1) * gap) // _COLUMNS
        high = max(SMALLEST_TARGET, self.skin.px(_ROW))
        for number, button in enumerate(self._texts):
            row, column = divmod(number, _COLUMNS)
            place = Rect(inside.x + column * (wide + gap), top + row * (high + gap), wide, high)
            button.place(place, self.skin)
        foot = self.skin.px(HEIGHT)
        self._back.place(Rect(inside.x, inside.bottom - foot, wide, foot), self.skin)

    def paint(self, surface: Surface) -> None:
        margin = self.skin.px(MARGIN)
        box = Rect(margin, margin - self.skin.px(_GAP), surface.get_width() - 2 * margin, 0)
        box.height = self.skin.line(TITLE)
        self.skin.write(surface, self.heading, box, "accent", TITLE, bold=True)

    def _to(self, licence: str) -> Callable[[], None]:
        def show() -> None:
            self.stage.push(LicenceScene(self.stage, licence))

        return show


class LicenceScene(ReadingScene):
    """One licence, and what stands under it."""

    def __init__(self, stage: Stage, licence: str) -> None:
        super().__init__(stage, licence, licence_blocks(licence))


def licence_blocks(licence: str) -> tuple[Block, ...]:
    """Whose work is under it, then its words, once for each wording."""
    parts = [part for part in PARTS if part.licence == licence]
    blocks: list[Block] = []
    for text in dict.fromkeys(part.asset for part in parts):
        under = [part for part in parts if part.asset == text]
        blocks.append(Heading(", ".join(part.name for part in under)))
        blocks += [Para(f"{part.name}: {part.holders}") for part in under]
        blocks += [Para(" ".join(piece.split())) for piece in _words(under[0]).split("\n\n")]
    return tuple(blocks)


def _words(part: Part) -> str:
    try:
        return asset_bytes(part.asset).decode("utf-8")
    except (AssetMissing, OSError, UnicodeDecodeError):
        return f"assets/{part.asset}"
