"""Files of saved hands opened to be looked at: good ones, bad ones, and mixed ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.session.hand_files import LONGEST, open_hands
from tests.cli.hands import records, written


def test_every_hand_of_a_file_is_opened(tmp_path: Path) -> None:
    opened = open_hands(written(tmp_path / "zwei Hände.tonk.jsonl", records(2)))
    assert (len(opened.hands), opened.trouble, opened.status) == (2, "", 0)


def test_a_hand_that_stops_before_its_end_is_shown(tmp_path: Path) -> None:
    (hand,) = records(1)
    cut = hand | {"actions": hand["actions"][:2]}
    del cut["result"]
    opened = open_hands(written(tmp_path / "cut.tonk.json", [cut]))
    assert (len(opened.hands), opened.trouble) == (1, "")


@pytest.mark.parametrize(
    ("data", "words", "status"),
    [
        (b"", "holds no hand", 2),
        (b"\n\n", "holds no hand", 2),
        (b"\x89PNG\r\n", "not UTF-8", 2),
        (b"Dear all,", "not JSON", 2),
        (b'{"format": "tonk-hand/1"', "breaks off", 2),
        (b"[1, 2]", "record", 1),
        (b'{"format": "tonk-hand/1"}', "rules", 1),
    ],
)
def test_what_is_no_hand_is_told_in_one_line(
    tmp_path: Path, data: bytes, words: str, status: int
) -> None:
    file = tmp_path / "no hand.tonk.json"
    file.write_bytes(data)
    opened = open_hands(file)
    assert not opened.hands
    assert words in opened.trouble
    assert "\n" not in opened.trouble
    assert opened.status == status


def test_a_hand_that_was_tampered_with_is_refused(tmp_path: Path) -> None:
    (hand,) = records(1)
    wrong = hand | {"dealer": 1 - hand["dealer"]}
    opened = open_hands(written(tmp_path / "wrong.tonk.json", [wrong]))
    assert (opened.hands, opened.status) == ((), 1)


def test_good_hands_are_shown_and_the_first_bad_one_is_named(tmp_path: Path) -> None:
    file = tmp_path / "mixed.tonk.jsonl"
    good = [json.dumps(hand) for hand in records(2)]
    file.write_text("\n".join([good[0], "nonsense", "more of it", good[1]]), encoding="utf-8")
    opened = open_hands(file)
    assert len(opened.hands) == 2
    assert opened.trouble.startswith("2: not JSON")
    assert opened.status == 2


def test_a_file_that_is_not_there_or_a_folder_is_told(tmp_path: Path) -> None:
    assert open_hands(tmp_path / "none").trouble == "No such file or directory"
    assert open_hands(tmp_path).status == 2


def test_of_a_very_long_file_the_first_hands_are_shown(tmp_path: Path) -> None:
    file = tmp_path / "long.tonk.jsonl"
    (hand,) = records(1)
    file.write_text(f"{json.dumps(hand)}\n" * (LONGEST + 5), encoding="utf-8")
    opened = open_hands(file)
    assert len(opened.hands) == LONGEST
    assert str(LONGEST) in opened.trouble
