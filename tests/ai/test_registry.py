import pytest

from ai.registry import UnknownBotError, bot_names, make_bot
from game.rules.actions import DROP
from tests.ai.positions import seen


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
    with pytest.raises(UnknownBotError, match="there are regular, random, greedy8, stayer, tuned"):
        make_bot("zzz")


def test_a_family_is_named_with_its_numbers() -> None:
    bold, meek = (make_bot(f"falling:{start}/1.5/10/1/8/3/2") for start in (50, 5))
    view = seen("KC JD 9H 7S 5C", "QC QD 8H 6S 4C")
    assert bold.choose(view, 1) == DROP != meek.choose(view, 1)
    with pytest.raises(UnknownBotError, match="2 numbers; allowed are 7: drop_start/drop_fall/"):
        make_bot("falling:25/1")
    with pytest.raises(UnknownBotError, match="allowed are finite numbers"):
        make_bot("falling:25/1.5/10/1/8/3/nan")
