"""The composition root: settings, saves, window, opponents, and the first screen.

Whatever the first frame does not need is imported after it has been shown.
"""

from __future__ import annotations

import signal
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from game.app.bots import (
    beliefs,
    bot_trial,
    bots,
    coach,
    ladder,
    level_losses,
    opponents_for,
    renewed_reason,
)
from game.app.player_saves import PlayerSaves
from game.app.startup import complete, leave_to_the_other
from game.console.output import ExitStatus
from game.ui.shell.display import NoDisplayError, prepare

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.bundled_data import BrokenGameError
    from game.files import StoreError
    from game.saves.settings import PlayOptions, SettingsStore
    from game.ui.shell.app_window import Window
    from game.ui.shell.loop import App
    from game.ui.shell.scene import Services


def run(options: PlayOptions, shown: Callable[[], object] | None = None) -> int:
    """Play according to the options until the window is closed; return the exit status.

    ``shown`` is called once the first frame is visible; with it, none of the player's files are
    touched.
    """
    if not shown and not options.autoplay:  # an autoplay uses no saves and has its own window
        from game.files import data_folder
        from game.saves.single_instance import ask_running_instance

        if ask_running_instance(data_folder(), options.opens):
            return leave_to_the_other(options)
    settings = _settings(options)
    try:
        prepare()
        from game.ui.shell.app_window import Window  # imports pygame, which needs the preparation

        window = Window(settings.settings)
    except NoDisplayError as error:
        print(error, file=sys.stderr)
        return ExitStatus.NO_DISPLAY
    except (ImportError, NotImplementedError) as error:  # what pygame raises for a part it lacks
        print(
            f"tonk: files of the game are missing or damaged; reinstall it: {error}",
            file=sys.stderr,
        )
        return ExitStatus.BROKEN
    saves = PlayerSaves(is_kept=not options.autoplay)
    try:
        return _play(options, window, settings, saves, shown)
    finally:
        interrupted = signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends anyway
        window.close()  # first: closing many saves takes seconds
        coach.close()
        bots.close()
        saves.close()
        settings.close()
        saves.close_log()
        signal.signal(signal.SIGINT, interrupted)


def _play(
    options: PlayOptions,
    window: Window,
    settings: SettingsStore,
    saves: PlayerSaves,
    shown: Callable[[], object] | None,
) -> int:
    from game.bundled_data import BrokenGameError
    from game.files import StoreError

    sys.setswitchinterval(0.0005)  # seconds; so that other threads yield to the next frame
    services = _services(options, settings, saves)
    try:
        app = _game(options, window, services, saves)
        if shown:
            app.after_first_frame = shown
        app.run()
    except (BrokenGameError, StoreError) as error:
        return _give_up(error, window, services, is_watched=not options.autoplay)
    except Exception as error:  # noqa: BLE001 - a mistake of the game's own, whatever it is
        return report_crash(error, window, services, saves, is_watched=not options.autoplay)
    return _end(window, services, saves)


def _end(window: Window, services: Services, saves: PlayerSaves) -> int:
    """Report what could not be saved; return the exit status."""
    from game.saves.lock import ReplacedError
    from game.ui.text.save_troubles import elsewhere_sentence, trouble_sentence

    trouble = saves.lost()
    if isinstance(trouble, ReplacedError) and saves.elsewhere is None:
        from game.ui.pages.saves_in_use import show_replaced

        show_replaced(window, services, trouble)
    if trouble:
        print(f"tonk: {trouble_sentence(trouble)}", file=sys.stderr)
    if saves.elsewhere:
        print(f"tonk: {elsewhere_sentence(saves.elsewhere)}", file=sys.stderr)
    if saves.is_held_elsewhere or saves.elsewhere:
        return ExitStatus.BUSY
    return ExitStatus.UNWRITABLE if saves.trouble or trouble else ExitStatus.FINE


