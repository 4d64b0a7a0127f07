"""What is written on the table while a played hand is looked at."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from game.rules.cards import points
from game.session.pots import pots_in_play
from game.ui.keymap import key_text
from game.ui.numbers import signed_text
from game.ui.sessionwords import BIG_ONE, joined_sentence, outcome_sentence
from game.ui.table.describe import table_look
from game.ui.table.look import ButtonLook
from game.ui.table.settling import settlement_look
from game.ui.text import N_, _, pgettext
from game.ui.words import ending_sentence, move_sentence, payment_sentence

if TYPE_CHECKING:
    from game.rules.view import SeatView
    from game.session.playback import Playback
    from game.ui.table.board import Board
    from game.ui.table.desk import Desk
    from game.ui.table.look import LogLook, SeatLook, TableLook
    from game.ui.table.settlement import SettlementLook

BUTTONS: Final = ("first", "before", "play", "after", "last")
_WORDS: Final = {
    "first": (N_("To the deal"), N_("Home")),
    "before": (N_("Step back"), "←"),
    "play": (N_("Watch"), N_("Space")),
    "after": (N_("Step on"), "→"),
    "last": (N_("To the end"), N_("End")),
}


@dataclass(frozen=True, slots=True)
class Look:
    """From where, and how far, a hand is looked at."""

    playback: Playback
    step: int
    seat: int
    is_open: bool
    title: str

    @property
    def you(self) -> int:
        """The seat that is spoken to: who played the hand or, if nobody did, who looks on."""
        return self.seat if self.playback.you is None else self.playback.you

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where: the person by the word for it in the language of now."""
        seats = enumerate(self.playback.record.seats)
        return tuple(_("You") if seat == self.playback.you else name for seat, name in seats)

    @property
    def view(self) -> SeatView:
        """What is seen now."""
        return self.playback.view(self.step, self.seat, is_open=self.is_open)

    def sentence(self, step: int) -> str:
        """What was done at a step; empty for the deal, and where the hand ended by itself."""
        move = self.playback.seen_move(step, self.seat, is_open=self.is_open)
        if move is None:
            return ""
        return move_sentence(self.playback.view(step, self.seat), move, self.names, self.you)

    def caption(self) -> str:
        """What was done last, for above the hand."""
        if self.step == 0:
            return self.dealt()
        result = self.playback.view(self.step, self.seat).result
        if result is not None:
            return ending_sentence(result, self.names, self.you)
        return self.sentence(self.step)

    def dealt(self) -> str:
        """Who dealt."""
        dealer = self.playback.record.dealer
        if dealer == self.you:
            return _("You deal.")
        return _("{name} deals.").format(name=self.names[dealer])

    def log(self) -> tuple[tuple[str, bool], ...]:
        """Everything so far, each line with whether it is a heading."""
        told = [(self.title, True), (self.dealt(), False)]
        hand = self.playback.session.hand
        if self.playback.record.big_one:
            told.append((_(BIG_ONE), False))
        pots = pots_in_play(hand) if hand else ()
        told += [(joined_sentence(pot, self.names, self.you), False) for pot in pots]
        sentences = [self.sentence(step) for step in range(1, self.step + 1)]
        told += [(words, False) for words in sentences if words]
        result = self.playback.view(self.step, self.seat).result
        if result is not None:
            told.append((ending_sentence(result, self.names, self.you), True))
            told += [
                (payment_sentence(paid, self.names, self.you), False) for paid in result.transfers
            ]
            rules = self.playback.record.rules
            told += [(outcome_sentence(pot, rules, self.names, self.you), False) for pot in pots]
        return tuple(told)


def replay_look(
    look: Look, board: Board, desk: Desk, log: LogLook, *, is_playing: bool, hovered: str
) -> TableLook:
    """The table beside its cards, with the buttons of a replay in place of those of play."""
    looks = table_look(look.playback.session, board, desk, frozenset(), log, _scores(look))
    return replace(
        looks,
        me=look.seat,
        seats=tuple(_seat(seat) for seat in looks.seats),
        buttons=tuple(
            (name, _button(name, look, is_playing=is_playing, is_hovered=hovered == name))
            for name in board.layout.buttons
        ),
        stake=_lines(look),
        prompt="",
        reminder="",
        sort=ButtonLook(
            open_words(look),
            key_text("replay_open"),
            is_lit=True,
            is_hovered=hovered == "open",
        ),
    )


def again_words() -> str:
    """What the button of the settlement does."""
    return _("From the deal")


def open_words(look: Look) -> str:
    """What becomes of the hidden cards on a press of their button."""
    return _("Hide the cards") if look.is_open else _("Show all cards")


def button_words(name: str, *, is_playing: bool) -> str:
    """What a button of the replay does."""
    return _("Pause") if name == "play" and is_playing else _(_WORDS[name][0])


def end_look(look: Look, hovered: str) -> SettlementLook | None:
    """The settlement, once the hand is over and all is counted."""
    view = look.playback.view(look.step, look.you, is_open=look.is_open)
    settled = settlement_look(look.playback.session, view, None, may_call=False)
    if settled is None:
        return None
    button = ButtonLook(
        again_words(),
        pgettext("key", "Home"),
        is_lit=True,
        is_primary=True,
        is_hovered=hovered == "again",
    )
    return replace(settled, button=button, extras=())


def _seat(seat: SeatLook) -> SeatLook:
    """Nobody thinks any more; whose turn it was is seen."""
    return replace(seat, note=_("on turn") if seat.is_on_turn else "")


def _scores(look: Look) -> tuple[str, ...]:
    """What the hand has brought everybody, once it is over: nobody wrote down what each owned."""
    result = look.playback.view(look.step, look.seat).result
    rules = look.playback.record.rules
    if result is None:
        return ("",) * len(look.names)
    if rules.scoring == "push_up":
        return tuple(map(signed_text, result.payments))
    stake = rules.stake if rules.scoring == "stakes" else 1
    pairs = zip(result.payments, result.side_payments, strict=True)
    return tuple(signed_text(stake * (paid + beside)) for paid, beside in pairs)


def _lines(look: Look) -> tuple[str, ...]:
    view = look.view
    count = sum(points(card, view.rules.face_values) for card in view.hand)
    place = _("Move {n} of {all}").format(n=look.step, all=look.playback.last)
    counted = _("Count in hand: {count}").format(count=count)
    return (place, counted)


def _button(name: str, look: Look, *, is_playing: bool, is_hovered: bool) -> ButtonLook:
    at_end = look.step == look.playback.last
    lit = {
        "first": look.step > 0,
        "before": look.step > 0,
        "after": not at_end,
        "last": not at_end,
    }
    return ButtonLook(
        text=button_words(name, is_playing=is_playing),
        key=_(_WORDS[name][1]),
        is_lit=lit.get(name, True),
        is_primary=name == "play",
        is_hovered=is_hovered,
    )
