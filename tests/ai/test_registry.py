import pytest

from ai.registry import UnknownBotError, bot_names, make_bot


def test_the_opponent_for_people_comes_first() -> None:
    assert bot_names()[0] == "regular"


def test_names_are_taken_in_any_case() -> None:
    assert type(make_bot("Regular")) is type(make_bot("regular"))


def test_a_mistyped_name_is_told_the_nearest() -> None:
    with pytest.raises(
        UnknownBotError, match=r'^no opponent is called "regluar"; did you mean regular\?$'
    ):
        make_bot("regluar")


def test_a_strange_name_is_told_all() -> None:
    with pytest.raises(UnknownBotError, match="there are regular, random, greedy8, stayer"):
        make_bot("zzz")
