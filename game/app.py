"""The composition root: settings, saves, window, opponents, and the first screen.

Whatever the first frame does not need is imported after it has been shown.
"""

from __future__ import annotations

import signal
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, cast

from game.console.output import ExitStatus
from game.ui.shell.display import NoDisplayError, prepare

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from concurrent.futures import Future
    from pathlib import Path

    from ai.coach.drills import Kind
    from ai.coach.hand_review import Review
    from ai.consulting import Consultant, Consultation
    from ai.explore.facts import Findings
    from ai.worker import Thinker
    from game.bundled_data import BrokenGameError
    from game.files import StoreError
    from game.play.advice import (
        Advised,
        BotTrial,
        DrillQuestion,
        Exploration,
        LevelLoss,
        Pending,
        Values,
    )
    from game.play.opponents import Ladder, Opponents, Study
    from game.play.plan import Plan
    from game.play.practice import Practice
    from game.play.session import Session
    from game.rule_files import NamedRules
    from game.rules.actions import Action
    from game.rules.cards import Card
    from game.rules.ruleset import RuleSet
    from game.rules.view import SeatView
    from game.saves.history import History
    from game.saves.lock import StoreBusyError
    from game.saves.reports import Log
    from game.saves.review_queue import Job
    from game.saves.reviews import KeptDecision
    from game.saves.settings import PlayOptions, SettingsStore
    from game.saves.single_instance import InstanceListener
    from game.saves.store import Store
    from game.ui.shell.app_window import Window
    from game.ui.shell.loop import App
    from game.ui.shell.scene import Scene, Services, Stage

USUAL_OPPONENT = "regular"


def run(options: PlayOptions, shown: Callable[[], object] | None = None) -> int:
    """Play according to the options until the window is closed; return the exit status.

    ``shown`` is called once the first frame is visible; with it, none of the player's files are
    touched.
    """
    if not shown and not options.autoplay:  # an autoplay uses no saves and has its own window
        from game.files import data_folder
        from game.saves.single_instance import ask_running_instance

        if ask_running_instance(data_folder(), options.opens):
            return _leave_to_the_other(options)
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
        _coach.close()
        _bots.close()
        saves.close()
        settings.close()
        saves.close_log()
        signal.signal(signal.SIGINT, interrupted)


def _leave_to_the_other(options: PlayOptions) -> int:
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


