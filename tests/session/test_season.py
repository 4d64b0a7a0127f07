"""A season: everybody meets everybody once, it is kept, and opponents remember."""

import json
from contextlib import closing
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from ai import betting
from ai.bot import ask
from ai.registry import LEVELS, STYLES, make_bot
from game.features.challenges import other_counts
from game.features.challenges.goals.model import GOALS, GoalCounts
from game.features.challenges.season.model import (
    HANDS,
    ROSTER,
    ROUNDS,
    LastMeeting,
    Own,
    Season,
    SeasonRound,
    matches_won,
    pairs,
    player,
)
from game.play.opponents import Opponents
from game.play.plan import Plan, Player
from game.play.session import Session
from game.rules.presets import STANDARD
from game.saves.archive import Archive
from game.saves.store import Store
from tests.session.players import Chooser, careless, eager, play_hands

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
    assert store.can_resume("season")
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
    assert (now(store).number, now(store).is_over) == (1, True)
    history = store.history()
    assert (now(store).following(history).number, len(now(store).following(history).own)) == (2, 1)
    assert now(store).following(history, is_new=True) == Season(6)
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


def begin(store: Store, *, is_earlier: bool = False) -> Session:
    """Sit down to the next match as the season's page does, or as an earlier version did."""
    season = now(store)
    if not is_earlier:
        season = season.begun()
        season.keep(store)
    return store.start(season.next_match("You", COMPANY))


def play_rounds(
    store: Store, rounds: int, *, is_earlier: bool = False, chooser: Chooser = careless
) -> Season:
    """Play matches to their end, and those of the opponents as far as they are behind."""
    for _round in range(rounds):
        session = begin(store, is_earlier=is_earlier)
        play_hands(session, [chooser, careless], HANDS)
        session.close()
        at = now(store).missing
        drawn = tuple((one, other, 0) for one, other in pairs(at))
        season = replace(now(store), others={**now(store).others, at: drawn})
        season.keep(store)
        if is_earlier:
            as_earlier(store)
    return now(store)


def test_a_season_counts_as_won_once_the_results_of_all_are_known(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store:
        for at in range(1, ROUNDS + 1):
            plan = replace(now(store).next_match("You", COMPANY), seed_text=f"won {at}")
            play_hands(store.start(plan), [eager, careless], HANDS)
        drawn = {at: tuple((*pair, 0) for pair in pairs(at)) for at in range(1, ROUNDS + 1)}
        over = replace(now(store), others=drawn)
        over.keep(store)
        assert over.is_won, "another seed is needed"
        last = over.own[ROUNDS].session
        history = store.history()
        assert (Season.won_in(history), Season.won_in(history, last)) == (1, 0)
        goal = next(each for each in GOALS if each.key == "season")
        assert goal.is_reached(GoalCounts.of(history, other_counts()))
        over.keep(store, over.name)
        Season(2).begun().keep(store)
        assert Season.won_in(store.history()) == 1
        store.keep_document(over.name, "")
        assert Season.won_in(store.history()) == 0
        assert [each.missing for each in Season.ended(store.history())] == [1]


def as_earlier(store: Store) -> None:
    """Take from the season's document what earlier versions did not write."""
    held = json.loads(store.document("season.json"))
    held.pop("identity", None)
    store.keep_document("season.json", json.dumps(held))


EARLIER = pytest.mark.parametrize(
    ("here", "there"),
    [(False, False), (True, True), (True, False), (False, True)],
    ids=["both of today", "both of an earlier version", "own of one", "the other of one"],
)


def results(season: Season) -> list[tuple[int, int]]:
    return [(own.hands, own.won) for _at, own in sorted(season.own.items())]


@pytest.mark.share(4)
@EARLIER
@pytest.mark.parametrize(("rounds", "hands"), [(1, 4), (3, 0), (ROUNDS, 4)])
def test_a_season_of_the_same_number_brought_in_leaves_this_one_under_way(
    tmp_path: Path, rounds: int, hands: int, *, here: bool, there: bool
) -> None:
    with closing(Store.open(tmp_path / "there")) as other:
        assert results(play_rounds(other, rounds, is_earlier=there))
        rows = other.everything()
    with closing(Store.open(tmp_path / "here")) as store:
        play_rounds(store, 2, is_earlier=here, chooser=eager)
        session = begin(store, is_earlier=here) if hands else None
        if session is not None:
            play_hands(session, [eager, careless], hands)
        before = now(store)
        assert store.take_in(rows) == rounds * HANDS
        after = now(store)
        assert (after.number, after.round, results(after)) == (1, 3, results(before))
        assert after.standings() == before.standings()
        if session is not None:
            play_hands(session, [eager, careless], HANDS)
            assert results(now(store))[2] == (HANDS, session.bankrolls[session.human or 0] - 100)
        else:
            play_rounds(store, 1, is_earlier=here, chooser=eager)
        assert now(store).round == 4
        assert results(now(store))[:2] == results(before)[:2]
        won = sum(money > 0 for _hands, money in results(now(store)))
        lost = sum(money > 0 for _hands, money in results(before))
        assert matches_won(store.history()) >= max(won, lost)
        before = now(store)
        assert store.take_in(rows) == 0
        assert now(store) == before
    with closing(Store.open(tmp_path / "here")) as store:
        assert now(store) == before
        Season(2).keep(store)
        assert now(store) == Season(2)


@pytest.mark.share(2)
@pytest.mark.parametrize("there", [2, ROUNDS], ids=["under way", "over"])
@pytest.mark.parametrize("here", [2, ROUNDS], ids=["own under way", "own over"])
def test_a_later_season_brought_in_never_takes_the_place_of_this_one(
    tmp_path: Path, here: int, there: int
) -> None:
    with closing(Store.open(tmp_path / "there")) as other:
        Season(5).keep(other)
        elsewhere = play_rounds(other, there)
        rows = other.everything()
    with closing(Store.open(tmp_path / "here")) as store:
        Season(3).keep(store)
        before = play_rounds(store, here, chooser=eager)
        assert store.take_in(rows) == there * HANDS
        after = now(store)
        assert (after.number, after.identity) == (3, before.identity)
        assert results(after) == results(before)
        assert after.standings() == before.standings()
        begun = Season(4).begun()
        begun.keep(store)
        assert now(store) == begun
        assert (begun.following(store.history()).own == {}) == (there == ROUNDS)
        found = begun.following(store.history()).begun()
        found.keep(store)
        assert now(store).identity == found.identity
        if there == ROUNDS:
            assert (found.number, now(store).round) == (6, 1)
        else:
            assert (found.number, results(now(store))) == (5, results(elsewhere))
            assert play_rounds(store, 1).round == there + 2


def test_a_season_given_up_elsewhere_does_not_follow_here(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path / "there")) as other:
        Season(5).keep(other)
        play_rounds(other, 2).give_up(other)
        Season(6).begun().keep(other)
        rows = other.everything()
    with closing(Store.open(tmp_path / "here")) as store:
        play_rounds(store, ROUNDS)
        store.take_in(rows)
        after = now(store).following(store.history())
        assert (after.number, after.own) == (6, {})
        assert store.take_in(rows) == 0


