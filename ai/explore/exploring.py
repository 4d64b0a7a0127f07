"""The exploration of a rule set: bots play hands under it, and their play is counted.

Expert plays most hands, in all seats: what is said about pay, length, endings, seats and habits is
about hands among Experts. Every eighth hand each other level plays one as well, to see when it
drops; then, too, an Expert that takes one changed rule for its usual value sits among others who
know it. Every thirtieth the coach is asked, briefly, what it would do at a turn's beginning, and
where a spread can be laid. Eight times the thresholds are worked out from hands of their own. The
kernel plays and counts the hands.

    for tally in explore(Subject(rules, 2), hands=2000):    # one step some fifty hands
        ...                                                 # stop anywhere, keep tally.to_text()
    explore(subject, hands, begun=ExploredHands.of_text(kept))  # goes on from there

The same subject, seed and number of hands give the same figures, whether in one go or in many.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from math import inf, sqrt
from random import Random
from typing import Any, Final, Self

from ai import bridge
from ai.coach.evaluator import NoWorldError, evaluate, ratio
from ai.drops.tables import bared, solved_with_cases
from ai.explore.figures import MeasuredFigure, Ratio, share
from ai.explore.watching import Watched
from ai.kernel import KernelError, table
from ai.registry import LEVELS, UnknownBotError, make_bot
from ai.seating import player_of
from ai.sight import Deck
from game.rules.actions import DROP, TAKE, Action, Discard, Drop, Hit, Slap, Spread, Take
from game.rules.phases import LAY, START
from game.rules.presets import STANDARD
from game.rules.ruleset import RULE_SETS_KEPT, RuleSet
from game.rules.sharecode import ShareCodeError, code_of, rules_from_code
from game.rules.untrusted_input import UnreadableError, json_of
from game.rules.view import SeatView

HANDS: Final = 2000
"""The default number of Expert's hands."""
MAIN: Final = "expert"
COACH: Final = "coach"
GOOD: Final = (COACH, MAIN)
"""The bots whose habits are counted, the better first."""
TURNS: Final = table.HEAT_TURNS
"""Turns of a seat that are counted apart when it drops; the last stands for all that follow."""
BANDS: Final = table.HEAT_BANDS
"""Bands of counts that are kept apart; the last is open."""
ROUNDS: Final = 6
"""Turns for which thresholds are worked out, while every seat holds all its cards."""
_SAMPLE_HANDS: Final = 1000  # hands for each sample of the thresholds

HABITS: Final = ("take", "hold", "hit", "drop", "first_drop", "slap")
"""Shares of chances: takes the top discard; keeps a spread in hand, of all turns in which one could
be laid; hits, where it could; drops, where it may; drops on its first turn; slaps, where it may."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of an exploration; ``seed`` determines the deals."""

    rules: RuleSet
    seats: int = 2
    seed: str = "explore"

    @property
    def width(self) -> int:
        """How many counts each band of the heat map takes in."""
        deck = Deck.of(self.rules)
        dealt = self.rules.cards_dealt(self.seats) * deck.total / deck.size
        most = 1.4 * dealt / (BANDS - 1)
        widths = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 50)  # points
        return min(widths, key=lambda width: abs(width - most))

    @property
    def bands(self) -> tuple[tuple[int, int | None], ...]:
        """The bands, each with its least and its highest count; the last has no highest."""
        width = self.width
        closed = [(low, low + width - 1) for low in range(0, (BANDS - 1) * width, width)]
        return (*closed, ((BANDS - 1) * width, None))

    def unit(self, name: str) -> int:
        """Return the divisor that turns the sums of a figure into stakes or points of one seat."""
        factor = bridge.factor_of_results(self.rules, self.seats)
        if name in ("pay", "squares") or name.startswith("unaware_"):
            return self.seats * factor ** (2 if name == "squares" else 1)
        return factor if name == "winner" or name.startswith("seat_") else 1

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
    return tuple(found[:6])


class KeptError(ValueError):
    """Raised if a saved exploration cannot be continued; the reason follows the name of the
    file.
    """


