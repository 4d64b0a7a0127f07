"""What is played in the arena: a deal with every rotation of the bots over the seats.

Everything follows from the seed and the number of the deal, so it does not matter where or when a
deal is played.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random

from ai.arena.deciding import Decider
from game.rules.actions import PASS, Drop
from game.rules.hand import Hand
from game.rules.record import record_of
from game.rules.results import Ending, Result
from game.rules.ruleset import RuleSet
from game.rules.shuffle import shuffled

_DEALER = 0


@dataclass(frozen=True, slots=True)
class Match:
    """Which bots meet, under which rules, over which deals.

    ``patience`` is how many seconds one decision may take before the bot is taken to hang.
    """

    rules: RuleSet
    bots: tuple[str, ...]
    seed: str
    keeps_records: bool = False
    patience: float = 60

    @property
    def seats(self) -> int:
        """How many bots sit at the table, which is also how often each deal is played."""
        return len(self.bots)

    @property
    def shares(self) -> int:
        """By what the points of a deal are multiplied to stay whole numbers."""
        return self.seats - 1 if self.rules.scoring == "push_up" else 1


@dataclass(frozen=True, slots=True)
class DealOutcome:
    """What one deal brought, over all its rotations; a figure for each bot of the match.

    ``points`` are stakes, or under push-up the points of the others less one's own; both times
    ``Match.shares``.
    """

    points: tuple[int, ...]
    drops: tuple[int, ...]
    caught: tuple[int, ...]
    endings: tuple[Ending, ...]
    records: tuple[str, ...] = ()


def play_deal(match: Match, number: int, decider: Decider) -> DealOutcome:
    """Play deal ``number`` in every rotation: the cards stay, the bots move on."""
    seed = sha256(f"tonk arena/{match.seed}/{number}".encode()).hexdigest()
    deck = shuffled(match.rules.pack(), seed)
    points, drops, caught = ([0] * match.seats for _ in range(3))
    endings, records = [], []
    for turn in range(match.seats):
        seated = [(seat + turn) % match.seats for seat in range(match.seats)]
        hand = Hand.deal(match.rules, match.seats, _DEALER, deck)
        result = _play_hand(hand, seated, decider, Random(seed))
        for seat, bot in enumerate(seated):
            points[bot] += _points(match, result, seat)
        if hand.log and isinstance(hand.log[-1].action, Drop):
            bot = seated[hand.log[-1].seat]
            drops[bot] += 1
            caught[bot] += result.ending is Ending.CAUGHT
        endings.append(result.ending)
        if match.keeps_records:
            names = _names([match.bots[bot] for bot in seated])
            note = f"arena, deal {number}, seating {turn + 1}"
            records.append(record_of(hand, names, seed=seed, note=note).to_json())
    return DealOutcome(tuple(points), tuple(drops), tuple(caught), tuple(endings), tuple(records))


def _play_hand(hand: Hand, seated: Sequence[int], decider: Decider, dice: Random) -> Result:
    """Play ``hand`` to its end, bot ``seated[seat]`` in each seat.

    Who is first to slap is left to the dice; what is to be decided once in each rotation is decided
    with the same seed, so that a bot that meets itself comes out even.
    """
    decider.begin_hand()
    while hand.result is None:
        may_act = hand.may_act()
        others = [seat for seat in may_act if seat != hand.turn]
        dice.shuffle(others)
        if any(_slaps(hand, seat, seated[seat], decider, dice) for seat in others):
            continue
        if hand.turn in may_act:
            action = decider.decide(hand, hand.turn, seated[hand.turn], dice.getrandbits(32))
            if action != PASS or action in hand.legal():
                hand.act(hand.turn, action)
                continue
        hand.close_slap()
    return hand.result


def _slaps(hand: Hand, seat: int, bot: int, decider: Decider, dice: Random) -> bool:
    if not hand.legal_slaps(seat):
        return False
    action = decider.decide(hand, seat, bot, dice.getrandbits(32))
    if action == PASS:
        return False
    hand.act(seat, action)
    return True


def _points(match: Match, result: Result, seat: int) -> int:
    own = result.payments[seat]
    if match.rules.scoring != "push_up":
        return own
    return sum(result.payments) - own - match.shares * own


def _names(bots: Sequence[str]) -> list[str]:
    """The bots by name, those that sit twice numbered."""
    return [
        f"{bot} ({bots[: seat + 1].count(bot)})" if bots.count(bot) > 1 else bot
        for seat, bot in enumerate(bots)
    ]
