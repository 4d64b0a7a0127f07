"""When a player may drop, and who pays whom when it fails (RULES.md §3, §4.4)."""

from typing import Final

from game.rules.option import Option, Told, choice, flag, whole
from game.rules.texts import N_
from game.rules.values import Whole

_CATCHES: Final[dict[object, Told]] = {
    "standard": Told(
        N_("2 to each that beats you, 1 to the lowest"),
        N_(
            "If you are caught you pay 2 stakes to every player whose count is no higher than "
            "yours, and every other player who is not lowest pays 1 to the lowest."
        ),
    ),
    "lowest_only": Told(
        N_("2 to the lowest, 1 from the others"),
        N_(
            "If you are caught you pay 2 stakes to the lowest, and every other player pays the "
            "lowest 1."
        ),
    ),
    "dropper_covers": Told(
        N_("you pay for the whole table"),
        N_(
            "If you are caught you pay the lowest 1 stake for every player but one at the table; "
            "several who are lowest share it, and nobody else pays."
        ),
    ),
    "single_each": Told(
        N_("1 to each that beats you, 1 to the lowest"),
        N_(
            "If you are caught you pay 1 stake to every player whose count is no higher than "
            "yours; then everybody who is not lowest, you included, pays 1 to the lowest."
        ),
    ),
    "single_worse_pay": Told(
        N_("2 to the lowest, 1 to others that beat you"),
        N_(
            "If you are caught you pay 2 stakes to the lowest and 1 to every other player whose "
            "count is no higher than yours; whoever counts more than you pays 1 to the lowest."
        ),
    ),
    "double_to_all": Told(
        N_("2 to everybody"),
        N_("If you are caught you pay 2 stakes to every other player, and nobody else pays."),
    ),
    "five_to_lowest": Told(
        N_("5 to the lowest"),
        N_(
            "If you are caught you pay 5 stakes to the lowest, of several only to the one nearest "
            "the dealer's left, and nobody else pays."
        ),
    ),
    "double_to_beaters": Told(
        N_("2 to each that beats you"),
        N_(
            "If you are caught you pay 2 stakes to every player whose count is no higher than "
            "yours, and nobody else pays."
        ),
    ),
    "quad_to_beaters": Told(
        N_("4 to each that beats you"),
        N_(
            "If you are caught you pay 4 stakes to every player whose count is no higher than "
            "yours, and nobody else pays."
        ),
    ),
    "whole_table": Told(
        N_("2 to the lowest for each other player"),
        N_(
            "If you are caught you pay the lowest 2 stakes for every player but one at the table, "
            "and nobody else pays."
        ),
    ),
}

DROPPING: Final[dict[str, Option]] = {
    "first_turn_drop": flag(
        "dropping",
        N_("Dropping on the first turn"),
        N_("Whether a player may drop on the first turn."),
        N_("You may drop on your very first turn."),
        N_("Nobody may drop on their first turn."),
    ),
    "wait_after_spread": whole(
        "dropping",
        Whole(0, 9),
        N_("Wait after a spread"),
        N_("For how many of your turns you may not drop after you have laid a new spread."),
        (
            N_("After laying a new spread you may not drop on your next turn."),
            N_("After laying a new spread you may not drop on your next {n} turns."),
        ),
        Told(N_("none"), N_("Laying a spread does not keep you from dropping."), quiet=True),
    ),
    "wait_when_hit": whole(
        "dropping",
        Whole(0, 9),
        N_("Wait when hit"),
        N_("For how many of your turns you may not drop after another player has hit your spread."),
        (
            N_("When another player hits a spread of yours you may not drop on your next turn."),
            N_(
                "When another player hits a spread of yours you may not drop on your next {n} "
                "turns."
            ),
        ),
        Told(
            N_("none"),
            N_("A hit on your spread by another player does not keep you from dropping."),
            quiet=True,
        ),
    ),
    "wait_after_own_hit": whole(
        "dropping",
        Whole(0, 9),
        N_("Wait after hitting your own"),
        N_("For how many of your turns you may not drop after you have hit your own spread."),
        (
            N_("After hitting a spread of your own you may not drop on your next turn."),
            N_("After hitting a spread of your own you may not drop on your next {n} turns."),
        ),
        Told(
            N_("none"), N_("Hitting your own spread does not keep you from dropping."), quiet=True
        ),
    ),
    "hits_stack": flag(
        "dropping",
        N_("Every hit adds its wait"),
        N_("Whether several hits between two of your turns add up or make you wait only once."),
        N_("Several hits between two of your turns each add their wait."),
        N_("Several hits between two of your turns make you wait only once."),
    ),
    "hit_blocks_out": flag(
        "dropping",
        N_("A hit bars going out"),
        N_(
            "Whether a player whose spread was hit is kept from emptying the hand on the next turn."
        ),
        N_(
            "When another player has hit a spread of yours since your last turn, you may not empty "
            "your hand on your next turn: the last card stays."
        ),
        N_("A hit on your spread does not keep you from going out."),
        quiet=False,
    ),
    "catch": choice(
        "dropping",
        N_("When a drop is caught"),
        N_("Who pays whom when the player who dropped did not have the lowest count."),
        _CATCHES,
    ),
}
