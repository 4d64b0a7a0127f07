"""The registry of opponents by name: built-in bots, families of bots, and plugins.

A level alone plays without a style; ``expert/hitter`` adds one. Other packages register bots in an
entry-point group; a plugin is loaded only when it is asked for by name.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final, Self, TypeAlias, cast

from ai import kernel, profile
from ai.baselines import Blind, Greedy, Unaware, UniformRandom
from ai.bot import Bot
from ai.habits import HABIT_KINDS, Habit, Habitual
from ai.master.network import Network
from ai.master.player import HABITS, Master
from ai.master.search import Follower, Searching
from ai.plain import Plain
from ai.tuned import Numbers, Tuned

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Factory: TypeAlias = Callable[[], Bot]

GROUP: Final = "tonk.bots"
"""The entry-point group in which other packages register their opponents."""
_NET: Final = "net"
ADAPTIVE: Final = "adaptive"
"""The Master that exploits a habit of the player, such as ``adaptive:early``; plain Master without
one.
"""
LEVELS: Final[tuple[str, ...]] = (*profile.LEVELS, profile.MASTER)
"""The opponents offered to players, from the weakest up."""
STYLES: Final[tuple[str, ...]] = tuple(profile.STYLES)
"""The styles of each level; the first is the default."""
DEFAULT_STYLE: Final = STYLES[0]


class UnknownBotError(ValueError):
    """Raised for an unknown bot; the message suggests the closest name, if one is close."""

    def __init__(self, name: str, why: str = "") -> None:
        self.name = name
        super().__init__(f'no opponent is called "{name}"; {why or self._hint(name.lower())}')

    @staticmethod
    def _hint(name: str) -> str:
        """Return the closest name, or all names if none is close."""
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


class LeftOutError(UnknownBotError):
    """Raised for a plugin that cannot play; ``complaint`` says why in one line."""

    def __init__(self, name: str, why: str) -> None:
        self.why = why
        self.complaint = f"{_named(Plugins.installed().points[name])} is left out: {why}"
        super().__init__(name, self.complaint)


class AbsentError(UnknownBotError):
    """Raised for an opponent that cannot play here; the message says why."""

    def __init__(self, name: str, why: str) -> None:
        self.name = name
        ValueError.__init__(self, f"{name} cannot play here: {why}")


PluginMaker: TypeAlias = Callable[[str], Bot]
"""A factory for the plugin with this lower-case name."""


_FACTORIES: Final[dict[str, Factory]] = {
    "random": UniformRandom,
    "greedy8": lambda: Greedy(drop_at=8),
    "stayer": lambda: Plain(profile.STAYER),
    "tuned": Tuned,
    "quick": lambda: Plain(profile.QUICK),
    ADAPTIVE: lambda: _master(DEFAULT_STYLE),
}
_FAMILIES: Final[dict[str, Callable[[str, PluginMaker], Bot]]] = {
    "falling": lambda numbers, _: Plain(Numbers.read(numbers).profile),
    "blind": lambda name, plugin: Blind(make_bot(name, plugin)),
    "unaware": lambda rest, plugin: _unaware(*rest.partition(":")[::2], plugin),
    "hint": lambda playouts, _: _with_kernel("hint", lambda: Follower.read(playouts)),
    "search": lambda playouts, _: _with_kernel("search", lambda: Searching.read(playouts)),
    _NET: lambda path, _: _with_kernel(_NET, partial(Master, net=Network.in_file(path))),
    ADAPTIVE: lambda habit, _: _against(habit.lower()),
}
"""Players that are named with their numbers, as in ``falling:25/1.5/10/0/1/2/8/5/3/2/-1/0/0/0``,
those who take all rules for the standard ones, as in ``blind:expert``, and those who take one key
for its usual value, as in ``unaware:wild_points:expert``. ``hint:1000`` follows the coach's hints
of so many play-outs, ``search:1000`` is the master that asks the coach where the choice is close.
``net:FILE`` plays by a net of one's own, the one name in which capital letters count.
``ai.habits`` adds those with a habit.
"""


def able_levels() -> tuple[str, ...]:
    """Return the levels of ``LEVELS`` that can play here: Master needs the kernel."""
    return LEVELS if kernel.is_available() else tuple(profile.LEVELS)


def bot_names() -> tuple[str, ...]:
    """Return the names of all bots: those offered to players first, plugins last."""
    return (*LEVELS, *_FACTORIES, *Plugins.installed().points)


def load_plugin(name: str) -> Bot:
    """Load a plugin's bot in this process; raise ``LeftOutError`` if it fails."""
    return Plugins.installed().load(name)()


