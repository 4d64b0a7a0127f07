"""Shortcuts: the default keys, and those that the player has put in their place.

Keys that every program has (arrows, Tab, Enter, Space, Esc, Home, End, digits for cards, Ctrl+Q)
are fixed; every other action has one key, which the settings may change. The table's actions and
the replay viewer's are never active together, so they may share a key. Like the language, the
keymap is global.

A letter means the key that bears it. If the player's keyboard has no such letter, as in Greek or
Cyrillic, it means the key in that position on an American keyboard.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

import pygame
from pygame import Event

from game.ui.kit.form import COMMAND, MODIFIERS
from game.ui.text.language import N_, _

ACTIONS: Final[Mapping[str, tuple[str, str]]] = {
    "draw": (N_("Draw from the stock"), "d"),
    "take": (N_("Take the discard"), "t"),
    "spread": (N_("Lay the chosen cards as a spread"), "s"),
    "hit": (N_("Hit a spread with the chosen card"), "h"),
    "discard": (N_("Discard the chosen card"), "x"),
    "drop": (N_("Drop"), "k"),
    "stop": (N_("Stop the hand"), "o"),
    "done": (N_("End the turn"), "e"),
    "pass": (N_("Pass, or let it go by"), "p"),
    "declare": (N_("Declare a natural"), "c"),
    "slap": (N_("Slap the discard"), "w"),
    "sort": (N_("Sort the hand differently"), "r"),
    "hand": (N_("Show the hand; read out pots too"), "l"),
    "next": (N_("Next hand"), "n"),
    "watch": (N_("Watch the hand again"), "a"),
    "review": (N_("Review the hand"), "j"),
    "details": (N_("Details of the result"), "i"),
    "scores": (N_("Scores"), "v"),
    "big_one": (N_("Call the big one"), "b"),
    "hint": (N_("Show or hide a hint"), "f2"),
    "why": (N_("Figures behind a hint"), "f3"),
    "undo": (N_("Take back"), "u"),
    "redo": (N_("Redo"), "y"),
    "again": (N_("From the start"), "z"),
    "swap": (N_("Next seat"), "g"),
    "open": (N_("Show or hide cards"), "f"),
    "beliefs": (N_("Chances of hidden cards"), "q"),
    "replay_first": (N_("Start"), "s"),
    "replay_before": (N_("Previous"), "j"),
    "replay_play": (N_("Play or pause"), "k"),
    "replay_after": (N_("Next"), "l"),
    "replay_last": (N_("To the end"), "e"),
    "replay_seat": (N_("View from the next seat"), "v"),
    "replay_open": (N_("Hide or show all cards"), "h"),
    "replay_previous": (N_("Previous hand"), "b"),
    "replay_next": (N_("Next hand"), "n"),
    "replay_practice": (N_("Play on from here"), "p"),
    "mute": (N_("Sound off or on"), "m"),
    "colours": (N_("Four colors or two"), "f4"),
    "fullscreen": (N_("Full screen"), "f11"),
    "shortcuts": (N_("This page"), "f1"),
}
"""The actions that have a key, by name: description and default key."""
WINDOW_ACTIONS: Final = frozenset({"mute", "colours", "fullscreen", "shortcuts"})
"""The actions that mean the same on every screen."""
REPLAY_ACTIONS: Final = frozenset(name for name in ACTIONS if name.startswith("replay_"))
"""The actions of the replay viewer."""
PRACTICE_ACTIONS: Final = frozenset({"undo", "redo", "again", "swap", "open", "beliefs"})
"""The additional actions of a practice table."""
TABLE_ACTIONS: Final = frozenset(ACTIONS) - WINDOW_ACTIONS - REPLAY_ACTIONS

_FIXED: Final = frozenset(
    (
        *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_TAB),
        *(pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_ESCAPE, pygame.K_AC_BACK),
        *(pygame.K_HOME, pygame.K_END, pygame.K_PAGEUP, pygame.K_PAGEDOWN),
        *range(pygame.K_0, pygame.K_9 + 1),
        *(pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT),
        *(pygame.K_RALT, pygame.K_LMETA, pygame.K_RMETA, pygame.K_CAPSLOCK, pygame.K_NUMLOCKCLEAR),
    )
)
_LAST_LETTER: Final = 0xFFFF  # key code
_POSITIONS: Final = {
    **{chr(letter): 4 + letter - ord("a") for letter in range(ord("a"), ord("z") + 1)},
    **{digit: 30 + place for place, digit in enumerate("1234567890")},
}
"""The scancodes of letters and digits on an American keyboard (USB HID, as in SDL)."""
_AT: Final = {position: ord(letter) for letter, position in _POSITIONS.items()}
_keys: Mapping[str, str] = {name: key for name, (_text, key) in ACTIONS.items()}


class KeyLayout:
    """The keys of the player's keyboard whose letters differ from an American keyboard's."""

    def __init__(self, others: Mapping[int, int]) -> None:
        """``others``: key codes by the scancodes of letters that the keyboard does not have."""
        self.others = dict(others)

    @classmethod
    def read(cls) -> KeyLayout:
        """Return the system's keyboard layout.

        pygame gives the position of a key code only by looking it up among held keys, so here the
        key at each position is "held" with its own number as the value.
        """
        numbers = range(512)  # SDL's range of scancodes
        places = pygame.key.ScancodeWrapper(numbers)  # type: ignore[arg-type]  # for flags, mostly
        missing = {place for letter, place in _POSITIONS.items() if not places[ord(letter)]}
        if not missing:
            return cls({})
        # The key codes that other layouts may have in the position of a letter.
        others = (range(0x21, 0x7F), range(0xA1, 0x1100), range(0x3041, 0x3190))
        found = {places[code]: code for codes in others for code in codes}
        return cls({place: code for place, code in found.items() if place in missing})


_layout: KeyLayout | None = None


def layout() -> KeyLayout:
    """Return the player's keyboard layout."""
    global _layout  # noqa: PLW0603  # one layout at a time, like the language
    if _layout is None:
        _layout = KeyLayout.read()
    return _layout