@pytest.mark.share(4)
@EARLIER
@pytest.mark.parametrize("hands", [0, 6, HANDS])
def test_a_first_match_goes_on_whatever_season_is_brought_in(
    tmp_path: Path, hands: int, *, here: bool, there: bool
) -> None:
    with closing(Store.open(tmp_path / "there")) as other:
        Season(3).keep(other)
        assert play_rounds(other, 2, is_earlier=there).number == 3
        rows = other.everything()
    with closing(Store.open(tmp_path / "here")) as store:
        session = begin(store, is_earlier=here)
        play_hands(session, [careless, eager], hands)
        before = results(now(store))
        store.take_in(rows)
        season = now(store)
        assert (season.number, results(season)) == (1, before)
        assert season.round == (2 if hands == HANDS else 1)
        play_hands(session, [careless, eager], HANDS)
        assert (now(store).number, now(store).round) == (1, 2)
        assert play_rounds(store, 1, is_earlier=here).round == 3


@pytest.mark.parametrize("is_earlier", [False, True], ids=["today", "earlier version"])
def test_one_season_is_played_on_two_computers_in_turn(tmp_path: Path, *, is_earlier: bool) -> None:
    with (
        closing(Store.open(tmp_path / "here")) as one,
        closing(Store.open(tmp_path / "there")) as two,
        closing(Store.open(tmp_path / "third")) as third,
    ):
        play_rounds(third, 5)
        found = play_rounds(one, 2, is_earlier=is_earlier)
        for store, other in ((two, one), (one, two), (two, one)):
            store.take_in(other.everything())
            assert results(now(store)) == results(found)
            found = play_rounds(store, 1)
            assert found.round == len(found.own) + 1
        assert len(results(found)) == 5
        two.take_in(third.everything())
        assert results(now(two)) == results(found)


def test_a_season_brought_in_where_there_is_none_goes_on(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path / "there")) as other:
        before = play_rounds(other, 2)
        session = begin(other)
        play_hands(session, [careless, eager], 3)
        other.start(Plan((Player("You"), Player("Ada", "regular"))))
        rows = other.everything()
    with closing(Store.open(tmp_path / "here")) as store:
        store.take_in(rows)
        assert store.resume("season") is not None
        after = now(store)
        assert (after.number, after.round, after.identity) == (1, 3, before.identity)
        assert results(after)[:2] == results(before)


