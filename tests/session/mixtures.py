"""Two histories of one folder, their files mixed: every hand of any of them is there, once.

    python -m tests.session.mixtures [TIMES] [SEED]

A sync tool, or somebody who copies a folder, may lay the files of two machines side by side. For
each trial saves are copied in the middle of a game and played apart on two machines, one in three
killed at the end, some with the same daily deal played alike on both; then each file is taken from
one of them at random. After one start, and after ``tonk import`` of whatever that has set aside,
every hand that lay in any of those files has to be there once; what the game and ``tonk doctor``
say about it has to be so. Exit status 1 where it was not.

A file is read here without the game's own readers. A hand is its record and when it ended; what was
finished before the copy was made is one hand on both machines, all others are hands of their own.
"""

import json
import os
import re
import shutil
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, redirect_stdout, suppress
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, tzinfo
from io import StringIO
from pathlib import Path
from random import Random
from typing import Final, Self

from game.cli import main as tonk
from game.features.challenges.daily import model as daily
from game.files import DATA_VARIABLE
from game.play.plan import Plan, Player
from game.play.session import Session
from game.rules.actions import Action
from game.rules.view import SeatView
from game.saves.history import Wanted
from game.saves.store import Store
from game.saves.transfer import import_everything
from game.ui.text.save_troubles import damage_sentence
from tests.arguments import numbers_given
from tests.session.players import Chooser, careless, eager, play_hands, play_one

PLAYERS: Final = (Player("Ann"), Player("Bob", "b"), Player("Cyd", "c"))
DAY: Final = date(2026, 3, 2)
MIXED: Final = 20
"""So many mixtures are made of the files of one pair of machines."""
DATABASE, LOG = "tonk.db", "tonk.db-wal"
_NUMBER: Final = re.compile(r"(?<![\w./-])\d[\d,\u00a0\u202f]*(?![\w/-])")

Hand = tuple[str, str]
"""A record and when it ended."""
Hands = Counter[Hand]


class Clock(datetime):
    """A clock that is set by hand; the game's modules take it for ``datetime``."""

    moment: datetime = datetime(2026, 1, 1, 12, 0)  # noqa: DTZ001  # the player's clock

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return cls.moment.astimezone(tz)  # type: ignore[return-value]  # used as a datetime alone

    @classmethod
    @contextmanager
    def running(cls) -> Iterator[None]:
        """The game's clock for a while."""
        modules = [
            each
            for name, each in sys.modules.items()
            if name.startswith(("game.play", "game.saves"))
        ]
        changed = [each for each in modules if getattr(each, "datetime", None) is datetime]
        for module in changed:
            vars(module)["datetime"] = cls
        try:
            yield
        finally:
            for module in changed:
                vars(module)["datetime"] = datetime


# -- What lies in a file ---------------------------------------------------------------------------


def hands_in(path: Path) -> Hands:
    """The hands in a file of the saves, read without the game."""
    if path.name.startswith(DATABASE) or path.suffix == ".db":
        return hands_of(_rows_of_database(path))
    return hands_of(_rows_of_lines(path))


def hands_of(rows: Iterable[Sequence[object]]) -> Hands:
    """The hands in rows that begin with session, hand, kind, ordinal and body."""
    records: dict[tuple[object, object], str] = {}
    ended: dict[tuple[object, object], str] = {}
    for session, hand, kind, _ordinal, body, *_more in rows:
        if kind == "record":
            records[session, hand] = str(body)
        elif kind == "ended":
            ended[session, hand] = str(body)
    return Counter((record, ended.get(place, "")) for place, record in records.items())


def _rows_of_lines(path: Path) -> Iterator[Sequence[object]]:
    for line in path.read_bytes().splitlines():
        with suppress(ValueError):
            row = json.loads(line)
            if isinstance(row, list) and len(row) > 4:
                yield row


def _rows_of_database(path: Path) -> list[Sequence[object]]:
    with tempfile.TemporaryDirectory(prefix="tonk-") as folder:
        copy = Path(folder, DATABASE)
        for suffix in ("", "-wal"):
            beside = path.with_name(path.name + suffix)
            if beside.exists():
                shutil.copyfile(beside, f"{copy}{suffix}")
        with closing(sqlite3.connect(copy)) as opened:
            query = "SELECT session, hand, kind, ordinal, body FROM journal"
            return [tuple(row) for row in opened.execute(query)]


