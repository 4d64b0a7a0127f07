"""Practice: one hand whose moves can be taken back and replayed, from any seat.

A practice is an immutable value: each operation returns another one. It is kept apart from the
player's sessions, in a file of its own, and its records are marked so that they count in no
statistics.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Self

from game.files import data_folder, read_regular, write_whole
from game.play.journal import Acted, Entry, Finished, MemoryJournal, as_json, from_json
from game.play.ledger import Joining, Ledger
from game.play.plan import NO_LABEL, Deal, Plan, Player, RulesLabel
from game.play.playback import moves_of, session_at, with_all_shown
from game.play.session import Session
from game.rules.position import Position
from game.rules.record import HandRecord, replay
from game.rules.results import SideBets
from game.rules.ruleset import RuleSet
from game.rules.untrusted_input import json_of
from game.rules.view import SeatView

FILE_NAME: Final = "tonk-practice.json"


@dataclass(frozen=True, slots=True)
class Practice:
    """A hand of which ``at`` moves are played; the rest of ``moves`` were taken back.

    Moves are actions as in records, and ``WINDOW_CLOSED``. The practice began after ``begun`` of
    them. The first ``floor`` are never taken back: in files of version 1.0 they led to a position
    that was set up.
    """

    plan: Plan
    deal: Deal
    moves: tuple[str, ...] = ()
    at: int = 0
    begun: int = 0
    floor: int = 0

    @classmethod
    def numbered(
        cls, rules: RuleSet, players: Sequence[Player], number: int, label: RulesLabel = NO_LABEL
    ) -> Self:
        """Return the practice of a numbered deal, as at any table of these rules; all join the side
        bets.

        Raises ``RuleError`` if the pack is too small for the players.
        """
        plan = Plan(tuple(players), rules, label=label, practice=True, first_deal=number)
        session = Session.start(plan)
        seats = tuple(range(len(players)))
        session.next_hand(Joining(seats, rules.suits[0], seats))
        if session.deal is None:
            raise AssertionError("a hand was dealt")
        return cls(replace(plan, players=session.players), session.deal)

    @classmethod
    def of_record(cls, record: HandRecord, players: Sequence[Player], step: int) -> Self:
        """Return practice from a record after ``step`` moves; raise ``RecordError`` if it is
        wrong.
        """
        record.check_ending(replay(record), allow_unfinished=True)
        moves = moves_of(record)
        at = min(step, len(moves))
        label = RulesLabel(record.rules_name, record.base)
        return cls(cls._plan(record.rules, players, label), Deal.of_record(record), moves, at, at)

    @classmethod
    def of_position(
        cls,
        position: Position,
        players: Sequence[Player],
        label: RulesLabel = NO_LABEL,
    ) -> Self:
        """Return practice from a position that was set up; raise ``PositionError`` if it is
        impossible.
        """
        position.check()
        deal = Deal(
            1,
            position.seats,
            position.dealer,
            "",
            (),
            position.big_one,
            position.bets,
            start=position.to_json(),
        )
        return cls(cls._plan(position.rules, players, label), deal)

    # -- what there is -------------------------------------------------------------------------

    @property
    def me(self) -> int:
        """The seat of the player."""
        return next(seat for seat, each in enumerate(self.plan.players) if each.is_human)

    @property
    def number(self) -> int:
        """The number of the deal; 0 if it has none."""
        return self.plan.first_deal or 0

    @property
    def may_undo(self) -> bool:
        """Whether there is a decision of the player to take back."""
        return self._last_own() is not None

    @property
    def may_redo(self) -> bool:
        """Whether a move was taken back that can be played again."""
        return self.at < len(self.moves)

    @property
    def may_begin_again(self) -> bool:
        """Whether starting over would take anything back."""
        return self.again() != self

    def session(self, noted: Callable[[str], None] = lambda _move: None) -> Session:
        """Return a session of the hand as it stands, to be played on; ``noted`` is called with
        every move.
        """
        journal = _Noted(noted)
        session = session_at(self.plan, self.deal, self.moves[: self.at], journal)
        if not session.is_playing:
            journal.write([Finished(session.number, session.record().to_json())])
        return session

    # -- what can be done with it --------------------------------------------------------------

    def with_move(self, move: str) -> Self:
        """Return the practice after a move.

        Moves that were taken back are kept only if the first of them is this move.
        """
        if self.moves[self.at : self.at + 1] == (move,):
            return replace(self, at=self.at + 1)
        return replace(self, moves=(*self.moves[: self.at], move), at=self.at + 1)

    def undone(self) -> Self:
        """Return the practice before the last decision of the player."""
        last = self._last_own()
        return self if last is None else replace(self, at=last)

    def redone(self) -> Self:
        """Return the practice at the player's next decision, or at the end of the moves taken
        back.
        """
        return replace(self, at=self._own_from(self.at + 1, len(self.moves)))

    def again(self) -> Self:
        """Return to the player's first decision since the practice began; from there, to the very
        first.
        """
        starts = self._own_from(self.begun), self._own_from(self.floor)
        return replace(self, at=next((start for start in starts if start < self.at), self.at))

    def from_another_seat(self) -> Self:
        """Return the practice at this moment of the hand, with the player in the next seat."""
        players, me = list(self.plan.players), self.me
        after = (me + 1) % len(players)
        players[me], players[after] = players[after], players[me]
        return replace(self, plan=replace(self.plan, players=tuple(players)))

    def _own_from(self, start: int, otherwise: int | None = None) -> int:
        """Return the index of the player's first decision from move ``start`` on, or ``start``
        without one.
        """
        own = (at for at in range(start, len(self.moves)) if self._is_own(at))
        return next(own, start if otherwise is None else otherwise)

    def _last_own(self) -> int | None:
        own = (at for at in reversed(range(self.floor, self.at)) if self._is_own(at))
        return next(own, None)

    def _is_own(self, at: int) -> bool:
        return self.moves[at].startswith(f"{self.me} ")

    # -- as a file -----------------------------------------------------------------------------

    def to_text(self) -> str:
        """Return the practice as the text of a file."""
        held = {
            "plan": as_json(self.plan),
            "deal": as_json(self.deal),
            "moves": self.moves,
            "at": [self.at, self.begun, self.floor],
        }
        return json.dumps(held, separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str | bytes) -> Self:
        """Read what ``to_text`` wrote; raise ``ValueError`` for anything else."""
        try:
            held: Any = json_of(text)  # Any: anything but a practice raises below
            plan, deal = from_json(Plan, held["plan"]), from_json(Deal, held["deal"])
            at, begun, floor = map(int, held["at"])
            practice = cls(plan, deal, tuple(map(str, held["moves"])), at, begun, floor)
            is_whole = 0 <= practice.floor <= practice.at <= len(practice.moves) and begun >= 0
            if not is_whole or not plan.practice or practice.me != practice.session().human:
                raise ValueError("these parts do not fit together")
            replace(practice, at=len(practice.moves)).session()
        except (LookupError, TypeError, AttributeError, StopIteration) as error:
            raise ValueError(f"not a practice: {error}") from None
        return practice

    def keep(self, folder: Path | None = None) -> None:
        """Save the practice in place of the previous one; raise ``StoreError`` if that is
        impossible.
        """
        write_whole((folder or data_folder()) / FILE_NAME, self.to_text())

    @classmethod
    def kept(cls, folder: Path | None = None) -> Self | None:
        """Return the saved practice, or None if there is none that can be resumed."""
        try:
            path = (folder or data_folder()) / FILE_NAME
            return cls.from_text(read_regular(path))
        except (OSError, ValueError):
            return None

    @staticmethod
    def _plan(rules: RuleSet, players: Sequence[Player], label: RulesLabel) -> Plan:
        # A seed text, whatever it is, keeps decks from being sealed.
        return Plan(tuple(players), rules, "practice", label=label, practice=True)


def all_bets(rules: RuleSet, seats: int) -> SideBets:
    """Return the side bets of a practice hand: every seat has joined."""
    everybody = tuple(range(seats))
    joining = Joining(everybody, rules.suits[0], everybody)
    return joining.side_bets(Ledger.opening(seats, rules), rules)


def all_open(session: Session, seen: SeatView) -> SeatView:
    """Return a seat's view of the hand on the table with all cards face up."""
    return seen if session.hand is None else with_all_shown(seen, session.hand)


def players_of(names: Sequence[str], you: int, your_name: str, bots: Sequence[str]) -> list[Player]:
    """Return the players: the player at seat ``you``, and bots, given by one-word names, around
    from there.
    """
    seats = len(names)
    seated = [
        Player(name, bots[(seat - you - 1) % seats % len(bots)]) for seat, name in enumerate(names)
    ]
    seated[you] = Player(your_name)
    return seated


class _Noted(MemoryJournal):
    """A journal that reports every move."""

    def __init__(self, noted: Callable[[str], None]) -> None:
        super().__init__()
        self._told = noted

    def write(self, entries: Sequence[Entry]) -> bool:
        for entry in entries:
            if isinstance(entry, Acted):
                self._told(entry.text)
        return super().write(entries)
