"""Sound effects, panned to their seat, and music: the player's or the game's own.

Both are optional: without a sound card everything here still works and is silent. While a call
plays, cards and music are ducked. The more sounds play at once, the quieter each starts, so that
their sum stays below full scale; `python -m tests.long.loudness` measures a session.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import sqrt
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from game.ui.assets import AssetMissing, asset_path, leave_out

if TYPE_CHECKING:
    from pygame.mixer import Channel
    from pygame.mixer import Sound as Recording

    from game.saves.settings import Settings

_LEADING: Final = {
    "drop": 2,
    "caught": 2,
    "tonk": 2,
    "double": 1,
    "stab": 1,
    "streak": 1,
    "groan": 1,
    "win": 1,
    "lose": 1,
    "void": 1,
}
"""The sounds that duck all others while they play, with their numbers of takes."""
CALLS: Final = {**_LEADING, "coins": 4, "cascade": 1, "tick": 1}
"""Calls, countdown and payments, with their numbers of takes."""
TAKES: Final = {
    "shuffle": 1,
    "deal": 6,
    "draw": 5,
    "take": 3,
    "lay": 4,
    "hit": 4,
    "slap": 3,
    "discard": 5,
    "flip": 4,
    **CALLS,
}
"""The number of takes of each sound: those of cards, then all others."""
PIECE: Final = "sounds/music.ogg"
"""The game's own music, which loops."""


