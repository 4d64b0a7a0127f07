"""Credits: people and parts behind the game, and the licenses in full."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from game.third_party import FONTS, LIBRARIES, PARTS, Component
from game.ui.assets import AssetMissing, asset_bytes
from game.ui.kit.controls import HEIGHT, Button
from game.ui.kit.document import Block, Heading, Para, Point
from game.ui.kit.grids import SMALLEST_TARGET, grid
from game.ui.kit.skin import TITLE
from game.ui.kit.widget import Widget
from game.ui.pages.page import MARGIN, Page
from game.ui.rulesets.reading import ReadingScene
from game.ui.text.language import _
from game.version import __version__

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.shell.scene import Stage


_GAP = 8.0  # units between buttons


class CreditsScene(ReadingScene):
    """The credits page, with a button for the licences."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, _("Credits"), credit_blocks())

    def build(self) -> Sequence[Widget]:
        view, *rest = super().build()
        self._licences = Button("button:licences", _("Licenses"), self._show, small=True)
        return [view, *rest[:-1], self._licences, rest[-1]]

    def arrange(self, area: Rect) -> None:
        super().arrange(area)
        above = self._back.rect.move(0, -self.skin.px(HEIGHT) - self.skin.px(_GAP))
        self._licences.place(above, self.skin)

    def _show(self) -> None:

        self.stage.push(LicencesScene(self.stage))


def credit_blocks() -> tuple[Block, ...]:
    """Return the chapters of the page, in the player's language."""
    # Names, holders and identifiers of licences are the same in every language.
    return (
        Heading(_("Tonk {version}").format(version=__version__)),
        Para(
            _(
                "Program, cards, table and sounds are this project's own work, free under the MIT "
                "license. The money is play money: there's nothing to buy, and nothing is paid "
                "out."
            )
        ),
        Heading(_("Fonts")),
        Para(_("Under the SIL Open Font License 1.1 (full text included with the game):")),
        *(Point(f"{part.name}: {part.holders}") for part in FONTS),
        Heading(_("Libraries")),
        *(Point(f"{part.name}: {part.licence} · {part.holders}") for part in LIBRARIES),
    )


class LicencesScene(Page):
    """A page with a button for each licence."""

    @property
    def heading(self) -> str:
        return _("Licenses")

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
        high = max(SMALLEST_TARGET, self.skin.px(40.0))
        below = Rect(inside.x, top, inside.width, 0)
        boxes = grid(below, len(self._texts), 3, high, gap)
        for button, box in zip(self._texts, boxes, strict=True):
            button.place(box, self.skin)
        foot = self.skin.px(HEIGHT)
        self._back.place(Rect(inside.x, inside.bottom - foot, boxes[0].width, foot), self.skin)

    def paint(self, surface: Surface) -> None:
        self.draw_title(surface, self.top_title(_GAP))

    def _to(self, licence: str) -> Callable[[], None]:
        def show() -> None:
            self.stage.push(LicenceScene(self.stage, licence))

        return show


class LicenceScene(ReadingScene):
    """The page of a licence and the components under it."""

    def __init__(self, stage: Stage, licence: str) -> None:
        super().__init__(stage, licence, licence_blocks(licence))


def licence_blocks(licence: str) -> tuple[Block, ...]:
    """Return the components under a licence, then its text, once for each wording."""
    parts = [part for part in PARTS if part.licence == licence]
    blocks: list[Block] = []
    for text in dict.fromkeys(part.asset for part in parts):
        under = [part for part in parts if part.asset == text]
        names = ", ".join(part.name for part in under)
        blocks.append(Heading(names if len(under) <= 3 else licence))  # names that fit a heading
        blocks += [Para(f"{part.name}: {part.holders}") for part in under]
        blocks += [Para(" ".join(piece.split())) for piece in _words(under[0]).split("\n\n")]
    return tuple(blocks)


def _words(part: Component) -> str:
    try:
        return asset_bytes(part.asset).decode("utf-8")
    except (AssetMissing, OSError, UnicodeDecodeError):
        return f"assets/{part.asset}"
