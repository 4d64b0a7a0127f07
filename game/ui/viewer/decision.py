"""The page of a decision: what the player would do, then what the coach says and how surely."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.ui.kit.controls import HEIGHT, Button, draw_panel
from game.ui.kit.form import ENTER, Form
from game.ui.kit.grids import grid
from game.ui.kit.lists import ListRow, RowLine, RowList
from game.ui.kit.skin import Skin
from game.ui.pages.page import GAP
from game.ui.shell.scene import StageWithin
from game.ui.table.motion.layout import LEAST_SIZE
from game.ui.text.language import _
from game.ui.viewer.decision_words import (
    loss_text,
    option_words,
    ordered,
    position_lines,
    reason_words,
    turn_words,
    value_text,
)
from game.ui.viewer.replay_scene import ReplayScene

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.rules.actions import Action
    from game.saves.reviews import KeptDecision, KeptReview, KeptValue
    from game.ui.shell.scene import Stage

_WIDE: Final = 400.0  # units across the panel
_LEAST: Final = 0.32  # share of the window's width
_MOST: Final = 0.48
"""The largest share of the window's width that the panel takes; the table keeps what it needs."""
_LIST: Final = "options"
_MOVES: Final = frozenset(
    (pygame.K_UP, pygame.K_DOWN, pygame.K_HOME, pygame.K_END, pygame.K_PAGEUP, pygame.K_PAGEDOWN)
)


def _panel_width(stage: Stage, size: tuple[int, int]) -> int:
    wished = Skin(stage.services.theme, size).px(_WIDE)
    least, most = round(size[0] * _LEAST), round(size[0] * _MOST)
    return min(wished, most, max(least, size[0] - LEAST_SIZE[0]))


class _Beside(StageWithin):
    """The stage beside the panel: the window less the panel at its right."""

    @property
    def size(self) -> tuple[int, int]:
        return self.left_of_panel(self.real.size)

    def left_of_panel(self, size: tuple[int, int]) -> tuple[int, int]:
        """Return what the panel leaves of a window."""
        return max(1, size[0] - _panel_width(self.real, size)), size[1]


