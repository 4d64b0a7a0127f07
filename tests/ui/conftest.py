"""What every test of the window stands on: no complaint of an earlier one is still to be told."""

import pytest


@pytest.fixture(autouse=True)
def _nothing_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the files that one test had to do without from being told of in the next."""
    monkeypatch.setattr("game.ui.assets.left_out", {})
