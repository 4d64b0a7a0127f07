"""The ladder: the matches that measure how strong the bots are, and the file of their results.

Each line of the file is a JSON object with the ``state`` of the bots that played, and one of: a
``match`` with its tally so far (the last line of a match counts), a ``leg`` of a race, an
``answer`` found to a bot, the faults ``counted`` of a bot. Results of an older state of the bots
are ignored unless trusted.
"""

import json
import os
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import combinations, pairwise, product
from pathlib import Path
from random import Random
from typing import Final

from ai.kernel import NAME
from ai.lab.arena.contest import Contest, Tally
from ai.lab.arena.exploit import FRESH_WIDTH, SEARCH_HANDS, Question
from ai.lab.arena.faults import Table
from ai.lab.arena.match import Match
from ai.random_rules import measured_rules
from ai.registry import LEVELS, STYLES
from game.files import read_regular
from game.rules.presets import PRESETS, STANDARD, preset, spelled_out
from game.rules.results import Ending
from game.rules.ruleset import RuleSet
from game.rules.untrusted_input import UnreadableError, decoded, json_of

BASELINES: Final = ("random", "greedy8", "stayer", "tuned")
PARTS: Final = (
    *("pairs", "tables", "presets", "random", "knowing", "styles", "early", "faults", "exploits"),
)
"""Parts of the ladder, in order: all bots against each other; Master at a table of Regulars; each
level against the one below it, under every preset and under random rules; the value of knowing the
rules; the value of a style; the value of adapting to a player who drops early; obvious faults; what
can be won from a bot.
"""
RANDOM_RULES: Final = range(1, 21)
"""Seeds of the random rules."""
EXPLOITED: Final = (*LEVELS[::-1], "tuned", "greedy8")
EARLY: Final = ("beginner", "casual", "drops20:tuned", "tuned")
"""Opponents of Master and of ``adaptive:early``; the last does not drop early."""
FAULTS_HANDS: Final = 10_000
_STEP_SEATS: Final = (2, 4)
WIDTH: Final = 0.01
"""Half an interval, in stakes a hand, that is narrow enough."""
_EARLY_WIDTH: Final = 0.05
"""Half an interval that is narrow enough for matches that Python must play."""
_WIDEST_SHARE: Final = 0.5
"""Upper bound of ``LadderMatch.plain``, however coarse the ladder."""
_PLAIN: Final = 0.1
"""Half an interval below this fraction of the difference itself is narrow enough: large differences
need less precision.
"""
_ASIDE: Final = ("lab", "ladder.json", "losses.json", "presets.json", "check", "__pycache__", NAME)
"""Entries of ``ai`` that do not affect how bots play, and are left out of their state, as are all
Markdown files. The kernel counts by its sources, not by the built library."""


