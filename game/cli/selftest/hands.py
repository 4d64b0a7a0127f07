"""One random hand, every step of it checked.

Everything about a hand follows from its number: so a failure can be had again alone.
"""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from types import UnionType
from typing import TYPE_CHECKING, Final

from game.cli.random_rules import random_rules
from game.cli.selftest import checks
from game.cli.selftest.checks import CheckFailedError
from game.rules.actions import Action, Discard, Draw, Drop, Hit, Slap, Spread
from game.rules.bets import HighSuitBet, NaturalBet, SideBets
from game.rules.phases import Phase

if TYPE_CHECKING:
    from game.rules.hand import Hand
    from game.rules.ruleset import RuleSet

HANDS_A_TABLE: Final = 20
"""Hands in a row that share rules and seats: binding a rule set costs more than a hand."""
_SEAT_COUNTS: Final = range(2, 7)
_DROP_CHANCES: Final = (0.0, 0.02, 0.1, 0.5)
_DRAW_CHANCES: Final = (0.2, 0.5, 0.9)
_LOOK_CHANCE: Final = 0.04
_LAY_CHANCES: Final = (0.2, 0.6, 0.95)
_CLOSE_CHANCE: Final = 0.3
_BET_CHANCE: Final = 0.7
_POT_MOST: Final = 5


