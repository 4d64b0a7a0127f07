"""What is dealt, and the hands that win at once (RULES.md §4.2)."""

from typing import Final

from game.rules.option import Option, Told, choice, flag, hand_size, naturals
from game.rules.texts import N_

DEAL: Final[dict[str, Option]] = {
    "hand_size": hand_size(
        N_("Cards dealt"),
        N_("How many cards each player is dealt."),
        (N_("Each player is dealt {n} card."), N_("Each player is dealt {n} cards.")),
        Told(
            N_("by the number of players"),
            N_("Two players are dealt 9 cards each, three players 7, four or more 5."),
        ),
    ),
    "upcard": flag(
        "deal",
        N_("A card is turned up"),
        N_("Whether a card is turned after the deal to start the discard pile."),
        N_("The next card is turned up to start the discard pile; the rest is the stock."),
        N_(
            "No card is turned up: the discard pile begins with the first discard, so the first "
            "player cannot take."
        ),
    ),
    "naturals": naturals(
        N_("Naturals"),
        N_(
            "Dealt hands that win before anybody plays, by their count or by being faces alone, "
            "and what each other player pays for them."
        ),
    ),
    "natural_tie": choice(
        "deal",
        N_("Tied naturals"),
        N_("Who is paid when several players are dealt naturals and none goes before the others."),
        {
            "void": Told(
                N_("nobody is paid"),
                N_("When naturals tie nobody is paid, and the next hand is dealt."),
            ),
            "eldest": Told(
                N_("the first from the dealer's left"),
                N_("When naturals tie, the one nearest the dealer's left is paid."),
            ),
            "all_paid": Told(
                N_("all are paid"),
                N_("When naturals tie, everybody who has one is paid by everybody who has none."),
            ),
        },
    ),
}
