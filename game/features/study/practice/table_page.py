"""The practice table: the usual table with a bar to undo, redo, show cards and change seats."""

from __future__ import annotations

import random
from functools import partial
from math import inf
from typing import TYPE_CHECKING

from pygame import Rect

from game.features.study.practice.comments import MoveComments
from game.files import StoreError
from game.play.practice import Practice, all_open
from game.saves.hand_files import export
from game.ui.kit.controls import Button, focus_ring
from game.ui.kit.grids import SMALLEST_TARGET, equal_row
from game.ui.kit.skin import SMALL, Skin
from game.ui.kit.widget import Widget, sentences
from game.ui.pages.page import Overlay, Sheet, needs_kernel
from game.ui.pages.saves_in_use import tell_trouble
from game.ui.session.between_hands import BetweenHandsPages
from game.ui.session.table_scene import TableScene
from game.ui.shell.keys import key_text
from game.ui.table.flow.shown import ButtonLook
from game.ui.table.input.targets import PRACTICE_BUTTONS, ButtonTarget, Target
from game.ui.table.motion.layout import Design
from game.ui.table.painting.furniture import alike, draw_button
from game.ui.text.language import _
from game.ui.text.save_troubles import why_text
from game.ui.text.sessions import deal_text, shown_names

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pygame import Surface

    from game.rules.actions import Action
    from game.rules.view import SeatView
    from game.ui.shell.scene import Stage
    from game.ui.table.input.targets import PracticeButton
    from game.ui.table.painting.coach_overlay import ChancesLook, HintLook

_HIGH, _PAD, _GAP, _TITLE = 36.0, 6.0, 8.0, 220.0  # units


def chance_deal() -> int:
    """Return a random deal number."""
    # Low numbers are easier to pass on.
    return random.randint(1, 1_000_000)


class _PracticePages(BetweenHandsPages):
    """The pages between hands: only another deal is offered."""

    @property
    def onward(self) -> str:
        return _("Another deal")

    @property
    def may_call_big_one(self) -> bool:
        return False

    def leave(self) -> None:
        self._stage.pop()


