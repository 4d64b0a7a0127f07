"""A question to the coach about one decision, whose answer is looked for again in every frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.verdicts import GOOD, KNOWN, SURE, unit_of

if TYPE_CHECKING:
    from game.play.advice import Advised, Pending
    from game.rules.actions import Action
    from game.rules.view import SeatView
    from game.ui.shell.scene import Stage


class CoachQuestion:
    """A decision that the coach works on, in another process.

    ``actions`` are those to compare; by default all legal ones.
    """

    _LOOK: Final = 0.05
    """The seconds between two looks at the answer."""

    def __init__(
        self,
        stage: Stage,
        view: SeatView,
        seed: int,
        actions: tuple[Action, ...] | None = None,
    ) -> None:
        self.view = view
        coach = stage.services.coach
        self._asked: Pending[Advised] | None = coach(view, seed, actions) if coach else None
        self.latest: Advised | None = None
        """The best answer so far, as of the last look."""
        self.is_over = False
        """Whether the coach has ended, as of the last look."""
        self.has_failed = False
        """Whether the coach has ended by an error, as of the last look."""
        self.passed = 0.0
        """The seconds from the question to the last look."""

    @property
    def is_open(self) -> bool:
        """Whether a better answer may still come."""
        return self._asked is not None

    @property
    def is_known(self) -> bool:
        """Whether the lead of the best action is certain enough to mention."""
        found = self.latest
        if found is None or not (found.is_checked and self.leads):
            return False
        return SURE * found.lead_error <= KNOWN * unit_of(self.view.rules)

    @property
    def leads(self) -> bool:
        """Whether no action has a value clearly above that of the best one."""
        if self.latest is None:
            return False
        values = [each.value for each in self.latest.values]
        return max(values) - values[0] <= GOOD * unit_of(self.view.rules)

    def poll(self, dt: float) -> None:
        """Look for a better answer, ``dt`` seconds after the last look."""
        asked = self._asked
        if asked is None:
            return
        self.passed += dt
        # Whether it is over is asked first, so that no answer can come after it was looked for.
        self.is_over = asked.is_over
        self.latest = asked.latest or self.latest
        self.has_failed = asked.error is not None

    def idle_for(self) -> float | None:
        """Return the seconds until there may be news."""
        return self._LOOK if self.is_open else None

    def close(self) -> None:
        """Stop thinking; what was found is kept."""
        if self._asked is not None:
            self._asked.cancel()
            self._asked = None
