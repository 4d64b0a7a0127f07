"""How a hand may end, and what is paid for it (RULES.md §4.5)."""

from typing import Final

from game.rules.option import Option, Told, choice, flag, whole
from game.rules.texts import N_
from game.rules.values import Whole

PAYMENTS: Final[dict[str, Option]] = {
    "tonk_pays": whole(
        "payments",
        Whole(1),
        N_("A tonk pays"),
        N_("Stakes that each other player pays when a spread or a hit empties the hand."),
        (
            N_("For a tonk every other player pays {n} stake."),
            N_("For a tonk every other player pays {n} stakes."),
        ),
    ),
    "tonk_needs": choice(
        "payments",
        N_("What a full tonk needs"),
        N_("Which tonks are paid in full; any other pays 1 stake."),
        {
            "any": Told(N_("nothing more"), N_("Every tonk is paid in full."), quiet=True),
            "second_spread": Told(
                N_("ending with a second spread"),
                N_(
                    "A tonk is paid in full only if it ends with a spread that is at least your "
                    "second of the hand; any other tonk pays 1 stake."
                ),
            ),
            "spreads_only": Told(
                N_("spreads alone"),
                N_(
                    "A tonk is paid in full only if you have laid all your cards in spreads of "
                    "your own and hit nothing; any other tonk pays 1 stake."
                ),
            ),
            "first_turn_two_spreads": Told(
                N_("two spreads on the first turn"),
                N_(
                    "A tonk is paid in full only on your first turn and with two spreads of your "
                    "own; any other tonk pays 1 stake."
                ),
            ),
            "never": Told(
                N_("it always pays 1"), N_("For a tonk every other player pays only 1 stake.")
            ),
        },
    ),
    "hit_voids_tonk": flag(
        "payments",
        N_("Hits spoil a tonk"),
        N_("Whether a tonk pays only 1 stake to a player who has hit any spread in this hand."),
        N_("A player who has hit any spread in this hand collects only 1 stake for a tonk."),
        N_("Having hit a spread does not lessen a tonk."),
        quiet=False,
    ),
    "two_spreads_pays": whole(
        "payments",
        Whole(0),
        N_("Two spreads at once pay"),
        N_(
            "Stakes for a tonk on the first turn with every card in two or more spreads of your "
            "own; 0 means nothing special."
        ),
        (
            N_(
                "A tonk on your first turn, with every card in two or more spreads of your own, "
                "pays {n} stake."
            ),
            N_(
                "A tonk on your first turn, with every card in two or more spreads of your own, "
                "pays {n} stakes."
            ),
        ),
        Told(
            N_("nothing special"),
            N_("Two spreads on the first turn are a tonk like any other."),
            quiet=True,
        ),
    ),
    "out_pays": whole(
        "payments",
        Whole(1),
        N_("Going out pays"),
        N_("Stakes that each other player pays when a discard empties the hand."),
        (
            N_("When a discard empties your hand, every other player pays {n} stake."),
            N_("When a discard empties your hand, every other player pays {n} stakes."),
        ),
    ),
    "stockout": choice(
        "payments",
        N_("A stock-out pays"),
        N_("Who is paid when a hand ends because the stock is empty."),
        {
            "lowest": Told(
                N_("the lowest"),
                N_(
                    "When the hand ends because the stock is empty, every other player pays 1 "
                    "stake to the lowest count."
                ),
            ),
            "void": Told(
                N_("nobody"),
                N_("When the hand ends because the stock is empty, nobody is paid."),
            ),
        },
    ),
    "stockout_tie": choice(
        "payments",
        N_("A tie in a stock-out"),
        N_("Who is paid when several players tie for the lowest count in a stock-out."),
        {
            "void": Told(
                N_("nobody is paid"),
                N_("If several tie for the lowest count when the stock is empty, nobody is paid."),
            ),
            "all_paid": Told(
                N_("all are paid"),
                N_(
                    "If several tie for the lowest count when the stock is empty, each of them is "
                    "paid 1 stake by everybody who does not tie."
                ),
            ),
        },
    ),
    "booed": flag(
        "payments",
        N_("Booed deck"),
        N_(
            "Whether, once the stock holds no more cards than there are players, an emptied hand "
            "no longer ends play."
        ),
        N_(
            "Once the stock holds no more cards than there are players the deck is booed: emptying "
            "your hand then ends only your turn and pays nothing, and you may drop on your zero "
            "later."
        ),
        N_("Emptying a hand always ends it: there is no booed deck."),
        quiet=False,
    ),
    "double_double": flag(
        "payments",
        N_("Double-double"),
        N_("Whether the others get one chance to empty their own hands after a tonk."),
        N_(
            "After a tonk each other player in turn gets one chance to lay spreads and hits; "
            "whoever empties the hand so wins instead, and everybody pays 4 stakes."
        ),
        N_("A tonk ends the hand at once."),
        quiet=False,
    ),
    "slap": choice(
        "payments",
        N_("Slapping discards"),
        N_("Whether any player may put a fresh discard onto a spread that it fits, out of turn."),
        {
            "off": Told(N_("off"), N_("Discards cannot be slapped."), quiet=True),
            "race": Told(
                N_("the quickest"),
                N_(
                    "Whoever is quickest may slap a discard that fits a spread onto it, and then "
                    "discard a card too, unless the slapped card was the slapper's own discard."
                ),
            ),
            "next_first": Told(
                N_("the next player first"),
                N_(
                    "The next player may first claim a discard that is of use at once; if not, "
                    "anybody else who is quickest may slap it onto a spread that it fits, and then "
                    "discard a card too, unless the slapped card was the slapper's own discard."
                ),
            ),
        },
    ),
}
