"""Drawing a finished hand with the table's own painter."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from game.play.ledger import pots_in_play
from game.saves.settings import Settings
from game.ui.shell.keys import key_text
from game.ui.table.flow.scoring import counts_all
from game.ui.table.flow.shown import ButtonLook, Logbook
from game.ui.table.painting.furniture import log_breaker, log_room
from game.ui.table.painting.marks import Marks
from game.ui.table.painting.overlays import draw_coin, draw_counts, draw_line
from game.ui.table.painting.painter import Painter
from game.ui.table.painting.pot_painter import PotRow
from game.ui.table.painting.settlement_panel import SettlementSheet, clear_behind, settlement_look
from game.ui.table.painting.status import TableLooks
from game.ui.table.talk.table_tips import TableTips
from game.ui.text.language import N_, _, amount_text, pgettext, signed_text
from game.ui.text.move_words import move_sentence, move_sentences
from game.ui.text.result_words import ending_sentence, payment_sentences, why_paid_twice
from game.ui.text.sessions import BIG_ONE, is_unnamed, joined_sentence, outcome_sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pygame import Rect, Surface

    from game.play.playback import Playback
    from game.rules.view import SeatView
    from game.ui.kit.skin import Skin
    from game.ui.shell.tips import Tip
    from game.ui.table.flow.shown import LogLook, SeatLook, TableLook
    from game.ui.table.motion.board import Board
    from game.ui.table.painting.settlement_panel import SettlementLook, SettlementPlace


TRACK: Final = 22.0  # units: height of the progress bar with its knob
BUTTONS: Final = ("first", "before", "play", "after", "last")
_WORDS: Final = {
    # TRANSLATORS: to the beginning of a hand that is replayed.
    "first": (N_("Start"), N_("Home")),
    # TRANSLATORS: the move before, of a hand that is replayed.
    "before": (N_("Previous"), "←"),
    "play": ("Play", N_("Space")),
    # TRANSLATORS: the next move of a hand that is replayed.
    "after": (N_("Next"), "→"),
    "last": (N_("To the end"), N_("End")),
}


@dataclass(frozen=True, slots=True)
class ViewerState:
    """The viewer's state: the hand, the current move, and the seat watched from."""

    playback: Playback
    step: int
    seat: int
    is_open: bool
    title: str
    face: str = ""
    """The face that the player who is "you" has chosen, if any."""
    is_beside: bool = False
    """Whether Space, Home and End belong to a panel beside the hand, which leads on from there."""

    @property
    def you(self) -> int:
        """The seat addressed: who played the hand or, if no person did, the seat watched from."""
        return self.seat if self.playback.you is None else self.playback.you

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats; a person without one is called so in the current language."""
        you = self.playback.you
        return tuple(
            _("You") if seat == you and is_unnamed(name) else name
            for seat, name in enumerate(self.playback.record.seats)
        )

    @property
    def view(self) -> SeatView:
        """The view at the current move."""
        return self.playback.view(self.step, self.seat, is_open=self.is_open)

    def sentence(self, step: int) -> str:
        """Return the move of a step in words; empty for the deal and an ending without a move."""
        move = self.playback.seen_move(step, self.seat, is_open=self.is_open)
        if move is None:
            return ""
        return move_sentence(self.playback.view(step, self.seat), move, self.names, self.you)

    def lines_of(self, step: int) -> tuple[str, ...]:
        """Return the log lines of a step: its ``sentence``, and that a last lay begins."""
        move = self.playback.seen_move(step, self.seat, is_open=self.is_open)
        if move is None:
            return ()
        before, after = (self.playback.view(each, self.seat) for each in (step - 1, step))
        return move_sentences(before, after, move, self.names, self.you)

    def caption(self) -> str:
        """Return the last move in words, as a caption above the hand."""
        if self.step == 0:
            return self.dealt()
        seen = self.playback.view(self.step, self.seat)
        if seen.result is not None:
            return ending_sentence(self.playback.hand(self.step), self.names, self.you)
        return self.sentence(self.step)

    def dealt(self) -> str:
        """Return who dealt."""
        dealer = self.playback.record.dealer
        if dealer == self.you:
            return _("You deal.")
        return _("{name} deals.").format(name=self.names[dealer])

    def log(self) -> tuple[tuple[str, bool], ...]:
        """Return the log up to the current move; each line with whether it is a heading."""
        lines = [(self.title, True), (self.dealt(), False)]
        hand = self.playback.session.hand
        if self.playback.record.big_one:
            lines.append((_(BIG_ONE), False))
        pots = pots_in_play(hand) if hand else ()
        lines += [(joined_sentence(pot, self.names, self.you), False) for pot in pots]
        steps = range(1, self.step + 1)
        lines += [(words, False) for step in steps for words in self.lines_of(step)]
        seen = self.playback.view(self.step, self.seat)
        result = seen.result
        if result is not None:
            ended = self.playback.hand(self.step)
            lines.append((ending_sentence(ended, self.names, self.you), True))
            why = why_paid_twice(ended, self.names, self.you)
            lines += [(words, False) for words in why]
            paid = payment_sentences(result.transfers, self.names, self.you)
            lines += [(words, False) for words in paid]
            rules = self.playback.record.rules
            lines += [(outcome_sentence(pot, rules, self.names, self.you), False) for pot in pots]
        return tuple(lines)

    def scores(self) -> tuple[str, ...]:
        """Return everybody's result once the hand is over; balances are not recorded."""
        result = self.playback.view(self.step, self.seat).result
        rules = self.playback.record.rules
        if result is None:
            return ("",) * len(self.names)
        if rules.is_push_up:
            return tuple(map(signed_text, result.payments))
        stake = rules.stake if rules.scoring == "stakes" else 1
        pairs = zip(result.payments, result.side_payments, strict=True)
        return tuple(signed_text(stake * (paid + beside)) for paid, beside in pairs)

    def lines(self) -> tuple[str, ...]:
        """Return the number of the current move, and the count of the hand watched."""
        place = _("Move {n} of {all}").format(
            n=amount_text(self.step), all=amount_text(self.playback.last)
        )
        return (place, self._count())

    def _count(self) -> str:
        """Return the count of the hand watched; after a natural, every card counts."""
        view = self.view
        result = view.result
        count = amount_text(view.count if result is None else result.counts[view.seat])
        is_all = result is not None and counts_all(result, view.turns)
        if view.rules.count == "unmatched" and not is_all:
            return _("Count in hand: {count} unmatched").format(count=count)
        return _("Count in hand: {count}").format(count=count)

    def table(self, board: Board, log: LogLook, *, is_playing: bool, hovered: str) -> TableLook:
        """Return the look of the table beside its cards, with the buttons of a replay."""
        looks = TableLooks(self.playback.session, board).table(
            None, frozenset(), log, self.scores(), Settings(face=self.face)
        )
        return replace(
            looks,
            me=self.seat,
            seats=tuple(
                self._seat(each, is_own=at == self.you) for at, each in enumerate(looks.seats)
            ),
            buttons=tuple(
                (name, self._button(name, is_playing=is_playing, is_hovered=hovered == name))
                for name in board.layout.buttons
            ),
            stake=self.lines(),
            foot=TRACK,
            prompt="",
            reminder="",
            sort=ButtonLook(
                self.open_words(),
                key_text("replay_open"),
                is_lit=True,
                is_hovered=hovered == "open",
            ),
        )

    def open_words(self) -> str:
        """Return the label of the button that shows or hides cards."""
        return _("Hide the cards") if self.is_open else _("Show all cards")

    def settlement(self, hovered: str) -> SettlementLook | None:
        """Return the settlement, once the hand is over and counted."""
        view = self.playback.view(self.step, self.you, is_open=self.is_open)
        settled = settlement_look(self.playback.session, view, has_next=False)
        if settled is None:
            return None
        button = ButtonLook(
            again_words(),
            key_text("replay_first") if self.is_beside else pgettext("key", "Home"),
            is_lit=True,
            is_primary=True,
            is_hovered=hovered == "again",
        )
        return replace(settled, button=button)

    @staticmethod
    def _seat(seat: SeatLook, *, is_own: bool) -> SeatLook:
        """Return the look of a seat in the viewer.

        No opponent seems to think, the seat on turn is marked, and the result is shown once.
        """
        note = _("your turn") if is_own else _("to play")
        return replace(seat, note=note if seat.is_on_turn else "", change="")

    def _button(self, name: str, *, is_playing: bool, is_hovered: bool) -> ButtonLook:
        look = self
        at_end = look.step == look.playback.last
        lit = {
            "first": look.step > 0,
            "before": look.step > 0,
            "after": not at_end,
            "last": not at_end,
        }
        return ButtonLook(
            text=button_words(name, is_playing=is_playing),
            key=self._key(name),
            is_lit=lit.get(name, True),
            is_primary=name == "play" and not look.is_beside,
            is_hovered=is_hovered,
        )

    def _key(self, name: str) -> str:
        """Return the key of a button that works whatever has the focus."""
        if self.is_beside and name not in {"before", "after"}:
            return key_text(f"replay_{name}")
        return _(_WORDS[name][1])


