"""Cues become one stream of samples. It runs in the thread of the sound device, beside the window: so it does little.

Mono, 16 bit. While nothing sounds, the stream is a piece of silence that was made once.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Generator

RATE = 32_000
"""Samples a second, as in the files."""
PERIOD_MS = 20
"""How much the device asks for at a time. It holds three of these: that long after its event a cue is heard."""
FULL = 256
"""The gain at which a cue is as loud as in its file."""
MOST = 2
"""Cues that sound at the same time. At -9 dBFS so many cannot go beyond what 16 bits hold, however they meet."""
FADE = 160
"""Samples in which a cue is taken away that must make room for another: 5 ms, so that nothing clicks."""

_SILENCE = bytes(2 * RATE)


class _Voice:
    """One cue on its way: its samples, and how many have gone out; less than none: so many are to be waited for."""

    __slots__ = ("at", "leaving", "samples")

    def __init__(self, samples: array[int], wait: int) -> None:
        self.samples = samples
        self.at = -wait
        self.leaving = False

    def take(self, count: int) -> array[int]:
        """The next samples: as many as are asked for, or less at the end."""
        start, self.at = self.at, self.at + count
        if start >= 0:
            return self.samples[start : self.at]
        return array("h", bytes(2 * min(-start, count))) + self.samples[: max(self.at, 0)]

    def leave(self) -> None:
        """Fade out from here."""
        self.leaving = True
        rest = self.samples[self.at : self.at + FADE]
        for index, sample in enumerate(rest):
            rest[index] = sample * (len(rest) - index) // (len(rest) + 1)
        self.samples = self.samples[: self.at] + rest


class Mixer:
    """``add`` and ``gain`` are for any thread, ``stream`` is for the one of the device."""

    def __init__(self) -> None:
        self.gain = FULL
        """How loud from now on: 0 to `FULL`."""
        self.pulled = 0
        """How many samples the device has asked for."""
        self._new: deque[_Voice] = deque()
        self._voices: list[_Voice] = []

    @property
    def is_silent(self) -> bool:
        """Nothing sounds or waits to."""
        return not self._new and not self._voices

    def add(self, samples: array[int], wait: int = 0) -> None:
        """Let this be heard after so many samples."""
        self._new.append(_Voice(samples, wait))

    def clear(self) -> None:
        """Forget whatever was to be heard, once nobody asks for it any more."""
        self._new.clear()
        self._voices.clear()

    def stream(self) -> Generator[array[int] | memoryview, int, None]:
        """Send it a number of samples, and it yields them; it was started already, as miniaudio wants it."""
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
