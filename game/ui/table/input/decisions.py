"""What an intent means at this moment: an action, a choice of cards, a question or a refusal.

Pure functions of the player's view and chosen cards, shared by mouse and keyboard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from game.rules.actions import (
    DECLARE,
    DONE,
    DRAW,
    DROP,
    PASS,
    STOP,
    TAKE,
    Action,
    Discard,
    Hit,
    Reason,
    Slap,
    Spread,
)
from game.rules.phases import Phase
from game.rules.spreads import BOOK_LEAST, hits_in, spreads_in
from game.ui.table.input.targets import (
    ALWAYS_LIVE,
    ButtonTarget,
    CardTarget,
    ChoiceTarget,
    ClothTarget,
    DropTarget,
    HandTarget,
    PileTarget,
    SpreadTarget,
    StockTarget,
    Target,
)
from game.ui.text.language import N_

if TYPE_CHECKING:
    from pygame import Rect

    from game.rules.cards import Card
    from game.rules.ruleset import RuleSet
    from game.rules.spreads import TableSpread
    from game.rules.view import SeatView


class InputRefusal(StrEnum):
    """What is missing before the rules can decide at all."""

    CHOOSE_ONE = N_("Pick a card first.")
    CHOOSE_SPREAD = N_("Pick the cards of a book or run first.")
    TOO_FEW = N_("A spread takes at least three cards.")
    ONLY_ONE = N_("Only one card at a time.")
    NONE_HELD = N_("You hold no book and no run.")
    NO_SPREADS = N_("No spread to hit.")
    CLAIM_FIRST = N_("Take the discard or leave it first.")
    SLAP_FIRST = N_("Slap the discard or pass first.")
    DROP_FIRST = N_("Drop first, or pass.")
    DEAD_JOKER = N_("Jokers are dead here: you can only discard them.")
    OTHERS_FIRST = N_("The others may still act before your turn.")


@dataclass(frozen=True, slots=True)
class Play:
    """The decision to play an action, then to hit the same spread with ``rest`` where they fit."""

    action: Action
    rest: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Begin:
    """The decision not to drop, and to begin the turn once the others have not dropped either."""

    action: Action


@dataclass(frozen=True, slots=True)
class Choose:
    """The decision to choose these cards."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """The decision to ask the player which of several actions is meant."""

    options: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Refuse:
    """The decision to refuse, and why."""

    why: Reason | InputRefusal


Answer: TypeAlias = Play | Begin | Choose | Ask | Refuse


@dataclass(frozen=True, slots=True)
class Situation:
    """The player's view and chosen cards, and why an action is illegal (None: legal)."""

    view: SeatView
    chosen: tuple[Card, ...]
    why: Callable[[Action], Reason | None]

    def is_legal(self, action: Action) -> bool:
        return action in self.view.legal

    def laid_with(self, card: Card) -> Answer | None:
        """Return the longest spread that contains a card; None if there is no single one."""
        found = [
            each for each in self.view.legal if isinstance(each, Spread) and card in each.cards
        ]
        most = max((len(each.cards) for each in found), default=0)
        longest = [each for each in found if len(each.cards) == most]
        is_one = len({frozenset(each.cards) for each in longest}) == 1
        return one_of(tuple(longest)) if is_one else None

    def why_none(self, actions: Sequence[Action]) -> Reason | None:
        """Return why none of several actions is legal, if one reason holds for most of them."""
        reasons = Counter(map(self.why, actions))
        return None if None in reasons or not reasons else reasons.most_common(1)[0][0]

    def why_no_spread(self) -> Reason | InputRefusal | None:
        """Return why no spread at all may be laid: all are barred, or none is held."""
        spreads = spreads_in(self.view.rules, self.view.hand)
        return self.why_none(spreads) if spreads else InputRefusal.NONE_HELD

    def why_no_hit(self) -> Reason | None:
        """Return why no card at all may be hit though some fit, or that all spreads are closed."""
        view = self.view
        closed = [self.why_closed(each.number) for each in view.spreads]
        if all(closed):
            return closed[0]
        return self.why_none(hits_in(view.rules, view.hand, view.spreads))

    def why_not_hit(self, card: Card, spread: TableSpread) -> Reason:
        """Return why a card may not be hit onto a spread; "closed" only if the card would fit."""
        why = self.why(Hit(card, spread.number)) or Reason.DOES_NOT_FIT
        is_closed = why in {Reason.BOOKS_CLOSED, Reason.SPREAD_BURIED}
        fits = card[0] == spread.stands_for[0] or self.view.rules.is_wild(card)
        return Reason.DOES_NOT_FIT if is_closed and not fits else why

    def unexplained(self, action: Action) -> Reason | InputRefusal:
        """Return why not, for an action that is legal only after another decision."""
        if self.view.must_use is not None:
            return Reason.MUST_USE_TAKEN
        if action == DROP and self.view.turn != self.view.seat:
            return Reason.DROP_BETWEEN_TURNS
        if self.slaps_of():
            return InputRefusal.SLAP_FIRST
        if may_drop_between_turns(self.view):
            return InputRefusal.DROP_FIRST
        if PASS in self.view.legal:
            return InputRefusal.CLAIM_FIRST
        is_next = self.view.turn == self.view.seat and self.view.phase is Phase.START
        return InputRefusal.OTHERS_FIRST if is_next else Reason.NOT_YOUR_TURN

    def why_not_laid(self, why: Reason) -> Refuse:
        """Return a refusal; that a joker is dead explains more than a general reason."""
        general = {Reason.NOT_A_SPREAD, Reason.DOES_NOT_FIT, Reason.BAD_WILD}
        is_dead = any(map(self.view.rules.is_dead, self.chosen))
        return Refuse(InputRefusal.DEAD_JOKER if is_dead and why in general else why)

    def too_early(self) -> Refuse | None:
        """Return why no cards at all can be laid now; None if they can."""
        view = self.view
        if view.phase is Phase.OVER:
            return Refuse(Reason.HAND_OVER)
        if view.seat != view.turn or view.seat not in view.may_act:
            why = self.why(DONE)
            if why in {Reason.ANOTHERS_CHANCE, Reason.HAND_ENDING}:  # these are more specific
                return Refuse(why)
            return Refuse(Reason.NOT_YOUR_TURN)
        return Refuse(Reason.DRAW_FIRST) if view.phase is Phase.START else None

    def tap_card(self, card: Card) -> Answer:
        """Choose or unchoose a card; if only a discard is legal, choose it in place of another."""
        if card in self.chosen:
            return Choose(tuple(held for held in self.chosen if held != card))
        lays = any(isinstance(action, Spread | Hit) for action in self.view.legal)
        discards = any(isinstance(action, Discard) for action in self.view.legal)
        return Choose((card,) if discards and not lays else (*self.chosen, card))

    def tap_pile(self) -> Answer:
        """Take the discard at the start of a turn; afterwards, discard the chosen card."""
        slaps = self.slaps_of()
        if slaps and not self.is_legal(TAKE):
            return one_of(slaps)
        if self.view.phase is Phase.START or self.view.seat not in self.view.may_act:
            return self.plain(TAKE)
        return self.discard() if self.chosen else self.plain(TAKE)

    def plain(self, action: Action) -> Answer:
        """Return the answer to an action that needs no cards."""
        if self.is_legal(action):
            return Play(action)
        why = self.why(action)
        if why is None and self.may_begin_later():
            return Begin(action)
        return Refuse(why or self.unexplained(action))

    def discard(self) -> Answer:
        """Lay the chosen card on the discard pile."""
        if not self.chosen:
            barred = self.why_none([Discard(card) for card in self.view.hand])
            return self.too_early() or Refuse(barred or InputRefusal.CHOOSE_ONE)
        if len(self.chosen) > 1:
            return Refuse(InputRefusal.ONLY_ONE)
        return self.plain(Discard(self.chosen[0]))

    def spread(self) -> Answer:
        """Lay the chosen cards as a spread."""
        if not self.chosen:
            return self.too_early() or Refuse(self.why_no_spread() or InputRefusal.CHOOSE_SPREAD)
        options = self.spreads_of()
        if options:
            return one_of(options)
        found = self.why_not_laid(self.why(Spread(self.chosen)) or Reason.NOT_A_SPREAD)
        if found.why is not Reason.NOT_A_SPREAD or len(self.chosen) >= BOOK_LEAST:
            return found
        return Refuse(self.why_no_spread() or InputRefusal.TOO_FEW)

    def spreads_of(self) -> tuple[Action, ...]:
        """Return every way to lay exactly the chosen cards."""
        chosen = set(self.chosen)
        return tuple(
            action
            for action in self.view.legal
            if isinstance(action, Spread) and set(action.cards) == chosen
        )

    def hit(self) -> Answer:
        """Hit with the chosen card, on any spread that it fits."""
        if not self.view.spreads:
            return self.too_early() or Refuse(InputRefusal.NO_SPREADS)
        if not self.chosen:
            return self.too_early() or Refuse(self.why_no_hit() or InputRefusal.CHOOSE_ONE)
        if len(self.chosen) > 1:
            return Refuse(InputRefusal.ONLY_ONE)
        options = self.hits_of(self.chosen[0])
        if options:
            return one_of(options)
        reasons = [self.why_not_hit(self.chosen[0], each) for each in self.view.spreads]
        special = (why for why in reasons if why is not Reason.DOES_NOT_FIT)
        return self.why_not_laid(next(special, Reason.DOES_NOT_FIT))

    def hit_spread(self, number: int) -> Answer:
        """Hit one spread with each chosen card that fits, one after the other.

        If the top discard may be slapped, slap it there instead.
        """
        slaps = self.slaps_of(number)
        if slaps:
            return one_of(slaps)
        if not self.chosen:
            return self.too_early() or Refuse(InputRefusal.CHOOSE_ONE)
        for card in self.chosen:
            options = self.hits_of(card, number)
            rest = tuple(other for other in self.chosen if other != card)
            if len(options) == 1:
                return Play(options[0], rest)
            if options:
                return Ask(options)
        return self.why_not_laid(self.why(Hit(self.chosen[0], number)) or Reason.DOES_NOT_FIT)

    def hits_of(self, card: Card, number: int | None = None) -> tuple[Action, ...]:
        """Return every hit with a card, on one spread or on any."""
        return tuple(
            action
            for action in self.view.legal
            if isinstance(action, Hit) and action.card == card and number in {None, action.spread}
        )

    def slaps_of(self, number: int | None = None) -> tuple[Action, ...]:
        """Return every legal slap, onto one spread or onto any."""
        return tuple(
            action
            for action in self.view.legal
            if isinstance(action, Slap) and number in {None, action.spread}
        )

    def press(self, name: str) -> Answer:
        """Return the answer to a button or its key, by name."""
        match name:
            case "spread":
                return self.spread()
            case "hit":
                return self.hit()
            case "discard":
                return self.discard()
            case "slap":
                if options := self.slaps_of():
                    return one_of(options)
                reasons = [
                    self.why(Slap(self.view.seat, each.number)) for each in self.view.spreads
                ]
                is_next = Reason.NEXT_SEAT_CANNOT_SLAP in reasons
                return Refuse(Reason.NEXT_SEAT_CANNOT_SLAP if is_next else Reason.NOT_SLAPPABLE)
            case _:
                return self.plain(_PLAIN[name])

    def drop(self, onto: DropTarget) -> Answer | None:
        """Return the answer to chosen cards dropped on a target; None if that means nothing."""
        match onto:
            case PileTarget():
                return self.discard()
            case SpreadTarget(number):
                return self.hit_spread(number)
            case ClothTarget():
                return self.spread() if len(self.chosen) > 1 else self.laid_with(self.chosen[0])
            case HandTarget():
                return None

    def live(self, found: Mapping[Target, Rect]) -> dict[Target, Rect]:
        """Return the enabled targets: those on which a click does anything."""
        # Spreads that a chosen card fits, or the top discard if it may be slapped.
        spreads = frozenset(
            action.spread
            for action in self.view.legal
            if isinstance(action, Slap) or (isinstance(action, Hit) and action.card in self.chosen)
        )
        return {target: box for target, box in found.items() if self._is_live(target, spreads)}

    def _is_live(self, target: Target, spreads: frozenset[int]) -> bool:
        match target:
            case StockTarget():
                return isinstance(self.plain(DRAW), Play | Begin)
            case PileTarget():
                return isinstance(self.tap_pile(), Play | Begin | Ask)
            case SpreadTarget(number):
                return number in spreads
            case ButtonTarget("hint"):
                return bool(self.view.legal)
            case ButtonTarget("spread" | "hit" | "discard") if not self.chosen:
                return False
            case ButtonTarget(name):
                return target in ALWAYS_LIVE or isinstance(self.press(name), Play | Ask)
            case CardTarget() | ChoiceTarget():
                return True

    def why_not(self, target: Target) -> Reason | InputRefusal | None:
        """Return why a click on a target does nothing now, or why one of the player's cards may not
        be discarded; None if there is nothing to explain.
        """
        is_on_turn = self.view.seat == self.view.turn and self.view.seat in self.view.may_act
        match target:
            case ButtonTarget(name) if name in {*_PLAIN, "spread", "hit", "discard", "slap"}:
                answer: Answer = self.press(name)
            case StockTarget():
                answer = self.plain(DRAW)
            case PileTarget():
                answer = self.tap_pile()
            case CardTarget(card) if is_on_turn and self.view.phase is Phase.LAY:
                answer = Situation(self.view, (card,), self.why).discard()
            case SpreadTarget(number) if why := self.why_closed(number):
                return why
            case SpreadTarget(number) if self.chosen:
                answer = self.hit_spread(number)
            case _:
                return None
        return answer.why if isinstance(answer, Refuse) else None

    def why_closed(self, number: int) -> Reason | None:
        """Return why no card at all may be hit onto a spread."""
        spread = next((each for each in self.view.spreads if each.number == number), None)
        if spread is None or spread.is_open:
            return None
        return Reason.SPREAD_BURIED if spread.buried else Reason.BOOKS_CLOSED

    def may_begin_later(self) -> bool:
        """Return whether the player is next, and others may still drop before its turn begins."""
        view = self.view
        is_asked = PASS in view.legal and TAKE not in view.legal and view.phase is Phase.START
        return is_asked and view.turn == view.seat and view.rules.drop_when == "any_time"


