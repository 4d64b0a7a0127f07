"""The opponents by name."""

from collections.abc import Callable
from difflib import get_close_matches
from typing import Final, TypeAlias

from ai.baselines import Greedy, Stayer, UniformRandom
from ai.bot import Bot
from ai.opponent import Opponent
from ai.temper import REGULAR

Factory: TypeAlias = Callable[[], Bot]


class UnknownBotError(ValueError):
    """A name that no opponent has: one line, with the nearest name where one is near."""

    def __init__(self, name: str) -> None:
        self.name = name
        close = get_close_matches(name.lower(), bot_names(), n=1, cutoff=0.5)
        hint = f"did you mean {close[0]}?" if close else "there are " + ", ".join(bot_names())
        super().__init__(f'no opponent is called "{name}"; {hint}')


_FACTORIES: Final[dict[str, Factory]] = {
    "regular": lambda: Opponent(REGULAR),
    "random": UniformRandom,
    "greedy8": lambda: Greedy(drop_at=8),
    "stayer": Stayer,
}


def bot_names() -> tuple[str, ...]:
    """Every name, the opponents meant for people first."""
    return tuple(_FACTORIES)


def make_bot(name: str) -> Bot:
    """A new opponent of that name, any case; ``UnknownBotError`` where there is none."""
    factory = _FACTORIES.get(name.lower())
    if factory is None:
        raise UnknownBotError(name)
    return factory()
