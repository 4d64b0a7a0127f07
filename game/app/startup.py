"""What follows the first frame: saves opened or left to another Tonk, complaints, icon, sound."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from game.app.bots import coach, has_kernel
from game.console.output import ExitStatus

if TYPE_CHECKING:
    from game.app.player_saves import PlayerSaves
    from game.saves.lock import StoreBusyError
    from game.saves.settings import PlayOptions
    from game.saves.store import Store
    from game.ui.shell.loop import App


def complete(app: App, options: PlayOptions, saves: PlayerSaves) -> None:
    """Do what the first frame did not need: open saves, show complaints, set the icon, start
    sound.
    """
    from game.ui.shell.app_window import watch_display

    # A Tonk holds the saves a moment before it can be asked, and a moment after.
    _open(app, options, saves, until=time.monotonic() + 2.0)  # seconds
    app.window.show_icon()
    app.controllers.start()
    if not app.services.sound.muted:
        app.services.sound.open()
        app.tell_unplayable()
    watch_display()


def _open(app: App, options: PlayOptions, saves: PlayerSaves, until: float) -> None:
    """Open the saves and go to the first screen. Until then, by ``time.monotonic``, leave
    everything to a Tonk that was started just before, or wait for one that is just leaving.
    """
    from importlib import import_module
    from threading import Thread

    from game.files import data_folder
    from game.saves.lock import StoreBusyError
    from game.saves.single_instance import ask_running_instance

    def import_table() -> None:
        """Import beside the frames what would open the first table with a pause."""
        with suppress(Exception):  # raised again where they are needed
            for name in ("game.ui.session.table_scene", "ai.worker"):
                import_module(name)

    def go_on(found: Store | StoreBusyError) -> None:
        if not isinstance(found, StoreBusyError):
            _begin(app, options, saves, found)
            Thread(target=import_table, name="imports").start()
            return
        if not found.may_take_over and time.monotonic() < until:
            answer = ask_running_instance(data_folder(), options.opens)
            if answer:
                saves.is_held_elsewhere = leave_to_the_other(options) == ExitStatus.BUSY
                app.quit()
                return
            if answer is None:
                time.sleep(0.1)
                _open(app, options, saves, until)
                return
        _stay_out(app, options, saves, found)

    saves.open_beside(app, go_on)


def _stay_out(app: App, options: PlayOptions, saves: PlayerSaves, error: StoreBusyError) -> None:
    """Show who has the saves open, and touch no files of the player until that changes."""
    from game.files import data_folder
    from game.saves.lock import StoreBusyError, in_use_by
    from game.saves.settings import SettingsStore
    from game.ui.pages.saves_in_use import BusyScene
    from game.ui.text.save_troubles import busy_sentence

    own = app.services.settings
    app.services = app.services._replace(settings=SettingsStore.unsaved(own.settings))

    def take_over() -> None:
        saves.open_beside(app, go_on, take_over=True)

    def try_again() -> None:
        if in_use_by(data_folder()) is None:
            saves.open_beside(app, go_on)

    def go_on(found: Store | StoreBusyError) -> None:
        if isinstance(found, StoreBusyError):
            app.replace(BusyScene(app, found, take_over, try_again))
            return
        from game.menus.start import StartScene

        app.services = app.services._replace(settings=own)
        app.replace(StartScene(app))
        _begin(app, options, saves, found)

    app.replace(BusyScene(app, error, take_over, try_again))
    print(f"tonk: {busy_sentence(error)}", file=sys.stderr)


def _begin(app: App, options: PlayOptions, saves: PlayerSaves, store: Store) -> None:
    """Go to the first screen, or to the one that the options ask for."""
    from game.features.hooks import table_hooks

    app.services = app.services._replace(hooks=table_hooks())
    app.services.settings.mend()
    if options.records:
        from game.ui.autoplay import Recorder, RecordFile

        app.driver = Recorder(RecordFile(options.records))
    if options.speed:
        app.change(speed=options.speed)
    if options.seats is not None:
        app.change(opponents=options.seats - 1)
    if has_kernel():
        from game.saves.review_queue import Reviewer

        settings = app.services.settings
        reviewer = Reviewer(coach.review, saves.opened, lambda: settings.settings.review_idle)
        app.services = app.services._replace(reviewer=reviewer)
    else:
        app.services = app.services._replace(
            coach=None, drills=None, explore=None, lacks_kernel=True
        )
    saves.begin_log()
    _report(app, store, saves.trouble)
    saves.listen_for_second_start(app)
    if app.top:
        app.top.on_resume()
    if options.rules:
        from game.ui.session.starting import begin_by

        begin_by(app, options.rules)
    if options.opens:
        from game.ui.viewer.saved_hands import show_file

        show_file(app, options.opens)
    if options.daily:
        from game.features.challenges.daily.page import DailyScene

        app.push(DailyScene(app, options.daily))
    if store.damage and store.damage.may_be_brought_in:
        from game.ui.settings.importing import offer_to_bring_in

        offer_to_bring_in(app, store.damage)


def _report(app: App, store: Store, trouble: str) -> None:
    """Report what was wrong with the player's files, a line each."""
    from game.saves.own_rules import look_after_rules
    from game.ui.text.save_troubles import (
        brought_back_sentence,
        damage_sentence,
        settings_complaints,
    )

    lines = settings_complaints(app.services.settings.loaded)
    damage = damage_sentence(store.damage) if store.damage else ""
    if damage:
        lines.append(damage)
    if trouble:
        lines.append(trouble)
    if app.services.settings.path is not None:
        lines += [brought_back_sentence(name) for name in look_after_rules()]
    has_page = store.damage is not None and store.damage.may_be_brought_in
    for line in lines:
        if not (has_page and line == damage):
            app.notify(line)
        print(f"tonk: {line}", file=sys.stderr)


def leave_to_the_other(options: PlayOptions) -> int:
    """Say that the window of the Tonk that is open comes to the front, or which options it can't
    follow; return the exit status.
    """
    front = "Tonk is already open; its window comes to the front"
    if options.of_a_start:
        print(
            f"tonk play: {', '.join(options.of_a_start)}: {front}; quit it first", file=sys.stderr
        )
        return ExitStatus.BUSY
    print(f"{front}.")
    return ExitStatus.FINE