def test_a_season_of_an_earlier_version_is_brought_in_with_its_table(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path / "there")) as other:
        before = play_rounds(other, 2, is_earlier=True)
        session = begin(other, is_earlier=True)
        play_hands(session, [careless, eager], 3)
        other.start(Plan((Player("You"), Player("Ada", "regular"))))
        plan, live, *_identity = json.loads(other.document("table-season.json"))
        other.keep_document("table-season.json", json.dumps([plan, live]))
        rows = other.everything()
    with closing(Store.open(tmp_path / "here")) as store:
        store.take_in(rows)
        again = store.resume("season")
        assert again is not None
        play_hands(again, [careless, eager], HANDS)
        assert now(store).round == 4
        assert results(now(store))[:2] == results(before)
    with closing(Store.open(tmp_path / "fourth")) as store:
        store.take_in(rows)
        session = begin(store)
        play_hands(session, [careless, eager], HANDS)
        assert now(store).round == 4


def lose_match(folder: Path, at: int) -> None:
    """Take every row of the player's match of a round from the saves."""
    with closing(Archive(folder, lambda _rows: True, lambda: None)) as files:
        rows = files.everything()
        words = f'"occasion":"season 1 {at}'
        lost = {row.session for row in rows if row.kind == "plan" and words in row.body}
        assert lost
        files.replace([row for row in rows if row.session not in lost])


@pytest.mark.share(3)
@pytest.mark.parametrize("is_earlier", [False, True], ids=["today", "earlier version"])
@pytest.mark.parametrize("there_too", [False, True], ids=["a backup", "another computer"])
@pytest.mark.parametrize("lost", [1, 2])
def test_a_lost_match_that_is_brought_in_belongs_to_its_season(
    tmp_path: Path, lost: int, *, there_too: bool, is_earlier: bool
) -> None:
    with closing(Store.open(tmp_path / "here")) as store:
        before = play_rounds(store, 3, is_earlier=is_earlier)
        rows = store.everything()
    lose_match(tmp_path / "here", lost)
    with (
        closing(Store.open(tmp_path / "here")) as store,
        closing(Store.open(tmp_path / "there")) as other,
    ):
        assert now(store).round == lost
        if there_too:
            other.take_in(rows)
            rows = other.everything()
        assert store.take_in(rows) == HANDS
        assert results(now(store)) == results(before)
        assert now(store).standings() == before.standings()
        assert store.take_in(rows) == 0
        other.take_in(store.everything())
        assert results(now(other)) == results(before)


@pytest.mark.parametrize("is_earlier", [False, True], ids=["today", "earlier version"])
def test_a_match_left_goes_on_after_it_was_played_on_elsewhere(
    tmp_path: Path, *, is_earlier: bool
) -> None:
    with (
        closing(Store.open(tmp_path / "here")) as store,
        closing(Store.open(tmp_path / "there")) as other,
    ):
        play_rounds(store, 2, is_earlier=is_earlier)
        session = begin(store, is_earlier=is_earlier)
        play_hands(session, [careless, eager], 4)
        other.take_in(store.everything())
        play_hands(session, [careless, eager], 3)
        store.start(Plan((Player("You"), Player("Ada", "regular"))))
        elsewhere = other.resume("season")
        assert elsewhere is not None
        play_hands(elsewhere, [eager, careless], 4)
        assert store.take_in(other.everything()) > 0
        season = now(store)
        assert season.round == 3
        assert store.can_resume("season", season.own[3].occasion)
        again = store.resume("season")
        assert again is not None
        assert again.number == 7
        play_hands(again, [careless, eager], HANDS)
        assert now(store).round == 4


@pytest.mark.parametrize("words", ["season 1", "season 9999999999 1", "season 1 0", "season x 1",
                                   "season 1 8", "season -1 1", "season ١ x"])  # fmt: skip
def test_an_occasion_that_is_no_match_is_passed_over(tmp_path: Path, words: str) -> None:
    with closing(Store.open(tmp_path)) as store:
        plan = replace(Season().next_match("You", COMPANY), occasion=words)
        play_hands(store.start(plan), [careless, eager], 1)
        assert now(store) == Season()
        assert matches_won(store.history()) == 0


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
     '{"number": 9999999999, "rounds": {}}',
     '{"number": 2, "opponents": 1e999, "rounds": {}}',
     '{"number": 2, "identity": 7, "rounds": {}}',
     '{"number": 2, "identity": "x 1", "rounds": {}}',
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
    assert LastMeeting.of(history, "You", 2) is None, "a person is no opponent"
    store.close()


