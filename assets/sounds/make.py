"""Generate every sound of the game: `python -m assets.sounds.make`.

The standard library synthesizes them; `ffmpeg`, which must be installed, encodes them as Ogg
Vorbis.

First a small synthesizer, in which a sound is a list of samples, 44,100 a second, from -1 to 1, and
times are in seconds. Then a recipe for each sound: cards are bursts and brushes of filtered noise
on a table that answers with a low thump, the knock is wood struck twice, tags and chords come from
a small band, which has a piece of its own in `band.py`. The samples are reproducible.
"""

from __future__ import annotations

import argparse
import io
import math
import random
import subprocess
import sys
import wave
from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

SOUNDS: Final = Path(__file__).parent
RATE: Final = 44_100
PRESSED: Final = 2.7
"""Drive of the soft saturation in `finished`: 0 would leave a sound unchanged."""
QUALITY: Final = "5"
"""Vorbis quality of a sound: about 80 kbit/s, a third of the size of the samples."""
Samples = list[float]


def count(seconds: float) -> int:
    """Return the number of samples in a time in seconds."""
    return round(seconds * RATE)


def mixed(*parts: tuple[float, float, Samples]) -> Samples:
    """Mix sounds, each at its time in seconds and with its gain."""
    length = max(count(at) + len(sound) for at, _, sound in parts)
    whole = [0.0] * length
    for at, gain, sound in parts:
        start = count(at)
        for place, sample in enumerate(sound, start):
            whole[place] += gain * sample
    return whole


def finished(sound: Samples, peak: float, fade: float = 0.004) -> Samples:
    """Saturate a sound slightly, normalize its peak, trim silence, and fade its ends.

    Soft saturation makes it sound louder without a higher peak, so that several sounds at once stay
    below full scale: `python -m tests.long.loudness` measures a session.
    """
    top = max(map(abs, sound)) or 1.0
    heard = max(place for place, sample in enumerate(sound) if abs(sample) > top / 1_000)
    pressed = [math.tanh(PRESSED * sample / top) for sample in sound[: heard + 1]]
    rest = sum(pressed) / len(pressed)
    # The rest is left for what sounds at the same time.
    gain = peak * 0.84 / max(abs(sample - rest) for sample in pressed)
    ends, edge = count(fade), 24
    return [
        (sample - rest) * gain * min(1.0, place / edge, (heard - place) / ends)
        for place, sample in enumerate(pressed)
    ]


def at_pitch(sound: Samples, pitch: float) -> Samples:
    """Resample by a speed factor: higher and shorter above 1, lower and longer below."""
    last = len(sound) - 1
    played: Samples = []
    for number in range(int(last / pitch)):
        place, part = int(number * pitch), number * pitch % 1.0
        played.append(sound[place] * (1.0 - part) + sound[place + 1] * part)
    return played


def noise(rng: random.Random, seconds: float) -> Samples:
    """Return white noise."""
    return [rng.uniform(-1.0, 1.0) for _ in range(count(seconds))]


def band(sound: Samples, centre: float | Sequence[float], q: float) -> Samples:
    """Apply a band-pass filter at a frequency, or gliding from the first to the last."""
    start, end = (centre, centre) if isinstance(centre, float) else (centre[0], centre[-1])
    passed: Samples = []
    one = two = 0.0
    for place, sample in enumerate(sound):
        # A state-variable filter with trapezoidal steps, stable at any frequency.
        g = math.tan(math.pi * start * (end / start) ** (place / len(sound)) / RATE)
        part = 1.0 / (1.0 + g * (g + 1.0 / q))
        rest = sample - two
        mid = part * (one + g * rest)
        low = two + g * mid
        one, two = 2.0 * mid - one, 2.0 * low - two
        passed.append(mid / q)
    return passed


def soft(sound: Samples, cutoff: float) -> Samples:
    """Apply a gentle low-pass filter."""
    part = 1.0 - math.exp(-2.0 * math.pi * cutoff / RATE)
    level = 0.0
    out: Samples = []
    for sample in sound:
        level += part * (sample - level)
        out.append(level)
    return out


