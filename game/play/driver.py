"""The course of a session: the cut, side bets, deals, turns, slaps, ends. No clock and no screen.

A ``Driver`` advances one session. ``waits_for`` is what has to happen next, and each kind of wait
has its answer::

    CutShown, BigOneCalled, HandEnded   go_on()
    BetsOpen                            join(joining)
    Decision                            act(seat, action)
    WindowOpen                          answer(seat, action) and in the end settle(), or act(...)
    SessionOver                         none

The table answers when the player has seen or decided something. The records depend only on the
answers and the session's seeds.

>>> from game.play.plan import Plan
>>> plan = Plan((Player("Ada"), Player("Bob")), seed_text="example", length=2)
>>> driver = Driver(Session.start(plan))
>>> while not isinstance(driver.waits_for, SessionOver):
...     match driver.waits_for:
...         case Decision(seat, view):
...             move = driver.act(seat, view.legal[0])
...         case _:
...             driver.go_on()
>>> [record.actions for record in driver.session.history()]
[('1 drop',), ('0 drop',)]
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from game.play.dealer import Cut, derived_seed
from game.play.ledger import Joining, Ledger
from game.play.opponents import NO_SIDE_BETS, SideDecisions
from game.play.plan import Player
from game.play.session import Session, SessionError
from game.rules.actions import Action
from game.rules.claim_window import ClaimWindow
from game.rules.record import HandRecord
from game.rules.results import Result
from game.rules.state import Move
from game.rules.view import SeatView


@dataclass(frozen=True, slots=True)
class CutShown:
    """The players have cut for the deal and the seats; wait while everybody looks."""

    cut: Cut


@dataclass(frozen=True, slots=True)
class BigOneCalled:
    """The bot at ``dealer`` has called the big one; wait while it is announced."""

    dealer: int


@dataclass(frozen=True, slots=True)
class BetsOpen:
    """The person at ``seat`` decides about side bets before the deal.

    ``bots`` is what all others do, whatever the person decides.
    """

    seat: int
    bots: Joining


@dataclass(frozen=True, slots=True)
class Decision:
    """The seat on turn has to decide; ``seed`` is for a bot."""

    seat: int
    view: SeatView
    seed: int


@dataclass(frozen=True, slots=True)
class WindowOpen:
    """Seats may act out of turn: those in ``window.asked`` may claim or slap the last discard, or
    drop.

    In a race with a clock, ``window.outcome`` is not played before that seat's reaction time.
    """

    window: ClaimWindow


@dataclass(frozen=True, slots=True)
class HandEnded:
    """The hand on the table is over and settled; None before the first hand."""

    result: Result | None


@dataclass(frozen=True, slots=True)
class SessionOver:
    """The session is over; no hand will follow."""


Wait: TypeAlias = (
    CutShown | BigOneCalled | BetsOpen | Decision | WindowOpen | HandEnded | SessionOver
)


class Driver:
    """Advances a session from any state; play in the session only through its driver.

    ``person`` is the seat that answers in real time and is asked about side bets; None if bots or
    functions play all seats. ``is_race`` is called whenever seats may act out of turn, and returns
    whether all race or are asked one by one. ``word`` is the person's client seed.
    """

    def __init__(
        self,
        session: Session,
        bots: SideDecisions = NO_SIDE_BETS,
        person: int | None = None,
        is_race: Callable[[], bool] = lambda: True,
        word: Callable[[], str] = lambda: "",
    ) -> None:
        self.session: Final = session
        self.person: Final = person
        self._bots = bots
        self._is_race = is_race
        self._word = word
        self.opening: Ledger = session.standing.ledger
        """The ledger when the hand on the table was dealt, or the present one before the first
        hand.
        """
        self._window: ClaimWindow | None = None
        self.waits_for: Wait = self._after_move()

    # -- answers -------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Continue once everybody has seen what there was to see.

        Raises ``SessionError`` if an answer is needed.
        """
        match self.waits_for:
            case CutShown() | HandEnded():
                self._prepare_hand()
            case BigOneCalled():
                self._open_bets()
            case _:
                raise SessionError("the session waits for a decision")

    def join(self, joining: Joining) -> None:
        """Deal the next hand with these side bets; naturals may end it at once."""
        self.opening = self.session.standing.ledger
        self.session.next_hand(joining, self._word())
        self.waits_for = self._after_move()

    def act(self, seat: int, action: Action) -> Move:
        """Play an action; raise ``IllegalActionError`` if the rules refuse it."""
        move = self.session.act(seat, action)
        self.waits_for = self._after_move()
        return move

    def answer(self, seat: int, action: Action) -> None:
        """Answer for a seat that is asked out of turn; raise ``ValueError`` if it is not asked."""
        if self._window is None:
            raise ValueError(f"seat {seat} is not asked")
        self._window.answer(seat, action)
        self.waits_for = self._now()

    def settle(self) -> Move | None:
        """Close the window once all have answered or the time is up; return the move it leads to.

        Without a claim, slap or drop, play goes on and None is returned.
        """
        window = self._window
        if window is not None and window.outcome:
            return self.act(*window.outcome)
        if window is not None:
            window.close()
            if window.ends_hand:
                self.session.close_slap()
            self.waits_for = self._now()
        return None

    def give_up(self) -> HandRecord:
        """Leave the hand in play unfinished and return its record; another is dealt after it."""
        record = self.session.give_up()
        self._window = None
        self.waits_for = HandEnded(None)
        return record

    # -- what is seen --------------------------------------------------------------------------

    def view(self, seat: int, *, may_begin: bool = False) -> SeatView:
        """Return what a seat sees, with what it may do at this moment.

        ``may_begin`` lets the next seat begin its turn in a race instead of slapping.
        """
        if self._window is None:
            return self.session.view(seat)
        return self._window.view(seat, may_begin=may_begin)

    def reaction(self, seat: int) -> float:
        """Return a seat's time to act out of turn, as a fraction of the time allowed; 0 for the
        person.
        """
        if seat == self.person:
            return 0.0
        return self._bots.reaction(self.session.decision_seed(seat))

    # -- between hands -------------------------------------------------------------------------

    def big_one_caller(self) -> int | None:
        """Return the dealer of the next hand, if it is a bot that will call the big one (§4.6)."""
        session = self.session
        length, dealer = session.plan.length, session.standing.dealer
        if length is None or session.is_playing or session.is_over or session.comes_big:
            return None
        if dealer == self.person:
            return None
        worth = session.standing.ledger.merits(session.rules)
        left = length - session.played
        calls = self._bots.calls_big_one(session.rules, worth, dealer, left, length)
        return dealer if calls else None

    def bots_join(self) -> Joining:
        """Return the bots' decisions about side bets before the next hand.

        Repeated calls before a hand agree.
        """
        rules, ledger = self.session.rules, self.session.standing.ledger
        suit = "S"
        if rules.high_suit_bet == "called":
            suit = self._bots.suit_called(
                rules.suits, self._seed_of_bet("suit", self.session.standing.dealer)
            )
        return Joining(
            self._joined(rules.high_suit_bet, ledger.high_suit.stakes, rules.high_suit_bet),
            suit,
            self._joined(rules.natural_bet, ledger.natural.stakes, f"natural {rules.natural_bet}"),
        )

    def seat_another(self, player: Player) -> int:
        """Seat one more player before the next hand; return the seat."""
        seat = self.session.join(player)
        self.opening = self.session.standing.ledger
        self.waits_for = HandEnded(None)
        return seat

    def _prepare_hand(self) -> None:
        caller = None if self.session.is_over else self.big_one_caller()
        if self.session.is_over:
            self.waits_for = SessionOver()
        elif caller is None:
            self._open_bets()
        else:
            self.session.call_big_one()
            self.waits_for = BigOneCalled(caller)

    def _open_bets(self) -> None:
        if self.person is not None and self.session.rules.has_bets:
            self.waits_for = BetsOpen(self.person, self.bots_join())
        else:
            self.join(self.bots_join())

    def _joined(self, bet: str, stakes: int, name: str) -> tuple[int, ...]:
        """Return the bots that join one of the bets."""
        if bet == "off":
            return ()
        return tuple(
            seat
            for seat in range(len(self.session.players))
            if seat != self.person and self._bots.joins(stakes, self._seed_of_bet(name, seat))
        )

    def _seed_of_bet(self, what: str, seat: int) -> int:
        """Return a seed that depends only on the session, the next hand and the seat."""
        session = self.session
        return int(
            derived_seed(session.plan.cut_seed, "joining", what, session.number + 1, seat), 16
        )

    # -- in a hand -----------------------------------------------------------------------------

    def _after_move(self) -> Wait:
        hand = self.session.hand
        self._window = None
        if hand is not None and not hand.is_over:
            self._window = ClaimWindow(hand, self.reaction if self._is_race() else None)
        return self._now()

    def _now(self) -> Wait:
        """Return what the session waits for as it stands."""
        session, hand, window = self.session, self.session.hand, self._window
        if hand is None:
            return HandEnded(None) if session.number else CutShown(session.cut)
        if hand.is_over or window is None:
            return HandEnded(hand.result)
        if window.is_open or window.ends_hand:
            return WindowOpen(window)
        return Decision(hand.turn, window.view(hand.turn), session.decision_seed(hand.turn))


