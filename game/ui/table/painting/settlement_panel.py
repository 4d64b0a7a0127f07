"""The settlement of a hand: every hand and count, and who pays whom how much and why.

`settlement_look` returns its contents; `SettlementSheet` places and draws it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from game.rules.cards import is_joker, suit_of
from game.ui.kit.controls import draw_panel
from game.ui.kit.paint import rounded
from game.ui.table.flow.scoring import SessionScores
from game.ui.table.flow.shown import ButtonLook
from game.ui.table.motion.picture import by_rank
from game.ui.table.painting.furniture import draw_button
from game.ui.table.painting.status import uncounted
from game.ui.text.language import _
from game.ui.text.move_words import card_text
from game.ui.text.result_words import ending_sentence, payment_sentences
from game.ui.text.sessions import next_dealer_words, shown_names

if TYPE_CHECKING:
    from game.play.session import Session
    from game.rules.cards import Card
    from game.rules.results import Result
    from game.rules.view import SeatView
    from game.ui.kit.skin import Skin
    from game.ui.table.motion.layout import TableLayout


TITLE, ROW, LINE = 21.0, 17.0, 15.5  # units: text sizes


@dataclass(frozen=True, slots=True)
class SettlementRow:
    """A seat's row: its cards, its count, and what it has won or lost."""

    name: str
    hand: tuple[Card, ...] | None
    """The cards of the seat; None where its hand is not shown."""
    count: str
    money: str
    change: int
    is_winner: bool
    matched: frozenset[Card] = frozenset()
    """The cards that do not count because they make spreads in the hand."""


@dataclass(frozen=True, slots=True)
class SettlementLook:
    """The texts of the settlement."""

    title: str
    heads: tuple[str, str, str, str]
    hidden: str
    """The text that replaces a hidden hand."""
    empty: str
    """The text that replaces a hand without cards."""
    rows: tuple[SettlementRow, ...]
    payments: tuple[str, ...]
    button: ButtonLook | None = None
    """The button on the settlement, if any."""


@dataclass(frozen=True, slots=True)
class SettlementPlace:
    """The layout of the settlement."""

    box: Rect
    title: Rect
    table: Rect
    payments: Rect
    button: Rect
    row: int
    line: int
    units: float
    """The text size of payments, in units."""
    title_units: float
    """The text size of the title, in units."""


