"""What Qt's own dialogs ask and tell is as plain as our own words: ``plain_text`` for messages that others make."""

from __future__ import annotations

from PySide6.QtCore import QChildEvent, QEvent, QObject, Qt
from PySide6.QtWidgets import QMessageBox


class PlainMessages(QObject):
    """Watches a dialog of Qt's own: what that asks and tells about a file is as plain as our own words are."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Before a message is seen, and before it is laid out."""
        if event.type() == QEvent.Type.ChildPolished and isinstance(event, QChildEvent):
            message = event.child()
            if isinstance(message, QMessageBox):
                message.setTextFormat(Qt.TextFormat.PlainText)
        return False
