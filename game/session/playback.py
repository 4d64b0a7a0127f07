"""A finished hand, to be looked at move by move, by any seat and with the hidden cards shown."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from game.rules.hand import Hand
from game.rules.record import HandRecord, check_ending, parse, replay
from game.rules.state import Move
from game.rules.view import SeatView, SeenMove, view
from game.session.journal import Memory, Saved
from game.session.ledger import Ledger, Pot, settled, with_pots_after
from game.session.plan import Deal, Plan, Player, RulesLabel, Standing
from game.session.session import WINDOW_CLOSED, Session

_BOT: Final = "?"
_NO_SEED: Final = "0" * 64


class Playback:
    """One record, step by step: step 0 is the deal, each move is one more.

    Where a hand ends with no move, because nobody slaps in the end, that is the last step.
    ``RecordError`` where the rules refuse the record.
    """

    def __init__(self, record: HandRecord, you: int | None = None) -> None:
        """``you`` is the seat of the person who played, if there is one."""
        self.record: Final = record
        self.you: Final = you
        played = replay(record)
        check_ending(record, played, allow_unfinished=True)
        self._hands: Final = tuple(_steps(record, played))
        self.session: Final = _session_of(record, you, played)

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self._hands) - 1

    def hand(self, step: int) -> Hand:
        """The hand as it stood after a step. It is for looking at, not for playing on."""
        return self._hands[step]

    def move(self, step: int) -> Move | None:
        """The move that leads to a step; None for the deal and for an end by itself."""
        log = self._hands[step].log
        return log[step - 1] if 0 < step <= len(log) else None

    def seen_move(self, step: int, seat: int, *, is_open: bool) -> SeenMove | None:
        """The same as a seat saw it or, where all lies open, with the card that was drawn."""
        move = self.move(step)
        if move is None:
            return None
        if is_open:
            return SeenMove(move.seat, move.action, move.card)
        return self.view(step, seat).moves[step - 1]

    def view(self, step: int, seat: int, *, is_open: bool = False) -> SeatView:
        """What a seat saw after a step; where all lies open every hand is shown."""
        hand = self._hands[step]
        seen = view(hand, seat)
        if not is_open:
            return seen
        hands = tuple(view(hand, each).hand for each in range(hand.seats))
        return replace(seen, shown=hands)


def _steps(record: HandRecord, played: Hand) -> Iterable[Hand]:
    hand = record.deal()
    yield _as_it_stands(hand)
    for text in record.actions:
        hand.act(*parse(text))
        yield _as_it_stands(hand)
    if played.result is not None and hand.result is None:
        yield played


def _as_it_stands(hand: Hand) -> Hand:
    """A copy that knows, as copies otherwise do not, how it came about."""
    twin = hand.copy()
    twin.log = list(hand.log)
    return twin


def _session_of(record: HandRecord, you: int | None, played: Hand) -> Session:
    """The session that the hand may have been, everybody beginning with nothing."""
    players = tuple(
        Player(name, "" if seat == you else _BOT) for seat, name in enumerate(record.seats)
    )
    ledger = _ledger_before(record)
    if played.result is not None:
        ledger = with_pots_after(settled(ledger, played.result, record.rules), played)
    seats, seed = len(record.seats), record.seed or _NO_SEED
    deal = Deal(1, seats, record.dealer, seed, record.deck, record.big_one, record.bets)
    saved = Saved(
        Plan(players, record.rules, cut_seed=_NO_SEED, label=RulesLabel(base=record.preset)),
        int(played.is_over),
        Standing(players, record.dealer, ledger),
        deal,
        (*record.actions, *_close(record, played)),
    )
    return Session.resume(saved, Memory())


def _ledger_before(record: HandRecord) -> Ledger:
    seats, bets = len(record.seats), record.bets
    return Ledger(
        (0,) * seats,
        (0,) * seats,
        Pot(bets.high_suit.pot, bets.high_suit.joined) if bets.high_suit else Pot(),
        Pot(bets.natural.pot, bets.natural.joined) if bets.natural else Pot(),
    )


def _close(record: HandRecord, played: Hand) -> tuple[str, ...]:
    """The move that records leave out: the last chance to slap passes."""
    ends_by_itself = len(tuple(_steps(record, played))) > len(record.actions) + 1
    return (WINDOW_CLOSED,) if ends_by_itself else ()
