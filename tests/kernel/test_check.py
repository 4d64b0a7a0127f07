"""A small sample of what ``python -m tests.kernel.check`` tries."""

from pathlib import Path

import pytest

from tests.kernel import check

_HANDS, _DAMAGED = 120, 600


@pytest.mark.skipif(check.compiler() is None, reason="there is no compiler with sanitizers")
@pytest.mark.parametrize("sanitizers", check.SANITIZERS)
def test_sanitizers_find_nothing(sanitizers: str, tmp_path: Path) -> None:
    threads = check.SANITIZERS[sanitizers]
    # Optimizing takes longer than it saves so few hands.
    program = check.compiled(sanitizers, tmp_path, "-O0")
    said = check.run(program, _HANDS // threads, _DAMAGED // threads, threads)
    assert said.startswith(f"{_HANDS // threads} hands")