@pytest.mark.parametrize(
    ("others", "changes", "is_told"),
    [
        (("Ada",), {}, True),
        (("Ada", "Basil"), {}, False),
        (("Ada",), {"scoring": "push_up"}, False),
        (("Ada",), {"natural_bet": "first_spread"}, False),
    ],
    ids=["two", "three", "points", "side pots"],
)
def test_what_others_and_pots_took_is_not_laid_to_the_last_met(
    tmp_path: Path, others: tuple[str, ...], changes: dict[str, object], *, is_told: bool
) -> None:
    store = Store.open(tmp_path)
    players = (Player("You"), *(Player(name, "regular") for name in others))
    session = store.start(Plan(players, STANDARD.changed(**changes), seed_text="7"))
    play_hands(session, [careless, *(eager for _ in others)], 3)
    history = store.history()
    history.catch_up(100)
    found = LastMeeting.of(history, "Ada", 2)
    assert found is not None
    assert (found.won is not None) == is_told
    store.close()


def test_equal_points_go_by_stakes_and_who_has_equal_stakes_shares_a_place() -> None:
    first = Season().standings()
    assert [(line.place, line.who) for line in first] == [(1, who) for who in (0, *range(7, 0, -1))]
    found = Season(own={1: Own(1, HANDS, 5)}, others={1: ((2, 7, 3), (3, 6, 1), (4, 5, 0))})
    assert [(line.place, line.who, line.points, line.won) for line in found.standings()] == [
        (1, 0, 2, 5), (2, 2, 2, 3), (3, 3, 2, 1), (4, 5, 1, 0), (4, 4, 1, 0), (6, 6, 0, -1),
        (7, 7, 0, -3), (8, 1, 0, -5),
    ]  # fmt: skip
    drawn = Season(own={1: Own(1, HANDS, 0)}, others={1: ((2, 7, 0), (3, 6, 1), (4, 5, 0))})
    places = [(line.place, line.who) for line in drawn.standings()]
    assert places == [(1, 3), (2, 0), (2, 7), (2, 5), (2, 4), (2, 2), (2, 1), (8, 6)]


@pytest.mark.parametrize(("hands", "counts"), [(HANDS, 1), (HANDS - 1, 2)])
def test_a_match_played_again_counts_only_if_the_first_was_not_finished(
    tmp_path: Path, hands: int, counts: int
) -> None:
    store = Store.open(tmp_path)
    plan = now(store).next_match("You", COMPANY)
    for number in (hands, HANDS):
        play_hands(store.start(plan), [careless, eager], number)
    assert now(store).own[1].session == counts
    store.close()


def test_only_a_match_played_to_its_end_is_won(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    plan = replace(now(store).next_match("You", COMPANY), seed_text="ahead")
    for hands, is_won in ((HANDS - 1, False), (HANDS, True)):
        play_hands(store.start(plan), [eager, careless], hands)
        own, history = now(store).own[1], store.history()
        assert history.catch_up(100)
        assert (own.hands, own.won > 0) == (hands, True), "another seed is needed"
        assert matches_won(history) == is_won
    store.close()


def test_a_drop_that_a_third_caught_was_not_caught_by_the_player(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    company = (Player("You"), Player("Ada", "regular"), Player("Bea", "regular"))
    session = store.start(Plan(company, seed_text="3"))
    play_hands(session, [careless] * 3, 24)
    history = store.history()
    history.catch_up(100)
    found = LastMeeting.of(history, "Ada", 2)
    assert found is not None
    ada, me = session.names.index("Ada"), session.human
    results = [record.result for record in session.history()
               if record.actions[-1:] == (f"{ada} drop",)]  # fmt: skip
    catchers = [each.winners for each in results if each and each.ending == "caught"]
    assert any(me not in each for each in catchers), "another seed is needed"
    assert found.caught == sum(me in each for each in catchers) > 0
    store.close()


def test_the_results_of_an_ended_season_without_identity_are_brought_in_with_it(
    tmp_path: Path,
) -> None:
    with closing(Store.open(tmp_path / "there")) as other:
        over = play_rounds(other, ROUNDS, is_earlier=True)
        assert (over.identity, over.missing) == ("", 0)
        over.keep(other, over.name)
        Season(2).begun().keep(other)
        rows = other.everything()
    with closing(Store.open(tmp_path / "here")) as store:
        store.take_in(rows)
        now(store)  # counts all hands
        ended = Season.ended(store.history())
        assert [(each.number, each.missing) for each in ended] == [(1, 0)]
        assert ended[0].standings() == over.standings()
        assert ended[0].identity
