"""Hand after hand at the table: cut, deal, turns and settlement, shown as they happen.

The driver of ``game.play`` says what comes next; this shows it on the board, writes it into the
log, and passes on what the player and the opponents decide.
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
from game.ui.text.result_words import ending_sentence, payment_sentences, why_paid_twice
from game.ui.text.save_troubles import renewed_sentence, trouble_sentence
from game.ui.text.sessions import (
    BIG_ONE,
    called_by,
    called_sentence,
    deal_text,
    next_dealer_words,
    number_text,
    points_text,
    unfinished_sentence,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
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
    """Moves a session on whenever nothing is left to be seen first."""

    _TRY_AGAIN: Final = 2.0
    """Seconds after which what could not be saved is tried again."""

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
        """The opponent that could not decide, as long as the player has not said how to go on."""
        self._next: Action | None = None
        """The action with which the player begins its turn once nobody else drops before it."""
        self.hands_played = 0
        self.news: Sequence[Words] = ()
        """Lines about what the hand that is over has come to beside its payments."""
        self._looking: Iterator[Sequence[Words]] | None = None
        """Looks for more of them, a step in every frame."""
        self._pending: list[tuple[Words, bool]] = []
        """Lines for the log, with whether each is a heading, until the table has shown why."""
        self.between_hands = between_hands
        self.pots = Pots(session, board, log)
        self._was_big = False
        self._wins = 0
        """Hands that the player has won in a row in this sitting."""
        self.seen_as: Callable[[SeatView], SeatView] = lambda view: view
        """What the table shows of what the player sees: at a table for practice perhaps more."""

    @property
    def settings(self) -> Settings:
        """The settings, as they are now."""
        return self._stage.services.settings.settings

    @property
    def is_sealed(self) -> bool:
        """Whether the deck of the hand on the table, or else of the next one, was sealed."""
        session = self.session
        if not self.between_hands.shows_deal:
            return False
        if session.is_playing and session.deal is not None:
            return session.deal.seal is not None
        return session.sealed is not None

    @property
    def speed(self) -> str:
        """The speed setting, as it is now."""
        return self.settings.speed

    def begin(self) -> None:
        """Sit down: go on with a hand that was left, or cut for the deal, or deal."""
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
        """Let the opponents think and act, as far as nothing is still on its way."""
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
            # An opponent need not wait until the card before lies, still less one that is late.
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
        """Seconds until an opponent has thought long enough, or a race has gone on."""
        if self._board.view is None and not self.between_hands.is_asking:
            return 0.0  # the next hand is about to be dealt
        if self._looking is not None:
            return 0.0
        wait = self.slaps.idle_for() if self.slaps.is_on else self._turns.idle_for()
        if self.session.trouble is None:
            return wait
        return self._TRY_AGAIN if wait is None else min(wait, self._TRY_AGAIN)

    def next_hand(self) -> None:
        """Go on to the next hand, or to the end of the session."""
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
        """Ask the opponent that could not decide once more."""
        self._failed = None

    def give_up(self) -> None:
        """Leave the hand unfinished; another is dealt, in which nothing has been paid for it."""
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
        """Seat one more player, and deal the next hand to all of them."""
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
        """Others may take over the bots' seats, with what lies before them."""
        self._write_pending()
        self.between_hands.change_opponents(self._log_opponents)

    def _log_opponents(self) -> None:
        self._get_ready()
        bots = [player for player in self.session.players if not player.is_human]
        self._log.add(partial(_against, tuple(bots)))

    def _join(self, joining: Joining) -> None:
        """Deal the next hand, once all have decided about side bets."""
        self.driver.join(joining)
        self._show_deal()

    def _word(self) -> str:
        """Return the player's client seed, which is mixed into a sealed deck as it is dealt."""
        return self.settings.word

    def _show_deal(self) -> None:
        """Show the hand that has been dealt; naturals may have ended it at once."""
        self.news = ()
        view = self._seen()
        self._announce_big_one(view)
        self._log_deal(view)
        self._board.deal(view)
        self._after(view)

    def _log_deal(self, view: SeatView) -> None:
        """Begin a hand in the log: its number, how it is dealt and by whom."""
        number = self.session.played
        self._log.add(lambda: number_text(self.session, number), is_head=True)
        if deal := self.session.deal_number:
            self._log.add(lambda: _("{deal}, not sealed.").format(deal=deal_text(deal)))
        name = self.session.names[view.dealer]
        is_own = view.dealer == self.me
        self._log.add(lambda: _("You deal.") if is_own else _("{name} deals.").format(name=name))
        if view.is_big_one:
            self._log.add(lambda: _(BIG_ONE))

    def _show_call(self) -> None:
        """Say that a bot that deals has called the big one, where it cannot be missed."""
        self._stage.notify(called_sentence(self.session))
        name = self.session.names[self.session.standing.dealer]
        self._log.add(lambda: called_by(name))
        self._was_big = True

    def _announce_big_one(self, view: SeatView) -> None:
        """Say so with the first hand that pays double."""
        if view.is_big_one and not self._was_big:
            self._stage.notify(_("The big one: from this hand on everything pays double."))
        self._was_big = view.is_big_one

    def act(self, seat: int, action: Action) -> None:
        """Play an action, show it and write it down."""
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
        """Play the player's own action; a pass may be that it leaves a discard to others."""
        if action == PASS and self.slaps.asks_me:
            self.driver.answer(self.me, PASS)
            self._board.look(self._view())
        else:
            self.act(self.me, action)

    def begin_turn(self, action: Action) -> None:
        """Let nobody wait for the player's drop, and begin its turn so once all have decided."""
        self.play(PASS)
        self._next = action

    def asked(self) -> SeatView:
        """Return what the player's seat sees, with what it may answer as a bot would be asked."""
        return self.driver.view(self.me)

    def stop(self) -> None:
        """Forget what opponents are still thinking about."""
        self._turns.forget()
        self.slaps.restart(0.0)

    def why(self, action: Action) -> Reason | None:
        """Return why the player may not do this; None if it may."""
        hand = self.session.hand
        return None if hand is None else hand.why_illegal(self.me, action)

    def _get_ready(self) -> None:
        """Have the opponents work out now what takes long, so that no decision waits for it."""
        session = self.session
        levels = [player.level for player in session.players if not player.is_human]
        self._stage.services.get_ready(session.rules, levels, len(session.players))

    def _think(self, view: SeatView, level: str, seed: int) -> Future[Action]:
        return self._stage.watch(self._stage.services.thinker(view, level, seed))

    def _is_race(self) -> bool:
        """Whether all slap at once against the clock."""
        settings = self.settings
        return not settings.slap_untimed and settings.speed != "instant"

    def _seen(self) -> SeatView:
        """Return what the player sees now that something has happened."""
        self.slaps.restart(self.settings.slap_seconds)
        return self._view()

    def _view(self) -> SeatView:
        return self.seen_as(self.driver.view(self.me, may_begin=True))

    def _let_opponent_think(self) -> None:
        """Let an opponent think while the move before is still being shown."""
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
        """Wait for a claim or a slap; where none comes the next turn begins, or the hand ends."""
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
        """Say at once when the session cannot be saved, try again now and then, and say so."""
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
        """Say that the saves were written again, with how many hands are in them, counted there."""
        try:
            return renewed_sentence(self._stage.services.store.history().saved)
        except (StoreError, DamagedError):  # the next write reports it
            return renewed_sentence(None)

    def _say(self, line: str) -> None:
        self._stage.notify(line)
        self._log.add(lambda: line)

    def _tell_last_lay(self, before: SeatView | None, view: SeatView) -> None:
        """Say when a drop or a stock-out lets players lay once more before counting."""
        if is_last_lay(view) and before is not None and not is_last_lay(before):
            self._log.add(partial(last_lay_sentence, view, self.session.names, self.me))

    def _log_again(self, before: SeatView | None, seen: SeatView) -> None:
        """Log a move that was made before the session was resumed."""

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
        if dealer := next_dealer_words(self.session):
            self._pending.append((dealer, False))

    def _look_for_news(self) -> None:
        """Take one step in looking for what the hand that is over has come to."""
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
        return self.speed != "instant" and self.settings.cut == "cut"

    def _show_cut(self) -> None:
        """Every seat cuts a card; the highest deals (RULES.md §1.2)."""
        self._board.cut(cut(self._log_cut(), self.session.dealer))

    def _log_cut(self) -> list[list[tuple[int, Card]]]:
        """Begin the log with the cut; gives the rounds of it, each with who cut which card."""
        found, names = self.session.cut, self.session.names
        seat_of = {player: seat for seat, player in enumerate(found.seating())}
        rounds = [[(seat_of[each.player], each.card) for each in drawn] for drawn in found.rounds]
        self._log.add(lambda: _("Cut for the deal"), is_head=True)
        for seat, card in (each for drawn in rounds for each in drawn):
            self._pending.append((partial(self._cut_words, seat, card, names[seat]), False))
        return rounds

    def _cut_words(self, seat: int, card: Card, name: str) -> str:
        """Return who has cut which card."""
        who = _("You") if seat == self.me else name
        return _("{name}: {card}").format(name=who, card=card_text(card))


