"""Puts the game together: settings, saves, window, opponents, and the first screen.

What is not needed for the first frame is brought in once that is on the screen.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from game.ui.display import NoDisplayError, prepare

if TYPE_CHECKING:
    from concurrent.futures import Future

    from game.rules.actions import Action
    from game.rules.view import SeatView
    from game.session.options import PlayOptions
    from game.session.plan import Plan
    from game.session.session import Session
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
    saves = _Saves(is_kept=not options.autoplay)
    try:
        _game(options, window, settings, saves).run()
    finally:
        saves.close()
        window.close()
    return UNWRITABLE if saves.trouble else FINE


class _Saves:
    """The player's saves, opened when they are needed; where they cannot be, nothing is kept."""

    def __init__(self, *, is_kept: bool) -> None:
        self._is_kept = is_kept
        self._store: Store | None = None
        self.trouble = ""

    def open(self) -> Store:
        from game.session.paths import StoreError
        from game.session.store import Store

        if self._store is None and self._is_kept:
            try:
                self._store = Store.open()
            except StoreError as error:
                from game.ui.notices import trouble_sentence

                self.trouble = trouble_sentence(error)
        self._store = self._store or Store.unsaved()
        return self._store

    def kept(self) -> Session | None:
        return self._store.kept() if self._store else None

    def start(self, plan: Plan) -> Session:
        return self.open().start(plan)

    def close(self) -> None:
        if self._store:
            self._store.close()


def _think(view: SeatView, level: str, seed: int) -> Future[Action]:
    from ai.worker import Thinker

    return Thinker()(view, level, seed)


def _settings(options: PlayOptions) -> SettingsStore:
    """The player's own; an autoplay touches none of them."""
    from game.session.settings import Settings, SettingsStore

    if options.autoplay:
        # At a speed that nobody can follow nobody wants to hear anything either.
        mute = options.speed is None
        return SettingsStore.unsaved(Settings(speed=options.speed or "instant", mute=mute))
    return SettingsStore.open()


def _game(options: PlayOptions, window: Window, settings: SettingsStore, saves: _Saves) -> App:
    from game.ui.language import speak
    from game.ui.loop import App
    from game.ui.scene import Services
    from game.ui.scenes.start import StartScene
    from game.ui.sound import Sound
    from game.ui.theme import Theme

    chosen = settings.settings
    silence = speak(chosen.language)
    services = Services(
        settings=settings,
        store=saves,
        theme=Theme(),
        sound=Sound(chosen.volume / 100, muted=chosen.mute),
        thinker=_think,
        levels=(USUAL_OPPONENT,),
        seed=options.seed,
        clock=time.monotonic,
    )
    app = App(window, services)
    app.push(StartScene(app))
    if silence:
        app.notify(silence)
    if options.autoplay:
        _let_it_play(app, options, options.autoplay)
    else:
        app.after_first_frame = lambda: _complete(app, options, saves)
    return app


def _let_it_play(app: App, options: PlayOptions, hands: int) -> None:
    from game.ui.autoplay import Autoplay
    from game.ui.recording import RecordFile
    from game.ui.scenes.sitting import begin

    records = RecordFile(options.records) if options.records else None
    app.driver = Autoplay(app.services, hands, records)
    begin(app, options.seats - 1, 1, options.rules.rules if options.rules else None)


def _complete(app: App, options: PlayOptions, saves: _Saves) -> None:
    """What the first frame did not need: the saves, what is to be told, the icon, the sound."""
    if options.records:
        from game.ui.autoplay import Recorder
        from game.ui.recording import RecordFile

        app.driver = Recorder(RecordFile(options.records))
    if options.speed:
        app.change(speed=options.speed)
    if options.seats != _USUAL_SEATS:
        app.change(opponents=options.seats - 1)
    store = saves.open()
    _tell(app, store, saves.trouble)
    if app.top:
        app.top.uncovered()
    app.window.show_icon()
    if not app.services.sound.muted:
        app.services.sound.open()
    if options.rules:
        from game.ui.scenes.sitting import begin_by

        begin_by(app, options.rules)


def _tell(app: App, store: Store, trouble: str) -> None:
    """Whatever was wrong with the player's files, a line each."""
    from game.ui.notices import complaint_sentence, damage_sentence

    complaints = app.services.settings.loaded.complaints
    lines = [complaint_sentence(complaint) for complaint in complaints]
    if store.damage:
        lines.append(damage_sentence(store.damage))
    if trouble:
        lines.append(trouble)
    for line in lines:
        app.notify(line)
        print(f"tonk: {line}", file=sys.stderr)
