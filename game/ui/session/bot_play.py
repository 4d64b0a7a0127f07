"""Hands played by bots alone, with decisions made off the frame thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from concurrent.futures import Future

    from game.play.driver import SelfPlay
    from game.rules.actions import Action
    from game.ui.shell.scene import Stage


class BotGames(Protocol):
    """Games of bots, one after the other.

    ``playing`` is the one in play, None once all are over; ``advance`` begins the next when it is
    over.
    """

    playing: SelfPlay | None

    def advance(self) -> None: ...


class BotPlay:
    """Plays games of bots off the frame thread, one decision after the other."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._future: Future[Action] | None = None

    def play_ready(self, games: BotGames) -> None:
        """Play the decisions that are ready, and ask for the next unless all games are over."""
        while games.playing is not None and self._is_over(games.playing):
            games.advance()

    def _is_over(self, playing: SelfPlay) -> bool:
        """Play the decisions of a game that are ready; return whether all its hands are over."""
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