class PlayerSaves:
    """The player's saves, opened when needed.

    If opening fails, nothing is saved; if another Tonk has them open, nothing can be played.
    """

    def __init__(self, *, is_kept: bool) -> None:
        self._is_kept = is_kept
        self._store: Store | None = None
        self._reading: Future[Store] | None = None
        """The store being opened on a thread of its own, or opened so."""
        self._listener: InstanceListener | None = None
        self._session: Session | None = None
        self._log: Log | None = None
        self.trouble = ""
        self.is_held_elsewhere = False
        self.elsewhere: Path | None = None
        """The backup of what was played before another Tonk took over."""

    def opened(self, *, take_over: bool = False) -> Store:
        """Open the saves if they are closed; raise ``StoreBusyError`` if another Tonk has them."""
        from game.files import StoreError
        from game.saves.lock import StoreBusyError
        from game.saves.store import Store

        if self._store is None and self._is_kept:
            try:
                self._store = Store.open(take_over=take_over)
                self.is_held_elsewhere = False
            except StoreBusyError:
                self.is_held_elsewhere = True
                raise
            except StoreError as error:
                from game.ui.text.save_troubles import trouble_sentence

                self.trouble = trouble_sentence(error)
        self._store = self._store or Store.unsaved()
        return self._store

    def open_beside(
        self,
        app: App,
        go_on: Callable[[Store | StoreBusyError], object],
        *,
        take_over: bool = False,
    ) -> None:
        """Open the saves, then call ``go_on`` with them, or with the error if another Tonk has
        them.

        If that takes long it is done on a thread, and a page says so meanwhile.
        """
        from game.saves.lock import StoreBusyError

        def found(opened: Callable[[], Store]) -> None:
            try:
                store = opened()
            except StoreBusyError as error:
                go_on(error)
            else:
                go_on(store)

        if not self.takes_long:
            found(lambda: self.opened(take_over=take_over))
            return
        from concurrent.futures import ThreadPoolExecutor

        from game.ui.pages.saves_in_use import OpeningScene

        thread = ThreadPoolExecutor(1, "saves")
        reading = self._reading = thread.submit(self.opened, take_over=take_over)
        thread.shutdown(wait=False)
        app.push(OpeningScene(app, reading, lambda: found(reading.result)))

    @property
    def takes_long(self) -> bool:
        """Whether opening the saves has to read so much that the window must not wait for it."""
        from game.files import StoreError, data_folder
        from game.saves.archive import Archive

        with suppress(StoreError):
            return self._is_kept and self._store is None and Archive.takes_long(data_folder())
        return False

    def saved_session(self) -> Session | None:
        session = self._store.saved_session() if self._store else None
        self._session = session or self._session
        return session

    @property
    def has_played(self) -> bool:
        return self._store is not None and self._store.has_played

    def start(self, plan: Plan) -> Session:
        self._session = self.opened().start(plan)
        return self._session

    def waits(self, kind: str, occasion: str = "") -> bool:
        return self.opened().waits(kind, occasion)

    def resume(self, kind: str) -> Session | None:
        session = self.opened().resume(kind)
        self._session = session or self._session
        return session

    def lost(self) -> StoreError | None:
        """Return why the end of the last session could not be saved, or None if it was."""
        if self._session:
            self._session.write_again()
        return self._session.trouble if self._session else None

    @property
    def has_kept(self) -> bool:
        """Whether a saved session can be resumed at the next start."""
        session = self._session
        is_saved = self._is_kept and not self.trouble
        return is_saved and session is not None and not session.is_over and not session.trouble

    def save_elsewhere(self) -> Path:
        """Write everything that was played into a backup; raise ``StoreError`` if that is
        impossible.
        """
        from game.saves.transfer import save_elsewhere

        self.elsewhere = save_elsewhere(self.opened())
        return self.elsewhere

    def history(self) -> History:
        return self.opened().history()

    def listen_for_second_start(self, app: App) -> None:
        """Let a second start bring this game to the front, if the player's saves are in it."""
        from game.files import data_folder
        from game.saves.single_instance import InstanceListener

        if self._is_kept and not self.trouble:
            with suppress(OSError):
                self._listener = InstanceListener(
                    data_folder(), lambda file: app.call(self._second_start(app, file))
                )

    def begin_log(self) -> None:
        """Start the log of this run, which is kept beside the saves."""
        from game.saves.reports import Log

        self._log = Log()

    def close_log(self) -> None:
        if self._log:
            self._log.close()

    def close(self) -> None:
        if self._listener:
            self._listener.close()
        if self._reading and not self._reading.done():
            from concurrent.futures import wait

            print("tonk: ends as soon as your saves are read", file=sys.stderr)
            wait([self._reading])
        if self._store:
            self._store.close()

    def study(self) -> Study:
        """Return the adaptive opponent's findings about the player, from counted hands against one
        opponent.

        At larger tables even sound drops are caught more often.
        """
        from ai.master.player import habit_of
        from game.play.opponents import Study

        history = self.history()
        history.catch_up()
        found = history.latest_drops(200, seats=2)
        drops = found.won + found.caught
        return Study(habit_of(drops, found.caught), drops, found.caught)

    @staticmethod
    def _second_start(app: App, file: Path | None) -> Callable[[], None]:
        """Return the function for a second start: show the window, and perhaps open a file."""

        def answer() -> None:
            from game.ui.settings.importing import ImportingScene

            app.window.come_to_front()
            if file and not isinstance(app.top, ImportingScene):  # it has the saves to itself
                from game.ui.viewer.saved_hands import show_file

                show_file(app, file)

        return answer


class _Bots:
    """The process that runs the opponents, started with the first table."""

    def __init__(self) -> None:
        self._thinker: Thinker | None = None

    def _there(self) -> Thinker:
        from ai.worker import Thinker

        self._thinker = self._thinker or Thinker()
        return self._thinker

    def think(self, view: SeatView, level: str, seed: int) -> Future[Action]:
        return self._there()(view, level, seed)

    def get_ready(self, rules: RuleSet, levels: Sequence[str], seats: int) -> None:
        self._there().get_ready(rules, levels, seats)

    def close(self) -> None:
        if self._thinker:
            self._thinker.close()
        self._thinker = None


_bots = _Bots()


def _settings(options: PlayOptions) -> SettingsStore:
    """Return the player's settings, not yet repaired; an autoplay uses none of them."""
    from game.saves.settings import Settings, SettingsStore

    if options.autoplay:
        # At instant speed nothing can be seen or heard properly.
        mute = options.speed is None
        return SettingsStore.unsaved(Settings(speed=options.speed or "instant", mute=mute))
    return SettingsStore.read()