@dataclass(frozen=True, slots=True)
class SettlementSheet:
    """Places and draws a settlement."""

    skin: Skin
    look: SettlementLook

    def place(self, layout: TableLayout) -> SettlementPlace:
        """Lay the settlement out around the middle of the table, above the buttons; it may cover
        the player's hand. With large text it ends above the hand. If it would be too tall, payments
        are smaller, then it reaches from edge to edge, and at last its text is even smaller.
        """
        skin = self.skin
        units = skin.small(LINE)
        place = self._placed(layout, units)
        while place.box.top < skin.px(8) and units > skin.small(0):
            units -= 1 / skin.letters
            place = self._placed(layout, units)
        if place.box.top >= 0:
            return place
        units = skin.small(LINE)
        while (place := self._placed(layout, units, is_full=True)).box.top < 0 and units > 1:
            units -= 1 / skin.letters
        return place

    def _placed(
        self, layout: TableLayout, units: float, *, is_full: bool = False
    ) -> SettlementPlace:
        """Lay the settlement out with payments in a size; ``is_full``: as wide as the window."""
        skin, look = self.skin, self.look
        px, is_wide = skin.px, len(look.payments) > 2
        middle, bottom = layout.lay, layout.log.top if layout.is_ample else layout.band.top
        row, line = (
            px(26 if len(look.rows) < 6 else 25),
            skin.line(units) if is_full else max(skin.line(units), px(20)),
        )
        width = min(px(1130 if is_wide else 720), skin.size[0] - px(80))
        share = 44  # percent of the width, for payments beside the hands
        if is_full and is_wide:
            width, share = skin.size[0] - px(16), 52
        pad = px(22)
        inner = width - 2 * pad
        head_units = units if is_full else TITLE
        titles = skin.lines(look.title, inner, head_units, bold=True)
        title_height = len(titles) * skin.line(head_units) + px(4)
        hands = row * len(look.rows) + px(24)
        beside_width = inner * share // 100
        wrapped = self._wrapped(look.payments, beside_width if is_wide else inner, units)
        owed = line * len(wrapped)
        body = max(hands, owed) if is_wide else hands + px(8) + owed
        foot = px(6) + max(24, px(38)) if look.button else 0
        height = px(8) + title_height + body + foot + px(12)
        top = max(middle.top - px(12), middle.centery - height // 2)
        top = min(top, bottom - height - px(10))
        box = Rect(skin.size[0] // 2 - width // 2, top, width, height)
        left, head = box.left + pad, box.top + px(8)
        gap = inner * (3 if share == 44 else 2) // 100
        table = Rect(
            left, head + title_height, inner - beside_width - gap if is_wide else inner, hands
        )
        beside = Rect(table.right + gap, table.top, beside_width, body)
        below = Rect(left, table.bottom + px(8), inner, owed)
        button = Rect(0, 0, px(240), max(24, px(38)))
        button.midbottom = (box.centerx, box.bottom - px(12))
        return SettlementPlace(
            box=box,
            title=Rect(left, head, inner, title_height),
            table=table,
            payments=beside if is_wide else below,
            button=button,
            row=row,
            line=line,
            units=units,
            title_units=head_units,
        )

    def written_on(self, place: SettlementPlace) -> list[Rect]:
        """Return the boxes that can be read or clicked."""
        owed = place.payments.copy()
        owed.height = place.line * len(self._wrapped(self.look.payments, owed.width, place.units))
        edge = Rect(place.box.left, place.box.top, place.box.width, place.title.top - place.box.top)
        return [place.title, place.table, owed, place.button, edge]

    def draw(self, surface: Surface, place: SettlementPlace) -> None:
        """Draw the settlement over the table."""
        skin, look = self.skin, self.look
        draw_panel(surface, place.box, skin)
        title = skin.lines(look.title, place.title.width, place.title_units, bold=True)
        skin.write_lines(
            surface, title, place.title, "accent", place.title_units, bold=True, align="middle"
        )
        table = place.table
        head = Rect(table.left, table.top, table.width, skin.px(22)).inflate(-skin.px(20), 0)
        aligns = ("left", "left", "right", "right")
        for box, text, align in zip(self._columns(head), look.heads, aligns, strict=True):
            skin.write(surface, text, box, "ink_off", skin.small(14), align=align)
        for number in range(len(look.rows)):
            self._draw_row(surface, number, place)
        payments = self._wrapped(look.payments, place.payments.width, place.units)
        for number, text in enumerate(payments):
            line = place.payments.copy()
            line.top, line.height = place.payments.top + number * place.line, place.line
            skin.write(surface, text, line, "ink_soft", place.units)
        if look.button:
            draw_button(surface, skin, place.button, look.button)

    def _draw_row(self, surface: Surface, number: int, place: SettlementPlace) -> None:
        skin, look = self.skin, self.look
        row = look.rows[number]
        top = place.table.top + skin.px(24) + number * place.row
        box = Rect(place.table.left, top, place.table.width, place.row - skin.px(3))
        if row.is_winner:
            rounded(surface, box, skin.colour("row_hover"), skin.px(7), skin.colour("gold_deep"), 1)
        name, hand, count, money = self._columns(box.inflate(-skin.px(20), 0))
        skin.write(surface, row.name, name, "ink", ROW, bold=row.is_winner)
        if not row.hand:
            words = look.hidden if row.hand is None else look.empty
            skin.write(surface, words, hand, "ink_off", skin.small(LINE))
        else:
            draw_tiles(surface, skin, row.hand, hand, row.matched)
        skin.write(surface, row.count, count, "ink", ROW, bold=True, align="right")
        colour = "gain" if row.change > 0 else "loss" if row.change < 0 else "ink_soft"
        skin.write(surface, row.money, money, colour, ROW, bold=True, align="right")

    def _wrapped(self, payments: tuple[str, ...], width: int, units: float) -> list[str]:
        return [line for text in payments for line in self.skin.lines(text, width, units)]

    @staticmethod
    def _columns(box: Rect) -> list[Rect]:
        boxes, left = [], float(box.left)
        for share in (0.22, 0.41, 0.12, 0.25):  # shares of a row's width
            boxes.append(Rect(round(left), box.top, round(box.width * share), box.height))
            left += box.width * share
        return boxes


def draw_tiles(
    surface: Surface,
    skin: Skin,
    cards: tuple[Card, ...],
    box: Rect,
    matched: frozenset[Card] = frozenset(),
) -> None:
    """Draw a hand as small tiles with rank and suit; a bracket joins cards that do not count."""
    gap = skin.px(3)
    width = min(skin.px(40), (box.width - gap * (len(cards) - 1)) // max(len(cards), 1))
    for number, card in enumerate(cards):
        tile = Rect(box.left + number * (width + gap), box.top, width, box.height)
        tile.inflate_ip(0, -skin.px(3))
        rounded(surface, tile, skin.colour("paper"), skin.px(4))
        colour = "paper_ink" if is_joker(card) else skin.theme.suit_colour(suit_of(card))
        words, units = card_text(card), min(ROW, width / skin.letters / 2.1)
        room = tile.width - skin.px(3)
        units *= min(1.0, room / max(1, skin.width(words, units, bold=True)))
        text = skin.text(words, colour, units, bold=True)
        surface.blit(text, text.get_rect(center=tile.center))
        if card in matched:
            is_first = not number or cards[number - 1] not in matched
            is_last = number + 1 == len(cards) or cards[number + 1] not in matched
            _draw_bracket(surface, skin, tile, gap, is_first=is_first, is_last=is_last)


def _draw_bracket(
    surface: Surface, skin: Skin, tile: Rect, gap: int, *, is_first: bool, is_last: bool
) -> None:
    """Draw the part of a bracket below a tile: its line, ending at the first and last tile."""
    wide, colour = skin.px(2), skin.colour("gold_deep")
    line = Rect(tile.left, tile.bottom - wide, tile.width + (0 if is_last else gap), wide)
    surface.fill(colour, line)
    end = Rect(0, 0, wide, skin.px(9))
    if is_first:
        end.bottomleft = line.bottomleft
        surface.fill(colour, end)
    if is_last:
        end.bottomright = line.bottomright
        surface.fill(colour, end)


# -- clearing what the settlement would cover in part ----------------------------------------------


def clear_behind(
    surface: Surface, skin: Skin, layout: TableLayout, sheet: Rect, pots: list[Rect]
) -> None:
    """Draw bare cloth over every pile, spread, pot and opponent that a panel covers in part."""
    for box in half_covered(layout, sheet, pots):
        skin.theme.lay_cloth(surface, box)


def half_covered(layout: TableLayout, sheet: Rect, pots: list[Rect]) -> Iterator[Rect]:
    """Yield the boxes that a panel covers only in part."""
    piles = ((layout.stock, layout.stock_tag), (layout.pile, layout.pile_tag))
    spreads = ((place.box, place.tag) for place in layout.spreads.values())
    for box, tag in (*piles, *spreads):
        edge = round(box.height * 0.13)  # a card's shadow, and a full stock's height
        whole = box.inflate(2 * edge, 2 * edge).union(tag)
        if sheet.colliderect(box) and not sheet.contains(whole):
            yield whole
    own = max(layout.seats, key=lambda place: place.fan.top)
    for place in layout.seats:
        whole = place.plate.union(place.fan)
        if place is not own and sheet.colliderect(whole) and not sheet.contains(whole):
            edge = layout.px(12.0)  # the shadow of a plate or a card
            yield whole.inflate(edge, edge)
    for box in pots:
        if sheet.colliderect(box) and not sheet.contains(box):
            edge = max(4, box.height // 6)
            yield box.inflate(edge, edge)


# -- texts -----------------------------------------------------------------------------------------


def settlement_look(
    session: Session, view: SeatView, caller: int | None = None, *, has_next: bool = True
) -> SettlementLook | None:
    """Return the contents once the hand is over, None before; ``caller`` is the bot to call the big
    one.

    In a replay ``has_next`` is false, so the next hand is not mentioned.
    """
    result, hand = view.result, session.hand
    if result is None or hand is None:
        return None
    names, me = session.names, view.seat
    return SettlementLook(
        title=ending_sentence(hand, names, me),
        heads=SessionScores(session).heads(),
        hidden=_("not shown"),
        empty=_("no cards"),
        rows=tuple(_row(session, view, result, seat) for seat in range(view.seats)),
        payments=(
            *payment_sentences(result.transfers, names, me),
            *SessionScores(session).explanations(result, me),
            *(_to_come(session, caller) if has_next else ()),
        ),
    )


def _row(session: Session, view: SeatView, result: Result, seat: int) -> SettlementRow:
    words, way = SessionScores(session).brought(result, seat)
    hand = view.hand if seat == view.seat else view.shown[seat]
    return SettlementRow(
        name=shown_names(session)[seat],
        hand=None if hand is None else by_rank(hand),
        count=str(result.counts[seat]),
        money=words,
        change=way,
        is_winner=seat in result.winners,
        matched=frozenset() if hand is None else uncounted(view, hand),
    )


def _to_come(session: Session, caller: int | None) -> tuple[str, ...]:
    """Return the announcements for the next hand."""
    if session.is_over:
        return ()
    dealer = next_dealer_words(session)
    return (*((dealer(),) if dealer else ()), *big_one_to_come(session, caller))


def big_one_to_come(session: Session, caller: int | None) -> tuple[str, ...]:
    """Return the announcement of a big one that begins with the next hand."""
    is_big = session.hand is not None and session.hand.is_big_one
    if session.comes_big:
        return () if is_big else (_("The next hand is the big one: it pays double."),)
    if caller is not None:
        words = _("{name} deals next and calls the big one: everything pays double.")
        return (words.format(name=session.names[caller]),)
    return ()
