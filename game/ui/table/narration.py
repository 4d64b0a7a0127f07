"""The table in words, for who cannot see it: what the cursor is on, what is asked, how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.rules.actions import Action, Hit, Slap
from game.rules.cards import points
from game.ui.kit.aloud import fact, sentences
from game.ui.table.asking import Kind, Question
from game.ui.table.describe import button_title
from game.ui.table.questions import wild_title
from game.ui.table.reminders import pass_text, prompt, reminder
from game.ui.table.settling import settlement_look
from game.ui.table.wildchoice import laid
from game.ui.text import _, ngettext
from game.ui.words import card_text, cards_text, spread_text

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from game.rules.view import SeatView
    from game.session.session import Session
    from game.ui.table.board import Board
    from game.ui.table.desk import Desk


def at_cursor(
    session: Session, board: Board, desk: Desk, live: Collection[str], *, is_settling: bool
) -> str:
    """What the cursor is on; without one, what the player is asked to do.

    ``live`` are the places at which something can be done now.
    """
    view, target = board.view, desk.cursor or ""
    if view is None:
        return ""
    if desk.asked is not None and not is_settling:
        return sentences(question_words(desk.asked), _answer_at(target, desk.asked, view))
    kind, _colon, which = target.partition(":")
    if kind == "button" and (is_settling or which not in _SETTLEMENT):
        return sentences(_button_words(which, session, view), _("not now") * (target not in live))
    if is_settling:
        return _button_words("next", session, view)
    if kind == "card" and which in view.hand:
        return sentences(card_text(which), _("chosen") * (which in board.chosen))
    return _place_words(target, session, view) or how_it_stands(session, view)


_SETTLEMENT = frozenset({"next", "scores", "big_one"})


def how_it_stands(session: Session, view: SeatView) -> str:
    """What the player can do, what it counts, and how many cards the others hold."""
    asked = prompt(view)
    if not asked:
        return ""
    count = sum(points(card, view.rules.face_values) for card in view.hand)
    held = [
        fact(session.names[seat], ngettext("{n} card", "{n} cards", size).format(n=size))
        for seat, size in enumerate(view.sizes)
        if seat != view.seat
    ]
    return sentences(asked, reminder(view), _("Your count: {count}").format(count=count), *held)


def settled_words(session: Session, view: SeatView) -> Sequence[str]:
    """What everybody held at the end, what it counted and what it brought."""
    look = settlement_look(session, view, None, may_call=False)
    if look is None:
        return ()
    told = []
    for row in look.rows:
        cards = look.hidden if row.hand is None else cards_text(row.hand) or look.empty
        counted = _("Count in hand: {count}").format(count=row.count)
        told.append(sentences(fact(row.name, cards), counted, row.money))
    return told


def question_words(asked: Question) -> str:
    """What is asked, as far as it stands in no button."""
    match asked.kind:
        case Kind.SPREAD:
            return _("Which spread?")
        case Kind.DISCARD:
            return _("You slap it! Discard a card of your own as well, or keep them all.")
        case Kind.WILD:
            return wild_title(asked.answers[0][0])


def _answer_at(target: str, asked: Question, view: SeatView) -> str:
    """The answer that the cursor is on, if it is on one."""
    kind, _colon, which = target.partition(":")
    if kind == "spread":
        return _spread_words(int(which), view)
    place = int(which) if kind == "choice" else len(asked.answers)
    if place >= len(asked.answers):
        return ""
    return _answer_words(asked.kind, asked.answers[place][0], view)


def _answer_words(kind: Kind, action: Action, view: SeatView) -> str:
    match kind:
        case Kind.SPREAD if isinstance(action, Hit | Slap):
            return _spread_words(action.spread, view)
        case Kind.DISCARD if isinstance(action, Slap):
            return card_text(action.discard) if action.discard else _("Keep all")
        case _:
            way = laid(view, action)
            return spread_text(way) if way else ""


def _button_words(name: str, session: Session, view: SeatView) -> str:
    match name:
        case "pass":
            return pass_text(view)
        case "sort":
            return _("Sort the hand in another way")
        case "menu":
            return _("Menu")
        case "next":
            return _("The final standing") if session.is_over else _("Next hand")
        case "scores":
            return _("Scores")
        case "big_one":
            return _("Call the big one")
        case _:
            return button_title(name)


def _place_words(target: str, session: Session, view: SeatView) -> str:
    kind, _colon, which = target.partition(":")
    match kind:
        case "stock":
            return _("Stock {count}").format(count=view.stock_size)
        case "pile":
            return fact(_("Discards"), card_text(view.top) if view.top else "")
        case "spread":
            number = int(which)
            owner = next((each.owner for each in view.spreads if each.number == number), None)
            return "" if owner is None else fact(session.names[owner], _spread_words(number, view))
        case _:
            return ""


def _spread_words(number: int, view: SeatView) -> str:
    found = next((each for each in view.spreads if each.number == number), None)
    return spread_text(found) if found else ""
