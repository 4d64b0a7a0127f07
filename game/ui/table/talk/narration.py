"""The table in words, for a screen reader: the cursor, the question, the ending."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.rules.actions import PASS, Action, Discard, Hit, Slap
from game.rules.phases import Phase
from game.ui.kit.widget import fact, sentences
from game.ui.table.input.decisions import QuestionKind, TableQuestion, may_drop_between_turns
from game.ui.table.input.targets import (
    SETTLEMENT_BUTTONS,
    ButtonName,
    ButtonTarget,
    CardTarget,
    ChoiceTarget,
    PileTarget,
    SpreadTarget,
    StockTarget,
    Target,
)
from game.ui.table.painting.marks import head_line, mark_on
from game.ui.table.painting.questions import laid, wild_title
from game.ui.table.painting.settlement_panel import settlement_look
from game.ui.table.painting.status import Guide, button_title, pass_text
from game.ui.text.language import _, ngettext, pgettext
from game.ui.text.move_words import card_text, cards_text, numbered_spread_text, spread_text
from game.ui.text.sessions import shown_names

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from game.play.session import Session
    from game.rules.view import SeatView
    from game.ui.table.input.selection import Selection
    from game.ui.table.motion.board import Board


def at_cursor(
    session: Session,
    board: Board,
    inputs: Selection,
    live: Collection[Target],
    onward: Mapping[ButtonName, str],
) -> str:
    """Return what the cursor is on; without a cursor, the open question, or how to go on.

    ``live`` are the enabled targets, ``onward`` the buttons of the result.
    """
    view, target = board.view, inputs.cursor
    if view is None:
        return ""
    if inputs.asked is not None and not board.is_settling:
        return sentences(question_words(inputs.asked), _answer_at(target, inputs.asked, view))
    if board.is_settling and target not in live:
        return onward.get("next", "")
    if isinstance(target, ButtonTarget) and (
        board.is_settling or target.name not in SETTLEMENT_BUTTONS
    ):
        words = onward.get(target.name, "") or _button_words(target.name, view)
        return sentences(words, _("not now") * (target not in live))
    return place_words(target, session, board, view)


def how_it_stands(session: Session, view: SeatView) -> Sequence[str]:
    """Return what the player can do, the top discard at the start of a turn unless the last move
    put it there, the player's count, and how many cards each of the others holds and what bars it;
    between turns, where time is short, only what the player can do and its count. Nothing unless
    the player has something to decide.
    """
    guide = Guide(view)
    if not (asked := guide.prompt()):
        return ()
    head, more = head_line(view, session.names, is_scene=False), ""
    if view.phase is Phase.CHANCE and view.legal != (PASS,):
        more = head
    elif view.phase in {Phase.CHANCE, Phase.SLAP} or guide.is_polite_question:
        asked = head or asked  # it says the same, and why
    if guide.is_slap_question or may_drop_between_turns(view):
        return asked, guide.own_count()
    held = (
        sentences(
            fact(session.names[seat], ngettext("{n} card", "{n} cards", size).format(n=size)),
            *bars_words(view.waits[seat], is_blocked=guide.is_blocked(seat)),
        )
        for seat, size in enumerate(view.sizes)
        if seat != view.seat
    )
    top = ""
    if view.top and view.phase is Phase.START:
        is_known = [move.action for move in view.moves[-1:]] == [Discard(view.top)]
        top = "" if is_known else fact(_("Discards"), card_text(view.top))
    return tuple(filter(None, (asked, more, top, guide.reminder(), guide.own_count(), *held)))


def bars_words(wait: int, *, is_blocked: bool) -> tuple[str, ...]:
    """Return on how many turns a seat may not drop, and that a hit keeps it from going out."""
    words = ngettext("No drop for {count} more turn.", "No drop for {count} more turns.", wait)
    return (
        words.format(count=wait) * bool(wait),
        _("Was hit: can't go out next turn.") * is_blocked,
    )


def settled_words(session: Session, view: SeatView) -> Sequence[str]:
    """Return what everybody held at the end, with counts and results."""
    look = settlement_look(session, view)
    if look is None:
        return ()
    rows = []
    for row in look.rows:
        cards = look.hidden if row.hand is None else cards_text(row.hand) or look.empty
        counted = _("Count in hand: {count}").format(count=row.count)
        rows.append(sentences(fact(row.name, cards), counted, row.money))
    return rows


def question_words(asked: TableQuestion) -> str:
    """Return the open question in words."""
    match asked.kind:
        case QuestionKind.SPREAD:
            return _("Which spread?")
        case QuestionKind.DISCARD:
            return _("Slapped! Discard one of your own too, or keep them all.")
        case QuestionKind.WILD:
            return wild_title(asked.answers[0][0])


def _answer_at(target: Target | None, asked: TableQuestion, view: SeatView) -> str:
    """Return the answer that the cursor is on, if any."""
    match target:
        case SpreadTarget(number):
            return numbered_spread_text(view, number)
        case ChoiceTarget(place) if place < len(asked.answers):
            return _answer_words(asked.kind, asked.answers[place][0], view)
        case _:
            return ""


def _answer_words(kind: QuestionKind, action: Action, view: SeatView) -> str:
    match kind:
        case QuestionKind.SPREAD if isinstance(action, Hit | Slap):
            return numbered_spread_text(view, action.spread)
        case QuestionKind.DISCARD if isinstance(action, Slap):
            return card_text(action.discard) if action.discard else _("Keep all")
        case _:
            way = laid(view, action)
            return spread_text(way) if way else ""


def _button_words(name: ButtonName, view: SeatView) -> str:
    match name:
        case "pass":
            return pass_text(view)
        case "sort":
            return _("Sort the hand differently")
        case "menu":
            return _("Menu")
        case "seal":
            return sealed_words()
        case _:
            return button_title(name)


def sealed_words() -> str:
    """Return the meaning of the padlock on the stock."""
    return _("Sealed before the deal: nobody can swap a card unnoticed")


def place_words(target: Target | None, session: Session, board: Board, view: SeatView) -> str:
    """Return what is at a target; empty for a button."""
    match target:
        case CardTarget(card) if card in view.hand:
            mark = mark_on(board, card)
            meaning = mark.meaning if mark else ""
            chosen = pgettext("card", "chosen") if card in board.chosen else ""
            return sentences(card_text(card), meaning, chosen)
        case StockTarget():
            return _("Stock {count}").format(count=view.stock_size)
        case PileTarget():
            return fact(_("Discards"), card_text(view.top) if view.top else "")
        case SpreadTarget(number):
            owner = next((each.owner for each in view.spreads if each.number == number), None)
            return (
                ""
                if owner is None
                else fact(shown_names(session)[owner], numbered_spread_text(view, number))
            )
        case _:
            return ""
