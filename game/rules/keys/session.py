"""What holds from hand to hand: stakes, scores and side bets (RULES.md §4.6)."""

from typing import Final

from game.rules.option import Option, Told, choice, whole
from game.rules.texts import N_
from game.rules.values import Whole

SESSION: Final[dict[str, Option]] = {
    "stake": whole(
        "session",
        Whole(1),
        N_("Stake"),
        N_("How many units of money one stake is."),
        (N_("A stake is {n} unit of money."), N_("A stake is {n} units of money.")),
    ),
    "scoring": choice(
        "session",
        N_("Scoring"),
        N_("Whether stakes change hands, are noted down, or points are pushed up."),
        {
            "stakes": Told(N_("stakes"), N_("Stakes change hands after every hand.")),
            "scorepad": Told(
                N_("scorepad"),
                N_(
                    "Payments are written on a scorepad as plus and minus points and settled at "
                    "the end of the session."
                ),
            ),
            "push_up": Told(
                N_("push-up"),
                N_(
                    "No stakes change hands: everybody who has not won a hand adds the count left "
                    "in hand to their points, and the fewest points win the session."
                ),
            ),
        },
    ),
    "push_up_target": whole(
        "session",
        Whole(1),
        N_("Push-up ends at"),
        N_("The points at which a push-up session ends."),
        (
            N_("The session ends after the hand in which somebody reaches {n} point."),
            N_("The session ends after the hand in which somebody reaches {n} points."),
        ),
    ),
    "big_one": whole(
        "session",
        Whole(0),
        N_("The big one"),
        N_("How many hands at the end of a session of known length pay double."),
        (
            N_("The last hand of a session of known length is the big one: it pays double."),
            N_("The last {n} hands of a session of known length are the big one: they pay double."),
        ),
        Told(N_("none"), N_("No hand pays double, unless a dealer calls the big one."), quiet=True),
    ),
    "high_suit_bet": choice(
        "session",
        N_("High-suit bet"),
        N_("A side pot for the highest card of one suit among the players who join."),
        {
            "off": Told(N_("off"), N_("There is no high-suit bet."), quiet=True),
            "called": Told(
                N_("the dealer calls the suit"),
                N_(
                    "Before the deal the dealer calls a suit; of the players who join the side "
                    "pot, the one dealt the highest card of it takes the pot when the hand ends."
                ),
            ),
            "spades": Told(
                N_("spades"),
                N_(
                    "Of the players who join the side pot, the one dealt the highest spade takes "
                    "it right after the deal."
                ),
            ),
        },
    ),
    "natural_bet": choice(
        "session",
        N_("Natural pot"),
        N_("A side pot, fed each hand until it is won, for laying a book without a wild card."),
        {
            "off": Told(N_("off"), N_("There is no natural pot."), quiet=True),
            "dealt": Told(
                N_("a dealt book"),
                N_(
                    "The natural pot grows each hand until a player who is in it lays, on the "
                    "first turn, a book of which at least three cards were dealt, none of them "
                    "wild."
                ),
            ),
            "first_spread": Told(
                N_("the first book"),
                N_(
                    "The natural pot grows each hand until it is won, by the first player in it to "
                    "lay a book without a wild card."
                ),
            ),
        },
    ),
    "side_ante": whole(
        "session",
        Whole(1),
        N_("Side ante"),
        N_("Stakes that joining a side pot costs."),
        (
            N_("Each side pot costs {n} stake to join."),
            N_("Each side pot costs {n} stakes to join."),
        ),
    ),
}
