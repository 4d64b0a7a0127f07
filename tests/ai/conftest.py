"""For the tests of opponents: what they work out for strange rules is worked out roughly."""

from collections.abc import Iterator

import pytest

from ai.drops import tables


@pytest.fixture(scope="session", autouse=True)
def _works_out_drops_roughly() -> Iterator[None]:
    """Tests meet hundreds of rule sets, and hardly any asks how well the bots play by them."""
    usual, tables.HANDS = tables.HANDS, 20
    yield
    tables.HANDS = usual
