"""Generate and encode the game's music: `python -m assets.sounds.band`.

"Lowest Hand Wins" is a slow ballad in B flat, thirty-two bars in the form AABA, for a trio: an
electric piano, an upright bass, and brushes on a snare drum. The score comes first, then the three
instruments, made of the same stuff as the sounds of the cards (`make.py`), then the mix. Notes and
reverb still sounding at the end continue under the first bar, so the piece loops seamlessly. The
standard library renders it in two or three minutes, and `ffmpeg`, which must be installed, encodes
it. Its key is that of the calls, so they never clash with it.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from array import array
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, Self

from assets.sounds.make import (
    RATE,
    SOUNDS,
    Samples,
    band,
    count,
    mixed,
    modes,
    noise,
    pack,
    slide,
    soft,
    struck,
)

FILE: Final = SOUNDS / "music.ogg"
BEAT: Final = 40_131
"""Samples: 66 beats a minute, and a whole number of them at the rate of the file."""
BAR: Final = 4 * BEAT
FILE_RATE: Final = 24_000
"""Samples a second of the file: brushes have little above 9 kHz, and the band nothing."""
QUALITY: Final = "0"
"""Vorbis quality, from -1 to 10."""
_SWING: Final = 0.64
"""The swing: where in its beat the second of two eighth notes falls."""


class MusicBar(NamedTuple):
    """A bar of the score. Beats count from 1; halves of beats are swung.

    ``chords`` has the name of a voicing at each beat where the left hand plays it, ``tune`` and
    ``bass`` have notes, each with the beat where it begins and how many beats it lasts.
    """

    chords: str
    tune: str
    bass: str


# -- the score ------------------------------------------------------------------------------------

VOICINGS: Final = {
    "Bb6": "D3 G3 C4 F4",
    "Bb6/low": "D3 F3 G3 C4",
    "Bb6/high": "G3 C4 D4 F4",
    "Bbmaj": "F3 A3 C4 D4",
    "Eb9": "Db3 G3 A3 F4",
    "Eb9/high": "G3 Db4 F4 A4",
    "Ebmaj": "G3 Bb3 D4 F4",
    "Ebm": "Gb3 Bb3 Db4 F4",
    "Ab13": "Gb3 Bb3 C4 F4",
    "Dm": "F3 A3 C4 E4",
    "Dm/low": "C3 F3 A3 E4",
    "Dm/plain": "F3 A3 C4 D4",
    "Dbdim": "E3 G3 Bb3 Db4",
    "G7": "F3 Ab3 B3 Eb4",
    "G7/low": "B2 F3 Ab3 Eb4",
    "G7#9": "F3 B3 Eb4 Bb4",
    "Cm": "Eb3 G3 Bb3 D4",
    "Cm/low": "Bb2 Eb3 G3 D4",
    "Cm/high": "Bb3 D4 Eb4 G4",
    "C9sus": "Bb3 D4 F4 A4",
    "C13": "Bb3 D4 E4 A4",
    "C7b9": "Bb3 Db4 E4 A4",
    "F13": "Eb3 G3 A3 D4",
    "F13/low": "A2 Eb3 G3 D4",
    "F7b9": "Eb3 Gb3 A3 D4",
    "Fm": "Ab3 C4 Eb4 G4",
    "Bb7b9": "Ab3 B3 D4 G4",
}

SCORE: Final = (
    # A, the bass in two
    MusicBar("1 Bb6 1.8", "1.5 F4 .5, 2 G4 .5, 2.5 Bb4 .5, 3 D5 2.4", "1 Bb1 1.9, 3 F2 1.6"),
    MusicBar("1.5 Eb9 2.2", "1.5 C5 .5, 2 A4 2.4", "1 Eb2 1.9, 3 Bb1 1.4, 4.5 Eb2 .4"),
    MusicBar(
        "1 Dm/low 1.6, 3.5 Dm/low .4",
        "2 A4 .5, 2.5 C5 .5, 3 E5 .5, 3.5 F5 1.4",
        "1 D2 1.9, 3 A1 1.7",
    ),
    MusicBar(
        "1.5 G7/low 2.4", "1 Eb5 1.5, 2.5 D5 .5, 3 B4 1, 4 Ab4 .9", "1 G1 1.9, 3 D2 1.4, 4.5 Db2 .4"
    ),
    MusicBar("1 Cm/low 2.6", "1 G4 2, 3.5 Bb4 .5, 4 D5 1.9", "1 C2 1.9, 3 G1 1.6"),
    MusicBar(
        "2 F13/low 1.4, 3.5 F13/low .4", "2.5 C5 .5, 3 A4 1.5, 4.5 G4 .4", "1 F1 1.9, 3 C2 1.7"
    ),
    MusicBar("1 Dm/plain 1.7, 3 Dbdim 1.4", "1 F4 1.8, 3.5 G4 .5, 4 Bb4 .9", "1 D2 1.8, 3 Db2 1.7"),
    MusicBar(
        "1 Cm 1.4, 3 F7b9 1.8", "1 G4 1.8, 3 A4 1.3, 4.5 F4 .4", "1 C2 1.8, 3 F1 1.2, 4.5 A1 .4"
    ),
    # A again
    MusicBar("1.5 Bb6/high 2.2", "1 Bb4 .6, 1.5 D5 2.8", "1 Bb1 1.8, 3 D2 1.6"),
    MusicBar(
        "1 Eb9/high 1.3, 3.5 Eb9/high .5", "2 C5 1, 3 A4 1.8", "1 Eb2 1.9, 3 G2 1.3, 4.5 Eb2 .4"
    ),
    MusicBar("1 Dm 1.5", "1.5 C5 .5, 2 E5 .5, 2.5 F5 2.2", "1 D2 1.9, 3 F2 1.7"),
    MusicBar(
        "1.5 G7 1.5, 3.5 G7 .4", "2 Eb5 1, 3 B4 .5, 3.5 Ab4 1.4", "1 G2 1.9, 3 D2 1, 4 Db2 .9"
    ),
    MusicBar("1 Cm 2.8", "1.5 G4 2.6", "1 C2 1.9, 3 G2 1.6"),
    MusicBar(
        "1.5 F13 1.4, 3 F7b9 1.2",
        "2 A4 .5, 2.5 C5 .5, 3 D5 1.4, 4.5 C5 .4",
        "1 F2 1.9, 3 C2 1.2, 4.5 A1 .4",
    ),
    MusicBar("1.5 Bb6 2.4", "1 Bb4 2.8", "1 Bb1 1.9, 3 F2 1.6"),
    MusicBar(
        "1 Fm .9, 3 Bb7b9 1.6",
        "2 Ab4 .5, 2.5 C5 .5, 3 D5 .9, 4 B4 .5, 4.5 Ab4 .4",
        "1 F2 1, 2 Ab2 .9, 3 Bb2 1, 4 D2 .9",
    ),
    # B, the bass walking
    MusicBar("1.5 Ebmaj 1.8", "1 D5 1.9, 3 F5 .9, 4 G5 .9", "1 Eb2 1, 2 G2 1, 3 Bb2 1, 4 G2 .9"),
    MusicBar(
        "1 Ebm 1.6, 3 Ab13 1.2",
        "1 F5 1.9, 3 Eb5 .5, 3.5 C5 .5, 4 Bb4 .9",
        "1 Eb2 1, 2 Gb2 1, 3 Ab2 1, 4 Eb2 .9",
    ),
    MusicBar(
        "1.5 Bbmaj .6, 3 Bbmaj 1.4", "1 A4 2.7, 4.5 C5 .4", "1 D2 1, 2 F2 1, 3 A2 1, 4 Ab2 .9"
    ),
    MusicBar(
        "1 G7#9 1.8, 3.5 G7 .5", "1.5 Bb4 .5, 2 Ab4 1, 3 B4 1.8", "1 G2 1, 2 F2 1, 3 D2 1, 4 Db2 .9"
    ),
    MusicBar(
        "1.5 C9sus 1.2, 3 C13 1.6",
        "2 A4 .5, 2.5 D5 .5, 3 E5 1.9",
        "1 C2 1, 2 G2 1, 3 Bb2 1, 4 G2 .9",
    ),
    MusicBar(
        "1.5 C13 1, 3.5 C7b9 1",
        "1.5 E5 .5, 2 D5 .5, 2.5 C5 .5, 3 A4 1.9",
        "1 E2 1, 2 G2 1, 3 Bb2 1, 4 Db2 .9",
    ),
    MusicBar(
        "1 Cm/high 2",
        "2.5 G4 .5, 3 Bb4 .5, 3.5 D5 .5, 4 Eb5 .9",
        "1 C3 1, 2 Bb2 1, 3 G2 1, 4 Gb2 .9",
    ),
    MusicBar(
        "1 Cm 1.4, 3 F7b9 1.6",
        "1 D5 1.9, 3 C5 .9, 4 A4 .5, 4.5 Gb4 .4",
        "1 F2 1, 2 C2 1, 3 A1 1, 4 B1 .9",
    ),
    # A once more
    MusicBar(
        "2 Bb6 1.6", "1.5 F4 .5, 2 G4 .5, 2.5 Bb4 .5, 3 D5 2.4", "1 Bb1 1, 2 D2 1, 3 F2 1, 4 D2 .9"
    ),
    MusicBar("1 Eb9 2", "1.5 C5 .5, 2 A4 2.6", "1 Eb2 1, 2 G2 1, 3 Bb2 1, 4 Db2 .9"),
    MusicBar(
        "1.5 Dm/low .6, 3 Dm/low 1.2",
        "2 C5 .5, 2.5 E5 .5, 3 A5 1, 4 F5 .9",
        "1 D2 1, 2 F2 1, 3 A2 1, 4 Ab2 .9",
    ),
    MusicBar("1 G7/low 2.4", "1 Eb5 1.5, 2.5 B4 .5, 3 Ab4 1.8", "1 G2 1, 2 F2 1, 3 D2 1, 4 Db2 .9"),
    MusicBar(
        "1.5 Cm/low 1.4, 3.5 Cm/low .4",
        "2.5 G4 .5, 3 Bb4 .5, 3.5 D5 1.2",
        "1 C2 1, 2 Eb2 1, 3 G2 1, 4 Gb2 .9",
    ),
    MusicBar(
        "1 F13/low 2.4",
        "1.5 C5 .5, 2 A4 .5, 2.5 G4 .5, 3 D4 1.8",
        "1 F2 1, 2 Eb2 1, 3 C2 1, 4 A1 .9",
    ),
    MusicBar(
        "1 Bb6/low 1.4, 3 G7 1.6",
        "1 F4 .5, 1.5 G4 .5, 2 Bb4 2.6",
        "1 Bb1 1, 2 F2 1, 3 G2 1, 4 B1 .9",
    ),
    MusicBar("1 Cm 1.6, 3 F7b9 1.8", "", "1 C2 1.9, 3 F1 1.4, 4.5 A1 .4"),
)
LENGTH: Final = len(SCORE) * BAR
"""Length of the piece in samples."""


class MusicNote(NamedTuple):
    """One note of the score: the sample where it begins, its pitch (60 is middle C), and how many
    samples it is held.
    """

    at: int
    midi: int
    held: int


def notes(bar: int, part: str) -> Iterator[MusicNote]:
    """Return the notes of a part in a bar, counted from 0."""
    for written in filter(None, part.split(", ")):
        beat, names, beats = written.split(" ")
        beats_in = float(beat) - 1
        swung = math.floor(beats_in) + (_SWING if beats_in % 1 else 0.0)
        at = bar * BAR + round(swung * BEAT)
        for name in VOICINGS.get(names, names).split():
            yield MusicNote(at, midi_of(name), round(float(beats) * BEAT))


def midi_of(name: str) -> int:
    """Return the MIDI number of a note such as Bb3."""
    step = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}[name[0]]
    return 12 * (int(name[-1]) + 1) + step - name.count("b")


# -- the instruments ------------------------------------------------------------------------------


def piano(midi: int, held: float, firm: float) -> Samples:
    """An electric piano: a tine that rings like a bell, then a tone bar that sings.

    ``firm`` is from 0 to 1; the harder, the more bark. Released after ``held`` seconds.
    """
    base = 440.0 * 2.0 ** ((midi - 69) / 12)
    turn, low = 2.0 * math.pi * base / RATE, (262.0 / base) ** 0.5
    bark, calm = (0.35 + 1.1 * firm) * low, math.exp(-1.0 / (0.5 * low * RATE))
    fall, damped = math.exp(-1.0 / (1.7 * low * RATE)), math.exp(-1.0 / (0.07 * RATE))
    bell, hushed = 0.10 * firm, math.exp(-1.0 / (0.05 * RATE))
    ring = (14.0 if base < 320.0 else 7.0) * turn
    rise, key, last = count(0.004), count(held), count(held + 0.35)
    loud, phase, out = 0.4 + 0.6 * firm, 0.0, []
    for place in range(last):
        tone = math.sin(phase + (bark + 0.14) * math.sin(phase))
        out.append(min(1.0, place / rise) * (loud * tone + bell * math.sin(ring * place)))
        phase += turn
        bark *= calm
        bell *= hushed
        loud *= fall if place < key else damped
    return out


def bass(midi: int, held: float, firm: float, rng: random.Random) -> Samples:
    """A string of an upright bass, plucked by a finger: it starts a little sharp, and a body."""
    base = 440.0 * 2.0 ** ((midi - 69) / 12)
    length = 1.15 * (60.0 / base) ** 0.35
    tones = [
        [math.exp(-0.5 * (k - 1) / firm) * math.sin(0.29 * math.pi * k), length / (0.55 + 0.45 * k)]
        for k in range(1, 8)
    ]
    falls = [math.exp(-1.0 / (decay * RATE)) for _, decay in tones]
    levels = [strength for strength, _ in tones]
    rise, key, last = count(0.009), count(held), count(held + 0.16)
    damped = math.exp(-1.0 / (0.035 * RATE))
    turn, sharp, eased = 2.0 * math.pi * base / RATE, 0.007, math.exp(-1.0 / (0.035 * RATE))
    loud, phase, out = 1.0, 0.0, []
    for place in range(last):
        tone = 0.0
        for k, level in enumerate(levels):
            tone += level * math.sin((k + 1) * phase)
        levels = [level * fall for level, fall in zip(levels, falls, strict=True)]
        out.append(min(1.0, place / rise) * loud * tone)
        phase += turn * (1.0 + sharp)
        sharp *= eased
        if place >= key:
            loud *= damped
    body = modes(0.16, ((98.0, 0.22, 0.035), (171.0, 0.10, 0.025)))
    finger = struck(band(noise(rng, 0.03), rng.uniform(600.0, 800.0), 0.9), 0.001, 0.007)
    return mixed((0.0, firm, out), (0.0, firm, body), (0.0, 0.10, finger))


def sweep(rng: random.Random, firm: float) -> Samples:
    """Return the sound of a brush swept around the drumhead in two beats, loudest on the second."""
    return [firm * sample for sample in slide(rng, 2.0 * BEAT / RATE, 2_000.0, 3_400.0, 0.5)]


def brush(rng: random.Random, firm: float) -> Samples:
    """Return the sound of a brush tapped on the drumhead."""
    wires = struck(
        soft(band(noise(rng, 0.16), rng.uniform(2_300.0, 2_900.0), 0.6), 7_000.0), 0.002, 0.03
    )
    skin = modes(0.15, ((192.0, 0.16, 0.04), (287.0, 0.08, 0.03)))
    return [firm * sample for sample in mixed((0.0, 1.0, wires), (0.0, 1.0, skin))]


def chick(rng: random.Random, firm: float) -> Samples:
    """Return the sound of a hi-hat closed by the foot."""
    metal = struck(soft(band(noise(rng, 0.09), 6_800.0, 1.1), 9_000.0), 0.001, 0.014)
    foot = modes(0.08, ((84.0, 0.12, 0.02),))
    return [firm * sample for sample in mixed((0.0, 1.0, metal), (0.0, 1.0, foot))]


# -- the mix --------------------------------------------------------------------------------------


class MusicTrack:
    """One instrument's part, a ring of samples as long as the piece."""

    def __init__(self) -> None:
        self.samples = array("d", bytes(8 * LENGTH))

    def add(self, at: int, sound: Samples, gain: float) -> None:
        """Mix a sound into the track; what runs past the end wraps around to the start."""
        samples, place = self.samples, at % LENGTH
        for sample in sound:
            samples[place] += gain * sample
            place += 1
            if place == LENGTH:
                place = 0

    @classmethod
    def piano(cls, rng: random.Random) -> Self:
        """The piano: chords softly, the tune firmly."""
        track = cls()
        for number, bar in enumerate(SCORE):
            for note in notes(number, bar.chords):
                firm = rng.uniform(0.24, 0.34)
                late = count(rng.gauss(0.004, 0.006))
                track.add(note.at + late, piano(note.midi, note.held / RATE, firm), 0.34)
            for note in notes(number, bar.tune):
                firm = rng.uniform(0.5, 0.68)
                late = count(rng.gauss(0.022, 0.008))
                track.add(note.at + late, piano(note.midi, note.held / RATE, firm), 0.5)
        return track

    @classmethod
    def bass(cls, rng: random.Random) -> Self:
        """The bass."""
        track = cls()
        for number, bar in enumerate(SCORE):
            for note in notes(number, bar.bass):
                firm = rng.uniform(0.62, 0.8) * (0.7 if note.held < 0.6 * BEAT else 1.0)
                late = count(rng.gauss(0.0, 0.005))
                track.add(note.at + late, bass(note.midi, note.held / RATE, firm, rng), 0.82)
        return track

    @classmethod
    def drums(cls, rng: random.Random) -> Self:
        """The brushes and the cymbals."""
        track = cls()
        for number in range(len(SCORE)):
            start, walks = number * BAR, number >= 16
            for half in (0, 2):
                track.add(start + half * BEAT, sweep(rng, rng.uniform(0.8, 1.0)), 0.24)
            for beat in (1, 3):
                late = count(rng.gauss(0.003, 0.004))
                track.add(start + beat * BEAT + late, chick(rng, rng.uniform(0.7, 1.0)), 0.22)
                track.add(start + beat * BEAT + late, brush(rng, rng.uniform(0.6, 0.9)), 0.36)
            skips = [0.0, 1 + _SWING, 2.0, 3 + _SWING] if walks else [3 + _SWING] * (number % 2)
            if number % 8 == 7:
                skips += [2 + 1 / 3, 2 + 2 / 3, 3 + 1 / 3]
            for skip in skips:
                late = count(rng.gauss(0.0, 0.005))
                track.add(
                    start + round(skip * BEAT) + late, brush(rng, rng.uniform(0.3, 0.55)), 0.32
                )
        return track


