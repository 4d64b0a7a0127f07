"""What each hand brought whom, and who has won in the end."""

import pytest

from game.play.ledger import Joining
from game.play.plan import Plan, Player
from game.play.scores import ScoreTable
from game.play.session import Session
from game.rules.presets import preset
from game.rules.ruleset import RuleSet
from tests.session.players import FOUR, careless, play_hands, play_out


def _played(rules: RuleSet, hands: int, length: int | None = None) -> Session:
    session = Session.start(Plan(FOUR, rules, seed_text="scores", length=length))
    play_hands(session, [careless] * 6, hands)
    return session


def test_money_hand_by_hand_ends_at_what_everybody_owns() -> None:
    session = _played(RuleSet(stake=3, natural_bet="dealt"), 3)
    session.next_hand(Joining(natural=(0, 1)))
    play_out(session, [careless] * 4)
    table = ScoreTable.of(session)
    assert [row.number for row in table.rows] == [1, 2, 3, 4]
    assert table.rows[-1].totals == session.bankrolls
    for seat in range(4):
        curve = table.curve(seat)
        assert curve[0] == 300
        won = [row.changes[seat] or 0 for row in table.rows]
        assert list(curve[1:]) == [300 + sum(won[:hands]) for hands in range(1, 5)]


@pytest.mark.parametrize("scoring", ["stakes", "scorepad"])
@pytest.mark.parametrize("seed", range(4))
def test_pots_shared_at_the_end_lead_from_the_last_hand_to_what_everybody_owns(
    scoring: str, seed: int
) -> None:
    rules = RuleSet(stake=5, high_suit_bet="spades", natural_bet="dealt").changed(scoring=scoring)
    session = Session.start(Plan(FOUR, rules, seed_text=f"shared {seed}"))
    while not session.standing.ledger.high_suit.stakes or session.number < 3:
        session.next_hand(Joining(high_suit=(0, 2), natural=(0, 1)))
        play_out(session, [careless] * 4)
    before = ScoreTable.of(session)
    assert not before.shares
    session.close()
    table = ScoreTable.of(session)
    assert table.rows == before.rows
    assert sum(table.shares) >= 2
    ends = [table.curve(seat)[-1] or 0 for seat in range(4)]
    if scoring == "scorepad":
        ends = [500 + 5 * points for points in ends]
    assert tuple(ends) == session.bankrolls
    assert [len(table.curve(seat)) for seat in range(4)] == [len(table.rows) + 2] * 4


def test_a_later_player_has_no_score_before_and_begins_a_push_up_with_the_most() -> None:
    session = _played(preset("push_up").changed(push_up_target=10_000), 3)
    seat = session.join(Player("Eve", "e"))
    most = max(session.standing.ledger.points)
    play_hands(session, [careless] * 5, 2)
    table = ScoreTable.of(session)
    assert table.rows[2].totals[seat] is None
    change = table.rows[3].changes[seat]
    assert change is not None
    assert table.rows[3].totals[seat] == most + change
    assert table.rows[-1].totals == session.standing.ledger.points
    assert table.curve(seat)[:4] == (None,) * 4


@pytest.mark.parametrize("rules", [RuleSet(stake=3), preset("washington_state")])
@pytest.mark.parametrize("seed", range(6))
def test_who_takes_over_a_seat_takes_over_its_scores(rules: RuleSet, seed: int) -> None:
    """Also where a name comes back in another seat, and while others join."""
    session = Session.start(Plan(FOUR[:2], rules, seed_text=f"seats {seed}"))
    names = ("Zoe", "Ada", "Ada", "Bob", "Ada", "Zoe")
    known: list[list[int | None]] = []
    for hand, name in enumerate(names):
        bots = [player for player in session.players if not player.is_human]
        others = [Player(f"{name} {at}" if at else name, "regular") for at in range(len(bots))]
        session.change_opponents(others[::-1])
        for at in range(2 if hand == 3 else hand == 1):
            place = session.join(Player(f"Late {hand} {at}", "regular"))
            for row in known:
                row.insert(place, None)
        play_hands(session, [careless] * 6, 1)
        ledger = session.standing.ledger
        known.append(list(ledger.points if rules.scoring == "scorepad" else ledger.bankrolls))
        if hand % 2:
            session.next_hand()
            session.give_up()
        table = ScoreTable.of(session)
        assert table.names == session.names
        assert [list(row.totals) for row in table.rows] == known
        for line in table.rows:
            late = [total is None for total in line.totals]
            assert late == [change is None for change in line.changes]
    session.join(Player("Last", "regular"))
    assert len(ScoreTable.of(session).rows[-1].totals) == len(session.names) == 6


def test_a_hand_with_too_few_seats_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    session = _played(RuleSet(), 2)
    session.join(Player("Eve", "e"))
    play_hands(session, [careless] * 5, 1)
    forged = session.history()[::-1]
    monkeypatch.setattr(session, "history", lambda: forged)
    assert [row.changes for row in ScoreTable.of(session).rows] == [session.changes(forged[0])]


def test_a_big_one_is_marked() -> None:
    table = ScoreTable.of(_played(RuleSet(big_one=2), 9, length=4))
    assert [row.is_big_one for row in table.rows] == [False, False, True, True]


def test_fewest_points_win_a_push_up() -> None:
    session = _played(preset("push_up"), 99)
    points = session.standing.ledger.points
    assert [points[seat] for seat in session.best_first()] == sorted(points)
    assert {points[seat] for seat in session.winners()} == {min(points)}
    tied = _played(preset("push_up"), 0)
    assert tied.winners() == (0, 1, 2, 3)


def test_a_score_pad_is_worth_the_same_before_and_after_it_is_paid() -> None:
    session = _played(preset("washington_state").changed(stake=5), 9)
    before = session.worths()
    assert before == tuple(500 + 5 * each for each in session.standing.ledger.points)
    session.close()
    assert session.worths() == before == session.bankrolls
    assert ScoreTable.of(session).rows[-1].totals == session.standing.ledger.points


def test_before_the_first_hand_all_are_equal() -> None:
    session = _played(RuleSet(), 0)
    assert session.winners() == (0, 1, 2, 3)
    assert ScoreTable.of(session).curve(2) == (100,)


def test_who_joins_after_the_first_hand_has_no_score_before_it() -> None:
    session = _played(RuleSet(), 1)
    first = ScoreTable.of(session)
    assert [first.curve(seat)[0] for seat in range(4)] == [100] * 4
    assert tuple(first.curve(seat)[1] for seat in range(4)) == session.bankrolls
    seat = session.join(Player("Eve", "e"))
    play_hands(session, [careless] * 5, 1)
    assert ScoreTable.of(session).curve(seat)[:2] == (None, None)
