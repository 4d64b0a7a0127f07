"""What the pointer holds: cards of one's own, or the top of stock or pile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.ui.table.places import STOCK, Pose, Slot, Zone
from game.ui.table.sprites import Sprite

if TYPE_CHECKING:
    from game.rules.cards import Card
    from game.ui.table.board import Board
    from game.ui.table.intents import Carry, Grab

_FANNED = 0.3
"""How far several carried cards stand apart, by their width."""


class Carrier:
    """Picks up, carries along and puts back; what letting go means is decided elsewhere."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.cards: tuple[Card, ...] = ()
        self.pulled: str | None = None
        """``stock`` or ``pile`` while its top card is held."""
        self._held: Sequence[Sprite] = ()
        self._top: Card | None = None
        self._grip = (0.0, 0.0)
        self._kept = board.arrangement.order, board.arrangement.sorting

    @property
    def is_carrying(self) -> bool:
        return bool(self.cards) or self.pulled is not None

    def grab(self, intent: Grab) -> None:
        """Pick up a card of one's own with all that are chosen with it, or the top of a pile."""
        kind, _, card = intent.target.partition(":")
        self._kept = self._board.arrangement.order, self._board.arrangement.sorting
        if kind == "card":
            chosen = self._board.chosen
            self.cards = (card, *(each for each in chosen if each != card and card in chosen))
        else:
            self.pulled = kind
        if kind == "stock":
            self._board.ghost = Sprite(None, self._board.place(STOCK))
        sprites = self._held = self._sprites()
        self._top = None if self._board.view is None else self._board.view.top
        for sprite in sprites:
            sprite.is_held, sprite.raised = True, 1.0
        if sprites:
            pose = sprites[0].pose
            self._grip = (pose.x - intent.at[0], pose.y - intent.at[1])

    def carry(self, intent: Carry) -> None:
        """Take it along with the pointer; a single card finds its new place among the others."""
        x, y = intent.at[0] + self._grip[0], intent.at[1] + self._grip[1]
        for number, sprite in enumerate(self._sprites()):
            goal = sprite.goal
            sprite.goal = Pose(x + number * goal.width * _FANNED, y, goal.height)
        if len(self.cards) == 1:
            self._reorder(x, y)

    def put_back(self) -> None:
        """Nothing is carried any more; what was, goes home unless an action takes it."""
        for sprite in (*self._held, *self._sprites()):
            sprite.is_held, sprite.raised = False, 0.0
        self.cards, self.pulled, self._held = (), None, ()
        self._board.settle()

    def keep_up(self) -> None:
        """The table has changed: a discard that somebody else has got is held no more."""
        view = self._board.view
        if self.pulled == "pile" and view is not None and view.top != self._top:
            self.put_back()

    def _reorder(self, x: float, y: float) -> None:
        """A single card takes the place that it is held over; taken away, it changes none."""
        view = self._board.view
        if view is None:
            return
        seat, arrangement = self._board.layout.seats[view.seat], self._board.arrangement
        if seat.fan.collidepoint(x, y):
            nearest = min(range(len(seat.cards)), key=lambda place: abs(seat.cards[place].x - x))
            arrangement.move(self.cards[0], nearest)
        else:
            arrangement.order, arrangement.sorting = self._kept
        self._board.rearrange()

    def _sprites(self) -> Sequence[Sprite]:
        board = self._board
        if self.pulled == "stock":
            return () if board.ghost is None else (board.ghost,)
        if self.pulled == "pile" and board.view is not None:
            top = board.sprites.by_slot.get(Slot(Zone.PILE, 0, board.view.pile_size - 1))
            return () if top is None else (top,)
        return [sprite for sprite in map(board.sprite_of, self.cards) if sprite is not None]
