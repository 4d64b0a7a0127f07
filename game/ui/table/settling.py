"""Puts the end of a hand into the words and numbers of the settlement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.session.bigone import dealer_calls
from game.ui.keymap import key_text
from game.ui.sessionwords import shown_names
from game.ui.table.arrangement import by_rank
from game.ui.table.look import ButtonLook
from game.ui.table.scoring import brought, explanations, heads
from game.ui.table.settlement import SettlementLook, SettlementRow
from game.ui.text import _, pgettext
from game.ui.words import ending_sentence, payment_sentence

if TYPE_CHECKING:
    from game.rules.results import Result
    from game.rules.view import SeatView
    from game.session.session import Session


def settlement_look(
    session: Session, view: SeatView, hovered: str | None, *, may_call: bool, onward: str = ""
) -> SettlementLook | None:
    """What the settlement says, once the hand is over; ``may_call`` the big one.

    ``onward`` is what comes next, where that is neither another hand nor the end of the session.
    """
    result = view.result
    if result is None:
        return None
    names, me = session.names, view.seat
    paid = tuple(payment_sentence(payment, names, me) for payment in result.transfers)
    return SettlementLook(
        title=ending_sentence(result, names, me),
        heads=heads(session),
        hidden=_("not shown"),
        empty=_("no cards"),
        rows=tuple(_row(session, view, result, seat) for seat in range(view.seats)),
        payments=(*paid, *explanations(session, result, me), *_to_come(session)),
        button=_next_button(onward or _onward(session), hovered),
        extras=_extras(hovered, may_call=may_call),
    )


def _row(session: Session, view: SeatView, result: Result, seat: int) -> SettlementRow:
    words, way = brought(session, result, seat)
    hand = view.hand if seat == view.seat else view.shown[seat]
    return SettlementRow(
        name=shown_names(session)[seat],
        hand=None if hand is None else by_rank(hand),
        count=str(result.counts[seat]),
        money=words,
        change=way,
        is_winner=seat in result.winners,
    )


def _to_come(session: Session) -> tuple[str, ...]:
    """What is announced for the hand to come."""
    if session.is_over:
        return ()
    is_big = session.hand is not None and session.hand.is_big_one
    if session.comes_big:
        return () if is_big else (_("The next hand is the big one: it pays double."),)
    if dealer_calls(session):
        words = _("{name} deals next and calls the big one: everything will pay double.")
        return (words.format(name=session.names[session.standing.dealer]),)
    return ()


def _onward(session: Session) -> str:
    return _("The final standing") if session.is_over else _("Next hand")


def _next_button(text: str, hovered: str | None) -> ButtonLook:
    return ButtonLook(
        text=text,
        key=pgettext("key", "Enter"),
        is_lit=True,
        is_primary=True,
        is_hovered=hovered == "button:next",
    )


def _extras(hovered: str | None, *, may_call: bool) -> tuple[tuple[str, ButtonLook], ...]:
    """What else can be done before the next deal."""
    buttons = [("scores", _("Scores"))]
    if may_call:
        buttons.append(("big_one", _("Call the big one")))
    return tuple(
        (
            name,
            ButtonLook(text, key_text(name), is_lit=True, is_hovered=hovered == f"button:{name}"),
        )
        for name, text in buttons
    )
