"""Hands of the engine played to their end by bots, each decision watched."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from ai.betting import reaction_at
from ai.bot import Bot, ask
from game.rules.actions import PASS, TAKE, Action
from game.rules.hand import Hand
from game.rules.phases import OVER, SLAP, START
from game.rules.view import view
from game.rules.window import Window, settle

Watch = Callable[[Hand, int, Sequence[Action], Action], None]
"""Called with a hand, a seat, what it may do now, and what it does."""


def play_on(hand: Hand, bots: Sequence[Bot], watch: Watch, dice: Random) -> None:
    """Play ``hand`` to its end; where there are fewer bots than seats they sit round and round."""

    def decide(seat: int, options: Sequence[Action]) -> Action:
        action = options[0]
        if len(options) > 1:
            seen = replace(view(hand, seat), legal=tuple(options), may_act=(seat,))
            if seat == hand.turn and options == (TAKE, PASS):
                seen = replace(seen, after_pass=tuple(hand.legal()))
            answer = ask(bots[seat % len(bots)], seen, dice.getrandbits(32))
            action = answer if answer in options else options[-1]
        watch(hand, seat, options, action)
        return action

    def answer(window: Window, seat: int) -> Action:
        if seat == window.claimer:
            return decide(seat, (TAKE, PASS))
        return decide(seat, (*window.options(seat), PASS))

    while hand.phase is not OVER:
        if hand.phase in (START, SLAP):
            move = settle(hand, answer, lambda _seat: reaction_at(dice.random()))
            if move is not None:
                hand.act(*move)
                continue
            hand.is_claim_open = False
        may = hand.legal()
        if not may:
            hand.close_slap()
            continue
        hand.act(hand.turn, decide(hand.turn, tuple(may)))
