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
    from game.ui.pages.hand_counter import Counting
    from game.ui.shell.scene import Stage


def is_wanted(stage: Stage, rules: RuleSet) -> bool:
    """Return whether new tables with such rules are to be played for the bankroll."""
    counts_money = not rules.is_push_up or rules.has_bets
    return stage.services.settings.settings.bankroll and counts_money


def _counted(store: Store, *, to_the_end: bool = False) -> Bankroll | None:
    """Return the bankroll, or None if hands cannot be read.

    Unless counting goes on ``to_the_end``, it is also None if too many hands are uncounted for a
    frame.
    """
    try:
        history = store.history()
        while not history.catch_up(200):  # more hands would delay a frame
            if not to_the_end:
                return None
        return bankroll.Bankroll.of(store, history)
    except (StoreError, DamagedError):
        return None


def occasion_for(stage: Stage, rules: RuleSet) -> str:
    """Return the occasion of a new table with these rules.

    It is the bankroll if the player wants that and it covers the stake, else empty. Hands that are
    not counted yet are counted first.
    """
    if not is_wanted(stage, rules):
        return ""
    now = _counted(stage.services.saves.opened(), to_the_end=True)
    return now.occasion(rules.stake) if now and now.covers(rules.stake) else ""


def stake_sentence(stage: Stage, rules: RuleSet, counting: Counting | None) -> str:
    """Return whether a new table with these rules is played for the bankroll; empty if it is not
    wanted.

    Until ``counting`` is done, it says how far that is, or why hands cannot be read.
    """
    if counting is None or not is_wanted(stage, rules):
        return ""
    now = _counted(stage.services.saves.opened()) if counting.is_done else None
    if now is None:
        return counting.words("")
    words = _("You're playing from your bankroll of {money}.")
    if not now.covers(rules.stake):
        words = _("Your bankroll of {money} can't cover this stake, so it sits this session out.")
    return words.format(money=amount_text(now.money))


def spent_sentence(money: int) -> str:
    """Say that the bankroll is spent: there is nothing left to play for, or there are debts."""
    words = _(
        "{money} left: this bankroll has gone bust. It happens to the best of us; start a new one "
        "any time."
    )
    if money < 0:
        words = _(
            "You owe {money}: this bankroll has gone bust. It happens to the best of us; start a "
            "new one any time."
        )
    return words.format(money=amount_text(abs(money)))


def after_hand(stage: Stage, session: Session) -> str:
    """Return the money after a hand played for the bankroll, in a sentence; empty for other
    hands.
    """
    store = stage.services.saves.opened()
    is_for_it = session.plan.occasion.startswith(f"{BANKROLL} ")
    if not is_for_it or store.place_of(session) is None:
        return ""
    now = _counted(store)
    if now is None or not now.holds(session.plan):
        return ""
    if now.is_spent:
        return spent_sentence(now.money)
    return fact(_("Bankroll"), amount_text(now.money))
