"""Naturals as written in rule files and records (RULES.md §5.2)."""

import pytest

from game.rules.naturals import DEFAULT_NATURALS, Natural
from game.rules.ruleset import RuleError, RuleSet

_ENTRIES: list[tuple[Natural, dict[str, object]]] = [
    (Natural.of_count(49), {"match": {"count": 49}, "pays": 2}),
    (Natural.of_count(50, 3, rank=1), {"match": {"count": 50}, "pays": 3, "rank": 1}),
    (Natural.at_most(15, rank=-2), {"match": {"at_most": 15}, "pays": 2, "rank": -2}),
    (Natural.at_most(9, 1, low_wins=True), {"match": {"at_most": 9}, "pays": 1, "low_wins": True}),
    (Natural("all_faces", 0, 2), {"match": {"all_faces": True}, "pays": 2}),
    (
        Natural.of_count(49, when="turn", is_open=False),
        {"match": {"count": 49}, "pays": 2, "when": "turn", "open": False},
    ),
    (
        Natural("count", 0, 1, tie="split"),
        {"match": {"count": 0}, "pays": 1, "tie": "split"},
    ),
]


@pytest.mark.parametrize(("natural", "entry"), _ENTRIES)
def test_an_entry_is_written_without_what_is_usual_and_read_again(
    natural: Natural, entry: dict[str, object]
) -> None:
    assert natural.to_mapping() == entry
    assert Natural.from_mapping(entry) == natural
    assert Natural.from_mapping(natural) is natural


def test_what_is_usual_may_be_written() -> None:
    usual = {"rank": 0, "low_wins": False, "when": "deal", "open": True}
    assert Natural.from_mapping({"match": {"count": 49}, "pays": 2, **usual}) == Natural.of_count(
        49
    )


@pytest.mark.parametrize(
    "wrong",
    [
        *({}, {"pays": 2}, {"match": {"count": 49}}, {"match": {}, "pays": 2}),
        *({"match": 49, "pays": 2}, {"match": {"count": 49, "at_most": 9}, "pays": 2}),
        *({"match": {"count": -1}, "pays": 2}, {"match": {"count": True}, "pays": 2}),
        *({"match": {"all_faces": False}, "pays": 2}, {"match": {"all_faces": 1}, "pays": 2}),
        *({"match": {"low": 9}, "pays": 2}, {"match": {"count": 49}, "pays": 0}),
        *({"match": {"count": 49}, "pays": True}, {"match": {"count": 49}, "pays": "2"}),
        {"match": {"count": 49}, "pays": 2, "rank": 0.5},
        {"match": {"count": 49}, "pays": 2, "rank": False},
        {"match": {"count": 49}, "pays": 2, "when": "later"},
        {"match": {"count": 49}, "pays": 2, "low_wins": 0},
        {"match": {"count": 49}, "pays": 2, "open": None},
        {"match": {"count": 49}, "pays": 2, "tie": None},
        {"match": {"count": 49}, "pays": 2, "tie": "none"},
        {"match": {"count": 49}, "pays": 2, "value": 3},
    ],
)
def test_what_is_no_entry(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        Natural.from_mapping(wrong)


@pytest.mark.parametrize(
    "natural",
    [Natural("count", -1, 2), Natural("count", 49, 0), Natural("count", 10**100, 2)],
)
def test_what_no_file_could_hold_is_no_rule_either(natural: Natural) -> None:
    with pytest.raises(RuleError):
        RuleSet(naturals=(natural,))


def test_what_a_natural_matches() -> None:
    assert [Natural.of_count(49).matches(count, True) for count in (48, 49, 50)] == [0, 1, 0]
    assert [Natural.at_most(15).matches(count, True) for count in (14, 15, 16)] == [1, 1, 0]
    faces = Natural("all_faces", 0, 2)
    assert (faces.matches(0, True), faces.matches(50, False)) == (True, False)
    assert (Natural("count", 49, 2), Natural("count", 50, 2)) == DEFAULT_NATURALS
