"""The flow of hands at the table: cut, deal, turns and settlement, shown as they happen.

The driver of ``game.play`` decides what comes next; this module shows it on the board, writes it
into the log, and passes on the decisions of the player and the opponents.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from game.files import DamagedError, StoreError
from game.play.driver import (
    BetsOpen,
    BigOneCalled,
    CutShown,
    Decision,
    Driver,
    HandEnded,
    SessionOver,
)
from game.play.opponents import OpponentFailedError
from game.rules.actions import PASS
from game.ui.shell.reduced_motion import is_calm
from game.ui.table.flow.pacing import SlapClock, TurnPace
from game.ui.table.flow.pots import Pots
from game.ui.table.flow.scoring import SessionScores
from game.ui.table.motion.director import cut
from game.ui.text.language import _
from game.ui.text.level_words import bot_words
from game.ui.text.move_words import (
    card_text,
    is_last_lay,
    last_lay_sentence,
    listed,
    move_sentence,
    move_sentences,
)
from game.ui.text.result_words import (
    ending_sentence,
    payment_sentences,
    why_paid_twice,
    why_so_much,
)
from game.ui.text.save_troubles import renewed_sentence, trouble_sentence
from game.ui.text.sessions import (
    BIG_ONE,
    big_one_called,
    next_dealer_words,
    number_text,
    points_text,
    unfinished_sentence,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from concurrent.futures import Future

    from game.play.ledger import Joining
    from game.play.plan import Player
    from game.play.session import Session
    from game.rules.actions import Action, Reason
    from game.rules.cards import Card
    from game.rules.record import HandRecord
    from game.rules.view import SeatView
    from game.saves.settings import Settings
    from game.ui.shell.scene import Stage
    from game.ui.table.flow.shown import Logbook, Words
    from game.ui.table.motion.board import Board


class HandFlow:
    """Advances a session whenever no animation has to finish first."""

    _TRY_AGAIN: Final = 2.0
    """Seconds between attempts to save after a failure."""

    def __init__(
        self,
        stage: Stage,
        session: Session,
        board: Board,
        log: Logbook,
        between_hands: BetweenHands,
    ) -> None:
        self.session = session
        self._stage, self._board, self._log = stage, board, log
        self._turns = TurnPace(self._think)
        self._has_complained = False
        self._since_writing = 0.0
        bots = stage.services.opponents().side_decisions
        self.driver = Driver(session, bots, session.human, self._is_race, self._word)
        self.me = session.human or 0
        self._get_ready()
        self.slaps = SlapClock(self.driver, self.me, self._think)
        self._failed: int | None = None
        """The opponent that failed to decide, until the player says how to continue."""
        self._next: Action | None = None
        """The action that begins the player's turn once nobody else drops first."""
        self.hands_played = 0
        self.news: Sequence[Words] = ()
        """Lines about what the finished hand has brought besides its payments."""
        self._looking: Iterator[Sequence[Words]] | None = None
        """Produces more of these lines, one step a frame."""
        self._pending: list[tuple[Words, bool]] = []
        """Log entries that wait until the table has shown why; each with whether it is a head."""
        self.between_hands = between_hands
        self.pots = Pots(session, board, log)
        self._was_big = False
        self._wins = 0
        """How many hands in a row the player has won in this sitting."""
        self.seen_as: Callable[[SeatView], SeatView] = lambda view: view
        """Turns the player's view into the one shown: a practice table may reveal more."""

    @property
    def settings(self) -> Settings:
        """The current settings."""
        return self._stage.services.settings.settings

    @property
    def is_sealed(self) -> bool:
        """Whether the deck was sealed: of the hand on the table, or else of the next one."""
        session = self.session
        if not self.between_hands.shows_deal:
            return False
        if session.is_playing and session.deal is not None:
            return session.deal.seal is not None
        return session.sealed is not None

    @property
    def speed(self) -> str:
        """The current speed setting."""
        return self.settings.speed

    def begin(self) -> None:
        """Start the session: resume an unfinished hand, cut for the deal, or deal."""
        self._board.is_calm = is_calm(self._stage.services)
        match self.driver.waits_for:
            case CutShown() if self._shows_cuts:
                self._show_cut()
            case CutShown() | HandEnded(None):
                if not self.session.rules.has_bets:
                    self.next_hand()
            case _:
                self._resume()

    def advance(self, dt: float) -> None:
        """Let the opponents think and act, unless animations must finish first."""
        try:
            self._advance(dt)
        except OpponentFailedError as error:
            self._failed = error.seat
            self.between_hands.tell_failure(error.seat, self)

    def _advance(self, dt: float) -> None:
        board = self._board
        board.is_calm = is_calm(self._stage.services)
        self._look_for_news()
        self._watch_saving(dt)
        self._turns.update(dt)
        if self._failed is not None:
            return
        if not board.is_scene:
            self._let_opponent_think()
        if board.timeline.is_busy:
            # An opponent need not wait for a card to land, and a late one need not wait at all.
            may_go_on = self._turns.is_late or board.timeline.is_landing
            if may_go_on and not board.is_scene and not self.slaps.is_on:
                self._let_opponent_act()
            return
        self._write_pending()
        if board.view is None:
            self.next_hand()
        elif self.slaps.is_on:
            self._let_opponents_slap(dt)
        elif self.session.is_playing:
            self._let_opponent_act()

    def idle_for(self) -> float | None:
        """Return the seconds until an opponent may act or a race must be updated."""
        if self._board.view is None and not self.between_hands.is_asking:
            return 0.0  # the next hand is about to be dealt
        if self._looking is not None:
            return 0.0
        wait = self.slaps.idle_for() if self.slaps.is_on else self._turns.idle_for()
        if self.session.trouble is None:
            return wait
        return self._TRY_AGAIN if wait is None else min(wait, self._TRY_AGAIN)

    def next_hand(self) -> None:
        """Go on to the next hand or the end of the session."""
        while self._looking is not None:
            self._look_for_news()
        self._write_pending()
        self.pots.finish()
        driver = self.driver
        if not isinstance(driver.waits_for, BetsOpen | SessionOver):
            driver.go_on()
        if isinstance(driver.waits_for, BigOneCalled):
            self._show_call()
            driver.go_on()
        match driver.waits_for:
            case SessionOver():
                self.between_hands.end()
            case BetsOpen() as bets:
                self.between_hands.ask(bets, self._join)
            case _:
                self._show_deal()

    def try_again(self) -> None:
        """Ask the opponent that could not decide again."""
        self._failed = None

    def give_up(self) -> None:
        """Abandon the hand, unpaid, and deal another."""
        self.stop()
        self._failed, self._next = None, None
        number = self.session.played
        record = self.driver.give_up()
        self._pending.append((partial(unfinished_sentence, number), False))
        self._write_pending()
        self.between_hands.keep_unfinished(record)
        self._get_ready()
        self._board.make_room(len(self.session.names))

    def seat_another(self) -> None:
        """Seat one more player, who is in the next hand."""
        seat = self.driver.seat_another(self.between_hands.newcomer())
        self._write_pending()
        name, ledger = self.session.names[seat], self.session.standing.ledger
        self._log.add(lambda: _("{name} sits down on the dealer's right.").format(name=name))
        if points := ledger.points[seat]:
            self._log.add(
                lambda: _("{name} starts with {points}, tied with the highest.").format(
                    name=name, points=points_text(points)
                )
            )
        self._get_ready()
        self._board.make_room(len(self.session.names))

    def change_opponents(self) -> None:
        """Let the player replace opponents; the new ones take over the seats and their money."""
        self._write_pending()
        self.between_hands.change_opponents(self._log_opponents)

    def _log_opponents(self) -> None:
        self._get_ready()
        bots = [player for player in self.session.players if not player.is_human]
        self._log.add(partial(_against, tuple(bots)))

    def _join(self, joining: Joining) -> None:
        """Deal the next hand once all have decided on side bets."""
        self.driver.join(joining)
        self._show_deal()

    def _word(self) -> str:
        """Return the player's client seed, which is mixed into a sealed deck at the deal."""
        return self.settings.word

    def _show_deal(self) -> None:
        """Show the deal; naturals may have ended the hand at once."""
        self.news = ()
        view = self._seen()
        self._announce_big_one(view)
        self._log_deal(view)
        self._board.deal(view)
        self._after(view)

    def _log_deal(self, view: SeatView) -> None:
        """Log the beginning of a hand: its number and the dealer."""
        number = self.session.played
        self._log.add(lambda: number_text(self.session, number), is_head=True)
        name = self.session.names[view.dealer]
        is_own = view.dealer == self.me
        self._log.add(lambda: _("You deal.") if is_own else _("{name} deals.").format(name=name))
        if view.is_big_one:
            self._log.add(lambda: _(BIG_ONE))

    def _show_call(self) -> None:
        """Announce prominently that a bot who deals has called the big one."""
        name = self.session.names[self.session.standing.dealer]
        self._stage.notify(big_one_called(name))
        self._log.add(lambda: big_one_called(name))
        self._was_big = True

    def _announce_big_one(self, view: SeatView) -> None:
        """Announce the big one at the first hand that pays double."""
        if view.is_big_one and not self._was_big:
            self._stage.notify(_("The big one: from this hand on everything pays double."))
        self._was_big = view.is_big_one

    def act(self, seat: int, action: Action) -> None:
        """Play an action, show it and log it."""
        self._turns.forget()
        self._next = None
        if seat == self.me:
            self._turns.turn_over()
        before = self._board.view
        self.driver.act(seat, action)
        view = self._seen()
        move = view.moves[-1]
        words = partial(move_sentence, view, move, self.session.names, self.me)
        self._log.add(words)
        self._tell_last_lay(before, view)
        self._board.show(view, move, words())
        self._after(view)

    def play(self, action: Action) -> None:
        """Play the player's own action; a pass may mean leaving a discard to others."""
        if action == PASS and self.slaps.asks_me:
            self.driver.answer(self.me, PASS)
            self._board.look(self._view())
        else:
            self.act(self.me, action)

    def begin_turn(self, action: Action) -> None:
        """Decline the player's drop, and begin its turn with an action once all have decided."""
        self.play(PASS)
        self._next = action

    def decision_view(self) -> SeatView:
        """Return the player's view with the legal answers, as a bot in the seat would get it for a
        turn, claim, slap or drop.
        """
        return self.driver.view(self.me)

    def stop(self) -> None:
        """Withdraw all questions to opponents."""
        self._turns.forget()
        self.slaps.restart(0.0)

    def why(self, action: Action) -> Reason | None:
        """Return why the player may not take an action; None if it is legal."""
        hand = self.session.hand
        return None if hand is None else hand.why_illegal(self.me, action)

    def _get_ready(self) -> None:
        """Have the opponents prepare what takes long, so that no decision waits for it."""
        session = self.session
        levels = [player.level for player in session.players if not player.is_human]
        self._stage.services.get_ready(session.rules, levels, len(session.players))

    def _think(self, view: SeatView, level: str, seed: int) -> Future[Action]:
        return self._stage.watch(self._stage.services.thinker(view, level, seed))

    def _is_race(self) -> bool:
        """Return whether slaps are a race against the clock."""
        settings = self.settings
        return not settings.slap_untimed and settings.speed != "instant"

    def _seen(self) -> SeatView:
        """Return the player's view after something has happened."""
        self.slaps.restart(self.settings.slap_seconds)
        return self._view()

    def _view(self) -> SeatView:
        return self.seen_as(self.driver.view(self.me, may_begin=True))

    def _let_opponent_think(self) -> None:
        """Ask an opponent to decide while the last move is still being animated."""
        match self.driver.waits_for:
            case Decision(seat, view, seed) if seat != self.me and not self._turns.is_thinking:
                level = self.session.players[seat].level
                self._turns.begin(seat, view, level, seed, self.speed)
            case _:
                pass

    def _let_opponent_act(self) -> None:
        seat, action = self._turns.seat, self._turns.answer()
        if action is not None and seat is not None:
            self.act(seat, action)

    def _let_opponents_slap(self, dt: float) -> None:
        """Wait for a claim or slap; without one the next turn begins or the hand ends."""
        is_settled, window = self.slaps.advance(dt), self.slaps.window
        if is_settled and window is not None and window.outcome is not None:
            self.act(*window.outcome)
            return
        if is_settled:
            self.driver.settle()
        if not self.session.is_playing:
            self._board.end(self._seen())
            self._after(self.session.view(self.me))
            return
        before, view = self._board.view, self._view()
        self._board.look(view)
        self._tell_last_lay(before, view)
        if self._next is not None and not self.slaps.is_on:
            action, self._next = self._next, None
            if action in view.legal:
                self.act(self.me, action)

    def _after(self, view: SeatView) -> None:
        self._watch_saving(0.0)
        if view.result is not None:
            self.hands_played += 1
            self._wins = self._wins + 1 if self.me in view.result.winners else 0
            self._board.celebrate(self._wins)
            self._looking = self.between_hands.news()
            self._log_ending(view)

    def _watch_saving(self, dt: float) -> None:
        """Report at once when the session cannot be saved, retry regularly, and report success."""
        session = self.session
        if session.trouble is not None:
            self._since_writing += dt
            if not self._has_complained:
                self._has_complained = True
                self._say(trouble_sentence(session.trouble))
            elif self._since_writing >= self._TRY_AGAIN:
                self._since_writing = 0.0
                session.write_again()
        if session.trouble is None and self._has_complained:
            self._has_complained = False
            self._say(_("Saving works again."))
        if session.was_renewed:
            session.was_renewed = False
            self._say(self._renewed())

    def _renewed(self) -> str:
        """Return the notice that lost saves were rewritten, with the number of hands in them."""
        try:
            return renewed_sentence(self._stage.services.saves.history().saved)
        except (StoreError, DamagedError):  # the next write reports it
            return renewed_sentence(None)

    def _say(self, line: str) -> None:
        self._stage.notify(line)
        self._log.add(lambda: line)

    def _tell_last_lay(self, before: SeatView | None, view: SeatView) -> None:
        """Announce that a drop or stock-out lets players lay once more before counting."""
        if is_last_lay(view) and before is not None and not is_last_lay(before):
            self._log.add(partial(last_lay_sentence, view, self.session.names, self.me))

    def _log_again(self, before: SeatView | None, seen: SeatView) -> None:
        """Log a move from before the session was resumed."""

        lines = partial(move_sentences, before, seen, seen.moves[-1], self.session.names, self.me)
        for place in range(len(lines())):
            self._log.add(partial(_line_of, lines, place))

    def _log_ending(self, view: SeatView) -> None:
        result, hand, names = view.result, self.session.hand, self.session.names
        if result is None or hand is None:
            return
        self._pending.append((partial(ending_sentence, hand, names, self.me), True))
        why = partial(why_paid_twice, hand, names, self.me)
        self._pending += [(partial(_line_of, why, place), False) for place in range(len(why()))]
        paid = partial(payment_sentences, result.transfers, names, self.me)
        self._pending += [(partial(_line_of, paid, place), False) for place in range(len(paid()))]
        self._pending += [(words, False) for words in self.pots.not_yet_logged()]
        self._pending.append((SessionScores(self.session).sentence(hand, self.me), False))
        more = partial(why_so_much, hand, self.me)
        self._pending += [
            (partial(_line_of, more, place), False) for place in range(len(list(more())))
        ]
        if dealer := next_dealer_words(self.session):
            self._pending.append((dealer, False))

    def _look_for_news(self) -> None:
        """Take one step in finding what the finished hand has brought."""
        if self._looking is None:
            return
        lines = next(self._looking, None)
        if lines is None:
            self._looking = None
        else:
            self.news = (*self.news, *lines)
            self._pending += [(words, False) for words in lines]

    def _write_pending(self) -> None:
        for words, is_head in self._pending:
            self._log.add(words, is_head=is_head)
        self._pending.clear()

    def _resume(self) -> None:
        view = self._seen()
        if self.session.number == 1 and self._shows_cuts:
            self._log_cut()
        self._write_pending()
        self._log_deal(view)
        self._was_big = view.is_big_one
        before: SeatView | None = None
        for seen in self.session.views_so_far(self.me):
            self._log_again(before, seen)
            before = seen
        self._tell_last_lay(before, view)
        self._board.put(view)
        self._log_ending(view)

    @property
    def _shows_cuts(self) -> bool:
        is_wanted = self.speed != "instant" and self.settings.cut == "cut"
        return is_wanted and self.session.was_cut

    def _show_cut(self) -> None:
        """Show the cut: every seat cuts a card, and the highest deals (RULES.md §1.2)."""
        self._board.cut(cut(self._log_cut(), self.session.dealer))

    def _log_cut(self) -> list[list[tuple[int, Card]]]:
        """Start the log with the cut; return its rounds, each with seats and their cards."""
        found, names = self.session.cut, self.session.names
        seat_of = {player: seat for seat, player in enumerate(found.seating())}
        rounds = [[(seat_of[each.player], each.card) for each in drawn] for drawn in found.rounds]
        self._log.add(lambda: _("Cut for the deal"), is_head=True)
        for seat, card in (each for drawn in rounds for each in drawn):
            self._pending.append((partial(self._cut_words, seat, card, names[seat]), False))
        return rounds

    def _cut_words(self, seat: int, card: Card, name: str) -> str:
        """Return a sentence about who has cut which card."""
        who = _("You") if seat == self.me else name
        return _("{name}: {card}").format(name=who, card=card_text(card))


