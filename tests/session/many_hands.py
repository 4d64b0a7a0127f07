"""Backups of as many hands as anybody wants, made quickly, and what the commands take with them.

    python -m tests.session.many_hands make HANDS FILE      a backup of so many hands; of every
                                                            tenth it has a review
    python -m tests.session.many_hands import [HANDS…]      CPU time of ``tonk import``
    python -m tests.session.many_hands commands [HANDS…]    that of every command that reads saves

The last two print a line of JSON for each measurement: ``what``, ``hands``, ``status``, ``cpu``
(seconds of processor time), ``wall`` (seconds) and ``memory`` (MiB at most). Without numbers they
measure 1,000, 10,000 and 50,000 hands, and 5,000 and 50,000.

All hands differ, and every one is right: some are played, the others are those with their suits
exchanged, which the rules that they are played by do not tell apart.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256
from itertools import chain, permutations
from pathlib import Path
from typing import Final, NamedTuple

from game.play.journal import as_json
from game.play.plan import Plan, Player, RulesLabel
from game.play.session import Session
from game.rules.presets import preset
from game.rules.record import HandRecord, read_json
from tests.session.players import careless, eager, play_hands

ROOT: Final = Path(__file__).resolve().parents[2]
LONG: Final = 25
"""Hands of a session."""
_SUITS: Final = tuple("".join(each) for each in permutations("CDHS"))
_CARD: Final = re.compile(r"\b([A2-9TJQK])([CDHS])\b")
_FIRST: Final = datetime(2023, 1, 2, 9, 0)  # noqa: DTZ001  # the player's clock
_RULES: Final = ("standard", "tunk", "unmatched")
_LEVELS: Final = ("beginner", "regular", "expert", "master", "sharp")
_DAYS, _MATCHES = 40, 20
"""Of so many sessions one is a daily deal, and one a match of a season."""
IMPORTS: Final = (1_000, 10_000, 50_000)
COMMANDS: Final = (5_000, 50_000)


class Line(NamedTuple):
    """A row of a backup, as ``tonk-everything`` of version 1 has it."""

    session: int
    hand: int
    kind: str
    ordinal: int
    body: str

    def written(self) -> bytes:
        """The line of the file: the values and a checksum."""
        digest = sha256(repr(tuple(self)).encode("utf-8", "backslashreplace")).hexdigest()[:32]
        return json.dumps([*self, digest], separators=(",", ":")).encode() + b"\n"


def write_backup(lines: Iterable[Line], file: Path) -> Path:
    """Write a backup with these rows, between its head and its end."""
    number = 0
    with file.open("wb") as out:
        for number, line in enumerate(chain([Line(0, 0, "tonk-everything", 1, "")], lines), 1):  # noqa: B007  # counted
            out.write(line.written())
        out.write(Line(0, 0, "tonk-end", number, "").written())
    return file


@cache
def _played(number: int) -> tuple[Plan, tuple[str, ...]]:
    """A session that was played: its plan, and its records without seed and seal."""
    rules, level = _RULES[number % len(_RULES)], _LEVELS[number % len(_LEVELS)]
    players: tuple[Player, ...] = (Player("You"), Player("Ada", level))
    if number % 7 == 6:
        players = (*players, Player("Basil", "regular"), Player("Cleo", "expert"))
    label = RulesLabel(rules, rules)
    session = Session.start(Plan(players, preset(rules), seed_text=f"many {number}", label=label))
    other = careless if number % 3 == 0 else eager
    play_hands(session, [eager, other, eager, eager][: len(players)], LONG)
    bare = [replace(each, seed=None, seal=None, note=None) for each in session.history()]
    return replace(session.plan, seed_text=None), tuple(each.to_json() for each in bare)


@dataclass(frozen=True)
class Sitting:
    """A session of a backup: its plan, the records, and when each hand ended."""

    plan: Plan
    records: tuple[str, ...]
    ended: tuple[str, ...]


def sittings(hands: int, began: datetime = _FIRST) -> Iterator[Sitting]:
    """Sessions with so many hands in all, the same ones for the same number."""
    left = hands
    number = 0
    while left > 0:
        plan, records = _played(number // len(_SUITS))
        suits = str.maketrans("CDHS", _SUITS[number % len(_SUITS)])
        plan = replace(plan, cut_seed=f"{number:064x}", occasion=_occasion(number, plan))
        if plan.occasion:
            records = records[: 1 if plan.occasion.startswith("daily") else 10]
        records = records[:left]
        times = [began + timedelta(hours=12 * number, minutes=3 * at) for at in range(len(records))]
        yield Sitting(
            plan,
            tuple(_CARD.sub(lambda m: m[1] + m[2].translate(suits), each) for each in records),  # noqa: B023  # used at once
            tuple(f"{each:%Y-%m-%d %H:%M}" for each in times),
        )
        left -= len(records)
        number += 1


def _occasion(number: int, plan: Plan) -> str:
    if len(plan.players) > 2:
        return ""
    if number % _DAYS == 7:
        return f"daily {_FIRST.date().replace(year=2026) + timedelta(days=number // _DAYS)}"
    if number % _MATCHES == 3:
        return f"season {1 + number // (7 * _MATCHES)} {1 + number // _MATCHES % 7}"
    return ""


def lines_of(sessions: Iterable[Sitting]) -> Iterator[Line]:
    """The rows of sessions that are over."""
    for number, each in enumerate(sessions, 1):
        yield Line(number, 0, "plan", 0, as_json(each.plan))
        for hand, (record, ended) in enumerate(zip(each.records, each.ended, strict=True), 1):
            yield Line(number, hand, "record", 0, record)
            yield Line(number, hand, "ended", 0, ended)
        yield Line(number, 0, "closed", 0, "")


def make(hands: int, file: Path, reviewed: int = 0) -> Path:
    """Write a backup of so many hands, and reviews of every so-manieth if that is not 0."""
    reviews = reviews_of(sittings(hands), reviewed) if reviewed else ()
    return write_backup(chain(lines_of(sittings(hands)), reviews), file)


def reviews_of(sessions: Iterable[Sitting], every: int) -> Iterator[Line]:
    """A review of every so-manieth hand, as large as the coach makes them."""
    for at, (sitting, number) in enumerate(
        (each, number) for each in sessions for number in range(len(each.records))
    ):
        if at % every == 0:
            record, ended = read_json(sitting.records[number]), sitting.ended[number]
            minutes = int(datetime.fromisoformat(ended).replace(tzinfo=UTC).timestamp()) // 60
            seat = record.seats.index("You")
            body = json.dumps(_review(record, seat, ended), separators=(",", ":"))
            yield Line(0, record.hand_number(seat), "review", minutes, body)


_THEMES: Final = {"draw": "take", "take": "take", "discard": "discard", "spread": "lay"}


def _review(record: HandRecord, seat: int, ended: str) -> dict[str, object]:
    decisions = []
    own = [(at, text) for at, text in enumerate(record.actions, 1) if int(text[0]) == seat]
    for turn, (at, text) in enumerate(own):
        lost = 0.3 if (at + len(text)) % 9 == 0 else 0.0
        values = [
            {"action": other, "value": 0.1 * place, "error": 0.01, "visits": 400}
            for place, other in enumerate(dict.fromkeys([text, f"{seat} draw", f"{seat} drop"]))
        ]
        decisions.append({
            "action": at, "seat": seat, "played": text, "best": f"{seat} drop" if lost else text,
            "loss": lost, "error": 0.02, "mistake": "blunder" if lost else None, "values": values,
            "theme": "drop" if lost else _THEMES.get(text.split()[1], "hit"),
            "turn": turn // 2 + 1, "count": 20,
        })  # fmt: skip
    told = record.to_mapping()
    rules = json.dumps(["standard", told["rules"]], separators=(",", ":"))
    return {
        "curve": [0.1] * len(record.actions), "seat": seat, "policy": "quick", "result": 1.0,
        "decisions": decisions, "worth": 0.0, "luck_deal": 0.1, "luck_draws": 0.2, "own": -0.3,
        "others": 1.0, "rules": rules, "played": ended, "mine": True, "record": told,
    }  # fmt: skip


# -- What they cost --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cost:
    """What a program took."""

    what: str
    hands: int
    status: int
    cpu: float
    wall: float
    memory: float
    said: str = ""

    def as_json(self) -> str:
        """One line."""
        told = {name: value for name, value in vars(self).items() if name != "said"}
        return json.dumps({**told, "said": self.said} if self.status else told)


def cost(what: str, hands: int, words: Sequence[str], folder: Path) -> Cost:
    """Run ``tonk`` with these words, with the saves and settings in a folder."""
    env = {
        **os.environ,
        "TONK_DATA_DIR": str(folder / "data"),
        "TONK_CONFIG_DIR": str(folder / "config"),
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
    }
    began = time.perf_counter()
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(
            [sys.executable, "-m", "game", *words], cwd=ROOT, env=env, stdout=out, stderr=out
        )
        _pid, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        wall = time.perf_counter() - began
        out.seek(0)
        lines = out.read().decode("utf-8", "replace").splitlines()
    return Cost(
        what,
        hands,
        child.returncode,
        round(used.ru_utime + used.ru_stime, 2),
        round(wall, 2),
        round(used.ru_maxrss / 1024, 1),
        lines[-1] if lines else "",
    )


def imports(numbers: Sequence[int], folder: Path) -> Iterator[Cost]:
    """What ``tonk import`` takes for so many hands into saves without any."""
    for hands in numbers:
        file = make(hands, folder / f"{hands}.jsonl")
        yield cost("import", hands, ["import", str(file)], folder / str(hands))


def commands(numbers: Sequence[int], folder: Path) -> Iterator[Cost]:
    """What every command that reads saves or many hands takes, with saves of so many hands."""
    for hands in numbers:
        home = folder / str(hands)
        backup = make(hands, folder / f"{hands}.jsonl", 10)
        yield cost("import", hands, ["import", str(backup)], home)
        yield cost("import again", hands, ["import", str(backup)], home)
        records = home / "records.tonk.jsonl"
        every = (record for each in sittings(hands) for record in each.records)
        records.write_text("".join(f"{each}\n" for each in every), "utf-8")
        few = home / "few.tonk.jsonl"
        few.write_text("".join(records.read_text("utf-8").splitlines(True)[: hands // 10]), "utf-8")
        for what, words in (
            ("doctor", ["doctor"]),
            ("export", ["export", str(home / "out.jsonl")]),
            ("export --csv", ["export", "--csv", str(home / "out.csv")]),
            ("verify", ["verify", str(records)]),
            ("replay --json", ["replay", "--json", str(records)]),
            ("slips of every tenth", ["slips", "--json", str(few)]),
            ("first start", ["play", "--autoplay", "1", "--seed", "x"]),
        ):
            yield cost(what, hands, words, home)


def main(words: list[str]) -> int:
    """Do what is asked for; the exit status."""
    match words:
        case ["make", hands, file]:
            print(make(int(hands), Path(file), 10))
            return 0
        case ["import" | "commands" as kind, *numbers]:
            usual, run = (IMPORTS, imports) if kind == "import" else (COMMANDS, commands)
        case _:
            print(__doc__)
            return 0 if words in (["-h"], ["--help"]) else 2
    with tempfile.TemporaryDirectory(prefix="tonk-") as folder:
        for each in run([int(number) for number in numbers] or usual, Path(folder)):
            print(each.as_json(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
