"""The player's own side of the table: what is chosen, carried, pointed at and asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pygame import Rect

from game.rules.actions import DRAW, TAKE, Action, Hit, Slap
from game.ui.table.arrangement import Sorting
from game.ui.table.asking import Kind, Question, question_of
from game.ui.table.carrying import Carrier
from game.ui.table.deciding import (
    Answer,
    Ask,
    Choose,
    Hint,
    Play,
    Refuse,
    Situation,
    carry,
    hit_spread,
    one_of,
    plain,
    press,
    slaps_of,
    tap_card,
    tap_pile,
)
from game.ui.table.intents import Cycle, Nudge, Step
from game.ui.table.keyboard import neighbour, next_group

if TYPE_CHECKING:
    from game.rules.cards import Card
    from game.rules.reasons import Reason
    from game.ui.table.board import Board

_NEXT_SORTING = {
    Sorting.RANK: Sorting.SUIT,
    Sorting.SUIT: Sorting.GROUPS,
    Sorting.GROUPS: Sorting.RANK,
    Sorting.OWN: Sorting.RANK,
}


class Desk:
    """Turns taps, presses and drags into choices and actions."""

    def __init__(
        self,
        board: Board,
        why: Callable[[Action], Reason | None],
        play: Callable[[Action], None],
        refuse: Callable[[Reason | Hint], None],
    ) -> None:
        self._board = board
        self._why, self._play, self._refuse = why, play, refuse
        self.cursor: str | None = None
        self.question: tuple[Action, ...] = ()
        self.hovered: str | None = None
        self.carrier = Carrier(board)
        self._order: tuple[Card, ...] = ()

    @property
    def situation(self) -> Situation | None:
        """What the player can decide on now."""
        view = self._board.view
        chosen = self.carrier.cards or self._board.chosen
        return None if view is None else Situation(view, chosen, self._why)

    @property
    def asked(self) -> Question | None:
        """What the player is asked now, with the answers to choose from."""
        return question_of(self.question) if self.question else None

    # -- choosing ------------------------------------------------------------------------------

    def tap(self, target: str) -> None:
        """A place is clicked, or acted on by the keyboard."""
        now = self.situation
        kind, _, rest = target.partition(":")
        if now is None:
            return
        match kind:
            case "choice":
                self._answer_with(int(rest))
            case "card":
                self._answer(tap_card(now, rest))
            case "stock":
                self._answer(plain(now, DRAW))
            case "pile":
                self._answer(tap_pile(now))
            case "spread":
                self._hit(int(rest))
            case "button":
                self.press(rest)
            case _:
                pass

    def press(self, button: str) -> None:
        """A button, or its key; the card under the cursor will do where none is chosen."""
        if button == "sort":
            self.sort()
            return
        if button == "pass" and self.asked is not None and self.asked.kind is Kind.DISCARD:
            self._answer_with(0)
            return
        now = self.situation
        if now is None:
            return
        under = (self.cursor or "").removeprefix("card:")
        if not now.chosen and button in {"hit", "discard"} and under in now.view.hand:
            now = Situation(now.view, (under,), now.why)
        self._answer(press(now, button))

    def pick(self, place: int) -> None:
        """Choose a card by its place, or let it go."""
        order, now = self._board.arrangement.order, self.situation
        if now is not None and place < len(order):
            self.cursor = f"card:{order[place]}"
            self._answer(tap_card(now, order[place]))

    def sort(self) -> None:
        """In the order after the one in which the hand is held now."""
        arrangement = self._board.arrangement
        arrangement.wish(_NEXT_SORTING[arrangement.sorting])
        self._board.rearrange()

    def back(self) -> bool:
        """Take back a question or a choice of cards; False if there is nothing to take back."""
        if self.carrier.is_carrying:
            self.put_back()
        elif self.question:
            self.question = ()
        elif self._board.chosen:
            self._choose(())
        else:
            return False
        return True

    def keep_up(self) -> None:
        """The table has changed: what is no longer there is no longer chosen."""
        view = self._board.view
        if view is None:
            return
        self.carrier.keep_up()
        self._choose(tuple(card for card in self._board.chosen if card in view.hand))
        if not set(self.question) <= set(view.legal):
            self.question = ()
        self._keep_cursor()

    def _keep_cursor(self) -> None:
        """Where the card under the cursor has gone, the one that took its place is under it now."""
        before, order = self._order, self._board.arrangement.order
        self._order = order
        kind, _, card = (self.cursor or "").partition(":")
        if kind != "card" or card in order:
            return
        place = before.index(card) if card in before else 0
        self.cursor = f"card:{order[min(place, len(order) - 1)]}" if order else None

    def hover(self, target: str | None) -> None:
        """The pointer is over a place; the keyboard's cursor gives way to it."""
        self.hovered = target
        if target is not None:
            self.cursor = None
        kind, _, rest = (target or "").partition(":")
        self._board.touch(self._board.chosen, rest if kind == "card" else None)

    # -- carrying ------------------------------------------------------------------------------

    def can_grab(self, target: str) -> bool:
        """Whether the pointer can pick this up now."""
        now = self.situation
        if now is None or self.question:
            return False
        if target == "pile":
            return now.is_legal(TAKE) or bool(slaps_of(now))
        if target == "stock":
            return now.is_legal(DRAW)
        return target.startswith("card:")

    def let_go(self, onto: str | None) -> None:
        """Let it go over a place."""
        now, carried, pulled = self.situation, self.carrier.cards, self.carrier.pulled
        self.put_back()
        if now is None:
            return
        if pulled is not None and onto == "hand":
            self._answer(plain(now, DRAW if pulled == "stock" else TAKE))
        elif pulled == "pile" and onto is not None:
            slaps = slaps_of(now, onto)
            self._answer(one_of(slaps) if slaps else Choose(now.chosen))
        elif carried and onto is not None:
            answer = carry(Situation(now.view, carried, now.why), onto)
            if answer is not None:
                self._answer(answer)

    def put_back(self) -> None:
        """Let go of what is carried, and nothing comes of it."""
        self.carrier.put_back()

    # -- the keyboard's cursor -----------------------------------------------------------------

    def step(self, found: dict[str, Rect], intent: Step | Cycle) -> None:
        """Move the cursor."""
        if isinstance(intent, Step):
            self.cursor = neighbour(found, self.cursor, intent)
        else:
            self.cursor = next_group(found, self.cursor, intent.by)

    def nudge(self, intent: Nudge) -> None:
        """Move the card under the cursor past its neighbour."""
        card = (self.cursor or "").removeprefix("card:")
        order = self._board.arrangement.order
        if card in order:
            self._board.arrangement.move(card, order.index(card) + intent.by)
            self._board.rearrange()

    # -- what comes of it ----------------------------------------------------------------------

    def _hit(self, number: int) -> None:
        """Hit a spread; with several cards chosen, with each that fits, one after the other."""
        now = self.situation
        if now is None:
            return
        if self.question:
            self._answer_by_spread(number)
            return
        answer = hit_spread(now, number)
        self._answer(answer)
        while isinstance(answer, Play) and answer.rest and self._board.view is not None:
            rest = tuple(card for card in answer.rest if card in self._board.view.hand)
            if not rest:
                return
            answer = hit_spread(Situation(self._board.view, rest, self._why), number)
            if isinstance(answer, Play):
                self._answer(answer)

    def answer_at(self, place: int) -> int:
        """The answer that a number key gives: cards are counted as they are held."""
        asked, order = self.asked, self._board.arrangement.order
        if asked is None or asked.kind is not Kind.DISCARD:
            return place
        cards = [left[0].discard for left in asked.answers if isinstance(left[0], Slap)]
        card = order[place] if place < len(order) else ""
        return cards.index(card) if card in cards else len(cards)

    def _answer_with(self, place: int) -> None:
        """An answer may be all that was missing, or leave another question."""
        asked = self.asked
        if asked is not None and place < len(asked.answers):
            left = asked.answers[place]
            self._answer(Play(left[0]) if len(left) == 1 else Ask(left))

    def _answer_by_spread(self, number: int) -> None:
        """A click on a spread answers the question where a card is to go."""
        asked = self.asked
        if asked is None or asked.kind is not Kind.SPREAD:
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
            case Choose(cards=cards):
                self._choose(cards)
            case Ask(options=options):
                self.question = options
                self.cursor = "choice:0" if self.cursor else None
            case Refuse(why=why):
                self._refuse(why)

    def _choose(self, cards: tuple[Card, ...]) -> None:
        self._board.touch(cards, self._board.hovered)
