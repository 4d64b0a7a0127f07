"""The course of a session: cut, deal, turns and settlement, hand after hand.

The rules and the session decide; the board shows; this only passes things on from one to the other.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from game.rules.actions import PASS
from game.rules.phases import Phase
from game.session.bigone import dealer_calls
from game.ui.calm import is_calm
from game.ui.companywords import bot_words
from game.ui.notices import trouble_sentence
from game.ui.sessionwords import BIG_ONE, called_by, called_sentence, number_text, points_text
from game.ui.table.director import cut
from game.ui.table.pots import Pots
from game.ui.table.rivals import Rivals
from game.ui.table.scoring import brings_sentence
from game.ui.table.slapping import Slapping
from game.ui.text import _
from game.ui.words import (
    card_text,
    ending_sentence,
    listed,
    move_sentence,
    payment_sentence,
    why_void,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Future

    from game.rules.actions import Action
    from game.rules.cards import Card
    from game.rules.reasons import Reason
    from game.rules.view import SeatView
    from game.session.plan import Player
    from game.session.pots import Joining
    from game.session.session import Session
    from game.ui.scene import Stage
    from game.ui.table.board import Board
    from game.ui.table.interval import Interval
    from game.ui.table.logbook import Logbook, Words


class Course:
    """Moves a session on whenever nothing has to be seen first."""

    def __init__(
        self, stage: Stage, session: Session, board: Board, log: Logbook, interval: Interval
    ) -> None:
        self.session = session
        self._stage, self._board, self._log = stage, board, log
        self._rivals = Rivals(self._think)
        self._has_complained = False
        self.me = session.human or 0
        self.slaps = Slapping(session, self.me, self._think)
        self.hands_played = 0
        self._pending: list[tuple[Words, bool]] = []
        """What the log will tell once it has been seen."""
        self.before = session.standing.ledger
        """What every seat had when the hand on the table began."""
        self.interval = interval
        self.pots = Pots(session, board, log)
        self._was_big = False

    @property
    def speed(self) -> str:
        """The speed setting, as it is now."""
        return self._stage.services.settings.settings.speed

    @property
    def is_suggesting(self) -> bool:
        """Whether cards that could be laid are to be hinted at."""
        return self._stage.services.settings.settings.suggestions and not self._board.is_scene

    @property
    def is_settling(self) -> bool:
        """Whether the settlement is on show."""
        view = self._board.view
        return view is not None and view.result is not None and self._board.effects.is_settled

    def begin(self) -> None:
        """Sit down: go on with a hand that was left, or cut for the deal, or deal."""
        self._board.is_calm = is_calm(self._stage.services)
        if self.session.hand is not None:
            self._go_on()
        elif self.session.number == 0 and self.speed != "instant":
            self._cut()
        elif not self.interval.must_ask:
            self.next_hand()

    def advance(self, dt: float) -> None:
        """Let the opponents think and act, as far as nothing is still on its way."""
        self._board.is_calm = is_calm(self._stage.services)
        self._rivals.update(dt)
        if self.session.is_playing and not self._board.is_scene:
            self._let_rivals_think()
        if self._board.timeline.is_busy:
            self._let_late_rival_play()
            return
        self._write_pending()
        if self._board.view is None:
            self.next_hand()
        elif self.session.is_playing:
            self._let_rivals_play(dt)

    def idle_for(self) -> float | None:
        """Seconds until an opponent has thought long enough, or a race has gone on."""
        if self._board.view is None and not self.interval.is_asking:
            return 0.0  # the next hand is about to be dealt
        return self.slaps.idle_for() if self.slaps.is_on else self._rivals.idle_for()

    def next_hand(self) -> None:
        """Go on to the next hand, or to the end of the session."""
        self._write_pending()
        self.pots.finish()
        if self.session.is_over:
            self.interval.end()
        else:
            self._let_dealer_call()
            self.interval.ask(self._deal)

    def seat_another(self) -> None:
        """One more player sits down, and the next hand is dealt to all of them."""
        seat = self.interval.seat_another()
        self._write_pending()
        name, ledger = self.session.names[seat], self.session.standing.ledger
        self._log.add(lambda: _("{name} sits down on the dealer's right.").format(name=name))
        if points := ledger.points[seat]:
            self._log.add(
                lambda: _("{name} begins with {points}, as many as anybody has.").format(
                    name=name, points=points_text(points)
                )
            )
        self.before = ledger
        self._board.make_room(len(self.session.names))

    def change_opponents(self) -> None:
        """Others may take over the bots' seats, with what lies before them."""
        self._write_pending()
        self.interval.change_opponents(self._tell_opponents)

    def _tell_opponents(self) -> None:
        bots = [player for player in self.session.players if not player.is_human]
        self._log.add(partial(_against, tuple(bots)))

    def _deal(self, joining: Joining) -> None:
        """Deal; naturals may end the hand at once."""
        self.before = self.session.standing.ledger
        self._announce_big_one()
        self.session.next_hand(joining)
        view = self._seen()
        self._tell_number()
        name = self.session.names[view.dealer]
        is_own = view.dealer == self.me
        self._log.add(lambda: _("You deal.") if is_own else _("{name} deals.").format(name=name))
        if view.is_big_one:
            self._log.add(lambda: _(BIG_ONE))
        self._board.deal(view)
        self._after(view)

    def _let_dealer_call(self) -> None:
        """A bot that deals may call the big one; nobody shall miss it."""
        if dealer_calls(self.session):
            self.session.call_big_one()
            self._stage.notify(called_sentence(self.session))
            name = self.session.names[self.session.standing.dealer]
            self._log.add(lambda: called_by(name))
            self._was_big = True

    def _announce_big_one(self) -> None:
        """Before the first hand that pays double, so that nobody can say they had not known."""
        if self.session.comes_big and not self._was_big:
            self._stage.notify(_("The big one: from this hand on everything pays double."))
        self._was_big = self.session.comes_big

    def act(self, seat: int, action: Action) -> None:
        """Play an action, show it and write it down."""
        self._rivals.forget()
        if seat == self.me:
            self._rivals.turn_over()
        self.slaps.about_to_play(action)
        self.session.act(seat, action)
        view = self._seen()
        move = view.moves[-1]
        words = partial(move_sentence, view, move, self.session.names, self.me)
        self._log.add(words)
        self._board.show(view, move, words())
        self._after(view)

    def play(self, action: Action) -> None:
        """The player's own action; a pass may be that it leaves a discard to others."""
        if action == PASS and self.slaps.asks_me:
            self.slaps.decline()
            self._board.look(self.slaps.seen(self.session.view(self.me)))
        else:
            self.act(self.me, action)

    def asked(self) -> SeatView:
        """What the player's seat sees, with what it may answer as a bot would be asked."""
        view = self.session.view(self.me)
        return self.slaps.asked(view) if self.slaps.asks_me else self.slaps.seen(view)

    def stop(self) -> None:
        """Nobody has to think any more."""
        self._rivals.forget()
        self.slaps.stop()

    def why(self, action: Action) -> Reason | None:
        """Why the player may not do this, or None if it may."""
        hand = self.session.hand
        return None if hand is None else hand.why_illegal(self.me, action)

    def _think(self, view: SeatView, level: str, seed: int) -> Future[Action]:
        return self._stage.watch(self._stage.services.thinker(view, level, seed))

    def _seen(self) -> SeatView:
        """What the player sees now that something has happened, slaps and all."""
        settings = self._stage.services.settings.settings
        hurries = not settings.slap_untimed and settings.speed != "instant"
        self.slaps.follow(settings.slap_seconds if hurries else 0.0)
        return self.slaps.seen(self.session.view(self.me))

    def _let_rivals_think(self) -> None:
        """An opponent thinks while the move before is still being shown."""
        view = self._board.view
        if view is None or self.slaps.is_on or view.turn == self.me:
            return
        if not self._rivals.is_thinking:
            seat = view.turn
            level, seed = self.session.players[seat].level, self.session.decision_seed(seat)
            seen = self.slaps.asked(self.session.view(seat))
            self._rivals.begin(seat, seen, level, seed, self.speed)

    def _let_rivals_play(self, dt: float) -> None:
        if self.slaps.is_on:
            self._let_them_slap(dt)
            return
        seat, action = self._rivals.seat, self._rivals.answer()
        if action is not None and seat is not None:
            self.act(seat, action)

    def _let_late_rival_play(self) -> None:
        """Who has let the player wait for long goes on while its last card is still flying."""
        if self._rivals.is_late and not self._board.is_scene and not self.slaps.is_on:
            self._let_rivals_play(0.0)

    def _let_them_slap(self, dt: float) -> None:
        """Wait for a slap; where none comes the next turn begins, or the hand ends."""
        outcome = self.slaps.advance(dt)
        if outcome is not None and outcome.action is not None:
            self.act(outcome.seat, outcome.action)
        elif outcome is not None and self._is_ending():
            self.session.close_slap()
            self._board.end(self._seen())
            self._after(self.session.view(self.me))
        else:
            self._board.look(self.slaps.seen(self.session.view(self.me)))

    def _is_ending(self) -> bool:
        return self.session.hand is not None and self.session.hand.phase is Phase.SLAP

    def _after(self, view: SeatView) -> None:
        if self.session.trouble is not None and not self._has_complained:
            self._has_complained = True
            self._stage.notify(trouble_sentence(self.session.trouble))
        if view.result is not None:
            self.hands_played += 1
            self._tell_ending(view)

    def _tell_ending(self, view: SeatView) -> None:
        result, names = view.result, self.session.names
        if result is None:
            return
        self._pending.append((partial(ending_sentence, result, names, self.me), True))
        hand = self.session.hand
        if hand is not None and why_void(hand, result, names, self.me):
            self._pending.append((partial(why_void, hand, result, names, self.me), False))
        for payment in result.transfers:
            self._pending.append((partial(payment_sentence, payment, names, self.me), False))
        self._pending += [(words, False) for words in self.pots.untold()]
        self._pending.append((brings_sentence(self.session, result, self.me), False))

    def _write_pending(self) -> None:
        for words, is_head in self._pending:
            self._log.add(words, is_head=is_head)
        self._pending.clear()

    def _go_on(self) -> None:
        view = self._seen()
        self._tell_number()
        self._was_big = view.is_big_one
        if view.is_big_one:
            self._log.add(lambda: _(BIG_ONE))
        for seen in self.session.views_so_far(self.me):
            self._log.add(partial(move_sentence, seen, seen.moves[-1], self.session.names, self.me))
        self._board.put(view)
        self._tell_ending(view)

    def _tell_number(self) -> None:
        number = self.session.number
        self._log.add(lambda: number_text(self.session, number), is_head=True)

    def _cut(self) -> None:
        """Every seat cuts a card; the highest deals (RULES.md §1.2)."""
        found, names = self.session.cut, self.session.names
        seat_of = {player: seat for seat, player in enumerate(found.seating())}
        rounds: list[list[tuple[int, Card]]] = [
            [(seat_of[each.player], each.card) for each in drawn] for drawn in found.rounds
        ]
        self._log.add(lambda: _("Cut for the deal"), is_head=True)
        for seat, card in (each for drawn in rounds for each in drawn):
            self._pending.append((partial(self._cut_words, seat, card, names[seat]), False))
        self._board.cut(cut(rounds, self.session.dealer))

    def _cut_words(self, seat: int, card: Card, name: str) -> str:
        """Who has cut what."""
        who = _("You") if seat == self.me else name
        return _("{name}: {card}").format(name=who, card=card_text(card))


def _against(bots: Sequence[Player]) -> str:
    """Who the player plays against from now on."""
    named = [f"{player.name} ({bot_words(player.level)})" for player in bots]
    return _("From the next hand on you play against {names}.").format(names=listed(named))
