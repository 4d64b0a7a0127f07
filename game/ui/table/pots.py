"""The side pots on the table: what lies in them, the antes on their way in, the winner's out.

The rules decide at once who wins; here the stakes follow when the players can see why.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Final

from pygame import Rect

from game.session.pots import PotInPlay, pots_in_play
from game.ui.kit.paint import rounded
from game.ui.numbers import amount_text
from game.ui.sessionwords import SUIT_SIGNS, joined_sentence, outcome_sentence, suit_called_sentence
from game.ui.table.motion import mix, smooth
from game.ui.table.overlays import coin_at
from game.ui.table.pieces import small
from game.ui.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pygame import Surface

    from game.rules.hand import Hand
    from game.rules.ruleset import RuleSet
    from game.session.pots import PotKind
    from game.session.session import Session
    from game.ui.kit.skin import Skin
    from game.ui.table.board import Board
    from game.ui.table.layout import TableLayout
    from game.ui.table.logbook import Logbook, Words

FLIGHT: Final = 0.7
STAGGER: Final = 0.12
MOST_COINS: Final = 5
_WORDS, _HIGH, _PAD, _COIN = 15.0, 28.0, 10.0, 9.0
_COIN_ROOM = 2.6 * _COIN


@dataclass(frozen=True, slots=True)
class _Pill:
    """What is written beside stock and pile, with a coin if it is a pot."""

    name: str
    text: str
    has_coin: bool = False
    is_strong: bool = False


@dataclass(slots=True)
class _Flight:
    """Stakes on their way between a seat and a pot; ``stakes`` is below zero on the way out."""

    kind: PotKind
    seat: int
    stakes: int
    wait: float
    passed: float = 0.0

    @property
    def part(self) -> float:
        return min(max(self.passed - self.wait, 0.0) / FLIGHT, 1.0)


class Pots:
    """What is seen of the side pots of one session."""

    def __init__(self, session: Session, board: Board, log: Logbook) -> None:
        self._session, self._board, self._log = session, board, log
        self._hand: Hand | None = None
        self._flights: list[_Flight] = []
        self._told: set[PotKind] = set()
        self._lying: dict[PotKind, int] = {}
        self._moved: dict[int, int] = {}

    @property
    def is_moving(self) -> bool:
        """Whether stakes are on their way."""
        return bool(self._flights)

    def received(self, seat: int) -> int:
        """The stakes that have reached a seat from the pots in this hand, less its antes."""
        return self._moved.get(seat, 0)

    def untold(self) -> tuple[Words, ...]:
        """What the end of the hand says of the pots that were not won in the course of it."""
        session = self._session
        pots = pots_in_play(session.hand) if session.hand else ()
        told = self._told if self._hand is session.hand else ()
        return tuple(
            partial(outcome_sentence, pot, session.rules, session.names, session.human)
            for pot in pots
            if pot.kind not in told
        )

    def lying(self, kind: PotKind) -> int:
        """The stakes that are seen in a pot."""
        return self._lying.get(kind, 0)

    def update(self, dt: float, pace: float) -> bool:
        """Keep up with the session, and let time pass; True if a frame is needed."""
        changed = self._keep_up()
        was_moving = self.is_moving
        for flight in list(self._flights):
            is_there = pace == inf or self._board.is_calm
            flight.passed = inf if is_there else flight.passed + dt * pace
            if flight.part >= 1.0:
                self._flights.remove(flight)
                self._land(flight)
        return changed or was_moving

    def _keep_up(self) -> bool:
        hand, is_new = self._session.hand, False
        if hand is not self._hand:
            self._hand, is_new = hand, True
            self._begin(hand)
        if hand is None:
            return is_new
        due = [pot for pot in pots_in_play(hand) if self._is_due(pot)]
        for pot in due:
            self._told.add(pot.kind)
            self._pay_out(pot)
        return is_new or bool(due)

    def _begin(self, hand: Hand | None) -> None:
        """A hand is dealt: what stood in the pots lies there, and the antes come; or it goes on."""
        ledger = self._session.standing.ledger
        self._flights.clear()
        self._told.clear()
        self._moved.clear()
        self._lying = {"high_suit": ledger.high_suit.stakes, "natural": ledger.natural.stakes}
        if hand is None:
            return
        is_under_way = bool(hand.log) or self._board.effects.is_settled
        for pot in pots_in_play(hand):
            self._lying[pot.kind] = pot.before
            for place, seat in enumerate(pot.joined):
                self._flights.append(_Flight(pot.kind, seat, pot.ante, place * STAGGER))
            self._tell_joined(pot, hand.dealer)
        if is_under_way:
            self.finish()

    def _tell_joined(self, pot: PotInPlay, dealer: int) -> None:
        names, me = self._session.names, self._session.human
        if pot.suit and self._session.rules.high_suit_bet == "called":
            self._log.add(partial(suit_called_sentence, pot.suit, dealer, names, me))
        self._log.add(partial(joined_sentence, pot, names, me))

    def finish(self) -> None:
        """Bring everything home that is still on its way."""
        for flight in self._flights:
            self._land(flight)
        self._flights.clear()

    def _is_due(self, pot: PotInPlay) -> bool:
        """Whether the players see now who has won it: not before the cards that decide are seen."""
        if not pot.is_decided or pot.kind in self._told:
            return False
        hand, effects = self._hand, self._board.effects
        if hand is not None and hand.is_over:
            return bool(effects.counted) or effects.is_settled
        return not self._board.is_scene

    def _pay_out(self, pot: PotInPlay) -> None:
        session = self._session
        words = partial(outcome_sentence, pot, session.rules, session.names, session.human)
        if session.is_playing:
            self._log.add(words)
        if pot.winner is None:
            return
        if pot.winner != session.human:
            self._board.effects.say(pot.winner, words())
        self._flights.append(_Flight(pot.kind, pot.winner, -pot.stakes, 0.0))

    def _land(self, flight: _Flight) -> None:
        self._lying[flight.kind] = self.lying(flight.kind) + flight.stakes
        self._moved[flight.seat] = self.received(flight.seat) - flight.stakes

    # -- on the screen -------------------------------------------------------------------------

    def draw(self, surface: Surface, skin: Skin, layout: TableLayout) -> None:
        """The pots in a row above stock and pile, the mark of the big one beside them."""
        boxes = self._places(skin, layout)
        for pill in self._shown():
            draw_pill(surface, skin, boxes[pill.name], pill)

    def boxes(self, skin: Skin, layout: TableLayout) -> list[Rect]:
        """Where the pots are, and the mark of the big one."""
        return list(self._places(skin, layout).values())

    def draw_flights(self, surface: Surface, skin: Skin, layout: TableLayout) -> None:
        """Stakes on their way."""
        boxes = self._places(skin, layout)
        for flight in self._flights:
            if flight.passed < flight.wait or flight.kind not in boxes:
                continue
            plate, pot = layout.seats[flight.seat].plate.center, boxes[flight.kind].center
            start, goal = (plate, pot) if flight.stakes > 0 else (pot, plate)
            for number in range(min(abs(flight.stakes), MOST_COINS)):
                part = smooth(flight.part * 1.2 - number * 0.05)
                at = round(mix(start[0], goal[0], part)), round(mix(start[1], goal[1], part))
                coin_at(surface, skin, (at[0] + number * skin.px(4), at[1]), skin.px(11))

    def _places(self, skin: Skin, layout: TableLayout) -> dict[str, Rect]:
        """A pill for each pot that the rules have, and one for the big one, side by side."""
        return _row(skin, layout, self._shown())

    def _shown(self) -> list[_Pill]:
        return pills(self._session.rules, self._hand, self._lying)


def pills(rules: RuleSet, hand: Hand | None, lying: Mapping[PotKind, int]) -> list[_Pill]:
    """What stands on the cloth beside the cards: the pots that the rules have, the big one."""
    shown: list[_Pill] = []
    if rules.high_suit_bet != "off":
        amount = amount_text(lying.get("high_suit", 0))
        bet = hand.bets.high_suit if hand else None
        text = f"{SUIT_SIGNS[bet.suit]} {amount}" if bet else _("High {n}").format(n=amount)
        shown.append(_Pill("high_suit", text, has_coin=True))
    if rules.natural_bet != "off":
        amount = amount_text(lying.get("natural", 0))
        shown.append(_Pill("natural", _("Natural {stakes}").format(stakes=amount), has_coin=True))
    if hand is not None and hand.is_big_one:
        shown.append(_Pill("big_one", _("Big one ×2"), is_strong=True))
    return shown


def still_pots(skin: Skin, layout: TableLayout, hand: Hand) -> list[tuple[Rect, _Pill]]:
    """The pots of a hand with nothing on its way to them or from them, each where it lies."""
    lying = {pot.kind: 0 if pot.winner is not None else pot.stakes for pot in pots_in_play(hand)}
    shown = pills(hand.rules, hand, lying)
    return list(zip(_row(skin, layout, shown).values(), shown, strict=True))


def _row(skin: Skin, layout: TableLayout, shown: Sequence[_Pill]) -> dict[str, Rect]:
    gap, pad = skin.px(7), skin.px(_PAD)
    units = small(skin, _WORDS)
    widths = [
        skin.width(pill.text, units, bold=True) + 2 * pad + pill.has_coin * skin.px(_COIN_ROOM)
        for pill in shown
    ]
    high = min(max(skin.line(units) + skin.px(4), skin.px(_HIGH)), _strip(layout))
    left = layout.lay.centerx - (sum(widths) + gap * (len(widths) - 1)) // 2
    # A full stock rises a little above its place.
    top = max(layout.lay.top, (layout.lay.top + layout.stock.top - high) // 2 - skin.px(6))
    boxes: dict[str, Rect] = {}
    for pill, width in zip(shown, widths, strict=True):
        boxes[pill.name] = Rect(left, top, width, high)
        left += width + gap
    return boxes


def _strip(layout: TableLayout) -> int:
    """How high the open cloth above stock and pile is."""
    return max(1, layout.stock.top - layout.lay.top)


def draw_pill(surface: Surface, skin: Skin, box: Rect, pill: _Pill) -> None:
    """Draw one of them."""
    edge = skin.colour("accent" if pill.is_strong else "gold_deep")
    face = skin.colour("primary" if pill.is_strong else "shade")
    rounded(surface, box, face, box.height // 2, edge, max(1, skin.px(1.5)))
    words = box.inflate(-2 * skin.px(_PAD), 0)
    if pill.has_coin:
        radius = skin.px(_COIN)
        coin_at(surface, skin, (words.left + radius, words.centery), radius)
        words.left += skin.px(_COIN_ROOM)
        words.width = box.right - skin.px(_PAD) - words.left
    ink = "primary_ink" if pill.is_strong else "accent"
    skin.write(surface, pill.text, words, ink, small(skin, _WORDS), bold=True)
