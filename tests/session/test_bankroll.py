"""The bankroll follows from the saved hands, to the last stake."""

from contextlib import closing
from pathlib import Path

import pytest

from game.features.challenges.bankroll.model import START, Bankroll
from game.play.ledger import Joining
from game.play.plan import Plan, Player
from game.play.session import Session
from game.rules.presets import preset
from game.rules.ruleset import RuleSet
from game.saves.store import Store
from tests.session.players import careless, eager, play_hands

PLAYERS = (Player("You"), Player("Ada", "regular"))
BETS = preset("standard").changed(stake=5, high_suit_bet="called", natural_bet="dealt")


def now(store: Store) -> Bankroll:
    history = store.history()
    assert history.catch_up(10_000)
    return Bankroll.of(store, history)


def play(store: Store, rules: RuleSet, hands: int, *, seed: str = "1") -> Session:
    plan = Plan(PLAYERS, rules, seed, occasion=now(store).occasion(rules.stake))
    session = store.start(plan)
    assert session.plan.kind == ""
    if rules.high_suit_bet == "off":
        play_hands(session, [careless, eager], hands)
        return session
    for _ in range(hands):
        session.next_hand(Joining((0, 1), "S", (0, 1)))
        play_hands(session, [careless, eager], 0)
        while session.is_playing:
            play_hands(session, [careless, eager], 0)
    return session