def struck(sound: Samples, attack: float, decay: float) -> Samples:
    """Apply an envelope that rises for `attack` seconds, then decays by a factor of e in each
    `decay`.
    """
    return [
        sample
        * min(1.0, (place / RATE) / attack)
        * math.exp(-max(0.0, place / RATE - attack) / decay)
        for place, sample in enumerate(sound)
    ]


def swelled(sound: Samples, top: float) -> Samples:
    """Apply an envelope that rises smoothly up to a share of the length, then falls smoothly."""
    length = len(sound)
    out: Samples = []
    for place, sample in enumerate(sound):
        part = place / length
        turn = part / top if part < top else (1.0 - part) / (1.0 - top)
        out.append(sample * math.sin(turn * math.pi / 2) ** 2)
    return out


def modes(seconds: float, partials: Iterable[tuple[float, float, float]]) -> Samples:
    """Return a struck body of modes, each (frequency, strength, time to decay by a factor of e)."""
    out = [0.0] * count(seconds)
    for frequency, strength, decay in partials:
        turn = 2.0 * math.pi * frequency / RATE
        fall = math.exp(-1.0 / (decay * RATE))
        level = strength
        for place in range(len(out)):
            out[place] += level * math.sin(turn * place)
            level *= fall
    return out


def string(midi: float, seconds: float, *, bright: float = 1.0) -> Samples:
    """Return a piano-like note: stretched partials, the high ones decaying first."""
    base = 440.0 * 2.0 ** ((midi - 69) / 12)
    length = 1.9 * (261.6 / base) ** 0.35
    partials = [
        (
            base * k * math.sqrt(1.0 + 0.0004 * k * k),
            bright ** (k - 1) * math.exp(-0.42 * (k - 1)) * (1.15 if k in {1, 3} else 1.0),
            length / (1.0 + 0.55 * (k - 1)) / 3.0,
        )
        for k in range(1, 13)
        if base * k < 9_000
    ]
    body = modes(seconds, partials)
    rise, release, last = count(0.003), count(0.15), len(body)
    return [
        sample * min(1.0, place / rise, (last - place) / release)
        for place, sample in enumerate(body)
    ]


def brass(midi: float, seconds: float, *, fall: float = 0.0, edge: float = 1.0) -> Samples:
    """Return a horn note that gets brighter, with a late vibrato; it falls `fall` semitones at the
    end.
    """
    base = 440.0 * 2.0 ** ((midi - 69) / 12)
    out: Samples = []
    phase = 0.0
    for place in range(count(seconds)):
        t = place / RATE
        loud = min(1.0, t / 0.028) * min(1.0, (seconds - t) / 0.07)
        bend = -0.5 * math.exp(-t / 0.018) - fall * max(0.0, t / seconds - 0.72) / 0.28
        bend += 0.16 * min(1.0, max(0.0, t - 0.22) / 0.3) * math.sin(2 * math.pi * 5.4 * t)
        phase += 2 * math.pi * base * 2 ** (bend / 12) / RATE
        dull = 0.34 / edge + 0.9 * math.exp(-t / 0.03) + 0.55 * (t / seconds) ** 2
        tone = sum(math.exp(-dull * (k - 1)) * math.sin(k * phase) for k in range(1, 13))
        out.append(loud * tone)
    return out


def room(sound: Samples, wet: float, tail: float = 0.35) -> Samples:
    """Add the reverb of a small room: four comb filters and two all-pass filters."""
    dry = sound + [0.0] * count(tail)
    echo = [0.0] * len(dry)
    for delay, back in ((1_309, 0.72), (1_567, 0.70), (1_811, 0.68), (1_973, 0.66)):
        line = [0.0] * delay
        for place, sample in enumerate(dry):
            held = line[place % delay]
            line[place % delay] = sample + back * held
            echo[place] += held * 0.25
    for delay in (241, 83):
        line = [0.0] * delay
        for place, sample in enumerate(echo):
            held = line[place % delay]
            line[place % delay] = sample + 0.6 * held
            echo[place] = held - 0.6 * line[place % delay]
    return [a + wet * b for a, b in zip(dry, soft(echo, 4_200), strict=True)]


# -- the recipes ----------------------------------------------------------------------------------


