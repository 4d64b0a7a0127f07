"""A hint: what the coach would do, what it is worth against the next best, and why."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.ui.kit.controls import Button, Label
from game.ui.kit.skin import SMALL
from game.ui.kit.widget import Widget
from game.ui.pages.page import Overlay, Sheet
from game.ui.shell.keys import action_of
from game.ui.text.hints import action_words, basis_words, either_words, reason_words, worth_text
from game.ui.text.language import _

if TYPE_CHECKING:
    from pygame import Event

    from game.play.advice import Advice, Advised
    from game.rules.actions import Action
    from game.rules.view import SeatView
    from game.ui.shell.scene import Stage

_WIDTH: Final = 760.0  # units across the sheet
_ABOVE: Final = 0.64
"""The share of the window's height above the player's own cards."""
_FIRST, _FURTHER = 0.9, 3.0
"""Seconds that the coach thinks at first, and longer each time it is asked again."""
_LOOK: Final = 0.05  # seconds from one look at the coach's answer to the next
_ENOUGH: Final = 0.05  # half a 95 % interval, in stakes
_SURE: Final = 1.96  # standard errors to each side of a 95 % interval
_PATIENCE: Final = 0.9
"""Seconds that a move waits for the tutor at most."""
_BLUNDER: Final = 0.25
"""Stakes that a move must cost for the tutor to warn of it."""


class Tutor:
    """Thinks with the player about one decision, and warns of a blunder before it is made."""

    def __init__(self, stage: Stage, view: SeatView, seed: int) -> None:
        self.view = view
        coach = stage.services.coach
        self._asked: Advice | None = coach(view, seed) if coach else None
        self._found: Advised | None = None
        self._passed = self._awaited = 0.0

    @property
    def is_ready(self) -> bool:
        """Whether the tutor will say no more, or has been waited for long enough."""
        return self._asked is None or self._awaited >= _PATIENCE

    def update(self, dt: float, *, is_awaited: bool) -> None:
        """Let ``dt`` seconds pass; the player may be waiting for it."""
        asked = self._asked
        if asked is None:
            return
        self._passed += dt
        self._awaited += dt * is_awaited
        self._found = found = asked.latest or self._found
        is_enough = found is not None and (found.precision <= _ENOUGH or self._passed >= _FURTHER)
        if is_enough or asked.is_over:
            self.close()

    def idle_for(self) -> float | None:
        """Seconds until it has something new."""
        return None if self._asked is None else _LOOK

    def close(self) -> None:
        """Stop thinking; what was found stays."""
        if self._asked is not None:
            self._asked.cancel()
            self._asked = None

    def warning(self, action: Action) -> str:
        """Say what speaks against an action, if it is a clear blunder; else empty."""
        values = self._found.values if self._found else ()
        one = next((value for value in values if value.action == action), None)
        if one is None:
            return ""
        best = values[0]
        loss, error = best.value - one.value, hypot(best.error, one.error)
        if loss < _BLUNDER or loss <= _SURE * error:
            return ""
        words = _("“{action}” costs about {loss} stakes. Better: “{better}”.")
        if self.view.rules.scoring == "push_up":
            words = _("“{action}” costs about {loss} points. Better: “{better}”.")
        return words.format(
            action=action_words(self.view, action),
            loss=worth_text(loss, _SURE * error).lstrip("+"),
            better=action_words(self.view, best.action),
        )


class HintScene(Overlay):
    """Thinks for a second in another process, then says what it has found."""

    def __init__(self, stage: Stage, view: SeatView, seed: int) -> None:
        self._view, self._seed = view, seed
        self._time, self._enough = _FIRST, _ENOUGH
        self.found: Advised | None = None
        """What has been found; None while the coach still thinks."""
        self._trouble = ""
        self._asked: Advice | None = self._ask(stage)
        super().__init__(stage)
        self.form.focus("button:back")

    @property
    def heading(self) -> str:
        return _("Hint")

    def _ask(self, stage: Stage) -> Advice | None:
        self._passed = 0.0
        coach = stage.services.coach
        return coach(self._view, self._seed) if coach else None

    # -- while the coach thinks ----------------------------------------------------------------

    def update(self, dt: float) -> bool:
        asked = self._asked
        if asked is None:
            return False
        self._passed += dt
        found, is_over = asked.latest, asked.is_over
        is_enough = found is not None and (
            self._passed >= self._time or found.precision <= self._enough
        )
        if not is_enough and not is_over:
            return False
        self.found, self._trouble = found or self.found, asked.error or ""
        self.close()
        self.rebuild()
        return True

    def idle_for(self) -> float | None:
        return None if self._asked is None else _LOOK

    def close(self) -> None:
        if self._asked is not None:
            self._asked.cancel()
            self._asked = None

    def refine(self) -> None:
        """Ask again, for longer."""
        if self._asked is None:
            self._time, self._enough = self._time + _FURTHER, 0.0
            self._asked = self._ask(self.stage)
            self.rebuild()

    # -- what it says --------------------------------------------------------------------------

    def build(self) -> Sequence[Widget]:
        best, worth, why, note = self._texts()
        self._rows: list[Widget] = [Label(best, colour="accent", bold=True, wraps=True)]
        self._rows += [Label(text, wraps=True) for text in (worth, why) if text]
        if note:
            self._rows.append(Label(note, units=SMALL, colour="ink_soft", wraps=True))
        more = Button("button:more", _("More precisely"), self.refine)
        more.enabled = self._asked is None
        self._buttons = [more, Button("button:back", _("Back"), self.back)]
        return [*self._rows, *self._buttons]

    def arrange(self, area: Rect) -> None:
        above = Rect(area.topleft, (area.width, round(area.height * _ABOVE)))
        for part in (above, area):  # the player's own cards stay in sight where there is room
            self.sheet = Sheet(part, self.skin, self._rows, self._buttons, width=_WIDTH)
            if self.sheet.needed <= part.height:
                break

    def _texts(self) -> tuple[str, str, str, str]:
        """Say what to do, what it is worth, why, and what that rests on."""
        found, view = self.found, self._view
        if found is None:
            words = _("The coach is thinking…") if self._asked else _("The coach has no answer.")
            return words, self._trouble, "", ""
        best = found.values[0]
        words, why = action_words(view, best.action), reason_words(found)
        note = basis_words(found, view.rules)
        if self._asked is not None:
            note = _("The coach is thinking…")
        worth = worth_text(best.value, _SURE * best.error)
        if len(found.values) == 1:
            return words, _("Worth {worth}.").format(worth=worth), why, note
        other = found.values[1]
        second = action_words(view, other.action)
        against = worth_text(other.value, _SURE * other.error)
        if found.is_close or not round(found.lead, 2):
            pairs = [(best, worth), (other, against)]
            (one, worth), (other, against) = sorted(pairs, key=lambda each: -each[0].value)
            either = either_words(view, one.action, other.action)
            told = _("Worth {worth}; the other {against}.").format(worth=worth, against=against)
            return either, told, why, note
        less = worth_text(found.lead, _SURE * found.lead_error).lstrip("+")
        told = _("Worth {worth}: {lead} more than the next best, “{other}”.").format(
            worth=worth, lead=less, other=second
        )
        return words, told, why, note

    def handle(self, event: Event) -> None:
        if event.type == pygame.KEYDOWN and action_of(event) == "hint":
            self.refine()
        else:
            super().handle(event)
