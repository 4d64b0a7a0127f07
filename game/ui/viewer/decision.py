"""The page of a decision: the player's answer, then the coach's verdict and how certain it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.ui.kit.controls import HEIGHT, Button
from game.ui.kit.form import ENTER, Form
from game.ui.kit.grids import grid
from game.ui.kit.lists import ListRow, RowLine, RowList
from game.ui.pages.page import GAP
from game.ui.text.hints import AdviceWords, worth_text
from game.ui.text.language import _
from game.ui.viewer.coach_question import CoachQuestion
from game.ui.viewer.decision_words import (
    SIZES,
    loss_text,
    option_words,
    ordered,
    position_lines,
    reason_words,
    turn_words,
    value_text,
)
from game.ui.viewer.replay_scene import ReplayScene
from game.verdicts import BEST, SURE, is_settled, unit_of, verdict

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.rules.actions import Action
    from game.saves.reviews import KeptDecision, KeptReview, KeptValue
    from game.ui.shell.scene import Stage
    from game.ui.viewer.hand_painter import ViewerState


class DecisionScene(ReplayScene):
    """The page of a decision: the table as the player saw it, and beside it the possible actions.

    An answer is judged once its cost is known, for which the coach thinks further while the player
    waits. ``answered`` is called once, with whether the answer was best or good, or None if that
    remained unknown; ``onward``, if given, leads to the next decision.
    """

    _LIST: Final = "options"
    _MOVES: Final = frozenset(
        (
            pygame.K_UP,
            pygame.K_DOWN,
            pygame.K_HOME,
            pygame.K_END,
            pygame.K_PAGEUP,
            pygame.K_PAGEDOWN,
        )
    )

    def __init__(
        self,
        stage: Stage,
        kept: KeptReview,
        decision: KeptDecision,
        *,
        is_answered: bool = False,
        answered: Callable[[bool | None], None] = lambda _is_right: None,
        onward: Callable[[], None] | None = None,
    ) -> None:
        self._kept, self.decision = kept, decision
        self._answered, self._onward = answered, onward
        self.is_answered, self.answer = is_answered, None
        self._question: CoachQuestion | None = None
        self._seen = kept.seen(decision)
        self._actions = ordered(self._seen, decision.values)
        you = kept.seat if kept.is_mine else None
        super().__init__(
            stage,
            (kept.record,),
            you_of=lambda _place: you,
            title_of=lambda _place: turn_words(decision),
        )
        self.seat = decision.seat
        self.step = decision.action - 1
        self._build(focus=self._LIST if not is_answered else self._first_button())

    answer: Action | None
    """The answer; None before, and if the solution was only looked at."""
    _lost: tuple[float, float] | None = None
    """What the answer was found to cost, and the standard error."""

    @property
    def look(self) -> ViewerState:
        """The viewer's state; the panel has the keys of lists and the golden button."""
        return replace(super().look, is_beside=True)

    @property
    def is_thinking(self) -> bool:
        """Whether an answer is still being judged."""
        return self._question is not None and self._question.is_open

    @property
    def options(self) -> tuple[Action, ...]:
        """The possible answers, in the order of the list."""
        return tuple(value.action for value in self._actions)

    # -- the panel -----------------------------------------------------------------------------

    def _build(self, focus: str = "") -> None:
        super()._build(focus)
        self.list = RowList(self._LIST, chosen=self._choose, click_chooses=True)
        self._buttons = [Button("button:back", _("Back"), self._leave)]
        if self.is_thinking:
            pass
        elif not self.is_answered:
            self._buttons.append(Button("button:show", _("Show the answer"), self._give_up))
        elif self._onward is not None:
            self._buttons.append(Button("button:onward", _("Next"), self._onward, primary=True))
        self.list.show(self._rows())
        if not self.is_answered:
            self.list.go_to(str(0 if self.answer is None else self.options.index(self.answer)))
        self.form = Form([self.list, *self._buttons, *self.on_table], focus)
        self.place_panel(self.window.size)

    def _first_button(self) -> str:
        return "button:onward" if self._onward else "button:back"

    def _rows(self) -> list[ListRow]:
        lines = tuple(map(RowLine, position_lines(self._seen)))
        if not self.is_answered:
            asked = _("Thinking…") if self.is_thinking else _("What would you do?")
            rows = [ListRow("question", asked, lines=lines)]
            words = [option_words(self._seen, value.action) for value in self._actions]
            return rows + [ListRow(str(at), text) for at, text in enumerate(words)]
        rows = [ListRow("verdict", self.verdict, lines=tuple(map(RowLine, self._why())))]
        for at, value in enumerate(self.ranked):
            text = option_words(self._seen, value.action)
            worth = RowLine(value_text(value), "accent")
            rows.append(ListRow(str(at), text, lines=(worth,), tag=self._tag(value)))
        return rows

    @property
    def ranked(self) -> list[KeptValue]:
        """The value of each action, the best first; the answer's is updated by what was found.

        Actions that seem better than the best are known less well. They are at most as good, so
        they are pooled with it, each weighted by its precision.
        """
        values = {value.action: value for value in self._actions}
        first = values[self.decision.best]
        if self.answer is not None and self._lost is not None:
            loss, error = self._lost
            own = replace(values[self.answer], value=first.value - loss, error=error)
            values[self.answer] = own
            first = own if self._size(self.answer) == BEST else first
        others = [value for value in values.values() if value.action != first.action]
        others.sort(key=lambda value: -value.value)
        most, weight = first.value, self._precision(first)
        for other in others:
            if other.value > most:
                precision = self._precision(other)
                most = (most * weight + other.value * precision) / (weight + precision)
                weight += precision
        lower = (replace(other, value=min(other.value, most)) for other in others)
        return [replace(first, value=most), *lower]

    @staticmethod
    def _precision(value: KeptValue) -> float:
        return max(value.error, 1e-6) ** -2

    @property
    def verdict(self) -> str:
        """The coach's verdict on the answer, or on what was played."""
        decision, best = self.decision, option_words(self._seen, self.decision.best)
        chosen = decision.played if self.answer is None else self.answer
        size = self._size(chosen)
        if size is None:
            words = _("Too close to call: {one} or {other}")
            return words.format(one=option_words(self._seen, chosen), other=best)
        if size == BEST:
            return _("Best: {action}").format(action=option_words(self._seen, chosen))
        words = _("{verdict}. Better: {action}")
        return words.format(verdict=_(SIZES[size]), action=best)

    def _size(self, action: Action) -> str | None:
        """Return the size of an action's mistake (``verdict``), as far as known; of what was
        played, as the review named it.
        """
        if action == self.decision.played and self.decision.mistake and not self._lost:
            return self.decision.mistake
        return verdict(*self._loss_of(action))

    def _is_settled(self, action: Action) -> bool:
        is_named = action == self.decision.played and self.decision.mistake is not None
        return is_named or is_settled(*self._loss_of(action))

    def _loss_of(self, action: Action) -> tuple[float, float]:
        """Return what an action costs, in stakes, and the standard error of that."""
        lost = self._lost if action == self.answer and self._lost else None
        loss, error = lost or self.decision.loss_of(action)
        unit = unit_of(self._kept.rules)
        return loss / unit, error / unit

    def _why(self) -> list[str]:
        decision, seen = self.decision, self._seen
        why = [reason_words(decision, self.stage.services.reason(seen, decision))]
        if self.answer is not None and self._size(self.answer) not in {None, BEST}:
            loss, error = self._lost or decision.loss_of(self.answer)
            cost = worth_text(loss, SURE * error).lstrip("+")
            why.insert(0, AdviceWords.answer(self._kept.rules, cost))
        if decision.mistake:
            words = AdviceWords.cost_sentence(
                "In the hand: {action}, which cost {loss} stake.",
                "In the hand: {action}, which cost {loss} stakes.",
                "In the hand: {action}, which cost {loss} point.",
                "In the hand: {action}, which cost {loss} points.",
                self._kept.rules,
                loss_text(decision).lstrip("−-"),
                action=option_words(seen, decision.played),
            )
            why.append(words)
        return [text for text in why if text]

    def _tag(self, value: KeptValue) -> str:
        if value.action == self.ranked[0].action:
            return _("best")
        if value.action == self.answer:
            return _("your answer")
        if value.action == self.decision.played:
            # TRANSLATORS: the action that was chosen in the hand.
            return _("played")
        return ""

    # -- answering and judging -----------------------------------------------------------------

    def _choose(self, key: str) -> None:
        if not self.is_answered and not self.is_thinking and key.isdecimal():
            self.answer = self._actions[int(key)].action
            if self._is_settled(self.answer):
                self._reveal()
                return
            pair = self.decision.best, self.answer
            question = CoachQuestion(self.stage, self._seen, self.decision.action, pair)
            self._question = question
            if question.is_open:
                self._build(focus=self._LIST)
            else:
                self._reveal()

    def _give_up(self) -> None:
        self._reveal()

    def update(self, dt: float) -> bool:
        return self._look_further(dt) or super().update(dt)

    def _look_further(self, dt: float) -> bool:
        """Judge the answer once the coach knows its cost or has run out of time."""
        question = self._question
        if question is None or not question.is_open:
            return False
        question.poll(dt)
        # After five seconds, judge by what is known.
        if not (question.is_known or question.is_over or question.passed >= 5.0):
            return False
        found = question.latest
        if found is not None:
            is_best = found.values[0].action == self.decision.best
            self._lost = found.lead if is_best else -found.lead, found.lead_error
        question.close()
        self._reveal()
        return True

    def idle_for(self) -> float | None:
        waits = super().idle_for(), self._question.idle_for() if self._question else None
        return min((wait for wait in waits if wait is not None), default=None)

    def close(self) -> None:
        super().close()
        if self._question is not None:
            self._question.close()

    def _reveal(self) -> None:
        self.is_answered = True
        size = None if self.answer is None else self._size(self.answer)
        is_right = size in {BEST, "good"}
        self._answered(None if self.answer is not None and size is None else is_right)
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

    def table_size(self, window: tuple[int, int]) -> tuple[int, int]:
        skin = self.panel_skin(window)
        # With large text, break lines rather than make cards much smaller.
        wide = min(skin.px(400.0), max(skin.px(280.0), round(window[0] * 0.235)))
        return max(1, window[0] - min(wide, round(window[0] * 0.48))), window[1]

    def on_language_changed(self) -> None:
        self._build()

    def place_panel(self, window: tuple[int, int]) -> None:
        skin = self.panel_skin(window)
        gap, high = skin.px(GAP / 2), skin.px(HEIGHT)
        box = self.panel_box(window).inflate(-2 * gap, -2 * gap)
        count = len(self._buttons)
        needed = max(button.natural_size(skin)[0] for button in self._buttons)
        columns = count if count * (needed + gap) - gap <= box.width else 1
        rows = count // columns
        foot = Rect(box.x, 0, box.width, rows * (high + gap) - gap)
        foot.bottom = box.bottom
        for button, place in zip(self._buttons, grid(foot, count, columns, high, gap), strict=True):
            button.place(place, skin)
        self.list.place(Rect(box.x, box.y, box.width, foot.y - gap - box.y), skin)

    def draw_beside(self, surface: Surface) -> None:
        skin = self.panel_skin(surface.get_size())
        self.form.draw(surface, skin, (self.list, *self._buttons))

    def _key(self, event: Event) -> bool:
        is_beside = self.form.focused in {self._LIST, *(each.name for each in self._buttons)}
        if is_beside and event.key in (*ENTER, *self._MOVES):
            return False
        return super()._key(event)
