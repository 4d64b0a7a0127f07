"""Cases that once failed, and some mutated inputs; `python -m tests.long.fuzz` has more."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.cli import main
from tests.long.fuzz import CORPUS, problem, try_record


@pytest.mark.parametrize("file", sorted(CORPUS.iterdir()), ids=lambda file: file.name)
def test_what_once_failed_has_the_status_that_its_name_begins_with(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = int(file.name[0])
    for command in ("replay", "verify"):
        assert main([command, str(file)]) == status
        lines = capsys.readouterr().err.splitlines()
        assert len(lines) == (status > 0)
        assert all(len(line) < 1_000 for line in lines)
    if file.suffix == ".json":
        try_record(file.read_bytes())


@given(st.integers(0, 2**32))
def test_no_reader_raises_anything_but_its_refusal(number: int) -> None:
    name, what = problem(f"short {number}")
    assert not what, name
