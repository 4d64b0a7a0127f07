"""Small marks on cards: what a wild one stands for, which are wild, dead or set aside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, radians, sin
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from game.rules.cards import is_joker, rank_of, suit_of
from game.ui.kit.paint import rounded
from game.ui.sessionwords import SUIT_SIGNS
from game.ui.table.apart import held_apart, lies_first
from game.ui.table.pieces import small
from game.ui.table.places import Pose, Zone
from game.ui.text import pgettext
from game.ui.words import card_text, rank_text

if TYPE_CHECKING:
    from game.rules.cards import Card
    from game.rules.ruleset import RuleSet
    from game.rules.spreads import TableSpread
    from game.rules.view import SeatView
    from game.ui.kit.skin import Skin
    from game.ui.table.board import Board
    from game.ui.table.places import Slot
    from game.ui.table.sprites import Sprite

BADGE = 15.0


@dataclass(frozen=True, slots=True)
class Mark:
    """A word on a card; in the colour of a suit, or dull for what is of no use."""

    text: str
    suit: str = ""
    is_dull: bool = False


def is_wild(rules: RuleSet, card: Card) -> bool:
    """Whether a card may stand for another."""
    return ("X" if is_joker(card) else rank_of(card)) in rules.wild


def is_dead(rules: RuleSet, card: Card) -> bool:
    """Whether a card can only be discarded."""
    return is_joker(card) and "X" not in rules.wild


def hand_mark(rules: RuleSet, card: Card) -> Mark | None:
    """What is said on a card in one's own hand."""
    if is_wild(rules, card):
        return Mark(pgettext("card", "wild"))
    return Mark(pgettext("card", "dead"), is_dull=True) if is_dead(rules, card) else None


def spread_mark(spread: TableSpread, place: int) -> Mark | None:
    """What a card in a spread stands for, where that is not what its face says."""
    card, rank = spread.cards[place], spread.stands_for[place]
    is_itself = rank_of(card) == rank and spread.suit in {"", suit_of(card)}
    if is_itself and not is_joker(card):
        return None
    if not spread.suit:
        return Mark(rank_text(rank))
    return Mark(card_text(rank + spread.suit), suit=spread.suit)


def draw_badges(surface: Surface, skin: Skin, board: Board) -> None:
    """All marks on cards that lie open on the table or in one's own hand."""
    for sprite, mark in _marked(board):
        if not (sprite.is_hidden or sprite.is_waiting or sprite.turn < 1.0):
            draw_badge(surface, skin, sprite.pose, mark)


def _marked(board: Board) -> Iterator[tuple[Sprite, Mark]]:
    view = board.view
    if view is None or not (view.rules.jokers or view.rules.wild or view.set_aside):
        return
    for slot, sprite in board.sprites:
        mark = None
        if slot.zone is Zone.SPREAD and slot.owner < len(view.spreads):
            spread = view.spreads[slot.owner]
            mark = spread_mark(spread, slot.place) if slot.place < len(spread.cards) else None
        elif slot.zone is Zone.HAND:
            mark = _mark_in_hand(view, slot, sprite.face)
        if mark is not None:
            yield sprite, mark


def _mark_in_hand(view: SeatView, slot: Slot, face: Card | None) -> Mark | None:
    """What is said on a card in a hand: that it is set aside, or what it may stand for."""
    if slot.owner != view.seat:
        return suit_mark(view) if slot.place == 0 and lies_first(view, slot.owner) else None
    apart = held_apart(view, view.seat)
    if face is not None and apart and apart.card == face:
        return suit_mark(view)
    return hand_mark(view.rules, face) if face is not None else None


def suit_mark(view: SeatView) -> Mark | None:
    """The sign of the suit that a card is set aside for."""
    bet = view.bets.high_suit
    return Mark(SUIT_SIGNS[bet.suit], suit=bet.suit) if bet else None


def draw_badge(surface: Surface, skin: Skin, pose: Pose, mark: Mark) -> None:
    """A mark in the lower left corner of a card, where no neighbour covers it."""
    units = small(skin, min(BADGE, pose.height / skin.letters * 0.14))
    colour = skin.theme.suit_colour(mark.suit) if mark.suit else "paper_ink"
    colour = "ink_off" if mark.is_dull else colour
    words = skin.text(mark.text, colour, units, bold=True)
    box = Rect(0, 0, words.width + skin.px(7), words.height)
    dx, dy = -pose.width / 2 + box.width / 2 + 2, pose.height / 2 - box.height / 2 - 2
    turn = radians(pose.angle)
    box.center = (
        round(pose.x + dx * cos(turn) + dy * sin(turn)),
        round(pose.y - dx * sin(turn) + dy * cos(turn)),
    )
    fill = "shade" if mark.is_dull else "badge"
    rounded(surface, box, skin.colour(fill), box.height // 3, skin.colour("rim_dark"), 1)
    surface.blit(words, words.get_rect(center=box.center))
