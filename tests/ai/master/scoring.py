"""Scores of a net from features, where there is no hand."""

from collections.abc import Sequence
from ctypes import c_float, c_int32
from itertools import chain

from ai.kernel.hands import checked, library
from ai.kernel.net import ACTION_FEATURES, Net


def scores_of(
    net: Net, head: int, state: Sequence[float], actions: Sequence[Sequence[float]]
) -> list[int]:
    """Return the scores of actions, in fractions of ``ONE``, from the features that ``features``
    returns.
    """
    told = (c_float * len(state))(*state)
    each = (c_float * (len(actions) * ACTION_FEATURES))(*chain.from_iterable(actions))
    found = (c_int32 * len(actions))()
    asked = (net.memory, head, told, each, len(actions))
    checked(library().tonk_net_scores_of(*asked, found))
    return list(found)
