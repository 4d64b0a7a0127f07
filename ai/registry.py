"""The opponents by name: our own, families of them, and those that other packages add.

A level alone plays plainly; ``expert/hitter`` is the same level with a style.
"""

from collections.abc import Callable
from difflib import get_close_matches
from typing import Final

from ai.baselines import Greedy, Stayer, UniformRandom
from ai.blind import Blind
from ai.bot import Bot
from ai.falling import Falling, Tuned
from ai.fallingnumbers import Numbers
from ai.levels import TEMPERS
from ai.master.player import Master
from ai.opponent import Opponent
from ai.plugins import Factory, plugins
from ai.styles import STYLES as _STYLES

_MASTER: Final = "master"
LEVELS: Final[tuple[str, ...]] = (*TEMPERS, _MASTER)
"""The opponents meant for people, from the weakest up."""
STYLES: Final[tuple[str, ...]] = tuple(_STYLES)
"""What every level may be told to play like; the first is what it does untold."""
USUAL_STYLE: Final = STYLES[0]


class UnknownBotError(ValueError):
    """A name that no opponent has: one line, with the nearest name where one is near."""

    def __init__(self, name: str, why: str = "") -> None:
        self.name = name
        super().__init__(f'no opponent is called "{name}"; {why or _hint(name.lower())}')


_FACTORIES: Final[dict[str, Factory]] = {
    "random": UniformRandom,
    "greedy8": lambda: Greedy(drop_at=8),
    "stayer": Stayer,
    "tuned": Tuned,
}
_FAMILIES: Final[dict[str, Callable[[str], Bot]]] = {
    "falling": lambda numbers: Falling(Numbers.read(numbers)),
    "blind": lambda name: Blind(make_bot(name)),
}
"""Players that are named with their numbers, as in ``falling:25/1.5/10/0/1/2/8/5/3/2/-1/0/0/0``,
and those who take all rules for the standard ones, as in ``blind:expert``.
"""
_OURS: Final = frozenset((*LEVELS, *_FACTORIES, *_FAMILIES))


def bot_names() -> tuple[str, ...]:
    """Every name, the opponents meant for people first, those from elsewhere last."""
    return (*LEVELS, *_FACTORIES, *plugins(_OURS).factories)


def complaints() -> tuple[str, ...]:
    """A line for each opponent from elsewhere that could not be loaded."""
    return plugins(_OURS).complaints


def make_bot(name: str) -> Bot:
    """A new opponent of that name, any case; ``UnknownBotError`` where there is none."""
    own = name.lower()
    family, colon, rest = own.partition(":")
    if colon and family in _FAMILIES:
        try:
            return _FAMILIES[family](rest)
        except UnknownBotError:
            raise
        except ValueError as error:
            raise UnknownBotError(name, str(error)) from None
    level, slash, style = own.partition("/")
    if level in LEVELS:
        if slash and style not in STYLES:
            raise UnknownBotError(name)
        return _at_level(level, style or USUAL_STYLE)
    # Whoever asks for one of ours does not wait for the others to load.
    factory = _FACTORIES.get(own) or plugins(_OURS).factories.get(own)
    if factory is None:
        raise UnknownBotError(name)
    return factory()


def _at_level(level: str, style: str) -> Bot:
    if level == _MASTER:
        return Master(style)
    return Opponent(_STYLES[style](TEMPERS[level]))


def _hint(name: str) -> str:
    """The nearest name, or all of them where none is near."""
    level, slash, style = name.partition("/")
    names = bot_names()
    if not slash:
        close = get_close_matches(name, names, n=1, cutoff=0.5)
        return f"did you mean {close[0]}?" if close else f"there are {', '.join(names)}"
    levels = get_close_matches(level, LEVELS, n=1, cutoff=0.5)
    if not levels:
        return f"a style goes with {', '.join(LEVELS)}"
    styles = get_close_matches(style, STYLES, n=1, cutoff=0.5)
    if not styles:
        return f"the styles are {', '.join(STYLES)}"
    return f"did you mean {levels[0]}/{styles[0]}?"