def complaints() -> tuple[str, ...]:
    """Load all plugins and return a line for each that is left out."""
    found = []
    for name in Plugins.installed().points:
        try:
            Plugins.installed().load(name)
        except LeftOutError as error:
            found.append(error.complaint)
    return (*Plugins.installed().complaints, *found)


def make_bot(name: str, plugin: PluginMaker = load_plugin) -> Bot:
    """Return a new opponent by name, ignoring case; raise ``UnknownBotError`` if there is none.

    ``plugin`` makes the bots of other packages; without it they run in this process.
    """
    family, colon, rest = name.partition(":")
    own, family = name.lower(), family.lower()
    if colon and family in _FAMILIES:
        try:
            return _FAMILIES[family](rest, plugin)
        except UnknownBotError:
            raise
        except ValueError as error:
            raise UnknownBotError(name, str(error)) from None
    habit = Habit.read(family) if colon else None
    if habit:
        return Habitual(habit, make_bot(rest, plugin))
    level, slash, style = own.partition("/")
    if level in LEVELS:
        if slash and style not in STYLES:
            raise UnknownBotError(name)
        style = style or DEFAULT_STYLE
        if level == profile.MASTER:
            return _master(style)
        return Plain(profile.STYLES[style](profile.LEVELS[level]))
    if own in _FACTORIES:
        return _FACTORIES[own]()
    if own in Plugins.installed().points:
        return plugin(own)
    raise UnknownBotError(name)


def opponent(name: str) -> Bot:
    """Return the bot of that name as it plays at the table, where Master searches.

    The lab measures Master by its network alone, which the kernel plays.
    """
    if name.lower() in (profile.MASTER, f"{profile.MASTER}/{DEFAULT_STYLE}", ADAPTIVE):
        # 500 play-outs take some milliseconds, under the slowest rules some tens of them.
        return _with_kernel(name, lambda: Searching(500, True, at_table=True))
    return make_bot(name)


def _unaware(key: str, name: str, plugin: PluginMaker) -> Bot:
    return Unaware(key.lower(), make_bot(name, plugin))


def _against(habit: str) -> Bot:
    if habit not in HABITS:
        raise ValueError(f"{habit}: expected {', '.join(HABITS)}")
    return _master(habit=habit)


def _master(style: str = DEFAULT_STYLE, habit: str = "") -> Bot:
    return _with_kernel(profile.MASTER, lambda: Master(style, habit=habit))


def _with_kernel(name: str, make: Factory) -> Bot:
    """Make a bot that needs the kernel; raise ``AbsentError`` without it."""
    try:
        kernel.load()
    except kernel.KernelError as error:
        raise AbsentError(name, f"there is no kernel: {error}") from None
    return make()


@dataclass(frozen=True, slots=True)
class Plugins:
    """The plugins found, and a line for each whose name is already taken."""

    points: "Mapping[str, EntryPoint]"
    complaints: tuple[str, ...]
    _loaded: dict[str, Factory] = field(default_factory=dict)

    def load(self, name: str) -> Factory:
        """Return the factory of that name, loaded once; raise ``LeftOutError`` if it fails."""
        if name not in self._loaded:
            try:
                self._loaded[name] = Plugins.made_by(self.points[name])
            except (Exception, SystemExit) as error:  # noqa: BLE001 - foreign code may raise anything
                why = " ".join(f"{type(error).__name__}: {error}".split())
                raise LeftOutError(name, why) from None
        return self._loaded[name]

    @classmethod
    @lru_cache(maxsize=1)
    def installed(cls) -> Self:
        """Return the plugins by lower-case name without loading any."""
        from importlib.metadata import entry_points  # megabytes, and a window looks for none

        points: dict[str, EntryPoint] = {}
        complaints = []
        for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
            name = point.name.lower()
            if name in {*LEVELS, *_FACTORIES, *_FAMILIES, *HABIT_KINDS, *points}:
                complaints.append(f"{_named(point)} is left out: the name is taken")
            else:
                points[name] = point
        return cls(points, tuple(complaints))

    @staticmethod
    def made_by(point: "EntryPoint") -> Factory:
        """Return a bot's factory after trying it once; a bot that fails is left out."""
        factory = point.load()
        if not callable(getattr(factory(), "choose", None)):
            raise TypeError("it makes no object with a method choose")
        return cast("Factory", factory)


def _named(point: "EntryPoint") -> str:
    package = f" of {point.dist.name}" if point.dist else ""
    return f'the opponent "{point.name}"{package}'