_COMBS: Final = (
    (1_733, 0.79),
    (2_017, 0.77),
    (2_311, 0.75),
    (2_593, 0.73),
    (1_787, 0.79),
    (2_081, 0.77),
    (2_267, 0.75),
    (2_657, 0.73),
)
"""The echoes of the reverb, delays in samples and their gains: left, then right."""


def _echo(send: array[float], combs: Sequence[tuple[int, float]]) -> array[float]:
    """A room that has heard the end of the piece before its beginning."""
    before = 3 * RATE
    heard = send[-before:] + send
    out = array("d", bytes(8 * len(send)))
    for delay, back in combs:
        line, level = [0.0] * delay, 0.0
        for place, sample in enumerate(heard):
            at = place % delay
            held = line[at]
            level += 0.45 * (held - level)
            line[at] = sample + back * level
            if place >= before:
                out[place - before] += 0.25 * held
    for delay in (347, 113):
        line = [0.0] * delay
        for place in range(-before, len(out)):
            at = place % delay
            held = line[at]
            line[at] = out[place] + 0.6 * held
            if place >= 0:
                out[place] = held - 0.6 * line[at]
    return out


def played() -> tuple[array[float], array[float]]:
    """Return the whole piece, left and right, from -1 to 1."""
    keys, low, drums = (
        part(random.Random(name)).samples
        for name, part in (
            ("piano", MusicTrack.piano),
            ("bass", MusicTrack.bass),
            ("drums", MusicTrack.drums),
        )
    )
    send = array("d", (a + 0.12 * b + 0.5 * c for a, b, c in zip(keys, low, drums, strict=True)))
    sides = []
    turns = round(LENGTH / RATE * 2.6)  # of the tremolo, as many as go round whole
    for combs, pan in ((_COMBS[:4], 1.0), (_COMBS[4:], -1.0)):
        room = _echo(send, combs)
        turn = 2.0 * math.pi * turns / LENGTH
        sides.append(
            array(
                "d",
                (
                    key * (0.8 + pan * 0.14 * math.sin(turn * place))
                    + 0.78 * string
                    + (0.8 - 0.16 * pan) * skin
                    + 0.2 * wet
                    for place, (key, string, skin, wet) in enumerate(
                        zip(keys, low, drums, room, strict=True)
                    )
                ),
            )
        )
    power = math.sqrt(sum(a * a for side in sides for a in side) / (2 * LENGTH))
    # The root mean square, of full scale, is far below the calls.
    gain = 0.075 / power
    for each in sides:
        for place, sample in enumerate(each):
            each[place] = 0.8 * math.tanh(gain * sample / 0.8)
    return sides[0], sides[1]


def pcm() -> bytes:
    """The piece, left and right, sixteen bits a sample, with its last second before it and its
    first behind, for what packs it looks ahead and back.
    """
    both = array("h", bytes(4 * (LENGTH + 2 * RATE)))
    both[0::2], both[1::2] = (
        array("h", (round(32_767 * each) for each in (*side[-RATE:], *side, *side[:RATE])))
        for side in played()
    )
    if sys.byteorder == "big":
        both.byteswap()
    return both.tobytes()


def main() -> int:
    """Render the piece and encode it."""
    argparse.ArgumentParser(description=__doc__, prog="python -m assets.sounds.band").parse_args()
    last = FILE_RATE + LENGTH * FILE_RATE // RATE
    cut = f"aresample={FILE_RATE},atrim=start_sample={FILE_RATE}:end_sample={last}"
    pack(pcm(), 2, FILE, QUALITY, "-af", cut)
    print(f"{LENGTH / RATE:.1f} s, {FILE.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
