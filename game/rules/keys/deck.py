"""The pack and what its cards are worth (RULES.md §4.1)."""

from typing import Final

from game.rules.cards import RANKS, SUITS
from game.rules.option import Option, Told, choice, letters, whole
from game.rules.texts import N_
from game.rules.values import Whole

DECK: Final[dict[str, Option]] = {
    "ranks": letters(
        "deck",
        RANKS,
        N_("Ranks"),
        N_(
            "The ranks in the pack, low to high. Runs follow this order, so without 8, 9 and 10 a "
            "7 is next to a jack."
        ),
        Told(N_("all thirteen"), N_("The pack has every rank, from ace to king.")),
        N_("The ranks in the pack are {letters}; runs follow this order."),
    ),
    "suits": letters(
        "deck",
        SUITS,
        N_("Suits"),
        N_("The suits in the pack. Smaller packs serve study and testing."),
        Told(N_("all four"), N_("The pack has all four suits."), quiet=True),
        N_("The suits in the pack are {letters}."),
    ),
    "jokers": whole(
        "deck",
        Whole(0, 4),
        N_("Jokers"),
        N_(
            "How many jokers are in the pack. They count 0; unless they are wild they can only be "
            "discarded."
        ),
        (
            N_("There is {n} joker in the pack; it counts 0."),
            N_("There are {n} jokers in the pack; they count 0."),
        ),
        Told(N_("none"), N_("There are no jokers."), quiet=True),
    ),
    "wild": choice(
        "deck",
        N_("Wild cards"),
        N_("Which cards may stand for others in spreads and hits: twos (2), jokers (X) or both."),
        {
            "": Told(N_("none"), N_("No card is wild."), quiet=True),
            "2": Told(N_("twos"), N_("Twos are wild.")),
            "X": Told(N_("jokers"), N_("Jokers are wild.")),
            "2X": Told(N_("twos and jokers"), N_("Twos and jokers are wild.")),
        },
    ),
    "ace": choice(
        "deck",
        N_("Aces in runs"),
        N_("Whether an ace may also stand above the highest rank in a run. Its points stay 1."),
        {
            "low": Told(
                N_("low"),
                N_("In a run the ace is lowest: below the 2, never above the king."),
            ),
            "low_or_high": Told(
                N_("low or high"),
                N_(
                    "In a run the ace is lowest or highest: A-2-3 and Q-K-A are runs, K-A-2 is not."
                ),
            ),
        },
    ),
    "face_values": choice(
        "deck",
        N_("Face cards count"),
        N_("How many points jack, queen and king count."),
        {
            "ten": Told(
                N_("ten each"),
                N_(
                    "An ace counts 1, the cards from 2 to 10 what they show, and jack, queen and "
                    "king 10 each."
                ),
            ),
            "rising": Told(
                N_("11, 12, 13"),
                N_(
                    "An ace counts 1, the cards from 2 to 10 what they show, a jack 11, a queen 12 "
                    "and a king 13."
                ),
            ),
        },
    ),
}
