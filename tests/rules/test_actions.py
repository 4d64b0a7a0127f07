"""Actions as values, and as words of a record (HAND_RECORD, *Actions*)."""

import pickle

import pytest

from game.rules.actions import (
    DECLARE,
    DONE,
    DRAW,
    DROP,
    PASS,
    STOP,
    TAKE,
    Action,
    Declare,
    Discard,
    Done,
    Draw,
    Drop,
    Hit,
    Pass,
    Slap,
    Spread,
    Stop,
    Take,
    action_text,
    cards_played,
    parse_action,
)

_TOLD: list[tuple[str, Action]] = [
    ("1 drop", DROP),
    ("1 declare", DECLARE),
    ("1 draw", DRAW),
    ("1 take", TAKE),
    ("1 stop", STOP),
    ("1 done", DONE),
    ("1 pass", PASS),
    ("1 spread 5H 6H 7H", Spread(("5H", "6H", "7H"))),
    ("1 spread 5H 2S=6 X1=7", Spread(("5H", "2S", "X1"), (("2S", "6"), ("X1", "7")))),
    ("1 spread 5H", Spread(("5H",))),
    ("1 hit 4H 0", Hit("4H", 0)),
    ("1 hit 2S=6 9999", Hit("2S", 9999, "6")),
    ("1 discard KC", Discard("KC")),
    ("1 slap 0", Slap(1, 0)),
    ("1 slap 12 QD", Slap(1, 12, "QD")),
]


@pytest.mark.parametrize(("text", "action"), _TOLD, ids=[text for text, _ in _TOLD])
def test_an_action_is_told_and_read_alike(text: str, action: Action) -> None:
    assert action_text(1, action) == text
    assert parse_action(text) == (1, action)


@pytest.mark.parametrize(("text", "action"), _TOLD, ids=[text for text, _ in _TOLD])
def test_an_action_that_comes_from_another_process_is_the_same(text: str, action: Action) -> None:
    again = pickle.loads(pickle.dumps(action))
    assert again == action
    assert hash(again) == hash(action)
    assert {action: text}[again] == text


def test_actions_without_cards_are_all_one_of_a_kind() -> None:
    actions: list[Action] = [Drop(), Declare(), Draw(), Take(), Stop(), Done(), Pass()]
    assert actions == [DROP, DECLARE, DRAW, TAKE, STOP, DONE, PASS]
    assert len(set(actions)) == len(actions)
    assert [action for action in actions if action == actions[0]] == actions[:1]


def test_spreads_that_name_their_wild_cards_otherwise_are_others() -> None:
    cards = ("5H", "2S", "7H")
    assert Spread(cards, (("2S", "6"),)) != Spread(cards)
    assert len({Spread(cards, (("2S", "6"),)), Spread(cards)}) == 2


@pytest.mark.parametrize(
    "text",
    [
        *("", "1", "draw", "1 ", " 1 draw", "1  draw", "1 draw ", "1 draw 2", "1 Draw"),
        *("-1 draw", "01 draw", "+1 draw", "10000 draw", "x draw", "1 jump", "1 spread"),
        *("1 hit 4H", "1 hit 4H 0 0", "1 hit 0", "1 hit 4H 00", "1 hit 4H x", "1 hit 1H 0"),
        *("1 hit 2S= 0", "1 hit 2S=66 0", "1 hit 2S=X 0", "1 hit 2S=0 0", "1 hit =6 0"),
        *("1 discard", "1 discard KC QC", "1 discard K", "1 discard X5", "1 discard X0"),
        *("1 slap", "1 slap QD", "1 slap 0 0", "1 slap 0 QD KC", "1 slap 10000"),
    ],
)
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_action(text)


def test_the_cards_that_an_action_plays() -> None:
    assert cards_played(Spread(("5H", "6H", "7H"))) == ("5H", "6H", "7H")
    assert cards_played(Hit("4H", 0)) == ("4H",)
    assert cards_played(Discard("KC")) == ("KC",)
    assert cards_played(Slap(1, 0, "QD")) == ("QD",)
    assert cards_played(Slap(1, 0)) == ()
    assert [cards_played(action) for action in (DRAW, TAKE, DROP, DONE, PASS)] == [()] * 5
