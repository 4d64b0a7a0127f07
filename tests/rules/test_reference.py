"""The engine against the reference referee: legal actions, state and result, step by step.

For tens of thousands of hands: `python -m tests.rules.lockstep 30000 300000`.
"""

import pytest

from ai.lab.cli.selftest import table_for
from game.rules.presets import PRESETS, preset
from tests.rules.lockstep import Pair, corner_table

_FEW = range(20)
"""Many short tests: what a mutant breaks shows soon (`python -m tests.long.mutants`)."""
_RANDOM_EACH = 5
_CORNERS_EACH = 7


@pytest.mark.share(7)
@pytest.mark.parametrize("chunk", _FEW)
def test_random_rules(chunk: int) -> None:
    for number in range(chunk * _RANDOM_EACH, (chunk + 1) * _RANDOM_EACH):
        Pair(number, *table_for(number, None)).play()


@pytest.mark.share(4)
@pytest.mark.parametrize("chunk", _FEW)
def test_rules_that_meddle_with_each_other(chunk: int) -> None:
    for number in range(chunk * _CORNERS_EACH, (chunk + 1) * _CORNERS_EACH):
        Pair(number, *corner_table(number)).play()


@pytest.mark.share(7)
@pytest.mark.parametrize("name", PRESETS)
def test_presets(name: str) -> None:
    for number in range(3):
        Pair(number, *table_for(number, preset(name))).play()