def tap(rng: random.Random, *, firm: float = 1.0) -> Samples:
    """A card's face landing flat on the cloth."""
    snap = struck(band(noise(rng, 0.05), rng.uniform(2_600, 3_400), 0.8), 0.0004, 0.007)
    slap = struck(band(noise(rng, 0.06), rng.uniform(750, 950), 1.0), 0.0006, 0.010)
    low = rng.uniform(120, 140)
    thump = modes(0.09, ((low, 1.0, 0.020), (low * 1.9, 0.4, 0.012)))
    return mixed((0.0, 1.0, snap), (0.0, 1.3, slap), (0.0005, 0.34 * firm, thump))


def flick(rng: random.Random, pitch: float) -> Samples:
    """The edge of one card let go by a thumb."""
    return struck(band(noise(rng, 0.02), pitch * rng.uniform(0.85, 1.15), 1.4), 0.0003, 0.0032)


def slide(rng: random.Random, seconds: float, start: float, end: float, top: float) -> Samples:
    """Card over card or cloth: a hiss that gives a little, as paper does."""
    hiss = soft(band(noise(rng, seconds), (start, end), 0.8), 5_000.0)
    grain = soft(noise(rng, seconds), 70.0)
    rough = [sample * (0.75 + 6.0 * g) for sample, g in zip(hiss, grain, strict=True)]
    return swelled(rough, top)


def deal(rng: random.Random) -> Samples:
    """Off the pack, through the air, down."""
    away = slide(rng, 0.10, 2_200.0, 5_200.0, 0.35)
    return finished(mixed((0.0, 0.9, away), (0.085, 0.8, tap(rng, firm=0.7))), 0.47)


def draw(rng: random.Random) -> Samples:
    """Drawn off the stock: a push, then a long slide."""
    push = flick(rng, 2_400)
    return finished(
        mixed((0.0, 0.5, push), (0.005, 1.0, slide(rng, 0.20, 1_700.0, 4_200.0, 0.6))), 0.42
    )


def take(rng: random.Random) -> Samples:
    """Picked up from the discard pile: nail under the edge, lift."""
    lift = slide(rng, 0.15, 2_600.0, 5_400.0, 0.3)
    return finished(mixed((0.0, 0.9, flick(rng, 3_100)), (0.012, 0.8, lift)), 0.5)


def lay(rng: random.Random) -> Samples:
    """Three cards put down in a row."""
    parts = [(0.0, 0.5, slide(rng, 0.26, 2_000.0, 3_400.0, 0.4))]
    for number in range(3):
        at = 0.05 + 0.062 * number + rng.uniform(-0.006, 0.006)
        parts.append((at, 0.7 + 0.15 * number, tap(rng)))
    return finished(mixed(*parts), 0.56)


def hit(rng: random.Random) -> Samples:
    """One card snapped on to a spread."""
    return finished(mixed((0.0, 1.0, tap(rng, firm=1.6)), (0.004, 0.5, flick(rng, 2_300))), 0.62)


def slap(rng: random.Random) -> Samples:
    """A flat hand comes down on the pile, and the table answers."""
    palm = struck(band(noise(rng, 0.09), rng.uniform(1_150, 1_350), 0.7), 0.0004, 0.014)
    fingers = struck(band(noise(rng, 0.06), rng.uniform(2_700, 3_300), 0.8), 0.0003, 0.006)
    low = rng.uniform(88, 100)
    board = modes(0.3, ((low, 1.0, 0.055), (low * 1.72, 0.55, 0.040), (low * 2.9, 0.3, 0.022)))
    both = mixed((0.0, 1.5, palm), (0.002, 0.8, fingers), (0.0008, 0.75, board))
    return finished(room(both, 0.12, 0.10), 0.66)


def discard(rng: random.Random) -> Samples:
    """Tossed on the pile: a little slide to rest."""
    rest = slide(rng, 0.13, 3_600.0, 1_800.0, 0.2)
    return finished(mixed((0.0, 0.8, tap(rng, firm=0.8)), (0.008, 0.55, rest)), 0.55)


def flip(rng: random.Random) -> Samples:
    """Turned over: the air, then the face."""
    air = slide(rng, 0.09, 900.0, 3_800.0, 0.7)
    return finished(mixed((0.0, 0.8, air), (0.075, 0.7, tap(rng, firm=0.5))), 0.48)


