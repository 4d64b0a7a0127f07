"""The opponents: who may be chosen, what they decide beside the cards, how strong they are.

A session names a bot by one word: its level, with its style behind a stroke (``expert/hitter``), or
a habit of the player that it knows behind a colon (``adaptive:early``).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Protocol, Self

from game.play.chosen import ChosenOpponent, filled
from game.play.plan import OPPONENT_NAMES, Player
from game.rules.ruleset import RuleSet
from game.rules.untrusted_input import json_of


class OpponentFailedError(Exception):
    """Raised where the bot at ``seat`` has not decided, not even when it was started again."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        super().__init__(seat)


_STROKE: Final = "/"
_COLON: Final = ":"
ADAPTIVE: Final = "adaptive"
"""The level of the opponent that plays against habits of the player, and else as Master does."""


class SideDecisions(Protocol):
    """What bots decide beside the play of the cards; ``ai.betting`` has it."""

    def calls_big_one(
        self, rules: RuleSet, worth: Sequence[int], dealer: int, left: int, length: int, /
    ) -> bool:
        """Return whether the dealer makes the rest of the session, ``left`` hands, pay double.

        ``worth`` is what each seat has, more being better.
        """

    def joins(self, stakes: int, seed: int, /) -> bool:
        """Return whether a bot joins a side pot with so many stakes in it."""

    def suit_called(self, suits: str, seed: int, /) -> str:
        """Return the suit that a bot on the deal calls for the high suit."""

    def reaction(self, seed: int, /) -> float:
        """Return when a seat slaps, or drops out of turn, as a share of the time for it; above 1 it
        is too late.
        """


class _NoSideBets:
    """Bots that never bet beside the game, and slap as quickly as anybody else."""

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
    """What a bot that studies the player has found: of so many of the latest ``drops``, so many
    were ``caught``; the ``habit`` that follows, by the name that the bot plays against it under,
    empty where there is none.
    """

    habit: str = ""
    drops: int = 0
    caught: int = 0


