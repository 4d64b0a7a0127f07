"""A rule set played by bots, hand after hand, and what is counted meanwhile.

Expert plays most hands, in all seats: what is said about pay, length, endings, seats and habits is
about hands among Experts. Every eighth hand each other level plays one as well, to see when it
drops; then, too, an Expert that takes one changed rule for its usual value sits among others who
know it. Every sixteenth the coach is asked what it would do at a turn's beginning, and where a
spread can be laid. Eight times the thresholds are worked out from hands of their own.

    for tally in explore(Subject(rules, 2), hands=2000):    # one step a hand
        ...                                                 # stop anywhere, keep tally.to_text()
    explore(subject, hands, begun=Tally.of_text(kept))      # goes on from there

The same subject, seed and number of hands give the same figures, whether in one go or in many.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from math import sqrt
from random import Random
from typing import Any, Final, Self, TypeGuard

from ai.bot import Bot
from ai.coach.evaluator import NoWorldError, estimate, ratio
from ai.coach.review import worth
from ai.drops.solver import cell, rows_for, solved
from ai.drops.tables import bared
from ai.explore.figures import Figure, Ratio, share
from ai.explore.playing import Watch, play_on
from ai.pack import pack_facts
from ai.registry import LEVELS, UnknownBotError, make_bot
from game.rules.actions import DROP, TAKE, Action, Discard, Drop, Hit, Slap, Spread, Take
from game.rules.cards import shuffled
from game.rules.hand import Hand
from game.rules.outside import UnreadableError, json_of
from game.rules.phases import LAY, START
from game.rules.presets import STANDARD
from game.rules.results import Ending
from game.rules.ruleset import RULE_SETS_KEPT, RuleSet
from game.rules.sharecode import ShareCodeError, code_of, rules_from_code
from game.rules.view import SeatView, view

HANDS: Final = 2000
"""Hands of Expert if nobody says how many: half a minute of one core, about."""
MAIN: Final = "expert"
COACH: Final = "coach"
GOOD: Final = (COACH, MAIN)
"""Those whose habits are counted, the better first."""
TURNS: Final = 7
"""Turns of a seat that are counted apart when it drops; the last stands for all that follow."""
BANDS: Final = 10
"""Bands of counts that are kept apart; the last is open."""
ROUNDS: Final = 6
"""Turns for which thresholds are worked out, while every seat holds all its cards."""
SAMPLES: Final = 8
"""How often the thresholds are worked out, each time from other hands."""
_SAMPLE_HANDS: Final = 200
_SAMPLE_EVERY: Final = 25
_LEVELS_EVERY: Final = 8
_KNOWING_EVERY: Final = 8
_COACH_EVERY: Final = 16
_PLAYOUTS: Final = 200
"""For each answer of the coach."""
_LEAST: Final = 10
_KEYS: Final = 6
"""At most so many changed rules are tried for what knowing them is worth."""
_DOUBT: Final = 0.5
"""Points by which one more sample of a threshold might be off."""
_WIDTHS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 50)
_VERSION_HANDS: Final = 6

HABITS: Final = ("take", "hold", "hit", "drop", "first_drop", "slap")
"""Shares of chances: takes the top discard; keeps a spread in hand, of all turns in which one could
be laid; hits, where it could; drops, where it may; drops on its first turn; slaps, where it may."""
_PAY: Final = ("pay", "squares", "winner")
_OTHERS: Final = ("turns", "actions", "count_at_drop", "drop_caught")


@dataclass(frozen=True, slots=True)
class Subject:
    """What is explored; ``seed`` names the deals."""

    rules: RuleSet
    seats: int = 2
    seed: str = "explore"

    @property
    def width(self) -> int:
        """How many counts each band of the heat map takes in."""
        dealt = self.rules.cards_dealt(self.seats) * pack_facts(self.rules).mean
        most = 1.4 * dealt / (BANDS - 1)
        return min(_WIDTHS, key=lambda width: abs(width - most))

    @property
    def bands(self) -> tuple[tuple[int, int | None], ...]:
        """The bands, each with its least and its highest count; the last has no highest."""
        width = self.width
        closed = [(low, low + width - 1) for low in range(0, (BANDS - 1) * width, width)]
        return (*closed, ((BANDS - 1) * width, None))

    @property
    def changed_keys(self) -> tuple[str, ...]:
        """The rules that say how to play otherwise than usual, and that a bot can be mistaken
        about.
        """
        return _changed_keys(self.rules)


@lru_cache(maxsize=RULE_SETS_KEPT)
def _changed_keys(rules: RuleSet) -> tuple[str, ...]:
    found = []
    for key in bared(rules).differences(bared(STANDARD)):
        try:
            make_bot(f"unaware:{key}:{MAIN}")
            rules.changed(**{key: getattr(STANDARD, key)})
        except (UnknownBotError, ValueError):
            continue
        found.append(key)
    return tuple(found[:_KEYS])


class KeptError(ValueError):
    """What was kept cannot be gone on with: why, after the name of the file."""


class Tally:
    """What was counted in so many hands of a subject."""

    def __init__(self, subject: Subject) -> None:
        self.subject, self.hands = subject, 0
        self.ratios: dict[str, Ratio] = {}
        self.heat: dict[str, list[list[list[int]]]] = {
            level: [[[0, 0] for _ in range(BANDS)] for _ in range(TURNS)] for level in LEVELS
        }
        """By level, turn and band of counts: drops, and chances to drop."""
        self.thresholds: list[tuple[float, ...]] = []
        """Those of each sample, turn after turn."""

    def of(self, name: str) -> Ratio:
        """What is summed up under a name."""
        return self.ratios.setdefault(name, Ratio())

    # -- figures -------------------------------------------------------------------------------

    def figures(self) -> dict[str, Figure]:
        """All figures by name, but for the heat map; those of less than ten cases are left out.

        ``pay``: what a hand moves for a seat, won or lost, on average; ``winner``: what it brings
        its winners; ``swing``: the standard deviation of what it brings a seat; stakes, under
        push-up points. ``turns`` and ``actions`` of a hand; ``end_…`` the share of each ending,
        ``seat_0`` on what each seat can expect, the eldest first; ``drop_caught`` the share of
        drops that are caught; ``expert_…`` and ``coach_…`` the ``HABITS``, and the count at a drop;
        ``threshold_0`` on the highest count to drop with, by turn where it may be done;
        ``unaware_KEY`` what is lost by not knowing a rule.
        """
        found: dict[str, Figure | None] = {
            name: sums.figure() for name, sums in self.ratios.items() if name != "squares"
        }
        squares = self.of("squares").figure()
        if squares and squares.value > 0:
            swing = sqrt(squares.value)
            found["swing"] = Figure(swing, squares.error / (2 * swing), squares.n)
        for turn, counts in enumerate(zip(*self.thresholds, strict=True)):
            may_drop = turn > 0 or self.subject.rules.first_turn_drop
            if len(counts) > 1 and may_drop:
                value, error = ratio(counts, [1.0] * len(counts), _DOUBT)
                found[f"threshold_{turn}"] = Figure(value, error, len(counts) * _SAMPLE_HANDS)
        return {name: each for name, each in sorted(found.items()) if _is_told(each)}

    def drops(self, level: str) -> list[list[Figure | None]]:
        """The heat map of a level, by turn and band: how often it drops; None without a case."""
        return [[share(drops, chances) for drops, chances in row] for row in self.heat[level]]

    # -- kept ----------------------------------------------------------------------------------

    def to_mapping(self) -> dict[str, Any]:
        """As JSON keeps it: with ``read`` all of it comes back."""
        return {
            "code": code_or_none(self.subject.rules),
            "seats": self.subject.seats,
            "seed": self.subject.seed,
            "play": play_version(),
            "hands": self.hands,
            "sums": {name: [*map(_short, sums.sums)] for name, sums in sorted(self.ratios.items())},
            "heat": self.heat,
            "thresholds": [[*map(_short, sample)] for sample in self.thresholds],
        }

    def to_text(self) -> str:
        """The same as a text."""
        return json.dumps(self.to_mapping(), separators=(",", ":"))

    @classmethod
    def of_text(cls, text: str | bytes) -> Self:
        """What was kept of bots and rules as they are now; ``KeptError`` where it is none."""
        try:
            held: Any = json_of(text)  # Any: what is no such JSON raises here
            tally, version = cls.read(held), held["play"]
        except (UnreadableError, ValueError, LookupError, TypeError, AttributeError):
            raise KeptError("holds nothing that was kept of an exploration") from None
        if version != play_version():
            raise KeptError("is of other bots, or of other rules of the game")
        return tally

    @classmethod
    def read(cls, held: Mapping[str, Any]) -> Self:
        """What was kept; ``ValueError`` and the like where it is none."""
        tally = cls(Subject(rules_from_code(held["code"]), int(held["seats"]), str(held["seed"])))
        tally.hands = int(held["hands"])
        tally.ratios = {name: _sums(sums) for name, sums in held["sums"].items()}
        tally.heat = {level: _rows(held["heat"][level]) for level in LEVELS}
        tally.thresholds = [tuple(map(float, sample)) for sample in held["thresholds"]]
        if any(len(sample) != ROUNDS for sample in tally.thresholds):
            raise ValueError("thresholds")
        return tally


def _is_told(figure: Figure | None) -> TypeGuard[Figure]:
    return figure is not None and figure.n >= _LEAST


def _short(number: float) -> float:
    """A number that JSON writes without a needless fraction."""
    return int(number) if number == int(number) else number


def code_or_none(rules: RuleSet) -> str | None:
    """The share code, by which an exploration is kept; None where it would be too long."""
    try:
        return code_of(rules)
    except ShareCodeError:
        return None


def _sums(held: Sequence[float]) -> Ratio:
    hands, x, y, xx, xy, yy = held
    return Ratio((int(hands), x, y, xx, xy, yy))


def _rows(held: Sequence[Sequence[Sequence[int]]]) -> list[list[list[int]]]:
    rows = [[[int(drops), int(chances)] for drops, chances in row] for row in held]
    if len(rows) != TURNS or any(len(row) != BANDS for row in rows):
        raise ValueError("heat")
    return rows


def explore(subject: Subject, hands: int = HANDS, begun: Tally | None = None) -> Iterator[Tally]:
    """Play on until Expert has played so many hands; gives the growing tally after each of them.

    What has ``begun`` counts if it is of the same subject.
    """
    tally = begun if begun is not None and begun.subject == subject else Tally(subject)
    table = _Table(subject, tally)
    while tally.hands < hands:
        table.play()
        yield tally


class _Table:
    """Those who play, and what is counted of it."""

    def __init__(self, subject: Subject, tally: Tally) -> None:
        self._subject, self._tally = subject, tally
        self._levels = {level: make_bot(level) for level in LEVELS}
        self._mistaken = {key: make_bot(f"unaware:{key}:{MAIN}") for key in subject.changed_keys}

    def play(self) -> None:
        """One more hand of Expert, and what else is its turn."""
        tally, number = self._tally, self._tally.hands
        self._count_result(self._play_main(number))
        if number % _LEVELS_EVERY == 0:
            for level, bot in self._levels.items():
                if level != MAIN:
                    self._hand(number, [bot], self._watch_drops(level))
        if number % _KNOWING_EVERY == 0:
            for key, bot in self._mistaken.items():
                self._play_mistaken(number, key, bot)
        if number % _SAMPLE_EVERY == 0 and number // _SAMPLE_EVERY < SAMPLES:
            tally.thresholds.append(self._thresholds(number // _SAMPLE_EVERY))
        tally.hands += 1

    def _hand(self, number: int, bots: Sequence[Bot], watch: Watch) -> Hand:
        """A hand played to its end; one bot sits in all seats."""
        rules, seats = self._subject.rules, self._subject.seats
        seed = sha256(f"tonk explore/{self._subject.seed}/{number}".encode()).hexdigest()
        hand = Hand.deal(rules, seats, seats - 1, shuffled(rules.pack(), seed))
        play_on(hand, bots, watch, Random(seed))
        return hand

    def _play_main(self, number: int) -> Hand:
        """A hand of Experts, whose habits are counted."""
        counts, heat = _no_counts(), self._watch_drops(MAIN)
        asked: dict[str, list[SeatView]] = {}

        def watch(hand: Hand, seat: int, options: Sequence[Action], action: Action) -> None:
            heat(hand, seat, options, action)
            _count_habits(counts, hand, seat, options, action)
            if number % _COACH_EVERY == 0 and seat == hand.turn and len(options) > 1:
                if hand.phase is START:
                    asked.setdefault("begin", []).append(view(hand, seat))
                elif hand.phase is LAY and _has(options, Spread):
                    asked.setdefault("lay", []).append(view(hand, seat))

        hand = self._hand(number, [self._levels[MAIN]], watch)
        self._count(MAIN, counts)
        if number % _COACH_EVERY == 0:
            dice = Random(f"{self._subject.seed}/{number}")
            self._ask_coach(dice, [dice.choice(views) for views in asked.values()])
        return hand

    def _ask_coach(self, dice: Random, views: Sequence[SeatView]) -> None:
        """Count what the coach would do."""
        counts = _no_counts()
        for seen in views:
            try:
                found = estimate(seen, dice.getrandbits(32), playouts=_PLAYOUTS)
            except NoWorldError:
                continue
            _count_habits(counts, seen, seen.seat, seen.legal, found.best.action)
        self._count(COACH, counts)

    def _count(self, who: str, counts: Mapping[str, Sequence[float]]) -> None:
        for name, (x, y) in counts.items():
            self._tally.of(f"{who}_{name}").add(x, y)

    def _count_result(self, hand: Hand) -> None:
        result, add = hand.result, self._tally.of
        if result is None:
            raise AssertionError("the hand is over")
        seats = range(hand.seats)
        worths = [worth(hand.rules, result, (hand.eldest + place) % hand.seats) for place in seats]
        for place in seats:
            add(f"seat_{place}").add(worths[place])
        add("pay").add(sum(map(abs, worths)) / hand.seats)
        add("squares").add(sum(each * each for each in worths) / hand.seats)
        won = [worth(hand.rules, result, seat) for seat in result.winners]
        add("winner").add(sum(won), len(won))
        add("turns").add(hand.turns)
        add("actions").add(len(hand.log))
        for ending in Ending:
            add(f"end_{ending}").add(result.ending is ending)
        is_drop = hand.finish is not None and hand.finish.ending is Ending.DROP
        add("drop_caught").add(is_drop and result.ending is Ending.CAUGHT, is_drop)

    def _play_mistaken(self, number: int, key: str, mistaken: Bot) -> None:
        """Let one who is mistaken about a rule sit in each seat, among those who know it."""
        seats, lost = self._subject.seats, 0.0
        for seat in range(seats):
            bots = [self._levels[MAIN]] * seats
            bots[seat] = mistaken
            result = self._hand(number, bots, _look_away).result
            if result is not None:
                lost -= worth(self._subject.rules, result, seat)
        self._tally.of(f"unaware_{key}").add(lost / seats)

    def _watch_drops(self, level: str) -> Watch:
        rows, width = self._tally.heat[level], self._subject.width

        def watch(hand: Hand, seat: int, options: Sequence[Action], action: Action) -> None:
            if DROP in options:
                count = hand.count(seat)
                turn = min(hand.turns // hand.seats, TURNS - 1)
                place = rows[turn][min(count // width, BANDS - 1)]
                place[0] += isinstance(action, Drop)
                place[1] += 1

        return watch

    def _thresholds(self, sample: int) -> tuple[float, ...]:
        rules, seats = bared(self._subject.rules), self._subject.seats
        table = solved(rules, seats, _SAMPLE_HANDS, sample + 1)
        dealt, rows = rules.cards_dealt(seats), rows_for(rules, seats)
        return tuple(table[cell(turn, dealt, dealt, dealt, rows)] for turn in range(ROUNDS))


def _look_away(hand: Hand, seat: int, options: Sequence[Action], action: Action) -> None:
    """What watches nothing."""


def _no_counts() -> dict[str, list[float]]:
    return {name: [0.0, 0.0] for name in (*HABITS, "count")}


def _count_habits(
    counts: Mapping[str, list[float]],
    hand: Hand | SeatView,
    seat: int,
    options: Sequence[Action],
    action: Action,
) -> None:
    """Add to ``counts`` which chances a decision had, and what was made of them."""

    def chance(name: str, is_used: float) -> None:
        counts[name][0] += is_used
        counts[name][1] += 1

    if DROP in options:
        drops = isinstance(action, Drop)
        chance("drop", drops)
        if hand.turns < hand.seats:
            chance("first_drop", drops)
        if drops:
            chance("count", hand.count if isinstance(hand, SeatView) else hand.counts()[seat])
    if hand.phase is START and seat == hand.turn and TAKE in options:
        chance("take", isinstance(action, Take))
    elif hand.phase is LAY and seat == hand.turn:
        throws = isinstance(action, Discard)
        if isinstance(action, Spread) or (throws and _has(options, Spread)):
            chance("hold", throws)
        if isinstance(action, Hit) or (throws and _has(options, Hit)):
            chance("hit", not throws)
    elif _has(options, Slap):
        chance("slap", isinstance(action, Slap))


def _has(options: Sequence[Action], kind: type[Action]) -> bool:
    return any(isinstance(each, kind) for each in options)


@lru_cache(maxsize=1)
def play_version() -> str:
    """Eight hex digits that say how bots play and what the rules do: what was explored by another
    version is not gone on with. A few hands of the standard game by each level are their source.
    """
    moves: list[str] = []
    subject = Subject(STANDARD, 2, "version")
    table = _Table(subject, Tally(subject))
    for number, level in enumerate(LEVELS * _VERSION_HANDS):
        hand = table._hand(number, [table._levels[level]], _look_away)  # its own
        moves += [repr(hand.log), repr(hand.result)]
    return sha256("\n".join(moves).encode()).hexdigest()[:8]
