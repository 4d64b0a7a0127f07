"""Shows the question that is asked: numbers on spreads, one's own cards, or ways to lay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Rect, Surface

from game.rules.actions import Action, Hit, Slap, Spread
from game.ui.keymap import key_text
from game.ui.table.asking import Kind, Question
from game.ui.table.look import ButtonLook
from game.ui.table.overlays import draw_line, draw_numbers
from game.ui.table.pieces import draw_button
from game.ui.table.wildchoice import draw_ways, laid, place_ways
from game.ui.table.zones import card_zones
from game.ui.text import _
from game.ui.words import card_text

if TYPE_CHECKING:
    from game.rules.spreads import TableSpread
    from game.ui.kit.skin import Skin
    from game.ui.table.board import Board
    from game.ui.table.cardsheet import CardSheet
    from game.ui.table.desk import Desk


class Questions:
    """Places and draws the desk's question in one size of window."""

    def __init__(self, skin: Skin, board: Board, desk: Desk, sheet: CardSheet) -> None:
        self._skin, self._board, self._desk, self._sheet = skin, board, desk, sheet

    def boxes(self) -> dict[str, Rect]:
        """Where each answer is given."""
        asked = self._desk.asked
        boxes = [] if asked is None else self._places(asked)
        return {f"choice:{place}": box for place, box in enumerate(boxes)}

    def _places(self, asked: Question) -> list[Rect]:
        match asked.kind:
            case Kind.SPREAD:
                return [self._spread_box(left[0]) for left in asked.answers]
            case Kind.DISCARD:
                cards = card_zones(self._board)
                return [self._own_box(left[0], cards) for left in asked.answers]
            case Kind.WILD:
                ways = self._ways(asked)
                layout = self._board.layout
                return list(place_ways(self._skin, layout, [len(way.cards) for way in ways]))

    def _spread_box(self, action: Action) -> Rect:
        if not isinstance(action, Hit | Slap):
            raise TypeError(action)
        return self._board.layout.spreads[action.spread].box

    def _own_box(self, action: Action, cards: dict[str, Rect]) -> Rect:
        """The card of one's own that goes after a slap, or the button for none."""
        card = action.discard if isinstance(action, Slap) else None
        return self._none_box() if card is None else cards[f"card:{card}"]

    def _none_box(self) -> Rect:
        """Where the button was that would have let the discard pass."""
        buttons = self._board.layout.buttons
        return buttons.get("pass", buttons["slap"])

    def _ways(self, asked: Question) -> list[TableSpread]:
        view = self._board.view
        if view is None:
            return []
        ways = [laid(view, left[0]) for left in asked.answers]
        return [way for way in ways if way is not None]

    def draw(self, surface: Surface) -> None:
        """Draw it over the table."""
        asked = self._desk.asked
        if asked is None:
            return
        boxes = list(self.boxes().values())
        match asked.kind:
            case Kind.SPREAD:
                draw_numbers(surface, self._skin, boxes)
                text = _("Which spread? Click on it, or press its number.")
                draw_line(surface, self._skin, self._board.layout, text, "accent")
            case Kind.DISCARD:
                self._draw_discards(surface, boxes)
            case Kind.WILD:
                self._draw_ways(surface, asked, boxes)

    def _draw_discards(self, surface: Surface, boxes: list[Rect]) -> None:
        """Over the cards themselves nothing is drawn but a number: they stay to be read."""
        skin = self._skin
        none = ButtonLook(
            _("Keep all"),
            key_text("pass"),
            is_lit=True,
            is_primary=True,
            is_hovered=self._desk.hovered == "choice:0",
        )
        draw_button(surface, skin, boxes[0], none)
        draw_numbers(surface, skin, sorted(boxes[1:], key=lambda box: box.left))
        text = _("You slap it! Discard a card of your own as well, or keep them all.")
        draw_line(surface, skin, self._board.layout, text, "accent")

    def _draw_ways(self, surface: Surface, asked: Question, boxes: list[Rect]) -> None:
        hovered = [self._desk.hovered == f"choice:{place}" for place in range(len(boxes))]
        ways = list(zip(boxes, self._ways(asked), hovered, strict=True))
        title = wild_title(asked.answers[0][0])
        draw_ways(surface, self._skin, self._sheet, title, ways)


def wild_title(action: Action) -> str:
    """What is asked about a wild card."""
    if isinstance(action, Hit):
        return _("What does the {card} stand for?").format(card=card_text(action.card))
    if isinstance(action, Spread) and len(action.wild) == 1:
        return _("What does the {card} stand for?").format(card=card_text(action.wild[0][0]))
    return _("What do the wild cards stand for?")
