"""The player's saves as the window uses them: opened when needed, and read on a thread."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future
    from pathlib import Path

    from game.files import StoreError
    from game.play.opponents import Study
    from game.play.plan import Plan
    from game.play.session import Session
    from game.saves.history import History
    from game.saves.lock import StoreBusyError
    from game.saves.reports import Log
    from game.saves.single_instance import InstanceListener
    from game.saves.store import Store
    from game.ui.shell.loop import App


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

    def can_resume(self, kind: str, occasion: str = "") -> bool:
        return self.opened().can_resume(kind, occasion)

    def resume(self, kind: str) -> Session | None:
        session = self.opened().resume(kind)
        self._session = session or self._session
        return session

    def lost(self) -> StoreError | None:
        """Return why something could not be saved, or None if everything was."""
        from game.files import StoreError

        if self._session:
            self._session.write_again()
            if self._session.trouble:
                return self._session.trouble
        try:
            if self._store:
                self._store.write_again()
        except StoreError as error:
            return error
        return None

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
