"""Setting up a position: cards are typed, or placed by keys, clicks and dragging."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

import pygame
from pygame import Rect

from game.features.study.practice.card_grid import CardCell, PackGrid
from game.features.study.practice.setup import SetUp, SetUpError, Wrong, cards_in, is_typed, text_of
from game.play.practice import Practice, all_bets
from game.rules.cards import is_card
from game.ui.kit.controls import HEIGHT, Button, Label
from game.ui.kit.grids import grid
from game.ui.kit.inputs import Choice
from game.ui.kit.skin import SMALL
from game.ui.kit.typing import TextField
from game.ui.kit.widget import Widget, fact, place_row
from game.ui.pages.page import GAP, MARGIN
from game.ui.pages.typing_page import TypingPage
from game.ui.table.painting.furniture import seat_colour
from game.ui.text.language import N_, _, amount_text, courts
from game.ui.text.move_words import card_text
from game.ui.text.sessions import shown_names

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.play.plan import Plan
    from game.rules.cards import Card
    from game.rules.position import Position
    from game.ui.shell.scene import Stage

_LINE, _MOST = 46.0, 200  # units down a field; characters in it
_LAID, _HIT = "+", ">"
"""The signs before cards that were laid, and before cards that were hit on a spread."""
_PARTS: Final = ("hand", "laid", "hits")
"""The parts of a seat's text, in the order of typing."""
_PILE, _STOCK = "pile", "stock"
_POSITIONS: Final = {
    Wrong.NOT_A_CARD: N_("“{what}” isn't a card: a card is a rank and a suit, like 5H or TD."),
    Wrong.NOT_IN_PACK: N_("{what} isn't in the pack of these rules."),
    Wrong.TWICE: N_("{what} appears twice."),
    Wrong.TOO_MANY: N_("{name}: too many cards. {most} at most, with those on the table."),
    Wrong.NONE_LEFT: N_("{name}: keep at least one card in hand."),
    Wrong.NO_SPREADS: N_(
        "{name}: only whole books and runs can lie on the table, one after another."
    ),
    Wrong.NO_HIT: N_("{name}: {what} doesn't fit any spread on the table."),
    Wrong.TOO_FEW_CARDS: N_("The pack doesn't have enough cards for this."),
    Wrong.SEATS: N_("These rules don't allow {most} players."),
    Wrong.REFUSED: N_("This can't happen under these rules."),
}


def position_sentence(error: SetUpError, names: Sequence[str]) -> str:
    """Return why a position that was set up is impossible."""
    is_known = error.what and error.wrong is not Wrong.NOT_A_CARD
    what = card_text(error.what) if is_known and is_card(error.what) else error.what
    name = names[error.seat] if error.seat < len(names) else ""
    return _(_POSITIONS[error.wrong]).format(what=what, name=name, most=amount_text(error.most))


_SAID: Final = {"laid": N_("on the table"), "hits": N_("hit on a spread")}


class _Cards(TextField):
    """A field for cards."""

    def takes(self, char: str) -> bool:
        return is_typed(char) or char in (_LAID, _HIT)


