"""The state of the player's input: chosen, dragged and hovered cards, the cursor, the question.

`Selection` turns the intents of mouse and keyboard into chosen cards and actions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from game.rules.actions import DRAW, TAKE, Action, Hit, Slap
from game.rules.phases import Phase
from game.ui.table.input.decisions import (
    Answer,
    Ask,
    Begin,
    Choose,
    InputRefusal,
    Play,
    QuestionKind,
    Refuse,
    Situation,
    TableQuestion,
    one_of,
    question_of,
)
from game.ui.table.input.intents import Cycle, Nudge
from game.ui.table.input.targets import (
    PILE_TARGET,
    SETTLEMENT_BUTTONS,
    STOCK_TARGET,
    ButtonTarget,
    CardTarget,
    ChoiceTarget,
    DropTarget,
    HandTarget,
    PileTarget,
    SpreadTarget,
    Step,
    StockTarget,
    Target,
    neighbour,
    next_group,
)
from game.ui.table.motion.layout import STOCK, Pose, Slot, Zone
from game.ui.table.motion.picture import Sorting
from game.ui.table.motion.sprites import Sprite

if TYPE_CHECKING:
    from game.rules.actions import Reason
    from game.rules.cards import Card
    from game.rules.view import SeatView
    from game.ui.table.input.intents import Carry, Grab
    from game.ui.table.motion.board import Board


class Carrier:
    """The drag of the pointer: cards of the player's hand, or the top of stock or pile."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.cards: tuple[Card, ...] = ()
        self.pulled: StockTarget | PileTarget | None = None
        """The pile that the dragged card comes from, if it is not from the hand."""
        self._held: Sequence[Sprite] = ()
        self._top: Card | None = None
        self._grip = (0.0, 0.0)
        self._kept = board.arrangement.order, board.arrangement.sorting

    @property
    def is_carrying(self) -> bool:
        return bool(self.cards) or self.pulled is not None

    def grab(self, intent: Grab) -> None:
        """Pick up a card together with all chosen ones, or the top of stock or pile."""
        self._kept = self._board.arrangement.order, self._board.arrangement.sorting
        match intent.target:
            case CardTarget(card):
                chosen = self._board.chosen
                self.cards = (card, *(each for each in chosen if each != card and card in chosen))
            case StockTarget() | PileTarget():
                self.pulled = intent.target
            case _:
                return
        if self.pulled == STOCK_TARGET:
            self._board.ghost = Sprite(None, self._board.place(STOCK))
        sprites = self._held = self._sprites()
        self._top = None if self._board.view is None else self._board.view.top
        for sprite in sprites:
            sprite.is_held, sprite.raised = True, 1.0
        if sprites:
            pose = sprites[0].pose
            self._grip = (pose.x - intent.at[0], pose.y - intent.at[1])

    def carry(self, intent: Carry) -> None:
        """Move the dragged cards; a single card takes its new place in the hand on the way."""
        x, y = intent.at[0] + self._grip[0], intent.at[1] + self._grip[1]
        fanned = 0.3  # of a card's width, between dragged cards
        for number, sprite in enumerate(self._sprites()):
            goal = sprite.goal
            sprite.goal = Pose(x + number * goal.width * fanned, y, goal.height)
        if len(self.cards) == 1:
            self._reorder(x, y)

    def put_back(self) -> None:
        """End the drag: everything returns to its place unless an action moves it."""
        for sprite in (*self._held, *self._sprites()):
            sprite.is_held, sprite.raised = False, 0.0
        self.cards, self.pulled, self._held = (), None, ()
        self._board.settle()

    def keep_up(self) -> None:
        """Follow a change of the table: release a discard that somebody else has taken."""
        view = self._board.view
        if self.pulled == PILE_TARGET and view is not None and view.top != self._top:
            self.put_back()

    def _reorder(self, x: float, y: float) -> None:
        """Move a single card to the place in the hand that it is over, or back to its old one."""
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
        if self.pulled == STOCK_TARGET:
            return () if board.ghost is None else (board.ghost,)
        if self.pulled == PILE_TARGET and board.view is not None:
            top = board.sprites.by_slot.get(Slot(Zone.PILE, 0, board.view.pile_size - 1))
            return () if top is None else (top,)
        return [sprite for sprite in map(board.sprite_of, self.cards) if sprite is not None]