# -- Two machines ----------------------------------------------------------------------------------


@dataclass
class Machine:
    """A folder of saves, and the hands that lie in each of its files.

    ``with_log`` are those of its database together with the log that a kill has left.
    """

    name: str
    folder: Path
    files: Mapping[str, Hands] = field(default_factory=dict)
    with_log: Hands = field(default_factory=Counter)

    def look(self) -> None:
        """Read its files."""
        bare = self.folder.with_name(f"{self.name}-bare")
        bare.mkdir()
        files: dict[str, Hands] = {}
        for path in sorted(each for each in self.folder.glob("tonk*") if each.is_file()):
            if path.name == DATABASE:
                shutil.copyfile(path, bare / DATABASE)
                files[path.name] = _or_none(bare / DATABASE)
                self.with_log = hands_in(path)
            else:
                files[path.name] = hands_in(path) if path.suffix == ".jsonl" else Counter()
        self.files = files


def _or_none(path: Path) -> Hands:
    """The hands of a database without its log, which may be none without it."""
    try:
        return hands_in(path)
    except sqlite3.Error:
        return Counter()


@dataclass
class Parted:
    """Two machines whose saves were one, and the hands of that time."""

    one: Machine
    other: Machine
    common: Hands
    alike: frozenset[str] = frozenset()
    """The record of the hand that was dealt before the parting, if both played it on alike: it has
    one identity, so it is one hand, whenever it ended."""

    def wanted(self, mixture: Mapping[str, Machine], *, from_log: bool = False) -> Hands:
        """The hands in any of the files of a mixture, each as often as it was played.

        Those in the log of another database are not asked for, for it is a part of that one; with
        ``from_log`` they count, too.
        """
        found: Hands = Counter()
        seen: Counter[tuple[str, Hand]] = Counter()
        for name, machine in mixture.items():
            hands = machine.files.get(name, Counter())
            is_its_log = name == DATABASE and mixture.get(LOG) is machine
            if is_its_log or (from_log and name == LOG):
                hands = machine.with_log
            for hand, times in hands.items():
                both = min(times, self.common[hand])
                seen["", hand] = max(seen["", hand], both)
                own = times - both
                seen[machine.name, hand] = max(seen[machine.name, hand], own)
        for (_name, hand), times in seen.items():
            found[hand] += times
        return self.once(+found)

    def once(self, hands: Hands) -> Hands:
        """The hands, the one that both played on alike once."""
        found = Counter({hand: times for hand, times in hands.items() if hand[0] not in self.alike})
        found.update({(record, ""): 1 for record, _ended in hands if record in self.alike})
        return found


def salted(choose: Chooser, salt: int) -> Chooser:
    """The same player with other whims."""

    def chosen(view: SeatView, seed: int) -> Action:
        return choose(view, seed ^ salt)

    return chosen


def choosers(salt: int, seats: int) -> list[Chooser]:
    """Players who decide otherwise on each machine."""
    return [salted(each, salt) for each in (careless, eager, eager, careless)][:seats]


def play_some(session: Session, hands: int, moves: int, salt: int) -> None:
    """So many hands to their end, then some moves."""
    for _ in range(hands):
        Clock.moment += timedelta(minutes=1)
        while session.is_playing:
            play_one(session, choosers(salt, len(session.players)))
        play_hands(session, choosers(salt, len(session.players)), 1)
    for _ in range(moves):
        if session.is_playing:
            play_one(session, choosers(salt, len(session.players)))
        elif not session.is_over:
            session.next_hand()


