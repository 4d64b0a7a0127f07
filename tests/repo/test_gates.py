"""The gates hold: format, lint, types and the directions of import."""

import pytest

from tests.tools.check import GATES, run_gate


@pytest.mark.parametrize("name", GATES)
def test_gate_holds(name: str) -> None:
    outcome = run_gate(name)
    assert outcome.returncode == 0, f"{name}:\n{outcome.stdout}"
