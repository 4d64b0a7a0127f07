"""Files of saved hands opened to be looked at: good ones, bad ones, and mixed ones."""

from __future__ import annotations

import json
import os
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from game.saves.hand_files import (
    LONGEST,
    LONGEST_LINE,
    NotJsonError,
    OpenedHands,
    RawRecord,
    raw_records,
)
from tests.cli.hands import records, written


def test_every_hand_of_a_file_is_opened(tmp_path: Path) -> None:
    opened = OpenedHands.open(written(tmp_path / "zwei Hände.tonk.jsonl", records(2)))
    assert (len(opened.hands), opened.trouble, opened.status) == (2, "", 0)


def test_a_hand_that_stops_before_its_end_is_shown(tmp_path: Path) -> None:
    (hand,) = records(1)
    cut = hand | {"actions": hand["actions"][:2]}
    del cut["result"]
    opened = OpenedHands.open(written(tmp_path / "cut.tonk.json", [cut]))
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
    opened = OpenedHands.open(file)
    assert not opened.hands
    assert words in opened.trouble
    assert "\n" not in opened.trouble
    assert opened.status == status


def test_a_hand_that_was_tampered_with_is_refused(tmp_path: Path) -> None:
    (hand,) = records(1)
    wrong = hand | {"dealer": 1 - hand["dealer"]}
    opened = OpenedHands.open(written(tmp_path / "wrong.tonk.json", [wrong]))
    assert (opened.hands, opened.status) == ((), 1)


def test_good_hands_are_shown_and_the_first_bad_one_is_named(tmp_path: Path) -> None:
    file = tmp_path / "mixed.tonk.jsonl"
    good = [json.dumps(hand) for hand in records(2)]
    file.write_text("\n".join([good[0], "nonsense", "more of it", good[1]]), encoding="utf-8")
    opened = OpenedHands.open(file)
    assert len(opened.hands) == 2
    assert opened.trouble.startswith("2: not JSON")
    assert opened.status == 2


def test_a_file_that_is_not_there_or_a_folder_is_told(tmp_path: Path) -> None:
    assert OpenedHands.open(tmp_path / "none").trouble == "No such file or directory"
    assert OpenedHands.open(tmp_path).status == 2


def test_of_a_very_long_file_the_first_hands_are_shown(tmp_path: Path) -> None:
    file = tmp_path / "long.tonk.jsonl"
    (hand,) = records(1)
    file.write_text(f"{json.dumps(hand)}\n" * (LONGEST + 5), encoding="utf-8")
    opened = OpenedHands.open(file)
    assert len(opened.hands) == LONGEST
    assert str(LONGEST) in opened.trouble


def _repeated(path: Path, before: bytes, piece: bytes, size: int) -> Path:
    """A file of the piece again and again."""
    with path.open("wb") as file:
        file.write(before)
        block = piece * (1 + 100_000 // len(piece))
        for _ in range(1 + size // len(block)):
            file.write(block)
    return path


def _most_memory(run: Callable[[], object]) -> int:
    """The most bytes of Python's that were in use at once."""
    tracemalloc.start()
    try:
        run()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


_WITHOUT_LINES = ((b"[", b"{},"), (b"", b"["), (b"\n{", b"\0"), (b"{}", b" "))
_WITHOUT_HANDS = ((b"", b"[\r\n"), (b"", b" "))


@pytest.mark.parametrize(
    ("before", "piece", "ending"),
    [
        *((*pieces, ".tonk.jsonl") for pieces in _WITHOUT_LINES),
        *((*pieces, "") for pieces in (*_WITHOUT_LINES, *_WITHOUT_HANDS)),
        *((*pieces, ".tonk.json") for pieces in (*_WITHOUT_LINES, *_WITHOUT_HANDS)),
    ],
)
def test_a_file_that_is_too_long_for_a_hand_is_refused_before_it_is_read(
    tmp_path: Path, before: bytes, piece: bytes, ending: str
) -> None:
    file = _repeated(tmp_path / f"long{ending}", before, piece, 5_000_000)
    told = []
    assert _most_memory(lambda: told.append(OpenedHands.open(file))) < 6_000_000
    (opened,) = told
    assert opened.trouble.removeprefix("1: ") == "is longer than 256 KB"
    assert (opened.hands, opened.status) == ((), 2)


def _values(records: Iterable[RawRecord]) -> Iterator[object]:
    for raw in records:
        try:
            yield raw.json_value()
        except NotJsonError as error:
            yield str(error)


def test_beside_a_line_that_is_too_long_the_others_are_read(tmp_path: Path) -> None:
    file = tmp_path / "mixed.tonk.jsonl"
    fits = b'"' + b"x" * (LONGEST_LINE - 2) + b'"'
    file.write_bytes(b"\n".join((b"1", b"[" * 1_000_000, fits, fits + b" ", b"2", b"9" * 300_000)))
    long = "is longer than 256 KB"
    assert list(_values(raw_records(file))) == [1, long, fits[1:-1].decode(), long, 2, long]
    assert [raw.number for raw in raw_records(file)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("piece", [b"[", b"[{},", b'{"":[', b'["[",'])
def test_a_line_of_brackets_is_refused_before_it_is_read(tmp_path: Path, piece: bytes) -> None:
    file = tmp_path / "brackets.tonk.jsonl"
    line = piece * (LONGEST_LINE // len(piece))
    file.write_bytes(b"\n".join((*[b"1"] * 8, line, b'"%s"' % (b"[" * 20_000))))
    told = "holds more than 1,000 lists"
    assert list(_values(raw_records(file)))[8:] == [told, "[" * 20_000]


def test_a_whole_file_may_be_as_long_as_a_line(tmp_path: Path) -> None:
    file = tmp_path / "whole.tonk.json"
    text = b"[\n" + b'"x"'.rjust(LONGEST_LINE - 4) + b"\n]"
    file.write_bytes(text)
    assert list(_values(raw_records(file))) == [["x"]]
    file.write_bytes(text + b"\n")
    with pytest.raises(OSError, match="is longer than 256 KB"):
        list(raw_records(file))


@pytest.mark.parametrize("ending", ["", ".tonk.json", ".tonk.jsonl"])
def test_many_hands_are_read_as_they_come(tmp_path: Path, ending: str) -> None:
    (hand,) = records(1)
    line = json.dumps(hand).encode() + b"\r\n\n"
    file = _repeated(tmp_path / f"many{ending}", b"\xef\xbb\xbf\n", line, 5_000_000)
    count = 0

    def read() -> None:
        nonlocal count
        for raw in raw_records(file):
            count += 1
            assert raw.data == line.strip()

    assert _most_memory(read) < 2_500_000
    assert count == file.stat().st_size // len(line)


def test_a_megabyte_without_a_line_between_hands_is_nothing(tmp_path: Path) -> None:
    file = tmp_path / "gap.tonk.jsonl"
    file.write_bytes(b"1" + b"\n" * 1_000_000 + b"2\n" + b" \t\r\n" * 300_000 + b"3")
    assert list(_values(raw_records(file))) == [1, 2, 3]


@pytest.mark.timeout(20)
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files here")
@pytest.mark.parametrize("ending", ["", ".tonk.json", ".tonk.jsonl"])
def test_a_pipe_or_a_device_is_refused_at_once(tmp_path: Path, ending: str) -> None:
    pipe, zero = tmp_path / f"pipe{ending}", tmp_path / f"zero{ending}"
    os.mkfifo(pipe)
    zero.symlink_to("/dev/zero")
    for file in (pipe, zero):
        assert OpenedHands.open(file).trouble == "is not a regular file"
