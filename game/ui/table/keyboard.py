"""Keys become intents, and the cursor finds its way over the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pygame
from pygame import Event, Rect

from game.ui.keymap import TABLE_ACTIONS, action_of
from game.ui.table.intents import Act, Back, Cycle, Intent, Nudge, Pick, Press, Scroll, Step

PLAIN_KEYS: Final[Mapping[int, Intent]] = {
    pygame.K_LEFT: Step(-1, 0),
    pygame.K_RIGHT: Step(1, 0),
    pygame.K_UP: Step(0, -1),
    pygame.K_DOWN: Step(0, 1),
    pygame.K_TAB: Cycle(1),
    pygame.K_SPACE: Act(),
    pygame.K_RETURN: Act(),
    pygame.K_KP_ENTER: Act(),
    pygame.K_l: Press("slap"),
    pygame.K_ESCAPE: Back(),
    pygame.K_PAGEUP: Scroll(-5),
    pygame.K_PAGEDOWN: Scroll(5),
    **{key: Pick(place) for place, key in enumerate(range(pygame.K_1, pygame.K_9 + 1))},
}
SHIFTED_KEYS: Final[Mapping[int, Intent]] = {
    pygame.K_LEFT: Nudge(-1),
    pygame.K_RIGHT: Nudge(1),
    pygame.K_TAB: Cycle(-1),
    pygame.K_d: Press("drop"),
}
_OTHERS = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META


def intent_of(event: Event) -> Intent | None:
    """What a key means; None for keys that are not the table's."""
    if event.type != pygame.KEYDOWN or event.mod & _OTHERS:
        return None
    if event.mod & pygame.KMOD_SHIFT and event.key in SHIFTED_KEYS:
        return SHIFTED_KEYS[event.key]
    action = action_of(event, TABLE_ACTIONS)
    if action is not None:
        return Press(action)
    return PLAIN_KEYS.get(event.key)


def neighbour(rects: Mapping[str, Rect], current: str | None, step: Step) -> str | None:
    """The target that lies nearest in a direction; where there is none, the one we are at."""
    if current is None or current not in rects:
        return _last_card(rects) if step.dx < 0 else first_of(rects)
    here = rects[current]
    return min(
        (name for name in rects if name != current and _lies(here, rects[name], step)),
        key=lambda name: _distance(here, rects[name], step),
        default=current,
    )


def first_of(rects: Mapping[str, Rect]) -> str | None:
    """Where the cursor starts: at the stock, or the first of one's own cards."""
    for start in ("choice:", "button:next", "card:", "stock", "pile"):
        for name in rects:
            if name.startswith(start):
                return name
    return next(iter(rects), None)


def _last_card(rects: Mapping[str, Rect]) -> str | None:
    """Where the cursor comes in from the right: at the last card, which is the one just drawn."""
    start = first_of(rects)
    if start is None or not start.startswith("card:"):
        return start
    return [name for name in rects if name.startswith("card:")][-1]


def next_group(rects: Mapping[str, Rect], current: str | None, by: int) -> str | None:
    """The first target of the next kind: own cards, piles, spreads, buttons."""
    kinds = list(dict.fromkeys(kind_of(name) for name in rects))
    if not kinds:
        return None
    if current is None or current not in rects:
        return first_of(rects)
    wanted = kinds[(kinds.index(kind_of(current)) + by) % len(kinds)]
    return next(name for name in rects if kind_of(name) == wanted)


def kind_of(target: str) -> str:
    """The part of a target's name before its colon; stock and pile are one kind."""
    kind = target.partition(":")[0]
    return "piles" if kind in {"stock", "pile"} else kind


def _lies(here: Rect, there: Rect, step: Step) -> bool:
    """Whether ``there`` is on the way: past our middle, and for a step down or up past our edge."""
    if step.dx:
        is_past = (there.centerx - here.centerx) * step.dx > 0
        return is_past and there.top < here.bottom and there.bottom > here.top
    return (there.centery - here.centery) * step.dy >= (here.height + there.height) / 4


def _distance(here: Rect, there: Rect, step: Step) -> float:
    along = abs(there.centerx - here.centerx), abs(there.centery - here.centery)
    return along[0] + 3 * along[1] if step.dx else along[0] + 2 * along[1]
