"""The daily deal: one hand a day, the same for everybody, and what each level makes of it.

The deal of a day has the number ``1 + N % 999,999,999``, where N are the first 16 hex digits of
SHA-256 of ``tonk daily YYYY-MM-DD`` as a number. The rules go by the day of the week (``WEEK``);
days that were dealt before presets changed keep the rules that they had.
Four sit at the table: the player and three opponents of one level, always the same.

Only the first try at a day's hand counts, later ones are practice; of tries on two computers, the
first that is finished. The bots of each level play the
hand from fixed seeds in every place of the day's table. Their results in the player's place are
saved for the last day compared, and shown on the start page.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, Final, Self

from game.play.driver import SelfPlay
from game.play.plan import OPPONENT_NAMES, OPPONENTS, Plan, Player, RulesLabel
from game.play.session import Session
from game.rules.hashing import sha256
from game.rules.messages import N_
from game.rules.presets import earlier_preset, preset
from game.rules.ruleset import RuleSet
from game.rules.seal import DEAL_MOST
from game.rules.untrusted_input import json_of, printable
from game.saves.history import History
from game.saves.store import Store

KIND: Final = "daily"
"""The first word of the occasion of sessions of a daily deal; the second is the day."""
FIRST_DAY: Final = date(2026, 1, 1)
WEEK: Final = (
    "standard",
    "unmatched",
    "black_company",
    "double_double",
    "tunk",
    "five_seven_nine",
    "standard",
)
"""The presets by the day of the week, Monday first."""
SEATS: Final = 4  # seats of a day's table
OPPONENT: Final = "regular"
OWN: Final = 0
"""The number of the player's place."""
_DOCUMENT: Final = "daily.json"


class DayError(ValueError):
    """A day without a deal. ``words`` is a sentence with ``{day}`` in it, not yet translated."""

    def __init__(self, words: str, day: str) -> None:
        self.words, self.day = words, day
        super().__init__(words.format(day=day))


def read_day(text: str, today: date) -> date:
    """Return the day in a text of the form YYYY-MM-DD; raise ``DayError`` if it has no deal, or not
    yet.
    """
    shown = printable(text.strip(), 20)
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        words = N_("There's no such day as {day}. Write it like 2026-11-23.")
        raise DayError(words, shown) from None
    if day < FIRST_DAY:
        raise DayError(N_("The first daily deal was on {day}."), FIRST_DAY.isoformat())
    if day > today:
        raise DayError(N_("The deal for {day} isn't out yet."), day.isoformat())
    return day


def days(today: date) -> Sequence[date]:
    """Return the days with a deal, newest first; the first day if the clock is behind."""
    today = max(FIRST_DAY, today)
    count = (today - FIRST_DAY).days + 1
    return [today - timedelta(days=back) for back in range(count)]


def deal_of(day: date) -> int:
    """Return the number of the deal of a day."""
    digits = sha256(f"tonk daily {day.isoformat()}".encode()).hexdigest()[:16]
    return 1 + int(digits, 16) % DEAL_MOST


def rules_name(day: date) -> str:
    """Return the name of the preset that a day is played by."""
    return WEEK[day.weekday()]


def rules_of(day: date) -> RuleSet:
    """Return the rules of a day, by what its preset meant then."""
    name = rules_name(day)
    # The first day with the presets of 1.0.
    return preset(name) if day >= date(2026, 11, 27) else earlier_preset(name)


def plan_of(day: date, name: str, *, practice: bool = False) -> Plan:
    """Return the table of a day, for a player of this name."""
    others = tuple(Player(each, OPPONENT) for each in OPPONENT_NAMES if each != name)
    preset_name = rules_name(day)
    return Plan(
        (Player(name), *others[: SEATS - 1]),
        rules_of(day),
        length=1,
        label=RulesLabel(preset_name, preset_name),
        practice=practice,
        first_deal=deal_of(day),
        occasion="" if practice else f"{KIND} {day.isoformat()}",
        opponents=OPPONENTS,
    )


# -- what the player made of it


@dataclass(frozen=True, slots=True)
class Try:
    """The try at a day's deal that counts, and where its hand is saved.

    It has what it ``won`` in stakes, None for an unfinished hand, and the generation number of its
    ``opponents``.
    """

    session: int
    won: int | None = None
    ended: str = ""
    opponents: int = 1

    @property
    def is_comparable(self) -> bool:
        """Whether the day was played against the present generation of opponents."""
        return self.opponents == OPPONENTS

    @property
    def is_finished(self) -> bool:
        """Whether the hand was played to its end."""
        return self.won is not None

    @classmethod
    def of_day(cls, history: History, wanted: date) -> Self | None:
        """Return the try at one day that counts, or None.

        The hands need not be counted.
        """
        for day, session, opponents in _begun(history):
            if day == wanted:
                hand = history.summary(session, 1)
                return cls(session, hand.won if hand else None, "", opponents)
        return None


