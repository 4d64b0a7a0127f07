"""Drawing the table: a cached layer of everything still, then moving cards, then overlays.

`Painter` draws the cloth, the furniture and the cards; `Renderer` the whole screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect, Surface

from game.ui.look.cloths import lamplight
from game.ui.look.drawing import BLEND
from game.ui.table.flow.scoring import SessionScores
from game.ui.table.flow.shown import TableLook
from game.ui.table.input.targets import (
    MENU_BUTTON,
    PRACTICE_BUTTONS,
    SEAL_BUTTON,
    SETTLEMENT_BUTTONS,
    ButtonTarget,
    CardTarget,
    PileTarget,
    Target,
    frame_of,
    zones,
)
from game.ui.table.motion.layout import STOCK, Slot, TableLayout, Zone
from game.ui.table.painting.bubbles import Notes, SpeechBubbles, find_room, in_use, line_box
from game.ui.table.painting.cardsheet import CardSheet
from game.ui.table.painting.coach_overlay import HintPlaces, draw_chances
from game.ui.table.painting.furniture import (
    Furniture,
    StillPart,
    draw_lit_frame,
    log_breaker,
    log_room,
)
from game.ui.table.painting.marks import Marks, bracketed, draw_bracket
from game.ui.table.painting.moments import Moments
from game.ui.table.painting.overlays import (
    count_box,
    cursor_width,
    draw_coin,
    draw_counts,
    draw_cursor,
    draw_line,
    draw_padlock,
)
from game.ui.table.painting.pot_painter import PotRow
from game.ui.table.painting.questions import Questions
from game.ui.table.painting.result import ResultRoom, ResultSheet, ToCome, result_look
from game.ui.table.painting.settlement_panel import SettlementSheet, clear_behind, settlement_look
from game.ui.table.painting.status import TableLooks, cut_sentence

if TYPE_CHECKING:
    from game.ui.kit.skin import Skin
    from game.ui.look.card_art import DeckStyle
    from game.ui.table.flow.hand_flow import HandFlow
    from game.ui.table.flow.shown import Logbook
    from game.ui.table.input.selection import Selection
    from game.ui.table.motion.board import Board
    from game.ui.table.motion.sprites import Sprite, Sprites
    from game.ui.table.painting.cardsheet import Blit
    from game.ui.table.painting.coach_overlay import ChancesLook, HintLook
    from game.ui.table.painting.result import ResultLook, ResultPlace
    from game.ui.table.painting.settlement_panel import SettlementLook


Group = tuple[Zone, int]


@dataclass(frozen=True, slots=True)
class _Still:
    """The state that the cached layer shows; a change means redrawing."""

    look: TableLook
    layout: TableLayout
    groups: frozenset[Group]
    revision: int


class Painter:
    """Draws one table at one window size."""

    _LIGHT_WAY: Final = 0.14
    """How far the light on the felt wanders to each side, as a share of the window."""
    _WIDEST_POOL: Final = 860
    """Pixels: a larger pool of light would take too much of a frame's time."""

    def __init__(self, skin: Skin, style: DeckStyle) -> None:
        self.skin = skin
        self.sheet = CardSheet(style, skin.size)
        self._furniture = Furniture(skin, self.sheet)
        self._layer: Surface | None = None
        self._still: _Still | None = None
        self._parts: Mapping[str, StillPart] = {}
        self._groups: dict[Group, list[Sprite]] = {}
        self._grouped_for: tuple[Sprites, int] | None = None

    def draw(self, surface: Surface, board: Board, look: TableLook) -> None:
        """Draw everything except the overlays."""
        layout, sprites = board.layout, board.sprites
        self.sheet.rest_at(pose.height for pose in layout.poses.values())
        if self._grouped_for != (sprites, sprites.revision):
            self._grouped_for = sprites, sprites.revision
            self._groups = self._grouped(sprites)
        by_group = self._groups
        resting = frozenset(
            group
            for group, cards in by_group.items()
            if all(card.is_still and card.lift == 0 for card in cards)
        )
        still = _Still(look, layout, resting, sprites.revision)
        is_changed = still != self._still
        if is_changed:
            self._keep(surface, still, by_group)
        x, y = (round(each * layout.unit) for each in board.effects.shake.offset)
        if self._layer is not None:
            surface.blit(self._layer, (x, y))
        faces = [(face, at.move(x, y)) for face, at in self._furniture.faces(layout, look)]
        surface.fblits(faces, BLEND)
        has_time = board.is_scene and not is_changed
        if has_time and not self.sheet.prepare():
            self._furniture.prepare(layout, look)
        effects, is_plain = board.effects, self.skin.theme.look.high_contrast
        if effects.lamp.left is not None and not (effects.is_detailed or is_plain):
            self._draw_light(surface, effects.lamp.offset)
        moving = [group for group in by_group if group not in resting]
        self._draw_moving(surface, [by_group[group] for group in moving], sprites.leaving)
        if board.effects.riffle is not None:
            home, step = layout.pose(STOCK), max(1.0, layout.unit)
            pack = board.effects.riffle.poses(home, step)
            backs = [self.sheet.lying(None, pose, is_bare=n > 1) for n, pose in enumerate(pack)]
            surface.fblits(backs, BLEND)
        for card in (*sprites.departing, board.ghost):
            if card is not None:
                surface.fblits(list(self._of(card)), BLEND)

    def _draw_light(self, surface: Surface, offset: tuple[float, float]) -> None:
        """Draw the light that wanders over the felt and everything on it."""
        wide, high = surface.size
        pool = lamplight(
            (min(wide * 3 // 8, self._WIDEST_POOL), min(high // 2, self._WIDEST_POOL // 2))
        )
        x = wide / 2 + offset[0] * wide * self._LIGHT_WAY
        y = high * 0.42 + offset[1] * high * self._LIGHT_WAY
        box = pool.get_rect(center=(round(x), round(y)))
        surface.blit(pool, box, special_flags=pygame.BLEND_RGB_ADD)

    def _keep(
        self, surface: Surface, still: _Still, by_group: Mapping[Group, list[Sprite]]
    ) -> None:
        """Update the cached layer, redrawing only what has changed."""
        parts = {
            each.name: each
            for each in (
                *self._furniture.parts(still.layout, still.look),
                *self._resting_parts(still, by_group),
            )
        }
        if self._layer is None or self._layer.size != surface.size:
            self._layer = Surface(surface.size, 0, surface)
            changed = [surface.get_rect()]
        else:
            changed = self._changed(parts)
        self._still, self._parts = still, parts
        for box in changed:
            self._redraw(self._layer, box, parts.values())
        self._layer.set_clip(None)

    def _redraw(self, layer: Surface, box: Rect, parts: Iterable[StillPart]) -> None:
        """Draw one region of the layer from the bare cloth up."""
        layer.set_clip(box)
        self.skin.theme.lay_cloth(layer, box)
        for each in parts:
            if each.box.colliderect(box):
                each.draw(layer)

    def _resting_parts(
        self, still: _Still, by_group: Mapping[Group, list[Sprite]]
    ) -> Iterator[StillPart]:
        for group, cards in by_group.items():
            if group[0] is Zone.PILE and still.look.is_cleared:
                continue
            if group in still.groups and cards:
                lit = self._light(still, group)
                boxes = [card.pose.bounds() for card in cards]
                box = boxes[0].unionall(boxes[1:])
                margin = round(cards[0].height * 0.3)
                draw = partial(self._draw_resting, cards=cards, box=box, lit=lit)
                faces = frozenset(card.face for card in cards)
                marked = (faces & still.look.suggested, faces & still.look.matched)
                state = (lit, marked, tuple((card.face, card.pose) for card in cards))
                yield StillPart(f"cards:{group}", box.inflate(margin, margin), state, draw)

    def _light(self, still: _Still, group: Group) -> str:
        """Return the colour in which a group glows: it can be acted on, or it has won; or ""."""
        zone, owner = group
        if zone is Zone.PILE:
            return "legal" if still.look.is_pile_lit else ""
        if zone is Zone.SPREAD:
            winners = (number for number, seat in still.look.owners if seat in still.look.winners)
            return "legal" if owner in still.look.lit_spreads else "gold" * (owner in winners)
        return "gold" if zone is Zone.HAND and owner in still.look.winners else ""

    def _draw_resting(self, layer: Surface, cards: list[Sprite], box: Rect, lit: str) -> None:
        """Draw cards at rest, with a glow and, if they can be acted on, a frame."""
        if lit:
            colour = self.skin.colour(lit)
            layer.fblits([self.sheet.glow(card.pose, colour, 170) for card in cards], BLEND)
        for card in cards:
            lying = self.sheet.lying(card.face, card.pose)
            layer.fblits((*self._hint(card), lying), BLEND)
        if self._still is not None:
            for poses, share in bracketed(cards, self._still.look.matched):
                draw_bracket(layer, self.skin, poses, share)
        if lit == "legal":
            draw_lit_frame(layer, self.skin, box)

    def _draw_moving(
        self, surface: Surface, groups: list[list[Sprite]], leaving: list[Sprite]
    ) -> None:
        """Draw the cards of moving groups in order, flying and dragged ones last."""
        blits: list[Blit] = [self.sheet.lying(card.face, card.pose) for card in leaving]
        flying: list[Sprite] = []
        for cards in groups:
            for card in cards:
                if card.is_flying or card.is_held:
                    flying.append(card)
                elif not card.is_hidden:
                    blits += (*self._hint(card), *self._of(card))
        for card in sorted(flying, key=lambda each: each.is_held):
            blits += self._of(card)
            if card.flight is not None and card.flight.part > 0.6:  # nearly landed
                self.sheet.lying(
                    card.flight.face, card.goal
                )  # prepared before the busy frame of landing
        surface.fblits(blits, BLEND)

    def _hint(self, card: Sprite) -> Iterator[Blit]:
        """Yield the glow of one of the player's cards that could be laid."""
        if self._still is not None and card.face in self._still.look.suggested:
            yield self.sheet.glow(card.pose, self.skin.colour("legal"), 240)

    def _of(self, card: Sprite) -> Iterable[Blit]:
        if card.lift > 0.02 or card.turn < 1.0 or card.height != card.goal.height:
            return self.sheet.moving(
                card.face, card.pose, card.lift, card.turn, is_fast=card.is_flying
            )
        pose = card.pose
        # A back may jump up to 6° unnoticed while a fan closes.
        if card.face is None and abs(pose.angle - card.goal.angle) < 6.0:
            pose = replace(pose, angle=card.goal.angle)  # so that fewer pictures are made
        return (self.sheet.sliding(card.face, pose, card.goal),)

    def _changed(self, new: Mapping[str, StillPart]) -> list[Rect]:
        """Return the regions in which the cached layer is out of date."""
        boxes: list[Rect] = []
        for name in self._parts.keys() | new.keys():
            before, after = self._parts.get(name), new.get(name)
            if (
                before is None
                or after is None
                or before.state != after.state
                or before.box != after.box
            ):
                boxes += [each.box for each in (before, after) if each is not None]
        return _merged(boxes)

    @staticmethod
    def _grouped(sprites: Sprites) -> dict[Group, list[Sprite]]:
        """Return the cards of each hand, spread and the pile, left to right, bottom to top."""
        groups: dict[Group, list[tuple[Slot, Sprite]]] = {}
        for slot, sprite in sprites:
            groups.setdefault((slot.zone, slot.owner), []).append((slot, sprite))
        zone_order = (Zone.SPREAD, Zone.PILE, Zone.CUT, Zone.HAND)
        ordered = sorted(groups, key=lambda group: (zone_order.index(group[0]), group[1]))
        return {
            group: [sprite for _, sprite in sorted(groups[group], key=lambda each: each[0])]
            for group in ordered
        }


def _merged(boxes: list[Rect]) -> list[Rect]:
    """Merge overlapping regions, unless that would add too much area."""
    merged: list[Rect] = []
    for box in boxes:
        whole = box
        for each in [each for each in merged if each.colliderect(box)]:
            both = whole.union(each)
            if _area(both) <= _area(whole) + _area(each):
                merged.remove(each)
                whole = both
        merged.append(whole)
    return merged


def _area(box: Rect) -> int:
    return box.width * box.height


class Renderer:
    """Draws the whole screen of one table at one window size."""

    def __init__(
        self,
        skin: Skin,
        style: DeckStyle,
        board: Board,
        inputs: Selection,
        flow: HandFlow,
        log: Logbook,
    ) -> None:
        self.skin, self._board, self._input = skin, board, inputs
        self._flow, self._log = flow, log
        self._painter = Painter(skin, style)
        self._questions = Questions(skin, board, inputs, self._painter.sheet)
        self._moments = Moments(skin)
        self._marks = Marks(skin, board)
        self.notes = Notes(skin, board)
        self.speech_bubbles = SpeechBubbles(skin, board)
        self.covered: tuple[Rect, ...] = ()
        """Areas that the scene draws over the table."""
        self.prompt = ""
        """The prompt in place of what the rules allow now, if any."""
        self._notice_room: tuple[list[tuple[int, int]], list[Rect], Rect | None] | None = None
        self._result_place: tuple[object, ResultPlace] | None = None
        self._hint: tuple[TableLayout, HintPlaces] | None = None
        log.rebreak(log_breaker(skin, board.layout))

    def log_room(self) -> int:
        """Return how many lines of the log fit."""
        return log_room(self.skin, self._board.layout)

    def choices(self) -> dict[Target, Rect]:
        """Return the boxes of the answers to the open question."""
        return self._questions.boxes()

    def result_buttons(self) -> dict[Target, Rect]:
        """Return the buttons of the result, the one for the next hand first."""
        found = self.result()
        return {} if found is None else {ButtonTarget(n): b for n, b in found[1].buttons.items()}

    def result_boxes(self) -> Sequence[Rect]:
        """Return the boxes of the result, or of the settlement, that can be read or clicked."""
        found, skin = self.result(), self.skin
        if found is None:
            return ()
        if self._board.effects.is_detailed and (look := self.settlement()):
            sheet = SettlementSheet(skin, look)
            written = sheet.written_on(sheet.place(self._board.layout))
            return [*written, *found[1].buttons.values()]
        return found[1].boxes()

    def result(self) -> tuple[ResultLook, ResultPlace] | None:
        """Return the contents and place of the result; None during a hand."""
        view, flow, effects = self._board.view, self._flow, self._board.effects
        if view is None or flow.session.hand is None:
            return None
        look = result_look(
            flow.session,
            view,
            effects.counting,
            self._input.hovered,
            to_come=ToCome(
                flow.between_hands.onward,
                flow.driver.big_one_caller(),
                tuple(words() for words in flow.news),
                flow.between_hands.may_review,
                flow.between_hands.lacks_kernel,
                flow.between_hands.has_more,
            ),
            is_detailed=effects.is_detailed,
            enter_goes_on=self._enter_goes_on,
        )
        if look is None:
            return None
        return look, self._place_of(look, view.seat)

    @property
    def _enter_goes_on(self) -> bool:
        """Whether the cursor is on no button of the result but the one for the next hand."""
        cursor = self._input.cursor
        if not isinstance(cursor, ButtonTarget) or cursor.name == "next":
            return True
        return cursor.name not in {"menu", "seal", *SETTLEMENT_BUTTONS, *PRACTICE_BUTTONS}

    def _place_of(self, look: ResultLook, me: int) -> ResultPlace:
        """Return the place of the result, computed again only when its contents or surroundings
        change.

        Counting up the money changes neither.
        """
        layout = self._board.layout
        taken = [count_box(self.skin, each) for each in layout.seats]
        taken += PotRow(self.skin, layout).boxes(self._flow.pots)
        words = [(name, button.text, button.key) for name, button in look.buttons]
        known = layout, look.widest, look.parts, look.reasons, words, taken
        if self._result_place is None or self._result_place[0] != known:
            self._result_place = known, ResultRoom(self.skin, layout, me).place(look, taken)
        return self._result_place[1]

    def settlement(self) -> SettlementLook | None:
        """Return the contents of the settlement; None during a hand."""
        view, flow = self._board.view, self._flow
        if view is None or flow.session.hand is None:
            return None
        return settlement_look(flow.session, view, flow.driver.big_one_caller())

    def look(self, live: frozenset[Target] = frozenset()) -> TableLook:
        """Return the look of everything drawn beside the cards."""
        board, flow = self._board, self._flow
        log = self._log.seen(self.log_room())
        scores = SessionScores(flow.session).on_plates(flow.driver.opening, board, flow.pots)
        hovered = self._input.hovered
        looks = TableLooks(flow.session, board)
        look = looks.table(hovered, live, log, scores, flow.settings)
        return replace(look, prompt=self.prompt) if look.prompt and self.prompt else look

    def hint_targets(self, hint: HintLook | None) -> dict[Target, Rect]:
        """Return the click targets of the hint."""
        return {} if hint is None or hint.why is None else {**self._hint_places(hint).targets()}

    def _hint_places(self, hint: HintLook) -> HintPlaces:
        layout = self._board.layout
        if self._hint is None or self._hint[0] is not layout or self._hint[1].look != hint:
            self._hint = layout, HintPlaces(self.skin, layout, hint)
        return self._hint[1]

    def draw(
        self,
        surface: Surface,
        live: frozenset[Target],
        line: str,
        hint: HintLook | None = None,
        *,
        chances: ChancesLook | None = None,
    ) -> None:
        """Draw the table, the enabled (``live``) targets, a refusal (``line``) and the hint."""
        board, flow = self._board, self._flow
        self._painter.draw(surface, board, self.look(live))
        if self._flow.is_sealed and not board.effects.is_cleared:
            is_hovered = self._input.hovered == SEAL_BUTTON
            draw_padlock(surface, self.skin, board.layout.seal, is_hovered=is_hovered)
        self._marks.draw_badges(surface)
        self._marks.draw_choice(surface)
        PotRow(self.skin, board.layout).draw(surface, flow.pots)
        self._marks.draw_signals(surface, self._flow.slaps.clock)
        self._draw_effects(surface)
        if chances is not None:
            draw_chances(surface, self.skin, board.layout, chances)
        if hint is not None and not line and not self._input.question:
            self._hint_places(hint).draw(surface, board)
        elif not line and not self._input.question:
            self._marks.draw_head_line(surface, self._flow.session.names)
        if line and not self._input.question:
            self._draw_refusal(surface, line)
        if board.is_settling:
            self._draw_result(surface)
        taken = self.taken()
        self.speech_bubbles.draw(surface, [*taken, *self.notes.place(taken)])
        if self._input.question and not board.is_settling:
            self._questions.draw(surface)
        self._draw_cursor(surface, self.hint_targets(hint))

    def room(self, sizes: Sequence[tuple[int, int]]) -> Rect | None:
        """Return the free place for a notice that is nearest to the middle of the upper edge.

        A notice keeps its place until something else needs it.
        """
        sizes = list(sizes)
        taken = [*in_use(self._board.layout), *self.taken()]
        line, log = line_box(self.skin, self._board), self._board.layout.log
        if self._notice_room is not None and self._notice_room[0] == sizes:
            _sizes, before, place = self._notice_room
            if before == taken or (place and place.collidelist([*taken, line]) < 0):
                return place
        window = Rect((0, 0), self.skin.size).inflate(-self.skin.px(16), -self.skin.px(16))
        above = Rect(window.centerx, window.top, 0, 0)
        free = find_room(sizes, above, [*taken, line], window)
        free = free or find_room(sizes, above, taken, window)
        if free is None:  # cover backs rather than the log
            backs = [*in_use(self._board.layout, self._closed()), *self.taken()]
            free = find_room(sizes, above, backs, window)
        if free is None:  # cover the log rather than cards
            free = find_room(sizes, log, [box for box in taken if box != log], window)
        if free is None and self._board.is_settling:  # nobody draws from the piles any more
            rest = [*in_use(self._board.layout, piles=False), *self.taken()]
            free = find_room(sizes, above, [box for box in rest if box != log], window)
        self._notice_room = sizes, taken, free
        return free

    def _closed(self) -> list[int]:
        """Return the seats whose hands are face down."""
        board = self._board
        if board.is_open or board.is_settling or board.view is None:
            return []
        return [seat for seat in range(board.view.seats) if seat != board.view.seat]

    def taken(self) -> list[Rect]:
        """Return what speech bubbles must not cover besides the table itself: pots, counts, the
        settlement, and what the scene draws on top.
        """
        board, skin = self._board, self.skin
        boxes = [*self.covered, *PotRow(skin, board.layout).boxes(self._flow.pots)]
        boxes += [count_box(skin, board.layout.seats[seat]) for seat in board.effects.counted]
        if board.is_settling:
            boxes += self.result_boxes()
        return boxes

    def _draw_refusal(self, surface: Surface, line: str) -> None:
        board, notes = self._board, self.notes.place(self.taken())
        draw_line(
            surface,
            self.skin,
            board.layout,
            line,
            "warning",
            clear=bool(board.chosen),
            taken=notes,
        )

    def _draw_effects(self, surface: Surface) -> None:
        board, skin = self._board, self.skin
        view = board.view
        if view is not None:
            draw_counts(surface, skin, board)
            self.notes.draw(surface, self.taken())
        if board.effects.dealer_shown is not None and view is None:
            text = cut_sentence(self._flow.session, board.effects.dealer_shown)
            draw_line(surface, skin, board.layout, text, "accent")
        for coin in board.effects.coins:
            draw_coin(surface, skin, board.layout, coin)
        PotRow(skin, board.layout).draw_stakes(surface, self._flow.pots)
        self._moments.draw(surface, board)

    def _draw_result(self, surface: Surface) -> None:
        skin, layout = self.skin, self._board.layout
        is_detailed, result = self._board.effects.is_detailed, self.result()
        if is_detailed and (look := self.settlement()):
            sheet = SettlementSheet(skin, look)
            place, pots = sheet.place(layout), PotRow(skin, layout).boxes(self._flow.pots)
            clear_behind(surface, skin, layout, place.box, pots)
            sheet.draw(surface, place)
        if result is not None:
            ResultSheet(skin, result[0], result[1]).draw(surface, is_detailed=is_detailed)

    def _thrown(self) -> list[Rect]:
        """Return the area of the discards, which lie slightly askew."""
        sprites = self._board.sprites
        lying = [each for slot, each in sprites if slot.zone is Zone.PILE and not each.is_flying]
        return [sprite.pose.bounds() for sprite in lying]

    def _draw_cursor(self, surface: Surface, more: Mapping[Target, Rect]) -> None:
        cursor, is_settling = self._input.cursor, self._board.is_settling
        if cursor is None or self._board.is_scene:
            return
        if is_settling:
            found = self.result_buttons() | {MENU_BUTTON: self._board.layout.menu}
        else:
            found = zones(self._board) | self.choices()
        found |= more
        if self._flow.is_sealed:
            found = {SEAL_BUTTON: self._board.layout.seal} | found
        box = frame_of(cursor, found, cursor_width(self.skin) + 2)
        if box is not None and isinstance(cursor, PileTarget):
            box = box.unionall(self._thrown())
        if box is not None and isinstance(cursor, CardTarget):
            box = box.move(self._board.way_left(cursor.card))
        if box is not None:
            draw_cursor(surface, self.skin, box)
            if isinstance(cursor, CardTarget):
                self._marks.draw_choice(surface)