def _against(bots: Sequence[Player]) -> str:
    """Return who the player plays against from now on."""
    named = [f"{player.name} ({bot_words(player.level)})" for player in bots]
    return _("From the next hand on, you play {names}.").format(names=listed(named))


Deal = Callable[["Joining"], None]
"""Deals the next hand with what all have decided about side bets."""


class BetweenHands(Protocol):
    """What has to be asked and shown between two hands, on pages of their own."""

    @property
    def is_asking(self) -> bool:
        """Whether the player is being asked now."""

    @property
    def may_call_big_one(self) -> bool:
        """Whether the player deals next and may call the big one."""

    @property
    def may_review(self) -> bool:
        """Whether there is a coach to review the hand."""

    @property
    def lacks_kernel(self) -> bool:
        """Whether a review is greyed, since what it needs was not installed."""

    @property
    def onward(self) -> str:
        """What comes after this hand, where it is neither another one nor the end; else empty."""

    @property
    def has_more(self) -> bool:
        """Whether there is more to do after a hand than to look at it and to go on."""

    @property
    def shows_deal(self) -> bool:
        """Whether there is anything to tell of how the cards are dealt."""

    def news(self) -> Iterator[Sequence[Callable[[], str]]]:
        """Lines about what the hand that is over has come to beside its payments, in steps.

        A step takes a part of a frame, and finds some lines or none.
        """

    def ask(self, bets: BetsOpen, deal: Deal) -> None:
        """Ask the player about side bets, then deal."""

    def tell_failure(self, seat: int, flow: HandFlow) -> None:
        """Say that the opponent at ``seat`` cannot decide, and ask how to go on."""

    def keep_unfinished(self, record: HandRecord) -> None:
        """Keep a hand that was given up, and say where."""

    def end(self) -> None:
        """Show who has won the session that is over."""

    def newcomer(self) -> Player:
        """Return one more bot, to sit down with those at the table."""

    def change_opponents(self, changed: Callable[[], None]) -> None:
        """Ask who is to play on in the bots' seats, from the next hand on."""


def _line_of(lines: Callable[[], Sequence[str]], place: int) -> str:
    """Return one of several lines, in the language of now."""
    return lines()[place]
