"""Beats begin in their time, at every speed, and all at once when skipped."""

from __future__ import annotations

from math import inf

from hypothesis import given
from hypothesis import strategies as st

from game.ui.table.motion.director import PACES, Beat, Cue, Timeline, end_of, later


def beats(*times: float, span: float = 0.5) -> tuple[Beat, ...]:
    return tuple(Beat(at, span, Cue(str(at))) for at in times)


def names(timeline: Timeline, dt: float, pace: float = 1.0) -> list[str]:
    return [each.act.sound for each in timeline.advance(dt, pace) if isinstance(each.act, Cue)]


def test_beats_begin_when_their_time_has_come() -> None:
    timeline = Timeline()
    timeline.play(beats(0.0, 0.3, 1.0))
    assert names(timeline, 0.0) == ["0.0"]
    assert names(timeline, 0.29) == []
    assert names(timeline, 0.02) == ["0.3"]
    assert names(timeline, 5.0) == ["1.0"]
    assert not timeline.is_busy


def test_it_is_busy_until_the_last_beat_has_ended() -> None:
    timeline = Timeline()
    timeline.play(beats(0.0, span=0.5))
    timeline.advance(0.4)
    assert timeline.is_busy
    timeline.advance(0.2)
    assert not timeline.is_busy


def test_further_beats_wait_for_those_under_way() -> None:
    timeline = Timeline()
    timeline.play(beats(0.0))
    timeline.advance(0.1)
    timeline.play((Beat(0.0, 0.1, Cue("second")),))
    assert names(timeline, 0.3) == []
    assert names(timeline, 0.2) == ["second"]


def test_speed_changes_when_a_beat_begins_and_how_long_it_takes() -> None:
    timeline = Timeline()
    timeline.play(beats(1.0))
    assert names(timeline, 0.6, pace=1.5) == []
    (begun,) = timeline.advance(0.1, pace=2.0)
    assert begun.span == 0.25


def test_instant_finishes_everything() -> None:
    timeline = Timeline()
    timeline.play(beats(0.0, 9.0))
    assert [each.span for each in timeline.advance(0.0, inf)] == [0.0, 0.0]
    assert not timeline.is_busy


def test_skipping_begins_the_rest_in_order_with_no_time_left() -> None:
    timeline = Timeline()
    timeline.play(beats(0.0, 1.0, 2.0))
    timeline.advance(0.1)
    rest = timeline.finish()
    assert [each.act for each in rest] == [Cue("1.0"), Cue("2.0")]
    assert not timeline.is_busy
    timeline.play(beats(0.0))
    assert names(timeline, 0.0) == ["0.0"]


@given(
    times=st.lists(st.floats(0, 3), max_size=12),
    steps=st.lists(st.floats(0, 0.5), max_size=40),
    pace=st.sampled_from(list(PACES.values())),
)
def test_every_beat_begins_once_and_in_order(
    times: list[float], steps: list[float], pace: float
) -> None:
    timeline = Timeline()
    timeline.play(beats(*times))
    begun = [each.act for step in steps for each in timeline.advance(step, pace)]
    begun += [each.act for each in timeline.finish()]
    assert begun == [Cue(str(at)) for at in sorted(times)]


def test_beats_can_be_put_off() -> None:
    assert end_of(later(beats(1.0, span=0.5), 2.0)) == 3.5
