"""Values as a refusal shows them: on one line, short, and as a file would hold them."""

import json
from collections.abc import Mapping
from itertools import islice
from typing import Final

_MOST: Final = 60
_DEEPEST: Final = 4
_LARGEST: Final = 10**_MOST


def shown(value: object) -> str:
    """``value`` as JSON or TOML write it, on one line, cut where it is long."""
    return _cut(_written(value, _DEEPEST))


def shown_name(name: str) -> str:
    """A key as it stands, or in quotes where it is no plain word."""
    return _cut(name if name.isascii() and name.isidentifier() else _written(name, 0))


def _written(value: object, depth: int) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return json.dumps(_printable(value[: _MOST + 1]), ensure_ascii=False)
        case int():
            return str(value) if abs(value) < _LARGEST else f"a number of more than {_MOST} digits"
        case Mapping() | list() | tuple():
            return _listed(value, depth - 1) if depth else "..."
        case None:
            return "null"
        case _:
            return _printable(str(value))


def _listed(value: Mapping[object, object] | list[object] | tuple[object, ...], depth: int) -> str:
    """The first few entries: the rest would be cut anyway."""
    if isinstance(value, Mapping):
        pairs = islice(value.items(), _MOST // 6)
        inside = ", ".join(
            f"{_written(str(key), 0)}: {_written(held, depth)}" for key, held in pairs
        )
        return "{" + inside + "}"
    return "[" + ", ".join(_written(held, depth) for held in islice(value, _MOST // 2)) + "]"


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def _cut(text: str) -> str:
    return text if len(text) <= _MOST else text[: _MOST - 3] + "..."
