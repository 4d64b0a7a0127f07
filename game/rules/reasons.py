"""Why an action is refused: one reason for each refusal, turned into a sentence by whoever shows
it.
"""

from enum import StrEnum


class Reason(StrEnum):
    """Each names the rule that stands in the way."""

    HAND_OVER = "the hand is over"
    NOT_YOUR_TURN = "it is not this seat's turn"
    HAND_ENDING = "the hand ends unless its last discard is slapped"
    DRAW_FIRST = "the turn starts with a draw, a take or a drop"
    ALREADY_DREW = "the card for this turn has been drawn"
    CHANCE_ONLY = "only spreads, hits and a pass are left"
    NO_CHANCE = "there is no last chance to pass on"
    CARD_NOT_HELD = "the card is not in this hand"
    NO_SUCH_SPREAD = "there is no spread of that number"
    STOCK_EMPTY = "the stock is empty"
    STOCK_NOT_EMPTY = "the stock still holds cards"
    PILE_EMPTY = "the discard pile is empty"
    TAKES_EXHAUSTED = "after so many turns without change nobody may take until somebody draws"
    NOT_USABLE_NOW = "a taken card must be used at once, and this one cannot be"
    MUST_USE_TAKEN = "the card just taken must be used now"
    NOT_A_SPREAD = "these cards are neither a book nor a run"
    BAD_WILD = "a wild card is named wrongly"
    DOES_NOT_FIT = "the card does not fit that spread"
    BOOKS_CLOSED = "books may not be hit"
    SPREAD_BURIED = "that book has left the table"
    HITS_USED_UP = "no more cards may be hit this turn"
    SPREAD_EMPTIES = "a spread may not empty the hand"
    BLOCKED_BY_HIT = "a seat that was hit may not empty its hand this turn"
    JUST_TAKEN = "the card just taken may not be discarded"
    MUST_SPREAD = "a spread in hand must be laid first"
    NO_DISCARD_AFTER_HIT = "a turn with a hit ends without a discard"
    DISCARD_OWED = "the turn ends with a discard"
    WAITING = "this seat must wait before it may drop"
    NOT_ON_FIRST_TURN = "nobody may drop on the first turn"
    NO_NATURAL = "there is no natural to declare"
    NATURAL_LAPSED = "the natural has lapsed"
    NOT_SLAPPABLE = "nothing can be slapped now"
    NEXT_SEAT_CANNOT_SLAP = "the seat next to play does not slap"
    NO_SLAP_DISCARD = "this slap allows no discard"


class IllegalActionError(ValueError):
    """An action that the rules refuse at this point."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(reason.value)
