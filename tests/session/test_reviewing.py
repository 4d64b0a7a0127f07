"""Hands are gone through one after the other, nothing twice, and saved ones only where wished."""

from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

import pytest

from game.features.study.learning.model import Learning
from game.play.plan import Plan, Player
from game.rules.actions import DRAW, DROP
from game.rules.record import HandRecord
from game.saves.review_queue import QUIET, Reviewer
from game.saves.reviews import DecisionTheme, Found
from game.saves.store import Store
from game.verdicts import SURE
from tests.session.players import careless, play_hands
from tests.session.test_reviews import a_record, found_of
from tests.session.test_teaching import dropped, found


@dataclass
class Work:
    """A review that goes on as it is told."""

    seat: int
    part: float = 0.0
    found: Found | None = None
    error: str | None = None
    is_over: bool = False

    def cancel(self) -> None:
        self.is_over = True


@dataclass
class Desk:
    """A coach and what has been asked of it."""

    store: Store = field(default_factory=Store.unsaved)
    wants_more: bool = False
    works: list[Work] = field(default_factory=list)

    def reviewer(self) -> Reviewer:
        return Reviewer(self.coach, lambda: self.store, lambda: self.wants_more)

    def coach(self, _record: str, seat: int) -> Work:
        self.works.append(Work(seat))
        return self.works[-1]


def ask(reviewer: Reviewer, record: HandRecord) -> object:
    return reviewer.ask(record, 0, is_mine=True)


def test_what_is_found_is_kept_though_nobody_looks_on() -> None:
    desk = Desk()
    reviewer = desk.reviewer()
    job = reviewer.ask(a_record(), 0, is_mine=True)
    desk.works[0].part = 0.5
    assert reviewer.update()
    assert (job.part, job.is_over) == (0.5, False)
    desk.works[0].found = found_of()
    reviewer.update()
    assert job.kept == desk.store.reviews().of(a_record(), 0)
    assert reviewer.ask(a_record(), 0, is_mine=True).is_over
    assert len(desk.works) == 1
    assert reviewer.wait() is None


def test_one_is_gone_through_at_a_time_and_asked_for_once() -> None:
    desk = Desk()
    reviewer = desk.reviewer()
    first = ask(reviewer, a_record())
    assert ask(reviewer, a_record()) is first
    second = reviewer.ask(a_record(1), 0, is_mine=True)
    assert len(desk.works) == 1
    desk.works[0].error = "the coach's process ended"
    reviewer.update()
    assert len(desk.works) == 2
    desk.works[1].found = found_of()
    reviewer.update()
    assert second.kept is not None


