"""What the hands of a player add up to. Pure: numbers in, numbers out."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from game.session.plan import Player

_K = TypeVar("_K")
_ENDINGS: Final = (
    "tonk",
    "out",
    "drop",
    "caught",
    "natural",
    "stockout",
    "double_double",
    "void",
)


@dataclass(frozen=True, slots=True)
class Cell:
    """Hands that were alike: by these rules, in this company, ended so, won by those."""

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
        """Whether the person has won, alone or with others."""
        return self.me in self.winners


@dataclass(frozen=True, slots=True)
class Extreme:
    """One hand that stands out, and the stakes that it brought."""

    session: int
    hand: int
    won: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What was counted: the cells, the stakes won in all after each hand, the best and the worst.

    ``curve`` begins with 0, before the first hand.
    """

    cells: tuple[Cell, ...] = ()
    curve: tuple[int, ...] = (0,)
    best: Extreme | None = None
    worst: Extreme | None = None

    @property
    def hands(self) -> int:
        """All hands."""
        return sum(cell.hands for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Line:
    """Hands of one kind: how many, how many of them were won, and the stakes that they brought.

    ``theirs`` are those that the opponent has won, where one is meant. ``points`` are those added
    under push-up rules.
    """

    hands: int = 0
    mine: int = 0
    won: int = 0
    theirs: int = 0
    points: int = 0

    @property
    def share(self) -> float:
        """The part of the hands that was won."""
        return self.mine / self.hands if self.hands else 0.0

    def __add__(self, other: "Line") -> "Line":
        return Line(
            self.hands + other.hands,
            self.mine + other.mine,
            self.won + other.won,
            self.theirs + other.theirs,
            self.points + other.points,
        )


@dataclass(frozen=True, slots=True)
class Drops:
    """The person's own drops, and those of others that the person has caught."""

    won: int = 0
    caught: int = 0
    others: int = 0


def total(tally: Tally) -> Line:
    """All hands together."""
    return sum((_line(cell) for cell in tally.cells), Line())


def by_rules(tally: Tally) -> tuple[tuple[int, Line], ...]:
    """By rule set, those most played first."""
    return _sorted((cell.rules, _line(cell)) for cell in tally.cells)


def by_opponent(tally: Tally) -> tuple[tuple[Player, Line], ...]:
    """By opponent, those met most often first; each hand counts for everybody in it."""
    return _sorted(
        (player, _line(cell, seat))
        for cell in tally.cells
        for seat, player in enumerate(cell.players)
        if not player.is_human
    )


def by_ending(tally: Tally) -> tuple[tuple[str, Line], ...]:
    """By the way in which the hands ended, in the order of the rules; only what has happened."""
    found = dict(_sorted((cell.ending, _line(cell)) for cell in tally.cells))
    return tuple((ending, found[ending]) for ending in _ENDINGS if ending in found)


def drops(tally: Tally) -> Drops:
    """What has become of drops."""

    def count(fits: Callable[[Cell], bool]) -> int:
        return sum(cell.hands for cell in tally.cells if fits(cell))

    return Drops(
        won=count(lambda cell: cell.ending == "drop" and cell.dropper == cell.me),
        caught=count(lambda cell: cell.ending == "caught" and cell.dropper == cell.me),
        others=count(
            lambda cell: cell.ending == "caught" and cell.dropper != cell.me and cell.is_mine
        ),
    )


def thinned(curve: Sequence[int], most: int) -> tuple[tuple[int, int], ...]:
    """At most so many points of a curve, as place and value; of each stretch its extremes stay."""
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


def _line(cell: Cell, opponent: int | None = None) -> Line:
    theirs = cell.hands if opponent is not None and opponent in cell.winners else 0
    return Line(cell.hands, cell.hands * cell.is_mine, cell.won, theirs, cell.points)


def _sorted(lines: Iterable[tuple[_K, Line]]) -> tuple[tuple[_K, Line], ...]:
    sums: dict[_K, Line] = defaultdict(Line)
    for key, line in lines:
        sums[key] += line
    return tuple(sorted(sums.items(), key=lambda each: -each[1].hands))