class Selection:
    """Turns clicks, key presses and drags into chosen cards and actions.

    ``why`` says why an action is illegal, ``play`` plays one, ``begin`` as soon as the others have
    decided whether they drop, ``refuse`` shows a reason.
    """

    def __init__(
        self,
        board: Board,
        why: Callable[[Action], Reason | None],
        play: Callable[[Action], None],
        begin: Callable[[Action], None],
        refuse: Callable[[Reason | InputRefusal], None],
    ) -> None:
        self._board = board
        self._why, self._play, self._begin, self._refuse = why, play, begin, refuse
        self.cursor: Target | None = None
        self.question: tuple[Action, ...] = ()
        self.hovered: Target | None = None
        self.carrier = Carrier(board)
        self._order: tuple[Card, ...] = ()

    @property
    def situation(self) -> Situation | None:
        """The player's view, with the dragged cards or else the chosen ones."""
        view = self._board.view
        chosen = self.carrier.cards or self._board.chosen
        return None if view is None else Situation(view, chosen, self._why)

    @property
    def asked(self) -> TableQuestion | None:
        """The open question, with the answers to choose from."""
        return question_of(self.question) if self.question else None

    # -- choosing ------------------------------------------------------------------------------

    def tap(self, target: Target) -> None:
        """Handle a click or key on a target."""
        now = self.situation
        if now is None:
            return
        match target:
            case ChoiceTarget(place):
                self._answer_with(place)
            case CardTarget(card):
                self._answer(now.tap_card(card))
            case StockTarget():
                self._answer(now.plain(DRAW))
            case PileTarget():
                self._answer(now.tap_pile())
            case SpreadTarget(number):
                self._hit(number)
            case ButtonTarget(name):
                self.press(name)

    def press(self, button: str) -> None:
        """Handle a button or its key.

        Hit and discard use the card under the cursor if none is chosen.
        """
        next_sorting = {
            Sorting.RANK: Sorting.SUIT,
            Sorting.SUIT: Sorting.GROUPS,
            Sorting.GROUPS: Sorting.RANK,
            Sorting.OWN: Sorting.RANK,
        }
        if button == "sort":
            arrangement = self._board.arrangement
            arrangement.wish(next_sorting[arrangement.sorting])
            self._board.rearrange()
            return
        if button == "pass" and self.asked is not None and self.asked.kind is QuestionKind.DISCARD:
            self._answer_with(0)
            return
        now = self.situation
        if now is None:
            return
        under = self._card_under_cursor
        if not now.chosen and button in {"hit", "discard"} and under in now.view.hand:
            now = Situation(now.view, (under,), now.why)
        self._answer(now.press(button))

    def pick(self, place: int) -> None:
        """Choose the card at an index in the hand, or unchoose it."""
        order, now = self._board.arrangement.order, self.situation
        if now is not None and place < len(order):
            self.cursor = CardTarget(order[place])
            self._answer(now.tap_card(order[place]))

    @property
    def _card_under_cursor(self) -> Card:
        """The card under the cursor; empty if there is none."""
        return self.cursor.card if isinstance(self.cursor, CardTarget) else ""

    def back(self) -> bool:
        """Cancel a drag, a question or a choice of cards; False if there is none."""
        if self.carrier.is_carrying:
            self.carrier.put_back()
        elif self.question:
            self.question = ()
        elif self._board.chosen:
            self._choose(())
        else:
            return False
        return True

    def clear(self) -> None:
        """Unchoose all cards; an open question stays."""
        if not self.question:
            self._choose(())

    def keep_up(self) -> None:
        """Drop chosen cards and questions that have become impossible."""
        view = self._board.view
        if view is None:
            return
        self.carrier.keep_up()
        self._choose(tuple(card for card in self._board.chosen if card in view.hand))
        if not set(self.question) <= set(view.legal):
            self.question = ()
        self._keep_cursor(view)

    def _keep_cursor(self, view: SeatView) -> None:
        """Move the cursor to the card now at its index, if the card under it has left the hand; a
        new hand begins without one that was on a button of the last result.
        """
        cursor = self.cursor
        if view.result is None and isinstance(cursor, ButtonTarget):
            self.cursor = None if cursor.name in SETTLEMENT_BUTTONS else cursor
        before, order = self._order, self._board.arrangement.order
        self._order = order
        card = self._card_under_cursor
        if not card or card in order:
            return
        place = before.index(card) if card in before else 0
        self.cursor = CardTarget(order[min(place, len(order) - 1)]) if order else None

    def hover(self, target: Target | None) -> None:
        """Hover over a target or none; a target ends the keyboard cursor."""
        self.hovered = target
        if target is not None:
            self.cursor = None
        hovered = target.card if isinstance(target, CardTarget) else None
        self._board.touch(self._board.chosen, hovered)

    # -- dragging ------------------------------------------------------------------------------

    def can_grab(self, target: Target) -> bool:
        """Return whether the pointer can pick up a target now."""
        now = self.situation
        if now is None or self.question:
            return False
        match target:
            case PileTarget():
                return now.is_legal(TAKE) or bool(now.slaps_of())
            case StockTarget():
                return now.is_legal(DRAW)
            case _:
                return isinstance(target, CardTarget)

    def let_go(self, onto: DropTarget | None) -> None:
        """Drop the dragged cards."""
        now, carried, pulled = self.situation, self.carrier.cards, self.carrier.pulled
        self.carrier.put_back()
        if now is None or onto is None:
            return
        if pulled is not None and isinstance(onto, HandTarget):
            self._answer(now.plain(DRAW if pulled == STOCK_TARGET else TAKE))
        elif pulled == PILE_TARGET:
            slaps = now.slaps_of(onto.number) if isinstance(onto, SpreadTarget) else ()
            self._answer(one_of(slaps) if slaps else Choose(now.chosen))
        elif carried:
            answer = Situation(now.view, carried, now.why).drop(onto)
            if answer is not None:
                self._answer(answer)

    def toss(self, card: Card) -> bool:
        """Discard one card at once, whatever is chosen; False if discarding is not possible now."""
        now = self.situation
        if now is None or self.question or now.view.phase is not Phase.LAY:
            return False
        if now.view.seat not in now.view.may_act:
            return False
        self._answer(Situation(now.view, (card,), now.why).discard())
        return True

    # -- the keyboard cursor -------------------------------------------------------------------

    def step(self, found: Mapping[Target, Rect], intent: Step | Cycle) -> None:
        """Move the cursor."""
        if isinstance(intent, Step):
            self.cursor = neighbour(found, self.cursor, intent)
        else:
            self.cursor = next_group(found, self.cursor, intent.by)

    def nudge(self, intent: Nudge) -> None:
        """Swap the card under the cursor with its neighbour."""
        card = self._card_under_cursor
        order = self._board.arrangement.order
        if card in order:
            self._board.arrangement.move(card, order.index(card) + intent.by)
            self._board.rearrange()

    # -- answers -------------------------------------------------------------------------------

    def _hit(self, number: int) -> None:
        """Hit a spread; with several chosen cards, hit with each that fits, one after the other."""
        now = self.situation
        if now is None:
            return
        if self.question:
            self._answer_by_spread(number)
            return
        answer = now.hit_spread(number)
        self._answer(answer)
        while isinstance(answer, Play) and answer.rest and self._board.view is not None:
            rest = tuple(card for card in answer.rest if card in self._board.view.hand)
            if not rest:
                return
            answer = Situation(self._board.view, rest, self._why).hit_spread(number)
            if isinstance(answer, Play):
                self._answer(answer)

    def answer_at(self, place: int) -> int:
        """Return the answer that a number key gives; cards are numbered as in the hand."""
        asked, order = self.asked, self._board.arrangement.order
        if asked is None or asked.kind is not QuestionKind.DISCARD:
            return place
        cards = [left[0].discard for left in asked.answers if isinstance(left[0], Slap)]
        card = order[place] if place < len(order) else ""
        return cards.index(card) if card in cards else len(cards)

    def _answer_with(self, place: int) -> None:
        """Answer the question: play the only action left, or ask the next question."""
        asked = self.asked
        if asked is not None and place < len(asked.answers):
            left = asked.answers[place]
            self._answer(Play(left[0]) if len(left) == 1 else Ask(left))

    def _answer_by_spread(self, number: int) -> None:
        """Answer where a card is to go by a click on a spread."""
        asked = self.asked
        if asked is None or asked.kind is not QuestionKind.SPREAD:
            return
        for place, left in enumerate(asked.answers):
            if isinstance(left[0], Hit | Slap) and left[0].spread == number:
                self._answer_with(place)
                return

    def _answer(self, answer: Answer) -> None:
        self.question = ()
        match answer:
            case Play(action=action):
                self._play(action)
            case Begin(action=action):
                self._begin(action)
            case Choose(cards=cards):
                self._choose(cards)
            case Ask(options=options):
                self.question = options
                self.cursor = ChoiceTarget(0) if self.cursor else None
            case Refuse(why=why):
                self._refuse(why)

    def _choose(self, cards: tuple[Card, ...]) -> None:
        self._board.touch(cards, self._board.hovered)