def shuffle(rng: random.Random) -> Samples:
    """A riffle, the bridge falling together, the pack squared."""
    parts: list[tuple[float, float, Samples]] = []
    at = 0.0
    for number in range(30):
        parts.append((at, 0.55 + 0.35 * number / 30, flick(rng, 3_600 - 35 * number)))
        at += (0.024 - 0.0105 * number / 30) * rng.uniform(0.75, 1.25)
    at += 0.09
    parts.append((at, 0.4, slide(rng, 0.26, 1_500.0, 4_000.0, 0.7)))
    for number in range(34):
        parts.append((at, 0.30 + 0.2 * number / 34, flick(rng, 2_500 + 45 * number)))
        at += 0.0075 * rng.uniform(0.7, 1.3)
    parts.append((at + 0.09, 0.8, tap(rng, firm=1.2)))
    parts.append((at + 0.19, 0.55, tap(rng, firm=1.2)))
    return finished(mixed(*parts), 0.55)


def knock(rng: random.Random, pitch: float) -> Samples:
    """Knuckles on the table."""
    wood = modes(
        0.22,
        (
            (172 * pitch, 1.0, 0.040),
            (318 * pitch, 0.75, 0.030),
            (507 * pitch, 0.5, 0.022),
            (846 * pitch, 0.32, 0.014),
            (1_390 * pitch, 0.2, 0.008),
        ),
    )
    return mixed(
        (0.0, 1.0, wood), (0.0, 0.8, struck(band(noise(rng, 0.03), 1_900.0, 0.8), 3e-4, 4e-3))
    )


def drop(rng: random.Random, pitch: float = 1.0, apart: float = 0.165) -> Samples:
    """Knock, knock."""
    both = mixed((0.0, 0.85, knock(rng, 1.03 * pitch)), (apart, 1.0, knock(rng, 0.98 * pitch)))
    return finished(room(both, 0.12, 0.12), 0.6)


def caught(_rng: random.Random, notes: tuple[int, int] = (63, 59)) -> Samples:
    """A plunger-muted horn that has seen it coming: wah, waah."""
    first, last = notes
    high = band(brass(first, 0.24, edge=1.4), (500.0, 1_500.0), 1.6)
    low = band(brass(last, 0.62, fall=2.5, edge=1.4), (1_500.0, 420.0), 1.6)
    body = mixed((0.0, 1.0, high), (0.25, 1.1, low), (0.0, 0.15, brass(first - 12, 0.22)))
    return finished(room(body, 0.25), 0.55)


def tonk(rng: random.Random, pick_up: tuple[int, ...] = (63, 69, 74)) -> Samples:
    """The band's tag: a pick-up and a bright six-nine chord."""
    parts = [(0.0, 0.7, brass(note, 0.11)) for note in pick_up]
    parts += [(0.17, 1.0, brass(note, 0.85, fall=0.4, edge=1.25)) for note in (62, 67, 72, 77)]
    parts += [(0.17, 2.2, string(34, 1.0)), (0.17, 1.2, string(58, 0.9))]
    crash = struck(band(noise(rng, 0.9), 6_200.0, 0.5), 0.002, 0.22)
    parts.append((0.17, 0.9, crash))
    return finished(room(mixed(*parts), 0.3), 0.6)


def double(rng: random.Random) -> Samples:
    """The tag of a double-double: the band hits it, and hits it again a third higher."""
    parts = [(0.0, 0.6, brass(note, 0.11)) for note in (65, 70)]
    parts += [(0.14, 0.9, brass(note, 0.2, edge=1.2)) for note in (62, 67, 72)]
    parts += [(0.40, 1.0, brass(note, 0.72, fall=0.4, edge=1.35)) for note in (65, 70, 74, 79)]
    parts += [(0.14, 2.0, string(34, 0.5)), (0.40, 2.2, string(41, 0.8))]
    for at, loud in ((0.14, 0.5), (0.40, 1.0)):
        parts.append((at, loud, struck(band(noise(rng, 0.7), 6_200.0, 0.5), 0.002, 0.2)))
    return finished(room(mixed(*parts), 0.3, 0.2), 0.62)


