"""Mixes cues into one stream of samples: stereo, 16 bit.

The mixer runs in the thread of the sound device, beside the window, so it must do as little as possible. While no cue
is played, the stream is a constant buffer of silence.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Generator

from mile_bones.desktop.sound.cue import Level

RATE = 32_000
"""The sample rate of the stream and of the files, in samples a second. A sample of the stream is one for each ear."""
CHANNELS = 2
PERIOD_MS = 20
"""The duration of the samples that the device requests at a time. The device buffers three such portions, so a cue is
heard with that delay.
"""
FULL = 256
"""The gain at which a cue is as loud as in its file."""
MOST = 4
"""The maximum number of cues that are played at the same time. Of great moments only one is played."""
FADE = 160
"""The number of samples in which a cue fades out to make room for another: 5 ms, which avoids a click."""
DUCKED = FULL // 2
"""The gain of a cue while a cue of a higher level is heard: 6 dB less than usual."""
RISE = 8_000
"""The number of samples in which a cue comes back to its usual gain: a quarter of a second."""
CEILING = 23_197
"""The highest sample of the stream: -3 dBFS."""
TURN = 77
"""The gain that the far ear loses for a cue from the edge of the table: 3 dB. The near ear loses nothing."""

_SILENCE = bytes(2 * CHANNELS * RATE)


class _Voice:
    """One cue that is being played: its samples, and the number of samples already sent. A negative number is the
    number of samples to wait.
    """

    __slots__ = ("at", "duck", "ears", "leaving", "level", "peak", "samples")

    def __init__(self, samples: array[int], wait: int, level: int, side: float) -> None:
        self.samples = samples
        self.at = -wait
        self.level = level
        self.leaving = False
        self.ears = FULL - round(TURN * max(0.0, side)), FULL - round(TURN * max(0.0, -side))
        self.duck: int | None = None  # the gain, or None before the first sample
        self.peak = max(map(abs, samples), default=0)

    def take(self, count: int, duck: int) -> array[int]:
        """Return the next `count` samples, or fewer at the end. Their gain becomes ``duck`` on the way."""
        start, self.at = self.at, self.at + count
        if start >= 0:
            part = self.samples[start : self.at]
        else:
            part = array("h", bytes(2 * min(-start, count))) + self.samples[: max(self.at, 0)]
        before, self.duck = duck if self.duck is None or start < 0 else self.duck, duck
        if before == duck:
            return part if duck == FULL else array("h", [sample * duck >> 8 for sample in part])
        way = min(FADE, count) if duck < before else count
        step = (duck - before) / way
        head = [int(sample * (before + step * index)) >> 8 for index, sample in enumerate(part[:way])]
        return array("h", head) + array("h", [sample * duck >> 8 for sample in part[way:]])

    def leave(self) -> None:
        """Fade out from the present position, or never begin."""
        self.leaving = True
        if self.at <= 0:
            self.samples, self.at = array("h"), 0
            return
        rest = self.samples[self.at : self.at + FADE]
        for index, sample in enumerate(rest):
            rest[index] = sample * (len(rest) - index) // (len(rest) + 1)
        self.samples = self.samples[: self.at] + rest


class Mixer:
    """Mixes cues. ``add`` and ``gain`` may be used in any thread, but ``stream`` only in the thread of the device."""

    def __init__(self) -> None:
        self.gain = FULL
        """The volume from now on, from 0 to `FULL`."""
        self.mono = False
        """Whether both ears hear the same from now on."""
        self.pulled = 0
        """The number of samples that the device has requested so far."""
        self._new: deque[_Voice] = deque()
        self._voices: list[_Voice] = []

    @property
    def is_silent(self) -> bool:
        """Whether no cue is being played or waiting to be played."""
        return not self._new and not self._voices

    def add(self, samples: array[int], wait: int = 0, *, level: int = 0, side: float = 0.0) -> None:
        """Play `samples` after `wait` samples. ``level`` is the level of the cue, and ``side`` goes from -1 for the
        left to 1 for the right.
        """
        self._new.append(_Voice(samples, wait, level, side))

    def clear(self) -> None:
        """Drop everything that is to be played. Call this only when the device no longer requests samples."""
        self._new.clear()
        self._voices.clear()

    def stream(self) -> Generator[array[int] | memoryview, int, None]:
        """Return a generator of samples. The number of samples is sent to it, and it yields that many for both ears.

        The generator has already been started, as miniaudio requires.
        """
        stream = self._stream()
        next(stream)
        return stream

    def _stream(self) -> Generator[array[int] | memoryview, int, None]:
        silence = memoryview(_SILENCE)
        wanted = yield silence[:0]
        while True:
            self.pulled += wanted
            while self._new:
                self._voices.append(self._new.popleft())
            wanted = yield self._mix(wanted) if self._voices else silence[: 2 * CHANNELS * wanted]

    def _mix(self, count: int) -> array[int]:
        loudest = self._make_room([voice for voice in self._voices if not voice.leaving and -voice.at < count])
        parts = [(voice, voice.take(count, _duck(voice, loudest, count))) for voice in self._voices]
        self._voices[:] = [voice for voice in self._voices if voice.at < len(voice.samples)]
        loud = sum(voice.peak for voice, _part in parts) > CEILING
        central = self.mono or all(voice.ears[0] == voice.ears[1] for voice, _part in parts)
        left = self._ear([(part, FULL if central else voice.ears[0]) for voice, part in parts], count, loud=loud)
        if central:
            right = left
        else:
            right = self._ear([(part, voice.ears[1]) for voice, part in parts], count, loud=loud)
        both = array("h", bytes(2 * CHANNELS * count))
        both[0::2] = left
        both[1::2] = right
        return both

    def _make_room(self, sounding: list[_Voice]) -> int:
        """Let the softest and oldest of too many voices leave. Return the highest level of those that stay."""
        loudest = max((voice.level for voice in sounding), default=0)
        moments = [voice for voice in sounding if voice.level == Level.MOMENT]
        leaving = moments[:-1]
        staying = [voice for voice in sounding if voice not in leaving]
        leaving += sorted(staying, key=lambda voice: voice.level)[: max(0, len(staying) - MOST)]
        for voice in leaving:
            voice.leave()
        return loudest

    def _ear(self, parts: list[tuple[array[int], int]], count: int, *, loud: bool) -> array[int]:
        """Return what one ear hears. ``loud``: the sum may be too high."""
        gains = [gain * self.gain for _part, gain in parts]
        for part, _gain in parts:
            part.extend(array("h", bytes(2 * (count - len(part)))))
        (first, _own), *others = parts
        gain, *rest = gains
        mixed = [sample * gain for sample in first]
        for (part, _own), gain in zip(others, rest, strict=True):
            mixed = [before + sample * gain for before, sample in zip(mixed, part, strict=True)]
        if loud:
            return array("h", [max(-CEILING, min(CEILING, sample >> 16)) for sample in mixed])
        return array("h", [sample >> 16 for sample in mixed])


def _duck(voice: _Voice, loudest: int, count: int) -> int:
    """Return the gain that the voice has after the next `count` samples. It falls at once, and rises slowly."""
    if voice.level < loudest:
        return DUCKED
    if voice.duck is None:
        return FULL
    return min(FULL, voice.duck + max(1, (FULL - DUCKED) * count // RISE))