def play_apart(
    machine: Machine, dice: Random, salt: int, day: date | None, *, is_killed: bool
) -> None:
    """Play on at one of two machines; with ``day`` that daily deal, too, as at the other one."""
    store = Store.open(machine.folder)
    before = dice.randrange(4)
    if before or dice.random() < 0.5:
        session = store.saved_session() or store.start(Plan(PLAYERS))
        play_some(session, before, dice.randrange(12), salt)
    if day is not None:
        session = store.start(daily.plan_of(day, "Ann"))
        play_hands(session, choosers(0, len(session.players)), 1)
    if dice.random() < 0.6:
        session = store.saved_session() or store.start(Plan(PLAYERS))
        if dice.random() < 0.3:
            session = store.start(Plan(PLAYERS[:2]))
        play_some(session, dice.randrange(1, 4), dice.randrange(12), salt)
    if is_killed:
        left = shutil.copytree(machine.folder, machine.folder.with_name(f"{machine.name}-left"))
        store.close()
        machine.folder = left
    else:
        store.close()


def parted(folder: Path, dice: Random) -> Parted:
    """Saves that were copied at a random moment and played apart."""
    both = folder / "both"
    Clock.moment += timedelta(days=1)
    store = Store.open(both)
    hands = dice.randrange(6)
    if hands or dice.random() < 0.7:
        play_some(store.start(Plan(PLAYERS)), hands, dice.randrange(12), 0)
    store.close()
    machines = [Machine(name, shutil.copytree(both, folder / name)) for name in ("one", "other")]
    day = DAY + timedelta(days=dice.randrange(200)) if dice.random() < 0.5 else None
    begins = Clock.moment
    same_time = dice.random() < 0.5
    for number, machine in enumerate(machines):
        Clock.moment = begins if same_time else begins + timedelta(hours=1 + number)
        is_killed = dice.random() < 1 / 3
        play_apart(machine, dice, 7_919 * (number + 1), day, is_killed=is_killed)
    common = hands_in(both / DATABASE)
    for machine in machines:
        machine.look()
    in_play = named_in(both / DATABASE).keys() - named_in(both / DATABASE, finished=True).keys()
    ends = [named_in(machine.folder / DATABASE, finished=True) for machine in machines]
    alike = {ends[0].get(name) for name in in_play if ends[0].get(name) == ends[1].get(name)}
    return Parted(machines[0], machines[1], common, frozenset(filter(None, alike)))


def named_in(path: Path, *, finished: bool = False) -> dict[str, str]:
    """The records of the hands in a database by their identity; of those in play none, or they
    are left out.
    """
    rows = _rows_of_database(path)
    records = {row[:2]: str(row[4]) for row in rows if row[2] == "record"}
    named = {str(row[4]): records.get(row[:2], "") for row in rows if row[2] == "identity"}
    return {name: record for name, record in named.items() if record or not finished}


# -- Mixed -----------------------------------------------------------------------------------------


def mixed(pair: Parted, folder: Path, dice: Random) -> dict[str, Machine]:
    """Lay files of the two side by side at random; whose each of them is."""
    folder.mkdir()
    mixture = {}
    for name in sorted({*pair.one.files, *pair.other.files}):
        machine = dice.choice((pair.one, pair.other))
        if name in machine.files:
            shutil.copyfile(machine.folder / name, folder / name)
            mixture[name] = machine
    return mixture


@dataclass(frozen=True)
class Seen:
    """What is there after a start: the hands, what is said of it, and which files are new."""

    hands: Hands
    told: str
    aside: tuple[Path, ...]


def started(folder: Path) -> Seen:
    """Start, look at all hands, and leave."""
    before = {path.name for path in folder.iterdir()}
    store = Store.open(folder)
    try:
        hands = listed(store)
        told = damage_sentence(store.damage) if store.damage else ""
    finally:
        store.close()
    new = (path for path in folder.iterdir() if path.name not in before)
    aside = [path for path in new if "damaged" in path.name and not path.name.endswith("-wal")]
    return Seen(hands, told, tuple(sorted(aside)))


def listed(store: Store) -> Hands:
    """All hands as they are listed."""
    history = store.history()
    history.catch_up(1_000_000)
    page = history.page(Wanted(), 0, 1_000_000)
    return Counter((history.record(each.session, each.hand).to_json(), each.ended) for each in page)


def brought_in(folder: Path, files: Iterable[Path]) -> Hands:
    """Import files that were set aside; the hands that are there then."""
    store = Store.open(folder)
    try:
        for file in files:
            import_everything(store, file, folder / "config")
        return listed(store)
    finally:
        store.close()