def use_layout(new: KeyLayout | None) -> None:
    """Use a keyboard layout; None: read the system's when it is needed."""
    global _layout  # noqa: PLW0603  # one layout at a time, like the language
    _layout = new


def layout_changed() -> bool:
    """Read the keyboard layout again; True if it has changed."""
    before = layout().others
    use_layout(None)
    return layout().others != before


def meant(event: Event) -> Event:
    """Return a key event with the key that it means; ``own_key`` is the one pressed."""
    code = layout().others.get(event.dict.get("scancode", 0))
    if code is None or code != event.key:
        return event
    return Event(event.type, {**event.dict, "key": _AT[event.scancode], "own_key": event.key})


def set_keys(chosen: Mapping[str, str]) -> None:
    """Set the keymap. An action that is not named, or has an unknown key, keeps its default."""
    global _keys  # noqa: PLW0603  # one keymap at a time, like the language
    own = {name: key for name, key in chosen.items() if name in ACTIONS and code_of(key)}
    _keys = {name: own.get(name, usual) for name, (_text, usual) in ACTIONS.items()}


def action_of(event: Event, among: frozenset[str] = TABLE_ACTIONS | WINDOW_ACTIONS) -> str | None:
    """Return which of these actions a key triggers; None if it is fixed or triggers none."""
    if event.type != pygame.KEYDOWN or event.mod & MODIFIERS:
        return None
    for code in (event.dict.get("own_key", event.key), event.key):
        pressed = key_name(code)
        found = (name for name, key in _keys.items() if key == pressed and name in among)
        if action := next(found, None):
            return action
    return None


def key_of(action: str) -> str:
    """Return the key of an action, as the settings name it."""
    return _keys[action]


def key_text(action: str) -> str:
    """Return the key of an action, as printed on the player's keyboard."""
    key = _keys[action]
    code = layout().others.get(_POSITIONS.get(key, 0))
    if code is None:
        return key.upper()
    from game.ui.look.font_fallback import lacking

    letter = chr(code).upper()
    # Keyboards whose letter no font has bear Latin letters, too.
    return key.upper() if lacking(letter) else letter


def action_title(action: str) -> str:
    """Return the description of an action, in the player's language."""
    return _(ACTIONS[action][0])


def may_be_chosen(key: int) -> bool:
    """Return whether a key can be assigned to an action."""
    return key not in _FIXED and bool(key_name(key))


def with_key(action: str, key: int) -> dict[str, str]:
    """Return the non-default keys once ``action`` has the key ``key``.

    The action that had it gets the old key of ``action``, so that every action keeps one. A key
    that works on every screen can collide with any other: the two are then swapped everywhere.
    """
    wanted, had = key_name(key), _keys[action]
    place = REPLAY_ACTIONS if action in REPLAY_ACTIONS else TABLE_ACTIONS
    meets = {name for name in place | WINDOW_ACTIONS if _keys[name] == wanted} | {action}
    among = frozenset(ACTIONS) if meets & WINDOW_ACTIONS else place
    swapped = {wanted: had, had: wanted}
    now = {name: swapped.get(key, key) if name in among else key for name, key in _keys.items()}
    return {name: key for name, key in now.items() if key != ACTIONS[name][1]}


def key_name(key: int) -> str:
    """Return the name of a key in the settings: a letter, or a name such as f4."""
    if 0 < key <= _LAST_LETTER and chr(key).isprintable() and not chr(key).isspace():
        return chr(key).lower()
    return pygame.key.name(key)


def code_of(name: str) -> int | None:
    """Return the key code with that name; None if it cannot be assigned."""
    key = ord(name) if len(name) == 1 else _named().get(name)
    return key if key is not None and may_be_chosen(key) else None


@cache
def _named() -> dict[str, int]:
    """Return the key codes that are not letters, by name."""
    codes = [value for name, value in vars(pygame).items() if name.startswith("K_")]
    return {pygame.key.name(code): code for code in codes if code > _LAST_LETTER}


class Repeats:
    """A filter that passes first presses of keys, and repeats of held keys that may repeat."""

    def __init__(self) -> None:
        self._held: set[int] = set()

    def lets_through(self, event: Event) -> bool:
        """Return whether to act on this KEYDOWN or KEYUP."""
        if event.type == pygame.KEYUP:
            self._held.discard(event.key)
            return True
        is_repeat = event.key in self._held
        self._held.add(event.key)
        # These keys repeat while they are held; all others act once.
        return not is_repeat or event.key in {
            *(pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT),
            *(pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_TAB),
            *(pygame.K_BACKSPACE, pygame.K_DELETE),
        }

    def clear(self) -> None:
        """Forget all held keys: releases are not reported while the window lacks the focus."""
        self._held.clear()


def is_quit_key(event: Event) -> bool:
    """Return whether a key is Ctrl+Q; on a Mac, Command+Q."""
    return bool(event.key == pygame.K_q and event.mod & COMMAND)


def window_action(event: Event, *, is_typing: bool) -> str | None:
    """Return the window action of a key, if any; letters typed into a field have none."""
    if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and event.mod & pygame.KMOD_ALT:
        return "fullscreen"
    if event.mod & COMMAND and event.key in (pygame.K_QUESTION, pygame.K_SLASH):
        return "shortcuts"
    if is_typing and len(key_name(event.key)) == 1:
        return None
    return action_of(event, WINDOW_ACTIONS)
