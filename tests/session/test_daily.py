"""The daily deal: the same for everybody, on days that there were, and counted once."""

import json
from contextlib import closing
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import pytest

from ai.bot import ask
from ai.registry import LEVELS, make_bot
from game.features.challenges.daily.model import (
    FIRST_DAY,
    SEATS,
    WEEK,
    Comparison,
    DayError,
    Try,
    days,
    deal_of,
    keep_levels,
    kept_levels,
    plan_of,
    read_day,
    rules_name,
    rules_of,
    tries,
)
from game.play.plan import Plan, Player
from game.play.session import Session
from game.rules.presets import earlier_preset, preset
from game.saves.rows import Row
from game.saves.store import Store
from tests.session.players import careless, patient, play_hands, set_clock

TODAY = date(2026, 11, 23)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("2026-02-30", "There's no such day as 2026-02-30. Write it like 2026-11-23."),
        ("yesterday", "There's no such day as yesterday. Write it like 2026-11-23."),
        ("x" * 1000, "There's no such day as xxxxxxxxxxxxxxxxxxx…. Write it like 2026-11-23."),
        ("2025-12-31", "The first daily deal was on 2026-01-01."),
        ("2026-11-24", "The deal for 2026-11-24 isn't out yet."),
    ],
)
def test_a_day_that_has_no_deal_is_refused_by_one_clear_line(text: str, why: str) -> None:
    with pytest.raises(DayError) as caught:
        read_day(text, TODAY)
    assert str(caught.value) == why


def test_the_number_of_a_day_follows_from_its_date() -> None:
    assert read_day(" 2026-11-23 ", TODAY) == TODAY
    # By hand: printf %s 'tonk daily 2026-11-23' | sha256sum | head -c 16
    assert deal_of(TODAY) == 1 + int("32d539a84ce844b1", 16) % 999_999_999
    every = days(TODAY)
    assert (every[0], every[-1], len(every)) == (TODAY, FIRST_DAY, 327)
    assert len({deal_of(day) for day in every}) == len(every)
    assert days(date(2025, 1, 1)) == [FIRST_DAY]


def test_every_day_of_the_week_has_rules_that_seat_the_table() -> None:
    assert len(WEEK) == 7
    for name in WEEK:
        assert preset(name).can_seat(SEATS)
    assert [rules_name(date(2026, 11, day)) for day in range(23, 30)] == list(WEEK)


@pytest.mark.parametrize(
    ("day", "name", "key", "value"),
    [
        (date(2026, 11, 20), "tunk", "stockout", "lowest"),
        (date(2026, 11, 27), "tunk", "stockout", "void"),
        (date(2026, 11, 21), "five_seven_nine", "catch", "single_each"),
        (date(2026, 11, 28), "five_seven_nine", "catch", "single_to_lower"),
    ],
)
def test_a_day_before_presets_changed_keeps_its_rules(
    day: date, name: str, key: str, value: str
) -> None:
    plan = plan_of(day, "You")
    assert rules_name(day) == plan.label.name == name
    assert getattr(plan.rules, key) == getattr(rules_of(day), key) == value
    assert plan.rules in (preset(name), earlier_preset(name))


def test_everybody_has_the_same_cards_in_the_same_place_whatever_their_name() -> None:
    tables = []
    for name in ("You", "Zoë", "Ada"):
        session = Session.start(plan_of(TODAY, name))
        session.next_hand()
        assert session.deal is not None
        assert session.human == 0
        assert len(set(session.names)) == SEATS
        tables.append((session.deal.deck, session.dealer))
    assert tables[0] == tables[1] == tables[2]


def play(store: Store, day: date, *, practice: bool = False) -> Session:
    session = store.start(plan_of(day, "You", practice=practice))
    play_hands(session, [patient] * SEATS, 1)
    return session


