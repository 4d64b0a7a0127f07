"""Drawing, taking, spreading and hitting (RULES.md §4.3)."""

from typing import Final

from game.rules.option import Option, Told, choice, flag, whole
from game.rules.texts import N_
from game.rules.values import Whole

LAYING: Final[dict[str, Option]] = {
    "take": choice(
        "laying",
        N_("Taking a discard"),
        N_("Whether a card taken from the discard pile may go into the hand or must be used."),
        {
            "hand": Told(
                N_("into the hand"),
                N_("A card taken from the discard pile may be kept in hand."),
            ),
            "use_now": Told(
                N_("only to use it at once"),
                N_(
                    "You may take the top discard only if you use it at once, in a spread or as a "
                    "hit."
                ),
            ),
        },
    ),
    "return_taken": flag(
        "laying",
        N_("A taken card may be discarded"),
        N_("Whether the card just taken from the discard pile may be discarded on the same turn."),
        N_("You may discard the card that you have just taken."),
        N_(
            "You may not discard the card that you have just taken, unless it is the only one you "
            "hold."
        ),
    ),
    "touch_stock": flag(
        "laying",
        N_("Touching the stock binds"),
        N_("Whether you must draw from the stock once you have touched it."),
        N_("Once you touch the stock you must draw from it."),
        N_("Touching the stock does not bind you."),
        quiet=False,
    ),
    "must_spread": choice(
        "laying",
        N_("Spreads must be laid"),
        N_("Whether you may keep a spread in hand when you discard."),
        {
            "no": Told(N_("no"), N_("You never have to lay a spread.")),
            "yes": Told(
                N_("yes"),
                N_("You may not end your turn while you hold a spread that you could lay."),
            ),
            "except_aces": Told(
                N_("yes, but for aces"),
                N_(
                    "You may not end your turn while you hold a spread that you could lay, but a "
                    "book of aces may be kept."
                ),
            ),
        },
    ),
    "hit_books": flag(
        "laying",
        N_("Books may be hit"),
        N_("Whether a card may be added to a book on the table, or to runs alone."),
        N_("Books may be hit with their fourth card, and runs at either end."),
        N_("Only runs may be hit, at either end; no card is added to a book."),
    ),
    "hits_per_turn": whole(
        "laying",
        Whole(0, 1),
        N_("Hits in a turn"),
        N_("How many cards you may hit in one turn; 0 means as many as fit."),
        (
            N_("You may hit only {n} card in a turn."),
            N_("You may hit at most {n} cards in a turn."),
        ),
        Told(N_("no limit"), N_("You may hit as many cards in a turn as fit.")),
    ),
    "discard_after_hit": flag(
        "laying",
        N_("A hit is followed by a discard"),
        N_("Whether a turn in which you have hit ends with a discard like any other."),
        N_("A turn in which you hit ends with a discard like any other."),
        N_("A turn in which you hit ends without a discard."),
        quiet=True,
    ),
    "complete_books": choice(
        "laying",
        N_("Books hit to four cards"),
        N_("Whether a book that a hit brings to four cards stays on the table."),
        {
            "stay": Told(
                N_("stay"), N_("A book that a hit brings to four cards stays."), quiet=True
            ),
            "buried": Told(
                N_("are buried"),
                N_(
                    "A book that a hit brings to four cards is buried: its cards are out of play "
                    "for the rest of the hand."
                ),
            ),
        },
    ),
    "stock_end": choice(
        "laying",
        N_("When the stock is empty"),
        N_("Whether play goes on when the last card of the stock has been drawn."),
        {
            "willing": Told(
                N_("play on by taking"),
                N_(
                    "When the stock is empty, play goes on while each player in turn takes the top "
                    "discard; a player who would rather draw stops the hand."
                ),
            ),
            "at_once": Told(
                N_("the hand ends"),
                N_(
                    "The hand ends with the turn in which the last card of the stock was drawn; a "
                    "hand emptied in that turn still wins."
                ),
            ),
        },
    ),
    "spread_out": flag(
        "laying",
        N_("A spread may empty the hand"),
        N_("Whether your last cards may leave your hand in a spread."),
        N_("A spread may empty your hand."),
        N_("A spread may not empty your hand; a hit or a discard may."),
        quiet=True,
    ),
}
