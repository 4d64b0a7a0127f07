"""Words by which players search for a rule, besides those of its own texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.rules.messages import N_

OTHER_NAMES: Final[Mapping[str, str]] = {
    # TRANSLATORS: this and the lists after it are never shown. They are words by which a player may
    # search for a rule; write those that players type in your language, not translations of these.
    "ranks": N_("short deck, stripped deck, 40 cards, forty cards, 52 cards, eights, nines, tens"),
    "suits": N_("deck, stripped deck, colors"),
    "jokers": N_("big joker, little joker, 54 cards, jokers in the deck"),
    "wild": N_("deuce, deuces wild, wildcards, substitutes, free cards"),
    "wild_points": N_("deuce, deuces, wildcards, value, penalty points"),
    "ace": N_("ace high, high ace, round the corner, around the corner, wrap, sequence, straight"),
    "face_values": N_("picture cards, court cards, royals, card values, points, pips"),
    "hand_size": N_("number of cards, how many cards, five cards, six cards, seven cards, 3, 7, 9"),
    "next_dealer": N_("who deals, winner deals, rotate, rotation, next deal"),
    "upcard": N_("upcard, face up, flip, turn up, starter, open card, first discard"),
    "naturals": N_(
        "tunk, dealt tonk, dealt tunk, instant win, automatic win, drop on the deal, double tonk, "
        "49, 50, forty-nine, fifty, 15, 15 or less, 13, 11, 9, 47, picture cards"
    ),
    "natural_tie": N_("two tonks, both tonk, tunk, 49, 50, draw, push, wash, split, share"),
    "take": N_("pick up, pickup, pick from the discard pile, draw a discard, eat"),
    "return_taken": N_("pick up, pickup, throw back, put back, give back, same card"),
    "touch_stock": N_("pluck, draw pile, deck, touch move, take back, change your mind"),
    "must_spread": N_(
        "meld, set, sequence, three of a kind, forced, compulsory, mandatory, obligatory, hold "
        "back, sandbag"
    ),
    "spread_out": N_("meld, tunk, finish, last card, empty hand, go out"),
    "hit_books": N_(
        "layoff, lay-off, lay off, meld, set, sequence, three of a kind, four of a kind, fourth "
        "card, add on"
    ),
    "hits_per_turn": N_("layoff, lay-off, lay off, limit, maximum"),
    "complete_books": N_("four of a kind, quads, full set, meld, bury, turned over, closed"),
    "discard_after_hit": N_("layoff, lay-off, lay off, hit and hold, throw, end of turn"),
    "slap": N_("snap, grab, out of turn, any time, anytime, speed, buy, eat"),
    "hit_blocks_out": N_("freeze, frozen, layoff, lay off, lock, stuck, penalty, tunk"),
    "stock_end": N_("deck runs out, run out of cards, reshuffle, shuffle, draw pile, last card"),
    "first_turn_drop": N_("knock, go down, go low, go in, first round, before drawing"),
    "drop_at_most": N_(
        "knock, knock with, go down, go low, knocking limit, maximum, 5 or less, 10 or less"
    ),
    "drop_when": N_("knock, go down, any time, anytime, out of turn, interrupt, after drawing"),
    "wait_after_spread": N_("freeze, frozen, knock, meld, hold, lock, penalty, sit out"),
    "wait_when_hit": N_("freeze, frozen, knock, layoff, lay off, hold, lock, penalty, sit out"),
    "wait_after_own_hit": N_(
        "freeze, frozen, knock, layoff, lay off, hold, hit and hold, penalty, sit out"
    ),
    "wait_after_hitting": N_(
        "freeze, frozen, knock, layoff, lay off, hold, hit and hold, penalty, sit out"
    ),
    "hits_stack": N_("freeze, frozen, cumulative, layoff, lay off, pile up, penalty, twice"),
    "count": N_("deadwood, unmatched, loose cards, leftover, melds in hand, points, pips"),
    "last_lay": N_("layoff, lay-off, lay off, after a knock, last melds, showdown, last chance"),
    "catch": N_(
        "knock, knocker, penalty, double, bump, bumped, undercut, burn, burnt, bust, busted, stung"
    ),
    "tonk_pays": N_("tunk, rummy, gin, bonus, double, triple, payout, go out"),
    "tonk_needs": N_("tunk, double, triple, spread twice, meld, layoff, no hit"),
    "two_spreads_pays": N_(
        "tunk, double, triple, quadruple, two melds, all at once, go rummy, lay it all down"
    ),
    "hit_voids_tonk": N_("tunk, layoff, lay off, half pay, single pay, no double"),
    "double_double": N_("tunk, quadruple, redouble, retaliate, last chance, four times"),
    "out_pays": N_("go out, rummy, finish, last discard, empty hand, payout, double"),
    "booed": N_("boo, end of the deck, last cards, empty hand, deck runs out"),
    "stockout": N_("deck runs out, run out of cards, reshuffle, draw, wash, lowest, showdown"),
    "stockout_tie": N_("deck runs out, draw, push, wash, split, equal"),
    "stake": N_("money, dollar, cash, chips, coins, ante, bet, buy-in, buy in, wager"),
    "scoring": N_("score, points, paper, elimination, money, chips, play to 100"),
    "push_up_target": N_("100, elimination, out at 100, target, goal, limit, game to 100, bust"),
    "big_one": N_("last game, final hand, match, double, double or nothing, triple"),
    "high_suit_bet": N_("high card, high spade, side bet, kitty, bonus, ante"),
    "natural_bet": N_("side bet, kitty, jackpot, bonus, ante, progressive"),
    "side_ante": N_("side bet, kitty, buy-in, buy in, entry, price"),
}
"""Other words for each rule: a line of them, to be translated."""