def stab(rng: random.Random) -> Samples:
    """A slap that wins: the palm, and the horns behind it at once."""
    parts = [(0.0, 0.5, slap(rng))]
    parts += [(0.07, 0.8, brass(note, 0.42, fall=-1.0, edge=1.4)) for note in (58, 65, 70, 74)]
    parts += [(0.07, 1.6, string(46, 0.5))]
    return finished(room(mixed(*parts), 0.25, 0.15), 0.62)


def streak(rng: random.Random) -> Samples:
    """Three wins in a row: three steps up, the last one held."""
    steps = ((0.0, 65, 0.16), (0.15, 69, 0.16), (0.30, 72, 0.5))
    parts = [(at, 0.9, brass(note, held, edge=1.2)) for at, note, held in steps]
    parts += [(at, 1.3, string(note - 12, 0.5)) for at, note, _ in steps]
    parts.append((0.30, 0.8, string(77, 0.55)))
    parts.append((0.30, 0.6, struck(band(noise(rng, 0.5), 6_600.0, 0.5), 0.002, 0.15)))
    return finished(room(mixed(*parts), 0.25, 0.15), 0.55)


def groan(_rng: random.Random) -> Samples:
    """Somebody else's big moment: two low horns sink together."""
    high = band(brass(53, 0.7, fall=3.0, edge=0.9), (1_100.0, 380.0), 1.2)
    low = band(brass(46, 0.7, fall=3.5, edge=0.9), (900.0, 300.0), 1.2)
    parts = [(0.0, 1.0, high), (0.03, 1.2, low), (0.0, 1.0, string(34, 0.7, bright=0.7))]
    return finished(room(mixed(*parts), 0.25, 0.15), 0.5)


def win(rng: random.Random) -> Samples:
    """A rolled piano chord."""
    chord = (46, 53, 62, 67, 72, 77)
    parts = [(0.038 * n, 1.0 - 0.06 * n, string(note, 1.25)) for n, note in enumerate(chord)]
    hammer = struck(soft(noise(rng, 0.04), 900.0), 0.001, 0.008)
    parts += [(0.038 * n, 0.35, hammer) for n in range(len(chord))]
    return finished(room(mixed(*parts), 0.25), 0.45)


def lose(rng: random.Random) -> Samples:
    """Two soft piano notes, down."""
    parts = [
        (0.0, 0.8, string(65, 0.5, bright=0.8)),
        (0.24, 0.8, string(61, 0.95, bright=0.8)),
        (0.24, 0.8, string(54, 0.95, bright=0.75)),
        (0.24, 0.7, string(42, 0.95, bright=0.75)),
        (0.0, 0.15, struck(soft(noise(rng, 0.04), 700.0), 0.001, 0.008)),
    ]
    return finished(room(mixed(*parts), 0.25), 0.5)


def void(rng: random.Random) -> Samples:
    """A brush round a snare drum: nobody gets anything."""
    stroke = slide(rng, 0.42, 2_200.0, 3_200.0, 0.55)
    skin = modes(0.2, ((190, 0.05, 0.05), (285, 0.03, 0.04)))
    return finished(mixed((0.0, 1.0, stroke), (0.26, 1.0, skin)), 0.4)


def coin(rng: random.Random) -> Samples:
    """One coin against others."""
    base = rng.uniform(3_300, 4_300)
    ring = ((1.0, 1.0, 0.045), (1.47, 0.7, 0.035), (2.09, 0.6, 0.03), (2.56, 0.35, 0.02))
    metal = modes(0.28, [(base * ratio, gain, fall) for ratio, gain, fall in ring])
    edge = struck(band(noise(rng, 0.02), 5_500.0, 0.8), 0.0003, 0.002)
    return mixed((0.0, 0.5, metal), (0.0, 1.2, edge))


def coins(rng: random.Random) -> Samples:
    """A few coins pushed together."""
    at, parts = 0.0, []
    for number in range(6):
        parts.append((at, rng.uniform(0.6, 1.0) * (0.9**number), coin(rng)))
        at += rng.uniform(0.022, 0.075)
    parts.append((0.0, 0.8, slide(rng, 0.25, 2_800.0, 4_000.0, 0.4)))
    return finished(room(mixed(*parts), 0.1, 0.08), 0.4)


