"""Habits: prefixes of a bot's name that restrict its play, such as ``takes8:tuned`` or
``stays:high:tuned``.

A person could use one against a known opponent. They measure how much can be won from a bot that
does not adapt. A habit filters the legal actions and the bot chooses among the rest; actions out of
turn and last chances are not filtered.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from ai.bot import Bot
from ai.sight import BIT, Sight
from game.rules.actions import DROP, TAKE, Action, Discard, Done, Hit, Slap, Spread, Take
from game.rules.phases import Phase
from game.rules.view import SeatView


@dataclass(frozen=True, slots=True)
class HabitKind:
    """A kind of habit: its filter, and its instruction in words; ``most`` is its largest number."""

    narrow: Callable[[SeatView, int], Sequence[Action]]
    """A filter of the legal actions; the number is the one in the habit's name."""
    words: str
    most: int = 0


@dataclass(frozen=True, slots=True)
class Habit:
    """A kind of habit with its number, 0 where it has none."""

    kind: HabitKind
    number: int

    @classmethod
    def read(cls, name: str) -> Self | None:
        """Return the habit of that name; None where no habit has it."""
        word = re.fullmatch(r"([a-z]+)([1-9][0-9]?)?", name, re.ASCII)
        kind = HABIT_KINDS.get(word[1]) if word else None
        if word is None or kind is None:
            return None
        number = int(word[2] or 0)
        is_allowed = 1 <= number <= kind.most if kind.most else not word[2]
        return cls(kind, number) if is_allowed else None

    @property
    def words(self) -> str:
        """The habit as an instruction to a player."""
        return self.kind.words.format(n=self.number)


class Habitual:
    """A bot that plays as ``bot`` does, as far as ``habit`` lets it."""

    def __init__(self, habit: Habit, bot: Bot) -> None:
        self.habit, self.bot = habit, bot

    def choose(self, view: SeatView, seed: int) -> Action:
        """Return the bot's choice among the actions the habit leaves."""
        if view.turn != view.seat or view.phase not in (Phase.START, Phase.LAY):
            return self.bot.choose(view, seed)
        left = tuple(self.habit.kind.narrow(view, self.habit.number))
        if len(left) == 1 and not isinstance(left[0], Slap):
            return left[0]
        return self.bot.choose(replace(view, legal=left or view.legal), seed)


def _takes(view: SeatView, number: int) -> Sequence[Action]:
    taken = sum(move.seat == view.seat and isinstance(move.action, Take) for move in view.moves)
    if TAKE not in view.legal or taken >= number:
        return view.legal
    return [action for action in view.legal if action in (DROP, TAKE)]


def _needs(view: SeatView, _: int) -> Sequence[Action]:
    if TAKE not in view.legal:
        return view.legal
    if _is_of_use(Sight(view)):
        return [action for action in view.legal if action in (DROP, TAKE)]
    return [action for action in view.legal if action != TAKE] or view.legal


def _is_of_use(sight: Sight) -> bool:
    """Whether the top discard fits the table, or makes a spread beyond those in hand."""
    if sight.top & sight.hittable:
        return True
    with_top = sight.deck.layable(sight.hand | sight.top, 0)
    return with_top.bit_count() > sight.deck.layable(sight.hand, 0).bit_count()


def _holds(view: SeatView, _: int) -> Sequence[Action]:
    # A taken card or the rules may demand a lay before the turn can end.
    may_end = any(isinstance(action, Discard | Done) for action in view.legal)
    if view.phase is not Phase.LAY or not may_end:
        return view.legal
    sight = Sight(view)
    if len(view.hand) - sight.deck.layable(sight.hand, sight.hittable).bit_count() <= 1:
        lays = [action for action in view.legal if isinstance(action, Spread | Hit)]
        return lays or view.legal
    whole = sight.deck.layable(sight.hand, 0)
    quiet = [action for action in view.legal if not isinstance(action, Spread | Hit)]
    loose = [action for action in quiet if not _bit_thrown(action) & whole]
    return loose or quiet


def _high(view: SeatView, _: int) -> Sequence[Action]:
    sight = Sight(view)
    whole = sight.deck.layable(sight.hand, 0)
    thrown = {action: _bit_thrown(action) for action in view.legal}
    loose = [bit for bit in thrown.values() if bit and not bit & whole]
    most = max(map(sight.deck.points.__getitem__, loose), default=0)
    return [
        action
        for action, bit in thrown.items()
        if not (loose and bit) or (bit in loose and sight.deck.points[bit] == most)
    ]


def _echoes(view: SeatView, _: int) -> Sequence[Action]:
    ranks = {move.action.card[0] for move in view.moves if isinstance(move.action, Discard)}
    again = [
        action for action in view.legal if isinstance(action, Discard) and action.card[0] in ranks
    ]
    if not again:
        return view.legal
    return [action for action in view.legal if not isinstance(action, Discard) or action in again]


def _bit_thrown(action: Action) -> int:
    return BIT[action.card] if isinstance(action, Discard) else 0


HABIT_KINDS: Final = {
    "takes": HabitKind(
        _takes, "take the first {n} discards, whatever they are, unless you would drop", 99
    ),
    "needs": HabitKind(
        _needs, "take a discard where it makes a spread or fits one, and else never"
    ),
    "stays": HabitKind(
        lambda view, _: [action for action in view.legal if action != DROP], "never drop"
    ),
    "drops": HabitKind(
        lambda view, number: (DROP,) if DROP in view.legal and view.count <= number else view.legal,
        "drop as soon as you count {n} or less",
        99,
    ),
    "holds": HabitKind(_holds, "keep spreads in hand until you can go out with all of them"),
    "high": HabitKind(_high, "throw the highest card that is in no spread"),
    "echoes": HabitKind(_echoes, "throw a rank that was thrown before, if you hold one"),
}
"""The kinds of habits, by the first part of their names; in the kernel's order."""
