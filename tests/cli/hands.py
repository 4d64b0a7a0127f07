"""Records to try the command line with, made by playing."""

import json
from pathlib import Path
from typing import Any

from game.play.plan import Plan, Player
from game.play.session import Session
from game.rules.presets import preset
from tests.session.players import careless, eager, play_hands

NAMES = ("Ann", "Bob", "Cyd", "Dee")

# What json.loads gives; tests reach into it and spoil it.
Record = dict[str, Any]


def records(count: int, rules: str = "standard", seats: int = 2, text: str = "cli") -> list[Record]:
    """So many finished hands."""
    players = tuple(Player(name, "bot") for name in NAMES[:seats])
    session = Session.start(Plan(players, preset(rules), text))
    play_hands(session, [eager, careless, careless, eager][:seats], count)
    return [json.loads(line) for line in session.journal.records()]


def long_record(least: int = 12) -> Record:
    """A hand of at least so many actions that did not end by a drop."""
    fitting = (
        record
        for number in range(1000)
        for record in records(1, text=f"long {number}")
        if len(record["actions"]) >= least and not record["actions"][-1].endswith("drop")
    )
    return next(fitting)


def written(path: Path, values: list[Record]) -> Path:
    """The file, a record a line."""
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    return path
