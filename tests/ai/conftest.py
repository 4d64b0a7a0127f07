"""For the tests of opponents: what they work out for strange rules is worked out roughly."""

from collections.abc import Iterator
from typing import Final

import pytest

from ai.drops import tables

_USUAL: Final = tables.HANDS
_FEW: Final = 5


@pytest.fixture(scope="session", autouse=True)
def _works_out_drops_roughly() -> Iterator[None]:
    """Tests meet hundreds of rule sets, and hardly any asks how well the bots play by them."""
    tables.HANDS = _FEW
    yield
    tables.HANDS = _USUAL


def _forget() -> None:
    tables.table_for.cache_clear()
    tables.thresholds_for.cache_clear()


@pytest.fixture
def drops_as_in_play() -> Iterator[None]:
    """For those that do ask: as finely as at the table."""
    tables.HANDS = _USUAL
    _forget()
    yield
    tables.HANDS = _FEW
    _forget()
