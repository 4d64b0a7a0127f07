"""Drawing marks on cards: badges of wild cards, ticks of chosen ones, and signs of rules.

A badge says that a card is wild, dead or set aside, or what it stands for in a spread. Signs of
rules frame the cards that must be laid, dim closed books, and show the clock of a slap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, dist, pi, radians, sin
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface

from game.rules.cards import is_joker, rank_of, suit_of
from game.rules.phases import Phase
from game.ui.kit.flourish import mix
from game.ui.kit.paint import bracket, disc, ring, rounded
from game.ui.table.input.decisions import may_drop_between_turns
from game.ui.table.motion.layout import Pose, Slot, Zone
from game.ui.table.motion.picture import has_aside_first, set_aside_by
from game.ui.table.painting.overlays import draw_line
from game.ui.table.painting.status import Guide
from game.ui.text.language import _, pgettext
from game.ui.text.move_words import card_text, rank_text
from game.ui.text.sessions import SUIT_SIGNS

if TYPE_CHECKING:
    from game.rules.cards import Card
    from game.rules.ruleset import RuleSet
    from game.rules.spreads import TableSpread
    from game.rules.view import SeatView
    from game.ui.kit.skin import Skin
    from game.ui.table.motion.board import Board
    from game.ui.table.motion.sprites import Sprite


@dataclass(frozen=True, slots=True)
class Mark:
    """A word on a card in the colour of a suit, or dull on a dead card; and its meaning."""

    text: str
    suit: str = ""
    is_dull: bool = False
    meaning: str = ""


def hand_mark(rules: RuleSet, card: Card) -> Mark | None:
    """Return the badge of a card in the player's hand."""
    if rules.is_wild(card):
        meaning = _("Wild: it may stand for another card in a spread.")
        return Mark(pgettext("card", "wild"), meaning=meaning)
    if rules.is_dead(card):
        meaning = _("Dead: it can only be discarded.")
        return Mark(pgettext("card", "dead"), is_dull=True, meaning=meaning)
    return None


def spread_mark(spread: TableSpread, place: int) -> Mark | None:
    """Return what a card in a spread stands for, if not itself."""
    card, rank = spread.cards[place], spread.stands_for[place]
    is_itself = rank_of(card) == rank and spread.suit in {"", suit_of(card)}
    if is_itself and not is_joker(card):
        return None
    stands_for = card_text(rank + spread.suit) if spread.suit else rank_text(rank)
    meaning = _("Stands for {card}.").format(card=stands_for)
    return Mark(stands_for, suit=spread.suit, meaning=meaning)


