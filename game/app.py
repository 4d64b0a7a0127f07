"""Puts the game together: settings, saves, window, opponents, and the first screen."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from game.ui.display import NoDisplayError, prepare

if TYPE_CHECKING:
    from game.session.options import PlayOptions
    from game.session.settings import SettingsStore
    from game.session.store import Store
    from game.ui.loop import App
    from game.ui.window import Window

FINE, NO_DISPLAY, UNWRITABLE = 0, 3, 4
USUAL_OPPONENT = "regular"
_USUAL_SEATS = 2


def run(options: PlayOptions) -> int:
    """Play as the options say, until the window is closed; gives the exit status."""
    settings = _settings(options)
    try:
        prepare()
        from game.ui.window import Window  # pygame, for which all must be prepared

        window = Window(settings.settings)
    except NoDisplayError as error:
        print(error, file=sys.stderr)
        return NO_DISPLAY
    store, trouble = _store(options)
    try:
        app = _app(options, window, settings, store)
        _tell(app, settings, store, trouble)
        _prepare_game(app, options)
        app.run()
    finally:
        store.close()
        window.close()
    return UNWRITABLE if trouble else FINE


def _settings(options: PlayOptions) -> SettingsStore:
    """The player's own; an autoplay touches none of them."""
    from game.session.settings import Settings, SettingsStore

    if options.autoplay:
        # At a speed that nobody can follow nobody wants to hear anything either.
        mute = options.speed is None
        return SettingsStore.unsaved(Settings(speed=options.speed or "instant", mute=mute))
    return SettingsStore.open()


def _store(options: PlayOptions) -> tuple[Store, str]:
    """The saves, and what has to be told where they cannot be used."""
    from game.session.paths import StoreError
    from game.session.store import Store
    from game.ui.notices import trouble_sentence

    if options.autoplay:
        return Store.unsaved(), ""
    try:
        return Store.open(), ""
    except StoreError as error:
        return Store.unsaved(), trouble_sentence(error)


def _app(options: PlayOptions, window: Window, settings: SettingsStore, store: Store) -> App:
    from ai.worker import Thinker
    from game.ui.loop import App
    from game.ui.scene import Services
    from game.ui.scenes.start import StartScene
    from game.ui.sound import Sound
    from game.ui.theme import Theme

    chosen = settings.settings
    sound = Sound(chosen.volume / 100, muted=chosen.mute)
    services = Services(
        settings=settings,
        store=store,
        theme=Theme(),
        sound=sound,
        thinker=Thinker(),
        levels=(USUAL_OPPONENT,),
        seed=options.seed,
        clock=time.monotonic,
    )
    app = App(window, services)
    app.after_first_frame = sound.open
    app.push(StartScene(app))
    return app


def _tell(app: App, settings: SettingsStore, store: Store, trouble: str) -> None:
    """Whatever was wrong with the player's files, a line each."""
    from game.ui.notices import complaint_sentence, damage_sentence

    loaded = settings.loaded
    lines = [complaint_sentence(complaint) for complaint in loaded.complaints]
    if store.damage:
        lines.append(damage_sentence(store.damage))
    if trouble:
        lines.append(trouble)
    for line in lines:
        app.notify(line)
        print(f"tonk: {line}", file=sys.stderr)


def _prepare_game(app: App, options: PlayOptions) -> None:
    """What the command line asks for beyond a window."""
    from game.ui.autoplay import Autoplay, Recorder
    from game.ui.recording import RecordFile
    from game.ui.scenes.sitting import begin

    records = RecordFile(options.records) if options.records else None
    if options.autoplay:
        app.driver = Autoplay(app.services, options.autoplay, records)
        begin(app, options.seats - 1, 1)
        return
    if records:
        app.driver = Recorder(records)
    if options.speed:
        app.change(speed=options.speed)
    if options.seats != _USUAL_SEATS:
        app.change(opponents=options.seats - 1)
