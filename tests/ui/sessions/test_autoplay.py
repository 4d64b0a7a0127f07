"""Sessions that play themselves: side bets, big ones, points, one session after the other."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from game.rules.record import HandRecord, read_record, replay

# One worker plays the evenings, once for all of these.
pytestmark = pytest.mark.xdist_group("evenings")

RULES = {
    "bets and a big one": 'high_suit_bet = "called"\nnatural_bet = "first_spread"\nbig_one = 2',
    "spades in a short push-up": (
        'scoring = "push_up"\npush_up_target = 30\nhigh_suit_bet = "spades"\nnatural_bet = "dealt"'
    ),
}
HANDS = {"bets and a big one": 11, "spades in a short push-up": 4}
"""As many as bring up all of it."""


def played(rules: str, folder: Path, hands: int) -> list[HandRecord]:
    """The records of so many hands."""
    file, records = folder / "table.toml", folder / "hands.jsonl"
    file.write_text(f'name = "Table"\nextends = "standard"\n{rules}\n', encoding="utf-8")
    words = ["--autoplay", str(hands), "--seats", "3", "--seed", "evening"]
    command = [sys.executable, "-m", "game", "play", *words, "--rules", str(file)]
    command += ["--records", str(records)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return [read_record(json.loads(line)) for line in records.read_text().splitlines()]


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[HandRecord]]:
    """The records of a whole evening by each of the rules."""
    return {
        name: played(rules, tmp_path_factory.mktemp("evening"), HANDS[name])
        for name, rules in RULES.items()
    }


@pytest.mark.parametrize("name", RULES)
def test_all_of_it_is_played_without_waiting_and_its_records_are_right(
    evenings: dict[str, list[HandRecord]], name: str
) -> None:
    rules, records, hands = RULES[name], evenings[name], HANDS[name]
    assert len(records) == hands
    for record in records:
        record.check_ending(replay(record))
    assert all(record.bets.natural for record in records)
    assert len({record.deck for record in records}) == hands
    if "big_one" in rules:
        bigs = [number for number, record in enumerate(records, start=1) if record.big_one]
        assert {9, 10} <= set(bigs)
        assert bigs == list(range(bigs[0], 11)), "a bot that deals may have called it before"


def test_the_same_seed_makes_the_same_bets(
    evenings: dict[str, list[HandRecord]], tmp_path: Path
) -> None:
    name = "bets and a big one"
    assert played(RULES[name], tmp_path, 2) == evenings[name][:2]
