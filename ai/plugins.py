"""Opponents from elsewhere: packages that name theirs in the entry-point group ``tonk.bots``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final, TypeAlias, cast

from ai.bot import Bot

Factory: TypeAlias = Callable[[], Bot]

GROUP: Final = "tonk.bots"


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
            complaints.append(f"{_told(point)} is left out: the name is taken")
            continue
        try:
            factories[name] = _factory(point)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - foreign code may raise anything
            why = " ".join(f"{type(error).__name__}: {error}".split())
            complaints.append(f"{_told(point)} is left out: {why}")
    return Plugins(factories, tuple(complaints))


def _factory(point: EntryPoint) -> Factory:
    """What makes a bot, tried once: whoever cannot make one now is no opponent."""
    factory = point.load()
    if not callable(getattr(factory(), "choose", None)):
        raise TypeError("it makes nothing that has a method choose")
    return cast("Factory", factory)


def _told(point: EntryPoint) -> str:
    package = f" of {point.dist.name}" if point.dist else ""
    return f'the opponent "{point.name}"{package}'
