"""A rule set: the keys of RULES.md §4 as one frozen value, checked when it is made (§4.7).

>>> rules = RuleSet(wild="2", hand_size=7)
>>> rules.is_wild("2C"), rules.possible_seats()
(True, (2, 3, 4, 5, 6))
>>> rules.changed(hand_size=10)
Traceback (most recent call last):
game.rules.ruleset.RuleError: hand_size = 10: expected 3 to 9, or "by_seats"
>>> rules.differences(RuleSet())
{'wild': '2', 'hand_size': 7}
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from itertools import combinations_with_replacement
from typing import Any, Final, Literal, Self

from game.rules.actions import Reason
from game.rules.cards import FACES, RANKS, SUITS, Card, is_joker, make_pack, points
from game.rules.messages import N_, Message, RefusedError, at, message
from game.rules.naturals import DEFAULT_NATURALS, Natural
from game.rules.phases import CHANCE, Phase
from game.rules.value_types import (
    SECTIONS,
    Option,
    SectionNumber,
    Whole,
    WholeOr,
    Words,
    allowed_is,
    choice,
    culprit,
    few,
    flag,
    letters,
    natural_list,
    shown,
    shown_name,
    unknown_key,
    whole,
)

SEATS_LEAST: Final = 2  # RULES.md §1.1
SEATS_MOST: Final = 6
HIT_WAITS: Final = ("wait_when_hit", "wait_after_own_hit", "wait_after_hitting")
"""The keys for waits earned by hits (RULES.md §5.7)."""
WAITS: Final = ("wait_after_spread", *HIT_WAITS)
"""The keys for waits earned by spreads and hits (RULES.md §5.7)."""

_BOOK_LEAST: Final = 3  # cards

RULE_SETS_KEPT: Final = 4
"""Size, in rule sets, of the LRU caches of what play derives from a rule set."""


class RuleError(RefusedError):
    """A rule set that RULES.md §4.7 forbids: one line naming the key, its value and what is
    allowed.
    """

    def __init__(self, key: str, value: object, why: Message, place: str = "") -> None:
        self.key, self.value, self.why = key, value, why
        self.where = f"{shown_name(key)} {place}" if place else shown_name(key)
        super().__init__(at(f"{self.where} = {shown(value)}", why))


class UnknownKeyError(RuleError):
    """A key that does not exist."""

    def __init__(self, key: str, value: object) -> None:
        super().__init__(key, value, unknown_key(key, tuple(OPTIONS)))


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """The rules of one table; every field is a key of RULES.md §4 with its default.

    Raises ``RuleError`` for a value that is not allowed.
    """

    # The pack and what its cards are worth (RULES.md §4.1).
    ranks: str = letters(
        RANKS,
        "4.1",
        N_("Ranks"),
        N_(
            "The ranks in the pack, low to high. Runs follow this order, so without 8, 9 and 10 a "
            "7 is next to a jack."
        ),
        Words("all thirteen", "The pack has every rank, from ace to king."),
        N_("Ranks in the pack, in the order of runs: {letters}."),
    )
    suits: str = letters(
        SUITS,
        "4.1",
        N_("Suits"),
        N_("The suits in the pack. Smaller packs serve study and testing."),
        Words("all four", "The pack has all four suits.", quiet=True),
        N_("Suits in the pack: {letters}."),
    )
    jokers: int = whole(
        0,
        "4.1",
        Whole(0, 4),
        N_("Jokers"),
        N_("Jokers in the pack. Unless they are wild, they count 0 and can only be discarded."),
        (
            N_("There is {n} joker in the pack."),
            N_("There are {n} jokers in the pack."),
        ),
        Words("none", "There are no jokers.", quiet=True),
    )
    wild: Literal["", "2", "X", "2X"] = choice(
        "",
        "4.1",
        N_("Wild cards"),
        N_("Which cards may stand for others in spreads and hits: twos (2), jokers (X) or both."),
        {
            "": Words("no card", "No card is wild.", quiet=True),
            "2": Words("twos", "Twos are wild."),
            "X": Words("jokers", "Jokers are wild."),
            "2X": Words("twos and jokers", "Twos and jokers are wild."),
        },
    )
    ace: Literal["low", "low_or_high"] = choice(
        "low",
        "4.1",
        N_("Aces in runs"),
        N_("May an ace also stand at the top of a run? It still counts 1."),
        {
            # TRANSLATORS: of aces in runs.
            "low": Words(
                "low",
                "In a run the ace is always low: A-2-3 is a run, Q-K-A is not.",
            ),
            "low_or_high": Words(
                "low or high",
                "In a run the ace is low or high: A-2-3 and Q-K-A are runs, K-A-2 is not.",
            ),
        },
        idle=(
            lambda rules: (
                # With fewer than 4 ranks a run has the same cards whichever end the ace is at.
                "A" not in rules.ranks or (len(rules.ranks) < 4 and rules.high_suit_bet == "off")
            ),
            N_("no ace can stand at the top of a run"),
        ),
    )
    face_values: Literal["ten", "rising"] = choice(
        "ten",
        "4.1",
        N_("Face cards count"),
        N_("What do jack, queen and king count?"),
        {
            "ten": Words("ten each", "Face cards count 10 each."),
            "rising": Words("11, 12, 13", "A jack counts 11, a queen 12 and a king 13."),
        },
        idle=(
            lambda rules: not set(rules.ranks) & set(FACES),
            N_("there are no face cards in the pack"),
        ),
    )

    # What is dealt, and the hands that win at once (RULES.md §4.2).
    hand_size: int | Literal["by_seats"] = whole(
        5,
        "4.2",
        WholeOr(3, 9, "by_seats"),
        N_("Cards dealt"),
        N_("How many cards does each player get?"),
        (N_("Each player is dealt {n} card."), N_("Each player is dealt {n} cards.")),
        Words(
            "by the number of players",
            "Two players are dealt 9 cards each, three players 7, four or more 5.",
        ),
    )
    upcard: bool = flag(
        True,
        "4.2",
        N_("A card is turned up"),
        N_("Is a card turned up after the deal to start the discard pile?"),
        N_("The next card is turned up to start the discard pile; the rest is the stock."),
        N_(
            "No card is turned up: the discard pile begins with the first discard, so the first "
            "player cannot take."
        ),
        refuses=(Reason.PILE_EMPTY,),
    )
    naturals: tuple[Natural, ...] = natural_list(
        DEFAULT_NATURALS,
        N_("Naturals"),
        N_(
            "Dealt hands that win by themselves, by their count or because they hold only face "
            "cards, and what each other player pays for them."
        ),
        refuses=(Reason.NATURAL_LAPSED,),
    )
    natural_tie: Literal["void", "eldest", "all_paid", "split"] = choice(
        "void",
        "4.2",
        N_("Tied naturals"),
        N_("Who is paid when naturals tie?"),
        {
            "void": Words(
                "nobody is paid",
                "When naturals tie, nobody is paid, and the next hand is dealt.",
            ),
            "eldest": Words(
                "the first from the dealer's left",
                "When naturals tie, the one nearest the dealer's left is paid.",
            ),
            "all_paid": Words(
                "all are paid",
                "When naturals tie, everybody else pays each of them.",
            ),
            "split": Words(
                "they share",
                "When naturals tie, everybody else pays once, for the highest-paying of them, and "
                "they share it equally; what is left over goes to those nearest the dealer's left, "
                "a stake each.",
            ),
        },
        idle=(
            lambda rules: not rules.leaves_ties,
            N_("no tie of naturals depends on it"),
        ),
    )

    # Drawing, laying and ending a turn (RULES.md §4.3).
    take: Literal["hand", "use_now"] = choice(
        "hand",
        "4.3",
        N_("Taking a discard"),
        N_("May a taken discard stay in your hand, or must you use it at once?"),
        {
            "hand": Words(
                "into the hand",
                "You may keep a taken discard in your hand.",
            ),
            "use_now": Words(
                "only to use it at once",
                "You may take the top discard only to use it at once, in a spread or as a hit.",
            ),
        },
        refuses=(Reason.NOT_USABLE_NOW, Reason.MUST_USE_TAKEN),
    )
    return_taken: bool = flag(
        False,
        "4.3",
        N_("A taken card may be discarded"),
        N_("May you discard the card you have just taken, on the same turn?"),
        N_("You may discard the card you have just taken."),
        N_("You may not discard the card you have just taken, unless it is your last."),
        idle=(
            lambda rules: rules.take == "use_now",
            N_("a taken card must be used at once"),
        ),
        refuses=(Reason.JUST_TAKEN,),
    )
    touch_stock: bool = flag(
        False,
        "4.3",
        N_("Touching the stock binds"),
        N_("Once you touch the stock, must you draw from it?"),
        N_("Once you touch the stock, you must draw from it."),
        N_("Touching the stock does not bind you."),
        quiet=False,
    )
    must_spread: Literal["no", "yes", "except_aces"] = choice(
        "no",
        "4.3",
        N_("Spreads must be laid"),
        N_("Must you lay the spreads that you hold before you discard?"),
        {
            "no": Words("no", "You never have to lay a spread."),
            "yes": Words(
                "yes",
                "You may not end your turn with a spread in hand that you could lay.",
            ),
            "except_aces": Words(
                "yes, except aces",
                "You may not end your turn with a spread in hand that you could lay; only a book "
                "of aces may be kept.",
            ),
        },
        refuses=(Reason.MUST_SPREAD,),
    )
    hit_books: bool = flag(
        True,
        "4.3",
        N_("Books may be hit"),
        N_("May books be hit, or runs alone?"),
        N_("Books may be hit with their fourth card, and runs at either end."),
        N_("Only runs may be hit, at either end."),
        idle=(lambda rules: not rules.has_fourths, N_("no book can have a fourth card")),
        refuses=(Reason.BOOKS_CLOSED,),
    )
    hits_per_turn: int = few(
        0,
        "4.3",
        Whole(0, 1),
        N_("Hits on a turn"),
        N_("How many cards may you add to spreads on one turn?"),
        {
            0: Words("no limit", "You may add as many cards to spreads as you like."),
            1: Words("one card", "You may hit with only one card on a turn."),
        },
        refuses=(Reason.HITS_USED_UP,),
    )
    discard_after_hit: bool = flag(
        True,
        "4.3",
        N_("A hit is followed by a discard"),
        N_("After a hit, do you still discard?"),
        N_("After a hit, your turn still ends with a discard."),
        N_("After a hit, your turn ends without a discard."),
        quiet=True,
        follows="complete_books",
        refuses=(Reason.NO_DISCARD_AFTER_HIT,),
    )
    complete_books: Literal["stay", "buried"] = choice(
        "stay",
        "4.3",
        N_("Books hit to four cards"),
        N_("Does a book stay on the table once a hit makes it four?"),
        {
            # TRANSLATORS: of books, after "Books hit to four cards".
            "stay": Words("stay", "A book that is hit to four cards stays.", quiet=True),
            "buried": Words(
                "are buried",
                "A book that is hit to four cards is buried: its cards are out of play for the "
                "rest of the hand.",
            ),
        },
        idle=(
            lambda rules: not (rules.hit_books and rules.has_fourths),
            N_("no book can be hit to four cards"),
        ),
        refuses=(Reason.SPREAD_BURIED,),
    )
    stock_end: Literal["willing", "at_once"] = choice(
        "willing",
        "4.3",
        N_("When the stock is empty"),
        N_("Does play go on once the last card of the stock is drawn?"),
        {
            "willing": Words(
                "play on by taking",
                "When the stock is empty, play goes on while each player in turn takes the top "
                "discard; a player who would rather draw stops the hand.",
            ),
            "at_once": Words(
                "the hand ends",
                "The hand ends with the turn on which the last card of the stock is drawn.",
            ),
        },
        refuses=(Reason.HAND_ENDING,),
    )
    spread_out: bool = flag(
        True,
        "4.3",
        N_("A spread may empty the hand"),
        N_("May a spread take your last cards?"),
        N_("A spread may empty your hand."),
        N_("A spread may not empty your hand; a hit or a discard may."),
        quiet=True,
        follows="must_spread",
        refuses=(Reason.SPREAD_EMPTIES,),
    )

    # When a player may drop, and who pays whom when it fails (RULES.md §3, §4.4).
    first_turn_drop: bool = flag(
        True,
        "4.4",
        N_("Dropping on the first turn"),
        N_("May you drop on your first turn?"),
        N_("You may drop on your very first turn."),
        N_("Nobody may drop on their first turn."),
        refuses=(Reason.NOT_ON_FIRST_TURN,),
    )
    wait_after_spread: int = whole(
        0,
        "4.4",
        Whole(0, 9),
        N_("Wait after a spread"),
        N_("After a new spread, for how many of your turns may you not drop?"),
        (
            N_("After a new spread you may not drop on your next turn."),
            N_("After a new spread you may not drop on your next {n} turns."),
        ),
        Words("no wait", "After a new spread you may still drop.", quiet=True),
        refuses=(Reason.WAITING,),
    )
    wait_when_hit: int = whole(
        0,
        "4.4",
        Whole(0, 9),
        N_("Wait when hit"),
        N_("After somebody hits your spread, for how many of your turns may you not drop?"),
        (
            N_("After somebody else hits your spread you may not drop on your next turn."),
            N_("After somebody else hits your spread you may not drop on your next {n} turns."),
        ),
        Words(
            "no wait",
            "After somebody else hits your spread you may still drop.",
            quiet=True,
        ),
        refuses=(Reason.WAITING,),
    )
    wait_after_own_hit: int = whole(
        0,
        "4.4",
        Whole(0, 9),
        N_("Wait after hitting your own"),
        N_("After you hit your own spread, for how many of your turns may you not drop?"),
        (
            N_("After hitting your own spread you may not drop on your next turn."),
            N_("After hitting your own spread you may not drop on your next {n} turns."),
        ),
        Words(
            "no wait",
            "After hitting your own spread you may still drop.",
            quiet=True,
        ),
        refuses=(Reason.WAITING,),
    )
    hits_stack: bool = flag(
        False,
        "4.4",
        N_("Every hit adds its wait"),
        N_("Do several hits before your next turn add up, or do you wait only once?"),
        N_("Each hit before your next turn adds its wait."),
        N_("Several hits before your next turn make you wait only once."),
        idle=(
            lambda rules: not rules.has_second_hits,
            N_("no second hit could add to a wait"),
        ),
    )
    hit_blocks_out: bool = flag(
        False,
        "4.4",
        N_("A hit bars going out"),
        N_("Does a hit on your spread keep you from going out on your next turn?"),
        N_(
            "After somebody else hits your spread, you may not empty your hand on your next turn: "
            "keep your last card."
        ),
        N_("After a hit on your spread you may still go out."),
        quiet=False,
        follows="slap",
        refuses=(Reason.BLOCKED_BY_HIT,),
    )
    catch: str = choice(
        "standard",
        "4.4",
        N_("When a drop is caught"),
        N_("Who pays whom when a drop is caught?"),
        {
            "standard": Words(
                "2 to each at or below you; others 1 to the lowest",
                "If you are caught, you pay 2 stakes to everybody with your count or less, and "
                "every other player who is not lowest pays 1 to the lowest.",
            ),
            "lowest_only": Words(
                "2 to the lowest; others 1 to the lowest",
                "If you are caught, you pay 2 stakes to the lowest, and every other player who "
                "is not lowest pays 1 to the lowest.",
            ),
            "dropper_covers": Words(
                "1 to the lowest for each other player",
                "If you are caught, you pay 1 stake to the lowest for every other player at the "
                "table; several who tie for lowest share it, what is left over going to those "
                "nearest the dealer's left. Nobody else pays.",
            ),
            "single_each": Words(
                "1 to each at or below you; all 1 to the lowest",
                "If you are caught, you pay 1 stake to everybody with your count or less; then "
                "everybody who is not lowest, you included, pays 1 to the lowest.",
            ),
            "single_worse_pay": Words(
                "2 to the lowest, 1 to others at or below you; rest 1 to the lowest",
                "If you are caught, you pay 2 stakes to the lowest and 1 to everybody else with "
                "your count or less; everybody with a higher count pays 1 to the lowest.",
            ),
            "double_to_all": Words(
                "2 to everybody",
                "If you are caught, you pay 2 stakes to every other player, and nobody else pays.",
            ),
            "five_to_lowest": Words(
                "5 to the lowest",
                "If you are caught, you pay 5 stakes to the lowest, and nobody else pays; if "
                "several tie for lowest, only the one nearest the dealer's left is paid.",
            ),
            "double_to_beaters": Words(
                "2 to each at or below you",
                "If you are caught, you pay 2 stakes to everybody with your count or less, and "
                "nobody else pays.",
            ),
            "quad_to_beaters": Words(
                "4 to each at or below you",
                "If you are caught, you pay 4 stakes to everybody with your count or less, and "
                "nobody else pays.",
            ),
            "whole_table": Words(
                "2 to each of the lowest for each other player",
                "If you are caught, you pay 2 stakes to the lowest for every other player at the "
                "table, and nobody else pays.",
            ),
            "single_to_lower": Words(
                "1 to each below you; all 1 to the lowest",
                "If you are caught, you pay 1 stake to the lowest and 1 to everybody else below "
                "your count; then everybody who is not lowest, you included, pays 1 to the lowest.",
            ),
        },
    )

    # How a hand may end, and what is paid for it (RULES.md §4.5).
    tonk_pays: int = whole(
        2,
        "4.5",
        Whole(1),
        N_("A tonk pays"),
        N_("Stakes that each other player pays when a spread or a hit empties a hand."),
        (
            N_("For a tonk every other player pays {n} stake."),
            N_("For a tonk every other player pays {n} stakes."),
        ),
        idle=(
            lambda rules: not rules.pays_full_tonks,
            N_("no tonk is paid in full"),
        ),
    )
    tonk_needs: str = choice(
        "any",
        "4.5",
        N_("What a full tonk needs"),
        N_("Which tonks are paid in full? Any other pays 1 stake."),
        {
            "any": Words("nothing more", "Every tonk is paid in full.", quiet=True),
            "second_spread": Words(
                "ending with a second spread",
                "A tonk is paid in full only if it ends with your second spread of the hand, or "
                "a later one; any other tonk pays 1 stake.",
            ),
            "spreads_only": Words(
                "spreads alone",
                "A tonk is paid in full only if all your cards went into spreads of your own, "
                "without a hit; any other tonk pays 1 stake.",
            ),
            "first_turn_two_spreads": Words(
                "two spreads on the first turn",
                "A tonk is paid in full only on your first turn and with two or more spreads of "
                "your own; any other tonk pays 1 stake.",
            ),
            "never": Words("it always pays 1", "For a tonk every other player pays only 1 stake."),
        },
        idle=(
            lambda rules: rules.tonk_pays == 1 and rules.tonk_needs != "never",
            N_("a tonk pays 1 stake anyway"),
        ),
    )
    hit_voids_tonk: bool = flag(
        False,
        "4.5",
        N_("Hits spoil a tonk"),
        N_("If you have hit any spread in this hand, does your tonk pay only 1 stake?"),
        N_("If you have hit any spread in this hand, your tonk pays only 1 stake."),
        N_("If you have hit a spread, your tonk pays no less."),
        quiet=False,
        follows="two_spreads_pays",
        idle=(
            lambda rules: (
                not rules.has_better_tonk
                or (rules.tonk_needs == "spreads_only" and rules.two_spreads_pays <= 1)
            ),
            N_("a tonk with a hit pays 1 stake anyway"),
        ),
    )
    two_spreads_pays: int = whole(
        0,
        "4.5",
        Whole(0),
        N_("Two spreads at once pay"),
        N_(
            "Stakes for a tonk on the first turn with every card in two or more spreads of your "
            "own. 0: nothing special."
        ),
        (
            N_(
                "A tonk on your first turn, with every card in two or more spreads of your own, "
                "pays {n} stake instead."
            ),
            N_(
                "A tonk on your first turn, with every card in two or more spreads of your own, "
                "pays {n} stakes instead."
            ),
        ),
        Words(
            "nothing special",
            "Two spreads on the first turn are a tonk like any other.",
            quiet=True,
        ),
        idle=(
            lambda rules: rules.two_spreads_pays > 0 and not rules.has_own_two_spreads,
            N_("such a tonk pays the same without it"),
        ),
    )
    out_pays: int = whole(
        1,
        "4.5",
        Whole(1),
        N_("Going out pays"),
        N_("Stakes that each other player pays when a discard empties the hand."),
        (
            N_("When a discard empties your hand, every other player pays {n} stake."),
            N_("When a discard empties your hand, every other player pays {n} stakes."),
        ),
    )
    stockout: Literal["lowest", "void"] = choice(
        "lowest",
        "4.5",
        N_("A stock-out pays"),
        N_("Who is paid when the hand ends because the stock is empty?"),
        {
            "lowest": Words(
                "the lowest",
                "When the hand ends because the stock is empty, every other player pays 1 stake to "
                "the lowest count.",
            ),
            # TRANSLATORS: after "A stock-out pays".
            "void": Words(
                "nobody",
                "When the hand ends because the stock is empty, nobody is paid.",
            ),
        },
    )
    stockout_tie: Literal["void", "all_paid"] = choice(
        "void",
        "4.5",
        N_("A tie in a stock-out"),
        N_("Who is paid when several tie for lowest at a stock-out?"),
        {
            "void": Words(
                "nobody is paid",
                "If several tie for lowest when an empty stock ends the hand, nobody is paid.",
            ),
            "all_paid": Words(
                "all are paid",
                "If several tie for lowest when an empty stock ends the hand, everybody else pays "
                "each of them 1 stake.",
            ),
        },
        idle=(lambda rules: not rules.pays_stockouts, N_("no stock-out is paid")),
    )
    booed: bool = flag(
        False,
        "4.5",
        N_("Booed deck"),
        N_("Does an empty hand play on once the stock holds no more cards than there are players?"),
        N_(
            "Once the stock holds no more cards than there are players, the deck is booed: "
            "emptying your hand only ends your turn and pays nothing, and you may drop on your "
            "zero later."
        ),
        N_("Emptying a hand always ends it: there is no booed deck."),
        quiet=False,
        follows="out_pays",
    )
    double_double: bool = flag(
        False,
        "4.5",
        N_("Double-double"),
        N_("After a tonk, may the others still try to empty their own hands?"),
        N_(
            "After a tonk each other player in turn gets one last chance to lay spreads and hits; "
            "the first to go out that way ends the hand and wins instead, and every other player, "
            "the tonker too, pays 4 stakes."
        ),
        N_("A tonk ends the hand at once."),
        quiet=False,
        follows="hit_voids_tonk",
    )
    slap: Literal["off", "race", "next_first"] = choice(
        "off",
        "4.5",
        N_("Slapping discards"),
        N_("May anybody put a fresh discard onto a spread that it fits, out of turn?"),
        {
            "off": Words("off", "Discards cannot be slapped.", quiet=True),
            "race": Words(
                "the quickest",
                "Until the next player begins to play, whoever is quickest may slap the card just "
                "discarded onto a spread that it fits, and may then discard a card too, unless the "
                "slapped card was their own.",
            ),
            "next_first": Words(
                "the next player first",
                "The next player may first claim the card just discarded, to use it at once. If "
                "they don't, whoever else is quickest may slap it onto a spread that it fits, "
                "until that player begins to play, and may then discard a card too, unless the "
                "slapped card was their own.",
            ),
        },
        follows="discard_after_hit",
        refuses=(Reason.NEXT_SEAT_CANNOT_SLAP,),
    )

    # What holds from hand to hand: stakes, scores and side bets (RULES.md §4.6).
    stake: int = whole(
        1,
        "4.6",
        Whole(1),
        N_("Stake"),
        N_("How much money is one stake?"),
        (N_("A stake is worth {n} in play money."), N_("A stake is worth {n} in play money.")),
        follows="scoring",
        idle=(
            lambda rules: rules.is_push_up and not rules.has_bets,
            N_("in push-up hands pay no stakes"),
        ),
    )
    scoring: Literal["stakes", "scorepad", "push_up"] = choice(
        "stakes",
        "4.6",
        N_("Scoring"),
        N_("Are stakes paid, noted down, or replaced by points that are pushed up?"),
        {
            "stakes": Words("stakes", "Stakes are paid after every hand."),
            "scorepad": Words(
                "scorepad",
                "Payments are noted on a scorepad as plus and minus points and settled at the end "
                "of the session.",
            ),
            "push_up": Words(
                "push-up",
                "Hands pay no stakes: everybody who has not won the hand adds their own count to "
                "their points, and the fewest points win the session.",
            ),
        },
    )
    push_up_target: int = whole(
        100,
        "4.6",
        Whole(1),
        N_("Push-up ends at"),
        N_("At how many points does a push-up session end?"),
        (
            N_("The session ends after the hand in which somebody reaches {n} point."),
            N_("The session ends after the hand in which somebody reaches {n} points."),
        ),
        idle=(
            lambda rules: not rules.is_push_up,
            N_("the scoring is not push-up"),
        ),
    )
    big_one: int = whole(
        0,
        "4.6",
        Whole(0),
        N_("The big one"),
        N_("How many hands at the end of a session of set length pay double?"),
        (
            N_("The last hand of a session of set length is the big one: it pays double."),
            N_("The last {n} hands of a session of set length are the big one: they pay double."),
        ),
        Words(
            "no hand",
            "No hand pays double, unless a dealer calls the big one.",
            quiet=True,
        ),
        idle=(lambda rules: rules.is_push_up, N_("a push-up session has no set length")),
    )
    high_suit_bet: Literal["off", "called", "spades"] = choice(
        "off",
        "4.6",
        N_("High-suit bet"),
        N_("A side pot for the highest card of one suit among the players who join."),
        {
            "off": Words("off", "There is no high-suit bet.", quiet=True),
            "called": Words(
                "the dealer calls the suit",
                "Before the deal the dealer calls a suit; of the players who join the side pot, "
                "the one dealt the highest card of it takes the pot when the hand ends.",
            ),
            "spades": Words(
                "spades",
                "Of the players who join the side pot, the one dealt the highest spade takes it "
                "right after the deal.",
            ),
        },
    )
    natural_bet: Literal["off", "dealt", "first_spread"] = choice(
        "off",
        "4.6",
        N_("Natural pot"),
        N_("A side pot, fed each hand until it is won, for laying a book without a wild card."),
        {
            "off": Words("off", "There is no natural pot.", quiet=True),
            "dealt": Words(
                "a dealt book",
                "The natural pot grows each hand until a player who is in it lays, on their first "
                "turn, a book without a wild card, at least three cards of which they were dealt.",
            ),
            "first_spread": Words(
                "the first book",
                "The natural pot grows each hand until it is won, by the first player in it to lay "
                "a book without a wild card.",
            ),
        },
    )
    side_ante: int = whole(
        1,
        "4.6",
        Whole(1),
        N_("Side ante"),
        N_("Stakes that each player in a side pot puts in every hand."),
        (
            N_("A side pot costs each player in it {n} stake a hand."),
            N_("A side pot costs each player in it {n} stakes a hand."),
        ),
        idle=(lambda rules: not rules.has_bets, N_("there is no side pot")),
    )

    # Later keys: share codes count the rows, so new ones come last.
    count: Literal["all", "unmatched"] = choice(
        "all",
        "4.4",
        N_("Which cards count"),
        N_("Do cards that make spreads in your hand count, when counts are compared?"),
        {
            # TRANSLATORS: of cards.
            "all": Words(
                "all",
                "Every card left in hand counts, whether it could be laid or not.",
            ),
            "unmatched": Words(
                "those in no spread",
                "Cards that make spreads in your hand do not count: your count is the least that "
                "such spreads can leave over.",
            ),
        },
        follows="hits_stack",
    )
    drop_at_most: int = whole(
        0,
        "4.4",
        Whole(0, 99),
        N_("Highest count for a drop"),
        N_("The highest count that you may drop with. 0: any count."),
        (
            N_("You may drop only with a count of {n} or less."),
            N_("You may drop only with a count of {n} or less."),
        ),
        # TRANSLATORS: of counts.
        Words("any", "You may drop with any count.", quiet=True),
        follows="first_turn_drop",
        refuses=(Reason.COUNT_TOO_HIGH,),
    )
    drop_when: Literal["own_turn", "any_time"] = choice(
        "own_turn",
        "4.4",
        N_("When you may drop"),
        N_("May you drop between the turns of others, too?"),
        {
            "own_turn": Words(
                "on your own turn",
                "You may drop only at the start of your own turn.",
                quiet=True,
            ),
            "any_time": Words(
                "between turns, too",
                "You may also drop between turns: after the deal, and after any turn until the "
                "next player begins to play, as long as you could drop if it were your turn.",
            ),
        },
        follows="drop_at_most",
        refuses=(Reason.DROP_ON_OWN_TURN,),
    )
    last_lay: Literal["no", "drop", "stockout", "both"] = choice(
        "no",
        "4.4",
        N_("A last lay before counting"),
        N_("May players lay spreads and hits once more before the count?"),
        {
            "no": Words("no", "Nobody lays cards after a drop or a stock-out.", quiet=True),
            "drop": Words(
                "after a drop",
                "After a drop the others, each in turn, may lay spreads and hits once more before "
                "the count.",
            ),
            "stockout": Words(
                "after a stock-out",
                "When the hand ends because the stock is empty, all players, each in turn, may lay "
                "spreads and hits once more before the count.",
            ),
            "both": Words(
                "after both",
                "Before the count, spreads and hits may be laid once more in turn: by the others "
                "after a drop, by all when an empty stock ends the hand.",
            ),
        },
        idle=(
            lambda rules: rules.last_lay == "stockout" and not rules.pays_stockouts,
            N_("no stock-out is paid"),
        ),
        follows="count",
    )
    wild_points: int | Literal["own"] = whole(
        "own",
        "4.1",
        WholeOr(0, 50, "own"),
        N_("Wild cards count"),
        N_("How many points does each wild card count, in naturals too?"),
        (N_("Each wild card counts {n} point."), N_("Each wild card counts {n} points.")),
        Words(
            "their own points",
            "A wild card counts its own points: a 2 counts 2, a joker 0.",
            quiet=True,
        ),
        follows="wild",
    )
    next_dealer: Literal["left", "winner"] = choice(
        "left",
        "4.6",
        N_("Who deals next"),
        N_("Does the deal pass to the left, or to the winner of the hand?"),
        {
            "left": Words("the next player", "The deal passes to the left after every hand."),
            "winner": Words(
                "the winner",
                "The winner of a hand deals the next; of several, the one nearest the old dealer's "
                "left, the old dealer last. If nobody wins, the deal passes to the left.",
            ),
        },
        follows="hand_size",
    )

    wait_after_hitting: int = whole(
        0,
        "4.4",
        Whole(0, 9),
        N_("Wait after hitting others'"),
        N_("After you hit somebody else's spread, for how many of your turns may you not drop?"),
        (
            N_("After hitting somebody else's spread you may not drop on your next turn."),
            N_("After hitting somebody else's spread you may not drop on your next {n} turns."),
        ),
        Words(
            "no wait",
            "After hitting somebody else's spread you may still drop.",
            quiet=True,
        ),
        follows="wait_after_own_hit",
        refuses=(Reason.WAITING,),
    )

    def __post_init__(self) -> None:
        for key, option in OPTIONS.items():
            value = getattr(self, key)
            try:
                object.__setattr__(self, key, option.values.read(value))
            except (ValueError, TypeError):
                place, wrong, why = culprit(option.values, value)
                raise RuleError(key, wrong, why, place) from None
        is_in_pack = {"2": "2" in self.ranks, "X": self.jokers > 0}
        if not all(is_in_pack[name] for name in self.wild):
            raise RuleError("wild", self.wild, allowed_is("only cards that are in the pack"))
        if self.is_push_up and self.catch != "standard":
            why = allowed_is('"standard" where scoring = "push_up"')
            raise RuleError("catch", self.catch, why)
        if self.wild_points != "own" and not self.wild:
            raise RuleError("wild_points", self.wild_points, allowed_is('"own" where wild = ""'))

    def changed(self, **overrides: Any) -> Self:  # noqa: ANN401 - checked by __post_init__
        """Return this rule set with some keys changed; raise ``RuleError`` for unknown keys and bad
        values.
        """
        for key, value in overrides.items():
            if key not in OPTIONS:
                raise UnknownKeyError(key, value)
        return replace(self, **overrides)

    def paying_at_most(self, most: int) -> Self:
        """Return this rule set with every payment that is more lowered to ``most`` stakes."""
        keys = ("tonk_pays", "two_spreads_pays", "out_pays", "side_ante")
        paid: dict[str, Any] = {key: min(getattr(self, key), most) for key in keys}
        naturals = tuple(replace(each, pays=min(each.pays, most)) for each in self.naturals)
        if naturals == self.naturals and all(paid[key] == getattr(self, key) for key in keys):
            return self
        return replace(self, naturals=naturals, **paid)

    def cards_dealt(self, seats: int) -> int:
        """Return the number of cards dealt to each of ``seats`` seats."""
        return {2: 9, 3: 7}.get(seats, 5) if self.hand_size == "by_seats" else self.hand_size

    def is_wild(self, card: Card) -> bool:
        """Return whether ``card`` may stand for others (RULES.md §5.1)."""
        return card[0] in self.wild

    def is_dead(self, card: Card) -> bool:
        """Return whether ``card`` can only be discarded: a joker that is not wild."""
        return is_joker(card) and not self.is_wild(card)

    def points(self, card: Card) -> int:
        """Return the points that ``card`` adds to a count."""
        if self.wild_points != "own" and self.is_wild(card):
            return self.wild_points
        return points(card, self.face_values)

    def pack(self) -> tuple[Card, ...]:
        """Return every card of the pack once, in order."""
        return make_pack(self.ranks, self.suits, self.jokers)

    @property
    def has_books(self) -> bool:
        """Whether a rank has enough cards for a book."""
        return len(self.suits) + bool(self.wild) >= _BOOK_LEAST

    @property
    def has_fourths(self) -> bool:
        """Whether a book can have four cards."""
        wild = sum(map(self.is_wild, self.pack())) if self.wild else 0
        return self.has_books and len(self.suits) + wild >= 4

    @property
    def has_runs(self) -> bool:
        """Whether the pack has enough ranks for a run."""
        return len(self.ranks) >= _BOOK_LEAST

    def check_seats(self, seats: int) -> None:
        """Raise ``RuleError`` for a number of seats that the pack cannot serve (RULES.md §4.7)."""
        if type(seats) is not int or not SEATS_LEAST <= seats <= SEATS_MOST:
            raise RuleError("seats", seats, allowed_is(Whole(SEATS_LEAST, SEATS_MOST).allowed()))
        needed = seats * self.cards_dealt(seats) + self.upcard + seats
        held = len(self.pack())
        if held >= needed:
            return
        if held < SEATS_LEAST * self.cards_dealt(SEATS_LEAST) + self.upcard + SEATS_LEAST:
            why = message("The pack is too small even for two players.")
            raise RuleError("seats", seats, why)
        allowed = f"fewer: {seats} seats need {needed} cards, the pack has {held}"
        raise RuleError("seats", seats, allowed_is(allowed))

    def can_seat(self, seats: int) -> bool:
        """Return whether the pack is large enough for ``seats`` seats."""
        try:
            self.check_seats(seats)
        except RuleError:
            return False
        return True

    def possible_seats(self) -> tuple[int, ...]:
        """Return the numbers of seats for which the pack is large enough."""
        return tuple(seats for seats in range(SEATS_LEAST, SEATS_MOST + 1) if self.can_seat(seats))

    def differences(self, other: "RuleSet") -> dict[str, object]:
        """Return the keys whose values differ from those of ``other``, with this rule set's values.

        They are in the order of share codes, on which saves rely.
        """
        mine = {field.name: getattr(self, field.name) for field in fields(self)}
        return {key: value for key, value in mine.items() if value != getattr(other, key)}

    @property
    def pays_full_tonks(self) -> bool:
        """Whether any tonk can be paid ``tonk_pays`` (RULES.md §4.5). With ``spread_out`` off every
        tonk ends with a hit, and two spreads at once have a payment of their own.
        """
        if not self.spread_out and self.hit_voids_tonk:
            return False
        match self.tonk_needs:
            case "never":
                return False
            case "second_spread" | "spreads_only":
                return self.spread_out
            case "first_turn_two_spreads":
                return not (self.hit_voids_tonk and self.has_own_two_spreads)
            case _:
                return True

    @property
    def has_own_two_spreads(self) -> bool:
        """Whether ``two_spreads_pays`` changes what any tonk pays (RULES.md §4.5)."""
        if not self.two_spreads_pays or (self.hit_voids_tonk and not self.spread_out):
            return False
        match self.tonk_needs:
            case "never":
                return self.two_spreads_pays != 1
            case "second_spread" | "spreads_only" if not self.spread_out:  # none is in full
                return self.two_spreads_pays != 1
            case "second_spread" | "spreads_only" if not self.hit_voids_tonk:
                # With a hit on one of the two spreads, such a tonk is not in full.
                return not self.two_spreads_pays == self.tonk_pays == 1
            case _:
                return self.two_spreads_pays != self.tonk_pays

    @property
    def pays_stockouts(self) -> bool:
        """Whether a stock-out can pay anybody (RULES.md §4.5)."""
        return self.stockout != "void"

    @property
    def has_better_tonk(self) -> bool:
        """Whether some tonk pays more than 1 stake."""
        in_full = self.tonk_pays > 1 and self.tonk_needs != "never"
        return in_full or self.two_spreads_pays > 1

    @property
    def has_second_hits(self) -> bool:
        """Whether two hits that earn a wait can fall between two turns of a seat (RULES.md
        §5.7).
        """
        is_free = self.hits_per_turn == 0 or self.slap != "off"
        keys = HIT_WAITS if is_free else ("wait_when_hit",)
        return any(getattr(self, key) for key in keys)

    @property
    def has_bets(self) -> bool:
        """Whether there is any side bet to join."""
        return self.high_suit_bet != "off" or self.natural_bet != "off"

    @property
    def leaves_ties(self) -> bool:
        """Whether naturals of equal rank can tie without sharing a tie rule of their own."""
        dealt = self.dealt_naturals
        return any(
            one.rank == other.rank
            and (one.tie is None or one.tie != other.tie)
            and self.can_both_be_dealt(one, other)
            for one, other in combinations_with_replacement(dealt, 2)
        )

    def can_both_be_dealt(self, one: Natural, other: Natural) -> bool:
        """Return whether the pack has a hand for each natural at once, judged by their counts."""
        worth = sorted(map(self.points, self.pack()))
        least = sum(each.value for each in (one, other) if each.match == "count")
        has_most = "all_faces" not in (one.match, other.match)
        return any(
            sum(worth[-2 * size :]) >= least
            and (not has_most or sum(worth[: 2 * size]) <= one.value + other.value)
            for size in {self.cards_dealt(seats) for seats in self.possible_seats()}
        )

    def why_idle(self, key: str) -> str:
        """Return why ``key`` has no effect in this rule set, to be translated; empty if it has
        one.
        """
        is_idle, why = OPTIONS[key].idle
        return why if is_idle(self) else ""

    @property
    def is_push_up(self) -> bool:
        """Whether counts are added to points instead of stakes paid."""
        return self.scoring == "push_up"

    @property
    def has_last_lay(self) -> bool:
        """Whether players may lay once more before the count (RULES.md §5.18)."""
        return self.last_lay != "no" and not self.why_idle("last_lay")

    @property
    def keeps_in(self) -> bool:
        """Whether a rule may keep players from emptying their hands on a turn."""
        return self.hit_blocks_out or not self.spread_out

    @property
    def hit_waits(self) -> int:
        """The number of kinds of hits that keep a seat from dropping."""
        return sum(getattr(self, key) > 0 for key in HIT_WAITS)

    @property
    def are_slaps_hits(self) -> bool:
        """Whether it matters that a slap counts as a hit, apart from ``hit_blocks_out`` (RULES.md
        §5.9).
        """
        is_spoiled = self.hit_voids_tonk and not self.why_idle("hit_voids_tonk")
        is_spoiled |= self.tonk_needs == "spreads_only" and not self.why_idle("tonk_needs")
        is_buried = self.complete_books == "buried" and not self.why_idle("complete_books")
        return self.slap != "off" and (self.hit_waits > 0 or is_spoiled or is_buried)

    @property
    def counts_hits_once(self) -> bool:
        """Whether several hits earn a wait only once (RULES.md §5.7)."""
        return not self.hits_stack and not self.why_idle("hits_stack")

    @property
    def may_be_idle(self) -> bool:
        """Whether a turn can pass without a card drawn from the stock, spread or hit (RULES.md
        §1.10).
        """
        return self.take == "hand"

    @property
    def ends_booed(self) -> bool:
        """Whether the deck is always booed in the last turn, so that nobody goes out in it."""
        return self.stock_end == "at_once" and self.booed

    @property
    def twos_count_apart(self) -> bool:
        """Whether a wild 2 counts something other than 2."""
        return self.wild_points != "own" and "2" in self.wild

    @property
    def has_numbers(self) -> bool:
        """Whether the pack has number cards that count their face value."""
        others = {*FACES, "A", "2"} if self.twos_count_apart else {*FACES, "A"}
        return not {*self.ranks} <= others

    @property
    def waits_add_up(self) -> bool:
        """Whether a wait may be earned on top of another (RULES.md §5.7)."""
        waits = [getattr(self, key) for key in WAITS]
        is_stacked = self.hits_stack and self.hit_waits > 0
        return is_stacked or self.wait_after_spread > 0 or sum(waits) > 1

    @property
    def dealt_naturals(self) -> list[Natural]:
        """The naturals that are shown at the deal."""
        return [each for each in self.naturals if each.when == "deal"]

    def has_other_rank(self, natural: Natural) -> bool:
        """Return whether ``natural`` can be compared with one of another rank (RULES.md §5.2)."""
        return any(
            each.when == natural.when and each.rank != natural.rank for each in self.naturals
        )

    @property
    def has_drops_out_of_turn(self) -> bool:
        """Whether seats may drop between the turns of others."""
        return self.drop_when == "any_time"

    @property
    def hides_droppers(self) -> bool:
        """Whether a seat's right to drop out of turn depends on the cards it holds."""
        return self.has_drops_out_of_turn and self.drop_at_most > 0

    def may_hit_more(self, hits: int, phase: Phase) -> bool:
        """Return whether a seat that has hit ``hits`` cards on its turn may hit another (RULES.md
        §4.3). In a last chance it always may (§5.13, §5.18).
        """
        return not hits or not self.hits_per_turn or phase is CHANCE

    @property
    def has_hit_limits(self) -> bool:
        """Whether it matters that a seat has hit on its turn."""
        return bool(self.hits_per_turn or not self.discard_after_hit)


