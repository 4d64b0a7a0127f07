"""How loud a session is, as a listener hears it: loudness, peak, and what would be clipped.

    python -m tests.long.loudness --minutes 5

Bots play hands at the real table at normal speed and at the usual volume, into a file instead of a
sound card. Printed are the integrated loudness (ITU-R BS.1770, by `pyloudnorm` of the extra
`loudness`) and the highest sample, as it is and as it would be at full volume. The exit status is
1 where the session is not at -18 LUFS within 2, or its peak at full volume not below -1 dBFS.
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from game.session.settings import Settings

ROOT: Final = Path(__file__).resolve().parents[2]
RATE: Final = 44_100
LOUDNESS, WITHIN = -18.0, 2.0
PEAK: Final = -1.0
_HANDS: Final = 100_000


def session(minutes: float, seats: int, speed: str, folder: Path) -> Path:
    """What is heard in so many minutes at the table: 16 bits a sample, left and right by turns."""
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


def main() -> int:
    """Listen, and print what was heard; 1 where that is too loud, too quiet or clipped."""
    import numpy as np
    import pyloudnorm

    parser = argparse.ArgumentParser(description="How loud a session at the table is.")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--speed", default="normal")
    options = parser.parse_args()
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
