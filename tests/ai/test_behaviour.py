"""No opponent changes its ways unnoticed, and each has ways of its own."""

import pytest

from ai.training.behaviour import COMMAND, FILE, measured, rates, read, written


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


def test_styles_show() -> None:
    kept = read()
    drops = {
        style: kept[f"expert/{style}"]["points at a drop"] for style in ("cautious", "hustler")
    }
    assert drops["cautious"] < kept["expert"]["points at a drop"] < drops["hustler"]
    takes = {
        style: kept[f"expert/{style}"]["takes in 100 turns"] for style in ("hitter", "hoarder")
    }
    assert min(takes.values()) > kept["expert"]["takes in 100 turns"]
