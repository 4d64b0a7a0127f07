"""Pages for saves that are being read, or held by another Tonk at the start or later."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from game.files import StoreError
from game.saves.lock import ReplacedError
from game.ui.kit.controls import Button, Label
from game.ui.pages.page import Overlay, Page, Sheet
from game.ui.shell.loop import App
from game.ui.text.language import _
from game.ui.text.save_troubles import (
    busy_sentence,
    elsewhere_sentence,
    replaced_sentence,
    trouble_sentence,
    why_text,
)

if TYPE_CHECKING:
    from concurrent.futures import Future

    from pygame import Rect

    from game.saves.lock import StoreBusyError
    from game.saves.store import Store
    from game.ui.kit.widget import Widget
    from game.ui.shell.app_window import Window
    from game.ui.shell.scene import Services, Stage

_WIDTH = 740.0  # units: width of the sheet


class OpeningScene(Overlay):
    """The page shown while all saves are read, which is done on a thread of its own."""

    def __init__(self, stage: Stage, reading: Future[Store], go_on: Callable[[], object]) -> None:
        """`go_on` is called after the reading, on the loop's thread, once this page is gone."""
        self._go_on = go_on
        super().__init__(stage)
        self._reading = stage.watch(reading)

    @property
    def heading(self) -> str:
        return _("Reading your saves…")

    def build(self) -> Sequence[Widget]:
        words = _("They weren't closed as usual, so Tonk checks every hand. It may take a minute.")
        self._words = Label(words, wraps=True)
        self._quit = Button("button:quit", _("Quit"), self.stage.quit)
        return [self._words, self._quit]

    def arrange(self, area: Rect) -> None:
        self.sheet = Sheet(area, self.skin, [self._words], [self._quit], width=_WIDTH)

    def back(self) -> None:
        """Focus the button that quits: there is nothing to go back to yet."""
        self.form.focus("button:quit")

    def update(self, _dt: float) -> bool:
        if not self._reading.done():
            return False
        self.stage.pop()
        self._go_on()
        return True

    def close(self) -> None:
        """Let go of the memory that the reading took."""
        self.stage.release_memory()


class BusyScene(Page):
    """The only page of a Tonk whose saves another one holds: which one, and how to leave.

    If nobody can tell whether that one still runs, the player may take over.
    """

    _TRIED_EVERY: Final = 1.0  # seconds

    def __init__(
        self,
        stage: Stage,
        error: StoreBusyError,
        take_over: Callable[[], None],
        try_again: Callable[[], object] = lambda: None,
    ) -> None:
        """``try_again`` is called every second; it goes on once the saves are free."""
        self._error, self._take_over, self._try_again = error, take_over, try_again
        self._waited = 0.0
        super().__init__(stage)

    def update(self, dt: float) -> bool:
        self._waited += dt
        if self._waited >= self._TRIED_EVERY:
            self._waited = 0.0
            self._try_again()
        return super().update(dt)

    def idle_for(self) -> float | None:
        return self._TRIED_EVERY

    @property
    def heading(self) -> str:
        return _("Tonk is already open")

    def build(self) -> Sequence[Widget]:
        words = [
            busy_sentence(self._error),
            _(
                "Only one Tonk at a time can save to a folder. Close the other one, and this one "
                "goes on."
            ),
        ]
        self._buttons = [Button("button:quit", _("Quit"), self.stage.quit, primary=True)]
        if self._error.may_take_over:
            words[1] = _(
                "There's no telling whether it's still running. If you take over, you play on "
                "here from what was saved. If it is running, it stops saving, says so, and puts "
                "whatever it hasn't saved into a backup."
            )
            self._buttons.append(Button("button:take-over", _("Take over"), self._take_over))
        self._words = [Label(text, wraps=True) for text in words]
        return [*self._words, *self._buttons]

    def arrange(self, area: Rect) -> None:
        self.sheet = Sheet(area, self.skin, self._words, self._buttons, width=_WIDTH)

    def back(self) -> None:
        """Quit: there is no page to go back to."""
        self.stage.quit()


class ReplacedScene(Page):
    """The page shown once another Tonk has taken over the saves: what was played goes to a backup.

    Nothing can be played any more, since it would not be saved: the player can only quit.
    """

    def __init__(self, stage: Stage, error: ReplacedError) -> None:
        self._error, self._trouble = error, ""
        self._save(stage)
        super().__init__(stage)

    @property
    def heading(self) -> str:
        return _("Another Tonk has taken over")

    def build(self) -> Sequence[Widget]:
        self._words = [
            Label(text, wraps=True) for text in (replaced_sentence(self._error), self._kept_words())
        ]
        self._buttons = [Button("button:quit", _("Quit"), self.stage.quit, primary=True)]
        if self._trouble:
            self._buttons.insert(0, Button("button:again", _("Try again"), self._again))
        return [*self._words, *self._buttons]

    def arrange(self, area: Rect) -> None:
        self.sheet = Sheet(area, self.skin, self._words, self._buttons, width=_WIDTH)

    def back(self) -> None:
        """Focus the button that quits: there is no way back."""
        self.form.focus("button:quit")

    def _kept_words(self) -> str:
        if self._trouble:
            return _("Couldn't keep what you played here: {why}.").format(why=self._trouble)
        return elsewhere_sentence(self._path)

    def _save(self, stage: Stage) -> None:
        try:
            self._path, self._trouble = stage.services.save_elsewhere(), ""
        except StoreError as error:
            self._trouble = why_text(error)

    def _again(self) -> None:
        self._save(self.stage)
        self.rebuild()


def show_replaced(window: Window, services: Services, error: ReplacedError) -> None:
    """Show the page for replaced saves in a window that is about to close."""
    app = App(window, services)
    app.push(ReplacedScene(app, error))
    app.run()


def tell_trouble(stage: Stage, error: StoreError) -> None:
    """Say why a file cannot be written; if another Tonk has taken over, on a page."""
    if isinstance(error, ReplacedError):
        stage.push(ReplacedScene(stage, error))
    else:
        stage.notify(trouble_sentence(error))
