"""Whatever happens to one file of the saves, every hand is back, and what was mended is told."""

from pathlib import Path
from random import Random

import pytest

from tests.session.damages import KINDS, Damages, main
from tests.shares import EVERY

# One worker plays the evenings for all of these.
pytestmark = pytest.mark.xdist_group("damages")

TIMES = 6 if EVERY else 3


@pytest.fixture(scope="module")
def damages(tmp_path_factory: pytest.TempPathFactory) -> Damages:
    return Damages(tmp_path_factory.mktemp("damages"))


@pytest.mark.parametrize("kind", KINDS)
def test_damage_to_one_file_costs_nothing(damages: Damages, kind: str) -> None:
    dice = Random(f"short {kind}")
    troubles = [damages.trouble(kind, dice) for _ in range(TIMES)]
    assert [each for each in troubles if each] == []


def test_the_command_says_how_many_were_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(1, 5) == 0
    assert capsys.readouterr().out.splitlines() == [f"{kind}: 1 of 1 whole" for kind in KINDS]


def test_the_files_grow_with_the_hands_and_no_more(damages: Damages) -> None:
    """The file of the session in play is written anew when it has grown long."""
    state: Path = damages.states[1][0]
    sizes = {file.name: file.stat().st_size for file in state.iterdir()}
    assert sizes["tonk-play.jsonl"] < 300_000
    assert sizes["tonk-hands.jsonl"] < 32 * 2_000