class PositionScene(TypingPage):
    """Fields for every hand, the discards and the stock, above the whole pack."""

    least = (853, 600)
    _left: Final[WeakKeyDictionary[Stage, dict[object, tuple[dict[str, str], int]]]] = (
        WeakKeyDictionary()
    )
    """By app, what was set up last and the turn, by the rules, the seats and where it began."""

    def __init__(
        self,
        stage: Stage,
        plan: Plan,
        begin: Callable[[Practice], None],
        position: Position | None = None,
    ) -> None:
        """Show ``plan``, with its rules and players; ``begin`` is called with the finished
        setup.

        What was set up from here before, while the program has run, is there again.
        """
        self._begin_with = begin
        self._plan, self._names = plan, shown_names(plan)
        self._me = next(seat for seat, each in enumerate(plan.players) if each.is_human)
        self._base = position
        begun = SetUp.of(position) if position else None
        self._turn = begun.turn if begun else self._me
        self._texts = self._written(begun)
        self._begun = dict(self._texts), self._turn
        self._from = plan.rules, len(plan.players), position
        left = self._left.setdefault(stage, {}).get(self._from, self._begun)
        self._texts, self._turn = dict(left[0]), left[1]
        self._zone = f"hand:{self._me}"
        self._pointer: tuple[int, int] | None = None
        super().__init__(stage)
        self.form.focus(self._zone)
        self._check()

    @property
    def heading(self) -> str:
        return _("Set up a position")

    def close(self) -> None:
        """Keep what is set up for the next time."""
        now, left = (dict(self._texts), self._turn), self._left[self.stage]
        left.pop(self._from, None)
        if now != self._begun:
            left[self._from] = now

    @property
    def line(self) -> str:
        """The line that says why the position is impossible, or what to do."""
        return self._line.text

    # -- what is set up --------------------------------------------------------------------------

    def _written(self, position: SetUp | None) -> dict[str, str]:
        seats = range(len(self._names))
        if position is None:
            return {**{f"hand:{seat}": "" for seat in seats}, _PILE: "", _STOCK: ""}
        texts = {}
        for seat in seats:
            cards = position.hands[seat], position.laid[seat], position.hit_by(seat)
            texts[f"hand:{seat}"] = self._joined(*map(self._typed_text, cards))
        others = {_PILE: position.pile, _STOCK: position.stock}
        return texts | {name: self._typed_text(cards) for name, cards in others.items()}

    @property
    def set_up(self) -> SetUp:
        """The present setup; raises ``SetUpError`` if a text is not a card."""
        parts = [self._split(self._texts[f"hand:{seat}"]) for seat in range(len(self._names))]
        hands, laid, hits = (tuple(map(cards_in, part)) for part in zip(*parts, strict=True))
        pile, stock = cards_in(self._texts[_PILE]), cards_in(self._texts[_STOCK])
        return SetUp(self._plan.rules, hands, laid, pile, stock, self._turn, hits)

    def practice(self) -> Practice:
        """Return the practice that begins here; raise ``SetUpError`` if the position is
        impossible.
        """
        rules, players = self._plan.rules, self._plan.players
        if self._base is not None and self.set_up == SetUp.of(self._base):
            position = self._base  # an untouched position keeps its waits and marks
        else:
            bets = all_bets(rules, len(players))
            position = self.set_up.position(os.urandom(32).hex(), bets)
        return Practice.of_position(position, players, self._plan.label)

    def _check(self, *, is_final: bool = False) -> Practice | None:
        """Show what is wrong, if anything; a card still being typed is not a fault."""
        wrong = None
        try:
            practice = self.practice()
        except SetUpError as error:
            practice, wrong = None, error
        is_typing = not is_final and wrong is not None and self._is_typed(wrong)
        self._line.text = self._about() if wrong is None or is_typing else self._why(wrong)
        self._line.colour = "ink_soft" if wrong is None or is_typing else "warning"
        self._play.enabled = wrong is None or is_typing
        return practice

    def _is_typed(self, wrong: SetUpError) -> bool:
        """Return whether an invalid card may be completed by further typing."""
        text = self._texts.get(self.form.focused or "", "")
        return wrong.wrong is Wrong.NOT_A_CARD and wrong.what.upper() in text.upper()

    def _why(self, wrong: SetUpError) -> str:
        return position_sentence(wrong, self._names)

    def _about(self) -> str:
        return _(
            "Type cards, or pick them above: 5H is 5♥, TD is 10♦. Use + for spreads laid, > for "
            "hits. The rest is dealt at random."
        )

    # -- widgets -----------------------------------------------------------------------------------

    def build(self) -> Sequence[Widget]:
        seats = list(enumerate(self._names))
        self._fields = {name: self._made_field(name) for name in self._texts}
        zones: list[tuple[object, str]] = []
        for seat, name in seats:
            zones += [
                (f"hand:{seat}", name),
                (f"laid:{seat}", _("{name}: on the table").format(name=name)),
                (f"hits:{seat}", _("{name}: hit on spreads").format(name=name)),
            ]
        zones += [(_PILE, _("Discards")), (_STOCK, _("Stock"))]
        self._to = Choice("to", _("Cards go to"), zones, self._zone, self._aim)
        turns: list[tuple[object, str]] = list(seats)
        self._whose = Choice("turn", _("Whose turn"), turns, self._turn, self._set_turn)
        self._grid = PackGrid("pack", self._plan.rules.pack(), self._cell, self._put)
        self._line = Label(self._about(), units=SMALL, colour="ink_soft", wraps=True)
        self._back = Button("button:back", _("Back"), self.back)
        self._clear = Button("button:clear", _("Clear"), self._empty)
        self._play = Button("button:start", _("Play from here"), self._begin, primary=True)
        fields = list(self._fields.values())
        return [*fields, self._to, self._whose, self._grid, self._line, *self._foot]

    @property
    def _foot(self) -> list[Widget]:
        return [self._back, self._clear, self._play]

    def _made_field(self, name: str) -> _Cards:
        field = _Cards(name, self._texts[name], partial(self._typed, name), most=_MOST)
        field.label = self._label(name)
        return field

    def _label(self, name: str) -> str:
        kind, _colon, seat = name.partition(":")
        if seat:
            return self._names[int(seat)]
        return _("Discards, top first") if kind == _PILE else _("Stock, top first")

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        margin, gap = skin.px(MARGIN), skin.px(GAP)
        inside = area.inflate(-2 * margin, 0)
        high = skin.px(_LINE)
        self._title = self.top_title(GAP)
        foot = Rect(inside.x, area.bottom - margin // 2 - skin.px(HEIGHT), inside.width, 0)
        foot.height = skin.px(HEIGHT)
        place_row(self._foot, foot, 2 * gap, skin)
        fields = list(self._fields.values())
        top = self._title.bottom + gap // 2
        boxes = grid(Rect(inside.x, top, inside.width, 0), len(fields), 2, high, gap // 2)
        for field, box in zip(fields, boxes, strict=True):
            field.place(box, skin)
        rows = Rect(inside.x, boxes[-1].bottom + gap // 2, inside.width, high)
        place_row((self._to, self._whose), rows, 2 * gap, skin)
        words = 2 * skin.line(SMALL)
        self._line.place(Rect(inside.x, foot.y - gap - words, inside.width, words), skin)
        pack = Rect(inside.x, rows.bottom + gap // 2, inside.width, 0)
        pack.height = self._line.rect.y - gap - pack.y
        pack.height = min(pack.height, self._grid.rows * skin.px(66))
        self._grid.place(pack, skin)

    def paint(self, surface: Surface) -> None:
        self.draw_title(surface, self._title)

    def draw(self, surface: Surface) -> None:
        self._follow_focus()
        super().draw(surface)
        held = self._grid.held
        if held and self._pointer:
            box = Rect(0, 0, self.skin.px(60), self.skin.px(54))
            box.center = self._pointer
            self._grid.draw_card(surface, self.skin, held, box)

    # -- cards put where they belong ---------------------------------------------------------------

    def _cell(self, card: Card) -> CardCell:
        zone = self._zone_of(card)
        if zone is None:
            return CardCell(says="")
        kind, _colon, seat = zone.partition(":")
        says = self._label(zone)
        if kind in _SAID:
            says = fact(says, _(_SAID[kind]))
        dot = seat_colour(int(seat)) if seat else None
        return CardCell(says=says, is_gone=True, is_marked=zone == self._zone, dot=dot)

    def _zone_of(self, card: Card) -> str | None:
        """Return the zone of a card, or None."""
        for name, text in self._texts.items():
            for kind, part in zip(_PARTS, self._split(text), strict=True):
                if card in self._words(part):
                    return name.replace("hand", kind)
        return None

    def _put(self, card: Card) -> None:
        """Put a card into the selected zone; take it back if it is placed already."""
        if self._zone_of(card) is None:
            self._add(card, self._zone)
        else:
            self._take_out(card)
        self._refresh()

    def _add(self, card: Card, zone: str) -> None:
        name, kind = self._field_of(zone), zone.partition(":")[0]
        at = _PARTS.index(kind) if kind in _PARTS else 0
        parts = list(self._split(self._texts[name]))
        parts[at] = f"{parts[at]} {self._typed_text((card,))}"
        self._texts[name] = self._joined(*parts)

    def _take_out(self, card: Card) -> None:
        for name, text in self._texts.items():
            parts = [
                [word for word in part.split() if self._words(word) != [card]]
                for part in self._split(text)
            ]
            self._texts[name] = self._joined(*map(" ".join, parts))

    def _refresh(self) -> None:
        for name, field in self._fields.items():
            field.replace(self._texts[name])
        self._check()

    def _typed(self, name: str, text: str) -> None:
        self._texts[name] = text
        self._zone_at(name)
        self._check()

    def _zone_at(self, zone: str) -> None:
        """Select a zone."""
        self._zone = zone
        self._to.at = next(at for at, each in enumerate(self._to.options) if each[0] == zone)

    def _aim(self, zone: object) -> None:
        self._zone = str(zone)

    def _set_turn(self, seat: object) -> None:
        self._turn = int(str(seat))
        self._check()

    def handle(self, event: Event) -> None:
        if event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos if self._grid.held else None
        if event.type == pygame.MOUSEBUTTONUP and self._grid.held:
            card, self._grid.held = self._grid.held, self._grid.held
            self._drop(card, event.pos)
        super().handle(event)
        if event.type == pygame.MOUSEBUTTONUP:
            self._grid.held = self._pointer = None
        self._follow_focus()

    def _follow_focus(self) -> None:
        """Select the zone of the focused field."""
        focused = self.form.focused
        if focused in self._texts and focused != self._field_of(self._zone):
            self._zone_at(focused)
            self._check()

    def _drop(self, card: Card, at: tuple[int, int]) -> None:
        """Drop a dragged card on the field under the pointer."""
        name = next(
            (name for name, field in self._fields.items() if field.rect.collidepoint(at)), None
        )
        if name is None:
            return
        self._take_out(card)
        self._add(card, self._zone if self._field_of(self._zone) == name else name)
        self._refresh()

    def _empty(self) -> None:
        self._texts = self._written(None)
        self._refresh()

    def _begin(self) -> None:
        practice = self._check(is_final=True)
        if practice is not None:
            self._begin_with(practice)

    @staticmethod
    def _joined(held: str, laid: str, hits: str) -> str:
        """Return the text of a field."""
        parts = [
            held,
            f"{_LAID} {laid}" if laid.strip() else "",
            f"{_HIT} {hits}" if hits.strip() else "",
        ]
        return " ".join(" ".join(parts).split())

    @staticmethod
    def _words(part: str) -> list[Card]:
        """Return the valid cards in a text."""
        found: list[Card] = []
        for word in part.split():
            try:
                found += cards_in(word)
            except SetUpError:
                continue
        return found

    @staticmethod
    def _typed_text(cards: Sequence[Card]) -> str:
        """Return cards in the form in which the player types them."""
        return text_of(cards, courts())

    @staticmethod
    def _field_of(zone: str) -> str:
        """Return the field for the cards of a zone."""
        kind, colon, seat = zone.partition(":")
        return f"hand{colon}{seat}" if kind in _PARTS else zone

    @staticmethod
    def _split(text: str) -> tuple[str, str, str]:
        """Return the held, laid and hit parts of a field's text."""
        held: list[str] = [""]
        parts = {_LAID: [""], _HIT: [""]}
        into = held
        for char in text:
            into = parts.get(char, into)
            into.append(" " if char in parts else char)
        return "".join(held), "".join(parts[_LAID]), "".join(parts[_HIT])
