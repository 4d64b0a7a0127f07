"""Statistics and saved hands: what is counted beside the records is what the records say."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime, tzinfo
from pathlib import Path
from shutil import copytree
from typing import Self

import pytest

from game.play.ledger import Joining
from game.play.plan import Plan, Player, RulesLabel
from game.rules.actions import DROP, Action, parse_action
from game.rules.hand import Hand
from game.rules.naturals import Natural
from game.rules.presets import earlier_preset, preset
from game.rules.record import HandRecord, RecordError, record_of
from game.rules.view import SeatView
from game.saves import statistics
from game.saves.archive import CHECK_NAME, HANDS_NAME
from game.saves.database import FILE_NAME
from game.saves.history import History, Wanted
from game.saves.statistics import HandCounts, HandFilter, HandGroup, PlayedHand, Totals
from game.saves.store import Store
from tests.session.players import careless, eager, play_hands, play_one, play_out
from tests.session.test_store import as_before, left_in_mid_hand, opened

# One worker plays an evening for all of these.
pytestmark = pytest.mark.xdist_group("history")

TWO = (Player("Ann"), Player("Bob", "regular"))
THREE = (Player("Ann"), Player("Bob", "regular"), Player("Cyd", "sharp"))
HANDS = 12


def an_evening(folder: Path) -> list[HandRecord]:
    """Four sessions by three rule sets, every hand of which came to its end."""
    plans = (
        Plan(TWO, preset("standard").changed(stake=5), "one"),
        Plan(THREE, preset("push_up"), "two"),
        Plan(THREE, preset("standard"), "three"),
        Plan(TWO, preset("slap"), "four"),
    )
    records: list[HandRecord] = []
    with closing(Store.open(folder)) as store:
        for number, plan in enumerate(plans):
            session = store.start(plan)
            chooser = careless if number % 2 else eager
            play_hands(session, [chooser] * len(plan.players), HANDS)
            assert len(session.history()) == session.number
            records += session.history()
    return records


def counted(store: Store) -> History:
    history = store.history()
    history.catch_up(1_000_000)
    return history


def all_hands(history: History, wanted: Wanted = Wanted()) -> list[PlayedHand]:  # noqa: B008  # frozen
    return list(history.page(wanted, 0, 10_000))


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[HandRecord]]:
    """The folder of an evening whose hands nobody has counted yet, to be copied."""
    folder = tmp_path_factory.mktemp("evening") / "kept"
    return folder, an_evening(folder)


@pytest.fixture(scope="module")
def evening(kept: tuple[Path, list[HandRecord]]) -> Iterator[tuple[Store, list[HandRecord]]]:
    """Tests that only ask share it."""
    folder, records = kept
    with closing(Store.open(copytree(folder, folder.with_name("asked")))) as store:
        yield store, records


@pytest.fixture
def own(kept: tuple[Path, list[HandRecord]], tmp_path: Path) -> tuple[Path, int]:
    """A copy of an evening for one test, and how many hands it has."""
    folder, records = kept
    return copytree(folder, tmp_path / "own"), len(records)


def test_the_list_has_every_hand_the_newest_first(evening: tuple[Store, list[HandRecord]]) -> None:
    store, records = evening
    listed = all_hands(counted(store))
    places = [(hand.session, hand.hand) for hand in listed]
    assert places == sorted(places, reverse=True)
    assert len(places) == len(records)


def test_a_page_is_a_stretch_of_the_list(evening: tuple[Store, list[HandRecord]]) -> None:
    history = counted(evening[0])
    whole = all_hands(history)
    assert list(history.page(Wanted(), 7, 5)) == whole[7:12]
    assert history.page(Wanted(), len(whole), 5) == ()


def test_a_hand_in_the_list_says_what_its_record_says(
    evening: tuple[Store, list[HandRecord]],
) -> None:
    history = counted(evening[0])
    for listed in all_hands(history):
        record = history.record(listed.session, listed.hand)
        me = record.seats.index("Ann")
        assert record.result is not None
        assert listed.me == me
        assert tuple(player.name for player in listed.players) == record.seats
        assert (listed.ending, listed.winners) == (record.result.ending, record.result.winners)
        assert history.rules(listed.rules).rules == record.rules.changed(stake=1)
        stakes = 0 if record.rules.scoring == "push_up" else record.result.payments[me]
        assert listed.won == stakes + record.result.side_payments[me]


def test_the_level_of_everybody_is_known(evening: tuple[Store, list[HandRecord]]) -> None:
    levels = {player for hand in all_hands(counted(evening[0])) for player in hand.players}
    assert levels == set(THREE)


def test_one_who_sits_down_later_is_known_too(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    session = store.start(Plan(TWO, seed_text="later"))
    play_hands(session, [careless] * 2, 2)
    session.join(Player("Eve", "keen"))
    play_hands(session, [careless] * 3, 2)
    listed = all_hands(counted(store))
    assert {(p.name, p.level) for p in listed[0].players} >= {("Eve", "keen")}
    assert {p.name for p in listed[-1].players} == {"Ann", "Bob"}
    store.close()


def test_each_hand_counts_for_who_sat_there_though_a_name_came_back(tmp_path: Path) -> None:
    """A change of level keeps the name, and a name may return at another level."""
    levels = ("regular", "master", "master", "expert", "regular", "regular")
    names = ("Bob", "Bob", "Cyd", "Dot", "Bob", "Cyd")
    met = [Player(*each) for each in zip(names, levels, strict=True)]
    with closing(Store.open(tmp_path)) as store:
        session = store.start(Plan((TWO[0], met[0]), seed_text="changes"))
        for number, other in enumerate(met):
            session.change_opponents([other])
            play_hands(session, [careless] * 2, 2)
            if number == 3:  # all is counted at once, and the rest after a start
                counted(store)
    with closing(Store.open(tmp_path)) as store:
        session = store.saved_session() or session
        play_hands(session, [careless] * 2, 2)
        listed = all_hands(counted(store))
        assert [set(hand.players) for hand in reversed(listed)] == [
            {TWO[0], other} for other in (*met, met[-1]) for _hand in range(2)
        ]
        lines = {player: line.hands for player, line in counted(store).tally().by_opponent()}
        assert lines == {**dict.fromkeys(met, 2), met[0]: 4, met[-1]: 4}


def test_a_history_in_use_learns_who_has_sat_down_since(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store:
        session, history = store.start(Plan(TWO, seed_text="in use")), store.history()
        for other in (TWO[1], Player("Bob", "master"), Player("Eve", "expert")):
            session.change_opponents([other])
            play_hands(session, [careless] * 2, 1)
            history.catch_up()
            assert other in history.one(1, session.number).players


@pytest.mark.parametrize("is_over", [False, True])
def test_two_histories_of_a_session_keep_apart_who_sat_there(tmp_path: Path, is_over: bool) -> None:
    """A folder was copied, and both copies were played on against others of one name."""
    own, copy = tmp_path / "own", tmp_path / "copy"
    with closing(Store.open(own)) as store:
        play_hands(store.start(Plan(TWO, seed_text="copied")), [careless] * 2, 2)
    copytree(own, copy)
    for folder, level in ((own, "master"), (copy, "expert")):
        with closing(Store.open(folder)) as store:
            session = store.saved_session()
            assert session is not None
            session.change_opponents([Player("Bob", level)])
            play_hands(session, [careless] * 2, 3 if folder == copy else 6)
            if folder == copy:
                session.change_opponents([Player("Bob", "casual")])
                play_hands(session, [careless] * 2, 4)
    with closing(Store.open(copy)) as store:
        rows = store.everything()
    with closing(Store.open(own)) as store:
        session = store.saved_session()
        if is_over and session is not None:
            session.close()
        store.take_in(rows)
        lines = {player: line.hands for player, line in counted(store).tally().by_opponent()}
        assert {player.level: hands for player, hands in lines.items()} == {
            "regular": 2,
            "master": 6,
            "expert": 3,
            "casual": 4,
        }


def test_kinds_of_hands_are_those_that_their_records_make_them(
    evening: tuple[Store, list[HandRecord]],
) -> None:
    history = counted(evening[0])
    whole = all_hands(history)
    expected = {
        HandFilter.ALL: whole,
        HandFilter.WON: [hand for hand in whole if hand.me in hand.winners],
        HandFilter.LOST: [
            hand
            for hand in whole
            if hand.me not in hand.winners and (hand.won < 0 or hand.points > 0)
        ],
        HandFilter.DROPPED: [hand for hand in whole if hand.dropper == hand.me],
        HandFilter.CAUGHT: [
            hand for hand in whole if hand.dropper == hand.me and hand.ending == "caught"
        ],
    }
    for choice, hands in expected.items():
        assert all_hands(history, Wanted(choice)) == hands, choice
        assert history.count(Wanted(choice)) == len(hands), choice
        assert hands, f"another evening is needed: no hand is {choice}"


def test_a_hand_won_is_not_lost_by_its_side_pots(tmp_path: Path) -> None:
    rules = preset("standard").changed(high_suit_bet="spades", side_ante=6)
    with closing(Store.open(tmp_path)) as store:
        session = store.start(Plan(TWO, rules, "side"))
        for _ in range(12):
            session.next_hand(Joining(high_suit=(0, 1)))
            play_out(session, [careless] * 2)
        history = counted(store)
        dear = [hand for hand in all_hands(history) if hand.me in hand.winners and hand.won < 0]
        assert dear
        assert not [hand for hand in all_hands(history, Wanted(HandFilter.LOST)) if hand in dear]


def test_hands_can_be_asked_for_by_rule_set(evening: tuple[Store, list[HandRecord]]) -> None:
    history = counted(evening[0])
    numbers = history.rule_sets()
    assert {history.rules(number).called for number in numbers} == {"standard", "push_up", "slap"}
    assert sum(history.count(Wanted(rules=number)) for number in numbers) == history.count(Wanted())
    for number in numbers:
        assert len({hand.rules for hand in all_hands(history, Wanted(rules=number))}) == 1


def test_the_sums_are_those_of_the_records(evening: tuple[Store, list[HandRecord]]) -> None:
    store, records = evening
    history = counted(store)
    tally = history.tally()
    listed = all_hands(history)
    whole = tally.total()
    assert whole.hands == tally.hands == len(records)
    assert whole.mine == sum(hand.me in hand.winners for hand in listed)
    assert whole.won == sum(hand.won for hand in listed) == tally.curve[-1]
    endings = Counter(record.result.ending for record in records if record.result)
    assert {ending: line.hands for ending, line in tally.by_ending()} == endings
    met = Counter(name for record in records for name in record.seats if name != "Ann")
    assert {p.name: line.hands for p, line in tally.by_opponent()} == met


def test_the_latest_drops_are_those_of_the_records(evening: tuple[Store, list[HandRecord]]) -> None:
    history = counted(evening[0])
    found = all_hands(history, Wanted(HandFilter.DROPPED))
    for seats, most in ((2, 1), (2, 1000), (3, 1000), (4, 1000)):
        own = [hand.ending for hand in found if len(hand.players) == seats]
        drops, latest = history.latest_drops(most, seats), Counter(own[:most])
        assert (drops.won, drops.caught) == (latest["drop"], latest["caught"])
        assert bool(own) == (seats < 4)


def test_the_latest_drops_are_not_the_first(tmp_path: Path) -> None:
    def drops(view: SeatView, seed: int) -> Action:
        return DROP if DROP in view.legal else careless(view, seed)

    with closing(Store.open(tmp_path)) as store:
        session = store.start(Plan(TWO, preset("standard"), "drops"))
        play_hands(session, [drops, careless], 30)
        history = counted(store)
        ends = [hand.ending for hand in all_hands(history, Wanted(HandFilter.DROPPED))]
        assert {"drop", "caught"} == set(ends)
        for most in range(1, len(ends) + 1):
            found, latest = history.latest_drops(most, 2), Counter(ends[:most])
            assert (found.won, found.caught) == (latest["drop"], latest["caught"])


def test_the_best_and_the_worst_hand_are_found(evening: tuple[Store, list[HandRecord]]) -> None:
    history = counted(evening[0])
    tally, won = history.tally(), [hand.won for hand in all_hands(history)]
    assert tally.best is not None
    assert tally.worst is not None
    assert (tally.best.won, tally.worst.won) == (max(won), min(won))


def test_of_two_hands_that_won_or_lost_as_much_the_first_is_the_best_or_the_worst(
    evening: tuple[Store, list[HandRecord]],
) -> None:
    history = counted(evening[0])
    tally, hands = history.tally(), all_hands(history)
    for extreme in (tally.best, tally.worst):
        assert extreme is not None
        alike = [(each.session, each.hand) for each in hands if each.won == extreme.won]
        assert len(alike) > 1, "another evening is needed"
        assert (extreme.session, extreme.hand) == min(alike)


def test_hands_finished_since_are_counted_at_the_next_look(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    session = store.start(Plan(TWO, seed_text="since"))
    play_hands(session, [careless] * 2, 2)
    history = counted(store)
    play_hands(session, [careless] * 2, 3)
    assert history.count(Wanted()) == 2
    history.catch_up(1_000_000)
    assert history.count(Wanted()) == 5
    store.close()


def test_counting_a_piece_at_a_time_tells_how_far_it_has_come(own: tuple[Path, int]) -> None:
    folder, total = own
    store = Store.open(folder)
    history = store.history()
    assert not history.catch_up(most=total // 2)
    assert history.progress == pytest.approx(0.5, abs=0.05)
    assert history.catch_up(most=total)
    assert history.progress == 1.0
    store.close()


def test_a_save_of_an_earlier_version_loses_nothing(own: tuple[Path, int]) -> None:
    folder, total = own
    store = Store.open(folder)
    counted(store)
    store.close()
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        connection.execute("DROP INDEX played_records")
        connection.execute("DROP TABLE played")
        connection.execute("DROP TABLE played_texts")
        connection.execute("DELETE FROM journal WHERE kind = 'ended'")
        connection.commit()
    as_before(folder)
    store = Store.open(folder)
    assert store.damage is None
    listed = all_hands(counted(store))
    assert len(listed) == total
    assert {hand.ended for hand in listed} == {""}
    store.close()


def test_tables_of_another_version_are_made_anew(own: tuple[Path, int]) -> None:
    folder, total = own
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        connection.execute("CREATE TABLE played (session INTEGER, something TEXT)")
        connection.execute("CREATE TABLE played_texts (id INTEGER PRIMARY KEY, body BLOB)")
        connection.commit()
    with closing(Store.open(folder)) as store:
        assert counted(store).count(Wanted()) == total


@pytest.mark.parametrize(
    "altered",
    [
        "UPDATE played SET won = won + 50 WHERE hand = 3",
        "UPDATE played SET session = 77 WHERE session = 2 AND hand = 3",
        "UPDATE played_texts SET body = replace(body, 'Bob', 'Eve')",
    ],
)
@pytest.mark.parametrize("is_noted", [True, False])
def test_counts_altered_since_the_last_exit_are_made_anew(
    own: tuple[Path, int], altered: str, is_noted: bool
) -> None:
    folder, _total = own
    with closing(Store.open(folder)) as store:
        before = counted(store).tally(), all_hands(counted(store))
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        connection.execute(altered)
        connection.commit()
    if not is_noted:
        (folder / CHECK_NAME).unlink()
    for _start in range(2):
        with closing(Store.open(folder)) as store:
            assert store.damage is None
            assert (counted(store).tally(), all_hands(counted(store))) == before


def test_what_was_counted_is_kept_though_nothing_else_was_written(own: tuple[Path, int]) -> None:
    folder, total = own
    with closing(Store.open(folder)) as store:
        counted(store)
    for _start in range(2):
        with closing(Store.open(folder)) as store:
            assert store.history().count(Wanted()) == total


@pytest.mark.parametrize("text_file", [HANDS_NAME, ""])
def test_what_was_counted_is_not_counted_anew_after_a_kill(
    own: tuple[Path, int], text_file: str
) -> None:
    """Nor where a text file alone is not as it was left: the log of a killed Tonk tells why."""
    folder, total = own
    killed = folder.with_name("killed")
    with closing(Store.open(folder)) as store:
        counted(store)
        play_hands(store.start(Plan(TWO)), [careless] * 2, 2)
        if not text_file:
            copytree(folder, killed)
            total += 2
    if text_file:
        copytree(folder, killed)
        (killed / text_file).unlink()
    with closing(Store.open(killed)) as store:
        assert store.history().saved == total + 2 * bool(text_file)
        assert store.history().count(Wanted()) == total - 2 * (not text_file)


def test_when_a_hand_ended_is_kept(evening: tuple[Store, list[HandRecord]]) -> None:
    times = {hand.ended for hand in all_hands(counted(evening[0]))}
    assert all(len(time) == len("2026-01-31 20:15") and time[4] == "-" for time in times)


def test_a_clock_that_is_set_back_changes_no_order_and_loses_no_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed: list[PlayedHand] = []
    for year in (2027, 1999):
        monkeypatch.setattr("game.saves.rows.datetime", _stopped_in(year))
        store = Store.open(tmp_path)
        session = store.saved_session() or store.start(Plan(TWO, preset("standard"), "back"))
        play_hands(session, [eager, eager], 3)
        listed = all_hands(counted(store))
        store.close()
    assert [hand.hand for hand in listed] == [6, 5, 4, 3, 2, 1]
    assert [hand.ended[:4] for hand in listed] == ["1999"] * 3 + ["2027"] * 3


def _stopped_in(year: int) -> type[datetime]:
    """A clock that always tells the same."""

    class Stopped(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return cls(year, 6, 1, 10, 0, tzinfo=tz)

    return Stopped


def test_a_record_of_no_use_is_left_out_and_refused_in_one_line(own: tuple[Path, int]) -> None:
    folder, total = own
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        connection.execute(
            "UPDATE journal SET body = '{}' WHERE session = 1 AND hand = 2 AND kind = 'record'"
        )
        connection.commit()
    as_before(folder)
    store = Store.open(folder)
    history = counted(store)
    assert history.count(Wanted()) == total - 1
    with pytest.raises(RecordError) as refusal:
        history.record(1, 2)
    assert "\n" not in str(refusal.value)
    with pytest.raises(RecordError):
        history.record(1, 999)
    store.close()


def test_a_damaged_save_keeps_who_played_and_when(own: tuple[Path, int]) -> None:
    folder, _total = own
    store = Store.open(folder)
    whole = all_hands(counted(store))
    store.close()
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        connection.execute("UPDATE journal SET body = 'x' WHERE session = 4 AND kind = 'standing'")
        connection.commit()
    store = Store.open(folder)
    assert store.damage is not None
    again = all_hands(counted(store))
    assert [hand for hand in again if hand.session < 4] == [
        hand for hand in whole if hand.session < 4
    ]
    assert len(again) == len(whole)
    store.close()


def test_practice_is_listed_but_counts_in_no_statistics(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    for practice in (False, True):
        plan = Plan(TWO, seed_text="practice", practice=practice)
        play_hands(store.start(plan), [eager, careless], 5)
    history = counted(store)
    listed = all_hands(history)
    assert [history.record(each.session, each.hand).practice for each in listed] == [
        *[True] * 5,
        *[False] * 5,
    ]
    tally = history.tally()
    assert tally.hands == 5
    assert len(tally.curve) == 6
    assert tally.best is not None
    assert tally.best.session == 1
    store.close()


@pytest.mark.parametrize("named", ["standard", "push_up"])
def test_a_hand_that_pays_more_than_a_database_holds_is_counted(tmp_path: Path, named: str) -> None:
    huge = 10**30
    natural = Natural("at_most", 30, huge, tie="eldest")
    rules = preset(named).changed(tonk_pays=huge, out_pays=huge, side_ante=huge, stake=huge)
    plan = Plan(TWO, replace(rules, naturals=(natural,)), seed_text="huge")
    with closing(Store.open(tmp_path)) as store:
        session = store.start(plan)
        play_hands(session, [eager, careless], 30)
        results = [record.result for record in session.history()]
        paid = [abs(each) for result in results if result for each in result.payments]
        assert max(paid) > 2**63
        tally = counted(store).tally()
        assert tally.hands == session.number
        play_hands(store.start(Plan(TWO)), [eager, careless], 1)
        assert counted(store).tally().hands == session.number + 1


@pytest.mark.parametrize(("pays", "is_much"), [(3, False), (4, True)])
def test_four_stakes_are_much(tmp_path: Path, pays: int, *, is_much: bool) -> None:
    lower = Natural.at_most(50, pays, low_wins=True)  # ends nearly every hand at the deal
    plan = Plan(TWO, preset("standard").changed(naturals=(lower,)), seed_text="much")
    with closing(Store.open(tmp_path)) as store:
        play_hands(store.start(plan), [eager, careless], 8)
        history = counted(store)
        hands = [hand for hand in all_hands(history) if hand.ending == "natural"]
        for choice, won in ((HandFilter.WON_MUCH, pays), (HandFilter.LOST_MUCH, -pays)):
            such = [hand for hand in hands if hand.won == won]
            assert such, "another seed is needed"
            assert all_hands(history, Wanted(choice)) == (such if is_much else [])


def test_where_nothing_is_kept_there_is_nothing_to_tell() -> None:
    history = Store.unsaved().history()
    assert history.catch_up()
    assert history.tally() == HandCounts()
    assert (history.count(Wanted()), history.page(Wanted(), 0, 9), history.rule_sets()) == (
        0,
        (),
        (),
    )


def test_a_hand_in_play_is_not_counted(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    session = store.start(Plan(TWO, seed_text="in play"))
    play_hands(session, [careless] * 2, 1)
    session.next_hand()
    play_one(session, [eager] * 2)
    assert session.is_playing
    assert counted(store).count(Wanted()) == 1
    store.close()


def test_the_text_of_a_hand_is_the_record_that_was_kept(
    evening: tuple[Store, list[HandRecord]],
) -> None:
    history = counted(evening[0])
    text = history.record(1, 3).to_json()
    assert json.loads(text) == json.loads(evening[1][2].to_json())


ANN, BOB, CYD = Player("Ann"), Player("Bob", "regular"), Player("Cyd", "sharp")
CELLS = (
    HandGroup(1, (ANN, BOB), "drop", (0,), 0, 10, 10, 0),
    HandGroup(1, (BOB, ANN), "caught", (0,), 1, 4, -8, 0),
    HandGroup(1, (ANN, BOB), "caught", (0,), 1, 3, 6, 0),
    HandGroup(2, (ANN, BOB, CYD), "tonk", (2,), -1, 2, -4, 0),
    HandGroup(2, (ANN, BOB, CYD), "stockout", (1, 2), -1, 1, 0, 0),
)


def test_drops_won_and_caught() -> None:
    assert HandCounts(CELLS).drops() == statistics.Drops(won=10, caught=4, others=3)


@pytest.mark.parametrize(("dropper", "winner"), [(1, 2), (2, 1)])
def test_a_drop_that_only_another_caught_is_none_of_ones_own(dropper: int, winner: int) -> None:
    cell = HandGroup(1, (ANN, BOB, CYD), "caught", (winner,), dropper, 3, 0, 0)
    assert HandCounts((cell,)).drops() == statistics.Drops()


def test_lines_by_opponent_count_what_each_has_won() -> None:
    assert HandCounts(CELLS).by_opponent() == (
        (BOB, Totals(20, 13, 4, theirs=5)),
        (CYD, Totals(3, 0, -4, theirs=3)),
    )


def test_lines_by_rules_have_the_most_played_first() -> None:
    assert HandCounts(CELLS).by_rules() == ((1, Totals(17, 13, 8)), (2, Totals(3, 0, -4)))


def test_endings_come_in_their_order_and_only_those_that_happened() -> None:
    assert [ending for ending, _ in HandCounts(CELLS).by_ending()] == [
        "tonk",
        "drop",
        "caught",
        "stockout",
    ]


def test_a_thinned_curve_keeps_its_ends_and_its_extremes() -> None:
    curve = [0, *((n * 37) % 101 - (700 if n == 5000 else 0) for n in range(1, 10_000))]
    thin = statistics.thinned(curve, 300)
    assert len(thin) <= 300
    assert thin[0] == (0, 0)
    assert thin[-1] == (9_999, curve[-1])
    assert min(value for _, value in thin) == min(curve)
    assert max(value for _, value in thin) == max(curve)
    assert all(curve[place] == value for place, value in thin)
    assert [place for place, _ in thin] == sorted(place for place, _ in thin)


def test_a_short_curve_is_left_as_it_is() -> None:
    assert statistics.thinned((0, 3, -1), 300) == ((0, 0), (1, 3), (2, -1))


def test_who_dropped_is_known_though_others_have_laid_since() -> None:
    rules = preset("standard").changed(last_lay="drop", drop_when="any_time", naturals=())
    hand = Hand.deal(rules, 3, 0, rules.pack())
    for text in ("2 drop", "0 pass", "1 pass"):
        hand.act(*parse_action(text))
    record = record_of(hand, ["Ann", "Bob", "Cyd"]).to_json()
    assert statistics.Summary.of_record(record, THREE).dropper == 2


def test_the_tally_in_steps_is_that_of_all_hands(
    evening: tuple[Store, list[HandRecord]], monkeypatch: pytest.MonkeyPatch
) -> None:
    history = counted(evening[0])
    whole = history.tally()
    monkeypatch.setattr("game.saves.history.STEP", 3)
    *before, found = history.tallying()
    assert found == whole
    assert len(before) == -(-whole.hands // 3)


def test_hands_are_grouped_by_their_keys_whatever_they_were_called(tmp_path: Path) -> None:
    """A set of before that a preset has become, the preset, and it with another stake are one."""
    store = Store.open(tmp_path)
    before = earlier_preset("tunk")
    for text, rules, label in (
        ("one", before.changed(stockout="void"), RulesLabel("Dead stock", "tunk")),
        ("two", preset("tunk").changed(stake=5), RulesLabel("tunk", "tunk")),
        ("three", before, RulesLabel("tunk", "tunk")),
        ("four", preset("baton_rouge"), RulesLabel()),
        ("five", preset("army"), RulesLabel("army", "army")),
    ):
        play_hands(store.start(Plan(TWO, rules, text, label=label)), [careless] * 2, 2)
    history = counted(store)
    found = {
        (history.rules(number).called, history.count(Wanted(rules=number))): history.rules(number)
        for number in history.rule_sets()
    }
    assert found.keys() == {("tunk", 4), ("tunk", 2), ("army", 4)}
    assert found["tunk", 4].rules == preset("tunk")
    assert found["tunk", 2].rules == before
    store.close()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE journal SET body = replace(body, '0', '1') WHERE kind = 'record' AND hand = 2",
        "DELETE FROM journal WHERE kind = 'record' AND hand = 2",
    ],
)
def test_a_record_damaged_while_the_saves_are_open_is_read_and_mended(
    tmp_path: Path, damage: str
) -> None:
    left_in_mid_hand(tmp_path, hands=3)
    with opened(tmp_path) as (store, database):
        history = store.history()
        history.catch_up()
        before = history.record(1, 2).to_json()
        database.execute(damage)  # as if a bit had flipped on the disk
        assert history.record(1, 2).to_json() == before
    with closing(Store.open(tmp_path)) as store:
        assert store.damage is None
        assert store.history().record(1, 2).to_json() == before


@pytest.mark.share(2)
@pytest.mark.parametrize("is_over", [False, True])
@pytest.mark.parametrize("before", [0, 2])
def test_who_sat_down_in_a_copy_of_the_saves_has_not_played_the_hands_here(
    tmp_path: Path, before: int, is_over: bool
) -> None:
    """A folder was copied; here the same two went on, in the copy against another Bob."""
    own, copy = tmp_path / "own", tmp_path / "copy"
    with closing(Store.open(own)) as store:
        play_hands(store.start(Plan(TWO, seed_text="copied")), [careless] * 2, before)
    copytree(own, copy)
    for folder, chooser, hands in ((own, careless, 3), (copy, eager, 4)):
        with closing(Store.open(folder)) as store:
            session = store.saved_session()
            assert session is not None
            if folder == copy:
                session.change_opponents([Player("Bob", "master")])
            play_hands(session, [chooser] * 2, hands)
            if is_over:
                session.close()
    with closing(Store.open(copy)) as store:
        rows = store.everything()
    with closing(Store.open(own)) as store:
        store.take_in(rows)
        played = Counter(hand.players[1].level for hand in all_hands(counted(store)))
        assert played == {"regular": before + 3, "master": 4}