def _services(options: PlayOptions, settings: SettingsStore, saves: PlayerSaves) -> Services:
    from game.files import data_folder
    from game.ui.look.theme import Theme
    from game.ui.shell.reduced_motion import SystemMotion
    from game.ui.shell.scene import Services
    from game.ui.shell.sound import Sound

    chosen = settings.settings
    return Services(
        settings=settings,
        store=saves,
        theme=Theme(),
        sound=Sound(music=None if options.autoplay else data_folder() / "music").tune(chosen),
        thinker=_bots.think,
        get_ready=_bots.get_ready,
        opponents=lambda: _opponents(saves),
        seed=options.seed,
        clock=time.monotonic,
        table=_Pages.table,
        practice=_Pages.practice,
        new_game=_Pages.new_game,
        shortcuts=_Pages.shortcuts,
        ladder=_BotFacts.ladder,
        bot_trial=_BotFacts.bot_trial,
        beliefs=_BotFacts.beliefs,
        reason=_BotFacts.reason,
        coach=_coach.hint,
        drills=_coach.drill,
        review=_Pages.review,
        lesson=_Pages.lesson,
        drill=_Pages.drill,
        level_losses=_BotFacts.level_losses,
        explore=_coach.explore,
        explored_last=_coach.explored_last,
        save_elsewhere=saves.save_elsewhere,
        system_is_calm=SystemMotion(),
    )


class _Pages:
    """The pages that other pages open; each is imported when first opened."""

    @staticmethod
    def lesson(stage: Stage, named: NamedRules) -> Scene:
        from game.features.study.drills.page import lesson

        return lesson(stage, named)

    @staticmethod
    def drill(stage: Stage, kind: str, table: tuple[NamedRules, int] | None) -> Scene:
        from game.features.study.drills.page import drill_of

        return drill_of(stage, kind, table)

    @staticmethod
    def table(stage: Stage, session: Session, is_waiting: bool) -> Scene:
        from game.ui.session.table_scene import TableScene

        return TableScene(stage, session, is_waiting)

    @staticmethod
    def new_game(stage: Stage) -> Scene:
        from game.menus.new_game import NewGameScene

        return NewGameScene(stage)

    @staticmethod
    def practice(stage: Stage, practice: Practice) -> Scene:
        from game.features.study.practice.table_page import PracticeScene

        return PracticeScene(stage, practice)

    @staticmethod
    def review(stage: Stage, job: Job) -> Scene:
        from game.features.study.review.page import ReviewScene

        return ReviewScene(stage, job)

    @staticmethod
    def shortcuts(stage: Stage, keys: str) -> Scene:
        from game.ui.settings.shortcuts import ShortcutsScene

        return ShortcutsScene(stage, keys)


class _BotFacts:
    """Facts about the bots apart from their moves; their code is imported when first needed."""

    @staticmethod
    def beliefs(view: SeatView) -> Mapping[Card, tuple[float, ...]]:
        from ai.belief import believed

        return believed(view)

    @staticmethod
    def reason(seen: SeatView, kept: KeptDecision) -> tuple[str, Values] | None:
        from ai.coach.evaluator import CoachReason
        from ai.coach.reasons import renewed

        others = [value.action for value in kept.values if value.action != kept.best]
        if kept.mistake:
            others = [kept.played]
        if kept.reason is None or not others or not _has_kernel():
            return kept.reason
        lead = kept.loss_of(others[0])[0]
        found = renewed(seen, kept.best, others, lead, CoachReason(*kept.reason))
        return found.kind, found.values

    @staticmethod
    def bot_trial(positions: int, seed: str) -> Iterator[BotTrial]:
        from ai.peeking import all_opponents, try_bots
        from game.play.advice import BotTrial

        bots = len(all_opponents())
        asked = moved = differing = 0
        for tried in try_bots(positions, seed):
            is_whole = tried.positions == positions
            yield BotTrial(
                bots, asked + tried.positions, moved + tried.moved, differing + tried.differing
            )
            if is_whole:
                asked += tried.positions
                moved += tried.moved
                differing += tried.differing

    @staticmethod
    def ladder() -> Ladder:
        """Return the measured strengths of the bots, from the file beside their code."""
        from game.bundled_data import BrokenGameError, own_data
        from game.play.opponents import Ladder

        try:
            return own_data("ai", "ladder.json", Ladder.read)
        except BrokenGameError:
            return Ladder()

    @staticmethod
    def level_losses() -> Sequence[LevelLoss]:
        """Return the measured cost of a decision by each level, from the file beside the bots."""
        import json

        from ai.registry import LEVELS
        from game.bundled_data import BrokenGameError, own_data
        from game.features.study.assessment.model import measured_from

        try:
            return own_data(
                "ai", "losses.json", lambda data: measured_from(json.loads(data), LEVELS)
            )
        except BrokenGameError:
            return ()


