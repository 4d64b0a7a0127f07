"""Races: all over the same deals, the better part goes on; places do not depend on workers."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from ai.lab.arena.contest import Contest
from ai.lab.arena.match import Match
from ai.lab.arena.race import Race, RaceSetup, Runner, Stage, stages
from ai.lab.arena.workers import WorkerPool, serial_pool
from game.rules.presets import STANDARD, preset

BOTS = ("greedy8", "random", "stayer", "tuned")
SETUP = RaceSetup(STANDARD, "race", ("greedy8", "tuned"))


def raced(pool: WorkerPool, setup: RaceSetup = SETUP) -> list[Runner]:
    return Race(setup, pool).run(BOTS, [Stage(6, 3), Stage(10, 2)])


def test_the_better_part_plays_on() -> None:
    left = raced(serial_pool())
    assert [runner.deals for runner in left] == [16, 16]
    assert left[0].score >= left[1].score
    assert left[0].bot == "tuned"
    assert "random" not in [runner.bot for runner in left]


@pytest.mark.parametrize("rules", ["standard", "push_up"])
def test_a_score_is_the_mean_over_opponents_of_what_a_match_gives(rules: str) -> None:
    setup = RaceSetup(preset(rules), "race", SETUP.opponents)
    best = raced(serial_pool(), setup)[0]
    means = []
    for opponent in setup.opponents:
        contest = Contest(Match(setup.rules, (best.bot, opponent), "race"), 16)
        contest.run(serial_pool())
        means.append(contest.tally.estimate(0).mean)
    assert best.score == pytest.approx(sum(means) / 2)


def test_every_pool_finds_the_same() -> None:
    with ThreadPoolExecutor(3) as threads:
        assert raced(WorkerPool(lambda: threads, ahead=7)) == raced(serial_pool())


def test_the_same_player_twice_runs_once() -> None:
    assert len(Race(SETUP, serial_pool()).run(["tuned", "tuned"], [Stage(1, 5)])) == 1


def test_hands_are_counted_as_they_are_played() -> None:
    hands: list[int] = []
    Race(SETUP, serial_pool(), counted=hands.append).run(BOTS, [Stage(6, 3), Stage(10, 2)])
    assert sum(hands) == 2 * 2 * (4 * 6 + 3 * 10)


def test_stages_cut_a_field_down_with_ever_more_deals() -> None:
    assert stages(100, 10, 4) == [Stage(10, 33), Stage(30, 11), Stage(90, 4)]
    assert stages(3, 10, 4) == [Stage(10, 3)]
