"""What is told to a player whose save was damaged."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Damage:
    """A save that could not be used as it was: why, and under which name it is kept.

    ``rescued`` tells whether its session goes on, from the last hand that was accounted for.
    ``records`` is the number of finished hands that were taken over.
    """

    kept: Path
    why: str
    rescued: bool = False
    records: int = 0

    def __str__(self) -> str:
        return f"the save was damaged ({self.why}); it is kept as {self.kept}"


class DamagedError(Exception):
    """A database that is not what the game wrote."""
