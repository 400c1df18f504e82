"""Measures loudness as people hear it (ITU-R BS.1770) and adjusts it: handling is soft, events are louder, and great
moments are the loudest. Also keeps every cue audible on small loudspeakers, which play nothing below 300 Hz.
"""

from __future__ import annotations

import numpy as np

from mile_bones.desktop.sound.cue import Level
from synthesis.instruments import RATE, Sound, together

LOUDNESS = {Level.HANDLING: -32.0, Level.EVENT: -26.0, Level.MOMENT: -20.0}
"""The loudness of the loudest 400 ms of a cue, in LUFS."""
PEAKS = {Level.HANDLING: -12.0, Level.EVENT: -9.2, Level.MOMENT: -6.0}
"""The highest peak of a cue, in dBFS. With these peaks a moment, an event and a card that are heard together stay below
-3 dBFS in practice, because the mixer turns the softer cues down by 6 dB.
"""
LOW_HZ = 300.0
"""The lowest pitch that the loudspeakers of a laptop play well."""
MOST_LOW = 0.25
"""The largest part of the energy of a cue that may lie below `LOW_HZ`. What matters in a cue must lie above."""
_WINDOW = 0.4
_BITS = {Level.HANDLING: 14, Level.EVENT: 13, Level.MOMENT: 12}
"""The resolution of a cue. The ends of cues are quiet, but nothing below -72 dBFS is heard beside a great moment. So 12
bits are enough for that, and files are half as large.
"""


def _weight(sound: Sound) -> Sound:
    """Apply the K-weighting, with its two filters at our rate: a shelf for the effect of the head, and a high-pass."""
    size = len(sound) + RATE
    z = np.exp(-1j * np.pi * np.linspace(0, 1, size // 2 + 1))
    response = np.ones(len(z), dtype=complex)
    for hz, gain, q, shelf in ((1681.974, 3.99984, 0.70717, True), (38.13547, 0.0, 0.50033, False)):
        k = np.tan(np.pi * hz / RATE)
        v, root = 10 ** (gain / 20), 10 ** (gain / 20 * 0.49967)
        below = 1 + k / q + k * k
        if shelf:
            b = ((v + root * k / q + k * k) / below, 2 * (k * k - v) / below, (v - root * k / q + k * k) / below)
        else:
            b = (1.0, -2.0, 1.0)
        a1, a2 = 2 * (k * k - 1) / below, (1 - k / q + k * k) / below
        response *= (b[0] + b[1] * z + b[2] * z * z) / (1 + a1 * z + a2 * z * z)
    return np.fft.irfft(np.fft.rfft(sound, 2 * (size // 2)) * response, 2 * (size // 2))[: len(sound) + RATE // 2]


def loudness(sound: Sound) -> float:
    """Return the loudness of the loudest 400 ms, in LUFS. A shorter sound is padded with silence."""
    power = np.concatenate(([0.0], np.cumsum(_weight(sound) ** 2)))
    window = round(_WINDOW * RATE)
    power = np.concatenate((power, np.full(window, power[-1])))
    highest = max(float(np.max(power[window:] - power[:-window])), 1e-9)
    return float(-0.691 + 10 * np.log10(highest / window))


def in_a_row(sound: Sound, apart: float | None) -> Sound:
    """Return the sound played seven times, ``apart`` seconds from one to the next, or once if that is None."""
    return sound if apart is None else together(*((number * apart, sound) for number in range(7)))


def low_part(sound: Sound) -> float:
    """Return the part of the energy of a sound that lies below `LOW_HZ`, from 0 to 1."""
    power = np.abs(np.fft.rfft(sound)) ** 2
    return float(power[np.fft.rfftfreq(len(sound), 1 / RATE) < LOW_HZ].sum() / power.sum())


def lighten(sound: Sound) -> Sound:
    """Return the sound with at most `MOST_LOW` of its energy below `LOW_HZ`. A sound that is light enough is returned
    unchanged.
    """
    if low_part(sound) <= MOST_LOW:
        return sound
    size = len(sound) + RATE // 4
    s = 1j * np.fft.rfftfreq(size, 1 / RATE) / LOW_HZ
    high = s**4 / ((s * s + 0.7654 * s + 1) * (s * s + 1.8478 * s + 1))
    spectrum = np.fft.rfft(sound, size)

    def less(kept: float) -> Sound:
        return np.asarray(np.fft.irfft(spectrum * (kept + (1 - kept) * high), size)[: len(sound)])

    least, most = 0.0, 1.0
    for _round in range(16):
        middle = (least + most) / 2
        least, most = (least, middle) if low_part(less(middle)) > MOST_LOW else (middle, most)
    return less(least)


def _envelope(sound: Sound) -> Sound:
    """Return the loudness at each moment, smoothed. It rises some milliseconds ahead of the sound."""
    reach = round(0.006 * RATE)
    padded = np.pad(np.abs(sound), reach)
    highest = np.max(np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1), axis=1)
    bow = np.hanning(2 * reach + 1)
    return np.maximum(np.convolve(highest, bow / bow.sum(), mode="same"), 1e-9)


def level(sound: Sound, wanted: Level, *, row: float | None = None, softer: float = 0.0) -> Sound:
    """Return the sound at the loudness of this level, below its peak.

    At a given loudness, a sound with more accents has a higher peak. If the peak is too high, the range between loud
    and soft is made narrower, as a compressor does. Raise ValueError if that is not enough. ``row``: the sound is
    played seven times, this many seconds apart, and the row has the loudness of the level. ``softer``: the number of LU
    that the sound is below its level.
    """
    sound = lighten(sound)
    envelope = _envelope(sound)
    envelope = np.maximum(envelope / envelope.max(), 10**-2.5)
    peak = 10 ** (PEAKS[wanted] / 20)

    def ranged(power: float) -> Sound:
        shaped = sound * envelope**power
        return np.asarray(shaped * 10 ** ((LOUDNESS[wanted] - softer - loudness(in_a_row(shaped, row))) / 20))

    least, most = -0.8, 0.0
    if np.max(np.abs(ranged(least))) > peak:
        raise ValueError(f"its peak is {20 * np.log10(np.max(np.abs(ranged(least)))):.1f} dBFS")
    if np.max(np.abs(ranged(most))) <= peak:
        least = most
    for _round in range(20):
        middle = (least + most) / 2
        least, most = (least, middle) if np.max(np.abs(ranged(middle))) > peak else (middle, most)
    step = 2 ** (_BITS[wanted] - 1)
    return np.asarray(np.floor(ranged(least) * step + 0.5) / step)
