"""Everything that moves: motions with a start, a length and a curve, run by one timer, all finished by one call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEasingCurve, QElapsedTimer, QObject, Qt, QTimer, Signal

DRAW_MS = 220
PLAY_MS = 240
COMPUTER_MS = 420
REST_MS = 300
REWIND_MS = 120
"""For each card that goes back when a move is undone, or on again when it is redone."""
HOME_MS = 180
COUP_MS = 320
CAR_MS = 600
SHAKE_MS = 180
PART_MS = 110
DEAL_STEP_MS = 70
HALO_MS = 1600
HALO_BREATHS = 3
REDUCED_MS = 100
REFUSED_MS = 600

PAUSES_MS = {"slow": 1800, "normal": 900, "fast": 250}
"""How long what goes on by itself is looked at before it goes on, by the speed."""
SPEEDS = {"slow": 1.6, "normal": 1.0, "fast": 0.5, "off": 0.0}
"""The choices of the options, as factors of every length."""

_FRAME_MS = 16


@dataclass
class Motion:
    """``apply`` is called with 0 to 1 along the curve, from ``start`` to ``start + length`` milliseconds."""

    apply: Callable[[float], None]
    length: float
    start: float = 0.0
    curve: QEasingCurve.Type = QEasingCurve.Type.InOutCubic
    landed: Callable[[], None] | None = None
    fade: Callable[[float], None] | None = None
    """With reduced motion: called with 0 to 1 at the end of the way, instead of travelling there."""

    def faded(self) -> Motion | None:
        """What is left of it with reduced motion: it is at its end already, and may fade in there."""
        self.apply(1.0)
        if self.fade is None:
            if self.landed:
                self.landed()
            return None
        return Motion(self.fade, REDUCED_MS, curve=QEasingCurve.Type.Linear, landed=self.landed)


class Animator(QObject):
    """Runs groups of motions. With ``speed`` 0 or ``reduced`` nothing travels: every motion jumps to its end.

    With ``reduced`` those that can fade do so there.
    """

    finished = Signal()
    """Nothing moves any more."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.speed = 1.0
        self.reduced = False
        self._motions: list[tuple[Motion, QEasingCurve]] = []
        self._done: Callable[[], None] | None = None
        self._clock = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(_FRAME_MS)
        self._timer.timeout.connect(self._tick)
        self._length = 0.0

    @property
    def running(self) -> bool:
        """Something is on its way."""
        return self._timer.isActive()

    @property
    def still(self) -> bool:
        """Nothing travels: by choice or because the system asks for reduced motion."""
        return self.reduced or self.speed == 0

    def run(self, motions: list[Motion], done: Callable[[], None] | None = None, *, rest: float = 0.0) -> None:
        """Start a group; ``done`` is called when all have landed and ``rest`` milliseconds have gone by.

        A group that is still on its way is finished first, and so is what its end may start.
        """
        while self.running:
            self.finish()
        factor = self.speed
        if self.still:
            motions = [fading for motion in motions if (fading := motion.faded()) is not None]
        self._motions = [(motion, QEasingCurve(motion.curve)) for motion in motions]
        self._done = done
        for motion in motions:
            motion.start *= factor
            motion.length *= factor
            motion.apply(0.0)
        length = max((motion.start + motion.length for motion in motions), default=0.0) + rest * factor
        self._length = length
        self._clock.start()
        if length <= 0:
            self._end()
        else:
            self._timer.start()

    def finish(self) -> None:
        """Bring everything to its end at once."""
        if self._timer.isActive():
            self._end()

    def _tick(self) -> None:
        now = self._clock.elapsed()
        if now >= self._length:
            self._end()
            return
        arrived = []
        for entry in self._motions:
            motion, curve = entry
            part = (now - motion.start) / motion.length if motion.length > 0 else 1.0
            if part >= 0:
                motion.apply(curve.valueForProgress(min(part, 1.0)))
            if part >= 1:
                arrived.append(entry)
        for entry in arrived:
            self._motions.remove(entry)
            if entry[0].landed:
                entry[0].landed()

    def _end(self) -> None:
        self._timer.stop()
        motions, self._motions = self._motions, []
        for motion, _curve in motions:
            motion.apply(1.0)
            if motion.landed:
                motion.landed()
        done, self._done = self._done, None
        if done is not None:
            done()
        if not self._timer.isActive():
            self.finished.emit()