_PLAIN: Final[Mapping[str, Action]] = {
    "drop": DROP,
    "draw": DRAW,
    "take": TAKE,
    "stop": STOP,
    "done": DONE,
    "pass": PASS,
    "declare": DECLARE,
}
"""The actions of buttons and keys that do not depend on the choice of cards."""


def one_of(options: tuple[Action, ...]) -> Answer:
    return Play(options[0]) if len(options) == 1 else Ask(options)


def may_drop_between_turns(view: SeatView) -> bool:
    """Return whether the player is asked to drop before the next turn begins (RULES.md §5.17)."""
    return view.rules.drop_when == "any_time" and DROP in view.legal and PASS in view.legal


def is_risky_drop(view: SeatView) -> bool:
    """Return whether a drop, on the player's turn or out of it, would probably be caught, by what
    others hold.

    Their counts are taken as normally distributed, with the mean of as many cards that have not
    been laid, less 6 % for each round: so fast do the levels get rid of points.
    """
    from statistics import NormalDist, fmean, pstdev  # slow to import

    seen = {*view.hand, *(card for spread in view.spreads for card in spread.cards)}
    points = [view.rules.points(card) for card in view.rules.pack() if card not in seen]
    left = max(0.6, 1 - 0.06 * view.turns / view.seats)
    safe = 1.0
    for seat, size in enumerate(view.sizes):
        if seat != view.seat:
            apart = max(0.1, pstdev(points) * size**0.5)
            hand = NormalDist(left * size * fmean(points), left * apart)
            safe *= 1 - hand.cdf(view.count + 0.5)
    return safe < 0.5