def again_words() -> str:
    """Return the label of the settlement's button."""
    return _("From the deal")


def button_words(name: str, *, is_playing: bool) -> str:
    """Return the label of a replay's button."""
    if name == "play":
        return _("Pause") if is_playing else pgettext("replay", "Play")
    return _(_WORDS[name][0])


class HandDrawing:
    """The drawing of a hand at one window size."""

    def __init__(self, skin: Skin, board: Board) -> None:
        self.skin, self._board = skin, board
        self._painter = Painter(skin, skin.theme.deck())
        self._log = Logbook()

    def tell(self, look: ViewerState) -> None:
        """Rewrite the log, up to the current move."""
        self._log = Logbook()
        for text, is_head in look.log():
            self._log.add(text, is_head=is_head)
        self._log.rebreak(log_breaker(self.skin, self._board.layout))

    def scroll(self, lines: int) -> None:
        """Scroll the log by lines."""
        self._log.scroll(lines, log_room(self.skin, self._board.layout))

    def button(self, look: ViewerState) -> Rect | None:
        """Return the box of the settlement's button, once it is shown."""
        end = self._end(look)
        return end[1].button if end else None

    def _end(
        self, look: ViewerState, hovered: str = ""
    ) -> tuple[SettlementLook, SettlementPlace] | None:
        """Return the settlement with its layout, once it is shown."""
        settled = look.settlement(hovered) if self._board.effects.is_settled else None
        if settled is None:
            return None
        return settled, SettlementSheet(self.skin, settled).place(self._board.layout)

    def tips(self, look: ViewerState) -> Iterator[Tip]:
        """Yield the tooltips, except for what the settlement covers."""
        board, skin = self._board, self.skin
        end = self._end(look)
        over = [end[1].box] if end else []
        log = self._log.seen(log_room(skin, board.layout))
        table = look.table(board, log, is_playing=False, hovered="")
        hand = look.playback.hand(look.step)
        for tip in TableTips(table, board).of_replay(look.playback.session, hand, skin):
            if tip.box.collidelist(over) < 0:
                yield tip

    def draw(self, surface: Surface, look: ViewerState, hovered: str, *, is_playing: bool) -> None:
        """Draw the hand, the log and the settlement."""
        board, skin = self._board, self.skin
        log = self._log.seen(log_room(skin, board.layout))
        table = look.table(board, log, is_playing=is_playing, hovered=hovered)
        self._painter.draw(surface, board, table)
        marks = Marks(skin, board)
        marks.draw_badges(surface)
        pots = PotRow(skin, board.layout).draw_still(surface, look.playback.hand(look.step))
        marks.draw_signals(surface, None)
        draw_counts(surface, skin, board)
        for coin in board.effects.coins:
            draw_coin(surface, skin, board.layout, coin)
        if end := self._end(look, hovered):
            clear_behind(surface, skin, board.layout, end[1].box, pots)
            SettlementSheet(skin, end[0]).draw(surface, end[1])
        elif caption := look.caption():
            draw_line(surface, skin, board.layout, caption, "accent")
