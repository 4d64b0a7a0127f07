"""Hands played by bots alone, with decisions made off the frame thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import Future

    from game.play.driver import SelfPlay
    from game.rules.actions import Action
    from game.ui.shell.scene import Stage


class BotPlay:
    """Plays hands of bots off the frame thread, one decision after the other."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._future: Future[Action] | None = None

    def plays_out(self, playing: SelfPlay) -> bool:
        """Take finished decisions and ask for the next; return whether all hands are over."""
        for _ready in range(200):  # decisions in one frame
            if playing.question is None:
                return True
            if self._future is None:
                thinker = self._stage.services.thinker
                self._future = self._stage.watch(thinker(*playing.question))
            if not self._future.done():
                return False
            action, self._future = self._future.result(), None
            playing.answer(action)
        self._stage.wake()
        return False

    def close(self) -> None:
        """Cancel the decision that a bot is working on."""
        if self._future is not None:
            self._future.cancel()
        self._future = None
