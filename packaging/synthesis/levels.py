"""Measures loudness as people hear it (ITU-R BS.1770) and adjusts it, so that all cues are about as loud at the same
peak.
"""

from __future__ import annotations

import numpy as np

from synthesis.instruments import RATE, Sound

PEAK = 10 ** (-9 / 20)
"""The highest sample of every cue: -9 dBFS."""
LOUDNESS = (-26.4, -24.8)
"""The range for the loudness of the loudest 400 ms of a cue, in LUFS.

It is the middle of the range that the cues have at this peak without adjustment. Nobody hears a difference within it.
"""
_WINDOW = 0.4
_BITS = 12
"""The resolution of a cue. The ends of cues are quiet, but nothing below -72 dBFS is heard. So 12 bits are enough, and
files are half as large.
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
    return float(-0.691 + 10 * np.log10(np.max(power[window:] - power[:-window]) / window))


def _envelope(sound: Sound) -> Sound:
    """Return the loudness at each moment, smoothed. It rises some milliseconds ahead of the sound."""
    reach = round(0.006 * RATE)
    padded = np.pad(np.abs(sound), reach)
    highest = np.max(np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1), axis=1)
    bow = np.hanning(2 * reach + 1)
    return np.maximum(np.convolve(highest, bow / bow.sum(), mode="same"), 1e-9)


def level(sound: Sound) -> Sound:
    """Return the sound at `PEAK` and `LOUDNESS`, in 12 bits.

    At a given peak, a sound with more accents is quieter as a whole. So the range between loud and soft is made wider
    or narrower, as an expander or a compressor does, until peak and loudness are right. Raise ValueError if that is not
    enough.
    """
    envelope = _envelope(sound)
    envelope = envelope / envelope.max()

    def ranged(power: float) -> Sound:
        shaped = sound * np.maximum(envelope, 10**-2.5) ** power
        return shaped * (PEAK / np.max(np.abs(shaped)))

    least, most = -0.6, 3.0
    wanted = float(np.clip(loudness(ranged(0.0)), *LOUDNESS))
    if not loudness(ranged(most)) < wanted < loudness(ranged(least)):
        found = loudness(ranged(least)), loudness(ranged(0.0)), loudness(ranged(most))
        raise ValueError("it can be made as loud as {:.1f}, is {:.1f}, and as quiet as {:.1f} LUFS".format(*found))
    for _round in range(24):
        middle = (least + most) / 2
        least, most = (middle, most) if loudness(ranged(middle)) > wanted else (least, middle)
    step = 2 ** (_BITS - 1)
    return np.asarray(np.floor(ranged(least) * step + 0.5) / step)