class ExploredHands:
    """The counts of the hands played under a rule set."""

    LEAST_CASES: Final = 10
    """The cases on which a figure rests at least."""

    def __init__(self, subject: Subject) -> None:
        self.subject, self.hands = subject, 0
        self.ratios: dict[str, Ratio] = {}
        self.heat: dict[str, list[list[list[int]]]] = {
            level: [[[0, 0] for _ in range(BANDS)] for _ in range(TURNS)] for level in LEVELS
        }
        """Drops, and chances to drop, by level, turn and band of counts."""
        self.thresholds: list[tuple[float | None, ...]] = []
        """The thresholds of each sample, turn after turn; None for a turn with too few cases."""

    def of(self, name: str) -> Ratio:
        """Return what is summed up under a name."""
        return self.ratios.setdefault(name, Ratio())

    # -- figures -------------------------------------------------------------------------------

    def figures(self) -> dict[str, MeasuredFigure]:
        """Return the figures by name, without the heat map; those of fewer than ``LEAST_CASES`` are
        left out.

        ``pay``: what a hand moves for a seat, won or lost, on average; ``winner``: what it brings
        its winners; ``swing``: the standard deviation of what it brings a seat; stakes, under
        push-up points. ``turns`` and ``actions`` of a hand; ``end_…`` the share of each ending,
        ``seat_0`` on what each seat can expect, the eldest first; ``drop_caught`` the share of
        drops that are caught; ``expert_…`` and ``coach_…`` the ``HABITS``, and the count at a drop;
        ``threshold_0`` on the highest count to drop with, by turn where it may be done;
        ``unaware_KEY`` what is lost by not knowing a rule.
        """
        found: dict[str, MeasuredFigure | None] = {
            name: sums.figure(self.subject.unit(name))
            for name, sums in self.ratios.items()
            if name != "squares"
        }
        squares = self.of("squares").figure(self.subject.unit("squares"))
        if squares and squares.value > 0:
            swing = sqrt(squares.value)
            found["swing"] = MeasuredFigure(swing, squares.error / (2 * swing), squares.n)
        rules = self.subject.rules
        limit = rules.drop_at_most or inf
        for turn, sampled in enumerate(zip(*self.thresholds, strict=True)):
            counts = [min(at, limit) for at in sampled if at is not None]
            may_drop = turn > 0 or rules.first_turn_drop
            if 1 < len(counts) == len(sampled) and may_drop:
                # One more sample of a threshold might be off by half a point.
                value, error = ratio(counts, [1.0] * len(counts), 0.5)
                found[f"threshold_{turn}"] = MeasuredFigure(
                    value, error, len(counts) * _SAMPLE_HANDS
                )
        return {
            name: each
            for name, each in sorted(found.items())
            if each is not None and each.n >= self.LEAST_CASES
        }

    def drops(self, level: str) -> list[list[MeasuredFigure | None]]:
        """The heat map of a level, by turn and band: how often it drops; None without a case."""
        return [[share(drops, chances) for drops, chances in row] for row in self.heat[level]]

    # -- kept ----------------------------------------------------------------------------------

    def to_mapping(self) -> dict[str, Any]:
        """Return the tally as a JSON object, from which ``read`` restores it."""
        return {
            "code": code_or_none(self.subject.rules),
            "seats": self.subject.seats,
            "seed": self.subject.seed,
            "play": play_version(),
            "hands": self.hands,
            "sums": {name: sums.sums for name, sums in sorted(self.ratios.items())},
            "heat": self.heat,
            "thresholds": [[*map(self._short, sample)] for sample in self.thresholds],
        }

    def to_text(self) -> str:
        """Return the tally as a line of JSON, from which ``of_text`` restores it."""
        return json.dumps(self.to_mapping(), separators=(",", ":"))

    @classmethod
    def of_text(cls, text: str | bytes) -> Self:
        """What was kept of bots and rules as they are now; ``KeptError`` where it is none."""
        try:
            held: Any = json_of(text)  # Any: what is no such JSON raises here
            tally, version = cls.read(held), held["play"]
        except (UnreadableError, ValueError, LookupError, TypeError, AttributeError):
            raise KeptError("was not written by `tonk explore --keep`") from None
        if version != play_version():
            raise KeptError("is of other bots, or of other rules of the game")
        return tally

    @classmethod
    def read(cls, held: Mapping[str, Any]) -> Self:
        """Read what ``to_mapping`` wrote; ``ValueError`` and the like where it is no such thing."""
        tally = cls(Subject(rules_from_code(held["code"]), int(held["seats"]), str(held["seed"])))
        tally.hands = int(held["hands"])
        tally.ratios = {name: Ratio.read(sums) for name, sums in held["sums"].items()}
        tally.heat = {level: cls._rows(held["heat"][level]) for level in LEVELS}
        tally.thresholds = [
            tuple(None if at is None else float(at) for at in sample)
            for sample in held["thresholds"]
        ]
        if any(len(sample) != ROUNDS for sample in tally.thresholds):
            raise ValueError("thresholds")
        return tally

    @staticmethod
    def _short(number: float | None) -> float | None:
        """Return a number without a needless fraction, as JSON is to hold it."""
        return int(number) if number is not None and number == int(number) else number

    @staticmethod
    def _rows(held: Sequence[Sequence[Sequence[int]]]) -> list[list[list[int]]]:
        rows = [[[int(drops), int(chances)] for drops, chances in row] for row in held]
        if len(rows) != TURNS or any(len(row) != BANDS for row in rows):
            raise ValueError("heat")
        return rows


