"""Hands for the screens of rule sets: they type, turn the wheel, and keep sets in a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame

from game.menus.new_game import NewGameScene
from game.menus.start import StartScene
from game.rule_files import NamedRules, OwnRules
from game.rules.presets import preset
from game.rules.ruleset import READING_ORDER
from game.saves.own_rules import save_rules
from game.saves.settings import SettingsStore
from game.ui.pages.page import Page
from game.ui.rulesets.choose import ChooseRulesScene
from game.ui.rulesets.draft import Draft
from game.ui.rulesets.editor import EditorScene
from game.ui.rulesets.shelf import Shelf
from game.ui.shell.loop import App
from tests.ui.stage import press, row_list, shown, stage, tap, targets, top, turns

ENTER, ESCAPE, TAB = pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_TAB
UP, DOWN, LEFT, RIGHT = pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT
CTRL = pygame.KMOD_CTRL
_PATIENCE = 200


@contextmanager
def window(folder: Path, size: tuple[int, int] = (1280, 720)) -> Iterator[App]:
    """A window with the start screen, whose settings and rule sets are in a folder."""
    settings = SettingsStore.open(folder)
    settings.change(window_width=size[0], window_height=size[1], mute=True, speed="instant")
    with stage(size, settings=settings) as app:
        shown(app, StartScene(app))
        yield app


def a_set(
    folder: Path, name: str = "Friday night", base: str = "rushville", **values: object
) -> NamedRules:
    """An own set in its file."""
    rules = preset(base).changed(**values)
    return save_rules(NamedRules(name, rules, base, note="As we play it."), folder)


def names(folder: Path) -> list[str]:
    """What the player's own sets are called."""
    return [each.name for each in OwnRules.in_folder(folder).sets]


def choosing(app: App) -> ChooseRulesScene:
    """The page on which rules are chosen, over a new game."""
    shown(app, NewGameScene(app))
    new_game = top(app, NewGameScene)
    new_game.form.focus("rules")
    press(app, ENTER)
    return top(app, ChooseRulesScene)


def editing(
    app: App, draft: Draft, saved: Callable[[NamedRules, str], None] | None = None
) -> EditorScene:
    """The editor, open for a draft."""
    shelf = Shelf(app.services.settings)
    scene = EditorScene(app, shelf, draft, saved or (lambda _named, _before: None))
    shown(app, scene)
    return scene


def own_draft(base: str = "standard", name: str = "Mine") -> Draft:
    """A new set that plays like a preset."""
    return Draft(NamedRules(name, preset(base), base))


def write(app: App, text: str) -> None:
    """Type a text, as the system hands it on."""
    for letter in text:
        pygame.event.post(pygame.Event(pygame.TEXTINPUT, {"text": letter}))
    turns(app)


def tab_to(app: App, name: str) -> None:
    """Go to a widget with Tab alone."""
    page = top(app, Page)
    for _ in range(_PATIENCE):
        if page.form.focused == name:
            turns(app)
            return
        tap(app, TAB)
    raise AssertionError(f"Tab never reaches {name}, but {page.form.focused}")


def walk_to(app: App, current: Callable[[], str], key: str) -> None:
    """Go down a list with the arrow keys until that row is current."""
    press(app, pygame.K_HOME)
    for _ in range(_PATIENCE):
        if current() == key:
            turns(app)
            return
        tap(app, DOWN)
    raise AssertionError(f"the arrow keys never reach {key}, but {current()}")


def wheel_to(app: App, over: str, name: str) -> None:
    """Turn the wheel over a widget until something with that name can be clicked."""
    page = top(app, Page)
    box = next(widget.rect for widget in page.form.widgets if widget.name == over)
    motion = {"pos": box.center, "rel": (0, 0), "buttons": (0, 0, 0), "touch": False}
    pygame.event.post(pygame.Event(pygame.MOUSEMOTION, motion))
    turns(app)
    for notches in [5] * 20 + [-1] * _PATIENCE:
        if name in targets(app):
            return
        event = {"precise_x": 0.0, "precise_y": notches, "x": 0, "y": notches, "flipped": False}
        pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, event))
        turns(app)
    raise AssertionError(f"the wheel never reaches {name}: {list(targets(app))}")


def chapter(key: str) -> str:
    """The chapter in which a rule stands."""
    return next(number for number, keys in READING_ORDER.items() if key in keys)


def to_rule(app: App, editor: EditorScene, key: str) -> None:
    """Go to a rule with the arrow keys: to its chapter, then down."""
    tab_to(app, "groups")
    walk_to(app, lambda: row_list(editor, "groups").current, chapter(key))
    tab_to(app, "rules")
    walk_to(app, lambda: editor.current, key)


def held(editor: EditorScene, key: str = "naturals") -> object:
    """The value that a rule has by now."""
    return editor.draft.values[key]


def number(app: App, editor: EditorScene, key: str, text: str) -> None:
    """Type a number for a rule."""
    to_rule(app, editor, key)
    press(app, ENTER)
    assert editor.form.focused == "number"
    press(app, pygame.K_BACKSPACE)
    write(app, text)
