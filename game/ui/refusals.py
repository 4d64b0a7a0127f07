"""What is said to a player who tries what the rules refuse: one sentence for each reason."""

from collections.abc import Mapping
from typing import Final

from game.rules.reasons import Reason
from game.ui.text import N_

REFUSALS: Final[Mapping[Reason, str]] = {
    Reason.HAND_OVER: N_("The hand is over."),
    Reason.HAND_ENDING: N_("The hand ends here unless the last discard is slapped."),
    Reason.NOT_YOUR_TURN: N_("It is not your turn."),
    Reason.DRAW_FIRST: N_("Draw from the stock or take the discard first."),
    Reason.ALREADY_DREW: N_("You have drawn your card for this turn."),
    Reason.CHANCE_ONLY: N_("You have one last chance: spread, hit or pass."),
    Reason.NO_CHANCE: N_("There is nothing to pass on."),
    Reason.CARD_NOT_HELD: N_("That card is not in your hand."),
    Reason.NO_SUCH_SPREAD: N_("There is no such spread."),
    Reason.STOCK_EMPTY: N_("The stock is empty: take the discard, stop or drop."),
    Reason.STOCK_NOT_EMPTY: N_("You may stop only when the stock is empty."),
    Reason.PILE_EMPTY: N_("There is no discard to take."),
    Reason.TAKES_EXHAUSTED: N_("Nothing has changed for too long: draw from the stock, or drop."),
    Reason.NOT_USABLE_NOW: N_("You may take the discard only to spread or hit with it at once."),
    Reason.MUST_USE_TAKEN: N_("Spread or hit with the card you took first."),
    Reason.NOT_A_SPREAD: N_("These cards are neither a book nor a run."),
    Reason.BAD_WILD: N_("A wild card cannot stand for that here."),
    Reason.DOES_NOT_FIT: N_("That card does not fit that spread."),
    Reason.BOOKS_CLOSED: N_("Books may not be hit at this table."),
    Reason.SPREAD_BURIED: N_("That book has left the table."),
    Reason.HITS_USED_UP: N_("Only one hit a turn at this table."),
    Reason.SPREAD_EMPTIES: N_("A spread may not be your last cards at this table."),
    Reason.BLOCKED_BY_HIT: N_("You have been hit: you may not go out this turn."),
    Reason.JUST_TAKEN: N_("You may not discard the card you have just taken."),
    Reason.MUST_SPREAD: N_("You must lay the spread in your hand first."),
    Reason.NO_DISCARD_AFTER_HIT: N_("After a hit the turn ends without a discard."),
    Reason.DISCARD_OWED: N_("Your turn ends with a discard."),
    Reason.WAITING: N_("You have to wait before you may drop."),
    Reason.NOT_ON_FIRST_TURN: N_("Nobody may drop on the first turn at this table."),
    Reason.NO_NATURAL: N_("You were not dealt a natural."),
    Reason.NATURAL_LAPSED: N_("Your natural has lapsed."),
    Reason.NOT_SLAPPABLE: N_("There is nothing to slap."),
    Reason.NEXT_SEAT_CANNOT_SLAP: N_("It is your turn next: take the card instead."),
    Reason.NO_SLAP_DISCARD: N_("There is no discard after this slap."),
}
