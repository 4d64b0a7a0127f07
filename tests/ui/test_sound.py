"""The sounds: well made files, and a mixer that does what volume, mute and pan say."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import wave
from array import array
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from assets.sounds import make as generator
from game.ui.assets import AssetMissing, asset_path, newly_left_out
from game.ui.shell.sound import TAKES, Sound

FILES = [f"{name}{number}" for name, takes in TAKES.items() for number in range(1, takes + 1)]
FULL = 32_767


def samples(name: str) -> array[int]:
    """What a sound file holds."""
    with wave.open(str(asset_path(f"sounds/{name}.wav")), "rb") as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (44_100, 1, 2)
        return array("h", file.readframes(file.getnframes()))


def power(values: array[int]) -> float:
    """Root mean square, 0 to 1."""
    return math.sqrt(sum(value * value for value in values) / len(values)) / FULL


class Card:
    """A sound card that writes what it would have played to a file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def heard(self) -> tuple[array[int], array[int]]:
        """Left and right of everything played, once it has been played to its end."""
        while pygame.mixer.get_busy():
            pygame.time.wait(5)
        pygame.time.wait(30)
        pygame.mixer.quit()
        both = array("h", self._path.read_bytes())
        return both[0::2], both[1::2]


@pytest.fixture
def card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Card]:
    """SDL's own disk driver, ten times faster than the ear."""
    path = tmp_path / "heard.raw"
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(path))
    monkeypatch.setenv("SDL_DISKAUDIODELAY", "1")
    pygame.mixer.quit()
    yield Card(path)
    pygame.mixer.quit()


def test_the_files_are_those_that_the_game_and_their_maker_know() -> None:
    kept = {path.stem for path in asset_path("sounds/tick1.wav").parent.glob("*.wav")}
    assert kept == set(FILES)
    assert {name: len(takes) for name, takes in generator.RECIPES.items()} == TAKES


def test_all_sounds_together_are_small() -> None:
    assert sum(asset_path(f"sounds/{name}.wav").stat().st_size for name in FILES) < 1_500_000


@pytest.mark.parametrize("name", FILES)
def test_a_sound_is_neither_clipped_nor_cut_off_nor_long(name: str) -> None:
    sound = samples(name)
    assert 0.03 <= len(sound) / 44_100 <= 2.0
    assert 0.15 * FULL < max(map(abs, sound)) < 0.85 * FULL
    assert max(abs(sound[0]), abs(sound[-1])) < 40
    assert abs(sum(sound) / len(sound)) < 0.01 * FULL


def test_takes_differ_but_are_as_loud() -> None:
    for name, takes in TAKES.items():
        heard = [samples(f"{name}{number}") for number in range(1, takes + 1)]
        assert len({take.tobytes() for take in heard}) == takes
        loud = [power(take) for take in heard]
        assert max(loud) < 1.5 * min(loud), name


def test_a_file_is_what_its_recipe_makes() -> None:
    for name in ("tick", "hit", "drop"):
        made = array("h", generator.pcm(generator.made(name, 1)))
        kept = samples(f"{name}1")
        assert len(made) == len(kept)
        # The last bit of a sine may differ from one machine to another.
        assert max(abs(a - b) for a, b in zip(made, kept, strict=True)) <= 2


def test_a_sound_is_heard_alike_on_both_sides(card: Card) -> None:
    assert Sound().play("drop")
    left, right = card.heard()
    assert max(abs(a - b) for a, b in zip(left, right, strict=True)) == 0
    assert max(map(abs, left)) == pytest.approx(max(map(abs, samples("drop1"))), rel=0.02)


@pytest.mark.parametrize("volume", [0.25, 0.5])
def test_volume_scales_what_is_heard(card: Card, volume: float) -> None:
    assert Sound(volume).play("drop")
    left, _ = card.heard()
    assert max(map(abs, left)) == pytest.approx(volume * max(map(abs, samples("drop1"))), rel=0.03)


def test_volume_can_be_turned_afterwards_and_stays_within_bounds(card: Card) -> None:
    sound = Sound(0.5)
    sound.volume = 3.0
    assert sound.volume == 1.0
    sound.volume = -1.0
    assert sound.volume == 0.0
    sound.volume = 0.2
    assert sound.play("hit")
    left, _ = card.heard()
    assert max(map(abs, left)) == pytest.approx(0.2 * max(map(abs, samples("hit1"))), rel=0.05)


