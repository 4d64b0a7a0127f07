"""The bankroll at new tables and at the end of a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.features.challenges.bankroll import model as bankroll
from game.files import DamagedError, StoreError
from game.play.plan import BANKROLL
from game.ui.kit.widget import fact
from game.ui.text.language import _, amount_text

if TYPE_CHECKING:
    from game.features.challenges.bankroll.model import Bankroll
    from game.play.session import Session
    from game.rules.ruleset import RuleSet
    from game.saves.store import Store
    from game.ui.shell.scene import Stage


def _in_use(stage: Stage, rules: RuleSet) -> Bankroll | None:
    """Return the bankroll, if new tables with such rules are to be played for it."""
    counts_money = rules.scoring != "push_up" or rules.has_bets
    if not stage.services.settings.settings.bankroll or not counts_money:
        return None
    return _counted(stage.services.store.opened())


def _counted(store: Store) -> Bankroll | None:
    """Return the bankroll if few enough hands are uncounted not to delay a frame, else None."""
    try:
        history = store.history()
        # More hands would delay a frame.
        return bankroll.Bankroll.of(store, history) if history.catch_up(200) else None
    except (StoreError, DamagedError):
        return None


def occasion_for(stage: Stage, rules: RuleSet) -> str:
    """Return the occasion of a new table with these rules.

    It is the bankroll if the player wants that and it covers the stake, else empty.
    """
    now = _in_use(stage, rules)
    return now.occasion(rules.stake) if now and now.covers(rules.stake) else ""


def stake_sentence(stage: Stage, rules: RuleSet) -> str:
    """Return whether a new table with these rules is played for the bankroll; empty without one."""
    now = _in_use(stage, rules)
    if now is None:
        return ""
    words = _("You're playing from your bankroll of {money}.")
    if not now.covers(rules.stake):
        words = _("Your bankroll of {money} can't cover this stake, so it sits this session out.")
    return words.format(money=amount_text(now.money))


def spent_sentence(money: int) -> str:
    """Say that the bankroll is spent: there is nothing left to play for."""
    return _(
        "{money} left: this bankroll has gone bust. It happens to the best of us; start a new one "
        "any time."
    ).format(money=amount_text(money))


def after_hand(stage: Stage, session: Session) -> str:
    """Return the money after a hand played for the bankroll, in a sentence; empty for other
    hands.
    """
    store = stage.services.store.opened()
    is_for_it = session.plan.occasion.startswith(f"{BANKROLL} ")
    if not is_for_it or store.place_of(session) is None:
        return ""
    now = _counted(store)
    if now is None:
        return ""
    if now.is_spent:
        return spent_sentence(now.money)
    return fact(_("Bankroll"), amount_text(now.money))
