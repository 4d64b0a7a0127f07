"""Draws the table in layers: the still ones are kept, only what moves is drawn again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from pygame import Rect, Surface

from game.ui.cardart import BLEND
from game.ui.kit.paint import ring
from game.ui.table.cardsheet import CardSheet
from game.ui.table.fans import bounds
from game.ui.table.furniture import Furniture, Part
from game.ui.table.layout import TableLayout
from game.ui.table.look import TableLook
from game.ui.table.places import Slot, Zone

if TYPE_CHECKING:
    from game.ui.cardart import DeckStyle
    from game.ui.kit.skin import Skin
    from game.ui.table.cardsheet import Blit
    from game.ui.table.sprites import Sprite, Sprites

HINT: Final = 240
"""How strong the light round a suggested card is, of 255."""
_ZONE_ORDER: Final = (Zone.SPREAD, Zone.PILE, Zone.CUT, Zone.HAND)
Group = tuple[Zone, int]


@dataclass(frozen=True, slots=True)
class _Still:
    """What the kept layer shows; when it is no longer this, it is drawn anew."""

    look: TableLook
    layout: TableLayout
    groups: frozenset[Group]
    revision: int


class Painter:
    """Draws one table in one size of window."""

    def __init__(self, skin: Skin, style: DeckStyle) -> None:
        self.skin = skin
        self.sheet = CardSheet(style, skin.size)
        self._furniture = Furniture(skin, self.sheet)
        self._layer: Surface | None = None
        self._still: _Still | None = None
        self._parts: Mapping[str, Part] = {}

    def draw(
        self,
        surface: Surface,
        layout: TableLayout,
        look: TableLook,
        sprites: Sprites,
        ghost: Sprite | None,
    ) -> None:
        """Draw everything but the overlays."""
        self.sheet.rest_at(_heights(layout))
        by_group = _grouped(sprites)
        resting = frozenset(group for group, cards in by_group.items() if _is_resting(cards))
        still = _Still(look, layout, resting, sprites.revision)
        if still != self._still:
            self._keep(surface, still, by_group)
        if self._layer is not None:
            surface.blit(self._layer, (0, 0))
        moving = [group for group in by_group if group not in resting]
        self._draw_moving(surface, [by_group[group] for group in moving], sprites.leaving)
        for card in sprites.departing:
            surface.fblits(list(self._of(card)), BLEND)
        if ghost is not None:
            surface.fblits(list(self._of(ghost)), BLEND)

    def _keep(
        self, surface: Surface, still: _Still, by_group: Mapping[Group, list[Sprite]]
    ) -> None:
        """Bring the layer of all that stands still up to date: only what has changed is drawn."""
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
            changed = _changed(self._parts, parts)
        self._still, self._parts = still, parts
        for box in changed:
            self._redraw(self._layer, box, parts.values())
        self._layer.set_clip(None)

    def _redraw(self, layer: Surface, box: Rect, parts: Iterable[Part]) -> None:
        """Draw one region of the layer from the bare cloth up."""
        layer.set_clip(box)
        layer.blit(self.skin.theme.cloth(layer.size), box, box)
        for each in parts:
            if each.box.colliderect(box):
                each.draw(layer)

    def _resting_parts(
        self, still: _Still, by_group: Mapping[Group, list[Sprite]]
    ) -> Iterator[Part]:
        for group, cards in by_group.items():
            if group in still.groups and cards:
                lit = self._is_lit(still, group)
                boxes = [bounds(card.pose) for card in cards]
                box = boxes[0].unionall(boxes[1:])
                margin = round(cards[0].height * 0.3)
                draw = partial(self._draw_resting, cards=cards, box=box, is_lit=lit)
                glow = frozenset(card.face for card in cards) & still.look.suggested
                state = (lit, glow, tuple((card.face, card.pose) for card in cards))
                yield Part(f"cards:{group}", box.inflate(margin, margin), state, draw)

    def _is_lit(self, still: _Still, group: Group) -> bool:
        """Whether something may be done with this group now."""
        if group[0] is Zone.PILE:
            return still.look.is_pile_lit
        return group[0] is Zone.SPREAD and group[1] in still.look.lit_spreads

    def _draw_resting(self, layer: Surface, cards: list[Sprite], box: Rect, is_lit: bool) -> None:
        """Cards at rest; a soft light and a frame round what may be acted on now."""
        if is_lit:
            colour = self.skin.colour("legal")
            layer.fblits([self.sheet.glow(card.pose, colour, 170) for card in cards], BLEND)
        for card in cards:
            layer.fblits((*self._hint(card), self.sheet.lying(card.face, card.pose)), BLEND)
        if is_lit:
            wide = max(2, self.skin.px(2.5))
            ring(layer, box.inflate(3 * wide, 3 * wide), self.skin.colour("legal"), 3 * wide, wide)

    def _draw_moving(
        self, surface: Surface, groups: list[list[Sprite]], leaving: list[Sprite]
    ) -> None:
        """Cards of restless groups in their order, those in the air last."""
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
        surface.fblits(blits, BLEND)

    def _hint(self, card: Sprite) -> Iterator[Blit]:
        """A soft light round a card of one's own that could be laid."""
        if self._still is not None and card.face in self._still.look.suggested:
            yield self.sheet.glow(card.pose, self.skin.colour("legal"), HINT)

    def _of(self, card: Sprite) -> Iterable[Blit]:
        if card.lift > 0.02 or card.turn < 1.0 or card.height != card.goal.height:
            return self.sheet.moving(card.face, card.pose, card.lift, card.turn)
        return (self.sheet.lying(card.face, card.pose),)


def _changed(old: Mapping[str, Part], new: Mapping[str, Part]) -> list[Rect]:
    """The regions in which the still picture is no longer what it was."""
    boxes: list[Rect] = []
    for name in old.keys() | new.keys():
        before, after = old.get(name), new.get(name)
        if (
            before is None
            or after is None
            or before.state != after.state
            or before.box != after.box
        ):
            boxes += [each.box for each in (before, after) if each is not None]
    return _merged(boxes)


def _of_part(part: Part | None) -> tuple[object, object]:
    return (None, None) if part is None else (part.state, part.box)


def _merged(boxes: list[Rect]) -> list[Rect]:
    """The same regions, those that overlap taken together."""
    merged: list[Rect] = []
    for box in boxes:
        whole = box
        while (at := whole.collidelist(merged)) >= 0:
            whole = whole.union(merged.pop(at))
        merged.append(whole)
    return merged


def _grouped(sprites: Sprites) -> dict[Group, list[Sprite]]:
    """The cards of each hand, each spread and the pile, from left to right, bottom to top."""
    groups: dict[Group, list[tuple[Slot, Sprite]]] = {}
    for slot, sprite in sprites:
        groups.setdefault((slot.zone, slot.owner), []).append((slot, sprite))
    ordered = sorted(groups, key=lambda group: (_ZONE_ORDER.index(group[0]), group[1]))
    return {
        group: [sprite for _, sprite in sorted(groups[group], key=lambda each: each[0])]
        for group in ordered
    }


def _is_resting(cards: list[Sprite]) -> bool:
    return all(
        card.pose == card.goal
        and card.lift == 0
        and not (card.is_flying or card.is_held or card.is_waiting)
        for card in cards
    )


def _heights(layout: TableLayout) -> set[float]:
    return {pose.height for pose in layout.poses.values()}
