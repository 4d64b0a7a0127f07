"""The tools of great moments: bounded, deterministic, over in time, and harmless."""

from __future__ import annotations

import pytest

from game.ui.kit.flourish import (
    BUDGET,
    MOST_FLASHES,
    Banner,
    Flashes,
    Particles,
    Shake,
    arch,
    eased,
    smooth,
)

FRAME = 1 / 60


@pytest.mark.parametrize("curve", [eased, smooth])
def test_easing_begins_at_0_and_ends_at_1(curve: type[float]) -> None:
    assert curve(0.0) == pytest.approx(0.0)
    assert curve(1.0) == pytest.approx(1.0)
    assert max(float(curve(step / 100)) for step in range(101)) < 1.2
    assert arch(0.5) == pytest.approx(1.0)


def test_there_are_never_more_particles_than_the_budget_allows() -> None:
    particles = Particles()
    for place in range(9):
        particles.burst((place, 0.0), BUDGET // 3, 500.0, 4)
    assert len(particles) == BUDGET
    for _ in range(120):
        particles.update(FRAME)
    assert len(particles) == 0
    assert not particles.update(FRAME)


def test_equal_bursts_look_alike_and_rise_before_they_fall() -> None:
    one, other = Particles(), Particles()
    for each in (one, other):
        each.burst((100.0, 100.0), 20, 500.0, 4)
    assert one.all == other.all
    one.update(0.1)
    assert min(each.y for each in one.all) < 100.0
    for _ in range(40):
        one.update(FRAME)
    assert max(each.y for each in one.all) > 100.0


def test_no_second_holds_more_than_three_flashes() -> None:
    flashes, began, now = Flashes(), list[float](), 0.0
    for _ in range(600):  # somebody asks for one in every frame
        if flashes.flash():
            began.append(now)
        flashes.update(FRAME)
        now += FRAME
    assert len(began) > 20
    for start in began:
        assert sum(start <= each <= start + 1.0 for each in began) <= MOST_FLASHES


def test_a_shake_dies_away_and_keeps_within_what_was_asked_for() -> None:
    shake = Shake()
    assert shake.offset == (0.0, 0.0)
    shake.start(5.0)
    seen = []
    for _ in range(30):
        seen.append(max(map(abs, shake.offset)))
        shake.update(FRAME)
    assert 2.0 < max(seen) <= 5.0
    assert max(seen[15:]) < 1.0
    assert seen[-1] == 0.0
    assert not shake.is_on


@pytest.mark.parametrize("is_calm", [True, False])
def test_a_banner_comes_stands_and_goes(is_calm: bool) -> None:
    banner = Banner("tonk", 1.0, 1.5, is_calm)
    scales, strengths = [], []
    while not banner.is_over:
        scales.append(banner.scale)
        strengths.append(banner.strength)
        banner.age += FRAME
    if is_calm:
        assert set(scales) == set(strengths) == {1.0}
    else:
        assert scales[0] < 0.7
        assert scales[-1] == 1.0
        assert strengths[0] == 0.0
        assert strengths[len(strengths) // 2] == 1.0
        assert strengths[-1] < 0.2
