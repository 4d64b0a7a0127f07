"""The sounds: well made files, and a mixer that does what volume, mute and pan say."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from array import array
from collections.abc import Iterator
from itertools import pairwise
from math import sqrt
from pathlib import Path
from shutil import copyfile

import pygame
import pytest

from assets.sounds import band
from assets.sounds import make as generator
from game.saves.settings import Settings, SettingsStore
from game.ui.assets import asset_path, newly_left_out
from game.ui.shell.sound import PIECE, TAKES, Sound

FILES = [f"{name}{number}" for name, takes in TAKES.items() for number in range(1, takes + 1)]
FULL = 32_767
DROP = asset_path("sounds/drop1.ogg")


HELD: dict[str, array[int]] = {}
"""What each sound file holds."""


@pytest.fixture(scope="module", autouse=True)
def _held() -> None:
    pygame.mixer.quit()
    pygame.mixer.init(44_100, -16, 1, allowedchanges=0)
    for name in FILES:
        sound = pygame.mixer.Sound(asset_path(f"sounds/{name}.ogg"))
        HELD[name] = array("h", sound.get_raw())
    pygame.mixer.quit()


def samples(name: str) -> array[int]:
    """What a sound file holds."""
    return HELD[name]


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
    kept = {path.stem for path in asset_path("sounds/tick1.ogg").parent.glob("*.ogg")}
    assert kept == {*FILES, Path(PIECE).stem}
    assert {name: len(takes) for name, takes in generator.RECIPES.items()} == TAKES


def test_all_sounds_together_are_small() -> None:
    assert sum(asset_path(f"sounds/{name}.ogg").stat().st_size for name in FILES) < 600_000


@pytest.mark.parametrize("name", FILES)
def test_a_sound_is_neither_clipped_nor_cut_off_nor_long(name: str) -> None:
    sound = samples(name)
    assert 0.03 <= len(sound) / 44_100 <= 2.0
    assert 0.15 * FULL < max(map(abs, sound)) < 0.85 * FULL
    assert abs(sound[0]) < 0.05 * FULL, "packed, a stroke begins a little before its peak"
    assert abs(sound[-1]) < 40
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
        lost = array("h", (a - b for a, b in zip(made, kept, strict=True)))
        assert power(lost) < 0.1 * power(made), "what packing takes away is not heard"


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
    assert sound.play("lose")
    left, _ = card.heard()
    assert max(map(abs, left)) == pytest.approx(0.2 * max(map(abs, samples("lose1"))), rel=0.05)


def test_cards_and_calls_have_volumes_of_their_own(card: Card) -> None:
    sound = Sound(0.5)
    sound.balance(cards=0.5, calls=0.0)
    assert not sound.play("coins")
    assert sound.play("shuffle")
    left, _ = card.heard()
    assert max(map(abs, left)) == pytest.approx(0.25 * max(map(abs, samples("shuffle1"))), rel=0.05)


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


def test_no_take_is_heard_twice_in_a_row(card: Card, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_DISKAUDIODELAY", "500")  # no sound ends before it is asked for
    sound, heard = Sound(), []
    for _ in range(60):
        assert sound.play("deal")
        playing = pygame.mixer.Channel(0).get_sound()
        assert playing is not None
        heard.append(playing)
        pygame.mixer.stop()
    assert all(one is not other for one, other in pairwise(heard))
    assert len(set(heard)) == TAKES["deal"], "each is read once"
    takes = [pygame.mixer.Sound(asset_path(f"sounds/deal{take}.ogg")) for take in range(1, 7)]
    assert {each.get_raw() for each in heard} == {take.get_raw() for take in takes}


def test_takes_of_cards_differ_in_pitch_and_length() -> None:
    for name in ("deal", "draw", "lay", "hit", "discard", "flip"):
        lengths = [len(samples(f"{name}{take}")) for take in range(1, TAKES[name] + 1)]
        assert max(lengths) > 1.04 * min(lengths), name


@pytest.mark.parametrize(("size", "part"), [(-3.0, 0.6), (0.0, 0.6), (0.5, 0.8), (7.0, 1.0)])
def test_a_call_is_louder_the_more_it_is_about(card: Card, size: float, part: float) -> None:
    assert Sound().play("lose", size=size)
    left, _ = card.heard()
    assert max(map(abs, left)) == pytest.approx(part * max(map(abs, samples("lose1"))), rel=0.03)


def test_cards_are_turned_down_while_something_is_called_out(card: Card) -> None:
    sound = Sound()
    assert sound.play("win", pan=-1.0)
    assert sound.play("slap", pan=1.0)
    _, right = card.heard()
    loudest = max(max(map(abs, samples(f"slap{take}"))) for take in range(1, TAKES["slap"] + 1))
    assert max(map(abs, right)) == pytest.approx(0.5 * sqrt(1 / 2) * loudest, rel=0.1)


def test_of_sounds_at_once_the_next_begins_lower(card: Card) -> None:
    sound = Sound()
    assert sound.play("cascade", pan=-1.0)
    assert sound.play("shuffle", pan=1.0)
    _, right = card.heard()
    shuffle = max(map(abs, samples("shuffle1")))
    assert max(map(abs, right)) == pytest.approx(sqrt(1 / 2) * shuffle, rel=0.1)


def test_a_call_is_not_lowered_by_cards(card: Card) -> None:
    sound = Sound()
    assert sound.play("slap", pan=-1.0)
    assert sound.play("lose", pan=1.0)
    _, right = card.heard()
    assert max(map(abs, right)) == pytest.approx(max(map(abs, samples("lose1"))), rel=0.03)


# -- The player's own music ------------------------------------------------------------------------


@pytest.fixture
def music(tmp_path: Path, card: Card) -> Iterator[Path]:
    """A folder with two pieces, and a window for the events."""
    folder = tmp_path / "music"
    folder.mkdir()
    for name in ("tonk1", "win1"):
        (folder / f"{name}.ogg").write_bytes(asset_path(f"sounds/{name}.ogg").read_bytes())
    pygame.display.init()
    yield folder
    pygame.mixer.quit()
    pygame.display.quit()


def after_the_end_of_a_piece(sound: Sound) -> None:
    """Wait for the event that the window gives back."""
    for _ in range(1_000):
        if any(event.type == sound.ended for event in pygame.event.get()):
            sound.heed()
            return
        pygame.time.wait(5)
    raise AssertionError("no piece has ended")


def test_music_plays_on_at_its_own_volume_and_stops_at_none(music: Path) -> None:
    sound = Sound(0.5, music=music)
    assert sound.open()
    assert not pygame.mixer.music.get_busy(), "nobody has turned it on"
    sound.balance(cards=1.0, calls=1.0, music=0.5)
    assert pygame.mixer.music.get_busy()
    assert pygame.mixer.music.get_volume() == pytest.approx(0.25, abs=0.01)
    for _ in range(3):
        after_the_end_of_a_piece(sound)
        assert pygame.mixer.music.get_busy(), "one piece follows another"
    sound.muted = True
    assert not pygame.mixer.music.get_busy()
    sound.muted = False
    assert pygame.mixer.music.get_busy()
    sound.balance(cards=1.0, calls=1.0, music=0.0)
    assert not pygame.mixer.music.get_busy()
    assert not sound.newly_refused()


def test_music_is_turned_down_while_something_is_called_out(music: Path) -> None:
    (music / "tonk1.ogg").unlink()
    sound = Sound(1.0, music=music)
    sound.balance(cards=1.0, calls=1.0, music=1.0)
    assert sound.open()
    assert sound.play("drop")
    assert pygame.mixer.music.get_volume() == pytest.approx(0.35, abs=0.01)
    while pygame.mixer.get_busy():
        pygame.time.wait(5)
    after_the_end_of_a_piece(sound)
    assert pygame.mixer.music.get_volume() == 1.0


def test_what_is_no_music_is_named_once_and_left_out(music: Path) -> None:
    (music / "notes.txt").write_text("no music, and not taken for any", "utf-8")
    (music / "a folder.mp3").mkdir()
    for name in ("empty.ogg", "torn.mp3", "text.flac"):
        (music / name).write_bytes(b"" if name == "empty.ogg" else b"no music at all" * 40)
    for name in ("tonk1", "win1"):
        (music / f"{name}.ogg").unlink()
    sound = Sound(music=music)
    sound.balance(cards=1.0, calls=1.0, music=1.0)
    assert sound.open()
    assert sorted(sound.newly_refused()) == ["empty.ogg", "text.flac", "torn.mp3"]
    sound.volume = 0.5
    assert not sound.newly_refused()
    assert not pygame.mixer.music.get_busy()
    (music / "found.ogg").write_bytes(asset_path("sounds/win1.ogg").read_bytes())
    sound.volume = 0.6
    assert pygame.mixer.music.get_busy(), "a piece that was put there since"


def test_a_folder_that_is_not_there_is_silence(music: Path, tmp_path: Path) -> None:
    sound = Sound(music=tmp_path / "nowhere")
    sound.balance(cards=1.0, calls=1.0, music=1.0)
    assert sound.open()
    assert not pygame.mixer.music.get_busy()
    assert not sound.newly_refused()


# -- The game's own piece --------------------------------------------------------------------------


@pytest.fixture
def piece(card: Card) -> Iterator[tuple[array[int], array[int]]]:
    """Left and right of the piece as a card plays it, at its own rate; without a window."""
    pygame.mixer.init(band.FILE_RATE, -16, 2, 512)
    both = array("h", pygame.mixer.Sound(asset_path("sounds/music.ogg")).get_raw())
    yield both[0::2], both[1::2]
    pygame.mixer.quit()


def test_the_piece_is_as_long_as_its_score_neither_loud_nor_large(
    piece: tuple[array[int], array[int]],
) -> None:
    left, right = piece
    assert len(left) * generator.RATE == band.LENGTH * band.FILE_RATE
    assert 60 <= len(left) / band.FILE_RATE <= 120
    assert asset_path("sounds/music.ogg").stat().st_size < 600_000
    assert max(map(abs, (*left, *right))) < 0.5 * FULL
    assert 0.05 < power(left) < 0.10
    assert power(right) == pytest.approx(power(left), rel=0.1)


def test_the_piece_goes_round_without_a_seam(piece: tuple[array[int], array[int]]) -> None:
    for side in piece:
        around = [*side[-400:], *side[:400]]
        steps = [abs(one - other) for one, other in pairwise(around)]
        seam = steps.pop(399)
        assert seam <= max(steps)
        loud = [power(array("h", part)) for part in (side[-2_000:], side[:2_000])]
        assert max(loud) < 4 * min(loud)


def test_the_bass_of_the_file_is_that_of_the_score(piece: tuple[array[int], array[int]]) -> None:
    """Where it holds a note, that is there, and the half tones beside it are not."""
    left, right = piece
    held = [note for bar in (0, 4, 9, 17) for note in band.notes(bar, band.SCORE[bar].bass)]
    for note in [each for each in held if each.held > 0.8 * band.BEAT]:
        start = (note.at + generator.RATE // 10) * band.FILE_RATE // generator.RATE
        heard = [a + b for a, b in zip(left[start:], right[start : start + 12_000], strict=False)]

        def strength(midi: float, heard: list[int] = heard) -> float:
            turn = 2 * math.pi * 440 * 2 ** ((midi - 69) / 12) / band.FILE_RATE
            real = sum(sample * math.cos(turn * place) for place, sample in enumerate(heard))
            other = sum(sample * math.sin(turn * place) for place, sample in enumerate(heard))
            return math.hypot(real, other)

        assert strength(note.midi) > 2 * strength(note.midi - 1)
        assert strength(note.midi) > 2 * strength(note.midi + 1)


def test_no_note_of_the_tune_rubs_against_a_chord_and_every_note_begins_in_its_bar() -> None:
    parts: dict[str, list[band.MusicNote]] = {"chords": [], "tune": [], "bass": []}
    for number, bar in enumerate(band.SCORE):
        for name, notes in parts.items():
            found = list(band.notes(number, getattr(bar, name)))
            assert all(number * band.BAR <= each.at < (number + 1) * band.BAR for each in found)
            notes.extend(found)
    for high in parts["tune"]:
        for low in parts["chords"]:
            both = min(high.at + high.held, low.at + low.held) - max(high.at, low.at)
            rubs = high.midi - low.midi in {1, 13, 25}
            assert not rubs or both < 0.4 * band.BEAT, (high, low)
    assert max(each.midi for each in parts["bass"]) < min(each.midi for each in parts["tune"])


def test_the_piece_plays_only_where_it_is_wanted_and_goes_round(music: Path) -> None:
    for each in music.iterdir():
        each.unlink()
    settings = Settings(volume=100, volume_music=100)
    sound = Sound(music=music).tune(settings)
    assert sound.open()
    assert not sound.has_own_music
    assert not pygame.mixer.music.get_busy(), "nobody has been asked yet"
    sound.tune(settings._replace(music="on"))
    assert pygame.mixer.music.get_busy()
    silences: list[dict[str, object]]
    silences = [{"music": "off"}, {"mute": True}, {"volume": 0}, {"volume_music": 0}]
    for silent in silences:
        sound.tune(SettingsStore.unsaved(settings._replace(music="on")).change(**silent))
        assert not pygame.mixer.music.get_busy(), silent
        sound.tune(settings._replace(music="on"))
        assert pygame.mixer.music.get_busy()
    assert not newly_left_out()


def test_music_of_the_player_comes_before_the_piece_and_off_is_for_both(music: Path) -> None:
    sound = Sound(music=music).tune(Settings(music="on"))
    assert sound.open()
    assert sound.has_own_music
    after_the_end_of_a_piece(sound)  # the game's own would not end
    sound.tune(Settings(music="off"))
    assert not pygame.mixer.music.get_busy()


def test_music_lies_low_while_the_game_is_read_aloud(music: Path) -> None:
    sound = Sound(music=music).tune(Settings(volume=100, volume_music=100, speech=True))
    assert sound.open()
    assert pygame.mixer.music.get_volume() == pytest.approx(0.35, abs=0.01)
    sound.tune(Settings(volume=100, volume_music=100))
    assert pygame.mixer.music.get_volume() == 1.0


def test_music_rests_and_goes_on_where_it_stopped(music: Path) -> None:
    for each in music.iterdir():
        each.unlink()
    sound = Sound(music=music).tune(Settings(music="on"))
    assert sound.open()
    pygame.time.wait(30)
    sound.rest_music(rests=True)
    assert not pygame.mixer.music.get_busy()
    at = pygame.mixer.music.get_pos()
    sound.heed()
    sound.tune(Settings(music="on", volume_music=30))
    assert not pygame.mixer.music.get_busy(), "a louder rest is still one"
    assert pygame.mixer.music.get_pos() == at
    sound.rest_music(rests=False)
    assert pygame.mixer.music.get_busy()
    sound.rest_music(rests=True)
    sound.muted = True
    sound.rest_music(rests=False)
    assert not pygame.mixer.music.get_busy()


@pytest.mark.usefixtures("music", "bare_assets")
def test_a_lost_piece_is_silence_and_told_once(tmp_path: Path) -> None:
    music = tmp_path / "no music"
    sound = Sound(music=music).tune(Settings(music="on"))
    assert sound.open()
    assert not pygame.mixer.music.get_busy()
    assert newly_left_out() == ["sounds/music.ogg"]


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


def test_a_lost_file_is_silence_and_named(card: Card, bare_assets: Path) -> None:
    assert TAKES["drop"] == 2
    (bare_assets / "sounds").mkdir()
    copyfile(DROP, bare_assets / "sounds" / DROP.name)
    sound = Sound()
    assert sorted(sound.play("drop") for _ in range(4)) == [False, False, True, True]
    assert newly_left_out() == ["sounds/drop2.ogg"]


@pytest.mark.usefixtures("card", "bare_assets")
def test_where_all_sounds_are_lost_one_line_tells_it() -> None:
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
