"""What a table may agree on beyond stakes: points, the big one, pots, and later players."""

import pytest

from game.play.ledger import EMPTY_POT, Joining, Ledger, Pot
from game.play.plan import Plan, Player, Standing
from game.play.session import Session, SessionError
from game.rules.naturals import Natural
from game.rules.presets import preset
from game.rules.results import HighSuitBet, NaturalBet
from game.rules.ruleset import RuleSet
from tests.session.players import FOUR, careless, eager, play_hands, play_out

ALL_CARELESS = [careless] * 6


def _session(rules: RuleSet, length: int | None = None) -> Session:
    return Session.start(Plan(FOUR, rules, seed_text="pots", length=length))


def test_a_push_up_adds_points_and_ends_at_its_target() -> None:
    session = _session(preset("push_up"))
    while not session.is_over:
        before = session.standing.ledger.points
        assert max(before) < 100
        play_hands(session, ALL_CARELESS, 1)
        assert session.hand is not None
        assert session.hand.result is not None
        added = session.hand.result.payments
        points = tuple(was + more for was, more in zip(before, added, strict=True))
        assert session.standing.ledger.points == points
    assert max(session.standing.ledger.points) >= 100
    assert session.bankrolls == (100,) * 4
    with pytest.raises(SessionError, match="over"):
        session.next_hand()


@pytest.mark.parametrize(("points", "is_over"), [(99, False), (100, True), (101, True)])
def test_a_push_up_ends_at_exactly_its_target(points: int, *, is_over: bool) -> None:
    assert Ledger((0, 0), (points, 3)).is_pushed_up(preset("push_up")) is is_over


def best(worth: tuple[int, ...]) -> tuple[int, ...]:
    """The seats that have most."""
    return tuple(seat for seat, own in enumerate(worth) if own == max(worth))


def test_fewest_points_win_a_push_up_most_money_or_points_elsewhere() -> None:
    ledger = Ledger((90, 120, 90), (12, 30, 12))
    assert best(ledger.merits(preset("push_up"))) == (0, 2)
    assert best(ledger.merits(preset("washington_state"))) == (1,)
    assert best(ledger.merits(RuleSet())) == (1,)


def test_a_score_pad_is_paid_when_the_session_is_closed() -> None:
    session = _session(preset("washington_state").changed(stake=3))
    play_hands(session, ALL_CARELESS, 12)
    points = session.standing.ledger.points
    assert any(points)
    assert sum(points) == 0
    assert session.bankrolls == (300,) * 4
    session.close()
    assert session.bankrolls == tuple(300 + 3 * each for each in points)


def test_the_last_hands_of_a_known_length_are_big_ones() -> None:
    session = _session(RuleSet(big_one=2), length=5)
    bigs = []
    while not session.is_over:
        play_hands(session, ALL_CARELESS, 1)
        assert session.hand is not None
        bigs.append(session.hand.is_big_one)
    assert bigs == [False, False, False, True, True]


def test_a_dealer_may_call_the_big_one_for_the_rest() -> None:
    session = _session(RuleSet())
    play_hands(session, ALL_CARELESS, 1)
    assert not session.comes_big
    session.call_big_one()
    play_hands(session, ALL_CARELESS, 2)
    records = session.history()
    assert [record.big_one for record in records] == [False, True, True]


def test_a_later_player_sits_on_the_dealers_right_and_seat_0_stays() -> None:
    for hands in range(4):
        session = _session(preset("push_up").changed(push_up_target=10_000))
        play_hands(session, ALL_CARELESS, hands)
        dealer = session.players[session.standing.dealer]
        most = max(session.standing.ledger.points)
        seat = session.join(Player("Eve", "e"))
        assert session.players[0] == FOUR[0]
        assert session.players[session.standing.dealer] == dealer
        assert (seat + 1) % 5 == session.standing.dealer
        assert session.standing.ledger.points[seat] == most
        assert session.bankrolls[seat] == 100
        play_hands(session, ALL_CARELESS, 1)
        assert session.hand is not None
        assert session.hand.seats == 5
        assert session.players[session.dealer] == dealer


