"""Whoever comes second to the saves writes nothing, and is told who has them.

A short form of ``tests.session.writers``.
"""

import os
from pathlib import Path
from random import Random

import pytest

from tests.session.writers import between, refused

CASES = (
    ("first", "table", "import"),
    ("first", "window", "import"),
    ("after migration", "table", "other runtime folder"),
    ("after import", "table", "autoplay"),
)


@pytest.mark.parametrize(("start", "holder", "second"), CASES)
def test_a_second_writer_is_refused(tmp_path: Path, start: str, holder: str, second: str) -> None:
    assert refused(tmp_path / "home", start, holder, second) == ""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
def test_two_processes_lose_no_hand_in_any_order(tmp_path: Path) -> None:
    assert [each for each in between(tmp_path, Random("short"), 4) if each] == []
