"""The ladder: which matches tell how strong the bots are, and the file that keeps what was played.

Each line of that file is a JSON object with the ``state`` of the bots that played, and one of: a
``match`` with its tally so far (the last line of a match counts), a ``leg`` of a race, an
``answer`` that was found, what was ``counted`` of a bot's faults. What an older state of the bots
has played is left aside, unless it is trusted.
"""

import errno
import json
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
from game.rules.presets import PRESETS, STANDARD, preset, spelled_out
from game.rules.results import Ending
from game.rules.ruleset import RuleSet
from game.rules.untrusted_input import UnreadableError, decoded, json_of

BASELINES: Final = ("random", "greedy8", "stayer", "tuned")
PARTS: Final = (
    *("pairs", "tables", "presets", "random", "knowing", "styles", "early", "faults", "exploits"),
)
"""All against all; Master at a table of Regulars; each level against the one below it under every
preset, and under rules drawn at random; what knowing the rules is worth, and a style; what it is
worth to lean away from drops against who drops early; what anybody sees to be wrong; what can be
won of a bot.
"""
RANDOM_RULES: Final = range(1, 21)
"""The seeds of the rules drawn at random."""
EXPLOITED: Final = (*LEVELS[::-1], "tuned", "greedy8")
EARLY: Final = ("beginner", "casual", "drops20:tuned", "tuned")
"""Whom Master meets as it is and leaning away from drops; the last does not drop early."""
FAULTS_HANDS: Final = 10_000
_STEP_SEATS: Final = (2, 4)
WIDTH: Final = 0.01
"""Half of an interval, in stakes a hand, that is narrow enough."""
_EARLY_WIDTH: Final = 0.05
"""The same where Python must play."""
_WIDEST_SHARE: Final = 0.5
"""The same as a share of the difference itself, at most."""
_PLAIN: Final = 0.1
"""A half interval under this share of the difference itself is narrow enough: what is plain by far
need not be measured as finely as what is close.
"""
_ASIDE: Final = ("lab", "ladder.json", "losses.json", "presets.json", "check", "__pycache__", NAME)
"""What of the bots' folder does not change how they play; nor does any page of text. The kernel is
known by its sources."""


@dataclass(frozen=True, slots=True)
class LadderMatch:
    """One match of the ladder: over at ``until``, when it is plain, or after ``hands``."""

    part: str
    label: str
    """The rules, in words for a table."""
    rules: RuleSet
    bots: tuple[str, ...]
    until: float
    hands: int
    plain: float = _PLAIN
    """The share of the difference that is fine enough."""

    def match(self, seed: str) -> Match:
        """The match as the arena plays it."""
        return Match(self.rules, self.bots, f"ladder/{seed}")

    def contest(self, seed: str, tally: Tally | None) -> Contest:
        """The match where it stands."""
        match = self.match(seed)
        return Contest(match, -(-self.hands // match.seats), self.until, tally, self.plain)

    def wider(self, times: float) -> "LadderMatch":
        """Return this match with intervals ``times`` as wide."""
        hands = max(round(self.hands / times**2), 1)
        share = min(self.plain * times, _WIDEST_SHARE)
        return replace(self, until=self.until * times, hands=hands, plain=share)


def ladder_matches() -> Iterator[LadderMatch]:
    """All matches of the ladder; faults are counted, and answers sought, besides."""
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
    """Each level against the one below it, at larger tables against as many as there are seats."""
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
    """At which faults are counted."""
    return [Table(bot, STANDARD, 2, FAULTS_HANDS, f"ladder/{seed}") for bot in LEVELS]


def questions(seed: str, times: float) -> Sequence[Question]:
    """The searches for what can be won of a bot; intervals are so many ``times`` as wide."""
    hands, until = round(SEARCH_HANDS / times), FRESH_WIDTH * times
    known = {*LEVELS, *BASELINES}
    return [
        Question(STANDARD, bot, f"ladder/{seed}", hands=hands, until=until)
        for bot in EXPLOITED
        if bot in known
    ]


class LadderFileError(Exception):
    """A file that this command did not write: one line that says so."""


class LadderFile(MutableMapping[str, tuple[int, int]]):
    """The file of a ladder; as a mapping, the legs of races that it holds."""

    def __init__(self, path: Path, state: str, *, trusts: bool = False) -> None:
        self._path, self._state, self.trusts = path, state, trusts
        self._tallies: dict[str, Mapping[str, object]] = {}
        self._legs: dict[str, tuple[int, int]] = {}
        self._answers: dict[str, tuple[str, int]] = {}
        self._faults: dict[str, Mapping[str, int]] = {}
        self.left_aside = 0
        """Lines of another state of the bots."""
        if path.exists():
            if not path.is_file():  # reading it might never end
                raise OSError(errno.EINVAL, "is not a regular file", str(path))
            self._read(path.read_bytes())
        self._write("")

    def tally(self, match: Match) -> Tally | None:
        """What was played of ``match``."""
        found = self._tallies.get(_key(match))
        try:
            return tally_from(match, found) if found else None
        except (ValueError, TypeError, KeyError):
            who = ", ".join(match.bots)
            raise LadderFileError(
                f"the tally of {who} is none that `tonk-lab ladder` wrote"
            ) from None

    def keep(self, tally: Tally) -> None:
        """Keep how far a match is."""
        kept = kept_tally(tally)
        self._tallies[_key(tally.match)] = kept
        self._add({"match": _key(tally.match), "tally": kept})

    def answer(self, question: Question) -> tuple[str, int] | None:
        """The answer that was found to a question, and after how many tries."""
        return self._answers.get(_question(question))

    def keep_answer(self, question: Question, answer: str, tries: int) -> None:
        """Keep an answer."""
        key = _question(question)
        if self._answers.get(key) != (answer, tries):
            self._answers[key] = answer, tries
            self._add({"question": key, "answer": answer, "tries": tries})

    def faults(self, table: Table) -> Mapping[str, int] | None:
        """What was counted at a table, by the names of ``ai.kernel.table.FAULTS``."""
        return self._faults.get(_table(table))

    def keep_faults(self, table: Table, counts: Mapping[str, int]) -> None:
        """Keep what was counted at a table."""
        self._faults[_table(table)] = counts
        self._add({"table": _table(table), "counted": counts})

    def learnt_net(self, bot: str) -> Path:
        """Where the net is kept that has learnt to beat ``bot`` as it is now."""
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
        lines = text.splitlines(keepends=True)
        for number, line in enumerate(lines, start=1):
            if number == len(lines) and not line.endswith("\n"):
                # The run was killed while it wrote: this line goes, the next begins afresh.
                self._path.write_text(text[: -len(line)], encoding="utf-8", newline="\n")
                return
            try:
                self._read_line(_mapping(json_of(line)))
            except (ValueError, TypeError, KeyError, AttributeError):
                raise LadderFileError(
                    f"line {number} is none that `tonk-lab ladder` wrote"
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
    """A tally as JSON can hold it."""
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
    """The tally that ``kept_tally`` made into JSON."""
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
    """A short text that changes whenever bots or rules do: a hash of what they are made of."""
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