class PracticeScene(TableScene):
    """The table of a practice hand.

    A change beyond a move replaces the scene by a new one.
    """

    is_chatty = False

    def __init__(
        self, stage: Stage, practice: Practice, *, is_open: bool = False, words: str = ""
    ) -> None:
        """``words`` describe what was just done, to be read aloud."""
        self.practice, self.is_open = practice, is_open
        self.comments = MoveComments(stage)
        self._words = words
        self._bar: dict[PracticeButton, Rect] = {}
        self._title = Rect(0, 0, 0, 0)
        super().__init__(stage, practice.session(self._note))
        self._heard = self.log.size
        self._settling_heard = self.is_settling
        self.flow.seen_as = self._seen_as
        self._show_cards()
        self.place_panel(stage.size)
        # Face-up cards, and those of a position, appear in place without animation.
        is_dealt = not (practice.at or is_open or practice.deal.start)
        if is_dealt and self.pace != inf and self.view.result is None:
            self.deal_visibly()
        self._keep()

    def _made_pages(self) -> BetweenHandsPages:
        return _PracticePages(self.window, self.session)

    # -- the hand --------------------------------------------------------------------------------

    def _note(self, move: str) -> None:
        self.practice = self.practice.with_move(move)
        self._keep()

    def _keep(self) -> None:
        """Save the hand for later in a file of its own; report a failure once."""
        if self.stage.services.settings.path is None:
            return
        try:
            self.practice.keep()
        except StoreError as error:
            tell_trouble(self.stage, error)

    def _seen_as(self, view: SeatView) -> SeatView:
        return all_open(self.session, view) if self.is_open and view.result is None else view

    def _show_cards(self) -> None:
        """Show or hide the other players' cards immediately."""
        self.board.is_open = self.is_open
        if self.board.view is not None and self.view.result is None:
            self.board.put(self._seen_as(self.flow.driver.view(self.flow.me, may_begin=True)))
            self.follow()

    def _go_on_with(self, practice: Practice, words: str) -> None:
        self.window.replace(PracticeScene(self.window, practice, is_open=self.is_open, words=words))

    def begin(self, practice: Practice) -> None:
        """Close the page above, and continue with the position set up there."""
        self.window.pop()
        self._go_on_with(practice, "")

    # -- the coach -------------------------------------------------------------------------------

    @property
    def _has_comments(self) -> bool:
        settings = self.stage.services.settings.settings
        is_wished = settings.coach_line or settings.coach_bar
        return is_wished and self.stage.services.coach is not None

    @property
    def coach_look(self) -> HintLook | None:
        look = super().coach_look
        is_line = self.stage.services.settings.settings.coach_line and not self.board.is_scene
        if look is not None or not is_line or self.view.result is not None:
            return look
        return self.comments.look(self.view)

    @property
    def chances_look(self) -> ChancesLook | None:
        is_wished = self.stage.services.settings.settings.coach_bar
        return self.comments.chances() if is_wished and self.view.result is None else None

    def has_played(self, action: Action) -> None:
        super().has_played(action)
        if self._has_comments:
            self.comments.has_played(action, self.view)

    def update(self, dt: float) -> bool:
        changed = super().update(dt)
        if not self._has_comments:
            return changed
        if self.board.view is not self._thought_of:
            self._thought_of = self.board.view
            seen = self.flow.decision_view() if self.session.is_playing else None
            if seen is not None and seen.legal:
                self.comments.think(seen, self.session.decision_seed(self.flow.me))
        return self.comments.update(dt) or changed

    def idle_for(self) -> float | None:
        waits = (super().idle_for(), self.comments.idle_for())
        return min((wait for wait in waits if wait is not None), default=None)

    _thought_of: SeatView | None = None

    def _hint_words(self) -> tuple[str, ...]:
        line = self.comments.line
        return (*super()._hint_words(), *([line] if line else []))

    def close(self) -> None:
        self.comments.close()
        super().close()

    # -- the bar ---------------------------------------------------------------------------------

    def _acts(self) -> dict[PracticeButton, tuple[bool, Callable[[], None]]]:
        """Return whether each button is enabled, and its action."""
        now, go = self.practice, self._go_on_with
        is_playing = self.session.is_playing
        return {
            "undo": (now.may_undo, lambda: go(now.undone(), _("Taken back."))),
            "redo": (now.may_redo, lambda: go(now.redone(), _("Played again."))),
            "again": (now.may_begin_again, lambda: go(now.again(), _("Back to the start."))),
            "swap": (True, lambda: go(now.from_another_seat(), self._new_seat())),
            "open": (is_playing, self._open_or_hide),
            "beliefs": (True, self._tell_beliefs),
        }

    def _new_seat(self) -> str:
        players = self.practice.plan.players
        name = players[(self.practice.me + 1) % len(players)].name
        return _("Now you're playing {name}'s cards.").format(name=name)

    def _open_or_hide(self) -> None:
        self.is_open = not self.is_open
        self._show_cards()

    def _tell_beliefs(self) -> None:
        from game.features.study.practice.beliefs_page import BeliefsScene

        view = self.session.view(self.flow.me)
        believed = self.stage.services.beliefs(view)
        self.window.push(BeliefsScene(self.window, view, shown_names(self.session), believed))

    def extras(self) -> dict[Target, Rect]:
        if not self._bar:
            return {}
        acts = self._acts()
        return {ButtonTarget(name): self._bar[name] for name in acts if acts[name][0]}

    def press_extra(self, button: str) -> bool:
        if super().press_extra(button):
            return True
        is_live, act = next(
            (act for name, act in self._acts().items() if name == button), (False, None)
        )
        if act is not None and is_live and not self.input.question:
            act()
        return act is not None

    def _text(self, name: PracticeButton) -> str:
        if name == "open" and self.is_open:
            return _("Hide cards")
        return _(PRACTICE_BUTTONS[name])

    # -- between hands ---------------------------------------------------------------------------

    def press_settlement(self, button: str) -> None:
        if button == "next":
            self.another_deal()
        else:
            super().press_settlement(button)

    def another_deal(self) -> None:
        """Practise another deal with the same rules: the next number, or a random one."""
        plan, number = self.practice.plan, self.practice.number
        me = self.practice.me
        players = (*plan.players[me:], *plan.players[:me])
        practice = Practice.numbered(
            plan.rules, players, number + 1 if number else chance_deal(), plan.label
        )
        self._go_on_with(practice, deal_text(practice.number))

    def open_menu(self) -> None:
        self.controller.cancel()
        self.window.push(PracticeMenu(self.window, self))

    # -- the table, with the bar below it --------------------------------------------------------

    @property
    def heading(self) -> str:
        return sentences(_("Practice"), self._words)

    def spoken(self) -> str:
        cursor = self.input.cursor
        if cursor not in self.extras():
            return super().spoken()
        return next(self._text(name) for name in PRACTICE_BUTTONS if ButtonTarget(name) == cursor)

    def table_size(self, window: tuple[int, int]) -> tuple[int, int]:
        skin = self.panel_skin(window)
        bar = max(SMALLEST_TARGET, skin.px(_HIGH)) + 2 * skin.px(_PAD)
        return window[0], max(1, window[1] - bar)

    def panel_skin(self, window: tuple[int, int]) -> Skin:
        return Skin(self.stage.services.theme, window, most=Design.LARGEST_FACE)

    def place_panel(self, window: tuple[int, int]) -> None:
        skin = self.panel_skin(window)
        pad = skin.px(_PAD)
        box = self.panel_box(window).inflate(-4 * pad, -2 * pad)
        self._title = Rect(box.x, box.y, skin.px(_TITLE), box.height)
        row = Rect(self._title.right + pad, box.y, box.right - self._title.right - pad, box.height)
        boxes = equal_row(row, len(PRACTICE_BUTTONS), skin.px(_GAP))
        self._bar = dict(zip(PRACTICE_BUTTONS, boxes, strict=True))

    def draw_beside(self, surface: Surface) -> None:
        skin = self.panel_skin(surface.get_size())
        skin.write(surface, _("Practice"), self._title, "accent", SMALL, bold=True)
        acts = self._acts()
        row = [
            (
                box,
                ButtonLook(
                    self._text(name),
                    key_text(name),
                    is_lit=acts[name][0],
                    is_hovered=self.input.hovered == ButtonTarget(name),
                ),
            )
            for name, box in self._bar.items()
        ]
        for name, (box, _look), drawn in zip(self._bar, row, alike(skin, row), strict=True):
            draw_button(surface, skin, box, *drawn)
            if self.input.cursor == ButtonTarget(name):
                focus_ring(surface, box, skin)


