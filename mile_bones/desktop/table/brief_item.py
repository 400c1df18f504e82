"""An item of the table that is seen only while its motion runs."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve
from PySide6.QtWidgets import QGraphicsItem

from mile_bones.desktop.table.animator import Motion

_ABOVE = 90.0
"""The z value, above the cards that lie on the table."""


class BriefItem(QGraphicsItem):
    """The base class of effects such as a blow or a light. The item leaves the table when its motion is over."""

    def __init__(self) -> None:
        super().__init__()
        self.part = 0.0
        """The part of the motion that is over, from 0 to 1."""
        self.setZValue(_ABOVE)
        self.setVisible(False)

    def passing(self, length: float, start: float, curve: QEasingCurve.Type) -> Motion:
        """Return the motion in which ``part`` grows, which begins after ``start`` milliseconds."""

        def go(part: float) -> None:
            self.part = part
            self.setVisible(0 < part < 1)
            self.update()

        def gone() -> None:
            if self.scene() is not None:
                self.scene().removeItem(self)

        return Motion(go, length, start, curve, landed=gone)
