"""No opponent changes its ways unnoticed, and each has ways of its own."""

import pytest

from ai.lab.training.behaviour import COMMAND, FILE, measured, rates, read, written


@pytest.mark.parametrize("name", list(measured()))
def test_each_plays_as_it_did(name: str) -> None:
    told = f"{name} plays otherwise; where that is meant, {COMMAND} keeps the new figures"
    assert rates(name) == read()[name], told


def test_nobody_is_kept_who_is_not_measured() -> None:
    assert list(read()) == list(measured())
    assert FILE.read_text(encoding="utf-8") == written(read())


def test_weaker_players_drop_higher_and_are_caught_more_often() -> None:
    kept = read()
    for figure in ("points at a drop", "caught in 100 drops"):
        assert kept["beginner"][figure] > kept["expert"][figure]


def test_cards_are_thrown_that_can_be_slapped_or_hit() -> None:
    assert all(each["hits and slaps in 100 hands"] > 0 for each in read().values())


@pytest.mark.parametrize(
    ("style", "figure", "ways"),
    [
        ("cautious", "early drops in 100 hands", -1),
        ("hustler", "early drops in 100 hands", 1),
        ("hoarder", "takes in 100 turns", 1),
        ("hitter", "takes in 100 turns", 1),
    ],
)
def test_a_style_differs_by_a_third_in_one_of_its_ways(style: str, figure: str, ways: int) -> None:
    plain, styled = read()["expert"][figure], read()[f"expert/{style}"][figure]
    rounded = 0.1  # the figures are told to a tenth
    if ways < 0:
        assert styled <= plain * 2 / 3 + rounded
    else:
        assert styled >= plain * 4 / 3 - rounded
