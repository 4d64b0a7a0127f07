"""What a session tells its keeper, one value for each thing that happened."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from game.session.plan import Deal, Plan, Standing


@dataclass(frozen=True, slots=True)
class Opened:
    """A session began."""

    plan: Plan


@dataclass(frozen=True, slots=True)
class Stood:
    """How the session stands after hand ``after``, 0 before the first; the latest one counts."""

    after: int
    standing: Standing


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand was dealt."""

    deal: Deal


@dataclass(frozen=True, slots=True)
class Acted:
    """Move ``ordinal`` of a hand, from 1, as hand records write it."""

    hand: int
    ordinal: int
    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """A hand ended; ``record`` is its record, one line."""

    hand: int
    record: str


@dataclass(frozen=True, slots=True)
class Closed:
    """The session is over and is not to be gone on with."""


Entry: TypeAlias = Opened | Stood | Dealt | Acted | Finished | Closed


class Journal(Protocol):
    """Keeps what happened."""

    def write(self, entries: Sequence[Entry]) -> None:
        """Keep all of them or, raising ``StoreError``, none."""

    def records(self) -> Sequence[str]:
        """The records of the hands finished so far, oldest first."""


class Memory:
    """A journal that is gone with the session."""

    def __init__(self) -> None:
        self._records: list[str] = []

    def write(self, entries: Sequence[Entry]) -> None:
        self._records += [entry.record for entry in entries if isinstance(entry, Finished)]

    def records(self) -> Sequence[str]:
        return tuple(self._records)


@dataclass(frozen=True, slots=True)
class Saved:
    """A session as a journal kept it: the latest standing, the hand after it, and its moves."""

    plan: Plan
    after: int
    standing: Standing
    deal: Deal | None = None
    moves: tuple[str, ...] = ()
