"""All animations: motions with a start, a length and a curve, run by one timer and finished by one call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEasingCurve, QElapsedTimer, QObject, Qt, QTimer, Signal

from mile_bones.desktop.table.durations import FRAME_MS, REDUCED_MS


@dataclass
class Motion:
    """An animation. ``apply`` is called with values from 0 to 1 along the curve, from ``start`` to ``start + length``.

    Times are in milliseconds. ``landed`` is called at the end.
    """

    apply: Callable[[float], None]
    length: float
    start: float = 0.0
    curve: QEasingCurve.Type = QEasingCurve.Type.InOutCubic
    landed: Callable[[], None] | None = None
    fade: Callable[[float], None] | None = None
    """A function that replaces the motion if motion is reduced. It is called with values from 0 to 1 when the item is
    already at the end of its way.
    """

    def faded(self) -> Motion | None:
        """Jump to the end of the motion. Return a fade to play at the end position, or None if the motion has no
        fade.
        """
        self.apply(1.0)
        if self.fade is None:
            if self.landed:
                self.landed()
            return None
        return Motion(self.fade, REDUCED_MS, curve=QEasingCurve.Type.Linear, landed=self.landed)


class Animator(QObject):
    """Runs groups of motions. If ``speed`` is 0 or ``reduced`` is True, every motion jumps to its end. A motion with a
    ``fade`` then fades in at its end.
    """

    finished = Signal()
    """Emitted when nothing moves any more."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.speed = 1.0
        self.reduced = False
        self._motions: list[tuple[Motion, QEasingCurve]] = []
        self._done: Callable[[], None] | None = None
        clock = QElapsedTimer()
        clock.start()
        self.now: Callable[[], float] = clock.elapsed
        """The clock, in milliseconds from an arbitrary start."""
        self._began = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self.tick)
        self._length = 0.0

    @classmethod
    def like(cls, other: Animator, parent: QObject) -> Animator:
        """Return an animator with the same speed, reduction and clock as `other`."""
        made = cls(parent)
        made.speed, made.reduced, made.now = other.speed, other.reduced, other.now
        return made

    @property
    def running(self) -> bool:
        """Whether a motion is on its way."""
        return self._timer.isActive()

    @property
    def still(self) -> bool:
        """Whether motions jump to their end, because the player has chosen so or the system asks for reduced motion."""
        return self.reduced or self.speed == 0

    def run(self, motions: list[Motion], done: Callable[[], None] | None = None, *, rest: float = 0.0) -> None:
        """Start a group of motions. Call `done` when all motions have landed and `rest` more milliseconds have passed.

        A group that is still running is finished first. A group that starts when another one ends is finished, too.
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
        """Bring all motions to their end at once."""
        if self._timer.isActive():
            self._end()

    def stop(self) -> None:
        """Stop all motions where they are. ``landed`` and ``done`` are not called."""
        self._timer.stop()
        self._motions, self._done = [], None

    def tick(self) -> None:
        """Show all motions as they are at this moment. The timer calls this method."""
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