OPTIONS: Final[Mapping[str, Option]] = {
    row.name: row.metadata["option"]
    for row in sorted(
        fields(RuleSet), key=lambda row: SECTIONS.index(row.metadata["option"].section)
    )
}
"""The ``Option`` of every key, in the order of the sections."""


def _reading_order() -> Mapping[SectionNumber, tuple[str, ...]]:
    """Return the keys of each section; a key that ``follows`` another comes right after it."""
    order = [key for key, option in OPTIONS.items() if not option.follows]
    section = {key: OPTIONS[key].section for key in order}
    late = [key for key, option in OPTIONS.items() if option.follows]
    while late:
        key = next(key for key in late if OPTIONS[key].follows in order)
        late.remove(key)
        order.insert(order.index(OPTIONS[key].follows) + 1, key)
        section[key] = section[OPTIONS[key].follows]
    return {each: tuple(key for key in order if section[key] == each) for each in SECTIONS}


READING_ORDER: Final = _reading_order()
"""The keys in the order in which players read about them: by section, each key after those that
explain it. Files and share codes have their own order.
"""

SHARE_CODE_KEYS: Final = tuple(row.name for row in fields(RuleSet))
"""The keys in the order of their fields, which share codes number them by."""


def values_to_plain(values: Mapping[str, object]) -> dict[str, object]:
    """Return keys and values as files hold them: naturals as mappings, everything else
    unchanged.
    """
    return {
        key: [natural.to_mapping() for natural in value] if isinstance(value, tuple) else value
        for key, value in values.items()
    }