def test_pots_stand_over_hands_and_no_stake_is_lost() -> None:
    session = _session(RuleSet(high_suit_bet="called", natural_bet="first_spread", stake=2))
    stood, won = 0, 0
    for number in range(40):
        if number > 12 and stood and won:
            break
        ledger = session.standing.ledger
        session.next_hand(Joining((0, 2), "H", (1, 2, 3)))
        play_out(session, [eager] * 4)
        assert session.hand is not None
        assert session.hand.bets.natural == NaturalBet((1, 2, 3), ledger.natural.stakes)
        assert session.hand.bets.high_suit == HighSuitBet("H", (0, 2), ledger.high_suit.stakes)
        after = session.standing.ledger
        in_pots = 2 * (after.high_suit.stakes + after.natural.stakes)
        assert sum(after.bankrolls) + in_pots == 800
        stood += after.natural.stakes > ledger.natural.stakes
        won += after.natural.stakes == 0
    assert stood
    assert won
    session.close()
    assert sum(session.bankrolls) == 800


@pytest.mark.parametrize(
    ("dealer", "money"),
    [(0, (10, 20, 0, 20)), (1, (20, 10, 0, 20)), (2, (20, 10, 0, 20)), (3, (20, 20, 0, 10))],
)
def test_odd_stakes_of_a_pot_go_to_those_nearest_the_dealers_left(
    dealer: int, money: tuple[int, ...]
) -> None:
    ledger = Ledger((0, 0, 0, 0), (0, 0, 0, 0), natural=Pot(5, (0, 1, 3)))
    shared = ledger.with_pots_shared(dealer, RuleSet(stake=10))
    assert shared.bankrolls == money
    assert shared.natural == EMPTY_POT


def test_the_natural_pot_is_joined_at_any_deal_and_left_at_a_loss() -> None:
    # Every hand is a tied natural: nobody pays, and nobody can lay a book.
    naturals = (Natural.at_most(50),)
    session = _session(RuleSet(natural_bet="first_spread", side_ante=3, naturals=naturals))
    for joined in ((0, 1), (1, 2), (1, 2, 3), ()):
        session.next_hand(Joining(natural=joined))
    assert session.bankrolls == (97, 91, 94, 97)
    session.close()
    assert session.bankrolls == (97, 98, 101, 104)


def test_bets_that_the_rules_lack_or_nobody_joins_are_none() -> None:
    ledger = Ledger((0, 0), (0, 0), high_suit=Pot(7, (0,)))
    everybody = Joining((0, 1), "H", (0, 1))
    assert everybody.side_bets(ledger, RuleSet()).high_suit is None
    spades = everybody.side_bets(ledger, RuleSet(high_suit_bet="spades"))
    assert spades.high_suit == HighSuitBet("S", (0, 1), 7)
    assert Joining().side_bets(ledger, RuleSet(natural_bet="dealt")).natural is None


@pytest.mark.parametrize("other", [1, 2, 3])
def test_a_pots_seats_move_with_their_players_when_one_joins(other: int) -> None:
    rules = RuleSet(natural_bet="dealt", naturals=(Natural.at_most(50, low_wins=True),))
    session = _session(rules)
    session.next_hand(Joining(natural=(0, other)))
    names = {session.names[seat] for seat in session.standing.ledger.natural.joined}
    assert names == {session.names[0], session.names[other]}
    session.join(Player("Eve", "e"))
    pot = session.standing.ledger.natural
    assert {session.names[seat] for seat in pot.joined} == names
    assert pot.stakes == 2


def test_a_standing_whose_parts_do_not_fit_is_refused() -> None:
    ledger = Ledger((100,) * 4, (0,) * 4)
    with pytest.raises(ValueError, match="no seat 4"):
        Standing(FOUR, 4, ledger)
    with pytest.raises(ValueError, match="accounts"):
        Standing(FOUR[:3], 0, ledger)
