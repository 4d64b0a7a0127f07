"""What is heard at the table: from where each seat sits, and never without being seen as well."""

from __future__ import annotations

import pygame
import pytest

from game.ui.shell.sound import TAKES, Sound
from game.ui.table.motion.director import Cue
from tests.ui.table.hands_on import Person
from tests.ui.table.house.test_slap import guest
from tests.ui.table.staging import a_session
from tests.ui.table.test_director import Step, played

__all__ = ["played"]

Heard = list[tuple[str, float]]
SEVERAL = (
    "deal",
    "draw",
    "take",
    "lay",
    "hit",
    "slap",
    "discard",
    "drop",
    "caught",
    "tonk",
    "coins",
)
"""What is heard over and over in an evening."""


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    """Every sound that is asked for, and from where."""
    sounds: Heard = []

    def play(_sound: Sound, name: str, pan: float = 0.0, _size: float = 1.0) -> bool:
        sounds.append((name, pan))
        return True

    monkeypatch.setattr(Sound, "play", play)
    return sounds


@pytest.mark.parametrize("name", SEVERAL)
def test_what_is_heard_often_has_several_takes(name: str) -> None:
    assert TAKES[name] >= 2


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("size", [(960, 540), (1280, 960), (2560, 1080)])
def test_each_seat_is_heard_from_where_it_sits(seats: int, size: tuple[int, int]) -> None:
    person = Person(a_session(seats), size, speed="instant")
    person.wait_until(person.is_to_act)
    board = person.table.board
    places = [board.layout.seats[seat].fan.centerx for seat in range(seats)]
    pans = [board.pan(seat) for seat in range(seats)]
    assert sorted(range(seats), key=lambda seat: places[seat]) == sorted(
        range(seats), key=lambda seat: pans[seat]
    )
    for place, pan in zip(places, pans, strict=True):
        assert abs(pan) <= 0.75, "either ear hears all of them"
        assert (place > size[0] / 2) == (pan > 0)


def test_a_deal_goes_round_the_ears_as_it_goes_round_the_table(heard: Heard) -> None:
    person = Person(a_session(5), speed="normal")
    person.wait_until(person.is_to_act)
    dealer = person.session.dealer
    order = [(dealer + step) % 5 for step in range(1, 6)] * 5
    dealt = [pan for name, pan in heard if name == "deal"][-26:]
    assert dealt == [*(person.table.board.pan(seat) for seat in order), 0.0]


def test_only_wins_in_a_row_are_celebrated(heard: Heard) -> None:
    person = Person(a_session(2, "3"))
    wins = streaks = breaks = 0
    while not streaks or breaks < 5:
        assert person.table.hands_played < 24
        person.wait_until(lambda: person.is_settling() or person.is_to_act())
        if not person.is_settling():
            person.table.flow.play(person.choice())
            continue
        person.wait_until(lambda: person.is_settling() and not person.is_busy())
        result = person.table.view.result
        assert result is not None
        wins = wins + 1 if 0 in result.winners else 0
        streaks += wins in {3, 5, 10}
        breaks += not wins
        assert sum(name == "streak" for name, _pan in heard) == streaks
        person.table.press_settlement("next")


def test_a_slap_slaps(heard: Heard) -> None:
    it = guest()
    it.wait(0.2)
    it.press(pygame.K_w)
    it.press(pygame.K_p)
    heard.clear()
    it.wait(0.1)
    assert heard == [("slap", it.table.board.pan(0))]


@pytest.mark.xdist_group("director")
def test_nothing_is_told_by_sound_alone(played: tuple[Step, ...]) -> None:
    for step in played:
        seen = [beat for beat in step.script.beats if not isinstance(beat.act, Cue)]
        for beat in (each for each in step.script.beats if isinstance(each.act, Cue)):
            assert any(abs(each.at - beat.at) <= 0.5 for each in seen), beat
