"""The scores of a session: the change in each hand, and the standing after it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from game.play.ledger import OPENING_STAKES
from game.play.session import Session
from game.rules.record import HandRecord


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
    """The scores of all finished hands of a session.

    ``shares`` is what each seat got from the pots left when the session was closed, in the unit of
    the scores; empty if there was nothing to share.
    """

    names: tuple[str, ...]
    opening: int
    rows: tuple[ScoreRow, ...]
    shares: tuple[int, ...] = ()

    def curve(self, seat: int) -> tuple[int | None, ...]:
        """Return the totals of a seat, before the first hand and after each, and with its share of
        the pots at the end if there were any.
        """
        if not self.rows:
            return (self.opening,)
        is_late = self.rows[0].totals[seat] is None
        first = None if is_late else self.opening
        totals = [row.totals[seat] for row in self.rows]
        ends = [(totals[-1] or 0) + self.shares[seat]] if self.shares else []
        return (first, *totals, *ends)

    @classmethod
    def of(cls, session: Session) -> Self:
        """Return the scores of the hands so far, hand by hand.

        They belong to the seats: who takes over a seat takes over its score.
        """
        opening = OPENING_STAKES * session.rules.stake if session.rules.scoring == "stakes" else 0
        totals: list[int] = []
        scores: list[tuple[list[int | None], list[int | None]]] = []

        def seat_newcomers(seats: int, dealer: int) -> None:
            # They sit on the dealer's right, and begin like everybody else, but in a push-up with
            # the most points (RULES.md §1.2, §5.10).
            is_push_up = session.rules.is_push_up
            start = max(totals, default=0) if is_push_up else opening
            late = seats - len(totals)
            for place in sorted((dealer - 1 - number) % seats for number in range(late)):
                totals.insert(place, start)
                for each in (column for row in scores for column in row):
                    each.insert(place, None)

        records = list[HandRecord]()
        for record in session.history():
            if not len(totals) <= len(record.seats) <= len(session.names):
                continue  # seats never become fewer, but in saves that no game has written
            records.append(record)
            seat_newcomers(len(record.seats), record.dealer)
            changes = session.changes(record)
            totals = [total + change for total, change in zip(totals, changes, strict=True)]
            scores.append((list(changes), list(totals)))
        seat_newcomers(len(session.names), session.dealer)
        rows = [
            ScoreRow(
                number,
                record.seats[record.dealer],
                record.result.ending if record.result else "",
                record.big_one,
                *map(tuple, score),
            )
            for number, (record, score) in enumerate(zip(records, scores, strict=True), start=1)
        ]
        return cls(session.names, opening, tuple(rows), cls._shares(session, totals))

    @staticmethod
    def _shares(session: Session, totals: Sequence[int]) -> tuple[int, ...]:
        """Return what a closed session has added to the totals after its last hand."""
        rules, worths = session.rules, session.worths()
        if not session.is_closed or rules.is_push_up:
            return ()  # the pots of a push-up are money, beside its points
        if rules.scoring == "scorepad":
            worths = tuple(worth // rules.stake - OPENING_STAKES for worth in worths)
        shares = tuple(worth - total for worth, total in zip(worths, totals, strict=True))
        return shares if any(shares) and min(shares) >= 0 else ()
