"""By ear alone: on every page, wherever the keyboard goes, what is seen to change is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pygame
import pytest

from game.menus.credits import CreditsScene
from game.menus.start import StartScene
from game.ui.kit.widget import Focusable, Widget
from game.ui.pages.dialogs import FatalScene
from game.ui.pages.page import Page
from game.ui.session.opponents_page import LadderScene, OpponentsScene
from game.ui.settings.pages import GROUPS, OptionsScene
from game.ui.settings.shortcuts import AskKeyScene, ShortcutsScene
from game.ui.shell.loop import App
from game.ui.shell.speech import Narrator, in_words
from game.ui.shell.voice import Saying
from game.ui.viewer.replay_scene import ReplayScene
from tests.ui.rulesets.test_fits import PAGES as RULE_PAGES
from tests.ui.screens import PICTURES
from tests.ui.sessions.test_pages import PAGES as SESSION_PAGES
from tests.ui.stage import press, shown, stage, turns
from tests.ui.test_everything_fits import letters

TABLES = (
    *("lesson", "lesson-spread", "lesson-hit", "lesson-drop", "practice", "practice-open"),
    *("hint", "hint-start", "hint-why"),
)
OPTIONS: dict[str, Callable[[App], object]] = {
    f"settings-{group.key}": partial(lambda key, app: shown(app, OptionsScene(app, key)), group.key)
    for group in GROUPS
}
SCREENS: dict[str, Callable[[App], object]] = {
    **{name: show for name, show in PICTURES.items() if name not in TABLES},
    **{
        name: partial(lambda make, app: shown(app, make(app)), make)
        for name, make in RULE_PAGES.items()
    },
    **OPTIONS,
    "opponents": lambda app: shown(app, OpponentsScene(app, (), 5, lambda _chosen: None)),
    "ladder": lambda app: shown(app, LadderScene(app)),
    "keys": lambda app: shown(app, ShortcutsScene(app)),
    "key": lambda app: shown(app, AskKeyScene(app, "fullscreen")),
    "credits": lambda app: shown(app, CreditsScene(app)),
    "letters": lambda app: shown(app, letters(app, "abc")),
    "trouble": lambda app: shown(app, FatalScene(app, "Tonk can't go on", "No disk.")),
}
SESSIONS = {f"session-{name}": SESSION_PAGES[name] for name in ("joining", "leaving", "pause")}
"""The other pages of a session are among the screens."""
NAMES = [*SCREENS, *SESSIONS]
MOVES = (pygame.K_DOWN, pygame.K_RIGHT, pygame.K_END, pygame.K_LEFT, pygame.K_HOME, pygame.K_UP)
SILENCING = "speech"
"""The row that turns speech off says nothing once it has done so."""
MOST_STOPS = 80
SMALL = (960, 540)


class Listener:
    """Presses keys, and hears what comes of it."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.heard: list[Saying] = []
        app.narrator = Narrator(app.notify, self.heard.append)
        app.change(speech=True)
        app.toasts.dismiss()
        self.look()

    @property
    def page(self) -> Page | ReplayScene:
        scene = self.app.top
        assert isinstance(scene, Page | ReplayScene)
        return scene

    def look(self) -> None:
        """Another frame."""
        self.app.redraw()
        turns(self.app)

    def after(self, key: int) -> tuple[bool, str]:
        """Whether the picture may have changed with a key, and what is heard then.

        Where something is heard the pictures are not compared.
        """
        before, heard = self.app.window.surface.copy(), len(self.heard)
        press(self.app, key)
        told = " ".join(each.text for each in self.heard[heard:])
        return bool(told) or pixels(before) != pixels(self.app.window.surface), told


def pixels(surface: pygame.Surface) -> bytes:
    """All that is seen on a surface."""
    return surface.get_buffer().raw


@contextmanager
def screen(name: str) -> Iterator[Listener]:
    """A screen, small, with somebody who listens."""
    if name in SESSIONS:
        with SESSIONS[name](SMALL) as app:
            yield Listener(app)
        return
    with stage(SMALL) as app:
        shown(app, StartScene(app))
        SCREENS[name](app)
        while app.is_dirty:
            app.turn()
        yield Listener(app)


@pytest.mark.share(6)
@pytest.mark.parametrize("name", NAMES)
def test_a_screen_is_named_and_whatever_changes_to_the_eye_changes_to_the_ear(name: str) -> None:
    with screen(name) as ears:
        heading = in_words(ears.page.heading)
        assert heading
        assert heading in ears.heard[0].text
        first = ears.page.form.focused
        for _stop in range(MOST_STOPS):
            _walk(ears)
            has_changed, told = ears.after(pygame.K_TAB)
            assert told or not has_changed, ears.page.form.focused
            if ears.page.form.focused == first:
                return
        raise AssertionError(f"Tab does not come back to {first}")


def _walk(ears: Listener) -> None:
    """Press the keys that may move something in what has the keyboard now."""
    start = ears.page.form.focused
    assert ears.page.spoken().strip(), start
    for key in MOVES if start != SILENCING else ():
        has_changed, told = ears.after(key)
        assert told or not has_changed, (start, pygame.key.name(key))
        if has_changed or ears.page.form.focused != start:
            ears.page.form.focus(start)
            ears.look()


def test_nothing_takes_the_keyboard_without_words_of_its_own() -> None:
    """`takes_focus` is only for what cannot be made without them."""
    kinds = [Widget]
    while kinds:
        kind = kinds.pop()
        kinds += kind.__subclasses__()
        assert not kind.takes_focus or issubclass(kind, Focusable), kind
