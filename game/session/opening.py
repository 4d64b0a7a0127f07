"""A file of saved hands, opened to be looked at: the hands in it, or why there are none."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from game.rules.record import HandRecord, RecordError, check_ending, read_record, replay
from game.session.paths import reason_of
from game.session.plain import printable
from game.session.reading import NotJsonError, Piece, pieces, value_of

WRONG: Final = 1
UNREADABLE: Final = 2
LONGEST: Final = 1_000
"""The most hands of one file that are opened; more would take long and nobody could find any."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The hands that were found good, and what was the matter with the first that was not.

    ``status`` is what the trouble costs: 1 where a record is wrong, 2 where it cannot be read.
    """

    hands: tuple[HandRecord, ...] = ()
    trouble: str = ""
    status: int = 0


def open_hands(file: Path) -> Opened:
    """Read a file of hand records, each played through and checked; it never raises."""
    hands: list[HandRecord] = []
    trouble, status = "", 0
    try:
        for piece in pieces(file):
            if piece.number > LONGEST:
                trouble = trouble or f"only the first {LONGEST} hands are shown"
                break
            try:
                hands.append(_hand(piece))
            except NotJsonError as error:
                trouble, status = trouble or f"{piece.number}: {error}", UNREADABLE
            except RecordError as error:
                trouble, status = trouble or f"{piece.number}: {error}", max(status, WRONG)
    except OSError as error:
        return Opened(trouble=reason_of(error), status=UNREADABLE)
    if not hands and not trouble:
        return Opened(trouble="it holds no hand", status=UNREADABLE)
    return Opened(tuple(hands), printable(trouble), status)


def _hand(piece: Piece) -> HandRecord:
    """The record of a piece, unfinished ones too: one looks at what there is."""
    record = read_record(value_of(piece))
    check_ending(record, replay(record), allow_unfinished=True)
    return record