def test_cards_and_calls_have_volumes_of_their_own(card: Card) -> None:
    sound = Sound(0.5)
    sound.balance(cards=0.5, calls=0.0)
    assert not sound.play("coins")
    assert sound.play("hit")
    left, _ = card.heard()
    assert max(map(abs, left)) == pytest.approx(0.25 * max(map(abs, samples("hit1"))), rel=0.05)


@pytest.mark.parametrize("sound", [Sound(muted=True), Sound(0.0)], ids=["muted", "volume 0"])
def test_mute_and_no_volume_are_silence(card: Card, sound: Sound) -> None:
    assert sound.open()
    assert not sound.play("tonk")
    left, right = card.heard()
    assert not any(left)
    assert not any(right)


def test_a_sound_that_has_begun_falls_silent_on_mute(card: Card) -> None:
    sound = Sound()
    assert sound.play("win")
    sound.muted = True
    left, _ = card.heard()
    assert power(left) < 0.2 * power(samples("win1"))


def test_mute_can_be_lifted(card: Card) -> None:
    sound = Sound(muted=True)
    assert not sound.play("hit")
    sound.muted = False
    assert sound.play("hit")
    left, _ = card.heard()
    assert any(left)


@pytest.mark.parametrize(("pan", "left_part", "right_part"), [(-1, 1, 0), (1, 0, 1), (0.5, 0.5, 1)])
def test_pan_turns_one_side_down(
    card: Card, pan: float, left_part: float, right_part: float
) -> None:
    assert Sound().play("drop", pan)
    left, right = card.heard()
    # The first buffer may leave before the sides are set.
    whole = power(samples("drop1")[1_100:])
    start = next(n for n, pair in enumerate(zip(left, right, strict=True)) if any(pair)) + 1_100
    end = start + len(samples("drop1")) - 1_100
    assert power(left[start:end]) == pytest.approx(left_part * whole, rel=0.1, abs=0.002)
    assert power(right[start:end]) == pytest.approx(right_part * whole, rel=0.1, abs=0.002)


def test_takes_go_round(card: Card, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    loaded = pygame.mixer.Sound

    def noted(path: Path) -> pygame.mixer.Sound:
        opened.append(path.stem)
        return loaded(path)

    monkeypatch.setattr(pygame.mixer, "Sound", noted)
    sound = Sound()
    assert [sound.play("deal") for _ in range(5)] == [True] * 5
    assert opened == ["deal1", "deal2", "deal3"], "each is loaded once, when first wanted"


def test_more_sounds_than_voices_are_left_out_not_raised(card: Card) -> None:
    sound = Sound()
    started = [sound.play("win") for _ in range(60)]
    assert started[0]
    assert not all(started)


def test_a_card_that_goes_away_is_silence(card: Card) -> None:
    sound = Sound()
    assert sound.play("hit")
    pygame.mixer.quit()
    assert not sound.play("hit")


def test_a_name_that_is_not_there_is_silence(card: Card) -> None:
    assert not Sound().play("thunder")


def test_a_lost_file_is_silence(card: Card, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TAKES, "hit", 3)
    sound = Sound()
    assert [sound.play("hit") for _ in range(4)] == [True, True, False, True]


def test_where_all_sounds_are_lost_one_line_tells_it(
    card: Card, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(name: str) -> Path:
        raise AssetMissing(name)

    monkeypatch.setattr("game.ui.shell.sound.asset_path", gone)
    sound = Sound()
    assert not any(sound.play(name) for name in TAKES)
    assert newly_left_out() == ["sounds"]


def test_without_a_sound_card_everything_is_silent_and_nothing_is_written() -> None:
    program = (
        "from game.ui.shell.sound import Sound\n"
        "sound = Sound()\n"
        "assert not sound.open() and not sound.play('deal', -0.5) and not sound.play('deal')\n"
        "sound.volume = 0.3; sound.muted = True; sound.muted = False; sound.close()\n"
        "import sys; print('still here'); print('and heard', file=sys.stderr)\n"
    )
    for driver in ("alsa", "no such driver"):
        environment = {
            **os.environ,
            "SDL_AUDIODRIVER": driver,
            "PYGAME_HIDE_SUPPORT_PROMPT": "1",
            "AUDIODEV": "no-such-device",
        }
        done = subprocess.run(
            [sys.executable, "-c", program],
            env=environment,
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout) == (0, "still here\n"), done.stderr
        assert done.stderr == "and heard\n"


def test_nothing_is_opened_before_it_is_asked_for() -> None:
    program = "import sys, game.ui.shell.sound as s; s.Sound(); print('pygame' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "False\n"
