"""Who sits down with the player: how strong each opponent is, how it plays, what it is called.

A session names a bot by one word: its level, with its style behind a stroke (``expert/hitter``).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from game.session.allowed import ChosenOpponent
from game.session.plan import OPPONENT_NAMES, Player

_STROKE: Final = "/"
_MIXED: Final = "mixed company"


@dataclass(frozen=True, slots=True)
class Company:
    """Whom one may play against: ``levels`` from the weakest up, ``styles`` the plain one first,
    and the level ``usual`` where nothing was chosen.
    """

    levels: tuple[str, ...]
    styles: tuple[str, ...] = ("plain",)
    usual: str = "regular"

    @property
    def plain(self) -> str:
        """The style of who has none."""
        return self.styles[0]

    def known(self, chosen: ChosenOpponent) -> ChosenOpponent:
        """The same with a level and a style that there are."""
        return ChosenOpponent(
            chosen.level if chosen.level in self.levels else self.usual,
            chosen.style if chosen.style in self.styles else self.plain,
            chosen.name,
        )

    def bot(self, chosen: ChosenOpponent) -> str:
        """The one word for the bot that plays so."""
        known = self.known(chosen)
        return known.level + (_STROKE + known.style if known.style != self.plain else "")

    def of_bot(self, bot: str, name: str = "") -> ChosenOpponent:
        """Level and style of a bot, from its one word."""
        level, _, style = bot.partition(_STROKE)
        return ChosenOpponent(level, style or self.plain, name)

    def seated(self, chosen: Sequence[ChosenOpponent], count: int) -> tuple[Player, ...]:
        """So many opponents as chosen, the first on the player's left; no two of one name."""
        players: list[Player] = []
        sitting = filled(chosen, count)
        wished = {each.name for each in sitting}
        for place, each in enumerate(sitting):
            taken = {player.name for player in players}
            usual = (*OPPONENT_NAMES[place:], *OPPONENT_NAMES)
            free = (name for name in usual if name not in taken | wished)
            name = each.name if each.name and each.name not in taken else next(free)
            players.append(Player(name, self.bot(each)))
        return tuple(players)

    def mixed(self, seed: int) -> tuple[ChosenOpponent, ...]:
        """A company of all kinds: every level before any comes twice, and any style."""
        dice = Random(f"{_MIXED} {seed}")
        levels = dice.sample(self.levels, len(self.levels))
        return tuple(
            ChosenOpponent(levels[place % len(levels)], dice.choice(self.styles))
            for place in range(len(OPPONENT_NAMES))
        )

    def alike(self, level: str) -> tuple[ChosenOpponent, ...]:
        """Everybody of one level, playing plainly."""
        return tuple(ChosenOpponent(level, self.plain) for _ in OPPONENT_NAMES)


def filled(chosen: Sequence[ChosenOpponent], count: int) -> tuple[ChosenOpponent, ...]:
    """So many of those chosen; where there are fewer, the rest is left to the game."""
    missing = max(0, count - len(chosen))
    return (*chosen[:count], *[ChosenOpponent()] * missing)
