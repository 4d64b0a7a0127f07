"""A seat's knowledge in the form from which the kernel samples hidden cards (``rollout.c``)."""

import ctypes
from collections.abc import Sequence
from typing import Final

from ai import bridge
from ai.betting import LATE_CHANCE
from ai.kernel import hands as kernel
from ai.kernel.rollout import MOST_PARTICLES, KernelMove, Seen
from ai.players import SeatPlayer
from game.rules.actions import Action
from game.rules.results import NO_BETS
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView

TRUST: Final = 800
"""How far the others are taken to play by the player of the play-outs, in thousandths; else they do
anything that is allowed."""
IN_TIME: Final = round(1000 * (1 - LATE_CHANCE))
"""The probability that a seat reacts in time, in thousandths."""
WEIGHED: Final = 64
"""Decks that are weighed together in a batch for each seat, after many moves of others twice as
many: the more hands are hidden, the fewer decks explain all moves."""
PLAYED: Final = 128
"""The decks of a batch that are played out; twice as many after many moves of others."""
STIRS: Final = 1
"""How often each deck is changed at random after a choice of decks, where few of those dealt
explain what the others did."""
_LATEST: Final = 12
"""Moves of others that are weighed, the latest ones: what was done long before tells little of what
is held now, and all of it together would leave one world of many."""


def seen_by(
    view: SeatView, player: SeatPlayer, actions: Sequence[Action], trust: int = TRUST
) -> Seen:
    """Prepare for the kernel all that the seat of ``view`` knows, where it compares ``actions`` and
    all play on as ``player`` does.
    """
    rules, seats = view.rules, view.seats
    compared = (kernel.Action * len(actions))(*(bridge.kernel_action(rules, a) for a in actions))
    told = () if view.is_set_up else _moves(view)
    moves = (KernelMove * len(told))(*told)
    seen = at_table(rules, seats, player)
    seen.moves, seen.n_moves = moves, len(told)
    seen.actions, seen.n_actions = compared, len(actions)
    seen.dealer, seen.seat, seen.is_big_one = view.dealer, view.seat, view.is_big_one
    seen.bets = bridge.kernel_bets(view.bets)
    seen.upcard = -1 if view.upcard is None else bridge.NUMBERS[view.upcard]
    seen.phase, seen.must_use = view.phase, view.must_use is not None
    seen.may_claim = bool(view.after_pass) and view.turn == view.seat
    seen.shows_suit = view.bets.high_suit is not None and rules.high_suit_bet == "spades"
    for place, card in enumerate(view.dealt):
        seen.dealt[place] = bridge.NUMBERS[card]
    for aside in view.set_aside:
        if aside.card is not None:
            seen.aside[aside.seat] = bridge.NUMBERS[aside.card]
    others = [at for at, move in enumerate(view.moves) if move.seat != view.seat]
    seen.trust = trust
    seen.weighed_from = 0 if len(others) < _LATEST else others[-_LATEST]
    if trust:
        # From twelve moves of others on, more decks are weighed.
        times = 2 if len(others) >= 12 else 1
        seen.particles, seen.kept = min(times * WEIGHED * seats, MOST_PARTICLES), times * PLAYED
    else:
        seen.particles = seen.kept = 64
    stands = bridge.position_seen(view) if view.is_set_up else None
    if stands is not None:
        seen.position = ctypes.pointer(stands)
    seen.keep(moves, compared, stands)
    return seen


def at_table(rules: RuleSet, seats: int, player: SeatPlayer) -> Seen:
    """Prepare for the kernel what all hands under these rules have in common."""
    made, plays = bridge.kernel_rules(rules), player.in_kernel(rules, seats)
    # Up to six actions, each world is tried with all; with twice as many, every second world.
    seen = Seen(
        rules=ctypes.addressof(made.memory),
        profile=ctypes.addressof(plays.profile),
        table=ctypes.addressof(plays.table),
        player=ctypes.addressof(plays.then) if plays.then else None,
        seats=seats,
        in_time=IN_TIME,
        particles=1,
        kept=1,
        at_once=6,
        bets=bridge.kernel_bets(NO_BETS),
    )
    for seat in range(len(seen.aside)):
        seen.aside[seat] = kernel.NO_CARD
    seen.keep(made, plays)
    return seen


def _moves(view: SeatView) -> list[KernelMove]:
    return [
        KernelMove(
            bridge.kernel_action(view.rules, move.action),
            move.seat,
            -1 if move.card is None else bridge.NUMBERS[move.card],
        )
        for move in view.moves
    ]
