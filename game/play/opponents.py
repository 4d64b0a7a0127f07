"""The opponents: who may be chosen, what they decide besides the cards, how strong they are.

A session names a bot by one word: its level, followed by a slash and a style (``expert/hitter``) or
by a colon and a habit of the player that it exploits (``adaptive:early``).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Protocol, Self

from game.play.chosen_opponents import ChosenOpponent, filled
from game.play.plan import OPPONENT_NAMES, Player
from game.rules.ruleset import SEATS_MOST, RuleSet
from game.rules.untrusted_input import json_of


class OpponentFailedError(Exception):
    """The bot at ``seat`` failed to decide, even after a restart."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        super().__init__(seat)


ADAPTIVE: Final = "adaptive"
"""The level of the opponent that exploits habits of the player, and otherwise plays as Master
does.
"""


class SideDecisions(Protocol):
    """Decisions of bots besides the play of the cards; implemented by ``ai.betting``."""

    def calls_big_one(
        self, rules: RuleSet, worth: Sequence[int], dealer: int, left: int, length: int, /
    ) -> bool:
        """Return whether the dealer makes the rest of the session, ``left`` hands, pay double.

        ``worth`` is the standing of each seat; more is better.
        """

    def joins(self, stakes: int, seed: int, /) -> bool:
        """Return whether a bot joins a side pot that holds ``stakes`` stakes."""

    def suit_called(self, suits: str, seed: int, /) -> str:
        """Return the suit that a dealing bot calls for the high suit."""

    def reaction(self, seed: int, /) -> float:
        """Return the time in which a seat slaps, or drops out of turn, as a fraction of the time
        allowed.

        Above 1 it is too late.
        """


class _NoSideBets:
    """Bots that make no side bets, and slap after half the time."""

    def calls_big_one(self, *_: object) -> bool:
        return False

    def joins(self, *_: object) -> bool:
        return False

    def suit_called(self, suits: str, _seed: int, /) -> str:
        return suits[0]

    def reaction(self, _seed: int, /) -> float:
        return 0.5


NO_SIDE_BETS: Final = _NoSideBets()


@dataclass(frozen=True, slots=True)
class Study:
    """The findings of a bot that studies the player.

    Of the latest ``drops``, ``caught`` were caught; ``habit`` names the habit that the bot
    exploits, empty if there is none.
    """

    habit: str = ""
    drops: int = 0
    caught: int = 0


