"""The actions of a seat, why one may be refused, and how records write them.

Actions do not hold a seat, for within a turn only one may act. ``Slap`` is the exception, since
several seats race for it. A drop out of turn (RULES.md §5.17) is an ordinary ``Drop``; its seat is
passed separately (``Hand.act``).
"""

import re
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Final, Self, TypeAlias

from game.rules.cards import RANKS, Card, is_card
from game.rules.messages import N_, RefusedError


@dataclass(frozen=True, slots=True)
class Drop:
    """End the hand by claiming the lowest count (RULES.md §3)."""


@dataclass(frozen=True, slots=True)
class Declare:
    """Show a natural that is claimed in turn (RULES.md §5.2)."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of the stock."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top card of the discard pile."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Decline to take when the stock is empty; ends the hand as a stock-out."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Lay a book or a run.

    ``wild`` gives, for each wild card that does not stand for itself, the rank that it stands for:
    ``Spread(("5H", "2S", "7H"), (("2S", "6"),))``.
    """

    cards: tuple[Card, ...]
    wild: tuple[tuple[Card, str], ...] = ()

    @property
    def is_of_aces(self) -> bool:
        """Whether its cards are aces, or stand for aces."""
        named = dict(self.wild)
        return {named.get(card, card[0]) for card in self.cards} == {"A"}


@dataclass(frozen=True, slots=True)
class Hit:
    """Add ``card`` to spread number ``spread``; ``stands_for`` is the rank of a wild card, or
    empty.
    """

    card: Card
    spread: int
    stands_for: str = ""


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay ``card`` on the discard pile; ends the turn."""

    card: Card


@dataclass(frozen=True, slots=True)
class Done:
    """End the turn without a discard, if the rules say so (RULES.md §4.4, §5.5)."""


@dataclass(frozen=True, slots=True)
class Slap:
    """``seat`` slaps the top discard onto spread number ``spread``, then may discard (RULES.md
    §5.9).
    """

    seat: int
    spread: int
    discard: Card | None = field(default=None)


@dataclass(frozen=True, slots=True)
class Pass:
    """Decline a last chance to lay (RULES.md §5.13, §5.18)."""


Action: TypeAlias = (
    Drop | Declare | Draw | Take | Stop | Spread | Hit | Discard | Done | Slap | Pass
)

DROP: Final = Drop()
DECLARE: Final = Declare()
DRAW: Final = Draw()
TAKE: Final = Take()
STOP: Final = Stop()
DONE: Final = Done()
PASS: Final = Pass()


def cards_played(action: Action) -> tuple[Card, ...]:
    """Return the cards that an action takes from the hand of the seat that plays it."""
    match action:
        case Spread(cards):
            return cards
        case Hit(card) | Discard(card) | Slap(_, _, str(card)):
            return (card,)
        case _:
            return ()


class Reason(StrEnum):
    """Why an action is refused: by the rule, and in the ``sentence`` for the player who tried, not
    yet translated.
    """

    sentence: str

    def __new__(cls, rule: str, sentence: str) -> Self:
        """Make a member whose value is the ``rule``."""
        made = str.__new__(cls, rule)
        made._value_, made.sentence = rule, sentence
        return made

    HAND_OVER = "the hand is over", N_("The hand is over.")
    NOT_YOUR_TURN = "it is not this seat's turn", N_("Not your turn.")
    NO_SUCH_SEAT = "there is no such seat", N_("That seat is empty.")
    DROP_ON_OWN_TURN = (
        "by these rules a seat may drop only at the start of its own turn",
        N_("Here you may drop only at the start of your turn."),
    )
    DROP_BETWEEN_TURNS = (
        "out of turn a seat may drop only before the next turn has begun",
        N_("You may drop between turns: wait for this one to end."),
    )
    ANOTHERS_CHANCE = (
        "another seat has its last chance first: spread, hit or pass",
        N_("Someone else gets their last chance to lay first."),
    )
    HAND_ENDING = (
        "the hand is ending: only its last discard may be slapped",
        N_("The hand is ending: only the last discard may still be slapped."),
    )
    DRAW_FIRST = (
        "the turn starts with a draw, a take or a drop",
        N_("Draw from the stock or take the discard first."),
    )
    ALREADY_DREW = "the card for this turn has been drawn", N_("You have already drawn this turn.")
    CHANCE_ONLY = (
        "only spreads, hits and a pass are left",
        N_("Your last chance: spread, hit or pass."),
    )
    NO_CHANCE = "there is no last chance to pass on", N_("Nothing to pass on.")
    CARD_NOT_HELD = "the card is not in this hand", N_("That card is not in your hand.")
    NO_SUCH_SPREAD = "there is no spread of that number", N_("No such spread.")
    STOCK_EMPTY = "the stock is empty", N_("The stock is empty: there is nothing to draw.")
    STOCK_NOT_EMPTY = (
        "the stock still holds cards",
        N_("You may stop only when the stock is empty."),
    )
    PILE_EMPTY = "the discard pile is empty", N_("No discard to take.")
    TAKES_EXHAUSTED = (
        "after so many turns without change nobody may take until somebody draws",
        N_("Nothing new for three rounds: nobody may take until somebody draws."),
    )
    NOT_USABLE_NOW = (
        "a taken card must be used at once, and this one cannot be",
        N_("You may take the discard only to spread or hit with it right away."),
    )
    MUST_USE_TAKEN = (
        "the card just taken must be used now",
        N_("First spread or hit with the card you took."),
    )
    NOT_A_SPREAD = (
        "these cards are neither a book nor a run",
        N_("These cards are neither a book nor a run."),
    )
    BAD_WILD = "a wild card is named wrongly", N_("A wild card cannot stand for that here.")
    DOES_NOT_FIT = "the card does not fit that spread", N_("That card does not fit that spread.")
    BOOKS_CLOSED = "books may not be hit", N_("No hitting books at this table.")
    SPREAD_BURIED = "that book has left the table", N_("That book has left the table.")
    HITS_USED_UP = "no more cards may be hit this turn", N_("One hit a turn at this table.")
    SPREAD_EMPTIES = (
        "a spread may not empty the hand",
        N_("Here you may not lay your last cards as a spread."),
    )
    BLOCKED_BY_HIT = (
        "a seat that was hit may not empty its hand this turn",
        N_("You were hit: you may not go out this turn."),
    )
    JUST_TAKEN = (
        "the card just taken may not be discarded",
        N_("You may not discard the card you have just taken."),
    )
    MUST_SPREAD = (
        "a spread in hand must be laid first",
        N_("You must lay the spread in your hand first."),
    )
    NO_DISCARD_AFTER_HIT = (
        "a turn with a hit ends without a discard",
        N_("After a hit the turn ends without a discard."),
    )
    DISCARD_OWED = "the turn ends with a discard", N_("Your turn ends with a discard.")
    WAITING = "this seat must wait before it may drop", N_("You must wait before you drop.")
    NOT_ON_FIRST_TURN = "nobody may drop on the first turn", N_("No drops on the first turn here.")
    COUNT_TOO_HIGH = "the count is too high for a drop", N_("Your count is too high to drop here.")
    NO_NATURAL = "there is no natural to declare", N_("You have no natural.")
    NATURAL_LAPSED = "the natural has lapsed", N_("Your natural has lapsed.")
    NOT_SLAPPABLE = "nothing can be slapped now", N_("Nothing to slap.")
    NEXT_SEAT_CANNOT_SLAP = (
        "the seat next to play does not slap",
        N_("Your turn is next: here you may take the card, not slap it."),
    )
    NO_SLAP_DISCARD = "this slap allows no discard", N_("There is no discard after this slap.")


class IllegalActionError(RefusedError):
    """An action that the rules refuse in the current state."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(reason.value)


