"""The help page that belongs to a widget."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from mile_bones.desktop.help.book import FIRST

PROPERTY = "helpTopic"
"""The dynamic property with the topic of a widget and of everything inside it."""


def topic_for(widget: QWidget | None) -> str:
    """Return the topic of the widget or of its nearest parent with a topic, or the first page if there is no such
    widget.
    """
    while widget is not None:
        topic = widget.property(PROPERTY)
        if topic:
            return str(topic)
        widget = widget.parentWidget()
    return FIRST
