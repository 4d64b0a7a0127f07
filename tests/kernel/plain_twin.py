"""Compare the plain player in Python with that in C, decision by decision.

    python -m tests.kernel.plain_twin HANDS [FIRST]

Plain players of all profiles play hands number FIRST, FIRST + 1, …, half of them under presets and
half under random rules, at two to six seats. Exit status: 0 if the two agree, else 1.
"""

import sys
from collections import Counter
from collections.abc import Mapping
from ctypes import byref, c_int32
from dataclasses import dataclass, field
from random import Random
from typing import Final

from ai.bridge import deal, hand_of, kernel_action
from ai.drops.tables import NEVER, ROUNDS, Thresholds, kept_for
from ai.kernel.hands import ACTIONS, SLAPS, KernelHand, checked, library
from ai.kernel.hands import Action as KernelAction
from ai.kernel.plain_player import DropTable, KernelProfile, plain_choice
from ai.plain import drawn, weights
from ai.profile import LEVELS, QUICK, SOUND, STAYER, STYLES
from ai.profile import Profile as Numbers
from ai.random_rules import random_rules
from ai.tuned import tuned_numbers
from game.rules.actions import Action
from game.rules.cards import shuffled
from game.rules.claim_window import ClaimWindow
from game.rules.hand import Hand
from game.rules.hashing import sha256
from game.rules.phases import Phase
from game.rules.presets import PRESETS, preset
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView
from tests.arguments import numbers_given

PROFILES: Final = (
    *(style(level) for level in LEVELS.values() for style in STYLES.values()),
    *(QUICK, STAYER, SOUND),
    *(numbers.profile for numbers in tuned_numbers().values()),
)


def kernel_hand(hand: Hand) -> KernelHand:
    """Return the kernel's hand with all cards of the engine's hand, by replaying its moves."""
    twin = deal(
        hand.rules,
        hand.seats,
        hand.dealer,
        hand.deck,
        big_one=hand.is_big_one,
        bets=hand.bets,
    )
    for move in hand.log:
        twin.play(move.seat, kernel_action(hand.rules, move.action))
    if hand.phase is not Phase.SLAP and twin.state.phase == SLAPS:
        twin.close_slaps()
    if hand.must_use:
        twin.claimed()
    return twin


@dataclass(slots=True)
class Twins:
    """One hand between players of random profiles, with the decisions in which the two differ."""

    number: int
    rules: RuleSet
    seats: int
    decisions: Counter[str] = field(default_factory=Counter)
    differing: list[str] = field(default_factory=list)

    def play(self) -> None:
        """Play the hand to its end, comparing every decision."""
        dice = Random(self.number)
        deck = shuffled(self.rules.pack(), sha256(dice.randbytes(32)).hexdigest())
        hand = Hand.deal(self.rules, self.seats, dice.randrange(self.seats), deck)
        players = [dice.choice(PROFILES) for _ in range(self.seats)]
        thresholds = _thresholds(self.rules, self.seats, dice)
        while not hand.is_over:
            window = ClaimWindow(hand, lambda _: dice.random())
            while window.asked and not window.outcome:
                seat = window.asked[0]
                seed = dice.getrandbits(32)
                view = window.view(seat)
                window.answer(seat, self._decide(hand, view, players[seat], thresholds, seed))
            if window.outcome:
                hand.act(*window.outcome)
            elif hand.phase is Phase.SLAP:
                hand.close_slap()
            else:
                view, seed = window.view(hand.turn), dice.getrandbits(32)
                hand.act(hand.turn, self._decide(hand, view, players[hand.turn], thresholds, seed))

    def _decide(
        self,
        hand: Hand,
        view: SeatView,
        profile: Numbers,
        thresholds: Thresholds,
        seed: int,
    ) -> Action:
        weighed = weights(view, profile, thresholds)
        table = DropTable.of(thresholds)
        twin, numbers, rules = hand_of(view), KernelProfile.of(profile.numbers), self.rules
        own = {kernel_action(rules, action).key(): weight for action, weight in weighed.items()}
        told = [_told(twin, view.seat, numbers, table)]
        if not ClaimWindow(hand).asked:
            # Again with the cards that the others really hold.
            told.append(_told(kernel_hand(hand), view.seat, numbers, table))
        chosen = drawn(view, weighed, seed)
        same = plain_choice(twin, view.seat, numbers, table, seed).key()
        self.decisions[view.phase.name] += 1
        if any(each != own for each in told) or same != kernel_action(rules, chosen).key():
            self.differing.append(f"hand {self.number}: {view.hand} {weighed} {told} {profile}")
        return chosen


def plain_weights(
    hand: KernelHand, seat: int, profile: KernelProfile, table: DropTable | None
) -> list[tuple[KernelAction, int]]:
    """Return the weights with which the plain player in C chooses among its legal actions."""
    room, found = (KernelAction * ACTIONS)(), (c_int32 * ACTIONS)()
    told = (hand.memory, seat, byref(profile), table and byref(table))
    number = checked(library().tonk_plain_weights(*told, room, found, ACTIONS))
    return [(KernelAction.from_buffer_copy(room[at]), found[at]) for at in range(number)]


def _told(
    hand: KernelHand, seat: int, numbers: KernelProfile, table: DropTable
) -> Mapping[tuple[int, ...], int]:
    weighed = plain_weights(hand, seat, numbers, table)
    return {action.key(): weight for action, weight in weighed if weight}


def _thresholds(rules: RuleSet, seats: int, dice: Random) -> Thresholds:
    """Return the stored drop table of the rules, or a random one."""
    if kept := kept_for(rules, seats):
        return kept
    rows = rules.cards_dealt(seats) + bool(rules.wait_after_spread)
    return tuple(
        tuple(dice.choice((NEVER, dice.randrange(40_000))) for _ in range(ROUNDS))
        for _ in range(rows)
    )


def twins(number: int) -> Twins:
    """Return hand ``number``, not yet played."""
    dice, seats = Random(f"twins {number}"), 2 + number % 5
    if number % 2:
        return Twins(number, random_rules(dice, seats), seats)
    able = [name for name in PRESETS if preset(name).can_seat(seats)]
    return Twins(number, preset(able[number // 2 % len(able)]), seats)


def main(hands: int, first: int = 0) -> int:
    """Play the hands and print the differences; return 1 if there are any."""
    decisions: Counter[str] = Counter()
    differing = 0
    for number in range(first, first + hands):
        pair = twins(number)
        pair.play()
        decisions += pair.decisions
        differing += len(pair.differing)
        for line in pair.differing:
            print(line)
    print(f"{hands} hands, {decisions.total()} decisions, {differing} differ")
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main(*numbers_given(main, __doc__)))
