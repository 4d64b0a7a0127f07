"""The mutants that `tests.long.mutants` and `tests.kernel.mutants` take to be equivalent."""

from pathlib import Path

import pytest

from tests.kernel import mutants as kernel
from tests.long import mutants as rules

LISTS = ((rules.EQUIVALENT, rules.ROOT / rules.RULES), (kernel.EQUIVALENT, kernel.KERNEL))


@pytest.mark.parametrize(("file", "folder"), LISTS, ids=("rules", "kernel"))
def test_each_is_a_change_of_what_stands_there_with_a_reason(file: Path, folder: Path) -> None:
    known = rules.equivalents(file)
    assert known
    for (name, before, after), why in known.items():
        assert before in " ".join((folder / name).read_text("utf-8").split())
        assert before != after
        assert len(why) > 20, f"why is {after} the same?"


def test_a_change_is_found_in_the_list_by_its_diff() -> None:
    known = rules.equivalents()
    name, before, after = next(iter(known))
    diff = ["--- a/x", f"+++ b/game/rules/{name}", "@@ -1 +1 @@", f"-    {before}", f"+    {after}"]
    assert rules.essence_of(diff) in known
