"""Puts the game together: settings, saves, window, opponents, and the first screen.

What is not needed for the first frame is brought in once that is on the screen.
"""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from game.ui.display import NoDisplayError, prepare

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future
    from pathlib import Path

    from game.rules.actions import Action
    from game.rules.view import SeatView
    from game.session.company import Company
    from game.session.doorbell import Doorbell
    from game.session.history import History
    from game.session.ladder import Ladder
    from game.session.options import PlayOptions
    from game.session.paths import StoreError
    from game.session.plan import Plan
    from game.session.session import Session
    from game.session.settings import SettingsStore
    from game.session.store import Store
    from game.ui.assets import AssetMissing
    from game.ui.loop import App
    from game.ui.scene import Scene, Services, Stage
    from game.ui.window import Window

FINE, NO_DISPLAY, UNWRITABLE, BROKEN = 0, 3, 4, 5
USUAL_OPPONENT = "regular"
_USUAL_SEATS = 2
_PATIENCE = 2.0  # seconds that a bot may think
_TURN = 0.0005  # seconds after which a thinking bot gives way to the next frame


def run(options: PlayOptions, shown: Callable[[], object] | None = None) -> int:
    """Play as the options say, until the window is closed; gives the exit status.

    ``shown`` is called once the first frame can be seen; then nothing of the player's is touched.
    """
    if not shown and _is_open_already(options):
        print("Tonk is open already: its window comes to the front.")
        return FINE
    settings = _settings(options)
    try:
        prepare()
        from game.ui.window import Window  # pygame, for which all must be prepared

        window = Window(settings.settings)
    except NoDisplayError as error:
        print(error, file=sys.stderr)
        return NO_DISPLAY
    except (ImportError, NotImplementedError) as error:  # pygame's word for a part it lacks
        print(f"tonk: the game is not whole, install it again: {error}", file=sys.stderr)
        return BROKEN
    saves = _Saves(is_kept=not options.autoplay)
    try:
        return _play(options, window, settings, saves, shown)
    finally:
        saves.close()
        window.close()


def _is_open_already(options: PlayOptions) -> bool:
    """Whether a Tonk that has the player's saves came to the front, perhaps to open a file.

    Who asks for more than that gets a window of its own.
    """
    from game.session.doorbell import ring
    from game.session.options import PlayOptions
    from game.session.paths import data_folder

    return options == PlayOptions(opens=options.opens) and ring(data_folder(), options.opens)


def _play(
    options: PlayOptions,
    window: Window,
    settings: SettingsStore,
    saves: _Saves,
    shown: Callable[[], object] | None,
) -> int:
    from game.session.paths import StoreError
    from game.ui.assets import AssetMissing

    sys.setswitchinterval(_TURN)
    services = _services(options, settings, saves)
    try:
        app = _game(options, window, services, saves)
        if shown:
            app.after_first_frame = shown
        app.run()
    except (AssetMissing, StoreError) as error:
        return _give_up(error, window, services, is_watched=not options.autoplay)
    lost = saves.lost()
    if lost:
        print(f"tonk: {lost}", file=sys.stderr)
    return UNWRITABLE if saves.trouble or lost else FINE


def _give_up(
    error: AssetMissing | StoreError, window: Window, services: Services, *, is_watched: bool
) -> int:
    """Say why the game cannot go on; where nobody watches a line on standard error is enough."""
    from game.ui.assets import AssetMissing
    from game.ui.farewell import say_farewell
    from game.ui.notices import broken_sentence, full_sentence

    match error:
        case AssetMissing():
            words, status = broken_sentence(error), BROKEN
        case _:
            words, status = full_sentence(error), UNWRITABLE
    if is_watched:
        say_farewell(window, services, words)
    else:
        print(f"tonk: {words}", file=sys.stderr)
    return status


class _Saves:
    """The player's saves, opened when they are needed; where they cannot be, nothing is kept."""

    def __init__(self, *, is_kept: bool) -> None:
        self._is_kept = is_kept
        self._store: Store | None = None
        self._bell: Doorbell | None = None
        self._session: Session | None = None
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
        session = self._store.kept() if self._store else None
        self._session = session or self._session
        return session

    def start(self, plan: Plan) -> Session:
        self._session = self.open().start(plan)
        return self._session

    def lost(self) -> str:
        """Why the end of the last session is not on the disk; empty where it is."""
        from game.ui.notices import trouble_sentence

        trouble = self._session.trouble if self._session else None
        return trouble_sentence(trouble) if trouble else ""

    def history(self) -> History:
        return self.open().history()

    def answer_the_door(self, app: App) -> None:
        """Let a second start bring this game to the front, if the player's saves are in it."""
        from game.session.doorbell import Doorbell
        from game.session.paths import data_folder

        if self._is_kept and not self.trouble:
            with suppress(OSError):
                self._bell = Doorbell(data_folder(), lambda file: app.call(_visit(app, file)))

    def close(self) -> None:
        if self._bell:
            self._bell.close()
        if self._store:
            self._store.close()


