"""Settings → Import: backups and files set aside, imported on a thread of their own.

During an import nothing else may use the saves, so its page covers everything until the file is
imported, refused or cancelled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from threading import Event as Flag
from typing import TYPE_CHECKING, Final, Protocol

import pygame
from pygame import Rect

from game.files import StoreError, data_folder, set_aside_in
from game.rules.untrusted_input import printable
from game.saves.lock import ReplacedError
from game.saves.transfer import (
    ImportCancelledError,
    export_everything,
    exports,
    exports_folder,
    import_everything,
)
from game.ui.kit.controls import HEIGHT, Button, Label, ProgressBar
from game.ui.kit.lists import ListRow, RowLine, RowList
from game.ui.kit.skin import SMALL
from game.ui.kit.widget import Widget, place_row
from game.ui.pages.dialogs import AskScene, GoldAnswer, TellScene
from game.ui.pages.page import GAP, MARGIN, Overlay, Page, Sheet
from game.ui.pages.saves_in_use import tell_trouble
from game.ui.text.language import _, date_text, in_a_row, percent_text
from game.ui.text.save_troubles import brought_sentence, damage_sentence, why_text

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.saves.archive import Damage
    from game.saves.store import Store
    from game.saves.transfer import BroughtIn
    from game.ui.shell.scene import Stage

_LONGEST: Final = 60
"""Characters shown of a file's name."""


