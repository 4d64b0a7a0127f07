"""Goals are told by saved hands alone, and each can be reached."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.features.challenges import other_counts
from game.features.challenges.goals import model as goals
from game.features.challenges.goals.model import GOALS, GoalCounts, counting, reaching
from game.play.plan import OPPONENT_NAMES, Plan, Player, RulesLabel
from game.play.session import Session
from game.rules.actions import Action, Drop, Slap
from game.rules.presets import preset
from game.rules.view import SeatView
from game.saves.history import History
from game.saves.rows import Row
from game.saves.statistics import FEATS, CountedHand, Summary
from game.saves.store import Store
from tests.session.players import Chooser, careless, eager, patient, play_hands, set_clock

YOU = Player("You")
PLAN = Plan((YOU,))


def record(*actions: str, ending: str, winner: int = 0, **more: object) -> str:
    seats = ["You", "Ada"]
    result: dict[str, Any] = {
        "ending": ending,
        "winners": [winner],
        "counts": [3, 9],
        "payments": [1, -1],
        "side_payments": [0, 0],
    }
    held: Mapping[str, object] = {"rules": {}, "seats": seats, "actions": list(actions)}
    return json.dumps({**held, "result": result | more})


def feats(text: str) -> set[str]:
    mask = Summary.of_record(text, (YOU, Player("Ada", "regular"))).feats
    return {name for place, name in enumerate(FEATS) if mask >> place & 1}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (record("0 drop", ending="drop"), {"drop", "first", "bare"}),
        (record("1 draw", "1 discard KH", "0 drop", ending="drop"), {"drop", "first", "bare"}),
        (
            record("0 draw", "0 spread 2H 3H 4H", "0 discard KH", "0 drop", ending="drop"),
            {"drop"},
        ),
        (record("0 draw", "0 discard KH", "1 drop", ending="drop", winner=1), set()),
        (record("1 drop", ending="caught"), {"catch"}),
        (record("0 drop", ending="caught", winner=1), set()),
        (record("0 take", "0 spread 2H=5 6H 7H", ending="tonk"), {"out", "tonk", "wild_out"}),
        (
            record("0 draw", "0 spread 2H=5 6H 7H", "0 discard 4C", "0 draw", "0 hit 8H 0",
                   "0 discard KC", ending="out"),
            {"out"},
        ),
        (
            record("1 draw", "1 spread 5H 6H 7H", "1 discard 4C", "0 draw", "0 hit 8H 0",
                   "1 drop", ending="drop", winner=1),
            {"hit"},
        ),
        (record("1 draw", "0 slap 0", "1 drop", ending="drop", winner=1), {"slap"}),
        (record(ending="natural"), {"natural"}),
        (record("0 stop", ending="stockout"), {"stockout"}),
        (record("1 drop", ending="caught", payments=[6, -6]), {"catch", "six_stakes"}),
        (record("1 drop", ending="caught", payments=[4, -4], side_payments=[2, -2]),
         {"catch", "six_stakes", "side_pot"}),
        (record("1 drop", ending="caught", payments=[6, -6], side_payments=[-1, 1]), {"catch"}),
        (record("1 drop", ending="drop", winner=1, side_payments=[2, -2]), {"side_pot"}),
    ],
)  # fmt: skip
def test_what_was_done_is_read_from_the_record(text: str, told: set[str]) -> None:
    assert feats(text) == told


def play(store: Store, rules: str, hands: int, *, seats: int = 2, plan: Plan = PLAN) -> None:
    bots = [Player(name, "master") for name in OPPONENT_NAMES[: seats - 1]]
    agreed = replace(plan, players=(YOU, *bots), rules=preset(rules), seed_text=f"{rules} {seats}")
    session = store.start(agreed)
    play_hands(session, [patient, *[careless] * (seats - 1)], hands)
    session.close()


def test_goals_are_counted_from_the_hands_and_only_from_those_that_count(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    for number, rules in enumerate(("standard", "tunk", "chicago")):
        play(store, rules, 4, seats=2 + 2 * number)
    play(store, "texas", 12, plan=replace(PLAN, label=RulesLabel("Friday night")))
    history = store.history()
    history.catch_up(1000)
    before = GoalCounts.of(history, other_counts())
    tally = history.tally()
    assert before.won == sum(cell.hands for cell in tally.cells if cell.is_mine) > 0
    assert before.rule_sets <= 4
    assert before.own_sets == 1
    assert before.levels == 1
    assert before.master == 12  # hands of the longest session
    play(store, "army", 12, plan=replace(PLAN, practice=True))
    history = store.history()
    history.catch_up(1000)
    assert GoalCounts.of(history, other_counts()) == before
    store.close()


def test_a_goal_is_told_with_the_hand_that_reached_it_and_never_again(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    session = store.start(Plan((YOU, Player("Ada", "regular")), seed_text="goals"))
    told: list[str] = []
    for _ in range(40):
        play_hands(session, [eager, careless], 1)
        place = store.place_of(session)
        history = store.history()
        assert history.catch_up(1000)
        assert place is not None
        told += [goal.key for found in reaching(history, place, other_counts()) for goal in found]
    assert "win" in told
    assert len(told) == len(set(told))
    now = GoalCounts.of(store.history(), other_counts())
    assert set(told) == {goal.key for goal in GOALS if goal.is_reached(now)}
    store.close()


def test_a_session_that_was_ahead_after_ten_hands_stays_so(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store:
        session = store.start(Plan((YOU, Player("Ada", "regular")), seed_text="ahead 1"))
        won, has_led = 0, False
        for _ in range(40):
            play_hands(session, [careless, careless], 1)
            won = sum(each.result.payments[0] for each in session.history() if each.result)
            has_led |= session.number >= 10 and won > 0
            history = store.history()
            assert history.catch_up(1000)
            assert GoalCounts.of(history, other_counts()).sessions_ahead == has_led
        assert has_led
        assert won < 0


def dropping(session: Session, *, wins: bool) -> list[Chooser]:
    """The person drops only to win, or only to be caught; nobody else drops."""

    def plain(view: SeatView, seed: int) -> Action:
        quiet = [each for each in view.legal if not isinstance(each, Drop | Slap)]
        return Random(seed).choice(quiet or list(view.legal))

    def choose(view: SeatView, seed: int) -> Action:
        hand, me = session.hand, session.human
        assert hand is not None
        assert me is not None
        drops = [each for each in view.legal if isinstance(each, Drop)]
        is_ahead = hand.count(me) < hand.count(1 - me)
        return drops[0] if drops and is_ahead == wins else plain(view, seed)

    return [choose if seat == session.human else plain for seat in range(2)]


def goals_now(store: Store) -> GoalCounts:
    history = store.history()
    assert history.catch_up(1000)
    return GoalCounts.of(history, other_counts())


def test_no_progress_is_lost_when_a_table_left_for_later_goes_on(tmp_path: Path) -> None:
    """Its session then comes after others: what is done in a row is counted in each alone."""
    others = (YOU, Player("Ada", "master"))
    with closing(Store.open(tmp_path)) as store:
        session = store.start(Plan(others, seed_text="left"))
        for hands, wins in ((20, True), (60, False)):
            play_hands(session, dropping(session, wins=wins), hands)
        assert goals_now(store).master_won is None
        for hands, wins in ((25, True), (5, False)):
            play_hands(session, dropping(session, wins=wins), hands)
        assert goals_now(store).master == 100
        won = [hand.won for hand in store.history().hands_of(1)]
        best = max(sum(won[at : at + 100]) for at in range(len(won) - 99))
        match = store.start(Plan(others, seed_text="match", occasion="season 1 1", length=99))
        play_hands(match, dropping(match, wins=True), 60)
        before = goals_now(store)
        assert before.drops_in_a_row >= 10
        assert before.master == 100
        assert before.master_won == best > sum(won[-100:])
        resumed = store.resume("")
        assert resumed is not None
        after = goals_now(store)
        assert before == after
        play_hands(resumed, dropping(resumed, wins=False), 2)
        assert all(goal.done(goals_now(store)) >= goal.done(before) for goal in GOALS)


def test_no_progress_is_lost_when_other_saves_are_brought_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their sessions come between by the time at which they were played."""
    counts: list[GoalCounts] = []
    rows: list[Row] = []
    for name, days, wins in (("other", (21,), False), ("own", (20, 22), True)):
        with closing(Store.open(tmp_path / name)) as store:
            for day in days:
                set_clock(monkeypatch, f"2026-11-{day} 10:00")
                session = store.start(Plan((YOU, Player("Ada", "master")), seed_text=f"{day}"))
                play_hands(session, dropping(session, wins=wins), 7)
                session.close()
            counts.append(goals_now(store))
            if name == "own":
                store.take_in(rows)
                counts.append(goals_now(store))
            rows = store.everything()
    other, own, both = counts
    for goal in GOALS:
        assert goal.done(both) >= max(goal.done(own), goal.done(other)), goal.key


