"""Drawing the open question: numbers on spreads or cards, or every way to lay wild cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from game.rules.actions import Action, Hit, Slap, Spread
from game.rules.spreads import gap_for, read_spread
from game.ui.kit.controls import draw_key, draw_panel
from game.ui.kit.paint import ring, rounded
from game.ui.look.drawing import BLEND
from game.ui.shell.keys import key_text
from game.ui.table.flow.shown import ButtonLook
from game.ui.table.input.decisions import QuestionKind, TableQuestion
from game.ui.table.input.targets import CardTarget, ChoiceTarget, Target, card_zones
from game.ui.table.motion.layout import Design, Pose, card_width
from game.ui.table.painting.furniture import draw_button, key_width
from game.ui.table.painting.marks import Marks, draw_badge, spread_mark
from game.ui.table.painting.overlays import draw_line, draw_numbers
from game.ui.text.language import _
from game.ui.text.move_words import card_text

if TYPE_CHECKING:
    from game.rules.spreads import TableSpread
    from game.rules.view import SeatView
    from game.ui.kit.skin import Skin
    from game.ui.table.input.selection import Selection
    from game.ui.table.motion.board import Board
    from game.ui.table.motion.layout import TableLayout
    from game.ui.table.painting.cardsheet import CardSheet


_HEIGHT, _SHARE = 92.0, 0.42  # units; share of a card's width
_PAD, _HEAD, _FOOT = 12.0, 34.0, 24.0  # units


def laid(view: SeatView, action: Action) -> TableSpread | None:
    """Return the spread that an action would put on the table; None for other actions."""
    if isinstance(action, Spread):
        return read_spread(view.rules, action)
    if isinstance(action, Hit):
        spread = view.spreads[action.spread]
        gap = gap_for(view.rules, spread, action)
        return None if gap is None else spread.with_hit(action, gap.at_low_end, buries=False)
    return None


class Questions:
    """Places and draws the open question at one window size."""

    _TITLE = 18.0  # units: text size

    def __init__(self, skin: Skin, board: Board, inputs: Selection, sheet: CardSheet) -> None:
        self._skin, self._board, self._input, self._sheet = skin, board, inputs, sheet

    def boxes(self) -> dict[Target, Rect]:
        """Return the boxes of the answers."""
        asked = self._input.asked
        boxes = [] if asked is None else self._places(asked)
        return {ChoiceTarget(place): box for place, box in enumerate(boxes)}

    def _places(self, asked: TableQuestion) -> list[Rect]:
        match asked.kind:
            case QuestionKind.SPREAD:
                return [self._spread_box(left[0]) for left in asked.answers]
            case QuestionKind.DISCARD:
                cards = card_zones(self._board)
                return [self._own_box(left[0], cards) for left in asked.answers]
            case QuestionKind.WILD:
                ways = self._ways(asked)
                layout = self._board.layout
                return list(self._place_ways(layout, [len(way.cards) for way in ways]))

    def _spread_box(self, action: Action) -> Rect:
        if not isinstance(action, Hit | Slap):
            raise TypeError(action)
        return self._board.layout.spreads[action.spread].box

    def _own_box(self, action: Action, cards: dict[Target, Rect]) -> Rect:
        """Return the box of the card discarded after a slap, or of the button for no discard."""
        card = action.discard if isinstance(action, Slap) else None
        return self._none_box() if card is None else cards[CardTarget(card)]

    def _none_box(self) -> Rect:
        """Return the box of the button for no discard, which replaces those to pass and to slap."""
        buttons = self._board.layout.buttons
        return buttons["slap"].union(buttons.get("pass", buttons["slap"]))

    def _ways(self, asked: TableQuestion) -> list[TableSpread]:
        view = self._board.view
        if view is None:
            return []
        ways = [laid(view, left[0]) for left in asked.answers]
        return [way for way in ways if way is not None]

    def draw(self, surface: Surface) -> None:
        """Draw the question over the table."""
        asked = self._input.asked
        if asked is None:
            return
        boxes = list(self.boxes().values())
        match asked.kind:
            case QuestionKind.SPREAD:
                draw_numbers(surface, self._skin, boxes)
                text = _("Which spread? Click it, or press its number.")
                draw_line(surface, self._skin, self._board.layout, text, "accent")
            case QuestionKind.DISCARD:
                self._draw_discards(surface, boxes)
            case QuestionKind.WILD:
                self._draw_ways(surface, asked, boxes)

    def _draw_discards(self, surface: Surface, boxes: list[Rect]) -> None:
        """Draw a number on each card, and a button to keep all."""
        skin = self._skin
        none = ButtonLook(
            _("Keep all"),
            key_text("pass"),
            is_lit=True,
            is_primary=True,
            is_hovered=self._input.hovered == ChoiceTarget(0),
        )
        draw_button(surface, skin, boxes[0], none)
        draw_numbers(surface, skin, sorted(boxes[1:], key=lambda box: box.left))
        text = _("Slapped! Discard one of your own too, or keep them all.")
        draw_line(surface, skin, self._board.layout, text, "accent")

    def _draw_ways(self, surface: Surface, asked: TableQuestion, boxes: list[Rect]) -> None:
        hovered = [self._input.hovered == ChoiceTarget(place) for place in range(len(boxes))]
        ways = list(zip(boxes, self._ways(asked), hovered, strict=True))
        title = wild_title(asked.answers[0][0])
        self._draw_sheet(surface, title, ways)

    def _place_ways(self, layout: TableLayout, cards: Sequence[int]) -> tuple[Rect, ...]:
        """Return a box for each way, above the player's hand; ``cards`` counts each way's cards."""
        skin = self._skin
        height = skin.px(_HEIGHT)
        high = height + skin.px(_FOOT) + skin.px(_PAD)
        gap, widest = skin.px(8.0), skin.size[0] - skin.px(120)
        rows: list[list[int]] = [[]]
        for count in cards:
            card = card_width(skin.px(_HEIGHT))
            width = round(card * (1 + _SHARE * (count - 1))) + 2 * skin.px(_PAD)
            if rows[-1] and sum(rows[-1]) + gap * len(rows[-1]) + width > widest:
                rows.append([])
            rows[-1].append(width)
        raised = layout.px(Design.LIFT) + skin.px(Marks.TICK)
        bottom = max(place.fan.top for place in layout.seats) - raised - skin.px(_PAD)
        top = bottom - len(rows) * (high + gap) + gap
        boxes = []
        for number, row in enumerate(rows):
            left = (skin.size[0] - sum(row) - gap * (len(row) - 1)) // 2
            for width in row:
                boxes.append(Rect(left, top + number * (high + gap), width, high))
                left += width + gap
        return tuple(boxes)

    def _draw_sheet(
        self, surface: Surface, title: str, ways: Sequence[tuple[Rect, TableSpread, bool]]
    ) -> None:
        """Draw a panel with all ways; each comes with its box and whether it is hovered."""
        skin = self._skin
        if not ways:
            return
        boxes = [box for box, _spread, _hovered in ways]
        whole = boxes[0].unionall(boxes[1:])
        width = max(whole.width, skin.width(title, self._TITLE, bold=True)) + 2 * skin.px(_PAD)
        back = Rect(0, 0, width, whole.height + skin.px(_HEAD) + skin.px(_PAD))
        back.midbottom = (whole.centerx, whole.bottom + skin.px(_PAD))
        draw_panel(surface, back, skin, 14.0)
        head = Rect(back.left, back.top, back.width, skin.px(_HEAD))
        skin.write(surface, title, head, "accent", self._TITLE, bold=True, align="middle")
        for number, (box, spread, is_hovered) in enumerate(ways, start=1):
            self._draw_way(surface, box, spread, is_hovered)
            at = (box.centerx - key_width(skin, str(number)) // 2, box.bottom - skin.px(_FOOT) // 2)
            draw_key(surface, skin, str(number), at, "ink")

    def _draw_way(self, surface: Surface, box: Rect, spread: TableSpread, hovered: bool) -> None:
        skin = self._skin
        rounded(surface, box, skin.colour("button_hover" if hovered else "button"), skin.px(9))
        if hovered:
            ring(surface, box, skin.colour("legal"), skin.px(9), max(2, skin.px(2)))
        height = skin.px(_HEIGHT)
        wide = card_width(height)
        x, y = box.left + skin.px(_PAD) + wide / 2, box.top + skin.px(_PAD) // 2 + height / 2
        for place, card in enumerate(spread.cards):
            picture = self._sheet.plain(card, height)
            pose = Pose(x + place * wide * _SHARE, y, height)
            surface.blit(
                picture,
                picture.get_rect(center=(round(pose.x), round(pose.y))),
                special_flags=BLEND,
            )
            mark = spread_mark(spread, place)
            if mark is not None:
                draw_badge(surface, skin, pose, mark)


def wild_title(action: Action) -> str:
    """Return the question about wild cards."""
    if isinstance(action, Hit):
        return _("What does the {card} stand for?").format(card=card_text(action.card))
    if isinstance(action, Spread) and len(action.wild) == 1:
        return _("What does the {card} stand for?").format(card=card_text(action.wild[0][0]))
    return _("What do the wild cards stand for?")
