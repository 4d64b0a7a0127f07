"""The interface of a computer opponent: one method, from a seat's view to its action."""

from dataclasses import replace
from typing import Protocol, runtime_checkable

from game.rules.actions import DONE, DRAW, DROP, PASS, STOP, TAKE, Action, Discard, Drop, Slap
from game.rules.phases import Phase
from game.rules.view import SeatView


class Bot(Protocol):
    """A player that decides from a seat's view and a seed, and from nothing else.

    Decisions are deterministic: a bot uses no clock, keeps no memory between calls, and draws
    random numbers from the seed alone.
    """

    def choose(self, view: SeatView, seed: int) -> Action:
        """Return one of ``view.legal``, or ``PASS`` to decline where only slaps are legal.

        Drops between turns come through ``ask``, which shows them to the bot as the start of a
        turn.
        """
        ...


@runtime_checkable
class Doubting(Protocol):
    """A bot that can say how hard it finds a decision."""

    def doubt(self, view: SeatView) -> float:
        """Return how close the bot's second choice is to its first, by its own estimates: 0 for a
        clear choice, 1 for a toss-up.
        """
        ...


def ask(bot: Bot, view: SeatView, seed: int) -> Action:
    """Return what ``bot`` answers to ``view``, which may be that of a
    ``game.rules.claim_window.ClaimWindow``.

    Bots answer two kinds of question: a turn, and slaps alone. A bot claims a card (RULES.md §5.9)
    if it would take it at the start of its turn, and drops between turns (§5.17) if it would drop
    at the start of its turn; otherwise it may still slap.

    A bot with ``answers_windows`` set receives the view unchanged.
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
    """Whether the seat is asked in a claim window or on another's turn, not on its own."""
    if view.phase is not Phase.START or DROP not in view.legal:
        return False
    return view.seat != view.turn or PASS in view.legal


def _as_own_turn(view: SeatView) -> SeatView:
    """Return the view as if a turn of its seat began now."""
    draw = DRAW if view.stock_size else STOP
    take = () if view.top is None else (TAKE,)
    return replace(
        view, turn=view.seat, may_act=(view.seat,), legal=(DROP, draw, *take), after_pass=()
    )


def is_allowed(view: SeatView, action: Action) -> bool:
    """Whether ``action`` answers ``view``: it is legal, or declines a slap or a drop."""
    if action in view.legal:
        return True
    if action != PASS:
        return False
    is_out_of_turn = view.seat != view.turn and view.phase is Phase.START
    return is_out_of_turn or all(isinstance(legal, Slap) for legal in view.legal)


def own_action(view: SeatView, action: Action) -> Action | None:
    """Return the view's own action that equals ``action``, so that no look-alike gets into the
    hand.

    Return None if ``action`` is not allowed. Comparing the answer of a foreign bot may raise.
    """
    if not is_allowed(view, action):
        return None
    return next((legal for legal in view.legal if legal == action), PASS)


def safe_action(view: SeatView) -> Action:
    """Return a fallback answer: draw, discard the highest card, decline claims and slaps."""
    discards = [action for action in view.legal if isinstance(action, Discard)]
    if discards:
        return max(discards, key=lambda action: view.rules.points(action.card))
    for quiet in (DRAW, DONE, PASS, STOP):
        if quiet in view.legal:
            return quiet
    others = [action for action in view.legal if not isinstance(action, Slap | Drop)]
    return others[0] if others else PASS
