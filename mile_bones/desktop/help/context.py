"""Which page of the help belongs to a widget."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from mile_bones.desktop.help.book import FIRST

PROPERTY = "helpTopic"
"""The dynamic property by which a widget names its topic, for itself and all that lies in it."""


def topic_for(widget: QWidget | None) -> str:
    """The topic of the widget, or of the nearest of its parents that has one; the first page when none has."""
    while widget is not None:
        topic = widget.property(PROPERTY)
        if topic:
            return str(topic)
        widget = widget.parentWidget()
    return FIRST
