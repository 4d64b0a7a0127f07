"""What bots do about side bets before a deal, what all see of the pots, and how they are shared."""

import pytest

from ai import betting
from game.play.driver import Driver
from game.play.ledger import Joining, Pot, pots_in_play
from game.play.plan import Plan, Player, agreed_length, seed_of_another
from game.play.session import Session
from game.rules.ruleset import RuleSet
from tests.session.players import FOUR, careless, eager, play_out

BOTH = RuleSet(high_suit_bet="called", natural_bet="first_spread")


def _session(rules: RuleSet = BOTH, seed: str = "joining") -> Session:
    return Session.start(Plan(FOUR, rules, seed_text=seed))


def bots_join(session: Session) -> Joining:
    """What the bots do about the side bets of the next hand."""
    return Driver(session, betting, session.human).bots_join()


def test_bots_decide_the_same_before_the_same_hand_and_not_always_the_same() -> None:
    seen = set()
    for number in range(30):
        session = _session(seed=str(number))
        joining = bots_join(session)
        assert joining == bots_join(session) == bots_join(_session(seed=str(number)))
        assert session.human not in {*joining.high_suit, *joining.natural}
        seen.add(joining)
    assert {joining.suit for joining in seen} == set("CDHS")
    assert len({joining.high_suit for joining in seen}) > 4
    assert len({joining.natural for joining in seen}) > 4


def test_what_real_bots_decide_is_not_drawn_anew_each_time_it_is_asked() -> None:
    session = Session.start(Plan(FOUR, BOTH))
    assert len({bots_join(session) for _ in range(20)}) == 1


def test_every_bot_joins_where_stakes_stand_in_a_pot() -> None:
    session = _session()
    while not session.standing.ledger.natural.stakes:
        session.next_hand(bots_join(session).with_seat(0, high_suit=False, natural=True))
        play_out(session, [careless] * 4)
    assert bots_join(session).natural == (1, 2, 3)


def test_bots_join_nothing_that_the_rules_lack_and_spades_are_spades() -> None:
    assert not RuleSet().has_bets
    assert bots_join(_session(RuleSet())) == Joining()
    spades = RuleSet(high_suit_bet="spades")
    assert spades.has_bets
    assert {bots_join(_session(spades, str(n))).suit for n in range(9)} == {"S"}
    assert bots_join(_session(spades)).natural == ()


def test_a_suit_that_is_not_in_the_pack_is_never_called() -> None:
    rules = RuleSet(high_suit_bet="called", suits="DH")
    sessions = [Session.start(Plan(FOUR[:2], rules, seed_text=str(n))) for n in range(20)]
    assert {bots_join(session).suit for session in sessions} == {"D", "H"}


def test_a_person_is_in_or_out_once() -> None:
    joining = Joining((1, 3), "H", (0, 2))
    assert joining.with_seat(0, high_suit=True, natural=False) == Joining((0, 1, 3), "H", (2,))
    assert joining.with_seat(0, high_suit=False, natural=True) == joining


def test_who_has_the_highest_of_a_called_suit_is_told_when_the_hand_is_over() -> None:
    session = _session(RuleSet(high_suit_bet="called"))
    hand = session.next_hand(Joining((0, 1, 2, 3), "H"))
    (before,) = pots_in_play(hand)
    assert (before.stakes, before.winner, before.card, before.is_decided) == (4, None, None, False)
    play_out(session, [careless] * 4)
    (after,) = pots_in_play(hand)
    assert after.is_decided
    assert after.winner is not None
    assert after.card is not None
    assert after.card[1] == "H"
    assert hand.result is not None
    assert hand.result.side_payments[after.winner] == 3


def test_spades_are_shown_at_once() -> None:
    session = _session(RuleSet(high_suit_bet="spades"))
    (pot,) = pots_in_play(session.next_hand(Joining((0, 1, 2, 3))))
    assert pot.is_decided
    assert pot.winner is not None


def test_a_natural_pot_is_won_when_the_book_is_laid() -> None:
    session = _session(RuleSet(natural_bet="first_spread"))
    for _ in range(30):
        hand = session.next_hand(Joining(natural=(0, 1, 2, 3)))
        play_out(session, [eager] * 4)
        (pot,) = pots_in_play(hand)
        assert pot.is_decided
        assert pot.winner == hand.natural_pot_winner
        assert session.standing.ledger.natural.stakes == (
            0 if pot.winner is not None else pot.stakes
        )


def test_shares_are_whole_stakes_and_all_of_the_pot() -> None:
    assert Pot(7, (0, 2)).shares(4, 0) == (3, 0, 4, 0)
    assert Pot().shares(3, 1) == (0, 0, 0)


def test_rules_with_a_big_one_need_a_length() -> None:
    assert agreed_length(0, RuleSet()) is None
    assert agreed_length(20, RuleSet()) == 20
    assert agreed_length(0, RuleSet(big_one=3)) == 10
    assert agreed_length(2, RuleSet(big_one=3)) == 3


@pytest.mark.parametrize("big_one", [0, 3])
@pytest.mark.parametrize("hands", [0, 5])
def test_a_push_up_session_ends_at_its_target_alone(hands: int, big_one: int) -> None:
    assert agreed_length(hands, RuleSet(scoring="push_up", big_one=big_one)) is None


def test_one_more_session_has_other_hands() -> None:
    assert seed_of_another(None) is None
    assert seed_of_another("x") == "x#2"
    assert seed_of_another("x#9") == "x#10"
    assert seed_of_another("#") == "##2"


def test_a_later_player_has_a_name_of_its_own() -> None:
    seated = [Player("Ada"), Player("Basil", "b")]
    assert Player.later(seated, "c") == Player("Cleo", "c")