class Sound:
    """Plays the game's sounds and music, at volumes from 0 to 1.

    Music comes from the player's folder; if that is empty, it is the game's own piece, if wanted.

    Call `open` once the first frame is on the screen: opening the device takes a tenth of a second.
    """

    _SMALLEST: Final = 0.6
    """The relative volume of a call for the smallest stakes; 1 for the largest."""

    def __init__(
        self, volume: float = 1.0, *, muted: bool = False, music: Path | None = None
    ) -> None:
        self._volume = self._within(volume, 0.0, 1.0)
        self._muted = muted
        self._cards = self._calls = 1.0
        self._tried = False
        self._last_take: dict[str, int] = {}
        self._recordings: dict[str, Recording | None] = {}
        self._caller: Channel | None = None
        """The channel of the call that is playing, if any."""
        self._voices: list[tuple[Channel, Recording, bool]] = []
        """The sounds that are playing: channel, recording, and whether it is a call."""
        self._dice = Random()
        self._music = _Music(music)
        self._music_rests = self._is_under_speech = False
        self.ended = 0
        """The type of the event posted when a call or a piece of music ends; 0: none yet."""

    @property
    def volume(self) -> float:
        """The master volume, clamped to 0 to 1."""
        return self._volume

    @volume.setter
    def volume(self, value: float) -> None:
        self._volume = self._within(value, 0.0, 1.0)
        self._turn_all()

    def balance(self, *, cards: float, calls: float, music: float = 0.0) -> None:
        """Set the volumes of cards, calls with coins, and music: 0 to 1 of the master volume."""
        self._cards, self._calls = self._within(cards, 0.0, 1.0), self._within(calls, 0.0, 1.0)
        self._music.volume = self._within(music, 0.0, 1.0)
        self._turn_all()

    def choose_music(self, *, has_piece: bool, under_speech: bool = False) -> None:
        """Choose the music and how loud it may be.

        ``has_piece``: play the game's own piece if the player has no music. ``under_speech``: the
        game is read aloud, so keep music as quiet as under a call.
        """
        self._music.has_piece, self._is_under_speech = has_piece, under_speech
        self._turn_music()

    def rest_music(self, *, rests: bool) -> None:
        """Pause music, or resume it where it stopped."""
        self._music_rests = rests
        self._turn_music()

    @property
    def has_own_music(self) -> bool:
        """Whether the player has put music into the music folder."""
        return bool(self._music.pieces())

    @property
    def muted(self) -> bool:
        """Whether all sound is off, whatever the volume."""
        return self._muted

    @muted.setter
    def muted(self, value: bool) -> None:
        self._muted = value
        self._turn_all()

    def open(self) -> bool:
        """Open the sound device; return whether there is one. Tries only once."""
        import pygame

        if self._tried:
            return pygame.mixer.get_init() is not None
        self._tried = True
        if lacks_device():
            return False
        if pygame.mixer.get_init() is None:
            try:
                with self._complaints_of_drivers_dropped():
                    # 44,100 samples a second; a buffer of 512 samples: 12 ms of latency.
                    pygame.mixer.init(44_100, -16, 2, 512)
            except pygame.error:
                return False
        pygame.mixer.set_num_channels(24)  # simultaneous sounds
        if pygame.display.get_init():  # without a window nobody reads the events
            self.ended = self.ended or pygame.event.custom_type()
            pygame.mixer.music.set_endevent(self.ended)
        self._turn_all()
        return True

    def close(self) -> None:
        """Close the sound device; `open` can open it again."""
        import pygame

        self._recordings.clear()
        self._voices.clear()
        self._caller = None
        self._tried = False
        pygame.mixer.quit()

    def play(self, name: str, pan: float = 0.0, size: float = 1.0) -> bool:
        """Play a take of a sound, panned from -1 (left) to 1 (right); return whether it started.

        ``size``, 0 to 1, makes a call louder the more is at stake. Never raises: without a device,
        a free channel or a usable file of that name it stays silent.
        """
        import pygame

        if name not in TAKES or self._level(name) == 0.0 or not self.open():
            return False
        recording = self._recording(self._another_take(name))
        if recording is None:
            return False
        loud = 1.0
        if name in CALLS:
            loud = self._SMALLEST + (1.0 - self._SMALLEST) * self._within(size, 0.0, 1.0)
        leads = name in _LEADING
        if not leads and self._is_calling():
            loud *= 0.5  # ducked under a call
        try:
            loud /= sqrt(1 + self._beside(leads=leads))
            voice = self._begun(recording, self._within(pan, -1.0, 1.0), loud)
            if voice is not None:
                self._voices.append((voice, recording, leads))
            if voice is not None and leads:
                self._call(voice)
        except pygame.error:
            return False
        return voice is not None

    def _beside(self, *, leads: bool) -> int:
        """Return how many playing sounds make a new one quieter; for a call, only calls."""
        self._voices = [
            each for each in self._voices if each[0].get_busy() and each[0].get_sound() is each[1]
        ]
        return sum(is_call or not leads for _, _, is_call in self._voices)

    def heed(self) -> None:
        """Handle an event of type ``ended``: end the ducking, or play the next piece."""
        self._music.check()
        self._turn_all()

    def newly_refused(self) -> list[str]:
        """Return the names of music files that cannot be played, each once."""
        return self._music.newly_refused()

    def _call(self, voice: Channel) -> None:
        """Duck music until this call ends."""
        self._caller = voice
        if self.ended:
            voice.set_endevent(self.ended)
            self._turn_music()

    def _is_calling(self) -> bool:
        import pygame

        return (
            self._caller is not None
            and pygame.mixer.get_init() is not None
            and self._caller.get_busy()
        )

    def _another_take(self, name: str) -> str:
        """Return a random take other than the last one played."""
        takes = [each for each in range(1, TAKES[name] + 1) if each != self._last_take.get(name)]
        self._last_take[name] = self._dice.choice(takes or [1])
        return f"{name}{self._last_take[name]}"

    def _recording(self, take: str) -> Recording | None:
        if take not in self._recordings:
            self._recordings[take] = self._loaded(take)
            self._turn_all()
        return self._recordings[take]

    def _turn_all(self) -> None:
        """Set the volume of sounds that are already playing, too."""
        for take, recording in self._recordings.items():
            if recording is not None:
                recording.set_volume(self._level(take.rstrip("0123456789")))
        self._turn_music()

    def _turn_music(self) -> None:
        import pygame

        if self.ended and pygame.mixer.get_init() is not None:
            loud = 0.0 if self._muted else self._volume
            is_low = self._is_under_speech or self._is_calling()
            self._music.turn(loud * (0.35 if is_low else 1.0), rests=self._music_rests)

    def _level(self, name: str) -> float:
        """Return the current level of a sound, 0 to 1."""
        if self._muted:
            return 0.0
        return self._volume * (self._calls if name in CALLS else self._cards)

    @staticmethod
    def _loaded(take: str) -> Recording | None:
        import pygame

        try:
            return pygame.mixer.Sound(asset_path(f"sounds/{take}.ogg"))
        except (AssetMissing, pygame.error, OSError):
            leave_out(f"sounds/{take}.ogg" if _is_there_any() else "sounds")
            return None

    @staticmethod
    def _begun(recording: Recording, side: float, loud: float) -> Channel | None:
        """Start a recording on a free channel and return it; None if no channel is free."""
        import pygame

        voice = pygame.mixer.find_channel()
        if voice is None:
            return None
        voice.set_endevent()
        voice.play(recording)
        voice.set_volume(loud * min(1.0, 1.0 - side), loud * min(1.0, 1.0 + side))
        return voice

    @staticmethod
    def _within(value: float, least: float, most: float) -> float:
        return min(most, max(least, value))

    @staticmethod
    @contextmanager
    def _complaints_of_drivers_dropped() -> Iterator[None]:
        """Keep ALSA from writing to the terminal if there is no sound card."""
        if not sys.platform.startswith("linux"):
            yield
            return
        sys.stderr.flush()
        kept = os.dup(2)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, 2)
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)
            os.close(nowhere)

    def tune(self, settings: Settings) -> Sound:
        """Set the volumes as in the settings."""
        self.volume, self.muted = settings.volume / 100, settings.mute
        self.choose_music(has_piece=settings.music == "on", under_speech=settings.speech)
        self.balance(
            cards=settings.volume_cards / 100,
            calls=settings.volume_calls / 100,
            music=0.0 if settings.music == "off" else settings.volume_music / 100,
        )
        return self


