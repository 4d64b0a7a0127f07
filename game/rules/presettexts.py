"""Each preset in a title and a line, for the lists that a player chooses from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from game.rules.texts import N_


@dataclass(frozen=True, slots=True)
class PresetText:
    """``title`` is a name for people, ``line`` what is special about it."""

    title: str
    line: str


PRESET_TEXTS: Final[Mapping[str, PresetText]] = {
    "standard": PresetText(N_("Standard"), N_("The base game: five cards, naturals 49 and 50.")),
    "no_upcard": PresetText(
        N_("No upcard"), N_("No card is turned up, so the first player cannot take.")
    ),
    "waits": PresetText(
        N_("Waits"), N_("Spreads and hits keep a player from dropping for some turns.")
    ),
    "forced_spreads": PresetText(
        N_("Forced spreads"), N_("A spread in hand must be laid before the turn ends.")
    ),
    "forced_spreads_aces": PresetText(
        N_("Forced spreads, but for aces"),
        N_("A spread in hand must be laid, but a book of aces may be kept."),
    ),
    "low_naturals": PresetText(
        N_("Low naturals"), N_("Hands of 15 or less win at once too, of 9 or less for 3 stakes.")
    ),
    "fifty_double": PresetText(
        N_("Fifty pays double"), N_("A natural 50 pays 2 and goes before 49, which pays 1.")
    ),
    "forty_nine_turn": PresetText(
        N_("Forty-nine in turn"), N_("49 is not shown at the deal but declared on the first turn.")
    ),
    "washington_dc": PresetText(
        N_("Washington, D.C."), N_("11 or less goes before 50, and 50 before 49.")
    ),
    "new_jersey": PresetText(
        N_("New Jersey"), N_("13 or less goes before 50 and 49; two spreads at once pay 4.")
    ),
    "baton_rouge": PresetText(
        N_("Baton Rouge"), N_("Forty cards without 8, 9 and 10; naturals 47 and 50.")
    ),
    "rushville": PresetText(
        N_("Rushville"), N_("A caught drop costs 4 to each that beats it; the deck can be booed.")
    ),
    "chicago": PresetText(
        N_("Chicago"), N_("Twos and two jokers are wild; no upcard; a hit spoils the tonk.")
    ),
    "washington_state": PresetText(
        N_("Washington State"), N_("Kept on a scorepad; a caught dropper pays for the whole table.")
    ),
    "push_up": PresetText(
        N_("Push-up"), N_("No stakes: the losers' counts are pushed up until somebody has 100.")
    ),
    "dead_jokers": PresetText(
        N_("Dead jokers"), N_("Two jokers that count 0 and can only be discarded.")
    ),
    "rising_faces": PresetText(N_("Rising faces"), N_("Jack 11, queen 12, king 13; no naturals.")),
    "seattle": PresetText(N_("Seattle"), N_("Seven cards, no naturals.")),
    "army": PresetText(N_("Army"), N_("Forty cards without 8, 9 and 10; naturals 47 and 50.")),
    "vietnam": PresetText(
        N_("Vietnam"), N_("Seven cards from a pack of forty, no naturals; up to four players.")
    ),
    "texas": PresetText(
        N_("Texas"), N_("50 goes before 49; a caught dropper pays 2 to the lowest alone.")
    ),
    "black_company": PresetText(
        N_("Black Company"), N_("Only runs may be hit; naturals are 15 or less, 49 and 50.")
    ),
    "five_seven_nine": PresetText(
        N_("Five, seven or nine"),
        N_("Fewer players get more cards; aces are low or high; complete books are buried."),
    ),
    "double_double": PresetText(
        N_("Double-double"), N_("After a tonk the others get one chance to empty their hands.")
    ),
    "slap": PresetText(N_("Slap"), N_("Whoever is quickest slaps a discard onto a spread.")),
    "slap_polite": PresetText(
        N_("Polite slap"), N_("Discards may be slapped, but the next player has the first claim.")
    ),
}