@dataclass(frozen=True, slots=True)
class Opponents:
    """Whom one may play against: ``levels`` from the weakest up, ``styles`` the plain one first,
    the level ``usual`` where nothing was chosen, and what bots decide beside the cards.

    With ``study``, which finds a habit of the player in the saved hands, there is an adaptive
    opponent, too, that plays against that habit; it has no styles.
    """

    levels: tuple[str, ...]
    styles: tuple[str, ...] = ("plain",)
    usual: str = "regular"
    side_decisions: SideDecisions = NO_SIDE_BETS
    study: Callable[[], Study] | None = None
    away: tuple[str, ...] = ()
    """Levels that there are, but which cannot play here."""

    @property
    def offered(self) -> tuple[str, ...]:
        """The levels that may be chosen, the adaptive opponent last."""
        return (*self.levels, ADAPTIVE) if self.study else self.levels

    @property
    def plain(self) -> str:
        """The style of an opponent that has none of its own."""
        return self.styles[0]

    def known(self, chosen: ChosenOpponent) -> ChosenOpponent:
        """Return the choice with the usual level and style in place of those that do not exist."""
        return ChosenOpponent(
            chosen.level if chosen.level in (*self.offered, *self.away) else self.usual,
            chosen.style if self._has_style(chosen) else self.plain,
            chosen.name,
        )

    @property
    def strongest(self) -> str:
        """The level that sits in for those that are away."""
        return self.levels[-1]

    def is_away(self, player: Player) -> bool:
        """Return whether a player cannot play here."""
        return level_of(player.level) in self.away

    def sitting_in(self, players: Sequence[Player], title: str = "") -> tuple[Player, ...]:
        """Return the players with the strongest level in place of levels that cannot play here.

        The names of the stand-ins carry its ``title``: what they win is not counted as somebody
        else's.
        """
        behind = f" ({title})" if title else ""
        return tuple(
            Player(each.name + behind, self._in_style_of(each.level))
            if self.is_away(each)
            else each
            for each in players
        )

    def here(self, chosen: ChosenOpponent) -> ChosenOpponent:
        """Return the choice with the strongest level in place of one that cannot play here."""
        known = self.known(chosen)
        return known._replace(level=self.strongest) if known.level in self.away else known

    def _in_style_of(self, bot: str) -> str:
        style = bot.partition(_STROKE)[2]
        return self.strongest + (_STROKE + style if style else "")

    def _has_style(self, chosen: ChosenOpponent) -> bool:
        """Return whether a chosen opponent may play in its style."""
        return chosen.style in self.styles and chosen.level != ADAPTIVE

    def bot(self, chosen: ChosenOpponent) -> str:
        """Return the one word for the bot that plays as ``chosen``."""
        known = self.known(chosen)
        if self.study and known.level == ADAPTIVE:
            habit = self.study().habit
            return known.level + (_COLON + habit if habit else "")
        return known.level + (_STROKE + known.style if known.style != self.plain else "")

    def of_bot(self, bot: str, name: str = "") -> ChosenOpponent:
        """Level and style of a bot, from its one word."""
        return ChosenOpponent(level_of(bot), bot.partition(_STROKE)[2] or self.plain, name)

    def seated(
        self, chosen: Sequence[ChosenOpponent], count: int, besides: str = ""
    ) -> tuple[Player, ...]:
        """Return ``count`` opponents as chosen, the first on the player's left; no two of one name.

        ``besides`` is the name of the player, which none of them has either.
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
        """Opponents of all kinds: every level before any appears twice, and any style."""
        dice = Random(f"mixed company {seed}")
        levels = dice.sample(self.levels, len(self.levels))
        return tuple(
            ChosenOpponent(levels[place % len(levels)], dice.choice(self.styles))
            for place in range(len(OPPONENT_NAMES))
        )

    def alike(self, level: str) -> tuple[ChosenOpponent, ...]:
        """Return as many opponents as there can be, all of one level, playing plainly."""
        return tuple(ChosenOpponent(level, self.plain) for _ in OPPONENT_NAMES)


def level_of(bot: str) -> str:
    """Return the level of a bot, from its one word."""
    return ADAPTIVE if knows_habit(bot) else bot.partition(_STROKE)[0]


def knows_habit(bot: str) -> bool:
    """Return whether the bot of that word plays against a habit of the player."""
    return bot.startswith(ADAPTIVE + _COLON)


@dataclass(frozen=True, slots=True)
class Duel:
    """What ``one`` won of ``other``, in stakes a hand; the truth lies within ``give`` of it, in
    nineteen of twenty such measurements.
    """

    one: str
    other: str
    mean: float
    give: float
    hands: int

    def seen_from(self, bot: str) -> "Duel":
        """Return the duel as ``bot`` has won or lost it."""
        if bot == self.one:
            return self
        return Duel(self.other, self.one, -self.mean, self.give, self.hands)


@dataclass(frozen=True, slots=True)
class Ladder:
    """All duels that were measured, and the share of each bot's drops that cost it dearly."""

    meetings: tuple[Duel, ...] = ()
    caught: Mapping[str, float] = field(default_factory=dict)

    def between(self, bot: str, other: str) -> Duel | None:
        """Return what ``bot`` wins of ``other``; None where it was not measured."""
        for meeting in self.meetings:
            if {meeting.one, meeting.other} == {bot, other}:
                return meeting.seen_from(bot)
        return None

    @classmethod
    def read(cls, text: str) -> Self:
        """Return what ``tonk-lab ladder --write`` wrote; an empty ladder where it is none."""
        try:
            found: Any = json_of(text)  # Any: what is no ladder raises below
            meetings = tuple(
                Duel(one, other, pair["mean"], pair["ci95"], pair["hands"])
                for pair in found["pairs"]
                for one, other in (pair["seats"],)
            )
            caught = {bot: float(each["caught_rate"]) for bot, each in found["bots"].items()}
        except (ValueError, KeyError, TypeError, AttributeError):
            return cls()
        return cls(meetings, caught)