def _against(bots: Sequence[Player]) -> str:
    """Return a sentence about the player's opponents from now on."""
    named = [f"{player.name} ({bot_words(player.level)})" for player in bots]
    return _("From the next hand on, you play {names}.").format(names=listed(named))


Deal = Callable[["Joining"], None]
"""Deals the next hand, with everybody's decisions on side bets."""


class BetweenHands(Protocol):
    """What to ask and show between hands, on pages of their own."""

    @property
    def is_asking(self) -> bool:
        """Whether the player is being asked."""

    @property
    def may_review(self) -> bool:
        """Whether there is a coach to review the hand."""

    @property
    def lacks_kernel(self) -> bool:
        """Whether reviews are disabled because the kernel is not installed."""

    @property
    def onward(self) -> str:
        """What follows this hand if it is neither another hand nor the end; otherwise empty."""

    @property
    def has_more(self) -> bool:
        """Whether the player can do more after a hand than look at it and continue."""

    @property
    def shows_deal(self) -> bool:
        """Whether there is a page about how the cards are dealt."""

    def news(self) -> Iterator[Sequence[Callable[[], str]]]:
        """Yield lines about what the finished hand has brought besides its payments, in steps.

        Each step takes part of a frame, and yields some lines or none.
        """

    def ask(self, bets: BetsOpen, deal: Deal) -> None:
        """Ask the player about side bets, then deal."""

    def tell_failure(self, seat: int, flow: HandFlow) -> None:
        """Report that the opponent at ``seat`` cannot decide, and ask how to continue."""

    def keep_unfinished(self, record: HandRecord) -> None:
        """Save an abandoned hand, and report where."""

    def end(self) -> None:
        """Show who has won the finished session."""

    def newcomer(self) -> Player:
        """Return one more bot to join the table."""

    def change_opponents(self, changed: Callable[[], None]) -> None:
        """Ask who plays in the bots' seats from the next hand on."""


def _line_of(lines: Callable[[], Iterable[str]], place: int) -> str:
    """Return one of several lines, in the current language."""
    return list(lines())[place]