def cascade(rng: random.Random) -> Samples:
    """A big pot is pulled in: coins over coins, the last ones rolling."""
    at, parts = 0.0, []
    for number in range(22):
        parts.append((at, rng.uniform(0.5, 1.0) * 0.96**number, coin(rng)))
        at += rng.uniform(0.014, 0.045) * (1.0 + number / 30)
    parts.append((0.0, 1.2, slide(rng, 0.55, 2_400.0, 4_200.0, 0.5)))
    return finished(room(mixed(*parts), 0.1, 0.06), 0.45)


def tick(rng: random.Random) -> Samples:
    """A button: a finger nail on wood."""
    wood = modes(0.05, ((980, 1.0, 0.006), (1_730, 0.5, 0.004), (2_900, 0.3, 0.003)))
    return finished(mixed((0.0, 1.0, wood), (0.0, 0.4, flick(rng, 3_800))), 0.3)


Recipe = Callable[[random.Random], Samples]


def _takes(recipe: Recipe, number: int) -> tuple[Recipe, ...]:
    """Return recipes of takes that differ in pitch and length, from 6 % higher to 6 % lower."""

    def take_at(pitch: float) -> Recipe:
        return lambda rng: at_pitch(recipe(rng), pitch)

    return tuple(take_at(1.06 - 0.12 * place / (number - 1)) for place in range(number))


# name -> how each take of it is made
RECIPES: Final[dict[str, tuple[Recipe, ...]]] = {
    "shuffle": (shuffle,),
    "deal": _takes(deal, 6),
    "draw": _takes(draw, 5),
    "take": _takes(take, 3),
    "lay": _takes(lay, 4),
    "hit": _takes(hit, 4),
    "slap": _takes(slap, 3),
    "discard": _takes(discard, 5),
    "flip": _takes(flip, 4),
    "drop": (drop, partial(drop, pitch=0.95, apart=0.185)),
    "caught": (caught, partial(caught, notes=(65, 58))),
    "tonk": (tonk, partial(tonk, pick_up=(65, 70, 75))),
    "double": (double,),
    "stab": (stab,),
    "streak": (streak,),
    "groan": (groan,),
    "win": (win,),
    "lose": (lose,),
    "void": (void,),
    "coins": _takes(coins, 4),
    "cascade": (cascade,),
    "tick": (tick,),
}


def made(name: str, number: int) -> Samples:
    """Return one take of a sound."""
    recipe = RECIPES[name][number - 1]
    return recipe(random.Random(f"{name} {number}"))


def pcm(sound: Samples) -> bytes:
    """Encode as 16-bit little-endian samples."""
    frames = array("h", (round(32_767 * max(-1.0, min(1.0, sample))) for sample in sound))
    if sys.byteorder == "big":
        frames.byteswap()
    return frames.tobytes()


def pack(frames: bytes, channels: int, path: Path, quality: str, *options: str) -> None:
    """Encode 16-bit frames as Ogg Vorbis; ``options`` are further options of ffmpeg."""
    plain = io.BytesIO()
    with wave.open(plain, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(frames)
    vorbis = ("-c:a", "libvorbis", "-q:a", quality, "-map_metadata", "-1", "-flags", "+bitexact")
    call = ("ffmpeg", "-v", "error", "-y", "-i", "-", *options, *vorbis, str(path))
    subprocess.run(call, input=plain.getvalue(), check=True)


def write(name: str, number: int) -> None:
    """Write one take to the file that the game reads."""
    pack(pcm(made(name, number)), 1, SOUNDS / f"{name}{number}.ogg", QUALITY)


def main() -> int:
    """Write every take of every sound."""
    argparse.ArgumentParser(description=__doc__, prog="python -m assets.sounds.make").parse_args()
    SOUNDS.mkdir(parents=True, exist_ok=True)
    for name, takes in RECIPES.items():
        for number in range(1, len(takes) + 1):
            write(name, number)
    sizes = [path.stat().st_size for path in SOUNDS.glob("*[0-9].ogg")]
    print(f"{len(sizes)} files, {sum(sizes) / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
