"""The sounds of the game: found by name, panned to the seat they come from, optional.

Without a sound card everything here still works and is silent.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from game.ui.assets import AssetMissing, asset_path, leave_out

if TYPE_CHECKING:
    from pygame.mixer import Sound as Recording

    from game.session.settings import Settings

# Every sound that can be played, and how many takes there are of it.
TAKES: Final[dict[str, int]] = {
    "shuffle": 1,
    "deal": 3,
    "draw": 3,
    "take": 2,
    "lay": 2,
    "hit": 2,
    "slap": 2,
    "discard": 3,
    "flip": 2,
    "drop": 2,
    "caught": 2,
    "tonk": 2,
    "win": 1,
    "lose": 1,
    "void": 1,
    "coins": 2,
    "tick": 1,
}
CALLS: Final = frozenset({"drop", "caught", "tonk", "win", "lose", "void", "coins", "tick"})
"""What is called out, counted down or paid; all other sounds are those of cards."""
_RATE: Final = 44_100
_BUFFER: Final = 512  # samples between a call and its sound: 12 ms
_VOICES: Final = 24


class Sound:
    """Plays the game's sounds at a volume from 0 to 1.

    Call `open` once the first frame is on the screen: opening the card takes a tenth of a second.
    """

    def __init__(self, volume: float = 1.0, *, muted: bool = False) -> None:
        self._volume = _within(volume, 0.0, 1.0)
        self._muted = muted
        self._cards = self._calls = 1.0
        self._tried = False
        self._next_take: dict[str, int] = {}
        self._recordings: dict[str, Recording | None] = {}

    @property
    def volume(self) -> float:
        """How loud, 0 to 1; a value outside is brought to the nearer end."""
        return self._volume

    @volume.setter
    def volume(self, value: float) -> None:
        self._volume = _within(value, 0.0, 1.0)
        self._turn_all()

    def balance(self, *, cards: float, calls: float) -> None:
        """How loud cards are and how loud calls and coins, each 0 to 1 of the whole volume."""
        self._cards, self._calls = _within(cards, 0.0, 1.0), _within(calls, 0.0, 1.0)
        self._turn_all()

    @property
    def muted(self) -> bool:
        """Whether nothing is to be heard, whatever the volume."""
        return self._muted

    @muted.setter
    def muted(self, value: bool) -> None:
        self._muted = value
        self._turn_all()

    def open(self) -> bool:
        """Open the sound device, if there is one; returns whether there is. Tried only once."""
        import pygame

        if self._tried:
            return pygame.mixer.get_init() is not None
        self._tried = True
        if pygame.mixer.get_init() is None:
            try:
                with _complaints_of_drivers_dropped():
                    pygame.mixer.init(_RATE, -16, 2, _BUFFER)
            except pygame.error:
                return False
        pygame.mixer.set_num_channels(_VOICES)
        return True

    def close(self) -> None:
        """Close the sound device; `open` may open it again."""
        import pygame

        self._recordings.clear()
        self._tried = False
        pygame.mixer.quit()

    def play(self, name: str, pan: float = 0.0) -> bool:
        """Play the next take of a sound, from -1 (left) to 1 (right); returns whether it started.

        It never raises: no card, no free voice, a name or file that is not there are silence.
        """
        import pygame

        if name not in TAKES or self._level(name) == 0.0 or not self.open():
            return False
        take = self._next_take.get(name, 0)
        self._next_take[name] = (take + 1) % TAKES[name]
        recording = self._recording(f"{name}{take + 1}")
        if recording is None:
            return False
        try:
            return _begun(recording, _within(pan, -1.0, 1.0))
        except pygame.error:
            return False

    def _recording(self, take: str) -> Recording | None:
        if take not in self._recordings:
            self._recordings[take] = _loaded(take)
            self._turn_all()
        return self._recordings[take]

    def _turn_all(self) -> None:
        """Sounds already begun follow the volume too."""
        for take, recording in self._recordings.items():
            if recording is not None:
                recording.set_volume(self._level(take.rstrip("0123456789")))

    def _level(self, name: str) -> float:
        """How loud a sound is now."""
        if self._muted:
            return 0.0
        return self._volume * (self._calls if name in CALLS else self._cards)


def tune(sound: Sound, settings: Settings) -> Sound:
    """Make the sounds as loud as the settings have them."""
    sound.volume, sound.muted = settings.volume / 100, settings.mute
    sound.balance(cards=settings.volume_cards / 100, calls=settings.volume_calls / 100)
    return sound


def _loaded(take: str) -> Recording | None:
    import pygame

    try:
        return pygame.mixer.Sound(asset_path(f"sounds/{take}.wav"))
    except (AssetMissing, pygame.error, OSError):
        leave_out(f"sounds/{take}.wav" if _is_there_any() else "sounds")
        return None


def _is_there_any() -> bool:
    """Whether there are sounds at all: one message is better than one for each."""
    for name in TAKES:
        with suppress(AssetMissing):
            asset_path(f"sounds/{name}1.wav")
            return True
    return False


def _begun(recording: Recording, side: float) -> bool:
    """Start it on a free channel; with none free it is left out."""
    import pygame

    voice = pygame.mixer.find_channel()
    if voice is None:
        return False
    voice.play(recording)
    voice.set_volume(min(1.0, 1.0 - side), min(1.0, 1.0 + side))
    return True


def _within(value: float, least: float, most: float) -> float:
    return min(most, max(least, value))


@contextmanager
def _complaints_of_drivers_dropped() -> Iterator[None]:
    """ALSA writes lines of its own to the terminal where there is no sound card; we stay silent."""
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