def _opponents(saves: PlayerSaves) -> Opponents:
    from ai import betting
    from ai.profile import LEVELS, MASTER, STYLES
    from game.play.opponents import ADAPTIVE, Opponents

    plain, styles = tuple(LEVELS), tuple(STYLES)
    if not _has_kernel():
        return Opponents(plain, styles, USUAL_OPPONENT, betting, away=(MASTER, ADAPTIVE))
    levels = (*plain, MASTER)
    return Opponents(levels, styles, USUAL_OPPONENT, betting, study=saves.study)


class _Going:
    """A review in progress, in the form that the review queue expects."""

    def __init__(self, asked: Consultation[Review]) -> None:
        self._asked = asked

    @property
    def part(self) -> float:
        return self._asked.part

    @property
    def found(self) -> Mapping[str, object] | None:
        """The finished review in its saved form: with its curve, and with the reason for the best
        action.
        """
        review = self._asked.latest
        if review is None:
            return None
        decisions = [
            {**each.to_mapping(), "reason": (each.reason.kind, dict(each.reason.values))}
            for each in review.decisions
        ]
        return {**review.to_mapping(), "decisions": decisions, "curve": review.curve}

    @property
    def error(self) -> str | None:
        return self._asked.error

    @property
    def is_over(self) -> bool:
        return self._asked.is_over

    def cancel(self) -> None:
        self._asked.cancel()


def _has_kernel() -> bool:
    """Return whether the kernel, which the coach and Master need, is installed."""
    from ai.kernel import is_available

    return is_available()


class _Exploration:
    """The exploration of a rule set, running in another process or finished earlier and saved."""

    def __init__(self, rules: RuleSet, seats: int) -> None:
        from ai.consulting import Consultant
        from ai.explore.facts import Findings
        from ai.explore.preset_findings import kept, standard

        known = kept(rules, seats)
        self._rules, self._seats, self._consultant = rules, seats, Consultant()
        self._found: Findings | None = Findings.of(known, standard(seats)) if known else None
        self._going: Consultation[Findings] | None = None
        if known is None:
            self._going = self._consultant.explore(rules, seats, self._read())

    @property
    def is_going_on(self) -> bool:
        """Whether bots are still playing for the exploration."""
        return self.latest is None and self._going is not None

    @property
    def latest(self) -> Findings | None:
        if self._going and self._going.latest:
            self._found = self._going.latest
            self.close()
        return self._found

    @property
    def part(self) -> float:
        return self._going.part if self._going else 1.0

    @property
    def error(self) -> str | None:
        return self._going.error if self._going else None

    def close(self) -> None:
        """End the process, and save its progress."""
        from game.files import StoreError, write_whole

        if self._going is None:
            return
        self._consultant.listen()
        found = self._going.latest
        text = found.kept if found else self._going.kept
        self._consultant.close()
        self._going = None
        path = self._path()
        if path and text:
            with suppress(StoreError):  # it can be repeated
                write_whole(path, text)

    def _read(self) -> str:
        from game.files import read_regular

        path = self._path()
        try:
            return read_regular(path).decode("utf-8") if path else ""
        except (OSError, ValueError):
            return ""

    def _path(self) -> Path | None:
        """Return the file for the exploration, named by share code and number of seats.

        An exploration is not saved if its rules have no share code, or one too long for a file
        name.
        """
        from ai.explore.exploring import code_or_none
        from ai.explore.preset_findings import SEATS
        from game.files import data_folder

        code = code_or_none(self._rules)
        name = f"{code}.json" if self._seats == SEATS else f"{code}-{self._seats}.json"
        return data_folder() / "explored" / name if code and len(code) < 200 else None


