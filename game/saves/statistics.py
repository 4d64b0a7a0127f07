"""Summaries of finished hands, and the statistics made from them.

A ``Summary`` holds the parts of a record that statistics need; the store keeps it as one row per
hand.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, ClassVar, Final, NamedTuple, Self, TypeVar

from game.play.plan import Player
from game.rules.presets import preset_like, rules_from_earlier_mapping, spelled_out
from game.rules.results import LISTED
from game.rules.ruleset import RuleSet

NOBODY: Final = -1  # in place of a seat


class HandFilter(StrEnum):
    """A selection of hands."""

    ALL = "all"
    WON = "won"
    LOST = "lost"
    WON_MUCH = "won_much"
    LOST_MUCH = "lost_much"
    DROPPED = "dropped"
    CAUGHT = "caught"


MUCH: Final = 4
"""The stakes from which a hand counts as a big win or loss."""


@dataclass(frozen=True, slots=True)
class PlayedRules:
    """Rules that hands were played by, and their name, if known."""

    called: str
    rules: RuleSet

    def text(self) -> str:
        """The rules and their name as one text, independent of the stake."""
        return json.dumps([self.called, json.loads(keys_text(self.rules))], separators=(",", ":"))

    @classmethod
    @lru_cache(maxsize=64)
    def from_text(cls, text: str) -> Self:
        """Read what ``text`` wrote; raise ``ValueError`` if there are no such rules."""
        called, values = json.loads(text)
        return cls(str(called), rules_of_keys(json.dumps(values)))


@dataclass(frozen=True, slots=True)
class Summary:
    """A finished hand, as seen by the seat of the person who played it.

    ``rules`` is what ``keys_text`` writes, ``called`` their name, empty if unknown. ``won`` is what
    that seat won, in stakes, ``points`` the points added in a push-up, both to ``MOST`` either way,
    whatever house rules pay, so that a database can add them up. ``dropper`` is the seat that
    dropped, or ``NOBODY``. A ``practice`` hand is listed, but counts in no statistics. ``feats`` is
    the bit mask of what the person did in it (``FEATS``).
    """

    MOST: ClassVar[int] = 10**12

    rules: str
    called: str
    players: str
    ending: str
    winners: tuple[int, ...]
    dropper: int
    mine: bool
    won: int
    points: int
    practice: bool = False
    feats: int = 0

    @classmethod
    def of_record(cls, record: str, players: Sequence[Player], called: str = "") -> Self:
        """Return the summary of a record.

        ``players`` are those of its session, persons and bots; ``called`` is the name by which the
        rules were chosen, if any.

        Raises ``NONSENSE`` if it is not a finished record.
        """
        held = json.loads(record)
        result, names = held["result"], tuple(held["seats"])
        levels = {player.name: player.level for player in players}
        seated = tuple(Player(name, levels.get(name, "?")) for name in names)
        me = seat_of_person(seated)
        winners = tuple(int(seat) for seat in result["winners"])
        rules = rules_of_keys(json.dumps(held["rules"]))
        paid, beside = result["payments"], result["side_payments"]
        is_push_up = rules.is_push_up
        ending = str(result["ending"])
        won = 0 if me == NOBODY else int(beside[me]) + (0 if is_push_up else int(paid[me]))
        points = int(paid[me]) if is_push_up and me != NOBODY else 0
        return cls(
            keys_text(rules),
            called or preset_like(rules),
            players_text(seated),
            ending,
            winners,
            cls._dropper(held["actions"]) if ending in ("drop", "caught") else NOBODY,
            me in winners,
            max(-cls.MOST, min(won, cls.MOST)),
            min(points, cls.MOST),
            held.get("practice") is True,
            0 if me == NOBODY else as_mask([FEATS.index(name) for name in cls._feats(held, me)]),
        )

    @staticmethod
    def _dropper(actions: Sequence[str]) -> int:
        """Return the seat that dropped in a hand that ended so, even if others laid cards
        afterwards.
        """
        return next(int(text.split()[0]) for text in reversed(actions) if text.endswith(" drop"))

    @classmethod
    def _feats(cls, held: Mapping[str, Any], me: int) -> Iterator[str]:
        """Yield the feats of the person in the hand of a record."""
        result, actions = held["result"], [text.split() for text in held["actions"]]
        own = [words[1:] for words in actions if words[0] == str(me)]
        owners = [int(words[0]) for words in actions if words[1] == "spread"]
        hits = [int(words[2]) for words in own if words[0] == "hit"]
        if any(number < len(owners) and owners[number] != me for number in hits):
            yield "hit"
        if any(words[0] == "slap" for words in own):
            yield "slap"
        if result["side_payments"][me] > 0:
            yield "side_pot"
        if me in result["winners"]:
            yield from cls._feats_of_winner(held, me, own)

    @staticmethod
    def _feats_of_winner(
        held: Mapping[str, Any], me: int, own: Sequence[Sequence[str]]
    ) -> Iterator[str]:
        """Yield the feats of a hand that the person won; ``own`` are the person's actions."""
        result, verbs = held["result"], {words[0] for words in own}
        ending, won = str(result["ending"]), result["payments"][me] + result["side_payments"][me]
        is_drop = ending == "drop" and "drop" in verbs
        is_so = {
            "drop": is_drop,
            "first": is_drop and verbs <= {"drop", "pass"},
            "bare": is_drop and "spread" not in verbs,
            "catch": ending == "caught",
            "natural": ending == "natural",
            "stockout": ending == "stockout",
            "big_one": held.get("big_one") is True,
            "six_seats": len(held["seats"]) >= _SIX,
            "six_stakes": won >= _SIX,
        }
        yield from (name for name, is_it in is_so.items() if is_it)
        if ending in ("tonk", "out", "double_double"):
            yield "out"
            if ending == "tonk":
                yield "tonk"
            turn = 0
            for at, words in enumerate(own):
                turn = at if words[0] in ("draw", "take") else turn
            if any("=" in word for words in own[turn:] for word in words):
                yield "wild_out"


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand in the list of saved hands.

    ``rules`` is the number of its rule set; ``ended`` is when it ended, ``YYYY-MM-DD HH:MM``, or
    empty.
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


