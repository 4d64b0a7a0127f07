"""The game's own files that lie beside code, and the one error for those that are of no use."""

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class BrokenGameError(Exception):
    """A file that belongs to the game is missing or damaged; ``name`` is its path in the game."""

    def __init__(self, name: str, why: str = "is missing or damaged") -> None:
        self.name, self.why = name, why
        super().__init__(name, why)  # so that it comes whole out of another process

    def __str__(self) -> str:
        return f"{self.name} {self.why}: the game is not whole, install it again"


def own_data(package: str, name: str, read: Callable[[bytes], T]) -> T:
    """What ``read`` makes of a file beside a package's code.

    ``BrokenGameError`` where there is no such file, or where it holds something else.
    """
    from importlib.resources import files

    try:
        return read(files(package).joinpath(name).read_bytes())
    except (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError):
        raise BrokenGameError(f"{package.replace('.', '/')}/{name}") from None