def _visit(app: App, file: Path | None) -> Callable[[], None]:
    """What a second start asks for: to be seen, and perhaps to open a file."""

    def answer() -> None:
        app.window.come_to_front()
        if file:
            from game.ui.opened import show_file

            show_file(app, file)

    return answer


def _think(view: SeatView, level: str, seed: int) -> Future[Action]:
    from ai.worker import Thinker

    return Thinker(patience=_PATIENCE)(view, level, seed)


def _settings(options: PlayOptions) -> SettingsStore:
    """The player's own; an autoplay touches none of them."""
    from game.session.settings import Settings, SettingsStore

    if options.autoplay:
        # At a speed that nobody can follow nobody wants to hear anything either.
        mute = options.speed is None
        return SettingsStore.unsaved(Settings(speed=options.speed or "instant", mute=mute))
    return SettingsStore.open()


def _services(options: PlayOptions, settings: SettingsStore, saves: _Saves) -> Services:
    from game.ui.calm import SystemMotion
    from game.ui.scene import Services
    from game.ui.sound import Sound, tune
    from game.ui.theme import Theme

    chosen = settings.settings
    return Services(
        settings=settings,
        store=saves,
        theme=Theme(),
        sound=tune(Sound(), chosen),
        thinker=_think,
        company=_company,
        seed=options.seed,
        clock=time.monotonic,
        table=_table,
        ladder=_ladder,
        system_is_calm=SystemMotion(),
    )


def _table(stage: Stage, session: Session) -> Scene:
    from game.ui.scenes.table import TableScene

    return TableScene(stage, session)


def _company() -> Company:
    from ai.registry import LEVELS, STYLES
    from game.session.company import Company

    return Company(LEVELS, STYLES, USUAL_OPPONENT)


def _ladder() -> Ladder:
    """What the bots were measured at, which lies beside them."""
    from importlib.resources import files

    from game.session.ladder import Ladder, read_ladder

    try:
        return read_ladder(files("ai").joinpath("ladder.json").read_text("utf-8"))
    except OSError:
        return Ladder()


def _game(options: PlayOptions, window: Window, services: Services, saves: _Saves) -> App:
    from game.ui.language import speak
    from game.ui.loop import App
    from game.ui.scenes.start import StartScene

    silence = speak(services.settings.settings.language)
    app = App(window, services)
    app.push(StartScene(app))
    if silence:
        app.notify(silence)
        print(f"tonk: {silence}", file=sys.stderr)
    if options.autoplay:
        _let_it_play(app, options, options.autoplay)
    else:
        app.after_first_frame = lambda: _complete(app, options, saves)
    return app


def _let_it_play(app: App, options: PlayOptions, hands: int) -> None:
    from game.ui.autoplay import Autoplay
    from game.ui.lostdisplay import watch_display
    from game.ui.recording import RecordFile
    from game.ui.scenes.sitting import begin

    records = RecordFile(options.records) if options.records else None
    app.driver = Autoplay(app.services, hands, records)
    app.after_first_frame = watch_display
    named = options.rules
    if named:
        begin(app, options.seats - 1, 1, named.rules, named.label)
    else:
        begin(app, options.seats - 1, 1)


def _complete(app: App, options: PlayOptions, saves: _Saves) -> None:
    """What the first frame did not need: the saves, what is to be told, the icon, the sound."""
    from game.ui.lostdisplay import watch_display

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
    saves.answer_the_door(app)
    if app.top:
        app.top.uncovered()
    app.window.show_icon()
    app.controllers.start()
    if not app.services.sound.muted:
        app.services.sound.open()
    if options.rules:
        from game.ui.scenes.sitting import begin_by

        begin_by(app, options.rules)
    if options.opens:
        from game.ui.opened import show_file

        show_file(app, options.opens)
    watch_display()


def _tell(app: App, store: Store, trouble: str) -> None:
    """Whatever was wrong with the player's files, a line each."""
    from game.ui.notices import complaints_told, damage_sentence

    lines = complaints_told(app.services.settings.loaded)
    if store.damage:
        lines.append(damage_sentence(store.damage))
    if trouble:
        lines.append(trouble)
    for line in lines:
        app.notify(line)
        print(f"tonk: {line}", file=sys.stderr)
