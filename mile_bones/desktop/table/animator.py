"""Everything that moves: motions with a start, a length and a curve, run by one timer, all finished by one call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEasingCurve, QElapsedTimer, QObject, Qt, QTimer, Signal

from mile_bones.desktop.table.durations import FRAME_MS, REDUCED_MS


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
        clock = QElapsedTimer()
        clock.start()
        self.now: Callable[[], float] = clock.elapsed
        """The clock, in milliseconds from any moment on."""
        self._began = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self.tick)
        self._length = 0.0

    @classmethod
    def like(cls, other: Animator, parent: QObject) -> Animator:
        """One that is as fast as the other, by the same clock."""
        made = cls(parent)
        made.speed, made.reduced, made.now = other.speed, other.reduced, other.now
        return made

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
        self._began = self.now()
        if length <= 0:
            self._end()
        else:
            self._timer.start()

    def finish(self) -> None:
        """Bring everything to its end at once."""
        if self._timer.isActive():
            self._end()

    def stop(self) -> None:
        """Leave everything on its way, where it is: nothing lands, and nothing is done at the end."""
        self._timer.stop()
        self._motions, self._done = [], None

    def tick(self) -> None:
        """Show everything as it is at this moment; a timer asks for it."""
        if not self._timer.isActive():
            return
        now = self.now() - self._began
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
