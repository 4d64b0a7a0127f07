"""A small synthesizer in plain Python: noise, filters, struck wood and metal, strings and brass.

A sound is a list of samples, 44,100 a second, about -1 to 1. Times are in seconds.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from typing import Final

RATE: Final = 44_100
Samples = list[float]


def count(seconds: float) -> int:
    """So many samples."""
    return round(seconds * RATE)


def mixed(*parts: tuple[float, float, Samples]) -> Samples:
    """Sounds laid over each other, each at its time and with its gain."""
    length = max(count(at) + len(sound) for at, _, sound in parts)
    whole = [0.0] * length
    for at, gain, sound in parts:
        start = count(at)
        for place, sample in enumerate(sound, start):
            whole[place] += gain * sample
    return whole


def finished(sound: Samples, peak: float, fade: float = 0.004) -> Samples:
    """Brought to a peak, cut where nothing more is heard, begun and ended without a click."""
    top = max(map(abs, sound)) or 1.0
    heard = max(place for place, sample in enumerate(sound) if abs(sample) > top / 1_000)
    gain, ends, edge = peak / top, count(fade), 24
    return [
        sample * gain * min(1.0, place / edge, (heard - place) / ends)
        for place, sample in enumerate(sound[: heard + 1])
    ]


def noise(rng: random.Random, seconds: float) -> Samples:
    """White noise."""
    return [rng.uniform(-1.0, 1.0) for _ in range(count(seconds))]


def band(sound: Samples, centre: float | Sequence[float], q: float) -> Samples:
    """Only what lies about a frequency, or about one that glides from the first to the last."""
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
    """Only what lies below a frequency, gently."""
    part = 1.0 - math.exp(-2.0 * math.pi * cutoff / RATE)
    level = 0.0
    out: Samples = []
    for sample in sound:
        level += part * (sample - level)
        out.append(level)
    return out


def struck(sound: Samples, attack: float, decay: float) -> Samples:
    """Rising for `attack`, then dying away by e in each `decay`."""
    return [
        sample
        * min(1.0, (place / RATE) / attack)
        * math.exp(-max(0.0, place / RATE - attack) / decay)
        for place, sample in enumerate(sound)
    ]


def swelled(sound: Samples, top: float) -> Samples:
    """Rising smoothly to that part of its length and falling smoothly again."""
    length = len(sound)
    out: Samples = []
    for place, sample in enumerate(sound):
        part = place / length
        turn = part / top if part < top else (1.0 - part) / (1.0 - top)
        out.append(sample * math.sin(turn * math.pi / 2) ** 2)
    return out


def modes(seconds: float, partials: Iterable[tuple[float, float, float]]) -> Samples:
    """A struck body: (frequency, strength, time to die away by e) of each of its tones."""
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
    """A piano-like note: stretched partials, the high ones dying first."""
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
    """A horn: brighter as it speaks out, with a late vibrato; `fall` half tones down at the end."""
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
    """A small room round a sound: four combs and two all-passes."""
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
