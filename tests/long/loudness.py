"""Measure the loudness of a session: integrated loudness, peak, and whether it would clip.

    python -m tests.long.loudness --minutes 5
    python -m tests.long.loudness --mixed 10

Bots play at the real table at normal speed and default volume, into a file instead of a sound card.
With `--mixed HANDS`, for a machine too busy to play in real time, hands are played by the clock of
the frames, and the sounds that begin in them are added up. Prints the integrated loudness (ITU-R
BS.1770, by `pyloudnorm` of the extra `loudness`) and the peak, as it is and at full volume. Exit
status: 0 if the loudness is -18 ± 2 LUFS and the peak at full volume is below -1 dBFS, else 1.
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Final
from unittest.mock import patch

from game.rules.presets import STANDARD
from game.saves.settings import Settings

if TYPE_CHECKING:
    import numpy as np
    import pygame

    from game.rules.actions import Action
    from game.rules.view import SeatView
    from game.ui.shell.loop import App

ROOT: Final = Path(__file__).resolve().parents[2]
RATE: Final = 44_100
LOUDNESS, WITHIN = -18.0, 2.0
PEAK: Final = -1.0
_HANDS: Final = 100_000
_VOICES: Final = 24


def session(minutes: float, seats: int, speed: str, folder: Path) -> Path:
    """Record some minutes at the table and return the file: 16-bit samples, left and right
    alternating.
    """
    heard = folder / "heard.raw"
    environment = {
        **os.environ,
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "disk",
        "SDL_DISKAUDIOFILE": str(heard),
        "TONK_DATA_DIR": str(folder),
        "TONK_CONFIG_DIR": str(folder),
    }
    words = ["-m", "game", "play", "--autoplay", str(_HANDS), "--seats", str(seats)]
    with subprocess.Popen(
        [sys.executable, *words, "--speed", speed],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
    ) as game:
        time.sleep(60 * minutes)
        game.terminate()
    return heard


class _Mix:
    """A stand-in for the sound card's mixer that notes when each sound begins, and its volume."""

    def __init__(self) -> None:
        self.now = 0.0
        self.voices: list[_Voice] = []

    def find_channel(self) -> _Voice | None:
        if sum(voice.get_busy() for voice in self.voices[-_VOICES:]) == _VOICES:
            return None
        self.voices.append(_Voice(self))
        return self.voices[-1]

    def samples(self) -> np.ndarray:
        """Return the sum of all sounds, left and right, without clipping."""
        import numpy as np

        whole = np.zeros((round((self.now + 3) * RATE), 2))
        for voice in self.voices:
            if voice.recording is not None:
                heard = np.frombuffer(voice.recording.get_raw(), np.int16).reshape(-1, 2) / 32_768
                start = round(voice.began * RATE)
                sides = np.array(voice.sides) * voice.recording.get_volume()
                whole[start : start + len(heard)] += heard * sides
        return whole


class _Voice:
    """A channel that plays one sound."""

    def __init__(self, mix: _Mix) -> None:
        self._mix, self.began = mix, mix.now
        self.recording: pygame.mixer.Sound | None = None
        self.sides = (1.0, 1.0)

    def play(self, recording: pygame.mixer.Sound) -> None:
        self.recording = recording

    def set_volume(self, left: float, right: float) -> None:
        self.sides = left, right

    def set_endevent(self, _event: int = 0) -> None:
        pass

    def get_busy(self) -> bool:
        length = self.recording.get_length() if self.recording else 0.0
        return self._mix.now < self.began + length

    def get_sound(self) -> pygame.mixer.Sound | None:
        return self.recording


def mixed(hands: int, seats: int) -> np.ndarray:
    """Return the mixed sound of ``hands`` hands."""
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    import pygame

    from ai.bot import ask
    from ai.registry import make_bot
    from game.cli.frames import Metronome, table
    from game.menus.start import StartScene
    from game.ui.autoplay import Autoplay
    from game.ui.session.starting import begin_session

    def think(view: SeatView, level: str, seed: int) -> Future[Action]:
        done: Future[Action] = Future()
        done.set_result(ask(make_bot(level), view, seed))
        return done

    mix = _Mix()
    pygame.mixer.init(RATE, -16, 2)
    window, services = table((640, 360), think, "regular", "7")
    services.settings.change(mute=False)
    services.sound.tune(services.settings.settings)
    app = Metronome(window, services)
    autoplay = Autoplay(services, hands, None)

    class Clock:
        def step(self, app: App) -> None:
            mix.now = app.seconds if isinstance(app, Metronome) else 0.0
            autoplay.step(app)

    app.push(StartScene(app))
    app.driver = Clock()
    begin_session(app, seats - 1, 1, STANDARD)
    with patch.object(pygame.mixer, "find_channel", mix.find_channel):
        app.run()
    return mix.samples()


def main() -> int:
    """Measure and print the loudness; return 1 if it is too loud, too quiet or clipped."""
    parser = argparse.ArgumentParser(description="How loud a session at the table is.")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--speed", default="normal")
    parser.add_argument("--mixed", type=int, metavar="HANDS", default=0)
    options = parser.parse_args()
    import numpy as np
    import pyloudnorm

    if options.mixed:
        samples = mixed(options.mixed, options.seats)
    else:
        with tempfile.TemporaryDirectory() as folder:
            heard = session(options.minutes, options.seats, options.speed, Path(folder))
            samples = np.fromfile(heard, dtype=np.int16).reshape(-1, 2) / 32_768
    loud = pyloudnorm.Meter(RATE).integrated_loudness(samples)
    peak = 20 * math.log10(abs(samples).max())
    full = peak - 20 * math.log10(Settings().volume / 100)
    print(f"{len(samples) / RATE / 60:.1f} minutes, {options.seats} seats: {loud:.1f} LUFS")
    print(f"peak {peak:.1f} dBFS, at full volume {full:.1f}")
    return 0 if abs(loud - LOUDNESS) <= WITHIN and full < PEAK else 1


if __name__ == "__main__":
    raise SystemExit(main())
