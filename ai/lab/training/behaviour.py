"""Measure how often each bot drops, is caught, takes, spreads and hits, so that tests see changes.

    python -m ai.lab.training.behaviour

Run from the project's root. Rewrites tests/ai/behaviour.json, in a few seconds.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from ai.bot import Bot
from ai.lab.arena.match import Decider, Match, play_deal
from ai.registry import DEFAULT_STYLE, LEVELS, STYLES, make_bot
from game.rules.actions import Action, Drop, Hit, Slap, Spread, Take
from game.rules.phases import Phase
from game.rules.presets import preset
from game.rules.view import SeatView

Rates: TypeAlias = dict[str, float]

FILE: Final = Path(__file__).parents[3] / "tests" / "ai" / "behaviour.json"
COMMAND: Final = "python -m ai.lab.training.behaviour"
_DEALS: Final = 150
_EARLY: Final = 2
"""Number of rounds in which a drop counts as early."""
_OTHER: Final = "regular"
_STYLED: Final = "expert"


def main() -> None:
    """Measure all bots and write the file."""
    argparse.ArgumentParser(
        description=__doc__, prog=COMMAND, formatter_class=argparse.RawTextHelpFormatter
    ).parse_args()
    FILE.write_text(written({name: rates(name) for name in measured()}), encoding="utf-8")


def measured() -> Iterator[str]:
    """Yield the names of all levels, and of one level in every style."""
    yield from LEVELS
    yield from (f"{_STYLED}/{style}" for style in STYLES if style != DEFAULT_STYLE)


def rates(name: str) -> Rates:
    """Return how often a bot does what, against ``regular`` by the rules of ``slap``."""
    match = Match(preset("slap"), (name, _OTHER), "behaviour")
    did: Counter[str] = Counter()
    decider = Decider(("own", "other"), lambda who: _player(who, name, did))
    caught = sum(play_deal(match, deal, decider).caught[0] for deal in range(_DEALS))
    hands, drops = _DEALS * match.seats, max(did["drop"], 1)
    return {
        "drops in 100 hands": round(100 * did["drop"] / hands, 1),
        "early drops in 100 hands": round(100 * did["early"] / hands, 1),
        "points at a drop": round(did["points"] / drops, 1),
        "caught in 100 drops": round(100 * caught / drops, 1),
        "takes in 100 turns": round(100 * did["take"] / max(did["turn"], 1), 1),
        "spreads in 100 hands": round(100 * did["spread"] / hands, 1),
        "hits and slaps in 100 hands": round(100 * did["hit"] / hands, 1),
    }


def _player(who: str, name: str, did: Counter[str]) -> Bot:
    return _Watched(make_bot(name), did) if who == "own" else make_bot(_OTHER)


class _Watched:
    """A bot that counts its actions in ``did``."""

    def __init__(self, bot: Bot, did: Counter[str]) -> None:
        self._bot, self._did = bot, did

    def choose(self, view: SeatView, seed: int) -> Action:
        action = self._bot.choose(view, seed)
        did = self._did
        did["turn"] += view.phase is Phase.START and view.turn == view.seat
        did["take"] += isinstance(action, Take)
        did["spread"] += isinstance(action, Spread)
        did["hit"] += isinstance(action, Hit | Slap)
        if isinstance(action, Drop):
            did["drop"] += 1
            did["early"] += view.turns < _EARLY * view.seats
            did["points"] += view.count
        return action


def read() -> Mapping[str, Rates]:
    """Return the saved rates by bot."""
    kept: dict[str, Rates] = json.loads(FILE.read_text(encoding="utf-8"))["rates"]
    return kept


def written(found: Mapping[str, Rates]) -> str:
    """Format rates as the text of their file."""
    return json.dumps({"command": COMMAND, "rates": found}, indent=1) + "\n"


if __name__ == "__main__":
    main()
