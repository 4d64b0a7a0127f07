"""The golden hands, counts and sentences are as they were; after a change of the rules they are
written anew by ``python -m tests.tools.golden`` and the difference is reviewed.
"""

import pytest

from ai.lab.cli.engine_checks import all_choices
from game.rules.presets import PRESETS, preset
from tests.golden import perft, told
from tests.golden.playthrough import FOLDER, file_of, play, read, text_of
from tests.rules.reference.referee import Referee
from tests.shares import share


@pytest.mark.parametrize("name", PRESETS)
def test_hands_of_a_preset(name: str) -> None:
    hands = read(name)
    assert len(hands) == 3
    assert file_of(name).read_text(encoding="utf-8").splitlines() == text_of(hands).splitlines()


def test_no_preset_is_without_hands() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(PRESETS)


def test_hands_are_over() -> None:
    for name in PRESETS:
        assert all(each.played(len(each.actions)).is_over for each in read(name))


@pytest.mark.parametrize("name", PRESETS)
def test_plain_referee_plays_them_alike(name: str) -> None:
    for each in read(name):
        hand, referee = each.deal(), Referee(preset(name), each.seats, each.dealer, each.deck)
        for text in each.actions:
            assert len(all_choices(hand)) == sum(
                len(referee.options(seat)) for seat in range(each.seats)
            )
            move = play(hand, text)
            if move is None:
                referee.close_slap()
            else:
                referee.play(move.seat, move.action)
        assert hand.result is not None
        assert referee.outcome is not None
        assert list(hand.result.payments) == referee.outcome.payments
        assert hand.result.ending.value == referee.outcome.ending


def test_counts() -> None:
    kept = perft.FILE.read_text(encoding="utf-8").splitlines()
    assert {line.split()[0] for line in kept} == set(PRESETS)
    for name in share(list(PRESETS), 9):
        assert [line for line in kept if line.split()[0] == name] == list(perft.lines([name]))


@pytest.mark.share(4)
@pytest.mark.parametrize("part", range(8))
def test_what_players_are_told(part: int) -> None:
    blocks = told.FILE.read_text(encoding="utf-8").split("\n\n")
    assert len(blocks) > 100
    for block in blocks[part::8]:
        lines = block.splitlines()
        assert told.block_of(lines[0]) == lines, "python -m tests.tools.golden writes it anew"
