"""What each setting may hold, and how it comes out of the settings file."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeGuard

from game.session.looks import BACKS, CLOTHS, LANGUAGES, REDUCED_MOTIONS, SCALES, SORTS
from game.session.options import SPEEDS

_LARGEST_STAKE: Final = 1_000_000
_LARGEST_SCREEN: Final = 32_767
_LONGEST_NAME: Final = 60
_MOST_KEYS: Final = 100
_MOST_OPPONENTS: Final = 5
LARGEST_LENGTH: Final = 1_000
"""The most hands that a session can be agreed on for."""
RACE_SECONDS: Final = (1, 10)
"""Least and most seconds of a race for a slap."""


@dataclass(frozen=True, slots=True)
class ChosenOpponent:
    """One opponent as chosen for the next new game; what is empty is left to the game."""

    level: str = ""
    style: str = ""
    name: str = ""


def _as_it_is(value: object) -> object:
    return value


@dataclass(frozen=True, slots=True)
class Allowed:
    """``read`` makes a setting of what stands in the file; ``words`` say what it ``accepts``."""

    accepts: Callable[[object], bool]
    words: str
    read: Callable[[object], object] = _as_it_is


def _is_whole(value: object) -> TypeGuard[int]:
    return type(value) is int  # True and False are no numbers here


def _is_number(value: object) -> TypeGuard[float]:
    return type(value) in {int, float}


def _is_text(value: object, most: int = _LONGEST_NAME) -> TypeGuard[str]:
    return isinstance(value, str) and len(value) <= most and value.isprintable()


def _between(least: int, most: int) -> Allowed:
    return Allowed(lambda value: _is_whole(value) and least <= value <= most, f"{least} to {most}")


def _seconds(least: int, most: int) -> Allowed:
    """A length of time, whole or with a fraction."""
    return Allowed(
        lambda value: _is_number(value) and least <= value <= most,
        f"{least} to {most}",
    )


def _scale() -> Allowed:
    percent = _between(*SCALES)
    return Allowed(
        lambda value: percent.accepts(value) or (_is_whole(value) and value == 0),
        f"0 (as large as fits), {percent.words}",
    )


def _place() -> Allowed:
    inside = _between(-_LARGEST_SCREEN, _LARGEST_SCREEN)
    return Allowed(lambda value: value is None or inside.accepts(value), f"{inside.words}, or null")


def _name() -> Allowed:
    """A name that a rule set may have; whether there is one is asked where it is used."""
    return Allowed(lambda value: _is_text(value) and value != "", "the name of a rule set")


def _one_of(names: tuple[str, ...]) -> Allowed:
    return Allowed(lambda value: isinstance(value, str) and value in names, ", ".join(names))


def _language() -> Allowed:
    codes = _one_of(LANGUAGES)
    return Allowed(
        lambda value: value == "" or codes.accepts(value), f'"" (the system\'s), {codes.words}'
    )


def _keys() -> Allowed:
    """Keys given to actions; which of both there are is asked where they are used."""
    return Allowed(_are_keys, "actions with a key each")


def _are_keys(value: object) -> bool:
    if not isinstance(value, Mapping) or len(value) > _MOST_KEYS:
        return False
    return all(_is_text(part) and part for pair in value.items() for part in pair)


def _opponents() -> Allowed:
    return Allowed(_are_opponents, "up to 5 opponents with level, style and name", _opponents_from)


def _are_opponents(value: object) -> bool:
    if not isinstance(value, tuple) or len(value) > _MOST_OPPONENTS:
        return False
    return all(
        isinstance(each, ChosenOpponent)
        and _is_text(each.level)
        and _is_text(each.style)
        and _is_text(each.name)
        for each in value
    )


def _opponents_from(value: object) -> object:
    """Opponents from lists and objects; anything else is left for ``accepts`` to refuse."""
    if not isinstance(value, list):
        return value
    made: list[object] = []
    for each in value:
        is_one = isinstance(each, dict) and set(each) <= {"level", "style", "name"}
        made.append(ChosenOpponent(**each) if is_one else each)
    return tuple(made)


_FLAG: Final = Allowed(lambda value: type(value) is bool, "true or false")
ALLOWED: Final[Mapping[str, Allowed]] = {
    "speed": _one_of(SPEEDS),
    "volume": _between(0, 100),
    "volume_cards": _between(0, 100),
    "volume_calls": _between(0, 100),
    "mute": _FLAG,
    "fullscreen": _FLAG,
    "opponents": _between(1, _MOST_OPPONENTS),
    "stake": _between(1, _LARGEST_STAKE),
    "rules": _name(),
    "hands": _between(0, LARGEST_LENGTH),
    "join_high_suit": _FLAG,
    "join_natural": _FLAG,
    "high_suit": _one_of(tuple("CDHS")),
    "window_width": _between(0, _LARGEST_SCREEN),
    "window_height": _between(0, _LARGEST_SCREEN),
    "window_x": _place(),
    "window_y": _place(),
    "slap_seconds": _seconds(*RACE_SECONDS),
    "slap_untimed": _FLAG,
    "language": _language(),
    "scale": _scale(),
    "four_colour": _FLAG,
    "large_index": _FLAG,
    "back": _one_of(BACKS),
    "cloth": _one_of(CLOTHS),
    "high_contrast": _FLAG,
    "reduced_motion": _one_of(REDUCED_MOTIONS),
    "remarks": _FLAG,
    "speech": _FLAG,
    "suggestions": _FLAG,
    "sort": _one_of(SORTS),
    "keys": _keys(),
    "opponents_chosen": _opponents(),
    "lesson_done": _FLAG,
}
