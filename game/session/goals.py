"""Goals: what a player may set out to do, computed from the saved hands alone.

Nothing is kept of them: each is a count over the hands that the history has, so that a lost file
cannot take one away, and saves brought in from elsewhere bring theirs along. Practice counts
nothing, and no goal is ever lost again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

from game.rules.presets import PRESET_TEXTS
from game.rules.texts import N_
from game.session import daily
from game.session.history import COUNTED, History
from game.session.season import HANDS
from game.session.statistics import FEATS, players_of

MASTER: Final = "master"
_RUN: Final = 100
"""So many hands against Master are looked at together."""
_LONG: Final = 10
"""Hands of a session that counts as long."""
_LEVELS: Final = 5

Hand = tuple[int, int]
"""Its session, and its number there."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What goals are computed from.

    ``feats`` are hands by what was done in them (``FEATS``). ``master`` are the hands played
    against Master alone, at most 100, and ``master_won`` the most won in 100 of them in a row, None
    before there are so many.
    """

    won: int = 0
    feats: Mapping[str, int] = field(default_factory=dict)
    catches: int = 0
    rule_sets: int = 0
    own_sets: int = 0
    levels: int = 0
    drops_in_a_row: int = 0
    sessions_ahead: int = 0
    master: int = 0
    master_won: int | None = None
    days: int = 0
    matches: int = 0


@dataclass(frozen=True, slots=True)
class Goal:
    """Reached once ``count`` is ``many``; ``words`` say what is to be done, not yet translated."""

    key: str
    words: str
    count: Callable[[Counts], int]
    many: int = 1

    def done(self, counts: Counts) -> int:
        """How far it is, ``many`` at most."""
        return min(self.many, self.count(counts))

    def is_reached(self, counts: Counts) -> bool:
        """Whether it is."""
        return self.done(counts) >= self.many


def _feat(name: str) -> Callable[[Counts], int]:
    if name not in FEATS:
        raise ValueError(name)
    return lambda counts: counts.feats.get(name, 0)


def _against_master(counts: Counts) -> int:
    is_ahead = counts.master_won is not None and counts.master_won > 0
    return _RUN if is_ahead else min(_RUN - 1, counts.master)


GOALS: Final = (
    Goal("win", N_("Win a hand"), lambda counts: counts.won),
    Goal("drop", N_("Win with a drop"), _feat("drop")),
    Goal("hit", N_("Hit an opponent's spread"), _feat("hit")),
    Goal("catch", N_("Catch somebody's drop"), _feat("catch")),
    Goal("out", N_("Lay your last card and win"), _feat("out")),
    Goal("tonk", N_("Win with a tonk: all cards laid, none discarded"), _feat("tonk")),
    Goal("natural", N_("Win with a natural"), _feat("natural")),
    Goal("first", N_("Drop on your first turn and win"), _feat("first")),
    Goal("bare", N_("Win with a drop before you have laid a spread"), _feat("bare")),
    Goal("stockout", N_("Win when the stock runs out"), _feat("stockout")),
    Goal("wild_out", N_("Go out with a wild card"), _feat("wild_out")),
    Goal("six_stakes", N_("Win six stakes in one hand"), _feat("six_stakes")),
    Goal("six_seats", N_("Win at a table of six"), _feat("six_seats")),
    Goal("side_pot", N_("Take a side pot"), _feat("side_pot")),
    Goal("slap", N_("Slap a discard"), _feat("slap")),
    Goal("big_one", N_("Win a hand of the big one"), _feat("big_one")),
    Goal("ahead", N_("End a session of ten hands ahead"), lambda counts: counts.sessions_ahead),
    Goal("own", N_("Win by house rules of your own"), lambda counts: counts.own_sets),
    Goal("catches", N_("Catch three drops in one session"), lambda counts: counts.catches, 3),
    Goal("levels", N_("Win against every level"), lambda counts: counts.levels, _LEVELS),
    Goal("sets", N_("Win by ten different rule sets"), lambda counts: counts.rule_sets, 10),
    Goal(
        "drops",
        N_("Win ten drops in a row, none of them caught"),
        lambda counts: counts.drops_in_a_row,
        10,
    ),
    Goal("days", N_("Play the daily deal of seven days"), lambda counts: counts.days, 7),
    Goal("matches", N_("Win three matches of one season"), lambda counts: counts.matches, 3),
    Goal("master", N_("Be ahead of Master over 100 hands"), _against_master, _RUN),
)
"""The easy ones first."""


def counts(history: History, without: Hand | None = None) -> Counts:
    """All that goals are computed from, as if one hand had not been played; all must be counted."""
    where = COUNTED
    if without is not None:
        where += f" AND NOT (session = {int(without[0])} AND hand = {int(without[1])})"
    won = history.select(f"SELECT count(*) FROM played WHERE {where} AND mine = 1")
    rules = history.select(f"SELECT DISTINCT rules FROM played WHERE {where} AND mine = 1")
    master = _master(history, where)
    return Counts(
        won=won[0][0] if won else 0,
        feats=_feats(history, where),
        catches=_catches(history, where),
        rule_sets=len(rules),
        own_sets=sum(_is_own(history, number) for (number,) in rules),
        levels=_levels(history, where),
        drops_in_a_row=_drops(history, where),
        sessions_ahead=_ahead(history, where),
        days=_days(history, without),
        matches=_matches(history, without),
        master=master[0],
        master_won=master[1],
    )


def reached(history: History, hand: Hand) -> tuple[Goal, ...]:
    """The goals that this hand has reached."""
    now = counts(history)
    new = [goal for goal in GOALS if goal.is_reached(now)]
    before = counts(history, hand) if new else now
    return tuple(goal for goal in new if not goal.is_reached(before))


def _feats(history: History, where: str) -> dict[str, int]:
    found: dict[str, int] = dict.fromkeys(FEATS, 0)
    for mask, hands in history.select(
        f"SELECT feats, count(*) FROM played WHERE {where} GROUP BY feats"
    ):
        for place, name in enumerate(FEATS):
            found[name] += hands * (mask >> place & 1)
    return found


def _catches(history: History, where: str) -> int:
    """The most drops caught in one session."""
    bit = 1 << FEATS.index("catch")
    rows = history.select(
        f"SELECT count(*) AS n FROM played WHERE {where} AND feats & {bit}"
        " GROUP BY session ORDER BY n DESC LIMIT 1"
    )
    return rows[0][0] if rows else 0


def _is_own(history: History, number: int) -> bool:
    called = history.rules(number).called
    return bool(called) and called not in PRESET_TEXTS


def _companies(history: History, where: str) -> dict[int, set[str]]:
    """The levels of the opponents at every table, by the number of its players."""
    rows = history.select(f"SELECT DISTINCT company FROM played WHERE {where}")
    return {
        number: {
            player.level.partition("/")[0]
            for player in players_of(history.named(number))
            if not player.is_human
        }
        for (number,) in rows
    }


def _levels(history: History, where: str) -> int:
    """How many of the levels were beaten, counting those that sat at the table."""
    levels: set[str] = set()
    levels.update(*_companies(history, f"{where} AND mine = 1").values())
    return len(levels - {"?"})


def _drops(history: History, where: str) -> int:
    """The most drops won one after the other."""
    rows = history.select(
        f"SELECT ending FROM played WHERE {where} AND dropped = 1 ORDER BY session, hand"
    )
    longest = run = 0
    for (ending,) in rows:
        run = run + 1 if ending == "drop" else 0
        longest = max(longest, run)
    return longest


def _ahead(history: History, where: str) -> int:
    """The long sessions that have brought money."""
    return len(
        history.select(
            f"SELECT session FROM played WHERE {where} GROUP BY session"
            f" HAVING count(*) >= {_LONG} AND sum(won) > 0"
        )
    )


def _master(history: History, where: str) -> tuple[int, int | None]:
    """The hands against Master alone, and what the best 100 of them in a row have brought."""
    tables = [n for n, levels in _companies(history, where).items() if levels == {MASTER}]
    numbers = ", ".join(map(str, tables)) or "-1"
    rows = history.select(
        f"SELECT won FROM played WHERE {where} AND company IN ({numbers}) ORDER BY session, hand"
    )
    return min(_RUN, len(rows)), best_of([won for (won,) in rows], _RUN)


def best_of(values: Sequence[int], run: int) -> int | None:
    """The largest sum of so many values in a row; None where there are fewer."""
    sums = [0, *accumulate(values)]
    return max((sums[at] - sums[at - run] for at in range(run, len(sums))), default=None)


def _days(history: History, without: Hand | None) -> int:
    """The days whose deal was played to its end."""
    found = daily.tries(history)
    left = without[0] if without else 0
    return sum(each.is_finished and each.session != left for each in found.values())


def _matches(history: History, without: Hand | None) -> int:
    """The most matches won in one season."""
    won: dict[str, set[str]] = {}
    for session, occasion in history.occasions("season"):
        hands = history.hands_of(session)
        is_whole = len(hands) >= HANDS and (without is None or without[0] != session)
        if is_whole and sum(hand.won for hand in hands) > 0:
            number, _blank, match = occasion.partition(" ")[2].partition(" ")
            won.setdefault(number, set()).add(match)
    return max(map(len, won.values()), default=0)
