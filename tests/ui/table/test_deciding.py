"""What gestures mean, from positions of real hands; with wild cards where a choice is needed."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect

from game.rules.actions import DRAW, STOP, TAKE, Discard, Hit, Reason, Spread
from game.rules.hand import Hand
from game.rules.presets import preset
from game.rules.view import view
from game.ui.table.input.decisions import Ask, Choose, InputRefusal, Play, Refuse, Situation
from game.ui.table.input.targets import ButtonTarget, ClothTarget, PlayButton, SpreadTarget, Target


def hand_with(
    mine: Sequence[str], theirs: Sequence[str], rest: Sequence[str], **rules: object
) -> Hand:
    """Two seats, seat 0 to play first with the hand named, the stock beginning as told."""
    bound = preset("standard").changed(naturals=(), hand_size=len(mine), **rules)
    dealt = [card for pair in zip(mine, theirs, strict=True) for card in pair]
    others = [card for card in bound.pack() if card not in {*dealt, *rest}]
    return Hand.deal(bound, 2, 1, (*dealt, *rest, *others))


def situation(hand: Hand, *chosen: str) -> Situation:
    return Situation(view(hand, 0), chosen, lambda action: hand.why_illegal(0, action))


def test_cards_are_chosen_together_where_they_may_be_laid_and_else_one_moves_the_choice() -> None:
    lays = hand_with(("6C", "6D", "6H", "6S", "9C"), ("3S", "4S", "5S", "KD", "QD"), ("2D", "KH"))
    lays.act(0, DRAW)
    assert situation(lays, "6C").tap_card("6D") == Choose(("6C", "6D"))
    bare = hand_with(("6C", "2D", "9H", "JS", "KC"), ("3S", "4S", "5S", "KD", "QD"), ("2H", "8H"))
    bare.act(0, DRAW)
    assert situation(bare, "6C").tap_card("2D") == Choose(("2D",))
    assert situation(bare, "6C").tap_card("6C") == Choose(())
    bare.act(0, Discard("KC"))
    assert situation(bare, "6C").tap_card("2D") == Choose(("6C", "2D")), "to think it over"


def two_places() -> Hand:
    """Seat 0 holds a six that fits a book and a run on the table."""
    hand = hand_with(
        ("6C", "6D", "6H", "6S", "9C"),
        ("3S", "4S", "5S", "KD", "QD"),
        ("2D", "KH", "QH", "JH"),
    )
    hand.act(0, DRAW)
    hand.act(0, Spread(("6C", "6D", "6H")))
    hand.act(0, Discard("9C"))
    hand.act(1, DRAW)
    hand.act(1, Spread(("3S", "4S", "5S")))
    hand.act(1, Discard("KD"))
    hand.act(0, DRAW)
    return hand


def test_taps_choose_and_let_go() -> None:
    now = situation(two_places())
    assert now.tap_card("6S") == Choose(("6S",))
    chosen = situation(two_places(), "6S", "KH")
    assert chosen.tap_card("6S") == Choose(("KH",))


def test_a_card_that_fits_twice_asks_where() -> None:
    answer = situation(two_places(), "6S").press("hit")
    assert answer == Ask((Hit("6S", 0), Hit("6S", 1)))
    places: dict[Target, Rect] = {SpreadTarget(number): Rect(0, 0, 1, 1) for number in (0, 1, 2)}
    assert set(situation(two_places(), "6S").live(places)) == {SpreadTarget(0), SpreadTarget(1)}


def test_a_spread_that_is_named_is_not_asked_about() -> None:
    assert situation(two_places(), "6S").hit_spread(1) == Play(Hit("6S", 1))
    assert situation(two_places(), "6S").drop(SpreadTarget(0)) == Play(Hit("6S", 0))


def test_several_cards_are_hit_as_far_as_they_fit() -> None:
    hand = two_places()
    kept = next(card for card in view(hand, 0).hand if card != "6S")
    assert situation(hand, kept, "6S").hit_spread(1) == Play(Hit("6S", 1), (kept,))


def test_a_card_that_fits_nowhere_says_so() -> None:
    hand = two_places()
    kept = next(card for card in view(hand, 0).hand if card != "6S")
    assert situation(hand, kept).press("hit") == Refuse(Reason.DOES_NOT_FIT)
    assert situation(hand, kept).hit_spread(0) == Refuse(Reason.DOES_NOT_FIT)


def test_where_books_are_closed_that_is_the_reason() -> None:
    hand = hand_with(
        ("6C", "6D", "6H", "6S", "9C"),
        ("3S", "4S", "TS", "KD", "QD"),
        ("2D", "KH"),
        hit_books=False,
    )
    hand.act(0, DRAW)
    hand.act(0, Spread(("6C", "6D", "6H")))
    assert situation(hand, "6S").press("hit") == Refuse(Reason.BOOKS_CLOSED)


def test_a_spread_that_can_be_read_in_two_ways_asks_which() -> None:
    hand = hand_with(
        ("5H", "6H", "2S", "9C", "KC"),
        ("3S", "4S", "TS", "KD", "QD"),
        ("2D", "KH"),
        wild="2",
    )
    hand.act(0, DRAW)
    answer = situation(hand, "5H", "6H", "2S").press("spread")
    assert isinstance(answer, Ask)
    assert {action.wild for action in answer.options if isinstance(action, Spread)} == {
        (("2S", "4"),),
        (("2S", "7"),),
    }


def test_the_chosen_cards_are_laid_in_any_order() -> None:
    hand = hand_with(("7H", "5H", "6H", "9C", "KC"), ("3S", "4S", "TS", "KD", "QD"), ("2D", "KH"))
    hand.act(0, DRAW)
    answer = situation(hand, "7H", "5H", "6H").press("spread")
    assert isinstance(answer, Play)
    assert isinstance(answer.action, Spread)
    assert set(answer.action.cards) == {"5H", "6H", "7H"}
    assert situation(hand, "7H", "5H", "6H").drop(ClothTarget()) == answer
    assert situation(hand, "9C").drop(ClothTarget()) is None


def test_what_is_missing_is_said_before_the_rules_are_asked() -> None:
    hand = two_places()
    assert situation(hand).press("discard") == Refuse(InputRefusal.CHOOSE_ONE)
    assert situation(hand).press("spread") == Refuse(InputRefusal.NONE_HELD)
    assert situation(hand, *view(hand, 0).hand).press("discard") == Refuse(InputRefusal.ONLY_ONE)
    assert situation(hand).press("slap") == Refuse(Reason.NOT_SLAPPABLE)


def test_the_pile_is_taken_from_first_and_discarded_to_later() -> None:
    hand = hand_with(("7H", "5H", "6H", "9C", "KC"), ("3S", "4S", "TS", "KD", "QD"), ("2D", "KH"))
    assert situation(hand, "KC").tap_pile() == Play(TAKE)
    hand.act(0, DRAW)
    assert situation(hand, "KC").tap_pile() == Play(Discard("KC"))
    assert situation(hand).tap_pile() == Refuse(Reason.ALREADY_DREW)


def test_out_of_turn_everything_says_so() -> None:
    hand = hand_with(("7H", "5H", "6H", "9C", "KC"), ("3S", "4S", "TS", "KD", "QD"), ("2D", "KH"))
    hand.act(0, DRAW)
    hand.act(0, Discard("KC"))
    assert situation(hand, "9C").press("drop") == Refuse(Reason.DROP_ON_OWN_TURN)
    for button in ("draw", "take", "stop", "spread", "hit", "discard"):
        assert situation(hand, "9C").press(button) == Refuse(Reason.NOT_YOUR_TURN)


def test_too_few_cards_for_a_spread_are_told_from_wrong_ones_and_from_none_held() -> None:
    hand = hand_with(("7H", "5H", "6H", "9C", "KC"), ("3S", "4S", "TS", "KD", "QD"), ("2D", "KH"))
    hand.act(0, DRAW)
    assert situation(hand).press("spread") == Refuse(InputRefusal.CHOOSE_SPREAD)
    assert situation(hand, "9C").press("spread") == Refuse(InputRefusal.TOO_FEW)
    assert situation(hand, "9C", "KC").press("spread") == Refuse(InputRefusal.TOO_FEW)
    assert situation(hand, "7H", "9C", "KC").press("spread") == Refuse(Reason.NOT_A_SPREAD)
    assert situation(two_places(), "6S").press("spread") == Refuse(InputRefusal.NONE_HELD)


def test_buttons_light_up_for_what_they_would_do() -> None:
    names: tuple[PlayButton, ...] = ("drop", "stop", "spread", "hit", "discard")
    buttons: dict[Target, Rect] = {ButtonTarget(name): Rect(0, 0, 1, 1) for name in names}
    hand = two_places()
    assert situation(hand).live(buttons) == {}
    lit = situation(hand, "6S").live(buttons)
    assert set(lit) == {ButtonTarget("hit"), ButtonTarget("discard")}
    hand.act(0, Discard("6S"))
    hand.act(1, DRAW)
    hand.act(1, Discard(view(hand, 1).hand[0]))
    assert set(situation(hand).live(buttons)) == {ButtonTarget("drop")}
    assert situation(hand).press("stop") == Refuse(Reason.STOCK_NOT_EMPTY)
    assert hand.why_illegal(0, STOP) is Reason.STOCK_NOT_EMPTY