def test_hands_are_added_up_once_and_anew_where_others_have_come(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    first = store.start(Plan((YOU, Player("Ada", "master")), seed_text="first"))
    looked_at: list[int] = []
    for turn in range(30):
        play_hands(first, [eager, careless], 1)
        place = store.place_of(first)
        assert place is not None
        history = store.history()
        assert history.catch_up(1000)
        kept = list(reaching(history, place, other_counts()))[-1]
        looked_at.append(len(history.memo))
        assert (
            list(reaching(history, place, other_counts()))[-1] == kept
        )  # once more, all of it added up anew
        history.memo.clear()
        assert list(reaching(history, place, other_counts()))[-1] == kept
        if turn == 20:
            play(store, "chicago", 3)  # these come after it, and are added up with the next one
            first = store.start(Plan((YOU, Player("Ada", "regular")), seed_text="second"))
    assert set(looked_at) == {1}
    store.close()


def test_no_step_of_looking_for_goals_looks_at_many_hands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(goals, "STEP", 10)
    store = Store.open(tmp_path)
    play(store, "standard", 45)
    history = store.history()
    assert history.catch_up(1000)
    looked_at = [0]

    def counted_hands(after: tuple[int, int], step: int) -> Iterator[Sequence[CountedHand]]:
        for hands in History.counted_hands(history, after, step):
            looked_at[-1] += len(hands)
            yield hands

    monkeypatch.setattr(history, "counted_hands", counted_hands)
    steps = reaching(history, (1, 45), other_counts())
    while next(steps, None) is not None:
        looked_at.append(0)
    assert max(looked_at) == 10
    assert sum(looked_at) == 45
    store.close()


def test_master_is_beaten_over_a_hundred_hands_in_a_row() -> None:
    goal = next(goal for goal in GOALS if goal.key == "master")
    assert goal.done(GoalCounts(master=99)) == 99
    assert goal.done(GoalCounts(master=100, master_won=-3)) == 99
    assert goal.is_reached(GoalCounts(master=100, master_won=1))


def test_every_goal_can_be_reached_and_begins_with_nothing() -> None:
    every = GoalCounts(1, dict.fromkeys(FEATS, 1), 3, 10, 1, 5, 10, 1, 100, 1, 7, 3, 1)
    for goal in GOALS:
        assert not goal.is_reached(GoalCounts())
        assert goal.is_reached(every), goal.key
    assert len({goal.key for goal in GOALS}) == len(GOALS)
    assert goal_done(replace(every, catches=2), "catches") == 2


def goal_done(found: GoalCounts, key: str) -> int:
    return next(goal for goal in GOALS if goal.key == key).done(found)


def test_goals_in_steps_are_the_same_and_look_at_no_hand_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store.open(tmp_path)
    session = store.start(Plan((Player("You"), Player("Ada", "regular")), seed_text="steps"))
    play_hands(session, [eager, careless], 7)
    history = store.history()
    assert history.catch_up(100)
    whole = GoalCounts.of(history, other_counts())
    history.memo.clear()
    monkeypatch.setattr("game.features.challenges.goals.model.STEP", 2)
    *first, found = counting(history, other_counts())
    *second, again = counting(history, other_counts())
    assert found == again == whole
    assert len(first) == len(second) + 4  # seven hands, two a step
    store.close()


def test_each_goal_has_a_word_for_its_key_and_a_sentence_of_its_own() -> None:
    assert len({goal.key for goal in GOALS}) == len({goal.words for goal in GOALS}) == len(GOALS)
    assert all(goal.key.isidentifier() and " " in goal.words for goal in GOALS)
