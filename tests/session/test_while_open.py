"""Damage while the game is open, and to another file later, costs no hand.

A short form of ``tests.session.while_open``.
"""

from pathlib import Path
from random import Random

import pytest

from tests.session.while_open import KINDS, Pairs
from tests.shares import EVERY

# One worker plays for all of these.
pytestmark = pytest.mark.xdist_group("while open")

TIMES = 5 if EVERY else 3


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Pairs:
    return Pairs(tmp_path_factory.mktemp("pairs"))


@pytest.mark.parametrize("first", ["flip", "zero"])
def test_text_that_was_altered_in_play_is_not_taken_for_good(pairs: Pairs, first: str) -> None:
    """What the text file holds at the end is what was written to it, or is written again."""
    dice = Random(f"text {first}")
    how = (("tonk-hands.jsonl", first), ("tonk.db", "delete"))
    assert [each for each in (pairs.trial(dice, how) for _ in range(TIMES)) if each] == []


def test_a_database_that_was_altered_in_play_is_mended(pairs: Pairs) -> None:
    dice = Random("database")
    how = (("tonk.db", "flip"), ("tonk-hands.jsonl", "delete"))
    assert [each for each in (pairs.trial(dice, how) for _ in range(TIMES)) if each] == []


def test_two_damages_of_any_kind_cost_no_hand(pairs: Pairs) -> None:
    dice = Random("any")
    assert [each for each in (pairs.trial(dice) for _ in range(2 * TIMES)) if each] == []


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_alters_a_file(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "tonk.db"
    path.write_bytes(bytes(range(1, 256)) * 40)
    KINDS[kind](path, Random(1), [b"another"])
    assert not path.exists() or path.read_bytes() != bytes(range(1, 256)) * 40