class CountedHand(NamedTuple):
    """A hand that counts, as a row of numbers, to be added up.

    ``rules`` and ``company`` are the numbers of its rule set and of its players, ``called`` the
    name of the rules. ``mine`` and ``dropped`` are 1 if the person won or dropped, else 0; ``won``
    is in stakes, ``feats`` has a bit for each of ``FEATS``.
    """

    session: int
    hand: int
    rules: int
    company: int
    ending: str
    mine: int
    dropped: int
    won: int
    feats: int
    called: str


FEATS: Final = (
    "drop",
    "first",
    "bare",
    "catch",
    "out",
    "tonk",
    "wild_out",
    "natural",
    "stockout",
    "hit",
    "slap",
    "big_one",
    "side_pot",
    "six_seats",
    "six_stakes",
)
"""The feats that a person may achieve in a hand, in the order of their bits: to ``hit`` another's
spread, to win by a ``drop``, on the ``first`` turn, without a spread (``bare``), and so on.
"""
_SIX: Final = 6  # seats, or stakes won, of a feat


def seat_of_person(players: Sequence[Player]) -> int:
    """Return the seat of the person, or ``NOBODY`` if only bots played."""
    return next((seat for seat, player in enumerate(players) if player.is_human), NOBODY)


@lru_cache(maxsize=64)
def keys_text(rules: RuleSet) -> str:
    """Return the keys of rules as one text, equal for equal rules, whatever the stake."""
    return json.dumps(spelled_out(rules.changed(stake=1)), separators=(",", ":"))


@lru_cache(maxsize=64)
def rules_of_keys(text: str) -> RuleSet:
    """Return the rules from the text of their keys; text with a preset is from before 1.0."""
    return rules_from_earlier_mapping(json.loads(text))


def players_text(players: Sequence[Player]) -> str:
    """Return the players by seat as one text."""
    return json.dumps([[player.name, player.level] for player in players], ensure_ascii=False)


@lru_cache(maxsize=64)
def players_of(text: str) -> tuple[Player, ...]:
    """Return the players by seat from the text of ``players_text``."""
    held: list[list[Any]] = json.loads(text)  # Any: only players_text writes it
    return tuple(Player(str(name), str(level)) for name, level in held)


def as_mask(seats: Sequence[int]) -> int:
    """Return seats as the bits of a number."""
    return sum(1 << seat for seat in seats)