class DecisionScene(ReplayScene):
    """The page of a decision: the table as the player saw it, and beside it what could be done.

    ``answered`` is called once, with whether the answer was as good as the best; ``onward``, if
    given, leads to the next one.
    """

    def __init__(
        self,
        stage: Stage,
        kept: KeptReview,
        decision: KeptDecision,
        *,
        is_answered: bool = False,
        answered: Callable[[bool], None] = lambda _is_right: None,
        onward: Callable[[], None] | None = None,
    ) -> None:
        self._kept, self.decision = kept, decision
        self._answered, self._onward = answered, onward
        self.is_answered, self.answer = is_answered, None
        self._whole = stage
        self._seen = kept.seen(decision)
        self._actions = ordered(self._seen, decision.values)
        self._panel_skin = Skin(stage.services.theme, stage.size)
        you = kept.seat if kept.is_mine else None
        super().__init__(
            _Beside(stage),
            (kept.record,),
            you_of=lambda _place: you,
            title_of=lambda _place: turn_words(decision),
        )
        self.seat = decision.seat
        self.step = decision.action - 1
        self._build(focus=_LIST if not is_answered else self._first_button())

    answer: Action | None
    """What was answered; None before, and where the answer was only looked at."""

    @property
    def options(self) -> tuple[Action, ...]:
        """What may be answered, in the order of the list."""
        return tuple(value.action for value in self._actions)

    # -- what stands beside the table ----------------------------------------------------------

    def _build(self, focus: str = "") -> None:
        super()._build(focus)
        self.list = RowList(_LIST, chosen=self._choose, click_chooses=True)
        self._buttons = [Button("button:back", _("Back"), self._leave)]
        if not self.is_answered:
            self._buttons.append(Button("button:show", _("Show the answer"), self._give_up))
        elif self._onward is not None:
            self._buttons.append(Button("button:onward", _("Next"), self._onward, primary=True))
        self.list.show(self._rows())
        if not self.is_answered:
            self.list.go_to("0")
        self.form = Form([self.list, *self._buttons, *self.form.widgets], focus)
        self._place_panel()

    def _first_button(self) -> str:
        return "button:onward" if self._onward else "button:back"

    def _rows(self) -> list[ListRow]:
        lines = tuple(map(RowLine, position_lines(self._seen)))
        if not self.is_answered:
            rows = [ListRow("question", _("What would you do?"), lines=lines)]
            words = [option_words(self._seen, value.action) for value in self._actions]
            return rows + [ListRow(str(at), text) for at, text in enumerate(words)]
        rows = [ListRow("verdict", self.verdict, lines=tuple(map(RowLine, self._why())))]
        ranked = sorted(
            self._actions, key=lambda value: (value.action != self.decision.best, -value.value)
        )
        for at, value in enumerate(ranked):
            text = option_words(self._seen, value.action)
            tag = self._tag(value, ranked[0])
            rows.append(ListRow(str(at), text, value_text(value), tag=tag))
        return rows

    @property
    def verdict(self) -> str:
        """What the coach says to the answer, or to what was played."""
        decision, best = self.decision, option_words(self._seen, self.decision.best)
        if self.answer is not None:
            if self.answer == decision.best:
                return _("Right: {action}").format(action=best)
            if decision.is_as_good(self.answer):
                return _("As good as {action}, within the error").format(action=best)
            return _("Better: {action}").format(action=best)
        if decision.played == decision.best:
            return _("Well played: {action}").format(action=best)
        if not decision.mistake:
            return _("No clear mistake; best may be: {action}").format(action=best)
        return _("Better: {action}").format(action=best)

    def _why(self) -> list[str]:
        decision, seen = self.decision, self._seen
        why = [reason_words(decision)]
        if decision.mistake:
            words = _("In the hand: {action}, which cost {loss}.")
            played = option_words(seen, decision.played)
            why.append(words.format(action=played, loss=loss_text(decision).lstrip("−-")))
        return [text for text in why if text]

    def _tag(self, value: KeptValue, best: KeptValue) -> str:
        if value.action == self.decision.best:
            return _("best")
        if value.action == self.answer:
            return _("your answer")
        if value.action == self.decision.played:
            # TRANSLATORS: the action that was chosen in the hand.
            return _("played")
        # The best need not have the highest figure, if another is within the error.
        # TRANSLATORS: an action, as the best one.
        return _("as good") if value.value >= best.value else ""

    # -- what is done --------------------------------------------------------------------------

    def _choose(self, key: str) -> None:
        if not self.is_answered and key.isdecimal():
            self.answer = self._actions[int(key)].action
            self._reveal()

    def _give_up(self) -> None:
        self._reveal()

    def _reveal(self) -> None:
        self.is_answered = True
        self._answered(self.answer is not None and self.decision.is_as_good(self.answer))
        self._build(focus=self._first_button())

    def _leave(self) -> None:
        self.stage.pop()

    def news(self) -> Sequence[str]:
        words = [row.spoken for row in self.list.rows if row.key in {"question", "verdict"}]
        new = [text for text in words if text != self._told]
        self._told = words[0]
        return [*super().news(), *new]

    _told = ""

    # -- the window ----------------------------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        stage = self.stage
        self._panel_skin = Skin(self._whole.services.theme, size)
        super().resize(stage.left_of_panel(size) if isinstance(stage, _Beside) else size)
        self._place_panel()

    def on_language_changed(self) -> None:
        self._build()

    def _place_panel(self) -> None:
        skin, size = self._panel_skin, self._panel_skin.size
        wide = _panel_width(self._whole, size)
        gap, high = skin.px(GAP / 2), skin.px(HEIGHT)
        box = Rect(size[0] - wide, 0, wide, size[1]).inflate(-2 * gap, -2 * gap)
        count = len(self._buttons)
        needed = max(button.natural_size(skin)[0] for button in self._buttons)
        columns = count if count * (needed + gap) - gap <= box.width else 1
        rows = count // columns
        foot = Rect(box.x, 0, box.width, rows * (high + gap) - gap)
        foot.bottom = box.bottom
        for button, place in zip(self._buttons, grid(foot, count, columns, high, gap), strict=True):
            button.place(place, skin)
        self.list.place(Rect(box.x, box.y, box.width, foot.y - gap - box.y), skin)

    def draw(self, surface: Surface) -> None:
        size = surface.get_size()
        wide = _panel_width(self._whole, size)
        table = Rect(0, 0, size[0] - wide, size[1])
        super().draw(surface.subsurface(table))
        side = Rect(table.right, 0, wide, size[1])
        self._whole.services.theme.lay_cloth(surface, side)
        draw_panel(surface, side, self._panel_skin)
        self.form.draw(surface, self._panel_skin)

    def _key(self, event: Event) -> bool:
        is_beside = self.form.focused in {_LIST, *(each.name for each in self._buttons)}
        if is_beside and event.key in (*ENTER, *_MOVES, pygame.K_LEFT, pygame.K_RIGHT):
            return False
        return super()._key(event)
