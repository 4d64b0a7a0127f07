"""What tests of the bots share: packages with further bots, and a machine without the kernel."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ai import kernel
from ai.registry import Plugins


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that Python looks into; what is imported from there is forgotten again."""
    folder = tmp_path / "site"
    monkeypatch.syspath_prepend(str(folder))
    Plugins.installed.cache_clear()
    before = set(sys.modules)
    yield folder
    Plugins.installed.cache_clear()
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(folder)):
            del sys.modules[name]


@pytest.fixture
def without_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody compiled the kernel."""

    def load() -> None:
        raise kernel.MissingKernelError("it was not compiled")

    monkeypatch.setattr(kernel, "load", load)
    monkeypatch.setattr(kernel, "is_available", lambda: False)
