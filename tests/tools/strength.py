"""How strong is one bot against another? `python tests/tools/strength.py regular greedy8`.

Deals are mirrored: each is played once with every rotation of the bots over the seats, and the mean
of its rotations counts as one observation, so that luck of the cards cancels out.
"""

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from random import Random

from ai.bot import Bot
from ai.registry import bot_names, make_bot
from game.rules.actions import PASS, Action
from game.rules.hand import Hand
from game.rules.presets import PRESETS, preset
from game.rules.ruleset import RuleSet
from game.rules.view import view


@dataclass
class Tally:
    """Stakes per hand of the first bot, one figure a deal, and how the hands ended."""

    stakes: list[float] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)


def play_hand(hand: Hand, bots: Sequence[Bot], random: Random, tally: Tally) -> None:
    """Play ``hand`` to its end, a bot in each seat; a random order decides who is first to slap."""
    while not hand.is_over:
        may_act = list(hand.may_act())
        others = [seat for seat in may_act if seat != hand.turn]
        random.shuffle(others)
        if any(_slaps(hand, bots[seat], seat, random) for seat in others):
            continue
        if hand.turn not in may_act:
            hand.close_slap()
            continue
        seat = hand.turn
        seen = view(hand, seat)
        began = time.thread_time()
        action = bots[seat].choose(seen, random.getrandbits(32))
        tally.seconds.append(time.thread_time() - began)
        hand.act(seat, action)


def _slaps(hand: Hand, bot: Bot, seat: int, random: Random) -> bool:
    seen = view(hand, seat)
    if not seen.legal:
        return False
    action: Action = bot.choose(seen, random.getrandbits(32))
    if action == PASS:
        return False
    hand.act(seat, action)
    return True


def play_deals(rules: RuleSet, bots: Sequence[Bot], deals: int, seed: int) -> Tally:
    """Play every deal in every rotation of ``bots``; the dealer stays, the bots move on."""
    tally, seats = Tally(), len(bots)
    for deal in range(deals):
        deck = list(rules.pack())
        Random(f"{seed}/{deal}").shuffle(deck)
        stakes = 0.0
        for turn in range(seats):
            seated = [bots[(seat + turn) % seats] for seat in range(seats)]
            hand = Hand.deal(rules, seats, 0, tuple(deck))
            play_hand(hand, seated, Random(f"{seed}/{deal}/play"), tally)
            assert hand.result is not None
            first = (seats - turn) % seats
            stakes += _payment(rules, hand.result.payments, first)
            tally.endings[hand.result.ending] += 1
        tally.stakes.append(stakes / seats)
    return tally


def _payment(rules: RuleSet, payments: Sequence[int], seat: int) -> float:
    if rules.scoring != "push_up":
        return payments[seat]
    return (sum(payments) - payments[seat]) / (len(payments) - 1) - payments[seat]


def _job(job: tuple[str, tuple[str, ...], int, int]) -> Tally:
    rules, names, deals, seed = job
    return play_deals(preset(rules), [make_bot(name) for name in names], deals, seed)


def main() -> None:
    """Print the first bot's mean with its 95 % interval."""
    parser = argparse.ArgumentParser(description="Measure the first bot against the others.")
    parser.add_argument("bots", nargs="+", choices=bot_names())
    parser.add_argument("--rules", choices=PRESETS, default="standard")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    share = -(-options.deals // options.jobs)
    names = tuple(options.bots)
    jobs = [(options.rules, names, share, options.seed * 1000 + job) for job in range(options.jobs)]
    with ProcessPoolExecutor(options.jobs) as pool:
        tallies = list(pool.map(_job, jobs))
    report(tallies)


def report(tallies: Sequence[Tally]) -> None:
    """One line for the mean, one for the endings, one for the time that decisions take."""
    stakes = [each for tally in tallies for each in tally.stakes]
    seconds = sorted(each for tally in tallies for each in tally.seconds)
    endings = sum((tally.endings for tally in tallies), Counter())
    width = 1.96 * statistics.stdev(stakes) / len(stakes) ** 0.5
    print(f"{statistics.fmean(stakes):+.3f} ± {width:.3f} stakes a hand over {len(stakes)} deals")
    total = sum(endings.values())
    print(", ".join(f"{name} {100 * count / total:.1f} %" for name, count in endings.most_common()))
    middle, slow = (1e6 * seconds[int(part * len(seconds))] for part in (0.5, 0.99))
    print(f"a decision takes {middle:.0f} µs, one in a hundred {slow:.0f} µs or more")


if __name__ == "__main__":
    main()
