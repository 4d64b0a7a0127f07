"""What a table calls things, where it does not use the usual words (RULES.md §5.15)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from game.rules.texts import N_

LOCAL_WORDS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "rushville": {
            N_("tonk"): N_("drop"),
            N_("rum"): N_("empty hand"),
            N_("bumped head"): N_("caught"),
        },
        "chicago": {
            N_("big 50"): N_("a dealt hand that counts 50"),
            N_("49 in turn"): N_("a dealt hand that counts 49, declared on the first turn"),
            N_("break your hand"): N_("hit a spread"),
            N_("go down"): N_("drop"),
        },
        "washington_state": {N_("double tonk"): N_("natural")},
        "texas": {N_("come in"): N_("drop")},
    }
)
"""Preset → local word → what it means. Not every preset has words of its own."""


def local_words(preset: str) -> Mapping[str, str]:
    """The words of that preset's table; empty where they are the usual ones."""
    return LOCAL_WORDS.get(preset, {})