class _Music:
    """Music files of a folder, shuffled: none plays twice before all have played. Without any, the
    game's own piece loops, if wanted. Files are streamed, and opened only when their turn comes.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._next: list[Path] = []
        self._refused: dict[Path, bool] = {}
        """Files that could not be played, and whether the player has been notified of each."""
        self._dice = Random()
        self._piece: Path | None = None
        self._began = 0.0
        self._rests = False
        self.volume = 0.0
        self.has_piece = False

    def turn(self, loud: float, *, rests: bool = False) -> None:
        """Play at this volume, 0 to 1: start, resume or pause; 0 stops."""
        import pygame

        level = loud * self.volume
        if level == 0.0:
            self._piece, self._rests = None, False
            pygame.mixer.music.stop()
            return
        pygame.mixer.music.set_volume(level)
        if rests:
            self._rest()
        elif self._rests:
            self._rests = False
            pygame.mixer.music.unpause()
        elif not pygame.mixer.music.get_busy():
            self._begin()

    def _rest(self) -> None:
        import pygame

        if pygame.mixer.music.get_busy():
            pygame.mixer.music.pause()
            self._rests = True

    def check(self) -> None:
        """Refuse a piece that ended as soon as it began: it holds no sound."""
        import pygame

        if self._piece is not None and not self._rests and not pygame.mixer.music.get_busy():
            if time.monotonic() - self._began < 0.05:  # seconds; no music is shorter
                self._refused.setdefault(self._piece, False)
            self._piece = None

    def newly_refused(self) -> list[str]:
        """Return the names of pieces that could not be played, each once."""
        names = [path.name for path, was_said in self._refused.items() if not was_said]
        self._refused = dict.fromkeys(self._refused, True)
        return names

    def _begin(self) -> None:
        """Start the next piece that can be played, if any."""
        import pygame

        for _ in range(2):  # the rest of the last shuffle, then a new one
            while self._next:
                piece = self._next.pop()
                try:
                    pygame.mixer.music.load(piece)
                    pygame.mixer.music.play()
                except (pygame.error, OSError, ValueError):
                    self._refused.setdefault(piece, False)
                else:
                    self._piece, self._began = piece, time.monotonic()
                    return
            self._next = [each for each in self.pieces() if each not in self._refused]
            self._dice.shuffle(self._next)
        if self.has_piece:
            self._go_round()

    def _go_round(self) -> None:
        """Loop the game's own piece."""
        import pygame

        try:
            pygame.mixer.music.load(asset_path(PIECE))
            pygame.mixer.music.play(loops=-1)
        except (AssetMissing, pygame.error, OSError):
            self.has_piece = False
            leave_out(PIECE)

    def pieces(self) -> list[Path]:
        """Return the music files in the folder, playable or not."""
        if self._folder is None:
            return []
        try:
            found = sorted(self._folder.iterdir())
        except OSError:  # there is no such folder, or it is unreadable
            return []
        kinds = {".ogg", ".mp3", ".flac", ".wav", ".opus"}
        return [each for each in found if each.suffix.lower() in kinds and each.is_file()]


def lacks_device() -> bool:
    """Return whether Windows has no sound device: SDL would wait eight seconds for one.

    Other systems report this at once, and so does any driver that the player has chosen.
    """
    if sys.platform == "win32" and "SDL_AUDIODRIVER" not in os.environ:
        import ctypes

        return ctypes.windll.winmm.waveOutGetNumDevs() == 0
    return False


def _is_there_any() -> bool:
    """Return whether there are any sounds: one message is better than one for each."""
    for name in TAKES:
        with suppress(AssetMissing):
            asset_path(f"sounds/{name}1.ogg")
            return True
    return False