def from_mask(mask: int) -> tuple[int, ...]:
    """Return the seats whose bits are set."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


# -- what the hands add up to

_K = TypeVar("_K")


@dataclass(frozen=True, slots=True)
class HandGroup:
    """Hands with equal rules, players, ending and winners."""

    rules: int
    players: tuple[Player, ...]
    ending: str
    winners: tuple[int, ...]
    dropper: int
    hands: int
    won: int
    points: int

    @property
    def me(self) -> int | None:
        """The seat of the person."""
        return next((seat for seat, player in enumerate(self.players) if player.is_human), None)

    @property
    def is_mine(self) -> bool:
        """Whether the person won the hands of the group, alone or with others."""
        return self.me in self.winners

    def line(self, opponent: int | None = None) -> "Totals":
        """Return its totals, with what this opponent has won of them."""
        theirs = self.hands if opponent is not None and opponent in self.winners else 0
        return Totals(self.hands, self.hands * self.is_mine, self.won, theirs, self.points)


@dataclass(frozen=True, slots=True)
class Extreme:
    """A hand with an extreme result, and the stakes won in it."""

    session: int
    hand: int
    won: int


@dataclass(frozen=True, slots=True)
class Totals:
    """Totals of some hands: how many, how many of them were won, and the stakes won.

    ``theirs`` is the number of hands that the opponent won, if there is one. ``points`` are those
    added under push-up rules.
    """

    hands: int = 0
    mine: int = 0
    won: int = 0
    theirs: int = 0
    points: int = 0

    @property
    def share(self) -> float:
        """The share of the hands that were won, 0 to 1."""
        return self.mine / self.hands if self.hands else 0.0

    def __add__(self, other: "Totals") -> "Totals":
        return Totals(
            self.hands + other.hands,
            self.mine + other.mine,
            self.won + other.won,
            self.theirs + other.theirs,
            self.points + other.points,
        )


@dataclass(frozen=True, slots=True)
class Drops:
    """The person's own drops, and those of others that the person caught."""

    won: int = 0
    caught: int = 0
    others: int = 0


@dataclass(frozen=True, slots=True)
class HandCounts:
    """Statistics: the groups of hands, the cumulative stakes won, the best and the worst hand.

    ``curve`` begins with 0, before the first hand.
    """

    cells: tuple[HandGroup, ...] = ()
    curve: tuple[int, ...] = (0,)
    best: Extreme | None = None
    worst: Extreme | None = None

    @property
    def hands(self) -> int:
        """The number of hands counted."""
        return sum(cell.hands for cell in self.cells)

    def total(self) -> Totals:
        """Return the totals of all hands together."""
        return sum((cell.line() for cell in self.cells), Totals())

    def by_rules(self) -> tuple[tuple[int, Totals], ...]:
        """Return the totals by rule set, those most played first."""
        return _sorted((cell.rules, cell.line()) for cell in self.cells)

    def by_opponent(self) -> tuple[tuple[Player, Totals], ...]:
        """Return the totals by opponent, those met most often first.

        A hand counts for all in it.
        """
        return _sorted(
            (player, cell.line(seat))
            for cell in self.cells
            for seat, player in enumerate(cell.players)
            if not player.is_human
        )

    def by_ending(self) -> tuple[tuple[str, Totals], ...]:
        """Return the totals by ending that has occurred, in the order of the rules."""
        found = dict(_sorted((cell.ending, cell.line()) for cell in self.cells))
        return tuple((ending, found[ending]) for ending in LISTED if ending in found)

    def drops(self) -> Drops:
        """Return the outcomes of drops."""

        def count(fits: Callable[[HandGroup], bool]) -> int:
            return sum(cell.hands for cell in self.cells if fits(cell))

        return Drops(
            won=count(lambda cell: cell.ending == "drop" and cell.dropper == cell.me),
            caught=count(lambda cell: cell.ending == "caught" and cell.dropper == cell.me),
            others=count(
                lambda cell: cell.ending == "caught" and cell.dropper != cell.me and cell.is_mine
            ),
        )


def thinned(curve: Sequence[int], most: int) -> tuple[tuple[int, int], ...]:
    """Thin a curve to at most ``most`` (index, value) points; the extremes of each stretch stay."""
    if len(curve) <= most:
        return tuple(enumerate(curve))
    stretches = max(1, (most - 2) // 2)
    found = {0: curve[0], len(curve) - 1: curve[-1]}
    for number in range(stretches):
        start = len(curve) * number // stretches
        end = max(start + 1, len(curve) * (number + 1) // stretches)
        for pick in (min, max):
            place = pick(range(start, end), key=curve.__getitem__)
            found[place] = curve[place]
    return tuple(sorted(found.items()))


def _sorted(lines: Iterable[tuple[_K, Totals]]) -> tuple[tuple[_K, Totals], ...]:
    sums: dict[_K, Totals] = defaultdict(Totals)
    for key, line in lines:
        sums[key] += line
    return tuple(sorted(sums.items(), key=lambda each: -each[1].hands))
