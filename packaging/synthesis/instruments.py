"""The instruments of the cues: wood, metal, brass, skin, air and engines, each made from sines and shaped noise.

A sound is an array of samples at `RATE`, of any loudness; `levels` adjusts that. Times are in seconds, pitches in Hz.
Random values come from the generator that is passed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Sound: TypeAlias = NDArray[np.float64]

RATE = 32_000
"""The number of samples per second. It allows pitches up to 14 kHz, and the cues have none so high."""

_NAMES = {"C": -9, "D": -7, "E": -5, "F": -4, "G": -2, "A": 0, "B": 2}


def pitch(name: str) -> float:
    """Return the pitch of a note such as "C5", "Eb4" or "C#5", in equal temperament with A4 = 440 Hz."""
    steps = _NAMES[name[0]] + name.count("#") - name.count("b") + 12 * (int(name[-1]) - 4)
    return float(440.0 * 2 ** (steps / 12))


def times(length: float) -> Sound:
    """Return the time of each sample of a sound of this length."""
    return np.arange(round(length * RATE)) / RATE


def together(*parts: tuple[float, Sound]) -> Sound:
    """Return the sum of the sounds, each of which begins at its own moment."""
    starts = [round(start * RATE) for start, _part in parts]
    whole = np.zeros(max(start + len(part) for start, (_moment, part) in zip(starts, parts, strict=True)))
    for start, (_moment, part) in zip(starts, parts, strict=True):
        whole[start : start + len(part)] += part
    return whole


def struck(length: float, attack: float, decay: float) -> Sound:
    """Return the envelope of an instrument that is hit. It rises within ``attack``, then falls to 1/e (37 %) in every
    ``decay``.
    """
    t = times(length)
    return np.minimum(t / attack, 1.0) * np.exp(-t / decay) * _end(length)


def held(length: float, attack: float, release: float) -> Sound:
    """Return the envelope of a sound that is blown, or that runs like an engine: a rise, a plateau and a fall."""
    t = times(length)
    return np.sin(np.pi / 2 * np.minimum(t / attack, 1.0)) ** 2 * np.sin(
        np.pi / 2 * np.minimum((length - t) / release, 1.0)
    )


def _end(length: float) -> Sound:
    """Return an envelope that falls to silence at the very end, without a click."""
    return np.minimum((length - times(length)) / min(0.012, length / 4), 1.0)


def noise(rng: np.random.Generator, length: float, low: float, high: float) -> Sound:
    """Return noise between two pitches, with soft edges."""
    spectrum = np.fft.rfft(rng.standard_normal(round(length * RATE)))
    at = np.maximum(np.fft.rfftfreq(round(length * RATE), 1 / RATE), 1.0)
    shape = 1 / ((1 + (low / at) ** 6) * (1 + (at / high) ** 6))
    shaped = np.fft.irfft(spectrum * shape, round(length * RATE))
    return np.asarray(shaped / np.sqrt(np.mean(shaped**2)))


def swept(phase_hz: Sound) -> Sound:
    """Return a sine whose pitch is given for each sample."""
    return np.sin(2 * np.pi * np.cumsum(phase_hz) / RATE)


def _partials(hz: float, length: float, rows: Sequence[tuple[float, float, float]], attack: float) -> Sound:
    """Return the sum of sines that fade separately. A row is a multiple of the pitch, a strength and a decay."""
    t = times(length)
    tones = [
        strength * np.sin(2 * np.pi * hz * multiple * t) * np.exp(-t / decay)
        for multiple, strength, decay in rows
        if hz * multiple < RATE * 0.45
    ]
    return sum(tones, np.zeros(len(t))) * np.minimum(t / attack, 1.0) * _end(length)


def wood(rng: np.random.Generator, hz: float, *, length: float = 0.2, damped: float = 1.0) -> Sound:
    """Return a wooden bar hit with a mallet. With ``damped`` above 1 it is dull and short."""
    ring = ((1, 1.0, 0.075 / damped), (2.76, 0.42 / damped, 0.032 / damped), (5.4, 0.2 / damped, 0.013 / damped))
    click = noise(rng, 0.02, 700 / damped, 4200 / damped) * struck(0.02, 0.0007, 0.004)
    return together((0, _partials(hz, length, ring, 0.0012)), (0, 0.3 * click))


def plate(rng: np.random.Generator, hz: float, *, length: float = 0.35, ring: float = 0.12) -> Sound:
    """Return a road sign or a piece of a car: metal without a clear pitch. ``ring`` is the time for which it
    vibrates.
    """
    rows = (
        *((1, 1.0, ring), (1.58, 0.7, ring * 0.8), (2.24, 0.55, ring * 0.7), (2.92, 0.5, ring * 0.55)),
        *((3.73, 0.36, ring * 0.45), (4.81, 0.3, ring * 0.3), (6.32, 0.22, ring * 0.2)),
    )
    hit = noise(rng, 0.03, 500, 5000) * struck(0.03, 0.0006, 0.007)
    return together((0, _partials(hz, length, rows, 0.0008)), (0, 0.5 * hit))


def bell(rng: np.random.Generator, hz: float, *, length: float = 0.6) -> Sound:
    """Return one stroke on a small bell, which has a minor third, as real bells do."""
    rows = (
        *((0.5, 0.35, 0.5), (1, 1.0, 0.34), (1.19, 0.55, 0.26), (1.5, 0.3, 0.2), (2, 0.7, 0.22)),
        *((2.52, 0.25, 0.12), (3.01, 0.3, 0.1), (4.17, 0.22, 0.06), (5.43, 0.15, 0.035)),
    )
    hit = noise(rng, 0.015, 2500, 9000) * struck(0.015, 0.0004, 0.003)
    return together((0, _partials(hz, length, rows, 0.0008)), (0, 0.25 * hit))


def brass(hz: float, length: float, *, bright: float = 1.0, attack: float = 0.016) -> Sound:
    """Return a tongued note on a horn. Its upper partials come after the lower ones and end before them."""
    t = times(length)
    shape = held(length, attack, length * 0.6) * (0.4 + 0.6 * np.exp(-t / 0.05))
    colour = np.maximum(2.2, 6.5 * bright * (0.35 + 0.65 * np.exp(-np.abs(t - 0.03) / 0.11)))
    tone = np.zeros(len(t))
    for number in range(1, 19):
        if hz * number < RATE * 0.42:
            body = 0.6 if number == 1 else 1.0
            # The phases differ, because the peaks of all partials at one moment would be needlessly high.
            tone += body * np.exp(-(number - 1) / colour) * np.cos(2 * np.pi * hz * number * t + 0.4 * number**2)
    return tone * shape


def reed(hz: float, length: float) -> Sound:
    """Return a note on an accordion: two reeds that are not quite in tune."""
    t = times(length)
    shape = held(length, 0.025, min(0.12, length / 2)) * (0.75 + 0.25 * np.exp(-t / 0.15))
    tone = np.zeros(len(t))
    for detuned in (0.9975, 1.0025):
        for number in range(1, 13):
            if hz * number < RATE * 0.42:
                strength = (1.0 if number % 2 else 0.7) / number
                tone += strength * np.sin(2 * np.pi * hz * detuned * number * t + 0.7 * number**2)
    return tone * shape


def thump(hz: float, *, length: float = 0.16, decay: float = 0.05) -> Sound:
    """Return a low thud, such as a wheel on a joint or a fist on a cushion, with overtones for small loudspeakers."""
    t = times(length)
    phase = 2 * np.pi * np.cumsum(hz * (1 + 1.1 * np.exp(-t / 0.018))) / RATE
    return (np.sin(phase) + 0.5 * np.sin(2 * phase) + 0.3 * np.sin(3 * phase)) * struck(length, 0.003, decay)


def engine(rng: np.random.Generator, turns: Sound, roughness: float = 0.4) -> Sound:
    """Return the sound of an engine with ``turns`` explosions a second, given for each sample, and of the noise between
    them.
    """
    phase = np.cumsum(turns) / RATE
    fired = np.exp(-6.0 * (phase % 1.0))
    length = len(turns) / RATE
    beat = sum(np.sin(2 * np.pi * phase * number + number) / number**0.8 for number in range(1, 15))
    sound = (beat * 0.5 + roughness * noise(rng, length, 150, 1800)) * (0.25 + 0.75 * fired)
    return sound - np.mean(sound)
