"""The kernel's network: load its weights, and score the actions of a hand."""

import ctypes
from collections.abc import Sequence
from ctypes import POINTER, c_char_p, c_float, c_int32, c_int64, c_void_p
from functools import lru_cache
from typing import Any, Final

from ai.kernel.hands import Action, KernelHand, checked, library

STATE_FEATURES, ACTION_FEATURES = 184, 63  # inputs of a net, as in ``tonk.h``
ONE: Final = 1024
"""``TONK_SCORE``: scores are in units of ``1 / ONE``."""


@lru_cache(maxsize=1)
def _library() -> ctypes.CDLL:
    made = library()
    made.tonk_size_of_net.restype = c_int64
    made.tonk_net.argtypes = [c_void_p, c_char_p, c_int64, POINTER(c_int32), c_int32]
    decision: list[Any] = [c_void_p, c_int32]
    actions: list[Any] = [POINTER(Action), c_int32]
    made.tonk_net_scores.argtypes = [*decision, c_void_p, c_int32, *actions, POINTER(c_int32)]
    made.tonk_features.argtypes = [*decision, *actions, POINTER(c_float), POINTER(c_float)]
    return made


class Net:
    """A net in the kernel, from half-precision weights in the order given at ``tonk_net``.

    ``units`` are the units of the body and of the second layer, ``own`` those of each head in the
    first. Raises ``KernelRefusedError`` if the number of weights does not fit.
    """

    def __init__(self, weights: bytes, units: Sequence[int], own: Sequence[int]) -> None:
        sizes = (c_int32 * (len(units) + len(own)))(*units, *own)
        self.memory = ctypes.create_string_buffer(_library().tonk_size_of_net())
        checked(_library().tonk_net(self.memory, weights, len(weights), sizes, len(sizes)))

    def scores(
        self, hand: KernelHand, seat: int, head: int, actions: Sequence[Action]
    ) -> list[int]:
        """Return a head's scores of actions, in units of ``1 / ONE``; only differences matter."""
        room = (Action * len(actions))(*actions)
        found = (c_int32 * len(actions))()
        asked = (hand.memory, seat, self.memory, head)
        checked(_library().tonk_net_scores(*asked, room, len(actions), found))
        return list(found)


def features(
    hand: KernelHand, seat: int, actions: Sequence[Action]
) -> tuple[list[float], list[list[float]]]:
    """Return a net's inputs: the features of the state, and those of each action."""
    room, n = (Action * len(actions))(*actions), len(actions)
    state, each = (c_float * STATE_FEATURES)(), (c_float * (ACTION_FEATURES * n))()
    checked(_library().tonk_features(hand.memory, seat, room, n, state, each))
    width = ACTION_FEATURES
    return list(state), [each[at * width : (at + 1) * width] for at in range(n)]