def test_what_the_table_says_goes_into_it(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    assert now(store) == Bankroll()
    money = START
    for stake in (1, 25, 5):
        rules = preset("standard").changed(stake=stake)
        session = play(store, rules, 6, seed=str(stake))
        money += session.bankrolls[0] - 100 * stake
        assert now(store).money == money
        session.close()
        assert now(store).money == money
    assert len(now(store).values) == 19
    store.start(Plan(PLAYERS, preset("standard"), "beside"))
    assert now(store).money == money
    store.close()


def test_side_pots_are_shared_when_the_session_is_over_as_at_the_table(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    won = 0
    for seed in range(4):
        before = now(store).money
        session = play(store, BETS, 3, seed=str(seed))
        assert now(store).money == before + session.bankrolls[0] - 500
        assert won_in_all(store) == won + session.bankrolls[0] // 5 - 100
        session.close()
        assert now(store).money == before + session.bankrolls[0] - 500
        won += session.bankrolls[0] // 5 - 100
        assert won_in_all(store) == won
    store.close()


@pytest.mark.parametrize("end", ["resumed", "replaced", "left till the next start"])
def test_side_pots_of_a_table_left_for_later_stay_open(tmp_path: Path, end: str) -> None:
    store = Store.open(tmp_path)
    play(store, BETS, 3, seed="before").close()
    for seed in range(40):
        money, won = now(store).money, won_in_all(store)
        session = play(store, BETS, 3, seed=str(seed))
        ledger = session.standing.ledger
        if ledger.natural.stakes + ledger.high_suit.stakes:
            break
        session.close()
    else:
        raise AssertionError("another seed is needed: every pot was won")
    at_table = now(store).money, won_in_all(store)
    assert at_table == (money + session.bankrolls[0] - 500, won + session.bankrolls[0] // 5 - 100)
    after = session.standing.ledger.with_pots_shared(session.last_dealer, BETS).bankrolls[0]
    assert after != session.bankrolls[0]
    other = Plan(PLAYERS, seed_text="other", occasion="season 1 1")
    match = store.start(other)
    play_hands(match, [careless, eager], 2)
    won += match.bankrolls[0] - 100
    at_table = at_table[0], at_table[1] + match.bankrolls[0] - 100
    assert (now(store).money, won_in_all(store)) == at_table
    if end == "left till the next start":
        store.close()
        store = Store.open(tmp_path)
        assert (now(store).money, won_in_all(store)) == at_table
    elif end == "resumed":
        resumed = store.resume("")
        assert resumed is not None
        assert (now(store).money, won_in_all(store)) == at_table
        resumed.close()
    if end != "resumed":
        store.start(Plan(PLAYERS, BETS, "next"))
    over = money + after - 500, won + after // 5 - 100
    assert (now(store).money, won_in_all(store)) == over
    store.close()


def won_in_all(store: Store) -> int:
    """What the statistics say was won, in stakes."""
    history = store.history()
    assert history.catch_up(10_000)
    tally = history.tally()
    assert tally.curve[-1] == sum(cell.won for cell in tally.cells)
    return tally.curve[-1]


def test_it_can_be_begun_anew_and_the_old_one_stays_in_the_curve(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    now(store).begin_anew(store)
    assert now(store) == Bankroll(number=2)
    play(store, preset("standard"), 4)
    first = now(store)
    first.begin_anew(store)
    second = now(store)
    assert (second.number, second.money) == (3, START)
    assert second.values == (*first.values, START)
    assert second.begun == (0, 5)
    play(store, preset("tunk"), 2)
    assert now(store).begun == (0, 5)
    assert (now(store).run_at(3), now(store).run_at(6)) == ((1, 3), (2, 1))
    store.close()
    (tmp_path / "tonk-play.jsonl").unlink()
    store = Store.open(tmp_path)
    assert now(store).begun == (0, 5)
    store.close()


def test_a_stake_must_be_covered() -> None:
    assert Bankroll().covers(100)
    assert not Bankroll().covers(101)
    assert Bankroll((START, 9)).is_spent
    assert Bankroll((START, -40)).is_spent
    assert not Bankroll((START, 10)).is_spent


def test_nonsense_in_its_document_is_passed_over() -> None:
    for text in (
        "x",
        "[]",
        '{"number": "many"}',
        '{"number": true}',
        '{"number": 9999999999}',
        '{"number": 2, "identity": 7}',
        '{"number": 2, "identity": "x 1"}',
    ):
        store = Store.unsaved()
        store.keep_document("bankroll.json", text)
        assert now(store) == Bankroll()


def test_in_steps_and_with_what_is_known_of_earlier_hands_it_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hands that were looked at are not looked at again, but a session that goes on is."""
    monkeypatch.setattr("game.saves.history.STEP", 2)
    store = Store.open(tmp_path)
    for seed, rules in enumerate((BETS, preset("standard"), BETS, BETS)):
        session = play(store, rules, 3, seed=str(seed))
        for _ in range(2):
            known, history = now(store), store.history()
            history.memo.clear()
            assert now(store) == known
            if seed % 2:
                session.close()
    store.close()


def begun_anew(store: Store, times: int) -> None:
    """Play a few hands for so many bankrolls, one after the other, and for one more."""
    for number in range(times):
        play(store, preset("standard"), 3, seed=f"anew {number}").close()
        now(store).begin_anew(store)
    play(store, preset("standard"), 4, seed="anew").close()


def lines(bankroll: Bankroll) -> list[tuple[int, ...]]:
    """The money of each bankroll, hand by hand."""
    ends = [*bankroll.begun[1:], len(bankroll.values)]
    return [bankroll.values[at:end] for at, end in zip(bankroll.begun, ends, strict=True)]


@pytest.mark.share(3)
@pytest.mark.parametrize("there", [0, 2])
@pytest.mark.parametrize("here", [0, 1, 2])
def test_one_brought_in_stays_on_the_chart_and_the_one_under_way_goes_on(
    tmp_path: Path, here: int, there: int
) -> None:
    with closing(Store.open(tmp_path / "there")) as other:
        begun_anew(other, there)
        theirs, rows = now(other), other.everything()
    with closing(Store.open(tmp_path / "here")) as store:
        begun_anew(store, here)
        before = now(store)
        assert store.take_in(rows) == 3 * there + 4
        after = now(store)
        assert (after.money, after.number) == (before.money, before.number)
        assert after.occasion(1) == before.occasion(1)
        assert sorted(lines(after)) == sorted([*lines(before), *lines(theirs)])
        assert lines(after)[-1] == lines(before)[-1]
        assert store.take_in(rows) == 0
        assert now(store) == after
        session = play(store, preset("standard"), 5, seed="on")
        assert now(store).money == before.money + session.bankrolls[0] - 100
        session.close()
        begun = now(store)
        begun.begin_anew(store)
        play(store, preset("standard"), 2, seed="new").close()
        assert (len(lines(now(store))), len(lines(now(store))[-1])) == (len(lines(begun)) + 1, 3)
    with closing(Store.open(tmp_path / "there")) as other:
        session = play(other, preset("standard"), 2, seed="there")
        rows, won = other.everything(), session.bankrolls[0] - 100
        theirs = now(other)
    with closing(Store.open(tmp_path / "here")) as store:
        before = now(store)
        store.take_in(rows)
        after = now(store)
        assert lines(after)[-1] == lines(before)[-1]
        assert lines(theirs)[-1] in lines(after)
        assert lines(theirs)[-1][-1] == lines(theirs)[-1][-3] + won


@pytest.mark.parametrize("times", [0, 2])
def test_one_brought_in_where_there_is_none_goes_on_on_both_computers_in_turn(
    tmp_path: Path, times: int
) -> None:
    with (
        closing(Store.open(tmp_path / "one")) as one,
        closing(Store.open(tmp_path / "two")) as two,
        closing(Store.open(tmp_path / "three")) as three,
    ):
        begun_anew(three, 1)
        begun_anew(one, times)
        for number, (store, other) in enumerate([(two, one), (one, two), (two, one)]):
            before = now(other)
            store.take_in(other.everything())
            after = now(store)
            assert (after.values, after.begun) == (before.values, before.begun)
            session = play(store, preset("standard"), 3, seed=f"turn {number}")
            session.close()
            assert now(store).money == before.money + session.bankrolls[0] - 100
        before = now(two)
        kept = two.document("bankroll.json")
        two.keep_document("bankroll.json", "")
        assert now(two) == before
        two.keep_document("bankroll.json", kept)
        two.take_in(three.everything())
        assert (now(two).money, lines(now(two))[-1]) == (before.money, lines(before)[-1])


def test_a_table_brought_in_goes_on_for_its_own_bankroll(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path / "there")) as other:
        session = play(other, preset("standard"), 3, seed="there")
        session.next_hand()
        rows = other.everything()
    with closing(Store.open(tmp_path / "here")) as store:
        begun_anew(store, 0)
        before = now(store)
        store.take_in(rows)
        table = store.saved_session()
        assert table is not None
        assert not now(store).holds(table.plan)
        play_hands(table, [careless, eager], 2)
        after = now(store)
        assert (after.money, after.occasion(1)) == (before.money, before.occasion(1))
        assert lines(after)[0][-1] == START + table.bankrolls[0] - 100
        own = play(store, preset("standard"), 1, seed="own")
        assert now(store).holds(own.plan)


@pytest.mark.parametrize(
    "words",
    ["bankroll 1", "bankroll x 1", "bankroll 9999999999 1", "bankroll 2 1 x y", "bankroll 02 1",
     "bankroll 2 1 \u00e9", "bankroll -2 1", "bankroll 2 1_0"],
)  # fmt: skip
def test_an_occasion_that_is_no_bankroll_is_passed_over(tmp_path: Path, words: str) -> None:
    with closing(Store.open(tmp_path)) as store:
        play_hands(store.start(Plan(PLAYERS, seed_text="1", occasion=words)), [careless, eager], 2)
        assert now(store) == Bankroll()


def test_a_new_one_begins_after_the_highest_number(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store:
        store.keep_document("bankroll.json", f'{{"number": {Bankroll.MOST}}}')
        for _ in range(2):
            before = now(store)
            assert before.number == Bankroll.MOST
            play(store, preset("standard"), 2, seed="1").close()
            now(store).begin_anew(store)
            assert now(store).occasion(1) != before.occasion(1)
            assert now(store).money == START
        assert len(lines(now(store))) == 3
