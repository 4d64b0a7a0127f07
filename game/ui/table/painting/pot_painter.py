"""Drawing the side pots above stock and pile, the mark of the big one, and moving stakes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect

from game.play.ledger import PotKind, pots_in_play
from game.ui.kit.flourish import mix, smooth
from game.ui.kit.paint import rounded
from game.ui.table.painting.overlays import coin_at
from game.ui.text.language import _, amount_text
from game.ui.text.sessions import SUIT_SIGNS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pygame import Surface

    from game.rules.hand import Hand
    from game.rules.ruleset import RuleSet
    from game.ui.kit.skin import Skin
    from game.ui.table.flow.pots import Pots
    from game.ui.table.motion.layout import TableLayout

_WORDS, _PAD, _COIN = 15.0, 10.0, 9.0  # units


@dataclass(frozen=True, slots=True)
class Pill:
    """A label beside stock and pile, with a coin if it is a pot."""

    name: str
    text: str
    has_coin: bool = False
    is_strong: bool = False


@dataclass(frozen=True, slots=True)
class PotRow:
    """Places and draws the pots of one table."""

    _COIN_ROOM = 2.6 * _COIN

    skin: Skin
    layout: TableLayout

    def draw(self, surface: Surface, pots: Pots) -> None:
        """Draw the pots in a row above stock and pile, the mark of the big one beside them."""
        for box, pill in self.placed(pots):
            self.draw_pill(surface, box, pill)

    def placed(self, pots: Pots) -> list[tuple[Rect, Pill]]:
        """Return the pots and the mark of the big one, with their boxes."""
        return self._in_row(self._pills(pots.rules, pots.hand, pots.lying))

    def boxes(self, pots: Pots) -> list[Rect]:
        """Return the boxes of the pots and the mark of the big one."""
        return [box for box, _pill in self.placed(pots)]

    def draw_stakes(self, surface: Surface, pots: Pots) -> None:
        """Draw stakes moving between seats and pots."""
        skin = self.skin
        boxes = {pill.name: box for box, pill in self.placed(pots)}
        for moving in pots.flights:
            if moving.passed < moving.wait or moving.kind not in boxes:
                continue
            plate, pot = self.layout.seats[moving.seat].plate.center, boxes[moving.kind].center
            start, goal = (plate, pot) if moving.stakes > 0 else (pot, plate)
            for number in range(min(abs(moving.stakes), 5)):
                part = smooth(moving.part * 1.2 - number * 0.05)
                at = round(mix(start[0], goal[0], part)), round(mix(start[1], goal[1], part))
                coin_at(surface, skin, (at[0] + number * skin.px(4), at[1]), skin.px(11))

    def draw_still(self, surface: Surface, hand: Hand) -> list[Rect]:
        """Draw the pots of a finished hand, without animation; return their boxes."""
        placed = self.placed_still(hand)
        for box, pill in placed:
            self.draw_pill(surface, box, pill)
        return [box for box, _pill in placed]

    def placed_still(self, hand: Hand) -> list[tuple[Rect, Pill]]:
        """Return the pots without animation, with their boxes."""
        return self._in_row(self._pills(hand.rules, hand, still_stakes(hand)))

    def _in_row(self, pills: Sequence[Pill]) -> list[tuple[Rect, Pill]]:
        """Place the pills side by side on the open cloth above stock and pile."""
        if not pills:
            return []
        skin, layout = self.skin, self.layout
        gap, pad = skin.px(7), skin.px(_PAD)
        units = skin.small(_WORDS)
        widths = [
            skin.width(pill.text, units, bold=True)
            + 2 * pad
            + pill.has_coin * skin.px(self._COIN_ROOM)
            for pill in pills
        ]
        strip = max(1, layout.stock.top - layout.lay.top)
        high = min(max(skin.line(units) + skin.px(4), skin.px(28.0)), strip)
        left = layout.lay.centerx - (sum(widths) + gap * (len(widths) - 1)) // 2
        # A full stock rises slightly above its place.
        top = max(layout.lay.top, (layout.lay.top + layout.stock.top - high) // 2 - skin.px(6))
        placed = []
        for pill, width in zip(pills, widths, strict=True):
            placed.append((Rect(left, top, width, high), pill))
            left += width + gap
        return placed

    @staticmethod
    def _pills(rules: RuleSet, hand: Hand | None, lying: Mapping[PotKind, int]) -> list[Pill]:
        """Return a label for each pot that the rules have, and one for the big one."""
        shown: list[Pill] = []
        if rules.high_suit_bet != "off":
            amount = amount_text(lying.get("high_suit", 0))
            bet = hand.bets.high_suit if hand else None
            text = f"{SUIT_SIGNS[bet.suit]} {amount}" if bet else _("High {n}").format(n=amount)
            shown.append(Pill("high_suit", text, has_coin=True))
        if rules.natural_bet != "off":
            amount = amount_text(lying.get("natural", 0))
            shown.append(
                Pill("natural", _("Natural {stakes}").format(stakes=amount), has_coin=True)
            )
        if hand is not None and hand.is_big_one:
            shown.append(Pill("big_one", _("Big one ×2"), is_strong=True))
        return shown

    def draw_pill(self, surface: Surface, box: Rect, pill: Pill) -> None:
        """Draw one label."""
        skin = self.skin
        edge = skin.colour("accent" if pill.is_strong else "gold_deep")
        face = skin.colour("primary" if pill.is_strong else "shade")
        rounded(surface, box, face, box.height // 2, edge, max(1, skin.px(1.5)))
        words = box.inflate(-2 * skin.px(_PAD), 0)
        if pill.has_coin:
            radius = skin.px(_COIN)
            coin_at(surface, skin, (words.left + radius, words.centery), radius)
            words.left += skin.px(self._COIN_ROOM)
            words.width = box.right - skin.px(_PAD) - words.left
        ink = "primary_ink" if pill.is_strong else "accent"
        skin.write(surface, pill.text, words, ink, skin.small(_WORDS), bold=True)


def still_stakes(hand: Hand) -> dict[PotKind, int]:
    """Return the stakes in each pot of a finished hand; pots that were won are empty."""
    return {pot.kind: 0 if pot.winner is not None else pot.stakes for pot in pots_in_play(hand)}
