"""Game controllers: their buttons and sticks act as keys.

So a controller can do whatever the keyboard can, on every screen. No button needs to be held, and
unplugging a controller loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Event

from game.ui.shell.keys import code_of, key_of
from game.ui.text.language import _

if TYPE_CHECKING:
    from pygame._sdl2.controller import Controller


class Controllers:
    """The connected controllers; ``tell`` is called with a message when one comes or goes."""

    _STICK: Final[Mapping[int, tuple[int, int]]] = {
        pygame.CONTROLLER_AXIS_LEFTX: (pygame.K_LEFT, pygame.K_RIGHT),
        pygame.CONTROLLER_AXIS_LEFTY: (pygame.K_UP, pygame.K_DOWN),
        pygame.CONTROLLER_AXIS_RIGHTY: (pygame.K_PAGEUP, pygame.K_PAGEDOWN),
    }
    _TRIGGERS: Final[Mapping[int, str]] = {pygame.CONTROLLER_AXIS_TRIGGERRIGHT: "slap"}
    """The actions of the triggers: those that must be quick."""
    _KEYS: Final[Mapping[int, tuple[int, int]]] = {
        pygame.CONTROLLER_BUTTON_A: (pygame.K_RETURN, 0),
        pygame.CONTROLLER_BUTTON_B: (pygame.K_ESCAPE, 0),
        pygame.CONTROLLER_BUTTON_START: (pygame.K_ESCAPE, 0),
        pygame.CONTROLLER_BUTTON_DPAD_UP: (pygame.K_UP, 0),
        pygame.CONTROLLER_BUTTON_DPAD_DOWN: (pygame.K_DOWN, 0),
        pygame.CONTROLLER_BUTTON_DPAD_LEFT: (pygame.K_LEFT, 0),
        pygame.CONTROLLER_BUTTON_DPAD_RIGHT: (pygame.K_RIGHT, 0),
        pygame.CONTROLLER_BUTTON_LEFTSHOULDER: (pygame.K_TAB, pygame.KMOD_SHIFT),
        pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: (pygame.K_TAB, 0),
    }
    """Key and modifiers of each button that means the same everywhere."""
    _ACTIONS: Final[Mapping[int, str]] = {
        pygame.CONTROLLER_BUTTON_X: "discard",
        pygame.CONTROLLER_BUTTON_Y: "spread",
        pygame.CONTROLLER_BUTTON_BACK: "shortcuts",
        pygame.CONTROLLER_BUTTON_LEFTSTICK: "sort",
    }
    """The actions of the other buttons, by their shortcuts."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._open: dict[int, Controller] = {}
        self._pushed: dict[tuple[int, int], int] = {}

    def start(self) -> None:
        """Start handling events; SDL posts one for each controller that is already connected."""
        from pygame._sdl2 import controller

        controller.init()

    def handle(self, event: Event) -> bool:
        """Handle a controller's event; False for any other."""
        if event.type not in {
            pygame.CONTROLLERDEVICEADDED,
            pygame.CONTROLLERDEVICEREMOVED,
            pygame.CONTROLLERBUTTONDOWN,
            pygame.CONTROLLERAXISMOTION,
        }:
            return False
        match event.type:
            case pygame.CONTROLLERDEVICEADDED:
                self._added(event.device_index)
            case pygame.CONTROLLERDEVICEREMOVED:
                self._removed(event.instance_id)
            case pygame.CONTROLLERBUTTONDOWN:
                _press(*self._key_of(event.button))
            case pygame.CONTROLLERAXISMOTION if event.axis in self._STICK:
                self._moved(event.instance_id, event.axis, event.value)
            case pygame.CONTROLLERAXISMOTION if event.axis in self._TRIGGERS:
                self._pulled(event.instance_id, event.axis, event.value)
            case _:
                pass
        return True

    def _added(self, index: int) -> None:
        from pygame._sdl2 import controller

        try:
            opened = controller.Controller(index)
        except pygame.error:
            return  # already unplugged again
        self._open[opened.id] = opened
        self._tell(_("Controller: {name}").format(name=opened.name))

    def _removed(self, instance: int) -> None:
        if self._open.pop(instance, None):
            self._tell(_("Controller unplugged. Mouse and keyboard still work."))

    def _moved(self, instance: int, axis: int, value: int) -> None:
        if self._is_new(instance, axis, value):
            _press(self._STICK[axis][value > 0], 0)

    def _pulled(self, instance: int, axis: int, value: int) -> None:
        if self._is_new(instance, axis, value):
            _press(_code_of(self._TRIGGERS[axis]), 0)

    def _is_new(self, instance: int, axis: int, value: int) -> bool:
        """Return whether a stick or trigger was just pushed; holding it counts once."""
        stick, way = (instance, axis), (value > 0) - (value < 0)
        pushed, let_go = 20_000, 10_000  # of 32,767; the gap is hysteresis
        if abs(value) < let_go:
            self._pushed.pop(stick, None)
        elif abs(value) > pushed and self._pushed.get(stick) != way:
            self._pushed[stick] = way
            return True
        return False

    @staticmethod
    def _key_of(button: int) -> tuple[int, int]:
        """Return the key and modifiers of a button; no key if it does nothing."""
        if button in Controllers._ACTIONS:
            return _code_of(Controllers._ACTIONS[button]), 0
        return Controllers._KEYS.get(button, (pygame.K_UNKNOWN, 0))


def _code_of(action: str) -> int:
    return code_of(key_of(action)) or pygame.K_UNKNOWN


def _press(key: int, mod: int) -> None:
    """Post the key events that a keyboard would send."""
    if key == pygame.K_UNKNOWN:
        return
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.Event(kind, key=key, mod=mod, unicode="", by_controller=True))


def is_chosen_by_controller(event: Event) -> bool:
    """Return whether Enter came from a controller: then there is no keyboard to type on."""
    is_enter = event.type == pygame.KEYDOWN and event.key == pygame.K_RETURN
    return is_enter and bool(event.dict.get("by_controller"))