def code_or_none(rules: RuleSet) -> str | None:
    """Return the share code, by which an exploration is kept; None where it would be too long."""
    try:
        return code_of(rules)
    except ShareCodeError:
        return None


def explore(
    subject: Subject, hands: int = HANDS, begun: ExploredHands | None = None
) -> Iterator[ExploredHands]:
    """Play on until Expert has played so many hands; gives the growing tally now and then.

    What has ``begun`` counts if it is of the same subject. ``KernelError`` without a kernel,
    or where it cannot play by these rules.
    """
    tally = begun if begun is not None and begun.subject == subject else ExploredHands(subject)
    at_table, at_once = _Table(subject, tally), 50  # hands of Expert between two looks
    while tally.hands < hands:
        at_table.play(min(hands, tally.hands - tally.hands % at_once + at_once))
        yield tally


class _Table:
    """The table of an exploration: the bots that play, and the tally of what they do."""

    _SAMPLE_EVERY: Final = 125  # hands of Expert to each sample of the thresholds

    def __init__(self, subject: Subject, tally: ExploredHands) -> None:
        self._subject, self._tally = subject, tally
        self._rules = bridge.kernel_rules(subject.rules)
        self._levels = {level: self._player(level) for level in LEVELS}
        self._mistaken = {
            key: self._player(f"unaware:{key}:{MAIN}") for key in subject.changed_keys
        }

    def _player(self, name: str) -> table.KernelPlayer:
        found = player_of(make_bot(name), self._subject.rules, self._subject.seats)
        if found is None:
            raise KernelError(f"it does not play {name}")
        return found

    def play(self, until: int) -> None:
        """Play the hands of Expert up to that number, and whatever else is due by then."""
        tally, numbers = self._tally, range(self._tally.hands, until)
        self._count_main(numbers)
        # One hand of the other levels, and of mistaken bots, to eight of Expert.
        some = [number for number in numbers if number % 8 == 0]
        for level in self._levels:
            if level != MAIN:
                self._join_heat(level, self._counted(level, some))
        for key, player in self._mistaken.items():
            self._play_mistaken(key, player, some)
        for number in numbers:
            # One hand of the coach, by far the dearest, to sixty of Expert.
            if number % 60 == 0:
                self._ask_coach(number)
            # The thresholds are worked out four times, each time from other hands.
            if number % self._SAMPLE_EVERY == 0 and number // self._SAMPLE_EVERY < 4:
                tally.thresholds.append(self._thresholds(number // self._SAMPLE_EVERY))
        tally.hands = until

    def _seed(self, number: int) -> int:
        text = f"tonk explore/{self._subject.seed}/{number}"
        return int.from_bytes(sha256(text.encode()).digest()[:8], "big")

    def _all_of(self, level: str) -> list[table.KernelPlayer]:
        return [self._levels[level]] * self._subject.seats

    def _counted(self, level: str, numbers: Sequence[int]) -> table.KernelCounts:
        """Return what is counted of hands with a level in all seats."""
        counts = table.KernelCounts(self._subject.seats)
        seeds = [self._seed(number) for number in numbers]
        counts.play(self._rules, self._all_of(level), seeds, self._subject.width)
        return counts

    def moves_of(self, level: str, numbers: Sequence[int]) -> object:
        """Count what tells how a level plays these hands."""
        counts = self._counted(level, numbers)
        return counts.sums, counts.heat

    def _count_main(self, numbers: Sequence[int]) -> None:
        counts = self._counted(MAIN, numbers)
        self._join_heat(MAIN, counts)
        for name, sums in counts.sums.items():
            own = f"{MAIN}_{name}" if name in HABITS or name == "count" else name
            self._tally.of(own).join(sums)

    def _join_heat(self, level: str, counts: table.KernelCounts) -> None:
        for row, more in zip(self._tally.heat[level], counts.heat, strict=True):
            for place, (drops, chances) in zip(row, more, strict=True):
                place[0] += drops
                place[1] += chances

    def _play_mistaken(
        self, key: str, mistaken: table.KernelPlayer, numbers: Sequence[int]
    ) -> None:
        """Seat a bot that is mistaken about a rule in each seat, among bots that know it."""
        seats, lost = self._subject.seats, [0] * len(numbers)
        seeds = [self._seed(number) for number in numbers]
        for seat in range(seats):
            players = self._all_of(MAIN)
            players[seat] = mistaken
            counts = table.KernelCounts(seats)
            paid = counts.play(self._rules, players, seeds, self._subject.width)
            lost = [so_far - worths[seat] for so_far, worths in zip(lost, paid, strict=True)]
        for each in lost:
            self._tally.of(f"unaware_{key}").add(each)

    def _ask_coach(self, number: int) -> None:
        """Count what the coach would do where a turn begins and where a spread can be laid, each at
        one place of a hand among Experts.
        """
        subject, dice = self._subject, Random(f"{self._subject.seed}/{number}")
        watched = Watched(subject.rules, self._all_of(MAIN), self._seed(number))
        counts = {name: [0, 0] for name in (*HABITS, "count")}
        decisions = watched.views(
            lambda seen: seen.phase is START and len(seen.legal) > 1,
            lambda seen: seen.phase is LAY and _has(seen.legal, Spread),
        )
        for views in decisions:
            if not views:
                continue
            seen = dice.choice(views)
            try:
                found = next(evaluate(seen, dice.getrandbits(32), is_brief=True))
            except NoWorldError:
                continue
            self._count_habits(counts, seen, found.best.action)
        for name, (x, y) in counts.items():
            self._tally.of(f"{COACH}_{name}").add(x, y)

    def _thresholds(self, sample: int) -> tuple[float | None, ...]:
        rules, seats = self._subject.rules, self._subject.seats
        found = solved_with_cases(rules, seats, _SAMPLE_HANDS, sample + 1)
        row = found[rules.cards_dealt(seats) - 1][:ROUNDS]
        return tuple(at / 1000 if cases >= ExploredHands.LEAST_CASES else None for at, cases in row)

    @staticmethod
    def _count_habits(counts: Mapping[str, list[int]], seen: SeatView, action: Action) -> None:
        """Add to ``counts`` which chances a decision had, and what was made of them."""
        options = seen.legal

        def chance(name: str, is_used: int) -> None:
            counts[name][0] += is_used
            counts[name][1] += 1

        if DROP in options:
            drops = isinstance(action, Drop)
            chance("drop", drops)
            if seen.turns < seen.seats:
                chance("first_drop", drops)
            if drops:
                chance("count", seen.count)
        if seen.phase is START and TAKE in options:
            chance("take", isinstance(action, Take))
        elif seen.phase is LAY:
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
    subject = Subject(STANDARD, 2, "version")
    at_table = _Table(subject, ExploredHands(subject))
    # The moves of twelve hands tell versions of the bots apart.
    found = [at_table.moves_of(level, range(12)) for level in LEVELS]
    return sha256(repr(found).encode()).hexdigest()[:8]
