"""Finished hands as they are counted and listed: what of a record statistics need, in one row."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from game.rules.presets import rules_from_mapping
from game.rules.ruleset import RuleSet
from game.session.plan import Player

NOBODY: Final = -1
_DROPPED: Final = ("drop", "caught")


class Choice(StrEnum):
    """Which hands are asked for."""

    ALL = "all"
    WON = "won"
    LOST = "lost"
    DROPPED = "dropped"
    CAUGHT = "caught"


@dataclass(frozen=True, slots=True)
class PlayedRules:
    """Rules that hands were played by, and what they were called, if that is known."""

    called: str
    rules: RuleSet


@dataclass(frozen=True, slots=True)
class Summary:
    """One finished hand, as seen by the seat of the person who played it.

    ``won`` are the stakes that it brought that seat, ``points`` those added in a push-up.
    ``dropper`` is the seat that dropped, ``NOBODY`` where none did.
    """

    rules: str
    company: str
    ending: str
    winners: tuple[int, ...]
    dropper: int
    mine: bool
    won: int
    points: int


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand in the list of saved hands.

    ``rules`` is the number of its rule set; ``ended`` is when, ``YYYY-MM-DD HH:MM``, or empty.
    """

    session: int
    hand: int
    rules: int
    players: tuple[Player, ...]
    me: int
    ending: str
    winners: tuple[int, ...]
    dropper: int
    won: int
    points: int
    ended: str


def summary_of(record: str, players: Sequence[Player], called: str = "") -> Summary:
    """What is counted of a record.

    ``players`` tells who of its session is a person, who a bot; ``called`` how the rules are named.

    ``ValueError`` or ``LookupError`` where it is no finished record.
    """
    held = json.loads(record)
    result, names = held["result"], tuple(held["seats"])
    levels = {player.name: player.level for player in players}
    company = tuple(Player(name, levels.get(name, "?")) for name in names)
    me = seat_of_person(company)
    winners = tuple(int(seat) for seat in result["winners"])
    rules = rules_text(held["rules"], called)
    paid, beside = result["payments"], result["side_payments"]
    is_push_up = rules_of(rules).rules.scoring == "push_up"
    ending = str(result["ending"])
    return Summary(
        rules,
        company_text(company),
        ending,
        winners,
        int(held["actions"][-1].split()[0]) if ending in _DROPPED else NOBODY,
        me in winners,
        0 if me == NOBODY else int(beside[me]) + (0 if is_push_up else int(paid[me])),
        int(paid[me]) if is_push_up and me != NOBODY else 0,
    )


def seat_of_person(players: Sequence[Player]) -> int:
    """The seat of the person, ``NOBODY`` where bots were among themselves."""
    return next((seat for seat, player in enumerate(players) if player.is_human), NOBODY)


def rules_text(mapping: Mapping[str, object], called: str = "") -> str:
    """Rules as one text, the same for all hands played so, whatever the stake.

    ``called`` is the name of the set that was chosen, where that is known.
    """
    values = {key: value for key, value in mapping.items() if key != "stake"}
    if not called and set(values) <= {"preset"}:
        called = str(values.get("preset", "standard"))
    return json.dumps([called, values], sort_keys=True, separators=(",", ":"))


@lru_cache(maxsize=256)
def rules_of(text: str) -> PlayedRules:
    """What ``rules_text`` wrote; ``ValueError`` where there are no such rules."""
    called, values = json.loads(text)
    return PlayedRules(called, rules_from_mapping(values))


def company_text(players: Sequence[Player]) -> str:
    """Who sat where, as one text."""
    return json.dumps([[player.name, player.level] for player in players], ensure_ascii=False)


@lru_cache(maxsize=256)
def company_of(text: str) -> tuple[Player, ...]:
    """Who sat where, from the text that ``company_text`` wrote."""
    held: list[list[Any]] = json.loads(text)  # Any: written by company_text and by nobody else
    return tuple(Player(str(name), str(level)) for name, level in held)


def as_mask(seats: Sequence[int]) -> int:
    """Seats as the bits of a number."""
    return sum(1 << seat for seat in seats)


def from_mask(mask: int) -> tuple[int, ...]:
    """The seats whose bits are set."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)