class SelfPlay:
    """A session of bots alone, advanced decision by decision so that the caller need not wait.

    ``question`` is a bot's next decision: its view, its level, and the decision's seed. It is None
    once enough hands are over, or the session is.
    """

    def __init__(self, session: Session, hands: int = 1) -> None:
        self.session: Final = session
        self._driver = Driver(session)
        self._last = session.number + hands
        self.question: tuple[SeatView, str, int] | None = None
        self._seat = 0
        self._ask()

    def answer(self, action: Action) -> None:
        """Play the bot's decision."""
        if isinstance(self._driver.waits_for, WindowOpen):
            self._driver.answer(self._seat, action)
        else:
            self._driver.act(self._seat, action)
        self._ask()

    def _ask(self) -> None:
        """Advance to the next decision."""
        self.question, driver = None, self._driver
        while self.question is None:
            match driver.waits_for:
                case Decision(seat, view, seed):
                    self._wants(seat, view, seed)
                case WindowOpen(window) if window.asked and not window.outcome:
                    seat = window.asked[0]
                    self._wants(seat, driver.view(seat), self.session.decision_seed(seat))
                case WindowOpen():
                    driver.settle()
                case SessionOver():
                    return
                case _ if self.session.number >= self._last:
                    return
                case _:
                    driver.go_on()

    def _wants(self, seat: int, view: SeatView, seed: int) -> None:
        self._seat = seat
        self.question = view, self.session.players[seat].level, seed
