"""Mixes cues into one stream of samples: mono, 16 bit.

The mixer runs in the thread of the sound device, beside the window, so it must do as little as possible. While no cue
is played, the stream is a constant buffer of silence.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Generator

RATE = 32_000
"""The sample rate of the stream and of the files, in samples a second."""
PERIOD_MS = 20
"""The duration of the samples that the device requests at a time. The device buffers three such portions, so a cue is
heard with that delay.
"""
FULL = 256
"""The gain at which a cue is as loud as in its file."""
MOST = 2
"""The maximum number of cues that are played at the same time. Because each is at -9 dBFS, their sum never exceeds the
range of 16 bits.
"""
FADE = 160
"""The number of samples in which a cue fades out to make room for another: 5 ms, which avoids a click."""

_SILENCE = bytes(2 * RATE)


class _Voice:
    """One cue that is being played: its samples, and the number of samples already sent. A negative number is the
    number of samples to wait.
    """

    __slots__ = ("at", "leaving", "samples")

    def __init__(self, samples: array[int], wait: int) -> None:
        self.samples = samples
        self.at = -wait
        self.leaving = False

    def take(self, count: int) -> array[int]:
        """Return the next `count` samples, or fewer at the end."""
        start, self.at = self.at, self.at + count
        if start >= 0:
            return self.samples[start : self.at]
        return array("h", bytes(2 * min(-start, count))) + self.samples[: max(self.at, 0)]

    def leave(self) -> None:
        """Fade out from the present position."""
        self.leaving = True
        rest = self.samples[self.at : self.at + FADE]
        for index, sample in enumerate(rest):
            rest[index] = sample * (len(rest) - index) // (len(rest) + 1)
        self.samples = self.samples[: self.at] + rest


class Mixer:
    """Mixes cues. ``add`` and ``gain`` may be used in any thread, but ``stream`` only in the thread of the device."""

    def __init__(self) -> None:
        self.gain = FULL
        """The volume from now on, from 0 to `FULL`."""
        self.pulled = 0
        """The number of samples that the device has requested so far."""
        self._new: deque[_Voice] = deque()
        self._voices: list[_Voice] = []

    @property
    def is_silent(self) -> bool:
        """Whether no cue is being played or waiting to be played."""
        return not self._new and not self._voices

    def add(self, samples: array[int], wait: int = 0) -> None:
        """Play `samples` after `wait` samples."""
        self._new.append(_Voice(samples, wait))

    def clear(self) -> None:
        """Drop everything that is to be played. Call this only when the device no longer requests samples."""
        self._new.clear()
        self._voices.clear()

    def stream(self) -> Generator[array[int] | memoryview, int, None]:
        """Return a generator of samples. The number of samples is sent to it, and it yields that many.

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
            wanted = yield self._mix(wanted) if self._voices else silence[: 2 * wanted]

    def _mix(self, count: int) -> array[int]:
        sounding = [voice for voice in self._voices if not voice.leaving and -voice.at < count]
        for voice in sounding[:-MOST]:
            voice.leave()
        parts = [voice.take(count) for voice in self._voices]
        self._voices[:] = [voice for voice in self._voices if voice.at < len(voice.samples)]
        gain = self.gain
        for part in parts:
            part.extend(array("h", bytes(2 * (count - len(part)))))
        if len(parts) == 1:
            return array("h", [sample * gain >> 8 for sample in parts[0]])
        if len(parts) == MOST:
            return array("h", [(one + other) * gain >> 8 for one, other in zip(*parts, strict=True)])
        return array("h", [max(-32768, min(32767, sum(all_) * gain >> 8)) for all_ in zip(*parts, strict=True)])