@dataclass(frozen=True, slots=True)
class Opponents:
    """The opponents to choose from, and what bots decide besides the cards.

    ``levels`` ascend in strength, ``styles`` begin with the plain one, and ``usual`` is the default
    level.

    ``study``, which finds a habit of the player in the saved hands, adds an adaptive opponent that
    exploits that habit; it has no styles.
    """

    levels: tuple[str, ...]
    styles: tuple[str, ...] = ("plain",)
    usual: str = "regular"
    side_decisions: SideDecisions = NO_SIDE_BETS
    study: Callable[[], Study] | None = None
    away: tuple[str, ...] = ()
    """Levels that exist but cannot play here."""

    @property
    def offered(self) -> tuple[str, ...]:
        """The levels that may be chosen, the adaptive opponent last."""
        return (*self.levels, ADAPTIVE) if self.study else self.levels

    @property
    def plain(self) -> str:
        """The style of an opponent without one of its own."""
        return self.styles[0]

    def known(self, chosen: ChosenOpponent) -> ChosenOpponent:
        """Return the choice with unknown levels and styles replaced by the default ones."""
        return ChosenOpponent(
            chosen.level if chosen.level in (*self.offered, *self.away) else self.usual,
            chosen.style if self._has_style(chosen) else self.plain,
            chosen.name,
        )

    @property
    def strongest(self) -> str:
        """The level that replaces those that cannot play here."""
        return self.levels[-1]

    def is_away(self, player: Player) -> bool:
        """Return whether a player's level cannot play here."""
        return level_of(player.level) in self.away

    def sitting_in(self, players: Sequence[Player], title: str = "") -> tuple[Player, ...]:
        """Return the players with levels that cannot play here replaced by the strongest one.

        The stand-ins' names include its ``title``, so that their results do not count as another's.
        """
        behind = f" ({title})" if title else ""
        return tuple(
            Player(each.name + behind, self._in_style_of(each.level))
            if self.is_away(each)
            else each
            for each in players
        )

    def here(self, chosen: ChosenOpponent) -> ChosenOpponent:
        """Return the choice, with a level that cannot play here replaced by the strongest one."""
        known = self.known(chosen)
        return known._replace(level=self.strongest) if known.level in self.away else known

    def _in_style_of(self, bot: str) -> str:
        style = bot.partition("/")[2]
        return self.strongest + ("/" + style if style else "")

    def _has_style(self, chosen: ChosenOpponent) -> bool:
        """Return whether the chosen style exists and the level may have one."""
        return chosen.style in self.styles and chosen.level != ADAPTIVE

    def bot(self, chosen: ChosenOpponent) -> str:
        """Return the one-word name of the bot that plays as ``chosen``."""
        known = self.known(chosen)
        if self.study and known.level == ADAPTIVE:
            habit = self.study().habit
            return known.level + (":" + habit if habit else "")
        return known.level + ("/" + known.style if known.style != self.plain else "")

    def of_bot(self, bot: str, name: str = "") -> ChosenOpponent:
        """Return the level and style in a bot's one-word name."""
        return ChosenOpponent(level_of(bot), bot.partition("/")[2] or self.plain, name)

    def players(
        self, chosen: Sequence[ChosenOpponent], count: int, besides: str = ""
    ) -> tuple[Player, ...]:
        """Return ``count`` opponents as chosen, the first on the player's left, all with different
        names.

        ``besides`` is the player's name, which none of them gets either.
        """
        players: list[Player] = []
        sitting = filled(chosen, count)
        wished = {each.name for each in sitting}
        for place, each in enumerate(sitting):
            taken = {besides, *(player.name for player in players)}
            usual = (*OPPONENT_NAMES[place:], *OPPONENT_NAMES)
            free = (name for name in usual if name not in taken | wished)
            name = each.name if each.name and each.name not in taken else next(free)
            players.append(Player(name, self.bot(each)))
        return tuple(players)

    def mixed(self, seed: int) -> tuple[ChosenOpponent, ...]:
        """Return a mix of opponents: every level before any repeats, in random styles."""
        dice = Random(f"mixed company {seed}")
        levels = dice.sample(self.levels, len(self.levels))
        return tuple(
            ChosenOpponent(levels[place % len(levels)], dice.choice(self.styles))
            for place in range(SEATS_MOST - 1)
        )

    def alike(self, level: str) -> tuple[ChosenOpponent, ...]:
        """Return as many opponents as fit a table, all of one level and of the plain style."""
        return (ChosenOpponent(level, self.plain),) * (SEATS_MOST - 1)


def level_of(bot: str) -> str:
    """Return the level in a bot's one-word name."""
    return ADAPTIVE if knows_habit(bot) else bot.partition("/")[0]


def knows_habit(bot: str) -> bool:
    """Return whether the bot of that name exploits a habit of the player."""
    return bot.startswith(f"{ADAPTIVE}:")


@dataclass(frozen=True, slots=True)
class Duel:
    """The winnings of ``one`` against ``other``, in stakes a hand, give or take ``give`` (95 %)."""

    one: str
    other: str
    mean: float
    give: float
    hands: int

    def seen_from(self, bot: str) -> "Duel":
        """Return the duel from the side of ``bot``."""
        if bot == self.one:
            return self
        return Duel(self.other, self.one, -self.mean, self.give, self.hands)


@dataclass(frozen=True, slots=True)
class Ladder:
    """All measured duels, and the share of each bot's drops that cost it dearly."""

    meetings: tuple[Duel, ...] = ()
    caught: Mapping[str, float] = field(default_factory=dict)

    def between(self, bot: str, other: str) -> Duel | None:
        """Return the winnings of ``bot`` against ``other``, or None if they were not measured."""
        for meeting in self.meetings:
            if {meeting.one, meeting.other} == {bot, other}:
                return meeting.seen_from(bot)
        return None

    @classmethod
    def read(cls, text: str | bytes) -> Self:
        """Read what ``tonk-lab ladder --write`` wrote; raise ``ValueError`` for anything else."""
        try:
            found: Any = json_of(text)  # Any: anything but a ladder raises below
            meetings = tuple(
                Duel(one, other, pair["mean"], pair["ci95"], pair["hands"])
                for pair in found["pairs"]
                for one, other in (pair["seats"],)
            )
            caught = {bot: float(each["caught_rate"]) for bot, each in found["bots"].items()}
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"no ladder: {error}") from None
        return cls(meetings, caught)
