"""Files of two histories in one folder: every hand is there once, and what is said of them is so.

A short form of ``tests.session.mixtures``.
"""

from pathlib import Path
from random import Random
from shutil import copyfile

import pytest

from game.files import DATA_VARIABLE
from game.saves.database import LOG, Database, FileContents
from game.saves.rows import GIVEN, IDENTITY, Row
from tests.session.mixtures import Clock, numbers_in, pairs, parted


@pytest.fixture(autouse=True)
def _folder_of_before_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each trial sets the folder of the saves anew."""
    monkeypatch.setenv(DATA_VARIABLE, "set by each trial")


def test_every_hand_of_a_mixture_is_there_once(tmp_path: Path) -> None:
    assert [each for each in pairs(tmp_path, Random("short"), 10) if each] == []


def test_machines_that_part_have_hands_of_their_own_and_common_ones(tmp_path: Path) -> None:
    """The mixtures would show nothing if both machines had the same hands."""
    own = common = 0
    with Clock.running():
        for number in range(8):
            home = tmp_path / str(number)
            home.mkdir()
            pair = parted(home, Random(number))
            one, other = pair.one.with_log, pair.other.with_log
            own += bool(one - pair.common) and bool(other - pair.common)
            common += bool(pair.common)
    assert own > 3
    assert common > 3


def _play(database: Database, machine: str, hands: range, dice: Random) -> None:
    """Hands with an identity of their own each; every other has the same record everywhere."""
    for hand in hands:
        record = f"{hand} {'alike' if hand % 2 else machine} {'x' * dice.randrange(2_000)}"
        database.write(
            [
                Row(1, hand, IDENTITY, GIVEN, f"{hand} of {machine}"),
                Row(1, hand, "record", 0, record),
                Row(1, hand, "ended", 0, f"{hand} at {machine}"),
            ]
        )


def test_a_log_of_another_history_hides_no_hand_and_makes_none(tmp_path: Path) -> None:
    for number in range(20):
        both, one, other, mixed = (tmp_path / f"{name}-{number}" for name in ("b", "1", "2", "m"))
        common = number % 4
        database = Database(both)
        _play(database, "both", range(1, common + 1), Random(number))
        database.close()
        copyfile(both, one)
        copyfile(both, other)
        database = Database(one)
        _play(database, "one", range(common + 1, common + 2 + number % 5), Random(number))
        own = set(database.all_rows()[0])
        database.close()
        database = Database(other)
        _play(database, "other", range(common + 1, common + 2 + number % 3), Random(number))
        copyfile(one, mixed)
        copyfile(f"{other}{LOG}", f"{mixed}{LOG}")
        database.close()
        found = FileContents.of_file(mixed)
        assert set(found.rows) == own
        assert found.damage


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("3 hands of 1,200 are only in /tmp/tonk-damaged-1.db.", [3, 1200]),
        ("Every hand is there.", []),
        ("12 finished hands, whole", [12]),
    ],
)
def test_the_numbers_of_a_sentence_are_read(words: str, numbers: list[int]) -> None:
    assert numbers_in(words) == numbers
