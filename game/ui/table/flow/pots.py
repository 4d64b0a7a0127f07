"""The side pots on the table: their contents, antes moving in, winnings moving out.

The rules decide at once who wins; here the stakes follow when the players can see why.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import inf
from typing import TYPE_CHECKING

from game.play.ledger import PotInPlay, pots_in_play
from game.ui.text.sessions import joined_sentence, outcome_sentence, suit_called_sentence

if TYPE_CHECKING:
    from game.play.ledger import PotKind
    from game.play.session import Session
    from game.rules.hand import Hand
    from game.rules.ruleset import RuleSet
    from game.ui.table.flow.shown import Logbook, Words
    from game.ui.table.motion.board import Board


@dataclass(slots=True)
class Stakes:
    """Stakes moving between a seat and a pot; ``stakes`` is negative on the way out."""

    kind: PotKind
    seat: int
    stakes: int
    wait: float
    passed: float = 0.0

    @property
    def part(self) -> float:
        flight = 0.7  # seconds
        return min(max(self.passed - self.wait, 0.0) / flight, 1.0)


class Pots:
    """The side pots of one session, as shown so far."""

    def __init__(self, session: Session, board: Board, log: Logbook) -> None:
        self._session, self._board, self._log = session, board, log
        self.hand: Hand | None = None
        self.flights: list[Stakes] = []
        self._logged: set[PotKind] = set()
        self.lying: dict[PotKind, int] = {}
        """The visible stakes in each pot."""
        self._moved: dict[int, int] = {}

    @property
    def rules(self) -> RuleSet:
        """The rules of the session."""
        return self._session.rules

    @property
    def is_moving(self) -> bool:
        """Whether stakes are moving."""
        return bool(self.flights)

    def received(self, seat: int) -> int:
        """Return the stakes that a seat has received from the pots in this hand, less its antes."""
        return self._moved.get(seat, 0)

    def not_yet_logged(self) -> tuple[Words, ...]:
        """Return the log lines about pots that were not won during the hand."""
        session = self._session
        pots = pots_in_play(session.hand) if session.hand else ()
        logged = self._logged if self.hand is session.hand else ()
        return tuple(
            partial(outcome_sentence, pot, session.rules, session.names, session.human)
            for pot in pots
            if pot.kind not in logged
        )

    def update(self, dt: float, pace: float) -> bool:
        """Follow the session and advance by ``dt`` seconds; True if a frame is needed."""
        changed = self._keep_up()
        was_moving = self.is_moving
        for flight in list(self.flights):
            is_there = pace == inf or self._board.is_calm
            flight.passed = inf if is_there else flight.passed + dt * pace
            if flight.part >= 1.0:
                self.flights.remove(flight)
                self._land(flight)
        return changed or was_moving

    def _keep_up(self) -> bool:
        hand, is_new = self._session.hand, False
        if hand is not self.hand:
            self.hand, is_new = hand, True
            self._begin(hand)
        if hand is None:
            return is_new
        due = [pot for pot in pots_in_play(hand) if self._is_due(pot)]
        for pot in due:
            self._logged.add(pot.kind)
            self._pay_out(pot)
        return is_new or bool(due)

    def _begin(self, hand: Hand | None) -> None:
        """Start a hand with the pots as they were and the antes on their way, or resume one."""
        ledger = self._session.standing.ledger
        self.flights.clear()
        self._logged.clear()
        self._moved.clear()
        self.lying = {"high_suit": ledger.high_suit.stakes, "natural": ledger.natural.stakes}
        if hand is None:
            return
        is_under_way = bool(hand.log) or self._board.effects.is_settled
        stagger = 0.12  # seconds
        for pot in pots_in_play(hand):
            self.lying[pot.kind] = pot.before
            for place, seat in enumerate(pot.joined):
                self.flights.append(Stakes(pot.kind, seat, pot.ante, place * stagger))
            self._tell_joined(pot, hand.dealer)
        if is_under_way:
            self.finish()

    def _tell_joined(self, pot: PotInPlay, dealer: int) -> None:
        names, me = self._session.names, self._session.human
        if pot.suit and self._session.rules.high_suit_bet == "called":
            self._log.add(partial(suit_called_sentence, pot.suit, dealer, names, me))
        self._log.add(partial(joined_sentence, pot, names, me))

    def finish(self) -> None:
        """Finish all movement at once."""
        for flight in self.flights:
            self._land(flight)
        self.flights.clear()

    def _is_due(self, pot: PotInPlay) -> bool:
        """Return whether players can see who has won a pot: the deciding cards are shown."""
        if not pot.is_decided or pot.kind in self._logged:
            return False
        hand, effects = self.hand, self._board.effects
        if hand is not None and hand.is_over:
            return bool(effects.counted) or effects.is_settled
        return not self._board.is_scene

    def _pay_out(self, pot: PotInPlay) -> None:
        session = self._session
        words = partial(outcome_sentence, pot, session.rules, session.names, session.human)
        if session.is_playing:
            self._log.add(words)
        if pot.winner is None:
            return
        if pot.winner != session.human:
            self._board.effects.say(pot.winner, words())
        self.flights.append(Stakes(pot.kind, pot.winner, -pot.stakes, 0.0))

    def _land(self, flight: Stakes) -> None:
        self.lying[flight.kind] = self.lying.get(flight.kind, 0) + flight.stakes
        self._moved[flight.seat] = self.received(flight.seat) - flight.stakes
