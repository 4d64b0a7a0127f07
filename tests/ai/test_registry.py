from random import Random

import pytest

from ai.bot import ask
from ai.coach.evaluator import estimate
from ai.master.search import Searching
from ai.registry import (
    LEVELS,
    STYLES,
    AbsentError,
    UnknownBotError,
    able_levels,
    bot_names,
    make_bot,
    opponent,
)
from game.rules.actions import DROP, Action, Discard, Spread
from game.rules.hand import Hand
from game.rules.presets import STANDARD, preset
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView
from game.rules.view import view as seat_view
from tests.ai.positions import seen


def test_the_opponents_for_people_come_first() -> None:
    assert bot_names()[: len(LEVELS)] == LEVELS
    assert LEVELS[:4] == ("beginner", "casual", "regular", "expert")


def test_names_are_taken_in_any_case() -> None:
    assert type(make_bot("Regular")) is type(make_bot("regular"))


def test_a_mistyped_name_is_told_the_nearest() -> None:
    with pytest.raises(
        UnknownBotError, match=r'^no opponent is called "regluar"; did you mean regular\?$'
    ):
        make_bot("regluar")


def test_a_strange_name_is_told_all() -> None:
    with pytest.raises(UnknownBotError, match="there are beginner, casual, regular, "):
        make_bot("zzz")


def test_a_family_is_named_with_its_numbers() -> None:
    bold, meek = (make_bot(f"falling:{start}/1.5/10/0/1/2/8/5/3/2/-1/0/0/0") for start in (50, 5))
    view = seen("KC JD 9H 7S 5C", "QC QD 8H 6S 4C")
    assert bold.choose(view, 1) == DROP != meek.choose(view, 1)
    with pytest.raises(UnknownBotError, match="2 numbers; expected 14: drop_start/drop_fall/"):
        make_bot("falling:25/1")
    with pytest.raises(UnknownBotError, match="expected numbers from -1000 to"):
        make_bot("falling:25/1.5/10/0/1/2/8/5/3/2/-1/0/0/nan")


def test_every_level_has_every_style() -> None:
    view = seen("KC JD 9H 7S 5C", "QC QD 8H 6S 4C")
    for level in LEVELS:
        for style in STYLES:
            assert make_bot(f"{level}/{style}").choose(view, 1) in view.legal
        assert make_bot(f"{level}/plain").choose(view, 7) == make_bot(level).choose(view, 7)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("expert/hiter", "did you mean expert/hitter?"),
        ("exprt/hitter", "did you mean expert/hitter?"),
        ("expert/", "the styles are plain, cautious, hustler, hoarder, hitter"),
        ("expert/xyz", "the styles are plain, cautious, hustler, hoarder, hitter"),
        ("greedy8/hitter", "a style goes with beginner, casual, regular, expert"),
    ],
)
def test_a_mistyped_style_is_told_what_there_is(name: str, hint: str) -> None:
    with pytest.raises(UnknownBotError) as error:
        make_bot(name)
    assert hint in str(error.value)


def test_the_adaptive_opponent_plays_against_habits_that_there_are() -> None:
    view = seen("KC JD 9H 7S 5C", "QC QD 8H 6S 4C")
    assert make_bot("Adaptive").choose(view, 1) == make_bot("master").choose(view, 1)
    assert make_bot("adaptive:early").choose(view, 1) in view.legal
    with pytest.raises(UnknownBotError, match="late: expected early"):
        make_bot("adaptive:late")


def _choices(rules: RuleSet) -> list[tuple[Action, ...]]:
    """Master's choices in some hands: by its network alone, at the table, and searching."""
    bots = make_bot("master"), opponent("master"), make_bot("search:500/brief")
    found = []
    for number in range(3):
        dice = Random(f"table {number}")
        deck = list(rules.pack())
        dice.shuffle(deck)
        hand = Hand.deal(rules, 2, 0, deck)
        while not hand.is_over:
            view, seed = seat_view(hand, hand.turn), dice.getrandbits(32)
            chosen = tuple(ask(bot, view, seed) for bot in bots)
            found.append(chosen)
            hand.act(hand.turn, chosen[0])
    return found


def test_at_the_table_master_searches_under_rules_of_ones_own() -> None:
    choices = _choices(preset("rushville").changed(hand_size=6))
    assert all(at_table == searching for _, at_table, searching in choices)
    assert any(at_table != by_net for by_net, at_table, _ in choices)


def test_at_the_table_master_trusts_its_network_under_a_preset() -> None:
    choices = _choices(preset("rushville"))
    assert all(at_table == by_net for by_net, at_table, _ in choices)
    assert any(at_table != searching for _, at_table, searching in choices)


def _laid_or_discarded(card: str, view: SeatView) -> set[str]:
    """What the master at the table does instead of a discard, by some seeds."""
    master = opponent("master")
    assert isinstance(master, Searching)
    chosen = Discard(card)
    return {type(master.second_look(view, chosen, seed)).__name__ for seed in range(5)}


def _three_aces(rules: RuleSet) -> SeatView:
    played = "0 take; 0 discard QH; 1 draw"
    hands = "QH KD 9C 8D 6S", "AC AD AH TH JS"
    return seen(*hands, seat=1, upcard="5C", stock="JC", played=played, rules=rules)


def test_at_the_table_master_looks_twice_before_it_keeps_a_spread() -> None:
    # Two jacks stay in the hand in any case: three aces beside them are better laid.
    assert _laid_or_discarded("TH", _three_aces(RuleSet())) == {"Spread"}
    # A whole hand of one run: with the queen away it drops with nothing left.
    run = seen(
        "9D KC 7S 8C TS",
        "AD 2D 3D 4D 3H",
        seat=1,
        upcard="KH",
        stock="JS 5D QD",
        played="0 draw; 0 discard JS; 1 draw; 1 discard 3H; 0 take; 0 discard 9D; 1 draw",
    )
    assert _laid_or_discarded("QD", run) == {"Discard"}
    # Where matched cards count nothing there is no reason to lay.
    assert _laid_or_discarded("TH", _three_aces(RuleSet(count="unmatched"))) == {"Discard"}


def test_at_the_table_master_looks_once_where_matched_cards_count_nothing() -> None:
    hands = "KC KD KH 9C 9D", "QC QS 7H 6S 4C"
    for count, done in (("all", "Spread"), ("unmatched", "Discard")):
        rules = STANDARD.changed(naturals=(), count=count)
        kings = seen(*hands, upcard="JS", stock="5H", played="0 draw", rules=rules)
        # Play-outs would rather lay the kings than break them up.
        lays = [action for action in kings.legal if isinstance(action, Spread)]
        best = estimate(kings, 1, playouts=2_000, actions=(Discard("KC"), *lays)).best
        assert isinstance(best.action, Spread)
        assert _laid_or_discarded("KC", kings) == {done}


@pytest.mark.usefixtures("without_kernel")
def test_without_the_kernel_there_is_no_master_and_one_line_says_so() -> None:
    for name in (
        "master",
        "master/hitter",
        "adaptive",
        "adaptive:early",
        "hint:100",
        "blind:master",
    ):
        with pytest.raises(AbsentError, match="cannot play here: there is no kernel:") as found:
            make_bot(name)
        assert "\n" not in str(found.value)
    assert able_levels() == ("beginner", "casual", "regular", "expert")
    for level in able_levels():
        make_bot(level)
