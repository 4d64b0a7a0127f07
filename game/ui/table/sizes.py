"""How large things at the table are, as the player wishes and the window allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.kit.skin import Skin
from game.ui.table.layout import LEAST_FACE, Measures
from game.ui.table.places import INDEX_SHARE, LARGE_INDEX_SHARE

if TYPE_CHECKING:
    from game.ui.theme import Theme


def table_skin(theme: Theme, size: tuple[int, int]) -> Skin:
    """The skin of a table: its words may get small, but never the plates that they stand on."""
    return Skin(theme, size, LEAST_FACE)


def table_measures(theme: Theme, size: tuple[int, int]) -> Measures:
    """What a table's layout goes by."""
    index = LARGE_INDEX_SHARE if theme.look.large_index else INDEX_SHARE
    return Measures(table_skin(theme, size).unit, index)
