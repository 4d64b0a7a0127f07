"""What tests of the commands share: a function in the place of the game's window."""

import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import TypeAlias

import pytest

from game.saves.settings import PlayOptions

Window: TypeAlias = Callable[[Callable[[PlayOptions], int]], None]


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Window:
    """Put a function in the place of the game's window."""

    def use(run: Callable[[PlayOptions], int]) -> None:
        monkeypatch.setitem(sys.modules, "game.app", SimpleNamespace(run=run))

    return use
