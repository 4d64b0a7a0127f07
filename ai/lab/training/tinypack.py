"""Measure exactly how exploitable a net is, in a game with a pack of eight cards.

``python -m ai.lab.training.tinypack TRAINED.net`` plays out every deal and every line of play on
the real engine and computes, for either seat, what the best response to the net wins. The sum of
the two is 0 only for perfect play.
"""

import argparse
import struct
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from math import exp
from pathlib import Path
from typing import Final, TypeAlias

from ai.kernel.net import ONE
from ai.lab.training.export import shipped
from ai.master.network import FAMILIES, Network
from ai.master.player import family_of
from game.rules.actions import Action
from game.rules.cards import Card
from game.rules.hand import Hand
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView, view

RULES: Final = RuleSet(
    ranks="A234",
    suits="CD",
    hand_size=3,
    naturals=(),
    upcard=False,
    take="use_now",
    stock_end="at_once",
)
_HEAD: Final = FAMILIES.index(family_of(RULES, 2))
Policy: TypeAlias = Callable[[SeatView], Sequence[float]]
Weighed: TypeAlias = tuple[Hand, float]


def deals() -> Iterator[tuple[Card, ...]]:
    """Yield all distinct deals, ignoring the order of cards within a hand."""
    pack = RULES.pack()
    for first in combinations(pack, 3):
        others = [card for card in pack if card not in first]
        for second in combinations(others, 3):
            rest = [card for card in others if card not in second]
            dealt = [card for turn in zip(first, second, strict=True) for card in turn]
            for stock in permutations(rest):
                yield *dealt, *stock


def uniform(seen: SeatView) -> Sequence[float]:
    """Return equal chances for all legal actions."""
    return [1 / len(seen.legal)] * len(seen.legal)


def of_net(net: Network) -> Policy:
    """Return the policy of a net, which is evaluated once per view."""
    known: dict[object, Sequence[float]] = {}

    def policy(seen: SeatView) -> Sequence[float]:
        key = _knowledge(seen)
        if key not in known:
            known[key] = _chances(net, seen)
        return known[key]

    return policy


def _chances(net: Network, seen: SeatView) -> Sequence[float]:
    scores = net.scores(seen, seen.legal, _HEAD)
    powers = [exp((score - max(scores)) / ONE) for score in scores]
    return [power / sum(powers) for power in powers]


def _knowledge(seen: SeatView) -> object:
    return seen.seat, seen.dealt, seen.upcard, seen.moves, seen.phase


def best_answer(seat: int, policy: Policy) -> float:
    """Return what the best response of ``seat`` to ``policy`` wins on average."""
    hands = [Hand.deal(RULES, 2, 1, deck) for deck in deals()]
    return _value([(hand, 1 / len(hands)) for hand in hands], seat, policy)


def _value(hands: Sequence[Weighed], seat: int, policy: Policy) -> float:
    """Return the weighted value of some hands, in which ``seat`` plays alike what looks alike."""
    total, choices = 0.0, defaultdict[object, list[Weighed]](list)
    waiting = list(hands)
    while waiting:
        hand, weight = waiting.pop()
        if hand.result is not None:
            total += weight * hand.result.payments[seat]
        elif hand.turn == seat:
            choices[_knowledge(view(hand, seat))].append((hand, weight))
        else:
            seen = view(hand, hand.turn)
            for action, chance in zip(seen.legal, policy(seen), strict=True):
                waiting.append((_after(hand, action), weight * chance))
    for alike in choices.values():
        legal = alike[0][0].legal()
        total += max(_value(_all_after(alike, action), seat, policy) for action in legal)
    return total


def _all_after(hands: Sequence[Weighed], action: Action) -> list[Weighed]:
    return [(_after(hand, action), weight) for hand, weight in hands]


def _after(hand: Hand, action: Action) -> Hand:
    twin = hand.copy()
    twin.act(twin.turn, action)
    return twin


def main() -> None:
    """Print how exploitable the net is, and uniform play for comparison."""
    parser = argparse.ArgumentParser(
        description=__doc__,
        prog="python -m ai.lab.training.tinypack",
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("trained", type=Path, metavar="TRAINED.net")
    try:
        net = Network.read(shipped(parser.parse_args().trained.read_bytes(), "a tiny pack"))
    except (OSError, ValueError, struct.error) as error:
        parser.error(str(error))
    for name, policy in (("uniform", uniform), ("the net", of_net(net))):
        first, second = (best_answer(seat, policy) for seat in (0, 1))
        print(f"{name}: best answers win {first:+.4f} and {second:+.4f}, sum {first + second:.4f}")


if __name__ == "__main__":
    main()