def doctor(folder: Path) -> str:
    """What `tonk doctor` says of the saves in a folder."""
    out = StringIO()
    os.environ[DATA_VARIABLE] = str(folder)
    with redirect_stdout(out):
        tonk(["doctor"])
    lines = out.getvalue().splitlines()
    return "; ".join(line for line in lines if line[4:].startswith("store"))


def numbers_in(text: str) -> list[int]:
    """The numbers that a sentence says; those in names of files are none."""
    words = re.sub(r"\S*[/\\]\S*", "", text)
    return [int(re.sub(r"\D", "", number)) for number in _NUMBER.findall(words)]


def trouble(pair: Parted, folder: Path, dice: Random, *, asks_doctor: bool) -> str:
    """Mix, start, import; what is wrong then, empty if nothing is."""
    mixture = mixed(pair, folder, dice)
    wanted, most = pair.wanted(mixture), pair.wanted(mixture, from_log=True)
    whose = " ".join(f"{name}:{machine.name}" for name, machine in mixture.items())
    counts = {wanted.total(), *(each.total() for each in _of_files(mixture))}
    try:
        said = doctor(folder) if asks_doctor else ""
        seen = started(folder)
        hands = pair.once(seen.hands)
        left = wanted - hands
        is_asked = left or dice.random() < 0.3
        found = pair.once(brought_in(folder, seen.aside)) if is_asked else hands
        again = started(folder)
    except Exception as error:  # noqa: BLE001  # whatever it is, it must not come
        return f"{whose}: {type(error).__name__}: {error}"
    counts |= {seen.hands.total(), left.total(), *(_aside(path) for path in seen.aside)}
    problems = [
        f"doctor: {said}" if _is_wrong_doctor(said, wanted, counts) else "",
        f"told: {seen.told}" if _is_wrong(seen.told, left, counts) else "",
        _difference(wanted, most, found),
        "it does not hold" if pair.once(again.hands) != found or again.told else "",
    ]
    problem = "; ".join(each for each in problems if each)
    return f"{whose}: {problem}" if problem else ""


def _of_files(mixture: Mapping[str, Machine]) -> Iterator[Hands]:
    for name, machine in mixture.items():
        yield machine.files[name]
        if name == DATABASE:
            yield machine.with_log


def _aside(path: Path) -> int:
    try:
        return hands_in(path).total()
    except sqlite3.Error:
        return 0


def _is_wrong(told: str, left: Hands, counts: set[int]) -> bool:
    says_all = "Every hand is there" in told
    return (says_all and bool(left)) or any(each not in counts for each in numbers_in(told))


def _is_wrong_doctor(said: str, wanted: Hands, counts: set[int]) -> bool:
    numbers = numbers_in(said)
    if "whole" in said:
        return bool(numbers) and numbers[0] != wanted.total()
    return any(each not in counts for each in numbers)


def _difference(wanted: Hands, most: Hands, found: Hands) -> str:
    lost, more = wanted - found, found - most
    if not lost and not more:
        return ""
    return f"{wanted.total()} hands wanted, {lost.total()} lost, {more.total()} too many"


def pairs(folder: Path, dice: Random, times: int) -> Iterator[str]:
    """Try so many mixtures; what is wrong with each, empty if nothing is."""
    with Clock.running():
        pair: Parted | None = None
        for number in range(times):
            if pair is None or number % MIXED == 0:
                home = folder / f"pair-{number}"
                home.mkdir()
                pair = parted(home, dice)
            trial = folder / f"trial-{number}"
            yield trouble(pair, trial, dice, asks_doctor=number % 10 == 0)
            shutil.rmtree(trial, ignore_errors=True)


def main(times: int = 500, seed: int = 1) -> int:
    """Try so many mixtures; the exit status."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    troubles = 0
    with tempfile.TemporaryDirectory(prefix="tonk-") as folder:
        for number, problem in enumerate(pairs(Path(folder), Random(f"mixtures {seed}"), times)):
            if problem:
                troubles += 1
                print(f"mixture {number}: {problem}", flush=True)
    print(f"{times - troubles} of {times} mixtures kept every hand once")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main(*numbers_given(main, __doc__)))
