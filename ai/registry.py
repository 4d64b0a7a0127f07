"""The opponents by name: our own, families of them, and those that other packages add.

A level alone plays plainly; ``expert/hitter`` is the same level with a style.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final, TypeAlias, cast

from ai import profile
from ai.baselines import Blind, Greedy, Stayer, Unaware, UniformRandom
from ai.bot import Bot
from ai.master.player import Master
from ai.opponent import Opponent
from ai.parametric import Numbers, Parametric

Factory: TypeAlias = Callable[[], Bot]

GROUP: Final = "tonk.bots"
"""The entry-point group in which other packages name their opponents."""
_MASTER: Final = "master"
LEVELS: Final[tuple[str, ...]] = (*profile.LEVELS, _MASTER)
"""The opponents meant for people, from the weakest up."""
STYLES: Final[tuple[str, ...]] = tuple(profile.STYLES)
"""What every level may play like; the first is the default."""
DEFAULT_STYLE: Final = STYLES[0]


class UnknownBotError(ValueError):
    """A name that no opponent has: one line, with the nearest name where one is near."""

    def __init__(self, name: str, why: str = "") -> None:
        self.name = name
        super().__init__(f'no opponent is called "{name}"; {why or _hint(name.lower())}')


_FACTORIES: Final[dict[str, Factory]] = {
    "random": UniformRandom,
    "greedy8": lambda: Greedy(drop_at=8),
    "stayer": Stayer,
    "tuned": Parametric,
}
_FAMILIES: Final[dict[str, Callable[[str], Bot]]] = {
    "falling": lambda numbers: Parametric(Numbers.read(numbers)),
    "blind": lambda name: Blind(make_bot(name)),
    "unaware": lambda rest: _unaware(*rest.partition(":")[::2]),
}
"""Players that are named with their numbers, as in ``falling:25/1.5/10/0/1/2/8/5/3/2/-1/0/0/0``,
those who take all rules for the standard ones, as in ``blind:expert``, and those who take one key
for its usual value, as in ``unaware:wild_points:expert``.
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
        return _at_level(level, style or DEFAULT_STYLE)
    # Plug-ins are loaded only where no bot of ours has the name.
    factory = _FACTORIES.get(own) or plugins(_OURS).factories.get(own)
    if factory is None:
        raise UnknownBotError(name)
    return factory()


def _unaware(key: str, name: str) -> Bot:
    return Unaware(key, make_bot(name))


def _at_level(level: str, style: str) -> Bot:
    if level == _MASTER:
        return Master(style)
    return Opponent(profile.STYLES[style](profile.LEVELS[level]))


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


@dataclass(frozen=True, slots=True)
class Plugins:
    """The opponents that could be loaded, and a line for each that could not."""

    factories: Mapping[str, Factory] = field(default_factory=dict)
    complaints: tuple[str, ...] = ()


@lru_cache(maxsize=1)
def plugins(taken: frozenset[str]) -> Plugins:
    """Load them all, once; names that are ``taken`` stay with those who have them."""
    factories: dict[str, Factory] = {}
    complaints = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        name = point.name.lower()
        if name in taken or name in factories:
            complaints.append(f"{_named(point)} is left out: the name is taken")
            continue
        try:
            factories[name] = _factory(point)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - foreign code may raise anything
            why = " ".join(f"{type(error).__name__}: {error}".split())
            complaints.append(f"{_named(point)} is left out: {why}")
    return Plugins(factories, tuple(complaints))


def _factory(point: EntryPoint) -> Factory:
    """What makes a bot, tried once: one that fails now is left out."""
    factory = point.load()
    if not callable(getattr(factory(), "choose", None)):
        raise TypeError("it makes nothing that has a method choose")
    return cast("Factory", factory)


def _named(point: EntryPoint) -> str:
    package = f" of {point.dist.name}" if point.dist else ""
    return f'the opponent "{point.name}"{package}'
