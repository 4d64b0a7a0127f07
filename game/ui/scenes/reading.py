"""A page to read: the text, its chapters at the side, and a way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from game.ui.cardart import BLEND, CardArt
from game.ui.kit.aloud import fact
from game.ui.kit.controls import HEIGHT, Button
from game.ui.kit.document import CARD_STEP, Block, Heading
from game.ui.kit.layout import SMALLEST_TARGET
from game.ui.kit.skin import TITLE
from game.ui.kit.textview import TextView
from game.ui.kit.widget import Widget
from game.ui.scenes.page import MARGIN, Page
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.scene import Stage

_CONTENTS = 270.0
_CHAPTER = 40.0
_GAP = 8.0


class ReadingScene(Page):
    """Shows a document; chapters are there if the document has any."""

    def __init__(self, stage: Stage, title: str, blocks: Sequence[Block]) -> None:
        self._title, self._blocks = title, tuple(blocks)
        self._art: CardArt | None = None
        super().__init__(stage)

    @property
    def heading(self) -> str:
        return self._title

    def build(self) -> Sequence[Widget]:
        self._view = TextView("text", self._blocks, self._draw_cards)
        self._back = Button("button:back", _("Back"), self.back)
        headings = [block.text for block in self._blocks if isinstance(block, Heading)]
        self._chapters = [
            Button(f"chapter:{number}", text, self._to(number), small=True)
            for number, text in enumerate(headings)
        ]
        for button in self._chapters:
            button.says = fact(_("Chapter"), button.text)
        return [self._view, *self._chapters, self._back]

    def arrange(self, area: Rect) -> None:
        margin, gap = self.skin.px(MARGIN), self.skin.px(_GAP)
        names = [button.natural_size(self.skin)[0] for button in self._chapters]
        side = min(area.width // 3, max([self.skin.px(_CONTENTS), *names]))
        top = area.y + margin + self.skin.line(TITLE)
        bottom = area.bottom - margin
        back = Rect(area.x + margin, bottom - self.skin.px(HEIGHT), side, self.skin.px(HEIGHT))
        self._back.place(back, self.skin)
        high = max(SMALLEST_TARGET, self.skin.px(_CHAPTER))
        for number, button in enumerate(self._chapters):
            box = Rect(area.x + margin, top + number * (high + gap), side, high)
            button.place(box, self.skin)
        left = back.right + margin // 2
        self._view.place(Rect(left, top, area.right - margin - left, bottom - top), self.skin)

    def paint(self, surface: Surface) -> None:
        margin = self.skin.px(MARGIN)
        width = surface.get_width() - 2 * margin
        box = Rect(margin, margin - self.skin.px(_GAP), width, self.skin.line(TITLE))
        self.skin.write(surface, self.heading, box, "accent", TITLE, bold=True)

    def _to(self, number: int) -> Callable[[], None]:
        def go() -> None:
            self._view.scroll_to_chapter(number)
            self.form.focus("text")

        return go

    def _draw_cards(self, surface: Surface, codes: tuple[str, ...], box: Rect) -> None:
        deck = self.stage.services.theme.deck()
        if self._art is None or (self._art.height, self._art.style) != (box.height, deck):
            self._art = CardArt(box.height, deck)
        x = box.x
        for code in codes:
            surface.blit(self._art.face(code), (x, box.y), special_flags=BLEND)
            x += round(self._art.width * CARD_STEP)
