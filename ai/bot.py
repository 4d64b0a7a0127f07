"""What a computer opponent is: one method, from what a seat may see to what it does."""

from dataclasses import replace
from typing import Protocol, runtime_checkable

from game.rules.actions import DONE, DRAW, DROP, PASS, STOP, TAKE, Action, Discard, Drop, Slap
from game.rules.phases import Phase
from game.rules.view import SeatView


class Bot(Protocol):
    """A player that decides from a seat's view and a seed, and from nothing else.

    The same view and seed give the same decision, always: no clock, no memory between calls, no
    random numbers but the seed's.
    """

    def choose(self, view: SeatView, seed: int) -> Action:
        """Return one of ``view.legal``, or ``PASS`` to let it go by where that holds only slaps.

        Of drops between turns bots are asked through ``ask``, as at the start of a turn.
        """
        ...


@runtime_checkable
class Doubting(Protocol):
    """A bot that knows how hard a decision is for it."""

    def doubt(self, view: SeatView) -> float:
        """Return how near what it likes second best comes to the best, by its own estimates alone:
        0 where all is clear, 1 where it might as well do either.
        """
        ...


def ask(bot: Bot, view: SeatView, seed: int) -> Action:
    """Return what ``bot`` answers to ``view``, which may be that of a
    ``game.rules.claim_window.Window``.

    Bots know two kinds of question: a turn, and slaps alone. Asked for a claim (RULES.md §5.9) a
    bot claims the card if it would begin its turn with it. Asked whether it drops between turns
    (§5.17) it does if it would at the start of a turn of its own; if not, it may still slap.

    One whose ``answers_windows`` is set is asked as it is.
    """
    if getattr(bot, "answers_windows", False):
        return bot.choose(view, seed)
    if view.after_pass:
        answer = bot.choose(replace(view, legal=view.after_pass, after_pass=()), seed)
        return TAKE if answer == TAKE else PASS
    slaps = tuple(action for action in view.legal if isinstance(action, Slap))
    if _may_drop_between_turns(view):
        if bot.choose(_as_own_turn(view), seed) == DROP:
            return DROP
        if not slaps:
            return PASS
        view = replace(view, legal=(*slaps, PASS))
    if slaps and (*slaps, PASS) == view.legal:
        view = replace(view, legal=slaps)
    return bot.choose(view, seed)


def _may_drop_between_turns(view: SeatView) -> bool:
    """Whether the question is one of a window, or of another's turn, and not of the seat's own."""
    if view.phase is not Phase.START or DROP not in view.legal:
        return False
    return view.seat != view.turn or PASS in view.legal


def _as_own_turn(view: SeatView) -> SeatView:
    """Return the view as it would be if a turn of its seat began now."""
    draw = DRAW if view.stock_size else STOP
    take = () if view.top is None else (TAKE,)
    return replace(
        view, turn=view.seat, may_act=(view.seat,), legal=(DROP, draw, *take), after_pass=()
    )


def is_allowed(view: SeatView, action: Action) -> bool:
    """Whether ``action`` answers ``view``: it is legal, or lets a slap or a drop go by."""
    if action in view.legal:
        return True
    if action != PASS:
        return False
    is_out_of_turn = view.seat != view.turn and view.phase is Phase.START
    return is_out_of_turn or all(isinstance(legal, Slap) for legal in view.legal)


def own_action(view: SeatView, action: Action) -> Action | None:
    """Return the view's own action that equals ``action``, so that no look-alike gets into the
    hand.

    None where ``action`` is not allowed. What a stranger answers may raise when it is compared.
    """
    if not is_allowed(view, action):
        return None
    return next((legal for legal in view.legal if legal == action), PASS)


def safe_action(view: SeatView) -> Action:
    """An answer for a player that has none: draw, throw the highest card, let chances go by."""
    discards = [action for action in view.legal if isinstance(action, Discard)]
    if discards:
        return max(discards, key=lambda action: view.rules.points(action.card))
    for quiet in (DRAW, DONE, PASS, STOP):
        if quiet in view.legal:
            return quiet
    others = [action for action in view.legal if not isinstance(action, Slap | Drop)]
    return others[0] if others else PASS