class _Coach:
    """The coach's processes: one once the coach has been asked, and one for each running
    exploration.
    """

    def __init__(self) -> None:
        self._consultant: Consultant | None = None
        self._explorations: dict[tuple[RuleSet, int], _Exploration] = {}
        """The explorations by rules and number of seats, the one asked for last at the end."""

    def _there(self) -> Consultant:
        from ai.consulting import Consultant

        self._consultant = self._consultant or Consultant()
        return self._consultant

    def hint(
        self, view: SeatView, seed: int, actions: tuple[Action, ...] | None = None
    ) -> Pending[Advised]:
        return self._there().hint(view, seed, actions=actions)

    def drill(
        self, kind: str, rules: RuleSet, seats: int, level: int, seed: int
    ) -> Pending[DrillQuestion]:
        return self._there().drill(cast("Kind", kind), rules, seats, level, seed)

    def review(self, record: str, seat: int) -> _Going:
        return _Going(self._there().review(record, seat, judged=(seat,)))

    def explore(self, rules: RuleSet, seats: int) -> Exploration:
        # Asking for another number of seats ends the earlier explorations; their progress is saved.
        for other in [key for key in self._explorations if key[0] == rules and key[1] != seats]:
            if self._explorations[other].is_going_on:
                self._explorations.pop(other).close()
        going = self._explorations.pop((rules, seats), None)
        if going is not None and going.error:
            going.close()
            going = None
        going = going or _Exploration(rules, seats)
        self._explorations[rules, seats] = going
        return going

    def explored_last(self, rules: RuleSet) -> int | None:
        return next((seats for each, seats in reversed(self._explorations) if each == rules), None)

    def close(self) -> None:
        while self._explorations:
            self._explorations.popitem()[1].close()
        if self._consultant:
            self._consultant.close()
        self._consultant = None


_coach = _Coach()


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


def complete(app: App, options: PlayOptions, saves: PlayerSaves) -> None:
    """Do what the first frame did not need: open saves, show complaints, set the icon, start
    sound.
    """
    from importlib import import_module
    from threading import Thread

    from game.saves.lock import StoreBusyError
    from game.ui.shell.app_window import watch_display

    def go_on(found: Store | StoreBusyError) -> None:
        if isinstance(found, StoreBusyError):
            _stay_out(app, options, saves, found)
        else:
            _begin(app, options, saves, found)
            Thread(target=import_table, name="imports").start()

    def import_table() -> None:
        """Import beside the frames what would open the first table with a pause."""
        with suppress(Exception):  # raised again where they are needed
            for name in ("game.ui.session.table_scene", "ai.worker"):
                import_module(name)

    saves.open_beside(app, go_on)
    app.window.show_icon()
    app.controllers.start()
    if not app.services.sound.muted:
        app.services.sound.open()
        app.tell_unplayable()
    watch_display()


def _stay_out(app: App, options: PlayOptions, saves: PlayerSaves, error: StoreBusyError) -> None:
    """Leave everything to a Tonk that was started just before, or wait for one that is just
    leaving; else show who has the saves open, and touch no files of the player until that changes.
    """
    from game.files import data_folder
    from game.saves.lock import StoreBusyError
    from game.saves.settings import SettingsStore
    from game.saves.single_instance import ask_running_instance
    from game.ui.pages.saves_in_use import BusyScene
    from game.ui.text.save_troubles import busy_sentence

    # A Tonk holds the saves a moment before it can be asked, and a moment after.
    until = time.monotonic() + 2.0  # seconds
    while not error.may_take_over and time.monotonic() < until:
        answer = ask_running_instance(data_folder(), options.opens)
        if answer:
            saves.is_held_elsewhere = _leave_to_the_other(options) == ExitStatus.BUSY
            app.quit()
            return
        if answer is not None:
            break
        time.sleep(0.1)
        try:
            store = saves.opened()
        except StoreBusyError as still:
            error = still
        else:
            _begin(app, options, saves, store)
            return

    own = app.services.settings
    app.services = app.services._replace(settings=SettingsStore.unsaved(own.settings))

    def take_over() -> None:
        saves.open_beside(app, go_on, take_over=True)

    def go_on(found: Store | StoreBusyError) -> None:
        if isinstance(found, StoreBusyError):
            app.replace(BusyScene(app, found, take_over))
            return
        from game.menus.start import StartScene

        app.services = app.services._replace(settings=own)
        app.replace(StartScene(app))
        _begin(app, options, saves, found)

    app.replace(BusyScene(app, error, take_over))
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
    if _has_kernel():
        from game.saves.review_queue import Reviewer

        settings = app.services.settings
        reviewer = Reviewer(_coach.review, saves.opened, lambda: settings.settings.review_idle)
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
