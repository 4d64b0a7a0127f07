"""Settings → Import: any file, off the frame thread, all of it or nothing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Event as Flag
from threading import current_thread, main_thread

import pygame
import pytest

from game.files import data_folder
from game.menus.start import StartScene
from game.play.plan import Plan, Player
from game.saves.archive import Damage
from game.saves.lock import HOLDER_NAME
from game.saves.review_queue import Reviewer
from game.saves.settings import LANGUAGES, Settings, SettingsStore
from game.saves.store import Store
from game.saves.transfer import (
    BroughtIn,
    ImportCancelledError,
    export_everything,
    exports_folder,
)
from game.ui.kit.controls import Button, Label, ProgressBar
from game.ui.pages.dialogs import AskScene, TellScene
from game.ui.pages.page import Page
from game.ui.pages.saves_in_use import ReplacedScene
from game.ui.settings import importing
from game.ui.settings.importing import ImportingScene, ImportScene, offer_to_bring_in
from game.ui.settings.pages import OptionsScene
from game.ui.shell.loop import App
from game.ui.text.language import _, speak
from game.ui.text.save_troubles import brought_sentence, damage_sentence, renewed_sentence
from tests.session.players import careless, play_hands
from tests.ui.screens import HOLDER, Half
from tests.ui.stage import point, press, row_list, shown, stage, targets, top, turns, widget

BACKUP = "tonk-everything-2026-01-02.jsonl"
PATIENCE = 20.0
"""Seconds for which a test waits before it gives up."""


@pytest.fixture(autouse=True)
def _files(home: Path) -> Iterator[None]:
    (home / "data").mkdir()
    yield
    speak("en")


def words(app: App) -> str:
    """What the page on top has to say."""
    page = app.top
    assert isinstance(page, Page)
    return " ".join(each.text for each in page.form.widgets if isinstance(each, Label))


class Slow:
    """Brings nothing in, at half of it until it is let go on; tells whether it was cancelled."""

    def __init__(self) -> None:
        self.may_go_on, self.is_half = Flag(), Flag()
        self.was_cancelled = False
        self.is_on_frames = True

    def __call__(
        self,
        _store: Store,
        _path: Path,
        *,
        change: Callable[..., object],  # noqa: ARG002 - as of `import_everything`
        progress: Callable[[float], bool],
    ) -> BroughtIn:
        self.is_on_frames = current_thread() is main_thread()
        is_wanted = progress(0.5)
        self.is_half.set()
        while is_wanted and not self.may_go_on.wait(0.005):
            is_wanted = progress(0.5)
        if not is_wanted:
            self.was_cancelled = True
            raise ImportCancelledError
        return BroughtIn(1_234, 1, 0)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    """In place of what brings files in."""
    work = Slow()
    monkeypatch.setattr(importing, "import_everything", work)
    return work


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    """The page of imports, one backup on it."""
    (tmp_path / "data" / BACKUP).touch()
    with stage() as app:
        shown(app, StartScene(app))
        shown(app, ImportScene(app))
        yield app
        while len(app.scenes) > 1:
            app.pop()  # as at the end of the game


def save_backup(store: Store, settings: SettingsStore) -> None:
    """Save everything to where the page of imports looks for it."""
    export_everything(store, settings, exports_folder() / BACKUP)


def begin(app: App) -> None:
    """Begin to bring the first file in."""
    point(app, "button:import")
    asked = top(app, AskScene)
    assert asked.form.focused == "button:yes"
    assert widget(asked, "button:yes", Button).primary, "it is what one came for"
    point(app, "button:yes")


def finish(app: App) -> None:
    """Wait until nothing comes in any more."""
    while isinstance(app.top, ImportingScene):
        app.turn()
    turns(app)


def test_the_page_is_in_the_settings_and_called_as_commands_call_it() -> None:
    """`tonk import` names *Settings → Import* where a window has the saves."""
    for code in LANGUAGES:
        with stage() as app:
            speak(code)
            settings = shown(app, OptionsScene(app, "general"))
            assert settings.heading == _("Settings")
            point(app, "import")
            assert top(app, ImportScene).heading == _("Import")


def test_backups_and_what_was_set_aside_are_listed_the_newest_first(tmp_path: Path) -> None:
    names = ("tonk-hands-damaged-1.jsonl", BACKUP, "tonk-damaged-2.db")
    for number, name in enumerate(names):
        path = tmp_path / "data" / name
        path.touch()
        os.utime(path, (1_800_000_000 - number,) * 2)
    (tmp_path / "data" / "letter.txt").touch()
    with stage() as app:
        page = shown(app, ImportScene(app))
        rows = row_list(page, "files").rows
        assert tuple(row.title for row in rows) == names
        assert [row.lines[0].text == "Backup" for row in rows] == [False, True, False]


def test_a_file_dropped_on_the_window_is_asked_about(app: App) -> None:
    app.dispatch(pygame.Event(pygame.DROPFILE, file="/media/stick/mine.jsonl"))
    turns(app)
    assert "mine.jsonl" in words(app)
    press(app, pygame.K_ESCAPE)
    top(app, ImportScene)


def test_a_file_comes_in_off_the_frame_thread_with_a_bar(app: App, slow: Slow) -> None:
    begin(app)
    page = top(app, ImportingScene)
    assert slow.is_half.wait(PATIENCE)
    app.turn()
    (bar,) = (each for each in page.form.widgets if isinstance(each, ProgressBar))
    assert bar.part == 0.5
    assert page.aside() == ("50%",)
    assert not slow.is_on_frames
    slow.may_go_on.set()
    finish(app)
    top(app, TellScene)
    assert words(app) == "1,234 new hands, 1 new rule set."


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_ESCAPE])
def test_it_can_be_cancelled(app: App, slow: Slow, key: int) -> None:
    begin(app)
    press(app, key)
    finish(app)
    assert slow.was_cancelled
    top(app, ImportScene)
    assert "nothing was imported" in app.toasts.text


def test_closing_the_window_cancels_and_waits_until_the_saves_are_free(
    app: App, slow: Slow
) -> None:
    begin(app)
    assert slow.is_half.wait(PATIENCE)
    pygame.event.post(pygame.Event(pygame.QUIT))
    app.run()
    assert slow.was_cancelled


def test_why_nothing_came_in_is_told(app: App) -> None:
    begin(app)
    finish(app)
    assert top(app, TellScene).heading == "Not imported"
    assert BACKUP in words(app)


def test_saves_taken_over_meanwhile_end_the_game(tmp_path: Path) -> None:
    save_backup(Store.unsaved(), SettingsStore.unsaved())
    elsewhere = tmp_path / "elsewhere.jsonl"
    with (
        closing(Store.open()) as store,
        stage(store=store, save_elsewhere=lambda: elsewhere) as app,
    ):
        shown(app, StartScene(app))
        shown(app, ImportScene(app))
        (data_folder() / HOLDER_NAME).write_text(HOLDER.line)
        begin(app)
        finish(app)
        top(app, ReplacedScene)
        assert str(elsewhere) in words(app)


def test_nobody_goes_through_saved_hands_meanwhile() -> None:
    reviewer = Reviewer(lambda _record, _seat: pytest.fail("asked"), Store.unsaved, lambda: True)
    with stage(reviewer=reviewer) as app:
        shown(app, StartScene(app))
        app.push(ImportingScene(app, Path(BACKUP), Half()))
        assert reviewer.wait() is None
        assert not reviewer.update(1_000.0)
        app.pop()
        assert reviewer.wait() is not None


def test_the_same_settings_are_no_question(app: App) -> None:
    save_backup(Store.unsaved(), app.services.settings)
    begin(app)
    finish(app)
    top(app, TellScene)


@pytest.mark.parametrize(("button", "volume"), [("button:no", 70), ("button:yes", 12)])
def test_a_real_backup_comes_in_and_its_settings_are_asked_about(
    tmp_path: Path, button: str, volume: int
) -> None:
    with closing(Store.open(tmp_path / "old")) as old:
        plan = Plan((Player("You"), Player("Ada", "regular")), seed_text="import")
        play_hands(old.start(plan), [careless] * 2, 3)
        save_backup(old, SettingsStore.unsaved(Settings(volume=12)))
    with closing(Store.open()) as new, stage(store=new) as app:
        shown(app, StartScene(app))
        shown(app, ImportScene(app))
        app.change(volume=70)
        begin(app)
        finish(app)
        assert words(app).startswith("3 new hands, 0 new rule sets.")
        assert top(app, AskScene).form.focused == "button:no"
        assert app.services.settings.settings.volume == 70
        point(app, button)
        assert app.services.settings.settings.volume == volume
        top(app, ImportScene)
        assert new.history().saved == 3


def test_what_was_set_aside_is_brought_in_from_where_it_is_told(app: App, slow: Slow) -> None:
    kept = Path("there/tonk-damaged-1.db")
    offer_to_bring_in(app, Damage(kept, "", records=2, is_whole=False, aside=1))
    turns(app)
    assert str(kept) in words(app)
    assert set(targets(app)) == {"button:no", "button:yes"}
    point(app, "button:yes")
    top(app, ImportingScene)
    slow.may_go_on.set()
    finish(app)
    assert "1,234 new hands" in words(app)


KEPT = Path("tonk-damaged-1.db")
SAYINGS = {
    "en": (
        "Every hand is there, all 1,204",
        "1 finished hand survived. 2 more are in the file set aside",
        "No finished hands are left",
    ),
    "fr": (
        "Toutes les donnes sont là, au nombre de 1\u202f204",
        "1 donne terminée est sauve. 2 autres sont dans le fichier mis de côté",
        "Il ne reste aucune donne terminée",
    ),
    "ja": (
        "全1,204局がそろっています",
        "終わった局は1局残っています。ほかに2局が、別に保管したファイルにあります",
        "終わった局は残っていません",
    ),
}


@pytest.mark.parametrize("code", LANGUAGES)
def test_damage_is_told_with_what_was_counted(code: str) -> None:
    speak(code)
    told = (
        damage_sentence(Damage(KEPT, "", records=1_204, aside=0)),
        damage_sentence(Damage(KEPT, "", records=1, aside=2)),
        damage_sentence(Damage(KEPT, "", aside=0)),
    )
    for sentence, expected in zip(told, SAYINGS[code], strict=True):
        assert expected in sentence.replace("\u200b", "")
        assert str(KEPT) in sentence


def test_nothing_is_called_whole_that_is_not_known_to_be() -> None:
    for damage in (
        Damage(None, "", records=5, is_whole=False),
        Damage(KEPT, "", records=5, aside=1),
        Damage(KEPT, "", records=0),
    ):
        assert "Every hand" not in damage_sentence(damage)


def test_counts_have_their_own_forms() -> None:
    assert brought_sentence(BroughtIn(1, 0, 1)) == (
        "1 new hand, 0 new rule sets. 1 entry in the file can't be read and is left out."
    )
    assert renewed_sentence(1).endswith("with 1 finished hand.")
    assert renewed_sentence(2_000).endswith("with 2,000 finished hands.")
    assert "hand" not in renewed_sentence(None)