# -- questions: several possible actions are narrowed down one question at a time ------------------


class QuestionKind(Enum):
    """The subject of a question."""

    SPREAD = auto()
    """The spread on the table that a card goes to."""
    DISCARD = auto()
    """The card to discard after a slap, if any; the first answer is none."""
    WILD = auto()
    """What wild cards stand for."""


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """A question to the player; each answer is the set of actions that it leaves possible."""

    kind: QuestionKind
    answers: tuple[tuple[Action, ...], ...]

    def leading_to(self, action: Action) -> int | None:
        """Return the index of the answer that leads to an action."""
        return next((at for at, left in enumerate(self.answers) if action in left), None)


def question_of(actions: Sequence[Action]) -> TableQuestion:
    """Return the first question that narrows actions down: spread, then discard or wilds."""
    spreads = {each.spread for each in actions if isinstance(each, Hit | Slap)}
    kind = QuestionKind.WILD
    if len(spreads) > 1:
        kind = QuestionKind.SPREAD
    elif all(isinstance(each, Slap) for each in actions):
        kind = QuestionKind.DISCARD
    answers: dict[Hashable, list[Action]] = {}
    for each in actions:
        key: Hashable = each
        if kind is QuestionKind.SPREAD:
            key = each.spread if isinstance(each, Hit | Slap) else None
        elif kind is QuestionKind.DISCARD:
            key = each.discard if isinstance(each, Slap) else None
        answers.setdefault(key, []).append(each)
    return TableQuestion(kind, tuple(map(tuple, answers.values())))


# -- suggestions -----------------------------------------------------------------------------------


def suggested(view: SeatView) -> frozenset[Card]:
    """Return the player's cards that could be laid this turn, legal now or after the draw."""
    if view.result is not None or view.seat not in view.may_act:
        return frozenset()
    if view.phase is Phase.START:
        return _to_come(view.rules, view.hand, view.spreads)
    cards: set[Card] = set()
    for action in view.legal:
        if isinstance(action, Spread):
            cards.update(action.cards)
        elif isinstance(action, Hit):
            cards.add(action.card)
    return frozenset(cards)


@lru_cache(maxsize=8)
def _to_come(
    rules: RuleSet, hand: tuple[Card, ...], spreads: tuple[TableSpread, ...]
) -> frozenset[Card]:
    cards = {card for spread in spreads_in(rules, hand) for card in spread.cards}
    cards.update(hit.card for hit in hits_in(rules, hand, spreads))
    return frozenset(cards)
