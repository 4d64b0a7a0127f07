"""The opponents by name: our own, families of them, and those that other packages add."""

from collections.abc import Callable
from difflib import get_close_matches
from typing import Final

from ai.baselines import Greedy, Stayer, UniformRandom
from ai.bot import Bot
from ai.falling import Numbers, Tuned
from ai.opponent import Opponent
from ai.plugins import Factory, plugins
from ai.temper import REGULAR


class UnknownBotError(ValueError):
    """A name that no opponent has: one line, with the nearest name where one is near."""

    def __init__(self, name: str, why: str = "") -> None:
        self.name = name
        close = get_close_matches(name.lower(), bot_names(), n=1, cutoff=0.5)
        hint = f"did you mean {close[0]}?" if close else "there are " + ", ".join(bot_names())
        super().__init__(f'no opponent is called "{name}"; {why or hint}')


_FACTORIES: Final[dict[str, Factory]] = {
    "regular": lambda: Opponent(REGULAR),
    "random": UniformRandom,
    "greedy8": lambda: Greedy(drop_at=8),
    "stayer": Stayer,
    "tuned": Tuned,
}
_FAMILIES: Final[dict[str, Callable[[str], Bot]]] = {
    "falling": lambda numbers: Opponent(Numbers.read(numbers).temper()),
}
"""Players that are named with their numbers, as in ``falling:25/1.5/10/1/8/3/2``."""
_OURS: Final = frozenset((*_FACTORIES, *_FAMILIES))


def bot_names() -> tuple[str, ...]:
    """Every name, the opponents meant for people first, those from elsewhere last."""
    return (*_FACTORIES, *plugins(_OURS).factories)


def complaints() -> tuple[str, ...]:
    """A line for each opponent from elsewhere that could not be loaded."""
    return plugins(_OURS).complaints


def make_bot(name: str) -> Bot:
    """A new opponent of that name, any case; ``UnknownBotError`` where there is none."""
    own = name.lower()
    family, colon, numbers = own.partition(":")
    if colon and family in _FAMILIES:
        try:
            return _FAMILIES[family](numbers)
        except ValueError as error:
            raise UnknownBotError(name, str(error)) from None
    # Whoever asks for one of ours does not wait for the others to load.
    factory = _FACTORIES.get(own) or plugins(_OURS).factories.get(own)
    if factory is None:
        raise UnknownBotError(name)
    return factory()
