"""Picture every menu screen: `python tests/tools/screenshots.py FOLDER [WIDTHxHEIGHT…]`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import pygame

from game.session.store import Store
from game.ui.loop import App
from game.ui.scenes.ask import AskScene
from game.ui.scenes.credits import CreditsScene
from game.ui.scenes.newgame import NewGameScene
from game.ui.scenes.options import OptionsScene
from game.ui.scenes.pause import PauseScene
from game.ui.scenes.rules import RulesScene
from game.ui.scenes.sitting import begin
from game.ui.scenes.start import StartScene
from tests.ui.stage import press, shown, stage

SIZES = ((960, 540), (1280, 720), (1920, 1080), (3840, 2160))


def start(app: App) -> None:
    """The first screen."""
    shown(app, StartScene(app))


def start_again(app: App) -> None:
    """The first screen when a game was left, with a notice over it."""
    shown(app, StartScene(app))
    begin(app, 1, 1)
    app.home()
    app.notify("The saved game was damaged. It is kept as tonk-damaged-1.db.")


def new_game(app: App) -> None:
    """How many against, for what."""
    shown(app, NewGameScene(app))


def question(app: App) -> None:
    """What is asked before a hand is given up."""
    start_again(app)
    app.toasts.dismiss()
    shown(app, NewGameScene(app))
    press(app, pygame.K_RETURN)
    assert isinstance(app.top, AskScene)


def settings(app: App) -> None:
    """The settings."""
    shown(app, OptionsScene(app))


def rules(app: App) -> None:
    """The rules from their beginning."""
    shown(app, RulesScene(app))


def rules_further(app: App) -> None:
    """The rules some pages on."""
    rules(app)
    press(app, pygame.K_PAGEDOWN, pygame.K_PAGEDOWN)


def credit(app: App) -> None:
    """Who made it of what."""
    shown(app, CreditsScene(app))


def pause(app: App) -> None:
    """The menu over the table."""
    shown(app, StartScene(app))
    begin(app, 3, 5)
    shown(app, PauseScene(app))


PICTURES: dict[str, Callable[[App], None]] = {
    "start": start,
    "start-again": start_again,
    "new-game": new_game,
    "question": question,
    "settings": settings,
    "rules": rules,
    "rules-further": rules_further,
    "credits": credit,
    "pause": pause,
}


def main(words: list[str]) -> None:
    """Write a PNG of every screen at every size."""
    folder = Path(words[0])
    folder.mkdir(parents=True, exist_ok=True)
    sizes = [tuple(map(int, word.split("x"))) for word in words[1:]] or SIZES
    for width, height in sizes:
        for name, prepare in PICTURES.items():
            with stage((width, height), store=Store.unsaved()) as app:
                prepare(app)
                while app.is_dirty:
                    app.turn()
                pygame.image.save(app.window.surface, folder / f"{name}-{width}x{height}.png")


if __name__ == "__main__":
    main(sys.argv[1:])