@dataclass(frozen=True, slots=True)
class Marks:
    """Draws badges, ticks, frames and the line over the player's hand, on one board."""

    TICK = 11.0  # units: radius of the tick, visible without colour

    skin: Skin
    board: Board

    def draw_badges(self, surface: Surface) -> None:
        """Draw the badges on open cards."""
        for sprite, mark in _marked(self.board):
            draw_badge(surface, self.skin, sprite.pose, mark)

    def badges(self) -> Iterator[tuple[Rect, Mark]]:
        """Yield the badges on open cards with their boxes."""
        for sprite, mark in _marked(self.board):
            yield _placed(self.skin, sprite.pose, mark)[0], mark

    def draw_choice(self, surface: Surface) -> None:
        """Draw a tick on the upper edge of each chosen card."""
        skin = self.skin
        for card in self.board.chosen:
            sprite = self.board.sprite_of(card)
            if sprite is None or sprite.is_hidden or sprite.is_flying:
                continue
            pose, turn = sprite.pose, radians(sprite.pose.angle)
            dx, dy = pose.width * (self._open_share(card) * 0.62 - 0.5), -pose.height / 2
            x = round(pose.x + dx * cos(turn) + dy * sin(turn))
            y = round(pose.y - dx * sin(turn) + dy * cos(turn))
            radius = max(8, skin.px(self.TICK))
            disc(surface, (x, y), radius, skin.colour("rim_dark"))
            disc(surface, (x, y), radius - max(1, radius // 7), skin.colour("primary"))
            tick = ((-0.48, 0.02), (-0.12, 0.38), (0.5, -0.36))
            points = [(x + across * radius, y + down * radius) for across, down in tick]
            wide = max(2, radius // 4)
            pygame.draw.lines(surface, skin.colour("primary_ink"), False, points, wide)

    def _open_share(self, card: str) -> float:
        """Return the share of a card's width that its right neighbour does not cover."""
        board = self.board
        order = board.arrangement.order
        place = order.index(card) if card in order else len(order)
        if place + 1 >= len(order):
            return 1.0
        here, there = board.sprite_of(order[place]), board.sprite_of(order[place + 1])
        if here is None or there is None:
            return 1.0
        return min(1.0, max(0.3, (there.pose.x - here.pose.x) / here.pose.width))

    def draw_signals(self, surface: Surface, clock: float | None) -> None:
        """Draw frames, dimmed books and the clock; ``clock`` is the share left of a slap's time."""
        board = self.board
        view = board.view
        if view is None:
            return
        self._dim_closed_books(surface, view)
        if board.is_scene:
            return
        for card in Guide(view).wanted_cards():
            self._frame_card(surface, card)
        if clock is not None and not board.timeline.is_busy:
            self._draw_clock(surface, board.layout.pile, clock)

    def _frame_card(self, surface: Surface, card: str) -> None:
        """Draw a frame around the uncovered part of a card."""
        board = self.board
        sprite = board.sprite_of(card)
        if sprite is None or sprite.is_waiting or sprite.is_flying:
            return
        wide = max(2, self.skin.px(3))
        box = sprite.pose.bounds().inflate(wide, wide)
        slot = next(slot for slot, each in board.sprites if each is sprite)
        above = board.sprites.by_slot.get(Slot(slot.zone, slot.owner, slot.place + 1))
        seen = box.copy()
        if above is not None and not (above.is_flying or above.is_held):
            seen.width = max(0, min(box.right, above.pose.bounds().left) - box.x)
        before = surface.get_clip()
        surface.set_clip(seen.clip(before))
        ring(surface, box, self.skin.colour("legal"), 3 * wide, wide)
        surface.set_clip(before)

    def _dim_closed_books(self, surface: Surface, view: SeatView) -> None:
        """Darken books that may not be hit."""
        for spread in view.spreads:
            place = self.board.layout.spreads.get(spread.number)
            if spread.is_open or spread.buried or place is None:
                continue
            slots = [Slot(Zone.SPREAD, spread.number, at) for at in range(len(spread.cards))]
            sprites = [self.board.sprites.by_slot.get(slot) for slot in slots]
            if all(sprite is not None and sprite.pose == sprite.goal for sprite in sprites):
                rounded(surface, place.box, (4, 18, 17, 120), max(3, place.box.height // 16))

    def draw_head_line(self, surface: Surface, names: tuple[str, ...]) -> None:
        """Draw the line over the player's hand, if there is anything to say."""
        board = self.board
        text = head_line(board.view, names, is_scene=board.is_scene) if board.view else ""
        if text:
            draw_line(surface, self.skin, board.layout, text, "accent")

    def _draw_clock(self, surface: Surface, box: Rect, left: float) -> None:
        """Draw the clock around the discard: a line that shortens clockwise from the top."""
        skin = self.skin
        wide = max(3, skin.px(5))
        track = box.inflate(4 * wide, 4 * wide)
        radius = 2 * wide
        shade = skin.colour("rim_dark")
        ring(surface, track.inflate(wide // 2, wide // 2), shade, radius, wide + wide // 2)
        gold, red = skin.colour("focus"), skin.colour("loss")
        part = min(left / 0.3, 1.0) ** 3  # turns red below this share of its time
        blends = [round(mix(low, high, part)) for low, high in zip(red, gold, strict=True)]
        colour = (blends[0], blends[1], blends[2])
        points = list(outline(track.inflate(-wide, -wide), radius, left))
        if len(points) > 1:
            pygame.draw.lines(surface, colour, False, points, wide)
            for end in (points[0], points[-1]):
                disc(surface, (round(end[0]), round(end[1])), wide // 2, colour)


def mark_on(board: Board, card: Card) -> Mark | None:
    """Return the badge on one of the player's cards."""
    return next((mark for sprite, mark in _marked(board) if sprite.face == card), None)


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
        if mark and not (sprite.is_hidden or sprite.is_waiting or sprite.turn < 1.0):
            yield sprite, mark


def _mark_in_hand(view: SeatView, slot: Slot, face: Card | None) -> Mark | None:
    """Return the badge of a card in a hand: set aside, wild or dead."""
    if slot.owner != view.seat:
        return suit_mark(view) if slot.place == 0 and has_aside_first(view, slot.owner) else None
    aside = set_aside_by(view, view.seat)
    if face is not None and aside and aside.card == face:
        return suit_mark(view)
    return hand_mark(view.rules, face) if face is not None else None


def suit_mark(view: SeatView) -> Mark | None:
    """Return the symbol of the suit that a card is set aside for."""
    bet = view.bets.high_suit
    if bet is None:
        return None
    sign = SUIT_SIGNS[bet.suit]
    meaning = _("Set aside as the highest {suit}, for the high-suit pot.").format(suit=sign)
    return Mark(sign, suit=bet.suit, meaning=meaning)


def draw_badge(surface: Surface, skin: Skin, pose: Pose, mark: Mark) -> None:
    """Draw a badge in the lower left corner of a card, where no neighbour covers it."""
    box, words = _placed(skin, pose, mark)
    fill = "shade" if mark.is_dull else "badge"
    rounded(surface, box, skin.colour(fill), box.height // 3, skin.colour("rim_dark"), 1)
    surface.blit(words, words.get_rect(center=box.center))


def _placed(skin: Skin, pose: Pose, mark: Mark) -> tuple[Rect, Surface]:
    """Return the box of a badge, and its rendered word."""
    units = skin.small(min(15.0, pose.height / skin.letters * 0.14))
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
    return box, words


# -- brackets below cards that make spreads in a hand and do not count -----------------------------


def bracketed(
    cards: Sequence[Sprite], matched: frozenset[Card]
) -> Iterator[tuple[Sequence[Pose], float]]:
    """Yield poses of adjacent matched cards by group, and the last card's uncovered share."""
    group: list[Pose] = []
    for card in cards:
        if card.face in matched:
            group.append(card.pose)
        elif group:
            seen = (card.pose.x - group[-1].x) / group[-1].width
            yield group, min(1.0, max(0.0, seen))
            group = []
    if group:
        yield group, 1.0


def draw_bracket(surface: Surface, skin: Skin, poses: Sequence[Pose], share: float = 1.0) -> None:
    """Draw a bracket along the lower edges of cards; ``share`` of the last one is uncovered."""
    rise, wide = skin.px(12), max(2, skin.px(3))
    edge = wide + 1
    first, last = poses[0], poses[-1]
    end = max(edge, share * last.width - edge) - last.width / 2
    points = [_below(first, -first.width / 2 + edge, -rise)]
    points += [_below(pose, -pose.width / 2 + edge, -edge) for pose in poses]
    points += [_below(last, end, up) for up in (-edge, -rise)]
    bracket(surface, points, skin.colour("rim_dark"), skin.colour("primary"), wide)


def _below(pose: Pose, aside: float, down: float) -> tuple[int, int]:
    """Return a point relative to the middle of a tilted card's lower edge."""
    turn, dy = radians(pose.angle), pose.height / 2 + down
    return (
        round(pose.x + aside * cos(turn) + dy * sin(turn)),
        round(pose.y - aside * sin(turn) + dy * cos(turn)),
    )


# -- signs of rules --------------------------------------------------------------------------------


Point = tuple[float, float]


def head_line(view: SeatView, names: tuple[str, ...], *, is_scene: bool) -> str:
    """Return the line over the player's hand: about a slap or a last chance."""
    if view.result is not None or is_scene:
        return ""
    guide = Guide(view)
    card = "" if view.top is None else card_text(view.top)
    if guide.is_polite_question:
        return _("You're next: take {card} and use it right away, or leave it?").format(card=card)
    if guide.is_slap_question:
        if view.phase is Phase.SLAP:
            return _("The hand ends here: slap {card}, or let it pass?").format(card=card)
        return _("{card} fits: slap it!").format(card=card)
    if may_drop_between_turns(view) and guide.is_low_enough and view.turn != view.seat:
        return _("You can drop before {name} plays.").format(name=names[view.turn])
    return guide.banner(names)


def outline(box: Rect, radius: int, part: float) -> Iterator[Point]:
    """Yield the last ``part`` of a rounded frame, clockwise from the middle of its top."""
    path = list(_frame(box, radius))
    lengths = [dist(start, end) for start, end in pairwise(path)]
    skipped = sum(lengths) * (1 - part)
    for (start, end), length in zip(pairwise(path), lengths, strict=True):
        if skipped >= length:
            skipped -= length
            continue
        if skipped >= 0:
            share = skipped / length if length else 0.0
            yield mix(start[0], end[0], share), mix(start[1], end[1], share)
            skipped = -1
        yield end


def _frame(box: Rect, radius: int) -> Iterator[Point]:
    yield box.centerx, box.top
    corners = (
        (box.right - radius, box.top + radius, -90),
        (box.right - radius, box.bottom - radius, 0),
        (box.left + radius, box.bottom - radius, 90),
        (box.left + radius, box.top + radius, 180),
    )
    for x, y, start in corners:
        for step in range(0, 91, 15):
            angle = (start + step) * pi / 180
            yield x + radius * cos(angle), y + radius * sin(angle)
    yield box.centerx, box.top
