"""Decides which cues are played, because not all of them should be heard at once. None are played if the player wants
no sound.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

from PySide6.QtCore import QObject, QTimer

from mile_bones.desktop.sound.cue import Cue, CuesAt, Level
from mile_bones.desktop.sound.mixer import FULL
from mile_bones.desktop.sound.output import Output

BEAT_S = 0.24
"""The delay between the first and the second cue of one event, in seconds."""
APART_S = 0.11
"""The minimum time between the starts of cues of different events, in seconds."""
CLOSE_S = 0.03
"""The minimum time between the starts of cues of handling, which are soft and short, in seconds."""
LATEST_S = 0.4
"""The maximum delay of a cue after its event, in seconds. A later cue is dropped."""
TUNE_S = 0.62
"""The time that a tune waits for the tune before it, in seconds."""
TUNES = 2
"""The maximum number of tunes that are played or waiting."""


class SoundPlayer(QObject):
    """Gathers the cues of one moment and plays the most important of them. ``output`` is None for no sound at all.

    A player who hurries finishes several animations in one moment. The events of these animations are heard as one
    event.
    """

    def __init__(
        self, output: Output | None, parent: QObject | None = None, *, clock: Callable[[], float] = monotonic
    ) -> None:
        super().__init__(parent)
        self._output = output
        self._clock = clock
        self._gathered: list[CuesAt] = []
        self._free = 0.0  # the time from which the cue of the next event may be played
        self._tunes_end = 0.0
        self._muted = False
        self._moment = QTimer(self, singleShot=True, interval=0)
        self._moment.timeout.connect(self._play_gathered)

    def set_volume(self, percent: int, *, muted: bool) -> None:
        """Set the volume, from 0 to 100, or mute the sound."""
        self._muted = muted
        if self._output is not None:
            # Equal steps of loudness for the ear are not equal steps of the amplitude.
            self._output.mixer.gain = 0 if muted else round(FULL * (percent / 100) ** 2)

    def set_mono(self, *, mono: bool) -> None:
        """Let both ears hear the same, or let each cue come from its side."""
        if self._output is not None:
            self._output.mixer.mono = mono

    def play(self, cues: Sequence[Cue]) -> None:
        """Play the cues of one event, one after another. An event rarely has more than one cue."""
        if cues and not self._muted and self._output is not None:
            self._gathered.append(cues if isinstance(cues, CuesAt) else CuesAt(cues, 0.0))
            self._moment.start()

    def close(self) -> None:
        """Stop for good, because the window closes."""
        self._moment.stop()
        if self._output is not None:
            self._output.close()
            self._output = None

    def _play_gathered(self) -> None:
        gathered, self._gathered = self._gathered, []
        tunes = list(dict.fromkeys(cue for cues in gathered for cue in cues if cue.is_tune))
        noises = [cues for cues in gathered if not cues[0].is_tune]
        if tunes:
            self._play_tunes(tunes)
        elif noises:
            self._play_noise(max(noises, key=lambda cues: cues[0].rank))

    def _play_noise(self, cues: CuesAt) -> None:
        now = self._clock()
        start = max(now, self._free)
        if start - now > LATEST_S:
            return
        for number, cue in enumerate(cues):
            self._send(cue, start - now + number * BEAT_S, cues.side, cues.pitch)
        apart = CLOSE_S if cues[-1].level is Level.HANDLING else APART_S
        self._free = start + (len(cues) - 1) * BEAT_S + apart

    def _play_tunes(self, tunes: Sequence[Cue]) -> None:
        now = self._clock()
        for cue in tunes:
            start = max(now, self._tunes_end)
            if start - now >= TUNES * TUNE_S:
                return
            self._send(cue, start - now)
            self._tunes_end = self._free = start + TUNE_S

    def _send(self, cue: Cue, after_s: float, side: float = 0.0, pitch: float = 1.0) -> None:
        if self._output is not None:
            self._output.play(cue, after_s, side, pitch)