# Actions as hand records write them: ``1 hit 2S=6 0`` (HAND_RECORD, *Actions*).


_BARE: Final[dict[str, Action]] = {
    "drop": DROP,
    "declare": DECLARE,
    "draw": DRAW,
    "take": TAKE,
    "stop": STOP,
    "done": DONE,
    "pass": PASS,
}
_WORDS: Final = {action: word for word, action in _BARE.items()}
GRAMMAR: Final = "SEAT VERB …, one blank between words, like 1 draw or 1 hit 2S=6 0"


def action_text(seat: int, action: Action) -> str:
    """Return an action as a record writes it."""
    return f"{seat} {_text(action)}"


def _text(action: Action) -> str:
    match action:
        case Spread(cards, wild):
            named = dict(wild)
            return " ".join(["spread", *(_card_text(card, named.get(card, "")) for card in cards)])
        case Hit(card, spread, stands_for):
            return f"hit {_card_text(card, stands_for)} {spread}"
        case Discard(card):
            return f"discard {card}"
        case Slap(_, spread, discard):
            return f"slap {spread}" if discard is None else f"slap {spread} {discard}"
        case _:
            return _WORDS[action]


def _card_text(card: Card, stands_for: str) -> str:
    return f"{card}={stands_for}" if stands_for else card


@lru_cache(maxsize=1 << 12)
def parse_action(text: str) -> tuple[int, Action]:
    """Return the seat and the action in a record's text; raise ``ValueError`` if it is not one."""
    words = text.split(" ")
    if len(words) < 2:
        raise ValueError(text)
    seat, verb, rest = _number(words[0]), words[1], words[2:]
    if verb in _BARE and not rest:
        return seat, _BARE[verb]
    match verb, rest:
        case "spread", [_, *_]:
            placed = [_placed(word) for word in rest]
            wild = tuple((card, rank) for card, rank in placed if rank)
            return seat, Spread(tuple(card for card, _ in placed), wild)
        case "hit", [card, number]:
            name, stands_for = _placed(card)
            return seat, Hit(name, _number(number), stands_for)
        case "discard", [card]:
            return seat, Discard(_card(card))
        case "slap", [number]:
            return seat, Slap(seat, _number(number))
        case "slap", [number, card]:
            return seat, Slap(seat, _number(number), _card(card))
        case _:
            raise ValueError(text)


def _placed(word: str) -> tuple[Card, str]:
    name, equals, rank = word.partition("=")
    if equals and (len(rank) != 1 or rank not in RANKS):
        raise ValueError(word)
    return _card(name), rank


def _card(word: str) -> Card:
    if not is_card(word):
        raise ValueError(word)
    return word


def _number(word: str) -> int:
    if not re.fullmatch(r"0|[1-9][0-9]{0,3}", word, re.ASCII):
        raise ValueError(word)
    return int(word)
