"""A short form of `python -m tests.kernel.mutants`: mistakes in the kernel are noticed."""

import pytest

from ai.kernel import is_available
from tests.kernel.check import compiler
from tests.kernel.mutants import Mutant, tried

pytestmark = pytest.mark.skipif(
    compiler() is None or not is_available(), reason="there is no compiler here"
)

_WRONG = (
    ("settle.c", "if (rule == TONK_TIE_ELDEST) n = 1;", "if (rule == TONK_TIE_ELDEST) n = 2;"),
    (
        "hand.c",
        "h->idle_turns = 0, h->is_slappable = false, h->n_asked = 0;",
        "h->is_slappable = false;",
    ),
    ("legal.c", "return others ? others : held;", "return held;"),
    ("spreads.c", "if (a->high == r->ranks && (!r->high_ace || a->low < 2)) return false;", ";"),
)


def test_the_kernel_as_it_is_passes_its_own_trial() -> None:
    line = "return others ? others : held;"
    assert tried(Mutant("legal.c", 1, line, line), budget=0) == "survived"


@pytest.mark.share(1)
@pytest.mark.parametrize(("file", "before", "after"), _WRONG)
def test_mistakes_are_noticed(file: str, before: str, after: str) -> None:
    assert tried(Mutant(file, 1, before, after)) == "killed"
