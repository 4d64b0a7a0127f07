"""The window for acting out of turn: order, claim, pass, race, and what is seen."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from game.rules.actions import (
    DRAW,
    DROP,
    PASS,
    STOP,
    TAKE,
    Action,
    Discard,
    Hit,
    IllegalActionError,
    Reason,
    Slap,
    cards_played,
    parse_action,
)
from game.rules.cards import shuffled
from game.rules.claim_window import ClaimWindow, restore_claim
from game.rules.hand import Hand
from game.rules.phases import Phase
from game.rules.position import Position
from game.rules.presets import preset
from game.rules.record import RecordError, record_of, replay
from game.rules.results import Ending
from game.rules.ruleset import RuleSet
from game.rules.view import view
from tests.rules.placing import placed
from tests.rules.settling import settle
from tests.shares import EVERY


def slappable(name: str = "slap", seats: int = 4, /, **changed: object) -> Hand:
    """Seat 1 has laid three sixes and discarded the fourth; the next seat is 2, or 0 of two."""
    rules = preset(name).changed(naturals=(), **changed)
    mine = ["3C 5H 7S TC KH", "6C 6D 6H 6S 9C", "2S 4D 8S JD QD", "3D 4C 8H JC QS"][:seats]
    dealt = [each.split() for each in mine]
    order = [dealt[(1 + place) % seats] for place in range(seats)]
    cards = [card for turn in zip(*order, strict=True) for card in turn]
    cards += ["AD", "9D", "KD", "2H"]
    hand = Hand.deal(rules, seats, 0, deck_of(" ".join(cards), rules))
    play(hand, "1 draw / 1 spread 6C 6D 6H / 1 discard 6S")
    return hand


def deck_of(first: str, rules: RuleSet) -> list[str]:
    """The pack, dealt from these cards on."""
    cards = first.split()
    return cards + [card for card in rules.pack() if card not in cards]


def play(hand: Hand, actions: str) -> None:
    for text in actions.split(" / "):
        hand.act(*parse_action(text))


def asked_now(window: ClaimWindow) -> tuple[int, ...]:
    return window.asked


def claimer_of(window: ClaimWindow) -> int | None:
    return window.claimer


def never(_window: ClaimWindow, _seat: int) -> Action:
    return PASS


def slapping(*seats: int) -> Callable[[ClaimWindow, int], Action]:
    """These seats slap and keep their cards."""

    def decide(_window: ClaimWindow, seat: int) -> Action:
        return Slap(seat, 0) if seat in seats else PASS

    return decide


def asked_by(hand: Hand, *slappers: int, reaction: dict[int, float] | None = None) -> list[int]:
    """Return the seats that are asked, in order, if ``slappers`` slap."""
    asked: list[int] = []

    def decide(window: ClaimWindow, seat: int) -> Action:
        asked.append(seat)
        return slapping(*slappers)(window, seat)

    settle(hand, decide, None if reaction is None else reaction.__getitem__)
    return asked


# -- untimed -------------------------------------------------------------------------------------


def test_untimed_all_are_asked_from_the_next_seat_on_the_discarder_last() -> None:
    hand = slappable()
    assert ClaimWindow(hand).order == (2, 3, 0, 1)
    assert asked_by(hand) == [2, 3, 0, 1]


def test_untimed_one_seat_is_asked_at_a_time_and_the_first_to_slap_has_it() -> None:
    window = ClaimWindow(slappable())
    assert asked_now(window) == (2,)
    window.answer(2, PASS)
    assert asked_now(window) == (3,)
    window.answer(3, Slap(3, 0, "QS"))
    assert window.outcome == (3, Slap(3, 0, "QS"))
    assert asked_now(window) == ()
    assert window.is_open, "until the slap is played"


def test_the_slapper_of_its_own_discard_is_asked_without_a_discard() -> None:
    window = ClaimWindow(slappable())
    for seat in (2, 3, 0):
        window.answer(seat, PASS)
    assert window.view(1).legal == (Slap(1, 0), PASS)


def test_once_all_have_passed_the_turn_begins_without_slaps() -> None:
    hand = slappable()
    window = ClaimWindow(hand)
    assert settle(hand, never) is None
    for seat in window.order:
        window.answer(seat, PASS)
    assert not window.is_open
    assert not window.ends_hand
    assert window.view(2).legal == (DROP, DRAW, TAKE)
    assert window.view(2).may_act == (2,)
    assert window.view(3).legal == ()
    assert hand.legal_slaps(3), "the rules have no clock"


def test_who_is_not_asked_cannot_answer() -> None:
    window = ClaimWindow(slappable())
    with pytest.raises(ValueError, match="seat 3 is not asked"):
        window.answer(3, PASS)
    window.answer(2, PASS)
    with pytest.raises(ValueError, match="seat 2 is not asked"):
        window.answer(2, PASS)
    with pytest.raises(ValueError, match="may not answer"):
        window.answer(3, Slap(3, 1))
    with pytest.raises(ValueError, match="may not answer"):
        window.answer(3, Slap(2, 0))
    with pytest.raises(ValueError, match="may not answer"):
        window.answer(3, DRAW)


def test_seats_see_what_is_asked_of_them_and_nothing_else() -> None:
    window = ClaimWindow(slappable())
    cards = (None, "4D", "JD", "QD", "2S", "8S")
    assert window.view(2).legal == (*(Slap(2, 0, card) for card in cards), PASS)
    assert all(not window.view(seat).legal for seat in (0, 1, 3))
    assert all(window.view(seat).may_act == (2,) for seat in range(4))


def test_nobody_is_asked_about_a_card_that_fits_nothing_nor_within_a_turn() -> None:
    hand = slappable()
    play(hand, "2 draw")
    assert asked_now(ClaimWindow(hand)) == ()
    assert ClaimWindow(hand).view(2).legal == view(hand, 2).legal
    play(hand, "2 discard QD")
    assert not ClaimWindow(hand).is_open
    assert ClaimWindow(hand).view(3).legal == (DROP, DRAW, TAKE)


def test_no_one_is_asked_where_there_are_no_slaps() -> None:
    hand = slappable("standard")
    assert not ClaimWindow(hand).is_open
    assert not ClaimWindow(hand, lambda _seat: 0.0).is_open


# -- a race --------------------------------------------------------------------------------------


def test_in_a_race_all_are_asked_at_once_and_the_quickest_has_it() -> None:
    reaction = {0: 0.5, 1: 0.4, 2: 0.9, 3: 0.6}
    window = ClaimWindow(slappable(), reaction.__getitem__)
    assert asked_now(window) == (1, 0, 3, 2)
    window.answer(2, Slap(2, 0))
    assert window.outcome == (2, Slap(2, 0))
    assert asked_now(window) == (1, 0, 3), "any of them may yet be quicker"
    window.answer(0, Slap(0, 0))
    assert window.outcome == (0, Slap(0, 0))
    assert asked_now(window) == (1,)
    window.answer(1, PASS)
    assert window.outcome == (0, Slap(0, 0))
    assert asked_now(window) == ()


def test_in_a_race_nobody_slower_than_the_slapper_is_asked() -> None:
    reaction = {0: 0.5, 1: 0.4, 2: 0.9, 3: 0.6}
    assert asked_by(slappable(), 0, 2, reaction=reaction) == [1, 0]


def test_equal_reactions_go_by_the_untimed_order() -> None:
    reaction = dict.fromkeys(range(4), 0.5)
    assert ClaimWindow(slappable(), reaction.__getitem__).order == (2, 3, 0, 1)


def test_a_reaction_beyond_the_race_is_too_late() -> None:
    reaction = {0: 1.01, 1: 1.0, 2: 1.05, 3: 1.04}
    window = ClaimWindow(slappable(), reaction.__getitem__)
    assert asked_now(window) == (1,)
    window.answer(1, PASS)
    assert not window.is_open


def test_a_race_that_is_closed_leaves_the_card() -> None:
    hand = slappable()
    window = ClaimWindow(hand, lambda _seat: 0.5)
    window.answer(0, Slap(0, 0))
    window.close()
    assert window.outcome is None
    assert not window.is_open
    assert window.view(2).legal == (DROP, DRAW, TAKE)


def test_in_a_race_the_next_seat_may_be_let_begin_its_turn() -> None:
    window = ClaimWindow(slappable(), lambda _seat: 0.5)
    slaps = tuple(window.hand.legal_slaps(2))
    assert window.view(2).legal == (*slaps, PASS)
    assert window.view(2, may_begin=True).legal == (DROP, DRAW, TAKE, *slaps, PASS)
    assert window.view(0, may_begin=True).legal == window.view(0).legal
    untimed = ClaimWindow(slappable())
    assert untimed.view(2, may_begin=True).legal == (*slaps, PASS)


# -- after a slap --------------------------------------------------------------------------------


def test_a_slap_with_a_discard_that_fits_reopens_the_window() -> None:
    rules = preset("slap").changed(naturals=())
    deck = deck_of("6C 2S 3C 6D 3S 5H 6H 4S 7S 6S 5S TC 9C QD KH AD", rules)
    hand = Hand.deal(rules, 3, 0, deck)
    play(hand, "1 draw / 1 spread 6C 6D 6H / 1 discard 9C")
    play(hand, "2 draw / 2 spread 2S 3S 4S / 2 discard QD / 0 draw / 0 discard KH")
    play(hand, "1 draw / 1 discard 6S")
    window = ClaimWindow(hand)
    assert window.order == (2, 0, 1)
    window.answer(2, Slap(2, 0, "5S"))
    assert window.outcome is not None
    hand.act(*window.outcome)
    again = ClaimWindow(hand)
    assert hand.pile[-1] == "5S"
    assert again.order == (0, 1, 2), "from the seat on turn, which has not changed, discarder last"
    assert again.view(2).legal == ()


def test_a_slap_without_a_discard_leaves_nothing_to_slap() -> None:
    hand = placed(slappable(), idle_turns=1)
    outcome = settle(hand, slapping(3))
    assert outcome == (3, Slap(3, 0))
    hand.act(*outcome)
    assert hand.idle_turns == 0, "no turn is idle in which a card was laid"
    assert not ClaimWindow(hand).is_open
    assert ClaimWindow(hand).view(2).legal == (DROP, DRAW, TAKE)


# -- the next seat first -------------------------------------------------------------------------


def test_the_next_seat_is_asked_first_whether_it_claims_the_card() -> None:
    for reaction in (None, lambda _seat: 0.2):
        window = ClaimWindow(slappable("slap_polite"), reaction)
        assert claimer_of(window) == 2
        assert asked_now(window) == (2,)
        seen = window.view(2)
        assert seen.legal == (TAKE, PASS)
        assert seen.after_pass == (DROP, DRAW, TAKE)
        assert seen.may_act == (2,)
        assert all(not window.view(seat).legal for seat in (0, 1, 3))
        with pytest.raises(ValueError, match="not asked"):
            window.answer(0, Slap(0, 0))


def test_a_claimed_card_has_to_be_used_at_once() -> None:
    hand = slappable("slap_polite")
    outcome = settle(hand, lambda window, seat: TAKE if seat == window.claimer else PASS)
    assert outcome == (2, TAKE)
    hand.act(*outcome)
    assert hand.must_use == "6S"
    window = ClaimWindow(hand)
    assert not window.is_open
    seen = window.view(2)
    assert seen.must_use == "6S"
    assert seen.legal == (Hit("6S", 0),)
    assert hand.why_illegal(2, Discard("QD")) is Reason.MUST_USE_TAKEN
    with pytest.raises(IllegalActionError):
        hand.act(2, Discard("QD"))
    hand.act(2, Hit("6S", 0))
    assert {type(action) for action in hand.legal()} == {Discard}


def test_a_claim_is_a_take_in_the_log_and_brings_no_second_discard() -> None:
    hand = slappable("slap_polite")
    settled = settle(hand, lambda _window, _seat: TAKE)
    assert settled is not None
    move = hand.act(*settled)
    assert (move.seat, move.action, move.card) == (2, TAKE, "6S")
    play(hand, "2 hit 6S 0 / 2 discard QD")
    assert hand.turn == 3


def test_what_the_next_seat_leaves_goes_to_the_others_but_never_to_itself() -> None:
    hand = slappable("slap_polite")
    window = ClaimWindow(hand)
    window.answer(2, PASS)
    assert claimer_of(window) is None
    assert window.order == (3, 0, 1)
    assert asked_now(window) == (3,)
    window.answer(3, Slap(3, 0))
    assert window.outcome == (3, Slap(3, 0))


def test_an_answer_other_than_take_declines_the_claim() -> None:
    window = ClaimWindow(slappable("slap_polite"), {0: 0.5, 1: 0.7, 3: 0.6}.__getitem__)
    window.answer(2, DRAW)
    assert asked_now(window) == (0, 3, 1)


def test_a_card_that_was_left_may_still_be_taken_in_the_ordinary_way() -> None:
    hand = slappable("slap_polite")
    assert settle(hand, never) is None
    play(hand, "2 take")
    assert hand.must_use is None
    assert Discard("QD") in hand.legal()


def test_a_claim_that_was_not_answered_lapses_when_the_window_is_closed() -> None:
    hand = slappable("slap_polite")
    ClaimWindow(hand).close()
    play(hand, "2 take")
    assert hand.must_use is None


def test_nobody_is_asked_to_claim_what_it_could_not_use() -> None:
    """The last card of a seat that was hit may not be laid, so it cannot be claimed."""
    hand = slappable("slap_polite", hit_blocks_out=True)
    assert claimer_of(ClaimWindow(hand)) == 2
    hand.hands[2], hand.standings[2].is_blocked = [], True
    assert claimer_of(ClaimWindow(hand)) is None


def test_records_need_not_have_claimed() -> None:
    hand = slappable("slap_polite")
    play(hand, "2 take / 2 discard QD")
    assert hand.turn == 3


def test_a_claim_outlives_a_hand_that_is_taken_up_again() -> None:
    hand = slappable("slap_polite")
    play(hand, "2 take")
    restore_claim(hand)
    assert hand.must_use == "6S"
    assert tuple(hand.legal()) == (Hit("6S", 0),)
    play(hand, "2 hit 6S 0")
    restore_claim(hand)
    assert hand.must_use is None


@pytest.mark.parametrize("name", ["slap", "standard"])
def test_a_take_is_no_claim_under_other_rules(name: str) -> None:
    hand = slappable(name)
    play(hand, "2 take")
    restore_claim(hand)
    assert hand.must_use is None


def test_a_claim_is_known_to_a_hand_made_from_its_position() -> None:
    hand = slappable("slap_polite")
    claim = settle(hand, lambda _window, _seat: TAKE)
    assert claim is not None
    hand.act(*claim)
    assert tuple(Position.of(hand).hand().legal()) == (Hit("6S", 0),)


def test_a_copy_keeps_the_open_claim() -> None:
    hand = slappable("slap_polite")
    ClaimWindow(hand)
    twin = hand.copy()
    twin.act(2, TAKE)
    assert twin.must_use == "6S"
    assert hand.must_use is None


# -- a stock-out that waits ----------------------------------------------------------------------


def ending(name: str = "slap", **changed: object) -> Hand:
    """The last card of the stock has been drawn, and its discard can be slapped."""
    rules = preset(name).changed(naturals=(), stock_end="at_once", **changed)
    deck = deck_of("6C 3C 6D 5H 6H 7S 6S TC 9C KH AD 9D", rules)
    hand = Hand.deal(rules, 2, 0, deck)
    play(hand, "1 draw / 1 spread 6C 6D 6H")
    hand = placed(hand, stock="")
    play(hand, "1 discard 6S")
    return hand


def test_a_stock_out_waits_until_all_have_passed() -> None:
    hand = ending()
    window = ClaimWindow(hand)
    assert hand.phase == Phase.SLAP
    assert asked_now(window) == (0,)
    assert window.is_open
    for seat in (0, 1):
        window.answer(seat, PASS)
    assert window.ends_hand
    assert window.view(0).legal == ()
    assert window.view(0).may_act == ()
    hand.close_slap()
    assert hand.result is not None
    assert hand.result.ending is Ending.STOCKOUT
    assert window.view(0).result is hand.result


def test_a_slap_before_a_stock_out_that_is_due_may_be_the_last() -> None:
    hand = ending()
    outcome = settle(hand, slapping(0))
    assert outcome == (0, Slap(0, 0))
    hand.act(*outcome)
    assert hand.result is not None
    assert hand.result.ending is Ending.STOCKOUT


def test_the_next_seat_cannot_claim_once_the_hand_is_due_to_end() -> None:
    window = ClaimWindow(ending("slap_polite"))
    assert claimer_of(window) is None
    assert window.order == (1,)
    assert STOP not in window.view(1).legal


# -- drops between turns -------------------------------------------------------------------------


def any_time(name: str = "standard", /, **changed: object) -> Hand:
    """As ``slappable``, seat 2 being next, and drops may come between turns."""
    return slappable(name, 4, drop_when="any_time", **changed)


def dropping(*seats: int) -> Callable[[ClaimWindow, int], Action]:
    """Return a player of windows for whom these seats drop if they may."""

    def decide(window: ClaimWindow, seat: int) -> Action:
        return DROP if seat in seats and DROP in window.options(seat) else PASS

    return decide


def test_after_a_turn_all_are_asked_whether_they_drop_who_has_just_played_last() -> None:
    window = ClaimWindow(any_time())
    assert window.order == (2, 3, 0, 1)
    for seat in window.order:
        assert asked_now(window) == (seat,)
        assert window.view(seat).legal == (DROP, PASS)
        window.answer(seat, PASS)
    assert not window.is_open
    assert window.view(2).legal == (DROP, DRAW, TAKE), "its own turn may still begin with a drop"
    assert window.view(3).legal == ()


def test_after_the_deal_all_are_asked_from_eldest_on() -> None:
    rules = preset("standard").changed(naturals=(), drop_when="any_time")
    hand = Hand.deal(rules, 3, 1, deck_of("2C", rules))
    assert ClaimWindow(hand).order == (2, 0, 1)
    hand.act(0, DROP)
    assert hand.result is not None
    assert hand.result.ending in (Ending.DROP, Ending.CAUGHT)
    assert hand.finish == (Ending.DROP, 0, 1)


def test_a_drop_out_of_turn_ends_the_hand_as_a_drop_like_any() -> None:
    hand = any_time()
    outcome = settle(hand, dropping(1))
    assert outcome == (1, DROP)
    hand.act(*outcome)
    assert hand.result is not None
    assert hand.result.ending is Ending.DROP, "seat 1 held a nine and two sixes less"
    assert hand.result.winners == (1,)
    assert hand.log[-1].seat == 1
    assert not ClaimWindow(hand).is_open


def test_the_next_seat_is_in_the_race_with_its_own_drop_and_nothing_else_of_its_turn() -> None:
    hand = any_time("slap")
    window = ClaimWindow(hand, {0: 0.4, 1: 0.5, 2: 0.3, 3: 0.6}.__getitem__)
    assert asked_now(window) == (2, 0, 1, 3)
    seen = window.view(2, may_begin=True)
    assert seen.legal == (DROP, *hand.legal_slaps(2), PASS)
    window.answer(2, DROP)
    assert window.outcome == (2, DROP)
    hand.act(*window.outcome)
    assert hand.result is not None
    assert hand.finish == (Ending.DROP, 2, 1)


def test_slaps_and_drops_stand_in_one_window_and_the_quickest_has_it() -> None:
    reaction = {0: 0.4, 1: 0.5, 2: 0.9, 3: 0.3}.__getitem__
    window = ClaimWindow(any_time("slap"), reaction)
    window.answer(0, DROP)
    assert asked_now(window) == (3,)
    window.answer(3, Slap(3, 0))
    assert window.outcome == (3, Slap(3, 0))
    window.hand.act(*window.outcome)
    again = ClaimWindow(window.hand, reaction)
    assert again.order == (3, 0, 1, 2), "the slap was a move: who may drop is asked again"
    assert again.view(0).legal == (DROP, PASS)


def test_the_next_seats_claim_is_settled_before_any_slap_or_drop_of_another() -> None:
    for reaction in (None, {0: 0.1, 1: 0.1, 2: 0.9, 3: 0.1}.__getitem__):
        window = ClaimWindow(any_time("slap_polite"), reaction)
        assert asked_now(window) == (2,)
        assert window.view(2).legal == (TAKE, PASS)
        with pytest.raises(ValueError, match="not asked"):
            window.answer(0, DROP)
        window.answer(2, PASS)
        assert set(window.order) == {0, 1, 2, 3}
        assert window.view(asked_now(window)[0]).legal != ()
    untimed = ClaimWindow(any_time("slap_polite"))
    untimed.answer(2, PASS)
    assert untimed.view(2).legal == (DROP, PASS), "the next seat never slaps, yet may drop"


def test_who_must_wait_is_not_asked() -> None:
    hand = any_time(wait_after_spread=1)
    assert hand.waits == (0, 1, 0, 0)
    assert ClaimWindow(hand).order == (2, 3, 0)
    assert hand.why_illegal(1, DROP) is Reason.WAITING
    play(hand, "2 draw / 2 discard JD / 3 draw / 3 discard QS / 0 draw / 0 discard KH / 1 draw")
    assert hand.why_illegal(1, DROP) is Reason.ALREADY_DREW
    assert hand.why_illegal(0, DROP) is Reason.DROP_BETWEEN_TURNS
    play(hand, "1 discard 9C")
    assert hand.waits == (0, 0, 0, 0)
    assert ClaimWindow(hand).order == (2, 3, 0, 1), "the wait was over when its turn began"


def test_who_has_not_begun_a_turn_may_not_drop_where_first_turns_are_without() -> None:
    hand = any_time(first_turn_drop=False)
    assert ClaimWindow(hand).order == (1,)
    assert hand.why_illegal(0, DROP) is Reason.NOT_ON_FIRST_TURN
    assert hand.why_illegal(2, DROP) is Reason.NOT_ON_FIRST_TURN
    play(hand, "2 draw / 2 discard JD")
    assert ClaimWindow(hand).order == (1, 2)


def test_nobody_drops_once_a_stock_out_is_due() -> None:
    hand = ending(drop_when="any_time")
    assert hand.phase is Phase.SLAP
    assert ClaimWindow(hand).order == (0, 1)
    assert hand.droppers() == ()
    assert not any(DROP in ClaimWindow(hand).options(seat) for seat in (0, 1))
    assert hand.why_illegal(1, DROP) is Reason.HAND_ENDING


def test_a_window_for_drops_that_is_closed_leaves_the_turn() -> None:
    hand = any_time()
    window = ClaimWindow(hand, lambda _seat: 0.5)
    window.answer(0, DROP)
    window.close()
    assert window.outcome is None
    assert window.view(2).legal == (DROP, DRAW, TAKE)
    assert window.view(0).legal == ()
    assert hand.why_illegal(0, DROP) is None, "the rules have no clock"


def test_by_the_usual_rules_nobody_drops_out_of_turn() -> None:
    hand = slappable("standard")
    assert ClaimWindow(hand).order == ()
    assert hand.may_act() == (2,)
    assert view(hand, 3).legal == ()
    assert hand.why_illegal(3, DROP) is Reason.DROP_ON_OWN_TURN
    play(hand, "2 draw")
    assert hand.why_illegal(3, DROP) is Reason.DROP_ON_OWN_TURN
    assert hand.why_illegal(4, DROP) is Reason.NO_SUCH_SEAT
    assert hand.why_illegal(-1, DROP) is Reason.NO_SUCH_SEAT


def test_a_seat_without_cards_may_drop_between_turns() -> None:
    hand = placed(any_time(booed=True), {3: ""}, "KD 2H")
    assert settle(hand, dropping(3)) == (3, DROP)
    hand.act(3, DROP)
    assert hand.result is not None
    assert (hand.result.ending, hand.result.winners) == (Ending.DROP, (3,))


def test_a_record_tells_a_drop_out_of_turn_by_its_seat() -> None:
    hand = any_time()
    hand.act(0, DROP)
    record = record_of(hand, ["A", "B", "C", "D"])
    assert record.actions[-1] == "0 drop"
    assert replay(record).result == hand.result
    usual = replace(record, rules=record.rules.changed(drop_when="own_turn"))
    with pytest.raises(RecordError, match=r'^action 4 "0 drop": by these rules .* own turn$'):
        replay(usual)


# -- whole hands ---------------------------------------------------------------------------------


@pytest.mark.share(5)
@pytest.mark.parametrize("name", ["standard", "slap", "slap_polite"])
@pytest.mark.parametrize("is_race", [False, True])
@pytest.mark.parametrize("drop_when", ["own_turn", "any_time"])
def test_hands_driven_by_the_window_end_and_replay_from_their_records(
    name: str, is_race: bool, drop_when: str
) -> None:
    claims = slaps = drops = 0
    # Drops at any time end many hands before a slap or a claim.
    for seed in range(60 if EVERY else 30 if drop_when == "any_time" else 10):
        dice = Random(seed)
        rules = preset(name).changed(
            stock_end=dice.choice(["willing", "at_once"]),
            last_lay=dice.choice(["no", "drop", "both"]),
            drop_when=drop_when,
        )
        hand = Hand.deal(rules, 4, 0, shuffled(rules.pack(), f"{seed:064x}"))
        while not hand.is_over:
            claimed, turn = hand.must_use, hand.turn
            play_a_move(hand, dice, dice.random if is_race else None)
            last = hand.log[-1]
            drops += last.action == DROP and last.seat != turn
            if claimed is not None:
                assert claimed in cards_played(last.action)
            claims += hand.must_use is not None
            slaps += isinstance(last.action, Slap)
        again = replay(record_of(hand, ["A", "B", "C", "D"]))
        assert again.result == hand.result
    assert bool(slaps) == (name != "standard")
    assert bool(claims) == (name == "slap_polite")
    assert bool(drops) == (drop_when == "any_time")


def play_a_move(hand: Hand, dice: Random, reaction: Callable[[], float] | None) -> None:
    """Play what happens next, at random: a claim, a slap, the end, or an action of the turn."""

    def decide(window: ClaimWindow, seat: int) -> Action:
        seen = window.view(seat)
        assert seat in seen.may_act
        assert PASS in seen.legal
        quiet = [action for action in seen.legal if action != DROP]
        return dice.choice(seen.legal if dice.random() < 0.02 else quiet)

    out_of_turn = settle(hand, decide, None if reaction is None else lambda _seat: reaction())
    if out_of_turn:
        hand.act(*out_of_turn)
    elif hand.phase is Phase.SLAP:
        hand.close_slap()
    else:
        turn = [action for action in hand.legal() if action != DROP] or [DROP]
        hand.act(hand.turn, dice.choice(turn))
