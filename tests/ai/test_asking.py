"""How bots are asked what they know no question for: drops between turns, beside slaps."""

from dataclasses import replace

import pytest

from ai.bot import ask, is_allowed, safe_action
from ai.profile import LEVELS as PLAIN_LEVELS
from ai.registry import make_bot
from game.rules.actions import DRAW, DROP, PASS, Action, Slap
from game.rules.claim_window import ClaimWindow
from game.rules.hand import Hand
from game.rules.presets import STANDARD, preset
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView
from tests.ai.positions import position

ANY_TIME = STANDARD.changed(drop_when="any_time")
LOW = "AC AD 2H AS 2C"


def window_of(hand: Hand, seat: int) -> SeatView:
    """What ``seat`` sees where all are asked at once."""
    return ClaimWindow(hand, lambda _seat: 0.5).view(seat)


@pytest.mark.parametrize("level", PLAIN_LEVELS)
@pytest.mark.parametrize("seat", [0, 1])
def test_who_would_drop_on_its_turn_drops_between_turns_and_who_would_not_passes(
    level: str, seat: int
) -> None:
    bot = make_bot(level)
    for own, expected in ((LOW, DROP), ("KH QH JD TC 3D", PASS)):
        hands = ["8C 8D 7H QS 6C", "8H 8S 7C QC 6D"]
        hands[seat] = own
        seen = window_of(position(*hands, "KS JS TH 9H 7D", rules=ANY_TIME), seat)
        assert seen.legal == (DROP, PASS)
        assert ask(bot, seen, 3) == expected
        assert is_allowed(seen, expected)


def test_a_bot_that_does_not_drop_may_still_slap() -> None:
    rules = preset("slap").changed(drop_when="any_time")
    hand = position(
        "5H 6H 7H KC KD",
        "9C QD 3S AC 2S",
        stock="8H",
        played="0 draw; 0 spread 5H 6H 7H; 0 discard 8H",
        rules=rules,
    )
    seen = window_of(hand, 1)
    assert seen.legal[0] == DROP
    assert isinstance(ask(make_bot("expert"), seen, 1), Slap | type(DROP))

    class Drawing:
        """Never drops, and slaps where it is asked for a slap alone."""

        def choose(self, view: SeatView, seed: int) -> Action:  # noqa: ARG002 - a bot is asked so
            if DRAW in view.legal:
                assert view.turn == view.seat
                return DRAW
            assert all(isinstance(action, Slap) for action in view.legal)
            return view.legal[0]

    assert ask(Drawing(), seen, 1) == hand.legal_slaps(1)[0]


def test_what_a_bot_without_an_answer_does_lets_drops_go_by() -> None:
    hand = position("8C 8D 7H QS 6C", LOW, rules=ANY_TIME)
    for seat in (0, 1):
        seen = window_of(hand, seat)
        assert safe_action(seen) == PASS
        assert is_allowed(seen, PASS)
    alone = replace(window_of(hand, 1), legal=(DROP,))
    assert safe_action(alone) == PASS


@pytest.mark.parametrize("rules", [STANDARD, ANY_TIME], ids=["own turn", "any time"])
def test_where_only_own_turns_are_asked_a_pass_is_no_answer(rules: RuleSet) -> None:
    seen = ClaimWindow(position("8C 8D 7H QS 6C", LOW, rules=rules)).view(0)
    assert is_allowed(seen, PASS) == (rules is ANY_TIME)