class ImportScene(Page):
    """The page of files to import, newest first; a file can also be dropped on the window."""

    def __init__(self, stage: Stage) -> None:
        self._files = self._files_there()
        super().__init__(stage)
        self.form.focus("files" if self._files else "button:backup")

    @property
    def heading(self) -> str:
        return _("Import")

    def build(self) -> Sequence[Widget]:
        words = _(
            "An import adds to what you have: nothing of yours gets lost or doubled. Put the file "
            "into {folder}, or drop it on this window."
        )
        text = words.format(folder=exports_folder())
        self._note = Label(text, units=SMALL, colour="ink_soft", wraps=True)
        self.list = RowList(
            "files", chosen=self._choose, click_chooses=True, empty=_("No files yet.")
        )
        self.list.show([self._row(path) for path in self._files])
        self.list.enabled = bool(self._files)
        self._back = Button("button:back", _("Back"), self.back)
        self._import = Button(
            "button:import", _("Import"), lambda: self._choose(self.list.current), primary=True
        )
        self._import.enabled = bool(self._files)
        if not self._files:
            self._import = Button(
                "button:backup", _("Save a backup now"), self._save_backup, primary=True
            )
        return [self._note, self.list, self._back, self._import]

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        margin, gap, high = skin.px(MARGIN), skin.px(GAP), skin.px(HEIGHT)
        inner = area.inflate(-2 * margin, 0)
        self._title = self.top_title(GAP)
        noted = self._note.height_in(inner.width, skin)
        self._note.place(Rect(inner.x, self._title.bottom, inner.width, noted), skin)
        foot = Rect(inner.x, area.bottom - margin // 2 - high, inner.width, high)
        place_row((self._back, self._import), foot, 2 * gap, skin)
        top = self._title.bottom + noted + gap
        self.list.place(Rect(inner.x, top, inner.width, foot.y - gap - top), skin)

    def paint(self, surface: Surface) -> None:
        self.draw_title(surface, self._title)

    def on_resume(self) -> None:
        self._files = self._files_there()
        self.rebuild()

    def _save_backup(self) -> None:
        save_backup(self.stage)
        self.on_resume()
        self.form.focus("files")

    def handle(self, event: Event) -> None:
        if event.type == pygame.DROPFILE:
            self._ask_to_import(Path(event.file))
        else:
            super().handle(event)

    def _choose(self, name: str) -> None:
        self._ask_to_import(Path(name))

    def _ask_to_import(self, path: Path) -> None:
        """Ask whether to import a file, and do so."""
        stage = self.stage
        words = _("Its hands and rule sets will be added to yours: {file}")
        stage.push(
            AskScene(
                stage,
                _("Import this file?"),
                words.format(file=printable(path.name, _LONGEST)),
                (_("Cancel"), _("Import")),
                lambda: _import(stage, path),
                GoldAnswer.YES,
            )
        )

    @staticmethod
    def _files_there() -> list[Path]:
        """Return backups and files set aside, newest first."""
        found = {path: _changed(path) for path in (*exports(), *set_aside_in(data_folder()))}
        return sorted(found, key=lambda path: (found[path], path.name), reverse=True)

    @staticmethod
    def _row(path: Path) -> ListRow:
        changed = datetime.fromtimestamp(_changed(path)).astimezone()
        kind = _("Set aside as damaged") if "-damaged-" in path.name else _("Backup")
        return ListRow(
            str(path),
            printable(path.name, _LONGEST),
            date_text(f"{changed:%Y-%m-%d %H:%M}"),
            lines=(RowLine(kind),),
        )


def save_backup(stage: Stage) -> None:
    """Save everything to a backup, and show a message with its path."""
    services = stage.services
    try:
        path = export_everything(services.saves.opened(), services.settings)
    except StoreError as error:
        stage.notify(_("Not saved: {why}").format(why=why_text(error)))
    else:
        stage.notify(_("Saved as {path}").format(path=path))


def offer_to_bring_in(stage: Stage, damage: Damage) -> None:
    """Report damaged saves, and offer to import what was set aside."""
    path = damage.kept
    if path is None:
        return
    stage.push(
        AskScene(
            stage,
            _("Your saves were damaged"),
            damage_sentence(damage),
            (_("Later"), _("Recover it")),
            lambda: _import(stage, path),
            GoldAnswer.YES,
        )
    )


def _import(stage: Stage, path: Path) -> None:
    stage.push(ImportingScene(stage, path, Importing(stage, path)))


class Work(Protocol):
    """An import in progress; none of its properties waits."""

    @property
    def part(self) -> float:
        """The share of the work done, 0 to 1."""

    @property
    def settings(self) -> Mapping[str, object]:
        """The settings in the file, by name."""

    @property
    def is_over(self) -> bool: ...

    def result(self) -> BroughtIn:
        """Return what was imported; raise `ImportCancelledError` or `StoreError` if nothing was."""

    def cancel(self) -> None:
        """Cancel the import; nothing of it is kept."""

    def wait(self) -> None:
        """Wait until the saves are free again."""


class Importing:
    """Imports a file on a thread of its own. Call `wait` at the end."""

    def __init__(self, stage: Stage, path: Path) -> None:
        self.part = 0.0
        self.settings: dict[str, object] = {}
        self._is_cancelled = Flag()
        self._thread = ThreadPoolExecutor(1, "import")
        store = stage.services.saves.opened()
        self._found = stage.watch(self._thread.submit(self._bring_in, store, path))

    def _bring_in(self, store: Store, path: Path) -> BroughtIn:
        return import_everything(store, path, change=self.settings.update, progress=self._go_on)

    def _go_on(self, part: float) -> bool:
        self.part = part
        return not self._is_cancelled.is_set()

    @property
    def is_over(self) -> bool:
        return self._found.done()

    def result(self) -> BroughtIn:
        return self._found.result()

    def cancel(self) -> None:
        self._is_cancelled.set()

    def wait(self) -> None:
        self._thread.shutdown()


class ImportingScene(Overlay):
    """The page that shows the progress of an import.

    Esc, *Cancel* and quitting the game undo all of it.
    """

    _HEARD: Final = 25
    """Percentage points between progress announcements."""

    def __init__(self, stage: Stage, path: Path, work: Work) -> None:
        self._path, self._work = path, work
        self._shown, self._is_cancelled = 0, False
        super().__init__(stage)
        if stage.services.reviewer:
            stage.services.reviewer.is_paused = True

    @property
    def heading(self) -> str:
        return _("Importing")

    def build(self) -> Sequence[Widget]:
        file = printable(self._path.name, _LONGEST)
        self._words = Label(_("Reading {file}").format(file=file), align="middle", wraps=True)
        self._bar = ProgressBar()
        self._bar.part = self._shown / 100
        cancel = _("Canceling…") if self._is_cancelled else _("Cancel")
        self._cancel = Button("button:cancel", cancel, self.back)
        return [self._words, self._bar, self._cancel]

    def arrange(self, area: Rect) -> None:
        rows = [self._words, self._bar]
        self.sheet = Sheet(area, self.skin, rows, [self._cancel], width=660.0)

    def aside(self) -> Sequence[str]:
        heard = self._shown // self._HEARD * self._HEARD
        return (percent_text(heard),) if heard else ()

    def back(self) -> None:
        """Cancel the import: nothing of the file is kept."""
        self._is_cancelled = True
        self._work.cancel()
        self.rebuild()

    def update(self, _dt: float) -> bool:
        if self._work.is_over:
            self._finish()
            return True
        percent = int(100 * self._work.part)
        if percent == self._shown:
            return False
        self._shown, self._bar.part = percent, percent / 100
        return True

    def idle_for(self) -> float | None:
        return 0.1

    def close(self) -> None:
        """Wait until the saves are free; anything not imported by now is left out."""
        self._work.cancel()
        self._work.wait()
        self.stage.release_memory()
        if self.stage.services.reviewer:
            self.stage.services.reviewer.is_paused = False

    def _finish(self) -> None:
        stage = self.stage
        try:
            brought = self._work.result()
        except ImportCancelledError:
            stage.pop()
            stage.notify(_("Canceled: nothing was imported."))
        except ReplacedError as error:
            stage.pop()
            tell_trouble(stage, error)
        except StoreError as error:
            stage.replace(TellScene(stage, _("Not imported"), why_text(error)))
        else:
            stage.replace(self._result(brought))

    def _result(self, brought: BroughtIn) -> Page:
        """Return the page of what was imported, or a question if the file has other settings."""
        stage, words = self.stage, brought_sentence(brought)
        now, found = stage.services.settings.settings, self._work.settings
        if all(getattr(now, key) == value for key, value in found.items()):
            return TellScene(stage, _("Imported"), words)
        return AskScene(
            stage,
            _("Imported"),
            in_a_row((words, _("The file has settings, too. Use them instead of yours?"))),
            (_("Keep mine"), _("Use its settings")),
            lambda: stage.change(**found),
        )


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
