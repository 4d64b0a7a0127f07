"""A season: everybody meets everybody once, it is kept, and opponents remember."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from ai import betting
from ai.bot import ask
from ai.registry import LEVELS, STYLES, make_bot
from game.features.challenges.season.model import (
    HANDS,
    ROSTER,
    ROUNDS,
    LastMeeting,
    Own,
    Season,
    SeasonRound,
    pairs,
    player,
)
from game.play.opponents import Opponents
from game.play.plan import Plan, Player
from game.saves.store import Store
from tests.session.players import careless, eager, play_hands

COMPANY = Opponents(LEVELS, STYLES, "regular", betting)


def now(store: Store) -> Season:
    history = store.history()
    assert history.catch_up(10_000)
    return Season.of(store, history)


def test_everybody_meets_everybody_once() -> None:
    met = [pair for at in range(1, ROUNDS + 1) for pair in [*pairs(at), (0, at)]]
    assert sorted(met) == sorted(combinations(range(ROUNDS + 1), 2))
    for at in range(1, ROUNDS + 1):
        assert len({who for pair in [*pairs(at), (0, at)] for who in pair}) == ROUNDS + 1


def test_the_roster_has_levels_and_styles_that_there_are_and_no_name_twice() -> None:
    for who, chosen in enumerate(ROSTER, start=1):
        assert COMPANY.known(chosen) == chosen._replace(style=chosen.style or "plain")
        assert player(who, COMPANY, chosen.name).name != chosen.name
    assert len({chosen.name for chosen in ROSTER}) == ROUNDS
    order = [LEVELS.index(chosen.level) for chosen in ROSTER]
    assert order == sorted(order)


def played(at: int, number: int = 1) -> SeasonRound:
    going = SeasonRound(number, at, COMPANY)
    while going.playing is not None:
        question = going.playing.question
        if question is None:
            going.advance()
        else:
            view, level, seed = question
            going.playing.answer(ask(make_bot(level), view, seed))
    return going


def test_the_matches_of_opponents_are_really_played_and_always_the_same() -> None:
    first = played(2)
    assert [(one, other) for one, other, _won in first.results] == pairs(2)
    assert first.results == played(2).results
    assert first.results != played(2, number=2).results


def match(store: Store, hands: int = HANDS) -> None:
    session = store.start(now(store).next_match("You", COMPANY))
    play_hands(session, [careless, eager], hands)


def test_a_season_goes_round_by_round_and_survives_a_new_start(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    assert now(store) == Season()
    match(store, 4)
    assert (now(store).round, now(store).own[1].hands) == (1, 4)
    store.close()
    store = Store.open(tmp_path)
    assert store.waits("season")
    session = store.resume("season")
    assert session is not None
    play_hands(session, [careless, eager], HANDS)
    assert (now(store).round, now(store).missing) == (2, 1)
    done = played(1)
    replace(now(store), others={1: done.results}).keep(store)
    assert now(store).missing == 0
    standings = now(store).standings()
    assert [line.played for line in standings] == [1] * (ROUNDS + 1)
    assert sum(line.points for line in standings) == ROUNDS + 1
    assert sum(line.won for line in standings) == 0
    for _round in range(2, ROUNDS + 1):
        match(store)
    assert now(store).is_over
    Season(now(store).number + 1).keep(store)
    assert now(store) == Season(2)
    store.close()
    store = Store.open(tmp_path)
    match(store, 1)
    assert (now(store).number, now(store).own[1].hands) == (2, 1)
    store.close()


def test_a_season_ends_when_the_opponents_change_and_a_new_one_begins(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    before = replace(now(store).next_match("You", COMPANY), opponents=1)
    play_hands(store.start(before), [careless, eager], HANDS)
    Season(1, others={1: played(1).results}, opponents=1).keep(store)
    assert now(store) == Season(2, is_renewed=True)
    match(store)
    assert (now(store).number, now(store).round, now(store).is_renewed) == (2, 2, False)
    store.close()


def test_a_later_season_brought_in_from_elsewhere_leaves_this_one_under_way(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    for at in range(1, 3):
        match(store)
        others = {each: played(each).results for each in range(1, at + 1)}
        replace(now(store), others=others).keep(store)
    before = now(store)
    assert (before.number, before.round) == (1, 3)
    for number, opponents in ((2, before.opponents), (5, 1)):
        elsewhere = replace(Season(number).next_match("You", COMPANY), opponents=opponents)
        play_hands(store.start(elsewhere), [careless, eager], HANDS)
        assert now(store) == before
    for _round in range(before.round, ROUNDS + 1):
        match(store)
    assert (now(store).number, now(store).is_renewed) == (6, True)
    store.close()


def test_a_season_that_was_over_before_the_opponents_changed_stands(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    for at in range(1, ROUNDS + 1):
        before = Season(1, {each: Own(each, HANDS, 0) for each in range(1, at)}).next_match(
            "You", COMPANY
        )
        play_hands(store.start(replace(before, opponents=1)), [careless, eager], HANDS)
    others = {at: tuple((one, other, 0) for one, other in pairs(at)) for at in range(1, ROUNDS + 1)}
    Season(1, others=others, opponents=1).keep(store)
    assert (now(store).number, now(store).is_over, now(store).opponents) == (1, True, 1)
    Season(2).keep(store)
    assert now(store) == Season(2)
    store.close()


def test_who_is_ahead_gets_two_points_and_equals_one_each() -> None:
    own = {1: Own(1, HANDS, 5), 2: Own(2, HANDS, 0), 3: Own(3, HANDS - 1, 9)}
    found = Season(1, own, {1: ((2, 7, -3), (3, 6, 0), (4, 5, 1)), 3: ((1, 5, 9),)})
    lines = {line.who: (line.played, line.points, line.won) for line in found.standings()}
    assert lines[0] == (2, 3, 5)
    assert lines[1] == (1, 0, -5)
    assert lines[2] == (2, 1, -3)
    assert lines[3] == (1, 1, 0)
    assert lines[5] == (1, 0, -1)
    assert found.standings()[0].who == 0


@pytest.mark.parametrize(
    "text",
    ["x", "[]", '{"number": 3}', '{"number": 1, "rounds": {"1": [[1, 2]]}}',
     '{"number": 1, "rounds": {"1": [[1, 2, 3]], "x": []}}', "[" * 9000,
     '{"number": 1e400, "rounds": {}}', '{"number": 2.0, "rounds": {}}',
     '{"number": true, "rounds": {}}', '{"number": -1, "rounds": {}}',
     '{"number": 2, "opponents": 1e999, "rounds": {}}',
     '{"number": 2, "rounds": {"1": [[2, 7, 1e999], [3, 6, 0], [4, 5, 0]]}}',
     '{"number": 2, "rounds": {"1": [[2, 7, 0.5], [3, 6, 0], [4, 5, 0]]}}'],
)  # fmt: skip
def test_nonsense_in_its_document_is_passed_over(text: str) -> None:
    store = Store.unsaved()
    store.keep_document("season.json", text)
    assert now(store) == Season()


def test_the_last_meeting_is_told_by_the_hands(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    history = store.history()
    history.catch_up()
    assert LastMeeting.of(history, "Ada", 1) is None
    session = store.start(Plan((Player("You"), Player("Ada", "regular")), seed_text="7"))
    play_hands(session, [careless, eager], 20)
    history = store.history()
    history.catch_up(100)
    found = LastMeeting.of(history, "Ada", 2)
    assert found is not None
    records = session.history()
    ada, me = session.names.index("Ada"), session.human
    dropped = [int(record.actions[-1][0]) for record in records if record.result
               and record.result.ending == "caught"]  # fmt: skip
    assert (found.caught, found.was_caught) == (dropped.count(ada), dropped.count(me or 0))
    assert found.caught + found.was_caught > 0
    assert found.won == session.bankrolls[me or 0] - 100
    assert len(found.ended) == len("2026-11-23 03:50")
    assert LastMeeting.of(history, "Ada", 1) is None
    assert LastMeeting.of(history, "Etta", 2) is None
    store.close()
