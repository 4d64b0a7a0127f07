"""The coach at the table: hints on request, and warnings of blunders."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from game.ui.kit.widget import fact
from game.ui.shell.keys import key_text
from game.ui.table.flow.shown import ButtonLook
from game.ui.table.painting.coach_overlay import HintFigures, HintLook, targets_of
from game.ui.text.hints import (
    AdviceWords,
    basis_words,
    by_value,
    is_too_close,
    reason_words,
    rivals,
    worth_text,
)
from game.ui.text.language import _
from game.ui.text.level_words import unpriced_sentence
from game.ui.viewer.coach_question import CoachQuestion
from game.verdicts import BLUNDER, SURE, mistake_of, unit_of

if TYPE_CHECKING:
    from game.play.advice import Advised
    from game.rules.actions import Action
    from game.rules.view import SeatView
    from game.ui.shell.scene import Stage


class TableHint(CoachQuestion):
    """A hint at the table: what the coach would do."""

    def __init__(self, stage: Stage, view: SeatView, seed: int) -> None:
        super().__init__(stage, view, seed)
        self.found: Advised | None = None
        """The advice as shown, with its latest figures; None while no action can be named."""
        self.is_explained = False
        """Whether the figures are shown at the side."""
        self._named: Advised | None = None
        """The advice as it was first given: its words stay until the end of the thought, unless the
        action changes."""

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds; True if the contents change.

        An action is named as soon as it is clearly the best; its figures go on to improve.
        """
        if not self.is_open:
            return False
        shown = self.line, self.figures
        self.poll(dt)
        found, longest = self.latest, 2.5  # seconds; then the answer so far is used
        is_over = self.is_over or (found is not None and self.passed >= longest) or self.is_known
        if is_over or self._is_clear(found):
            self._show(found, is_final=is_over)
        if is_over:
            self.close()
        return shown != (self.line, self.figures) or is_over

    def _is_clear(self, found: Advised | None) -> bool:
        """Return whether the best action is certain enough to name."""
        if found is None or not found.is_checked or is_too_close(found):
            return False
        return found.lead > 3 * found.lead_error  # standard errors, as it is asked again and again

    def _show(self, found: Advised | None, *, is_final: bool) -> None:
        """Show what was found. Words that say the same stay as they are, but the last say why in
        the light of all figures.
        """
        named, self.found = self._named, found
        if found is not None and named is not None and not is_final:
            is_same_action = found.values[0].action == named.values[0].action
            if is_same_action and is_too_close(found) == is_too_close(named):
                return
        self._named = found

    # -- contents ------------------------------------------------------------------------------

    @property
    def named(self) -> tuple[Action, ...]:
        """The actions that the hint names: the best, or several too close to call."""
        found = self._named
        if found is None:
            return ()
        best = rivals(found) if is_too_close(found) else found.values[:1]
        return tuple(each.action for each in best)

    @property
    def line(self) -> str:
        """The action to take and the reason, in one line."""
        if self._named is not None:
            return AdviceWords(self.view).line(self._named)
        if self.is_open:
            return _("The coach is thinking…")
        if self.has_failed:
            return unpriced_sentence(self.view.rules) or _("The coach stopped. Ask again.")
        return _("The coach has no answer.")

    def look(self, *, is_hovered: bool = False) -> HintLook:
        """Return the hint's contents for drawing."""
        found = self._named
        if found is None:
            return HintLook(self.line)
        targets = frozenset().union(*map(targets_of, self.named))
        # TRANSLATORS: a button beside a hint: tells the figures behind it.
        why = ButtonLook(_("Why?"), key_text("why"), is_lit=True, is_hovered=is_hovered)
        figures = self.figures if self.is_explained else None
        return HintLook(self.line, targets, why, figures, AdviceWords(self.view).in_brief(found))

    @property
    def figures(self) -> HintFigures:
        """The reason, the value of each action, and their basis."""
        found = self.found
        if found is None:
            return HintFigures("", (), "")
        rows = tuple(
            (AdviceWords(self.view).action(each.action), worth_text(each.value, SURE * each.error))
            for each in by_value(found)[:6]
        )
        reason = reason_words(self._named or found)
        return HintFigures(reason, rows, basis_words(found, self.view.rules))

    @property
    def spoken(self) -> tuple[str, ...]:
        """The hint as read aloud; the figures once they are final."""
        if not self.is_explained or self.found is None or self.is_open:
            return (self.line,)
        figures, named = self.figures, self._named or self.found
        # Otherwise the line says the reason.
        is_apart = named.reason is None or is_too_close(named)
        why = [figures.why] if is_apart and figures.why else []
        return (self.line, *why, *(fact(*row) for row in figures.rows), figures.note)


class Tutor(CoachQuestion):
    """Thinks along with one decision of the player, and warns of a blunder before it is made."""

    def __init__(self, stage: Stage, view: SeatView, seed: int) -> None:
        super().__init__(stage, view, seed)
        self._awaited = 0.0

    @property
    def is_ready(self) -> bool:
        """Whether the tutor has finished, or has been waited for long enough."""
        return not self.is_open or self._awaited >= 0.9  # seconds

    def update(self, dt: float, *, is_awaited: bool) -> None:
        """Advance by ``dt`` seconds; ``is_awaited``: the player is waiting for the tutor."""
        if not self.is_open:
            return
        self.poll(dt)
        self._awaited += dt * is_awaited
        found, longest = self.latest, 3.0  # seconds
        enough = 0.05 * unit_of(self.view.rules)  # half a 95 % interval
        is_enough = found is not None and (found.precision <= enough or self.passed >= longest)
        if is_enough or self.is_over:
            self.close()

    def has_judged(self, action: Action) -> bool:
        """Return whether the value of an action was found."""
        return self.latest is not None and any(each.action == action for each in self.latest.values)

    def warning(self, action: Action) -> str:
        """Return a warning against an action if it is a clear blunder; else ""."""
        values = self.latest.values if self.latest else ()
        one = next((value for value in values if value.action == action), None)
        if one is None:
            return ""
        best = values[0]
        loss, error = best.value - one.value, hypot(best.error, one.error)
        unit = unit_of(self.view.rules)
        if mistake_of(loss / unit) != BLUNDER or loss <= SURE * error:
            return ""
        words = AdviceWords(self.view)
        return words.cost_sentence(
            "“{action}” costs about {loss} stake. Better: “{better}”.",
            "“{action}” costs about {loss} stakes. Better: “{better}”.",
            "“{action}” costs about {loss} point. Better: “{better}”.",
            "“{action}” costs about {loss} points. Better: “{better}”.",
            self.view.rules,
            words.cost(loss),
            action=words.action(action),
            better=words.action(best.action),
        )
