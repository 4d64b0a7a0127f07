"""A row of cards to look at, to mark, or to answer by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from pygame import Rect

from game.ui.kit.controls import draw_bracket_below, focus_ring
from game.ui.kit.paint import ring, rounded
from game.ui.kit.skin import SMALL
from game.ui.kit.widget import CALM, Focusable, WidgetState, fact
from game.ui.look.card_art import CardArt
from game.ui.look.drawing import BLEND
from game.ui.text.language import _
from game.ui.text.move_words import card_text

if TYPE_CHECKING:
    from pygame import Surface

    from game.rules.cards import Card
    from game.ui.kit.skin import Skin

_PLATE: Final = 26.0  # units: the plate with the key of a card
_LIFT: Final = 0.14  # fraction of its height by which a chosen card rises
_STEP: Final = 1.08  # distance from one card to the next, in widths of a card


class CardRow(Focusable):
    """Cards side by side, to look at, to mark with ``is_toggled``, or to answer by.

    With ``is_apart``, they do not overlap, and use two rows if they can be larger that way.
    ``keys`` maps the cards that are answers to their keys, shown above them; ``chosen`` is called
    with the card clicked. A bracket joins adjacent cards ``in_question``.
    """

    def __init__(
        self,
        name: str,
        cards: Sequence[Card],
        marked: set[Card],
        *,
        is_toggled: bool = False,
        is_apart: bool = False,
        keys: Mapping[Card, str] | None = None,
        chosen: Callable[[Card], None] = lambda _card: None,
    ) -> None:
        super().__init__(name)
        self.cards, self.marked, self._is_toggled = tuple(cards), marked, is_toggled
        self._is_apart = is_apart
        self.in_question: frozenset[Card] = frozenset()
        self._keys, self._chosen = keys or {}, chosen
        self._at = next((at for at, card in enumerate(self.cards) if self._may(card)), 0)
        self._boxes: list[Rect] = []
        self._above = 0  # pixels above a card for its key
        self._art: CardArt | None = None

    @property
    def current(self) -> Card:
        """The card with the keyboard focus."""
        return self.cards[self._at]

    def _may(self, card: Card) -> bool:
        return self._is_toggled or card in self._keys

    @property
    def can_focus(self) -> bool:
        return any(map(self._may, self.cards))

    @property
    def spoken(self) -> str:
        card = self.cards[self._at]
        if self._keys:
            return card_text(card)
        return fact(card_text(card), _("marked") if card in self.marked else _("not marked"))

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        if self._is_apart:
            self._place_apart(rect, skin)
            return
        count = max(1, len(self.cards))
        self._above = skin.px(1.15 * _PLATE)
        high = min(round(rect.height / (1 + _LIFT)), rect.height - self._above)
        wide = round(high * 5 / 7)
        if wide > rect.width:
            wide, high = rect.width, round(rect.width * 7 / 5)
        step = min(round(wide * _STEP), (rect.width - wide) // max(1, count - 1))
        self._art = CardArt(max(1, high), skin.theme.deck())
        top = rect.bottom - high
        left = rect.x + (rect.width - wide - step * (count - 1)) // 2
        self._boxes = [Rect(left + at * step, top, wide, high) for at in range(len(self.cards))]

    def _place_apart(self, rect: Rect, skin: Skin) -> None:
        """Place the cards side by side, as large as they fit in one row or in two."""
        count, ways = max(1, len(self.cards)), []
        for rows in (1, 2):
            columns = -(-count // rows)
            high = int(rect.height / rows / (1 + _LIFT))
            wide = min(high * 5 // 7, int(rect.width / (1 + (columns - 1) * _STEP)))
            ways.append((wide, -rows, columns))
        wide, _rows, columns = max(ways)
        high = max(1, wide * 7 // 5)
        self._art = CardArt(high, skin.theme.deck())
        step, down = int(wide * _STEP), high + int(high * _LIFT)
        top = rect.y + down - high
        left = rect.x + (rect.width - wide - step * (columns - 1)) // 2
        self._boxes = [
            Rect(left + at % columns * step, top + at // columns * down, wide, high)
            for at in range(len(self.cards))
        ]

    def _reach(self, at: int) -> Rect:
        """Return the part of a card that no other covers."""
        box = self._boxes[at]
        after = [other.x for other in self._boxes[at + 1 : at + 2] if other.y == box.y]
        return Rect(box.x, box.y, min([box.width, *(x - box.x for x in after)]), box.height)

    @property
    def _lift(self) -> int:
        """How far a marked card is raised, in pixels."""
        if not self._boxes:
            return 0
        high = self._boxes[0].height
        return int(high * _LIFT) if self._is_apart else self.rect.height - high

    def targets(self) -> dict[str, Rect]:
        if not self.can_focus:
            return {}
        found = {}
        for at, card in enumerate(self.cards):
            if self._may(card):
                box = found[f"{self.name}:{card}"] = self._reach(at)
                if card in self._keys:
                    box.update(box.x, box.y - self._above, box.width, box.height + self._above)
        return found

    def toggle(self, at: int) -> None:
        """Mark or unmark a card."""
        if self._is_toggled and at < len(self.cards):
            self._at = at
            self.marked ^= {self.cards[at]}

    def activate(self) -> None:
        self._choose(self._at)

    def _choose(self, at: int) -> None:
        """Mark a card, or answer by it."""
        if self.cards[at] in self._keys:
            self._chosen(self.cards[at])
        else:
            self.toggle(at)

    def step(self, direction: int) -> bool:
        at = self._at + direction
        while 0 <= at < len(self.cards) and not self._may(self.cards[at]):
            at += direction
        if not 0 <= at < len(self.cards):
            return False
        self._at = at
        return True

    def release(self, pos: tuple[int, int]) -> None:
        for at in range(len(self.cards)):
            reach = self._reach(at)
            if reach.union(reach.move(0, -self._lift)).collidepoint(pos):
                self._choose(at)
                return

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        if self._art is None:
            return
        lift = self._lift
        for number, (card, box) in enumerate(zip(self.cards, self._boxes, strict=True)):
            place = box.move(0, -lift) if card in self.marked else box
            surface.blit(self._art.face(card), place, special_flags=BLEND)
            if card in self.marked:
                ring(surface, place, skin.colour("accent"), skin.px(6), max(2, skin.px(3)))
            if card in self._keys:
                self._draw_key(surface, skin, self._keys[card], self._reach(number))
        for bracketed in self._brackets():
            draw_bracket_below(surface, bracketed, skin)
        if mood.focused and self._boxes:
            at = self._reach(self._at)
            lifted = at.move(0, -lift) if self.cards[self._at] in self.marked else at
            focus_ring(surface, lifted.inflate(-skin.px(6), -skin.px(6)), skin)

    def _brackets(self) -> Iterator[Rect]:
        """Yield the visible box of each group of cards in question."""
        for is_meant, group in groupby(
            range(len(self._boxes)), key=lambda at: self.cards[at] in self.in_question
        ):
            if is_meant:
                places = [self._reach(at) for at in group]
                yield places[0].unionall(places[1:])

    def _draw_key(self, surface: Surface, skin: Skin, key: str, card: Rect) -> None:
        """Draw the key of a card on a plate above it."""
        plate = Rect(0, 0, skin.px(_PLATE), skin.px(_PLATE))
        plate.midtop = (card.centerx, card.y - self._above)
        edge = skin.colour("button_edge")
        rounded(surface, plate, skin.colour("button"), skin.px(6), edge, max(1, skin.px(1.5)))
        skin.write(surface, key, plate, "ink", SMALL, bold=True, align="middle")