def test_saved_hands_are_gone_through_when_it_is_quiet_and_wished(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    players = Player("You"), Player("Ann", "regular")
    play_hands(store.start(Plan(players, seed_text="quiet")), [careless] * 2, 3)
    desk = Desk(store)
    reviewer = desk.reviewer()
    for _ in range(5):
        reviewer.update(QUIET + 1)
    assert not desk.works
    desk.wants_more = True
    for _ in range(5):
        reviewer.update(QUIET - 1)
    assert not desk.works
    for _ in range(20):
        reviewer.update(QUIET + 1)
        for work in desk.works:
            work.found = {**found_of(), "decisions": []}
    assert len(desk.works) == 3
    kept = list(store.reviews().over_time())
    assert len(kept) == 3
    assert all(each.counts for each in kept)
    store.close()


def test_the_latest_hands_are_gone_through_and_those_reviewed_before_count(tmp_path: Path) -> None:
    desk = Desk(a_store(tmp_path, 6))
    reviewer = desk.reviewer()
    first = reviewer.ask_latest(2)
    assert reviewer.ask_latest(2) is first
    assert (first.total, first.done, first.part) == (2, 0, 0.0)
    desk.works[0].part = 0.5
    reviewer.update()
    assert first.part == 0.25
    work_through(desk, reviewer)
    assert (first.done, first.is_over, reviewer.wait()) == (2, True, None)
    second = reviewer.ask_latest(5)
    work_through(desk, reviewer)
    assert (second.total, second.done, second.is_over) == (5, 5, True)
    assert len(desk.works) == 5
    kept = [(each.record, each.seat) for each in desk.store.reviews().over_time()]
    assert len(kept) == 5
    desk.store.close()


def test_latest_hands_are_stopped_and_what_was_found_stays(tmp_path: Path) -> None:
    desk = Desk(a_store(tmp_path, 4))
    reviewer = desk.reviewer()
    batch = reviewer.ask_latest(50)
    assert batch.total == 4
    desk.works[0].found = {**found_of(), "decisions": []}
    reviewer.update()
    batch.stop()
    reviewer.update()
    assert desk.works[1].is_over
    assert (batch.is_over, batch.done, reviewer.wait()) == (True, 1, None)
    assert len(list(desk.store.reviews().over_time())) == 1
    desk.store.close()


def test_without_hands_nothing_is_gone_through() -> None:
    desk = Desk()
    assert desk.reviewer().ask_latest(50).is_over
    assert not desk.works


def a_store(folder: Path, hands: int) -> Store:
    """A store with so many hands of the player's."""
    store = Store.open(folder)
    players = Player("You"), Player("Ann", "regular")
    play_hands(store.start(Plan(players, seed_text="latest")), [careless] * 2, hands)
    return store


def work_through(desk: Desk, reviewer: Reviewer) -> None:
    """Let the coach find something in every hand that it is given."""
    for _ in range(40):
        for work in desk.works:
            work.found = {**found_of(), "decisions": []}
        reviewer.update()


def test_a_mistake_comes_back_later_each_time_it_is_found() -> None:
    day = [date(2030, 1, 1)]
    store = Store.unsaved()
    for number in range(2):
        store.reviews().keep(a_record(number), 0, found_of(0.3 + number), is_mine=True)

    def learning() -> Learning:
        found = Learning(store, lambda: day[0])
        while not found.read():
            pass
        return found

    first = learning()
    spot = first.next(DecisionTheme.DROP)
    assert spot is not None
    assert (spot.decision.played, spot.decision.best, spot.decision.loss) == (DRAW, DROP, 1.3)
    first.answer(spot, is_right=True)
    other = first.next()
    assert other is not None
    assert other.key != spot.key
    first.answer(other, is_right=False)
    again = first.next(but=other.key)
    assert again is not None
    assert again.key == other.key
    first.answer(other, is_right=True)
    assert first.next() is None
    waits = []
    for _ in range(3):
        for days in range(1, 100):
            day[0] += timedelta(days=1)
            due = learning().next(DecisionTheme.DROP)
            if due is not None and due.key == spot.key:
                waits.append(days)
                learning().answer(due, is_right=True)
                break
            if due is not None:
                learning().answer(due, is_right=True)
    assert waits[:2] == [1, 6]
    assert waits[2] > 12
    standing = learning().standings()[DecisionTheme.DROP]
    assert (standing.mistakes, standing.found) == (2, 2)


def test_what_costs_most_is_told_per_hundred_hands() -> None:
    store = Store.unsaved()
    learning = Learning(store)
    assert learning.read()
    assert learning.costliest() is None
    told = None
    for number in range(10):
        loss = 0.3 if number else 0.7
        store.reviews().keep(a_record(number), 0, found_of(loss), is_mine=True)
        if number == 8:
            store.reviews().keep(a_record(20), 0, found_of(5.0), is_mine=False)
        learning = Learning(store)
        while not learning.read():
            pass
        told = learning.costliest()
        assert told is not None
        assert told[0] is DecisionTheme.DROP
        if number < 9:
            assert not told[1], "too early to tell"
    assert told is not None
    assert told[1] == pytest.approx(100 * (0.7 + 9 * 0.3) / 10)
    assert told[2] == pytest.approx(100 * SURE * 0.04)
    store.reviews().keep(dropped(3, "push_up"), 0, found(9.0), is_mine=True)
    assert read_through(store).costliest() == told, "points are no stakes"


def test_a_single_dear_mistake_costs_nothing_for_certain() -> None:
    store = Store.unsaved()
    for number in range(12):
        store.reviews().keep(a_record(number), 0, found_of(0.0 if number else 5.0), is_mine=True)
    assert read_through(store).costliest() == (DecisionTheme.DROP, 0.0, 0.0)


def read_through(store: Store) -> Learning:
    learning = Learning(store)
    while not learning.read():
        pass
    return learning


def test_a_clock_that_was_put_back_keeps_no_mistake_away() -> None:
    """What was answered while the clock was years ahead would come again in years only."""
    day = [date(2036, 1, 1)]
    store = Store.unsaved()
    store.reviews().keep(a_record(0), 0, found_of(), is_mine=True)

    def learning() -> Learning:
        found = Learning(store, lambda: day[0])
        while not found.read():
            pass
        return found

    for is_right in (True, False):
        day[0] = date(2036, 1, 1)
        spot = learning().next()
        assert spot is not None
        learning().answer(spot, is_right=is_right)
        assert (learning().next() is None) == is_right
        day[0] = date(2026, 1, 1)
        again = learning()
        assert again.next() is not None
        again.answer(spot, is_right=True)
        assert again.next() is None
        day[0] += timedelta(days=6)
        assert again.next() is not None


@pytest.mark.parametrize(
    "card",
    ["[1e999, 1, 2.5, 1]", "[1, 1e999, 2.5, 1]", "[1, 1, 1e999, 1]", "[1, 1, 2.5, 1e999]",
     '[1, 1, "inf", 1]', '[1, 1, "nan", 1]', "[1, 1, NaN, 1]", "[1, 1, -9.5, 1]",
     "[1, 1, 1e300, 1]", f"[1, {'9' * 300}, 2.5, 1]", f"[-1, 1, 2.5, {'9' * 300}]", "[1]", "1"],
)  # fmt: skip
def test_a_state_of_a_mistake_that_is_nonsense_is_passed_over(card: str) -> None:
    store = Store.unsaved()
    store.reviews().keep(a_record(0), 0, found_of(), is_mine=True)

    def learning() -> Learning:
        found = Learning(store, lambda: date(2036, 1, 1))
        while not found.read():
            pass
        return found

    spot = learning().next()
    assert spot is not None
    store.keep_document("mistakes.json", f'{{"{spot.key}": {card}}}')
    for _ in range(9):
        again = learning()
        again.answer(again.next() or spot, is_right=True)
        assert again.standings()[spot.decision.theme].found == 1


def test_practice_is_not_gone_through_and_takes_no_hands_place(tmp_path: Path) -> None:
    desk = Desk(a_store(tmp_path, 2))
    players = Player("You"), Player("Ann", "regular")
    practised = Plan(players, seed_text="practised", practice=True)
    play_hands(desk.store.start(practised), [careless] * 2, 2)
    reviewer = desk.reviewer()
    batch = reviewer.ask_latest(2)
    work_through(desk, reviewer)
    assert (batch.total, batch.done, len(desk.works)) == (2, 2, 2)
    assert not any(each.record.practice for each in desk.store.reviews().over_time())
    desk.wants_more = True
    for _ in range(20):
        reviewer.update(QUIET + 1)
    assert len(desk.works) == 2
    desk.store.close()