def tries(history: History) -> Mapping[date, Try]:
    """Return the try that counts for every day dealt; all hands must be counted."""
    found: dict[date, Try] = {}
    for day, session, opponents in _begun(history):
        hands = history.hands_of(session)
        won, ended = (hands[0].won, hands[0].ended) if hands else (None, "")
        found[day] = Try(session, won, ended, opponents)
    return found


def _begun(history: History) -> Iterator[tuple[date, int, int]]:
    """Yield every day dealt, with the session that counts and its opponents.

    The first that was finished counts, else the first; only saves brought in add to a day.
    """
    found: dict[date, tuple[int, int]] = {}
    for session, words, opponents in history.occasions(KIND):
        with suppress(ValueError):
            day = date.fromisoformat(words.partition(" ")[2])
            is_new = day not in found or (
                history.summary(found[day][0], 1) is None
                and history.summary(session, 1) is not None
            )
            if is_new:
                found[day] = session, opponents
    for day, (session, opponents) in found.items():
        yield day, session, opponents


def days_played(history: History, without: int = 0) -> int:
    """Return the number of days' deals played to the end, except in the session ``without``."""
    return sum(each.is_finished and each.session != without for each in tries(history).values())


# -- what the levels make of it


@dataclass(frozen=True, slots=True)
class LevelResult:
    """The winnings of a level, in stakes, in one place: 0 is the player's, then clockwise."""

    level: str
    place: int
    won: int


def table_of(day: date, level: str, place: int) -> SelfPlay:
    """Return a day's table with a bot of that level in one place and the usual opponents
    elsewhere.
    """
    names = ("", *OPPONENT_NAMES[: SEATS - 1])
    plan = plan_of(day, "")
    there = Session.start(plan)  # the cut decides the seats
    order = [plan.players.index(player) for player in there.players]
    players = [Player(name or "-", OPPONENT) for name in names]
    players[order[place]] = replace(players[order[place]], level=level)
    return SelfPlay(Session.start(replace(plan, players=tuple(players), occasion="")))


class Comparison:
    """The results of every level in some places of a day's table, one hand after the other.

    ``playing`` is the hand in play, None once all are over; ``advance`` goes on to the next when it
    is over.
    """

    def __init__(
        self, day: date, levels: Sequence[str], places: Sequence[int] = range(SEATS)
    ) -> None:
        """Prepare the hands; ``places`` are in order of play, the player's own first."""
        self.day: Final = day
        order = [(level, place) for place in places for level in levels]
        self.total: Final = len(order)
        self._todo = iter(order)
        self.played: list[LevelResult] = []
        self._now: tuple[str, int] = ("", 0)
        self.playing: SelfPlay | None = None
        self._next()

    def advance(self) -> None:
        """Note the result of the hand, if it is over, and begin the next."""
        if self.playing is not None and self.playing.question is None:
            level, place = self._now
            result = self.playing.session.hand.result if self.playing.session.hand else None
            if result is None:
                raise ValueError("the hand is not over")
            won = result.payments[place] + result.side_payments[place]
            self.played.append(LevelResult(level, place, won))
            self._next()

    def won(self, level: str, place: int) -> int | None:
        """Return a level's winnings in a place, or None if that hand is not over."""
        for each in self.played:
            if (each.level, each.place) == (level, place):
                return each.won
        return None

    @property
    def own_place(self) -> Mapping[str, int]:
        """The levels' winnings in the player's place, as far as played."""
        return {each.level: each.won for each in self.played if each.place == OWN}

    def _next(self) -> None:
        self._now = next(self._todo, ("", 0))
        self.playing = table_of(self.day, *self._now) if self._now[0] else None

    def standing(self, won: int) -> "LevelStanding":
        """Return how winnings of ``won`` compare with those of the levels in the player's place."""
        theirs = [each.won for each in self.played if each.place == OWN]
        return LevelStanding(
            sum(each < won for each in theirs),
            sum(each == won for each in theirs),
            sum(each > won for each in theirs),
        )


@dataclass(frozen=True, slots=True)
class LevelStanding:
    """The number of levels that won less, the same, and more in the player's place."""

    behind: int
    level: int
    ahead: int


def keep_levels(store: Store, day: date, won: Mapping[str, int]) -> None:
    """Save the levels' winnings in the player's place; raise ``StoreError`` if that is
    impossible.
    """
    kept = {"day": day.isoformat(), "opponents": OPPONENTS, "won": dict(won)}
    store.keep_document(_DOCUMENT, json.dumps(kept))


def kept_levels(store: Store, day: date) -> Mapping[str, int]:
    """Return the saved winnings of the levels in the player's place on that day.

    Empty for another day, and if opponents have changed since.
    """
    try:
        kept: Any = json_of(store.document(_DOCUMENT) or "{}")  # Any: what is none raises below
        if (kept.get("day"), kept.get("opponents")) != (day.isoformat(), OPPONENTS):
            return {}
        won = dict(kept["won"])
    except (ValueError, TypeError, KeyError, AttributeError):
        return {}
    return won if all(type(each) is int for each in won.values()) else {}
