"""The scores of a session: the change in each hand, and the standing after it."""

from dataclasses import dataclass
from typing import Self

from game.play.ledger import OPENING_STAKES
from game.play.session import Session


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """The scores of a hand: by present seat, the change and the total after it.

    None for a player who had not joined yet. In money if it is played for, otherwise in points.
    """

    number: int
    dealer: str
    ending: str
    is_big_one: bool
    changes: tuple[int | None, ...]
    totals: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The scores of all finished hands of a session."""

    names: tuple[str, ...]
    opening: int
    rows: tuple[ScoreRow, ...]

    def curve(self, seat: int) -> tuple[int | None, ...]:
        """Return the totals of a seat, before the first hand and after each."""
        if not self.rows:
            return (self.opening,)
        is_late = self.rows[0].totals[seat] is None
        first = None if is_late else self.opening
        return (first, *(row.totals[seat] for row in self.rows))

    @classmethod
    def of(cls, session: Session) -> Self:
        """Return the scores of the hands so far, hand by hand."""
        opening = OPENING_STAKES * session.rules.stake if session.rules.scoring == "stakes" else 0
        totals: dict[str, int] = {}
        rows: list[ScoreRow] = []
        for number, record in enumerate(session.history(), start=1):
            # Newcomers begin like everybody else, but in a push-up with the most points (RULES.md
            # §5.10).
            start = (
                max(totals.values(), default=0) if session.rules.scoring == "push_up" else opening
            )
            for name in record.seats:
                totals.setdefault(name, start)
            changes = dict(zip(record.seats, session.changes(record), strict=True))
            for name, change in changes.items():
                totals[name] += change
            rows.append(
                ScoreRow(
                    number,
                    record.seats[record.dealer],
                    record.result.ending if record.result else "",
                    record.big_one,
                    tuple(changes.get(name) for name in session.names),
                    tuple(totals.get(name) for name in session.names),
                )
            )
        return cls(session.names, opening, tuple(rows))
