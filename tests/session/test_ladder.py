"""The ladder is read as it was measured, from either side; nonsense is no ladder."""

import json

import pytest

from game.play.opponents import Duel, Ladder

WRITTEN = {
    "command": "tonk-lab ladder FILE",
    "missing": 0,
    "bots": {"expert": {"caught_rate": 0.125, "ms_mean": 0.4, "ms_p99": 2.0}},
    "pairs": [{"seats": ["regular", "expert"], "mean": -0.2, "ci95": 0.02, "hands": 4000}],
    "rows": [],
    "exploits": [],
}


def test_a_meeting_is_the_same_from_both_sides() -> None:
    ladder = Ladder.read(json.dumps(WRITTEN))
    assert ladder.between("regular", "expert") == Duel("regular", "expert", -0.2, 0.02, 4000)
    assert ladder.between("expert", "regular") == Duel("expert", "regular", 0.2, 0.02, 4000)
    assert ladder.between("expert", "master") is None
    assert ladder.caught == {"expert": 0.125}


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", "{}", '{"pairs": 3, "bots": {}}', '{"pairs": [{}]}', b"\xff"],
)
def test_nonsense_is_no_ladder(text: str | bytes) -> None:
    with pytest.raises(ValueError, match=r"^no ladder: "):
        Ladder.read(text)
