"""The player's own try at a day's deal: sitting down to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.features.challenges.daily import model as daily
from game.ui.session.starting import in_place_of_kept, own_name, resume, sit_down_to
from game.ui.text.language import _

if TYPE_CHECKING:
    from datetime import date

    from game.features.challenges.daily.model import Try
    from game.ui.shell.scene import Saves, Stage


def goes_on(store: Saves, day: date, own: Try | None) -> bool:
    """Return whether the try that counts can still be played to its end."""
    if own is None or own.is_finished:
        return False
    return store.can_resume(daily.KIND, daily.plan_of(day, "").occasion)


def sit_down(stage: Stage, day: date, *, goes_on: bool) -> None:
    """Resume the try that counts, or begin it."""
    if goes_on:
        resume(stage, daily.KIND)
        return
    plan = daily.plan_of(day, own_name(stage))
    words = (
        _("Give up your daily deal?"),
        _(
            "You haven't finished another day's deal, and only the first try counts. Play this "
            "one, and that one counts as given up."
        ),
        _("Give it up"),
    )
    in_place_of_kept(stage, lambda: sit_down_to(stage, plan), daily.KIND, words)
