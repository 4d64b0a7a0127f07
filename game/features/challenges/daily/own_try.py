"""The player's own try at a day's deal: sitting down to it, and how it ended, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.features.challenges.daily import model as daily
from game.ui.session.starting import in_place_of_kept, own_name, resume, sit_down_to
from game.ui.text.language import _
from game.ui.text.move_words import stakes_text

if TYPE_CHECKING:
    from datetime import date

    from game.features.challenges.daily.model import LevelStanding, Try
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


def try_sentence(own: Try | None, *, goes_on: bool) -> str:
    """Return how the try that counts ended, or whether it has begun; ``goes_on`` says that it can
    still be played to its end.
    """
    if own is None:
        return _("Your first try counts. Then you see how each level plays it.")
    if goes_on:
        return _("Your hand isn't over yet.")
    if own.won is None:
        return _("You gave up this deal. You can still practice it.")
    return won_sentence(own.won)


def won_sentence(stakes: int) -> str:
    """Return the winnings of the hand in a sentence."""
    if not stakes:
        return _("You broke even.")
    words = _("You won {stakes}.") if stakes > 0 else _("You lost {stakes}.")
    return words.format(stakes=stakes_text(abs(stakes)))


def standing_sentence(stands: LevelStanding) -> str:
    """Return how a result compares with those of the levels in the same place."""
    behind, level, ahead = stands.behind, stands.level, stands.ahead
    count = behind + level + ahead
    if level == count:
        return _("In your seat, every level did the same.")
    if ahead == count:
        return _("In your seat, every level did better.")
    if behind == count:
        return _("You beat every level that sat in your seat.")
    if not behind:
        words = _(
            "You tied with {level} of the {count} levels that sat in your seat; {ahead} did better."
        )
    elif not level:
        words = _("You beat {behind} of the {count} levels that sat in your seat.")
    else:
        words = _(
            "You beat {behind} of the {count} levels that sat in your seat, and tied with {level}."
        )
    return words.format(behind=behind, level=level, ahead=ahead, count=count)