def test_the_first_try_counts_and_one_given_up_is_used_up(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    play(store, TODAY, practice=True)
    session = play(store, TODAY)
    played = session.hand.result if session.hand else None
    assert played is not None
    later = store.start(plan_of(TODAY, "You"))
    play_hands(later, [careless] * SEATS, 1)
    given_up = date(2026, 11, 22)
    store.start(plan_of(given_up, "You")).next_hand()
    store.close()
    with closing(Store.open(tmp_path)) as again:
        history = again.history()
        history.catch_up()
        found = tries(history)
    assert set(found) == {TODAY, given_up}
    assert found[TODAY].won == played.payments[0]
    assert not found[given_up].is_finished


def test_a_try_against_opponents_who_have_changed_since_is_not_compared(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store:
        before = replace(plan_of(TODAY, "You"), opponents=1)
        play_hands(store.start(before), [patient] * SEATS, 1)
        yesterday = date(2026, 11, 22)
        play(store, yesterday)
        history = store.history()
        history.catch_up()
        found = tries(history)
    assert found[TODAY].is_finished
    assert not found[TODAY].is_comparable
    assert found[yesterday].is_comparable


def compared(day: date) -> Comparison:
    comparison = Comparison(day, LEVELS)
    while comparison.playing is not None:
        question = comparison.playing.question
        if question is None:
            comparison.advance()
        else:
            view, level, seed = question
            comparison.playing.answer(ask(make_bot(level), view, seed))
    return comparison


@pytest.mark.share(2)
@pytest.mark.parametrize("day", range(23, 30))
def test_every_level_plays_every_place_and_always_the_same(day: int) -> None:
    comparison = compared(date(2026, 11, day))
    assert len(comparison.played) == comparison.total == len(LEVELS) * SEATS
    assert compared(date(2026, 11, day)).played == comparison.played
    usual = {comparison.won("regular", place) for place in range(SEATS)}
    assert usual != {None}
    assert sum(comparison.won("regular", place) or 0 for place in range(SEATS)) == 0
    mine = comparison.won("regular", 0) or 0
    stands = comparison.standing(mine)
    assert stands.behind + stands.level + stands.ahead == len(LEVELS)
    assert stands.level >= 1


def tried(store: Store) -> dict[date, int | None]:
    history = store.history()
    history.catch_up()
    found = {day: each.won for day, each in tries(history).items()}
    for day, won in found.items():
        one = Try.of_day(history, day)
        assert one is not None
        assert one.won == won
    return found


def at(monkeypatch: pytest.MonkeyPatch, time: str) -> None:
    """Set the clock for hands that end from now on, to a time of the day."""
    set_clock(monkeypatch, f"2026-11-23 {time}")


def finished_elsewhere(folder: Path, name: str = "You") -> tuple[list[Row], int]:
    """The saves of another computer on which the day's hand was played, and what it won."""
    with closing(Store.open(folder)) as store:
        play_hands(store.start(plan_of(TODAY, name)), [careless] * SEATS, 1)
        (won,) = tried(store).values()
        assert won is not None
        return store.everything(), won


@pytest.mark.parametrize("name", ["You", "Zoë"])
@pytest.mark.parametrize("is_marked", [True, False], ids=["today", "earlier version"])
def test_a_hand_left_here_goes_on_though_one_finished_elsewhere_counts(
    tmp_path: Path, name: str, *, is_marked: bool
) -> None:
    rows, won = finished_elsewhere(tmp_path / "there", name)
    with closing(Store.open(tmp_path / "here")) as store:
        left = store.start(plan_of(TODAY, "You"))
        left.next_hand()
        store.start(Plan((Player("You"), Player("Ada", "regular"))))
        if not is_marked:
            plan, live, *_identity = json.loads(store.document("table-daily.json"))
            store.keep_document("table-daily.json", json.dumps([plan, live]))
        assert tried(store) == {TODAY: None}
        assert store.take_in(rows) == 1
        assert tried(store) == {TODAY: won}
        again = store.resume("daily")
        assert again is not None
        assert again.hand is not None
        assert left.hand is not None
        assert again.hand.cards_of(0) == left.hand.cards_of(0)
        play_hands(again, [patient] * SEATS, 1)
        assert tried(store) == {TODAY: won}


@pytest.mark.parametrize("name", ["You", "Zoë"])
@pytest.mark.parametrize("is_left", [True, False], ids=["left", "in play"])
@pytest.mark.parametrize("is_running", [True, False], ids=["at a table", "at no table"])
def test_a_hand_open_elsewhere_is_not_brought_in_where_the_day_is_finished(
    tmp_path: Path, name: str, *, is_left: bool, is_running: bool
) -> None:
    with closing(Store.open(tmp_path / "there")) as other:
        other.start(plan_of(TODAY, name)).next_hand()
        if is_left:
            other.start(Plan((Player(name), Player("Ada", "regular")))).close()
        rows = other.everything()
    with closing(Store.open(tmp_path / "here")) as store:
        play_hands(store.start(plan_of(TODAY, "You")), [careless] * SEATS, 1)
        if is_running:
            store.start(Plan((Player("You"), Player("Ada", "regular"))))
        before = tried(store)
        store.take_in(rows)
        assert not store.can_resume("daily")
        assert (store.saved_session() is not None) == is_running
        assert tried(store) == before
    with closing(Store.open(tmp_path / "fresh")) as fresh:
        fresh.take_in(rows)
    for _ in range(2):
        with closing(Store.open(tmp_path / "fresh")) as fresh:
            assert fresh.damage is None
            assert fresh.can_resume("daily")
            whole = fresh.everything()
            assert fresh.take_in(rows) == 0
            assert fresh.everything() == whole
            assert fresh.resume("daily") is not None


@pytest.mark.parametrize(
    "times",
    [
        ("09:00", "12:00"),
        ("12:00", "09:00"),
        ("10:00+01:00", "06:00-05:00"),
        ("06:00-05:00", "10:00+01:00"),
        ("09:00:20+00:00", "09:00:40+00:00"),
        ("09:00:40+00:00", "09:00:20+00:00"),
    ],
)
@pytest.mark.parametrize("is_earlier", [False, True], ids=["today", "earlier version"])
def test_of_two_finished_tries_the_earlier_counts_whichever_was_brought_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: tuple[str, str], *, is_earlier: bool
) -> None:
    """Earlier versions kept neither the time zone nor seconds."""
    if is_earlier and len(times[0]) > len("09:00"):
        return
    at(monkeypatch, times[0])
    rows, elsewhere = finished_elsewhere(tmp_path / "there")
    if is_earlier:
        rows = [replace(row, ordinal=0) if row.kind == "ended" else row for row in rows]
    at(monkeypatch, times[1])
    with closing(Store.open(tmp_path / "here")) as store:
        play(store, TODAY)
        ((_day, here),) = tried(store).items()
        assert here != elsewhere
        store.take_in(rows)
        first, second = (datetime.fromisoformat(f"2026-11-23 {time}") for time in times)
        is_later = second.timestamp() > first.timestamp()
        assert tried(store) == {TODAY: elsewhere if is_later else here}
        whole = store.everything()
        assert store.take_in(rows) == 0
        assert store.everything() == whole


@pytest.mark.parametrize("won", ["1e400", "0.5", "true", '"3"', "null", "NaN", "[]"])
def test_nonsense_in_its_document_is_passed_over(won: str) -> None:
    store = Store.unsaved()
    keep_levels(store, TODAY, {"master": 3, "regular": -1})
    assert kept_levels(store, TODAY) == {"master": 3, "regular": -1}
    whole = store.document("daily.json")
    store.keep_document("daily.json", whole.replace('"master": 3', f'"master": {won}'))
    assert store.document("daily.json") != whole
    assert kept_levels(store, TODAY) == {}


def test_of_tries_that_are_all_unfinished_the_first_counts(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store:
        for _ in range(3):
            store.start(plan_of(TODAY, "You")).next_hand()
            store.start(Plan((Player("You"), Player("Ada", "regular"))))
        assert tried(store) == {TODAY: None}
        history = store.history()
        first = history.occasions("daily")[0]
        assert len(history.occasions("daily")) == 3
        assert tries(history)[TODAY].session == first.session
