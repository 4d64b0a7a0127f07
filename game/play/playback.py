"""Playback of a finished hand, move by move, from any seat or with hidden cards shown."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from game.play.journal import Journal, MemoryJournal, Saved
from game.play.ledger import Ledger, Pot
from game.play.plan import Deal, Plan, Player, RulesLabel, Standing
from game.play.session import WINDOW_CLOSED, Session, dealt
from game.rules.hand import Hand
from game.rules.record import HandRecord, parse, replay
from game.rules.state import Move
from game.rules.view import SeatView, SeenMove, view


class Playback:
    """A record, step by step: step 0 is the deal, and each move is one more.

    If a hand ends without a move, because nobody slaps, that is the last step. Raises
    ``RecordError`` if the rules refuse the record.
    """

    def __init__(self, record: HandRecord, you: int | None = None) -> None:
        """Play the record through; ``you`` is the seat of the person who played, if there is
        one.
        """
        self.record: Final = record
        self.you: Final = you
        played = replay(record)
        record.check_ending(played, allow_unfinished=True)
        self._hands: Final = tuple(_steps(record, played))
        self._views: Final[dict[tuple[int, int], SeatView]] = {}
        players = tuple(
            Player(name, "" if seat == you else "?") for seat, name in enumerate(record.seats)
        )
        plan = Plan(
            players,
            record.rules,
            cut_seed="0" * 64,
            label=RulesLabel(record.rules_name, record.base),
        )
        # A session such as the hand may come from.
        self.session: Final = session_at(
            plan, Deal.of_record(record), moves_of(record, played), MemoryJournal()
        )

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self._hands) - 1

    def hand(self, step: int) -> Hand:
        """Return the hand as it stood after a step, for inspection only, not for playing on."""
        return self._hands[step]

    def move(self, step: int) -> Move | None:
        """Return the move that leads to a step, or None for the deal and for an end without a
        move.
        """
        log = self._hands[step].log
        return log[step - 1] if 0 < step <= len(log) else None

    def seen_move(self, step: int, seat: int, *, is_open: bool) -> SeenMove | None:
        """Return the move that leads to a step as a seat saw it, or in full if ``is_open``."""
        move = self.move(step)
        if move is None:
            return None
        if is_open:
            return SeenMove(move.seat, move.action, move.card)
        return self.view(step, seat).moves[step - 1]

    def view(self, step: int, seat: int, *, is_open: bool = False) -> SeatView:
        """Return what a seat saw after a step; ``is_open`` shows every hand."""
        hand = self._hands[step]
        seen = self._views.get((step, seat))
        if seen is None:  # kept: the log of a step looks at all the steps before it
            seen = self._views[step, seat] = view(hand, seat)
        return with_all_shown(seen, hand) if is_open else seen


def with_all_shown(seen: SeatView, hand: Hand) -> SeatView:
    """Return a seat's view of ``hand`` with all cards face up."""
    return replace(seen, shown=tuple(map(hand.cards_of, range(hand.seats))))


def _steps(record: HandRecord, played: Hand) -> Iterable[Hand]:
    hand = record.deal()
    yield _as_it_stands(hand)
    for text in record.actions:
        hand.act(*parse(text))
        yield _as_it_stands(hand)
    if played.result is not None and hand.result is None:
        yield played


def _as_it_stands(hand: Hand) -> Hand:
    """Return a copy of a hand with its log, which ``copy`` leaves out."""
    twin = hand.copy()
    twin.log = list(hand.log)
    return twin


def session_at(plan: Plan, deal: Deal, moves: Sequence[str], journal: Journal) -> Session:
    """Return a session whose only hand has come this far, everybody having begun with nothing.

    Moves are actions as in records, and ``WINDOW_CLOSED``. Raises ``ValueError`` if one is not an
    action or is illegal.
    """
    hand = dealt(deal, plan.rules)
    for move in moves:
        if move == WINDOW_CLOSED:
            hand.close_slap()
        else:
            hand.act(*parse(move))
    seats, bets = deal.seats, deal.bets
    ledger = Ledger(
        (0,) * seats,
        (0,) * seats,
        Pot(bets.high_suit.pot, bets.high_suit.joined) if bets.high_suit else Pot(),
        Pot(bets.natural.pot, bets.natural.joined) if bets.natural else Pot(),
    )
    if hand.result is not None:
        ledger = ledger.settled(hand.result, plan.rules).with_pots_after(hand)
    standing = Standing(plan.players, deal.dealer, ledger)
    saved = Saved(plan, int(hand.is_over), standing, deal, tuple(moves))
    return Session.resume(saved, journal)


def moves_of(record: HandRecord, played: Hand | None = None) -> tuple[str, ...]:
    """Return the moves of a record, with the one that records leave out: ``WINDOW_CLOSED``.

    ``played`` is the hand that they lead to, if already known. Raises ``RecordError`` if the rules
    refuse a move.
    """
    ends_by_itself = len(tuple(_steps(record, played or replay(record)))) > len(record.actions) + 1
    return (*record.actions, *([WINDOW_CLOSED] if ends_by_itself else ()))
