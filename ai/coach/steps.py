"""Work in steps, which a caller can put off between them."""

from collections.abc import Generator
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Steps: TypeAlias = Generator[float, None, T]
"""Work in steps: a generator that yields the share done, and returns a ``T``."""


def finished(steps: Steps[T]) -> T:
    """Run some work to its end, without a pause, and return the result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return] # what the generator returns