@dataclass(slots=True)
class Tally:
    """What a stretch of hands came to; ``failed`` holds numbers and what was found."""

    hands: int = 0
    actions: int = 0
    tables: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    failed: list[tuple[int, str]] = field(default_factory=list)
    records: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Take ``other`` in, all but its records: they are written as they come."""
        self.hands += other.hands
        self.actions += other.actions
        self.tables += other.tables
        self.endings.update(other.endings)
        self.failed += other.failed


def play_stretch(
    first: int, count: int, rules: "RuleSet | None", keep_records: bool = False
) -> Tally:
    """Play and check the hands numbered from ``first``; where no rules are given, at random."""
    tally, table = Tally(), None
    for number in range(first, first + count):
        if table is None or number % HANDS_A_TABLE == 0:
            table = table_for(number // HANDS_A_TABLE, rules)
            tally.tables += 1
        line = _play_one(number, *table, tally)
        if keep_records and line:
            tally.records.append(line)
    return tally


def _play_one(number: int, rules: "RuleSet", seats: int, tally: Tally) -> str:
    """The record of that hand; empty where a check failed."""
    tally.hands += 1
    hand = None
    try:
        hand = deal(number, rules, seats)
        play(hand, number)
        line = checks.check_record(hand)
    except Exception as error:  # noqa: BLE001 - whatever the engine raises is a finding
        after = f" after {len(hand.log)} actions" if hand else ""
        tally.failed.append((number, f"{_told(error)}{after}"))
        return ""
    tally.actions += len(hand.log)
    if hand.result:
        tally.endings[hand.result.ending.value] += 1
    return line


def _told(error: Exception) -> str:
    return str(error) if isinstance(error, CheckFailedError) else f"{type(error).__name__}: {error}"


def table_for(number: int, rules: "RuleSet | None") -> tuple["RuleSet", int]:
    """The rules and the number of seats of a table; where no rules are given, at random."""
    dice = Random(f"table {number}")
    rules = rules or random_rules(dice, _SEAT_COUNTS[0])
    return rules, dice.choice([seats for seats in _SEAT_COUNTS if rules.can_seat(seats)])


def deal(number: int, rules: "RuleSet", seats: int) -> "Hand":
    """The hand of that number before its first action."""
    from game.rules.hand import Hand

    dice, pack = Random(f"deal {number}"), rules.pack()
    return Hand.deal(
        rules,
        seats,
        dice.randrange(seats),
        dice.sample(pack, len(pack)),
        big_one=dice.random() < 0.2,
        bets=_random_bets(dice, rules, seats),
    )


def _random_bets(dice: Random, rules: "RuleSet", seats: int) -> SideBets:
    high_suit = natural = None
    if rules.high_suit_bet != "off" and dice.random() < _BET_CHANCE:
        suit = "S" if rules.high_suit_bet == "spades" else dice.choice(rules.suits)
        high_suit = HighSuitBet(suit, _some_seats(dice, seats), dice.randint(0, _POT_MOST))
    if rules.natural_bet != "off" and dice.random() < _BET_CHANCE:
        natural = NaturalBet(_some_seats(dice, seats), dice.randint(0, _POT_MOST))
    return SideBets(high_suit, natural)


def _some_seats(dice: Random, seats: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(seats) if dice.random() < 0.5)


def play(hand: "Hand", number: int, look_chance: float = _LOOK_CHANCE) -> None:
    """Play to the end by random legal actions; ``CheckFailedError`` where a check fails.

    Whole views and everything one could name are looked at once in a while, the rest always.
    """
    dice = Random(f"play {number}")
    habits = Habits(dice)
    limit = most_actions(hand)
    checks.check_cards(hand)
    while hand.result is None:
        if len(hand.log) > limit:
            raise CheckFailedError(f"no end after {limit} actions")
        choices = checks.all_choices(hand)
        checks.check_actors(hand, choices)
        if dice.random() < look_chance:
            _look_closely(hand, choices, dice)
        if hand.phase is Phase.SLAP and dice.random() < _CLOSE_CHANCE:
            hand.close_slap()
            continue
        hand.act(*habits.choose(choices))
        checks.check_cards(hand)
    checks.check_result(hand)
    checks.check_shown(hand, dice.randrange(hand.seats))


def _look_closely(hand: "Hand", choices: list[tuple[int, Action]], dice: Random) -> None:
    seat = dice.choice(hand.may_act())
    checks.check_others_refused(hand, choices)
    checks.check_space(hand, seat, choices)
    checks.check_copy(hand, choices)
    checks.check_hidden(hand, dice.randrange(hand.seats), dice)


def most_actions(hand: "Hand") -> int:
    """More actions than any hand can have (RULES.md §1.10).

    Each turn that is not still uses up a card of the stock or lays one, and no more than three
    still turns a seat come between two of those.
    """
    cards = len(hand.law.pack.cards)
    turns = (2 * cards + 1) * (hand.law.still_limit + 1)
    return 2 * turns + 2 * cards + hand.seats


class Habits:
    """How this hand's players choose among what is legal: some drop early, some lay all they can,
    some keep pairs.

    Uniform choice would end most hands by a drop in the second turn, and hardly any by a tonk.
    """

    def __init__(self, dice: Random) -> None:
        self._dice = dice
        self._drop_chance = dice.choice(_DROP_CHANCES)
        self._lay_chance = dice.choice(_LAY_CHANCES)
        self._draw_chance = dice.choice(_DRAW_CHANCES)
        self._keeps_pairs = dice.random() < 0.6

    def choose(self, choices: list[tuple[int, Action]]) -> tuple[int, Action]:
        """One of ``choices``, at random after these habits."""
        roll = self._dice.random
        if roll() < self._lay_chance:
            choices = _those(choices, Spread | Hit | Slap) or choices
        elif roll() < self._draw_chance:
            choices = _those(choices, Draw) or choices
        if roll() >= self._drop_chance:
            choices = [each for each in choices if type(each[1]) is not Drop] or choices
        seat, action = self._dice.choice(choices)
        if self._keeps_pairs and isinstance(action, Discard):
            action = self._odd_one(action, choices)
        return seat, action

    def _odd_one(self, first: Discard, choices: list[tuple[int, Action]]) -> Discard:
        """A discard that breaks no pair, if there is one."""
        discards = [action for _, action in choices if isinstance(action, Discard)]
        ranks = [discard.card[0] for discard in discards]
        odd = [each for each in discards if ranks.count(each.card[0]) == 1]
        return self._dice.choice(odd) if odd else first


def _those(choices: list[tuple[int, Action]], kind: UnionType | type) -> list[tuple[int, Action]]:
    return [each for each in choices if isinstance(each[1], kind)]
