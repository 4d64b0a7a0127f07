"""Goals for the player, computed from the saved hands alone.

Nothing about them is saved: each is a count over the hands in the history, and for a season won
over its standings, so that a lost file cannot take one away, and imported saves include theirs.
Practice does not count, and a goal once reached stays reached: what is done in a row is counted
within a session, since the order of the sessions changes when a table left for later goes on or
other saves are brought in.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, fields
from typing import Final

from game.play.opponents import ADAPTIVE, level_of
from game.rules.messages import N_
from game.rules.presets import PRESET_TEXTS
from game.saves.history import History
from game.saves.statistics import FEATS, CountedHand, players_of

MASTER: Final = "master"
_RUN: Final = 100
"""The number of consecutive hands of a session against Master that are added up."""
_MEMO: Final = "goals"
STEP: Final = 300
"""Maximum number of hands examined in one step."""

Hand = tuple[int, int]
"""A saved hand: the number of its session, and its number there."""


@dataclass(frozen=True, slots=True)
class GoalCounts:
    """The counts from which goals are computed.

    ``feats`` counts hands by feat (``FEATS``). ``drops_in_a_row`` is the most of any session.
    ``master`` is the most hands in one session against Master alone, at most 100, and
    ``master_won`` the most won in 100 of them in a row, None before that many.
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
    seasons: int = 0

    def against_master(self) -> int:
        """The number of hands against Master; the last counts only if the player is ahead."""
        is_ahead = self.master_won is not None and self.master_won > 0
        return _RUN if is_ahead else min(_RUN - 1, self.master)

    @classmethod
    def of(cls, history: History, others: "OtherCounts") -> "GoalCounts":
        """Return the counts; all hands must be counted."""
        *_steps, found = counting(history, others)
        return found


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal, reached once ``count`` is ``many``; ``words`` describe it, not yet translated."""

    key: str
    words: str
    count: Callable[[GoalCounts], int]
    many: int = 1

    def done(self, counts: GoalCounts) -> int:
        """Return the progress towards the goal, ``many`` at most."""
        return min(self.many, self.count(counts))

    def is_reached(self, counts: GoalCounts) -> bool:
        """Return whether the goal is reached."""
        return self.done(counts) >= self.many


def _feat(name: str) -> Callable[[GoalCounts], int]:
    if name not in FEATS:
        raise ValueError(name)
    return lambda counts: counts.feats.get(name, 0)


GOALS: Final = (
    Goal("win", N_("Win a hand"), lambda counts: counts.won),
    Goal("drop", N_("Win with a drop"), _feat("drop")),
    Goal("hit", N_("Hit an opponent's spread"), _feat("hit")),
    Goal("catch", N_("Catch somebody's drop"), _feat("catch")),
    Goal("out", N_("Get rid of your last card and win"), _feat("out")),
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
    Goal("big_one", N_("Win the big one"), _feat("big_one")),
    Goal("ahead", N_("Be ahead after ten hands or more"), lambda counts: counts.sessions_ahead),
    Goal("own", N_("Win with your own house rules"), lambda counts: counts.own_sets),
    Goal("catches", N_("Catch three drops in one session"), lambda counts: counts.catches, 3),
    Goal("levels", N_("Win against every level"), lambda counts: counts.levels, 5),
    Goal("sets", N_("Win with ten different rule sets"), lambda counts: counts.rule_sets, 10),
    Goal(
        "drops",
        N_("Win ten drops in a row in one session"),
        lambda counts: counts.drops_in_a_row,
        10,
    ),
    Goal("days", N_("Play the daily deal on seven days"), lambda counts: counts.days, 7),
    Goal("matches", N_("Win three matches of one season"), lambda counts: counts.matches, 3),
    Goal("season", N_("Win a season"), lambda counts: counts.seasons),
    Goal(
        "master",
        N_("Come out ahead of Master over 100 hands of one session"),
        GoalCounts.against_master,
        _RUN,
    ),
)
"""The goals, easy ones first."""


@dataclass(frozen=True, slots=True)
class OtherCounts:
    """Counts of other challenges.

    Each function is given a history and the number of a session to leave out, 0 for none.
    """

    days: Callable[[History, int], int]
    """The number of days whose deal was played."""
    matches: Callable[[History, int], int]
    """The maximum number of matches won in one season."""
    seasons: Callable[[History, int], int]
    """The number of seasons won."""

    def add_up(self, found: dict[str, int], history: History, without: int) -> Iterator[None]:
        """Add the counts to ``found`` by name, one in each step."""
        for each in fields(self):
            found[each.name] = getattr(self, each.name)(history, without)
            yield


def counting(history: History, others: OtherCounts) -> Iterator[GoalCounts]:
    """Count for the goals in steps of at most ``STEP`` hands; the last result is complete.

    Hands that were looked at for an earlier count are not looked at again.
    """
    kept = history.memo.get(_MEMO)
    is_new = not isinstance(kept, _Tally) or not kept.is_whole(history)
    tally = _Tally() if is_new or not isinstance(kept, _Tally) else kept.copied()
    for hands in history.counted_hands(tally.last, STEP):
        tally.add(history, hands)
        yield GoalCounts()
    history.memo[_MEMO] = tally
    elsewhere: dict[str, int] = {}
    for _step in others.add_up(elsewhere, history, 0):
        yield GoalCounts()
    yield tally.counts(history, elsewhere)


def reaching(history: History, hand: Hand, others: OtherCounts) -> Iterator[Sequence[Goal]]:
    """Yield the goals that a hand has reached, searching in steps; all hands must be counted.

    A step examines at most ``STEP`` hands; only the last finds anything. Hands are never examined
    twice.
    """
    kept = history.memo.get(_MEMO)
    if not isinstance(kept, _Tally) or not kept.is_whole(history) or hand <= kept.last:
        kept = _Tally()
    before, now = kept.copied(), kept.copied()
    for hands in history.counted_hands(now.last, STEP):
        before.add(history, (each for each in hands if (each.session, each.hand) != hand))
        now.add(history, hands)
        yield ()
    history.memo[_MEMO] = now
    reached: list[list[Goal]] = []
    for tally, without in ((now, 0), (before, hand[0])):
        elsewhere: dict[str, int] = {}
        for _step in others.add_up(elsewhere, history, without):
            yield ()
        found = tally.counts(history, elsewhere)
        reached.append([goal for goal in GOALS if goal.is_reached(found)])
    yield [goal for goal in reached[0] if goal not in reached[1]]


class _Tally:
    """Running counts for the goals, hand by hand in order."""

    def __init__(self) -> None:
        self.number, self.last = 0, (-1, -1)
        """The number of hands added, and the last of them; at first a place before all hands."""
        self._levels_at: dict[int, set[str]] = {}
        self._owns: set[int] = set()
        """The player's own rule sets under which a hand was won."""
        self._won = 0
        self._feats: Counter[int] = Counter()
        self._won_at: set[tuple[int, int]] = set()
        """The rules and the company of the hands won."""
        self._drops = self._drops_most = 0
        self._session = -1
        self._catches = self._catches_most = 0
        self._brought: list[int] = []
        """The winnings of each hand of the session."""
        self._ahead: set[int] = set()
        """The sessions that were ahead after ten hands or more."""
        self._master: list[int] = []
        """The winnings of each hand of the session against Master alone."""
        self._master_most = 0
        self._master_won: int | None = None

    def add(self, history: History, hands: Iterable[CountedHand]) -> None:
        """Add some hands."""
        catch = 1 << FEATS.index("catch")
        for hand in hands:
            self.number, self.last = self.number + 1, (hand.session, hand.hand)
            if hand.session != self._session:
                self._session, self._catches, self._drops = hand.session, 0, 0
                self._brought, self._master = [], []
            self._brought.append(hand.won)
            if len(self._brought) >= 10 and sum(self._brought) > 0:  # hands
                self._ahead.add(hand.session)
            self._feats[hand.feats] += 1
            if hand.mine:
                self._won += 1
                self._won_at.add((hand.rules, hand.company))
                if hand.called and hand.called not in PRESET_TEXTS:
                    self._owns.add(hand.rules)
            if hand.feats & catch:
                self._catches += 1
                self._catches_most = max(self._catches, self._catches_most)
            if hand.dropped:
                self._drops = self._drops + 1 if hand.ending == "drop" else 0
                self._drops_most = max(self._drops, self._drops_most)
            if self._levels(history, hand.company) == {MASTER}:
                self._master.append(hand.won)
                self._master_most = max(self._master_most, len(self._master))
                if len(self._master) >= _RUN:
                    in_run = sum(self._master[-_RUN:])
                    before = in_run if self._master_won is None else self._master_won
                    self._master_won = max(before, in_run)

    def counts(self, history: History, elsewhere: Mapping[str, int]) -> GoalCounts:
        """Return the counts so far, with those of other challenges."""
        levels: set[str] = set()
        levels.update(*(self._levels(history, company) for _rules, company in self._won_at))
        sets = {rules for rules, _company in self._won_at}
        return GoalCounts(
            won=self._won,
            feats={
                name: sum(n for mask, n in self._feats.items() if mask >> place & 1)
                for place, name in enumerate(FEATS)
            },
            catches=self._catches_most,
            rule_sets=len(sets),
            own_sets=len(self._owns),
            levels=len(levels - {"?"}),
            drops_in_a_row=self._drops_most,
            sessions_ahead=len(self._ahead),
            master=min(_RUN, self._master_most),
            master_won=self._master_won,
            **elsewhere,
        )

    def _levels(self, history: History, company: int) -> set[str]:
        """Return the levels of the opponents at a table, by the number of its players."""
        if company not in self._levels_at:
            self._levels_at[company] = {
                MASTER if level == ADAPTIVE else level
                for player in players_of(history.named(company))
                if not player.is_human
                for level in (level_of(player.level),)
            }
        return self._levels_at[company]

    def is_whole(self, history: History) -> bool:
        """Return whether all hands up to the last one, and no others, have been added."""
        return history.count_up_to(self.last) == self.number

    def copied(self) -> "_Tally":
        """Return an independent copy."""
        found = _Tally()
        vars(found).update((name, copy(value)) for name, value in vars(self).items())
        return found