@dataclass(frozen=True, slots=True)
class LadderMatch:
    """A match of the ladder; it ends when half its interval is below ``until``, or below ``plain``
    times the difference, or after ``hands`` hands.
    """

    part: str
    label: str
    """The name of the rules, for a table."""
    rules: RuleSet
    bots: tuple[str, ...]
    until: float
    hands: int
    plain: float = _PLAIN
    """Half an interval that is narrow enough, as a fraction of the difference."""

    def match(self, seed: str) -> Match:
        """Return the match as the arena plays it."""
        return Match(self.rules, self.bots, f"ladder/{seed}")

    def contest(self, seed: str, tally: Tally | None) -> Contest:
        """Return the match in progress, continuing ``tally``."""
        match = self.match(seed)
        return Contest(match, -(-self.hands // match.seats), self.until, tally, self.plain)

    def wider(self, times: float) -> "LadderMatch":
        """Return this match with intervals ``times`` times as wide."""
        hands = max(round(self.hands / times**2), 1)
        share = min(self.plain * times, _WIDEST_SHARE)
        return replace(self, until=self.until * times, hands=hands, plain=share)


def ladder_matches() -> Iterator[LadderMatch]:
    """Yield all matches of the ladder; for the rest, see ``fault_tables`` and ``questions``."""
    for bots in combinations((*LEVELS, *BASELINES), 2):
        yield LadderMatch("pairs", "standard", STANDARD, bots, WIDTH, 60_000)
    if "master" in LEVELS:
        for others in (2, 3, 5):
            seats = ("master", *["regular"] * others)
            yield LadderMatch("tables", "standard", STANDARD, seats, WIDTH, 160_000)
    for name in PRESETS:
        yield from _steps("presets", name, preset(name))
    for seed in RANDOM_RULES:
        yield from _steps("random", f"seed {seed}", measured_rules(Random(seed), 2))
    yield from _knowing()
    for style in STYLES[1:]:
        bots = (f"expert/{style}", "expert")
        yield LadderMatch("styles", "standard", STANDARD, bots, WIDTH, 60_000)
    for name, other, bot in product(("standard", "chicago"), EARLY, ("master", "adaptive:early")):
        yield LadderMatch("early", name, preset(name), (bot, other), _EARLY_WIDTH, 1_500)


def _steps(part: str, label: str, rules: RuleSet) -> Iterator[LadderMatch]:
    """Yield matches of each level against the one below it, which fills all other seats."""
    for seats in _STEP_SEATS:
        for lower, upper in reversed(list(pairwise(LEVELS))):
            if rules.can_seat(seats):
                bots = (upper, *[lower] * (seats - 1))
                yield LadderMatch(part, label, rules, bots, WIDTH, 160_000)


def _knowing() -> Iterator[LadderMatch]:
    bots = ("expert", "blind:expert")
    for name in ("waits", "rushville", "chicago"):
        yield LadderMatch("knowing", name, preset(name), bots, WIDTH, 60_000)
    for catch in ("dropper_covers", "five_to_lowest"):
        rules = STANDARD.changed(catch=catch)
        yield LadderMatch("knowing", f'catch = "{catch}"', rules, bots, WIDTH, 60_000)
    yield LadderMatch("knowing", "army", preset("army"), bots, 0.006, 40_000)
    yield LadderMatch("knowing", "push_up", preset("push_up"), bots, 0.15, 30_000)


def fault_tables(seed: str) -> Sequence[Table]:
    """Return the tables at which faults are counted."""
    return [Table(bot, STANDARD, 2, FAULTS_HANDS, f"ladder/{seed}") for bot in LEVELS]


def questions(seed: str, times: float) -> Sequence[Question]:
    """Return the searches for what can be won from bots, with intervals ``times`` times as wide."""
    hands, until = round(SEARCH_HANDS / times), FRESH_WIDTH * times
    known = {*LEVELS, *BASELINES}
    return [
        Question(STANDARD, bot, f"ladder/{seed}", hands=hands, until=until)
        for bot in EXPLOITED
        if bot in known
    ]


class LadderFileError(Exception):
    """Raised if `tonk-lab ladder` did not write the file; the text is one line that says so."""


class LadderFile(MutableMapping[str, tuple[int, int]]):
    """The file of a ladder's results; as a mapping, the legs of races by their names."""

    def __init__(self, path: Path, state: str, *, trusts: bool = False) -> None:
        self._path, self._state, self.trusts = path, state, trusts
        self._tallies: dict[str, Mapping[str, object]] = {}
        self._legs: dict[str, tuple[int, int]] = {}
        self._answers: dict[str, tuple[str, int]] = {}
        self._faults: dict[str, Mapping[str, int]] = {}
        self.left_aside = 0
        """Number of lines ignored because the state of the bots was another."""
        if path.exists():
            self._read(read_regular(path, 1 << 26))
        self._write("")

    def tally(self, match: Match) -> Tally | None:
        """Return what has been played of ``match``; None if nothing has."""
        found = self._tallies.get(_key(match))
        try:
            return tally_from(match, found) if found else None
        except (ValueError, TypeError, KeyError):
            who = ", ".join(match.bots)
            raise LadderFileError(
                f"the tally of {who} was not written by `tonk-lab ladder`"
            ) from None

    def keep(self, tally: Tally) -> None:
        """Save the tally of a match."""
        kept = kept_tally(tally)
        self._tallies[_key(tally.match)] = kept
        self._add({"match": _key(tally.match), "tally": kept})

    def answer(self, question: Question) -> tuple[str, int] | None:
        """Return the answer found to a question, and the number of tries; None without one."""
        return self._answers.get(_question(question))

    def keep_answer(self, question: Question, answer: str, tries: int) -> None:
        """Save the answer to a question, unless it is saved already."""
        key = _question(question)
        if self._answers.get(key) != (answer, tries):
            self._answers[key] = answer, tries
            self._add({"question": key, "answer": answer, "tries": tries})

    def faults(self, table: Table) -> Mapping[str, int] | None:
        """Return the counts at a table, by the names in ``ai.kernel.table.FAULTS``, or None."""
        return self._faults.get(_table(table))

    def keep_faults(self, table: Table, counts: Mapping[str, int]) -> None:
        """Save the counts at a table."""
        self._faults[_table(table)] = counts
        self._add({"table": _table(table), "counted": counts})

    def learnt_net(self, bot: str) -> Path:
        """Return the path of the net trained to beat ``bot`` in its current state."""
        return self._path.with_name(f"{self._path.name}.{bot}-{self._state}.net")

    def __getitem__(self, leg: str) -> tuple[int, int]:
        return self._legs[leg]

    def __setitem__(self, leg: str, points: tuple[int, int]) -> None:
        self._legs[leg] = points
        self._add({"leg": leg, "points": points})

    def __delitem__(self, leg: str) -> None:
        raise KeyError(f"{leg}: what was played stays")

    def __iter__(self) -> Iterator[str]:
        return iter(self._legs)

    def __len__(self) -> int:
        return len(self._legs)

    def _add(self, what: Mapping[str, object]) -> None:
        self._write(json.dumps({"state": self._state, **what}) + "\n")

    def _write(self, line: str) -> None:
        with self._path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(line)

    def _read(self, data: bytes) -> None:
        try:
            text = decoded(data)
        except UnreadableError as error:
            raise LadderFileError(f"it is {error}") from None
        start = '{"state": "'
        for number, line in enumerate(text.splitlines(keepends=True), start=1):
            is_begun = line.startswith(start) or start.startswith(line)
            if is_begun and not line.endswith("\n"):
                # The run was killed while writing: remove the incomplete line.
                os.truncate(self._path, data.rfind(b"\n") + 1)
                return
            try:
                self._read_line(_mapping(json_of(line)))
            except (ValueError, TypeError, KeyError, AttributeError):
                raise LadderFileError(
                    f"line {number} was not written by `tonk-lab ladder`"
                ) from None

    def _read_line(self, line: Mapping[str, object]) -> None:
        if line["state"] != self._state and not self.trusts:
            self.left_aside += 1
        elif "match" in line:
            self._tallies[str(line["match"])] = _mapping(line["tally"])
        elif "leg" in line:
            points, squares = _whole(line["points"])
            self._legs[str(line["leg"])] = points, squares
        elif "table" in line:
            counted = _mapping(line["counted"])
            self._faults[str(line["table"])] = dict(
                zip(counted, _whole([*counted.values()]), strict=True)
            )
        else:
            (tries,) = _whole([line["tries"]])
            self._answers[str(line["question"])] = str(line["answer"]), tries


def _key(match: Match) -> str:
    return f"{' '.join(match.bots)} {match.seed} {_rules(match.rules)}"


def _table(table: Table) -> str:
    return f"{table.bot} {table.seats} seats {table.hands} hands {table.seed} {_rules(table.rules)}"


def _question(question: Question) -> str:
    effort = f"{question.tries} tries {question.hands} hands"
    return f"{question.bot} {question.seed} {effort} {_rules(question.rules)}"


def _rules(rules: RuleSet) -> str:
    return json.dumps(spelled_out(rules), sort_keys=True)


def kept_tally(tally: Tally) -> dict[str, object]:
    """Convert a tally to JSON values."""
    return {
        "deals": tally.deals,
        "sums": tally.sums,
        "squares": tally.squares,
        "drops": tally.drops,
        "caught": tally.caught,
        "endings": {kind.value: n for kind, n in tally.endings.items() if n},
        "times": [[list(item) for item in sorted(times.items())] for times in tally.times],
        "faults": [dict(faults) for faults in tally.faults],
    }


def tally_from(match: Match, kept: Mapping[str, object]) -> Tally:
    """Convert the output of ``kept_tally`` back to a tally.

    Raises ``ValueError``, ``TypeError`` or ``KeyError`` if it is malformed.
    """
    tally = Tally(match)
    (tally.deals,) = _whole([kept["deals"]])
    tally.sums, tally.squares = _whole(kept["sums"]), _whole(kept["squares"])
    tally.drops, tally.caught = _whole(kept["drops"]), _whole(kept["caught"])
    for kind, n in _mapping(kept["endings"]).items():
        (tally.endings[Ending(kind)],) = _whole([n])
    for times, kept_times in zip(tally.times, _list(kept["times"]), strict=True):
        for bucket, n in map(_whole, _list(kept_times)):
            times[bucket] = n
    for faults, kept_faults in zip(tally.faults, _list(kept["faults"]), strict=True):
        faults.update({what: _whole([n])[0] for what, n in _mapping(kept_faults).items()})
    return tally


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError(value)
    return value


def _mapping(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise TypeError(value)
    return value


def _whole(value: object) -> list[int]:
    numbers = [number for number in _list(value) if type(number) is int]
    if len(numbers) < len(_list(value)):
        raise TypeError(value)
    return numbers


def state_of_bots() -> str:
    """Return a short hash of the files of bots and rules, which changes whenever they do."""
    digest = sha256()
    for package in ("ai", "game.rules"):
        for name, file in sorted(_files(files(package), "")):
            digest.update(f"{package}/{name}\n".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def _files(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        if entry.name in _ASIDE or entry.name.endswith(".md"):
            continue
        if entry.is_dir():
            yield from _files(entry, f"{prefix}{entry.name}/")
        else:
            yield prefix + entry.name, entry
