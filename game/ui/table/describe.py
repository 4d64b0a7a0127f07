"""Puts the state of the table into the words and numbers that are shown beside the cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from game.rules.actions import TAKE
from game.rules.cards import points
from game.rules.phases import Phase
from game.ui.faces.people import Mood
from game.ui.keymap import key_text
from game.ui.sessionwords import number_text, shown_names
from game.ui.table.arrangement import Sorting
from game.ui.table.look import ButtonLook, LogLook, SeatLook, TableLook
from game.ui.table.moods import mood_of
from game.ui.table.reminders import is_slap_question, pass_text, prompt, reminder
from game.ui.table.scoring import MARKS, played_for
from game.ui.text import N_, _

if TYPE_CHECKING:
    from game.rules.view import SeatView
    from game.session.session import Session
    from game.ui.table.board import Board
    from game.ui.table.desk import Desk

USUAL_BUTTONS: Final = ("drop", "spread", "hit", "discard")
_BUTTONS: Final = {
    "drop": N_("Drop"),
    "spread": N_("Spread"),
    "hit": N_("Hit"),
    "discard": N_("Discard"),
    "stop": N_("Stop"),
    "done": N_("Done"),
    "pass": N_("Pass"),
    "declare": N_("Declare"),
    "slap": N_("Slap"),
}
_SORTS: Final = {
    Sorting.RANK: N_("Sort by suit"),
    Sorting.SUIT: N_("Group cards"),
    Sorting.GROUPS: N_("Sort by rank"),
    Sorting.OWN: N_("Sort by rank"),
}


def button_names(view: SeatView | None) -> tuple[str, ...]:
    """The buttons there are now: the usual ones, and whatever else is legal."""
    if view is None or view.result is not None:
        return ()
    kinds = {type(action).__name__.lower() for action in view.legal}
    extra = [name for name in ("stop", "declare", "done", "pass", "slap") if name in kinds]
    return (*USUAL_BUTTONS, *extra)


def table_look(
    session: Session,
    board: Board,
    desk: Desk,
    live: frozenset[str],
    log: LogLook,
    scores: Sequence[str],
) -> TableLook:
    """Everything that is drawn beside the cards, as it stands now."""
    view, me = board.view, session.human or 0
    stock = len(session.rules.pack()) if view is None else view.stock_size
    lit = frozenset() if view is None else _lit_spreads(live)
    return TableLook(
        seats=tuple(
            _seat_look(session, view, seat, scores[seat], board)
            for seat in range(len(session.names))
        ),
        buttons=_buttons(board, desk, live),
        stock=_("Stock {count}").format(count=stock),
        stock_key=key_text("draw"),
        pile=_("Discards"),
        pile_key=_pile_key(view),
        is_stock_lit="stock" in live,
        is_pile_lit="pile" in live,
        stock_size=stock + _waiting_in_stock(board),
        owners=() if view is None else _owners(view, board),
        lit_spreads=lit,
        stake=_stake_lines(session, board),
        prompt="" if view is None or board.is_scene else prompt(view),
        reminder="" if view is None or board.is_scene else reminder(view),
        sort=ButtonLook(
            _(_SORTS[board.arrangement.sorting]),
            key_text("sort"),
            True,
            False,
            desk.hovered == "button:sort",
        ),
        log=log,
        me=me,
    )


def _buttons(board: Board, desk: Desk, live: frozenset[str]) -> tuple[tuple[str, ButtonLook], ...]:
    """The buttons of play; a table that has others draws those itself."""
    names = [name for name in board.layout.buttons if name in _BUTTONS]
    return tuple((name, _button(name, desk, live, board.view)) for name in names)


def _pile_key(view: SeatView | None) -> str:
    """The key for what the pile is good for now."""
    if view is None or TAKE in view.legal:
        return key_text("take")
    return key_text("slap" if is_slap_question(view) else "discard")


def _owners(view: SeatView, board: Board) -> tuple[tuple[int, int], ...]:
    """Whose each spread is that lies on the table."""
    lying = board.layout.spreads
    return tuple((each.number, each.owner) for each in view.spreads if each.number in lying)


def _lit_spreads(live: frozenset[str]) -> frozenset[int]:
    return frozenset(int(name.partition(":")[2]) for name in live if name.startswith("spread:"))


def _waiting_in_stock(board: Board) -> int:
    """Cards that are dealt, but have not left the stock on the screen."""
    return sum(sprite.is_hidden for _slot, sprite in board.sprites)


def _seat_look(
    session: Session, view: SeatView | None, seat: int, score: str, board: Board
) -> SeatLook:
    is_playing = view is not None and view.result is None and not board.is_scene
    is_on_turn = view is not None and is_playing and seat == view.turn
    is_dealer = seat == (session.standing.dealer if view is None else view.dealer)
    if view is None:
        is_dealer = board.effects.herald == seat
    return SeatLook(
        name=shown_names(session)[seat],
        money=score,
        mark=MARKS[session.rules.scoring],
        cards=board.cards_seen(seat),
        is_dealer=is_dealer,
        is_on_turn=is_on_turn,
        note=_note(view, seat, is_on_turn=is_on_turn, is_shown=not board.is_scene),
        mood=None if session.players[seat].is_human else _mood(view, seat, board),
        wait=view.waits[seat] if view is not None and is_playing else 0,
        is_blocked=view is not None and is_playing and seat in view.blocked,
    )


def _mood(view: SeatView | None, seat: int, board: Board) -> Mood:
    if view is None:
        return Mood.CALM
    effects = board.effects
    return mood_of(view, seat, is_told=effects.is_settled, glance=effects.glances.count)


def _note(view: SeatView | None, seat: int, *, is_on_turn: bool, is_shown: bool) -> str:
    if view is None or view.result is not None or not is_shown:
        return ""
    if not is_on_turn or view.phase is Phase.SLAP or is_slap_question(view):
        return ""
    if view.phase is Phase.CHANCE:
        return _("last chance") if seat == view.seat else _("last chance…")
    return _("your turn") if seat == view.seat else _("thinking…")


def _stake_lines(session: Session, board: Board) -> tuple[str, ...]:
    view = board.view
    stake = played_for(session.rules)
    if view is None:
        return (stake,)
    number = number_text(session)
    big = (_("The big one: pays double"),) if view.is_big_one else ()
    count = sum(points(card, view.rules.face_values) for card in view.hand)
    if board.is_scene or view.result is not None:
        return (f"{number} · {stake}", *big)
    counted = _("Your count: {count}").format(count=count)
    return (f"{number} · {stake}", *big, counted)


def _button(name: str, desk: Desk, live: frozenset[str], view: SeatView | None) -> ButtonLook:
    target = f"button:{name}"
    return ButtonLook(
        text=pass_text(view) if name == "pass" else _(_BUTTONS[name]),
        key=key_text(name),
        is_lit=target in live,
        is_primary=target in live and name not in {"drop", "pass"},
        is_hovered=desk.hovered == target,
    )


def button_title(name: str) -> str:
    """What a button of the table is called; nothing for one of another screen's."""
    return _(_BUTTONS[name]) if name in _BUTTONS else ""


def cut_sentence(session: Session, dealer: int) -> str:
    """What the cut has decided: who deals, and with more than two players who sits where."""
    text = _("{name} cuts the highest card and deals.").format(name=session.names[dealer])
    if dealer == session.human:
        text = _("You cut the highest card and deal.")
    if len(session.names) == 2:
        return text
    return text + " " + _("The others sit to the left in the order of their cards.")