def _give_up(
    error: BrokenGameError | StoreError, window: Window, services: Services, *, is_watched: bool
) -> int:
    """Report why the game cannot go on, in the window, or on standard error if nobody watches."""
    from game.bundled_data import BrokenGameError
    from game.ui.pages.dialogs import show_fatal_error
    from game.ui.text.save_troubles import broken_sentence, full_sentence

    if isinstance(error, BrokenGameError):
        words, status = broken_sentence(error), ExitStatus.BROKEN
    else:
        words, status = full_sentence(error), ExitStatus.UNWRITABLE
    if is_watched:
        show_fatal_error(window, services, words)
    else:
        print(f"tonk: {words}", file=sys.stderr)
    return status


def report_crash(
    error: Exception, window: Window, services: Services, saves: PlayerSaves, *, is_watched: bool
) -> int:
    """Write a report of a bug in the game, and say where it is and what to do."""
    from game.saves.reports import keep_report
    from game.ui.pages.dialogs import show_fatal_error
    from game.ui.text.save_troubles import stumbled_sentence

    try:
        trouble, is_kept = saves.lost(), saves.has_kept
    except Exception:  # noqa: BLE001 - it may be the saves that stumble
        trouble, is_kept = None, False
    words = stumbled_sentence(keep_report(error), trouble, is_kept=is_kept)
    with suppress(Exception):  # what stumbled may stumble again; the line has been printed
        if is_watched:
            show_fatal_error(window, services, words)
        else:
            print(f"tonk: {words}", file=sys.stderr)
    return ExitStatus.FAILED


def _settings(options: PlayOptions) -> SettingsStore:
    """Return the player's settings, not yet repaired; an autoplay uses none of them."""
    from game.saves.settings import Settings, SettingsStore

    if options.autoplay:
        # At instant speed nothing can be seen or heard properly.
        mute = options.speed is None
        return SettingsStore.unsaved(Settings(speed=options.speed or "instant", mute=mute))
    return SettingsStore.read()


def _services(options: PlayOptions, settings: SettingsStore, saves: PlayerSaves) -> Services:
    from game.app.lazy_pages import LazyPages
    from game.files import data_folder
    from game.ui.look.theme import Theme
    from game.ui.shell.reduced_motion import SystemMotion
    from game.ui.shell.scene import Services
    from game.ui.shell.sound import Sound

    chosen = settings.settings
    return Services(
        settings=settings,
        saves=saves,
        theme=Theme(),
        sound=Sound(music=None if options.autoplay else data_folder() / "music").tune(chosen),
        thinker=bots.think,
        get_ready=bots.get_ready,
        opponents=lambda: opponents_for(saves),
        seed=options.seed,
        clock=time.monotonic,
        pages=LazyPages(),
        ladder=ladder,
        bot_trial=bot_trial,
        beliefs=beliefs,
        reason=renewed_reason,
        coach=coach.hint,
        drills=coach.drill,
        level_losses=level_losses,
        explore=coach.explore,
        explored_last=coach.explored_last,
        save_elsewhere=saves.save_elsewhere,
        system_is_calm=SystemMotion(),
    )


def _game(options: PlayOptions, window: Window, services: Services, saves: PlayerSaves) -> App:
    from game.menus.start import StartScene
    from game.ui.shell.loop import App
    from game.ui.text.language import speak

    silence = speak(services.settings.settings.language)
    app = App(window, services)
    app.push(StartScene(app))
    if silence:
        app.notify(silence)
        print(f"tonk: {silence}", file=sys.stderr)
    if options.autoplay:
        _let_it_play(app, options, options.autoplay)
    else:
        app.after_first_frame = lambda: complete(app, options, saves)
    return app


def _let_it_play(app: App, options: PlayOptions, hands: int) -> None:
    from game.features.hooks import table_hooks
    from game.play.plan import RulesLabel
    from game.ui.autoplay import Autoplay, RecordFile
    from game.ui.session.starting import begin_session
    from game.ui.shell.app_window import watch_display

    app.services = app.services._replace(hooks=table_hooks())
    records = RecordFile(options.records) if options.records else None
    app.driver = Autoplay(app.services, hands, records)
    app.after_first_frame = watch_display
    named, seats = options.rules, options.seats or 2
    if named:
        begin_session(app, seats - 1, 1, named.rules, RulesLabel.of(named))
    else:
        begin_session(app, seats - 1, 1)
