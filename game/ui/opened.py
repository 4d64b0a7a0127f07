"""A file of saved hands brought to the table: from the command line, or from a second start."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from game.session.opening import open_hands
from game.ui.text import _

if TYPE_CHECKING:
    from game.ui.scene import Stage


def show_file(stage: Stage, file: Path) -> None:
    """Show the hands of a file; what is no hand is said over the scene that is there."""
    opened = open_hands(file)
    if not opened.hands:
        from game.ui.scenes.tell import TellScene

        words = _("{file} holds no hand that can be shown: {why}").format(
            file=file.name, why=opened.trouble
        )
        stage.push(TellScene(stage, _("No saved hand"), words))
        return
    from game.ui.scenes.replay.scene import ReplayScene

    stage.push(ReplayScene(stage, opened.hands))
    if opened.trouble:
        stage.notify(f"{file.name}: {opened.trouble}")
    from game.ui.scenes.replay.scene import ReplayScene

    stage.push(ReplayScene(stage, opened.hands))