class PracticeMenu(Overlay):
    """The menu over the practice table."""

    def __init__(self, stage: Stage, table: PracticeScene) -> None:
        self._table = table
        super().__init__(stage)

    def on_resume(self) -> None:
        """Update the menu, since settings may have changed."""
        self.rebuild()

    @property
    def heading(self) -> str:
        return _("Practice menu")

    def build(self) -> Sequence[Widget]:
        return [
            Button("button:resume", _("Resume"), self.back, primary=True),
            *([self._hint_button()] if self._may_hint() else []),
            Button("button:another", _("Another deal"), partial(self._then, self._another)),
            Button("button:position", _("Set up a position"), self._set_up),
            Button("button:save", _("Save as a file"), partial(self._then, self._save)),
            Button("button:rules", _("Rules at this table"), self._rules),
            Button("button:settings", _("Settings"), self._settings),
            Button("button:leave", _("Leave the table"), self._leave),
        ]

    def arrange(self, area: Rect) -> None:
        note = self.aside()[0]
        self.sheet = Sheet(area, self.skin, self.form.widgets, [], width=440.0, note=note)

    def aside(self) -> Sequence[str]:
        number = self._table.practice.number
        note = _("Practice doesn't count in your statistics.")
        return (sentences(deal_text(number), note) if number else note,)

    def _then(self, act: Callable[[], None]) -> None:
        self.stage.pop()
        act()

    def _may_hint(self) -> bool:
        return self._table.gives_hints and self._table.session.is_playing

    def _hint_button(self) -> Button:
        return needs_kernel(self.stage, Button("button:hint", _("Hint"), self._hint))

    def _hint(self) -> None:
        self._then(self._table.ask_hint)

    def _another(self) -> None:
        self._table.another_deal()

    def _set_up(self) -> None:
        from game.features.study.practice.setup_page import PositionScene
        from game.rules.position import Position

        practice, table = self._table.practice, self._table
        self.stage.pop()
        hand = practice.session().hand
        position = Position.of(hand) if hand is not None and not hand.is_over else None
        self.stage.push(PositionScene(self.stage, practice.plan, table.begin, position))

    def _save(self) -> None:
        practice, record = self._table.practice, self._table.session.record()
        name = f"tonk-practice-{practice.number or 'position'}-{len(practice.moves)}"
        try:
            path = export(record, name)
        except StoreError as error:
            self.stage.notify(_("Hand not saved: {why}").format(why=why_text(error)))
        else:
            self.stage.notify(_("Saved as {path}").format(path=path))

    def _rules(self) -> None:
        from game.ui.session.table_rules import read_rules

        plan = self._table.practice.plan
        read_rules(self.stage, plan.rules, plan.label)

    def _settings(self) -> None:
        from game.ui.settings.pages import OptionsScene

        self.stage.push(OptionsScene(self.stage))

    def _leave(self) -> None:
        self.stage.pop()
        self.stage.pop()
